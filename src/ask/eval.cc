// SPDX-License-Identifier: AGPL-3.0-only
#include "ask/eval.h"

#include <algorithm>
#include <array>

#include "ask/gold_answers.h"
#include "text/scan.h"

namespace arborist::ask {

namespace {

constexpr std::size_t kDepth = 8;                            // of recall_at_8
constexpr std::string_view kNewerRate = "declined_rightly";  // not in every saved baseline
constexpr std::array<std::string_view, 8> kRates = {
    "recall_at_1",     "recall_at_8",        "mrr",          "answer_in_first_claim",
    "answer_anywhere", "citation_precision", "strict_share", kNewerRate};

// A member that is a string or a list of them.
Result<std::vector<std::string>> Texts(const json::Value& line, std::string_view name) {
  const json::Value* member = line.Find(name);
  const auto is_string = [](const json::Value& item) { return item.is_string(); };
  if (member == nullptr ||
      !(member->is_string() ||
        (member->is_array() && std::ranges::all_of(member->as_array(), is_string)))) {
    return Fail(ErrorCode::kInvalidData, "field " + std::string(name) +
                                             (member == nullptr ? " is missing; it" : "") +
                                             " must be a string or a list of strings");
  }
  if (member->is_string()) return std::vector{member->as_string()};
  std::vector<std::string> texts;
  for (const json::Value& item : member->as_array()) texts.push_back(item.as_string());
  return texts;
}

Result<EvalQuestion> ReadQuestion(std::string_view text) {
  TRY_ASSIGN(const json::Value line, json::Parse(text));
  if (!line.is_object()) return Fail(ErrorCode::kInvalidData, "must be a JSON object");
  EvalQuestion question;
  TRY_ASSIGN(question.question, line.String("question"));
  if (text::Strip(question.question).empty()) {
    return Fail(ErrorCode::kInvalidData, "field question is empty");
  }
  if (line.Find("answers") != nullptr) {
    TRY_ASSIGN(question.answers, Texts(line, "answers"));
    question.unanswerable = question.answers.empty();
  }
  if (line.Find("gold_uri") != nullptr || !question.unanswerable) {
    TRY_ASSIGN(question.gold, Texts(line, "gold_uri"));
  }
  if (question.gold.empty() && !question.unanswerable) {
    return Fail(
        ErrorCode::kInvalidData,
        "field gold_uri is empty; only a question without an answer (answers: []) has none");
  }
  return question;
}

json::Value Rate(double part, std::int64_t whole) {
  return whole == 0 ? json::Value(nullptr) : json::Value(part / static_cast<double>(whole));
}
json::Value Rate(std::int64_t part, std::int64_t whole) {
  return Rate(static_cast<double>(part), whole);
}

json::Object ToObject(const std::map<std::string, std::int64_t, std::less<>>& counts) {
  json::Object object;
  for (const auto& [name, count] : counts) object.emplace(name, count);
  return object;
}

std::string TextOf(const json::Value& unit) { return unit.StringOr("text", "").value_or(""); }

}  // namespace

Result<std::vector<EvalQuestion>> ReadEvalQuestions(std::string_view lines, std::size_t limit) {
  std::vector<EvalQuestion> questions;
  std::size_t number = 0;
  while (!lines.empty() && (limit == 0 || questions.size() < limit)) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    ++number;
    if (text::Strip(line).empty()) continue;
    auto question = ReadQuestion(line);
    if (!question) {
      return std::unexpected(std::move(question).error().In("line " + std::to_string(number)));
    }
    questions.push_back(std::move(*question));
  }
  if (questions.empty()) return Fail(ErrorCode::kInvalidData, "there are no questions in it");
  return questions;
}

Result<EvalOutcome> Judge(const EvalQuestion& question, const AskResult& result,
                          const store::Corpus& corpus) {
  const run::RunRecord& record = result.record;
  EvalOutcome outcome;
  // By root: whichever URI of the document was named, or is shown (decision 11).
  std::vector<DocumentRoot> gold;
  for (const std::string& name : question.gold) {
    auto document = corpus.Resolve(name);
    if (document) {
      gold.push_back(document->view.root);
    } else if (document.error().code != ErrorCode::kNotFound) {
      return std::unexpected(std::move(document).error());
    }
  }
  outcome.gold_named = !question.gold.empty();
  outcome.gold_known = !gold.empty();
  const auto is_gold = [&](const DocumentRoot& root) {
    return std::ranges::find(gold, root) != gold.end();
  };
  for (std::size_t i = 0; i < record.sources.size() && outcome.rank == 0; ++i) {
    if (is_gold(record.sources[i].source.document_root)) outcome.rank = i + 1;
  }
  outcome.declined = record.declined;
  outcome.unanswerable = question.unanswerable;
  outcome.audit_mode = record.audit_mode();
  outcome.rung = record.rung;
  outcome.judged = !question.answers.empty();
  if (outcome.judged && !record.declined) {
    const GoldAnswers answers(question.answers);
    outcome.in_first_claim = !record.units.empty() && answers.IsIn(TextOf(record.units[0]));
    outcome.anywhere = answers.IsIn(record.raw_answer) ||
                       std::ranges::any_of(record.units, [&](const json::Value& unit) {
                         return answers.IsIn(TextOf(unit));
                       });
  }
  for (const json::Value& unit : record.units) {
    const json::Value* passage = unit.Find("passage");
    if (!unit.Bool("verified").value_or(false) || passage == nullptr) continue;
    const std::int64_t number = passage->Int("number").value_or(0);
    if (number < 1 || static_cast<std::size_t>(number) > record.passages.size()) continue;
    ++outcome.cited;
    const auto index = static_cast<std::size_t>(number - 1);
    if (is_gold(record.passages[index].ref.document_root)) ++outcome.cited_gold;
  }
  return outcome;
}

void EvalReport::Add(const EvalOutcome& outcome) {
  ++questions_;
  if (outcome.gold_named) ++gold_named_;
  if (outcome.gold_named && !outcome.gold_known) ++gold_unknown_;
  if (outcome.rank == 1) ++at_1_;
  if (outcome.rank >= 1 && outcome.rank <= kDepth) ++at_8_;
  if (outcome.rank > 0) reciprocal_ranks_ += 1.0 / static_cast<double>(outcome.rank);
  if (outcome.judged) ++judged_;
  if (outcome.in_first_claim) ++in_first_claim_;
  if (outcome.anywhere) ++anywhere_;
  if (outcome.declined) ++declined_;
  if (outcome.unanswerable) ++unanswerable_;
  if (outcome.unanswerable && outcome.declined) ++declined_rightly_;
  cited_ += static_cast<std::int64_t>(outcome.cited);
  cited_gold_ += static_cast<std::int64_t>(outcome.cited_gold);
  ++labels_[outcome.audit_mode];
  ++rungs_[outcome.rung];
}

json::Object EvalReport::ToJson() const {
  const auto strict = labels_.find("STRICT");
  return {{"questions", questions_},
          {"gold_unknown", gold_unknown_},
          {"recall_at_1", Rate(at_1_, gold_named_)},
          {"recall_at_8", Rate(at_8_, gold_named_)},
          {"mrr", Rate(reciprocal_ranks_, gold_named_)},
          {"answer_in_first_claim", Rate(in_first_claim_, judged_)},
          {"answer_anywhere", Rate(anywhere_, judged_)},
          {"citation_precision", Rate(cited_gold_, cited_)},
          {"strict_share", Rate(strict == labels_.end() ? 0 : strict->second, questions_)},
          {"declined", declined_},
          {"unanswerable", unanswerable_},
          {"declined_rightly", Rate(declined_rightly_, unanswerable_)},
          {"labels", ToObject(labels_)},
          {"rungs", ToObject(rungs_)}};
}

Result<std::vector<Regression>> Compare(const json::Object& now, const json::Value& baseline,
                                        double tolerance) {
  TRY_ASSIGN(const std::int64_t questions, baseline.Int("questions"));
  if (json::Value(questions) != now.at("questions")) {
    return Fail(ErrorCode::kInvalidData,
                "is of " + std::to_string(questions) + " questions, this run of " +
                    json::Dump(now.at("questions")) + "; compare runs over the same questions");
  }
  std::vector<Regression> regressions;
  for (const std::string_view rate : kRates) {
    const json::Value* before = baseline.Find(rate);
    if (before == nullptr && rate == kNewerRate) continue;
    if (before == nullptr || !(before->is_number() || before->is_null())) {
      return Fail(ErrorCode::kInvalidData,
                  "field " + std::string(rate) + " must be a number; save one with eval --save");
    }
    const json::Value& after = now.find(rate)->second;
    if (before->is_null()) continue;
    const double value = after.is_null() ? 0 : after.as_double();
    // Sums of rates differ in their last digits; a hair is no regression.
    constexpr double kHair = 1e-9;
    if (before->as_double() - value > tolerance + kHair) {
      regressions.push_back({std::string(rate), before->as_double(), value});
    }
  }
  return regressions;
}

}  // namespace arborist::ask
