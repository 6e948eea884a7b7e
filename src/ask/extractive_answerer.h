// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string>

#include "ask/answerer.h"
#include "extractive/extractive.h"

namespace arborist::ask {

// Code points of passages that extractive-v2 reads: no prompt has to hold them.
inline constexpr std::size_t kReadChars = 32000;

// extractive-v2 answers, and says how likely it is right. It has found its answer when it has
// chosen the passages.
class ExtractiveAnswerer final : public Answerer {
 public:
  Status Resolve(run::Policy* policy) const override;
  std::string model_id() const override { return std::string(extractive::kModelName); }
  Result<std::string> Translate(const AskOptions& options) override;
  std::size_t read_chars() const override { return kReadChars; }
  Status Choose(const AskOptions& options, retrieve::Gathered* gathered,
                retrieve::Gatherer* gatherer) override;
  Result<Reply> Answer(const AskOptions& options, const run::Inputs& inputs) override;
  // What else it found goes where its surroundings turn it; the first claim stays, with the label
  // that it gets.
  Result<std::optional<Reply>> Shortened(const run::Assessment& assessment,
                                         const run::Inputs& inputs) override;

 private:
  extractive::Answer answer_;
};

}  // namespace arborist::ask
