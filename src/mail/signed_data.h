// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace arborist::mail {

// The message inside an opaque signature (RFC 8551, application/pkcs7-mime of type signed-data).
// The signature is not checked. Nothing: it is another kind of CMS, or damaged. Linear, no
// recursion.
std::optional<std::string> SignedContent(std::string_view cms);

}  // namespace arborist::mail
