// SPDX-License-Identifier: AGPL-3.0-only
// A shard file from outside. Input whose first byte is even is the file itself; else it is a list
// of changes to a small valid shard, each two bytes page, two bytes place in it, a length and as
// many bytes, which reaches far deeper.
#include <algorithm>
#include <fstream>

#include "base/clock.h"
#include "compress/chunk_codec.h"
#include "fuzz/fuzz.h"
#include "ingest/prepare.h"
#include "sqlite/database.h"
#include "store/corpus.h"
#include "store/fsck/fsck.h"
#include "store/home/home.h"
#include "store/shard/shard_reader.h"
#include "store/shard/shard_writer.h"

namespace {

using namespace arborist;

constexpr std::size_t kPageBytes = 1024;

class FixedClock final : public Clock {
 public:
  std::int64_t NowSeconds() const override { return 1700000000; }
};
class FixedRandom final : public Random {
 public:
  std::string Bytes(std::size_t count) override {
    return std::string(count, static_cast<char>(++byte_));
  }

 private:
  std::uint8_t byte_ = 0;
};

store::HomePaths Home() { return {fuzz::ScratchFolder() / "home"}; }

std::string ReadWhole(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void Put(store::ShardWriter* writer, std::string uri, std::string text, std::string alias = "") {
  compress::ChunkCodec codec;
  ingest::SourceDocument source{.uri = std::move(uri),
                                .title = "A title",
                                .text = std::move(text),
                                .source_type = "text",
                                .extraction = "plain-v1",
                                .source_hash = {},
                                .links = {"https://example.org/x"},
                                .alias_of = std::move(alias)};
  source.source_hash.bytes[0] = static_cast<std::uint8_t>(source.text.size());
  source.source_hash.bytes[1] = source.text.empty() ? 0 : static_cast<std::uint8_t>(source.text[0]);
  const auto prepared = ingest::Prepare(std::move(source), &codec, {});
  CHECK(prepared.has_value() && writer->Put(*prepared).has_value());
}

// A valid shard with a bit of everything, in small pages.
std::string MakeShard() {
  const store::HomePaths home = Home();
  const store::ShardAddress shard = home.shard("main");
  std::filesystem::create_directories(home.shards());
  FixedClock clock;
  FixedRandom random;
  {
    auto writer =
        store::ShardWriter::Open(shard, {.clock = &clock, .random = &random, .actor = "fuzz"});
    CHECK(writer.has_value() && (*writer)->Begin().has_value());
    std::string words;
    for (int i = 0; i < 1200; ++i)
      words += "word" + std::to_string(i % 60) + (i % 9 == 0 ? "\n" : " ");
    Put(writer->get(), "u:1", words);
    Put(writer->get(), "u:2", "a short text");
    Put(writer->get(), "u:2", "another short text");
    Put(writer->get(), "u:3", "a text that goes");
    Put(writer->get(), "u:4", "", "u:1");
    CHECK((*writer)->MarkGone("u:3").has_value() &&
          (*writer)->meta().Set("resume:x", "1").has_value());
    CHECK((*writer)->Commit().has_value() && (*writer)->Finish().has_value());
  }
  auto database = sqlite::Database::Open(shard.shown(), {.mode = sqlite::OpenMode::kReadWrite});
  CHECK(database.has_value());
  CHECK(database->Execute(
      "PRAGMA journal_mode=DELETE; PRAGMA page_size=1024; VACUUM; PRAGMA journal_mode=WAL;"));
  CHECK(database->Execute("PRAGMA wal_checkpoint(TRUNCATE)"));
  return ReadWhole(shard.shown());
}

std::string Changed(std::string file, std::string_view input) {
  while (input.size() > 5) {
    const auto two = [&] {
      const std::size_t high = fuzz::TakeByte(&input);
      return high << 8 | fuzz::TakeByte(&input);
    };
    const std::size_t page = two() % (file.size() / kPageBytes + 1);
    const std::size_t place = two() % kPageBytes;
    const std::size_t length = fuzz::TakeByte(&input);
    const std::size_t at = page * kPageBytes + place;
    if (length == 255 && at < file.size()) file.resize(std::max<std::size_t>(at, 1));  // cut there
    for (std::size_t i = 0; i < length && length != 255 && !input.empty(); ++i) {
      const std::uint8_t byte = fuzz::TakeByte(&input);
      if (at + i < file.size()) file[at + i] = static_cast<char>(byte);
    }
  }
  return file;
}

void Read(store::ShardReader* reader) {
  (void)reader->Counts();
  (void)reader->Head();
  (void)reader->locations().Resolve("u:4");
  (void)reader->links().From({"u:1"});
  (void)reader->locations().CurrentSource("u:1");
  (void)reader->documents().CurrentSurfaceRoots();
  (void)reader->documents().FindByPrefix("00000000", 5);
  index::Reader& index = reader->index();
  (void)index.Stats();
  (void)index.TextBytes();
  const index::Node any{index::Any{{{index::Term{"short"}}, {index::Term{"word"}}}}};
  const index::Node all{index::All{{any, {index::Phrase{{"short", "word"}}}}}};
  for (const std::int64_t expected_rows : {0, 1000}) {
    const auto top =
        index.TopK({.tree = any},
                   {.leaves = {1.5, 1.0}, .average_length = 10, .expected_rows = expected_rows}, 4);
    if (!top) continue;
    for (const auto& row : top->rows) (void)reader->texts().PlaceOf(store::ChunkId{row.row});
  }
  (void)index.Counts({.tree = all});
  (void)index.TermsWith("w");
  const index::Term terms[] = {{"word"}, {"w", true}};
  (void)index.Frequencies(terms, {});
  (void)index.Frequencies(terms, {.without = {{1, 2}}});
  (void)index.Rows({.field = index::Field::kTitle, .tree = {index::Term{"title"}}});
  const auto documents = reader->documents().After(std::nullopt, 100);
  if (!documents) return;
  for (const auto& document : *documents) {
    (void)reader->documents().Find(document.root);
    (void)reader->texts().Leaves(document);
    if (!document.locations.empty()) (void)reader->texts().DocumentText(document);
    (void)index.TermsIn(store::RowsOf(document.first_chunk_id));
  }
}

void Write(const store::ShardAddress& shard) {
  FixedClock clock;
  FixedRandom random;
  auto writer =
      store::ShardWriter::Open(shard, {.clock = &clock, .random = &random, .actor = "fuzz"});
  if (!writer) return;
  (void)(*writer)->meta().WithPrefix("resume:");
  (void)(*writer)->dictionary().Get();
  (void)(*writer)->CurrentFileUris("u:");
  (void)(*writer)->IsUnchanged("u:1", {});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string* const valid = new std::string(MakeShard());
  std::string_view input = fuzz::View(data, size);
  const std::uint8_t how = fuzz::TakeByte(&input);
  const store::HomePaths home = Home();
  const store::ShardAddress shard = home.shard("main");
  for (const char* suffix : {"-wal", "-shm"}) {
    std::error_code ignored;
    std::filesystem::remove(shard.shown() + suffix, ignored);
  }
  {
    const std::string file = how % 2 == 0 ? std::string(input) : Changed(*valid, input);
    std::ofstream out(shard.shown(), std::ios::binary | std::ios::trunc);
    out.write(file.data(), static_cast<std::streamsize>(file.size()));
  }
  if (auto reader = store::ShardReader::Open(shard)) Read(reader->get());
  const auto report = store::Fsck(home, {.full = true}, [](const std::string&) {});
  if (how % 2 == 1 && input.empty()) CHECK(report && report->ok());
  if (how % 4 == 3) Write(shard);
  return 0;
}
