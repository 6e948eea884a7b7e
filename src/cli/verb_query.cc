// SPDX-License-Identifier: AGPL-3.0-only
// query and ask: the same run, over the whole corpus or over one document.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <memory>

#include "app/asker.h"
#include "app/config.h"
#include "base/files.h"
#include "cli/answer_text.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "llm/extras.h"

namespace arborist::cli {

namespace {

// A signal handler can reach nothing but a global; set while a question is answered.
std::atomic<bool> g_stop = false;

struct Flags {
  std::vector<std::string> words;
  std::string document;
  std::string mode;
  std::string verifier;
  std::string fidelity = "equivalence_class";
  std::string dedup;
  std::string keywords;
  std::size_t top_k = 8;
  std::size_t over_fetch = 32;
  std::int64_t max_context_chars = 0;
  std::string translate_to;
  std::string endpoint;
  std::string model;
  std::string revision;
  std::string quantization;
  std::string extra_body;
  std::string policy_file;
  std::string chain = "private";
  std::string require;
  std::int64_t timeout = 0;
  bool burn = false;
  bool reject_broad = false;
  bool nine = false;
  bool stream = false;
  bool dry_run = false;
};

constexpr std::size_t kMaxPolicyBytes = 1 << 20;

Result<json::Object> ParseObject(std::string_view text, std::string_view what) {
  auto value = json::Parse(text);
  if (!value) return std::unexpected(std::move(value).error().In(what));
  if (!value->is_object()) {
    return Fail(ErrorCode::kInvalidArgument, std::string(what) + " must be a JSON object");
  }
  return value->as_object();
}

// config.json, then --policy, then single flags.
Result<run::Policy> PolicyOf(const Flags& flags, const app::Config& config) {
  json::Object fields = config.policy;
  if (!flags.policy_file.empty()) {
    TRY_ASSIGN(const std::string text, ReadFile(flags.policy_file, kMaxPolicyBytes));
    TRY_ASSIGN(json::Object given, ParseObject(text, "--policy " + flags.policy_file));
    for (auto& [name, value] : given) fields[name] = std::move(value);
  }
  if (!flags.mode.empty()) fields["answer_mode"] = flags.mode;
  if (!flags.verifier.empty()) fields["verifier"] = flags.verifier;
  if (!flags.dedup.empty()) fields["question_dedup"] = flags.dedup;
  if (flags.max_context_chars > 0) fields["context_chars"] = flags.max_context_chars;
  if (flags.reject_broad) fields["reject_broad"] = true;
  if (!flags.extra_body.empty()) {
    TRY_ASSIGN(json::Object extra, ParseObject(flags.extra_body, "--extra-body"));
    TRY(llm::CheckExtraBody(extra));
    fields["extra_body"] = std::move(extra);
  }
  return run::ReadPolicy(fields);
}

// The stage the run is in, on stderr as --progress says.
class StageLine {
 public:
  explicit StageLine(const Session* session) : session_(session) {
    const std::string& how = session->progress();
    terminal_ = how == "auto" && isatty(STDERR_FILENO) != 0;
    plain_ = how == "plain";
    json_ = how == "jsonl";
  }
  ~StageLine() {
    if (shown_) std::fputs("\r\033[K", stderr);
  }
  void Show(std::string_view stage) {
    if (terminal_) {
      std::fputs(("\r\033[K" + std::string(stage) + "...").c_str(), stderr);
      shown_ = true;
    } else if (plain_) {
      session_->Note(std::string(stage) + "...");
    } else if (json_) {
      session_->Note(json::DumpLine(json::Object{{"stage", stage}}));
    }
  }

 private:
  const Session* session_;
  bool terminal_ = false, plain_ = false, json_ = false, shown_ = false;
};

bool Meets(const std::string& audit_mode, const std::string& required) {
  if (required == "strict") return audit_mode == "STRICT";
  if (required == "hybrid") return audit_mode != "UNGROUNDED";
  return true;
}

Status Run(Session* session, const Flags& flags) {
  TRY_ASSIGN(app::Config config, app::LoadConfig(session->home(), app::ProcessEnvironment));
  if (!flags.endpoint.empty()) config.endpoint = flags.endpoint;
  if (!flags.model.empty()) config.model = flags.model;
  if (!flags.quantization.empty()) config.quantization = flags.quantization;
  if (flags.timeout > 0) config.timeout = std::chrono::seconds(flags.timeout);

  ask::AskOptions options;
  for (const std::string& word : flags.words) {
    options.question += (options.question.empty() ? "" : " ") + word;
  }
  TRY_ASSIGN(options.policy, PolicyOf(flags, config));
  options.retrieval_keywords = flags.keywords;
  options.top_k = flags.top_k;
  options.over_fetch = std::max(flags.over_fetch, flags.top_k);
  options.translate_to = flags.translate_to;
  options.fidelity = *question::DedupFromName(flags.fidelity);
  options.burn_existing = flags.burn;
  options.nine_dimensions = flags.nine;
  options.chain = flags.chain;
  options.quantization = config.quantization;
  options.stream = flags.stream;
  if (!flags.revision.empty()) options.revision = flags.revision;

  std::signal(SIGINT, [](int) { g_stop = true; });
  std::signal(SIGTERM, [](int) { g_stop = true; });
  SystemSleeper sleeper;
  TRY_ASSIGN(const std::unique_ptr<app::Asker> asker,
             app::Asker::Open(session->home(), config,
                              {.clock = &session->clock(),
                               .random = &session->random(),
                               .sleeper = &sleeper,
                               .actor = std::string(kActor),
                               .stop = &g_stop,
                               .dry_run = flags.dry_run}));
  if (!flags.document.empty()) {
    TRY_ASSIGN(options.document, asker->ResolveDocument(flags.document));
  }
  Result<ask::AskResult> result = Fail(ErrorCode::kCancelled, "");
  {
    StageLine line(session);
    result = asker->Ask(options, [&](std::string_view stage) { line.Show(stage); });
  }
  TRY(result);
  if (session->json()) {
    session->PrintJson(ToJson(*result));
  } else {
    session->Print(AnswerToText(*result, *session));
  }
  if (!Meets(result->record.audit_mode(), flags.require)) {
    if (!session->json()) {
      session->Note("arborist: the answer is " + result->record.audit_mode() + ", " +
                    flags.require + " was required");
    }
    session->SetExitCode(1);
  }
  return {};
}

std::shared_ptr<Flags> AddFlags(CLI::App* verb) {
  auto flags = std::make_shared<Flags>();
  Flags* f = flags.get();
  verb->add_option("question", f->words, "The question, in quotes or not")
      ->required()
      ->type_name("QUESTION");
  verb->add_option("--mode", f->mode,
                   "How the model answers (default claim_lattice_pointer: lines with [E1] tags)")
      ->check(CLI::IsMember({"quote", "claim_lattice_pointer", "claim_lattice"}))
      ->type_name("MODE");
  verb->add_option("--endpoint", f->endpoint,
                   "OpenAI-compatible endpoint, such as http://127.0.0.1:8080/v1 (default: none, "
                   "extractive-v1 answers)")
      ->type_name("URL");
  verb->add_option("--model", f->model, "Model name at that endpoint")->type_name("NAME");
  verb->add_option("--revision", f->revision,
                   "Revision of the model, instead of the name that the endpoint returns")
      ->type_name("TEXT");
  verb->add_option("--quantization", f->quantization, "Quantization, part of the model's identity")
      ->type_name("TEXT");
  verb->add_option("--timeout", f->timeout, "Seconds that one reply may take (default 60)")
      ->check(CLI::Range(1, 86400))
      ->type_name("N");
  verb->add_flag("--stream", f->stream, "Have the endpoint stream its reply");
  verb->add_flag("--dry-run", f->dry_run, "Do everything but call a model: a stub answers");
  verb->add_option("--extra-body", f->extra_body,
                   "More fields for the endpoint, as a JSON object; part of the policy")
      ->type_name("JSON");
  verb->add_option("--policy", f->policy_file,
                   "Policy fields as a JSON file (docs/format/policy.md)")
      ->type_name("FILE");
  verb->add_option("--verifier", f->verifier, "Verifier (default lexical-v2)")
      ->check(CLI::IsMember({"lexical-v2", "reference-v9.8"}))
      ->type_name("NAME");
  verb->add_option("--fidelity", f->fidelity,
                   "Which records may be served: those of this exact way to tell questions apart "
                   "(strict), or of both (equivalence_class, default)")
      ->check(CLI::IsMember({"strict", "equivalence_class"}))
      ->type_name("HOW");
  verb->add_option("--dedup", f->dedup,
                   "Which questions are the same: equivalence_class (default) or strict")
      ->check(CLI::IsMember({"strict", "equivalence_class"}))
      ->type_name("HOW");
  verb->add_option("--max-context-chars", f->max_context_chars,
                   "Characters of passages in the prompt (default 16000, in claim_lattice 24000)")
      ->check(CLI::Range(200, 10000000))
      ->type_name("N");
  verb->add_option("--chain", f->chain,
                   "Whether the record may ever be shared: private (default) or "
                   "public")
      ->check(CLI::IsMember({"private", "public"}))
      ->type_name("WHICH");
  verb->add_flag("--burn", f->burn, "Delete the live record of this question first");
  verb->add_flag("--reject-broad", f->reject_broad,
                 "Turn away questions that ask for everything without a limit");
  verb->add_flag("--bind-verifier", f->nine,
                 "Put the verifier's policy into the key by itself (the ninth dimension)");
  verb->add_option("--require", f->require, "Exit with 1 below this label")
      ->check(CLI::IsMember({"strict", "hybrid"}))
      ->type_name("LABEL");
  return flags;
}

}  // namespace

void AddQuery(CLI::App* app, Session* session) {
  CLI::App* verb = app->add_subcommand(
      "query", "Answer a question from the whole corpus, with a record that can be proved");
  auto flags = AddFlags(verb);
  verb->add_option("--top-k", flags->top_k, "Documents in the context, at most (default 8)")
      ->check(CLI::Range(1, 64))
      ->type_name("N");
  verb->add_option("--over-fetch", flags->over_fetch,
                   "Documents that compete for them (default 32)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  verb->add_option("--keywords", flags->keywords,
                   "More words for the search; the question stays as it is")
      ->type_name("WORDS");
  verb->add_option("--translate-to", flags->translate_to,
                   "Have the model turn the question into this language, for the search only")
      ->type_name("LANG");
  verb->footer(
      "Without an endpoint extractive-v1 answers: it picks sentences of your documents.\n"
      "Endpoint and model may also stand in ARBORIST_ENDPOINT and ARBORIST_MODEL or in "
      "config.json;\n"
      "the API key only in ARBORIST_API_KEY or the file keys/api_key of the home.\n\n"
      "Examples:\n  arborist query \"When did the Erie Canal open?\"\n"
      "  arborist query \"Who dug it?\" --require strict --json\n"
      "  arborist query \"What is a lock?\" --endpoint http://127.0.0.1:8080/v1 --model qwen3-4b");
  verb->callback([=] { session->Run([&] { return Run(session, *flags); }); });
}

void AddAsk(CLI::App* app, Session* session) {
  CLI::App* verb =
      app->add_subcommand("ask", "Answer a question from one document, named by root or URI");
  auto flags = AddFlags(verb);
  verb->add_option("--document", flags->document,
                   "The document: its root, a prefix of it, or a URI")
      ->required()
      ->type_name("ROOT|URI");
  verb->footer(
      "Examples:\n  arborist ask --document 3fa623e0 \"When did it open?\"\n"
      "  arborist ask --document https://example.org/wiki/Canal \"Who dug it?\" --mode quote");
  verb->callback([=] { session->Run([&] { return Run(session, *flags); }); });
}

}  // namespace arborist::cli
