// SPDX-License-Identifier: AGPL-3.0-only
#include "synthetic_corpus.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "text/utf8.h"

namespace arborist::bench {

namespace {

// Ranks below this follow 1/(rank + 1.5), the rest rank^-1.5; the shares make both meet there.
constexpr std::uint32_t kCommonRanks = 8000;
constexpr std::uint32_t kHeadSlots = 1U << 17;
constexpr std::uint32_t kTailPerMille = 200;
constexpr std::uint32_t kMaxRank = 1U << 28;
constexpr std::size_t kRecentTexts = 64;
constexpr std::uint32_t kPhrases = 16384;
constexpr std::uint32_t kAgainPerMille = 360;

// The commonest words are real ones: an index may treat them specially.
constexpr std::string_view kTopWords[] = {
    "the",  "of",   "and",   "in",    "to",    "a",    "was",  "is",    "for",  "on",   "as",
    "with", "by",   "he",    "at",    "from",  "his",  "it",   "an",    "that", "were", "are",
    "also", "or",   "which", "be",    "this",  "had",  "has",  "its",   "but",  "not",  "have",
    "one",  "new",  "after", "first", "their", "who",  "they", "her",   "she",  "two",  "been",
    "when", "time", "into",  "other", "only",  "more", "year", "during"};

constexpr std::string_view kOnsets[] = {
    "b",  "c",  "d",  "f",  "g",  "h",  "j",  "l",  "m",  "n",  "p",   "r",  "s",  "t", "v", "w",
    "br", "ch", "cr", "dr", "gr", "pl", "pr", "sh", "sl", "st", "str", "th", "tr", "k", "z", ""};
constexpr std::string_view kNuclei[] = {"a", "e", "i", "o", "u", "ea", "io", "ou"};
constexpr std::string_view kCodas[] = {"", "n", "r", "s", "l", "t", "", "d"};

std::uint64_t Scramble(std::uint64_t x) {  // SplitMix64's finaliser
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}

// 2^x from additions and multiplications alone, so that every IEEE machine agrees.
double Exp2(double x) {
  const double whole = std::floor(x);
  const double y = (x - whole) * 0.69314718055994530942;
  double sum = 1;
  for (int i = 14; i > 0; --i) sum = 1 + sum * y / i;
  return std::ldexp(sum, static_cast<int>(whole));
}

void AppendSyllable(std::uint32_t code, std::string* out) {
  *out += kOnsets[code & 31];
  *out += kNuclei[(code >> 5) & 7];
  *out += kCodas[(code >> 8) & 7];
}

// Rare words are longer. An odd multiplier permutes the ranks of a length, so no two share a word
// by chance alone.
void AppendLatinWord(std::uint32_t rank, std::string* out) {
  if (rank < std::size(kTopWords)) {
    *out += kTopWords[rank];
    return;
  }
  const std::uint32_t mixed = (rank * 0x9E3779B1U) >> 1;
  if (rank < 256) {
    AppendSyllable(mixed & 0xFF, out);
    out->push_back(static_cast<char>('a' + (rank % 26)));
    return;
  }
  AppendSyllable(mixed & 0x7FF, out);
  AppendSyllable((mixed >> 11) & (rank < kCommonRanks ? 0xFF : 0x7FF), out);
  if (rank >= kCommonRanks) AppendSyllable((mixed >> 22) & 0x1FF, out);
}

void AppendLetters(std::uint32_t rank, char32_t first, std::uint32_t letters, std::string* out) {
  auto rest = static_cast<std::uint32_t>(Scramble(rank));
  const std::uint32_t length = rank < 64 ? 2 : rank < kCommonRanks ? 5 : 8;
  for (std::uint32_t i = 0; i < length; ++i) {
    text::Append(out, first + rest % letters);
    rest = rest / letters + static_cast<std::uint32_t>(i) * 0x9E3779B1U;
  }
}

void AppendJsonString(std::string_view text, std::string* out) {
  out->push_back('"');
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c != '"' && c != '\\' && c != '\n') continue;
    out->append(text.substr(begin, i - begin));
    out->push_back('\\');
    out->push_back(c == '\n' ? 'n' : c);
    begin = i + 1;
  }
  out->append(text.substr(begin));
  out->push_back('"');
}

}  // namespace

SyntheticRandom::SyntheticRandom(std::uint64_t seed) : state_{} {
  for (std::uint64_t& word : state_) {
    seed += 0x9E3779B97F4A7C15U;
    word = Scramble(seed);
  }
}

std::uint64_t SyntheticRandom::Next() {
  const auto rotate = [](std::uint64_t x, int bits) { return (x << bits) | (x >> (64 - bits)); };
  const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = rotate(state_[3], 45);
  return result;
}

std::uint32_t SyntheticRandom::Below(std::uint32_t bound) {
  return static_cast<std::uint32_t>(((Next() >> 32) * bound) >> 32);
}

double SyntheticRandom::Unit() { return static_cast<double>((Next() >> 11) + 1) * 0x1p-53; }

SyntheticCorpus::SyntheticCorpus(const SyntheticOptions& options)
    : options_(options), random_(options.seed) {
  std::vector<std::uint64_t> cumulative;
  cumulative.reserve(kCommonRanks);
  std::uint64_t total = 0;
  for (std::uint64_t rank = 0; rank < kCommonRanks; ++rank) {
    total += (std::uint64_t{1} << 40) / (10 * rank + 15);
    cumulative.push_back(total);
  }
  head_.reserve(kHeadSlots);
  std::uint16_t rank = 0;
  for (std::uint64_t slot = 0; slot < kHeadSlots; ++slot) {
    const std::uint64_t at = total / kHeadSlots * slot;
    while (cumulative[rank] <= at) ++rank;
    head_.push_back(rank);
  }
  common_words_.resize(kCommonRanks);
  for (std::uint32_t i = 0; i < kCommonRanks; ++i) AppendLatinWord(i, &common_words_[i]);
  // Language repeats itself in phrases, which is what a compressor lives on.
  phrases_.resize(kPhrases);
  for (std::string& phrase : phrases_) {
    const std::uint32_t words = 2 + random_.Below(5);
    for (std::uint32_t i = 0; i < words; ++i) {
      if (i != 0) phrase.push_back(' ');
      AppendWord(DrawRank(), Script::kLatin, &phrase);
    }
  }
}

std::uint32_t SyntheticCorpus::DrawRank() {
  const std::uint64_t bits = random_.Next();
  if ((bits >> 40) % 1000 >= kTailPerMille) return head_[bits & (kHeadSlots - 1)];
  // P(rank > r) = sqrt(kCommonRanks / r).
  const double w = random_.Unit();
  const double rank = kCommonRanks / (w * w);
  return rank >= kMaxRank ? kMaxRank : static_cast<std::uint32_t>(rank);
}

// A text comes back to its own words and phrases, in proportion to how often it has used them.
std::uint32_t SyntheticCorpus::Again(std::uint32_t drawn, std::vector<std::uint32_t>* used) {
  const bool again = !used->empty() && random_.Chance(kAgainPerMille);
  used->push_back(again ? (*used)[random_.Below(static_cast<std::uint32_t>(used->size()))] : drawn);
  return used->back();
}

std::uint32_t SyntheticCorpus::DrawRankOfText() {
  const std::uint32_t drawn = DrawRank();
  return drawn < std::size(kTopWords) ? drawn : Again(drawn, &used_words_);
}

void SyntheticCorpus::AppendWord(std::uint32_t rank, Script script, std::string* out) const {
  switch (script) {
    case Script::kCyrillic:
      AppendLetters(rank, 0x430, 32, out);
      break;
    case Script::kArabic:
      AppendLetters(rank, 0x641, 10, out);
      break;
    case Script::kHan:
      text::Append(out, 0x4E00 + static_cast<std::uint32_t>(Scramble(rank % 4000) % 0x5000));
      break;
    case Script::kThai:
      AppendLetters(rank % 4000, 0xE01, 46, out);
      break;
    case Script::kLatin:
      if (rank < kCommonRanks) {
        *out += common_words_[rank];
      } else {
        AppendLatinWord(rank, out);
      }
  }
}

void SyntheticCorpus::AppendSpacedSentence(Script script, std::string* out) {
  const std::uint32_t words = 6 + random_.Below(12) + random_.Below(14);
  const std::size_t start = out->size();
  for (std::uint32_t i = 0; i < words; ++i) {
    if (i != 0) out->push_back(' ');
    const std::uint64_t kind = random_.Next();
    const auto draw = static_cast<std::uint32_t>(kind & 1023);
    const std::size_t word = out->size();
    if (draw < 20) {
      *out += std::to_string(draw < 14 ? 1800 + (kind >> 32) % 225 : (kind >> 32) % 1000);
    } else if (draw < 100) {
      AppendWord(topic_[(kind >> 32) % topic_.size()], script, out);
    } else if (draw >= 650 && draw < 930 && script == Script::kLatin) {
      // The product of two draws prefers low numbers, as if by rank.
      const auto phrase = static_cast<std::uint32_t>(
          ((kind >> 16 & 0xFFFF) * (kind >> 32 & 0xFFFF) >> 16) * kPhrases >> 16);
      *out += phrases_[Again(phrase, &used_phrases_)];
    } else {
      AppendWord(DrawRankOfText(), script, out);
    }
    if (draw >= 930 && script == Script::kLatin) {  // a name
      char& first = (*out)[word];
      if (first >= 'a' && first <= 'z') first = static_cast<char>(first - 32);
    }
    if (draw >= 100 && draw < 104 && script == Script::kLatin) *out += "\xC3\xA9";
    if (draw >= 104 && draw < 108) *out += "-like";
    if (draw >= 108 && draw < 114 && script == Script::kLatin) *out += "'s";
    if (draw >= 114 && draw < 170 && i + 1 < words) out->push_back(',');
  }
  char& first = (*out)[start];
  if (first >= 'a' && first <= 'z') first = static_cast<char>(first - 32);
  out->push_back('.');
}

void SyntheticCorpus::AppendDenseSentence(Script script, std::string* out) {
  const std::uint32_t words = 8 + random_.Below(30);
  for (std::uint32_t i = 0; i < words; ++i) {
    AppendWord(random_.Chance(80) ? topic_[random_.Below(static_cast<std::uint32_t>(topic_.size()))]
                                  : DrawRankOfText(),
               script, out);
    if (script == Script::kHan && random_.Chance(60)) *out += "\xEF\xBC\x8C";  // a full-width comma
  }
  *out += script == Script::kHan ? "\xE3\x80\x82" : " ";
}

void SyntheticCorpus::AppendSentence(Script script, std::string* out) {
  if (script == Script::kHan || script == Script::kThai) {
    AppendDenseSentence(script, out);
  } else {
    AppendSpacedSentence(script, out);
  }
}

void SyntheticCorpus::AppendTitle(Script script, std::string* out) {
  const std::uint32_t words = 1 + random_.Below(4);
  for (std::uint32_t i = 0; i < words; ++i) {
    const std::size_t start = out->size() + (i != 0 ? 1 : 0);
    if (i != 0) out->push_back(' ');
    AppendWord(topic_[i], script, out);
    char& first = (*out)[start];
    if (first >= 'a' && first <= 'z') first = static_cast<char>(first - 32);
  }
}

// Log-normal with sigma 1: the mean is the median times 2^(sigma^2 / 2 ln 2).
std::uint64_t SyntheticCorpus::DrawLength() {
  double normal = -6;
  for (int i = 0; i < 12; ++i) normal += random_.Unit();
  const double length =
      static_cast<double>(options_.average_bytes) * Exp2((normal - 0.5) * 1.4426950408889634074);
  return std::max<std::uint64_t>(40, static_cast<std::uint64_t>(length));
}

void SyntheticCorpus::WriteFresh(SyntheticDocument* document) {
  const std::uint32_t draw = random_.Below(1000);
  const Script script = draw < 965   ? Script::kLatin
                        : draw < 980 ? Script::kCyrillic
                        : draw < 985 ? Script::kArabic
                        : draw < 995 ? Script::kHan
                                     : Script::kThai;
  used_words_.clear();
  used_phrases_.clear();
  topic_.resize(24);
  for (std::uint32_t& rank : topic_) {
    do {
      rank = DrawRank();
    } while (rank < 200);
  }
  AppendTitle(script, &document->title);
  const std::uint64_t length = DrawLength();
  std::uint32_t left = 0;  // sentences of the paragraph
  while (document->text.size() < length) {
    if (left == 0) {
      if (!document->text.empty()) document->text += "\n\n";
      left = 2 + random_.Below(6);
    } else {
      document->text.push_back(' ');
    }
    AppendSentence(script, &document->text);
    --left;
  }
}

// A few paragraphs and sentences differ.
void SyntheticCorpus::WriteNearCopy(const std::string& original, std::string* text) {
  AppendSentence(Script::kLatin, text);
  text->push_back(' ');
  const std::size_t cut = original.find("\n\n", original.size() / 2);
  text->append(original, 0, cut);
  *text += "\n\n";
  AppendSentence(Script::kLatin, text);
}

bool SyntheticCorpus::Next(SyntheticDocument* document) {
  if (made_ == options_.documents) return false;
  ++made_;
  document->uri = "synthetic:" + std::to_string(options_.seed) + "/" + std::to_string(made_);
  document->title.clear();
  document->text.clear();
  const std::uint32_t draw = random_.Below(1000);
  if (draw < 25 && !recent_.empty()) {
    const std::string& original =
        recent_[random_.Below(static_cast<std::uint32_t>(recent_.size()))];
    AppendTitle(Script::kLatin, &document->title);
    if (draw < 5) {
      document->text = original;  // the same text under another name
    } else {
      WriteNearCopy(original, &document->text);
    }
    return true;
  }
  WriteFresh(document);
  if (recent_.size() < kRecentTexts) {
    recent_.push_back(document->text);
  } else if (draw >= 900) {
    recent_[random_.Below(kRecentTexts)] = document->text;
  }
  return true;
}

void AppendJsonLine(const SyntheticDocument& document, std::string* out) {
  *out += "{\"uri\":";
  AppendJsonString(document.uri, out);
  *out += ",\"title\":";
  AppendJsonString(document.title, out);
  *out += ",\"text\":";
  AppendJsonString(document.text, out);
  *out += "}\n";
}

}  // namespace arborist::bench
