// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/ingest.h"

#include "ingest/ingestion.h"

namespace arborist::ingest {

std::optional<SourceKind> SourceKindFromName(std::string_view name) {
  if (name == "auto") return SourceKind::kAuto;
  if (name == "text") return SourceKind::kText;
  if (name == "markdown") return SourceKind::kMarkdown;
  if (name == "html") return SourceKind::kHtml;
  if (name == "mediawiki") return SourceKind::kMediaWiki;
  if (name == "jsonl") return SourceKind::kJsonLines;
  return std::nullopt;
}

Result<IngestReport> Ingest(const IngestOptions& options, const IngestEnvironment& environment) {
  return Ingestion(options, environment).Run();
}

}  // namespace arborist::ingest
