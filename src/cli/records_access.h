// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <memory>
#include <string>

#include "app/home.h"
#include "cli/session.h"

namespace arborist::cli {

// The home for verbs on records, which make no home store: kNotFound where there is none. use:
// kExisting for those that write or list, whose records have followed the shards (decision 14);
// kRead for those that look and never write.
Result<std::unique_ptr<app::Home>> OpenRecords(Session* session, app::StoreUse use);

// The store of a home of which snapshots are read; kNotFound, with how to make one, where there is
// no home store.
Status OpenSnapshots(app::Home* home);

std::string ShortHex(const Hash256& hash);  // what a terminal shows of it
std::string Padded(std::string text, std::size_t width);

}  // namespace arborist::cli
