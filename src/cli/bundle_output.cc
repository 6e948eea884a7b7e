// SPDX-License-Identifier: AGPL-3.0-only
// Writes a bundle to a file or standard output, never one that verify would refuse for its size.
#include "cli/bundle_output.h"

#include <utility>

#include "base/output_file.h"
#include "bundle/bundle.h"

namespace arborist::cli {

void AddBundleOutput(Command* verb, std::string* output) {
  verb->AddOption("-o,--output", *output, "Write there instead of to standard output")
      ->TypeName("FILE");
}

Status DeliverBundle(Session* session, const std::string& output, const json::Value& made,
                     BundleIs what) {
  const std::string content = bundle::ToFileText(made);
  if (content.size() > bundle::kMaxBundleBytes) {
    return Fail(ErrorCode::kLimitExceeded,
                "the bundle would be larger than 64 MiB; prove the chunks one by one");
  }
  if (output == "-") {
    if (session->json()) {
      session->PrintJson(made);
    } else {
      session->Print(content);
    }
    return {};
  }
  TRY(WriteOutputFile(output, content));
  if (session->json()) {
    what.fields.emplace("format", *made.Find("format"));
    what.fields.emplace("file", output);
    what.fields.emplace("bytes", static_cast<std::int64_t>(content.size()));
    session->PrintJson(what.fields);
  } else {
    session->PrintLine("wrote " + session->Safe(output) + ": " + what.text);
  }
  return {};
}

}  // namespace arborist::cli
