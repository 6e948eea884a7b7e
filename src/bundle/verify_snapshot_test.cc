// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "audit/snapshot_event.h"
#include "bundle/snapshot_bundle.h"
#include "bundle/verify.h"
#include "crypto/sha256.h"
#include "merkle/log_proof.h"
#include "merkle/log_tree.h"

namespace arborist::bundle {
namespace {

// Seven documents; the third, of three leaves, is proved. Two events stand before the snapshot's.
SnapshotBundle Sample() {
  SnapshotBundle made;
  MemberLeaves document{"v9.8.0", "norm-v1", "tok-512-v1", {}};
  for (const char* text : {"a", "b", "c"}) document.leaves.push_back(merkle::HashLeaf(text));
  made.document_root = DocumentRoot(merkle::Root(document.leaves));
  made.document = std::move(document);
  std::vector<Hash256> members = {made.document_root};
  for (int i = 0; i < 6; ++i) members.push_back(crypto::Sha256("other " + std::to_string(i)));
  std::sort(members.begin(), members.end());
  const auto at = std::find(members.begin(), members.end(), made.document_root);
  made.proof = merkle::Prove(members, static_cast<std::size_t>(at - members.begin()));
  made.snapshot_root = made.proof.root;
  made.doc_count = made.proof_leaf_count = members.size();
  made.parent = crypto::Sha256("parent");
  LogPart& log = made.log;
  log.event = {.log = crypto::Sha256("log"),
               .seq = 2,
               .type = std::string(audit::kSnapshotCreate),
               .time = 1700000000,
               .subject = made.snapshot_root.hex(),
               .actor = "test",
               .hashes = {{"state", audit::HashSnapshotState(made.snapshot_root, made.doc_count,
                                                             made.parent)},
                          {"parent", *made.parent}}};
  log.previous = EventHash(crypto::Sha256("event 1"));
  log.hash = audit::HashEvent(log.previous, log.event);
  const std::vector<Hash256> events = {crypto::Sha256("event 0"), log.previous, log.hash};
  merkle::LogTree tree;
  std::vector<Hash256> leaves;
  for (const Hash256& event : events) {
    tree.Append(AsText(event.view()));
    leaves.push_back(merkle::LogLeaf(EventHash(event)));
  }
  log.tree_size = 3;
  log.tree_root = tree.Root();
  log.path = merkle::ProveInclusion(leaves, 2);
  log.checkpoint_hash = CheckpointHash(log.event.log, 3, log.tree_root);
  return made;
}

// "name: code" of the first check that failed; empty when all hold.
std::string Refusal(const json::Value& bundle) {
  const auto report = VerifyBundleValue(bundle);
  if (!report) return report.error().message;
  for (const Check& check : report->checks) {
    if (check.state == CheckState::kFailed) {
      return check.name + ": " + check.detail.substr(0, check.detail.find(':'));
    }
  }
  return "";
}

template <typename Change>
std::string RefusalOf(Change change) {
  SnapshotBundle bundle = Sample();
  change(bundle);
  return Refusal(ToJson(bundle));
}

TEST(SnapshotBundleTest, AWholeBundleHoldsAndNamesItsChecks) {
  const auto report = VerifyBundle(ToFileText(ToJson(Sample())));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->valid());
  std::string names;
  for (const Check& check : report->checks) names += check.name + " ";
  EXPECT_EQ(names, "format versions leaf_hashes member event log_place consistency ");
  EXPECT_FALSE(report->not_proved.empty());
}

TEST(SnapshotBundleTest, WithoutTheDocumentMembershipHoldsAndLeavesAreSkipped) {
  SnapshotBundle bundle = Sample();
  bundle.document.reset();
  const auto report = VerifyBundleValue(ToJson(bundle));
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->valid());
  EXPECT_EQ(report->checks[2].state, CheckState::kSkipped);
}

TEST(SnapshotBundleTest, AnyRootOfItCanBeTheTrustedOne) {
  const SnapshotBundle bundle = Sample();
  for (const Hash256& root :
       {Hash256(bundle.document_root), bundle.snapshot_root, bundle.log.tree_root}) {
    EXPECT_TRUE(VerifyBundleValue(ToJson(bundle), {.trusted_root = root})->valid());
  }
  EXPECT_FALSE(
      VerifyBundleValue(ToJson(bundle), {.trusted_root = crypto::Sha256("another")})->valid());
}

TEST(SnapshotBundleTest, EachForgeryIsRefusedByName) {
  const Hash256 other = crypto::Sha256("other");
  EXPECT_EQ(
      RefusalOf([&](auto& b) { b.document->leaves[1] = other; }),
      "leaf_hashes: root of the 3 leaf hashes is " +
          [&] {
            auto leaves = Sample().document->leaves;
            leaves[1] = other;
            return merkle::Root(leaves).hex();
          }() +
          ", the bundle says " + Sample().document_root.hex());
  EXPECT_EQ(RefusalOf([&](auto& b) { b.document->leaves.clear(); }), "leaf_hashes: no_leaf");
  EXPECT_EQ(RefusalOf([&](auto& b) { b.proof.siblings[0].hash = other; }), "member: root_mismatch");
  EXPECT_EQ(RefusalOf([&](auto& b) { b.proof.siblings.pop_back(); }), "member: path_too_short");
  EXPECT_EQ(RefusalOf([&](auto& b) { b.proof.siblings.push_back({other, false}); }),
            "member: path_too_long");
  EXPECT_EQ(RefusalOf([&](auto& b) { b.proof.siblings[0].is_left ^= true; }),
            "member: side_mismatch");
  EXPECT_EQ(RefusalOf([&](auto& b) { b.doc_count = b.proof_leaf_count = 2; }),
            "member: leaf_index_out_of_range");
  EXPECT_EQ(RefusalOf([&](auto& b) { b.doc_count = b.proof_leaf_count = 8; }),
            "event: event_state");
  EXPECT_EQ(RefusalOf([&](auto& b) { b.proof_leaf_count = 8; }), "consistency: other_count");
  EXPECT_EQ(RefusalOf([&](auto& b) { b.parent.reset(); }), "event: event_state");
  EXPECT_EQ(RefusalOf([&](auto& b) { b.snapshot_root = other; }), "event: event_subject");
  EXPECT_EQ(RefusalOf([&](auto& b) { b.log.event.type = "falsify_live"; }),
            "event: event_hash_mismatch");
  EXPECT_EQ(RefusalOf([&](auto& b) {
              b.log.event.type = "falsify_live";
              b.log.hash = audit::HashEvent(b.log.previous, b.log.event);
            }),
            "event: event_type");
  EXPECT_EQ(RefusalOf([&](auto& b) { b.log.tree_root = other; }), "log_place: root_mismatch");
  EXPECT_EQ(RefusalOf([&](auto& b) { b.log.checkpoint_hash = other; }),
            "log_place: checkpoint_hash_mismatch");
  EXPECT_EQ(RefusalOf([&](auto& b) {
              b.document.reset();
              b.document_root = DocumentRoot(other);
            }),
            "consistency: other_document");
}

TEST(SnapshotBundleTest, AMemberThatTheFormatDoesNotHaveIsRefused) {
  json::Object bundle = ToJson(Sample()).as_object();
  bundle.emplace("note", "trust me");
  EXPECT_EQ(Refusal(bundle), "format: unknown_field");
}

TEST(SnapshotBundleTest, AMissingOrIllTypedFieldIsNamed) {
  const json::Object whole = ToJson(Sample()).as_object();
  for (const auto& [name, unused] : whole.at("statement").as_object()) {
    json::Object statement = whole.at("statement").as_object();
    statement.erase(name);
    json::Object bundle = whole;
    bundle["statement"] = statement;
    const auto missing = VerifyBundleValue(bundle);
    ASSERT_FALSE(missing) << name;
    EXPECT_TRUE(missing.error().message.contains(name)) << missing.error().message;
    statement[name] = json::Value(true);
    bundle["statement"] = statement;
    EXPECT_FALSE(VerifyBundleValue(bundle)) << name;
  }
}

TEST(SnapshotBundleTest, AnUnknownVersionIsNotChecked) {
  SnapshotBundle bundle = Sample();
  bundle.document->chunking_version = "tok-9";
  const auto report = VerifyBundleValue(ToJson(bundle));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->outcome(), Outcome::kNotChecked);
}

// What a name means never changes: the file was written when it was released.
TEST(SnapshotBundleVector, StillHolds) {
  const char* source = std::getenv("ARBORIST_SOURCE");
  if (source == nullptr) GTEST_SKIP() << "ARBORIST_SOURCE does not say where the vectors are";
  std::ifstream stream(std::string(source) + "/docs/format/vectors/snapshot.bundle.json");
  const std::string file((std::istreambuf_iterator<char>(stream)), {});
  const auto report = VerifyBundle(file);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->valid());
  const auto value = json::Parse(file);
  ASSERT_TRUE(value);
  const auto read = ReadSnapshotBundle(*value);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->snapshot_root.hex(),
            "34151a54f2e732fd999a1feeaae09d9854e9a2bf3d4d0426e49a524dc5cdf651");
  EXPECT_EQ(ToFileText(ToJson(*read)), file);
}

}  // namespace
}  // namespace arborist::bundle
