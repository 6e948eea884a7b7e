// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <vector>

#include "document/chunker.h"
#include "run/dimensions.h"

namespace arborist::run {

// A run over two short documents, whose passages are whole.
inline Inputs SampleInputs(judge::AnswerMode mode = judge::AnswerMode::kClaimLatticePointer) {
  Inputs inputs;
  inputs.question = "When did the Erie Canal open?";
  inputs.policy.answer_mode = mode;
  inputs.policy.context_chars = DefaultContextChars(mode);
  inputs.policy.lattice.verifier = inputs.policy.verifier;
  inputs.model = {"extractive-v1", "", ""};
  for (const char* text :
       {"The Erie Canal opened on October 26, 1825, and joined the Hudson River to Lake Erie.",
        "Buffalo grew quickly after the canal was finished, because lake traffic began there."}) {
    const document::Identity identity = document::Identify(text, document::ChooseChunking(text));
    inputs.sources.push_back({.root = identity.root,
                              .leaf_count = 1,
                              .schema_version = "v9.8.0",
                              .canonicalization_version = "norm-v1",
                              .chunking_version = std::string(document::Name(identity.chunking))});
    evidence::SourceChunk chunk;
    chunk.source_root = identity.root.hex();
    chunk.document_uri = "file:///" + std::to_string(inputs.sources.size()) + ".txt";
    chunk.title = inputs.sources.size() == 1 ? "Erie Canal" : "Buffalo";
    chunk.chunk_root = identity.leaves[0].hex();
    chunk.span = text;
    inputs.passages.push_back(std::move(chunk));
  }
  if (mode == judge::AnswerMode::kSelect) {
    for (const evidence::SourceChunk& passage : inputs.passages) {
      inputs.sentences.push_back(
          {{0, passage.span.size(), evidence::SentenceKind::kSentence, std::nullopt}});
    }
  }
  return inputs;
}

}  // namespace arborist::run
