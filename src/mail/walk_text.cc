// SPDX-License-Identifier: AGPL-3.0-only
// The text parts of a message: bytes to characters to what is stored.
#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "mail/charset.h"
#include "mail/transfer.h"
#include "mail/walk.h"

namespace arborist::mail {

namespace {

// A text of which more than one byte in so many is a control character is none.
constexpr std::size_t kBinaryRatio = 10;

bool IsBinary(std::string_view bytes) {
  std::size_t controls = 0;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 && !IsAsciiSpace(c) && byte != 0x1B && byte != 0) ++controls;
  }
  return controls * kBinaryRatio > bytes.size();
}

// Lone carriage returns, too, end lines.
void UseLineFeeds(std::string* text) {
  if (!text->contains('\r')) return;
  std::size_t size = 0;
  for (std::size_t i = 0; i < text->size(); ++i) {
    const char c = (*text)[i];
    if (c == '\r' && i + 1 < text->size() && (*text)[i + 1] == '\n') continue;
    (*text)[size++] = c == '\r' ? '\n' : c;
  }
  text->resize(size);
}

// text/enriched (RFC 1896): commands in angle brackets, "<<" is one of them, a single line feed is
// a blank.
std::string FromEnriched(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '<' && text.substr(i).starts_with("<<")) {
      out.push_back(text[i++]);
    } else if (text[i] == '<') {
      const std::size_t end = text.substr(i, 80).find('>');
      if (end == std::string_view::npos) {
        out.push_back('<');
      } else {
        i += end;
      }
    } else {
      out.push_back(text[i]);
    }
  }
  return out;
}

}  // namespace

void Walker::TakeText(std::string_view body, const Content& content, const Spot& spot) {
  ++reading_.report.units;
  std::string bytes = DecodeTransfer(body, content.encoding);
  if (content.type == "text/html") return TakeHtml(std::move(bytes), content, spot);
  if (content.type == "text/calendar") return TakeCalendar(bytes, content, spot);
  if (!CharsetOf(content.charset).starts_with("utf-16") && IsBinary(bytes)) {
    MissText("data that is declared as text", spot);
    reading_.children.push_back({.name = content.name,
                                 .fragment = "part=" + spot.Fragment(),
                                 .media_type = "application/octet-stream",
                                 .bytes = std::move(bytes)});
    return;
  }
  TakePlain(std::move(bytes), content, spot);
}

void Walker::TakePlain(std::string bytes, const Content& content, const Spot& spot) {
  std::string text = Decoded(bytes, content.charset, spot);
  UseLineFeeds(&text);
  if (content.type == "text/enriched" || content.type == "text/richtext") text = FromEnriched(text);
  const bool flowed = content.format == "flowed";
  PlainBody body = CleanPlain(text, !flowed                   ? Flow::kFixed
                                    : content.del_sp == "yes" ? Flow::kFlowedDelSp
                                                              : Flow::kFlowed);
  if (body.encrypted > 0) MissText("encrypted text (PGP)", spot);
  if (body.pgp_signatures > 0) Miss("signature", spot, body.pgp_signatures);
  if (body.pgp_keys > 0) Miss("PGP key", spot, body.pgp_keys);
  if (body.base64_lines > 0) Miss("line of base64", spot, body.base64_lines);
  for (std::size_t i = 0; i < body.files.size(); ++i) {
    reading_.children.push_back(
        {.name = std::move(body.files[i].name),
         .fragment = "part=" + spot.Fragment() + "&file=" + std::to_string(i + 1),
         .media_type = "application/octet-stream",
         .bytes = std::move(body.files[i].bytes)});
  }
  const std::size_t begin = Append(body.text, spot);
  if (begin != std::string::npos) MarkPlain(body, begin, spot);
}

// Behind a marked range the part goes on. The ranges stand in order and apart.
void Walker::MarkPlain(const PlainBody& body, std::size_t begin, const Spot& spot) {
  const auto mark = [&](std::size_t at, reading::AnchorKind kind, std::string label) {
    reading_.anchors.push_back({.begin = begin + at,
                                .kind = kind,
                                .label = std::move(label),
                                .fragment = "part=" + spot.Fragment()});
  };
  const auto mark_range = [&](std::size_t from, std::size_t to, reading::AnchorKind kind) {
    if (reading_.anchors.size() >= reading::kMaxAnchors) return;
    mark(from, kind, std::string(reading::NameOf(kind)));
    if (to < body.text.size()) mark(to, reading::AnchorKind::kPart, spot.Name());
  };
  for (const PlainBody::Range& range : body.quoted)
    mark_range(range.begin, range.end, reading::AnchorKind::kQuoted);
  if (body.signature != std::string::npos)
    mark_range(body.signature, body.text.size(), reading::AnchorKind::kSignature);
}

void Walker::TakeHtml(std::string bytes, const Content& content, const Spot& spot) {
  const auto read = [&](std::string_view html, std::string_view charset) {
    return html_(html, charset, content.location);
  };
  // Without a label that is known the page itself says what it is written in.
  Result<reading::HtmlPart> part = Fail(ErrorCode::kInvalidData, "");
  if (CharsetOf(content.charset).empty()) part = read(bytes, "");
  if (!part) part = read(Decoded(bytes, content.charset, spot), "utf-8");
  if (!part) return MissText("HTML that could not be read: " + part.error().message, spot);
  nuls_ += static_cast<std::size_t>(std::ranges::count(part->text, '\0'));
  std::erase(part->text, '\0');
  std::string_view text = part->text;
  const std::size_t end = text.find_last_not_of(" \t\n") + 1;
  if (Append(text.substr(0, end), spot) == std::string::npos) return;
  reading_.links.insert(reading_.links.end(), std::make_move_iterator(part->links.begin()),
                        std::make_move_iterator(part->links.end()));
}

void Walker::TakeCalendar(std::string_view bytes, const Content& content, const Spot& spot) {
  std::string_view charset = content.charset;
  if (charset.empty()) charset = "utf-8";
  Append(CalendarText(Decoded(bytes, charset, spot)), spot);
}

std::string Walker::Decoded(std::string_view bytes, std::string_view charset, const Spot& spot) {
  DecodedText decoded = DecodeBytes(bytes, charset);
  if (decoded.trust == Trust::kGuessed)
    reading::Warn(&reading_.report, "the charset of " + spot.Name() + " was guessed");
  if (decoded.trust == Trust::kReplaced)
    Miss("character that is not valid", spot, decoded.replaced);
  nuls_ += static_cast<std::size_t>(std::ranges::count(decoded.text, '\0'));
  std::erase(decoded.text, '\0');
  return std::move(decoded.text);
}

std::size_t Walker::Append(std::string_view text, const Spot& spot) {
  if (text.find_first_not_of(" \t\n") == std::string_view::npos) return std::string::npos;
  std::string& out = reading_.text;
  if (out.size() + text.size() + 2 > limits_.max_text_bytes) {
    MissText("text beyond " + std::to_string(limits_.max_text_bytes) + " bytes", spot);
    return std::string::npos;
  }
  if (!out.empty()) out += "\n\n";
  const std::size_t begin = out.size();
  reading_.anchors.push_back({.begin = begin,
                              .kind = reading::AnchorKind::kPart,
                              .label = spot.Name(),
                              .fragment = "part=" + spot.Fragment()});
  out += text;
  ++reading_.report.units_with_text;
  return begin;
}

}  // namespace arborist::mail
