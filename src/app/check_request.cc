// SPDX-License-Identifier: AGPL-3.0-only
// Reads what `check` judges from JSON: an answer with texts or passages. A passage without hashes
// gets those of its text.
#include "app/check_request.h"

#include "app/fields.h"
#include "document/chunker.h"
#include "wikitext/base.h"

namespace arborist::app {

evidence::SourceChunk PassageOf(std::string uri, std::string text) {
  evidence::SourceChunk passage;
  passage.document_uri = std::move(uri);
  passage.chunk_root = document::LeafOf(text).hex();
  passage.source_root = passage.chunk_root;
  passage.span = std::move(text);
  return passage;
}

Result<evidence::SourceChunk> PassageFromJson(const json::Value& value, std::size_t number) {
  const char* const text_key = value.Find("span") != nullptr ? "span" : "text";
  if (value.Find(text_key) == nullptr) {
    return Fail(ErrorCode::kInvalidArgument,
                "field span is missing; a passage is {span, title, document_uri, ...}");
  }
  TRY_ASSIGN(std::string text, value.String(text_key));
  const char* const uri_key = value.Find("document_uri") != nullptr ? "document_uri" : "uri";
  TRY_ASSIGN(std::string uri, value.StringOr(uri_key, "passage " + std::to_string(number)));
  evidence::SourceChunk passage = PassageOf(std::move(uri), std::move(text));
  TRY_ASSIGN(passage.chunk_root, value.StringOr("chunk_root", passage.chunk_root));
  TRY_ASSIGN(passage.source_root, value.StringOr("source_root", passage.source_root));
  TRY_ASSIGN(passage.source_role, value.StringOr("source_role", passage.source_role));
  const auto given = [&](std::string_view key) {
    const json::Value* member = value.Find(key);
    return member != nullptr && !member->is_null();
  };
  if (given("title")) {
    TRY_ASSIGN(passage.title, value.String("title"));
  }
  if (given("chunk_idx")) {
    TRY_ASSIGN(passage.chunk_idx, value.Int("chunk_idx"));
  }
  return passage;
}

Result<judge::CheckRequest> CheckRequestFromJson(const json::Value& value,
                                                 judge::CheckRequest request) {
  TRY_ASSIGN(request.answer, value.String("answer"));
  TRY_ASSIGN(request.question, value.StringOr("question", request.question));
  TRY_ASSIGN(const std::string mode, value.StringOr("mode", judge::Name(request.mode)));
  const auto known = judge::AnswerModeFromName(mode);
  // Which sentences an answer may point to, only the run knows that it is of.
  if (!known || *known == judge::AnswerMode::kSelect) {
    return Fail(ErrorCode::kInvalidArgument,
                "field mode must be quote, claim_lattice_pointer or claim_lattice");
  }
  request.mode = *known;
  const auto add_text = [&](const json::Value& text) -> Status {
    if (!text.is_string()) {
      return Fail(ErrorCode::kInvalidArgument, "field context must be a text or a list of texts");
    }
    request.passages.push_back(
        PassageOf("passage " + std::to_string(request.passages.size() + 1), text.as_string()));
    return {};
  };
  const json::Value* context = value.Find("context");
  const json::Value* evidence = value.Find("evidence");
  if (context == nullptr && evidence == nullptr) {
    return Fail(ErrorCode::kInvalidArgument, "field context or evidence is missing");
  }
  if (context != nullptr && context->is_array()) {
    for (const json::Value& text : context->as_array()) TRY(add_text(text));
  } else if (context != nullptr) {
    TRY(add_text(*context));
  }
  if (evidence != nullptr) {
    TRY_ASSIGN(const json::Array* list, value.List("evidence"));
    for (const json::Value& entry : *list) {
      TRY_ASSIGN(evidence::SourceChunk passage,
                 PassageFromJson(entry, request.passages.size() + 1));
      request.passages.push_back(std::move(passage));
    }
  }
  return request;
}

Result<judge::CheckRequest> ReadCheckRequest(const json::Value& body) {
  TRY(OnlyFields(body, {"answer", "context", "evidence", "question", "mode", "verifier",
                        "entity_policy", "wikitext"}));
  judge::CheckRequest request;
  request.mode = body.Find("evidence") != nullptr ? judge::AnswerMode::kClaimLatticePointer
                                                  : judge::AnswerMode::kQuote;
  TRY_ASSIGN(const std::string verifier, body.StringOr("verifier", judge::Name(request.verifier)));
  const auto known = judge::VerifierFromName(verifier);
  TRY_ASSIGN(const std::string entities, body.StringOr("entity_policy", "proximity"));
  const auto policy = judge::EntityPolicyFromName(entities);
  if (!known || !policy) {
    return Fail(ErrorCode::kInvalidArgument,
                known ? "field entity_policy must be strict, hybrid, drop or proximity"
                      : "field verifier must be lexical-v3, lexical-v2 or reference-v9.8");
  }
  request.verifier = *known;
  request.quote_policy.entity_policy = *policy;
  TRY_ASSIGN(request, CheckRequestFromJson(body, std::move(request)));
  if (body.Find("wikitext") != nullptr) {
    TRY_ASSIGN(const bool wikitext, body.Bool("wikitext"));
    if (wikitext) TakeWikitextBase(&request);
  }
  return request;
}

void TakeWikitextBase(judge::CheckRequest* request) {
  for (evidence::SourceChunk& passage : request->passages) {
    passage.span = wikitext::ToBase(passage.span);
  }
}

}  // namespace arborist::app
