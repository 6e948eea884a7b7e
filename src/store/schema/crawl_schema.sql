-- SPDX-License-Identifier: AGPL-3.0-only
-- crawl.db: how far crawls are, and what the web's servers said of the pages that were stored. Soft: in no hash and no log; without
-- it a crawl begins anew. Described in docs/format/crawl.md.

CREATE TABLE schema_meta(
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE crawls(
  crawl_id INTEGER PRIMARY KEY,
  name     TEXT NOT NULL UNIQUE,  -- its seeds and what else makes it this crawl
  begun_at INTEGER NOT NULL,
  ended_at INTEGER                -- NULL: it was not finished
) STRICT;

-- Every URL that a crawl came upon and would fetch.
CREATE TABLE frontier(
  entry_id   INTEGER PRIMARY KEY,
  crawl_id   INTEGER NOT NULL REFERENCES crawls(crawl_id),
  url        TEXT NOT NULL,
  host       TEXT NOT NULL,
  depth      INTEGER NOT NULL,   -- links from a seed
  kind       INTEGER NOT NULL,   -- 0 page, 1 sitemap
  hops       INTEGER NOT NULL,   -- redirects that led here
  state      INTEGER NOT NULL DEFAULT 0,
  fails      INTEGER NOT NULL DEFAULT 0,
  not_before INTEGER NOT NULL DEFAULT 0,
  expanded   INTEGER NOT NULL DEFAULT 0,  -- 1: its links stand here
  detail     TEXT NOT NULL DEFAULT '',
  UNIQUE(crawl_id, url)
) STRICT;
CREATE INDEX frontier_next ON frontier(crawl_id, state, host, depth, entry_id);

CREATE TABLE web_pages(
  url              TEXT PRIMARY KEY,
  shard            TEXT NOT NULL,  -- the set that its document is in
  etag             TEXT NOT NULL,
  last_modified    TEXT NOT NULL,
  source_hash      BLOB NOT NULL CHECK(length(source_hash) = 32),
  fetched_at       INTEGER NOT NULL,
  checked_at       INTEGER NOT NULL,
  due_at           INTEGER NOT NULL,
  interval_seconds INTEGER NOT NULL,
  state            INTEGER NOT NULL,  -- 0 fresh, 1 stale, 2 gone, 3 unreachable
  missing_since    INTEGER            -- the first of the answers in a row that said so
) STRICT, WITHOUT ROWID;
CREATE INDEX web_pages_due ON web_pages(due_at);

-- Hosts that asked for a pause.
CREATE TABLE paused_hosts(
  host       TEXT PRIMARY KEY,
  not_before INTEGER NOT NULL,
  reason     TEXT NOT NULL
) STRICT, WITHOUT ROWID;
