// SPDX-License-Identifier: AGPL-3.0-only
// What lists the formats and cannot read the table agrees with it.
#include "ingest/formats/table.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>

#include "base/files.h"
#include "ingest/formats/detect.h"

namespace arborist::ingest {
namespace {

std::string FileOf(const std::string& name) {
  const char* const source = std::getenv("ARBORIST_SOURCE");
  EXPECT_NE(source, nullptr) << "the folder of the sources";
  const auto content = ReadFile(std::filesystem::path(source == nullptr ? "" : source) / name,
                                std::uint64_t{1} << 20);
  EXPECT_TRUE(content) << name;
  return content.value_or("");
}

// The text between two others.
std::string Between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin);
  if (from == std::string::npos) return "";
  const std::size_t to = text.find(end, from + begin.size());
  return text.substr(from + begin.size(), to - from - begin.size());
}

// The words that stand alone, whatever parts them.
std::set<std::string> Words(const std::string& text, std::string_view letters) {
  std::set<std::string> words;
  std::string word;
  for (const char c : text + " ") {
    if (letters.find(c) != std::string_view::npos) {
      word.push_back(c);
    } else if (!word.empty()) {
      words.insert(std::move(word));
      word.clear();
    }
  }
  return words;
}
constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz";

TEST(FormatTable, HasOneRowAFormatAndEachCanBeRead) {
  std::set<std::string_view> names;
  std::set<std::string_view> extractions;
  for (const Format& format : Formats()) {
    EXPECT_TRUE(names.insert(format.name).second) << format.name;
    const int readers = (format.read != nullptr ? 1 : 0) + (format.open != nullptr ? 1 : 0) +
                        (format.expand != nullptr ? 1 : 0);
    EXPECT_EQ(readers, 1) << format.name;
    EXPECT_FALSE(format.label.empty()) << format.name;
    EXPECT_EQ(FormatNamed(format.name), &format);
    // An archive has no text of its own.
    EXPECT_EQ(format.source_type.empty(), format.expand != nullptr) << format.name;
    EXPECT_EQ(format.extraction.empty(), format.expand != nullptr) << format.name;
    if (format.expand == nullptr) {
      EXPECT_TRUE(extractions.insert(format.extraction).second) << format.extraction;
      EXPECT_EQ(FormatOfExtraction(format.extraction), &format);
    }
    for (const std::string_view type : format.media_types)
      EXPECT_EQ(FormatOfMediaType(type), &format) << type;
    for (const std::string_view ending : format.endings)
      EXPECT_EQ(FormatOfEnding(ending), &format) << ending;
  }
  EXPECT_EQ(FormatNamed("auto"), nullptr);
  EXPECT_EQ(FormatOfMediaType("application/msword"), nullptr);
}

// Retrieval shows the kind of a source by the extraction of its location.
TEST(FormatTable, AgreesWithTheNamesOfExtractions) {
  for (const Format& format : Formats()) {
    const std::string_view known = document::SourceTypeOf(format.extraction);
    EXPECT_TRUE(known.empty() || known == format.source_type) << format.name;
  }
}

TEST(FormatTable, IsWhatCompletionOffers) {
  std::set<std::string> names = {"auto", "git", "claim-pack"};
  for (const Format& format : Formats()) names.emplace(format.name);
  const std::string letters = std::string(kLetters) + "-";
  EXPECT_EQ(Words(Between(FileOf("tools/completion/arborist.bash"),
                          "--source) mapfile -t COMPREPLY < <(compgen -W '", "'"),
                  letters),
            names);
  EXPECT_EQ(Words(Between(FileOf("tools/completion/arborist.zsh"),
                          "'--source[how to read the files]:kind:(", ")"),
                  letters),
            names);
  EXPECT_EQ(
      Words(Between(FileOf("tools/completion/arborist.fish"), "-l source -x -a '", "'"), letters),
      names);
}

TEST(FormatTable, IsWhatTheApiTakes) {
  const std::string upload =
      Between(FileOf("docs/api/openapi.yaml"), "The body is one document", "responses:");
  std::set<std::string> types;
  for (const std::string& word : Words(upload, std::string(kLetters) + "0123456789/-.+")) {
    if (word.starts_with("text/") || word.starts_with("application/") ||
        word.starts_with("message/")) {
      types.insert(word);
    }
  }
  const auto known = MediaTypes();
  EXPECT_EQ(types, std::set<std::string>(known.begin(), known.end()));
}

// The page chooses the media type by the file's ending.
TEST(FormatTable, IsWhatThePageSends) {
  const std::string page = FileOf("web/src/parts/Upload.svelte");
  const std::string types = Between(page, "const types: Record<string, string> = {", "}");
  ASSERT_FALSE(types.empty());
  std::set<std::string> sent;
  std::set<std::string> accepted;
  for (std::size_t pos = 0; pos < types.size();) {
    const std::size_t end = std::min(types.find(',', pos), types.size());
    const std::string one = types.substr(pos, end - pos);
    pos = end + 1;
    if (!one.contains(':')) continue;  // behind the last comma
    const std::string ending = *Words(one.substr(0, one.find(':')), kLetters).begin();
    const std::string type = Between(one, "'", "'");
    accepted.insert(ending);
    const Format* const format = FormatOfMediaType(type);
    ASSERT_NE(format, nullptr) << type;
    sent.insert(type);
    EXPECT_TRUE(format->many() || FormatOfEnding(ending) == format) << ending;
  }
  const auto known = MediaTypes();
  EXPECT_EQ(sent, std::set<std::string>(known.begin(), known.end()));
  EXPECT_EQ(Words(Between(page, "accept=\"", "\""), kLetters), accepted);
}

TEST(FormatTable, IsWhatTheGuideTells) {
  const std::string guide = FileOf("docs/guide/ingest.md");
  for (const Format& format : Formats()) {
    const std::string_view label = format.label.substr(0, format.label.find(" {"));
    const std::string_view one =
        label.ends_with("dumps") ? label.substr(0, label.size() - 1) : label;
    EXPECT_TRUE(guide.contains("| " + std::string(one))) << one;
    EXPECT_TRUE(guide.contains("`" + std::string(format.name) + "`")) << format.name;
  }
}

}  // namespace
}  // namespace arborist::ingest
