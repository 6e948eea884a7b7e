// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace arborist::core {

// Why a claim does not rest on a passage of a span; empty if it does: the passage occurs in the
// span word for word (norm-v1 of both), and lexical-v2 finds every sentence of the claim supported
// by the passage. By name: not_verbatim, unsupported.
std::string ClaimProblem(std::string_view claim, std::string_view passage, std::string_view span);

// The spans of neighbouring chunks as one text, so that a passage may cross the cut.
std::string JoinSpans(std::string_view base, std::span<const std::string> spans);

}  // namespace arborist::core
