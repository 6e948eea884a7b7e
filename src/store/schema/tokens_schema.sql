-- SPDX-License-Identifier: AGPL-3.0-only
-- Who may use the server, in the home store. Described in docs/format/home.md.

-- A token is arb_ID_SECRET; only its hash is here. scopes, shards: words with a space between them.
CREATE TABLE tokens(
  token_id   TEXT PRIMARY KEY CHECK(length(token_id) = 12),
  name       TEXT NOT NULL,
  hash       BLOB NOT NULL CHECK(length(hash) = 32),
  scopes     TEXT NOT NULL,
  shards     TEXT NOT NULL,                 -- empty: all
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL DEFAULT 0,    -- 0: never
  revoked_at INTEGER NOT NULL DEFAULT 0,    -- 0: it counts
  event_seq  INTEGER NOT NULL REFERENCES audit_events(seq)
) STRICT, WITHOUT ROWID;
