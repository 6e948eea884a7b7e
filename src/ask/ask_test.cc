// SPDX-License-Identifier: AGPL-3.0-only
#include "ask/ask.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "ask/answered_home_test.h"
#include "run_dag/run_dag.h"
#include "store/read_moment.h"

namespace arborist::ask {
namespace {

using judge::AnswerMode;

constexpr std::string_view kCanal =
    "The Erie Canal opened on October 26, 1825. It joined the Hudson River to Lake Erie. "
    "Workers dug it by hand for eight years.";
class AskTest : public AnsweredHome {
 protected:
  AskTest() {
    ingest_.shards = 2;
    WriteCanal();
    Write("lighthouse.txt", "The lighthouse of Alexandria guided ships into the harbour.");
    Ingest();
  }

  template <typename Call>
  auto With(Call call) {
    return AnsweredHome::With(client_, call);
  }
  Result<AskResult> TryAsk(const AskOptions& options) {
    return With([&](const Services& services) { return Ask(options, services); });
  }
  AskResult AskOk(const AskOptions& options) {
    auto result = TryAsk(options);
    EXPECT_TRUE(result) << result.error().message;
    return result ? std::move(*result) : AskResult{};
  }
  // What the log says of questions that got no record.
  std::vector<std::string> Declines() {
    const auto home = OpenHome();
    store::Records records(home.get());
    std::vector<std::string> all;
    std::vector<std::pair<std::uint64_t, std::string>> events;
    EXPECT_TRUE(
        home->log().ReadEvents(0, store::kNewestEvent, [&](const store::StoredEvent& event) {
          if (event.body.type.starts_with("question_")) {
            events.emplace_back(event.body.seq, event.body.type);
          }
          return true;
        }));
    for (const auto& [seq, type] : events) {
      const auto reason = records.TextOf(seq, "reason");
      const auto question = records.TextOf(seq, "question");
      all.push_back(type + ": " + (*reason ? (*reason)->text : "gone") + ": " +
                    (*question ? (*question)->text : "gone"));
    }
    return all;
  }

  llm::ChatClient* client_ = nullptr;
};

const std::string kWhen = "When did the Erie Canal open?";

TEST_F(AskTest, AnswersFromTheCorpusWithoutAModelInEveryMode) {
  for (const AnswerMode mode :
       {AnswerMode::kQuote, AnswerMode::kClaimLatticePointer, AnswerMode::kClaimLattice}) {
    const AskResult result = AskOk(Question(kWhen, mode));
    EXPECT_EQ(result.record.audit_mode(), "STRICT") << json::Dump(result.record.verdict);
    EXPECT_TRUE(result.record.answer_text.contains("October 26, 1825"))
        << result.record.answer_text;
    EXPECT_EQ(result.lookup_path, LookupPath::kMiss);
    EXPECT_FALSE(result.cached);
    EXPECT_TRUE(result.audit_event_hash);
    EXPECT_TRUE(run_dag::Verify(result.record.dag));
  }
  EXPECT_EQ(Problems(), "");
}

TEST_F(AskTest, TheSecondTimeItIsServed) {
  const AskResult first = AskOk(Question(kWhen));
  stages_.clear();
  const AskResult again = AskOk(Question(kWhen));
  EXPECT_TRUE(again.cached);
  EXPECT_EQ(again.lookup_path, LookupPath::kPrimary);
  EXPECT_EQ(stages_, (std::vector<std::string>{"preflight", "lookup"})) << "without retrieval";
  EXPECT_EQ(again.stored->record_id, first.stored->record_id);
  EXPECT_EQ(again.record.dag.root, first.record.dag.root);
  EXPECT_EQ(again.audit_event_hash, first.audit_event_hash);
  const AskResult other_words = AskOk(Question("when did the erie canal open"));
  EXPECT_TRUE(other_words.cached) << "the same question class";
}

TEST_F(AskTest, AStrictAgentFindsOnlyItsOwnRecordsAndAFastOneBoth) {
  AskOptions strict = Question(kWhen);
  strict.policy.question_dedup = question::Dedup::kStrict;
  strict.fidelity = Fidelity::kStrict;
  AskOk(strict);
  const AskResult alternate = AskOk(Question(kWhen));
  EXPECT_TRUE(alternate.cached);
  EXPECT_EQ(alternate.lookup_path, LookupPath::kAlternate);
  EXPECT_EQ(AskOk(Question(kWhen)).lookup_path, LookupPath::kAlternate) << "again";
  AskOptions exact = Question(kWhen);
  exact.fidelity = Fidelity::kStrict;
  EXPECT_FALSE(AskOk(exact).cached);
}

TEST_F(AskTest, AnyChangedPolicyIsAMiss) {
  AskOk(Question(kWhen));
  AskOptions options = Question(kWhen);
  options.policy.temperature = 0.5;
  EXPECT_FALSE(AskOk(options).cached);
  options = Question(kWhen);
  options.policy.verifier = judge::Verifier::kReferenceV98;
  EXPECT_FALSE(AskOk(options).cached);
  options = Question(kWhen);
  options.policy.extra_body = json::Object{{"seed", 1}};
  EXPECT_FALSE(AskOk(options).cached);
  options = Question(kWhen);
  options.conversation = {{"user", "hello"}, {"assistant", "hi"}};
  EXPECT_FALSE(AskOk(options).cached);
  options = Question(kWhen);
  options.nine_dimensions = true;
  EXPECT_FALSE(AskOk(options).cached);
  EXPECT_TRUE(AskOk(Question(kWhen)).cached);
}

TEST_F(AskTest, AChangedSourceMakesTheRecordStaleAndRollingBackServesItAgain) {
  const AskResult first = AskOk(Question(kWhen));
  Write("canal.txt", "The Erie Canal opened on May 1, 1830, says this text.");
  Ingest();
  const AskResult changed = AskOk(Question(kWhen));
  EXPECT_FALSE(changed.cached);
  EXPECT_FALSE(changed.record.answer_text.contains("1825")) << changed.record.answer_text;
  Write("canal.txt", kCanal);
  Ingest();
  const AskResult back = AskOk(Question(kWhen));
  EXPECT_TRUE(back.cached);
  EXPECT_EQ(back.stored->record_id, first.stored->record_id);
  EXPECT_EQ(Problems(), "");
}

TEST_F(AskTest, AnUnrelatedDocumentLeavesTheRecordLive) {
  AskOk(Question(kWhen));
  Write("volcano.txt", "Volcanoes erupt when magma rises.");
  Ingest();
  EXPECT_TRUE(AskOk(Question(kWhen)).cached);
}

TEST_F(AskTest, AFalsifiedAnswerDoesNotComeBack) {
  const AskResult first = AskOk(Question(kWhen));
  {
    auto home = store::HomeStore::Open(home_, {.clock = &clock_, .random = &random_, .actor = "t"});
    store::Records records(home->get());
    ASSERT_TRUE(records.SetState(first.stored->record_id, store::RecordState::kFailed, "wrong"));
  }
  for (int i = 0; i < 2; ++i) {
    const AskResult again = AskOk(Question(kWhen));
    EXPECT_FALSE(again.cached);
    EXPECT_TRUE(again.falsified_before);
    EXPECT_EQ(again.lookup_path, LookupPath::kMiss);
    EXPECT_EQ(again.stored->state, store::RecordState::kFailed);
    EXPECT_EQ(again.stored->record_id, first.stored->record_id) << "one row, however often asked";
    EXPECT_EQ(again.audit_event_hash, first.audit_event_hash);
  }
  EXPECT_EQ(Problems(), "");
}

TEST_F(AskTest, AFalsifiedAnswerDoesNotComeBackUnderTheOtherKey) {
  AskOptions strict = Question(kWhen);
  strict.policy.question_dedup = question::Dedup::kStrict;
  AskOk(strict);
  AskOptions own_key_alone = Question(kWhen);
  own_key_alone.fidelity = Fidelity::kStrict;
  const AskResult own = AskOk(own_key_alone);
  ASSERT_FALSE(own.cached);
  EXPECT_TRUE(AskOk(Question(kWhen)).cached);
  {
    const auto home = OpenHome();
    store::Records records(home.get());
    ASSERT_TRUE(records.SetState(own.stored->record_id, store::RecordState::kFailed, "wrong"));
  }
  const AskResult again = AskOk(Question(kWhen));
  EXPECT_FALSE(again.cached);
  EXPECT_TRUE(again.falsified_before);
}

TEST_F(AskTest, AServedAnswerNamesWhereItsTextStandsNow) {
  const AskResult first = AskOk(Question(kWhen));
  std::filesystem::create_directory(folder_.path() / "docs" / "old");
  std::filesystem::rename(folder_.path() / "docs" / "canal.txt",
                          folder_.path() / "docs" / "old" / "canal.txt");
  ingest_.mark_gone = true;
  Ingest();
  const AskResult served = AskOk(Question(kWhen));
  EXPECT_TRUE(served.cached);
  EXPECT_EQ(served.stored->record_hash, first.stored->record_hash);
  EXPECT_TRUE(served.record.sources[0].document_uri.ends_with("old/canal.txt"))
      << served.record.sources[0].document_uri;
  EXPECT_TRUE(served.record.passages[0].document_uri.ends_with("old/canal.txt"));
  EXPECT_EQ(Problems(), "");
}

TEST_F(AskTest, WhoSeesAPartIsToldNoPlaceOutsideOfIt) {
  const std::filesystem::path docs = folder_.path() / "docs";
  ingest_.shard = "secret";
  ingest_.uri_prefix = "board:";
  ingest_.mark_gone = true;
  Ingest();
  ingest_.shard = "public";
  ingest_.uri_prefix = "pub:";
  Ingest();
  const auto ask = [&] {
    const store::Corpus whole = OpenCorpus();
    const std::vector<std::string> only{"public"};
    const auto part = store::Corpus::Open(home_, only);
    const auto home = OpenHome();
    Services services;
    services.corpus = &*part;
    services.whole = &whole;
    services.home = home.get();
    services.microseconds = [this] { return ++ticks_; };
    return ask::Ask(Question(kWhen), services).value();
  };
  EXPECT_FALSE(ask().cached);
  std::filesystem::create_directory(docs / "zoo");
  std::filesystem::rename(docs / "canal.txt", docs / "zoo" / "canal.txt");
  Ingest();
  for (int i = 0; i < 2; ++i) {
    const AskResult served = ask();
    EXPECT_TRUE(served.cached);
    EXPECT_EQ(served.record.sources[0].document_uri, "pub:zoo/canal.txt");
  }
}

TEST_F(AskTest, BurningLosesNoAnswerWhileSomebodyReads) {
  AskOk(Question(kWhen));
  const auto reader = OpenReadOnly();
  const auto moment = store::ReadMoment::Begin(reader.get());
  ASSERT_TRUE(moment && reader->log().Head());
  AskOptions options = Question(kWhen);
  options.burn_existing = true;
  const AskResult result = AskOk(options);
  EXPECT_EQ(result.burned_existing, 1);
  ASSERT_TRUE(result.stored);
  ASSERT_FALSE(result.notes.empty());
  EXPECT_TRUE(result.notes.back().contains("reads the store")) << result.notes.back();
}

TEST_F(AskTest, BurnForcesAFreshRun) {
  AskOk(Question(kWhen));
  AskOptions options = Question(kWhen);
  options.burn_existing = true;
  const AskResult result = AskOk(options);
  EXPECT_EQ(result.burned_existing, 1);
  EXPECT_FALSE(result.cached);
  EXPECT_EQ(AskOk(Question("Who lit the lighthouse of Alexandria?")).burned_existing, 0);
}

TEST_F(AskTest, NothingFoundIsDeclinedWithoutARecord) {
  const AskResult result = AskOk(Question("Which zeppelin xylophone quarks?"));
  EXPECT_EQ(Declines(), (std::vector<std::string>{
                            "question_unanswered: retrieval: Which zeppelin xylophone quarks?"}));
  EXPECT_TRUE(result.audit_event_hash);
  EXPECT_TRUE(result.record.declined);
  EXPECT_EQ(result.record.audit_mode(), "UNGROUNDED");
  EXPECT_EQ(result.failure_stage, "retrieval");
  EXPECT_FALSE(result.stored);
}

TEST_F(AskTest, ABroadQuestionIsTurnedAwayOnRequest) {
  AskOptions options = Question("List all wars");
  options.policy.preflight.reject_broad = true;
  const AskResult result = AskOk(options);
  EXPECT_EQ(result.lookup_path, LookupPath::kPreflight);
  EXPECT_EQ(result.record.dag.nodes.size(), 3u);
  EXPECT_EQ(
      Declines(),
      (std::vector<std::string>{"question_rejected: BROAD_QUANTIFIER_REJECTED: List all wars"}));
  EXPECT_EQ(result.record.audit_mode(), "UNGROUNDED");
  EXPECT_FALSE(result.stored);
}

TEST_F(AskTest, AnEmptyQuestionIsAnError) {
  EXPECT_EQ(TryAsk(Question("  \n")).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(TryAsk(Question(std::string(kMaxQuestionBytes + 1, 'x'))).error().code,
            ErrorCode::kLimitExceeded);
}

TEST_F(AskTest, WhatIsNotTextIsRefusedBeforeItReachesARecord) {
  EXPECT_EQ(TryAsk(Question("When did the \xFF canal open?")).error().code,
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(TryAsk(Question(std::string("When\0?", 6))).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(TryAsk(Question("When\x1b[1m?")).error().code, ErrorCode::kInvalidArgument);
  AskOptions options = Question(kWhen);
  options.quantization = "\xC3";
  EXPECT_EQ(TryAsk(options).error().code, ErrorCode::kInvalidArgument);
  options = Question(kWhen);
  options.retrieval_keywords = "\xFF";
  EXPECT_EQ(TryAsk(options).error().code, ErrorCode::kInvalidArgument);
  EXPECT_TRUE(TryAsk(Question("When did the\n\tErie Canal open?")));
}

TEST_F(AskTest, BlanksInAQuestionDoNotChangeItsAnswer) {
  EXPECT_EQ(AskOk(Question(std::string(60000, ' ') + kWhen)).record.audit_mode(), "STRICT");
}

TEST_F(AskTest, OneDocumentCanBeAskedAlone) {
  AskOptions options = Question("What grew quickly?");
  const AskResult whole = AskOk(Question("Why did Buffalo grow after the Erie Canal?"));
  for (const auto& source : whole.record.sources) {
    if (source.document_uri.ends_with("buffalo.txt")) {
      options.document = source.document.root;
    }
  }
  ASSERT_TRUE(options.document);
  const AskResult result = AskOk(options);
  ASSERT_EQ(result.record.sources.size(), 1u);
  EXPECT_EQ(result.record.dimensions.source_root, options.document->hex());
}

// -- with a model

class EchoClient final : public llm::ChatClient {
 public:
  Result<llm::ChatReply> Complete(const llm::ChatRequest& request) override {
    ++calls;
    last = request;
    if (fail) return Fail(ErrorCode::kEnvironment, "unreachable");
    return llm::ChatReply{.text = answer, .model = model, .finish_reason = "stop"};
  }
  std::string answer = "The Erie Canal opened on October 26, 1825. [E1]";
  std::string model = "asked-model";
  bool fail = false;
  int calls = 0;
  llm::ChatRequest last;
};

TEST_F(AskTest, TheModelGetsTheVerbatimQuestionAndItsNameIsPartOfTheProfile) {
  EchoClient client;
  client_ = &client;
  client.model = "asked-model-2026-01";
  const AskResult first = AskOk(Question(kWhen));
  EXPECT_TRUE(client.last.messages.back().content.ends_with(kWhen));
  EXPECT_EQ(first.record.model.model_id, "asked-model");
  EXPECT_EQ(first.record.model.revision, "asked-model-2026-01");
  EXPECT_TRUE(AskOk(Question(kWhen)).cached);
  EXPECT_EQ(client.calls, 1);
}

TEST_F(AskTest, AStandInsAnswerIsNotServedForTheModelThatWasAskedFor) {
  EchoClient client;
  client_ = &client;
  AskOk(Question(kWhen));  // by asked-model
  client.model = "small-stand-in";
  client.answer = "Buffalo grew quickly after the Erie Canal was finished. [E2]";
  const AskResult stand_in = AskOk(Question("How did Buffalo grow after the Erie Canal?"));
  EXPECT_EQ(stand_in.record.model.revision, "small-stand-in");
  client.model = "asked-model";
  AskOk(Question("What did the Erie Canal join?"));  // the endpoint is itself again
  const AskResult again = AskOk(Question("How did Buffalo grow after the Erie Canal?"));
  EXPECT_FALSE(again.cached);
  EXPECT_EQ(again.record.model.revision, "asked-model");
  EXPECT_TRUE(AskOk(Question(kWhen)).cached);
}

TEST_F(AskTest, AFailedModelLeavesNoRecord) {
  EchoClient client;
  client_ = &client;
  client.fail = true;
  EXPECT_EQ(TryAsk(Question(kWhen)).error().code, ErrorCode::kEnvironment);
  client.fail = false;
  EXPECT_FALSE(AskOk(Question(kWhen)).cached);
  EXPECT_EQ(Problems(), "");
}

TEST_F(AskTest, AFailedModelLeavesTheRecordThatWasToBeBurned) {
  EchoClient client;
  client_ = &client;
  const AskResult first = AskOk(Question(kWhen));
  AskOptions options = Question(kWhen);
  options.burn_existing = true;
  client.fail = true;
  EXPECT_EQ(TryAsk(options).error().code, ErrorCode::kEnvironment);
  const AskResult kept = AskOk(Question(kWhen));
  EXPECT_TRUE(kept.cached);
  EXPECT_EQ(kept.stored->record_id, first.stored->record_id);
  client.fail = false;
  EXPECT_EQ(AskOk(options).burned_existing, 1);
}

TEST_F(AskTest, JsonModeSendsTheSchemaInEverySpelling) {
  EchoClient client;
  client_ = &client;
  client.answer =
      R"({"claims":[{"text":"The Erie Canal opened on October 26, 1825.","evidence_ids":["E1"]}]})";
  const AskResult result = AskOk(Question(kWhen, AnswerMode::kClaimLattice));
  EXPECT_EQ(result.record.audit_mode(), "STRICT");
  for (const char* name : {"guided_json", "json_schema", "response_format"}) {
    EXPECT_TRUE(client.last.extra_body.contains(name)) << name;
  }
}

TEST_F(AskTest, TranslationWidensRetrievalOnly) {
  EchoClient client;
  client_ = &client;
  AskOptions options = Question("Wann wurde der Kanal eroeffnet?");
  options.translate_to = "English";
  client.answer = "When did the Erie Canal open?";
  auto result = TryAsk(options);  // the same stub also answers, without a pointer
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(client.calls, 2);
  EXPECT_EQ(result->record.retrieval_plan.at("translated_question"),
            json::Value("When did the Erie Canal open?"));
  EXPECT_TRUE(client.last.messages.back().content.ends_with(options.question));
  client_ = nullptr;
  EXPECT_EQ(TryAsk(options).error().code, ErrorCode::kInvalidArgument);
}

TEST_F(AskTest, TheSameRunIsByteIdenticalWhateverTheLayout) {
  std::vector<std::string> roots;
  for (const std::uint32_t shards : {1u, 2u, 4u}) {
    std::filesystem::remove_all(home_.root);
    ingest_.shards = shards;
    Ingest();
    const AskResult result = AskOk(Question(kWhen));
    roots.push_back(result.record.dag.root.hex() + result.stored->record_hash.hex());
  }
  EXPECT_EQ(roots[0], roots[1]);
  EXPECT_EQ(roots[0], roots[2]);
}

TEST_F(AskTest, TwoAtOnceAskingTheSameGiveOneRecord) {
  std::vector<std::jthread> threads;
  std::vector<std::string> keys(4);
  threads.reserve(keys.size());
  for (std::string& key : keys) {
    threads.emplace_back([&] {
      auto corpus = store::Corpus::Open(home_);
      auto home =
          store::HomeStore::Open(home_, {.clock = &clock_, .random = &random_, .actor = "t"});
      Services services;
      services.corpus = &*corpus;
      services.home = home->get();
      services.microseconds = [] { return 0; };
      const auto result = Ask(Question(kWhen), services);
      ASSERT_TRUE(result) << result.error().message;
      key = std::to_string(result->stored->record_id);
    });
  }
  threads.clear();
  for (const std::string& key : keys) EXPECT_EQ(key, keys[0]);
  EXPECT_EQ(Problems(), "");
}

}  // namespace
}  // namespace arborist::ask
