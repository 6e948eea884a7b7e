// SPDX-License-Identifier: AGPL-3.0-only
// select-v1 (FROZEN: docs/format/evidence.md, "Selections"): parses answers that only point. The
// grammar is strict on purpose: any character that is no pointer, blank, comma or bracket refuses
// the whole answer, so that no word of a model can appear among words of a source. Two pointers
// must be divided ("E1.2E1.3" is refused).
#include "evidence/selection.h"

#include <set>
#include <utility>

#include "evidence/claim_lattice.h"
#include "evidence/spotlight.h"
#include "json/value.h"
#include "text/scan.h"

namespace arborist::evidence {

namespace {

constexpr std::size_t kRootDigits = 8;
constexpr std::size_t kMostPointers = 500;

bool IsTagBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool IsTagDigit(char c) { return c >= '0' && c <= '9'; }

Selection RefusedFor(std::string reason) {
  return {.kind = SelectionKind::kRefused, .pointer_ids = {}, .reason = std::move(reason)};
}

// The length of E, digits, a full stop, digits, or 0. Whether it exists is asked later.
std::size_t PointerLength(std::string_view text) {
  constexpr std::size_t kMostTagDigits = 6;
  const auto digits = [&](std::size_t from) {
    std::size_t end = from;
    while (end < text.size() && end - from < kMostTagDigits && IsTagDigit(text[end])) ++end;
    return end;
  };
  if (text.empty() || text[0] != 'E') return 0;
  const std::size_t first = digits(1);
  if (first == 1 || first >= text.size() || text[first] != '.') return 0;
  const std::size_t second = digits(first + 1);
  return second == first + 1 ? 0 : second;
}

class Collector {
 public:
  void Add(std::string_view id) {
    if (seen_.insert(std::string(id)).second) selection_.pointer_ids.emplace_back(id);
  }
  Selection Finish() && {
    if (selection_.pointer_ids.size() > kMostPointers) return RefusedFor("it points to too much");
    if (!selection_.pointer_ids.empty()) selection_.kind = SelectionKind::kPointers;
    return std::move(selection_);
  }

 private:
  Selection selection_;
  std::set<std::string, std::less<>> seen_;
};

Selection FromJson(std::string_view answer) {
  const auto value = json::Parse(answer);
  const json::Value* ids = value ? value->Find("ids") : nullptr;
  if (ids == nullptr || !ids->is_array() || value->as_object().size() != 1) {
    return RefusedFor("it is no object with a list of ids and nothing else");
  }
  Collector collector;
  for (const json::Value& id : ids->as_array()) {
    if (!id.is_string() || id.as_string().empty() ||
        PointerLength(id.as_string()) != id.as_string().size()) {
      return RefusedFor("an entry of its ids is no pointer");
    }
    collector.Add(id.as_string());
  }
  return std::move(collector).Finish();
}

Selection FromLine(std::string_view answer) {
  Collector collector;
  bool open = false;           // inside square brackets
  bool needs_divider = false;  // directly behind a pointer
  for (std::size_t pos = 0; pos < answer.size();) {
    const char c = answer[pos];
    if (IsTagBlank(c) || c == ',') {
      needs_divider = false;
      ++pos;
    } else if ((c == '[' && !open) || (c == ']' && open)) {
      open = c == '[';
      needs_divider = false;
      ++pos;
    } else if (const std::size_t length = needs_divider ? 0 : PointerLength(answer.substr(pos));
               length != 0) {
      collector.Add(answer.substr(pos, length));
      needs_divider = true;
      pos += length;
    } else {
      return RefusedFor("it holds something else than pointers");
    }
  }
  if (open) return RefusedFor("a bracket is not closed");
  return std::move(collector).Finish();
}

void AppendPlaceOf(const SentenceObject& object, const EvidenceMap& evidence, Rendering rendering,
                   std::string* out) {
  const EvidenceObject& passage = evidence.objects()[object.passage];
  out->append("\n [").append(object.pointer_id).append(" | ");
  out->append(Label(passage, rendering)).append(" | ");
  out->append(text::Prefix(passage.chunk_root, kRootDigits));
}

}  // namespace

Selection ParseSelection(std::string_view answer) {
  if (answer.size() > kMaxSelectionBytes) return RefusedFor("it is longer than pointers are");
  const std::string_view stripped = text::Strip(answer);
  return stripped.starts_with('{') ? FromJson(stripped) : FromLine(stripped);
}

std::string RenderSelection(std::span<const SelectedClaim> claims, const EvidenceMap& evidence,
                            Rendering rendering) {
  std::string out;
  for (const SelectedClaim& claim : claims) {
    out.append(out.empty() ? "- " : "\n- ").append(ClaimOnOneLine(claim.text));
    for (const SentenceObject* object : claim.objects) {
      AppendPlaceOf(*object, evidence, rendering, &out);
      out.push_back(']');
    }
    for (const SentenceObject* object : claim.context) {
      AppendPlaceOf(*object, evidence, rendering, &out);
      out.append(": \"").append(ExcerptOnOneLine(LeadingExcerpt(object->text, kExcerptWindow)));
      out.append("\"]");
    }
  }
  return out;
}

std::string RenderSentences(const EvidenceMap& evidence, const SentenceList& sentences,
                            Rendering rendering) {
  std::string out;
  for (std::size_t i = 0; i < evidence.objects().size(); ++i) {
    const EvidenceObject& passage = evidence.objects()[i];
    if (!out.empty()) out.append("\n\n");
    out.append("=== ").append(passage.pointer_id).append(" (").append(Label(passage, rendering));
    out.append(" | ").append(LabelOnOneLine(passage.source_role)).append(") ===");
    for (const SentenceObject& object : sentences.OfPassage(i)) {
      out.push_back('\n');
      if (object.kind == SentenceKind::kHeading) {
        out.append("# ");
      } else if (object.kind == SentenceKind::kColumns) {
        out.append("| ");
      } else {
        out.append(object.pointer_id).push_back(' ');
      }
      out.append(ClaimOnOneLine(object.text));
    }
  }
  return out;
}

}  // namespace arborist::evidence
