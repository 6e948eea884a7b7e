// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v3: docs/format/lexical-v3.md, "Text" 3. Numbers as exact decimal strings: "2.5
// million" and "2,500,000" get one key, and no rounding can make two different numbers equal.
// Ordinals get the prefix o, months m, so that they never equal a plain number. The parts of a date
// become a group whose members may stand in any order.
#include "stated/number.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "text/decimal.h"
#include "text/scan.h"

namespace arborist::stated {

namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool AllDigits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, IsDigit);
}
std::size_t PowerOf(std::string_view scale) {
  return static_cast<std::size_t>(std::strtoul(std::string(scale.substr(1)).c_str(), nullptr, 10));
}

bool IsScale(const Token& token) {
  return token.kind == Kind::kNumber && token.key.starts_with('x');
}
bool IsPercent(std::string_view lower) {
  return lower == "%" || lower == "percent" || lower == "pct" || lower == "prozent";
}
bool Adjoins(const Token& token) { return (token.gap & ~(kBlank | kHyphen | kLine)) == 0; }

}  // namespace

void ReadNumber(Token* token, Letters* letters) {
  const std::string_view lower = token->lower;
  const auto keep = [&](std::string value) {
    token->kind = Kind::kNumber;
    token->key = letters->Keep(std::move(value));
  };
  if (const std::string_view value = NumberOf(*token->listed); !value.empty()) {
    token->kind = Kind::kNumber;
    token->key = value;
    return;
  }
  if (!IsDigit(lower[0])) return;
  std::string value(lower);
  // Commas divide thousands if exactly three digits follow each.
  bool thousands = value.contains(',');
  for (std::size_t at = value.find(','); at != std::string::npos; at = value.find(',', at + 1)) {
    const std::size_t next = std::min(value.find_first_of(",.", at + 1), value.size());
    if (next - at != 4) thousands = false;
  }
  if (thousands) std::erase(value, ',');
  const std::size_t suffix = value.find_first_not_of("0123456789.");
  if (suffix == std::string::npos) return keep(text::TrimDecimal(std::move(value)));
  const std::string tail = value.substr(suffix);
  if (tail == "st" || tail == "nd" || tail == "rd" || tail == "th") {
    return keep("o" + text::TrimDecimal(value.substr(0, suffix)));
  }
  if (const std::string_view unit = UnitOf(*FindWord(tail)); !unit.empty() && tail != "k") {
    keep(text::TrimDecimal(value.substr(0, suffix)));
    token->unit = unit;
    return;
  }
  keep(std::move(value));  // 0b11, 3d, 9:30: as written
}

void GermanNumber(Token* token, Letters* letters) {
  std::string value(token->lower);
  if (!std::ranges::all_of(value, [](char c) { return IsDigit(c) || c == '.' || c == ','; }))
    return;
  const std::size_t point = value.find('.'), comma = value.find(',');
  if (point == std::string::npos && comma == std::string::npos) return;
  const std::string_view percent = token->key.ends_with('%') ? "%" : "";
  if (point != std::string::npos && value.size() - point == 4) std::erase(value, '.');
  std::ranges::replace(value, ',', '.');
  token->key = letters->Keep(text::TrimDecimal(std::move(value)).append(percent));
}

namespace {

struct DottedDate {
  std::string_view parts[3];  // day, month, year
};

std::optional<DottedDate> DottedDateOf(std::string_view lower) {
  const std::size_t one = lower.find('.');
  const std::size_t two = one == std::string_view::npos ? one : lower.find('.', one + 1);
  if (two == std::string_view::npos || one > 2 || two - one > 3 || lower.size() - two != 5)
    return {};
  const DottedDate date{
      {lower.substr(0, one), lower.substr(one + 1, two - one - 1), lower.substr(two + 1)}};
  if (!std::ranges::all_of(date.parts, AllDigits)) return {};
  return date;
}

// Splits 03.10.1990 into three numbers of one date.
void SplitDates(std::vector<Token>* tokens, Letters* letters) {
  constexpr std::uint32_t kFirstGroup = 0x80000000u;  // JoinDates counts from 1
  std::vector<Token> split;
  for (std::size_t i = 0; i < tokens->size(); ++i) {
    const Token& token = (*tokens)[i];
    // A date begins with a digit, so it is a number.
    const bool number = token.kind == Kind::kNumber;
    const std::optional<DottedDate> date = number ? DottedDateOf(token.lower) : std::nullopt;
    if (date && split.empty())
      split.assign(tokens->begin(), tokens->begin() + static_cast<std::ptrdiff_t>(i));
    if (!date) {
      if (!split.empty()) split.push_back(token);
      continue;
    }
    for (std::size_t k = 0; k < 3; ++k) {
      Token part = token;
      part.Spell(date->parts[k]);
      part.key = letters->Keep((k == 1 ? "m" : "") + text::TrimDecimal(std::string(part.lower)));
      part.begin += static_cast<std::uint32_t>(part.lower.data() - token.lower.data());
      part.end = part.begin + static_cast<std::uint32_t>(part.lower.size());
      part.kind = Kind::kNumber;
      part.group = kFirstGroup + static_cast<std::uint32_t>(i);
      if (k > 0) part.gap = kHyphen;
      split.push_back(part);
    }
  }
  // No date: the tokens stay as they are.
  if (!split.empty()) *tokens = std::move(split);
}

}  // namespace

void JoinNumbers(std::vector<Token>* all, Letters* letters) {
  SplitDates(all, letters);
  std::vector<Token>& tokens = *all;
  std::size_t out = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    // Most tokens are words beside words, where nothing can be joined.
    const bool beside_word = out == 0 || tokens[out - 1].kind == Kind::kWord;
    if (tokens[i].kind == Kind::kWord && beside_word && tokens[i].lower != "cent") {
      if (out != i) tokens[out] = tokens[i];
      ++out;
      continue;
    }
    Token token = tokens[i];
    const bool same = out > 0 && tokens[out - 1].sentence == token.sentence;
    Token* before = same ? &tokens[out - 1] : nullptr;
    const bool number_before = before != nullptr && before->kind == Kind::kNumber && Adjoins(token);
    if (number_before && IsScale(token) && text::IsDecimalNumber(before->key)) {
      before->key = letters->Keep(text::ShiftDecimal(std::string(before->key), PowerOf(token.key)));
      before->end = token.end;
      continue;
    }
    if (IsScale(token)) token.key = letters->Keep(text::ShiftDecimal("1", PowerOf(token.key)));
    const bool tens = number_before && before->key.size() == 2 && before->key[1] == '0' &&
                      !IsDigit(before->lower[0]);
    if (tens && token.kind == Kind::kNumber && token.key.size() == 1 && !IsDigit(token.lower[0])) {
      before->key = letters->Keep(std::string{before->key[0], token.key[0]});
      before->end = token.end;
      continue;
    }
    // "one hundred and twenty" stays two numbers, in claim and source alike.
    if (number_before && IsPercent(token.lower)) {
      before->key = letters->Keep(std::string(before->key) + "%");
      before->end = token.end;
      continue;
    }
    if (token.lower == "cent" && before != nullptr && before->lower == "per" && out > 1 &&
        tokens[out - 2].kind == Kind::kNumber) {
      tokens[out - 2].key = letters->Keep(std::string(tokens[out - 2].key) + "%");
      tokens[out - 2].end = token.end;
      --out;
      continue;
    }
    // Join a currency sign to the number behind it, and a degree sign to its letter.
    if (token.kind == Kind::kNumber && before != nullptr && before->kind == Kind::kSymbol &&
        before->listed->unit != 0 && before->end == token.begin) {
      token.unit = UnitOf(*before->listed);
      token.begin = before->begin;
      token.gap = before->gap;
      token.quoted = before->quoted;
      tokens[out - 1] = token;
      continue;
    }
    if (before != nullptr && before->lower == "°" && token.begin == before->end &&
        (token.lower == "c" || token.lower == "f")) {
      before->Spell(token.lower == "c" ? "°c" : "°f");
      before->key = before->lower;
      before->end = token.end;
      if (out > 1 && tokens[out - 2].kind == Kind::kNumber) tokens[out - 2].unit = before->key;
      continue;
    }
    if (number_before && before->unit.empty() && token.kind != Kind::kNumber) {
      before->unit = UnitOf(*token.listed);
    }
    tokens[out++] = token;
  }
  tokens.resize(out);
}

void JoinDates(std::vector<Token>* all, Letters* letters) {
  std::vector<Token>& tokens = *all;
  const auto is_day = [](const Token& token) {
    return token.kind == Kind::kNumber && (token.key.size() <= 2 || token.key.starts_with('o')) &&
           token.unit.empty() && IsDigit(token.lower[0]);
  };
  const auto is_year = [](const Token& token) {
    return token.kind == Kind::kNumber && token.key.size() == 4 && AllDigits(token.key);
  };
  const auto bare_day = [&](Token* token) {
    if (token->key.starts_with('o')) {
      token->key = token->key.substr(1);
      token->flags = 0;
    }
  };
  std::uint32_t group = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto same = [&](std::size_t j) {
      return j < tokens.size() && tokens[j].sentence == tokens[i].sentence;
    };
    // 2025-10-07
    if (is_year(tokens[i]) && same(i + 1) && same(i + 2) && tokens[i + 1].gap == kHyphen &&
        tokens[i + 2].gap == kHyphen && tokens[i + 1].lower.size() == 2 &&
        tokens[i + 2].lower.size() == 2 && tokens[i + 1].kind == Kind::kNumber &&
        tokens[i + 2].kind == Kind::kNumber) {
      ++group;
      tokens[i + 1].key = letters->Keep("m" + std::string(tokens[i + 1].key));
      for (std::size_t k = i; k <= i + 2; ++k) tokens[k].group = group;
      i += 2;
      continue;
    }
    const int month = tokens[i].listed->month;
    if (month == 0 || !tokens[i].capital) continue;
    const bool day_before = i > 0 && same(i - 1) && is_day(tokens[i - 1]);
    const bool day_after = same(i + 1) && is_day(tokens[i + 1]);
    const bool year_after = same(i + 1) && is_year(tokens[i + 1]);
    constexpr std::string_view kWords[] = {"may", "march", "mar", "mars", "mai", "jan", "mei"};
    const bool word = std::ranges::find(kWords, tokens[i].lower) != std::end(kWords);
    if (word && !day_before && !day_after && !year_after) continue;
    ++group;
    tokens[i].key = letters->Keep("m" + std::to_string(month));
    tokens[i].kind = Kind::kName;
    tokens[i].flags = kMonth | kTime;
    tokens[i].must = true;
    tokens[i].group = group;
    std::size_t last = i;
    if (day_before) {
      tokens[i - 1].group = group;
      bare_day(&tokens[i - 1]);
    } else if (day_after) {
      tokens[++last].group = group;
      bare_day(&tokens[last]);
    }
    if (same(last + 1) && is_year(tokens[last + 1])) tokens[last + 1].group = group;
  }
}

}  // namespace arborist::stated
