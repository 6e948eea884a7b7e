// SPDX-License-Identifier: AGPL-3.0-only
// Questions, searches, checks, records and their proofs.
#include <chrono>
#include <thread>

#include "surfaces/surfaces.h"

namespace arborist::testing_support {
namespace {

TEST_F(Surfaces, AKeptAnswer) {
  const json::Value shown = Cli({"query", kWhen});
  EXPECT_TRUE(Flag(shown, "cached"));
  const json::Object question{{"question", kWhen}};
  ExpectSame(shown, Post("/api/v1/query", question), {"timings_ms"});
  const json::Value again = Post("/api/v1/query", question);  // from memory
  ExpectSame(shown, again, {"timings_ms"});
  EXPECT_EQ(Member(again, "timings_ms").as_object().size(), 2U);
  const json::Value agents = Tool("query", question);
  ExpectPartOf(agents, shown, {"units"});
  for (const json::Value& unit : Member(agents, "units").as_array()) {
    EXPECT_EQ(Text(unit, "verdict"), "stated");
  }
}

TEST_F(Surfaces, AnAnswerFromOneDocument) {
  const std::string asked = "Who dug it?";
  const json::Value made = Cli({"ask", "--document", root_, asked});
  const json::Object question{{"question", asked}, {"document", root_}};
  ExpectSame(
      made, Post("/api/v1/ask", question),
      {"timings_ms", "cached", "lookup_path", "preflight", "notes", "frame_detection", "capacity"});
  ExpectSame(Cli({"ask", "--document", root_, asked}), Post("/api/v1/ask", question),
             {"timings_ms"});
  ExpectPartOf(Tool("query", question), Post("/api/v1/ask", question), {"units"});
}

TEST_F(Surfaces, WhatEveryFieldOfAQuestionDoes) {
  const json::Value shown = Cli({"query",
                                 kWhen,
                                 "--mode",
                                 "quote",
                                 "--verifier",
                                 "lexical-v2",
                                 "--dedup",
                                 "strict",
                                 "--fidelity",
                                 "strict",
                                 "--max-context-chars",
                                 "4000",
                                 "--reject-broad",
                                 "--bind-verifier",
                                 "--chain",
                                 "public",
                                 "--top-k",
                                 "3",
                                 "--over-fetch",
                                 "9",
                                 "--keywords",
                                 "canal",
                                 "--min-confidence",
                                 "0.01"});
  const json::Value sent = Post("/api/v1/query", json::Object{{"question", kWhen},
                                                              {"mode", "quote"},
                                                              {"verifier", "lexical-v2"},
                                                              {"dedup", "strict"},
                                                              {"fidelity", "strict"},
                                                              {"max_context_chars", 4000},
                                                              {"reject_broad", true},
                                                              {"bind_verifier", true},
                                                              {"chain", "public"},
                                                              {"top_k", 3},
                                                              {"over_fetch", 9},
                                                              {"keywords", "canal"},
                                                              {"min_confidence", 0.01}});
  EXPECT_TRUE(Flag(sent, "cached")) << "another key";
  for (const char* name : {"cache_key", "key_dims", "record_hash", "answer_text", "model"}) {
    EXPECT_EQ(json::Dump(Member(shown, name)), json::Dump(Member(sent, name))) << name;
  }
}

// Each leaves an event of its own (docs/guide/audit.md).
TEST_F(Surfaces, AQuestionWithoutAnAnswer) {
  for (const char* asked :
       {"What is the capital of Mongolia?", "Which zeppelin xylophone quarks?"}) {
    const json::Value shown = Cli({"query", asked});
    EXPECT_TRUE(Flag(shown, "declined"));
    const json::Value sent = Post("/api/v1/query", json::Object{{"question", asked}});
    ExpectSame(shown, sent, {"timings_ms", "audit_event_hash"});
    EXPECT_NE(json::Dump(Member(shown, "audit_event_hash")),
              json::Dump(Member(sent, "audit_event_hash")));
    EXPECT_TRUE(Member(sent, "audit_event_hash").is_string());
    ExpectPartOf(Tool("query", {{"question", asked}}), sent, {"units", "audit_event_hash"});
  }
}

TEST_F(Surfaces, WhatOpenAisClientsAreToldOfAnAnswer) {
  const json::Value shown = Cli({"query", kWhen});
  for (int from_memory = 0; from_memory < 2; ++from_memory) {
    const json::Value ours = Member(
        Post("/v1/chat/completions",
             json::Object{
                 {"model", "arborist"},
                 {"messages", json::Array{json::Object{{"role", "user"}, {"content", kWhen}}}}}),
        "x_arborist");
    for (const auto& [there, here] :
         {std::pair("label", "audit_mode"), std::pair("rung", "rung"),
          std::pair("units", "n_quotes"), std::pair("units_verified", "n_verified"),
          std::pair("cache_key", "cache_key"), std::pair("record_hash", "record_hash"),
          std::pair("audit_event_hash", "audit_event_hash"), std::pair("cached", "cached"),
          std::pair("stored", "stored"), std::pair("declined", "declined"),
          std::pair("failure_stage", "failure_stage")}) {
      EXPECT_EQ(json::Dump(Member(ours, there)), json::Dump(Member(shown, here))) << there;
    }
    EXPECT_EQ(json::Dump(Member(Member(ours, "roots"), "run_dag")),
              json::Dump(Member(shown, "run_dag_root")));
  }
}

TEST_F(Surfaces, Hits) {
  const json::Array lines = CliLines({"search", "erie canal", "--limit", "5"});
  ASSERT_FALSE(lines.empty());
  const json::Value found = Get("/api/v1/search?q=erie+canal&limit=5");
  EXPECT_EQ(json::Dump(lines), json::Dump(Member(found, "items")));
  ExpectSame(found, Tool("search", {{"query", "erie canal"}, {"limit", 5}}));
}

// Uses decide what is evicted last (docs/guide/room.md), wherever they come from.
TEST_F(Surfaces, ASearchCountsAsAUse) {
  const auto uses = [&] { return Member(Cli({"documents", "show", root_}), "hit_count").as_int(); };
  const std::int64_t before = uses();
  Get("/api/v1/search?q=hudson");
  Tool("search", {{"query", "hudson"}});
  CliLines({"search", "hudson"});
  for (int i = 0; i < 100 && uses() < before + 3; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  EXPECT_EQ(uses(), before + 3);
  EXPECT_EQ(Member(Get("/api/v1/documents/" + root_), "hit_count").as_int(), before + 3);
}

TEST_F(Surfaces, AnAnswerFromAnywhere) {
  const json::Object checked{{"answer", "The canal was black and opened in 1825."},
                             {"context", json::Array{"The canal opened in 1825."}},
                             {"verifier", "lexical-v3"}};
  json::Object line = checked;
  line.erase(line.find("verifier"));
  WriteWhole(folder_.path() / "case.jsonl", json::DumpLine(line) + "\n");
  const json::Value shown = Cli({"check", "--input", (folder_.path() / "case.jsonl").string()});
  ExpectSame(shown, Post("/api/v1/check", checked));
  const json::Value agents = Tool("check", checked);
  ExpectSame(shown, agents, {"claim_statuses"});
  const json::Array& units = Member(shown, "claim_statuses").as_array();
  const json::Array& told = Member(agents, "claim_statuses").as_array();
  ASSERT_EQ(units.size(), told.size());
  for (std::size_t i = 0; i < units.size(); ++i) {
    ExpectPartOf(units[i], told[i]);
    EXPECT_EQ(json::Dump(Member(told[i], "unsupported_words")), R"(["black"])");
  }
}

TEST_F(Surfaces, Records) {
  const json::Array lines = CliLines({"providence", "list"});
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(json::Dump(lines), json::Dump(Member(Get("/api/v1/records"), "items")));
  EXPECT_EQ(json::Dump(CliLines({"providence", "list", "--label", "STRICT", "--limit", "1"})),
            json::Dump(Member(Get("/api/v1/records?label=STRICT&limit=1"), "items")));
  ExpectSame(Cli({"providence", "stats"}), Member(Get("/api/v1/stats"), "records"));
}

TEST_F(Surfaces, ARecord) {
  const json::Value shown = Cli({"providence", "show", key_, "--evidence"});
  ExpectSame(shown, Get("/api/v1/records/" + key_));
  ExpectSame(shown, json::Parse(Resource("arborist://record/" + key_)).value());
  ExpectSame(shown, Cli({"providence", "show", key_}), {"passage_texts", "evidence_missing"});
  const json::Value& run = Member(shown, "run");
  ExpectSame(Member(Get("/api/v1/records/" + key_ + "/dag"), "run_dag"), Member(run, "run_dag"));
}

TEST_F(Surfaces, HowARecordCameAbout) {
  const json::Value shown = Cli({"explain", key_});
  EXPECT_TRUE(Flag(shown, "holds"));
  ExpectSame(shown, Get("/api/v1/records/" + key_ + "/explain"));
  ExpectSame(shown, Tool("explain", {{"key", key_}}));
  ExpectSame(Cli({"inspect", key_}), Get("/api/v1/records/" + key_ + "/inspect"));
}

TEST_F(Surfaces, WhatAnswersSayAndTheirSourcesDoNot) {
  const Endpoint model(Says("\"The Erie Canal opened on October 26, 1825.\" Penguins dug it."));
  QueryAt(model, "When was the Erie Canal opened?", {"--mode", "quote"});
  const json::Array lines = CliLines({"emergent"});
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(json::Dump(lines), json::Dump(Member(Get("/api/v1/emergent"), "items")));
  EXPECT_EQ(json::Dump(CliLines({"emergent", "--aggregate"})),
            json::Dump(Member(Get("/api/v1/emergent?aggregate=true"), "items")));
}

TEST_F(Surfaces, ProofsAndTheirChecks) {
  for (const auto& [arguments, query] :
       std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{key_}, "target=" + key_},
           {{key_, "--redact"}, "target=" + key_ + "&redact=true"},
           {{root_}, "target=" + root_},
           {{root_ + ":0"}, "target=" + root_ + "&chunk=0"},
           {{core_}, "target=" + core_},
           {{"test:buffalo.txt"}, "target=test:buffalo.txt"}}) {
    std::vector<std::string> verb{"prove"};
    verb.insert(verb.end(), arguments.begin(), arguments.end());
    const json::Value shown = Cli(verb);
    ExpectSame(shown, Get("/api/v1/prove?" + query));
    WriteWhole(folder_.path() / "bundle.json", json::Dump(shown));
    const json::Value verdict = Cli({"verify", (folder_.path() / "bundle.json").string()});
    EXPECT_TRUE(Flag(verdict, "valid")) << query;
    ExpectSame(verdict, Post("/api/v1/verify", shown));
    ExpectSame(verdict, Post("/api/v1/verify", json::Object{{"bundle", shown}}));
  }
}

TEST_F(Surfaces, ProofsForAgents) {
  for (const std::string& target : {key_, root_, core_, root_ + ":0"}) {
    const json::Value shown = Cli({"prove", target});
    const json::Value agents = Tool("prove", {{"target", target}, {"include_bundle", true}});
    ExpectSame(Member(agents, "bundle"), shown);
    EXPECT_TRUE(Flag(agents, "valid"));
    const bool is_record = target == key_;
    EXPECT_EQ(Text(agents, is_record ? "cache_key" : "document_root"), target.substr(0, 64));
  }
  ExpectSame(json::Parse(Resource("arborist://bundle/" + key_)).value(), Cli({"prove", key_}));
  ExpectSame(json::Parse(Resource("arborist://bundle/" + root_ + "/0")).value(),
             Cli({"prove", root_ + ":0"}));
}

TEST_F(Surfaces, ARecordThatIsSaidToBeWrong) {
  const json::Value sent = Post("/api/v1/records/" + key_ + "/falsify",
                                json::Object{{"reason", "wrong"}, {"state", "quarantined"}});
  EXPECT_EQ(Text(sent, "to"), "quarantined");
  const json::Value shown = Cli({"falsify", key_, "--reason", "right", "--state", "live"});
  const json::Value agents = Tool("falsify", {{"key", key_}, {"reason", "wrong"}});
  for (const json::Value* done : {&shown, &agents}) {
    ASSERT_EQ(done->as_object().size(), sent.as_object().size());
    EXPECT_EQ(Text(*done, "cache_key"), key_);
  }
  EXPECT_EQ(Text(shown, "from"), "quarantined");
  EXPECT_EQ(Text(agents, "from"), "live");
  ExpectSame(Cli({"providence", "show", key_, "--evidence"}), Get("/api/v1/records/" + key_));
}

}  // namespace
}  // namespace arborist::testing_support
