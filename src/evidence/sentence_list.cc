// SPDX-License-Identifier: AGPL-3.0-only
// The list of sentences of a run (sentences-v1, FROZEN: docs/format/evidence.md). Make checks the
// list against its passages, because a checker gets it as data: ranges must be ascending, not empty
// and inside the passage, and references must go to earlier entries, so that no circle is possible.
// Each span is walked once, which keeps the conversion of offsets linear.
#include "evidence/sentence_list.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "text/scan.h"
#include "text/utf8.h"

namespace arborist::evidence {

namespace {

constexpr std::array<std::string_view, 8> kKinds = {"sentence", "item", "entry",   "row",
                                                    "code",     "lead", "columns", "heading"};

std::unexpected<Error> Invalid(std::size_t passage, std::size_t entry, std::string_view problem) {
  return Fail(ErrorCode::kInvalidData, "sentence E" + std::to_string(passage + 1) + "." +
                                           std::to_string(entry + 1) + " " + std::string(problem));
}

Result<SentencePlace> ReadPlace(const json::Value& value) {
  const auto bad = [] {
    return Fail(ErrorCode::kInvalidData, "must be [offset_start, offset_end, kind, refers_to]");
  };
  if (!value.is_array()) return bad();
  const json::Array& fields = value.as_array();
  if (fields.size() < 3 || fields.size() > 4 || !fields[0].is_int() || !fields[1].is_int() ||
      !fields[2].is_string() || fields[0].as_int() < 0 || fields[1].as_int() < 0) {
    return bad();
  }
  SentencePlace place;
  place.offset_start = static_cast<std::uint64_t>(fields[0].as_int());
  place.offset_end = static_cast<std::uint64_t>(fields[1].as_int());
  const auto kind = SentenceKindFromName(fields[2].as_string());
  if (!kind) return bad();
  place.kind = *kind;
  if (fields.size() == 4) {
    if (!fields[3].is_int() || fields[3].as_int() < 1) return bad();
    place.refers_to = static_cast<std::size_t>(fields[3].as_int()) - 1;
  }
  return place;
}

// Takes a number (from 1, without leading zeros, at most six digits) off the front of *text.
std::optional<std::size_t> TakeNumber(std::string_view* text) {
  constexpr std::size_t kMostDigits = 6;
  std::size_t number = 0;
  if (text->empty() || text->front() < '1' || text->front() > '9') return std::nullopt;
  const char* begin = text->data();
  const char* end = begin + std::min(text->size(), kMostDigits);
  const auto [stop, error] = std::from_chars(begin, end, number);
  if (error != std::errc()) return std::nullopt;
  text->remove_prefix(static_cast<std::size_t>(stop - begin));
  return number;
}

bool IsAll(std::string_view line, char c) {
  return line.find_first_not_of(c) == std::string_view::npos;
}

// True for a stripped line that is a fence or a directive: ```sh, ~~~, ----, .. code-block:: sh,
// ::, :linenos:, [source,c].
bool IsFenceOrDirective(std::string_view line) {
  constexpr std::size_t kShortestRule = 4;
  if (line.starts_with("```") || line.starts_with("~~~")) return true;
  if (line.size() >= kShortestRule && (IsAll(line, '-') || IsAll(line, '.'))) return true;
  if (line.starts_with(".. ") && line.contains("::")) return true;
  if (line.starts_with(':') && line.size() > 1) return IsAll(line, ':') || line.ends_with(':');
  return line.starts_with('[') && line.ends_with(']');
}

}  // namespace

std::string_view Name(SentenceKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

std::optional<SentenceKind> SentenceKindFromName(std::string_view name) {
  const auto found = std::ranges::find(kKinds, name);
  if (found == kKinds.end()) return std::nullopt;
  return static_cast<SentenceKind>(found - kKinds.begin());
}

json::Array ToJson(const SentencePlaces& places) {
  json::Array lists;
  lists.reserve(places.size());
  for (const std::vector<SentencePlace>& passage : places) {
    json::Array list;
    list.reserve(passage.size());
    for (const SentencePlace& place : passage) {
      json::Array entry{static_cast<std::int64_t>(place.offset_start),
                        static_cast<std::int64_t>(place.offset_end), Name(place.kind)};
      if (place.refers_to) entry.emplace_back(static_cast<std::int64_t>(*place.refers_to) + 1);
      list.emplace_back(std::move(entry));
    }
    lists.emplace_back(std::move(list));
  }
  return lists;
}

Result<SentencePlaces> ReadSentencePlaces(const json::Value& value) {
  if (!value.is_array()) {
    return Fail(ErrorCode::kInvalidData, "sentences must be a list for each passage");
  }
  SentencePlaces places;
  std::size_t total = 0;
  for (const json::Value& list : value.as_array()) {
    if (!list.is_array()) {
      return Fail(ErrorCode::kInvalidData, "sentences must be a list for each passage");
    }
    total += list.as_array().size();
    if (list.as_array().size() > kMaxSentencesOfPassage || total > kMaxSentences) {
      return Fail(ErrorCode::kInvalidData, "there are more sentences than there may be");
    }
    std::vector<SentencePlace>& passage = places.emplace_back();
    for (const json::Value& entry : list.as_array()) {
      auto place = ReadPlace(entry);
      if (!place) return Invalid(places.size() - 1, passage.size(), place.error().message);
      passage.push_back(*place);
    }
  }
  return places;
}

Result<SentenceList> SentenceList::Make(const EvidenceMap& evidence, const SentencePlaces& places) {
  if (places.size() != evidence.objects().size()) {
    return Fail(ErrorCode::kInvalidData,
                "there are lists of sentences for " + std::to_string(places.size()) +
                    " passages, and " + std::to_string(evidence.objects().size()) + " passages");
  }
  SentenceList list;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const EvidenceObject& passage = evidence.objects()[i];
    const std::string_view span = passage.span;
    list.begins_.push_back(list.objects_.size());
    if (places[i].size() > kMaxSentencesOfPassage ||
        list.objects_.size() + places[i].size() > kMaxSentences) {
      return Fail(ErrorCode::kInvalidData, "there are more sentences than there may be");
    }
    std::uint64_t at = passage.offset_start;  // offset of `byte`; each span is walked once
    std::size_t byte = 0;
    const auto walk_to = [&](std::uint64_t offset) {
      byte += text::Prefix(span.substr(byte), static_cast<std::size_t>(offset - at)).size();
      at = offset;
      return byte;
    };
    for (std::size_t j = 0; j < places[i].size(); ++j) {
      const SentencePlace& place = places[i][j];
      if (place.offset_start < at || place.offset_end <= place.offset_start ||
          place.offset_end > passage.offset_end) {
        return Invalid(i, j, "is no range of its passage behind the one before it");
      }
      if (place.refers_to) {
        const bool earlier = *place.refers_to < j;
        if (!earlier || place.kind == SentenceKind::kHeading ||
            places[i][*place.refers_to].kind == SentenceKind::kHeading) {
          return Invalid(i, j, "refers to what cannot introduce it");
        }
      }
      SentenceObject object;
      static_cast<SentencePlace&>(object) = place;
      object.passage = i;
      object.pointer_id = passage.pointer_id + "." + std::to_string(j + 1);
      object.evidence_id = EvidenceId(passage.chunk_root, place.offset_start, place.offset_end);
      object.place.begin = walk_to(place.offset_start);
      object.place.end = walk_to(place.offset_end);
      object.text = span.substr(object.place.begin, object.place.end - object.place.begin);
      list.objects_.push_back(std::move(object));
    }
  }
  list.begins_.push_back(list.objects_.size());
  return list;
}

std::span<const SentenceObject> SentenceList::OfPassage(std::size_t passage) const {
  if (passage + 1 >= begins_.size()) return {};
  return std::span(objects_).subspan(begins_[passage], begins_[passage + 1] - begins_[passage]);
}

const SentenceObject* SentenceList::ByPointer(std::string_view pointer_id) const {
  if (!pointer_id.starts_with('E')) return nullptr;
  pointer_id.remove_prefix(1);
  const auto passage = TakeNumber(&pointer_id);
  if (!passage || !pointer_id.starts_with('.')) return nullptr;
  pointer_id.remove_prefix(1);
  const auto number = TakeNumber(&pointer_id);
  if (!number || !pointer_id.empty()) return nullptr;
  const std::span<const SentenceObject> objects = OfPassage(*passage - 1);
  if (*number > objects.size() || !IsSelectable(objects[*number - 1].kind)) return nullptr;
  return &objects[*number - 1];
}

const SentenceObject* SentenceList::Reference(const SentenceObject& object) const {
  if (!object.refers_to) return nullptr;
  return &OfPassage(object.passage)[*object.refers_to];
}

std::vector<const SentenceObject*> SentenceList::ContextOf(const SentenceObject& object) const {
  std::vector<const SentenceObject*> context;
  for (const SentenceObject* above = Reference(object);
       above != nullptr && context.size() < kMaxContext; above = Reference(*above)) {
    context.push_back(above);
  }
  std::ranges::reverse(context);
  return context;
}

const SentenceObject* SentenceList::JoinedLead(const EvidenceMap& evidence,
                                               const SentenceObject& object) const {
  if (object.kind != SentenceKind::kCode) return nullptr;
  const SentenceObject* lead = Reference(object);
  if (lead == nullptr) return nullptr;
  const std::string_view span = evidence.objects()[object.passage].span;
  const std::string_view between =
      span.substr(lead->place.end, object.place.begin - lead->place.end);
  return IsBetweenParts(between) ? lead : nullptr;
}

Pointed Resolve(const EvidenceMap& evidence, const SentenceList& sentences,
                std::string_view pointer_id) {
  if (const EvidenceObject* passage = evidence.ByPointer(pointer_id)) return {passage, nullptr};
  const SentenceObject* sentence = sentences.ByPointer(pointer_id);
  if (sentence == nullptr) return {};
  return {&evidence.objects()[sentence->passage], sentence};
}

std::vector<SpanPlace> PlacesOf(const SentenceList& sentences, const Pointed& pointed) {
  if (pointed.sentence == nullptr) return {};
  std::vector<SpanPlace> places = {pointed.sentence->place};
  for (const SentenceObject* above : sentences.ContextOf(*pointed.sentence)) {
    places.push_back(above->place);
  }
  return places;
}

bool Follows(const EvidenceMap& evidence, const SentenceObject& first,
             const SentenceObject& second) {
  const auto is_sentence = [](const SentenceObject& object) {
    return object.kind == SentenceKind::kSentence || object.kind == SentenceKind::kLead;
  };
  if (first.passage != second.passage || second.place.begin < first.place.end) return false;
  const bool introduces = is_sentence(first) && first.text.ends_with(':');
  if (!introduces && (!is_sentence(first) || !is_sentence(second))) return false;
  const std::string_view between =
      std::string_view(evidence.objects()[first.passage].span)
          .substr(first.place.end, second.place.begin - first.place.end);
  if (!text::Strip(between).empty()) return false;
  return introduces || std::ranges::count(between, '\n') <= 1;
}

bool IsBetweenParts(std::string_view text) {
  constexpr std::size_t kMostBytes = 300;
  if (text.size() > kMostBytes) return false;
  return std::ranges::all_of(text::SplitLines(text), [](std::string_view line) {
    const std::string_view stripped = text::Strip(line);
    return stripped.empty() || IsFenceOrDirective(stripped);
  });
}

}  // namespace arborist::evidence
