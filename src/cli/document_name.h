// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>

#include "app/home_environment.h"
#include "base/result.h"
#include "store/corpus.h"

namespace arborist::cli {

// A document as people type it, for whatever takes a root or a URI: where the store knows no such
// name and it is the path of a file, there or gone, the URI of that file. On the command line
// alone: what a request to a server names must not depend on the server's folders.
std::string DocumentName(const app::HomeEnvironment& environment, const std::string& name);
std::string DocumentName(const store::Corpus& corpus, const std::string& name);

// The same for what cannot be undone: a URI becomes the root of the one document that it names.
// kNotFound names what was burned last: a burn that was cut short may have taken the URI along, and
// only the root still leads to what it left.
// kAmbiguous when it has had several texts that are still held; kConflict when the text stands at
// other places too and these are not to be counted in; digits stay as they are.
Result<std::string> OnlyDocument(const app::HomeEnvironment& environment, const std::string& name,
                                 bool with_other_places);

}  // namespace arborist::cli
