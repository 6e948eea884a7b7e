-- SPDX-License-Identifier: AGPL-3.0-only
-- Shortcuts of lookups, in the home store; also what schema 9 brings: older memos are dropped, and
-- made again when they are missed.

DROP TABLE IF EXISTS lookup_memos;
-- Which key a question led to while the corpus was as it is. Never identity (decision 16).
CREATE TABLE lookup_memos(
  memo         BLOB PRIMARY KEY CHECK(length(memo) = 32),
  cache_key    BLOB NOT NULL CHECK(length(cache_key) = 32),
  lookup_path  TEXT NOT NULL,
  corpus_state BLOB NOT NULL CHECK(length(corpus_state) = 32),
  request      TEXT NOT NULL  -- canonical JSON of what was asked; memo is its sha256
) STRICT, WITHOUT ROWID;
