// SPDX-License-Identifier: AGPL-3.0-only
// Mail, tables, RTF and chats on their way through detection and dispatch.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "crypto/sha256.h"
#include "ingest/dispatch.h"
#include "ingest/formats/table.h"

namespace arborist::ingest {
namespace {

using List = std::vector<std::string>;

// Every document as "URI|title|text", what was left out as "!place: reason".
class Taken final : public OriginSink {
 public:
  Status TakeDocument(OriginPtr origin, const Format& format) override {
    auto read = ReadDocument(*origin, format, {});
    if (!read) {
      Skip(*origin, read.error().message);
      return {};
    }
    Note(*read->document);
    for (OriginPtr& child : read->children) TRY(Dispatch(std::move(child), {}, this));
    return {};
  }
  Status TakeStream(const OriginPtr& origin, StreamReader* reader) override {
    return TransferAll(
        *origin, reader,
        [&](SourceDocument document) -> Result<bool> {
          Note(document);
          return true;
        },
        [&](const std::string& place, const std::string& reason) {
          all.push_back("!" + place + ": " + reason);
        });
  }
  void Refuse(const Origin& origin, const Detected& why) override { Skip(origin, ReasonOf(why)); }
  void Skip(const Origin& origin, std::string reason) override {
    all.push_back("!" + origin.name() + ": " + reason);
  }
  void EndMembers(const Origin&) override {}
  void SkipInside(const Origin&, std::string path, std::string reason) override {
    all.push_back("!" + path + ": " + reason);
  }
  void Note(const SourceDocument& document) {
    all.push_back(document.uri + "|" + document.title + "|" + document.text);
    documents.push_back(document);
  }

  List all;
  std::vector<SourceDocument> documents;
};

Taken Dispatched(const std::string& name, std::string_view bytes) {
  Taken taken;
  EXPECT_TRUE(Dispatch(MemoryOrigin(bytes, {.name = name, .uri = "file:///" + name}), {}, &taken));
  return taken;
}

constexpr std::string_view kMail =
    "From: a@b\nSubject: Re: Tea\nDate: 17 May 2000 10:00\nMessage-ID: <1@b>\n"
    "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nHot.\n--b\n"
    "Content-Disposition: attachment; filename=x.csv\n\na;b\n1;2\n--b--\n";

TEST(Mail, IsADocumentWithItsAttachments) {
  const Taken taken = Dispatched("x.txt", kMail);
  EXPECT_EQ(taken.all,
            (List{"file:///x.txt|Tea|Subject: Re: Tea\nFrom: a@b\nDate: 17 May 2000 10:00\n\nHot.",
                  "file:///x.txt#part=2|x|a\tb\na: 1; b: 2"}));
  EXPECT_EQ(taken.documents[0].extraction, "mail-text-v1");
  EXPECT_EQ(taken.documents[0].content_date, "2000-05-17");
  EXPECT_EQ(taken.documents[0].notes.anchors[0].fragment, "mid=1@b");
  EXPECT_EQ(taken.documents[0].notes.report.unit_name, "parts");
}

TEST(Mail, OfAnMboxIsNamedByItsId) {
  const std::string from = "From a@b Mon Jun 01 10:00:00 2009\n";
  const std::string second = "Subject: two\nFrom: c\nMessage-ID: <1@b>\n\nCold.\n";
  const Taken taken = Dispatched("mail", from + std::string(kMail) + "\n" + from + second + "\n" +
                                             from + "Subject: three\nTo: d\n\nx\n");
  EXPECT_EQ(taken.all, (List{"file:///mail#mid=1@b|Tea|Subject: Re: Tea\nFrom: a@b\n"
                             "Date: 17 May 2000 10:00\n\nHot.",
                             "file:///mail#mid=1@b!part=2|x|a\tb\na: 1; b: 2",
                             "file:///mail#n=2|two|Subject: two\nFrom: c\n\nCold.",
                             "file:///mail#n=3|three|Subject: three\nTo: d\n\nx"}));
}

TEST(Mail, ThatIsEncryptedSaysSo) {
  const Taken taken =
      Dispatched("x.eml", "From: a\nSubject: x\nContent-Type: application/pkcs7-mime\n\nMIIB\n");
  EXPECT_EQ(taken.all, List{"file:///x.eml|x|Subject: x\nFrom: a"});
  EXPECT_EQ(taken.documents[0].notes.report.verdict, reading::Verdict::kReadInPart);
}

TEST(Mail, MayBeShortWhenItsNameSaysThatItIsOne) {
  using namespace std::string_view_literals;
  EXPECT_EQ(Dispatched("x.eml", "Subject: x\n\na\0b\n"sv).all,
            List{"file:///x.eml|x|Subject: x\n\nab"});
  EXPECT_EQ(Dispatched("x.eml", "a\0b\n"sv).all, List{"!x.eml: not text: binary data"});
}

TEST(Csv, IsKnownByItsNameAndReadAsATable) {
  const std::string_view file = "name;units\nBolt;7\n";
  const Taken taken = Dispatched("my_table.csv", file);
  EXPECT_EQ(taken.all, List{"file:///my_table.csv|my table|name\tunits\nname: Bolt; units: 7"});
  EXPECT_EQ(taken.documents[0].source_hash, SourceHash(crypto::Sha256(file)));
  EXPECT_EQ(taken.documents[0].notes.anchors[1].fragment, "row=2");
  EXPECT_EQ(Dispatched("x.txt", file).documents[0].extraction, "plain-v1");
  EXPECT_EQ(Dispatched("x.csv", "n\xE9,b\n1,2\n").all, List{"!x.csv: not valid UTF-8 at byte 1"});
}

TEST(Csv, OfAnotherEncodingIsDecodedWhole) {
  using namespace std::string_view_literals;
  const std::string_view wide =
      "\xFF\xFE"
      "a\0,\0b\0\n\0"
      "1\0,\0\xE9\0"sv;
  const Taken taken = Dispatched("x.csv", wide);
  EXPECT_EQ(taken.all, List{"file:///x.csv|x|a\tb\na: 1; b: é"});
  EXPECT_EQ(taken.documents[0].source_hash, SourceHash(crypto::Sha256(wide)));
}

TEST(Csv, OfManyRowsIsReadInParts) {
  std::string file = "id,name\n";
  for (int i = 2; i <= 20001; ++i) file += std::to_string(i) + ",x\n";
  const Taken taken = Dispatched("x.csv", file);
  ASSERT_EQ(taken.documents.size(), 2U);
  EXPECT_EQ(taken.documents[0].uri, "file:///x.csv#row=1-20000");
  EXPECT_EQ(taken.documents[0].title, "x, rows 1-20000");
  EXPECT_EQ(taken.documents[1].uri, "file:///x.csv#row=20001-20001");
  EXPECT_EQ(taken.documents[1].text, "id: 20001; name: x");
}

TEST(Csv, GoesOnWhereItWasLeft) {
  std::string file = "id,name\n";
  for (int i = 2; i <= 20001; ++i) file += std::to_string(i) + ",x\n";
  const OriginPtr origin = MemoryOrigin(file, {.name = "x.csv", .uri = "u:x"});
  const auto reader = FormatNamed("csv")->open(*origin, {});
  ASSERT_TRUE(reader);
  (*reader)->SkipUntil(1);
  const auto next = (*reader)->Next();
  ASSERT_TRUE(next && *next);
  EXPECT_EQ((*next)->uri, "u:x#row=20001-20001");
  EXPECT_EQ((*reader)->ordinal(), 2U);
}

TEST(Rtf, IsKnownByItsContent) {
  const Taken taken = Dispatched("x.doc", "{\\rtf1{\\info{\\title Tea}}Hot.\\par}");
  EXPECT_EQ(taken.all, List{"file:///x.doc|Tea|Hot."});
  EXPECT_EQ(Dispatched("x.rtf", "{\\rtf1}").all, List{"!x.rtf: empty"});
}

constexpr std::string_view kClaude = R"([{"uuid":"4","name":"Roof","chat_messages":[
  {"uuid":"m1","sender":"human","text":"How steep?","created_at":"2025-03-01T10:00:00Z",
   "attachments":[{"file_name":"plan.txt","extracted_content":"18.4"}]}]},
  {"uuid":"5","name":"","chat_messages":[]}])";

TEST(Chat, HasADocumentAConversation) {
  const Taken taken = Dispatched("conversations.json", kClaude);
  EXPECT_EQ(taken.all, (List{"claude:/chat/4|Roof|Human (2025-03-01 10:00):\nHow steep?",
                             "claude:/chat/4#message=m1&attachment=1|plan|18.4",
                             "!conversations.json: conversation 2: empty"}));
  EXPECT_EQ(taken.documents[0].content_date, "2025-03-01");
  EXPECT_EQ(taken.documents[0].notes.anchors[0].fragment, "message=m1");
}

TEST(Chat, OfAnUnknownShapeIsNeverText) {
  EXPECT_EQ(Dispatched("conversations.json", R"([{"threads":[]}])").all,
            List{"!conversations.json: a chat export in a form that this version does not know"});
  EXPECT_EQ(Dispatched("a.tar: x/conversations-001.json", R"([{"threads":[]}])").all.size(), 1U);
  EXPECT_EQ(Dispatched("users.json", R"([{"uuid":"a","full_name":"X","email_address":"y"}])").all,
            List{"!users.json: the account data of a chat export, which is not read"});
  EXPECT_EQ(Dispatched("x.json", R"({"a":1})").documents[0].extraction, "plain-v1");
}

}  // namespace
}  // namespace arborist::ingest
