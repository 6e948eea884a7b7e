// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <memory>
#include <string>

#include "cli/session.h"
#include "store/corpus.h"
#include "store/home/home.h"
#include "store/home/records.h"

namespace arborist::cli {

// What the verbs on records share: the corpus, the home store and the records in it.
struct RecordsAccess {
  store::Corpus corpus;
  std::unique_ptr<store::HomeStore> home;
  store::Records records;
};

// Has caught up with the shards (decision 14). kNotFound where there is no home store: these verbs
// make none.
Result<RecordsAccess> OpenRecords(Session* session);
// For verbs that look and never write.
Result<RecordsAccess> OpenRecordsReadOnly(Session* session);

std::string ShortHex(const Hash256& hash);  // what a terminal shows of it
std::string Padded(std::string text, std::size_t width);

}  // namespace arborist::cli
