// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "compress/byte_source.h"
#include "ingest/formats/format.h"
#include "ingest/limits.h"
#include "ingest/source_document.h"

namespace arborist::ingest {

// Reads JSON Lines: each line an object {"uri","title","text"}, of which the title may be absent
// (the uri stands for it) and other members are ignored. URIs are taken verbatim; source_hash is
// that of the line without its end. A line with a member twice is skipped: readers differ on which
// of the two counts. CRLF, blank lines, a byte-order mark and a last line without an
// end are fine. A line that is not such an object, or breaks a limit, is skipped and named; the
// rest goes on. Memory: about one line, which may have max_document_bytes.
class JsonLinesReader final : public StreamReader {
 public:
  // kLastCounts is for reading again what an older version took in.
  enum class Twice : std::uint8_t { kSkipped, kLastCounts };

  JsonLinesReader(std::unique_ptr<compress::ByteSource> source, const Limits& limits = {},
                  Twice twice = Twice::kSkipped);

  // A line that an error of the source cut in two is not read. The ordinal is the number of the
  // line, from 1. Of a compressed file `consumed` is in proportion.
  Result<std::optional<SourceDocument>> Next() override;
  std::uint64_t ordinal() const override { return ordinal_; }
  void SkipUntil(std::uint64_t ordinal) override { skip_until_ = ordinal; }
  std::vector<Skipped> TakeSkipped() override;
  std::uint64_t consumed() const override;

  std::uint64_t lines() const { return line_; }             // seen so far
  std::uint64_t skipped() const { return skipped_count_; }  // of these, left out with a reason

 private:
  struct Line {
    std::string_view bytes;  // until the next call
    bool too_long = false;
  };
  Result<std::optional<Line>> NextLine();
  Result<bool> Fill();  // false at the end of the source
  void Skip(std::string reason);

  std::unique_ptr<compress::ByteSource> source_;
  Limits limits_;
  Twice twice_;
  std::string buffer_;
  std::size_t begin_ = 0;  // of the unread bytes in buffer_
  std::size_t end_ = 0;
  std::uint64_t decoded_ = 0;  // bytes out of the source
  bool at_end_ = false;
  std::uint64_t line_ = 0;
  std::uint64_t ordinal_ = 0;
  std::uint64_t skip_until_ = 0;
  std::vector<Skipped> skipped_;
  std::uint64_t skipped_count_ = 0;
};

}  // namespace arborist::ingest
