// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ingest/ingest.h"
#include "ingest/source_document.h"

namespace arborist::ingest {

// Reads files, folders and dumps one document at a time, as an ingest would, and stores nothing.
// What cannot be read is named in `skipped` and the rest goes on; an error of `visit` ends it.
Status ReadSources(const std::vector<std::filesystem::path>& paths, const Limits& limits,
                   const std::function<Status(SourceDocument)>& visit,
                   std::vector<SkippedInput>* skipped);

// The file of a document again, by the rule that read it the last time (an extraction version).
// kNotFound: there is no such file. kUnsupported: that rule reads no single file. object: of a
// repository, that it was read from; null: not known, and HEAD is asked.
Result<SourceDocument> ReadAgain(const std::string& uri, const std::string& extraction_version,
                                 const Limits& limits,
                                 const reading::ObjectOrigin* object = nullptr);

}  // namespace arborist::ingest
