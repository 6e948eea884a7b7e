// SPDX-License-Identifier: AGPL-3.0-only
// Measures how far a sentence looks like the answer: whether it has a word of the kind that is
// asked for (a name, a time, a number with a unit, ...) that is not of the question, how near that
// word is to the question's words, the order of the question's words in it, and the shape of a
// definition.
//
// MeasureAnswer is one pass over the words of the sentence. Near, the expensive part, is computed
// for at most 64 words and 48 matches, so that a sentence of any length costs linear time. The word
// lists are compared by hash; an error of a list only changes features, never the text of an
// answer.
#include <algorithm>
#include <array>
#include <span>

#include "extractive/measure.h"

namespace arborist::extractive {

namespace {

constexpr std::size_t kMaxTerms = Asked::kMaxTerms;
constexpr std::size_t kMaxCandidates = 64;  // words of one sentence for which Near is computed
constexpr std::size_t kMaxPlaces = 48;
constexpr std::uint32_t kAnyUnit = kLengthUnit | kTimeUnit | kAreaUnit;

// Hashes of words in the form in which they are compared, without a plural s: hence "christma" and
// "alway" below.
template <typename... Words>
consteval std::array<std::uint64_t, sizeof...(Words)> HashesOf(const Words&... words) {
  return {HashLetters(words)...};
}

// Words before a place.
constexpr std::array kLocatives = HashesOf("in", "at", "near", "from", "to", "outside");

constexpr std::array kAges = HashesOf("age", "aged");
constexpr std::array kSpans = HashesOf("since", "until", "till");
constexpr std::array kBetween = HashesOf("from", "to", "between");
constexpr std::array kOnes = HashesOf("a", "an", "each", "every", "per");
// Rates in one word.
constexpr std::array kRates =
    HashesOf("hourly", "daily", "nightly", "weekly", "monthly", "yearly", "annually", "annual",
             "biennial", "each", "every", "per", "quarterly", "fortnightly");
// Amounts without a number.
constexpr std::array kFew =
    HashesOf("none", "few", "little", "minimal", "majority", "no", "both", "nothing", "free");
// Words of time that need no name or number after them: "while it is hot".
constexpr std::array kMoments = HashesOf(
    "during", "when", "while", "whenever", "once", "if", "after", "before", "until", "till",
    "since", "noon", "midnight", "evening", "afternoon", "dawn", "dusk", "sunrise", "sunset",
    "yesterday", "tomorrow", "tonight", "weekday", "weekend", "immediately", "now", "soon", "alway",
    "never", "daily", "easter", "christma", "lunch", "end", "beginning");
// Words before a number of the clock or the calendar: at 18:30, on the 15th, within 14.
constexpr std::array kPoints = HashesOf("at", "on", "by", "from", "until", "till", "within", "past",
                                        "around", "about", "the", "ad", "before", "after");
constexpr std::array kClock = HashesOf("until", "till", "past");
// Ordinals count nothing and cost nothing: the third flowerpot.
constexpr std::array kOrdinals =
    HashesOf("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
             "tenth", "eleventh", "twelfth");
constexpr std::array kParts = HashesOf("a", "one", "two");
// Days of a month in words, if no noun follows: on the first, by the last of the month.
constexpr std::array kDays =
    HashesOf("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
             "tenth", "eleventh", "twelfth", "fifteenth", "twentieth", "thirtieth", "last");
constexpr std::array kDayFollows = HashesOf("of", "day");
constexpr std::array kHalves = HashesOf("am", "pm", "o");
constexpr std::array kDated = HashesOf("in", "since", "until", "by", "after", "before");
constexpr std::array kEras =
    HashesOf("century", "centurie", "bc", "ad", "bce", "ce", "bp", "millennium");
constexpr std::array kPercents = HashesOf("percent", "per");
constexpr std::array kWholes = HashesOf("all", "whole");
// "What year" wants the year itself; "what period" may be answered by a name.
constexpr std::array kDates = HashesOf("year", "date", "day", "time", "month");

bool Among(const Word* word, std::span<const std::uint64_t> list) {
  return word != nullptr && std::ranges::find(list, word->exact) != list.end();
}

bool IsNumber(const Word* word) { return word != nullptr && (word->flags & kDigits) != 0; }

}  // namespace

void Measure::MeasureShape(const MatchedPassage& passage, const Read& read,
                           Features* features) const {
  Features& f = *features;
  f[Feature::kLifeDates] = read.life_dates ? 1000 : 0;
  std::int64_t before = 0;  // weight of the question's words before the verb
  for (std::size_t i = read.first_place; i < read.end_place; ++i) {
    const Place& place = passage.places[i];
    if (place.word < read.defines) before += terms_[place.term].weight;
  }
  std::int32_t defined = std::min(Share(before), 1000);
  if (asked_.shape() == Shape::kKnownFor) {
    defined = read.fame ? 1000 : defined / 2;
    f[Feature::kDefinitionAsked] = defined;
    f[Feature::kDefinitionMissed] = 1000 - defined;
  }
  f[Feature::kDefinitionForm] = defined;
  if (asked_.shape() == Shape::kWhatIs) {
    f[Feature::kDefinitionAsked] = defined;
    f[Feature::kDefinitionMissed] = 1000 - defined;
  }
  if (asked_.shape() != Shape::kWhereIs) return;
  const std::uint16_t located = KinOf("located");
  bool locates = false;
  for (std::size_t i = read.first_word; i < read.end_word; ++i) {
    locates = locates || passage.words[i].kin == located;
  }
  f[Feature::kWhereLocated] = locates ? 1000 : 0;
  f[Feature::kWhereDefined] = f[Feature::kHasPlace] > 0 ? defined : 0;
  f[Feature::kWhereMissed] = locates ? 0 : 1000 - f[Feature::kWhereDefined];
}

void Measure::MeasureOrder(const MatchedPassage& passage, const Read& read,
                           Features* features) const {
  Features& f = *features;
  std::array<bool, kMaxTerms> paired{};
  std::int64_t pairs = 0, run = 0, best_run = 0;
  for (std::size_t i = read.first_place; i < read.end_place; ++i) {
    const Place& place = passage.places[i];
    const std::int64_t weight = terms_[place.term].weight;
    bool follows = false;
    if (i > read.first_place) {
      const Place& before = passage.places[i - 1];
      follows = place.term == before.term + 1 && place.word - before.word <= 3;
      if (follows && !paired[place.term]) {
        paired[place.term] = true;
        pairs += std::min(weight, terms_[before.term].weight);
      }
    }
    run = follows ? run + weight : weight;
    best_run = std::max(best_run, run);
  }
  f[Feature::kPairs] = Share(pairs);
  f[Feature::kRun] = Share(best_run);
  // The most weight within kWindowWords words: two ends of a window move over the matches once.
  constexpr std::uint32_t kWindowWords = 10;
  std::array<std::uint32_t, kMaxTerms> inside{};
  std::int64_t sum = 0, best = 0;
  std::size_t left = read.first_place;
  for (std::size_t i = read.first_place; i < read.end_place; ++i) {
    const Place& place = passage.places[i];
    if (inside[place.term]++ == 0) sum += terms_[place.term].weight;
    while (place.word - passage.places[left].word > kWindowWords) {
      const Place& out = passage.places[left++];
      if (--inside[out.term] == 0) sum -= terms_[out.term].weight;
    }
    best = std::max(best, sum);
  }
  f[Feature::kWindow] = Share(best);
}

std::int32_t Measure::Near(const MatchedPassage& passage, const Read& read,
                           std::uint32_t at) const {
  std::array<std::int64_t, kMaxTerms> nearest{};
  std::int64_t sum = 0;
  const std::size_t end = std::min(read.end_place, read.first_place + kMaxPlaces);
  for (std::size_t i = read.first_place; i < end; ++i) {
    const Place& place = passage.places[i];
    if (place.match < Match::kKin) continue;
    const std::int64_t distance =
        place.word > at ? place.word - at : static_cast<std::int64_t>(at - place.word);
    const std::int64_t worth = terms_[place.term].weight * 4 / (3 + distance);
    if (worth <= nearest[place.term]) continue;
    sum += worth - nearest[place.term];
    nearest[place.term] = worth;
  }
  return Share(sum);
}

// An ordinal, but "a third of them" and "two thirds" are numbers.
bool Measure::IsOrdinal(const Word& word, const Word* before) {
  return Among(&word, kOrdinals) && !Among(before, kParts);
}

// A number beside a month, a weekday or am and pm, or of a clock or date in digits: at 10:30.
bool Measure::OfCalendar(const Word& word, const Word* before, const Word* next) {
  constexpr std::uint32_t kDay = kMonth | kWeekday;
  const auto is_day = [](const Word* other) {
    return other != nullptr && (other->flags & kDay) != 0;
  };
  const auto is_digits = [](const Word* other) {
    return other != nullptr && (other->flags & kDigits) != 0;
  };
  return Among(before, kClock) || is_day(before) || is_day(next) || Among(next, kHalves) ||
         (is_digits(before) && word.begin == before->end + 1) ||
         (is_digits(next) && next->begin == word.end + 1);
}

// Generous, because a sentence without any hint is never said. Numbers of the question are no news.
bool Measure::Hints(const Word& word, const Word* before, const Word* next) const {
  const std::uint32_t flags = word.flags;
  const bool number =
      (flags & (kDigits | kNumberWord)) != 0 && !asked_.Holds(word) && !Among(&word, kOrdinals);
  const bool date = (flags & kYear) != 0 && Among(before, kDated);
  const bool day = Among(&word, kDays) &&
                   (next == nullptr || next->begin > word.end + 1 || Among(next, kDayFollows));
  const bool moment = day || Among(&word, kMoments) || (flags & (kTimeUnit | kTimeWord)) != 0 ||
                      (flags & (kMonth | kCapital)) == (kMonth | kCapital) ||
                      (number && (Among(before, kPoints) || Among(next, kHalves)));
  switch (asked_.type()) {
    case AnswerType::kTime:
      return moment && !asked_.Holds(word);
    case AnswerType::kNumber:
      return !asked_.counts() || Among(&word, kFew) || (number && !date);
    case AnswerType::kMoney:
      // "281 kr", but not "four screws", "80 litres" or "14 November at 9 am"
      return Among(&word, kFew) || (word.sorts & kCurrency) != 0 ||
             (number && !date && !OfCalendar(word, before, next) && (flags & kDigits) != 0 &&
              (next == nullptr || (next->flags & kUnit) == 0 || (next->sorts & kCurrency) != 0));
    case AnswerType::kMeasure:
      if (asked_.any_unit()) return moment || number || Among(&word, kRates);
      // "Anna was 17", but not "it holds 80 litres"
      if (asked_.units() == kTimeUnit) {
        return number && (next == nullptr || (next->flags & (kUnit | kTimeUnit)) != kUnit);
      }
      if ((asked_.units() & kTimeUnit) == 0) return false;
      return Among(&word, kSpans) || (number && Among(before, kBetween)) ||
             ((flags & (kMonth | kWeekday | kTimeWord)) != 0 &&
              (Among(before, kBetween) || Among(before, kWholes)));
    default:
      return false;
  }
}

bool Measure::MeasureAnswer(const MatchedPassage& passage, const Read& read,
                            Features* features) const {
  Features& f = *features;
  const AnswerType type = asked_.type();
  const std::size_t count = read.end_word - read.first_word;
  std::size_t candidates = 0;
  std::int32_t news = 0;
  const std::uint16_t sorts = asked_.sorts();
  // The size of a large thing is also given by lengths, less well.
  const std::uint32_t units = asked_.units() == 0           ? kUnit
                              : asked_.units() == kAreaUnit ? kAreaUnit | kLengthUnit
                                                            : asked_.units();
  // A name of these sorts begins with a capital letter; a colour or a trade need not.
  constexpr std::uint16_t kCapitalSorts =
      kCountry | kPeople | kCity | kProvince | kContinent | kLanguage | kGivenName;
  std::int32_t near_sort = 0, near_firm = 0, near_type = 0;
  bool of_sort = false, firm_name = false, name_pair = false, in_name = false, head_named = false,
       of_type = false, of_kind = false, hinted = false;
  bool person = false, time = false, place = false, number = false, money = false, percent = false,
       measure = false, reason = false, manner = false, naming = false, quoted = false,
       by_person = false, counted_head = false, counted_before = false, fits = false,
       misfits = false;
  std::int32_t near_thing = 0, near_name = 0, near_time = 0, near_number = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Word& word = passage.words[read.first_word + i];
    const std::uint32_t flags = word.flags;
    reason = reason || (flags & kReason) != 0;
    manner = manner || (flags & kMannerWord) != 0;
    naming = naming || (flags & kNaming) != 0;
    const Word* before = i > 0 ? &passage.words[read.first_word + i - 1] : nullptr;
    const Word* next = i + 1 < count ? &passage.words[read.first_word + i + 1] : nullptr;
    hinted = hinted || Hints(word, before, next);
    // In "12 May" it is a month and no verb.
    const bool may =
        (flags & kMonth) != 0 && (flags & kCapital) != 0 && (IsNumber(before) || IsNumber(next));
    if ((IsStop(word) && (flags & kNumberWord) == 0 && !may) || (flags & kJoined) != 0) continue;
    if (passage.matches[read.first_word + i] >= Match::kStem || asked_.Holds(word)) continue;
    ++news;
    quoted = quoted || (flags & kQuoted) != 0;
    const bool is_name = (flags & kCapital) != 0 && (flags & (kMonth | kWeekday)) == 0;
    const bool is_number = (flags & (kDigits | kNumberWord)) != 0;
    // "the 10th century", though centuries were asked for; "in 911"
    const bool is_era = (flags & kDigits) != 0 && Among(next, kEras);
    const bool is_early_year = (flags & kDigits) != 0 && word.end - word.begin == 3 &&
                               Among(before, kDated) && (next == nullptr || IsStop(*next));
    const bool is_time =
        (flags & (kYear | kMonth | kWeekday | kTimeWord)) != 0 || is_era || is_early_year;
    if (is_name) {
      person = true;
      if (before != nullptr && before->end - before->begin == 2 &&
          (before->flags & kMannerWord) != 0) {
        by_person = true;
      }
    }
    // The first word of a sentence has a capital letter whatever it is, so alone it is no sure
    // name.
    const bool next_capital = next != nullptr && (next->flags & kCapital) != 0 &&
                              next->begin <= word.end + 2;  // also behind an initial
    const bool is_firm = is_name && (i > 0 || (word.sorts & ~kHuman) != 0 || next_capital);
    const bool is_sorted = (word.sorts & sorts) != 0 &&
                           (is_name || (word.sorts & sorts & ~std::uint32_t{kCapitalSorts}) != 0);
    const bool is_pair = is_firm && next_capital;
    const bool is_located = is_firm && before != nullptr &&
                            std::ranges::find(kLocatives, before->exact) != kLocatives.end();
    of_sort = of_sort || is_sorted;
    firm_name = firm_name || is_firm;
    name_pair = name_pair || is_pair;
    in_name = in_name || is_located;
    if (is_firm && asked_.head() != Asked::kNoTerm && !head_named) {
      constexpr std::size_t kBeside = 2;  // the River Thames, the city of Troy
      for (std::size_t k = i - std::min(i, kBeside); k < std::min(count, i + kBeside + 1); ++k) {
        const Matched found = asked_.Find(passage.words[read.first_word + k]);
        head_named = head_named || (found.match >= Match::kKin && found.term == asked_.head());
      }
    }
    bool is_measure = false;
    place = place || is_name || (flags & kPlaceWord) != 0;
    time = time || is_time;
    if (is_number && (asked_.units() & kTimeUnit) != 0) {
      // "at the age of 86"; of how long, "since 1951" tells as much
      const Word* second = i > 1 ? &passage.words[read.first_word + i - 2] : nullptr;
      is_measure =
          Among(before, kAges) || Among(second, kAges) || Among(before, kSpans) ||
          Among(second, kSpans) ||
          ((flags & kYear) != 0 && (asked_.units() == kTimeUnit || Among(before, kBetween)));
    }
    if (is_number) {
      number = number || (flags & kYear) == 0;
      money = money || (flags & kMoney) != 0;
      percent = percent || (flags & kPercent) != 0;
      for (std::size_t k = 1; k <= 3 && i + k < count; ++k) {
        const Word& behind = passage.words[read.first_word + i + k];
        measure = measure || (behind.flags & kUnit) != 0;
        is_measure = is_measure || (behind.flags & units) != 0;
        if ((behind.flags & kAnyUnit) != 0 && asked_.units() != 0) {
          fits = fits || (behind.flags & asked_.units()) != 0;
          misfits = misfits || (behind.flags & asked_.units()) == 0;
        }
        if (asked_.head() != Asked::kNoTerm) {
          const Matched found = asked_.Find(behind);
          counted_head =
              counted_head || (found.match >= Match::kKin && found.term == asked_.head());
        }
      }
    }
    if (is_number && asked_.head() != Asked::kNoTerm) {
      constexpr std::size_t kReach = 4;
      for (std::size_t k = 1; k <= std::min(kReach, i); ++k) {
        const Matched found = asked_.Find(passage.words[read.first_word + i - k]);
        counted_before =
            counted_before || (found.match >= Match::kKin && found.term == asked_.head());
      }
    }
    if ((flags & kUnit) != 0 && before != nullptr && (before->flags & kNumberWord) != 0) {
      measure = true;
    }
    // "a year", "monthly"
    is_measure = is_measure || (asked_.units() == 0 && Among(&word, kRates)) ||
                 ((flags & units) != 0 && (Among(before, kOnes) || (flags & kDigits) != 0));
    const bool fits_type = [&] {
      switch (type) {
        case AnswerType::kPerson:
          // Also an architect, the owner, or a company.
          if ((word.sorts & (kOccupation | kBody | kHuman)) != 0) return true;
          return is_firm && (is_pair || (word.sorts & (kGivenName | kPersonTitle)) != 0 || i > 0) &&
                 (word.sorts & (kCountry | kCity | kProvince | kBody | kLandform)) == 0;
        case AnswerType::kPlace:
          return is_located || (is_firm && is_sorted);
        case AnswerType::kName:
          return is_firm;
        case AnswerType::kTime:
          // "What period": the Pliocene period.
          return is_time || (is_firm && head_named && !Among(&terms_[asked_.head()].word, kDates));
        case AnswerType::kNumber:  // also 2000 guests
          return is_number && ((flags & kYear) == 0 ||
                               (next != nullptr && !IsStop(*next) &&
                                (next->flags & kCapital) == 0 && next->begin == word.end + 1));
        case AnswerType::kMoney:
          return is_number && ((flags & (kMoney | kPercent)) != 0 ||
                               (next != nullptr && ((next->sorts & kCurrency) != 0 ||
                                                    next->exact == HashLetters("percent"))));
        case AnswerType::kPercent:
          return is_number &&
                 ((flags & kPercent) != 0 || (flags & kDigits) == 0 || Among(next, kPercents));
        case AnswerType::kMeasure:
          return is_measure || (is_number && asked_.units() == 0 && (flags & kYear) == 0);
        case AnswerType::kReason:
        case AnswerType::kManner:
        case AnswerType::kThing:
        case AnswerType::kYesNo:
          break;
      }
      return sorts == 0 || is_sorted;
    }();
    of_type = of_type || fits_type;
    of_kind = of_kind || (fits_type && !(type == AnswerType::kNumber && IsOrdinal(word, before)));
    if (read.first_place == read.end_place || candidates >= kMaxCandidates) continue;
    ++candidates;
    const std::int32_t near = Near(passage, read, static_cast<std::uint32_t>(i));
    near_thing = std::max(near_thing, near);
    if (is_sorted) near_sort = std::max(near_sort, near);
    if (is_firm) near_firm = std::max(near_firm, near);
    if (fits_type) near_type = std::max(near_type, near);
    if (is_name) near_name = std::max(near_name, near);
    if (is_time) near_time = std::max(near_time, near);
    if (is_number && (flags & kYear) == 0) near_number = std::max(near_number, near);
  }
  const auto flag = [](bool value) { return value ? 1000 : 0; };
  f[Feature::kHasPerson] = flag(person);
  f[Feature::kHasTime] = flag(time);
  f[Feature::kHasPlace] = flag(place);
  f[Feature::kHasNumber] = flag(number);
  f[Feature::kHasReason] = flag(reason);
  f[Feature::kHasManner] = flag(manner);
  f[Feature::kByPerson] = flag(by_person);
  f[Feature::kCountedHead] = flag(counted_head);
  f[Feature::kCountedBefore] = flag(counted_before);
  f[Feature::kMeasureFits] = flag(fits);
  f[Feature::kMeasureMisfits] = flag(misfits && !fits);
  f[Feature::kNearThing] = near_thing;
  f[Feature::kNearName] = near_name;
  f[Feature::kNearTime] = near_time;
  f[Feature::kNearNumber] = near_number;
  if (type == AnswerType::kMoney) f[Feature::kHasMoney] = flag(money);
  if (type == AnswerType::kPercent) f[Feature::kHasPercent] = flag(percent);
  if (type == AnswerType::kMeasure) f[Feature::kHasMeasure] = flag(measure);
  if (type == AnswerType::kPerson) f[Feature::kPersonAsked] = flag(person);
  if (type == AnswerType::kReason) f[Feature::kReasonAsked] = flag(reason);
  if (type == AnswerType::kManner) f[Feature::kMannerAsked] = flag(manner);
  if (asked_.naming()) {
    f[Feature::kHasNaming] = flag(naming);
    f[Feature::kHasQuoted] = flag(quoted);
  }
  if (type == AnswerType::kReason) of_type = reason;
  if (type == AnswerType::kManner) of_type = manner;
  if (sorts != 0) {
    f[Feature::kSortHere] = flag(of_sort);
    f[Feature::kSortMissing] = flag(!of_sort);
    f[Feature::kNearSort] = near_sort;
  }
  f[Feature::kFirmName] = flag(firm_name);
  f[Feature::kNamePair] = flag(name_pair);
  f[Feature::kInName] = flag(in_name);
  f[Feature::kHeadNamed] = flag(head_named);
  f[Feature::kNearFirmName] = near_firm;
  f[Feature::kTypeMissing] = flag(!of_type);
  f[Feature::kNearType] = near_type;
  f[Feature::kNearTypeCover] = near_type * f[Feature::kCoverKin] / 1000;
  f[Feature::kNewWords] = Log16(static_cast<std::uint64_t>(news) + 1) * 10;
  f[Feature::kNothingNew] = flag(news == 0);
  return of_kind || hinted;
}

}  // namespace arborist::extractive
