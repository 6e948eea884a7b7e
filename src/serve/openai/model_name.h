// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arborist::serve::openai {

// What `model` picks: arborist[/SHARD][:MODE][+label]
//   /SHARD   one set of shards instead of all
//   :MODE    quote, pointer or json instead of what is configured
//   +label   a last line with label and proof, for programs that show nothing but the text
struct ModelName {
  std::string shard;        // empty: all
  std::string answer_mode;  // as the policy calls it; empty: as configured
  bool label = false;
  bool operator==(const ModelName&) const = default;
};

std::optional<ModelName> ReadModelName(std::string_view name);

// Every name that means something, in a fixed order, for these sets of shards.
std::vector<std::string> ModelNames(const std::vector<std::string>& shards);

}  // namespace arborist::serve::openai
