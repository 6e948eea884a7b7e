// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "app/write_service.h"
#include "crawl/crawl.h"
#include "crawl/recheck.h"
#include "curate/burn.h"
#include "distill/distill.h"
#include "ingest/ingest.h"
#include "json/value.h"
#include "room/evict.h"
#include "room/rehydrate.h"
#include "store/home/follows.h"
#include "sync/sync.h"

// What changed a home, as docs/contract.md and docs/api/openapi.yaml have it.
namespace arborist::app {

json::Object ToJson(const ingest::IngestReport& report);
json::Object ToJson(const crawl::CrawlReport& report);
json::Object ToJson(const crawl::RecheckReport& report);
json::Object ToJson(const UploadReport& upload);
json::Object ToJson(const sync::SyncReport& report);
json::Object ToJson(const std::vector<store::FollowedRoot>& roots);
json::Object ToJson(const curate::BurnReport& report);
json::Object ToJson(const distill::DistillOptions& options, const distill::DistillReport& report);
json::Object ToJson(const room::EvictReport& report);
json::Object ToJson(const room::RehydrateReport& report);

}  // namespace arborist::app
