// SPDX-License-Identifier: AGPL-3.0-only
#include "fill_store.h"

#include "base/clock.h"
#include "compress/byte_source.h"
#include "compress/chunk_codec.h"
#include "ingest/formats/json_lines.h"
#include "ingest/prepare.h"
#include "store/shard/shard_writer.h"

namespace arborist::bench {

Status ReadCorpus(const std::filesystem::path& jsonl,
                  const std::function<Status(ingest::SourceDocument)>& visit) {
  TRY_ASSIGN(std::unique_ptr<compress::ByteSource> source, compress::OpenByteSource(jsonl));
  ingest::JsonLinesReader reader(std::move(source));
  while (true) {
    TRY_ASSIGN(std::optional<ingest::SourceDocument> document, reader.Next());
    if (!document) return {};
    TRY(visit(std::move(*document)));
  }
}

Result<std::uint64_t> FillStore(const std::filesystem::path& jsonl, const store::HomePaths& home,
                                const Wanted& wanted) {
  TRY(store::MakeHome(home));
  const SystemClock clock;
  SystemRandom random;
  TRY_ASSIGN(const auto writer,
             store::ShardWriter::Open(home.shard("bench"),
                                      {.clock = &clock, .random = &random, .actor = "bench"}));
  compress::ChunkCodec codec(nullptr);
  std::uint64_t count = 0;
  TRY(writer->Begin());
  const Status read = ReadCorpus(jsonl, [&](ingest::SourceDocument document) -> Status {
    if (wanted && !wanted(document)) return {};
    const auto prepared = ingest::Prepare(std::move(document), &codec, {});
    if (!prepared) return {};
    TRY(writer->Put(*prepared));
    if (++count % 4096 != 0) return {};
    TRY(writer->Commit());
    return writer->Begin();
  });
  TRY(read);
  TRY(writer->Commit());
  TRY(writer->Finish());
  return count;
}

}  // namespace arborist::bench
