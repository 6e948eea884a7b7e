// SPDX-License-Identifier: AGPL-3.0-only
// arborist_mixed_corpus: writes documents of sentences that are drawn from a real corpus. They have
// the words and the word frequencies of real text, so questions about another set compete with
// many chunks; the synthetic corpus shares no words with them. The same seed gives the same bytes.
//
//   arborist_mixed_corpus CORPUS.jsonl[.zst] [--documents N] [--seed N] -o FILE
#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <vector>

#include "fill_store.h"
#include "synthetic_corpus.h"
#include "text/sentences.h"

namespace arborist::bench {
namespace {

// Below a chunk of 512 tokens, as nearly all of wiki22k's chunks are.
constexpr std::uint32_t kLeastBytes = 900;
constexpr std::uint32_t kMostBytes = 2500;

struct Options {
  std::string corpus;
  std::uint64_t documents = 300000;
  std::uint64_t seed = 1;
  std::string output;
};

Result<std::vector<std::string>> ReadSentences(const std::string& corpus) {
  std::vector<std::string> sentences;
  TRY(ReadCorpus(corpus, [&](const ingest::SourceDocument& document) -> Status {
    for (const text::Piece& piece : text::SplitPieces(document.text)) {
      if (piece.kind == text::PieceKind::kSentence)
        sentences.push_back(document.text.substr(piece.begin, piece.end - piece.begin));
    }
    return {};
  }));
  if (sentences.empty()) return Fail(ErrorCode::kInvalidArgument, corpus + " has no sentence");
  return sentences;
}

Status Write(const Options& options, std::FILE* file) {
  TRY_ASSIGN(const std::vector<std::string> sentences, ReadSentences(options.corpus));
  SyntheticRandom random(options.seed);
  SyntheticDocument document;
  std::string lines;
  for (std::uint64_t number = 1; number <= options.documents; ++number) {
    const std::string name = std::to_string(number);
    document.uri = "mixed:" + std::to_string(options.seed) + "/" + name;
    document.title = "Mixed " + name;
    document.text.clear();
    const std::uint32_t length = kLeastBytes + random.Below(kMostBytes - kLeastBytes);
    while (document.text.size() < length) {
      if (!document.text.empty()) document.text += ' ';
      document.text += sentences[random.Below(static_cast<std::uint32_t>(sentences.size()))];
    }
    AppendJsonLine(document, &lines);
    if (lines.size() < (std::size_t{1} << 20) && number < options.documents) continue;
    if (std::fwrite(lines.data(), 1, lines.size(), file) != lines.size())
      return Fail(ErrorCode::kEnvironment, "cannot write " + options.output);
    lines.clear();
  }
  return {};
}

Status Run(const Options& options) {
  std::FILE* const file = std::fopen(options.output.c_str(), "wb");
  if (file == nullptr) return Fail(ErrorCode::kEnvironment, "cannot write " + options.output);
  const Status written = Write(options, file);
  if (std::fclose(file) != 0 && written)
    return Fail(ErrorCode::kEnvironment, "cannot write " + options.output);
  return written;
}

}  // namespace
}  // namespace arborist::bench

int main(int argc, char** argv) {
  arborist::bench::Options options;
  CLI::App app("Writes {uri,title,text} lines of sentences drawn from a corpus.");
  app.add_option("corpus", options.corpus, "Where the sentences come from")->required();
  app.add_option("--documents", options.documents, "How many")->capture_default_str();
  app.add_option("--seed", options.seed, "Which corpus")->capture_default_str();
  app.add_option("-o,--output", options.output, "The file")->required();
  CLI11_PARSE(app, argc, argv);
  const arborist::Status status = arborist::bench::Run(options);
  if (status) return 0;
  std::fprintf(stderr, "arborist_mixed_corpus: %s\n", status.error().message.c_str());
  return 2;
}
