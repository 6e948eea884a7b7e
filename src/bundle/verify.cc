// SPDX-License-Identifier: AGPL-3.0-only
// Entry to all checks: parses the file strictly, dispatches by `format`, and checks the trusted
// root last. The checks that passages and documents share are here too. Attacks that are met here:
// - A member twice in an object: readers differ on which one counts, so another reader could show a
//   text that was not checked. Such a file is no bundle (unique_keys).
// - A member that the format does not have: it would look proved to whoever reads the file.
//   UnknownMember refuses it, at any depth.
// - A trusted root that merely occurs in the file: CheckTrustedRoot accepts only roots to which
//   other checks have tied the content (VerifyReport::roots).
// - An unknown version name: "not checked", never valid and never refused.
#include "bundle/verify.h"

#include <algorithm>
#include <array>
#include <span>

#include "bundle/checker.h"
#include "bundle/core_bundle.h"
#include "bundle/log_bundle.h"
#include "crypto/sha256.h"
#include "text/canonical.h"

namespace arborist::bundle {

namespace {

// Bundles come from outside: errors in their fields are bad data, not bad parameters.
Error AsData(Error error) {
  if (error.code == ErrorCode::kInvalidArgument) error.code = ErrorCode::kInvalidData;
  return std::move(error).In("bundle");
}

Result<std::vector<Location>> ReadLocations(const json::Value& bundle) {
  std::vector<Location> locations;
  if (bundle.Find("locations") == nullptr) return locations;
  TRY_ASSIGN(const json::Array* list, bundle.List("locations"));
  for (const json::Value& entry : *list) {
    Location location;
    TRY_ASSIGN(location.uri, entry.String("uri"));
    TRY_ASSIGN(location.title, entry.StringOr("title", ""));
    locations.push_back(std::move(location));
  }
  return locations;
}

}  // namespace

Outcome VerifyReport::outcome() const {
  const auto any = [&](CheckState state) {
    return std::any_of(checks.begin(), checks.end(),
                       [=](const Check& check) { return check.state == state; });
  };
  if (any(CheckState::kFailed)) return Outcome::kRefused;
  if (checks.empty() || any(CheckState::kNotChecked)) return Outcome::kNotChecked;
  return Outcome::kValid;
}

bool CommonFields::schema_known() const { return schema_version == document::kSchemaVersion; }
bool CommonFields::canonicalization_known() const {
  return canonicalization_version == text::kCanonicalizationVersion;
}
std::optional<document::Chunking> CommonFields::chunking() const {
  return document::ChunkingFromName(chunking_version);
}

std::string WithByteOrderMark(std::string_view text) {
  return std::string("\xEF\xBB\xBF").append(text);
}

Result<Checker> Checker::Start(const json::Value& bundle) {
  Checker checker;
  CommonFields& common = checker.common_;
  TRY_ASSIGN(checker.report().format, bundle.String("format"));
  TRY_ASSIGN(common.document_root, bundle.String("document_root"));
  TRY_ASSIGN(common.leaf_count, json::CountField(bundle, "leaf_count"));
  TRY_ASSIGN(common.schema_version, bundle.String("schema_version"));
  TRY_ASSIGN(common.canonicalization_version, bundle.String("canonicalization_version"));
  TRY_ASSIGN(common.chunking_version, bundle.String("chunking_version"));
  TRY_ASSIGN(common.text, bundle.String("text"));
  TRY_ASSIGN(common.text_hash, bundle.String("text_hash"));
  TRY_ASSIGN(std::string source_type, bundle.StringOr("source_type", ""));
  const std::string& format = checker.report().format;
  if (format == kPassageFormat || format == kDocumentFormat) {
    CommonFields::Recorded recorded;
    recorded.source_type = std::move(source_type);
    TRY_ASSIGN(recorded.kind, bundle.String("kind"));
    TRY_ASSIGN(const std::uint64_t depth, json::CountField(bundle, "compression_depth"));
    recorded.compression_depth = static_cast<std::int64_t>(depth);
    TRY_ASSIGN(recorded.text_bytes, json::CountField(bundle, "text_bytes"));
    common.recorded = std::move(recorded);
  }
  TRY_ASSIGN(checker.report().locations, ReadLocations(bundle));
  checker.report().document_root = common.document_root;
  checker.report().roots = {{"the document's root", common.document_root}};
  return checker;
}

void ReportWriter::Equal(std::string_view name, std::string_view what, std::string_view computed,
                         std::string_view claimed) {
  if (computed == claimed) return Ok(name, std::string(what) + " is " + std::string(computed));
  Failed(name, std::string(what) + " is " + std::string(computed) + ", the bundle says " +
                   std::string(claimed));
}

void ReportWriter::NoteUnknown(std::string_view field, std::string_view value) {
  report_.not_proved.push_back("Whatever rests on " + std::string(field) + " " +
                               std::string(value) +
                               ": this program does not know that name, a newer one may.");
}

namespace {

using Names = std::span<const std::string_view>;

bool HasOnly(const json::Value& value, Names names) {
  if (!value.is_object()) return true;  // the reader of this member reports a wrong type
  return std::ranges::all_of(value.as_object(), [&](const auto& member) {
    return std::ranges::find(names, member.first) != names.end();
  });
}

bool HasOnly(const json::Value* list, Names names) {
  return list == nullptr || !list->is_array() ||
         std::ranges::all_of(list->as_array(),
                             [&](const json::Value& entry) { return HasOnly(entry, names); });
}

bool IsPlainProof(const json::Value* proof) {
  constexpr std::array<std::string_view, 5> kProof = {"leaf", "leaf_index", "siblings", "root",
                                                      "leaf_count"};
  constexpr std::array<std::string_view, 2> kStep = {"hash", "is_left"};
  return proof == nullptr || (HasOnly(*proof, kProof) && HasOnly(proof->Find("siblings"), kStep));
}

// Refuses members that the format does not have, at any depth. The log has a check of its own.
std::string UnknownMember(const json::Value& bundle, const Checker& checker) {
  std::vector<std::string_view> names = {"format",
                                         "document_root",
                                         "leaf_count",
                                         "schema_version",
                                         "canonicalization_version",
                                         "chunking_version",
                                         "source_type",
                                         "locations",
                                         "text",
                                         "text_hash",
                                         "log"};
  const std::string& format = checker.report().format;
  if (format == kPassageFormatV1 || format == kPassageFormat) {
    names.insert(names.end(), {"chunk_idx", "leaf_hash", "proof"});
  } else {
    names.emplace_back("leaf_hashes");
  }
  if (checker.is_newer()) names.insert(names.end(), {"kind", "compression_depth", "text_bytes"});
  if (format == kPassageFormat) names.emplace_back("revision");
  constexpr std::array<std::string_view, 2> kLocation = {"uri", "title"};
  constexpr std::array<std::string_view, 2> kRevision = {"text_hash", "slice"};
  const json::Value* const revision = bundle.Find("revision");
  if (HasOnly(bundle, names) && HasOnly(bundle.Find("locations"), kLocation) &&
      IsPlainProof(bundle.Find("proof")) &&
      (revision == nullptr ||
       (HasOnly(*revision, kRevision) && IsPlainProof(revision->Find("slice"))))) {
    return {};
  }
  return "unknown_field: a member that " + format + " does not have";
}

}  // namespace

void Checker::CheckFormatAndVersions(const json::Value& bundle) {
  Judge("format", UnknownMember(bundle, *this), report().format);
  std::string unknown;
  const auto note = [&](bool known, std::string_view field, const std::string& value) {
    if (known) return;
    unknown += (unknown.empty() ? "" : ", ") + std::string(field) + " " + value;
    NoteUnknown(field, value);
  };
  note(common_.schema_known(), "schema_version", common_.schema_version);
  note(common_.canonicalization_known(), "canonicalization_version",
       common_.canonicalization_version);
  note(common_.chunking().has_value(), "chunking_version", common_.chunking_version);
  if (!unknown.empty()) return NotChecked("versions", "unknown " + unknown);
  Ok("versions", common_.schema_version + ", " + common_.canonicalization_version + ", " +
                     common_.chunking_version);
}

void Checker::CheckTextHash() {
  Equal("text_hash", "sha256 of the " + std::to_string(common_.text.size()) + " bytes of text",
        crypto::Sha256(common_.text).hex(), common_.text_hash);
}

namespace {

Result<VerifyReport> CheckByFormat(const json::Value& bundle, const VerifyOptions& options) {
  if (!bundle.is_object()) {
    return Fail(ErrorCode::kInvalidData, "a bundle must be a JSON object");
  }
  TRY_ASSIGN(const std::string format, bundle.String("format"));
  if (format == kRecordFormat || format == kRecordFormatV1) return VerifyRecord(bundle, options);
  if (format == kCoreFormat) return VerifyCore(bundle, options);
  if (format == kSnapshotFormat) return VerifySnapshot(bundle, options);
  if (format == kEventFormat) return VerifyEventBundle(bundle, options);
  if (format == kConsistencyFormat) return VerifyConsistencyBundle(bundle, options);
  const bool passage = format == kPassageFormat || format == kPassageFormatV1;
  if (!passage && format != kDocumentFormat && format != kDocumentFormatV1) {
    std::string known;
    for (const std::string_view name : kFormats) {
      known += (known.empty() ? "" : ", ") + std::string(name);
    }
    return Fail(ErrorCode::kUnsupported, "not checked: format " + format +
                                             " is not known to this program, which knows " + known);
  }
  TRY_ASSIGN(Checker checker, Checker::Start(bundle));
  TRY(passage ? CheckPassage(bundle, &checker) : CheckDocument(bundle, &checker));
  TRY(CheckDocumentLog(bundle, options, &checker));
  return std::move(checker.report());
}

// The trusted root must be one of the roots that other checks tied the bundle to.
void CheckTrustedRoot(const Hash256& trusted, VerifyReport* report) {
  Check check{"trusted_root", CheckState::kFailed,
              "other_root: " + trusted.hex() + " is none of the roots of this bundle"};
  for (const VerifyReport::TiedRoot& tied : report->roots) {
    if (tied.root != trusted.hex()) continue;
    if (!tied.refusal.empty()) {
      check.state = CheckState::kFailed;
      check.detail = tied.refusal + ": " + trusted.hex() + " is " + tied.what;
      break;
    }
    if (check.state == CheckState::kOk) continue;
    check.state = CheckState::kOk;
    check.detail = trusted.hex() + " is " + tied.what;
  }
  report->checks.push_back(std::move(check));
}

}  // namespace

Result<VerifyOptions> OptionsFor(std::string_view trusted_root, std::string_view key) {
  VerifyOptions options;
  if (!key.empty()) {
    auto read = audit::VerifierKey::Parse(key);
    if (!read) return std::unexpected(std::move(read).error().In("--key"));
    options.key = std::move(*read);
  }
  if (trusted_root.empty()) return options;
  const auto root = Hash256::FromHexString(trusted_root);
  if (!root) {
    return Fail(ErrorCode::kInvalidArgument,
                "--root takes all 64 digits 0-9 a-f of a root, not " + std::string(trusted_root));
  }
  options.trusted_root = *root;
  return options;
}

Result<VerifyReport> VerifyBundleValue(const json::Value& bundle, const VerifyOptions& options) {
  auto report = CheckByFormat(bundle, options);
  if (!report) return std::unexpected(AsData(std::move(report).error()));
  if (options.trusted_root) CheckTrustedRoot(*options.trusted_root, &*report);
  return report;
}

Result<VerifyReport> VerifyBundle(std::string_view file_text, const VerifyOptions& options) {
  if (file_text.size() > kMaxBundleBytes) {
    return Fail(ErrorCode::kLimitExceeded, "bundle: larger than 64 MiB");
  }
  // A member that occurs twice is refused: another reader may take the one that is not checked.
  auto value = json::Parse(
      file_text, {.max_depth = kMaxBundleDepth, .max_bytes = kMaxBundleBytes, .unique_keys = true});
  if (!value) return std::unexpected(std::move(value).error().In("bundle"));
  return VerifyBundleValue(*value, options);
}

}  // namespace arborist::bundle
