// SPDX-License-Identifier: AGPL-3.0-only
// Reads a question. The steps, each of which may use those before it:
//
//   words     AppendWords; the language by counting English and other stop words
//   type      by the first question word (who, when, ...); of "what" and "which" by the noun
//             behind it; other languages by asked_cues.cc
//   shape     "what is X", "where is X", "what is X known for"
//   form      asked_form.cc
//   phrases   "come out", "take place": two words with the meaning of another
//   terms     every word that is no stop word, once; all words where there is no other
//   table     the hashes of each term's exact form, stem, kin and first letters: open addressing,
//             1024 slots for at most 256 keys, so that a word of a text costs a few probes
//
// The rules are mostly tables of English words. They are part of extractive-v2, whose weights were
// fitted with them: a change of a rule needs new weights and another name.
#include "extractive/asked.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include "text/canonical.h"
#include "text/scan.h"
#include "text/search_tokens.h"
#include "text/utf8.h"

namespace arborist::extractive {

namespace {

constexpr std::size_t kMaxQuestion = 4096;  // code points; the rest of a longer question is ignored

constexpr std::size_t kMaxInitials = 6;

// The key of a form in the table that holds all kinds of forms: never 0, which marks a free slot.
std::uint64_t Key(std::uint64_t hash, Match match) {
  return (hash ^ (static_cast<std::uint64_t>(match) * 0x9E3779B97F4A7C15u)) | 1u;
}

constexpr auto kHowMeasures = text::MakeWordSet(
    "long", "old", "far", "tall", "big", "large", "often", "fast", "high", "deep", "wide", "heavy",
    "small", "late", "early", "close", "near", "hot", "cold", "quickly", "frequently", "soon",
    "thick", "short", "low", "strong", "powerful");

bool IsAmong(std::string_view word, std::initializer_list<std::string_view> list) {
  return std::ranges::find(list, word) != list.end();
}

// The sorts that a noun asks for: "which city" wants one of kCity.
std::uint16_t SortsOf(std::string_view noun) {
  struct Sorted {
    std::string_view noun;
    std::uint16_t sorts;
  };
  static constexpr Sorted kNouns[] = {
      {"country", kCountry},
      {"countrie", kCountry},
      {"nation", kCountry},
      {"nationality", kPeople},
      {"ethnicity", kPeople},
      {"people", kPeople},
      {"continent", kContinent},
      {"city", kCity},
      {"citie", kCity},
      {"town", kCity},
      {"capital", kCity},
      {"state", kProvince},
      {"province", kProvince},
      {"county", kProvince},
      {"region", kProvince},
      {"language", kLanguage},
      {"color", kColour},
      {"colour", kColour},
      {"religion", kBelief},
      {"faith", kBelief},
      {"denomination", kBelief},
      {"sport", kSport},
      {"currency", kCurrency},
      {"occupation", kOccupation},
      {"profession", kOccupation},
      {"job", kOccupation},
      {"career", kOccupation},
      {"river", kLandform},
      {"lake", kLandform},
      {"mountain", kLandform},
      {"sea", kLandform},
      {"ocean", kLandform},
      {"island", kLandform},
      {"university", kBody},
      {"school", kBody},
      {"college", kBody},
      {"company", kBody},
      {"companie", kBody},
      {"organization", kBody},
      {"organisation", kBody},
      {"team", kBody},
      {"agency", kBody},
      {"institution", kBody},
      {"network", kBody},
      {"club", kBody},
      {"party", kBody},
      {"newspaper", kBody},
      {"group", kBody},
  };
  noun = text::StemPlural(noun);
  const auto found = std::ranges::find(kNouns, noun, &Sorted::noun);
  return found == std::end(kNouns) ? 0 : found->sorts;
}

// The units that a measure by this word has: "how deep" and "what depth" metres, and not years.
std::uint32_t UnitsOf(std::string_view measured) {
  if (IsAmong(measured, {"deep", "high", "tall", "wide", "far", "thick", "low", "depth", "height",
                         "width", "distance", "altitude", "elevation"})) {
    return kLengthUnit;
  }
  if (IsAmong(measured, {"long", "short", "length"})) return kLengthUnit | kTimeUnit;
  if (IsAmong(measured, {"old", "age", "duration"})) return kTimeUnit;
  if (IsAmong(measured, {"large", "big", "small", "area", "size"})) return kAreaUnit;
  return 0;
}

}  // namespace

bool IsLatin(std::string_view text) {
  for (std::size_t pos = 0; pos < text.size();) {
    const char32_t c = text::Decode(text, &pos);
    constexpr char32_t kLastLatin = 0x24F;
    if (c > kLastLatin && text::IsWordChar(c)) return false;
  }
  return true;
}

TypeGroup GroupOf(AnswerType type) {
  switch (type) {
    case AnswerType::kPerson:
    case AnswerType::kPlace:
    case AnswerType::kName:
      return TypeGroup::kName;
    case AnswerType::kTime:
      return TypeGroup::kTime;
    case AnswerType::kNumber:
    case AnswerType::kMoney:
    case AnswerType::kPercent:
    case AnswerType::kMeasure:
      return TypeGroup::kNumber;
    case AnswerType::kReason:
    case AnswerType::kManner:
      return TypeGroup::kHow;
    case AnswerType::kThing:
    case AnswerType::kYesNo:
      break;
  }
  return TypeGroup::kThing;
}

Asked::Asked(std::string_view question) {
  question = text::Prefix(question, kMaxQuestion);
  std::vector<Word> words;
  AppendWords(question, 0, question.size(), &words);
  std::vector<std::string> lower;
  lower.reserve(words.size());
  std::size_t english = 0, foreign = 0;
  for (const Word& word : words) {
    lower.push_back(text::ToLower(question.substr(word.begin, word.end - word.begin)));
    english += (word.flags & kStop) != 0 ? 1 : 0;
    foreign += (word.flags & (kStop | kForeignStop)) == kForeignStop ? 1 : 0;
    negated_ = negated_ || (word.flags & kNegation) != 0;
    all_words_.push_back(word.exact);
  }
  std::ranges::sort(all_words_);
  if (foreign > english) stop_flags_ |= kForeignStop;
  english_ = english > 0 && foreign <= english;
  bare_ = english == 0 && foreign == 0 && IsLatin(question);
  ReadType(question, words, lower);
  if (english_ && sorts_ == 0 && type_ == AnswerType::kPerson) sorts_ = kGivenName | kPersonTitle;
  if (english_ && sorts_ == 0 && type_ == AnswerType::kPlace) {
    sorts_ = kCountry | kCity | kProvince | kContinent | kLandform;
  }
  ReadShape(lower);
  ReadFormOf(question, lower);
  ReadFigure(lower);
  ReadPhrases(&words, lower);
  AddTerms(question, words);
  MarkTerms(question);
}

void Asked::ReadType(std::string_view question, const std::vector<Word>& words,
                     const std::vector<std::string>& lower) {
  // "When it rains, who ...": a clause of time or place, and another word asks.
  const auto clause = [&](std::size_t at) {
    if (at > 0 && !(words[at - 1].flags & kStop)) return true;
    if (at + 1 == words.size() || (words[at + 1].flags & kBe) != 0) return false;
    return std::ranges::any_of(lower | std::views::drop(at + 1), [](const std::string& word) {
      return IsAmong(word, {"what", "which", "who", "where", "why", "how"});
    });
  };
  for (std::size_t i = 0; i < lower.size(); ++i) {
    const std::string_view word = lower[i];
    const std::string_view next = i + 1 < lower.size() ? std::string_view(lower[i + 1]) : "";
    if (word == "who" || word == "whom" || word == "whose") {
      type_ = AnswerType::kPerson;
    } else if (word == "when") {
      if (clause(i)) continue;
      type_ = AnswerType::kTime;
    } else if (word == "where") {
      if (clause(i)) continue;
      type_ = AnswerType::kPlace;
    } else if (word == "why") {
      type_ = AnswerType::kReason;
    } else if (word == "how") {
      if (next == "many") {
        type_ = AnswerType::kNumber;
        counts_ = true;
        if (i + 2 < words.size()) ReadHowMany(words, i + 2);
      } else if (next == "much") {
        type_ = AnswerType::kNumber;
        counts_ = true;
        if (i + 2 < lower.size() && lower[i + 2] == "time") {
          type_ = AnswerType::kMeasure;
          units_ = kTimeUnit;
          measured_word_ = words[i + 2].exact;
        } else if (std::ranges::any_of(lower, [](const std::string& w) {
                     return IsAmong(w, {"cost", "money", "paid", "pay", "worth", "dollars", "spend",
                                        "spent", "charge", "earn", "price"});
                   })) {
          type_ = AnswerType::kMoney;
        }
      } else if (kHowMeasures.Has(next)) {
        type_ = AnswerType::kMeasure;
        units_ = UnitsOf(next);
        any_unit_ = units_ == 0 || IsAmong(next, {"high", "low", "big", "large", "small"});
        measured_word_ = words[i + 1].exact;
      } else {
        type_ = AnswerType::kManner;
      }
    } else if (word == "what" || word == "which" || word == "whats") {
      ReadWhat(question, words, lower, i);
    } else {
      continue;
    }
    return;
  }
  if (stop_flags_ == kStop && !words.empty()) {
    if ((words[0].flags & kBe) != 0) type_ = AnswerType::kYesNo;
    if (lower[0] == "name") type_ = AnswerType::kName;
  }
  ReadOtherLanguages(question, lower);
}

// "How many people died" is answered by the dead, "how many people live" by inhabitants: the verb
// is what is counted then, and "people" is left out.
void Asked::ReadHowMany(const std::vector<Word>& words, std::size_t counted) {
  head_word_ = words[counted].exact;
  if ((words[counted].flags & kAsksPerson) == 0) return;
  const std::uint16_t die = KinOf("die"), live = KinOf("live");
  for (std::size_t i = counted + 1; i < words.size(); ++i) {
    if (words[i].kin == 0 || (words[i].kin != die && words[i].kin != live)) continue;
    dropped_ = std::exchange(head_word_, words[i].exact);
    return;
  }
}

void Asked::ReadShape(const std::vector<std::string>& lower) {
  // what is it known for, why is she famous
  for (std::size_t i = 2; i < lower.size(); ++i) {
    const bool fame = IsAmong(
        lower[i], {"known", "famous", "noted", "renowned", "remembered", "notable", "celebrated"});
    const bool last = i + 1 == lower.size() || (i + 2 == lower.size() && lower[i + 1] == "for");
    if (!fame || !last || !IsAmong(lower[0], {"what", "why", "for"})) continue;
    shape_ = Shape::kKnownFor;
    type_ = AnswerType::kThing;
    sorts_ = 0;
    naming_ = false;
    return;
  }
  // what city is it in, in which country does it lie
  if (type_ == AnswerType::kPlace && head_word_ != 0) {
    const bool only_place = std::ranges::any_of(lower, [](const std::string& word) {
      return IsAmong(word, {"located", "situated", "lie", "lies", "found"});
    });
    if (only_place || (lower.back() == "in" && lower.size() >= 4 &&
                       IsAmong(lower[2], {"is", "was", "are", "were"}))) {
      shape_ = Shape::kWhereIs;
      return;
    }
  }
  if (lower.size() < 3 || !IsAmong(lower[1], {"is", "was", "are", "were"})) return;
  if (lower[0] == "who" || lower[0] == "what") shape_ = Shape::kWhatIs;
  if (lower[0] == "where") shape_ = Shape::kWhereIs;
}

// Two words that together mean another.
void Asked::ReadPhrases(std::vector<Word>* words, const std::vector<std::string>& lower) {
  for (std::size_t i = 0; i + 1 < lower.size(); ++i) {
    Word& word = (*words)[i];
    if (IsAmong(lower[i], {"come", "came", "comes"}) && lower[i + 1] == "out") {
      word.kin = KinOf("released");
    } else if (IsAmong(lower[i], {"take", "took", "taken"}) && lower[i + 1] == "place") {
      word.kin = KinOf("held");
      dropped_ = (*words)[i + 1].exact;
    }
  }
}

// "Which area", "what is the area called": a place, and no number.
bool Asked::IsPlaceArea(std::string_view head, bool directly) const {
  return head == "areas" || (head == "area" && (directly || naming_));
}

// "what year", "which two cities", "what is the name of": the noun says what is wanted. Looks for
// the last word of the noun phrase behind "what", up to five words on.
void Asked::ReadWhat(std::string_view question, const std::vector<Word>& words,
                     const std::vector<std::string>& lower, std::size_t what) {
  constexpr std::size_t kReach = 5;
  std::size_t at = what + 1;
  // what is the, what was his, what's the
  const auto article = [&](std::size_t i) {
    return i < words.size() && IsAmong(lower[i], {"the", "a", "an", "his", "her", "its", "their"});
  };
  if (article(at + 1) && IsAmong(lower[at], {"is", "was", "are", "were"})) ++at;
  while (article(at)) ++at;
  if (at < words.size() && IsAmong(lower[at], {"type", "kind", "sort", "types", "kinds"}) &&
      at + 1 < words.size() && lower[at + 1] == "of") {
    at += 2;
  }
  // The phrase goes up to a verb or preposition; its last word is its head.
  std::size_t head = Asked::kNoTerm;
  for (std::size_t i = at; i < words.size() && i < at + kReach; ++i) {
    if ((words[i].flags & (kStop | kBe)) != 0 && (words[i].flags & kNumberWord) == 0) break;
    head = i;
    if (words[i].begin > 0 && question[words[i].begin - 1] == '-') continue;  // "two-day event"
    // "what general term", "what age group": no head
    const std::string_view behind = i + 1 < lower.size() ? std::string_view(lower[i + 1]) : "";
    if (IsAmong(lower[i], {"general", "fine"}) && !behind.empty() &&
        (words[i + 1].flags & kStop) == 0) {
      continue;
    }
    if (IsAmong(behind, {"group", "groups", "zone", "zones", "range", "class", "limit", "plan"}))
      continue;
    if ((words[i].flags &
         (kAsksPerson | kAsksPlace | kAsksTime | kAsksNumber | kAsksName | kAsksMoney)) != 0) {
      break;  // "what year did", "what team won"
    }
    if (i > at && (lower[i].ends_with("ed") || lower[i].ends_with("ing"))) {
      head = i - 1;
      break;
    }
  }
  for (const Word& word : words) naming_ = naming_ || (word.flags & kNaming) != 0;
  if (head == Asked::kNoTerm) return;
  head_word_ = words[head].exact;
  if (english_) sorts_ = SortsOf(lower[head]);
  units_ = UnitsOf(lower[head]);
  // "What was its money called" asks for a name.
  constexpr std::uint32_t kCounted = kAsksMoney | kAsksTime | kAsksNumber;
  const bool name = (words.back().flags & kNaming) != 0 && (words[head].flags & kCounted) != 0;
  const std::uint32_t flags = name ? kAsksName : words[head].flags;
  if (!name && IsAmong(lower[head], {"percentage", "percent", "proportion", "fraction", "share"})) {
    type_ = AnswerType::kPercent;
  } else if ((flags & kAsksMoney) != 0) {
    type_ = AnswerType::kMoney;
  } else if ((flags & kAsksTime) != 0) {
    type_ = AnswerType::kTime;
  } else if ((flags & kAsksNumber) != 0 && !IsPlaceArea(lower[head], at == what + 1)) {
    type_ = AnswerType::kNumber;
    counts_ = IsAmong(lower[head], {"population", "distance", "length", "height", "age", "speed",
                                    "temperature", "weight", "depth", "width", "altitude"});
  } else if ((flags & kAsksPerson) != 0) {
    type_ = AnswerType::kPerson;
  } else if ((flags & kAsksPlace) != 0) {
    type_ = AnswerType::kPlace;
  } else if ((flags & kAsksName) != 0) {
    type_ = AnswerType::kName;
  } else if (IsAmong(lower[head], {"reason", "cause", "purpose"})) {
    type_ = AnswerType::kReason;
  }
}

void Asked::AddTerms(std::string_view question, const std::vector<Word>& words) {
  const auto add = [&](bool stops) {
    for (std::size_t i = 0; i < words.size() && terms_.size() < kMaxTerms; ++i) {
      const Word& word = words[i];
      const bool stop = (word.flags & stop_flags_) != 0 &&
                        !(i > 0 && (word.flags & kCapital) != 0 && (word.flags & kMonth) != 0);
      if (stop != stops || (word.flags & kJoined) != 0 || word.exact == dropped_) continue;
      const bool name = (i > 0 && (word.flags & kCapital) != 0) || (word.flags & kDigits) != 0;
      const auto same = std::ranges::find(terms_, word.exact,
                                          [](const AskedTerm& term) { return term.word.exact; });
      if (same != terms_.end()) {
        same->name = same->name || name;  // "How deep is the Challenger Deep?"
        continue;
      }
      AskedTerm term;
      term.word = word;
      text::ForEachTerm(question.substr(word.begin, word.end - word.begin),
                        [&](const text::TermView& view) {
                          if (term.text.empty() && !view.joined) term.text = view.term;
                        });
      term.name = name;
      if (word.kin != 0 && word.kin == KinOf("born")) birth_ = terms_.size();
      if (word.kin != 0 && word.kin == KinOf("die")) death_ = terms_.size();
      if (word.exact == head_word_) head_ = terms_.size();
      if (word.exact == measured_word_) measured_ = terms_.size();
      terms_.push_back(std::move(term));
    }
  };
  add(false);
  if (terms_.empty()) add(true);  // "Who is he?"
  ReadAcronyms(question);
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    const Word& word = terms_[i].word;
    Index(Key(word.exact, Match::kExact), i, Match::kExact);
    if (word.stem != 0) Index(Key(word.stem, Match::kStem), i, Match::kStem);
    if (word.kin != 0) Index(Key(word.kin, Match::kKin), i, Match::kKin);
    if (word.front != 0) Index(Key(word.front, Match::kFront), i, Match::kFront);
  }
}

void Asked::ReadAcronyms(std::string_view question) {
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    const Word& word = terms_[i].word;
    const std::string_view shown = question.substr(word.begin, word.end - word.begin);
    if (shown.size() >= 2 && shown.size() <= 6 && std::ranges::all_of(shown, text::IsAsciiUpper)) {
      acronyms_.push_back({text::ToLower(shown), i, i + 1});
    }
    // Launch Operations Center: LOC
    std::string initials;
    std::size_t end = i;
    while (end < terms_.size() && initials.size() < kMaxInitials &&
           (terms_[end].word.flags & kCapital) != 0 &&
           (end == i || terms_[end].word.begin < terms_[end - 1].word.end + 5)) {
      initials += static_cast<char>(question[terms_[end].word.begin] | 0x20);
      ++end;
      if (initials.size() >= 2) spelt_.push_back({HashLetters(initials), i, end});
    }
  }
}

void Asked::Index(std::uint64_t key, std::size_t term, Match match) {
  std::size_t at = key / 2 % kSlots;
  while (slots_[at].key != 0) {
    if (slots_[at].key == key) return;  // the first term with this form has it
    at = (at + 1) % kSlots;
  }
  slots_[at] = {key, static_cast<std::uint8_t>(term), match};
}

Matched Asked::Find(const Word& word) const {
  const auto find = [&](std::uint64_t hash, Match match) -> const Slot* {
    const std::uint64_t key = Key(hash, match);
    for (std::size_t at = key / 2 % kSlots; slots_[at].key != 0; at = (at + 1) % kSlots) {
      if (slots_[at].key == key) return &slots_[at];
    }
    return nullptr;
  };
  const Slot* slot = find(word.exact, Match::kExact);
  if (slot == nullptr && word.stem != 0) slot = find(word.stem, Match::kStem);
  if (slot == nullptr && word.kin != 0) slot = find(word.kin, Match::kKin);
  if (slot == nullptr && word.front != 0) slot = find(word.front, Match::kFront);
  if (slot == nullptr) return {};
  return {slot->term, slot->match};
}

bool Asked::Holds(const Word& word) const {
  return std::ranges::binary_search(all_words_, word.exact);
}

}  // namespace arborist::extractive
