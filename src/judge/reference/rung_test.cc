// SPDX-License-Identifier: AGPL-3.0-only
#include "judge/reference/rung.h"

#include <gtest/gtest.h>

#include <vector>

namespace arborist::judge {
namespace {

std::string Rung(AuditMode mode, const std::vector<std::string_view>& kinds, bool applied = true) {
  return DisplayRung(mode, "claim_lattice", kinds, applied);
}

TEST(Rung, ClimbsWithWhatWasChecked) {
  EXPECT_EQ(Rung(AuditMode::kStrict, {}), "EVIDENCE-WARRANTED");
  EXPECT_EQ(Rung(AuditMode::kHybrid, {"NO_EVIDENCE_POINTER"}), "EVIDENCE-WARRANTED-PARTIAL");
  EXPECT_EQ(Rung(AuditMode::kHybrid, {"TITLE_MISMATCH"}), "ANCHOR-WARRANTED-PARTIAL");
  EXPECT_EQ(Rung(AuditMode::kHybrid, {"TITLE_MISMATCH", "WARRANT_MISSING"}),
            "POINTER-LINKED-PARTIAL");
  EXPECT_EQ(Rung(AuditMode::kUngrounded, {"WARRANT_MISSING"}), "UNGROUNDED");
}
TEST(Rung, IsPointerLinkedWhereNoWarrantApplied) {
  EXPECT_EQ(Rung(AuditMode::kStrict, {}, false), "POINTER-LINKED");
  EXPECT_EQ(Rung(AuditMode::kHybrid, {"LAZY_ANCHOR_DEMOTE"}, false), "POINTER-LINKED-PARTIAL");
  EXPECT_EQ(Rung(AuditMode::kUngrounded, {}, false), "UNGROUNDED");
}
TEST(Rung, KnowsBothNamesOfTheLazyAnchor) {
  EXPECT_EQ(Rung(AuditMode::kHybrid, {"LAZY_ANCHOR_DEMOTE"}), "ANCHOR-WARRANTED-PARTIAL");
  EXPECT_EQ(Rung(AuditMode::kHybrid, {"LAZY_ANCHOR_DEMOTED"}), "ANCHOR-WARRANTED-PARTIAL");
}
TEST(Rung, OfOtherMethodsIsTheLabel) {
  const std::vector<std::string_view> kinds = {"WARRANT_MISSING"};
  EXPECT_EQ(DisplayRung(AuditMode::kStrict, "quote", kinds, true), "STRICT");
  EXPECT_EQ(DisplayRung(AuditMode::kHybrid, "none", kinds, false), "HYBRID");
}

}  // namespace
}  // namespace arborist::judge
