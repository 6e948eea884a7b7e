// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace arborist::xml {

// The attributes of a start tag. Valid during the call only.
class Attributes {
 public:
  explicit Attributes(const char** pairs) : pairs_(pairs) {}

  // By the name as it stands: "title", "xlink:href".
  std::optional<std::string_view> Find(std::string_view name) const;
  // take(name, value) for each.
  template <typename Take>
  void ForEach(const Take& take) const {
    for (const char** pair = pairs_; *pair != nullptr; pair += 2) {
      take(std::string_view(pair[0]), std::string_view(pair[1]));
    }
  }

 private:
  const char** pairs_;
};

// Is told what a document has, in its order. Names are as they stand, with their prefixes: whoever
// needs namespaces resolves them, as xml/tree.h does at half the cost of expat's own. A handler may
// throw; the exception comes out of Feed.
class Handler {
 public:
  virtual ~Handler() = default;
  virtual void Start(std::string_view name, const Attributes& attributes) = 0;
  virtual void End(std::string_view name) = 0;
  virtual void Text(std::string_view text) = 0;
};

// A declaration of an entity is refused either way; nothing outside of the document is ever read.
enum class Doctype : std::uint8_t { kRefused, kPassedOver };

// A table of 256 code points for a charset of single bytes, -1 for a byte that has none. False: the
// charset is not known or not of single bytes.
using ByteTable = std::function<bool(std::string_view charset, std::array<int, 256>* table)>;

struct Options {
  Doctype doctype = Doctype::kRefused;
  std::size_t max_depth = 256;
  std::size_t max_attributes = 1000;  // of one element
  // A tag, comment or declaration, during which a handler hears nothing.
  std::size_t max_silent_bytes = std::size_t{4} << 20;
  // UTF-8, UTF-16, ISO-8859-1 and ASCII are read without. Null: no others.
  ByteTable byte_table = {};
  // A name for messages, of text that came from outside.
  std::function<std::string(std::string_view)> escape = {};
};

// The one wrapper of expat: XML in pieces, of any size, in bounded memory and without recursion.
// expat's own guard against amplification is on. For one thread.
class Parser {
 public:
  Parser(Handler* handler, Options options);
  ~Parser();
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  // Parses one more piece. An error is final: kInvalidData with the place for malformed XML,
  // kLimitExceeded, kUnsupported for an encoding, or what Stop was given.
  Status Feed(std::string_view piece);
  // Behind the last piece.
  Status Finish();

  // From inside a handler: nothing more is parsed, and Feed fails with this. The first one counts.
  void Stop(Error error);
  // "byte 12, line 3": of the tag or text in work.
  std::string Place() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace arborist::xml
