// SPDX-License-Identifier: AGPL-3.0-only
#include "retrieve/snippet.h"

#include <gtest/gtest.h>

#include "text/utf8.h"

namespace arborist::retrieve {
namespace {

template <typename Make>
std::string MarkedBy(std::string_view query_text, Make make) {
  const Query query = ParseQuery(query_text);
  const index::TermStatistics statistics{
      .average_length = 10,
      .frequency = std::vector<std::int64_t>(query.terms.size(), 1),
      .idf = std::vector<double>(query.terms.size(), 1)};
  const RankConstants constants;
  const Ranker ranker(query, statistics, constants);
  const Snippet snippet = make(ranker);
  EXPECT_EQ(text::FindInvalidUtf8(snippet.text), std::string_view::npos);
  std::string marked;
  std::size_t at = 0;
  for (const Snippet::Range& hit : snippet.hits) {
    EXPECT_LE(at, hit.begin);
    EXPECT_LT(hit.begin, hit.end);
    marked += snippet.text.substr(at, hit.begin - at) + "[" +
              snippet.text.substr(hit.begin, hit.end - hit.begin) + "]";
    at = hit.end;
  }
  return marked + snippet.text.substr(at);
}

std::string Marked(std::string_view query_text, std::string_view text,
                   std::size_t characters = kSnippetCharacters) {
  return MarkedBy(query_text,
                  [&](const Ranker& ranker) { return MakeSnippet(text, ranker, characters); });
}

TEST(Snippet, MarksWordsInTheOriginalSpelling) {
  EXPECT_EQ(Marked("strasse girlfriends", "Die Straße of Superman's Girlfriend."),
            "Die [Straße] of Superman's [Girlfriend].");
}
TEST(Snippet, MarksHyphenatedWordsBothWays) {
  EXPECT_EQ(Marked("bipolar", "a bi-polar view"), "a [bi-polar] view");
  EXPECT_EQ(Marked("bi-polar", "a bipolar view"), "a [bipolar] view");
}
TEST(Snippet, CollapsesWhitespace) { EXPECT_EQ(Marked("b", " a \n\n b\t c "), "a [b] c"); }
TEST(Snippet, TouchingBigramsAreOneHit) {
  EXPECT_EQ(Marked("北京市", "他在北京市工作"), "他在[北京市]工作");
}
TEST(Snippet, MarksThaiInTheMiddleOfAWord) {
  EXPECT_EQ(Marked("ไทย", "ประเทศไทยอยู่"), "ประเทศ[ไทย]อยู่");
}
TEST(Snippet, ShowsTheDensestPlaceCutBetweenWords) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "filler oil words ";
  text += "the oil price crisis began ";
  for (int i = 0; i < 100; ++i) text += "more filler words ";
  const std::string marked = Marked("oil price crisis", text, 60);
  EXPECT_NE(marked.find("[oil] [price] [crisis]"), std::string::npos) << marked;
  EXPECT_TRUE(marked.starts_with("…")) << marked;
  EXPECT_TRUE(marked.ends_with("…")) << marked;
  EXPECT_LE(text::CountCodePoints(marked), 80u);
  EXPECT_EQ(marked.find("…iller"), std::string::npos) << marked;
}
TEST(Snippet, WithoutHitsIsTheBeginning) {
  EXPECT_EQ(Marked("zzz", "alpha beta gamma delta", 12), "alpha beta…");
}
TEST(Snippet, DoesNotCutBeforeACombiningMark) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "e\u0301";  // no spaces at all
  for (std::size_t width = 10; width < 20; ++width) {
    const std::string marked = Marked("zzz", text, width);
    EXPECT_TRUE(marked.ends_with("\u0301…")) << marked;
  }
}
TEST(Snippet, OfNothingIsNothing) {
  EXPECT_EQ(Marked("a", ""), "");
  EXPECT_EQ(Marked("a", " \n "), "");
}

std::string MarkedOf(markup::Base base, std::string_view query, std::string_view text) {
  return MarkedBy(query, [&](const Ranker& ranker) { return SnippetOf(base, text, ranker); });
}

TEST(Snippet, ShowsNoMarkup) {
  EXPECT_EQ(MarkedOf(markup::Base::kMarkdownV1, "tower",
                     "# Lens\n\nLit in the **[tower of Cordouan](cordouan.html)**.\n"),
            "Lens Lit in the [tower] of Cordouan.");
  EXPECT_EQ(MarkedOf(markup::Base::kRestV1, "tower", "Lit in the **tower** of `it <x.html>`_.\n"),
            "Lit in the [tower] of it.");
  EXPECT_EQ(MarkedOf(markup::Base::kAsciiDocV1, "tower", "Lit in the *tower* link:x.html[here].\n"),
            "Lit in the [tower] here.");
  EXPECT_EQ(MarkedOf(markup::Base::kWikitextV1, "tower", "Lit in the '''tower''' of [[a|it]]."),
            "Lit in the [tower] of it.");
}

TEST(Snippet, ShowsTheMarkupWhereTheWordStandsThereAlone) {
  EXPECT_EQ(
      MarkedOf(markup::Base::kMarkdownV1, "cordouan", "The [tower](cordouan.html) was lit.\n"),
      "The [tower]([cordouan].html) was lit.");
}

}  // namespace
}  // namespace arborist::retrieve
