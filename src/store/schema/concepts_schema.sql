-- SPDX-License-Identifier: AGPL-3.0-only
-- What words have to do with each other, in the home store. Read by retrieval, in no key and no root; each change has its event.
-- Described in docs/format/home.md.
CREATE TABLE concept_relations(
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  source_root   TEXT NOT NULL,  -- the document that speaks for it; empty: somebody said so
  relation_kind TEXT NOT NULL CHECK(relation_kind IN ('synonym', 'antonym', 'rivalry', 'category')),
  token         TEXT NOT NULL,
  target        TEXT NOT NULL,
  evidence_kind TEXT NOT NULL,
  confidence    REAL NOT NULL DEFAULT 1.0,
  derived_at    INTEGER NOT NULL,
  derived_from  TEXT,
  UNIQUE(source_root, relation_kind, token, target, evidence_kind)
) STRICT;
CREATE INDEX idx_concept_evid ON concept_relations(evidence_kind);
CREATE INDEX idx_concept_token ON concept_relations(relation_kind, token, target);
