// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "cli/command.h"

namespace arborist::cli {

class Session;

// One function per verb, one file each: adds the subcommand with its options and its body.
void AddIngest(Command* app, Session* session);
void AddSync(Command* app, Session* session);
void AddWatch(Command* app, Session* session);
void AddCrawl(Command* app, Session* session);
void AddSearch(Command* app, Session* session);
void AddQuery(Command* app, Session* session);
void AddAsk(Command* app, Session* session);
void AddDocuments(Command* app, Session* session);
void AddStats(Command* app, Session* session);
void AddCheck(Command* app, Session* session);
void AddProve(Command* app, Session* session);
void AddVerify(Command* app, Session* session);
void AddSnapshot(Command* app, Session* session);
void AddAudit(Command* app, Session* session);
void AddProvidence(Command* app, Session* session);
void AddExplain(Command* app, Session* session);
void AddInspect(Command* app, Session* session);
void AddEmergent(Command* app, Session* session);
void AddReclassify(Command* app, Session* session);
void AddFalsify(Command* app, Session* session);
void AddBurn(Command* app, Session* session);
void AddDistill(Command* app, Session* session);
void AddConcepts(Command* app, Session* session);
void AddEval(Command* app, Session* session);
void AddServe(Command* app, Session* session);
void AddMcp(Command* app, Session* session);
void AddRpc(Command* app, Session* session);
void AddToken(Command* app, Session* session);
void AddKey(Command* app, Session* session);
void AddFsck(Command* app, Session* session);
void AddDoctor(Command* app, Session* session);
void AddEvict(Command* app, Session* session);
void AddRehydrate(Command* app, Session* session);

// All of them, in the groups and the order in which --help lists them.
void AddVerbs(Command* app, Session* session);

// What --version prints.
void PrintVersion(const Session& session);

}  // namespace arborist::cli
