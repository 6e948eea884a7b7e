// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/result.h"
#include "compress/byte_source.h"
#include "ingest/formats/format.h"
#include "ingest/limits.h"
#include "ingest/source_document.h"

namespace arborist::ingest {

struct DumpOptions {
  bool all_namespaces = false;  // else the main one only
  Limits limits;
};

// Reads a MediaWiki XML dump page by page, in bounded memory: about one page. Of several revisions
// the last in the file counts. A redirect comes out as a document with alias_of. Text is the raw
// wikitext; source_hash is that of the text element's content as UTF-8.
// A page that breaks a limit or has no text is skipped and named; the rest goes on. When the dump
// is cut or malformed, every complete page before the damage is delivered first.
// The XML may declare no entities: a dump has none, and an attack would.
class DumpReader final : public StreamReader {
 public:
  struct Counts {
    std::uint64_t pages = 0;             // seen, of any kind
    std::uint64_t other_namespaces = 0;  // left out by namespace
    std::uint64_t redirects = 0;         // delivered as aliases
    std::uint64_t skipped = 0;           // left out with a reason
  };

  static Result<std::unique_ptr<DumpReader>> Open(std::unique_ptr<compress::ByteSource> source,
                                                  DumpOptions options = {});
  ~DumpReader() override;
  DumpReader(const DumpReader&) = delete;
  DumpReader& operator=(const DumpReader&) = delete;

  // The ordinal is the number of the page, from 1.
  Result<std::optional<SourceDocument>> Next() override;
  std::uint64_t ordinal() const override;
  void SkipUntil(std::uint64_t ordinal) override;
  std::vector<Skipped> TakeSkipped() override;
  PassedOver passed_over() const override;
  std::uint64_t consumed() const override;

  // Where the reader is, which may be a few pages ahead of the document delivered last.
  Counts counts() const;

 private:
  class Parser;
  explicit DumpReader(std::unique_ptr<Parser> parser);
  std::unique_ptr<Parser> parser_;
};

}  // namespace arborist::ingest
