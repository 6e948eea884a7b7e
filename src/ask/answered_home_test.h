// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "ask/ask.h"
#include "base/temporary_folder.h"
#include "ingest/ingest.h"
#include "llm/stub_client.h"
#include "store/fsck/fsck.h"

namespace arborist::ask {

// A home with documents and whoever answers in it, for tests of what comes before and after an
// answer. Gone with the test.
class AnsweredHome : public testing::Test {
 protected:
  AnsweredHome() : home_{folder_.path() / "home"} {}

  void Write(const std::string& name, std::string_view text) {
    std::filesystem::create_directories(folder_.path() / "docs");
    std::ofstream(folder_.path() / "docs" / name) << text;
  }
  // The Erie Canal and Buffalo, of which most tests speak.
  void WriteCanal() {
    Write("canal.txt",
          "The Erie Canal opened on October 26, 1825. It joined the Hudson River to Lake Erie. "
          "Workers dug it by hand for eight years.");
    Write("buffalo.txt",
          "Buffalo grew quickly after the Erie Canal was finished, because lake traffic began "
          "there.");
  }
  void Ingest() {
    ingest_.paths = {folder_.path() / "docs"};
    ingest::IngestEnvironment environment;
    environment.home = home_;
    environment.clock = &clock_;
    environment.random = &random_;
    environment.actor = "test";
    const auto report = ingest::Ingest(ingest_, environment);
    ASSERT_TRUE(report) << report.error().message;
  }

  std::unique_ptr<store::HomeStore> OpenHome() {
    return Opened(store::HomeStore::Open(home_, Environment()));
  }
  std::unique_ptr<store::HomeStore> OpenReadOnly() {
    return Opened(store::HomeStore::OpenReadOnly(home_, Environment()));
  }
  store::Corpus OpenCorpus() {
    auto corpus = store::Corpus::Open(home_);
    EXPECT_TRUE(corpus) << corpus.error().message;
    return std::move(*corpus);
  }

  static AskOptions Question(std::string question,
                             judge::AnswerMode mode = judge::AnswerMode::kClaimLatticePointer) {
    AskOptions options;
    options.question = std::move(question);
    options.policy.answer_mode = mode;
    options.policy.context_chars = run::DefaultContextChars(mode);
    return options;
  }
  // Calls with a corpus and a home store that are opened for it; no client: extractive-v2 answers.
  template <typename Call>
  auto With(llm::ChatClient* client, Call call) {
    const store::Corpus corpus = OpenCorpus();
    const auto home = OpenHome();
    Services services;
    services.corpus = &corpus;
    services.home = home.get();
    services.client = client;
    services.endpoint = "http://127.0.0.1:1/v1";
    services.model_id = client != nullptr ? "asked-model" : "";
    services.microseconds = [this] { return ++ticks_; };
    services.progress = [this](std::string_view stage) { stages_.emplace_back(stage); };
    return call(services);
  }
  // The record of an answer; words empty: from extractive-v2, else from a model that says them.
  store::Record Recorded(const AskOptions& options, const std::string& words = "") {
    llm::StubClient client(words);
    const auto result = With(words.empty() ? nullptr : &client,
                             [&](const Services& services) { return ask::Ask(options, services); });
    EXPECT_TRUE(result) << result.error().message;
    EXPECT_TRUE(result && result->stored) << "nothing was found";
    return result && result->stored ? *result->stored : store::Record{};
  }

  std::string Problems() {
    const auto report = store::Fsck(home_, {.full = true}, [](const std::string&) {});
    std::string text;
    for (const auto& problem : report->problems) text += problem.kind + " " + problem.detail + "\n";
    return text;
  }

  TemporaryFolder folder_;
  store::HomePaths home_;
  SystemClock clock_;
  SystemRandom random_;
  ingest::IngestOptions ingest_;
  std::int64_t ticks_ = 0;
  std::vector<std::string> stages_;

 private:
  store::HomeStore::Options Environment() {
    return {.clock = &clock_, .random = &random_, .actor = "test"};
  }
  static std::unique_ptr<store::HomeStore> Opened(Result<std::unique_ptr<store::HomeStore>> home) {
    EXPECT_TRUE(home) << home.error().message;
    return std::move(*home);
  }
};

}  // namespace arborist::ask
