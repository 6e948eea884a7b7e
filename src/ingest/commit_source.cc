// SPDX-License-Identifier: AGPL-3.0-only
// The files of a commit are dispatched like the members of an archive, each with a URI in the
// repository and the ids of commit and blob, which the notes of its document name. Blobs are read
// here, one after the other, and only those of paths that differ from the commits that the shards
// have. A path that cannot be read now (a partial clone, damage, no memory) is left as the store
// has it, and the mark says that not all was read. Attacks: one object at very many paths (a cap on
// what repeats), paths that lead out of the repository or are very long.
#include "ingest/commit_source.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/contained.h"
#include "crypto/sha256.h"
#include "ingest/file_uri.h"
#include "ingest/formats/table.h"
#include "json/value.h"
#include "text/utf8.h"

namespace arborist::ingest {

namespace {

constexpr std::uint64_t kMaxLfsPointerBytes = 1024;
constexpr std::size_t kShownPathBytes = 500;

bool IsLfsPointer(std::string_view bytes) {
  return bytes.size() < kMaxLfsPointerBytes && bytes.starts_with("version https://git-lfs");
}

// Other rules may read a file of an unchanged commit that these passed over. A format that this
// build did not have is such a rule.
std::string RulesOf(const IngestOptions& options) {
  const auto list = [](const std::vector<std::string>& words) {
    return json::Value(json::Array(words.begin(), words.end()));
  };
  json::Array formats;
  for (const Format& format : Formats())
    formats.emplace_back(std::string(format.name) + " " + std::string(format.extraction));
  const json::Object rules = {
      {"all", options.all},
      {"exclude", list(options.exclude)},
      {"formats", std::move(formats)},
      {"include", list(options.include)},
      {"max_file_bytes", static_cast<std::int64_t>(options.limits.max_file_bytes)}};
  return crypto::Sha256(json::Dump(rules)).hex();
}

}  // namespace

struct CommitSource::Run {
  OriginSink* sink;
  DocumentSink* documents;
};

Result<std::unique_ptr<CommitSource>> CommitSource::Open(const git::Library& library,
                                                         const std::filesystem::path& path,
                                                         const IngestOptions& options) {
  TRY_ASSIGN(std::filesystem::path absolute, AbsolutePath(path));
  TRY_ASSIGN(std::unique_ptr<git::Repository> repository, git::Repository::Open(library, absolute));
  TRY_ASSIGN(const git::ObjectId commit, repository->ResolveCommit(options.commit_name));
  return std::unique_ptr<CommitSource>(
      new CommitSource(library, std::move(absolute), options, std::move(repository), commit));
}

CommitSource::CommitSource(const git::Library& library, std::filesystem::path path,
                           const IngestOptions& options,
                           std::unique_ptr<git::Repository> repository, const git::ObjectId& commit)
    : library_(library),
      path_(std::move(path)),
      read_{.all = options.all, .limits = options.limits},
      rules_(options.all),
      selection_(options.include, options.exclude),
      repository_(std::move(repository)),
      commit_(commit),
      name_(path_.string()),
      owns_uris_(options.uri_prefix.empty()),
      uri_prefix_(owns_uris_ ? FileUri(path_) + "#" : options.uri_prefix),
      uri_base_(UriOf("")),
      key_(CommitKey(FileUri(path_), options.uri_prefix)),
      rules_hash_(RulesOf(options)),
      reads_all_(true) {}

std::string CommitSource::UriOf(std::string_view path) const {
  return owns_uris_ ? uri_prefix_ + FragmentOf(path) : PrefixedUri(uri_prefix_, path);
}

// A path may have any length and bytes.
std::string CommitSource::PlaceOf(std::string_view path) const {
  return name_ + ": " +
         (path.size() <= kShownPathBytes ? std::string(path)
                                         : std::string(path.substr(0, kShownPathBytes)) + "...");
}

void CommitSource::CompareWith(const std::vector<std::optional<CommitMark>>& marks) {
  reads_all_ = false;
  for (const std::optional<CommitMark>& mark : marks) {
    reads_all_ = reads_all_ || !mark || !mark->whole || mark->rules != rules_hash_;
    if (!mark) continue;
    for (const git::ObjectId& commit : mark->commits) {
      if (std::ranges::find(before_, commit) != before_.end()) continue;
      if (commit == commit_ || repository_->CheckCommit(commit)) {
        before_.push_back(commit);
      } else {
        has_lost_commits_ = true;
      }
    }
  }
  reads_all_ = reads_all_ || has_lost_commits_;
}

CommitMark CommitSource::MarkUnderWay() const {
  CommitMark mark{.commits = before_, .whole = !reads_all_, .rules = rules_hash_};
  std::erase(mark.commits, commit_);
  mark.commits.push_back(commit_);
  if (mark.commits.size() > kMaxMarkedCommits) {
    mark.commits.erase(mark.commits.begin());
    mark.whole = false;
  }
  return mark;
}

CommitMark CommitSource::MarkAtEnd(const DocumentFates& fates) const {
  const bool failed = std::ranges::any_of(changed_, fates.has_failed);
  return {.commits = {commit_}, .whole = whole_ && !failed, .rules = rules_hash_};
}

Status CommitSource::Read(OriginSink* sink, DocumentSink* documents, RunReport* report) {
  const Run run{.sink = sink, .documents = documents};
  const git::CompareLimits limits{.max_entries = read_.limits.max_members};
  const auto on_unreadable = [&](const std::string& folder, const std::string& reason) {
    unknown_folders_.push_back(folder.empty() ? uri_base_ : UriOf(folder) + "/");
    whole_ = false;
    documents->Skip(nullptr, PlaceOf(folder.empty() ? "/" : folder), reason);
  };
  const auto compare = [&](const std::optional<git::ObjectId>& before, const auto& on_change) {
    return repository_->Compare(before, commit_, limits,
                                {.on_change = on_change, .on_unreadable = on_unreadable});
  };
  const auto read = [&]() -> Status {
    if (reads_all_)
      TRY(compare(std::nullopt, [&](const git::Change& change) { return Take(change, run); }));
    for (const git::ObjectId& before : before_) {
      TRY(compare(before, [&](const git::Change& change) -> Status {
        if (!reads_all_ || !change.now) return Take(change, run);
        return {};
      }));
    }
    return {};
  };
  Status done = read();
  if (!done && done.error().code != ErrorCode::kCancelled) {
    unknown_folders_.push_back(uri_base_);
    whole_ = false;
    documents->Skip(nullptr, name_, done.error().message + "; files before it were read");
    done = {};
  }
  for (const auto& [reason, count] : passed_over_) report->PassOver(reason, count);
  return done;
}

void CommitSource::LeaveOut(const std::string& path, const std::string& uri, SkipReason reason,
                            const Run& run) {
  if (IsNamedOneByOne(reason)) {
    run.documents->Skip(nullptr, PlaceOf(path), std::string(Describe(reason)));
  } else {
    ++passed_over_[Describe(reason)];
  }
  // It says nothing of a text that other rules took in, unless the file has changed since.
  if (reads_all_) kept_.insert(uri);
}

Status CommitSource::Take(const git::Change& change, const Run& run) {
  if (run.sink->IsFull()) return Fail(ErrorCode::kCancelled, "stopped");
  const std::string& path = change.path;
  const std::string uri = UriOf(path);
  if (!changed_.insert(uri).second || !change.now) return {};
  const auto skip = [&](std::string_view reason) -> Status {
    run.documents->Skip(nullptr, PlaceOf(path), std::string(reason));
    return {};
  };
  if (uri.size() > read_.limits.max_uri_bytes) return skip("its path is too long");
  if (CleanMemberPath(path) != path || path.empty())
    return skip("its path leads out of the repository");
  if (const auto reason = rules_.ReasonToSkip(path)) {
    LeaveOut(path, uri, *reason, run);
    return {};
  }
  if (!selection_.Selects(path)) {
    LeaveOut(path, uri, SkipReason::kNotSelected, run);
    return {};
  }
  if (change.now->kind == git::EntryKind::kSymbolicLink)
    return skip(Describe(SkipReason::kSymbolicLink));
  if (change.now->kind == git::EntryKind::kSubmodule)
    return skip("a submodule, which is a repository of its own");
  const Status taken = Contained([&] { return TakeFile(path, uri, change.now->id, run); });
  if (taken || taken.error().code == ErrorCode::kCancelled) return taken;
  if (taken.error().code != ErrorCode::kLimitExceeded) {
    kept_.insert(uri);
    whole_ = false;
  }
  return skip(taken.error().message);
}

// kCancelled: the sink is full. Other errors are those of this file.
Status CommitSource::TakeFile(const std::string& path, const std::string& uri,
                              const git::ObjectId& blob, const Run& run) {
  TRY_ASSIGN(std::string bytes, repository_->ReadBlob(blob, read_.limits.max_file_bytes));
  if (!blobs_.insert(blob).second) {
    repeated_bytes_ += bytes.size();
    if (repeated_bytes_ > read_.limits.max_repeated_bytes) {
      return Fail(ErrorCode::kLimitExceeded,
                  "it repeats another file, and repeats have more than " +
                      std::to_string(read_.limits.max_repeated_bytes) + " bytes together");
    }
  }
  if (rules_.IsKey(path, bytes)) {
    LeaveOut(path, uri, SkipReason::kSecret, run);
    return {};
  }
  if (IsLfsPointer(bytes)) {
    run.documents->Skip(nullptr, PlaceOf(path), "an LFS pointer; the content is not here");
    return {};
  }
  const bool is_text = text::FindInvalidUtf8(path) == std::string_view::npos;
  OriginPtr origin =
      BytesOrigin(std::move(bytes),
                  {.name = PlaceOf(path),
                   .uri = uri,
                   .depth = owns_uris_ ? 1U : 0U,  // members inside it: '!' or '#'
                   .file_name = path,
                   .title = is_text ? path : EncodePath(path),
                   .object = reading::ObjectOrigin{.commit = commit_.hex(), .blob = blob.hex()}});
  return Dispatch(std::move(origin), read_, run.sink);
}

bool CommitSource::IsUnknown(const std::string& uri, const DocumentFates& fates) const {
  return kept_.contains(uri) || fates.has_failed(uri) ||
         std::ranges::any_of(unknown_folders_,
                             [&](const std::string& begin) { return uri.starts_with(begin); });
}

bool CommitSource::IsGone(const std::string& uri, const DocumentFates& fates) const {
  if (fates.has_taken(uri) || IsUnknown(uri, fates)) return false;
  const std::string parent(ParentUri(uri));
  if (parent.size() < uri_base_.size()) return true;  // a file of the tree
  return fates.has_read_anew(parent) || IsGone(parent, fates);
}

Status CommitSource::CheckCommit() const {
  TRY_ASSIGN(const std::unique_ptr<git::Repository> again, git::Repository::Open(library_, path_));
  return again->CheckCommit(commit_);
}

}  // namespace arborist::ingest
