// SPDX-License-Identifier: AGPL-3.0-only
// What hangs on a location: its links, its edges and where a core comes from, each against the
// events of that location.
#include <algorithm>
#include <ranges>

#include "crypto/sha256.h"
#include "store/fsck/shard.h"
#include "store/log/bindings.h"

namespace arborist::store {

Result<ShardCheck::LocationRows> ShardCheck::LocationRows::Prepare(sqlite::Database* shard) {
  TRY_ASSIGN(auto edges,
             shard->Prepare("SELECT dst FROM edges WHERE location_id=?1 AND kind=?2 ORDER BY dst"));
  TRY_ASSIGN(auto links,
             shard->Prepare("SELECT targets, link_count FROM links WHERE location_id=?1"));
  TRY_ASSIGN(auto notes, shard->Prepare("SELECT notes FROM readings WHERE location_id=?1"));
  TRY_ASSIGN(auto target,
             shard->Prepare("SELECT text FROM audit_texts WHERE seq=?1 AND name='target'"));
  TRY_ASSIGN(auto derivations,
             shard->Prepare("SELECT DISTINCT event_seq FROM derivations WHERE location_id=?1"));
  return LocationRows{.edges = std::move(edges),
                      .links = std::move(links),
                      .notes = std::move(notes),
                      .target = std::move(target),
                      .derivations = std::move(derivations),
                      .codec = std::make_unique<compress::ChunkCodec>()};
}

Result<std::vector<std::string>> ShardCheck::LocationRows::Edges(std::int64_t location_id,
                                                                 std::string_view kind) {
  std::vector<std::string> targets;
  edges.Bind(1, location_id).BindText(2, kind);
  while (true) {
    TRY_ASSIGN(const bool row, edges.Step());
    if (!row) break;
    targets.emplace_back(edges.Text(0));
  }
  edges.Reset();
  return targets;
}

// The notes of a reading against the event that binds them. Notes that come back from their text
// are hashed anew, so a row that says the same in other words is seen too.
Result<bool> ShardCheck::NotesHold(LocationRows* rows, std::int64_t location_id,
                                   const LocationEvent& newest) {
  TRY_ASSIGN(const bool noted, rows->notes.Bind(1, location_id).Step());
  bool holds = noted == newest.notes.has_value();
  if (holds && noted) {
    const auto text = rows->codec->Decompress(rows->notes.Blob(0), reading::kMaxNotesBytes);
    const auto notes = text ? reading::ParseNotes(*text) : std::unexpected(text.error());
    holds = notes && reading::NotesText(*notes) == *text && HashNotes(*notes) == *newest.notes;
  }
  rows->notes.Reset();
  return holds;
}

// That a text is gone says nothing of its links: they stay as the event before said.
Status ShardCheck::CheckEdges(LocationRows* rows, std::int64_t location_id, const std::string& uri,
                              bool alias, const std::vector<LocationEvent>& history) {
  const auto found = std::ranges::find_if(history | std::views::reverse,
                                          [](const LocationEvent& event) { return !event.gone; });
  if (found == (history | std::views::reverse).end()) return {};  // burned long ago
  const LocationEvent& newest = *found;
  TRY_ASSIGN(const bool linked, rows->links.Bind(1, location_id).Step());
  bool holds = linked == newest.links.has_value();
  if (holds && linked) {
    const auto text = rows->codec->Decompress(rows->links.Blob(0), kMaxLinksBytes);
    const auto list = text ? ParseLinks(*text) : std::nullopt;
    holds = list && crypto::Sha256(*text) == *newest.links &&
            static_cast<std::int64_t>(list->size()) == rows->links.Int(1);
  }
  rows->links.Reset();
  TRY_ASSIGN(const std::vector<std::string> aliases, rows->Edges(location_id, "alias"));
  TRY_ASSIGN(const std::vector<std::string> superseded, rows->Edges(location_id, "supersedes"));
  std::vector<std::string> previous;
  if (alias) {
    TRY_ASSIGN(const bool kept, rows->target.Bind(1, static_cast<std::int64_t>(newest.seq)).Step());
    holds = holds && aliases.size() == 1 && (!kept || rows->target.Text(0) == aliases[0]);
    rows->target.Reset();
  } else {
    holds = holds && aliases.empty();
    for (const LocationEvent& event : history) {
      if (event.previous && !erasures_.IsBurnedAfter(event.previous->hex(), event.seq))
        previous.push_back(event.previous->hex());
    }
    std::ranges::sort(previous);
    previous.erase(std::ranges::unique(previous).begin(), previous.end());
  }
  TRY_ASSIGN(const bool notes_hold, NotesHold(rows, location_id, newest));
  if (!notes_hold) {
    Problem("reading_mismatch", uri, "the notes of its reader are not what the log recorded");
  }
  if (!holds || superseded != previous) {
    Problem("location_edges", uri, "its links or edges are not what the log recorded");
  }
  std::optional<std::uint64_t> derived;
  for (const LocationEvent& event : history) {
    if (event.derived) derived = event.seq;
  }
  if (!derived) return {};
  rows->derivations.Bind(1, location_id);
  while (true) {
    TRY_ASSIGN(const bool row, rows->derivations.Step());
    if (!row) break;
    if (static_cast<std::uint64_t>(rows->derivations.Int(0)) == *derived) continue;
    Problem("derivation_mismatch", uri, "it names another event than the one that derived it");
  }
  rows->derivations.Reset();
  return {};
}

}  // namespace arborist::store
