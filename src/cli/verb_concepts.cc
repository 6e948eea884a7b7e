// SPDX-License-Identifier: AGPL-3.0-only
// Relations of words: derived from links, added by hand, counted, purged. Words are stored as the
// search terms of the index, so that they match what retrieval looks for.
#include <array>
#include <memory>
#include <string>

#include "app/home.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "curate/derive_synonyms.h"
#include "store/home/concepts.h"
#include "text/search_tokens.h"

namespace arborist::cli {

namespace {

constexpr std::string_view kByHand = "manual";

Result<std::unique_ptr<store::HomeStore>> OpenStore(Session* session) {
  return app::OpenHomeStore(session->environment(), app::StoreUse::kMake);
}

Status Derive(Session* session) {
  TRY_ASSIGN(const auto home, app::Home::Open(session->environment()));
  TRY(home->OpenStore(app::StoreUse::kMake));
  TRY_ASSIGN(const curate::DeriveReport report,
             curate::DeriveSynonyms(home->corpus(), home->store()));
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
  TRY_ASSIGN(const auto home, OpenStore(session));
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
  TRY_ASSIGN(const auto home, OpenStore(session));
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
  TRY_ASSIGN(const auto home, OpenStore(session));
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

void AddConcepts(Command* app, Session* session) {
  Command* verb =
      app->AddSubcommand("concepts", "Words that mean alike, or rival each other, for retrieval");
  verb->RequireSubcommand();
  verb->Footer(
      "Concepts widen and narrow what is found. They stand in no key and no root; each change has "
      "its event.\n\n"
      "Examples:\n  arborist concepts derive\n  arborist concepts list\n"
      "  arborist concepts purge --evidence-kind link_reciprocity_synonym\n"
      "  arborist concepts add rivalry mercury mars");

  Command* derive =
      verb->AddSubcommand("derive", "Synonyms from documents that link to each other");
  derive->Footer("Examples:\n  arborist concepts derive --json");
  derive->Callback([=] { session->Run([&] { return Derive(session); }); });

  Command* list = verb->AddSubcommand("list", "How many relations there are, by evidence");
  list->Footer("Examples:\n  arborist concepts list --json");
  list->Callback([=] { session->Run([&] { return List(session); }); });

  auto kind = std::make_shared<std::string>();
  Command* purge = verb->AddSubcommand("purge", "Remove all relations of an evidence kind");
  purge->AddOption("--evidence-kind", *kind, "Which, as list shows it")
      ->Required()
      ->TypeName("KIND");
  purge->Footer("Examples:\n  arborist concepts purge --evidence-kind manual");
  purge->Callback([=] { session->Run([&] { return Purge(session, *kind); }); });

  auto words = std::make_shared<std::array<std::string, 3>>();
  Command* add = verb->AddSubcommand("add", "Say that two words are synonyms, or rivals");
  add->AddOption("kind", (*words)[0], "synonym or rivalry")
      ->Required()
      ->OneOf({"synonym", "rivalry"})
      ->TypeName("KIND");
  add->AddOption("word", (*words)[1], "One word")->Required()->TypeName("WORD");
  add->AddOption("other", (*words)[2], "The other")->Required()->TypeName("WORD");
  add->Footer("Examples:\n  arborist concepts add synonym car automobile");
  add->Callback(
      [=] { session->Run([&] { return Add(session, (*words)[0], (*words)[1], (*words)[2]); }); });
}

}  // namespace arborist::cli
