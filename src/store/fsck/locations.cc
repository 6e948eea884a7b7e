// SPDX-License-Identifier: AGPL-3.0-only
// The text of the newest event of a location is its row; when a newer event comes, the text of the
// older one is kept in audit_texts. So the walk over the texts (CheckTexts) sees all older events
// of each location, and the walk over the rows adds the newest and compares.
#include "store/fsck/locations.h"

#include <utility>

#include "json/value.h"
#include "store/fsck/location_edges.h"
#include "store/fsck/texts.h"
#include "store/log/bindings.h"
#include "store/log/event_cursor.h"

namespace arborist::store {

namespace {

constexpr std::string_view kLocationsToCheck =
    "SELECT l.location_id, l.uri, l.state, l.doc_id, d.document_root, "
    "l.last_event, l.first_seen, l.last_seen, EXISTS(SELECT 1 FROM audit_texts t "
    "WHERE t.seq=l.last_event AND t.name='location' AND "
    "t.location_id=l.location_id), NOT EXISTS(SELECT 1 FROM locations o WHERE "
    "o.uri=l.uri AND o.doc_id IS l.doc_id AND o.location_id<l.location_id) FROM "
    "locations l LEFT JOIN documents d USING(doc_id) ORDER BY l.last_event";

std::string KeyOfLocation(const StoredEvent& event, std::string_view uri,
                          std::string_view revision) {
  return event.body.subject + " " + std::string(uri) + " " + std::string(revision);
}

std::string RevisionOf(const StoredEvent& event) {
  const auto text = event.body.hashes.find(std::string(kTextBinding));
  return text == event.body.hashes.end() ? "" : text->second.hex();
}

class LocationsCheck {
 public:
  LocationsCheck(const CheckedShard& shard, const LoggedShard& logged,
                 const LocationHistories& histories)
      : shard_(shard), logged_(logged), histories_(histories) {}

  Status Run() {
    TRY_ASSIGN(sqlite::Statement select, shard_.database()->Prepare(kLocationsToCheck));
    TRY_ASSIGN(LocationEdges edges, LocationEdges::Open(shard_, logged_.erasures));
    EventCursor events(shard_.database());
    TRY(select.ForEachRow([&](const sqlite::Statement& row) -> Status {
      shard_.findings->Count("locations");
      return CheckLocation(row, &events, &edges);
    }));
    return CheckStates();
  }

 private:
  Status CheckLocation(const sqlite::Statement& row, EventCursor* events, LocationEdges* edges) {
    LocationEdges::Location location{.location_id = row.Int(0),
                                     .uri = std::string(row.Text(1)),
                                     .is_alias = row.IsNull(3),
                                     .history = {}};
    std::string subject = "alias";
    if (!location.is_alias) {
      const auto root = row.Hash(4);
      if (!root) return {};  // an orphan, which has its own name
      subject = root->hex();
    }
    TRY_ASSIGN(const StoredEvent* const event, events->At(static_cast<std::uint64_t>(row.Int(5))));
    if (event == nullptr || event->body.subject != subject ||
        !event->body.hashes.contains("location")) {
      shard_.Problem("location_mismatch", location.uri,
                     "its newest event speaks of something else");
      return {};
    }
    if (row.Int(8) == 0) {
      shard_.Problem("log_text_missing", location.uri,
                     "nothing holds its row against its newest event");
      return {};
    }
    location.history =
        histories_.Of(*event, location.uri, row.Int(9) != 0 ? RowOfUri::kFirst : RowOfUri::kLater);
    const LocationEvent& first = location.history.front();
    if (location.history.back().gone != (row.Text(2) == "gone")) {
      shard_.Problem("location_state", location.uri, "its state is not what its newest event says");
    }
    if (!logged_.erasures.HasRowTime(first.seq, first.time, row.Int(6)) ||
        row.Int(7) < row.Int(6)) {
      shard_.Problem("location_time", location.uri,
                     "the times it was seen are not what the log recorded");
    }
    return edges->Check(location);
  }

  // Of all rows of a URI the one with the newest event is current or gone, the others are not
  // current.
  Status CheckStates() const {
    return shard_.EachIsProblem(
        "location_state",
        "SELECT uri FROM locations l WHERE CASE state "
        "WHEN 'current' THEN EXISTS(SELECT 1 FROM locations n WHERE n.uri=l.uri AND "
        "n.state<>'current' "
        "AND n.last_event>l.last_event) "
        "WHEN 'superseded' THEN NOT EXISTS(SELECT 1 FROM locations n WHERE n.uri=l.uri AND "
        "n.state='current' AND n.last_event>l.last_event) AND NOT EXISTS(SELECT 1 FROM locations n "
        "WHERE "
        "n.uri=l.uri AND n.state<>'current' AND n.last_event>l.last_event) ELSE 0 END",
        "its state does not fit the other rows of this URI");
  }

  const CheckedShard& shard_;
  const LoggedShard& logged_;
  const LocationHistories& histories_;
};

}  // namespace

LocationEvent LocationEvent::Of(const StoredEvent& event) {
  const auto hash = [&](const char* name) -> std::optional<Hash256> {
    const auto it = event.body.hashes.find(name);
    return it == event.body.hashes.end() ? std::nullopt : std::optional(it->second);
  };
  return {.seq = event.body.seq,
          .time = event.body.time,
          .gone = event.body.type == "location_gone",
          .derived = event.body.type == kCoreDerived,
          .links = hash("links"),
          .notes = hash(std::string(kReadingBinding).c_str()),
          .previous = hash("previous")};
}

void LocationHistories::Add(const StoredEvent& event, std::string_view uri) {
  past_[KeyOfLocation(event, uri, RevisionOf(event))].push_back(LocationEvent::Of(event));
}

std::vector<LocationEvent> LocationHistories::Of(const StoredEvent& newest, std::string_view uri,
                                                 RowOfUri row) const {
  std::vector<LocationEvent> history;
  const auto append = [&](std::string_view revision) {
    const auto past = past_.find(KeyOfLocation(newest, uri, revision));
    if (past != past_.end())
      history.insert(history.end(), past->second.begin(), past->second.end());
  };
  if (row == RowOfUri::kFirst) append("");
  if (const std::string revision = RevisionOf(newest); !revision.empty()) append(revision);
  history.push_back(LocationEvent::Of(newest));
  return history;
}

Status CheckLocationTexts(const CheckedShard& shard, const LoggedShard& logged,
                          LocationHistories* histories) {
  TextsCheck check;
  check.database = shard.database();
  check.sql =
      "SELECT t.seq, t.name, t.salt, t.text, t.location_id, l.uri, l.title, l.extraction_version, "
      "l.source_hash FROM audit_texts t LEFT JOIN locations l ON l.location_id=t.location_id AND "
      "l.last_event=t.seq ORDER BY t.seq, t.name";
  check.erasures = logged.holds ? &logged.erasures : nullptr;
  check.problem = [&](std::string_view kind, const std::string& subject, std::string detail) {
    shard.Problem(kind, subject, std::move(detail));
  };
  check.visit = [&](const StoredEvent& event, const KeptTextRow& row) {
    if (row.name != "location" || !row.text) return;
    const auto text = json::Parse(*row.text);
    const auto uri = text ? text->String("uri") : std::unexpected(text.error());
    if (uri) histories->Add(event, *uri);
  };
  return CheckTexts(check);
}

Status CheckLocations(const CheckedShard& shard, const LoggedShard& logged,
                      const LocationHistories& histories) {
  if (!logged.holds) return {};
  return LocationsCheck(shard, logged, histories).Run();
}

}  // namespace arborist::store
