// SPDX-License-Identifier: AGPL-3.0-only
// The kind of answer that a question in another language than English wants, by its question word
// alone: from a table of words where words are divided by blanks, by searching the question for a
// string where they are not. The first word of the question that is in the table decides.
#include "extractive/asked.h"

namespace arborist::extractive {

namespace {

struct Cue {
  std::string_view text;
  AnswerType type;
};
// Languages that divide words.
constexpr Cue kWordCues[] = {
    {"wer", AnswerType::kPerson},      {"wen", AnswerType::kPerson},
    {"wem", AnswerType::kPerson},      {"wessen", AnswerType::kPerson},
    {"wann", AnswerType::kTime},       {"wo", AnswerType::kPlace},
    {"wohin", AnswerType::kPlace},     {"woher", AnswerType::kPlace},
    {"warum", AnswerType::kReason},    {"weshalb", AnswerType::kReason},
    {"wieso", AnswerType::kReason},    {"wieviel", AnswerType::kNumber},
    {"wieviele", AnswerType::kNumber}, {"viele", AnswerType::kNumber},
    {"viel", AnswerType::kNumber},     {"jahr", AnswerType::kTime},
    {"lange", AnswerType::kMeasure},   {"кто", AnswerType::kPerson},
    {"кого", AnswerType::kPerson},     {"кому", AnswerType::kPerson},
    {"кем", AnswerType::kPerson},      {"когда", AnswerType::kTime},
    {"году", AnswerType::kTime},       {"где", AnswerType::kPlace},
    {"куда", AnswerType::kPlace},      {"откуда", AnswerType::kPlace},
    {"почему", AnswerType::kReason},   {"зачем", AnswerType::kReason},
    {"сколько", AnswerType::kNumber},  {"скольких", AnswerType::kNumber},
    {"متى", AnswerType::kTime},        {"أين", AnswerType::kPlace},
    {"اين", AnswerType::kPlace},       {"كم", AnswerType::kNumber},
    {"لماذا", AnswerType::kReason},    {"عام", AnswerType::kTime},
    {"qui", AnswerType::kPerson},      {"quand", AnswerType::kTime},
    {"pourquoi", AnswerType::kReason}, {"combien", AnswerType::kNumber},
    {"quien", AnswerType::kPerson},    {"cuando", AnswerType::kTime},
    {"donde", AnswerType::kPlace},     {"cuantos", AnswerType::kNumber},
    {"cuantas", AnswerType::kNumber},  {"cuanto", AnswerType::kNumber},
    {"quando", AnswerType::kTime},     {"dove", AnswerType::kPlace},
    {"perche", AnswerType::kReason},   {"quanti", AnswerType::kNumber},
    {"quante", AnswerType::kNumber},   {"quem", AnswerType::kPerson},
    {"onde", AnswerType::kPlace},      {"quantos", AnswerType::kNumber},
    {"quantas", AnswerType::kNumber},
};
// Languages that do not divide words.
constexpr Cue kDenseCues[] = {
    {"多少", AnswerType::kNumber},   {"几", AnswerType::kNumber},  {"多长", AnswerType::kNumber},
    {"多大", AnswerType::kNumber},   {"何时", AnswerType::kTime},  {"什么时候", AnswerType::kTime},
    {"哪一年", AnswerType::kTime},   {"哪年", AnswerType::kTime},  {"年份", AnswerType::kTime},
    {"いつ", AnswerType::kTime},     {"何年", AnswerType::kTime},  {"いくつ", AnswerType::kNumber},
    {"何人", AnswerType::kNumber},   {"กี่", AnswerType::kNumber},   {"เท่าไร", AnswerType::kNumber},
    {"เท่าไหร่", AnswerType::kNumber}, {"เมื่อไร", AnswerType::kTime}, {"เมื่อใด", AnswerType::kTime},
    {"ปีใด", AnswerType::kTime},      {"ปีไหน", AnswerType::kTime},  {"ปีอะไร", AnswerType::kTime},
};

}  // namespace

void Asked::ReadOtherLanguages(std::string_view question, const std::vector<std::string>& lower) {
  for (const std::string& word : lower) {
    for (const Cue& cue : kWordCues) {
      if (word != cue.text) continue;
      type_ = cue.type;
      return;
    }
  }
  for (const Cue& cue : kDenseCues) {
    if (question.find(cue.text) == std::string_view::npos) continue;
    type_ = cue.type;
    return;
  }
}

}  // namespace arborist::extractive
