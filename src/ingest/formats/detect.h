// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace arborist::ingest {

enum class FileKind : std::uint8_t {
  kEmpty,
  kText,
  kMarkdown,
  kRest,  // reStructuredText
  kAsciiDoc,
  kHtml,
  kMediaWikiDump,
  kJsonLines,  // one {"uri":..,"text":..} a line
  kPdf,        // the rest cannot be read yet
  kOffice,     // OOXML, ODF, EPUB, OLE2, RTF
  kArchive,    // also compression we do not open
  kImage,
  kMedia,  // sound and video
  kFont,
  kDatabase,
  kExecutable,
  kBinary,  // anything else that is not text
};

// In a sentence: "a PDF file".
std::string_view Describe(FileKind kind);
// Whether there is a reader for it.
bool IsReadable(FileKind kind);

// So much of the start tells what a file is.
inline constexpr std::size_t kHeadBytes = std::size_t{64} << 10;

// What a file is, by its content first and its name second. `head` is its start (kHeadBytes) after
// decompression, `raw_head` the start of the bytes on disk when they differ, else empty.
// Source code is text. A guess of the reader to use, never a promise that the content is valid.
FileKind DetectKind(std::string_view path, std::string_view head, std::string_view raw_head = {});

}  // namespace arborist::ingest
