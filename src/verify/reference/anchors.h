// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

// What a claim can answer a question with: names, dates, numbers, causes. The word lists of
// warrants live here. Texts are norm-v1.
namespace arborist::verify {

// Capitalised words in a row, without article in front and possessive behind.
struct NamePhrase {
  std::string text;
  // One word that only starts its sentence: perhaps no name.
  bool uncertain = false;
};
std::vector<NamePhrase> NamePhrases(std::string_view text);

// The words of a text in lower case, without marks and possessive.
std::vector<std::string> PlainWords(std::string_view text);

// Mr, Dr, Sir: part of a name that may be missing elsewhere.
bool IsHonorific(std::string_view lower_word);

// Years from 1500 to 2199 and full English month names, each once. May and March only with their
// capital.
std::vector<std::string> DateAnchors(std::string_view text);

// Each number: its digits without commas. Number words and ordinals count: six, 6 and sixth are 6.
// shown: as it is written.
void ForEachCount(std::string_view text,
                  const std::function<void(std::string value, std::string_view shown)>& visit);
bool IsYearShaped(std::string_view digits);

// Lower-case words of five letters or more that may name a cause.
std::vector<std::string> CauseWords(std::string_view text);

}  // namespace arborist::verify
