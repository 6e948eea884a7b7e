// SPDX-License-Identifier: AGPL-3.0-only
// Measures every unit of the evidence in view of the question: the frame, and the features of
// words.
//
//   1. each passage is read (passage.cc): words, matches with the question's terms, blocks around;
//   2. each term gets its weight: from the corpus, or by how many units of the evidence have it;
//   3. one pass takes the maxima over all units and passages, to which later features are relative;
//   4. units that the layout of the page answers with are found (measure_layout.cc);
//   5. a second pass computes the features of each unit.
//
// Most features are shares of the question's weight, in thousandths: Weigh sums the weights of the
// terms that a unit has. All arithmetic is on whole numbers; a change of any feature needs new
// weights and another name of the model.
#include "extractive/features.h"

#include <algorithm>
#include <bit>

#include "extractive/measure.h"

namespace arborist::extractive {

namespace {

constexpr std::int64_t kMinWeight = 100;
constexpr std::int64_t kMaxWeight = 15000;

}  // namespace

std::int32_t Log16(std::uint64_t value) {
  if (value == 0) return 0;
  const int width = static_cast<int>(std::bit_width(value)) - 1;
  const std::uint64_t rest = width >= 4 ? (value >> (width - 4)) & 15 : (value << (4 - width)) & 15;
  return static_cast<std::int32_t>(16 * width) + static_cast<std::int32_t>(rest);
}

Measure::Measure(const evidence::EvidenceMap& evidence, std::span<const Layout> layouts,
                 const TermWeight& weight, Asked* asked)
    : evidence_(evidence), asked_(*asked), terms_(asked->terms()) {
  passages_.reserve(evidence.objects().size());
  for (std::size_t i = 0; i < evidence.objects().size(); ++i) {
    passages_.push_back(ReadPassage(evidence.objects()[i], layouts[i], asked_));
  }
  SetWeights(weight, asked);
}

std::vector<Sentence> Measure::Run() {
  for (std::size_t number = 0; number < passages_.size(); ++number) {
    const MatchedPassage& passage = passages_[number];
    Raise(&anywhere_, passage.anywhere);
    best_passage_ = std::max(best_passage_, Weigh(passage.anywhere, Match::kKin));
    ranks_.push_back(documents_.size());
    const auto [document, added] = documents_.try_emplace(evidence_.objects()[number].source_root);
    if (!added) ranks_.back() = ranks_[number - 1];  // passages of a document follow each other
    Raise(&document->second, passage.anywhere);
    abouts_.push_back(About(passage));
    for (const Read& read : passage.pieces) {
      best_ = std::max(best_, Weigh(read.levels, Match::kKin));
      best_about_ = std::max(best_about_, AboutCover(number, read));
      if (read.unit.kind == UnitKind::kHeading || read.unit.kind == UnitKind::kColumns) continue;
      best_whole_ = std::max(best_whole_, Weigh(WholeOf(passage, read), Match::kKin));
    }
  }
  FindTold();
  std::vector<Sentence> sentences;
  for (std::size_t i = 0; i < passages_.size(); ++i) MeasurePassage(i, &sentences);
  return sentences;
}

void Measure::SetWeights(const TermWeight& weight, Asked* asked) {
  std::int64_t pieces = 0;
  for (const MatchedPassage& passage : passages_) {
    pieces += static_cast<std::int64_t>(passage.pieces.size());
  }
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    AskedTerm& term = (*asked->mutable_terms())[t];
    std::int64_t value = 0;
    if (weight && !term.text.empty()) {
      value = weight(term.text);
    } else {
      std::int64_t with = 0;
      for (const MatchedPassage& passage : passages_) with += passage.pieces_with[t];
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

std::int32_t Measure::Weigh(const Levels& levels, Match least) const {
  std::int64_t sum = 0;
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    if (levels[t] >= least) sum += terms_[t].weight;
  }
  return Share(sum);
}

std::int32_t Measure::Share(std::int64_t sum) const {
  return static_cast<std::int32_t>(sum * 1000 / total_);
}

std::int32_t Measure::Adds(const Levels& levels, const Levels& by) const {
  std::int64_t sum = 0;
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    if (levels[t] < Match::kKin && by[t] >= Match::kKin) sum += terms_[t].weight;
  }
  return Share(sum);
}

void Measure::MeasurePassage(std::size_t number, std::vector<Sentence>* sentences) const {
  const MatchedPassage& passage = passages_[number];
  std::int32_t best_here = 0;
  for (const Read& read : passage.pieces) {
    best_here = std::max(best_here, Weigh(read.levels, Match::kKin));
  }
  const Levels& document = documents_.at(evidence_.objects()[number].source_root);
  const std::int32_t plain_gone = PlainGone(document);
  const bool only_names = SaysOnlyNames(document);
  const bool head_gone = asked_.head() != Asked::kNoTerm && document[asked_.head()] < Match::kFront;
  const std::string_view span = evidence_.objects()[number].span;
  std::vector<std::size_t> joined;  // where joined units begin
  for (const Read& read : passage.pieces) {
    if (read.unit.joined) joined.push_back(read.piece.begin);
  }
  Levels heading{};
  for (std::size_t i = 0; i < passage.pieces.size(); ++i) {
    const Read& read = passage.pieces[i];
    const Told told = told_[number][i];
    if (read.first_word < read.end_word) {
      Sentence sentence{.passage = number,
                        .piece = read.piece,
                        .unit = i,
                        .kind = read.unit.kind,
                        .block = read.unit.block,
                        .told = told};
      Features& f = sentence.features;
      // Joined units are listed after the others, so the units before and after one in the list are
      // not its neighbours in the text.
      const Levels none{};
      const bool alone = read.unit.joined;
      const auto stands = [&](std::size_t at) { return !alone && !passage.pieces[at].unit.joined; };
      const Levels& previous = i > 0 && stands(i - 1) ? passage.pieces[i - 1].levels : none;
      Levels before = previous;
      if (i > 1 && !alone) Raise(&before, passage.pieces[i - 2].levels);
      f[Feature::kTwoBeforeAdd] = Adds(read.levels, before);
      const Levels& next =
          i + 1 < passage.pieces.size() && stands(i + 1) ? passage.pieces[i + 1].levels : none;
      f[Feature::kFirst] = i == 0 ? 1000 : 0;
      f[Feature::kPosition] = static_cast<std::int32_t>(std::min<std::size_t>(i, 10) * 100);
      MeasureCover(passage, read, best_here, &f);
      MeasureContext(passage, read, previous, next, heading, &f);
      MeasureOrder(passage, read, &f);
      sentence.kind_missing = !MeasureAnswer(passage, read, &f);
      MeasureForm(number, passage, read, &f);
      MeasureSubject(number, read, &f);
      MeasureShape(passage, read, &f);
      MeasureBlock(number, passage, read, &f);
      sentence.joined = read.unit.joined;
      sentence.introduces =
          !read.unit.joined && std::ranges::find(joined, read.piece.begin) != joined.end();
      sentence.no_answer =
          IsQuestion(span.substr(read.piece.begin, read.piece.end - read.piece.begin)) ||
          (read.piece.kind == PieceKind::kCode && asked_.form() == Form::kYesNo);
      sentence.head_gone = head_gone;
      const Levels whole = WholeOf(passage, read);
      for (std::size_t t = 0; t < terms_.size(); ++t) {
        if (!terms_[t].name || (terms_[t].word.flags & kDigits) != 0) continue;
        sentence.name_far = sentence.name_far || whole[t] < Match::kFront;
        sentence.name_gone = sentence.name_gone || passage.anywhere[t] < Match::kFront;
      }
      sentence.figure = HasFigure(passage, read);
      sentence.named = NamesOnly(number, passage, read);
      sentence.plain_gone = plain_gone;
      sentence.only_names = only_names;
      sentences->push_back(sentence);
    }
    if (read.piece.kind == PieceKind::kHeading) heading = read.levels;
  }
}

std::int32_t Measure::PlainGone(const Levels& document) const {
  std::int64_t gone = 0;
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    if (terms_[t].name || document[t] >= Match::kFront) continue;
    if (t == asked_.measured()) continue;  // the unit of a measure says it
    gone += terms_[t].weight;
  }
  return Share(gone);
}

bool Measure::SaysOnlyNames(const Levels& document) const {
  bool plain = false;
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    if (terms_[t].name || t == asked_.measured()) continue;
    if (document[t] >= Match::kFront) return false;
    plain = true;
  }
  return plain;
}

bool Measure::HasFigure(const MatchedPassage& passage, const Read& read) const {
  return std::any_of(passage.words.begin() + static_cast<std::ptrdiff_t>(read.first_word),
                     passage.words.begin() + static_cast<std::ptrdiff_t>(read.end_word),
                     [&](const Word& word) {
                       return (word.flags & (kDigits | kNumberWord)) != 0 && !asked_.Holds(word);
                     });
}

void Measure::MeasureCover(const MatchedPassage& passage, const Read& read, std::int32_t best_here,
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
  f[Feature::kCoverRareHere] = rare_all > 0 ? static_cast<std::int32_t>(rare * 1000 / rare_all) : 0;
  f[Feature::kCoverRareCount] =
      log_all > 0 ? static_cast<std::int32_t>(log_rare * 1000 / log_all) : 0;
  const auto count = static_cast<std::int64_t>(std::max<std::size_t>(terms_.size(), 1));
  f[Feature::kCoverCount] = static_cast<std::int32_t>(here_count * 1000 / count);
  f[Feature::kMatchedCount] = Log16(static_cast<std::uint64_t>(here_count) + 1) * 10;
  f[Feature::kMissingCount] = Log16(static_cast<std::uint64_t>(count - here_count) + 1) * 10;
  f[Feature::kCoverOffTitle] =
      off_title_all > 0 ? static_cast<std::int32_t>(off_title * 1000 / off_title_all) : 0;
  f[Feature::kCoverUnique] = Share(unique);
  f[Feature::kCoverPlain] = plain_all > 0 ? static_cast<std::int32_t>(plain * 1000 / plain_all) : 0;
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

void Measure::MeasureContext(const MatchedPassage& passage, const Read& read,
                             const Levels& previous, const Levels& next, const Levels& heading,
                             Features* features) const {
  Features& f = *features;
  const Word& first = passage.words[read.first_word];
  const bool pronoun = (first.flags & kPronoun) != 0;
  f[Feature::kStartsWithPronoun] = pronoun ? 1000 : 0;
  f[Feature::kPreviousAdds] = Adds(read.levels, previous);
  f[Feature::kPreviousAddsPronoun] = pronoun ? f[Feature::kPreviousAdds] : 0;
  f[Feature::kNextAdds] = Adds(read.levels, next);
  f[Feature::kTitleAdds] = Adds(read.levels, passage.title);
  f[Feature::kHeadingAdds] = Adds(read.levels, heading);
  Levels around = read.levels;
  for (const Levels* levels : {&previous, &next, &heading, &passage.title}) Raise(&around, *levels);
  std::int64_t top = 0, top_here = 0, names_around = 0;
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    const std::int64_t weight = terms_[t].weight;
    if (around[t] < Match::kFront) {
      top = std::max(top, weight);
      if (terms_[t].name) names_around += weight;
    }
    if (read.levels[t] < Match::kKin && passage.title[t] < Match::kKin) {
      top_here = std::max(top_here, weight);
    }
  }
  f[Feature::kAroundCover] = Weigh(around, Match::kKin);
  f[Feature::kAroundSquared] = f[Feature::kAroundCover] * f[Feature::kAroundCover] / 1000;
  f[Feature::kAroundTopMissing] = Share(top);
  f[Feature::kTopMissing] = Share(top_here);
  f[Feature::kAroundNamesMissing] = Share(names_around);
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

std::int32_t Measure::About(const MatchedPassage& passage) const {
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

std::int32_t Measure::AboutCover(std::size_t number, const Read& read) const {
  const std::int32_t cover = Weigh(read.levels, Match::kKin);
  if (abouts_[number] < kAboutSubject || !read.stands) return cover;
  return cover + Adds(read.levels, passages_[number].title);
}

void Measure::MeasureSubject(std::size_t number, const Read& read, Features* features) const {
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

void Measure::MeasureForm(std::size_t number, const MatchedPassage& passage, const Read& read,
                          Features* features) const {
  Features& f = *features;
  const std::size_t words = read.end_word - read.first_word;
  f[Feature::kLength] = Log16(words) * 10;
  f[Feature::kShort] = words < 5 ? 1000 : 0;
  const std::string_view span = evidence_.objects()[number].span;
  const std::string_view text = span.substr(read.piece.begin, read.piece.end - read.piece.begin);
  f[Feature::kIsQuestion] = IsQuestion(text) ? 1000 : 0;
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

std::vector<Sentence> ReadSentences(const evidence::EvidenceMap& evidence,
                                    std::span<const Layout> layouts, const TermWeight& weight,
                                    Asked* asked) {
  return Measure(evidence, layouts, weight, asked).Run();
}

}  // namespace arborist::extractive
