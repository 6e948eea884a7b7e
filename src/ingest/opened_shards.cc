// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/opened_shards.h"

#include <memory>
#include <string_view>
#include <utility>

#include "ingest/file_uri.h"
#include "store/corpus.h"
#include "store/home/home.h"
#include "store/shard/shard_reader.h"
#include "store/shard/shard_writer.h"

namespace arborist::ingest {

namespace {

// Two writers keep two cores busy with the full-text index, the dearest part of the work.
constexpr std::uint32_t kDefaultShards = 2;

Result<std::unique_ptr<store::ShardWriter>> OpenWriter(const store::ShardAddress& shard,
                                                       const IngestEnvironment& environment) {
  store::ShardWriter::Options options{.clock = environment.clock,
                                      .random = environment.random,
                                      .actor = environment.actor,
                                      .wait = false};
  auto writer = store::ShardWriter::Open(shard, options);
  if (!writer && writer.error().code == ErrorCode::kConflict && environment.on_note) {
    environment.on_note("another ingest is writing to shard " + shard.name() +
                        "; waiting for it to finish");
    options.wait = true;
    writer = store::ShardWriter::Open(shard, options);
  }
  if (!writer) return std::unexpected(std::move(writer).error().In("shard " + shard.shown()));
  return writer;
}

// Finds the dictionary that all shards have, and gives it to those that a process killed while it
// made the set has left without.
Status TakeDictionary(const std::vector<std::optional<std::string>>& dictionaries,
                      OpenedShards* shards) {
  std::optional<std::string> known;
  for (const auto& dictionary : dictionaries) {
    if (!dictionary) continue;
    shards->differ = shards->differ || (known && *known != *dictionary);
    known = dictionary;
  }
  if (!known || shards->differ) return {};
  TRY_ASSIGN(shards->dictionary, compress::Dictionary::Load(*known));
  for (std::size_t i = 0; i < shards->writers.size(); ++i) {
    if (dictionaries[i]) continue;
    store::ShardWriter& writer = *shards->writers[i];
    TRY(writer.Begin());
    TRY(writer.dictionary().Set(*known));
    TRY(writer.Commit());
  }
  return {};
}

}  // namespace

Result<store::ShardSet> ChooseSet(const IngestOptions& options, const store::HomePaths& home) {
  TRY_ASSIGN(store::ShardSet set,
             store::ChooseShardSet(home, options.shard, options.shards, kDefaultShards));
  TRY(store::Corpus::Open(home, {{set.name}}));
  return set;
}

Result<OpenedShards> OpenShards(const IngestOptions& options,
                                const IngestEnvironment& environment) {
  TRY_ASSIGN(store::ShardSet set, ChooseSet(options, environment.home));
  TRY(store::MakeHome(environment.home));
  const std::uint32_t count = set.count;
  OpenedShards shards{.set = std::move(set),
                      .writers = {},
                      .marks = ResumeMarks(count),
                      .dictionary = std::nullopt};
  std::vector<std::optional<std::string>> dictionaries;
  for (std::uint32_t i = 0; i < shards.set.count; ++i) {
    TRY_ASSIGN(std::unique_ptr<store::ShardWriter> writer,
               OpenWriter(shards.set.ShardAt(environment.home, i), environment));
    TRY_ASSIGN(const bool empty, writer->IsEmpty());
    shards.empty = shards.empty && empty;
    TRY_ASSIGN(const auto marks, writer->meta().WithPrefix(kResumePrefix));
    for (const auto& [key, value] : marks) shards.marks.Add(key, value);
    TRY_ASSIGN(std::optional<std::string> dictionary, writer->dictionary().Get());
    dictionaries.push_back(std::move(dictionary));
    shards.writers.push_back(std::move(writer));
  }
  TRY(TakeDictionary(dictionaries, &shards));
  return shards;
}

namespace {

// Whether something that an earlier run took in is no more: a file that is not there, or what stood
// inside an archive or mail that was read anew in this run and does not hold it now.
bool IsVanished(const WalkedFolder& folder, std::string_view uri, const ReadInputs& inputs) {
  if (inputs.has_seen(uri)) return false;
  const std::string_view parent = ParentUri(uri);
  if (!parent.empty()) return inputs.has_read_anew(parent) || IsVanished(folder, parent, inputs);
  const std::string relative = DecodePath(uri.substr(folder.uri_prefix.size()));
  std::error_code error;
  const auto status = std::filesystem::symlink_status(folder.path / relative, error);
  return status.type() == std::filesystem::file_type::not_found;
}

}  // namespace

Status FindVanished(const std::vector<WalkedFolder>& folders, const ReadInputs& inputs,
                    bool mark_gone, const ShardRouter::Writers& writers, IngestReport* report) {
  for (const WalkedFolder& folder : folders) {
    for (const auto& writer : writers) {
      TRY_ASSIGN(std::vector<std::string> vanished, writer->CurrentFileUris(folder.uri_prefix));
      std::erase_if(vanished,
                    [&](const std::string& uri) { return !IsVanished(folder, uri, inputs); });
      report->vanished += vanished.size();
      if (!mark_gone || vanished.empty()) continue;
      TRY(writer->Begin());
      for (const std::string& uri : vanished) {
        TRY_ASSIGN(const bool retired, writer->MarkGone(uri));
        report->gone += retired ? 1 : 0;
      }
      TRY(writer->Commit());
    }
  }
  return {};
}

Status RetireGone(const std::vector<std::string>& gone, const std::vector<std::string>& read_anew,
                  const ReadInputs& inputs, const ShardRouter::Writers& writers,
                  IngestReport* report) {
  if (gone.empty() && read_anew.empty()) return {};
  for (const auto& writer : writers) {
    std::vector<std::string> retired = gone;
    for (const std::string& uri : gone) {
      TRY_ASSIGN(const std::vector<std::string> inside, writer->CurrentFileUris(uri + "#"));
      retired.insert(retired.end(), inside.begin(), inside.end());
    }
    for (const std::string& uri : read_anew) {
      const char inner = ParentUri(uri).empty() ? '#' : '!';
      TRY_ASSIGN(std::vector<std::string> inside, writer->CurrentFileUris(uri + inner));
      std::erase_if(inside, [&](const std::string& one) { return inputs.has_seen(one); });
      // What stands in something else that was not read anew stays.
      std::erase_if(inside,
                    [&](const std::string& one) { return !inputs.has_read_anew(ParentUri(one)); });
      retired.insert(retired.end(), inside.begin(), inside.end());
    }
    TRY(writer->Begin());
    for (const std::string& uri : retired) {
      TRY_ASSIGN(const bool done, writer->MarkGone(uri));
      report->gone += done ? 1 : 0;
    }
    TRY(writer->Commit());
  }
  return {};
}

Status RecordShards(const ShardRouter::Writers& writers, const IngestEnvironment& environment,
                    IngestReport* report) {
  std::vector<std::unique_ptr<store::ShardReader>> readers;
  for (std::size_t i = 0; i < writers.size(); ++i) {
    TRY_ASSIGN(std::unique_ptr<store::ShardReader> reader,
               store::ShardReader::Open(writers[i]->address()));
    report->shards[i].store_bytes = reader->StoredBytes();
    report->store_bytes += report->shards[i].store_bytes;
    readers.push_back(std::move(reader));
  }
  TRY_ASSIGN(const std::unique_ptr<store::HomeStore> home,
             store::HomeStore::Open(environment.home, {.clock = environment.clock,
                                                       .random = environment.random,
                                                       .actor = environment.actor}));
  return home->CatchUp(readers);
}

}  // namespace arborist::ingest
