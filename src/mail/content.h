// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

#include "mail/header.h"

namespace arborist::mail {

// The content fields of a part (RFC 2045, 2183, 2231), read as leniently as mail needs it: missing
// semicolons, unquoted values with blanks, encoded words where they are not allowed. All values but
// names in lower case.
struct Content {
  std::string type;         // "text/plain"; empty: not declared or not readable
  std::string disposition;  // "attachment", "inline"; empty: none
  std::string encoding;     // "base64"
  std::string id;           // Content-ID
  std::string location;     // Content-Location as it stands there: where a saved page came from
  std::string boundary;     // as it stands there
  std::string charset;
  std::string format;      // "flowed"
  std::string del_sp;      // "yes"
  std::string smime_type;  // "signed-data"
  std::string name;        // of the file, for people; untrusted

  bool IsText() const { return type.starts_with("text/"); }
  bool IsMultipart() const { return type.starts_with("multipart/"); }
  bool IsMessage() const { return type == "message/rfc822" || type == "message/global"; }
};
Content ContentOf(const Header& header);

}  // namespace arborist::mail
