// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arborist::retrieve {

// What a source is to a question. The last two are blocked: they stay out of the context, where an
// answer could only cite them in vain.
inline constexpr std::string_view kPrimaryRole = "primary_answer_source";
inline constexpr std::string_view kSecondaryRole = "secondary_context_source";
inline constexpr std::string_view kBackgroundRole = "background_source";
inline constexpr std::string_view kNoisyRole = "noisy_background_source";
inline constexpr std::string_view kSequelRole = "sequel_background_source";

bool IsBlocked(std::string_view role);

// What the rule looks at, of one source.
struct RoleSubject {
  std::string_view title;
  double score = 0;
  std::uint64_t body_groups = 0;  // words of the question in its best chunk, a bit each
};

// One role each, in the order of the sources, which is by rank:
//   noisy       a list, index or disambiguation page none of whose chunks says more than one word
//   of a
//               question of several; not when the question asks for a list
//   sequel      the title of a better source and a number behind it, where the question names the
//               better one whole and the number not at all, and the chunk says no more of it
//   primary     a score of at least 3/4 of the best
//   secondary   of at least 2/5
//   background  the rest
std::vector<std::string_view> ClassifyRoles(std::string_view question,
                                            std::span<const RoleSubject> sources);

}  // namespace arborist::retrieve
