/* SPDX-License-Identifier: AGPL-3.0-only
**
** The pinned SQLite, and a faster road into its full-text index: the "ascii" tokenizer, which
** fetches the hash entries of a row's terms into the cache before FTS5 walks them one by one. It
** hands on the same tokens in the same order; FTS5 alone changes anything.
*/
#include "sqlite3.c"

#include "pinned_sqlite.h"

enum { kBatch = 64 };

typedef struct Batch Batch;
struct Batch {
  int count;
  int start[kBatch];
  int end[kBatch];
  Fts5HashEntry **slot[kBatch];
};

/* Walks all chains of the batch side by side, so that the waits for memory overlap. FTS5 puts new
** entries in front: what is frequent stands at the end of its chain. */
static void PrefetchEntries(const Batch *batch){
  Fts5HashEntry *at[kBatch];
  int token[kBatch];
  int left = 0;
  int i;
  for(i=0; i<batch->count; i++){
    Fts5HashEntry *entry = *batch->slot[i];
    if( entry==0 ) continue;
    __builtin_prefetch(entry, 1);
    __builtin_prefetch((char*)entry + 63, 1);
    at[left] = entry;
    token[left++] = i;
  }
  while( left>0 ){
    int kept = 0;
    for(i=0; i<left; i++){
      Fts5HashEntry *entry = at[i];
      if( entry->nKey==batch->end[token[i]] - batch->start[token[i]] + 1 ){
        __builtin_prefetch((char*)entry + entry->nData, 1);  /* where the posting goes */
      }
      entry = entry->pHashNext;
      if( entry==0 ) continue;
      __builtin_prefetch(entry, 1);
      __builtin_prefetch((char*)entry + 63, 1);
      at[kept] = entry;
      token[kept++] = token[i];
    }
    left = kept;
  }
}

static int HandOn(
  const Batch *batch, Fts5InsertCtx *context, const char *text,
  int (*on_token)(void*, int, const char*, int, int, int)
){
  int i;
  PrefetchEntries(batch);
  for(i=0; i<batch->count; i++){
    const int start = batch->start[i];
    const int end = batch->end[i];
    const int code = on_token(context, 0, text+start, end-start, start, end);
    if( code!=SQLITE_OK ) return code;
  }
  return SQLITE_OK;
}

static int HasUpperCase(const char *text, int length){
  int any = 0;
  int i;
  for(i=0; i<length; i++) any |= (text[i]>='A') & (text[i]<='Z');
  return any;
}

static int TokenizeTerms(
  Fts5Tokenizer *tokenizer, void *context, int flags, const char *text, int length,
  int (*on_token)(void*, int, const char*, int, int, int)
){
  const unsigned char *is_token = ((AsciiTokenizer*)tokenizer)->aTokenChar;
  Fts5InsertCtx *insert = (Fts5InsertCtx*)context;
  const Fts5Hash *hash;
  Batch batch;
  int at = 0;
  /* Only terms on their way into the index; they come folded. */
  if( on_token!=fts5StorageInsertCallback || HasUpperCase(text, length) ){
    return fts5AsciiTokenize(tokenizer, context, flags, text, length, on_token);
  }
  hash = insert->pStorage->pIndex->pHash;
  if( hash==0 ) return fts5AsciiTokenize(tokenizer, context, flags, text, length, on_token);
  batch.count = 0;
  while( 1 ){
    int start;
    unsigned int slot;
    while( at<length && (text[at]&0x80)==0 && !is_token[(int)text[at]] ) at++;
    start = at;
    while( at<length && ((text[at]&0x80) || is_token[(int)text[at]]) ) at++;
    if( batch.count==kBatch || at==start ){
      const int code = HandOn(&batch, insert, text, on_token);
      if( code!=SQLITE_OK ) return code==SQLITE_DONE ? SQLITE_OK : code;
      batch.count = 0;
      if( at==start ) return SQLITE_OK;
    }
    slot = fts5HashKey2(hash->nSlot, FTS5_MAIN_PREFIX, (const u8*)text+start, at-start);
    batch.start[batch.count] = start;
    batch.end[batch.count] = at;
    batch.slot[batch.count] = &hash->aSlot[slot];
    __builtin_prefetch(batch.slot[batch.count]);
    batch.count++;
  }
}

int ArboristRegisterTermTokenizer(sqlite3 *database){
  static fts5_tokenizer tokenizer = {fts5AsciiCreate, fts5AsciiDelete, TokenizeTerms};
  fts5_api *api = 0;
  sqlite3_stmt *statement = 0;
  if( sqlite3_prepare_v2(database, "SELECT fts5(?1)", -1, &statement, 0)!=SQLITE_OK ) return 0;
  sqlite3_bind_pointer(statement, 1, (void*)&api, "fts5_api_ptr", 0);
  sqlite3_step(statement);
  sqlite3_finalize(statement);
  return api!=0 && api->xCreateTokenizer(api, "ascii", 0, &tokenizer, 0)==SQLITE_OK;
}
