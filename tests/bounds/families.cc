// SPDX-License-Identifier: AGPL-3.0-only
#include <array>
#include <random>

#include "bounds/bounds.h"

namespace arborist::bounds {

namespace {

std::string Repeated(std::string_view piece, std::size_t bytes) {
  std::string text;
  text.reserve(bytes + piece.size());
  while (text.size() < bytes) text += piece;
  return text;
}

// A word of small letters for each number.
std::string Spelled(std::size_t number) {
  std::string word;
  for (int i = 0; i < 5; ++i, number /= 20) {
    word.insert(word.begin(), static_cast<char>('a' + number % 20));
  }
  return word;
}

std::string Counted(std::size_t bytes, const std::function<std::string(std::size_t)>& piece) {
  std::string text;
  for (std::size_t i = 0; text.size() < bytes; ++i) text += piece(i);
  return text;
}

struct Named {
  std::string_view name;
  std::string_view text;
};

// Each is repeated to the length wanted.
constexpr Named kPieces[] = {
    {"letter", "a"},
    {"capital", "A"},
    {"digit", "1"},
    {"space", " "},
    {"tab", "\t"},
    {"line feed", "\n"},
    {"carriage return", "\r\n"},
    {"quotation mark", "\""},
    {"curly quotes", "\u201C\u201D"},
    {"opening quotes", "\u201C"},
    {"apostrophe", "'"},
    {"backtick", "`"},
    {"backtick and space", "` "},
    {"three backticks", "```\n"},
    {"star", "*"},
    {"stars and letters", "*a **b "},
    {"underscore", "_"},
    {"underscores and letters", "_a __b "},
    {"tilde", "~"},
    {"hyphen", "-"},
    {"bullets", "- "},
    {"nested bullets", "- - "},
    {"hash", "#"},
    {"greater", ">"},
    {"greater and space", "> "},
    {"pipe", "|"},
    {"table rows", "|a|b|\n"},
    {"full stop", "."},
    {"full stop and space", ". "},
    {"initials", "A. B. "},
    {"abbreviations", "Mr. Dr. e.g. "},
    {"ellipsis", "\u2026"},
    {"question mark", "?"},
    {"comma", ","},
    {"colon", ":"},
    {"semicolon", ";"},
    {"slash", "/"},
    {"backslash", "\\"},
    {"escapes", "\\u00e9"},
    {"percent", "%"},
    {"percent escapes", "%41"},
    {"ampersand", "&"},
    {"entity", "&amp;"},
    {"numeric entity", "&#65;"},
    {"bracket", "["},
    {"closing bracket", "]"},
    {"bracket pair", "[]"},
    {"links", "[a](b) "},
    {"open links", "[a]("},
    {"images", "!["},
    {"footnotes", "[^a]: b\n"},
    {"wiki link", "[[a]]"},
    {"open wiki link", "[["},
    {"wiki link with a pipe", "[[a|b"},
    {"file link", "[[File:a|"},
    {"external link", "[http://a b"},
    {"template", "{{a}}"},
    {"open template", "{{"},
    {"open argument", "{{{"},
    {"template with a pipe", "{{a|b="},
    {"wiki table", "{|\n|-\n|a||b\n"},
    {"wiki table unclosed", "{|"},
    {"heading", "== a ==\n"},
    {"open heading", "== a\n"},
    {"bold italics", "'''''a''b"},
    {"parenthesis", "("},
    {"parenthesis pair", "()"},
    {"brace", "{"},
    {"JSON arrays", "[\"a\","},
    {"JSON objects", "{\"a\":"},
    {"JSON members", "\"a\":1,"},
    {"JSON claims", "{\"text\":\"The loan was paid by the clerk.\",\"evidence_ids\":[\"E1\"]},"},
    {"JSON cut", "{\"claims\":[{\"text\":\"a\",}"},
    {"less", "<"},
    {"tag", "<b>"},
    {"tag pair", "<b>a</b>"},
    {"nested tags", "<div><p><a href=b>"},
    {"closing tag", "</b>"},
    {"table tags", "<table><tr><td>a"},
    {"misnested formatting", "<b><i></b>"},
    {"formatting over blocks", "<a><p>"},
    {"open comment", "<!--"},
    {"comment", "<!-- a -->"},
    {"declaration", "<!DOCTYPE a ["},
    {"processing", "<?a "},
    {"CDATA", "<![CDATA["},
    {"ref tags", "<ref>a</ref>"},
    {"open ref tag", "<ref name=a>"},
    {"open nowiki", "<nowiki>"},
    {"script", "<script>"},
    {"select", "<select><option>a"},
    {"attributes", "<a b=c d=e f"},
    {"pointers", "The loan was paid. [E1]\n"},
    {"pointer tags", "[E1]"},
    {"pointer list", "[E1,E2,E3,"},
    {"open pointer", "[E1, "},
    {"pointer spaces", "[ E1 ,  "},
    {"names", "Alan Turing "},
    {"names with small words", "Bank of England and "},
    {"sentences", "The bank of the river was cut. "},
    {"denials", "It was not never denied. "},
    {"numbers", "1,234.5 of 6 "},
    {"years", "In 1801 and 1802. "},
    {"dates", "May 4, 1801. "},
    {"quoted units", "\"the loan was paid\" "},
    {"short quotes", "\"a\" "},
    {"question words", "What is the who of when? "},
    {"quantifiers", "all of the many few every "},
    {"false premises", "Why did the man stop doing the man "},
    {"contradictions", "always never "},
    {"temporal", "today the current latest "},
    {"citations", "(Source: a, p. 3) "},
    {"thinking", "<think>"},
    {"thinking pair", "<think>a</think>"},
    {"stream events", "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n"},
    {"stream fields", "data:a\n"},
    {"header fields", "a: b\r\n"},
    {"dot segments", "../"},
    {"folders", "a/"},
    {"query fields", "a=b&"},
    {"wild stars", "*a"},
    {"double stars", "**/"},
    {"wild classes", "[a-z]"},
    {"alternating marks", "\u0301\u0316"},
    {"mark", "\u0301"},
    {"decreasing marks", "\u0345\u0301\u0316\u0591\u05B0\u0334"},
    {"letter and marks", "e\u0301\u0316"},
    {"Tibetan marks", "\u0F71\u0F73\u0F75"},
    {"jamo", "\u1100\u1161\u11A8"},
    {"vowel jamo", "\u1161"},
    {"sigma", "\u03A3"},
    {"sigma and case-ignorable", "\u03A3'"},
    {"dotted capital I", "\u0130"},
    {"zero width space", "\u200B"},
    {"byte order mark", "\uFEFF"},
    {"soft hyphen", "\u00AD"},
    {"Han", "\u6F22"},
    {"Han and full stop", "\u6F22\u3002"},
    {"Thai", "\u0E01\u0E34"},
    {"Arabic", "\u0627\u0644"},
    {"bidirectional", "\u202E\u202C"},
    {"no-break space", "\u00A0"},
    {"line separator", "\u2028"},
    {"hyphenated", "a-b-"},
    {"unassigned", "\U000E1000"},
    {"private use", "\uE000"},
    {"emoji with joiner", "\U0001F469\u200D"},
};

// Half the length is the first, half the second.
constexpr Named kHalves[][2] = {
    {{"brackets opened then closed", "["}, {"", "]"}},
    {{"wiki links opened then closed", "[["}, {"", "]]"}},
    {{"templates opened then closed", "{{"}, {"", "}}"}},
    {{"arguments opened then closed", "{{{"}, {"", "}}}"}},
    {{"braces opened then closed", "{"}, {"", "}"}},
    {{"parentheses opened then closed", "("}, {"", ")"}},
    {{"JSON nested", "{\"a\":["}, {"", "]}"}},
    {{"quotes opened then closed", "\u201C"}, {"", "\u201D"}},
    {{"tags opened then closed", "<b>"}, {"", "</b>"}},
    {{"divisions opened then closed", "<div>"}, {"", "</div>"}},
    {{"refs opened then closed", "<ref>"}, {"", "</ref>"}},
    {{"tables opened then closed", "{|\n"}, {"", "|}\n"}},
    {{"letters then spaces", "a"}, {"", " "}},
    {{"spaces then letters", " "}, {"", "a"}},
    {{"spaces then full stops", " "}, {"", "."}},
    {{"digits then letters", "1"}, {"", "a"}},
    {{"capitals then small letters", "A"}, {"", "a"}},
    {{"names then quotes", "Alan Turing "}, {"", "\""}},
    {{"words then question marks", "a "}, {"", "?"}},
    {{"links opened then closed", "[a]("}, {"", ")"}},
    {{"stars opened then closed", "*a "}, {"", " b*"}},
    {{"stars then letters", "*"}, {"", "a"}},
    {{"backticks of two lengths", "` "}, {"", "`` "}},
    {{"letters then marks", "a"}, {"", "\u0301\u0316"}},
    {{"marks then letters", "\u0301\u0316"}, {"", "a"}},
    {{"quote marks in bullets", "> - "}, {"", "a\n"}},
};

std::vector<Family> MakeFamilies() {
  std::vector<Family> families;
  const auto add = [&](std::string_view name, std::function<std::string(std::size_t)> make) {
    families.push_back({std::string(name), std::move(make)});
  };
  for (const Named& piece : kPieces) {
    add(piece.name, [&piece](std::size_t bytes) { return Repeated(piece.text, bytes); });
  }
  for (const auto& halves : kHalves) {
    add(halves[0].name, [&halves](std::size_t bytes) {
      return Repeated(halves[0].text, bytes / 2) + Repeated(halves[1].text, bytes / 2);
    });
  }
  add("words that differ", [](std::size_t bytes) {
    return Counted(bytes, [](std::size_t i) { return Spelled(i) + " "; });
  });
  add("lines that differ", [](std::size_t bytes) {
    return Counted(bytes, [](std::size_t i) { return Spelled(i) + "\n"; });
  });
  add("sentences that differ", [](std::size_t bytes) {
    return Counted(bytes,
                   [](std::size_t i) { return "The clerk " + Spelled(i) + " paid the loan. "; });
  });
  add("names that differ", [](std::size_t bytes) {
    return Counted(
        bytes, [](std::size_t i) { return "K" + Spelled(i) + " Z" + Spelled(i * 7) + " met "; });
  });
  add("claims that differ", [](std::size_t bytes) {
    return Counted(bytes, [](std::size_t i) {
      return "- The clerk " + Spelled(i) + " paid. [E" + std::to_string(i + 1) + "]\n";
    });
  });
  add("quotes that differ", [](std::size_t bytes) {
    return Counted(bytes, [](std::size_t i) { return "\"the loan " + Spelled(i) + "\" "; });
  });
  add("JSON members that differ", [](std::size_t bytes) {
    return "{" + Counted(bytes, [](std::size_t i) { return "\"" + Spelled(i) + "\":1,"; }) +
           "\"z\":1}";
  });
  add("JSON members that fall", [](std::size_t bytes) {
    return "{" +
           Counted(bytes, [](std::size_t i) { return "\"" + Spelled(3000000 - i) + "\":1,"; }) +
           "\"a\":1}";
  });
  add("JSON claims that differ", [](std::size_t bytes) {
    return "{\"claims\":[" +
           Counted(bytes,
                   [](std::size_t i) {
                     return "{\"text\":\"The clerk " + Spelled(i) +
                            " paid.\",\"evidence_ids\":[\"E" + std::to_string(i + 1) + "\"]},";
                   }) +
           "{\"text\":\"It was paid.\",\"evidence_ids\":[\"E1\"]}]}";
  });
  add("JSON string of escapes",
      [](std::size_t bytes) { return "\"" + Repeated("\\u00e9", bytes) + "\""; });
  add("link definitions", [](std::size_t bytes) {
    return Counted(bytes / 2, [](std::size_t i) { return "[" + Spelled(i) + "]: /b\n"; }) +
           Counted(bytes / 2, [](std::size_t i) { return "[" + Spelled(i) + "] "; });
  });
  add("hyphens that differ", [](std::size_t bytes) {
    return Counted(bytes, [](std::size_t i) { return Spelled(i) + "-"; });
  });
  add("few letters at random", [](std::size_t bytes) {
    std::mt19937 random(1);
    return Counted(bytes, [&](std::size_t) { return std::string(1, "aA1 .\"[]"[random() % 8]); });
  });
  add("markup at random", [](std::size_t bytes) {
    constexpr std::string_view kMarkup[] = {"[",  "]",  "(",   ")",  "{{", "}}", "|",  "*",
                                            "_",  "`",  "<b>", "''", "\n", " ",  "a",  "\"",
                                            "==", "<!", "-->", "\\", "&",  "#",  "[[", "]]"};
    std::mt19937 random(2);
    return Counted(
        bytes, [&](std::size_t) { return std::string(kMarkup[random() % std::size(kMarkup)]); });
  });
  add("few words at random", [](std::size_t bytes) {
    constexpr std::string_view kWords[] = {"bank ", "clerk ", "paid ",  "The ",
                                           "not ",  "of ",    "loan. ", "1801 "};
    std::mt19937 random(3);
    return Counted(bytes,
                   [&](std::size_t) { return std::string(kWords[random() % std::size(kWords)]); });
  });
  return families;
}

}  // namespace

const std::vector<Family>& Families() {
  static const std::vector<Family> kFamilies = MakeFamilies();
  return kFamilies;
}

}  // namespace arborist::bounds
