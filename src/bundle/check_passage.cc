// SPDX-License-Identifier: AGPL-3.0-only
#include <optional>
#include <string>

#include "bundle/checker.h"
#include "document/chunker.h"
#include "merkle/proof_json.h"
#include "merkle/tree.h"
#include "text/canonical.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace arborist::bundle {

namespace {

struct Passage {
  std::uint64_t chunk_idx = 0;
  std::string leaf_hash;
  // The proof, or why it cannot be one although its fields are there (non-canonical hex, a path
  // longer than any).
  std::optional<merkle::ParsedProof> proof;
  std::string refusal;
};

Result<Passage> Read(const json::Value& bundle) {
  Passage passage;
  TRY_ASSIGN(passage.chunk_idx, json::CountField(bundle, "chunk_idx"));
  TRY_ASSIGN(passage.leaf_hash, bundle.String("leaf_hash"));
  TRY_ASSIGN(const json::Object* proof, bundle.Map("proof"));
  auto parsed = merkle::ProofFromJson(*proof);
  if (parsed) {
    passage.proof = std::move(*parsed);
  } else if (parsed.error().code == ErrorCode::kInvalidArgument) {
    return std::unexpected(std::move(parsed).error().In("proof"));
  } else {
    passage.refusal = parsed.error().message;
  }
  return passage;
}

void CheckLeaf(const Passage& passage, Checker* checker) {
  if (!checker->common().canonicalization_known()) {
    return checker->NotChecked("leaf_hash", "unknown canonicalization_version");
  }
  checker->Equal("leaf_hash", "leaf of the text", document::LeafOf(checker->common().text).hex(),
                 passage.leaf_hash);
}

// Decision 7, in two: the shape of the path for this leaf count, and where the path leads.
void CheckPath(const Passage& passage, Checker* checker) {
  if (!checker->common().schema_known()) {
    checker->NotChecked("proof_shape", "unknown schema_version");
    return checker->NotChecked("root", "unknown schema_version");
  }
  if (!passage.proof) {
    checker->Failed("proof_shape", passage.refusal);
    return checker->NotChecked("root", "the proof cannot be followed");
  }
  const merkle::Proof& proof = passage.proof->proof;
  const std::uint64_t leaf_count = checker->common().leaf_count;
  const Status whole = merkle::Verify(proof, leaf_count);
  if (whole || whole.error().message.starts_with("root_mismatch")) {
    checker->Ok("proof_shape", std::to_string(proof.siblings.size()) + " steps, as " +
                                   std::to_string(leaf_count) + " leaves need, each on its side");
  } else {
    checker->Failed("proof_shape", whole.error().message);
  }
  const Status fold = merkle::VerifyFold(proof);
  if (fold) return checker->Ok("root", "the path leads to " + proof.root.hex());
  checker->Failed("root", fold.error().message);
}

std::string Disagreement(const Passage& passage, const CommonFields& common) {
  const merkle::Proof& proof = passage.proof->proof;
  if (proof.leaf.hex() != passage.leaf_hash) return "the proof is of another leaf than leaf_hash";
  if (proof.leaf_index != passage.chunk_idx) {
    return "the proof is of leaf " + std::to_string(proof.leaf_index) + ", chunk_idx is " +
           std::to_string(passage.chunk_idx);
  }
  if (proof.root.hex() != common.document_root) {
    return "the proof is for another root than document_root";
  }
  if (!passage.proof->leaf_count) return "the proof says no leaf_count";
  if (*passage.proof->leaf_count != common.leaf_count) {
    return "the proof is for " + std::to_string(*passage.proof->leaf_count) +
           " leaves, leaf_count is " + std::to_string(common.leaf_count);
  }
  return {};
}

void CheckConsistency(const Passage& passage, Checker* checker) {
  if (!passage.proof) {
    return checker->NotChecked("consistency", "the proof cannot be read");
  }
  const std::string problem = Disagreement(passage, checker->common());
  if (!problem.empty()) return checker->Failed("consistency", problem);
  checker->Ok("consistency", "leaf, index, root and leaf count are the same in proof and bundle");
}

void CheckChunkRule(const Passage& passage, Checker* checker) {
  const auto chunking = checker->common().chunking();
  if (!chunking) return checker->NotChecked("chunk_rule", "unknown chunking_version");
  const std::string problem = ChunkProblem(checker->common().text, passage.chunk_idx,
                                           checker->common().leaf_count, *chunking);
  if (!problem.empty()) return checker->Failed("chunk_rule", problem);
  checker->Ok("chunk_rule",
              "the text can be such a chunk under " + std::string(document::Name(*chunking)));
}

}  // namespace

std::string ChunkProblem(std::string_view text, std::uint64_t chunk_idx, std::uint64_t leaf_count,
                         document::Chunking chunking) {
  if (text::Canonicalize(text).empty()) return "no_token: a chunk holds at least one token";
  if (chunk_idx > 0 && text::WhitespaceAt(text, 0) != 0) {
    return "leading_whitespace: only the first chunk may begin with whitespace";
  }
  const std::string marked = WithByteOrderMark(text);
  if (document::Split(marked, chunking).size() > 1) {
    return "too_many_tokens: the rule would cut this text";
  }
  if (chunking == document::Chunking::kTok512V1 &&
      text::CountCodePoints(text) > document::kMaxChunkCodePointsV1) {
    return "too_long: a document with such a chunk is cut by tok-512-v2";
  }
  // One more token starts a new chunk only if this one is full, as all but the last are.
  const bool last = chunk_idx + 1 >= leaf_count;
  if (!last && document::Split(marked + " x", chunking).size() < 2) {
    return "too_few_tokens: only the last chunk may hold fewer than " +
           std::to_string(document::kTokensPerChunk);
  }
  return {};
}

Status CheckPassage(const json::Value& bundle, Checker* checker) {
  TRY_ASSIGN(const Passage passage, Read(bundle));
  CheckReport& report = checker->report();
  report.claim = "this text belongs to the document of that root";
  report.subject = "chunk " + std::to_string(passage.chunk_idx) + " of " +
                   std::to_string(checker->common().leaf_count) + ", counted from 0";
  checker->CheckFormatAndVersions();
  checker->CheckTextHash();
  CheckLeaf(passage, checker);
  CheckPath(passage, checker);
  CheckConsistency(passage, checker);
  CheckChunkRule(passage, checker);
  for (const char* sentence :
       {"The exact whitespace and Unicode form of the text: the root covers its normalised form, "
        "text_hash covers the rest only within this file.",
        "Where the text came from: URIs, titles and the source type are as the bundle says.",
        "That the document is true, complete or current.",
        "The number of leaves: leaf_count is a claim that the length of the path bounds."}) {
    report.not_proved.emplace_back(sentence);
  }
  return {};
}

}  // namespace arborist::bundle
