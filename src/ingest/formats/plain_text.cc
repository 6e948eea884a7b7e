// SPDX-License-Identifier: AGPL-3.0-only
// plain-v1: text as it was decoded, source code included.
#include "ingest/formats/decode.h"
#include "ingest/formats/format.h"
#include "ingest/title.h"

namespace arborist::ingest {

Result<Extracted> ReadPlainTextFile(const Origin& origin, std::string bytes, const Limits&) {
  TRY_ASSIGN(std::string text, DecodeText(bytes, origin.charset()));
  std::string title = TitleOfText(origin.uri(), text);
  return Extracted{.title = std::move(title), .text = std::move(text)};
}

}  // namespace arborist::ingest
