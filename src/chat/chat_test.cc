// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "chat/export.h"
#include "chat/message.h"
#include "text/utf8.h"

namespace arborist::chat {
namespace {

using reading::Verdict;

std::vector<Conversation> Read(Export kind, std::string_view json,
                               const reading::ReadingLimits& limits = {}) {
  ChatReader reader(
      kind,
      [&](char* buffer, std::size_t size) -> Result<std::size_t> {
        const std::size_t count = json.copy(buffer, size);
        json.remove_prefix(count);
        return count;
      },
      limits);
  std::vector<Conversation> out;
  while (true) {
    auto next = reader.Next();
    EXPECT_TRUE(next);
    if (!next || !*next) return out;
    EXPECT_EQ(text::FindInvalidUtf8((*next)->reading.text), std::string::npos);
    out.push_back(std::move(**next));
  }
}

std::uint64_t LeftOutOf(const reading::Reading& reading, std::string_view what) {
  std::uint64_t count = 0;
  for (const reading::LeftOut& one : reading.report.left_out)
    if (one.what == what) count += one.count;
  return count;
}

// A node of a tree of ChatGPT.
std::string Node(std::string_view id, std::string_view parent, std::string_view role,
                 std::string_view content, std::string_view more = "") {
  return "\"" + std::string(id) + "\":{\"id\":\"" + std::string(id) + "\",\"parent\":\"" +
         std::string(parent) + "\",\"message\":{\"id\":\"" + std::string(id) +
         "\",\"author\":{\"role\":\"" + std::string(role) +
         "\"},\"content\":" + std::string(content) + std::string(more) + "}}";
}
std::string Text(std::string_view text) {
  return R"({"content_type":"text","parts":[")" + std::string(text) + R"("]})";
}

TEST(ChatGpt, ReadsTheActiveBranch) {
  const std::string json =
      R"([{"title":"Tea","conversation_id":"1","update_time":1700000000,"current_node":"a2","mapping":{)"
      R"("root":{"id":"root","message":null,"parent":null},)" +
      Node("s", "root", "system", Text("rules")) + "," +
      Node("u1", "s", "user", Text("Which tea?"), R"(,"create_time":1700000000.5)") + "," +
      Node("a1", "u1", "assistant", Text("thrown away"), R"(,"create_time":1800000000)") + "," +
      Node("t", "u1", "tool", Text("noise")) + "," +
      Node("c", "t", "assistant", R"({"content_type":"code","text":"x"})",
           R"(,"recipient":"python")") +
      "," +
      Node("h", "c", "user", Text("hidden"),
           R"(,"metadata":{"is_visually_hidden_from_conversation":true})") +
      "," +
      Node("a2", "h", "assistant",
           "{\"content_type\":\"multimodal_text\",\"parts\":[{\"content_type\":\"image_asset_"
           "pointer\"}"
           ",\"Black.\uE200cite\uE202turn0\uE201\",null]}",
           R"(,"create_time":1700000060,"metadata":{"model_slug":"gpt-4"})") +
      "}}]";
  const auto all = Read(Export::kChatGpt, json);
  ASSERT_EQ(all.size(), 1U);
  const reading::Reading& reading = all[0].reading;
  EXPECT_EQ(all[0].uri, "chatgpt:/c/1");
  EXPECT_EQ(reading.title, "Tea");
  EXPECT_EQ(reading.text,
            "User (2023-11-14 22:13):\nWhich tea?\n\nAssistant (gpt-4, 2023-11-14 22:14):\nBlack.");
  EXPECT_EQ(reading.content_date, "2023-11-14");
  ASSERT_EQ(reading.anchors.size(), 2U);
  EXPECT_EQ(reading.anchors[1].fragment, "message=a2");
  EXPECT_EQ(reading.anchors[1].label, "message 2, Assistant");
  EXPECT_EQ(reading.anchors[1].begin, reading.text.find("Assistant"));
  EXPECT_EQ(LeftOutOf(reading, "message of an abandoned branch"), 1U);
  EXPECT_EQ(LeftOutOf(reading, "message from or to a tool"), 2U);
  EXPECT_EQ(LeftOutOf(reading, "image"), 1U);
}

TEST(ChatGpt, SurvivesLoopsAndMissingLeaves) {
  const auto all =
      Read(Export::kChatGpt,
           R"([{"title":null,"id":"2","mapping":{)" + Node("q", "r", "user", Text("Loop?")) +
               R"(,"r":{"parent":"q","message":null}}},{"id":"3","mapping":{}},)" +
               R"({"id":"4","mapping":5},7])");
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0].reading.text, "User:\nLoop?");
  EXPECT_EQ(all[1].reading.report.verdict, Verdict::kEmpty);
  EXPECT_EQ(all[2].reading.report.verdict, Verdict::kNotSupported);
  EXPECT_EQ(all[3].reading.report.detail, "a conversation in a form this version does not know");
  EXPECT_EQ(all[3].number, 4U);
}

TEST(Claude, ReadsBlocksAndAttachments) {
  const auto all = Read(Export::kClaude, R"([{"uuid":"4","name":"Roof","chat_messages":[
    {"uuid":"m1","sender":"human","text":"How steep?","content":[],"created_at":"2025-03-01T10:00:00Z",
     "attachments":[{"file_name":"plan.txt","extracted_content":"18.4"},{"extracted_content":" \n"}],"files":[{"file_name":"x.jpg"}]},
    {"uuid":"m2","sender":"assistant","text":"old","content":[{"type":"thinking","thinking":"secret"},
     {"type":"tool_use"},{"type":"text","text":"About 18.4."},{"type":"text","text":"\ud800\u0000!"}]}]}])");
  ASSERT_EQ(all.size(), 1U);
  const reading::Reading& reading = all[0].reading;
  EXPECT_EQ(all[0].uri, "claude:/chat/4");
  EXPECT_EQ(reading.text,
            "Human (2025-03-01 10:00):\nHow steep?\n\nAssistant:\nAbout 18.4.\n\n\uFFFD!");
  ASSERT_EQ(reading.children.size(), 1U);
  EXPECT_EQ(reading.children[0].name, "plan.txt");
  EXPECT_EQ(reading.children[0].bytes, "18.4");
  EXPECT_EQ(LeftOutOf(reading, "reasoning"), 1U);
  EXPECT_EQ(LeftOutOf(reading, "file without text"), 2U);
}

TEST(Claude, ReadsProjectsAndMemories) {
  const auto docs = Read(Export::kClaudeProjects,
                         R"([{"uuid":"p","docs":[{"uuid":"d","filename":"a.md","content":"A"},
                         {"uuid":"e","filename":"b.md","content":"B"}]},{"docs":[]}])");
  ASSERT_EQ(docs.size(), 3U);
  EXPECT_EQ(docs[0].uri, "claude:/project/p/doc/d");
  EXPECT_EQ(docs[0].reading.text, "A");
  EXPECT_EQ(docs[1].reading.title, "b.md");
  EXPECT_EQ(docs[2].reading.report.verdict, Verdict::kEmpty);
  const auto memories =
      Read(Export::kClaudeMemories,
           R"([{"conversations_memory":"Likes tea.","project_memories":{"p":"Roof."}}])");
  EXPECT_EQ(memories[0].reading.text, "Likes tea.\n\nRoof.");
}

TEST(Grok, ReadsItsTreeTimesAndLinks) {
  const auto all = Read(Export::kGrok,
                        R"({"conversations":[{"conversation":{"id":"6","title":"Bees"},"responses":[
    {"response":{"_id":"g1","message":"How many?","sender":"human","create_time":{"$date":{"$numberLong":"1748764800000"}}}},
    {"response":{"_id":"g2","message":"50,000.<grok:render a=\"b\">x</grok:render>","sender":"ASSISTANT","model":"grok-4",
      "parent_response_id":"g1","thinking_trace":"hidden","create_time":"2025-06-01T08:01:00Z",
      "cited_web_search_results":[{"url":"https://example.org/bees#x"}]}},
    {"response":{"_id":"g2b","message":"Fifty.","sender":"grok-3","parent_response_id":"g1","create_time":"2025-06-01T08:00:30Z"}}]}],
    "projects":[{}],"media_posts":[{"id":"mp","original_prompt":"a hive at dawn","link":"https://example.org/mp"}]})");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].uri, "grok:/chat/6");
  EXPECT_EQ(
      all[0].reading.text,
      "Human (2025-06-01 08:00):\nHow many?\n\nAssistant (grok-4, 2025-06-01 08:01):\n50,000.");
  EXPECT_EQ(all[0].reading.links, std::vector<std::string>{"https://example.org/bees"});
  EXPECT_EQ(LeftOutOf(all[0].reading, "message of an abandoned branch"), 1U);
  EXPECT_EQ(all[1].uri, "grok:/media/mp");
  EXPECT_EQ(all[1].reading.text, "Prompt:\na hive at dawn");
}

TEST(ChatReader, StopsAtItsLimits) {
  const std::string_view json =
      R"([{"uuid":"4","chat_messages":[{"sender":"human","text":"short"},{"sender":"human","text":"very long text"}]}])";
  const auto all = Read(Export::kClaude, json, {.max_text_bytes = 12});
  EXPECT_EQ(all[0].reading.text, "Human:\nshort");
  EXPECT_EQ(all[0].reading.report.verdict, Verdict::kReadInPart);
}

TEST(ExportOf, LooksAtTheShapeAndThenAtTheName) {
  EXPECT_EQ(ExportOf("x.json", R"([{"title":"a","mapping":{"a":{"chat_messages":1)"),
            Export::kChatGpt);
  EXPECT_EQ(ExportOf("x.json", R"([ {"uuid":"a","name":"b","chat_messages":[)"), Export::kClaude);
  EXPECT_EQ(ExportOf("x", R"({"conversations":[{"conversation":{},"responses":[]}]})"),
            Export::kGrok);
  EXPECT_EQ(ExportOf("x", R"([{"uuid":"p","prompt_template":"","docs":[]}])"),
            Export::kClaudeProjects);
  EXPECT_EQ(ExportOf("users.json", R"([{"uuid":"a","full_name":"X","email_address":"x@y"}])"),
            Export::kAccount);
  EXPECT_EQ(ExportOf("prod-mc-auth-mgmt-api.json", R"({"user":{}})"), Export::kAccount);
  EXPECT_EQ(ExportOf("conversations.json", R"([{"threads":1}])"), Export::kUnknown);
  EXPECT_EQ(ExportOf("conversations-003.json", "[]"), Export::kUnknown);
  EXPECT_EQ(ExportOf("package.json", R"({"name":"x","mapping":{},"title":""})"), std::nullopt);
  EXPECT_EQ(ExportOf("x.json", R"([{"a":{"mapping":1,"title":2}}])"), std::nullopt);
  EXPECT_EQ(ExportOf("conversations.json", "text"), std::nullopt);
  EXPECT_EQ(ExportOf("x.json", std::string(100000, '[')), std::nullopt);
}

TEST(RemoveSpans, KeepsWhatIsNotClosed) {
  std::string text = "a<x>1</x>b<x>2</x>c<x>3";
  RemoveSpans(&text, "<x", "</x>");
  EXPECT_EQ(text, "abc<x>3");
}

TEST(ActiveBranch, TakesTheNewestLeaf) {
  EXPECT_EQ(ActiveBranch({{.id = "a", .parent = ""},
                          {.id = "b", .parent = "a", .time = 5},
                          {.id = "c", .parent = "a", .time = 9}},
                         ""),
            (std::vector<std::size_t>{0, 2}));
  EXPECT_TRUE(ActiveBranch({}, "x").empty());
}

}  // namespace
}  // namespace arborist::chat
