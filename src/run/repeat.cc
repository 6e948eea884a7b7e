// SPDX-License-Identifier: AGPL-3.0-only
// Performs a kept run again from the texts of its passages and compares. The record hash covers
// everything but titles, URIs, roles and units; those are checked one by one, because a changed
// title would be shown to people as if it were proved. A unit must repeat a status of the verdict,
// and the excerpt it shows must stand in its passage at that offset. ShowsOnlyItsClaims closes a
// hole of policy version 1, which rendered titles and excerpts unchanged: a document whose title
// contains a line break and "- ..." could add a claim of its own to an answer that verifies. Such
// an answer is not served.
#include "run/repeat.h"

#include <algorithm>

#include "run/assess.h"
#include "text/scan.h"

namespace arborist::run {

namespace {

std::unexpected<Error> Differs(std::string_view what) {
  return Fail(ErrorCode::kDoesNotHold, std::string(what) + " does not come out as it is kept");
}

const json::Array* ListOf(const json::Value& value, std::string_view field) {
  const json::Value* list = value.Find(field);
  return list != nullptr && list->is_array() ? &list->as_array() : nullptr;
}

bool SameMember(const json::Value& a, const json::Value& b, std::string_view field) {
  const json::Value* in_a = a.Find(field);
  const json::Value* in_b = b.Find(field);
  return in_a != nullptr && in_b != nullptr && *in_a == *in_b;
}

bool SaysTrue(const json::Value& value, std::string_view field) {
  const json::Value* member = value.Find(field);
  return member != nullptr && member->is_bool() && member->as_bool();
}

// Whether the text of a place stands in its passage at its offset.
bool PlaceStands(const json::Value& place, std::span<const std::string> spans) {
  const auto number = place.Int("number");
  const auto begin = place.Int("offset_start");
  const auto text = place.String("text");
  if (!number || !begin || !text || *number < 1 || *begin < 0 ||
      static_cast<std::size_t>(*number) > spans.size()) {
    return false;
  }
  std::string_view span = spans[static_cast<std::size_t>(*number) - 1];
  span.remove_prefix(text::Prefix(span, static_cast<std::size_t>(*begin)).size());
  return span.starts_with(*text);
}

// The same for the place of a unit and for those of the lines shown beside it.
bool StandsThere(const json::Value& unit, std::span<const std::string> spans) {
  const json::Value* place = unit.Find("passage");
  if (place != nullptr && !PlaceStands(*place, spans)) return false;
  const json::Array* context = ListOf(unit, "context");
  return context == nullptr || std::ranges::all_of(*context, [&](const json::Value& beside) {
           return PlaceStands(beside, spans);
         });
}

// Units are under no hash. Each must repeat a status of the verdict, which is, and a place that is
// there.
bool UnitsHold(const RunRecord& kept, std::span<const std::string> spans) {
  const json::Array* statuses = ListOf(kept.verdict, "claim_statuses");
  if (kept.units.empty()) return true;
  if (statuses == nullptr || statuses->size() != kept.units.size()) return false;
  for (std::size_t i = 0; i < kept.units.size(); ++i) {
    const json::Value& unit = kept.units[i];
    if (!SameMember(unit, (*statuses)[i], "text") || !SameMember(unit, (*statuses)[i], "status")) {
      return false;
    }
    const std::string& status = unit.Find("status")->as_string();
    const bool verified = status == "EVIDENCE_LINKED" || status == "VERIFIED_QUOTE" ||
                          status == "SUPPORTED_PARAPHRASE";
    if (SaysTrue(unit, "verified") != verified ||
        SaysTrue(unit, "partly") != (status == "EVIDENCE_LINKED_PARTIAL") ||
        !StandsThere(unit, spans)) {
      return false;
    }
  }
  return true;
}

// Each passage must have the name and role of its source.
bool NamesHold(const RunRecord& kept) {
  for (const RecordedPassage& passage : kept.passages) {
    bool found = false;
    for (const RecordedSource& source : kept.sources) {
      if (source.document.root != passage.ref.document_root) continue;
      found = passage.document_uri == source.document_uri &&
              passage.title.value_or("") == source.title &&
              passage.source_role == source.ranked.source_role;
    }
    if (!found) return false;
  }
  return true;
}

}  // namespace

Result<RunRecord> Repeat(RunRecord kept, const Hash256& record_hash,
                         std::span<const std::string> spans) {
  TRY_ASSIGN(const Inputs inputs, InputsOf(kept, spans));
  const Assessment assessment = Assess(inputs, kept.raw_answer, false);
  TRY_ASSIGN(Finished made, Finish({.inputs = &inputs,
                                    .assessment = &assessment,
                                    .sources = kept.sources,
                                    .retrieval_plan = kept.retrieval_plan,
                                    .corpus_profile = kept.corpus_profile,
                                    .parts = kept.parts}));
  const auto without_wording = [](const json::Value& verdict) {
    return run_dag::WithoutWording({verdict});
  };
  if (made.record_hash != record_hash || HashRecord(StatementOf(kept)) != record_hash) {
    return Differs("the record's hash");
  }
  if (made.record.policy != kept.policy) return Differs("the policy");
  if (made.record.answer_text != kept.answer_text) return Differs("the answer");
  if (made.record.repairs != kept.repairs || made.record.declined != kept.declined) {
    return Differs("what was mended in the answer");
  }
  if (made.record.rung != kept.rung ||
      without_wording(made.record.verdict) != without_wording(kept.verdict)) {
    return Differs("the verdict");
  }
  if (made.record.dag != kept.dag) return Differs("the run");
  if (!NamesHold(kept)) return Differs("the name of a source");
  if (!UnitsHold(kept, spans)) return Differs("what is shown of its units");
  kept.verdict = std::move(made.record.verdict);
  return kept;
}

bool ShowsOnlyItsClaims(const RunRecord& run) {
  const auto policy = ReadPolicy(run.policy);
  if (!policy) return false;
  if (evidence::IsOneLine(RenderingOf(policy->version))) return true;
  const json::Value* rendered = run.Verdict("rendered_text");
  const json::Array* statuses = ListOf(run.verdict, "claim_statuses");
  if (rendered == nullptr || *rendered != json::Value(run.answer_text) || statuses == nullptr) {
    return true;  // a declined answer, or the model's words: they show no title
  }
  for (const RecordedPassage& passage : run.passages) {
    const std::string title = passage.title.value_or("");
    if (evidence::LabelOnOneLine(title) != title) return false;
  }
  std::size_t claims = 0, cited = 0;
  for (const json::Value& status : *statuses) {
    const json::Array* ids = ListOf(status, "evidence_ids");
    if (ids == nullptr || ids->empty()) continue;
    ++claims;
    cited += ids->size();
  }
  std::size_t bullets = 0, evidence = 0, ends = 0;
  for (const std::string_view line : text::SplitLines(run.answer_text)) {
    const std::string_view stripped = text::Strip(line);
    if (stripped.starts_with("- ")) ++bullets;
    if (stripped.starts_with("[E")) ++evidence;
    for (std::size_t at = line.find("\"]"); at != std::string_view::npos;
         at = line.find("\"]", at + 1)) {
      ++ends;
    }
  }
  return bullets == claims && evidence == cited && ends == cited;
}

}  // namespace arborist::run
