// SPDX-License-Identifier: AGPL-3.0-only
#include "app/versions.h"
#include "cli/session.h"
#include "cli/verbs.h"

namespace arborist::cli {

void PrintVersion(const Session& session) {
  if (session.json()) {
    session.PrintJson(app::Versions());
  } else {
    session.PrintLine("arborist " + std::string(kProgramVersion));
  }
}

}  // namespace arborist::cli
