// SPDX-License-Identifier: AGPL-3.0-only
// A mark in each shard says at which commit the shard is. It is written twice: before a run with
// the commits that the shard may then be a mixture of, after it with the one that was read, in the
// transaction that retires what is gone. So whenever a run is killed, the next one compares with
// every commit that may have left a text behind.
#include "ingest/repositories.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "store/shard/shard_writer.h"

namespace arborist::ingest {

namespace {

constexpr std::size_t kShownIdDigits = 12;

std::string NoteOf(const CommitSource& source, const std::string& commit_name) {
  std::string note = source.name() + ": commit " + source.commit().hex().substr(0, kShownIdDigits) +
                     " (" + commit_name + ")";
  if (source.facts().bare) note += ", a bare repository";
  if (source.facts().shallow) note += ", a shallow clone";
  if (source.facts().partial_clone)
    note += ", a partial clone: what was not fetched is named and skipped";
  return note;
}

// Nothing: the shard has none, or a damaged one.
Result<std::optional<CommitMark>> MarkOf(const CommitSource& source,
                                         const std::function<void(const std::string&)>& note,
                                         store::ShardWriter* writer) {
  TRY_ASSIGN(const std::optional<std::string> text, writer->meta().Get(source.key()));
  if (!text) return std::nullopt;
  auto mark = DecodeCommitMark(source.key(), *text);
  if (mark) return std::move(*mark);
  if (note) {
    note("the mark at which commit " + source.name() + " was read is damaged (" +
         mark.error().message + "); every file is compared");
  }
  return std::nullopt;
}

Status WriteMark(const CommitSource& source, const CommitMark& mark, store::ShardWriter* writer) {
  TRY(writer->Begin());
  TRY(writer->meta().Set(source.key(), EncodeCommitMark(source.key(), mark)));
  return writer->Commit();
}

// By shard, the URIs whose texts are not of the commit.
Result<std::vector<std::vector<std::string>>> FindGone(const CommitSource& source,
                                                       const DocumentFates& fates,
                                                       const store::ShardSet& set,
                                                       const ShardRouter::Writers& writers) {
  std::vector<std::vector<std::string>> gone(writers.size());
  const auto collect = [&](const std::string& begin) -> Status {
    for (std::size_t i = 0; i < writers.size(); ++i) {
      TRY_ASSIGN(const std::vector<std::string> uris, writers[i]->CurrentFileUris(begin));
      for (const std::string& uri : uris) {
        if (source.IsGone(uri, fates)) gone[i].push_back(uri);
      }
    }
    return {};
  };
  if (source.reads_all() && source.owns_uris()) {
    TRY(collect(source.uri_base()));
    return gone;
  }
  for (const std::string& uri : source.changed()) {
    if (source.IsGone(uri, fates)) gone[set.IndexFor(uri)].push_back(uri);
    TRY(collect(source.InsideOf(uri)));
  }
  for (auto& uris : gone) std::ranges::sort(uris);  // the log is in one order
  return gone;
}

Status Retire(const CommitSource& source, const DocumentFates& fates, const store::ShardSet& set,
              const ShardRouter::Writers& writers, IngestReport* report) {
  TRY_ASSIGN(const auto gone, FindGone(source, fates, set, writers));
  const CommitMark mark = source.MarkAtEnd(fates);
  for (std::size_t i = 0; i < writers.size(); ++i) {
    store::ShardWriter& writer = *writers[i];
    TRY(writer.Begin());
    for (const std::string& uri : gone[i]) {
      TRY_ASSIGN(const bool retired, writer.MarkGone(uri));
      report->gone += retired ? 1 : 0;
      report->vanished += retired ? 1 : 0;
    }
    TRY(writer.meta().Set(source.key(), EncodeCommitMark(source.key(), mark)));
    TRY(writer.Commit());
  }
  return {};
}

// The documents of files that are as they were, which nobody looked at.
Status CountUntouched(const CommitSource& source, const DocumentFates& fates,
                      const ShardRouter::Writers& writers, IngestReport* report) {
  std::uint64_t untouched = 0;
  for (const auto& writer : writers) {
    TRY_ASSIGN(const std::vector<std::string> uris, writer->CurrentFileUris(source.uri_base()));
    untouched += static_cast<std::uint64_t>(
        std::ranges::count_if(uris, [&](const std::string& uri) { return !fates.has_taken(uri); }));
  }
  report->unchanged += untouched;
  report->documents += untouched;
  return {};
}

}  // namespace

Result<Repositories> Repositories::Open(const IngestOptions& options) {
  Repositories repositories;
  if (options.path_kind != PathKind::kRepositories) return repositories;
  repositories.reextract_ = options.reextract;
  repositories.commit_name_ = options.commit_name;
  TRY_ASSIGN(repositories.library_, git::Library::Open());
  for (const std::filesystem::path& path : options.paths) {
    auto source = CommitSource::Open(*repositories.library_, path, options);
    if (!source) {
      repositories.refused_.push_back({path.string(), std::move(source).error().message});
      continue;
    }
    const auto same = [&](const auto& other) { return other->key() == (*source)->key(); };
    if (std::ranges::none_of(repositories.sources_, same))
      repositories.sources_.push_back(std::move(*source));
  }
  return repositories;
}

Status Repositories::Begin(const ShardRouter::Writers& writers,
                           const IngestEnvironment& environment) {
  for (const auto& source : sources_) {
    if (environment.on_note) environment.on_note(NoteOf(*source, commit_name_));
    std::vector<std::optional<CommitMark>> marks;
    for (const auto& writer : writers) {
      TRY_ASSIGN(auto mark, MarkOf(*source, environment.on_note, writer.get()));
      marks.push_back(reextract_ ? std::nullopt : std::move(mark));
    }
    source->CompareWith(marks);
    if (source->has_lost_commits() && environment.on_note) {
      environment.on_note(source->name() +
                          ": the commit that was read before is not there any more;"
                          " every file is compared");
    }
    if (source->is_unchanged()) continue;
    for (const auto& writer : writers)
      TRY(WriteMark(*source, source->MarkUnderWay(), writer.get()));
  }
  return {};
}

Status Repositories::ReadAll(OriginSink* sink, DocumentSink* documents, RunReport* report) {
  for (const Refused& one : refused_) documents->Skip(nullptr, one.path, one.reason);
  for (const auto& source : sources_) {
    const Status read = source->Read(sink, documents, report);
    if (!read || sink->IsFull()) return {};  // stopped; when the writers failed, they say more
  }
  return {};
}

Status Repositories::Settle(const DocumentFates& fates, const store::ShardSet& set,
                            const ShardRouter::Writers& writers, IngestReport* report) {
  for (const auto& source : sources_) {
    const Status there = source->CheckCommit();
    if (!there) {
      ++report->skipped_count;
      report->skipped.push_back({source->name(), "the commit cannot be read a second time (" +
                                                     there.error().message +
                                                     "); nothing was retired"});
      continue;
    }
    if (!source->is_unchanged()) TRY(Retire(*source, fates, set, writers, report));
    if (!source->reads_all()) TRY(CountUntouched(*source, fates, writers, report));
  }
  return {};
}

std::vector<RepositoryReport> Repositories::reports() const {
  std::vector<RepositoryReport> reports;
  reports.reserve(sources_.size());
  for (const auto& source : sources_)
    reports.push_back({.path = source->name(), .commit = source->commit().hex()});
  return reports;
}

}  // namespace arborist::ingest
