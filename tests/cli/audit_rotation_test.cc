// SPDX-License-Identifier: AGPL-3.0-only
// A key that takes over from another.
#include "audited_home.h"

namespace arborist {
namespace {

class CliKeyRotation : public CliAudit {
 protected:
  json::Value Rotate() const {
    const Outcome outcome = Run({"key", "rotate", "--json"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return json::Parse(outcome.out).value_or(json::Value());
  }
  Outcome Verify(const std::vector<std::string>& checkpoints, const std::vector<std::string>& keys,
                 const std::vector<std::string>& handovers = {}) const {
    std::vector<std::string> arguments = {"audit", "verify"};
    for (const std::string& file : checkpoints)
      arguments.insert(arguments.end(), {"--checkpoint", file});
    for (const std::string& file : keys) arguments.insert(arguments.end(), {"--key", file});
    for (const std::string& file : handovers)
      arguments.insert(arguments.end(), {"--handover", file});
    return Run(arguments);
  }
  std::string Public() const { return (Home() / "keys" / "log.pub").string(); }
  static std::string IdIn(const std::string& key) {
    const std::size_t plus = key.find('+');
    return key.substr(plus + 1, 8);
  }
};

TEST_F(CliKeyRotation, WhatEitherKeySignedHoldsUnderIt) {
  const std::string secret = ReadWhole(Home() / "keys" / "log.key");
  const json::Value made = Rotate();
  EXPECT_EQ(made.String("older_key").value() + "\n", ReadWhole(Kept("log.pub")));
  EXPECT_EQ(made.String("verifier_key").value() + "\n", ReadWhole(Public()));
  EXPECT_NE(ReadWhole(Public()), ReadWhole(Kept("log.pub")));
  for (const auto& entry : fs::directory_iterator(Home() / "keys"))
    EXPECT_FALSE(ReadWhole(entry.path()).contains(secret.substr(secret.size() - 40)))
        << "the older secret is gone: " << entry.path();
  EXPECT_EQ(fs::status(Home() / "keys" / "log.key").permissions() & fs::perms::mask,
            fs::perms::owner_read | fs::perms::owner_write);

  EXPECT_EQ(Found({"early", "late"}), "");
  const std::string last = Write("last", made.Find("last_checkpoint")->String("note").value());
  const std::string first = Write("first", made.Find("first_checkpoint")->String("note").value());
  EXPECT_EQ(Verify({last}, {Kept("log.pub")}).exit_code, 0);
  EXPECT_EQ(Verify({first}, {Public()}).exit_code, 0);
  EXPECT_EQ(Verify({Kept("late"), last, first}, {Kept("log.pub"), Public()}).exit_code, 0);
  const std::vector<json::Value> events =
      JsonLines(Run({"audit", "log", "--type", "key_rotated", "--json"}).out);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].Find("body")->String("subject").value(),
            IdIn(made.String("verifier_key").value()));
  EXPECT_EQ(Run({"fsck", "--full"}).exit_code, 0);
  EXPECT_EQ(Run({"audit", "check"}).exit_code, 0);
}

TEST_F(CliKeyRotation, VerifySaysWhatToDoWithACheckpointOfTheOtherKey) {
  const json::Value made = Rotate();
  const std::string handover = made.String("handover_file").value();
  const std::string first = Write("first", made.Find("first_checkpoint")->String("note").value());
  const Outcome older = Verify({Kept("late")}, {Public()});
  EXPECT_EQ(older.exit_code, 1);
  EXPECT_TRUE(older.err.contains("other_signer")) << older.err;
  EXPECT_TRUE(older.err.contains("handed over to the key given")) << older.err;
  EXPECT_TRUE(older.err.contains("log-" + IdIn(ReadWhole(Kept("log.pub"))) + ".pub")) << older.err;
  const Outcome newer = Verify({first}, {Kept("log.pub")});
  EXPECT_EQ(newer.exit_code, 1);
  EXPECT_TRUE(newer.err.contains("--handover " + handover)) << newer.err;
  EXPECT_EQ(Verify({first, Kept("late")}, {Kept("log.pub")}, {handover}).exit_code, 0);

  // Over two handovers, in either direction.
  const json::Value again = Rotate();
  EXPECT_TRUE(Verify({Kept("late")}, {Public()}).err.contains("handed over to the key given"));
  const std::string second =
      Write("second", again.Find("first_checkpoint")->String("note").value());
  EXPECT_EQ(Verify({second}, {Kept("log.pub")}, {again.String("handover_file").value(), handover})
                .exit_code,
            0);
  EXPECT_EQ(Verify({second}, {Kept("log.pub")}, {again.String("handover_file").value()}).exit_code,
            1)
      << "a link is missing";
}

TEST_F(CliKeyRotation, AHandoverThatTheOlderKeyDidNotSignIsRefused) {
  const json::Value made = Rotate();
  std::string note = ReadWhole(made.String("handover_file").value());
  const std::string first = Write("first", made.Find("first_checkpoint")->String("note").value());
  // The signature of the older key, which stands first, taken away.
  const std::size_t begin = note.find("\n\n") + 2;
  std::string without = note;
  without.erase(begin, note.find('\n', begin) + 1 - begin);
  const Outcome bare = Verify({first}, {Kept("log.pub")}, {Write("bare", without)});
  EXPECT_EQ(bare.exit_code, 1);
  EXPECT_TRUE(bare.err.contains("other_signer")) << bare.err;
  EXPECT_EQ(Verify({first}, {Kept("log.pub")}, {Write("none", "x\n")}).exit_code, 2);
}

TEST_F(CliKeyRotation, ALogThatDoesNotContinueWhatTheOlderKeySignedIsNotHandedOver) {
  Rotate();
  Forger forger(HomeStore());
  forger.Rewrite(1);
  forger.Rechain();
  const Outcome refused = Run({"audit", "checkpoint"});
  EXPECT_EQ(refused.exit_code, 1) << "what the older key signed counts for the newer one";
  EXPECT_EQ(Run({"key", "rotate"}).exit_code, 1);
  EXPECT_EQ(ReadWhole(Public()), ReadWhole(Home() / "keys" / "log.pub"));
  fs::remove_all(Home() / "keys");
  EXPECT_EQ(Run({"key", "rotate"}).exit_code, 3) << "there is nothing to rotate";
}

}  // namespace
}  // namespace arborist
