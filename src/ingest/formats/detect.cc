// SPDX-License-Identifier: AGPL-3.0-only
// The formats of the table are asked in turn whether the content is theirs. What none of them
// claims and is no text is told by its first bytes, so that people learn what was left out. Of text
// that nobody claims the name decides; all else is plain text.
#include "ingest/formats/detect.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "compress/byte_source.h"
#include "ingest/formats/table.h"
#include "office/office.h"
#include "text/encoding.h"

namespace arborist::ingest {
namespace {
using namespace std::string_view_literals;

constexpr auto kLegacyOffice =
    "a legacy office document (save it as .docx, .xlsx or .pptx)"sv;  // OLE2
constexpr auto kArchive = "an archive (not supported yet)"sv;  // also compression we do not open
constexpr auto kImage = "an image"sv;
constexpr auto kMedia = "sound or video"sv;
constexpr auto kFont = "a font"sv;
constexpr auto kDatabase = "a database"sv;
constexpr auto kExecutable = "a program or library"sv;
constexpr auto kBinary = "binary data"sv;

struct Magic {
  std::string_view bytes;
  std::string_view what;
  std::size_t offset = 0;
};

constexpr auto kMagics = std::to_array<Magic>({
    {"7z\xBC\xAF\x27\x1C"sv, kArchive},
    {"Rar!\x1A\x07"sv, kArchive},
    {"\xFD"
     "7zXZ\0"sv,
     kArchive},
    {"\x1F\x8B\x08"sv, kArchive},
    {"BZh"sv, kArchive},
    {"\x28\xB5\x2F\xFD"sv, kArchive},
    {"\x04\x22\x4D\x18"sv, kArchive},
    {"!<arch>\n"sv, kArchive},
    {"ustar"sv, kArchive, 257},
    {"\xED\xAB\xEE\xDB"sv, kArchive},
    {"\x89PNG\r\n\x1A\n"sv, kImage},
    {"\xFF\xD8\xFF"sv, kImage},
    {"GIF87a"sv, kImage},
    {"GIF89a"sv, kImage},
    {"II*\0"sv, kImage},
    {"MM\0*"sv, kImage},
    {"\0\0\1\0"sv, kImage},
    {"8BPS"sv, kImage},
    {"WEBP"sv, kImage, 8},
    {"WAVE"sv, kMedia, 8},
    {"AVI "sv, kMedia, 8},
    {"ID3"sv, kMedia},
    {"OggS"sv, kMedia},
    {"fLaC"sv, kMedia},
    {"\x1A\x45\xDF\xA3"sv, kMedia},
    {"ftyp"sv, kMedia, 4},
    {"wOFF"sv, kFont},
    {"wOF2"sv, kFont},
    {"OTTO\0"sv, kFont},
    {"\0\1\0\0\0"sv, kFont},
    {"ttcf"sv, kFont},
    {"SQLite format 3\0"sv, kDatabase},
    {"\x7F"
     "ELF"sv,
     kExecutable},
    {"\xCF\xFA\xED\xFE"sv, kExecutable},
    {"\xCE\xFA\xED\xFE"sv, kExecutable},
    {"\xCA\xFE\xBA\xBE"sv, kExecutable},
    {"\0asm"sv, kExecutable},
});

bool HasAt(std::string_view head, std::size_t offset, std::string_view bytes) {
  return head.size() >= offset + bytes.size() && head.substr(offset, bytes.size()) == bytes;
}

// The names of streams in an OLE2 file tell what it is, where they stand near the start.
std::string_view OleKind(std::string_view head) {
  const auto kind = office::KindOf(head);
  return kind ? office::NameOf(*kind) : kLegacyOffice;
}

// Empty: the first bytes do not say.
std::string_view KindByMagic(std::string_view head) {
  if (head.starts_with("PK\3\4") || head.starts_with("PK\5\6")) return kArchive;
  if (office::LooksLikeOle2(head)) return OleKind(head);
  for (const Magic& magic : kMagics) {
    if (!HasAt(head, magic.offset, magic.bytes)) continue;
    // Words that a text may start with count only with binary content after them.
    const bool word = std::ranges::all_of(magic.bytes, [](char c) { return c >= ' '; });
    if (word &&
        head.substr(0, 1024).find_first_of("\0\1\2\3\4\5\6\7"sv) == std::string_view::npos) {
      continue;
    }
    return magic.what;
  }
  if (head.starts_with("MZ") && head.substr(0, 1024).find('\0') != std::string_view::npos) {
    return kExecutable;
  }
  return {};
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

}  // namespace

std::string ReasonOf(const Detected& refused) {
  switch (refused.why) {
    case Unreadable::kEmpty:
      return "empty";
    case Unreadable::kNotSupported:
      return std::string(refused.what);
    case Unreadable::kNotText:
      return "not text: " + std::string(refused.what);
  }
  std::unreachable();
}

bool StartsWithTag(std::string_view text, std::string_view tag) {
  if (!StartsWithIgnoringCase(text, tag)) return false;
  if (text.size() == tag.size()) return true;
  const char next = text[tag.size()];
  return IsAsciiSpace(next) || next == '>' || next == '/';
}

FileName SplitFileName(std::string_view name) {
  const auto split = [](std::string_view whole) -> FileName {
    const std::size_t dot = whole.rfind('.');
    if (dot == std::string_view::npos || dot == 0 || dot + 1 == whole.size())
      return {std::string(whole), ""};
    return {std::string(whole.substr(0, dot)), LowerAscii(whole.substr(dot + 1))};
  };
  FileName parts = split(name);
  return compress::IsCompressionEnding(parts.ending) ? split(parts.stem) : parts;
}

Detected Detect(std::string_view name, std::string_view bytes) {
  bytes = bytes.substr(0, kHeadBytes);
  if (bytes.empty()) return {.why = Unreadable::kEmpty, .what = "an empty file"};
  std::string_view no_text = KindByMagic(bytes);
  bool is_wide = false;
  const std::string ascii = AsciiView(bytes, &is_wide);
  if (no_text.empty() && IsBinary(bytes, is_wide)) no_text = kBinary;
  const std::string ending = SplitFileName(name.substr(name.rfind('/') + 1)).ending;
  Head head{.bytes = bytes, .text = {}, .markup = {}, .ending = ending, .name = name};
  if (no_text.empty()) {
    head.text = ascii;
    head.markup = SkipProlog(ascii);
  }
  for (const Format& format : Formats()) {
    if (format.holds != nullptr && format.holds(head)) return {.format = &format};
  }
  if (!no_text.empty()) {
    const bool document = office::LooksLikeOle2(bytes) ||
                          no_text == kArchive;
    return {.why = document ? Unreadable::kNotSupported : Unreadable::kNotText, .what = no_text};
  }
  const Format* const by_name = FormatOfEnding(ending);
  return {.format = by_name != nullptr ? by_name : &PlainText()};
}

}  // namespace arborist::ingest
