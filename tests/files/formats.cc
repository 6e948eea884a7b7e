// SPDX-License-Identifier: AGPL-3.0-only
#include "files/formats.h"

#include "ingest/formats/html.h"
#include "office/office.h"

namespace arborist::files {

namespace {

const reading::ReadingLimits kLimits;

Result<reading::HtmlPart> ReadHtml(std::string_view bytes, std::string_view charset,
                                   std::string_view base_uri) {
  TRY_ASSIGN(ingest::HtmlDocument page, ingest::ExtractHtml(bytes, charset, base_uri, {}));
  return reading::HtmlPart{std::move(page.title), std::move(page.text), std::move(page.links)};
}

reading::Reading Docx(std::string_view bytes) { return office::ReadDocx(bytes, kLimits, ReadHtml); }
reading::Reading Xlsx(std::string_view bytes) { return office::ReadXlsx(bytes, kLimits); }

reading::Reading Pptx(std::string_view bytes) { return office::ReadPptx(bytes, kLimits); }
reading::Reading Odf(std::string_view bytes) { return office::ReadOdf(bytes, kLimits); }
reading::Reading Epub(std::string_view bytes) { return office::ReadEpub(bytes, kLimits, ReadHtml); }

constexpr MeasuredFormat kFormats[] = {
    {.name = "docx",
     .folder = "docx",
     .ending = "",
     .least_score = 0.95,
     .least_facts = 0.6,
     .read = Docx},
    {.name = "xlsx",
     .folder = "xlsx",
     .ending = "",
     .compared = Compared::kRecall,
     .least_score = 0.85,
     .least_facts = 0.45,
     .read = Xlsx},
    {.name = "pptx",
     .folder = "pptx",
     .ending = "",
     .least_score = 0.95,
     .least_facts = 0.6,
     .read = Pptx},
    {.name = "odf",
     .folder = "odf",
     .ending = "",
     .compared = Compared::kRecall,
     .least_score = 0.95,
     .least_facts = 0.45,
     .read = Odf},
    {.name = "epub",
     .folder = "epub",
     .ending = "",
     .least_score = 0.95,
     .least_facts = 0.25,
     .read = Epub},
};

}  // namespace

std::span<const MeasuredFormat> MeasuredFormats() { return kFormats; }

}  // namespace arborist::files
