// SPDX-License-Identifier: AGPL-3.0-only
// Renders claims with their citations (FROZEN under each rendering's name:
// docs/format/evidence.md). Under each claim stands an excerpt of each cited passage. Finding one
// reads the whole passage, so a hostile answer of many claims that cite one long passage would be
// quadratic. Excerpts are therefore kept per list of tokens and passage and copied from the output
// when they come again; beyond the budget the first sentences of the passage stand in, which are
// found once per passage.
#include "evidence/claim_lattice.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/budget.h"
#include "evidence/content_tokens.h"
#include "evidence/spotlight.h"
#include "text/scan.h"

namespace arborist::evidence {

namespace {

constexpr std::size_t kShownRootDigits = 8;

std::size_t BytesOf(std::span<const CitedClaim> claims, const EvidenceMap& evidence) {
  std::size_t bytes = evidence.bytes();
  for (const CitedClaim& claim : claims) {
    bytes += claim.text.size();
    for (const std::string& id : claim.pointer_ids) bytes += id.size();
  }
  return bytes;
}

class Renderer {
 public:
  Renderer(std::size_t bytes, const EvidenceMap& evidence, Rendering rendering, std::size_t window)
      : evidence_(evidence),
        one_line_(IsOneLine(rendering)),
        rendering_(rendering),
        window_(window),
        budget_(bytes),
        work_(bytes),
        leading_(evidence.objects().size()) {}

  void Append(std::string_view text, const CitedClaim& claim) {
    if (!out_.empty()) out_.push_back('\n');
    out_.append("- ").append(one_line_ ? ClaimOnOneLine(text) : text);
    claim_ = {.tokens = ContentTokens(text), .number = 0, .spotlight = std::nullopt};
    std::string key;
    for (const std::string& token : claim_.tokens) key.append(token).push_back(' ');
    claim_.number = token_lists_.emplace(std::move(key), token_lists_.size()).first->second;
    const bool placed = rendering_ == Rendering::kOneLineV2;
    for (std::size_t i = 0; i < claim.pointer_ids.size(); ++i) {
      const std::string& id = claim.pointer_ids[i];
      AppendPointer(id, i < claim.passages.size() ? claim.passages[i] : evidence_.ByPointer(id),
                    placed && i < claim.places.size() ? claim.places[i] : std::nullopt);
    }
  }

  RenderedLattice Finish() && { return {std::move(out_), work_ + budget_.spent()}; }

 private:
  struct Claim {
    std::vector<std::string> tokens;
    std::size_t number = 0;  // equal for claims with equal tokens
    std::optional<Spotlight> spotlight;
  };
  struct Range {
    std::size_t begin = 0;
    std::size_t size = 0;
  };

  void AppendPointer(std::string_view id, const EvidenceObject* object,
                     std::optional<SpanPlace> place) {
    out_.append("\n [").append(one_line_ ? LabelOnOneLine(id) : id);
    if (object == nullptr) {
      out_.append(": ?]");
      return;
    }
    out_.append(" | ");
    AppendLabel(*object);
    out_.append(" | ").append(text::Prefix(object->chunk_root, kShownRootDigits)).append(": \"");
    if (place) {
      AppendPlace(object->span, *place);
    } else {
      AppendExcerpt(*object);
    }
    out_.append("\"]");
  }

  void AppendLabel(const EvidenceObject& object) {
    const std::string_view label = Label(object);
    const bool whole = budget_.Take(label.size());
    if (!one_line_) {
      out_.append(whole ? label : text::Prefix(label, kExcerptWindow));
    } else if (whole) {
      out_.append(Label(object, rendering_));
    } else {
      out_.append(LabelOnOneLine(text::Prefix(label, kExcerptWindow)));
    }
  }

  // The sentence that states the claim, cut to an excerpt's length.
  void AppendPlace(std::string_view span, SpanPlace place) {
    const std::string_view said = span.substr(place.begin, place.end - place.begin);
    const std::string excerpt = LeadingExcerpt(said, window_);
    work_ += said.size();
    out_.append(ExcerptOnOneLine(excerpt));
  }

  // Searches once per passage and list of tokens; repeats are copied from the output.
  void AppendExcerpt(const EvidenceObject& object) {
    const auto index = static_cast<std::size_t>(&object - evidence_.objects().data());
    const auto [known, is_new] = written_.try_emplace({claim_.number, index});
    if (!is_new && budget_.Take(known->second.size)) {
      out_.append(out_, known->second.begin, known->second.size);
      return;
    }
    known->second.begin = out_.size();
    const std::string excerpt = Excerpt(object, index);
    out_.append(one_line_ ? ExcerptOnOneLine(excerpt) : excerpt);
    known->second.size = out_.size() - known->second.begin;
  }

  std::string Excerpt(const EvidenceObject& object, std::size_t index) {
    if (budget_.left() != 0) {
      if (!claim_.spotlight) claim_.spotlight.emplace(claim_.tokens, window_);
      auto excerpt = claim_.spotlight->Excerpt(object.span, evidence_.LowerSpan(object), &budget_);
      if (excerpt && budget_.Take(excerpt->size())) return std::move(*excerpt);
    }
    if (!leading_[index]) {
      work_ += object.span.size();
      leading_[index] = LeadingExcerpt(object.span, std::min(window_, kExcerptWindow));
    }
    work_ += leading_[index]->size();
    return *leading_[index];
  }

  const EvidenceMap& evidence_;
  bool one_line_;
  Rendering rendering_;
  std::size_t window_;
  Budget budget_;
  std::size_t work_;
  Claim claim_;  // the one that is being written
  std::map<std::string, std::size_t> token_lists_;
  // Ranges of out_, by tokens and passage.
  std::map<std::pair<std::size_t, std::size_t>, Range> written_;
  std::vector<std::optional<std::string>> leading_;  // by passage
  std::string out_;
};

}  // namespace

RenderedLattice RenderClaimLattice(std::span<const CitedClaim> claims, const EvidenceMap& evidence,
                                   Rendering rendering, std::size_t window) {
  Renderer renderer(BytesOf(claims, evidence), evidence, rendering, window);
  for (const CitedClaim& claim : claims) {
    const std::string_view text = text::Strip(claim.text);
    if (!text.empty()) renderer.Append(text, claim);
  }
  return std::move(renderer).Finish();
}

}  // namespace arborist::evidence
