// SPDX-License-Identifier: AGPL-3.0-only
// gzip, bzip2 and zstd files; bzip2 with threads gives what it gives without.
#include <array>
#include <fstream>

#include "compress/byte_source.h"
#include "compress/chunk_codec.h"
#include "compress/parallel_bzip2.h"
#include "compress/raw_file.h"
#include "fuzz/fuzz.h"

namespace {

using namespace arborist;

constexpr std::size_t kEnough = std::size_t{32} << 20;

struct Outcome {
  std::string bytes;
  bool failed = false;
  ErrorCode code{};
};

Outcome Drain(compress::ByteSource* source, std::size_t step) {
  Outcome outcome;
  std::string buffer(step, '\0');
  while (outcome.bytes.size() < kEnough) {
    const auto got = source->Read(buffer.data(), buffer.size());
    if (!got) {
      const auto again = source->Read(buffer.data(), buffer.size());
      CHECK(!again && again.error().code == got.error().code);
      outcome.failed = true;
      outcome.code = got.error().code;
      break;
    }
    if (*got == 0) break;
    CHECK(*got <= step);
    outcome.bytes.append(buffer.data(), *got);
  }
  return outcome;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = fuzz::View(data, size);
  const std::uint8_t how = fuzz::TakeByte(&input);
  const auto path = fuzz::ScratchFolder() / "input";
  {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(input.data(), static_cast<std::streamsize>(input.size()));
  }
  const compress::ByteSourceOptions options{.threads = 0, .max_expansion_ratio = 100};
  const auto plain = compress::OpenByteSource(path, options);
  CHECK(plain.has_value());
  const Outcome expected = Drain(plain->get(), 1 << 16);
  const auto slow = compress::OpenByteSource(path, options);
  const Outcome stepped = Drain(slow->get(), 64 + how * 7u);
  if (expected.bytes.size() < kEnough) {
    CHECK(stepped.bytes == expected.bytes && stepped.failed == expected.failed &&
          stepped.code == expected.code);
  }
  if (input.starts_with("BZh") && input.size() > 10) {
    auto fd = OpenRegularFile(path);
    CHECK(fd.has_value());
    auto parallel =
        compress::MakeParallelBzip2Source(compress::RawFile(std::move(*fd), path),
                                          {.threads = 1u + how % 3u, .max_expansion_ratio = 100},
                                          {.min_bytes = 1u + how % 17u, .max_bytes = 32u + how});
    CHECK(parallel.has_value());
    const Outcome threads = Drain(parallel->get(), 1 << 16);
    // A file that only looks like bzip2 is plain to the one and damaged to the other.
    if ((expected.bytes != input || expected.failed) && expected.bytes.size() < kEnough) {
      // A block right before damage may be lost: libbz2 says of both only that they do not fit.
      CHECK(threads.failed == expected.failed);
      CHECK(threads.bytes == expected.bytes ||
            (threads.failed && (threads.bytes.starts_with(expected.bytes) ||
                                expected.bytes.starts_with(threads.bytes))));
    }
  }
  // The same bytes as a stored chunk.
  compress::ChunkCodec codec;
  if (const auto text = codec.Decompress(input, 1 << 20)) CHECK(text->size() <= 1 << 20);
  CHECK(codec.Decompress(codec.Compress(input), kEnough).value() == input);
  return 0;
}
