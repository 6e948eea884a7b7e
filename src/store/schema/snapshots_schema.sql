-- SPDX-License-Identifier: AGPL-3.0-only
-- What the corpus held at a moment, in the home store. Described in docs/format/snapshot.md.

CREATE TABLE snapshots(
  snapshot_id   INTEGER PRIMARY KEY AUTOINCREMENT,
  snapshot_root BLOB NOT NULL CHECK(length(snapshot_root) = 32),
  doc_count     INTEGER NOT NULL CHECK(doc_count >= 0),
  parent_id     INTEGER REFERENCES snapshots(snapshot_id),  -- the one before; NULL: the first
  taken_at      INTEGER NOT NULL,
  event_seq     INTEGER NOT NULL REFERENCES audit_events(seq),
  base_id       INTEGER REFERENCES snapshots(snapshot_id),  -- what its parts change; NULL: all is there
  stored_roots  INTEGER NOT NULL CHECK(stored_roots >= 0)   -- in its parts
) STRICT;
CREATE INDEX snapshots_root ON snapshots(snapshot_root);

-- Document roots, sorted, 32 bytes each behind each other.
CREATE TABLE snapshot_parts(
  snapshot_id INTEGER NOT NULL REFERENCES snapshots(snapshot_id),
  change      TEXT NOT NULL CHECK(change IN ('added', 'removed')),
  part        INTEGER NOT NULL CHECK(part >= 0),
  roots       BLOB NOT NULL CHECK(length(roots) % 32 = 0),
  PRIMARY KEY(snapshot_id, change, part)
) STRICT;
