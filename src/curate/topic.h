// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

// Soft signs of an answer that left its subject. They change no label and enter no hash; the
// meaning of each is in docs/guide/records.md.
namespace arborist::curate {

// Whether a claim and the title of a source share a stem of their content words. Titles without
// content words say nothing, so that no claim fails by them.
struct TitleRelevance {
  std::string claim;
  std::vector<std::string> titles;  // those that share a word
  bool relevant = true;             // some do, or none has a word to share
};
TitleRelevance CompareTitles(std::string_view claim, std::span<const std::string> titles);

// Where the words of an answer come from: the question, the sources, or neither.
struct TopicShift {
  std::size_t words = 0;             // content words of the answer, each stem once
  double from_sources = 0;           // share of them that stand in a source
  double from_question = 0;          // share that stand in the question
  double question_kept = 0;          // share of the question's that stand in the answer
  std::vector<std::string> foreign;  // in neither, in order
  bool detected = false;             // more than half is foreign, of four words or more
};
TopicShift DiagnoseTopicShift(std::string_view question, std::string_view answer,
                              std::span<const std::string> sources);

// Words that announce a picture instead of a statement: "like a", "as if", "so to speak".
inline constexpr std::string_view kMetaphorMarkersVersion = "metaphor-markers-v1";
struct MetaphorMarker {
  std::string marker;
  std::string sentence;    // of the answer
  bool in_source = false;  // the sentence stands in a source: then it is the source's picture
};
std::vector<MetaphorMarker> FindMetaphors(std::string_view answer,
                                          std::span<const std::string> sources);

}  // namespace arborist::curate
