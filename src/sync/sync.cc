// SPDX-License-Identifier: AGPL-3.0-only
// Plan first, then act. The folder is looked at before and behind the walk, because a file system
// that is unmounted meanwhile leaves an empty folder, which must not read as "all deleted". Deletes
// come last, and only if the plan's are plausible. What was seen is saved behind what was
// committed, so a run that dies between the two finds the same files again and changes nothing.
#include "sync/sync.h"

#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "base/files.h"
#include "crypto/sha256.h"
#include "ingest/file_uri.h"
#include "ingest/walk/walk.h"
#include "json/value.h"
#include "store/corpus.h"
#include "store/home/home.h"
#include "sync/moved.h"

namespace arborist::sync {

namespace {

// Of a file that was looked at and has no text.
const SourceHash kNoDocument{};

struct Found {
  std::vector<FoundFile> files;  // by URI
  std::map<std::string, ingest::WalkedFile> by_uri;
  std::vector<std::string> unlisted;  // URIs of what could not be listed or read
};

std::string OptionsText(const SyncOptions& options) {
  const auto list = [](const std::vector<std::string>& words) {
    return json::Array(words.begin(), words.end());
  };
  return json::Dump(json::Object{{"all", options.all},
                                 {"exclude", list(options.exclude)},
                                 {"include", list(options.include)}});
}

Status UseKeptOptions(const store::FollowedRoot& root, SyncOptions* options) {
  options->shard = root.shard;
  if (options->all || !options->include.empty() || !options->exclude.empty()) return {};
  TRY_ASSIGN(const json::Value kept, json::Parse(root.options));
  TRY_ASSIGN(options->all, kept.Bool("all"));
  for (const auto& [name, list] :
       {std::pair("include", &options->include), std::pair("exclude", &options->exclude)}) {
    TRY_ASSIGN(const json::Array* words, kept.List(name));
    for (const json::Value& word : *words) list->push_back(word.as_string());
  }
  return {};
}

Result<struct stat> Look(const std::filesystem::path& folder) {
  struct stat info{};
  if (::stat(folder.c_str(), &info) != 0) {
    return Fail(ErrorCode::kNotFound, folder.string() + " is not there; nothing was changed");
  }
  if (!S_ISDIR(info.st_mode))
    return Fail(ErrorCode::kInvalidArgument, folder.string() + " is no folder");
  return info;
}

// One folder is followed by one root: two would retire what the other took in.
Status RefuseOverlap(const std::vector<store::FollowedRoot>& roots, const std::string& uri) {
  for (const store::FollowedRoot& root : roots) {
    if (root.uri == uri) continue;
    if (uri.starts_with(root.uri) || root.uri.starts_with(uri)) {
      return Fail(ErrorCode::kInvalidArgument,
                  uri + " and " + root.uri + ", which is followed, overlap; follow one of them");
    }
  }
  return {};
}

Result<Found> FindFiles(const std::filesystem::path& folder, const SyncOptions& options) {
  Found found;
  const ingest::WalkOptions walk{
      .all = options.all, .include = options.include, .exclude = options.exclude};
  TRY(ingest::Walk(
      folder, walk,
      {.on_file = [&](const ingest::WalkedFile& file) -> Status {
         std::string uri = ingest::FileUri(file.path);
         found.files.push_back({uri, file.stamp});
         found.by_uri.emplace(std::move(uri), file);
         return {};
       },
       .on_skip =
           [&](const std::filesystem::path& path, ingest::SkipReason reason, std::string_view) {
             if (reason == ingest::SkipReason::kUnreadable ||
                 reason == ingest::SkipReason::kTooDeep) {
               found.unlisted.push_back(ingest::FileUri(path));
             }
           }}));
  std::ranges::sort(found.files, {}, &FoundFile::uri);
  return found;
}

Result<SourceHash> HashOf(const ingest::WalkedFile& file, std::uint64_t max_bytes) {
  TRY_ASSIGN(const FileDescriptor fd, file.file.Open());
  TRY_ASSIGN(const std::string bytes, ReadAll(fd.get(), file.path.string(), max_bytes));
  return SourceHash(crypto::Sha256(bytes));
}

// Why the gone files of a plan are not retired; empty: they may be.
std::string ReasonToWithhold(const Plan& plan, std::size_t known, std::size_t found,
                             const SyncOptions& options, bool moved_device) {
  const std::uint64_t gone = plan.Count(Change::kGone);
  if (gone == 0) return "";
  if (moved_device) return "the folder is on another device than before";
  if (options.max_delete) {
    if (gone <= *options.max_delete) return "";
    return std::to_string(gone) + " files are gone, more than --max-delete " +
           std::to_string(*options.max_delete);
  }
  if (found == 0) return "the folder is empty; --max-delete N retires its files";
  if (gone > kPlausibleDeletes || gone * 2 > known) {
    return std::to_string(gone) + " of " + std::to_string(known) +
           " files are gone; --max-delete N retires them";
  }
  return "";
}

class Run {
 public:
  Run(SyncOptions options, const ingest::IngestEnvironment& environment)
      : options_(std::move(options)), environment_(environment) {}

  Result<SyncReport> Perform() {
    TRY_ASSIGN(const std::filesystem::path folder, ingest::AbsolutePath(options_.folder));
    TRY_ASSIGN(const struct stat before, Look(folder));
    report_.folder = folder.string();
    TRY(OpenRoot(ingest::FileUri(folder) + "/"));
    const bool moved_device =
        root_.root_id != 0 && root_.device != static_cast<std::uint64_t>(before.st_dev);
    TRY_ASSIGN(found_, FindFiles(folder, options_));
    TRY_ASSIGN(const struct stat after, Look(folder));
    if (after.st_dev != before.st_dev || after.st_ino != before.st_ino) {
      return Fail(ErrorCode::kEnvironment, folder.string() +
                                               " was replaced while it was read; nothing was "
                                               "changed");
    }
    report_.plan = MakePlan(known_, found_.files, PlanningOptions());
    report_.withheld =
        ReasonToWithhold(report_.plan, known_.size(), found_.files.size(), options_, moved_device);
    if (options_.dry_run) return std::move(report_);
    root_.device = static_cast<std::uint64_t>(after.st_dev);
    TRY(Apply());
    TRY(Save());
    return std::move(report_);
  }

 private:
  store::HomeStore::Options StoreOptions() const {
    return {
        .clock = environment_.clock, .random = environment_.random, .actor = environment_.actor};
  }

  Status OpenRoot(const std::string& uri) {
    TRY(MakeDirectories(environment_.home.root, 0700));
    TRY_ASSIGN(home_, store::HomeStore::Open(environment_.home, StoreOptions()));
    store::Follows follows(home_.get());
    TRY_ASSIGN(const std::vector<store::FollowedRoot> roots, follows.Roots());
    TRY(RefuseOverlap(roots, uri));
    TRY_ASSIGN(const std::optional<store::FollowedRoot> kept, follows.Find(uri));
    if (kept) {
      root_ = *kept;
      TRY(UseKeptOptions(root_, &options_));
      TRY_ASSIGN(known_, follows.Files(root_.root_id));
    }
    root_.uri = uri;
    root_.shard = options_.shard;
    root_.options = OptionsText(options_);
    return {};
  }

  PlanOptions PlanningOptions() const {
    return {.trust = options_.trust,
            .hash = [this](const std::string& uri) -> Result<SourceHash> {
              return HashOf(found_.by_uri.at(uri), options_.limits.max_file_bytes);
            },
            .is_hidden_by_error =
                [this](const std::string& uri) {
                  return std::ranges::any_of(found_.unlisted, [&](const std::string& unlisted) {
                    return uri == unlisted || uri.starts_with(unlisted + "/");
                  });
                }};
  }

  Status Apply() {
    TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(environment_.home));
    ingest::IngestOptions options;
    options.shard = options_.shard;
    options.jobs = options_.jobs;
    options.limits = options_.limits;
    options.retire_inside = true;
    std::vector<Move> moves;
    for (const PlannedChange& change : report_.plan.changes) {
      switch (change.change) {
        case Change::kAdded:
        case Change::kChanged:
          options.origins.push_back(OriginOf(change.uri));
          break;
        case Change::kRenamed:
          moves.push_back({change.old_uri, change.uri});
          options.gone.push_back(change.old_uri);
          break;
        case Change::kGone:
          if (report_.withheld.empty()) options.gone.push_back(change.uri);
          break;
        case Change::kUnreadable:
          break;
      }
    }
    TRY_ASSIGN(MovedDocuments found, MovedDocuments::Of(&corpus, moves));
    const auto moved = std::make_shared<MovedDocuments>(std::move(found));
    for (const std::string& uri : moved->to_read()) options.origins.push_back(OriginOf(uri));
    if (!moves.empty())
      options.ready.push_back({ingest::MemoryOrigin("", {.name = report_.folder}), moved});
    if (options.origins.empty() && options.ready.empty() && options.gone.empty()) return {};
    TRY_ASSIGN(report_.ingest, ingest::Ingest(options, environment_));
    report_.moved = moved->moved();
    report_.retired = report_.ingest.gone;
    report_.interrupted = report_.ingest.interrupted;
    return {};
  }

  ingest::OriginPtr OriginOf(const std::string& uri) const {
    return ingest::OriginOf(found_.by_uri.at(uri), uri);
  }

  // The bytes that a file's document was read from, as the store has it now. Of a file that was
  // looked at and has none, kNoDocument: it is looked at again when it changes. Nothing: it was not
  // come to, or cannot be opened.
  Result<std::optional<SourceHash>> TakenFrom(const store::Corpus& corpus,
                                              const PlannedChange& change) const {
    for (const auto& shard : corpus.shards()) {
      TRY_ASSIGN(const auto source, shard->locations().CurrentSource(change.uri));
      if (source) return source;
    }
    if (report_.interrupted || !found_.by_uri.at(change.uri).file.Open()) return std::nullopt;
    return kNoDocument;
  }

  Status Save() {
    TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(environment_.home));
    std::vector<store::FollowedFile> seen = report_.plan.touched;
    std::vector<std::string> removed;
    for (const PlannedChange& change : report_.plan.changes) {
      switch (change.change) {
        case Change::kAdded:
        case Change::kChanged:
        case Change::kRenamed: {
          TRY_ASSIGN(const std::optional<SourceHash> source, TakenFrom(corpus, change));
          if (!source) continue;
          seen.push_back({change.uri, change.stamp, *source});
          if (change.change == Change::kRenamed) removed.push_back(change.old_uri);
          break;
        }
        case Change::kGone:
          if (report_.withheld.empty() && !report_.interrupted) removed.push_back(change.uri);
          break;
        case Change::kUnreadable:
          break;
      }
    }
    root_.last_run = environment_.clock->NowSeconds();
    root_.outcome = report_.withheld.empty() ? "in step" : report_.withheld;
    TRY(store::Follows(home_.get()).Save(root_, seen, removed));
    return {};
  }

  SyncOptions options_;
  const ingest::IngestEnvironment& environment_;
  std::unique_ptr<store::HomeStore> home_;
  store::FollowedRoot root_;
  std::vector<store::FollowedFile> known_;
  Found found_;
  SyncReport report_;
};

}  // namespace

Result<SyncReport> Sync(const SyncOptions& options, const ingest::IngestEnvironment& environment) {
  return Run(options, environment).Perform();
}

}  // namespace arborist::sync
