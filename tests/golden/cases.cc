// SPDX-License-Identifier: AGPL-3.0-only
#include "golden/cases.h"

#include <algorithm>

#include "golden/data_files.h"

namespace arborist::golden {

namespace {

bool HasLowerCase(const json::Value& value) {
  return value.is_string() && std::any_of(value.as_string().begin(), value.as_string().end(),
                                          [](char c) { return c >= 'a' && c <= 'z'; });
}

json::Array CodesOnly(const json::Array& reasons) {
  json::Array codes;
  std::copy_if(reasons.begin(), reasons.end(), std::back_inserter(codes),
               [](const json::Value& reason) { return !HasLowerCase(reason); });
  return codes;
}

// The value without the wording that is ours (decision 25).
json::Value WithoutWording(const json::Value& value, bool in_violation = false) {
  if (value.is_array()) {
    json::Array out;
    for (const json::Value& element : value.as_array()) {
      out.push_back(WithoutWording(element, in_violation));
    }
    return out;
  }
  if (!value.is_object()) return value;
  json::Object out;
  for (const auto& [key, element] : value.as_object()) {
    if (in_violation && (key == "rationale" || key == "reason")) continue;
    if (key == "reasons" && element.is_array()) {
      out.emplace(key, CodesOnly(element.as_array()));
    } else {
      out.emplace(key, WithoutWording(element, key == "violations"));
    }
  }
  return out;
}

bool Covers(const json::Value& expected, const json::Value& got) {
  if (expected.is_number() && got.is_number()) {
    if (expected.is_int() && got.is_int()) return expected == got;
    return expected.as_double() == got.as_double();
  }
  if (expected.is_array() && got.is_array()) {
    return std::equal(expected.as_array().begin(), expected.as_array().end(),
                      got.as_array().begin(), got.as_array().end(), Covers);
  }
  if (expected.is_object() && got.is_object()) {
    return std::all_of(expected.as_object().begin(), expected.as_object().end(),
                       [&](const auto& member) {
                         const json::Value* other = got.Find(member.first);
                         return other != nullptr && Covers(member.second, *other);
                       });
  }
  return expected == got;
}

std::string Shortened(const json::Value& value) {
  constexpr std::size_t kShown = 600;
  const std::string text = json::DumpLine(value);
  return text.size() <= kShown ? text : text.substr(0, kShown) + "...";
}

}  // namespace

Result<std::vector<Case>> ReadCases(const std::filesystem::path& file) {
  TRY_ASSIGN(const std::string text, ReadDecoded(file));
  std::vector<Case> cases;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    ++number;
    if (line.empty()) continue;
    const std::string place = file.filename().string() + ":" + std::to_string(number);
    auto value = json::Parse(line);
    if (!value) return std::unexpected(std::move(value).error().In(place));
    if (value->Find("method") == nullptr) continue;  // a vector of the library, not of a method
    Case golden{.place = place, .method = {}, .params = {}, .result = std::nullopt};
    TRY_ASSIGN(golden.method, value->String("method"));
    TRY(value->Map("params"));
    golden.params = *value->Find("params");
    if (const json::Value* result = value->Find("result")) {
      golden.result = *result;
    } else {
      TRY_IN(place, value->Bool("error"));
    }
    cases.push_back(std::move(golden));
  }
  return cases;
}

bool Matches(const json::Value& expected, const json::Value& got) {
  return Covers(WithoutWording(expected), WithoutWording(got));
}

std::string RunCase(const app::RpcServer& server, const Case& golden) {
  const json::Value request = json::Object{{"jsonrpc", "2.0"},
                                           {"id", golden.place},
                                           {"method", golden.method},
                                           {"params", golden.params}};
  const auto line = server.Handle(json::DumpLine(request));
  if (!line) return "no response";
  const auto response = json::Parse(*line);
  if (!response) return "the response is not JSON: " + response.error().message;
  if (response->Find("id") == nullptr || *response->Find("id") != json::Value(golden.place)) {
    return "the response has another id";
  }
  const json::Value* result = response->Find("result");
  if (!golden.result)
    return result == nullptr ? "" : "an error was expected, got " + Shortened(*result);
  if (result == nullptr) return "got " + Shortened(*response);
  if (Matches(*golden.result, *result)) return "";
  return "expected " + Shortened(*golden.result) + "\n     got " + Shortened(*result);
}

}  // namespace arborist::golden
