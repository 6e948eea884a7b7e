// SPDX-License-Identifier: AGPL-3.0-only
// A name is first found out to be a record's key or a document's name, then proved by prove/. What
// the finished bundle is of is read back from it in one place (ProofOf).
#include "app/proof_service.h"

#include <charconv>

#include "app/fields.h"
#include "app/record_service.h"
#include "bundle/bundle.h"
#include "prove/prove.h"
#include "prove/prove_record.h"
#include "prove/prove_snapshot.h"

namespace arborist::app {

namespace {

Result<Proof> ProofOf(json::Value bundle) {
  if (bundle::ToFileText(bundle).size() > bundle::kMaxBundleBytes) {
    return Fail(ErrorCode::kLimitExceeded,
                "the bundle would be larger than 64 MiB; prove the chunks one by one");
  }
  Proof proof;
  TRY_ASSIGN(proof.format, bundle.String("format"));
  const json::Value* const statement = bundle.Find("statement");
  if (proof.format == bundle::kSnapshotFormat) {
    proof.of = Proof::Of::kMember;
    TRY_ASSIGN(proof.hash, statement->String("document_root"));
    TRY_ASSIGN(proof.snapshot_root, statement->String("snapshot_root"));
    TRY_ASSIGN(proof.doc_count, statement->Int("doc_count"));
  } else if (statement != nullptr) {
    proof.of = Proof::Of::kRecord;
    TRY_ASSIGN(proof.hash, statement->String("cache_key"));
    TRY_ASSIGN(proof.redacted, statement->Bool("redacted"));
    TRY_ASSIGN(proof.record_hash, statement->String("record_hash"));
  } else if (bundle.Find("core_root") != nullptr) {
    proof.of = Proof::Of::kCore;
    TRY_ASSIGN(proof.hash, bundle.String("core_root"));
  } else {
    TRY_ASSIGN(proof.hash, bundle.String("document_root"));
    if (bundle.Find("chunk_idx") != nullptr) {
      proof.of = Proof::Of::kChunk;
      TRY_ASSIGN(const std::int64_t chunk, bundle.Int("chunk_idx"));
      proof.chunk_idx = static_cast<std::uint64_t>(chunk);
    }
  }
  proof.bundle = std::move(bundle);
  return proof;
}

}  // namespace

bool ProveTarget::MayBeKey() const {
  return name.find_first_not_of("0123456789abcdef") == std::string::npos && !chunk;
}

Result<ProveTarget> ParseProveTarget(const std::string& text, std::optional<std::uint64_t> chunk) {
  ProveTarget target{text, chunk};
  const std::size_t colon = text.find(':');
  const std::string root = text.substr(0, colon);
  const bool hex = !root.empty() && root.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (colon == std::string::npos || !hex) return target;
  std::uint64_t number = 0;
  const char* begin = text.data() + colon + 1;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(begin, end, number);
  if (error != std::errc() || stop != end) return target;  // a URI with a scheme like abc:
  if (chunk && *chunk != number) {
    return Fail(ErrorCode::kInvalidArgument, text + " and --chunk " + std::to_string(*chunk) +
                                                 " name different chunks; give one of them");
  }
  return ProveTarget{root, number};
}

Result<Proof> ProofService::Prove(const ProveTarget& target, bool redact) const {
  if (target.MayBeKey() && home_->writes()) {
    const RecordService records(home_);
    TRY_ASSIGN(const prove::Named named, records.WhatIs(target.name));
    if (named == prove::Named::kRecord) {
      TRY_ASSIGN(const store::Record record, records.Find(target.name));
      TRY_ASSIGN(json::Value made, prove::ProveRecord(home_->store(), home_->whole(),
                                                      record.cache_key.hex(), redact));
      return ProofOf(std::move(made));
    }
  }
  if (redact) {
    return Fail(ErrorCode::kInvalidArgument, "--redact is for records, and " + target.name +
                                                 " is no record's key; leave it out");
  }
  // What the log says of the document goes with it, where the home store can be read.
  store::HomeStore* const home = home_->store();
  TRY_ASSIGN(json::Value made,
             target.chunk ? prove::ProvePassage(home_->corpus(), target.name, *target.chunk, home)
                          : prove::ProveWhole(home_->corpus(), target.name, home));
  return ProofOf(std::move(made));
}

Result<Proof> ProofService::ProveMember(std::string_view document,
                                        std::string_view snapshot) const {
  TRY(home_->RequireWhole());
  TRY_ASSIGN(json::Value made,
             prove::ProveMember(home_->store(), home_->corpus(), document, snapshot));
  return ProofOf(std::move(made));
}

Result<bundle::VerifyReport> VerifyBundle(std::string_view text, std::string_view root,
                                          std::string_view key) {
  TRY_ASSIGN(const bundle::VerifyOptions wanted, bundle::OptionsFor(root, key));
  return bundle::VerifyBundle(text, wanted);
}

Result<bundle::VerifyReport> VerifyRequest(const json::Value& body) {
  TRY(OnlyFields(body, {"bundle", "root", "key"}));
  TRY_ASSIGN(const std::string root, body.StringOr("root", ""));
  TRY_ASSIGN(const std::string key, body.StringOr("key", ""));
  const json::Value* const made = body.Find("bundle");
  if (made != nullptr && made->is_string()) return VerifyBundle(made->as_string(), root, key);
  if (made == nullptr || !made->is_object()) {
    return Fail(ErrorCode::kInvalidArgument, "field bundle must be a bundle or its text");
  }
  TRY_ASSIGN(const bundle::VerifyOptions wanted, bundle::OptionsFor(root, key));
  return bundle::VerifyBundleValue(*made, wanted);
}

}  // namespace arborist::app
