// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

// Answers made from real sentences: edits that keep the meaning and edits that do not.
namespace arborist::bench {

struct Passage {
  std::string text;
  std::vector<std::string> answers;  // of questions about it
};

// One sentence of a passage, edited.
struct Edited {
  std::string_view kind;
  bool must = false;  // still says what the passage says
  std::string answer;
};

using Random = std::mt19937_64;

// All edits that apply to the sentence. `others` are answers from elsewhere.
std::vector<Edited> MakeEdits(const std::string& sentence, const Passage& passage,
                              const std::vector<std::string>& others, Random* random);

// The two put into one ("..., and ...") and half of each.
std::vector<Edited> FuseSentences(const std::string& first, const std::string& second);

// The sentence with the end of one from another passage.
Edited WithForeignClause(const std::string& sentence, const std::string& other);

// Sentences fit for edits: of a usual length, ended, in one piece.
std::vector<std::string> UsableSentences(const std::string& passage, bool dense_script);

}  // namespace arborist::bench
