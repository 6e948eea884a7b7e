// SPDX-License-Identifier: AGPL-3.0-only
// Reads logs from the first event to the last and shows those that fit a filter; for the newest N
// it keeps a queue of N. Private texts are read for 256 events at a time, because each reading may
// be a round trip. The events before one that cannot be read are shown before the error.
#include "notary/event_list.h"

#include <charconv>
#include <deque>
#include <utility>
#include <vector>

#include "audit/event.h"

namespace arborist::notary {

namespace {

bool IsType(std::string_view type, std::string_view wanted) {
  if (wanted.ends_with('*')) return type.starts_with(wanted.substr(0, wanted.size() - 1));
  return wanted.empty() || type == wanted;
}

bool Fits(const store::StoredEvent& event, const EventFilter& filter) {
  return IsType(event.body.type, filter.type) && event.body.subject.starts_with(filter.subject) &&
         (!filter.since || event.body.time >= *filter.since) &&
         (!filter.until || event.body.time <= *filter.until);
}

// Shows the events of one log, with their texts where these are wanted: read for many events at
// once, for each reading may be a round trip.
class Listing {
 public:
  Listing(const store::LogView& log, std::string name, bool texts,
          const std::function<void(const ListedEvent&)>& visit)
      : log_(log), name_(std::move(name)), texts_(texts), visit_(visit) {}

  Status Add(const store::StoredEvent& event) {
    waiting_.push_back(event);
    return texts_ && waiting_.size() < kAtOnce ? Status() : Flush();
  }

  Status Flush() {
    auto next = waiting_.begin();
    const auto show = [&](store::LogView::Texts texts) {
      visit_({name_, std::move(*next++), std::move(texts)});
    };
    Status shown;
    if (texts_) {
      std::vector<std::uint64_t> seqs;
      for (const store::StoredEvent& event : waiting_) seqs.push_back(event.body.seq);
      shown = log_.ReadTexts(
          seqs, [&](std::uint64_t, store::LogView::Texts texts) { show(std::move(texts)); });
    } else {
      while (next != waiting_.end()) show({});
    }
    waiting_.clear();
    return shown;
  }

 private:
  static constexpr std::size_t kAtOnce = 256;
  const store::LogView& log_;
  const std::string name_;
  const bool texts_;
  const std::function<void(const ListedEvent&)>& visit_;
  std::vector<store::StoredEvent> waiting_;
};

Status ListOne(const store::LogView& log, const std::string& name, const EventFilter& filter,
               const std::function<void(const ListedEvent&)>& visit) {
  Listing listing(log, name, filter.texts, visit);
  Status shown;
  std::deque<store::StoredEvent> newest;
  const Status read = log.ReadEvents(0, store::kNewestEvent, [&](const store::StoredEvent& event) {
    if (!Fits(event, filter)) return true;
    if (filter.newest == 0) {
      shown = listing.Add(event);
      return shown.has_value();
    }
    if (newest.size() == filter.newest) newest.pop_front();
    newest.push_back(event);
    return true;
  });
  if (shown) shown = listing.Flush();  // also what stands before an event that cannot be read
  TRY(read);
  for (const store::StoredEvent& event : newest) {
    if (shown) shown = listing.Add(event);
  }
  return shown ? listing.Flush() : shown;
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
  TRY_ASSIGN(const std::vector<store::LogName> logs, store::LogNames(home));
  bool found = false;
  for (const store::LogName& name : logs) {
    if (!filter.log.empty() && name.text != filter.log) continue;
    found = true;
    const auto list = [&]() -> Status {
      TRY_ASSIGN(const auto log, store::OpenLog(home, name));
      return ListOne(*log, name.text, filter, visit);
    };
    TRY_IN("log " + name.text, list());
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
  TRY_ASSIGN(const std::vector<store::LogName> logs, store::LogNames(home));
  for (const store::LogName& log : logs) {
    TRY_ASSIGN(const auto opened, store::OpenLog(home, log));
    TRY_ASSIGN(const std::vector<std::uint64_t> some, opened->FindByHash(name, 2));
    for (const std::uint64_t of_log : some) found.push_back({log.text, of_log});
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
