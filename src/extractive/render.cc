// SPDX-License-Identifier: AGPL-3.0-only
// Writes an answer in the form that a model would give it, so that the same parser and verifier
// judge it. Each form has signs of its own that a source may contain too; the text is guarded
// against being read in another way:
//
// quote: quotation marks are paired in order by the verifier, so a claim that has a mark of its own
// gets none around it. A source's name is put into parentheses, so it loses its own, and brackets.
//
// json: the verifier refuses a claim with quotation marks; they are replaced by „ and ‟, which its
// normalisation folds to the same character.
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

// A claim in JSON must not contain the marks of a quotation. U+201E and U+201F are folded to the
// same character by verifiers and are not such marks.
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

// The name of a source to be put into parentheses: without any of its own, at most 120 code points.
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
    // The verifier pairs quotation marks in order: marks around a text that has its own would end
    // in the middle of it.
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
