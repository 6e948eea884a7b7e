// SPDX-License-Identifier: AGPL-3.0-only
// A workbook is read sheet by sheet in the order of its tabs. The cells of a sheet are gathered
// first, because merged cells stand behind them in the file and decide the headers; then they are
// written with what stands on the sheet beside them.
// FROZEN xlsx-text-v1: docs/format/xlsx-text.md; a change is xlsx-text-v2.
#include <algorithm>

#include "office/kind.h"
#include "office/office.h"
#include "office/properties.h"
#include "office/xlsx_reader.h"

namespace arborist::office {

namespace {

class WorkbookReader {
 public:
  WorkbookReader(Package* package, std::string part)
      : package_(package),
        part_(std::move(part)),
        writer_(package->limits()),
        cells_left_(package->limits().max_cells) {}

  reading::Reading Read() && {
    ReadCoreProperties(package_, &writer_);
    const xml::Tree tree = package_->TreeOf(part_, &writer_);
    if (tree.root()) {
      const xml::Node properties = tree.root().Child(kSheet, "workbookPr");
      const std::string_view system = properties ? properties.Get(kNoSpace, "date1904") : "";
      if (!system.empty() && IsOn(system)) workbook_.dates = DateSystem::k1904;
      ReadSharedStrings(package_, part_, &workbook_, &writer_);
      ReadSheetStyles(package_, part_, &workbook_, &writer_);
      ReadPeople();
      const xml::Node sheets = tree.root().Child(kSheet, "sheets");
      if (sheets) Sheets(sheets);
    }
    reading::Report& report = writer_.report();
    report.unit_name = "sheets";
    report.units = sheets_;
    report.units_with_text = sheets_with_text_;
    if (writer_.size() == 0 && hidden_ > 0 && hidden_ == sheets_) {
      report.detail = "all of its sheets are hidden";
    }
    return std::move(writer_).Finish();
  }

 private:
  void ReadPeople() {
    for (const Relationship& one : package_->RelationshipsOf(part_)) {
      if (one.type != "person" || one.external) continue;
      const xml::Tree tree = package_->TreeOf(one.target, &writer_);
      if (!tree.root()) continue;
      for (const xml::Node person : tree.root().children()) {
        if (person.is_text()) continue;
        workbook_.people.emplace(person.Get(kNoSpace, "id"), person.Get(kNoSpace, "displayName"));
      }
    }
  }

  void Sheets(xml::Node sheets) {
    for (const xml::Node sheet : sheets.children()) {
      if (!sheet.Is(kSheet, "sheet") || writer_.is_full()) continue;
      ++sheets_;
      const std::string name(sheet.Get(kNoSpace, "name"));
      const std::string_view state = sheet.Get(kNoSpace, "state");
      if (!state.empty() && state != "visible") {
        ++hidden_;
        reading::LeaveOut(&writer_.report(), "hidden sheet", Label(name));
        continue;
      }
      const Relationship* const target =
          package_->RelationshipById(part_, sheet.Get(kReferences, "id"));
      if (target == nullptr || target->external || !package_->Has(target->target)) {
        writer_.Damage("sheet " + Label(name), {ErrorCode::kInvalidData, "its part is missing"});
        continue;
      }
      const std::uint64_t before = writer_.size();
      Sheet(name, target->target, target->type == "chartsheet");
      if (writer_.size() > before) ++sheets_with_text_;
    }
  }

  void Sheet(const std::string& name, const std::string& part, bool is_chart) {
    SheetReader reader(&workbook_, name, cells_left_, &writer_);
    if (!is_chart) {
      const Status walked = package_->Walk(part, &reader, &writer_.report());
      if (!walked) writer_.Damage("sheet " + Label(name), walked.error());
      if (reader.is_over()) {
        writer_.Damage("sheet " + Label(name),
                       {ErrorCode::kLimitExceeded,
                        "the workbook has more than " +
                            std::to_string(package_->limits().max_cells) + " cells with text"});
      }
      cells_left_ -= std::min(cells_left_, reader.cells());
    }
    ReadTables(package_, part, &reader.grid(), &writer_);
    WriteGrid(name, reader.grid(), &writer_);
    WriteSheetDrawings(package_, part, is_chart ? ChartValues::kWritten : ChartValues::kElsewhere,
                       &writer_);
    WriteSheetComments(package_, part, name, workbook_, &writer_);
  }

  Package* const package_;
  const std::string part_;
  Writer writer_;
  Workbook workbook_;
  std::uint64_t cells_left_;
  std::uint64_t sheets_ = 0;
  std::uint64_t sheets_with_text_ = 0;
  std::uint64_t hidden_ = 0;
};

}  // namespace

reading::Reading ReadXlsx(std::string_view bytes, const reading::ReadingLimits& limits) {
  if (!zip::LooksLikeZip(bytes)) return NotOfKind(bytes, "an Excel workbook");
  auto package = Package::Open(bytes, limits);
  if (!package) return NoReading(package.error());
  auto kind = KindOfPackage(&*package);
  if (!kind || kind->kind != OfficeKind::kXlsx) return NotOfKind(bytes, "an Excel workbook");
  return WorkbookReader(&*package, std::move(kind->main_part)).Read();
}

}  // namespace arborist::office
