// SPDX-License-Identifier: AGPL-3.0-only
#include "compress/chunk_codec.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace arborist::compress {
namespace {

constexpr std::size_t kMax = std::size_t{1} << 20;

std::string Prose(unsigned seed, std::size_t words) {
  static constexpr std::string_view kWords[] = {"the",   "river", "tree",   "document", "grows",
                                                "under", "a",     "bright", "moon",     "near"};
  std::string text;
  for (std::size_t i = 0; i < words; ++i) {
    seed = seed * 1664525u + 1013904223u;
    text += kWords[(seed >> 16) % std::size(kWords)];
    text += ' ';
    if ((seed >> 8) % 7 == 0) text += std::to_string(seed % 1000) + ". ";
  }
  return text;
}

std::vector<std::string> Samples(unsigned first_seed, std::size_t count) {
  std::vector<std::string> samples;
  samples.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    samples.push_back(Prose(first_seed + static_cast<unsigned>(i), 300));
  }
  return samples;
}

TEST(ChunkCodec, ReturnsWhatWasCompressed) {
  ChunkCodec codec;
  const std::string text = Prose(1, 500);
  const std::string stored = codec.Compress(text);
  EXPECT_LT(stored.size(), text.size());
  EXPECT_EQ(codec.Decompress(stored, kMax).value(), text);
}

TEST(ChunkCodec, SeesEveryFlippedBit) {
  ChunkCodec codec;
  for (const std::string& text : {std::string("short\n\nlines\n"), Prose(3, 200)}) {
    const std::string stored = codec.Compress(text);
    for (std::size_t bit = 0; bit < stored.size() * 8; ++bit) {
      std::string damaged = stored;
      damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
      const auto read = codec.Decompress(damaged, kMax);
      // A frame whose magic number is damaged reads as plain text of another length.
      EXPECT_TRUE(!read || read->size() != text.size() || *read == text) << bit;
    }
  }
}

TEST(ChunkCodec, ReadsPlainTextToo) {
  ChunkCodec codec;
  EXPECT_EQ(codec.Compress(""), "");
  EXPECT_EQ(codec.Decompress("short", kMax).value(), "short");
  EXPECT_EQ(codec.Decompress("", kMax).value(), "");
}

TEST(ChunkCodec, FramesTextThatLooksLikeAFrame) {
  ChunkCodec codec;
  const std::string text = "\x28\xB5\x2F\xFD!";
  const std::string stored = codec.Compress(text);
  EXPECT_GT(stored.size(), text.size());
  EXPECT_EQ(codec.Decompress(stored, kMax).value(), text);
}

TEST(ChunkCodec, RefusesEveryTruncationOfAFrame) {
  ChunkCodec codec;
  const std::string stored = codec.Compress(Prose(2, 100));
  for (std::size_t size = 4; size < stored.size(); ++size) {
    const auto text = codec.Decompress(stored.substr(0, size), kMax);
    ASSERT_FALSE(text.has_value()) << size;
    EXPECT_EQ(text.error().code, ErrorCode::kCorrupt);
  }
  EXPECT_FALSE(codec.Decompress(stored + "x", kMax).has_value());
}

TEST(ChunkCodec, RefusesMoreThanTheLimit) {
  ChunkCodec codec;
  const std::string stored = codec.Compress(std::string(kMax + 1, 'a'));
  EXPECT_EQ(codec.Decompress(stored, kMax).error().code, ErrorCode::kLimitExceeded);
  EXPECT_EQ(codec.Decompress("plain", 4).error().code, ErrorCode::kLimitExceeded);
  EXPECT_TRUE(codec.Decompress(stored, kMax + 1).has_value());
}

TEST(Dictionary, ShrinksShortTexts) {
  const std::string bytes = TrainDictionary(Samples(1, 400), 16384).value();
  const Dictionary dictionary = Dictionary::Load(bytes).value();
  ChunkCodec with(&dictionary);
  ChunkCodec without;
  const std::string text = Prose(9999, 60);
  const std::string stored = with.Compress(text);
  EXPECT_LT(stored.size(), without.Compress(text).size());
  EXPECT_EQ(with.Decompress(stored, kMax).value(), text);
  // Rows from before the dictionary stay readable.
  EXPECT_EQ(with.Decompress(without.Compress(text), kMax).value(), text);
}

TEST(Dictionary, IsTheSameForTheSameSamples) {
  EXPECT_EQ(TrainDictionary(Samples(1, 400), 16384).value(),
            TrainDictionary(Samples(1, 400), 16384).value());
}

TEST(Dictionary, IsNamedWhenMissingOrWrong) {
  const Dictionary one = Dictionary::Load(TrainDictionary(Samples(1, 400), 16384).value()).value();
  const Dictionary two =
      Dictionary::Load(TrainDictionary(Samples(7777, 400), 8192).value()).value();
  ASSERT_NE(one.id(), two.id());
  const std::string stored = ChunkCodec(&one).Compress(Prose(9999, 100));
  const auto none = ChunkCodec().Decompress(stored, kMax);
  EXPECT_EQ(none.error().code, ErrorCode::kCorrupt);
  EXPECT_NE(none.error().message.find("needs compression dictionary"), std::string::npos);
  EXPECT_EQ(ChunkCodec(&two).Decompress(stored, kMax).error().code, ErrorCode::kCorrupt);
}

TEST(Dictionary, RefusesTooFewSamplesAndForeignBytes) {
  EXPECT_FALSE(TrainDictionary({}, 16384).has_value());
  EXPECT_FALSE(TrainDictionary(Samples(1, 2), 16384).has_value());
  EXPECT_FALSE(TrainDictionary(std::vector<std::string>(100, "ab"), 16384).has_value());
  EXPECT_FALSE(Dictionary::Load("not a dictionary").has_value());
  EXPECT_FALSE(Dictionary::Load("").has_value());
}

}  // namespace
}  // namespace arborist::compress
