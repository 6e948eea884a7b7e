// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/formats/jailed.h"

#include <filesystem>
#include <string>
#include <utility>

#include "jail/run.h"
#include "reading/wire.h"

namespace arborist::ingest {
namespace {

// The end of a process that could not answer is a verdict on its file; what is wrong with this
// machine or installation stays an error.
Result<reading::Reading> VerdictOf(Error error) {
  reading::Reading reading;
  if (error.code == ErrorCode::kLimitExceeded) {
    reading.report.verdict = reading::Verdict::kOverLimit;
  } else if (error.code == ErrorCode::kInvalidData) {
    reading.report.verdict = reading::Verdict::kDamaged;
  } else {
    return std::unexpected(std::move(error));
  }
  reading.report.detail = std::move(error.message);
  return reading;
}

}  // namespace

Result<reading::Reading> ReadJailed(std::string_view kind, std::string_view bytes,
                                    const Limits& limits) {
  const reading::WireLimits wire{.max_text_bytes = limits.max_document_bytes,
                                 .max_links = limits.max_links};
  jail::RunLimits run = jail::RunLimitsFor(bytes.size());
  run.max_output_bytes = wire.total();
  TRY_ASSIGN(const std::filesystem::path program, jail::ReaderProgram());
  auto answer = jail::RunJailed(program, std::string(kind), bytes, run);
  if (!answer) return VerdictOf(std::move(answer).error());
  auto reading = reading::DecodeReading(*answer, wire);
  if (!reading) return VerdictOf(std::move(reading).error());
  return reading;
}

}  // namespace arborist::ingest
