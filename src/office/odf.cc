// SPDX-License-Identifier: AGPL-3.0-only
// An OpenDocument is content.xml of a package or one flat XML file; both have the same elements,
// and one visitor reads them: blocks of a text, rows of a sheet and slides come as trees of their
// own. FROZEN odf-text-v1: docs/format/odf-text.md; a change is odf-text-v2.
#include <algorithm>

#include "base/ascii.h"
#include "office/kind.h"
#include "office/odf_reader.h"
#include "office/properties.h"

namespace arborist::office {

using reading::AnchorKind;

OdfReader::OdfReader(OfficeKind kind, Package* package, const reading::ReadingLimits& limits)
    : kind_(kind), package_(package), max_cells_(limits.max_cells), writer_(limits) {}

// document > body > text, spreadsheet or presentation > blocks, tables or slides.
xml::Visit OdfReader::Enter(xml::Node element, std::size_t depth) {
  if (writer_.is_full()) return xml::Visit::kSkip;
  if (sheet_ != nullptr) return EnterInSheet(element);
  if (depth == 1) return xml::Visit::kEnter;
  if (depth == 2) {
    if (element.Is(kOdfOffice, "body") || element.Is(kOdfOffice, "automatic-styles") ||
        element.Is(kOdfOffice, "styles")) {
      in_body_ = element.Is(kOdfOffice, "body");
      return xml::Visit::kEnter;
    }
    const bool wanted = element.Is(kOdfOffice, "meta") || element.Is(kOdfOffice, "master-styles");
    return wanted ? xml::Visit::kCollect : xml::Visit::kSkip;
  }
  if (depth == 3 && in_body_) return xml::Visit::kEnter;
  if (depth == 4 && in_body_ && kind_ == OfficeKind::kOds && element.Is(kOdfTable, "table")) {
    ++units_;
    if (hidden_styles_.contains(element.Get(kOdfTable, "style-name"))) {
      reading::LeaveOut(&writer_.report(), "hidden sheet", Label(element.Get(kOdfTable, "name")));
      return xml::Visit::kSkip;
    }
    BeginSheet(element);
    return xml::Visit::kEnter;
  }
  return xml::Visit::kCollect;
}

void OdfReader::Take(xml::Node subtree) {
  if (sheet_ != nullptr) {
    if (subtree.Is(kOdfTable, "table-row")) return SheetRow(subtree);
    if (subtree.Is(kOdfTable, "table-column")) return SheetColumn(subtree);
    std::string text = PlainParagraphs(subtree);
    if (!text.empty()) sheet_->shapes.push_back(std::move(text));
    return;
  }
  if (subtree.Is(kOdfStyle, "style")) return TakeStyle(subtree);
  if (subtree.Is(kOdfOffice, "meta")) return ReadMeta(subtree);
  if (subtree.Is(kOdfOffice, "master-styles")) {
    masters_ = subtree.CopyTree();  // written at the end
    return;
  }
  if (!in_body_) return;
  if (kind_ == OfficeKind::kOdt) return Block(subtree);
  if (kind_ == OfficeKind::kOdp && subtree.Is(kOdfDraw, "page")) Slide(subtree);
}

void OdfReader::Leave(std::size_t depth) {
  if (sheet_ != nullptr && depth == 4) EndSheet();
}

// A sheet is hidden by its style, and so is a piece of text.
void OdfReader::TakeStyle(xml::Node style) {
  const xml::Node table = style.Child(kOdfStyle, "table-properties");
  const xml::Node text = style.Child(kOdfStyle, "text-properties");
  if ((table && table.Get(kOdfTable, "display") == "false") ||
      (text && text.Get(kOdfText, "display") == "none")) {
    hidden_styles_.emplace(style.Get(kOdfStyle, "name"));
  }
}

void OdfReader::ReadMeta(xml::Node meta) {
  for (const xml::Node one : meta.children()) {
    if (one.Is(kDublinCore, "title")) {
      const std::string title = one.AllText();
      if (IsRealTitle(title)) writer_.set_title(title);
    }
  }
  const xml::Node created = meta.Child(kOdfMeta, "creation-date");
  if (created) writer_.set_content_date(TrimAscii(created.AllText()));
  const xml::Node changed = meta.Child(kDublinCore, "date");
  if (changed) writer_.set_content_date(TrimAscii(changed.AllText()));
}

// Headers and footers of a text, each once. Those of sheets and slides are made by programs.
void OdfReader::WriteMasters() {
  if (kind_ != OfficeKind::kOdt || !masters_.root()) return;
  in_margin_ = true;
  std::set<std::string> seen;
  const auto walk = [&](const auto& self, xml::Node node) -> void {
    for (const xml::Node child : node.children()) {
      if (child.is_text()) continue;
      const std::string_view name = child.local();
      const bool header = child.space() == kOdfStyle && name.starts_with("header");
      const bool footer = child.space() == kOdfStyle && name.starts_with("footer");
      if (!header && !footer) {
        if (child.Is(kOdfStyle, "master-page") || child.Is(kOdfOffice, "master-styles")) {
          self(self, child);
        }
        continue;
      }
      if (child.Get(kOdfStyle, "display") == "false") continue;
      if (!seen.insert(OneLine(child.AllText())).second) continue;
      last_was_item_ = false;
      writer_.Anchor(AnchorKind::kNote, header ? "header" : "footer", "");
      Blocks(child);
    }
  };
  walk(walk, masters_.root());
  writer_.EndAnchor(AnchorKind::kNote);
  in_margin_ = false;
}

void OdfReader::WriteComments() {
  for (const Comment& comment : comments_) {
    writer_.Anchor(AnchorKind::kNote,
                   comment.author.empty() ? "comment" : "comment by " + comment.author, "");
    writer_.Paragraph(comment.text);
  }
  writer_.EndAnchor(AnchorKind::kNote);
}

reading::Reading OdfReader::Finish() && {
  in_body_ = false;
  if (sheet_ != nullptr) EndSheet();  // the file is cut inside of it
  WriteMasters();
  WriteComments();
  writer_.set_title(title_paragraph_);
  writer_.set_title(first_heading_);
  reading::Report& report = writer_.report();
  report.unit_name = kind_ == OfficeKind::kOdt   ? "paragraphs"
                     : kind_ == OfficeKind::kOds ? "sheets"
                                                 : "slides";
  report.units = units_;
  report.units_with_text = units_with_text_;
  return std::move(writer_).Finish();
}

namespace {

// An entry of the manifest with encryption-data needs a password.
bool IsEncryptedOdf(Package* package) {
  if (package->Has("encrypted-package")) return true;
  reading::Report ignored;
  const auto manifest =
      package->ReadTree("META-INF/manifest.xml", &ignored, xml::Doctype::kPassedOver);
  if (!manifest || !manifest->root()) return package->IsEncrypted("content.xml");
  for (const xml::Node entry : manifest->root().children()) {
    if (!entry.is_text() && entry.Get(kOdfManifest, "full-path") == "content.xml" &&
        entry.Child(kOdfManifest, "encryption-data")) {
      return true;
    }
  }
  return false;
}

void ReadPartsBeside(Package* package, OdfReader* reader) {
  if (package->Has("meta.xml")) {
    auto meta =
        package->ReadTree("meta.xml", &reader->writer().report(), xml::Doctype::kPassedOver);
    if (!meta) {
      reading::Warn(&reader->writer().report(), "meta.xml: " + meta.error().message);
    } else if (meta->root()) {
      const xml::Node inner = meta->root().Child(kOdfOffice, "meta");
      if (inner) reader->ReadMeta(inner);
    }
  }
  if (!package->Has("styles.xml")) return;
  // Named styles and the pages' headers; the visitor passes over the rest.
  const Status walked =
      package->Walk("styles.xml", reader, &reader->writer().report(), xml::Doctype::kPassedOver);
  if (!walked) {
    reading::Warn(&reader->writer().report(), "styles.xml: " + walked.error().message);
  }
}

}  // namespace

reading::Reading ReadOdf(std::string_view bytes, const reading::ReadingLimits& limits) {
  constexpr std::string_view kWanted = "an OpenDocument file";
  if (const auto flat = KindOfFlatOdf(bytes)) {
    if (*flat == OfficeKind::kEpub) return NotOfKind(bytes, kWanted);
    if (Status fits = CheckInputSize(bytes, limits); !fits) return NoReading(fits.error());
    OdfReader reader(*flat, nullptr, limits);
    xml::TreeReader xml(&reader, NumberOfSpace, XmlOptions(limits, xml::Doctype::kPassedOver),
                        kMaxTreeBytes);
    Status read = xml.Feed(bytes);
    if (read) read = xml.Finish();
    if (!read) {
      if (read.error().code == ErrorCode::kInvalidData) xml.HandOutRest();
      reader.writer().Damage("", read.error());
    }
    return std::move(reader).Finish();
  }
  if (!zip::LooksLikeZip(bytes)) return NotOfKind(bytes, kWanted);
  auto package = Package::Open(bytes, limits);
  if (!package) return NoReading(package.error());
  const auto kind = KindOfPackage(&*package);
  if (!kind || (kind->kind != OfficeKind::kOdt && kind->kind != OfficeKind::kOds &&
                kind->kind != OfficeKind::kOdp)) {
    return NotOfKind(bytes, kWanted);
  }
  if (IsEncryptedOdf(&*package)) {
    return NoReading(reading::Verdict::kNeedsPassword, "the document is encrypted");
  }
  OdfReader reader(kind->kind, &*package, limits);
  ReadPartsBeside(&*package, &reader);
  const Status walked =
      package->Walk(kind->main_part, &reader, &reader.writer().report(), xml::Doctype::kPassedOver);
  if (!walked) reader.writer().Damage(kind->main_part, walked.error());
  return std::move(reader).Finish();
}

}  // namespace arborist::office
