// SPDX-License-Identifier: AGPL-3.0-only
// Run-DAGs from outside: blobs as values and as text, and params of runs, which build what
// verifies.
#include "fuzz/fuzz.h"
#include "run_dag/run_dag_json.h"

namespace {

using namespace arborist;

void CheckBlob(const json::Value& blob) {
  const auto holds = run_dag::VerifyBlob(blob);
  if (!holds) CHECK(!holds.error().message.empty());
  const auto dag = run_dag::FromJson(blob);
  if (!dag) return;
  const Status status = run_dag::Verify(*dag);
  if (status) CHECK(holds && *holds);
  const auto again = run_dag::FromJson(run_dag::ToJson(*dag));
  CHECK(again && *again == *dag);
}

// What was built holds; a run says where it failed just as LocalizeFailure does.
void CheckBuilt(const Result<run_dag::RunDag>& dag) {
  if (!dag) return;  // a number that JSON cannot hold does not come out of Parse
  CHECK(run_dag::ShapeOf(dag->nodes).has_value());
  const auto holds = run_dag::VerifyBlob(run_dag::ToJson(*dag));
  CHECK(holds && *holds);
  const auto text = run_dag::VerifyBlob(json::Value(json::Dump(run_dag::ToJson(*dag))));
  CHECK(text && *text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input = fuzz::View(data, size);
  CheckBlob(json::Value(input));
  const auto value = json::Parse(input);
  if (!value) return 0;
  CheckBlob(*value);
  if (const auto run = run_dag::AnsweredRunFromJson(*value)) {
    CheckBuilt(run_dag::Build(*run));
    const auto failure = run_dag::LocalizeFailure(
        run->audit_mode, static_cast<std::int64_t>(run->sources.size()), run->n_quotes);
    CHECK(failure.has_value() == (run->audit_mode != "STRICT"));
  }
  if (const auto rejection = run_dag::RejectionFromJson(*value)) {
    CheckBuilt(run_dag::BuildReject(*rejection));
  }
  if (const auto preflight = run_dag::PreflightFromJson(*value)) {
    CHECK(run_dag::PreflightNodeHash(*preflight).has_value());
  }
  return 0;
}
