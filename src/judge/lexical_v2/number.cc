// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v2: docs/format/lexical-v2.md, "Text" 5. Numbers are compared as decimal strings,
// never as floats: "2.5 million" shifts the point of "2.5" by the power of the scale word, and
// commas, leading zeros and closing decimal zeros are dropped. Digit strings of any length keep
// their exact value that way.
#include "judge/lexical_v2/number.h"

#include <algorithm>
#include <string>

#include "text/decimal.h"
#include "text/scan.h"

namespace arborist::judge::lexical {

namespace {

std::size_t PowerOf(const WordEntry& scale) {
  std::size_t power = 0;
  for (const char digit : scale.number) power = power * 10 + static_cast<std::size_t>(digit - '0');
  return power;
}

bool IsTens(const Token& token) {
  return token.Is(kNumberWord) && token.stem.size() == 2 && token.stem[1] == '0' &&
         token.stem[0] >= '2';
}

bool IsOnes(const Token& token) {
  return token.Is(kNumberWord) && token.stem.size() == 1 && token.stem[0] != '0';
}

}  // namespace

std::string_view NumberValue(std::string_view lower, Letters* letters) {
  const bool plain =
      lower[0] != '0' && std::ranges::all_of(lower, [](char c) { return c >= '0' && c <= '9'; });
  if (plain) return lower;
  std::string value(lower);
  std::erase(value, ',');
  const std::size_t suffix = value.find_first_not_of("0123456789");
  if (suffix != std::string::npos && suffix + 2 == value.size()) {
    const std::string_view end = std::string_view(value).substr(suffix);
    if (end == "st" || end == "nd" || end == "rd" || end == "th") {
      return letters->Keep("o" + text::TrimDecimal(value.substr(0, suffix)));
    }
  }
  return letters->Keep(text::TrimDecimal(std::move(value)));
}

std::string_view ScaleValue(const WordEntry& scale, Letters* letters) {
  return letters->Keep(text::ShiftDecimal("1", PowerOf(scale)));
}

void JoinNumber(std::vector<Token>* tokens, std::string_view text, Letters* letters) {
  const std::size_t count = tokens->size();
  if (count < 2) return;
  const Token& token = tokens->back();
  Token& number = (*tokens)[count - 2];
  const auto make_percent = [&](Token* of) {
    if (!of->stem.ends_with('%')) of->stem = letters->Keep(std::string(of->stem) + '%');
    of->end = token.end;
  };
  if (number.kind != Kind::kNumber) {
    if (token.lower == "cent" && count > 2 && number.lower == "per" &&
        (*tokens)[count - 3].kind == Kind::kNumber) {
      make_percent(&(*tokens)[count - 3]);
      tokens->resize(count - 2);
    }
    return;
  }
  if (number.sentence != token.sentence) return;
  const std::string_view gap = text.substr(number.end, token.begin - number.end);
  if (gap != " " && gap != "-" && !gap.empty() && gap != "\n") return;
  if (token.Is(kScale) && text::IsDecimalNumber(number.stem)) {
    number.stem = letters->Keep(
        text::ShiftDecimal(std::string(number.stem), PowerOf(*FindWord(token.lower))));
  } else if (IsTens(number) && IsOnes(token)) {
    number.stem = letters->Keep(std::string{number.stem[0], token.stem[0]});
    number.lower = letters->Keep(std::string(number.lower).append("-").append(token.lower));
    number.lower_hash = LetterHash(number.lower);
  } else if (token.lower == "%" || token.lower == "percent" || token.lower == "pct") {
    make_percent(&number);
  } else {
    if (number.unit.empty() && token.kind != Kind::kNumber) number.unit = UnitOf(token.lower);
    return;
  }
  number.end = token.end;
  tokens->pop_back();
}

void MarkMonths(std::vector<Token>* tokens, std::string_view text) {
  for (std::size_t i = 0; i < tokens->size(); ++i) {
    Token& token = (*tokens)[i];
    if (token.lower != "may" || text[token.begin] != 'M') continue;
    const bool after = i > 0 && (*tokens)[i - 1].kind == Kind::kNumber;
    const bool before = i + 1 < tokens->size() && (*tokens)[i + 1].kind == Kind::kNumber;
    if (!after && !before) continue;
    token.flags = kMonth;
    token.kind = Kind::kName;
    token.stem = token.lower;
  }
}

}  // namespace arborist::judge::lexical
