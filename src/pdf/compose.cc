// SPDX-License-Identifier: AGPL-3.0-only
// Two passes over the lines: the first learns the words of the document, if any line ends with a
// hyphen; the second writes.
#include "pdf/compose.h"

#include "pdf/hyphens.h"
#include "pdf/layout.h"

namespace arborist::pdf {
namespace {

std::vector<const Line*> TextLines(const std::vector<PageLines>& pages) {
  std::vector<const Line*> lines;
  for (const PageLines& page : pages) {
    for (const Line& line : page.lines) {
      if (line.role == Line::Role::kText) lines.push_back(&line);
    }
  }
  return lines;
}

Hyphens LearnWords(const std::vector<PageLines>& pages) {
  Hyphens hyphens;
  const std::vector<const Line*> lines = TextLines(pages);
  std::vector<bool> broken(lines.size());
  bool any = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    broken[i] = EndsWithHyphen(lines[i]->text);
    any = any || broken[i];
  }
  if (!any) return hyphens;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool first = i > 0 && broken[i - 1];
    const bool last = broken[i];
    using Edges = Hyphens::Edges;
    hyphens.Note(lines[i]->text, first && last ? Edges::kBothBroken
                                 : first       ? Edges::kFirstBroken
                                 : last        ? Edges::kLastBroken
                                               : Edges::kWhole);
  }
  return hyphens;
}

// A line that is at least so long was broken by the width of its column.
constexpr std::size_t kWrappedBytes = 40;

class Writer {
 public:
  Writer(const Hyphens& hyphens, std::uint64_t max_text_bytes, reading::Reading* out)
      : hyphens_(hyphens), max_text_bytes_(max_text_bytes), out_(out) {}

  bool WritePage(const PageLines& page, const std::string& label) {
    page_number_ = std::to_string(page.number + 1);
    page_label_ = "page " + page_number_;
    if (!label.empty() && label != page_number_) page_label_ += " (" + label + ")";
    anchored_ = false;
    for (const Line& line : page.lines) {
      if (line.role != Line::Role::kText) continue;
      if (!Fits(line.text)) return false;
      Separate(line);
      Anchor();
      out_->text += line.text;
      before_ = &line;
    }
    for (const Note& note : page.notes) {
      if (!Fits(note.text)) return false;
      if (!out_->text.empty()) out_->text += "\n\n";
      Anchor();
      out_->anchors.push_back(
          {out_->text.size(), note.kind, page_label_ + ", " + note.label, "page=" + page_number_});
      out_->text += note.text;
      before_ = nullptr;
    }
    return true;
  }

 private:
  bool Fits(const std::string& text) const {
    return out_->text.size() + text.size() + 2 <= max_text_bytes_;
  }

  // The place where a page begins, at its first character.
  void Anchor() {
    if (anchored_) return;
    anchored_ = true;
    out_->anchors.push_back(
        {out_->text.size(), reading::AnchorKind::kPage, page_label_, "page=" + page_number_});
  }

  void Separate(const Line& line) {
    std::string& text = out_->text;
    if (before_ == nullptr) {
      if (!text.empty()) text += "\n\n";
      return;
    }
    const bool same_paragraph = anchored_ && line.start == Line::Start::kLine;
    const bool goes_on = GoesOn(before_->text, line.text);
    if (same_paragraph || goes_on) {
      switch (hyphens_.Decide(before_->text, line.text)) {
        case Hyphens::Join::kDropHyphen:
          text.resize(text.size() - HyphenSize(before_->text));
          return;
        case Hyphens::Join::kKeepHyphen:
          return;
        case Hyphens::Join::kNo:
          break;
      }
    }
    // A short line may be one of a program or a list, whose lines stay lines.
    const bool wrapped = goes_on && (!anchored_ || before_->text.size() >= kWrappedBytes);
    if (wrapped && (same_paragraph || !anchored_)) {
      text += " ";
    } else {
      text += same_paragraph ? "\n" : "\n\n";
    }
  }

  const Hyphens& hyphens_;
  std::uint64_t max_text_bytes_;
  reading::Reading* out_;
  const Line* before_ = nullptr;  // null at the start and behind notes
  std::string page_number_;
  std::string page_label_;
  bool anchored_ = false;
};

}  // namespace

bool Compose(const std::vector<PageLines>& pages, const std::vector<std::string>& labels,
             std::uint64_t max_text_bytes, reading::Reading* out) {
  const Hyphens hyphens = LearnWords(pages);
  Writer writer(hyphens, max_text_bytes, out);
  for (const PageLines& page : pages) {
    const std::string label = page.number < labels.size() ? labels[page.number] : std::string();
    if (!writer.WritePage(page, label)) return false;
  }
  return true;
}

}  // namespace arborist::pdf
