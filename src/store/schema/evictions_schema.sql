-- SPDX-License-Identifier: AGPL-3.0-only
-- Shard schema 2 to 3: documents whose text was dropped to make room. Schema 5 has them by revision
-- (revisions_schema.sql).

CREATE TABLE evictions(
  doc_id     INTEGER PRIMARY KEY REFERENCES documents(doc_id),
  tier       TEXT NOT NULL CHECK(tier IN ('warm', 'cold')),
  text_hash  BLOB NOT NULL CHECK(length(text_hash) = 32),  -- sha256 of the raw text
  evicted_at INTEGER NOT NULL
) STRICT;
