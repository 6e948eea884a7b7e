// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/folder.h"
#include "base/result.h"
#include "ingest/formats/detect.h"
#include "ingest/limits.h"
#include "ingest/source_document.h"

namespace arborist::ingest {

// A file that is one document.
struct FileTask {
  FileInFolder file;
  std::string uri;
  FileKind kind = FileKind::kText;
};

// Reads, decompresses and decodes a text, Markdown or HTML file. A file without a title gets one by
// title.h. source_hash is over the bytes on disk, so that a change is seen without decoding;
// text and hash come from one reading, whatever happens to the file meanwhile.
struct FileRead {
  SourceHash source_hash;
  std::optional<SourceDocument> document;  // none: is_known said that these bytes are there already
};
Result<FileRead> ReadDocumentFile(const FileTask& task, const Limits& limits,
                                  const std::function<bool(const SourceHash&)>& is_known);

}  // namespace arborist::ingest
