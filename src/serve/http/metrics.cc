// SPDX-License-Identifier: AGPL-3.0-only
// Counters, gauges and histograms in maps under one mutex, keyed by their labels as text, and
// written in the text format of Prometheus.
#include "serve/http/metrics.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace arborist::serve::http {

namespace {

// Upper bounds of the buckets, in seconds: from a cache hit to a slow model.
constexpr std::array<double, 14> kBounds = {0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1,
                                            0.3,    1,      3,     10,    30,   60,   300};

std::string Number(double value) {
  char text[40];
  if (value == std::floor(value) && std::fabs(value) < 1e15) {
    std::snprintf(text, sizeof text, "%.0f", value);
  } else {
    std::snprintf(text, sizeof text, "%.9g", value);
  }
  return text;
}

void AppendEscaped(std::string_view value, std::string* out) {
  for (const char c : value) {
    if (c == '\\' || c == '"') out->push_back('\\');
    if (c == '\n') {
      out->append("\\n");
    } else {
      out->push_back(c);
    }
  }
}

// a="1",b="2" without braces, so that a bucket's bound can be added.
std::string Key(const Metrics::Labels& labels) {
  std::string key;
  for (const auto& [name, value] : labels) {
    if (!key.empty()) key.push_back(',');
    key.append(name).append("=\"");
    AppendEscaped(value, &key);
    key.push_back('"');
  }
  return key;
}

std::string Braced(const std::string& key) { return key.empty() ? "" : "{" + key + "}"; }

}  // namespace

void Metrics::Describe(std::string_view name, std::string_view help) {
  const MutexLock lock(mutex_);
  help_.insert_or_assign(std::string(name), std::string(help));
}

void Metrics::Count(std::string_view name, const Labels& labels, double by) {
  const std::string key = Key(labels);
  const MutexLock lock(mutex_);
  auto series = counters_.find(name);
  if (series == counters_.end()) series = counters_.try_emplace(std::string(name)).first;
  series->second[key] += by;
}

void Metrics::Set(std::string_view name, double value, const Labels& labels) {
  const MutexLock lock(mutex_);
  gauges_[std::string(name)][Key(labels)] = value;
}

void Metrics::Observe(std::string_view name, double seconds, const Labels& labels) {
  const std::string key = Key(labels);
  const MutexLock lock(mutex_);
  auto series = histograms_.find(name);
  if (series == histograms_.end()) series = histograms_.try_emplace(std::string(name)).first;
  std::vector<double>& histogram = series->second[key];
  if (histogram.empty()) histogram.resize(kBounds.size() + 2);  // buckets, count, sum
  for (std::size_t i = 0; i < kBounds.size(); ++i) {
    if (seconds <= kBounds[i]) {
      ++histogram[i];
      break;
    }
  }
  ++histogram[kBounds.size()];
  histogram[kBounds.size() + 1] += seconds;
}

std::string Metrics::Text() const {
  const MutexLock lock(mutex_);
  std::string text;
  const auto head = [&](const std::string& name, std::string_view type) REQUIRES(mutex_) {
    if (const auto help = help_.find(name); help != help_.end()) {
      text += "# HELP " + name + " " + help->second + "\n";
    }
    text += "# TYPE " + name + " " + std::string(type) + "\n";
  };
  for (const auto& [name, series] : counters_) {
    head(name, "counter");
    for (const auto& [key, value] : series) text += name + Braced(key) + " " + Number(value) + "\n";
  }
  for (const auto& [name, series] : gauges_) {
    head(name, "gauge");
    for (const auto& [key, value] : series) text += name + Braced(key) + " " + Number(value) + "\n";
  }
  for (const auto& [name, series] : histograms_) {
    head(name, "histogram");
    for (const auto& [key, histogram] : series) {
      const std::string comma = key.empty() ? "" : key + ",";
      double below = 0;
      for (std::size_t i = 0; i < kBounds.size(); ++i) {
        below += histogram[i];
        text += name + "_bucket{" + comma + "le=\"" + Number(kBounds[i]) + "\"} " + Number(below) +
                "\n";
      }
      const double count = histogram[kBounds.size()];
      text += name + "_bucket{" + comma + "le=\"+Inf\"} " + Number(count) + "\n";
      text += name + "_sum" + Braced(key) + " " + Number(histogram[kBounds.size() + 1]) + "\n";
      text += name + "_count" + Braced(key) + " " + Number(count) + "\n";
    }
  }
  return text;
}

}  // namespace arborist::serve::http
