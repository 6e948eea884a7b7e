// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/ingest.h"

#include "base/contained.h"
#include "ingest/ingestion.h"
#include "text/utf8.h"

namespace arborist::ingest {

namespace {

// Before anything is made. Paths may hold any bytes, for they are percent-encoded; these are not.
Status CheckText(std::string_view what, std::string_view text) {
  const std::size_t bad = text::FindInvalidUtf8(text);
  if (bad == std::string_view::npos) return {};
  return Fail(ErrorCode::kInvalidArgument,
              std::string(what) + " is not UTF-8 at byte " + std::to_string(bad));
}

}  // namespace

std::optional<SourceKind> SourceKindFromName(std::string_view name) {
  if (name == "auto") return SourceKind::kAuto;
  if (name == "text") return SourceKind::kText;
  if (name == "markdown") return SourceKind::kMarkdown;
  if (name == "rest") return SourceKind::kRest;
  if (name == "asciidoc") return SourceKind::kAsciiDoc;
  if (name == "html") return SourceKind::kHtml;
  if (name == "mediawiki") return SourceKind::kMediaWiki;
  if (name == "jsonl") return SourceKind::kJsonLines;
  return std::nullopt;
}

Result<IngestReport> Ingest(const IngestOptions& options, const IngestEnvironment& environment) {
  TRY(CheckText("the URI prefix", options.uri_prefix));
  TRY(CheckText("the URI", options.uri));
  return Contained([&] { return Ingestion(options, environment).Run(); });
}

}  // namespace arborist::ingest
