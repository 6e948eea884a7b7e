// SPDX-License-Identifier: AGPL-3.0-only
// Canonical text, questions and JSON as methods of rpc.
#include <array>
#include <string>

#include "app/methods.h"
#include "question/question.h"
#include "text/canonical.h"

namespace arborist::app {

namespace {

Result<json::Value> Canonicalize(const json::Value& params) {
  TRY_ASSIGN(const std::string text, params.String("text"));
  return text::Canonicalize(text);
}

struct QuestionParams {
  std::string question;
  question::Dedup dedup = question::Dedup::kEquivalenceClass;
};

Result<QuestionParams> ReadQuestion(const json::Value& params) {
  QuestionParams asked;
  TRY_ASSIGN(asked.question, params.String("question"));
  TRY_ASSIGN(const std::string mode, params.StringOr("mode", "equivalence_class"));
  const auto dedup = question::DedupFromName(mode);
  if (!dedup) {
    return Fail(ErrorCode::kInvalidArgument,
                "field mode must be equivalence_class, equivalence_class_v2 or strict");
  }
  asked.dedup = *dedup;
  return asked;
}

Result<json::Value> CanonicalQuestion(const json::Value& params) {
  TRY_ASSIGN(const QuestionParams asked, ReadQuestion(params));
  return question::CanonicalQuestion(asked.question, asked.dedup);
}

Result<json::Value> QuestionHash(const json::Value& params) {
  TRY_ASSIGN(const QuestionParams asked, ReadQuestion(params));
  return question::HashQuestion(asked.question, asked.dedup).hex();
}

Result<json::Value> CanonicalJson(const json::Value& params) {
  const json::Value* value = params.Find("value");
  if (value == nullptr) return Fail(ErrorCode::kInvalidArgument, "field value is missing");
  return json::Canonical(*value);
}

constexpr std::array kTextMethods = {
    RpcMethod{"canonicalize", Canonicalize},
    RpcMethod{"canonical_question", CanonicalQuestion},
    RpcMethod{"question_hash", QuestionHash},
    RpcMethod{"canonical_json", CanonicalJson},
};

}  // namespace

std::span<const RpcMethod> TextMethods() { return kTextMethods; }

}  // namespace arborist::app
