// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "ask/ask.h"
#include "base/temporary_folder.h"
#include "ingest/ingest.h"
#include "sqlite/database.h"
#include "store/corpus.h"
#include "store/home.h"
#include "store/records.h"

namespace arborist::prove {

// A home with documents, of which questions have been asked.
class AskedHome : public testing::Test {
 protected:
  AskedHome() : home_{folder_.path() / "home"} {
    std::string canal = "The Erie Canal opened on October 26, 1825. ";
    for (int i = 0; i < 900; ++i) canal += "lock" + std::to_string(i) + " ";
    Write("canal.txt", canal);
    Write("buffalo.txt",
          "Buffalo grew quickly after the Erie Canal was finished, because lake traffic began.");
    Ingest();
  }

  void Write(const std::string& name, std::string_view text) {
    std::filesystem::create_directories(folder_.path() / "docs");
    std::ofstream(folder_.path() / "docs" / name) << text;
  }
  void Ingest() {
    ingest::IngestOptions options;
    options.paths = {folder_.path() / "docs"};
    options.shards = shards_;
    options.uri_prefix = "t:";
    options.mark_gone = true;
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
  store::Corpus OpenCorpus() {
    auto corpus = store::Corpus::Open(home_);
    EXPECT_TRUE(corpus) << corpus.error().message;
    return std::move(*corpus);
  }
  // The record of the answer.
  store::Record Ask(const std::string& question,
                    verify::AnswerMode mode = verify::AnswerMode::kClaimLatticePointer) {
    const store::Corpus corpus = OpenCorpus();
    const auto home = OpenHome();
    ask::AskOptions options;
    options.question = question;
    options.policy.answer_mode = mode;
    options.policy.context_chars = run::DefaultContextChars(mode);
    ask::Services services;
    services.corpus = &corpus;
    services.home = home.get();
    services.microseconds = [] { return 0; };
    const auto result = ask::Ask(options, services);
    EXPECT_TRUE(result) << result.error().message;
    EXPECT_TRUE(result && result->stored) << "nothing was found";
    return result && result->stored ? *result->stored : store::Record{};
  }
  void Damage(const std::string& sql) { DamageFile(home_.home_store(), sql); }
  void DamageFile(const std::filesystem::path& path, const std::string& sql) {
    auto database = sqlite::Database::Open(path, {.mode = sqlite::OpenMode::kReadWrite});
    ASSERT_TRUE(database) << database.error().message;
    const Status status = database->Execute(sql);
    ASSERT_TRUE(status) << status.error().message;
  }

  TemporaryFolder folder_;
  store::HomePaths home_;
  SystemClock clock_;
  SystemRandom random_;
  std::uint32_t shards_ = 1;
};

inline const std::string kWhen = "When did the Erie Canal open?";

}  // namespace arborist::prove
