// SPDX-License-Identifier: AGPL-3.0-only
// arborist_scripted_llm SCRIPT [LOG]: serves on loopback what SCRIPT says (script.h), prints its
// port, and ends with a signal or with its parent. LOG gets a JSON line for each request, before it
// is answered.
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <fstream>

#include "base/error_table.h"
#include "base/files.h"
#include "endpoint/script.h"
#include "json/value.h"

namespace {

using namespace arborist;

int Report(const Error& error) {
  std::fprintf(stderr, "arborist_scripted_llm: %s\n", error.message.c_str());
  return FaceOf(error.code).exit_code;
}

json::Value ToJson(const net::SeenRequest& request) {
  json::Object headers;
  for (const auto& [name, value] : request.headers) headers[name] = value;
  const auto body = json::Parse(request.body);
  return json::Object{{"method", request.method},
                      {"target", request.target},
                      {"headers", headers},
                      {"body", body ? *body : json::Value(request.body)}};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::fprintf(stderr, "usage: arborist_scripted_llm SCRIPT [LOG]\n");
    return 2;
  }
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  const auto text = ReadFile(argv[1], std::uint64_t{64} << 20);
  if (!text) return Report(text.error());
  auto script = scripted_llm::ReadScript(*text);
  if (!script) return Report(std::move(script).error().In(argv[1]));
  std::ofstream log;
  if (argc == 3) log.open(argv[2], std::ios::app);
  const net::ScriptedServer server(*std::move(script), [&](const net::SeenRequest& request) {
    if (log.is_open()) log << json::DumpLine(ToJson(request)) << '\n' << std::flush;
  });
  std::printf("%d\n", server.port());
  std::fflush(stdout);
  while (true) ::pause();
}
