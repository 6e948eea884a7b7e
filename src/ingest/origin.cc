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

class Memory final : public Origin {
 public:
  Memory(std::string_view bytes, Facts facts) : Origin(std::move(facts)), bytes_(bytes) {}

  Result<std::string> ReadAll(std::uint64_t max_bytes) const override {
    if (bytes_.size() > max_bytes) {
      return Fail(ErrorCode::kLimitExceeded, name() + " has " + std::to_string(bytes_.size()) +
                                                 " bytes, the limit is " +
                                                 std::to_string(max_bytes));
    }
    return std::string(bytes_);
  }

  Result<std::unique_ptr<compress::ByteSource>> Open(
      const compress::ByteSourceOptions& options) const override {
    return compress::OpenBytes(bytes_, options);
  }

 private:
  const std::string_view bytes_;
};

}  // namespace

OriginPtr FileOrigin(FileInFolder file, Origin::Facts facts) {
  return std::make_shared<const File>(std::move(file), std::move(facts));
}

OriginPtr MemoryOrigin(std::string_view bytes, Origin::Facts facts) {
  facts.size = bytes.size();
  return std::make_shared<const Memory>(bytes, std::move(facts));
}

}  // namespace arborist::ingest
