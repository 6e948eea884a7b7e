// SPDX-License-Identifier: AGPL-3.0-only
#include "support/verb_cases.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "json/value.h"
#include "serve/http/raw_client_test.h"
#include "support/json_lines.h"

namespace arborist::testing_support {

namespace fs = std::filesystem;

namespace {

std::string Request(const std::string& path, const json::Value& body, const std::string& token) {
  const std::string text = json::Dump(body);
  return "POST " + path +
         " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
         "Authorization: Bearer " +
         token + "\r\nContent-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text;
}

std::string ToolCall(int id, const std::string& tool, json::Object arguments) {
  return json::Dump(json::Object{
             {"jsonrpc", "2.0"},
             {"id", id},
             {"method", "tools/call"},
             {"params", json::Object{{"name", tool}, {"arguments", std::move(arguments)}}}}) +
         "\n";
}

std::string AgentsInput(const PreparedHome& prepared) {
  const json::Object about{{"protocolVersion", "2025-06-18"},
                           {"capabilities", json::Object{}},
                           {"clientInfo", json::Object{{"name", "test"}, {"version", "1"}}}};
  return json::Dump(json::Object{
             {"jsonrpc", "2.0"}, {"id", 1}, {"method", "initialize"}, {"params", about}}) +
         "\n" + R"({"jsonrpc":"2.0","method":"notifications/initialized"})" + "\n" +
         ToolCall(2, "query", {{"question", "What did the Erie Canal join?"}}) +
         ToolCall(3, "ingest", {{"paths", json::Array{prepared.Beside("upload") + "/walrus.txt"}}});
}

std::string Line(const json::Value& object, std::initializer_list<const char*> fields) {
  std::string line;
  for (const char* field : fields) {
    const json::Value* value = object.Find(field);
    line += std::string(" ") + (value == nullptr ? "-" : json::Dump(*value));
  }
  return line;
}

}  // namespace

std::vector<VerbCase> VerbCases(const PreparedHome& prepared, const fs::path& scratch) {
  const auto beside = [&](const char* name) { return prepared.Beside(name); };
  const std::string out = (scratch / "out").string();
  const std::string question = "What did the Erie Canal join?";
  using enum Effect;
  return {
      // The verbs that write.
      {"ingest",
       "ingest a folder into a new home",
       kWrites,
       {"ingest", beside("docs"), "--uri-prefix", "test:", "--shards", "2"},
       "",
       {},
       Start::kEmpty},
      {"ingest",
       "ingest a folder that changed",
       kWrites,
       {"ingest", beside("changed"), "--uri-prefix", "test:", "--mark-gone"}},
      {"ingest",
       "ingest claims",
       kWrites,
       {"ingest", "--source", "claim-pack", beside("claims.jsonl")}},
      {"sync", "sync a folder", kWrites, {"sync", beside("docs")}},
      {"crawl",
       "crawl",
       kWrites,
       {"crawl", prepared.new_page(), "--allow-private", "--pause", "0"}},
      {"crawl recheck",
       "crawl recheck",
       kWrites,
       {"crawl", "recheck", "--all", "--update", "--allow-private", "--pause", "0"}},
      {"distill", "distill first sentences", kWrites, {"distill", "--method", "first-sentence"}},
      {"query", "query a new question", kWrites, {"query", question}},
      {"query", "query a kept question", kWrites, {"query", "When did the Erie Canal open?"}},
      {"query", "query in vain", kWrites, {"query", "Which penguin plays the trombone?"}},
      {"ask", "ask of one document", kWrites, {"ask", "--document", "test:canal.txt", question}},
      {"eval",
       "eval with records",
       kWrites,
       {"eval", beside("questions.jsonl"), "--record", "--save", out}},
      {"concepts derive", "concepts derive", kWrites, {"concepts", "derive"}},
      {"concepts add", "concepts add", kWrites, {"concepts", "add", "rivalry", "canal", "railway"}},
      {"concepts purge",
       "concepts purge",
       kWrites,
       {"concepts", "purge", "--evidence-kind", "manual"}},
      {"providence promote",
       "providence promote",
       kWrites,
       {"providence", "promote", "--min-age", "0"}},
      {"reclassify", "reclassify", kWrites, {"reclassify"}},
      {"falsify",
       "falsify",
       kWrites,
       {"falsify", prepared.strict_key(), "--reason", "the source is wrong"},
       "",
       {},
       Start::kPrepared,
       {0, 2}},
      {"burn", "burn a record", kWrites, {"burn", prepared.hybrid_key()}},
      {"burn",
       "burn a document and its dependants",
       kWrites,
       {"burn", prepared.canal_root(), "--force"}},
      {"burn", "burn an unanswered question", kWrites, {"burn", prepared.unanswered_run()}},
      {"audit checkpoint", "audit checkpoint", kWrites, {"audit", "checkpoint", "-o", out}},
      {"key", "key in a new home", kWrites, {"key"}, "", {}, Start::kEmpty},
      {"key rotate", "key rotate", kWrites, {"key", "rotate"}},
      {"snapshot create", "snapshot create", kWrites, {"snapshot", "create", "--reason", "autumn"}},
      {"snapshot burn-reason", "snapshot burn-reason", kWrites, {"snapshot", "burn-reason", "1"}},
      {"evict", "evict", kWrites, {"evict", "test:canal.txt", "--tier", "cold"}},
      {"rehydrate", "rehydrate", kWrites, {"rehydrate", beside("docs/lighthouse.txt")}},
      {"token create",
       "token create",
       kWrites,
       {"token", "create", "--name", "phone", "--scope", "read"}},
      {"token revoke",
       "token revoke",
       kWrites,
       {"token", "revoke", prepared.token_id()},
       "",
       {},
       Start::kPrepared,
       {0, 2}},
      {"search", "search, which counts what is used", kWrites, {"search", "canal"}},
      {"mcp",
       "mcp: query and ingest",
       kWrites,
       {"mcp", "--allow-write", "--root", beside("upload")},
       AgentsInput(prepared)},
      {"serve",
       "serve: checkpoint, query, upload, falsify",
       kWrites,
       {"serve", "--port", "0", "--json"},
       "",
       {Request("/api/v1/checkpoints", json::Object{}, prepared.token()),
        Request("/api/v1/query", json::Object{{"question", question}}, prepared.token()),
        "POST /api/v1/documents?uri=test:walrus HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        "Content-Type: text/plain\r\nAuthorization: Bearer " +
            prepared.token() + "\r\nContent-Length: 20\r\n\r\nA walrus is resting.",
        Request("/api/v1/records/" + prepared.strict_key() + "/falsify",
                json::Object{{"reason", "wrong"}}, prepared.token())}},

      // Those that read, and may bring the home store up to the shards.
      {"providence list", "providence list", kFollows, {"providence", "list"}},
      {"providence show",
       "providence show",
       kFollows,
       {"providence", "show", prepared.strict_key()}},
      {"providence stats", "providence stats", kFollows, {"providence", "stats"}},
      {"audit prove", "audit prove", kFollows, {"audit", "prove", "home:1", "-o", out}},
      {"prove", "prove a record", kFollows, {"prove", prepared.strict_key(), "-o", out}},

      {"audit consistency",
       "audit consistency",
       kWritesFile,
       {"audit", "consistency", beside("early.note"), "-o", out}},
      {"prove", "prove a passage", kFollows, {"prove", "test:buffalo.txt", "-o", out}},

      // Those that read.
      {"audit check", "audit check", kReads, {"audit", "check"}},
      {"audit log", "audit log", kReads, {"audit", "log"}},
      {"audit verify",
       "audit verify",
       kReads,
       {"audit", "verify", "--checkpoint", beside("late.note"), "--key", beside("log.pub")}},
      {"check",
       "check",
       kReads,
       {"check", "--answer", beside("answer.txt"), "--context", beside("docs/canal.txt")}},
      {"concepts list", "concepts list", kReads, {"concepts", "list"}},
      {"documents list", "documents list", kReads, {"documents", "list", "--all"}},
      {"documents show", "documents show", kReads, {"documents", "show", "test:canal.txt"}},
      {"documents text", "documents text", kReads, {"documents", "text", "test:canal.txt"}},
      {"emergent", "emergent", kReads, {"emergent"}},
      {"explain", "explain", kReads, {"explain", prepared.strict_key()}},
      {"fsck", "fsck", kReads, {"fsck", "--full"}},
      {"inspect", "inspect", kReads, {"inspect", prepared.hybrid_key()}},
      {"rpc",
       "rpc",
       kReads,
       {"rpc"},
       R"({"jsonrpc":"2.0","id":1,"method":"canonicalize","params":{"text":"a  b"}})"
       "\n"},
      {"snapshot diff", "snapshot diff", kReads, {"snapshot", "diff", "1"}},
      {"snapshot list", "snapshot list", kReads, {"snapshot", "list"}},
      {"snapshot show", "snapshot show", kReads, {"snapshot", "show", "1"}},
      {"snapshot verify", "snapshot verify", kReads, {"snapshot", "verify"}},
      {"stats", "stats", kReads, {"stats"}},
      {"token list", "token list", kReads, {"token", "list"}},
      {"verify", "verify", kReads, {"verify", beside("bundle.json")}},
  };
}

Inventory TakeInventory(const fs::path& home, const HomeRunner& run) {
  Inventory inventory;
  const auto list = [&](std::vector<std::string> arguments) {
    arguments.emplace_back("--json");
    const Outcome outcome = run(arguments);
    // 3: there is nothing yet.
    EXPECT_TRUE(outcome.exit_code == 0 || outcome.exit_code == 3)
        << arguments[0] << ": " << outcome.out << outcome.err;
    return outcome.exit_code == 0 ? JsonLines(outcome.out) : std::vector<json::Value>();
  };
  const auto add = [&](const char* kind, const std::vector<json::Value>& lines,
                       std::initializer_list<const char*> fields) {
    for (const json::Value& line : lines) inventory.facts.insert(kind + Line(line, fields));
  };
  if (fs::exists(home / "shards")) {
    add("document", list({"documents", "list", "--all"}),
        {"document_root", "kind", "tier", "superseded", "uris"});
  }
  if (fs::exists(home / "providence.db")) {
    add("record", list({"providence", "list", "--limit", "1000"}),
        {"cache_key", "state", "audit_mode", "revision"});
    add("snapshot", list({"snapshot", "list"}), {"snapshot_root", "reason"});
    add("token", list({"token", "list"}), {"name", "state"});
    add("concepts", list({"concepts", "list"}), {"evidence_kind", "relation_kind", "count"});
    for (const json::Value& event : list({"audit", "log"})) {
      inventory.events.insert(event.StringOr("event_hash", "").value_or(""));
      if (event.StringOr("log", "").value_or("") != "home") continue;
      const json::Value* body = event.Find("body");
      if (body != nullptr) inventory.facts.insert("event" + Line(*body, {"type"}));
    }
  }
  for (const char* key : {"log.key", "log.pub"}) {
    if (fs::exists(home / "keys" / key)) inventory.facts.insert(key);
  }
  return inventory;
}

std::string AskServer(pid_t pid, const fs::path& output, const std::vector<std::string>& requests) {
  const auto running = [&] {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == 0;
  };
  while (running() && !ReadWhole(output).contains('\n')) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  const auto line = json::Parse(ReadWhole(output));
  std::string answers;
  const auto port = static_cast<std::uint16_t>(line ? line->Int("port").value_or(0) : 0);
  for (const std::string& request : requests) {
    const bool there = port != 0 && running();
    serve::http::RawClient client(port);
    if (!there || !client.Send(request)) break;
    const std::string answer = client.ReadAnswer();
    if (serve::http::StatusOf(answer) == 200) answers += answer;
  }
  if (port != 0 && running()) ::kill(pid, SIGTERM);
  return answers;
}

std::set<std::string> ReportedHashes(std::string_view answers) {
  constexpr std::size_t kHexDigits = 64;
  std::set<std::string> hashes;
  for (const std::string_view name : {"cache_key", "document_root", "snapshot_root"}) {
    const std::string member = "\"" + std::string(name) + "\":\"";
    for (std::size_t at = 0; (at = answers.find(member, at)) != std::string_view::npos;) {
      at += member.size();
      const std::string_view value = answers.substr(at, kHexDigits);
      if (value.find('"') == std::string_view::npos) hashes.emplace(value);
    }
  }
  return hashes;
}

}  // namespace arborist::testing_support
