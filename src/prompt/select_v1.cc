// SPDX-License-Identifier: AGPL-3.0-only
#include "prompt/texts.h"

namespace arborist::prompt {

// FROZEN select-v1: ids of sentences, and not a word beside them.
const Prompt kSelectV1 = {
    .version = "select-v1",
    .system =
        R"(You find the sentences that answer a question. Each line of the passages begins with its id, such as E1.2.

Write only ids: those of the lines that answer the question, the best one first, separated by commas. One is often enough; never more than six. Do not write any other word.
If no line answers the question, write only: Not in the sources.

Example
=== E1 (Erie Canal | primary_answer_source) ===
E1.1 The Erie Canal joined the Hudson River to Lake Erie.
E1.2 It opened on October 26, 1825.
=== E2 (Buffalo | secondary_context_source) ===
E2.1 Buffalo grew quickly after the canal was finished.
Question: When did the Erie Canal open?
Answer:
E1.2)",
    .reminder =
        "Write only the ids of the lines above that answer, such as E1.2, and nothing else. If no "
        "line answers, write only: Not in the sources."};

}  // namespace arborist::prompt
