// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/formats/json_lines.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

#include "base/ascii.h"
#include "crypto/sha256.h"
#include "ingest/formats/table.h"
#include "json/value.h"
#include "text/encoding.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace arborist::ingest {

namespace {

constexpr std::size_t kReadBytes = std::size_t{1} << 20;
constexpr std::size_t kMaxJsonDepth = 64;

bool IsBlank(std::string_view text) {
  while (const std::size_t blank = text::WhitespaceAt(text, 0)) text.remove_prefix(blank);
  return text.empty();
}

// The code point of the surrogate whose three bytes stand there.
unsigned SurrogateAt(std::string_view text, std::size_t at) {
  const auto bits = [&](std::size_t i) { return static_cast<std::uint8_t>(text[at + i]) & 0x3Fu; };
  return 0xD000u | bits(1) << 6 | bits(2);
}

// By the ending of its URI, for a text with markup is read and shown as one. The text is stored as
// it stands in the line, like any other.
std::string_view ExtractionOf(std::string_view uri) {
  const std::size_t dot = uri.find_last_of("./");
  if (dot == std::string_view::npos || uri[dot] == '/') return kJsonLinesExtraction;
  const Format* const format = FormatOfEnding(LowerAscii(uri.substr(dot + 1)));
  if (format == nullptr) return kJsonLinesExtraction;
  if (format->extraction == document::kMarkdownExtraction) return document::kMarkdownLineExtraction;
  if (format->extraction == document::kRestExtraction) return document::kRestLineExtraction;
  if (format->extraction == document::kAsciiDocExtraction) return document::kAsciiDocLineExtraction;
  return kJsonLinesExtraction;
}

// A member that must be a string; the error is why it will not do.
Result<std::string> StringMember(const json::Object& object, std::string_view key) {
  const auto member = object.find(key);
  if (member == object.end()) {
    return Fail(ErrorCode::kInvalidData, "\"" + std::string(key) + "\" is missing");
  }
  if (!member->second.is_string()) {
    return Fail(ErrorCode::kInvalidData, "\"" + std::string(key) + "\" is not a string");
  }
  const std::string& value = member->second.as_string();
  // JSON may spell half of a pair; a document is Unicode text and may not hold it.
  if (const std::size_t at = text::FindInvalidUtf8(value); at != std::string::npos) {
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\u%04x", SurrogateAt(value, at));
    return Fail(ErrorCode::kInvalidData, "\"" + std::string(key) + "\" holds a lone surrogate, " +
                                             escape + " at byte " + std::to_string(at) +
                                             ", which is no character");
  }
  return value;
}

Result<SourceDocument> ParseLine(std::string_view line, const Limits& limits,
                                 JsonLinesReader::Twice twice) {
  if (text::FindInvalidUtf8(line) != std::string_view::npos) {
    return Fail(ErrorCode::kInvalidData, "it is not UTF-8");
  }
  TRY_ASSIGN(const json::Value value,
             json::Parse(line, {.max_depth = kMaxJsonDepth,
                                .max_bytes = line.size(),
                                .unique_keys = twice == JsonLinesReader::Twice::kSkipped}));
  if (!value.is_object()) return Fail(ErrorCode::kInvalidData, "it is not a JSON object");
  SourceDocument document;
  TRY_ASSIGN(document.uri, StringMember(value.as_object(), "uri"));
  TRY_ASSIGN(document.text, StringMember(value.as_object(), "text"));
  document.title = document.uri;
  if (value.Find("title") != nullptr) {
    TRY_ASSIGN(document.title, StringMember(value.as_object(), "title"));
  }
  if (document.uri.empty()) return Fail(ErrorCode::kInvalidData, "\"uri\" is empty");
  if (document.uri.size() > limits.max_uri_bytes) {
    return Fail(ErrorCode::kLimitExceeded,
                "\"uri\" has more than " + std::to_string(limits.max_uri_bytes) + " bytes");
  }
  if (document.title.size() > limits.max_title_bytes) {
    return Fail(ErrorCode::kLimitExceeded,
                "\"title\" has more than " + std::to_string(limits.max_title_bytes) + " bytes");
  }
  if (IsBlank(document.text)) return Fail(ErrorCode::kInvalidData, "\"text\" is empty");
  document.source_type = "jsonl";
  document.extraction = ExtractionOf(document.uri);
  document.source_hash = SourceHash(crypto::Sha256(AsBytes(line)));
  return document;
}

struct FirstLine {
  bool is_object = false;  // a JSON object, as far as it can be seen
  bool complete = false;
  bool has_uri = false;
  bool has_text = false;
};

// The keys of the JSON object in the first line, without judging its values: the reader does.
FirstLine ReadFirstLine(std::string_view text) {
  FirstLine line;
  text = TrimAscii(text);
  const std::size_t end = text.find('\n');
  text = TrimAscii(text.substr(0, end));
  if (!text.starts_with('{')) return line;
  int depth = 0;
  bool expect_key = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '{' || c == '[') {
      ++depth;
      if (depth == 1) expect_key = true;
    } else if (c == '}' || c == ']') {
      if (--depth == 0) {
        line.complete = c == '}' && i + 1 == text.size();
        line.is_object = line.complete;
        return line;
      }
    } else if (c == ',' && depth == 1) {
      expect_key = true;
    } else if (c == '"') {
      std::size_t close = i + 1;
      while (close < text.size() && text[close] != '"') close += text[close] == '\\' ? 2u : 1u;
      if (close >= text.size()) break;
      const std::string_view key = text.substr(i + 1, close - i - 1);
      if (expect_key && depth == 1) {
        line.has_uri |= key == "uri";
        line.has_text |= key == "text";
        expect_key = false;
      }
      i = close;
    }
  }
  line.is_object = end == std::string_view::npos;  // cut off by the end of the head
  return line;
}

}  // namespace

JsonLinesReader::JsonLinesReader(std::unique_ptr<compress::ByteSource> source, const Limits& limits,
                                 Twice twice)
    : source_(std::move(source)), limits_(limits), twice_(twice) {}

std::uint64_t JsonLinesReader::consumed() const {
  if (decoded_ == 0) return 0;
  const std::uint64_t unread = end_ - begin_;
  return static_cast<std::uint64_t>(static_cast<double>(source_->consumed()) *
                                    static_cast<double>(decoded_ - unread) /
                                    static_cast<double>(decoded_));
}

std::vector<Skipped> JsonLinesReader::TakeSkipped() { return std::exchange(skipped_, {}); }

void JsonLinesReader::Skip(std::string reason) {
  ++skipped_count_;
  if (skipped_.size() < kMaxNamedSkips) {
    skipped_.push_back({"line " + std::to_string(line_), std::move(reason)});
  }
}

Result<std::optional<SourceDocument>> JsonLinesReader::Next() {
  while (true) {
    TRY_ASSIGN(std::optional<Line> line, NextLine());
    if (!line) return std::nullopt;
    if (line_ <= skip_until_) continue;
    if (line->too_long) {
      Skip("it has more than " + std::to_string(limits_.max_document_bytes) + " bytes");
      continue;
    }
    if (line_ == 1 && line->bytes.starts_with(text::kUtf8ByteOrderMark)) {
      line->bytes.remove_prefix(text::kUtf8ByteOrderMark.size());
    }
    if (IsBlank(line->bytes)) continue;
    auto document = ParseLine(line->bytes, limits_, twice_);
    if (!document) {
      Skip(std::move(document).error().message);
      continue;
    }
    ordinal_ = line_;
    return std::optional(std::move(*document));
  }
}

// Reads more behind the unread bytes.
Result<bool> JsonLinesReader::Fill() {
  if (at_end_) return false;
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (buffer_.size() < end_ + kReadBytes) buffer_.resize(2 * end_ + kReadBytes);
  TRY_ASSIGN(const std::size_t count, source_->Read(buffer_.data() + end_, kReadBytes));
  end_ += count;
  decoded_ += count;
  at_end_ = count == 0;
  return !at_end_;
}

Result<std::optional<JsonLinesReader::Line>> JsonLinesReader::NextLine() {
  Line line;
  std::size_t searched = 0;  // bytes from begin_ that hold no line feed
  while (true) {
    const char* const from = buffer_.data() + begin_ + searched;
    const void* const feed = std::memchr(from, '\n', end_ - begin_ - searched);
    if (feed != nullptr || at_end_) {
      const auto length = feed == nullptr
                              ? end_ - begin_
                              : static_cast<std::size_t>(static_cast<const char*>(feed) -
                                                         (buffer_.data() + begin_));
      if (feed == nullptr && length == 0 && !line.too_long) return std::nullopt;
      line.bytes = std::string_view(buffer_).substr(begin_, length);
      begin_ += length + (feed == nullptr ? 0 : 1);
      ++line_;
      if (line.bytes.ends_with('\r')) line.bytes.remove_suffix(1);
      line.too_long |= line.bytes.size() > limits_.max_document_bytes;
      return line;
    }
    searched = end_ - begin_;
    if (searched > limits_.max_document_bytes + 1) {
      // Too long already: what is here need not be kept.
      line.too_long = true;
      begin_ = end_;
      searched = 0;
    }
    TRY(Fill());
  }
}

bool HoldsJsonLines(const Head& head) {
  const FirstLine line = ReadFirstLine(head.text);
  if (!line.is_object) return false;
  if (line.has_uri && line.has_text) return true;
  const bool by_name = head.ending == "jsonl" || head.ending == "ndjson";
  return by_name && !line.complete && (line.has_uri || line.has_text);
}

Result<std::unique_ptr<StreamReader>> OpenJsonLines(const Origin& origin,
                                                    const ReadOptions& options) {
  TRY_ASSIGN(
      std::unique_ptr<compress::ByteSource> bytes,
      origin.Open({.threads = 1, .max_expansion_ratio = options.limits.max_expansion_ratio}));
  return std::make_unique<JsonLinesReader>(
      std::move(bytes), options.limits,
      options.as_before ? JsonLinesReader::Twice::kLastCounts : JsonLinesReader::Twice::kSkipped);
}

}  // namespace arborist::ingest
