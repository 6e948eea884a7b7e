-- SPDX-License-Identifier: AGPL-3.0-only
-- Cached answers, in the home store. Described in docs/format/record.md.

-- One live record per key, any number of others. body: the run as canonical JSON.
CREATE TABLE records(
  record_id     INTEGER PRIMARY KEY AUTOINCREMENT,
  cache_key     BLOB NOT NULL CHECK(length(cache_key) = 32),
  state         TEXT NOT NULL CHECK(state IN ('live', 'failed', 'stale', 'quarantined')),
  drifted       INTEGER NOT NULL DEFAULT 0 CHECK(drifted IN (0, 1)),  -- stale because a source is not current
  revision      INTEGER NOT NULL CHECK(revision > 0),
  record_hash   BLOB NOT NULL CHECK(length(record_hash) = 32),
  run_dag_root  BLOB NOT NULL CHECK(length(run_dag_root) = 32),
  answer_hash   BLOB NOT NULL CHECK(length(answer_hash) = 32),
  question_hash BLOB NOT NULL CHECK(length(question_hash) = 32),
  audit_mode    TEXT NOT NULL CHECK(audit_mode IN ('STRICT', 'HYBRID', 'UNGROUNDED')),
  rung          TEXT NOT NULL,
  method        TEXT NOT NULL CHECK(method IN ('quote', 'span', 'paraphrase', 'entity', 'none', 'claim_lattice')),
  chain         TEXT NOT NULL CHECK(chain IN ('private', 'public')),
  created_at    INTEGER NOT NULL,
  event_seq     INTEGER NOT NULL REFERENCES audit_events(seq),
  hit_count     INTEGER NOT NULL DEFAULT 0,
  last_hit_at   INTEGER,
  body          TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX records_live ON records(cache_key) WHERE state = 'live';
CREATE INDEX records_key ON records(cache_key);

-- Which documents a record rests on.
CREATE TABLE record_sources(
  document_root BLOB NOT NULL CHECK(length(document_root) = 32),
  record_id     INTEGER NOT NULL REFERENCES records(record_id),
  PRIMARY KEY(document_root, record_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX record_sources_record ON record_sources(record_id);

-- Every change of state, with who and why.
CREATE TABLE falsifications(
  falsification_id INTEGER PRIMARY KEY,
  record_id        INTEGER NOT NULL REFERENCES records(record_id),
  cache_key        BLOB NOT NULL CHECK(length(cache_key) = 32),
  from_state       TEXT NOT NULL,
  to_state         TEXT NOT NULL,
  reason           TEXT NOT NULL,
  actor            TEXT NOT NULL,
  time             INTEGER NOT NULL,
  event_seq        INTEGER NOT NULL REFERENCES audit_events(seq)
) STRICT;
CREATE INDEX falsifications_record ON falsifications(record_id);

-- The name that an endpoint last returned for a model (decision 9).
CREATE TABLE model_revisions(
  endpoint   TEXT NOT NULL,
  model_id   TEXT NOT NULL,
  revision   TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY(endpoint, model_id)
) STRICT, WITHOUT ROWID;
