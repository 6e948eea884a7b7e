// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "cli/command.h"

namespace arborist::cli {

class Session;

// The parts of `arborist audit`, a file each.
void AddAuditLog(Command* audit, Session* session);
void AddAuditCheck(Command* audit, Session* session);       // check, verify
void AddAuditCheckpoint(Command* audit, Session* session);  // checkpoint
void AddAuditProve(Command* audit, Session* session);       // prove, consistency

}  // namespace arborist::cli
