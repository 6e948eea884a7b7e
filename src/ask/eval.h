// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ask/ask.h"
#include "ask/eval_tally.h"

// How good the answers are, on questions whose gold documents and answers are known.
namespace arborist::ask {

struct EvalQuestion {
  std::string question;
  std::vector<std::string> gold;     // documents that hold the answer, each by URI or root
  std::vector<std::string> answers;  // texts that count as right; none: not judged
  bool unanswerable = false;         // right is to decline
  std::string kind = {};             // what the question is counted under; empty: none
};

// JSON Lines {question, gold_uri, answers}; gold_uri may be a list, answers may be absent, an empty
// list of them says that the corpus has no answer, and then gold_uri may be absent or empty too.
// `kind` may be absent. Other fields are ignored. 0: no limit. Errors name the line.
Result<std::vector<EvalQuestion>> ReadEvalQuestions(std::string_view lines, std::size_t limit);

// Question files name documents by the end of their paths, for they are ingested from any folder.
// Where the corpus does not know a name, the URI of the one document that ends with a slash and the
// name takes its place; a name that fits none or several stays as it is.
Status CompleteGold(const store::Corpus& corpus, std::vector<EvalQuestion>* questions);

// What became of one question.
struct EvalOutcome {
  bool gold_named = true;
  bool gold_known = false;  // a gold document is in the corpus
  std::size_t rank = 0;     // of the first gold document among the sources; 0: none
  bool judged = false;      // there are answers to compare with
  bool in_first_claim = false;
  bool in_later_claim = false;  // and not in the first
  bool anywhere = false;        // in any claim, or in the answer as it came
  bool declined = false;
  bool unanswerable = false;
  std::size_t cited = 0;       // passages that verified claims rest on
  std::size_t cited_gold = 0;  // of these, from a gold document
  std::string audit_mode;
  std::string rung;
  std::string kind;
  std::optional<double> confidence;  // that the first claim is right
  bool nearest_answers = false;      // of a declined answer: what would have been its first claim
};
Result<EvalOutcome> Judge(const EvalQuestion& question, const AskResult& result,
                          const store::Corpus& corpus);

// The sums of outcomes, in any order.
class EvalReport {
 public:
  void Add(const EvalOutcome& outcome);
  std::int64_t questions() const { return questions_; }
  std::int64_t gold_unknown() const { return gold_unknown_; }
  // The result of eval in docs/contract.md; the caller adds `seconds`.
  json::Object ToJson() const;

 private:
  std::int64_t questions_ = 0;
  std::int64_t gold_named_ = 0;
  std::int64_t gold_unknown_ = 0;
  std::int64_t at_1_ = 0;
  std::int64_t at_8_ = 0;
  double reciprocal_ranks_ = 0;
  std::int64_t judged_ = 0;
  std::int64_t in_first_claim_ = 0;
  std::int64_t anywhere_ = 0;
  std::int64_t declined_ = 0;
  std::int64_t unanswerable_ = 0;
  std::int64_t declined_rightly_ = 0;
  std::int64_t cited_ = 0;
  std::int64_t cited_gold_ = 0;
  std::map<std::string, std::int64_t, std::less<>> labels_;
  std::map<std::string, std::int64_t, std::less<>> rungs_;
  EvalTally all_;
  std::map<std::string, EvalTally, std::less<>> kinds_;
};

// A rate that is worse than it was.
struct Regression {
  std::string figure;
  double before = 0;
  double now = 0;
};
// Rates of `now` that are worse than `baseline` by more than the tolerance: `wrong` and
// `calibration_error` when they rose, all others when they fell. What an older version did not
// measure is not compared, nor is a kind that had other numbers of questions. An error when the
// baseline is no such object, or of another number of questions.
Result<std::vector<Regression>> Compare(const json::Object& now, const json::Value& baseline,
                                        double tolerance);

}  // namespace arborist::ask
