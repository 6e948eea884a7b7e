// SPDX-License-Identifier: AGPL-3.0-only
// Proof bundles of every kind, changed at random: the checker says VALID of a changed bundle only
// where the change is to a member that it says is not proved, and never crashes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "base/check.h"
#include "bundle/verify.h"
#include "mutations/mutator.h"
#include "support/prepared_home.h"
#include "support/seed.h"
#include "text/canonical.h"

namespace arborist::mutations {
namespace {

namespace fs = std::filesystem;
using testing_support::Outcome;
using testing_support::PreparedHome;
using testing_support::ReadWhole;
using testing_support::RunProgram;
using testing_support::Seed;

// A member that may change in a bundle that stays valid. A * stands for every name or number.
struct Unbound {
  std::string_view format;
  std::string_view path;
  std::string_view why;
};
constexpr Unbound kUnbound[] = {
    {"arborist-passage-v1", "/locations", "no hash covers where a text was read"},
    {"arborist-passage-v1", "/source_type", "the same"},
    {"arborist-passage-v1", "/leaf_count", "the length of the path bounds it, and does not fix it"},
    {"arborist-passage-v1", "/proof/leaf_count", "the same number"},
    {"arborist-document-v1", "/locations", "no hash covers where a text was read"},
    {"arborist-document-v1", "/source_type", "the same"},
    {"arborist-passage-v2", "/locations", "no hash covers where a text was read"},
    {"arborist-document-v2", "/locations", "the same"},
    {"arborist-core-v1", "/documents/*/locations", "no hash covers where a text was read"},
    {"arborist-core-v1", "/documents/*/source_type", "the same"},
    {"arborist-record-v1", "/statement/run/sources/*/document_uri", "the same"},
    {"arborist-record-v1", "/statement/run/sources/*/title", "the same"},
    {"arborist-record-v1", "/statement/run/passages/*/document_uri", "the same"},
    {"arborist-record-v1", "/statement/run/passages/*/title", "the same"},
    {"arborist-record-v2", "/statement/run/sources/*/document_uri", "the same"},
    {"arborist-record-v2", "/statement/run/sources/*/title", "the same"},
    {"arborist-record-v2", "/statement/run/passages/*/document_uri", "the same"},
    {"arborist-record-v2", "/statement/run/passages/*/title", "the same"},
    {"arborist-record-v2", "/confidence", "an estimate, under no hash"},
};

// A member without which a bundle proves less, and says so.
struct Optional {
  std::string_view format;
  std::string_view path;
};
constexpr Optional kOptional[] = {
    {"arborist-passage-v1", "/log"},
    {"arborist-passage-v1", "/log/checkpoint"},
    {"arborist-document-v1", "/log"},
    {"arborist-document-v1", "/log/checkpoint"},
    {"arborist-passage-v2", "/log"},
    {"arborist-passage-v2", "/log/checkpoint"},
    {"arborist-document-v2", "/log"},
    {"arborist-document-v2", "/log/checkpoint"},
    {"arborist-core-v1", "/log"},
    {"arborist-core-v1", "/log/checkpoint"},
    {"arborist-record-v1", "/log/checkpoint"},
    {"arborist-record-v2", "/log/checkpoint"},
    {"arborist-record-v2", "/confidence"},
    {"arborist-snapshot-v1", "/log/checkpoint"},
    {"arborist-event-v1", "/log/checkpoint"},
};

// Takes the places that the path names out of the value.
void Remove(json::Value* value, std::string_view path) {
  const std::size_t end = path.find('/', 1);
  const std::string name(path.substr(1, end == std::string_view::npos ? end : end - 1));
  const std::string_view rest = end == std::string_view::npos ? "" : path.substr(end);
  if (value->is_array() && name == "*") {
    for (json::Value& element : value->as_array()) {
      if (!rest.empty()) Remove(&element, rest);
    }
  } else if (value->is_object()) {
    json::Object& object = value->as_object();
    if (rest.empty()) {
      object.erase(name);
    } else if (const auto it = object.find(name); it != object.end()) {
      Remove(&it->second, rest);
    }
  }
}

bool Has(const json::Value& value, std::string_view path) {
  json::Value copy = value;
  Remove(&copy, path);
  return !(copy == value);
}

std::string FormatOf(const json::Value& bundle) {
  return bundle.StringOr("format", "").value_or("");
}

// The text of a signed note, for want of a key to check its signatures.
void KeepTextOfNote(json::Object* object, std::string_view name) {
  const auto it = object->find(name);
  if (it == object->end() || !it->second.is_string()) return;
  const std::string note = it->second.as_string();
  it->second = note.substr(0, note.find("\n\n"));
}

void Sort(json::Value* list) {
  if (!list->is_array()) return;
  std::ranges::sort(list->as_array(), {}, [](const json::Value& one) { return json::Dump(one); });
}

// Runs of white space as one: what rendering an answer folds.
void FoldWhiteSpace(json::Value* run, std::string_view name) {
  if (!run->is_object()) return;
  const auto it = run->as_object().find(name);
  if (it == run->as_object().end() || !it->second.is_string()) return;
  it->second = text::Canonicalize(it->second.as_string());
}

// What a valid bundle says: without the members that its checker calls unproved.
json::Value Meaning(json::Value bundle, bool with_key) {
  const std::string format = FormatOf(bundle);
  if (!bundle.is_object()) return bundle;
  for (const Unbound& unbound : kUnbound) {
    if (unbound.format == format) Remove(&bundle, unbound.path);
  }
  json::Object& object = bundle.as_object();
  if (!with_key) {
    KeepTextOfNote(&object, "old");
    KeepTextOfNote(&object, "new");
    if (const auto log = object.find("log"); log != object.end() && log->second.is_object()) {
      KeepTextOfNote(&log->second.as_object(), "checkpoint");
    }
  }
  if (const auto it = object.find("statement"); it != object.end() && it->second.is_object()) {
    json::Object& statement = it->second.as_object();
    if (const auto run = statement.find("run"); run != statement.end()) {
      FoldWhiteSpace(&run->second, "raw_answer");
    }
    // White space of a chunk counts where a passage shows it, and there its text_hash covers it.
    if (const auto chunks = statement.find("chunks");
        chunks != statement.end() && chunks->second.is_array()) {
      for (json::Value& chunk : chunks->second.as_array()) FoldWhiteSpace(&chunk, "text");
    }
    if (const auto run = statement.find("run"); run != statement.end()) {
      // Without the messages the order of the sources says nothing.
      if (run->second.is_object() && statement["redacted"] == json::Value(true)) {
        Sort(&run->second.as_object()["sources"]);
      }
    }
  }
  // Each derivation names its core, and each chunk of a core's document its number: their order
  // says nothing.
  if (const auto it = object.find("derivations"); it != object.end()) Sort(&it->second);
  if (const auto it = object.find("documents"); it != object.end() && it->second.is_array()) {
    for (json::Value& document : it->second.as_array()) {
      if (!document.is_object()) continue;
      const auto chunks = document.as_object().find("chunks");
      if (chunks != document.as_object().end()) Sort(&chunks->second);
    }
  }
  return bundle;
}

struct Sample {
  std::string name;
  std::string text;
  bundle::VerifyOptions options;  // under which it is valid
};

// Whether the mutant says the same as the original, or less of it; or is another of the bundles; or
// has the whole log of another, which the checker has held against the rest.
bool SaysNoMore(const json::Value& mutant, json::Value original,
                const std::vector<json::Value>& siblings, bool with_key) {
  if (std::ranges::find(siblings, mutant) != siblings.end()) return true;
  const std::string format = FormatOf(original);
  if (const json::Value* log = mutant.Find("log")) {
    const auto has_it = [&](const json::Value& sibling) {
      const json::Value* other = sibling.Find("log");
      return other != nullptr && *other == *log;
    };
    if (std::ranges::any_of(siblings, has_it)) original.as_object().insert_or_assign("log", *log);
  }
  for (const Optional& optional : kOptional) {
    if (optional.format == format && !Has(mutant, optional.path)) {
      Remove(&original, optional.path);
    }
  }
  // A snapshot's proof of a root alone, as of a document that the store no longer has.
  const json::Value* const statement = mutant.Find("statement");
  if (format == "arborist-snapshot-v1" && statement != nullptr) {
    const json::Value* const document = statement->Find("document");
    if (document != nullptr && document->is_null()) {
      original.as_object()["statement"].as_object()["document"] = json::Value();
    }
  }
  return Meaning(mutant, with_key) == Meaning(std::move(original), with_key);
}

class Mutations : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    samples_ = new std::vector<Sample>;
    AddVectors();
    AddMade();
    siblings_ = new std::vector<json::Value>;
    for (const Sample& sample : *samples_) {
      siblings_->push_back(json::Parse(sample.text).value());
    }
  }
  static void TearDownTestSuite() {
    delete samples_;
    delete siblings_;
  }

  static bundle::VerifyOptions Under(const fs::path& key) {
    return bundle::OptionsFor("", ReadWhole(key)).value();
  }
  static void Add(const std::string& name, std::string text, const bundle::VerifyOptions& options) {
    const auto report = bundle::VerifyBundle(text, options);
    ASSERT_TRUE(report) << name << ": " << report.error().message;
    ASSERT_TRUE(report->valid()) << name;
    samples_->push_back({name, std::move(text), options});
  }
  // The samples of docs/format.
  static void AddVectors() {
    const fs::path folder = fs::path(ARBORIST_SOURCE_DIR) / "docs" / "format" / "vectors";
    for (const auto& entry : fs::directory_iterator(folder)) {
      const std::string name = entry.path().filename();
      if (!name.ends_with(".bundle.json")) continue;
      const std::string text = ReadWhole(entry.path());
      for (const char* key : {"log.pub", "core.pub"}) {
        const bundle::VerifyOptions options = Under(folder / key);
        const auto report = bundle::VerifyBundle(text, options);
        if (report && report->valid()) Add(name + " under a key", text, options);
      }
      Add(name, text, {});
    }
  }
  // What the program writes today.
  static void AddMade() {
    const TemporaryFolder folder;
    const PreparedHome prepared;
    prepared.CopyTo(folder.path() / "home");
    const auto run = [&](std::vector<std::string> arguments) {
      arguments.insert(arguments.end(), {"--home", (folder.path() / "home").string()});
      const Outcome outcome = RunProgram(arguments);
      EXPECT_EQ(outcome.exit_code, 0) << arguments[0] << outcome.out << outcome.err;
      return outcome.out;
    };
    const auto key_of = [](const std::string& answer) {
      return json::Parse(answer)->String("cache_key").value();
    };
    const std::string question = "What did the Erie Canal join?";
    const std::string quoted = key_of(run({"query", question, "--mode", "quote", "--json"}));
    const std::string json_mode =
        key_of(run({"query", question, "--mode", "claim_lattice", "--json"}));
    run({"distill", "--method", "first-sentence"});
    run({"reclassify"});
    std::string core = run({"documents", "list", "--kind", "core", "--json"});
    core = json::Parse(core.substr(0, core.find('\n')))->String("document_root").value();
    run({"audit", "checkpoint", "-o", (folder.path() / "new.note").string()});
    const bundle::VerifyOptions options = Under(folder.path() / "home" / "keys" / "log.pub");
    const std::vector<std::pair<std::string, std::vector<std::string>>> made = {
        {"made document", {"prove", "test:canal.txt"}},
        {"made passage", {"prove", "test:canal.txt", "--chunk", "0"}},
        {"made record", {"prove", prepared.strict_key()}},
        {"made record, raised", {"prove", prepared.hybrid_key()}},
        {"made record, quote", {"prove", quoted}},
        {"made record, json", {"prove", json_mode}},
        {"made record, redacted", {"prove", prepared.strict_key(), "--redact"}},
        {"made core", {"prove", core}},
        {"made event", {"audit", "prove", "home:1"}},
        {"made event of a shard", {"audit", "prove", "main.1of2:1"}},
        {"made snapshot", {"prove", "test:canal.txt", "--snapshot", "1"}},
        {"made consistency", {"audit", "consistency", prepared.Beside("early.note")}},
    };
    for (const auto& [name, arguments] : made) Add(name, run(arguments), options);
  }

  void MutateAll(int each) {
    int tried = 0;
    std::map<std::string, int> ends;
    for (const Sample& sample : *samples_) {
      const json::Value original = json::Parse(sample.text).value();
      Mutator mutator(sample.text, *siblings_, Seed());
      for (int i = 0; i < each; ++i) {
        const Mutant mutant = mutator.Next();
        ++tried;
        const auto report = bundle::VerifyBundle(mutant.text, sample.options);
        if (!report || !report->valid()) {
          ++ends[!report                                          ? "no bundle"
                 : report->outcome() == bundle::Outcome::kRefused ? "refused"
                                                                  : "not checked"];
          continue;
        }
        const auto value = json::Parse(mutant.text);
        ASSERT_TRUE(value) << sample.name << ": " << mutant.what;
        const bool same = *value == original;
        ++ends[same ? "unchanged" : "only what is not proved changed"];
        EXPECT_TRUE(SaysNoMore(*value, original, *siblings_, sample.options.key.has_value()))
            << sample.name << " is still VALID: " << mutant.what;
      }
    }
    std::printf("bundles: seed %u, %zu samples, %d mutants", Seed(), samples_->size(), tried);
    for (const auto& [end, count] : ends) std::printf(", %d %s", count, end.c_str());
    std::printf("\n");
  }

  inline static std::vector<Sample>* samples_ = nullptr;
  inline static std::vector<json::Value>* siblings_ = nullptr;
};

TEST_F(Mutations, AChangedBundleIsNotValid) { MutateAll(300); }

TEST_F(Mutations, SlowAChangedBundleIsNotValidManyTimes) { MutateAll(5000); }

}  // namespace
}  // namespace arborist::mutations
