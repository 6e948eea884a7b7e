// SPDX-License-Identifier: AGPL-3.0-only
// Of an invitation (RFC 5545) what people read: the properties of events and tasks that say what,
// when, where and who. Time zones, alarms, ids and inline data are no text.
#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "mail/plain_body.h"

namespace arborist::mail {

namespace {

constexpr auto kShown =
    std::to_array<std::pair<std::string_view, std::string_view>>({{"SUMMARY", "Summary"},
                                                                  {"DTSTART", "Start"},
                                                                  {"DTEND", "End"},
                                                                  {"DUE", "Due"},
                                                                  {"RRULE", "Repeats"},
                                                                  {"LOCATION", "Location"},
                                                                  {"ORGANIZER", "Organizer"},
                                                                  {"ATTENDEE", "Attendee"},
                                                                  {"STATUS", "Status"},
                                                                  {"DESCRIPTION", "Description"}});

std::string WithoutFolds(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r') continue;
    if (text[i] == '\n' && i + 1 < text.size() && (text[i + 1] == ' ' || text[i + 1] == '\t')) {
      ++i;
      continue;
    }
    out.push_back(text[i]);
  }
  return out;
}

std::string Unescaped(std::string_view value) {
  std::string out;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] == '\\' && i + 1 < value.size()) {
      ++i;
      out.push_back(LowerAscii(value[i]) == 'n' ? '\n' : value[i]);
    } else {
      out.push_back(value[i]);
    }
  }
  return out;
}

// The value of a parameter of "NAME;A=b;C=d".
std::string_view ParameterIn(std::string_view property, std::string_view name) {
  for (std::size_t at = property.find(';'); at != std::string_view::npos;
       at = property.find(';', at + 1)) {
    std::string_view one = property.substr(at + 1);
    if (!StartsWithIgnoringCase(one, name) || !one.substr(name.size()).starts_with('=')) continue;
    one.remove_prefix(name.size() + 1);
    if (one.starts_with('"')) return one.substr(1, one.find('"', 1) - 1);
    return one.substr(0, one.find(';'));
  }
  return {};
}

// "20260301T100000Z" as "2026-03-01 10:00 UTC"; another spelling stays.
std::string ShownTime(std::string_view value, std::string_view zone) {
  const std::string_view day = value.substr(0, 8);
  if (day.size() < 8 || !std::ranges::all_of(day, IsAsciiDigit)) return std::string(value);
  std::string out(value.substr(0, 4));
  out.append("-").append(value.substr(4, 2)).append("-").append(value.substr(6, 2));
  if (value.size() >= 13 && value[8] == 'T' &&
      std::ranges::all_of(value.substr(9, 4), IsAsciiDigit))
    out.append(" ").append(value.substr(9, 2)).append(":").append(value.substr(11, 2));
  if (value.ends_with('Z')) out += " UTC";
  if (!zone.empty()) out.append(" ").append(zone);
  return out;
}

std::string ShownValue(std::string_view name, std::string_view property, std::string_view value) {
  if (name.starts_with("DT") || name == "DUE")
    return ShownTime(value, ParameterIn(property, "TZID"));
  if (name != "ORGANIZER" && name != "ATTENDEE") return Unescaped(value);
  if (StartsWithIgnoringCase(value, "mailto:")) value.remove_prefix(7);
  const std::string_view person = ParameterIn(property, "CN");
  if (person.empty()) return std::string(value);
  return std::string(person) + " <" + std::string(value) + ">";
}

// Where the value begins: behind the first colon that no quotes enclose.
std::size_t ColonOf(std::string_view line) {
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') quoted = !quoted;
    if (line[i] == ':' && !quoted) return i;
  }
  return std::string_view::npos;
}

bool IsShown(std::string_view component) {
  return component == "VEVENT" || component == "VTODO" || component == "VJOURNAL";
}

}  // namespace

std::string CalendarText(std::string_view text) {
  const std::string lines = WithoutFolds(text);
  std::string out;
  std::string_view component;
  for (std::string_view rest = lines; !rest.empty();) {
    const std::string_view line = TakeLine(&rest);
    const std::size_t colon = ColonOf(line);
    if (colon == std::string_view::npos) continue;
    const std::string_view property = line.substr(0, colon);
    const std::string_view value = line.substr(colon + 1);
    const std::string_view name = property.substr(0, property.find(';'));
    if (EqualsIgnoringCase(name, "begin")) {
      component = value;
      if (!out.empty() && IsShown(value) && !out.ends_with("\n\n")) out += "\n";
    } else if (EqualsIgnoringCase(name, "end") && value == "VALARM") {
      component = "VEVENT";
    } else if (IsShown(component)) {
      for (const auto& [key, label] : kShown) {
        if (name == key && !value.empty())
          out.append(label).append(": ").append(ShownValue(name, property, value)).append("\n");
      }
    }
  }
  out.resize(out.find_last_not_of(" \t\n") + 1);
  return out;
}

}  // namespace arborist::mail
