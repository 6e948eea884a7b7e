// SPDX-License-Identifier: AGPL-3.0-only
// Input and output schemas of the tools as JSON texts, parsed once. The fields of a question are
// added from app/question_fields.h, so that they stand in one table.
#include "serve/mcp/schemas.h"

#include <map>
#include <string>

#include "app/question_fields.h"
#include "base/check.h"

namespace arborist::serve::mcp {

namespace {

struct Text {
  std::string_view tool;
  std::string_view input;
  std::string_view output;
};

constexpr Text kTexts[] = {
    {"search",
     R"({"type":"object","additionalProperties":false,"required":["query"],"properties":{
       "query":{"type":"string","minLength":1,"maxLength":8192,"description":"Words to look for, or a question"},
       "limit":{"type":"integer","minimum":1,"maximum":100,"default":10,"description":"Passages, at most"},
       "per_document":{"type":"integer","minimum":0,"maximum":100,"default":0,"description":"Passages of one document, at most; 0: any number"}}})",
     R"({"type":"object","required":["items"],"properties":{"items":{"type":"array","items":{
       "type":"object","required":["rank","document_root","document_uri","title","chunk_idx","score","snippet"],
       "properties":{"rank":{"type":"integer"},"document_root":{"type":"string"},"document_uri":{"type":"string"},
         "title":{"type":"string"},"chunk_idx":{"type":"integer"},"score":{"type":"number"},
         "snippet":{"type":"string","description":"Hits stand between asterisks"}}}}}})"},
    {"read",
     R"({"type":"object","additionalProperties":false,"required":["document"],"properties":{
       "document":{"type":"string","minLength":1,"maxLength":8192,"description":"Root, 8 or more digits of it, or URI"},
       "from":{"type":"integer","minimum":0,"default":0,"description":"The first chunk"},
       "limit":{"type":"integer","minimum":1,"maximum":64,"default":8,"description":"Chunks of about 512 words"}}})",
     R"({"type":"object","required":["document_root","document_uri","title","leaf_count","items","next"],
       "properties":{"document_root":{"type":"string"},"document_uri":{"type":"string"},"title":{"type":"string"},
         "superseded":{"type":"boolean"},"leaf_count":{"type":"integer"},
         "items":{"type":"array","items":{"type":"object","required":["chunk_idx","leaf_hash","text"],
           "properties":{"chunk_idx":{"type":"integer"},"leaf_hash":{"type":"string"},"text":{"type":"string"}}}},
         "next":{"type":["integer","null"],"description":"The `from` of the next page"}}})"},
    {"query",
     R"({"type":"object","additionalProperties":false,"required":["question"],"properties":{
       "document":{"type":"string","minLength":1,"maxLength":8192,"description":"Answer from this one: root, 8 or more digits of it, or URI"}}})",
     R"({"type":"object","required":["question","answer_text","audit_mode","rung","declined","sources","cache_key","cached"],
       "properties":{"question":{"type":"string"},
         "answered_question":{"type":["string","null"],"description":"The question that was answered, where it is worded otherwise than the one asked"},
         "answer_text":{"type":"string"},
         "audit_mode":{"type":"string","enum":["STRICT","HYBRID","UNGROUNDED"]},"rung":{"type":"string"},
         "declined":{"type":"boolean","description":"No answer is claimed"},
         "confidence":{"type":["number","null"],"description":"How likely the first claim answers; of answers without a model"},
         "n_quotes":{"type":"integer"},"n_verified":{"type":"integer"},
         "violations":{"type":"array","items":{"type":"object"}},
         "units":{"type":"array","description":"Each part of the answer: its verdict, where it stands, and the words that the passage lacks",
           "items":{"type":"object","required":["text","verdict","unsupported_words"],"properties":{"text":{"type":"string"},
             "verdict":{"type":"string","enum":["stated","close","not_found","not_checked"]},
             "unsupported":{"type":"array","description":"Their places, in code points of the text","items":{"type":"object"}},
             "unsupported_words":{"type":"array","items":{"type":"string"}}}}},
         "passages":{"type":"array","description":"E1, E2, ...","items":{"type":"object"}},
         "sources":{"type":"array","items":{"type":"object"}},
         "cache_key":{"type":["string","null"],"description":"For prove, explain and falsify"},
         "lookup_path":{"type":"string"},"cached":{"type":"boolean"},"stored":{"type":"boolean"},
         "failure_stage":{"type":["string","null"]},"model":{"type":"object"},"run_dag_root":{"type":"string"},
         "record_hash":{"type":["string","null"]},"audit_event_hash":{"type":["string","null"]},
         "notes":{"type":"array"}}})"},
    {"check",
     R"({"type":"object","additionalProperties":false,"required":["answer"],"properties":{
       "answer":{"type":"string","minLength":1},
       "context":{"type":["string","array"],"items":{"type":"string"},"description":"The texts it was made from"},
       "evidence":{"type":"array","items":{"type":"object"},"description":"Passages E1, E2, ... as {span, title, document_uri}, instead of context"},
       "question":{"type":"string"},
       "mode":{"type":"string","enum":["quote","claim_lattice_pointer","claim_lattice"]},
       "verifier":{"type":"string","enum":["lexical-v3","lexical-v2","reference-v9.8"]},
       "entity_policy":{"type":"string","enum":["strict","hybrid","drop","proximity"]},
       "wikitext":{"type":"boolean","description":"Take the markup off the texts first"}}})",
     R"({"type":"object","required":["audit_mode","rung","n_quotes","n_verified"],
       "properties":{"audit_mode":{"type":"string","enum":["STRICT","HYBRID","UNGROUNDED"]},"rung":{"type":"string"},
         "n_quotes":{"type":"integer"},"n_verified":{"type":"integer"},
         "claim_statuses":{"type":"array","items":{"type":"object","required":["text","verdict","unsupported_words"],"properties":{"text":{"type":"string"},
           "verdict":{"type":"string","enum":["stated","close","not_found","not_checked"]},
           "unsupported":{"type":"array","description":"Words that the passage lacks, in code points of the text","items":{"type":"object"}},
           "unsupported_words":{"type":"array","items":{"type":"string"}}}}},"violations":{"type":"array"}}})"},
    {"prove",
     R"({"type":"object","additionalProperties":false,"required":["target"],"properties":{
       "target":{"type":"string","minLength":1,"maxLength":8192,"description":"Key of an answer, root or URI of a document"},
       "chunk":{"type":"integer","minimum":0,"description":"Of a document: only this chunk"},
       "redact":{"type":"boolean","default":false,"description":"Of an answer: without question, answer and texts"},
       "include_bundle":{"type":"boolean","default":false,"description":"The bundle itself, up to 1 MiB, and not only its link"}}})",
     R"({"type":"object","required":["format","bytes","valid","checks","not_proved"],
       "properties":{"format":{"type":"string"},"bytes":{"type":"integer"},"valid":{"type":"boolean"},
         "checks":{"type":"array","items":{"type":"object"}},"not_proved":{"type":"array"},
         "cache_key":{"type":"string"},"document_root":{"type":"string"},"bundle":{"type":"object"}}})"},
    {"explain",
     R"({"type":"object","additionalProperties":false,"required":["key"],"properties":{
       "key":{"type":"string","minLength":8,"maxLength":64,"description":"Key of the answer, or 8 or more digits of it"}}})",
     R"({"type":"object","required":["cache_key","question","stages","holds"],
       "properties":{"cache_key":{"type":"string"},"question":{"type":"string"},
         "stages":{"type":"array","items":{"type":"object"}},
         "holds":{"type":"boolean","description":"Every stage came out as the record says"}}})"},
    {"status", R"({"type":"object","additionalProperties":false,"properties":{}})",
     R"({"type":"object","required":["version","model","may_write","may_ingest","corpus"],
       "properties":{"version":{"type":"string"},"model":{"type":"string"},"answer_mode":{"type":"string"},
         "verifier":{"type":"string"},"may_write":{"type":"boolean"},"may_ingest":{"type":"boolean"},
         "corpus":{"type":"object"}}})"},
    {"falsify",
     R"({"type":"object","additionalProperties":false,"required":["key","reason"],"properties":{
       "key":{"type":"string","minLength":8,"maxLength":64,"description":"Key of the answer, or 8 or more digits of it"},
       "reason":{"type":"string","minLength":1,"maxLength":4096,"description":"Why, for whoever reads this later"},
       "state":{"type":"string","enum":["failed","stale","quarantined","live"],"default":"failed"}}})",
     R"({"type":"object","required":["cache_key","from","to","reason","audit_event_hash"],
       "properties":{"cache_key":{"type":"string"},"from":{"type":"string"},"to":{"type":"string"},
         "reason":{"type":"string"},"audit_event_hash":{"type":"string"}}})"},
    {"ingest",
     R"({"type":"object","additionalProperties":false,"required":["paths"],"properties":{
       "paths":{"type":"array","maxItems":64,"items":{"type":"string","minLength":1,"maxLength":4096},"description":"Files or folders, relative to the folder that this server was given"},
       "shard":{"type":"string","minLength":1,"maxLength":64,"default":"main"}}})",
     R"({"type":"object","required":["added","unchanged","superseded","skipped","documents","chunks"],
       "properties":{"added":{"type":"integer"},"unchanged":{"type":"integer"},"superseded":{"type":"integer"},"revised":{"type":"integer"},
         "skipped":{"type":"array","items":{"type":"object"}},"documents":{"type":"integer"},"chunks":{"type":"integer"}}})"},
};

// What a question may say beside its document stands in one table.
void AddQuestionFields(json::Value* schema) {
  json::Object& properties = schema->as_object().at("properties").as_object();
  for (const auto& [name, field] : app::AgentSchemaOfQuestionFields()) {
    properties.emplace(name, field);
  }
}

std::map<std::string, Schemas, std::less<>> ParseAll() {
  std::map<std::string, Schemas, std::less<>> all;
  for (const Text& text : kTexts) {
    auto input = json::Parse(text.input);
    auto output = json::Parse(text.output);
    CHECK(input && output);
    if (text.tool == "query") AddQuestionFields(&*input);
    all.emplace(text.tool, Schemas{std::move(*input), std::move(*output)});
  }
  return all;
}

}  // namespace

const Schemas& SchemasOf(std::string_view tool) {
  static const std::map<std::string, Schemas, std::less<>> kAll = ParseAll();
  const auto found = kAll.find(tool);
  CHECK(found != kAll.end());
  return found->second;
}

}  // namespace arborist::serve::mcp
