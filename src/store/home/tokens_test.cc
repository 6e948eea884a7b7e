// SPDX-License-Identifier: AGPL-3.0-only
#include "store/home/tokens.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "base/temporary_folder.h"
#include "store/fsck/fsck.h"
#include "store/home/change_watch.h"
#include "store/inside.h"

namespace arborist::store {
namespace {

class TokensTest : public testing::Test {
 protected:
  TokensTest() : paths_{folder_.path() / "home"} {
    auto home = HomeStore::Open(paths_, {.clock = &clock_, .random = &random_, .actor = "test"});
    EXPECT_TRUE(home) << home.error().message;
    home_ = std::move(*home);
  }
  NewToken Make(std::string name) {
    Token token;
    token.name = std::move(name);
    token.scopes = {"read", "ask"};
    token.shards = {"main"};
    auto made = Tokens(home_.get()).Create(token, &random_);
    EXPECT_TRUE(made) << made.error().message;
    return std::move(*made);
  }
  std::vector<std::string> Events() {
    std::vector<std::string> types;
    EXPECT_TRUE(home_->log().ReadEvents(0, kNewestEvent, [&](const StoredEvent& event) {
      types.push_back(event.body.type);
      return true;
    }));
    return types;
  }
  TemporaryFolder folder_;
  HomePaths paths_;
  SystemClock clock_;
  SystemRandom random_;
  std::unique_ptr<HomeStore> home_;
};

TEST_F(TokensTest, OnlyTheHashIsStored) {
  const NewToken made = Make("laptop");
  EXPECT_EQ(made.secret.size(), 4 + 12 + 1 + 64U);
  EXPECT_EQ(TokenId(made.secret), made.token.id);
  const auto list = Tokens(home_.get()).List();
  ASSERT_TRUE(list);
  ASSERT_EQ(list->size(), 1U);
  EXPECT_EQ(list->front().hash, HashToken(made.secret));
  EXPECT_EQ(list->front().scopes, (std::vector<std::string>{"read", "ask"}));
  EXPECT_EQ(list->front().shards, (std::vector<std::string>{"main"}));
  for (const auto& entry : std::filesystem::recursive_directory_iterator(paths_.root)) {
    std::ifstream file(entry.path(), std::ios::binary);
    std::ostringstream content;
    content << file.rdbuf();
    EXPECT_FALSE(content.str().contains(made.secret.substr(17))) << entry.path();
  }
}

TEST_F(TokensTest, AreMadeAndRevokedWithAnEvent) {
  const NewToken made = Make("laptop");
  const auto revoked = Tokens(home_.get()).Revoke(made.token.id.substr(0, 8));
  ASSERT_TRUE(revoked) << revoked.error().message;
  EXPECT_GT(revoked->revoked_at, 0);
  EXPECT_EQ(Tokens(home_.get()).Revoke(made.token.id).error().code, ErrorCode::kConflict);
  EXPECT_EQ(Tokens(home_.get()).Revoke("000000000000").error().code, ErrorCode::kNotFound);
  const std::vector<std::string> events = Events();
  ASSERT_GE(events.size(), 2U);
  EXPECT_EQ(events[events.size() - 2], "token_create");
  EXPECT_EQ(events.back(), "token_revoke");
}

TEST_F(TokensTest, NeedANameAScopeAndTimeToLive) {
  Tokens tokens(home_.get());
  Token token;
  token.scopes = {"read"};
  EXPECT_FALSE(tokens.Create(token, &random_));
  token.name = "two\nlines";
  EXPECT_FALSE(tokens.Create(token, &random_));
  token.name = "fine";
  token.expires_at = clock_.NowSeconds() - 1;
  EXPECT_FALSE(tokens.Create(token, &random_));
  token.expires_at = 0;
  token.scopes.clear();
  EXPECT_FALSE(tokens.Create(token, &random_));
}

TEST_F(TokensTest, WhatIsNoTokenHasNoId) {
  const std::string secret = Make("laptop").secret;
  for (const std::string& text :
       {std::string(), std::string("arb_"), secret + "0", secret.substr(1),
        "ARB" + secret.substr(3), secret.substr(0, 20)}) {
    EXPECT_EQ(TokenId(text), "") << text;
  }
}

TEST_F(TokensTest, AWatchSeesWhatOthersCommit) {
  auto watch = ChangeWatch::Open(paths_);
  ASSERT_TRUE(watch) << watch.error().message;
  const ChangeWatch::Versions before = (*watch)->Look();
  EXPECT_EQ((*watch)->Look(), before);
  Make("laptop");
  const ChangeWatch::Versions after = (*watch)->Look();
  EXPECT_NE(after.home, before.home);
  EXPECT_EQ(after.shards, before.shards);
  EXPECT_EQ((*watch)->Look(), after);
}

// What somebody can do who may write to the file.
TEST_F(TokensTest, FsckFindsEveryForgedRow) {
  std::filesystem::create_directories(paths_.shards());
  const std::string kept = Make("kept").token.id, gone = Make("gone").token.id;
  ASSERT_TRUE(Tokens(home_.get()).Revoke(gone));
  const auto kinds = [&] {
    std::vector<std::string> found;
    const auto report = Fsck(paths_, {.full = true}, [](const std::string&) {});
    EXPECT_TRUE(report) << report.error().message;
    if (report) {
      for (const FsckProblem& problem : report->problems) found.push_back(problem.kind);
    }
    return found;
  };
  EXPECT_EQ(kinds(), std::vector<std::string>());
  const std::string copy =
      "(token_id,name,hash,scopes,shards,created_at,expires_at,revoked_at,"
      "event_seq) SELECT ";
  for (const auto& [damage, kind] : std::vector<std::pair<std::string, std::string>>{
           {"UPDATE tokens SET scopes='read ask write' WHERE token_id='" + kept + "'",
            "token_mismatch"},
           {"UPDATE tokens SET hash=zeroblob(32) WHERE token_id='" + kept + "'", "token_mismatch"},
           {"UPDATE tokens SET shards='' WHERE token_id='" + kept + "'", "token_mismatch"},
           {"UPDATE tokens SET expires_at=9999999999 WHERE token_id='" + kept + "'",
            "token_mismatch"},
           {"UPDATE tokens SET revoked_at=0 WHERE token_id='" + gone + "'", "token_mismatch"},
           {"UPDATE tokens SET revoked_at=5 WHERE token_id='" + kept + "'", "token_mismatch"},
           {"DELETE FROM tokens WHERE token_id='" + kept + "'", "token_missing"},
           {"INSERT INTO tokens" + copy +
                "'000000000000',name,hash,scopes,shards,created_at,expires_at,revoked_at,event_seq "
                "FROM tokens WHERE token_id='" +
                kept + "'",
            "token_extra"}}) {
    sqlite::Database* const database = DatabaseOf(home_.get());
    ASSERT_TRUE(database->Execute("CREATE TEMP TABLE before AS SELECT * FROM tokens"));
    ASSERT_TRUE(database->Execute(damage)) << damage;
    EXPECT_EQ(kinds(), std::vector<std::string>{kind}) << damage;
    ASSERT_TRUE(database->Execute(
        "DELETE FROM tokens; INSERT INTO tokens SELECT * FROM before; DROP TABLE before"));
  }
  EXPECT_EQ(kinds(), std::vector<std::string>());
}

}  // namespace
}  // namespace arborist::store
