// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "office/names.h"
#include "office/writer.h"
#include "reading/reading.h"
#include "xml/tree.h"
#include "zip/archive.h"

namespace arborist::office {

// A reference of a part to another part or to the world outside.
struct Relationship {
  std::string id;
  std::string type;    // the last segment of its URI: "footnotes"
  std::string target;  // the name of a part, or a URI if external
  bool external = false;
};

// The parts of a ZIP container with XML: what the formats of this folder share. Parts are found by
// relationships and content types (OPC, ISO/IEC 29500-2), never by their customary names.
class Package {
 public:
  static Result<Package> Open(std::string_view bytes, const reading::ReadingLimits& limits);

  bool Has(std::string_view part) const { return archive_.Find(part) != nullptr; }
  bool IsEncrypted(std::string_view part) const;
  const std::vector<zip::Entry>& entries() const { return archive_.entries(); }

  // Of the package itself for part "". Empty where there are none or they cannot be read.
  const std::vector<Relationship>& RelationshipsOf(std::string_view part);
  const Relationship* RelationshipById(std::string_view part, std::string_view id);
  // The name of the first part that is related so; empty: there is none.
  std::string RelatedPart(std::string_view part, std::string_view type);

  // Out of [Content_Types].xml; empty: not said.
  std::string ContentTypeOf(std::string_view part);
  // The first part of a content type that contains this; empty: there is none.
  std::string PartOfType(std::string_view content_type_part);

  // A whole part. A checksum that differs becomes a warning in `report`.
  Result<std::string> ReadBytes(std::string_view part, reading::Report* report);
  Result<xml::Tree> ReadTree(std::string_view part, reading::Report* report,
                             xml::Doctype doctype = xml::Doctype::kRefused);
  // The tree, or an empty one: the damage is recorded with the writer. No part, no damage.
  xml::Tree TreeOf(std::string_view part, Writer* writer);
  // A part of any size, piece by piece.
  Status Walk(std::string_view part, xml::Visitor* visitor, reading::Report* report,
              xml::Doctype doctype = xml::Doctype::kRefused);

  const reading::ReadingLimits& limits() const { return limits_; }

 private:
  Package(zip::Archive archive, const reading::ReadingLimits& limits)
      : archive_(std::move(archive)), limits_(limits) {}
  Status Stream(std::string_view part, const compress::PieceSink& sink, reading::Report* report);
  void ReadContentTypes();

  zip::Archive archive_;
  reading::ReadingLimits limits_;
  struct Related {
    std::vector<Relationship> all;
    std::map<std::string, std::size_t, std::less<>> by_id;
  };
  const Related& RelatedOf(std::string_view part);
  std::map<std::string, Related, std::less<>> relationships_;
  bool types_read_ = false;
  std::map<std::string, std::string, std::less<>> types_by_ending_;
  std::map<std::string, std::string, std::less<>> types_by_part_;  // by name in lower case
  std::vector<std::pair<std::string, std::string>> typed_parts_;   // name and type, in order
};

// How XML of outside is read under these limits.
xml::Options XmlOptions(const reading::ReadingLimits& limits, xml::Doctype doctype);

// kLimitExceeded for more bytes than are read at all.
Status CheckInputSize(std::string_view bytes, const reading::ReadingLimits& limits);

// The name of the part that a reference means: relative to the folder of `base`, "." and ".."
// resolved, percent-encoding undone, the fragment dropped. Empty: it leads out of the package.
std::string ResolvePart(std::string_view base, std::string_view reference);

// How many bytes of a tree of one part are held at most.
inline constexpr std::size_t kMaxTreeBytes = std::size_t{256} << 20;

}  // namespace arborist::office
