// SPDX-License-Identifier: AGPL-3.0-only
// Archives are folders: each member is dispatched like a file of its own, with a URI in the
// archive. Members are read as streams and never written anywhere, so a path that leads out of the
// archive can do no harm; it is named and passed over, for its URI would mislead. Attacks: an
// archive that expands without end (a cap on all members together, which counts a member that
// stands in two places twice), very many members, archives in archives (Dispatch counts the depth).
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "compress/byte_source.h"
#include "ingest/file_uri.h"
#include "ingest/formats/format.h"
#include "ingest/walk/skip_rules.h"
#include "ingest/walk/walk.h"
#include "tar/reader.h"

namespace arborist::ingest {

namespace {

constexpr std::size_t kKeyHeadBytes = 16 << 10;

// Which members are read, as the walk chooses files in a folder.
class MemberRules {
 public:
  explicit MemberRules(const ReadOptions& options) : options_(options) {}

  // The path without "./" and "/" in front; nothing: it leads out of the archive.
  static std::optional<std::string> Clean(std::string_view name) {
    std::string path;
    while (!name.empty()) {
      const std::size_t slash = name.find('/');
      const std::string_view part = name.substr(0, slash);
      name.remove_prefix(slash == std::string_view::npos ? name.size() : slash + 1);
      if (part.empty() || part == ".") continue;
      if (part == "..") return std::nullopt;
      if (!path.empty()) path += '/';
      path += part;
    }
    return path;
  }

  // By its path alone.
  std::optional<SkipReason> ReasonToSkip(std::string_view path) const {
    if (options_.all) return std::nullopt;
    const auto unknown = [](std::string_view) { return false; };
    while (true) {
      const std::size_t slash = path.find('/');
      const std::string_view part = path.substr(0, slash);
      const bool is_folder = slash != std::string_view::npos;
      if (IsVersionControlName(part)) return SkipReason::kVersionControl;
      if (is_folder && IsDependencyFolder(part, unknown, unknown)) return SkipReason::kDependencies;
      if (!is_folder && IsSecretName(part)) return SkipReason::kSecret;
      if (part.starts_with('.')) return SkipReason::kHidden;
      if (!is_folder) return std::nullopt;
      path.remove_prefix(slash + 1);
    }
  }

  bool IsKey(std::string_view path, std::string_view bytes) const {
    return !options_.all && IsPossibleKeyName(path.substr(path.rfind('/') + 1)) &&
           HoldsPrivateKey(bytes.substr(0, kKeyHeadBytes), bytes.size() <= kKeyHeadBytes);
  }

 private:
  const ReadOptions& options_;
};

// '!' parts the fragments of archives in archives.
std::string FragmentOf(std::string_view path) {
  std::string fragment = "/";
  for (const char c : EncodePath(path)) {
    if (c == '!') {
      fragment += "%21";
    } else {
      fragment += c;
    }
  }
  return fragment;
}

class TarMembers final : public MemberReader {
 public:
  TarMembers(std::unique_ptr<compress::ByteSource> source, const ReadOptions& options)
      : options_(options), rules_(options_), source_(std::move(source)), tar_(source_.get()) {}

  Result<std::optional<Member>> Next() override {
    while (true) {
      TRY_ASSIGN(const std::optional<tar::Entry> entry, tar_.Next());
      if (!entry) return std::nullopt;
      if (++entries_ > options_.limits.max_members) {
        return Fail(ErrorCode::kLimitExceeded,
                    "it has more than " + std::to_string(options_.limits.max_members) + " members");
      }
      if (entry->kind == tar::Kind::kFolder) continue;
      const std::optional<std::string> path = MemberRules::Clean(entry->name);
      if (path && !path->empty() && entry->kind == tar::Kind::kFile) {
        if (const auto reason = rules_.ReasonToSkip(*path)) {
          LeaveOut(entry->name, *reason);
          continue;
        }
      }
      if (const std::string_view reason = Unreadable(*entry, path); !reason.empty()) {
        skipped_.push_back({entry->name, std::string(reason)});
        continue;
      }
      auto body = tar_.Body(options_.limits.max_file_bytes);
      if (!body && body.error().code == ErrorCode::kLimitExceeded) {
        skipped_.push_back({entry->name, body.error().message});
        continue;
      }
      if (!body) return std::unexpected(std::move(body).error());
      if (rules_.IsKey(*path, *body)) {
        LeaveOut(entry->name, SkipReason::kSecret);
        continue;
      }
      return Member{.name = *path, .fragment = FragmentOf(*path), .bytes = std::move(*body)};
    }
  }

  std::vector<Skipped> TakeSkipped() override { return std::exchange(skipped_, {}); }
  std::map<std::string_view, std::uint64_t> passed_over() const override { return passed_over_; }

 private:
  // Empty: it can be read.
  static std::string_view Unreadable(const tar::Entry& entry,
                                     const std::optional<std::string>& path) {
    switch (entry.kind) {
      case tar::Kind::kLink:
        return Describe(SkipReason::kSymbolicLink);
      case tar::Kind::kSpecial:
        return Describe(SkipReason::kSpecial);
      case tar::Kind::kSparse:
        return "a sparse file, which is not read in archives";
      default:
        return path && !path->empty() ? "" : "its path leads out of the archive";
    }
  }

  void LeaveOut(const std::string& name, SkipReason reason) {
    if (IsNamedOneByOne(reason)) {
      skipped_.push_back({name, std::string(Describe(reason))});
    } else {
      ++passed_over_[Describe(reason)];
    }
  }

  const ReadOptions options_;
  const MemberRules rules_;
  std::unique_ptr<compress::ByteSource> source_;
  tar::Reader tar_;
  std::uint64_t entries_ = 0;
  std::vector<Skipped> skipped_;
  std::map<std::string_view, std::uint64_t> passed_over_;
};

}  // namespace

bool HoldsTar(const Head& head) { return tar::LooksLikeTar(head.bytes); }

Result<std::unique_ptr<MemberReader>> ExpandTar(const Origin& origin, const ReadOptions& options) {
  TRY_ASSIGN(auto source, origin.Open({.threads = 0,
                                       .max_expansion_ratio = options.limits.max_expansion_ratio}));
  return std::make_unique<TarMembers>(std::move(source), options);
}

}  // namespace arborist::ingest
