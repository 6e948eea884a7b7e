// SPDX-License-Identifier: AGPL-3.0-only
#include <algorithm>
#include <memory>
#include <utility>

#include "audit/checkpoint.h"
#include "bounds/bounds.h"
#include "bundle/verify.h"
#include "core/claim.h"
#include "core/first_sentence.h"
#include "core/keywords.h"
#include "document/chunker.h"
#include "evidence/claim_lattice.h"
#include "evidence/content_tokens.h"
#include "evidence/pointer_claims.h"
#include "extractive/extractive.h"
#include "ingest/formats/html.h"
#include "ingest/formats/json_lines.h"
#include "ingest/formats/markdown.h"
#include "ingest/formats/mediawiki_dump.h"
#include "ingest/formats/wiki_markup.h"
#include "ingest/string_source_test.h"
#include "ingest/title.h"
#include "ingest/uri.h"
#include "ingest/walk/gitignore.h"
#include "json/lenient.h"
#include "json/value.h"
#include "judge/check_answer.h"
#include "judge/reference/context.h"
#include "judge/reference/deflection.h"
#include "judge/verdict_json.h"
#include "llm/reply.h"
#include "llm/stream_reply.h"
#include "markup/asciidoc.h"
#include "markup/markdown.h"
#include "markup/rest.h"
#include "merkle/log_proof.h"
#include "merkle/proof_json.h"
#include "merkle/tree.h"
#include "prompt/prompt.h"
#include "question/preflight.h"
#include "retrieve/frame.h"
#include "retrieve/near_duplicates.h"
#include "retrieve/phrases.h"
#include "retrieve/query.h"
#include "retrieve/roles.h"
#include "run/repair.h"
#include "run_dag/run_dag_json.h"
#include "serve/http/head.h"
#include "serve/http/target.h"
#include "text/canonical.h"
#include "text/encoding.h"
#include "text/scan.h"
#include "text/search_tokens.h"
#include "wikitext/base.h"

namespace arborist::bounds {

namespace {

// The text as passages of a few hundred bytes, as retrieval gives them.
std::vector<evidence::SourceChunk> Passages(std::string_view text, std::size_t bytes) {
  std::vector<evidence::SourceChunk> passages;
  while (!text.empty()) {
    std::size_t cut = std::min(bytes, text.size());
    while (cut < text.size() && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) ++cut;
    evidence::SourceChunk passage;
    passage.title = std::string(text.substr(0, std::min<std::size_t>(cut, 40)));
    passage.title->resize(text::FindInvalidUtf8(*passage.title, true) == std::string::npos
                              ? passage.title->size()
                              : text::FindInvalidUtf8(*passage.title, true));
    passage.span = std::string(text.substr(0, cut));
    passage.chunk_root = std::to_string(passages.size());
    passages.push_back(std::move(passage));
    text.remove_prefix(cut);
  }
  return passages;
}
evidence::SourceChunk Whole(const std::string& text) {
  evidence::SourceChunk passage;
  passage.title = text;
  passage.span = text;
  passage.chunk_root = "whole";
  return passage;
}

// Three texts of the same length, 64 steps a byte each, and some twenty edges a step.
constexpr std::uint64_t kBudgeted = 4096;
// The parser of wikitext has a limit of its own: two million steps, and 400 a byte (frames.cc).
constexpr std::uint64_t kWikitext = 16384;
// Each mark may look 1,024 bytes ahead for its end (markup/writer.h).
constexpr std::uint64_t kMarkup = 16384;

// Answer and passages, and the question where it is wanted, are the text.
void Check(const std::string& text, judge::AnswerMode mode, judge::Verifier verifier) {
  for (const bool many : {false, true}) {
    judge::CheckRequest request;
    request.mode = mode;
    request.verifier = verifier;
    request.answer = text;
    request.passages = many ? Passages(text, 300) : std::vector<evidence::SourceChunk>{Whole(text)};
    request.question = text;
    const judge::CheckReport report = judge::Check(request);
    (void)json::DumpLine(judge::ToJson(report, request));
  }
}

void Extract(const std::string& question, std::vector<evidence::SourceChunk> passages) {
  const evidence::EvidenceMap evidence(std::move(passages));
  const extractive::Answer answer =
      extractive::Extract({.question = question, .evidence = &evidence, .least_chance = 0});
  (void)extractive::RenderQuote(answer);
  (void)extractive::RenderPointerLines(answer);
  (void)extractive::RenderJson(answer);
}

// One claim a line, all citing the first passages.
void RenderLattice(const std::string& text) {
  const evidence::EvidenceMap evidence(Passages(text, 300));
  std::vector<evidence::CitedClaim> claims;
  for (const std::string_view line : text::SplitLines(text)) {
    claims.push_back({std::string(line), {"E1", "E2", "E" + std::to_string(claims.size() + 1)}});
  }
  for (const auto rendering :
       {evidence::Rendering::kReferenceV98, evidence::Rendering::kOneLineV1}) {
    (void)evidence::RenderClaimLattice(claims, evidence, rendering);
  }
}

std::vector<Hash256> HashesOf(const std::string& text) {
  std::vector<Hash256> hashes;
  for (std::size_t i = 0; i + 32 <= text.size(); i += 32) {
    hashes.push_back(merkle::HashLeaf(std::string_view(text).substr(i, 32)));
  }
  return hashes;
}

template <typename Reader>
void ReadAll(Reader* reader) {
  while (true) {
    const auto next = reader->Next();
    if (!next || !*next) return;
  }
}

std::vector<Subject> MakeSubjects() {
  using judge::AnswerMode;
  using judge::Verifier;
  return {
      {"text::Canonicalize", [](const std::string& t) { (void)text::Canonicalize(t); }},
      {"text::CanonicalLower", [](const std::string& t) { (void)text::CanonicalLower(t); }},
      {"text::ToLower", [](const std::string& t) { (void)text::ToLower(t); }},
      {"text::AppendSearchTerms",
       [](const std::string& t) {
         std::string terms;
         text::AppendSearchTerms(t, &terms);
       }},
      {"text::QueryTerms", [](const std::string& t) { (void)text::QueryTerms(t); }},
      {"text::SplitLines", [](const std::string& t) { (void)text::SplitLines(t); }},
      {"text::DecodeToUtf8",
       [](const std::string& t) {
         (void)text::DecodeToUtf8(t, "UTF-8");
         (void)text::DecodeToUtf8(t, "windows-1252");
         (void)text::DecodeToUtf8(t, "ISO-2022-JP");
         (void)text::DecodeToUtf8(t, "UTF-16LE");
       }},
      {"document::Identify",
       [](const std::string& t) {
         (void)document::Identify(t);
         (void)document::Identify(t, document::Chunking::kTok512V1);
         (void)document::Identify(t, document::Chunking::kTok512V2);
       }},
      {"json::Parse",
       [](const std::string& t) {
         const auto value = json::Parse(t);
         if (!value) return;
         (void)json::Canonical(*value);
         (void)json::Pretty(*value);
         (void)json::DumpLine(*value);
       }},
      {"json::Parse of a string",
       [](const std::string& t) {
         (void)json::Parse(json::Dump(json::Value(t)));
         (void)json::ToValidUtf8(t);
       }},
      {"json::ParseLenient reference-v9.8",
       [](const std::string& t) { (void)json::ParseLenient(t, json::Repair::kReferenceV98); }},
      {"json::ParseLenient repair-v2",
       [](const std::string& t) { (void)json::ParseLenient(t, json::Repair::kRepairV2); }},
      {"evidence::ParsePointerClaims",
       [](const std::string& t) {
         (void)evidence::ParsePointerClaims(t);
         (void)evidence::CountTagStarts(t);
         (void)evidence::ContentTokens(t);
       }},
      {"evidence::EvidenceMap",
       [](const std::string& t) {
         for (auto passages : {Passages(t, 300), std::vector{Whole(t)}}) {
           const evidence::EvidenceMap evidence(std::move(passages));
           (void)evidence.Root();
           (void)evidence::RenderEvidenceMap(evidence, evidence::Rendering::kReferenceV98);
           (void)evidence::RenderEvidenceMap(evidence, evidence::Rendering::kOneLineV1);
         }
       }},
      {"evidence::RenderClaimLattice", RenderLattice, kBudgeted},
      {"judge::Check quote, lexical-v2",
       [](const std::string& t) { Check(t, AnswerMode::kQuote, Verifier::kLexicalV2); }, kBudgeted},
      {"judge::Check quote, reference-v9.8",
       [](const std::string& t) { Check(t, AnswerMode::kQuote, Verifier::kReferenceV98); },
       kBudgeted},
      {"judge::Check pointer lines, lexical-v2",
       [](const std::string& t) {
         Check(t, AnswerMode::kClaimLatticePointer, Verifier::kLexicalV2);
       },
       kBudgeted},
      {"judge::Check pointer lines, reference-v9.8",
       [](const std::string& t) {
         Check(t, AnswerMode::kClaimLatticePointer, Verifier::kReferenceV98);
       },
       kBudgeted},
      {"judge::Check JSON claims, lexical-v2",
       [](const std::string& t) { Check(t, AnswerMode::kClaimLattice, Verifier::kLexicalV2); },
       kBudgeted},
      {"judge::Check JSON claims, reference-v9.8",
       [](const std::string& t) { Check(t, AnswerMode::kClaimLattice, Verifier::kReferenceV98); },
       kBudgeted},
      {"judge::DiagnoseDeflection",
       [](const std::string& t) { (void)judge::DiagnoseDeflection(t, t); }},
      {"question::PreflightQuestion",
       [](const std::string& t) {
         question::PreflightInput input;
         input.question = t;
         input.corpus_profile = {{"corpus_latest_timestamp", "2003-05-16"}};
         (void)json::DumpLine(question::ToJson(question::PreflightQuestion(input)));
       }},
      {"extractive::Extract, long question",
       [](const std::string& t) {
         Extract(t, Passages("The loan was paid in 1801 by a clerk.", 300));
       }},
      {"extractive::Extract, one passage",
       [](const std::string& t) { Extract("When was the loan of the clerk paid?", {Whole(t)}); }},
      {"extractive::Extract, passages", [](const std::string& t) { Extract(t, Passages(t, 300)); }},
      {"prompt::BuildMessages",
       [](const std::string& t) {
         const evidence::EvidenceMap evidence(Passages(t, 300));
         (void)prompt::BuildMessages({.question = t, .evidence = &evidence});
         (void)prompt::IsDecline(t);
       }},
      {"run::RepairQuotes", [](const std::string& t) { (void)run::RepairQuotes(t); }},
      {"wikitext::ToBase", [](const std::string& t) { (void)wikitext::ToBase(t); }, kWikitext},
      {"markup::MarkdownToBase", [](const std::string& t) { (void)markup::MarkdownToBase(t); },
       kMarkup},
      {"markup::RestToBase", [](const std::string& t) { (void)markup::RestToBase(t); }, kMarkup},
      {"markup::AsciiDocToBase", [](const std::string& t) { (void)markup::AsciiDocToBase(t); },
       kMarkup},
      {"ingest::ExtractHtml",
       [](const std::string& t) { (void)ingest::ExtractHtml(t, "", "http://a/", {}); }},
      {"ingest::ReadMarkdown",
       [](const std::string& t) { (void)ingest::ReadMarkdown(t, "http://a/", {}); }},
      {"ingest::IgnoreRules",
       [](const std::string& t) {
         // A pattern of a line and a path of any length: paths are bounded by the system.
         const ingest::IgnoreRules rules = ingest::IgnoreRules::Parse(t);
         (void)rules.Match("a/bb/ccc/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab",
                           false);
         (void)ingest::IgnoreRules::Parse("**/a*b*c/**/d[a-z]*\n").Match(t, false);
       }},
      {"ingest::WikiLinks",
       [](const std::string& t) {
         const ingest::WikiSite site;
         (void)ingest::WikiLinks(t, site, 20000);
         (void)ingest::RedirectTarget(t);
         (void)site.NormalTitle(t);
         (void)site.Uri(t);
       }},
      {"ingest::JsonLinesReader",
       [](const std::string& t) {
         ingest::JsonLinesReader reader(std::make_unique<ingest::StringSource>(t, 1000));
         ReadAll(&reader);
         (void)reader.TakeSkipped();
       }},
      {"ingest::DumpReader",
       [](const std::string& t) {
         std::string escaped;
         for (const char c : t) {
           if (c == '<')
             escaped += "&lt;";
           else if (c == '&')
             escaped += "&amp;";
           else
             escaped += c;
         }
         for (const std::string& dump :
              {t,
               "<mediawiki><page><title>a</title><ns>0</ns><id>1</id><revision><id>1</id><text>" +
                   escaped + "</text></revision></page></mediawiki>",
               "<mediawiki><page><title>" + escaped + "</title></page></mediawiki>"}) {
           auto reader =
               ingest::DumpReader::Open(std::make_unique<ingest::StringSource>(dump, 1000));
           if (reader) ReadAll(reader->get());
         }
       }},
      {"ingest::NormalizeUri",
       [](const std::string& t) {
         (void)ingest::NormalizeUri(t);
         (void)ingest::RemoveDotSegments(t);
         (void)ingest::ResolveReference("http://a/" + t, t);
       }},
      {"ingest::TitleOfText",
       [](const std::string& t) {
         (void)ingest::TitleOfText("file:///a/b.txt", t);
         (void)ingest::TitleOfName("file:///" + t);
       }},
      {"merkle::Root and proofs",
       [](const std::string& t) {
         const std::vector<Hash256> leaves = HashesOf(t);
         if (leaves.empty()) return;
         (void)merkle::Root(leaves);
         (void)merkle::Verify(merkle::Prove(leaves, leaves.size() / 2), leaves.size());
         (void)merkle::ProveInclusion(leaves, leaves.size() / 2);
         (void)merkle::LogRoot(leaves.size(), merkle::SubtreesOf(leaves));
         (void)merkle::ProveConsistency(leaves.size() / 2, leaves.size(),
                                        merkle::SubtreesOf(leaves));
       }},
      {"merkle::ProofFromJson",
       [](const std::string& t) {
         if (const auto value = json::Parse(t)) (void)merkle::ProofFromJson(*value);
       }},
      {"run_dag::VerifyBlob",
       [](const std::string& t) {
         (void)run_dag::VerifyBlob(json::Value(t));
         const auto value = json::Parse(t);
         if (!value) return;
         (void)run_dag::VerifyBlob(*value);
         if (const auto run = run_dag::AnsweredRunFromJson(*value)) (void)run_dag::Build(*run);
       }},
      {"bundle::VerifyBundle", [](const std::string& t) { (void)bundle::VerifyBundle(t); }},
      {"audit::ReadCheckpoint",
       [](const std::string& t) {
         (void)audit::ReadCheckpoint(t);
         (void)audit::ReadCheckpoint("arborist/a\n1\n\n" + t);
         (void)audit::VerifierKey::Parse(t);
       }},
      {"core::FirstSentences",
       [](const std::string& t) {
         const std::vector<std::string> spans = {t, t};
         (void)core::FirstSentences(spans);
         (void)core::Keywords(spans, core::Scope());
       }},
      {"core::ClaimProblem", [](const std::string& t) { (void)core::ClaimProblem(t, t, t); },
       kBudgeted},
      {"retrieve::ParseQuery",
       [](const std::string& t) {
         const retrieve::Query query = retrieve::ParseQuery(t);
         (void)retrieve::AllOf(query);
       }},
      {"retrieve::Phrases",
       [](const std::string& t) {
         const retrieve::Phrases phrases(retrieve::ClipQuery(t));
         (void)phrases.StandIn(t);
       }},
      {"retrieve::NearDuplicates",
       [](const std::string& t) {
         retrieve::NearDuplicates seen;
         for (const evidence::SourceChunk& passage : Passages(t, 300)) {
           (void)seen.Contains(passage.span);
         }
         (void)seen.Contains(t);
       }},
      {"retrieve::ClassifyRoles",
       [](const std::string& t) {
         const std::vector<evidence::SourceChunk> passages = Passages(t, 300);
         std::vector<retrieve::RoleSubject> subjects;
         for (const evidence::SourceChunk& passage : passages) {
           if (subjects.size() == 64) break;
           subjects.push_back({.title = *passage.title, .score = 1, .body_groups = 1});
         }
         subjects.push_back({.title = t, .score = 1, .body_groups = 1});
         (void)retrieve::ClassifyRoles(retrieve::ClipQuery(t), subjects);
         const retrieve::PhraseSource source{.title = t, .uri = "u:a", .lead = t};
         (void)retrieve::DetectFrame(std::span(&source, 1));
       }},
      {"llm::ReadReply",
       [](const std::string& t) {
         (void)llm::ReadReply(t, "sk-key");
         (void)llm::ReadReply(
             "{\"choices\":[{\"finish_reason\":\"stop\",\"message\":{\"content\":" +
                 json::DumpLine(json::Value(t)) + "}}]}",
             "sk-key");
         (void)llm::ErrorDetail(t, "sk-key");
       }},
      {"llm::StreamReader",
       [](const std::string& t) {
         llm::StreamReader reader{"sk-key"};
         for (std::size_t at = 0; at < t.size(); at += 100) {
           const auto more = reader.Take(std::string_view(t).substr(at, 100));
           if (!more || !*more) return;
         }
         (void)std::move(reader).Finish();
       }},
      {"serve::http::CheckHead",
       [](const std::string& t) {
         (void)serve::http::CheckHead(t);
         (void)serve::http::CheckHead("GET / HTTP/1.1\r\n" + t + "\r\n\r\n");
         (void)serve::http::ParseTarget("/" + t);
         (void)serve::http::ParseTarget("/?" + t);
       }},
  };
}

}  // namespace

const std::vector<Subject>& Subjects() {
  static const std::vector<Subject> kSubjects = MakeSubjects();
  return kSubjects;
}

}  // namespace arborist::bounds
