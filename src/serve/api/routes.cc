// SPDX-License-Identifier: AGPL-3.0-only
// The routes of /api/v1 as a table: pattern, scope, lane, limit and a function from a request to
// JSON. Each function checks its parameters, leases a home for what the caller may see, asks one
// service of it and converts the struct. Errors pass through Service::Public, which takes the path
// of the home out of them.
#include "serve/api/routes.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>

#include "app/check_request.h"
#include "app/fields.h"
#include "app/json/answer_json.h"
#include "app/json/document_json.h"
#include "app/json/log_json.h"
#include "app/json/record_json.h"
#include "app/json/service_json.h"
#include "app/json/write_json.h"
#include "app/log_service.h"
#include "app/proof_service.h"
#include "app/record_service.h"
#include "base/ascii.h"
#include "base/version.h"
#include "bundle/report.h"
#include "judge/check_answer.h"
#include "text/utf8.h"

namespace arborist::serve::api {

namespace {

using app::DocumentService;
using app::RecordService;
using app::Service;
using http::ExchangePtr;
using http::Lane;
using http::Method;
using http::Request;
using http::Scope;

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t kMaxBundleBytes = std::size_t{64} << 20;
constexpr std::size_t kMaxCheckBytes = std::size_t{16} << 20;
constexpr std::size_t kMaxRpcBytes = std::size_t{16} << 20;

using Call = std::function<Result<json::Value>(Service*, const Request&)>;

// Names in paths are digits of a key or a root; a URI stands in a parameter.
Result<std::string> Digits(const Request& request, std::string_view name) {
  const std::string& text = request.Param(name);
  if (text.size() < 8 || text.size() > 64 ||
      text.find_first_not_of("0123456789abcdef") != std::string::npos) {
    return Fail(ErrorCode::kInvalidArgument, std::string(name) + " must be 8 to 64 digits 0-9 a-f");
  }
  return text;
}

Result<json::Value> Whoami(const Request& request) {
  const http::Caller& caller = request.caller;
  json::Array scopes;
  for (const std::string_view scope : caller.scopes.names()) scopes.emplace_back(scope);
  const auto text_or_null = [](const std::string& text) {
    return text.empty() ? json::Value() : json::Value(text);
  };
  return json::Value(json::Object{
      {"scopes", std::move(scopes)},
      {"local", caller.local},
      {"token", text_or_null(caller.token_id)},
      {"name", text_or_null(caller.name)},
      {"shards", caller.shards.empty()
                     ? json::Value()
                     : json::Value(json::Array(caller.shards.begin(), caller.shards.end()))},
      {"expires_at", caller.expires_at == 0 ? json::Value() : json::Value(caller.expires_at)}});
}

Result<json::Value> Search(Service* service, const Request& request) {
  TRY(request.OnlyQuery({"q", "limit", "per_document"}));
  const std::string query = TextOf(request, "q");
  if (query.empty() || query.size() > 8192) {
    return Fail(ErrorCode::kInvalidArgument, "parameter q must hold words, in at most 8192 bytes");
  }
  TRY_ASSIGN(const std::size_t limit, LimitOf(request, 10));
  TRY_ASSIGN(const std::int64_t per_document, request.QueryInt("per_document", 0, 0, 1000));
  retrieve::SearchOptions options;
  options.query = query;
  options.limit = limit;
  options.per_document = static_cast<std::size_t>(per_document);
  TRY_ASSIGN(const app::SearchResult found, service->asks()->Search(options, ViewOf(request)));
  return json::Value(app::ToJson(found));
}

Result<json::Value> ListDocuments(Service* service, const Request& request) {
  TRY(request.OnlyQuery({"after", "limit", "superseded", "uri"}));
  if (const std::string* uri = request.Query("uri")) {
    if (request.query.size() > 1) {
      return Fail(ErrorCode::kInvalidArgument, "parameter uri stands alone");
    }
    TRY_ASSIGN(const auto home, service->Take(ViewOf(request)));
    TRY_ASSIGN(app::DocumentSummary found, DocumentService(&*home).Find(*uri));
    return json::Value(ToJson(app::DocumentPage{{std::move(found)}, std::nullopt}));
  }
  DocumentService::Page page;
  page.after = TextOf(request, "after");
  TRY_ASSIGN(page.limit, LimitOf(request, 50));
  TRY_ASSIGN(page.superseded, request.QueryBool("superseded", false));
  TRY_ASSIGN(const auto home, service->Take(ViewOf(request)));
  TRY_ASSIGN(const app::DocumentPage documents, DocumentService(&*home).List(page));
  return json::Value(ToJson(documents));
}

Result<json::Value> ListChunks(Service* service, const Request& request) {
  TRY(request.OnlyQuery({"from", "limit", "base"}));
  TRY_ASSIGN(const std::string root, Digits(request, "root"));
  TRY_ASSIGN(const std::int64_t from, request.QueryInt("from", 0, 0, kMost));
  TRY_ASSIGN(const std::size_t limit, LimitOf(request, 50));
  TRY_ASSIGN(const auto home, service->Take(ViewOf(request)));
  TRY_ASSIGN(const app::ChunkPage chunks,
             DocumentService(&*home).Chunks(root, {.from = static_cast<std::uint64_t>(from),
                                                   .limit = limit,
                                                   .base = TextOf(request, "base")}));
  return json::Value(ToJson(chunks));
}

Result<json::Value> ShowChunk(Service* service, const Request& request) {
  TRY(request.OnlyQuery({}));
  TRY_ASSIGN(const std::string root, Digits(request, "root"));
  const std::string& text = request.Param("chunk_idx");
  std::uint64_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || stop != text.data() + text.size()) {
    return Fail(ErrorCode::kInvalidArgument, "chunk_idx must be a number");
  }
  TRY_ASSIGN(const auto home, service->Take(ViewOf(request)));
  TRY_ASSIGN(const app::ProvedChunk chunk, DocumentService(&*home).Chunk(root, number));
  return json::Value(ToJson(chunk));
}

Result<json::Value> ListVersions(Service* service, const Request& request) {
  TRY(request.OnlyQuery({"uri"}));
  const std::string uri = TextOf(request, "uri");
  if (uri.empty()) return Fail(ErrorCode::kInvalidArgument, "parameter uri is missing");
  TRY_ASSIGN(const auto home, service->Take(ViewOf(request)));
  TRY_ASSIGN(const app::DocumentVersions versions, DocumentService(&*home).Versions(uri));
  return json::Value(ToJson(versions));
}

Result<RecordService::Page> RecordsPageOf(const Request& request) {
  RecordService::Page page;
  const std::string state = TextOf(request, "state");
  if (!state.empty()) {
    page.state = store::RecordStateFromName(state);
    if (!page.state) {
      return Fail(ErrorCode::kInvalidArgument,
                  "parameter state must be live, failed, stale or quarantined");
    }
  }
  page.label = TextOf(request, "label");
  if (!page.label.empty() && !judge::AuditModeFromName(page.label)) {
    return Fail(ErrorCode::kInvalidArgument,
                "parameter label must be STRICT, HYBRID or UNGROUNDED");
  }
  page.source = TextOf(request, "source");
  TRY_ASSIGN(page.before, request.QueryInt("before", 0, 1, kMost));
  TRY_ASSIGN(page.limit, LimitOf(request, 50));
  return page;
}

Result<json::Value> ListRecords(Service* service, const Request& request) {
  TRY(request.OnlyQuery({"state", "label", "source", "before", "limit"}));
  TRY_ASSIGN(const RecordService::Page page, RecordsPageOf(request));
  TRY_ASSIGN(const auto home, service->Take(ViewOf(request)));
  TRY_ASSIGN(const app::RecordPage records, RecordService(&*home).List(page));
  return json::Value(ToJson(records));
}

json::Object WholeRecord(const app::RecordDetails& record) {
  return ToJson(record, app::PassageTexts::kAll);
}

Result<json::Value> ShowEmergent(Service* service, const Request& request) {
  TRY(request.OnlyQuery({"aggregate", "limit"}));
  TRY_ASSIGN(const bool aggregate, request.QueryBool("aggregate", false));
  TRY_ASSIGN(const std::size_t limit, LimitOf(request, 20));
  TRY_ASSIGN(const auto home, service->Take(ViewOf(request)));
  const RecordService records(&*home);
  json::Array items;
  if (aggregate) {
    TRY_ASSIGN(const auto spans, records.EmergentSpans(limit));
    for (const curate::EmergentSpan& span : spans) items.emplace_back(app::ToJson(span));
  } else {
    TRY_ASSIGN(const auto list, records.Emergent(limit));
    for (const curate::EmergentRecord& record : list) items.emplace_back(app::ToJson(record));
  }
  return json::Value(json::Object{{"items", std::move(items)}});
}

Result<json::Value> ListEvents(Service* service, const Request& request) {
  TRY(request.OnlyQuery({"store", "type", "subject", "before", "limit"}));
  app::LogService::Page page;
  if (const std::string* store = request.Query("store")) page.store = *store;
  page.type = TextOf(request, "type");
  page.subject = TextOf(request, "subject");
  if (request.Query("before") != nullptr) {
    TRY_ASSIGN(const std::int64_t before, request.QueryInt("before", 0, 0, kMost));
    page.before = static_cast<std::uint64_t>(before);
  }
  TRY_ASSIGN(page.limit, LimitOf(request, 50));
  TRY_ASSIGN(const auto home, service->Take(ViewOf(request)));
  TRY_ASSIGN(const app::EventPage events, app::LogService(&*home).Events(page));
  return json::Value(app::ToJson(events));
}

Result<json::Value> ShowLogHealth(Service* service, const Request& request) {
  TRY(request.OnlyQuery({"full"}));
  TRY_ASSIGN(const bool full, request.QueryBool("full", false));
  TRY_ASSIGN(const auto home, service->Take(ViewOf(request)));
  TRY_ASSIGN(const app::LogHealth health,
             app::LogService(&*home).Health(full ? app::LogService::Depth::kFull
                                                 : app::LogService::Depth::kLast));
  return json::Value(app::ToJson(health));
}

Result<std::vector<std::pair<std::string, std::uint64_t>>> LogSizes(Service* service,
                                                                    const Request& request) {
  TRY_ASSIGN(const auto home, service->Take(ViewOf(request)));
  return app::LogService(&*home).Sizes();
}

Result<json::Value> ProveIt(Service* service, const Request& request) {
  TRY(request.OnlyQuery({"target", "chunk", "redact"}));
  const std::string target = TextOf(request, "target");
  if (target.empty()) return Fail(ErrorCode::kInvalidArgument, "parameter target is missing");
  std::optional<std::uint64_t> chunk;
  if (request.Query("chunk") != nullptr) {
    TRY_ASSIGN(const std::int64_t number, request.QueryInt("chunk", 0, 0, kMost));
    chunk = static_cast<std::uint64_t>(number);
  }
  TRY_ASSIGN(const bool redact, request.QueryBool("redact", false));
  TRY_ASSIGN(const app::ProveTarget wanted, app::ParseProveTarget(target, chunk));
  TRY_ASSIGN(const auto home, service->Take(ViewOf(request)));
  TRY_ASSIGN(app::Proof proof, app::ProofService(&*home).Prove(wanted, redact));
  return std::move(proof.bundle);
}

// A bundle as it came; or an object with the bundle inside and the key it must be signed with.
Result<bundle::VerifyReport> Verified(const Request& request) {
  TRY(request.OnlyQuery({"root"}));
  // A bundle may be large: it is read twice only when it may be inside another object.
  if (request.body.contains("\"bundle\"")) {
    const auto body = json::Parse(request.body, {.unique_keys = true});
    if (body && body->is_object() && body->Find("bundle") != nullptr) {
      if (!request.query.empty()) {
        return Fail(ErrorCode::kInvalidArgument, "root stands beside bundle then, in the body");
      }
      return app::VerifyRequest(*body);
    }
  }
  return app::VerifyBundle(request.body, TextOf(request, "root"), "");
}

Result<json::Value> VerifyIt(Service*, const Request& request) {
  TRY_ASSIGN(const bundle::VerifyReport report, Verified(request));
  return bundle::ReportToJson(report);
}

Result<json::Value> Falsify(Service* service, const Request& request) {
  TRY_ASSIGN(const std::string key, Digits(request, "key"));
  TRY_ASSIGN(const json::Value body, request.JsonBody());
  TRY(app::OnlyFields(body, {"reason", "state"}));
  TRY_ASSIGN(const std::string reason, body.String("reason"));
  TRY_ASSIGN(const std::string state, body.StringOr("state", "failed"));
  const auto to = store::RecordStateFromName(state);
  if (!to) {
    return Fail(ErrorCode::kInvalidArgument,
                "field state must be failed, stale, quarantined or live");
  }
  TRY_ASSIGN(const curate::Falsified done,
             service->writes()->Falsify(ViewOf(request), key, *to, reason));
  return json::Value(app::ToJson(done));
}

Result<json::Value> BurnIt(Service* service, const Request& request) {
  TRY_ASSIGN(const json::Value body, request.JsonBody());
  TRY(app::OnlyFields(body, {"name", "force"}));
  TRY_ASSIGN(const std::string name, body.String("name"));
  bool force = false;
  if (body.Find("force") != nullptr) {
    TRY_ASSIGN(force, body.Bool("force"));
  }
  TRY_ASSIGN(const curate::BurnReport report,
             service->writes()->Burn(ViewOf(request), name, force));
  return json::Value(app::ToJson(report));
}

void CountIngest(http::Metrics* metrics, const ingest::IngestReport& report) {
  for (const auto& [what, count] :
       {std::pair("added", report.added), std::pair("unchanged", report.unchanged),
        std::pair("superseded", report.superseded), std::pair("revised", report.revised),
        std::pair("text_bytes", report.text_bytes),
        std::pair("skipped_count", report.skipped_count)}) {
    metrics->Count("arborist_ingest_total", {{"what", what}}, static_cast<double>(count));
  }
}

Result<json::Value> Ingest(Context* context, const Request& request) {
  TRY(request.OnlyQuery({"uri", "shard"}));
  app::Upload upload;
  upload.body = request.body;
  const std::string* const type = request.Header("content-type");
  if (type != nullptr) upload.media_type = type->substr(0, type->find(';'));
  while (upload.media_type.ends_with(' ')) upload.media_type.pop_back();
  upload.media_type = LowerAscii(upload.media_type);
  upload.uri = TextOf(request, "uri");
  if (const std::string* shard = request.Query("shard")) upload.shard = *shard;
  TRY_ASSIGN(const app::UploadReport report,
             context->service->writes()->Ingest(ViewOf(request), upload));
  CountIngest(context->metrics, report.report);
  return json::Value(app::ToJson(report));
}

void SendMetrics(const ExchangePtr& exchange, Context* context) {
  // Names and sizes of all shards, and counts of everybody's requests: for whoever sees all.
  const auto sizes = LogSizes(context->service, exchange->request());
  if (!sizes && sizes.error().code == ErrorCode::kForbidden) {
    return exchange->Respond(http::ErrorResponse(sizes.error()));
  }
  if (sizes) {
    for (const auto& [name, size] : *sizes) {
      context->metrics->Set("arborist_log_events", static_cast<double>(size), {{"log", name}});
    }
  }
  http::Response response;
  response.content_type = "text/plain; version=0.0.4; charset=utf-8";
  response.body = context->metrics->Text();
  exchange->Respond(std::move(response));
}

void Rpc(const ExchangePtr& exchange, const Service& service) {
  const std::string& body = exchange->request().body;
  http::Response response;
  if (const std::size_t bad = text::FindInvalidUtf8(body); bad != std::string_view::npos) {
    return exchange->Respond(http::ErrorResponse(
        Error{ErrorCode::kInvalidData, "the body is not UTF-8 at byte " + std::to_string(bad)}));
  }
  if (auto answer = service.Rpc(body)) {
    response.body = std::move(*answer) + "\n";
  } else {
    response.status = 204;
  }
  exchange->Respond(std::move(response));
}

// A GET of a document by its root in the path.
template <typename T>
Call OfDocument(Result<T> (DocumentService::*method)(std::string_view) const) {
  return [=](Service* service, const Request& request) -> Result<json::Value> {
    TRY(request.OnlyQuery({}));
    TRY_ASSIGN(const std::string root, Digits(request, "root"));
    TRY_ASSIGN(const auto home, service->Take(ViewOf(request)));
    const DocumentService documents(&*home);
    TRY_ASSIGN(const T found, (documents.*method)(root));
    return json::Value(ToJson(found));
  };
}

// A GET of a record by its key in the path.
template <typename T>
Call OfRecord(Result<T> (RecordService::*method)(std::string_view) const,
              json::Object (*shape)(const T&)) {
  return [=](Service* service, const Request& request) -> Result<json::Value> {
    TRY(request.OnlyQuery({}));
    TRY_ASSIGN(const std::string key, Digits(request, "key"));
    TRY_ASSIGN(const auto home, service->Take(ViewOf(request)));
    const RecordService records(&*home);
    TRY_ASSIGN(const T found, (records.*method)(key));
    return json::Value(shape(found));
  };
}

}  // namespace

std::string TextOf(const Request& request, std::string_view name) {
  const std::string* const text = request.Query(name);
  return text == nullptr ? std::string() : *text;
}

Result<std::size_t> LimitOf(const Request& request, std::int64_t fallback) {
  TRY_ASSIGN(const std::int64_t limit, request.QueryInt("limit", fallback, 1, 1000));
  return static_cast<std::size_t>(limit);
}

void Respond(const ExchangePtr& exchange, const Service& service,
             const Result<json::Value>& result) {
  exchange->Respond(result ? http::JsonResponse(*result)
                           : http::ErrorResponse(service.Public(result.error())));
}

void AddRoutes(http::Router* router, Context* context) {
  Service* const service = context->service;
  const auto add = [&](Method method, std::string_view pattern, http::RouteOptions options,
                       Call call) {
    router->Add(method, pattern, std::move(options),
                [service, call = std::move(call)](const ExchangePtr& exchange) {
                  Respond(exchange, *service, call(service, exchange->request()));
                });
  };
  const auto get = [&](std::string_view pattern, Call call) {
    add(Method::kGet, pattern, {}, std::move(call));
  };
  router->AddJson(Method::kGet, "/health", {.scope = Scope::kNone, .lane = Lane::kInline},
                  [](const Request&) {
                    return json::Value(json::Object{{"ok", true}, {"version", kProgramVersion}});
                  });
  router->Add(Method::kGet, "/metrics", {},
              [context](const ExchangePtr& exchange) { SendMetrics(exchange, context); });
  router->AddJson(Method::kGet, "/api/v1/whoami", {.scope = Scope::kNone, .lane = Lane::kInline},
                  Whoami);
  get("/api/v1/config", [](Service* s, const Request& request) -> Result<json::Value> {
    TRY(request.OnlyQuery({}));
    return json::Value(ToJson(s->Configured()));
  });
  get("/api/v1/stats", [](Service* s, const Request& request) -> Result<json::Value> {
    TRY(request.OnlyQuery({}));
    TRY_ASSIGN(const app::StoreStatistics statistics, s->Statistics(ViewOf(request)));
    return json::Value(ToJson(statistics));
  });
  AddAskRoutes(router, context);
  get("/api/v1/search", Search);
  add(Method::kPost, "/api/v1/check", {.max_body_bytes = kMaxCheckBytes},
      [](Service*, const Request& request) -> Result<json::Value> {
        TRY_ASSIGN(const json::Value body, request.JsonBody());
        TRY_ASSIGN(const judge::CheckRequest wanted, app::ReadCheckRequest(body));
        return judge::ToJson(judge::Check(wanted), wanted);
      });
  get("/api/v1/documents", ListDocuments);
  add(Method::kPost, "/api/v1/documents",
      {.scope = Scope::kWrite,
       .lane = Lane::kWrite,
       .max_body_bytes = app::WriteService::kMaxUploadBytes,
       .accepts = app::WriteService::UploadTypes()},
      [context](Service*, const Request& request) { return Ingest(context, request); });
  get("/api/v1/documents/{root}", OfDocument(&DocumentService::Show));
  get("/api/v1/documents/{root}/text", OfDocument(&DocumentService::Text));
  get("/api/v1/documents/{root}/chunks", ListChunks);
  get("/api/v1/documents/{root}/chunks/{chunk_idx}", ShowChunk);
  get("/api/v1/versions", ListVersions);
  get("/api/v1/records", ListRecords);
  get("/api/v1/records/{key}", OfRecord(&RecordService::Show, WholeRecord));
  get("/api/v1/records/{key}/dag", OfRecord(&RecordService::Run, app::DagJson));
  get("/api/v1/records/{key}/preflight", OfRecord(&RecordService::Run, app::PreflightJson));
  get("/api/v1/records/{key}/explain",
      OfRecord<curate::Explanation>(&RecordService::Explain, app::ToJson));
  get("/api/v1/records/{key}/inspect",
      OfRecord<app::RecordInspection>(&RecordService::Inspect, app::ToJson));
  add(Method::kPost, "/api/v1/records/{key}/falsify",
      {.scope = Scope::kWrite, .lane = Lane::kWrite}, Falsify);
  add(Method::kPost, "/api/v1/burn", {.scope = Scope::kWrite, .lane = Lane::kWrite}, BurnIt);
  get("/api/v1/emergent", ShowEmergent);
  get("/api/v1/prove", ProveIt);
  add(Method::kPost, "/api/v1/verify", {.max_body_bytes = kMaxBundleBytes}, VerifyIt);
  get("/api/v1/log", ListEvents);
  get("/api/v1/log/health", ShowLogHealth);
  AddStoreRoutes(router, context);
  router->Add(Method::kPost, "/api/v1/rpc", {.max_body_bytes = kMaxRpcBytes},
              [service](const ExchangePtr& exchange) { Rpc(exchange, *service); });
}

}  // namespace arborist::serve::api
