// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/http/metrics.h"

#include <gtest/gtest.h>

namespace arborist::serve::http {
namespace {

TEST(Metrics, AreWrittenAsPrometheusReadsThem) {
  Metrics metrics;
  metrics.Describe("asked_total", "Questions");
  metrics.Count("asked_total", {{"label", "STRICT"}});
  metrics.Count("asked_total", {{"label", "STRICT"}}, 2);
  metrics.Count("asked_total", {{"label", "a\"b\\c\nd"}});
  metrics.Set("size_bytes", 1.5e6);
  EXPECT_EQ(metrics.Text(),
            "# HELP asked_total Questions\n"
            "# TYPE asked_total counter\n"
            "asked_total{label=\"STRICT\"} 3\n"
            "asked_total{label=\"a\\\"b\\\\c\\nd\"} 1\n"
            "# TYPE size_bytes gauge\n"
            "size_bytes 1500000\n");
}

TEST(Metrics, BucketsCountEverythingBelowTheirBound) {
  Metrics metrics;
  metrics.Observe("took_seconds", 0.0002, {{"route", "/a"}});
  metrics.Observe("took_seconds", 5, {{"route", "/a"}});
  metrics.Observe("took_seconds", 5000, {{"route", "/a"}});
  const std::string text = metrics.Text();
  EXPECT_TRUE(text.contains("took_seconds_bucket{route=\"/a\",le=\"0.0001\"} 0\n")) << text;
  EXPECT_TRUE(text.contains("took_seconds_bucket{route=\"/a\",le=\"0.0003\"} 1\n"));
  EXPECT_TRUE(text.contains("took_seconds_bucket{route=\"/a\",le=\"10\"} 2\n"));
  EXPECT_TRUE(text.contains("took_seconds_bucket{route=\"/a\",le=\"+Inf\"} 3\n"));
  EXPECT_TRUE(text.contains("took_seconds_sum{route=\"/a\"} 5005.0002\n"));
  EXPECT_TRUE(text.contains("took_seconds_count{route=\"/a\"} 3\n"));
}

}  // namespace
}  // namespace arborist::serve::http
