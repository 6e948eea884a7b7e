// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/origin.h"

#include "base/files.h"

namespace arborist::ingest {

namespace {

class File final : public Origin {
 public:
  File(FileInFolder file, Facts facts) : Origin(std::move(facts)), file_(std::move(file)) {}

  Result<std::string> ReadAll(std::uint64_t max_bytes) const override {
    TRY_ASSIGN(const FileDescriptor fd, file_.Open());
    return arborist::ReadAll(fd.get(), file_.path().string(), max_bytes);
  }

  Result<std::unique_ptr<compress::ByteSource>> Open(
      const compress::ByteSourceOptions& options) const override {
    TRY_ASSIGN(FileDescriptor fd, file_.Open());
    return compress::OpenByteSource(std::move(fd), file_.path(), options);
  }

 private:
  const FileInFolder file_;
};

Result<std::string> CopyOf(std::string_view bytes, const std::string& name,
                           std::uint64_t max_bytes) {
  if (bytes.size() <= max_bytes) return std::string(bytes);
  return Fail(ErrorCode::kLimitExceeded, name + " has " + std::to_string(bytes.size()) +
                                             " bytes, the limit is " + std::to_string(max_bytes));
}

class Memory final : public Origin {
 public:
  Memory(std::string_view bytes, Facts facts) : Origin(std::move(facts)), bytes_(bytes) {}

  Result<std::string> ReadAll(std::uint64_t max_bytes) const override {
    return CopyOf(bytes_, name(), max_bytes);
  }

  Result<std::unique_ptr<compress::ByteSource>> Open(
      const compress::ByteSourceOptions& options) const override {
    return compress::OpenBytes(bytes_, options);
  }

 private:
  const std::string_view bytes_;
};

class Owned final : public Origin {
 public:
  Owned(std::string bytes, Facts facts) : Origin(std::move(facts)), bytes_(std::move(bytes)) {}

  Result<std::string> ReadAll(std::uint64_t max_bytes) const override {
    return CopyOf(bytes_, name(), max_bytes);
  }

  Result<std::unique_ptr<compress::ByteSource>> Open(
      const compress::ByteSourceOptions& options) const override {
    return compress::OpenBytes(bytes_, options);
  }

 private:
  const std::string bytes_;
};

}  // namespace

std::string UriInside(std::string_view uri, unsigned depth, std::string_view fragment) {
  std::string inside(uri);
  if (!uri.empty()) {
    inside += depth == 0 ? '#' : '!';
    inside += fragment;
  }
  return inside;
}

OriginPtr MemberOrigin(const Origin& parent, std::string_view fragment, std::string_view name,
                       std::string bytes) {
  Origin::Facts facts{.name = parent.name() + ": " + std::string(name),
                      .uri = UriInside(parent.uri(), parent.depth(), fragment),
                      .depth = parent.depth() + 1,
                      .file_name = std::string(name),
                      .object = parent.object()};
  return BytesOrigin(std::move(bytes), std::move(facts));
}

OriginPtr BytesOrigin(std::string bytes, Origin::Facts facts) {
  facts.size = bytes.size();
  return std::make_shared<const Owned>(std::move(bytes), std::move(facts));
}

std::string_view OuterUri(std::string_view uri) { return uri.substr(0, uri.find('#')); }

std::string_view ParentUri(std::string_view uri) {
  const std::size_t outer = uri.find('#');
  if (outer == std::string_view::npos) return {};
  const std::size_t inner = uri.rfind('!');
  return uri.substr(0, inner == std::string_view::npos || inner < outer ? outer : inner);
}

OriginPtr FileOrigin(FileInFolder file, Origin::Facts facts) {
  return std::make_shared<const File>(std::move(file), std::move(facts));
}

OriginPtr MemoryOrigin(std::string_view bytes, Origin::Facts facts) {
  facts.size = bytes.size();
  return std::make_shared<const Memory>(bytes, std::move(facts));
}

}  // namespace arborist::ingest
