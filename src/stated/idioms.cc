// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v3: docs/format/lexical-v3.md, "Text" 5. Gives several words with one meaning ("is
// required to", "must") the key of one word, so that claim and source match although their words
// differ. Words of an expression that carry no meaning become free. Every token is looked up once
// in a table built at compile time (kTriggers); only the few words that may begin an expression
// cost more.
#include "stated/idioms.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "stated/grammar.h"
#include "stated/word_table.h"

namespace arborist::stated {

namespace {

void FreeIdiom(Token* token) {
  token->must = false;
  token->flags = kNeutral;
}

void NameIdiom(Token* token, std::string_view key, std::uint32_t flags) {
  token->kind = Kind::kWord;
  token->key = key;
  token->Spell(key);
  token->flags = flags;
  token->must = true;
}

bool StandsIn(std::string_view word, std::string_view list) {
  for (std::size_t at = list.find(word); at != std::string_view::npos;
       at = list.find(word, at + 1)) {
    const bool begins = at == 0 || list[at - 1] == ' ';
    const std::size_t end = at + word.size();
    if (begins && (end == list.size() || list[end] == ' ')) return !word.empty();
  }
  return false;
}

// Fixed expressions. "#" stands for a number, which is not changed.
struct Expression {
  std::array<std::string_view, 4> words;
  std::string_view key;  // of the first word; empty: all words become free
  std::uint32_t flags = 0;
};

constexpr std::uint32_t kReason = kOperator | kWeak | kSubordinator;
constexpr Expression kExpressions[] = {
    {{"in", "order", "to"}, "", 0},
    {{"so", "as", "to"}, "", 0},
    {{"due", "to"}, "because", kReason},
    {{"because", "of"}, "because", kReason},
    {{"owing", "to"}, "because", kReason},
    {{"rather", "than"}, "instead", kOperator | kPreposition},
    {{"instead", "of"}, "instead", kOperator | kPreposition},
    {{"make", "sure"}, "ensur", 0},
    {{"makes", "sure"}, "ensur", 0},
    {{"turn", "off"}, "disabl", 0},
    {{"turns", "off"}, "disabl", 0},
    {{"turned", "off"}, "disabl", 0},
    {{"switch", "off"}, "disabl", 0},
    {{"switches", "off"}, "disabl", 0},
    {{"switched", "off"}, "disabl", 0},
    {{"turn", "on"}, "enabl", 0},
    {{"turns", "on"}, "enabl", 0},
    {{"turned", "on"}, "enabl", 0},
    {{"switch", "on"}, "enabl", 0},
    {{"switches", "on"}, "enabl", 0},
    {{"switched", "on"}, "enabl", 0},
    {{"carry", "out"}, "perform", 0},
    {{"carries", "out"}, "perform", 0},
    {{"carried", "out"}, "perform", 0},
    {{"take", "place"}, "occur", 0},
    {{"takes", "place"}, "occur", 0},
    {{"took", "place"}, "occur", kPast},
    {{"every", "year"}, "annual", 0},
    {{"each", "year"}, "annual", 0},
    {{"once", "a", "year"}, "annual", 0},
    {{"every", "month"}, "month", 0},
    {{"each", "month"}, "month", 0},
    {{"every", "week"}, "week", 0},
    {{"each", "week"}, "week", 0},
    {{"every", "day"}, "daili", 0},
    {{"each", "day"}, "daili", 0},
    {{"jedes", "jahr"}, "jährlich", 0},
    {{"no", "more", "than", "#"}, "at-most", kOperator},
    {{"not", "more", "than", "#"}, "at-most", kOperator},
    {{"up", "to", "#"}, "at-most", kOperator},
    {{"at", "most", "#"}, "at-most", kOperator},
    {{"bis", "zu", "#"}, "at-most", kOperator},
    {{"höchstens", "#"}, "at-most", kOperator},
    {{"maximal", "#"}, "at-most", kOperator},
    {{"nicht", "mehr", "als", "#"}, "at-most", kOperator},
    {{"no", "less", "than", "#"}, "at-least", kOperator},
    {{"no", "fewer", "than", "#"}, "at-least", kOperator},
    {{"not", "less", "than", "#"}, "at-least", kOperator},
    {{"at", "least", "#"}, "at-least", kOperator},
    {{"mindestens", "#"}, "at-least", kOperator},
    {{"wenigstens", "#"}, "at-least", kOperator},
    {{"about", "#"}, "roughly", kOperator},
    {{"around", "#"}, "roughly", kOperator},
    {{"roughly", "#"}, "roughly", kOperator},
    {{"approximately", "#"}, "roughly", kOperator},
    {{"circa", "#"}, "roughly", kOperator},
    {{"ca", "#"}, "roughly", kOperator},
    {{"etwa", "#"}, "roughly", kOperator},
    {{"rund", "#"}, "roughly", kOperator},
    {{"ungefähr", "#"}, "roughly", kOperator},
};

// The number of words that the expression takes here, without the number; 0 if it does not match.
std::size_t MatchIdiom(const Expression& expression, std::span<const Token> tokens) {
  std::size_t size = 0;
  for (const std::string_view word : expression.words) {
    if (word.empty()) break;
    if (size >= tokens.size()) return 0;
    if (word == "#") return tokens[size].kind == Kind::kNumber ? size : 0;
    if (tokens[size].lower != word) return 0;
    if (size > 0 && (tokens[size].gap & kPause) != 0) return 0;
    ++size;
  }
  return size;
}

// Words of equal meaning, in any context.
constexpr std::pair<std::string_view, std::string_view> kAlike[] = {
    {"only", "only"},        {"solely", "only"},       {"exclusively", "only"},
    {"merely", "only"},      {"lediglich", "nur"},     {"ausschließlich", "nur"},
    {"bloß", "nur"},         {"usually", "usually"},   {"typically", "usually"},
    {"normally", "usually"}, {"generally", "usually"}, {"often", "often"},
    {"frequently", "often"}, {"häufig", "oft"},        {"every", "every"},
    {"each", "every"},       {"all", "every"},         {"several", "several"},
    {"multiple", "several"}, {"shall", "must"},        {"jede", "jed"},
    {"jeder", "jed"},        {"jedes", "jed"},         {"sämtliche", "alle"},
    {"falls", "wenn"},       {"sofern", "wenn"},       {"yearly", "annual"},
    {"muß", "muss"},         {"muss", "muss"},         {"müssen", "muss"},
};

enum BeginsFlag : std::uint8_t { kBeginsAs = 1, kBeginsPurpose = 2, kBeginsObligation = 4 };

// What may begin at a word. Most words begin nothing, which one lookup tells.
struct Trigger {
  std::uint8_t alike = 0;    // a pair of kAlike, from 1
  std::uint8_t first = 255;  // expressions that begin with the word: from here
  std::uint8_t last = 0;     // up to here, half open
  std::uint8_t begins = 0;   // BeginsFlag
};

consteval auto MakeTriggerLists() {
  constexpr std::size_t kExpressionCount = std::size(kExpressions);
  static_assert(kExpressionCount < 255 && std::size(kAlike) < 255, "counted in one byte");
  struct {
    WordList<Trigger> lists[kExpressionCount + std::size(kAlike) + 4];
  } made;
  std::size_t count = 0;
  for (std::size_t i = 0; i < kExpressionCount; ++i) {
    const auto at = static_cast<std::uint8_t>(i);
    const auto next = static_cast<std::uint8_t>(i + 1);
    made.lists[count++] = {{.first = at, .last = next}, kExpressions[i].words[0]};
  }
  for (std::size_t i = 0; i < std::size(kAlike); ++i) {
    made.lists[count++] = {{.alike = static_cast<std::uint8_t>(i + 1)}, kAlike[i].first};
  }
  made.lists[count++] = {{.begins = kBeginsAs}, "as"};
  made.lists[count++] = {{.begins = kBeginsPurpose}, "you we"};
  made.lists[count++] = {{.begins = kBeginsObligation},
                         "is are was were have has had need needs needed required"};
  made.lists[count] = {{}, "when whenever multiple both sowohl either"};
  return made;
}
constexpr auto kTriggerLists = MakeTriggerLists();
constexpr auto kJoinTriggers = [](Trigger a, Trigger b) {
  return Trigger{.alike = std::max(a.alike, b.alike),
                 .first = std::min(a.first, b.first),
                 .last = std::max(a.last, b.last),
                 .begins = static_cast<std::uint8_t>(a.begins | b.begins)};
};
constexpr WordTable<Trigger, CountWords(kTriggerLists.lists)> kTriggers(kTriggerLists.lists,
                                                                        kJoinTriggers);

bool IsWhenever(const Token& token) {
  constexpr std::uint32_t kWhen = WordHash("when"), kWhenever = WordHash("whenever");
  return (token.hash == kWhen && token.lower == "when") ||
         (token.hash == kWhenever && token.lower == "whenever");
}

class Idioms {
 public:
  Idioms(std::span<Token> tokens, Language language) : tokens_(tokens), language_(language) {}

  void Run() {
    const bool past = std::ranges::any_of(tokens_, IsWhenever) && TellsOfPast(tokens_);
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].kind != Kind::kWord) continue;
      const Trigger* trigger = kTriggers.Find(tokens_[i].lower, tokens_[i].hash);
      if (trigger == nullptr) continue;
      if (trigger->alike != 0 && tokens_[i].must)
        tokens_[i].key = kAlike[trigger->alike - 1].second;
      // In a general statement "when" means "if".
      if (IsWhenever(tokens_[i]) && !past && tokens_[i].Is(kCondition)) tokens_[i].key = "if";
      if (tokens_[i].lower == "multiple") tokens_[i].flags |= kOperator;
      Pair(i);
      Fixed(i, *trigger);
      if ((trigger->begins & kBeginsPurpose) != 0) Purpose(i);
      if ((trigger->begins & kBeginsObligation) != 0) Obligation(i);
    }
  }

 private:
  bool Has(std::size_t i, std::string_view list) const {
    return i < tokens_.size() && StandsIn(tokens_[i].lower, list);
  }

  void Fixed(std::size_t i, const Trigger& trigger) {
    for (std::size_t at = trigger.first; at < trigger.last; ++at) {
      const Expression& expression = kExpressions[at];
      const std::size_t size = MatchIdiom(expression, tokens_.subspan(i));
      if (size == 0) continue;
      const std::uint32_t kept = tokens_[i].flags & (kPresent | kPast);
      const bool to = expression.words[size - 1] == "to" && expression.key.empty();
      for (std::size_t k = i; k < i + size - (to ? 1 : 0); ++k) FreeIdiom(&tokens_[k]);
      if (!expression.key.empty()) {
        for (std::size_t k = i; k < i + size; ++k) tokens_[k].Spell("-");
        NameIdiom(&tokens_[i], expression.key, expression.flags | kept);
      }
      return;
    }
    if ((trigger.begins & kBeginsAs) == 0) return;
    // "as long as"
    if (Has(i, "as") && Has(i + 1, "long") && Has(i + 2, "as")) {
      tokens_[i + 1].flags = kOperator | kCondition;
    }
    if (Has(i, "as") && Has(i + 1, "well") && Has(i + 2, "as")) {
      FreeIdiom(&tokens_[i + 1]);
      tokens_[i + 1].flags = kNeutral | kCoordinator;
    }
  }

  // "both A and B", "either A or B", "sowohl A als auch B": the first word may go, for the second
  // one says it.
  void Pair(std::size_t i) {
    constexpr std::size_t kReach = 9;
    const bool both = tokens_[i].lower == "both";
    const bool sowohl = tokens_[i].lower == "sowohl";
    if (!both && !sowohl && tokens_[i].lower != "either") return;
    const std::string_view second = both ? "and" : sowohl ? "auch" : "or";
    for (std::size_t k = i + 2; k < std::min(i + kReach, tokens_.size()); ++k) {
      if ((tokens_[k].gap & (kPause & ~kComma)) != 0 || tokens_[k].Is(kPresent | kPast)) return;
      if (tokens_[k].lower != second) continue;
      FreeIdiom(&tokens_[i]);
      if (sowohl) tokens_[k].flags |= kCoordinator;
      return;
    }
  }

  // "If you want to build it" means "to build it", and "you can" means "you".
  void Purpose(std::size_t i) {
    if (!Has(i, "you we")) return;
    if (i > 0 && Has(i - 1, "if") && Has(i + 1, "want wish need") && Has(i + 2, "to")) {
      for (const std::size_t k : {i - 1, i, i + 1}) FreeIdiom(&tokens_[k]);
    } else if (Has(i + 1, "can")) {
      FreeIdiom(&tokens_[i]);
      FreeIdiom(&tokens_[i + 1]);
    }
  }

  // "has to", "needs to", "is required to", "is to", before an infinitive.
  void Obligation(std::size_t i) {
    if (language_ != Language::kEnglish || !Has(i + 1, "to") || i + 2 >= tokens_.size()) return;
    const Token& verb = tokens_[i + 2];
    if (verb.kind != Kind::kWord || verb.Is(kDeterminer | kPronoun | kPreposition)) return;
    if ((tokens_[i + 1].gap & kPause) != 0 || (verb.gap & kPause) != 0) return;
    const bool is = Has(i, "is are was were");
    if (!is && !Has(i, "have has had need needs needed required")) return;
    if (verb.capital || !(verb.must || verb.Is(kBe | kPresent))) return;
    const bool denied =
        (i > 0 && tokens_[i - 1].Is(kNegation)) || (i > 1 && tokens_[i - 2].Is(kNegation));
    const std::uint32_t kept = tokens_[i].flags & (kPresent | kPast | kBe);
    NameIdiom(&tokens_[i],
              is       ? "be-to"
              : denied ? "have-to"
                       : "must",
              kOperator | kNonFactive | kept);
    FreeIdiom(&tokens_[i + 1]);
  }

  std::span<Token> tokens_;
  Language language_;
};

}  // namespace

void ReadIdioms(std::span<Token> sentence, Language language) { Idioms(sentence, language).Run(); }

}  // namespace arborist::stated
