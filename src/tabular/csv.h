// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "reading/reading.h"
#include "tabular/dialect.h"

namespace arborist::tabular {

// Fills up to `size` bytes and returns how many; 0 is the end.
using ReadBytes = std::function<Result<std::size_t>(char* buffer, std::size_t size)>;

inline constexpr std::uint64_t kRowsOfPart = 20000;

// Rows of a file that make one document.
struct Part {
  std::string fragment;      // "row=1-20000"; empty: the part is the whole file
  std::uint64_t number = 0;  // from 1
  reading::Reading reading;
};

// The parts of a CSV or TSV file (csv-text-v1, docs/format/csv-text.md) one after the other, in the
// memory of one of them. The bytes are UTF-8, with or without byte-order mark. For one thread.
class CsvReader {
 public:
  // `on_bytes` sees the bytes of each part, in order, before Next returns it; it may be null.
  CsvReader(ReadBytes read, const reading::ReadingLimits& limits,
            std::uint64_t rows_of_part = kRowsOfPart,
            std::function<void(std::string_view)> on_bytes = nullptr);

  // Nothing at the end. A part whose verdict is neither kRead nor kReadInPart is the last one. An
  // error is one of the source, and final.
  Result<std::optional<Part>> Next();

  // Bytes of the file behind what Next returned.
  std::uint64_t consumed() const { return base_ + begin_; }

 private:
  struct Row {
    std::uint64_t number = 0;  // as a sheet numbers it, from 1
    Record cells;
  };
  std::string_view Rest() const { return std::string_view(buffer_).substr(begin_, end_ - begin_); }
  Source Here() const { return at_end_ ? Source::kAtEnd : Source::kGoesOn; }
  Status Start();
  Status FillTo(std::size_t size);
  Result<bool> Fill();
  // The next row; nothing at the end.
  Result<std::optional<Row>> NextRow();
  Result<Part> PlainPart();
  Result<Part> TablePart();
  void Write(const Row& row, reading::Reading* reading) const;
  void End(reading::Verdict verdict, std::string detail, Part* part);
  void Consume(std::size_t bytes);
  bool IsFull(const reading::Reading& reading, std::uint64_t cells) const;

  ReadBytes read_;
  reading::ReadingLimits limits_;
  std::uint64_t rows_of_part_;
  std::function<void(std::string_view)> on_bytes_;
  std::string buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t base_ = 0;
  bool at_end_ = false;
  bool started_ = false;
  bool done_ = false;
  Layout layout_;
  std::vector<std::string> names_;  // of the columns
  std::uint64_t header_row_ = 0;    // 0: there is none
  std::uint64_t rows_ = 0;          // that were read
  std::uint64_t parts_ = 0;
  std::string failure_;  // why reading ended before the end of the file
  reading::Verdict failed_ = reading::Verdict::kRead;
  std::uint64_t recoveries_ = 0;
  std::uint64_t unclosed_row_ = 0;  // the last one with a quote that nothing closes
};

// The whole file as one document. Bytes with a byte-order mark of UTF-16 or UTF-32 are decoded.
reading::Reading ReadCsv(std::string_view bytes, const reading::ReadingLimits& limits = {});

}  // namespace arborist::tabular
