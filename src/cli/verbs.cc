// SPDX-License-Identifier: AGPL-3.0-only
#include "cli/verbs.h"

// What the verbs are for, in the order in which people meet them: use a store, prove what it says,
// look after its answers, operate it. docs/contract.md and the completions have the same order.

namespace arborist::cli {

void AddVerbs(Command* app, Session* session) {
  app->Heading("Use");
  AddIngest(app, session);
  AddSync(app, session);
  AddWatch(app, session);
  AddCrawl(app, session);
  AddSearch(app, session);
  AddQuery(app, session);
  AddAsk(app, session);
  AddDocuments(app, session);
  AddStats(app, session);
  app->Heading("Prove");
  AddCheck(app, session);
  AddProve(app, session);
  AddVerify(app, session);
  AddSnapshot(app, session);
  AddAudit(app, session);
  app->Heading("Curate");
  AddProvidence(app, session);
  AddExplain(app, session);
  AddInspect(app, session);
  AddEmergent(app, session);
  AddReclassify(app, session);
  AddFalsify(app, session);
  AddBurn(app, session);
  AddDistill(app, session);
  AddConcepts(app, session);
  AddEval(app, session);
  app->Heading("Operate");
  AddServe(app, session);
  AddMcp(app, session);
  AddRpc(app, session);
  AddToken(app, session);
  AddKey(app, session);
  AddFsck(app, session);
  AddDoctor(app, session);
  AddEvict(app, session);
  AddRehydrate(app, session);
}

}  // namespace arborist::cli
