-- SPDX-License-Identifier: AGPL-3.0-only
-- Shard schema 6: what the reader of a text noted, where it noted anything: the canonical JSON
-- reading-v1 (docs/format/reading.md), zstd without dictionary or plain.
CREATE TABLE readings(
  location_id INTEGER PRIMARY KEY REFERENCES locations(location_id),
  notes       BLOB NOT NULL
) STRICT;
