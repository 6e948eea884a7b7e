// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// The base of a slice of a document: the text that people and models are shown (decision 17). The
// stored text stays as decoded; the base has no markup.
namespace arborist::markup {

// FROZEN, each under its name: docs/format/wikitext.md, docs/format/markup.md.
enum class Base : std::uint8_t { kIdentity, kWikitextV1, kMarkdownV1, kRestV1, kAsciiDocV1 };
std::string_view Name(Base base);  // identity, wikitext-base-v1, markdown-base-v1, ...
std::optional<Base> BaseFromName(std::string_view name);

std::string ToBase(Base base, std::string_view slice);

// The byte of the slice that is shown at this byte of its base, as near as can be told: the text
// behind it is looked for in the slice. For identity it is that byte.
std::size_t RawOffset(Base base, std::string_view slice, std::string_view shown,
                      std::size_t offset);

// The bases that a policy has: for policies before version 3 that of wikitext alone, else all.
enum class BaseSet : std::uint8_t { kWikitext, kAll };
// Their names, sorted and joined with +.
std::string_view Names(BaseSet set);
// The base of a text that came by this extraction (document/extraction.h).
Base BaseOf(std::string_view extraction, BaseSet set);

}  // namespace arborist::markup
