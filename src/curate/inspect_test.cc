// SPDX-License-Identifier: AGPL-3.0-only
#include "curate/inspect.h"

#include "curate/answered_home_test.h"

namespace arborist::curate {
namespace {

const std::vector<std::string> kBases = {
    "The Erie Canal opened on October 26, 1825, and joined the Hudson River to Lake Erie.",
    "Buffalo grew quickly after the canal was finished."};
const std::vector<std::string> kRaws = {
    "The '''Erie Canal''' opened on October 26, 1825, and joined the [[Hudson River]] to Lake "
    "Erie.",
    "[[Buffalo, New York|Buffalo]] grew quickly after the canal was finished."};

std::string_view LabelOf(std::string_view unit) {
  return Name(LabelSpan(unit, kBases, kRaws).label);
}

TEST(LabelSpan, GivesEachOfTheSixLabels) {
  EXPECT_EQ(LabelOf("the erie canal  opened on October 26"), "verbatim_in_base");
  EXPECT_EQ(LabelOf("[[Buffalo, New York|Buffalo]] grew"), "verbatim_in_raw_only");
  EXPECT_EQ(LabelOf("The Erie Canal opened on October 26, 1825, and joined the Hudson River to "
                    "the sea"),
            "trailing_artifact");
  EXPECT_EQ(LabelOf("Hudson River joined, Lake Erie: the Canal opened October"), "paraphrase");
  EXPECT_EQ(LabelOf("Buffalo grew because merchants moved quickly"), "partial_paraphrase");
  EXPECT_EQ(LabelOf("Penguins breed on cold southern islands"), "no_overlap");
}

TEST(LabelSpan, SaysWhichPassageAndWhatTheTailIs) {
  const LabelledSpan span = LabelSpan(
      "The Erie Canal opened on October 26, 1825, and joined the Hudson River (Source: X)", kBases,
      kRaws);
  EXPECT_EQ(span.label, SpanLabel::kTrailingArtifact);
  EXPECT_EQ(span.passage, 1u);
  EXPECT_EQ(span.tail, "(source: x)");
}

TEST(LabelSpan, AShortBeginningIsNoTrailingArtifact) {
  EXPECT_NE(LabelOf("The Erie Canal opened with penguins breeding upon cold southern islands"),
            "trailing_artifact");
}

TEST(LabelSpan, TheThresholdsAreTheReferences) {
  const std::vector<std::string> base = {
      "alpha1 bravo1 charlie delta1 echo1 foxtrot golf1 hotel1 india1 juliet kilo1 lima1 mike1 "
      "november oscar1 papa1 quebec"};
  const auto label = [&](std::string_view unit) { return Name(LabelSpan(unit, base, base).label); };
  // 17 of 20 words are 0.85, 8 of 20 are 0.40; one word less is below.
  EXPECT_EQ(label("quebec papa1 oscar1 november mike1 lima1 kilo1 juliet india1 hotel1 golf1 "
                  "foxtrot echo1 delta1 charlie bravo1 alpha1 zulu1 zulu2 zulu3"),
            "paraphrase");
  EXPECT_EQ(label("papa1 oscar1 november mike1 lima1 kilo1 juliet india1 hotel1 golf1 foxtrot "
                  "echo1 delta1 charlie bravo1 alpha1 zulu1 zulu2 zulu3 zulu4"),
            "partial_paraphrase");
  EXPECT_EQ(label("hotel1 golf1 foxtrot echo1 delta1 charlie bravo1 alpha1 zulu1 zulu2 zulu3 zulu4 "
                  "zulu5 zulu6 zulu7 zulu8 zulu9 zulu10 zulu11 zulu12"),
            "partial_paraphrase");
  EXPECT_EQ(label("golf1 foxtrot echo1 delta1 charlie bravo1 alpha1 zulu1 zulu2 zulu3 zulu4 zulu5 "
                  "zulu6 zulu7 zulu8 zulu9 zulu10 zulu11 zulu12 zulu13"),
            "no_overlap");
}

TEST(Topic, AShiftIsMoreForeignWordsThanKnownOnes) {
  const TopicShift stays =
      DiagnoseTopicShift("When did the canal open?", "The Erie Canal opened in October.", kBases);
  EXPECT_FALSE(stays.detected);
  EXPECT_EQ(stays.from_sources, 1.0);
  const TopicShift shifts = DiagnoseTopicShift(
      "When did the canal open?", "Penguins breed upon southern islands near Buffalo.", kBases);
  EXPECT_TRUE(shifts.detected);
  EXPECT_EQ(shifts.question_kept, 0.0);
  EXPECT_FALSE(DiagnoseTopicShift("What?", "Penguins breed.", kBases).detected)
      << "too few words to say";
}

TEST(Topic, TitlesWithoutWordsSayNothing) {
  EXPECT_TRUE(CompareTitles("The canal opened.", std::vector<std::string>{"Erie_Canal"}).relevant);
  EXPECT_FALSE(CompareTitles("Penguins breed.", std::vector<std::string>{"Erie_Canal"}).relevant);
  EXPECT_TRUE(CompareTitles("Penguins breed.", std::vector<std::string>{"1"}).relevant);
}

TEST(Topic, PicturesAreFoundAndThoseOfTheSourceMarked) {
  const auto found = FindMetaphors("It cut the land like a knife. So to speak, a new sea. Likely.",
                                   std::vector<std::string>{"so to speak, a new sea."});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].marker, "like a");
  EXPECT_FALSE(found[0].in_source);
  EXPECT_EQ(found[1].marker, "so to speak");
  EXPECT_TRUE(found[1].in_source);
}

class InspectTest : public AnsweredHome {};

TEST_F(InspectTest, SaysWhatFailedAndWhatComesNearAndWritesNothing) {
  const CacheKey key =
      Ask("When did the Erie Canal open?",
          "\"The Erie Canal opened on October 26, 1825.\"\nPenguins dug it with silver spoons.");
  std::map<std::string, std::string> before;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(home_.root)) {
    if (entry.path().extension() == ".db") before[entry.path()] = Bytes(entry.path());
  }
  ASSERT_EQ(before.size(), 3u);
  {
    const LoadedRun run = Load(key);
    const store::Corpus corpus = OpenCorpus();
    CorpusLookup lookup(&corpus);
    const auto inspection = Inspect(run, &lookup);
    ASSERT_TRUE(inspection) << inspection.error().message;
    ASSERT_EQ(inspection->spans.size(), 1u);
    EXPECT_EQ(inspection->spans[0].text, "Penguins dug it with silver spoons.");
    EXPECT_EQ(inspection->spans[0].labelled.label, SpanLabel::kNoOverlap);
    EXPECT_FALSE(inspection->deflection.detected) << "questions for a time are not judged";
  }
  for (const auto& [path, bytes] : before) EXPECT_EQ(Bytes(path), bytes) << path;
}

TEST_F(InspectTest, ARecordThatDeclinesIsNoAnswerAndHasNothingToInspect) {
  const auto inspect = [&](const LoadedRun& run) {
    const store::Corpus corpus = OpenCorpus();
    CorpusLookup lookup(&corpus);
    auto inspection = Inspect(run, &lookup);
    EXPECT_TRUE(inspection) << inspection.error().message;
    return inspection ? std::move(*inspection) : Inspection();
  };
  const std::string question = "What is the Erie Canal made of?";
  for (const auto& [mode, words] : std::vector<std::pair<judge::AnswerMode, std::string>>{
           {judge::AnswerMode::kQuote, "Not in the sources."},
           {judge::AnswerMode::kClaimLatticePointer, "Not in the sources."},
           {judge::AnswerMode::kClaimLattice, R"({"claims":[]})"}}) {
    LoadedRun run = Load(Ask(question, words, mode));
    ASSERT_TRUE(run.run.declined) << words;
    const Inspection inspection = inspect(run);
    EXPECT_TRUE(inspection.declined);
    EXPECT_TRUE(inspection.spans.empty());
    EXPECT_FALSE(inspection.deflection.detected);
    EXPECT_TRUE(inspection.titles.empty());
    EXPECT_EQ(run.record.audit_mode, "UNGROUNDED");
    run.inputs.reset();
    EXPECT_TRUE(inspect(run).declined) << "no passage is needed to say so";
  }
  const LoadedRun answered =
      Load(Ask("When did the Erie Canal open?", "\"The Erie Canal opened on October 26, 1825.\""));
  EXPECT_FALSE(inspect(answered).declined);
}

TEST_F(InspectTest, AStoreThatIsOpenForReadingRefusesToWrite) {
  const CacheKey key = Ask("When did the Erie Canal open?");
  const auto home = OpenReadOnly();
  store::Records records(home.get());
  const auto record = *records.Resolve(key.hex());
  const Status refused = records.CountHit(record.record_id);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kPermission) << refused.error().message;
  EXPECT_FALSE(records.SetState(record.record_id, store::RecordState::kFailed, "no"));
}

}  // namespace
}  // namespace arborist::curate
