// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/openai/model_name.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace arborist::serve::openai {
namespace {

TEST(ModelName, PicksCorpusModeAndLabel) {
  EXPECT_EQ(ReadModelName("arborist"), (ModelName{"", "", false}));
  EXPECT_EQ(ReadModelName("arborist:quote"), (ModelName{"", "quote", false}));
  EXPECT_EQ(ReadModelName("arborist:pointer"), (ModelName{"", "claim_lattice_pointer", false}));
  EXPECT_EQ(ReadModelName("arborist:json"), (ModelName{"", "claim_lattice", false}));
  EXPECT_EQ(ReadModelName("arborist:select"), (ModelName{"", "select", false}));
  EXPECT_EQ(ReadModelName("arborist/wiki"), (ModelName{"wiki", "", false}));
  EXPECT_EQ(ReadModelName("arborist/wiki:quote+label"), (ModelName{"wiki", "quote", true}));
}

TEST(ModelName, RefusesEveryOther) {
  for (const char* name :
       {"", "gpt-4o", "Arborist", "arborist:", "arborist:sql", "arborist/", "arboristic",
        "arborist+label+label", "arborist:json ", "http://example.org", "arborist:quote/wiki"}) {
    EXPECT_FALSE(ReadModelName(name)) << name;
  }
  EXPECT_FALSE(ReadModelName("arborist/" + std::string(300, 'a')));
}

TEST(ModelName, EveryNameThatIsListedCanBeRead) {
  const std::vector<std::string> names = ModelNames({"main", "wiki"});
  EXPECT_EQ(names.size(), 30U);
  EXPECT_EQ(names.front(), "arborist");
  for (const std::string& name : names) EXPECT_TRUE(ReadModelName(name)) << name;
  EXPECT_NE(std::ranges::find(names, "arborist/wiki:json+label"), names.end());
}

}  // namespace
}  // namespace arborist::serve::openai
