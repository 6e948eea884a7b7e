// SPDX-License-Identifier: AGPL-3.0-only
#include "app/proof_service.h"

#include <charconv>

#include "prove/prove.h"

namespace arborist::app {

bool ProveTarget::MayBeKey() const {
  return name.find_first_not_of("0123456789abcdef") == std::string::npos && !chunk;
}

Result<ProveTarget> ParseProveTarget(const std::string& text, std::optional<std::uint64_t> chunk) {
  ProveTarget target{text, chunk};
  const std::size_t colon = text.find(':');
  const std::string root = text.substr(0, colon);
  const bool hex = !root.empty() && root.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (colon == std::string::npos || !hex) return target;
  std::uint64_t number = 0;
  const char* begin = text.data() + colon + 1;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(begin, end, number);
  if (error != std::errc() || stop != end) return target;  // a URI with a scheme like abc:
  if (chunk && *chunk != number) {
    return Fail(ErrorCode::kInvalidArgument, text + " and --chunk " + std::to_string(*chunk) +
                                                 " name different chunks; give one of them");
  }
  return ProveTarget{root, number};
}

Result<json::Value> Prove(store::HomeStore* home, const store::Corpus& corpus,
                          const ProveTarget& target, prove::Named named, bool redact) {
  if (named == prove::Named::kRecord) {
    return prove::ProveRecord(home, corpus, target.name, redact);
  }
  if (redact) {
    return Fail(ErrorCode::kInvalidArgument, "--redact is for records, and " + target.name +
                                                 " is no record's key; leave it out");
  }
  if (target.chunk) return prove::ProvePassage(corpus, target.name, *target.chunk, home);
  return prove::ProveWhole(corpus, target.name, home);
}

}  // namespace arborist::app
