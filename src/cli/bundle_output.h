// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>

#include "cli/command.h"
#include "cli/session.h"
#include "json/value.h"

namespace arborist::cli {

// -o: a file, or standard output.
void AddBundleOutput(Command* verb, std::string* output);

// What a bundle is of: for people, and as the fields that name it.
struct BundleIs {
  std::string text;
  json::Object fields;
};
// Writes the bundle there; of a file it says what it wrote.
Status DeliverBundle(Session* session, const std::string& output, const json::Value& made,
                     BundleIs what);

}  // namespace arborist::cli
