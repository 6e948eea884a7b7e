// SPDX-License-Identifier: AGPL-3.0-only
// The part of JSON Schema that our own schemas use: type, enum, required, properties, items and
// limits. Returns the first violation as a sentence with its place. Depth is bounded by the depth
// of the schema.
#include "serve/mcp/schema.h"

#include <algorithm>

#include "text/utf8.h"

namespace arborist::serve::mcp {

namespace {

bool IsOfType(const json::Value& value, std::string_view type) {
  if (type == "string") return value.is_string();
  if (type == "integer") return value.is_int();
  if (type == "number") return value.is_number();
  if (type == "boolean") return value.is_bool();
  if (type == "array") return value.is_array();
  if (type == "object") return value.is_object();
  return type == "null" && value.is_null();
}

std::string Joined(const json::Array& names, std::string_view between) {
  std::string text;
  for (const json::Value& name : names) {
    if (!text.empty()) text += between;
    text += name.is_string() ? name.as_string() : json::DumpLine(name);
  }
  return text;
}

std::string Article(std::string_view type) {
  return (type.starts_with('a') || type.starts_with('i') || type.starts_with('o') ? "an " : "a ") +
         std::string(type);
}

std::optional<std::string> WrongType(const json::Value& type, const json::Value& value,
                                     const std::string& place) {
  if (type.is_string()) {
    if (IsOfType(value, type.as_string())) return std::nullopt;
    return place + " must be " + Article(type.as_string());
  }
  const bool fits = std::ranges::any_of(
      type.as_array(), [&](const json::Value& one) { return IsOfType(value, one.as_string()); });
  if (fits) return std::nullopt;
  return place + " must be of type " + Joined(type.as_array(), " or ");
}

std::optional<std::string> WrongMembers(const json::Value& schema, const json::Value& value,
                                        const std::string& place) {
  const json::Value* properties = schema.Find("properties");
  if (const json::Value* required = schema.Find("required"); required != nullptr) {
    for (const json::Value& name : required->as_array()) {
      if (value.Find(name.as_string()) == nullptr) return place + " needs " + name.as_string();
    }
  }
  const json::Value* more = schema.Find("additionalProperties");
  for (const auto& [name, member] : value.as_object()) {
    const json::Value* property = properties != nullptr ? properties->Find(name) : nullptr;
    if (property != nullptr) {
      if (auto wrong = Violation(*property, member, place + "." + name)) return wrong;
    } else if (more != nullptr && *more == json::Value(false)) {
      std::string known;
      if (properties != nullptr) {
        for (const auto& [known_name, ignored] : properties->as_object()) {
          known += (known.empty() ? "" : ", ") + known_name;
        }
      }
      return place + " has no parameter " + json::DumpLine(name) +
             (known.empty() ? "" : "; there are: " + known);
    }
  }
  return std::nullopt;
}

std::optional<std::string> WrongSize(const json::Value& schema, const json::Value& value,
                                     const std::string& place) {
  const auto limit = [&](std::string_view keyword) { return schema.Find(keyword); };
  if (value.is_number()) {
    if (const json::Value* least = limit("minimum");
        least != nullptr && value.as_double() < least->as_double()) {
      return place + " must be at least " + json::DumpLine(*least);
    }
    if (const json::Value* most = limit("maximum");
        most != nullptr && value.as_double() > most->as_double()) {
      return place + " must be at most " + json::DumpLine(*most);
    }
  }
  if (value.is_string()) {
    const auto length = static_cast<std::int64_t>(text::CountCodePoints(value.as_string()));
    if (const json::Value* least = limit("minLength");
        least != nullptr && length < least->as_int()) {
      return place + (least->as_int() == 1
                          ? std::string(" must not be empty")
                          : " must have at least " + json::DumpLine(*least) + " characters");
    }
    if (const json::Value* most = limit("maxLength"); most != nullptr && length > most->as_int()) {
      return place + " must have at most " + json::DumpLine(*most) + " characters";
    }
  }
  if (value.is_array()) {
    if (const json::Value* most = limit("maxItems");
        most != nullptr && static_cast<std::int64_t>(value.as_array().size()) > most->as_int()) {
      return place + " must have at most " + json::DumpLine(*most) + " entries";
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> Violation(const json::Value& schema, const json::Value& value,
                                     std::string_view place) {
  const std::string here(place);
  if (const json::Value* type = schema.Find("type"); type != nullptr) {
    if (auto wrong = WrongType(*type, value, here)) return wrong;
  }
  if (const json::Value* allowed = schema.Find("enum"); allowed != nullptr) {
    if (std::ranges::find(allowed->as_array(), value) == allowed->as_array().end()) {
      return here + " must be one of " + Joined(allowed->as_array(), ", ");
    }
  }
  if (auto wrong = WrongSize(schema, value, here)) return wrong;
  if (value.is_object()) return WrongMembers(schema, value, here);
  if (const json::Value* items = schema.Find("items"); items != nullptr && value.is_array()) {
    std::size_t number = 0;
    for (const json::Value& item : value.as_array()) {
      const std::string item_place = here + "[" + std::to_string(number++) + "]";
      if (auto wrong = Violation(*items, item, item_place)) return wrong;
    }
  }
  return std::nullopt;
}

}  // namespace arborist::serve::mcp
