// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ingest/limits.h"
#include "ingest/origin.h"
#include "ingest/source_document.h"
#include "reading/notes.h"

namespace arborist::ingest {

struct Format;

// How origins are to be read.
struct ReadOptions {
  const Format* format = nullptr;  // of all of them; null: by content, then by name
  bool all = false;                // of a dump also what is no article, of an archive hidden files
  // Also what an older version took in and this one refuses, to fill a store that has it.
  bool as_before = false;
  unsigned threads = 1;  // that may decompress one origin side by side
  Limits limits = {};
};

// The start of an origin, as a format looks at it.
struct Head {
  std::string_view bytes;   // decompressed
  std::string_view text;    // in ASCII: UTF-16 and UTF-32 without their zero bytes. Empty: no text
  std::string_view markup;  // the text behind an XML declaration, comments and the like
  std::string_view ending;  // of the name: "md" of "README.MD.gz"; empty: it has none
  std::string_view name = {};  // for people: a path, or a path and what is inside of it
};

// What a reader makes of an origin that is one document. Valid UTF-8.
struct Extracted {
  std::string title;                    // empty: the name of the origin becomes the title
  std::string text;                     // exactly what is stored and hashed
  std::vector<std::string> links = {};  // absolute target URIs, sorted, without repeats
  std::string content_date = {};        // YYYY-MM-DD, where the source tells when it was written
  reading::Notes notes = {};            // places in the text, and what was left out
  std::vector<reading::Child> children = {};  // documents inside, each dispatched on its own
};

// Many documents out of one origin, one after the other and in bounded memory. For one thread.
class StreamReader {
 public:
  virtual ~StreamReader() = default;

  // The next document; nothing at the end. An error is final and comes again; every whole document
  // before the damage was handed out.
  virtual Result<std::optional<SourceDocument>> Next() = 0;

  // How many items the origin has up to and with the document that Next returned last: equal at
  // every reading of the same bytes.
  virtual std::uint64_t ordinal() const = 0;
  // Passes over the items up to this ordinal without a look at their text. Before the first Next.
  virtual void SkipUntil(std::uint64_t ordinal) = 0;

  // Items left out since the last call; of very many in a row only the first are named.
  virtual std::vector<Skipped> TakeSkipped() = 0;
  // Items that are left out by design, and why.
  struct PassedOver {
    std::string_view reason;
    std::uint64_t count = 0;
  };
  virtual PassedOver passed_over() const { return {}; }

  // Bytes of the origin behind us, for progress.
  virtual std::uint64_t consumed() const = 0;
};

// Something that an archive holds.
struct Member {
  std::string name;      // for people: its path
  std::string fragment;  // MemberOrigin
  std::string bytes;     // as stored in the archive once that is opened
};

// The members of an archive, one after the other and in bounded memory. For one thread.
class MemberReader {
 public:
  virtual ~MemberReader() = default;

  // The next member; nothing at the end. An error is final; the members before it were handed out.
  virtual Result<std::optional<Member>> Next() = 0;

  // Members left out since the last call, and why.
  virtual std::vector<Skipped> TakeSkipped() = 0;
  // Members left out by design so far, by reason.
  virtual std::map<std::string_view, std::uint64_t> passed_over() const = 0;
};

// A few names, known when the program is compiled.
class Names {
 public:
  constexpr Names(std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names)
      all_[count_++] = name;  // does not compile if too many
  }
  constexpr const std::string_view* begin() const { return all_.data(); }
  constexpr const std::string_view* end() const { return all_.data() + count_; }
  constexpr bool Has(std::string_view name) const {
    for (const std::string_view one : *this) {
      if (one == name) return true;
    }
    return false;
  }

 private:
  std::array<std::string_view, 8> all_{};
  std::size_t count_ = 0;
};

// One kind of input. The readers are pure and run on any thread; the bytes come from outside, so
// hostile ones cost bounded time, memory and stack.
struct Format {
  std::string_view name;         // of --source
  std::string_view label;        // in lists for people
  std::string_view source_type;  // stored with each document; empty: of archives
  // Stored with each location. It says how the text came out of the bytes, and so how it is read
  // again and what is shown of it. FROZEN: another way of reading gets another name.
  std::string_view extraction;
  Names media_types = {};  // of uploads
  Names endings = {};      // of names that decide where no content does, without the dot
  // Whether the content says that it is this, whatever the name. Null: it never does.
  bool (*holds)(const Head& head) = nullptr;
  // The name of the row that the whole content belongs to, where the start cannot tell; empty: this
  // one. Null: the start always tells.
  std::string_view (*settle)(std::string_view bytes) = nullptr;

  // The kind by which arborist-read knows it, if that reads it; empty: this program does.
  std::string_view jailed_kind = {};

  // One of the three. `bytes` are those of the origin, decompressed.
  Result<Extracted> (*read)(const Origin& origin, std::string bytes,
                            const Limits& limits) = nullptr;
  Result<std::unique_ptr<StreamReader>> (*open)(const Origin& origin,
                                                const ReadOptions& options) = nullptr;
  Result<std::unique_ptr<MemberReader>> (*expand)(const Origin& origin,
                                                  const ReadOptions& options) = nullptr;
  constexpr bool many() const { return read == nullptr; }
};

}  // namespace arborist::ingest
