// SPDX-License-Identifier: AGPL-3.0-only
// Reads the files of others under ARBORIST_SHARED/data/files and compares what comes out with what
// their projects expect, by words.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/ascii.h"
#include "base/files.h"
#include "chat/export.h"
#include "ingest/formats/html.h"
#include "ingest/formats/reading_adapter.h"
#include "json/value.h"
#include "mail/mail.h"
#include "rtf/rtf.h"
#include "tabular/csv.h"

namespace arborist::ingest {
namespace {

namespace fs = std::filesystem;

using Words = std::map<std::string, std::size_t>;

// Runs of letters, digits and bytes of other characters.
Words WordsOf(std::string_view text) {
  Words words;
  std::string word;
  const auto end = [&] {
    if (!word.empty()) ++words[word];
    word.clear();
  };
  for (const char c : text) {
    if (IsAsciiLetter(c) || IsAsciiDigit(c) || (c & 0x80) != 0) {
      word.push_back(c);
    } else {
      end();
    }
  }
  end();
  return words;
}

struct Score {
  std::size_t common = 0;
  std::size_t expected = 0;
  std::size_t found = 0;

  double recall() const { return expected == 0 ? 1 : double(common) / double(expected); }
  double f1() const {
    return expected + found == 0 ? 1 : 2 * double(common) / double(expected + found);
  }
};
Score Compare(std::string_view expected, std::string_view found) {
  const Words a = WordsOf(expected);
  const Words b = WordsOf(found);
  Score score;
  for (const auto& [word, count] : a) {
    score.expected += count;
    const auto at = b.find(word);
    if (at != b.end()) score.common += std::min(count, at->second);
  }
  for (const auto& [word, count] : b) score.found += count;
  return score;
}

class SharedFiles : public testing::Test {
 protected:
  void SetUp() override {
    const char* const shared = std::getenv("ARBORIST_SHARED");
    if (shared != nullptr) folder_ = fs::path(shared) / "data/files";
    if (shared == nullptr || !fs::is_directory(folder_))
      GTEST_SKIP() << "no files (ARBORIST_SHARED names their folder)";
  }

  std::vector<fs::path> Below(const std::string& folder, const std::string& ending) const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / folder)) {
      if (entry.is_regular_file() && entry.path().extension() == ending)
        files.push_back(entry.path());
    }
    std::ranges::sort(files);
    return files;
  }

  static std::string Read(const fs::path& file) {
    return ReadFile(file, std::uint64_t{1} << 30).value_or("");
  }
  static std::optional<json::Value> ReadJson(const fs::path& file) {
    auto value = json::Parse(Read(file));
    return value ? std::optional(std::move(*value)) : std::nullopt;
  }

  static reading::Reading ReadMessage(std::string_view bytes) {
    return mail::ReadMail(bytes, HtmlReaderOf({}));
  }

  fs::path folder_;
};

// mail-parser's description of a message: its text parts, subject, sender and day.
struct ExpectedMail {
  std::string body;
  std::string subject;
  std::string address;
  std::string day;
};
ExpectedMail ExpectedOf(const json::Value& value) {
  ExpectedMail out;
  const json::Array& parts = **value.List("parts");
  for (const json::Value& index : **value.List("text_body")) {
    const json::Value* const body = parts[static_cast<std::size_t>(index.as_int())].Find("body");
    out.body += body->StringOr("Text", "").value_or("") + "\n";
    const std::string html = body->StringOr("Html", "").value_or("");
    if (const auto page = ExtractHtml(html, "utf-8", "", {}); page) out.body += page->text + "\n";
  }
  for (const json::Value& header : **parts[0].List("headers")) {
    const std::string name = header.StringOr("name", "").value_or("");
    const json::Value* const what = header.Find("value");
    if (what == nullptr || !what->is_object()) continue;
    if (name == "subject" && out.subject.empty())
      out.subject = what->StringOr("Text", "").value_or("");
    if (const auto date = what->Map("DateTime"); name == "date" && date) {
      char day[40];
      std::snprintf(day, sizeof day, "%04d-%02d-%02d", int((*date)->at("year").as_int()),
                    int((*date)->at("month").as_int()), int((*date)->at("day").as_int()));
      out.day = day;
    }
    const json::Value* const addresses = what->Find("Address");
    const json::Value* const list = addresses == nullptr ? nullptr : addresses->Find("List");
    if (name == "from" && list != nullptr && list->is_array() && !list->as_array().empty())
      out.address = list->as_array()[0].StringOr("address", "").value_or("");
  }
  return out;
}

TEST_F(SharedFiles, MailsHaveTheirWordsSubjectSenderAndDay) {
  Score all;
  std::size_t messages = 0;
  for (const fs::path& file : Below("email/mail-parser", ".eml")) {
    const auto value = ReadJson(file.string() + ".expected.json");
    if (!value) continue;
    ++messages;
    const ExpectedMail expected = ExpectedOf(*value);
    const reading::Reading reading = ReadMessage(Read(file));
    // Bytes that are broken in the source are broken differently by everybody.
    const bool is_broken = expected.subject.contains("\uFFFD");
    EXPECT_TRUE(is_broken || reading.text.contains(expected.subject))
        << file << ": " << expected.subject;
    EXPECT_TRUE(reading.text.contains(expected.address)) << file << ": " << expected.address;
    EXPECT_TRUE(expected.day.empty() || reading.content_date == expected.day) << file;
    // It keeps uuencoded files and base64 that nobody declared as text, and we do not.
    const std::string name = file.filename().string();
    if (name == "049.eml" || name == "thirdparty__001.eml") continue;
    const Score score = Compare(expected.body, reading.text);
    all.common += score.common;
    all.expected += score.expected;
    if (score.recall() < 0.98) std::printf("%s %.3f\n", name.c_str(), score.recall());
  }
  std::printf("mail: %zu messages, %.4f of the words\n", messages, all.recall());
  EXPECT_GE(messages, 50U);
  EXPECT_GE(all.recall(), 0.98);
}

TEST_F(SharedFiles, RtfHasItsWords) {
  double sum = 0;
  std::size_t files = 0;
  for (const fs::path& file : Below("rtf", ".rtf")) {
    const fs::path expected = file.string() + ".expected.txt";
    if (!fs::exists(expected)) continue;
    const Score score = Compare(Read(expected), rtf::ReadRtf(Read(file)).text);
    if (score.f1() < 0.98) std::printf("%s %.3f\n", file.filename().c_str(), score.f1());
    sum += score.f1();
    ++files;
  }
  std::printf("rtf: %zu files, mean F1 %.4f\n", files, sum / double(files));
  EXPECT_GE(files, 16U);
  EXPECT_GE(sum / double(files), 0.96);
}

TEST_F(SharedFiles, TablesHaveTheirCells) {
  const auto expected = ReadJson(folder_ / "own/csv/own/expected.json");
  ASSERT_TRUE(expected);
  for (const auto& [name, table] : expected->as_object()) {
    const reading::Reading reading = tabular::ReadCsv(Read(folder_ / "own/csv/own" / name));
    const json::Value* const rows = table.Find("rows");
    if (rows == nullptr) {
      EXPECT_FALSE(reading.report.warnings.empty()) << name;
      continue;
    }
    std::string cells;
    const json::Value* const header = table.Find("header");
    if (header != nullptr && header->is_array()) {
      for (const json::Value& cell : header->as_array()) cells += cell.as_string() + "\n";
    }
    for (const json::Value& row : rows->as_array()) {
      for (const json::Value& cell : row.as_array()) cells += cell.as_string() + "\n";
    }
    EXPECT_EQ(Compare(cells, reading.text).recall(), 1) << name;
  }
  for (const fs::path& file : Below("csv/docling", ".csv")) {
    const Score score =
        Compare(Read(file.string() + ".expected.md"), tabular::ReadCsv(Read(file)).text);
    EXPECT_EQ(score.recall(), 1) << file;
  }
}

TEST_F(SharedFiles, ChatsHaveTheirMessages) {
  const std::map<std::string, std::string> exports = {
      {"chatgpt/conversations.json", "chatgpt/conversations.expected.jsonl"},
      {"claude/conversations.json", "claude/conversations.expected.jsonl"},
      {"grok/ttl/30d/export_data/00000000-0000-4000-8000-000000000000/prod-grok-backend.json",
       "grok/expected.jsonl"}};
  for (const auto& [name, expected_name] : exports) {
    const std::string bytes = Read(folder_ / "own/chat" / name);
    std::string_view rest = bytes;
    const auto kind = chat::ExportOf(fs::path(name).filename().string(), rest.substr(0, 1 << 16));
    ASSERT_TRUE(kind) << name;
    chat::ChatReader reader(*kind,
                            [&](char* buffer, std::size_t size) -> Result<std::size_t> {
                              const std::size_t count = rest.copy(buffer, size);
                              rest.remove_prefix(count);
                              return count;
                            },
                            {});
    std::map<std::string, std::string> texts;  // by the end of the URI
    while (auto next = reader.Next().value())
      texts[next->uri.substr(next->uri.rfind('/') + 1)] = next->reading.text;
    const std::string expected = Read(folder_ / "own/chat" / expected_name);
    for (std::string_view lines = expected; !lines.empty();) {
      const auto value = json::Parse(TakeLine(&lines));
      ASSERT_TRUE(value);
      const std::string& text = texts[*value->String("id")];
      std::size_t from = 0;
      for (const json::Value& message : **value->List("messages")) {
        from = text.find(message.as_array()[1].as_string(), from);
        EXPECT_NE(from, std::string::npos) << name << ": " << message.as_array()[1].as_string();
      }
      const json::Value* const never = value->Find("not_contained");
      if (never == nullptr) continue;
      for (const json::Value& one : never->as_array())
        EXPECT_FALSE(text.contains(one.as_string())) << name << ": " << one.as_string();
    }
  }
}

// Each ends soon, and says what became of it.
TEST_F(SharedFiles, HostileOnesEnd) {
  const auto check = [](const fs::path& file, const reading::Reading& reading) {
    EXPECT_TRUE(!reading.text.empty() || reading.report.verdict > reading::Verdict::kReadInPart)
        << file;
  };
  for (const fs::path& file : Below("hostile/email", ".eml")) check(file, ReadMessage(Read(file)));
  for (const fs::path& file : Below("hostile/rtf", ".rtf")) check(file, rtf::ReadRtf(Read(file)));
  for (const fs::path& file : Below("hostile/csv", ".csv"))
    check(file, tabular::ReadCsv(Read(file)));
}

}  // namespace
}  // namespace arborist::ingest
