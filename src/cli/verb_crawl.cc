// SPDX-License-Identifier: AGPL-3.0-only
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "app/json/write_json.h"
#include "base/utc_time.h"
#include "cli/progress.h"
#include "cli/session.h"
#include "cli/stop_signal.h"
#include "cli/verbs.h"
#include "crawl/crawl.h"
#include "crawl/recheck.h"

namespace arborist::cli {

namespace {

constexpr std::size_t kShown = 20;

// What both ways of asking servers share.
struct Manners {
  bool allow_private = false;
  double pause = 1;
  double timeout = 60;
  std::uint64_t max_page_mb = 16;

  template <typename Options>
  void Apply(Options* options) const {
    const auto milliseconds = [](double seconds) {
      return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
    };
    options->reach = allow_private ? net::Reach::kAnywhere : net::Reach::kPublicOnly;
    options->pause = milliseconds(pause);
    options->timeout = milliseconds(timeout);
    options->max_page_bytes = max_page_mb << 20;
  }
};

void AddManners(Command* verb, Manners* manners) {
  verb->AddFlag("--allow-private", manners->allow_private,
                "Also loopback, private and link-local addresses, of every host");
  verb->AddOption("--pause", manners->pause,
                  "Seconds between two requests to a host (default: 1); robots.txt may ask for "
                  "more, up to 60")
      ->Range(0, 3600)
      ->TypeName("SECONDS");
  verb->AddOption("--timeout", manners->timeout, "Seconds for one answer (default: 60)")
      ->Range(0.001, 3600)
      ->TypeName("SECONDS");
  verb->AddOption("--max-page-mb", manners->max_page_mb, "Largest page (default: 16)")
      ->Whole(1, 64)
      ->TypeName("MB");
}

crawl::CrawlEnvironment EnvironmentOf(Session* session, Sleeper* sleeper, ProgressLine* progress) {
  crawl::CrawlEnvironment environment{.home = session->home(),
                                      .clock = &session->clock(),
                                      .sleeper = sleeper,
                                      .random = &session->random(),
                                      .actor = std::string(kProgramActor),
                                      .stop = StopOnSignals(),
                                      .on_progress = {},
                                      .on_note = [=](const std::string& note) {
                                        progress->Clear();
                                        session->Note(session->Safe(note));
                                      }};
  if (progress->active()) {
    environment.on_progress = [=](const crawl::CrawlProgress& state) {
      progress->Show({.documents = state.stored,
                      .text_bytes = state.text_bytes,
                      .input_bytes = 0,
                      .input_total = 0,
                      .current = state.current});
    };
  }
  return environment;
}

std::string Plural(std::uint64_t count, const std::string& one, const std::string& many) {
  return HumanCount(count) + " " + (count == 1 ? one : many);
}

std::string CountsOf(const ingest::IngestReport& stored) {
  std::string line = HumanCount(stored.added) + " added, " + HumanCount(stored.unchanged) +
                     " unchanged, " + HumanCount(stored.superseded) + " superseded";
  if (stored.revised > 0) line += ", " + HumanCount(stored.revised) + " revised";
  if (stored.aliases > 0) line += ", " + Plural(stored.aliases, "redirect", "redirects");
  return line;
}

void ShowLeftOut(const Session& session, const crawl::CrawlReport& report) {
  for (std::size_t i = 0; i < std::min(report.left_out.size(), kShown); ++i) {
    session.PrintLine("left out " + session.Safe(report.left_out[i].url) + ": " +
                      session.Safe(report.left_out[i].reason));
  }
  if (report.left_out_count > kShown)
    session.PrintLine("... and " + HumanCount(report.left_out_count - kShown) +
                      " more; --json lists them");
}

void ShowText(const Session& session, const crawl::CrawlReport& report) {
  session.PrintLine(Plural(report.asked, "page", "pages") + " asked for: " +
                    CountsOf(report.stored) + ", " + HumanCount(report.unmodified) +
                    " not modified, " + HumanCount(report.left_out_count) + " left out");
  if (report.resumed) session.PrintLine("went on where an earlier run had stopped");
  if (report.elsewhere > 0)
    session.PrintLine(Plural(report.elsewhere, "link", "links") +
                      " to other hosts; --allow-host follows them");
  ShowLeftOut(session, report);
  for (std::size_t i = 0; i < std::min(report.notes.size(), kShown); ++i)
    session.PrintLine(session.Safe(report.notes[i]));
  for (const auto& pause : report.paused) {
    session.PrintLine("paused " + session.Safe(pause.host) + " until " +
                      FormatUtc(pause.not_before) + " UTC: " + session.Safe(pause.reason));
  }
  if (report.left > 0) {
    session.PrintLine(Plural(report.left, "URL waits", "URLs wait") +
                      (report.limit_reached ? "; --max N with a larger N goes on with them"
                                            : "; the same command goes on with them"));
  }
}

Status RunCrawl(Session* session, crawl::CrawlOptions* options, const Manners& manners) {
  if (options->seeds.empty())
    return Fail(ErrorCode::kInvalidArgument, "no URL; arborist crawl URL begins there");
  manners.Apply(options);
  ProgressLine progress(session);
  SystemSleeper sleeper;
  const auto report = crawl::Crawl(*options, EnvironmentOf(session, &sleeper, &progress));
  progress.Clear();
  if (!report) return std::unexpected(report.error());
  if (session->json()) {
    session->PrintJson(app::ToJson(*report));
  } else {
    ShowText(*session, *report);
  }
  if (report->interrupted) {
    session->Note("stopped; what is counted above is stored. Run the same command again to go on");
    session->SetExitCode(4);
  } else if (report->stored.documents == 0 && report->unmodified == 0 && !report->resumed) {
    if (!session->json()) session->Note("nothing could be read");
    session->SetExitCode(2);
  }
  return {};
}

void ShowText(const Session& session, const crawl::RecheckReport& report) {
  for (std::size_t i = 0; i < std::min(report.pages.size(), kShown); ++i) {
    const crawl::RecheckedPage& page = report.pages[i];
    session.PrintLine(std::string(crawl::Name(page.state)) + "  " + session.Safe(page.url) + "  " +
                      session.Dim(session.Safe(page.reason)));
  }
  if (report.pages.size() > kShown)
    session.PrintLine("... and " + HumanCount(report.pages.size() - kShown) +
                      " more; --json lists them");
  session.PrintLine(Plural(report.checked, "page", "pages") +
                    " checked: " + HumanCount(report.fresh) + " fresh, " +
                    HumanCount(report.stale) + " stale, " + HumanCount(report.gone) + " gone, " +
                    HumanCount(report.unreachable) + " unreachable");
  if (report.stored.documents > 0) session.PrintLine("stored: " + CountsOf(report.stored));
  if (report.left > 0)
    session.PrintLine(Plural(report.left, "page is", "pages are") + " left for another time");
}

struct RecheckFlags {
  crawl::RecheckOptions options;
  bool all = false;
  bool update = false;
  Manners manners;
};

Status RunRecheck(Session* session, RecheckFlags* flags) {
  crawl::RecheckOptions& options = flags->options;
  flags->manners.Apply(&options);
  if (flags->all) options.which = crawl::RecheckOptions::Which::kAll;
  if (flags->update) options.changed = crawl::RecheckOptions::Changed::kStore;
  ProgressLine progress(session);
  SystemSleeper sleeper;
  const auto report = crawl::Recheck(options, EnvironmentOf(session, &sleeper, &progress));
  progress.Clear();
  if (!report) return std::unexpected(report.error());
  if (session->json()) {
    session->PrintJson(app::ToJson(*report));
  } else {
    ShowText(*session, *report);
  }
  if (report->interrupted) session->SetExitCode(4);
  return {};
}

void AddRecheck(Command* verb, Session* session) {
  auto flags = std::make_shared<RecheckFlags>();
  Command* recheck =
      verb->AddSubcommand("recheck", "Ask whether stored pages are still what their servers have");
  recheck->AddOption("urls", flags->options.urls, "Stored pages (default: those that are due)")
      ->TypeName("URL");
  recheck->AddFlag("--all", flags->all, "Every stored page, due or not");
  recheck->AddFlag("--update", flags->update, "Store what has changed");
  AddManners(recheck, &flags->manners);
  recheck->Footer(
      "A page is fresh, stale (the server has something else), gone (it answered 404 or 410, and "
      "again\na day later) or unreachable. A page that stays fresh is due less and less often, "
      "after 1 to 30 days.\n\n"
      "Examples:\n  arborist crawl recheck\n  arborist crawl recheck --all --update\n"
      "  arborist crawl recheck https://example.org/docs/ --json");
  recheck->Callback([=] { session->Run([&] { return RunRecheck(session, flags.get()); }); });
}

}  // namespace

void AddCrawl(Command* app, Session* session) {
  auto options = std::make_shared<crawl::CrawlOptions>();
  auto manners = std::make_shared<Manners>();
  Command* verb = app->AddSubcommand("crawl", "Take in web sites, politely; recheck stored pages");
  verb->AddOption("urls", options->seeds, "Where to begin; without a scheme https")
      ->TypeName("URL");
  verb->AddOption("--depth", options->depth, "Links from there (default: 3)")
      ->Whole(0, 1000)
      ->TypeName("N");
  verb->AddOption("--max", options->max, "Most pages to ask for (default: 1000)")
      ->Whole(1, 1'000'000)
      ->TypeName("N");
  verb->AddOption("--allow-host", options->allow_hosts,
                  "Also follow links to this host, or .HOST and all below it; repeatable")
      ->TypeName("HOST");
  verb->AddOption("--shard", options->shard, "Name of the shard set (default: main)")
      ->TypeName("NAME");
  verb->AddOption("--max-alike", options->most_alike,
                  "Most URLs that differ in numbers alone (default: 200; 0: any number)")
      ->Whole(0, 1'000'000)
      ->TypeName("N");
  AddManners(verb, manners.get());
  verb->Footer(
      "Stays on the hosts of the URLs, obeys robots.txt and what pages ask of programs, asks each "
      "host one\nthing at a time. Links, sitemaps and feeds lead on. A run that was stopped goes "
      "on when the same\ncommand is given again; one that was finished asks what has changed.\n\n"
      "Examples:\n  arborist crawl https://example.org/docs/ --depth 2\n"
      "  arborist crawl example.org --allow-host .example.org --max 5000 --shard example\n"
      "  arborist crawl http://localhost:8000/ --allow-private\n"
      "  arborist crawl recheck --update");
  AddRecheck(verb, session);
  verb->Callback([=] {
    if (!verb->subcommand_given())
      session->Run([&] { return RunCrawl(session, options.get(), *manners); });
  });
}

}  // namespace arborist::cli
