// SPDX-License-Identifier: AGPL-3.0-only
#include "answer_edits.h"

#include <algorithm>
#include <array>
#include <set>

#include "judge/reference/units.h"
#include "text/scan.h"

namespace arborist::bench {

namespace {

using Words = std::vector<std::string>;

Words WordsOf(std::string_view text) {
  Words words;
  for (const std::string_view word : text::Split(text)) words.emplace_back(word);
  return words;
}

std::string Joined(const Words& words) {
  std::string text;
  for (const std::string& word : words) text.append(text.empty() ? "" : " ").append(word);
  return text;
}

bool IsUpperAt(std::string_view text, std::size_t pos) {
  return pos < text.size() && text::IsUpper(text::At(text, pos));
}

std::string WithFirst(std::string text, bool upper) {
  if (!text.empty() && static_cast<unsigned char>(text[0]) < 0x80) {
    const bool is_upper = text[0] >= 'A' && text[0] <= 'Z';
    const bool is_lower = text[0] >= 'a' && text[0] <= 'z';
    if (upper && is_lower) text[0] = static_cast<char>(text[0] - 32);
    if (!upper && is_upper) text[0] = static_cast<char>(text[0] + 32);
  }
  return text;
}

std::string Replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  if (at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

// Runs of capitalised words, not at the sentence's start, letters only.
struct Run {
  std::size_t first = 0, last = 0;  // words, inclusive
};
std::vector<Run> NameRuns(const Words& words) {
  std::vector<Run> runs;
  bool open = false;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const bool name = IsUpperAt(words[i], 0) && words[i].size() > 2;
    if (name && open) runs.back().last = i;
    if (name && !open) runs.push_back({i, i});
    open = name && (words[i].back() != ',' && words[i].back() != '.' && words[i].back() != ';' &&
                    words[i].back() != ')');
  }
  return runs;
}

std::string Core(std::string_view word) { return std::string(text::StripAny(word, ".,;:!?()\"")); }

std::string RunText(const Words& words, const Run& run) {
  Words part(words.begin() + static_cast<std::ptrdiff_t>(run.first),
             words.begin() + static_cast<std::ptrdiff_t>(run.last) + 1);
  part.back() = Core(part.back());
  return Joined(part);
}

void AddNegation(const std::string& sentence, std::vector<Edited>* edits) {
  static constexpr std::array kAuxiliaries = {"is",    "are",   "was",    "were", "can",  "will",
                                              "would", "could", "should", "did",  "does", "must"};
  const Words words = WordsOf(sentence);
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    if (words[i] == "not" || words[i] == "never") {
      Words removed = words;
      removed.erase(removed.begin() + static_cast<std::ptrdiff_t>(i));
      edits->push_back({"negated (not removed)", false, Joined(removed)});
      return;
    }
  }
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    if (std::ranges::find(kAuxiliaries, words[i]) == kAuxiliaries.end()) continue;
    Words inserted = words;
    inserted.insert(inserted.begin() + static_cast<std::ptrdiff_t>(i) + 1, "not");
    edits->push_back({"negated (not inserted)", false, Joined(inserted)});
    return;
  }
}

void AddNumbers(const std::string& sentence, const Passage& passage, Random* random,
                std::vector<Edited>* edits) {
  const auto digits = [](std::string_view word) {
    return !word.empty() &&
           std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; }) &&
           word.size() < 9;
  };
  std::vector<std::string> numbers;
  for (const std::string& word : WordsOf(sentence)) {
    if (digits(Core(word))) numbers.push_back(Core(word));
  }
  if (numbers.empty()) return;
  const std::string& number = numbers[(*random)() % numbers.size()];
  const std::string changed =
      std::to_string(std::stol(number) + 1 + static_cast<long>((*random)() % 9));
  edits->push_back({"number changed", false, Replaced(sentence, number, changed)});
  for (const std::string& word : WordsOf(passage.text)) {
    const std::string other = Core(word);
    if (!digits(other) || other == number) continue;
    edits->push_back({"number of the passage", false, Replaced(sentence, number, other)});
    break;
  }
}

int TypeOf(std::string_view answer) {
  if (answer.find_first_of("0123456789") != std::string_view::npos) return 0;
  return IsUpperAt(answer, 0) ? 1 : 2;
}

bool Differ(const std::string& a, const std::string& b) {
  const std::string x = judge::Normalize(a), y = judge::Normalize(b);
  return !x.contains(y) && !y.contains(x);
}

void AddSwaps(const std::string& sentence, const Passage& passage,
              const std::vector<std::string>& others, Random* random, std::vector<Edited>* edits) {
  for (const std::string& answer : passage.answers) {
    if (answer.size() < 3 || !sentence.contains(answer) || sentence.starts_with(answer)) continue;
    if (answer.size() * 2 > sentence.size()) continue;
    std::vector<std::string> same_passage;
    for (const std::string& other : passage.answers) {
      if (Differ(answer, other) && other.size() * 2 < sentence.size())
        same_passage.push_back(other);
    }
    if (!same_passage.empty()) {
      const std::string& other = same_passage[(*random)() % same_passage.size()];
      edits->push_back({"answer of the passage", false, Replaced(sentence, answer, other)});
    }
    for (int tries = 0; tries < 50 && !others.empty(); ++tries) {
      const std::string& other = others[(*random)() % others.size()];
      if (TypeOf(other) != TypeOf(answer) || !Differ(answer, other) || other.size() > 40) continue;
      edits->push_back({"answer of its type", false, Replaced(sentence, answer, other)});
      break;
    }
    break;
  }
}

void AddNameSwaps(const std::string& sentence, const Passage& passage, Random* random,
                  std::vector<Edited>* edits) {
  const Words words = WordsOf(sentence);
  const std::vector<Run> runs = NameRuns(words);
  if (runs.empty()) return;
  const Run& run = runs[(*random)() % runs.size()];
  const std::string name = RunText(words, run);
  std::vector<std::string> names;
  const Words all = WordsOf(passage.text);
  for (const Run& other : NameRuns(all)) {
    const char before = all[other.first - 1].back();
    if (before == '.' || before == '!' || before == '?' || before == '"') continue;  // a first word
    if (Differ(RunText(all, other), name) && RunText(all, other).size() < 50) {
      names.push_back(RunText(all, other));
    }
  }
  if (!names.empty()) {
    edits->push_back({"name of the passage", false,
                      Replaced(sentence, name, names[(*random)() % names.size()])});
  }
  for (std::size_t k = 1; k < runs.size(); ++k) {
    const std::string a = RunText(words, runs[k - 1]), b = RunText(words, runs[k]);
    if (!Differ(a, b) || sentence.find(a) > sentence.find(b)) continue;
    std::string swapped = Replaced(sentence, a, "\x01");
    swapped = Replaced(swapped, b, a);
    const std::size_t between = sentence.find(b) - sentence.find(a) - a.size();
    const bool listed = between <= 6;  // ", " or " and " between them
    edits->push_back({listed ? "names exchanged (list)" : "names exchanged", false,
                      Replaced(swapped, "\x01", b)});
    break;
  }
}

void AddClauses(const std::string& sentence, std::vector<Edited>* edits) {
  static constexpr std::array kLeads = {"In",   "On",    "At",   "After", "Before", "During",
                                        "When", "While", "By",   "For",   "From",   "Although",
                                        "As",   "Since", "With", "Under", "Until",  "Because"};
  const std::size_t comma = sentence.find(", ");
  const std::string first = sentence.substr(0, sentence.find(' '));
  const bool lead = std::ranges::find(kLeads, first) != kLeads.end();
  if (lead && comma != std::string::npos && comma < 80 && sentence.back() == '.' &&
      WordsOf(sentence.substr(comma)).size() >= 6) {
    const std::string clause = sentence.substr(0, comma);
    const std::string rest = sentence.substr(comma + 2, sentence.size() - comma - 3);
    if (!rest.contains(", ")) {
      edits->push_back(
          {"clause moved", true, WithFirst(rest, true) + " " + WithFirst(clause, false) + "."});
    }
    edits->push_back({"clause dropped", true, WithFirst(rest, true) + "."});
    return;
  }
  const std::size_t last = sentence.rfind(", ");
  if (last == std::string::npos || WordsOf(sentence.substr(0, last)).size() < 6) return;
  edits->push_back({"clause dropped", true, sentence.substr(0, last) + "."});
  const std::size_t middle = sentence.rfind(", ", last - 1);
  if (middle == std::string::npos || WordsOf(sentence.substr(0, middle)).size() < 4 ||
      WordsOf(sentence.substr(middle, last - middle)).size() < 3) {
    return;
  }
  edits->push_back(
      {"clause dropped", true, sentence.substr(0, middle) + sentence.substr(last + 1)});
}

// NAME VERBed NAME.
void AddPassive(const std::string& sentence, std::vector<Edited>* edits) {
  const Words words = WordsOf(sentence);
  if (words.size() < 6) return;
  std::size_t verb = 1;
  while (verb < words.size() && IsUpperAt(words[verb], 0)) ++verb;
  if (verb > 4 || verb + 2 >= words.size() || !words[verb].ends_with("ed")) return;
  std::size_t end = verb + 1;
  if (words[end] == "the" || words[end] == "a") ++end;
  const std::size_t object = end;
  while (end < words.size() && IsUpperAt(words[end], 0)) ++end;
  if (end == object || end >= words.size()) return;
  const auto part = [&](std::size_t from, std::size_t to) {
    return Joined(Words(words.begin() + static_cast<std::ptrdiff_t>(from),
                        words.begin() + static_cast<std::ptrdiff_t>(to)));
  };
  if (part(verb + 1, end).find_first_of(",.;") != std::string::npos) return;
  const bool article = words[0] == "The" || words[0] == "A";
  const std::string subject = article ? WithFirst(part(0, verb), false) : part(0, verb);
  edits->push_back({"active to passive", true,
                    WithFirst(part(verb + 1, end), true) + " was " + words[verb] + " by " +
                        subject + " " + part(end, words.size())});
  edits->push_back({"active to passive, roles kept", false,
                    part(0, verb) + " was " + words[verb] + " by " + part(verb + 1, words.size())});
}

bool IsPlainWord(std::string_view word) {
  constexpr std::size_t kShortest = 4;
  return word.size() >= kShortest &&
         std::ranges::all_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
}

// One word exchanged or put in, and halves that change places inside a clause.
void AddWords(const std::string& sentence, const Passage& passage, Random* random,
              std::vector<Edited>* edits) {
  constexpr std::array kForeign = {"rusty",     "borrowed", "velvet",   "purchased",
                                   "harvested", "crimson",  "smuggled", "granite",
                                   "mocked",    "pickled",  "hollow",   "fermented"};
  const Words words = WordsOf(sentence);
  std::vector<std::size_t> plain;
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    if (IsPlainWord(words[i])) plain.push_back(i);
  }
  if (plain.size() < 2) return;
  const std::size_t at = plain[(*random)() % plain.size()];
  Words edited = words;
  edited[at] = kForeign[(*random)() % kForeign.size()];
  edits->push_back({"foreign word in place", false, Joined(edited)});
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] != "the" && words[i] != "The" && words[i] != "a") continue;
    edited = words;
    edited.insert(edited.begin() + static_cast<std::ptrdiff_t>(i + 1),
                  kForeign[(*random)() % kForeign.size()]);
    edits->push_back({"foreign adjective added", false, Joined(edited)});
    break;
  }
  Words others;
  const std::set<std::string> own(words.begin(), words.end());
  for (const std::string& word : WordsOf(passage.text)) {
    if (IsPlainWord(word) && !own.contains(word)) others.push_back(word);
  }
  const std::size_t to = plain[(*random)() % plain.size()];
  if (!others.empty()) {
    edited = words;
    edited[to] = others[(*random)() % others.size()];
    edits->push_back({"word of the passage in place", false, Joined(edited)});
  }
  edited = words;
  edited[to] = words[plain[(*random)() % plain.size()]];
  if (edited != words) edits->push_back({"word of the sentence in place", false, Joined(edited)});
  // Between two plain words no clause ends.
  for (const std::size_t cut : plain) {
    if (!IsPlainWord(words[cut - 1]) && cut + 1 < words.size()) continue;
    if (cut < words.size() / 4 || cut > 3 * words.size() / 4) continue;
    Words halves(words.begin() + static_cast<std::ptrdiff_t>(cut), words.end());
    std::string last = halves.back();
    while (!last.empty() && !IsPlainWord(last) && std::string_view(".!?").contains(last.back())) {
      last.pop_back();
    }
    halves.back() = last;
    halves.insert(halves.end(), words.begin(), words.begin() + static_cast<std::ptrdiff_t>(cut));
    edits->push_back(
        {"halves exchanged inside a clause", false, WithFirst(Joined(halves), true) + "."});
    break;
  }
}

}  // namespace

std::vector<std::string> UsableSentences(const std::string& passage, bool dense_script) {
  std::vector<std::string> sentences;
  const auto add = [&](std::string_view sentence) {
    sentence = text::Strip(sentence);
    const std::size_t count = text::CountCodePoints(sentence);
    if (count < (dense_script ? 8u : 40u) || count > 400) return;
    if (!dense_script && text::Split(sentence).size() < 6) return;
    if (sentence.contains('\n')) return;
    sentences.emplace_back(sentence);
  };
  if (!dense_script) {
    for (const std::string_view sentence : judge::SplitSentences(passage)) add(sentence);
    return sentences;
  }
  static constexpr std::string_view kEnd = "。";
  for (std::size_t start = 0; start < passage.size();) {
    const std::size_t end = passage.find(kEnd, start);
    const std::size_t stop = end == std::string::npos ? passage.size() : end + kEnd.size();
    add(std::string_view(passage).substr(start, stop - start));
    start = stop;
  }
  return sentences;
}

std::vector<Edited> MakeEdits(const std::string& sentence, const Passage& passage,
                              const std::vector<std::string>& others, Random* random) {
  std::vector<Edited> edits;
  edits.push_back({"verbatim", true, sentence});
  if (sentence.find('"') == std::string::npos && !sentence.contains("“")) {
    edits.push_back({"quoted", true, "\"" + sentence + "\""});
    edits.push_back({"quoted in a frame", true, "The text says: \"" + sentence + "\""});
  }
  Words words = WordsOf(sentence);
  std::string wrapped = sentence;
  for (char& c : wrapped) {
    if (c == ' ' && (*random)() % 6 == 0) c = '\n';
  }
  edits.push_back({"wrapped", true, wrapped});
  Words reversed(words.rbegin(), words.rend());
  edits.push_back({"words reversed", false, Joined(reversed)});
  for (std::size_t i = words.size(); i > 1; --i) std::swap(words[i - 1], words[(*random)() % i]);
  if (Joined(words) != sentence) edits.push_back({"words shuffled", false, Joined(words)});
  AddNegation(sentence, &edits);
  AddNumbers(sentence, passage, random, &edits);
  AddSwaps(sentence, passage, others, random, &edits);
  AddNameSwaps(sentence, passage, random, &edits);
  AddClauses(sentence, &edits);
  AddPassive(sentence, &edits);
  AddWords(sentence, passage, random, &edits);
  // An edit that changes nothing, or hits on another sentence of the passage, tests nothing.
  const std::string normalized = judge::Normalize(passage.text);
  std::erase_if(edits, [&](const Edited& edited) {
    return !edited.must && normalized.contains(judge::Normalize(edited.answer));
  });
  return edits;
}

Edited WithForeignClause(const std::string& sentence, const std::string& other) {
  Words words = WordsOf(sentence);
  words.back() = Core(words.back()) + ",";
  words.emplace_back("and");
  const Words more = WordsOf(other);
  words.insert(words.end(),
               more.end() - static_cast<std::ptrdiff_t>(std::min<std::size_t>(6, more.size())),
               more.end());
  return {"foreign clause added", false, Joined(words)};
}

std::vector<Edited> FuseSentences(const std::string& first, const std::string& second) {
  if (first.size() < 2 || second.empty()) return {};
  const Words a = WordsOf(first), b = WordsOf(second);
  Words halves(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(a.size() / 2));
  halves.insert(halves.end(), b.begin() + static_cast<std::ptrdiff_t>(b.size() / 2), b.end());
  return {{"two sentences fused", true,
           first.substr(0, first.size() - 1) + ", and " + WithFirst(second, false)},
          {"halves of two sentences", false, Joined(halves)}};
}

}  // namespace arborist::bench
