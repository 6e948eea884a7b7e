// SPDX-License-Identifier: AGPL-3.0-only
// Snapshots, checkpoints, cores and room over HTTP.
#include "notary/signing_keys.h"
#include "serve/api/served_home_test.h"

namespace arborist::serve::api {
namespace {

class StoreRoutes : public ServedHome {
 protected:
  std::string MakeKey() {
    auto home =
        store::HomeStore::Open(home_, {.clock = &clock_, .random = &random_, .actor = "test"});
    EXPECT_TRUE(home) << home.error().message;
    const auto key = notary::MakeKey(home_, (*home)->log().Head()->log);
    EXPECT_TRUE(key) << key.error().message;
    return key->verifier.ToText();
  }
  std::string RootOf(const std::string& uri) {
    const Answer named = Get("/api/v1/documents?uri=" + uri);
    return named["items"].as_array().at(0).Find("document_root")->as_string();
  }
};

TEST_F(StoreRoutes, ASnapshotTellsWhatCameSince) {
  Start();
  const std::string token = MakeToken({"write"});
  EXPECT_EQ(Post("/api/v1/snapshots", json::Object{}).status, 401);
  EXPECT_EQ(Get("/api/v1/snapshots/latest").status, 404);
  const Answer taken = Post("/api/v1/snapshots", json::Object{{"reason", "first"}}, token);
  ASSERT_EQ(taken.status, 200) << taken.text;
  EXPECT_EQ(taken["doc_count"], json::Value(3));
  EXPECT_EQ(Get("/api/v1/snapshots/1")["matches_corpus"], json::Value(true));
  Write("docs/lock.txt", "A pound lock was built at Lockport.");
  Ingest("docs", "main");
  const std::string prefix = taken["snapshot_root"].as_string().substr(0, 8);
  EXPECT_EQ(Get("/api/v1/snapshots/" + prefix)["matches_corpus"], json::Value(false));
  const Answer diff = Get("/api/v1/snapshots/latest/diff");
  ASSERT_EQ(diff["items"].as_array().size(), 1U) << diff.text;
  EXPECT_EQ(*diff["items"].as_array()[0].Find("document_uri"), json::Value("doc:docs/lock.txt"));
  EXPECT_EQ(Get("/api/v1/snapshots/1/verify")["ok"], json::Value(true));
  for (const char* path : {"/api/v1/snapshots/newest", "/api/v1/snapshots/1/diff?since=2",
                           "/api/v1/snapshots/1/members?limit=0", "/api/v1/snapshots/1/prove"}) {
    EXPECT_EQ(Get(path).status, 400) << path;
  }
}

TEST_F(StoreRoutes, AMemberIsProvedAndPagedThrough) {
  Start();
  const std::string token = MakeToken({"write"});
  ASSERT_EQ(Post("/api/v1/snapshots", json::Object{}, token).status, 200);
  const std::string root = RootOf("doc:docs/canal.txt");
  const Answer bundle = Get("/api/v1/snapshots/1/prove?document=" + root);
  ASSERT_EQ(bundle.status, 200) << bundle.text;
  EXPECT_EQ(Post("/api/v1/verify", bundle.body)["valid"], json::Value(true));
  std::set<std::string> seen;
  for (json::Value next = 0; next.is_int();) {
    const Answer page =
        Get("/api/v1/snapshots/1/members?limit=2&from=" + std::to_string(next.as_int()));
    for (const json::Value& item : page["items"].as_array()) seen.insert(item.as_string());
    next = page["next"];
  }
  EXPECT_EQ(seen.size(), 3U);
  EXPECT_TRUE(seen.contains(root));
}

TEST_F(StoreRoutes, ACheckpointIsSignedWhereThereIsAKey) {
  Start();
  const std::string token = MakeToken({"write"});
  EXPECT_EQ(Post("/api/v1/checkpoints", json::Object{}, token).status, 404);
  const std::string key = MakeKey();
  EXPECT_EQ(Post("/api/v1/checkpoints", json::Object{}).status, 401);
  const Answer first = Post("/api/v1/checkpoints", json::Object{}, token);
  ASSERT_EQ(first.status, 200) << first.text;
  EXPECT_EQ(first["made"], json::Value(true));
  EXPECT_EQ(Post("/api/v1/checkpoints", json::Object{}, token)["made"], json::Value(false));
  const Answer list = Get("/api/v1/checkpoints");
  ASSERT_EQ(list["items"].as_array().size(), 1U) << list.text;
  EXPECT_EQ(*list["items"].as_array()[0].Find("signature_holds"), json::Value(true));
  EXPECT_EQ(list["key"], json::Value(key));
  EXPECT_FALSE(list.text.contains("PRIVATE"));
  EXPECT_EQ(Get("/api/v1/log/health?full=true")["ok"], json::Value(true));
}

TEST_F(StoreRoutes, AKeyMayStandBesideABundle) {
  Start();
  const std::string token = MakeToken({"write"}), key = MakeKey();
  const std::string record = Query("When did the Erie Canal open?")["cache_key"].as_string();
  const Answer before = Get("/api/v1/prove?target=" + record);
  const auto with = [&](const Answer& bundle, std::string_view under) {
    return Post("/api/v1/verify", json::Object{{"bundle", bundle.body}, {"key", under}});
  };
  EXPECT_EQ(with(before, key)["valid"], json::Value(false)) << "nothing was signed yet";
  ASSERT_EQ(Post("/api/v1/checkpoints", json::Object{}, token).status, 200);
  const Answer after = Get("/api/v1/prove?target=" + record);
  EXPECT_EQ(with(after, key)["valid"], json::Value(true)) << with(after, key).text;
  EXPECT_EQ(Post("/api/v1/verify", json::Object{{"bundle", std::string(http::BodyOf(after.text))},
                                                {"key", key}})["valid"],
            json::Value(true))
      << "as text";
  EXPECT_EQ(with(after, "no key").status, 400);
  EXPECT_EQ(Post("/api/v1/verify", json::Object{{"bundle", 5}}).status, 400);
  EXPECT_EQ(
      Post("/api/v1/verify", json::Object{{"bundle", after.body}, {"key_file", "/etc/passwd"}})
          .status,
      400);
}

TEST_F(StoreRoutes, TextsGoAndComeBackByTheirDocumentsAlone) {
  Start();
  const std::string token = MakeToken({"write"});
  Write("plain/mule.txt", "Mules towed the boats along the canal.");
  IngestFiles("plain");
  const Answer found = Get("/api/v1/search?q=mules");
  ASSERT_EQ(found["items"].as_array().size(), 1U) << found.text;
  const std::string root = found["items"].as_array()[0].Find("document_root")->as_string();
  const json::Value evict = json::Object{{"documents", json::Array{root}}, {"tier", "cold"}};
  EXPECT_EQ(Post("/api/v1/evict", evict).status, 401);
  const Answer gone = Post("/api/v1/evict", evict, token);
  ASSERT_EQ(gone.status, 200) << gone.text;
  EXPECT_EQ(gone["evicted"], json::Value(1));
  const Answer cold = Get("/api/v1/search?q=towed");
  EXPECT_EQ(cold["items"].as_array().size(), 0U) << cold.text;
  EXPECT_EQ(cold["cold_documents"], json::Value(1));
  const std::string file = (folder_.path() / "plain/mule.txt").string();
  EXPECT_EQ(Post("/api/v1/rehydrate", json::Object{{"documents", json::Array{file}}}, token).status,
            404)
      << "a path is no document";
  const Answer back =
      Post("/api/v1/rehydrate", json::Object{{"documents", json::Array{root}}}, token);
  ASSERT_EQ(back.status, 200) << back.text;
  EXPECT_EQ(back["rehydrated"], json::Value(1));
  EXPECT_EQ(Get("/api/v1/search?q=towed")["items"].as_array().size(), 1U);
}

TEST_F(StoreRoutes, CoresAreMadeOnce) {
  Start();
  const std::string token = MakeToken({"write"});
  const json::Value method = json::Object{{"method", "first-sentence"}};
  EXPECT_EQ(Post("/api/v1/distill", method).status, 401);
  const Answer made = Post("/api/v1/distill", method, token);
  ASSERT_EQ(made.status, 200) << made.text;
  EXPECT_GT(made["levels"].as_array().at(0).Find("added")->as_int(), 0) << made.text;
  EXPECT_EQ(*Post("/api/v1/distill", method, token)["levels"].as_array().at(0).Find("added"),
            json::Value(0));
  for (const json::Value& bad : {json::Value(json::Object{{"method", "guess"}}),
                                 json::Value(json::Object{{"method", "tfidf"}, {"depth", 17}}),
                                 json::Value(json::Object{{"method", "tfidf"}, {"jobs", 9}})}) {
    EXPECT_EQ(Post("/api/v1/distill", bad, token).status, 400) << json::Dump(bad);
  }
}

TEST_F(StoreRoutes, WhoSeesAPartHearsNothingOfTheWhole) {
  Start();
  const std::string part = MakeToken({"read", "write"}, {"main"});
  for (const char* path : {"/api/v1/snapshots", "/api/v1/checkpoints"}) {
    EXPECT_EQ(Get(path, part).status, 403) << path;
    EXPECT_EQ(Post(path, json::Object{}, part).status, 403) << path;
  }
  EXPECT_EQ(Post("/api/v1/evict", json::Object{}, part).status, 403);
  EXPECT_EQ(Post("/api/v1/rehydrate", json::Object{{"all", true}}, part).status, 403);
  EXPECT_EQ(Post("/api/v1/distill", json::Object{{"method", "tfidf"}}, part).status, 403);
}

}  // namespace
}  // namespace arborist::serve::api
