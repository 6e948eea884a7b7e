// SPDX-License-Identifier: AGPL-3.0-only
// The sources of one verification: the verbatim form for searching, and an index of stems for
// paraphrases. FROZEN lexical-v2: docs/format/lexical-v2.md, "One unit". A verbatim match counts
// only between word edges and if the words around it do not take it back. Asserts therefore tests
// every place of the needle: the first by memmem, the others by Knuth-Morris-Pratt in one pass,
// because restarting a search at each overlapping place is quadratic for texts like "aaaa".
// WordIndex is a hash table with chains through the tokens of equal stem; its hash is seeded, so
// that nobody can prepare words that collide, and the budget counts no step that depends on the
// seed, so that verdicts do not either.
#include "judge/lexical_v2/source.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "judge/lexical_v2/fold.h"
#include "judge/reference/multi_search.h"
#include "text/scan.h"

namespace arborist::judge::lexical {

namespace {

constexpr std::size_t kPrefix = 5;  // letters that two forms of a word must share

std::size_t CommonPrefix(std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

// True for forms of one word: nearly all of the shorter one is a common beginning.
bool SameWord(std::string_view a, std::string_view b, bool name) {
  const std::size_t shorter = std::min(a.size(), b.size());
  const std::size_t longer = std::max(a.size(), b.size());
  const std::size_t common = CommonPrefix(a, b);
  const std::size_t slack = name || shorter <= 6 ? 1 : 2;
  return common + slack >= shorter && longer - common <= 4;
}

bool JoinsWords(char32_t c) { return text::IsWordChar(c) && !text::HasFlag(c, text::kDense); }

// True if a match may end or begin here without cutting a word, a number or a percentage in two.
bool IsEdge(std::string_view text, std::size_t pos) {
  if (pos == 0 || pos == text.size()) return true;
  const char32_t before = text::Before(text, pos);
  const char32_t after = text::At(text, pos);
  if (JoinsWords(before) && JoinsWords(after)) return false;
  if (text::HasFlag(after, text::kCombining)) return false;
  const auto digit = [&](std::size_t at) {
    return at < text.size() && text::IsDecimal(text::At(text, at));
  };
  const bool point_before = before == '.' || before == ',';
  if (point_before && text::IsDecimal(after) && pos >= 2 &&
      text::IsDecimal(text::Before(text, pos - 1))) {
    return false;
  }
  if (text::IsDecimal(before)) {
    if (after == '%') return false;
    if ((after == '.' || after == ',') && digit(pos + 1)) return false;
  }
  return true;
}

bool EndsClause(char c) { return c == ',' || c == ';' || c == ':' || c == ')' || c == '('; }
bool EndsSentence(char c) { return c == '.' || c == '!' || c == '?'; }

constexpr std::size_t kLongestWord = 64;  // bytes; no denial is longer
constexpr text::AsciiSet kPunctuation = ".,;:!?()[]{}'";

// True if the words before a place take it back: a denial within six words of the sentence, or a
// negation within two words of the clause.
bool DeniedBefore(std::string_view text, std::size_t pos) {
  constexpr int kReach = 6;
  std::string_view later;
  bool same_clause = true;
  for (int step = 0; step < kReach && pos > 0; ++step) {
    while (pos > 0 && text[pos - 1] == ' ') --pos;
    if (pos == 0 || text[pos - 1] == '\n' || EndsSentence(text[pos - 1])) return false;
    same_clause = same_clause && !EndsClause(text[pos - 1]);
    const std::size_t end = pos;
    while (pos > 0 && end - pos < kLongestWord && text[pos - 1] != ' ' && text[pos - 1] != '\n') {
      --pos;
    }
    const std::string_view word = text::StripAny(text.substr(pos, end - pos), kPunctuation);
    if (IsDenial(word)) return true;
    if ((word == "not" && later == "true") || (word == "no" && later == "evidence")) return true;
    const WordEntry* entry = FindWord(word);
    const bool negation =
        word.ends_with("n't") || (entry != nullptr && (entry->flags & kNegation) != 0);
    if (same_clause && step < 2 && negation) return true;
    later = word;
  }
  return false;
}

// True if a denial follows within four words of the same clause: "... is a myth".
bool DeniedAfter(std::string_view text, std::size_t pos) {
  constexpr int kReach = 4;
  for (int step = 0; step < kReach && pos < text.size(); ++step) {
    if (text[pos] != ' ') return false;  // punctuation, or the end of the passage
    while (pos < text.size() && text[pos] == ' ') ++pos;
    const std::size_t begin = pos;
    while (pos < text.size() && pos - begin < kLongestWord && text[pos] != ' ' &&
           text[pos] != '\n') {
      ++pos;
    }
    const std::string_view word = text.substr(begin, pos - begin);
    if (IsDenial(text::StripAny(word, kPunctuation))) return true;
    if (word.empty() || EndsSentence(word.back()) || EndsClause(word.back())) return false;
  }
  return false;
}

}  // namespace

WordIndex::WordIndex(std::string_view folded) : reading_(folded) {
  const std::vector<Token>& tokens = reading_.tokens();
  const auto counting = static_cast<std::size_t>(std::ranges::count_if(tokens, &Token::counts));
  mask_ = static_cast<std::uint32_t>(std::bit_ceil(2 * counting + 1)) - 1;
  slots_.assign(2 * (std::size_t{mask_} + 1), kNone);
  seed_ = reinterpret_cast<std::uintptr_t>(slots_.data()) * kHashFactor;
  stems_.reserve(counting);
  next_.resize(tokens.size());
  sentence_of_.reserve(tokens.size());
  for (std::uint32_t i = 0; i < tokens.size(); ++i) {
    if (i == 0 || tokens[i].sentence != tokens[i - 1].sentence) {
      first_token_.push_back(i);
      has_pronoun_.push_back(false);
    }
    sentence_of_.push_back(tokens[i].sentence);
    if (tokens[i].Is(kPronoun)) has_pronoun_.back() = true;
    if (tokens[i].counts()) Add(i);
  }
  first_token_.push_back(static_cast<std::uint32_t>(tokens.size()));
}

std::uint64_t WordIndex::TextHash(std::size_t sentence) const {
  text_hashes_.resize(sentences());
  std::uint64_t& hash = text_hashes_[sentence];
  if (hash != 0) return hash;
  hash = 0xcbf29ce484222325u;
  for (std::uint32_t at = first_token(sentence); at < first_token(sentence + 1); ++at) {
    for (const char c : tokens()[at].lower) {
      hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x100000001b3u;
    }
    hash = (hash ^ 0x20u) * 0x100000001b3u;
  }
  return hash;
}

std::uint32_t& WordIndex::ChainOf(std::string_view stem) {
  return slots_[mask_ + 1 + (HashOf(stem.substr(0, kPrefix)) & mask_)];
}
std::uint32_t WordIndex::ChainOf(std::string_view stem) const {
  return slots_[mask_ + 1 + (HashOf(stem.substr(0, kPrefix)) & mask_)];
}

void WordIndex::Add(std::uint32_t token_number) {
  const Token& token = tokens()[token_number];
  const std::uint32_t hash = HashOf(token.stem);
  next_[token_number] = kNone;
  std::uint32_t slot = hash & mask_;
  for (; slots_[slot] != kNone; slot = (slot + 1) & mask_) {
    ++work_;
    Stem& stem = stems_[slots_[slot]];
    if (stem.hash != hash || stem.letters != token.stem) continue;
    next_[stem.last] = token_number;
    stem.last = token_number;
    stem.lower_case = stem.lower_case || token.kind == Kind::kContent;
    return;
  }
  const auto number = static_cast<std::uint32_t>(stems_.size());
  slots_[slot] = number;
  stems_.push_back(
      {token.stem, hash, token_number, token_number, kNone, token.kind == Kind::kContent});
  if (token.kind == Kind::kNumber || token.stem.size() < kPrefix) return;
  // Chains by the hash of the first letters. The letters themselves are compared on lookup.
  std::uint32_t& chain = ChainOf(token.stem);
  stems_[number].next_alike = chain;
  chain = number;
}

const WordIndex::Stem* WordIndex::Find(std::string_view letters) const {
  const std::uint32_t hash = HashOf(letters);
  for (std::uint32_t slot = hash & mask_; slots_[slot] != kNone; slot = (slot + 1) & mask_) {
    const Stem& stem = stems_[slots_[slot]];
    if (stem.hash == hash && stem.letters == letters) return &stem;
  }
  return nullptr;
}

bool WordIndex::SeenInLowerCase(std::string_view letters) const {
  const Stem* stem = Find(letters);
  return stem != nullptr && stem->lower_case;
}

std::size_t WordIndex::AppendPlaces(const Token& token, std::vector<std::uint32_t>* places) const {
  std::size_t steps = 1;
  if (const Stem* stem = Find(token.stem); stem != nullptr) {
    for (std::uint32_t place = stem->first; place != kNone; place = next_[place]) {
      ++steps;
      const Token& source = tokens()[place];
      if ((token.kind == Kind::kNumber) != (source.kind == Kind::kNumber)) continue;
      // The same figure with another unit is another quantity.
      if (!token.unit.empty() && !source.unit.empty() && token.unit != source.unit) continue;
      places->push_back(place);
    }
    return steps;
  }
  if (token.kind == Kind::kNumber || token.strange || token.stem.size() < kPrefix) return steps;
  const std::size_t before = places->size();
  for (std::uint32_t number = ChainOf(token.stem); number != kNone;
       number = stems_[number].next_alike) {
    const Stem& stem = stems_[number];
    if (stem.letters.substr(0, kPrefix) != token.stem.substr(0, kPrefix)) continue;
    ++steps;  // only equal letters count: the budget must not depend on the seed
    if (!SameWord(token.stem, stem.letters, token.kind == Kind::kName)) continue;
    for (std::uint32_t place = stem.first; place != kNone; place = next_[place]) {
      places->push_back(place);
    }
  }
  std::sort(places->begin() + static_cast<std::ptrdiff_t>(before), places->end());
  return steps + places->size() - before;
}

namespace {

// Five bits for a lower-case letter, 0 for any other byte.
constexpr auto kLetterCodes = [] {
  std::array<std::uint8_t, 256> codes{};
  for (std::uint8_t c = 'a'; c <= 'z'; ++c) codes[c] = static_cast<std::uint8_t>(c - 'a' + 1);
  return codes;
}();

std::uint32_t WithLetter(std::uint32_t code, char c) {
  return ((code << 5) | kLetterCodes[static_cast<std::uint8_t>(c)]) & 0x7FFFu;
}

}  // namespace

LetterTriples::LetterTriples(std::string_view text) {
  std::uint32_t code = 0;
  for (const char c : text) {
    code = WithLetter(code, c);
    bits_[code / 64] |= std::uint64_t{1} << (code % 64);
  }
}

bool LetterTriples::Has(std::string_view letters) const {
  std::uint32_t code = 0, step = 1;
  for (const char c : letters) {
    code = WithLetter(code, c);
    step *= 32;
  }
  // Fewer than three letters: any letters may stand before them.
  for (; code < 64 * bits_.size(); code += step) {
    if ((bits_[code / 64] >> (code % 64) & 1) != 0) return true;
  }
  return false;
}

SourceIndex::SourceIndex(std::string_view text)
    : folded_(std::make_unique<const std::string>(Fold(text).text)),
      verbatim_(VerbatimForm(*folded_)),
      work_(text.size()) {}

const WordIndex& SourceIndex::index() const {
  if (!index_) {
    index_ = std::make_unique<WordIndex>(*folded_);
    work_ += folded_->size() + index_->work();
  }
  return *index_;
}

bool SourceIndex::Accepts(std::size_t begin, std::size_t end, bool asserted) const {
  if (!IsEdge(verbatim_, begin) || !IsEdge(verbatim_, end)) return false;
  return !asserted || !(DeniedBefore(verbatim_, begin) || DeniedAfter(verbatim_, end));
}

void SourceIndex::LookForAll(std::vector<std::string> verbatims) const {
  const std::vector<std::string_view> needles(verbatims.begin(), verbatims.end());
  const std::vector<std::size_t> places = FindEach(needles, verbatim_, &work_);
  for (std::size_t i = 0; i < verbatims.size(); ++i) {
    first_places_.emplace(std::move(verbatims[i]), places[i]);
  }
}

std::size_t SourceIndex::FirstPlace(std::string_view needle, Budget* budget) const {
  if (const auto known = first_places_.find(needle); known != first_places_.end()) {
    return known->second;
  }
  const std::size_t steps = Budget::StepsOfSearch(verbatim_.size());
  if (!budget->Take(steps)) return std::string::npos;
  // memmem is linear in the text for every needle; std::string::find is not.
  work_ += steps;
  const void* found = memmem(verbatim_.data(), verbatim_.size(), needle.data(), needle.size());
  if (found == nullptr) return std::string::npos;
  return static_cast<std::size_t>(static_cast<const char*>(found) - verbatim_.data());
}

bool SourceIndex::Find(std::string_view needle, bool asserted, Budget* budget) const {
  if (needle.empty() || needle.size() > verbatim_.size()) return false;
  const std::size_t first = FirstPlace(needle, budget);
  if (first == std::string::npos) return false;
  if (Accepts(first, first + needle.size(), asserted)) return true;
  // The first place is not accepted: try all others in one pass (Knuth-Morris-Pratt), overlapping
  // ones too.
  const std::size_t steps = Budget::StepsOfSearch(verbatim_.size());
  if (!budget->Take(steps)) return false;
  std::vector<std::uint32_t> border(needle.size() + 1, 0);
  for (std::size_t i = 1, k = 0; i < needle.size(); ++i) {
    while (k > 0 && needle[i] != needle[k]) k = border[k];
    if (needle[i] == needle[k]) ++k;
    border[i + 1] = static_cast<std::uint32_t>(k);
  }
  work_ += steps;
  std::size_t matched = 0;
  for (std::size_t at = first + 1; at < verbatim_.size(); ++at) {
    while (matched > 0 && verbatim_[at] != needle[matched]) matched = border[matched];
    if (verbatim_[at] == needle[matched]) ++matched;
    if (matched < needle.size()) continue;
    if (Accepts(at + 1 - needle.size(), at + 1, asserted)) return true;
    matched = border[matched];
  }
  return false;
}

bool SourceIndex::HasLetters(std::string_view letters) const {
  if (!triples_) {
    triples_ = std::make_unique<LetterTriples>(verbatim_);
    work_ += verbatim_.size();
  }
  return triples_->Has(letters);
}

bool SourceIndex::Asserts(std::string_view verbatim, Budget* budget) const {
  return Find(verbatim, true, budget);
}
bool SourceIndex::Contains(std::string_view verbatim, Budget* budget) const {
  return Find(verbatim, false, budget);
}

}  // namespace arborist::judge::lexical
