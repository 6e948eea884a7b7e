// SPDX-License-Identifier: AGPL-3.0-only
// arborist-verify: the auditor's program. Reads one bundle and says whether it holds.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/contained.h"
#include "base/error_table.h"
#include "base/standard_output.h"
#include "base/version.h"
#include "bundle/report.h"
#include "bundle/verify_file.h"
#include "text/escape.h"

namespace {

using namespace arborist;

constexpr std::string_view kHelp =
    "usage: arborist-verify [--json] [--root HEX] [--key FILE] BUNDLE\n"
    "Checks a proof bundle with no store and no network. BUNDLE is a file, or - for standard "
    "input.\n"
    "\n"
    "  --root HEX  the bundle must be tied to this root: of a document, of all sources of an\n"
    "              answer, or of the log\n"
    "  --key FILE  the log's verifier key: the bundle must hold a checkpoint that it signed\n"
    "  --json      print {valid, checks:[{name, ok, detail}], not_proved:[...]} on one line\n"
    "  --version   print the version; with --json the names it knows\n"
    "  -h, --help  print this\n"
    "\n"
    "Exit code 0: valid; 1: refused; 2: not a bundle, or of a version not known here; 3: no such\n"
    "file; 4: it cannot be read.\n"
    "\n"
    "Examples:\n"
    "  arborist-verify proof.json\n"
    "  arborist-verify answer.json --root $(cat trusted-root)\n"
    "  arborist-verify answer.json --key log.pub\n"
    "  arborist prove 3f2a91c0:4 | arborist-verify - --json\n";

struct Arguments {
  bool json = false;
  bool help = false;
  bool version = false;
  std::string root;
  std::string key;
  std::vector<std::string> files;
};

Result<Arguments> ParseArguments(int argc, char** argv) {
  Arguments arguments;
  bool options_end = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (options_end || argument == "-" || !argument.starts_with("-")) {
      arguments.files.emplace_back(argument);
    } else if (argument == "--") {
      options_end = true;
    } else if (argument == "--json") {
      arguments.json = true;
    } else if (argument == "--help" || argument == "-h") {
      arguments.help = true;
    } else if (argument == "--root" && i + 1 < argc && *argv[i + 1] != '\0') {
      arguments.root = argv[++i];
    } else if (argument.starts_with("--root=") && argument.size() > 7) {
      arguments.root = argument.substr(7);
    } else if (argument.starts_with("--root")) {
      return Fail(ErrorCode::kInvalidArgument, "--root needs the 64 digits of a root");
    } else if (argument == "--key" && i + 1 < argc && *argv[i + 1] != '\0') {
      arguments.key = argv[++i];
    } else if (argument.starts_with("--key=") && argument.size() > 6) {
      arguments.key = argument.substr(6);
    } else if (argument.starts_with("--key")) {
      return Fail(ErrorCode::kInvalidArgument, "--key needs the file of a verifier key");
    } else if (argument == "--version") {
      arguments.version = true;
    } else {
      return Fail(ErrorCode::kInvalidArgument, "unknown option " + std::string(argument) +
                                                   "; arborist-verify --help shows them");
    }
  }
  return arguments;
}

bool Colour() {
  const char* no_color = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) != 0 && (no_color == nullptr || *no_color == '\0');
}

std::string VersionText(bool json) {
  if (!json) return "arborist-verify " + std::string(kProgramVersion) + "\n";
  return json::DumpLine(json::Object{
             {"program", kProgramVersion},
             {"bundle_formats", json::Array(bundle::kFormats.begin(), bundle::kFormats.end())}}) +
         "\n";
}

Result<int> Run(const Arguments& arguments, StandardOutput* out) {
  if (arguments.help) {
    out->Write(kHelp);
    return 0;
  }
  if (arguments.version) {
    out->Write(VersionText(arguments.json));
    return 0;
  }
  if (arguments.files.size() != 1) {
    return Fail(
        ErrorCode::kInvalidArgument,
        "give one bundle (a file, or - for standard input); arborist-verify --help shows how");
  }
  TRY_ASSIGN(const bundle::VerifyReport report,
             bundle::VerifyFile(
                 {.file = arguments.files[0], .root = arguments.root, .key_file = arguments.key}));
  out->Write(arguments.json ? json::DumpLine(bundle::ReportToJson(report)) + "\n"
                            : bundle::ReportToText(report, Colour()));
  return bundle::ExitCodeOf(report);
}

void Say(const Error& error) {
  const std::string line =
      "arborist-verify: " + text::EscapeForTerminal(error.message, true) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

int Fail(const Error& error, bool json, StandardOutput* out) {
  const ErrorFace face = FaceOf(error.code);
  if (json) {
    out->Write(json::ToValidUtf8(json::DumpLine(json::Object{
                   {"error", json::Object{{"code", face.name}, {"message", error.message}}}})) +
               "\n");
  } else {
    Say(error);
  }
  return face.exit_code;
}

int Main(int argc, char** argv) {
  StandardOutput out;
  const auto arguments = ParseArguments(argc, argv);
  // What stands behind a mistake was not read any more.
  const std::span<char*> given(argv, static_cast<std::size_t>(argc));
  const bool json =
      arguments ? arguments->json : std::ranges::any_of(given, [](std::string_view argument) {
        return argument == "--json";
      });
  const Result<int> done = arguments ? Contained([&] { return Run(*arguments, &out); })
                                     : std::unexpected(arguments.error());
  const int code = done ? *done : Fail(done.error(), json, &out);
  const Status written = out.Finish();
  if (written) return code;
  Say(written.error());
  return code != 0 ? code : FaceOf(written.error().code).exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Main(argc, argv);
  } catch (const std::exception& error) {  // before the check, or no memory to report its error
    std::fprintf(stderr, "arborist-verify: unexpected failure: %s\n", error.what());
    return 4;
  }
}
