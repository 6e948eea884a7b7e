// SPDX-License-Identifier: AGPL-3.0-only
#include "office/writer.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "text/utf8.h"

namespace arborist::office {

namespace {
using namespace std::string_view_literals;

constexpr std::size_t kMaxLinks = 20000;
constexpr std::size_t kMaxLinkBytes = 8192;
constexpr std::size_t kLabelCharacters = 100;

// How many bytes at `pos` are dropped.
std::size_t DroppedAt(std::string_view text, std::size_t pos) {
  const auto byte = static_cast<unsigned char>(text[pos]);
  if ((byte < 0x20 && byte != '\t' && byte != '\n') || byte == 0x7F) return 1;
  const std::string_view rest = text.substr(pos);
  if (rest.starts_with("\xC2\xAD")) return 2;                                          // U+00AD
  if (rest.starts_with("\xEF\xBB\xBF") || rest.starts_with("\xE2\x80\x8B")) return 3;  // U+200B
  return 0;
}

void AppendClean(std::string* out, std::string_view text) {
  std::size_t kept = 0;
  for (std::size_t pos = 0; pos < text.size();) {
    const auto byte = static_cast<unsigned char>(text[pos]);
    const std::size_t dropped = byte >= 0x20 && byte < 0x7F ? 0 : DroppedAt(text, pos);
    if (dropped == 0) {
      ++pos;
      continue;
    }
    *out += text.substr(kept, pos - kept);
    if (byte == '\r' && !text.substr(pos + 1).starts_with('\n')) *out += '\n';
    pos += dropped;
    kept = pos;
  }
  *out += text.substr(kept);
}

// What Word writes for bullets, checks and arrows, and Greek of the font Symbol.
struct SymbolCode {
  std::uint8_t code;
  char32_t character;
};
constexpr auto kWingdings = std::to_array<SymbolCode>({
    {0x20, U' '},      {0x28, U'\u260E'}, {0x2A, U'\u2709'}, {0x4A, U'\u263A'}, {0x4C, U'\u2639'},
    {0x6C, U'\u25CF'}, {0x6E, U'\u25A0'}, {0x6F, U'\u25A1'}, {0x71, U'\u2751'}, {0x75, U'\u25C6'},
    {0x76, U'\u2756'}, {0x9F, U'\u2022'}, {0xA7, U'\u25AA'}, {0xA8, U'\u25FB'}, {0xD8, U'\u27A2'},
    {0xDF, U'\u2190'}, {0xE0, U'\u2192'}, {0xE1, U'\u2191'}, {0xE2, U'\u2193'}, {0xE8, U'\u2794'},
    {0xF0, U'\u21E8'}, {0xFB, U'\u2717'}, {0xFC, U'\u2713'}, {0xFD, U'\u2612'}, {0xFE, U'\u2611'},
});
// U+0041 and on of Symbol: Α Β Χ ... ; U+0061 and on: α β χ ...
constexpr std::u32string_view kSymbolUpper = U"ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ";
constexpr std::u32string_view kSymbolLower = U"αβχδεφγηιϕκλμνοπθρστυϖωξψζ";
constexpr auto kSymbolRest = std::to_array<SymbolCode>({
    {0x22, U'\u2200'}, {0x24, U'\u2203'}, {0x27, U'\u220B'}, {0x2D, U'\u2212'}, {0x40, U'\u2245'},
    {0xA3, U'\u2264'}, {0xA5, U'\u221E'}, {0xAC, U'\u2190'}, {0xAD, U'\u2191'}, {0xAE, U'\u2192'},
    {0xAF, U'\u2193'}, {0xB0, U'\u00B0'}, {0xB1, U'\u00B1'}, {0xB3, U'\u2265'}, {0xB4, U'\u00D7'},
    {0xB6, U'\u2202'}, {0xB7, U'\u2022'}, {0xB8, U'\u00F7'}, {0xB9, U'\u2260'}, {0xBA, U'\u2261'},
    {0xBB, U'\u2248'}, {0xC5, U'\u2295'}, {0xC7, U'\u2229'}, {0xC8, U'\u222A'}, {0xCE, U'\u2208'},
    {0xD2, U'\u00AE'}, {0xD3, U'\u00A9'}, {0xD4, U'\u2122'}, {0xD6, U'\u221A'}, {0xDE, U'\u21D2'},
    {0xE2, U'\u00AE'}, {0xE3, U'\u00A9'}, {0xE4, U'\u2122'}, {0xE5, U'\u2211'}, {0xF2, U'\u222B'},
});

char32_t Looked(const auto& table, std::uint32_t code) {
  for (const SymbolCode& one : table) {
    if (one.code == code) return one.character;
  }
  return 0xFFFD;
}

// Why there is no text, where what was left out is all there is.
std::string OnlyLeftOut(const reading::Report& report) {
  constexpr std::size_t kNamed = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(kNamed, report.left_out.size()); ++i) {
    const reading::LeftOut& one = report.left_out[i];
    text += (i == 0 ? "it has only what is left out: " : ", ") + one.what;
    if (!one.where.empty()) text += " (" + one.where + ")";
  }
  return text;
}

}  // namespace

void AppendSymbol(std::string* out, std::string_view font, std::uint32_t code) {
  if (code >= 0xF000 && code <= 0xF0FF) code -= 0xF000;
  char32_t character = 0xFFFD;
  if (EqualsIgnoringCase(font, "Wingdings")) {
    character = Looked(kWingdings, code);
  } else if (EqualsIgnoringCase(font, "Symbol")) {
    if (code >= 'A' && code <= 'Z') {
      character = kSymbolUpper[code - 'A'];
    } else if (code >= 'a' && code <= 'z') {
      character = kSymbolLower[code - 'a'];
    } else if (code >= 0x20 && code < 0x40 && code != 0x22 && code != 0x24 && code != 0x27) {
      character = code;
    } else {
      character = Looked(kSymbolRest, code);
    }
  } else if (code >= 0xA0 && code < 0xE000) {
    character = text::IsSurrogate(code) ? 0xFFFD : char32_t{code};
  }
  text::Append(out, character);
}

void Writer::Place() {
  if (!reading_.text.empty()) reading_.text.append(gap_, '\n');
  gap_ = 0;
  for (reading::Anchor& anchor : waiting_) {
    anchor.begin = reading_.text.size();
    reading_.anchors.push_back(std::move(anchor));
  }
  waiting_.clear();
}

void Writer::Text(std::string_view text) {
  if (full_ || text.empty()) return;
  if (reading_.text.size() + text.size() + gap_ > max_bytes_) {
    full_ = over_limit_ = true;
    return;
  }
  Place();
  AppendClean(&reading_.text, text);
}

void Writer::Line(std::string_view text) {
  text = TrimAscii(text);
  if (text.empty()) return;
  AskLine();
  Text(text);
  AskLine();
}

void Writer::Paragraph(std::string_view text) {
  text = TrimAscii(text);
  if (text.empty()) return;
  AskParagraph();
  Text(text);
  AskParagraph();
}

void Writer::Anchor(reading::AnchorKind kind, std::string label, std::string fragment) {
  std::erase_if(waiting_, [&](const reading::Anchor& one) { return one.kind == kind; });
  waiting_.push_back(
      {.begin = 0, .kind = kind, .label = std::move(label), .fragment = std::move(fragment)});
}

void Writer::EndAnchor(reading::AnchorKind kind) {
  std::erase_if(waiting_, [&](const reading::Anchor& one) { return one.kind == kind; });
  const auto last = std::find_if(reading_.anchors.rbegin(), reading_.anchors.rend(),
                                 [&](const reading::Anchor& one) { return one.kind == kind; });
  if (last != reading_.anchors.rend() && !last->label.empty()) Anchor(kind, {}, {});
}

void Writer::ForgetAnchors(reading::AnchorKind kind) {
  const auto is_it = [&](const reading::Anchor& one) { return one.kind == kind; };
  std::erase_if(waiting_, is_it);
  std::erase_if(reading_.anchors, is_it);
}

void Writer::Link(std::string_view target) {
  target = TrimAscii(target);
  if (!StartsWithIgnoringCase(target, "http://") && !StartsWithIgnoringCase(target, "https://")) {
    return;
  }
  target = target.substr(0, target.find('#'));
  const bool odd = std::ranges::any_of(
      target, [](char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F; });
  if (odd || target.size() > kMaxLinkBytes || links_.size() >= kMaxLinks) return;
  links_.emplace(target);
}

void Writer::set_title(std::string_view title) {
  if (reading_.title.empty()) reading_.title = OneLine(title);
}

void Writer::set_content_date(std::string_view date) {
  constexpr std::string_view kShape = "0000-00-00";
  if (date.size() < kShape.size()) return;
  date = date.substr(0, kShape.size());
  for (std::size_t i = 0; i < kShape.size(); ++i) {
    if (kShape[i] == '0' ? !IsAsciiDigit(date[i]) : date[i] != '-') return;
  }
  if (date.substr(5, 2) > "12" || date.substr(8) > "31" || date.starts_with("0000")) return;
  reading_.content_date = date;
}

void Writer::Damage(std::string_view part, const Error& error) {
  const std::string text = part.empty() ? error.message : std::string(part) + ": " + error.message;
  if (damage_.empty()) damage_ = text;
  if (error.code == ErrorCode::kLimitExceeded) over_limit_ = true;
  reading::Warn(&reading_.report, text);
}

reading::Reading Writer::Finish() && {
  reading::Report& report = reading_.report;
  if (full_) {
    report.detail = "its text has more than " + std::to_string(max_bytes_) + " bytes";
    report.verdict = reading::Verdict::kOverLimit;
  } else if (reading_.text.empty()) {
    if (!damage_.empty()) report.detail = damage_;
    if (report.detail.empty()) report.detail = OnlyLeftOut(report);
    report.verdict = damage_.empty() ? reading::Verdict::kEmpty
                     : over_limit_   ? reading::Verdict::kOverLimit
                                     : reading::Verdict::kDamaged;
  } else if (!damage_.empty()) {
    report.detail = damage_;
    report.verdict = reading::Verdict::kReadInPart;
  }
  if (report.verdict != reading::Verdict::kRead &&
      report.verdict != reading::Verdict::kReadInPart) {
    reading_.text.clear();
    reading_.anchors.clear();
  }
  std::ranges::stable_sort(reading_.anchors, {}, &reading::Anchor::begin);
  reading_.links.assign(links_.begin(), links_.end());
  return std::move(reading_);
}

std::string OneLine(std::string_view text) {
  std::string clean;
  AppendClean(&clean, text);
  std::string line;
  bool gap = false;
  for (const char c : clean) {
    if (IsAsciiSpace(c)) {
      gap = !line.empty();
      continue;
    }
    if (gap) line += ' ';
    gap = false;
    line += c;
  }
  return line;
}

std::string Label(std::string_view text) {
  return std::string(text::Prefix(OneLine(text), kLabelCharacters));
}

reading::Reading NoReading(reading::Verdict verdict, std::string detail) {
  reading::Reading reading;
  reading.report.verdict = verdict;
  reading.report.detail = std::move(detail);
  return reading;
}

reading::Reading NoReading(const Error& error) {
  return NoReading(error.code == ErrorCode::kLimitExceeded ? reading::Verdict::kOverLimit
                                                           : reading::Verdict::kDamaged,
                   error.message);
}

}  // namespace arborist::office
