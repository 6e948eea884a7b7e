-- SPDX-License-Identifier: AGPL-3.0-only
-- Shard schema 2 to 3: derivations, which nothing had written yet, and the index of keywords.

DROP TABLE derivations;
CREATE TABLE derivations(
  location_id       INTEGER NOT NULL REFERENCES locations(location_id),
  source_root       BLOB NOT NULL CHECK(length(source_root) = 32),
  core_doc_id       INTEGER NOT NULL REFERENCES documents(doc_id),
  distiller_id      TEXT NOT NULL,
  distiller_version TEXT NOT NULL,
  scope_root        BLOB CHECK(length(scope_root) = 32),
  event_seq         INTEGER NOT NULL,  -- the event that binds these rows
  proof_blob        BLOB NOT NULL,
  PRIMARY KEY(location_id, source_root)
) STRICT, WITHOUT ROWID;
CREATE INDEX derivations_source ON derivations(source_root);
CREATE INDEX derivations_core ON derivations(core_doc_id);

-- Search terms of the current keyword cores; rowid = chunk_id of their only chunk.
CREATE VIRTUAL TABLE keywords_fts USING fts5(
  terms, content='', contentless_delete=1, tokenize="ascii", detail=none);
