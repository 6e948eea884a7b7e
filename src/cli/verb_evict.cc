// SPDX-License-Identifier: AGPL-3.0-only
// Reads sizes such as 800M or 2Gi, evicts, and lists the first documents that went. Exit code 1
// says that --max-bytes was not reached.
#include <memory>

#include "app/home_writer.h"
#include "app/json/write_json.h"
#include "cli/document_name.h"
#include "cli/progress.h"
#include "cli/records_access.h"
#include "cli/session.h"
#include "cli/verbs.h"

namespace arborist::cli {

namespace {

constexpr std::size_t kShown = 20;

struct Flags {
  std::vector<std::string> names;
  std::string max_bytes;
  std::string tier;
  bool superseded = false;
  bool dry_run = false;
};

// 1500000, 800M, 2G: powers of 1000 as disks are sold, of 1024 with an i.
Result<std::uint64_t> ParseBytes(const std::string& text) {
  std::size_t digits = 0;
  std::uint64_t number = 0;
  while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9' && digits < 18) {
    number = number * 10 + static_cast<std::uint64_t>(text[digits++] - '0');
  }
  std::string unit = text.substr(digits);
  if (unit.ends_with('B') || unit.ends_with('b')) unit.pop_back();
  constexpr std::pair<std::string_view, std::uint64_t> kUnits[] = {{"", 1},
                                                                   {"k", 1000},
                                                                   {"K", 1000},
                                                                   {"M", 1000000},
                                                                   {"G", 1000000000},
                                                                   {"T", 1000000000000},
                                                                   {"Ki", 1024},
                                                                   {"Mi", 1048576},
                                                                   {"Gi", 1073741824},
                                                                   {"Ti", 1099511627776}};
  for (const auto& [name, factor] : kUnits) {
    if (unit != name || digits == 0 || number > ~std::uint64_t{0} / factor) continue;
    return number * factor;
  }
  return Fail(ErrorCode::kInvalidArgument,
              "--max-bytes takes a number of bytes such as 1500000, 800M or 2Gi, not " + text);
}

Status Run(Session* session, const Flags& flags) {
  room::EvictOptions options{.max_bytes = std::nullopt,
                             .names = {},
                             .tier = std::nullopt,
                             .superseded = flags.superseded,
                             .dry_run = flags.dry_run};
  for (const std::string& name : flags.names) {
    options.names.push_back(DocumentName(session->environment(), name));
  }
  if (!flags.max_bytes.empty()) {
    TRY_ASSIGN(options.max_bytes, ParseBytes(flags.max_bytes));
  }
  if (!flags.tier.empty()) options.tier = store::TierFromName(flags.tier);
  TRY_ASSIGN(const room::EvictReport report,
             app::HomeWriter(session->environment()).Evict(options));
  session->SetExitCode(report.reached ? 0 : 1);
  if (session->json()) {
    session->PrintJson(app::ToJson(report));
    return {};
  }
  for (std::size_t i = 0; i < std::min(report.documents.size(), kShown); ++i) {
    const room::Evicted& one = report.documents[i];
    session->PrintLine(ShortHex(one.root) + "  " + std::string(Name(one.from)) + " -> " +
                       std::string(Name(one.to)) + "  " +
                       HumanBytes(static_cast<double>(one.bytes)) + "  " +
                       session->Dim(session->Safe(one.uri)));
  }
  if (report.documents.size() > kShown) {
    session->PrintLine("... and " + std::to_string(report.documents.size() - kShown) +
                       " more; --json lists them");
  }
  for (const std::string& note : report.notes) session->Note("note: " + session->Safe(note));
  session->PrintLine(
      (report.dry_run ? "would evict " : "evicted ") + std::to_string(report.documents.size()) +
      (report.documents.size() == 1 ? " document" : " documents") + "; the shards take " +
      HumanBytes(static_cast<double>(report.bytes_before)) + (report.dry_run ? ", about " : ", ") +
      HumanBytes(static_cast<double>(report.bytes_after)) + (report.dry_run ? " then" : " now"));
  if (!report.reached) {
    session->Note(
        "arborist: that is more than " + flags.max_bytes +
        ", but nothing else may go: leaf hashes, names and the log stay, and so do cores" +
        (flags.superseded ? ""
                          : " and, without --superseded, texts that are no longer "
                            "current"));
  }
  return {};
}

}  // namespace

void AddEvict(Command* app, Session* session) {
  auto flags = std::make_shared<Flags>();
  Command* verb = app->AddSubcommand(
      "evict", "Make room: drop the texts that were used longest ago; they can be read again");
  verb->AddOption("document", flags->names, "Evict these, whatever their use")
      ->TypeName("ROOT|URI|FILE");
  verb->AddOption("--max-bytes", flags->max_bytes,
                  "Until all shard files together take no more than this: 1500000, 800M, 2Gi")
      ->TypeName("SIZE");
  verb->AddOption("--tier", flags->tier,
                  "warm: drop texts, keep leaf hashes and index; cold: drop the index too "
                  "(default: warm, then cold if that is not enough)")
      ->OneOf({"warm", "cold"})
      ->TypeName("TIER");
  verb->AddFlag("--superseded", flags->superseded,
                "Also texts that are no longer current; they may never come back, for their "
                "source has another text");
  verb->AddFlag("--dry-run", flags->dry_run, "Say what would go, and write nothing");
  verb->Footer(
      "The longest unused goes first, then the least used. Cores never go. What was evicted still "
      "proves\nthat it is in a snapshot; rehydrate brings its text back. Exit code 1: it takes "
      "more "
      "than --max-bytes still.\n\n"
      "Examples:\n  arborist evict --max-bytes 2G --dry-run\n  arborist evict --max-bytes 500M "
      "--tier warm\n  arborist evict 3f2a91c0");
  verb->Callback([=] { session->Run([&] { return Run(session, *flags); }); });
}

}  // namespace arborist::cli
