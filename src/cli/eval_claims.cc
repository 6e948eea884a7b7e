// SPDX-License-Identifier: AGPL-3.0-only
// Measures a verifier alone: sentences known to be faithful or not are judged against their
// passages, and counted by verdict.
#include "cli/eval_claims.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <utility>
#include <vector>

#include "app/check_request.h"
#include "base/files.h"
#include "json/value.h"
#include "judge/check_answer.h"

namespace arborist::cli {

namespace {

constexpr std::uint64_t kMaxBytes = std::uint64_t{256} << 20;

// What became of the sentences of one kind.
struct Tally {
  std::int64_t sentences = 0, strict = 0, close = 0, not_found = 0, accused = 0;

  void Add(const judge::CheckReport& report) {
    ++sentences;
    if (report.audit_mode == judge::AuditMode::kStrict) {
      ++strict;
      return;
    }
    const bool near = std::ranges::all_of(report.units, [](const judge::CheckedUnit& unit) {
      return unit.verdict == "stated" || unit.verdict == "close";
    });
    ++(near && !report.units.empty() ? close : not_found);
    accused += std::ranges::any_of(report.units, [](const judge::CheckedUnit& unit) {
      return unit.diagnosis == "fabricated" || unit.diagnosis == "negated" ||
             unit.diagnosis == "wrong_number" || unit.diagnosis == "misattributed";
    });
  }
  json::Object ToJson() const {
    return {{"sentences", sentences},
            {"strict", strict},
            {"close", close},
            {"not_found", not_found},
            {"accused", accused}};
  }
};

std::string Share(std::int64_t part, std::int64_t whole) {
  char text[32];
  std::snprintf(text, sizeof text, "%lld (%.1f %%)", static_cast<long long>(part),
                whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole));
  return text;
}

class Evaluation {
 public:
  explicit Evaluation(judge::Verifier verifier) : verifier_(verifier) {}

  Status Add(const json::Value& line) {
    if (line.Find("faithful") != nullptr) {
      TRY_ASSIGN(const std::string passage, line.String("passage"));
      TRY_ASSIGN(const std::string faithful, line.String("faithful"));
      TRY_ASSIGN(const std::string unfaithful, line.String("unfaithful"));
      true_.Add(Check(faithful, passage));
      false_.Add(Check(unfaithful, passage));
      return {};
    }
    TRY_ASSIGN(const std::string context, line.String("context"));
    TRY_ASSIGN(const std::string answer, line.String("answer"));
    TRY_ASSIGN(const std::string should, line.String("should"));
    if (should != "STRICT" && should != "NOT") {
      return Fail(ErrorCode::kInvalidArgument, "field should must be STRICT or NOT");
    }
    (should == "STRICT" ? true_ : false_).Add(Check(answer, context));
    return {};
  }

  json::Object ToJson() const {
    return {{"verifier", judge::Name(verifier_)},
            {"faithful", true_.ToJson()},
            {"falsified", false_.ToJson()}};
  }
  std::string ToText() const {
    std::string text = "verifier   " + std::string(judge::Name(verifier_)) + "\n";
    for (const auto& [name, tally] :
         {std::pair<std::string_view, const Tally&>("faithful ", true_), {"falsified", false_}}) {
      text += std::string(name) + "  " + std::to_string(tally.sentences) + " sentences, STRICT " +
              Share(tally.strict, tally.sentences) + ", close " +
              Share(tally.close, tally.sentences) + ", not found " +
              Share(tally.not_found, tally.sentences) + ", accused " +
              Share(tally.accused, tally.sentences) + "\n";
    }
    return text;
  }

 private:
  judge::CheckReport Check(const std::string& answer, const std::string& context) const {
    judge::CheckRequest request;
    request.verifier = verifier_;
    request.answer = answer;
    request.passages.push_back(app::PassageOf("passage", context));
    return judge::Check(request);
  }

  judge::Verifier verifier_;
  Tally true_, false_;
};

}  // namespace

Status EvalClaims(Session* session, const std::string& file, const std::string& verifier) {
  const auto known = judge::VerifierFromName(verifier.empty() ? "lexical-v3" : verifier);
  if (!known) return Fail(ErrorCode::kInvalidArgument, "there is no verifier " + verifier);
  TRY_ASSIGN(const std::string lines, ReadFile(file, kMaxBytes));
  Evaluation evaluation(*known);
  std::size_t number = 0;
  for (std::size_t start = 0; start < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', start), lines.size());
    const std::string_view line = std::string_view(lines).substr(start, end - start);
    start = end + 1;
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const std::string place = file + " line " + std::to_string(number);
    auto value = json::Parse(line);
    if (!value) return std::unexpected(std::move(value).error().In(place));
    if (!value->is_object()) {
      return Fail(ErrorCode::kInvalidArgument, place + ": a JSON object is needed");
    }
    if (Status status = evaluation.Add(*value); !status) {
      return std::unexpected(std::move(status).error().In(place));
    }
  }
  if (session->json()) {
    session->PrintJson(evaluation.ToJson());
  } else {
    session->Print(evaluation.ToText());
  }
  return {};
}

}  // namespace arborist::cli
