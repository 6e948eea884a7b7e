// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

namespace CLI {
class App;
}

namespace arborist::cli {

class Session;

// One function per verb, one file each: adds the subcommand with its options and its body.
void AddIngest(CLI::App* app, Session* session);
void AddSearch(CLI::App* app, Session* session);
void AddDocuments(CLI::App* app, Session* session);
void AddStats(CLI::App* app, Session* session);
void AddFsck(CLI::App* app, Session* session);
void AddProve(CLI::App* app, Session* session);
void AddQuery(CLI::App* app, Session* session);
void AddAsk(CLI::App* app, Session* session);
void AddEval(CLI::App* app, Session* session);
void AddCheck(CLI::App* app, Session* session);
void AddProvidence(CLI::App* app, Session* session);
void AddExplain(CLI::App* app, Session* session);
void AddInspect(CLI::App* app, Session* session);
void AddEmergent(CLI::App* app, Session* session);
void AddReclassify(CLI::App* app, Session* session);
void AddFalsify(CLI::App* app, Session* session);
void AddBurn(CLI::App* app, Session* session);
void AddRpc(CLI::App* app, Session* session);
void AddServe(CLI::App* app, Session* session);
void AddToken(CLI::App* app, Session* session);
void AddVerify(CLI::App* app, Session* session);

// What --version prints.
void PrintVersion(const Session& session);

}  // namespace arborist::cli
