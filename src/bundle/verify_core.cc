// SPDX-License-Identifier: AGPL-3.0-only
// Checks a core bundle: from the core down, through every depth, to the texts it was made from. In
// order: each text has its hash; the text of each core, cut and hashed, has its root; each core has
// one derivation, and each source is at the place and depth that its distiller requires; each chunk
// used is proved to be in its document; the distiller, run again, gives the core. Attacks: a circle
// of cores (each core must stand before its sources), a document or chunk that nothing uses (it
// would look proved), a member that the format does not have (the bundle is written anew and
// compared), and keywords without their scope: their ranking cannot be repeated, so the report says
// that it is not proved.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bundle/checker.h"
#include "bundle/core_bundle.h"
#include "bundle/log_part.h"
#include "core/claim.h"
#include "core/derivation.h"
#include "core/distiller.h"
#include "core/first_sentence.h"
#include "crypto/sha256.h"
#include "document/chunker.h"
#include "text/canonical.h"

namespace arborist::bundle {

namespace {

using Document = CoreBundle::Document;
using Derived = CoreBundle::Derived;

bool IsKnownDistiller(std::string_view id) {
  return core::IsCompression(id) || id == core::kClaimPack || id == core::kProvidence;
}

class CoreChecker : public ReportWriter {
 public:
  explicit CoreChecker(CoreBundle bundle) : bundle_(std::move(bundle)) {
    for (std::size_t i = 0; i < bundle_.documents.size(); ++i)
      by_root_.emplace(bundle_.documents[i].facts.root, i);
  }

  void CheckAll(const json::Value& given);
  void CheckLog(const VerifyOptions& options);

 private:
  void CheckFormat(const json::Value& given);
  void CheckVersions();
  std::string TextProblem() const;
  std::string CoreTextProblem() const;
  std::string DerivationProblem() const;
  std::string PlaceProblem(const Derived& derived, std::set<std::size_t>* used) const;
  std::string ProofProblem() const;
  std::string RuleProblem() const;
  std::string SurfaceProblem() const;
  void CheckDistilled();
  std::string DistilledProblem(const Derived& derived, const Document& core);
  std::string KeywordProblem(std::string_view keywords, const std::vector<std::string>& spans);
  std::string ClaimProblemOf(const Document& core, const Document& source,
                             const core::SourceProof& proof) const;
  std::string EventProblem(const LogPart& log) const;
  void Describe();

  const Document* Find(const DocumentRoot& root) const {
    const auto it = by_root_.find(root);
    return it == by_root_.end() ? nullptr : &bundle_.documents[it->second];
  }
  static const std::string* TextOf(const Document& document, std::uint64_t chunk_idx) {
    const auto it = std::ranges::find(document.chunks, chunk_idx, &CoreBundle::Chunk::chunk_idx);
    return it == document.chunks.end() ? nullptr : &it->text;
  }
  static std::string WholeText(const Document& document) {
    std::string text;
    for (const CoreBundle::Chunk& chunk : document.chunks) text += chunk.text;
    return text;
  }

  CoreBundle bundle_;
  std::map<DocumentRoot, std::size_t> by_root_;
  bool known_ = true;
  bool sound_ = true;  // all checks that later ones rely on have held
};

void CoreChecker::CheckFormat(const json::Value& given) {
  Judge("format",
        json::Value(ToJson(bundle_)) == given
            ? ""
            : "holds a member that the format does not have, or lacks one that it has",
        std::string(kCoreFormat));
}

void CoreChecker::CheckVersions() {
  std::string unknown;
  const auto note = [&](bool known, std::string_view field, const std::string& value) {
    if (known) return;
    known_ = false;
    unknown += (unknown.empty() ? "" : ", ") + std::string(field) + " " + value;
    NoteUnknown(field, value);
  };
  for (const Document& document : bundle_.documents) {
    const DocumentFacts& facts = document.facts;
    note(facts.schema_version == document::kSchemaVersion, "schema_version", facts.schema_version);
    note(facts.canonicalization_version == text::kCanonicalizationVersion,
         "canonicalization_version", facts.canonicalization_version);
    note(document::ChunkingFromName(facts.chunking_version).has_value(), "chunking_version",
         facts.chunking_version);
  }
  for (const Derived& derived : bundle_.derivations) {
    const auto& [id, version, scope, sources] = derived.derivation;
    note(IsKnownDistiller(id) && version == core::kDistillerVersion, "distiller",
         id + " " + version);
    for (const document::DerivationSource& source : sources) {
      const auto proof = core::ParseSourceProof(source.proof);
      note(proof && core::SpanOf(proof->base, "").has_value(), "base", proof ? proof->base : "");
    }
  }
  if (!unknown.empty()) return NotChecked("versions", "unknown " + unknown);
  Ok("versions", "of " + std::to_string(bundle_.documents.size()) + " documents and " +
                     std::to_string(bundle_.derivations.size()) + " derivations");
}

std::string CoreChecker::TextProblem() const {
  for (const Document& document : bundle_.documents) {
    for (const CoreBundle::Chunk& chunk : document.chunks) {
      if (crypto::Sha256(chunk.text).hex() != chunk.text_hash) {
        return "chunk " + std::to_string(chunk.chunk_idx) + " of " + document.facts.root.hex() +
               " has another hash than the bundle says";
      }
    }
  }
  return {};
}

// A bundle has the whole text of every core: cut and hashed anew, it must give the root.
std::string CoreChecker::CoreTextProblem() const {
  for (const Document& document : bundle_.documents) {
    if (document.kind != "core") continue;
    for (std::uint64_t i = 0; i < document.chunks.size(); ++i) {
      if (document.chunks[static_cast<std::size_t>(i)].chunk_idx != i)
        return "chunks of core " + document.facts.root.hex() + " are missing or out of order";
    }
    const std::string text = WithByteOrderMark(WholeText(document));
    const document::Identity identity = document::Identify(text);
    if (identity.root != document.facts.root)
      return "the text of core " + document.facts.root.hex() + " has the root " +
             identity.root.hex();
    if (identity.leaves.size() != document.facts.leaf_count ||
        document::Name(identity.chunking) != document.facts.chunking_version)
      return "core " + document.facts.root.hex() + " is cut in another way than the bundle says";
  }
  return {};
}

std::string CoreChecker::PlaceProblem(const Derived& derived, std::set<std::size_t>* used) const {
  const auto at = by_root_.find(derived.core);
  if (at == by_root_.end() || bundle_.documents[at->second].kind != "core")
    return "a derivation is of a core that is not here";
  const Document& core = bundle_.documents[at->second];
  const bool compression = core::IsCompression(derived.derivation.distiller_id);
  const auto& sources = derived.derivation.sources;
  if (core.facts.source_type != derived.derivation.distiller_id)
    return "a core is of another source type than its distiller";
  if (sources.empty() ||
      (sources.size() > 1 && derived.derivation.distiller_id != core::kProvidence))
    return "a derivation has not as many sources as its distiller reads";
  if ((core.compression_depth > 0) != compression || core.compression_depth < 0)
    return "a core has a depth that its distiller does not give";
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (i > 0 && !(sources[i - 1].root < sources[i].root)) return "sources are out of order";
    const auto source = by_root_.find(sources[i].root);
    if (source == by_root_.end()) return "source " + sources[i].root.hex() + " is not here";
    // Each core before its sources, so that no circle is possible.
    if (source->second <= at->second) return "a core stands behind its source";
    const std::int64_t depth = bundle_.documents[source->second].compression_depth;
    if (compression ? depth + 1 != core.compression_depth : depth != 0)
      return "a source is not at the depth that its core needs";
    used->insert(source->second);
  }
  return {};
}

std::string CoreChecker::DerivationProblem() const {
  if (by_root_.size() != bundle_.documents.size()) return "a document stands here twice";
  // The bundle is about its first document. Were that a surface, no derivation would be needed, and
  // a bundle could name any root with a text of its own making.
  if (bundle_.documents[0].kind != "core") return "the first document is no core";
  std::set<std::size_t> used{0};
  std::set<DocumentRoot> derived_roots;
  for (const Derived& derived : bundle_.derivations) {
    if (document::HashDerivation(derived.core, derived.derivation).hex() != derived.derivation_hash)
      return "the derivation of " + derived.core.hex() + " has another hash than the bundle says";
    if (!derived_roots.insert(derived.core).second) return "a core is derived twice";
    std::string problem = PlaceProblem(derived, &used);
    if (!problem.empty()) return problem;
  }
  if (used.size() != bundle_.documents.size()) return "a document is here that no core was made of";
  for (const Document& document : bundle_.documents) {
    if ((document.kind == "core") != derived_roots.contains(document.facts.root))
      return "document " + document.facts.root.hex() + " has no derivation, or must not have one";
  }
  return {};
}

std::string CoreChecker::ProofProblem() const {
  std::map<DocumentRoot, std::set<std::uint64_t>> used;
  for (const Derived& derived : bundle_.derivations) {
    for (const document::DerivationSource& source : derived.derivation.sources) {
      const auto proof = core::ParseSourceProof(source.proof);
      const Document* document = Find(source.root);
      if (!proof || document == nullptr) return "a proof cannot be read";
      if (const Status holds = core::Verify(*proof, source.root); !holds)
        return "source " + source.root.hex() + ": " + holds.error().message;
      if (proof->leaf_count != document->facts.leaf_count)
        return "source " + source.root.hex() + " has another leaf_count in its proof";
      for (const std::uint64_t chunk : proof->Chunks()) {
        const std::string* text = TextOf(*document, chunk);
        if (text == nullptr)
          return "chunk " + std::to_string(chunk) + " of " + source.root.hex() + " is not here";
        if (document::LeafOf(*text) != *proof->LeafOf(chunk))
          return "chunk " + std::to_string(chunk) + " of " + source.root.hex() +
                 " is not the text that its leaf hashes";
        used[source.root].insert(chunk);
      }
    }
  }
  for (const Document& document : bundle_.documents) {
    if (document.kind == "surface" && used[document.facts.root].size() != document.chunks.size())
      return "a chunk of " + document.facts.root.hex() + " is here that nothing proves";
  }
  return {};
}

std::string CoreChecker::RuleProblem() const {
  for (const Document& document : bundle_.documents) {
    const auto chunking = document::ChunkingFromName(document.facts.chunking_version);
    for (const CoreBundle::Chunk& chunk : document.chunks) {
      const std::string problem =
          ChunkProblem(chunk.text, chunk.chunk_idx, document.facts.leaf_count, *chunking);
      if (!problem.empty()) return document.facts.root.hex() + ": " + problem;
    }
  }
  return {};
}

std::string CoreChecker::SurfaceProblem() const {
  for (const Document& document : bundle_.documents) {
    if (document.kind != "core" && (document.kind != "surface" || document.compression_depth != 0))
      return "document " + document.facts.root.hex() + " is neither core nor surface";
  }
  return bundle_.documents.back().kind == "surface" ? "" : "no surface stands at the end";
}

// Without the scope: every keyword must occur in the source, and none twice.
std::string CoreChecker::KeywordProblem(std::string_view keywords,
                                        const std::vector<std::string>& spans) {
  core::TermCounter counter;
  counter.Count(spans);
  std::set<std::string_view> seen;
  while (!keywords.empty()) {
    const std::size_t end = std::min(keywords.find(' '), keywords.size());
    const std::string_view word = keywords.substr(0, end);
    if (!counter.terms().Find(word))
      return "the source does not hold the word " + std::string(word);
    if (!seen.insert(word).second) return "a word stands twice";
    keywords.remove_prefix(std::min(end + 1, keywords.size()));
  }
  if (seen.empty() || seen.size() > core::kKeywordCount)
    return "not as many words as the rule gives";
  report().not_proved.emplace_back(
      "That these words are the strongest: how many documents hold each is a matter of the "
      "snapshot that scope_root names, which is not in the bundle. Each of them stands in the "
      "source.");
  return {};
}

std::string CoreChecker::ClaimProblemOf(const Document& core, const Document& source,
                                        const core::SourceProof& proof) const {
  const auto passage = json::Value(proof.detail).String("passage");
  if (source.kind != "surface") return "a claim must rest on a surface";
  if (!passage || proof.detail.size() != 1) return "the derivation says no passage";
  const std::vector<std::uint64_t> chunks = proof.Chunks();
  std::vector<std::string> spans;
  for (const std::uint64_t chunk : chunks) {
    if (chunk != chunks[0] + spans.size()) return "the chunks of a passage must be neighbours";
    spans.push_back(*core::SpanOf(proof.base, *TextOf(source, chunk)));
  }
  return core::ClaimProblem(WholeText(core), *passage, core::JoinSpans(proof.base, spans));
}

std::string CoreChecker::DistilledProblem(const Derived& derived, const Document& core) {
  const std::string& distiller = derived.derivation.distiller_id;
  if (distiller == core::kProvidence) {
    report().not_proved.emplace_back(
        "What the answer's record says: the derivation names the record, and arborist prove KEY "
        "proves that one.");
    return {};
  }
  const document::DerivationSource& from = derived.derivation.sources[0];
  const Document& source = *Find(from.root);
  const core::SourceProof proof = core::ParseSourceProof(from.proof).value();
  if (distiller == core::kClaimPack) return ClaimProblemOf(core, source, proof);
  if (!proof.detail.empty()) return "a compression has no detail";
  if (proof.leaves.empty()) return "not every chunk of " + from.root.hex() + " is proved";
  std::vector<std::string> spans;
  for (const std::uint64_t chunk : proof.Chunks())
    spans.push_back(*core::SpanOf(proof.base, *TextOf(source, chunk)));
  const bool scoped = distiller == core::kKeywords && core.compression_depth == 1;
  if (scoped != derived.derivation.scope_root.has_value())
    return "a scope is named where the rule has none, or none where it has one";
  if (scoped) return KeywordProblem(WholeText(core), spans);
  const auto made = core::Compress(distiller, core.compression_depth, spans, nullptr);
  if (!made || document::Identify(WithByteOrderMark(*made)).root != core.facts.root)
    return distiller + " of " + from.root.hex() + " is not " + core.facts.root.hex();
  return {};
}

void CoreChecker::CheckDistilled() {
  if (!sound_) return NotChecked("distilled", "the texts are not those that were distilled");
  for (const Derived& derived : bundle_.derivations) {
    const std::string problem = DistilledProblem(derived, *Find(derived.core));
    if (!problem.empty()) return Failed("distilled", problem);
  }
  Ok("distilled", std::to_string(bundle_.derivations.size()) + " rules were run again");
}

void CoreChecker::Describe() {
  const Document& core = bundle_.documents[0];
  VerifyReport& out = report();
  out.format = kCoreFormat;
  out.document_root = core.facts.root.hex();
  out.claim = "this core was made from the documents of those roots";
  out.subject = core.facts.source_type + ", depth " + std::to_string(core.compression_depth) +
                ", from " + std::to_string(bundle_.documents.size() - 1) + " documents";
  out.locations = core.facts.locations;
  for (const Document& document : bundle_.documents) {
    out.roots.push_back({document.kind == "core" ? "the root of a core" : "the root of a source",
                         document.facts.root.hex()});
  }
  for (const char* sentence :
       {"The exact whitespace and Unicode form of the texts: the roots cover their normalised "
        "form.",
        "Where the sources came from: URIs, titles and source types are as the bundle says.",
        "That the sources are true, complete or current."}) {
    out.not_proved.emplace_back(sentence);
  }
}

// Whether the event binds the derivation of the core that the bundle is about.
std::string CoreChecker::EventProblem(const LogPart& log) const {
  if (std::string problem = EventHashProblem(log); !problem.empty()) return problem;
  if (log.event.type != "core_derived")
    return "event_type: " + log.event.type + " does not record how a core was made";
  const DocumentRoot& core = bundle_.documents[0].facts.root;
  if (log.event.subject != core.hex()) return "event_subject: the event is of another core";
  const auto derived = std::ranges::find(bundle_.derivations, core, &Derived::core);
  const auto bound = log.event.hashes.find("derivation");
  if (derived == bundle_.derivations.end() || bound == log.event.hashes.end() ||
      bound->second.hex() != derived->derivation_hash)
    return "event_derivation: the event records another derivation";
  return {};
}

void CoreChecker::CheckLog(const VerifyOptions& options) {
  if (!bundle_.log) {
    report().not_proved.emplace_back(
        "When and by whom the core was made: the log of the store binds derivation_hash, and is "
        "not in the bundle.");
    return CheckNoLogPart(options, this);
  }
  const audit::EventBody& event = bundle_.log->event;
  Judge("event", EventProblem(*bundle_.log),
        "event " + std::to_string(event.seq) + " of log " + event.log.hex() +
            " recorded this core and its derivation");
  CheckLogPart(*bundle_.log, options, this);
}

void CoreChecker::CheckAll(const json::Value& given) {
  Describe();
  CheckFormat(given);
  CheckVersions();
  const auto judge = [&](std::string_view name, const std::string& problem, std::string fine) {
    if (!problem.empty()) sound_ = false;
    Judge(name, problem, std::move(fine));
  };
  judge("text_hash", TextProblem(), "sha256 of every text");
  if (!known_) {
    for (const char* name :
         {"core_text", "derivation", "source_proofs", "chunk_rule", "surface", "distilled"})
      NotChecked(name, "unknown version");
    return;
  }
  judge("core_text", CoreTextProblem(), "the text of every core, cut and hashed, has its root");
  judge("derivation", DerivationProblem(), "each core has one, and each source a place in it");
  if (sound_) {
    judge("source_proofs", ProofProblem(), "every chunk used is one of its document");
  } else {
    NotChecked("source_proofs", "the documents do not fit together");
  }
  judge("chunk_rule", RuleProblem(), "every text can be such a chunk");
  judge("surface", SurfaceProblem(), "the last text is one that was read from a source");
  CheckDistilled();
}

}  // namespace

Result<VerifyReport> VerifyCore(const json::Value& given, const VerifyOptions& options) {
  TRY_ASSIGN(CoreBundle bundle, ReadCoreBundle(given));
  CoreChecker checker(std::move(bundle));
  checker.CheckAll(given);
  checker.CheckLog(options);
  return std::move(checker.report());
}

}  // namespace arborist::bundle
