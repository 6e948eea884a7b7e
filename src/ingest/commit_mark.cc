// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/commit_mark.h"

#include <optional>
#include <utility>

#include "ingest/checked_json.h"

namespace arborist::ingest {

std::string CommitKey(std::string_view repository_uri, std::string_view uri_prefix) {
  std::string key = "commit:";
  key += repository_uri;
  if (!uri_prefix.empty()) key.append(" ").append(uri_prefix);
  return key;
}

std::string EncodeCommitMark(std::string_view key, const CommitMark& mark) {
  json::Array commits;
  for (const git::ObjectId& commit : mark.commits) commits.emplace_back(commit.hex());
  return EncodeChecked(
      key, {{"commits", std::move(commits)}, {"rules", mark.rules}, {"whole", mark.whole}});
}

Result<CommitMark> DecodeCommitMark(std::string_view key, std::string_view text) {
  TRY_ASSIGN(const json::Value value, DecodeChecked(key, text));
  const auto damaged = [] { return Fail(ErrorCode::kCorrupt, "the mark of a commit is damaged"); };
  CommitMark mark;
  TRY_ASSIGN(mark.rules, value.String("rules"));
  const json::Value* const whole = value.Find("whole");
  const json::Value* const commits = value.Find("commits");
  if (whole == nullptr || !whole->is_bool() || commits == nullptr || !commits->is_array())
    return damaged();
  mark.whole = whole->as_bool();
  for (const json::Value& one : commits->as_array()) {
    const auto commit =
        one.is_string() ? git::ObjectId::FromHexString(one.as_string()) : std::nullopt;
    if (!commit) return damaged();
    mark.commits.push_back(*commit);
  }
  return mark;
}

}  // namespace arborist::ingest
