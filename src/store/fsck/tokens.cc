// SPDX-License-Identifier: AGPL-3.0-only
// Rows of tokens against the events that made and revoked them, both ways.
#include "store/home/tokens.h"
#include "store/fsck/home.h"

namespace arborist::store {

// A row that somebody wrote into the file would let them in; a revocation that was taken back too.
Status CheckTokens(HomeStore* home, const TokenEvents& events, const LoggedErasures& erasures,
                   FsckReport* report) {
  const auto problem = [&](std::string kind, const std::string& id, std::string detail) {
    report->problems.push_back({std::move(kind), "providence", "token " + id, std::move(detail)});
  };
  TRY_ASSIGN(const std::vector<Token> tokens, Tokens(home).List());
  TokenEvents unseen = events;
  for (const Token& token : tokens) {
    ++report->checked["tokens"];
    unseen.made.erase(token.id);
    const auto made = events.made.find(token.id);
    if (made == events.made.end()) {
      problem("token_extra", token.id, "no event made it; revoke it if nobody here did");
      continue;
    }
    if (made->second.seq != static_cast<std::uint64_t>(token.event_seq) ||
        made->second.grant != HashGrant(token) ||
        !erasures.HasRowTime(made->second.seq, made->second.time, token.created_at)) {
      problem("token_mismatch", token.id,
              "its name, hash, scopes, shards or times are not what the log recorded");
    }
    const auto revoked = events.revoked.find(token.id);
    if (revoked != events.revoked.end() && token.revoked_at != 0 &&
        !erasures.HasRowTime(revoked->second.seq, revoked->second.time, token.revoked_at)) {
      problem("token_mismatch", token.id, "it was revoked at another time");
    }
    if ((revoked != events.revoked.end()) != (token.revoked_at != 0)) {
      problem("token_mismatch", token.id,
              token.revoked_at != 0 ? "no event revoked it"
                                    : "the log revoked it, and its row says that it counts");
    }
  }
  for (const auto& [id, made] : unseen.made) {
    problem("token_missing", id, "the log says that it was made, and it is not there");
  }
  return {};
}

}  // namespace arborist::store
