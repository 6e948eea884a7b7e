// SPDX-License-Identifier: AGPL-3.0-only
// Texts made to cost more than they are long: twice the text is at most twice the work.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>

#include "evidence/evidence_map.h"
#include "judge/lexical_v2/lexical_v2.h"
#include "judge/reference/lattice.h"

namespace arborist::judge {
namespace {

struct Texts {
  std::string answer;
  std::string context;
};
using Family = std::function<Texts(std::size_t bytes)>;  // of each text, about

std::string Sentences(std::size_t bytes, const std::function<std::string(std::size_t)>& sentence) {
  std::string text;
  for (std::size_t i = 0; text.size() < bytes; ++i) text += sentence(i);
  return text;
}

// Made of so few words that each stands everywhere.
std::string FewWords(std::size_t bytes, unsigned seed, std::size_t words_in_sentence) {
  constexpr std::string_view kWords[] = {"bank",  "clerk",  "paid", "lent",
                                         "money", "branch", "loan", "customer"};
  std::mt19937 random(seed);
  return Sentences(bytes, [&](std::size_t) {
    std::string sentence = "The";
    for (std::size_t i = 0; i < words_in_sentence; ++i) {
      sentence.append(i % 3 == 0 ? " of " : " ").append(kWords[random() % 8]);
    }
    return sentence + ". ";
  });
}

// A word of small letters for each number.
std::string Spelled(std::size_t number, std::size_t letters) {
  std::string word;
  for (std::size_t i = 0; i < letters; ++i, number /= 20) {
    word.insert(word.begin(), static_cast<char>('a' + number % 20));
  }
  return word;
}

const std::pair<std::string_view, Family> kFamilies[] = {
    {"few words",
     [](std::size_t bytes) { return Texts{FewWords(bytes, 1, 8), FewWords(bytes, 2, 8)}; }},
    {"few words in long sentences",
     [](std::size_t bytes) { return Texts{FewWords(bytes, 1, 150), FewWords(bytes, 2, 150)}; }},
    {"one sentence",
     [](std::size_t bytes) { return Texts{FewWords(bytes, 1, bytes), FewWords(bytes, 2, bytes)}; }},
    {"units that first stand inside longer words",
     [](std::size_t bytes) {
       return Texts{
           Sentences(bytes, [](std::size_t i) { return "Loan of clerk " + Spelled(i, 6) + ". "; }),
           Sentences(bytes,
                     [](std::size_t i) { return "Sloan of clerk " + Spelled(i, 6) + "s. "; })};
     }},
    {"units that are denied",
     [](std::size_t bytes) {
       return Texts{
           Sentences(bytes, [](std::size_t i) { return "Loan of clerk " + Spelled(i, 6) + ". "; }),
           Sentences(bytes,
                     [](std::size_t i) { return "Not loan of clerk " + Spelled(i, 6) + ". "; })};
     }},
    {"quotes that are denied",
     [](std::size_t bytes) {
       const auto quote = [](std::size_t i) { return "\"loan of clerk " + Spelled(i, 6) + "\" "; };
       return Texts{Sentences(bytes, quote),
                    Sentences(bytes, [&](std::size_t i) { return "not " + quote(i) + ". "; })};
     }},
    {"quotes without a blank between",
     [](std::size_t bytes) {
       const auto quote = [](std::size_t i) { return "\"clerk" + Spelled(i, 6) + "\","; };
       return Texts{Sentences(bytes, quote), Sentences(bytes, [](std::size_t i) {
                      return "clerk" + Spelled(i + 1, 6) + ",";
                    })};
     }},
    {"words that begin alike",
     [](std::size_t bytes) {
       const auto words = [](char last) {
         return [last](std::size_t i) {
           std::string sentence = "The";
           for (std::size_t k = 0; k < 8; ++k) sentence += " prefi" + Spelled(8 * i + k, 6) + last;
           return sentence + ". ";
         };
       };
       return Texts{Sentences(bytes, words('v')), Sentences(bytes, words('w'))};
     }},
    {"words that end each other",
     [](std::size_t bytes) {
       const auto words = [](char last) {
         return [last](std::size_t i) { return std::string(i % 2000 + 1, 'a') + last + ". "; };
       };
       return Texts{Sentences(bytes, words('b')), Sentences(bytes, words('a'))};
     }},
    {"stop words and first persons",
     [](std::size_t bytes) {
       const auto sentence = [](std::size_t) {
         return std::string("I and me of my bank not by us never paid my clerk more or less. ");
       };
       return Texts{Sentences(bytes, sentence), "The bank. " + Sentences(bytes, [&](std::size_t i) {
                                                  return "No " + sentence(i).substr(2, 50) +
                                                         " more. ";
                                                })};
     }},
    {"names that a pronoun stands for",
     [](std::size_t bytes) {
       return Texts{
           Sentences(
               bytes,
               [](std::size_t) { return std::string("Smith of Brown paid the clerk a loan. "); }),
           Sentences(bytes, [](std::size_t i) {
             return std::string(i % 2 == 0 ? "Smith and Brown. " : "He paid a clerk the loan. ");
           })};
     }},
};

std::size_t WorkFor(const Texts& texts) {
  const lexical::SourceIndex source(texts.context);
  JudgeLexicalV2(texts.answer, source, {});
  return source.work();
}

TEST(LexicalV2Linear, TwiceAnswerAndContextIsAtMostTwiceTheWork) {
  for (const auto& [name, family] : kFamilies) {
    // Beyond the steps that are free.
    const std::size_t once = WorkFor(family(100000));
    const std::size_t twice = WorkFor(family(200000));
    EXPECT_LE(twice, 2 * once + once / 16 + lexical::Budget::kFree) << name;
    EXPECT_LE(twice, 2 * (lexical::Budget::kFree + lexical::Budget::kPerByte * 400000)) << name;
  }
}

TEST(LexicalV2Linear, WhatTheBudgetDoesNotReachIsNotSupported) {
  const Texts texts = kFamilies[0].second(100000);
  const std::string last = "The bank lent some money to the clerk of the small branch.";
  const lexical::SourceIndex with_last(texts.context + last);
  // The same sentence, said a little otherwise, before and behind what spends all.
  const std::string claim = "The bank lent money to the clerk of the small branch. ";
  ASSERT_EQ(JudgeLexicalV2(claim, with_last, {}).audit_mode, AuditMode::kStrict);
  const auto listed = [&](const std::string& answer) {
    const QuoteVerdict verdict = JudgeLexicalV2(answer, with_last, {});
    return std::ranges::count(verdict.unverified_quotes, claim.substr(0, claim.size() - 1));
  };
  EXPECT_EQ(listed(claim + texts.answer), 0);
  EXPECT_EQ(listed(texts.answer + claim), 1);
}

TEST(LexicalV2Linear, StemsThatShareAllButTheirLastLettersDoNotMeet) {
  // Under a hash that forgets the upper bits of eight letters these fall into few slots.
  const auto work = [](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += Spelled(i / 400, 6) + Spelled(i % 400, 2) + " ";
    return lexical::WordIndex(text).work();
  };
  EXPECT_LE(work(40000), 40000u);
}

TEST(LexicalV2Linear, TwiceClaimsAndEvidenceIsAtMostTwiceTheWork) {
  LatticePolicy policy;
  policy.verifier = Verifier::kLexicalV2;
  const auto work = [&](std::size_t bytes, std::size_t spans, bool own_span) {
    std::vector<evidence::SourceChunk> chunks;
    for (std::size_t i = 0; i < spans; ++i) {
      evidence::SourceChunk chunk;
      chunk.span = FewWords(bytes / spans, static_cast<unsigned>(i), 8);
      chunks.push_back(std::move(chunk));
    }
    const std::string answer = Sentences(bytes, [&](std::size_t i) {
      const std::size_t first = own_span ? i % spans : 0;
      return "The loan of clerk money bank " + Spelled(i, 4) + " [E" + std::to_string(first + 1) +
             ",E" + std::to_string((first + i / spans) % spans + 1) + "]\n";
    });
    return JudgeClaimLattice(answer, evidence::EvidenceMap(chunks), {}, policy).work;
  };
  for (const bool own_span : {false, true}) {
    const std::size_t once = work(80000, 2, own_span);
    const std::size_t twice = work(160000, 2, own_span);
    EXPECT_LE(twice, 2 * once + once / 16) << own_span;
  }
}

}  // namespace
}  // namespace arborist::judge
