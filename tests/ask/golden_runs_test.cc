// SPDX-License-Identifier: AGPL-3.0-only
// The same question over the same documents is the same run, byte for byte: whatever the number of
// threads and shards, and as golden_runs_N.jsonl keeps it for policies of version N. A file of a
// released version is never written anew; the one of a new version is made by
//
//   ARBORIST_GOLDEN_WRITE=1 build/tests/ask_program_test --gtest_filter='*GoldenRuns*'
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
fs::path Kept(int version) {
  return kSource / "tests" / "ask" / ("golden_runs_" + std::to_string(version) + ".jsonl");
}

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
std::string RunAll(const char* shards, const char* jobs, int version) {
  const TemporaryFolder folder;
  const std::string policy = folder.path() / "policy.json";
  testing_support::WriteWhole(policy, "{\"policy_version\":" + std::to_string(version) + "}");
  const std::string home = folder.path() / "home";
  const Outcome ingest = RunProgram({"ingest", kSource / "examples" / "corpus", "--uri-prefix",
                                     "demo:", "--shards", shards, "--jobs", jobs, "--home", home});
  EXPECT_EQ(ingest.exit_code, 0) << ingest.err;
  std::string lines;
  for (const Asked& asked : kAsked) {
    const Outcome outcome = RunProgram({"query", asked.question, "--mode", asked.mode, "--policy",
                                        policy, "--json", "--home", home});
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

class GoldenRuns : public testing::TestWithParam<int> {};

TEST_P(GoldenRuns, AreTheSameWhateverTheLayoutAndAsTheyWereKept) {
  const int version = GetParam();
  const std::string one = RunAll("1", "1", version);
  EXPECT_EQ(RunAll("2", "2", version), one);
  EXPECT_EQ(RunAll("4", "3", version), one);
  if (std::getenv("ARBORIST_GOLDEN_WRITE") != nullptr && !fs::exists(Kept(version))) {
    testing_support::WriteWhole(Kept(version), one);
    GTEST_SKIP() << "wrote " << Kept(version);
  }
  EXPECT_EQ(one, ReadWhole(Kept(version))) << "a run came out otherwise than it was kept";
}

INSTANTIATE_TEST_SUITE_P(Policies, GoldenRuns, testing::Values(1, 2, 3, 4));

}  // namespace
}  // namespace arborist
