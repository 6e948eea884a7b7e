// SPDX-License-Identifier: AGPL-3.0-only
// The CPU time it takes to check a bundle: parsing, hashing and, of a record, the whole run again.
// usage: arborist_bundle_bench BUNDLE
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "base/files.h"
#include "bundle/verify.h"

int main(int argc, char** argv) {
  using namespace arborist;
  constexpr int kRounds = 1000;
  const auto file = argc == 2 ? ReadFile(argv[1], bundle::kMaxBundleBytes)
                              : Result<std::string>(Fail(ErrorCode::kInvalidArgument,
                                                         "usage: arborist_bundle_bench BUNDLE"));
  if (!file) {
    std::fprintf(stderr, "%s\n", file.error().message.c_str());
    return 2;
  }
  std::vector<double> milliseconds;
  for (int i = 0; i < kRounds; ++i) {
    const std::clock_t begin = std::clock();
    const auto report = bundle::VerifyBundle(*file);
    const std::clock_t end = std::clock();
    if (!report || !report->valid()) {
      std::fprintf(stderr, "the bundle does not hold\n");
      return 1;
    }
    milliseconds.push_back(1e3 * static_cast<double>(end - begin) / CLOCKS_PER_SEC);
  }
  std::ranges::sort(milliseconds);
  std::printf("%zu bytes, %d checks, CPU time: p50 %.3f ms, p99 %.3f ms\n", file->size(), kRounds,
              milliseconds[kRounds / 2], milliseconds[kRounds * 99 / 100]);
  return 0;
}
