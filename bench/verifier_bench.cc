// SPDX-License-Identifier: AGPL-3.0-only
// arborist_verifier_bench: answers a second of each verifier, one thread, on the golden cases and
// the labelled answers; MB/s of context where contexts are long.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "compress/byte_source.h"
#include "json/value.h"
#include "judge/lexical_v2/lexical_v2.h"

namespace arborist::bench {
namespace {

struct Asked {
  std::string answer;
  std::string context;
};

std::string ReadAll(const std::filesystem::path& path) {
  std::string bytes;
  auto source = compress::OpenByteSource(path);
  if (!source) return bytes;
  std::string piece(std::size_t{1} << 20, '\0');
  while (true) {
    const auto read = (*source)->Read(piece.data(), piece.size());
    if (!read || *read == 0) return bytes;
    bytes.append(piece, 0, *read);
  }
}

// Answer and context of each line, found by the names that this file gives them.
std::vector<Asked> ReadCases(const std::filesystem::path& path, std::string_view method) {
  std::vector<Asked> cases;
  const std::string bytes = ReadAll(path);
  for (std::size_t start = 0; start < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', start), bytes.size());
    const auto line = json::Parse(std::string_view(bytes).substr(start, end - start));
    start = end + 1;
    if (!line) continue;
    const json::Value* params = line->Find("params");
    if (params != nullptr && line->StringOr("method", "").value_or("") != method) continue;
    const json::Value& fields = params != nullptr ? *params : *line;
    const auto answer = fields.String(params != nullptr ? "answer_text" : "answer");
    const auto context = fields.String("context");
    if (answer && context) cases.push_back({*answer, *context});
  }
  return cases;
}

void VerifyAll(benchmark::State& state, const std::vector<Asked>& cases, judge::Verifier verifier) {
  std::size_t bytes = 0;
  for (const Asked& asked : cases) bytes += asked.context.size();
  for (const auto& iteration : state) {
    (void)iteration;
    for (const Asked& asked : cases) {
      auto verdict = judge::JudgeAnswer(asked.answer, asked.context, verifier, {});
      benchmark::DoNotOptimize(verdict);
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(cases.size()));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
}

int Main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  const char* shared = std::getenv("ARBORIST_SHARED");
  const std::filesystem::path data =
      std::filesystem::path(shared != nullptr ? shared : "../shared") / "data";
  for (const auto& [folder, name] :
       {std::pair{std::filesystem::path(ARBORIST_SOURCE_DIR) / "tests", "golden/core.jsonl.zst"},
        std::pair{data, "labels/halueval_qa.jsonl.zst"},
        std::pair{data, "labels/summedits.jsonl.zst"},
        std::pair{data, "labels/factcheckgpt_stance.jsonl.zst"}}) {
    const std::vector<Asked> cases = ReadCases(folder / name, "verify_quotes");
    if (cases.empty()) {
      std::fprintf(stderr, "%s is not there: left out (ARBORIST_SHARED names its folder)\n", name);
      continue;
    }
    for (const auto verifier : {judge::Verifier::kReferenceV98, judge::Verifier::kLexicalV2,
                                judge::Verifier::kLexicalV3}) {
      benchmark::RegisterBenchmark(
          (std::string(judge::Name(verifier)) + "/" + name).c_str(),
          [cases, verifier](benchmark::State& state) { VerifyAll(state, cases, verifier); });
    }
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace
}  // namespace arborist::bench

int main(int argc, char** argv) { return arborist::bench::Main(argc, argv); }
