// SPDX-License-Identifier: AGPL-3.0-only
// quantifier-v1: docs/format/question-classifiers.md. Estimates how many claims an answer needs.
// Each sentence that asks is reduced to a zone, the part that says what is asked for, because a
// marker outside of it ("a theorem that holds for every prime") does not make the answer longer.
// Markers found in the zone are offered with their rung; the highest rung wins, of equal ones the
// longest phrase, then the first. ABSENT ranks below the default SINGULAR and is kept apart. Each
// rule looks at a bounded number of words, so the whole is linear in the question.
#include "question/quantifier.h"

#include <array>
#include <utility>

#include "question/counts.h"
#include "question/scope.h"
#include "question/sentence.h"

namespace arborist::question {

namespace {

#include "question/quantifier_tables.inc"

constexpr std::int64_t kMostListed = 1000;  // a larger number is a size and no list

struct Rung {
  std::string_view name;
  std::string_view shape;
};
constexpr std::array<Rung, 10> kRungs = {{
    {"ABSENT", "negation_check"},
    {"SINGULAR", "single_fact"},
    {"PROPORTIONAL", "proportion"},
    {"SMALL_NUM_EXPLICIT", "counted_list"},
    {"COMPARATIVE_BOUND", "bounded_list"},
    {"FEW", "short_list"},
    {"MANY", "long_list"},
    {"ALL", "universal_enumeration"},
    {"COMPREHENSIVE", "exhaustive_request"},
    {"OPEN_REQUEST", "open_exposition"},
}};

// The part of a sentence that says what is asked for.
struct Zone {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool list = false;  // a request, a fragment, or "what are": several things may be asked for
  bool free = false;  // a request or a fragment
};

bool Asks(const Sentence& sentence) {
  return sentence.kind != SentenceKind::kEmpty && sentence.kind != SentenceKind::kFragment;
}

bool IsPlural(std::string_view word) {
  if (Contains(kPlurals, word)) return true;
  return word.size() > 3 && word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us") &&
         !word.ends_with("is") && !Contains(kNotPlurals, word);
}

class Classifier {
 public:
  explicit Classifier(std::string_view question) : words_(SplitWords(question)) {}

  Quantifier Run() {
    const std::vector<Sentence> sentences = SplitSentences(words_);
    const bool asks = std::ranges::any_of(sentences, Asks);
    for (const Sentence& sentence : sentences) {
      // Statements before the question are context.
      if (Asks(sentence) || !asks) Read(sentence);
    }
    Quantifier result = std::move(best_.length > 0 ? best_ : absent_).found;
    if (HasScopeAnchor(words_) || (result.is_broad() && counted_)) {
      result.scope_bound_hint = ScopeBound::kBounded;
    } else if (result.is_broad()) {
      result.scope_bound_hint = ScopeBound::kUnbounded;
    }
    return result;
  }

 private:
  struct Best {
    Quantifier found;
    std::size_t length = 0;  // in words; 0: nothing found yet
  };

  std::string_view At(std::size_t i) const {
    return i < words_.size() && !words_[i].quoted ? std::string_view(words_[i].text)
                                                  : std::string_view();
  }
  std::size_t Match(std::size_t i, std::size_t end, PhraseTable table) const {
    return MatchAt(words_, i, end, table);
  }

  // Keeps the highest rung; of equal ones the longest, then the first. Length 0 is no match.
  void Offer(Intensity intensity, std::size_t begin, std::size_t length,
             std::optional<std::int64_t> count = {}) {
    if (length == 0) return;
    Best& best = intensity == Intensity::kAbsent ? absent_ : best_;
    if (best.length == 0 ||
        std::pair(intensity, length) > std::pair(best.found.intensity, best.length)) {
      best.found = {intensity, Join(words_, begin, begin + length), count, ScopeBound::kUnknown};
      best.length = length;
    }
    counted_ = counted_ || count.has_value();
  }

  void Read(const Sentence& sentence) {
    ReadEverywhere(sentence);
    ReadForEach(sentence);
    Zone zone{sentence.head, sentence.end, true, true};
    switch (sentence.kind) {
      case SentenceKind::kEmpty:
        return;
      case SentenceKind::kPolar:
        ReadComprehensive(zone);
        return;
      case SentenceKind::kOpen:
        Offer(Intensity::kOpenRequest, sentence.head, sentence.head_words);
        zone.begin += sentence.head_words;
        break;
      case SentenceKind::kRequest:
        ReadComprehensive(zone);  // "tell me everything": from the verb on
        ++zone.begin;
        if (At(zone.begin) == "me" || At(zone.begin) == "us") ++zone.begin;
        break;
      case SentenceKind::kFragment:
        break;
      case SentenceKind::kWh:
        ReadWh(sentence);
        return;
    }
    ReadZone(zone);
    ReadComprehensive(zone);
  }

  // "For each planet, list its moons."
  void ReadForEach(const Sentence& sentence) {
    const std::size_t i = sentence.begin + 1;
    if (i >= sentence.head || sentence.kind == SentenceKind::kPolar) return;
    if (At(i - 1) != "for" && At(i - 1) != "in") return;
    const bool each = At(i) == "each" || At(i) == "every";
    if (each && !IsPeriod(i + 1, sentence.end)) Offer(Intensity::kAll, i, 1);
  }

  void ReadComprehensive(const Zone& zone) {
    for (std::size_t i = zone.begin; i < zone.end; ++i) {
      Offer(Intensity::kComprehensive, i, Match(i, zone.end, kComprehensivePhrases));
    }
  }

  // Markers that keep the answer short count anywhere.
  void ReadEverywhere(const Sentence& sentence) {
    bool main_clause = true;  // a clause that denies something does not concern the question
    for (std::size_t i = sentence.begin; i < sentence.end; ++i) {
      if (i != sentence.head && StartsClause(At(i))) main_clause = false;
      if (const std::size_t skip = Match(i, sentence.end, kNoMarkers)) {
        i += skip - 1;
        continue;
      }
      const std::size_t absent = main_clause ? Match(i, sentence.end, kAbsent) : 0;
      if (At(i) != "no" || NoDenies(i + 1, sentence.end)) Offer(Intensity::kAbsent, i, absent);
      Offer(Intensity::kProportional, i, Match(i, sentence.end, kProportional));
      Offer(Intensity::kProportional, i, MostAt(i, sentence.end));
    }
  }

  // "No. 10" is a number, "no fewer than" a bound, "Dr. No" a name.
  bool NoDenies(std::size_t next, std::size_t end) const {
    return next < end && !CountAt(words_, next, end) && At(next) != "fewer" && At(next) != "less";
  }

  std::size_t MostAt(std::size_t i, std::size_t end) const {
    if (At(i) != "most") return 0;
    if (i > 0 && (words_[i - 1].possessive || Contains(kSuperlativeBefore, words_[i - 1].text))) {
      return 0;
    }
    const bool plural =
        (i + 1 < end && IsPlural(At(i + 1))) || (i + 2 < end && IsPlural(At(i + 2)));
    return plural ? 1 : 0;
  }

  void ReadWh(const Sentence& sentence) {
    const std::string_view wh = At(sentence.head);
    const std::size_t next = sentence.head + 1;
    if (wh == "why") return;
    const std::size_t verb = AuxiliaryFrom(next, sentence.end);
    if (wh == "how" || wh == "when" || wh == "where") {
      ReadSubject(verb + 1, sentence.end, verb == next && wh != "how");
      return;
    }
    const bool plural = At(next) == "are" || At(next) == "were";
    if (plural || At(next) == "is" || At(next) == "was") {
      const bool asks_about = Contains(kPredicateEnds, At(sentence.end - 1));
      ReadZone({next + 1, sentence.end, plural && !asks_about, false});
      ReadComprehensive({next + 1, sentence.end});
    } else if (At(next) == "all") {
      Offer(Intensity::kAll, next, 1);
    } else {
      // "Which three rivers", but not "which of the three".
      if (At(next) != "of") ReadCount(next, verb, next);
      Offer(Intensity::kFew, next, At(next) == "several" ? 1 : 0);
      if (verb > next && IsPlural(At(verb - 1))) ReadBounds(verb, sentence.end);
      ReadSubject(verb + 1, sentence.end, false);
      // "Who won each cup", "who has won each cup".
      if (wh == "who") ReadSubject(next + (verb == next ? 2 : 1), sentence.end, false);
    }
  }

  void ReadBounds(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto bound = BoundAt(words_, i, end);
      if (!bound || bound->value > kMostListed) continue;
      Offer(Intensity::kComparativeBound, i, bound->words, bound->value);
    }
  }

  std::size_t AuxiliaryFrom(std::size_t i, std::size_t end) const {
    while (i < end && !IsAuxiliary(At(i))) ++i;
    return i;
  }

  // "Where was each of them born?", "when did every" and "where were all the" want an answer for
  // each. An act of all or of every one of them is one thing.
  void ReadSubject(std::size_t i, std::size_t end, bool place) {
    if (i >= end || IsPeriod(i + 1, end)) return;
    const std::string_view word = At(i);
    const std::string_view next = At(i + 1);
    if (word == "each") Offer(Intensity::kAll, i, next == "of" ? 2 : 1);
    if (word == "every" && next == "one") Offer(Intensity::kAll, i, 2);
    if (word == "every" && place) Offer(Intensity::kAll, i, 1);
    if (word == "all" && place && (next == "the" || next == "of")) Offer(Intensity::kAll, i, 2);
  }

  bool IsPeriod(std::size_t i, std::size_t end) const {
    return Contains(kPeriods, At(i)) || CountAt(words_, i, end).has_value();
  }

  void ReadZone(Zone zone) {
    for (std::size_t i = zone.begin; i < zone.end; ++i) {
      if (i > zone.begin && StartsClause(At(i))) zone.end = i;
    }
    for (std::size_t i = zone.begin; i < zone.end; ++i) {
      if (const auto bound = BoundAt(words_, i, zone.end)) {
        if (zone.list && bound->value <= kMostListed) {
          Offer(Intensity::kComparativeBound, i, bound->words, bound->value);
        }
        i += bound->words - 1;
        continue;
      }
      if (const std::size_t skip = Match(i, zone.end, kNoMarkers)) {
        i += skip - 1;
        continue;
      }
      ReadMarkers(zone, i);
    }
  }

  void ReadMarkers(const Zone& zone, std::size_t i) {
    const std::string_view before = i > zone.begin ? At(i - 1) : std::string_view();
    if (zone.free && before != "of" && before != "most" && before != "more") {
      Offer(Intensity::kComprehensive, i, Match(i, zone.end, kComprehensive));
    }
    if (AsksForAll(zone, i)) Offer(Intensity::kAll, i, Match(i, zone.end, kAll));
    if (!zone.list) return;
    const bool first = i == zone.begin || before == "the" || before == "of" || before == "with";
    if (first && before != "how" && At(i) != "the") {
      Offer(Intensity::kMany, i, Match(i, zone.end, kMany));
      Offer(Intensity::kFew, i, Match(i, zone.end, kFew));
    }
    ReadCount(i, zone.end, zone.begin);
  }

  bool AsksForAll(const Zone& zone, std::size_t i) const {
    const std::string_view word = At(i);
    const bool starts = i == zone.begin;
    const bool single = word == "each" || word == "every";
    if (single && IsPeriod(i + 1, zone.end)) return false;
    if (word == "the") return starts && Match(i, zone.end, kAll) > 0;
    // "Name any river" asks for one.
    if (word == "any") {
      const std::string_view next = At(i + 1);
      return zone.free && starts &&
             (next == "and" || next == "of" || IsPlural(next) || IsPlural(At(i + 2)));
    }
    if (starts) return zone.list || single || At(i + 1) == "the" || At(i + 1) == "of";
    if (At(i - 1) == "of") {
      const std::string_view noun = i >= 2 ? At(i - 2) : std::string_view();
      return single || Contains(kLists, noun) || (zone.list && IsPlural(noun));
    }
    if (zone.free) return true;
    const bool joined = At(i - 1) == "and" || At(i - 1) == "for" || At(i - 1) == "in";
    return joined && (zone.list || single);
  }

  // A number of things: at the start, or behind "the", "top" and the like; a plural must follow.
  void ReadCount(std::size_t i, std::size_t end, std::size_t begin) {
    const auto count = CountAt(words_, i, end);
    if (!count || count->value == 1 || count->value > kMostListed) return;
    const std::string_view before = i > begin ? At(i - 1) : std::string_view();
    const bool ranked = i > begin && Contains(kRankings, before);
    if (i > begin && !ranked && before != "of") return;
    const std::size_t behind = i + count->words;
    bool plural = (ranked && before != "the") || behind == end;
    for (std::size_t k = behind; !plural && k < std::min(end, behind + 4); ++k) {
      plural = IsPlural(At(k)) || words_[k].quoted;
    }
    if (At(i + count->words - 1) == "of" || At(i + count->words - 1) == "dozen") plural = true;
    if (!plural) return;
    const std::size_t start = ranked && before != "the" ? i - 1 : i;
    Offer(Intensity::kSmallNumExplicit, start, behind - start, count->value);
  }

  Words words_;
  Best best_;
  Best absent_;  // below SINGULAR, which is the default, so kept apart
  bool counted_ = false;
};

}  // namespace

Quantifier ClassifyQuantifier(std::string_view question) { return Classifier(question).Run(); }

std::string_view Name(Intensity intensity) { return kRungs[std::to_underlying(intensity)].name; }

std::string_view OperationalShape(Intensity intensity) {
  return kRungs[std::to_underlying(intensity)].shape;
}

std::string_view Name(ScopeBound bound) {
  constexpr std::array<std::string_view, 3> kNames = {"bounded", "unbounded", "unknown"};
  return kNames[std::to_underlying(bound)];
}

json::Object ToJson(const Quantifier& quantifier) {
  json::Object object{{"intensity", Name(quantifier.intensity)},
                      {"matched_token", nullptr},
                      {"explicit_count", nullptr},
                      {"scope_bound_hint", Name(quantifier.scope_bound_hint)},
                      {"is_broad", quantifier.is_broad()},
                      {"operational_shape", OperationalShape(quantifier.intensity)},
                      {"classifier_version", kQuantifierVersion}};
  if (quantifier.matched_token) object["matched_token"] = *quantifier.matched_token;
  if (quantifier.explicit_count) object["explicit_count"] = *quantifier.explicit_count;
  return object;
}

}  // namespace arborist::question
