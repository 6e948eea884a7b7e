// SPDX-License-Identifier: AGPL-3.0-only
// The same question over the same documents is the same run, byte for byte: whatever the number of
// threads and shards, and as golden_runs.jsonl keeps it. When extractive-v1, a prompt or the policy
// changes on purpose, write that file anew:
//
//   ARBORIST_GOLDEN_WRITE=1 build/tests/ask_program_test --gtest_filter=GoldenRuns.*
#include <cstdlib>
#include <map>

#include "ask/asking.h"

namespace arborist {
namespace {

namespace fs = std::filesystem;
using testing_support::Outcome;
using testing_support::ReadWhole;
using testing_support::RunProgram;

const fs::path kSource = ARBORIST_SOURCE_DIR;
const fs::path kKept = kSource / "tests" / "ask" / "golden_runs.jsonl";

struct Asked {
  const char* question;
  const char* mode;
};
constexpr Asked kAsked[] = {
    {"When did HMS Challenger leave Portsmouth?", "claim_lattice_pointer"},
    {"When did HMS Challenger leave Portsmouth?", "quote"},
    {"When did HMS Challenger leave Portsmouth?", "claim_lattice"},
    {"Where was the first great lens of Fresnel lit?", "claim_lattice_pointer"},
    {"Who described the Analytical Engine?", "claim_lattice_pointer"},
    {"How long is a metre?", "claim_lattice_pointer"},
    {"ลอยกระทงคืออะไร", "claim_lattice_pointer"},
    {"地震仪是谁发明的？", "quote"},
};

// A line for each question: what must be the same everywhere.
std::string RunAll(const char* shards, const char* jobs) {
  const TemporaryFolder folder;
  const std::string home = folder.path() / "home";
  const Outcome ingest = RunProgram({"ingest", kSource / "examples" / "corpus", "--uri-prefix",
                                     "demo:", "--shards", shards, "--jobs", jobs, "--home", home});
  EXPECT_EQ(ingest.exit_code, 0) << ingest.err;
  std::string lines;
  for (const Asked& asked : kAsked) {
    const Outcome outcome =
        RunProgram({"query", asked.question, "--mode", asked.mode, "--json", "--home", home});
    const auto result = json::Parse(outcome.out);
    EXPECT_TRUE(result) << outcome.err;
    if (!result) continue;
    json::Object line{{"question", asked.question}, {"mode", asked.mode}};
    for (const char* name : {"cache_key", "record_hash", "run_dag_root", "rung"}) {
      line.emplace(name, testing_support::Text(*result, name));
    }
    lines += json::DumpLine(line) + "\n";
  }
  return lines;
}

TEST(GoldenRuns, AreTheSameWhateverTheLayoutAndAsTheyWereKept) {
  const std::string one = RunAll("1", "1");
  EXPECT_EQ(RunAll("2", "2"), one);
  EXPECT_EQ(RunAll("4", "3"), one);
  if (std::getenv("ARBORIST_GOLDEN_WRITE") != nullptr) {
    testing_support::WriteWhole(kKept, one);
    GTEST_SKIP() << "wrote " << kKept;
  }
  EXPECT_EQ(one, ReadWhole(kKept))
      << "a run came out otherwise than it was kept; if that is meant, see the top of this file";
}

}  // namespace
}  // namespace arborist
