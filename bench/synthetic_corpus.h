// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace arborist::bench {

// A corpus of any size that behaves like text under an index: word frequencies by Zipf-Mandelbrot
// with a steeper tail, a vocabulary that grows with the text (Heaps, exponent 2/3), words a
// document is about and repeats, log-normal lengths, near-duplicates, some other scripts. The same
// seed gives the same bytes on every machine: integers and plain IEEE arithmetic, no libm, none of
// std's distributions. Streams; memory does not grow with the corpus.
struct SyntheticOptions {
  std::uint64_t seed = 1;
  std::uint64_t documents = 10000;
  std::uint64_t average_bytes = 2200;  // of a document's text
};

struct SyntheticDocument {
  std::string uri;
  std::string title;
  std::string text;
};

// xoshiro256**, seeded by SplitMix64.
class SyntheticRandom {
 public:
  explicit SyntheticRandom(std::uint64_t seed);
  std::uint64_t Next();
  std::uint32_t Below(std::uint32_t bound);  // bound > 0
  bool Chance(std::uint32_t per_mille) { return Below(1000) < per_mille; }
  double Unit();  // (0, 1]

 private:
  std::array<std::uint64_t, 4> state_;
};

class SyntheticCorpus {
 public:
  explicit SyntheticCorpus(const SyntheticOptions& options);

  // Fills the next document, reusing its memory; false at the end.
  bool Next(SyntheticDocument* document);

 private:
  enum class Script : std::uint8_t { kLatin, kCyrillic, kArabic, kHan, kThai };

  std::uint32_t DrawRank();
  std::uint32_t DrawRankOfText();
  std::uint32_t Again(std::uint32_t drawn, std::vector<std::uint32_t>* used);
  void AppendWord(std::uint32_t rank, Script script, std::string* out) const;
  void AppendSpacedSentence(Script script, std::string* out);
  void AppendDenseSentence(Script script, std::string* out);
  void AppendSentence(Script script, std::string* out);
  void AppendTitle(Script script, std::string* out);
  std::uint64_t DrawLength();
  void WriteFresh(SyntheticDocument* document);
  void WriteNearCopy(const std::string& original, std::string* text);

  SyntheticOptions options_;
  SyntheticRandom random_;
  std::vector<std::uint16_t> head_;        // ranks of the common words, as often as they occur
  std::vector<std::string> common_words_;  // their Latin spelling
  std::vector<std::uint32_t> topic_;       // ranks that the document at hand is about
  std::vector<std::uint32_t> used_words_;  // ranks that it has drawn so far
  std::vector<std::uint32_t> used_phrases_;
  std::vector<std::string> phrases_;  // word sequences that occur again and again
  std::vector<std::string> recent_;   // texts that may be copied
  std::uint64_t made_ = 0;
};

// One line {"uri":..,"title":..,"text":..} with its end.
void AppendJsonLine(const SyntheticDocument& document, std::string* out);

}  // namespace arborist::bench
