// SPDX-License-Identifier: AGPL-3.0-only
// Archives are folders: each member is dispatched like a file of its own, with a URI in the
// archive. Members are read as streams and never written anywhere, so a path that leads out of the
// archive can do no harm; it is named and passed over, for its URI would mislead. Attacks: an
// archive that expands without end (a cap on all members together, which counts a member that
// stands in two places twice), very many members, archives in archives (Dispatch counts the depth).
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "compress/byte_source.h"
#include "ingest/formats/format.h"
#include "ingest/walk/member_rules.h"
#include "ingest/walk/walk.h"
#include "reading/reading.h"
#include "tar/reader.h"
#include "zip/archive.h"

namespace arborist::ingest {

namespace {

// What the members of every kind of archive share.
class Members : public MemberReader {
 public:
  explicit Members(const ReadOptions& options) : options_(options), rules_(options_.all) {}

  std::vector<Skipped> TakeSkipped() override { return std::exchange(skipped_, {}); }
  std::map<std::string_view, std::uint64_t> passed_over() const override { return passed_over_; }

 protected:
  const Limits& limits() const { return options_.limits; }

  // kLimitExceeded: there are too many members.
  Status Count() {
    if (++entries_ <= limits().max_members) return {};
    return Fail(ErrorCode::kLimitExceeded,
                "it has more than " + std::to_string(limits().max_members) + " members");
  }

  void Skip(const std::string& name, std::string_view reason) {
    skipped_.push_back({name, std::string(reason)});
  }

  void LeaveOut(const std::string& name, SkipReason reason) {
    if (IsNamedOneByOne(reason)) {
      Skip(name, Describe(reason));
    } else {
      ++passed_over_[Describe(reason)];
    }
  }

  // The path of a file that is read; nothing: it was left out.
  std::optional<std::string> PathOf(const std::string& name) {
    std::optional<std::string> path = CleanMemberPath(name);
    if (!path || path->empty()) {
      Skip(name, "its path leads out of the archive");
      return std::nullopt;
    }
    if (const auto reason = rules_.ReasonToSkip(*path)) {
      LeaveOut(name, *reason);
      return std::nullopt;
    }
    return path;
  }

  // Nothing: it holds a private key.
  std::optional<Member> MemberOf(const std::string& path, std::string bytes) {
    if (rules_.IsKey(path, bytes)) {
      LeaveOut(path, SkipReason::kSecret);
      return std::nullopt;
    }
    return Member{.name = path, .fragment = FragmentOf(path), .bytes = std::move(bytes)};
  }

 private:
  const ReadOptions options_;
  const MemberRules rules_;
  std::uint64_t entries_ = 0;
  std::vector<Skipped> skipped_;
  std::map<std::string_view, std::uint64_t> passed_over_;
};

class TarMembers final : public Members {
 public:
  TarMembers(std::unique_ptr<compress::ByteSource> source, const ReadOptions& options)
      : Members(options), source_(std::move(source)), tar_(source_.get()) {}

  Result<std::optional<Member>> Next() override {
    while (true) {
      TRY_ASSIGN(const std::optional<tar::Entry> entry, tar_.Next());
      if (!entry) return std::nullopt;
      TRY(Count());
      if (entry->kind == tar::Kind::kFolder) continue;
      if (const std::string_view reason = Unreadable(entry->kind); !reason.empty()) {
        Skip(entry->name, reason);
        continue;
      }
      const std::optional<std::string> path = PathOf(entry->name);
      if (!path) continue;
      auto body = tar_.Body(limits().max_file_bytes);
      if (!body && body.error().code == ErrorCode::kLimitExceeded) {
        Skip(entry->name, body.error().message);
        continue;
      }
      if (!body) return std::unexpected(std::move(body).error());
      if (auto member = MemberOf(*path, std::move(*body))) return member;
    }
  }

 private:
  // Empty: it can be read.
  static std::string_view Unreadable(tar::Kind kind) {
    switch (kind) {
      case tar::Kind::kLink:
        return Describe(SkipReason::kSymbolicLink);
      case tar::Kind::kSpecial:
        return Describe(SkipReason::kSpecial);
      case tar::Kind::kSparse:
        return "a sparse file, which is not read in archives";
      default:
        return "";
    }
  }

  std::unique_ptr<compress::ByteSource> source_;
  tar::Reader tar_;
};

// A ZIP file is read at random, so its bytes are in memory.
class ZipMembers final : public Members {
 public:
  static Result<std::unique_ptr<MemberReader>> Open(std::string bytes, const ReadOptions& options) {
    auto members = std::make_unique<ZipMembers>(std::move(bytes), options);
    auto archive = zip::Archive::Open(members->bytes_, {});
    if (!archive) return std::unexpected(std::move(archive).error());
    members->archive_.emplace(std::move(*archive));
    return members;
  }
  ZipMembers(std::string bytes, const ReadOptions& options)
      : Members(options), bytes_(std::move(bytes)) {}

  Result<std::optional<Member>> Next() override {
    while (next_ < archive_->entries().size()) {
      const zip::Entry& entry = archive_->entries()[next_++];
      TRY(Count());
      if (entry.is_folder()) continue;
      if (const std::string_view reason = Unreadable(entry); !reason.empty()) {
        Skip(entry.name, reason);
        continue;
      }
      const std::optional<std::string> path = PathOf(WithSlashes(entry.name));
      if (!path) continue;
      auto contents = archive_->Read(entry, limits().max_file_bytes);
      if (!contents) {
        Skip(entry.name, contents.error().message);
        continue;
      }
      if (contents->checksum == zip::Checksum::kDiffers) {
        Skip(entry.name, "damaged: its bytes have another checksum than the archive states");
        continue;
      }
      if (auto member = MemberOf(*path, std::move(contents->bytes))) return member;
    }
    return std::nullopt;
  }

 private:
  static std::string_view Unreadable(const zip::Entry& entry) {
    constexpr std::uint32_t kTypeBits = 0170000;
    constexpr std::uint32_t kLink = 0120000;
    if ((entry.unix_mode & kTypeBits) == kLink) return Describe(SkipReason::kSymbolicLink);
    if (entry.encrypted) return "needs a password";
    if (entry.overlaps) return "it shares bytes with another member";
    return "";
  }

  // Some programs of Windows write backslashes.
  static std::string WithSlashes(std::string name) {
    if (name.find('/') == std::string::npos) std::ranges::replace(name, '\\', '/');
    return name;
  }

  const std::string bytes_;
  std::optional<zip::Archive> archive_;
  std::size_t next_ = 0;
};

}  // namespace

bool HoldsTar(const Head& head) { return tar::LooksLikeTar(head.bytes); }
bool HoldsZip(const Head& head) { return zip::LooksLikeZip(head.bytes); }

Result<std::unique_ptr<MemberReader>> ExpandTar(const Origin& origin, const ReadOptions& options) {
  TRY_ASSIGN(auto source, origin.Open({.threads = 0,
                                       .max_expansion_ratio = options.limits.max_expansion_ratio}));
  return std::make_unique<TarMembers>(std::move(source), options);
}

Result<std::unique_ptr<MemberReader>> ExpandZip(const Origin& origin, const ReadOptions& options) {
  TRY_ASSIGN(std::string bytes, origin.ReadAll(reading::ReadingLimits().max_input_bytes));
  return ZipMembers::Open(std::move(bytes), options);
}

}  // namespace arborist::ingest
