// SPDX-License-Identifier: AGPL-3.0-only
#include "files/measure.h"

#include <algorithm>
#include <map>

#include "base/files.h"
#include "files/words.h"
#include "json/value.h"

namespace arborist::files {

namespace {

constexpr std::uint64_t kMaxFileBytes = std::uint64_t{256} << 20;

Result<std::vector<json::Value>> LinesOf(const std::filesystem::path& file) {
  TRY_ASSIGN(const std::string all, ReadFile(file, kMaxFileBytes));
  std::vector<json::Value> lines;
  std::string_view rest = all;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.empty()) continue;
    TRY_ASSIGN(json::Value value, json::Parse(line));
    lines.push_back(std::move(value));
  }
  return lines;
}

bool Belongs(const MeasuredFormat& format, std::string_view path) {
  return path.starts_with(std::string(format.folder) + "/") && path.ends_with(format.ending);
}

Result<FileResult> ReadOne(const std::filesystem::path& folder, const std::string& path,
                           const MeasuredFormat& format) {
  TRY_ASSIGN(const std::string bytes, ReadFile(folder / path, kMaxFileBytes));
  FileResult result;
  result.path = path;
  result.bytes = bytes.size();
  const auto begin = std::chrono::steady_clock::now();
  result.reading = format.read(bytes);
  result.time = std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::steady_clock::now() - begin);
  return result;
}

// The facts of one file: each string that is not there, or is and must not be.
void CheckFacts(const json::Value& facts, FileResult* result) {
  const std::string text = Folded(result->reading.title + "\n" + result->reading.text);
  for (const std::string_view key : {"must_contain", "must_not_contain"}) {
    const auto list = facts.List(key);
    if (!list) continue;
    for (const json::Value& one : **list) {
      ++result->facts;
      const bool there = text.contains(Folded(one.as_string()));
      if (there != (key == "must_contain")) {
        result->facts_missed.push_back((there ? "has: " : "lacks: ") + one.as_string());
      }
    }
  }
}

}  // namespace

double FormatResult::MeanScore() const {
  double sum = 0;
  std::size_t count = 0;
  for (const FileResult& file : files) {
    if (file.score < 0) continue;
    sum += file.score;
    ++count;
  }
  return count == 0 ? 1 : sum / static_cast<double>(count);
}

double FormatResult::ShareOfFacts() const {
  std::size_t all = 0;
  std::size_t missed = 0;
  for (const FileResult& file : files) {
    all += file.facts;
    missed += file.facts_missed.size();
  }
  return all == 0 ? 1 : 1 - static_cast<double>(missed) / static_cast<double>(all);
}

Result<FormatResult> Measure(const std::filesystem::path& folder, const MeasuredFormat& format) {
  TRY_ASSIGN(const auto manifest, LinesOf(folder / "manifest.jsonl"));
  TRY_ASSIGN(const auto facts, LinesOf(folder / "facts.jsonl"));
  FormatResult all;
  for (const json::Value& line : manifest) {
    TRY_ASSIGN(const std::string path, line.String("path"));
    if (!Belongs(format, path)) continue;
    TRY_ASSIGN(FileResult result, ReadOne(folder, path, format));
    TRY_ASSIGN(const json::Array* expected, line.List("expected"));
    std::string expected_text;
    for (const json::Value& one : *expected) {
      TRY_ASSIGN(const std::string name, one.String("path"));
      TRY_ASSIGN(std::string content, ReadFile(folder / name, kMaxFileBytes));
      expected_text += PlainExpected(name, std::move(content)) + "\n";
    }
    if (!expected->empty()) {
      const auto compare = format.compared == Compared::kF1 ? WordF1 : WordRecall;
      result.score = compare(WordsOf(expected_text), WordsOf(result.reading.text));
    }
    for (const json::Value& one : facts) {
      const auto file = one.String("file");
      if (file && *file == path) CheckFacts(one, &result);
    }
    all.files.push_back(std::move(result));
  }
  return all;
}

Result<FormatResult> MeasureHostile(const std::filesystem::path& folder,
                                    const MeasuredFormat& format) {
  FormatResult all;
  const std::filesystem::path hostile = folder / "hostile" / format.folder;
  std::error_code error;
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(hostile, error)) {
    const std::string path =
        "hostile/" + std::string(format.folder) + "/" + entry.path().filename().string();
    if (path.ends_with(format.ending)) paths.push_back(path);
  }
  std::ranges::sort(paths);
  for (const std::string& path : paths) {
    TRY_ASSIGN(FileResult result, ReadOne(folder, path, format));
    all.files.push_back(std::move(result));
  }
  return all;
}

}  // namespace arborist::files
