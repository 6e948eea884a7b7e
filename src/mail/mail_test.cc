// SPDX-License-Identifier: AGPL-3.0-only
#include "mail/mail.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "text/utf8.h"

namespace arborist::mail {
namespace {

using namespace std::string_view_literals;
using reading::AnchorKind;
using reading::Reading;
using reading::Verdict;

// Drops the tags, and says which charset it was told.
Result<reading::HtmlPart> DropTags(std::string_view bytes, std::string_view charset,
                                   std::string_view base_uri) {
  if (bytes.contains("UNREADABLE")) return Fail(ErrorCode::kLimitExceeded, "too deep");
  reading::HtmlPart part;
  bool tag = false;
  for (const char c : bytes) {
    if (c == '<') tag = true;
    if (!tag) part.text.push_back(c);
    if (c == '>') tag = false;
  }
  part.links = {(base_uri.empty() ? "https://example.org/" : std::string(base_uri)) +
                std::string(charset)};
  return part;
}

Reading Read(std::string_view message, const reading::ReadingLimits& limits = {}) {
  Reading reading = ReadMail(message, DropTags, limits);
  EXPECT_EQ(text::FindInvalidUtf8(reading.text), std::string::npos);
  EXPECT_FALSE(reading.text.contains('\0'));
  for (const reading::Anchor& anchor : reading.anchors)
    EXPECT_LE(anchor.begin, reading.text.size());
  return reading;
}

TEST(ReadMail, ReadsSavedPages) {
  const Reading reading = Read(
      "From: <Saved by Blink>\nSubject: Page\nContent-Type: multipart/related; boundary=b\n\n"
      "--b\nContent-Type: text/html\nContent-Location: https://example.net/\n\n<p>Text\n--b\n"
      "Content-Type: image/png\nContent-Location: https://example.net/x.png\n\nx\n--b--\n");
  EXPECT_EQ(reading.text, "Subject: Page\nFrom: <Saved by Blink>\n\nText");
  EXPECT_EQ(reading.links, std::vector<std::string>{"https://example.net/"});
  EXPECT_TRUE(reading.children.empty());
}

// The text behind the first empty line.
std::string BodyOf(std::string_view message) {
  const Reading reading = Read(message);
  const std::size_t at = reading.text.find("\n\n");
  return at == std::string::npos ? "" : reading.text.substr(at + 2);
}

std::uint64_t LeftOutOf(const Reading& reading, std::string_view what) {
  std::uint64_t count = 0;
  for (const reading::LeftOut& one : reading.report.left_out)
    if (one.what == what) count += one.count;
  return count;
}

TEST(ReadMail, WritesTheFieldsThatPeopleSearchBeforeTheBody) {
  const Reading reading = Read(
      "Received: from a by b; Thu, 18 May 2000 01:00:00 +0000\r\n"
      "From: \"Doug Sauder\" <doug@example.com>\r\nTo: a@example.org,\r\n b@example.org\r\n"
      "Cc: c@example.org\r\nSubject: Re: RE[2]: Fwd: Tea\r\n"
      "Date: Wed, 17 May 2000 19:35:05 -0400\r\nMessage-ID: <x/1@example.org>\r\n"
      "X-Noise: none\r\n\r\nFirst.\r\n\r\nSecond.\r\n\r\n");
  EXPECT_EQ(reading.text,
            "Subject: Re: RE[2]: Fwd: Tea\nFrom: \"Doug Sauder\" <doug@example.com>\n"
            "To: a@example.org, b@example.org\nCc: c@example.org\n"
            "Date: Wed, 17 May 2000 19:35:05 -0400\n\nFirst.\n\nSecond.");
  EXPECT_EQ(reading.title, "Tea");
  EXPECT_EQ(reading.content_date, "2000-05-17");
  EXPECT_EQ(reading.report.verdict, Verdict::kRead);
  EXPECT_EQ(reading.report.units, 1U);
  EXPECT_EQ(reading.report.units_with_text, 1U);
  ASSERT_EQ(reading.anchors.size(), 2U);
  EXPECT_EQ(reading.anchors[0], (reading::Anchor{0, AnchorKind::kMessage, "message of 2000-05-17",
                                                 "mid=x%2F1@example.org"}));
  EXPECT_EQ(reading.anchors[1].kind, AnchorKind::kMessage);
  EXPECT_EQ(reading.anchors[1].begin, reading.text.find("First"));
}

// docs/format/mail-text.md
TEST(ReadMail, ReadsTheExampleOfTheFormat) {
  EXPECT_EQ(Read("From: =?iso-8859-1?Q?Andr=E9?= <a@example.org>\nSubject: Re: Tea\n"
                 "Content-Type: multipart/alternative; boundary=b\n\n--b\n"
                 "Content-Type: text/plain; format=flowed\n\nIt is \nhot.\n> Is it?\n--b\n"
                 "Content-Type: text/html\n\n<p>It is <b>hot</b>.</p>\n--b--\n")
                .text,
            "Subject: Re: Tea\nFrom: André <a@example.org>\n\nIt is hot.\n> Is it?");
}

TEST(ReadMail, TakesTheDayOfArrivalWhenTheSendersIsNoDay) {
  const std::string_view received = "Received: by b; Thu, 18 May 2000 01:00:00 +0000\nSubject: x\n";
  EXPECT_EQ(Read(std::string(received) + "Date: never\n\nx").content_date, "2000-05-18");
  EXPECT_EQ(Read(std::string(received) + "Date: 1 Jan 2038 00:00\n\nx").content_date, "2000-05-18");
  EXPECT_EQ(Read("Subject: x\nDate: Mon Jun  1 10:00:00 2009\n\nx").content_date, "2009-06-01");
  EXPECT_EQ(Read("Subject: x\nDate: 31 Feb 2009 10:00\n\nx").content_date, "");
  EXPECT_EQ(Read("Subject: x\nDate: 2009-06-01T10:00:00Z\n\nx").content_date, "2009-06-01");
}

constexpr std::string_view kAlternative =
    "Subject: x\nContent-Type: multipart/alternative; boundary=b\n\n--b\n"
    "Content-Type: text/plain\n\nPLAIN\n--b\n"
    "Content-Type: text/html; charset=utf-8\n\n<p>HTML</p>\n--b--\n";

std::string Alternative(std::string_view plain, std::string_view html) {
  std::string message(kAlternative);
  message.replace(message.find("HTML"), 4, html);
  message.replace(message.find("PLAIN"), 5, plain);
  return message;
}

TEST(ReadMail, TakesPlainTextUnlessItIsAStub) {
  EXPECT_EQ(BodyOf(Alternative("one two three", "one two three four")), "one two three");
  EXPECT_EQ(BodyOf(Alternative("see browser", "a b c d e f g h i j k l")),
            "a b c d e f g h i j k l");
  EXPECT_EQ(BodyOf(Alternative("", "only html")), "only html");
  EXPECT_EQ(BodyOf(Alternative("stub", "a b c d e f g UNREADABLE")), "stub");
  EXPECT_EQ(BodyOf(Alternative("stub", "<style>a b c d e f g h</style>x")), "stub");
}

TEST(ReadMail, TellsTheHtmlReaderTheCharset) {
  const Reading read =
      Read("Subject: x\nContent-Type: text/html; charset=\"ISO-8859-1\"\n\nna\xEFve");
  EXPECT_EQ(read.text, "Subject: x\n\nnaïve");
  EXPECT_EQ(read.links, std::vector<std::string>{"https://example.org/utf-8"});
  // The page itself may say what it is.
  EXPECT_EQ(Read("Subject: x\nContent-Type: text/html\n\nx").links,
            std::vector<std::string>{"https://example.org/"});
}

TEST(ReadMail, GivesAttachmentsAsChildren) {
  const Reading reading = Read(
      "Subject: x\nContent-Type: multipart/mixed; boundary=\"b\"\n\n--b\n\nBody.\n--b\n"
      "Content-Type: application/pdf; name=\"old.pdf\"\nContent-Transfer-Encoding: base64\n"
      "Content-Disposition: attachment; filename*0*=utf-8''%E2%82%AC; filename*1=\" rates.pdf\"\n"
      "\nJVBE\nRg==\n--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\n"
      "Content-Type: text/plain\nContent-Disposition: attachment; filename=a b.txt\n\nfile\n--c\n"
      "Content-Type: message/rfc822\n\nSubject: inner\n\nhello\n--c--\n--b--\n");
  EXPECT_EQ(reading.text, "Subject: x\n\nBody.");
  ASSERT_EQ(reading.children.size(), 3U);
  EXPECT_EQ(reading.children[0].name, "€ rates.pdf");
  EXPECT_EQ(reading.children[0].bytes, "%PDF");
  EXPECT_EQ(reading.children[0].fragment, "part=2");
  EXPECT_EQ(reading.children[0].media_type, "application/pdf");
  EXPECT_EQ(reading.children[1].name, "a b.txt");
  EXPECT_EQ(reading.children[1].fragment, "part=3.1");
  EXPECT_EQ(reading.children[2].media_type, "message/rfc822");
  EXPECT_EQ(reading.children[2].bytes, "Subject: inner\n\nhello");
}

TEST(ReadMail, GivesTextAttachmentsInUtf8) {
  const Reading reading = Read(
      "Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n--b\n"
      "Content-Type: text/csv; charset=iso-8859-1\nContent-Disposition: "
      "attachment\n\nn\xE9,1\n--b\n"
      "Content-Type: text/csv\nContent-Disposition: attachment\n\nn\xE9,1\n--b--\n");
  ASSERT_EQ(reading.children.size(), 2U);
  EXPECT_EQ(reading.children[0].bytes, "né,1");
  EXPECT_EQ(reading.children[0].name, "part 1");
  EXPECT_EQ(reading.children[1].bytes, "n\xE9,1");
}

TEST(ReadMail, CountsWhatIsNoText) {
  const Reading reading = Read(
      "Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nBody\n--b\n"
      "Content-Type: image/png\nContent-ID: <a>\n\nx\n--b\nContent-Type: application/ms-tnef\n\nx\n"
      "--b\nContent-Type: application/pgp-signature\n\nx\n--b--");
  EXPECT_EQ(LeftOutOf(reading, "inline image"), 1U);
  EXPECT_EQ(LeftOutOf(reading, "signature"), 1U);
  EXPECT_EQ(reading.report.verdict, Verdict::kReadInPart);
  EXPECT_EQ(reading.report.detail, "winmail.dat (TNEF), which is not supported");
}

TEST(ReadMail, NamesEncryptedMail) {
  Reading reading =
      Read("Subject: x\nContent-Type: multipart/encrypted; boundary=b\n\n--b\n\nVersion: 1\n--b--");
  EXPECT_EQ(reading.text, "Subject: x");
  EXPECT_EQ(reading.report.verdict, Verdict::kReadInPart);
  EXPECT_EQ(reading.report.detail, "encrypted text (PGP)");
  reading =
      Read("Subject: x\nContent-Type: application/pkcs7-mime; smime-type=enveloped-data\n\nMII");
  EXPECT_EQ(reading.report.detail, "encrypted text (S/MIME)");
  reading = Read(
      "Content-Type: text/plain\n\n-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP "
      "MESSAGE-----\n");
  EXPECT_EQ(reading.text, "");
  EXPECT_EQ(reading.report.verdict, Verdict::kNotSupported);
}

TEST(ReadMail, ReadsSignedMail) {
  EXPECT_EQ(BodyOf("Subject: x\nContent-Type: multipart/signed; boundary=b\n\n--b\n\nBody\n--b\n"
                   "Content-Type: application/pkcs7-signature\n\nMII\n--b--"),
            "Body");
  EXPECT_EQ(BodyOf("Subject: x\n\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA1\n\nBody\n"
                   "-----BEGIN PGP SIGNATURE-----\n\niQ\n-----END PGP SIGNATURE-----\n"),
            "Body");
}

TEST(ReadMail, ReadsWhatIsInsideASignature) {
  const std::string inside = "Content-Type: text/plain\n\nBody";
  const auto tlv = [](std::string_view tag, const std::string& content) {
    return std::string(tag) + static_cast<char>(content.size()) + content;
  };
  const std::string cms =
      tlv("\x30",
          "\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07\x02" +
              tlv("\xA0",
                  tlv("\x30", "\x02\x01\x01\x31\x01\x30" +
                                  tlv("\x30", "\x06\x01\x2A" + tlv("\xA0", tlv("\x04", inside))))));
  const Reading reading =
      Read("Subject: x\nContent-Type: application/pkcs7-mime; smime-type=signed-data\n\n" + cms);
  EXPECT_EQ(reading.text, "Subject: x\n\nBody");
  EXPECT_EQ(reading.report.verdict, Verdict::kRead);
  EXPECT_EQ(LeftOutOf(reading, "signature"), 1U);
}

TEST(ReadMail, ReadsTheCharsetAsTheWebMeansIt) {
  const auto body = [](std::string_view type, std::string_view bytes) {
    return BodyOf("Subject: x\nContent-Type: " + std::string(type) + "\n\n" + std::string(bytes));
  };
  EXPECT_EQ(body("text/plain; charset=iso-8859-1", "\x93quoted\x94"), "“quoted”");
  EXPECT_EQ(body("text/plain; charset=us-ascii", "caf\xC3\xA9"), "café");
  EXPECT_EQ(body("text/plain; charset=us-ascii", "caf\xE9"), "café");
  EXPECT_EQ(body("text/plain; charset=no-such", "caf\xE9"), "café");
  EXPECT_EQ(body("text/plain", "caf\xE9"), "café");
  EXPECT_EQ(body("text/plain; charset=\"koi8-r\"", "\xD0\xD2\xC9"), "при");
  EXPECT_EQ(body("text/plain; charset=ks_c_5601-1987", "\xB0\xA1"), "가");
  EXPECT_EQ(body("text/plain; charset=iso-2022-jp", "\x1B$B$\"\x1B(B"), "あ");
  EXPECT_EQ(body("text/plain; charset=utf-8",
                 "a long text in which one byte alone was broken on its way to us: \xE9."),
            "a long text in which one byte alone was broken on its way to us: \uFFFD.");
}

TEST(ReadMail, DropsAndCountsNul) {
  const Reading reading = Read("Subject: x\n\nbefore \0 behind\0"sv);
  EXPECT_EQ(reading.text, "Subject: x\n\nbefore  behind");
  EXPECT_EQ(LeftOutOf(reading, "NUL byte"), 2U);
}

TEST(ReadMail, MarksQuotedLinesAndTheSignature) {
  const Reading reading =
      Read("Subject: x\n\nI agree.\n> You said\n> this.\nAnd more.\n\n-- \nAnna\n");
  std::vector<std::pair<std::string, std::string>> ranges;
  for (std::size_t i = 0; i < reading.anchors.size(); ++i) {
    const std::size_t begin = reading.anchors[i].begin;
    const std::size_t end =
        i + 1 < reading.anchors.size() ? reading.anchors[i + 1].begin : reading.text.size();
    ranges.emplace_back(reading.anchors[i].label, reading.text.substr(begin, end - begin));
  }
  using Range = std::pair<std::string, std::string>;
  EXPECT_EQ(ranges, (std::vector<Range>{{"message", "Subject: x\n\n"},
                                        {"message", "I agree.\n"},
                                        {"quoted", "> You said\n> this.\n"},
                                        {"message", "And more.\n\n"},
                                        {"signature", "-- \nAnna"}}));
}

TEST(ReadMail, MarksABoundedNumberOfRanges) {
  std::string body;
  for (std::size_t i = 0; i < reading::kMaxAnchors; ++i) body += "> a\nb\n";
  EXPECT_LE(Read("Subject: x\n\n" + body).anchors.size(), reading::kMaxAnchors + 2);
}

TEST(ReadMail, NumbersTextPartsWhenThereAreSeveral) {
  const Reading reading = Read(
      "Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nOne\n--b\n"
      "Content-Type: multipart/mixed; boundary=c\n\n--c\n\nTwo\n--c--\n--b--\n");
  ASSERT_EQ(reading.anchors.size(), 3U);
  EXPECT_EQ(reading.anchors[1],
            (reading::Anchor{reading.text.find("One"), AnchorKind::kPart, "part 1", "part=1"}));
  EXPECT_EQ(reading.anchors[2],
            (reading::Anchor{reading.text.find("Two"), AnchorKind::kPart, "part 2.1", "part=2.1"}));
}

TEST(ReadMail, ReadsInvitations) {
  EXPECT_EQ(BodyOf("Subject: x\nContent-Type: text/calendar\n\nBEGIN:VCALENDAR\nBEGIN:VTIMEZONE\n"
                   "DTSTART:19700101T000000\nEND:VTIMEZONE\nBEGIN:VEVENT\nSUMMARY:Tea\\, hot\n"
                   "DTSTART;TZID=Europe/Berlin:20260301T100000\nDTEND:20260301T110000Z\n"
                   "ORGANIZER;CN=\"A: B\":mailto:a@example.org\nDESCRIPTION:two\\nli\n nes\nUID:1\n"
                   "BEGIN:VALARM\nDESCRIPTION:beep\nEND:VALARM\nLOCATION:Bonn\nEND:VEVENT\n"),
            "Summary: Tea, hot\nStart: 2026-03-01 10:00 Europe/Berlin\nEnd: 2026-03-01 11:00 UTC\n"
            "Organizer: A: B <a@example.org>\nDescription: two\nlines\nLocation: Bonn");
}

TEST(ReadMail, KeepsTimesThatAreNone) {
  EXPECT_EQ(
      BodyOf("Subject: x\nContent-Type: text/calendar\n\nBEGIN:VEVENT\nDTSTART:202\u0660\u0661"
             "0\n"),
      "Start: 202\u0660\u0661"
      "0");
}

TEST(ReadMail, ForgivesBrokenStructure) {
  // A boundary that nobody declared, one that is not closed, a part without a header.
  EXPECT_EQ(
      BodyOf("Subject: x\nContent-Type: multipart/mixed\n\n--b\nContent-Type: text/plain\n\nA\n"
             "--b\n\nB"),
      "A\n\nB");
  EXPECT_EQ(BodyOf("Subject: x\nContent-Type: multipart/mixed boundary=\"b\"\n\n--b\n\nA\n--b--\n"),
            "A");
  EXPECT_EQ(BodyOf("Subject: x\nContent-Type: multipart/mixed; boundary=b\n\nno parts"),
            "no parts");
  EXPECT_EQ(BodyOf("Subject: x\nquite Delivered-To: y\nFrom: z\n\nBody"), "Body");
  EXPECT_EQ(Read("no header at all\nsecond line").text, "no header at all\nsecond line");
  EXPECT_EQ(Read("").report.verdict, Verdict::kEmpty);
  EXPECT_EQ(Read("From a@b Mon Jun 01 10:00:00 2009\nSubject: x\n\nBody").title, "x");
}

TEST(ReadMail, StopsAtItsLimitsAndSaysSo) {
  std::string deep = "Subject: x\n";
  for (int i = 0; i < 600; ++i) {
    const std::string b = "b" + std::to_string(i);
    deep += "Content-Type: multipart/mixed; boundary=" + b + "\n\n--" + b + "\n\ntext " + b +
            "\n--" + b + "\n";
  }
  Reading reading = Read(deep);
  EXPECT_EQ(reading.report.verdict, Verdict::kReadInPart);
  EXPECT_EQ(reading.report.detail, "parts nested deeper than 20");
  EXPECT_TRUE(reading.text.contains("text b19"));

  std::string many = "Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n";
  for (int i = 0; i < 50; ++i) many += "--b\n\nx\n";
  reading = Read(many, {.max_parts = 20});
  EXPECT_EQ(reading.report.verdict, Verdict::kReadInPart);
  EXPECT_EQ(reading.report.detail, "parts beyond the first 20");
  EXPECT_EQ(reading.report.units_with_text, 19U);

  reading = Read("Subject: " + std::string(2 << 20, 'x') + "\nTo: y\n\nBody");
  EXPECT_EQ(reading.report.verdict, Verdict::kOverLimit);
  EXPECT_EQ(reading.report.detail, "a header of more than 1 MiB");
  EXPECT_EQ(Read("Subject: x\n\nBody", {.max_input_bytes = 4}).report.verdict, Verdict::kOverLimit);
  reading = Read("Subject: x\n\nBody is long", {.max_text_bytes = 12});
  EXPECT_EQ(reading.text, "Subject: x");
  EXPECT_EQ(reading.report.verdict, Verdict::kReadInPart);
}

TEST(ReadMail, KeepsBase64OutOfTheText) {
  std::string lines;
  for (int i = 0; i < 40; ++i) lines += std::string(76, 'A') + "\n";
  const Reading reading = Read("Subject: x\n\nBefore\n" + lines + "QUI=\nBehind");
  EXPECT_EQ(reading.text, "Subject: x\n\nBefore\nBehind");
  EXPECT_EQ(LeftOutOf(reading, "line of base64"), 41U);
  // A list's footer behind a body of base64.
  EXPECT_EQ(BodyOf("Subject: x\nContent-Transfer-Encoding: base64\n\nQm9keQ==\n___\nThe list\n"),
            "Body");
}

TEST(ReadMail, TakesDataThatIsDeclaredAsTextForAnAttachment) {
  const Reading reading =
      Read("Subject: x\nContent-Type: text/plain; name=x\n\n\1\2\3\4\5\6\7\1\2");
  EXPECT_EQ(reading.text, "Subject: x");
  ASSERT_EQ(reading.children.size(), 1U);
  EXPECT_EQ(reading.report.verdict, Verdict::kReadInPart);
}

TEST(IdentityOf, FindsTheIdsWithoutBrackets) {
  const Identity identity =
      IdentityOf("Message-Id:\n <a@b>\nIn-Reply-To: <c@d> (of Monday)\n\nMessage-ID: <no>");
  EXPECT_EQ(identity.message_id, "a@b");
  EXPECT_EQ(identity.in_reply_to, "c@d");
}

TEST(LooksLikeMail, WantsTwoFieldsOfMailAndNothingElse) {
  EXPECT_TRUE(LooksLikeMail("Return-Path: <x>\nX-A: b\n c\nFrom: a\nDate: b\n\ntext"));
  EXPECT_TRUE(LooksLikeMail("From: a\nTo: b"));
  EXPECT_FALSE(LooksLikeMail("From: a\n\nTo: b"));
  EXPECT_FALSE(LooksLikeMail("Dear Anna\nFrom: a\nTo: b\n\n"));
  EXPECT_FALSE(LooksLikeMail("PEP: 1\nTitle: x\nDate: y\n\n"));
  EXPECT_FALSE(LooksLikeMail("From: a\nTo: b\nnot a field\n\n"));
  EXPECT_FALSE(LooksLikeMail(""));
}

}  // namespace
}  // namespace arborist::mail
