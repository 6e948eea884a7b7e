// SPDX-License-Identifier: AGPL-3.0-only
// config.json, then the environment, then the key file. Unknown fields are refused, because a
// misspelt one would be ignored silently; the API key may not stand in the file, which people copy
// and show.
#include "app/config.h"

#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "text/scan.h"

namespace arborist::app {

namespace {

constexpr std::size_t kMaxConfigBytes = 1 << 20;
constexpr std::size_t kMaxKeyBytes = 4096;
constexpr std::int64_t kMaxTimeoutSeconds = std::int64_t{24} * 3600;

Status ReadFields(const json::Value& value, Config* config) {
  if (!value.is_object()) return Fail(ErrorCode::kInvalidData, "must hold one JSON object");
  for (const auto& [name, field] : value.as_object()) {
    if (name == "endpoint") {
      TRY_ASSIGN(config->endpoint, value.String(name));
    } else if (name == "model") {
      TRY_ASSIGN(config->model, value.String(name));
    } else if (name == "quantization") {
      TRY_ASSIGN(config->quantization, value.String(name));
    } else if (name == "timeout_seconds") {
      TRY_ASSIGN(const std::int64_t seconds, value.Int(name));
      if (seconds < 1 || seconds > kMaxTimeoutSeconds) {
        return Fail(ErrorCode::kInvalidData, "field timeout_seconds must be 1 to 86400");
      }
      config->timeout = std::chrono::seconds(seconds);
    } else if (name == "allow_private_redirects") {
      TRY_ASSIGN(config->allow_private_redirects, value.Bool(name));
    } else if (name == "policy") {
      TRY_ASSIGN(const json::Object* policy, value.Map(name));
      config->policy = *policy;
    } else {
      return Fail(ErrorCode::kInvalidData,
                  "unknown field " + name +
                      (name.contains("key") ? "; the API key belongs into ARBORIST_API_KEY "
                                              "or the file keys/api_key"
                                            : ""));
    }
  }
  return {};
}

Result<std::string> ReadKeyFile(const std::filesystem::path& path) {
  std::error_code missing;
  if (!std::filesystem::exists(path, missing)) return std::string();
  TRY_ASSIGN(const std::string text, ReadSecretFile(path, kMaxKeyBytes));
  return std::string(text::Strip(text));
}

}  // namespace

std::string ProcessEnvironment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

Result<Config> LoadConfig(const store::HomePaths& home, const Environment& environment) {
  Config config;
  const std::filesystem::path path = home.root / "config.json";
  TRY_ASSIGN(const bool exists, Exists(path));
  if (exists) {
    TRY_ASSIGN(const std::string text, ReadFile(path, kMaxConfigBytes));
    TRY_ASSIGN(const json::Value value, [&]() -> Result<json::Value> {
      auto parsed = json::Parse(text);
      if (!parsed) return std::unexpected(std::move(parsed).error().In(path.string()));
      return parsed;
    }());
    TRY_IN(path.string(), ReadFields(value, &config));
  }
  const auto override_with = [&](const char* name, std::string* field) {
    if (std::string value = environment(name); !value.empty()) *field = std::move(value);
  };
  override_with("ARBORIST_ENDPOINT", &config.endpoint);
  override_with("ARBORIST_MODEL", &config.model);
  override_with("ARBORIST_API_KEY", &config.api_key);
  if (config.api_key.empty()) {
    TRY_ASSIGN(config.api_key, ReadKeyFile(home.root / "keys" / "api_key"));
  }
  return config;
}

Result<run::Policy> WantedPolicy(const Config& config, json::Object fields) {
  TRY_ASSIGN(run::Policy policy, run::ReadWantedPolicy(fields));
  const bool other = fields.contains("answer_mode") || fields.contains("policy_version") ||
                     policy.verifier != judge::Verifier::kLexicalV3;
  if (!config.endpoint.empty() || other) return policy;
  fields["answer_mode"] = judge::Name(judge::AnswerMode::kSelect);
  return run::ReadWantedPolicy(fields);
}

}  // namespace arborist::app
