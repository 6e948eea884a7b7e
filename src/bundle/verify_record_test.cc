// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "bundle/record_sample_test.h"
#include "bundle/report.h"

namespace arborist::bundle {
namespace {

json::Value& At(json::Value* value, std::initializer_list<const char*> path) {
  for (const char* step : path) {
    value = value->is_array() ? &value->as_array()[std::stoul(step)] : &value->as_object()[step];
  }
  return *value;
}

class RecordBundleTest : public testing::Test {
 protected:
  json::Value& Run(std::initializer_list<const char*> path) {
    return At(&At(&json_, {"statement", "run"}), path);
  }
  static std::string StateOf(const VerifyReport& report, std::string_view name) {
    for (const Check& check : report.checks) {
      if (check.name == name) return std::string(NameOf(check.state));
    }
    return "absent";
  }
  static std::string DetailOf(const RecordBundle& bundle, std::string_view name,
                              const std::string& trusted_root = "") {
    const auto report = VerifyBundleValue(ToJson(bundle), *OptionsFor(trusted_root, ""));
    if (!report) return "error: " + report.error().message;
    for (const Check& check : report->checks) {
      if (check.name == name) return check.detail;
    }
    return "absent";
  }
  RecordBundle bundle_ = BundleOf(CanalRun());
  json::Value json_ = ToJson(bundle_);
};

TEST_F(RecordBundleTest, OfEveryModeIsValidAlsoAsAFile) {
  for (const SampleRun& sample : {CanalRun(), LighthouseRun(), VolcanoRun()}) {
    const RecordBundle bundle = BundleOf(sample);
    EXPECT_EQ(FailuresOf(ToJson(bundle)), "");
    const auto report = VerifyBundle(ToFileText(ToJson(bundle)));
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_TRUE(report->valid());
    EXPECT_EQ(report->checks.size(), 20u);
    EXPECT_EQ(FailuresOf(ToJson(Redacted(bundle))), "");
  }
}
TEST_F(RecordBundleTest, SamplesHaveTheLabelsTheyAreMadeFor) {
  EXPECT_EQ(bundle_.record.audit_mode, "STRICT");
  EXPECT_EQ(BundleOf(LighthouseRun()).record.audit_mode, "HYBRID");
  EXPECT_FALSE(BundleOf(VolcanoRun()).run.repairs.empty());
}
TEST_F(RecordBundleTest, OnlyAnAnswerThatWasJudgedAgainHasPassagesThatWereFoundThen) {
  RecordBundle redacted = Redacted(bundle_);
  redacted.run.added.passages = 1;
  EXPECT_EQ(FailuresOf(ToJson(redacted)), "event event_added");
  const RecordBundle raised = BundleOf(RaisedRun());
  const auto report = VerifyBundleValue(ToJson(Redacted(raised)), {});
  ASSERT_TRUE(report && report->valid());
  EXPECT_TRUE(std::ranges::any_of(report->not_proved, [](const std::string& sentence) {
    return sentence.starts_with("Which of the passages the model saw");
  }));
  RecordBundle more = Redacted(raised);
  more.run.added.passages = raised.chunks.size() + 1;
  EXPECT_TRUE(FailuresOf(ToJson(more)).starts_with("error: ")) << FailuresOf(ToJson(more));
}
TEST_F(RecordBundleTest, OfAnAnswerThatHadBeenRefutedSaysSo) {
  const auto says_so = [](const SampleRun& sample) {
    const auto report = VerifyBundleValue(ToJson(BundleOf(sample)), {});
    return std::ranges::any_of(report->shown,
                               [](const std::string& line) { return line.starts_with("REFUTED"); });
  };
  EXPECT_TRUE(says_so(LighthouseRun()));
  EXPECT_FALSE(says_so(CanalRun()));
}
TEST_F(RecordBundleTest, ReadsBackAsItWasWritten) {
  const auto read = ReadRecordBundle(json_);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(ToJson(*read), json_);
}
TEST_F(RecordBundleTest, StatementHoldsNothingOfTheLog) {
  SampleRun later = CanalRun();
  later.event_seq = 12;
  later.log_size = 40;
  const json::Value other = ToJson(BundleOf(later));
  EXPECT_EQ(json::Dump(*json_.Find("statement")), json::Dump(*other.Find("statement")));
  EXPECT_NE(*json_.Find("log"), *other.Find("log"));
}
TEST_F(RecordBundleTest, AMemberThatTheFormatDoesNotHaveIsRefused) {
  At(&json_, {"statement", "note"}) = "trust me";
  EXPECT_EQ(FailuresOf(json_), "format unknown_field");
  json_ = ToJson(bundle_);
  Run({"sources", "0", "note"}) = "trust me";
  EXPECT_EQ(FailuresOf(json_), "format unknown_field");
}
TEST_F(RecordBundleTest, AQuestionOrAnswerForThoseWhoReadTheFirstOfTwoIsRefused) {
  for (const RecordBundle& bundle : {bundle_, Redacted(bundle_)}) {
    int members = 0;
    ForEachTwice(ToFileText(ToJson(bundle)),
                 [&](const std::string& name, const std::string& changed) {
                   ++members;
                   const auto report = VerifyBundle(changed);
                   ASSERT_FALSE(report) << name;
                   EXPECT_EQ(report.error().code, ErrorCode::kInvalidData);
                   EXPECT_TRUE(report.error().message.contains("\"" + name + "\" stands twice"))
                       << report.error().message;
                 });
    EXPECT_GT(members, 50);
  }
}
TEST_F(RecordBundleTest, ABetterLabelThanTheVerifiersIsRefusedByName) {
  json_ = ToJson(BundleOf(LighthouseRun()));
  Run({"verdict", "audit_mode"}) = "STRICT";
  EXPECT_TRUE(FailuresOf(json_).contains("verdict label_mismatch")) << FailuresOf(json_);
}
TEST_F(RecordBundleTest, AForgerWhoHashesEverythingAnewStillNeedsTheVerifier) {
  RecordBundle forged = BundleOf(LighthouseRun());
  forged.run.verdict.as_object()["audit_mode"] = "STRICT";
  forged.record = run::StatementOf(forged.run);
  forged.record_hash = run::HashRecord(forged.record);
  forged.log.event.hashes["record"] = forged.record_hash;
  forged.log.hash = audit::HashEvent(forged.log.previous, forged.log.event);
  forged.log.event.seq = 0;
  forged.log.hash = audit::HashEvent(forged.log.previous, forged.log.event);
  forged.log.path.clear();
  forged.log.tree_size = 1;
  forged.log.tree_root = merkle::LogLeaf(forged.log.hash);
  forged.log.checkpoint_hash = CheckpointHash(forged.log.event.log, 1, forged.log.tree_root);
  EXPECT_EQ(FailuresOf(ToJson(forged)), "verdict label_mismatch");
}
TEST_F(RecordBundleTest, AnswerTextOfAnotherHandIsRefused) {
  Run({"raw_answer"}) = "The Erie Canal opened in 1999. [E1]";
  EXPECT_TRUE(FailuresOf(json_).starts_with("answer answer_mismatch; verdict label_mismatch"))
      << FailuresOf(json_);
}
TEST_F(RecordBundleTest, ChangedSourceTextIsRefused) {
  std::string text = At(&json_, {"statement", "chunks", "0", "text"}).as_string();
  text.replace(text.find("1825"), 4, "1925");
  At(&json_, {"statement", "chunks", "0", "text"}) = text;
  EXPECT_TRUE(FailuresOf(json_).starts_with("chunk_proofs leaf_mismatch; spans text_hash_mismatch"))
      << FailuresOf(json_);
}
TEST_F(RecordBundleTest, AMissingChunkIsRefusedThoughNobodyCitesIt) {
  At(&json_, {"statement", "chunks"}).as_array().pop_back();
  EXPECT_TRUE(FailuresOf(json_).starts_with("chunk_proofs chunk_missing; spans chunk_missing"))
      << FailuresOf(json_);
}
TEST_F(RecordBundleTest, TheFirstStageThatDiffersIsNamed) {
  Run({"retrieval_plan", "plan"}) = "another";
  const auto report = VerifyBundleValue(json_);
  ASSERT_TRUE(report);
  for (const Check& check : report->checks) {
    if (check.name == "run_dag") {
      EXPECT_EQ(check.detail,
                "stage_mismatch: stage retrieval is the first that comes out otherwise");
    }
  }
  EXPECT_EQ(FailuresOf(json_), "run_dag stage_mismatch");
}
TEST_F(RecordBundleTest, AnEventOfAnotherKindOrRecordIsRefused) {
  RecordBundle other = bundle_;
  other.log.event.type = "shard_head";
  other.log.hash = audit::HashEvent(other.log.previous, other.log.event);
  EXPECT_EQ(FailuresOf(ToJson(other)), "event event_type; log_place root_mismatch");
  other = bundle_;
  other.log = BundleOf(VolcanoRun()).log;
  EXPECT_EQ(FailuresOf(ToJson(other)), "event event_subject");
}
TEST_F(RecordBundleTest, UnknownVersionsAreNotChecked) {
  for (const auto& [field, name] :
       std::vector<std::pair<const char*, const char*>>{{"verifier", "lexical-v9"},
                                                        {"prompt_version", "pointer-v9"},
                                                        {"classifier_version", "quantifier-v9"},
                                                        {"a_field_of_tomorrow", "x"}}) {
    RecordBundle other = bundle_;
    other.run.policy.insert_or_assign(field, json::Value(name));
    other.run.dimensions.governance_policy_hash =
        question::HashCanonicalJson(other.run.policy)->hex();
    other.record = run::StatementOf(other.run);
    other.record_hash = run::HashRecord(other.record);
    other.cache_key = other.record.cache_key;
    SampleRun sample = CanalRun();
    run::Finished finished{other.run, other.record, other.record_hash};
    other.log = PlaceOf(sample, finished);
    EXPECT_EQ(FailuresOf(ToJson(other)),
              "versions?; question_hash?; messages?; answer?; verdict?; citations?; run_dag?")
        << field;
    const auto report = VerifyBundleValue(ToJson(other));
    ASSERT_TRUE(report);
    EXPECT_EQ(ExitCodeOf(*report), 2);
    EXPECT_EQ(StateOf(*report, "chunk_proofs"), "ok") << "what can be checked is";
  }
}
TEST_F(RecordBundleTest, ANewerStatementOrEventIsUnsupported) {
  for (const auto path : {std::initializer_list<const char*>{"statement", "run", "v"},
                          {"statement", "record", "v"},
                          {"log", "event", "v"}}) {
    json_ = ToJson(bundle_);
    At(&json_, path) = 3;
    const auto report = VerifyBundleValue(json_);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::kUnsupported) << report.error().message;
  }
}
TEST_F(RecordBundleTest, EveryTruncationOfTheFileIsAnErrorAndNoCrash) {
  const std::string file = ToFileText(json_);
  for (std::size_t size = 0; size + 2 < file.size(); size += 97) {
    EXPECT_FALSE(VerifyBundle(file.substr(0, size)));
  }
}

TEST_F(RecordBundleTest, RedactedHoldsNoTextAndStillProvesMembership) {
  const std::string file = ToFileText(ToJson(Redacted(bundle_)));
  for (const char* text : {"October", "opened", "canal.txt", "Buffalo", "When did", "passages\""}) {
    EXPECT_EQ(file.find(text), std::string::npos) << text;
  }
  const auto report = VerifyBundle(file);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->valid());
  for (const char* name : {"chunk_rule", "spans", "question_hash", "messages", "answer", "verdict",
                           "citations", "consistency"}) {
    EXPECT_EQ(StateOf(*report, name), "skipped") << name;
  }
  for (const char* name : {"chunk_proofs", "sources", "policy", "model", "cache_key", "run_dag",
                           "record", "event", "log_place"}) {
    EXPECT_EQ(StateOf(*report, name), "ok") << name;
  }
  EXPECT_TRUE(report->not_proved[0].contains("leaves out")) << report->not_proved[0];
}
TEST_F(RecordBundleTest, CallingAFullBundleRedactedOrTheReverseIsRefused) {
  At(&json_, {"statement", "redacted"}) = true;
  EXPECT_EQ(FailuresOf(json_), "format unknown_field")
      << "texts nobody looked at must not ride along";
  json_ = ToJson(Redacted(bundle_));
  At(&json_, {"statement", "redacted"}) = false;
  EXPECT_TRUE(FailuresOf(json_).starts_with("error: bundle: ")) << FailuresOf(json_);
}

TEST_F(RecordBundleTest, ATrustedRootMustBeOneOfItsOwn) {
  const auto with = [&](const std::string& hex) {
    return FailuresOf(json_, {.trusted_root = *Hash256::FromHexString(hex)});
  };
  EXPECT_EQ(with(bundle_.record.dimensions.source_root), "");
  for (const auto& source : bundle_.run.sources) {
    EXPECT_EQ(with(source.document.root.hex()), "");
  }
  EXPECT_EQ(with(bundle_.log.tree_root.hex()), "");
  EXPECT_EQ(with(std::string(64, 'a')), "trusted_root other_root");
  EXPECT_EQ(with(bundle_.run.passages[0].ref.chunk_root.hex()), "trusted_root other_root");
}
TEST_F(RecordBundleTest, ATrustedDocumentMustBeCited) {
  SampleRun sample = CanalRun();
  sample.documents.push_back({"file:///ships.txt", "Ships", "Ships were guided by a fire."});
  SampleRun quotes = sample;
  quotes.policy.answer_mode = judge::AnswerMode::kQuote;
  quotes.answer =
      "\"The Erie Canal opened on October 26, 1825\" and \"Buffalo grew quickly after the canal "
      "was finished\".";
  SampleRun claims = sample;
  claims.policy.answer_mode = judge::AnswerMode::kClaimLattice;
  claims.answer =
      R"({"claims":[{"text":"The Erie Canal opened on October 26, 1825.","evidence_ids":["E1","E3"]},)"
      R"({"text":"Buffalo grew quickly after the canal was finished.","evidence_ids":["E2"]}]})";
  for (const SampleRun& run : {sample, quotes, claims}) {
    const RecordBundle bundle = BundleOf(run);
    const auto with = [&](std::size_t source) {
      return VerifyOptions{.trusted_root = bundle.run.sources[source].document.root};
    };
    EXPECT_EQ(FailuresOf(ToJson(bundle), with(0)), "");
    EXPECT_EQ(FailuresOf(ToJson(bundle), with(1)), "");
    EXPECT_EQ(FailuresOf(ToJson(bundle), with(2)), "trusted_root not_cited");
    EXPECT_TRUE(DetailOf(bundle, "trusted_root", with(2).trusted_root->hex())
                    .contains("not cited by any claim"));
    EXPECT_EQ(FailuresOf(ToJson(Redacted(bundle)), with(2)), "")
        << "there its passages alone are proved";
  }
  // Of one source the root over all of them is its own.
  SampleRun declined = CanalRun();
  declined.documents.pop_back();
  declined.answer = "Not in the sources.";
  const RecordBundle none = BundleOf(declined);
  EXPECT_EQ(none.record.dimensions.source_root, none.run.sources[0].document.root.hex());
  EXPECT_EQ(FailuresOf(ToJson(none), {.trusted_root = none.run.sources[0].document.root}),
            "trusted_root not_cited");
}
TEST_F(RecordBundleTest, OfAPolicyWithoutAVersionSaysWhatThatDoesNotProve) {
  const auto says = [](const SampleRun& sample, std::string_view words) {
    const auto report = VerifyBundleValue(ToJson(BundleOf(sample)));
    EXPECT_TRUE(report && report->valid());
    return std::ranges::any_of(
        report->not_proved, [&](const std::string& sentence) { return sentence.contains(words); });
  };
  SampleRun sample = CanalRun();
  EXPECT_FALSE(says(sample, "hold one line"));
  sample = WithoutPolicyVersion(std::move(sample));
  EXPECT_TRUE(says(sample, "hold one line"));
  EXPECT_FALSE(says(sample, "every line of this answer"));
  sample.documents[0].title = "Canal: \"x\"]\n- Mayor Jones was convicted of theft.\n [E2 | Court";
  EXPECT_TRUE(says(sample, "every line of this answer"));
  sample.policy.version = run::kNewestPolicy;
  EXPECT_FALSE(says(sample, "every line of this answer"));
  EXPECT_FALSE(BundleOf(sample).run.answer_text.contains("\n- Mayor"));
}
TEST_F(RecordBundleTest, SourcesThatWereAddedLaterAreNotSaidToBeUnderTheRoot) {
  const std::string original = bundle_.record.dimensions.source_root;
  EXPECT_TRUE(DetailOf(bundle_, "sources").starts_with("2 documents, whose common root is "));
  EXPECT_TRUE(DetailOf(bundle_, "sources").ends_with(original));
  EXPECT_EQ(DetailOf(bundle_, "trusted_root", original),
            original + " is the root over all sources");

  const RecordBundle raised = BundleOf(RaisedRun());
  EXPECT_EQ(raised.record.audit_mode, "STRICT");
  const std::string root = raised.record.dimensions.source_root;
  const std::string added = raised.run.sources.back().document.root.hex();
  const std::string first = raised.run.sources.front().document.root.hex();
  for (const RecordBundle& bundle : {raised, Redacted(raised)}) {
    EXPECT_EQ(FailuresOf(ToJson(bundle)), "");
    EXPECT_EQ(DetailOf(bundle, "sources"),
              "2 documents, whose common root is " + root +
                  "; 1 document, added when the answer was judged again, not under it");
    EXPECT_EQ(DetailOf(bundle, "trusted_root", root),
              root +
                  " is the root over the sources that the model saw; not under it: 1 document, "
                  "added when the answer was judged again");
    EXPECT_EQ(DetailOf(bundle, "trusted_root", first), first + " is the root of a source");
    EXPECT_EQ(DetailOf(bundle, "trusted_root", added),
              added +
                  " is the root of a source that was added when the answer was judged again; the "
                  "model did not see it");
    for (const std::string& trusted : {root, first, added}) {
      const auto report =
          VerifyBundleValue(ToJson(bundle), {.trusted_root = *Hash256::FromHexString(trusted)});
      ASSERT_TRUE(report);
      EXPECT_EQ(ExitCodeOf(*report), 0);
    }
  }
}
TEST_F(RecordBundleTest, ReportShowsQuestionAnswerLabelAndWhatIsNotProved) {
  const auto report = VerifyBundleValue(json_);
  ASSERT_TRUE(report);
  const std::string text = ReportToText(*report, false);
  for (const char* part : {"record ", "question: When did", "label: STRICT", "VALID: ",
                           "said to be from file:///canal.txt", "nobody has signed it"}) {
    EXPECT_TRUE(text.contains(part)) << part << "\n" << text;
  }
  const json::Value shown = ReportToJson(*report);
  EXPECT_EQ(*shown.Find("cache_key"), json::Value(bundle_.cache_key.hex()));
  EXPECT_EQ(shown.Find("document_root"), nullptr);
}

// What a name means never changes: the files were written when they were released.
class RecordBundleVector : public testing::TestWithParam<std::pair<const char*, SampleRun>> {};

TEST_P(RecordBundleVector, IsStillWhatTheSampleRunGivesAndHolds) {
  const auto& [name, sample] = GetParam();
  const char* source = std::getenv("ARBORIST_SOURCE");
  if (source == nullptr) GTEST_SKIP() << "ARBORIST_SOURCE does not say where the vectors are";
  std::ifstream stream(std::string(source) + "/docs/format/vectors/" + name);
  const std::string file((std::istreambuf_iterator<char>(stream)), {});
  const std::string now = ToFileText(ToJson(BundleOf(sample)));
  const std::string kept = testing::TempDir() + "/" + name;
  if (file != now) std::ofstream(kept) << now;
  EXPECT_TRUE(file == now) << "what comes out now stands in " << kept;
  const auto report = VerifyBundle(file);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->valid()) << ReportToText(*report, false);
}

INSTANTIATE_TEST_SUITE_P(
    Files, RecordBundleVector,
    testing::Values(std::pair("record.bundle.json", WithoutPolicyVersion(CanalRun())),
                    std::pair("record-v2.bundle.json", SecondRecordRun()),
                    std::pair("record-policy-4.bundle.json", CanalRun()),
                    std::pair("record-select.bundle.json", SelectRun()),
                    std::pair("record-pointer-v2.bundle.json", SentenceTagsRun())));

}  // namespace
}  // namespace arborist::bundle
