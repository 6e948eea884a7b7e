// SPDX-License-Identifier: AGPL-3.0-only
#include "ask/asking.h"

#include <chrono>
#include <thread>

#include "store/corpus.h"
#include "store/home/home.h"
#include "store/home/records.h"

namespace arborist::testing_support {

Endpoint::Endpoint(std::string_view script) {
  WriteWhole(folder_.path() / "script", script);
  program_ = std::make_unique<Child>(
      std::vector<std::string>{folder_.path() / "script", folder_.path() / "log"},
      std::vector<std::string>{}, Program().parent_path() / "tests" / "arborist_scripted_llm");
  while (program_->Running() && !program_->OutSoFar().ends_with('\n')) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  port_ = program_->OutSoFar();
  EXPECT_TRUE(port_.ends_with('\n')) << program_->ErrSoFar();
  if (!port_.empty()) port_.pop_back();
}

std::vector<json::Value> Endpoint::Requests() const {
  std::vector<json::Value> requests;
  std::string log = Log();
  for (std::size_t begin = 0, end; (end = log.find('\n', begin)) != std::string::npos;
       begin = end + 1) {
    requests.push_back(json::Parse(log.substr(begin, end - begin)).value());
  }
  return requests;
}

std::string Says(std::string_view answer, std::string_view model) {
  return json::DumpLine(json::Object{{"answer", answer}, {"model", model}}) + "\n";
}

Asking::Asking() {
  Write("canal.txt", kCanal);
  Write("buffalo.txt",
        "Buffalo grew quickly after the Erie Canal was finished, because lake traffic began "
        "there.");
  Write("lighthouse.txt", "The lighthouse of Alexandria guided ships into the harbour.");
  Ingest();
}

void Asking::Write(const std::string& name, std::string_view text) {
  WriteWhole(folder_.path() / "docs" / name, text);
}

void Asking::Ingest(const std::vector<std::string>& more) {
  std::vector<std::string> arguments{"ingest", folder_.path() / "docs", "--uri-prefix", "test:"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Outcome outcome = Run(std::move(arguments));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
}

std::vector<std::string> Asking::Arguments(std::vector<std::string> arguments) const {
  arguments.insert(arguments.end(), {"--home", home_.string()});
  return arguments;
}

Outcome Asking::Run(std::vector<std::string> arguments,
                    const std::vector<std::string>& environment) const {
  return RunProgram(Arguments(std::move(arguments)), environment);
}

json::Value Asking::Query(const std::string& question, std::vector<std::string> flags,
                          const std::vector<std::string>& environment) const {
  flags.insert(flags.begin(), {"query", question, "--json"});
  const Outcome outcome = Run(std::move(flags), environment);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
  auto result = json::Parse(outcome.out);
  EXPECT_TRUE(result) << outcome.out << outcome.err;
  return result.value_or(json::Object{});
}

std::vector<std::string> Asking::At(const Endpoint& endpoint,
                                    std::vector<std::string> flags) const {
  flags.insert(flags.end(), {"--endpoint", endpoint.url(), "--model", "asked-model"});
  return flags;
}

json::Value Asking::QueryAt(const Endpoint& endpoint, const std::string& question,
                            std::vector<std::string> flags) const {
  return Query(question, At(endpoint, std::move(flags)));
}

std::size_t Asking::Records() const {
  SystemClock clock;
  SystemRandom random;
  auto home = store::HomeStore::Open({home_}, {.clock = &clock, .random = &random, .actor = "t"});
  EXPECT_TRUE(home) << home.error().message;
  if (!home) return 0;
  std::size_t count = 0;
  EXPECT_TRUE(store::Records(home->get()).ForEach([&](const store::Record&) -> Result<bool> {
    ++count;
    return true;
  }));
  return count;
}

void Asking::ExpectSound() const {
  const Outcome outcome = Run({"fsck", "--full"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
}

std::string Text(const json::Value& result, std::string_view name) {
  auto text = result.String(name);
  EXPECT_TRUE(text) << name << " of " << json::Dump(result);
  return text.value_or("");
}

bool Flag(const json::Value& result, std::string_view name) {
  auto flag = result.Bool(name);
  EXPECT_TRUE(flag) << name << " of " << json::Dump(result);
  return flag.value_or(false);
}

}  // namespace arborist::testing_support
