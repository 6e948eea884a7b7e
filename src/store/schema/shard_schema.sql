-- SPDX-License-Identifier: AGPL-3.0-only
-- One shard: documents, where they were found, their chunks, the full-text index and the log of
-- every change. Described in docs/format/shard.md. Hashes are 32-byte blobs.

CREATE TABLE schema_meta(
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Free metadata: marks where an interrupted dump goes on.
CREATE TABLE meta(
  key        TEXT PRIMARY KEY,
  value      TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What many documents share: how their identity was made. docs/format/shard.md.
CREATE TABLE formats(
  format_id                INTEGER PRIMARY KEY,
  kind                     TEXT NOT NULL CHECK(kind IN ('surface', 'core')),
  compression_depth        INTEGER NOT NULL CHECK(compression_depth >= 0),
  source_type              TEXT NOT NULL,
  schema_version           TEXT NOT NULL,
  canonicalization_version TEXT NOT NULL,
  chunking_version         TEXT NOT NULL,
  UNIQUE(kind, compression_depth, source_type, schema_version, canonicalization_version, chunking_version)
) STRICT;

-- A document is its root. chunk_id of its chunks: first_chunk_id .. first_chunk_id+leaf_count-1.
CREATE TABLE documents(
  doc_id            INTEGER PRIMARY KEY,
  document_root     BLOB NOT NULL UNIQUE CHECK(length(document_root) = 32),
  format_id         INTEGER NOT NULL REFERENCES formats(format_id),
  leaf_count        INTEGER NOT NULL CHECK(leaf_count > 0),
  first_chunk_id    INTEGER NOT NULL,
  text_bytes        INTEGER NOT NULL,
  current_locations INTEGER NOT NULL CHECK(current_locations >= 0),
  ingest_ts         INTEGER NOT NULL,
  hit_count         INTEGER NOT NULL DEFAULT 0,
  last_hit_at       INTEGER
) STRICT;

-- Where a text was found, and which text was found there. A redirect is a location without a
-- document; its alias edge names the target.
CREATE TABLE locations(
  location_id        INTEGER PRIMARY KEY,
  uri                TEXT NOT NULL,
  doc_id             INTEGER REFERENCES documents(doc_id),
  title              TEXT NOT NULL,
  source_hash        BLOB NOT NULL CHECK(length(source_hash) = 32),
  extraction_version TEXT NOT NULL,
  first_seen         INTEGER NOT NULL,
  last_seen          INTEGER NOT NULL,
  last_event         INTEGER NOT NULL,  -- the newest event that speaks of this row
  state              TEXT NOT NULL CHECK(state IN ('current', 'superseded', 'gone')),
  revision           INTEGER  -- of its document; NULL: an alias, or not known (shard_migration_4.sql)
) STRICT;
CREATE UNIQUE INDEX locations_current ON locations(uri) WHERE state = 'current';
CREATE INDEX locations_past ON locations(uri) WHERE state <> 'current';
CREATE INDEX locations_doc ON locations(doc_id);

-- text: the raw slice, zstd (dictionary from the table below where its frame names one) or plain.
CREATE TABLE chunks(
  chunk_id   INTEGER PRIMARY KEY,
  doc_id     INTEGER NOT NULL REFERENCES documents(doc_id),
  chunk_idx  INTEGER NOT NULL,
  tier       TEXT CHECK(tier IN ('warm', 'cold')),        -- NULL: hot
  leaf_hash  BLOB CHECK(length(leaf_hash) = 32),  -- NULL: the only chunk, whose leaf is the root
  text_bytes INTEGER NOT NULL,
  term_count INTEGER NOT NULL,
  content    BLOB
) STRICT;

CREATE TABLE dictionaries(
  dictionary_id INTEGER PRIMARY KEY,
  content       BLOB NOT NULL
) STRICT;

-- Search terms (text/search_tokens.h) of the chunks of current documents; rowid = chunk_id.
CREATE VIRTUAL TABLE chunks_fts USING fts5(
  terms, content='', contentless_delete=1, tokenize="ascii", detail=full);

-- Search terms of the titles of current locations; rowid = location_id.
CREATE VIRTUAL TABLE titles_fts USING fts5(
  terms, content='', contentless_delete=1, tokenize="ascii", detail=none);

-- What the index holds, for ranking over many shards.
CREATE TABLE index_stats(
  id     INTEGER PRIMARY KEY CHECK(id = 1),
  chunks INTEGER NOT NULL,
  terms  INTEGER NOT NULL
) STRICT;
INSERT INTO index_stats VALUES(1, 0, 0);

-- The URIs that the text of a location links to: the canonical JSON list that the log binds, zstd
-- without dictionary or plain.
CREATE TABLE links(
  location_id INTEGER PRIMARY KEY REFERENCES locations(location_id),
  link_count  INTEGER NOT NULL CHECK(link_count > 0),
  targets     BLOB NOT NULL
) STRICT;

-- From a location: alias leads to a URI, supersedes to the hex of an older root.
CREATE TABLE edges(
  location_id INTEGER NOT NULL REFERENCES locations(location_id),
  kind        TEXT NOT NULL CHECK(kind IN ('alias', 'supersedes')),
  dst         TEXT NOT NULL,
  PRIMARY KEY(location_id, kind, dst)
) STRICT, WITHOUT ROWID;

CREATE TABLE document_http_meta(
  location_id   INTEGER PRIMARY KEY REFERENCES locations(location_id),
  etag          TEXT,
  last_modified TEXT,
  fetched_at    INTEGER NOT NULL
) STRICT;

-- How a core came about: a row for each source of each way it was derived, and a way is a location
-- of the core. proof_blob: canonical JSON (docs/format/core.md), stored like links.
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
