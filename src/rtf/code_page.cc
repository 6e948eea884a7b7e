// SPDX-License-Identifier: AGPL-3.0-only
#include "rtf/code_page.h"

#include <algorithm>

#include "text/encoding.h"

namespace arborist::rtf {

namespace {

bool IsDoubleByte(int page) {
  return page == 932 || page == 936 || page == 949 || page == 950 || page == 1361 ||
         page == 10001 || page == 54936;
}

}  // namespace

std::string CharsetOfPage(int page) {
  switch (page) {
    case 437:
    case 708:
    case 720:
    case 737:
    case 775:
    case 850:
    case 852:
    case 855:
    case 857:
    case 858:
    case 860:
    case 862:
    case 863:
    case 864:
    case 865:
    case 866:
    case 869:
      return "ibm-" + std::to_string(page);
    case 874:
      return "windows-874";
    case 932:
      return "windows-31j";
    case 936:
    case 54936:
      return "gb18030";
    case 949:
      return "windows-949";
    case 950:
      return "big5";
    case 1361:
      return "ibm-1363";
    case 10000:
      return "macintosh";
    case 10006:
      return "x-mac-greek";
    case 10007:
      return "x-mac-cyrillic";
    case 10029:
      return "x-mac-centralroman";
    case 10081:
      return "x-mac-turkish";
    case 65001:
      return "utf-8";
    default:
      if (page >= 1250 && page <= 1258) return "windows-" + std::to_string(page);
      return {};
  }
}

int PageOfFontCharset(int charset) {
  switch (charset) {
    case 77:
      return 10000;
    case 128:
      return 932;
    case 129:
      return 949;
    case 130:
      return 1361;
    case 134:
      return 936;
    case 136:
      return 950;
    case 161:
      return 1253;
    case 162:
      return 1254;
    case 163:
      return 1258;
    case 177:
      return 1255;
    case 178:
      return 1256;
    case 186:
      return 1257;
    case 204:
      return 1251;
    case 222:
      return 874;
    case 238:
      return 1250;
    case 254:
      return 437;
    case 255:
      return 850;
    default:
      return 0;
  }
}

const CodePages::Characters& CodePages::CharactersOf(int page) {
  const auto [at, is_new] = single_.try_emplace(page);
  if (!is_new) return at->second;
  std::string charset = CharsetOfPage(page);
  if (charset.empty() || !text::IsKnownCharset(charset)) charset = "windows-1252";
  for (std::size_t i = 0; i < at->second.size(); ++i) {
    const char byte = static_cast<char>(0x80 + i);
    const auto read = text::DecodeLeniently({&byte, 1}, charset);
    at->second[i] = read ? read->text : "\uFFFD";
  }
  return at->second;
}

std::size_t CodePages::Append(std::string_view bytes, int page, std::string* out) {
  if (std::ranges::all_of(bytes, [](char c) { return (c & 0x80) == 0; })) {
    out->append(bytes);
    return 0;
  }
  if (IsDoubleByte(page) || page == 65001) {
    auto read = text::DecodeLeniently(bytes, CharsetOfPage(page));
    if (read) {
      out->append(read->text);
      return read->replaced;
    }
  }
  const Characters& characters = CharactersOf(page);
  std::size_t invalid = 0;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      out->push_back(c);
    } else {
      out->append(characters[byte - 0x80u]);
      if (characters[byte - 0x80u] == "\uFFFD") ++invalid;
    }
  }
  return invalid;
}

}  // namespace arborist::rtf
