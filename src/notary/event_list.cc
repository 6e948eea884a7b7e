// SPDX-License-Identifier: AGPL-3.0-only
#include "notary/event_list.h"

#include <charconv>
#include <deque>
#include <filesystem>
#include <vector>

#include "audit/event.h"
#include "base/files.h"
#include "store/log/bindings.h"

namespace arborist::notary {

namespace {

struct LogFile {
  std::string name;
  std::filesystem::path path;
};

Result<std::vector<LogFile>> LogsOf(const store::HomePaths& home) {
  std::vector<LogFile> files;
  const auto add = [&](std::string name, const std::filesystem::path& path) -> Status {
    TRY_ASSIGN(const bool exists, Exists(path));
    if (exists) files.push_back({std::move(name), path});
    return {};
  };
  TRY(add("home", home.home_store()));
  TRY_ASSIGN(const auto sets, store::ListShardSets(home));
  for (const store::ShardSet& set : sets) {
    for (std::uint32_t i = 0; i < set.count; ++i) {
      const std::filesystem::path path = set.PathOf(home, i);
      TRY(add(path.stem().string(), path));
    }
  }
  return files;
}

std::string Filled(std::string_view prefix, char digit) {
  return std::string(prefix) + std::string(64 - prefix.size(), digit);
}

bool IsType(std::string_view type, std::string_view wanted) {
  if (wanted.ends_with('*')) return type.starts_with(wanted.substr(0, wanted.size() - 1));
  return wanted.empty() || type == wanted;
}

bool Fits(const store::StoredEvent& event, const EventFilter& filter) {
  return IsType(event.body.type, filter.type) && event.body.subject.starts_with(filter.subject) &&
         (!filter.since || event.body.time >= *filter.since) &&
         (!filter.until || event.body.time <= *filter.until);
}

// What is kept of the texts behind an event's salted hashes; a location's text may stand in its
// row.
Status ReadTexts(sqlite::Database* database, bool shard, ListedEvent* event) {
  TRY_ASSIGN(sqlite::Statement select,
             database->Prepare(shard ? "SELECT t.name, t.text, l.uri, l.title, "
                                       "l.extraction_version, l.source_hash, t.location_id FROM "
                                       "audit_texts t LEFT JOIN locations l USING(location_id) "
                                       "WHERE t.seq=?1"
                                     : "SELECT name, text FROM audit_texts WHERE seq=?1"));
  select.Bind(1, static_cast<std::int64_t>(event->event.body.seq));
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) return {};
    if (!select.IsNull(1)) {
      event->texts.emplace(select.Text(0), select.Text(1));
    } else if (shard && !select.IsNull(2)) {
      const auto source = select.Hash(5);
      event->texts.emplace(select.Text(0),
                           store::LocationText(select.Text(2), select.Text(3), select.Text(4),
                                               SourceHash(source.value_or(Hash256{}))));
    }
  }
}

Status ListOne(const LogFile& file, const EventFilter& filter,
               const std::function<void(const ListedEvent&)>& visit) {
  TRY_ASSIGN(sqlite::Database database, sqlite::Database::Open(file.path, {}));
  Status failed;
  const auto show = [&](const store::StoredEvent& event) {
    ListedEvent listed{file.name, event, {}};
    if (filter.texts) failed = ReadTexts(&database, file.name != "home", &listed);
    if (failed) visit(listed);
    return failed.has_value();
  };
  std::deque<store::StoredEvent> newest;
  TRY(store::ReadEvents(&database, 0, [&](const store::StoredEvent& event) {
    if (!Fits(event, filter)) return true;
    if (filter.newest == 0) return show(event);
    if (newest.size() == filter.newest) newest.pop_front();
    newest.push_back(event);
    return true;
  }));
  for (const store::StoredEvent& event : newest) {
    if (!show(event)) break;
  }
  return failed;
}

}  // namespace

json::Value ToJson(const ListedEvent& event) {
  json::Object object{{"log", event.log},
                      {"event_hash", event.event.hash.hex()},
                      {"body", audit::BodyToJson(event.event.body)}};
  if (!event.texts.empty()) {
    json::Object texts;
    for (const auto& [name, text] : event.texts) texts.emplace(name, text);
    object.emplace("texts", std::move(texts));
  }
  return object;
}

Status ListEvents(const store::HomePaths& home, const EventFilter& filter,
                  const std::function<void(const ListedEvent&)>& visit) {
  TRY_ASSIGN(const std::vector<LogFile> logs, LogsOf(home));
  bool found = false;
  for (const LogFile& file : logs) {
    if (!filter.log.empty() && file.name != filter.log) continue;
    found = true;
    const Status listed = ListOne(file, filter, visit);
    if (!listed) return std::unexpected(Error(listed.error()).In("log " + file.name));
  }
  if (found) return {};
  return Fail(ErrorCode::kNotFound,
              filter.log.empty()
                  ? "there is no log in " + home.root.string() + " yet; arborist ingest begins one"
                  : "there is no log " + filter.log + "; it is home or the name of a shard");
}

Result<EventName> FindEvent(const store::HomePaths& home, std::string_view name) {
  const std::size_t colon = name.rfind(':');
  std::uint64_t seq = 0;
  const std::string_view number = colon == std::string_view::npos ? name : name.substr(colon + 1);
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), seq);
  if (colon != std::string_view::npos && error == std::errc() &&
      end == number.data() + number.size()) {
    return EventName{std::string(name.substr(0, colon)), seq};
  }
  if (name.size() < 8 || name.size() > 64 ||
      name.find_first_not_of("0123456789abcdef") != std::string_view::npos) {
    return Fail(ErrorCode::kInvalidArgument,
                "an event is named by its log and number, such as home:5, or by 8 or more digits "
                "of its hash, not by " +
                    std::string(name));
  }
  std::vector<EventName> found;
  TRY_ASSIGN(const Hash256 first, Hash256::FromHexString(Filled(name, '0')));
  TRY_ASSIGN(const Hash256 last, Hash256::FromHexString(Filled(name, 'f')));
  TRY_ASSIGN(const std::vector<LogFile> logs, LogsOf(home));
  for (const LogFile& file : logs) {
    TRY_ASSIGN(sqlite::Database database, sqlite::Database::Open(file.path, {}));
    TRY_ASSIGN(sqlite::Statement select,
               database.Prepare("SELECT seq FROM audit_events WHERE event_hash BETWEEN ?1 AND ?2 "
                                "LIMIT 2"));
    select.BindHash(1, first).BindHash(2, last);
    while (true) {
      TRY_ASSIGN(const bool row, select.Step());
      if (!row) break;
      found.push_back({file.name, static_cast<std::uint64_t>(select.Int(0))});
    }
  }
  if (found.empty()) {
    return Fail(ErrorCode::kNotFound, "no event has a hash that begins with " + std::string(name) +
                                          "; arborist audit log shows them");
  }
  if (found.size() > 1) {
    return Fail(ErrorCode::kAmbiguous, "several events have a hash that begins with " +
                                           std::string(name) + "; give more digits");
  }
  return found[0];
}

}  // namespace arborist::notary
