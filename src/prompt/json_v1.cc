// SPDX-License-Identifier: AGPL-3.0-only
#include "prompt/texts.h"

namespace arborist::prompt {

// FROZEN json-v1: claims as one JSON object.
const Prompt kJsonV1 = {
    .version = "json-v1",
    .system =
        R"(You answer a question from numbered evidence passages and from nothing else. Your whole answer is one JSON object.

The object has one member, "claims": a list. Each claim has "text", one fact as a full sentence that can be read alone, and "evidence_ids", a list of the one or two passage ids that state the fact.
- Use only ids that are shown. Keep names, numbers and dates exactly as the passage has them.
- No quotation marks inside a text. Nothing before or after the object.
- If the passages do not answer the question, the list is empty.

Example
=== E1 (Erie Canal | primary_answer_source) ===
The Erie Canal opened on October 26, 1825, and joined the Hudson River to Lake Erie.
Question: When did the Erie Canal open, and what did it connect?
Answer:
{"claims": [{"text": "The Erie Canal opened on October 26, 1825.", "evidence_ids": ["E1"]}, {"text": "The Erie Canal joined the Hudson River to Lake Erie.", "evidence_ids": ["E1"]}]})",
    .reminder =
        "Answer from the passages above with one JSON object: {\"claims\": [{\"text\": ..., "
        "\"evidence_ids\": [\"E1\"]}]}. If they do not answer: {\"claims\": []}."};

}  // namespace arborist::prompt
