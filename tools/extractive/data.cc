// SPDX-License-Identifier: AGPL-3.0-only
#include "data.h"

#include <algorithm>
#include <functional>
#include <set>

#include "base/files.h"
#include "base/temporary_folder.h"
#include "extractive/asked.h"
#include "extractive/sentences.h"
#include "extractive/words.h"
#include "fill_store.h"
#include "json/value.h"
#include "retrieve/search.h"
#include "store/corpus.h"
#include "text/canonical.h"
#include "text/scan.h"
#include "text/search_tokens.h"

namespace arborist::training {

evidence::SourceChunk WithoutAnswers(evidence::SourceChunk passage, const GoldAnswers& answers) {
  std::string rest;
  for (const extractive::Piece& piece : extractive::SplitPieces(passage.span)) {
    const std::string_view text =
        std::string_view(passage.span).substr(piece.begin, piece.end - piece.begin);
    if (answers.IsIn(text)) continue;
    if (!rest.empty()) rest += ' ';
    rest += text;
  }
  passage.span = std::move(rest);
  return passage;
}

namespace {

// Where the words before `at` that lead to what is cut begin: "in the", "by".
std::size_t LeadBegin(std::string_view text, std::size_t at) {
  static const std::set<std::string, std::less<>> kLeads{
      "in", "on",    "by",    "at",   "of",  "from",   "to",    "the",   "a",
      "an", "since", "until", "with", "for", "around", "about", "during"};
  for (;;) {
    std::size_t end = at;
    while (end > 0 && text[end - 1] == ' ') --end;
    const std::size_t blank = text.substr(0, end).find_last_of(" \n");
    const std::size_t begin = blank == std::string_view::npos ? 0 : blank + 1;
    if (begin == end || !kLeads.contains(text::ToLower(text.substr(begin, end - begin)))) return at;
    at = begin;
  }
}

bool IsInWord(std::string_view text, std::size_t at) {
  return at < text.size() && text::IsWordChar(text::At(text, at));
}

}  // namespace

std::vector<evidence::SourceChunk> WithoutAnswerWords(std::vector<evidence::SourceChunk> passages,
                                                      const GoldQuestion& question) {
  const extractive::Asked asked(question.question);
  const extractive::TypeGroup group = extractive::GroupOf(asked.type());
  if (group == extractive::TypeGroup::kHow ||
      (group == extractive::TypeGroup::kThing && asked.sorts() == 0)) {
    return {};
  }
  std::vector<std::string> answers = question.answers;
  std::ranges::sort(answers, std::greater(), &std::string::size);
  const GoldAnswers gold(question.answers);
  bool any = false;
  for (evidence::SourceChunk& passage : passages) {
    std::string& text = passage.span;
    for (const std::string& answer : answers) {
      if (answer.empty()) continue;
      for (std::size_t at = 0; (at = text.find(answer, at)) != std::string::npos;) {
        if ((at > 0 && IsInWord(text, text::PreviousStart(text, at))) ||
            IsInWord(text, at + answer.size())) {
          at += answer.size();
          continue;
        }
        const std::size_t begin = LeadBegin(text, at);
        text.erase(begin, at + answer.size() - begin);
        at = begin;
        any = true;
      }
    }
    if (gold.IsIn(text)) return {};
  }
  return any ? passages : std::vector<evidence::SourceChunk>();
}

Result<QuestionSet> QuestionSet::Read(const std::filesystem::path& data, const std::string& name) {
  QuestionSet set;
  TRY(bench::ReadCorpus(data / "corpora" / (name + ".jsonl"), [&](ingest::SourceDocument document) {
    std::set<std::string> terms;
    text::ForEachTerm(document.text, [&](const text::TermView& term) { terms.emplace(term.term); });
    for (const std::string& term : terms) ++set.frequency_[term];
    set.texts_[document.uri] = {std::move(document.title), std::move(document.text)};
    return Status();
  }));
  TRY_ASSIGN(const std::string content,
             ReadFile(data / "questions" / (name + ".jsonl"), std::uint64_t{1} << 30));
  for (std::size_t begin = 0; begin < content.size();) {
    const std::size_t end = std::min(content.find('\n', begin), content.size());
    TRY_ASSIGN(const json::Value line,
               json::Parse(std::string_view(content).substr(begin, end - begin)));
    GoldQuestion question;
    TRY_ASSIGN(question.question, line.String("question"));
    TRY_ASSIGN(question.gold_uri, line.String("gold_uri"));
    for (const json::Value& answer : line.as_object().at("answers").as_array()) {
      question.answers.push_back(answer.as_string());
    }
    // By article, whatever its language: nothing of it is met in the other half.
    const std::size_t colon = question.gold_uri.find(':');
    question.tuning = extractive::HashLetters(question.gold_uri.substr(
                          colon + 1, question.gold_uri.find('#') - colon - 1)) %
                          2 ==
                      0;
    set.questions_.push_back(std::move(question));
    begin = end + 1;
  }
  return set;
}

void QuestionSet::KeepEvery(std::size_t step) {
  std::size_t at = 0;
  std::erase_if(questions_, [&](const GoldQuestion&) { return at++ % step != 0; });
}

evidence::SourceChunk QuestionSet::Passage(const std::string& uri) const {
  evidence::SourceChunk chunk;
  const auto found = texts_.find(uri);
  if (found == texts_.end()) return chunk;
  chunk.document_uri = uri;
  chunk.source_root = uri;
  chunk.chunk_root = uri;
  chunk.title = found->second.title;
  chunk.span = found->second.text;
  return chunk;
}

evidence::SourceChunk QuestionSet::LongPassage(const std::string& uri) const {
  constexpr std::size_t kParagraphs = 4;
  const std::size_t hash = uri.rfind('#');
  const std::string article = uri.substr(0, hash + 1);
  const std::size_t number = std::strtoul(uri.c_str() + hash + 1, nullptr, 10);
  const std::size_t first = number - number % kParagraphs;
  evidence::SourceChunk chunk = Passage(article + std::to_string(first));
  for (std::size_t i = first + 1; i < first + kParagraphs; ++i) {
    const evidence::SourceChunk next = Passage(article + std::to_string(i));
    if (!next.span.empty()) chunk.span.append("\n\n").append(next.span);
  }
  return chunk;
}

std::vector<evidence::SourceChunk> LongPassages(const QuestionSet& set,
                                                const std::vector<std::string>& uris) {
  std::vector<evidence::SourceChunk> chunks;
  for (const std::string& uri : uris) {
    evidence::SourceChunk chunk = set.LongPassage(uri);
    const auto same = [&](const evidence::SourceChunk& other) {
      return other.document_uri == chunk.document_uri;
    };
    if (std::ranges::none_of(chunks, same)) chunks.push_back(std::move(chunk));
  }
  return chunks;
}

std::vector<std::string> FirstOf(const std::vector<std::string>& uris, std::size_t count) {
  return {uris.begin(), uris.begin() + static_cast<std::ptrdiff_t>(std::min(count, uris.size()))};
}

std::vector<evidence::SourceChunk> PassagesWithout(const QuestionSet& set,
                                                   const GoldQuestion& question,
                                                   const std::vector<std::string>& uris,
                                                   bool whole_article) {
  constexpr std::size_t kLeft = 8;
  const GoldAnswers gold(question.answers);
  const std::string article = question.gold_uri.substr(0, question.gold_uri.find('#') + 1);
  std::vector<evidence::SourceChunk> left;
  for (const std::string& uri : uris) {
    if (whole_article ? uri.starts_with(article) : uri == question.gold_uri) continue;
    left.push_back(set.Passage(uri));
    if (gold.IsIn(left.back().span)) return {};
    if (left.size() == kLeft) break;
  }
  return left;
}

std::int64_t QuestionSet::Weight(std::string_view term) const {
  const auto found = frequency_.find(std::string(term));
  return extractive::InverseFrequency(static_cast<std::int64_t>(texts_.size()),
                                      found == frequency_.end() ? 0 : found->second);
}

Result<std::vector<std::vector<std::string>>> FindPassages(
    const std::filesystem::path& corpus_file, const std::vector<GoldQuestion>& questions,
    std::size_t limit) {
  const TemporaryFolder folder;
  const store::HomePaths home{folder.path()};
  TRY(bench::FillStore(corpus_file, home));
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(home));
  retrieve::Searcher searcher(&corpus);
  std::vector<std::vector<std::string>> found;
  found.reserve(questions.size());
  for (const GoldQuestion& question : questions) {
    std::vector<std::string>& uris = found.emplace_back();
    const auto hits = searcher.Search({.query = question.question, .limit = limit});
    if (!hits) continue;  // no word to search for
    for (const retrieve::SearchHit& hit : *hits) uris.push_back(hit.document_uri);
  }
  return found;
}

}  // namespace arborist::training
