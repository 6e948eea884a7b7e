// SPDX-License-Identifier: AGPL-3.0-only
#include "app/versions.h"

#include <gtest/gtest.h>

namespace arborist::app {
namespace {

TEST(Versions, NameEveryPinnedString) {
  const std::string shown = json::Dump(Versions());
  for (const std::string_view name :
       {"v9.8.0",
        "norm-v1",
        "tok-512-v1",
        "tok-512-v2",
        "wikitext-base-v1",
        "terms-v1",
        "quantifier-v1",
        "metacognition-v0.1",
        "arborist-passage-v1",
        "arborist-document-v1",
        "arborist-passage-v2",
        "arborist-document-v2",
        "reference-v9.8",
        "repair-v2",
        "preflight-node-v1",
        "\"verifiers\":[\"lexical-v3\",\"lexical-v2\",\"reference-v9.8\"]",
        "extractive-v2",
        "pointer-v1",
        "quote-v1",
        "json-v1",
        "quote-repair-v1",
        "plain-v1",
        "markdown-v1",
        "rest-v1",
        "asciidoc-v1",
        "asciidoc-base-v1+markdown-base-v1+rest-base-v1+wikitext-base-v1",
        "html-text-v1",
        "wikitext-v1",
        "jsonl-v1",
        "\"record_versions\":[\"record-v1\",\"record-v2\"]",
        "nearest-sentence-v1",
        "arborist-handover-v1",
        "first-sentence-v1",
        "tfidf-v1",
        "claim-pack-v1",
        "providence-v1",
        "quantifier-reminder-v1",
        "metaphor-markers-v1",
        "\"audit_event_version\":1",
        "\"unicode\":\"15.0\"",
        "\"icu\":\"7",
        "\"sqlite\":\"3.",
        "\"openssl\":\"3."}) {
    EXPECT_NE(shown.find(name), std::string::npos) << name << " in " << shown;
  }
}

}  // namespace
}  // namespace arborist::app
