// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/api/routes.h"

#include "serve/api/served_home_test.h"

namespace arborist::serve::api {
namespace {

constexpr std::string_view kQuestion = "When did the Erie Canal open?";
constexpr std::string_view kFromMemory = R"(arborist_answers_total{cache="memory",label="STRICT"})";

TEST_F(ServedHome, AnswersAQuestionAndThenRemembersIt) {
  Start();
  const Answer first = Query(kQuestion);
  ASSERT_EQ(first.status, 200) << first.text;
  EXPECT_EQ(first["audit_mode"], json::Value("STRICT")) << first.text;
  EXPECT_EQ(first["cached"], json::Value(false));
  EXPECT_EQ(first["lookup_path"], json::Value("miss"));
  const Answer second = Query(kQuestion);
  EXPECT_EQ(second["cached"], json::Value(true));
  EXPECT_EQ(Metric(kFromMemory), 0);
  const Answer third = Query(kQuestion);
  EXPECT_EQ(Metric(kFromMemory), 1);
  json::Object from_store = second.body.as_object(), from_memory = third.body.as_object();
  from_store.erase("timings_ms");
  from_memory.erase("timings_ms");
  EXPECT_EQ(json::Value(from_memory), json::Value(from_store)) << "the same but for the time";
  EXPECT_EQ(third["answer_text"], first["answer_text"]);
}

TEST_F(ServedHome, ServesNothingFromMemoryThatNoLongerCounts) {
  Start();
  const std::string token = MakeToken({"write"});
  const std::string key = Query(kQuestion)["cache_key"].as_string();
  Query(kQuestion);
  Query(kQuestion);
  EXPECT_EQ(Metric(kFromMemory), 1);
  const Answer falsified = Post("/api/v1/records/" + key + "/falsify",
                                json::Object{{"reason", "names the wrong year"}}, token);
  ASSERT_EQ(falsified.status, 200) << falsified.text;
  const Answer after = Query(kQuestion);
  EXPECT_EQ(after["cached"], json::Value(false));
  EXPECT_EQ(after["falsified_before"], json::Value(true));
  EXPECT_EQ(Metric(kFromMemory), 1);
}

TEST_F(ServedHome, SeesWhatAnotherProgramIngests) {
  Start();
  Query(kQuestion);
  Query(kQuestion);
  Write("docs/canal.txt", "The Erie Canal opened on October 27, 1826, say some.");
  Ingest("docs", "main");
  const Answer after = Query(kQuestion);
  EXPECT_EQ(after["cached"], json::Value(false));
  EXPECT_TRUE(after["answer_text"].as_string().contains("1826")) << after.text;
  EXPECT_EQ(Metric(kFromMemory), 0);
  Write("new/lock.txt", "A pound lock was built at Lockport.");
  Ingest("new", "other");
  EXPECT_EQ(Get("/api/v1/search?q=lockport")["items"].as_array().size(), 1U)
      << "a shard that was not there when the server started";
}

TEST_F(ServedHome, CountsHitsFromMemoryToo) {
  Start();
  const std::string key = Query(kQuestion)["cache_key"].as_string();
  for (int i = 0; i < 5; ++i) Query(kQuestion);
  Stop();
  Start();
  EXPECT_EQ(Get("/api/v1/records/" + key)["hits"], json::Value(5));
}

TEST_F(ServedHome, StreamsStagesAndThenTheAnswer) {
  Start();
  const auto stream = [&](const json::Value& body) {
    http::RawClient client(server_->port());
    const std::string content = json::DumpLine(body);
    client.Send(
        "POST /api/v1/query HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
        "Content-Type: application/json\r\nContent-Length: " +
        std::to_string(content.size()) + "\r\n\r\n" + content);
    return client.Read("0\r\n\r\n");
  };
  for (const char* round : {"miss", "store", "memory"}) {
    const std::string text = stream(json::Object{{"question", kQuestion}});
    EXPECT_TRUE(text.contains("Content-Type: text/event-stream")) << round << text;
    const std::size_t answer = text.find("event: answer\ndata: {");
    EXPECT_NE(answer, std::string::npos) << round << text;
    EXPECT_GT(text.find("1825"), answer) << "nothing of an answer before it is verified";
  }
  EXPECT_EQ(Metric(kFromMemory), 1);
  EXPECT_TRUE(stream(json::Object{{"question", "What is buffalo traffic?"}})
                  .contains("event: stage\ndata: {\"stage\":\"retrieval\"}\n\n"));
  EXPECT_TRUE(stream(json::Object{{"question", " "}}).contains("invalid_argument"));
}

TEST_F(ServedHome, AsksOneDocument) {
  Start();
  const Answer answer = Post("/api/v1/ask", json::Object{{"question", "What grew quickly?"},
                                                         {"document", "doc:docs/buffalo.txt"}});
  ASSERT_EQ(answer.status, 200) << answer.text;
  for (const json::Value& source : answer["sources"].as_array()) {
    EXPECT_EQ(*source.Find("document_uri"), json::Value("doc:docs/buffalo.txt"));
  }
  EXPECT_EQ(Post("/api/v1/ask", json::Object{{"question", "a?"}, {"document", "doc:no"}}).status,
            404);
  EXPECT_EQ(Post("/api/v1/ask", json::Object{{"question", "a?"}}).status, 400);
}

TEST_F(ServedHome, TakesNothingFromARequestThatIsTheServersToSay) {
  Start();
  for (const char* field : {"endpoint", "api_key", "model", "extra_body", "home", "policy", "file",
                            "revision", "document"}) {
    const Answer answer =
        Post("/api/v1/query", json::Object{{"question", kQuestion}, {field, "x"}});
    EXPECT_EQ(answer.status, 400) << field;
    EXPECT_TRUE(answer.text.contains(field)) << answer.text;
  }
  EXPECT_EQ(Get("/api/v1/documents?limt=3").status, 400);
  EXPECT_EQ(Get("/api/v1/search?q=canal&token=x").status, 400);
}

TEST_F(ServedHome, ShowsADocumentWithItsChunksAndProofs) {
  Start();
  const Answer list = Get("/api/v1/documents?limit=2");
  ASSERT_EQ(list.status, 200) << list.text;
  ASSERT_EQ(list["items"].as_array().size(), 2U);
  const Answer rest = Get("/api/v1/documents?limit=2&after=" + list["next"].as_string());
  EXPECT_EQ(rest["items"].as_array().size(), 1U);
  EXPECT_TRUE(rest["next"].is_null());
  const Answer named = Get("/api/v1/documents?uri=doc:docs/canal.txt");
  const std::string root = named["items"].as_array()[0].Find("document_root")->as_string();
  EXPECT_EQ(Get("/api/v1/documents/" + root)["document_uri"], json::Value("doc:docs/canal.txt"));
  EXPECT_TRUE(
      Get("/api/v1/documents/" + root.substr(0, 8) + "/text")["text"].as_string().starts_with(
          "The Erie Canal"));
  EXPECT_EQ(Get("/api/v1/documents/" + root + "/chunks")["items"].as_array().size(), 1U);
  const Answer chunk = Get("/api/v1/documents/" + root + "/chunks/0");
  EXPECT_EQ(*chunk["proof"].Find("root"), json::Value(root)) << chunk.text;
  EXPECT_EQ(Get("/api/v1/documents/" + root + "/chunks/1").status, 404);
  EXPECT_EQ(Get("/api/v1/documents/zz/chunks/1").status, 400);
  const Answer bundle = Get("/api/v1/prove?target=" + root + "&chunk=0");
  ASSERT_EQ(bundle.status, 200) << bundle.text;
  EXPECT_EQ(Post("/api/v1/verify?root=" + root, bundle.body)["valid"], json::Value(true));
}

TEST_F(ServedHome, GivesChunksAlsoWithoutTheirMarkup) {
  Write("docs/lens.md", "# Lens\n\nLit in the **[tower](tower.html)** of Cordouan.\n");
  Ingest("docs", "main");
  Start();
  const Answer named = Get("/api/v1/documents?uri=doc:docs/lens.md");
  const std::string chunks = "/api/v1/documents/" +
                             named["items"].as_array()[0].Find("document_root")->as_string() +
                             "/chunks";
  const Answer own = Get(chunks + "?base=own");
  ASSERT_EQ(own.status, 200) << own.text;
  EXPECT_EQ(own["base"], json::Value("markdown-base-v1"));
  const json::Value& chunk = own["items"].as_array()[0];
  EXPECT_TRUE(chunk.Find("text")->as_string().contains("**[tower]"));
  EXPECT_TRUE(chunk.Find("base_text")->as_string().contains("Lit in the tower of Cordouan."));
  EXPECT_EQ(Get(chunks + "?base=identity")["items"].as_array()[0].Find("base_text")->as_string(),
            chunk.Find("text")->as_string());
  EXPECT_EQ(Get(chunks)["items"].as_array()[0].Find("base_text"), nullptr);
  EXPECT_EQ(Get(chunks + "?base=html").status, 400);
  EXPECT_TRUE(Get("/api/v1/search?q=tower").text.contains("Lit in the *tower* of Cordouan"));
}

TEST_F(ServedHome, KnowsTheVersionsOfAUri) {
  Write("docs/canal.txt", "A newer text of the canal.");
  Ingest("docs", "main");
  Start();
  const Answer versions = Get("/api/v1/versions?uri=doc:docs/canal.txt");
  ASSERT_EQ(versions["items"].as_array().size(), 2U) << versions.text;
  EXPECT_EQ(*versions["items"].as_array()[0].Find("state"), json::Value("superseded"));
  EXPECT_EQ(*versions["items"].as_array()[1].Find("state"), json::Value("current"));
  EXPECT_EQ(Get("/api/v1/versions?uri=doc:none").status, 404);
}

TEST_F(ServedHome, ShowsARecordFromQuestionToProof) {
  Start();
  const Answer answer = Query(kQuestion);
  const std::string key = answer["cache_key"].as_string();
  const Answer list = Get("/api/v1/records?label=STRICT&state=live");
  ASSERT_EQ(list["items"].as_array().size(), 1U) << list.text;
  const std::string source = answer["sources"].as_array()[0].Find("document_root")->as_string();
  EXPECT_EQ(Get("/api/v1/records?source=" + source)["items"].as_array().size(), 1U);
  EXPECT_EQ(Get("/api/v1/records?label=HYBRID")["items"].as_array().size(), 0U);
  EXPECT_EQ(Get("/api/v1/records?label=GOOD").status, 400);
  const Answer record = Get("/api/v1/records/" + key);
  EXPECT_TRUE(record["passage_texts"].is_array()) << record.text;
  EXPECT_EQ(Get("/api/v1/records/" + key + "/explain")["holds"], json::Value(true));
  EXPECT_EQ(Get("/api/v1/records/" + key + "/inspect").status, 200);
  EXPECT_TRUE(Get("/api/v1/records/" + key + "/dag")["run_dag"].is_object());
  EXPECT_EQ(Get("/api/v1/records/" + key + "/preflight").status, 200);
  const Answer bundle = Get("/api/v1/prove?target=" + key);
  EXPECT_EQ(Post("/api/v1/verify", bundle.body)["valid"], json::Value(true)) << bundle.text;
  EXPECT_EQ(Get("/api/v1/log?type=providence_insert")["items"].as_array().size(), 1U);
  EXPECT_EQ(Get("/api/v1/log/health?full=true")["ok"], json::Value(true));
  EXPECT_EQ(*Get("/api/v1/stats")["records"].Find("records"), json::Value(1));
}

TEST_F(ServedHome, PagesThroughALog) {
  Start();
  const Answer all = Get("/api/v1/log?store=main");
  ASSERT_EQ(all.status, 200) << all.text;
  const auto count = all["items"].as_array().size();
  ASSERT_GT(count, 2U);
  EXPECT_EQ(all["size"], json::Value(static_cast<std::int64_t>(count)));
  std::size_t seen = 0;
  std::string before;
  while (true) {
    const Answer page = Get("/api/v1/log?store=main&limit=2" + before);
    seen += page["items"].as_array().size();
    if (page["next"].is_null()) break;
    before = "&before=" + std::to_string(page["next"].as_int());
  }
  EXPECT_EQ(seen, count);
  EXPECT_EQ(Get("/api/v1/log?store=../main").status, 404);
}

TEST_F(ServedHome, ATokenSeesOnlyItsShards) {
  Start();
  const std::string all = MakeToken({"read", "ask"});
  const std::string main = MakeToken({"read", "ask", "write"}, {"main"});
  EXPECT_EQ(Get("/api/v1/search?q=marzipan", all)["items"].as_array().size(), 1U);
  EXPECT_EQ(Get("/api/v1/search?q=marzipan", main)["items"].as_array().size(), 0U);
  EXPECT_EQ(Get("/api/v1/documents?uri=doc:secret/vault.txt", main).status, 404);
  EXPECT_EQ(Get("/api/v1/documents", main)["items"].as_array().size(), 2U);
  const json::Value question = json::Object{{"question", "What word opens the vault of Harwich?"}};
  const Answer open = Post("/api/v1/query", question, all);
  EXPECT_TRUE(open["answer_text"].as_string().contains("marzipan")) << open.text;
  for (int i = 0; i < 3; ++i) {
    const Answer closed = Post("/api/v1/query", question, main);
    EXPECT_EQ(closed.status, 200);
    EXPECT_FALSE(closed.text.contains("marzipan")) << closed.text;
  }
  const std::string key = open["cache_key"].as_string();
  EXPECT_EQ(Get("/api/v1/records/" + key, all).status, 200);
  EXPECT_EQ(Get("/api/v1/records/" + key, main).status, 404);
  EXPECT_EQ(Get("/api/v1/prove?target=" + key, main).status, 404);
  EXPECT_EQ(Get("/api/v1/records", main)["items"].as_array().size(), 0U);
  EXPECT_EQ(Get("/api/v1/log", main).status, 403);
  EXPECT_EQ(Get("/api/v1/log?store=private", main).status, 404);
  EXPECT_EQ(Post("/api/v1/burn", json::Object{{"name", key}}, main).status, 404);
  EXPECT_EQ(Get("/api/v1/records/" + key, all)["state"], json::Value("live"))
      << "who sees less makes nothing stale";
  EXPECT_EQ(Send("POST", "/api/v1/documents?uri=doc:x&shard=private", "text",
                 "Content-Type: text/plain\r\n" + Bearer(main))
                .status,
            403);
}

// Who may not see a record or a document must not learn that it exists.
TEST_F(ServedHome, WhatIsHiddenIsAnsweredLikeWhatIsAbsent) {
  Start();
  const std::string all = MakeToken({"read", "ask"});
  const std::string main = MakeToken({"read", "ask", "write"}, {"main"});
  const std::string question = "What word opens the vault of Harwich?";
  const Answer open = Post("/api/v1/query", json::Object{{"question", question}}, all);
  const std::string key = open["cache_key"].as_string();
  const std::string root = Get("/api/v1/documents?uri=doc:secret/vault.txt", all)["items"]
                               .as_array()[0]
                               .Find("document_root")
                               ->as_string();
  ASSERT_EQ(key.size(), 64U) << open.text;
  ASSERT_EQ(root.size(), 64U);
  const std::string absent(64, '7');
  const auto told = [&](const Answer& answer, const std::string& name) {
    std::string text = std::to_string(answer.status) + " " + json::Dump(answer.body);
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name)) {
      text.replace(at, name.size(), "NAME");
    }
    return text;
  };
  for (const std::size_t digits : {std::size_t{64}, std::size_t{12}}) {
    for (const std::string& hidden : {key.substr(0, digits), root.substr(0, digits)}) {
      const std::string other = absent.substr(0, digits);
      for (const std::string path :
           {"/api/v1/prove?target=", "/api/v1/prove?redact=true&target=", "/api/v1/records/",
            "/api/v1/records?source=", "/api/v1/documents/", "/api/v1/prove?chunk=0&target="}) {
        EXPECT_EQ(told(Get(path + hidden, main), hidden), told(Get(path + other, main), other))
            << path;
      }
      for (const bool force : {false, true}) {
        const auto burn = [&](const std::string& name) {
          return told(Post("/api/v1/burn", json::Object{{"name", name}, {"force", force}}, main),
                      name);
        };
        EXPECT_EQ(burn(hidden), burn(other));
      }
    }
  }
  EXPECT_EQ(Get("/api/v1/records/" + key, all).status, 200);
}

TEST_F(ServedHome, MetricsAreForWhoeverSeesAll) {
  Start();
  const Answer part = Get("/metrics", MakeToken({"read"}, {"main"}));
  EXPECT_EQ(part.status, 403) << part.text;
  EXPECT_FALSE(part.text.contains("private")) << part.text;
  EXPECT_TRUE(Get("/metrics", MakeToken({"read"})).text.contains("log=\"private\""));
}

TEST_F(ServedHome, AQuestionWithoutAnAnswerLeavesItsEvent) {
  Start();
  const auto events = [&](const std::string& type) {
    return Get("/api/v1/log?type=" + type)["items"].as_array().size();
  };
  const Answer unanswered = Query("xyzzy plugh frobnicate");
  EXPECT_EQ(unanswered.status, 200);
  ASSERT_EQ(events("question_unanswered"), 1U) << unanswered.text;
  EXPECT_EQ(unanswered["audit_event_hash"],
            *Get("/api/v1/log?type=question_unanswered")["items"].as_array()[0].Find("event_hash"));
  Query("xyzzy plugh frobnicate");
  EXPECT_EQ(events("question_unanswered"), 2U) << "each time that it is asked";
  const Answer rejected = Post(
      "/api/v1/query",
      json::Object{{"question", "Tell me everything about everything?"}, {"reject_broad", true}});
  EXPECT_EQ(rejected.status, 200) << rejected.text;
  EXPECT_EQ(events("question_rejected"), 1U) << rejected.text;
  EXPECT_EQ(Query(kQuestion).status, 200);
  EXPECT_EQ(events("question_unanswered") + events("question_rejected"), 3U)
      << "an answer is no unanswered question";
}

TEST_F(ServedHome, ATokenCountsUntilItIsRevokedOrExpires) {
  Start();
  const std::string token = MakeToken({"read"});
  EXPECT_EQ(Get("/api/v1/whoami", token)["token"], json::Value(store::TokenId(token)));
  std::string wrong = token;
  wrong.back() = wrong.back() == '0' ? '1' : '0';
  EXPECT_EQ(Get("/api/v1/stats", wrong).status, 401);
  const std::string brief = MakeToken({"read"}, {}, 1);
  EXPECT_EQ(Get("/api/v1/stats", brief).status, 200);
  {
    auto home =
        store::HomeStore::Open(home_, {.clock = &clock_, .random = &random_, .actor = "test"});
    ASSERT_TRUE(store::Tokens(home->get()).Revoke(store::TokenId(token)));
  }
  EXPECT_EQ(Get("/api/v1/stats", token).status, 401);
  std::this_thread::sleep_for(std::chrono::milliseconds(2100));
  EXPECT_EQ(Get("/api/v1/stats", brief).status, 401);
}

TEST_F(ServedHome, TakesUploads) {
  Start();
  const std::string token = MakeToken({"write"});
  const auto upload = [&](std::string_view query, std::string_view type, std::string_view text,
                          std::string_view with) {
    return Send("POST", "/api/v1/documents" + std::string(query), text,
                "Content-Type: " + std::string(type) + "\r\n" + Bearer(with));
  };
  EXPECT_EQ(upload("?uri=https://a.example/b", "text/plain", "text", "").status, 401);
  const Answer taken = upload("?uri=https://a.example/b", "text/markdown; charset=utf-8",
                              "# Quokka\n\nThe quokka smiles.", token);
  ASSERT_EQ(taken.status, 200) << taken.text;
  EXPECT_EQ(taken["added"], json::Value(1));
  EXPECT_EQ(Get("/api/v1/documents/" + taken["document_root"].as_string())["title"],
            json::Value("Quokka"));
  EXPECT_EQ(upload("?uri=https://a.example/b", "text/markdown", "# Quokka\n\nThe quokka smiles.",
                   token)["unchanged"],
            json::Value(1))
      << "the same again changes nothing";
  EXPECT_EQ(
      upload("", "application/x-ndjson",
             "{\"uri\":\"https://a.example/1\",\"text\":\"one\"}\nnot json\n", token)["added"],
      json::Value(1));
  EXPECT_EQ(Get("/api/v1/search?q=quokka")["items"].as_array().size(), 1U);
  for (const auto& [query, type, text, status] :
       {std::tuple{"?uri=file:///etc/passwd", "text/plain", "x", 400},
        std::tuple{"?uri=FILE:///etc/passwd", "text/plain", "x", 400},
        std::tuple{"?uri=no-scheme", "text/plain", "x", 400},
        std::tuple{"?uri=https://a.example/%0a", "text/plain", "x", 400},
        std::tuple{"?uri=https://a.example/%ff", "text/plain", "x", 400},
        std::tuple{"?uri=https://a.example/%ed%a0%80", "text/plain", "x", 400},
        std::tuple{"", "text/plain", "x", 400},
        std::tuple{"?uri=https://a/b", "application/x-ndjson", "{}", 400},
        std::tuple{"", "application/x-ndjson", "{\"uri\":\"file:///x\",\"text\":\"a\"}", 400},
        std::tuple{"?uri=https://a/b", "application/msword", "x", 415},
        std::tuple{"?uri=https://a/b&shard=../x", "text/plain", "x", 400}}) {
    EXPECT_EQ(upload(query, type, text, token).status, status) << query << " " << type;
  }
}

TEST_F(ServedHome, BurnsWhileReadersAreKept) {
  Start();
  const std::string token = MakeToken({"write"});
  Query(kQuestion);
  Query(kQuestion);
  const std::string root = Get("/api/v1/documents?uri=doc:docs/canal.txt")["items"]
                               .as_array()[0]
                               .Find("document_root")
                               ->as_string();
  EXPECT_EQ(Post("/api/v1/burn", json::Object{{"name", root}}, token).status, 409);
  const Answer burned = Post("/api/v1/burn", json::Object{{"name", root}, {"force", true}}, token);
  ASSERT_EQ(burned.status, 200) << burned.text;
  EXPECT_EQ(burned["records"], json::Value(1));
  EXPECT_EQ(Get("/api/v1/documents/" + root).status, 404);
  EXPECT_FALSE(Query(kQuestion).text.contains("October 26"));
}

TEST_F(ServedHome, ChecksAndSpeaksRpc) {
  Start();
  EXPECT_EQ(
      Post("/api/v1/check", json::Object{{"answer", "The canal opened in 1825."},
                                         {"context", "The canal opened in 1825."}})["audit_mode"],
      json::Value("STRICT"));
  EXPECT_EQ(Post("/api/v1/check", json::Object{{"answer", "x"}, {"file", "/etc/passwd"}}).status,
            400);
  EXPECT_EQ(
      Post("/api/v1/rpc", json::Object{{"jsonrpc", "2.0"},
                                       {"id", 1},
                                       {"method", "canonicalize"},
                                       {"params", json::Object{{"text", " A  b "}}}})["result"],
      json::Value("A b"));
  EXPECT_EQ(
      Post("/api/v1/rpc", json::Object{{"jsonrpc", "2.0"}, {"method", "canonicalize"}}).status,
      204);
}

TEST_F(ServedHome, TellsMetricsAndNoFolders) {
  Start();
  Query(kQuestion);
  const std::string metrics = Get("/metrics").text;
  for (const char* series :
       {"arborist_http_requests_total{route=\"/api/v1/query\",status=\"200\"} 1",
        "arborist_answers_total{cache=\"miss\",label=\"STRICT\"} 1",
        "arborist_stage_seconds_bucket{stage=\"retrieval\"", "arborist_log_events{log=\"main\"}"}) {
    EXPECT_TRUE(metrics.contains(series)) << series << "\n" << metrics;
  }
  for (const char* path : {"/api/v1/config", "/api/v1/stats", "/api/v1/documents/00000000",
                           "/api/v1/records/00000000", "/api/v1/prove?target=00000000"}) {
    EXPECT_FALSE(Get(path).text.contains(folder_.path().string())) << path;
  }
}

TEST_F(ServedHome, HasNothingToTellOfAnEmptyHome) {
  home_ = {folder_.path() / "empty"};
  Start();
  EXPECT_EQ(Query(kQuestion).status, 404);
  EXPECT_EQ(Get("/api/v1/search?q=a").status, 404);
  EXPECT_EQ(Get("/api/v1/documents")["items"].as_array().size(), 0U);
  EXPECT_EQ(Get("/api/v1/records")["items"].as_array().size(), 0U);
  EXPECT_EQ(Get("/health")["ok"], json::Value(true));
}

}  // namespace
}  // namespace arborist::serve::api
