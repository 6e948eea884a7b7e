// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ask/asking.h"
#include "json/value.h"
#include "support/process.h"

namespace arborist::testing_support {

// A sanitizer's own memory counts as the server's, so that bounds on it say nothing.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kMemoryIsItsOwn = false;
#else
inline constexpr bool kMemoryIsItsOwn = true;
#endif

struct HttpAnswer {
  int status = 0;
  std::string text;  // head and body
  json::Value body;
};

// build/arborist serve over the documents of Asking.
class Served : public Asking {
 protected:
  void Start(std::vector<std::string> flags = {}, const std::vector<std::string>& environment = {});
  Outcome End();  // SIGTERM, and what it did then
  void Kill() { server_->Signal(SIGKILL); }

  HttpAnswer Send(std::string_view method, std::string_view path, std::string_view content = {},
                  std::string_view headers = {}) const;
  HttpAnswer Ask(std::string_view question) const;
  std::string MakeToken(const std::vector<std::string>& scopes) const;
  std::int64_t ResidentKib() const;

  std::unique_ptr<Child> server_;
  std::uint16_t port_ = 0;
};

}  // namespace arborist::testing_support
