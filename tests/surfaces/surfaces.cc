// SPDX-License-Identifier: AGPL-3.0-only
#include "surfaces/surfaces.h"

#include <algorithm>

namespace arborist::testing_support {

namespace {

json::Value Parsed(const std::string& text, const std::string& what) {
  auto value = json::Parse(text);
  EXPECT_TRUE(value) << what << ": " << text;
  return value ? std::move(*value) : json::Value();
}

std::string CodeOf(const json::Value& answer) {
  const json::Value* const error = answer.Find("error");
  return error != nullptr ? error->StringOr("code", "").value_or("") : "";
}

json::Value Without(json::Value value, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (!value.is_object()) break;
    const auto member = value.as_object().find(name);
    if (member != value.as_object().end()) value.as_object().erase(member);
  }
  return value;
}

}  // namespace

Surfaces::Surfaces() {
  Write("lock.md",
        "# Locks\n\nA lock lifts boats. See [the canal](https://docs.example/canal.txt).");
  Ingest();
  WriteWhole(folder_.path() / "more/mule.txt", "Mules towed the boats along the canal.");
  EXPECT_EQ(Run({"ingest", (folder_.path() / "more").string(), "--shard", "more"}).exit_code, 0);
  EXPECT_EQ(Run({"query", "Who dug the canal?", "--mode", "quote"}).exit_code, 0);
  EXPECT_EQ(Run({"distill", "--method", "first-sentence"}).exit_code, 0);
  EXPECT_EQ(Run({"snapshot", "create", "--reason", "first"}).exit_code, 0);
  EXPECT_EQ(Run({"key"}).exit_code, 0);
  EXPECT_EQ(Run({"audit", "checkpoint"}).exit_code, 0);
  Write("lock.md", "# Locks\n\nA lock lifts boats by sixty feet.");
  Ingest();
  key_ = Text(Query(kWhen), "cache_key");  // behind the last change, so that its record is live
  root_ = Text(Cli({"documents", "show", "test:canal.txt"}), "document_root");
  core_ = Text(CliLines({"documents", "list", "--kind", "core"}).at(0), "document_root");
  token_ = MakeToken({"read", "ask", "write"});
  Start({"--allow-write", "--quiet"});
}

json::Value Surfaces::Cli(std::vector<std::string> arguments) const {
  arguments.emplace_back("--json");
  const std::string what = arguments[0] + " " + arguments[1];
  return Parsed(Run(std::move(arguments)).out, what);
}

json::Array Surfaces::CliLines(std::vector<std::string> arguments) const {
  arguments.emplace_back("--json");
  const std::string what = arguments[0];
  const std::string text = Run(std::move(arguments)).out;
  json::Array lines;
  for (std::size_t begin = 0, end; (end = text.find('\n', begin)) != std::string::npos;
       begin = end + 1) {
    lines.push_back(Parsed(text.substr(begin, end - begin), what));
  }
  return lines;
}

std::string Surfaces::CliError(std::vector<std::string> arguments) const {
  return CodeOf(Cli(std::move(arguments)));
}

std::string Surfaces::HttpError(std::string_view method, const std::string& path,
                                const json::Value& body) const {
  std::string headers = "Authorization: Bearer " + token_ + "\r\n";
  if (!body.is_null()) headers += "Content-Type: application/json\r\n";
  return CodeOf(Send(method, path, body.is_null() ? "" : json::DumpLine(body), headers).body);
}

json::Value Surfaces::Get(const std::string& path) const {
  const HttpAnswer answer = Send("GET", path);
  EXPECT_EQ(answer.status, 200) << path << answer.text;
  return answer.body;
}

json::Value Surfaces::Post(const std::string& path, const json::Value& body) const {
  const HttpAnswer answer =
      Send("POST", path, json::DumpLine(body),
           "Content-Type: application/json\r\nAuthorization: Bearer " + token_ + "\r\n");
  EXPECT_EQ(answer.status, 200) << path << answer.text;
  return answer.body;
}

json::Value Surfaces::Agent(std::string_view method, const json::Object& params) const {
  const HttpAnswer answer =
      Send("POST", "/mcp",
           json::DumpLine(
               json::Object{{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", params}}),
           "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
           "MCP-Protocol-Version: 2025-06-18\r\nAuthorization: Bearer " +
               token_ + "\r\n");
  const json::Value* const result = answer.body.Find("result");
  EXPECT_NE(result, nullptr) << method << answer.text;
  return result != nullptr ? *result : json::Value();
}

json::Value Surfaces::Tool(std::string_view name, const json::Object& arguments) const {
  const json::Value result = Agent("tools/call", {{"name", name}, {"arguments", arguments}});
  const json::Value* const content = result.Find("structuredContent");
  EXPECT_NE(content, nullptr) << name << json::Dump(result);
  return content != nullptr ? *content : json::Value();
}

std::string Surfaces::Resource(const std::string& uri) const {
  const json::Value result = Agent("resources/read", {{"uri", uri}});
  const json::Value* const contents = result.Find("contents");
  EXPECT_NE(contents, nullptr) << uri << json::Dump(result);
  return contents != nullptr ? Text(contents->as_array().at(0), "text") : "";
}

void ExpectSame(const json::Value& a, const json::Value& b,
                std::initializer_list<std::string_view> but) {
  EXPECT_EQ(json::Dump(Without(a, but)), json::Dump(Without(b, but)));
}

void ExpectPartOf(const json::Value& part, const json::Value& whole,
                  std::initializer_list<std::string_view> but) {
  ASSERT_TRUE(part.is_object() && whole.is_object());
  EXPECT_FALSE(part.as_object().empty());
  for (const auto& [name, value] : part.as_object()) {
    if (std::ranges::find(but, name) != but.end()) continue;
    EXPECT_EQ(json::Dump(value), json::Dump(Member(whole, name))) << name;
  }
}

const json::Value& Member(const json::Value& value, std::string_view name) {
  static const json::Value kNothing;
  const json::Value* const member = value.Find(name);
  EXPECT_NE(member, nullptr) << name;
  return member != nullptr ? *member : kNothing;
}

}  // namespace arborist::testing_support
