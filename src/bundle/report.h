// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

#include "bundle/check.h"
#include "json/value.h"

namespace arborist::bundle {

// How a report is shown, the same by `arborist verify` and by `arborist-verify`.

// "ok", "failed", "skipped", "not_checked".
std::string_view NameOf(CheckState state);

// {valid, checks:[{name, ok, detail, state}], not_proved:[...]} and format, subject, outcome and
// document_root or cache_key: docs/contract.md.
json::Value ReportToJson(const CheckReport& report);

// For people: one line a check, then the verdict, then what is not proved. Text from the bundle is
// made safe for a terminal.
std::string ReportToText(const CheckReport& report, bool colour);

// 0 valid, 1 refused, 2 not checked.
int ExitCodeOf(const CheckReport& report);

}  // namespace arborist::bundle
