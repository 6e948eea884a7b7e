// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <algorithm>

#include "judge/reference/lattice_sample_test.h"

// What must not change a verdict, and what must not cost more than it brings.
namespace arborist::judge {
namespace {

TEST(SameVerdict, WhateverTheBlanksAndBullets) {
  const std::string plain = "Mars has two moons. [E1]\nSaturn has rings of ice. [E3]";
  const LatticeVerdict expected = Pointers(plain, "Which moons does Mars have?");
  for (const std::string_view answer :
       {"- Mars  has\ttwo moons.   [E1]\n\n* Saturn has rings of ice.[E3]",
        "1. [E1] Mars has two moons.\r\n2) Saturn has [ E3 ] rings of ice.",
        "Mars\u00a0has two\u3000moons. [E1]\u2028Saturn has rings of ice. [E3]"}) {
    const LatticeVerdict verdict = Pointers(answer, "  which MOONS does\nMars have");
    EXPECT_EQ(verdict.audit_mode, expected.audit_mode) << answer;
    EXPECT_EQ(verdict.n_verified, expected.n_verified) << answer;
    EXPECT_EQ(Kinds(verdict), Kinds(expected)) << answer;
  }
}
TEST(SameVerdict, WhereverThePassageIsWrapped) {
  std::vector<evidence::SourceChunk> chunks = Planets();
  for (evidence::SourceChunk& chunk : chunks) std::ranges::replace(chunk.span, ' ', '\n');
  const std::string answer = "Mars has the moons Phobos and Deimos. [E1]";
  const std::string question = "Who are the moons of Mars?";
  const LatticeVerdict wrapped = JudgeClaimLattice(
      answer, evidence::EvidenceMap(chunks), {.question = question, .warrant_chain_roots = {}}, {});
  EXPECT_EQ(wrapped.audit_mode, Pointers(answer, question).audit_mode);
  EXPECT_TRUE(wrapped.warrant_applied);
  EXPECT_EQ(wrapped.audit_mode, AuditMode::kStrict);
}
// Words are compared as they are written, so claim and passage must be in one form; which one does
// not matter.
TEST(SameVerdict, InEitherUnicodeForm) {
  const auto verdict = [](std::string_view e) {
    const std::string cafe = "caf" + std::string(e);
    return JudgeClaimLattice("The " + cafe + " opened early in Paris. [E1]",
                             evidence::EvidenceMap({Passage(cafe, "The " + cafe + " in Paris.")}),
                             {}, {});
  };
  EXPECT_EQ(verdict("é").audit_mode, AuditMode::kStrict);
  EXPECT_EQ(verdict("e\u0301").audit_mode, AuditMode::kStrict);
}
TEST(SameVerdict, InAnyOrderOfThePassages) {
  std::vector<evidence::SourceChunk> chunks = Planets();
  std::vector<int> order = {0, 1, 2};
  const LatticeVerdict expected = Pointers("Mars has two moons. [E1,E2]\nSaturn is far. [E3,E9]");
  do {
    std::vector<evidence::SourceChunk> mixed;
    std::string ids[3];
    for (int i = 0; i < 3; ++i) {
      mixed.push_back(chunks[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])]);
      ids[order[static_cast<std::size_t>(i)]] = "E" + std::to_string(i + 1);
    }
    const LatticeVerdict verdict = JudgeClaimLattice(
        "Mars has two moons. [" + ids[0] + "," + ids[1] + "]\nSaturn is far. [" + ids[2] + ",E9]",
        evidence::EvidenceMap(mixed), {}, {});
    EXPECT_EQ(verdict.audit_mode, expected.audit_mode);
    EXPECT_EQ(Kinds(verdict), Kinds(expected));
    EXPECT_EQ(verdict.evidence_id_pairs, expected.evidence_id_pairs);
  } while (std::ranges::next_permutation(order).found);
}
TEST(SameVerdict, AsPointerLinesAndAsJson) {
  const LatticeVerdict lines = Pointers("Mars has two moons. [E1]\nSaturn is far away. [E3,E9]");
  const LatticeVerdict json =
      Json(R"({"claims":[{"text":"Mars has two moons.","evidence_ids":["E1"]},)"
           R"({"text":"Saturn is far away.","evidence_ids":["E3","E9"]}]})");
  EXPECT_EQ(lines.audit_mode, json.audit_mode);
  EXPECT_EQ(lines.rendered_text, json.rendered_text);
  EXPECT_EQ(lines.evidence_id_pairs, json.evidence_id_pairs);
}

std::string Repeat(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out.append(text);
  return out;
}

// Twice the input, about twice the steps.
void ExpectLinear(const std::function<std::size_t(std::size_t)>& work) {
  const std::size_t once = work(1000), twice = work(2000);
  EXPECT_GT(once, 1000u);
  EXPECT_LE(twice, once * 22 / 10);
}

TEST(Work, IsLinearInTheClaims) {
  ExpectLinear([](std::size_t n) {
    return Pointers(Repeat("Mars has two moons. [E1]\n", n), "What is Mars?").work;
  });
}
TEST(Work, IsLinearInThePointersOfAClaim) {
  LatticePolicy policy;
  policy.max_pointers_per_claim = 1 << 20;
  ExpectLinear([&](std::size_t n) {
    return Pointers("Mars has two moons. " + Repeat("[E1,E2,E77]", n), "", policy).work + n * 10;
  });
  ExpectLinear([](std::size_t n) {
    const std::string ids = Repeat(R"("E3",)", n) + R"("E3")";
    const LatticeVerdict verdict =
        Json(R"({"claims":[{"text":"Saturn has rings of ice.","evidence_ids":[)" + ids + "]}]}");
    EXPECT_EQ(verdict.n_verified, static_cast<std::int64_t>(n) + 1);
    return verdict.work;
  });
}
TEST(Work, IsLinearInALongLine) {
  ExpectLinear([](std::size_t n) {
    std::string line;
    for (std::size_t i = 0; i < n; ++i)
      line += "word" + std::to_string(i) + " Name" + std::to_string(i) + " ";
    return Pointers(line + "Mars moons [E1]", "who is word1's Name2").work;
  });
}
TEST(Work, IsLinearInThePassages) {
  ExpectLinear([](std::size_t n) {
    std::vector<evidence::SourceChunk> chunks(n, Passage("Mars", "Mars has two moons."));
    std::string answer;
    for (std::size_t i = 1; i <= n; ++i)
      answer += "Mars has two moons. [E" + std::to_string(i) + "]\n";
    return JudgeClaimLattice(answer, evidence::EvidenceMap(chunks), {}, {}).work;
  });
}

}  // namespace
}  // namespace arborist::judge
