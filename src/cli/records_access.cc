// SPDX-License-Identifier: AGPL-3.0-only
#include "cli/records_access.h"

#include "store/home/home.h"

namespace arborist::cli {

Result<std::unique_ptr<app::Home>> OpenRecords(Session* session, app::StoreUse use) {
  TRY_ASSIGN(std::unique_ptr<app::Home> home, app::Home::Open(session->environment()));
  TRY(home->OpenStore(use));
  return home;
}

Status OpenSnapshots(app::Home* home) {
  TRY_ASSIGN(const bool exists, store::HomeStore::Exists(home->environment().paths));
  if (!exists) {
    return Fail(ErrorCode::kNotFound,
                "there is no snapshot yet; make one with: arborist snapshot create");
  }
  return home->OpenStore(app::StoreUse::kMake);
}

std::string ShortHex(const Hash256& hash) { return hash.hex().substr(0, 12); }

std::string Padded(std::string text, std::size_t width) {
  if (text.size() < width) text.resize(width, ' ');
  return text;
}

}  // namespace arborist::cli
