// SPDX-License-Identifier: AGPL-3.0-only
// An answer that only points, and a list of sentences as data: bytes up to the first zero are the
// answer, up to the second the list, the rest is a passage. Whatever they are, a claim that holds
// is text of the passage.
#include "evidence/selection.h"

#include <algorithm>
#include <string>

#include "evidence/sentence_list.h"
#include "fuzz/fuzz.h"
#include "json/value.h"
#include "judge/selection.h"
#include "text/canonical.h"

using namespace arborist;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t first = std::min(input.find('\0'), size);
  const std::string_view answer = input.substr(0, first);
  const std::string_view rest = input.substr(std::min(first + 1, size));
  const std::size_t second = std::min(rest.find('\0'), rest.size());
  const auto value = json::Parse(rest.substr(0, second));
  const std::string span =
      json::ToValidUtf8(std::string(rest.substr(std::min(second + 1, rest.size()))));

  evidence::SourceChunk chunk;
  chunk.chunk_root = std::string(64, 'a');
  chunk.span = span;
  const evidence::EvidenceMap map(std::vector<evidence::SourceChunk>{chunk});
  evidence::SentenceList list;
  if (value) {
    if (const auto places = evidence::ReadSentencePlaces(*value)) {
      CHECK(evidence::ReadSentencePlaces(json::Value(ToJson(*places))).value() == *places);
      if (auto made = evidence::SentenceList::Make(map, *places)) list = std::move(*made);
    }
  }
  const judge::SelectionVerdict judged = judge::JudgeSelection(answer, map, list, {});
  CHECK(judged.units.size() == judged.verdict.claim_statuses.size());
  std::string whole;
  text::CollapseWhitespaceTo(span, &whole);
  for (const judge::ClaimStatus& status : judged.verdict.claim_statuses) {
    CHECK(whole.contains(status.text));
  }
  CHECK(judged.verdict.n_verified <= judged.verdict.n_quotes);
  return 0;
}
