// SPDX-License-Identifier: AGPL-3.0-only
#include "cli/records_access.h"

namespace arborist::cli {

namespace {

store::HomeStore::Options OptionsOf(Session* session) {
  return {.clock = &session->clock(),
          .random = &session->random(),
          .actor = std::string(kProgramActor)};
}

}  // namespace

Result<RecordsAccess> OpenRecords(Session* session) {
  // Says so where there is none, instead of making one.
  TRY(store::HomeStore::OpenReadOnly(session->home(), OptionsOf(session)));
  TRY_ASSIGN(store::Corpus corpus, store::Corpus::Open(session->home()));
  TRY_ASSIGN(auto home, store::HomeStore::Open(session->home(), OptionsOf(session)));
  store::Records records(home.get());
  TRY(records.CatchUp(corpus));
  return RecordsAccess{std::move(corpus), std::move(home), records};
}

Result<RecordsAccess> OpenRecordsReadOnly(Session* session) {
  TRY_ASSIGN(auto home, store::HomeStore::OpenReadOnly(session->home(), OptionsOf(session)));
  TRY_ASSIGN(store::Corpus corpus, store::Corpus::Open(session->home()));
  store::Records records(home.get());
  return RecordsAccess{std::move(corpus), std::move(home), records};
}

std::string ShortHex(const Hash256& hash) { return hash.hex().substr(0, 12); }

std::string Padded(std::string text, std::size_t width) {
  if (text.size() < width) text.resize(width, ' ');
  return text;
}

}  // namespace arborist::cli
