// SPDX-License-Identifier: AGPL-3.0-only
#include "reader/kinds.h"

#include <algorithm>
#include <vector>

#include "pdf/read_pdf.h"

namespace arborist::reader {
namespace {

#ifdef ARBORIST_PDF
reading::Reading ReadPdfFile(std::string_view bytes) { return pdf::ReadPdf(bytes); }
#endif

// A table that may be empty, which an array cannot be.
const std::vector<Kind>& Table() {
  static const std::vector<Kind> kTable = {
#ifdef ARBORIST_PDF
      {"pdf", ReadPdfFile},
#endif
  };
  return kTable;
}

}  // namespace

std::span<const Kind> Kinds() { return Table(); }

const Kind* KindNamed(std::string_view name) {
  const std::span<const Kind> all = Kinds();
  const auto found = std::ranges::find(all, name, &Kind::name);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace arborist::reader
