// SPDX-License-Identifier: AGPL-3.0-only
// Where results go: standard output that cannot take them, and the places that -o and --save name.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/files.h"
#include "json/value.h"
#include "support/json_lines.h"
#include "support/process.h"

namespace arborist {
namespace {

namespace fs = std::filesystem;
using testing_support::Child;
using testing_support::JsonLines;
using testing_support::Outcome;
using testing_support::RunProgram;
using testing_support::WriteWhole;
using Words = std::vector<std::string>;

class CliOutput : public testing::Test {
 protected:
  void SetUp() override {
    std::string text = "# A lens\n\nThe lens was lit in 1823 at Cordouan.\n";
    for (int i = 0; i < 400; ++i) text += "Keeper " + std::to_string(i) + " trimmed the lamp.\n";
    WriteWhole(folder_.path() / "in" / "lens.md", text);
    ASSERT_EQ(Run({"ingest", Path("in"), "--uri-prefix", "t:"}).exit_code, 0);
  }
  std::string Path(const std::string& name) const { return (folder_.path() / name).string(); }
  Words WithHome(Words arguments) const {
    arguments.insert(arguments.end(), {"--home", Path("home")});
    return arguments;
  }
  Outcome Run(Words arguments) const { return RunProgram(WithHome(std::move(arguments))); }
  // With standard output on a device that is always full.
  static Outcome RunOnFull(Words arguments, const fs::path& program = testing_support::Program()) {
    arguments.insert(arguments.begin(), {"-c", "exec \"$@\" >/dev/full", "sh", program.string()});
    return Child(std::move(arguments), {}, "/bin/sh").Wait();
  }
  TemporaryFolder folder_;
};

TEST_F(CliOutput, WhatCannotBeWrittenToStandardOutputIsToldAndFails) {
  ASSERT_EQ(Run({"prove", "t:lens.md", "-o", Path("proof.json")}).exit_code, 0);
  WriteWhole(folder_.path() / "answer", "The lens was lit in 1823 at Cordouan.");
  for (const Words& arguments :
       {Words{"search", "lens", "--json"}, Words{"search", "lens"}, Words{"prove", "t:lens.md"},
        Words{"prove", "t:lens.md", "-o", Path("again.json")},
        Words{"query", "When was the lens lit?"}, Words{"documents", "text", "t:lens.md"},
        Words{"documents", "list"}, Words{"verify", Path("proof.json")}, Words{"stats"},
        Words{"fsck"}, Words{"audit", "check"}, Words{"key"},
        Words{"ingest", Path("in"), "--uri-prefix", "t:"},
        Words{"check", "--answer", Path("answer"), "--context", Path("in/lens.md")},
        Words{"--version"}, Words{"--version", "--json"}, Words{"--help"},
        Words{"search", "--help"}}) {
    const Outcome outcome = RunOnFull(WithHome(arguments));
    EXPECT_EQ(outcome.exit_code, 4) << arguments[0] << outcome.err;
    EXPECT_TRUE(outcome.err.ends_with(
        "arborist: cannot write to standard output: No space left on device\n"))
        << arguments[0] << ": " << outcome.err;
  }
}

TEST_F(CliOutput, TheAuditorsProgramTellsItToo) {
  ASSERT_EQ(Run({"prove", "t:lens.md", "-o", Path("proof.json")}).exit_code, 0);
  const fs::path verifier = testing_support::Program().parent_path() / "arborist-verify";
  for (const Words& arguments : {Words{Path("proof.json")}, Words{Path("proof.json"), "--json"},
                                 Words{"--help"}, Words{"--version"}}) {
    const Outcome outcome = RunOnFull(arguments, verifier);
    EXPECT_EQ(outcome.exit_code, 4) << arguments[0];
    EXPECT_EQ(outcome.err,
              "arborist-verify: cannot write to standard output: No space left on device\n");
  }
  EXPECT_EQ(RunOnFull({Path("none"), "--json"}, verifier).exit_code, 3);
}

TEST_F(CliOutput, AFailureBeforeKeepsItsExitCode) {
  for (const auto& [arguments, code] : std::vector<std::pair<Words, int>>{
           {{"prove", "00000000", "--json"}, 3}, {{"search", "--json", "--odd"}, 2}}) {
    const Outcome outcome = RunOnFull(WithHome(arguments));
    EXPECT_EQ(outcome.exit_code, code);
    EXPECT_EQ(outcome.err, "arborist: cannot write to standard output: No space left on device\n");
  }
}

TEST_F(CliOutput, ANamedPipeIsWrittenInto) {
  const fs::path pipe = folder_.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  WriteWhole(folder_.path() / "questions",
             R"({"question":"When was the lens lit?","gold_uri":"t:lens.md"})");
  ASSERT_EQ(Run({"key"}).exit_code, 0);
  for (const auto& [arguments, begin] : std::vector<std::pair<Words, std::string>>{
           {{"prove", "t:lens.md", "--chunk", "0", "-o", pipe.string()}, "{"},
           {{"audit", "checkpoint", "-o", pipe.string()}, "arborist"},
           {{"eval", Path("questions"), "--save", pipe.string()}, "{"}}) {
    const FileDescriptor reader(::open(pipe.c_str(), O_RDONLY | O_NONBLOCK));
    const Outcome outcome = Run(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(fs::is_fifo(pipe)) << arguments[0];
    const auto got = ReadAll(reader.get(), "pipe", 1 << 20);
    ASSERT_TRUE(got);
    EXPECT_TRUE(got->starts_with(begin)) << arguments[0] << ": " << *got;
  }
}

TEST_F(CliOutput, ALinkStaysAndItsTargetIsWritten) {
  fs::create_symlink("real.json", folder_.path() / "link.json");
  ASSERT_EQ(Run({"prove", "t:lens.md", "-o", Path("link.json")}).exit_code, 0);
  EXPECT_TRUE(fs::is_symlink(folder_.path() / "link.json"));
  EXPECT_EQ(RunProgram({"verify", Path("real.json")}).exit_code, 0);
}

TEST_F(CliOutput, APlaceThatCannotBeWrittenIsTheEnvironmentsFault) {
  const Outcome outcome = Run({"prove", "t:lens.md", "-o", Path("missing/proof.json"), "--json"});
  EXPECT_EQ(outcome.exit_code, 4);
  const auto object = json::Parse(outcome.out);
  ASSERT_TRUE(object) << outcome.out;
  EXPECT_EQ(object->Find("error")->String("code").value(), "environment");
}

TEST_F(CliOutput, FsckShowsItsProgressOnlyWhereItIsAskedFor) {
  EXPECT_EQ(Run({"fsck"}).err, "");
  EXPECT_EQ(Run({"fsck", "--json", "--progress", "none"}).err, "");
  const std::string plain = Run({"fsck", "--progress", "plain"}).err;
  EXPECT_TRUE(plain.contains("checking shard main")) << plain;
  EXPECT_TRUE(plain.contains("checking records...\n")) << plain;
  const std::string lines = Run({"fsck", "--json", "--progress", "jsonl"}).err;
  EXPECT_TRUE(lines.contains("{\"stage\":\"checking cores\"}\n")) << lines;
}

TEST_F(CliOutput, ProgressForProgramsHasRateAndTimeLeft) {
  std::string pages;
  for (int i = 0; i < 20000; ++i) {
    pages += R"({"uri":"u:)" + std::to_string(i) + R"(","text":"page )" + std::to_string(i) +
             " of many\"}\n";
  }
  WriteWhole(folder_.path() / "pages.jsonl", pages);
  const Outcome outcome = Run({"ingest", Path("pages.jsonl"), "--progress", "jsonl"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto lines = JsonLines(outcome.err);
  ASSERT_FALSE(lines.empty());
  for (const json::Value& line : lines) {
    EXPECT_TRUE(line.Int("documents") && line.Int("text_bytes") && line.String("current"));
    EXPECT_GE(line.Int("bytes_per_second").value_or(-1), 0);
    const std::int64_t read = line.Int("input_bytes").value();
    const bool under_way = read > 0 && read < line.Int("input_total").value();
    const json::Value* left = line.Find("eta_seconds");
    ASSERT_NE(left, nullptr);
    EXPECT_EQ(left->is_number(), under_way) << json::Dump(line);
    EXPECT_EQ(left->is_null(), !under_way) << json::Dump(line);
  }
}

}  // namespace
}  // namespace arborist
