// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>

#include "app/home.h"
#include "ask/ask.h"
#include "json/value.h"
#include "judge/check_answer.h"

// Answers, hits and verdicts as docs/contract.md has them.
namespace arborist::app {

// The result of query and ask.
json::Object ToJson(const ask::AskResult& answer);
// What a reader of the answer needs of that, for agents; explain has the rest. Each unit says its
// verdict, whichever verifier judged, and the words that its passage lacks.
json::Object AnswerForAgents(const ask::AskResult& answer);

// The line of an answer around its timings, to be sent again with others.
struct AnswerLine {
  std::string before;
  std::string after;
  std::size_t bytes() const { return before.size() + after.size(); }
};
AnswerLine LineOf(const ask::AskResult& answer);
// The whole line, with its line feed, of an answer that took so long to be found again.
std::string LineAgain(const AnswerLine& line, std::int64_t microseconds);

// One hit; rank counts from 1. The snippet has its hits between asterisks.
json::Object ToJson(std::size_t rank, const retrieve::SearchHit& hit);
json::Object ToJson(const SearchResult& result);  // {items, cold_documents}

// The verdict on an answer from anywhere, with what agents are told of each unit.
json::Object CheckForAgents(const judge::CheckReport& report, const judge::CheckRequest& request);

}  // namespace arborist::app
