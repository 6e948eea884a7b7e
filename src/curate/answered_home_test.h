// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "ask/ask.h"
#include "base/temporary_folder.h"
#include "curate/loaded_run.h"
#include "ingest/ingest.h"
#include "llm/stub_client.h"
#include "store/fsck.h"

namespace arborist::curate {

// A home with a few documents, and whoever answers in it: extractive-v1, or words put into a
// model's mouth.
class AnsweredHome : public testing::Test {
 protected:
  AnsweredHome() : home_{folder_.path() / "home"} {
    Write("canal.txt",
          "The Erie Canal opened on October 26, 1825. It joined the Hudson River to Lake Erie. "
          "Workers dug it by hand for eight years.");
    Write("buffalo.txt",
          "Buffalo grew quickly after the Erie Canal was finished, because lake traffic began "
          "there.");
    Ingest();
  }

  void Write(const std::string& name, std::string_view text) {
    std::filesystem::create_directories(folder_.path() / "docs");
    std::ofstream(folder_.path() / "docs" / name) << text;
  }
  void Ingest() {
    ingest::IngestOptions options;
    options.paths = {folder_.path() / "docs"};
    options.uri_prefix = "doc:";
    options.shards = 2;
    ingest::IngestEnvironment environment;
    environment.home = home_;
    environment.clock = &clock_;
    environment.random = &random_;
    environment.actor = "test";
    const auto report = ingest::Ingest(options, environment);
    ASSERT_TRUE(report) << report.error().message;
  }
  std::unique_ptr<store::HomeStore> OpenHome() {
    auto home =
        store::HomeStore::Open(home_, {.clock = &clock_, .random = &random_, .actor = "test"});
    EXPECT_TRUE(home) << home.error().message;
    return std::move(*home);
  }
  std::unique_ptr<store::HomeStore> OpenReadOnly() {
    auto home = store::HomeStore::OpenReadOnly(
        home_, {.clock = &clock_, .random = &random_, .actor = "test"});
    EXPECT_TRUE(home) << home.error().message;
    return std::move(*home);
  }
  store::Corpus OpenCorpus() { return std::move(*store::Corpus::Open(home_)); }

  // The key of the record that this question got; answer empty: from extractive-v1.
  CacheKey Ask(const std::string& question, const std::string& answer = "",
               verify::AnswerMode mode = verify::AnswerMode::kQuote) {
    const store::Corpus corpus = OpenCorpus();
    const auto home = OpenHome();
    llm::StubClient client(answer);
    ask::AskOptions options;
    options.question = question;
    options.policy.answer_mode = mode;
    options.policy.context_chars = run::DefaultContextChars(mode);
    ask::Services services;
    services.corpus = &corpus;
    services.home = home.get();
    services.client = answer.empty() ? nullptr : &client;
    services.endpoint = "http://127.0.0.1:1/v1";
    services.model_id = answer.empty() ? "" : "a-model";
    services.microseconds = [] { return 0; };
    const auto result = ask::Ask(options, services);
    EXPECT_TRUE(result) << result.error().message;
    EXPECT_TRUE(result && result->stored);
    return result && result->stored ? result->stored->cache_key : CacheKey();
  }
  // Reads its record through a store that cannot write.
  LoadedRun Load(const CacheKey& key) {
    const store::Corpus corpus = OpenCorpus();
    const auto home = OpenReadOnly();
    auto record = store::Records(home.get()).Resolve(key.hex());
    EXPECT_TRUE(record) << record.error().message;
    auto run = LoadRun(corpus, std::move(*record));
    EXPECT_TRUE(run) << run.error().message;
    return run ? std::move(*run) : LoadedRun();
  }
  std::vector<std::string> HomeEvents() {
    const auto home = OpenHome();
    std::vector<std::string> types;
    EXPECT_TRUE(store::ReadEvents(home->database(), 0, [&](const store::StoredEvent& event) {
      types.push_back(event.body.type);
      return true;
    }));
    return types;
  }
  std::string Problems() {
    const auto report = store::Fsck(home_, {.full = true}, [](const std::string&) {});
    std::string text;
    for (const auto& problem : report->problems) text += problem.kind + " " + problem.detail + "\n";
    return text;
  }
  static std::string Bytes(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream content;
    content << file.rdbuf();
    return content.str();
  }
  std::string FilesWith(std::string_view bytes) const {
    std::string names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(home_.root)) {
      if (entry.is_regular_file() && Bytes(entry.path()).contains(bytes)) {
        names += entry.path().filename().string() + " ";
      }
    }
    return names;
  }

  TemporaryFolder folder_;
  store::HomePaths home_;
  SystemClock clock_;
  SystemRandom random_;
};

}  // namespace arborist::curate
