// SPDX-License-Identifier: AGPL-3.0-only
// Every pinned name in one object, for arborist --version --json.
#include "app/versions.h"

#include "audit/event.h"
#include "audit/handover.h"
#include "base/version.h"
#include "bundle/bundle.h"
#include "core/distiller.h"
#include "core/first_sentence.h"
#include "core/keywords.h"
#include "crypto/sha256.h"
#include "curate/topic.h"
#include "document/chunker.h"
#include "document/extraction.h"
#include "evidence/rendering.h"
#include "extractive/extractive.h"
#include "ingest/formats/table.h"
#include "json/lenient.h"
#include "judge/verdict.h"
#include "markup/base.h"
#include "prompt/prompt.h"
#include "question/metacognition.h"
#include "question/preflight.h"
#include "question/quantifier.h"
#include "run/policy.h"
#include "run/record.h"
#include "run/repair.h"
#include "run_dag/preflight_clauses.h"
#include "store/layout.h"
#include "text/canonical.h"
#include "text/search_tokens.h"
#include "text/unicode.h"
#include "wikitext/base.h"

namespace arborist::app {

namespace {

json::Array Extractions() {
  json::Array names;
  for (const ingest::Format& format : ingest::Formats()) {
    if (!format.extraction.empty()) names.emplace_back(format.extraction);
  }
  for (const std::string_view lines :
       {document::kMarkdownLineExtraction, document::kRestLineExtraction,
        document::kAsciiDocLineExtraction}) {
    names.emplace_back(lines);
  }
  return names;
}

}  // namespace

json::Value Versions() {
  return json::Object{
      {"program", kProgramVersion},
      {"schema_version", document::kSchemaVersion},
      {"canonicalization_version", text::kCanonicalizationVersion},
      {"chunking_versions", json::Array{document::Name(document::Chunking::kTok512V1),
                                        document::Name(document::Chunking::kTok512V2)}},
      {"extraction_versions", Extractions()},
      {"wikitext_base_version", wikitext::kWikitextBaseVersion},
      {"bases", markup::Names(markup::BaseSet::kAll)},
      {"search_terms_version", text::kSearchTokensVersion},
      {"quantifier_version", question::kQuantifierVersion},
      {"metacognition_version", question::kMetacognitionVersion},
      {"reminder_version", question::kReminderTemplate},
      {"verifiers", json::Array{judge::Name(judge::Verifier::kLexicalV3),
                                judge::Name(judge::Verifier::kLexicalV2),
                                judge::Name(judge::Verifier::kReferenceV98)}},
      {"policy_versions", json::Array{1, static_cast<std::int64_t>(run::kNewestPolicy)}},
      {"renderings", json::Array{evidence::Name(evidence::Rendering::kOneLineV2),
                                 evidence::Name(evidence::Rendering::kOneLineV1),
                                 evidence::Name(evidence::Rendering::kReferenceV98)}},
      {"models", json::Array{extractive::kModelName}},
      {"prompts", json::Array{prompt::PromptFor(prompt::Mode::kPointer).version,
                              prompt::PromptFor(prompt::Mode::kQuote).version,
                              prompt::PromptFor(prompt::Mode::kJson).version}},
      {"quote_repair_version", run::kQuoteRepairVersion},
      {"metaphor_markers_version", curate::kMetaphorMarkersVersion},
      {"distillers",
       json::Array{core::VersionedName(core::kFirstSentence), core::VersionedName(core::kKeywords),
                   core::VersionedName(core::kClaimPack), core::VersionedName(core::kProvidence)}},
      {"record_version", run::Name(run::kNewestRecord)},
      {"record_versions",
       json::Array{run::Name(run::RecordVersion::k1), run::Name(run::RecordVersion::k2)}},
      {"citation_rules", json::Array{run::kCitationRule}},
      {"handover_format", audit::kHandoverFormat},
      {"bundle_formats", json::Array(bundle::kFormats.begin(), bundle::kFormats.end())},
      {"audit_event_version", audit::kEventVersion},
      {"json_repairs",
       json::Array{json::Name(json::Repair::kReferenceV98), json::Name(json::Repair::kRepairV2)}},
      {"preflight_node_version", run_dag::kPreflightNodeVersion},
      {"unicode", text::kUnicodeVersion},
      {"libraries", json::Object{{"icu", text::IcuVersion()},
                                 {"openssl", crypto::LibraryVersion()},
                                 {"sqlite", store::DatabaseLibraryVersion()}}}};
}

}  // namespace arborist::app
