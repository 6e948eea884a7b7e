// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/home.h"
#include "curate/emergent.h"
#include "curate/explain.h"
#include "curate/falsify.h"
#include "curate/inspect.h"
#include "curate/loaded_run.h"
#include "curate/record_statistics.h"
#include "prove/prove_record.h"
#include "run/run_record.h"
#include "store/home/records.h"

// What a home keeps of answers, as structs that outlive it.
namespace arborist::app {

inline constexpr std::size_t kMaxReasonBytes = 4096;

// A record in a list.
struct RecordSummary {
  store::Record record;  // without its body
  std::string question;
  std::string model_id;
  bool declined = false;
};
RecordSummary SummaryOf(store::Record record, const run::RunRecord& run);

struct RecordPage {
  std::vector<RecordSummary> items;
  std::optional<std::int64_t> next;  // the `before` of the next page
};

struct RecordDetails {
  curate::LoadedRun loaded;
  std::vector<store::Falsification> falsifications;  // what explains its state
  std::vector<DocumentRoot> sources;
  EventHash event_hash;
  std::string problem;  // why what is kept is not what was hashed; empty: it is
};

struct RecordInspection {
  curate::LoadedRun run;
  curate::Inspection inspection;
};

// Records that the home may see: those of which every source is visible. One that is hidden is
// answered like one that is absent, to the letter. A record is named by its key or 8 or more digits
// of it. The store of the home must be open; in one that was opened to read, records are as an
// earlier writer left them. Belongs to the thread of its home.
class RecordService {
 public:
  explicit RecordService(Home* home) : home_(home) {}

  // -- reading
  struct Page {
    std::optional<store::RecordState> state = {};
    std::string label = {};   // STRICT, HYBRID or UNGROUNDED; empty: any
    std::string source = {};  // a document, by root or URI: records that rest on it
    std::int64_t before = 0;  // 0: from the newest
    std::size_t limit = 50;
  };
  Result<RecordPage> List(const Page& page) const;
  Result<store::Record> Find(std::string_view key) const;
  Result<RecordDetails> Show(std::string_view key) const;
  Result<run::RunRecord> Run(std::string_view key) const;
  Result<curate::Explanation> Explain(std::string_view key) const;
  Result<RecordInspection> Inspect(std::string_view key) const;
  // What a name means: a record's key or a document.
  Result<prove::Named> WhatIs(std::string_view name) const;

  // These speak of everything: kForbidden for a home of which only a part may be seen.
  Result<std::vector<curate::EmergentRecord>> Emergent(std::size_t limit) const;
  // Over all records, without what the corpus holds by now.
  Result<std::vector<curate::EmergentSpan>> EmergentSpans(std::size_t limit) const;
  Result<curate::RecordStatistics> Statistics() const;

  // -- writing
  // Retires the document that was made of the record, where it leaves live.
  Result<curate::Falsified> Falsify(std::string_view key, store::RecordState to,
                                    std::string_view reason);

 private:
  Result<bool> IsVisible(const store::Record& record) const;
  Result<curate::LoadedRun> Load(std::string_view key) const;

  Home* home_;
};

}  // namespace arborist::app
