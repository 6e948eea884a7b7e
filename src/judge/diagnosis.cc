// SPDX-License-Identifier: AGPL-3.0-only
// Why a unit failed, and which sentence of the context comes nearest. Diagnose runs lexical-v2's
// check of the unit and maps its first failure to a word of decision 28. Words out of order and
// missing words may also mean that two true halves were joined; that is tested by checking both
// halves, cut at three places, and is called `stitched`. Nearest counts for each sentence how many
// distinct stems of the unit it has. It walks the places of each stem in the index, never the
// sentences, so a long context costs only what the unit shares with it. All units of an answer
// share one budget of steps.
#include "judge/diagnosis.h"

#include <algorithm>
#include <set>
#include <utility>

#include "judge/lexical_v2/check_unit.h"
#include "judge/lexical_v2/fold.h"
#include "judge/lexical_v2/source.h"
#include "judge/lexical_v2/tokens.h"
#include "judge/reference/brackets.h"
#include "text/scan.h"

namespace arborist::judge {

using lexical::Failure;
using lexical::Support;
using lexical::Token;

// The context in two forms: folded for checking, and as given, because places are reported as
// offsets of the given text.
struct Diagnostician::Prepared {
  explicit Prepared(std::string_view context)
      : text(context),
        source(context),
        given(std::string_view(text)),
        shared_words(given.sentences(), 0) {}
  std::string text;
  lexical::SourceIndex source;
  lexical::WordIndex given;
  std::vector<std::size_t> shared_words;  // for each sentence; all 0 between two units
};

Diagnostician::Diagnostician(std::string_view context, std::size_t unit_bytes)
    : prepared_(std::make_unique<Prepared>(context)), budget_(context.size() + unit_bytes) {}
Diagnostician::~Diagnostician() = default;

namespace {

// Whether the source supports the part before and the part behind a cut, each by itself.
bool IsStitched(std::string_view unit, const lexical::SourceIndex& source,
                lexical::Budget* budget) {
  constexpr std::size_t kMinTokens = 8;
  const lexical::Reading reading(unit);
  const std::vector<Token>& tokens = reading.tokens();
  if (tokens.size() < kMinTokens) return false;
  // The halves need not be equally long: the cut is tried at each quarter.
  for (const std::size_t quarter : {2u, 1u, 3u}) {
    const std::size_t cut = tokens[tokens.size() * quarter / 4].begin;
    const auto stands = [&](std::string_view part) {
      return lexical::CheckUnit(part, source, lexical::Reach::kPassage, budget).support !=
             Support::kNone;
    };
    if (stands(unit.substr(0, cut)) && stands(unit.substr(cut))) return true;
  }
  return false;
}

}  // namespace

std::optional<NearestPassage> Diagnostician::Nearest(std::string_view unit) {
  const lexical::WordIndex& index = prepared_->given;
  std::vector<std::uint32_t> sentences;  // that share a stem with the unit
  bool enough = true;
  std::set<std::string_view> seen;
  std::vector<std::uint32_t> places;
  if (!budget_.Take(unit.size())) return std::nullopt;
  const lexical::Folded folded = lexical::Fold(unit);
  const lexical::Reading reading(folded.text);
  for (const Token& token : reading.tokens()) {
    if (!token.counts() || !seen.insert(token.stem).second) continue;
    std::optional<std::uint32_t> last;
    places.clear();
    enough = budget_.Take(index.AppendPlaces(token, &places));
    if (!enough) break;
    for (const std::uint32_t place : places) {
      const std::uint32_t sentence = index.sentence_of(place);
      if (sentence != last && prepared_->shared_words[sentence]++ == 0) {
        sentences.push_back(sentence);
      }
      last = sentence;
    }
  }
  std::uint32_t best = 0;
  std::size_t most = 0;
  for (const std::uint32_t sentence : sentences) {
    const std::size_t count = prepared_->shared_words[sentence];
    if (count < most || (count == most && sentence > best)) continue;
    best = sentence;
    most = count;
  }
  std::pair<std::uint32_t, std::uint32_t> range{best, best};
  if (enough && most > 0) range = AroundIt(best);
  for (const std::uint32_t sentence : sentences) prepared_->shared_words[sentence] = 0;
  if (!enough || most == 0) return std::nullopt;
  const std::size_t begin = index.tokens()[index.first_token(range.first)].begin;
  const std::size_t end = index.tokens()[index.first_token(range.second + 1) - 1].end;
  const std::string_view text = prepared_->text;
  if (!budget_.Take(Budget::StepsOfSearch(end))) return std::nullopt;
  const Extent shown = WithPartners(text, {.begin = begin, .end = end});
  const std::string_view excerpt = text.substr(shown.begin, shown.end - shown.begin);
  NearestPassage nearest;
  nearest.begin = text::CountCodePoints(text.substr(0, shown.begin));
  nearest.end = nearest.begin + text::CountCodePoints(excerpt);
  nearest.shared_words = most;
  nearest.excerpt = std::string(text::Prefix(excerpt, kExcerptChars));
  return nearest;
}

// Extends the best sentence to its neighbours, at most three on each side, of which the unit has 80
// % of the stems: a unit may consist of several sentences.
std::pair<std::uint32_t, std::uint32_t> Diagnostician::AroundIt(std::uint32_t sentence) const {
  constexpr std::uint32_t kReach = 3;
  const lexical::WordIndex& index = prepared_->given;
  const auto said = [&](std::uint32_t other) {
    std::set<std::string_view> stems;
    for (std::uint32_t i = index.first_token(other); i < index.first_token(other + 1); ++i) {
      if (index.tokens()[i].counts()) stems.insert(index.tokens()[i].stem);
    }
    return stems.size() > 1 && prepared_->shared_words[other] * 5 >= stems.size() * 4;
  };
  const auto length = [&](std::uint32_t from, std::uint32_t to) {
    return index.tokens()[index.first_token(to + 1) - 1].end -
           index.tokens()[index.first_token(from)].begin;
  };
  std::uint32_t first = sentence, last = sentence;
  for (std::uint32_t step = 1; step <= kReach; ++step) {
    if (step <= sentence && index.passage(sentence - step) == index.passage(sentence) &&
        length(sentence - step, last) <= kExcerptChars && said(sentence - step)) {
      first = sentence - step;
    }
    if (sentence + step < index.sentences() &&
        index.passage(sentence + step) == index.passage(sentence) &&
        length(first, sentence + step) <= kExcerptChars && said(sentence + step)) {
      last = sentence + step;
    }
  }
  return {first, last};
}

Diagnosis Diagnostician::Diagnose(std::string_view unit) {
  const lexical::Folded folded = lexical::Fold(unit);
  const lexical::Checked checked =
      lexical::CheckUnit(folded.text, prepared_->source, lexical::Reach::kPassage, &budget_);
  Diagnosis diagnosis{.text = std::string(unit), .word = "fabricated", .nearest = Nearest(unit)};
  switch (checked.failure) {
    case Failure::kNone:  // that verifier demands more than lexical-v2
    case Failure::kUnread:
      diagnosis.word = "not_checked";
      break;
    case Failure::kNumber:
      diagnosis.word = "wrong_number";
      break;
    case Failure::kNegated:
    case Failure::kHedged:
    case Failure::kDirection:
      diagnosis.word = "negated";
      break;
    case Failure::kOrder:
    case Failure::kVoice:
      diagnosis.word =
          IsStitched(folded.text, prepared_->source, &budget_) ? "stitched" : "reordered";
      break;
    case Failure::kUncovered:
    case Failure::kName:
    case Failure::kSubstituted:
      if (IsStitched(folded.text, prepared_->source, &budget_)) diagnosis.word = "stitched";
      break;
  }
  return diagnosis;
}

std::vector<Diagnosis> DiagnoseFailed(const QuoteVerdict& verdict, std::string_view context) {
  std::vector<Diagnosis> diagnoses;
  if (verdict.unverified_quotes.empty()) return diagnoses;
  std::size_t unit_bytes = 0;
  for (const std::string& unit : verdict.unverified_quotes) unit_bytes += unit.size();
  Diagnostician diagnostician(context, unit_bytes);
  for (const std::string& unit : verdict.unverified_quotes) {
    if (diagnoses.size() < kMaxDiagnosed) {
      diagnoses.push_back(diagnostician.Diagnose(unit));
    } else {
      diagnoses.push_back({.text = unit, .word = "not_checked", .nearest = std::nullopt});
    }
  }
  return diagnoses;
}

}  // namespace arborist::judge
