// SPDX-License-Identifier: AGPL-3.0-only
// query and ask: the same run, over the whole corpus or over one document.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/home.h"
#include "app/json/answer_json.h"
#include "cli/answer_text.h"
#include "cli/ask_flags.h"
#include "cli/document_name.h"
#include "cli/session.h"
#include "cli/stage_line.h"
#include "cli/stop_signal.h"
#include "cli/verbs.h"

namespace arborist::cli {

namespace {

struct Flags : AskFlags {
  std::vector<std::string> words;
  std::string document;
  std::string require;
};

// Why the answer is not what was required. Nothing: it is.
std::optional<std::string> Lacks(const ask::AskResult& result, const std::string& required) {
  if (required.empty()) return std::nullopt;
  if (result.falsified_before) {
    return "this answer was said to be wrong before (falsified), " + required + " was required";
  }
  const std::string label = result.record.audit_mode();
  if (required == "strict" ? label == "STRICT" : label != "UNGROUNDED") return std::nullopt;
  return "the answer is " + label + ", " + required + " was required";
}

Status Run(Session* session, const Flags& flags) {
  TRY_ASSIGN(const app::Config config, ConfigOf(flags, session->home()));
  TRY_ASSIGN(ask::AskOptions options, AskOptionsOf(flags, config));
  for (const std::string& word : flags.words) {
    options.question += (options.question.empty() ? "" : " ") + word;
  }
  app::HomeEnvironment environment = session->environment();
  environment.stop = StopOnSignals();
  TRY_ASSIGN(const std::unique_ptr<app::Home> home,
             app::Home::OpenToAsk(environment, {.config = config, .dry_run = flags.dry_run}));
  if (!flags.document.empty()) {
    TRY_ASSIGN(const store::CorpusDocument document,
               home->corpus().Resolve(DocumentName(home->corpus(), flags.document)));
    options.document = document.view.root;
  }
  Result<ask::AskResult> result = Fail(ErrorCode::kCancelled, "");
  {
    StageLine line(session);
    result = home->Ask(options, [&](std::string_view stage) { line.Show(stage); });
  }
  TRY(result);
  if (session->json()) {
    session->PrintJson(app::ToJson(*result));
  } else {
    session->Print(AnswerToText(*result, *session));
  }
  if (!session->json() && result->stored && !flags.chain.empty() &&
      result->stored->chain != flags.chain) {
    session->Note("arborist: this answer was kept before, as " + result->stored->chain +
                  ", and stays so; --burn --chain " + flags.chain + " asks anew and marks it " +
                  flags.chain);
  }
  if (const auto lacks = Lacks(*result, flags.require)) {
    if (!session->json()) session->Note("arborist: " + *lacks);
    session->SetExitCode(1);
  }
  return {};
}

std::shared_ptr<Flags> AddFlags(Command* verb) {
  auto flags = std::make_shared<Flags>();
  Flags* f = flags.get();
  verb->AddOption("question", f->words, "The question, in quotes or not")
      ->Required()
      ->TypeName("QUESTION");
  AddAskFlags(verb, f);
  AddQuestionFlag(verb, "fidelity", &f->fidelity);
  AddQuestionFlag(verb, "chain", &f->chain);
  AddQuestionFlag(verb, "burn", &f->burn);
  verb->AddOption("--require", f->require,
                  "Exit with 1 below this label, and when this answer was falsified before")
      ->OneOf({"strict", "hybrid"})
      ->TypeName("LABEL");
  return flags;
}

}  // namespace

void AddQuery(Command* app, Session* session) {
  Command* verb = app->AddSubcommand(
      "query", "Answer a question from the whole corpus, with a record that can be proved");
  auto flags = AddFlags(verb);
  AddRetrievalFlags(verb, flags.get());
  AddQuestionFlag(verb, "keywords", &flags->keywords);
  verb->Footer(
      "Without an endpoint extractive-v2 answers: it picks sentences of your documents.\n"
      "Endpoint and model may also stand in ARBORIST_ENDPOINT and ARBORIST_MODEL or in "
      "config.json;\n"
      "the API key only in ARBORIST_API_KEY or the file keys/api_key of the home.\n\n"
      "Examples:\n  arborist query \"When did the Erie Canal open?\"\n"
      "  arborist query \"Who dug it?\" --require strict --json\n"
      "  arborist query \"What is a lock?\" --endpoint http://127.0.0.1:8080/v1 --model qwen3-4b");
  verb->Callback([=] { session->Run([&] { return Run(session, *flags); }); });
}

void AddAsk(Command* app, Session* session) {
  Command* verb =
      app->AddSubcommand("ask", "Answer a question from one document, named by root or URI");
  auto flags = AddFlags(verb);
  verb->AddOption("--document", flags->document,
                  "The document: its root, a prefix of it, a URI, or the file it was read from")
      ->Required()
      ->TypeName("ROOT|URI|FILE");
  verb->Footer(
      "Examples:\n  arborist ask --document 3fa623e0 \"When did it open?\"\n"
      "  arborist ask --document notes/canal.md \"Who dug it?\"\n"
      "  arborist ask --document https://example.org/wiki/Canal \"Who dug it?\" --mode quote");
  verb->Callback([=] { session->Run([&] { return Run(session, *flags); }); });
}

}  // namespace arborist::cli
