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

// A core is a document made from others by a rule with a name. These are the names; v1 of each.
// Compressions (first-sentence, tfidf) shorten a text and may be repeated on their own cores;
// claim-pack and providence state something that rests on their sources.
inline constexpr std::string_view kClaimPack = "claim-pack";
inline constexpr std::string_view kProvidence = "providence";
inline constexpr std::string_view kDistillerVersion = "v1";
std::string VersionedName(std::string_view distiller_id);  // such as tfidf-v1
bool IsCompression(std::string_view distiller_id);

inline constexpr std::string_view kIdentityBase = "identity";
// The span of a raw slice; nothing for a base that is not known.
std::optional<std::string> SpanOf(std::string_view base, std::string_view slice);

// A compression of a text at a depth above its source's, from the spans of all its chunks. Empty
// when there is nothing left to leave out. tfidf at depth 1 needs the scope; without one: nothing.
std::optional<std::string> Compress(std::string_view distiller_id, std::int64_t depth,
                                    std::span<const std::string> spans, const Scope* scope);

// core:DISTILLER-VERSION:HEX...: where a core stands. Names its source, never a text.
std::string CoreUri(std::string_view distiller_id, const Hash256& source);

}  // namespace arborist::core
