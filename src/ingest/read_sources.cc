// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/read_sources.h"

#include <utility>

#include "compress/byte_source.h"
#include "ingest/file_reader.h"
#include "ingest/file_uri.h"
#include "ingest/formats/detect.h"
#include "ingest/formats/json_lines.h"
#include "ingest/formats/mediawiki_dump.h"
#include "ingest/walk/walk.h"

namespace arborist::ingest {

namespace {

constexpr std::string_view kFileScheme = "file://";

using Visit = std::function<Status(SourceDocument)>;

template <typename Reader>
Status ReadStream(Reader* reader, const std::string& path, const Visit& visit,
                  std::vector<SkippedInput>* skipped) {
  while (true) {
    auto next = reader->Next();
    for (const Skipped& one : reader->TakeSkipped()) {
      skipped->push_back({path + ": " + one.what, one.reason});
    }
    if (!next) {
      skipped->push_back({path, next.error().message + "; what stood before it was read"});
      return {};
    }
    if (!*next) return {};
    TRY(visit(std::move(**next)));
  }
}

Status ReadOne(const WalkedFile& file, const Limits& limits, const Visit& visit,
               std::vector<SkippedInput>* skipped) {
  const std::filesystem::path& path = file.path;
  const auto skip = [&](std::string reason) -> Status {
    skipped->push_back({path.string(), std::move(reason)});
    return {};
  };
  auto opened = file.file.Open();
  if (!opened) return skip(opened.error().message);
  const auto head = [&]() -> Result<std::string> {
    TRY_ASSIGN(const auto bytes, compress::OpenByteSource(std::move(*opened), path));
    return compress::ReadHead(bytes.get(), kHeadBytes);
  }();
  if (!head) return skip(head.error().message);
  const FileKind kind = DetectKind(path.string(), *head);
  if (!IsReadable(kind)) return skip(std::string(Describe(kind)));
  if (kind == FileKind::kMediaWikiDump || kind == FileKind::kJsonLines) {
    auto stream = file.file.Open();
    if (!stream) return skip(stream.error().message);
    auto source =
        compress::OpenByteSource(std::move(*stream), path,
                                 {.threads = 1, .max_expansion_ratio = limits.max_expansion_ratio});
    if (!source) return skip(source.error().message);
    if (kind == FileKind::kJsonLines) {
      JsonLinesReader reader(std::move(*source), limits, JsonLinesReader::Twice::kLastCounts);
      return ReadStream(&reader, path.string(), visit, skipped);
    }
    auto reader = DumpReader::Open(std::move(*source), {.all_namespaces = true, .limits = limits});
    if (!reader) return skip(reader.error().message);
    return ReadStream(reader->get(), path.string(), visit, skipped);
  }
  auto read = ReadDocumentFile({.file = file.file, .uri = FileUri(path), .kind = kind}, limits,
                               [](const SourceHash&) { return false; });
  if (!read) return skip(read.error().message);
  return visit(std::move(*read->document));
}

}  // namespace

Status ReadSources(const std::vector<std::filesystem::path>& paths, const Limits& limits,
                   const Visit& visit, std::vector<SkippedInput>* skipped) {
  for (const std::filesystem::path& path : paths) {
    TRY_ASSIGN(const std::filesystem::path absolute, AbsolutePath(path));
    // Whatever an ingest was told to take: it is only compared with what the store knows.
    TRY(Walk(
        absolute, {.all = true},
        {.on_file = [&](const WalkedFile& file) { return ReadOne(file, limits, visit, skipped); },
         .on_skip = {}}));
  }
  return {};
}

Result<SourceDocument> ReadAgain(const std::string& uri, const std::string& extraction_version,
                                 const Limits& limits) {
  std::optional<FileKind> kind;
  if (extraction_version == kPlainExtraction) kind = FileKind::kText;
  if (extraction_version == kMarkdownExtraction) kind = FileKind::kMarkdown;
  if (extraction_version == kRestExtraction) kind = FileKind::kRest;
  if (extraction_version == kAsciiDocExtraction) kind = FileKind::kAsciiDoc;
  if (extraction_version == kHtmlExtraction) kind = FileKind::kHtml;
  if (!kind || !uri.starts_with(kFileScheme)) {
    return Fail(ErrorCode::kUnsupported,
                "its URI names no file of its own; arborist rehydrate PATH brings it back, PATH "
                "being the file, folder or dump it was taken in from");
  }
  const std::filesystem::path path = DecodePath(std::string_view(uri).substr(kFileScheme.size()));
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    return Fail(ErrorCode::kNotFound, path.string() + " is not there any more");
  }
  TRY_ASSIGN(FileInFolder file, FileInFolder::At(path));
  TRY_ASSIGN(FileRead read, ReadDocumentFile({.file = std::move(file), .uri = uri, .kind = *kind},
                                             limits, [](const SourceHash&) { return false; }));
  return std::move(*read.document);
}

}  // namespace arborist::ingest
