// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/file_uri.h"

#include "base/ascii.h"

namespace arborist::ingest {

std::string EncodePath(std::string_view path) {
  constexpr std::string_view kKept = "/!$&'()*+,;=:@";
  std::string out;
  out.reserve(path.size() + 16);
  for (const char c : path) {
    if (IsUriUnreserved(c) || kKept.find(c) != std::string_view::npos) {
      out.push_back(c);
    } else {
      AppendPercentEncoded(&out, c);
    }
  }
  return out;
}

std::string DecodePath(std::string_view encoded) {
  const auto digit = [](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
  };
  std::string path;
  for (std::size_t i = 0; i < encoded.size(); ++i) {
    if (encoded[i] == '%' && i + 2 < encoded.size() && digit(encoded[i + 1]) >= 0 &&
        digit(encoded[i + 2]) >= 0) {
      path.push_back(static_cast<char>(digit(encoded[i + 1]) * 16 + digit(encoded[i + 2])));
      i += 2;
    } else {
      path.push_back(encoded[i]);
    }
  }
  return path;
}

Result<std::filesystem::path> AbsolutePath(const std::filesystem::path& path) {
  if (path.empty()) return Fail(ErrorCode::kInvalidArgument, "the path is empty");
  std::error_code error;
  std::filesystem::path absolute = std::filesystem::absolute(path, error);
  if (error) {
    return Fail(ErrorCode::kEnvironment,
                "the current folder cannot be named, give an absolute path: " + error.message());
  }
  absolute = absolute.lexically_normal();
  std::string text = absolute.string();
  // POSIX lets two leading slashes mean something else; Linux does not.
  while (text.starts_with("//")) text.erase(0, 1);
  while (text.size() > 1 && text.ends_with('/')) text.pop_back();
  return std::filesystem::path(std::move(text));
}

std::string FileUri(const std::filesystem::path& absolute_path) {
  return "file://" + EncodePath(absolute_path.native());
}

std::string PrefixedUri(std::string_view prefix, std::string_view relative_path) {
  std::string out(prefix);
  if (!out.empty() && std::string_view("/:#?=").find(out.back()) == std::string_view::npos) {
    out.push_back('/');
  }
  return out + EncodePath(relative_path);
}

}  // namespace arborist::ingest
