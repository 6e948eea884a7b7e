// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

// What a claim may answer a question with: names, dates, numbers, causes. Texts are norm-v1. FROZEN
// with the warrants: docs/format/verifier.md.
namespace arborist::judge {

// Capitalised words in a row, without an article before and a possessive behind.
struct NamePhrase {
  std::string text;
  // True for one word that begins its sentence, which may be no name.
  bool uncertain = false;
};
std::vector<NamePhrase> NamePhrases(std::string_view text);

// The words of a text in lower case, without punctuation and possessives.
std::vector<std::string> PlainWords(std::string_view text);

// Whether the word is a title (Mr, Dr, Sir), which other texts may omit from the name.
bool IsHonorific(std::string_view lower_word);

// The years from 1500 to 2199 and full English month names, each once. May and March count only
// with a capital.
std::vector<std::string> DateAnchors(std::string_view text);

// Visits each number: its digits without commas, or the value of a number word or ordinal, so that
// six, 6 and sixth are all 6. shown: as the text has it.
void ForEachCount(std::string_view text,
                  const std::function<void(std::string value, std::string_view shown)>& visit);
bool IsYearShaped(std::string_view digits);

// The words in lower case, of five letters or more, that may name a cause.
std::vector<std::string> CauseWords(std::string_view text);

}  // namespace arborist::judge
