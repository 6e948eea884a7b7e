// SPDX-License-Identifier: AGPL-3.0-only
// An export of each kind, in pieces and whole.
#include <algorithm>
#include <vector>

#include "chat/export.h"
#include "fuzz/fuzz.h"
#include "text/utf8.h"

namespace {

using namespace arborist;

std::vector<chat::Conversation> ReadAll(chat::Export kind, std::string_view file,
                                        std::size_t step) {
  std::size_t pos = 0;
  chat::ChatReader reader(kind,
                          [&](char* buffer, std::size_t size) -> Result<std::size_t> {
                            const std::size_t count = std::min({step, size, file.size() - pos});
                            file.copy(buffer, count, pos);
                            pos += count;
                            return count;
                          },
                          {});
  std::vector<chat::Conversation> out;
  while (true) {
    auto next = reader.Next();
    if (!next || !*next) return out;
    const reading::Reading& reading = (*next)->reading;
    CHECK(text::FindInvalidUtf8(reading.text) == std::string_view::npos);
    CHECK(text::FindInvalidUtf8(reading.title) == std::string_view::npos);
    CHECK(!reading.text.contains('\0'));
    CHECK(!reading.title.contains('\n'));
    CHECK(std::ranges::is_sorted(reading.anchors, {}, &reading::Anchor::begin));
    for (const reading::Anchor& anchor : reading.anchors) CHECK(anchor.begin < reading.text.size());
    const bool has_text = reading.report.verdict == reading::Verdict::kRead ||
                          reading.report.verdict == reading::Verdict::kReadInPart;
    CHECK(has_text == !reading.text.empty());
    out.push_back(std::move(**next));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view file = fuzz::View(data, size);
  const std::size_t step = fuzz::TakeByte(&file) + 1;
  chat::ExportOf("conversations.json", file);
  for (const chat::Export kind :
       {chat::Export::kChatGpt, chat::Export::kClaude, chat::Export::kClaudeProjects,
        chat::Export::kClaudeMemories, chat::Export::kGrok}) {
    const auto whole = ReadAll(kind, file, size + 1);
    const auto pieces = ReadAll(kind, file, step);
    CHECK(whole.size() == pieces.size());
    for (std::size_t i = 0; i < whole.size(); ++i) {
      CHECK(whole[i].uri == pieces[i].uri);
      CHECK(whole[i].reading.text == pieces[i].reading.text);
    }
  }
  return 0;
}
