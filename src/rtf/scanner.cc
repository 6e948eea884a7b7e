// SPDX-License-Identifier: AGPL-3.0-only
// RTF is a stream of groups, control words and characters. The state of a group is kept on an own
// stack and comes back when it closes. Bytes wait until the next control so that characters of two
// bytes, which are written as two escapes, come together before they are decoded.
#include "rtf/scanner.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/ascii.h"
#include "text/utf8.h"

namespace arborist::rtf {

namespace {

constexpr std::size_t kMaxControlBytes = 32;
constexpr std::size_t kMaxSideBytes = std::size_t{64} << 10;  // of a title, field code, author

}  // namespace

reading::Reading Scanner::Run() {
  reading_.report.unit_name = "paragraphs";
  bool closed = false;
  while (pos_ < bytes_.size() && !over_limit_) {
    const char c = bytes_[pos_++];
    if (c == '{') {
      Open();
    } else if (c == '}') {
      Close();
      closed = groups_.empty() && too_deep_ == 0;
      if (closed && !AnotherFollows()) break;
      closed = false;
    } else if (c == '\\') {
      ControlAt();
    } else if (c != '\r' && c != '\n' && c != '\0') {
      // Some writers forget the backslash.
      const bool forgot = c == '*' && at_start_ && pos_ < bytes_.size() && bytes_[pos_] == '\\';
      star_ = forgot;
      at_start_ = forgot;
      if (!forgot && !SkipsFallback()) Byte(c);
    }
  }
  FlushBytes();
  if (!closed && !over_limit_)
    reading::Warn(&reading_.report, "the file ends inside a group; it may be cut off");
  return Finish();
}

// Files that were put together have several outermost groups.
bool Scanner::AnotherFollows() {
  const std::size_t next = bytes_.find("{\\rtf", pos_);
  if (next == std::string_view::npos) return false;
  pos_ = next;
  group_ = {};
  return true;
}

void Scanner::Open() {
  FlushBytes();
  skip_ = 0;
  if (too_deep_ > 0 || groups_.size() >= kMaxGroups) {
    ++too_deep_;
    lost_ = true;
    return;
  }
  groups_.push_back(group_);
  group_.is_comment = false;
  if (std::exchange(group_.skips_next_group, false)) group_.target = Target::kNowhere;
  if (groups_.back().skips_next_group) groups_.back().skips_next_group = false;
  star_ = false;
  at_start_ = true;
}

void Scanner::Close() {
  FlushBytes();
  skip_ = 0;
  star_ = false;
  at_start_ = false;
  if (too_deep_ > 0) {
    --too_deep_;
    return;
  }
  if (groups_.empty()) return;
  const Group before = groups_.back();
  groups_.pop_back();
  if (group_.target == Target::kNote && before.target != Target::kNote) EndNote();
  if (group_.target == Target::kFieldCode && before.target != Target::kFieldCode) EndField();
  if (group_.target == Target::kPageText && before.target != Target::kPageText) {
    const std::string text(TrimAscii(page_text_));
    if (!text.empty() && page_texts_.insert(text).second) page_texts_in_order_.push_back(text);
    page_text_.clear();
  }
  date_ = nullptr;
  group_ = before;
}

void Scanner::ControlAt() {
  if (pos_ >= bytes_.size()) return;
  const char first = bytes_[pos_];
  if (!IsAsciiLetter(first)) {
    ++pos_;
    if (first == '\'') return Hex();
    return Symbol(first);
  }
  const std::size_t begin = pos_;
  while (pos_ < bytes_.size() && IsAsciiLetter(bytes_[pos_]) && pos_ - begin < kMaxControlBytes)
    ++pos_;
  const ControlEntry entry = ControlOf(bytes_.substr(begin, pos_ - begin));
  const std::size_t number = pos_;
  if (pos_ < bytes_.size() && bytes_[pos_] == '-') ++pos_;
  while (pos_ < bytes_.size() && IsAsciiDigit(bytes_[pos_])) ++pos_;
  int parameter = 0;
  const char* const end = bytes_.data() + pos_;
  const bool has_parameter =
      std::from_chars(bytes_.data() + number, end, parameter).ec == std::errc();
  if (!has_parameter && pos_ == number + 1 && bytes_[number] == '-') pos_ = number;  // no number
  if (pos_ < bytes_.size() && bytes_[pos_] == ' ') ++pos_;
  const bool jumps = entry.control == Control::kBinary;
  // What makes text of its own is no fallback, whatever was announced.
  const bool writes = entry.control == Control::kText || entry.control == Control::kBreak ||
                      entry.control == Control::kUnicode;
  if (writes) skip_ = 0;
  if (!jumps && SkipsFallback()) return;
  if (too_deep_ > 0 && !jumps) return;
  FlushBytes();
  Apply(entry, parameter, has_parameter);
  star_ = false;
  at_start_ = false;
}

void Scanner::Symbol(char c) {
  if (c == '*') {
    star_ = at_start_;
    return;
  }
  at_start_ = false;
  if (SkipsFallback()) return;
  FlushBytes();
  switch (c) {
    case '~':
      return Write("\u00A0");
    case '_':
      return Write("\u2011");
    case '\n':
    case '\r':
      return Break("\n");
    case '\t':
      return Write("\t");
    case '\\':
    case '{':
    case '}':
      return Byte(c);
    default:
      return;  // an optional hyphen, an index entry
  }
}

void Scanner::Apply(const ControlEntry& entry, int parameter, bool has_parameter) {
  const bool on = !has_parameter || parameter != 0;
  switch (entry.control) {
    case Control::kText:
      return Write(entry.text);
    case Control::kBreak:
      return Break(entry.text);
    case Control::kCharset:
      page_ = entry.word == "mac"   ? 10000
              : entry.word == "pc"  ? 437
              : entry.word == "pca" ? 850
                                    : 1252;
      return;
    case Control::kCodePage:
      if (!CharsetOfPage(parameter).empty()) page_ = parameter;
      return;
    case Control::kDefaultFont:
      default_font_ = parameter;
      return;
    case Control::kFont:
    case Control::kFontCharset:
    case Control::kFontPage:
      return ApplyFont(entry.control, parameter);
    case Control::kUnicode:
      return Unicode(parameter);
    case Control::kUnicodeSkip:
      group_.unicode_skip = std::clamp(parameter, 0, 1000);
      return;
    case Control::kBinary:
      return Binary(parameter);
    case Control::kHidden:
    case Control::kDeleted: {
      const bool deletes = entry.control == Control::kDeleted;
      const Visible state = deletes ? Visible::kDeleted : Visible::kHidden;
      if (on && group_.visible != state && group_.target != Target::kNowhere)
        reading::LeaveOut(&reading_.report,
                          deletes ? "deleted text (tracked changes)" : "hidden text", "");
      if (on) group_.visible = state;
      if (!on && group_.visible == state) group_.visible = Visible::kShown;
      return;
    }
    case Control::kPlain:
      if (group_.visible == Visible::kHidden) group_.visible = Visible::kShown;
      group_.font = -1;
      return;
    case Control::kYear:
    case Control::kMonth:
    case Control::kDay:
      return SetDate(entry.control, parameter);
    case Control::kUnicodeForm:
      group_.skips_next_group = true;
      return;
    case Control::kUnknown:
      if (star_) group_.target = Target::kNowhere;
      return;
    default:
      return ApplyDestination(entry);
  }
}

void Scanner::ApplyDestination(const ControlEntry& entry) {
  if (group_.target == Target::kNowhere) return;
  const bool in_info = group_.target == Target::kInfo;
  switch (entry.control) {
    case Control::kKept:
      return;
    case Control::kFonts:
      group_.target = Target::kFonts;
      return;
    case Control::kInfo:
      group_.target = Target::kInfo;
      return;
    case Control::kTitle:
      group_.target = in_info ? Target::kTitle : Target::kNowhere;
      return;
    case Control::kRevised:
    case Control::kCreated:
      if (in_info) date_ = entry.control == Control::kRevised ? &revised_ : &created_;
      return;
    case Control::kFieldCode:
      group_.target = Target::kFieldCode;
      field_code_.clear();
      return;
    case Control::kComment:
      group_.is_comment = true;
      [[fallthrough]];
    case Control::kNote:
      if (group_.target == Target::kBody) note_.clear();
      group_.target = Target::kNote;
      return;
    case Control::kAuthor:
      group_.target = Target::kAuthor;
      author_.clear();
      return;
    case Control::kPageText:
      group_.target = Target::kPageText;
      return;
    case Control::kPicture:
      reading::LeaveOut(&reading_.report, "image", "");
      break;
    case Control::kObjectData:
      reading::LeaveOut(&reading_.report, "embedded object", "");
      break;
    default:
      break;
  }
  group_.target = Target::kNowhere;
}

void Scanner::ApplyFont(Control control, int parameter) {
  if (control == Control::kFont) {
    if (group_.target == Target::kFonts) {
      font_of_table_ = parameter;
      fonts_.try_emplace(parameter);
    } else {
      group_.font = parameter;
    }
    return;
  }
  if (group_.target != Target::kFonts || font_of_table_ < 0) return;
  Font& font = fonts_[font_of_table_];
  if (control == Control::kFontPage) {
    if (!CharsetOfPage(parameter).empty()) font.page = parameter;
    return;
  }
  font.is_symbol = parameter == kSymbolCharset;
  if (font.page == 0) font.page = PageOfFontCharset(parameter);
}

void Scanner::SetDate(Control control, int parameter) {
  if (date_ == nullptr) return;
  if (control == Control::kYear) date_->year = parameter;
  if (control == Control::kMonth) date_->month = parameter;
  if (control == Control::kDay) date_->day = parameter;
}

// The length of the data may lie.
void Scanner::Binary(int parameter) {
  pos_ += std::min(static_cast<std::size_t>(std::max(parameter, 0)), bytes_.size() - pos_);
}

void Scanner::Hex() {
  at_start_ = false;
  const int high = pos_ < bytes_.size() ? HexValue(bytes_[pos_]) : -1;
  const int low = high >= 0 && pos_ + 1 < bytes_.size() ? HexValue(bytes_[pos_ + 1]) : -1;
  if (low < 0) return;
  pos_ += 2;
  if (!SkipsFallback()) Byte(static_cast<char>(high * 16 + low));
}

void Scanner::Unicode(int parameter) {
  const auto unit = static_cast<char32_t>(static_cast<std::uint32_t>(parameter) & 0xFFFFu);
  skip_ = group_.unicode_skip;
  const bool low = unit >= 0xDC00 && unit <= 0xDFFF;
  std::string text;
  if (low && high_ != 0) {
    text::Append(&text, 0x10000 + ((high_ - 0xD800) << 10) + (unit - 0xDC00));
    high_ = 0;
    return Write(text);
  }
  FlushHigh();
  if (unit >= 0xD800 && unit <= 0xDBFF) {
    high_ = unit;
    return;
  }
  // Bytes of a symbol font are written as characters for private use.
  if (unit >= 0xF020 && unit <= 0xF0FF && (IsSymbol() || unit == 0xF0B7)) {
    const int skip = std::exchange(skip_, 0);
    Byte(static_cast<char>(unit & 0xFF));
    FlushBytes();
    skip_ = skip;
    return;
  }
  if (unit == 0) return;
  if (low) ++invalid_;
  text::Append(&text, low ? 0xFFFD : unit);
  Write(text);
}

// Whether the character at hand only stands for the \u before it.
bool Scanner::SkipsFallback() {
  if (skip_ <= 0) return false;
  --skip_;
  return true;
}

void Scanner::Byte(char c) {
  FlushHigh();
  if (IsSymbol()) {
    FlushBytes();
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) return Write({&c, 1});
    if (byte == 0xB7 || byte == 0xA7) return Write("•");
    ++invalid_;
    return Write("\uFFFD");
  }
  if (Page() != pending_page_) FlushBytes();
  pending_page_ = Page();
  pending_.push_back(c);
}

void Scanner::FlushBytes() {
  if (pending_.empty()) return;
  if (std::string* const out = Out(); out != nullptr)
    invalid_ += pages_.Append(pending_, pending_page_, out);
  pending_.clear();
}

void Scanner::FlushHigh() {
  if (std::exchange(high_, 0) == 0) return;
  ++invalid_;
  Write("\uFFFD");
}

void Scanner::Write(std::string_view text) {
  FlushBytes();
  if (std::string* const out = Out(); out != nullptr) out->append(text);
}

std::string* Scanner::Out() {
  if (too_deep_ > 0 || group_.visible != Visible::kShown) return nullptr;
  const auto side = [](std::string* out) { return out->size() < kMaxSideBytes ? out : nullptr; };
  switch (group_.target) {
    case Target::kBody:
      if (reading_.text.size() > limits_.max_text_bytes) over_limit_ = true;
      return &reading_.text;
    case Target::kNote:
      return side(&note_);
    case Target::kPageText:
      return side(&page_text_);
    case Target::kTitle:
      return side(&title_);
    case Target::kFieldCode:
      return side(&field_code_);
    case Target::kAuthor:
      return side(&author_);
    case Target::kFonts:
    case Target::kInfo:
    case Target::kNowhere:
      return nullptr;
  }
  std::unreachable();
}

int Scanner::Page() const {
  const auto font = fonts_.find(group_.font >= 0 ? group_.font : default_font_);
  return font == fonts_.end() || font->second.page == 0 ? page_ : font->second.page;
}

bool Scanner::IsSymbol() const {
  const auto font = fonts_.find(group_.font >= 0 ? group_.font : default_font_);
  return font != fonts_.end() && font->second.is_symbol;
}

}  // namespace arborist::rtf
