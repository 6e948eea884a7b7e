// SPDX-License-Identifier: AGPL-3.0-only
#include "support/prepared_home.h"

#include <gtest/gtest.h>

#include "ask/ask.h"
#include "base/check.h"
#include "json/value.h"
#include "llm/stub_client.h"

namespace arborist::testing_support {

namespace fs = std::filesystem;

namespace {

std::string Member(const std::string& object, std::string_view name) {
  const auto value = json::Parse(object);
  CHECK(value.has_value());
  return value->StringOr(name, "").value_or("");
}

net::ScriptedReply ReplyTo(const net::SeenRequest& request) {
  const auto page = [](std::string text) {
    return net::ScriptedReply{.headers = {{"Content-Type", "text/html"}},
                              .body = "<!doctype html>" + std::move(text)};
  };
  if (request.target == "/weirs") return page("<title>Weirs</title><p>A weir raises a stream.");
  if (request.target == "/ferries") return page("<title>Ferries</title><p>A ferry crosses it.");
  if (request.target == "/barges") {
    return page(
        "<title>Barges</title><p>A barge has a flat hull. <a href=/weirs>w</a>"
        "<a href=/ferries>f</a>");
  }
  return {.status = 404};
}

}  // namespace

PreparedHome::PreparedHome() : site_(net::ScriptedServer::Answering(ReplyTo)) {
  const auto write = [&](const char* name, std::string_view text) {
    WriteWhole(folder_.path() / name, text);
  };
  write("docs/canal.txt",
        "The Erie Canal opened on October 26, 1825. It joined the Hudson River to Lake Erie. "
        "Workers dug it by hand for eight years.");
  write("docs/buffalo.txt",
        "Buffalo grew quickly after the Erie Canal was finished, because lake traffic began "
        "there.");
  write("docs/lighthouse.txt", "The lighthouse of Alexandria guided ships into the harbour.");
  write("docs/locks.md", "# Locks\n\nA lock lifts boats. See [Sluices](sluices.md).\n");
  write("docs/sluices.md", "# Sluices\n\nA sluice holds water. See [Locks](locks.md).\n");
  Ingest("docs");
  Run({"crawl", site_.origin() + "/weirs", "--allow-private", "--pause", "0", "--depth", "0"});
  canal_root_ = Member(Run({"documents", "show", "test:canal.txt", "--json"}), "document_root");
  strict_key_ = Member(Run({"query", "When did the Erie Canal open?", "--json"}), "cache_key");
  hybrid_key_ = AskModel(
      "Who paid for the Erie Canal?",
      "\"It joined the Hudson River to Lake Erie.\" \"Albany paid for most of the digging.\"");
  unanswered_run_ =
      Member(Run({"query", "Which zeppelin carried xylophones?", "--json"}), "run_dag_root");
  Run({"key"});
  Run({"audit", "checkpoint", "-o", Beside("early.note")});
  Run({"snapshot", "create", "--reason", "spring"});
  const std::string token = Run({"token", "create", "--name", "laptop", "--scope", "read",
                                 "--scope", "ask", "--scope", "write", "--json"});
  token_id_ = Member(token, "id");
  token_ = Member(token, "token");
  Run({"concepts", "add", "synonym", "lock", "gate"});
  Run({"evict", "test:lighthouse.txt"});
  Run({"audit", "checkpoint", "-o", Beside("late.note")});
  fs::copy_file(Home() / "keys" / "log.pub", Beside("log.pub"));
  Run({"prove", "test:canal.txt", "-o", Beside("bundle.json")});
  // What the hybrid answer lacks, which no record has followed yet.
  write("docs/albany.txt", "Some say that Albany paid for most of the digging. Others do not.");
  Ingest("docs");

  // What verbs read that take something in.
  fs::copy(folder_.path() / "docs", folder_.path() / "changed", fs::copy_options::recursive);
  fs::remove(folder_.path() / "changed" / "albany.txt");
  write("changed/canal.txt", "The Erie Canal opened in the autumn of 1825.");
  write("changed/new.txt", "Zebras graze on the plain beside the canal.");
  write("upload/walrus.txt", "A walrus rests on the ice near the lighthouse.");
  write("claims.jsonl",
        json::Dump(json::Object{{"claim", "The Erie Canal opened in 1825."},
                                {"source", "test:canal.txt"},
                                {"passage", "The Erie Canal opened on October 26, 1825."}}) +
            "\n");
  write("questions.jsonl", json::Dump(json::Object{{"question", "What grew quickly?"},
                                                   {"gold_uri", "test:buffalo.txt"},
                                                   {"answers", json::Array{"Buffalo"}}}) +
                               "\n");
  write("answer.txt", "The Erie Canal opened in 1825.");
}

void PreparedHome::CopyTo(const fs::path& home) const {
  fs::remove_all(home);
  fs::copy(Home(), home, fs::copy_options::recursive);
}

std::string PreparedHome::Run(std::vector<std::string> arguments) const {
  arguments.insert(arguments.end(), {"--home", Home().string()});
  const Outcome outcome = RunProgram(arguments);
  EXPECT_EQ(outcome.exit_code, 0) << arguments[0] << ": " << outcome.out << outcome.err;
  return outcome.out;
}

void PreparedHome::Ingest(const std::string& name) const {
  Run({"ingest", Beside(name), "--uri-prefix", "test:", "--shards", "2"});
}

std::string PreparedHome::AskModel(const std::string& question, const std::string& answer) const {
  const SystemClock clock;
  SystemRandom random;
  const store::HomePaths paths{Home()};
  const auto corpus = store::Corpus::Open(paths);
  const auto home =
      store::HomeStore::Open(paths, {.clock = &clock, .random = &random, .actor = "test"});
  EXPECT_TRUE(corpus && home);
  if (!corpus || !home) return "";
  llm::StubClient client(answer);
  ask::AskOptions options;
  options.question = question;
  options.policy.answer_mode = judge::AnswerMode::kQuote;
  options.policy.context_chars = run::DefaultContextChars(judge::AnswerMode::kQuote);
  ask::Services services;
  services.corpus = &*corpus;
  services.home = home->get();
  services.client = &client;
  services.model_id = "a-model";
  services.microseconds = [] { return 0; };
  const auto result = ask::Ask(options, services);
  EXPECT_TRUE(result) << result.error().message;
  return result && result->stored ? result->stored->cache_key.hex() : "";
}

}  // namespace arborist::testing_support
