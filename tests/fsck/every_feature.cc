// SPDX-License-Identifier: AGPL-3.0-only
#include "fsck/every_feature.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/clock.h"
#include "compress/chunk_codec.h"
#include "crypto/sha256.h"
#include "json/value.h"
#include "store/home/memos.h"
#include "store/home/records.h"
#include "store/shard/shard_reader.h"
#include "store/shard/shard_writer.h"
#include "support/process.h"

namespace arborist {

namespace {

namespace fs = std::filesystem;
using testing_support::RunProgram;
using testing_support::WriteWhole;

class EveryFeature {
 public:
  explicit EveryFeature(const fs::path& folder) : folder_(folder) {}

  void Make() {
    WriteTexts();
    Ingest();
    Run({"ingest", (folder_ / "wiki.xml").string(), "--shards", "2"});
    Change();
    Ingest();
    WriteWhole(folder_ / "followed" / "step.txt", "The locks of the canal are in step.\n");
    Run({"sync", (folder_ / "followed").string()});
    Run({"ingest", "--source", "claim-pack", (folder_ / "claims.jsonl").string()});
    Run({"distill", "--method", "first-sentence", "--depth", "2"});
    Run({"distill", "--method", "tfidf"});
    Ask();
    Run({"concepts", "add", "synonym", "canal", "waterway"});
    Run({"concepts", "add", "rivalry", "canal", "railway"});
    Run({"concepts", "derive"});
    Run({"snapshot", "create", "--reason", "before the change"});
    Burn();
    Run({"snapshot", "create"});
    Run({"token", "create", "--name", "laptop", "--scope", "read", "--scope", "ask"});
    const std::string revoked = Json({"token", "create", "--name", "old", "--scope", "write",
                                      "--shard", "main", "--never-expires"})
                                    .Find("id")
                                    ->as_string();
    Run({"token", "revoke", revoked});
    Run({"key"});
    Run({"audit", "checkpoint", "-o", (folder_ / "checkpoint").string()});
    Run({"evict", "t:warm.txt", "--tier", "warm"});
    Run({"evict", "t:cold.txt", "--tier", "cold"});
    Revise();
    AddDictionary();
    Run({"query", "When did the Erie Canal open?"});  // the newest corpus has its memo
    Run({"query", "Why did Buffalo grow quickly?"});
    Run({"snapshot", "create", "--reason", "after it"});
  }

 private:
  void Text(const std::string& name, const std::string& text) {
    WriteWhole(folder_ / "in" / name, text);
  }
  // Two chunks, the same words whatever stands between the first two.
  static std::string Forms(const std::string& between) {
    std::string text = "Weights" + between + "table";
    for (int i = 0; i < 700; ++i) text += " kg" + std::to_string(i);
    return text;
  }
  void WriteTexts() {
    Text("prices.csv", "name,price\napples,3\npears,4\nplums,5\n");
    Text("forms.txt", Forms(" "));
    std::string locks;
    for (int i = 0; i < 700; ++i) locks += "lock" + std::to_string(i) + " ";
    Text("canal.md", "# Canal\n\nThe Erie Canal opened on October 26, 1825. " + locks +
                         "See [Buffalo](buffalo.md) and [Hudson](hudson.md).\n");
    Text("buffalo.md",
         "# Buffalo\n\nBuffalo grew quickly after the Erie Canal was finished, because lake "
         "traffic began there. See [Canal](canal.md).\n");
    Text("hudson.md", "# Hudson\n\nThe Hudson flows to New York. It is 507 km long.\n");
    Text("warm.txt", "The herons of the marsh eat frogs at dawn.");
    Text("cold.txt", "The otters of the brook sleep under roots.");
    Text("gone.md", "# Gone\n\nThis page will be gone. See [Canal](canal.md).\n");
    Text("twice.txt", "The same words stand in two places.");
    Text("again.txt", "The same words stand in two places.");
    Text("spaced.txt", "The  same words\nstand in two places.");  // another revision of it
    Text("secret.txt", "The burned text speaks of nothing.");
    WriteWhole(folder_ / "wiki.xml",
               "<mediawiki><siteinfo><base>w:x/Main</base></siteinfo>"
               "<page><title>Lock</title><revision><text>A lock lifts boats. [[Weir]]</text>"
               "</revision></page><page><title>Sluice</title><revision><text>#REDIRECT [[Lock]]"
               "</text></revision></page><page><title>Weir</title><revision><text>A weir dams a "
               "river. [[Lock]]</text></revision></page></mediawiki>");
    WriteWhole(folder_ / "claims.jsonl",
               R"({"claim":"The Hudson flows to New York.","source":"t:hudson.md",)"
               R"("passage":"The Hudson flows to New York."})"
               "\n"
               R"({"claim":"A weir dams a river.","source":"w:x/Weir",)"
               R"("passage":"A weir dams a river."})"
               "\n");
  }
  // Superseded, gone and refreshed places.
  void Change() {
    Text("hudson.md", "# Hudson\n\nThe Hudson flows to New York. It is 507 km long. It is deep.\n");
    Text("buffalo.md",
         "# Buffalo!\n\nBuffalo grew quickly after the Erie Canal was finished, because lake "
         "traffic began there. See [Canal](canal.md).\n");
    Text("forms.txt", Forms("\n"));
    fs::remove(folder_ / "in" / "gone.md");
    fs::remove(folder_ / "in" / "again.txt");
  }
  void Ingest() {
    Run({"ingest", (folder_ / "in").string(), "--uri-prefix", "t:", "--shards", "2",
         "--mark-gone"});
  }

  std::string Key(const std::string& question, const std::string& mode) {
    const json::Value answer = Json({"query", question, "--mode", mode, "--json"});
    const json::Value* key = answer.Find("cache_key");
    EXPECT_TRUE(key != nullptr && key->is_string()) << json::Dump(answer);
    return key != nullptr && key->is_string() ? key->as_string() : "";
  }
  // Records of every state.
  void Ask() {
    const std::string live = Key("When did the Erie Canal open?", "claim_lattice_pointer");
    const std::string failed = Key("When did the Erie Canal open?", "quote");
    const std::string stale = Key("How long is the Hudson?", "quote");
    const std::string back = Key("Why did Buffalo grow quickly?", "quote");
    const std::string held = Key("What do the herons of the marsh eat?", "quote");
    Run({"falsify", failed, "--reason", "the wrong year"});
    Run({"falsify", held, "--state", "quarantined", "--reason", "to be checked"});
    Run({"falsify", back, "--reason", "a mistake"});
    Run({"falsify", back, "--state", "live", "--reason", "no mistake"});
    Run({"providence", "promote", "--min-age", "0"});
    RunProgram(
        {"query", "What is the airspeed of a swallow?", "--home", Home()});  // nothing speaks of it
    RunProgram({"query", "Who painted the ceiling of the chapel?", "--home", Home()});
    // A source of one answer changes, and another comes back.
    Text("hudson.md", "# Hudson\n\nThe Hudson flows to New York. It is 508 km long.\n");
    Ingest();
    Run({"query", "When did the Erie Canal open?"});
  }
  void Burn() {
    Run({"burn", "t:secret.txt", "--force"});
    const std::string key = Key("Where do the otters of the brook sleep?", "quote");
    Run({"falsify", key, "--reason", "to be burned"});
    Run({"burn", key, "--force"});
  }
  // What no verb does at will: a newer revision of a record, and a log of more than 256 events,
  // whose tree has nodes.
  void Revise() {
    const SystemClock clock;
    SystemRandom random;
    const store::HomePaths paths{Home()};
    auto home = store::HomeStore::Open(
        paths, {.clock = &clock, .random = &random, .actor = "arborist/0.1.0"});
    ASSERT_TRUE(home) << home.error().message;
    store::Records records(home->get());
    std::vector<store::Record> live;
    ASSERT_TRUE(records.ForEach([&](const store::Record& record) -> Result<bool> {
      if (record.state == store::RecordState::kLive) live.push_back(record);
      return true;
    }));
    ASSERT_FALSE(live.empty());
    const auto sources = records.SourcesOf(live[0].record_id);
    ASSERT_TRUE(sources);
    ASSERT_TRUE(records.Revise(live[0], live[0], *sources));
    for (int i = 0; i < 260; ++i) {
      ASSERT_TRUE(records.Decline(store::Records::kUnanswered,
                                  crypto::Sha256("run " + std::to_string(i)), "what?", "nothing"));
    }
    ASSERT_TRUE(
        store::ModelRevisions(home->get()).Set("http://127.0.0.1:1/v1", "model", "model-2026"));
    auto corpus = store::Corpus::Open(paths);
    ASSERT_TRUE(corpus);
    ASSERT_TRUE((*home)->CatchUp(corpus->shards()));
  }

  // A dictionary is trained on far more text than a small home has.
  void AddDictionary() {
    std::vector<std::string> samples;
    for (int i = 0; i < 300; ++i) {
      std::string sample;
      for (int j = 0; j < 200; ++j) sample += "word" + std::to_string((i * 7 + j * 13) % 997) + " ";
      samples.push_back(std::move(sample));
    }
    const auto dictionary = compress::TrainDictionary(samples, 4096);
    ASSERT_TRUE(dictionary) << dictionary.error().message;
    const SystemClock clock;
    SystemRandom random;
    auto writer =
        store::ShardWriter::Open(store::HomePaths{Home()}.shard("main.1of2"),
                                 {.clock = &clock, .random = &random, .actor = "arborist/0.1.0"});
    ASSERT_TRUE(writer) << writer.error().message;
    ASSERT_TRUE((*writer)->Begin() && (*writer)->dictionary().Set(*dictionary) &&
                (*writer)->meta().Set(store::kNewestContentDate, "2026-01-01") &&
                (*writer)->Commit());
  }

  std::string Home() const { return (folder_ / "home").string(); }
  std::string Run(std::vector<std::string> arguments) {
    std::string verb;
    for (const std::string& argument : arguments) verb += argument + " ";
    arguments.insert(arguments.end(), {"--home", Home()});
    const auto outcome = RunProgram(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << verb << ": " << outcome.out << outcome.err;
    return outcome.out;
  }
  json::Value Json(std::vector<std::string> arguments) {
    if (arguments.back() != "--json") arguments.emplace_back("--json");
    auto value = json::Parse(Run(std::move(arguments)));
    EXPECT_TRUE(value);
    return value ? std::move(*value) : json::Value();
  }

  fs::path folder_;
};

}  // namespace

void MakeHomeWithEveryFeature(const std::filesystem::path& folder) { EveryFeature(folder).Make(); }

}  // namespace arborist
