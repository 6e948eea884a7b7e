// SPDX-License-Identifier: AGPL-3.0-only
// Makes text, citations, usage and x_arborist of a result. A citation's place is found by searching
// the answer for the text of each supported part, from the end of the one before, so the search is
// linear; offsets are code points of the text as shown.
#include "serve/openai/answer.h"

#include <algorithm>
#include <map>
#include <utility>

#include "json/fields.h"
#include "judge/meanings.h"
#include "judge/unit_text.h"
#include "serve/http/web_uri.h"
#include "text/escape.h"
#include "text/utf8.h"

namespace arborist::serve::openai {

namespace {

constexpr std::size_t kPieceCodePoints = 48;

// Units and statuses are JSON, as records keep them.
std::string TextOf(const json::Value& value, std::string_view name) {
  return value.StringOr(name, "").value_or("");
}
bool IsTrue(const json::Value& value, std::string_view name) {
  const json::Value* found = value.Find(name);
  return found != nullptr && *found == json::Value(true);
}
json::Value VerdictOr(const run::RunRecord& record, std::string_view name, json::Value fallback) {
  const json::Value* found = record.Verdict(name);
  return found != nullptr ? *found : std::move(fallback);
}

json::Array ListOf(const json::Value& value, std::string_view name) {
  const json::Value* found = value.Find(name);
  return found != nullptr && found->is_array() ? found->as_array() : json::Array{};
}

struct Target {
  std::string url;
  std::string title;
};

// Where E1, E2, ... lead: to the page, or to the chunk as this server proves it.
std::map<std::int64_t, Target> TargetsOf(const run::RunRecord& record, std::string_view server) {
  std::map<std::int64_t, Target> targets;
  std::int64_t number = 0;
  for (const run::RecordedPassage& passage : record.passages) {
    const std::string& uri = passage.document_uri;
    Target target{http::IsWebUri(uri) ? uri
                                      : std::string(server) + "/api/v1/documents/" +
                                            passage.ref.document_root.hex() + "/chunks/" +
                                            std::to_string(passage.ref.chunk_idx),
                  passage.title.value_or("")};
    if (target.title.empty()) target.title = uri;
    target.title = text::ShowHidden(target.title);
    targets.emplace(++number, std::move(target));
  }
  return targets;
}

// The passages that one verified part of the answer rests on.
struct Supported {
  std::string text;
  std::vector<std::int64_t> numbers;
};

std::optional<std::int64_t> NumberOfPointer(const json::Value& pointer) {
  if (!pointer.is_string() || !pointer.as_string().starts_with('E')) return std::nullopt;
  const std::string& id = pointer.as_string();
  // E3.2 is a sentence of the third passage.
  const std::string digits = id.substr(1, std::min(id.find('.'), id.size()) - 1);
  if (digits.empty() || digits.size() > 6 ||
      digits.find_first_not_of("0123456789") != std::string::npos) {
    return std::nullopt;
  }
  return std::stoll(digits);
}

// Claims name their passages.
std::vector<Supported> SupportedClaims(const run::RunRecord& record) {
  std::vector<Supported> parts;
  for (const json::Value& claim : ListOf(record.verdict, "claim_statuses")) {
    if (TextOf(claim, "status") != "EVIDENCE_LINKED") continue;
    Supported part{TextOf(claim, "text"), {}};
    for (const json::Value& pointer : ListOf(claim, "pointer_ids")) {
      if (const auto number = NumberOfPointer(pointer)) part.numbers.push_back(*number);
    }
    parts.push_back(std::move(part));
  }
  return parts;
}

std::vector<Supported> SupportedParts(const run::RunRecord& record) {
  std::vector<Supported> parts = SupportedClaims(record);
  if (!parts.empty()) return parts;
  // Of quotations the verifier says where it found them.
  for (const json::Value& unit : record.units) {
    const json::Value* passage = unit.Find("passage");
    if (!IsTrue(unit, "verified") || passage == nullptr || !passage->is_object()) continue;
    if (const auto number = passage->Int("number")) {
      parts.push_back({TextOf(unit, "text"), {*number}});
    }
  }
  return parts;
}

std::vector<Citation> CitationsOf(const run::RunRecord& record, std::string_view text,
                                  std::string_view server) {
  const std::map<std::int64_t, Target> targets = TargetsOf(record, server);
  std::vector<Citation> citations;
  std::size_t byte = 0;
  std::int64_t point = 0;  // code points before `byte`
  for (const Supported& part : SupportedParts(record)) {
    // Parts stand in the text in their order; one that was reworded for show has no place.
    const std::string shown = text::ShowHidden(part.text);
    const std::size_t found = shown.empty() ? std::string::npos : text.find(shown, byte);
    if (found == std::string::npos) continue;
    point += static_cast<std::int64_t>(text::CountCodePoints(text.substr(byte, found - byte)));
    byte = found;
    const auto length = static_cast<std::int64_t>(text::CountCodePoints(shown));
    for (const std::int64_t number : part.numbers) {
      const auto target = targets.find(number);
      if (target == targets.end()) continue;
      citations.push_back({point, point + length, target->second.url, target->second.title});
    }
    byte += shown.size();
    point += length;
  }
  return citations;
}

// Cached: nothing was spent now. Without an endpoint: nothing was spent at all.
std::optional<Usage> UsageOf(const ask::AskResult& answer, std::string* counted_by) {
  const json::Value reply(answer.record.reply);
  const bool from_endpoint = !reply.as_object().empty() && reply.Find("nearest") == nullptr;
  *counted_by = "none";
  if (answer.cached || !from_endpoint) return Usage{};
  const json::Value* usage = reply.Find("usage");
  if (usage == nullptr) {
    *counted_by = "unknown";
    return std::nullopt;
  }
  const auto prompt = usage->Int("prompt_tokens");
  const auto completion = usage->Int("completion_tokens");
  *counted_by = "endpoint";
  return Usage{prompt.value_or(0), completion.value_or(0)};
}

json::Array SourceRoots(const run::RunRecord& record) {
  json::Array roots;
  for (const run::RecordedSource& source : record.sources) {
    roots.emplace_back(source.document.root.hex());
  }
  return roots;
}

// Each part of the answer with its verdict, whichever verifier judged.
json::Array ClaimsOf(const run::RunRecord& record) {
  json::Array claims;
  for (const json::Value& unit : record.units) {
    const json::Value judged = judge::WithVerdict(unit);
    const json::Value* passage = unit.Find("passage");
    claims.emplace_back(json::Object{
        {"text", json::MemberOr(unit, "text", "")},
        {"verdict", json::MemberOr(judged, "verdict", nullptr)},
        {"unsupported", json::MemberOr(unit, "unsupported", json::Array{})},
        {"unsupported_words", json::MemberOr(judged, "unsupported_words", json::Array{})},
        {"passage", passage != nullptr && passage->is_object()
                        ? json::MemberOr(*passage, "number", nullptr)
                        : json::Value(nullptr)}});
  }
  return claims;
}

// The label, and what was found of the parts that are not stated. proof: its address, or empty.
std::string LabelLine(const run::RunRecord& record, const std::string& proof) {
  if (record.declined) return "\n\ndeclined: nothing is claimed.";
  std::string line =
      "\n\n" + record.audit_mode() + ": " + json::DumpLine(VerdictOr(record, "n_verified", 0)) +
      " of " + json::DumpLine(VerdictOr(record, "n_quotes", 0)) + " parts stand in the sources.";
  line += judge::IsSelectionRung(record.rung)
              ? " It is " + std::string(judge::LabelMeaning(record.rung)) + "."
              : " " + std::string(judge::kNotJudged);
  for (const json::Value& unit : record.units) {
    if (judge::VerdictOf(unit) == "stated") continue;
    line += "\n- " + text::ShowHidden(TextOf(unit, "text")) + "\n  " +
            text::ShowHidden(judge::VerdictText(unit));
  }
  if (!proof.empty()) line += "\nProof: " + proof;
  return line;
}

template <typename Hash>
json::Value HexOrNull(const std::optional<Hash>& hash) {
  return hash ? json::Value(hash->hex()) : json::Value();
}
json::Value TextOrNull(const std::optional<std::string>& text) {
  return text ? json::Value(*text) : json::Value();
}

}  // namespace

Rendered Render(const ask::AskResult& answer, const QuestionRequest& asked,
                std::string_view server) {
  const run::RunRecord& record = answer.record;
  Rendered rendered;
  rendered.text = text::ShowHidden(record.answer_text);
  rendered.cached = answer.cached;
  rendered.citations = CitationsOf(record, rendered.text, server);
  std::string counted_by;
  rendered.usage = UsageOf(answer, &counted_by);
  rendered.cut = TextOf(json::Value(record.reply), "finish_reason") == "length";
  const std::optional<CacheKey> key = answer.cache_key();
  const std::string proof =
      answer.stored ? std::string(server) + "/api/v1/prove?target=" + answer.stored->cache_key.hex()
                    : std::string();
  rendered.x_arborist = {
      {"label", record.audit_mode()},
      {"rung", record.rung},
      {"units", VerdictOr(record, "n_quotes", 0)},
      {"units_verified", VerdictOr(record, "n_verified", 0)},
      {"claims", ClaimsOf(record)},
      {"declined", record.declined},
      {"failure_stage", TextOrNull(answer.failure_stage)},
      {"cache_key", HexOrNull(key)},
      {"cached", rendered.cached},
      {"answered_question", TextOrNull(answer.answered_question)},
      {"stored", answer.stored.has_value()},
      {"roots",
       json::Object{{"source", key ? json::Value(record.dimensions.source_root) : json::Value()},
                    {"run_dag", record.dag.root.hex()},
                    {"documents", SourceRoots(record)}}},
      {"record_hash",
       answer.stored ? json::Value(answer.stored->record_hash.hex()) : json::Value()},
      {"audit_event_hash", HexOrNull(answer.audit_event_hash)},
      {"proof", proof.empty() ? json::Value() : json::Value(proof)},
      {"answered_by", record.model.model_id},
      {"offset_unit", "code_points"},
      {"tokens_counted_by", counted_by},
      {"ignored_parameters", json::Array(asked.ignored.begin(), asked.ignored.end())}};
  if (asked.model.label) rendered.text += LabelLine(record, proof);
  return rendered;
}

std::vector<std::string_view> Pieces(std::string_view text) {
  std::vector<std::string_view> pieces;
  while (!text.empty()) {
    const std::string_view piece = text::Prefix(text, kPieceCodePoints);
    pieces.push_back(piece);
    text.remove_prefix(piece.size());
  }
  return pieces;
}

}  // namespace arborist::serve::openai
