// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "http/served.h"
#include "json/value.h"

namespace arborist::testing_support {

// One home with documents in two shard sets, records, a core, a snapshot and a signed log, asked
// through `arborist VERB --json`, through the API and through the tools of agents at once.
class Surfaces : public Served {
 protected:
  Surfaces();

  // What the command line prints: one object, or a list of lines.
  json::Value Cli(std::vector<std::string> arguments) const;
  json::Array CliLines(std::vector<std::string> arguments) const;
  // The code of an error on each.
  std::string CliError(std::vector<std::string> arguments) const;
  std::string HttpError(std::string_view method, const std::string& path,
                        const json::Value& body = {}) const;

  json::Value Get(const std::string& path) const;
  json::Value Post(const std::string& path, const json::Value& body) const;
  // The structured content of a tool's result, and the text of a resource.
  json::Value Tool(std::string_view name, const json::Object& arguments) const;
  std::string Resource(const std::string& uri) const;

  // The page /records of kWhen's answer, asked before.
  std::string key_;
  std::string root_;   // of the canal
  std::string core_;   // made of some document
  std::string token_;  // may do everything

 private:
  json::Value Agent(std::string_view method, const json::Object& params) const;
};

// Equal as JSON, but for members of that name, on top alone.
void ExpectSame(const json::Value& a, const json::Value& b,
                std::initializer_list<std::string_view> but = {});
// What is in `part` is in `whole`, and equal.
void ExpectPartOf(const json::Value& part, const json::Value& whole,
                  std::initializer_list<std::string_view> but = {});
// A member that must be there.
const json::Value& Member(const json::Value& value, std::string_view name);

}  // namespace arborist::testing_support
