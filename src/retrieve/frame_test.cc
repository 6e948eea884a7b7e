// SPDX-License-Identifier: AGPL-3.0-only
#include "retrieve/frame.h"

#include <gtest/gtest.h>

#include <vector>

namespace arborist::retrieve {
namespace {

TEST(Frame, WithoutAPhraseThereIsNone) {
  const FrameDetection frame = DetectFrame({});
  EXPECT_EQ(Name(frame.kind), "no_phrase_route");
  EXPECT_EQ(frame.confidence, 0);
}

TEST(Frame, AnArticleAboutTheWorldIsLiteral) {
  const std::vector<PhraseSource> sources{
      {"Oceania", "w:Oceania", "Oceania is a region. A report was published in 1990."}};
  const FrameDetection frame = DetectFrame(sources);
  EXPECT_EQ(Name(frame.kind), "literal");
  EXPECT_EQ(frame.title, "");
}

TEST(Frame, BracketsSayThatItIsAWork) {
  for (const char* title : {"Dune (novel)", "Dune (1984 film)", "Hamlet (Play)"}) {
    const std::vector<PhraseSource> sources{{title, "w:x", ""}};
    EXPECT_EQ(Name(DetectFrame(sources).kind), "reference") << title;
  }
  const std::vector<PhraseSource> planet{{"Mercury (planet)", "w:x", ""}};
  EXPECT_EQ(Name(DetectFrame(planet).kind), "literal");
}

TEST(Frame, ThreeDifferentMarkersSaySoToo) {
  const auto kind = [](const char* lead) {
    const std::vector<PhraseSource> sources{{"Title", "w:x", lead}};
    return DetectFrame(sources).kind;
  };
  EXPECT_EQ(kind("A NOVEL published in 1949; its protagonist is Winston."), FrameKind::kReference);
  EXPECT_EQ(kind("A novel, a novel, a novel published in 1949."), FrameKind::kAmbiguous);
  EXPECT_EQ(kind("The plotter published it."), FrameKind::kLiteral);
}

TEST(Frame, TheSurestSourceDecides) {
  const std::vector<PhraseSource> sources{
      {"Essay", "w:1", "An essay about the novel, published in 1950."},
      {"Dune", "w:2", "A novel published in 1965; the protagonist is Paul; adapted as a film."},
      {"Dune (film)", "w:3", ""}};
  const FrameDetection frame = DetectFrame(sources);
  EXPECT_EQ(frame.kind, FrameKind::kReference);
  EXPECT_EQ(frame.uri, "w:3");
  EXPECT_EQ(frame.confidence, 1.0);
}

}  // namespace
}  // namespace arborist::retrieve
