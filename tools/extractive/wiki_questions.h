// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ingest/source_document.h"

namespace arborist::training {

// A question made from a sentence of an article by template, with what that sentence answers.
struct WikiQuestion {
  std::string kind;  // of the template: born, where, definition, ...
  std::string question;
  std::vector<std::string> answers;  // of all sentences that the template fits
};

// How a question would call an article: no namespace, no "(disambiguation)".
std::string SubjectOf(std::string_view title);

// All that the templates find, at most one of a kind; the same on every machine.
std::vector<WikiQuestion> AskAbout(const ingest::SourceDocument& article);

}  // namespace arborist::training
