// SPDX-License-Identifier: AGPL-3.0-only
// Restores evicted texts by reading their sources again. Nothing is believed: each source is cut
// and hashed anew, and its text is taken only if root and raw text are those that were evicted,
// byte for byte. A source that changed meanwhile is refused with both roots in the message.
// Documents with several revisions are filled revision by revision, in every shard that lacks the
// text.
#include "room/rehydrate.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "compress/chunk_codec.h"
#include "document/chunker.h"
#include "ingest/prepare.h"
#include "ingest/read_sources.h"
#include "reading/notes.h"
#include "store/corpus.h"
#include "store/home/home.h"
#include "store/shard/shard_writer.h"

namespace arborist::room {

namespace {

using store::ShardWriter;

constexpr std::uint64_t kCommitTextBytes = std::uint64_t{24} << 20;

// A shard that is written to, with the codec of its chunks.
struct Target {
  std::unique_ptr<ShardWriter> writer;
  std::optional<compress::Dictionary> dictionary;
  std::unique_ptr<compress::ChunkCodec> codec;
  std::uint64_t text_bytes = 0;  // since the last commit
};

class Rehydration {
 public:
  Rehydration(const RehydrateOptions& options, const Environment& environment)
      : options_(options), environment_(environment) {}

  Result<RehydrateReport> Run();

 private:
  struct Missing {
    std::vector<std::size_t> shards;  // those that have it without its text
    bool wanted = false;              // false: a revision that no source has any more
  };
  struct Wanted {
    std::map<TextHash, Missing> texts;  // by revision
    std::vector<store::LocationView> locations;
    bool wanted() const {
      return std::ranges::any_of(texts, [](const auto& one) { return one.second.wanted; });
    }
  };
  Status FindEvicted();
  void FindObject(const store::Corpus& corpus, const std::string& uri);
  Status FromItsFiles(const DocumentRoot& root);
  Status FromPaths(const std::vector<std::filesystem::path>& paths);
  // True if this text was missing and is now restored in every shard.
  Result<bool> Fill(const DocumentRoot& root, const ingest::SourceDocument& source);
  Result<Target*> Open(std::size_t shard);
  Status Close();
  void Refuse(std::string what, std::string reason, bool mismatch) {
    report_.refused.push_back(
        {.what = std::move(what), .reason = std::move(reason), .mismatch = mismatch});
  }

  const RehydrateOptions& options_;
  const Environment& environment_;
  std::vector<store::ShardAddress> shards_;
  std::map<DocumentRoot, Wanted> evicted_;
  std::map<std::string, DocumentRoot> by_uri_;            // current URIs of evicted documents
  std::map<std::string, reading::ObjectOrigin> objects_;  // of repositories, by such a URI
  std::map<std::size_t, Target> targets_;
  RehydrateReport report_;
};

Status Rehydration::FindEvicted() {
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(environment_.home));
  for (std::size_t i = 0; i < corpus.shards().size(); ++i) {
    store::ShardReader* shard = corpus.shards()[i].get();
    shards_.push_back(shard->address());
    TRY_ASSIGN(const auto texts, shard->room().EvictedTexts());
    for (const store::EvictedText& text : texts) {
      Missing& missing = evicted_[text.root].texts[text.text_hash];
      missing.shards.push_back(i);
      missing.wanted = missing.wanted || text.wanted;
    }
  }
  for (auto& [root, wanted] : evicted_) {
    TRY_ASSIGN(std::optional<store::CorpusDocument> document, corpus.Find(root));
    if (!document) continue;
    wanted.locations = std::move(document->view.locations);
    for (const store::LocationView& location : wanted.locations) {
      if (!location.current()) continue;
      by_uri_.emplace(location.uri, root);
      FindObject(corpus, location.uri);
    }
  }
  return {};
}

// Damaged notes cost no more than that HEAD is asked.
void Rehydration::FindObject(const store::Corpus& corpus, const std::string& uri) {
  for (const auto& shard : corpus.shards()) {
    const auto notes = shard->readings().Of(uri);
    if (notes && *notes && (*notes)->origin) objects_.emplace(uri, *(*notes)->origin);
  }
}

Result<Target*> Rehydration::Open(std::size_t shard) {
  Target& target = targets_[shard];
  if (target.writer) return &target;
  TRY_ASSIGN(target.writer, ShardWriter::Open(shards_[shard], {.clock = environment_.clock,
                                                               .random = environment_.random,
                                                               .actor = environment_.actor}));
  TRY_ASSIGN(const std::optional<std::string> dictionary, target.writer->dictionary().Get());
  if (dictionary) {
    TRY_ASSIGN(target.dictionary, compress::Dictionary::Load(*dictionary));
  }
  target.codec =
      std::make_unique<compress::ChunkCodec>(target.dictionary ? &*target.dictionary : nullptr);
  TRY(target.writer->Begin());
  return &target;
}

Result<bool> Rehydration::Fill(const DocumentRoot& root, const ingest::SourceDocument& source) {
  Wanted& wanted = evicted_.at(root);
  const TextHash text_hash = document::RevisionOf(document::Identify(source.text).slices).text_hash;
  const auto missing = wanted.texts.find(text_hash);
  if (missing == wanted.texts.end()) return false;
  for (const std::size_t shard : missing->second.shards) {
    TRY_ASSIGN(Target* const target, Open(shard));
    TRY_ASSIGN(const store::PreparedDocument prepared,
               ingest::Prepare(source, target->codec.get(), ingest::Limits{}));
    TRY_ASSIGN(const store::Refill filled, target->writer->evictions().Rehydrate(prepared));
    if (filled == store::Refill::kOtherText) return false;
    target->text_bytes += prepared.text_bytes;
    if (target->text_bytes < kCommitTextBytes) continue;
    TRY(target->writer->Commit());
    TRY(target->writer->Begin());
    target->text_bytes = 0;
  }
  wanted.texts.erase(missing);
  report_.documents.push_back({root, source.uri});
  if (wanted.texts.empty()) evicted_.erase(root);
  return true;
}

Status Rehydration::FromItsFiles(const DocumentRoot& root) {
  const std::vector<store::LocationView> locations = evicted_.at(root).locations;
  std::optional<Refused> reason;
  std::set<std::string> tried;
  const auto missing = [&](const TextHash& text) {
    const auto known = evicted_.find(root);
    return known != evicted_.end() && known->second.texts.contains(text);
  };
  // Current locations first; an older one may still have the file of that time.
  for (const bool current : {true, false}) {
    for (const store::LocationView& location : locations) {
      if (location.current() != current || !tried.insert(location.uri).second) continue;
      // Another location of the same revision may have restored it already.
      if (location.text.text_hash && !missing(*location.text.text_hash)) continue;
      const auto object = objects_.find(location.uri);
      auto source = ingest::ReadAgain(
          location.uri, location.extraction_version, {},
          location.current() && object != objects_.end() ? &object->second : nullptr);
      if (!source) {
        if (!reason) {
          reason = Refused{.what = location.uri,
                           .reason = source.error().message,
                           .no_file = source.error().code == ErrorCode::kUnsupported};
        }
        continue;
      }
      const DocumentRoot found = document::Identify(source->text).root;
      bool filled = false;
      if (found == root && evicted_.contains(root)) {
        TRY_ASSIGN(filled, Fill(root, *source));
      }
      if (filled || (reason && reason->mismatch)) continue;
      reason =
          Refused{.what = location.uri,
                  .reason = found == root
                                ? "it has the same words, but not the text that was evicted, byte "
                                  "for byte; nothing was taken"
                                : "it has another text now (root " + found.hex().substr(0, 12) +
                                      ", not " + root.hex().substr(0, 12) + "); nothing was taken",
                  .mismatch = true};
    }
  }
  const auto left = evicted_.find(root);
  if (reason && left != evicted_.end() && left->second.wanted())
    report_.refused.push_back(std::move(*reason));
  return {};
}

Status Rehydration::FromPaths(const std::vector<std::filesystem::path>& paths) {
  std::vector<ingest::SkippedInput> skipped;
  TRY(ingest::ReadSources(
      paths, {},
      [&](const ingest::SourceDocument& source) -> Status {
        if (evicted_.empty() || !source.alias_of.empty()) return {};
        const document::Identity identity = document::Identify(source.text);
        if (identity.slices.empty()) return {};
        bool filled = false;
        if (evicted_.contains(identity.root)) {
          TRY_ASSIGN(filled, Fill(identity.root, source));
        }
        if (filled) return {};
        const auto known = by_uri_.find(source.uri);
        if (known == by_uri_.end()) return {};
        const auto wanted = evicted_.find(known->second);
        if (wanted == evicted_.end() || !wanted->second.wanted()) return {};
        Refuse(source.uri,
               identity.root == known->second
                   ? "it has the same words, but not the text that was evicted, byte for byte; "
                     "nothing was taken"
                   : "its text is not the one that was evicted (root " +
                         identity.root.hex().substr(0, 12) + ", not " +
                         known->second.hex().substr(0, 12) + "); nothing was taken",
               true);
        return {};
      },
      &skipped));
  // A folder means everything in it that can be read; a file that was named explicitly is reported.
  for (const ingest::SkippedInput& one : skipped) {
    const bool named = std::ranges::any_of(paths, [&](const std::filesystem::path& path) {
      std::error_code ignored;
      return std::filesystem::equivalent(path, one.path, ignored);
    });
    if (named) Refuse(one.path, one.reason, false);
  }
  return {};
}

Status Rehydration::Close() {
  for (auto& [shard, target] : targets_) {
    TRY(target.writer->Commit());
    TRY(target.writer->Finish());
  }
  const bool wrote = !targets_.empty();
  targets_.clear();
  if (!wrote) return {};
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(environment_.home));
  TRY_ASSIGN(const auto home,
             store::HomeStore::Open(environment_.home, {.clock = environment_.clock,
                                                        .random = environment_.random,
                                                        .actor = environment_.actor}));
  return home->CatchUp(corpus.shards());
}

Result<RehydrateReport> Rehydration::Run() {
  TRY(FindEvicted());
  std::vector<DocumentRoot> named;
  std::vector<std::filesystem::path> paths;
  {
    TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(environment_.home));
    for (const std::string& target : options_.targets) {
      auto document = corpus.Resolve(target);
      std::error_code ignored;
      if (document) {
        // A document that is complete already is no error: it is in the wanted state.
        if (evicted_.contains(document->view.root)) named.push_back(document->view.root);
      } else if (document.error().code != ErrorCode::kNotFound) {
        return std::unexpected(std::move(document).error());
      } else if (std::filesystem::exists(target, ignored)) {
        paths.emplace_back(target);
      } else {
        return Fail(ErrorCode::kNotFound,
                    "neither a document nor a file is called " + target +
                        "; arborist documents list --evicted shows what can be brought back");
      }
    }
  }
  if (options_.all) {
    for (const auto& [root, wanted] : evicted_) {
      if (wanted.wanted()) named.push_back(root);
    }
  }
  if (!paths.empty()) TRY(FromPaths(paths));
  for (const DocumentRoot& root : named) {
    if (evicted_.contains(root)) TRY(FromItsFiles(root));
  }
  TRY(Close());
  report_.still_evicted = static_cast<std::size_t>(
      std::ranges::count_if(evicted_, [](const auto& one) { return one.second.wanted(); }));
  return std::move(report_);
}

}  // namespace

Result<RehydrateReport> Rehydrate(const RehydrateOptions& options, const Environment& environment) {
  if (options.targets.empty() && !options.all) {
    return Fail(ErrorCode::kInvalidArgument,
                "name documents or the files they were read from, or say --all");
  }
  return Rehydration(options, environment).Run();
}

}  // namespace arborist::room
