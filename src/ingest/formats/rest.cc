// SPDX-License-Identifier: AGPL-3.0-only
// rest-v1: reStructuredText as it was decoded. Its sections are read by the base (markup/rest.h).
#include "ingest/formats/decode.h"
#include "ingest/formats/format.h"
#include "ingest/title.h"

namespace arborist::ingest {

Result<Extracted> ReadRestFile(const Origin& origin, std::string bytes, const Limits&) {
  TRY_ASSIGN(std::string text, DecodeText(bytes));
  std::string title = TitleOfText(origin.uri(), text);
  return Extracted{.title = std::move(title), .text = std::move(text)};
}

}  // namespace arborist::ingest
