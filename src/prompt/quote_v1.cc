// SPDX-License-Identifier: AGPL-3.0-only
#include "prompt/texts.h"

namespace arborist::prompt {

// FROZEN quote-v1: every fact as a verbatim quotation.
const Prompt kQuoteV1 = {
    .version = "quote-v1",
    .system = R"(You answer a question from source passages and from nothing else.

How to write:
- Give every fact as a quotation: copy the words from a passage, letter by letter, between double quotation marks.
- Quote whole sentences or clauses of at least four words. Do not shorten, join or correct what you quote.
- Put nothing else between quotation marks. A few words of your own may introduce a quotation.
- Do not add a source, a link or a note behind a quotation.
- If the passages do not answer the question, write only: Not in the sources.

Example
=== Erie Canal ===
The Erie Canal opened on October 26, 1825, and joined the Hudson River to Lake Erie.
Question: When did the Erie Canal open?
Answer:
The article on the canal says: "The Erie Canal opened on October 26, 1825, and joined the Hudson River to Lake Erie.")",
    .reminder =
        "Answer from the passages above, with their own words between double quotation marks. If "
        "they do not answer, write only: Not in the sources."};

}  // namespace arborist::prompt
