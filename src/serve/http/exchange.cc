// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/http/exchange.h"

namespace arborist::serve::http {

void EventStream::Begin() {
  Response head;
  head.content_type = "text/event-stream";
  head.headers.emplace_back("X-Accel-Buffering", "no");  // or a proxy holds the events back
  exchange_->Begin(std::move(head));
}

bool EventStream::Send(std::string_view event, const json::Value& data) {
  return exchange_->Write("event: " + std::string(event) +
                          "\ndata: " + json::ToValidUtf8(json::DumpLine(data)) + "\n\n");
}

}  // namespace arborist::serve::http
