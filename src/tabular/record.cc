// SPDX-License-Identifier: AGPL-3.0-only
#include "tabular/record.h"

#include <algorithm>

namespace arborist::tabular {

namespace {

class RecordParser {
 public:
  RecordParser(std::string_view text, Source source, const Dialect& dialect, Lines lines)
      : text_(text), source_(source), dialect_(dialect), lines_(lines) {}

  Parsed Run(std::vector<std::string>* fields, std::size_t* used) {
    fields->clear();
    while (true) {
      fields->emplace_back();
      const Parsed parsed = Field(&fields->back());
      if (parsed != Parsed::kRecord) return parsed;
      if (pos_ < text_.size() && text_[pos_] == dialect_.delimiter) {
        ++pos_;
        continue;
      }
      if (pos_ >= text_.size() && source_ == Source::kGoesOn) return Parsed::kNeedsMore;
      // A carriage return at the very end may have its line feed behind it.
      if (pos_ + 1 == text_.size() && text_[pos_] == '\r' && source_ == Source::kGoesOn)
        return Parsed::kNeedsMore;
      if (pos_ < text_.size() && text_[pos_] == '\r') ++pos_;
      if (pos_ < text_.size() && text_[pos_] == '\n') ++pos_;
      *used = pos_;
      return Parsed::kRecord;
    }
  }

 private:
  bool EndsField(std::size_t pos) const {
    return pos >= text_.size() || text_[pos] == dialect_.delimiter || text_[pos] == '\n' ||
           text_[pos] == '\r';
  }

  Parsed Field(std::string* field) {
    // A blank before a quote is not part of the value.
    std::size_t quote = pos_;
    while (quote < text_.size() && text_[quote] == ' ') ++quote;
    if (quote < text_.size() && text_[quote] == '"' && !no_close_) {
      const Parsed parsed = Quoted(quote, field);
      if (parsed != Parsed::kUnclosed || lines_ == Lines::kMany) return parsed;
      no_close_ = true;  // nor does another quote of this line
      field->clear();
    }
    const std::size_t begin = pos_;
    while (!EndsField(pos_)) ++pos_;
    field->assign(text_.substr(begin, pos_ - begin));
    return Parsed::kRecord;
  }

  // Leaves pos_ as it is unless the field is closed.
  Parsed Quoted(std::size_t quote, std::string* field) {
    for (std::size_t i = quote + 1; i < text_.size(); ++i) {
      const char c = text_[i];
      if (lines_ == Lines::kOne && c == '\n') return Parsed::kUnclosed;
      if (i - quote > kMaxFieldBytes) return Parsed::kUnclosed;
      const char next = i + 1 < text_.size() ? text_[i + 1] : '\0';
      if (dialect_.escape == Escape::kBackslash && c == '\\' && next == '"') {
        field->push_back('"');
        ++i;
      } else if (c != '"') {
        field->push_back(c);
      } else if (dialect_.escape == Escape::kDoubled && next == '"') {
        field->push_back('"');
        ++i;
      } else {
        std::size_t end = i + 1;
        while (end < text_.size() && text_[end] == ' ') ++end;
        if (end >= text_.size() && source_ == Source::kGoesOn) return Parsed::kNeedsMore;
        if (EndsField(end)) {
          pos_ = end;
          return Parsed::kRecord;
        }
        field->push_back('"');
      }
    }
    return source_ == Source::kGoesOn ? Parsed::kNeedsMore : Parsed::kUnclosed;
  }

  std::string_view text_;
  Source source_;
  const Dialect& dialect_;
  Lines lines_;
  std::size_t pos_ = 0;
  bool no_close_ = false;
};

}  // namespace

Parsed ParseRecord(std::string_view text, Source source, const Dialect& dialect, Lines lines,
                   std::vector<std::string>* fields, std::size_t* used) {
  return RecordParser(text, source, dialect, lines).Run(fields, used);
}

}  // namespace arborist::tabular
