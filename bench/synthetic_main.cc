// SPDX-License-Identifier: AGPL-3.0-only
// arborist_synthetic: writes a synthetic corpus as JSON Lines.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>

#include "synthetic_corpus.h"

int main(int argc, char** argv) {
  using namespace arborist::bench;
  CLI::App app(
      "Writes a synthetic corpus of {uri,title,text} lines, the same for a seed everywhere.");
  SyntheticOptions options;
  std::uint64_t megabytes = 0;
  std::string output;
  app.add_option("--seed", options.seed, "Which corpus")->capture_default_str();
  app.add_option("--documents", options.documents, "How many")->capture_default_str();
  app.add_option("--average-bytes", options.average_bytes, "Of a document's text")
      ->capture_default_str();
  app.add_option("--megabytes", megabytes, "Stop after so much text, whatever --documents says");
  app.add_option("-o,--output", output, "A file; else standard output");
  CLI11_PARSE(app, argc, argv);
  if (megabytes != 0) options.documents = ~std::uint64_t{0};

  std::FILE* const file = output.empty() ? stdout : std::fopen(output.c_str(), "wb");
  if (file == nullptr) {
    std::perror(output.c_str());
    return 2;
  }
  SyntheticCorpus corpus(options);
  SyntheticDocument document;
  std::string lines;
  std::uint64_t text_bytes = 0;
  bool good = true;
  const auto write = [&] {
    good = std::fwrite(lines.data(), 1, lines.size(), file) == lines.size();
    lines.clear();
  };
  while (good && (megabytes == 0 || text_bytes < megabytes * 1000000) && corpus.Next(&document)) {
    text_bytes += document.text.size();
    AppendJsonLine(document, &lines);
    if (lines.size() >= (std::size_t{1} << 20)) write();
  }
  if (good) write();
  if (std::fclose(file) != 0 || !good) {
    std::perror("write");
    return 2;
  }
  return 0;
}
