// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "audit/event.h"
#include "bundle/record_bundle.h"
#include "bundle/sample_test.h"
#include "crypto/sha256.h"
#include "document/chunker.h"
#include "merkle/log_proof.h"
#include "merkle/log_tree.h"
#include "run/assess.h"
#include "text/utf8.h"

namespace arborist::bundle {

// A run over documents that are made up here, as a store would tell it.
struct SampleRun {
  struct Document {
    std::string uri;
    std::string title;
    std::string text;
    std::vector<std::size_t> chunks = {0};  // in the context
    std::string base = "identity";
    std::size_t cut_at = 0;     // where its passages end, in code points; 0: whole
    std::size_t begins_at = 0;  // and where they begin
  };
  std::string question;
  std::string answer;
  run::Policy policy = {};
  run::Model model = {"extractive-v1", "", ""};
  std::vector<Document> documents = {};
  std::vector<prompt::Message> conversation = {};
  std::optional<std::string> frame_title = {};
  bool nine_dimensions = false;
  json::Object corpus_profile = {};
  std::string plan = "plan";
  std::string event_type = "providence_insert";
  std::uint64_t event_seq = 3;
  std::uint64_t log_size = 7;
  run::Added added = {};  // of the documents and their chunks, the last ones
  json::Object parts = {};
  std::optional<double> confidence = {};
  evidence::SentencePlaces sentences = {};
};

inline LogPart PlaceOf(const SampleRun& sample, const run::Finished& finished) {
  LogPart log;
  std::vector<Hash256> leaves;
  EventHash previous;
  merkle::LogTree tree;
  for (std::uint64_t seq = 0; seq < sample.log_size; ++seq) {
    const bool ours = seq == sample.event_seq;
    audit::EventBody body{.log = crypto::Sha256(sample.question),
                          .seq = seq,
                          .type = ours ? sample.event_type : "shard_head",
                          .time = static_cast<std::int64_t>(1700000000 + sample.question.size()),
                          .subject = ours ? finished.statement.cache_key.hex() : "main",
                          .actor = "arborist/" + std::to_string(sample.log_size),
                          .hashes = {}};
    if (ours) {
      body.hashes = {{"record", finished.record_hash}, {"run_dag", finished.record.dag.root}};
    }
    const EventHash hash = audit::HashEvent(previous, body);
    if (ours) {
      log.event = body;
      log.previous = previous;
      log.hash = hash;
    }
    leaves.push_back(merkle::LogLeaf(hash));
    tree.Append(AsText(hash.view()));
    previous = hash;
  }
  log.tree_size = sample.log_size;
  log.tree_root = tree.Root();
  log.path = merkle::ProveInclusion(leaves, sample.event_seq);
  log.checkpoint_hash = CheckpointHash(log.event.log, log.tree_size, log.tree_root);
  return log;
}

inline RecordBundle BundleOf(const SampleRun& sample) {
  run::Inputs inputs;
  inputs.question = sample.question;
  inputs.policy = sample.policy;
  inputs.policy.lattice.verifier = inputs.policy.verifier;
  inputs.model = sample.model;
  inputs.conversation = sample.conversation;
  inputs.frame_title = sample.frame_title;
  inputs.nine_dimensions = sample.nine_dimensions;
  inputs.added = sample.added;
  inputs.sentences = sample.sentences;
  std::vector<run::RecordedSource> sources;
  std::vector<ProvedChunk> chunks;
  double score = static_cast<double>(sample.question.size());
  for (const SampleRun::Document& document : sample.documents) {
    const document::Identity identity = document::Identify(document.text);
    const std::string role = sources.empty() ? "primary_answer_source" : "background_source";
    sources.push_back(
        {.document = {.root = identity.root,
                      .leaf_count = identity.leaves.size(),
                      .schema_version = "v9.8.0",
                      .canonicalization_version = "norm-v1",
                      .chunking_version = std::string(document::Name(identity.chunking))},
         .ranked = {identity.root, role, score += 0.25,
                    static_cast<std::int64_t>(document.chunks[0])},
         .document_uri = document.uri,
         .title = document.title,
         .base = document.base});
    inputs.sources.push_back(sources.back().document);
    for (const std::size_t idx : document.chunks) {
      chunks.push_back({.text = std::string(identity.slices[idx]),
                        .proof = merkle::Prove(identity.leaves, idx),
                        .leaf_count = identity.leaves.size()});
      evidence::SourceChunk chunk;
      chunk.source_root = identity.root.hex();
      chunk.document_uri = document.uri;
      if (!document.title.empty()) chunk.title = document.title;
      chunk.chunk_idx = static_cast<std::int64_t>(idx);
      chunk.chunk_root = identity.leaves[idx].hex();
      chunk.source_role = role;
      chunk.span = *SpanOf(document.base, identity.slices[idx], document.begins_at,
                           document.cut_at == 0 ? SIZE_MAX : document.cut_at);
      chunk.offset_start = document.begins_at;
      inputs.passages.push_back(std::move(chunk));
    }
  }
  const run::Assessment assessment = run::Assess(inputs, sample.answer);
  const auto finished = run::Finish({.inputs = &inputs,
                                     .assessment = &assessment,
                                     .sources = std::move(sources),
                                     .retrieval_plan = {{"plan", sample.plan}},
                                     .corpus_profile = sample.corpus_profile,
                                     .reply = {{"finish_reason", "stop"}},
                                     .parts = sample.parts,
                                     .confidence = sample.confidence});
  EXPECT_TRUE(finished) << finished.error().message;
  auto bundle = MakeRecordBundle(finished->record, std::move(chunks), PlaceOf(sample, *finished));
  EXPECT_TRUE(bundle) << bundle.error().message;
  return std::move(*bundle);
}

// The run as it would have been before policies had versions: a record-v1.
inline SampleRun WithoutPolicyVersion(SampleRun sample) {
  sample.policy.version = run::PolicyVersion::k1;
  sample.policy.question_dedup = question::Dedup::kEquivalenceClass;
  sample.policy.verifier = judge::Verifier::kLexicalV2;
  return sample;
}

// Two documents, one of several chunks; pointer lines.
inline SampleRun CanalRun() {
  SampleRun sample{.question = "When did the Erie Canal open?",
                   .answer =
                       "The Erie Canal opened on October 26, 1825. [E1]\n"
                       "Buffalo grew quickly after the canal was finished. [E2]"};
  sample.documents = {
      {"file:///canal.txt", "Erie Canal",
       "The Erie Canal opened on October 26, 1825, and joined the Hudson River to Lake Erie. " +
           Words(1200, "canal")},
      {"file:///buffalo.txt", "Buffalo",
       "Buffalo grew quickly after the canal was finished, because lake traffic began there."}};
  return sample;
}

// All that record-v2 adds: Markdown that is cut on both sides, anchors, a confidence.
inline SampleRun SecondRecordRun() {
  SampleRun sample = CanalRun();
  sample.policy.version = run::PolicyVersion::k3;
  sample.policy.verifier = judge::Verifier::kLexicalV2;
  sample.documents[0].text =
      "# Canals\n\nThey were *dug by hand*.\n\n"
      "The **Erie Canal** opened on [October 26, 1825](https://a.example/), and joined the Hudson "
      "River to Lake Erie.\n\n" +
      Words(600, "canal");
  sample.documents[0].base = "markdown-base-v1";
  sample.documents[0].begins_at = 32;
  sample.documents[0].cut_at = 117;
  sample.parts = {{std::string(kAnchorsPart),
                   json::Array{json::Object{
                       {"passage", 0}, {"offset", 32}, {"kind", "line"}, {"label", "5"}}}}};
  sample.confidence = 0.5;
  return sample;
}

// Wikitext, a cut passage, a conversation, the ninth dimension, JSON claims, the other verifier.
inline SampleRun LighthouseRun() {
  SampleRun sample{
      .question = "Who built the lighthouse of Alexandria?",
      .answer = R"({"claims":[{"text":"Sostratus built the lighthouse.","evidence_ids":["E1"]},)"
                R"({"text":"It guided ships for ages.","evidence_ids":["E9"]}]})"};
  sample.policy.answer_mode = judge::AnswerMode::kClaimLattice;
  sample.policy.verifier = judge::Verifier::kReferenceV98;
  sample.policy.temperature = 0.5;
  sample.policy.extra_body = json::Object{{"seed", 1}};
  sample.model = {"tiny", "tiny-2026", "q4"};
  sample.documents = {
      {"https://wiki.example/Lighthouse",
       "Lighthouse",
       "'''Sostratus''' built the [[lighthouse]] of Alexandria. It stood for ages. " +
           Words(700, "tower"),
       {0, 1},
       "wikitext-base-v1",
       60},
      {"file:///ships.txt", "", "Ships were guided into the harbour by a fire."}};
  sample.conversation = {{"user", "hello"}, {"assistant", "hi"}};
  sample.frame_title = "Seven Wonders";
  sample.nine_dimensions = true;
  sample.corpus_profile = {{"snapshot_date", "2024-01-01"}};
  sample.plan = "other plan";
  sample.event_type = "providence_insert_refuted";
  sample.event_seq = 2;
  sample.log_size = 8;
  return sample;
}

// Free text with quotes to repair.
inline SampleRun VolcanoRun() {
  SampleRun sample{.question = "Why do volcanoes erupt?",
                   .answer = "The text says \"Volcanoes erupt when magma rises. (Source: V)\"."};
  sample.policy.answer_mode = judge::AnswerMode::kQuote;
  sample.documents = {{"file:///volcano.txt", "Volcano",
                       "Volcanoes erupt when magma rises. Ash falls far away from them."}};
  sample.event_seq = 5;
  sample.log_size = 6;
  return sample;
}

// An answer that only points: to a sentence, and to an item of a list that is cut out of Markdown.
inline SampleRun SelectRun() {
  using enum evidence::SentenceKind;
  SampleRun sample{.question = "When did the Erie Canal open?", .answer = "E1.1, E2.3"};
  sample.policy.answer_mode = judge::AnswerMode::kSelect;
  sample.documents = {
      {"file:///canal.txt", "Erie Canal",
       "The Erie Canal opened on October 26, 1825. It joined the Hudson River to Lake Erie."},
      {"file:///cargo.md",
       "Cargo",
       "# Cargo\n\nThe canal carried:\n\n- grain from the west\n- salt from Syracuse\n",
       {0},
       "markdown-base-v1"}};
  const std::string cargo = *SpanOf("markdown-base-v1", sample.documents[1].text, 0, SIZE_MAX);
  const auto place = [&](std::string_view text, evidence::SentenceKind kind,
                         std::optional<std::size_t> refers_to = std::nullopt) {
    const std::size_t at = text::CountCodePoints(cargo.substr(0, cargo.find(text)));
    return evidence::SentencePlace{at, at + text::CountCodePoints(text), kind, refers_to};
  };
  sample.sentences = {{{0, 42, kSentence, std::nullopt}, {43, 83, kSentence, std::nullopt}},
                      {place("The canal carried:", kLead), place("grain from the west", kItem, 0),
                       place("salt from Syracuse", kItem, 0)}};
  return sample;
}

// The same passages, and lines that cite their sentences.
inline SampleRun SentenceTagsRun() {
  SampleRun sample = SelectRun();
  sample.answer =
      "The Erie Canal opened on October 26, 1825. [E1.1]\n"
      "The Erie Canal joined the Hudson River to Lake Erie. [E1.1]\n"
      "It joined the Hudson River to Lake Erie. [E1.2,E1]";
  sample.policy.answer_mode = judge::AnswerMode::kClaimLatticePointer;
  sample.policy.lattice.tags = evidence::Tags::kSentences;
  return sample;
}

// Judged again when the corpus had grown: the last document came later.
inline SampleRun RaisedRun() {
  SampleRun sample{.question = "When did the Erie Canal open?",
                   .answer =
                       "\"The Erie Canal opened on October 26, 1825.\" "
                       "\"Albany paid for the digging.\""};
  sample.policy.answer_mode = judge::AnswerMode::kQuote;
  sample.documents = {
      {"file:///canal.txt", "Erie Canal", "The Erie Canal opened on October 26, 1825."},
      {"file:///buffalo.txt", "Buffalo", "Buffalo grew quickly after the canal was finished."},
      {"file:///albany.txt", "Albany", "Albany paid for the digging. Others did not."}};
  sample.added = {.sources = 1, .passages = 1};
  sample.event_type = "providence_reclassify";
  return sample;
}

// The names of the checks that failed, with their codes.
inline std::string FailuresOf(const json::Value& bundle, const VerifyOptions& options = {}) {
  const auto report = VerifyBundleValue(bundle, options);
  if (!report) return "error: " + report.error().message;
  std::string out;
  for (const Check& check : report->checks) {
    if (check.state == CheckState::kOk || check.state == CheckState::kSkipped) continue;
    out += (out.empty() ? "" : "; ") + check.name;
    out += check.state == CheckState::kNotChecked
               ? "?"
               : " " + check.detail.substr(0, check.detail.find(": "));
  }
  return out;
}

}  // namespace arborist::bundle
