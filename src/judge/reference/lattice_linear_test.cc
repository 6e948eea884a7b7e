// SPDX-License-Identifier: AGPL-3.0-only
// Answers that cite, made to cost more than they are long: twice answer and evidence is at most
// twice the work.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "judge/reference/lattice_sample_test.h"

namespace arborist::judge {
namespace {

struct Cited {
  std::string text;
  std::vector<std::size_t> passages;  // from 1
};
struct Input {
  std::vector<Cited> claims;
  std::vector<evidence::SourceChunk> chunks;
  std::string question;
};
using Family = std::function<Input(std::size_t n)>;  // about 40 n bytes of each

// A word of small letters for each number.
std::string Spelled(std::size_t number) {
  std::string word;
  for (std::size_t i = 0; i < 5; ++i, number /= 20) {
    word.insert(word.begin(), static_cast<char>('a' + number % 20));
  }
  return word;
}

std::string Joined(std::size_t count, const std::function<std::string(std::size_t)>& piece) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += piece(i);
  return text;
}

std::vector<Cited> Claims(std::size_t count, const std::function<Cited(std::size_t)>& claim) {
  std::vector<Cited> claims;
  claims.reserve(count);
  for (std::size_t i = 0; i < count; ++i) claims.push_back(claim(i));
  return claims;
}

std::vector<evidence::SourceChunk> Chunks(std::size_t count,
                                          const std::function<std::string(std::size_t)>& span) {
  std::vector<evidence::SourceChunk> chunks;
  chunks.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    chunks.push_back(Passage("Clerk " + std::to_string(10000 + i), span(i)));
  }
  return chunks;
}

std::vector<std::size_t> UpTo(std::size_t count) {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 1; i <= count; ++i) numbers.push_back(i);
  return numbers;
}

std::string Sentence(std::size_t i) { return "The bank paid clerk " + Spelled(i) + " a loan. "; }

// The square root of twice as much is 1.41 times as much.
std::size_t Root(std::size_t n) {
  std::size_t root = 1;
  while ((root + 1) * (root + 1) <= n) ++root;
  return root;
}
std::string Nested(std::size_t words, std::string_view piece, std::string_view behind) {
  return Joined(words, [&](std::size_t i) {
    return Joined(i + 4, [&](std::size_t) { return std::string(piece); }) + std::string(behind);
  });
}

const std::pair<std::string_view, Family> kFamilies[] = {
    {"many claims cite one long passage",
     [](std::size_t n) {
       return Input{Claims(n, [](std::size_t i) { return Cited{Sentence(i), {1}}; }),
                    Chunks(1, [n](std::size_t) { return Joined(n, Sentence); }),
                    "What clerk did the bank pay a loan?"};
     }},
    {"many claims cite two long passages that have none of their words",
     [](std::size_t n) {
       return Input{Claims(n, [](std::size_t i) { return Cited{Sentence(i), {1, 2}}; }),
                    Chunks(2, [n](std::size_t) { return std::string(20 * n, 'x'); }), ""};
     }},
    {"one claim of many words cites many passages",
     [](std::size_t n) {
       return Input{{{Joined(4 * n, [](std::size_t i) { return Spelled(i) + " "; }), UpTo(n)}},
                    Chunks(n, [n](std::size_t i) { return Spelled(i) + " " + Spelled(n - i); }),
                    ""};
     }},
    {"one claim of many words cites many passages that are longer than an excerpt",
     [](std::size_t n) {
       return Input{{{Joined(n, [](std::size_t i) { return Spelled(i) + " "; }), UpTo(n / 4)}},
                    Chunks(n / 4,
                           [](std::size_t i) {
                             return Joined(40, [i](std::size_t k) { return Spelled(i + k) + " "; });
                           }),
                    ""};
     }},
    {"one claim cites one passage many times",
     [](std::size_t n) {
       return Input{{{Sentence(1), std::vector<std::size_t>(8 * n, 1)}},
                    Chunks(1, [n](std::size_t) { return Joined(n, Sentence); }),
                    ""};
     }},
    {"many passages, each cited once",
     [](std::size_t n) {
       return Input{Claims(n, [](std::size_t i) { return Cited{Sentence(i), {i + 1}}; }),
                    Chunks(n, Sentence), "Who was paid in 1990?"};
     }},
    {"one claim again and again",
     [](std::size_t n) {
       return Input{Claims(n, [](std::size_t) { return Cited{Sentence(7), {1}}; }),
                    Chunks(1, [n](std::size_t) { return Joined(n, Sentence); }), ""};
     }},
    {"words that end each other",
     [](std::size_t n) {
       return Input{{{Nested(Root(80 * n), "a", " "), UpTo(4)}},
                    Chunks(4, [n](std::size_t) { return std::string(10 * n, 'a'); }),
                    ""};
     }},
    {"claims of words that end each other",
     [](std::size_t n) {
       return Input{Claims(Root(80 * n),
                           [](std::size_t i) {
                             return Cited{std::string(i + 4, 'a') + " " + std::string(i + 5, 'a'),
                                          {1}};
                           }),
                    Chunks(1, [n](std::size_t) { return std::string(40 * n, 'a'); }), ""};
     }},
    {"names that end each other",
     [](std::size_t n) {
       return Input{{{Nested(Root(20 * n), "Bankers ", "and ") + "paid.", {1}}},
                    Chunks(1,
                           [n](std::size_t) {
                             return Joined(5 * n,
                                           [](std::size_t) { return std::string("bankers "); });
                           }),
                    "Who paid?"};
     }},
    {"dates and counts that no passage has",
     [](std::size_t n) {
       const auto claim = [](std::size_t i) {
         return Cited{"Clerk of bank paid " + std::to_string(100000 + i) + " in May 1999.", {1, 2}};
       };
       return Input{Claims(n, claim),
                    Chunks(2,
                           [n](std::size_t) {
                             return Joined(n / 2, [](std::size_t i) {
                               return "Clerk of bank " + std::to_string(200000 + i) + " six. ";
                             });
                           }),
                    "How many did the clerk pay?"};
     }},
    {"causes that no passage has",
     [](std::size_t n) {
       return Input{
           Claims(n, [](std::size_t i) { return Cited{"It was clerk " + Spelled(i), {1}}; }),
           Chunks(1, [n](std::size_t) { return Joined(n, Sentence); }), "Why was it?"};
     }},
    {"a question of many words",
     [](std::size_t n) {
       return Input{
           Claims(n, [](std::size_t i) { return Cited{Sentence(i) + Sentence(i + 1), {1}}; }),
           Chunks(1,
                  [n](std::size_t) {
                    return Joined(
                        n, [](std::size_t) { return std::string("The bank paid a loan. "); });
                  }),
           "What is " + Joined(n, Sentence) + "?"};
     }},
    {"a long title, never of the claim's words",
     [](std::size_t n) {
       auto chunks = Chunks(1, [](std::size_t) { return std::string("The bank paid the clerk."); });
       chunks[0].title = Joined(4 * n, [](std::size_t i) { return "T" + Spelled(i) + " "; });
       return Input{
           Claims(n, [](std::size_t i) { return Cited{"Bank paid clerk " + Spelled(i), {1}}; }),
           std::move(chunks), ""};
     }},
    {"a long source role that is not allowed",
     [](std::size_t n) {
       auto chunks = Chunks(1, Sentence);
       chunks[0].source_role = std::string(40 * n, 'r');
       return Input{Claims(n, [](std::size_t i) { return Cited{Sentence(i), {1}}; }),
                    std::move(chunks), ""};
     }},
};

std::string AsLines(const Input& input) {
  std::string answer;
  for (const Cited& claim : input.claims) {
    answer += claim.text + " [";
    for (const std::size_t passage : claim.passages) answer += "E" + std::to_string(passage) + ",";
    answer.back() = ']';
    answer += "\n";
  }
  return answer;
}

std::string AsJson(const Input& input) {
  std::string answer = R"({"claims":[)";
  for (const Cited& claim : input.claims) {
    answer += R"({"text":")" + claim.text + R"(","evidence_ids":[)";
    for (const std::size_t passage : claim.passages) {
      answer += "\"E" + std::to_string(passage) + "\",";
    }
    answer.back() = ']';
    answer += "},";
  }
  answer.back() = ']';
  return answer + "}";
}

struct Measured {
  std::size_t work = 0;
  std::size_t bytes = 0;
};

Measured Measure(const Input& input, Verifier verifier, bool json) {
  LatticePolicy policy;
  policy.verifier = verifier;
  policy.max_pointers_per_claim = 1 << 20;
  policy.min_citation_coverage = 0.0001;
  const evidence::EvidenceMap evidence(input.chunks);
  const LatticeQuestion question{.question = input.question, .warrant_chain_roots = {}};
  const std::string answer = json ? AsJson(input) : AsLines(input);
  const LatticeVerdict verdict = json ? JudgeClaimLatticeJson(answer, evidence, question, policy)
                                      : JudgeClaimLattice(answer, evidence, question, policy);
  EXPECT_EQ(verdict.claim_statuses.size(), input.claims.size());
  return {verdict.work, answer.size() + input.question.size() + evidence.bytes()};
}

// Three budgets (words and anchors, excerpts, what lexical-v2 proves) and what is always done: to
// read everything some times, and to write an excerpt for each pointer.
std::size_t MostWork(std::size_t bytes) {
  return 3 * (Budget::kFree + Budget::kPerByte * bytes) + Budget::kPerByte * bytes;
}

TEST(LatticeLinear, TwiceAnswerAndEvidenceIsAtMostTwiceTheWork) {
  for (const auto& [name, family] : kFamilies) {
    const Input once = family(1000), twice = family(2000);
    for (const bool json : {false, true}) {
      const Measured small = Measure(once, Verifier::kReferenceV98, json);
      const Measured large = Measure(twice, Verifier::kReferenceV98, json);
      EXPECT_LE(large.work, 2 * small.work + small.work / 16) << name << (json ? ", JSON" : "");
      EXPECT_LE(large.work, MostWork(large.bytes)) << name;
      EXPECT_GE(small.work, small.bytes) << name << ": something is not counted";
    }
  }
}
// Under lexical-v2 too, where claims cite the same: their words are looked for in one pass.
TEST(LatticeLinear, ClaimsThatCiteTheSamePassagesAreLookedForAtOnce) {
  for (const std::string_view name :
       {"many claims cite one long passage", "one claim again and again",
        "many claims cite two long passages that have none of their words",
        "claims of words that end each other", "causes that no passage has"}) {
    const auto* const found =
        std::ranges::find(kFamilies, name, &std::pair<std::string_view, Family>::first);
    ASSERT_NE(found, std::end(kFamilies)) << name;
    const Measured small = Measure(found->second(1000), Verifier::kLexicalV2, false);
    const Measured large = Measure(found->second(2000), Verifier::kLexicalV2, false);
    EXPECT_LE(large.work, 2 * small.work + small.work / 16) << name;
  }
}
// Words that stand in many places make what it proves grow faster, up to its budget.
TEST(LatticeLinear, LexicalV2KeepsToItsBudget) {
  for (const auto& [name, family] : kFamilies) {
    const Input input = family(2000);
    for (const bool json : {false, true}) {
      const Measured measured = Measure(input, Verifier::kLexicalV2, json);
      EXPECT_LE(measured.work, MostWork(measured.bytes)) << name << (json ? ", JSON" : "");
    }
  }
}
// As many claims as words in each and passages that it cites: nobody knows how to do that in linear
// time, so here the budget must hold.
TEST(LatticeLinear, ClaimsThatAllCiteManyPassagesKeepToTheBudget) {
  constexpr std::size_t kMany = 150;
  const auto words = [](std::size_t i) { return Spelled(i) + " "; };
  const Input input{
      Claims(kMany, [&](std::size_t) { return Cited{Joined(kMany, words), UpTo(kMany)}; }),
      Chunks(kMany, [&](std::size_t) { return Joined(kMany, words); }), "Why and how many?"};
  for (const Verifier verifier : {Verifier::kReferenceV98, Verifier::kLexicalV2}) {
    const Measured measured = Measure(input, verifier, true);
    EXPECT_LE(measured.work, MostWork(measured.bytes)) << Name(verifier);
  }
}

TEST(LatticeLinear, BeyondTheBudgetAnExcerptIsTheFirstSentences) {
  const Family& family = kFamilies[0].second;
  const Input input = family(3000);
  LatticePolicy policy;
  const LatticeVerdict verdict =
      JudgeClaimLattice(AsLines(input), evidence::EvidenceMap(input.chunks), {}, policy);
  EXPECT_EQ(verdict.n_verified, 3000) << "all of them are judged as ever";
  const auto shown = [&](std::size_t claim) {
    const std::size_t at = verdict.rendered_text.find("- " + Sentence(claim).substr(0, 25));
    return verdict.rendered_text.substr(at, 800);
  };
  EXPECT_TRUE(shown(20).contains(": \"..."));
  EXPECT_TRUE(shown(2900).contains(": \"" + Sentence(0) + Sentence(1)));
}

}  // namespace
}  // namespace arborist::judge
