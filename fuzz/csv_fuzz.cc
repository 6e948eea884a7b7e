// SPDX-License-Identifier: AGPL-3.0-only
// A CSV file in pieces gives the parts that it gives whole.
#include <algorithm>
#include <vector>

#include "fuzz/fuzz.h"
#include "tabular/csv.h"
#include "text/utf8.h"

namespace {

using namespace arborist;

void Check(const reading::Reading& reading, std::size_t size) {
  CHECK(text::FindInvalidUtf8(reading.text) == std::string_view::npos);
  CHECK(!reading.text.contains('\0'));
  for (const reading::Anchor& anchor : reading.anchors) {
    CHECK(anchor.begin < reading.text.size());
    CHECK(anchor.begin == 0 || reading.text[anchor.begin - 1] == '\n');
  }
  const bool has_text = reading.report.verdict == reading::Verdict::kRead ||
                        reading.report.verdict == reading::Verdict::kReadInPart;
  CHECK(has_text == !reading.text.empty());
  CHECK(reading.report.units <= size);
}

std::vector<tabular::Part> ReadAll(std::string_view file, std::size_t step) {
  std::size_t pos = 0;
  tabular::CsvReader reader(
      [&](char* buffer, std::size_t size) -> Result<std::size_t> {
        const std::size_t count = std::min({step, size, file.size() - pos});
        file.copy(buffer, count, pos);
        pos += count;
        return count;
      },
      {}, 3);
  std::vector<tabular::Part> out;
  while (auto part = reader.Next().value()) {
    Check(part->reading, file.size());
    out.push_back(std::move(*part));
  }
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view file = fuzz::View(data, size);
  const std::size_t step = fuzz::TakeByte(&file) + 1;
  const auto whole = ReadAll(file, size + 1);
  const auto pieces = ReadAll(file, step);
  CHECK(whole.size() == pieces.size());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    CHECK(whole[i].fragment == pieces[i].fragment);
    CHECK(whole[i].reading.text == pieces[i].reading.text);
  }
  Check(tabular::ReadCsv(file), size + 1);
  return 0;
}
