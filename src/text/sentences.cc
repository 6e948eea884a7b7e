// SPDX-License-Identifier: AGPL-3.0-only
// Cuts a text into pieces that can be quoted alone. Line by line: fences, code, headings, tables
// and list items are recognised by how a line looks; other lines are joined to a block as long as
// the previous one seems to be only wrapped. Blocks are then cut into sentences by marks, with word
// lists for abbreviations. There is no markup parser, because the text may be anything and may
// begin anywhere, even inside a program (BeginsFenced guesses). Every rule looks at a bounded
// neighbourhood, so the whole is linear.
#include "text/sentences.h"

#include <algorithm>
#include <string>
#include <utility>

#include "text/bullet.h"
#include "text/scan.h"

namespace arborist::text {

namespace {

constexpr std::size_t kWrappedLine = 50;  // bytes: a line this long continues in the next one
// A shorter line continues only with at least so many words.
constexpr std::size_t kWrappedWords = 4;
constexpr std::size_t kHeadingWords = 10;  // a longer line is a sentence without its stop
constexpr std::size_t kThaiPiece = 450;    // bytes, 150 characters
constexpr std::size_t kLongPiece = 1500;   // bytes
constexpr std::size_t kLongPieceKeeps = 500;

// Words whose full stop ends no sentence.
constexpr auto kAbbreviations = MakeWordSet(
    "mr", "mrs", "ms", "dr", "st", "prof", "sr", "jr", "gen", "col", "lt", "capt", "sgt", "maj",
    "rev", "hon", "gov", "sen", "rep", "pres", "no", "nos", "vs", "cf", "al", "fig", "figs", "vol",
    "vols", "pp", "ca", "approx", "inc", "ltd", "co", "corp", "dept", "est", "ed", "eds", "trans",
    "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "mt", "ft",
    "ave", "blvd", "rd", "univ", "assn", "bros", "e.g", "i.e", "lit", "viz", "op", "cit", "ibid",
    "adm", "cmdr", "cpl", "pvt", "supt", "messrs", "bzw", "nr", "bd", "abb", "hr", "fr", "hl",
    "usw", "evtl", "ggf", "ca", "sog", "etc", "sec", "ch", "art", "g", "gg", "т", "г", "гг", "в",
    "вв", "др", "им", "ул", "стр", "тыс", "млн", "млрд", "н", "э", "см", "рис");
// Words that can begin a sentence; behind initials they decide that one has ended.
constexpr auto kStarters = MakeWordSet(
    "the", "a", "an", "it", "he", "she", "they", "this", "these", "those", "in", "on", "at", "for",
    "from", "by", "as", "after", "before", "however", "although", "while", "when", "its", "his",
    "her", "their", "there", "since", "during", "with", "some", "many", "most", "other", "another",
    "such", "one", "two", "if", "because", "but", "and", "to", "also", "both", "all", "no", "not");
// Words that a sentence does not end with, so the next line continues it.
constexpr auto kGoesOn = MakeWordSet(
    "a", "an", "the", "of", "to", "in", "on", "at", "by", "for", "from", "with", "and", "or", "as",
    "into", "between", "than", "that", "which", "who", "whose", "its", "his", "her", "their", "is",
    "are", "was", "were", "be", "been", "has", "had", "have", "der", "die", "das", "des", "dem",
    "den", "ein", "eine", "und", "oder", "von", "mit", "in", "im", "am", "zu", "zum", "zur");
// Abbreviations that end a sentence as often as they precede a name.
constexpr auto kMayEnd = MakeWordSet("inc", "ltd", "co", "corp", "jr", "sr", "etc", "al", "no",
                                     "ed", "est", "g", "ft", "art", "г", "гг", "в", "вв", "др", "э",
                                     "usw", "ch", "sec", "lit", "mar", "в", "т", "н");

bool IsCloser(char32_t c) {
  return c == '"' || c == '\'' || c == ')' || c == ']' || c == 0x201D || c == 0x2019 || c == 0xBB ||
         c == 0x300D || c == 0x300F || c == 0xFF09 || c == 0x201C;
}
// Marks that end a sentence whatever follows.
bool IsDenseStop(char32_t c) {
  return c == 0x3002 || c == 0xFF01 || c == 0xFF1F || c == 0xFF61 || c == 0x061F || c == 0x06D4 ||
         c == 0x0964 || c == 0x0965 || c == 0x0589 || c == 0x1362 || c == 0x104B;
}
bool IsThai(char32_t c) { return c >= 0x0E00 && c <= 0x0EFF; }

class PieceSplitter {
 public:
  explicit PieceSplitter(std::string_view text) : text_(text), fenced_(BeginsFenced(text)) {}

  std::vector<Piece> Run() {
    for (std::size_t pos = 0; pos < text_.size();) {
      std::size_t end = text_.find('\n', pos);
      if (end == std::string_view::npos) end = text_.size();
      Line(pos, end);
      pos = end + 1;
    }
    CloseBlock();
    return std::move(pieces_);
  }

 private:
  void Line(std::size_t begin, std::size_t end) {
    const std::string_view line = Strip(text_.substr(begin, end - begin));
    const bool after_gap = gap_;
    gap_ = line.empty();
    if (line.empty()) return CloseBlock();
    const std::size_t at = Offset(line);
    if (IsFence(line)) {
      CloseBlock();
      fenced_ = !fenced_;
      return;
    }
    const bool indented =
        text_.substr(begin, end - begin).starts_with("    ") || text_[begin] == '\t';
    code_ = fenced_ || (indented && (after_gap || code_) && !IsProse(line));
    if (code_) {
      CloseBlock();
      pieces_.push_back({at, at + line.size(), PieceKind::kCode});
      return;
    }
    if (IsHeading(line)) {
      CloseBlock();
      pieces_.push_back({at, at + line.size(), PieceKind::kHeading});
      return;
    }
    if (IsTable(line)) {
      CloseBlock();
      pieces_.push_back({at, at + line.size(), PieceKind::kTable});
      return;
    }
    const std::string_view item = Strip(StripBullet(line));
    const bool bullet = item.size() != line.size();
    if (bullet || !GoesOnWith(line)) CloseBlock();
    if (item.empty()) return;
    if (block_begin_ == block_end_) {
      block_begin_ = Offset(item);
      block_kind_ = bullet ? PieceKind::kItem : PieceKind::kSentence;
    }
    block_end_ = Offset(item) + item.size();
    last_line_ = line;
  }

  // Whether the previous line was only wrapped, so that this one continues it.
  bool GoesOnWith(std::string_view line) const {
    const std::string_view before = last_line_;
    if (before.empty() || std::string_view(".!?:;\"").contains(before.back())) return false;
    if (before.size() >= kWrappedLine) return true;
    if (CountWords(before) < kWrappedWords || IsKeyed(line)) return false;
    if (before.back() == ',' || IsLower(At(line, 0))) return true;
    std::string last(before.substr(before.find_last_of(" \t") + 1));
    for (char& c : last) {
      if (IsAsciiUpper(c)) c = static_cast<char>(c | 0x20);
    }
    return kGoesOn.Has(last);
  }
  // "Weight: 2.6 kg"
  static bool IsKeyed(std::string_view line) {
    constexpr std::size_t kKeyWords = 4;
    const std::size_t colon = line.find(": ");
    return colon != std::string_view::npos && colon > 0 &&
           CountWords(line.substr(0, colon)) <= kKeyWords;
  }
  static std::size_t CountWords(std::string_view line) {
    std::size_t words = 0, pos = 0;
    while (!NextWord(line, &pos).empty()) ++words;
    return words;
  }

  static bool IsHeading(std::string_view line) {
    if (line.size() > 200) return false;
    if (line.starts_with("==")) return true;
    return line.starts_with("#") && line.find_first_not_of('#') < line.size() &&
           line[line.find_first_not_of('#')] == ' ';
  }
  static bool IsFence(std::string_view line) {
    return line.starts_with("```") || line.starts_with("~~~");
  }
  // Guesses whether a passage begins inside a program, so that its first fence closes one.
  static bool BeginsFenced(std::string_view text) {
    std::size_t fences = 0;
    bool first_named = false, second_named = false, after_blank = true, blank = true;
    for (std::size_t pos = 0; pos < text.size();) {
      const std::size_t end = std::min(text.find('\n', pos), text.size());
      const std::string_view line = Strip(text.substr(pos, end - pos));
      pos = end + 1;
      if (IsFence(line)) {
        const bool named = line.size() > 3;  // ```sh opens, a bare fence may close
        if (fences == 0) {
          first_named = named;
          after_blank = blank;
        } else if (fences == 1) {
          second_named = named;
        }
        ++fences;
      }
      blank = line.empty() || line.back() == ':';
    }
    if (fences == 0 || first_named) return false;
    return second_named || (fences % 2 == 1 && !after_blank);
  }
  // An indented line that reads like a sentence is no program text.
  static bool IsProse(std::string_view line) {
    if (line.starts_with("$ ") || line.starts_with("> ")) return false;
    const auto marks = std::ranges::count_if(
        line, [](char c) { return std::string_view("={}<>|;$\\_/[]").contains(c); });
    constexpr std::size_t kFewWords = 6;
    return marks == 0 &&
           (CountWords(line) >= kFewWords || std::string_view(".!?\"").contains(line.back()));
  }
  static bool IsTable(std::string_view line) {
    return std::ranges::count(line, '|') > 2 || std::ranges::count(line, '\t') > 1 ||
           line.starts_with("{|") || line.starts_with("|");
  }

  std::size_t Offset(std::string_view part) const {
    return static_cast<std::size_t>(part.data() - text_.data());
  }

  void CloseBlock() {
    if (block_begin_ < block_end_) {
      const std::size_t before = pieces_.size();
      bool stopped = false;
      Sentences(&stopped);
      // A short line without a stop is the title of what follows.
      if (!stopped && pieces_.size() == before + 1 && block_kind_ == PieceKind::kSentence &&
          FewWords(pieces_.back())) {
        const Piece& only = pieces_.back();
        pieces_.back().kind = IsKeyed(text_.substr(only.begin, only.end - only.begin))
                                  ? PieceKind::kItem
                                  : PieceKind::kHeading;
      }
    }
    block_begin_ = block_end_ = 0;
    last_line_ = {};
  }

  bool FewWords(const Piece& piece) const {
    const std::string_view line = text_.substr(piece.begin, piece.end - piece.begin);
    if (line.size() > 120) return false;
    std::size_t dense = 0;
    for (std::size_t i = 0; i < line.size();) {
      if (HasFlag(Decode(line, &i), kDense)) ++dense;
    }
    return CountWords(line) <= kHeadingWords && dense < 20;
  }

  void Sentences(bool* stopped) {
    std::size_t start = block_begin_;
    std::size_t pos = block_begin_;
    while (pos < block_end_) {
      const std::size_t mark = pos;
      const char byte = text_[pos];
      if (static_cast<std::uint8_t>(byte) < 0x80) {
        ++pos;
        if (byte != '.' && byte != '!' && byte != '?') {
          if (byte == ' ' && pos - start > kThaiPiece && IsThaiGap(mark)) {
            Add(start, mark);
            start = pos;
          }
          continue;
        }
        while (pos < block_end_ && std::string_view(".!?").contains(text_[pos])) ++pos;
        const std::size_t end = AsciiEnd(start, mark, pos);
        if (end == 0) continue;
        *stopped = true;
        Add(start, end);
        start = pos = end;
        continue;
      }
      const char32_t c = Decode(text_, &pos);
      if (!IsDenseStop(c) && c != 0x2026) continue;
      std::size_t end = pos;
      while (end < block_end_) {
        std::size_t next = end;
        const char32_t closer = Decode(text_, &next);
        if (!IsCloser(closer) && !IsDenseStop(closer) && closer != 0x2026) break;
        end = next;
      }
      if (c == 0x2026 && !EndsBefore(end)) continue;
      *stopped = true;
      Add(start, end);
      start = pos = end;
    }
    Add(start, block_end_);
  }

  bool IsThaiGap(std::size_t blank) const {
    return IsThai(Before(text_, blank)) && blank + 1 < block_end_ && IsThai(At(text_, blank + 1));
  }

  // Where the sentence ends that these marks (. ! ?) end, with closers; 0: it does not end.
  std::size_t AsciiEnd(std::size_t start, std::size_t mark, std::size_t behind_marks) const {
    std::size_t end = behind_marks;
    while (end < block_end_) {
      std::size_t next = end;
      if (!IsCloser(Decode(text_, &next))) break;
      end = next;
    }
    // Numbers of notes: [12]
    while (end < block_end_ && text_[end] == '[') {
      std::size_t note = end + 1;
      while (note < block_end_ && note < end + 5 && text_[note] >= '0' && text_[note] <= '9')
        ++note;
      if (note == end + 1 || note >= block_end_ || text_[note] != ']') break;
      end = note + 1;
    }
    if (end >= block_end_) return block_end_;
    const bool blank = WhitespaceAt(text_, end) != 0;
    if (!blank && !GluedEnd(mark, end)) return 0;
    if (!EndsBefore(end)) return 0;
    if (text_[mark] == '.' && behind_marks == mark + 1 && blank &&
        IsAbbreviation(start, mark, end)) {
      return 0;
    }
    return end;
  }

  // "in the century.First for Women": the blank was lost.
  bool GluedEnd(std::size_t mark, std::size_t end) const {
    if (mark < 3 || end + 1 >= block_end_ || end != mark + 1) return false;
    return IsLower(Before(text_, mark)) && text_[mark - 2] != '.' && text_[mark - 2] != ' ' &&
           text_[mark - 3] != '.' && text_[mark - 3] != ' ' && IsAsciiUpper(text_[end]) &&
           text_[end + 1] >= 'a' && text_[end + 1] <= 'z';
  }

  // Whether a sentence can begin at the next text: with anything but a small letter or a mark.
  bool EndsBefore(std::size_t pos) const {
    pos = SkipWhitespace(text_, pos);
    if (pos >= block_end_) return true;
    const char32_t c = At(text_, pos);
    if (c < 0x80 && std::string_view(",;:.-)/&").contains(static_cast<char>(c))) return false;
    return !IsLower(c);
  }

  bool IsAbbreviation(std::size_t start, std::size_t mark, std::size_t end) const {
    std::size_t begin = mark;
    std::size_t dots = 0;
    while (begin > start && mark - begin < 24) {
      const std::size_t before = PreviousStart(text_, begin);
      const char32_t c = At(text_, before);
      if (c == '.') {
        ++dots;
      } else if (!HasFlag(c, kWord)) {
        break;
      }
      begin = before;
    }
    const std::string_view word = text_.substr(begin, mark - begin);
    if (word.empty() || mark - begin >= 24) return false;
    std::size_t next = SkipWhitespace(text_, end);
    const bool digit_follows = next < block_end_ && text_[next] >= '0' && text_[next] <= '9';
    std::size_t next_end = next;
    while (next_end < block_end_ && next_end - next < 16 &&
           (static_cast<std::uint8_t>(text_[next_end]) | 0x20) >= 'a' &&
           (static_cast<std::uint8_t>(text_[next_end]) | 0x20) <= 'z') {
      ++next_end;
    }
    std::string follows(text_.substr(next, next_end - next));
    for (char& c : follows) c = static_cast<char>(c | 0x20);
    const bool starter = kStarters.Has(follows);
    const std::size_t letters = CountCodePoints(word);
    // Initials and U.S. end no sentence, unless what follows can only begin one.
    if (letters == 1 && IsUpper(At(word, 0))) return !starter;
    if (dots > 0 && letters <= 2 * dots + 2) return !starter;
    std::string lower(word);
    for (char& c : lower) {
      if (IsAsciiUpper(c)) c = static_cast<char>(c | 0x20);
    }
    if (kMayEnd.Has(lower)) {
      if (lower == "no" || lower == "art" || lower == "ch" || lower == "sec") return digit_follows;
      return !starter;
    }
    // German ordinals: am 3. Mai
    if (letters <= 2 && word[0] >= '0' && word[0] <= '9') return !starter && !digit_follows;
    return kAbbreviations.Has(lower);
  }

  void Add(std::size_t begin, std::size_t end) {
    std::string_view piece = Strip(text_.substr(begin, end - begin));
    while (piece.size() > kLongPiece) {
      const std::size_t cut = CutOf(piece);
      Push(Strip(piece.substr(0, cut)));
      piece = Strip(piece.substr(cut));
    }
    Push(piece);
  }
  void Push(std::string_view piece) {
    if (piece.empty()) return;
    const std::size_t at = Offset(piece);
    pieces_.push_back({at, at + piece.size(), block_kind_});
  }
  // Behind the first suitable place in [kLongPieceKeeps, kLongPiece).
  static std::size_t CutOf(std::string_view piece) {
    const std::string_view window = piece.substr(0, kLongPiece);
    for (const std::string_view mark : {"; ", ", ", " "}) {
      const std::size_t at = window.find(mark, kLongPieceKeeps);
      if (at != std::string_view::npos) return at + mark.size();
    }
    std::size_t cut = kLongPiece;
    while (cut > 0 && (static_cast<std::uint8_t>(piece[cut]) & 0xC0) == 0x80) --cut;
    return cut;
  }

  std::string_view text_;
  std::vector<Piece> pieces_;
  std::size_t block_begin_ = 0;
  std::size_t block_end_ = 0;
  PieceKind block_kind_ = PieceKind::kSentence;
  std::string_view last_line_;  // of the open block
  bool fenced_;
  bool code_ = false;
  bool gap_ = true;  // a blank line, or the start, comes before
};

}  // namespace

std::vector<Piece> SplitPieces(std::string_view text) { return PieceSplitter(text).Run(); }

}  // namespace arborist::text
