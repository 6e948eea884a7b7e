// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "stated/reading.h"

// Grammar derived from the form of words. FROZEN lexical-v3.
namespace arborist::stated {

// True for a past form or participle, by its ending or the table.
bool EndsLikePast(const Token& token, Language language);

// True for a German verb that is no participle, by its form and its neighbours.
bool IsGermanVerb(std::span<const Token> tokens, std::size_t at);
// True if a form of "be" precedes the token, apart from negations and adverbs.
bool BeBefore(std::span<const Token> tokens, std::size_t at);

// The class of prepositions that may replace this one, or 0.
int ClassOf(std::string_view preposition);
inline constexpr int kPlaceClass = 1, kGenitiveClass = 5;
bool SamePreposition(std::string_view a, std::string_view b);

bool IsWhen(const Token& token);  // a part of a date, a day, a season
bool IsYear(const Token& token);

// True if the sentence reports the past and not what holds in general.
bool TellsOfPast(std::span<const Token> tokens);
// The number of opening tokens that are the subject: names, or words up to the first verb that the
// tables know by its form.
std::size_t SubjectLength(std::span<const Token> tokens, Language language);
// Whether it has a verb that the tables know by its form.
bool HasVerb(std::span<const Token> tokens, Language language);

}  // namespace arborist::stated
