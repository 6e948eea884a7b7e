// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/formats/markdown.h"

#include <md4c.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>

#include "base/ascii.h"
#include "base/contained.h"
#include "ingest/formats/decode.h"
#include "ingest/formats/format.h"
#include "ingest/title.h"
#include "ingest/uri.h"
#include "text/utf8.h"

namespace arborist::ingest {
namespace {

// The entities that occur in titles and targets; others stay as written.
void AppendEntity(std::string_view entity, std::string* out) {
  constexpr auto kNamed =
      std::to_array<std::pair<std::string_view, std::string_view>>({{"&amp;", "&"},
                                                                    {"&lt;", "<"},
                                                                    {"&gt;", ">"},
                                                                    {"&quot;", "\""},
                                                                    {"&apos;", "'"},
                                                                    {"&nbsp;", " "},
                                                                    {"&copy;", "©"},
                                                                    {"&reg;", "®"},
                                                                    {"&trade;", "™"},
                                                                    {"&ndash;", "–"},
                                                                    {"&mdash;", "—"},
                                                                    {"&hellip;", "…"}});
  for (const auto& [name, value] : kNamed) {
    if (entity == name) {
      out->append(value);
      return;
    }
  }
  if (!entity.starts_with("&#") || entity.size() > 12) {
    out->append(entity);
    return;
  }
  const bool hex = entity.size() > 2 && LowerAscii(entity[2]) == 'x';
  std::uint64_t value = 0;
  for (const char c : entity.substr(hex ? 3 : 2)) {
    if (c == ';') break;
    value = value * (hex ? 16u : 10u) + static_cast<std::uint64_t>(std::max(HexValue(c), 0));
  }
  const bool valid =
      value > 0 && value <= 0x10FFFF && !text::IsSurrogate(static_cast<char32_t>(value));
  text::Append(out, valid ? static_cast<char32_t>(value) : char32_t{0xFFFD});
}

class FactReader {
 public:
  FactReader(std::string_view base_uri, const Limits& limits)
      : links_(base_uri, limits),
        max_uri_bytes_(limits.max_uri_bytes),
        max_title_bytes_(limits.max_title_bytes) {}

  void Read(std::string_view text) {
    MD_PARSER parser{};
    parser.flags = MD_DIALECT_GITHUB;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
      return Guarded(self, [&](FactReader* reader) { reader->EnterBlock(type, detail); });
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void*, void* self) {
      return Guarded(self, [&](FactReader* reader) { reader->LeaveBlock(type); });
    };
    parser.enter_span = [](MD_SPANTYPE type, void* detail, void* self) {
      auto* const reader = static_cast<FactReader*>(self);
      const int code = Guarded(self, [&](FactReader*) {
        if (!reader->EnterSpan(type, detail)) reader->stopped_ = true;
      });
      return reader->stopped_ ? kStop : code;
    };
    parser.leave_span = [](MD_SPANTYPE type, void*, void* self) {
      if (type == MD_SPAN_IMG) --static_cast<FactReader*>(self)->open_images_;
      return 0;
    };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* bytes, MD_SIZE size, void* self) {
      return Guarded(self, [&](FactReader* reader) { reader->Text(type, {bytes, size}); });
    };
    const auto size = static_cast<MD_SIZE>(
        std::min<std::size_t>(text.size(), std::numeric_limits<MD_SIZE>::max()));
    link_budget_ = kLinkBudgetBase + kLinkBudgetPerByte * text.size();
    const int code = md_parse(text.data(), size, &parser, this);
    failure_.Rethrow();
    DemandMemory(code == 0 || stopped_);  // md4c has no other reason of its own
  }

  std::string TakeTitle() {
    return OneLine(first_top_heading_.empty() ? first_heading_ : first_top_heading_,
                   max_title_bytes_);
  }
  std::vector<std::string> TakeLinks() { return links_.Take(); }

 private:
  static constexpr int kStop = -1;  // md4c 0.4.8 goes on after 1

  // Runs a callback's work. What it throws stops md4c and is thrown again behind it.
  template <typename Work>
  static int Guarded(void* self, const Work& work) noexcept {
    auto* const reader = static_cast<FactReader*>(self);
    return reader->failure_.Catch([&] { work(reader); }) ? 0 : kStop;
  }

  void EnterBlock(MD_BLOCKTYPE type, void* detail) {
    if (type != MD_BLOCK_H) return;
    level_ = static_cast<const MD_BLOCK_H_DETAIL*>(detail)->level;
    heading_.clear();
  }
  void LeaveBlock(MD_BLOCKTYPE type) {
    if (type != MD_BLOCK_H) return;
    if (!TrimAscii(heading_).empty()) {
      if (level_ == 1 && first_top_heading_.empty()) first_top_heading_ = heading_;
      if (first_heading_.empty()) first_heading_ = heading_;
    }
    level_ = 0;
  }
  // False ends the parse.
  bool EnterSpan(MD_SPANTYPE type, void* detail) {
    if (type == MD_SPAN_IMG) ++open_images_;
    if (type != MD_SPAN_A && type != MD_SPAN_IMG) return true;
    // Both details begin alike, but only by accident.
    const auto* const link = static_cast<const MD_SPAN_A_DETAIL*>(detail);
    const auto* const image = static_cast<const MD_SPAN_IMG_DETAIL*>(detail);
    const MD_ATTRIBUTE& href = type == MD_SPAN_A ? link->href : image->src;
    const MD_ATTRIBUTE& name = type == MD_SPAN_A ? link->title : image->title;
    // One long definition can be referred to a million times, and md4c copies it every time.
    const std::uint64_t cost = std::uint64_t{href.size} + name.size;
    if (cost > link_budget_) return false;
    link_budget_ -= cost;
    if (type == MD_SPAN_IMG || href.size > max_uri_bytes_) return true;
    std::string target;
    for (std::size_t i = 0; href.text != nullptr && href.substr_offsets[i] < href.size; ++i) {
      const std::string_view part(href.text + href.substr_offsets[i],
                                  href.substr_offsets[i + 1] - href.substr_offsets[i]);
      if (href.substr_types[i] == MD_TEXT_ENTITY) {
        AppendEntity(part, &target);
      } else {
        target.append(part);
      }
    }
    links_.Add(target);
    return true;
  }
  void Text(MD_TEXTTYPE type, std::string_view text) {
    // The alternative text of a badge is no title.
    if (level_ == 0 || open_images_ > 0 || heading_.size() > 4 * max_title_bytes_) return;
    switch (type) {
      case MD_TEXT_ENTITY:
        AppendEntity(text, &heading_);
        break;
      case MD_TEXT_BR:
      case MD_TEXT_SOFTBR:
        heading_.push_back(' ');
        break;
      case MD_TEXT_HTML:
      case MD_TEXT_NULLCHAR:
        break;
      default:
        heading_.append(text);
    }
  }

  static constexpr std::uint64_t kLinkBudgetBase = 16 << 20;
  static constexpr std::uint64_t kLinkBudgetPerByte = 4;

  LinkCollector links_;
  std::uint64_t link_budget_ = 0;  // bytes of targets and titles that md4c may still copy
  std::size_t max_uri_bytes_;
  std::size_t max_title_bytes_;
  unsigned level_ = 0;  // of the open heading, 0 outside
  int open_images_ = 0;
  bool stopped_ = false;  // by us: the budget is used up
  CallbackFailure failure_;
  std::string heading_;
  std::string first_top_heading_;
  std::string first_heading_;
};

// A scalar of YAML or TOML on one line, unquoted.
std::string Scalar(std::string_view value) {
  value = TrimAscii(value);
  if (value.starts_with('"') || value.starts_with('\'')) {
    const char quote = value[0];
    std::string out;
    for (std::size_t i = 1; i < value.size(); ++i) {
      if (quote == '"' && value[i] == '\\' && i + 1 < value.size()) {
        out.push_back(value[++i]);
      } else if (value[i] == quote) {
        if (quote == '"' || i + 1 >= value.size() || value[i + 1] != quote) return out;
        out.push_back(value[i++]);  // '' stands for ' in YAML
      } else {
        out.push_back(value[i]);
      }
    }
    return out;
  }
  if (value.starts_with('|') || value.starts_with('>')) return "";  // more than one line
  return std::string(TrimAscii(value.substr(0, value.find(" #"))));
}

// Front matter at the start of the text: its title, and the text moves behind it.
std::string TakeFrontMatter(std::string_view* text) {
  std::string_view rest = *text;
  const std::string_view fence = TrimAscii(TakeLine(&rest));
  const bool toml = fence == "+++";
  if ((fence != "---" && !toml) || !text->starts_with(fence)) return "";
  std::string title;
  while (!rest.empty()) {
    const std::string_view line = TakeLine(&rest);
    const std::string_view trimmed = TrimAscii(line);
    if (line.starts_with(fence) && (trimmed == fence)) {
      *text = rest;
      return title;
    }
    if (!toml && trimmed == "..." && line.starts_with("...")) {
      *text = rest;
      return title;
    }
    if (!title.empty() || !StartsWithIgnoringCase(line, "title")) continue;
    const std::string_view after = TrimAscii(line.substr(5));
    if (after.starts_with(toml ? '=' : ':')) title = Scalar(after.substr(1));
  }
  return "";  // a rule at the start, not front matter
}

}  // namespace

MarkdownFacts ReadMarkdown(std::string_view text, std::string_view base_uri, const Limits& limits) {
  MarkdownFacts facts;
  // Left in, the closing fence of front matter would make it a heading.
  facts.title = OneLine(TakeFrontMatter(&text), limits.max_title_bytes);
  FactReader reader(base_uri, limits);
  reader.Read(text);
  if (facts.title.empty()) facts.title = reader.TakeTitle();
  facts.links = reader.TakeLinks();
  return facts;
}

Result<Extracted> ReadMarkdownFile(const Origin& origin, std::string bytes, const Limits& limits) {
  TRY_ASSIGN(std::string text, DecodeText(bytes, origin.charset()));
  MarkdownFacts facts = ReadMarkdown(text, origin.uri(), limits);
  return Extracted{
      .title = std::move(facts.title), .text = std::move(text), .links = std::move(facts.links)};
}

}  // namespace arborist::ingest
