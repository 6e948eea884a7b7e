// SPDX-License-Identifier: AGPL-3.0-only
#include <utility>

#include "extractive/extractive.h"
#include "json/value.h"
#include "text/canonical.h"
#include "text/utf8.h"

namespace arborist::extractive {

namespace {

bool IsDoubleQuote(char32_t c) {
  return c == '"' || (c >= 0x201C && c <= 0x201F) || c == 0xAB || c == 0xBB || c == 0xFF02;
}

bool HasDoubleQuote(std::string_view text) {
  for (std::size_t pos = 0; pos < text.size();) {
    if (IsDoubleQuote(text::Decode(text, &pos))) return true;
  }
  return false;
}

// A claim in JSON must not hold the marks of a quotation. These two are others, which verifiers
// fold to the same.
std::string WithoutQuotationMarks(std::string_view text) {
  std::string out;
  bool open = false;
  for (std::size_t pos = 0; pos < text.size();) {
    const std::size_t begin = pos;
    const char32_t c = text::Decode(text, &pos);
    if (c == '"' || c == 0x201C || c == 0x201D) {
      open = c == '"' ? !open : c == 0x201C;
      text::Append(&out, open ? 0x201E : 0x201F);
    } else {
      out += text.substr(begin, pos - begin);
    }
  }
  return out;
}

// A source's name inside parentheses: none of its own, and short.
std::string Shown(std::string_view source) {
  constexpr std::size_t kMaxChars = 120;
  std::string shown = text::Canonicalize(text::Prefix(source, kMaxChars));
  for (char& c : shown) {
    if (c == '(' || c == '[') c = '-';
    if (c == ')' || c == ']' || c == '"') c = ' ';
  }
  return text::Canonicalize(shown);
}

}  // namespace

std::string RenderQuote(const Answer& answer) {
  if (answer.claims.empty()) return std::string(kNotInSources);
  std::string out;
  for (const Claim& claim : answer.claims) {
    if (!out.empty()) out += "\n\n";
    // Quotation marks pair in order: around a text that has its own they would divide it.
    const bool bare = HasDoubleQuote(claim.text);
    if (!bare) out += '"';
    out += claim.text;
    if (!bare) out += '"';
    const std::string source = Shown(claim.source);
    if (!source.empty()) out.append(" (Source: ").append(source).append(")");
  }
  return out;
}

namespace {

std::vector<std::string> PointersOf(const Claim& claim) {
  return claim.sentence_ids.empty() ? std::vector{claim.pointer_id} : claim.sentence_ids;
}

}  // namespace

std::string RenderPointerLines(const Answer& answer) {
  if (answer.claims.empty()) return std::string(kNotInSources);
  std::string out;
  for (const Claim& claim : answer.claims) {
    if (!out.empty()) out += '\n';
    out.append(claim.text).append(" [");
    for (const std::string& id : PointersOf(claim)) {
      if (out.back() != '[') out += ',';
      out += id;
    }
    out += ']';
  }
  return out;
}

std::string RenderJson(const Answer& answer) {
  json::Array claims;
  for (const Claim& claim : answer.claims) {
    const std::vector<std::string> ids = PointersOf(claim);
    claims.emplace_back(json::Object{{"text", WithoutQuotationMarks(claim.text)},
                                     {"evidence_ids", json::Array(ids.begin(), ids.end())}});
  }
  return json::DumpLine(json::Object{{"claims", std::move(claims)}});
}

}  // namespace arborist::extractive
