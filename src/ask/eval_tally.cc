// SPDX-License-Identifier: AGPL-3.0-only
// Counts outcomes and the calibration of confidences. The calibration error is the expected
// calibration error over ten bins: the sum over bins of |sum of confidences - number right|,
// divided by the number of questions. This equals the weighted mean of |mean confidence - share
// right|, without a division per bin. For a declined answer the nearest sentence is what its
// confidence speaks of.
#include "ask/eval_tally.h"

#include <algorithm>
#include <cmath>

#include "ask/eval.h"

namespace arborist::ask {

json::Value Rate(double part, std::int64_t whole) {
  return whole == 0 ? json::Value(nullptr) : json::Value(part / static_cast<double>(whole));
}
json::Value Rate(std::int64_t part, std::int64_t whole) {
  return Rate(static_cast<double>(part), whole);
}

void EvalCalibration::Add(double confidence, bool right) {
  const auto bins = static_cast<double>(bins_.size());
  const double place = std::clamp(confidence * bins, 0.0, bins - 1);
  Bin& bin = bins_[static_cast<std::size_t>(place)];
  ++questions_;
  ++bin.count;
  bin.said += confidence;
  if (right) ++bin.right;
}

json::Value EvalCalibration::Error() const {
  // count * |said / count - right / count| of each bin
  double sum = 0;
  for (const Bin& bin : bins_) sum += std::abs(bin.said - static_cast<double>(bin.right));
  return Rate(sum, questions_);
}

json::Object EvalCalibration::ToJson() const {
  json::Array bins;
  for (std::size_t i = 0; i < bins_.size(); ++i) {
    const Bin& bin = bins_[i];
    bins.emplace_back(
        json::Object{{"from", static_cast<double>(i) / static_cast<double>(bins_.size())},
                     {"count", bin.count},
                     {"said", Rate(bin.said, bin.count)},
                     {"right", Rate(bin.right, bin.count)}});
  }
  return {{"questions", questions_}, {"error", Error()}, {"bins", std::move(bins)}};
}

void EvalTally::Add(const EvalOutcome& outcome) {
  if (!outcome.judged && !outcome.unanswerable) return;
  const bool right = outcome.judged && !outcome.declined && outcome.in_first_claim;
  if (outcome.unanswerable) {
    ++unanswerable_;
    ++(outcome.declined ? declined_rightly_ : answered_wrongly_);
  } else {
    ++answerable_;
    ++(outcome.declined         ? declined_
       : right                  ? right_first_
       : outcome.in_later_claim ? right_later_
                                : wrong_);
  }
  if (outcome.confidence) {
    calibration_.Add(*outcome.confidence, outcome.declined ? outcome.nearest_answers : right);
  }
}

json::Object EvalTally::ToJson() const {
  return {{"questions", answerable_ + unanswerable_},
          {"answerable", answerable_},
          {"right_first", right_first_},
          {"right_later", right_later_},
          {"wrong", wrong_},
          {"declined", declined_},
          {"declined_rightly", declined_rightly_},
          {"answered_wrongly", answered_wrongly_},
          {"shares", json::Object{{"right_first", Rate(right_first_, answerable_)},
                                  {"right_later", Rate(right_later_, answerable_)},
                                  {"wrong", Rate(wrong_, answerable_)},
                                  {"declined", Rate(declined_, answerable_)},
                                  {"declined_rightly", Rate(declined_rightly_, unanswerable_)},
                                  {"answered_wrongly", Rate(answered_wrongly_, unanswerable_)}}}};
}

}  // namespace arborist::ask
