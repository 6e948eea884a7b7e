// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"

// What people are told of an answer's units, in one vocabulary whichever verifier judged: stated,
// close, not found in these sources, not checked. Units are JSON, as records and `check` have them.
// web/src/lib/verdict.ts says the same on the page.
namespace arborist::verify {

// What no label says.
inline constexpr std::string_view kNotJudged =
    "It is not checked whether the answer answers the question.";

// stated, close, not_found or not_checked. Older records tell held from failed only: those that
// held are stated.
std::string_view VerdictOf(const json::Value& unit);

// The words of a unit that its passage lacks.
std::vector<std::string> UnsupportedWords(const json::Value& unit);

// The unit's verdict in words: close: not in the passage: "black". A fault of the answer is named
// only where the check is certain of it.
std::string VerdictText(const json::Value& unit);
// The same without the verdict itself: not in the passage: "black".
std::string VerdictDetail(const json::Value& unit);

// What names the subject of a unit where its sentence does not; else empty.
std::string SubjectText(const json::Value& unit);

// The unit with `verdict` and `unsupported_words`, for programs.
json::Value WithVerdict(json::Value unit);

// What the label means, and what was not checked. The rung tells of an answer that only points.
std::string LabelText(std::string_view label, std::string_view rung);

// What introduces the unit in its source, where that is shown beside it: the outermost first.
std::vector<std::string> ContextTexts(const json::Value& unit);

// LabelText; then a line for each unit.
std::string ReportText(std::string_view label, std::string_view rung, const json::Array& units);

}  // namespace arborist::verify
