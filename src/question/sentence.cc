// SPDX-License-Identifier: AGPL-3.0-only
// Classifies each sentence of a question by its head: the first word behind greetings and polite
// lead-ins decides between wh-question, request, open request, yes-or-no question and fragment. If
// it decides nothing, a wh-word or request further on may ("Of all these, which ...", "For my
// homework, describe ..."). Runs of small words are followed for a few words only, so that a
// hostile question stays linear.
#include "question/sentence.h"

#include <array>

namespace arborist::question {

namespace {

#include "question/sentence_tables.inc"

bool IsWh(const Word& word) { return !word.quoted && Contains(kWhWords, word.text); }
bool StandsAuxiliary(const Word& word) { return !word.quoted && IsAuxiliary(word.text); }

// Runs of small words are followed only this far, which keeps the whole linear.
constexpr std::size_t kLongestRun = 6;

// The number of words of an open request at `begin`, or 0.
std::size_t OpenRequestAt(std::span<const Word> words, std::size_t begin, std::size_t end) {
  if (const std::size_t phrase = MatchAt(words, begin, end, kOpenRequests)) return phrase;
  std::size_t at = begin;
  const auto is = [&](std::string_view text) {
    return at < end && !words[at].quoted && words[at].text == text;
  };
  const auto in = [&](PhraseTable table) { return MatchAt(words, at, end, table) > 0; };
  if (is("tell")) {
    ++at;
    if (is("me") || is("us")) ++at;
    while (at - begin < kLongestRun + 2 && in(kTellFillers)) ++at;
    return is("about") ? at + 1 - begin : 0;
  }
  const bool verb = in(kTalkVerbs);
  if (verb) {
    ++at;
    if (is("me") || is("us")) ++at;
  }
  // "The idea of ..." starts a statement.
  if (is("a") || is("an") || (verb && is("the"))) ++at;
  while (at - begin < kLongestRun && in(kTalkAdjectives)) ++at;
  if (!in(kTalkNouns)) return 0;
  ++at;
  return in(kTalkPrepositions) ? at + 1 - begin : 0;
}

class Reader {
 public:
  Reader(std::span<const Word> words, std::size_t begin, std::size_t end) : words_(words) {
    sentence_.begin = begin;
    sentence_.end = end;
  }

  Sentence Read() {
    SkipLeadIns();
    const std::size_t head = sentence_.head;
    if (head == sentence_.end) {
      sentence_.kind = SentenceKind::kEmpty;
    } else if (const std::size_t open = OpenRequestAt(words_, head, sentence_.end)) {
      sentence_.kind = SentenceKind::kOpen;
      sentence_.head_words = open;
    } else if (IsWh(words_[head]) || IsWhBehindVerb(head)) {
      sentence_.kind = SentenceKind::kWh;
    } else if (IsRequestVerb(head)) {
      sentence_.kind = SentenceKind::kRequest;
    } else if (StandsAuxiliary(words_[head])) {
      sentence_.kind = SentenceKind::kPolar;
    } else {
      ReadStatement();
    }
    if (sentence_.kind == SentenceKind::kRequest) ReadSecondVerb();
    // "Can you list ..." is a request; "can you eat all mushrooms" asks for yes or no. Behind "do
    // you know" a fragment stays one: it is wanted.
    if (polite_ && sentence_.kind == SentenceKind::kFragment) sentence_.kind = SentenceKind::kPolar;
    return sentence_;
  }

 private:
  bool Is(std::size_t i, std::string_view text) const {
    return i < sentence_.end && !words_[i].quoted && words_[i].text == text;
  }

  void SkipLeadIns() {
    std::size_t at = sentence_.begin;
    while (const std::size_t lead = MatchAt(words_, at, sentence_.end, kLeadIns)) {
      polite_ = polite_ || (StandsAuxiliary(words_[at]) && !Is(at, "do"));
      at += lead;
    }
    sentence_.head = at;
  }

  bool IsWhBehindVerb(std::size_t head) {
    const std::size_t verb = MatchAt(words_, head, sentence_.end, kAskingVerbs);
    if (verb == 0) return false;
    std::size_t at = head + verb;
    if (Is(at, "me") || Is(at, "us")) ++at;
    if (at >= sentence_.end || !IsWh(words_[at])) return false;
    sentence_.head = at;
    return true;
  }

  // In "name of the river" it is a noun.
  bool IsRequestVerb(std::size_t head) const {
    return Contains(kRequestVerbs, words_[head].text) && !words_[head].quoted &&
           !words_[head].possessive && !Is(head + 1, "of");
  }

  // No asking word at the head: "In what year ...", "Of all these, which ...", "... is called
  // what?"
  void ReadStatement() {
    sentence_.kind = SentenceKind::kFragment;
    const std::size_t end = sentence_.end;
    for (std::size_t i = sentence_.head + 1; i < end; ++i) {
      if (!IsWh(words_[i])) {
        // "For my homework, describe ...": a request may follow a comma too.
        if (words_[i].after_comma && (ReadRequestAt(i) || ReadPolarAt(i))) return;
        continue;
      }
      const bool asks = words_[i].text == "what" || words_[i].after_comma || i + 1 == end ||
                        Contains(kPrepositions, words_[i - 1].text) ||
                        (words_[i].text == "how" && (Is(i + 1, "many") || Is(i + 1, "much")));
      if (asks) {
        sentence_.kind = SentenceKind::kWh;
        sentence_.head = i;
        return;
      }
    }
  }

  // "Name three planets and describe each."
  void ReadSecondVerb() {
    for (std::size_t i = sentence_.head + 2; i < sentence_.end; ++i) {
      if (words_[i - 1].text != "and" && words_[i - 1].text != "then") continue;
      if (MatchAt(words_, i, sentence_.end, kOpenRequests) > 0 && ReadRequestAt(i)) return;
    }
  }

  bool ReadRequestAt(std::size_t i) {
    const std::size_t far = i + kLongestRun;
    while (const std::size_t lead = i < far ? MatchAt(words_, i, sentence_.end, kLeadIns) : 0) {
      i += lead;
    }
    if (i >= sentence_.end) return false;
    const std::size_t open = OpenRequestAt(words_, i, sentence_.end);
    if (open == 0 && !IsRequestVerb(i)) return false;
    sentence_.kind = open > 0 ? SentenceKind::kOpen : SentenceKind::kRequest;
    sentence_.head = i;
    sentence_.head_words = open;
    return true;
  }

  bool ReadPolarAt(std::size_t i) {
    if (!StandsAuxiliary(words_[i])) return false;
    sentence_.kind = SentenceKind::kPolar;
    sentence_.head = i;
    return true;
  }

  std::span<const Word> words_;
  Sentence sentence_;
  bool polite_ = false;  // a lead-in with an auxiliary was skipped
};

}  // namespace

std::vector<Sentence> SplitSentences(std::span<const Word> words) {
  std::vector<Sentence> sentences;
  std::size_t begin = 0;
  for (std::size_t i = 1; i <= words.size(); ++i) {
    if (i < words.size() && !words[i].starts_sentence) continue;
    sentences.push_back(Reader(words, begin, i).Read());
    begin = i;
  }
  return sentences;
}

std::string_view QuestionShape(std::span<const Word> words, std::span<const Sentence> sentences) {
  std::string_view shape = "empty";
  for (const Sentence& sentence : sentences) {
    switch (sentence.kind) {
      case SentenceKind::kEmpty:
        break;
      case SentenceKind::kFragment:
        shape = "fragment";
        break;
      case SentenceKind::kRequest:
      case SentenceKind::kOpen:
        return "request";
      case SentenceKind::kPolar:
        return "polar";
      case SentenceKind::kWh: {
        const std::string_view word = words[sentence.head].text;
        const std::size_t next = sentence.head + 1;
        if (word == "how" && next < sentence.end &&
            (words[next].text == "many" || words[next].text == "much")) {
          return "count";
        }
        if (word == "whom" || word == "whose") return "who";
        if (word == "whatever") return "what";
        return *std::ranges::lower_bound(kWhWords, word);
      }
    }
  }
  return shape;
}

bool IsAuxiliary(std::string_view word) { return Contains(kAuxiliaries, word); }

bool StartsClause(std::string_view word) { return Contains(kClauseStarts, word); }

}  // namespace arborist::question
