// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/pipeline.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "ingest/formats/table.h"
#include "ingest/preparer.h"

namespace arborist::ingest {
namespace {

// Writes down what reaches the end.
class Collected final : public DocumentSink {
 public:
  void Take(Prepared prepared, std::shared_ptr<void>) override {
    if (fails) throw std::runtime_error("no room");
    for (const WriteItem& item : prepared.items) uris.push_back(item.uri);
    for (const LeftOut& one : prepared.left_out) uris.push_back(one.place + ": " + one.reason);
  }
  void End() override { ended = true; }
  void Skip(const Origin*, std::string, std::string) override {}
  Done done() const override { return {}; }

  bool fails = false;
  bool ended = false;
  std::vector<std::string> uris;
};

class PipelineTest : public testing::Test {
 protected:
  static Task TaskOf(const std::string& uri, std::string_view text) {
    return {.stream = nullptr,
            .documents = {},
            .unread = {{MemoryOrigin(text, {.name = uri, .uri = uri}), &PlainText()}},
            .mark = {}};
  }

  const Packing packing_{std::nullopt};
  Preparer preparer_{3, {}, nullptr, &packing_};
  Collected end_;
};

TEST_F(PipelineTest, HandsOnInOrderAndNamesWhatIsLeftOut) {
  Pipeline pipeline(&preparer_);
  const Status ran = pipeline.Run(
      [&]() -> Status {
        for (int i = 0; i < 200; ++i)
          EXPECT_TRUE(pipeline.Push(TaskOf("u:" + std::to_string(i), i == 7 ? "" : "text"), 1));
        return {};
      },
      &end_);
  EXPECT_TRUE(ran);
  EXPECT_TRUE(end_.ended);
  ASSERT_EQ(end_.uris.size(), 200U);
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(end_.uris[static_cast<std::size_t>(i)],
              "u:" + std::to_string(i) + (i == 7 ? ": has no text" : ""));
  }
}

TEST_F(PipelineTest, EndsWithTheErrorOfWhoReads) {
  Pipeline pipeline(&preparer_);
  const Status ran = pipeline.Run(
      []() -> Status { return Fail(ErrorCode::kInvalidArgument, "no such input"); }, &end_);
  ASSERT_FALSE(ran);
  EXPECT_EQ(ran.error().message, "no such input");
  EXPECT_TRUE(pipeline.cancelled());
  EXPECT_FALSE(end_.ended);
}

TEST_F(PipelineTest, EndsWithWhatTheSinkThrowsAndTakesNoMore) {
  Pipeline pipeline(&preparer_);
  end_.fails = true;
  bool refused = false;
  const Status ran = pipeline.Run(
      [&]() -> Status {
        while (!refused) refused = !pipeline.Push(TaskOf("u:1", "text"), 1);
        return {};
      },
      &end_);
  ASSERT_FALSE(ran);
  EXPECT_TRUE(ran.error().message.contains("no room")) << ran.error().message;
  EXPECT_FALSE(end_.ended);
}

TEST(Preparer, LeavesChunksPlainUntilItIsDecidedHowToPackThem) {
  Packing packing;
  Preparer preparer(1, {}, nullptr, &packing);
  const auto prepared = [&] {
    return preparer.Prepare(
        0, {.stream = nullptr,
            .documents = {},
            .unread = {{MemoryOrigin("The lamp.", {.name = "a", .uri = "u:a"}), &PlainText()}},
            .mark = {}});
  };
  const auto content = [](const Prepared& one) {
    return std::get<store::PreparedDocument>(one.items.at(0).content).chunks.at(0).content;
  };
  const Prepared before = prepared();
  EXPECT_TRUE(before.plain);
  EXPECT_EQ(content(before), "The lamp.");
  packing.Decide(std::nullopt);
  const Prepared after = prepared();
  EXPECT_FALSE(after.plain);
  EXPECT_NE(content(after), "The lamp.");
}

}  // namespace
}  // namespace arborist::ingest
