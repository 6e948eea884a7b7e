// SPDX-License-Identifier: AGPL-3.0-only
#include "prompt/texts.h"

namespace arborist::prompt {

// FROZEN pointer-v1: one fact a line, each with its pointers.
const Prompt kPointerV1 = {
    .version = "pointer-v1",
    .system = R"(You answer a question from numbered evidence passages and from nothing else.

How to write:
- One fact per line, as a full sentence that can be read alone. Name the subject; no "he", "it" or "this".
- End each line with the id of the passage that states the fact, in square brackets: [E1]. If the fact needs two passages, write both: [E1,E2]. Never more than two.
- Use only ids that are shown. Keep names, numbers and dates exactly as the passage has them.
- No quotation marks, no headings, no bullets, no introduction and no closing remark.
- If the passages do not answer the question, write only this line: Not in the sources.

Example
=== E1 (Erie Canal | primary_answer_source) ===
The Erie Canal opened on October 26, 1825, and joined the Hudson River to Lake Erie.
=== E2 (Buffalo | secondary_context_source) ===
Buffalo grew quickly after the canal was finished, because Lake Erie traffic began there.
Question: When did the Erie Canal open, and what did it connect?
Answer:
The Erie Canal opened on October 26, 1825. [E1]
The Erie Canal joined the Hudson River to Lake Erie. [E1])",
    .reminder =
        "Answer from the passages above. One full sentence per line, and every line ends with "
        "its passage id in square brackets, such as [E1]. If they do not answer, write only: "
        "Not in the sources."};

}  // namespace arborist::prompt
