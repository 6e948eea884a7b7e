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
// to: the kind of each range, and what introduces it.
//
// The list is made from the blocks of the documents, but a checker does not read those: for it the
// list is data, and it checks that each part is a range of its passage.
namespace arborist::evidence {

inline constexpr std::string_view kSentencesVersion = "sentences-v1";

enum class SentenceKind : std::uint8_t {
  kSentence,
  kItem,     // of a list
  kEntry,    // a term with its meaning
  kRow,      // of a table
  kCode,     // program text
  kLead,     // introduces a list, a table or program text
  kColumns,  // the row with the names of columns
  kHeading,
};
std::string_view Name(SentenceKind kind);
std::optional<SentenceKind> SentenceKindFromName(std::string_view name);

// Headings and column names state nothing by themselves, so an answer cannot point to them.
inline bool IsSelectable(SentenceKind kind) {
  return kind != SentenceKind::kColumns && kind != SentenceKind::kHeading;
}

// An entry of the list.
struct SentencePlace {
  std::uint64_t offset_start = 0;  // code points of the base of the chunk
  std::uint64_t offset_end = 0;
  SentenceKind kind = SentenceKind::kSentence;
  std::optional<std::size_t> refers_to;  // what introduces it: an earlier entry of the same passage
  bool operator==(const SentencePlace&) const = default;
};
// One list for each passage, in the order of the evidence map.
using SentencePlaces = std::vector<std::vector<SentencePlace>>;

inline constexpr std::size_t kMaxSentencesOfPassage = 500;
inline constexpr std::size_t kMaxSentences = 2000;

// [[[offset_start, offset_end, kind, refers_to], ...], ...]. refers_to counts from 1, as pointers
// do, and is left out if there is none.
json::Array ToJson(const SentencePlaces& places);
// Checks only the shape; SentenceList::Make checks it against passages. Errors name the entry.
Result<SentencePlaces> ReadSentencePlaces(const json::Value& value);

// An entry with what follows from it and its passage.
struct SentenceObject : SentencePlace {
  std::size_t passage = 0;  // index in the evidence map
  std::string pointer_id;   // E2.5: the fifth entry of the second passage
  std::string evidence_id;  // EvidenceId of its range
  SpanPlace place;          // bytes of the span
  std::string_view text;    // a view of the span
};

// The list of one run. Views the spans of the evidence map, which must outlive it. Immutable.
class SentenceList {
 public:
  SentenceList() = default;

  // kInvalidData for a list that does not fit these passages: another number of lists, a range that
  // is empty, outside its passage or not behind the previous one, a reference to no earlier entry,
  // to a heading or from a heading, or too many entries.
  static Result<SentenceList> Make(const EvidenceMap& evidence, const SentencePlaces& places);

  std::span<const SentenceObject> objects() const { return objects_; }
  std::span<const SentenceObject> OfPassage(std::size_t passage) const;

  // The entry with this pointer, spelled exactly as in the prompt, or null. Also null for entries
  // that an answer may not point to.
  const SentenceObject* ByPointer(std::string_view pointer_id) const;

  // What introduces an object, outermost first, at most kMaxContext.
  static constexpr std::size_t kMaxContext = 4;
  std::vector<const SentenceObject*> ContextOf(const SentenceObject& object) const;

  // The line that introduces program text, if it touches it in the source; both are then one claim.
  // Null otherwise.
  const SentenceObject* JoinedLead(const EvidenceMap& evidence, const SentenceObject& object) const;

 private:
  const SentenceObject* Reference(const SentenceObject& object) const;

  std::vector<SentenceObject> objects_;
  std::vector<std::size_t> begins_;  // where those of each passage begin in objects_; then the end
};

// What a pointer names: a passage, or a sentence of one.
struct Pointed {
  const EvidenceObject* passage = nullptr;   // null: the pointer is unknown
  const SentenceObject* sentence = nullptr;  // null: the whole passage
  std::string_view evidence_id() const {
    return sentence != nullptr ? std::string_view(sentence->evidence_id) : passage->evidence_id;
  }
};
Pointed Resolve(const EvidenceMap& evidence, const SentenceList& sentences,
                std::string_view pointer_id);
// The places of a sentence and of what introduces it in the span. Empty for a whole passage.
std::vector<SpanPlace> PlacesOf(const SentenceList& sentences, const Pointed& pointed);

// Whether the second follows the first in one paragraph, or is what the first introduces with a
// colon; both are then one claim.
bool Follows(const EvidenceMap& evidence, const SentenceObject& first,
             const SentenceObject& second);

// Whether text between two parts states nothing: white space, fences and directives only.
bool IsBetweenParts(std::string_view text);

}  // namespace arborist::evidence
