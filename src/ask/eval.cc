// SPDX-License-Identifier: AGPL-3.0-only
// Reads question files, judges results, sums outcomes and compares two reports. A question is
// judged on two independent things: the rank of the first gold document among the sources, and
// whether a claim contains a gold answer (GoldAnswers). Counts are integers and are divided only in
// ToJson. Only `mrr` and the calibration error are sums of floats, whose last digits depend on the
// order of the questions; Compare allows for that.
#include "ask/eval.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>

#include "ask/gold_answers.h"
#include "text/scan.h"

namespace arborist::ask {

namespace {

constexpr std::size_t kDepth = 8;  // of recall_at_8
constexpr std::size_t kMaxKindBytes = 64;
constexpr std::array<std::string_view, 7> kRates = {
    "recall_at_1",     "recall_at_8",        "mrr",         "answer_in_first_claim",
    "answer_anywhere", "citation_precision", "strict_share"};

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
  if (const json::Value* kind = line.Find("kind")) {
    if (!kind->is_string() || kind->as_string().size() > kMaxKindBytes) {
      return Fail(ErrorCode::kInvalidData, "field kind must be a string of at most " +
                                               std::to_string(kMaxKindBytes) + " bytes");
    }
    question.kind = kind->as_string();
  }
  return question;
}

json::Object ToObject(const std::map<std::string, std::int64_t, std::less<>>& counts) {
  json::Object object;
  for (const auto& [name, count] : counts) object.emplace(name, count);
  return object;
}

std::string TextOf(const json::Value& unit) { return unit.StringOr("text", "").value_or(""); }

// The value at the end of a path of member names, or nullptr where one is missing.
const json::Value* MemberAt(const json::Value& value,
                            std::initializer_list<std::string_view> path) {
  const json::Value* found = &value;
  for (const std::string_view name : path) {
    found = found->Find(name);
    if (found == nullptr) return nullptr;
  }
  return found;
}

// Holds the rates of a run against those of a baseline.
class Comparison {
 public:
  enum class Better { kHigher, kLower };

  Comparison(const json::Value& now, const json::Value& baseline, double tolerance)
      : now_(now), baseline_(baseline), tolerance_(tolerance) {}

  // Compares a rate that every baseline has.
  Status Rate(std::string_view name) {
    if (baseline_.Find(name) == nullptr) return NoNumber(name);
    return NewerRate(std::string(name), {name}, Better::kHigher);
  }
  Status NewerRate(std::string figure, std::initializer_list<std::string_view> path,
                   Better better) {
    const json::Value* before = MemberAt(baseline_, path);
    if (before == nullptr || before->is_null()) return {};
    if (!before->is_number()) return NoNumber(figure);
    const json::Value* after = MemberAt(now_, path);
    const bool measured = after != nullptr && !after->is_null();
    const double value = measured ? after->as_double() : 0;
    const double worse = better == Better::kHigher ? before->as_double() - value
                         : measured                ? value - before->as_double()
                                                   : 0;
    // Sums of floats differ in their last digits with the order of questions.
    constexpr double kHair = 1e-9;
    if (worse > tolerance_ + kHair) {
      regressions_.push_back({std::move(figure), before->as_double(), value});
    }
    return {};
  }
  Status Kind(const std::string& kind) {
    for (const std::string_view count : {"questions", "answerable"}) {
      const json::Value* before = MemberAt(baseline_, {"kinds", kind, count});
      if (before == nullptr || *before != *MemberAt(now_, {"kinds", kind, count})) return {};
    }
    const auto compare = [&](std::string_view rate, Better better) {
      return NewerRate("kinds." + kind + "." + std::string(rate), {"kinds", kind, "shares", rate},
                       better);
    };
    TRY(compare("right_first", Better::kHigher));
    TRY(compare("wrong", Better::kLower));
    return compare("declined_rightly", Better::kHigher);
  }
  std::vector<Regression> Take() { return std::move(regressions_); }

 private:
  static Status NoNumber(std::string_view figure) {
    return Fail(ErrorCode::kInvalidData,
                "field " + std::string(figure) + " must be a number; save one with eval --save");
  }

  const json::Value& now_;
  const json::Value& baseline_;
  double tolerance_;
  std::vector<Regression> regressions_;
};

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

Status CompleteGold(const store::Corpus& corpus, std::vector<EvalQuestion>* questions) {
  std::map<std::string, std::vector<std::string>, std::less<>> unknown;  // name: URIs that fit
  for (const EvalQuestion& question : *questions) {
    for (const std::string& name : question.gold) {
      if (unknown.contains(name) || name.empty()) continue;
      const auto document = corpus.Resolve(name);
      if (!document && document.error().code != ErrorCode::kNotFound) {
        return std::unexpected(document.error());
      }
      if (!document) unknown[name];
    }
  }
  if (unknown.empty()) return {};
  TRY(corpus.ForEachDocument(false, [&](const store::CorpusDocument& document) -> Result<bool> {
    for (const std::string& uri : document.current_uris()) {
      // Each suffix of the URI that follows a slash may be a name.
      for (std::size_t slash = uri.find('/'); slash != std::string::npos;
           slash = uri.find('/', slash + 1)) {
        const auto name = unknown.find(std::string_view(uri).substr(slash + 1));
        if (name != unknown.end()) name->second.push_back(uri);
      }
    }
    return true;
  }));
  for (EvalQuestion& question : *questions) {
    for (std::string& name : question.gold) {
      const auto found = unknown.find(name);
      if (found != unknown.end() && found->second.size() == 1) name = found->second.front();
    }
  }
  return {};
}

Result<EvalOutcome> Judge(const EvalQuestion& question, const AskResult& result,
                          const store::Corpus& corpus) {
  const run::RunRecord& record = result.record;
  EvalOutcome outcome;
  // Documents are compared by root, for a document may have several URIs (decision 11).
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
    if (is_gold(record.sources[i].document.root)) outcome.rank = i + 1;
  }
  outcome.declined = record.declined;
  outcome.unanswerable = question.unanswerable;
  outcome.audit_mode = record.audit_mode();
  outcome.rung = record.rung;
  outcome.kind = question.kind;
  outcome.confidence = record.confidence;
  outcome.judged = !question.answers.empty();
  if (outcome.judged && record.declined) {
    const json::Value reply = record.reply;
    const json::Value* nearest = reply.Find("nearest");
    outcome.nearest_answers = nearest != nullptr && nearest->is_array() &&
                              !nearest->as_array().empty() &&
                              GoldAnswers(question.answers).IsIn(TextOf(nearest->as_array()[0]));
  }
  if (outcome.judged && !record.declined) {
    const GoldAnswers answers(question.answers);
    outcome.in_first_claim = !record.units.empty() && answers.IsIn(TextOf(record.units[0]));
    outcome.in_later_claim =
        !outcome.in_first_claim && std::ranges::any_of(record.units, [&](const json::Value& unit) {
          return answers.IsIn(TextOf(unit));
        });
    outcome.anywhere =
        outcome.in_first_claim || outcome.in_later_claim || answers.IsIn(record.raw_answer);
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
  all_.Add(outcome);
  // Questions that are neither judged nor unanswerable add nothing to the counts of a kind.
  if (!outcome.kind.empty() && (outcome.judged || outcome.unanswerable)) {
    kinds_[outcome.kind].Add(outcome);
  }
}

json::Object EvalReport::ToJson() const {
  const auto strict = labels_.find("STRICT");
  json::Object kinds;
  for (const auto& [kind, tally] : kinds_) {
    json::Object counts = tally.ToJson();
    counts.emplace("calibration_questions", tally.calibration().questions());
    counts.emplace("calibration_error", tally.calibration().Error());
    kinds.emplace(kind, std::move(counts));
  }
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
          {"rungs", ToObject(rungs_)},
          {"outcomes", all_.ToJson()},
          {"calibration", all_.calibration().ToJson()},
          {"kinds", std::move(kinds)}};
}

Result<std::vector<Regression>> Compare(const json::Object& now, const json::Value& baseline,
                                        double tolerance) {
  TRY_ASSIGN(const std::int64_t questions, baseline.Int("questions"));
  if (json::Value(questions) != now.at("questions")) {
    return Fail(ErrorCode::kInvalidData,
                "is of " + std::to_string(questions) + " questions, this run of " +
                    json::Dump(now.at("questions")) + "; compare runs over the same questions");
  }
  const json::Value figures(now);
  Comparison comparison(figures, baseline, tolerance);
  for (const std::string_view rate : kRates) TRY(comparison.Rate(rate));
  using enum Comparison::Better;
  TRY(comparison.NewerRate("declined_rightly", {"declined_rightly"}, kHigher));
  TRY(comparison.NewerRate("wrong", {"outcomes", "shares", "wrong"}, kLower));
  TRY(comparison.NewerRate("calibration_error", {"calibration", "error"}, kLower));
  for (const auto& [kind, counts] : now.at("kinds").as_object()) TRY(comparison.Kind(kind));
  return comparison.Take();
}

}  // namespace arborist::ask
