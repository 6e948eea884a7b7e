// SPDX-License-Identifier: AGPL-3.0-only
// container.xml names the package document, its spine the order of the chapters; storage order and
// that of the manifest mean nothing. A chapter is read by the HTML reader that is given, since
// XHTML of books often is not XML. One chapter that cannot be read costs that chapter. FROZEN
// epub-text-v1: docs/format/epub-text.md; a change is epub-text-v2.
#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "base/ascii.h"
#include "office/kind.h"
#include "office/office.h"

namespace arborist::office {

using reading::AnchorKind;

namespace {

constexpr std::string_view kContainerPart = "META-INF/container.xml";
constexpr std::uint64_t kMaxRefused = 5;  // chapters
constexpr std::string_view kEncryptionPart = "META-INF/encryption.xml";

struct ManifestItem {
  std::string part;
  std::string media_type;
  std::string properties;
};

bool IsChapterType(std::string_view media_type) {
  return media_type.contains("html") || media_type == "text/x-oeb1-document" ||
         media_type == "application/x-dtbook+xml";
}

// Fonts are scrambled in books that anybody may read.
bool IsFontScrambling(std::string_view algorithm) {
  return algorithm == "http://www.idpf.org/2008/embedding" ||
         algorithm == "http://ns.adobe.com/pdf/enc#RC";
}

class BookReader {
 public:
  BookReader(Package* package, const reading::HtmlReader& html)
      : package_(package), html_(html), writer_(package->limits()) {}

  reading::Reading Read() && {
    const auto opf = ReadPackageDocument();
    if (!opf) return NoReading(opf.error());
    ReadEncryption();
    Metadata(opf->root());
    Manifest(opf->root());
    Spine(opf->root());
    Titles();
    for (const std::string& part : chapters_) {
      // Each costs its parser all the time that it is given.
      if (refused_ == kMaxRefused) {
        writer_.Damage("chapter " + std::to_string(chapter_ + 1) + " and those behind it",
                       {ErrorCode::kLimitExceeded, "too many chapters were over a limit"});
        break;
      }
      Chapter(part);
    }
    CountOthers();
    if (writer_.size() == 0 && protected_ > 0) {
      return NoReading(reading::Verdict::kNotSupported, "the book is protected (DRM)");
    }
    reading::Report& report = writer_.report();
    report.unit_name = "chapters";
    report.units = chapters_.size();
    report.units_with_text = chapters_with_text_;
    return std::move(writer_).Finish();
  }

 private:
  Result<xml::Tree> ReadPackageDocument() {
    reading::Report& report = writer_.report();
    TRY_ASSIGN(const xml::Tree container,
               package_->ReadTree(kContainerPart, &report, xml::Doctype::kPassedOver));
    const xml::Node roots =
        container.root() ? container.root().Child(kContainer, "rootfiles") : xml::Node();
    const xml::Node first = roots ? roots.Child(kContainer, "rootfile") : xml::Node();
    if (!first) return Fail(ErrorCode::kInvalidData, "the container names no package document");
    opf_part_ = ResolvePart("", first.Get(kNoSpace, "full-path"));
    auto opf = package_->ReadTree(opf_part_, &report, xml::Doctype::kPassedOver);
    if (!opf) return std::unexpected(std::move(opf).error().In(opf_part_));
    if (!opf->root()) return Fail(ErrorCode::kInvalidData, "the package document is empty");
    return opf;
  }

  void ReadEncryption() {
    if (!package_->Has(kEncryptionPart)) return;
    const auto tree =
        package_->ReadTree(kEncryptionPart, &writer_.report(), xml::Doctype::kPassedOver);
    if (!tree || !tree->root()) return;
    for (const xml::Node data : tree->root().children()) {
      if (!data.Is(kEncryption, "EncryptedData")) continue;
      const xml::Node method = data.Child(kEncryption, "EncryptionMethod");
      if (method && IsFontScrambling(method.Get(kNoSpace, "Algorithm"))) continue;
      const xml::Node cipher = data.Child(kEncryption, "CipherData");
      const xml::Node reference =
          cipher ? cipher.Child(kEncryption, "CipherReference") : xml::Node();
      if (reference) encrypted_.insert(ResolvePart("", reference.Get(kNoSpace, "URI")));
    }
  }

  void Metadata(xml::Node opf) {
    std::string modified;
    std::string published;
    const auto walk = [&](const auto& self, xml::Node node) -> void {
      for (const xml::Node one : node.children()) {
        if (one.is_text()) continue;
        if (one.space() == kDublinCore && EqualsIgnoringCase(one.local(), "title")) {
          writer_.set_title(one.AllText());
        } else if (one.space() == kDublinCore && EqualsIgnoringCase(one.local(), "date")) {
          if (published.empty()) published = one.AllText();
        } else if (one.Is(kOpf, "meta") && one.Get(kNoSpace, "property") == "dcterms:modified") {
          modified = one.AllText();
        } else if (one.local() == "dc-metadata") {
          self(self, one);
        }
      }
    };
    const xml::Node metadata = opf.Child(kOpf, "metadata");
    if (metadata) walk(walk, metadata);
    writer_.set_content_date(TrimAscii(modified));
    writer_.set_content_date(TrimAscii(published));
  }

  void Manifest(xml::Node opf) {
    const xml::Node manifest = opf.Child(kOpf, "manifest");
    if (!manifest) return;
    for (const xml::Node one : manifest.children()) {
      if (!one.Is(kOpf, "item")) continue;
      ManifestItem item{.part = ResolvePart(opf_part_, one.Get(kNoSpace, "href")),
                        .media_type = LowerAscii(one.Get(kNoSpace, "media-type")),
                        .properties = std::string(one.Get(kNoSpace, "properties"))};
      order_.push_back(std::string(one.Get(kNoSpace, "id")));
      items_.emplace(order_.back(), std::move(item));
    }
  }

  void AddChapter(const ManifestItem& item) {
    if (!IsChapterType(item.media_type)) {
      return reading::LeaveOut(&writer_.report(), "page that is no text", "");
    }
    if (seen_.insert(item.part).second) chapters_.push_back(item.part);
  }

  // Parts that stand outside of the order come behind it.
  void Spine(xml::Node opf) {
    const xml::Node spine = opf.Child(kOpf, "spine");
    for (const bool linear : {true, false}) {
      if (!spine) break;
      for (const xml::Node one : spine.children()) {
        if (!one.Is(kOpf, "itemref") || (one.Get(kNoSpace, "linear") != "no") != linear) continue;
        const auto item = items_.find(one.Get(kNoSpace, "idref"));
        if (item != items_.end()) AddChapter(item->second);
      }
    }
    if (spine) {
      ncx_ = spine.Get(kNoSpace, "toc");
      if (!chapters_.empty()) return;
    }
    reading::Warn(&writer_.report(), "the book has no reading order; that of its manifest is used");
    for (const std::string& id : order_) {
      const ManifestItem& item = items_.at(id);
      if (IsChapterType(item.media_type) && !item.properties.contains("nav")) AddChapter(item);
    }
  }

  void KeepTitle(std::string_view base, std::string_view reference, std::string_view title) {
    std::string label = Label(title);
    if (!label.empty()) titles_.emplace(ResolvePart(base, reference), std::move(label));
  }

  // Titles of chapters out of the navigation document or the NCX. Neither is text.
  void Titles() {
    for (const auto& [id, item] : items_) {
      const bool nav = (" " + item.properties + " ").contains(" nav ");
      const bool ncx = id == ncx_ || item.media_type == "application/x-dtbncx+xml";
      if ((!nav && !ncx) || !package_->Has(item.part)) continue;
      reading::Report ignored;
      const auto tree = package_->ReadTree(item.part, &ignored, xml::Doctype::kPassedOver);
      if (!tree || !tree->root()) continue;
      TitlesBelow(item.part, tree->root());
    }
  }

  void TitlesBelow(std::string_view part, xml::Node node) {
    for (const xml::Node one : node.children()) {
      if (one.is_text()) continue;
      if (one.Is(kXhtml, "a") && one.Has(kNoSpace, "href")) {
        KeepTitle(part, one.Get(kNoSpace, "href"), one.AllText());
        continue;
      }
      if (one.Is(kNcx, "navPoint")) {
        const xml::Node label = one.Child(kNcx, "navLabel");
        const xml::Node content = one.Child(kNcx, "content");
        if (label && content) KeepTitle(part, content.Get(kNoSpace, "src"), label.AllText());
      }
      TitlesBelow(part, one);
    }
  }

  void Chapter(const std::string& part) {
    if (writer_.is_full()) return;
    const std::string number = std::to_string(++chapter_);
    if (encrypted_.contains(part) || package_->IsEncrypted(part)) {
      ++protected_;
      return reading::LeaveOut(&writer_.report(), "protected chapter", part);
    }
    auto bytes = package_->ReadBytes(part, &writer_.report());
    if (!bytes) return writer_.Damage("chapter " + number + " (" + part + ")", bytes.error());
    auto page = html_(*bytes, "", "");
    if (!page && page.error().code == ErrorCode::kLimitExceeded) ++refused_;
    if (!page) return writer_.Damage("chapter " + number + " (" + part + ")", page.error());
    if (TrimAscii(page->text).empty()) return;
    ++chapters_with_text_;
    const auto title = titles_.find(part);
    std::string label = title != titles_.end() ? title->second : Label(page->title);
    if (label.empty()) label = "chapter " + number;
    writer_.Anchor(AnchorKind::kChapter, std::move(label), "chapter=" + part);
    writer_.Paragraph(page->text);
    for (const std::string& link : page->links) writer_.Link(link);
  }

  void CountOthers() {
    for (const auto& [id, item] : items_) {
      if (IsChapterType(item.media_type) && !seen_.contains(item.part) &&
          !item.properties.contains("nav")) {
        reading::LeaveOut(&writer_.report(), "text outside of the reading order", item.part);
      }
    }
  }

  Package* const package_;
  const reading::HtmlReader& html_;
  Writer writer_;
  std::string opf_part_;
  std::string ncx_;
  std::map<std::string, ManifestItem, std::less<>> items_;  // by id
  std::vector<std::string> order_;                          // ids
  std::vector<std::string> chapters_;                       // parts
  std::set<std::string, std::less<>> seen_;
  std::set<std::string, std::less<>> encrypted_;
  std::map<std::string, std::string, std::less<>> titles_;  // by part
  std::uint64_t chapter_ = 0;
  std::uint64_t chapters_with_text_ = 0;
  std::uint64_t protected_ = 0;
  std::uint64_t refused_ = 0;
};

}  // namespace

reading::Reading ReadEpub(std::string_view bytes, const reading::ReadingLimits& limits,
                          const reading::HtmlReader& html) {
  if (!zip::LooksLikeZip(bytes)) return NotOfKind(bytes, "an EPUB book");
  auto package = Package::Open(bytes, limits);
  if (!package) return NoReading(package.error());
  const auto kind = KindOfPackage(&*package);
  if (!kind || kind->kind != OfficeKind::kEpub) return NotOfKind(bytes, "an EPUB book");
  return BookReader(&*package, html).Read();
}

}  // namespace arborist::office
