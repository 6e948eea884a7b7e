// SPDX-License-Identifier: AGPL-3.0-only
// One walk over the log of a shard: the chain is checked, and its events are folded into what must
// be in the rows now. A later event about a document or a text replaces the earlier one.
#include "store/fsck/log.h"

#include "store/fsck/chain.h"
#include "store/log/burned.h"

namespace arborist::store {

void LoggedShard::Note(const StoredEvent& event) {
  erasures.Note(event);
  NoteDocument(event);
  NoteTier(event);
  if (event.body.type == "dictionary_added") dictionary = event.body.subject;
  if (event.body.type == "dictionary_removed") dictionary.reset();
}

void LoggedShard::NoteDocument(const StoredEvent& event) {
  const auto root = Hash256::FromHexString(event.body.subject);
  if (!root) return;
  if (IsDocumentBurn(event.body.type)) documents.erase(*root);
  const auto it = event.body.hashes.find("document");
  if (it == event.body.hashes.end()) return;
  // A core that was read from a source later keeps its row, and with it the time it came.
  const auto [document, added] = documents.try_emplace(*root);
  if (added) document->second = {it->second, event.body.seq, event.body.time};
  document->second.descriptor = it->second;
}

void LoggedShard::NoteTier(const StoredEvent& event) {
  const std::string_view type = event.body.type;
  const bool evicts = type == kDocumentWarm || type == kDocumentCold;
  if (!evicts && type != kDocumentRehydrate && !IsDocumentBurn(type)) return;
  const auto root = Hash256::FromHexString(event.body.subject);
  if (!root) return;
  if (IsDocumentBurn(type)) {
    evicted.erase(*root);
    return;
  }
  const auto hash = event.body.hashes.find("text");
  const Hash256 text = hash == event.body.hashes.end() ? Hash256{} : hash->second;
  std::vector<EvictedText>& texts = evicted[*root];
  std::erase_if(texts, [&](const EvictedText& one) { return one.text == text; });
  if (evicts) {
    texts.push_back({.tier = type == kDocumentWarm ? Tier::kWarm : Tier::kCold,
                     .text = text,
                     .seq = event.body.seq,
                     .time = event.body.time});
  } else if (texts.empty()) {
    evicted.erase(*root);
  }
}

Status CheckLog(const CheckedShard& shard, LoggedShard* logged) {
  TRY_ASSIGN(const WalkedChain chain,
             WalkChain(shard.database(), [&](const StoredEvent& event) { logged->Note(event); }));
  shard.findings->Count("events", chain.size);
  logged->holds = !chain.broken;
  if (chain.broken) shard.Problem(chain.broken->kind, chain.broken->subject, chain.broken->detail);
  if (const auto ahead = AheadOf(shard.options.now, chain))
    shard.Problem("time_ahead", ahead->first, ahead->second);
  return {};
}

}  // namespace arborist::store
