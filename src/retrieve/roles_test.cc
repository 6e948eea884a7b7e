// SPDX-License-Identifier: AGPL-3.0-only
#include "retrieve/roles.h"

#include <gtest/gtest.h>

namespace arborist::retrieve {
namespace {

using Subjects = std::vector<RoleSubject>;
using Roles = std::vector<std::string_view>;

TEST(Roles, FollowTheScore) {
  const Subjects sources{{"A", 10, 3}, {"B", 8, 3}, {"C", 5, 1}, {"D", 2, 1}};
  EXPECT_EQ(ClassifyRoles("some long question", sources),
            (Roles{kPrimaryRole, kPrimaryRole, kSecondaryRole, kBackgroundRole}));
}

TEST(Roles, AListThatOnlySharesAWordIsNoisy) {
  const Subjects sources{
      {"Nile", 10, 3}, {"List of rivers", 9, 1}, {"Nile (disambiguation)", 8, 1}};
  EXPECT_EQ(ClassifyRoles("how long is the river nile", sources),
            (Roles{kPrimaryRole, kNoisyRole, kNoisyRole}));
  EXPECT_EQ(ClassifyRoles("list the rivers of africa", sources)[1], kPrimaryRole);
  const Subjects telling{{"List of rivers", 9, 7}};
  EXPECT_EQ(ClassifyRoles("how long is the river nile", telling)[0], kPrimaryRole);
}

TEST(Roles, ANumberBehindABetterTitleIsASequel) {
  const Subjects sources{{"Jurassic Park (film)", 10, 3},
                         {"Jurassic Park III", 9, 3},
                         {"Jurassic Park 2: The Lost World", 9, 3},
                         {"Jurassic Park Part II", 9, 3},
                         {"Jurassic Park Adventures", 9, 3}};
  EXPECT_EQ(ClassifyRoles("who directed jurassic park?", sources),
            (Roles{kPrimaryRole, kSequelRole, kSequelRole, kSequelRole, kPrimaryRole}));
  EXPECT_EQ(ClassifyRoles("who directed jurassic park III?", sources)[1], kPrimaryRole);
}

TEST(Roles, ASequelThatSaysMoreOfTheQuestionIsNone) {
  const Subjects better{{"Apollo", 10, 1}, {"Apollo 11", 9, 3}};
  EXPECT_EQ(ClassifyRoles("which apollo landed on the moon", better)[1], kPrimaryRole);
  const Subjects before{{"Apollo 11", 10, 3}, {"Apollo", 9, 3}};
  EXPECT_EQ(ClassifyRoles("which apollo landed on the moon", before)[0], kPrimaryRole);
}

TEST(Roles, ATitleThatTheQuestionDoesNotNameHasNoSequels) {
  const Subjects sources{{"Intel Core", 10, 2}, {"Intel Core 2", 9, 2}};
  EXPECT_EQ(ClassifyRoles("what is the fastest intel cpu", sources)[1], kPrimaryRole);
}

TEST(Roles, OnlyNoiseAndSequelsAreBlocked) {
  EXPECT_TRUE(IsBlocked(kNoisyRole));
  EXPECT_TRUE(IsBlocked(kSequelRole));
  for (const std::string_view role : {kPrimaryRole, kSecondaryRole, kBackgroundRole})
    EXPECT_FALSE(IsBlocked(role));
}

}  // namespace
}  // namespace arborist::retrieve
