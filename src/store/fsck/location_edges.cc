// SPDX-License-Identifier: AGPL-3.0-only
// The event that is compared is the newest of the location that is not a "gone": that a text is
// gone says nothing of its links, which stay as the event before said. A redirect has one edge
// "alias"; any other location has an edge "supersedes" to each text that was at its URI before.
#include "store/fsck/location_edges.h"

#include <algorithm>
#include <optional>
#include <ranges>
#include <utility>

#include "crypto/sha256.h"
#include "store/log/bindings.h"

namespace arborist::store {

LocationEdges::LocationEdges(const CheckedShard& shard, const LoggedErasures& erasures,
                             Statements statements)
    : shard_(shard), erasures_(&erasures), statements_(std::move(statements)) {}

Result<LocationEdges> LocationEdges::Open(const CheckedShard& shard,
                                          const LoggedErasures& erasures) {
  sqlite::Database& database = *shard.database();
  TRY_ASSIGN(auto edges, database.Prepare("SELECT dst FROM edges WHERE location_id=?1 AND kind=?2 "
                                          "ORDER BY dst"));
  TRY_ASSIGN(auto links,
             database.Prepare("SELECT targets, link_count FROM links WHERE location_id=?1"));
  TRY_ASSIGN(auto notes, database.Prepare("SELECT notes FROM readings WHERE location_id=?1"));
  TRY_ASSIGN(auto target,
             database.Prepare("SELECT text FROM audit_texts WHERE seq=?1 AND name='target'"));
  TRY_ASSIGN(auto derivations,
             database.Prepare("SELECT DISTINCT event_seq FROM derivations WHERE location_id=?1"));
  return LocationEdges(shard, erasures,
                       {.edges = std::move(edges),
                        .links = std::move(links),
                        .notes = std::move(notes),
                        .target = std::move(target),
                        .derivations = std::move(derivations)});
}

Status LocationEdges::Check(const Location& location) {
  const auto reversed = location.history | std::views::reverse;
  const auto newest = std::ranges::find_if_not(reversed, &LocationEvent::gone);
  if (newest == reversed.end()) return {};  // burned long ago
  TRY_ASSIGN(const bool links_hold, LinksHold(location.location_id, *newest));
  TRY_ASSIGN(const bool edges_hold, EdgesHold(location, *newest));
  if (!links_hold || !edges_hold) {
    shard_.Problem("location_edges", location.uri,
                   "its links or edges are not what the log recorded");
  }
  TRY_ASSIGN(const bool notes_hold, NotesHold(location.location_id, *newest));
  if (!notes_hold) {
    shard_.Problem("reading_mismatch", location.uri,
                   "the notes of its reader are not what the log recorded");
  }
  return CheckDerivation(location);
}

Result<bool> LocationEdges::LinksHold(std::int64_t location_id, const LocationEvent& newest) {
  const auto holds = [&](const sqlite::Statement& row) {
    if (!newest.links) return false;
    const auto text = codec_->Decompress(row.Blob(0), kMaxLinksBytes);
    const auto list = text ? ParseLinks(*text) : std::nullopt;
    return list && crypto::Sha256(*text) == *newest.links &&
           static_cast<std::int64_t>(list->size()) == row.Int(1);
  };
  TRY_ASSIGN(const std::optional<bool> found,
             statements_.links.Bind(1, location_id).FirstRow(holds));
  return found.value_or(!newest.links);
}

// The notes are written anew from what was parsed: a row that says the same in other bytes is seen.
Result<bool> LocationEdges::NotesHold(std::int64_t location_id, const LocationEvent& newest) {
  const auto holds = [&](const sqlite::Statement& row) {
    if (!newest.notes) return false;
    const auto text = codec_->Decompress(row.Blob(0), reading::kMaxNotesBytes);
    const auto notes = text ? reading::ParseNotes(*text) : std::unexpected(text.error());
    return notes && reading::NotesText(*notes) == *text && HashNotes(*notes) == *newest.notes;
  };
  TRY_ASSIGN(const std::optional<bool> found,
             statements_.notes.Bind(1, location_id).FirstRow(holds));
  return found.value_or(!newest.notes);
}

Result<bool> LocationEdges::EdgesHold(const Location& location, const LocationEvent& newest) {
  TRY_ASSIGN(const std::vector<std::string> aliases, Targets(location.location_id, "alias"));
  TRY_ASSIGN(const std::vector<std::string> superseded,
             Targets(location.location_id, "supersedes"));
  if (!location.is_alias) return aliases.empty() && superseded == Superseded(location);
  const auto text = [](const sqlite::Statement& row) { return std::string(row.Text(0)); };
  TRY_ASSIGN(const std::optional<std::string> target,
             statements_.target.Bind(1, static_cast<std::int64_t>(newest.seq)).FirstRow(text));
  return aliases.size() == 1 && (!target || *target == aliases[0]) && superseded.empty();
}

Result<std::vector<std::string>> LocationEdges::Targets(std::int64_t location_id,
                                                        std::string_view kind) {
  return statements_.edges.Bind(1, location_id)
      .BindText(2, kind)
      .CollectRows([](const sqlite::Statement& row) { return std::string(row.Text(0)); });
}

std::vector<std::string> LocationEdges::Superseded(const Location& location) const {
  std::vector<std::string> roots;
  for (const LocationEvent& event : location.history) {
    if (event.previous && !erasures_->IsBurnedAfter(event.previous->hex(), event.seq))
      roots.push_back(event.previous->hex());
  }
  std::ranges::sort(roots);
  roots.erase(std::ranges::unique(roots).begin(), roots.end());
  return roots;
}

Status LocationEdges::CheckDerivation(const Location& location) {
  std::optional<std::uint64_t> derived;
  for (const LocationEvent& event : location.history) {
    if (event.derived) derived = event.seq;
  }
  if (!derived) return {};
  return statements_.derivations.Bind(1, location.location_id)
      .ForEachRow([&](const sqlite::Statement& row) {
        if (static_cast<std::uint64_t>(row.Int(0)) == *derived) return;
        shard_.Problem("derivation_mismatch", location.uri,
                       "it names another event than the one that derived it");
      });
}

}  // namespace arborist::store
