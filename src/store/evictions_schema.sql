-- SPDX-License-Identifier: AGPL-3.0-only
-- Documents whose text was dropped to make room, each with what brings it back.

CREATE TABLE evictions(
  doc_id     INTEGER PRIMARY KEY REFERENCES documents(doc_id),
  tier       TEXT NOT NULL CHECK(tier IN ('warm', 'cold')),
  text_hash  BLOB NOT NULL CHECK(length(text_hash) = 32),  -- sha256 of the raw text
  evicted_at INTEGER NOT NULL
) STRICT;
