// SPDX-License-Identifier: AGPL-3.0-only
// SQuAD's comparison without a regular expression: lower-case the text, turn each run of non-word
// characters into a blank, drop the articles, and look for the gold answer as a whole-word
// substring (both strings begin and end with a blank). Scripts that do not separate words by blanks
// are compared with all blanks removed.
#include "ask/gold_answers.h"

#include <algorithm>

#include "text/canonical.h"
#include "text/scan.h"
#include "text/utf8.h"

namespace arborist::ask {

namespace {

std::string Plain(std::string_view text, bool* dense) {
  const std::string lower = text::ToLower(text);
  std::string spaced;
  for (std::size_t pos = 0; pos < lower.size();) {
    const std::size_t begin = pos;
    const char32_t c = text::Decode(lower, &pos);
    if (text::HasFlag(c, text::kDense)) *dense = true;
    if (text::HasFlag(c, text::kWord)) {
      spaced.append(lower, begin, pos - begin);
    } else {
      spaced += ' ';
    }
  }
  std::string plain = " ";
  for (const std::string_view word : text::Split(spaced)) {
    if (word == "a" || word == "an" || word == "the") continue;
    plain.append(word).append(" ");
  }
  return plain;
}

std::string WithoutBlanks(std::string text) {
  std::erase(text, ' ');
  return text;
}

}  // namespace

GoldAnswers::GoldAnswers(const std::vector<std::string>& answers) {
  for (const std::string& answer : answers) {
    bool dense = false;
    std::string plain = Plain(answer, &dense);
    if (plain == " ") continue;
    if (dense) {
      dense_needles_.push_back(WithoutBlanks(std::move(plain)));
    } else {
      needles_.push_back(std::move(plain));
    }
  }
}

bool GoldAnswers::IsIn(std::string_view text) const {
  bool dense = false;
  const std::string plain = Plain(text, &dense);
  const std::string joined = WithoutBlanks(plain);
  return std::ranges::any_of(
             needles_,
             [&](const std::string& needle) {
               return plain.find(needle) != std::string::npos ||
                      (dense && joined.find(WithoutBlanks(needle)) != std::string::npos);
             }) ||
         std::ranges::any_of(dense_needles_, [&](const std::string& needle) {
           return joined.find(needle) != std::string::npos;
         });
}

}  // namespace arborist::ask
