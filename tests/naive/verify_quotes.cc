// SPDX-License-Identifier: AGPL-3.0-only
#include "naive/verify_quotes.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "naive/pattern.h"
#include "text/canonical.h"
#include "text/scan.h"

namespace arborist::naive {

namespace {

using judge::AuditMode;
using Text = std::u32string;
using Texts = std::vector<Text>;

Text Wide(std::string_view utf8) {
  Text wide;
  for (std::size_t pos = 0; pos < utf8.size();) wide.push_back(text::Decode(utf8, &pos));
  return wide;
}
std::string Narrow(const Text& wide) {
  std::string utf8;
  for (const char32_t c : wide) text::Append(&utf8, c);
  return utf8;
}
Text Lower(const Text& wide) { return Wide(text::ToLower(Narrow(wide))); }

bool IsIn(char32_t c, std::u32string_view set) { return set.find(c) != std::u32string_view::npos; }
template <typename Drop>
Text StripIf(Text wide, Drop drop) {
  while (!wide.empty() && drop(wide.front())) wide.erase(wide.begin());
  while (!wide.empty() && drop(wide.back())) wide.pop_back();
  return wide;
}
Text Strip(const Text& wide) { return StripIf(wide, text::IsWhitespace); }
Text StripOf(const Text& wide, std::u32string_view set) {
  return StripIf(wide, [&](char32_t c) { return IsIn(c, set); });
}
Texts Split(const Text& wide) {
  Texts words(1);
  for (const char32_t c : wide) {
    if (!text::IsWhitespace(c)) {
      words.back().push_back(c);
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}
bool Has(const Text& whole, const Text& part) { return whole.find(part) != Text::npos; }

Text Normalize(const Text& wide) {
  Text joined;
  for (const Text& word : Split(Wide(text::Nfc(Narrow(wide))))) {
    if (!joined.empty()) joined += U' ';
    joined += word;
  }
  return Lower(joined);
}

const std::set<Text>& Stopwords() {
  static const std::set<Text> words = [] {
    std::set<Text> set;
    for (const Text& word : Split(
             U"have been being were will would could should might must shall from with into onto "
             U"upon over under after before between through across above below behind beside "
             U"beyond during without within until since about around along among this that these "
             U"those their them they there here your yours ours mine what when where which while "
             U"whom whose whoever whatever wherever whenever because although however therefore "
             U"though unless also very much many more most less some such even ever just only than "
             U"then still again always never often rather really quite well back next both each "
             U"every like")) {
      set.insert(word);
    }
    return set;
  }();
  return words;
}

bool IsFraming(const Text& span) {
  const Text normalized = Normalize(span);
  for (const std::u32string_view prefix :
       {U"based on the provided sources", U"based on the provided source", U"based on the source",
        U"based on the document", U"the sources do not", U"the source does not",
        U"the document does not", U"according to the sources", U"according to the source"}) {
    if (normalized.starts_with(prefix)) return true;
  }
  return false;
}

Text Cut(const Text& whole, std::size_t begin, std::size_t end) {
  return whole.substr(begin, end - begin);
}

Texts Quotes(const Text& answer) {
  Texts quotes;
  const auto marks = Regex(U"[\"“”]").FindAll(answer);
  for (std::size_t i = 0; i + 1 < marks.size(); i += 2) {
    Text quote = Strip(Cut(answer, marks[i].end, marks[i + 1].begin));
    if (quote.size() >= 8) quotes.push_back(quote);
  }
  return quotes;
}

Text StripCitation(const Text& span) {
  static const Regex kCitation(
      U"\\s*\\(\\s*(?:(?:source|src|citing|see|ref|reference|from)\\s*:?\\s*[^()]*|"
      U"https?://\\S+\\s*[^()]*)\\s*\\)\\s*$",
      true);
  Text kept;
  std::size_t from = 0;
  for (const auto& match : kCitation.FindAll(span)) {
    kept += Cut(span, from, match.begin);
    from = match.end;
  }
  kept += span.substr(from);
  while (!kept.empty() && text::IsWhitespace(kept.back())) kept.pop_back();
  return kept;
}

Texts Lines(const Text& wide) {
  Texts lines;
  const std::string utf8 = Narrow(wide);
  for (const std::string_view line : text::SplitLines(utf8)) lines.push_back(Wide(line));
  return lines;
}

Texts Spans(const Text& answer) {
  static const Regex kBullet(U"^\\s*(?:[-*+•]|\\d+[.)])\\s+");
  static const Regex kSentence(U"(?<=[.!?])\\s+(?=[A-Z])");
  Texts spans;
  for (Text line : Lines(answer)) {
    if (const auto bullet = kBullet.MatchStart(line); !bullet.empty()) {
      line = line.substr(bullet[0].end);
    }
    line = Strip(line);
    std::size_t from = 0;
    auto cuts = kSentence.FindAll(line);
    cuts.push_back({line.size(), line.size()});
    for (const auto& cut : cuts) {
      const Text span = Strip(StripCitation(Strip(Cut(line, from, cut.begin))));
      if (span.size() >= 12 && !IsFraming(span)) spans.push_back(span);
      from = cut.end;
    }
  }
  return spans;
}

Texts ProperNouns(const Text& answer) {
  static const Regex kName(
      U"\\b[A-Z][A-Za-z'’\\-]*(?:[ \\t]+(?:[A-Z]\\.|[A-Z][A-Za-z'’\\-]+))+\\b");
  Texts names;
  for (const auto& match : kName.FindAll(answer)) {
    const Text name = Cut(answer, match.begin, match.end);
    if (!IsFraming(name) && std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

std::set<Text> Numbers(const Text& wide) {
  static const Regex kNumber(U"\\d[\\d,]*\\d|\\d");
  std::set<Text> numbers;
  for (const auto& match : kNumber.FindAll(wide)) {
    Text number = Cut(wide, match.begin, match.end);
    std::erase(number, U',');
    numbers.insert(number);
  }
  return numbers;
}
bool NumbersStandIn(const Text& wide, const Text& context) {
  const std::set<Text> own = Numbers(wide), known = Numbers(context);
  return std::ranges::includes(known, own);
}

constexpr std::u32string_view kTokenPunctuation = U".,;:!?\"()[]{}";

bool IsProse(const Text& span) {
  int lower = 0;
  for (const Text& word : Split(span)) {
    const Text core = StripOf(word, U".,;:!?\"'()[]{}");
    if (core.size() >= 4 && text::IsLower(core[0])) ++lower;
  }
  return lower >= 2;
}

bool IsParaphrase(const Text& span, const Text& context) {
  if (!IsProse(span)) return false;
  double present = 0, all = 0;
  for (const Text& word : Split(Normalize(span))) {
    const Text token = StripOf(word, kTokenPunctuation);
    if (token.size() < 4 || Stopwords().contains(token)) continue;
    ++all;
    if (Has(context, token)) ++present;
  }
  return all >= 4 && present / all >= 0.85 && NumbersStandIn(Normalize(span), context);
}

bool IsSingleSentence(const Text& answer) {
  return Regex(U"[.!?](?=\\s)").FindAll(Strip(answer)).empty();
}

bool SalientDisagrees(const Text& answer, const Text& context) {
  if (!NumbersStandIn(Normalize(answer), context)) return true;
  for (const Text& word : Split(answer)) {
    const Text core = StripOf(word, kTokenPunctuation);
    if (core.size() <= 4 || !text::IsUpper(core[0])) continue;
    const Text lower = Lower(core);
    if (!Stopwords().contains(lower) && !Has(context, lower)) return true;
  }
  return false;
}

bool HasCluster(const Texts& names, const Text& context, const judge::QuotePolicy& policy) {
  const auto n = static_cast<std::size_t>(policy.proximity_n);
  std::vector<std::int64_t> places;
  for (const Text& name : names) {
    places.push_back(static_cast<std::int64_t>(context.find(Normalize(name))));
  }
  std::ranges::sort(places);
  for (std::size_t i = 0; i + n <= places.size(); ++i) {
    if (places[i + n - 1] - places[i] <= policy.proximity_window) return true;
  }
  return false;
}

AuditMode Classify(bool verified, bool unverified) {
  return !verified ? AuditMode::kUngrounded : unverified ? AuditMode::kHybrid : AuditMode::kStrict;
}

judge::QuoteVerdict Verdict(const Texts& verified, const Texts& paraphrased,
                            const Texts& unverified, std::string_view unit_method,
                            std::string_view method) {
  judge::QuoteVerdict verdict;
  verdict.n_verified = verified.size() + paraphrased.size();
  verdict.n_quotes = verdict.n_verified + unverified.size();
  verdict.audit_mode = Classify(verdict.n_verified != 0, !unverified.empty());
  verdict.verifier_method = method;
  for (const Text& unit : verified) {
    verdict.claim_statuses.push_back({Narrow(unit), "VERIFIED_QUOTE", unit_method});
  }
  for (const Text& unit : paraphrased) {
    verdict.claim_statuses.push_back({Narrow(unit), "SUPPORTED_PARAPHRASE", "paraphrase"});
  }
  for (const Text& unit : unverified) {
    verdict.claim_statuses.push_back({Narrow(unit), "UNSUPPORTED", unit_method});
    verdict.unverified_quotes.push_back(Narrow(unit));
  }
  return verdict;
}

}  // namespace

judge::QuoteVerdict JudgeQuotes(std::string_view answer_text, std::string_view context_text,
                                const judge::QuotePolicy& policy) {
  const Text answer = Wide(answer_text);
  const Text context = Normalize(Wide(context_text));
  Texts verified, paraphrased, unverified;
  const auto sort_verbatim = [&](const Texts& units) {
    for (const Text& unit : units) {
      (Has(context, Normalize(unit)) ? verified : unverified).push_back(unit);
    }
  };
  if (const Texts quotes = Quotes(answer); !quotes.empty()) {
    sort_verbatim(quotes);
    return Verdict(verified, {}, unverified, "quote", "quote");
  }
  for (const Text& span : Spans(answer)) {
    (Has(context, Normalize(span)) ? verified
     : IsParaphrase(span, context) ? paraphrased
                                   : unverified)
        .push_back(span);
  }
  if (!verified.empty() || !paraphrased.empty()) {
    return Verdict(verified, paraphrased, unverified, "span",
                   paraphrased.empty() ? "span" : "paraphrase");
  }
  unverified.clear();
  if (policy.entity_policy == judge::EntityPolicy::kDrop) return {};
  sort_verbatim(ProperNouns(answer));
  if (verified.empty()) return {};
  judge::QuoteVerdict verdict = Verdict(verified, {}, unverified, "entity", "entity");
  if (policy.entity_policy == judge::EntityPolicy::kHybrid) {
    verdict.audit_mode = AuditMode::kHybrid;
  } else if (policy.entity_policy == judge::EntityPolicy::kProximity &&
             !HasCluster(verified, context, policy)) {
    const bool refused =
        verified.size() <= 1 && IsSingleSentence(answer) && SalientDisagrees(answer, context);
    verdict.audit_mode = refused ? AuditMode::kUngrounded : AuditMode::kHybrid;
  }
  return verdict;
}

}  // namespace arborist::naive
