// SPDX-License-Identifier: AGPL-3.0-only
#include "compress/byte_source.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/hash256.h"
#include "base/temporary_folder.h"
#include "compress/encoders_test.h"
#include "compress/parallel_bzip2.h"

namespace arborist::compress {
namespace {

Result<std::string> Peek(const std::filesystem::path& path, std::size_t count) {
  TRY_ASSIGN(const std::unique_ptr<ByteSource> source, OpenByteSource(path));
  return ReadHead(source.get(), count);
}

class ByteSourceTest : public testing::Test {
 protected:
  std::filesystem::path Write(const std::string& content) {
    const std::filesystem::path path = folder_.path() / "input";
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }

  TemporaryFolder folder_;
};

// All that a source gives, and the error at its end.
struct Drained {
  std::string bytes;
  std::string error;
  ErrorCode code{};
  std::uint64_t consumed = 0;
};

Drained Drain(ByteSource& source, std::size_t step = 70001) {
  Drained drained;
  std::vector<char> buffer(step);
  while (true) {
    const auto count = source.Read(buffer.data(), buffer.size());
    drained.consumed = source.consumed();
    if (!count) {
      drained.error = count.error().message;
      drained.code = count.error().code;
      const auto again = source.Read(buffer.data(), buffer.size());
      EXPECT_FALSE(again.has_value());
      return drained;
    }
    if (*count == 0) return drained;
    drained.bytes.append(buffer.data(), *count);
  }
}

Drained DrainFile(const std::filesystem::path& path, const ByteSourceOptions& options = {}) {
  auto source = OpenByteSource(path, options);
  EXPECT_TRUE(source.has_value()) << source.error().message;
  return Drain(**source);
}

Drained DrainPieces(const std::filesystem::path& path, unsigned threads, const PieceSizes& sizes) {
  RawFile file(OpenRegularFile(path).value(), path);
  return Drain(**MakeParallelBzip2Source(std::move(file), {.threads = threads}, sizes));
}

TEST_F(ByteSourceTest, PlainFilesPassUnchanged) {
  for (const std::string& content :
       {std::string(), std::string("x"), std::string("BZh"), std::string("BZh9 is no header"),
        std::string("\x1f\x8b"), Noise(1, 300000)}) {
    const Drained drained = DrainFile(Write(content));
    EXPECT_EQ(drained.bytes, content);
    EXPECT_EQ(drained.error, "");
    EXPECT_EQ(drained.consumed, content.size());
  }
}

TEST_F(ByteSourceTest, EveryFormatComesBack) {
  for (const std::string& content : {std::string(), std::string("a"), Words(1, 3000000)}) {
    for (const auto& encode : {Gzip, Bzip2, Zstd, Xz}) {
      const std::string file = encode(content);
      const Drained drained = DrainFile(Write(file), {.threads = 2});
      EXPECT_TRUE(drained.bytes == content) << drained.bytes.size() << " " << content.size();
      EXPECT_EQ(drained.error, "");
      EXPECT_EQ(drained.consumed, file.size());
    }
  }
}

TEST_F(ByteSourceTest, ConcatenatedPartsDecodeToOneText) {
  const std::string a = Words(1, 200000), b = Noise(2, 1000), c = Words(3, 5000);
  for (const auto& encode : {Gzip, Bzip2, Zstd, Xz}) {
    const auto path = Write(encode(a) + encode("") + encode(b) + encode(c) + encode(""));
    for (unsigned threads = 0; threads <= 2; ++threads) {
      const Drained drained = DrainFile(path, {.threads = threads});
      EXPECT_TRUE(drained.bytes == a + b + c);
      EXPECT_EQ(drained.error, "");
    }
  }
}

TEST_F(ByteSourceTest, GzipMayBePaddedWithZeros) {
  const Drained drained = DrainFile(Write(Gzip("text") + std::string(1000, '\0')));
  EXPECT_EQ(drained.bytes, "text");
  EXPECT_EQ(drained.error, "");
}

TEST_F(ByteSourceTest, TrailingBytesAreReportedAfterTheText) {
  for (const auto& encode : {Gzip, Bzip2, Zstd}) {
    for (unsigned threads = 0; threads <= 2; ++threads) {
      const Drained drained =
          DrainFile(Write(encode("text") + "trailing bytes"), {.threads = threads});
      EXPECT_EQ(drained.bytes, "text");
      EXPECT_NE(drained.error.find("followed by other bytes at byte"), std::string::npos)
          << drained.error;
    }
  }
}

TEST_F(ByteSourceTest, ParallelBzip2EqualsSequential) {
  std::string content, file;
  for (unsigned i = 0; i < 60; ++i) {
    const std::string part = i % 7 == 0 ? Noise(i, 90000) : Words(i, std::size_t{1000} * (i % 40));
    content += part;
    file += Bzip2(part);
  }
  const auto path = Write(file);
  for (unsigned threads = 1; threads <= 4; ++threads) {
    for (const std::size_t max : {std::size_t{500}, std::size_t{20000}, std::size_t{2} << 20}) {
      for (const std::size_t min : {std::size_t{1}, std::size_t{30000}}) {
        const Drained drained = DrainPieces(path, threads, {std::min(min, max), max});
        EXPECT_TRUE(drained.bytes == content) << threads << " " << max << " " << min;
        EXPECT_EQ(drained.error, "");
      }
    }
  }
}

TEST_F(ByteSourceTest, BytesBehindXzAreReportedAfterTheText) {
  const Drained drained = DrainFile(Write(Xz("text") + "trailing bytes"));
  EXPECT_EQ(drained.bytes, "text");
  EXPECT_NE(drained.error.find("xz data is damaged at byte"), std::string::npos) << drained.error;
}

TEST_F(ByteSourceTest, XzThatIsDamagedIsAnError) {
  const std::string content = Words(1, 300000);
  std::string file = Xz(content);
  file[file.size() / 2] = static_cast<char>(file[file.size() / 2] ^ 1);
  const Drained drained = DrainFile(Write(file));
  EXPECT_EQ(drained.code, ErrorCode::kInvalidData);
  EXPECT_NE(drained.error.find("xz data is damaged at byte "), std::string::npos) << drained.error;
}

TEST_F(ByteSourceTest, XzThatAsksForTooMuchMemoryIsRefused) {
  EXPECT_EQ(DrainFile(Write(XzDictionary("text", 64U << 20))).bytes, "text");
  const Drained drained = DrainFile(Write(XzDictionary("text", 512U << 20)));
  EXPECT_EQ(drained.code, ErrorCode::kLimitExceeded);
  EXPECT_EQ(drained.bytes, "");
}

// A valid stream of 13 bytes, made by hand: all its Huffman codes are eight bits long, so that its
// symbols can spell a byte-aligned stream header at byte 120.
constexpr std::string_view kStreamWithFalseHeader =
    "425a683931415926535989c7cff20000007fffffffffffffffffffffffff"
    "fffffffffffffffffffffffffffffffffffffffffe200024000000000000"
    "000000000000000000000000000000000000000000000000000020000000"
    "000000000000000000000000000000000000000000000000000000000128"
    "425a68393141592653591f03fc5dc914e14242271f3fc8";

TEST_F(ByteSourceTest, Bzip2SignatureInsideAStreamIsNoBoundary) {
  const std::string odd = FromHex(kStreamWithFalseHeader).value();
  ASSERT_NE(odd.find("BZh91AY&SY", 10), std::string::npos);
  const Drained alone = DrainFile(Write(odd));
  ASSERT_EQ(alone.bytes.size(), 13u);
  ASSERT_EQ(alone.error, "");
  const std::string a = Words(6, 100000), b = Words(7, 50000);
  const std::string content = a + alone.bytes + alone.bytes + b + alone.bytes;
  const auto path = Write(Bzip2(a) + odd + odd + Bzip2(b) + odd);
  for (unsigned threads = 1; threads <= 4; ++threads) {
    for (std::size_t max = 30; max < 4000; max = max * 3 / 2) {
      const Drained drained = DrainPieces(path, threads, {1, max});
      ASSERT_TRUE(drained.bytes == content) << threads << " " << max;
      ASSERT_EQ(drained.error, "");
    }
  }
}

TEST_F(ByteSourceTest, CutFilesGiveAllThatStandsBeforeTheCut) {
  const std::string content = Words(1, 30000);
  for (const auto& encode : {Gzip, Bzip2, Zstd, Xz}) {
    const std::string part = encode(content);
    const std::string file = part + encode(content);
    // So many bytes tell what it is.
    const std::size_t shortest = part.starts_with("\xFD") ? 6 : 4;
    for (std::size_t cut = shortest; cut < file.size(); cut += (cut < 40 ? 1 : 97)) {
      if (cut == part.size()) continue;
      for (unsigned threads = 0; threads <= 2; ++threads) {
        const Drained drained = DrainFile(Write(file.substr(0, cut)), {.threads = threads});
        ASSERT_NE(drained.error.find("data is cut at byte " + std::to_string(cut)),
                  std::string::npos)
            << cut << " " << drained.error;
        ASSERT_EQ(drained.code, ErrorCode::kInvalidData);
        ASSERT_TRUE((content + content).starts_with(drained.bytes));
        ASSERT_TRUE(cut < part.size() || drained.bytes.size() >= content.size());
      }
    }
  }
}

TEST_F(ByteSourceTest, CutBzip2GivesEveryCompleteBlock) {
  const std::string content = Noise(1, 450000);  // blocks of 100 kB: four and a half
  const std::string file = Bzip2Blocks(content, 1);
  for (const double part : {0.1, 0.3, 0.5, 0.7, 0.999}) {
    const auto size = static_cast<std::size_t>(static_cast<double>(file.size()) * part);
    for (unsigned threads = 0; threads <= 2; ++threads) {
      const Drained drained = DrainFile(Write(file.substr(0, size)), {.threads = threads});
      EXPECT_TRUE(content.starts_with(drained.bytes));
      const double blocks = static_cast<double>(drained.bytes.size()) / 99981.0;
      EXPECT_GE(blocks + 1.1, 4.5 * part) << part;
      EXPECT_NE(drained.error, "");
    }
  }
}

TEST_F(ByteSourceTest, DamagedBzip2BlockIsNotHandedOut) {
  const std::string content = Words(1, 350000);
  const std::string good = Bzip2Blocks(content, 1);
  unsigned refused = 0;
  for (std::size_t at = 100; at < good.size(); at += 501) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    const auto path = Write(bad);
    const Drained drained = DrainFile(path);
    EXPECT_TRUE(content.starts_with(drained.bytes)) << at;
    EXPECT_NE(drained.error, "") << at;
    const Drained parallel = DrainPieces(path, 2, {1, 3000});
    EXPECT_EQ(parallel.error, drained.error);
    EXPECT_TRUE(parallel.bytes == drained.bytes);
    if (drained.error.find("damaged at byte") != std::string::npos) ++refused;
  }
  EXPECT_GT(refused, 10u);
}

TEST_F(ByteSourceTest, DamagedGzipAndZstdAreErrors) {
  const std::string content = Words(1, 100000);
  for (const auto& encode : {Gzip, Zstd}) {
    std::string file = encode(content);
    file[file.size() / 2] = static_cast<char>(file[file.size() / 2] ^ 0x55);
    EXPECT_NE(DrainFile(Write(file)).error, "");
  }
}

TEST_F(ByteSourceTest, BombsAreRefused) {
  const std::string zeros(100 << 20, '\0');
  for (const auto& encode : {Gzip, Bzip2, Zstd}) {
    const auto path = Write(encode(zeros));
    for (unsigned threads = 0; threads <= 1; ++threads) {
      const Drained drained = DrainFile(path, {.threads = threads, .max_expansion_ratio = 100});
      EXPECT_EQ(drained.code, ErrorCode::kLimitExceeded) << drained.error;
      EXPECT_LT(drained.bytes.size(), std::size_t{64} << 20);
      EXPECT_GE(drained.bytes.size(), kFreeExpansionBytes);
    }
  }
}

TEST_F(ByteSourceTest, ZstdWindowsBeyondTheLimitAreRefused) {
  const Drained drained = DrainFile(Write(ZstdWindow(Words(1, 1000), 28)));
  EXPECT_EQ(drained.code, ErrorCode::kLimitExceeded);
  EXPECT_EQ(DrainFile(Write(ZstdWindow(Words(1, 1000), 27))).bytes, Words(1, 1000));
}

TEST_F(ByteSourceTest, ParallelSourceMayBeDroppedHalfRead) {
  std::string file;
  for (unsigned i = 0; i < 50; ++i) file += Bzip2(Words(i, 400000));
  const auto path = Write(file);
  for (unsigned i = 0; i < 4; ++i) {
    auto source = OpenByteSource(path, {.threads = 3}).value();
    char buffer[1000];
    for (unsigned reads = 0; reads < i; ++reads) {
      EXPECT_TRUE(source->Read(buffer, sizeof buffer).has_value());
    }
  }
}

TEST_F(ByteSourceTest, RefusesWhatIsNoRegularFile) {
  EXPECT_FALSE(OpenByteSource(folder_.path()).has_value());
  EXPECT_EQ(OpenByteSource(folder_.path() / "missing").error().code, ErrorCode::kNotFound);
}

TEST_F(ByteSourceTest, PeekGivesTheFirstDecodedBytes) {
  const std::string content = Words(1, 100000);
  for (const auto& encode : {Gzip, Bzip2, Zstd}) {
    const std::string file = encode(content) + encode(content);
    EXPECT_EQ(Peek(Write(file), 1000).value(), content.substr(0, 1000));
    // Damage behind them does not matter.
    EXPECT_EQ(Peek(Write(file.substr(0, file.size() - 5)), 1000).value(), content.substr(0, 1000));
    EXPECT_EQ(Peek(Write(encode("ab")), 1000).value(), "ab");
  }
  EXPECT_EQ(Peek(Write(""), 10).value(), "");
  EXPECT_EQ(Peek(Write("plain"), 3).value(), "pla");
}

TEST(ReadRest, IsHeldToItsLimit) {
  const std::string packed = Gzip(std::string(200'000, 'x'));
  const auto read = [&](std::uint64_t most) {
    const auto source = OpenBytes(packed);
    return ReadRest(source->get(), most);
  };
  EXPECT_EQ(read(200'000)->size(), 200'000U);
  EXPECT_EQ(read(199'999).error().code, ErrorCode::kLimitExceeded);
}

}  // namespace
}  // namespace arborist::compress
