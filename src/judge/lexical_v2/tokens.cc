// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v2: docs/format/lexical-v2.md, "Text" 6 and 7: the English stemmer, ends of
// sentences, and Reading, which gives each token its sentence, clause, passage and content number.
// The stemmer works on views and copies only the few stems whose letters change, because it runs
// for every word of every source.
#include "judge/lexical_v2/tokens.h"

#include <algorithm>
#include <string>

#include "judge/lexical_v2/number.h"
#include "judge/lexical_v2/scan.h"
#include "text/scan.h"

namespace arborist::judge::lexical {

namespace {

bool EndsSentence(const Gap& gap, const Token& before, std::string_view text,
                  std::size_t next_start) {
  if (!gap.stop) return false;
  if (gap.full_width) return true;
  const char32_t next = text::At(text, next_start);
  const bool upper = text::IsUpper(next) || text::HasFlag(next, text::kTitle);
  const bool caseless = text::IsAlpha(next) && !text::IsUpper(next) && !text::IsLower(next);
  if (!upper && !caseless && !text::IsDecimal(next) && !gap.quote) return false;
  if (!gap.blank && !gap.quote && !(upper && before.lower.size() > 1 && before.kind != Kind::kName))
    return false;
  if (!gap.only_point) return true;
  const bool single_letter = before.end - before.begin == 1 && before.kind == Kind::kStop;
  const bool initials = before.lower.size() > 1 && before.lower[1] == '.';
  return !single_letter && !initials && !before.Is(kAbbreviation);
}

bool Doubles(char last) {
  return last >= 'b' && last <= 'z' && last != 'l' && last != 's' && last != 'e' && last != 'i' &&
         last != 'o' && last != 'u';
}

}  // namespace

int ScriptOf(char32_t c) {
  if (c < 0x250 || (c >= 0x1E00 && c <= 0x1EFF)) return 1;
  if ((c >= 0x370 && c <= 0x3FF) || (c >= 0x1F00 && c <= 0x1FFF)) return 2;
  if (c >= 0x400 && c <= 0x52F) return 3;
  return 4;
}

std::string_view Stem(std::string_view stem, Letters* letters) {
  if (stem.contains('.')) {
    std::string without(stem);
    std::erase(without, '.');
    stem = letters->Keep(without);
  }
  // Cities becomes city, whose y becomes i again: keep the letters in place and read the last one
  // as y.
  bool reads_y = false;
  const auto drop = [&](std::size_t count) { stem.remove_suffix(count); };
  if (stem.ends_with('s')) {
    if (stem.size() > 4 && stem.ends_with("ies")) {
      drop(2);
      reads_y = true;
    } else if (stem.size() > 4 &&
               (stem.ends_with("sses") || stem.ends_with("shes") || stem.ends_with("ches") ||
                stem.ends_with("xes") || stem.ends_with("zes"))) {
      drop(2);
    } else if (stem.size() > 3 && !stem.ends_with("ss") && !stem.ends_with("us") &&
               !stem.ends_with("is")) {
      drop(1);
    }
  }
  if (reads_y) {
    if (stem.size() > 5 && stem[stem.size() - 2] == 'l') {
      drop(2);
      reads_y = false;
    }
  } else if (stem.size() > 5 && stem.ends_with("ing")) {
    drop(3);
  } else if (stem.size() > 4 && stem.ends_with("ed")) {
    drop(2);
  } else if (stem.size() > 5 && stem.ends_with("ly")) {
    drop(2);
  }
  if (stem.size() > 3) {
    const char last = reads_y ? 'y' : stem.back();
    if (last == stem[stem.size() - 2] && Doubles(last)) {
      drop(1);
      reads_y = false;
    }
  }
  if (reads_y) return stem;
  if (stem.size() > 4 && stem.ends_with('e')) drop(1);
  if (stem.size() > 2 && stem.ends_with('y')) {
    char* const room = letters->Room(stem.size());
    stem.copy(room, stem.size());
    room[stem.size() - 1] = 'i';
    return {room, stem.size()};
  }
  return stem;
}

Reading::Reading(std::string_view text) {
  constexpr std::size_t kLongestSentence = 400;  // tokens; then a new sentence begins
  tokens_.reserve(text.size() / 5 + 1);
  std::uint32_t sentence = 0, clause = 0, passage = 0;
  std::size_t sentence_begin = 0;
  Scanner scanner(text, &letters_);
  for (;;) {
    // Built in place: a token is expensive to copy.
    Token& token = tokens_.emplace_back();
    Gap gap;
    if (!scanner.Next(&token, &gap)) break;
    const std::size_t before = tokens_.size() - 1;
    if (before != 0) {
      const bool new_passage = gap.lines >= 2;
      if (new_passage) ++passage;
      if (new_passage || EndsSentence(gap, tokens_[before - 1], text, token.begin) ||
          before - sentence_begin >= kLongestSentence) {
        ++sentence;
        sentence_begin = before;
        ++clause;
      } else if (gap.clause) {
        ++clause;
      }
    }
    if (token.kind == Kind::kNumber) token.unit = gap.currency;
    token.sentence = sentence;
    token.clause = clause;
    token.passage = passage;
    JoinNumber(&tokens_, text, &letters_);
  }
  tokens_.pop_back();
  MarkMonths(&tokens_, text);
  std::uint32_t content = 0;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (i > 0 && tokens_[i].sentence != tokens_[i - 1].sentence) content += 2;
    tokens_[i].content = content;
    if (tokens_[i].counts()) ++content;
  }
}

}  // namespace arborist::judge::lexical
