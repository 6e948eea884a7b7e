// SPDX-License-Identifier: AGPL-3.0-only
// Reports for people and as JSON. Every text that comes from the bundle is escaped before it is
// printed: a title with terminal control sequences could otherwise overwrite REFUSED by VALID.
// Lines after the first of such a text are indented, so that they cannot look like lines of the
// report.
#include "bundle/report.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "text/escape.h"

namespace arborist::bundle {

std::string_view NameOf(CheckState state) {
  switch (state) {
    case CheckState::kOk:
      return "ok";
    case CheckState::kFailed:
      return "failed";
    case CheckState::kSkipped:
      return "skipped";
    case CheckState::kNotChecked:
      return "not_checked";
  }
  return "";
}

namespace {

constexpr std::size_t kShownLocations = 3;

std::string_view NameOf(Outcome outcome) {
  switch (outcome) {
    case Outcome::kValid:
      return "valid";
    case Outcome::kRefused:
      return "refused";
    case Outcome::kNotChecked:
      return "not_checked";
  }
  return "";
}

std::string Safe(std::string_view text) { return text::EscapeForTerminal(text, false); }

std::string Painted(std::string_view text, std::string_view code, bool colour) {
  if (!colour) return std::string(text);
  return "\033[" + std::string(code) + "m" + std::string(text) + "\033[0m";
}

std::string CheckLine(const Check& check, std::size_t name_width, bool colour) {
  std::string mark;
  switch (check.state) {
    case CheckState::kOk:
      mark = Painted("ok    ", "32", colour);
      break;
    case CheckState::kFailed:
      mark = Painted("FAILED", "1;31", colour);
      break;
    case CheckState::kSkipped:
      mark = Painted("-     ", "33", colour);
      break;
    case CheckState::kNotChecked:
      mark = Painted("?     ", "33", colour);
      break;
  }
  std::string name = check.name;
  name.resize(name_width, ' ');
  return "  " + mark + "  " + name + Safe(check.detail) + "\n";
}

std::string Verdict(const VerifyReport& report, bool colour) {
  const auto count = [&](CheckState state) {
    return std::to_string(std::count_if(report.checks.begin(), report.checks.end(),
                                        [=](const Check& check) { return check.state == state; }));
  };
  switch (report.outcome()) {
    case Outcome::kValid:
      return Painted("VALID", "1;32", colour) + ": " + report.claim + "\n";
    case Outcome::kRefused:
      return Painted("REFUSED", "1;31", colour) + ": " + count(CheckState::kFailed) + " of " +
             std::to_string(report.checks.size()) + " checks failed\n";
    case Outcome::kNotChecked:
      return Painted("NOT CHECKED", "1;33", colour) + ": " + count(CheckState::kNotChecked) +
             " of " + std::to_string(report.checks.size()) +
             " checks need a version this program does not know; use a newer one\n";
  }
  return {};
}

// Escapes a text and indents its lines after the first.
std::string Indented(std::string_view text) {
  std::string out;
  while (true) {
    const std::size_t end = text.find('\n');
    out += (out.empty() ? "" : "  ") + Safe(text.substr(0, end)) + "\n";
    if (end == std::string_view::npos) return out;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

json::Value ReportToJson(const VerifyReport& report) {
  json::Array checks;
  for (const Check& check : report.checks) {
    checks.emplace_back(json::Object{{"name", check.name},
                                     {"ok", check.state == CheckState::kOk},
                                     {"detail", check.detail},
                                     {"state", NameOf(check.state)}});
  }
  json::Array not_proved;
  for (const std::string& sentence : report.not_proved) not_proved.emplace_back(sentence);
  json::Object shown{{"valid", report.valid()},     {"outcome", NameOf(report.outcome())},
                     {"format", report.format},     {"subject", report.subject},
                     {"checks", std::move(checks)}, {"not_proved", std::move(not_proved)}};
  if (!report.judged_by.empty()) {
    shown.emplace("judged_by", json::Array(report.judged_by.begin(), report.judged_by.end()));
  }
  if (!report.document_root.empty()) shown.emplace("document_root", report.document_root);
  if (!report.cache_key.empty()) shown.emplace("cache_key", report.cache_key);
  return shown;
}

std::string ReportToText(const VerifyReport& report, bool colour) {
  std::string out;
  if (!report.cache_key.empty()) out = "record " + Safe(report.cache_key) + "\n";
  if (!report.document_root.empty()) out = "document " + Safe(report.document_root) + "\n";
  out += Safe(report.subject) + "\n";
  for (const std::string& text : report.shown) out += Indented(text);
  for (std::size_t i = 0; i < std::min(kShownLocations, report.locations.size()); ++i) {
    const Location& location = report.locations[i];
    out += "said to be from " + Safe(location.uri) +
           (location.title.empty() ? "" : " (" + Safe(location.title) + ")") + "\n";
  }
  if (report.locations.size() > kShownLocations) {
    out += "and " + std::to_string(report.locations.size() - kShownLocations) + " more places\n";
  }
  out += "\n";
  std::size_t longest = 0;
  for (const Check& check : report.checks) longest = std::max(longest, check.name.size());
  for (const Check& check : report.checks) out += CheckLine(check, longest + 2, colour);
  out += "\n";
  for (const std::string& sentence : report.judged_by) out += "note: " + Safe(sentence) + "\n";
  out += Verdict(report, colour) + "not proved:\n";
  for (const std::string& sentence : report.not_proved) out += "  - " + Safe(sentence) + "\n";
  return out;
}

int ExitCodeOf(const VerifyReport& report) {
  switch (report.outcome()) {
    case Outcome::kValid:
      return 0;
    case Outcome::kRefused:
      return 1;
    case Outcome::kNotChecked:
      return 2;
  }
  return 2;
}

}  // namespace arborist::bundle
