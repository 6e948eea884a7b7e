// SPDX-License-Identifier: AGPL-3.0-only
#include "chat/message.h"

#include <algorithm>
#include <charconv>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/ascii.h"
#include "base/utc_time.h"
#include "text/utf8.h"

namespace arborist::chat {

namespace {

using reading::Verdict;

constexpr std::size_t kMaxTitleBytes = 1000;
constexpr std::size_t kMaxIdBytes = 500;
constexpr std::int64_t kEarliest = 946684800;  // 2000-01-01; exports write 0 for "none"
constexpr std::int64_t kLatest = 253402300799;

std::optional<std::int64_t> Checked(double seconds) {
  const bool sane =
      seconds >= static_cast<double>(kEarliest) && seconds <= static_cast<double>(kLatest);
  return sane ? std::optional(static_cast<std::int64_t>(seconds)) : std::nullopt;
}

// "2025-03-01T10:00:00.123456Z" or with an offset, which is left out of account.
std::optional<std::int64_t> FromIso(std::string_view text) {
  const auto seconds = ParseUtc(text.substr(0, 19));
  return seconds ? Checked(static_cast<double>(*seconds)) : std::nullopt;
}

std::string OnOneLine(std::string_view text) {
  std::string out = CleanText(text);
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  return std::string(TrimAscii(out));
}

}  // namespace

void Transcript::SetTitle(std::string_view title) {
  const std::string line = OnOneLine(title);
  reading_.title = std::string(Utf8Prefix(line, kMaxTitleBytes));
}

void Transcript::Add(const Message& message) {
  ++reading_.report.units;
  const std::string text = CleanText(message.text);
  const std::size_t begin_of_text = text.find_first_not_of(" \t\n");
  if (begin_of_text == std::string::npos) return;
  if (message.time) last_time_ = std::max(last_time_.value_or(*message.time), *message.time);
  std::string& out = reading_.text;
  if (out.size() + text.size() > limits_.max_text_bytes) {
    over_limit_ = true;
    return;
  }
  if (!out.empty()) out += "\n\n";
  ++reading_.report.units_with_text;
  const std::string sender = OnOneLine(message.sender);
  reading_.anchors.push_back({.begin = out.size(),
                              .kind = reading::AnchorKind::kMessage,
                              .label = "message " +
                                       std::to_string(reading_.report.units_with_text) +
                                       (sender.empty() ? "" : ", " + sender),
                              .fragment = UriOf("message=", message.id)});
  std::string about = OnOneLine(message.model);
  if (message.time && !sender.empty()) {
    if (!about.empty()) about += ", ";
    about += FormatUtc(*message.time).substr(0, 16);
  }
  out += sender;
  if (!about.empty()) out.append(" (").append(about).append(")");
  if (!sender.empty()) out += ":\n";
  out.append(text, begin_of_text, text.find_last_not_of(" \t\n") + 1 - begin_of_text);
}

void Transcript::AddLink(std::string_view url) {
  if (!StartsWithIgnoringCase(url, "http://") && !StartsWithIgnoringCase(url, "https://")) return;
  reading_.links.push_back(OnOneLine(url.substr(0, url.find('#'))));
}

void Transcript::LeaveOut(std::string_view what, std::size_t count) {
  if (count > 0) reading::LeaveOut(&reading_.report, what, "", count);
}

reading::Reading Transcript::Finish() {
  std::ranges::sort(reading_.links);
  const auto repeated = std::ranges::unique(reading_.links);
  reading_.links.erase(repeated.begin(), repeated.end());
  const std::optional<std::int64_t> time = last_time_ ? last_time_ : fallback_time_;
  if (time) reading_.content_date = FormatUtc(*time).substr(0, 10);
  reading::Report& report = reading_.report;
  if (reading_.text.empty()) {
    report.verdict = over_limit_ ? Verdict::kOverLimit : Verdict::kEmpty;
  } else if (over_limit_) {
    report.verdict = Verdict::kReadInPart;
  }
  if (over_limit_)
    report.detail = "more than " + std::to_string(limits_.max_text_bytes) + " bytes of text";
  return std::move(reading_);
}

std::string TextOf(const json::Value& object, std::string_view key) {
  const json::Value* const member = object.Find(key);
  return member != nullptr && member->is_string() ? member->as_string() : std::string();
}

const json::Array& ListOf(const json::Value& object, std::string_view key) {
  static const json::Array kNone;
  const json::Value* const member = object.Find(key);
  return member != nullptr && member->is_array() ? member->as_array() : kNone;
}

std::optional<std::int64_t> TimeOf(const json::Value& object, std::string_view key) {
  const json::Value* time = object.Find(key);
  if (time == nullptr) return std::nullopt;
  if (time->is_number()) return Checked(time->as_double());
  if (time->is_string()) return FromIso(time->as_string());
  time = time->Find("$date");
  if (time == nullptr) return std::nullopt;
  if (time->is_string()) return FromIso(time->as_string());
  if (time->is_number()) return Checked(time->as_double() / 1000);
  const std::string digits = TextOf(*time, "$numberLong");
  std::int64_t milliseconds = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), milliseconds);
  return error == std::errc() ? Checked(static_cast<double>(milliseconds) / 1000) : std::nullopt;
}

std::vector<std::size_t> ActiveBranch(const std::vector<Node>& nodes, std::string_view leaf) {
  std::unordered_map<std::string_view, std::size_t> by_id;
  std::unordered_set<std::string_view> parents;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    by_id.emplace(nodes[i].id, i);
    if (nodes[i].parent != nodes[i].id) parents.insert(nodes[i].parent);
  }
  auto at = by_id.find(leaf);
  if (leaf.empty() || at == by_id.end()) {
    // Newest, answered by nobody if there is such a one; of equals the later in the file.
    const auto rank = [&](std::size_t i) {
      return std::tuple(nodes[i].has_message, !parents.contains(nodes[i].id),
                        nodes[i].time.value_or(0), i);
    };
    std::size_t best = 0;
    for (std::size_t i = 1; i < nodes.size(); ++i) {
      if (rank(i) > rank(best)) best = i;
    }
    if (nodes.empty()) return {};
    at = by_id.find(nodes[best].id);
  }
  std::vector<std::size_t> path;
  std::unordered_set<std::size_t> seen;
  while (at != by_id.end() && seen.insert(at->second).second) {
    path.push_back(at->second);
    at = by_id.find(nodes[at->second].parent);
  }
  std::ranges::reverse(path);
  return path;
}

void RemoveSpans(std::string* text, std::string_view open, std::string_view close) {
  std::size_t from = text->find(open);
  if (from == std::string::npos) return;
  std::string out = text->substr(0, from);
  while (from != std::string::npos) {
    const std::size_t end = text->find(close, from + open.size());
    if (end == std::string::npos) break;
    const std::size_t behind = end + close.size();
    from = text->find(open, behind);
    out.append(*text, behind, from == std::string::npos ? from : from - behind);
  }
  if (from != std::string::npos) out.append(*text, from);
  *text = std::move(out);
}

std::string CleanText(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t pos = 0; pos < text.size();) {
    const char32_t c = text::Decode(text, &pos);
    if (c == '\r') {
      if (pos >= text.size() || text[pos] != '\n') out.push_back('\n');
    } else if (c != 0) {
      text::Append(&out, text::IsSurrogate(c) ? char32_t{0xFFFD} : c);
    }
  }
  return out;
}

std::string UriOf(std::string_view prefix, std::string_view id) {
  if (id.empty() || id.size() > kMaxIdBytes) return {};
  std::string uri(prefix);
  for (const char c : id) {
    if (IsUriUnreserved(c)) {
      uri.push_back(c);
    } else {
      AppendPercentEncoded(&uri, c);
    }
  }
  return uri;
}

reading::Reading Failed(Verdict verdict, std::string detail) {
  reading::Reading reading;
  reading.report.verdict = verdict;
  reading.report.detail = std::move(detail);
  return reading;
}

}  // namespace arborist::chat
