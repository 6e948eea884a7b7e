// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/mutex.h"

namespace arborist::serve::http {

// Counters, gauges and histograms in Prometheus' text format. Thread-safe.
class Metrics {
 public:
  using Labels = std::vector<std::pair<std::string_view, std::string_view>>;

  void Count(std::string_view name, const Labels& labels = {}, double by = 1);
  void Set(std::string_view name, double value, const Labels& labels = {});
  void Observe(std::string_view name, double seconds, const Labels& labels = {});
  void Describe(std::string_view name, std::string_view help);

  std::string Text() const;  // in order of name and labels

 private:
  mutable Mutex mutex_;
  template <typename Value>
  using ByNameAndLabels = std::map<std::string, std::map<std::string, Value>, std::less<>>;
  std::map<std::string, std::string, std::less<>> help_ GUARDED_BY(mutex_);
  ByNameAndLabels<double> counters_ GUARDED_BY(mutex_);
  ByNameAndLabels<double> gauges_ GUARDED_BY(mutex_);
  ByNameAndLabels<std::vector<double>> histograms_ GUARDED_BY(mutex_);
};

}  // namespace arborist::serve::http
