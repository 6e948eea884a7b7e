// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "evidence/evidence_map.h"
#include "evidence/sentence_list.h"
#include "judge/reference/lattice.h"
#include "stated/check_claim.h"

// Judges answers that only point to sentences of their passages.
namespace arborist::judge {

// A claim: the sentences pointed to, and whether their surroundings let them stand.
struct SelectedUnit {
  std::vector<const evidence::SentenceObject*> objects;   // one, or consecutive sentences
  const evidence::SentenceObject* joined_lead = nullptr;  // part of the claim
  std::vector<const evidence::SentenceObject*> context;   // what introduces it, shown beside it
  evidence::SpanPlace place;                              // bytes of the passage
  stated::Verdict verdict = stated::Verdict::kUnread;
  stated::Fault fault = stated::Fault::kUnread;
};

struct SelectionVerdict {
  LatticeVerdict verdict;
  std::vector<SelectedUnit> units;  // parallel to claim_statuses; point into the list
};

// FROZEN select-v1: docs/format/verifier.md. Each pointer is a claim; consecutive pointers to
// consecutive sentences of a paragraph are one. A claim is text of its source, so its words are not
// compared. Its surroundings are checked as lexical-v3 does: it must not be a question or the words
// of somebody quoted, no line above may turn it, and the next sentence must not retract it. If the
// claim is only a part of what lexical-v3 takes for one sentence, it is judged like any other
// claim, so that an omission counts. An answer that is no selection, or that points to a sentence
// that is not listed, is refused as a whole: no claim, no text. `evidence`, `sentences` and
// `policy` are borrowed; the units of the result point into `sentences`.
SelectionVerdict JudgeSelection(std::string_view answer, const evidence::EvidenceMap& evidence,
                                const evidence::SentenceList& sentences,
                                const LatticePolicy& policy);

// The check of surroundings that JudgeSelection makes, also for callers that choose what to point
// to. Each passage is read under lexical-v3 when it is first asked about, and kept. One thread at a
// time. `evidence` is borrowed.
class SurroundingsCheck {
 public:
  explicit SurroundingsCheck(const evidence::EvidenceMap* evidence);
  ~SurroundingsCheck();

  // Whether the passage asserts the text between two of its bytes. kUnread: the budget is spent,
  // the text steers the direction of writing, or no sentence of the passage is there.
  std::pair<stated::Verdict, stated::Fault> Judge(std::size_t passage, evidence::SpanPlace place,
                                                  Budget* budget);

 private:
  class Passage;
  const evidence::EvidenceMap* evidence_;
  std::map<std::size_t, std::unique_ptr<Passage>> passages_;
};

// SOURCE-QUOTED, SOURCE-QUOTED-PARTIAL or UNGROUNDED.
std::string_view SelectionRung(AuditMode mode);

}  // namespace arborist::judge
