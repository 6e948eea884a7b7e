// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>

#include "serve/openai/answer.h"

namespace arborist::serve::openai {

// An answer of two claims, of which one holds, over a page of the web and a file.
inline json::Value SampleAnswer() {
  const std::string web(64, 'a'), file(64, 'b');
  auto value = json::Parse(
      R"({"answer_text":"- Ünder the canal.\n [E1 | x]\n- It opened in 1825.\n [E2 | y]",
    "audit_mode":"HYBRID","rung":"HYBRID","n_quotes":2,"n_verified":1,"declined":false,
    "failure_stage":null,"cache_key":")" +
      std::string(64, 'c') +
      R"(","key_dims":{"source_root":"s"},"cached":false,"stored":true,"run_dag_root":"d",
    "record_hash":"r","audit_event_hash":"e","model":{"model_id":"small"},
    "reply":{"finish_reason":"stop","usage":{"prompt_tokens":11,"completion_tokens":7}},
    "sources":[{"document_root":")" +
      web + R"("},{"document_root":")" + file + R"("}],
    "passages":[{"number":1,"document_root":")" +
      web + R"(","chunk_idx":0,"document_uri":"https://example.org/canal","title":"Canal"},
      {"number":2,"document_root":")" +
      file + R"(","chunk_idx":3,"document_uri":"file:///srv/notes.txt","title":""}],
    "claim_statuses":[{"text":"Ünder the canal.","status":"UNSUPPORTED","pointer_ids":["E1"]},
      {"text":"It opened in 1825.","status":"EVIDENCE_LINKED","pointer_ids":["E2","E1"]}],
    "units":[]})");
  return value ? *value : json::Value();
}

}  // namespace arborist::serve::openai
