// SPDX-License-Identifier: AGPL-3.0-only
#include "extractive/passage.h"

#include <algorithm>

#include "text/utf8.h"

namespace arborist::extractive {

namespace {

constexpr std::size_t kMaxTitle = 200;  // code points

bool IsStop(const Word& word, const Asked& asked) { return (word.flags & asked.stop_flags()) != 0; }

// SM of the question is the Service Module of the text, and the other way round.
void FindAcronyms(std::string_view text, const Asked& asked, Passage* passage, Read* read) {
  if (asked.acronyms().empty() && asked.initials().empty()) return;
  const auto add = [&](std::size_t word, std::size_t first, std::size_t end) {
    for (std::size_t t = first; t < end; ++t) {
      if (read->levels[t] >= Match::kKin) continue;
      read->levels[t] = Match::kKin;
      passage->places.push_back({static_cast<std::uint32_t>(word - read->first_word),
                                 static_cast<std::uint8_t>(t), Match::kKin});
    }
  };
  const std::size_t places = passage->places.size();
  for (std::size_t i = read->first_word; i < read->end_word; ++i) {
    const Word& word = passage->words[i];
    if ((word.flags & kCapital) == 0) continue;
    for (const Asked::Initials& initials : asked.initials()) {
      if (word.exact == initials.hash) add(i, initials.first_term, initials.end_term);
    }
    for (const Asked::Acronym& acronym : asked.acronyms()) {
      if ((text[word.begin] | 0x20) != acronym.letters[0]) continue;
      std::size_t letter = 0;
      std::size_t at = i;
      for (; at < read->end_word && letter < acronym.letters.size(); ++at) {
        const Word& next = passage->words[at];
        if ((next.flags & kCapital) != 0 && (text[next.begin] | 0x20) == acronym.letters[letter]) {
          ++letter;
        } else if (!IsStop(next, asked)) {
          break;
        }
      }
      if (letter == acronym.letters.size()) add(i, acronym.first_term, acronym.end_term);
    }
  }
  if (passage->places.size() == places) return;
  std::sort(passage->places.begin() + static_cast<std::ptrdiff_t>(read->first_place),
            passage->places.end(), [](const Place& a, const Place& b) {
              return a.word != b.word ? a.word < b.word : a.term < b.term;
            });
}

}  // namespace

Passage ReadPassage(const evidence::EvidenceObject& object, const Asked& asked) {
  Passage passage;
  const std::string_view text = object.span;
  for (const Piece& piece : SplitPieces(text)) {
    Read read{.piece = piece,
              .first_word = passage.words.size(),
              .end_word = 0,
              .first_place = passage.places.size(),
              .end_place = 0};
    AppendWords(text, piece.begin, piece.end, &passage.words);
    read.end_word = passage.words.size();
    for (std::size_t i = read.first_word; i < read.end_word; ++i) {
      const Matched found = asked.Find(passage.words[i]);
      passage.matches.push_back(found.match);
      if (found.match == Match::kNone) continue;
      read.levels[found.term] = std::max(read.levels[found.term], found.match);
      passage.places.push_back({static_cast<std::uint32_t>(i - read.first_word),
                                static_cast<std::uint8_t>(found.term), found.match});
    }
    FindAcronyms(text, asked, &passage, &read);
    read.end_place = passage.places.size();
    for (std::size_t t = 0; t < asked.terms().size(); ++t) {
      if (read.levels[t] >= Match::kKin) ++passage.pieces_with[t];
    }
    Raise(&passage.anywhere, read.levels);
    passage.pieces.push_back(read);
  }
  const std::string_view title = object.title ? std::string_view(*object.title) : "";
  std::vector<Word> words;
  AppendWords(title, 0, text::Prefix(title, kMaxTitle).size(), &words);
  for (const Word& word : words) {
    if (IsStop(word, asked)) continue;
    const Matched found = asked.Find(word);
    ++passage.title_words;
    if (found.match < Match::kKin) continue;
    ++passage.title_asked;
    passage.title[found.term] = std::max(passage.title[found.term], found.match);
  }
  Raise(&passage.anywhere, passage.title);
  return passage;
}

}  // namespace arborist::extractive
