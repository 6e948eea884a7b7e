// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

#include "office/package.h"
#include "office/writer.h"
#include "xml/tree.h"

namespace arborist::office {

// What documents, workbooks and presentations share of DrawingML.

// The text of one paragraph (a:p). Fields with the number of a slide or the date are left out;
// targets of links go to the writer.
std::string DrawingParagraph(Package* package, std::string_view part, xml::Node paragraph,
                             Writer* writer);

// The paragraphs of a text body (a:txBody, p:txBody, ...), a line each.
std::string DrawingText(Package* package, std::string_view part, xml::Node body, Writer* writer);

// Whether the values of a chart are written or only its titles, because they stand elsewhere.
enum class ChartValues : std::uint8_t { kWritten, kElsewhere };

// The cached text of the chart that `reference` (c:chart) of a part means: titles, then the
// categories and each series on a line, by tab.
void WriteChart(Package* package, std::string_view part, xml::Node reference, ChartValues values,
                Writer* writer);

// The text of the SmartArt that `reference` (dgm:relIds) of a part means.
void WriteDiagram(Package* package, std::string_view part, xml::Node reference, Writer* writer);

// What counts of mc:AlternateContent: the first choice, else the fallback. May be null.
xml::Node ChosenAlternative(xml::Node alternate);

}  // namespace arborist::office
