// SPDX-License-Identifier: AGPL-3.0-only
// The tree of a message: which of its parts are text, which are attachments. A text part is part of
// the message's text unless it is declared an attachment or has a file name and does not come first
// (RFC 8621, section 4.1.4).
#include "mail/walk.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "mail/charset.h"
#include "mail/date.h"
#include "mail/mail.h"
#include "mail/multipart.h"
#include "mail/signed_data.h"
#include "mail/transfer.h"
#include "mail/words.h"
#include "text/utf8.h"

namespace arborist::mail {

namespace {

using reading::Verdict;

constexpr std::size_t kMaxTitleBytes = 1000;
// Of so many words of the HTML one must be in the plain text, or that is a stub.
constexpr std::size_t kStubRatio = 5;
constexpr std::size_t kMaxStubParts = 100;  // that are looked at for it

// "Re: Fwd: AW: x" is "x", in the languages whose mailers write such.
std::string_view WithoutReply(std::string_view subject) {
  constexpr auto kMarks = std::to_array<std::string_view>(
      {"re", "fwd", "fw", "aw", "wg", "sv", "vs", "vb", "tr", "rv", "antw", "odp", "ref", "enc"});
  while (true) {
    subject = TrimAscii(subject);
    const std::size_t colon = subject.find(':');
    if (colon == std::string_view::npos || colon > 8) return subject;
    std::string_view mark = TrimAscii(subject.substr(0, colon));
    mark = mark.substr(0, mark.find_first_of("[("));  // RE[2]:
    if (!std::ranges::any_of(kMarks, [&](auto one) { return EqualsIgnoringCase(one, mark); }))
      return subject;
    const std::string_view rest = TrimAscii(subject.substr(colon + 1));
    if (rest.empty()) return subject;
    subject = rest;
  }
}

// Whether the plain text only says that there is HTML.
bool IsStub(std::string_view plain, std::string_view rich) {
  const auto decoded = [](std::string_view entity, std::string_view type) -> std::string {
    const SplitEntity part = SplitHeader(entity);
    const Content content = ContentOf(part.header);
    if (!type.empty() && content.type != type) return {};
    return DecodeTransfer(part.body, content.encoding);
  };
  const std::size_t words = CountWords(decoded(plain, {}));
  const SplitEntity part = SplitHeader(rich);
  const Content content = ContentOf(part.header);
  std::size_t html_words = 0;
  if (content.IsMultipart()) {
    for (const std::string_view one : SplitParts(part.body, content.boundary, kMaxStubParts))
      html_words += CountWordsOfHtml(decoded(one, "text/html"));
  } else {
    html_words = CountWordsOfHtml(decoded(rich, "text/html"));
  }
  return words * kStubRatio < html_words;
}

}  // namespace

reading::Reading Walker::Run(std::string_view message, std::string_view message_id) {
  reading_.report.unit_name = "parts";
  const SplitEntity top = SplitHeader(message);
  if (top.header_too_large) {
    reading_.report.verdict = Verdict::kOverLimit;
    reading_.report.detail = "a header of more than 1 MiB";
    return std::move(reading_);
  }
  WriteHeader(top.header);
  here_.kind = reading::AnchorKind::kMessage;
  here_.label = reading_.content_date.empty() ? "message" : "message of " + reading_.content_date;
  if (!message_id.empty()) here_.fragment = FragmentOf(message_id);
  reading_.anchors.push_back(here_);
  Walk(message, Spot{});
  return Finish();
}

void Walker::WriteHeader(const Header& header) {
  const std::string subject = DecodeWords(header.First("Subject"));
  reading_.title = std::string(Utf8Prefix(WithoutReply(subject), kMaxTitleBytes));
  reading_.content_date = ContentDate(header);
  const auto write = [&](std::string_view name, std::string_view value) {
    if (value.empty()) return;
    if (!reading_.text.empty()) reading_.text.push_back('\n');
    reading_.text.append(name).append(": ").append(value);
  };
  write("Subject", subject);
  write("From", DecodeWords(header.First("From")));
  for (const std::string_view name : {"To", "Cc"}) {
    for (const Header::Field& field : header.fields()) {
      if (EqualsIgnoringCase(field.name, name)) write(name, DecodeWords(field.value));
    }
  }
  write("Date", DecodeWords(header.First("Date")));
}

void Walker::Walk(std::string_view entity, const Spot& spot) {
  if (spot.depth > kMaxDepth) {
    return MissText("parts nested deeper than " + std::to_string(kMaxDepth), spot);
  }
  if (++parts_ > limits_.max_parts) {
    return MissText("parts beyond the first " + std::to_string(limits_.max_parts), Spot{});
  }
  const SplitEntity part = SplitHeader(entity);
  if (part.header_too_large) return MissText("a part with a header of more than 1 MiB", spot);
  Content content = ContentOf(part.header);
  if (content.type.empty())
    content.type = spot.parent == Parent::kDigest ? "message/rfc822" : "text/plain";
  if (content.IsMultipart()) return WalkMultipart(part.body, content, spot);
  WalkLeaf(part.body, content, spot);
}

void Walker::WalkMultipart(std::string_view body, const Content& content, const Spot& spot) {
  const std::string_view kind = std::string_view(content.type).substr(10);
  if (kind == "encrypted") return MissText("encrypted text (PGP)", spot);
  const auto parts = SplitParts(body, content.boundary, limits_.max_parts + 1);
  if (parts.empty()) {
    reading::Warn(&reading_.report, "a multipart without parts was read as plain text");
    Content plain;
    plain.type = "text/plain";
    plain.encoding = content.encoding;
    return WalkLeaf(body, plain, spot);
  }
  if (kind == "alternative") return WalkAlternative(parts, spot);
  Spot below = spot;
  ++below.depth;
  below.parent = kind == "related"  ? Parent::kRelated
                 : kind == "digest" ? Parent::kDigest
                                    : Parent::kMixed;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    below.index = i;
    below.path = spot.path + (spot.path.empty() ? "" : ".") + std::to_string(i + 1);
    Walk(parts[i], below);
  }
}

void Walker::WalkAlternative(const std::vector<std::string_view>& parts, const Spot& spot) {
  constexpr std::size_t kNone = std::string_view::npos;
  std::size_t plain = kNone;
  std::size_t rich = kNone;
  std::vector<Content> contents;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    contents.push_back(ContentOf(SplitHeader(parts[i]).header));
    Content& content = contents.back();
    if (content.type.empty()) content.type = "text/plain";
    if (content.disposition == "attachment") continue;
    if (content.type == "text/plain") plain = i;
    if (content.type == "text/html" || content.IsMultipart()) rich = i;
  }
  const auto below = [&](std::size_t i, Want want) {
    Spot out = spot;
    ++out.depth;
    out.index = 0;  // each form is the first of its own
    out.parent = Parent::kMixed;
    out.path = spot.path + (spot.path.empty() ? "" : ".") + std::to_string(i + 1);
    if (out.want == Want::kAll) out.want = want;
    return out;
  };
  const bool stub = plain != kNone && rich != kNone && IsStub(parts[plain], parts[rich]);
  const bool takes_rich = rich != kNone && (plain == kNone || stub);
  const std::size_t units = reading_.report.units_with_text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i == plain && !takes_rich) {
      Walk(parts[i], below(i, Want::kAll));
    } else if (i == rich) {
      Walk(parts[i], below(i, takes_rich ? Want::kAll : Want::kAttachments));
    } else if (i != plain && contents[i].type == "text/calendar") {
      Walk(parts[i], below(i, Want::kAll));
    } else if (i != plain) {
      const bool only = plain == kNone && rich == kNone && i + 1 == parts.size();
      Walk(parts[i], below(i, only ? Want::kAll : Want::kAttachments));
    }
  }
  // HTML that is all images, or cannot be read: the stub is better than none.
  if (takes_rich && plain != kNone && reading_.report.units_with_text == units)
    Walk(parts[plain], below(plain, Want::kAll));
}

void Walker::WalkLeaf(std::string_view body, const Content& content, const Spot& spot) {
  if (TakeSpecial(body, content, spot)) return;
  const bool is_report = content.type == "message/delivery-status" ||
                         content.type == "message/disposition-notification" ||
                         content.type == "message/feedback-report";
  const bool is_extra =
      spot.index > 0 && (!content.name.empty() || spot.parent == Parent::kRelated);
  const bool is_text = is_report || (content.IsText() && !is_extra && content.type != "text/rtf");
  if (content.disposition == "attachment" || !is_text) return Attach(body, content, spot);
  if (spot.want == Want::kAll) TakeText(body, content, spot);
}

bool Walker::TakeSpecial(std::string_view body, const Content& content, const Spot& spot) {
  const std::string_view type = content.type;
  const auto is = [&](std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, type) != names.end();
  };
  if (is({"application/pkcs7-mime", "application/x-pkcs7-mime"})) {
    TakeCms(body, content, spot);
  } else if (is({"application/pgp-signature", "application/pkcs7-signature",
                 "application/x-pkcs7-signature"})) {
    Miss("signature", spot);
  } else if (is({"application/ms-tnef", "application/vnd.ms-tnef"}) ||
             EqualsIgnoringCase(content.name, "winmail.dat")) {
    MissText("winmail.dat (TNEF), which is not supported", spot);
  } else if (is({"message/partial"})) {
    MissText("a piece of a message that was sent in several (message/partial)", spot);
  } else if (is({"message/external-body"})) {
    Miss("text that stands elsewhere (message/external-body)", spot);
  } else if (is({"application/applefile"})) {
    Miss("resource fork", spot);
  } else if (type.starts_with("image/") && content.disposition != "attachment" &&
             (content.disposition == "inline" || !content.id.empty() ||
              spot.parent == Parent::kRelated)) {
    Miss("inline image", spot);
  } else if (is({"text/calendar"}) && content.disposition != "attachment") {
    if (spot.want == Want::kAll) TakeText(body, content, spot);
  } else {
    return false;
  }
  return true;
}

void Walker::TakeCms(std::string_view body, const Content& content, const Spot& spot) {
  const auto inside = SignedContent(DecodeTransfer(body, content.encoding));
  if (!inside) {
    const bool is_signed = content.smime_type == "signed-data";
    return MissText(is_signed ? "a damaged S/MIME signature" : "encrypted text (S/MIME)", spot);
  }
  Miss("signature", spot);
  Spot below = spot;
  ++below.depth;
  Walk(*inside, below);
}

void Walker::Attach(std::string_view body, const Content& content, const Spot& spot) {
  std::string bytes = DecodeTransfer(body, content.encoding);
  // Its charset stands here and not in the file. Markup says itself what it is written in.
  const bool is_plain =
      content.IsText() && content.type != "text/html" && content.type != "text/xml";
  if (is_plain && !CharsetOf(content.charset).empty() &&
      text::FindInvalidUtf8(bytes) != std::string::npos) {
    bytes = DecodeBytes(bytes, content.charset).text;
  }
  reading_.children.push_back({.name = content.name.empty() ? spot.Name() : content.name,
                               .fragment = "part=" + spot.Fragment(),
                               .media_type = content.type,
                               .bytes = std::move(bytes)});
}

void Walker::Miss(std::string_view what, const Spot& spot, std::size_t count) {
  reading::LeaveOut(&reading_.report, what, spot.path.empty() ? "" : spot.Name(), count);
}

void Walker::MissText(std::string_view what, const Spot& spot) {
  Miss(what, spot);
  if (lost_.empty()) lost_ = what;
}

reading::Reading Walker::Finish() {
  if (nuls_ > 0) reading::LeaveOut(&reading_.report, "NUL byte", "", nuls_);
  std::ranges::sort(reading_.links);
  const auto repeated = std::ranges::unique(reading_.links);
  reading_.links.erase(repeated.begin(), repeated.end());
  // The number of the only part says nothing.
  for (reading::Anchor& anchor : reading_.anchors) {
    if (anchor.kind != reading::AnchorKind::kPart || reading_.report.units_with_text > 1) continue;
    here_.begin = anchor.begin;
    anchor = here_;
  }
  std::ranges::stable_sort(reading_.anchors, {}, &reading::Anchor::begin);
  if (reading_.text.empty()) {
    reading_.report.verdict = lost_.empty() ? Verdict::kEmpty : Verdict::kNotSupported;
    reading_.report.detail = lost_;
    if (lost_.empty() && !reading_.children.empty()) reading_.report.detail = "only attachments";
    reading_.anchors.clear();
  } else if (!lost_.empty()) {
    reading_.report.verdict = Verdict::kReadInPart;
    reading_.report.detail = lost_;
  }
  return std::move(reading_);
}

}  // namespace arborist::mail
