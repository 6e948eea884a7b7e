-- SPDX-License-Identifier: AGPL-3.0-only
-- Home schema 10: folders that are kept in step with the store, and their files as they were seen
-- last. URIs, because names of files need not be text.

CREATE TABLE follow_roots(
  root_id  INTEGER PRIMARY KEY,
  uri      TEXT NOT NULL UNIQUE,  -- of the folder, with '/' at its end
  shard    TEXT NOT NULL,
  options  TEXT NOT NULL,         -- canonical JSON: which files are taken
  device   INTEGER NOT NULL,      -- that it was on
  last_run INTEGER NOT NULL,
  outcome  TEXT NOT NULL          -- of the last run, for people
) STRICT;

CREATE TABLE follow_files(
  root_id     INTEGER NOT NULL REFERENCES follow_roots(root_id),
  uri         TEXT NOT NULL,
  device      INTEGER NOT NULL,
  inode       INTEGER NOT NULL,
  size        INTEGER NOT NULL,
  modified_ns INTEGER NOT NULL,
  changed_ns  INTEGER NOT NULL,
  source_hash BLOB NOT NULL CHECK(length(source_hash) = 32),
  PRIMARY KEY(root_id, uri)
) STRICT, WITHOUT ROWID;
