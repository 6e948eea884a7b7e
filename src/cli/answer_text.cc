// SPDX-License-Identifier: AGPL-3.0-only
// An answer for a terminal, from the record as it is kept: an earlier falsification first, then
// each unit with its verdict and source, the label, oddities, and the origin of the answer. Writer
// appends line by line; all text of documents and models goes through Session::Safe.
#include "cli/answer_text.h"

#include <array>
#include <set>
#include <string>
#include <utility>

#include "judge/meanings.h"
#include "judge/unit_text.h"
#include "store/shard/tier.h"
#include "text/canonical.h"
#include "text/escape.h"

namespace arborist::cli {

namespace {

constexpr std::size_t kShortKey = 12;

std::string Text(const json::Value& value, std::string_view name) {
  const json::Value* member = value.Find(name);
  return member != nullptr && member->is_string() ? member->as_string() : "";
}

class Writer {
 public:
  Writer(const ask::AskResult& result, const Session& session)
      : result_(result), record_(result.record), session_(session) {}

  std::string Write() {
    Refuted();
    if (result_.answered_question) {
      Line("This answers the question: " + session_.Safe(*result_.answered_question) + "\n");
    }
    if (record_.declined || record_.units.empty()) {
      Line(text::EscapeForTerminal(record_.answer_text, true));
      Nearest();
      if (result_.failure_stage == "evicted") {
        Line(
            "The document that answers best was evicted to make room. Nothing was guessed; bring "
            "it "
            "back and ask again:");
        for (const retrieve::EvictedSource& source : result_.evicted) {
          Line("  " + store::RehydrateCommand(source.document_root, source.document_uri) + "   " +
               session_.Dim(session_.Safe(source.document_uri)));
        }
      }
      if (result_.failure_stage == "retrieval") {
        Line(
            "No document says enough about this question. Ingest more, ask in other words, or "
            "widen "
            "the search with --keywords.");
      }
    } else {
      if (!IsLattice()) Line(text::EscapeForTerminal(record_.answer_text, true) + "\n");
      Units();
    }
    Line("");
    Label();
    Oddities();
    Hints();
    Origin();
    return std::move(text_);
  }

 private:
  bool IsLattice() const {
    const json::Value* method = record_.Verdict("verifier_method");
    return method != nullptr && method->is_string() && method->as_string() == "claim_lattice";
  }
  std::string ShortKey() const { return result_.stored->cache_key.hex().substr(0, kShortKey); }
  void Line(std::string_view line) { text_.append(line).push_back('\n'); }
  std::string Colour(std::string_view code, std::string_view text) const {
    if (!session_.colour()) return std::string(text);
    return "\033[" + std::string(code) + "m" + std::string(text) + "\033[0m";
  }

  // First of all: whoever reads no further must not take the answer for a good one.
  void Refuted() {
    if (!result_.falsified_before) return;
    Line(Colour("31", "This answer was said to be wrong before (falsified).") + " It is kept as " +
         std::string(Name(result_.stored->state)) +
         " and will not be served. Why: arborist providence show " + ShortKey());
    Line("");
  }

  // Where to look, of an answer that was not likely enough to be said.
  void Nearest() {
    const json::Value reply = record_.reply;
    const json::Value* nearest = reply.Find("nearest");
    if (nearest == nullptr || !nearest->is_array() || nearest->as_array().empty()) return;
    Line("Nearest:");
    for (const json::Value& sentence : nearest->as_array()) {
      const std::int64_t number = sentence.Int("number").value_or(0);
      if (number < 1 || static_cast<std::size_t>(number) > record_.passages.size()) continue;
      Line("  " + session_.Safe(Text(sentence, "text")));
      Source(static_cast<std::size_t>(number - 1));
    }
  }

  bool HasNearest() const {
    const json::Value reply = record_.reply;
    const json::Value* nearest = reply.Find("nearest");
    return nearest != nullptr && nearest->is_array() && !nearest->as_array().empty();
  }

  // Of the sentence that the unit cites: "page 12"; empty: it is not known.
  std::string PlaceOf(std::size_t passage, std::optional<std::size_t> unit) const {
    const ask::Places& places = result_.places;
    for (std::size_t i = 0; unit && i < places.citations.size(); ++i) {
      const run::Citation& citation = record_.citations[i];
      if (citation.unit == *unit && citation.passage == passage && places.citations[i])
        return places.citations[i]->label;
    }
    return "";  // that of the passage is where it begins, which may be another page
  }

  // unit: that rests on it, whose own sentence tells the place best.
  void Source(std::size_t passage, std::optional<std::size_t> unit = std::nullopt) {
    const run::RecordedPassage& source = record_.passages[passage];
    std::string place = PlaceOf(passage, unit);
    if (!place.empty()) place = ", " + place;
    Line("    " + session_.Dim(session_.Safe(source.title.value_or(source.document_uri) + place) +
                               "  " + session_.Safe(source.document_uri) + "  " +
                               source.ref.document_root.hex().substr(0, kShortKey) + ":" +
                               std::to_string(source.ref.chunk_idx)));
  }

  // A model that goes round in circles is shown going round once.
  void Units() {
    const json::Value* before = nullptr;
    std::size_t repeats = 0;
    const auto tell_repeats = [&] {
      if (repeats > 0) Line("    " + session_.Dim("the same " + std::to_string(repeats) + " more"));
      repeats = 0;
    };
    for (const json::Value& unit : record_.units) {
      if (before != nullptr && unit == *before) {
        ++repeats;
        continue;
      }
      tell_repeats();
      if (before != nullptr && before == &record_.units[0] && record_.confidence) Line("also:");
      Unit(unit);
      before = &unit;
    }
    tell_repeats();
  }

  void Unit(const json::Value& unit) {
    const json::Value* verified = unit.Find("verified");
    const bool holds = verified != nullptr && verified->is_bool() && verified->as_bool();
    const std::string text = session_.Safe(Text(unit, "text"));
    for (const std::string& context : judge::ContextTexts(unit)) {
      Line("  " + session_.Dim(session_.Safe(text::Canonicalize(context))));
    }
    if (holds) {
      Line(Colour("32", "+ ") + text);
    } else {
      const std::string_view colour = judge::VerdictOf(unit) == "close" ? "33" : "31";
      Line(Colour(colour, "- " + text));
      Line("    " + session_.Safe(judge::VerdictText(unit)));
    }
    if (const std::string from = judge::SubjectText(unit); !from.empty()) {
      Line("    " + session_.Dim(from));
    }
    const json::Value* passage = unit.Find("passage");
    if (passage == nullptr) return;
    const json::Value* number = passage->Find("number");
    if (number == nullptr || !number->is_int()) return;
    const auto index = static_cast<std::size_t>(number->as_int() - 1);
    if (index >= record_.passages.size()) return;
    // A quotation is not quoted again.
    if (!holds || !judge::IsSelectionRung(record_.rung)) {
      Line("    " + session_.Dim(holds ? "\"" : "nearest: \"") +
           session_.Safe(text::Canonicalize(Text(*passage, "text"))) + session_.Dim("\""));
    }
    Source(index, static_cast<std::size_t>(&unit - record_.units.data()));
  }

  void Label() {
    if (result_.failure_stage == "evicted") return;
    if (result_.lookup_path == ask::LookupPath::kPreflight) {
      Line("declined: no source was searched; nothing is claimed.");
      return;
    }
    if (record_.declined) {
      Line(record_.confidence ? "declined: " + Confidence() +
                                    ". Nothing is claimed, and nothing about "
                                    "what the documents do not say."
           : HasNearest()
               ? std::string("declined: the nearest sentences cannot be quoted by themselves. "
                             "Nothing is claimed.")
               : std::string("declined: nothing is claimed."));
      return;
    }
    const std::string label = record_.audit_mode();
    const std::string_view code = label == "STRICT" ? "32" : label == "HYBRID" ? "33" : "31";
    if (judge::IsSelectionRung(record_.rung)) {
      Line(Colour(code, label) + ": " + std::string(judge::LabelMeaning(record_.rung)) + ".");
      ConfidenceLine();
      return;
    }
    Line(Colour(code, label) + ": " + std::string(judge::LabelMeaning(label)) + ". " +
         session_.Dim(judge::kNotJudged));
    ConfidenceLine();
  }

  void ConfidenceLine() {
    if (!record_.confidence) return;
    Line(session_.Dim("confidence " + Thousandths(*record_.confidence) +
                      ": how often a first claim like this one answers"));
  }

  std::string Confidence() const {
    std::string text =
        "the best sentence answers with a chance of " + Thousandths(*record_.confidence);
    if (record_.declined) text += ", too small to say it (--min-confidence)";
    return text;
  }
  static std::string Thousandths(double value) {
    const auto thousandths = static_cast<int>(value * 1000 + 0.5);
    const std::string digits = std::to_string(1000 + thousandths % 1000).substr(1);
    return std::to_string(thousandths / 1000) + "." + digits;
  }

  void EndpointNotes() {
    const json::Value reply = record_.reply;
    if (Text(reply, "finish_reason") == "length") {
      Line("noted: the answer was cut off at the policy's max_tokens");
    }
    if (Text(reply, "structured_output") == "none") {
      Line("noted: the endpoint refused every way to hold the answer to the JSON schema");
    }
  }

  void Oddities() {
    std::set<std::string> told;
    std::size_t side_notes = 0;
    const json::Value* violations = record_.Verdict("violations");
    const json::Array none;
    for (const json::Value& violation :
         violations != nullptr && violations->is_array() ? violations->as_array() : none) {
      const std::string kind = Text(violation, "kind");
      if (record_.declined || !told.insert(kind).second) continue;
      if (judge::IsSideNote(kind)) {
        ++side_notes;
        continue;
      }
      Line("noted: " + std::string(judge::ViolationMeaning(kind)) + " " +
           session_.Dim("[" + session_.Safe(kind) + "]"));
    }
    if (side_notes > 0) {
      Line(session_.Dim("side notes: " + std::to_string(side_notes) + ", listed by --json"));
    }
    EndpointNotes();
    if (!record_.repairs.empty()) {
      std::string steps;
      for (const std::string& step : record_.repairs) steps += (steps.empty() ? "" : ", ") + step;
      Line("quotes repaired: " + steps);
    }
  }

  // Of a question that was turned away they would speak as if passages had been read.
  void Hints() {
    if (result_.lookup_path == ask::LookupPath::kPreflight) return;
    const json::Value preflight = result_.preflight;
    const json::Value* statuses = preflight.Find("logical_statuses");
    if (statuses == nullptr) return;
    constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kHints = {{
        {"false_premise_suspected",
         "false premise suspected: the question takes something for granted"},
        {"stale_risk", "stale risk: the answer depends on the day, the sources on theirs"},
        {"contradictory_question",
         "contradiction: the question asks for things that exclude each other"},
        {"under_specified", "the question names no subject"},
        {"out_of_corpus_risk", "the question is about a document that may not be here"},
        {"reference_frame_ambiguous", "several works say this; the answer is from one of them"},
        {"broad_quantifier_unbounded",
         "broad question: this is what the passages say, not everything"},
    }};
    for (const json::Value& status : statuses->as_array()) {
      for (const auto& [name, hint] : kHints) {
        if (status.is_string() && status.as_string() == name) Line("hint: " + std::string(hint));
      }
    }
    if (record_.frame_title) Line("reference frame: " + session_.Safe(*record_.frame_title));
    for (const std::string& note : result_.notes)
      Line(session_.Dim("note: " + session_.Safe(note)));
  }

  void Origin() {
    std::string line =
        result_.cached ? "cached (" + std::string(Name(result_.lookup_path)) + " key)" : "fresh";
    line += ", " + session_.Safe(record_.model.model_id);
    if (!record_.model.revision.empty() && record_.model.revision != record_.model.model_id) {
      line += " (answered as " + session_.Safe(record_.model.revision) + ")";
    }
    const auto total = result_.timings_us.find("total");
    if (total != result_.timings_us.end()) {
      line += ", " + std::to_string((total->second + 500) / 1000) + " ms";
    }
    if (result_.burned_existing > 0) line += ", the older record was burned";
    Line(session_.Dim(line));
    if (result_.stored) {
      Line(session_.Dim("prove it: arborist prove " + ShortKey() + " -o proof.json"));
    }
  }

  const ask::AskResult& result_;
  const run::RunRecord& record_;
  const Session& session_;
  std::string text_;
};

}  // namespace

std::string AnswerToText(const ask::AskResult& result, const Session& session) {
  return Writer(result, session).Write();
}

}  // namespace arborist::cli
