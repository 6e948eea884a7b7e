// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/openai/answer.h"

#include <algorithm>
#include <map>
#include <utility>

#include "json/fields.h"
#include "serve/http/web_uri.h"
#include "text/escape.h"
#include "text/utf8.h"
#include "verify/meanings.h"
#include "verify/unit_text.h"

namespace arborist::serve::openai {

namespace {

constexpr std::size_t kPieceCodePoints = 48;

std::string TextOf(const json::Value& value, std::string_view name) {
  return value.StringOr(name, "").value_or("");
}
bool IsTrue(const json::Value& value, std::string_view name) {
  const json::Value* found = value.Find(name);
  return found != nullptr && *found == json::Value(true);
}
const json::Array& ListOf(const json::Value& value, std::string_view name) {
  static const json::Array kNone;
  const json::Value* found = value.Find(name);
  return found != nullptr && found->is_array() ? found->as_array() : kNone;
}

struct Target {
  std::string url;
  std::string title;
};

// Where E1, E2, ... lead: to the page, or to the chunk as this server proves it.
std::map<std::int64_t, Target> TargetsOf(const json::Value& answer, std::string_view server) {
  std::map<std::int64_t, Target> targets;
  for (const json::Value& passage : ListOf(answer, "passages")) {
    const auto number = passage.Int("number");
    const auto chunk = passage.Int("chunk_idx");
    const std::string root = TextOf(passage, "document_root");
    if (!number || !chunk || root.empty()) continue;
    const std::string uri = TextOf(passage, "document_uri");
    Target target{http::IsWebUri(uri) ? uri
                                      : std::string(server) + "/api/v1/documents/" + root +
                                            "/chunks/" + std::to_string(*chunk),
                  TextOf(passage, "title")};
    if (target.title.empty()) target.title = uri;
    target.title = text::ShowHidden(target.title);
    targets.emplace(*number, std::move(target));
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

std::vector<Supported> SupportedParts(const json::Value& answer) {
  std::vector<Supported> parts;
  // Claims name their passages; of quotations the verifier says where it found them.
  for (const json::Value& claim : ListOf(answer, "claim_statuses")) {
    if (TextOf(claim, "status") != "EVIDENCE_LINKED") continue;
    Supported part{TextOf(claim, "text"), {}};
    for (const json::Value& pointer : ListOf(claim, "pointer_ids")) {
      if (const auto number = NumberOfPointer(pointer)) part.numbers.push_back(*number);
    }
    parts.push_back(std::move(part));
  }
  if (!parts.empty()) return parts;
  for (const json::Value& unit : ListOf(answer, "units")) {
    const json::Value* passage = unit.Find("passage");
    if (!IsTrue(unit, "verified") || passage == nullptr || !passage->is_object()) continue;
    if (const auto number = passage->Int("number")) {
      parts.push_back({TextOf(unit, "text"), {*number}});
    }
  }
  return parts;
}

std::vector<Citation> CitationsOf(const json::Value& answer, std::string_view text,
                                  std::string_view server) {
  const std::map<std::int64_t, Target> targets = TargetsOf(answer, server);
  std::vector<Citation> citations;
  std::size_t byte = 0;
  std::int64_t point = 0;  // code points before `byte`
  for (const Supported& part : SupportedParts(answer)) {
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
std::optional<Usage> UsageOf(const json::Value& answer, std::string* counted_by) {
  const json::Value* reply = answer.Find("reply");
  const bool from_endpoint = reply != nullptr && reply->is_object() &&
                             !reply->as_object().empty() && reply->Find("nearest") == nullptr;
  *counted_by = "none";
  if (IsTrue(answer, "cached") || !from_endpoint) return Usage{};
  const json::Value* usage = reply->Find("usage");
  if (usage == nullptr) {
    *counted_by = "unknown";
    return std::nullopt;
  }
  const auto prompt = usage->Int("prompt_tokens");
  const auto completion = usage->Int("completion_tokens");
  *counted_by = "endpoint";
  return Usage{prompt.value_or(0), completion.value_or(0)};
}

json::Array SourceRoots(const json::Value& answer) {
  json::Array roots;
  for (const json::Value& source : ListOf(answer, "sources")) {
    roots.emplace_back(TextOf(source, "document_root"));
  }
  return roots;
}

// Each part of the answer with its verdict, whichever verifier judged.
json::Array ClaimsOf(const json::Value& answer) {
  json::Array claims;
  for (const json::Value& unit : ListOf(answer, "units")) {
    const json::Value judged = verify::WithVerdict(unit);
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

// The label, and what was found of the parts that are not stated.
std::string LabelLine(const json::Value& answer, const json::Value& proof) {
  if (IsTrue(answer, "declined")) return "\n\ndeclined: nothing is claimed.";
  const json::Value verified = json::MemberOr(answer, "n_verified", 0);
  const json::Value units = json::MemberOr(answer, "n_quotes", 0);
  std::string line = "\n\n" + TextOf(answer, "audit_mode") + ": " + json::DumpLine(verified) +
                     " of " + json::DumpLine(units) + " parts stand in the sources.";
  const std::string rung = TextOf(answer, "rung");
  line += verify::IsSelectionRung(rung) ? " It is " + std::string(verify::LabelMeaning(rung)) + "."
                                        : " " + std::string(verify::kNotJudged);
  for (const json::Value& unit : ListOf(answer, "units")) {
    if (verify::VerdictOf(unit) == "stated") continue;
    line += "\n- " + text::ShowHidden(TextOf(unit, "text")) + "\n  " +
            text::ShowHidden(verify::VerdictText(unit));
  }
  if (proof.is_string()) line += "\nProof: " + proof.as_string();
  return line;
}

}  // namespace

Rendered Render(const json::Value& answer, const Asked& asked, std::string_view server) {
  Rendered rendered;
  rendered.text = text::ShowHidden(TextOf(answer, "answer_text"));
  rendered.cached = IsTrue(answer, "cached");
  rendered.citations = CitationsOf(answer, rendered.text, server);
  std::string counted_by;
  rendered.usage = UsageOf(answer, &counted_by);
  if (const json::Value* reply = answer.Find("reply"); reply != nullptr) {
    rendered.cut = TextOf(*reply, "finish_reason") == "length";
  }
  const std::string key = TextOf(answer, "cache_key");
  const bool stored = IsTrue(answer, "stored");
  const json::Value proof = stored
                                ? json::Value(std::string(server) + "/api/v1/prove?target=" + key)
                                : json::Value(nullptr);
  const json::Value* dimensions = answer.Find("key_dims");
  const json::Value* model = answer.Find("model");
  rendered.x_arborist = {
      {"label", json::MemberOr(answer, "audit_mode", nullptr)},
      {"rung", json::MemberOr(answer, "rung", nullptr)},
      {"units", json::MemberOr(answer, "n_quotes", 0)},
      {"units_verified", json::MemberOr(answer, "n_verified", 0)},
      {"claims", ClaimsOf(answer)},
      {"declined", json::MemberOr(answer, "declined", false)},
      {"failure_stage", json::MemberOr(answer, "failure_stage", nullptr)},
      {"cache_key", json::MemberOr(answer, "cache_key", nullptr)},
      {"cached", rendered.cached},
      {"answered_question", json::MemberOr(answer, "answered_question", nullptr)},
      {"stored", stored},
      {"roots", json::Object{{"source", dimensions != nullptr
                                            ? json::MemberOr(*dimensions, "source_root", nullptr)
                                            : json::Value(nullptr)},
                             {"run_dag", json::MemberOr(answer, "run_dag_root", nullptr)},
                             {"documents", SourceRoots(answer)}}},
      {"record_hash", json::MemberOr(answer, "record_hash", nullptr)},
      {"audit_event_hash", json::MemberOr(answer, "audit_event_hash", nullptr)},
      {"proof", proof},
      {"answered_by",
       model != nullptr ? json::MemberOr(*model, "model_id", nullptr) : json::Value(nullptr)},
      {"offset_unit", "code_points"},
      {"tokens_counted_by", counted_by},
      {"ignored_parameters", json::Array(asked.ignored.begin(), asked.ignored.end())}};
  if (asked.model.label) rendered.text += LabelLine(answer, proof);
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
