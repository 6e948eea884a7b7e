// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

// What the words of a verdict mean, for people: one line each, without a full stop, and no more
// than the word says. Wording, in no hash (decision 18).
namespace arborist::verify {

std::string_view LabelMeaning(std::string_view label_or_rung);
// SOURCE-QUOTED and SOURCE-QUOTED-PARTIAL: of an answer that only points.
bool IsSelectionRung(std::string_view rung);
std::string_view ViolationMeaning(std::string_view kind);
// A kind that seldom says anything about the answer: people are not shown it unless they ask.
bool IsSideNote(std::string_view kind);
// The unit's status says more precisely why one was not checked; it may be empty.
std::string_view DiagnosisMeaning(std::string_view diagnosis, std::string_view status);

}  // namespace arborist::verify
