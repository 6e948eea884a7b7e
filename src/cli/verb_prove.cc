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
#include "store/corpus.h"
#include "store/home.h"

namespace arborist::cli {

namespace {

struct Options {
  std::string target;
  std::optional<std::uint64_t> chunk;
  std::string output = "-";
  bool redact = false;
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

Result<json::Value> Prove(Session* session, const Options& options,
                          const app::ProveTarget& target) {
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(session->home()));
  TRY_ASSIGN(const std::unique_ptr<store::HomeStore> home, OpenHome(session, target, corpus));
  return app::Prove(home.get(), corpus, target, options.redact);
}

// What was proved, for people and as the fields that name it.
std::string Described(const json::Value& made) {
  if (const json::Value* statement = made.Find("statement")) {
    return "record " + statement->Find("cache_key")->as_string();
  }
  const json::Value* chunk = made.Find("chunk_idx");
  return (chunk != nullptr ? "chunk " + std::to_string(chunk->as_int()) + " of document "
                           : "document ") +
         made.Find("document_root")->as_string();
}

json::Object DescribedAsJson(const json::Value& made) {
  json::Object fields{{"format", *made.Find("format")}};
  if (const json::Value* statement = made.Find("statement")) {
    fields.emplace("cache_key", *statement->Find("cache_key"));
    fields.emplace("record_hash", *statement->Find("record_hash"));
    fields.emplace("redacted", *statement->Find("redacted"));
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
  verb->add_option("TARGET", options->target,
                   "KEY of a record, ROOT[:CHUNK] of a document, 8 or more digits of either, or a "
                   "document's URI")
      ->required();
  verb->add_option("--chunk", options->chunk, "Which chunk, counted from 0 (default: all the text)")
      ->type_name("N");
  verb->add_option("-o,--output", options->output, "Write there instead of to standard output")
      ->type_name("FILE");
  verb->add_flag("--redact", options->redact,
                 "Of a record: leave out question, answer and texts; membership is still proved");
  verb->footer(
      "Every bundle is checked before it is written; arborist-verify checks it anywhere.\n\n"
      "Examples:\n  arborist prove 9c41d0aa -o answer.json\n"
      "  arborist prove 9c41d0aa --redact | arborist-verify -\n"
      "  arborist prove 3f2a91c0:4 -o proof.json\n"
      "  arborist prove file:///srv/notes/ships.md --chunk 0 | arborist-verify -\n"
      "  arborist prove 3f2a91c0 -o document.json");
  verb->callback([=] { session->Run([&] { return Run(session, *options); }); });
}

}  // namespace arborist::cli
