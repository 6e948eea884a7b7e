// SPDX-License-Identifier: AGPL-3.0-only
#include "bundle/report.h"

#include <gtest/gtest.h>

#include "bundle/sample_test.h"

namespace arborist::bundle {
namespace {

json::Value Sample() { return PassageOf(document::Identify("one two"), 0); }

TEST(Report, JsonHoldsTheContractsFields) {
  const json::Value shown = ReportToJson(*VerifyBundleValue(Sample()));
  EXPECT_TRUE(shown.Find("valid")->as_bool());
  ASSERT_EQ(shown.Find("checks")->as_array().size(), 8u);
  const json::Value& check = shown.Find("checks")->as_array()[0];
  EXPECT_EQ(*check.Find("name"), json::Value("format"));
  EXPECT_TRUE(check.Find("ok")->as_bool());
  EXPECT_EQ(*check.Find("detail"), json::Value("arborist-passage-v1"));
  EXPECT_FALSE(shown.Find("not_proved")->as_array().empty());
}
TEST(Report, ExitCodesAreTheContracts) {
  json::Value bundle = Sample();
  EXPECT_EQ(ExitCodeOf(*VerifyBundleValue(bundle)), 0);
  bundle.as_object()["chunking_version"] = "new";
  EXPECT_EQ(ExitCodeOf(*VerifyBundleValue(bundle)), 2);
  bundle.as_object()["text"] = "three";
  EXPECT_EQ(ExitCodeOf(*VerifyBundleValue(bundle)), 1);
}
TEST(Report, TextNamesEveryCheckAndWhatIsNotProved) {
  json::Value bundle = Sample();
  std::string text = ReportToText(*VerifyBundleValue(bundle), false);
  EXPECT_NE(text.find("  ok      proof_shape  "), std::string::npos) << text;
  EXPECT_NE(text.find("VALID"), std::string::npos);
  EXPECT_NE(text.find("not proved:\n  - "), std::string::npos);
  EXPECT_EQ(text.find('\033'), std::string::npos);
  bundle.as_object()["text"] = "three";
  text = ReportToText(*VerifyBundleValue(bundle), false);
  EXPECT_NE(text.find("  FAILED  text_hash    "), std::string::npos) << text;
  EXPECT_NE(text.find("REFUSED: 2 of 8 checks failed"), std::string::npos) << text;
}
TEST(Report, TextFromTheBundleCannotDriveATerminal) {
  json::Value bundle = Sample();
  bundle.as_object()["document_root"] = "\033[2J";
  bundle.as_object()["schema_version"] = "\033]0;x\a";
  bundle.as_object()["locations"] =
      json::Array{json::Object{{"uri", "x\033[31m"}, {"title", "\u202Eevil"}}};
  const std::string text = ReportToText(*VerifyBundleValue(bundle), false);
  EXPECT_EQ(text.find('\033'), std::string::npos);
  EXPECT_EQ(text.find("\u202E"), std::string::npos);
}

}  // namespace
}  // namespace arborist::bundle
