// SPDX-License-Identifier: AGPL-3.0-only
// Reads answers and their texts from files or standard input, has judge::Check judge them and
// prints the units. With --input each line is one answer; the exit code is 1 if any is below
// --require.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/check_request.h"
#include "base/files.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "judge/check_answer.h"
#include "judge/meanings.h"
#include "judge/unit_text.h"
#include "text/canonical.h"
#include "text/scan.h"

namespace arborist::cli {

namespace {

constexpr std::uint64_t kMaxAnswerBytes = std::uint64_t{16} << 20;
constexpr std::uint64_t kMaxContextBytes = std::uint64_t{256} << 20;

struct Options {
  std::string answer;
  std::vector<std::string> contexts;
  std::string evidence;
  std::string input;
  std::string question;
  std::string mode;
  std::string verifier = "lexical-v3";
  std::string entity_policy = "proximity";
  std::string require;
  bool wikitext = false;
};

Result<std::string> ReadText(const std::string& file, std::uint64_t max_bytes) {
  const std::string name = file == "-" ? "standard input" : file;
  TRY_ASSIGN(std::string text,
             file == "-" ? ReadAll(STDIN_FILENO, name, max_bytes) : ReadFile(file, max_bytes));
  if (const std::size_t bad = text::FindInvalidUtf8(text); bad != std::string::npos) {
    return Fail(ErrorCode::kInvalidArgument,
                name + " is not UTF-8 at byte " + std::to_string(bad) + "; convert it first");
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  return text;
}

// The JSON objects of a text, one a line, with the line's number in errors.
template <typename Visit>
Status ForEachLine(std::string_view text, const std::string& name, Visit visit) {
  std::size_t number = 0;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = text.substr(start, end - start);
    start = end + 1;
    ++number;
    if (text::Strip(line).empty()) continue;
    const std::string place = name + " line " + std::to_string(number);
    auto value = json::Parse(line);
    if (!value) return std::unexpected(std::move(value).error().In(place));
    if (!value->is_object()) {
      return Fail(ErrorCode::kInvalidArgument, place + ": a JSON object is needed");
    }
    if (Status status = visit(*value); !status) {
      return std::unexpected(std::move(status).error().In(place));
    }
  }
  return {};
}

// What the flags say of every answer.
Result<judge::CheckRequest> Defaults(const Options& options) {
  judge::CheckRequest request;
  request.question = options.question;
  const std::string mode = !options.mode.empty()       ? options.mode
                           : !options.evidence.empty() ? "claim_lattice_pointer"
                                                       : "quote";
  request.mode = *judge::AnswerModeFromName(mode);  // --mode takes only these
  request.verifier = *judge::VerifierFromName(options.verifier);
  request.quote_policy.entity_policy = *judge::EntityPolicyFromName(options.entity_policy);
  return request;
}

Result<judge::CheckRequest> RequestFromFiles(const Options& options) {
  TRY_ASSIGN(judge::CheckRequest request, Defaults(options));
  TRY_ASSIGN(request.answer, ReadText(options.answer, kMaxAnswerBytes));
  for (const std::string& file : options.contexts) {
    TRY_ASSIGN(std::string text, ReadText(file, kMaxContextBytes));
    request.passages.push_back(
        app::PassageOf(file == "-" ? "standard input" : file, std::move(text)));
  }
  if (!options.evidence.empty()) {
    TRY_ASSIGN(const std::string lines, ReadText(options.evidence, kMaxContextBytes));
    TRY(ForEachLine(lines, options.evidence, [&](const json::Value& value) -> Status {
      TRY_ASSIGN(evidence::SourceChunk passage,
                 app::PassageFromJson(value, request.passages.size() + 1));
      request.passages.push_back(std::move(passage));
      return {};
    }));
  }
  if (options.wikitext) app::TakeWikitextBase(&request);
  return request;
}

std::string Coloured(const Session& session, std::string_view code, std::string_view text) {
  if (!session.colour()) return std::string(text);
  return "\033[" + std::string(code) + "m" + std::string(text) + "\033[0m";
}

constexpr std::string_view kGreen = "32", kYellow = "33", kRed = "31";

// On one line, and no control of the terminal.
std::string OneLine(const Session& session, std::string_view text) {
  std::string collapsed;
  text::CollapseWhitespaceTo(text, &collapsed);
  return session.Safe(collapsed);
}

constexpr std::string_view kIndent = "            ";

// As wide as kIndent.
std::string MarkOf(const json::Value& unit) {
  const bool partly = unit.StringOr("status", "").value_or("") == "EVIDENCE_LINKED_PARTIAL";
  std::string mark(partly ? "partly" : judge::VerdictOf(unit));
  std::ranges::replace(mark, '_', ' ');
  mark.resize(kIndent.size(), ' ');
  return mark;
}

void PrintPlace(const Session& session, const json::Value& unit, bool holds) {
  const json::Value* passage = unit.Find("passage");
  if (passage == nullptr) return;
  const auto number = [&](const char* name) {
    return std::to_string(passage->Int(name).value_or(0));
  };
  const std::string place = passage->StringOr("source", "").value_or("") + ":" +
                            number("offset_start") + "-" + number("offset_end");
  session.PrintLine(std::string(kIndent) +
                    session.Dim((holds ? "source:  " : "nearest: ") + session.Safe(place)) + "  " +
                    OneLine(session, passage->StringOr("text", "").value_or("")));
}

// A unit as `check --json` has it.
void PrintUnit(const Session& session, const json::Value& unit) {
  const std::string_view verdict = judge::VerdictOf(unit);
  const bool holds = verdict == "stated";
  const std::string_view colour = holds ? kGreen : verdict == "close" ? kYellow : kRed;
  const std::string text = OneLine(session, unit.StringOr("text", "").value_or(""));
  session.PrintLine(Coloured(session, colour, MarkOf(unit)) +
                    (holds ? text : Coloured(session, colour, text)));
  if (const std::string detail = judge::VerdictDetail(unit); !detail.empty()) {
    session.PrintLine(std::string(kIndent) + OneLine(session, detail));
  }
  if (const std::string from = judge::SubjectText(unit); !from.empty()) {
    session.PrintLine(std::string(kIndent) + session.Dim(from));
  }
  PrintPlace(session, unit, holds);
}

// The kind, and what the verifier said about this one, else what the kind means.
void PrintViolation(const Session& session, const json::Value& violation) {
  const std::string kind = violation.StringOr("kind", "").value_or("");
  std::string said;
  for (const char* wording : {"reason", "rationale"}) {
    if (said.empty()) said = violation.StringOr(wording, "").value_or("");
  }
  if (said.empty()) said = judge::ViolationMeaning(kind);
  session.PrintLine("violation " + kind + ": " + OneLine(session, said));
}

void PrintViolations(const Session& session, const json::Value& verdict) {
  const json::Value* violations = verdict.Find("violations");
  if (violations == nullptr) return;
  std::size_t side_notes = 0;
  for (const json::Value& violation : violations->as_array()) {
    if (judge::IsSideNote(violation.StringOr("kind", "").value_or(""))) {
      ++side_notes;
    } else {
      PrintViolation(session, violation);
    }
  }
  if (side_notes == 0) return;
  session.PrintLine(
      session.Dim("side notes: " + std::to_string(side_notes) + ", listed by --json"));
}

void PrintReport(const Session& session, const judge::CheckRequest& request,
                 const judge::CheckReport& report) {
  const std::string_view colour = report.audit_mode == judge::AuditMode::kStrict   ? kGreen
                                  : report.audit_mode == judge::AuditMode::kHybrid ? kYellow
                                                                                   : kRed;
  const std::string_view label = judge::Name(report.audit_mode);
  session.PrintLine(Coloured(session, colour, label) + ": " +
                    std::string(judge::LabelMeaning(label)) + ". " +
                    session.Dim(judge::kNotJudged));
  session.PrintLine(std::to_string(report.n_verified) + " of " + std::to_string(report.n_units) +
                    (report.mode == judge::AnswerMode::kQuote ? " units" : " citations") +
                    " stated, by " + std::string(judge::Name(report.verifier)));
  if (report.units.empty()) {
    session.PrintLine("nothing in the answer could be checked against the sources");
  }
  const json::Value shown = judge::ToJson(report, request);
  for (const json::Value& unit : shown.Find("claim_statuses")->as_array()) PrintUnit(session, unit);
  PrintViolations(session, report.verdict);
}

bool Meets(judge::AuditMode mode, const std::string& required) {
  if (required == "strict") return mode == judge::AuditMode::kStrict;
  if (required == "hybrid") return mode != judge::AuditMode::kUngrounded;
  return true;
}

void CheckOne(Session* session, const judge::CheckRequest& request, const Options& options) {
  const judge::CheckReport report = judge::Check(request);
  if (session->json()) {
    session->PrintJson(judge::ToJson(report, request));
  } else {
    PrintReport(*session, request, report);
  }
  if (!Meets(report.audit_mode, options.require)) session->SetExitCode(1);
}

Status Run(Session* session, const Options& options) {
  if (options.input.empty() == options.answer.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "give --answer FILE with --context FILE, or --input FILE with both as JSON");
  }
  if (!options.input.empty()) {
    TRY_ASSIGN(const std::string lines, ReadText(options.input, kMaxContextBytes));
    bool any = false;
    TRY(ForEachLine(lines, options.input, [&](const json::Value& value) -> Status {
      TRY_ASSIGN(judge::CheckRequest request, Defaults(options));
      TRY_ASSIGN(request, app::CheckRequestFromJson(value, std::move(request)));
      if (options.wikitext) app::TakeWikitextBase(&request);
      CheckOne(session, request, options);
      any = true;
      return {};
    }));
    if (any) return {};
    return Fail(ErrorCode::kInvalidArgument,
                options.input + " holds no answer to check; give one JSON object a line");
  }
  if (options.contexts.empty() && options.evidence.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "an answer is checked against something: give --context FILE or --evidence FILE");
  }
  const auto from_stdin = std::ranges::count(options.contexts, "-") + (options.answer == "-") +
                          (options.evidence == "-");
  if (from_stdin > 1) {
    return Fail(ErrorCode::kInvalidArgument, "standard input (-) can be only one of the files");
  }
  TRY_ASSIGN(const judge::CheckRequest request, RequestFromFiles(options));
  CheckOne(session, request, options);
  return {};
}

}  // namespace

void AddCheck(Command* app, Session* session) {
  auto options = std::make_shared<Options>();
  Command* verb = app->AddSubcommand(
      "check", "Check an answer from anywhere against the texts it was made from");
  verb->AddOption("--answer", options->answer, "The answer's file, or - for standard input")
      ->TypeName("FILE");
  verb->AddOption("--context", options->contexts,
                  "Files that it was made from; blank lines divide passages")
      ->TypeName("FILE...");
  verb->AddOption(
          "--evidence", options->evidence,
          "Passages as JSON Lines {span, title, document_uri, ...}: E1, E2, ... in this order")
      ->TypeName("FILE");
  verb->AddOption("--input", options->input,
                  "JSON Lines {answer, context, question, mode} instead of files, one verdict each")
      ->TypeName("FILE");
  verb->AddOption("--question", options->question, "What was asked, for answers with pointers");
  verb->AddOption("--mode", options->mode,
                  "How the answer is written: free text, lines with [E1], or JSON claims")
      ->OneOf({"quote", "claim_lattice_pointer", "claim_lattice"});
  verb->AddOption("--verifier", options->verifier, "Which rules judge it (default lexical-v3)")
      ->OneOf({"lexical-v3", "lexical-v2", "reference-v9.8"});
  verb->AddOption("--entity-policy", options->entity_policy,
                  "What names alone may prove (default proximity)")
      ->OneOf({"strict", "hybrid", "drop", "proximity"});
  verb->AddOption("--require", options->require, "Exit with 1 below this label")
      ->OneOf({"strict", "hybrid"});
  verb->AddFlag("--wikitext", options->wikitext, "Take the markup off the texts first");
  verb->Footer(
      "STRICT: every part of the answer stands in the texts; HYBRID: some parts; UNGROUNDED: "
      "none.\n"
      "A label speaks of the texts given, not of the truth.\n\n"
      "Examples:\n  arborist check --answer answer.txt --context article.txt --require strict\n"
      "  some-model | arborist check --answer - --context a.txt b.txt --json\n"
      "  arborist check --answer claims.txt --evidence passages.jsonl --question 'Who ...?'\n"
      "  arborist check --input cases.jsonl --json");
  verb->Callback([=] { session->Run([&] { return Run(session, *options); }); });
}

}  // namespace arborist::cli
