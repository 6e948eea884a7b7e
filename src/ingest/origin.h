// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/folder.h"
#include "base/result.h"
#include "compress/byte_source.h"
#include "reading/notes.h"

namespace arborist::ingest {

// Something that can be read: a file on disk, an upload in memory. It is all that a reader knows of
// where bytes come from; a member of an archive, an object of a repository or an HTTP response is
// one more class that derives from this one. Immutable and shared by pointer, for any thread.
class Origin {
 public:
  struct Facts {
    std::string name;                              // for people: a path, "upload"
    std::string uri = {};                          // of the document, where the origin is one
    std::optional<std::uint64_t> size = {};        // of the bytes as they are stored
    std::optional<std::int64_t> modified_at = {};  // seconds since 1970
    unsigned depth = 0;                            // how many origins this one is inside of
    std::string file_name = {};  // of something inside another origin; may be empty
    std::string charset = {};    // what came with the bytes says that they are in; may be empty
    // The URI that this one leads to: nothing of the bytes is read.
    std::string alias_of = {};
    std::string title = {};  // that its document gets whatever it calls itself; empty: none
    std::optional<reading::ObjectOrigin> object = {};  // of a repository, that it came from
  };

  virtual ~Origin() = default;
  Origin(const Origin&) = delete;
  Origin& operator=(const Origin&) = delete;

  const std::string& name() const { return facts_.name; }
  const std::string& uri() const { return facts_.uri; }
  std::optional<std::uint64_t> size() const { return facts_.size; }
  std::optional<std::int64_t> modified_at() const { return facts_.modified_at; }
  unsigned depth() const { return facts_.depth; }
  const std::string& charset() const { return facts_.charset; }
  const std::string& alias_of() const { return facts_.alias_of; }
  // What a title is made of where the content has none: the file's name, or the URI, which ends in
  // it.
  const std::string& title_source() const {
    return facts_.file_name.empty() ? facts_.uri : facts_.file_name;
  }
  const std::string& title() const { return facts_.title; }
  const std::optional<reading::ObjectOrigin>& object() const { return facts_.object; }
  // For what is weighed by size: 0 where it is not known.
  std::uint64_t size_or_zero() const { return facts_.size.value_or(0); }

  // All bytes as they are stored. kLimitExceeded: there are more than max_bytes.
  virtual Result<std::string> ReadAll(std::uint64_t max_bytes) const = 0;
  // The bytes decompressed, from the first one on. What is there may change between two calls, so
  // what must belong together comes out of one of them.
  virtual Result<std::unique_ptr<compress::ByteSource>> Open(
      const compress::ByteSourceOptions& options) const = 0;

 protected:
  explicit Origin(Facts facts) : facts_(std::move(facts)) {}

 private:
  const Facts facts_;
};

using OriginPtr = std::shared_ptr<const Origin>;

// A file, which is opened anew for each call.
OriginPtr FileOrigin(FileInFolder file, Origin::Facts facts);

// Bytes that somebody holds as long as this lives. Their size need not be given.
OriginPtr MemoryOrigin(std::string_view bytes, Origin::Facts facts);

// Bytes of its own.
OriginPtr BytesOrigin(std::string bytes, Origin::Facts facts);

// The bytes of something inside another origin: a member of an archive, an attachment. `fragment`
// tells it apart within the parent ("/dir/b.txt", "part=2.1"): its URI is the parent's with
// '#' and the fragment, or with '!' where the parent is inside of something itself. Depth counts
// how many origins are around it. What came from an object of a repository says so of what is
// inside.
OriginPtr MemberOrigin(const Origin& parent, std::string_view fragment, std::string_view name,
                       std::string bytes);
// The URI of something inside an origin with this URI, which is itself inside of `depth` others.
std::string UriInside(std::string_view uri, unsigned depth, std::string_view fragment);
// The URI of the outermost origin: up to '#'.
std::string_view OuterUri(std::string_view uri);
// The URI of the origin around this one. Empty: it is inside of none.
std::string_view ParentUri(std::string_view uri);

}  // namespace arborist::ingest
