// SPDX-License-Identifier: AGPL-3.0-only
#include "notary/sign.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"
#include "base/temporary_folder.h"
#include "crypto/sha256.h"
#include "notary/last_signed.h"
#include "notary/logs_check.h"
#include "notary/rotate.h"
#include "notary/signing_keys.h"
#include "store/sample_store_test.h"

namespace arborist::notary {
namespace {

namespace fs = std::filesystem;

// A home with a key, whose store can be saved and put back without its keys.
class SignTest : public store::StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    PutOne(store::MakeDocument("u:1", "one"), "a");
    EXPECT_TRUE(MakeKey(home_, OpenHome()->log().Head()->log));
  }
  std::unique_ptr<store::HomeStore> OpenHome() {
    auto home =
        store::HomeStore::Open(home_, {.clock = &clock_, .random = &random_, .actor = "test"});
    EXPECT_TRUE(home) << home.error().message;
    return std::move(*home);
  }
  Result<SignedLog> Sign(Fork fork = Fork::kRefused) {
    const auto home = OpenHome();
    return SignLog(home_, home.get(), OpenCorpus(), LoadKey(home_).value(), fork);
  }
  audit::Checkpoint Signed() {
    const auto made = Sign();
    EXPECT_TRUE(made) << made.error().message;
    return audit::ReadCheckpoint(made->checkpoint.note).value();
  }
  fs::path LastFile() { return LastSignedFile(home_, LoadKey(home_).value().verifier().name); }
  audit::Checkpoint Last() {
    return audit::ReadCheckpoint(ReadFile(LastFile(), audit::kMaxNoteBytes).value()).value();
  }
  // Everything but keys/.
  void Copy(const fs::path& from, const fs::path& to) {
    fs::create_directories(to);
    for (const auto& entry : fs::directory_iterator(to)) {
      if (entry.path().filename() != "keys") fs::remove_all(entry.path());
    }
    for (const auto& entry : fs::directory_iterator(from)) {
      if (entry.path().filename() == "keys") continue;
      fs::copy(entry.path(), to / entry.path().filename(), fs::copy_options::recursive);
    }
  }
  void Save() { Copy(home_.root, saved_.path() / "saved"); }
  void Restore() { Copy(saved_.path() / "saved", home_.root); }

  TemporaryFolder saved_;
};

TEST_F(SignTest, WhatWasSignedLastStandsBesideTheKey) {
  const audit::Checkpoint first = Signed();
  EXPECT_EQ(Last(), first);
  PutOne(store::MakeDocument("u:2", "two"), "a");
  const audit::Checkpoint second = Signed();
  EXPECT_GT(second.size, first.size);
  EXPECT_EQ(Last(), second);
}

TEST_F(SignTest, AStoreThatWasPutBackAndGoneAnotherWayGetsNoSignature) {
  Signed();
  Save();
  PutOne(store::MakeDocument("u:2", "The contract was signed."), "a");
  const audit::Checkpoint true_one = Signed();
  Restore();
  const auto older = Sign();
  ASSERT_FALSE(older) << "also when nothing was added yet";
  EXPECT_TRUE(older.error().message.starts_with("rolled_back")) << older.error().message;
  PutOne(store::MakeDocument("u:2", "The contract was never signed."), "a");
  const auto forked = Sign();
  ASSERT_FALSE(forked);
  EXPECT_EQ(forked.error().code, ErrorCode::kDoesNotHold);
  EXPECT_TRUE(forked.error().message.starts_with("forked")) << forked.error().message;
  EXPECT_TRUE(forked.error().message.contains("--accept-fork")) << forked.error().message;
  EXPECT_EQ(Last(), true_one);
  EXPECT_FALSE(RotateKey(home_, OpenHome().get(), OpenCorpus())) << "nor a new key";
}

TEST_F(SignTest, TheNewerStoreBroughtBackIsSigned) {
  Signed();
  PutOne(store::MakeDocument("u:2", "two"), "a");
  Signed();
  Save();
  PutOne(store::MakeDocument("u:3", "three"), "a");
  Restore();  // what was lost was never signed
  PutOne(store::MakeDocument("u:3", "another"), "a");
  EXPECT_TRUE(Sign());
}

TEST_F(SignTest, AForkIsSignedWhenThatIsSaidAndTheLogRecordsIt) {
  Signed();
  Save();
  PutOne(store::MakeDocument("u:2", "The contract was signed."), "a");
  const audit::Checkpoint lost = Signed();
  const std::string lost_note = ReadFile(LastFile(), audit::kMaxNoteBytes).value();
  Restore();
  PutOne(store::MakeDocument("u:2", "The contract was never signed."), "a");
  const auto made = Sign(Fork::kAccepted);
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_TRUE(made->forked_from);
  EXPECT_EQ(ReadFile(*made->forked_from, audit::kMaxNoteBytes).value(), lost_note);
  int events = 0;
  const auto home = OpenHome();
  ASSERT_TRUE(home->log().ReadEvents(0, store::kNewestEvent, [&](const store::StoredEvent& event) {
    if (event.body.type != "fork_accepted") return true;
    ++events;
    EXPECT_EQ(event.body.subject, lost.root.hex());
    EXPECT_EQ(event.body.hashes.at("checkpoint"), crypto::Sha256(lost_note));
    EXPECT_LT(event.body.seq, made->checkpoint.size) << "the signature covers it";
    return true;
  }));
  EXPECT_EQ(events, 1);
  const auto report = CheckLogs({.home = home_, .anchors = {lost}});
  ASSERT_TRUE(report);
  EXPECT_FALSE(report->ok()) << "who holds the lost checkpoint still finds the fork";
  EXPECT_FALSE(Sign(Fork::kAccepted)->forked_from) << "from now on it is the log";
  EXPECT_EQ(Problems(), "");
}

TEST_F(SignTest, AStoreSignedByAnOlderVersionGetsItsMemoryWithTheNextSignature) {
  const audit::Checkpoint first = Signed();
  fs::remove(LastFile());
  EXPECT_EQ(Signed(), first);
  EXPECT_EQ(Last(), first);
}

TEST_F(SignTest, AFileThatIsNoCheckpointIsNamedAndNothingIsSigned) {
  Signed();
  ASSERT_TRUE(WriteFileAtomically(LastFile(), "something else\n"));
  const auto made = Sign();
  ASSERT_FALSE(made);
  EXPECT_TRUE(made.error().message.contains("last-")) << made.error().message;
}

}  // namespace
}  // namespace arborist::notary
