// SPDX-License-Identifier: AGPL-3.0-only
// metacognition-v0.1: docs/format/question-classifiers.md. Detectors of problems in a question,
// from its words alone: time-dependent words, contradictions, presuppositions, private documents,
// no subject. Each is a walk over the words with phrase tables (metacognition_tables.inc); quoted
// words, which are titles, never match. They only hint: the policy decides whether a hint blocks.
#include "question/metacognition.h"

#include <array>

#include "question/counts.h"
#include "question/scope.h"
#include "question/sentence.h"

namespace arborist::question {

namespace {

#include "question/metacognition_tables.inc"

bool Is(std::span<const Word> words, std::size_t i, std::string_view text) {
  return i < words.size() && !words[i].quoted && words[i].text == text;
}

// The first place from `begin` on where a phrase of the table stands; length 0: none.
struct Found {
  std::size_t at = 0;
  std::size_t length = 0;
};
Found Find(std::span<const Word> words, std::size_t begin, std::size_t end, PhraseTable table) {
  for (std::size_t i = begin; i < end; ++i) {
    if (const std::size_t length = MatchAt(words, i, end, table)) return {i, length};
  }
  return {end, 0};
}

bool SpeaksOfNow(std::span<const Word> words) {
  if (Find(words, 0, words.size(), kNotNow).length > 0) return false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (YearOf(words[i]) || IsTimeAnchor(words, i)) return false;
  }
  return true;
}

// Whether the sentence asks for the holder of an office: "who is", "is he", or the bare name of the
// office. present: where its first "is" or "are" is.
bool AsksForHolder(std::span<const Word> words, const Sentence& sentence, std::size_t present,
                   std::size_t role) {
  constexpr std::size_t kShortFragment = 6;
  switch (sentence.kind) {
    case SentenceKind::kEmpty:
      return false;
    case SentenceKind::kFragment:
      return sentence.end - sentence.head <= kShortFragment;
    case SentenceKind::kRequest:
    case SentenceKind::kOpen:
      return true;
    case SentenceKind::kPolar:
      return present == sentence.head;
    case SentenceKind::kWh:
      if (Is(words, role, "who")) return true;  // "who leads"
      return present < (Is(words, sentence.head, "who") ? sentence.end : role);
  }
  return false;
}

bool IsTemporalAdjective(std::span<const Word> words, std::size_t i) {
  return MatchAt(words, i, words.size(), kTemporalAdjectives) > 0 && i + 1 < words.size() &&
         !words[i + 1].starts_sentence && !Contains(kBehindNoun, words[i + 1].text);
}

// Adds each phrase once, so that the list stays short whatever the question repeats.
void AddPhrase(std::span<const Word> words, std::size_t i, std::size_t length,
               std::vector<std::string>* tokens) {
  std::string phrase = Join(words, i, i + length);
  if (std::ranges::find(*tokens, phrase) == tokens->end()) tokens->push_back(std::move(phrase));
}

// "when did X stop Y", "how does X cause Y": verbs, and the words that such a question may start
// with.
struct PremisePattern {
  std::string_view kind;
  PhraseTable verbs;
  PhraseTable starts;
  std::string_view between;  // the presupposition: subject, this, predicate
};

constexpr std::array<PremisePattern, 4> kPremises = {{
    {"stopped_doing", kStopVerbs, kStopStarts, " used to do this: "},
    {"stopped_doing", kStoppedVerbs, kHaveStarts, " used to do this: "},
    {"became", kBecomeVerbs, kBecomeStarts, " became "},
    {"caused", kCauseVerbs, kCauseStarts, " is a cause of "},
}};

void AddPremise(std::span<const Word> words, const Sentence& sentence,
                const PremisePattern& pattern, std::vector<FalsePremise>* hints) {
  const Found start = Find(words, sentence.begin, sentence.end, pattern.starts);
  if (start.length == 0) return;
  // "Has" and "have" ask only at the head; elsewhere they are part of a statement.
  if (pattern.starts.front() == "had" && start.at != sentence.head) return;
  const std::size_t subject = start.at + start.length;
  const Found verb = Find(words, subject + 1, sentence.end, pattern.verbs);
  const std::size_t predicate = verb.at + verb.length;
  if (verb.length == 0 || predicate >= sentence.end) return;
  // In "how did they try to stop X" the verb is not what they did.
  if (Is(words, verb.at - 1, "to") || Is(words, verb.at - 1, "not")) return;
  FalsePremise hint{pattern.kind, "", Join(words, subject, verb.at),
                    Join(words, predicate, sentence.end)};
  hint.presupposition = hint.subject + std::string(pattern.between) + hint.predicate;
  hints->push_back(std::move(hint));
}

// True at "my draft", "my own unpublished notes", "our uploaded anything".
bool IsPrivateAt(std::span<const Word> words, std::size_t i) {
  if (!Is(words, i, "my") && !Is(words, i, "our")) return false;
  std::size_t at = i + 1;
  bool always = false;
  while (at < words.size() && !words[at].quoted && Contains(kPrivateAdjectives, words[at].text)) {
    always = always || Contains(kPrivateAlways, words[at].text);
    ++at;
  }
  if (at >= words.size()) return false;
  if (always || Contains(kPrivateNouns, words[at].text)) return true;
  const bool inside =
      i > 0 && (Is(words, i - 1, "in") || Is(words, i - 1, "on") || Is(words, i - 1, "from"));
  return inside && MatchAt(words, at, words.size(), kPrivatePlaces) > 0;
}

// True at "the document I sent", "files that I have just uploaded", "the attached report".
bool IsHandedOverAt(std::span<const Word> words, std::size_t i) {
  if (words[i].quoted || !Contains(kPrivateNouns, words[i].text)) return false;
  if (i > 0 && (Is(words, i - 1, "attached") || Is(words, i - 1, "uploaded"))) return true;
  std::size_t at = i + 1;
  if (Is(words, at, "that") || Is(words, at, "which")) ++at;
  if (!Is(words, at, "i") && !Is(words, at, "i've") && !Is(words, at, "we")) return false;
  for (++at; at < std::min(words.size(), i + 6); ++at) {
    if (!words[at].quoted && Contains(kHandedOver, words[at].text)) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> TemporalTokens(std::string_view question, std::optional<int> corpus_year) {
  const Words words = SplitWords(question);
  const std::vector<Sentence> sentences = SplitSentences(words);
  const bool now = SpeaksOfNow(words);
  std::vector<std::string> tokens;
  const auto present_in = [&](const Sentence& sentence) {
    return Find(words, sentence.head, sentence.end, kPresent).at;
  };
  auto sentence = sentences.begin();
  std::size_t present = words.empty() ? 0 : present_in(*sentence);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i == sentence->end) present = present_in(*++sentence);
    if (const std::size_t skip = MatchAt(words, i, words.size(), kNotTemporal)) {
      i += skip - 1;
    } else if (const std::size_t length = MatchAt(words, i, words.size(), kTemporal)) {
      AddPhrase(words, i, length, &tokens);
      i += length - 1;
    } else if (IsTemporalAdjective(words, i) || (Is(words, i, "now") && i + 1 == sentence->end) ||
               (corpus_year && YearOf(words[i]) > corpus_year)) {
      // "Now" at the end means today; "what is now Istanbul" is geography.
      AddPhrase(words, i, 1, &tokens);
    } else if (const std::size_t role = now ? MatchAt(words, i, words.size(), kRoles) : 0) {
      if (AsksForHolder(words, *sentence, present, i)) AddPhrase(words, i, role, &tokens);
      i += role - 1;
    }
  }
  return tokens;
}

std::vector<std::pair<std::string, std::string>> ContradictionPairs(std::string_view question) {
  const Words words = SplitWords(question);
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const auto& [first, second] : kContradictions) {
    const Found a = Find(words, 0, words.size(), {&first, 1});
    const Found b = Find(words, 0, words.size(), {&second, 1});
    if (a.length == 0 || b.length == 0) continue;
    const Found& left = a.at < b.at ? a : b;
    const Found& right = a.at < b.at ? b : a;
    const std::size_t behind = left.at + left.length;
    if (Is(words, behind, "or") && right.at <= behind + 2) continue;
    pairs.emplace_back(first, second);
  }
  return pairs;
}

std::vector<FalsePremise> FalsePremises(std::string_view question) {
  const Words words = SplitWords(question);
  std::vector<FalsePremise> hints;
  for (const Sentence& sentence : SplitSentences(words)) {
    for (const PremisePattern& pattern : kPremises) AddPremise(words, sentence, pattern, &hints);
  }
  return hints;
}

bool IsOutOfCorpus(std::string_view question) {
  const Words words = SplitWords(question);
  if (Find(words, 0, words.size(), kHowTo).length > 0) return false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (IsPrivateAt(words, i) || IsHandedOverAt(words, i)) return true;
  }
  return false;
}

bool IsUnderSpecified(std::string_view question) {
  return std::ranges::all_of(SplitWords(question), [](const Word& word) {
    return !word.quoted && Contains(kEmptyWords, word.text);
  });
}

}  // namespace arborist::question
