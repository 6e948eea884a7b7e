// SPDX-License-Identifier: AGPL-3.0-only
// Results go to standard output, all else to standard error. An error becomes message, JSON and
// exit code by base/error_table.h, in one place for all verbs.
#include "cli/session.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "base/error_table.h"
#include "text/escape.h"

namespace arborist::cli {

void Session::AddGlobalOptions(Command* app) {
  app->AddOption("--home", home_flag_,
                 "Where the store lives (default: $ARBORIST_HOME, else ~/.arborist)")
      ->TypeName("DIR");
  app->AddFlag("--json", json_, "Print JSON: one object, or one line per item of a list");
  app->AddFlag("--version", version_wanted_,
               "Print the version; with --json every pinned version string");
  app->AddOption("--progress", progress_, "Progress on stderr: auto, plain, jsonl or none")
      ->OneOf({"auto", "plain", "jsonl", "none"})
      ->TypeName("HOW");
}

store::HomePaths Session::home() const {
  if (!home_flag_.empty()) return {home_flag_};
  if (const char* home = std::getenv("ARBORIST_HOME"); home != nullptr && *home != '\0')
    return {home};
  const char* user = std::getenv("HOME");
  return {std::filesystem::path(user != nullptr ? user : ".") / ".arborist"};
}

app::HomeEnvironment Session::environment() {
  return {.paths = home(),
          .clock = &clock_,
          .random = &random_,
          .sleeper = &sleeper_,
          .actor = std::string(kProgramActor)};
}

bool Session::colour() const {
  const char* no_color = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) != 0 && (no_color == nullptr || *no_color == '\0');
}

void Session::Print(std::string_view text) const { out_.Write(text); }

void Session::PrintLine(std::string_view text) const {
  Print(text);
  Print("\n");
}

void Session::PrintJson(const json::Value& value) const {
  PrintLine(json::ToValidUtf8(json::DumpLine(value)));
}

void Session::Flush() const { out_.Flush(); }

void Session::Note(std::string_view text) const {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fputc('\n', stderr);
}

std::string Session::Safe(std::string_view text) const {
  return text::EscapeForTerminal(text, false);
}
std::string Session::Bold(std::string_view text) const {
  return colour() ? "\033[1m" + std::string(text) + "\033[0m" : std::string(text);
}
std::string Session::Dim(std::string_view text) const {
  return colour() ? "\033[2m" + std::string(text) + "\033[0m" : std::string(text);
}

void Session::Fail(const Error& error) {
  const ErrorFace face = FaceOf(error.code);
  exit_code_ = face.exit_code;
  if (json_) {
    PrintJson(
        json::Object{{"error", json::Object{{"code", face.name}, {"message", error.message}}}});
    return;
  }
  Note("arborist: " + text::EscapeForTerminal(error.message, true));
}

int Session::Finish() {
  if (const Status written = out_.Finish(); !written) {
    Note("arborist: " + written.error().message);
    if (exit_code_ == 0) exit_code_ = FaceOf(written.error().code).exit_code;
  }
  return exit_code_;
}

}  // namespace arborist::cli
