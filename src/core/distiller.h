// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "core/keywords.h"

namespace arborist::core {

// A core is a document that a named rule made of others. These are the names, each in version 1.
// Compressions (first-sentence, tfidf) shorten a text and may be applied to their own cores;
// claim-pack and providence state something that rests on their sources.
inline constexpr std::string_view kClaimPack = "claim-pack";
inline constexpr std::string_view kProvidence = "providence";
inline constexpr std::string_view kDistillerVersion = "v1";
std::string VersionedName(std::string_view distiller_id);  // such as tfidf-v1
bool IsCompression(std::string_view distiller_id);

inline constexpr std::string_view kIdentityBase = "identity";
// The span of a raw slice; nullopt for an unknown base.
std::optional<std::string> SpanOf(std::string_view base, std::string_view slice);

// A compression of a text, one level deeper than its source, from the spans of all its chunks.
// Empty if nothing remains to leave out. tfidf at depth 1 needs the scope and gives nullopt without
// one.
std::optional<std::string> Compress(std::string_view distiller_id, std::int64_t depth,
                                    std::span<const std::string> spans, const Scope* scope);

// core:DISTILLER-VERSION:HEX...: the URI of a core. It names the source, never a text.
std::string CoreUri(std::string_view distiller_id, const Hash256& source);

}  // namespace arborist::core
