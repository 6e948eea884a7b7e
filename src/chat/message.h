// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"
#include "reading/reading.h"

namespace arborist::chat {

// A message as all exports have it.
struct Message {
  std::string id;
  std::string sender;                     // for people: "User", "Assistant"; empty: a plain text
  std::string model = {};                 // empty: a person's, or not known
  std::optional<std::int64_t> time = {};  // Unix seconds
  std::string text = {};
};

// Writes messages into a reading, one after the other.
class Transcript {
 public:
  explicit Transcript(const reading::ReadingLimits& limits) : limits_(limits) {
    reading_.report.unit_name = "messages";
  }

  void SetTitle(std::string_view title);
  // For when no message has a time.
  void SetTime(std::optional<std::int64_t> time) { fallback_time_ = time; }
  void Add(const Message& message);
  void AddLink(std::string_view url);
  void AddChild(reading::Child child) { reading_.children.push_back(std::move(child)); }
  void LeaveOut(std::string_view what, std::size_t count = 1);

  reading::Reading Finish();

 private:
  const reading::ReadingLimits& limits_;
  reading::Reading reading_;
  std::optional<std::int64_t> fallback_time_;
  std::optional<std::int64_t> last_time_;
  bool over_limit_ = false;
};

// Members that an export may leave out or write as null: nothing then.
std::string TextOf(const json::Value& object, std::string_view key);
const json::Array& ListOf(const json::Value& object, std::string_view key);
// Seconds as a number; ISO 8601; {"$date": {"$numberLong": "milliseconds"}}.
std::optional<std::int64_t> TimeOf(const json::Value& object, std::string_view key);

// The active one of the branches of a tree, from its root to its leaf, as indices of `nodes`. The
// leaf is the one that is named, else the newest of those that nothing answers. Loops end it.
struct Node {
  std::string id;
  std::string parent;  // empty: none
  std::optional<std::int64_t> time = {};
  bool has_message = false;
};
std::vector<std::size_t> ActiveBranch(const std::vector<Node>& nodes, std::string_view leaf);

// Removes each span from `open` to the `close` behind it.
void RemoveSpans(std::string* text, std::string_view open, std::string_view close);

// Valid UTF-8 with line feeds: halves of surrogate pairs are U+FFFD, NUL is dropped.
std::string CleanText(std::string_view text);

// The address of something by its id; empty: it has none that could be one.
std::string UriOf(std::string_view prefix, std::string_view id);

reading::Reading Failed(reading::Verdict verdict, std::string detail);

}  // namespace arborist::chat
