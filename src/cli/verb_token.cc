// SPDX-License-Identifier: AGPL-3.0-only
// Tokens of the server. The secret is printed once; the store keeps its hash.
#include <algorithm>
#include <ctime>
#include <memory>

#include "cli/records_access.h"
#include "cli/verbs.h"
#include "store/home/tokens.h"

namespace arborist::cli {

namespace {

struct CreateFlags {
  std::string name;
  std::vector<std::string> scopes;
  std::vector<std::string> shards;
  std::int64_t days = 90;
  bool never = false;
};

std::string_view StateOf(const store::Token& token, std::int64_t now) {
  if (token.revoked_at != 0) return "revoked";
  return token.expires_at != 0 && token.expires_at <= now ? "expired" : "active";
}

json::Value TimeOrNull(std::int64_t time) { return time == 0 ? json::Value() : json::Value(time); }

json::Object ToJson(const store::Token& token, std::int64_t now) {
  return {{"id", token.id},
          {"name", token.name},
          {"state", StateOf(token, now)},
          {"scopes", json::Array(token.scopes.begin(), token.scopes.end())},
          {"shards", token.shards.empty()
                         ? json::Value()
                         : json::Value(json::Array(token.shards.begin(), token.shards.end()))},
          {"created_at", token.created_at},
          {"expires_at", TimeOrNull(token.expires_at)},
          {"revoked_at", TimeOrNull(token.revoked_at)}};
}

std::string Date(std::int64_t seconds) {
  const std::time_t time = seconds;
  std::tm utc{};
  gmtime_r(&time, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%d", &utc);
  return text;
}

std::string Joined(const std::vector<std::string>& words, std::string_view none) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ",") + word;
  return text.empty() ? std::string(none) : text;
}

Result<std::unique_ptr<store::HomeStore>> OpenStore(Session* session) {
  return app::OpenHomeStore(session->environment(), app::StoreUse::kMake);
}

Status Create(Session* session, const CreateFlags& flags) {
  TRY_ASSIGN(const auto home, OpenStore(session));
  store::Token token;
  token.name = flags.name;
  for (const char* scope : {"read", "ask", "write"}) {
    if (std::ranges::find(flags.scopes, scope) != flags.scopes.end())
      token.scopes.emplace_back(scope);
  }
  token.shards = flags.shards;
  constexpr std::int64_t kDay = 86400;
  if (!flags.never) token.expires_at = session->clock().NowSeconds() + flags.days * kDay;
  TRY_ASSIGN(const store::NewToken made,
             store::Tokens(home.get()).Create(std::move(token), &session->random()));
  if (session->json()) {
    json::Object object = ToJson(made.token, session->clock().NowSeconds());
    object.emplace("token", made.secret);
    session->PrintJson(object);
    return {};
  }
  session->PrintLine(made.secret);
  session->Note("token " + made.token.id + " for " + session->Safe(made.token.name) + ": " +
                Joined(made.token.scopes, "") +
                (made.token.expires_at == 0 ? std::string(", never expires")
                                            : ", until " + Date(made.token.expires_at)) +
                ". It is shown this once; only its hash is kept");
  return {};
}

Status List(Session* session) {
  TRY_ASSIGN(const auto home, OpenStore(session));
  TRY_ASSIGN(const std::vector<store::Token> tokens, store::Tokens(home.get()).List());
  const std::int64_t now = session->clock().NowSeconds();
  for (const store::Token& token : tokens) {
    if (session->json()) {
      session->PrintJson(ToJson(token, now));
      continue;
    }
    session->PrintLine(token.id + "  " + Padded(std::string(StateOf(token, now)), 9) +
                       Padded(Joined(token.scopes, ""), 16) +
                       Padded(token.expires_at == 0 ? "never" : Date(token.expires_at), 12) +
                       Padded(Joined(token.shards, "all shards"), 16) + session->Safe(token.name));
  }
  if (tokens.empty()) session->Note("no tokens; arborist token create makes one");
  return {};
}

Status Revoke(Session* session, const std::string& id) {
  TRY_ASSIGN(const auto home, OpenStore(session));
  TRY_ASSIGN(const store::Token token, store::Tokens(home.get()).Revoke(id));
  if (session->json()) {
    session->PrintJson(ToJson(token, session->clock().NowSeconds()));
  } else {
    session->PrintLine("revoked token " + token.id + "  " + session->Safe(token.name));
  }
  return {};
}

}  // namespace

void AddToken(Command* app, Session* session) {
  Command* verb = app->AddSubcommand("token", "Who may use the server: create, list, revoke");
  verb->RequireSubcommand();
  verb->Footer(
      "Examples:\n  arborist token create --name laptop --scope read --scope ask\n"
      "  arborist token list\n  arborist token revoke 3f2a91c0aa12");

  auto flags = std::make_shared<CreateFlags>();
  Command* create = verb->AddSubcommand("create", "Make a token and print it, this once");
  create->AddOption("--name", flags->name, "What it is for")->Required()->TypeName("TEXT");
  create
      ->AddOption("--scope", flags->scopes,
                  "What it may do: read, ask or write; repeatable, each by itself")
      ->Required()
      ->OneOf({"read", "ask", "write"})
      ->TypeName("SCOPE");
  create->AddOption("--shard", flags->shards, "Only this shard set; repeatable (default: all)")
      ->TypeName("NAME");
  create->AddOption("--days", flags->days, "How long it counts (default 90)")
      ->Whole(1, 36500)
      ->TypeName("N");
  create->AddFlag("--never-expires", flags->never, "It counts until it is revoked");
  create->Footer(
      "Examples:\n  arborist token create --name laptop --scope read --scope ask\n"
      "  arborist token create --name importer --scope write --shard wiki --days 7 --json");
  create->Callback([=] { session->Run([&] { return Create(session, *flags); }); });

  Command* list = verb->AddSubcommand("list", "Tokens, oldest first; never their secrets");
  list->Footer("Examples:\n  arborist token list\n  arborist token list --json");
  list->Callback([=] { session->Run([&] { return List(session); }); });

  auto id = std::make_shared<std::string>();
  Command* revoke = verb->AddSubcommand("revoke", "A token counts no more, at once");
  revoke->AddOption("id", *id, "Its id, or 4 or more digits of it")->Required()->TypeName("ID");
  revoke->Footer("Examples:\n  arborist token revoke 3f2a91c0aa12");
  revoke->Callback([=] { session->Run([&] { return Revoke(session, *id); }); });
}

}  // namespace arborist::cli
