// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v3: docs/format/lexical-v3.md, "Stated" 2 and 3. Recognises active for passive and
// passive for active, in English and German, by the order of the placed words around the verb and
// by the by-phrase. A claim whose order differs from the source is accepted only in one of these
// exact patterns. JudgeVoice refuses the opposite case: the same order but a changed voice, which
// exchanges doer and object ("the cat was chased" for "the cat chased the dog").
#include "stated/voice.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "stated/grammar.h"

namespace arborist::stated {

bool IsBy(std::string_view lower) {
  return lower == "by" || lower == "von" || lower == "vom" || lower == "durch";
}

namespace {

constexpr std::string_view kGermanPassives[] = {"wird", "werden", "wurde", "wurden", "worden"};

bool HasGermanPassive(std::span<const Token> tokens) {
  return std::ranges::any_of(tokens, [](const Token& token) {
    return std::ranges::find(kGermanPassives, token.lower) != std::end(kGermanPassives);
  });
}

bool IsModal(const Token& token) {
  return token.Is(kOperator) && token.Is(kNonFactive) && !token.lower.ends_with("ly");
}

class Voices {
 public:
  Voices(const Alignment& alignment, const std::vector<Placed>& words)
      : a_(alignment), words_(words) {}

  Voice Run() const {
    if (a_.claim().language == Language::kGerman) {
      return GermanPassive() ? Voice::kByAgent : Voice::kSame;
    }
    for (std::size_t v = 1; v < words_.size(); ++v) {
      const Token& verb = a_.claim().word(words_[v].word);
      if (verb.kind != Kind::kWord) continue;
      const bool claim_passive = BeBefore(a_.claim().tokens, a_.claim().words[words_[v].word]);
      const bool source_passive = BeBefore(a_.source(), PlaceOf(v));
      if (claim_passive == source_passive) continue;
      if (claim_passive ? FromActive(v) : FromPassive(v)) return Voice::kByAgent;
      if (claim_passive && Agentless(v)) return Voice::kAgentless;
    }
    return Voice::kSame;
  }

 private:
  std::size_t PlaceOf(std::size_t k) const {
    return static_cast<std::size_t>(a_.place(words_[k].word));
  }
  std::string_view GovernorOf(std::size_t k) const {
    const std::int32_t at = ClaimGovernor(a_.claim(), a_.claim().words[words_[k].word]);
    return at < 0 ? std::string_view() : a_.claim().tokens[static_cast<std::size_t>(at)].lower;
  }
  bool Ascends(std::size_t begin, std::size_t end) const {
    for (std::size_t k = begin + 1; k < end; ++k) {
      if (words_[k].rank < words_[k - 1].rank) return false;
    }
    return true;
  }

  // The claim is: object, verb, by, subject; the source is active.
  bool FromActive(std::size_t v) const {
    std::size_t agent = v + 1;
    while (agent < words_.size() && !IsBy(GovernorOf(agent))) ++agent;
    if (agent >= words_.size()) return false;
    std::size_t end = agent + 1;
    while (end < words_.size() && words_[end].rank > words_[end - 1].rank &&
           words_[end].rank < words_[v].rank) {
      ++end;
    }
    for (std::size_t k = 0; k < v; ++k) {
      if (words_[k].rank < words_[v].rank) return false;
    }
    for (std::size_t k = agent; k < end; ++k) {
      if (words_[k].rank > words_[v].rank) return false;
    }
    return Ascends(0, v) && Ascends(agent, end) && BeginsClause(words_[agent].word) &&
           words_[v].rank - words_[end - 1].rank <= 1;
  }

  // The claim is: subject, verb, object; the source is passive.
  bool FromPassive(std::size_t v) const {
    const std::int32_t governor = SourceGovernor(a_, PlaceOf(0));
    if (governor < 0 || !IsBy(a_.source()[static_cast<std::size_t>(governor)].lower)) return false;
    std::size_t end = v + 1;
    while (end < words_.size() && words_[end].rank < words_[v].rank) ++end;
    if (end == v + 1) return false;
    for (std::size_t k = 0; k < v; ++k) {
      if (words_[k].rank < words_[v].rank) return false;
    }
    return Ascends(0, v) && Ascends(v + 1, end) && BeginsClause(words_[v + 1].word);
  }

  // The claim is: object, verb, the rest. The source is: somebody, the verb, the object, the rest.
  // An infinitive in the source does not say that it happened.
  bool Agentless(std::size_t v) const {
    const std::size_t place = PlaceOf(v);
    std::size_t object = v;  // words of the object end here
    while (object > 0 && IsModal(a_.claim().word(words_[object - 1].word))) --object;
    if (object == 0) return false;
    const bool modal = object < v;
    for (std::size_t k = object; k < v; ++k) {
      if (words_[k].rank + static_cast<std::int32_t>(v - k) != words_[v].rank) return false;
    }
    if (words_[0].rank != words_[v].rank + 1 || !Ascends(0, object)) return false;
    if (words_[object - 1].rank - words_[0].rank + 1 != static_cast<std::int32_t>(object)) {
      return false;
    }
    if (v + 1 < words_.size() && words_[v + 1].rank < words_[object - 1].rank) return false;
    if (!Ascends(v + 1, words_.size())) return false;
    if (SourceGovernor(a_, PlaceOf(0)) != kNoGovernor) return false;
    const Token& verb = a_.source()[place];
    const bool finite = EndsLikePast(verb, Language::kEnglish) ||
                        (verb.lower.ends_with('s') && place > 0 && !verb.capital);
    // "Use X to skip it" becomes "X is used to skip it".
    const bool use = place == 0 && verb.lower == "use";
    if (!finite && !modal && !use) return false;
    return place == 0 || a_.source()[place - 1].lower != "to";
  }

  // "Das Haus wurde von Karl gebaut": object, agent, the rest; the verb may be anywhere.
  bool GermanPassive() const {
    const bool claimed = HasGermanPassive(a_.claim().tokens);
    if (!claimed || HasGermanPassive(a_.source())) return false;
    std::vector<Placed> rest;
    std::size_t agent = words_.size();
    for (std::size_t k = 0; k < words_.size(); ++k) {
      const Token& token = a_.placed_token(words_[k].word);
      const bool verb = !token.capital && !token.Is(kOperator) && token.kind == Kind::kWord &&
                        IsGermanVerb(a_.source(), PlaceOf(k));
      if (verb) continue;
      if (agent == words_.size() && IsBy(GovernorOf(k))) agent = rest.size();
      rest.push_back(words_[k]);
    }
    if (agent == words_.size() || agent == 0) return false;
    std::size_t end = agent + 1;
    while (end < rest.size() && rest[end].rank > rest[end - 1].rank &&
           rest[end].rank < rest[0].rank) {
      ++end;
    }
    if (rest[end - 1].rank > rest[0].rank || !BeginsClause(rest[agent].word)) return false;
    const auto ascends = [](const Placed& a, const Placed& b) { return a.rank < b.rank; };
    std::vector<Placed> others(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(agent));
    others.insert(others.end(), rest.begin() + static_cast<std::ptrdiff_t>(end), rest.end());
    return std::ranges::is_sorted(others, ascends);
  }

  // True if a clause of the source begins with the word, apart from its article.
  bool BeginsClause(std::size_t word) const {
    for (auto at = static_cast<std::size_t>(a_.place(word)); at > 0; --at) {
      if ((a_.source()[at].gap & kPause) != 0) return true;
      const Token& before = a_.source()[at - 1];
      if (before.Is(kCoordinator | kDiscourse)) return true;
      if (!before.Is(kDeterminer)) return false;
    }
    return true;
  }

  const Alignment& a_;
  const std::vector<Placed>& words_;
};

// Also for short forms: "sued".
bool MayBePast(const Token& verb) {
  return EndsLikePast(verb, Language::kEnglish) || verb.lower.ends_with("ed");
}

// True if the source's token, which is passive in the claim, is a participle already.
bool IsParticiple(std::span<const Token> source, std::size_t place) {
  const Token& verb = source[place];
  if ((verb.gap & kPause) != 0 || verb.lower.ends_with("en") || verb.lower.ends_with("wn")) {
    return true;
  }
  if (place > 0 && source[place - 1].Is(kSubordinator | kCondition)) return true;
  const Token* next = place + 1 < source.size() ? &source[place + 1] : nullptr;
  if (next != nullptr && next->lower == "by") return true;
  for (std::size_t at = place; at > 0; --at) {
    if (source[at - 1].Is(kPresent | kPast | kBe)) return true;
    if ((source[at].gap & kPause) != 0) break;
  }
  if (next == nullptr || next->Is(kDeterminer | kPronoun)) return false;
  // "the house built in 1901 burned": another verb follows.
  for (std::size_t at = place + 1; at < source.size(); ++at) {
    if (source[at].Is(kCoordinator)) return false;
    if (source[at].Is(kPresent | kPast | kBe)) return true;
    if (EndsLikePast(source[at], Language::kEnglish)) return true;
  }
  return false;
}

// True if the source has an active verb where the claim has a passive: "jagte" and "wurde gejagt".
// A participle in both texts ("gesäumt ist", "gesäumt wird") is none.
bool AddsGermanPassive(const Alignment& a) {
  if (!HasGermanPassive(a.claim().tokens) || HasGermanPassive(a.source())) return false;
  for (std::size_t i = 0; i < a.claim().size(); ++i) {
    if (!a.placed(i) || a.claim().word(i).capital) continue;
    const bool other = a.claim().word(i).lower != a.placed_token(i).lower;
    if (other && IsGermanVerb(a.source(), static_cast<std::size_t>(a.place(i)))) return true;
  }
  return std::ranges::none_of(a.source(), [](const Token& token) { return token.Is(kBe); });
}

}  // namespace

Voice VoiceOf(const Alignment& alignment, const std::vector<Placed>& words) {
  return Voices(alignment, words).Run();
}

// "The cat was chased" is not stated by "the cat chased the dog".
Judgement JudgeVoice(const Alignment& a) {
  if (ChangedVoice(a) != Voice::kSame) return {};
  const Language language = a.claim().language;
  if (language == Language::kGerman) {
    return AddsGermanPassive(a) ? Judgement{Fault::kGoverned} : Judgement{};
  }
  if (language != Language::kEnglish) return {};
  for (std::size_t i = 0; i < a.claim().size(); ++i) {
    const Token& verb = a.claim().word(i);
    if (!a.placed(i) || !MayBePast(verb)) continue;
    const auto place = static_cast<std::size_t>(a.place(i));
    const Token& found = a.source()[place];
    if (found.kind != Kind::kWord || Compare(verb, found) < Likeness::kInflected) continue;
    const bool passive = BeBefore(a.claim().tokens, a.claim().words[i]);
    if (!passive || BeBefore(a.source(), place)) continue;
    const bool active = !MayBePast(found) || !IsParticiple(a.source(), place);
    if (active) return {Fault::kGoverned, {static_cast<std::uint32_t>(i)}};
  }
  return {};
}

}  // namespace arborist::stated
