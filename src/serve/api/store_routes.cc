// SPDX-License-Identifier: AGPL-3.0-only
// What the store does with itself: snapshots, checkpoints, cores, room.
#include <functional>
#include <limits>

#include "app/fields.h"
#include "app/json/log_json.h"
#include "app/json/snapshot_json.h"
#include "app/json/write_json.h"
#include "app/proof_service.h"
#include "app/snapshot_service.h"
#include "app/write_requests.h"
#include "serve/api/routes.h"

namespace arborist::serve::api {

namespace {

using app::Service;
using app::SnapshotService;
using http::Method;
using http::Request;

using Call = std::function<Result<json::Value>(Service*, const Request&)>;

// A snapshot: its number, digits of its root, or latest.
Result<std::string> NameOf(const Request& request) {
  const std::string& name = request.Param("name");
  if (name.size() > 64 ||
      (name != "latest" && name.find_first_not_of("0123456789abcdef") != std::string::npos)) {
    return Fail(ErrorCode::kInvalidArgument,
                "a snapshot is named by its number, 8 or more digits of its root, or latest");
  }
  return name;
}

struct Page {
  std::uint64_t from = 0;
  std::size_t limit = 0;
};
Result<Page> PageOf(const Request& request) {
  constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();
  TRY_ASSIGN(const std::int64_t from, request.QueryInt("from", 0, 0, kLast));
  TRY_ASSIGN(const std::size_t limit, LimitOf(request, 50));
  return Page{static_cast<std::uint64_t>(from), limit};
}

Result<json::Value> ListSnapshots(Service* service, const Request& request) {
  TRY(request.OnlyQuery({}));
  TRY_ASSIGN(const auto home, service->Take(ViewOf(request)));
  TRY_ASSIGN(const std::vector<store::Snapshot> all, SnapshotService(&*home).List());
  json::Array items;
  for (const store::Snapshot& snapshot : all) items.emplace_back(app::ToJson(snapshot));
  return json::Value(json::Object{{"items", std::move(items)}});
}

Result<json::Value> ShowSnapshot(Service* service, const Request& request) {
  TRY(request.OnlyQuery({}));
  TRY_ASSIGN(const std::string name, NameOf(request));
  TRY_ASSIGN(const auto home, service->Take(ViewOf(request)));
  TRY_ASSIGN(const app::SnapshotState state, SnapshotService(&*home).Show(name));
  return json::Value(app::ToJson(state));
}

Result<json::Value> ListMembers(Service* service, const Request& request) {
  TRY(request.OnlyQuery({"from", "limit"}));
  TRY_ASSIGN(const std::string name, NameOf(request));
  TRY_ASSIGN(const Page page, PageOf(request));
  TRY_ASSIGN(const auto home, service->Take(ViewOf(request)));
  TRY_ASSIGN(const app::MemberPage members,
             SnapshotService(&*home).Members(name, page.from, page.limit));
  return json::Value(app::ToJson(members));
}

Result<json::Value> DiffSnapshot(Service* service, const Request& request) {
  TRY(request.OnlyQuery({"to", "from", "limit"}));
  TRY_ASSIGN(const std::string name, NameOf(request));
  TRY_ASSIGN(const Page page, PageOf(request));
  std::string to = TextOf(request, "to");
  if (to.empty()) to = SnapshotService::kNow;
  TRY_ASSIGN(const auto home, service->Take(ViewOf(request)));
  TRY_ASSIGN(const app::DifferencePage changes,
             SnapshotService(&*home).Compare(name, to, page.from, page.limit));
  return json::Value(app::ToJson(changes));
}

Result<json::Value> VerifySnapshot(Service* service, const Request& request) {
  TRY(request.OnlyQuery({}));
  TRY_ASSIGN(const std::string name, NameOf(request));
  TRY_ASSIGN(const auto home, service->Take(ViewOf(request)));
  TRY_ASSIGN(const app::SnapshotVerdict verdict, SnapshotService(&*home).Verify(name));
  return json::Value(app::ToJson(verdict));
}

Result<json::Value> ListCheckpoints(Service* service, const Request& request) {
  TRY(request.OnlyQuery({}));
  TRY_ASSIGN(const auto home, service->Take(ViewOf(request)));
  TRY_ASSIGN(const app::CheckpointList list, app::LogService(&*home).Checkpoints());
  return json::Value(app::ToJson(list));
}

Result<json::Value> ProveMember(Service* service, const Request& request) {
  TRY(request.OnlyQuery({"document"}));
  TRY_ASSIGN(const std::string name, NameOf(request));
  const std::string document = TextOf(request, "document");
  if (document.empty()) return Fail(ErrorCode::kInvalidArgument, "parameter document is missing");
  TRY_ASSIGN(const auto home, service->Take(ViewOf(request)));
  TRY_ASSIGN(app::Proof proof, app::ProofService(&*home).ProveMember(document, name));
  return std::move(proof.bundle);
}

Result<json::Value> TakeSnapshot(Service* service, const Request& request) {
  TRY_ASSIGN(const json::Value body, request.JsonBody());
  TRY(app::OnlyFields(body, {"reason"}));
  TRY_ASSIGN(const std::string reason, body.StringOr("reason", ""));
  TRY_ASSIGN(const store::Snapshot made, service->writes()->TakeSnapshot(ViewOf(request), reason));
  return json::Value(app::ToJson(made));
}

Result<json::Value> SignCheckpoint(Service* service, const Request& request) {
  TRY_ASSIGN(const json::Value body, request.JsonBody());
  TRY(app::OnlyFields(body, {}));
  TRY_ASSIGN(const app::SignedCheckpoint made, service->writes()->SignCheckpoint(ViewOf(request)));
  return json::Value(app::ToJson(made));
}

Result<json::Value> Distill(Service* service, const Request& request) {
  TRY(request.OnlyQuery({}));
  TRY_ASSIGN(const json::Value body, request.JsonBody());
  TRY_ASSIGN(const distill::DistillOptions options, app::ReadDistillRequest(body));
  TRY_ASSIGN(const distill::DistillReport report,
             service->writes()->Distill(ViewOf(request), options));
  return json::Value(app::ToJson(options, report));
}

Result<json::Value> Evict(Service* service, const Request& request) {
  TRY(request.OnlyQuery({}));
  TRY_ASSIGN(const json::Value body, request.JsonBody());
  TRY_ASSIGN(const room::EvictOptions options, app::ReadEvictRequest(body));
  TRY_ASSIGN(const room::EvictReport report, service->writes()->Evict(ViewOf(request), options));
  return json::Value(app::ToJson(report));
}

Result<json::Value> Rehydrate(Service* service, const Request& request) {
  TRY(request.OnlyQuery({}));
  TRY_ASSIGN(const json::Value body, request.JsonBody());
  TRY_ASSIGN(const room::RehydrateOptions options, app::ReadRehydrateRequest(body));
  TRY_ASSIGN(const room::RehydrateReport report,
             service->writes()->Rehydrate(ViewOf(request), options));
  return json::Value(app::ToJson(report));
}

Result<json::Value> ListFollowed(Service* service, const Request& request) {
  TRY(request.OnlyQuery({}));
  TRY_ASSIGN(const auto home, service->Take(ViewOf(request)));
  TRY(home->RequireWhole());
  if (home->store() == nullptr) return json::Value(app::ToJson(std::vector<store::FollowedRoot>()));
  TRY_ASSIGN(const std::vector<store::FollowedRoot> roots, store::Follows(home->store()).Roots());
  return json::Value(app::ToJson(roots));
}

}  // namespace

void AddStoreRoutes(http::Router* router, Context* context) {
  Service* const service = context->service;
  const auto add = [&](Method method, std::string_view pattern, http::RouteOptions options,
                       Call call) {
    router->Add(method, pattern, std::move(options),
                [service, call = std::move(call)](const http::ExchangePtr& exchange) {
                  Respond(exchange, *service, call(service, exchange->request()));
                });
  };
  const auto get = [&](std::string_view pattern, Call call) {
    add(Method::kGet, pattern, {}, std::move(call));
  };
  const auto write = [&](std::string_view pattern, Call call) {
    add(Method::kPost, pattern, {.scope = http::Scope::kWrite, .lane = http::Lane::kWrite},
        std::move(call));
  };
  get("/api/v1/snapshots", ListSnapshots);
  write("/api/v1/snapshots", TakeSnapshot);
  get("/api/v1/snapshots/{name}", ShowSnapshot);
  get("/api/v1/snapshots/{name}/members", ListMembers);
  get("/api/v1/snapshots/{name}/diff", DiffSnapshot);
  get("/api/v1/snapshots/{name}/verify", VerifySnapshot);
  get("/api/v1/snapshots/{name}/prove", ProveMember);
  get("/api/v1/checkpoints", ListCheckpoints);
  write("/api/v1/checkpoints", SignCheckpoint);
  get("/api/v1/followed", ListFollowed);
  write("/api/v1/distill", Distill);
  write("/api/v1/evict", Evict);
  write("/api/v1/rehydrate", Rehydrate);
}

}  // namespace arborist::serve::api
