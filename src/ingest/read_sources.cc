// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/read_sources.h"

#include <utility>

#include "ingest/dispatch.h"
#include "ingest/file_uri.h"
#include "ingest/formats/table.h"
#include "ingest/walk/walk.h"

namespace arborist::ingest {

namespace {

constexpr std::string_view kFileScheme = "file://";

// Reads every document at once and hands it to the visitor.
class Visitor final : public OriginSink {
 public:
  Visitor(const ReadOptions& options, const std::function<Status(SourceDocument)>& visit,
          std::vector<SkippedInput>* skipped)
      : options_(options), visit_(visit), skipped_(skipped) {}

  Status TakeDocument(OriginPtr origin, const Format& format) override {
    auto document = ReadDocument(*origin, format, options_.limits);
    if (document) return visit_(std::move(*document));
    Skip(*origin, std::move(document).error().message);
    return {};
  }

  Status TakeStream(const OriginPtr& origin, StreamReader* reader) override {
    return TransferAll(
        *origin, reader,
        [&](SourceDocument document) -> Result<bool> {
          TRY(visit_(std::move(document)));
          return true;
        },
        [&](std::string place, std::string reason) {
          skipped_->push_back({std::move(place), std::move(reason)});
        });
  }

  void Refuse(const Origin& origin, const Detected& why) override {
    Skip(origin, std::string(why.what));
  }

  void Skip(const Origin& origin, std::string reason) override {
    skipped_->push_back({origin.name(), std::move(reason)});
  }

 private:
  const ReadOptions& options_;
  const std::function<Status(SourceDocument)>& visit_;
  std::vector<SkippedInput>* skipped_;
};

}  // namespace

Status ReadSources(const std::vector<std::filesystem::path>& paths, const Limits& limits,
                   const std::function<Status(SourceDocument)>& visit,
                   std::vector<SkippedInput>* skipped) {
  // Whatever an ingest was told to take: it is only compared with what the store knows.
  const ReadOptions options{.all_namespaces = true, .as_before = true, .limits = limits};
  Visitor visitor(options, visit, skipped);
  for (const std::filesystem::path& path : paths) {
    TRY_ASSIGN(const std::filesystem::path absolute, AbsolutePath(path));
    TRY(Walk(absolute, {.all = true},
             {.on_file =
                  [&](const WalkedFile& file) {
                    return Dispatch(OriginOf(file, FileUri(file.path)), options, &visitor);
                  },
              .on_skip = {}}));
  }
  return {};
}

Result<SourceDocument> ReadAgain(const std::string& uri, const std::string& extraction_version,
                                 const Limits& limits) {
  const Format* const format = FormatOfExtraction(extraction_version);
  if (format == nullptr || format->many() || !uri.starts_with(kFileScheme)) {
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
  return ReadDocument(*FileOrigin(std::move(file), {.name = path.string(), .uri = uri}), *format,
                      limits);
}

}  // namespace arborist::ingest
