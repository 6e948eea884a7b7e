// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

#include "zip/made_zip_test.h"

namespace arborist::office {

// Declares the prefixes that the XML of tests uses.
inline constexpr std::string_view kTestSpaces =
    " xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'"
    " xmlns:s='http://schemas.openxmlformats.org/spreadsheetml/2006/main'"
    " xmlns:p='http://schemas.openxmlformats.org/presentationml/2006/main'"
    " xmlns:a='http://schemas.openxmlformats.org/drawingml/2006/main'"
    " xmlns:c='http://schemas.openxmlformats.org/drawingml/2006/chart'"
    " xmlns:m='http://schemas.openxmlformats.org/officeDocument/2006/math'"
    " xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'"
    " xmlns:mc='http://schemas.openxmlformats.org/markup-compatibility/2006'"
    " xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0'"
    " xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0'"
    " xmlns:table='urn:oasis:names:tc:opendocument:xmlns:table:1.0'"
    " xmlns:style='urn:oasis:names:tc:opendocument:xmlns:style:1.0'"
    " xmlns:draw='urn:oasis:names:tc:opendocument:xmlns:drawing:1.0'"
    " xmlns:presentation='urn:oasis:names:tc:opendocument:xmlns:presentation:1.0'"
    " xmlns:manifest='urn:oasis:names:tc:opendocument:xmlns:manifest:1.0'"
    " xmlns:dc='http://purl.org/dc/elements/1.1/'"
    " xmlns:dcterms='http://purl.org/dc/terms/'";

// "<name xmlns:...>content</name>".
inline std::string Root(std::string_view name, std::string_view content) {
  return "<" + std::string(name) + std::string(kTestSpaces) + ">" + std::string(content) + "</" +
         std::string(name) + ">";
}

// One <Relationship>; a target with "://" is external.
inline std::string Related(std::string_view id, std::string_view type, std::string_view target) {
  return "<Relationship Id='" + std::string(id) + "' Type='http://x/" + std::string(type) +
         "' Target='" + std::string(target) + "'" +
         (target.contains("://") ? " TargetMode='External'" : "") + "/>";
}

inline std::string Relationships(std::string_view all) {
  return "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>" +
         std::string(all) + "</Relationships>";
}

// An Office Open XML package whose main part is main.xml, with the content type that contains
// `type` and these relationships.
inline zip::MadeZip MadePackage(std::string_view type, std::string_view main,
                                std::string_view related = {}) {
  zip::MadeZip made;
  made.Add("[Content_Types].xml",
           "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'>"
           "<Default Extension='html' ContentType='text/html'/>"
           "<Override PartName='/main.xml' ContentType='application/" +
               std::string(type) + ".main+xml'/></Types>");
  made.Add("_rels/.rels", Relationships(Related("r1", "officeDocument", "main.xml") +
                                        Related("r2", "core-properties", "core.xml")));
  made.Add("_rels/main.xml.rels", Relationships(related));
  made.Add("main.xml", main);
  return made;
}

}  // namespace arborist::office
