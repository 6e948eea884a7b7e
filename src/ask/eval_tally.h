// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "json/value.h"

namespace arborist::ask {

struct EvalOutcome;

// A share; null of nothing.
json::Value Rate(double part, std::int64_t whole);
json::Value Rate(std::int64_t part, std::int64_t whole);

// How far the confidence of answers is from how often their first claim is right.
class EvalCalibration {
 public:
  void Add(double confidence, bool right);
  std::int64_t questions() const { return questions_; }
  // The expected calibration error: over the bins, the mean of |mean confidence - share right|,
  // weighted by their questions. Null without a question.
  json::Value Error() const;
  json::Object ToJson() const;

 private:
  struct Bin {
    std::int64_t count = 0;
    std::int64_t right = 0;
    double said = 0;  // sum of confidences
  };
  std::array<Bin, 10> bins_;  // of equal width; 1 is in the last one
  std::int64_t questions_ = 0;
};

// What became of the questions that are judged: those with answers, and the unanswerable ones.
class EvalTally {
 public:
  void Add(const EvalOutcome& outcome);
  const EvalCalibration& calibration() const { return calibration_; }
  // Counts, and in `shares` the same as shares: of the answerable questions, or of the others.
  json::Object ToJson() const;

 private:
  std::int64_t answerable_ = 0;
  std::int64_t right_first_ = 0;
  std::int64_t right_later_ = 0;
  std::int64_t wrong_ = 0;
  std::int64_t declined_ = 0;
  std::int64_t unanswerable_ = 0;
  std::int64_t declined_rightly_ = 0;
  std::int64_t answered_wrongly_ = 0;
  EvalCalibration calibration_;
};

}  // namespace arborist::ask
