// SPDX-License-Identifier: AGPL-3.0-only
// PDF files, read by arborist-read (docs/format/pdf-text.md).
#include "base/ascii.h"
#include "ingest/formats/format.h"
#include "ingest/formats/jailed.h"
#include "ingest/formats/reading_adapter.h"

namespace arborist::ingest {
namespace {

constexpr std::string_view kSign = "%PDF-";
constexpr std::size_t kMaxOffset = 1024;  // of the sign, as readers of PDF take it

// "%PDF-1.7", and an object ("1 0 obj") in what follows, so that a text about PDF files stays one.
bool IsHeader(std::string_view at) {
  at.remove_prefix(kSign.size());
  return at.size() >= 3 && IsAsciiDigit(at[0]) && at[1] == '.' && IsAsciiDigit(at[2]) &&
         at.contains("0 obj");
}

}  // namespace

bool HoldsPdf(const Head& head) {
  if (head.bytes.starts_with(kSign)) return true;
  for (std::size_t at = 0;; ++at) {
    at = head.bytes.find(kSign, at);
    if (at == std::string_view::npos || at > kMaxOffset) return false;
    const char before = head.bytes[at - 1];
    if ((before == '\n' || before == '\r' || head.text.empty()) && IsHeader(head.bytes.substr(at)))
      return true;
  }
}

Result<Extracted> ReadPdfFile(const Origin&, std::string bytes, const Limits& limits) {
  auto reading = ReadJailed("pdf", bytes, limits);
  if (!reading) return std::unexpected(std::move(reading).error().In("PDF"));
  auto extracted = ExtractedOf(std::move(*reading), limits);
  if (!extracted) return std::unexpected(std::move(extracted).error().In("PDF"));
  return extracted;
}

}  // namespace arborist::ingest
