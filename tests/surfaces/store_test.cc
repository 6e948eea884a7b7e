// SPDX-License-Identifier: AGPL-3.0-only
// Documents, logs, snapshots, room, and how what cannot be done is refused.
#include <map>
#include <set>

#include "surfaces/surfaces.h"

namespace arborist::testing_support {
namespace {

TEST_F(Surfaces, Documents) {
  const json::Array lines = CliLines({"documents", "list", "--all"});
  EXPECT_GE(lines.size(), 7U);
  const json::Value page = Get("/api/v1/documents?superseded=true");
  EXPECT_EQ(json::Dump(lines), json::Dump(Member(page, "items")));
  EXPECT_EQ(json::Dump(CliLines({"documents", "list"})),
            json::Dump(Member(Get("/api/v1/documents"), "items")));
}

TEST_F(Surfaces, ADocument) {
  for (const std::string& root : {root_, core_}) {
    ExpectSame(Cli({"documents", "show", root}), Get("/api/v1/documents/" + root));
    const json::Value text = Cli({"documents", "text", root});
    ExpectSame(text, Get("/api/v1/documents/" + root + "/text"));
    EXPECT_EQ(Text(text, "text"), Resource("arborist://document/" + root));
  }
  ExpectPartOf(Member(Get("/api/v1/documents?uri=test:canal.txt"), "items").as_array().at(0),
               Cli({"documents", "show", "test:canal.txt"}));
}

TEST_F(Surfaces, Chunks) {
  const json::Value page = Get("/api/v1/documents/" + root_ + "/chunks");
  ExpectSame(page, Tool("read", {{"document", root_}}), {"document_uri", "title", "superseded"});
  const json::Value chunk = Get("/api/v1/documents/" + root_ + "/chunks/0");
  ExpectSame(chunk, json::Parse(Resource("arborist://chunk/" + root_ + "/0")).value());
  const json::Value proved = Cli({"prove", root_ + ":0"});
  EXPECT_EQ(Text(chunk, "text"), Text(proved, "text"));
  const json::Value& listed = Member(page, "items").as_array().at(0);
  for (const char* name : {"chunk_idx", "leaf_hash", "text"}) {
    EXPECT_EQ(json::Dump(Member(listed, name)), json::Dump(Member(chunk, name))) << name;
  }
}

TEST_F(Surfaces, Sizes) {
  const json::Value shown = Cli({"stats", "--progress", "none"});
  const json::Value sent = Get("/api/v1/stats");
  ExpectSame(shown, sent, {"records"});
  const json::Value status = Tool("status", {});
  ExpectSame(sent, Member(status, "corpus"));
  const json::Value config = Get("/api/v1/config");
  ExpectSame(Cli({"--version", "--progress", "none"}), Member(config, "versions"));
  for (const char* name : {"version", "model", "answer_mode", "verifier"}) {
    EXPECT_EQ(json::Dump(Member(config, name)), json::Dump(Member(status, name))) << name;
  }
}

TEST_F(Surfaces, Events) {
  std::map<std::string, json::Value> by_hash;
  std::set<std::string> logs;
  for (const json::Value& line : CliLines({"audit", "log"})) {
    by_hash.emplace(Text(line, "event_hash"), line);
    logs.insert(Text(line, "log"));
  }
  EXPECT_TRUE(logs.contains("home"));
  EXPECT_GE(logs.size(), 3U);
  for (const std::string& store : logs) {
    const json::Value page = Get("/api/v1/log?limit=1000&store=" + store);
    EXPECT_TRUE(Member(page, "next").is_null());
    ASSERT_FALSE(Member(page, "items").as_array().empty()) << store;
    for (const json::Value& event : Member(page, "items").as_array()) {
      const json::Value& line = by_hash[Text(event, "event_hash")];
      ASSERT_TRUE(line.is_object()) << json::Dump(event);
      EXPECT_EQ(Text(line, "log"), store);
      for (const char* name : {"seq", "type", "time", "subject", "actor", "hashes"}) {
        EXPECT_EQ(json::Dump(Member(event, name)), json::Dump(Member(Member(line, "body"), name)))
            << name;
      }
      by_hash.erase(Text(event, "event_hash"));
    }
  }
  EXPECT_TRUE(by_hash.empty());
}

TEST_F(Surfaces, WhetherTheLogsHold) {
  const json::Value shown = Cli({"audit", "check"});
  EXPECT_TRUE(Flag(shown, "ok"));
  for (const char* path : {"/api/v1/log/health", "/api/v1/log/health?full=true"}) {
    const json::Value health = Get(path);
    EXPECT_TRUE(Flag(health, "ok"));
    const json::Array& logs = Member(health, "logs").as_array();
    const json::Array& checked = Member(shown, "logs").as_array();
    ASSERT_EQ(logs.size(), checked.size()) << path;
    for (std::size_t i = 0; i < logs.size(); ++i) {
      EXPECT_EQ(Text(logs[i], "store"), Text(checked[i], "name"));
      EXPECT_EQ(Text(logs[i], "log"), Text(checked[i], "log"));
      EXPECT_EQ(Text(logs[i], "head"), Text(checked[i], "head"));
      EXPECT_EQ(json::Dump(Member(logs[i], "size")), json::Dump(Member(checked[i], "events")));
    }
  }
}

TEST_F(Surfaces, Checkpoints) {
  const json::Value sent = Post("/api/v1/checkpoints", json::Object{});
  EXPECT_TRUE(Flag(sent, "made"));
  ExpectSame(Cli({"audit", "checkpoint"}), sent, {"made"});
  const json::Value list = Get("/api/v1/checkpoints");
  ExpectPartOf(Member(list, "items").as_array().at(0), sent, {"signature_holds"});
  const json::Value key = Cli({"key", "--progress", "none"});
  EXPECT_EQ(Text(list, "key"), Text(key, "verifier_key"));
  EXPECT_EQ(Text(list, "origin"), Text(key, "origin"));
}

TEST_F(Surfaces, Snapshots) {
  const json::Value made = Post("/api/v1/snapshots", json::Object{{"reason", "second"}});
  const json::Array lines = CliLines({"snapshot", "list"});
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(json::Dump(lines), json::Dump(Member(Get("/api/v1/snapshots"), "items")));
  ExpectSame(made, lines[0]);
  const json::Value shown = Cli({"snapshot", "show", "1", "--members"});
  ExpectSame(shown, Get("/api/v1/snapshots/1"), {"document_roots"});
  EXPECT_EQ(json::Dump(Member(shown, "document_roots")),
            json::Dump(Member(Get("/api/v1/snapshots/1/members"), "items")));
  EXPECT_EQ(json::Dump(CliLines({"snapshot", "diff", "1"})),
            json::Dump(Member(Get("/api/v1/snapshots/1/diff"), "items")));
  const json::Value verdicts = Cli({"snapshot", "verify", "1"});
  ExpectSame(Member(verdicts, "snapshots").as_array().at(0), Get("/api/v1/snapshots/1/verify"));
  ExpectSame(Cli({"prove", root_, "--snapshot=latest"}),
             Get("/api/v1/snapshots/latest/prove?document=" + root_));
}

TEST_F(Surfaces, Room) {
  const json::Object wanted{{"documents", json::Array{root_}}, {"dry_run", true}};
  ExpectSame(Cli({"evict", root_, "--dry-run"}), Post("/api/v1/evict", wanted));
  ExpectSame(Cli({"rehydrate", "--all"}), Post("/api/v1/rehydrate", json::Object{{"all", true}}));
  const json::Object method{{"method", "first-sentence"}};
  Post("/api/v1/distill", method);
  ExpectSame(Cli({"distill", "--method", "first-sentence"}), Post("/api/v1/distill", method),
             {"seconds"});
}

TEST_F(Surfaces, WhatIsTakenIn) {
  const HttpAnswer sent =
      Send("POST", "/api/v1/documents?uri=test:upload", "A text that comes by mail.",
           "Content-Type: text/plain\r\nAuthorization: Bearer " + token_ + "\r\n");
  ASSERT_EQ(sent.status, 200) << sent.text;
  WriteWhole(folder_.path() / "mail/b.txt", "Another text that comes by mail.");
  const json::Value shown = Cli({"ingest", (folder_.path() / "mail").string()});
  json::Object names = sent.body.as_object();
  EXPECT_EQ(Text(sent.body, "document_root"),
            Text(Cli({"documents", "show", "test:upload"}), "document_root"));
  names.erase(names.find("document_root"));
  ASSERT_EQ(names.size(), shown.as_object().size());
  for (const auto& [name, value] : names) EXPECT_TRUE(shown.Find(name) != nullptr) << name;
  EXPECT_EQ(Member(shown, "added").as_int(), 1);
  EXPECT_EQ(names.at("added").as_int(), 1);
}

TEST_F(Surfaces, WhatIsNotThere) {
  const std::string none(64, '0');
  const json::Value question = json::Object{{"question", kWhen}, {"document", none}};
  for (const auto& [verb, method, path, body] :
       std::vector<std::tuple<std::vector<std::string>, std::string, std::string, json::Value>>{
           {{"documents", "show", none}, "GET", "/api/v1/documents/" + none, {}},
           {{"documents", "text", none}, "GET", "/api/v1/documents/" + none + "/text", {}},
           {{"providence", "show", none}, "GET", "/api/v1/records/" + none, {}},
           {{"explain", none}, "GET", "/api/v1/records/" + none + "/explain", {}},
           {{"inspect", none}, "GET", "/api/v1/records/" + none + "/inspect", {}},
           {{"prove", none}, "GET", "/api/v1/prove?target=" + none, {}},
           {{"prove", root_ + ":7"}, "GET", "/api/v1/prove?chunk=7&target=" + root_, {}},
           {{"prove", root_, "--redact"}, "GET", "/api/v1/prove?redact=true&target=" + root_, {}},
           {{"snapshot", "show", "9"}, "GET", "/api/v1/snapshots/9", {}},
           {{"prove", core_, "--snapshot=1"},
            "GET",
            "/api/v1/snapshots/1/prove?document=" + core_,
            {}},
           {{"ask", kWhen, "--document", none}, "POST", "/api/v1/ask", question},
           {{"query", " "}, "POST", "/api/v1/query", json::Object{{"question", " "}}},
           {{"search", "..."}, "GET", "/api/v1/search?q=...", {}},
           {{"burn", none}, "POST", "/api/v1/burn", json::Object{{"name", none}}},
           {{"evict", none},
            "POST",
            "/api/v1/evict",
            json::Object{{"documents", json::Array{none}}}}}) {
    const std::string shown = CliError(verb);
    EXPECT_FALSE(shown.empty()) << verb[0];
    EXPECT_EQ(shown, HttpError(method, path, body)) << verb[0] << " " << path;
  }
}

}  // namespace
}  // namespace arborist::testing_support
