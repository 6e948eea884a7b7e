// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "json/value.h"

namespace arborist::ask {

struct EvalOutcome;

// part / whole; null if whole is 0.
json::Value Rate(double part, std::int64_t whole);
json::Value Rate(std::int64_t part, std::int64_t whole);

// How far the confidences of answers are from the share of them whose first claim is right.
class EvalCalibration {
 public:
  void Add(double confidence, bool right);
  std::int64_t questions() const { return questions_; }
  // The expected calibration error: the mean over the bins of |mean confidence - share right|,
  // weighted by the number of questions in each. Null without a question.
  json::Value Error() const;
  json::Object ToJson() const;

 private:
  struct Bin {
    std::int64_t count = 0;
    std::int64_t right = 0;
    double said = 0;  // sum of confidences
  };
  std::array<Bin, 10> bins_;  // of equal width; confidence 1 falls into the last one
  std::int64_t questions_ = 0;
};

// Counts the judged questions by outcome: those that have answers, and the unanswerable ones.
class EvalTally {
 public:
  void Add(const EvalOutcome& outcome);
  const EvalCalibration& calibration() const { return calibration_; }
  // The counts, and under `shares` each count divided by the answerable or by the unanswerable
  // questions.
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
