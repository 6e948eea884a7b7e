// SPDX-License-Identifier: AGPL-3.0-only
// A token is random, so its plain SHA-256 is enough to recognise it and says nothing of it. The
// event of its creation binds name, scopes, shards and expiry (HashGrant): a row that was changed
// afterwards no longer fits its event.
#include "store/home/tokens.h"

#include <algorithm>

#include "crypto/sha256.h"
#include "json/value.h"
#include "sqlite/database.h"
#include "store/inside.h"
#include "store/log/audit_log.h"

namespace arborist::store {

namespace {

constexpr std::size_t kIdDigits = 12, kSecretDigits = 64;
constexpr std::size_t kMaxNameBytes = 200;

bool IsHex(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string Hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (const char c : bytes) {
    hex.push_back(kDigits[static_cast<unsigned char>(c) >> 4]);
    hex.push_back(kDigits[static_cast<unsigned char>(c) & 15]);
  }
  return hex;
}

std::string Join(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::vector<std::string> Split(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t space = std::min(text.find(' '), text.size());
    if (space > 0) words.emplace_back(text.substr(0, space));
    text.remove_prefix(std::min(space + 1, text.size()));
  }
  return words;
}

constexpr std::string_view kSelect =
    "SELECT token_id, name, hash, scopes, shards, created_at, expires_at, revoked_at, "
    "event_seq FROM tokens ";

Result<Token> ReadToken(const sqlite::Statement& row) {
  Token token;
  token.id = row.Text(0);
  token.name = row.Text(1);
  TRY_ASSIGN(token.hash, row.Hash(2));
  token.scopes = Split(row.Text(3));
  token.shards = Split(row.Text(4));
  token.created_at = row.Int(5);
  token.expires_at = row.Int(6);
  token.revoked_at = row.Int(7);
  token.event_seq = row.Int(8);
  return token;
}

}  // namespace

Hash256 HashGrant(const Token& token) {
  return crypto::Sha256(json::Dump(json::Object{{"id", token.id},
                                                {"name", token.name},
                                                {"hash", token.hash.hex()},
                                                {"scopes", Join(token.scopes)},
                                                {"shards", Join(token.shards)},
                                                {"expires_at", token.expires_at}}));
}

Hash256 HashToken(std::string_view token) { return crypto::Sha256(token); }

std::string_view TokenId(std::string_view token) {
  if (!token.starts_with(kTokenPrefix)) return {};
  token.remove_prefix(kTokenPrefix.size());
  if (token.size() != kIdDigits + 1 + kSecretDigits || token[kIdDigits] != '_') return {};
  if (!IsHex(token.substr(0, kIdDigits)) || !IsHex(token.substr(kIdDigits + 1))) return {};
  return token.substr(0, kIdDigits);
}

Result<NewToken> Tokens::Create(Token token, Random* random) {
  const bool clean = std::ranges::none_of(
      token.name, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
  if (token.name.empty() || token.name.size() > kMaxNameBytes || !clean) {
    return Fail(ErrorCode::kInvalidArgument,
                "a token needs a name of one line that says what it is for");
  }
  if (token.scopes.empty()) {
    return Fail(ErrorCode::kInvalidArgument, "a token needs a scope: read, ask or write");
  }
  if (token.expires_at != 0 && token.expires_at <= home_->clock().NowSeconds()) {
    return Fail(ErrorCode::kInvalidArgument, "the token would have expired already");
  }
  token.id = Hex(random->Bytes(kIdDigits / 2));
  NewToken made{std::move(token), {}};
  made.secret =
      std::string(kTokenPrefix) + made.token.id + "_" + Hex(random->Bytes(kSecretDigits / 2));
  made.token.hash = HashToken(made.secret);
  made.token.revoked_at = 0;
  sqlite::Database* const database = DatabaseOf(home_);
  TRY_ASSIGN(sqlite::Transaction transaction, sqlite::Transaction::Begin(database));
  TRY_ASSIGN(AuditLog log, OpenAuditLog(home_));
  const AuditLog::FixedTime moment(&log);
  made.token.created_at = log.Now();
  made.token.event_seq = static_cast<std::int64_t>(log.size());
  TRY(log.Append({.type = "token_create",
                  .subject = made.token.id,
                  .hashes = {{"token", HashGrant(made.token)}},
                  .texts = {}}));
  TRY_ASSIGN(sqlite::Statement insert,
             database->Prepare("INSERT INTO tokens(token_id,name,hash,scopes,shards,created_at,"
                               "expires_at,event_seq) VALUES(?1,?2,?3,?4,?5,?6,?7,?8)"));
  const std::string scopes = Join(made.token.scopes), shards = Join(made.token.shards);
  TRY(insert.BindText(1, made.token.id)
          .BindText(2, made.token.name)
          .BindHash(3, made.token.hash)
          .BindText(4, scopes)
          .BindText(5, shards)
          .Bind(6, made.token.created_at)
          .Bind(7, made.token.expires_at)
          .Bind(8, made.token.event_seq)
          .Run());
  TRY(transaction.Commit());
  return made;
}

Result<std::vector<Token>> Tokens::List() {
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home_)->Prepare(std::string(kSelect) + "ORDER BY created_at, event_seq"));
  return select.CollectRows(ReadToken);
}

Result<std::optional<Token>> Tokens::Find(std::string_view id) {
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home_)->Prepare(std::string(kSelect) + "WHERE token_id=?1"));
  return select.BindText(1, id).FirstRow(ReadToken);
}

Result<Token> Tokens::Revoke(std::string_view id) {
  sqlite::Database* const database = DatabaseOf(home_);
  TRY_ASSIGN(sqlite::Transaction transaction, sqlite::Transaction::Begin(database));
  TRY_ASSIGN(const std::vector<Token> all, List());
  std::vector<Token> fit;
  for (const Token& token : all) {
    if (id.size() >= 4 && token.id.starts_with(id)) fit.push_back(token);
  }
  if (fit.empty()) {
    return Fail(ErrorCode::kNotFound,
                "there is no token " + std::string(id) + "; arborist token list shows their ids");
  }
  if (fit.size() > 1) {
    return Fail(ErrorCode::kAmbiguous,
                "several tokens begin with " + std::string(id) + "; give more digits");
  }
  Token token = std::move(fit.front());
  if (token.revoked_at != 0) {
    return Fail(ErrorCode::kConflict, "token " + token.id + " was revoked before");
  }
  TRY_ASSIGN(AuditLog log, OpenAuditLog(home_));
  const AuditLog::FixedTime moment(&log);
  token.revoked_at = log.Now();
  TRY(log.Append({.type = "token_revoke",
                  .subject = token.id,
                  .hashes = {{"token", HashGrant(token)}},
                  .texts = {}}));
  TRY_ASSIGN(sqlite::Statement update,
             database->Prepare("UPDATE tokens SET revoked_at=?2 WHERE token_id=?1"));
  TRY(update.BindText(1, token.id).Bind(2, token.revoked_at).Run());
  TRY(transaction.Commit());
  return token;
}

}  // namespace arborist::store
