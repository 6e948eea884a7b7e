// SPDX-License-Identifier: AGPL-3.0-only
// Command and Option wrap CLI11, whose header costs more to compile than most verbs. AddOption is
// instantiated here for the types that verbs use.
#include "cli/command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "cli/text_arguments.h"
#include "cli/usage_error.h"

namespace arborist::cli {

Option* Option::Required() {
  option_->required();
  return this;
}

Option* Option::TypeName(const std::string& name) {
  option_->type_name(name);
  return this;
}

Option* Option::OneOf(const std::vector<std::string>& names) {
  option_->check(CLI::IsMember(names));
  return this;
}

Option* Option::OneOf(std::span<const std::string_view> names) {
  option_->check(CLI::IsMember(std::vector<std::string>(names.begin(), names.end())));
  return this;
}

Option* Option::Whole(std::int64_t least, std::int64_t most) {
  const bool open = most == std::numeric_limits<std::int64_t>::max();
  const std::string range =
      std::to_string(least) + (open ? " or more" : " to " + std::to_string(most));
  option_->check(CLI::Validator(
      [=](std::string& text) -> std::string {
        std::int64_t value = 0;
        const char* const end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, value);
        if (error == std::errc() && stop == end && value >= least && value <= most) return {};
        return "takes a whole number, " + range + ", not " + text;
      },
      range));
  return this;
}

Option* Option::Range(double least, double most) {
  option_->check(CLI::Range(least, most));
  return this;
}

Option* Option::ValueOr(const std::string& value) {
  option_->expected(0, 1)->default_str(value);
  return this;
}

Option* Option::Hidden() {
  option_->group("");
  return this;
}

bool Option::given() const { return option_->count() > 0; }

Command::Command(CLI::App* app) : app_(app) {}
Command::~Command() = default;

Command* Command::AddSubcommand(const std::string& name, const std::string& description) {
  CLI::App* const subcommand = app_->add_subcommand(name, description)->group(heading_);
  commands_.push_back(std::make_unique<Command>(subcommand));
  return commands_.back().get();
}

template <typename T>
Option* Command::AddOption(const std::string& name, T& value, const std::string& description) {
  options_.push_back(std::make_unique<Option>(app_->add_option(name, value, description)));
  return options_.back().get();
}

template Option* Command::AddOption(const std::string&, std::string&, const std::string&);
template Option* Command::AddOption(const std::string&, std::vector<std::string>&,
                                    const std::string&);
template Option* Command::AddOption(const std::string&, std::uint16_t&, const std::string&);
template Option* Command::AddOption(const std::string&, std::uint32_t&, const std::string&);
template Option* Command::AddOption(const std::string&, std::uint64_t&, const std::string&);
template Option* Command::AddOption(const std::string&, std::int64_t&, const std::string&);
template Option* Command::AddOption(const std::string&, int&, const std::string&);
template Option* Command::AddOption(const std::string&, double&, const std::string&);
template Option* Command::AddOption(const std::string&, std::optional<std::uint64_t>&,
                                    const std::string&);
template Option* Command::AddOption(const std::string&, std::optional<std::string>&,
                                    const std::string&);

Option* Command::AddFlag(const std::string& name, bool& value, const std::string& description) {
  options_.push_back(std::make_unique<Option>(app_->add_flag(name, value, description)));
  return options_.back().get();
}

void Command::Footer(const std::string& text) { app_->footer(text); }

void Command::Callback(std::function<void()> body) { app_->callback(std::move(body)); }

void Command::RequireSubcommand() { app_->require_subcommand(1); }

bool Command::subcommand_given() const { return !app_->get_subcommands().empty(); }

std::vector<std::string> Command::VerbNames() const {
  std::vector<std::string> names;
  for (const auto& command : commands_) {
    const std::string name = command->app_->get_name();
    const std::vector<std::string> below = command->VerbNames();
    if (command->app_->get_require_subcommand_min() == 0) names.push_back(name);
    for (const std::string& part : below) names.push_back(name + " " + part);
  }
  std::ranges::sort(names);
  return names;
}

Program::Program(const std::string& description, const std::string& name)
    : app_(std::make_unique<CLI::App>(description, name)),
      command_(std::make_unique<Command>(app_.get())) {
  app_->require_subcommand(0, 1);
  app_->fallthrough();
}

Program::~Program() = default;

ParseOutcome Program::Run(int argc, char** argv) {
  RequireText(app_.get());
  try {
    app_->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0 && UnknownName(*app_).empty()) {
      return {Parsed::kHelp, app_->help()};
    }
    return {Parsed::kUsageError, UsageError(*app_, error)};
  }
  return {app_->get_subcommands().empty() ? Parsed::kNoVerb : Parsed::kRun, ""};
}

}  // namespace arborist::cli
