// SPDX-License-Identifier: AGPL-3.0-only
// Reads a passage in view of a question, unit by unit: its words (words.cc), for each word the term
// of the question that it matches, and then three things that words alone do not show: an acronym
// of the question spelt out in the text or the reverse, the years of a life in parentheses, which
// stand for birth and death, and whether the unit begins with its subject and defines it. The title
// and the file's name are read first, because a unit may begin with them. What heads or introduces
// a unit is read once per block.
#include "extractive/passage.h"

#include <algorithm>

#include "text/utf8.h"

namespace arborist::extractive {

namespace {

constexpr std::size_t kMaxTitle = 200;  // code points

bool IsStop(const Word& word, const Asked& asked) { return (word.flags & asked.stop_flags()) != 0; }

void SortPlaces(MatchedPassage* passage, const Read& read) {
  std::sort(passage->places.begin() + static_cast<std::ptrdiff_t>(read.first_place),
            passage->places.end(), [](const Place& a, const Place& b) {
              return a.word != b.word ? a.word < b.word : a.term < b.term;
            });
}

// Matches an acronym of the question with words of the text whose initials it has (SM, Service
// Module), and the reverse. Stop words between these words are passed over.
void FindAcronyms(std::string_view text, const Asked& asked, MatchedPassage* passage, Read* read) {
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
  if (passage->places.size() != places) SortPlaces(passage, *read);
}

// The name in a title without its namespace and its addition: of "Draft:Mercury (planet)" Mercury.
std::string_view CoreOf(std::string_view title) {
  const std::size_t colon = title.find(':');
  if (colon != std::string_view::npos && colon + 1 < title.size() && title[colon + 1] != ' ') {
    title.remove_prefix(colon + 1);
  }
  const std::size_t open = title.rfind(" (");
  if (open != std::string_view::npos && open > 0 && title.ends_with(')')) {
    title = title.substr(0, open);
  }
  return title;
}

// The file's name without folders, fragment and extension: of file:///home/krakatoa-1883.txt
// krakatoa-1883.
std::string_view FileName(std::string_view uri) {
  uri = uri.substr(0, uri.find('#'));
  uri.remove_prefix(uri.rfind('/') + 1);  // npos + 1 is 0: nothing is removed
  uri.remove_prefix(uri.rfind(':') + 1);
  constexpr std::size_t kMaxExtension = 5;
  const std::size_t dot = uri.rfind('.');
  if (dot != std::string_view::npos && dot > 0 && uri.size() - dot <= kMaxExtension + 1) {
    uri = uri.substr(0, dot);
  }
  return uri;
}

class TitleReader {
 public:
  TitleReader(const Asked& asked, MatchedPassage* passage) : asked_(asked), passage_(*passage) {}

  void Read(const evidence::EvidenceObject& object) {
    const std::string_view title = object.title ? std::string_view(*object.title) : "";
    ReadName(title, true);
    const std::string_view file = FileName(object.document_uri);
    // A name with escapes is the last part of a web address, which repeats the title.
    if (!file.contains('%')) ReadName(file, false);
    std::ranges::sort(words_);
  }

  bool Has(const Word& word) const { return std::ranges::binary_search(words_, word.exact); }

 private:
  void ReadName(std::string_view name, bool is_title) {
    name = text::Prefix(name, kMaxTitle);
    const std::string_view core = CoreOf(name);
    const std::size_t core_begin = static_cast<std::size_t>(core.data() - name.data());
    std::vector<Word> words;
    AppendWords(name, 0, name.size(), &words);
    std::size_t count = 0, met = 0;
    for (const Word& word : words) {
      if (IsStop(word, asked_) || (word.flags & kJoined) != 0) continue;
      const Matched found = asked_.Find(word);
      const bool is_asked = found.match >= Match::kKin;
      if (is_asked) {
        passage_.title[found.term] = std::max(passage_.title[found.term], found.match);
      }
      if (is_title) ++passage_.title_words;
      if (is_title && is_asked) ++passage_.title_asked;
      if (word.begin < core_begin || word.end > core_begin + core.size()) continue;
      ++count;
      if (found.match >= Match::kStem) ++met;
      words_.push_back(word.exact);
    }
    if (count == 0) return;
    passage_.title_share =
        std::max(passage_.title_share, static_cast<std::int32_t>(met * 1000 / count));
  }

  const Asked& asked_;
  MatchedPassage& passage_;
  std::vector<std::uint64_t> words_;
};

// Sets how a sentence begins and whether it defines its subject.
void ReadForm(std::string_view text, const TitleReader& title, const MatchedPassage& passage,
              Read* read) {
  constexpr std::size_t kOpening = 4;  // words
  // Words at most before the verb: a subject with its parenthesis.
  constexpr std::size_t kSubject = 24;
  const auto shown = [&](const Word& word) {
    return text.substr(word.begin, word.end - word.begin);
  };
  const std::size_t count = read->end_word - read->first_word;
  if (count < 3) return;
  const Word* words = &passage.words[read->first_word];
  read->stands = (words[0].flags & kPronoun) != 0;
  // The canal, the series
  if (shown(words[0]) == "The" && (words[1].flags & (kCapital | kStop)) == 0) read->stands = true;
  for (std::size_t i = 0; i < std::min(count, kOpening) && !read->stands; ++i) {
    read->stands = title.Has(words[i]);
  }
  for (std::size_t i = 1; i + 1 < std::min(count, kSubject); ++i) {
    const std::string_view verb = shown(words[i]);
    if (verb != "is" && verb != "was" && verb != "are" && verb != "were") continue;
    const std::string_view next = shown(words[i + 1]);
    if (next == "a" || next == "an" || next == "the" || next == "one") read->defines = i;
    break;
  }
  for (std::size_t i = 0; i + 1 < count && !read->fame; ++i) {
    const std::string_view next = shown(words[i + 1]);
    if (next != "for" && next != "as") continue;
    for (const std::string_view word :
         {"known", "famous", "noted", "renowned", "remembered", "notable", "celebrated"}) {
      read->fame = read->fame || shown(words[i]) == word;
    }
  }
}

// Two years in parentheses after a name at the beginning of a sentence are those of a birth and a
// death: the question's terms for these are met by them.
void ReadLifeDates(std::string_view text, const Asked& asked, MatchedPassage* passage, Read* read) {
  constexpr std::size_t kNameBytes = 120;
  constexpr std::size_t kMaxBytes = 160;
  if (asked.birth() == Asked::kNoTerm && asked.death() == Asked::kNoTerm) return;
  const std::string_view sentence =
      text.substr(read->piece.begin, read->piece.end - read->piece.begin);
  const std::size_t open = sentence.substr(0, kNameBytes).find('(');
  if (open == std::string_view::npos || open == 0) return;
  const std::size_t close = sentence.substr(0, open + kMaxBytes).find(')', open);
  if (close == std::string_view::npos) return;
  // The years may be anybody's: the name before them must be asked for.
  bool named = passage->title_share >= kAboutSubject;
  for (std::size_t i = read->first_place; i < passage->places.size() && !named; ++i) {
    const Word& word = passage->words[read->first_word + passage->places[i].word];
    named = word.begin < read->piece.begin + open && passage->places[i].match >= Match::kStem;
  }
  if (!named) return;
  std::size_t years = 0, last = 0;
  for (std::size_t i = read->first_word; i < read->end_word; ++i) {
    const std::size_t at = passage->words[i].begin - read->piece.begin;
    if (at <= open || at >= close || (passage->words[i].flags & kYear) == 0) continue;
    ++years;
    last = i;
  }
  if (years != 2) return;
  read->life_dates = true;
  for (const std::size_t term : {asked.birth(), asked.death()}) {
    if (term == Asked::kNoTerm || read->levels[term] >= Match::kKin) continue;
    read->levels[term] = Match::kKin;
    passage->places.push_back({static_cast<std::uint32_t>(last - read->first_word),
                               static_cast<std::uint8_t>(term), Match::kKin});
  }
  SortPlaces(passage, *read);
}

Around ReadAround(std::string_view text, const Asked& asked) {
  Around around;
  std::vector<Word> words;
  AppendWords(text, 0, text.size(), &words);
  for (const Word& word : words) {
    if (IsStop(word, asked) || (word.flags & kJoined) != 0) continue;
    ++around.words;
    const Matched found = asked.Find(word);
    if (found.match >= Match::kKin) ++around.asked;
    if (found.match == Match::kNone) continue;
    around.levels[found.term] = std::max(around.levels[found.term], found.match);
  }
  return around;
}

// Reads the headings, the two leads and the term of the unit's block, each once per passage.
// Measure::WholeOf relies on it: it takes these blocks from the map with at().
void ReadBlocksAround(const Layout& layout, const Unit& unit, const Asked& asked,
                      MatchedPassage* passage) {
  constexpr std::size_t kMaxLead = 600;  // code points
  const blocks::Reading& reading = *layout.reading;
  const blocks::Block& block = reading.blocks[unit.block];
  const auto add = [&](std::uint32_t number) {
    if (passage->around.contains(number)) return;
    std::string_view text = reading.TextOf(reading.blocks[number], reading.blocks[number].body);
    text = text::Prefix(text, kMaxLead);
    passage->around.emplace(number, ReadAround(text, asked));
  };
  for (const std::uint32_t heading : reading.PathOf(block)) add(heading);
  if (block.lead != blocks::kNoBlock) {
    add(block.lead);
    const std::uint32_t further = reading.blocks[block.lead].lead;
    if (further != blocks::kNoBlock) add(further);
  }
  if (passage->terms.contains(unit.block)) return;
  const blocks::Span named = block.kind == blocks::Kind::kEntry ? block.term
                             : block.cells.empty()              ? blocks::Span()
                                                                : block.cells[0];
  if (named.empty()) return;
  passage->terms.emplace(unit.block, ReadAround(reading.TextOf(block, named), asked));
}

}  // namespace

MatchedPassage ReadPassage(const evidence::EvidenceObject& object, const Layout& layout,
                           const Asked& asked) {
  MatchedPassage passage;
  passage.reading = layout.reading;
  const std::string_view text = object.span;
  TitleReader title(asked, &passage);
  title.Read(object);
  for (const Unit& unit : layout.units) {
    Read read{.piece = unit.piece,
              .unit = unit,
              .first_word = passage.words.size(),
              .end_word = 0,
              .first_place = passage.places.size(),
              .end_place = 0};
    AppendWords(text, unit.piece.begin, unit.piece.end, &passage.words);
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
    ReadLifeDates(text, asked, &passage, &read);
    ReadForm(text, title, passage, &read);
    read.end_place = passage.places.size();
    for (std::size_t t = 0; t < asked.terms().size() && !unit.joined; ++t) {
      if (read.levels[t] >= Match::kKin) ++passage.pieces_with[t];
    }
    ReadBlocksAround(layout, unit, asked, &passage);
    Raise(&passage.sections[layout.reading->blocks[unit.block].heading], read.levels);
    Raise(&passage.paragraphs[unit.block], read.levels);
    Raise(&passage.anywhere, read.levels);
    passage.pieces.push_back(read);
  }
  Raise(&passage.anywhere, passage.title);
  return passage;
}

}  // namespace arborist::extractive
