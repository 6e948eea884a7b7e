// SPDX-License-Identifier: AGPL-3.0-only
// The report of an evaluation as a table, from the same JSON that --json prints.
#include "cli/eval_text.h"

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <vector>

#include "text/utf8.h"

namespace arborist::cli {

namespace {

using Row = std::vector<std::string>;

std::string Shown(const json::Value& value) {
  if (value.is_null()) return "-";
  return value.is_float() ? EvalFigure(value.as_double()) : json::Dump(value);
}

std::string Padding(std::string_view text, std::size_t width) {
  return std::string(width - std::min(width, text::CountCodePoints(text)), ' ');
}

// The first column starts at the left, all others end at the right.
std::string Table(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], text::CountCodePoints(row[i]));
    }
  }
  std::string text;
  for (const Row& row : rows) {
    text += row[0] + Padding(row[0], widths[0]);
    for (std::size_t i = 1; i < row.size(); ++i) text += "  " + Padding(row[i], widths[i]) + row[i];
    text += "\n";
  }
  return text;
}

// What became of the questions: count and share. Columns that no question can count in are left
// out.
std::string OutcomesText(const Session& session, const json::Object& report) {
  const json::Object& all = report.at("outcomes").as_object();
  std::vector<std::string_view> columns;
  if (all.at("answerable") != json::Value(0)) {
    columns = {"right_first", "right_later", "wrong", "declined"};
  }
  if (all.at("answerable") != all.at("questions")) {
    columns.insert(columns.end(), {"declined_rightly", "answered_wrongly"});
  }
  const bool calibrated = !report.at("calibration").Find("error")->is_null();
  std::vector<Row> rows{{"kind", "questions"}};
  rows[0].insert(rows[0].end(), columns.begin(), columns.end());
  if (calibrated) rows[0].emplace_back("calibration_error");
  const auto add = [&](std::string name, const json::Object& counts, const json::Value& error) {
    Row row{std::move(name), Shown(counts.at("questions"))};
    const json::Object& shares = counts.at("shares").as_object();
    for (const std::string_view column : columns) {
      const json::Value& share = shares.at(column);
      row.push_back(share.is_null() ? "-" : Shown(counts.at(column)) + " " + Shown(share));
    }
    if (calibrated) row.push_back(Shown(error));
    rows.push_back(std::move(row));
  };
  add("(all)", all, *report.at("calibration").Find("error"));
  for (const auto& [kind, counts] : report.at("kinds").as_object()) {
    add(session.Safe(kind), counts.as_object(), *counts.Find("calibration_error"));
  }
  return Table(rows);
}

}  // namespace

std::string EvalFigure(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4f", value);
  return text;
}

std::string EvalText(const Session& session, const json::Object& report) {
  std::string text;
  const auto line = [&](std::string_view name, const json::Value& value) {
    text += std::string(name) + Padding(name, 24) + Shown(value) + "\n";
  };
  for (const char* name :
       {"questions", "recall_at_1", "recall_at_8", "mrr", "answer_in_first_claim",
        "answer_anywhere", "citation_precision", "declined"}) {
    line(name, report.at(name));
  }
  if (report.at("unanswerable") != json::Value(0)) {
    line("unanswerable", report.at("unanswerable"));
    line("declined_rightly", report.at("declined_rightly"));
  }
  for (const auto& [label, count] : report.at("labels").as_object()) line(label, count);
  line("seconds", report.at("seconds"));
  if (report.at("outcomes").as_object().at("questions") == json::Value(0)) return text;
  text += OutcomesText(session, report);
  line("calibration_error", *report.at("calibration").Find("error"));
  return text;
}

}  // namespace arborist::cli
