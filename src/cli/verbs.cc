// SPDX-License-Identifier: AGPL-3.0-only
#include "cli/verbs.h"

namespace arborist::cli {

void AddVerbs(Command* app, Session* session) {
  AddIngest(app, session);
  AddDistill(app, session);
  AddSearch(app, session);
  AddQuery(app, session);
  AddAsk(app, session);
  AddDocuments(app, session);
  AddStats(app, session);
  AddFsck(app, session);
  AddProve(app, session);
  AddEval(app, session);
  AddConcepts(app, session);
  AddCheck(app, session);
  AddProvidence(app, session);
  AddExplain(app, session);
  AddInspect(app, session);
  AddEmergent(app, session);
  AddReclassify(app, session);
  AddFalsify(app, session);
  AddBurn(app, session);
  AddAudit(app, session);
  AddKey(app, session);
  AddSnapshot(app, session);
  AddEvict(app, session);
  AddRehydrate(app, session);
  AddServe(app, session);
  AddToken(app, session);
  AddRpc(app, session);
  AddMcp(app, session);
  AddVerify(app, session);
}

}  // namespace arborist::cli
