// SPDX-License-Identifier: AGPL-3.0-only
#include "reading/wire.h"

#include <gtest/gtest.h>

#include <string>

namespace arborist::reading {
namespace {

Reading Sample() {
  Reading reading{.title = "Manual",
                  .text = "One.\nTw\xC3\xB6.",
                  .links = {"https://a.example/", "https://b.example/"},
                  .content_date = "2024-02-29"};
  reading.anchors = {{0, AnchorKind::kPage, "page 1 (i)", "page=1"},
                     {5, AnchorKind::kPage, "page 2", "page=2"}};
  reading.report = {.verdict = Verdict::kReadInPart,
                    .detail = "page 3 is an image",
                    .unit_name = "pages",
                    .units = 3,
                    .units_with_text = 2,
                    .left_out = {{"running head", "", 2}},
                    .warnings = {"repaired"}};
  reading.children = {{"a.txt", "attachment=1", "text/plain", std::string("x\0y", 3)},
                      {"", "attachment=2", "", ""}};
  return reading;
}

// A stream with this header and what stands behind it.
std::string Stream(const std::string& header, const std::string& rest = "") {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8)
    out.push_back(static_cast<char>((header.size() >> shift) & 0xFF));
  return out + header + rest;
}

// The sample's stream with one part of its header replaced by another of any length.
std::string With(const std::string& from, const std::string& to) {
  const std::string whole = EncodeReading(Sample());
  const std::size_t size =
      static_cast<unsigned char>(whole[2]) * 256U + static_cast<unsigned char>(whole[3]);
  std::string header = whole.substr(4, size);
  const std::size_t at = header.find(from);
  EXPECT_NE(at, std::string::npos) << from << " in " << header;
  header.replace(at, from.size(), to);
  return Stream(header, whole.substr(4 + size));
}

TEST(Wire, BringsBackWhatWasSent) {
  const Reading sent = Sample();
  const auto got = DecodeReading(EncodeReading(sent));
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(got->title, sent.title);
  EXPECT_EQ(got->text, sent.text);
  EXPECT_EQ(got->links, sent.links);
  EXPECT_EQ(got->content_date, sent.content_date);
  EXPECT_EQ(got->anchors, sent.anchors);
  EXPECT_EQ(got->report.verdict, sent.report.verdict);
  EXPECT_EQ(got->report.detail, sent.report.detail);
  EXPECT_EQ(got->report.units, 3U);
  EXPECT_EQ(got->report.units_with_text, 2U);
  EXPECT_EQ(got->report.left_out, sent.report.left_out);
  EXPECT_EQ(got->report.warnings, sent.report.warnings);
  ASSERT_EQ(got->children.size(), 2U);
  EXPECT_EQ(got->children[0].bytes, sent.children[0].bytes);
  EXPECT_EQ(got->children[0].name, "a.txt");
  EXPECT_EQ(got->children[1].fragment, "attachment=2");
}

TEST(Wire, RefusesAStreamCutAnywhereOrWithMore) {
  const std::string whole = EncodeReading(Sample());
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(DecodeReading(std::string_view(whole).substr(0, size))) << size;
  EXPECT_FALSE(DecodeReading(whole + "x"));
  EXPECT_TRUE(DecodeReading(whole));
}

TEST(Wire, RefusesPromisesThatDoNotHold) {
  ASSERT_TRUE(DecodeReading(With("Manual", "Manual")));
  EXPECT_FALSE(DecodeReading(With("Manual", "Man\\nual")));
  EXPECT_FALSE(DecodeReading(With("Manual", "Man\\u0000ual")));
  EXPECT_FALSE(DecodeReading(With("Manual", "Man\\ud800ual")));
  EXPECT_FALSE(DecodeReading(With("Manual", "Man\xFFual")));
  EXPECT_FALSE(DecodeReading(With("read in part", "read badly")));
  EXPECT_FALSE(DecodeReading(With("read in part", "damaged"))) << "a text against its verdict";
  EXPECT_FALSE(DecodeReading(With("[5,\"page\"", "[8,\"page\""))) << "inside a character";
  EXPECT_FALSE(DecodeReading(With("[5,\"page\"", "[99,\"page\"")));
  EXPECT_FALSE(DecodeReading(With("[5,\"page\"", "[-1,\"page\"")));
  EXPECT_FALSE(DecodeReading(With("[5,\"page\"", "[5,\"pages\"")));
  EXPECT_FALSE(DecodeReading(With("[0,\"page\"", "[6,\"page\""))) << "not in order";
  EXPECT_FALSE(DecodeReading(With("2024-02-29", "2024-2-29")));
  EXPECT_FALSE(DecodeReading(With("https://a.example/", "https://z.example/")));
  EXPECT_FALSE(DecodeReading(With("\"units\":3", "\"units\":1")));
  EXPECT_FALSE(DecodeReading(With("\"text/plain\",3", "\"text/plain\",9223372036854775807")));
}

TEST(Wire, RefusesMoreThanItsLimits) {
  const std::string whole = EncodeReading(Sample());
  EXPECT_FALSE(DecodeReading(whole, {.max_header_bytes = 10}));
  EXPECT_FALSE(DecodeReading(whole, {.max_text_bytes = 3}));
  EXPECT_FALSE(DecodeReading(whole, {.max_child_bytes = 2}));
  EXPECT_FALSE(DecodeReading(whole, {.max_children = 1}));
  EXPECT_FALSE(DecodeReading(whole, {.max_anchors = 1}));
  EXPECT_FALSE(DecodeReading(whole, {.max_links = 1}));
  EXPECT_FALSE(DecodeReading(whole, {.max_string_bytes = 5}));
  EXPECT_FALSE(DecodeReading("\xFF\xFF\xFF\xFF{}"));
  EXPECT_FALSE(DecodeReading(Stream(std::string(20, '['))));
  EXPECT_FALSE(DecodeReading(Stream("{}")));
}

}  // namespace
}  // namespace arborist::reading
