// SPDX-License-Identifier: AGPL-3.0-only
// docs/format/verifier.md, "Warrants"; FROZEN. In two steps, so that each span is searched once for
// all claims: DemandReader derives from claim and question which anchors the cited spans must
// contain, and registers them with an AnchorSearch; Checker then compares each claim's demands with
// what was found in its spans. Anchors that the question itself contains prove nothing about the
// answer and are left out where one anchor is enough.
#include "judge/reference/warrant.h"

#include <algorithm>
#include <set>

#include "judge/reference/anchor_search.h"
#include "judge/reference/anchors.h"
#include "judge/reference/plural.h"
#include "judge/reference/shared.h"
#include "text/canonical.h"
#include "text/scan.h"

namespace arborist::judge {

namespace {

using Words = std::vector<std::string>;

constexpr auto kPrepositions =
    text::MakeWordSet("by", "to", "for", "with", "of", "from", "under", "at", "in", "on");
constexpr auto kListed = text::MakeWordSet("the", "all", "some", "every", "each", "me", "any",
                                           "two", "three", "four", "five", "several", "a");

bool IsWho(std::string_view word) { return word == "who" || word == "whom" || word == "whose"; }
bool IsBe(std::string_view word) {
  return word == "is" || word == "was" || word == "are" || word == "were";
}

template <typename Value>
void Sort(std::vector<Value>* values) {
  std::ranges::sort(*values);
  values->erase(std::ranges::unique(*values).begin(), values->end());
}

bool AsksForList(const Words& words) {
  if (words[0] == "name" || words[0] == "list" || words[0] == "enumerate") return true;
  if (words.size() > 1 && words[0] == "who" && (words[1] == "are" || words[1] == "were")) {
    return true;
  }
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if ((words[i] == "name" || words[i] == "list") && kListed.Has(words[i + 1])) return true;
  }
  return false;
}

// who is X's Y, who founded Z, by whom was Z founded, what is X's Y
bool AsksForRelation(const Words& words, std::string_view question) {
  if (IsWho(words[0])) return true;
  if (words.size() > 1 && kPrepositions.Has(words[0]) && IsWho(words[1])) return true;
  return words.size() > 2 && (words[0] == "what" || words[0] == "which") && IsBe(words[1]) &&
         (question.find("'s ") != std::string_view::npos ||
          question.find("’s ") != std::string_view::npos);
}

// The anchors of one class that a claim needs its spans to contain.
struct Demand {
  enum class Kind : std::uint8_t { kOneOf, kAll, kCounts };
  Demand(std::string_view class_name, Kind of) : name(class_name), kind(of) {}
  std::string_view name;
  Kind kind;
  Words anchors;                      // as the claim writes them
  std::vector<std::uint32_t> inside;  // numbers of anchors that may occur anywhere
  // Numbers of whole-word anchors; kAll: one for each of `anchors`.
  std::vector<std::uint32_t> alone;
  Words values;  // kCounts: the value of each of `anchors`
};

// Reads the demands of one claim, in the order in which they are reported.
class DemandReader {
 public:
  DemandReader(std::string_view claim, const WarrantQuestion& question, AnchorSearch* search)
      : claim_(text::Canonicalize(claim)), question_(question), search_(search) {}

  std::vector<Demand> Read() {
    if (question_.asks_relation()) NeedOneOf("proper_noun", Names());
    NeedDates();
    if (question_.asks_list()) NeedOneOf("entity_list", Names());
    if (question_.asks_count()) NeedCounts();
    if (question_.asks_cause()) NeedCause();
    return std::move(demands_);
  }

 private:
  // The names of the claim that the question does not contain. Words that may only begin their
  // sentence count if there is no certain name.
  Words Names() const {
    Words names, uncertain;
    for (const NamePhrase& phrase : NamePhrases(claim_)) {
      const Words words = PlainWords(phrase.text);
      if (std::ranges::all_of(words, [&](const std::string& word) {
            return IsHonorific(word) || question_.Names(word);
          })) {
        continue;
      }
      (phrase.uncertain ? uncertain : names).push_back(phrase.text);
    }
    return names.empty() ? uncertain : names;
  }

  void NeedOneOf(std::string_view name, Words anchors) {
    if (anchors.empty()) return;
    Demand demand(name, Demand::Kind::kOneOf);
    for (const std::string& anchor : anchors) {
      demand.inside.push_back(search_->Add(text::ToLower(anchor)));
      // The source may omit the Mr.
      std::string rest;
      for (const std::string& word : PlainWords(anchor)) {
        if (!IsHonorific(word)) rest.append(rest.empty() ? "" : " ").append(word);
      }
      if (!rest.empty()) demand.alone.push_back(search_->Add(rest));
    }
    Sort(&demand.inside);
    Sort(&demand.alone);
    demand.anchors = std::move(anchors);
    demands_.push_back(std::move(demand));
  }

  // All dates of the claim are needed, also those from the question: it is no evidence for them.
  void NeedDates() {
    Demand demand("date", Demand::Kind::kAll);
    demand.anchors = DateAnchors(claim_);
    if (demand.anchors.empty()) return;
    for (const std::string& anchor : demand.anchors) {
      demand.alone.push_back(search_->Add(text::ToLower(anchor)));
    }
    demands_.push_back(std::move(demand));
  }

  void NeedCounts() {
    Demand demand("count", Demand::Kind::kCounts);
    ForEachCount(claim_, [&](std::string value, std::string_view shown) {
      if (IsYearShaped(value)) return;
      demand.values.push_back(std::move(value));
      demand.anchors.emplace_back(shown);
    });
    if (!demand.anchors.empty()) demands_.push_back(std::move(demand));
  }

  void NeedCause() {
    Words anchors = Names();
    for (std::string& word : CauseWords(claim_)) {
      if (!question_.Names(word)) anchors.push_back(std::move(word));
    }
    NeedOneOf("cause", std::move(anchors));
  }

  std::string claim_;
  const WarrantQuestion& question_;
  AnchorSearch* search_;
  std::vector<Demand> demands_;
};

// Compares the demands of one claim with what its spans contain.
class Checker {
 public:
  Checker(std::span<const Context* const> spans, AnchorSearch* search, Budget* budget)
      : spans_(spans), search_(search), budget_(budget) {}

  Warrant Check(const std::vector<Demand>& demands) {
    for (const Demand& demand : demands) {
      warrant_.active.push_back(demand.name);
      switch (demand.kind) {
        case Demand::Kind::kOneOf:
          if (!HasOneOf(demand)) Fail(demand.anchors);
          break;
        case Demand::Kind::kAll:
          FailWithout(demand, demand.alone,
                      [&](const Context& span) -> const auto& { return search_->In(span).alone; });
          break;
        case Demand::Kind::kCounts:
          FailWithout(demand, demand.values,
                      [&](const Context& span) -> const auto& { return search_->CountsIn(span); });
          break;
      }
    }
    return std::move(warrant_);
  }

 private:
  bool HasOneOf(const Demand& demand) const {
    return std::ranges::any_of(spans_, [&](const Context* span) {
      const AnchorSearch::Found& found = search_->In(*span);
      return ShareOne(found.inside, demand.inside, budget_) ||
             ShareOne(found.alone, demand.alone, budget_);
    });
  }

  // Fails with the anchors whose key no span contains. keys: parallel to demand.anchors.
  template <typename Key, typename Holds>
  void FailWithout(const Demand& demand, const std::vector<Key>& keys, const Holds& holds) {
    std::vector<Key> sorted = keys;
    Sort(&sorted);
    std::vector<Key> met;
    for (const Context* span : spans_) {
      ForEachShared(holds(*span), sorted, budget_, [&](const Key& key) {
        met.push_back(key);
        return true;
      });
    }
    Sort(&met);
    Words missing;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (!std::ranges::binary_search(met, keys[i])) missing.push_back(demand.anchors[i]);
    }
    if (!missing.empty()) Fail(missing);
  }

  void Fail(const Words& missing) {
    warrant_.ok = false;
    for (const std::string& anchor : missing) {
      if (told_.insert(anchor).second) warrant_.missing.push_back(anchor);
    }
  }

  std::span<const Context* const> spans_;
  AnchorSearch* search_;
  Budget* budget_;
  std::set<std::string> told_;
  Warrant warrant_;
};

}  // namespace

WarrantQuestion::WarrantQuestion(std::string_view question) {
  const std::string canonical = text::Canonicalize(question);
  const Words words = PlainWords(canonical);
  if (words.empty()) return;
  list_ = AsksForList(words);
  relation_ = !list_ && AsksForRelation(words, canonical);
  for (std::size_t i = 0; i < words.size(); ++i) {
    cause_ = cause_ || words[i] == "why";
    count_ = count_ || (words[i] == "how" && i + 1 < words.size() &&
                        (words[i + 1] == "many" || words[i + 1] == "much"));
    words_.emplace(WithoutPlural(words[i]));
  }
}

bool WarrantQuestion::Names(std::string_view lower_word) const {
  return words_.contains(std::string(WithoutPlural(lower_word)));
}

std::vector<Warrant> CheckWarrants(std::span<const WarrantClaim> claims,
                                   const WarrantQuestion& question, Budget* budget) {
  AnchorSearch search(budget);
  std::vector<std::vector<Demand>> demands;
  demands.reserve(claims.size());
  for (const WarrantClaim& claim : claims) {
    demands.push_back(DemandReader(claim.text, question, &search).Read());
  }
  search.Link();
  std::vector<Warrant> warrants;
  warrants.reserve(claims.size());
  for (std::size_t i = 0; i < claims.size(); ++i) {
    warrants.push_back(Checker(claims[i].cited_spans, &search, budget).Check(demands[i]));
  }
  return warrants;
}

}  // namespace arborist::judge
