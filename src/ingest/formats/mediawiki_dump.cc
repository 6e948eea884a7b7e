// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/formats/mediawiki_dump.h"

#include <algorithm>
#include <array>
#include <deque>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "crypto/sha256.h"
#include "ingest/formats/detect.h"
#include "ingest/formats/wiki_markup.h"
#include "text/encoding.h"
#include "text/escape.h"
#include "text/unicode.h"
#include "text/utf8.h"
#include "xml/parser.h"

namespace arborist::ingest {

namespace {

constexpr std::size_t kXmlBytes = std::size_t{128} << 10;
constexpr std::size_t kMaxDepth = 64;          // the format has 5
constexpr std::size_t kMaxFieldBytes = 16384;  // siteinfo and numbers

std::string_view Trim(std::string_view text) {
  while (const std::size_t blank = text::WhitespaceAt(text, 0)) text.remove_prefix(blank);
  while (!text.empty()) {
    const std::size_t last = text::PreviousStart(text, text.size());
    if (text::WhitespaceAt(text, last) == 0) break;
    text.remove_suffix(text.size() - last);
  }
  return text;
}

// The table of a charset of single bytes, or false if it is not one (xml::ByteTable).
bool FillByteTable(std::string_view charset, std::array<int, 256>* table) {
  if (!text::IsKnownCharset(charset)) return false;
  for (unsigned byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    const auto decoded = text::DecodeToUtf8({&c, 1}, charset);
    std::size_t pos = 0;
    const char32_t code_point =
        decoded && !decoded->empty() ? text::Decode(*decoded, &pos) : char32_t{0xFFFD};
    if (decoded && pos == decoded->size() && code_point != 0xFFFD) {
      (*table)[byte] = static_cast<int>(code_point);
      continue;
    }
    (*table)[byte] = -1;
    // The first of several bytes, as in Shift_JIS or GB 18030.
    for (const char next : {'0', '@', 'a', '\x81', '\xA1', '\xC0'}) {
      const char pair[] = {c, next};
      if (const auto both = text::DecodeToUtf8({pair, 2}, charset);
          both && text::CountCodePoints(*both) == 1) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace

class DumpReader::Parser final : private xml::Handler {
 public:
  Parser(std::unique_ptr<compress::ByteSource> source, DumpOptions options)
      : source_(std::move(source)),
        options_(options),
        piece_(kXmlBytes, '\0'),
        xml_(this, {.doctype = xml::Doctype::kPassedOver,
                    .max_depth = kMaxDepth,
                    .max_attributes = std::numeric_limits<std::size_t>::max(),
                    .byte_table = FillByteTable,
                    .escape = [](std::string_view name) {
                      return text::EscapeForTerminal(name, false);
                    }}) {}

  Result<std::optional<SourceDocument>> Next() {
    while (ready_.empty() && !ended_) Feed();
    if (ready_.empty()) {
      if (error_) return std::unexpected(*error_);
      return std::nullopt;
    }
    auto [document, ordinal] = std::move(ready_.front());
    ready_.pop_front();
    ordinal_ = ordinal;
    return std::optional(std::move(document));
  }

  std::uint64_t ordinal() const { return ordinal_; }
  void SkipUntil(std::uint64_t ordinal) { skip_until_ = ordinal; }
  std::vector<Skipped> TakeSkipped() { return std::exchange(skipped_, {}); }
  Counts counts() const { return counts_; }
  std::uint64_t consumed() const { return source_->consumed(); }

 private:
  enum class Field { kNone, kTitle, kNamespace, kTimestamp, kText, kBase, kCase, kNamespaceName };

  struct Page {
    std::string title;
    std::string ns;
    std::string redirect;
    std::string timestamp;  // of the newest revision so far
    std::string text;
    bool text_too_long = false;
  };

  // Parses one more piece of the dump.
  void Feed() {
    auto count = source_->Read(piece_.data(), piece_.size());
    if (!count) return Fails(std::move(count).error());
    Status parsed =
        *count == 0 ? xml_.Finish() : xml_.Feed(std::string_view(piece_).substr(0, *count));
    if (!parsed) return Fails(std::move(parsed).error());
    if (*count == 0) ended_ = true;
  }

  void Fails(Error error) {
    error_ = std::move(error).In("dump");
    ended_ = true;
  }

  void Start(std::string_view name, const xml::Attributes& attributes) override {
    ++depth_;
    if (depth_ == 1 && name != "mediawiki") {
      return xml_.Stop(
          {ErrorCode::kInvalidData, "this is no MediaWiki dump: its root is <" +
                                        text::EscapeForTerminal(name.substr(0, 100), false) +
                                        "> at " + xml_.Place()});
    }
    if (depth_ == 2) {
      in_page_ = name == "page";
      in_site_ = name == "siteinfo";
      if (in_page_) page_ = Page{};
    } else if (in_page_) {
      StartInPage(name, attributes);
    } else if (in_site_) {
      StartInSite(name, attributes);
    }
  }

  void StartInPage(std::string_view name, const xml::Attributes& attributes) {
    if (depth_ == 3) {
      in_revision_ = name == "revision";
      if (name == "title") Capture(Field::kTitle, &page_.title);
      if (name == "ns") Capture(Field::kNamespace, &page_.ns);
      if (name == "redirect") page_.redirect = attributes.Find("title").value_or("");
    }
    if (in_revision_ && (depth_ == 3 || (depth_ == 4 && name == "text"))) {
      // A later revision takes the place of the one before.
      page_.text.clear();
      page_.text_too_long = false;
      if (depth_ == 4 && IsWanted()) Capture(Field::kText, &page_.text);
    }
    if (in_revision_ && depth_ == 4 && name == "timestamp") {
      Capture(Field::kTimestamp, &page_.timestamp);
    }
  }

  void StartInSite(std::string_view name, const xml::Attributes& attributes) {
    if (depth_ == 3 && name == "base") Capture(Field::kBase, &scratch_);
    if (depth_ == 3 && name == "case") Capture(Field::kCase, &scratch_);
    if (depth_ == 4 && name == "namespace" && attributes.Find("key").value_or("") != "0") {
      Capture(Field::kNamespaceName, &scratch_);
    }
  }

  void Capture(Field field, std::string* into) {
    field_ = field;
    field_depth_ = depth_;
    capture_ = into;
    into->clear();
  }

  // Whether the page in work can come out, by what stands before its text.
  bool IsWanted() const {
    if (counts_.pages + 1 <= skip_until_) return false;
    const std::string_view ns = Trim(page_.ns);
    return options_.all_namespaces || ns.empty() || ns == "0";
  }

  void Text(std::string_view text) override {
    if (field_ == Field::kNone || depth_ != field_depth_) return;
    if (field_ == Field::kText) {
      if (page_.text_too_long) return;
      if (page_.text.size() + text.size() <= options_.limits.max_document_bytes) {
        page_.text.append(text);
        return;
      }
      page_.text_too_long = true;
      page_.text = {};
      return;
    }
    // One byte more than allowed is kept, to tell a field that is too long.
    const std::size_t limit =
        field_ == Field::kTitle ? options_.limits.max_title_bytes + 1 : kMaxFieldBytes;
    capture_->append(text.substr(0, limit - std::min(limit, capture_->size())));
  }

  void End(std::string_view) override {
    if (field_ != Field::kNone && depth_ == field_depth_) {
      if (field_ == Field::kBase) site_.SetBase(scratch_);
      if (field_ == Field::kCase && Trim(scratch_) == "case-sensitive") site_.SetCaseSensitive();
      if (field_ == Field::kNamespaceName) site_.AddNamespace(scratch_);
      field_ = Field::kNone;
    }
    if (depth_ == 3) in_revision_ = false;
    if (depth_ == 2) {
      if (in_page_) FinishPage();
      in_page_ = in_site_ = false;
    }
    --depth_;
  }

  void Skip(std::string what, std::string reason) {
    ++counts_.skipped;
    if (skipped_.size() < kMaxNamedSkips) skipped_.push_back({std::move(what), std::move(reason)});
  }

  void FinishPage() {
    const std::uint64_t ordinal = ++counts_.pages;
    if (ordinal <= skip_until_) return;
    const std::string_view title = Trim(page_.title);
    const std::string_view ns = Trim(page_.ns);
    if (!options_.all_namespaces && (ns.empty() ? site_.InOtherNamespace(title) : ns != "0")) {
      ++counts_.other_namespaces;
      return;
    }
    SourceDocument document;
    if (const std::string reason = Fill(title, &document); !reason.empty()) {
      const std::string name = title.empty() ? "number " + std::to_string(ordinal)
                                             : std::string(text::Prefix(title, 100));
      return Skip("page " + text::EscapeForTerminal(name, false), reason);
    }
    if (!document.alias_of.empty()) ++counts_.redirects;
    ready_.push_back({std::move(document), ordinal});
  }

  // 2003-05-16 of 2003-05-16T08:49:37Z; empty for anything else.
  static std::string DateOf(std::string_view timestamp) {
    constexpr std::string_view kShape = "0000-00-00T";
    const auto fits = [](char c, char shape) {
      return shape == '0' ? c >= '0' && c <= '9' : c == shape;
    };
    const std::string_view start = timestamp.substr(0, kShape.size());
    if (!std::ranges::equal(start, kShape, fits)) return {};
    return std::string(start.substr(0, kShape.size() - 1));
  }

  // Makes the document of the page in work; returns why it cannot, or nothing.
  std::string Fill(std::string_view title, SourceDocument* document) {
    const Limits& limits = options_.limits;
    if (title.empty()) return "it has no title";
    if (page_.title.size() > limits.max_title_bytes) {
      return "its title has more than " + std::to_string(limits.max_title_bytes) + " bytes";
    }
    if (std::ranges::any_of(title, [](char c) { return static_cast<unsigned char>(c) < 0x20; })) {
      return "its title holds control characters";
    }
    if (page_.text_too_long) {
      return "its text has more than " + std::to_string(limits.max_document_bytes) + " bytes";
    }
    document->uri = site_.Uri(title);
    document->title = title;
    document->source_type = "wikitext";
    document->extraction = kWikitextExtraction;
    document->content_date = DateOf(Trim(page_.timestamp));
    document->source_hash = SourceHash(crypto::Sha256(AsBytes(page_.text)));
    if (page_.text.starts_with(text::kUtf8ByteOrderMark))
      page_.text.erase(0, text::kUtf8ByteOrderMark.size());
    if (text::FindInvalidUtf8(page_.text) != std::string::npos) return "its text is not UTF-8";
    std::string target = site_.NormalTitle(page_.redirect);
    if (target.empty()) target = site_.NormalTitle(RedirectTarget(page_.text));
    if (!target.empty()) {
      document->alias_of = site_.Uri(target);
      if (document->alias_of == document->uri) return "it redirects to itself";
    }
    if (std::max(document->uri.size(), document->alias_of.size()) > limits.max_uri_bytes) {
      return "its address has more than " + std::to_string(limits.max_uri_bytes) + " bytes";
    }
    if (!target.empty()) return {};
    if (Trim(page_.text).empty()) return "it has no text";
    document->links = WikiLinks(page_.text, site_, limits.max_links);
    document->text = std::move(page_.text);
    return {};
  }

  struct Ready {
    SourceDocument document;
    std::uint64_t ordinal;
  };

  std::unique_ptr<compress::ByteSource> source_;
  DumpOptions options_;
  std::string piece_;
  xml::Parser xml_;
  WikiSite site_;
  Page page_;
  std::size_t depth_ = 0;
  bool in_page_ = false;
  bool in_site_ = false;
  bool in_revision_ = false;
  Field field_ = Field::kNone;  // whose text is collected
  std::size_t field_depth_ = 0;
  std::string* capture_ = nullptr;
  std::string scratch_;
  std::deque<Ready> ready_;
  std::vector<Skipped> skipped_;
  Counts counts_;
  std::uint64_t ordinal_ = 0;
  std::uint64_t skip_until_ = 0;
  bool ended_ = false;
  std::optional<Error> error_;
};

DumpReader::DumpReader(std::unique_ptr<Parser> parser) : parser_(std::move(parser)) {}
DumpReader::~DumpReader() = default;

Result<std::unique_ptr<DumpReader>> DumpReader::Open(std::unique_ptr<compress::ByteSource> source,
                                                     DumpOptions options) {
  return std::unique_ptr<DumpReader>(
      new DumpReader(std::make_unique<Parser>(std::move(source), options)));
}

Result<std::optional<SourceDocument>> DumpReader::Next() { return parser_->Next(); }
std::uint64_t DumpReader::ordinal() const { return parser_->ordinal(); }
void DumpReader::SkipUntil(std::uint64_t ordinal) { parser_->SkipUntil(ordinal); }
std::vector<Skipped> DumpReader::TakeSkipped() { return parser_->TakeSkipped(); }
DumpReader::Counts DumpReader::counts() const { return parser_->counts(); }
std::uint64_t DumpReader::consumed() const { return parser_->consumed(); }

StreamReader::PassedOver DumpReader::passed_over() const {
  return {"pages of other namespaces", parser_->counts().other_namespaces};
}

bool HoldsMediaWiki(const Head& head) { return StartsWithTag(head.markup, "<mediawiki"); }

Result<std::unique_ptr<StreamReader>> OpenMediaWiki(const Origin& origin,
                                                    const ReadOptions& options) {
  TRY_ASSIGN(std::unique_ptr<compress::ByteSource> bytes,
             origin.Open({.threads = options.threads,
                          .max_expansion_ratio = options.limits.max_expansion_ratio}));
  return DumpReader::Open(std::move(bytes),
                          {.all_namespaces = options.all, .limits = options.limits});
}

}  // namespace arborist::ingest
