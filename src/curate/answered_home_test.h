// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "ask/answered_home_test.h"
#include "curate/loaded_run.h"

namespace arborist::curate {

// A home of which questions were asked; extractive-v2 answers, or words put into a model's mouth.
class AnsweredHome : public ask::AnsweredHome {
 protected:
  AnsweredHome() {
    ingest_.uri_prefix = "doc:";
    ingest_.shards = 2;
    WriteCanal();
    Ingest();
  }

  // The key of the record that this question got; answer empty: from extractive-v2.
  CacheKey Ask(const std::string& question, const std::string& answer = "",
               judge::AnswerMode mode = judge::AnswerMode::kQuote) {
    return Recorded(Question(question, mode), answer).cache_key;
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
    EXPECT_TRUE(
        home->log().ReadEvents(0, store::kNewestEvent, [&](const store::StoredEvent& event) {
          types.push_back(event.body.type);
          return true;
        }));
    return types;
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
};

}  // namespace arborist::curate
