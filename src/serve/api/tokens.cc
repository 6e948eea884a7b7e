// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/api/routes.h"

namespace arborist::serve::api {

http::TokenCheck TokenCheckOf(app::Service* service) {
  return [service](std::string_view token) -> Result<http::Caller> {
    TRY_ASSIGN(app::Grant grant, service->CheckToken(token));
    http::Caller caller;
    caller.token_id = std::move(grant.id);
    caller.name = std::move(grant.name);
    caller.shards = std::move(grant.shards);
    caller.expires_at = grant.expires_at;
    for (const std::string& name : grant.scopes) {
      if (const auto scope = http::ScopeFromName(name)) caller.scopes.Add(*scope);
    }
    return caller;
  };
}

}  // namespace arborist::serve::api
