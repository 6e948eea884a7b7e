// SPDX-License-Identifier: AGPL-3.0-only
// What becomes of the characters: paragraphs with their notes behind them, headers and footers at
// the end, each once, title, date, links.
#include <algorithm>
#include <cstdio>
#include <utility>

#include "base/ascii.h"
#include "rtf/scanner.h"

namespace arborist::rtf {

namespace {

using reading::AnchorKind;
using reading::Verdict;

constexpr std::size_t kMaxTitleBytes = 1000;

bool IsBlank(std::string_view text) { return text.find_first_not_of(" \t\n") == text.npos; }

// The target of HYPERLINK "http://..."; empty: the field is another one.
std::string_view LinkIn(std::string_view code) {
  code = TrimAscii(code);
  if (!StartsWithIgnoringCase(code, "HYPERLINK")) return {};
  code = TrimAscii(code.substr(9));
  if (code.starts_with('"')) {
    code = code.substr(1, std::min(code.find('"', 1), code.size()) - 1);
  } else {
    code = code.substr(0, code.find(' '));
  }
  const bool is_web =
      StartsWithIgnoringCase(code, "http://") || StartsWithIgnoringCase(code, "https://");
  return is_web ? code.substr(0, code.find('#')) : std::string_view();
}

}  // namespace

void Scanner::Break(std::string_view text) {
  const std::size_t before = reading_.text.size();
  Write(text);
  if (group_.target == Target::kBody && reading_.text.size() > before) EndParagraph();
}

// The text ends with the line feed of the paragraph.
void Scanner::EndParagraph() {
  std::string& text = reading_.text;
  std::size_t end = text.size() - 1;
  while (end > paragraph_begin_ && (text[end - 1] == '\t' || text[end - 1] == ' ')) --end;
  text.resize(end);  // the tab of a row's last cell
  if (!IsBlank(std::string_view(text).substr(paragraph_begin_))) {
    const std::string number = std::to_string(++paragraphs_);
    if (reading_.anchors.size() < reading::kMaxAnchors) {
      reading_.anchors.push_back({.begin = paragraph_begin_,
                                  .kind = AnchorKind::kParagraph,
                                  .label = "paragraph " + number,
                                  .fragment = "para=" + number});
    } else {
      reading::Warn(&reading_.report, "places are noted up to " + reading_.anchors.back().label);
    }
    text.push_back('\n');
  } else {
    text.resize(paragraph_begin_);
    // One empty line at the most, and none at the start.
    if (!text.empty() && !text.ends_with("\n\n")) text.push_back('\n');
  }
  paragraph_begin_ = text.size();
  AppendNotes();
}

void Scanner::AppendNotes() {
  for (const std::string& note : std::exchange(notes_, {})) {
    if (reading_.anchors.size() < reading::kMaxAnchors) {
      reading_.anchors.push_back({.begin = reading_.text.size(),
                                  .kind = AnchorKind::kNote,
                                  .label = "note",
                                  .fragment = {}});
    }
    reading_.text.append(note).push_back('\n');
  }
  paragraph_begin_ = reading_.text.size();
}

void Scanner::EndNote() {
  const std::string_view text = TrimAscii(note_);
  if (!IsBlank(text)) {
    const std::string_view author = TrimAscii(author_);
    const bool names = group_.is_comment && !author.empty();
    notes_.push_back((names ? std::string(author) + ": " : "") + std::string(text));
  }
  if (group_.is_comment) author_.clear();
  note_.clear();
}

void Scanner::EndField() {
  if (const std::string_view link = LinkIn(field_code_); !link.empty())
    reading_.links.emplace_back(link);
  field_code_.clear();
}

reading::Reading Scanner::Finish() {
  FlushHigh();
  std::string& text = reading_.text;
  text.push_back('\n');
  EndParagraph();
  for (const std::string& one : page_texts_in_order_) {
    if (!text.empty() && !text.ends_with("\n\n")) text.push_back('\n');
    text.append(one).push_back('\n');
  }
  text.resize(text.find_last_not_of(" \t\n") + 1);
  reading_.report.units = reading_.report.units_with_text = paragraphs_;
  std::erase_if(title_, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  reading_.title = std::string(Utf8Prefix(TrimAscii(title_), kMaxTitleBytes));
  const Date& date = revised_.year > 0 ? revised_ : created_;
  if (date.year >= 1970 && date.year <= 9999 && date.month >= 1 && date.month <= 12 &&
      date.day >= 1 && date.day <= 31) {
    char shown[40];
    std::snprintf(shown, sizeof shown, "%04d-%02d-%02d", date.year, date.month, date.day);
    reading_.content_date = shown;
  }
  std::ranges::sort(reading_.links);
  const auto repeated = std::ranges::unique(reading_.links);
  reading_.links.erase(repeated.begin(), repeated.end());
  if (invalid_ > 0)
    reading::LeaveOut(&reading_.report, "character that is not valid", "", invalid_);
  if (over_limit_ || text.size() > limits_.max_text_bytes) {
    reading_.report.verdict = Verdict::kOverLimit;
    reading_.report.detail =
        "more than " + std::to_string(limits_.max_text_bytes) + " bytes of text";
    text.clear();
  } else if (lost_) {
    reading_.report.verdict = text.empty() ? Verdict::kOverLimit : Verdict::kReadInPart;
    reading_.report.detail =
        "text in groups nested deeper than " + std::to_string(kMaxGroups) + " is left out";
  } else if (text.empty()) {
    reading_.report.verdict = Verdict::kEmpty;
  }
  if (text.empty()) reading_.anchors.clear();
  return std::move(reading_);
}

}  // namespace arborist::rtf
