// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v2: docs/format/lexical-v2.md, "Units of an answer" and "Label". Takes an answer
// apart (units.cc) and checks each unit (check_unit.cc). Reader goes block by block: a block that
// occurs verbatim needs no further look; otherwise its quotes must be verbatim and its sentences
// are checked. Each check searches the whole source, so an answer of many units would cost units
// times source. After kFew searches all texts that Reader can still ask for are collected
// (SearchedTexts) and searched for in one pass; later questions are answered from that.
#include "judge/lexical_v2/lexical_v2.h"

#include <algorithm>
#include <string>
#include <vector>

#include "judge/lexical_v2/fold.h"
#include "judge/lexical_v2/units.h"
#include "judge/lexical_v3.h"
#include "judge/reference/units.h"
#include "text/scan.h"

namespace arborist::judge {

namespace {

using lexical::Budget;
using lexical::Checked;
using lexical::Failure;
using lexical::Folded;
using lexical::Quoted;
using lexical::SourceIndex;
using lexical::Support;

constexpr std::size_t kMinShortChars = 4;  // a shorter answer ("yes") has nothing to search for

struct Unit {
  std::string_view text;  // of the folded answer
  std::string_view method;
  Checked checked;
};

// Collects every text that Reader will search for in these blocks, except those that depend on
// where a verified quote divides a sentence.
class SearchedTexts {
 public:
  void Add(std::span<const std::string_view> blocks) {
    for (const std::string_view block : blocks) {
      AddForm(block);
      for (const Quoted& quote : lexical::FindQuotes(block)) {
        // Bytes beside the quote; words may be as long as the block.
        constexpr std::size_t kLongest = 512;
        AddForm(quote.inner);
        const std::string_view around = WithNeighbours(block, quote);
        if (around.size() <= quote.inner.size() + kLongest) AddForm(around);
      }
      for (const std::string_view sentence : lexical::CutSentences(block, {})) {
        AddForm(lexical::ClaimOf(sentence));
      }
    }
  }
  std::vector<std::string> Take() { return std::move(forms_); }

  // A quote with two words before and four behind, which may take it back ("not ...").
  static std::string_view WithNeighbours(std::string_view block, const Quoted& quote) {
    constexpr int kWordsBefore = 2, kWordsAfter = 4;
    std::size_t begin = quote.begin, end = quote.end;
    for (int word = 0; word < kWordsBefore && begin > 0; ++word) {
      const std::size_t last = block.substr(0, begin).find_last_not_of(" \n");
      const std::size_t blank = block.substr(0, last).find_last_of(" \n");
      begin = last == std::string_view::npos || blank == std::string_view::npos ? 0 : blank + 1;
    }
    for (int word = 0; word < kWordsAfter && end < block.size(); ++word) {
      end = std::min(block.find_first_not_of(" \n", end), block.size());
      end = std::min(block.find_first_of(" \n", end), block.size());
    }
    return block.substr(begin, end - begin);
  }

 private:
  void AddForm(std::string_view text) {
    constexpr std::size_t kShortest = 4;  // bytes; shorter texts are never searched for
    std::string form = lexical::VerbatimUnit(text);
    if (form.size() >= kShortest) forms_.push_back(std::move(form));
  }

  std::vector<std::string> forms_;
};

// Takes the answer apart and checks each unit.
class Reader {
 public:
  Reader(const SourceIndex& source, lexical::Reach reach, Budget* budget)
      : source_(source), reach_(reach), budget_(budget) {}

  std::vector<Unit> Read(std::string_view folded_answer) {
    blocks_ = lexical::SplitBlocks(folded_answer);
    for (const std::string_view block : blocks_) ReadBlock(block);
    return std::move(units_);
  }

 private:
  // Called before each search. With the (kFew + 1)th all remaining texts are searched for at once.
  void CountSearch() {
    constexpr std::size_t kFew = 64;
    if (searches_++ != kFew) return;
    SearchedTexts asked;
    asked.Add(blocks_);
    source_.LookForAll(asked.Take());
  }
  bool Asserts(std::string_view text) {
    CountSearch();
    return source_.Asserts(lexical::VerbatimUnit(text), budget_);
  }

  void ReadBlock(std::string_view block) {
    const bool long_enough = lexical::WeighsAtLeast(block, kMinSpanChars);
    const bool verbatim = long_enough && Asserts(block);
    std::vector<Quoted> verified;
    for (const Quoted& quote : lexical::FindQuotes(block)) {
      const bool stands = verbatim || QuoteStands(block, quote);
      if (stands) verified.push_back(quote);
      units_.push_back({quote.inner,
                        "quote",
                        {stands ? Support::kVerbatim : Support::kNone,
                         stands ? Failure::kNone : Failure::kUncovered}});
    }
    if (verbatim && verified.empty()) {
      units_.push_back({block, "span", {Support::kVerbatim, Failure::kNone}});
      return;
    }
    for (const std::string_view sentence : lexical::CutSentences(block, verified)) {
      ReadSentence(block, sentence, verified, long_enough && !verbatim);
    }
  }

  // A quote counts if the source asserts it. Where the source denies it ("not ..."), the answer
  // must contain the denial too.
  bool QuoteStands(std::string_view block, const Quoted& quote) {
    if (Asserts(quote.inner)) return true;
    const std::string_view around = SearchedTexts::WithNeighbours(block, quote);
    return budget_->Take(around.size()) && Asserts(around);
  }

  void ReadSentence(std::string_view block, std::string_view sentence,
                    const std::vector<Quoted>& verified, bool block_denied) {
    const std::string_view claim = lexical::ClaimOf(sentence);
    const bool frames = verified.empty() ? lexical::OnlyFrames(claim)
                                         : lexical::OnlyFrames(Outside(block, claim, verified));
    if (frames || SpeaksOfSource(claim)) return;
    if (!lexical::WeighsAtLeast(claim, kMinSpanChars)) {
      const std::string form = lexical::VerbatimUnit(claim);
      if (!lexical::WeighsAtLeast(form, kMinShortChars)) return;
      CountSearch();
      if (source_.Contains(form, budget_)) return;
      units_.push_back({claim, "span", {Support::kNone, Failure::kUnread}});
      return;
    }
    const bool denied = block_denied && claim.size() == block.size();
    if (!denied) CountSearch();
    units_.push_back({claim, "span",
                      denied ? lexical::CheckParaphrase(claim, source_, reach_, budget_)
                             : lexical::CheckUnit(claim, source_, reach_, budget_)});
  }

  // The claim without the verified quotes in it.
  static std::string Outside(std::string_view block, std::string_view claim,
                             const std::vector<Quoted>& quotes) {
    const auto begin = static_cast<std::size_t>(claim.data() - block.data());
    const std::size_t end = begin + claim.size();
    std::string outside;
    std::size_t at = begin;
    for (auto quote = std::ranges::upper_bound(quotes, begin, {}, &Quoted::end);
         quote != quotes.end() && quote->begin < end; ++quote) {
      outside.append(block.substr(at, std::max(at, quote->begin) - at)).append(" ");
      at = quote->end;
    }
    if (at < end) outside.append(block.substr(at, end - at));
    return outside;
  }

  // "The sources do not mention it" claims nothing that could be searched for.
  static bool SpeaksOfSource(std::string_view claim) {
    return IsFraming(claim) && claim.substr(0, 80).find(" not") != std::string_view::npos;
  }

  const SourceIndex& source_;
  lexical::Reach reach_;
  Budget* budget_;
  std::size_t searches_ = 0;
  std::vector<std::string_view> blocks_;
  std::vector<Unit> units_;
};

}  // namespace

QuoteVerdict JudgeLexicalV2(std::string_view answer, const SourceIndex& source,
                            const QuotePolicy& policy) {
  const Folded folded = lexical::Fold(answer);
  Budget budget(answer.size() + source.folded().size());
  const std::vector<Unit> units =
      Reader(source, lexical::Reach::kPassage, &budget).Read(folded.text);
  const auto original = [&](std::string_view text) {
    const auto begin = static_cast<std::size_t>(text.data() - folded.text.data());
    return std::string(folded.OriginalOf(begin, begin + text.size()));
  };
  const auto count = [&](auto predicate) {
    return static_cast<std::size_t>(std::ranges::count_if(units, predicate));
  };
  const auto is = [](Support support) {
    return [support](const Unit& unit) { return unit.checked.support == support; };
  };
  const std::size_t n_verified = units.size() - count(is(Support::kNone));
  QuoteVerdict verdict;
  if (n_verified == 0) {
    // Without a verified unit the names of the answer are searched for; failed units stay counted.
    verdict = VerifyNames(folded.text, source.folded(), policy);
    if (verdict.audit_mode == AuditMode::kStrict) verdict.audit_mode = AuditMode::kHybrid;
  } else {
    verdict.audit_mode = n_verified == units.size() ? AuditMode::kStrict : AuditMode::kHybrid;
  }
  verdict.n_quotes += units.size();
  verdict.n_verified += n_verified;
  const bool paraphrase = count(is(Support::kParaphrase)) != 0;
  const bool span = count([](const Unit& unit) {
                      return unit.method == "span" && unit.checked.support != Support::kNone;
                    }) != 0;
  if (n_verified != 0)
    verdict.verifier_method = paraphrase ? "paraphrase" : span ? "span" : "quote";
  for (const Unit& unit : units) {
    if (unit.checked.support == Support::kVerbatim) {
      verdict.claim_statuses.push_back({original(unit.text), "VERIFIED_QUOTE", unit.method});
    }
  }
  for (const Unit& unit : units) {
    if (unit.checked.support == Support::kParaphrase) {
      verdict.claim_statuses.push_back({original(unit.text), "SUPPORTED_PARAPHRASE", "paraphrase"});
    }
  }
  for (const Unit& unit : units) {
    if (unit.checked.support != Support::kNone) continue;
    verdict.claim_statuses.push_back({original(unit.text), "UNSUPPORTED", unit.method});
    verdict.unverified_quotes.push_back(original(unit.text));
  }
  return verdict;
}

QuoteVerdict JudgeAnswer(std::string_view answer, std::string_view context, Verifier verifier,
                         const QuotePolicy& policy) {
  if (verifier == Verifier::kReferenceV98) return JudgeQuotes(answer, Context(context), policy);
  if (verifier == Verifier::kLexicalV3) return JudgeLexicalV3(answer, context);
  return JudgeLexicalV2(answer, SourceIndex(context), policy);
}

SourceIndex EvidenceSource(std::span<const std::string_view> spans) {
  // Each span becomes one passage: blank lines inside it are removed.
  std::string evidence;
  for (const std::string_view span : spans) {
    if (!evidence.empty()) evidence += "\n\n";
    for (const std::string_view line : text::SplitLines(span)) {
      if (!text::Strip(line).empty()) evidence.append(line).append("\n");
    }
  }
  return SourceIndex(evidence);
}

void ExpectClaims(std::span<const std::string_view> claims, const SourceIndex& source) {
  SearchedTexts asked;
  for (const std::string_view claim : claims) {
    const Folded folded = lexical::Fold(claim);
    asked.Add(lexical::SplitBlocks(folded.text));
  }
  source.LookForAll(asked.Take());
}

Checked SupportsClaim(std::string_view claim, const SourceIndex& source, Budget* budget) {
  const Folded folded = lexical::Fold(claim);
  Checked whole;
  const std::vector<Unit> units = Reader(source, lexical::Reach::kUnion, budget).Read(folded.text);
  for (const Unit& unit : units) {
    if (unit.checked.support == Support::kNone) return unit.checked;
    whole.support = std::max(whole.support, unit.checked.support);
  }
  if (units.empty()) whole.failure = Failure::kUnread;
  return whole;
}

Checked SupportsClaim(std::string_view claim, std::span<const std::string_view> spans) {
  const SourceIndex source = EvidenceSource(spans);
  Budget budget(claim.size() + source.folded().size());
  return SupportsClaim(claim, source, &budget);
}

}  // namespace arborist::judge
