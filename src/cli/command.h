// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The command line as the verbs describe it. CLI11 does the work and is included by command.cc
// alone: as a header it made up a third of the build.
namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace arborist::cli {

// An option, positional argument or flag. Lives as long as its program.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option* Required();
  Option* TypeName(const std::string& name);  // what --help and RequireText call the value
  Option* OneOf(const std::vector<std::string>& names);
  Option* OneOf(std::span<const std::string_view> names);
  // A whole number in a range; whoever gives another is told the range.
  Option* Whole(std::int64_t least, std::int64_t most = std::numeric_limits<std::int64_t>::max());
  Option* Range(double least, double most);
  // The value may be left out; it is then `value`.
  Option* ValueOr(const std::string& value);
  Option* Hidden();  // not shown by --help

  bool given() const;

 private:
  CLI::Option* option_;
};

// The program, a verb, or a part of a verb. Lives as long as its program.
class Command {
 public:
  explicit Command(CLI::App* app);
  ~Command();
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  Command* AddSubcommand(const std::string& name, const std::string& description);
  // Subcommands that are added from here on stand under this heading of --help.
  void Heading(const std::string& heading) { heading_ = heading; }
  // Instantiated in command.cc for the kinds of values that options have.
  template <typename T>
  Option* AddOption(const std::string& name, T& value, const std::string& description);
  Option* AddFlag(const std::string& name, bool& value, const std::string& description);
  void Footer(const std::string& text);  // examples, below the options
  void Callback(std::function<void()> body);
  void RequireSubcommand();

  bool subcommand_given() const;
  // What can be typed behind this command and does something, in order: "ask", "audit check", ...
  std::vector<std::string> VerbNames() const;

 private:
  CLI::App* app_;
  std::string heading_ = "Subcommands";
  std::vector<std::unique_ptr<Command>> commands_;
  std::vector<std::unique_ptr<Option>> options_;
};

enum class Parsed {
  kRun,         // read, and the verb's callback has run
  kNoVerb,      // read, without a verb
  kHelp,        // --help: `text` is what it shows
  kUsageError,  // `text` says in one line what was wrong and where to look
};

struct ParseOutcome {
  Parsed parsed;
  std::string text;
};

// The program itself, with its verbs.
class Program {
 public:
  Program(const std::string& description, const std::string& name);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  Command* command() { return command_.get(); }

  // Reads the command line and runs the verb. Every option refuses bytes that are not UTF-8, unless
  // it takes a path: its type name holds FILE, PATH, DIR or GLOB.
  ParseOutcome Run(int argc, char** argv);

 private:
  std::unique_ptr<CLI::App> app_;
  std::unique_ptr<Command> command_;
};

}  // namespace arborist::cli
