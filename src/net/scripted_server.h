// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/mutex.h"

// For tests: an HTTP server on loopback that answers by a script, well or badly.
namespace arborist::net {

// What it does with one request. The fields go together: a status of 200, dripped, and cut off.
struct ScriptedReply {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers = {};
  std::string body = {};

  std::chrono::milliseconds stall{0};  // before the first byte
  bool stall_forever = false;          // until the client gives up
  std::size_t piece_bytes = 0;         // sends the body in pieces of this size; 0: all at once
  std::chrono::milliseconds piece_pause{0};
  bool chunked = false;                       // each piece a chunk, instead of a Content-Length
  std::optional<std::size_t> cut_after = {};  // closes after so many bytes of the body
  bool forever = false;                       // the body again and again, until the client leaves
  std::size_t filler_header_bytes = 0;        // a header X-Filler of this length
  std::optional<std::string> raw = {};        // these bytes instead of all the above, then closes
};

struct SeenRequest {
  std::string method;
  std::string target;
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case
  std::string body;

  // Empty when there is none.
  std::string Header(std::string_view lower_case_name) const;
};

// One connection per request, each on a thread of its own. Request n gets reply n; a request past
// the end of the script gets status 500, so that a test notices it.
class ScriptedServer {
 public:
  explicit ScriptedServer(std::vector<ScriptedReply> script,
                          std::function<void(const SeenRequest&)> on_request = {});
  // The same with a reply for each request, whatever came before. Called from many threads, one at
  // a time.
  using Answer = std::function<ScriptedReply(const SeenRequest&)>;
  static ScriptedServer Answering(Answer answer) {
    return ScriptedServer({}, {}, std::move(answer));
  }
  ~ScriptedServer();
  ScriptedServer(const ScriptedServer&) = delete;
  ScriptedServer& operator=(const ScriptedServer&) = delete;

  std::uint16_t port() const { return port_; }
  std::string origin() const { return "http://127.0.0.1:" + std::to_string(port_); }
  std::vector<SeenRequest> requests() const;

 private:
  ScriptedServer(std::vector<ScriptedReply> script,
                 std::function<void(const SeenRequest&)> on_request, Answer answer);
  void Accept();
  void Serve(const FileDescriptor& connection);
  ScriptedReply Next(const SeenRequest& request);

  std::vector<ScriptedReply> script_;
  std::function<void(const SeenRequest&)> on_request_;
  Answer answer_;
  FileDescriptor listener_;
  std::uint16_t port_ = 0;
  std::atomic<bool> stop_ = false;
  mutable Mutex mutex_;
  std::vector<SeenRequest> seen_ GUARDED_BY(mutex_);
  std::list<std::jthread> connections_;  // of the accepting thread
  std::jthread acceptor_;
};

}  // namespace arborist::net
