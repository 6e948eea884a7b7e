// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/temporary_folder.h"
#include "compress/chunk_codec.h"
#include "document/extraction.h"
#include "ingest/prepare.h"
#include "store/corpus.h"
#include "store/shard/shard_writer.h"

namespace arborist::retrieve {

struct Page {
  std::string uri;
  std::string title;
  std::string text;
};

// A home for one test, filled shard by shard the way ingest does it, gone afterwards.
class FilledHome {
 public:
  explicit FilledHome(std::uint32_t shards) : set_{"test", shards} {
    std::filesystem::create_directories(home_.shards());
  }

  void Put(const std::vector<Page>& pages) { PutAs(pages, "text", document::kPlainExtraction); }

  void PutAs(const std::vector<Page>& pages, const std::string& source_type,
             std::string_view extraction) {
    compress::ChunkCodec codec(nullptr);
    for (std::uint32_t i = 0; i < set_.count; ++i) {
      auto writer = store::ShardWriter::Open(
          set_.ShardAt(home_, i), {.clock = &clock_, .random = &random_, .actor = "test"});
      ASSERT_TRUE(writer) << writer.error().message;
      ASSERT_TRUE((*writer)->Begin());
      for (const Page& page : pages) {
        if (set_.IndexFor(page.uri) != i) continue;
        ingest::SourceDocument source;
        source.uri = page.uri;
        source.title = page.title;
        source.text = page.text;
        source.source_type = source_type;
        source.extraction = extraction;
        // Stands for the hash of the bytes: another text, another source.
        source.source_hash.bytes[0] =
            static_cast<std::uint8_t>(std::hash<std::string>()(page.text) | 1);
        auto prepared = ingest::Prepare(std::move(source), &codec, {});
        ASSERT_TRUE(prepared) << prepared.error().message;
        ASSERT_TRUE((*writer)->Put(*prepared));
      }
      ASSERT_TRUE((*writer)->Commit());
    }
  }

  const store::HomePaths& home() const { return home_; }
  store::Corpus Open() const { return *store::Corpus::Open(home_); }

 private:
  store::ShardSet set_;
  TemporaryFolder folder_;
  store::HomePaths home_{folder_.path()};
  SystemClock clock_;
  SystemRandom random_;
};

// Texts from a few words, long and short, some of them twice under different URIs; the same for
// the same seed.
struct ManyPagesOptions {
  std::uint32_t seed = 1;
  int count = 100;
  int every_long = 10;  // one in so many is long
  std::uint32_t longest = 1500;
};
inline std::vector<Page> ManyPages(const ManyPagesOptions& options) {
  const std::vector<std::string> words{
      "oil",    "crisis", "price", "war",   "river",  "bi-polar", "bipolar", "film", "music.",
      "engine", "harbor", "north", "south", "图书馆", "北京",     "king",    "sea."};
  std::vector<Page> pages;
  std::uint32_t state = options.seed;
  const auto next = [&state] { return (state = state * 1664525u + 1013904223u) >> 8; };
  for (int i = 0; i < options.count; ++i) {
    std::string text;
    const std::uint32_t length = 5 + next() % (i % options.every_long == 0 ? options.longest : 70);
    for (std::uint32_t w = 0; w < length; ++w)
      text += words[std::size_t{next() % 97} * (next() % 89) % words.size()] + " ";
    const std::string name = std::to_string(i);
    pages.push_back({"test:" + name, words[next() % words.size()] + " " + name, text});
    for (std::uint32_t copy = 0; i % 5 == 0 && copy < 1 + next() % 3; ++copy) {
      pages.push_back({"copy" + std::to_string(copy) + ":" + name,
                       "copy of " + words[next() % words.size()], text});
    }
  }
  return pages;
}

}  // namespace arborist::retrieve
