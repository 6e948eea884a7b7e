// SPDX-License-Identifier: AGPL-3.0-only
// A question is looked for in memory first (FindReady), then among the records (Find), and only
// then answered anew (Ask): each step may be left to a lane of its own. What Find serves by the
// request's own key is put into memory under the text of the request and what the caller may see.
#include "app/ask_service.h"

#include <utility>

#include "app/question_fields.h"
#include "store/home/hits.h"

namespace arborist::app {

namespace {

constexpr std::size_t kMaxReadyKeyBytes = 16 << 10;

std::string ReadyKeyOf(const std::string& text, const View& view) {
  std::string key;
  for (const std::string& shard : view.shards) key += shard + "\n";
  return key + "\n" + text;
}

Result<ask::AskOptions> OptionsFor(const Question& question, const Home& home) {
  TRY_ASSIGN(const bool any, home.HasDocuments());
  if (!any) return Fail(ErrorCode::kNotFound, "there are no documents here");
  ask::AskOptions options = question.options;
  if (!question.document.empty()) {
    TRY_ASSIGN(const store::CorpusDocument document, home.corpus().Resolve(question.document));
    options.document = document.view.root;
  }
  return options;
}

}  // namespace

std::string_view Name(AnswerFrom from) {
  switch (from) {
    case AnswerFrom::kMemory:
      return "memory";
    case AnswerFrom::kStore:
      return "store";
    case AnswerFrom::kNone:
      return "none";
    case AnswerFrom::kMiss:
      break;
  }
  return "miss";
}

SeenAnswer SeenOf(AnswerFrom from, const ask::AskResult& answer) {
  return {.from = from, .label = answer.record.audit_mode(), .timings_us = answer.timings_us};
}

SeenAnswer SeenOf(const ask::AskResult& found) {
  return SeenOf(found.cached ? AnswerFrom::kStore : AnswerFrom::kNone, found);
}

Result<Question> AskService::Read(const json::Value& body, Scope scope) const {
  Question question;
  question.text = TextOf(body, scope);
  TRY(body.String("question"));
  if (scope == Scope::kDocument) {
    TRY_ASSIGN(question.document, body.String("document"));
    if (question.document.empty()) {
      return Fail(ErrorCode::kInvalidArgument, "field document is empty; give a root or a URI");
    }
  }
  json::Object policy = config_->policy;
  TRY(TakeQuestionFields(body, GivenBy::kRequest, scope == Scope::kDocument ? "document" : "",
                         &policy, &question.options));
  TRY_ASSIGN(question.options.policy, WantedPolicy(*config_, std::move(policy)));
  question.options.quantization = config_->quantization;
  return question;
}

std::string AskService::TextOf(const json::Value& body, Scope scope) {
  return (scope == Scope::kDocument ? "ask " : "query ") + json::Dump(body);
}

// What was refused, or asked for a new answer, was never put there.
std::optional<AnswerCache::Hit> AskService::FindReady(const std::string& text, const View& view) {
  return ready_->Find(ReadyKeyOf(text, view));
}

Result<std::optional<ask::AskResult>> AskService::Find(const Question& question, const View& view,
                                                       const Progress& progress) {
  if (question.options.burn_existing) return std::nullopt;  // a new one is wanted
  const store::ChangeWatch::Versions now = ready_->Now();
  TRY_ASSIGN(const ReaderPool::Lease home, homes_->Take(view));
  TRY_ASSIGN(const ask::AskOptions options, OptionsFor(question, *home));
  TRY_ASSIGN(std::optional<ask::AskResult> result, home->FindKept(options, progress));
  // An answer of the other key is asked for again: the record of this one may be refuted meanwhile.
  if (result && question.text.size() <= kMaxReadyKeyBytes &&
      result->lookup_path == ask::LookupPath::kPrimary) {
    ready_->Put(ReadyKeyOf(question.text, view), *result, now);
  }
  return result;
}

Result<ask::AskResult> AskService::Ask(const Question& question, const View& view,
                                       const Progress& progress) {
  TRY_ASSIGN(const ReaderPool::Lease home, homes_->Take(view));
  TRY_ASSIGN(const ask::AskOptions options, OptionsFor(question, *home));
  return home->Ask(options, progress);
}

Result<SearchResult> AskService::Search(const retrieve::SearchOptions& options, const View& view) {
  TRY_ASSIGN(const ReaderPool::Lease home, homes_->Take(view));
  if (home->corpus().shards().empty()) {
    return Fail(ErrorCode::kNotFound, "there are no documents here yet");
  }
  TRY_ASSIGN(SearchResult result, home->Search(options));
  const std::vector<DocumentRoot> found = DocumentsOf(result);
  const MutexLock lock(uses_mutex_);
  if (uses_.size() + found.size() <= kMaxUses) {
    uses_.insert(uses_.end(), found.begin(), found.end());
  }
  return result;
}

void AskService::WriteUses() {
  const std::map<std::int64_t, std::int64_t> records = ready_->TakeHits();
  std::vector<DocumentRoot> documents;
  {
    const MutexLock lock(uses_mutex_);
    documents = std::exchange(uses_, {});
  }
  if (records.empty() && documents.empty()) return;
  const auto home = homes_->Take({});
  if (!home) return;
  store::Records kept((*home)->store());
  for (const auto& [record, times] : records) (void)kept.CountHit(record, times);
  (void)store::Hits((*home)->store()).Count(documents);
}

}  // namespace arborist::app
