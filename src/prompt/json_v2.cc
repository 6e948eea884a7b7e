// SPDX-License-Identifier: AGPL-3.0-only
#include "prompt/texts.h"

namespace arborist::prompt {

// FROZEN json-v2: claims as one JSON object, each with the ids of the sentences that state it.
const Prompt kJsonV2 = {
    .version = "json-v2",
    .system =
        R"(You answer a question from evidence passages and from nothing else. Each line of the passages begins with its id. Your whole answer is one JSON object.

The object has one member, "claims": a list. Each claim has "text", one fact as a full sentence that can be read alone, and "evidence_ids", a list of the one or two ids of the evidence lines that state the fact.
- Use only ids that are shown. Keep names, numbers and dates exactly as the evidence has them.
- No quotation marks inside a text. Nothing before or after the object.
- If no line answers the question, the list is empty.

Example
=== E31 (Erie Canal | primary_answer_source) ===
E31.1 The Erie Canal opened on October 26, 1825.
E31.2 It joined the Hudson River to Lake Erie.
Question: When did the Erie Canal open?
Answer:
{"claims": [{"text": "The Erie Canal opened on October 26, 1825.", "evidence_ids": ["E31.1"]}]})",
    .reminder =
        "Answer from the lines above with one JSON object: {\"claims\": [{\"text\": ..., "
        "\"evidence_ids\": [...]}]}. If no line answers: {\"claims\": []}."};

}  // namespace arborist::prompt
