// SPDX-License-Identifier: AGPL-3.0-only
// Signs by which a line of a text without markup is known. Each looks at a bounded part of the line
// or reads it once.
#include "blocks/plain_signs.h"

#include <algorithm>

#include "base/ascii.h"
#include "text/bullet.h"
#include "text/scan.h"

namespace arborist::blocks {

namespace {

constexpr std::size_t kLongTitle = 90;  // bytes
constexpr std::size_t kTitleWords = 10;

bool EndsWithStop(std::string_view text) {
  if (text.empty()) return false;
  if (std::string_view(".,;:!?").contains(text.back())) return true;
  const char32_t last = text::Before(text, text.size());
  return last == 0x3002 || last == 0xFF01 || last == 0xFF1F || last == 0xFF0C || last == 0x0964;
}

std::size_t CountAny(std::string_view text, std::string_view characters) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [&](char c) { return characters.contains(c); }));
}

// Whether a word is letters alone, but for marks of sentences around it.
bool IsPlainWord(std::string_view word) {
  word = text::StripAny(word, "\"'().,;:!?");
  return !word.empty() && std::ranges::all_of(word, [](char c) {
    return IsAsciiLetter(c) || c == '\'' || c == '-' || static_cast<unsigned char>(c) >= 0x80;
  }) && word[0] != '-';
}

// Whether at least 7 of 10 words are plain. Programs have plain words too, but more others.
bool HasMostlyWords(std::string_view text) {
  std::size_t words = 0, plain = 0;
  for (std::size_t pos = 0;;) {
    const std::string_view word = text::NextWord(text, &pos);
    if (word.empty()) break;
    ++words;
    if (IsPlainWord(word)) ++plain;
  }
  return 10 * plain >= 7 * words;
}

// Whether a line is a command with an option: cargo build --release.
bool IsCommand(std::string_view rest) {
  std::size_t pos = 0;
  const std::string_view name = text::NextWord(rest, &pos);
  if (name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_./-") !=
          std::string_view::npos ||
      name[0] == '-' || EndsWithStop(rest)) {
    return false;
  }
  const std::size_t option = rest.find(" -");
  return option != std::string_view::npos && option + 2 < rest.size() && rest[option + 2] != ' ' &&
         !HasMostlyWords(rest);
}

}  // namespace

std::size_t CountWords(std::string_view text) {
  std::size_t words = 0, pos = 0;
  while (!text::NextWord(text, &pos).empty()) ++words;
  return words;
}

char FenceMark(const Line& line) {
  for (const std::string_view fence : {"```", "~~~"}) {
    if (line.rest.starts_with(fence) && !line.rest.substr(3).contains(fence[0])) return fence[0];
  }
  return '\0';
}

bool IsRule(std::string_view rest) {
  return rest.size() >= 3 && rest.size() < 400 &&
         rest.find_first_not_of("-=*_~+^#|. ") == std::string_view::npos;
}

bool IsUnderlineOf(std::string_view marks, std::string_view title) {
  if (marks.size() < 3 || !std::string_view("=-~^*+#\"'`_").contains(marks[0]) ||
      !markup::IsRunOf(marks, marks[0], 3) || title.size() > 2 * kLongTitle || IsRule(title)) {
    return false;
  }
  const std::size_t length = text::CountCodePoints(title);
  return 4 * marks.size() >= 3 * length && marks.size() <= 2 * length + 4;
}

int MarkedLevel(std::string_view rest) {
  if (rest.size() > 2 * kLongTitle || rest.empty() || (rest[0] != '#' && rest[0] != '=')) return 0;
  const std::size_t level = std::min(rest.find_first_not_of(rest[0]), rest.size());
  if (level > 6 || level == rest.size()) return 0;
  if (rest[0] == '#') return rest[level] == ' ' ? static_cast<int>(level) : 0;
  const bool closed = rest.size() > 2 * level && rest.ends_with(rest.substr(0, level));
  return level > 1 && closed ? static_cast<int>(level) : 0;
}

HeadingNumber HeadingNumberOf(std::string_view rest) {
  HeadingNumber number;
  std::size_t pos = 0;
  while (pos < rest.size() && pos < 16) {
    const std::size_t begin = pos;
    while (pos < rest.size() && pos - begin < 3 && IsAsciiDigit(rest[pos])) ++pos;
    // A.1 of an appendix
    if (pos == begin && begin == 0 && rest.size() > 2 && text::IsAsciiUpper(rest[0]) &&
        rest[1] == '.' && IsAsciiDigit(rest[2])) {
      ++pos;
    }
    if (pos == begin) break;
    ++number.parts;
    if (pos < rest.size() && rest[pos] == '.') {
      ++pos;
      continue;
    }
    break;
  }
  const std::size_t text = rest.find_first_not_of(' ', pos);
  if (number.parts == 0 || pos >= rest.size() || rest[pos] != ' ' ||
      text == std::string_view::npos || !text::IsUpper(text::At(rest, text))) {
    return {};
  }
  number.length = text;
  return number;
}

bool IsShortTitle(std::string_view rest, bool first_line) {
  // A question on a line of its own is the title of its answer. It may be longer than other titles.
  const bool asks = rest.ends_with('?') || rest.ends_with("\uFF1F");
  const std::size_t longest = asks ? 2 : 1;
  if (rest.size() > longest * kLongTitle || (!asks && EndsWithStop(rest))) return false;
  const char32_t first = text::At(rest, 0);
  constexpr char32_t kSection = 0xA7;  // the sign before the number of a law's section
  if ((text::IsLower(first) && !first_line) || !(text::IsWordChar(first) || first == kSection)) {
    return false;
  }
  return CountWords(rest) <= longest * kTitleWords && !rest.contains('\t') &&
         !rest.contains(" | ") && !IsProgram(rest);
}

bool IsUpperTitle(std::string_view rest) {
  if (rest.size() > 60 || EndsWithStop(rest)) return false;
  std::size_t letters = 0;
  for (std::size_t pos = 0; pos < rest.size();) {
    const char32_t c = text::Decode(rest, &pos);
    if (text::IsLower(c)) return false;
    if (text::IsUpper(c)) ++letters;
  }
  return letters >= 3 && text::IsUpper(text::At(rest, 0)) && !rest.contains("  ") &&
         CountAny(rest, "=(){}<>_;") == 0;
}

ItemMark ItemMarkOf(std::string_view rest) {
  for (const std::string_view mark : {"\u2022", "\u00b7", "\u2023", "\u25e6", "\u25aa", "\u25cf",
                                      "\u2013", "\u2014", "-", "*", "+", "o"}) {
    if (!rest.starts_with(mark)) continue;
    const std::size_t text = rest.find_first_not_of(' ', mark.size());
    if (text == mark.size() || text == std::string_view::npos) return {};
    return {.length = text, .numbered = false};
  }
  // 1. 1) (1) (a) a)
  std::size_t pos = rest.starts_with("(") ? 1 : 0;
  const bool open = pos == 1;
  const std::size_t begin = pos;
  while (pos < rest.size() && pos - begin < 3 && IsAsciiDigit(rest[pos])) ++pos;
  const bool digits = pos > begin;
  if (!digits && pos < rest.size() && rest[pos] >= 'a' && rest[pos] <= 'z') ++pos;
  if (pos == begin || pos >= rest.size()) return {};
  if (rest[pos] != ')' && !(rest[pos] == '.' && digits && !open)) return {};
  const std::size_t text = rest.find_first_not_of(' ', pos + 1);
  if (text == pos + 1 || text == std::string_view::npos) return {};
  return {.length = text, .numbered = true};
}

std::size_t OptionLength(std::string_view rest) {
  if (rest.size() < 2 || rest[0] != '-') return 0;
  const std::size_t name = rest[1] == '-' ? 2 : 1;
  if (name >= rest.size() || !(IsAsciiLetter(rest[name]) || IsAsciiDigit(rest[name]) ||
                               (name == 1 && std::string_view("?#@%").contains(rest[name])))) {
    return 0;
  }
  const std::size_t gap = std::min(rest.find("  "), rest.size());
  const std::string_view options = rest.substr(0, std::min(gap, rest.find('\t')));
  constexpr std::size_t kLongOptions = 120;
  if (options.size() > kLongOptions || options.ends_with('.')) return 0;
  // "--help shows this": several plain words that belong to no syntax are the meaning of the
  // option.
  std::size_t pos = 0;
  for (std::string_view word = ","; word.ends_with(',') || word == "or";) {
    word = text::NextWord(options, &pos);
  }
  std::size_t peek = pos;
  const std::string_view next = text::NextWord(options, &peek);
  constexpr std::size_t kMeaning = 3;
  const bool told = CountWords(options.substr(pos)) >= kMeaning && IsPlainWord(next) &&
                    !text::IsAsciiUpper(next[0]);
  // "-1 degrees" is no option: options are few words.
  if (!told && CountWords(options) > 8) return 0;
  return told ? pos : options.size();
}

std::size_t TagLength(std::string_view rest) {
  constexpr std::size_t kTagColumn = 7;
  const std::size_t gap = rest.find(' ');
  if (gap > kTagColumn - 2) return 0;
  return rest.find_first_not_of(' ', gap) == kTagColumn ? gap : 0;
}

std::size_t PageTitleLength(std::string_view rest) {
  const std::size_t length = rest.find(')') + 1;
  if (length < 4 || length > 60 || rest.size() < 2 * length) return 0;
  const std::string_view title = rest.substr(0, length);
  const std::size_t open = title.find('(');
  if (open == 0 || open == std::string_view::npos || length - open > 8 || title.contains(' '))
    return 0;
  return rest.ends_with(title) ? length : 0;
}

std::size_t KeyLength(std::string_view rest) {
  constexpr std::size_t kLongKey = 40;
  const std::size_t colon = rest.find(": ");
  if (colon == std::string_view::npos || colon == 0 || colon > kLongKey) return 0;
  const std::string_view key = rest.substr(0, colon);
  const char32_t first = text::At(key, 0);
  if (!text::IsAlpha(first) || CountWords(key) > 4 || CountAny(key, ".,;!?\"{}<>()[]=/\\`'|") > 0)
    return 0;
  return colon;
}

std::size_t DashTermLength(std::string_view rest) {
  constexpr std::size_t kLongTerm = 60;
  const std::string_view near = rest.substr(0, kLongTerm);
  std::size_t dash = std::string_view::npos;
  for (const std::string_view mark : {" \u2014 ", " \u2013 ", " - ", " -- "}) {
    dash = std::min(dash, near.find(mark));
  }
  constexpr std::size_t kTermWords = 5;
  return dash != std::string_view::npos && CountWords(rest.substr(0, dash)) <= kTermWords ? dash
                                                                                          : 0;
}

bool IsProse(std::string_view rest) {
  if (rest.starts_with("$ ") || rest.starts_with("> ") || IsProgram(rest)) return false;
  constexpr std::size_t kFewWords = 6;
  return HasMostlyWords(rest) &&
         (CountWords(rest) >= kFewWords || std::string_view(".!?\"").contains(rest.back()) ||
          static_cast<unsigned char>(rest.back()) >= 0x80);
}

bool IsProgramNote(std::string_view rest) {
  for (const std::string_view mark : {"//", "# ", "/*", "* ", "-- ", "#[", "#!", "<!--"}) {
    if (rest.starts_with(mark)) return true;
  }
  return rest == "#" || rest == "..." || (rest[0] == '[' && rest.find(']') + 1 == rest.size());
}

bool IsProgram(std::string_view rest) {
  for (const std::string_view prompt : {"$ ", ">>> ", "# include", "#include ", "#!/", "C:\\>"}) {
    if (rest.starts_with(prompt)) return true;
  }
  if (IsCommand(rest)) return true;
  if (rest == "{" || rest == "}" || rest == "};" || rest == ")" || rest == "]") return true;
  if (rest.ends_with("{") || rest.ends_with("};") || rest.ends_with(");")) return true;
  if (rest.ends_with(";") && CountWords(rest) <= 8 && CountAny(rest, "=().<>") > 0) return true;
  if (rest.contains("():") || rest.contains(" := ") || rest.contains(" => ")) return true;
  const std::size_t equals = rest.find(" = ");
  return equals != std::string_view::npos && CountWords(rest.substr(0, equals)) <= 3 &&
         !std::string_view(".!?").contains(rest.back());
}

}  // namespace arborist::blocks
