// SPDX-License-Identifier: AGPL-3.0-only
// Lists the statements of answers that their sources do not support. Two passes over the records,
// newest first: the first chooses one record per key (the live one, else the newest), because a
// revision repeats the spans of the record before it; the second reads the unverified spans of the
// chosen ones. Spans are equal when their normalised texts without quotation marks are; of several
// spellings the smallest is shown, so that the list does not depend on the order of records.
#include "curate/emergent.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "curate/loaded_run.h"
#include "json/value.h"
#include "judge/reference/units.h"
#include "text/scan.h"

namespace arborist::curate {

namespace {

std::vector<std::string> UnverifiedOf(const run::RunRecord& run) {
  std::vector<std::string> spans;
  const json::Value* list = run.Verdict("unverified_quotes");
  if (list == nullptr || !list->is_array()) return spans;
  for (const json::Value& span : list->as_array()) {
    if (span.is_string()) spans.push_back(span.as_string());
  }
  return spans;
}

// Quotation marks are no part of a statement: `"x"` and `x` are counted as one.
std::string_view WithoutQuotes(std::string_view span) {
  constexpr std::array<std::string_view, 3> kMarks = {"\"", "\u201c", "\u201d"};
  span = text::Strip(span);
  for (const std::string_view mark : kMarks) {
    if (span.starts_with(mark)) span.remove_prefix(mark.size());
  }
  for (const std::string_view mark : kMarks) {
    if (span.ends_with(mark)) span.remove_suffix(mark.size());
  }
  return text::Strip(span);
}

}  // namespace

Result<std::vector<EmergentRecord>> EmergentRecords(store::Records* records, std::size_t limit) {
  // Of each key one record is taken: a revision repeats the spans of the record before it.
  std::map<CacheKey, std::int64_t> speaker;
  TRY(records->ForEach([&](const store::Record& record) -> Result<bool> {
    const auto [it, added] = speaker.emplace(record.cache_key, record.record_id);
    if (!added && record.state == store::RecordState::kLive) it->second = record.record_id;
    return true;
  }));
  std::vector<EmergentRecord> list;
  TRY(records->ForEach([&](const store::Record& record) -> Result<bool> {
    if (speaker[record.cache_key] != record.record_id) return true;
    TRY_ASSIGN(const run::RunRecord run, RunOf(record));
    if (run.declined) return true;  // a text that declines to answer states nothing
    std::vector<std::string> spans = UnverifiedOf(run);
    if (spans.empty()) return true;
    list.push_back({record.cache_key, run.question, record.audit_mode, std::move(spans)});
    return list.size() < limit;
  }));
  return list;
}

Result<std::vector<EmergentSpan>> AggregateEmergent(store::Records* records) {
  TRY_ASSIGN(const std::vector<EmergentRecord> list,
             EmergentRecords(records, std::numeric_limits<std::size_t>::max()));
  struct Said {
    std::string text;
    std::set<CacheKey> keys;
  };
  std::map<std::string, Said> by_norm;
  for (const EmergentRecord& record : list) {
    for (const std::string& whole : record.spans) {
      const std::string span(WithoutQuotes(whole));
      Said& said = by_norm[judge::Normalize(span)];
      if (said.keys.empty() || span < said.text) said.text = span;
      said.keys.insert(record.cache_key);
    }
  }
  std::vector<EmergentSpan> spans;
  for (auto& [norm, said] : by_norm) {
    if (norm.empty()) continue;
    spans.push_back({said.text, said.keys.size(), {said.keys.begin(), said.keys.end()}});
  }
  std::ranges::sort(spans, [](const EmergentSpan& a, const EmergentSpan& b) {
    return std::tie(b.count, a.text) < std::tie(a.count, b.text);
  });
  return spans;
}

Result<std::vector<EmergentSpan>> LackingIn(CorpusLookup* corpus,
                                            const std::vector<EmergentSpan>& spans,
                                            std::size_t limit) {
  std::vector<EmergentSpan> lacking;
  for (const EmergentSpan& span : spans) {
    if (lacking.size() == limit) break;
    TRY_ASSIGN(const std::optional<CorpusPlace> place, corpus->Find(span.text));
    if (!place) lacking.push_back(span);
  }
  return lacking;
}

}  // namespace arborist::curate
