// SPDX-License-Identifier: AGPL-3.0-only
// Comments, fields and links of a page, read from the dictionaries of its annotations. A field's
// value, kind and name may stand in its parents.
#include <algorithm>
#include <cstring>

#include "base/ascii.h"
#include "pdf/inside.h"

namespace arborist::pdf {
namespace {

constexpr int kMaxParents = 16;
constexpr std::size_t kMaxLink = 8192;
constexpr std::size_t kMaxLabel = 200;

// What is copied out of one annotation. Its strings are assigned between the library's calls.
struct Found {
  std::string kind;
  std::string author;
  std::string contents;
  std::string name;
  std::string value;
  std::string link;
};

// The value of a key in a field or in the nearest of its parents.
pdf_obj* Inherited(fz_context* context, pdf_obj* field, const char* key) {
  for (int i = 0; i < kMaxParents && field != nullptr; ++i) {
    pdf_obj* const value = pdf_dict_gets(context, field, key);
    if (value != nullptr) return value;
    field = pdf_dict_get(context, field, PDF_NAME(Parent));
  }
  return nullptr;
}

void FieldOf(fz_context* context, pdf_obj* annotation, Found* found) {
  pdf_obj* name = Inherited(context, annotation, "TU");
  if (name == nullptr) name = Inherited(context, annotation, "T");
  found->name = pdf_to_text_string(context, name);
  pdf_obj* const value = Inherited(context, annotation, "V");
  if (pdf_is_name(context, value) != 0) {
    found->value = pdf_to_name(context, value);
    if (found->value == "Off") found->value.clear();
  } else if (pdf_is_array(context, value) != 0) {
    const int count = std::min(pdf_array_len(context, value), 1000);
    for (int i = 0; i < count; ++i) {
      if (i > 0) found->value += ", ";
      found->value += pdf_to_text_string(context, pdf_array_get(context, value, i));
    }
  } else if (pdf_is_string(context, value) != 0) {
    found->value = pdf_to_text_string(context, value);
  }
}

void Look(fz_context* context, pdf_obj* annotation, Found* found) {
  found->kind = pdf_to_name(context, pdf_dict_get(context, annotation, PDF_NAME(Subtype)));
  if (found->kind == "Link") {
    pdf_obj* const action = pdf_dict_get(context, annotation, PDF_NAME(A));
    found->link = pdf_to_str_buf(context, pdf_dict_get(context, action, PDF_NAME(URI)));
  } else if (found->kind == "Widget") {
    FieldOf(context, annotation, found);
  } else if (found->kind != "Popup") {
    found->author = pdf_to_text_string(context, pdf_dict_get(context, annotation, PDF_NAME(T)));
    found->contents =
        pdf_to_text_string(context, pdf_dict_get(context, annotation, PDF_NAME(Contents)));
  }
}

bool IsWebLink(std::string_view link) {
  if (!link.starts_with("http://") && !link.starts_with("https://")) return false;
  return link.size() <= kMaxLink && std::ranges::all_of(link, [](char c) {
           return static_cast<unsigned char>(c) > 0x20 && static_cast<unsigned char>(c) < 0x7F;
         });
}

std::string OneLine(std::string_view text) {
  std::string line = CleanText(text);
  for (char& c : line) {
    if (c == '\n' || c == '\t') c = ' ';
  }
  return std::string(Utf8Prefix(TrimAscii(line), kMaxLabel));
}

void Keep(const Found& found, Page* page) {
  if (IsWebLink(found.link)) page->links.push_back(found.link);
  const std::string contents(TrimAscii(CleanText(found.contents)));
  const std::string value(TrimAscii(CleanText(found.value)));
  if (!contents.empty()) {
    const std::string author = OneLine(found.author);
    page->notes.push_back({.kind = reading::AnchorKind::kNote,
                           .label = author.empty() ? "note" : "note by " + author,
                           .text = contents});
  }
  if (!value.empty()) {
    const std::string name = OneLine(found.name);
    page->notes.push_back({.kind = reading::AnchorKind::kField,
                           .label = name.empty() ? "field" : "field " + name,
                           .text = name.empty() ? value : name + ": " + value});
  }
}

}  // namespace

void TakeNotes(fz_context* context, pdf_obj* page_object, const PdfLimits& limits, Page* page) {
  int count = 0;
  pdf_obj* annotations = nullptr;
  const Failure listing = Guard(context, [&] {
    annotations = pdf_dict_get(context, page_object, PDF_NAME(Annots));
    count = pdf_array_len(context, annotations);
  });
  if (listing) return;
  count = std::min(count, static_cast<int>(limits.max_notes));
  for (int i = 0; i < count; ++i) {
    Found found;
    const Failure failure =
        Guard(context, [&] { Look(context, pdf_array_get(context, annotations, i), &found); });
    if (!failure) Keep(found, page);
  }
}

}  // namespace arborist::pdf
