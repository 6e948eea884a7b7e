// SPDX-License-Identifier: AGPL-3.0-only
// Policies: docs/format/policy.md. A policy is hashed with every field resolved to its default, so
// a new field or a changed default would move the hash of every record. Therefore each version has
// a frozen table of its fields and defaults (kFields1, ...), and only fields of the table are read
// and written. Fields that exist only in some policies (min_confidence, citation tags, extra_body)
// are absent when unused. InOlderVersion expresses a policy in the version before; a lookup uses it
// to find records that were kept under older keys.
#include "run/policy.h"

#include <array>
#include <cmath>
#include <set>

#include "base/check.h"
#include "question/keys.h"
#include "question/metacognition.h"
#include "question/quantifier.h"

namespace arborist::run {

namespace {

constexpr std::string_view kVersionField = "policy_version";
constexpr std::string_view kMinConfidenceField = "min_confidence";
constexpr std::string_view kTagsField = "claim_lattice_citation_tags";

std::unexpected<Error> Bad(std::string_view name, std::string_view must) {
  return Fail(ErrorCode::kInvalidArgument,
              "policy field " + std::string(name) + " must be " + std::string(must));
}

// -- for each type of field: how it is written and read
json::Value Write(bool value) { return value; }
json::Value Write(std::int64_t value) { return value; }
json::Value Write(double value) { return value; }
json::Value Write(judge::AnswerMode value) { return Name(value); }
json::Value Write(judge::Verifier value) { return Name(value); }
json::Value Write(judge::EntityPolicy value) {
  constexpr std::array<std::string_view, 4> kNames = {"strict", "hybrid", "drop", "proximity"};
  return kNames[static_cast<std::size_t>(value)];
}
json::Value Write(question::Dedup value) { return Name(value); }
json::Value Write(const std::set<std::string, std::less<>>& value) {
  return json::Array(value.begin(), value.end());
}

Status Read(std::string_view name, const json::Value& from, bool* to) {
  if (!from.is_bool()) return Bad(name, "true or false");
  *to = from.as_bool();
  return {};
}
Status Read(std::string_view name, const json::Value& from, std::int64_t* to) {
  if (!from.is_int() || from.as_int() < 0) return Bad(name, "a whole number that is not negative");
  *to = from.as_int();
  return {};
}
Status Read(std::string_view name, const json::Value& from, double* to) {
  if (!from.is_number() || !std::isfinite(from.as_double()) || from.as_double() < 0) {
    return Bad(name, "a number that is not negative");
  }
  *to = from.as_double();
  return {};
}
template <typename Enum, typename FromName>
Status ReadName(std::string_view name, const json::Value& from, FromName from_name,
                std::string_view choices, Enum* to) {
  const auto value = from.is_string() ? from_name(from.as_string()) : std::optional<Enum>();
  if (!value) return Bad(name, choices);
  *to = *value;
  return {};
}
Status Read(std::string_view name, const json::Value& from, judge::AnswerMode* to) {
  return ReadName(name, from, judge::AnswerModeFromName,
                  "quote, claim_lattice_pointer, claim_lattice or select", to);
}
Status Read(std::string_view name, const json::Value& from, judge::Verifier* to) {
  return ReadName(name, from, judge::VerifierFromName, "reference-v9.8, lexical-v2 or lexical-v3",
                  to);
}
Status Read(std::string_view name, const json::Value& from, judge::EntityPolicy* to) {
  return ReadName(name, from, judge::EntityPolicyFromName, "strict, hybrid, drop or proximity", to);
}
Status Read(std::string_view name, const json::Value& from, question::Dedup* to) {
  return ReadName(name, from, question::DedupFromName,
                  "strict, equivalence_class or equivalence_class_v2", to);
}
Status Read(std::string_view name, const json::Value& from,
            std::set<std::string, std::less<>>* to) {
  if (!from.is_array()) return Bad(name, "a list of names");
  to->clear();
  for (const json::Value& item : from.as_array()) {
    if (!item.is_string()) return Bad(name, "a list of names");
    to->insert(item.as_string());
  }
  return {};
}

// Name and type of every field. Which of them a policy has depends on its version, below.
template <typename PolicyType, typename Visit>
void ForEachField(PolicyType& p, Visit&& visit) {
  visit("answer_mode", p.answer_mode);
  visit("verifier", p.verifier);
  visit("question_dedup", p.question_dedup);
  visit("temperature", p.temperature);
  visit("top_p", p.top_p);
  visit("max_tokens", p.max_tokens);
  visit("context_chars", p.context_chars);
  visit("hyphen_fold_v1", p.hyphen_fold_v1);
  visit("mechanical_repair", p.mechanical_repair);
  visit("structured_output", p.structured_output);
  visit("entity_policy", p.quote.entity_policy);
  visit("proximity_n", p.quote.proximity_n);
  visit("proximity_window", p.quote.proximity_window);
  visit("claim_lattice_allowed_source_roles", p.lattice.allowed_source_roles);
  visit("claim_lattice_max_pointers_per_claim", p.lattice.max_pointers_per_claim);
  visit("claim_lattice_min_citation_coverage", p.lattice.min_citation_coverage);
  visit("claim_lattice_max_claims_per_answer", p.lattice.max_claims_per_answer);
  visit("claim_lattice_min_claim_content_tokens", p.lattice.min_claim_content_tokens);
  visit("claim_lattice_subject_tokens_absent_threshold", p.lattice.subject_tokens_absent_threshold);
  visit("claim_lattice_lazy_anchor_demote_threshold", p.lattice.lazy_anchor_demote_threshold);
  visit("claim_lattice_lazy_anchor_demote_min_pairs", p.lattice.lazy_anchor_demote_min_pairs);
  visit("claim_lattice_warrant_check_enabled", p.lattice.warrant_check_enabled);
  visit("deflection_check_enabled", p.lattice.deflection_check_enabled);
  visit("format_collapse_check_enabled", p.lattice.format_collapse_check_enabled);
  visit("claim_lattice_max_selected", p.lattice.max_selected);
}

// FROZEN: the fields of each version with their defaults. A new field or default needs a new
// version: in an older one it would change the hash of every record. Not in the table: extra_body,
// and context_chars, whose default depends on the mode.
constexpr std::string_view kFields1 = R"({
  "answer_mode": "claim_lattice_pointer",
  "verifier": "lexical-v2",
  "question_dedup": "equivalence_class",
  "temperature": 0.1,
  "top_p": 1.0,
  "max_tokens": 512,
  "context_chars": 0,
  "hyphen_fold_v1": true,
  "mechanical_repair": true,
  "structured_output": true,
  "entity_policy": "proximity",
  "proximity_n": 3,
  "proximity_window": 300,
  "claim_lattice_allowed_source_roles": ["background_source", "primary_answer_source", "secondary_context_source", "unclassified"],
  "claim_lattice_max_pointers_per_claim": 2,
  "claim_lattice_min_citation_coverage": 0.3,
  "claim_lattice_max_claims_per_answer": 12,
  "claim_lattice_min_claim_content_tokens": 2,
  "claim_lattice_subject_tokens_absent_threshold": 3,
  "claim_lattice_lazy_anchor_demote_threshold": 0.5,
  "claim_lattice_lazy_anchor_demote_min_pairs": 3,
  "claim_lattice_warrant_check_enabled": true,
  "deflection_check_enabled": true,
  "format_collapse_check_enabled": true,
  "quantifier_guard_enabled": true,
  "quantifier_guard_apply_caps": false,
  "quantifier_apply_caps_modes": ["claim_lattice"],
  "quantifier_reminder_enabled": true,
  "reject_broad": false,
  "block_on_contradiction": false,
  "metacognition_enabled": true,
  "metacognition_quantifier": true,
  "metacognition_temporal": true,
  "metacognition_contradiction": true,
  "metacognition_false_premise": true,
  "metacognition_out_of_corpus": true,
  "metacognition_reference_frame": true
})";
// Version 2: changes to version 1.
constexpr std::string_view kFields2 = R"({})";
// Version 3: changes to version 2.
constexpr std::string_view kFields3 = R"({"question_dedup": "equivalence_class_v2"})";
// Version 4: changes to version 3.
constexpr std::string_view kFields4 = R"({"verifier": "lexical-v3"})";
// Version 4 in mode select: further fields. No policy could have that mode before version 4.
constexpr std::string_view kSelectFields = R"({"claim_lattice_max_selected": 6})";

json::Object ReadTable(std::string_view text) {
  auto table = json::Parse(text);
  CHECK(table && table->is_object());
  return std::move(table->as_object());
}

// The fields that a policy of the version may set, with their defaults.
const json::Object& FieldsOf(PolicyVersion version, judge::AnswerMode mode) {
  const auto with = [](json::Object fields, std::string_view changes) {
    for (auto& [name, value] : ReadTable(changes)) fields[name] = value;
    return fields;
  };
  static const json::Object first = ReadTable(kFields1);
  static const json::Object second = with(first, kFields2);
  static const json::Object third = with(second, kFields3);
  static const json::Object fourth = with(third, kFields4);
  static const json::Object select = with(fourth, kSelectFields);
  switch (version) {
    case PolicyVersion::k1:
      return first;
    case PolicyVersion::k2:
      return second;
    case PolicyVersion::k3:
      return third;
    case PolicyVersion::k4:
      break;
  }
  return mode == judge::AnswerMode::kSelect ? select : fourth;
}

// The answer mode is read first, because it decides which fields there are.
judge::AnswerMode ModeNamed(const json::Value& policy) {
  const json::Value* given = policy.Find("answer_mode");
  const auto mode = given != nullptr && given->is_string()
                        ? judge::AnswerModeFromName(given->as_string())
                        : std::nullopt;
  return mode.value_or(judge::AnswerMode::kClaimLatticePointer);
}

// FROZEN: values that a field may have only from some version on. No older record has them.
Status CheckNames(const Policy& policy) {
  if (policy.version < PolicyVersion::k3 &&
      policy.question_dedup == question::Dedup::kEquivalenceClassV2) {
    return Bad("question_dedup", "strict or equivalence_class before policy_version 3");
  }
  if (policy.version < PolicyVersion::k3 && policy.verifier == judge::Verifier::kLexicalV3) {
    return Bad("verifier", "reference-v9.8 or lexical-v2 before policy_version 3");
  }
  if (policy.lattice.tags == evidence::Tags::kSentences) {
    const bool writes_tags = policy.answer_mode == judge::AnswerMode::kClaimLatticePointer ||
                             policy.answer_mode == judge::AnswerMode::kClaimLattice;
    if (!writes_tags || policy.version < PolicyVersion::k4 ||
        policy.verifier != judge::Verifier::kLexicalV3) {
      return Bad(kTagsField,
                 "passage, or where answer_mode is claim_lattice_pointer or claim_lattice with "
                 "lexical-v3 from policy_version 4 on, sentence");
    }
  }
  if (policy.answer_mode != judge::AnswerMode::kSelect) return {};
  if (policy.version < PolicyVersion::k4) {
    return Bad("answer_mode",
               "quote, claim_lattice_pointer or claim_lattice before policy_version 4");
  }
  if (policy.verifier != judge::Verifier::kLexicalV3) {
    return Bad("verifier", "lexical-v3 where answer_mode is select");
  }
  if (policy.lattice.max_selected < 1 || policy.lattice.max_selected > kMostSelected) {
    return Bad("claim_lattice_max_selected", "1 to " + std::to_string(kMostSelected));
  }
  return {};
}

// FROZEN: fields that follow from others. A policy may state them but not change them.
json::Object Derived(const Policy& policy) {
  const prompt::Mode mode = PromptMode(policy);
  const bool lexical = judge::IsLexical(policy.verifier);
  json::Object derived{{"repair", lexical ? "repair-v2" : "reference-v9.8"},
                       {"base_version", markup::Names(BasesOf(policy.version))},
                       {"classifier_version", question::kQuantifierVersion},
                       {"metacognition_version", question::kMetacognitionVersion},
                       {"prompt_version", prompt::PromptFor(mode).version},
                       {"prompt_hash", prompt::PromptHash(mode).hex()}};
  if (policy.version == PolicyVersion::k1) return derived;
  derived.emplace(kVersionField, static_cast<std::int64_t>(policy.version));
  derived.emplace("rendering", evidence::Name(RenderingOf(policy.version)));
  if (ListsSentences(policy)) {
    derived.emplace("claim_lattice_sentences", evidence::kSentencesVersion);
  }
  return derived;
}

Result<PolicyVersion> VersionOf(const json::Value& policy, PolicyVersion absent) {
  const json::Value* given = policy.Find(kVersionField);
  if (given == nullptr) return absent;
  const auto newest = static_cast<std::int64_t>(kNewestPolicy);
  if (!given->is_int() || given->as_int() < 1 || given->as_int() > newest) {
    return Bad(kVersionField, "1 to " + std::to_string(newest) + " here");
  }
  return static_cast<PolicyVersion>(given->as_int());
}

// A number from 0 to 1 in whole thousandths.
Status ReadMinConfidence(const json::Value& value, Policy* policy) {
  constexpr double kHair = 1e-9;
  const json::Value* given = value.Find(kMinConfidenceField);
  const double thousandths = given->is_number() ? given->as_double() * 1000 : -1;
  const bool whole = std::abs(thousandths - std::round(thousandths)) < kHair;
  if (policy->version < PolicyVersion::k4 || !(thousandths >= 0) || thousandths > 1000 || !whole) {
    return Bad(kMinConfidenceField,
               "a number from 0 to 1 with three decimals at most, from policy_version 4 on");
  }
  policy->min_confidence = std::llround(thousandths);
  return {};
}

// Absent means passage, so that policies which cite passages keep their hash.
Status ReadTags(const json::Value& value, Policy* policy) {
  const json::Value* given = value.Find(kTagsField);
  if (given == nullptr) return {};
  return ReadName(kTagsField, *given, evidence::TagsFromName, "passage or sentence",
                  &policy->lattice.tags);
}

Result<Policy> Read(const json::Value& value, PolicyVersion absent) {
  if (!value.is_object())
    return Fail(ErrorCode::kInvalidArgument, "a policy must be a JSON object");
  Policy policy;
  TRY_ASSIGN(policy.version, VersionOf(value, absent));
  json::Object fields = FieldsOf(policy.version, ModeNamed(value));
  for (const auto& [name, given] : value.as_object()) {
    if (const auto field = fields.find(name); field != fields.end()) field->second = given;
  }
  Status status;
  ForEachField(policy, [&](std::string_view name, auto& field) {
    const auto given = fields.find(name);
    if (given == fields.end() || !status) return;  // a field of a newer version
    status = Read(name, given->second, &field);
  });
  TRY(status);
  if (policy.context_chars == 0) policy.context_chars = DefaultContextChars(policy.answer_mode);
  policy.lattice.verifier = policy.verifier;
  policy.lattice.rendering = RenderingOf(policy.version);
  TRY(ReadTags(value, &policy));
  TRY(CheckNames(policy));
  if (policy.max_tokens == 0) return Bad("max_tokens", "1 or more");
  TRY_ASSIGN(policy.preflight, question::ReadPreflightPolicy(json::Value(fields)));
  if (value.Find(kMinConfidenceField) != nullptr) TRY(ReadMinConfidence(value, &policy));
  if (const json::Value* extra = value.Find("extra_body")) {
    if (!extra->is_object()) return Bad("extra_body", "an object");
    policy.extra_body = extra->as_object();
  }
  const json::Object derived = Derived(policy);
  for (const auto& [name, given] : value.as_object()) {
    if (const auto fixed = derived.find(name); fixed != derived.end()) {
      if (given != fixed->second) return Bad(name, json::Dump(fixed->second) + " here");
    } else if (!fields.contains(name) && name != "extra_body" && name != kMinConfidenceField &&
               name != kTagsField && name != kVersionField) {
      return Fail(ErrorCode::kInvalidArgument,
                  "unknown policy field " + name + "; docs/format/policy.md lists those that are");
    }
  }
  return policy;
}

}  // namespace

std::int64_t DefaultContextChars(judge::AnswerMode mode) {
  return mode == judge::AnswerMode::kClaimLattice ? 24000 : 16000;
}

evidence::Rendering RenderingOf(PolicyVersion version) {
  switch (version) {
    case PolicyVersion::k1:
      return evidence::Rendering::kReferenceV98;
    case PolicyVersion::k2:
    case PolicyVersion::k3:
      return evidence::Rendering::kOneLineV1;
    case PolicyVersion::k4:
      break;
  }
  return evidence::Rendering::kOneLineV2;
}

markup::BaseSet BasesOf(PolicyVersion version) {
  return version < PolicyVersion::k3 ? markup::BaseSet::kWikitext : markup::BaseSet::kAll;
}

Result<Policy> ReadPolicy(const json::Value& value) { return Read(value, PolicyVersion::k1); }

Result<Policy> ReadWantedPolicy(const json::Value& value) { return Read(value, kNewestPolicy); }

json::Object ToJson(const Policy& policy) {
  json::Members members;
  members.reserve(64);
  const json::Object& fields = FieldsOf(policy.version, policy.answer_mode);
  for (auto& field : Derived(policy).TakeMembers()) members.push_back(std::move(field));
  const auto add = [&](std::string_view name, json::Value value) {
    if (fields.contains(name)) members.emplace_back(std::string(name), std::move(value));
  };
  ForEachField(policy, [&](std::string_view name, const auto& field) { add(name, Write(field)); });
  if (policy.context_chars == 0) add("context_chars", DefaultContextChars(policy.answer_mode));
  for (auto& [name, value] : question::ToJson(policy.preflight)) add(name, value);
  if (policy.min_confidence) {
    members.emplace_back(kMinConfidenceField, static_cast<double>(*policy.min_confidence) / 1000);
  }
  if (policy.lattice.tags == evidence::Tags::kSentences) {
    members.emplace_back(kTagsField, Name(policy.lattice.tags));
  }
  if (policy.extra_body) members.emplace_back("extra_body", *policy.extra_body);
  return json::ToObject(std::move(members));
}

Hash256 GovernanceHash(const json::Object& resolved) {
  const auto hash = question::HashCanonicalJson(resolved);
  CHECK(hash);  // all numbers were read as finite
  return *hash;
}

Hash256 VerifierHash(const json::Object& resolved) {
  const auto hash = question::VerifierPolicyHash(resolved);
  CHECK(hash);
  return *hash;
}

bool ListsSentences(const Policy& policy) {
  return policy.answer_mode == judge::AnswerMode::kSelect ||
         policy.lattice.tags == evidence::Tags::kSentences;
}

prompt::Mode PromptMode(const Policy& policy) {
  const bool sentences = policy.lattice.tags == evidence::Tags::kSentences;
  switch (policy.answer_mode) {
    case judge::AnswerMode::kQuote:
      return prompt::Mode::kQuote;
    case judge::AnswerMode::kClaimLatticePointer:
      return sentences ? prompt::Mode::kPointerToSentence : prompt::Mode::kPointer;
    case judge::AnswerMode::kSelect:
      return prompt::Mode::kSelect;
    case judge::AnswerMode::kClaimLattice:
      break;
  }
  return sentences ? prompt::Mode::kJsonToSentence : prompt::Mode::kJson;
}

std::optional<Policy> InOlderVersion(Policy policy) {
  if (policy.version == PolicyVersion::k1) return std::nullopt;
  if (policy.min_confidence.value_or(kMinConfidence) != kMinConfidence) return std::nullopt;
  if (policy.lattice.tags == evidence::Tags::kSentences) return std::nullopt;
  if (policy.version == PolicyVersion::k4) policy.min_confidence.reset();
  const auto older = static_cast<PolicyVersion>(static_cast<std::uint8_t>(policy.version) - 1);
  // A field that the older version lacks must have its default, which is how older runs behaved.
  const json::Object& known = FieldsOf(older, policy.answer_mode);
  const json::Object& defaults = FieldsOf(policy.version, policy.answer_mode);
  for (const auto& [name, value] : ToJson(policy)) {
    const auto added = defaults.find(name);
    if (added != defaults.end() && !known.contains(name) && value != added->second) return {};
  }
  policy.version = older;
  policy.lattice.rendering = RenderingOf(older);
  // The values of a field can grow too; ReadPolicy refuses those that the older version lacks.
  const auto read = ReadPolicy(ToJson(policy));
  return read ? std::optional(*read) : std::nullopt;
}

std::optional<Policy> WithAlternateDedup(Policy policy) {
  const auto alternate = question::AlternateOf(policy.question_dedup);
  if (!alternate) return std::nullopt;
  policy.question_dedup = *alternate;
  return policy;
}

}  // namespace arborist::run
