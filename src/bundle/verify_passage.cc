// SPDX-License-Identifier: AGPL-3.0-only
// Checks a passage bundle: the text has its hash and its leaf, the path from the leaf leads to the
// root (decision 7), and the text can be such a chunk. The path is judged in two steps so that the
// report can say which failed: its shape (number of steps and sides for this leaf count and index,
// which blocks duplicate-leaf and second-preimage tricks, see merkle/tree.h), and the root it folds
// to. ChunkProblem blocks an honest hash of an invented chunk: a leaf whose text the chunk rule
// would have cut elsewhere cannot be part of a document.
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

struct PassageFields {
  std::uint64_t chunk_idx = 0;
  std::string leaf_hash;
  // The proof, or why it cannot be one although its fields exist: hex that is not canonical, or a
  // path longer than any.
  std::optional<merkle::ParsedProof> proof;
  std::string refusal;
  // Newer form only.
  std::string revision_hash;
  std::optional<merkle::ParsedProof> slice;
  std::string slice_refusal;
};

// Puts into *refusal why a value with the fields of a proof cannot be one.
Status ReadProof(const json::Value& given, std::string_view name,
                 std::optional<merkle::ParsedProof>* proof, std::string* refusal) {
  auto parsed = merkle::ProofFromJson(given);
  if (parsed) {
    *proof = std::move(*parsed);
  } else if (parsed.error().code == ErrorCode::kInvalidArgument) {
    return std::unexpected(std::move(parsed).error().In(name));
  } else {
    *refusal = parsed.error().message;
  }
  return {};
}

Result<PassageFields> Read(const json::Value& bundle, const Checker& checker) {
  PassageFields passage;
  TRY_ASSIGN(passage.chunk_idx, json::CountField(bundle, "chunk_idx"));
  TRY_ASSIGN(passage.leaf_hash, bundle.String("leaf_hash"));
  TRY_ASSIGN(const json::Object* proof, bundle.Map("proof"));
  TRY(ReadProof(*proof, "proof", &passage.proof, &passage.refusal));
  if (!checker.is_newer()) return passage;
  TRY_ASSIGN(const json::Object* fields, bundle.Map("revision"));
  const json::Value revision(*fields);
  TRY_ASSIGN(passage.revision_hash, revision.String("text_hash"));
  if (revision.Find("slice") == nullptr) return passage;
  TRY_ASSIGN(const json::Object* slice, revision.Map("slice"));
  TRY(ReadProof(*slice, "slice", &passage.slice, &passage.slice_refusal));
  return passage;
}

void CheckLeaf(const PassageFields& passage, Checker* checker) {
  if (!checker->common().canonicalization_known()) {
    return checker->NotChecked("leaf_hash", "unknown canonicalization_version");
  }
  checker->Equal("leaf_hash", "leaf of the text", document::LeafOf(checker->common().text).hex(),
                 passage.leaf_hash);
}

// Decision 7 in two steps: the shape of the path for this leaf count, and the root that it folds
// to.
void CheckPath(const PassageFields& passage, Checker* checker) {
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
  if (whole || whole.error().refusal == "root_mismatch") {
    checker->Ok("proof_shape", std::to_string(proof.siblings.size()) + " steps, as " +
                                   std::to_string(leaf_count) + " leaves need, each on its side");
  } else {
    checker->Failed("proof_shape", whole.error().message);
  }
  const Status fold = merkle::VerifyFold(proof);
  if (fold) return checker->Ok("root", "the path leads to " + proof.root.hex());
  checker->Failed("root", fold.error().message);
}

std::string Disagreement(const PassageFields& passage, const CommonFields& common) {
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

void CheckConsistency(const PassageFields& passage, Checker* checker) {
  if (!passage.proof) {
    return checker->NotChecked("consistency", "the proof cannot be read");
  }
  const std::string problem = Disagreement(passage, checker->common());
  if (!problem.empty()) return checker->Failed("consistency", problem);
  checker->Ok("consistency", "leaf, index, root and leaf count are the same in proof and bundle");
}

void CheckChunkRule(const PassageFields& passage, Checker* checker) {
  const auto chunking = checker->common().chunking();
  if (!chunking) return checker->NotChecked("chunk_rule", "unknown chunking_version");
  const std::string problem = ChunkProblem(checker->common().text, passage.chunk_idx,
                                           checker->common().leaf_count, *chunking);
  if (!problem.empty()) return checker->Failed("chunk_rule", problem);
  checker->Ok("chunk_rule",
              "the text can be such a chunk under " + std::string(document::Name(*chunking)));
}

// Why this raw slice is not shown to belong to the revision; empty if it is.
std::string RevisionProblem(const PassageFields& passage, const CommonFields& common) {
  if (common.leaf_count == 1) {
    if (passage.slice || !passage.slice_refusal.empty())
      return "slice_path: a text of one chunk needs no path";
    if (common.text_hash != passage.revision_hash)
      return "revision_mismatch: the only chunk is the text of the revision, and has another hash";
    return {};
  }
  if (!passage.slice_refusal.empty()) return passage.slice_refusal;
  if (!passage.slice) return "slice_missing: there is no path from the slice to its revision";
  const merkle::Proof& proof = passage.slice->proof;
  if (proof.leaf != document::SliceLeafOf(common.text))
    return "slice_mismatch: the path begins at another text";
  if (proof.leaf_index != passage.chunk_idx || passage.slice->leaf_count != common.leaf_count)
    return "slice_place: the path is of another chunk, or of another number of chunks";
  const Status holds = merkle::Verify(proof, common.leaf_count);
  return holds ? std::string() : holds.error().message;
}

void CheckRevision(const PassageFields& passage, Checker* checker) {
  if (!checker->is_newer()) return;
  checker->Judge("revision", RevisionProblem(passage, checker->common()),
                 "the text, white space included, is of revision " + passage.revision_hash);
  CommonFields::RawForm raw{.text_hash = passage.revision_hash};
  if (passage.slice) raw.slices = passage.slice->proof.root;
  checker->SetRawForm(std::move(raw));
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
  // Another token must begin a new chunk, because every chunk except the last is full.
  const bool last = chunk_idx + 1 >= leaf_count;
  if (!last && document::Split(marked + " x", chunking).size() < 2) {
    return "too_few_tokens: only the last chunk may hold fewer than " +
           std::to_string(document::kTokensPerChunk);
  }
  return {};
}

Status CheckPassage(const json::Value& bundle, Checker* checker) {
  TRY_ASSIGN(const PassageFields passage, Read(bundle, *checker));
  VerifyReport& report = checker->report();
  report.claim = "this text belongs to the document of that root";
  report.subject = "chunk " + std::to_string(passage.chunk_idx) + " of " +
                   std::to_string(checker->common().leaf_count) + ", counted from 0";
  checker->CheckFormatAndVersions(bundle);
  checker->CheckTextHash();
  CheckLeaf(passage, checker);
  CheckPath(passage, checker);
  CheckConsistency(passage, checker);
  CheckChunkRule(passage, checker);
  CheckRevision(passage, checker);
  report.not_proved.emplace_back("That the document is true, complete or current.");
  return {};
}

}  // namespace arborist::bundle
