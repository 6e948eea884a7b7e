// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/file_reader.h"

#include <algorithm>
#include <array>
#include <memory>

#include "base/files.h"
#include "compress/byte_source.h"
#include "crypto/sha256.h"
#include "ingest/formats/decode.h"
#include "ingest/formats/html.h"
#include "ingest/formats/markdown.h"
#include "ingest/title.h"

namespace arborist::ingest {

namespace {

Result<std::string> Decoded(std::string compressed, const Limits& limits) {
  TRY_ASSIGN(
      const std::unique_ptr<compress::ByteSource> source,
      compress::OpenByteSource(std::make_shared<const std::string>(std::move(compressed)),
                               {.threads = 0, .max_expansion_ratio = limits.max_expansion_ratio}));
  std::string bytes;
  std::array<char, 1 << 16> buffer;
  while (true) {
    TRY_ASSIGN(const std::size_t got, source->Read(buffer.data(), buffer.size()));
    if (got == 0) return bytes;
    if (bytes.size() + got > limits.max_file_bytes) {
      return Fail(ErrorCode::kLimitExceeded,
                  "larger than the limit of " + std::to_string(limits.max_file_bytes) + " bytes");
    }
    bytes.append(buffer.data(), got);
  }
}

}  // namespace

Result<FileRead> ReadDocumentFile(const FileTask& task, const Limits& limits,
                                  const std::function<bool(const SourceHash&)>& is_known) {
  TRY_ASSIGN(const FileDescriptor fd, task.file.Open());
  TRY_ASSIGN(std::string bytes,
             ReadAll(fd.get(), task.file.path().string(), limits.max_file_bytes));
  const SourceHash source_hash(crypto::Sha256(bytes));
  if (is_known(source_hash)) return FileRead{source_hash, std::nullopt};
  SourceDocument document{.uri = task.uri,
                          .title = {},
                          .text = {},
                          .source_type = "text",
                          .extraction = kPlainExtraction,
                          .source_hash = source_hash,
                          .links = {},
                          .alias_of = {}};
  if (compress::IsCompressed(bytes)) {
    TRY_ASSIGN(bytes, Decoded(std::move(bytes), limits));
  }
  if (task.kind == FileKind::kHtml) {
    TRY_ASSIGN(HtmlDocument html, ExtractHtml(bytes, "", task.uri, limits));
    document.title = std::move(html.title);
    document.text = std::move(html.text);
    document.links = std::move(html.links);
    document.source_type = "html";
    document.extraction = kHtmlExtraction;
  } else {
    TRY_ASSIGN(document.text, DecodeText(bytes));
    if (task.kind == FileKind::kMarkdown) {
      MarkdownFacts facts = ReadMarkdown(document.text, task.uri, limits);
      document.title = std::move(facts.title);
      document.links = std::move(facts.links);
      document.source_type = "markdown";
      document.extraction = kMarkdownExtraction;
    } else {
      document.title = TitleOfText(task.uri, document.text);
      if (task.kind == FileKind::kRest) document.extraction = kRestExtraction;
      if (task.kind == FileKind::kAsciiDoc) document.extraction = kAsciiDocExtraction;
      document.source_type = document::SourceTypeOf(document.extraction);
    }
  }
  document.title = TitleOfFile(document.title, task.uri, limits.max_title_bytes);
  return FileRead{source_hash, std::move(document)};
}

}  // namespace arborist::ingest
