// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>

#include "base/base64.h"
#include "base/files.h"
#include "crypto/sha256.h"
#include "golden/data_files.h"
#include "json/value.h"
#include "merkle/log_proof.h"

// The proofs of transparency-dev/merkle, good and bad, of the tree of RFC 6962 as our log has it.
namespace arborist::merkle {
namespace {

// Some roots of the bad cases are no hashes at all; a hash of them is as wrong.
Hash256 HashOf(const json::Value& value) {
  const std::string bytes = FromBase64(value.as_string()).value_or(value.as_string());
  return Hash256::FromBytes(AsBytes(bytes)).value_or(crypto::Sha256(bytes));
}

struct Path {
  std::vector<Hash256> steps;
  bool well_formed = true;
};
Path PathOf(const json::Value& vector) {
  Path path;
  const json::Value* proof = vector.Find("proof");
  if (proof == nullptr || !proof->is_array()) return path;
  for (const json::Value& step : proof->as_array()) {
    const std::string bytes = FromBase64(step.as_string()).value_or("");
    path.well_formed = path.well_formed && bytes.size() == 32;
    path.steps.push_back(HashOf(step));
  }
  return path;
}

std::uint64_t Count(const json::Value& vector, const char* name) {
  return static_cast<std::uint64_t>(vector.Int(name).value());
}

template <typename Judge>
void RunAll(const char* kind, const Judge& judge) {
  const auto folder = golden::SharedFolder() / "data" / "conformance" / "merkle_rfc6962" / kind;
  std::error_code missing;
  if (!std::filesystem::is_directory(folder, missing)) GTEST_SKIP() << folder << " is not there";
  int good = 0, bad = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    std::string text = ReadFile(entry.path(), 1 << 20).value();
    // Beyond what our JSON holds; as a signed number it has the same bits.
    if (const auto at = text.find("18446744073709551615"); at != std::string::npos) {
      text.replace(at, 20, "-1");
    }
    const auto vector = json::Parse(text);
    ASSERT_TRUE(vector) << entry.path();
    const bool refused = vector->Bool("wantErr").value();
    const Path path = PathOf(*vector);
    EXPECT_EQ(path.well_formed && judge(*vector, path.steps), !refused) << entry.path();
    ++(refused ? bad : good);
  }
  std::cout << "merkle_rfc6962 " << kind << ": " << good << " hold, " << bad << " are refused\n";
  EXPECT_GT(good, 4);
  EXPECT_GT(bad, 50);
}

TEST(LogConformance, InclusionProofsOfTransparencyDev) {
  RunAll("inclusion", [](const json::Value& vector, const std::vector<Hash256>& path) {
    // A leaf of no bytes is no leaf hash: our types cannot hold it.
    if (vector.String("leafHash").value().empty()) return false;
    return VerifyInclusion(HashOf(*vector.Find("leafHash")), Count(vector, "leafIdx"),
                           Count(vector, "treeSize"), path, HashOf(*vector.Find("root")))
        .has_value();
  });
}
TEST(LogConformance, ConsistencyProofsOfTransparencyDev) {
  RunAll("consistency", [](const json::Value& vector, const std::vector<Hash256>& path) {
    return VerifyConsistency({Count(vector, "size1"), HashOf(*vector.Find("root1"))},
                             {Count(vector, "size2"), HashOf(*vector.Find("root2"))}, path)
        .has_value();
  });
}

}  // namespace
}  // namespace arborist::merkle
