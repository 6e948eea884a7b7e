// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/config.h"
#include "ask/ask.h"
#include "base/clock.h"
#include "base/sleeper.h"
#include "llm/chat_client.h"
#include "retrieve/duplicates.h"
#include "store/corpus.h"
#include "store/home/home.h"

namespace arborist::app {

// Whether any document is current.
Result<bool> HasDocuments(const store::Corpus& corpus);

// Everything that a question needs, opened once: corpus, home store and the model that the
// configuration names. Belongs to one thread at a time.
class Asker {
 public:
  struct Environment {
    const Clock* clock = nullptr;
    Random* random = nullptr;
    Sleeper* sleeper = nullptr;
    std::string actor;
    const std::atomic<bool>* stop = nullptr;
    bool dry_run = false;  // the stub answers instead of any model
    bool keep = true;      // false: the home store is not touched, no record looked up or kept
  };
  // A home without documents is kNotFound.
  static Result<std::unique_ptr<Asker>> Open(const store::HomePaths& home, const Config& config,
                                             const Environment& environment);

  Result<ask::AskResult> Ask(const ask::AskOptions& options,
                             std::function<void(std::string_view stage)> progress);

  const store::Corpus& corpus() const { return corpus_; }

  // A document by root, unique prefix or URI.
  Result<DocumentRoot> ResolveDocument(std::string_view name) const;

 private:
  Asker(store::Corpus corpus, std::unique_ptr<store::HomeStore> home);

  store::Corpus corpus_;
  std::unique_ptr<store::HomeStore> home_;  // none: nothing is kept
  std::unique_ptr<retrieve::SoftCache> cache_;
  std::unique_ptr<llm::ChatClient> client_;
  std::string endpoint_;
  std::string model_;
};

}  // namespace arborist::app
