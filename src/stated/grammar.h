// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "stated/reading.h"

// What the form of words tells of a sentence.
namespace arborist::stated {

// A verb of the past or a participle, by its ending or the table.
bool EndsLikePast(const Token& token, Language language);

// A German verb that is no participle, by its form and by what stands beside it.
bool IsGermanVerb(std::span<const Token> tokens, std::size_t at);
// A form of "be" stands before the token, but for a negation or an adverb between them.
bool BeBefore(std::span<const Token> tokens, std::size_t at);

// Prepositions of one place, one direction, one means may stand for each other: their class, or 0.
int ClassOf(std::string_view preposition);
inline constexpr int kPlaceClass = 1, kGenitiveClass = 5;
bool SamePreposition(std::string_view a, std::string_view b);

bool IsWhen(const Token& token);  // a part of a date, a day, a season
bool IsYear(const Token& token);

// Whether the sentence speaks of what happened, not of what holds in general.
bool TellsOfPast(std::span<const Token> tokens);
// How many tokens at the start are the subject: names, or words up to the first verb that the
// tables know by its form.
std::size_t SubjectLength(std::span<const Token> tokens, Language language);
// Whether it has a verb that the tables know by its form.
bool HasVerb(std::span<const Token> tokens, Language language);

}  // namespace arborist::stated
