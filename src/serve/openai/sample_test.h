// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>

#include "serve/openai/answer.h"

namespace arborist::serve::openai {

inline Hash256 SampleHash(char digit) { return *Hash256::FromHexString(std::string(64, digit)); }

inline run::RecordedPassage SamplePassage(char root, std::uint64_t chunk, std::string uri,
                                          std::string title) {
  run::RecordedPassage passage;
  passage.ref.document_root = DocumentRoot(SampleHash(root));
  passage.ref.chunk_idx = chunk;
  passage.document_uri = std::move(uri);
  passage.title = std::move(title);
  return passage;
}

// An answer of two claims, of which one holds, over a page of the web and a file.
inline ask::AskResult SampleAnswer() {
  ask::AskResult answer;
  run::RunRecord& record = answer.record;
  record.answer_text = "- \u00DCnder the canal.\n [E1 | x]\n- It opened in 1825.\n [E2 | y]";
  record.rung = "HYBRID";
  record.verdict = *json::Parse(R"({"audit_mode":"HYBRID","n_quotes":2,"n_verified":1,
    "claim_statuses":[{"text":"\u00DCnder the canal.","status":"UNSUPPORTED","pointer_ids":["E1"]},
      {"text":"It opened in 1825.","status":"EVIDENCE_LINKED","pointer_ids":["E2","E1"]}]})");
  record.reply =
      json::Parse(R"({"finish_reason":"stop","usage":{"prompt_tokens":11,"completion_tokens":7}})")
          ->as_object();
  record.model.model_id = "small";
  record.passages = {SamplePassage('a', 0, "https://example.org/canal", "Canal"),
                     SamplePassage('b', 3, "file:///srv/notes.txt", "")};
  record.dag.root = SampleHash('d');
  answer.stored.emplace();
  answer.stored->cache_key = CacheKey(SampleHash('c'));
  return answer;
}

}  // namespace arborist::serve::openai
