// SPDX-License-Identifier: AGPL-3.0-only
// Names as people type them. A name that is no URI of the store and is a path becomes the file's
// URI, whether or not the file still exists. OnlyDocument, for what cannot be undone, requires that
// exactly one text was ever at that URI and, unless forced, that it stands nowhere else.
#include "cli/document_name.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "app/home.h"
#include "ingest/file_uri.h"
#include "store/corpus.h"
#include "store/log/burned.h"
#include "text/escape.h"

namespace arborist::cli {

namespace {

// A key or a root, or the beginning of one: never the name of a file, which ./ can always make.
bool IsDigits(std::string_view name) {
  return name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// Of a file, be it there or not: what was taken in may have been deleted since.
bool IsPath(const std::string& name) {
  std::error_code ignored;
  return !name.contains(':') || std::filesystem::is_regular_file(name, ignored);
}

// What a name stands for: the URI itself, or that of the file.
Result<std::set<std::string>> UrisOf(const std::string& name) {
  std::set<std::string> uris{name};
  if (IsPath(name)) {
    TRY_ASSIGN(const std::filesystem::path path, ingest::AbsolutePath(name));
    uris.insert(ingest::FileUri(path));
  }
  return uris;
}

// Every version that was ever at one of them.
Result<std::set<DocumentRoot>> VersionsOf(const store::Corpus& corpus,
                                          const std::set<std::string>& uris) {
  std::set<DocumentRoot> roots;
  for (const auto& shard : corpus.shards()) {
    for (const std::string& uri : uris) {
      TRY_ASSIGN(const auto versions, shard->locations().VersionsOf(uri));
      for (const auto& version : versions) roots.insert(version.root);
    }
  }
  return roots;
}

// How to end a burn that was cut short behind its tombstone. The log does not say which URIs a
// document had that was burned.
Result<std::string> LastBurned(const store::Corpus& corpus) {
  std::set<std::string> roots;
  for (const auto& shard : corpus.shards()) {
    TRY_ASSIGN(const std::optional<std::string> root, store::LastBurnedDocument(shard->log()));
    if (root) roots.insert(root->substr(0, 12));
  }
  if (roots.empty()) return "";
  std::string list;
  for (const std::string& root : roots) list += (list.empty() ? "" : ", ") + root;
  return ". If a burn of it was cut short, give its root, as in arborist burn " + *roots.begin() +
         "; burned last: " + list;
}

}  // namespace

std::string DocumentName(const store::Corpus& corpus, const std::string& name) {
  if (IsDigits(name) || !IsPath(name)) return name;
  const auto path = ingest::AbsolutePath(name);
  if (!path || corpus.Resolve(name)) return name;
  std::string uri = ingest::FileUri(*path);
  return corpus.Resolve(uri) ? uri : name;
}

std::string DocumentName(const app::HomeEnvironment& environment, const std::string& name) {
  if (IsDigits(name) || !IsPath(name)) return name;
  // What goes wrong here goes wrong again where the name is used, and is said there.
  const auto home = app::Home::Open(environment);
  return home ? DocumentName((*home)->corpus(), name) : name;
}

Result<std::string> OnlyDocument(const app::HomeEnvironment& environment, const std::string& name,
                                 bool with_other_places) {
  if (IsDigits(name)) return name;
  const std::string shown = text::EscapeForTerminal(name, false);
  TRY_ASSIGN(const std::unique_ptr<app::Home> home, app::Home::Open(environment));
  const store::Corpus& corpus = home->corpus();
  TRY_ASSIGN(const std::set<std::string> uris, UrisOf(name));
  TRY_ASSIGN(const std::set<DocumentRoot> roots, VersionsOf(corpus, uris));
  if (roots.empty()) {
    TRY_ASSIGN(const std::string burned, LastBurned(corpus));
    return Fail(ErrorCode::kNotFound, "no document has the URI " + shown +
                                          "; arborist documents list --all shows what there is" +
                                          burned);
  }
  if (roots.size() > 1) {
    std::string list;
    for (const DocumentRoot& root : roots) {
      list += (list.empty() ? "" : ", ") + root.hex().substr(0, 12);
    }
    return Fail(ErrorCode::kAmbiguous,
                std::to_string(roots.size()) + " texts are held under the URI " + shown +
                    ", older ones counted (" + list + "); give the root of the one that is meant");
  }
  std::string root = roots.begin()->hex();
  TRY_ASSIGN(const std::optional<store::CorpusDocument> document, corpus.Find(*roots.begin()));
  std::string others;
  for (const std::string& uri : document ? document->current_uris() : std::vector<std::string>()) {
    if (!uris.contains(uri)) others += "\n  " + text::EscapeForTerminal(uri, false);
  }
  if (!others.empty() && !with_other_places) {
    return Fail(ErrorCode::kConflict,
                "the same text stands at other places, which would lose it:" + others +
                    "\nsay so with --force, or name it by its root, " + root.substr(0, 12));
  }
  return root;
}

}  // namespace arborist::cli
