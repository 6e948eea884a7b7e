// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <gumbo.h>

#include <string>

namespace arborist::ingest {

// FROZEN html-text-v1: docs/format/html-text.md; a change is html-text-v2.

// The text of an element and all below it. The element itself is never left out.
std::string TextOf(const GumboNode* element);

// The text of a page: that of its main part when it has one with real text, else of its body.
// `html` is the root element.
std::string PageText(const GumboNode* html);

}  // namespace arborist::ingest
