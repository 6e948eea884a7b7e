// SPDX-License-Identifier: AGPL-3.0-only
#include "app/versions.h"

#include "audit/event.h"
#include "base/version.h"
#include "bundle/bundle.h"
#include "crypto/sha256.h"
#include "document/chunker.h"
#include "json/lenient.h"
#include "question/metacognition.h"
#include "question/quantifier.h"
#include "run_dag/preflight.h"
#include "sqlite/database.h"
#include "text/canonical.h"
#include "text/search_tokens.h"
#include "text/unicode.h"
#include "wikitext/base.h"

namespace arborist::app {

json::Value Versions() {
  return json::Object{
      {"program", kProgramVersion},
      {"schema_version", document::kSchemaVersion},
      {"canonicalization_version", text::kCanonicalizationVersion},
      {"chunking_versions", json::Array{document::Name(document::Chunking::kTok512V1),
                                        document::Name(document::Chunking::kTok512V2)}},
      {"wikitext_base_version", wikitext::kWikitextBaseVersion},
      {"search_terms_version", text::kSearchTokensVersion},
      {"quantifier_version", question::kQuantifierVersion},
      {"metacognition_version", question::kMetacognitionVersion},
      {"bundle_formats", json::Array(bundle::kFormats.begin(), bundle::kFormats.end())},
      {"audit_event_version", audit::kEventVersion},
      {"json_repairs",
       json::Array{json::Name(json::Repair::kReferenceV98), json::Name(json::Repair::kRepairV2)}},
      {"preflight_node_version", run_dag::kPreflightNodeVersion},
      {"unicode", text::kUnicodeVersion},
      {"libraries", json::Object{{"icu", text::IcuVersion()},
                                 {"openssl", crypto::LibraryVersion()},
                                 {"sqlite", sqlite::LibraryVersion()}}}};
}

}  // namespace arborist::app
