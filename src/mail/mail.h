// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "mail/header.h"
#include "reading/reading.h"

namespace arborist::mail {

// What a message may cost beside reading::ReadingLimits; beyond it parts are left out and named.
inline constexpr unsigned kMaxDepth = 20;  // of parts in parts

// One message (mail-text-v1, docs/format/mail-text.md). HTML parts go through `html`. Attachments,
// attached messages and uuencoded files are children ("part=2.1"). Anchors: the message, its text
// parts if there are several, quoted lines and the signature; these reach to the next anchor.
// Pure; linear in the bytes.
reading::Reading ReadMail(std::string_view bytes, const reading::HtmlReader& html,
                          const reading::ReadingLimits& limits = {});

// What a message calls itself and answers to, without the angle brackets; empty: it does not say.
struct Identity {
  std::string message_id;
  std::string in_reply_to;
};
Identity IdentityOf(std::string_view bytes);

// The fragment of a link to a message: "mid=" and its id, percent-encoded.
std::string FragmentOf(std::string_view message_id);

// The bytes of a message without what an mbox or an editor put before its header.
std::string_view WithoutEnvelope(std::string_view bytes);

// Whether bytes begin like the header of a mail: of the fields that nearly every mail has at least
// two stand there, and nothing before them that is no field.
bool LooksLikeMail(std::string_view head);

}  // namespace arborist::mail
