// SPDX-License-Identifier: AGPL-3.0-only
// arborist[/SHARD][:MODE][+label], read from the right, because a shard's name may hold any of the
// signs.
#include "serve/openai/model_name.h"

#include <algorithm>
#include <array>
#include <utility>

namespace arborist::serve::openai {

namespace {

constexpr std::string_view kName = "arborist";
constexpr std::string_view kLabel = "+label";
constexpr std::size_t kMaxNameBytes = 256;

// Short names, and those of the policy.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kModes = {{
    {"quote", "quote"},
    {"pointer", "claim_lattice_pointer"},
    {"json", "claim_lattice"},
    {"select", "select"},
    {"claim_lattice_pointer", "claim_lattice_pointer"},
    {"claim_lattice", "claim_lattice"},
}};
constexpr std::size_t kShortModes = 4;

}  // namespace

std::optional<ModelName> ReadModelName(std::string_view name) {
  if (name.size() > kMaxNameBytes || !name.starts_with(kName)) return std::nullopt;
  name.remove_prefix(kName.size());
  ModelName model;
  if (name.ends_with(kLabel)) {
    model.label = true;
    name.remove_suffix(kLabel.size());
  }
  if (const std::size_t colon = name.rfind(':'); colon != std::string_view::npos) {
    const auto mode = std::ranges::find_if(
        kModes, [&](const auto& known) { return known.first == name.substr(colon + 1); });
    if (mode == kModes.end()) return std::nullopt;
    model.answer_mode = mode->second;
    name = name.substr(0, colon);
  }
  if (name.empty()) return model;
  if (name.front() != '/' || name.size() == 1) return std::nullopt;
  model.shard = name.substr(1);
  return model;
}

std::vector<std::string> ModelNames(const std::vector<std::string>& shards) {
  std::vector<std::string> corpora{std::string(kName)};
  for (const std::string& shard : shards) corpora.push_back(std::string(kName) + "/" + shard);
  std::vector<std::string> names;
  for (const std::string& corpus : corpora) {
    for (const std::string_view label : {std::string_view(), kLabel}) {
      names.push_back(corpus + std::string(label));
      for (std::size_t i = 0; i < kShortModes; ++i) {
        names.push_back(corpus + ":" + std::string(kModes[i].first) + std::string(label));
      }
    }
  }
  return names;
}

}  // namespace arborist::serve::openai
