// SPDX-License-Identifier: AGPL-3.0-only
#include "mail/words.h"

#include <optional>

#include "base/ascii.h"
#include "mail/charset.h"
#include "mail/header.h"
#include "mail/transfer.h"

namespace arborist::mail {

namespace {

constexpr std::size_t kMaxCharsetBytes = 64;
constexpr std::size_t kMaxWords = 2000;  // of one value; the rest stays as it stands there

struct Word {
  std::string_view charset;
  std::string bytes;
  std::size_t end = 0;  // behind "?="
};

std::string FromQ(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '=' && i + 2 < text.size() ? HexValue(text[i + 1]) : -1;
    const int low = high >= 0 ? HexValue(text[i + 2]) : -1;
    if (low >= 0) {
      out.push_back(static_cast<char>(high * 16 + low));
      i += 2;
    } else {
      out.push_back(text[i] == '_' ? ' ' : text[i]);
    }
  }
  return out;
}

class WordDecoder {
 public:
  explicit WordDecoder(std::string_view value) : value_(value) {}

  std::string Run() {
    std::size_t plain = 0;  // begins behind the last word
    bool behind_word = false;
    for (std::size_t pos = value_.find("=?"); pos != std::string_view::npos;
         pos = value_.find("=?", pos)) {
      std::optional<Word> word = words_ < kMaxWords ? WordAt(pos) : std::nullopt;
      if (!word) {
        pos += 2;
        continue;
      }
      ++words_;
      const std::string_view gap = value_.substr(plain, pos - plain);
      const bool joined = behind_word && TrimAscii(gap).empty();
      if (!joined) AppendPlain(gap);
      if (!joined || !EqualsIgnoringCase(charset_, word->charset)) Flush();
      charset_ = word->charset;
      bytes_ += word->bytes;
      plain = pos = word->end;
      behind_word = true;
    }
    AppendPlain(value_.substr(plain));
    return std::move(out_);
  }

 private:
  // The next "?=" from pos on. Asked with rising positions, so all questions together are one pass.
  std::size_t TerminatorFrom(std::size_t pos) {
    if (terminator_ < pos) terminator_ = value_.find("?=", pos);  // npos is not less
    return terminator_;
  }

  std::optional<Word> WordAt(std::size_t pos) {
    const std::size_t begin = pos + 2;
    const std::size_t mark = value_.substr(begin, kMaxCharsetBytes).find('?');
    if (mark == std::string_view::npos || mark == 0) return std::nullopt;
    std::string_view charset = value_.substr(begin, mark);
    if (charset.contains(' ')) return std::nullopt;
    charset = charset.substr(0, charset.find('*'));  // RFC 2231: a language
    const std::size_t kind = begin + mark + 1;
    if (kind + 1 >= value_.size() || value_[kind + 1] != '?') return std::nullopt;
    const std::size_t end = TerminatorFrom(kind + 2);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view text = value_.substr(kind + 2, end - kind - 2);
    if (LowerAscii(value_[kind]) == 'b') return Word{charset, FromBase64Lines(text), end + 2};
    if (LowerAscii(value_[kind]) == 'q') return Word{charset, FromQ(text), end + 2};
    return std::nullopt;
  }

  void Flush() {
    AppendShown(DecodeBytes(bytes_, charset_).text);
    bytes_.clear();
  }

  void AppendPlain(std::string_view plain) {
    Flush();
    AppendShown(DecodeBytes(plain, {}).text);
  }

  void AppendShown(std::string_view text) {
    for (const char c : text)
      out_.push_back(static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c);
  }

  std::string_view value_;
  std::string out_;
  std::string_view charset_;  // of bytes_, which wait to be decoded
  std::string bytes_;
  std::size_t words_ = 0;
  std::size_t terminator_ = 0;
};

}  // namespace

std::string DecodeWords(std::string_view value) {
  const std::string line = Unfold(value);
  // Old mail from Japan has raw ISO-2022-JP in its headers.
  if (line.contains("\x1B$") || line.contains("\x1B("))
    return WordDecoder(Unfold(DecodeBytes(line, "iso-2022-jp").text)).Run();
  return WordDecoder(line).Run();
}

}  // namespace arborist::mail
