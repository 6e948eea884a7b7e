// SPDX-License-Identifier: AGPL-3.0-only
#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/prove_target.h"
#include "base/files.h"
#include "bundle/bundle.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "cli/whole.h"
#include "prove/prove_snapshot.h"
#include "store/corpus.h"
#include "store/home.h"

namespace arborist::cli {

namespace {

struct Options {
  std::string target;
  std::optional<std::uint64_t> chunk;
  std::string output = "-";
  bool redact = false;
  std::string snapshot;  // not empty: membership in it
};

// The home store, where there is one and the name may be a key. A home that cannot be written still
// proves documents.
Result<std::unique_ptr<store::HomeStore>> OpenHome(Session* session, const app::ProveTarget& target,
                                                   const store::Corpus& corpus) {
  std::error_code ignored;
  if (!target.MayBeKey() || !std::filesystem::exists(session->home().home_store(), ignored))
    return nullptr;
  auto home = store::HomeStore::Open(
      session->home(),
      {.clock = &session->clock(), .random = &session->random(), .actor = std::string(kActor)});
  if (!home && corpus.Resolve(target.name)) return nullptr;
  return home;
}

Result<json::Value> ProveMember(Session* session, const Options& options,
                                const app::ProveTarget& target) {
  if (target.chunk || options.redact) {
    return Fail(ErrorCode::kInvalidArgument,
                "--snapshot proves whole documents, by hashes alone; leave out the chunk and "
                "--redact");
  }
  std::error_code ignored;
  if (!std::filesystem::exists(session->home().home_store(), ignored)) {
    return Fail(ErrorCode::kNotFound,
                "there is no snapshot yet; make one with: arborist snapshot create");
  }
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(session->home()));
  TRY_ASSIGN(const auto home,
             store::HomeStore::Open(session->home(), {.clock = &session->clock(),
                                                      .random = &session->random(),
                                                      .actor = std::string(kActor)}));
  return prove::ProveMember(home.get(), corpus, target.name, options.snapshot);
}

Result<json::Value> Prove(Session* session, const Options& options,
                          const app::ProveTarget& target) {
  if (!options.snapshot.empty()) return ProveMember(session, options, target);
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(session->home()));
  TRY_ASSIGN(const std::unique_ptr<store::HomeStore> home, OpenHome(session, target, corpus));
  // What the log says of the document goes with it, where the home store can be read.
  const auto log = store::HomeStore::OpenReadOnly(
      session->home(),
      {.clock = &session->clock(), .random = &session->random(), .actor = std::string(kActor)});
  return app::Prove(home.get(), corpus, target, options.redact, log ? (*log)->database() : nullptr);
}

// What was proved, for people and as the fields that name it.
std::string Described(const json::Value& made) {
  const json::Value* statement = made.Find("statement");
  if (made.Find("format")->as_string() == bundle::kSnapshotFormat) {
    return "document " + statement->Find("document_root")->as_string() + " is in snapshot " +
           statement->Find("snapshot_root")->as_string();
  }
  if (statement != nullptr) {
    return "record " + statement->Find("cache_key")->as_string();
  }
  if (const json::Value* core = made.Find("core_root")) return "core " + core->as_string();
  const json::Value* chunk = made.Find("chunk_idx");
  return (chunk != nullptr ? "chunk " + std::to_string(chunk->as_int()) + " of document "
                           : "document ") +
         made.Find("document_root")->as_string();
}

json::Object DescribedAsJson(const json::Value& made) {
  json::Object fields{{"format", *made.Find("format")}};
  const json::Value* statement = made.Find("statement");
  if (made.Find("format")->as_string() == bundle::kSnapshotFormat) {
    for (const char* name : {"document_root", "snapshot_root", "doc_count"}) {
      fields.emplace(name, *statement->Find(name));
    }
    return fields;
  }
  if (statement != nullptr) {
    fields.emplace("cache_key", *statement->Find("cache_key"));
    fields.emplace("record_hash", *statement->Find("record_hash"));
    fields.emplace("redacted", *statement->Find("redacted"));
    return fields;
  }
  if (const json::Value* core = made.Find("core_root")) {
    fields.emplace("core_root", *core);
    return fields;
  }
  fields.emplace("document_root", *made.Find("document_root"));
  if (const json::Value* chunk = made.Find("chunk_idx")) fields.emplace("chunk_idx", *chunk);
  return fields;
}

Status Run(Session* session, const Options& options) {
  TRY_ASSIGN(const app::ProveTarget target, app::ParseProveTarget(options.target, options.chunk));
  TRY_ASSIGN(const json::Value made, Prove(session, options, target));
  const std::string content = bundle::ToFileText(made);
  if (content.size() > bundle::kMaxBundleBytes) {
    return Fail(ErrorCode::kLimitExceeded,
                "the bundle would be larger than 64 MiB; prove the chunks one by one");
  }
  if (options.output == "-") {
    if (session->json()) {
      session->PrintJson(made);
    } else {
      session->Print(content);
    }
    return {};
  }
  TRY(WriteFileAtomically(options.output, content));
  if (session->json()) {
    json::Object done = DescribedAsJson(made);
    done.emplace("file", options.output);
    done.emplace("bytes", static_cast<std::int64_t>(content.size()));
    session->PrintJson(done);
    return {};
  }
  session->PrintLine("wrote " + session->Safe(options.output) + ": " + Described(made));
  return {};
}

}  // namespace

void AddProve(CLI::App* app, Session* session) {
  auto options = std::make_shared<Options>();
  CLI::App* verb = app->add_subcommand(
      "prove", "Write a bundle that proves an answer, a passage or a document, without the store");
  verb->add_option(
          "TARGET", options->target,
          "KEY of a record, ROOT[:CHUNK] of a document or core, 8 or more digits of either, or a "
          "document's URI")
      ->required();
  verb->add_option("--chunk", options->chunk, "Which chunk, counted from 0 (default: all the text)")
      ->check(Whole(0))
      ->type_name("N");
  verb->add_option("-o,--output", options->output, "Write there instead of to standard output")
      ->type_name("FILE");
  verb->add_flag("--redact", options->redact,
                 "Of a record: leave out question, answer and texts; membership is still proved");
  verb->add_option("--snapshot", options->snapshot,
                   "Prove that the document is in a snapshot: its number, 8 or more digits of its "
                   "root, or the latest if none is named")
      ->expected(0, 1)
      ->default_str("latest")
      ->type_name("NAME");
  verb->footer(
      "Every bundle is checked before it is written; arborist-verify checks it anywhere.\n\n"
      "Examples:\n  arborist prove 9c41d0aa -o answer.json\n"
      "  arborist prove 9c41d0aa --redact | arborist-verify -\n"
      "  arborist prove 3f2a91c0:4 -o proof.json\n"
      "  arborist prove file:///srv/notes/ships.md --chunk 0 | arborist-verify -\n"
      "  arborist prove 3f2a91c0 -o document.json\n"
      "  arborist prove 3f2a91c0 --snapshot -o member.json");
  verb->callback([=] { session->Run([&] { return Run(session, *options); }); });
}

}  // namespace arborist::cli
