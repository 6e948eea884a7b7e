// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

namespace CLI {
class App;
}

namespace arborist::cli {

class Session;

// The parts of `arborist audit`, a file each.
void AddAuditLog(CLI::App* audit, Session* session);
void AddAuditCheck(CLI::App* audit, Session* session);       // check, verify
void AddAuditCheckpoint(CLI::App* audit, Session* session);  // checkpoint
void AddAuditProve(CLI::App* audit, Session* session);       // prove, consistency

}  // namespace arborist::cli
