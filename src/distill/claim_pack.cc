// SPDX-License-Identifier: AGPL-3.0-only
// Takes a claim pack: one JSON object a line, each a claim with the passage of a source that backs
// it. Lines are independent; a bad line is reported with its number and reason and the others are
// taken. Per line:
//
//   1. parse: at most 1 MiB, UTF-8, JSON of depth 32 at most with unique keys;
//   2. resolve the source; a core is refused, so a claim rests on a text that was read;
//   3. find the passage in the span of one chunk or of two neighbours (PlaceOf);
//   4. core::ClaimProblem: lexical-v2 must find the claim supported by that passage alone;
//   5. put the core, with a proof of those chunks, into the shard where the source is current.
//
// Each shard has one writer and one transaction for the whole pack, committed after the last line.
// FROZEN claim-pack v1, docs/format/core.md.
#include "distill/claim_pack.h"

#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "core/claim.h"
#include "core/derivation.h"
#include "core/distiller.h"
#include "crypto/sha256.h"
#include "distill/prepare_core.h"
#include "distill/source_text.h"
#include "document/chunker.h"
#include "json/value.h"
#include "store/corpus.h"
#include "store/home/home.h"
#include "store/shard/shard_writer.h"
#include "text/canonical.h"
#include "text/utf8.h"

namespace arborist::distill {

namespace {

Result<std::string> TextField(const json::Value& value, std::string_view key) {
  auto text = value.String(key);
  if (!text) return Fail(ErrorCode::kInvalidData, text.error().message);
  if (text::Canonicalize(*text).empty())
    return Fail(ErrorCode::kInvalidData, "field " + std::string(key) + " is empty");
  return std::move(*text);
}

// The chunks that hold a passage: one, or two neighbours, because a chunk may end within a
// sentence. Empty when neither one nor two neighbours hold it.
std::vector<std::uint64_t> PlaceOf(const SourceText& source, std::string_view passage) {
  const std::string wanted = text::Canonicalize(passage);
  for (std::size_t width = 1; width <= 2; ++width) {
    for (std::size_t i = 0; i + width <= source.spans.size(); ++i) {
      const std::string span =
          core::JoinSpans(source.base, std::span(source.spans).subspan(i, width));
      if (!text::Canonicalize(span).contains(wanted)) continue;
      std::vector<std::uint64_t> chunks{i};
      if (width == 2) chunks.push_back(i + 1);
      return chunks;
    }
  }
  return {};
}

class ClaimTaker {
 public:
  explicit ClaimTaker(const DistillEnvironment& environment) : environment_(environment) {}

  Result<ClaimReport> Run(std::string_view lines);

 private:
  // Run reports an error of kind kInvalidData, kNotFound, kAmbiguous or kLimitExceeded for the line
  // and goes on; any other ends the run.
  Status Take(std::string_view text);
  Result<store::PreparedDocument> Prepare(const ClaimLine& line,
                                          const store::CorpusDocument& source);
  Result<store::ShardWriter*> WriterOf(const store::ShardAddress& shard);

  const DistillEnvironment& environment_;
  std::optional<store::Corpus> corpus_;
  std::map<store::ShardAddress, std::unique_ptr<store::ShardWriter>> writers_;
  std::map<std::string, std::uint64_t, std::less<>> taken_;  // by shard
  ClaimReport report_;
};

Result<store::PreparedDocument> ClaimTaker::Prepare(const ClaimLine& line,
                                                    const store::CorpusDocument& source) {
  TRY_ASSIGN(const SourceText text, ReadSource(source));
  const std::vector<std::uint64_t> chunks = PlaceOf(text, line.passage);
  std::vector<std::string> spans;
  spans.reserve(chunks.size());
  for (const std::uint64_t chunk : chunks)
    spans.push_back(text.spans[static_cast<std::size_t>(chunk)]);
  const std::string claim = text::Canonicalize(line.claim);
  const std::string problem =
      core::ClaimProblem(claim, line.passage, core::JoinSpans(text.base, spans));
  if (!problem.empty()) return Fail(ErrorCode::kInvalidData, problem);
  core::SourceProof proof = core::ProveSome(text.leaves, chunks, text.base);
  proof.detail = {{"passage", text::Canonicalize(line.passage)}};
  const std::string blob = core::ToText(proof);
  const Hash256 place = crypto::Sha256(json::Dump(json::Object{
      {"claim", document::Identify(claim).root.hex()}, {"source_root", source.view.root.hex()}}));
  auto core = PrepareCore({.uri = core::CoreUri(core::kClaimPack, place),
                           .title = source.shown().title,
                           .text = claim,
                           .source_hash = SourceHash(crypto::Sha256(blob)),
                           .derivation = {.distiller_id = std::string(core::kClaimPack),
                                          .distiller_version = std::string(core::kDistillerVersion),
                                          .sources = {{source.view.root, blob}}}});
  if (!core) return Fail(ErrorCode::kInvalidData, "the claim is empty");
  return std::move(*core);
}

Result<store::ShardWriter*> ClaimTaker::WriterOf(const store::ShardAddress& shard) {
  std::unique_ptr<store::ShardWriter>& writer = writers_[shard];
  if (!writer) {
    TRY_ASSIGN(writer, store::ShardWriter::Open(shard, {.clock = environment_.clock,
                                                        .random = environment_.random,
                                                        .actor = environment_.actor}));
    TRY(writer->Begin());
  }
  return writer.get();
}

Status ClaimTaker::Take(std::string_view text) {
  TRY_ASSIGN(const ClaimLine line, ParseClaimLine(text));
  TRY_ASSIGN(const store::CorpusDocument source, corpus_->Resolve(line.source));
  if (source.view.is_core())
    return Fail(ErrorCode::kInvalidData,
                "the source is a core; a primary source is one that was "
                "read");
  // The core goes beside its source, so that a change of the source and of its cores are one
  // transaction.
  store::ShardReader* home = nullptr;
  for (const auto& shard : corpus_->shards()) {
    TRY_ASSIGN(const auto view, shard->documents().Find(source.view.root));
    if (view && view->current && home == nullptr) home = shard.get();
  }
  if (home == nullptr) return Fail(ErrorCode::kInvalidData, "the source is superseded or gone");
  TRY_ASSIGN(const store::PreparedDocument core, Prepare(line, source));
  TRY_ASSIGN(store::ShardWriter* const writer, WriterOf(home->address()));
  TRY_ASSIGN(const store::PutOutcome outcome, writer->Put(core));
  if (outcome == store::PutOutcome::kRefused) {
    return Fail(ErrorCode::kInvalidData,
                "the claim is word for word a document already, or its source is just gone");
  }
  if (outcome == store::PutOutcome::kUnchanged) {
    ++report_.unchanged;
  } else {
    ++(outcome == store::PutOutcome::kSuperseded ? report_.superseded : report_.added);
    report_.chunks += core.chunks.size();
  }
  report_.text_bytes += core.text_bytes;
  ++taken_[home->name()];
  return {};
}

Result<ClaimReport> ClaimTaker::Run(std::string_view lines) {
  if (lines.size() > kMaxClaimPackBytes)
    return Fail(ErrorCode::kLimitExceeded, "a claim pack must not be larger than 64 MiB");
  TRY_ASSIGN(corpus_, store::Corpus::Open(environment_.home));
  for (std::uint64_t number = 1; !lines.empty(); ++number) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (text::Canonicalize(line.substr(0, 64)).empty() && line.size() <= 64) continue;
    if (const Status taken = Take(line); !taken) {
      const ErrorCode code = taken.error().code;
      if (code != ErrorCode::kInvalidData && code != ErrorCode::kNotFound &&
          code != ErrorCode::kAmbiguous && code != ErrorCode::kLimitExceeded)
        return std::unexpected(taken.error());
      report_.refused.push_back({.line = number, .reason = taken.error().message});
    }
  }
  for (auto& [shard, writer] : writers_) {
    TRY(writer->Commit());
    TRY(writer->Finish());
  }
  writers_.clear();
  TRY_ASSIGN(const auto home,
             store::HomeStore::Open(environment_.home, {.clock = environment_.clock,
                                                        .random = environment_.random,
                                                        .actor = environment_.actor}));
  TRY_ASSIGN(corpus_, store::Corpus::Open(environment_.home));
  TRY(home->CatchUp(corpus_->shards()));
  for (const auto& shard : corpus_->shards()) {
    report_.shards.push_back({.name = shard->name(),
                              .documents = taken_[shard->name()],
                              .store_bytes = shard->StoredBytes()});
  }
  return std::move(report_);
}

}  // namespace

Result<ClaimLine> ParseClaimLine(std::string_view line) {
  if (line.size() > kMaxClaimLineBytes)
    return Fail(ErrorCode::kLimitExceeded, "the line is longer than 1 MiB");
  if (const std::size_t bad = text::FindInvalidUtf8(line); bad != std::string_view::npos)
    return Fail(ErrorCode::kInvalidData, "not UTF-8 at byte " + std::to_string(bad));
  auto value = json::Parse(line, {.max_depth = 32, .unique_keys = true});
  if (!value) return Fail(ErrorCode::kInvalidData, value.error().message);
  if (!value->is_object()) return Fail(ErrorCode::kInvalidData, "a line must be a JSON object");
  ClaimLine claim;
  TRY_ASSIGN(claim.claim, TextField(*value, "claim"));
  TRY_ASSIGN(claim.source, TextField(*value, "source"));
  TRY_ASSIGN(claim.passage, TextField(*value, "passage"));
  return claim;
}

Result<ClaimReport> TakeClaims(std::string_view lines, const DistillEnvironment& environment) {
  return ClaimTaker(environment).Run(lines);
}

}  // namespace arborist::distill
