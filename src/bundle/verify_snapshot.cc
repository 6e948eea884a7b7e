// SPDX-License-Identifier: AGPL-3.0-only
// Checks a snapshot bundle: the leaves of a document give its root, the root is a member of the
// snapshot, and the snapshot is in a log. The members of a snapshot are document roots, which are
// tree nodes themselves. doc_count fixes the length of the path, so that neither an inner node can
// pass for a member nor a member for a snapshot; the event binds the count.
#include "audit/snapshot_event.h"
#include "bundle/checker.h"
#include "bundle/snapshot_bundle.h"
#include "document/chunker.h"
#include "text/canonical.h"

namespace arborist::bundle {

namespace {

class SnapshotChecker : public ReportWriter {
 public:
  explicit SnapshotChecker(const SnapshotBundle& bundle) : bundle_(bundle) {}

  void CheckAll(const json::Value& given, const VerifyOptions& options) {
    Describe();
    Judge("format",
          ToJson(bundle_) == given ? ""
                                   : "unknown_field: a member that arborist-snapshot-v1 does not "
                                     "have",
          std::string(kSnapshotFormat));
    CheckVersions();
    CheckLeaves();
    CheckMember();
    CheckEvent();
    CheckLogPart(bundle_.log, options, this);
    CheckConsistency();
    for (const char* sentence :
         {"The text of the document: whoever has it can cut and hash it and compare the leaves.",
          "That the document is true, complete or current now, or where it was read.",
          "That the snapshot holds every document of its store."}) {
      report().not_proved.emplace_back(sentence);
    }
  }

 private:
  void Describe() {
    VerifyReport& out = report();
    out.format = kSnapshotFormat;
    out.document_root = bundle_.document_root.hex();
    out.claim = "this document is in that snapshot, and the snapshot stands in that log";
    out.subject = "document " + std::to_string(bundle_.proof.leaf_index) + " of " +
                  std::to_string(bundle_.doc_count) + " in a snapshot, counted from 0";
    out.shown = {"snapshot: " + bundle_.snapshot_root.hex()};
    out.roots = {{"the document's root", bundle_.document_root.hex()},
                 {"the root of the snapshot", bundle_.snapshot_root.hex()},
                 {"the root of the log's tree", bundle_.log.top().tree_root.hex()}};
  }

  void CheckVersions() {
    if (!bundle_.document) return Skipped("versions", "the store no longer had the document");
    const MemberLeaves& document = *bundle_.document;
    std::string unknown;
    const auto note = [&](bool known, std::string_view field, const std::string& value) {
      if (known) return;
      unknown += (unknown.empty() ? "" : ", ") + std::string(field) + " " + value;
      NoteUnknown(field, value);
    };
    note(document.schema_version == document::kSchemaVersion, "schema_version",
         document.schema_version);
    note(document.canonicalization_version == text::kCanonicalizationVersion,
         "canonicalization_version", document.canonicalization_version);
    note(document::ChunkingFromName(document.chunking_version).has_value(), "chunking_version",
         document.chunking_version);
    if (!unknown.empty()) return NotChecked("versions", "unknown " + unknown);
    Ok("versions", document.schema_version + ", " + document.canonicalization_version + ", " +
                       document.chunking_version);
  }

  void CheckLeaves() {
    if (!bundle_.document) return Skipped("leaf_hashes", "the store no longer had the document");
    const std::string root = merkle::Root(bundle_.document->leaves).hex();
    if (bundle_.document->leaves.empty()) {
      return Failed("leaf_hashes", "no_leaf: a document has at least one");
    }
    Equal("leaf_hashes",
          "root of the " + std::to_string(bundle_.document->leaves.size()) + " leaf hashes", root,
          bundle_.document_root.hex());
  }

  void CheckMember() {
    const Status holds = merkle::Verify(bundle_.proof, bundle_.doc_count);
    Judge("member", holds ? "" : holds.error().message,
          std::to_string(bundle_.proof.siblings.size()) + " steps, as " +
              std::to_string(bundle_.doc_count) + " documents need, lead to " +
              bundle_.proof.root.hex());
  }

  void CheckEvent() {
    const LogPart& log = bundle_.log;
    std::string problem = EventHashProblem(log);
    const auto state = log.event.hashes.find("state");
    if (problem.empty() && log.event.type != audit::kSnapshotCreate) {
      problem = "event_type: " + log.event.type + " takes no snapshot";
    }
    if (problem.empty() && log.event.subject != bundle_.snapshot_root.hex()) {
      problem = "event_subject: the event is of another snapshot";
    }
    if (problem.empty() &&
        (state == log.event.hashes.end() ||
         state->second !=
             audit::HashSnapshotState(bundle_.snapshot_root, bundle_.doc_count, bundle_.parent))) {
      problem = "event_state: the event binds another count or another parent";
    }
    Judge("event", problem,
          "event " + std::to_string(log.event.seq) + " of log " + log.event.log.hex() +
              " took this snapshot at " + std::to_string(log.event.time) + "; its hash is " +
              log.hash.hex());
  }

  void CheckConsistency() {
    std::string problem;
    if (bundle_.proof.leaf != bundle_.document_root) {
      problem = "other_document: the proof is of another root than document_root";
    } else if (bundle_.proof.root != bundle_.snapshot_root) {
      problem = "other_snapshot: the proof is for another root than snapshot_root";
    } else if (bundle_.proof_leaf_count != bundle_.doc_count) {
      problem = "other_count: the proof is for " + std::to_string(bundle_.proof_leaf_count) +
                " leaves, doc_count is " + std::to_string(bundle_.doc_count);
    }
    Judge("consistency", problem, "document, snapshot and count are the same in proof and bundle");
  }

  const SnapshotBundle& bundle_;
};

}  // namespace

Result<VerifyReport> VerifySnapshot(const json::Value& given, const VerifyOptions& options) {
  TRY_ASSIGN(const SnapshotBundle bundle, ReadSnapshotBundle(given));
  SnapshotChecker checker(bundle);
  checker.CheckAll(given, options);
  return std::move(checker.report());
}

}  // namespace arborist::bundle
