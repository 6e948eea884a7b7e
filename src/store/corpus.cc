// SPDX-License-Identifier: AGPL-3.0-only
#include "store/corpus.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <span>
#include <tuple>

#include "base/check.h"
#include "crypto/sha256.h"
#include "document/chunker.h"
#include "json/value.h"
#include "text/escape.h"

namespace arborist::store {

namespace {

constexpr std::size_t kMinPrefix = 8;
constexpr int kMaxRedirects = 8;

bool IsHexPrefix(std::string_view text) {
  return text.size() >= kMinPrefix && text.size() <= 64 &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

void Merge(DocumentView* into, DocumentView&& other) {
  into->current = into->current || other.current;
  into->ingest_ts = std::min(into->ingest_ts, other.ingest_ts);
  into->hit_count += other.hit_count;
  into->last_hit_at = std::max(into->last_hit_at, other.last_hit_at);
  std::move(other.locations.begin(), other.locations.end(), std::back_inserter(into->locations));
  std::sort(into->locations.begin(), into->locations.end(),
            [](const LocationView& a, const LocationView& b) {
              return std::tie(a.uri, a.state, a.source_hash) <
                     std::tie(b.uri, b.state, b.source_hash);
            });
}

// Where the text of a location is read: in its shard or, where it was evicted there, in one that
// has the same revision.
TextPlace PlaceOf(const LocationView& location, std::span<const LocationView> all) {
  if (location.text.tier == Tier::kHot) return location.text;
  for (const LocationView& other : all) {
    if (other.text.tier != Tier::kHot || other.text.shard == location.text.shard) continue;
    TextPlace place = other.text;
    if (!place.text_hash) {
      // From before there were revisions: its text tells.
      const auto chunks = place.shard->texts().Chunks(place);
      if (!chunks) continue;
      std::vector<std::string_view> slices;
      for (const TextChunk& chunk : *chunks) slices.push_back(chunk.text);
      place.text_hash = document::RevisionOf(slices).text_hash;
    }
    if (SameRevision(place, location.text)) return place;
  }
  return location.text;
}

void Choose(TextPlace place, CorpusDocument* document) {
  document->shard = place.shard;
  document->view.first_chunk_id = place.first_chunk_id;
  document->view.tier = place.tier;
  document->text = std::move(place);
}

void Choose(const LocationView& location, CorpusDocument* document) {
  Choose(PlaceOf(location, document->view.locations), document);
}

std::unexpected<Error> MissingShard(const ShardAddress& shard) {
  return Fail(
      ErrorCode::kEnvironment,
      shard.shown() +
          " is gone, and with it a part of the documents; bring it back (is its disk there? "
          "is there a backup?), and arborist fsck tells whether it is whole");
}

}  // namespace

const LocationView& CorpusDocument::shown() const {
  const LocationView* past = nullptr;
  for (const LocationView& location : view.locations) {
    if (!SameRevision(location.text, text)) continue;
    if (location.current()) return location;
    if (past == nullptr) past = &location;
  }
  return past != nullptr ? *past : view.shown();
}

std::vector<std::string> CorpusDocument::current_uris() const {
  std::vector<std::string> uris;
  for (const LocationView& location : view.locations) {
    if (location.current()) uris.push_back(location.uri);
  }
  return uris;
}

Status Corpus::Renew() {
  for (const auto& shard : shards_) {
    if (Status status = shard->Renew(); !status) {
      return std::unexpected(std::move(status).error().In("shard " + shard->address().shown()));
    }
  }
  return {};
}

void Corpus::Release() {
  for (const auto& shard : shards_) shard->Release();
}

Result<Corpus> Corpus::Open(const HomePaths& home, std::span<const std::string> only) {
  Corpus corpus;
  TRY_ASSIGN(const std::vector<ShardSet> sets, ListShardSets(home));
  for (const ShardSet& set : sets) {
    if (!only.empty() && std::ranges::find(only, set.name) == only.end()) continue;
    std::optional<ShardAddress> absent;
    bool gone = false;
    for (std::uint32_t i = 0; i < set.count; ++i) {
      const ShardAddress shard = set.ShardAt(home, i);
      TRY_ASSIGN(const bool exists, shard.Exists());
      if (!exists) {
        absent = shard;
        continue;
      }
      auto reader = ShardReader::Open(shard);
      // A writer is about to make it, or was killed before it could: nothing is in it.
      if (!reader && reader.error().code == ErrorCode::kNotFound) continue;
      if (!reader) return std::unexpected(std::move(reader).error().In("shard " + shard.shown()));
      TRY_ASSIGN(const LogHead head, (*reader)->Head());
      // The files of a set are made in order, and nothing is put into one before all are there;
      // the first event only says that it was made.
      gone = gone || absent || head.size > 1;
      corpus.shards_.push_back(std::move(*reader));
    }
    if (!absent || !gone) continue;
    // It had its share of the documents; without them "not in the sources" would be wrong.
    TRY_ASSIGN(const bool made, absent->Exists());
    if (!made) return MissingShard(*absent);
    return Open(home, only);  // a writer made the set just now
  }
  return corpus;
}

Result<Hash256> Corpus::State() const {
  std::map<std::string, std::string> heads;
  for (const auto& shard : shards_) {
    TRY_ASSIGN(const LogHead head, shard->Head());
    heads.emplace(shard->name(), head.head.hex());
  }
  json::Array pairs;
  for (const auto& [shard, head] : heads) {
    json::Array pair;
    pair.emplace_back(shard);
    pair.emplace_back(head);
    pairs.emplace_back(std::move(pair));
  }
  return crypto::Sha256(json::Dump(std::move(pairs)));
}

Result<std::string> ChunkText(const CorpusDocument& document, std::uint64_t chunk_idx) {
  return document.shard->texts().ChunkText(document.text, chunk_idx);
}

Result<std::string> DocumentText(const CorpusDocument& document) {
  return document.shard->texts().DocumentText(document.text);
}

std::vector<CorpusDocument> Revisions(const CorpusDocument& document) {
  std::vector<CorpusDocument> revisions = {document};
  std::set<std::tuple<Hash256, const ShardReader*, std::int64_t>> seen;
  const auto is_new = [&](const TextPlace& text) {
    return seen
        .insert(text.text_hash ? std::tuple<Hash256, const ShardReader*, std::int64_t>(
                                     *text.text_hash, nullptr, 0)
                               : std::tuple(Hash256{}, text.shard, text.revision))
        .second;
  };
  is_new(document.text);
  for (const LocationView& location : document.view.locations) {
    if (!is_new(location.text)) continue;
    CorpusDocument other;
    other.view.root = document.view.root;
    other.view.leaf_count = document.view.leaf_count;
    other.view.locations = {location};
    Choose(PlaceOf(location, document.view.locations), &other);
    revisions.push_back(std::move(other));
  }
  return revisions;
}

Result<std::optional<CorpusDocument>> Corpus::Find(const DocumentRoot& root) const {
  std::optional<CorpusDocument> found;
  for (const auto& shard : shards_) {
    TRY_ASSIGN(std::optional<DocumentView> view, shard->documents().Find(root));
    if (!view || view->locations.empty()) continue;
    if (!found) {
      found = CorpusDocument{.view = std::move(*view), .shard = shard.get()};
    } else if (found->view.leaf_count != view->leaf_count) {
      return Refuse("ambiguous_root",
                    root.hex() + " has " + std::to_string(found->view.leaf_count) +
                        " chunks in shard " + found->shard->name() + " and " +
                        std::to_string(view->leaf_count) + " in " + shard->name(),
                    ErrorCode::kAmbiguous);
    } else {
      Merge(&found->view, std::move(*view));
    }
  }
  if (found) Choose(found->view.shown(), &*found);
  return found;
}

Result<CorpusDocument> Corpus::Resolve(std::string_view name) const {
  if (IsHexPrefix(name)) {
    std::vector<DocumentRoot> roots;
    for (const auto& shard : shards_) {
      TRY_ASSIGN(const std::vector<DocumentRoot> some, shard->documents().FindByPrefix(name, 2));
      roots.insert(roots.end(), some.begin(), some.end());
    }
    std::sort(roots.begin(), roots.end());
    roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
    if (roots.size() > 1) {
      return Fail(
          ErrorCode::kAmbiguous,
          std::string(name) + " is the beginning of several document roots; give more digits");
    }
    if (roots.size() == 1) {
      TRY_ASSIGN(std::optional<CorpusDocument> document, Find(roots[0]));
      if (document) return std::move(*document);
    }
  }
  std::string uri(name);
  for (int hop = 0; hop < kMaxRedirects; ++hop) {
    std::optional<UriTarget> target;
    for (const auto& shard : shards_) {
      TRY_ASSIGN(target, shard->locations().Resolve(uri));
      if (target) break;
    }
    if (!target) break;
    if (target->root) {
      TRY_ASSIGN(std::optional<CorpusDocument> document, Find(*target->root));
      if (!document) break;
      for (const LocationView& location : document->view.locations) {
        if (location.uri != uri || !location.current()) continue;
        Choose(location, &*document);
        break;
      }
      return std::move(*document);
    }
    uri = target->alias_of;
  }
  return Fail(
      ErrorCode::kNotFound,
      "no document with root or URI " + text::EscapeForTerminal(name, false) +
          "; arborist documents list shows what there is (a root may be cut to 8 or more digits)");
}

Status Corpus::ForEachDocument(bool include_past,
                               const std::function<Result<bool>(const CorpusDocument&)>& visit,
                               const std::optional<DocumentRoot>& after) const {
  constexpr std::size_t kPage = 256;
  struct Cursor {
    std::deque<DocumentView> page;
    std::optional<DocumentRoot> last;
    bool done = false;
  };
  std::vector<Cursor> cursors(shards_.size());
  for (Cursor& cursor : cursors) cursor.last = after;
  while (true) {
    std::optional<DocumentRoot> smallest;
    for (std::size_t i = 0; i < shards_.size(); ++i) {
      Cursor& cursor = cursors[i];
      if (cursor.page.empty() && !cursor.done) {
        TRY_ASSIGN(std::vector<DocumentView> page,
                   shards_[i]->documents().After(cursor.last, kPage));
        cursor.done = page.size() < kPage;
        if (!page.empty()) cursor.last = page.back().root;
        std::move(page.begin(), page.end(), std::back_inserter(cursor.page));
      }
      if (!cursor.page.empty() && (!smallest || cursor.page.front().root < *smallest)) {
        smallest = cursor.page.front().root;
      }
    }
    if (!smallest) return {};
    std::optional<CorpusDocument> document;
    for (std::size_t i = 0; i < shards_.size(); ++i) {
      Cursor& cursor = cursors[i];
      if (cursor.page.empty() || cursor.page.front().root != *smallest) continue;
      if (!document) {
        document =
            CorpusDocument{.view = std::move(cursor.page.front()), .shard = shards_[i].get()};
      } else {
        Merge(&document->view, std::move(cursor.page.front()));
      }
      cursor.page.pop_front();
    }
    if (document->view.locations.empty() || (!document->view.current && !include_past))
      continue;
    Choose(document->view.shown(), &*document);
    TRY_ASSIGN(const bool more, visit(*document));
    if (!more) return {};
  }
}

}  // namespace arborist::store
