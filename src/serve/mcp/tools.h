// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <vector>

#include "app/service.h"
#include "serve/mcp/ingest_paths.h"
#include "serve/mcp/tool.h"

namespace arborist::serve::mcp {

// search, read, query, check, prove, explain, status and falsify over a service, which must outlive
// them; and ingest, where there is a folder that files may be taken from.
// seen: told of every answer to a question.
std::vector<Tool> ToolsOf(app::Service* service, const IngestPaths* ingest,
                          const app::AnswerSeen& seen = {});
Resources ResourcesOf(app::Service* service);

}  // namespace arborist::serve::mcp
