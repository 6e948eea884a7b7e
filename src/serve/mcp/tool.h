// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/service.h"
#include "json/value.h"

namespace arborist::serve::mcp {

// What a request does, which decides who may send it and where it runs: reads the store, may wait
// for a model, changes the store.
enum class Need : std::uint8_t { kRead, kAsk, kWrite };

// Who asks, and how to reach them while work is under way.
struct CallContext {
  app::View view = {};
  bool may_ask = true;
  bool may_write = false;
  std::function<void(std::string_view message)> progress = {};  // none: nobody wants to know
  const std::atomic<bool>* cancelled = nullptr;                 // none: cannot be
};

// A resource that a result points to. The address is one of ours or of the web: a document's own
// URI becomes a link only when it begins with http:// or https://.
struct Link {
  std::string uri;
  std::string name;
  std::string title = {};
  std::string description = {};
  std::string mime_type = {};
};

struct ToolOutput {
  json::Value structured;  // fits the output schema
  std::vector<Link> links = {};
  std::string text = {};  // for people; empty: the structured content says it all
};

// One tool. Arguments are held against the input schema before it is called.
struct Tool {
  std::string name;
  std::string title;
  std::string description;
  json::Value input_schema;
  json::Value output_schema;
  Need need = Need::kRead;
  bool destructive = false;  // takes something away
  std::function<Result<ToolOutput>(const json::Value& arguments, const CallContext& context)> call;
  // For a tool that may wait for a model: what needs no waiting, or nothing. call comes after it.
  std::function<Result<std::optional<ToolOutput>>(const json::Value& arguments,
                                                  const CallContext& context)>
      find = {};
};

struct ResourcePage {
  std::vector<Link> items;
  std::string next;  // a cursor; empty: the last page
};
struct ResourceText {
  std::string mime_type;
  std::string text;
};
// The resources that links lead to.
struct Resources {
  std::function<Result<ResourcePage>(const std::string& cursor, const CallContext& context)> list;
  std::function<Result<ResourceText>(const std::string& uri, const CallContext& context)> read;
  struct Template {
    std::string uri_template;
    std::string name;
    std::string description;
    std::string mime_type;
  };
  std::vector<Template> templates;
};

}  // namespace arborist::serve::mcp
