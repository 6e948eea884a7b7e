-- SPDX-License-Identifier: AGPL-3.0-only
-- Shard schema 1 to 2: links move from one row each in edges to one row a location.

CREATE TABLE links(
  location_id INTEGER PRIMARY KEY REFERENCES locations(location_id),
  link_count  INTEGER NOT NULL CHECK(link_count > 0),
  targets     BLOB NOT NULL
) STRICT;
INSERT INTO links
  SELECT location_id, count(*), CAST(json_group_array(dst ORDER BY dst) AS BLOB)
  FROM edges WHERE kind = 'link' GROUP BY location_id;

CREATE TABLE edges_2(
  location_id INTEGER NOT NULL REFERENCES locations(location_id),
  kind        TEXT NOT NULL CHECK(kind IN ('alias', 'supersedes')),
  dst         TEXT NOT NULL,
  PRIMARY KEY(location_id, kind, dst)
) STRICT, WITHOUT ROWID;
INSERT INTO edges_2 SELECT * FROM edges WHERE kind <> 'link';
DROP TABLE edges;
ALTER TABLE edges_2 RENAME TO edges;
