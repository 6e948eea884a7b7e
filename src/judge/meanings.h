// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

// Explanations of the words of a verdict, for people: one line each, without a full stop, claiming
// no more than was checked. Wording is in no hash (decision 18). A word that is not in the tables
// gets an explanation that says so.
namespace arborist::judge {

std::string_view LabelMeaning(std::string_view label_or_rung);
// True for SOURCE-QUOTED and SOURCE-QUOTED-PARTIAL, the rungs of an answer that only points.
bool IsSelectionRung(std::string_view rung);
std::string_view ViolationMeaning(std::string_view kind);
// True for kinds that seldom matter to a reader; people see them only on request.
bool IsSideNote(std::string_view kind);
// status: of the unit, where known; it says more precisely why a unit was not checked.
std::string_view DiagnosisMeaning(std::string_view diagnosis, std::string_view status);

}  // namespace arborist::judge
