// SPDX-License-Identifier: AGPL-3.0-only
// From an origin through arborist-read (ARBORIST_READ) to a document.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "ingest/dispatch.h"
#include "ingest/formats/reading_adapter.h"
#include "ingest/formats/table.h"
#include "ingest/readers.h"

namespace arborist::ingest {
namespace {

std::string OnePage(const std::string& content) {
  return "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
         "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
         "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R"
         "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj\n"
         "4 0 obj<</Length " +
         std::to_string(content.size()) + ">>stream\n" + content +
         "\nendstream endobj\ntrailer<</Root 1 0 R>>\n";
}

Result<SourceDocument> Read(const std::string& bytes) {
  const auto origin = MemoryOrigin(bytes, {.name = "a.pdf", .uri = "file:///a.pdf"});
  TRY_ASSIGN(DocumentRead read, ReadDocument(*origin, *FormatNamed("pdf"), {}));
  return std::move(*read.document);
}

// A build without the reader says so, and the rest cannot be tested.
bool IsRead() {
  for (const FormatState& format : LookAtReaders().formats) {
    if (format.name == "pdf") return format.state == FormatState::State::kRead;
  }
  return false;
}

TEST(Pdf, BecomesADocument) {
  if (!IsRead()) GTEST_SKIP() << "this build has no reader";
  const auto document = Read(OnePage("BT /F 12 Tf 20 20 Td (Hello) Tj ET"));
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_EQ(document->text, "Hello");
  EXPECT_EQ(document->source_type, "pdf");
  EXPECT_EQ(document->extraction, "pdf-text-v1+mupdf-1.21.1");
}

TEST(Pdf, WithoutTextIsNamedAndNoDocument) {
  if (!IsRead()) GTEST_SKIP() << "this build has no reader";
  const auto scan = Read(OnePage("q 300 0 0 300 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q"));
  ASSERT_FALSE(scan);
  EXPECT_EQ(scan.error().message, "PDF: no text layer: page 1 is an image (no text layer)");
  const auto broken = Read("%PDF-1.4\n");
  ASSERT_FALSE(broken);
  EXPECT_TRUE(broken.error().message.starts_with("PDF: damaged: ")) << broken.error().message;
}

// Programs that end badly stand in for the reader.
TEST(Pdf, OfAReaderThatFailsIsNamed) {
  const char* const own = std::getenv("ARBORIST_READ");
  const std::string kept = own == nullptr ? "" : own;
  const auto message = [](const char* program) {
    setenv("ARBORIST_READ", program, 1);
    const auto document = Read(OnePage(""));
    return document ? std::string("read") : document.error().message;
  };
  EXPECT_EQ(message("/bin/false"), "PDF: damaged: the parser failed (exit code 1)");
  EXPECT_EQ(message("/bin/true"), "PDF: damaged: the reader's answer is damaged: it was cut");
  EXPECT_TRUE(message("/nowhere").starts_with("PDF: running /nowhere")) << message("/nowhere");
  EXPECT_FALSE(LookAtReaders().whole());
  if (own == nullptr) {
    unsetenv("ARBORIST_READ");
  } else {
    setenv("ARBORIST_READ", kept.c_str(), 1);
  }
}

TEST(ReadingAdapter, TakesTextOfTheVerdictsThatHaveIt) {
  reading::Reading part{.title = "T", .text = "text", .links = {"https://a/"}};
  part.report.verdict = reading::Verdict::kReadInPart;
  const auto extracted = ExtractedOf(part, {});
  ASSERT_TRUE(extracted);
  EXPECT_EQ(extracted->title, "T");
  EXPECT_EQ(extracted->text, "text");
  EXPECT_EQ(extracted->links, std::vector<std::string>{"https://a/"});
  reading::Reading locked;
  locked.report.verdict = reading::Verdict::kNeedsPassword;
  ASSERT_FALSE(ExtractedOf(locked, {}));
  EXPECT_EQ(ExtractedOf(locked, {}).error().message, "needs a password");
  locked.report.verdict = reading::Verdict::kOverLimit;
  EXPECT_EQ(ExtractedOf(locked, {}).error().code, ErrorCode::kLimitExceeded);
}

}  // namespace
}  // namespace arborist::ingest
