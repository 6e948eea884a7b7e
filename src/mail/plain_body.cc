// SPDX-License-Identifier: AGPL-3.0-only
// One pass over the lines. Blocks that are data and not prose (PGP, uuencode, base64 that nobody
// declared) are looked for where they begin; each search ahead remembers when it found nothing, so
// that a thousand beginnings without an end are one search.
#include "mail/plain_body.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "mail/transfer.h"

namespace arborist::mail {

namespace {

constexpr std::size_t kLeastBase64Lines = 8;    // in a row, equally long
constexpr std::size_t kLeastBase64Bytes = 57;   // of each
constexpr std::size_t kLongBase64Bytes = 1000;  // of one that stands alone

bool IsBase64Line(std::string_view line) {
  if (line.size() < kLeastBase64Bytes) return false;
  while (line.ends_with('=')) line.remove_suffix(1);
  return std::ranges::all_of(
      line, [](char c) { return IsAsciiLetter(c) || IsAsciiDigit(c) || c == '+' || c == '/'; });
}

bool IntroducesOriginal(std::string_view line) {
  if (!line.starts_with("-----")) return false;
  constexpr auto kWords = std::to_array<std::string_view>(
      {"Original Message", "Original message", "Ursprüngliche Nachricht", "Message d'origine",
       "Mensaje original", "Messaggio originale", "Oorspronkelijk bericht"});
  return std::ranges::any_of(kWords, [&](std::string_view word) { return line.contains(word); });
}

std::string Unflow(std::string_view text, bool del_sp) {
  std::string out;
  std::size_t open_depth = 0;
  bool open = false;  // a paragraph that goes on
  while (!text.empty()) {
    std::string_view line = TakeLine(&text);
    std::size_t depth = 0;
    while (depth < line.size() && line[depth] == '>') ++depth;
    line.remove_prefix(depth);
    if (line.starts_with(' ')) line.remove_prefix(1);
    const bool is_signature = line == "-- ";
    const bool flows = line.ends_with(' ') && !is_signature;
    if (open && (depth != open_depth || is_signature)) {
      out.push_back('\n');
      open = false;
    }
    if (!open && depth > 0) out.append(depth, '>').push_back(' ');
    if (flows && del_sp) line.remove_suffix(1);
    out.append(line);
    if (!flows) out.push_back('\n');
    open = flows;
    open_depth = depth;
  }
  return out;
}

class Cleaner {
 public:
  explicit Cleaner(std::string_view text) : text_(text) {}

  PlainBody Run() {
    while (!text_.empty()) {
      if (TakePgp() || TakeUuencoded() || TakeBase64()) continue;
      Emit(TakeLine(&text_));
    }
    EndQuote();
    std::string& text = body_.text;
    text.resize(text.find_last_not_of(" \t\n") + 1);
    for (PlainBody::Range& range : body_.quoted) range.end = std::min(range.end, text.size());
    std::erase_if(body_.quoted, [](const auto& range) { return range.begin >= range.end; });
    if (body_.signature >= text.size()) body_.signature = std::string::npos;
    return std::move(body_);
  }

 private:
  void Emit(std::string_view line) {
    const bool blank = TrimAscii(line).empty();
    if (blank && body_.text.empty()) return;
    if (!original_) {
      if (line.starts_with('>')) {
        if (!quoting_) {
          body_.quoted.push_back({body_.text.size(), 0});
          quoting_ = true;
        }
        quote_end_ = body_.text.size() + line.size() + 1;
      } else if (!blank) {
        EndQuote();
      }
      if (IntroducesOriginal(line)) {
        body_.quoted.push_back({body_.text.size(), std::string::npos});
        original_ = true;
      }
      if (line == "-- ") body_.signature = body_.text.size();
    }
    body_.text.append(line).push_back('\n');
  }

  void EndQuote() {
    if (quoting_) body_.quoted.back().end = quote_end_;
    quoting_ = false;
  }

  std::string_view Line() const {
    std::string_view rest = text_;
    return TakeLine(&rest);
  }

  // Moves behind the line that begins with `end`; false if there is none.
  bool SkipTo(std::string_view end, bool* is_missing) {
    if (*is_missing) return false;
    const std::size_t at = text_.find(end);
    if (at == std::string_view::npos) {
      *is_missing = true;
      return false;
    }
    text_.remove_prefix(at);
    TakeLine(&text_);
    return true;
  }

  bool TakePgp() {
    if (!text_.starts_with("-----BEGIN PGP ")) return false;
    if (text_.starts_with("-----BEGIN PGP MESSAGE-----")) {
      if (!SkipTo("\n-----END PGP MESSAGE-----", &no_message_end_)) return false;
      TakeLine(&text_);
      ++body_.encrypted;
      return true;
    }
    if (text_.starts_with("-----BEGIN PGP SIGNATURE-----")) {
      if (!SkipTo("\n-----END PGP SIGNATURE-----", &no_signature_end_)) return false;
      TakeLine(&text_);
      ++body_.pgp_signatures;
      return true;
    }
    if (text_.starts_with("-----BEGIN PGP PUBLIC KEY BLOCK-----")) {
      if (!SkipTo("\n-----END PGP PUBLIC KEY BLOCK-----", &no_key_end_)) return false;
      TakeLine(&text_);
      ++body_.pgp_keys;
      return true;
    }
    if (!text_.starts_with("-----BEGIN PGP SIGNED MESSAGE-----")) return false;
    TakeLine(&text_);
    while (Line().starts_with("Hash:")) TakeLine(&text_);
    return true;
  }

  bool TakeUuencoded() {
    if (!text_.starts_with("begin ")) return false;
    std::string_view rest = text_;
    const std::string_view name = UuencodedName(TakeLine(&rest));
    if (name.empty()) return false;
    const std::string_view lines = rest;
    std::string_view behind = rest;
    bool ends = false;
    while (!behind.empty() && !ends) {
      const std::string_view line = TakeLine(&behind);
      ends = line == "end";
      if (!ends && !line.empty() && !IsUuencodedLine(line)) break;
      if (!ends) rest = behind;
    }
    const std::string_view data = lines.substr(0, lines.size() - rest.size());
    if (ends || (behind.empty() && !data.empty())) {
      body_.files.push_back({std::string(name), FromUuencodedLines(data)});
      text_ = behind;
      return true;
    }
    // What was looked at is emitted and not looked at again.
    while (text_.size() > rest.size()) Emit(TakeLine(&text_));
    return true;
  }

  bool TakeBase64() {
    const std::string_view first = Line();
    if (!IsBase64Line(first)) return false;
    std::string_view rest = text_;
    std::size_t count = 0;
    while (!rest.empty()) {
      std::string_view behind = rest;
      const std::string_view line = TakeLine(&behind);
      if (line.size() != first.size() || !IsBase64Line(line)) break;
      ++count;
      rest = behind;
    }
    if (count >= kLeastBase64Lines || first.size() >= kLongBase64Bytes) {
      body_.base64_lines += count;
      text_ = rest;
      TakeLastBase64Line(first.size());
      return true;
    }
    while (text_.size() > rest.size()) Emit(TakeLine(&text_));
    return true;
  }

  // The last line of base64 is shorter, has no blank, and no prose is only one such word.
  void TakeLastBase64Line(std::size_t longest) {
    const std::string_view line = Line();
    if (line.empty() || line.size() >= longest || line.find_first_of(" .,") != line.npos) return;
    ++body_.base64_lines;
    TakeLine(&text_);
  }

  std::string_view text_;
  PlainBody body_;
  bool quoting_ = false;
  bool original_ = false;
  std::size_t quote_end_ = 0;
  bool no_message_end_ = false;
  bool no_signature_end_ = false;
  bool no_key_end_ = false;
};

}  // namespace

PlainBody CleanPlain(std::string_view text, Flow flow) {
  if (flow == Flow::kFixed) return Cleaner(text).Run();
  return Cleaner(Unflow(text, flow == Flow::kFlowedDelSp)).Run();
}

std::size_t CountWords(std::string_view text) {
  std::size_t count = 0;
  bool counted = false;  // the word that is open
  for (const char c : text) {
    if (IsAsciiSpace(c)) {
      counted = false;
    } else if (!counted && (IsAsciiLetter(c) || IsAsciiDigit(c) || (c & 0x80) != 0)) {
      ++count;
      counted = true;
    }
  }
  return count;
}

std::size_t CountWordsOfHtml(std::string_view html) {
  std::size_t count = 0;
  while (!html.empty()) {
    const std::size_t open = std::min(html.find('<'), html.size());
    count += CountWords(html.substr(0, open));
    html.remove_prefix(open);
    std::string_view end = ">";
    for (const std::string_view hidden : {"style", "script", "title"}) {
      if (StartsWithIgnoringCase(html.substr(std::min<std::size_t>(1, html.size())), hidden))
        end = "</";
    }
    if (html.starts_with("<!--")) end = "-->";
    const std::size_t close = html.find(end);
    if (close == std::string_view::npos) break;
    html.remove_prefix(close + end.size());
    if (end == "</") html.remove_prefix(std::min(html.find('>'), html.size()));
  }
  return count;
}

}  // namespace arborist::mail
