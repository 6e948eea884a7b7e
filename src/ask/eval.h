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

// Measures answers against questions whose gold documents and answers are known.
namespace arborist::ask {

struct EvalQuestion {
  std::string question;
  std::vector<std::string> gold;     // documents that contain the answer, each by URI or root
  std::vector<std::string> answers;  // texts that count as right; empty: not judged
  bool unanswerable = false;         // the right answer is to decline
  std::string kind = {};             // the group under which the question is counted; empty: none
};

// Reads JSON Lines {question, gold_uri, answers, kind}. gold_uri is a string or a list. `answers`
// may be absent (the question is not judged); an empty list says that the corpus has no answer, and
// then gold_uri may be absent or empty too. `kind` is optional. Other fields are ignored. limit 0:
// no limit. Errors name the line.
Result<std::vector<EvalQuestion>> ReadEvalQuestions(std::string_view lines, std::size_t limit);

// Replaces gold names that the corpus does not know by full URIs. Question files name documents by
// the end of their paths, because they may be ingested from any folder: a name becomes the one
// current URI that ends with a slash and the name. A name that fits no URI or several is left
// alone.
Status CompleteGold(const store::Corpus& corpus, std::vector<EvalQuestion>* questions);

// The judgement of one question.
struct EvalOutcome {
  bool gold_named = true;
  bool gold_known = false;  // a gold document is in the corpus
  std::size_t rank = 0;     // of the first gold document among the sources, from 1; 0: none
  bool judged = false;      // the question has answers to compare with
  bool in_first_claim = false;
  bool in_later_claim = false;  // and not in the first
  bool anywhere = false;        // in any claim, or in the raw answer
  bool declined = false;
  bool unanswerable = false;
  std::size_t cited = 0;       // passages on which verified claims rest
  std::size_t cited_gold = 0;  // of these, passages of a gold document
  std::string audit_mode;
  std::string rung;
  std::string kind;
  std::optional<double>
      confidence;  // the chance that the first claim is right, as the answerer says
  bool nearest_answers =
      false;  // of a declined answer: its nearest sentence contains a right answer
};
Result<EvalOutcome> Judge(const EvalQuestion& question, const AskResult& result,
                          const store::Corpus& corpus);

// Sums outcomes. Their order matters only to the last digits of sums of floats.
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

// A rate that is worse than in the baseline.
struct Regression {
  std::string figure;
  double before = 0;
  double now = 0;
};
// The rates of `now` that are worse than in `baseline` by more than `tolerance`: `wrong` and
// `calibration_error` when they rose, all others when they fell. Rates that the baseline lacks are
// not compared, nor is a kind whose number of questions differs. kInvalidData when the baseline is
// not such an object, or is of another number of questions.
Result<std::vector<Regression>> Compare(const json::Object& now, const json::Value& baseline,
                                        double tolerance);

}  // namespace arborist::ask
