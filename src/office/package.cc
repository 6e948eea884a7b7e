// SPDX-License-Identifier: AGPL-3.0-only
#include "office/package.h"

#include <algorithm>

#include "base/ascii.h"

namespace arborist::office {

namespace {

std::string LastSegment(std::string_view uri) {
  return std::string(uri.substr(uri.rfind('/') + 1));
}

std::string WithoutRoot(std::string_view name) {
  while (name.starts_with('/')) name.remove_prefix(1);
  return std::string(name);
}

std::string PercentDecoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && HexValue(text[i + 1]) >= 0 &&
        HexValue(text[i + 2]) >= 0) {
      out += static_cast<char>(HexValue(text[i + 1]) * 16 + HexValue(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

std::string RelationshipsPartOf(std::string_view part) {
  const std::size_t slash = part.rfind('/');
  const std::size_t name = slash == std::string_view::npos ? 0 : slash + 1;
  return std::string(part.substr(0, name)) + "_rels/" + std::string(part.substr(name)) + ".rels";
}

}  // namespace

std::string ResolvePart(std::string_view base, std::string_view reference) {
  std::string target = PercentDecoded(reference.substr(0, reference.find('#')));
  std::ranges::replace(target, '\\', '/');
  std::string path;
  if (!target.starts_with('/') && base.contains('/')) path = base.substr(0, base.rfind('/'));
  std::string_view rest = target;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('/'), rest.size());
    const std::string_view segment = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (segment.empty() || segment == ".") continue;
    if (segment == "..") {
      if (path.empty()) return {};
      path.resize(path.contains('/') ? path.rfind('/') : 0);
      continue;
    }
    if (!path.empty()) path += '/';
    path += segment;
  }
  return path;
}

xml::Options XmlOptions(const reading::ReadingLimits& limits, xml::Doctype doctype) {
  return {.doctype = doctype,
          .max_depth = limits.max_xml_depth,
          .max_attributes = limits.max_xml_attributes};
}

Status CheckInputSize(std::string_view bytes, const reading::ReadingLimits& limits) {
  if (bytes.size() <= limits.max_input_bytes) return {};
  return Fail(ErrorCode::kLimitExceeded,
              "the file has more than " + std::to_string(limits.max_input_bytes) + " bytes");
}

Result<Package> Package::Open(std::string_view bytes, const reading::ReadingLimits& limits) {
  TRY(CheckInputSize(bytes, limits));
  TRY_ASSIGN(zip::Archive archive, zip::Archive::Open(bytes, limits));
  return Package(std::move(archive), limits);
}

bool Package::IsEncrypted(std::string_view part) const {
  const zip::Entry* const entry = archive_.Find(part);
  return entry != nullptr && entry->encrypted;
}

Status Package::Stream(std::string_view part, const compress::PieceSink& sink,
                       reading::Report* report) {
  const zip::Entry* const entry = archive_.Find(part);
  if (entry == nullptr) return Fail(ErrorCode::kInvalidData, "the part is missing");
  TRY_ASSIGN(const zip::Checksum checksum, archive_.Stream(*entry, sink));
  if (checksum == zip::Checksum::kDiffers) {
    reading::Warn(report, std::string(part) + ": the checksum differs");
  }
  return {};
}

Result<std::string> Package::ReadBytes(std::string_view part, reading::Report* report) {
  std::string bytes;
  TRY(Stream(
      part,
      [&](std::string_view piece) -> Status {
        if (bytes.size() + piece.size() > limits_.max_text_bytes) {
          return Fail(
              ErrorCode::kLimitExceeded,
              "the part has more than " + std::to_string(limits_.max_text_bytes) + " bytes");
        }
        bytes += piece;
        return {};
      },
      report));
  return bytes;
}

Result<xml::Tree> Package::ReadTree(std::string_view part, reading::Report* report,
                                    xml::Doctype doctype) {
  xml::TreeBuilder builder(NumberOfSpace, XmlOptions(limits_, doctype), kMaxTreeBytes);
  TRY(Stream(part, [&](std::string_view piece) { return builder.Feed(piece); }, report));
  return builder.Finish();
}

xml::Tree Package::TreeOf(std::string_view part, Writer* writer) {
  if (part.empty() || !Has(part)) return {};
  auto tree = ReadTree(part, &writer->report());
  if (tree) return std::move(*tree);
  writer->Damage(part, tree.error());
  return {};
}

Status Package::Walk(std::string_view part, xml::Visitor* visitor, reading::Report* report,
                     xml::Doctype doctype) {
  xml::TreeReader reader(visitor, NumberOfSpace, XmlOptions(limits_, doctype), kMaxTreeBytes);
  Status read = Stream(part, [&](std::string_view piece) { return reader.Feed(piece); }, report);
  if (read) read = reader.Finish();
  if (!read && read.error().code == ErrorCode::kInvalidData) reader.HandOutRest();
  return read;
}

const Package::Related& Package::RelatedOf(std::string_view part) {
  const auto found = relationships_.find(part);
  if (found != relationships_.end()) return found->second;
  Related& related = relationships_[std::string(part)];
  reading::Report ignored;
  const auto tree = ReadTree(RelationshipsPartOf(part), &ignored);
  if (!tree || !tree->root()) return related;
  for (const xml::Node one : tree->root().children()) {
    if (!one.Is(kRelationships, "Relationship")) continue;
    const std::string_view target = one.Get(kNoSpace, "Target");
    const bool external = one.Get(kNoSpace, "TargetMode") == "External";
    related.by_id.emplace(one.Get(kNoSpace, "Id"), related.all.size());
    related.all.push_back({.id = std::string(one.Get(kNoSpace, "Id")),
                           .type = LastSegment(one.Get(kNoSpace, "Type")),
                           .target = external ? std::string(target) : ResolvePart(part, target),
                           .external = external});
  }
  return related;
}

const std::vector<Relationship>& Package::RelationshipsOf(std::string_view part) {
  return RelatedOf(part).all;
}

const Relationship* Package::RelationshipById(std::string_view part, std::string_view id) {
  const Related& related = RelatedOf(part);
  const auto found = related.by_id.find(id);
  return found == related.by_id.end() ? nullptr : &related.all[found->second];
}

std::string Package::RelatedPart(std::string_view part, std::string_view type) {
  for (const Relationship& one : RelationshipsOf(part)) {
    if (one.type == type && !one.external && Has(one.target)) return one.target;
  }
  return {};
}

void Package::ReadContentTypes() {
  types_read_ = true;
  reading::Report ignored;
  const auto tree = ReadTree("[Content_Types].xml", &ignored);
  if (!tree || !tree->root()) return;
  for (const xml::Node one : tree->root().children()) {
    const std::string type(one.Get(kNoSpace, "ContentType"));
    if (one.Is(kContentTypes, "Default")) {
      types_by_ending_[LowerAscii(one.Get(kNoSpace, "Extension"))] = type;
    } else if (one.Is(kContentTypes, "Override")) {
      typed_parts_.emplace_back(WithoutRoot(one.Get(kNoSpace, "PartName")), type);
      types_by_part_.emplace(LowerAscii(typed_parts_.back().first), type);
    }
  }
}

std::string Package::ContentTypeOf(std::string_view part) {
  if (!types_read_) ReadContentTypes();
  const auto own = types_by_part_.find(LowerAscii(part));
  if (own != types_by_part_.end()) return own->second;
  const auto found = types_by_ending_.find(LowerAscii(part.substr(part.rfind('.') + 1)));
  return found == types_by_ending_.end() ? std::string() : found->second;
}

std::string Package::PartOfType(std::string_view content_type_part) {
  if (!types_read_) ReadContentTypes();
  for (const auto& [name, type] : typed_parts_) {
    if (type.contains(content_type_part) && Has(name)) return name;
  }
  return {};
}

}  // namespace arborist::office
