// SPDX-License-Identifier: AGPL-3.0-only
#include "extractive/features.h"

#include <algorithm>
#include <bit>
#include <map>

#include "extractive/passage.h"

namespace arborist::extractive {

namespace {

constexpr std::size_t kMaxTerms = Asked::kMaxTerms;
constexpr std::size_t kMaxCandidates = 64;  // of one sentence whose neighbourhood is looked at
constexpr std::size_t kMaxPlaces = 48;
constexpr std::uint32_t kAnyUnit = kLengthUnit | kTimeUnit | kAreaUnit;
constexpr std::int64_t kMinWeight = 100;
constexpr std::int64_t kMaxWeight = 15000;

// log2(value) in sixteenths, rounded down to what the four bits behind the first say.
std::int32_t Log16(std::uint64_t value) {
  if (value == 0) return 0;
  const int width = static_cast<int>(std::bit_width(value)) - 1;
  const std::uint64_t rest = width >= 4 ? (value >> (width - 4)) & 15 : (value << (4 - width)) & 15;
  return static_cast<std::int32_t>(16 * width) + static_cast<std::int32_t>(rest);
}

class Measure {
 public:
  Measure(const evidence::EvidenceMap& evidence, const TermWeight& weight, Asked* asked)
      : evidence_(evidence), asked_(*asked), terms_(asked->terms()) {
    passages_.reserve(evidence.objects().size());
    for (const evidence::EvidenceObject& object : evidence.objects()) {
      passages_.push_back(ReadPassage(object, asked_));
    }
    SetWeights(weight, asked);
  }

  std::vector<Sentence> Run() {
    for (std::size_t number = 0; number < passages_.size(); ++number) {
      const Passage& passage = passages_[number];
      Raise(&anywhere_, passage.anywhere);
      best_passage_ = std::max(best_passage_, Weigh(passage.anywhere, Match::kKin));
      Raise(&documents_[evidence_.objects()[number].source_root], passage.anywhere);
      abouts_.push_back(About(passage));
      for (const Read& read : passage.pieces) {
        best_ = std::max(best_, Weigh(read.levels, Match::kKin));
        best_about_ = std::max(best_about_, AboutCover(number, read));
      }
    }
    std::vector<Sentence> sentences;
    for (std::size_t i = 0; i < passages_.size(); ++i) MeasurePassage(i, &sentences);
    return sentences;
  }

 private:
  bool IsStop(const Word& word) const { return (word.flags & asked_.stop_flags()) != 0; }

  void SetWeights(const TermWeight& weight, Asked* asked) {
    std::int64_t pieces = 0;
    for (const Passage& passage : passages_) {
      pieces += static_cast<std::int64_t>(passage.pieces.size());
    }
    for (std::size_t t = 0; t < terms_.size(); ++t) {
      AskedTerm& term = (*asked->mutable_terms())[t];
      std::int64_t value = 0;
      if (weight && !term.text.empty()) {
        value = weight(term.text);
      } else {
        std::int64_t with = 0;
        for (const Passage& passage : passages_) with += passage.pieces_with[t];
        value = InverseFrequency(pieces, with);
      }
      term.weight = std::clamp(value, kMinWeight, kMaxWeight);
      total_ += term.weight;
      if (rarest_ == Asked::kNoTerm || term.weight > terms_[rarest_].weight) rarest_ = t;
      if (!term.name || (term.word.flags & kDigits) != 0) continue;
      if (rarest_name_ == Asked::kNoTerm || term.weight > terms_[rarest_name_].weight) {
        rarest_name_ = t;
      }
    }
    total_ = std::max<std::int64_t>(total_, 1);
  }

  // The share of the question that stands in it, in thousandths.
  std::int32_t Weigh(const Levels& levels, Match least) const {
    std::int64_t sum = 0;
    for (std::size_t t = 0; t < terms_.size(); ++t) {
      if (levels[t] >= least) sum += terms_[t].weight;
    }
    return Share(sum);
  }
  std::int32_t Share(std::int64_t sum) const {
    return static_cast<std::int32_t>(sum * 1000 / total_);
  }
  // What `by` has of the question and `levels` has not.
  std::int32_t Adds(const Levels& levels, const Levels& by) const {
    std::int64_t sum = 0;
    for (std::size_t t = 0; t < terms_.size(); ++t) {
      if (levels[t] < Match::kKin && by[t] >= Match::kKin) sum += terms_[t].weight;
    }
    return Share(sum);
  }

  void MeasurePassage(std::size_t number, std::vector<Sentence>* sentences) const {
    const Passage& passage = passages_[number];
    std::int32_t best_here = 0;
    for (const Read& read : passage.pieces) {
      best_here = std::max(best_here, Weigh(read.levels, Match::kKin));
    }
    Levels heading{};
    for (std::size_t i = 0; i < passage.pieces.size(); ++i) {
      const Read& read = passage.pieces[i];
      if (read.first_place < read.end_place ||
          (abouts_[number] >= kAboutSubject && read.first_word < read.end_word)) {
        Sentence sentence{.passage = number, .piece = read.piece};
        Features& f = sentence.features;
        const Levels none{};
        const Levels& previous = i > 0 ? passage.pieces[i - 1].levels : none;
        Levels before = previous;
        if (i > 1) Raise(&before, passage.pieces[i - 2].levels);
        f[Feature::kTwoBeforeAdd] = Adds(read.levels, before);
        const Levels& next = i + 1 < passage.pieces.size() ? passage.pieces[i + 1].levels : none;
        f[Feature::kFirst] = i == 0 ? 1000 : 0;
        f[Feature::kPosition] = static_cast<std::int32_t>(std::min<std::size_t>(i, 10) * 100);
        MeasureCover(passage, read, best_here, &f);
        MeasureContext(passage, read, previous, next, heading, &f);
        MeasureOrder(passage, read, &f);
        MeasureAnswer(passage, read, &f);
        MeasureForm(number, passage, read, &f);
        MeasureSubject(number, read, &f);
        MeasureShape(passage, read, &f);
        sentences->push_back(sentence);
      }
      if (read.piece.kind == PieceKind::kHeading) heading = read.levels;
    }
  }

  void MeasureCover(const Passage& passage, const Read& read, std::int32_t best_here,
                    Features* features) const {
    Features& f = *features;
    const std::int32_t cover = Weigh(read.levels, Match::kKin);
    f[Feature::kCoverExact] = Weigh(read.levels, Match::kExact);
    f[Feature::kCoverStem] = Weigh(read.levels, Match::kStem);
    f[Feature::kCoverKin] = cover;
    f[Feature::kCoverFront] = Weigh(read.levels, Match::kFront);
    f[Feature::kCoverSquared] = cover * cover / 1000;
    f[Feature::kCoverBestHere] = best_here - cover;
    f[Feature::kCoverBest] = best_ - cover;
    const auto words = static_cast<std::int32_t>(read.end_word - read.first_word);
    f[Feature::kDensity] = cover * 10 / (10 + words);
    std::int64_t rare = 0, rare_all = 0, names = 0, numbers = 0, unique = 0, superlatives = 0;
    std::int64_t here_count = 0, off_title = 0, off_title_all = 0;
    std::int64_t plain = 0, plain_all = 0, log_rare = 0, log_all = 0;
    std::int64_t rarest = 0;
    bool rarest_here = true;
    const std::int32_t pieces = Log16(passage.pieces.size() + 1);
    for (std::size_t t = 0; t < terms_.size(); ++t) {
      const bool here = read.levels[t] >= Match::kKin;
      const std::int64_t weight = terms_[t].weight;
      if (passage.pieces_with[t] > 0) {
        const std::int64_t worth = weight * (pieces - Log16(passage.pieces_with[t]));
        rare_all += worth;
        log_all += pieces - Log16(passage.pieces_with[t]);
        if (here) rare += worth;
        if (here) log_rare += pieces - Log16(passage.pieces_with[t]);
        if (here && passage.pieces_with[t] == 1) unique += weight;
      }
      if (anywhere_[t] >= Match::kKin && weight > rarest) {
        rarest = weight;
        rarest_here = here;
      }
      if (here) ++here_count;
      if (passage.title[t] < Match::kKin) {
        off_title_all += weight;
        if (here) off_title += weight;
      }
      if (!terms_[t].name) {
        plain_all += weight;
        if (here) plain += weight;
      }
      if (here) continue;
      if ((terms_[t].word.flags & kSuperlative) != 0) superlatives += 1000;
      if ((terms_[t].word.flags & kDigits) != 0) numbers += weight;
      if (terms_[t].name) names += weight;
    }
    f[Feature::kCoverRareHere] =
        rare_all > 0 ? static_cast<std::int32_t>(rare * 1000 / rare_all) : 0;
    f[Feature::kCoverRareCount] =
        log_all > 0 ? static_cast<std::int32_t>(log_rare * 1000 / log_all) : 0;
    const auto count = static_cast<std::int64_t>(std::max<std::size_t>(terms_.size(), 1));
    f[Feature::kCoverCount] = static_cast<std::int32_t>(here_count * 1000 / count);
    f[Feature::kMatchedCount] = Log16(static_cast<std::uint64_t>(here_count) + 1) * 10;
    f[Feature::kMissingCount] = Log16(static_cast<std::uint64_t>(count - here_count) + 1) * 10;
    f[Feature::kCoverOffTitle] =
        off_title_all > 0 ? static_cast<std::int32_t>(off_title * 1000 / off_title_all) : 0;
    f[Feature::kCoverUnique] = Share(unique);
    f[Feature::kCoverPlain] =
        plain_all > 0 ? static_cast<std::int32_t>(plain * 1000 / plain_all) : 0;
    f[Feature::kSuperlativeMissing] = superlatives > 0 ? 1000 : 0;
    f[Feature::kRarestMissing] = rarest_here ? 0 : 1000;
    f[Feature::kNamesMissing] = Share(names);
    f[Feature::kNumbersMissing] = Share(numbers);
    const std::size_t head = asked_.head();
    if (head != Asked::kNoTerm) {
      f[Feature::kHeadHere] = read.levels[head] >= Match::kKin ? 1000 : 0;
      f[Feature::kHeadMissing] = 1000 - f[Feature::kHeadHere];
    }
    if (!terms_.empty() && read.levels[terms_.size() - 1] >= Match::kKin)
      f[Feature::kLastTermHere] = 1000;
  }

  void MeasureContext(const Passage& passage, const Read& read, const Levels& previous,
                      const Levels& next, const Levels& heading, Features* features) const {
    Features& f = *features;
    const Word& first = passage.words[read.first_word];
    const bool pronoun = (first.flags & kPronoun) != 0;
    f[Feature::kStartsWithPronoun] = pronoun ? 1000 : 0;
    f[Feature::kPreviousAdds] = Adds(read.levels, previous);
    f[Feature::kPreviousAddsPronoun] = pronoun ? f[Feature::kPreviousAdds] : 0;
    f[Feature::kNextAdds] = Adds(read.levels, next);
    f[Feature::kTitleAdds] = Adds(read.levels, passage.title);
    f[Feature::kHeadingAdds] = Adds(read.levels, heading);
    std::int64_t here = 0, nowhere = 0, names = 0;
    for (std::size_t t = 0; t < terms_.size(); ++t) {
      if (passage.anywhere[t] < Match::kFront) here += terms_[t].weight;
      if (anywhere_[t] < Match::kFront) nowhere += terms_[t].weight;
      if (terms_[t].name && passage.anywhere[t] < Match::kFront) names += terms_[t].weight;
    }
    f[Feature::kNowhereHere] = Share(here);
    f[Feature::kNowhere] = Share(nowhere);
    f[Feature::kNamesMissingAround] = Share(names);
    f[Feature::kPassageCover] = Weigh(passage.anywhere, Match::kKin);
    f[Feature::kPassageCoverBest] = best_passage_ - f[Feature::kPassageCover];
    f[Feature::kTitleCover] = Weigh(passage.title, Match::kKin);
    f[Feature::kTitleUnasked] =
        passage.title_words == 0
            ? 0
            : static_cast<std::int32_t>((passage.title_words - passage.title_asked) * 1000 /
                                        passage.title_words);
  }

  // How far the title is the subject of the question, in thousandths.
  std::int32_t About(const Passage& passage) const {
    std::int64_t names = 0, titled = 0;
    std::size_t rarest = 0;
    for (std::size_t t = 0; t < terms_.size(); ++t) {
      if (terms_[t].weight > terms_[rarest].weight) rarest = t;
      if (!terms_[t].name) continue;
      names += terms_[t].weight;
      if (passage.title[t] >= Match::kKin) titled += terms_[t].weight;
    }
    if (names == 0) {
      return terms_.empty() || passage.title[rarest] < Match::kKin ? 0 : passage.title_share;
    }
    return static_cast<std::int32_t>(passage.title_share * titled / names);
  }

  // What a sentence has of the question when it speaks of the title.
  std::int32_t AboutCover(std::size_t number, const Read& read) const {
    const std::int32_t cover = Weigh(read.levels, Match::kKin);
    if (abouts_[number] < kAboutSubject || !read.stands) return cover;
    return cover + Adds(read.levels, passages_[number].title);
  }

  void MeasureSubject(std::size_t number, const Read& read, Features* features) const {
    Features& f = *features;
    const std::int32_t about = abouts_[number];
    const std::int32_t cover = AboutCover(number, read);
    f[Feature::kAbout] = about;
    f[Feature::kSubjectHere] = read.stands ? about : 0;
    f[Feature::kAboutCover] = cover;
    f[Feature::kAboutCoverBest] = best_about_ - cover;
    f[Feature::kAboutSquared] = cover * cover / 1000;
    f[Feature::kNothingShared] = read.first_place == read.end_place ? 1000 : 0;
    const Levels& document = documents_.at(evidence_.objects()[number].source_root);
    if (asked_.english() && rarest_name_ != Asked::kNoTerm &&
        document[rarest_name_] < Match::kFront) {
      f[Feature::kNameGone] = 1000;
    }
    if (rarest_ != Asked::kNoTerm && document[rarest_] < Match::kFront) {
      f[Feature::kRarestGone] = 1000;
    }
  }

  // "X is a ...", "X lies in ..."
  void MeasureShape(const Passage& passage, const Read& read, Features* features) const {
    Features& f = *features;
    f[Feature::kLifeDates] = read.life_dates ? 1000 : 0;
    std::int64_t before = 0;  // of the question, before the verb
    for (std::size_t i = read.first_place; i < read.end_place; ++i) {
      const Place& place = passage.places[i];
      if (place.word < read.defines) before += terms_[place.term].weight;
    }
    const std::int32_t defined = std::min(Share(before), 1000);
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

  // Words of the question that stand together here as they do there.
  void MeasureOrder(const Passage& passage, const Read& read, Features* features) const {
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
    // The most that stands within kWindowWords.
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

  // How near the question's words come to this one, in thousandths of all of them side by side.
  std::int32_t Near(const Passage& passage, const Read& read, std::uint32_t at) const {
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

  void MeasureAnswer(const Passage& passage, const Read& read, Features* features) const {
    Features& f = *features;
    const AnswerType type = asked_.type();
    const std::size_t count = read.end_word - read.first_word;
    std::size_t candidates = 0;
    std::int32_t news = 0;
    bool person = false, time = false, place = false, number = false, money = false,
         percent = false, measure = false, reason = false, manner = false, naming = false,
         quoted = false, by_person = false, counted_head = false, counted_before = false,
         fits = false, misfits = false;
    std::int32_t near_thing = 0, near_name = 0, near_time = 0, near_number = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Word& word = passage.words[read.first_word + i];
      const std::uint32_t flags = word.flags;
      reason = reason || (flags & kReason) != 0;
      manner = manner || (flags & kMannerWord) != 0;
      naming = naming || (flags & kNaming) != 0;
      if ((IsStop(word) && (flags & kNumberWord) == 0) || (flags & kJoined) != 0) continue;
      if (passage.matches[read.first_word + i] >= Match::kStem || asked_.Holds(word)) continue;
      ++news;
      quoted = quoted || (flags & kQuoted) != 0;
      const bool is_name = (flags & kCapital) != 0 && (flags & (kMonth | kWeekday)) == 0;
      const bool is_number = (flags & (kDigits | kNumberWord)) != 0;
      const bool is_time = (flags & (kYear | kMonth | kWeekday | kTimeWord)) != 0;
      const Word* before = i > 0 ? &passage.words[read.first_word + i - 1] : nullptr;
      if (is_name) {
        person = true;
        if (before != nullptr && before->end - before->begin == 2 &&
            (before->flags & kMannerWord) != 0) {
          by_person = true;
        }
      }
      place = place || is_name || (flags & kPlaceWord) != 0;
      time = time || is_time;
      if (is_number) {
        number = number || (flags & kYear) == 0;
        money = money || (flags & kMoney) != 0;
        percent = percent || (flags & kPercent) != 0;
        for (std::size_t k = 1; k <= 3 && i + k < count; ++k) {
          const Word& behind = passage.words[read.first_word + i + k];
          measure = measure || (behind.flags & kUnit) != 0;
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
      if (read.first_place == read.end_place || candidates >= kMaxCandidates) continue;
      ++candidates;
      const std::int32_t near = Near(passage, read, static_cast<std::uint32_t>(i));
      near_thing = std::max(near_thing, near);
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
    f[Feature::kNewWords] = Log16(static_cast<std::uint64_t>(news) + 1) * 10;
    f[Feature::kNothingNew] = flag(news == 0);
  }

  void MeasureForm(std::size_t number, const Passage& passage, const Read& read,
                   Features* features) const {
    Features& f = *features;
    const std::size_t words = read.end_word - read.first_word;
    f[Feature::kLength] = Log16(words) * 10;
    f[Feature::kShort] = words < 5 ? 1000 : 0;
    const std::string_view span = evidence_.objects()[number].span;
    const std::string_view text = span.substr(read.piece.begin, read.piece.end - read.piece.begin);
    f[Feature::kIsQuestion] =
        text.ends_with('?') || text.ends_with("？") || text.ends_with("؟") ? 1000 : 0;
    f[Feature::kIsHeading] = read.piece.kind == PieceKind::kHeading ? 1000 : 0;
    f[Feature::kIsItem] = read.piece.kind == PieceKind::kItem ? 1000 : 0;
    f[Feature::kIsTable] = read.piece.kind == PieceKind::kTable ? 1000 : 0;
    bool negated = false;
    for (std::size_t i = read.first_word; i < read.end_word; ++i) {
      negated = negated || (passage.words[i].flags & kNegation) != 0;
    }
    f[Feature::kNegationDiffers] = negated != asked_.negated() ? 1000 : 0;
    f[Feature::kAlways] = 1000;
    f[Feature::kNotEnglish] = asked_.english() ? 0 : 1000;
    f[Feature::kFirstPassage] = number == 0 ? 1000 : 0;
    f[Feature::kRank] = Log16(number + 1) * 10;
  }

  const evidence::EvidenceMap& evidence_;
  const Asked& asked_;
  const std::vector<AskedTerm>& terms_;
  std::vector<Passage> passages_;
  std::int64_t total_ = 0;
  Levels anywhere_{};
  std::map<std::string_view, Levels> documents_;  // a document may give several passages
  std::vector<std::int32_t> abouts_;              // of the passages
  std::size_t rarest_ = Asked::kNoTerm;
  std::size_t rarest_name_ = Asked::kNoTerm;
  std::int32_t best_ = 0;
  std::int32_t best_about_ = 0;
  std::int32_t best_passage_ = 0;
};

}  // namespace

std::vector<Sentence> ReadSentences(const evidence::EvidenceMap& evidence, const TermWeight& weight,
                                    Asked* asked) {
  return Measure(evidence, weight, asked).Run();
}

}  // namespace arborist::extractive
