// SPDX-License-Identifier: AGPL-3.0-only
#include "reading/notes.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arborist::reading {
namespace {

Notes Sample() {
  Notes notes;
  notes.anchors = {{0, AnchorKind::kPage, "page 1", "page=1"},
                   {120, AnchorKind::kNote, "note of A. \"B\"", ""},
                   {150, AnchorKind::kPage, "page 2 #ii", "page=2"}};
  notes.report.verdict = Verdict::kReadInPart;
  notes.report.detail = "page 3 is an image";
  notes.report.unit_name = "pages";
  notes.report.units = 3;
  notes.report.units_with_text = 2;
  notes.report.left_out = {{"image", "page 3", 1}};
  notes.report.warnings = {"the page tree lies"};
  return notes;
}

Notes OfABlob() {
  Notes notes;
  notes.origin = ObjectOrigin{.commit = std::string(40, 'c'), .blob = std::string(40, '0')};
  return notes;
}

TEST(Notes, AreCanonicalJson) {
  const std::string expected =
      R"({"anchors":[[0,"page","page 1","page=1"],[120,"note","note of A. \"B\"",""],)"
      R"([150,"page","page 2 #ii","page=2"]],"report":{"detail":"page 3 is an image",)"
      R"("left_out":[{"count":1,"what":"image","where":"page 3"}],"unit_name":"pages",)"
      R"("units":3,"units_with_text":2,"verdict":"read in part",)"
      R"("warnings":["the page tree lies"]}})";
  EXPECT_EQ(NotesText(Sample()), expected);
}

TEST(Notes, ComeBackAsTheyWere) {
  const auto back = ParseNotes(NotesText(Sample()));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->anchors, Sample().anchors);
  EXPECT_EQ(NotesText(*back), NotesText(Sample()));
}

TEST(Notes, NameTheObjectOfARepository) {
  EXPECT_EQ(NotesText(OfABlob()),
            R"({"anchors":[],"origin":{"blob":"0000000000000000000000000000000000000000",)"
            R"("commit":"cccccccccccccccccccccccccccccccccccccccc","kind":"git"},)"
            R"("report":{"detail":"","left_out":[],"unit_name":"","units":0,)"
            R"("units_with_text":0,"verdict":"read","warnings":[]}})");
  const auto back = ParseNotes(NotesText(OfABlob()));
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, OfABlob());
}

TEST(Notes, AnObjectWithoutProperIdsIsDamage) {
  const std::string good = NotesText(OfABlob());
  for (const auto& [from, to] : {std::pair("\"git\"", "\"svn\""), std::pair("cccc", "ccc"),
                                 std::pair("cccc", "CCCC"), std::pair("\"kind\"", "\"Kind\"")}) {
    std::string bad = good;
    bad.replace(bad.find(from), std::string_view(from).size(), to);
    const auto parsed = ParseNotes(bad);
    ASSERT_FALSE(parsed) << bad;
    EXPECT_EQ(parsed.error().code, ErrorCode::kCorrupt);
  }
}

TEST(Notes, DamageIsSeen) {
  const std::string good = NotesText(Sample());
  for (const std::string& bad :
       {std::string(), std::string("[]"), good.substr(1), std::string(R"({"anchors":[]})"),
        std::string(R"({"anchors":[[5,"page","",""],[4,"page","",""]],"report":{}})"),
        std::string(R"({"anchors":[[-1,"page","",""]],"report":{}})"),
        std::string(R"({"anchors":[[1,"cave","",""]],"report":{}})")}) {
    const auto parsed = ParseNotes(bad);
    ASSERT_FALSE(parsed) << bad;
    EXPECT_EQ(parsed.error().code, ErrorCode::kCorrupt);
  }
}

TEST(Notes, OfAFileThatWasSimplyReadArePlain) {
  EXPECT_TRUE(Notes{}.IsPlain());
  EXPECT_FALSE(Sample().IsPlain());
  Notes warned;
  warned.report.warnings = {"x"};
  EXPECT_FALSE(warned.IsPlain());
  EXPECT_FALSE(OfABlob().IsPlain());
}

TEST(PlaceAt, IsTheLastAnchorThatBeganBefore) {
  const auto anchors = Sample().anchors;
  EXPECT_EQ(PlaceAt(anchors, 0), (Place{"page 1", "page=1"}));
  EXPECT_EQ(PlaceAt(anchors, 119), (Place{"page 1", "page=1"}));
  EXPECT_EQ(PlaceAt(anchors, 150), (Place{"page 2 #ii", "page=2"}));
  EXPECT_EQ(PlaceAt(anchors, 9999), (Place{"page 2 #ii", "page=2"}));
}

TEST(PlaceAt, NamesWhatIsAroundASmallPlace) {
  EXPECT_EQ(PlaceAt(Sample().anchors, 130), (Place{"page 1, note of A. \"B\"", "page=1"}));
  const std::vector<Anchor> sheet = {{0, AnchorKind::kSheet, "Costs", "sheet=Costs"},
                                     {0, AnchorKind::kRow, "Costs, row 2", "sheet=Costs&row=2"}};
  EXPECT_EQ(PlaceAt(sheet, 3), (Place{"Costs, row 2", "sheet=Costs&row=2"}));
}

TEST(PlaceAt, KnowsNothingBeforeTheFirstAnchor) {
  EXPECT_EQ(PlaceAt({}, 3), std::nullopt);
  EXPECT_EQ(PlaceAt({{5, AnchorKind::kPage, "page 1", "page=1"}}, 4), std::nullopt);
}

}  // namespace
}  // namespace arborist::reading
