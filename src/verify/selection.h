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
#include "stated/check.h"
#include "verify/reference/lattice.h"

// The verdict on an answer that only points to sentences of its passages.
namespace arborist::verify {

// A claim: what the answer points to, and whether its surroundings let it stand.
struct SelectedUnit {
  std::vector<const evidence::SentenceObject*> objects;  // one, or sentences that follow each other
  const evidence::SentenceObject* joined_lead = nullptr;  // part of the claim
  std::vector<const evidence::SentenceObject*> context;   // shown beside it
  evidence::SpanPlace place;                              // bytes of the passage: of the claim
  stated::Verdict verdict = stated::Verdict::kUnread;
  stated::Fault fault = stated::Fault::kUnread;
};

struct SelectionVerdict {
  LatticeVerdict verdict;
  std::vector<SelectedUnit> units;  // beside its claim_statuses; they point into the list
};

// FROZEN select-v1: docs/format/verifier.md. Each pointer is a claim; pointers to sentences that
// follow each other in a paragraph, one behind the other in the answer, are one. A claim is text of
// its source, so nothing in it is compared. What stands around it is checked as lexical-v3 does: it
// must not be a question or somebody's words, no line above may turn it, and the next sentence must
// not take it back. Where the claim is a part of what lexical-v3 takes for one sentence, it is
// judged as any other claim would be: what is left out counts. An answer that is no selection, or
// points to what is not there, is refused whole.
SelectionVerdict VerifySelection(std::string_view answer, const evidence::EvidenceMap& evidence,
                                 const evidence::SentenceList& sentences,
                                 const LatticePolicy& policy);

// The check of surroundings that VerifySelection makes, for whoever chooses what to point to. Reads
// a passage under lexical-v3 when it is first asked about. Belongs to one thread at a time.
class SurroundingsCheck {
 public:
  explicit SurroundingsCheck(const evidence::EvidenceMap* evidence);
  ~SurroundingsCheck();

  // Whether the passage asserts its text between two of its bytes; kUnread when the budget is
  // spent.
  std::pair<stated::Verdict, stated::Fault> Judge(std::size_t passage, evidence::SpanPlace place,
                                                  Budget* budget);

 private:
  class Passage;
  const evidence::EvidenceMap* evidence_;
  std::map<std::size_t, std::unique_ptr<Passage>> passages_;
};

// SOURCE-QUOTED, SOURCE-QUOTED-PARTIAL or UNGROUNDED.
std::string_view SelectionRung(AuditMode mode);

}  // namespace arborist::verify
