// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

namespace arborist::ingest {

// What the bytes themselves say about their charset, read as ASCII. Each returns the label as
// written, or empty. None decodes or guesses.

// <meta charset=..> or <meta http-equiv=content-type content="..charset=..">, the WHATWG prescan:
// only tags outside comments, in the first 1024 bytes. utf-16 there means utf-8, since it was
// readable.
std::string HtmlMetaCharset(std::string_view bytes);

// The encoding pseudo-attribute of an XML declaration at the start.
std::string XmlDeclaredCharset(std::string_view bytes);

// A cookie: "coding: x" or "coding=x" in the first two lines (Emacs, Python, Ruby), a Vim modeline
// with fileencoding in the first or last five, or CSS's @charset at the start.
std::string CookieCharset(std::string_view bytes);

}  // namespace arborist::ingest
