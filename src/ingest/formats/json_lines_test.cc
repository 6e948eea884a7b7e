// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/formats/json_lines.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "crypto/sha256.h"
#include "ingest/string_source_test.h"

namespace arborist::ingest {
namespace {

struct Outcome {
  std::vector<SourceDocument> documents;
  std::vector<std::uint64_t> ordinals;
  std::vector<Skipped> skipped;
  std::string error;
};

Outcome ReadAll(JsonLinesReader reader) {
  Outcome outcome;
  while (true) {
    auto document = reader.Next();
    if (!document) {
      outcome.error = document.error().message;
      break;
    }
    if (!document->has_value()) break;
    outcome.documents.push_back(std::move(**document));
    outcome.ordinals.push_back(reader.ordinal());
  }
  outcome.skipped = reader.TakeSkipped();
  return outcome;
}

Outcome ReadText(const std::string& text, const Limits& limits = {}, std::size_t step = 1 << 20) {
  return ReadAll(JsonLinesReader(std::make_unique<StringSource>(text, step), limits));
}

TEST(JsonLines, ReadsUriTitleAndText) {
  const std::string line = R"({"uri":"u:1","title":"T","text":"caf\u00e9\n ","extra":[1]})";
  const Outcome outcome = ReadText(line + "\n");
  ASSERT_EQ(outcome.documents.size(), 1u);
  const SourceDocument& document = outcome.documents[0];
  EXPECT_EQ(document.uri, "u:1");
  EXPECT_EQ(document.title, "T");
  EXPECT_EQ(document.text, "caf\xC3\xA9\n ");
  EXPECT_EQ(document.source_type, "jsonl");
  EXPECT_EQ(document.extraction, kJsonLinesExtraction);
  EXPECT_EQ(document.source_hash, SourceHash(crypto::Sha256(AsBytes(line))));
  EXPECT_TRUE(document.links.empty());
  EXPECT_TRUE(document.alias_of.empty());
}

TEST(JsonLines, TheEndingOfAUriTellsTheMarkup) {
  for (const auto& [uri, extraction] : {std::pair("docs:a/b.md", document::kMarkdownLineExtraction),
                                        std::pair("docs:B.RST", document::kRestLineExtraction),
                                        std::pair("c.adoc", document::kAsciiDocLineExtraction),
                                        std::pair("d.html", document::kJsonLinesExtraction),
                                        std::pair("md", document::kJsonLinesExtraction),
                                        std::pair("x.md/y", document::kJsonLinesExtraction)}) {
    const std::string line = R"({"uri":")" + std::string(uri) + R"(","text":"# One *two*"})" + "\n";
    const Outcome outcome = ReadText(line);
    ASSERT_EQ(outcome.documents.size(), 1u) << uri;
    EXPECT_EQ(outcome.documents[0].extraction, extraction) << uri;
    EXPECT_EQ(outcome.documents[0].text, "# One *two*") << "the text stays as it is";
    EXPECT_EQ(outcome.documents[0].source_type, "jsonl");
  }
}

TEST(JsonLines, TitleDefaultsToTheUri) {
  EXPECT_EQ(ReadText(R"({"uri":"u:1","text":"x"})").documents.at(0).title, "u:1");
}

TEST(JsonLines, ToleratesLineEndsBlankLinesAndAByteOrderMark) {
  const std::string a = R"({"uri":"a","text":"x"})", b = R"({"uri":"b","text":"y"})";
  const Outcome outcome = ReadText("\xEF\xBB\xBF" + a + "\r\n\r\n  \n" + b);
  ASSERT_EQ(outcome.documents.size(), 2u);
  EXPECT_EQ(outcome.documents[0].source_hash, SourceHash(crypto::Sha256(AsBytes(a))));
  EXPECT_EQ(outcome.ordinals, (std::vector<std::uint64_t>{1, 4}));
  EXPECT_TRUE(outcome.skipped.empty());
}

TEST(JsonLines, EmptyInputHasNoDocuments) {
  for (const char* text : {"", "\n", "\n\n \r\n", "\xEF\xBB\xBF"}) {
    const Outcome outcome = ReadText(text);
    EXPECT_TRUE(outcome.documents.empty());
    EXPECT_TRUE(outcome.skipped.empty());
    EXPECT_EQ(outcome.error, "");
  }
}

TEST(JsonLines, NamesBadLinesAndGoesOn) {
  const std::string good = R"({"uri":"g","text":"x"})";
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"not json", "JSON"},
      {"[1]", "not a JSON object"},
      {R"({"text":"x"})", "\"uri\" is missing"},
      {R"({"uri":"u"})", "\"text\" is missing"},
      {R"({"uri":5,"text":"x"})", "\"uri\" is not a string"},
      {R"({"uri":"u","text":null})", "\"text\" is not a string"},
      {R"({"uri":"u","text":"x","title":1})", "\"title\" is not a string"},
      {R"({"uri":"","text":"x"})", "\"uri\" is empty"},
      {R"({"uri":"u","text":" \u00a0\n"})", "\"text\" is empty"},
      {R"({"uri":"u","text":"ab\ud800c"})",
       R"("text" holds a lone surrogate, \ud800 at byte 2, which is no character)"},
      {R"({"uri":"\udfff","text":"x"})", R"("uri" holds a lone surrogate, \udfff at byte 0)"},
      {R"({"uri":"u","title":"\ud83d","text":"x"})", "lone surrogate"},
      {"{\"uri\":\"u\",\"text\":\"\xED\xA0\x80\"}", "not UTF-8"},
      {"{\"uri\":\"u\",\"text\":\"\xFF\"}", "not UTF-8"},
      {good + good, "JSON"},
  };
  std::string text;
  for (const auto& [line, reason] : bad) text += line + "\n" + good + "\n";
  const Outcome outcome = ReadText(text);
  EXPECT_EQ(outcome.documents.size(), bad.size());
  ASSERT_EQ(outcome.skipped.size(), bad.size());
  for (std::size_t i = 0; i < bad.size(); ++i) {
    EXPECT_EQ(outcome.skipped[i].what, "line " + std::to_string(2 * i + 1));
    EXPECT_NE(outcome.skipped[i].reason.find(bad[i].second), std::string::npos)
        << outcome.skipped[i].reason;
  }
}

TEST(JsonLines, SkipsWhatBreaksALimit) {
  const Limits limits{.max_document_bytes = 100, .max_uri_bytes = 5, .max_title_bytes = 7};
  const std::string text = R"({"uri":"g","text":"x"})"
                           "\n{\"uri\":\"u\",\"text\":\"" +
                           std::string(5000, 'a') + "\"}\n" + R"({"uri":"123456","text":"x"})" +
                           "\n" + R"({"uri":"u","text":"x","title":"12345678"})" + "\n" +
                           R"({"uri":"h","text":"x"})" + "\n" + std::string(300, 'a');
  for (const std::size_t step : {std::size_t{1}, std::size_t{99}, std::size_t{1} << 20}) {
    const Outcome outcome = ReadText(text, limits, step);
    EXPECT_EQ(outcome.ordinals, (std::vector<std::uint64_t>{1, 5}));
    ASSERT_EQ(outcome.skipped.size(), 4u);
    EXPECT_EQ(outcome.skipped[0].what, "line 2");
    EXPECT_EQ(outcome.skipped[1].what, "line 3");
    EXPECT_EQ(outcome.skipped[2].what, "line 4");
    EXPECT_EQ(outcome.skipped[3].what, "line 6");
  }
}

TEST(JsonLines, StepsOfTheSourceDoNotMatter) {
  std::string text;
  for (int i = 0; i < 50; ++i) {
    text += R"({"uri":"u)" + std::to_string(i) + R"(","text":")" +
            std::string(static_cast<std::size_t>(i), 'x') + "y\"}\r\n";
  }
  for (const unsigned step : {1u, 2u, 7u, 100u, 100000u}) {
    EXPECT_EQ(ReadText(text, {}, step).documents.size(), 50u);
  }
}

TEST(JsonLines, ALineWithAMemberTwiceIsSkippedByItsNumber) {
  const std::string text =
      "{\"uri\":\"a\",\"text\":\"x\"}\n"
      "{\"uri\":\"b\",\"text\":\"shown\",\"text\":\"stored\"}\n"
      "{\"uri\":\"c\",\"text\":\"x\",\"meta\":{\"n\":1,\"n\":2}}\n"
      "{\"uri\":\"d\",\"text\":\"x\",\"t\\u0065xt\":\"y\"}\n";
  const Outcome outcome = ReadText(text);
  ASSERT_EQ(outcome.documents.size(), 1u);
  EXPECT_EQ(outcome.documents[0].uri, "a");
  ASSERT_EQ(outcome.skipped.size(), 3u);
  EXPECT_EQ(outcome.skipped[0].what, "line 2");
  EXPECT_TRUE(outcome.skipped[0].reason.contains("text")) << outcome.skipped[0].reason;
  // What an older version took in can be read again.
  const Outcome again = ReadAll(JsonLinesReader(std::make_unique<StringSource>(text), {},
                                                JsonLinesReader::Twice::kLastCounts));
  ASSERT_EQ(again.documents.size(), 4u);
  EXPECT_EQ(again.documents[1].text, "stored");
}

TEST(JsonLines, SkipUntilPassesOverLinesAndTheirFaults) {
  JsonLinesReader reader(std::make_unique<StringSource>(
      "bad\n{\"uri\":\"a\",\"text\":\"x\"}\n\n{\"uri\":\"b\",\"text\":\"x\"}\n"));
  reader.SkipUntil(2);
  const Outcome outcome = ReadAll(std::move(reader));
  ASSERT_EQ(outcome.documents.size(), 1u);
  EXPECT_EQ(outcome.documents[0].uri, "b");
  EXPECT_EQ(outcome.ordinals[0], 4u);
  EXPECT_TRUE(outcome.skipped.empty());
}

TEST(JsonLines, ErrorOfTheSourceComesAfterTheLinesBeforeIt) {
  const Outcome outcome = ReadAll(JsonLinesReader(std::make_unique<StringSource>(
      "{\"uri\":\"a\",\"text\":\"x\"}\n{\"uri\":\"b\",\"text\":\"x\"}", 10,
      Error{ErrorCode::kInvalidData, "gzip data is cut at byte 9"})));
  EXPECT_EQ(outcome.documents.size(), 1u);
  EXPECT_EQ(outcome.error, "gzip data is cut at byte 9");
}

}  // namespace
}  // namespace arborist::ingest
