-- SPDX-License-Identifier: AGPL-3.0-only
-- The home store, providence.db: what spans shards. Described in docs/format/home.md.

CREATE TABLE schema_meta(
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE meta(
  key        TEXT PRIMARY KEY,
  value      TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The last event of each shard that this store has applied.
CREATE TABLE shard_heads(
  shard      TEXT PRIMARY KEY,
  log        BLOB NOT NULL CHECK(length(log) = 32),
  size       INTEGER NOT NULL,
  head       BLOB NOT NULL CHECK(length(head) = 32),
  applied_at INTEGER NOT NULL,
  -- The RFC 6962 tree of those events, to go on from. NULL: the row is of schema 1.
  tree_root  BLOB CHECK(length(tree_root) = 32),
  frontier   BLOB CHECK(length(frontier) % 32 = 0)
) STRICT, WITHOUT ROWID;
