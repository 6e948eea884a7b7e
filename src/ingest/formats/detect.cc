// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/formats/detect.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "base/ascii.h"
#include "text/encoding.h"

namespace arborist::ingest {
namespace {
using namespace std::string_view_literals;

struct Magic {
  std::string_view bytes;
  FileKind kind;
  std::size_t offset = 0;
};

constexpr auto kMagics = std::to_array<Magic>({
    {"%PDF-"sv, FileKind::kPdf},
    {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv, FileKind::kOffice},
    {"{\\rtf"sv, FileKind::kOffice},
    {"7z\xBC\xAF\x27\x1C"sv, FileKind::kArchive},
    {"Rar!\x1A\x07"sv, FileKind::kArchive},
    {"\xFD"
     "7zXZ\0"sv,
     FileKind::kArchive},
    {"\x1F\x8B\x08"sv, FileKind::kArchive},
    {"BZh"sv, FileKind::kArchive},
    {"\x28\xB5\x2F\xFD"sv, FileKind::kArchive},
    {"\x04\x22\x4D\x18"sv, FileKind::kArchive},
    {"!<arch>\n"sv, FileKind::kArchive},
    {"ustar"sv, FileKind::kArchive, 257},
    {"\xED\xAB\xEE\xDB"sv, FileKind::kArchive},
    {"\x89PNG\r\n\x1A\n"sv, FileKind::kImage},
    {"\xFF\xD8\xFF"sv, FileKind::kImage},
    {"GIF87a"sv, FileKind::kImage},
    {"GIF89a"sv, FileKind::kImage},
    {"II*\0"sv, FileKind::kImage},
    {"MM\0*"sv, FileKind::kImage},
    {"\0\0\1\0"sv, FileKind::kImage},
    {"8BPS"sv, FileKind::kImage},
    {"WEBP"sv, FileKind::kImage, 8},
    {"WAVE"sv, FileKind::kMedia, 8},
    {"AVI "sv, FileKind::kMedia, 8},
    {"ID3"sv, FileKind::kMedia},
    {"OggS"sv, FileKind::kMedia},
    {"fLaC"sv, FileKind::kMedia},
    {"\x1A\x45\xDF\xA3"sv, FileKind::kMedia},
    {"ftyp"sv, FileKind::kMedia, 4},
    {"wOFF"sv, FileKind::kFont},
    {"wOF2"sv, FileKind::kFont},
    {"OTTO\0"sv, FileKind::kFont},
    {"\0\1\0\0\0"sv, FileKind::kFont},
    {"ttcf"sv, FileKind::kFont},
    {"SQLite format 3\0"sv, FileKind::kDatabase},
    {"\x7F"
     "ELF"sv,
     FileKind::kExecutable},
    {"\xCF\xFA\xED\xFE"sv, FileKind::kExecutable},
    {"\xCE\xFA\xED\xFE"sv, FileKind::kExecutable},
    {"\xCA\xFE\xBA\xBE"sv, FileKind::kExecutable},
    {"\0asm"sv, FileKind::kExecutable},
});

bool HasAt(std::string_view head, std::size_t offset, std::string_view bytes) {
  return head.size() >= offset + bytes.size() && head.substr(offset, bytes.size()) == bytes;
}

// OOXML, ODF and EPUB are zip files that say so in their first entries.
FileKind ZipKind(std::string_view head) {
  for (const std::string_view mark :
       {"[Content_Types].xml"sv, "word/"sv, "xl/"sv, "ppt/"sv,
        "mimetypeapplication/vnd.oasis.opendocument"sv, "mimetypeapplication/epub+zip"sv}) {
    if (head.substr(0, 4096).find(mark) != std::string_view::npos) return FileKind::kOffice;
  }
  return FileKind::kArchive;
}

std::optional<FileKind> KindByMagic(std::string_view head) {
  if (head.starts_with("PK\3\4") || head.starts_with("PK\5\6")) return ZipKind(head);
  for (const Magic& magic : kMagics) {
    if (!HasAt(head, magic.offset, magic.bytes)) continue;
    // Words that a text may start with count only with binary content after them.
    const bool word = std::ranges::all_of(magic.bytes, [](char c) { return c >= ' '; });
    const bool marked = magic.kind == FileKind::kPdf || magic.bytes == "{\\rtf";
    if (word && !marked &&
        head.substr(0, 1024).find_first_of("\0\1\2\3\4\5\6\7"sv) == std::string_view::npos) {
      continue;
    }
    return magic.kind;
  }
  if (head.starts_with("MZ") && head.substr(0, 1024).find('\0') != std::string_view::npos) {
    return FileKind::kExecutable;
  }
  return std::nullopt;
}

// The start as ASCII to look for marks in: UTF-16 and UTF-32 lose their zero bytes.
std::string AsciiView(std::string_view head, bool* is_wide) {
  const text::ByteOrderMark mark = text::DetectByteOrderMark(head);
  const bool marked = mark.length > 0 && mark.charset != "UTF-8";
  *is_wide = marked || head.starts_with("<\0"sv) || head.starts_with("\0<"sv);
  head.remove_prefix(mark.length);
  std::string out(head);
  if (*is_wide) std::erase(out, '\0');
  return out;
}

bool IsBinary(std::string_view head, bool is_wide) {
  if (is_wide) return false;
  std::size_t controls = 0;
  for (const char c : head) {
    if (c == '\0') return true;
    const auto byte = static_cast<unsigned char>(c);
    const bool common = (byte >= 8 && byte <= 13) || byte == 0x1B;
    if ((byte < 0x20 && !common) || byte == 0x7F) ++controls;
  }
  return controls * 10 > head.size() * 3;
}

// What follows spaces, an XML declaration, processing instructions, comments and other doctypes.
std::string_view SkipProlog(std::string_view text) {
  while (true) {
    text = TrimAscii(text);
    std::size_t end = std::string_view::npos;
    if (text.starts_with("<?")) {
      end = text.find("?>");
      if (end != std::string_view::npos) ++end;
    } else if (text.starts_with("<!--")) {
      end = text.find("-->", 2);
      if (end != std::string_view::npos) end += 2;
    } else if (StartsWithIgnoringCase(text, "<!doctype mediawiki")) {
      end = text.find('>');
    } else {
      return text;
    }
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
}

bool StartsWithTag(std::string_view text, std::string_view tag) {
  if (!StartsWithIgnoringCase(text, tag)) return false;
  if (text.size() == tag.size()) return true;
  const char next = text[tag.size()];
  return IsAsciiSpace(next) || next == '>' || next == '/';
}

bool LooksLikeHtml(std::string_view start) {
  return StartsWithIgnoringCase(start, "<!doctype html") || StartsWithTag(start, "<html") ||
         StartsWithTag(start, "<head") || StartsWithTag(start, "<body");
}

struct FirstLine {
  bool is_object = false;  // a JSON object, as far as it can be seen
  bool complete = false;
  bool has_uri = false;
  bool has_text = false;
};

// The keys of the JSON object in the first line, without judging its values: the reader does.
FirstLine ReadFirstLine(std::string_view text) {
  FirstLine line;
  text = TrimAscii(text);
  const std::size_t end = text.find('\n');
  text = TrimAscii(text.substr(0, end));
  if (!text.starts_with('{')) return line;
  int depth = 0;
  bool expect_key = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '{' || c == '[') {
      ++depth;
      if (depth == 1) expect_key = true;
    } else if (c == '}' || c == ']') {
      if (--depth == 0) {
        line.complete = c == '}' && i + 1 == text.size();
        line.is_object = line.complete;
        return line;
      }
    } else if (c == ',' && depth == 1) {
      expect_key = true;
    } else if (c == '"') {
      std::size_t close = i + 1;
      while (close < text.size() && text[close] != '"') close += text[close] == '\\' ? 2u : 1u;
      if (close >= text.size()) break;
      const std::string_view key = text.substr(i + 1, close - i - 1);
      if (expect_key && depth == 1) {
        line.has_uri |= key == "uri";
        line.has_text |= key == "text";
        expect_key = false;
      }
      i = close;
    }
  }
  line.is_object = end == std::string_view::npos;  // cut off by the end of the head
  return line;
}

bool IsJsonLines(std::string_view start, std::string_view extension) {
  const FirstLine line = ReadFirstLine(start);
  if (!line.is_object) return false;
  if (line.has_uri && line.has_text) return true;
  const bool by_name = extension == "jsonl" || extension == "ndjson";
  return by_name && !line.complete && (line.has_uri || line.has_text);
}

// Lower-case, looking through the name of a compression.
std::string ExtensionOf(std::string_view path) {
  std::string_view name = path.substr(path.rfind('/') + 1);
  std::string extension;
  for (int i = 0; i < 2; ++i) {
    const std::size_t dot = name.rfind('.');
    if (dot == std::string_view::npos || dot == 0) return extension;
    extension = LowerAscii(name.substr(dot + 1));
    if (extension != "gz" && extension != "bz2" && extension != "zst") return extension;
    name = name.substr(0, dot);
    extension.clear();
  }
  return extension;
}

// Templates and programs that write HTML: their text is the code.
bool IsTemplateExtension(std::string_view extension) {
  constexpr auto kExtensions = std::to_array<std::string_view>(
      {"php",   "phtml",  "erb",  "ejs", "jsp", "asp",    "aspx", "hbs", "mustache", "j2",
       "jinja", "jinja2", "tmpl", "tpl", "vue", "svelte", "py",   "js",  "ts",       "go",
       "rs",    "c",      "cc",   "h",   "hpp", "cpp",    "java", "rb",  "pl",       "sh"});
  return std::ranges::find(kExtensions, extension) != kExtensions.end();
}

}  // namespace

FileKind DetectKind(std::string_view path, std::string_view head, std::string_view raw_head) {
  head = head.substr(0, kHeadBytes);
  if (head.empty()) return FileKind::kEmpty;
  const bool unpacked = !raw_head.empty() && raw_head.substr(0, 4) != head.substr(0, 4);
  if (!unpacked && !raw_head.empty()) {
    if (const auto kind = KindByMagic(raw_head)) return *kind;
  }
  if (const auto kind = KindByMagic(head)) return *kind;
  bool is_wide = false;
  const std::string ascii = AsciiView(head, &is_wide);
  if (IsBinary(head, is_wide)) return FileKind::kBinary;
  const std::string extension = ExtensionOf(path);
  const std::string_view start = SkipProlog(ascii);
  if (StartsWithTag(start, "<mediawiki")) return FileKind::kMediaWikiDump;
  if (IsJsonLines(ascii, extension)) return FileKind::kJsonLines;
  if (LooksLikeHtml(start) && !IsTemplateExtension(extension)) return FileKind::kHtml;
  if (extension == "html" || extension == "htm" || extension == "xhtml" || extension == "shtml") {
    return FileKind::kHtml;
  }
  if (extension == "md" || extension == "markdown" || extension == "mdown" || extension == "mkd" ||
      extension == "mkdn" || extension == "mdx") {
    return FileKind::kMarkdown;
  }
  if (extension == "rst" || extension == "rest") return FileKind::kRest;
  if (extension == "adoc" || extension == "asciidoc") return FileKind::kAsciiDoc;
  return FileKind::kText;
}

bool IsReadable(FileKind kind) {
  return kind == FileKind::kText || kind == FileKind::kMarkdown || kind == FileKind::kRest ||
         kind == FileKind::kAsciiDoc || kind == FileKind::kHtml ||
         kind == FileKind::kMediaWikiDump || kind == FileKind::kJsonLines;
}

std::string_view Describe(FileKind kind) {
  switch (kind) {
    case FileKind::kEmpty:
      return "an empty file";
    case FileKind::kText:
      return "plain text";
    case FileKind::kMarkdown:
      return "Markdown";
    case FileKind::kRest:
      return "reStructuredText";
    case FileKind::kAsciiDoc:
      return "AsciiDoc";
    case FileKind::kHtml:
      return "HTML";
    case FileKind::kMediaWikiDump:
      return "a MediaWiki dump";
    case FileKind::kJsonLines:
      return "JSON Lines with uri and text";
    case FileKind::kPdf:
      return "a PDF file (not supported yet)";
    case FileKind::kOffice:
      return "an office document (not supported yet)";
    case FileKind::kArchive:
      return "an archive (not supported yet)";
    case FileKind::kImage:
      return "an image";
    case FileKind::kMedia:
      return "sound or video";
    case FileKind::kFont:
      return "a font";
    case FileKind::kDatabase:
      return "a database";
    case FileKind::kExecutable:
      return "a program or library";
    case FileKind::kBinary:
      return "binary data";
  }
  return "";
}

}  // namespace arborist::ingest
