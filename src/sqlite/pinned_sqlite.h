// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

struct sqlite3;

/* Takes the place of FTS5's "ascii" tokenizer on this connection. 0: this SQLite has no FTS5. */
int ArboristRegisterTermTokenizer(struct sqlite3* database);

#ifdef __cplusplus
}
#endif
