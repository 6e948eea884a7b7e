// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>

#include "sqlite/database.h"

namespace arborist::sqlite {

// Changes a file behind the program's back, as a failing disk or whoever may write to it can.
inline void Damage(const std::filesystem::path& file, const std::string& sql) {
  auto database = Database::Open(file, {.mode = OpenMode::kReadWrite});
  ASSERT_TRUE(database) << database.error().message;
  const Status status = database->Execute(sql);
  ASSERT_TRUE(status) << sql << ": " << status.error().message;
}

// What a file holds, past the program.
inline std::int64_t QueryInt(const std::filesystem::path& file, const std::string& sql) {
  auto database = Database::Open(file, {});
  EXPECT_TRUE(database) << database.error().message;
  const auto number = database ? database->QueryInt(sql) : Result<std::int64_t>(-1);
  EXPECT_TRUE(number) << sql << ": " << number.error().message;
  return number.value_or(-1);
}

}  // namespace arborist::sqlite
