-- SPDX-License-Identifier: AGPL-3.0-only
-- What the home store keeps beside the logs, so that proofs are quick: docs/format/home.md.

-- The tree of each log: roots over 256, 65536 ... events (levels 8, 16 ...). Made from the log, and
-- from it again when they are lost.
CREATE TABLE log_nodes(
  log   BLOB NOT NULL CHECK(length(log) = 32),
  level INTEGER NOT NULL CHECK(level > 0 AND level % 8 = 0),
  place INTEGER NOT NULL,
  root  BLOB NOT NULL CHECK(length(root) = 32),
  PRIMARY KEY(log, level, place)
) STRICT, WITHOUT ROWID;

-- How many events a shard had at a shard_head event of this log, which binds it in its state.
CREATE TABLE head_sizes(
  seq  INTEGER PRIMARY KEY REFERENCES audit_events(seq),
  size INTEGER NOT NULL
) STRICT;

-- Copies of what was signed. Those that count are kept elsewhere.
CREATE TABLE checkpoints(
  size      INTEGER PRIMARY KEY,
  root      BLOB NOT NULL CHECK(length(root) = 32),
  note      TEXT NOT NULL,
  signed_at INTEGER NOT NULL
) STRICT;
