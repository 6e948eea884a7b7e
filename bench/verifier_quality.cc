// SPDX-License-Identifier: AGPL-3.0-only
// How often each verifier says STRICT when it must and when it must not: on answers that people
// labelled, and on edits of real sentences, with one passage as context and with eight.
//
//   arborist_verifier_quality [--data DIR] [--every N] [--part labels|edits|all] [--json FILE]
//                             [--half 0|1] [--show KIND] [--shown N]
//
// --every N takes each N-th sentence; --half takes the labelled answers whose id hashes to that
// half only, so that one can be kept back while rules change; --show prints answers of a kind (or a
// label) on which lexical-v2 is wrong.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "answer_edits.h"
#include "base/files.h"
#include "compress/byte_source.h"
#include "json/value.h"
#include "judge/lexical_v2/lexical_v2.h"

namespace arborist::bench {
namespace {

struct Arguments {
  std::filesystem::path data;
  std::string part = "all", json_file, show;
  std::size_t every = 1, shown = 20;
  int half = -1;
};

constexpr std::array kVerifiers = {judge::Verifier::kReferenceV98, judge::Verifier::kLexicalV2,
                                   judge::Verifier::kLexicalV3};

struct Count {
  std::size_t cases = 0;
  std::array<std::size_t, kVerifiers.size()> strict{};  // by each verifier
};
using Table = std::map<std::string, Count>;

constexpr std::array kLabelSets = {"factcheckgpt_stance", "halueval_qa", "summedits"};
constexpr std::size_t kPassages = 8;

Status ForEachLine(std::filesystem::path path, const auto& visit) {
  if (!std::filesystem::exists(path)) path += ".zst";
  TRY_ASSIGN(const std::unique_ptr<compress::ByteSource> source, compress::OpenByteSource(path));
  std::string content;
  char buffer[1 << 16];
  while (true) {
    TRY_ASSIGN(const std::size_t read, source->Read(buffer, sizeof buffer));
    if (read == 0) break;
    content.append(buffer, read);
  }
  for (std::size_t begin = 0; begin < content.size();) {
    const std::size_t end = std::min(content.find('\n', begin), content.size());
    if (end > begin) {
      TRY_ASSIGN(const json::Value line,
                 json::Parse(std::string_view(content).substr(begin, end - begin)));
      TRY(visit(line));
    }
    begin = end + 1;
  }
  return {};
}

std::uint64_t HashOf(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x100000001b3u;
  return hash ^ (hash >> 29);
}

class Measurement {
 public:
  explicit Measurement(const Arguments& arguments) : arguments_(arguments) {}

  void Add(const std::string& row, bool must, const std::string& answer, const std::string& context,
           Table* table) {
    const judge::QuotePolicy policy;
    Count& count = (*table)[row];
    ++count.cases;
    bool last = false;
    for (std::size_t v = 0; v < kVerifiers.size(); ++v) {
      last = judge::JudgeAnswer(answer, context, kVerifiers[v], policy).audit_mode ==
             judge::AuditMode::kStrict;
      count.strict[v] += last ? 1u : 0u;
    }
    if (last == must || row != arguments_.show || shown_ >= arguments_.shown) return;
    ++shown_;
    std::printf("-- %s\nanswer:  %s\ncontext: %.1500s\n", row.c_str(), answer.c_str(),
                context.c_str());
  }

 private:
  const Arguments& arguments_;
  std::size_t shown_ = 0;
};

// ---- labelled answers

Status MeasureLabels(const Arguments& arguments, Measurement* measurement, Table* table) {
  for (const std::string set : kLabelSets) {
    TRY_IN("labels " + set,
           ForEachLine(arguments.data / "labels" / (set + ".jsonl"),
                       [&](const json::Value& line) -> Status {
                         TRY_ASSIGN(const std::string id, line.String("id"));
                         if (arguments.half >= 0 &&
                             HashOf(id) % 2 != static_cast<std::uint64_t>(arguments.half)) {
                           return {};
                         }
                         TRY_ASSIGN(const std::string answer, line.String("answer"));
                         TRY_ASSIGN(const std::string context, line.String("context"));
                         TRY_ASSIGN(const std::string label, line.String("label"));
                         const bool supported = label == "supported";
                         measurement->Add(set + (supported ? ": supported" : ": not supported"),
                                          supported, answer, context, table);
                         return {};
                       }));
  }
  return {};
}

// ---- edits

struct EditSet {
  std::string name;
  std::vector<Passage> passages;
  std::vector<std::string> answers;
};

Result<EditSet> ReadSet(const Arguments& arguments, const std::string& name, std::size_t every) {
  EditSet set{.name = name, .passages = {}, .answers = {}};
  std::map<std::string, std::size_t> by_uri;
  std::size_t number = 0;
  TRY(ForEachLine(arguments.data / "corpora" / (name + ".jsonl"),
                  [&](const json::Value& line) -> Status {
                    if (number++ % every != 0) return {};
                    TRY_ASSIGN(std::string text, line.String("text"));
                    TRY_ASSIGN(const std::string uri, line.String("uri"));
                    // Of an article the first long paragraph.
                    if (name == "wiki22k") {
                      std::size_t begin = 0;
                      std::string paragraph;
                      while (begin < text.size() && paragraph.size() < 400) {
                        const std::size_t end = std::min(text.find('\n', begin), text.size());
                        paragraph = text.substr(begin, end - begin);
                        begin = end + 1;
                      }
                      if (paragraph.size() < 400) return {};
                      text = paragraph;
                    }
                    by_uri[uri] = set.passages.size();
                    set.passages.push_back({std::move(text), {}});
                    return {};
                  }));
  if (!std::filesystem::exists(arguments.data / "questions" / (name + ".jsonl"))) return set;
  TRY(ForEachLine(arguments.data / "questions" / (name + ".jsonl"),
                  [&](const json::Value& line) -> Status {
                    TRY_ASSIGN(const std::string uri, line.String("gold_uri"));
                    const json::Value* answers = line.Find("answers");
                    const auto it = by_uri.find(uri);
                    if (it == by_uri.end() || answers == nullptr || !answers->is_array() ||
                        answers->as_array().empty())
                      return {};
                    std::string answer = answers->as_array()[0].as_string();
                    set.answers.push_back(answer);
                    set.passages[it->second].answers.push_back(std::move(answer));
                    return {};
                  }));
  return set;
}

// Seven other passages around it, a blank line between.
std::string AmongOthers(const EditSet& set, std::size_t own, Random* random) {
  std::string context;
  const std::size_t place = (*random)() % kPassages;
  for (std::size_t k = 0; k < kPassages; ++k) {
    if (k > 0) context += "\n\n";
    context += set.passages[k == place ? own : (*random)() % set.passages.size()].text;
  }
  return context;
}

void MeasureSet(const Arguments& arguments, const EditSet& set, Measurement* measurement,
                Table* one, Table* eight) {
  const bool dense = set.name == "xquad.zh" || set.name == "xquad.th";
  const bool english = !set.name.starts_with("xquad.") || set.name == "xquad.en";
  Random random(20240229);
  std::size_t number = 0;
  std::string foreign;  // a sentence of the passage before
  for (std::size_t p = 0; p < set.passages.size(); ++p) {
    const Passage& passage = set.passages[p];
    const std::vector<std::string> sentences = UsableSentences(passage.text, dense);
    for (std::size_t s = 0; s < sentences.size(); ++s) {
      if (number++ % arguments.every != 0) continue;
      std::vector<Edited> edits = MakeEdits(sentences[s], passage, set.answers, &random);
      if (english && s + 1 < sentences.size()) {
        for (Edited& fused : FuseSentences(sentences[s], sentences[s + 1])) edits.push_back(fused);
      }
      if (english && !foreign.empty()) edits.push_back(WithForeignClause(sentences[s], foreign));
      const std::string many = AmongOthers(set, p, &random);
      for (const Edited& edited : edits) {
        // The lists are English: elsewhere what every language has is measured.
        if (!english && (edited.kind.starts_with("clause") || edited.kind.starts_with("neg") ||
                         edited.kind.starts_with("active"))) {
          continue;
        }
        const std::string row = (english ? "" : set.name + " ") +
                                std::string(edited.must ? "must: " : "must not: ") +
                                std::string(edited.kind);
        measurement->Add(row, edited.must, edited.answer, passage.text, one);
        measurement->Add(row, edited.must, edited.answer, many, eight);
      }
    }
    if (!sentences.empty()) foreign = sentences[0];
  }
}

// ---- output

std::string Percent(std::size_t part, std::size_t whole) {
  char text[16];
  std::snprintf(text, sizeof text, "%.2f %%",
                whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole));
  return text;
}

json::Value ToJson(const Count& count) {
  json::Object strict;
  for (std::size_t v = 0; v < kVerifiers.size(); ++v) {
    strict.emplace(judge::Name(kVerifiers[v]), static_cast<std::int64_t>(count.strict[v]));
  }
  return json::Object{{"cases", static_cast<std::int64_t>(count.cases)}, {"strict", strict}};
}

json::Object PrintLabels(const Table& table) {
  json::Object rows;
  std::printf(
      "| labelled answers | cases | reference-v9.8 STRICT | lexical-v2 STRICT | lexical-v3 STRICT "
      "|\n|---|---|---|---|---|\n");
  Table total = table;
  for (const auto& [row, count] : table) {
    Count& all = total["~ all" + row.substr(row.find(':'))];
    all.cases += count.cases;
    for (std::size_t v = 0; v < kVerifiers.size(); ++v) all.strict[v] += count.strict[v];
  }
  for (const auto& [row, count] : total) {
    std::printf("| %s | %zu |", row.c_str(), count.cases);
    for (const std::size_t strict : count.strict) {
      std::printf(" %s |", Percent(strict, count.cases).c_str());
    }
    std::printf("\n");
    rows.emplace(row, ToJson(count));
  }
  std::printf("\n");
  return rows;
}

json::Object PrintEdits(const Table& one, const Table& eight) {
  json::Object rows;
  std::printf(
      "| edit | cases | reference-v9.8, one passage | eight | lexical-v2, one passage | eight "
      "| lexical-v3, one passage | eight |\n|---|---|---|---|---|---|---|---|\n");
  for (const auto& [row, count] : one) {
    const Count& more = eight.at(row);
    std::printf("| %s | %zu |", row.c_str(), count.cases);
    for (std::size_t v = 0; v < kVerifiers.size(); ++v) {
      std::printf(" %s | %s |", Percent(count.strict[v], count.cases).c_str(),
                  Percent(more.strict[v], more.cases).c_str());
    }
    std::printf("\n");
    rows.emplace(row,
                 json::Object{{"one_passage", ToJson(count)}, {"eight_passages", ToJson(more)}});
  }
  std::printf("\n");
  return rows;
}

Result<Arguments> ParseArguments(int argc, char** argv) {
  Arguments arguments;
  const char* shared = std::getenv("ARBORIST_SHARED");
  arguments.data = std::filesystem::path(shared != nullptr ? shared : "../shared") / "data";
  if (argc % 2 == 0) {
    return Fail(ErrorCode::kInvalidArgument,
                "a value is missing behind " + std::string(argv[argc - 1]));
  }
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string flag = argv[i], value = argv[i + 1];
    if (flag == "--data") {
      arguments.data = value;
    } else if (flag == "--every") {
      arguments.every = std::max(1ul, std::strtoul(value.c_str(), nullptr, 10));
    } else if (flag == "--part") {
      arguments.part = value;
    } else if (flag == "--json") {
      arguments.json_file = value;
    } else if (flag == "--half") {
      arguments.half = value == "0" ? 0 : 1;
    } else if (flag == "--show") {
      arguments.show = value;
    } else if (flag == "--shown") {
      arguments.shown = std::strtoul(value.c_str(), nullptr, 10);
    } else {
      return Fail(ErrorCode::kInvalidArgument, "unknown: " + flag + " " + value);
    }
  }
  return arguments;
}

Status Run(int argc, char** argv) {
  TRY_ASSIGN(const Arguments arguments, ParseArguments(argc, argv));
  Measurement measurement(arguments);
  json::Object out;
  if (arguments.part != "edits") {
    Table labels;
    TRY(MeasureLabels(arguments, &measurement, &labels));
    out.emplace("labels", PrintLabels(labels));
  }
  if (arguments.part != "labels") {
    Table one, eight;
    for (const std::string name : {"squad", "xquad.en", "wiki22k", "xquad.de", "xquad.ru",
                                   "xquad.ar", "xquad.zh", "xquad.th"}) {
      TRY_ASSIGN(const EditSet set, ReadSet(arguments, name, name == "wiki22k" ? 10 : 1));
      MeasureSet(arguments, set, &measurement, &one, &eight);
    }
    out.emplace("edits", PrintEdits(one, eight));
  }
  return arguments.json_file.empty()
             ? Status()
             : WriteFileAtomically(arguments.json_file, json::Pretty(out) + "\n");
}

}  // namespace
}  // namespace arborist::bench

int main(int argc, char** argv) {
  const arborist::Status status = arborist::bench::Run(argc, argv);
  if (status) return 0;
  std::fprintf(stderr, "arborist_verifier_quality: %s\n", status.error().message.c_str());
  return 2;
}
