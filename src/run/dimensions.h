// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "document/facts.h"
#include "evidence/evidence_map.h"
#include "evidence/sentence_list.h"
#include "json/value.h"
#include "prompt/prompt.h"
#include "question/keys.h"
#include "run/policy.h"

namespace arborist::run {

// The model that answers. revision: the name that the endpoint last returned for model_id (decision
// 9).
struct Model {
  std::string model_id;
  std::string revision;
  std::string quantization;
  bool operator==(const Model&) const = default;
};
json::Object ToJson(const Model& model);
Result<Model> ReadModel(const json::Value& value);

// Numbers of sources and passages that reclassify appended after the fact. They are the last ones
// of their lists. The model never saw them, so the cache key and the messages leave them out.
struct Added {
  std::size_t sources = 0;
  std::size_t passages = 0;
  bool operator==(const Added&) const = default;
};

// Everything that an answer is made from; the dimensions of the key follow from it. `question` is
// verbatim, as the model gets it; its canonical form is hashed.
struct Inputs {
  std::string question;
  Policy policy;
  Model model;
  std::vector<document::Facts> sources;         // documents on which the answer may rest
  std::vector<evidence::SourceChunk> passages;  // E1, E2, ...
  std::optional<std::string> frame_title;
  std::vector<prompt::Message> conversation;  // earlier turns
  bool nine_dimensions = false;               // the verifier policy hash is a ninth part of the key
  // Documents that a claim pack binds to a primary source. The record has the proofs.
  std::set<std::string, std::less<>> warrant_chain_roots = {};
  Added added = {};
  // Of all passages, where the policy lists sentences; otherwise empty.
  evidence::SentencePlaces sentences = {};

  // The sources and passages that the model was shown.
  std::span<const document::Facts> first_sources() const {
    return std::span(sources).first(sources.size() - added.sources);
  }
  std::span<const evidence::SourceChunk> first_passages() const {
    return std::span(passages).first(passages.size() - added.passages);
  }
};

// The root of the sources: a single root as it is, several as the Merkle root over the sorted
// distinct ones.
Hash256 ContextRoot(std::span<const document::Facts> sources);

// The messages that the model gets (verbatim question), and those that are hashed (canonical one).
std::vector<prompt::Message> MessagesToSend(const Inputs& inputs);
std::vector<prompt::Message> MessagesToHash(const Inputs& inputs);

question::KeyDimensions DimensionsOf(const Inputs& inputs);

}  // namespace arborist::run
