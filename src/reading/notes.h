// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "reading/reading.h"

namespace arborist::reading {

// The object of a repository that a text was read from. Both ids are hex, as the repository has
// them: 40 or 64 lower-case digits.
struct ObjectOrigin {
  enum class Kind : std::uint8_t { kGit };
  Kind kind = Kind::kGit;
  std::string commit;  // that was read; the object may be older
  std::string blob;
  bool operator==(const ObjectOrigin&) const = default;
};
std::string_view NameOf(ObjectOrigin::Kind kind);  // "git"

// What a store keeps of a reading beside the text. The document root does not cover it; the event
// of the location binds it.
struct Notes {
  std::vector<Anchor> anchors = {};  // by begin
  Report report = {};
  std::optional<ObjectOrigin> origin = {};  // nothing: it came from no repository

  // Nothing but that everything was read: not worth a row.
  bool IsPlain() const;
  bool operator==(const Notes&) const = default;
};

// FROZEN reading-v1: docs/format/reading.md. Canonical JSON
// {"anchors":[[begin,kind,label,fragment]..],"origin":{..},"report":{..}}, origin only if there is
// one.
std::string NotesText(const Notes& notes);
// Parts of it: what is hashed.
std::string AnchorText(const Anchor& anchor);
std::string OriginText(const ObjectOrigin& origin);
std::string ReportText(const Report& report);

inline constexpr std::size_t kMaxNotesBytes = std::size_t{256} << 20;
// kCorrupt: it is no such text, a kind, a verdict or an id is none, or anchors are out of order.
Result<Notes> ParseNotes(std::string_view text);

// A place for people and as the fragment of a link.
struct Place {
  std::string label;     // "page 12", "Costs, row 17", "Introduction, paragraph 14"
  std::string fragment;  // without '#'
  bool operator==(const Place&) const = default;
};
// The place of the byte at this offset: that of the last anchor at or before it. An anchor within
// something larger (a paragraph, a note) is named together with the section, page, slide or sheet
// that it stands in. Nothing: the text begins before its first anchor, or has none.
std::optional<Place> PlaceAt(const std::vector<Anchor>& anchors, std::uint64_t offset);

}  // namespace arborist::reading
