// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string_view>

#include "xml/tree.h"

namespace arborist::office {

// The namespaces of Office Open XML, OpenDocument and EPUB that the readers know. The strict and
// the transitional spelling of one are the same number.
enum Space : std::uint16_t {
  kNoSpace = 0,  // none, or one that is not known
  kWord,
  kSheet,
  kSlide,
  kDrawing,
  kChart,
  kDiagram,
  kDiagramShape,   // dsp: a SmartArt as it was drawn last
  kSheetDrawing,   // xdr
  kWordDrawing,    // wp
  kWordShape,      // wps
  kReferences,     // r: of a part to another one
  kRelationships,  // of a .rels part
  kContentTypes,
  kCompatibility,  // mc
  kMath,
  kVml,
  kVmlOffice,
  kCoreProperties,
  kDublinCore,
  kDublinTerms,
  kThreadedComments,
  kModernComments,  // of a presentation
  kOdfOffice,
  kOdfText,
  kOdfTable,
  kOdfDraw,
  kOdfStyle,
  kOdfPresentation,
  kOdfManifest,
  kOdfMeta,
  kXlink,
  kSvg,
  kContainer,  // of EPUB
  kOpf,
  kNcx,
  kXhtml,
  kEpubOps,
  kEncryption,
};

// The number of a namespace, for xml::TreeReader.
std::uint16_t NumberOfSpace(std::string_view uri);

// Whether an OOXML on/off element or attribute value means yes: absent or empty does.
bool IsOn(std::string_view value);

// The number that a string begins with, up to `max`; 0 if none.
std::uint32_t ToNumber(std::string_view digits, std::uint32_t max = 0x7FFFFFFF);

}  // namespace arborist::office
