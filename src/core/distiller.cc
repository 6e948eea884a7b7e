// SPDX-License-Identifier: AGPL-3.0-only
#include "core/distiller.h"

#include "core/first_sentence.h"
#include "markup/base.h"

namespace arborist::core {

std::string VersionedName(std::string_view distiller_id) {
  return std::string(distiller_id) + "-" + std::string(kDistillerVersion);
}

bool IsCompression(std::string_view distiller_id) {
  return distiller_id == kFirstSentence || distiller_id == kKeywords;
}

std::optional<std::string> SpanOf(std::string_view base, std::string_view slice) {
  const auto known = markup::BaseFromName(base);
  if (!known) return std::nullopt;
  return markup::ToBase(*known, slice);
}

std::optional<std::string> Compress(std::string_view distiller_id, std::int64_t depth,
                                    std::span<const std::string> spans, const Scope* scope) {
  if (distiller_id == kFirstSentence) return FirstSentences(spans);
  if (distiller_id != kKeywords) return std::nullopt;
  if (depth > 1) return spans.empty() ? std::string() : FewerKeywords(spans[0]);
  if (scope == nullptr) return std::nullopt;
  return Keywords(spans, *scope);
}

std::string CoreUri(std::string_view distiller_id, const Hash256& source) {
  return "core:" + VersionedName(distiller_id) + ":" + source.hex();
}

}  // namespace arborist::core
