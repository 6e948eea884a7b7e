// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "bundle/verify.h"
#include "document/chunker.h"
#include "json/fields.h"

namespace arborist::bundle {

// Fields that both kinds of bundle have. Hashes stay strings: they are compared with the one
// spelling that we compute, so any other spelling fails a check instead of the parser.
struct CommonFields {
  std::string document_root;
  std::uint64_t leaf_count = 0;
  std::string schema_version;
  std::string canonicalization_version;
  std::string chunking_version;
  std::string text;
  std::string text_hash;
  // Newer form: further facts that the log's descriptor of the document binds.
  struct Recorded {
    std::string kind;
    std::int64_t compression_depth = 0;
    std::uint64_t text_bytes = 0;
    std::string source_type;
  };
  std::optional<Recorded> recorded = {};
  // Newer form: the raw form of the text, computed: its hash and, if there are several chunks, the
  // root over the raw slices.
  struct RawForm {
    std::string text_hash;
    std::optional<Hash256> slices = {};
  };
  std::optional<RawForm> raw = {};

  bool schema_known() const;
  bool canonicalization_known() const;
  std::optional<document::Chunking> chunking() const;
};

// Collects the checks of a report.
class ReportWriter {
 public:
  VerifyReport& report() { return report_; }
  const VerifyReport& report() const { return report_; }

  void Add(std::string_view name, CheckState state, std::string detail) {
    report_.checks.push_back({std::string(name), state, std::move(detail)});
  }
  void Ok(std::string_view name, std::string detail) {
    Add(name, CheckState::kOk, std::move(detail));
  }
  void Failed(std::string_view name, std::string detail) {
    Add(name, CheckState::kFailed, std::move(detail));
  }
  void NotChecked(std::string_view name, std::string detail) {
    Add(name, CheckState::kNotChecked, "not checked: " + std::move(detail));
  }
  void Skipped(std::string_view name, std::string detail) {
    Add(name, CheckState::kSkipped, "skipped: " + std::move(detail));
  }
  // kOk if there is no problem, else kFailed with the problem.
  void Judge(std::string_view name, std::string problem, std::string fine) {
    if (problem.empty()) return Ok(name, std::move(fine));
    Failed(name, std::move(problem));
  }
  // kOk if both strings are equal, else kFailed with both.
  void Equal(std::string_view name, std::string_view what, std::string_view computed,
             std::string_view claimed);
  // Adds that this program cannot judge what rests on an unknown name.
  void NoteUnknown(std::string_view field, std::string_view value);

 private:
  VerifyReport report_;
};

// The checker of passage and document bundles.
class Checker : public ReportWriter {
 public:
  static Result<Checker> Start(const json::Value& bundle);

  const CommonFields& common() const { return common_; }
  void SetRawForm(CommonFields::RawForm raw) { common_.raw = std::move(raw); }
  // Whether it is of the form that binds leaf count and raw text.
  bool is_newer() const { return common_.recorded.has_value(); }

  void CheckFormatAndVersions(const json::Value& bundle);
  void CheckTextHash();

 private:
  CommonFields common_;
};

// Puts a byte-order mark before the text of a bundle. Such a text has lost its mark already, so a
// U+FEFF at its start is text and must not be dropped by the chunk rule.
std::string WithByteOrderMark(std::string_view text);

// Why the text cannot be that chunk of any document under the rule; empty if it can.
std::string ChunkProblem(std::string_view text, std::uint64_t chunk_idx, std::uint64_t leaf_count,
                         document::Chunking chunking);

Status CheckPassage(const json::Value& bundle, Checker* checker);
Status CheckDocument(const json::Value& bundle, Checker* checker);
// Checks what the log says about the document, if the bundle has a log.
Status CheckDocumentLog(const json::Value& bundle, const VerifyOptions& options, Checker* checker);
Result<VerifyReport> VerifyRecord(const json::Value& given, const VerifyOptions& options);
Result<VerifyReport> VerifyCore(const json::Value& given, const VerifyOptions& options);
Result<VerifyReport> VerifySnapshot(const json::Value& given, const VerifyOptions& options);

}  // namespace arborist::bundle
