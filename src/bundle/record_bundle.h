// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bundle/bundle.h"
#include "bundle/log_part.h"
#include "json/value.h"
#include "merkle/tree.h"
#include "prompt/prompt.h"
#include "run/run_record.h"

namespace arborist::bundle {

// arborist-record-v2, and -v1 of a record-v1: an answer with everything it was made from.
// `statement` is byte-identical for identical runs; times, the log and estimates are members beside
// it. docs/format/bundle.md.

// A chunk of the context and the way from its leaf to its document's root.
struct ProvedChunk {
  std::optional<std::string> text = {};  // the raw slice; nothing in a redacted bundle
  std::string base = {};                 // how its span is made; likewise
  merkle::Proof proof = {};
  std::uint64_t leaf_count = 0;
};

// A part that this version knows: for each passage its place in the source, [{passage, offset,
// kind, label}].
inline constexpr std::string_view kAnchorsPart = "anchors-v1";

struct RecordBundle {
  // Without units and reply, which no hash binds, and without the wording of the verdict. Redacted:
  // only policy, model, sources without names, and the stages. Its confidence, which no hash binds
  // either, is a member beside the statement.
  run::RunRecord run;
  bool redacted = false;
  run::RecordStatement record;
  Hash256 record_hash;
  CacheKey cache_key;
  std::vector<prompt::Message> messages;  // as they are hashed
  std::vector<ProvedChunk> chunks;        // one for each passage, in their order
  LogPart log;
};

// Makes a bundle of a record, the chunks of its passages and its event. States what it is given;
// VerifyBundle judges. Fails if record and chunks do not fit together.
Result<RecordBundle> MakeRecordBundle(run::RunRecord record, std::vector<ProvedChunk> chunks,
                                      LogPart log);

// The same without texts, messages, URIs and titles.
RecordBundle Redacted(const RecordBundle& bundle);

json::Value ToJson(const RecordBundle& bundle);
// Errors name the field. Members that the format does not have are ignored here and refused by
// VerifyBundle.
Result<RecordBundle> ReadRecordBundle(const json::Value& value);

// The name of the bundle format for such a record.
std::string_view FormatOf(run::RecordVersion version);

// What a model saw of a slice (decision 17): the code points of its base between the offsets.
// nullopt for an unknown base.
std::optional<std::string> SpanOf(std::string_view base, std::string_view slice,
                                  std::uint64_t offset_start, std::uint64_t offset_end);

}  // namespace arborist::bundle
