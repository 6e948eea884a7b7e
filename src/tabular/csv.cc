// SPDX-License-Identifier: AGPL-3.0-only
// The first MiB decides how the file is read. Then each record becomes one line in which each value
// stands behind the name of its column, so that a passage of a few rows never loses the names. What
// is no table after all is plain text, and the report says so.
#include "tabular/csv.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/ascii.h"
#include "text/encoding.h"
#include "text/utf8.h"

namespace arborist::tabular {

namespace {

using reading::Verdict;

constexpr std::size_t kReadBytes = std::size_t{256} << 10;
constexpr std::size_t kTrialBytes = std::size_t{1} << 20;
constexpr std::size_t kMaxRowBytes = std::size_t{16} << 20;
constexpr std::size_t kPartBytes = std::size_t{16}
                                   << 20;  // of text; a part of wide rows is shorter
// So many quotes that nothing closes are looked for a MiB ahead each; then lines end all rows.
constexpr std::uint64_t kMaxRecoveries = 16;

// A value on one line.
void AppendValue(std::string_view cell, std::string* out) {
  cell = TrimAscii(cell);
  bool gap = false;
  for (const char c : cell) {
    if (c == '\n' || c == '\r' || c == '\t' || (gap && c == ' ')) {
      gap = true;
      continue;
    }
    if (gap && !out->ends_with(' ')) out->push_back(' ');
    gap = false;
    out->push_back(c);
  }
}

}  // namespace

CsvReader::CsvReader(ReadBytes read, const reading::ReadingLimits& limits,
                     std::uint64_t rows_of_part, std::function<void(std::string_view)> on_bytes)
    : read_(std::move(read)),
      limits_(limits),
      rows_of_part_(rows_of_part),
      on_bytes_(std::move(on_bytes)) {}

void CsvReader::Consume(std::size_t bytes) {
  if (on_bytes_) on_bytes_(Rest().substr(0, bytes));
  begin_ += bytes;
}

bool CsvReader::IsFull(const reading::Reading& reading, std::uint64_t cells) const {
  return reading.report.units >= rows_of_part_ || reading.text.size() >= kPartBytes ||
         cells >= limits_.max_cells;
}

Result<bool> CsvReader::Fill() {
  if (at_end_) return false;
  if (begin_ > end_ / 2) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    base_ += begin_;
    end_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() < end_ + kReadBytes) buffer_.resize(2 * end_ + kReadBytes);
  TRY_ASSIGN(const std::size_t count, read_(buffer_.data() + end_, kReadBytes));
  end_ += count;
  at_end_ = count == 0;
  return !at_end_;
}

Status CsvReader::FillTo(std::size_t size) {
  while (end_ - begin_ < size) {
    TRY_ASSIGN(const bool more, Fill());
    if (!more) return {};
  }
  return {};
}

Status CsvReader::Start() {
  started_ = true;
  TRY(FillTo(kTrialBytes));
  if (Rest().starts_with(text::kUtf8ByteOrderMark)) Consume(text::kUtf8ByteOrderMark.size());
  // The end of the file shows only when reading finds nothing.
  layout_ = FindLayout(Rest().substr(0, kTrialBytes),
                       Rest().size() > kTrialBytes ? Source::kGoesOn : Here());
  if (!layout_.is_table) return {};
  Consume(layout_.declared_bytes);
  rows_ = layout_.declared_bytes > 0 ? 1 : 0;
  if (layout_.has_header) header_row_ = rows_ + layout_.preamble + 1;
  return {};
}

Result<std::optional<CsvReader::Row>> CsvReader::NextRow() {
  if (failed_ != Verdict::kRead) return std::nullopt;
  TRY(FillTo(1));
  if (Rest().empty()) return std::nullopt;
  Row row;
  std::size_t used = 0;
  Lines lines = recoveries_ < kMaxRecoveries ? Lines::kMany : Lines::kOne;
  while (true) {
    const Parsed parsed = ParseRecord(Rest(), Here(), layout_.dialect, lines, &row.cells, &used);
    if (parsed == Parsed::kRecord) break;
    if (parsed == Parsed::kUnclosed) {
      ++recoveries_;
      unclosed_row_ = rows_ + 1;
      lines = Lines::kOne;
      continue;
    }
    if (Rest().size() > kMaxRowBytes) {
      failed_ = Verdict::kOverLimit;
      failure_ = "row " + std::to_string(rows_ + 1) + " has more than 16 MiB";
      return std::nullopt;
    }
    TRY(FillTo(2 * Rest().size()));  // so that all attempts together are linear
  }
  row.number = ++rows_;
  const std::string_view bytes = Rest().substr(0, used);
  std::size_t bad = std::min(text::FindInvalidUtf8(bytes), bytes.find('\0'));
  if (bad != std::string_view::npos) {
    failed_ = Verdict::kDamaged;
    failure_ = (bytes[bad] == '\0' ? "a NUL byte at byte " : "not valid UTF-8 at byte ") +
               std::to_string(consumed() + bad);
    return std::nullopt;
  }
  Consume(used);
  return row;
}

void CsvReader::Write(const Row& row, reading::Reading* reading) const {
  std::string& out = reading->text;
  const std::size_t begin = out.size();
  const bool named = header_row_ > 0 && row.number > header_row_;
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    const bool blank = TrimAscii(row.cells[i]).empty();
    if (named) {
      if (blank) continue;
      if (out.size() > begin) out += "; ";
      if (i < names_.size() && !names_[i].empty()) {
        out += names_[i];
      } else {
        out += "column " + std::to_string(i + 1);
      }
      out += ": ";
    } else if (i > 0) {
      out.push_back('\t');
    }
    AppendValue(row.cells[i], &out);
  }
  while (out.size() > begin && out.back() == '\t') out.pop_back();
  if (out.size() == begin) return;
  const std::string number = std::to_string(row.number);
  reading->anchors.push_back({.begin = begin,
                              .kind = reading::AnchorKind::kRow,
                              .label = "row " + number,
                              .fragment = "row=" + number});
  out.push_back('\n');
  ++reading->report.units_with_text;
}

Result<Part> CsvReader::TablePart() {
  Part part{.fragment = {}, .number = ++parts_, .reading = {}};
  reading::Report& report = part.reading.report;
  report.unit_name = "rows";
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t cells = 0;
  const std::uint64_t unclosed_before = unclosed_row_;
  while (!IsFull(part.reading, cells)) {
    TRY_ASSIGN(std::optional<Row> row, NextRow());
    if (!row) {
      done_ = true;
      break;
    }
    cells += row->cells.size();
    if (first == 0) first = row->number;
    last = row->number;
    ++report.units;
    if (row->number == header_row_) {
      for (const std::string& cell : row->cells) {
        names_.emplace_back();
        AppendValue(cell, &names_.back());
      }
    }
    Write(*row, &part.reading);
  }
  if (!done_) {
    TRY(FillTo(1));
    done_ = Rest().empty();
  }
  if (unclosed_row_ > unclosed_before)
    reading::Warn(&report, "row " + std::to_string(unclosed_row_) +
                               " has a quote that nothing closes; its line was taken as the row");
  if (!done_ || parts_ > 1)
    part.fragment = "row=" + std::to_string(first) + "-" + std::to_string(last);
  if (part.reading.text.ends_with('\n')) part.reading.text.pop_back();
  if (failed_ != Verdict::kRead) {
    End(failed_, failure_, &part);
  } else if (part.reading.text.empty()) {
    End(Verdict::kEmpty, "", &part);
  }
  return part;
}

Result<Part> CsvReader::PlainPart() {
  Part part{.fragment = {}, .number = ++parts_, .reading = {}};
  TRY(FillTo(limits_.max_text_bytes + 1));
  done_ = true;
  const std::string_view bytes = Rest();
  const std::size_t bad = std::min(text::FindInvalidUtf8(bytes), bytes.find('\0'));
  if (bytes.size() > limits_.max_text_bytes) {
    End(Verdict::kOverLimit,
        "no table, and more than " + std::to_string(limits_.max_text_bytes) + " bytes", &part);
  } else if (bad != std::string_view::npos) {
    End(Verdict::kDamaged, "not valid UTF-8 at byte " + std::to_string(consumed() + bad), &part);
  } else if (TrimAscii(bytes).empty()) {
    End(Verdict::kEmpty, "", &part);
  } else {
    part.reading.text = bytes;
    reading::Warn(&part.reading.report, "no table was found in it; it was read as plain text");
  }
  Consume(Rest().size());
  return part;
}

// What was read before the damage stays, if there is any of it.
void CsvReader::End(Verdict verdict, std::string detail, Part* part) {
  reading::Reading& reading = part->reading;
  done_ = true;
  reading.report.verdict = reading.text.empty() ? verdict : Verdict::kReadInPart;
  reading.report.detail = std::move(detail);
}

Result<std::optional<Part>> CsvReader::Next() {
  if (done_) return std::nullopt;
  if (!started_) TRY(Start());
  if (!layout_.is_table) return PlainPart();
  return TablePart();
}

reading::Reading ReadCsv(std::string_view bytes, const reading::ReadingLimits& limits) {
  reading::Reading failed;
  if (bytes.size() > limits.max_input_bytes) {
    failed.report.verdict = Verdict::kOverLimit;
    failed.report.detail = "more than " + std::to_string(limits.max_input_bytes) + " bytes";
    return failed;
  }
  std::string decoded;
  if (const text::ByteOrderMark mark = text::DetectByteOrderMark(bytes);
      mark.length > 0 && mark.charset != "UTF-8") {
    auto utf8 = text::DecodeToUtf8(bytes, mark.charset);
    if (!utf8) {
      failed.report.verdict = Verdict::kDamaged;
      failed.report.detail = std::move(utf8).error().message;
      return failed;
    }
    decoded = std::move(*utf8);
    bytes = decoded;
  }
  CsvReader reader(
      [&](char* buffer, std::size_t size) -> Result<std::size_t> {
        const std::size_t count = bytes.copy(buffer, size);
        bytes.remove_prefix(count);
        return count;
      },
      limits, ~std::uint64_t{0});
  auto part = reader.Next();
  if (!part || !*part) {
    failed.report.verdict = Verdict::kEmpty;
    return failed;
  }
  reading::Reading reading = std::move((*part)->reading);
  if (auto more = reader.Next(); more && *more) {
    reading.report.verdict = Verdict::kReadInPart;
    reading.report.detail = "the rows behind " + std::to_string(reading.report.units) +
                            " are over a limit of cells or text";
  }
  return reading;
}

}  // namespace arborist::tabular
