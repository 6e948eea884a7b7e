// SPDX-License-Identifier: AGPL-3.0-only
// The table of tools, each a function from checked arguments to a struct of app and links to what
// it speaks of. `query` has two: one that finds a kept answer at once, and one that waits for a
// model.
#include "serve/mcp/tools.h"

#include <algorithm>
#include <utility>

#include "app/check_request.h"
#include "app/json/answer_json.h"
#include "app/json/document_json.h"
#include "app/json/proof_json.h"
#include "app/json/record_json.h"
#include "app/json/service_json.h"
#include "app/json/write_json.h"
#include "app/proof_service.h"
#include "app/record_service.h"
#include "bundle/bundle.h"
#include "judge/check_answer.h"
#include "judge/unit_text.h"
#include "serve/mcp/links.h"
#include "serve/mcp/schemas.h"

namespace arborist::serve::mcp {

namespace {

using Output = Result<ToolOutput>;

// Bundles above this are left to resources/read, which a client does on purpose.
constexpr std::size_t kMaxInlineBundleBytes = std::size_t{1} << 20;
constexpr std::size_t kResourcesPage = 50;

std::int64_t IntOr(const json::Value& value, std::string_view name, std::int64_t fallback) {
  const json::Value* found = value.Find(name);
  return found != nullptr ? found->as_int() : fallback;
}
bool BoolOr(const json::Value& value, std::string_view name, bool fallback) {
  const json::Value* found = value.Find(name);
  return found != nullptr ? found->as_bool() : fallback;
}
std::string StringOr(const json::Value& value, std::string_view name, std::string_view fallback) {
  const json::Value* found = value.Find(name);
  return found != nullptr ? found->as_string() : std::string(fallback);
}

Output Search(app::Service* service, const json::Value& arguments, const CallContext& context) {
  retrieve::SearchOptions options;
  options.query = StringOr(arguments, "query", "");
  options.limit = static_cast<std::size_t>(IntOr(arguments, "limit", 10));
  options.per_document = static_cast<std::size_t>(IntOr(arguments, "per_document", 0));
  TRY_ASSIGN(const app::SearchResult found, service->asks()->Search(options, context.view));
  ToolOutput output{app::ToJson(found)};
  for (const retrieve::SearchHit& hit : found.hits) {
    AddPassageLinks({.root = hit.document_root,
                     .chunk_idx = hit.chunk_idx,
                     .uri = hit.document_uri,
                     .title = hit.title},
                    &output.links);
  }
  return output;
}

Output Read(app::Service* service, const json::Value& arguments, const CallContext& context) {
  TRY_ASSIGN(const auto home, service->Take(context.view));
  TRY_ASSIGN(const app::ChunkPage page,
             app::DocumentService(&*home).Chunks(
                 StringOr(arguments, "document", ""),
                 {.from = static_cast<std::uint64_t>(IntOr(arguments, "from", 0)),
                  .limit = static_cast<std::size_t>(IntOr(arguments, "limit", 8))}));
  ToolOutput output{ReadJson(page)};
  for (const app::PageChunk& chunk : page.items) {
    AddPassageLinks({.root = page.document.root,
                     .chunk_idx = chunk.chunk_idx,
                     .uri = page.document.uri,
                     .title = page.document.title},
                    &output.links);
  }
  return output;
}

Result<app::Question> QuestionOf(app::Service* service, const json::Value& arguments) {
  using Scope = app::AskService::Scope;
  const bool of_document = arguments.Find("document") != nullptr;
  return service->asks()->Read(arguments, of_document ? Scope::kDocument : Scope::kCorpus);
}

std::string AnswerText(const run::RunRecord& record) {
  if (record.declined) return "declined: " + record.answer_text + "\nNothing is claimed.";
  return record.answer_text + "\n\n" +
         judge::ReportText(record.audit_mode(), record.rung, record.units);
}

ToolOutput ShowAnswer(const ask::AskResult& answer) {
  ToolOutput output{.structured = app::AnswerForAgents(answer), .text = AnswerText(answer.record)};
  for (const run::RecordedPassage& passage : answer.record.passages) {
    AddPassageLinks({.root = passage.ref.document_root,
                     .chunk_idx = passage.ref.chunk_idx,
                     .uri = passage.document_uri,
                     .title = passage.title.value_or("")},
                    &output.links);
  }
  if (answer.stored) {
    const std::string key = answer.stored->cache_key.hex();
    output.links.push_back({.uri = UriOf({ResourceKind::kBundle, key, {}}),
                            .name = "proof of " + key.substr(0, 12),
                            .description = "A bundle that arborist-verify checks without the store",
                            .mime_type = "application/json"});
  }
  return output;
}

Output Query(app::Service* service, const app::AnswerSeen& seen, const json::Value& arguments,
             const CallContext& context) {
  TRY_ASSIGN(app::Question question, QuestionOf(service, arguments));
  question.options.stop = context.cancelled;
  const auto progress = [&](std::string_view stage) {
    if (context.progress) context.progress(stage);
  };
  TRY_ASSIGN(const ask::AskResult answer, service->asks()->Ask(question, context.view, progress));
  if (seen) seen(app::SeenOf(app::AnswerFrom::kMiss, answer));
  return ShowAnswer(answer);
}

// A kept answer, or that there will be none; it waits for no model.
Result<std::optional<ToolOutput>> FindAnswer(app::Service* service, const app::AnswerSeen& seen,
                                             const json::Value& arguments,
                                             const CallContext& context) {
  TRY_ASSIGN(const app::Question question, QuestionOf(service, arguments));
  TRY_ASSIGN(const std::optional<ask::AskResult> answer,
             service->asks()->Find(question, context.view, {}));
  if (!answer) return std::nullopt;
  if (seen) seen(app::SeenOf(*answer));
  return ShowAnswer(*answer);
}

Output Check(app::Service*, const json::Value& arguments, const CallContext&) {
  TRY_ASSIGN(const judge::CheckRequest request, app::ReadCheckRequest(arguments));
  const judge::CheckReport report = judge::Check(request);
  return ToolOutput{.structured = app::CheckForAgents(report, request),
                    .text = judge::ReportText(report, request)};
}

Result<app::Proof> MakeProof(app::Service* service, const app::ProveTarget& target, bool redact,
                             const app::View& view) {
  TRY_ASSIGN(const auto home, service->Take(view));
  return app::ProofService(&*home).Prove(target, redact);
}

Output Prove(app::Service* service, const json::Value& arguments, const CallContext& context) {
  std::optional<std::uint64_t> chunk;
  if (arguments.Find("chunk") != nullptr) {
    chunk = static_cast<std::uint64_t>(IntOr(arguments, "chunk", 0));
  }
  const bool redact = BoolOr(arguments, "redact", false);
  TRY_ASSIGN(const app::ProveTarget target,
             app::ParseProveTarget(StringOr(arguments, "target", ""), chunk));
  TRY_ASSIGN(app::Proof proof, MakeProof(service, target, redact, context.view));
  const std::string text = bundle::ToFileText(proof.bundle);
  TRY_ASSIGN(const bundle::VerifyReport report, app::VerifyBundle(text, "", ""));
  json::Object shown = ProofJson(proof, report, text.size());
  if (BoolOr(arguments, "include_bundle", false)) {
    if (text.size() > kMaxInlineBundleBytes) {
      return Fail(ErrorCode::kLimitExceeded,
                  "the bundle has " + std::to_string(text.size()) +
                      " bytes; leave include_bundle out and read the resource that is linked");
    }
    shown.emplace("bundle", std::move(proof.bundle));
  }
  ToolOutput output{std::move(shown)};
  // A redacted bundle has no address: what stands there is the whole.
  if (!redact) {
    const bool of_chunk = proof.of == app::Proof::Of::kChunk;
    output.links.push_back(
        {.uri = UriOf({ResourceKind::kBundle, proof.hash,
                       of_chunk ? std::optional(proof.chunk_idx) : std::nullopt}),
         .name = "proof of " + proof.hash.substr(0, 12),
         .description = "The bundle; arborist-verify checks it",
         .mime_type = "application/json"});
  }
  return output;
}

Output Explain(app::Service* service, const json::Value& arguments, const CallContext& context) {
  TRY_ASSIGN(const auto home, service->Take(context.view));
  TRY_ASSIGN(const curate::Explanation explanation,
             app::RecordService(&*home).Explain(StringOr(arguments, "key", "")));
  ToolOutput output{app::ToJson(explanation)};
  const std::string key = explanation.record.cache_key.hex();
  output.links.push_back({.uri = UriOf({ResourceKind::kRecord, key, {}}),
                          .name = "record " + key.substr(0, 12),
                          .description = "All that is kept of this answer",
                          .mime_type = "application/json"});
  return output;
}

Output ShowStatus(app::Service* service, bool ingests, const CallContext& context) {
  TRY_ASSIGN(const app::StoreStatistics statistics, service->Statistics(context.view));
  return ToolOutput{StatusJson(
      service->Configured(),
      {.may_write = context.may_write, .may_ingest = context.may_write && ingests}, statistics)};
}

Output Falsify(app::Service* service, const json::Value& arguments, const CallContext& context) {
  // The schema takes no other state.
  const auto state = store::RecordStateFromName(StringOr(arguments, "state", "failed"));
  TRY_ASSIGN(const curate::Falsified done,
             service->writes()->Falsify(context.view, StringOr(arguments, "key", ""), *state,
                                        StringOr(arguments, "reason", "")));
  return ToolOutput{app::ToJson(done)};
}

Output Ingest(app::Service* service, const IngestPaths& ingest, const json::Value& arguments,
              const CallContext& context) {
  std::vector<std::filesystem::path> paths;
  for (const json::Value& path : arguments.Find("paths")->as_array()) {
    TRY_ASSIGN(std::filesystem::path real, ingest.Resolve(path.as_string()));
    paths.push_back(std::move(real));
  }
  const std::string shard = StringOr(arguments, "shard", "main");
  const std::vector<std::string>& visible = context.view.shards;
  if (!visible.empty() && std::ranges::find(visible, shard) == visible.end()) {
    return Fail(ErrorCode::kForbidden, "this token may not write to " + shard);
  }
  TRY_ASSIGN(const ingest::IngestReport report,
             service->writes()->IngestFiles(ingest.root(), paths, shard, context.progress,
                                            context.cancelled));
  return ToolOutput{app::ToJson(report)};
}

Result<app::DocumentPage> ListDocuments(app::Service* service, const std::string& after,
                                        const app::View& view) {
  TRY_ASSIGN(const auto home, service->Take(view));
  return app::DocumentService(&*home).List({.after = after, .limit = kResourcesPage});
}

Result<ResourceText> ReadNamed(app::Service* service, const ResourceName& name,
                               const app::View& view) {
  switch (name.kind) {
    case ResourceKind::kDocument: {
      TRY_ASSIGN(const auto home, service->Take(view));
      TRY_ASSIGN(app::DocumentText text, app::DocumentService(&*home).Text(name.hash));
      return ResourceText{"text/plain", std::move(text.text)};
    }
    case ResourceKind::kChunk: {
      TRY_ASSIGN(const auto home, service->Take(view));
      TRY_ASSIGN(const app::ProvedChunk chunk,
                 app::DocumentService(&*home).Chunk(name.hash, *name.chunk));
      return ResourceText{"application/json", json::DumpLine(ToJson(chunk))};
    }
    case ResourceKind::kRecord: {
      TRY_ASSIGN(const auto home, service->Take(view));
      TRY_ASSIGN(const app::RecordDetails record, app::RecordService(&*home).Show(name.hash));
      return ResourceText{"application/json",
                          json::DumpLine(ToJson(record, app::PassageTexts::kAll))};
    }
    case ResourceKind::kBundle: {
      TRY_ASSIGN(const app::Proof proof, MakeProof(service, {name.hash, name.chunk}, false, view));
      return ResourceText{"application/json", bundle::ToFileText(proof.bundle)};
    }
  }
  return Fail(ErrorCode::kNotFound, "there is no such resource");
}

template <typename T>
Result<T> Public(const app::Service& service, Result<T> result) {
  if (result) return result;
  return std::unexpected(service.Public(std::move(result).error()));
}

}  // namespace

std::vector<Tool> ToolsOf(app::Service* service, const IngestPaths* ingest,
                          const app::AnswerSeen& seen) {
  std::vector<Tool> tools;
  const auto add = [&](std::string_view name, std::string_view title, std::string_view description,
                       Need need, const auto& call) {
    const Schemas& schemas = SchemasOf(name);
    tools.push_back({.name = std::string(name),
                     .title = std::string(title),
                     .description = std::string(description),
                     .input_schema = schemas.input,
                     .output_schema = schemas.output,
                     .need = need,
                     .call = [service, call](const json::Value& arguments,
                                             const CallContext& context) -> Output {
                       return Public(*service, call(service, arguments, context));
                     }});
  };
  add("search", "Search the corpus",
      "Find passages: ranked, with the hits between asterisks. Words or a question.", Need::kRead,
      Search);
  add("read", "Read a document",
      "Read a document chunk by chunk, by its root (or 8 or more digits of it) or its URI.",
      Need::kRead, Read);
  add("query", "Ask the corpus",
      "Answer a question from the corpus, or from one document, and say what of the answer stands "
      "in the sources: STRICT all of it, HYBRID some, UNGROUNDED none. Kept answers are served "
      "again while their sources are unchanged.",
      Need::kAsk,
      [seen](app::Service* of, const json::Value& arguments, const CallContext& context) {
        return Query(of, seen, arguments, context);
      });
  tools.back().find = [service, seen](const json::Value& arguments, const CallContext& context) {
    return Public(*service, FindAnswer(service, seen, arguments, context));
  };
  add("check", "Check an answer",
      "Verify an answer that came from anywhere against the texts it was made from. No model is "
      "asked.",
      Need::kRead, Check);
  add("prove", "Prove an answer or a document",
      "Make a bundle that proves a kept answer, a document or one chunk of it to somebody who has "
      "nothing but the file, and check it.",
      Need::kRead, Prove);
  add("explain", "Explain an answer",
      "How a kept answer came about, stage by stage, each worked out again and compared.",
      Need::kRead, Explain);
  add("status", "Status", "What the corpus holds, which model answers, what is allowed here.",
      Need::kRead,
      [ingests = ingest != nullptr](app::Service* of, const json::Value&,
                                    const CallContext& context) {
        return ShowStatus(of, ingests, context);
      });
  add("falsify", "Falsify an answer",
      "Say that a kept answer is wrong, stale, to be looked at, or live again; it is logged, and "
      "only live answers are served.",
      Need::kWrite, Falsify);
  if (ingest != nullptr) {
    add("ingest", "Take in documents",
        "Take in files or folders below the folder that this server was given.", Need::kWrite,
        [ingest](app::Service* of, const json::Value& arguments, const CallContext& context) {
          return Ingest(of, *ingest, arguments, context);
        });
  }
  return tools;
}

Resources ResourcesOf(app::Service* service) {
  Resources resources;
  resources.templates = ResourceTemplates();
  resources.list = [service](const std::string& cursor,
                             const CallContext& context) -> Result<ResourcePage> {
    TRY_ASSIGN(const app::DocumentPage page,
               Public(*service, ListDocuments(service, cursor, context.view)));
    ResourcePage result;
    for (const app::DocumentSummary& document : page.items) {
      const std::string root = document.root.hex();
      result.items.push_back({.uri = UriOf({ResourceKind::kDocument, root, {}}),
                              .name = document.title.empty() ? root.substr(0, 12) : document.title,
                              .title = document.title,
                              .description = document.uri,
                              .mime_type = "text/plain"});
    }
    if (page.next) result.next = page.next->hex();
    return result;
  };
  resources.read = [service](const std::string& uri,
                             const CallContext& context) -> Result<ResourceText> {
    TRY_ASSIGN(const ResourceName name, ReadResourceName(uri));
    return Public(*service, ReadNamed(service, name, context.view));
  };
  return resources;
}

}  // namespace arborist::serve::mcp
