// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "json/value.h"

namespace arborist::bundle {

// The places of a JSON value, for tests that change a bundle in one of them.
using Path = std::vector<std::string>;

inline const json::Value* Get(const json::Value& value, const Path& path) {
  const json::Value* at = &value;
  for (const std::string& step : path) {
    if (at->is_array()) {
      const std::size_t index = std::stoul(step);
      if (index >= at->as_array().size()) return nullptr;
      at = &at->as_array()[index];
    } else {
      at = at->Find(step);
      if (at == nullptr) return nullptr;
    }
  }
  return at;
}

inline json::Value& GetToChange(json::Value* value, const Path& path) {
  for (const std::string& step : path) {
    value = value->is_array() ? &value->as_array()[std::stoul(step)] : &value->as_object()[step];
  }
  return *value;
}

// Every place of a value, parents before children.
inline void Walk(const json::Value& value, Path* path,
                 const std::function<void(const Path&)>& visit) {
  const auto step = [&](const std::string& name, const json::Value& child) {
    path->push_back(name);
    visit(*path);
    Walk(child, path, visit);
    path->pop_back();
  };
  if (value.is_object()) {
    for (const auto& [name, child] : value.as_object()) step(name, child);
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.as_array().size(); ++i) {
      step(std::to_string(i), value.as_array()[i]);
    }
  }
}

// `into` with each part of `from` in its place, one at a time, where the two differ and `into` has
// such a place or could have.
inline void ForEachSwap(const json::Value& into, const json::Value& from,
                        const std::function<void(const Path&, const json::Value& swapped)>& visit) {
  Path path;
  Walk(from, &path, [&](const Path& place) {
    const json::Value& part = *Get(from, place);
    const json::Value* old = Get(into, place);
    if (old != nullptr && *old == part) return;
    Path parent = place;
    parent.pop_back();
    const json::Value* above = Get(into, parent);
    if (above == nullptr || above->is_array() != Get(from, parent)->is_array()) return;
    if (old == nullptr && above->is_array()) return;  // a place that the other does not have
    json::Value swapped = into;
    GetToChange(&swapped, place) = part;
    visit(place, swapped);
  });
}

// Each part left out, one at a time.
inline void ForEachLess(const json::Value& whole,
                        const std::function<void(const Path&, const json::Value& less)>& visit) {
  Path path;
  Walk(whole, &path, [&](const Path& place) {
    Path parent = place;
    parent.pop_back();
    json::Value less = whole;
    json::Value& above = GetToChange(&less, parent);
    if (above.is_object()) {
      above.as_object().erase(place.back());
    } else {
      above.as_array().erase(above.as_array().begin() + std::stol(place.back()));
    }
    visit(place, less);
  });
}

inline std::string Shown(const Path& path) {
  std::string out;
  for (const std::string& step : path) out += "/" + step;
  return out;
}

}  // namespace arborist::bundle
