// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "json/value.h"
#include "serve/openai/answer.h"

namespace arborist::serve::openai {

struct ResponseHead {
  std::string id;       // resp_...
  std::string item_id;  // msg_..., of the one message
  std::int64_t created = 0;
  std::string model;
};

// The object of POST /v1/responses.
json::Object ResponseObject(const ResponseHead& head, const Rendered& answer);

// The events of its stream, each numbered. Those of the beginning go out while the answer is made,
// the rest when it was verified.
class ResponseEvents {
 public:
  explicit ResponseEvents(ResponseHead head) : head_(std::move(head)) {}
  struct Event {
    std::string name;
    json::Object data;
  };
  std::vector<Event> Begin();
  std::vector<Event> Finish(const Rendered& answer);
  Event Failed(const ApiError& error);

 private:
  Event Make(std::string_view name, json::Object data);
  ResponseHead head_;
  std::int64_t number_ = 0;
};

}  // namespace arborist::serve::openai
