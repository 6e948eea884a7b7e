// SPDX-License-Identifier: AGPL-3.0-only
// Checks a document bundle. The whole text is here, so nothing about leaves is believed: the text
// is cut by the chunk rule, every leaf is hashed anew, and leaves, count and root are compared.
// ChooseChunking decides which chunk rule a text must have, so a document cannot be presented under
// the other one. For the newer form the raw text is hashed too, to be compared with the log.
#include <algorithm>
#include <string>
#include <vector>

#include "bundle/checker.h"
#include "document/chunker.h"
#include "merkle/tree.h"

namespace arborist::bundle {

namespace {

Result<std::vector<std::string>> ReadLeaves(const json::Value& bundle) {
  TRY_ASSIGN(const json::Array* list, bundle.List("leaf_hashes"));
  std::vector<std::string> leaves;
  leaves.reserve(list->size());
  for (const json::Value& leaf : *list) {
    if (!leaf.is_string()) {
      return Fail(ErrorCode::kInvalidData, "field leaf_hashes must be a list of strings");
    }
    leaves.push_back(leaf.as_string());
  }
  return leaves;
}

void CheckLeaves(const std::vector<Hash256>& computed, const std::vector<std::string>& claimed,
                 Checker* checker) {
  if (computed.size() != claimed.size()) {
    return checker->Failed("leaf_hashes", "the text has " + std::to_string(computed.size()) +
                                              " leaves, the bundle lists " +
                                              std::to_string(claimed.size()));
  }
  for (std::size_t i = 0; i < computed.size(); ++i) {
    if (computed[i].hex() == claimed[i]) continue;
    return checker->Failed("leaf_hashes", "leaf " + std::to_string(i) + " of the text is " +
                                              computed[i].hex() + ", the bundle says " +
                                              claimed[i]);
  }
  checker->Ok("leaf_hashes", "all " + std::to_string(computed.size()) + " leaves of the text");
}

// Cuts and hashes the text anew; what the bundle states about leaves is only compared.
void CheckIdentity(const std::vector<std::string>& claimed, Checker* checker) {
  const CommonFields& common = checker->common();
  const auto chunking = common.chunking();
  if (!common.schema_known() || !common.canonicalization_known() || !chunking) {
    for (const char* name : {"chunk_rule", "leaf_hashes", "root"}) {
      checker->NotChecked(name, "unknown version");
    }
    return;
  }
  const std::string marked = WithByteOrderMark(common.text);
  if (document::ChooseChunking(marked) == *chunking) {
    checker->Ok("chunk_rule",
                "the text is cut by " + common.chunking_version + ", as the rule says");
  } else {
    checker->Failed("chunk_rule",
                    "wrong_rule: a document of this text is not cut by " + common.chunking_version);
  }
  const document::Identity identity = document::Identify(marked, *chunking);
  if (checker->is_newer()) {
    CommonFields::RawForm raw{.text_hash = common.text_hash};
    if (identity.slices.size() > 1) raw.slices = document::RevisionOf(identity.slices).slices;
    checker->SetRawForm(std::move(raw));
  }
  CheckLeaves(identity.leaves, claimed, checker);
  checker->Equal("root", "root of the text", identity.root.hex(), common.document_root);
}

}  // namespace

Status CheckDocument(const json::Value& bundle, Checker* checker) {
  TRY_ASSIGN(const std::vector<std::string> leaves, ReadLeaves(bundle));
  const std::uint64_t leaf_count = checker->common().leaf_count;
  VerifyReport& report = checker->report();
  report.claim = "this text belongs to the document of that root";
  report.subject = "the whole text, " + std::to_string(leaf_count) + " chunks";
  checker->CheckFormatAndVersions(bundle);
  checker->CheckTextHash();
  CheckIdentity(leaves, checker);
  if (leaves.size() == leaf_count) {
    checker->Ok("consistency", "leaf_count is the number of leaf hashes");
  } else {
    checker->Failed("consistency", "leaf_count is " + std::to_string(leaf_count) + ", there are " +
                                       std::to_string(leaves.size()) + " leaf hashes");
  }
  report.not_proved.emplace_back("That the document is true or current.");
  return {};
}

}  // namespace arborist::bundle
