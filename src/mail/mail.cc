// SPDX-License-Identifier: AGPL-3.0-only
// An own parser and not gmime 3.2: gmime has no option for depth (1,024 is compiled in, and text
// below is lost), for the number of parts or the size of a header, builds the whole tree before a
// caller sees it, and hands text out as C strings, which a NUL ends.
//
// The message is walked as a tree of views into its bytes, depth first, so text comes out in the
// order of the parts. multipart/alternative is judged before it is walked: its plain text is taken
// unless it is a stub of the HTML; of the other form only the attachments are walked.
#include "mail/mail.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "mail/walk.h"
#include "mail/words.h"

namespace arborist::mail {

namespace {

constexpr std::size_t kFieldsLookedAt = 100;

std::string IdIn(std::string_view value) {
  const std::size_t open = value.find('<');
  if (open == std::string_view::npos) return Unfold(value);
  const std::string_view rest = value.substr(open + 1);
  return Unfold(rest.substr(0, rest.find('>')));
}

}  // namespace

std::string FragmentOf(std::string_view message_id) {
  std::string out = "mid=";
  for (const char c : message_id) {
    if (IsUriUnreserved(c) || std::string_view("@$+=").contains(c)) {
      out.push_back(c);
    } else {
      AppendPercentEncoded(&out, c);
    }
  }
  return out;
}

std::string_view WithoutEnvelope(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  const std::size_t begin = bytes.find_first_not_of("\r\n");
  bytes.remove_prefix(std::min(begin, bytes.size()));
  if (bytes.starts_with("From ") || bytes.starts_with(">From ")) TakeLine(&bytes);
  return bytes;
}

Identity IdentityOf(std::string_view bytes) {
  const SplitEntity message = SplitHeader(WithoutEnvelope(bytes));
  return {.message_id = IdIn(message.header.First("Message-ID")),
          .in_reply_to = IdIn(message.header.First("In-Reply-To"))};
}

bool LooksLikeMail(std::string_view head) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"From", "To", "Subject", "Date", "Message-ID", "Received", "MIME-Version"});
  head = WithoutEnvelope(head);
  std::array<bool, kNames.size()> seen{};
  for (std::size_t fields = 0; !head.empty() && fields < kFieldsLookedAt;) {
    const std::string_view line = TakeLine(&head);
    if (line.empty()) break;
    if (line[0] == ' ' || line[0] == '\t') {
      if (fields == 0) return false;
      continue;
    }
    if (!IsField(line)) {
      if (head.empty()) break;  // cut off
      return false;
    }
    ++fields;
    const std::string_view name = TrimAscii(line.substr(0, line.find(':')));
    for (std::size_t i = 0; i < kNames.size(); ++i) {
      if (EqualsIgnoringCase(name, kNames[i])) seen[i] = true;
    }
  }
  return std::ranges::count(seen, true) >= 2;
}

reading::Reading ReadMail(std::string_view bytes, const reading::HtmlReader& html,
                          const reading::ReadingLimits& limits) {
  if (bytes.size() > limits.max_input_bytes) {
    reading::Reading over;
    over.report.verdict = reading::Verdict::kOverLimit;
    over.report.detail = "more than " + std::to_string(limits.max_input_bytes) + " bytes";
    return over;
  }
  const Identity identity = IdentityOf(bytes);
  return Walker(html, limits).Run(WithoutEnvelope(bytes), identity.message_id);
}

}  // namespace arborist::mail
