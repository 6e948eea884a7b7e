// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "reading/reading.h"
#include "rtf/code_page.h"
#include "rtf/control.h"

namespace arborist::rtf {

inline constexpr std::size_t kMaxGroups = 10000;  // open at once

// Reads one file; one use. Borrows the bytes.
class Scanner {
 public:
  Scanner(std::string_view bytes, const reading::ReadingLimits& limits)
      : bytes_(bytes), limits_(limits) {}

  reading::Reading Run();

 private:
  // Where the characters of a group go.
  enum class Target : std::uint8_t {
    kBody,
    kNote,
    kPageText,
    kTitle,
    kFieldCode,
    kAuthor,
    kFonts,
    kInfo,
    kNowhere,
  };
  enum class Visible : std::uint8_t { kShown, kHidden, kDeleted };
  struct Group {
    Target target = Target::kBody;
    Visible visible = Visible::kShown;
    bool skips_next_group = false;  // \upr
    int unicode_skip = 1;
    int font = -1;  // -1: that of the document
    bool is_comment = false;
  };
  struct Font {
    int page = 0;  // 0: that of the document
    bool is_symbol = false;
  };

  bool AnotherFollows();
  void Open();
  void Close();
  void ControlAt();  // behind a backslash
  void Symbol(char c);
  void Apply(const ControlEntry& entry, int parameter, bool has_parameter);
  void ApplyDestination(const ControlEntry& entry);
  void ApplyFont(Control control, int parameter);
  void SetDate(Control control, int parameter);
  void Binary(int parameter);
  void Hex();
  void Unicode(int parameter);
  void Byte(char c);
  void Write(std::string_view text);  // UTF-8
  bool SkipsFallback();
  void FlushBytes();
  void FlushHigh();
  std::string* Out();
  int Page() const;
  bool IsSymbol() const;

  void Break(std::string_view text);
  void EndParagraph();
  void EndNote();
  void EndField();
  void AppendNotes();
  reading::Reading Finish();

  std::string_view bytes_;
  reading::ReadingLimits limits_;
  reading::Reading reading_;
  std::size_t pos_ = 0;
  Group group_;
  std::vector<Group> groups_;
  std::size_t too_deep_ = 0;  // groups open beyond the limit
  bool at_start_ = false;     // of a group: what a \* says is of all of it
  bool star_ = false;         // \* stands before
  int skip_ = 0;              // characters that stand for a \u before them
  char32_t high_ = 0;         // first half of a pair
  std::string pending_;       // bytes that wait for their code page
  int pending_page_ = 0;
  CodePages pages_;
  int page_ = 1252;
  int default_font_ = -1;
  std::map<int, Font> fonts_;
  int font_of_table_ = -1;  // that is being declared

  std::size_t paragraph_begin_ = 0;  // in the text
  std::uint64_t paragraphs_ = 0;
  std::string note_;
  std::string author_;
  std::vector<std::string> notes_;  // that wait for the end of the paragraph
  std::string page_text_;
  std::set<std::string> page_texts_;
  std::vector<std::string> page_texts_in_order_;
  std::string title_;
  std::string field_code_;
  struct Date {
    int year = 0;
    int month = 0;
    int day = 0;
  };
  Date created_;
  Date revised_;
  Date* date_ = nullptr;  // that the group tells
  std::size_t invalid_ = 0;
  bool over_limit_ = false;
  bool lost_ = false;  // text in groups that are nested too deep
};

}  // namespace arborist::rtf
