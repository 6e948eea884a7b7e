// SPDX-License-Identifier: AGPL-3.0-only
// Turns flags into IngestOptions and shows progress and report. Claim packs take another way: their
// lines go to HomeWriter::TakeClaims, and the reports of several files are added up to one. Ctrl-C
// ends the run after what is under way; the same command goes on behind the last commit.
#include <algorithm>
#include <chrono>
#include <memory>
#include <vector>

#include "app/home_writer.h"
#include "app/json/write_json.h"
#include "base/files.h"
#include "cli/progress.h"
#include "cli/session.h"
#include "cli/stop_signal.h"
#include "cli/verbs.h"
#include "ingest/formats/table.h"

namespace arborist::cli {

namespace {

struct Flags {
  ingest::IngestOptions options;
  std::vector<std::string> paths;
  std::string source = "auto";
  std::string commit;
  std::uint32_t shards = 0;
  std::uint64_t max_file_mb = 64;
  std::uint64_t commit_kb = 0;
};

constexpr std::size_t kShownSkips = 20;

void ShowDryRun(const Session& session, const ingest::IngestReport& report) {
  const ingest::DryRunReport& dry = *report.dry_run;
  if (dry.is_estimate) {
    session.PrintLine("an estimate: " + HumanBytes(static_cast<double>(dry.read_bytes)) + " of " +
                      HumanBytes(static_cast<double>(dry.input_bytes)) + " in " +
                      HumanCount(dry.read_files) + " of " + HumanCount(dry.input_files) +
                      " files were read, and the counts scaled up from these");
  }
  session.PrintLine(HumanCount(report.chunks) + " chunks of " +
                    HumanBytes(static_cast<double>(report.text_bytes)) +
                    " of text; it would take about " + HumanSeconds(dry.estimated_seconds) +
                    " and " + HumanBytes(static_cast<double>(dry.estimated_bytes)) +
                    " of disk; nothing was written");
}

void ShowText(const Session& session, const ingest::IngestReport& report) {
  const auto line = [&](std::string_view text) { session.PrintLine(text); };
  std::string counts = HumanCount(report.added) + " added, " + HumanCount(report.unchanged) +
                       " unchanged, " + HumanCount(report.superseded) + " superseded, " +
                       (report.revised > 0 ? HumanCount(report.revised) + " revised, " : "") +
                       HumanCount(report.skipped_count) + " skipped";
  if (report.aliases > 0) counts += ", " + HumanCount(report.aliases) + " redirects";
  const bool dry_run = report.dry_run.has_value();
  line((!dry_run ? "" : report.dry_run->is_estimate ? "would be about: " : "would be: ") + counts);
  if (report.evicted > 0) {
    line(HumanCount(report.evicted) +
         " of the unchanged are evicted and stay so; arborist rehydrate PATH, with the same PATH, "
         "brings them back");
  }
  if (report.resumed > 0)
    line("went on behind the " + HumanCount(report.resumed) +
         " items that an earlier run had read");
  if (report.titles_folded > 0) {
    line(HumanCount(report.titles_folded) + (report.titles_folded == 1 ? " title" : " titles") +
         " held line breaks or other control characters; blanks stand in their place");
  }
  for (const auto& [reason, count] : report.passed_over)
    line("passed over: " + HumanCount(count) + " " + reason);
  if (report.vanished > 0) {
    line(report.gone > 0
             ? HumanCount(report.gone) + " files are gone and were retired"
             : HumanCount(report.vanished) + " files are gone since; --mark-gone retires them");
  }
  for (std::size_t i = 0; i < std::min(report.skipped.size(), kShownSkips); ++i) {
    line("skipped " + session.Safe(report.skipped[i].path) + ": " +
         session.Safe(report.skipped[i].reason));
  }
  if (report.skipped_count > kShownSkips) {
    line("... and " + HumanCount(report.skipped_count - kShownSkips) +
         (dry_run && report.dry_run->is_estimate ? " more" : " more; --json lists them"));
  }
  const auto text = static_cast<double>(report.text_bytes);
  if (dry_run) {
    ShowDryRun(session, report);
    return;
  }
  if (report.chunks == 0) {
    line("nothing new to store; " + HumanSeconds(report.seconds));
    return;
  }
  line(HumanBytes(text) + " of text in " + HumanSeconds(report.seconds) + " (" +
       HumanBytes(text / std::max(report.seconds, 1e-3)) + "/s), " + HumanCount(report.chunks) +
       " chunks, store " + HumanBytes(static_cast<double>(report.store_bytes)) + " in " +
       std::to_string(report.shards.size()) + (report.shards.size() == 1 ? " shard" : " shards"));
}

// What one file of claims adds to the report of all.
void Add(const distill::ClaimReport& part, const std::string& path, ingest::IngestReport* total) {
  total->added += part.added;
  total->unchanged += part.unchanged;
  total->superseded += part.superseded;
  total->documents += part.added + part.unchanged + part.superseded;
  total->chunks += part.chunks;
  total->text_bytes += part.text_bytes;
  for (const distill::ClaimReport::Refused& refused : part.refused)
    total->skipped.push_back({path + ":" + std::to_string(refused.line), refused.reason});
  total->skipped_count = total->skipped.size();
  // Each part names all shards of the home, with their sizes as they were then.
  std::vector<ingest::ShardReport> shards;
  total->store_bytes = 0;
  for (const distill::ClaimReport::Shard& shard : part.shards) {
    const auto before = std::ranges::find(total->shards, shard.name, &ingest::ShardReport::name);
    const std::uint64_t documents = before == total->shards.end() ? 0 : before->documents;
    shards.push_back({shard.name, documents + shard.documents, shard.store_bytes});
    total->store_bytes += shard.store_bytes;
  }
  total->shards = std::move(shards);
}

// What --source takes.
std::vector<std::string> Sources() {
  std::vector<std::string> names = {"auto"};
  for (const ingest::Format& format : ingest::Formats()) names.emplace_back(format.name);
  names.emplace_back("git");
  names.emplace_back("claim-pack");
  return names;
}

std::vector<std::string> Labels() {
  std::vector<std::string> labels;
  for (const ingest::Format& format : ingest::Formats()) labels.emplace_back(format.label);
  return labels;
}

// "a, b or c"
std::string Join(const std::vector<std::string>& words, std::string_view last) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out.append(i + 1 == words.size() ? last : ", ");
    out.append(words[i]);
  }
  return out;
}

// Claims go to the documents that they rest on; nothing else of ingest applies to them.
Status RunClaims(Session* session, const Flags& flags) {
  ingest::IngestReport total;
  const auto begin = std::chrono::steady_clock::now();
  for (const std::string& path : flags.paths) {
    TRY_ASSIGN(const std::string lines, ReadFile(path, distill::kMaxClaimPackBytes));
    auto report = app::HomeWriter(session->environment()).TakeClaims(lines);
    if (!report) return std::unexpected(std::move(report).error().In(path));
    Add(*report, path, &total);
  }
  total.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (total.documents == 0) session->SetExitCode(2);
  if (session->json()) {
    session->PrintJson(app::ToJson(total));
    return {};
  }
  session->PrintLine(HumanCount(total.added + total.superseded) + " claims added, " +
                     HumanCount(total.unchanged) + " unchanged, " +
                     HumanCount(total.skipped_count) + " refused");
  for (const ingest::SkippedInput& item : total.skipped)
    session->PrintLine("refused " + session->Safe(item.path) + ": " + session->Safe(item.reason));
  return {};
}

Status Run(Session* session, Flags* flags) {
  if (flags->source != "git" && !flags->commit.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "--rev is of a repository: say --source git too, or leave it out");
  }
  if (flags->source == "claim-pack") return RunClaims(session, *flags);
  ingest::IngestOptions& options = flags->options;
  if (flags->source == "git") options.path_kind = ingest::PathKind::kRepositories;
  if (!flags->commit.empty()) options.commit_name = flags->commit;
  options.paths.assign(flags->paths.begin(), flags->paths.end());
  options.format = ingest::FormatNamed(flags->source);  // null for auto and git
  if (flags->shards != 0) options.shards = flags->shards;
  if (flags->commit_kb != 0) options.commit_text_bytes = flags->commit_kb << 10;
  options.limits.max_file_bytes = options.limits.max_document_bytes = flags->max_file_mb << 20;
  ProgressLine progress(session);
  app::HomeEnvironment environment = session->environment();
  environment.stop = StopOnSignals();
  app::IngestWatch watch{.on_progress = {}, .on_note = [&](const std::string& note) {
                           progress.Clear();
                           session->Note(note);
                         }};
  if (progress.active()) {
    watch.on_progress = [&](const ingest::IngestProgress& state) { progress.Show(state); };
  }
  auto report = app::HomeWriter(environment).Ingest(options, watch);
  progress.Clear();
  if (!report) return std::unexpected(std::move(report).error());
  if (session->json()) {
    session->PrintJson(app::ToJson(*report));
  } else {
    ShowText(*session, *report);
  }
  if (report->interrupted) {
    session->Note("stopped; what is counted above is stored. Run the same command again to go on");
    session->SetExitCode(4);
  } else if (report->documents == 0 && report->resumed == 0) {
    if (!session->json()) session->Note("nothing could be read");
    session->SetExitCode(2);
  }
  return {};
}

}  // namespace

void AddIngest(Command* app, Session* session) {
  auto flags = std::make_shared<Flags>();
  ingest::IngestOptions& options = flags->options;
  Command* verb = app->AddSubcommand("ingest", "Take in files, folders, dumps and repositories");
  const std::vector<std::string> sources = Sources();
  verb->AddOption("paths", flags->paths, "Files and folders; with --source git, repositories")
      ->Required()
      ->TypeName("PATH");
  verb->AddOption("--source", flags->source, Join(sources, " or ") + " (default: auto, by content)")
      ->OneOf(sources)
      ->TypeName("KIND");
  verb->AddOption("--rev", flags->commit,
                  "With --source git, the commit that is read (default: HEAD)")
      ->TypeName("REV");
  verb->AddOption("--shard", options.shard, "Name of the shard set (default: main)")
      ->TypeName("NAME");
  verb->AddOption("--shards", flags->shards,
                  "Files to spread a new set over (default: 2); fixed once made")
      ->Whole(1, store::kMaxShards)
      ->TypeName("N");
  verb->AddOption("--jobs", options.jobs, "Threads that prepare documents (default: all cores)")
      ->Whole(1, 256)
      ->TypeName("N");
  verb->AddOption("--limit", options.limit, "Stop after so many documents")
      ->Whole(1)
      ->TypeName("N");
  verb->AddOption("--include", options.include,
                  "Only files that fit a pattern, as in .gitignore; repeatable")
      ->TypeName("GLOB");
  verb->AddOption("--exclude", options.exclude, "No files that fit a pattern; repeatable")
      ->TypeName("GLOB");
  verb->AddOption("--uri-prefix", options.uri_prefix,
                  "Name documents PREFIX + path inside the folder instead of file://...")
      ->TypeName("PREFIX");
  verb->AddOption("--max-file-mb", flags->max_file_mb,
                  "Largest file or page that is read (default: 64)")
      ->Whole(1, 1024)
      ->TypeName("MB");
  // Not shown in the help: tests commit often, to be killed between commits.
  verb->AddOption("--commit-kb", flags->commit_kb, "Text that one transaction holds")->Hidden();
  verb->AddFlag("--mark-gone", options.mark_gone,
                "Retire files of an ingested folder that are no more");
  verb->AddFlag(
      "--all", options.all,
      "Also hidden, ignored, vendored and secret-looking files, and every wiki namespace");
  verb->AddFlag("--reextract", options.reextract, "Read again what has the same bytes as before");
  verb->AddFlag("--dry-run", options.dry_run,
                "Say what would happen, with time and disk; write nothing. Of more than 32 MiB a "
                "sample is read and the counts are an estimate");
  verb->Footer(
      "Reads " + Join(Labels(), " and ") +
      ", also .gz, .bz2 and\n"
      ".zst. What cannot be read is named and skipped; the rest goes on. The same content again is "
      "a no-op.\n\n"
      "Examples:\n"
      "  arborist ingest ~/notes manual.html\n"
      "  arborist ingest enwiki-latest-pages-articles-multistream.xml.bz2 --shard wiki --shards 4\n"
      "  arborist ingest src --include '*.md' --uri-prefix https://example.org/docs/\n"
      "  arborist ingest ~/notes --dry-run\n"
      "  arborist ingest --source git repo.git --rev v1.2\n"
      "  arborist ingest --source claim-pack claims.jsonl");
  verb->Callback([=] { session->Run([&] { return Run(session, flags.get()); }); });
}

}  // namespace arborist::cli
