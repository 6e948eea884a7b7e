-- SPDX-License-Identifier: AGPL-3.0-only
-- Shard schema 4 to 5, behind revisions_schema.sql and with the older evictions renamed: locations
-- name their revision. Where the newest event of a location is the one that added its document, the
-- text is the one that stands in chunks. Of all others it is not known (NULL) which raw form they
-- had: the next ingest reads them again.

ALTER TABLE locations ADD COLUMN revision INTEGER;
UPDATE locations SET revision=0 WHERE doc_id IS NOT NULL AND last_event IN
  (SELECT seq FROM audit_events WHERE type_id IN (SELECT name_id FROM audit_names WHERE name IN
    ('document_added', 'document_superseded', 'core_derived')));
INSERT INTO evictions SELECT doc_id, 0, tier, text_hash, evicted_at FROM evictions_4;
DROP TABLE evictions_4;
