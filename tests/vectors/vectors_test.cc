// SPDX-License-Identifier: AGPL-3.0-only
// Runs the lines {what, in, out} of docs/format/vectors/*.jsonl against the library, so that a bare
// clone proves identity; `why` says what each shows. Lines {method, params, result | error} are run
// by golden/vectors_test.cc. docs/format/README.md tells where the expected values come from.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <span>

#include "audit/event.h"
#include "base/files.h"
#include "crypto/sha256.h"
#include "document/chunker.h"
#include "document/descriptor.h"
#include "evidence/selection.h"
#include "evidence/sentence_list.h"
#include "json/value.h"
#include "merkle/log_tree.h"
#include "merkle/proof_json.h"
#include "question/keys.h"
#include "question/question.h"
#include "store/home/home.h"
#include "store/log/bindings.h"
#include "text/canonical.h"
#include "text/search_tokens.h"
#include "text/utf8.h"

namespace arborist {
namespace {

using json::Array;
using json::Object;
using json::Value;

using Function = std::function<Result<Value>(const Value&)>;
using Functions = std::map<std::string, Function, std::less<>>;

Result<std::vector<Hash256>> Hashes(const Array& list) {
  std::vector<Hash256> hashes;
  for (const Value& value : list) {
    TRY_ASSIGN(const Hash256 hash, Hash256::FromHexString(value.as_string()));
    hashes.push_back(hash);
  }
  return hashes;
}

Result<Hash256> HashField(const Value& object, std::string_view key) {
  TRY_ASSIGN(const std::string hex, object.String(key));
  return Hash256::FromHexString(hex);
}

std::string NameOfRefusal(const Error& error) {
  // "sibling 2: malformed_hash: ..." and "malformed_hash: ..." are the same refusal.
  if (error.message.find("malformed_hash") != std::string::npos) return "malformed_hash";
  return error.message.substr(0, error.message.find(':'));
}

Status CheckProof(const Value& proof) {
  TRY_ASSIGN(const merkle::ParsedProof parsed, merkle::ProofFromJson(proof));
  return parsed.leaf_count ? merkle::Verify(parsed.proof, *parsed.leaf_count)
                           : merkle::VerifyFold(parsed.proof);
}

// Canonical JSON of a text, null for one that is refused.
Result<Value> Parse(const Value& in) {
  const auto value = json::Parse(in.as_string());
  return value ? Value(json::Dump(*value)) : Value();
}

// {parts: [[piece, times], ...], chunking_version: name or null for the choice by the text}.
Result<Value> Identify(const Value& in) {
  std::string text;
  TRY_ASSIGN(const Array* parts, in.List("parts"));
  for (const Value& part : *parts) {
    const std::int64_t times = part.as_array()[1].as_int();
    for (std::int64_t i = 0; i < times; ++i) text += part.as_array()[0].as_string();
  }
  TRY_ASSIGN(const std::string name, in.StringOr("chunking_version", ""));
  const auto chunking =
      name.empty() ? document::ChooseChunking(text) : *document::ChunkingFromName(name);
  const document::Identity identity =
      name.empty() ? document::Identify(text) : document::Identify(text, chunking);
  EXPECT_EQ(identity.chunking, chunking);
  Array lengths;
  for (const std::string_view slice : identity.slices) {
    lengths.emplace_back(static_cast<std::int64_t>(text::CountCodePoints(slice)));
  }
  return Object{{"chunking_version", document::Name(chunking)},
                {"slice_code_points", std::move(lengths)},
                {"leaf_count", static_cast<std::int64_t>(identity.leaves.size())},
                {"document_root", identity.root.hex()}};
}

Result<Value> Node(const Value& in) {
  TRY_ASSIGN(const std::vector<Hash256> pair, Hashes(in.as_array()));
  return Value(merkle::HashNode(pair[0], pair[1]).hex());
}

Result<Value> Root(const Value& in) {
  TRY_ASSIGN(const std::vector<Hash256> leaves, Hashes(in.as_array()));
  return Value(merkle::Root(leaves).hex());
}

Result<Value> Refusal(const Value& in) {
  const Status status = CheckProof(in);
  return status ? Value() : Value(NameOfRefusal(status.error()));
}

Result<audit::EventBody> Body(const Value& value) {
  audit::EventBody body;
  TRY_ASSIGN(body.log, HashField(value, "log"));
  TRY_ASSIGN(const std::int64_t seq, value.Int("seq"));
  body.seq = static_cast<std::uint64_t>(seq);
  TRY_ASSIGN(body.type, value.String("type"));
  TRY_ASSIGN(body.time, value.Int("time"));
  TRY_ASSIGN(body.subject, value.String("subject"));
  TRY_ASSIGN(body.actor, value.String("actor"));
  TRY_ASSIGN(const Object* hashes, value.Map("hashes"));
  for (const auto& [name, hex] : *hashes) {
    TRY_ASSIGN(body.hashes[name], Hash256::FromHexString(hex.as_string()));
  }
  EXPECT_EQ(audit::BodyToJson(body), value);
  return body;
}

Result<Value> EventHashOf(const Value& in) {
  TRY_ASSIGN(const Hash256 previous, HashField(in, "previous"));
  TRY_ASSIGN(const audit::EventBody body, Body(*in.Find("body")));
  return Value(audit::HashEvent(EventHash(previous), body).hex());
}

Result<Value> Chain(const Value& in) {
  audit::ChainChecker checker;
  for (const Value& event : in.as_array()) {
    TRY_ASSIGN(const audit::EventBody body, Body(*event.Find("body")));
    TRY_ASSIGN(const Hash256 hash, HashField(event, "event_hash"));
    if (const Status status = checker.Next(body, EventHash(hash)); !status) {
      return Object{{"refusal", NameOfRefusal(status.error())},
                    {"size", static_cast<std::int64_t>(checker.size())}};
    }
  }
  return Object{{"size", static_cast<std::int64_t>(checker.size())},
                {"head", checker.head().hex()}};
}

Result<Value> Salted(const Value& in) {
  TRY_ASSIGN(const std::string hex, in.String("salt"));
  TRY_ASSIGN(const std::string salt, FromHex(hex));
  TRY_ASSIGN(const std::string text, in.String("text"));
  return Value(audit::SaltedHash(salt, text).hex());
}

Result<Value> LocationText(const Value& in) {
  TRY_ASSIGN(const std::string uri, in.String("uri"));
  TRY_ASSIGN(const std::string title, in.String("title"));
  TRY_ASSIGN(const std::string extraction, in.String("extraction"));
  TRY_ASSIGN(const Hash256 source, HashField(in, "source"));
  return Value(store::LocationText(uri, title, extraction, SourceHash(source)));
}

Result<Value> Descriptor(const Value& in) {
  TRY_ASSIGN(const Hash256 root, HashField(in, "document_root"));
  TRY_ASSIGN(const std::int64_t leaf_count, in.Int("leaf_count"));
  TRY_ASSIGN(const std::int64_t text_bytes, in.Int("text_bytes"));
  return Value(document::HashDescriptor(
                   {.root = DocumentRoot(root),
                    .leaf_count = static_cast<std::uint64_t>(leaf_count),
                    .text_bytes = static_cast<std::uint64_t>(text_bytes),
                    .kind = in.Find("kind")->as_string(),
                    .source_type = in.Find("source_type")->as_string(),
                    .chunking_version = in.Find("chunking_version")->as_string(),
                    .canonicalization_version = in.Find("canonicalization_version")->as_string(),
                    .schema_version = in.Find("schema_version")->as_string()})
                   .hex());
}

Result<Value> Links(const Value& in) {
  std::vector<std::string> links;
  for (const Value& link : in.as_array()) links.push_back(link.as_string());
  return Value(store::HashLinks(links).hex());
}

Result<Value> LogTree(const Value& in) {
  merkle::LogTree tree;
  for (const Value& event : in.as_array()) {
    TRY_ASSIGN(const Hash256 hash, Hash256::FromHexString(event.as_string()));
    tree.Append(AsText(hash.view()));
  }
  return Value(tree.Root().hex());
}

Result<Value> ShardState(const Value& in) {
  TRY_ASSIGN(const std::string shard, in.String("shard"));
  TRY_ASSIGN(const std::int64_t size, in.Int("size"));
  store::LogHead head{.log = {}, .size = static_cast<std::uint64_t>(size), .head = {}};
  TRY_ASSIGN(head.log, HashField(in, "log"));
  TRY_ASSIGN(const Hash256 hash, HashField(in, "head"));
  head.head = EventHash(hash);
  return Value(store::HashShardState(shard, head).hex());
}

Result<Value> Terms(const Value& in) {
  std::string terms;
  text::AppendSearchTerms(in.as_string(), &terms);
  return Value(std::move(terms));
}

// The objects of a list of sentences, and the hash of the list; null where it is none of these
// passages.
Result<Value> Sentences(const Value& in) {
  std::vector<evidence::SourceChunk> chunks;
  json::Array lists;
  for (const Value& passage : in.as_array()) {
    evidence::SourceChunk& chunk = chunks.emplace_back();
    TRY_ASSIGN(chunk.chunk_root, passage.String("chunk_root"));
    TRY_ASSIGN(chunk.span, passage.String("span"));
    TRY_ASSIGN(const std::int64_t offset, passage.Int("offset_start"));
    chunk.offset_start = static_cast<std::uint64_t>(offset);
    lists.push_back(*passage.Find("sentences"));
  }
  const evidence::EvidenceMap map(std::move(chunks));
  const auto places = evidence::ReadSentencePlaces(Value(lists));
  if (!places) return Value();
  const auto list = evidence::SentenceList::Make(map, *places);
  if (!list) return Value();
  json::Array objects;
  for (const evidence::SentenceObject& object : list->objects()) {
    objects.emplace_back(Object{{"pointer_id", object.pointer_id},
                                {"evidence_id", object.evidence_id},
                                {"text", object.text}});
  }
  const std::string hash = crypto::Sha256(json::Dump(Value(ToJson(*places)))).hex();
  return Value(Object{{"objects", std::move(objects)}, {"hash", hash}});
}

// The pointers of an answer; null where it is refused.
Result<Value> Selection(const Value& in) {
  const evidence::Selection selection = evidence::ParseSelection(in.as_string());
  if (selection.kind == evidence::SelectionKind::kRefused) return Value();
  return Value(json::Array(selection.pointer_ids.begin(), selection.pointer_ids.end()));
}

const Functions& OwnFunctions() {
  static const Functions functions = {
      {"lower", [](const Value& in) { return Result<Value>(text::ToLower(in.as_string())); }},
      {"parse", Parse},
      {"identify", Identify},
      {"leaf",
       [](const Value& in) { return Result<Value>(merkle::HashLeaf(in.as_string()).hex()); }},
      {"node", Node},
      {"root", Root},
      {"refusal", Refusal},
      {"event_hash", EventHashOf},
      {"chain", Chain},
      {"salted", Salted},
      {"location_text", LocationText},
      {"descriptor", Descriptor},
      {"links", Links},
      {"log_tree", LogTree},
      {"shard_state", ShardState},
      {"terms", Terms},
      {"sentences", Sentences},
      {"selection", Selection},
      {"between_parts",
       [](const Value& in) { return Result<Value>(evidence::IsBetweenParts(in.as_string())); }}};
  return functions;
}

// -- running a line

void RunFunction(const Value& line) {
  const auto function = OwnFunctions().find(line.Find("what")->as_string());
  ASSERT_NE(function, OwnFunctions().end()) << "unknown function";
  const auto actual = function->second(*line.Find("in"));
  ASSERT_TRUE(actual) << actual.error().message;
  EXPECT_EQ(json::Dump(*actual), json::Dump(*line.Find("out")));
}

class FormatVectors : public testing::TestWithParam<const char*> {};

TEST_P(FormatVectors, Hold) {
  const char* const source = std::getenv("ARBORIST_SOURCE");
  ASSERT_NE(source, nullptr) << "run it through ctest, or set ARBORIST_SOURCE to the source tree";
  const std::filesystem::path path =
      std::filesystem::path(source) / "docs/format/vectors" / (std::string(GetParam()) + ".jsonl");
  const auto content = ReadFile(path, std::uint64_t{16} << 20);
  ASSERT_TRUE(content) << content.error().message;
  std::string_view rest = *content;
  int number = 0;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const auto line = json::Parse(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    ++number;
    ASSERT_TRUE(line) << path << ":" << number << ": " << line.error().message;
    const Value* const why = line->Find("why");
    SCOPED_TRACE(path.string() + ":" + std::to_string(number) + ": " +
                 (why != nullptr ? why->as_string() : ""));
    if (line->Find("method") == nullptr) RunFunction(*line);
  }
  EXPECT_GE(number, 8);
}

INSTANTIATE_TEST_SUITE_P(All, FormatVectors,
                         testing::Values("text", "canonical-json", "chunking", "merkle",
                                         "audit-chain", "keys", "search-tokens", "sentences"));

}  // namespace
}  // namespace arborist
