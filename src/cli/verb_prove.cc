// SPDX-License-Identifier: AGPL-3.0-only
#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/files.h"
#include "bundle/bundle.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "prove/prove.h"
#include "store/corpus.h"

namespace arborist::cli {

namespace {

struct Options {
  std::string target;
  std::optional<std::uint64_t> chunk;
  std::string output = "-";
};

struct Target {
  std::string name;
  std::optional<std::uint64_t> chunk;
};

// ROOT:CHUNK, where ROOT is hex; a URI has colons of its own and takes --chunk.
Result<Target> ParseTarget(const Options& options) {
  Target target{options.target, options.chunk};
  const std::size_t colon = options.target.find(':');
  const std::string root = options.target.substr(0, colon);
  const bool hex = !root.empty() && root.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (colon == std::string::npos || !hex) return target;
  std::uint64_t chunk = 0;
  const char* begin = options.target.data() + colon + 1;
  const char* end = options.target.data() + options.target.size();
  const auto [stop, error] = std::from_chars(begin, end, chunk);
  if (error != std::errc() || stop != end) return target;  // a URI with a scheme like abc:
  if (options.chunk && *options.chunk != chunk) {
    return Fail(ErrorCode::kInvalidArgument, options.target + " and --chunk " +
                                                 std::to_string(*options.chunk) +
                                                 " name different chunks; give one of them");
  }
  return Target{root, chunk};
}

Status Run(Session* session, const Options& options) {
  TRY_ASSIGN(const Target target, ParseTarget(options));
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(session->home()));
  TRY_ASSIGN(const json::Value made, target.chunk
                                         ? prove::ProvePassage(corpus, target.name, *target.chunk)
                                         : prove::ProveDocument(corpus, target.name));
  const std::string content = bundle::ToFileText(made);
  if (content.size() > bundle::kMaxBundleBytes) {
    return Fail(ErrorCode::kLimitExceeded,
                "the bundle would be larger than 64 MiB; prove the document's chunks one by one");
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
    json::Object done{{"file", options.output},
                      {"format", *made.Find("format")},
                      {"document_root", *made.Find("document_root")},
                      {"bytes", static_cast<std::int64_t>(content.size())}};
    if (const json::Value* chunk = made.Find("chunk_idx")) done.emplace("chunk_idx", *chunk);
    session->PrintJson(done);
    return {};
  }
  session->PrintLine(
      "wrote " + session->Safe(options.output) + ": " +
      (target.chunk ? "chunk " + std::to_string(*target.chunk) + " of document " : "document ") +
      made.Find("document_root")->as_string());
  return {};
}

}  // namespace

void AddProve(CLI::App* app, Session* session) {
  auto options = std::make_shared<Options>();
  CLI::App* verb = app->add_subcommand(
      "prove", "Write a bundle that proves a passage, or a whole document, without the store");
  verb->add_option("TARGET", options->target,
                   "ROOT[:CHUNK], a root or 8 or more digits of it, or a document's URI")
      ->required();
  verb->add_option("--chunk", options->chunk, "Which chunk, counted from 0 (default: all the text)")
      ->type_name("N");
  verb->add_option("-o,--output", options->output, "Write there instead of to standard output")
      ->type_name("FILE");
  verb->footer(
      "Examples:\n  arborist prove 3f2a91c0:4 -o proof.json\n"
      "  arborist prove file:///srv/notes/ships.md --chunk 0 | arborist-verify -\n"
      "  arborist prove 3f2a91c0 -o document.json");
  verb->callback([=] { session->Run([&] { return Run(session, *options); }); });
}

}  // namespace arborist::cli
