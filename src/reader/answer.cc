// SPDX-License-Identifier: AGPL-3.0-only
#include "reader/answer.h"

#include <utility>

#include "base/contained.h"
#include "json/value.h"
#include "reading/wire.h"

namespace arborist::reader {

std::string SelfReport(std::span<const jail::JailPart> parts) {
  json::Array kinds;
  for (const Kind& kind : Kinds()) kinds.push_back(kind.name);
  json::Array jail;
  for (const jail::JailPart& part : parts) {
    jail.push_back(json::Object{{"name", part.name},
                                {"in_force", part.state == jail::JailPart::State::kInForce},
                                {"detail", part.detail}});
  }
  return json::Dump(json::Object{{"kinds", std::move(kinds)}, {"jail", std::move(jail)}});
}

Result<std::string> Answer(const Kind& kind, std::string_view bytes) {
  return Contained(
      [&]() -> Result<std::string> { return reading::EncodeReading(kind.read(bytes)); });
}

}  // namespace arborist::reader
