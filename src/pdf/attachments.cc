// SPDX-License-Identifier: AGPL-3.0-only
// Embedded files: those of the name tree Root/Names/EmbeddedFiles, read piece by piece up to a cap,
// for a small stream may expand to gigabytes.
#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "pdf/inside.h"

namespace arborist::pdf {
namespace {

// The names and the bytes of one file. False: larger than `most`.
bool Load(fz_context* context, pdf_obj* file, std::uint64_t most, reading::Child* child) {
  bool fits = true;
  fz_stream* stream = nullptr;
  std::array<unsigned char, 1 << 14> buffer;
  const Failure failure = Guard(context, [&] {
    pdf_obj* name = pdf_dict_get(context, file, PDF_NAME(UF));
    if (name == nullptr) name = pdf_dict_get(context, file, PDF_NAME(F));
    child->name = pdf_to_text_string(context, name);
    pdf_obj* const embedded = pdf_dict_get(context, file, PDF_NAME(EF));
    pdf_obj* content = pdf_dict_get(context, embedded, PDF_NAME(UF));
    if (content == nullptr) content = pdf_dict_get(context, embedded, PDF_NAME(F));
    child->media_type = pdf_to_name(context, pdf_dict_get(context, content, PDF_NAME(Subtype)));
    stream = pdf_open_stream(context, content);
    while (fits) {
      const std::size_t got = fz_read(context, stream, buffer.data(), buffer.size());
      if (got == 0) break;
      fits = child->bytes.size() + got <= most;
      if (fits) child->bytes.append(reinterpret_cast<const char*>(buffer.data()), got);
    }
  });
  fz_drop_stream(context, stream);
  return !failure && fits;
}

std::string NameOfFile(std::string_view given) {
  std::string name = CleanText(given);
  std::ranges::replace(name, '\n', ' ');
  std::ranges::replace(name, '\t', ' ');
  return std::string(Utf8Prefix(TrimAscii(name), 1024));
}

}  // namespace

std::vector<reading::Child> AttachmentsOf(fz_context* context, pdf_document* document,
                                          const PdfLimits& limits, std::uint64_t left,
                                          reading::Report* report) {
  const std::vector<TreePair> files =
      TreePairsOf(context, document, "Root/Names/EmbeddedFiles", "Names", limits.max_attachments);
  std::vector<reading::Child> children;
  for (std::size_t i = 0; i < files.size(); ++i) {
    reading::Child child;
    const bool loaded =
        Load(context, files[i].value, std::min(limits.max_attachment_bytes, left), &child);
    child.name = NameOfFile(child.name);
    child.media_type = NameOfFile(child.media_type);
    child.fragment = "attachment=" + std::to_string(i + 1);
    if (!loaded) {
      reading::LeaveOut(report, "attachment that cannot be read or is too large", child.name);
      continue;
    }
    left -= child.bytes.size();
    children.push_back(std::move(child));
  }
  return children;
}

}  // namespace arborist::pdf
