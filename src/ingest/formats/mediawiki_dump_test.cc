// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/formats/mediawiki_dump.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "crypto/sha256.h"
#include "ingest/string_source_test.h"

namespace arborist::ingest {
namespace {

constexpr std::string_view kSite =
    "<siteinfo><base>https://w.org/wiki/Main_Page</base><case>first-letter</case><namespaces>"
    "<namespace key=\"0\" case=\"first-letter\" /><namespace key=\"1\">Diskussion</namespace>"
    "</namespaces></siteinfo>";

std::string Page(std::string_view title, std::string_view text, std::string_view more = "") {
  return "<page><title>" + std::string(title) + "</title>" + std::string(more) +
         "<revision><id>1</id><text xml:space=\"preserve\">" + std::string(text) +
         "</text></revision></page>\n";
}

std::string Dump(std::string_view pages, std::string_view site = kSite) {
  return "<mediawiki xmlns=\"http://www.mediawiki.org/xml/export-0.10/\">" + std::string(site) +
         std::string(pages) + "</mediawiki>";
}

struct Outcome {
  std::vector<SourceDocument> documents;
  std::vector<std::uint64_t> ordinals;
  std::vector<Skipped> skipped;
  std::string error;
  ErrorCode code{};
  DumpReader::Counts counts;
};

Outcome ReadAll(DumpReader& reader) {
  Outcome outcome;
  while (true) {
    auto document = reader.Next();
    if (!document) {
      outcome.error = document.error().message;
      outcome.code = document.error().code;
      EXPECT_FALSE(reader.Next().has_value());
      break;
    }
    if (!document->has_value()) break;
    outcome.documents.push_back(std::move(**document));
    outcome.ordinals.push_back(reader.ordinal());
  }
  outcome.skipped = reader.TakeSkipped();
  outcome.counts = reader.counts();
  return outcome;
}

Outcome ReadXml(const std::string& xml, const DumpOptions& options = {},
                std::size_t step = 1 << 20) {
  return ReadAll(**DumpReader::Open(std::make_unique<StringSource>(xml, step), options));
}

TEST(DumpReader, GivesPagesAsDocuments) {
  const Outcome outcome = ReadXml(
      Dump(Page("Oak tree", "An &quot;oak&quot; is a [[tree]].\n", "<ns>0</ns><id>7</id>")));
  ASSERT_EQ(outcome.error, "");
  ASSERT_EQ(outcome.documents.size(), 1u);
  const SourceDocument& document = outcome.documents[0];
  EXPECT_EQ(document.uri, "https://w.org/wiki/Oak_tree");
  EXPECT_EQ(document.title, "Oak tree");
  EXPECT_EQ(document.text, "An \"oak\" is a [[tree]].\n");
  EXPECT_EQ(document.source_type, "wikitext");
  EXPECT_EQ(document.extraction, kWikitextExtraction);
  EXPECT_EQ(document.source_hash, SourceHash(crypto::Sha256(AsBytes(document.text))));
  EXPECT_EQ(document.links, std::vector<std::string>{"https://w.org/wiki/Tree"});
  EXPECT_EQ(document.alias_of, "");
}

TEST(DumpReader, TellsTheDateOfTheLastRevision) {
  const auto date = [](std::string_view revisions) {
    const Outcome outcome =
        ReadXml(Dump("<page><title>Oak</title>" + std::string(revisions) + "</page>"));
    return outcome.documents.empty() ? "no document" : outcome.documents[0].content_date;
  };
  EXPECT_EQ(date("<revision><timestamp>2001-02-03T04:05:06Z</timestamp><text>a</text></revision>"
                 "<revision><timestamp>2003-05-16T08:49:37Z</timestamp><text>b</text></revision>"),
            "2003-05-16");
  EXPECT_EQ(date("<revision><timestamp>yesterday</timestamp><text>b</text></revision>"), "");
  EXPECT_EQ(date("<revision><text>b</text></revision>"), "");
}

TEST(DumpReader, WithoutSiteinfoUsesAWikiUri) {
  EXPECT_EQ(ReadXml(Dump(Page("A b", "x"), "")).documents.at(0).uri, "wiki:A_b");
}

TEST(DumpReader, TakesTheMainNamespaceOnly) {
  const std::string xml = Dump(Page("A", "x", "<ns>0</ns>") + Page("Foo:B", "x", "<ns>4</ns>") +
                               Page("Diskussion:C", "x") + Page("Talk:D", "x") + Page("E:F", "x"));
  const Outcome outcome = ReadXml(xml);
  ASSERT_EQ(outcome.documents.size(), 2u);
  EXPECT_EQ(outcome.documents[1].title, "E:F");
  EXPECT_EQ(outcome.ordinals, (std::vector<std::uint64_t>{1, 5}));
  EXPECT_EQ(outcome.counts.pages, 5u);
  EXPECT_EQ(outcome.counts.other_namespaces, 3u);
  EXPECT_EQ(ReadXml(xml, {.all_namespaces = true, .limits = {}}).documents.size(), 5u);
}

TEST(DumpReader, RedirectsAreAliases) {
  const Outcome outcome =
      ReadXml(Dump(Page("A", "#REDIRECT [[other]]", "<redirect title=\"B c\" />") +
                   Page("D", "#weiterleitung [[e#f]]") + Page("G", "#REDIRECT nowhere") +
                   Page("H", "#REDIRECT [[h]]")));
  ASSERT_EQ(outcome.documents.size(), 3u);
  EXPECT_EQ(outcome.documents[0].alias_of, "https://w.org/wiki/B_c");
  EXPECT_EQ(outcome.documents[0].text, "");
  EXPECT_EQ(outcome.documents[0].source_hash,
            SourceHash(crypto::Sha256(AsBytes("#REDIRECT [[other]]"))));
  EXPECT_EQ(outcome.documents[1].alias_of, "https://w.org/wiki/E");
  EXPECT_EQ(outcome.documents[2].alias_of, "");
  EXPECT_EQ(outcome.counts.redirects, 2u);
  ASSERT_EQ(outcome.skipped.size(), 1u);
  EXPECT_EQ(outcome.skipped[0].reason, "it redirects to itself");
}

TEST(DumpReader, TheLastRevisionCounts) {
  const Outcome outcome =
      ReadXml(Dump("<page><title>A</title><revision><text>old</text></revision>"
                   "<revision><text>new</text></revision><upload><text>no</text></upload></page>"));
  EXPECT_EQ(outcome.documents.at(0).text, "new");
}

TEST(DumpReader, NamesSkippedPagesAndGoesOn) {
  const Limits limits{.max_document_bytes = 100, .max_title_bytes = 20};
  const Outcome outcome = ReadXml(
      Dump(Page("Long", std::string(101, 'x')) + Page("Empty", " \n ") +
           "<page><title>Gone</title><revision><text deleted=\"deleted\" /></revision></page>" +
           Page(std::string(21, 't'), "x") + Page("", "x") + Page("a\tb", "x") +
           Page("Fits", std::string(100, 'x'))),
      {.all_namespaces = false, .limits = limits});
  ASSERT_EQ(outcome.documents.size(), 1u);
  EXPECT_EQ(outcome.ordinals[0], 7u);
  ASSERT_EQ(outcome.skipped.size(), 6u);
  EXPECT_EQ(outcome.skipped[0].what, "page Long");
  EXPECT_EQ(outcome.skipped[0].reason, "its text has more than 100 bytes");
  EXPECT_EQ(outcome.skipped[1].what, "page Empty");
  EXPECT_EQ(outcome.skipped[1].reason, "it has no text");
  EXPECT_EQ(outcome.skipped[2].what, "page Gone");
  EXPECT_EQ(outcome.skipped[3].reason, "its title has more than 20 bytes");
  EXPECT_EQ(outcome.skipped[4].what, "page number 5");
  EXPECT_EQ(outcome.counts.skipped, 6u);
}

TEST(DumpReader, CutAnywhereGivesEveryCompletePageAndOneError) {
  const std::string xml = Dump(Page("A", "x") + Page("B", "y &amp; z") + Page("C", "z"));
  std::vector<std::size_t> ends;
  for (std::size_t at = xml.find("</page>"); at != std::string::npos;
       at = xml.find("</page>", at + 1)) {
    ends.push_back(at + 7);
  }
  for (std::size_t cut = 0; cut < xml.size(); ++cut) {
    const Outcome outcome = ReadXml(xml.substr(0, cut), {}, 50);
    std::size_t complete = 0;
    while (complete < ends.size() && ends[complete] <= cut) ++complete;
    ASSERT_EQ(outcome.documents.size(), complete) << cut;
    ASSERT_NE(outcome.error.find("ends too early, at byte"), std::string::npos) << outcome.error;
    ASSERT_EQ(outcome.code, ErrorCode::kInvalidData);
  }
  EXPECT_EQ(ReadXml(xml, {}, 1).documents.size(), 3u);
}

TEST(DumpReader, ErrorOfTheSourceComesAfterThePages) {
  const std::string xml = Dump(Page("A", "x") + Page("B", "y"));
  auto reader = DumpReader::Open(std::make_unique<StringSource>(
      xml.substr(0, xml.size() - 30), 1000,
      Error{ErrorCode::kInvalidData, "bzip2 data is cut at byte 5"}));
  const Outcome outcome = ReadAll(**reader);
  EXPECT_EQ(outcome.documents.size(), 1u);
  EXPECT_EQ(outcome.error, "dump: bzip2 data is cut at byte 5");
}

TEST(DumpReader, MalformedXmlStopsAfterThePagesBeforeIt) {
  for (const char* bad : {"<page></wrong>", "\x01", "&undefined;", "<page><title>\xFF", "<<"}) {
    const Outcome outcome = ReadXml(Dump(Page("A", "x") + bad + Page("B", "y")));
    EXPECT_EQ(outcome.documents.size(), 1u) << bad;
    EXPECT_NE(outcome.error.find("malformed XML"), std::string::npos) << outcome.error;
  }
}

TEST(DumpReader, RefusesEntityDeclarations) {
  const Outcome outcome = ReadXml(
      "<!DOCTYPE mediawiki [<!ENTITY a \"aaaa\">"
      "<!ENTITY b \"&a;&a;&a;&a;\">]>" +
      Dump(Page("A", "&b;")));
  EXPECT_TRUE(outcome.documents.empty());
  EXPECT_NE(outcome.error.find("declares entities"), std::string::npos);
}

TEST(DumpReader, RefusesWhatIsNoDump) {
  EXPECT_NE(ReadXml("<html></html>").error.find("no MediaWiki dump"), std::string::npos);
  EXPECT_NE(ReadXml("").error, "");
  EXPECT_NE(ReadXml("plain text").error, "");
}

TEST(DumpReader, RefusesDepthAndEndlessTags) {
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += "<a>";
  EXPECT_EQ(ReadXml(Dump(Page("A", "x") + deep)).code, ErrorCode::kLimitExceeded);
  const Outcome outcome =
      ReadXml(Dump(Page("A", "x") + "<!--" + std::string(6 << 20, 'x') + "-->" + Page("B", "x")));
  EXPECT_EQ(outcome.documents.size(), 1u);
  EXPECT_EQ(outcome.code, ErrorCode::kLimitExceeded);
}

std::string Utf16(std::u16string_view text, bool little) {
  std::string bytes = little ? "\xFF\xFE" : "\xFE\xFF";
  for (const char16_t c : text) {
    const char high = static_cast<char>(c >> 8), low = static_cast<char>(c & 0xFF);
    bytes.push_back(little ? low : high);
    bytes.push_back(little ? high : low);
  }
  return bytes;
}

TEST(DumpReader, ReadsUtf16) {
  for (const bool little : {true, false}) {
    const Outcome outcome = ReadXml(Utf16(
        u"<mediawiki><page><title>Й</title><revision><text>\uFEFFЯ 🌳</text></revision></page>"
        u"</mediawiki>",
        little));
    ASSERT_EQ(outcome.documents.size(), 1u) << outcome.error;
    EXPECT_EQ(outcome.documents[0].uri, "wiki:Й");
    EXPECT_EQ(outcome.documents[0].text, "Я 🌳");
  }
}

TEST(DumpReader, ReadsSingleByteCharsetsAndNamesOthers) {
  const std::string page = "<mediawiki>" + Page("\xC0", "\xE0\xA0x") + "</mediawiki>";
  const auto read = [&](const std::string& charset) {
    return ReadXml("<?xml version=\"1.0\" encoding=\"" + charset + "\"?>" + page);
  };
  EXPECT_EQ(read("windows-1251").documents.at(0).title, "А");
  EXPECT_EQ(read("KOI8-R").documents.at(0).title, "ю");
  EXPECT_EQ(read("ISO-8859-1").documents.at(0).title, "À");
  for (const char* charset : {"Shift_JIS", "GB18030", "EUC-JP", "no-such"}) {
    const Outcome outcome = read(charset);
    EXPECT_EQ(outcome.code, ErrorCode::kUnsupported) << charset << " " << outcome.error;
  }
}

TEST(DumpReader, SkipUntilResumesAtTheSameOrdinals) {
  std::string pages;
  for (int i = 0; i < 30; ++i) {
    pages += Page((i % 3 == 0 ? "Talk:" : "P") + std::to_string(i), i % 5 == 0 ? "" : "text");
  }
  const Outcome all = ReadXml(Dump(pages));
  for (std::size_t done = 0; done < all.ordinals.size(); ++done) {
    auto reader = DumpReader::Open(std::make_unique<StringSource>(Dump(pages)));
    (*reader)->SkipUntil(all.ordinals[done]);
    const Outcome rest = ReadAll(**reader);
    EXPECT_EQ(rest.ordinals, std::vector<std::uint64_t>(
                                 all.ordinals.begin() + static_cast<std::ptrdiff_t>(done) + 1,
                                 all.ordinals.end()));
  }
}

}  // namespace
}  // namespace arborist::ingest
