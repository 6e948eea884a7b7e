// SPDX-License-Identifier: AGPL-3.0-only
#include "app/config.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "base/temporary_folder.h"

namespace arborist::app {
namespace {

class ConfigTest : public testing::Test {
 protected:
  void Write(const std::string& name, const std::string& text,
             std::filesystem::perms permissions = std::filesystem::perms::owner_read) {
    const auto path = folder_.path() / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
    std::filesystem::permissions(path, permissions);
  }
  Result<Config> Load() {
    return LoadConfig({folder_.path()}, [this](const char* name) {
      const auto it = environment_.find(name);
      return it == environment_.end() ? std::string() : it->second;
    });
  }
  std::string Failure() {
    const auto config = Load();
    return config ? "loaded" : config.error().message;
  }

  TemporaryFolder folder_;
  std::map<std::string, std::string> environment_;
};

TEST_F(ConfigTest, WithoutAnythingNoEndpointIsConfigured) {
  const auto config = Load();
  ASSERT_TRUE(config);
  EXPECT_EQ(config->endpoint, "");
  EXPECT_EQ(config->api_key, "");
}

TEST_F(ConfigTest, TheEnvironmentBeatsTheFile) {
  Write("config.json", R"({"endpoint":"http://a/v1","model":"m","policy":{"max_tokens":100}})");
  environment_["ARBORIST_MODEL"] = "n";
  const auto config = Load();
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->endpoint, "http://a/v1");
  EXPECT_EQ(config->model, "n");
  EXPECT_EQ(config->policy.at("max_tokens"), json::Value(100));
}

TEST_F(ConfigTest, AKeyFileMustBelongToItsOwnerAlone) {
  using std::filesystem::perms;
  Write("keys/api_key", "secret\n", perms::owner_read | perms::group_read);
  EXPECT_TRUE(Failure().contains("chmod 600")) << Failure();
  EXPECT_FALSE(Failure().contains("secret"));
  std::filesystem::permissions(folder_.path() / "keys/api_key", perms::owner_read);
  EXPECT_EQ(Load()->api_key, "secret");
  environment_["ARBORIST_API_KEY"] = "other";
  EXPECT_EQ(Load()->api_key, "other");
}

TEST_F(ConfigTest, RefusesByFieldName) {
  const auto failure = [&](const std::string& text) {
    std::filesystem::remove(folder_.path() / "config.json");
    Write("config.json", text);
    return Failure();
  };
  EXPECT_TRUE(failure("{").contains("config.json"));
  EXPECT_TRUE(failure("[]").contains("object"));
  EXPECT_TRUE(failure(R"({"endpoint":7})").contains("endpoint"));
  EXPECT_TRUE(failure(R"({"timeout_seconds":0})").contains("timeout_seconds"));
  EXPECT_TRUE(failure(R"({"endpont":"x"})").contains("unknown field endpont"));
  EXPECT_TRUE(failure(R"({"api_key":"x"})").contains("ARBORIST_API_KEY"));
}

}  // namespace
}  // namespace arborist::app
