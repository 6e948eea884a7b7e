// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "base/result.h"
#include "compress/chunk_codec.h"
#include "ingest/limits.h"
#include "ingest/source_document.h"
#include "store/shard/prepared_document.h"

namespace arborist::ingest {

// The part of taking in a document that needs no store: chunk, hash, compress, split into search
// terms. Pure but for the codec's buffers; one codec per thread, or none to leave the chunks plain.
// Refuses a document with more chunks than the limit, or without text.
Result<store::PreparedDocument> Prepare(SourceDocument document, compress::ChunkCodec* codec,
                                        const Limits& limits);

}  // namespace arborist::ingest
