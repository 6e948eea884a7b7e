// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "evidence/evidence_map.h"
#include "json/value.h"

// FROZEN sentences-v1: docs/format/evidence.md. The parts of the passages that an answer may point
// to, beside the evidence map: what each range is, and what introduces it.
//
// Whoever made the list read the blocks of the documents. Whoever checks it does not: the list is
// data, and checked is that each part is a range of its passage.
namespace arborist::evidence {

inline constexpr std::string_view kSentencesVersion = "sentences-v1";

enum class SentenceKind : std::uint8_t {
  kSentence,
  kItem,     // of a list
  kEntry,    // a term with what it means
  kRow,      // of a table
  kCode,     // program text
  kLead,     // the sentence that introduces a list, a table or program text
  kColumns,  // the row that names the columns
  kHeading,
};
std::string_view Name(SentenceKind kind);
std::optional<SentenceKind> SentenceKindFromName(std::string_view name);

// A heading or the names of columns state nothing by themselves: nothing points to them.
inline bool IsSelectable(SentenceKind kind) {
  return kind != SentenceKind::kColumns && kind != SentenceKind::kHeading;
}

// One entry of the list.
struct SentencePlace {
  std::uint64_t offset_start = 0;  // code points of the base of the passage's chunk
  std::uint64_t offset_end = 0;
  SentenceKind kind = SentenceKind::kSentence;
  std::optional<std::size_t> refers_to;  // what introduces it: an earlier entry of the same passage
  bool operator==(const SentencePlace&) const = default;
};
// One list for each passage, in the order of the evidence map.
using SentencePlaces = std::vector<std::vector<SentencePlace>>;

inline constexpr std::size_t kMaxSentencesOfPassage = 500;
inline constexpr std::size_t kMaxSentences = 2000;

// [[[offset_start, offset_end, kind, refers_to], ...], ...]: refers_to counts from 1, as the
// pointers do, and is left out where there is none.
json::Array ToJson(const SentencePlaces& places);
// Errors name the entry. Only its shape is checked: SentenceList::Make checks it against passages.
Result<SentencePlaces> ReadSentencePlaces(const json::Value& value);

// An entry with what follows from it and the passages.
struct SentenceObject : SentencePlace {
  std::size_t passage = 0;  // its place in the evidence map, from 0
  std::string pointer_id;   // E2.5: the fifth of the second passage
  std::string evidence_id;  // EvidenceId of its range
  SpanPlace place;          // bytes of the passage's span
  std::string_view text;    // of the span
};

// The list of one run. It views the spans of the evidence map, which must outlive it.
class SentenceList {
 public:
  SentenceList() = default;

  // kInvalidData for a list that is not of these passages: another number of lists, a range that is
  // empty, outside of its passage, or begins before the one before it ends; a reference to no
  // earlier entry, to a heading, or of a heading; more entries than there may be.
  static Result<SentenceList> Make(const EvidenceMap& evidence, const SentencePlaces& places);

  std::span<const SentenceObject> objects() const { return objects_; }
  std::span<const SentenceObject> OfPassage(std::size_t passage) const;

  // Exactly as the prompt shows it, and only what an answer may point to: E1.02 is nothing, and
  // neither is a heading.
  const SentenceObject* ByPointer(std::string_view pointer_id) const;

  // What introduces an object, the outermost first; at most kMaxContext.
  static constexpr std::size_t kMaxContext = 4;
  std::vector<const SentenceObject*> ContextOf(const SentenceObject& object) const;

  // The line that introduces program text, where it touches it in the source: both are one claim.
  // Nothing for all else.
  const SentenceObject* JoinedLead(const EvidenceMap& evidence, const SentenceObject& object) const;

 private:
  const SentenceObject* Reference(const SentenceObject& object) const;

  std::vector<SentenceObject> objects_;
  std::vector<std::size_t> begins_;  // of each passage in objects_, and the end
};

// What a pointer names: a passage, or one of its sentences.
struct Pointed {
  const EvidenceObject* passage = nullptr;   // null: nothing
  const SentenceObject* sentence = nullptr;  // null: the whole passage
  std::string_view evidence_id() const {
    return sentence != nullptr ? std::string_view(sentence->evidence_id) : passage->evidence_id;
  }
};
Pointed Resolve(const EvidenceMap& evidence, const SentenceList& sentences,
                std::string_view pointer_id);
// Where a sentence that is pointed to, and what introduces it, stand in the span of the passage.
// Nothing for a whole passage.
std::vector<SpanPlace> PlacesOf(const SentenceList& sentences, const Pointed& pointed);

// Whether the second follows the first in one paragraph of one passage, or is what the first
// introduces with a colon: both are one claim.
bool Follows(const EvidenceMap& evidence, const SentenceObject& first,
             const SentenceObject& second);

// Whether text that stands between two parts says nothing: only white space, lines that are a
// fence, and directives.
bool IsBetweenParts(std::string_view text);

}  // namespace arborist::evidence
