// SPDX-License-Identifier: AGPL-3.0-only
// How often the first claim of extractive-v2 holds a gold answer, beside the sentence with the
// largest weighted overlap; how often it declines; how long it takes.
//
//   arborist_extractive_quality [--data DIR] [--set NAME]... [--search no] [--every N] [--show N]
//   [--json FILE] [--wiki FILE] [--curve tuning|"held out"]
//
// Questions of half of the paragraphs chose the weights (arborist_extractive_fit); the held-out
// half is what counts. --show prints the first N that went wrong, --wiki remembers what was
// gathered from wiki22k for the next run.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/files.h"
#include "data.h"
#include "extractive/extractive.h"
#include "extractive/features.h"
#include "extractive/sentences.h"
#include "json/value.h"
#include "judge/check_answer.h"
#include "text/search_tokens.h"
#include "wiki_evidence.h"

namespace arborist::training {
namespace {

constexpr std::size_t kDepth = 8;

// The sentence that shares most of the question's weight; the first of equals.
std::string LargestOverlap(const std::string& question, const evidence::EvidenceMap& evidence,
                           const QuestionSet& set) {
  std::vector<std::pair<std::string, std::int64_t>> terms;
  for (const text::QueryTerm& term : text::QueryTerms(question)) {
    terms.emplace_back(term.term, set.Weight(term.term));
  }
  std::ranges::sort(terms);
  terms.erase(std::ranges::unique(terms).begin(), terms.end());
  std::string best;
  std::int64_t most = -1;
  for (const evidence::EvidenceObject& object : evidence.objects()) {
    for (const extractive::Piece& piece : extractive::SplitPieces(object.span)) {
      const std::string text = object.span.substr(piece.begin, piece.end - piece.begin);
      std::vector<std::string> here;
      text::ForEachTerm(text, [&](const text::TermView& term) { here.emplace_back(term.term); });
      std::ranges::sort(here);
      std::int64_t sum = 0;
      for (const auto& [term, weight] : terms) {
        if (std::ranges::binary_search(here, term)) sum += weight;
      }
      if (sum > most) {
        most = sum;
        best = text;
      }
    }
  }
  return best;
}

struct Tally {
  std::size_t questions = 0;
  std::size_t holds = 0;     // the evidence has an answer at all
  std::size_t baseline = 0;  // right by overlap
  std::size_t chosen = 0;    // first claim right, were nothing declined
  std::size_t right = 0;     // first claim right
  std::size_t any = 0;       // some claim right
  std::size_t declined = 0;
  std::size_t declined_wrongly = 0;  // an answer was there
  // By what was taken away: the sentences that answer, the gold passage, its whole article, or
  // the words of the answer alone.
  struct Removed {
    std::size_t questions = 0;
    std::size_t declined = 0;
    std::vector<std::int64_t> sure;  // how sure, were nothing declined
  };
  Removed sentence, paragraph, article, words;
  std::vector<std::int64_t> sure_right, sure_wrong, sure_held;  // held: the evidence has an answer
  std::size_t claims = 0;
  std::size_t checked = 0;  // answers held against lexical-v2, and what it said, by mode
  std::size_t linked[3] = {};
  std::size_t strict[3] = {};
  std::map<std::string, std::size_t> violations;  // answers that had one, pointer lines
  double microseconds = 0;
};

struct Row {
  std::string set;
  std::string evidence;  // gold passage, or what search found
  std::string half;
  Tally tally;
};

double Percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::int64_t Sureness(const extractive::Answer& answer) {
  return answer.claims.empty() ? extractive::kNoScore : answer.chance;
}

void Verify(const std::string& question, const extractive::Answer& answer,
            const std::vector<evidence::SourceChunk>& chunks, Tally* tally) {
  constexpr judge::AnswerMode kModes[] = {judge::AnswerMode::kQuote,
                                          judge::AnswerMode::kClaimLatticePointer,
                                          judge::AnswerMode::kClaimLattice};
  const std::string texts[] = {extractive::RenderQuote(answer),
                               extractive::RenderPointerLines(answer),
                               extractive::RenderJson(answer)};
  ++tally->checked;
  for (std::size_t mode = 0; mode < 3; ++mode) {
    judge::CheckRequest request;
    request.mode = kModes[mode];
    request.answer = texts[mode];
    request.passages = chunks;
    request.question = question;
    const judge::CheckReport report = judge::Check(request);
    if (std::ranges::all_of(report.units, &judge::CheckedUnit::verified)) ++tally->linked[mode];
    if (report.audit_mode == judge::AuditMode::kStrict) ++tally->strict[mode];
    if (request.mode != judge::AnswerMode::kClaimLatticePointer) continue;
    for (const std::string& kind :
         std::set<std::string>(report.violations.begin(), report.violations.end())) {
      ++tally->violations[kind];
    }
  }
}

// Evidence without its answer.
void AskRemoved(const GoldQuestion& question, const QuestionSet& set,
                const std::vector<evidence::SourceChunk>& rest, Tally::Removed* removed) {
  const evidence::EvidenceMap without(rest);
  extractive::Request request{
      .question = question.question, .evidence = &without, .weight = set.weight()};
  ++removed->questions;
  if (extractive::Extract(request).declined) ++removed->declined;
  request.least_chance = 0;
  removed->sure.push_back(Sureness(extractive::Extract(request)));
}

void Ask(const GoldQuestion& question, const QuestionSet& set,
         const std::vector<evidence::SourceChunk>& chunks, std::size_t* show, Tally* tally) {
  const GoldAnswers gold(question.answers);
  const evidence::EvidenceMap evidence(chunks);
  const extractive::Request request{
      .question = question.question, .evidence = &evidence, .weight = set.weight()};
  const std::clock_t start = std::clock();  // of the processor: others may be at work too
  const extractive::Answer answer = extractive::Extract(request);
  tally->microseconds += static_cast<double>(std::clock() - start) * (1e6 / CLOCKS_PER_SEC);
  ++tally->questions;
  extractive::Request always = request;
  always.least_chance = 0;
  const extractive::Answer best = extractive::Extract(always);
  const bool best_right = !best.claims.empty() && gold.IsIn(best.claims[0].text);
  if (best_right) ++tally->chosen;
  (best_right ? tally->sure_right : tally->sure_wrong).push_back(Sureness(best));
  std::vector<evidence::SourceChunk> rest;
  bool holds = false;
  for (const evidence::SourceChunk& chunk : chunks) {
    holds = holds || gold.IsIn(chunk.span);
    rest.push_back(WithoutAnswers(chunk, gold));
  }
  if (holds) ++tally->holds;
  if (holds) tally->sure_held.push_back(Sureness(best));
  if (gold.IsIn(LargestOverlap(question.question, evidence, set))) ++tally->baseline;
  const bool right = !answer.claims.empty() && gold.IsIn(answer.claims[0].text);
  if (right) ++tally->right;
  if (std::ranges::any_of(answer.claims,
                          [&](const extractive::Claim& claim) { return gold.IsIn(claim.text); })) {
    ++tally->any;
  }
  tally->claims += answer.claims.size();
  if (answer.declined) ++tally->declined;
  if (answer.declined && holds) ++tally->declined_wrongly;
  constexpr std::size_t kEveryVerified = 10;
  if (!answer.declined && tally->questions % kEveryVerified == 0) {
    Verify(question.question, answer, chunks, tally);
  }
  AskRemoved(question, set, rest, &tally->sentence);
  if (const auto cut = WithoutAnswerWords(chunks, question); !cut.empty()) {
    AskRemoved(question, set, cut, &tally->words);
  }
  if (right || *show == 0) return;
  --*show;
  std::printf("\nQ %s\n  gold: %s\n", question.question.c_str(), question.answers[0].c_str());
  if (answer.declined) std::printf("  declined (%lld)\n", static_cast<long long>(answer.chance));
  for (const extractive::Claim& claim : answer.claims) {
    std::printf("  %s %s\n", gold.IsIn(claim.text) ? "+" : "-", claim.text.c_str());
  }
  for (const evidence::EvidenceObject& object : evidence.objects()) {
    for (const extractive::Piece& piece : extractive::SplitPieces(object.span)) {
      const std::string text = object.span.substr(piece.begin, piece.end - piece.begin);
      if (gold.IsIn(text)) std::printf("  = %s\n", text.c_str());
    }
  }
}

Status RunSet(const std::filesystem::path& data, const std::string& name, bool search,
              std::size_t every, std::size_t* show, std::vector<Row>* rows) {
  TRY_ASSIGN(QuestionSet set, QuestionSet::Read(data, name));
  set.KeepEvery(every);
  for (const bool tuning : {true, false}) {
    Row row{name, "gold passage", tuning ? "tuning" : "held out", {}};
    std::size_t none = 0;
    for (const GoldQuestion& question : set.questions()) {
      if (question.tuning != tuning) continue;
      Ask(question, set, {set.Passage(question.gold_uri)}, tuning ? show : &none, &row.tally);
    }
    rows->push_back(std::move(row));
  }
  if (!search) return {};
  TRY_ASSIGN(const auto hits,
             FindPassages(data / "corpora" / (name + ".jsonl"), set.questions(), kRemovedPool));
  for (const auto& [longer, tuning] :
       {std::pair(false, true), {false, false}, {true, true}, {true, false}}) {
    Row row{name, longer ? "top 8, long" : "top 8", tuning ? "tuning" : "held out", {}};
    std::size_t none = 0;
    for (std::size_t i = 0; i < set.questions().size(); ++i) {
      const GoldQuestion& question = set.questions()[i];
      if (question.tuning != tuning) continue;
      std::vector<evidence::SourceChunk> chunks;
      const std::vector<std::string> first = FirstOf(hits[i], kDepth);
      chunks.reserve(first.size());
      for (const std::string& uri : first) chunks.push_back(set.Passage(uri));
      if (longer) chunks = LongPassages(set, first);
      Ask(question, set, chunks, &none, &row.tally);
      for (const bool whole : {false, true}) {
        if (longer) break;
        const auto rest = PassagesWithout(set, question, hits[i], whole);
        if (rest.empty()) continue;
        AskRemoved(question, set, rest, whole ? &row.tally.article : &row.tally.paragraph);
      }
    }
    rows->push_back(std::move(row));
  }
  return {};
}

// Questions made from the articles of wiki22k, asked over all of them.
struct WikiTally {
  std::size_t questions = 0;
  std::size_t holds = 0;  // a passage has the answer
  std::size_t best = 0;   // first claim right, were nothing declined
  std::size_t right = 0;
  std::size_t any = 0;
  std::size_t declined = 0;
  std::size_t declined_wrongly = 0;
  std::size_t of_subject = 0;  // first claim from the article that is asked about
  double microseconds = 0;
};

void AskWiki(const WikiAsked& asked, bool show, WikiTally* tally) {
  const GoldAnswers gold(asked.question.answers);
  const evidence::EvidenceMap evidence(asked.passages);
  extractive::Request request{
      .question = asked.question.question, .evidence = &evidence, .weight = asked.weight()};
  const std::clock_t start = std::clock();
  const extractive::Answer answer = extractive::Extract(request);
  tally->microseconds += static_cast<double>(std::clock() - start) * (1e6 / CLOCKS_PER_SEC);
  request.least_chance = 0;
  const extractive::Answer best = extractive::Extract(request);
  const auto right = [&](const extractive::Claim& claim) { return gold.IsIn(claim.text); };
  const bool holds = std::ranges::any_of(asked.passages, [&](const evidence::SourceChunk& chunk) {
    return chunk.document_uri == asked.question.gold_uri && gold.IsIn(chunk.span);
  });
  ++tally->questions;
  if (holds) ++tally->holds;
  if (!best.claims.empty() && right(best.claims[0])) ++tally->best;
  if (!best.claims.empty() &&
      evidence.ByPointer(best.claims[0].pointer_id)->document_uri == asked.question.gold_uri) {
    ++tally->of_subject;
  }
  if (answer.declined) ++tally->declined;
  if (answer.declined && holds) ++tally->declined_wrongly;
  if (std::ranges::any_of(answer.claims, right)) ++tally->any;
  const bool first = !answer.claims.empty() && right(answer.claims[0]);
  if (first) ++tally->right;
  if (!show || (asked.absent ? answer.declined : first)) return;
  std::printf("\n%s %s\n  gold: %s%s\n", asked.absent ? "ABSENT" : "Q",
              asked.question.question.c_str(), asked.question.answers[0].c_str(),
              holds ? "" : " (not gathered)");
  std::printf("  %s (%lld) %s\n", answer.declined ? "declined" : "said",
              static_cast<long long>(answer.chance),
              best.claims.empty() ? "" : best.claims[0].text.c_str());
}

Status RunWiki(const std::filesystem::path& data, const std::string& file, std::size_t every,
               std::size_t show) {
  TRY_ASSIGN(const std::vector<WikiAsked> all,
             GatherWiki(data / "corpora" / "wiki22k.jsonl.zst", kWikiOfKind, file));
  std::map<std::string, WikiTally> rows;
  std::size_t number = 0;
  for (const WikiAsked& asked : all) {
    if (number++ % every != 0) continue;
    const std::string half = asked.question.tuning ? "tuning" : "held out";
    const bool shown = asked.question.tuning && show > 0 && number % 7 == 0;
    if (shown) --show;
    AskWiki(asked, shown, &rows[half + (asked.absent ? ", absent" : "")]);
    if (!asked.absent) AskWiki(asked, false, &rows["kind: " + asked.kind]);
  }
  std::printf("%-22s %6s %7s %7s %7s %7s %7s %7s %8s %8s\n", "wiki22k", "asked", "holds", "article",
              "best", "first", "any", "decline", "wrongly", "us");
  for (const auto& [name, t] : rows) {
    std::printf("%-22s %6zu %6.1f%% %6.1f%% %6.1f%% %6.1f%% %6.1f%% %6.1f%% %7.1f%% %8.1f\n",
                name.c_str(), t.questions, Percent(t.holds, t.questions),
                Percent(t.of_subject, t.questions), Percent(t.best, t.questions),
                Percent(t.right, t.questions), Percent(t.any, t.questions),
                Percent(t.declined, t.questions), Percent(t.declined_wrongly, t.holds),
                t.microseconds / static_cast<double>(t.questions));
  }
  return {};
}

void Print(const std::vector<Row>& rows) {
  std::printf("%-9s %-13s %-9s %6s %8s %7s %7s %7s %7s %7s %8s %9s %7s %7s %7s %8s\n", "set",
              "evidence", "half", "asked", "overlap", "best", "first", "any", "of said", "decline",
              "wrongly", "removed", "words", "para", "article", "us");
  for (const Row& row : rows) {
    const Tally& t = row.tally;
    std::printf(
        "%-9s %-13s %-9s %6zu %7.1f%% %6.1f%% %6.1f%% %6.1f%% %6.1f%% %6.1f%% %7.1f%% %8.1f%% "
        "%6.1f%% %6.1f%% %6.1f%% %8.1f\n",
        row.set.c_str(), row.evidence.c_str(), row.half.c_str(), t.questions,
        Percent(t.baseline, t.questions), Percent(t.chosen, t.questions),
        Percent(t.right, t.questions), Percent(t.any, t.questions),
        Percent(t.right, t.questions - t.declined), Percent(t.declined, t.questions),
        Percent(t.declined_wrongly, t.holds), Percent(t.sentence.declined, t.sentence.questions),
        Percent(t.words.declined, t.words.questions),
        Percent(t.paragraph.declined, t.paragraph.questions),
        Percent(t.article.declined, t.article.questions),
        t.microseconds / static_cast<double>(std::max<std::size_t>(t.questions, 1)));
  }
}

// What each least confidence would give.
void PrintCurve(const Row& row) {
  const Tally& t = row.tally;
  std::printf("\n%s, %s, %s: least confidence\n%8s %8s %8s %8s %8s %9s %10s %8s\n", row.set.c_str(),
              row.evidence.c_str(), row.half.c_str(), "least", "answered", "of said", "first",
              "wrongly", "sentence", "paragraph", "article");
  for (std::int64_t least = -3500; least <= 2000; least += 250) {
    const auto below = [&](const std::vector<std::int64_t>& values) {
      return static_cast<std::size_t>(
          std::ranges::count_if(values, [&](std::int64_t value) { return value < least; }));
    };
    const std::size_t right = t.sure_right.size() - below(t.sure_right);
    const std::size_t said = right + t.sure_wrong.size() - below(t.sure_wrong);
    std::printf("%8lld %7.1f%% %7.1f%% %7.1f%% %7.1f%% %8.1f%% %9.1f%% %7.1f%%\n",
                static_cast<long long>(least), Percent(said, t.questions), Percent(right, said),
                Percent(right, t.questions), Percent(below(t.sure_held), t.sure_held.size()),
                Percent(below(t.sentence.sure), t.sentence.sure.size()),
                Percent(below(t.paragraph.sure), t.paragraph.sure.size()),
                Percent(below(t.article.sure), t.article.sure.size()));
  }
}

void PrintVerified(const std::vector<Row>& rows) {
  std::printf("\nlexical-v2 on every tenth answer: all claims hold / STRICT\n%-9s %-13s %-9s %6s",
              "set", "evidence", "half", "answers");
  std::printf(" %16s %16s %16s\n", "quote", "pointer lines", "JSON");
  for (const Row& row : rows) {
    const Tally& t = row.tally;
    std::printf("%-9s %-13s %-9s %6zu", row.set.c_str(), row.evidence.c_str(), row.half.c_str(),
                t.checked);
    for (std::size_t mode = 0; mode < 3; ++mode) {
      std::printf("  %6.1f%% %6.1f%%", Percent(t.linked[mode], t.checked),
                  Percent(t.strict[mode], t.checked));
    }
    for (const auto& [kind, count] : t.violations) {
      std::printf("  %s %.1f%%", kind.c_str(), Percent(count, t.checked));
    }
    std::printf("\n");
  }
}

Status WriteJson(const std::string& file, const std::vector<Row>& rows) {
  json::Array out;
  for (const Row& row : rows) {
    const Tally& t = row.tally;
    out.emplace_back(json::Object{
        {"set", row.set},
        {"evidence", row.evidence},
        {"half", row.half},
        {"questions", static_cast<std::int64_t>(t.questions)},
        {"overlap_percent", Percent(t.baseline, t.questions)},
        {"best_percent", Percent(t.chosen, t.questions)},
        {"first_percent", Percent(t.right, t.questions)},
        {"any_percent", Percent(t.any, t.questions)},
        {"of_said_percent", Percent(t.right, t.questions - t.declined)},
        {"declined_wrongly_percent", Percent(t.declined_wrongly, t.holds)},
        {"declined_removed_percent", Percent(t.sentence.declined, t.sentence.questions)},
        {"declined_words_cut_percent", Percent(t.words.declined, t.words.questions)},
        {"declined_paragraph_removed_percent",
         Percent(t.paragraph.declined, t.paragraph.questions)},
        {"declined_article_removed_percent", Percent(t.article.declined, t.article.questions)}});
  }
  return WriteFileAtomically(file, json::Pretty(out) + "\n");
}

Status Run(int argc, char** argv) {
  const char* shared = std::getenv("ARBORIST_SHARED");
  std::filesystem::path data =
      std::filesystem::path(shared != nullptr ? shared : "../shared") / "data";
  std::vector<std::string> sets;
  std::string json_file, wiki_file, curve;
  bool search = true;
  std::size_t show = 0;
  std::size_t every = 1;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string flag = argv[i];
    if (flag == "--data") {
      data = argv[i + 1];
    } else if (flag == "--set") {
      sets.emplace_back(argv[i + 1]);
    } else if (flag == "--search") {
      search = std::string_view(argv[i + 1]) != "no";
    } else if (flag == "--every") {
      every = std::max(1ul, std::strtoul(argv[i + 1], nullptr, 10));
    } else if (flag == "--show") {
      show = std::strtoul(argv[i + 1], nullptr, 10);
    } else if (flag == "--wiki") {
      wiki_file = argv[i + 1];
    } else if (flag == "--curve") {
      curve = argv[i + 1];
    } else if (flag == "--json") {
      json_file = argv[i + 1];
    } else {
      return Fail(ErrorCode::kInvalidArgument, "unknown: " + flag);
    }
  }
  if (sets.empty()) {
    sets = {"squad",    "xquad.en", "xquad.de", "xquad.ru",
            "xquad.ar", "xquad.zh", "xquad.th", "wiki22k"};
  }
  std::vector<Row> rows;
  for (const std::string& set : sets) {
    if (set == "wiki22k") {
      TRY(RunWiki(data, wiki_file, every, show));
      continue;
    }
    TRY_IN("set " + set, RunSet(data, set, search && set == "squad", every, &show, &rows));
  }
  Print(rows);
  PrintVerified(rows);
  for (const Row& row : rows) {
    if (row.half == curve) PrintCurve(row);
  }
  return json_file.empty() ? Status() : WriteJson(json_file, rows);
}

}  // namespace
}  // namespace arborist::training

int main(int argc, char** argv) {
  const arborist::Status status = arborist::training::Run(argc, argv);
  if (status) return 0;
  std::fprintf(stderr, "arborist_extractive_quality: %s\n", status.error().message.c_str());
  return 2;
}
