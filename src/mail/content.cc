// SPDX-License-Identifier: AGPL-3.0-only
#include "mail/content.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "base/ascii.h"
#include "mail/charset.h"
#include "mail/words.h"

namespace arborist::mail {

namespace {

constexpr std::size_t kMaxParameters = 1000;
constexpr std::size_t kMaxNameBytes = 1024;

// One parameter, or one section of a long one: name*2*=value.
struct Parameter {
  std::string name;
  unsigned section = 0;
  bool extended = false;  // percent-encoded, the first section with a charset
  std::string value;
};

bool IsTokenByte(char c) {
  return c > ' ' && c < 0x7F && !std::string_view("()<>@,;:\\\"/[]?=").contains(c);
}

// Reads "value; name=value; ..." from the left.
class ParameterReader {
 public:
  explicit ParameterReader(std::string_view field) : text_(Unfold(field)) {}

  std::string Value() {
    SkipGaps(" \t");
    const std::size_t begin = pos_;
    while (pos_ < text_.size() && (IsTokenByte(text_[pos_]) || text_[pos_] == '/')) ++pos_;
    return LowerAscii(std::string_view(text_).substr(begin, pos_ - begin));
  }

  std::vector<Parameter> Parameters() {
    std::vector<Parameter> out;
    while (out.size() < kMaxParameters) {
      SkipGaps(" \t;,");
      if (pos_ >= text_.size()) break;
      const std::size_t begin = pos_;
      while (pos_ < text_.size() && IsTokenByte(text_[pos_])) ++pos_;
      const std::string_view name = std::string_view(text_).substr(begin, pos_ - begin);
      SkipGaps(" \t");
      if (pos_ >= text_.size() || text_[pos_] != '=') {
        if (pos_ == begin) ++pos_;
        continue;  // a word without a value
      }
      ++pos_;
      SkipGaps(" \t");
      out.push_back(Named(name));
      out.back().value = pos_ < text_.size() && text_[pos_] == '"' ? Quoted() : Unquoted();
    }
    return out;
  }

 private:
  static Parameter Named(std::string_view name) {
    Parameter out;
    if (name.ends_with('*')) {
      out.extended = true;
      name.remove_suffix(1);
    }
    if (const std::size_t star = name.find('*'); star != std::string_view::npos) {
      std::from_chars(name.data() + star + 1, name.data() + name.size(), out.section);
      name = name.substr(0, star);
    }
    out.name = LowerAscii(name);
    return out;
  }

  // Blanks and comments.
  void SkipGaps(std::string_view gaps) {
    while (pos_ < text_.size()) {
      if (gaps.contains(text_[pos_])) {
        ++pos_;
      } else if (text_[pos_] == '(') {
        int depth = 0;
        for (; pos_ < text_.size(); ++pos_) {
          if (text_[pos_] == '\\') {
            ++pos_;
          } else if (text_[pos_] == '(') {
            ++depth;
          } else if (text_[pos_] == ')' && --depth == 0) {
            break;
          }
        }
        pos_ = std::min(pos_ + 1, text_.size());
      } else {
        return;
      }
    }
  }

  std::string Quoted() {
    std::string out;
    for (++pos_; pos_ < text_.size() && text_[pos_] != '"'; ++pos_) {
      if (text_[pos_] == '\\' && pos_ + 1 < text_.size()) ++pos_;
      out.push_back(text_[pos_]);
    }
    pos_ = std::min(pos_ + 1, text_.size());
    return out;
  }

  // To the semicolon, or to where another parameter begins without one.
  std::string Unquoted() {
    const std::size_t begin = pos_;
    std::size_t end = std::min(text_.find(';', pos_), text_.size());
    const std::string_view whole = std::string_view(text_).substr(begin, end - begin);
    for (std::size_t i = whole.find_first_of(" \t"); i != std::string_view::npos;
         i = whole.find_first_of(" \t", i)) {
      std::size_t at = i = std::min(whole.find_first_not_of(" \t", i), whole.size());
      while (at < whole.size() && IsTokenByte(whole[at])) ++at;
      if (at > i && at < whole.size() && whole[at] == '=') {
        end = begin + i;
        break;
      }
      i = at;
    }
    pos_ = end;
    return std::string(TrimAscii(std::string_view(text_).substr(begin, end - begin)));
  }

  std::string text_;
  std::size_t pos_ = 0;
};

std::string FromPercent(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? HexValue(text[i + 1]) : -1;
    const int low = high >= 0 ? HexValue(text[i + 2]) : -1;
    if (low >= 0) {
      out.push_back(static_cast<char>(high * 16 + low));
      i += 2;
    } else {
      out.push_back(text[i]);
    }
  }
  return out;
}

// The value of a parameter out of its sections, as bytes, and the charset its first one names.
struct Joined {
  std::string bytes;
  std::string charset;
  bool extended = false;
};
Joined Join(const std::vector<Parameter>& parameters, std::string_view name) {
  std::vector<const Parameter*> sections;
  for (const Parameter& one : parameters) {
    if (one.name == name) sections.push_back(&one);
  }
  std::ranges::stable_sort(sections, {}, &Parameter::section);
  // name* stands beside name for old readers: the one that knows its charset counts.
  const auto extended = std::ranges::find_if(sections, &Parameter::extended);
  if (extended != sections.end() && (*extended)->section == 0 && sections[0] != *extended)
    sections.erase(sections.begin(), extended);
  Joined out;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const Parameter& section = *sections[i];
    if (i > 0 && section.section == sections[i - 1]->section) continue;
    std::string_view value = section.value;
    if (section.extended && i == 0) {
      out.extended = true;
      const std::size_t first = value.find('\'');
      const std::size_t second =
          first == std::string_view::npos ? first : value.find('\'', first + 1);
      if (second != std::string_view::npos) {
        out.charset = value.substr(0, first);
        value.remove_prefix(second + 1);
      }
    }
    out.bytes += section.extended ? FromPercent(value) : std::string(value);
  }
  return out;
}

std::string Shown(const Joined& joined) {
  const std::string_view bytes = std::string_view(joined.bytes).substr(0, kMaxNameBytes);
  std::string text =
      joined.extended ? Unfold(DecodeBytes(bytes, joined.charset).text) : DecodeWords(bytes);
  std::erase_if(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
  return text;
}

std::string Plain(const std::vector<Parameter>& parameters, std::string_view name) {
  return LowerAscii(Join(parameters, name).bytes);
}

}  // namespace

Content ContentOf(const Header& header) {
  Content out;
  ParameterReader type(header.First("Content-Type"));
  out.type = type.Value();
  if (!out.type.contains('/')) out.type.clear();
  const std::vector<Parameter> of_type = type.Parameters();
  out.boundary = Join(of_type, "boundary").bytes;
  out.charset = Plain(of_type, "charset");
  out.format = Plain(of_type, "format");
  out.del_sp = Plain(of_type, "delsp");
  out.smime_type = Plain(of_type, "smime-type");
  ParameterReader disposition(header.First("Content-Disposition"));
  out.disposition = disposition.Value();
  out.name = Shown(Join(disposition.Parameters(), "filename"));
  if (out.name.empty()) out.name = Shown(Join(of_type, "name"));
  ParameterReader encoding(header.First("Content-Transfer-Encoding"));
  out.encoding = encoding.Value();
  out.id = std::string(TrimAscii(header.First("Content-ID")));
  out.location = Unfold(header.First("Content-Location"));
  return out;
}

}  // namespace arborist::mail
