// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN nearest-sentence-v1 and pointed-sentence-v1: docs/format/record.md. Chooses the sentences
// that a unit of an answer rests on. A passage is cut into sentences and its words are indexed as
// sorted (word, sentence) pairs. For a unit the weights of its words are added up per sentence; the
// heaviest sentence wins, the first of equals, and a second one is cited if it adds at least a
// quarter of what the passage has. Only sentences that share a word are touched. The budget makes
// the whole linear; units that are reached after it is spent have no citation, in every run alike.
#include "run/citations.h"

#include <algorithm>
#include <deque>
#include <set>
#include <string>
#include <tuple>

#include "base/budget.h"
#include "evidence/evidence_map.h"
#include "json/fields.h"
#include "run/selected.h"
#include "text/bullet.h"
#include "text/canonical.h"
#include "text/scan.h"
#include "text/utf8.h"

namespace arborist::run {

namespace {

constexpr std::size_t kWrappedLine = 50;  // code points: a line this long continues in the next one
// The weight of a word is its length up to this; of a number always this.
constexpr std::size_t kHeaviestWord = 8;
constexpr std::size_t kSecondShare = 4;  // a second sentence must add a part of 1/4

// -- sentences

bool StopsAlone(char32_t c) {  // without white space behind it
  return c == 0x3002 || c == 0xFF01 || c == 0xFF1F || c == 0xFF61 || c == 0x0964 || c == 0x06D4;
}
bool Stops(char32_t c) { return c == '.' || c == '!' || c == '?' || c == 0x2026 || c == 0x061F; }
bool Closes(char32_t c) {
  return c == '"' || c == '\'' || c == ')' || c == ']' || c == 0x2019 || c == 0x201D || c == 0xBB ||
         c == 0x300D || c == 0x300F || c == 0xFF09;
}

class SentenceCutter {
 public:
  explicit SentenceCutter(std::string_view text) : text_(text) {}

  std::vector<SentenceRange> Cut() {
    std::string_view before;  // the previous line of the block
    for (std::size_t pos = 0; pos < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', pos), text_.size());
      const std::string_view line = text::Strip(text_.substr(pos, end - pos));
      pos = end + 1;
      if (line.empty() || !GoesOn(before, line)) CloseBlock();
      before = line;
      if (line.empty()) continue;
      const auto begin = static_cast<std::size_t>(line.data() - text_.data());
      if (block_begin_ == block_end_) block_begin_ = begin;
      block_end_ = begin + line.size();
    }
    CloseBlock();
    return std::move(sentences_);
  }

 private:
  static bool GoesOn(std::string_view before, std::string_view line) {
    return !before.empty() && !std::string_view(":;").contains(before.back()) &&
           text::Prefix(before, kWrappedLine - 1).size() < before.size() &&
           text::StripBullet(line).size() == line.size();
  }

  void Add(std::size_t begin, std::size_t end) {
    const std::string_view sentence = text::Strip(text_.substr(begin, end - begin));
    if (sentence.empty()) return;
    const auto at = static_cast<std::size_t>(sentence.data() - text_.data());
    sentences_.push_back({at, at + sentence.size()});
  }

  // Cuts the block behind each mark that ends a sentence.
  void CloseBlock() {
    std::size_t begin = block_begin_;
    for (std::size_t pos = block_begin_; pos < block_end_;) {
      const char32_t mark = text::Decode(text_, &pos);
      if (!Stops(mark) && !StopsAlone(mark)) continue;
      while (pos < block_end_ && (Closes(text::At(text_, pos)) || Stops(text::At(text_, pos)) ||
                                  StopsAlone(text::At(text_, pos)))) {
        text::Decode(text_, &pos);
      }
      const std::size_t next = text::SkipWhitespace(text_, pos);
      const bool ends = StopsAlone(mark) ||
                        (next > pos && next < block_end_ && !text::IsLower(text::At(text_, next)));
      if (!ends) continue;
      Add(begin, pos);
      begin = pos;
    }
    Add(begin, block_end_);
    block_begin_ = block_end_ = 0;
  }

  std::string_view text_;
  std::size_t block_begin_ = 0;
  std::size_t block_end_ = 0;
  std::vector<SentenceRange> sentences_;
};

// -- words

// Visits each word of a text in lower case with its weight. Words are runs of word characters; in
// scripts without spaces each character is one.
template <typename Visit>
void ForEachWord(std::string_view lower, Visit&& visit) {
  for (std::size_t pos = 0; pos < lower.size();) {
    const std::size_t begin = pos;
    const char32_t first = text::Decode(lower, &pos);
    if (text::HasFlag(first, text::kDense)) {
      visit(lower.substr(begin, pos - begin), std::size_t{1});
      continue;
    }
    if (!text::IsWordChar(first)) continue;
    std::size_t length = 1;
    bool number = text::IsDecimal(first);
    while (pos < lower.size()) {
      std::size_t next = pos;
      const char32_t c = text::Decode(lower, &next);
      if (!text::IsWordChar(c) || text::HasFlag(c, text::kDense)) break;
      number = number || text::IsDecimal(c);
      ++length;
      pos = next;
    }
    visit(lower.substr(begin, pos - begin),
          number ? kHeaviestWord : std::min(length, kHeaviestWord));
  }
}

// The words of a passage by sentence.
class PassageWords {
 public:
  explicit PassageWords(std::string_view span) : sentences_(SentencesOf(span)) {
    for (std::uint32_t i = 0; i < sentences_.size(); ++i) {
      const SentenceRange& range = sentences_[i];
      const std::string& lower =
          texts_.emplace_back(text::ToLower(span.substr(range.begin, range.end - range.begin)));
      ForEachWord(lower, [&](std::string_view word, std::size_t) { places_.push_back({word, i}); });
    }
    std::ranges::sort(places_);
    places_.erase(std::ranges::unique(places_).begin(), places_.end());
    scores_.resize(sentences_.size());
  }

  const std::vector<SentenceRange>& sentences() const { return sentences_; }

  struct Word {
    std::string_view text;
    std::size_t weight = 0;
  };
  struct Nearest {
    std::size_t weight = 0;  // of all words in these sentences
    std::vector<std::size_t> sentences;
  };
  // The sentence with the heaviest words, the first of equals, and a second one if it adds enough.
  // Empty if there is none, or if the budget is spent.
  Nearest Find(const std::vector<Word>& words, Budget* budget) {
    Nearest nearest;
    std::size_t found = 0;  // weight of the words found anywhere in the passage
    const auto best = Best(words, budget, &found);
    if (!best) return nearest;
    nearest = {best->weight, {best->sentence}};
    std::vector<Word> rest;
    for (const Word& word : words) {
      if (!Has(word.text, best->sentence)) rest.push_back(word);
    }
    std::size_t ignored = 0;
    const auto second = Best(rest, budget, &ignored);
    if (second && second->weight * kSecondShare >= found) {
      nearest.weight += second->weight;
      nearest.sentences.push_back(second->sentence);
      std::ranges::sort(nearest.sentences);
    }
    return nearest;
  }

 private:
  struct Place {
    std::string_view word;
    std::uint32_t sentence = 0;
    auto operator<=>(const Place&) const = default;
  };
  struct Choice {
    std::size_t sentence = 0;
    std::size_t weight = 0;
  };
  auto PlacesOf(std::string_view word) const {
    return std::ranges::equal_range(places_, word, {}, &Place::word);
  }
  bool Has(std::string_view word, std::size_t sentence) const {
    return std::ranges::binary_search(places_, Place{word, static_cast<std::uint32_t>(sentence)});
  }
  std::optional<Choice> Best(const std::vector<Word>& words, Budget* budget, std::size_t* found) {
    std::vector<std::uint32_t> touched;
    for (const Word& word : words) {
      const auto places = PlacesOf(word.text);
      if (!budget->Take(places.size() + 1)) break;
      if (!places.empty()) *found += word.weight;
      for (const Place& place : places) {
        if (scores_[place.sentence] == 0) touched.push_back(place.sentence);
        scores_[place.sentence] += word.weight;
      }
    }
    std::optional<Choice> best;
    for (const std::uint32_t sentence : touched) {
      const std::size_t weight = std::exchange(scores_[sentence], 0);
      if (!best || weight > best->weight || (weight == best->weight && sentence < best->sentence)) {
        best = {sentence, weight};
      }
    }
    if (budget->left() == 0) return std::nullopt;
    return best;
  }

  std::vector<SentenceRange> sentences_;
  std::deque<std::string> texts_;  // in lower case; places_ points into them
  std::vector<Place> places_;      // sorted, without duplicates
  std::vector<std::size_t> scores_;
};

// -- units

std::string_view TextOf(const json::Value& status) {
  const json::Value* text = status.Find("text");
  return text != nullptr && text->is_string() ? std::string_view(text->as_string()) : "";
}

bool HoldsFreely(const json::Value& status) {
  const json::Value* word = status.Find("status");
  return word != nullptr && word->is_string() &&
         (word->as_string() == "VERIFIED_QUOTE" || word->as_string() == "SUPPORTED_PARAPHRASE");
}

// The passage, or sentences of it, that a pointer which holds names.
struct Held {
  std::size_t passage = 0;
  std::vector<Citation> sentences;  // with unit 0; empty: the whole passage
};
class Pointers {
 public:
  explicit Pointers(const Inputs& inputs)
      : map_(inputs.passages),
        sentences_(evidence::SentenceList::Make(map_, inputs.sentences)
                       .value_or(evidence::SentenceList())) {}

  std::vector<Held> HeldBy(const json::Value& status) const {
    std::vector<Held> held;
    const json::Value* ids = status.Find("evidence_ids");
    if (ids == nullptr || !ids->is_array()) return held;
    const json::Value* pointers = status.Find("pointer_ids");
    if (pointers == nullptr || !pointers->is_array()) {
      for (const json::Value& id : ids->as_array()) {
        const evidence::EvidenceObject* object =
            id.is_string() ? map_.ByEvidenceId(id.as_string()) : nullptr;
        if (object != nullptr) held.push_back({NumberOf(object), {}});
      }
      return held;
    }
    for (const json::Value& pointer : pointers->as_array()) {
      if (!pointer.is_string()) continue;
      const evidence::Pointed pointed = evidence::Resolve(map_, sentences_, pointer.as_string());
      if (pointed.passage == nullptr) continue;
      if (std::ranges::find(ids->as_array(), json::Value(pointed.evidence_id())) ==
          ids->as_array().end()) {
        continue;
      }
      held.push_back({NumberOf(pointed.passage), {}});
      if (pointed.sentence == nullptr) continue;
      held.back().sentences.push_back(PlaceOf(*pointed.sentence));
      for (const evidence::SentenceObject* above : sentences_.ContextOf(*pointed.sentence)) {
        held.back().sentences.push_back(PlaceOf(*above));
      }
    }
    return held;
  }

 private:
  std::size_t NumberOf(const evidence::EvidenceObject* object) const {
    return static_cast<std::size_t>(object - map_.objects().data());
  }
  static Citation PlaceOf(const evidence::SentenceObject& object) {
    return {0, object.passage, object.offset_start, object.offset_end};
  }

  evidence::EvidenceMap map_;
  evidence::SentenceList sentences_;
};

class Citer {
 public:
  Citer(const Inputs& inputs, const json::Array& statuses)
      : inputs_(inputs), budget_(BytesOf(inputs, statuses)), words_(inputs.passages.size()) {}

  void Cite(std::size_t unit, std::string_view text, std::vector<std::size_t> passages,
            bool nearest_alone) {
    const std::string lower = text::ToLower(text);
    std::vector<PassageWords::Word> words;
    std::set<std::string_view> seen;
    ForEachWord(lower, [&](std::string_view word, std::size_t weight) {
      if (seen.insert(word).second) words.push_back({word, weight});
    });
    std::size_t best = 0;
    std::vector<Citation> citations;
    for (const std::size_t passage : passages) {
      const PassageWords::Nearest nearest = WordsOf(passage).Find(words, &budget_);
      if (nearest.sentences.empty() || (nearest_alone && nearest.weight <= best)) continue;
      if (nearest_alone) citations.clear();
      best = nearest.weight;
      for (const std::size_t sentence : nearest.sentences) {
        citations.push_back(PlaceOf(unit, passage, sentence));
      }
    }
    out_.list.insert(out_.list.end(), citations.begin(), citations.end());
  }

  // Cites the sentences that are named, and the nearest ones of passages that are cited whole.
  void CiteAll(std::size_t unit, std::string_view text, const std::vector<Held>& held) {
    std::set<std::size_t> whole;
    std::vector<Citation> named;
    for (const Held& one : held) {
      if (one.sentences.empty()) whole.insert(one.passage);
      named.insert(named.end(), one.sentences.begin(), one.sentences.end());
    }
    const std::size_t first = out_.list.size();
    Cite(unit, text, {whole.begin(), whole.end()}, false);
    if (named.empty()) return;
    for (Citation& citation : named) {
      citation.unit = unit;
      out_.list.push_back(citation);
    }
    const auto own = std::ranges::subrange(out_.list.begin() + static_cast<std::ptrdiff_t>(first),
                                           out_.list.end());
    const auto order = [](const Citation& c) {
      return std::tuple(c.passage, c.offset_start, c.offset_end);
    };
    std::ranges::sort(own, {}, order);
    const auto twice = std::ranges::unique(own);
    out_.list.erase(twice.begin(), twice.end());
  }

  Citations Finish() {
    out_.work = budget_.spent();
    return std::move(out_);
  }

 private:
  static std::size_t BytesOf(const Inputs& inputs, const json::Array& statuses) {
    std::size_t bytes = 0;
    for (const evidence::SourceChunk& passage : inputs.passages) bytes += passage.span.size();
    for (const json::Value& status : statuses) bytes += TextOf(status).size();
    return bytes;
  }

  PassageWords& WordsOf(std::size_t passage) {
    std::optional<PassageWords>& words = words_[passage];
    if (!words) words.emplace(inputs_.passages[passage].span);
    return *words;
  }

  Citation PlaceOf(std::size_t unit, std::size_t passage, std::size_t sentence) {
    const evidence::SourceChunk& chunk = inputs_.passages[passage];
    const SentenceRange& range = WordsOf(passage).sentences()[sentence];
    // Counting code points costs as much as the text before the sentence, for each unit that cites
    // it.
    budget_.Take(Budget::StepsOfSearch(range.end));
    const std::string_view span = chunk.span;
    const std::uint64_t begin =
        chunk.offset_start + text::CountCodePoints(span.substr(0, range.begin));
    return {.unit = unit,
            .passage = passage,
            .offset_start = begin,
            .offset_end =
                begin + text::CountCodePoints(span.substr(range.begin, range.end - range.begin))};
  }

  const Inputs& inputs_;
  Budget budget_;
  std::vector<std::optional<PassageWords>> words_;
  Citations out_;
};

}  // namespace

json::Object ToJson(const Citation& citation) {
  return {{"unit", static_cast<std::int64_t>(citation.unit)},
          {"passage", static_cast<std::int64_t>(citation.passage)},
          {"offset_start", static_cast<std::int64_t>(citation.offset_start)},
          {"offset_end", static_cast<std::int64_t>(citation.offset_end)}};
}

Result<Citation> ReadCitation(const json::Value& value) {
  Citation citation;
  TRY_ASSIGN(citation.unit, json::CountField(value, "unit"));
  TRY_ASSIGN(citation.passage, json::CountField(value, "passage"));
  TRY_ASSIGN(citation.offset_start, json::CountField(value, "offset_start"));
  TRY_ASSIGN(citation.offset_end, json::CountField(value, "offset_end"));
  return citation;
}

Result<std::vector<Citation>> ReadCitations(const json::Value& value) {
  std::vector<Citation> citations;
  TRY_ASSIGN(const json::Array* list, value.List("citations"));
  for (const json::Value& entry : *list) {
    TRY_ASSIGN(const Citation citation, ReadCitation(entry));
    citations.push_back(citation);
  }
  return citations;
}

std::vector<SentenceRange> SentencesOf(std::string_view text) { return SentenceCutter(text).Cut(); }

std::vector<std::vector<std::size_t>> CitedPassages(const Inputs& inputs,
                                                    const Assessment& assessment) {
  const json::Array statuses = assessment.List("claim_statuses");
  std::vector<std::vector<std::size_t>> cited(statuses.size());
  if (inputs.policy.answer_mode == judge::AnswerMode::kQuote) return cited;
  if (inputs.policy.answer_mode == judge::AnswerMode::kSelect) {
    return SelectedPassages(inputs, assessment);
  }
  const Pointers pointers(inputs);
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    std::set<std::size_t> places;
    for (const Held& held : pointers.HeldBy(statuses[i])) places.insert(held.passage);
    cited[i].assign(places.begin(), places.end());
  }
  return cited;
}

Citations CiteSentences(const Inputs& inputs, const Assessment& assessment) {
  const json::Array statuses = assessment.List("claim_statuses");
  Citer citer(inputs, statuses);
  const bool free = inputs.policy.answer_mode == judge::AnswerMode::kQuote;
  const Pointers pointers(inputs);
  std::vector<std::size_t> all(inputs.passages.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  for (std::size_t unit = 0; unit < statuses.size(); ++unit) {
    if (!free) {
      citer.CiteAll(unit, TextOf(statuses[unit]), pointers.HeldBy(statuses[unit]));
    } else if (HoldsFreely(statuses[unit])) {
      citer.Cite(unit, TextOf(statuses[unit]), all, true);
    }
  }
  return citer.Finish();
}

}  // namespace arborist::run
