// SPDX-License-Identifier: AGPL-3.0-only
// csv-text-v1: docs/format/csv-text.md. A stream, for a large file becomes several documents. UTF-8
// is read as it comes; a file that begins as another encoding is decoded whole, as plain text is.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "compress/byte_source.h"
#include "crypto/sha256.h"
#include "ingest/formats/decode.h"
#include "ingest/formats/format.h"
#include "ingest/formats/reading_adapter.h"
#include "ingest/title.h"
#include "tabular/csv.h"
#include "text/encoding.h"
#include "text/utf8.h"

namespace arborist::ingest {

namespace {

constexpr std::string_view kCsvExtraction = "csv-text-v1";
constexpr std::size_t kHeadBytesOfCsv = std::size_t{64} << 10;
constexpr std::size_t kLongestCharacter = 4;

// The bytes that a CsvReader reads: what was looked at, then the rest of the source.
class CsvBytes {
 public:
  static Result<std::unique_ptr<CsvBytes>> Open(const Origin& origin, const Limits& limits) {
    auto bytes = std::make_unique<CsvBytes>();
    TRY_ASSIGN(bytes->source_,
               origin.Open({.threads = 0, .max_expansion_ratio = limits.max_expansion_ratio}));
    TRY(bytes->FillTo(kHeadBytesOfCsv));
    if (bytes->IsUtf8()) return bytes;
    TRY(bytes->FillTo(limits.max_file_bytes + 1));
    if (bytes->start_.size() > limits.max_file_bytes) {
      return Fail(ErrorCode::kLimitExceeded,
                  "larger than the limit of " + std::to_string(limits.max_file_bytes) + " bytes");
    }
    bytes->hash_ = crypto::Sha256(bytes->start_);
    TRY_ASSIGN(bytes->start_, DecodeText(bytes->start_));
    return bytes;
  }

  Result<std::size_t> Read(char* buffer, std::size_t size) {
    if (pos_ < start_.size()) {
      const std::size_t count = start_.copy(buffer, size, pos_);
      pos_ += count;
      return count;
    }
    start_ = {};
    pos_ = 0;
    return source_->Read(buffer, size);
  }

  // Of a file that was decoded whole.
  const std::optional<Hash256>& hash() const { return hash_; }
  std::uint64_t consumed() const { return source_->consumed(); }

 private:
  Status FillTo(std::uint64_t size) {
    while (start_.size() < size) {
      const std::size_t begin = start_.size();
      start_.resize(begin + kHeadBytesOfCsv);
      auto count = source_->Read(start_.data() + begin, kHeadBytesOfCsv);
      start_.resize(begin + (count ? *count : 0));
      if (!count) return std::unexpected(std::move(count).error());
      if (*count == 0) break;
    }
    return {};
  }

  // As far as can be seen; a character may be cut at the end.
  bool IsUtf8() const {
    const text::ByteOrderMark mark = text::DetectByteOrderMark(start_);
    if (mark.length > 0) return mark.charset == "UTF-8";
    const std::size_t bad = text::FindInvalidUtf8(start_);
    return bad == std::string::npos ||
           (start_.size() >= kHeadBytesOfCsv && bad + kLongestCharacter > start_.size());
  }

  std::unique_ptr<compress::ByteSource> source_;
  std::string start_;
  std::size_t pos_ = 0;
  std::optional<Hash256> hash_;
};

class CsvStream final : public StreamReader {
 public:
  CsvStream(const Origin& origin, std::unique_ptr<CsvBytes> bytes, const Limits& limits)
      : origin_uri_(origin.uri()),
        title_source_(origin.title_source()),
        depth_(origin.depth()),
        limits_(limits),
        bytes_(std::move(bytes)),
        reader_([this](char* buffer, std::size_t size) { return bytes_->Read(buffer, size); },
                ReadingLimitsOf(limits), tabular::kRowsOfPart,
                [this](std::string_view seen) { hasher_.Update(seen); }) {}

  Result<std::optional<SourceDocument>> Next() override {
    while (true) {
      TRY_ASSIGN(std::optional<tabular::Part> part, reader_.Next());
      if (!part) return std::nullopt;
      ordinal_ = part->number;
      const SourceHash hash(hasher_.Finish());
      if (ordinal_ <= skip_until_) continue;
      const std::string rows = std::move(part->fragment);
      auto extracted = ExtractedOf(std::move(part->reading), limits_);
      if (!extracted) {
        skipped_.push_back({rows.empty() ? "table" : rows, std::move(extracted).error().message});
        continue;
      }
      return DocumentOf(std::move(*extracted), rows, hash);
    }
  }

  std::uint64_t ordinal() const override { return ordinal_; }
  void SkipUntil(std::uint64_t ordinal) override { skip_until_ = ordinal; }
  std::vector<Skipped> TakeSkipped() override { return std::exchange(skipped_, {}); }
  std::uint64_t consumed() const override { return bytes_->consumed(); }

 private:
  SourceDocument DocumentOf(Extracted extracted, const std::string& rows, SourceHash hash) const {
    SourceDocument document;
    document.uri = rows.empty() ? origin_uri_ : UriInside(origin_uri_, depth_, rows);
    document.title = TitleOfFile(extracted.title, title_source_, limits_.max_title_bytes);
    if (!rows.empty()) document.title += ", rows " + rows.substr(rows.find('=') + 1);
    document.text = std::move(extracted.text);
    document.source_type = "csv";
    document.extraction = kCsvExtraction;
    document.source_hash = rows.empty() && bytes_->hash() ? SourceHash(*bytes_->hash()) : hash;
    document.notes = std::move(extracted.notes);
    return document;
  }

  const std::string origin_uri_;
  const std::string title_source_;
  const unsigned depth_;
  const Limits limits_;
  std::unique_ptr<CsvBytes> bytes_;
  crypto::Sha256Hasher hasher_;  // of the part that is read
  tabular::CsvReader reader_;
  std::uint64_t ordinal_ = 0;
  std::uint64_t skip_until_ = 0;
  std::vector<Skipped> skipped_;
};

}  // namespace

Result<std::unique_ptr<StreamReader>> OpenCsv(const Origin& origin, const ReadOptions& options) {
  TRY_ASSIGN(std::unique_ptr<CsvBytes> bytes, CsvBytes::Open(origin, options.limits));
  return std::make_unique<CsvStream>(origin, std::move(bytes), options.limits);
}

}  // namespace arborist::ingest
