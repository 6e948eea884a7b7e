// SPDX-License-Identifier: AGPL-3.0-only
// Crawling from end to end: what is said, what is stored, and a kill in the middle.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "json/value.h"
#include "net/scripted_server.h"
#include "support/process.h"

namespace arborist {
namespace {

using testing_support::Child;
using testing_support::Outcome;
using testing_support::RunProgram;

using Pages = std::map<std::string, net::ScriptedReply>;

net::ScriptedReply Html(std::string body) {
  return {.headers = {{"Content-Type", "text/html"}}, .body = std::move(body)};
}

// A front page that leads to `count` others, which answer after `stall`.
Pages Site(int count, std::chrono::milliseconds stall = {}) {
  Pages pages;
  std::string links;
  for (int i = 0; i < count; ++i) {
    const std::string name = "/page-" + std::string(1, static_cast<char>('a' + i));
    links += "<a href='" + name + "'>x</a> ";
    pages[name] = Html("<title>" + name + "</title><p>The words of " + name + ".");
    pages[name].stall = stall;
  }
  pages["/"] = Html("<title>Front</title><p>The front page. " + links);
  return pages;
}

class CliCrawl : public testing::Test {
 protected:
  std::vector<std::string> Arguments(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--home", (folder_.path() / "home").string()});
    return arguments;
  }
  Outcome Run(std::vector<std::string> arguments) const {
    return RunProgram(Arguments(std::move(arguments)));
  }
  std::vector<std::string> Crawl() const {
    return {"crawl", server_.origin() + "/", "--allow-private", "--pause", "0"};
  }
  json::Value Json(std::vector<std::string> arguments, int exit_code = 0) const {
    arguments.emplace_back("--json");
    const Outcome outcome = Run(std::move(arguments));
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.out << outcome.err;
    const auto value = json::Parse(outcome.out.substr(0, outcome.out.find('\n')));
    EXPECT_TRUE(value) << outcome.out << outcome.err;
    return value.value_or(json::Value(json::Object{}));
  }
  static std::int64_t Count(const json::Value& report, const char* name) {
    const json::Value* at = report.Find(name);
    if (at == nullptr) at = report.Find("stored") ? report.Find("stored")->Find(name) : nullptr;
    return at != nullptr && at->is_int() ? at->as_int() : -1;
  }

  // The server asks for it while it answers.
  Pages pages_ = Site(3);
  std::atomic<int> answered_ = 0;
  TemporaryFolder folder_;
  net::ScriptedServer server_ =
      net::ScriptedServer::Answering([this](const net::SeenRequest& request) {
        const auto page = pages_.find(request.target);
        if (page == pages_.end()) return net::ScriptedReply{.status = 404};
        ++answered_;
        return page->second;
      });
};

TEST_F(CliCrawl, StoresASiteAndSaysSo) {
  const Outcome first = Run(Crawl());
  EXPECT_EQ(first.exit_code, 0) << first.err;
  EXPECT_TRUE(first.out.starts_with("4 pages asked for: 4 added, 0 unchanged")) << first.out;
  const Outcome text = Run({"documents", "text", server_.origin() + "/page-b"});
  EXPECT_TRUE(text.out.contains("The words of /page-b.")) << text.out << text.err;
  const json::Value again = Json(Crawl());
  EXPECT_EQ(Count(again, "unchanged"), 4);
  EXPECT_EQ(Count(again, "added"), 0);
}

TEST_F(CliCrawl, DoesNotReachPrivateAddressesUnlessTold) {
  const Outcome outcome = Run({"crawl", server_.origin() + "/"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(outcome.out.contains("private address")) << outcome.out;
  EXPECT_EQ(answered_, 0);
}

TEST_F(CliCrawl, WantsAUrl) {
  EXPECT_EQ(Run({"crawl"}).exit_code, 2);
  EXPECT_EQ(Run({"crawl", "ftp://example.org/"}).exit_code, 2);
  EXPECT_EQ(Run({"crawl", "recheck"}).exit_code, 3);
}

TEST_F(CliCrawl, ChecksWhatItStored) {
  ASSERT_EQ(Run(Crawl()).exit_code, 0);
  pages_["/page-a"] = Html("<title>New</title><p>Other words.");
  pages_.erase("/page-b");
  const std::vector<std::string> recheck = {"crawl",           "recheck", "--all",
                                            "--allow-private", "--pause", "0"};
  const Outcome outcome = Run(recheck);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(outcome.out.contains("4 pages checked: 2 fresh, 1 stale, 0 gone, 1 unreachable"))
      << outcome.out;
  std::vector<std::string> update = recheck;
  update.emplace_back("--update");
  EXPECT_EQ(Count(Json(update), "superseded"), 1);
}

TEST_F(CliCrawl, GoesOnAfterAKillWithEveryPageOnce) {
  pages_ = Site(20, std::chrono::milliseconds(30));
  for (const int kill_at : {3, 9, 15}) {
    const int before = answered_;
    Child child(Arguments(Crawl()));
    while (child.Running() && answered_ - before < kill_at)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    child.Signal(SIGKILL);
    child.Wait();
  }
  const json::Value last = Json(Crawl());
  EXPECT_EQ(Count(last, "left"), 0);
  const Outcome list = Run({"documents", "list", "--json"});
  std::size_t documents = 0;
  for (const char c : list.out) documents += c == '\n' ? 1U : 0U;
  EXPECT_EQ(documents, 21U) << list.out;
  EXPECT_EQ(Run({"fsck", "--full"}).exit_code, 0);
}

}  // namespace
}  // namespace arborist
