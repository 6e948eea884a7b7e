// SPDX-License-Identifier: AGPL-3.0-only
// Finds out whether the target is a key, a root or a document, opens as much of the home as that
// needs, and writes the bundle. Documents can be proved from a home that cannot be written.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/json/proof_json.h"
#include "app/proof_service.h"
#include "cli/bundle_output.h"
#include "cli/document_name.h"
#include "cli/records_access.h"
#include "cli/session.h"
#include "cli/verbs.h"
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

// Digits may be a record's key. Records follow the shards before they are proved, which writes; a
// home that cannot be written still proves documents. The log's part of a document's proof needs a
// store that can be read.
Status OpenStore(app::Home* home, const app::ProveTarget& target) {
  if (target.MayBeKey()) {
    const Status opened = home->OpenStore(app::StoreUse::kExisting);
    if (opened || opened.error().code == ErrorCode::kNotFound) return {};
    if (!home->corpus().Resolve(target.name)) return opened;
  }
  (void)home->OpenStore(app::StoreUse::kRead);
  return {};
}

Result<app::Proof> ProveMember(app::Home* home, const Options& options,
                               const app::ProveTarget& target) {
  if (target.chunk || options.redact) {
    return Fail(ErrorCode::kInvalidArgument,
                "--snapshot proves whole documents, by hashes alone; leave out the chunk and "
                "--redact");
  }
  TRY(OpenSnapshots(home));
  return app::ProofService(home).ProveMember(target.name, options.snapshot);
}

std::string Described(const app::Proof& proof) {
  switch (proof.of) {
    case app::Proof::Of::kMember:
      return "document " + proof.hash + " is in snapshot " + proof.snapshot_root;
    case app::Proof::Of::kRecord:
      return "record " + proof.hash;
    case app::Proof::Of::kCore:
      return "core " + proof.hash;
    case app::Proof::Of::kChunk:
      return "chunk " + std::to_string(proof.chunk_idx) + " of document " + proof.hash;
    case app::Proof::Of::kDocument:
      break;
  }
  return "document " + proof.hash;
}

// A bundle proves what was recorded, also of an answer that was said to be wrong since. Said where
// it can be read; the bundle is written all the same.
void WarnOfState(Session* session, const app::Home& home, const app::Proof& proof) {
  if (proof.of != app::Proof::Of::kRecord || session->json()) return;
  const auto record = store::Records(home.store()).Resolve(proof.hash);
  if (!record || record->state == store::RecordState::kLive) return;
  session->Note("arborist: this record is " + std::string(Name(record->state)) +
                "; the bundle proves what was recorded, not that it still counts");
}

Status Run(Session* session, const Options& options) {
  TRY_ASSIGN(app::ProveTarget target, app::ParseProveTarget(options.target, options.chunk));
  TRY_ASSIGN(const auto home, app::Home::Open(session->environment()));
  target.name = DocumentName(home->corpus(), target.name);
  app::Proof proof;
  if (options.snapshot.empty()) {
    TRY(OpenStore(home.get(), target));
    TRY_ASSIGN(proof, app::ProofService(home.get()).Prove(target, options.redact));
  } else {
    TRY_ASSIGN(proof, ProveMember(home.get(), options, target));
  }
  TRY(DeliverBundle(session, options.output, proof.bundle, {Described(proof), ToJson(proof)}));
  WarnOfState(session, *home, proof);
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
