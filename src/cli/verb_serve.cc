// SPDX-License-Identifier: AGPL-3.0-only
// Composes the server: one app::Service, the routes of API, OpenAI, MCP and page on one router, and
// the HTTP server with its limits. When the drain time is over, `cut_short` ends the model calls
// that still run.
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <memory>
#include <thread>

#include "app/service.h"
#include "base/mutex.h"
#include "cli/serve_flags.h"
#include "cli/session.h"
#include "cli/stop_signal.h"
#include "cli/verbs.h"
#include "ingest/file_uri.h"
#include "serve/api/routes.h"
#include "serve/http/server.h"
#include "serve/mcp/protocol.h"
#include "serve/mcp/routes.h"
#include "serve/mcp/tools.h"
#include "serve/openai/routes.h"
#include "serve/ui/routes.h"
#include "sync/keep.h"

namespace arborist::cli {

namespace {

struct Flags {
  std::string address = "127.0.0.1";
  std::uint16_t port = 8420;
  const Option* address_option = nullptr;
  const Option* port_option = nullptr;
  std::string socket;
  std::string socket_mode = "0600";
  bool require_token = false;
  std::vector<std::string> trusted_proxies;
  std::vector<std::string> host_names;
  std::vector<std::string> origins;
  ModelFlags model;
  std::size_t asks = 4;
  std::size_t queue = 16;
  std::size_t connections = 4096;
  std::size_t connections_per_address = 256;
  std::int64_t drain_seconds = 20;
  bool quiet = false;
  std::vector<std::string> watch;
  McpFlags mcp;
};

// Each connection is a file; many systems start programs with room for 1,024.
void AllowManyFiles() {
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  files.rlim_cur = files.rlim_max;
  (void)setrlimit(RLIMIT_NOFILE, &files);
}

Result<unsigned> ModeOf(const std::string& text) {
  unsigned mode = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, mode, 8);
  if (error != std::errc() || stop != end || mode > 0777 || (mode & 0600) != 0600) {
    return Fail(ErrorCode::kInvalidArgument,
                "--socket-mode takes octal digits from 0600 to 0777 "
                "that let you read and write, not " +
                    text);
  }
  return mode;
}

// Where the server listens: at a port, unless a socket alone was asked for.
Status ListenWhere(const Flags& flags, serve::http::ServerOptions* options) {
  const bool port =
      flags.socket.empty() || flags.address_option->given() || flags.port_option->given();
  options->address = port ? flags.address : "";
  options->port = flags.port;
  options->socket_path = flags.socket;
  TRY_ASSIGN(options->socket_mode, ModeOf(flags.socket_mode));
  options->require_token = flags.require_token;
  TRY_ASSIGN(options->trusted_proxies, serve::http::AddressSet::Parse(flags.trusted_proxies));
  return {};
}

// Tells where it listens, on stdout.
void Announce(Session* session, const Flags& flags, std::uint16_t port) {
  const std::string host =
      flags.address.find(':') == std::string::npos ? flags.address : "[" + flags.address + "]";
  const std::string url = port == 0 ? "" : "http://" + host + ":" + std::to_string(port);
  if (session->json()) {
    session->PrintJson(
        json::Object{{"url", url.empty() ? json::Value() : json::Value(url)},
                     {"port", port == 0 ? json::Value() : json::Value(std::int64_t{port})},
                     {"socket", flags.socket.empty() ? json::Value() : json::Value(flags.socket)}});
  } else {
    session->PrintLine("serving " + session->Safe(session->home().root.string()) + " at " + url +
                       (url.empty() || flags.socket.empty() ? "" : " and at ") +
                       (flags.socket.empty() ? "" : "the socket " + session->Safe(flags.socket)));
  }
  session->Flush();
}

// Keeps the folders of --watch in step until *ended; *stop cuts a sync short.
Status Follow(Session* session, app::Service* service,
              const std::vector<std::filesystem::path>& folders, const std::atomic<bool>* ended,
              const std::atomic<bool>* stop, Mutex* log_mutex) {
  const auto note = [session, log_mutex](const std::string& line) {
    const MutexLock lock(*log_mutex);
    session->Note(session->Safe(line));
  };
  return sync::KeepInStep({.folders = folders,
                           .stop = ended,
                           .sync =
                               [&](const std::filesystem::path& folder) {
                                 sync::SyncOptions options;
                                 options.folder = folder;
                                 return service->writes()->Sync(options, stop);
                               },
                           .on_change =
                               [&](const sync::SyncReport& report) {
                                 note(report.folder + ": " +
                                      std::to_string(report.plan.changes.size()) + " changes; " +
                                      (report.withheld.empty() ? "in step" : report.withheld));
                               },
                           .on_note = note});
}

Status Run(Session* session, const Flags& flags) {
  AllowManyFiles();
  std::vector<std::filesystem::path> followed;
  for (const std::string& folder : flags.watch) {
    TRY_ASSIGN(std::filesystem::path absolute, ingest::AbsolutePath(folder));
    followed.push_back(std::move(absolute));
  }
  TRY_ASSIGN(const app::Config config, ConfigOf(flags.model, session->home()));
  std::atomic<bool> cut_short = false;
  app::HomeEnvironment environment = session->environment();
  environment.stop = &cut_short;
  TRY_ASSIGN(const std::unique_ptr<app::Service> service,
             app::Service::Open(
                 {.environment = environment, .config = config, .concurrent_asks = flags.asks}));
  serve::api::Context context{.service = service.get()};
  serve::http::Router router;
  serve::api::AddRoutes(&router, &context);
  const app::AnswerSeen seen = [&](const app::SeenAnswer& answer) {
    serve::api::CountAnswer(context.metrics, answer);
  };
  serve::openai::AddRoutes(&router, service.get(), &session->clock(), &session->random(), seen);
  TRY_ASSIGN(const std::optional<serve::mcp::IngestPaths> ingest,
             IngestPathsOf(session, flags.mcp));
  const serve::mcp::Protocol agents(
      serve::mcp::ToolsOf(service.get(), ingest ? &*ingest : nullptr, seen),
      serve::mcp::ResourcesOf(service.get()));
  serve::mcp::AddRoutes(&router, &agents, &session->random(), flags.mcp.allow_write);
  serve::ui::AddRoutes(&router);

  Mutex log_mutex;
  serve::http::ServerOptions options;
  TRY(ListenWhere(flags, &options));
  options.host_names = flags.host_names;
  options.allowed_origins = flags.origins;
  options.limits.max_connections = flags.connections;
  options.limits.max_connections_per_address = flags.connections_per_address;
  options.limits.ask_threads = flags.asks;
  options.limits.ask_queue = flags.queue;
  options.limits.read_threads = std::clamp(std::thread::hardware_concurrency(), 2U, 8U);
  options.limits.drain_time = std::chrono::seconds(flags.drain_seconds);
  options.check_token = serve::api::TokenCheckOf(service.get());
  const std::atomic<bool>* const stop = StopOnSignals();
  options.stop = stop;
  options.on_drain_expired = [&] { cut_short = true; };
  if (!flags.quiet) {
    options.log = [&](std::string_view line) {
      const MutexLock lock(log_mutex);
      session->Note(line);
    };
  }
  TRY_ASSIGN(const std::unique_ptr<serve::http::Server> server,
             serve::http::Server::Open(&router, std::move(options)));
  context.metrics = server->metrics();
  Announce(session, flags, server->port());
  std::atomic<bool> ended = false;
  std::jthread keeper;
  if (!followed.empty()) {
    keeper = std::jthread([&] {
      const Status kept = Follow(session, service.get(), followed, &ended, stop, &log_mutex);
      if (!kept) session->Note("--watch ended: " + session->Safe(kept.error().message));
    });
  }
  const Status ran = server->Run();
  ended = true;
  return ran;
}

}  // namespace

void AddServe(Command* app, Session* session) {
  auto flags = std::make_shared<Flags>();
  Command* verb = app->AddSubcommand(
      "serve", "Answer over HTTP: the web page, the API, OpenAI's clients at /v1, agents at /mcp");
  flags->address_option =
      verb->AddOption("--address", flags->address,
                      "IP address to listen on (default 127.0.0.1: this machine only)")
          ->TypeName("IP");
  flags->port_option =
      verb->AddOption("--port", flags->port, "Port (default 8420; 0: any that is free)")
          ->Whole(0, 65535)
          ->TypeName("N");
  verb->AddOption("--socket", flags->socket,
                  "Listen at a Unix socket; beside a port only if --port or --address is given")
      ->TypeName("PATH");
  verb->AddOption("--socket-mode", flags->socket_mode,
                  "Permissions of the socket: who may connect (default 0600: you and root)")
      ->TypeName("MODE");
  verb->AddFlag("--require-token", flags->require_token,
                "Reading and asking need a token on this machine too");
  verb->AddOption("--trusted-proxy", flags->trusted_proxies,
                  "Address or network of a proxy whose X-Forwarded-For names the client, such as "
                  "127.0.0.1 or 10.0.0.0/8; repeatable")
      ->TypeName("ADDR");
  verb->AddOption("--host-name", flags->host_names,
                  "A name that clients may call this server by, beside addresses; repeatable")
      ->TypeName("NAME");
  verb->AddOption("--allow-origin", flags->origins,
                  "A web origin whose pages may use the API, such as https://example.org; "
                  "repeatable (default: none)")
      ->TypeName("ORIGIN");
  AddModelFlags(verb, &flags->model);
  verb->AddOption("--max-asks", flags->asks, "Answers that are made at a time (default 4)")
      ->Whole(1, 256)
      ->TypeName("N");
  verb->AddOption("--ask-queue", flags->queue,
                  "Questions that wait behind them (default 16); more get a 429")
      ->Whole(0, 10000)
      ->TypeName("N");
  verb->AddOption("--max-connections", flags->connections, "At a time (default 4096)")
      ->Whole(1, 1000000)
      ->TypeName("N");
  verb->AddOption("--max-connections-per-address", flags->connections_per_address,
                  "Of one address at a time (default 256); of each client behind a trusted proxy "
                  "or the socket, requests")
      ->Whole(1, 1000000)
      ->TypeName("N");
  verb->AddOption("--drain-seconds", flags->drain_seconds,
                  "How long running work may take to end after Ctrl-C (default 20)")
      ->Whole(0, 3600)
      ->TypeName("N");
  AddMcpFlags(verb, &flags->mcp);
  verb->AddOption("--watch", flags->watch,
                  "Keep the store in step with a folder while serving, as sync does; repeatable")
      ->TypeName("DIR");
  verb->AddFlag("--quiet", flags->quiet, "No line per request on stderr");
  verb->Footer(
      "From this machine reading and asking need no token, unless --require-token; by the socket "
      "that is\nso for you and root. Writing always needs one, and so does everything from "
      "elsewhere or through a\nproxy: arborist token create. The API is in "
      "docs/api/openapi.yaml, proxies in docs/guide/serve.md.\n\n"
      "Examples:\n  arborist serve\n  arborist serve --port 0 --json\n"
      "  arborist serve --socket ~/.arborist/socket\n"
      "  arborist serve --require-token --trusted-proxy 127.0.0.1 --host-name "
      "library.example.org\n"
      "  arborist serve --address 0.0.0.0 --host-name library.example.org");
  verb->Callback([=] { session->Run([&] { return Run(session, *flags); }); });
}

}  // namespace arborist::cli
