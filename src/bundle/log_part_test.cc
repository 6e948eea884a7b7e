// SPDX-License-Identifier: AGPL-3.0-only
#include "bundle/log_part.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.h"
#include "bundle/log_bundle.h"
#include "bundle/log_sample_test.h"
#include "bundle/places_test.h"
#include "bundle/record_sample_test.h"
#include "bundle/report.h"

namespace arborist::bundle {
namespace {

class LogPartTest : public testing::Test {
 protected:
  json::Value Event() const { return MakeEventBundle(home_.Part()); }
  VerifyOptions WithKey() const { return {.key = home_.key.verifier()}; }
  static std::string NotProved(const json::Value& bundle, const VerifyOptions& options = {}) {
    std::string all;
    const auto report = VerifyBundleValue(bundle, options);
    for (const std::string& sentence : report->not_proved) {
      all += sentence + "\n";
    }
    return all;
  }
  // Every part of one bundle in the other, one at a time: how many were refused.
  static int SwapAll(const json::Value& into, const json::Value& from,
                     const VerifyOptions& options) {
    int refused = 0;
    ForEachSwap(into, from, [&](const Path& place, const json::Value& swapped) {
      if (Get(into, place) == nullptr) return;
      if (place.size() == 1 && !options.key) return;  // all there is: another true bundle
      const auto report = VerifyBundleValue(swapped, options);
      EXPECT_FALSE(report && report->valid()) << Shown(place);
      ++refused;
    });
    return refused;
  }
  // Every member left out, one at a time.
  static void LeaveOut(const json::Value& whole, const VerifyOptions& options) {
    ForEachLess(whole, [&](const Path& place, const json::Value& less) {
      const auto report = VerifyBundleValue(less, options);
      EXPECT_FALSE(report && report->valid()) << Shown(place);
    });
  }
  const SampleHome home_{"main"};
  const SampleHome other_{"other", "another subject", 6};
};

TEST_F(LogPartTest, AnEventOfAShardIsProvedUpToTheSignature) {
  EXPECT_EQ(FailuresOf(Event(), WithKey()), "");
  std::string names;
  const auto report = VerifyBundleValue(Event(), WithKey());
  for (const Check& check : report->checks) names += check.name + " ";
  EXPECT_EQ(names, "format event log_place shard_head checkpoint ");
  EXPECT_EQ(FailuresOf(Event()), "") << "without a key as well, which is said";
  EXPECT_TRUE(NotProved(Event()).contains("Who signed the checkpoint"));
  EXPECT_TRUE(NotProved(Event()).contains("unanchored"));
  EXPECT_FALSE(NotProved(Event(), WithKey()).contains("unanchored"));
}
TEST_F(LogPartTest, ReadsBackAsItWasWritten) {
  const LogPart part = home_.Part();
  EXPECT_EQ(ToJson(*ReadLogPart(ToJson(part))), ToJson(part));
}
TEST_F(LogPartTest, WithoutACheckpointTheLogIsUnanchoredAndAKeyFindsNothing) {
  LogPart part = home_.Part();
  part.checkpoint.reset();
  EXPECT_EQ(FailuresOf(MakeEventBundle(part)), "");
  EXPECT_TRUE(NotProved(MakeEventBundle(part)).contains("unanchored"));
  EXPECT_EQ(FailuresOf(MakeEventBundle(part), WithKey()), "checkpoint no_checkpoint");
}
TEST_F(LogPartTest, AnotherKeyIsRefusedByName) {
  const audit::SigningKey same_name = audit::SigningKey::Generate(audit::OriginOf(home_.home.id()));
  EXPECT_EQ(FailuresOf(Event(), {.key = same_name.verifier()}), "checkpoint other_signer");
  EXPECT_EQ(FailuresOf(Event(), {.key = other_.key.verifier()}), "checkpoint other_signer");
}
TEST_F(LogPartTest, AShardsEventCannotPassForOneOfTheHomeLog) {
  LogPart part = home_.Part();
  part.home.reset();
  EXPECT_EQ(FailuresOf(MakeEventBundle(part), WithKey()), "checkpoint other_log");
}
TEST_F(LogPartTest, EachPartFailsByItsOwnCode) {
  const auto with = [&](const std::function<void(LogPart*)>& change) {
    LogPart part = home_.Part();
    change(&part);
    return FailuresOf(MakeEventBundle(part), WithKey());
  };
  EXPECT_EQ(with([](LogPart* p) { p->event.subject = "y"; }), "event event_hash_mismatch");
  EXPECT_EQ(with([](LogPart* p) { p->path[0].bytes[0] ^= 1; }), "log_place root_mismatch");
  EXPECT_EQ(with([](LogPart* p) { p->home->event.type = "x"; }), "shard_head event_hash_mismatch");
  EXPECT_EQ(with([&](LogPart* p) { *p->home = home_.home.PlaceOf(1); }), "shard_head event_type");
  EXPECT_EQ(with([&](LogPart* p) { *p->home = other_.Part().home.value(); }),
            "shard_head shard_log; checkpoint other_log");
  EXPECT_EQ(with([](LogPart* p) { p->home->path.pop_back(); }), "shard_head path_too_short");
  EXPECT_EQ(with([&](LogPart* p) {
              static_cast<LogPlace&>(*p) = home_.shard.PlaceOf(home_.event, home_.event + 1);
            }),
            "shard_head shard_tree");
  EXPECT_EQ(with([&](LogPart* p) {
              p->checkpoint =
                  audit::SignCheckpoint(home_.home.CheckpointOf(home_.home.size() - 1), home_.key);
            }),
            "checkpoint size_mismatch");
  EXPECT_EQ(with([](LogPart* p) { p->checkpoint = "signed, honestly"; }),
            "checkpoint malformed_checkpoint");
  EXPECT_EQ(
      with([](LogPart* p) { p->checkpoint->replace(p->checkpoint->find("\n6\n"), 3, "\n9\n"); }),
      "checkpoint bad_signature");
}
// The path of one event bounds the size of its tree and does not fix it; the home log's state does.
TEST_F(LogPartTest, AnotherSizeOfTheShardsTreeIsRefused) {
  SampleHome home("main");
  LogPart part = home.Part();
  ASSERT_EQ(part.tree_size, 5u);
  part.event = home.shard.PlaceOf(0).event;
  static_cast<LogPlace&>(part) = home.shard.PlaceOf(0);
  part.tree_size = 6;  // the same path of leaf 0
  part.checkpoint_hash = CheckpointHash(part.event.log, 6, part.tree_root);
  EXPECT_EQ(FailuresOf(MakeEventBundle(part)), "shard_head shard_state");
}
TEST_F(LogPartTest, AnyPartOfOneInAnotherIsRefused) {
  EXPECT_GT(SwapAll(Event(), MakeEventBundle(other_.Part()), WithKey()), 25);
  EXPECT_GT(SwapAll(Event(), MakeEventBundle(other_.Part()), {}), 25);
}
TEST_F(LogPartTest, UnderAKeyNothingCanBeLeftOut) { LeaveOut(Event(), WithKey()); }
TEST_F(LogPartTest, AMemberThatTheFormatDoesNotHaveIsRefused) {
  json::Value bundle = Event();
  GetToChange(&bundle, {"log", "home", "note"}) = "trust me";
  EXPECT_EQ(FailuresOf(bundle, WithKey()), "format unknown_field");
}

class DocumentLog : public LogPartTest {
 protected:
  static SampleHome HomeOf(const document::Identity& identity, const std::string& name = "main") {
    return SampleHome(name, identity.root.hex());
  }
  static json::Value With(json::Value bundle, const LogPart& part) {
    bundle.as_object().emplace("log", ToJson(part));
    return bundle;
  }
  const std::string text_ = Words(1200);
  const document::Identity identity_ = document::Identify(text_);
  const SampleHome signed_ = HomeOf(identity_);
  const VerifyOptions key_ = {.key = signed_.key.verifier()};
};

TEST_F(DocumentLog, PassagesAndDocumentsCarryTheirEventUpToTheSignature) {
  for (const json::Value& bundle : {PassageOf(identity_, 1), WholeOf(identity_)}) {
    const json::Value with = With(bundle, signed_.Part());
    EXPECT_EQ(FailuresOf(with, key_), "");
    EXPECT_TRUE(VerifyBundle(ToFileText(with), key_)->valid());
    EXPECT_EQ(FailuresOf(bundle), "") << "without a log they hold as before";
    EXPECT_EQ(FailuresOf(bundle, key_), "checkpoint no_checkpoint");
    json::Value extra = with;
    GetToChange(&extra, {"log", "note"}) = "trust me";
    EXPECT_EQ(FailuresOf(extra, key_), "event unknown_field");
  }
}
TEST_F(DocumentLog, TheEventOfAnotherDocumentIsRefused) {
  EXPECT_EQ(FailuresOf(With(PassageOf(identity_, 0), home_.Part())), "event event_subject");
  LogPart part;
  static_cast<LogPlace&>(part) = home_.home.PlaceOf(1);
  EXPECT_EQ(FailuresOf(With(PassageOf(identity_, 0), part)), "event event_type");
}
TEST_F(DocumentLog, AnyPartOfOneLogInAnotherIsRefused) {
  const SampleHome second = HomeOf(identity_, "second");
  EXPECT_GT(SwapAll(With(PassageOf(identity_, 0), signed_.Part()),
                    With(PassageOf(identity_, 0), second.Part()), key_),
            25);
}

class RecordLog : public LogPartTest {};

TEST_F(RecordLog, ACheckpointHoldsUnderItsKeyAndTheStatementStaysTheSame) {
  RecordBundle bundle = BundleOf(CanalRun());
  const std::string before = json::Dump(*ToJson(bundle).Find("statement"));
  const audit::SigningKey key = audit::SigningKey::Generate(audit::OriginOf(bundle.log.event.log));
  bundle.log.checkpoint = audit::SignCheckpoint(
      {audit::OriginOf(bundle.log.event.log), bundle.log.tree_size, bundle.log.tree_root, {}}, key);
  const json::Value made = ToJson(bundle);
  EXPECT_EQ(FailuresOf(made, {.key = key.verifier()}), "");
  EXPECT_EQ(FailuresOf(ToJson(Redacted(bundle)), {.key = key.verifier()}), "");
  EXPECT_EQ(json::Dump(*made.Find("statement")), before);
  EXPECT_EQ(VerifyBundleValue(made)->checks.size(), 21u);
  EXPECT_EQ(FailuresOf(made, {.key = home_.key.verifier()}), "checkpoint other_signer");
  json::Value cut = made;
  cut.as_object()["log"].as_object().erase("checkpoint");
  EXPECT_EQ(FailuresOf(cut, {.key = key.verifier()}), "checkpoint no_checkpoint");
  EXPECT_EQ(FailuresOf(cut), "");
}

class ConsistencyBundleTest : public LogPartTest {
 protected:
  std::string Note(std::uint64_t size) const {
    return audit::SignCheckpoint(home_.home.CheckpointOf(size), home_.key);
  }
  json::Value Made(std::uint64_t old_size) const {
    return ToJson(ConsistencyBundle{Note(old_size), home_.Note(), home_.home.PathFrom(old_size)});
  }
};

TEST_F(ConsistencyBundleTest, HoldsFromEveryOlderCheckpoint) {
  for (std::uint64_t size = 1; size <= home_.home.size(); ++size) {
    EXPECT_EQ(FailuresOf(Made(size), WithKey()), "") << size;
    EXPECT_EQ(FailuresOf(Made(size)), "") << size;
  }
}
TEST_F(ConsistencyBundleTest, IsRefusedByName) {
  EXPECT_EQ(FailuresOf(ToJson(ConsistencyBundle{home_.Note(), Note(2), {}}), WithKey()),
            "consistency size_shrank");
  EXPECT_EQ(FailuresOf(ToJson(ConsistencyBundle{Note(2), other_.Note(), {}})),
            "consistency other_log");
  EXPECT_EQ(FailuresOf(ToJson(ConsistencyBundle{Note(2), other_.Note(), {}}), WithKey()),
            "new_checkpoint other_signer; consistency?");
  EXPECT_EQ(FailuresOf(ToJson(ConsistencyBundle{"x", home_.Note(), {}})),
            "old_checkpoint malformed_checkpoint; consistency?");
  json::Value extra = Made(2);
  extra.as_object()["note"] = "trust me";
  EXPECT_EQ(FailuresOf(extra), "format unknown_field");
  LeaveOut(Made(3), WithKey());
}

// Files of a home that was signed when the formats were made, and its key.
TEST(LogVectors, StillHoldUnderTheirKey) {
  const char* source = std::getenv("ARBORIST_SOURCE");
  if (source == nullptr) GTEST_SKIP() << "ARBORIST_SOURCE does not say where the vectors are";
  const std::string folder = std::string(source) + "/docs/format/vectors/";
  const auto options = OptionsFor("", ReadFile(folder + "log.pub", kMaxKeyFileBytes).value());
  ASSERT_TRUE(options) << options.error().message;
  for (const char* name : {"event", "consistency", "passage-log"}) {
    const std::string file = ReadFile(folder + name + ".bundle.json", kMaxBundleBytes).value_or("");
    const auto report = VerifyBundle(file, *options);
    ASSERT_TRUE(report) << name << report.error().message;
    EXPECT_TRUE(report->valid()) << name << ReportToText(*report, false);
    EXPECT_EQ(ToFileText(*json::Parse(file)), file) << name;
  }
}

}  // namespace
}  // namespace arborist::bundle
