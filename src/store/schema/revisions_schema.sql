-- SPDX-License-Identifier: AGPL-3.0-only
-- The raw forms of documents, and which of them were dropped to make room. Described in
-- docs/format/shard.md.

-- A revision is (root, sha256 of the raw text). The text of revision 0 stands in chunks. No row for
-- revision 0: the document is from before schema 5, and the log does not bind its raw text.
CREATE TABLE revisions(
  doc_id      INTEGER NOT NULL REFERENCES documents(doc_id),
  revision    INTEGER NOT NULL CHECK(revision >= 0),
  text_hash   BLOB NOT NULL CHECK(length(text_hash) = 32),
  slices_root BLOB CHECK(length(slices_root) = 32),  -- NULL: one chunk, which text_hash covers
  text_bytes  INTEGER NOT NULL,
  PRIMARY KEY(doc_id, revision)
) STRICT, WITHOUT ROWID;

-- The raw slices of every other revision, stored like those in chunks. NULL: evicted.
CREATE TABLE revision_chunks(
  slice_id   INTEGER PRIMARY KEY,
  doc_id     INTEGER NOT NULL REFERENCES documents(doc_id),
  revision   INTEGER NOT NULL CHECK(revision > 0),
  chunk_idx  INTEGER NOT NULL,
  text_bytes INTEGER NOT NULL,
  content    BLOB,
  UNIQUE(doc_id, revision, chunk_idx)
) STRICT;

-- Texts that were dropped, each with what brings it back. All rows of a document have one tier.
CREATE TABLE evictions(
  doc_id     INTEGER NOT NULL REFERENCES documents(doc_id),
  revision   INTEGER NOT NULL CHECK(revision >= 0),
  tier       TEXT NOT NULL CHECK(tier IN ('warm', 'cold')),
  text_hash  BLOB NOT NULL CHECK(length(text_hash) = 32),  -- sha256 of the raw text
  evicted_at INTEGER NOT NULL,
  PRIMARY KEY(doc_id, revision)
) STRICT, WITHOUT ROWID;
