// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>

#include "base/result.h"
#include "cli/session.h"

namespace arborist::cli {

// How often the verifier is right on sentences whose truth is known. JSON Lines, each either a pair
// {passage, faithful, unfaithful} or a case {context, answer, should: STRICT or NOT}.
Status EvalClaims(Session* session, const std::string& file, const std::string& verifier);

}  // namespace arborist::cli
