// SPDX-License-Identifier: AGPL-3.0-only
// arborist_micro_bench: the parts an ingest is made of, one at a time, on one thread.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "audit/event.h"
#include "compress/byte_source.h"
#include "compress/chunk_codec.h"
#include "crypto/sha256.h"
#include "document/chunker.h"
#include "ingest/formats/json_lines.h"
#include "ingest/prepare.h"
#include "json/value.h"
#include "merkle/tree.h"
#include "synthetic_corpus.h"
#include "text/canonical.h"
#include "text/search_tokens.h"
#include "wikitext/base.h"

namespace arborist::bench {
namespace {

constexpr std::size_t kInputBytes = std::size_t{4} << 20;

using Texts = std::vector<std::string>;

std::optional<std::filesystem::path> Corpus(const std::string& name) {
  const char* shared = std::getenv("ARBORIST_SHARED");
  if (shared == nullptr) return std::nullopt;
  auto path = std::filesystem::path(shared) / "data" / "corpora" / name;
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return std::nullopt;
  return path;
}

// The texts of a corpus up to kInputBytes, over and over where it is smaller.
template <typename Accept>
Texts TextsOf(const std::string& name, Accept accept) {
  Texts texts;
  std::size_t bytes = 0;
  const auto add = [&](const std::string& text) {
    if (text.empty() || !accept(text)) return;
    texts.push_back(text);
    bytes += text.size();
  };
  if (const auto path = Corpus(name)) {
    auto source = compress::OpenByteSource(*path);
    if (source) {
      ingest::JsonLinesReader reader(std::move(*source));
      while (bytes < kInputBytes) {
        const auto document = reader.Next();
        if (!document || !*document) break;
        add((*document)->text);
      }
    }
  }
  if (texts.empty()) {
    SyntheticCorpus corpus({.seed = 1, .documents = 1000000});
    SyntheticDocument document;
    while (bytes < kInputBytes / 4 && corpus.Next(&document)) add(document.text);
  }
  for (std::size_t i = 0; bytes < kInputBytes && !texts.empty(); ++i) {
    bytes += texts[i].size();
    texts.push_back(texts[i]);
  }
  return texts;
}

bool IsAscii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}
std::size_t LongBytes(std::string_view text, unsigned char least) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [=](char c) { return static_cast<unsigned char>(c) >= least; }));
}

const Texts& Ascii() {
  static const Texts texts = TextsOf("wiki22k.jsonl.zst", IsAscii);
  return texts;
}
const Texts& MixedLatin() {
  static const Texts texts = TextsOf("wiki22k.jsonl.zst", [](std::string_view text) {
    return !IsAscii(text) && LongBytes(text, 0xC2) * 50 < text.size();
  });
  return texts;
}
const Texts& Chinese() {
  static const Texts texts = TextsOf("xquad.zh.jsonl", [](std::string_view text) {
    return LongBytes(text, 0xE3) * 6 > text.size();
  });
  return texts;
}

const Texts& Chunks() {
  static const Texts chunks = [] {
    Texts all;
    for (const std::string& text : Ascii()) {
      for (const auto slice : document::Split(text, document::Chunking::kTok512V1))
        all.emplace_back(slice);
    }
    return all;
  }();
  return chunks;
}

void CountBytes(benchmark::State& state, const Texts& texts) {
  std::size_t bytes = 0;
  for (const std::string& text : texts) bytes += text.size();
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(bytes));
}

// Runs work(text) on all texts of the input as one iteration.
template <typename Work>
void OverTexts(benchmark::State& state, const Texts& texts, Work work) {
  for ([[maybe_unused]] auto _ : state) {
    for (const std::string& text : texts) work(text);
  }
  CountBytes(state, texts);
}

void Hash(benchmark::State& state) {
  const std::string data(static_cast<std::size_t>(state.range(0)), 'x');
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(crypto::Sha256(data));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * state.range(0));
}
BENCHMARK(Hash)->Name("sha256, 1 KiB")->Arg(1 << 10);
BENCHMARK(Hash)->Name("sha256, 64 KiB")->Arg(1 << 16);

void HashNodes(benchmark::State& state) {
  Hash256 node = crypto::Sha256("node");
  for ([[maybe_unused]] auto _ : state) node = merkle::HashNode(node, node);
  benchmark::DoNotOptimize(node);
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()));
}
BENCHMARK(HashNodes)->Name("Merkle node of 65 bytes");

void Canonicalize(benchmark::State& state, const Texts& (*texts)()) {
  std::string out;
  OverTexts(state, texts(), [&](const std::string& text) {
    text::CanonicalizeTo(text, &out);
    benchmark::DoNotOptimize(out.data());
  });
}
BENCHMARK_CAPTURE(Canonicalize, ascii, Ascii)->Name("canonicalise, ASCII");
BENCHMARK_CAPTURE(Canonicalize, latin, MixedLatin)->Name("canonicalise, mixed Latin");
BENCHMARK_CAPTURE(Canonicalize, cjk, Chinese)->Name("canonicalise, Chinese");

void Split(benchmark::State& state, const Texts& (*texts)(), document::Chunking chunking) {
  OverTexts(state, texts(), [=](const std::string& text) {
    benchmark::DoNotOptimize(document::Split(text, chunking));
  });
}
BENCHMARK_CAPTURE(Split, ascii, Ascii, document::Chunking::kTok512V1)->Name("chunk, ASCII");
BENCHMARK_CAPTURE(Split, cjk, Chinese, document::Chunking::kTok512V2)->Name("chunk, Chinese");

void Identify(benchmark::State& state, const Texts& (*texts)()) {
  OverTexts(state, texts(),
            [](const std::string& text) { benchmark::DoNotOptimize(document::Identify(text)); });
}
BENCHMARK_CAPTURE(Identify, ascii, Ascii)->Name("chunk + canonicalise + hash, ASCII");
BENCHMARK_CAPTURE(Identify, latin, MixedLatin)->Name("chunk + canonicalise + hash, mixed Latin");
BENCHMARK_CAPTURE(Identify, cjk, Chinese)->Name("chunk + canonicalise + hash, Chinese");

void Terms(benchmark::State& state, const Texts& (*texts)()) {
  std::string out;
  OverTexts(state, texts(), [&](const std::string& text) {
    out.clear();
    text::AppendSearchTerms(text, &out);
    benchmark::DoNotOptimize(out.data());
  });
}
BENCHMARK_CAPTURE(Terms, ascii, Ascii)->Name("search terms, ASCII");
BENCHMARK_CAPTURE(Terms, latin, MixedLatin)->Name("search terms, mixed Latin");
BENCHMARK_CAPTURE(Terms, cjk, Chinese)->Name("search terms, Chinese");

// Pages of the golden file, else one of our own.
const Texts& Wikitext() {
  static const Texts texts = [] {
    Texts all;
    std::size_t bytes = 0;
    const auto golden = std::filesystem::path(ARBORIST_SOURCE_DIR) / "tests" / "golden";
    if (auto source = compress::OpenByteSource(golden / "wikitext.jsonl.zst")) {
      std::string decoded(std::size_t{4} << 20, '\0');  // more than the file holds
      std::size_t size = 0;
      while (size < decoded.size()) {
        const auto read = (*source)->Read(decoded.data() + size, decoded.size() - size);
        if (!read || *read == 0) break;
        size += *read;
      }
      decoded.resize(size);
      std::istringstream lines(decoded);
      for (std::string line; std::getline(lines, line);) {
        const auto page = json::Parse(line);
        const json::Value* params = page ? page->Find("params") : nullptr;
        if (params == nullptr) continue;
        all.push_back(params->String("text").value_or(""));
        bytes += all.back().size();
      }
    }
    if (all.empty()) {
      all.emplace_back(
          "{{Infobox genus\n| name = ''Arbor''\n| picture = [[File:Arbor.jpg|A [[tree]]]]\n}}\n"
          "'''Arbor''' is a [[genus]] of [[tree|trees]]<ref name=\"a\">A, ''B'', 1999.</ref> in "
          "the family [[Arboraceae]], with species that grow to 20&nbsp;m.{{citation needed}}\n\n"
          "== Species ==\n* [[Arbor alba]], the white one\n* [[Arbor nigra|black arbor]]\n\n"
          "{| class=\"wikitable\"\n! Species !! Height\n|-\n| ''A. alba'' || 20\n|}\n"
          "[http://arbor.example The arbor page]\n[[Category:Trees]]\n");
      bytes = all.back().size();
    }
    for (std::size_t i = 0; bytes < kInputBytes; ++i) {
      bytes += all[i].size();
      all.push_back(all[i]);
    }
    return all;
  }();
  return texts;
}

void WikitextBase(benchmark::State& state) {
  OverTexts(state, Wikitext(),
            [](const std::string& text) { benchmark::DoNotOptimize(wikitext::ToBase(text)); });
}
BENCHMARK(WikitextBase)->Name("wikitext to prose");

const compress::Dictionary& TestDictionary() {
  static const compress::Dictionary dictionary = [] {
    const Texts samples(Chunks().begin(),
                        Chunks().begin() + static_cast<std::ptrdiff_t>(Chunks().size() / 2));
    return compress::Dictionary::Load(
               compress::TrainDictionary(samples, std::size_t{64} << 10).value())
        .value();
  }();
  return dictionary;
}

void Compress(benchmark::State& state) {
  compress::ChunkCodec codec(&TestDictionary());
  OverTexts(state, Chunks(),
            [&](const std::string& text) { benchmark::DoNotOptimize(codec.Compress(text)); });
}
BENCHMARK(Compress)->Name("compress chunks, with dictionary");

void Decompress(benchmark::State& state) {
  compress::ChunkCodec codec(&TestDictionary());
  Texts frames;
  for (const std::string& chunk : Chunks()) frames.push_back(codec.Compress(chunk));
  for ([[maybe_unused]] auto _ : state) {
    for (const std::string& frame : frames) {
      benchmark::DoNotOptimize(codec.Decompress(frame, std::size_t{1} << 20));
    }
  }
  CountBytes(state, Chunks());
}
BENCHMARK(Decompress)->Name("decompress chunks, with dictionary");

void PrepareDocuments(benchmark::State& state) {
  compress::ChunkCodec codec(&TestDictionary());
  OverTexts(state, MixedLatin(), [&](const std::string& text) {
    ingest::SourceDocument document;
    document.uri = "bench:document";
    document.title = "A document";
    document.text = text;
    document.source_type = "jsonl";
    document.extraction = ingest::kJsonLinesExtraction;
    benchmark::DoNotOptimize(ingest::Prepare(std::move(document), &codec, {}));
  });
}
BENCHMARK(PrepareDocuments)->Name("prepare a document: all of the above");

const Texts& JsonLines() {
  static const Texts lines = [] {
    Texts all;
    for (const std::string& text : MixedLatin()) {
      all.push_back(json::Dump(
          json::Object{{"uri", "bench:document"}, {"title", "A document"}, {"text", text}}));
    }
    return all;
  }();
  return lines;
}

void JsonParse(benchmark::State& state) {
  OverTexts(state, JsonLines(),
            [](const std::string& line) { benchmark::DoNotOptimize(json::Parse(line)); });
}
BENCHMARK(JsonParse)->Name("JSON parse, corpus lines");

void JsonDump(benchmark::State& state) {
  std::vector<json::Value> values;
  for (const std::string& line : JsonLines()) values.push_back(json::Parse(line).value());
  for ([[maybe_unused]] auto _ : state) {
    for (const json::Value& value : values) benchmark::DoNotOptimize(json::Dump(value));
  }
  CountBytes(state, JsonLines());
}
BENCHMARK(JsonDump)->Name("canonical JSON, corpus lines");

void HashEvents(benchmark::State& state) {
  const Hash256 hash = crypto::Sha256("event");
  const audit::EventBody body{.log = hash,
                              .seq = 12345,
                              .type = "document_added",
                              .time = 1700000000,
                              .subject = hash.hex(),
                              .actor = "arborist/0.1.0",
                              .hashes = {{"document", hash}, {"location", hash}}};
  EventHash head;
  for ([[maybe_unused]] auto _ : state) head = audit::HashEvent(head, body);
  benchmark::DoNotOptimize(head);
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()));
}
BENCHMARK(HashEvents)->Name("audit event: canonical JSON + hash");

std::vector<Hash256> Leaves(std::size_t count) {
  std::vector<Hash256> leaves;
  leaves.reserve(count);
  for (std::size_t i = 0; i < count; ++i) leaves.push_back(crypto::Sha256(std::to_string(i)));
  return leaves;
}

void MerkleRoot(benchmark::State& state) {
  const auto leaves = Leaves(std::size_t{1} << 20);
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(merkle::Root(leaves));
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(leaves.size()));
}
BENCHMARK(MerkleRoot)->Name("Merkle root of 1 Mi leaves, leaves");

void VerifyProof(benchmark::State& state) {
  const auto leaves = Leaves(4096);
  const merkle::Proof proof = merkle::Prove(leaves, 1234);
  for ([[maybe_unused]] auto _ : state)
    benchmark::DoNotOptimize(merkle::Verify(proof, leaves.size()));
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()));
}
BENCHMARK(VerifyProof)->Name("proof check, 4,096 leaves");

// Best and median rate of the repetitions, as one row a benchmark.
class TableReporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override {
    std::printf("### Parts, one thread (input: %s)\n\n",
                Corpus("wiki22k.jsonl.zst") ? "wiki22k, xquad.zh" : "synthetic");
    std::printf("| %-42s | %10s | %10s | %-7s |\n|%s|-----------:|-----------:|---------|\n",
                "what", "best", "median", "unit", std::string(44, '-').c_str());
    return true;
  }

  void ReportRuns(const std::vector<Run>& runs) override {
    std::vector<double> rates;
    bool bytes = false;
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration || run.error_occurred) continue;
      const auto of_bytes = run.counters.find("bytes_per_second");
      const auto of_items = run.counters.find("items_per_second");
      bytes = of_bytes != run.counters.end();
      if (bytes) rates.push_back(of_bytes->second.value / 1e6);
      if (of_items != run.counters.end()) rates.push_back(of_items->second.value / 1e3);
    }
    if (rates.empty()) return;
    std::sort(rates.begin(), rates.end());
    std::string name = runs[0].run_name.function_name;
    std::printf("| %-42s | %10.1f | %10.1f | %-7s |\n", name.c_str(), rates.back(),
                rates[rates.size() / 2], bytes ? "MB/s" : "1000/s");
    std::fflush(stdout);
  }

  void Finalize() override { std::printf("\n"); }
};

}  // namespace
}  // namespace arborist::bench

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  arborist::bench::TableReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::Shutdown();
  return 0;
}
