// SPDX-License-Identifier: AGPL-3.0-only
#include <CLI/CLI.hpp>
#include <array>
#include <memory>
#include <string>

#include "cli/session.h"
#include "cli/verbs.h"
#include "curate/concepts.h"
#include "store/concepts.h"
#include "store/corpus.h"
#include "text/search_tokens.h"

namespace arborist::cli {

namespace {

constexpr std::string_view kByHand = "manual";

Result<std::unique_ptr<store::HomeStore>> OpenHome(Session* session) {
  return store::HomeStore::Open(
      session->home(),
      {.clock = &session->clock(), .random = &session->random(), .actor = std::string(kActor)});
}

Status Derive(Session* session) {
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(session->home()));
  TRY_ASSIGN(const auto home, OpenHome(session));
  TRY_ASSIGN(const curate::DeriveReport report, curate::DeriveSynonyms(corpus, home.get()));
  if (session->json()) {
    session->PrintJson(json::Object{{"links", static_cast<std::int64_t>(report.links)},
                                    {"pairs", static_cast<std::int64_t>(report.pairs)},
                                    {"added", static_cast<std::int64_t>(report.added)}});
    return {};
  }
  session->PrintLine(std::to_string(report.links) + " links, " + std::to_string(report.pairs) +
                     " pairs that link to each other, " + std::to_string(report.added) +
                     " synonyms added");
  return {};
}

Status List(Session* session) {
  TRY_ASSIGN(const auto home, OpenHome(session));
  TRY_ASSIGN(const auto counts, store::Concepts(home.get()).Counts());
  for (const auto& [kinds, count] : counts) {
    if (session->json()) {
      session->PrintJson(json::Object{{"evidence_kind", kinds.first},
                                      {"relation_kind", kinds.second},
                                      {"count", static_cast<std::int64_t>(count)}});
    } else {
      session->PrintLine(std::to_string(count) + "  " + kinds.second + "  " +
                         session->Safe(kinds.first));
    }
  }
  if (counts.empty() && !session->json())
    session->Note("no concepts yet; arborist concepts derive finds some");
  return {};
}

Status Purge(Session* session, const std::string& kind) {
  TRY_ASSIGN(const auto home, OpenHome(session));
  TRY_ASSIGN(const std::uint64_t removed, store::Concepts(home.get()).Purge(kind));
  if (session->json()) {
    session->PrintJson(json::Object{{"removed", static_cast<std::int64_t>(removed)}});
  } else {
    session->PrintLine(std::to_string(removed) + " relations removed");
  }
  return {};
}

// A word as the index has it.
Result<std::string> TermOf(const std::string& word) {
  const auto terms = text::QueryTerms(word);
  if (terms.size() != 1)
    return Fail(ErrorCode::kInvalidArgument, "one word is needed, not \"" + word + "\"");
  return terms[0].term;
}

Status Add(Session* session, const std::string& kind, const std::string& token,
           const std::string& target) {
  TRY_ASSIGN(const std::string from, TermOf(token));
  TRY_ASSIGN(const std::string to, TermOf(target));
  TRY_ASSIGN(const auto home, OpenHome(session));
  std::vector<store::ConceptRelation> relations;
  for (const auto& [a, b] : {std::pair(from, to), std::pair(to, from)}) {
    relations.push_back(
        {.kind = kind, .token = a, .target = b, .evidence_kind = std::string(kByHand)});
  }
  TRY_ASSIGN(const std::uint64_t added, store::Concepts(home.get()).Add(relations));
  if (session->json()) {
    session->PrintJson(json::Object{{"added", static_cast<std::int64_t>(added)}});
  } else {
    session->PrintLine(std::to_string(added) + " relations added");
  }
  return {};
}

}  // namespace

void AddConcepts(CLI::App* app, Session* session) {
  CLI::App* verb =
      app->add_subcommand("concepts", "Words that mean alike, or rival each other, for retrieval");
  verb->require_subcommand(1);
  verb->footer(
      "Concepts widen and narrow what is found. They stand in no hash.\n\n"
      "Examples:\n  arborist concepts derive\n  arborist concepts list\n"
      "  arborist concepts purge --evidence-kind link_reciprocity_synonym\n"
      "  arborist concepts add rivalry mercury mars");

  CLI::App* derive =
      verb->add_subcommand("derive", "Synonyms from documents that link to each other");
  derive->footer("Examples:\n  arborist concepts derive --json");
  derive->callback([=] { session->Run([&] { return Derive(session); }); });

  CLI::App* list = verb->add_subcommand("list", "How many relations there are, by evidence");
  list->footer("Examples:\n  arborist concepts list --json");
  list->callback([=] { session->Run([&] { return List(session); }); });

  auto kind = std::make_shared<std::string>();
  CLI::App* purge = verb->add_subcommand("purge", "Remove all relations of an evidence kind");
  purge->add_option("--evidence-kind", *kind, "Which, as list shows it")
      ->required()
      ->type_name("KIND");
  purge->footer("Examples:\n  arborist concepts purge --evidence-kind manual");
  purge->callback([=] { session->Run([&] { return Purge(session, *kind); }); });

  auto words = std::make_shared<std::array<std::string, 3>>();
  CLI::App* add = verb->add_subcommand("add", "Say that two words are synonyms, or rivals");
  add->add_option("kind", (*words)[0], "synonym or rivalry")
      ->required()
      ->check(CLI::IsMember({"synonym", "rivalry"}))
      ->type_name("KIND");
  add->add_option("word", (*words)[1], "One word")->required()->type_name("WORD");
  add->add_option("other", (*words)[2], "The other")->required()->type_name("WORD");
  add->footer("Examples:\n  arborist concepts add synonym car automobile");
  add->callback(
      [=] { session->Run([&] { return Add(session, (*words)[0], (*words)[1], (*words)[2]); }); });
}

}  // namespace arborist::cli
