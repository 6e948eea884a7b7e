// SPDX-License-Identifier: AGPL-3.0-only
// Each dialect reads the first 200 records with the parser that will read all of them. The one
// wins in which most records have the same width, then the one with more columns. A guess from the
// frequency of characters splits words at letters; this cannot.
#include "tabular/dialect.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "base/ascii.h"

namespace arborist::tabular {

namespace {

constexpr std::size_t kTrialRecords = 200;
constexpr std::size_t kMaxUnclosed = 3;  // each is looked for to the end of the sample
constexpr std::size_t kMaxPreamble = 30;
constexpr std::size_t kRegularPercent = 90;
constexpr std::size_t kMaxHeaderBytes = 200;  // of one name

struct Trial {
  Dialect dialect;
  std::vector<Record> records;
  std::size_t unclosed = 0;  // quotes
  std::size_t width = 0;
  std::size_t begin = 0;    // of the table in `records`
  std::size_t filled = 0;   // records that are not blank, preamble included
  std::size_t regular = 0;  // of those from begin on, as wide as most
  std::size_t near = 0;     // of those, one cell more or less
  std::size_t table = 0;    // all from begin on, not blank

  bool Better(const Trial& other) const {
    if ((unclosed == 0) != (other.unclosed == 0)) return unclosed == 0;
    const std::size_t mine = regular * other.filled;
    const std::size_t its = other.regular * filled;
    return mine != its ? mine > its : width > other.width;
  }
};

std::vector<Record> Sample(std::string_view head, Source source, const Dialect& dialect,
                           std::size_t* unclosed) {
  std::vector<Record> records;
  while (!head.empty() && records.size() < kTrialRecords) {
    Record fields;
    std::size_t used = 0;
    const Lines lines = *unclosed < kMaxUnclosed ? Lines::kMany : Lines::kOne;
    const Parsed parsed = ParseRecord(head, source, dialect, lines, &fields, &used);
    if (parsed == Parsed::kNeedsMore && !records.empty()) break;
    if (parsed == Parsed::kUnclosed) ++*unclosed;
    if (parsed != Parsed::kRecord)
      ParseRecord(head, Source::kAtEnd, dialect, Lines::kOne, &fields, &used);
    head.remove_prefix(used);
    records.push_back(std::move(fields));
  }
  return records;
}

// The width that most records have which have more than one cell; of two the larger.
std::size_t ModalWidth(const std::vector<Record>& records) {
  std::map<std::size_t, std::size_t> counts;
  for (const Record& record : records) {
    if (record.size() > 1) ++counts[record.size()];
  }
  std::size_t width = 0;
  std::size_t most = 0;
  for (const auto& [one, count] : counts) {
    if (count >= most) {
      width = one;
      most = count;
    }
  }
  return width;
}

Trial Try(std::string_view head, Source source, const Dialect& dialect) {
  Trial trial;
  trial.dialect = dialect;
  trial.records = Sample(head, source, dialect, &trial.unclosed);
  trial.width = ModalWidth(trial.records);
  const auto first = std::ranges::find_if(
      trial.records, [&](const Record& record) { return record.size() == trial.width; });
  trial.begin = static_cast<std::size_t>(first - trial.records.begin());
  for (std::size_t i = 0; i < trial.records.size(); ++i) {
    const Record& record = trial.records[i];
    if (IsBlank(record) && record.size() <= 1) continue;
    ++trial.filled;
    if (i < trial.begin) continue;
    ++trial.table;
    if (record.size() == trial.width) {
      ++trial.regular;
    } else if (record.size() > 1 &&
               (record.size() + 1 == trial.width || record.size() == trial.width + 1)) {
      ++trial.near;
    }
  }
  return trial;
}

enum class Letters : std::uint8_t { kLower, kUpper, kMixed };
Letters LettersOf(std::string_view cell) {
  bool lower = false;
  bool upper = false;
  for (const char c : cell) {
    lower |= (c >= 'a' && c <= 'z') || (c & 0x80) != 0;
    upper |= c >= 'A' && c <= 'Z';
  }
  if (lower == upper) return Letters::kMixed;
  return lower ? Letters::kLower : Letters::kUpper;
}

// What the cells of one column say about the one above them.
struct Evidence {
  bool values = false;   // they are numbers or dates, and it is not
  bool looks = false;    // they are much longer, or written in other letters
  bool repeats = false;  // it stands among them
};
Evidence EvidenceOf(const std::vector<Record>& records, std::size_t header, std::size_t column) {
  const std::string& name = records[header][column];
  std::size_t filled = 0;
  std::size_t values = 0;
  std::size_t bytes = 0;
  std::size_t other_letters = 0;
  Evidence out;
  for (std::size_t i = header + 1; i < records.size(); ++i) {
    if (column >= records[i].size() || TrimAscii(records[i][column]).empty()) continue;
    const std::string& cell = records[i][column];
    ++filled;
    if (IsValue(cell)) ++values;
    bytes += cell.size();
    if (LettersOf(cell) != LettersOf(name)) ++other_letters;
    out.repeats |= cell == name;
  }
  if (filled == 0) return out;
  out.values = values * 10 >= filled * 8;
  out.looks = bytes > 3 * filled * name.size() ||
              (LettersOf(name) != Letters::kMixed && other_letters * 10 >= filled * 8);
  return out;
}

enum class Header : std::uint8_t { kNone, kLikely, kTyped };
// All its cells are names, none is there twice, and what stands below is of another kind. Without
// that, a first row of data would be written before each value as if it were its name.
Header HeaderOf(const Trial& trial) {
  const Record& names = trial.records[trial.begin];
  std::set<std::string_view> seen;
  bool distinct = true;
  std::size_t blank = 0;
  for (const std::string& name : names) {
    if (TrimAscii(name).empty()) {
      ++blank;
      continue;
    }
    if (IsValue(name) || name.size() > kMaxHeaderBytes) return Header::kNone;
    distinct = seen.insert(name).second && distinct;
  }
  if (blank * 4 > names.size() || seen.empty()) return Header::kNone;
  std::size_t looks = 0;
  bool typed = false;
  bool repeats = false;
  for (std::size_t column = 0; column < names.size(); ++column) {
    const Evidence evidence = EvidenceOf(trial.records, trial.begin, column);
    typed |= evidence.values;
    if (evidence.looks) ++looks;
    repeats |= evidence.repeats;
  }
  if (typed) return Header::kTyped;
  return distinct && !repeats && looks * 2 >= names.size() ? Header::kLikely : Header::kNone;
}

// The delimiter that a line "sep=;" at the start declares.
std::optional<char> DeclaredDelimiter(std::string_view head, std::size_t* bytes) {
  std::string_view rest = head;
  std::string_view line = TakeLine(&rest);
  if (line.starts_with('"') && line.ends_with('"') && line.size() == 7) line = line.substr(1, 5);
  if (line.size() != 5 || !StartsWithIgnoringCase(line, "sep=") || rest.data() == nullptr)
    return std::nullopt;
  *bytes = head.size() - rest.size();
  return line[4];
}

}  // namespace

bool IsBlank(const Record& record) {
  return std::ranges::all_of(record, [](const auto& cell) { return TrimAscii(cell).empty(); });
}

bool IsValue(std::string_view cell) {
  cell = TrimAscii(cell);
  std::size_t digits = 0;
  std::size_t letters = 0;
  for (const char c : cell) {
    if (IsAsciiDigit(c)) {
      ++digits;
    } else if (IsAsciiLetter(c)) {
      ++letters;
    } else if ((c & 0x80) == 0 && !std::string_view("+-.,:/%$()' eE").contains(c)) {
      return false;
    }
  }
  // "1.5e-3", "2024-01-31T10:00:00Z", "12 EUR"; "Q1" and "abc" are names.
  return digits > 0 && letters <= 3 && !(letters > 0 && IsAsciiLetter(cell[0]));
}

Layout FindLayout(std::string_view head, Source source) {
  Layout layout;
  std::vector<Dialect> dialects;
  const std::optional<char> declared = DeclaredDelimiter(head, &layout.declared_bytes);
  head.remove_prefix(layout.declared_bytes);
  const std::string_view delimiters = declared ? std::string_view(&*declared, 1) : ",;\t|";
  for (const Escape escape : {Escape::kDoubled, Escape::kBackslash}) {
    if (escape == Escape::kBackslash && !head.contains("\\\"")) continue;
    for (const char delimiter : delimiters) dialects.push_back({delimiter, escape});
  }
  std::optional<Trial> best;
  for (const Dialect& dialect : dialects) {
    Trial trial = Try(head, source, dialect);
    if (trial.width > 1 && (!best || trial.Better(*best))) best = std::move(trial);
  }
  if (!best || best->begin > kMaxPreamble) return layout;
  layout.dialect = best->dialect;
  layout.width = best->width;
  layout.preamble = best->begin;
  const Header header = HeaderOf(*best);
  layout.has_header = header != Header::kNone && best->table > 1;
  // Names above values show a table also where rows lack a cell.
  const std::size_t regular = best->regular + (header == Header::kTyped ? best->near : 0);
  const bool enough = best->table > 1 || best->begin == 0;
  layout.is_table = declared || (enough && regular * 100 >= best->table * kRegularPercent);
  return layout;
}

}  // namespace arborist::tabular
