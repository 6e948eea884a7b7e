// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <vector>

// PDF files written by hand, for tests.
namespace arborist::pdf {

struct MadePage {
  std::string content;       // of the stream
  std::string entries = {};  // of the page's dictionary: "/Annots [9 0 R]"
};

class MadePdf {
 public:
  explicit MadePdf(std::vector<MadePage> pages) : pages_(std::move(pages)) {}

  // An object of one's own; returns its reference, as "12 0 R".
  std::string Add(const std::string& body) {
    const std::string reference = std::to_string(First() + extra_.size()) + " 0 R";
    extra_.push_back(body);
    return reference;
  }
  MadePdf& Root(const std::string& entries) {
    root_ += entries;
    return *this;
  }
  MadePdf& Info(const std::string& entries) {
    info_ += entries;
    return *this;
  }

  std::string Bytes() const {
    std::vector<std::string> objects = {
        "<</Type/Catalog/Pages 2 0 R" + root_ + ">>",
        "<</Type/Pages/Kids[" + Kids() + "]/Count " + std::to_string(pages_.size()) + ">>",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>", "<<" + info_ + ">>"};
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      objects.push_back(
          "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F 3 0 "
          "R>>>>/Contents " +
          std::to_string(6 + 2 * i) + " 0 R" + pages_[i].entries + ">>");
      objects.push_back(Stream(pages_[i].content));
    }
    objects.insert(objects.end(), extra_.begin(), extra_.end());
    std::string out = "%PDF-1.7\n";
    std::string table;
    for (std::size_t i = 0; i < objects.size(); ++i) {
      std::string at = std::to_string(out.size());
      table += std::string(10 - at.size(), '0') + at + " 00000 n \n";
      out += std::to_string(i + 1) + " 0 obj\n" + objects[i] + "\nendobj\n";
    }
    const std::string start = std::to_string(out.size());
    const std::string count = std::to_string(objects.size() + 1);
    return out + "xref\n0 " + count + "\n0000000000 65535 f \n" + table + "trailer\n<</Size " +
           count + "/Root 1 0 R/Info 4 0 R>>\nstartxref\n" + start + "\n%%EOF\n";
  }

  static std::string Stream(const std::string& content, const std::string& entries = "") {
    return "<</Length " + std::to_string(content.size()) + entries + ">>\nstream\n" + content +
           "\nendstream";
  }

  // Shows a text with its baseline starting at x, y, of 10 points or another size.
  static std::string Show(double x, double y, const std::string& text, double size = 10) {
    return "BT /F " + std::to_string(size) + " Tf " + std::to_string(x) + " " + std::to_string(y) +
           " Td (" + text + ") Tj ET\n";
  }
  // Lines under each other in one text object.
  static std::string Lines(double x, double y, const std::vector<std::string>& lines) {
    std::string out = "BT /F 10 Tf 12 TL " + std::to_string(x) + " " + std::to_string(y) + " Td\n";
    for (const std::string& line : lines) out += "(" + line + ") Tj T*\n";
    return out + "ET\n";
  }

 private:
  std::size_t First() const { return 5 + 2 * pages_.size(); }
  std::string Kids() const {
    std::string kids;
    for (std::size_t i = 0; i < pages_.size(); ++i) kids += std::to_string(5 + 2 * i) + " 0 R ";
    return kids;
  }

  std::vector<MadePage> pages_;
  std::vector<std::string> extra_;
  std::string root_;
  std::string info_;
};

}  // namespace arborist::pdf
