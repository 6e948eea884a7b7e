// SPDX-License-Identifier: AGPL-3.0-only
// Burns a record, a document or a declined question: everything that the store holds of it goes,
// and its bytes are erased from the files (decision 31). A name of 8 or more hex digits says which.
// The steps and why they are in this order:
//
//   1. Collect what rests on it: records, cores of a document, cores of those, redirects. Without
//      `force` dependants end the burn with kConflict before anything is changed.
//   2. Records and the questions of declined runs with the same canonical question: they hold the
//      text of questions.
//   3. Concepts that were derived from it.
//   4. Shards: redirects, chunks, the dictionary if a piece of the text may be in it, rows. The
//      shards that hold the document itself are the last: a burn of a document that was cut short
//      finds it again by its name and does all steps once more. A document that a record was
//      promoted to is found again by the hashes that the burn events of the record bind.
//   5. EraseRemains after each file's transaction. A reader that looks at an older state keeps the
//      deleted bytes alive; the burn goes on with all other files and reports kEnvironment at the
//      end. The same call later finds the burn event (FinishEarlierBurn) and erases the rest.
#include "curate/burn.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>

#include "base/files.h"
#include "curate/loaded_run.h"
#include "question/keys.h"
#include "store/home/concepts.h"
#include "store/home/promotions.h"
#include "store/log/burned.h"
#include "store/shard/shard_writer.h"

namespace arborist::curate {

namespace {

bool IsHexName(std::string_view name) {
  return name.size() >= 8 && name.size() <= 64 &&
         name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// A document to burn, with the facts about it that cannot be read once it is gone.
struct Doomed {
  DocumentRoot root;
  std::vector<std::string> uris;    // where it is current
  std::optional<std::string> text;  // of all its revisions; nullopt when a part was evicted
};

class Burning {
 public:
  explicit Burning(const BurnRequest& request) : request_(request) {}

  Result<BurnReport> Run();

 private:
  Status OpenHome();
  Result<bool> FindRecord();
  Result<bool> FindDocument();
  // Burns the records of key_ and the documents that they were promoted to.
  Status BurnRecord();
  // The documents that the records of key_ were promoted to, and everything that rests on them.
  Status FindPromoted();
  // The hashes of the records that key_ has, and of those burned before.
  Result<std::set<Hash256>> RecordsOfKey();
  // Puts the shards that hold one of the documents behind the others.
  Status OrderShards(const store::Corpus& corpus, std::span<const DocumentRoot> last);
  Status Collect(const store::Corpus& corpus, const store::CorpusDocument& document,
                 Dependants* all);
  Status BurnShard(const store::ShardAddress& shard, const std::vector<std::string>* forced);
  Result<bool> FinishEarlierBurn();
  // Whether a document of this shard was burned with the records of key_ alone.
  Result<bool> BurnedWithRecord(const store::LogView& log) const;
  // Notes the questions of records to burn: a declined run may hold the same question.
  Status NoteQuestions(std::span<const CacheKey> keys);
  Status BurnQuestions();
  Status ForgetConcepts();
  // A question that was declined has no record; its text is kept in a table beside the log.
  Result<bool> BurnDeclined();
  // Takes the result of EraseRemains: bytes that a reader keeps alive are an error only at the end,
  // when everything else is done.
  Status Keep(const Status& erased);

  const BurnRequest& request_;
  std::unique_ptr<store::HomeStore> home_;
  std::optional<CacheKey> key_;
  std::vector<Doomed> doomed_;
  std::vector<CacheKey> keys_;
  std::set<QuestionHash> questions_;
  std::vector<store::ShardAddress> shards_;
  std::optional<Error> remains_;
  BurnReport report_;
};

Status Burning::OpenHome() {
  TRY_ASSIGN(const bool exists, Exists(request_.home.root));
  if (!exists) {
    return Fail(ErrorCode::kNotFound, "there is no store at " + request_.home.root.string());
  }
  TRY_ASSIGN(home_, store::HomeStore::Open(request_.home, {.clock = request_.clock,
                                                           .random = request_.random,
                                                           .actor = request_.actor}));
  return {};
}

Status Burning::Keep(const Status& erased) {
  if (erased || erased.error().code != ErrorCode::kEnvironment) return erased;
  if (!remains_) remains_ = erased.error();
  return {};
}

Result<bool> Burning::FindRecord() {
  store::Records records(home_.get());
  auto record = records.Resolve(request_.name);
  if (!record && record.error().code == ErrorCode::kNotFound) return false;
  if (!record) return std::unexpected(std::move(record).error());
  key_ = record->cache_key;
  return true;
}

// Adds the document, its cores, their cores and so on to doomed_, and all their dependants to *all.
// A core that is in doomed_ already is passed over, so that a circle of derivations ends.
Status Burning::Collect(const store::Corpus& corpus, const store::CorpusDocument& document,
                        Dependants* all) {
  store::Records records(home_.get());
  TRY_ASSIGN(Dependants some, DependantsOf(corpus, &records, document));
  Doomed doomed{.root = document.view.root, .uris = document.current_uris(), .text = std::nullopt};
  // A dictionary for compression may hold a piece of any revision.
  doomed.text.emplace();
  for (const store::CorpusDocument& revision : store::Revisions(document)) {
    const auto text = store::DocumentText(revision);
    if (!text) {
      doomed.text.reset();
      break;
    }
    *doomed.text += *text;
  }
  doomed_.push_back(std::move(doomed));
  for (const DocumentRoot& core : some.cores) {
    if (std::ranges::find(doomed_, core, &Doomed::root) != doomed_.end()) continue;
    TRY_ASSIGN(const std::optional<store::CorpusDocument> found, corpus.Find(core));
    if (found) TRY(Collect(corpus, *found, all));
  }
  all->keys.merge(some.keys);
  all->cores.merge(some.cores);
  all->aliases.merge(some.aliases);
  all->linking.merge(some.linking);
  return {};
}

Result<bool> Burning::FindDocument() {
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(request_.home));
  for (const auto& shard : corpus.shards()) shards_.push_back(shard->address());
  auto document = corpus.Resolve(request_.name);
  if (!document && document.error().code == ErrorCode::kNotFound) return false;
  if (!document) return std::unexpected(std::move(document).error());
  if (key_) {
    return Fail(ErrorCode::kAmbiguous, request_.name +
                                           " is the beginning of a record's key and of a "
                                           "document's root; give more digits");
  }
  TRY(OrderShards(corpus, std::array{document->view.root}));
  store::Records records(home_.get());
  TRY(records.CatchUp(corpus));
  Dependants all;
  TRY(Collect(corpus, *document, &all));
  keys_.assign(all.keys.begin(), all.keys.end());
  for (const CacheKey& key : keys_) {
    TRY_ASSIGN(const std::vector<store::Record> some, records.WithKey(key));
    report_.records += some.size();
  }
  if (!all.empty() && !request_.force) {
    return Fail(ErrorCode::kConflict,
                "document " + document->view.root.hex() +
                    " has dependants: " + Describe(all, report_.records) +
                    "; --force burns records, cores and redirects with it (texts that link to it "
                    "stay as they are)");
  }
  report_.aliases = all.aliases.size();
  report_.links_left = all.linking.size();
  return true;
}

// While a document can be found, a burn that was cut short can be run again to its end.
Status Burning::OrderShards(const store::Corpus& corpus, std::span<const DocumentRoot> last) {
  shards_.clear();
  std::vector<store::ShardAddress> holders;
  for (const auto& shard : corpus.shards()) {
    bool holds = false;
    for (const DocumentRoot& root : last) {
      TRY_ASSIGN(const auto here, shard->documents().Find(root));
      holds = holds || here;
    }
    (holds ? holders : shards_).push_back(shard->address());
  }
  shards_.insert(shards_.end(), holders.begin(), holders.end());
  return {};
}

Result<std::set<Hash256>> Burning::RecordsOfKey() {
  TRY_ASSIGN(const std::vector<store::Record> kept, store::Records(home_.get()).WithKey(*key_));
  std::set<Hash256> hashes;
  for (const store::Record& record : kept) hashes.insert(record.record_hash);
  const std::string subject = key_->hex();
  TRY(home_->log().ReadEvents(0, store::kNewestEvent, [&](const store::StoredEvent& event) {
    const std::string_view type = event.body.type;
    const bool burn = type == store::kRecordBurn || type == store::kRecordBurnForced;
    const auto record = event.body.hashes.find("record");
    if (burn && event.body.subject == subject && record != event.body.hashes.end()) {
      hashes.insert(record->second);
    }
    return true;
  }));
  return hashes;
}

Status Burning::FindPromoted() {
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(request_.home));
  store::Records records(home_.get());
  TRY_ASSIGN(const std::set<Hash256> hashes, RecordsOfKey());
  Dependants dependants;
  std::vector<DocumentRoot> promoted;
  for (const auto& shard : corpus.shards()) {
    for (const Hash256& hash : hashes) {
      TRY_ASSIGN(const std::vector<DocumentRoot> roots, store::PromotedFrom(shard.get(), hash));
      for (const DocumentRoot& root : roots) {
        if (std::ranges::find(doomed_, root, &Doomed::root) != doomed_.end()) continue;
        TRY_ASSIGN(const std::optional<store::CorpusDocument> document, corpus.Find(root));
        if (document) TRY(Collect(corpus, *document, &dependants));
        promoted.push_back(root);
      }
    }
  }
  TRY(OrderShards(corpus, promoted));
  if (doomed_.empty()) return {};
  if (!request_.force) {
    return Fail(ErrorCode::kConflict, "record " + key_->hex() + " was promoted to document " +
                                          doomed_.front().root.hex().substr(0, 12) +
                                          "; --force burns that document with it");
  }
  for (const Doomed& doomed : doomed_) report_.roots.push_back(doomed.root);
  // Records that rest on the promoted answer go with it, as with any document.
  dependants.keys.erase(*key_);
  if (!dependants.keys.empty()) {
    const std::vector<CacheKey> keys(dependants.keys.begin(), dependants.keys.end());
    TRY(NoteQuestions(keys));
    TRY(records.BurnKeys(keys, true));
    TRY(Keep(records.EraseRemains()));
  }
  return {};
}

Status Burning::BurnShard(const store::ShardAddress& shard,
                          const std::vector<std::string>* forced) {
  TRY_ASSIGN(const auto writer, store::ShardWriter::Open(shard, {.clock = request_.clock,
                                                                 .random = request_.random,
                                                                 .actor = request_.actor}));
  TRY(writer->Begin());
  bool changed = false;
  for (const Doomed& doomed : doomed_) {
    TRY_ASSIGN(const bool forgot, writer->dictionary().Forget(doomed.text));
    if (forgot) report_.dictionaries.push_back(shard.name());
    for (const std::string& uri : doomed.uris) {
      TRY_ASSIGN(const std::int64_t rows, writer->burns().BurnAliasesOf(uri));
      changed = changed || rows > 0;
    }
    TRY_ASSIGN(const bool burned, forced != nullptr
                                      ? writer->burns().BurnForced(doomed.root, *forced)
                                      : writer->burns().Burn(doomed.root));
    changed = changed || burned || forgot;
  }
  TRY(writer->Commit());
  return changed ? Keep(writer->burns().EraseRemains()) : Status();
}

// Does what an earlier burn of that name did not come to: erases the bytes that a reader kept, and
// burns the documents that a burned record was promoted to.
Result<bool> Burning::FinishEarlierBurn() {
  TRY_ASSIGN(std::optional<std::string> subject, store::FindBurned(home_->log(), request_.name));
  for (const store::ShardAddress& shard : shards_) {
    TRY_ASSIGN(auto reader, store::ShardReader::Open(shard));
    TRY_ASSIGN(const std::optional<std::string> here,
               store::FindBurned(reader->log(), request_.name));
    if (!here) continue;
    subject = here;
    report_.document = true;
  }
  if (!subject) return false;
  report_.subject = *subject;
  if (!report_.document) {
    TRY_ASSIGN(const Hash256 key, Hash256::FromHexString(*subject));
    key_ = CacheKey(key);
    TRY(BurnRecord());
  }
  report_.again = doomed_.empty();
  TRY(Keep(store::Records(home_.get()).EraseRemains()));
  for (const store::ShardAddress& shard : shards_) {
    if (!report_.document) {
      TRY_ASSIGN(auto reader, store::ShardReader::Open(shard));
      TRY_ASSIGN(const bool burned, BurnedWithRecord(reader->log()));
      if (!burned) continue;
    }
    TRY_ASSIGN(const auto writer, store::ShardWriter::Open(shard, {.clock = request_.clock,
                                                                  .random = request_.random,
                                                                  .actor = request_.actor}));
    TRY(Keep(writer->burns().EraseRemains()));
  }
  return true;
}

Result<bool> Burning::BurnedWithRecord(const store::LogView& log) const {
  const Hash256 names = store::HashDependants(std::array{key_->hex()});
  bool burned = false;
  TRY(log.ReadEvents(0, store::kNewestEvent, [&](const store::StoredEvent& event) {
    const auto with = event.body.hashes.find("dependants");
    burned = event.body.type == store::kDocumentBurnForced && with != event.body.hashes.end() &&
             with->second == names;
    return !burned;
  }));
  return burned;
}

Result<bool> Burning::BurnDeclined() {
  store::Records records(home_.get());
  TRY_ASSIGN(const std::optional<std::string> subject, records.FindDeclined(request_.name));
  if (!subject) return false;
  TRY_ASSIGN(const Hash256 root, Hash256::FromHexString(*subject));
  report_.subject = *subject;
  TRY_ASSIGN(const std::size_t erased, records.BurnDeclined(std::set{root}));
  TRY(records.EraseRemains());
  report_.again = erased == 0;
  return true;
}

Status Burning::NoteQuestions(std::span<const CacheKey> keys) {
  store::Records records(home_.get());
  for (const CacheKey& key : keys) {
    TRY_ASSIGN(const std::vector<store::Record> some, records.WithKey(key));
    for (const store::Record& record : some) {
      // A record that cannot be read is burned all the same.
      if (const auto run = RunOf(record)) {
        questions_.insert(
            question::HashQuestion(run->question, question::Dedup::kEquivalenceClassV2));
      }
    }
  }
  return {};
}

Status Burning::BurnQuestions() {
  if (questions_.empty()) return {};
  store::Records records(home_.get());
  TRY_ASSIGN(const std::set<Hash256> declined, records.DeclinesOf([&](std::string_view text) {
    return questions_.contains(question::HashQuestion(text, question::Dedup::kEquivalenceClassV2));
  }));
  if (declined.empty()) return {};
  TRY(records.BurnDeclined(declined));
  return Keep(records.EraseRemains());
}

Status Burning::ForgetConcepts() {
  std::uint64_t forgotten = 0;
  for (const Doomed& doomed : doomed_) {
    TRY_ASSIGN(const std::uint64_t some, store::Concepts(home_.get()).Forget(doomed.root));
    forgotten += some;
  }
  return forgotten > 0 ? Keep(store::Records(home_.get()).EraseRemains()) : Status();
}

Status Burning::BurnRecord() {
  store::Records records(home_.get());
  report_.subject = key_->hex();
  TRY(FindPromoted());
  TRY(NoteQuestions(std::array{*key_}));
  TRY_ASSIGN(const std::vector<store::Record> some, records.WithKey(*key_));
  report_.records = some.size();
  TRY(records.BurnKeys(std::array{*key_}, request_.force));
  TRY(Keep(records.EraseRemains()));
  TRY(BurnQuestions());
  TRY(ForgetConcepts());
  if (doomed_.empty()) return {};
  const std::vector<std::string> forced{key_->hex()};
  for (const store::ShardAddress& shard : shards_) {
    TRY_IN("shard " + shard.name(), BurnShard(shard, &forced));
  }
  return {};
}

Result<BurnReport> Burning::Run() {
  if (!IsHexName(request_.name)) {
    return Fail(ErrorCode::kInvalidArgument,
                "burn takes the key of a record or the root of a document, 8 to 64 digits 0-9 "
                "a-f, not " +
                    request_.name);
  }
  TRY(OpenHome());
  TRY_ASSIGN(const bool is_record, FindRecord());
  TRY_ASSIGN(const bool is_document, FindDocument());
  store::Records records(home_.get());
  if (is_record) {
    TRY(BurnRecord());
    if (remains_) return std::unexpected(*remains_);
    return report_;
  }
  if (!is_document) {
    TRY_ASSIGN(report_.question, BurnDeclined());
    if (report_.question) return report_;
    TRY_ASSIGN(const bool again, FinishEarlierBurn());
    if (!again) {
      return Fail(ErrorCode::kNotFound, "no record and no document is called " + request_.name +
                                            "; arborist providence list and arborist documents "
                                            "list show what there is");
    }
  } else {
    report_.document = true;
    report_.subject = doomed_.front().root.hex();
    std::vector<std::string> forced;
    forced.reserve(keys_.size());
    for (const CacheKey& key : keys_) forced.push_back(key.hex());
    for (const Doomed& doomed : doomed_) report_.roots.push_back(doomed.root);
    for (const Doomed& doomed : doomed_) {
      if (doomed.root != doomed_.front().root) forced.push_back(doomed.root.hex());
    }
    if (!keys_.empty()) {
      TRY(NoteQuestions(keys_));
      TRY(records.BurnKeys(keys_, true));
      TRY(Keep(records.EraseRemains()));
      TRY(BurnQuestions());
    }
    TRY(ForgetConcepts());
    for (const store::ShardAddress& shard : shards_) {
      TRY_IN("shard " + shard.name(), BurnShard(shard, request_.force ? &forced : nullptr));
    }
    TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(request_.home));
    TRY(records.CatchUp(corpus));
  }
  if (remains_) return std::unexpected(*remains_);
  return report_;
}

}  // namespace

Result<Dependants> DependantsOf(const store::Corpus& corpus, store::Records* records,
                                const store::CorpusDocument& document) {
  Dependants dependants;
  TRY_ASSIGN(const std::vector<CacheKey> keys, records->DependantsOf(document.view.root));
  dependants.keys.insert(keys.begin(), keys.end());
  const std::vector<std::string> current = document.current_uris();
  const store::UriSet uris(current.begin(), current.end());
  for (const auto& shard : corpus.shards()) {
    TRY_ASSIGN(const std::vector<DocumentRoot> cores,
               shard->derivations().CoresOf(document.view.root));
    dependants.cores.insert(cores.begin(), cores.end());
    if (uris.empty()) continue;
    TRY_ASSIGN(const std::vector<std::string> aliases, shard->links().AliasesOf(uris));
    dependants.aliases.insert(aliases.begin(), aliases.end());
    TRY_ASSIGN(const std::vector<std::string> linking, shard->links().To(uris));
    dependants.linking.insert(linking.begin(), linking.end());
  }
  return dependants;
}

std::string Describe(const Dependants& dependants, std::size_t records) {
  std::string text;
  const auto add = [&](std::size_t count, std::string_view one, std::string_view many,
                       const std::string& first) {
    if (count == 0) return;
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " +
            std::string(count == 1 ? one : many) + " (" + first + (count > 1 ? ", ...)" : ")");
  };
  add(records, "record", "records",
      dependants.keys.empty() ? "" : dependants.keys.begin()->hex().substr(0, 12));
  add(dependants.cores.size(), "core", "cores",
      dependants.cores.empty() ? "" : dependants.cores.begin()->hex().substr(0, 12));
  add(dependants.aliases.size(), "redirect", "redirects",
      dependants.aliases.empty() ? "" : *dependants.aliases.begin());
  add(dependants.linking.size(), "text that links to it", "texts that link to it",
      dependants.linking.empty() ? "" : *dependants.linking.begin());
  return text;
}

Result<BurnReport> Burn(const BurnRequest& request) { return Burning(request).Run(); }

}  // namespace arborist::curate
