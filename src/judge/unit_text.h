// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"
#include "judge/check_answer.h"

// The verdict on each unit of an answer in words, the same words whichever verifier judged: stated,
// close, not found in these sources, not checked. A unit is a JSON object, as records and `check`
// have it; members may be absent. web/src/lib/verdict.ts has the same words for the page.
namespace arborist::judge {

// Said beside every label of an answer that is not a selection.
inline constexpr std::string_view kNotJudged =
    "It is not checked whether the answer answers the question.";

// stated, close, not_found or not_checked. A unit of an older verifier is stated if it holds, else
// not_checked if its diagnosis says so, else not_found.
std::string_view VerdictOf(const json::Value& unit);

// The words of a unit that its passage lacks, in order.
std::vector<std::string> UnsupportedWords(const json::Value& unit);

// The verdict in words, such as: close: not in the passage: "black". A fault of the answer is named
// only where the check is certain of it.
std::string VerdictText(const json::Value& unit);
// VerdictText without the verdict itself, such as: not in the passage: "black".
std::string VerdictDetail(const json::Value& unit);

// Says whether a heading or a title names the subject; empty if the sentence itself does.
std::string SubjectText(const json::Value& unit);

// The unit with the members `verdict` and `unsupported_words`, for programs.
json::Value WithVerdict(json::Value unit);

// The meaning of the label, and what was not checked. A SOURCE-QUOTED rung has a meaning of its
// own.
std::string LabelText(std::string_view label, std::string_view rung);

// The lines that introduce the unit in its source, where they are shown beside it; outermost first.
std::vector<std::string> ContextTexts(const json::Value& unit);

// LabelText, then a line for each unit.
std::string ReportText(std::string_view label, std::string_view rung, const json::Array& units);
std::string ReportText(const CheckReport& report, const CheckRequest& request);

}  // namespace arborist::judge
