// SPDX-License-Identifier: AGPL-3.0-only
// measure_files FOLDER [FORMAT...]   word F1, facts and speed per format, for a folder with a
//                                    manifest.jsonl; each file that is not right is named
// measure_files --show FORMAT FILE   the reading of one file
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "base/files.h"
#include "files/formats.h"
#include "files/measure.h"
#include "reading/fault_test.h"

namespace {

using namespace arborist;
using files::FileResult;

void Print(const std::string& line) { std::fputs((line + "\n").c_str(), stdout); }

std::string Fixed(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.3f", value);
  return text;
}

void PrintReport(const reading::Reading& reading) {
  const reading::Report& report = reading.report;
  Print("verdict: " + std::string(NameOf(report.verdict)) + " " + report.detail);
  Print("units: " + std::to_string(report.units_with_text) + " of " + std::to_string(report.units) +
        " " + report.unit_name);
  for (const auto& one : report.left_out) {
    Print("left out: " + one.what + " " + one.where + " " + std::to_string(one.count));
  }
  for (const std::string& warning : report.warnings) Print("warning: " + warning);
}

int Show(const files::MeasuredFormat& format, const std::string& file) {
  const auto bytes = ReadFile(file, std::uint64_t{256} << 20);
  if (!bytes) {
    Print(bytes.error().message);
    return 1;
  }
  const reading::Reading reading = format.read(*bytes);
  PrintReport(reading);
  Print("title: " + reading.title + "\ndate: " + reading.content_date);
  for (const std::string& link : reading.links) Print("link: " + link);
  for (const auto& anchor : reading.anchors) {
    Print("anchor: " + std::to_string(anchor.begin) + " " + std::string(NameOf(anchor.kind)) +
          " [" + anchor.label + "] #" + anchor.fragment);
  }
  Print("----\n" + reading.text);
  return 0;
}

void PrintFile(const FileResult& file) {
  Print("  " + file.path + ": " + std::string(NameOf(file.reading.report.verdict)) + " " +
        file.reading.report.detail + (file.score < 0 ? "" : " words " + Fixed(file.score)) + " " +
        std::to_string(file.time.count() / 1000) + " ms");
  for (const std::string& fact : file.facts_missed) Print("    " + fact);
  const std::string fault = reading::FaultOf(file.reading);
  if (!fault.empty()) Print("    FAULT: " + fault);
}

void PrintFormat(const std::filesystem::path& folder, const files::MeasuredFormat& format) {
  const auto honest = files::Measure(folder, format);
  if (!honest) return Print(std::string(format.name) + ": " + honest.error().message);
  std::chrono::microseconds time{};
  std::uint64_t bytes = 0;
  std::size_t with_text = 0;
  for (const FileResult& file : honest->files) {
    time += file.time;
    bytes += file.bytes;
    if (!file.reading.text.empty()) ++with_text;
  }
  const double seconds = std::max(1e-6, static_cast<double>(time.count()) / 1e6);
  Print(std::string(format.name) + ": " + std::to_string(honest->files.size()) + " files, " +
        std::to_string(with_text) + " with text, " +
        (format.compared == files::Compared::kF1 ? "F1 " : "recall ") + Fixed(honest->MeanScore()) +
        ", facts " + Fixed(honest->ShareOfFacts()) + ", " +
        Fixed(static_cast<double>(honest->files.size()) / seconds) + " files/s, " +
        Fixed(static_cast<double>(bytes) / 1e6 / seconds) + " MB/s");
  for (const FileResult& file : honest->files) {
    if ((file.score >= 0 && file.score < 0.96) || !file.facts_missed.empty() ||
        file.reading.report.verdict != reading::Verdict::kRead ||
        !reading::FaultOf(file.reading).empty()) {
      PrintFile(file);
    }
  }
  const auto hostile = files::MeasureHostile(folder, format);
  if (!hostile) return Print(hostile.error().message);
  for (const FileResult& file : hostile->files) PrintFile(file);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.empty()) {
    Print("usage: measure_files FOLDER [FORMAT...] | measure_files --show FORMAT FILE");
    return 2;
  }
  for (const files::MeasuredFormat& format : files::MeasuredFormats()) {
    if (arguments[0] == "--show") {
      if (arguments.size() == 3 && arguments[1] == format.name) return Show(format, arguments[2]);
      continue;
    }
    const bool named =
        std::find(arguments.begin() + 1, arguments.end(), format.name) != arguments.end();
    if (arguments.size() == 1 || named) PrintFormat(arguments[0], format);
  }
  return 0;
}
