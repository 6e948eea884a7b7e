// SPDX-License-Identifier: AGPL-3.0-only
// JSON-RPC over pipes, one request per line. Input is read in blocks; answers are collected and
// written once per block, so that a client that sends many requests at once costs few system calls.
// A line above the limit is skipped to its end and refused. A reader that has gone ends the loop
// without an error.
#include "app/rpc_lines.h"

#include <unistd.h>

#include <cerrno>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"

namespace arborist::app {

namespace {

constexpr std::size_t kReadBytes = std::size_t{1} << 16;
constexpr std::size_t kWriteBytes = std::size_t{1}
                                    << 18;  // flushed at the latest when this much waits

class LineServer {
 public:
  LineServer(const RpcServer& server, int output_fd, const RpcLineLimits& limits)
      : server_(server), output_fd_(output_fd), limits_(limits) {}

  bool reader_gone() const { return reader_gone_; }

  // Takes the next bytes of the input and answers every line that they complete.
  Status Take(std::string_view bytes) {
    while (true) {
      const std::size_t end = bytes.find('\n');
      if (end == std::string_view::npos) break;
      TRY(Append(bytes.substr(0, end)));
      TRY(EndLine());
      bytes.remove_prefix(end + 1);
    }
    TRY(Append(bytes));
    return Flush();
  }

  // The last line may lack its line feed.
  Status Finish() {
    TRY(EndLine());
    return Flush();
  }

 private:
  Status Append(std::string_view part) {
    if (skipping_) return {};
    if (line_.size() + part.size() <= limits_.max_line_bytes) {
      line_.append(part);
      return {};
    }
    skipping_ = true;
    std::string().swap(line_);
    return Answer(RpcServer::ErrorLine(
        RpcServer::kInvalidRequest,
        "the line is longer than " + std::to_string(limits_.max_line_bytes) + " bytes"));
  }

  Status EndLine() {
    const bool blank = line_.find_first_not_of(" \t\r") == std::string::npos;
    if (!skipping_ && !blank) {
      if (const auto response = server_.Handle(line_)) TRY(Answer(*response));
    }
    skipping_ = false;
    line_.clear();
    return {};
  }

  Status Answer(std::string_view response) {
    output_.append(response);
    output_.push_back('\n');
    return output_.size() >= kWriteBytes ? Flush() : Status();
  }

  Status Flush() {
    std::string_view rest = output_;
    while (!rest.empty() && !reader_gone_) {
      const ssize_t put = ::write(output_fd_, rest.data(), rest.size());
      if (put < 0 && errno == EINTR) continue;
      if (put < 0 && errno == EPIPE) {
        reader_gone_ = true;
      } else if (put < 0) {
        return std::unexpected(SystemError("cannot write the response", errno));
      } else {
        rest.remove_prefix(static_cast<std::size_t>(put));
      }
    }
    output_.clear();
    return {};
  }

  const RpcServer& server_;
  int output_fd_;
  RpcLineLimits limits_;
  std::string line_;
  bool skipping_ = false;
  std::string output_;
  bool reader_gone_ = false;
};

}  // namespace

Status ServeRpcLines(const RpcServer& server, int input_fd, int output_fd,
                     const RpcLineLimits& limits) {
  LineServer lines(server, output_fd, limits);
  std::vector<char> buffer(kReadBytes);
  while (!lines.reader_gone()) {
    const ssize_t got = ::read(input_fd, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::unexpected(SystemError("cannot read the requests", errno));
    if (got == 0) return lines.Finish();
    TRY(lines.Take({buffer.data(), static_cast<std::size_t>(got)}));
  }
  return {};
}

}  // namespace arborist::app
