// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/walk/skip_rules.h"

#include <algorithm>
#include <string>

#include "base/ascii.h"
#include "text/scan.h"

namespace arborist::ingest {
namespace {

std::string_view Extension(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view() : name.substr(dot + 1);
}

// Files that hold data rather than code or prose: secrets.yml is one, secrets.py and secrets.md
// are not.
bool IsDataExtension(std::string_view extension) {
  static constexpr auto kData =
      text::MakeWordSet("json", "yml", "yaml", "toml", "ini", "env", "cfg", "conf", "properties",
                        "xml", "txt", "csv", "enc");
  return extension.empty() || kData.Has(extension);
}

}  // namespace

std::string_view Describe(SkipReason reason) {
  switch (reason) {
    case SkipReason::kHidden:
      return "hidden";
    case SkipReason::kIgnored:
      return "ignored by .gitignore";
    case SkipReason::kVersionControl:
      return "version control";
    case SkipReason::kDependencies:
      return "dependencies or build output";
    case SkipReason::kNotSelected:
      return "not selected by --include or --exclude";
    case SkipReason::kSecret:
      return "looks like a secret (--all takes it)";
    case SkipReason::kSymbolicLink:
      return "a symbolic link";
    case SkipReason::kSpecial:
      return "a device, socket or pipe";
    case SkipReason::kUnreadable:
      return "not readable";
    case SkipReason::kTooDeep:
      return "nested too deep";
  }
  return "";
}

bool IsNamedOneByOne(SkipReason reason) {
  return reason == SkipReason::kSecret || reason == SkipReason::kSymbolicLink ||
         reason == SkipReason::kSpecial || reason == SkipReason::kUnreadable ||
         reason == SkipReason::kTooDeep;
}

bool IsVersionControlName(std::string_view name) {
  static constexpr auto kNames =
      text::MakeWordSet(".git", ".hg", ".svn", ".bzr", ".jj", "CVS", "_darcs", ".fossil", ".pijul");
  return kNames.Has(name);
}

bool IsDependencyFolder(std::string_view name, const HasFile& beside, const HasFile& inside) {
  static constexpr auto kNames = text::MakeWordSet(
      "node_modules", "bower_components", "jspm_packages", "__pycache__", ".venv", "site-packages",
      "dist-packages", ".tox", ".nox", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".eggs");
  if (kNames.Has(name)) return true;
  if (name == "venv" || name == "env" || name == "virtualenv") return inside("pyvenv.cfg");
  if (name == "vendor") {
    return beside("composer.json") || beside("go.mod") || beside("Gemfile") || beside("Cargo.toml");
  }
  if (name == "target") return beside("Cargo.toml") || beside("pom.xml") || beside("build.sbt");
  if (name == "Pods") return beside("Podfile");
  if (name == "deps" || name == "_build") return beside("mix.exs") || beside("rebar.config");
  return false;
}

bool IsSecretName(std::string_view raw_name) {
  const std::string name = LowerAscii(raw_name);
  static constexpr auto kNames =
      text::MakeWordSet(".env", ".netrc", "_netrc", ".pgpass", ".htpasswd", "htpasswd", ".npmrc",
                        ".pypirc", ".git-credentials", ".dockercfg", ".my.cnf", ".s3cfg", ".boto",
                        ".vault-token", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_ecdsa_sk",
                        "id_ed25519_sk", "identity.key", "master.key", "service-account.json");
  if (kNames.Has(name)) return true;
  if (name.starts_with(".env.")) {
    static constexpr auto kHarmless =
        text::MakeWordSet("example", "sample", "template", "defaults", "dist", "schema");
    return !kHarmless.Has(std::string_view(name).substr(5));
  }
  const std::string_view extension = Extension(name);
  static constexpr auto kExtensions =
      text::MakeWordSet("p12", "pfx", "keystore", "jks", "kdbx", "kdb", "ppk", "keychain", "keytab",
                        "tfstate", "ovpn");
  if (kExtensions.Has(extension)) return true;
  const std::string_view stem =
      extension.empty() ? std::string_view(name)
                        : std::string_view(name).substr(0, name.size() - extension.size() - 1);
  const bool telling = stem == "credentials" || stem == "secrets" || stem == ".credentials" ||
                       stem == ".secrets" || stem.starts_with("client_secret");
  return telling && IsDataExtension(extension);
}

bool IsPossibleKeyName(std::string_view raw_name) {
  const std::string name = LowerAscii(raw_name);
  static constexpr auto kExtensions = text::MakeWordSet("pem", "key", "asc", "der", "pk8");
  return kExtensions.Has(Extension(name));
}

bool HoldsPrivateKey(std::string_view content, bool whole_file) {
  if (content.find("PRIVATE KEY") != std::string_view::npos) return true;
  // A bare token in a small file: WireGuard, Rails and age keep their keys so.
  const std::string_view token = TrimAscii(content);
  return whole_file && token.size() >= 16 && token.size() <= 4096 &&
         std::none_of(token.begin(), token.end(), IsAsciiSpace);
}

}  // namespace arborist::ingest
