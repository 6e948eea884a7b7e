-- SPDX-License-Identifier: AGPL-3.0-only
-- Uses of documents since the shards were last told of them. Soft: in no hash, moves no head.

CREATE TABLE document_hits(
  document_root BLOB PRIMARY KEY CHECK(length(document_root) = 32),
  hit_count     INTEGER NOT NULL,
  last_hit_at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
