// SPDX-License-Identifier: AGPL-3.0-only
// Parses pointer lines (FROZEN: docs/format/evidence.md, decision 24). The reference uses a regular
// expression; here each line is read once from left to right. A bracket that begins no tag is text.
// Blanks before a tag are removed with it, so that the claim reads as without tags.
#include "evidence/pointer_claims.h"

#include <set>

#include "text/bullet.h"
#include "text/canonical.h"
#include "text/scan.h"

namespace arborist::evidence {

namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Reads one tag; the blanks before it are the caller's.
class TagReader {
 public:
  TagReader(std::string_view line, std::size_t pos, Tags tags)
      : line_(line), pos_(pos), tags_(tags) {}

  // Reads \[\s*ID(\s*,\s*ID)*\s*\] and returns where it ends, or 0. ID is E[0-9]+, with kSentences
  // E[0-9]+(\.[0-9]+)?
  std::size_t Read(std::vector<std::string_view>* ids) {
    ids->clear();
    if (!Take('[')) return 0;
    do {
      SkipWhitespace();
      const std::size_t begin = pos_;
      if (!Take('E') || !TakeDigits()) return 0;
      if (tags_ == Tags::kSentences && Take('.') && !TakeDigits()) return 0;
      ids->push_back(line_.substr(begin, pos_ - begin));
      SkipWhitespace();
    } while (Take(','));
    return Take(']') ? pos_ : 0;
  }

 private:
  bool Take(char c) {
    if (pos_ == line_.size() || line_[pos_] != c) return false;
    ++pos_;
    return true;
  }
  bool TakeDigits() {
    const std::size_t begin = pos_;
    while (pos_ < line_.size() && IsDigit(line_[pos_])) ++pos_;
    return pos_ > begin;
  }
  void SkipWhitespace() {
    while (pos_ < line_.size()) {
      const std::size_t width = text::WhitespaceAt(line_, pos_);
      if (width == 0) return;
      pos_ += width;
    }
  }

  std::string_view line_;
  std::size_t pos_;
  Tags tags_;
};

PointerClaim ParseLine(std::string_view line, Tags tags) {
  PointerClaim claim;
  std::set<std::string_view> seen;
  std::vector<std::string_view> ids;
  std::string rest;  // the line without its tags
  std::size_t pos = 0;
  while (pos < line.size()) {
    const std::size_t open = std::min(line.find('[', pos), line.size());
    rest.append(line.substr(pos, open - pos));
    if (open == line.size()) break;
    const std::size_t end = TagReader(line, open, tags).Read(&ids);
    if (end == 0) {
      rest.push_back('[');
      pos = open + 1;
      continue;
    }
    claim.parsed = true;
    rest.resize(rest.find_last_not_of(" \t") + 1);  // npos + 1 is 0
    for (const std::string_view id : ids) {
      if (seen.insert(id).second) claim.pointer_ids.emplace_back(id);
    }
    pos = end;
  }
  text::CollapseWhitespaceTo(text::StripBullet(rest), &claim.claim_text);
  return claim;
}

}  // namespace

std::string_view Name(Tags tags) { return tags == Tags::kSentences ? "sentence" : "passage"; }

std::optional<Tags> TagsFromName(std::string_view name) {
  for (const Tags tags : {Tags::kPassages, Tags::kSentences}) {
    if (Name(tags) == name) return tags;
  }
  return std::nullopt;
}

std::vector<PointerClaim> ParsePointerClaims(std::string_view answer, Tags tags) {
  std::vector<PointerClaim> claims;
  for (const std::string_view line : text::SplitLines(answer)) {
    if (!text::Strip(line).empty()) claims.push_back(ParseLine(line, tags));
  }
  return claims;
}

// \[E\d+
std::size_t CountTagStarts(std::string_view answer) {
  std::size_t count = 0;
  for (std::size_t at = answer.find("[E"); at != std::string_view::npos;
       at = answer.find("[E", at + 2)) {
    if (at + 2 < answer.size() && text::IsDecimal(text::At(answer, at + 2))) ++count;
  }
  return count;
}

}  // namespace arborist::evidence
