// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/read_sources.h"

#include <memory>
#include <utility>

#include "git/repository.h"
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
    auto read = ReadDocument(*origin, format, options_.limits);
    if (!read) {
      Skip(*origin, std::move(read).error().message);
      return {};
    }
    TRY(visit_(std::move(*read->document)));
    for (OriginPtr& child : read->children) TRY(Dispatch(std::move(child), options_, this));
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

  void EndMembers(const Origin&) override {}
  void SkipInside(const Origin& archive, std::string path, std::string reason) override {
    skipped_->push_back({archive.name() + ": " + path, std::move(reason)});
  }

 private:
  const ReadOptions& options_;
  const std::function<Status(SourceDocument)>& visit_;
  std::vector<SkippedInput>* skipped_;
};

// Looks for one document inside an archive or a mail, and reads that one only by the given format.
class Finder final : public OriginSink {
 public:
  Finder(std::string_view uri, const Format& format, const Limits& limits)
      : uri_(uri), format_(format), limits_(limits) {}

  bool found() const { return result_.has_value(); }
  Result<SourceDocument> Take() && { return std::move(*result_); }

  bool IsFull() const override { return found(); }
  bool Wants(const Origin& origin) override { return uri_.starts_with(origin.uri()); }

  Status TakeDocument(OriginPtr origin, const Format& format) override {
    const bool is_it = origin->uri() == uri_;
    auto read = ReadDocument(*origin, is_it ? format_ : format, limits_);
    if (is_it) {
      result_ = read ? Result<SourceDocument>(std::move(*read->document))
                     : std::unexpected(std::move(read).error());
      return {};
    }
    if (!read) return {};
    for (OriginPtr& child : read->children)
      TRY(Dispatch(std::move(child), {.all = true, .as_before = true, .limits = limits_}, this));
    return {};
  }
  Status TakeStream(const OriginPtr&, StreamReader*) override { return {}; }
  void Refuse(const Origin&, const Detected&) override {}
  void Skip(const Origin&, std::string) override {}
  void EndMembers(const Origin&) override {}
  void SkipInside(const Origin&, std::string, std::string) override {}

 private:
  const std::string uri_;
  const Format& format_;
  const Limits limits_;
  std::optional<Result<SourceDocument>> result_;
};

Result<git::ObjectId> BlobAtHead(const git::Repository& repository, const std::string& path) {
  TRY_ASSIGN(const git::ObjectId head, repository.ResolveCommit("HEAD"));
  const auto entry = repository.Find(head, path);
  if (entry && entry->kind == git::EntryKind::kFile) return entry->id;
  return Fail(ErrorCode::kNotFound, "HEAD does not have " + path + " any more");
}

// The file of a repository that has this URI: the object, or what HEAD has at its path.
Result<OriginPtr> FromRepository(const std::filesystem::path& repository, std::string file_uri,
                                 const reading::ObjectOrigin* object, const Limits& limits) {
  const std::string path = DecodePath(std::string_view(file_uri).substr(file_uri.find("#/") + 2));
  TRY_ASSIGN(const std::unique_ptr<git::Library> library, git::Library::Open());
  TRY_ASSIGN(const auto opened, git::Repository::Open(*library, repository));
  std::optional<git::ObjectId> blob;
  if (object != nullptr) blob = git::ObjectId::FromHexString(object->blob);
  if (!blob) {
    TRY_ASSIGN(blob, BlobAtHead(*opened, path));
  }
  TRY_ASSIGN(std::string bytes, opened->ReadBlob(*blob, limits.max_file_bytes));
  return BytesOrigin(std::move(bytes), {.name = repository.string() + ": " + path,
                                        .uri = std::move(file_uri),
                                        .depth = 1,
                                        .title = path});
}

}  // namespace

Status ReadSources(const std::vector<std::filesystem::path>& paths, const Limits& limits,
                   const std::function<Status(SourceDocument)>& visit,
                   std::vector<SkippedInput>* skipped) {
  // Whatever an ingest was told to take: it is only compared with what the store knows.
  const ReadOptions options{.all = true, .as_before = true, .limits = limits};
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
                                 const Limits& limits, const reading::ObjectOrigin* object) {
  const Format* const format = FormatOfExtraction(extraction_version);
  if (format == nullptr || format->many() || !uri.starts_with(kFileScheme)) {
    return Fail(ErrorCode::kUnsupported,
                "its URI names no file of its own; arborist rehydrate PATH brings it back, PATH "
                "being the file, folder or dump it was taken in from");
  }
  const std::string outer(OuterUri(uri));
  const std::filesystem::path path = DecodePath(std::string_view(outer).substr(kFileScheme.size()));
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    return Fail(ErrorCode::kNotFound, path.string() + " is not there any more");
  }
  OriginPtr origin;
  if (std::filesystem::is_directory(path, ignored) &&
      std::string_view(uri).substr(outer.size()).starts_with("#/")) {
    TRY_ASSIGN(origin,
               FromRepository(path, uri.substr(0, uri.find('!', outer.size())), object, limits));
  } else {
    TRY_ASSIGN(FileInFolder file, FileInFolder::At(path));
    origin = FileOrigin(std::move(file), {.name = path.string(), .uri = outer});
  }
  if (origin->uri() == uri) {
    TRY_ASSIGN(DocumentRead read, ReadDocument(*origin, *format, limits));
    return std::move(*read.document);
  }
  Finder finder(uri, *format, limits);
  const Status looked =
      Dispatch(std::move(origin), {.all = true, .as_before = true, .limits = limits}, &finder);
  if (!looked && looked.error().code != ErrorCode::kCancelled)
    return std::unexpected(looked.error());
  if (!finder.found()) {
    return Fail(ErrorCode::kNotFound,
                path.string() + " does not hold " + uri.substr(outer.size() + 1) + " any more");
  }
  return std::move(finder).Take();
}

}  // namespace arborist::ingest
