// SPDX-License-Identifier: AGPL-3.0-only
// Styles, foot- and endnotes, headers and footers, comments: the parts beside the body.
#include <algorithm>
#include <functional>

#include "base/ascii.h"
#include "office/docx_reader.h"

namespace arborist::office {

namespace {

constexpr int kMaxStyleChain = 10;
constexpr int kBodyOutline = 9;  // w:outlineLvl of text that is no heading

// The level that a style's name says: "heading 1" is 0, "title" too. -1: none.
int OutlineOfName(std::string_view name) {
  if (name == "title") return 0;
  constexpr std::string_view kHeading = "heading ";
  if (!name.starts_with(kHeading) || name.size() <= kHeading.size()) return -1;
  const char digit = name[kHeading.size()];
  return digit >= '1' && digit <= '9' ? digit - '1' : -1;
}

// The styles of paragraphs and characters; those of tables are most of the part, and only looks.
class ParagraphStylesVisitor final : public xml::Visitor {
 public:
  explicit ParagraphStylesVisitor(std::function<void(xml::Node)> take) : take_(std::move(take)) {}

  xml::Visit Enter(xml::Node element, std::size_t depth) override {
    if (depth == 1) return xml::Visit::kEnter;
    const std::string_view type = element.Get(kWord, "type");
    const bool wanted = element.Is(kWord, "style") && type != "table" && type != "numbering";
    return wanted ? xml::Visit::kCollect : xml::Visit::kSkip;
  }
  void Take(xml::Node style) override { take_(style); }

 private:
  const std::function<void(xml::Node)> take_;
};

}  // namespace

void DocxReader::ReadStyles() {
  const xml::Tree numbering =
      package_->TreeOf(package_->RelatedPart(main_part_, "numbering"), &writer_);
  if (numbering.root()) numbering_.Read(numbering.root());
  const std::string part = package_->RelatedPart(main_part_, "styles");
  if (part.empty()) return;
  ParagraphStylesVisitor visitor([this](xml::Node style) { TakeStyle(style); });
  const Status walked = package_->Walk(part, &visitor, &writer_.report());
  if (!walked) writer_.Damage(part, walked.error());
}

void DocxReader::TakeStyle(xml::Node one) {
  Style style;
  const xml::Node name = one.Child(kWord, "name");
  if (name) style.name = LowerAscii(name.Get(kWord, "val"));
  const xml::Node based = one.Child(kWord, "basedOn");
  if (based) style.based_on = based.Get(kWord, "val");
  style.outline = OutlineOfName(style.name);
  const xml::Node paragraph = one.Child(kWord, "pPr");
  const xml::Node outline = paragraph ? paragraph.Child(kWord, "outlineLvl") : xml::Node();
  if (outline && style.outline < 0) {
    const int level = static_cast<int>(ToNumber(outline.Get(kWord, "val"), kBodyOutline));
    if (level < kBodyOutline) style.outline = level;
  }
  const xml::Node run = one.Child(kWord, "rPr");
  const xml::Node vanish = run ? run.Child(kWord, "vanish") : xml::Node();
  style.hidden = vanish && IsOn(vanish.Get(kWord, "val"));
  const xml::Node item = paragraph ? paragraph.Child(kWord, "numPr") : xml::Node();
  const xml::Node list = item ? item.Child(kWord, "numId") : xml::Node();
  const xml::Node level = item ? item.Child(kWord, "ilvl") : xml::Node();
  if (list) style.list = list.Get(kWord, "val");
  if (level) style.level = ToNumber(level.Get(kWord, "val"), Numbering::kLevels - 1);
  styles_.emplace(one.Get(kWord, "styleId"), std::move(style));
}

const DocxReader::Style* DocxReader::StyleOf(std::string_view id) const {
  const auto found = styles_.find(id);
  return found == styles_.end() ? nullptr : &found->second;
}

int DocxReader::OutlineOf(xml::Node paragraph) const {
  const xml::Node properties = paragraph.Child(kWord, "pPr");
  if (!properties) return -1;
  const xml::Node own = properties.Child(kWord, "outlineLvl");
  if (own) {
    const int level = static_cast<int>(ToNumber(own.Get(kWord, "val"), kBodyOutline));
    return level < kBodyOutline ? level : -1;
  }
  const xml::Node style = properties.Child(kWord, "pStyle");
  if (!style) return -1;
  std::string id(style.Get(kWord, "val"));
  // A document without its styles still names them so.
  if (styles_.empty()) return LowerAscii(id).starts_with("heading") ? 0 : -1;
  for (int i = 0; i < kMaxStyleChain; ++i) {
    const Style* const known = StyleOf(id);
    if (known == nullptr) return -1;
    if (known->outline >= 0) return known->outline;
    id = known->based_on;
  }
  return -1;
}

DocxReader::Item DocxReader::ItemOf(xml::Node paragraph) const {
  const xml::Node properties = paragraph.Child(kWord, "pPr");
  if (!properties) return {};
  Item item;
  bool has_level = false;
  if (const xml::Node own = properties.Child(kWord, "numPr")) {
    const xml::Node list = own.Child(kWord, "numId");
    const xml::Node level = own.Child(kWord, "ilvl");
    has_level = static_cast<bool>(level);
    if (level) item.level = ToNumber(level.Get(kWord, "val"), Numbering::kLevels - 1);
    if (list) {
      item.list = list.Get(kWord, "val");
      return item.list == "0" ? Item() : item;
    }
  }
  const xml::Node style = properties.Child(kWord, "pStyle");
  if (!style) return {};
  std::string id(style.Get(kWord, "val"));
  for (int i = 0; i < kMaxStyleChain; ++i) {
    const Style* const known = StyleOf(id);
    if (known == nullptr) return {};
    if (!known->list.empty()) {
      if (known->list == "0") return {};
      item.list = known->list;
      if (!has_level) item.level = numbering_.LevelOfStyle(item.list, id, known->level);
      return item;
    }
    id = known->based_on;
  }
  return {};
}

bool DocxReader::IsListItem(xml::Node paragraph) const {
  if (!ItemOf(paragraph).list.empty()) return true;
  const xml::Node properties = paragraph.Child(kWord, "pPr");
  const xml::Node style = properties ? properties.Child(kWord, "pStyle") : xml::Node();
  const Style* const known = style ? StyleOf(style.Get(kWord, "val")) : nullptr;
  return known != nullptr && known->name.starts_with("list ");
}

std::string DocxReader::NumberOf(xml::Node paragraph) {
  const Item item = ItemOf(paragraph);
  return item.list.empty() ? std::string() : numbering_.Next(item.list, item.level);
}

bool DocxReader::IsHiddenStyle(std::string_view id) const {
  const Style* const known = StyleOf(id);
  return known != nullptr && known->hidden;
}

void DocxReader::ReadNotes(std::string_view type, std::string_view element, xml::Tree* tree,
                           std::map<std::string, xml::Node, std::less<>>* notes,
                           std::string* part) {
  *part = package_->RelatedPart(main_part_, type);
  *tree = package_->TreeOf(*part, &writer_);
  if (!tree->root()) return;
  for (const xml::Node one : tree->root().children()) {
    // Separators have a type; notes that people wrote have none or "normal".
    const std::string_view kind = one.is_text() ? "" : one.Get(kWord, "type");
    if (!one.Is(kWord, element) || (!kind.empty() && kind != "normal")) continue;
    notes->emplace(one.Get(kWord, "id"), one);
  }
}

void DocxReader::WriteNote(NoteKind kind, std::string_view id) {
  const bool foot = kind == NoteKind::kFootnote;
  const auto& notes = foot ? footnotes_ : endnotes_;
  const auto found = notes.find(id);
  const std::string key = (foot ? "f" : "e") + std::string(id);
  if (found == notes.end() || !notes_written_.insert(key).second) return;
  const std::string part = std::exchange(part_, foot ? footnotes_part_ : endnotes_part_);
  const bool in_body = std::exchange(in_body_, false);
  const std::vector<Field> fields = std::exchange(fields_, {});
  std::string carried = std::exchange(carried_, {});
  last_was_item_ = false;
  writer_.Anchor(reading::AnchorKind::kNote, foot ? "footnote" : "endnote", "");
  Blocks(found->second);
  writer_.EndAnchor(reading::AnchorKind::kNote);
  carried_ = std::move(carried);
  fields_ = fields;
  in_body_ = in_body;
  part_ = part;
}

// Each text once: the parts for first, odd and even pages often say the same.
void DocxReader::WriteHeaders() {
  in_margin_ = true;
  std::set<std::string> seen;
  for (const std::string_view type : {"header", "footer"}) {
    for (const Relationship& one : package_->RelationshipsOf(main_part_)) {
      if (one.type != type || one.external || !package_->Has(one.target)) continue;
      const xml::Tree tree = package_->TreeOf(one.target, &writer_);
      if (!tree.root() || !seen.insert(OneLine(tree.root().AllText())).second) continue;
      part_ = one.target;
      fields_.clear();
      carried_.clear();
      last_was_item_ = false;
      writer_.Anchor(reading::AnchorKind::kNote, std::string(type), "");
      Blocks(tree.root());
    }
  }
  writer_.EndAnchor(reading::AnchorKind::kNote);
  in_margin_ = false;
}

void DocxReader::WriteComments() {
  const std::string part = package_->RelatedPart(main_part_, "comments");
  const xml::Tree tree = package_->TreeOf(part, &writer_);
  if (!tree.root()) return;
  part_ = part;
  for (const xml::Node one : tree.root().children()) {
    if (!one.Is(kWord, "comment")) continue;
    fields_.clear();
    carried_.clear();
    last_was_item_ = false;
    const std::string author = Label(one.Get(kWord, "author"));
    writer_.Anchor(reading::AnchorKind::kNote, author.empty() ? "comment" : "comment by " + author,
                   "");
    Blocks(one);
  }
  writer_.EndAnchor(reading::AnchorKind::kNote);
}

}  // namespace arborist::office
