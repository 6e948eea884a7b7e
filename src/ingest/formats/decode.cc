// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/formats/decode.h"

#include <utility>

#include "base/ascii.h"
#include "ingest/formats/charset_label.h"
#include "text/encoding.h"
#include "text/escape.h"
#include "text/utf8.h"

namespace arborist::ingest {
namespace {

std::string DeclaredCharset(std::string_view bytes) {
  if (std::string label = CookieCharset(bytes); !label.empty()) return label;
  if (std::string label = XmlDeclaredCharset(bytes); !label.empty()) return label;
  return text::WebCharset(HtmlMetaCharset(bytes));
}

bool IsEscapeBased(std::string_view charset) {
  return charset.starts_with("iso-2022-") || charset.starts_with("iso2022") ||
         charset.starts_with("hz") || charset.starts_with("utf-7");
}

Result<std::string> WithoutNul(Result<std::string> decoded) {
  if (!decoded) return decoded;
  const std::size_t nul = decoded->find('\0');
  if (nul == std::string::npos) return decoded;
  return Fail(ErrorCode::kInvalidData,
              "not text: NUL character at byte " + std::to_string(nul) + " of the decoded text");
}

bool IsUsable(std::string_view charset) {
  return !charset.empty() && text::IsKnownCharset(charset);
}

}  // namespace

Result<std::string> DecodeText(std::string_view bytes, std::string_view declared) {
  if (const text::ByteOrderMark mark = text::DetectByteOrderMark(bytes); mark.length > 0) {
    return WithoutNul(text::DecodeToUtf8(bytes, mark.charset));
  }
  auto utf8 = text::DecodeToUtf8(bytes, "utf-8");
  const bool has_escape = bytes.find('\x1B') != std::string_view::npos ||
                          bytes.find("~{") != std::string_view::npos ||
                          bytes.find('+') != std::string_view::npos;
  if (utf8 && !has_escape) return WithoutNul(std::move(utf8));
  std::string charset = text::WebCharset(TrimAscii(declared));
  if (!IsUsable(charset)) charset = DeclaredCharset(bytes);
  if (utf8 && !IsEscapeBased(charset)) return WithoutNul(std::move(utf8));
  if (charset.empty() || charset == "utf-8" || charset == "utf8") return utf8;
  if (!text::IsKnownCharset(charset)) {
    if (utf8) return WithoutNul(std::move(utf8));
    return Fail(ErrorCode::kInvalidData, utf8.error().message + ", and the charset it declares, " +
                                             text::EscapeForTerminal(charset, false) +
                                             ", is not known");
  }
  return WithoutNul(text::DecodeToUtf8(bytes, charset));
}

Result<DecodedHtml> DecodeHtml(std::string_view bytes, std::string_view declared) {
  std::string charset;
  if (const text::ByteOrderMark mark = text::DetectByteOrderMark(bytes); mark.length > 0) {
    charset = LowerAscii(mark.charset);
  }
  if (charset.empty()) {
    const std::string label = text::WebCharset(TrimAscii(declared));
    if (IsUsable(label)) charset = label;
  }
  if (charset.empty()) {
    const std::string label = text::WebCharset(HtmlMetaCharset(bytes));
    if (IsUsable(label)) charset = label;
  }
  if (charset.empty()) {
    const std::string label = text::WebCharset(XmlDeclaredCharset(bytes));
    if (IsUsable(label)) charset = label;
  }
  if (charset.empty()) {
    charset = text::FindInvalidUtf8(bytes) == std::string_view::npos ? "utf-8" : "windows-1252";
  }
  TRY_ASSIGN(std::string decoded, text::DecodeToUtf8(bytes, charset));
  return DecodedHtml{std::move(decoded), std::move(charset)};
}

}  // namespace arborist::ingest
