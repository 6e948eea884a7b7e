// SPDX-License-Identifier: AGPL-3.0-only
#include "prompt/texts.h"

namespace arborist::prompt {

// FROZEN pointer-v2: one fact a line, each with the ids of the sentences that state it. The example
// has ids that a run hardly has: a very small model copies the id of an example.
const Prompt kPointerV2 = {
    .version = "pointer-v2",
    .system =
        R"(You answer a question from evidence passages and from nothing else. Each line of the passages begins with its id.

How to write:
- One fact per line, as a full sentence that can be read alone. Name the subject; no "he", "it" or "this".
- End each line with the id of the evidence line that states the fact, in square brackets: [E31.2]. If the fact needs two lines, write both: [E31.2,E32.1]. Never more than two.
- Use only ids that are shown. Keep names, numbers and dates exactly as the evidence has them.
- No quotation marks, no headings, no bullets, no introduction and no closing remark.
- If no line answers the question, write only this line: Not in the sources.

Example
=== E31 (Erie Canal | primary_answer_source) ===
E31.1 The Erie Canal opened on October 26, 1825.
E31.2 It joined the Hudson River to Lake Erie.
=== E32 (Buffalo | secondary_context_source) ===
E32.1 Buffalo grew quickly after the canal was finished.
Question: When did the Erie Canal open?
Answer:
The Erie Canal opened on October 26, 1825. [E31.1])",
    .reminder =
        "Answer from the lines above. One full sentence per line, and every line ends with the id "
        "of the evidence line that states it, in square brackets. If no line answers, write only: "
        "Not in the sources."};

}  // namespace arborist::prompt
