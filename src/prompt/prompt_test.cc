// SPDX-License-Identifier: AGPL-3.0-only
#include "prompt/prompt.h"

#include <gtest/gtest.h>

namespace arborist::prompt {
namespace {

evidence::EvidenceMap TwoPassages() {
  std::vector<evidence::SourceChunk> chunks(2);
  chunks[0].title = "Canal";
  chunks[0].chunk_root = std::string(64, 'a');
  chunks[0].span = "The canal opened in 1825.";
  chunks[1].document_uri = "https://example.org/wiki/Buffalo";
  chunks[1].chunk_root = std::string(64, 'b');
  chunks[1].span = "Buffalo grew.";
  return evidence::EvidenceMap(std::move(chunks));
}

constexpr Mode kModes[] = {Mode::kQuote, Mode::kPointer, Mode::kJson, Mode::kSelect};

evidence::SentenceList SentencesOf(const evidence::EvidenceMap& evidence) {
  using enum evidence::SentenceKind;
  return *evidence::SentenceList::Make(
      evidence, {{{0, 25, kSentence, std::nullopt}}, {{0, 13, kSentence, std::nullopt}}});
}

TEST(Prompt, EveryModeEndsWithTheQuestionInOneUserMessage) {
  const evidence::EvidenceMap evidence = TwoPassages();
  const evidence::SentenceList sentences = SentencesOf(evidence);
  for (const Mode mode : kModes) {
    const auto messages = BuildMessages({.mode = mode,
                                         .question = "When?",
                                         .evidence = &evidence,
                                         .sentences = &sentences,
                                         .conversation = {}});
    ASSERT_EQ(messages.size(), 2u);
    EXPECT_EQ(messages[0].role, "system");
    EXPECT_EQ(messages[1].role, "user");
    EXPECT_TRUE(messages[1].content.ends_with("Question: When?"));
    EXPECT_TRUE(messages[1].content.contains("The canal opened in 1825."));
    EXPECT_TRUE(messages[1].content.contains(PromptFor(mode).reminder));
    EXPECT_TRUE(messages[0].content.contains("Example")) << "one worked example";
  }
}

TEST(Prompt, QuoteModeShowsNoIdsToCite) {
  const evidence::EvidenceMap evidence = TwoPassages();
  const auto messages = BuildMessages(
      {.mode = Mode::kQuote, .question = "When?", .evidence = &evidence, .conversation = {}});
  EXPECT_TRUE(messages[1].content.starts_with("=== Canal ===\n"));
  EXPECT_FALSE(messages[1].content.contains("E1"));
}

TEST(Prompt, EarlierTurnsStandBetweenTheRulesAndTheQuestion) {
  const evidence::EvidenceMap evidence = TwoPassages();
  const std::vector<Message> earlier = {{"user", "hello"}, {"assistant", "hi"}};
  const auto messages = BuildMessages({.mode = Mode::kPointer,
                                       .question = "When?",
                                       .evidence = &evidence,
                                       .conversation = earlier});
  ASSERT_EQ(messages.size(), 4u);
  EXPECT_EQ(messages[1], earlier[0]);
  EXPECT_EQ(messages[2], earlier[1]);
}

TEST(Prompt, FrameAndBroadReminderAreAddedOnlyWhenTheyApply) {
  const evidence::EvidenceMap evidence = TwoPassages();
  PromptInput input{
      .mode = Mode::kPointer, .question = "Q", .evidence = &evidence, .conversation = {}};
  const std::string plain = BuildMessages(input)[1].content;
  input.broad = true;
  const std::string broad = BuildMessages(input)[1].content;
  input.frame_title = "Nineteen Eighty-Four";
  const std::string framed = BuildMessages(input)[1].content;
  EXPECT_LT(plain.size(), broad.size());
  EXPECT_LT(broad.size(), framed.size());
  EXPECT_TRUE(framed.contains("Nineteen Eighty-Four"));
}

TEST(Prompt, TheTextsOfEachModeHaveAHashOfTheirOwn) {
  EXPECT_NE(PromptHash(Mode::kQuote), PromptHash(Mode::kPointer));
  EXPECT_NE(PromptHash(Mode::kPointer), PromptHash(Mode::kJson));
  EXPECT_NE(PromptHash(Mode::kJson), PromptHash(Mode::kSelect));
}

TEST(Prompt, SelectModeNumbersTheSentences) {
  const evidence::EvidenceMap evidence = TwoPassages();
  const evidence::SentenceList sentences = SentencesOf(evidence);
  const auto messages = BuildMessages({.mode = Mode::kSelect,
                                       .question = "When?",
                                       .evidence = &evidence,
                                       .sentences = &sentences,
                                       .conversation = {}});
  EXPECT_TRUE(messages[1].content.starts_with(
      "=== E1 (Canal | unclassified) ===\nE1.1 The canal opened in 1825.\n\n"
      "=== E2 (Buffalo | unclassified) ===\nE2.1 Buffalo grew.\n\n"));
}

TEST(Prompt, ADeclineIsThatSentenceAlone) {
  for (const char* yes : {"Not in the sources.", "not in the sources", " \"Not in the sources.\"\n",
                          "**Not in the sources.**"}) {
    EXPECT_TRUE(IsDecline(yes)) << yes;
  }
  for (const char* no : {"", "Not in the sources. The canal opened in 1825. [E1]", "Not in"}) {
    EXPECT_FALSE(IsDecline(no)) << no;
  }
}

}  // namespace
}  // namespace arborist::prompt
