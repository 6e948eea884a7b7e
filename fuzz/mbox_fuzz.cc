// SPDX-License-Identifier: AGPL-3.0-only
// An mbox in pieces gives the messages that it gives whole.
#include <algorithm>
#include <vector>

#include "fuzz/fuzz.h"
#include "mail/mbox.h"

namespace {

using namespace arborist;

std::vector<mail::MboxMessage> ReadAll(std::string_view file, std::size_t step,
                                       std::uint64_t max_bytes) {
  std::size_t pos = 0;
  mail::MboxReader reader(
      [&](char* buffer, std::size_t size) -> Result<std::size_t> {
        const std::size_t count = std::min({step, size, file.size() - pos});
        file.copy(buffer, count, pos);
        pos += count;
        return count;
      },
      max_bytes);
  std::vector<mail::MboxMessage> out;
  while (auto next = reader.Next().value()) {
    CHECK(next->bytes.size() <= file.size());
    CHECK(next->number == out.size() + 1);
    CHECK(out.empty() || out.back().offset < next->offset);
    out.push_back(std::move(*next));
  }
  CHECK(reader.consumed() == file.size());
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view file = fuzz::View(data, size);
  const std::size_t step = fuzz::TakeByte(&file) + 1;
  const auto whole = ReadAll(file, size + 1, 1 << 20);
  const auto pieces = ReadAll(file, step, 1 << 20);
  CHECK(whole.size() == pieces.size());
  for (std::size_t i = 0; i < whole.size(); ++i) CHECK(whole[i].bytes == pieces[i].bytes);
  ReadAll(file, step, 100);
  return 0;
}
