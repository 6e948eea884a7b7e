// SPDX-License-Identifier: AGPL-3.0-only
#include "bundle/verify_file.h"

#include <unistd.h>

#include "base/files.h"

namespace arborist::bundle {

Result<VerifyReport> VerifyFile(const FileToVerify& wanted) {
  std::string key;
  if (!wanted.key_file.empty()) {
    TRY_ASSIGN(key, ReadFile(wanted.key_file, kMaxKeyFileBytes));
    if (key.empty()) return Fail(ErrorCode::kInvalidData, wanted.key_file + " is empty");
  }
  TRY_ASSIGN(const VerifyOptions options, OptionsFor(wanted.root, key));
  const std::string name = wanted.file == "-" ? "standard input" : wanted.file;
  TRY_ASSIGN(const std::string content, wanted.file == "-"
                                            ? ReadAll(STDIN_FILENO, name, kMaxBundleBytes)
                                            : ReadFile(wanted.file, kMaxBundleBytes));
  auto report = VerifyBundle(content, options);
  if (report) return report;
  Error error = std::move(report).error().In(name);
  if (error.code == ErrorCode::kInvalidData) {
    error.message +=
        "; give a bundle, whole and as arborist prove or arborist audit prove wrote it";
  }
  return std::unexpected(std::move(error));
}

}  // namespace arborist::bundle
