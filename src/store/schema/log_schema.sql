-- SPDX-License-Identifier: AGPL-3.0-only
-- The hash-chained log, the same in every shard and in the home store: docs/format/audit-chain.md.

-- The previous event's hash is that of seq - 1. hashes: name_id as one byte and 32 bytes, repeated.
CREATE TABLE audit_events(
  seq        INTEGER PRIMARY KEY,
  type_id    INTEGER NOT NULL REFERENCES audit_names(name_id),
  time       INTEGER NOT NULL,
  subject    BLOB NOT NULL,
  actor_id   INTEGER NOT NULL REFERENCES audit_names(name_id),
  hashes     BLOB NOT NULL,
  event_hash BLOB NOT NULL CHECK(length(event_hash) = 32)
) STRICT;

-- Event types, actors and names of hashes, written once.
CREATE TABLE audit_names(
  name_id INTEGER PRIMARY KEY CHECK(name_id BETWEEN 1 AND 255),
  name    TEXT NOT NULL UNIQUE
) STRICT;

-- The texts that an event holds only as sha256(salt | text). Burning erases rows here, never there.
-- text NULL: what LocationText says of that location now; only a location's newest event has that.
CREATE TABLE audit_texts(
  seq         INTEGER NOT NULL REFERENCES audit_events(seq),
  name        TEXT NOT NULL,
  salt        BLOB NOT NULL,
  location_id INTEGER,
  text        TEXT,
  PRIMARY KEY(seq, name)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER audit_events_no_update BEFORE UPDATE ON audit_events
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER audit_events_no_delete BEFORE DELETE ON audit_events
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
