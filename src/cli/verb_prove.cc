// SPDX-License-Identifier: AGPL-3.0-only
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/proof_service.h"
#include "base/files.h"
#include "bundle/bundle.h"
#include "cli/bundle_output.h"
#include "cli/document_name.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "prove/prove_snapshot.h"
#include "store/corpus.h"
#include "store/home/home.h"
#include "store/home/records.h"

namespace arborist::cli {

namespace {

struct Options {
  std::string target;
  std::optional<std::uint64_t> chunk;
  std::string output = "-";
  bool redact = false;
  std::string snapshot;  // not empty: membership in it
};

store::HomeStore::Options Environment(Session* session) {
  return {.clock = &session->clock(), .random = &session->random(), .actor = std::string(kProgramActor)};
}

// What the target names, and the home store to prove it with: nullptr where there is none or it
// cannot be read, which is for documents alone.
struct Found {
  prove::Named named = prove::Named::kDocument;
  std::unique_ptr<store::HomeStore> home = nullptr;
};

// A record is caught up with the shards first, which writes. A home that cannot be written still
// proves documents, and what its log says of them goes with the proof where it can be read.
Result<Found> Find(Session* session, const app::ProveTarget& target, const store::Corpus& corpus) {
  Found found;
  TRY_ASSIGN(const bool exists, Exists(session->home().home_store()));
  if (!exists) return found;
  if (target.MayBeKey()) {
    auto home = store::HomeStore::Open(session->home(), Environment(session));
    if (home) {
      found.home = std::move(*home);
      TRY_ASSIGN(found.named, prove::WhatIs(found.home.get(), corpus, target.name));
      return found;
    }
    if (!corpus.Resolve(target.name)) return std::unexpected(std::move(home).error());
  }
  auto home = store::HomeStore::OpenReadOnly(session->home(), Environment(session));
  if (home) found.home = std::move(*home);
  return found;
}

Result<json::Value> ProveMember(Session* session, const Options& options,
                                const app::ProveTarget& target) {
  if (target.chunk || options.redact) {
    return Fail(ErrorCode::kInvalidArgument,
                "--snapshot proves whole documents, by hashes alone; leave out the chunk and "
                "--redact");
  }
  TRY_ASSIGN(const bool exists, Exists(session->home().home_store()));
  if (!exists) {
    return Fail(ErrorCode::kNotFound,
                "there is no snapshot yet; make one with: arborist snapshot create");
  }
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(session->home()));
  TRY_ASSIGN(const auto home, store::HomeStore::Open(session->home(), Environment(session)));
  return prove::ProveMember(home.get(), corpus, target.name, options.snapshot);
}

BundleIs Described(const json::Value& made) {
  BundleIs what;
  const json::Value* statement = made.Find("statement");
  const auto take = [&](const json::Value& from, const char* name) {
    return what.fields.emplace(name, *from.Find(name)).first->second.as_string();
  };
  if (made.Find("format")->as_string() == bundle::kSnapshotFormat) {
    what.fields.emplace("doc_count", *statement->Find("doc_count"));
    what.text = "document " + take(*statement, "document_root");
    what.text += " is in snapshot " + take(*statement, "snapshot_root");
  } else if (statement != nullptr) {
    what.fields.emplace("redacted", *statement->Find("redacted"));
    take(*statement, "record_hash");
    what.text = "record " + take(*statement, "cache_key");
  } else if (made.Find("core_root") != nullptr) {
    what.text = "core " + take(made, "core_root");
  } else {
    if (const json::Value* chunk = made.Find("chunk_idx")) {
      what.fields.emplace("chunk_idx", *chunk);
      what.text = "chunk " + std::to_string(chunk->as_int()) + " of ";
    }
    what.text += "document " + take(made, "document_root");
  }
  return what;
}

// A bundle proves what was recorded, also of an answer that was said to be wrong since. Said where
// it can be read; the bundle is written all the same.
void WarnOfState(Session* session, store::HomeStore* home, const json::Value& made) {
  const json::Value* statement = made.Find("statement");
  const json::Value* key = statement != nullptr ? statement->Find("cache_key") : nullptr;
  if (key == nullptr || home == nullptr || session->json()) return;
  const auto record = store::Records(home).Resolve(key->as_string());
  if (!record || record->state == store::RecordState::kLive) return;
  session->Note("arborist: this record is " + std::string(Name(record->state)) +
                "; the bundle proves what was recorded, not that it still counts");
}

Status Deliver(Session* session, const Options& options, const json::Value& made) {
  return DeliverBundle(session, options.output, made, Described(made));
}

Status Run(Session* session, const Options& options) {
  TRY_ASSIGN(app::ProveTarget target, app::ParseProveTarget(options.target, options.chunk));
  target.name = DocumentName(session->home(), target.name);
  if (!options.snapshot.empty()) {
    TRY_ASSIGN(const json::Value made, ProveMember(session, options, target));
    return Deliver(session, options, made);
  }
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(session->home()));
  TRY_ASSIGN(const Found found, Find(session, target, corpus));
  TRY_ASSIGN(const json::Value made,
             app::Prove(found.home.get(), corpus, target, found.named, options.redact));
  TRY(Deliver(session, options, made));
  WarnOfState(session, found.home.get(), made);
  return {};
}

}  // namespace

void AddProve(Command* app, Session* session) {
  auto options = std::make_shared<Options>();
  Command* verb = app->AddSubcommand(
      "prove", "Write a bundle that proves an answer, a passage or a document, without the store");
  verb->AddOption(
          "TARGET", options->target,
          "KEY of a record, ROOT[:CHUNK] of a document or core, 8 or more digits of either, or a "
          "document's URI or file")
      ->Required();
  verb->AddOption("--chunk", options->chunk, "Which chunk, counted from 0 (default: all the text)")
      ->Whole(0)
      ->TypeName("N");
  AddBundleOutput(verb, &options->output);
  verb->AddFlag("--redact", options->redact,
                "Of a record: leave out question, answer and texts; membership is still proved");
  verb->AddOption("--snapshot", options->snapshot,
                  "Prove that the document is in a snapshot: its number, 8 or more digits of its "
                  "root, or the latest if none is named")
      ->ValueOr("latest")
      ->TypeName("NAME");
  verb->Footer(
      "Every bundle is checked before it is written; arborist-verify checks it anywhere.\n\n"
      "Examples:\n  arborist prove 9c41d0aa -o answer.json\n"
      "  arborist prove 9c41d0aa --redact | arborist-verify -\n"
      "  arborist prove 3f2a91c0:4 -o proof.json\n"
      "  arborist prove file:///srv/notes/ships.md --chunk 0 | arborist-verify -\n"
      "  arborist prove 3f2a91c0 -o document.json\n"
      "  arborist prove 3f2a91c0 --snapshot -o member.json");
  verb->Callback([=] { session->Run([&] { return Run(session, *options); }); });
}

}  // namespace arborist::cli
