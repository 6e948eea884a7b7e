// SPDX-License-Identifier: AGPL-3.0-only
#include "cli/document_name.h"

#include <filesystem>
#include <set>
#include <string_view>

#include "ingest/file_uri.h"
#include "store/corpus.h"
#include "text/utf8.h"

namespace arborist::cli {

namespace {

// A key or a root, or the beginning of one: never the name of a file, which ./ can always make.
bool IsDigits(std::string_view name) {
  return name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

std::string DocumentName(const store::HomePaths& home, const std::string& name) {
  std::error_code ignored;
  if (IsDigits(name) || !std::filesystem::is_regular_file(name, ignored)) return name;
  // What goes wrong here goes wrong again where the name is used, and is said there.
  const auto corpus = store::Corpus::Open(home);
  const auto path = ingest::AbsolutePath(name);
  if (!corpus || !path || corpus->Resolve(name)) return name;
  std::string uri = ingest::FileUri(*path);
  return corpus->Resolve(uri) ? uri : name;
}

Result<std::string> OnlyDocument(const store::HomePaths& home, const std::string& name) {
  if (IsDigits(name)) return name;
  const std::string uri = DocumentName(home, name);
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(home));
  std::set<DocumentRoot> roots;
  for (const auto& shard : corpus.shards()) {
    TRY_ASSIGN(const auto versions, shard->VersionsOf(uri));
    for (const auto& version : versions) roots.insert(version.root);
  }
  if (roots.size() == 1) return roots.begin()->hex();
  if (roots.empty()) {
    return Fail(ErrorCode::kNotFound, "no document has the URI " +
                                          text::EscapeForTerminal(uri, false) +
                                          "; arborist documents list shows what there is");
  }
  std::string list;
  for (const DocumentRoot& root : roots) {
    list += (list.empty() ? "" : ", ") + root.hex().substr(0, 12);
  }
  return Fail(ErrorCode::kAmbiguous,
              std::to_string(roots.size()) + " texts are held under the URI " +
                  text::EscapeForTerminal(uri, false) + ", older ones counted (" + list +
                  "); give the root of the one that is meant");
}

}  // namespace arborist::cli
