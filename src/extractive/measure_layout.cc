// SPDX-License-Identifier: AGPL-3.0-only
// Finds units that the layout of the page makes the answer, by rules, because the texts that the
// weights were fitted on have neither of the two:
//
//   under a question  a line that asks the same as the question (it has 0.8 of the question's
//                     weight, the question has 0.6 of its words, and both want the same kind of
//                     answer); the next three sentences answer it
//   row of a table    row, columns, heading and title together have 0.6 of the question and as
//                     much as any sentence, and a word of the row tells it from all rows but one
//
// Both are linear in the passages; a line that asks the same is parsed like a question.
#include <algorithm>

#include "extractive/measure.h"

namespace arborist::extractive {

namespace {

// Of the question, in thousandths, that the line above must have.
constexpr std::int32_t kAsked = 800;
constexpr std::int32_t kOwn = 600;       // of the words of that line that the question must have
constexpr std::size_t kUnder = 3;        // sentences after the line that belong to it
constexpr std::int32_t kRowCover = 600;  // of the question in row, columns, heading and title
// Rows that may be the answer; with more it is open which is meant.
constexpr std::size_t kAlike = 2;

// The line between the names of columns and the rows in Markdown: |---|:--:|
bool IsRule(std::string_view line) {
  return line.find_first_not_of("|-:= \t+") == std::string_view::npos;
}

// Kinds of answer for which a row is taken rather than a sentence with as much of the question.
bool WantsFigure(AnswerType type) {
  return type == AnswerType::kNumber || type == AnswerType::kMoney ||
         type == AnswerType::kPercent || type == AnswerType::kMeasure;
}

// Whether a piece is a heading, or the whole line but for list marks and white space: a question
// within a text is not.
bool StandsAlone(std::string_view span, const Piece& piece) {
  if (piece.kind == PieceKind::kHeading) return true;
  // Searches backwards from the piece over marks alone. Looking for the start of the line instead
  // would be quadratic: the line may be as long as the passage.
  const std::size_t before = span.substr(0, piece.begin).find_last_not_of(" \t#*->.)0123456789");
  if (before != std::string_view::npos && span[before] != '\n') return false;
  const std::size_t next = span.find_first_not_of(" \t*_\r", piece.end);
  return next == std::string_view::npos || span[next] == '\n';
}

// Whether the row has a word that may be a day; in tables digits alone may be one.
bool HasDay(const MatchedPassage& passage, const Read& read) {
  return std::any_of(
      passage.words.begin() + static_cast<std::ptrdiff_t>(read.first_word),
      passage.words.begin() + static_cast<std::ptrdiff_t>(read.end_word),
      [](const Word& word) { return (word.flags & (kDigits | kMonth | kWeekday)) != 0; });
}

// "No desktop", "Without a desktop"
bool Negates(const MatchedPassage& passage, const Read& read) {
  if (read.first_word == read.end_word) return false;
  const Word& first = passage.words[read.first_word];
  return (first.flags & kNegation) != 0 || first.exact == HashLetters("ohne");
}

}  // namespace

struct Measure::Row {
  std::size_t passage = 0;
  std::size_t piece = 0;
  std::int32_t cover = 0;
  bool negated = false;  // by the words of its first cell
};

bool Measure::AsksTheSame(const MatchedPassage& passage, const Read& read,
                          std::string_view text) const {
  if (!IsQuestion(text) || Weigh(read.levels, Match::kStem) < kAsked) return false;
  std::int32_t words = 0, asked = 0;
  for (std::size_t i = read.first_word; i < read.end_word; ++i) {
    if (IsStop(passage.words[i]) || (passage.words[i].flags & kJoined) != 0) continue;
    ++words;
    if (passage.matches[i] >= Match::kStem) ++asked;
  }
  if (words == 0 || asked * 1000 < words * kOwn) return false;
  // "How long can I keep it?" is another question than "Can I keep it?".
  // "8.1." before it is its number.
  const std::size_t begin = std::min(text.find_first_not_of("0123456789.)#*> \t"), text.size());
  return Asked(text.substr(begin)).type() == asked_.type();
}

void Measure::FindUnderQuestions(std::size_t number) {
  const MatchedPassage& passage = passages_[number];
  const std::string_view span = evidence_.objects()[number].span;
  std::size_t left = 0;
  for (std::size_t i = 0; i < passage.pieces.size(); ++i) {
    const Read& read = passage.pieces[i];
    const std::string_view text = span.substr(read.piece.begin, read.piece.end - read.piece.begin);
    if (read.piece.kind == PieceKind::kHeading ||
        (IsQuestion(text) && StandsAlone(span, read.piece))) {
      left = AsksTheSame(passage, read, text) ? kUnder : 0;
    } else if (left > 0 &&
               (read.piece.kind == PieceKind::kSentence || read.piece.kind == PieceKind::kItem)) {
      told_[number][i] = Told::kUnderQuestion;
      --left;
    }
  }
}

void Measure::FindRows(std::size_t number, std::vector<Row>* rows) const {
  const MatchedPassage& passage = passages_[number];
  const std::string_view span = evidence_.objects()[number].span;
  const auto is_table = [&](std::size_t i) {
    return i < passage.pieces.size() && passage.pieces[i].piece.kind == PieceKind::kTable;
  };
  const auto is_rule = [&](std::size_t i) {
    const Piece& piece = passage.pieces[i].piece;
    return IsRule(span.substr(piece.begin, piece.end - piece.begin));
  };
  Levels heading{};
  for (std::size_t i = 0; i < passage.pieces.size(); ++i) {
    if (passage.pieces[i].piece.kind == PieceKind::kHeading) heading = passage.pieces[i].levels;
    if (!is_table(i)) continue;
    const std::size_t first = i;
    while (is_table(i)) ++i;
    const std::size_t end = i--;
    const bool headed = passage.pieces[first].unit.kind == UnitKind::kColumns;
    Levels around = heading;
    Raise(&around, passage.title);
    Levels columns{};
    if (headed) columns = passage.pieces[first].levels;
    Raise(&around, columns);
    std::array<std::size_t, Asked::kMaxTerms> with{};  // rows that hold the term
    for (std::size_t k = first + (headed ? 1 : 0); k < end; ++k) {
      for (std::size_t t = 0; t < terms_.size(); ++t) {
        if (passage.pieces[k].levels[t] >= Match::kStem) ++with[t];
      }
    }
    for (std::size_t k = first + (headed ? 1 : 0); k < end; ++k) {
      const Read& read = passage.pieces[k];
      bool meant = false;  // has a word that tells the row from the others
      for (std::size_t t = 0; t < terms_.size(); ++t) {
        meant = meant ||
                (read.levels[t] >= Match::kStem && columns[t] < Match::kStem && with[t] <= kAlike);
      }
      if (!meant || is_rule(k)) continue;
      if (asked_.type() == AnswerType::kTime && !HasDay(passage, read)) continue;
      Levels all = around;
      Raise(&all, read.levels);
      rows->push_back({.passage = number,
                       .piece = k,
                       .cover = Weigh(all, Match::kKin),
                       .negated = Negates(passage, read)});
    }
  }
}

void Measure::ChooseRows(const std::vector<Row>& rows) {
  std::int32_t best = 0, prose = 0;
  for (const Row& row : rows) best = std::max(best, row.cover);
  if (best < kRowCover) return;
  for (const MatchedPassage& passage : passages_) {
    Levels heading{};
    for (const Read& read : passage.pieces) {
      if (read.piece.kind == PieceKind::kHeading) heading = read.levels;
      if (read.piece.kind != PieceKind::kSentence && read.piece.kind != PieceKind::kItem) continue;
      if (read.first_place == read.end_place) continue;
      Levels all = read.levels;
      Raise(&all, heading);
      Raise(&all, passage.title);
      prose = std::max(prose, Weigh(all, Match::kKin));
    }
  }
  if (prose > best || (prose == best && !WantsFigure(asked_.type()))) return;
  const auto is_best = [&](const Row& row) { return row.cover == best; };
  if (static_cast<std::size_t>(std::ranges::count_if(rows, is_best)) > kAlike) return;
  const auto agrees = [&](const Row& row) { return row.negated == asked_.negated(); };
  const bool chosen =
      std::ranges::any_of(rows, [&](const Row& row) { return is_best(row) && agrees(row); });
  for (const Row& row : rows) {
    if (!is_best(row) || (chosen && !agrees(row))) continue;
    told_[row.passage][row.piece] = Told::kRow;
  }
}

void Measure::FindTold() {
  std::vector<Row> rows;
  for (std::size_t number = 0; number < passages_.size(); ++number) {
    const std::size_t pieces = passages_[number].pieces.size();
    told_.emplace_back(pieces, Told::kNo);
    FindUnderQuestions(number);
    FindRows(number, &rows);
  }
  ChooseRows(rows);
}

}  // namespace arborist::extractive
