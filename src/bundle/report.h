// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

#include "bundle/verify.h"
#include "json/value.h"

namespace arborist::bundle {

// Reports as `arborist verify` and `arborist-verify` show them.

// "ok", "failed", "skipped", "not_checked".
std::string_view NameOf(CheckState state);

// {valid, checks:[{name, ok, detail, state}], not_proved:[...]}, with format, subject, outcome, and
// document_root or cache_key: docs/contract.md.
json::Value ReportToJson(const VerifyReport& report);

// For people: a line for each check, then the verdict, then what is not proved. Text from the
// bundle is escaped for the terminal.
std::string ReportToText(const VerifyReport& report, bool colour);

// 0 valid, 1 refused, 2 not checked.
int ExitCodeOf(const VerifyReport& report);

}  // namespace arborist::bundle
