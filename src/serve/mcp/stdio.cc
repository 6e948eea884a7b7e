// SPDX-License-Identifier: AGPL-3.0-only
// MCP over standard input and output: one thread reads lines, a work queue answers, and whole lines
// are written under a mutex. A line above the limit is skipped to its end and refused. At the end
// of input requests under way get some time to finish, then they are cancelled.
#include "serve/mcp/stdio.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/contained.h"
#include "base/files.h"
#include "base/mutex.h"
#include "base/work_queue.h"
#include "serve/mcp/in_flight.h"

namespace arborist::serve::mcp {

namespace {

constexpr std::size_t kReadBytes = std::size_t{1} << 16;
constexpr int kPollMilliseconds = 100;  // how soon `stop` is seen

// Lines to the client, whole, from any thread.
class Lines {
 public:
  explicit Lines(int fd) : fd_(fd) {}

  void Send(const json::Value& message) {
    const std::string line = json::ToValidUtf8(json::DumpLine(message)) + "\n";
    const MutexLock lock(mutex_);
    std::string_view rest = line;
    while (!rest.empty() && !gone_) {
      const ssize_t put = ::write(fd_, rest.data(), rest.size());
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) {
        gone_ = true;
      } else {
        rest.remove_prefix(static_cast<std::size_t>(put));
      }
    }
  }
  bool gone() const { return gone_; }

 private:
  Mutex mutex_;
  const int fd_ GUARDED_BY(mutex_);  // one line is written at a time
  std::atomic<bool> gone_ = false;
};

class Client {
 public:
  Client(const Protocol& protocol, int output_fd, const StdioOptions& options)
      : protocol_(protocol),
        options_(options),
        output_(output_fd),
        work_(options.threads, options.queue) {}
  ~Client() { in_flight_.CancelAll(); }

  bool gone() const { return output_.gone(); }

  void Take(std::string_view bytes) {
    while (true) {
      const std::size_t end = bytes.find('\n');
      if (end == std::string_view::npos) break;
      Append(bytes.substr(0, end));
      EndLine();
      bytes.remove_prefix(end + 1);
    }
    Append(bytes);
  }

  // The last line may lack its line feed.
  void Finish() {
    EndLine();
    if (work_.WaitUntilIdle(options_.drain_time)) return;
    in_flight_.CancelAll();
  }

 private:
  void Append(std::string_view part) {
    if (skipping_) return;
    if (line_.size() + part.size() <= kMaxMessageBytes) {
      line_.append(part);
      return;
    }
    skipping_ = true;
    std::string().swap(line_);
    output_.Send(ErrorMessage(
        nullptr, {kInvalidRequest,
                  "the line is longer than " + std::to_string(kMaxMessageBytes) + " bytes"}));
  }

  void EndLine() {
    const bool blank = line_.find_first_not_of(" \t\r") == std::string::npos;
    if (!skipping_ && !blank) {
      if (auto message = ReadMessage(line_)) {
        TakeMessage(std::move(*message));
      } else {
        output_.Send(ErrorMessage(message.error().id, message.error().error));
      }
    }
    skipping_ = false;
    line_.clear();
  }

  void TakeMessage(Message message) {
    if (message.kind == MessageKind::kNotification && message.method == "notifications/cancelled") {
      if (const json::Value* id = message.params.Find("requestId")) in_flight_.Cancel(*id);
      return;
    }
    if (message.kind != MessageKind::kRequest) return;
    const auto era = EraOf(message, after_handshake_);
    if (!era) {
      output_.Send(ErrorMessage(message.id, era.error()));
      return;
    }
    if (!protocol_.NeedOf(message)) {
      if (message.method == "initialize") after_handshake_ = true;
      const auto notify = [&](const json::Value& notification) { output_.Send(notification); };
      output_.Send(protocol_.Answer(message, *era, Context(nullptr), notify));
      return;
    }
    Start(std::move(message), *era);
  }

  void Start(Message message, Era era) {
    const InFlight::Flag flag = in_flight_.Add(message.id);
    if (flag == nullptr) {
      output_.Send(ErrorMessage(
          message.id, {kInvalidRequest, "a request with this id is still being worked on"}));
      return;
    }
    const json::Value id = message.id;
    const bool taken = work_.Post([this, flag, era, message = std::move(message)] {
      const auto notify = [&](const json::Value& notification) {
        if (!flag->load()) output_.Send(notification);
      };
      json::Value answer;
      const Status answered = Contained([&]() -> Status {
        if (!flag->load()) answer = protocol_.Answer(message, era, Context(flag.get()), notify);
        return {};
      });
      if (!answered) answer = ErrorMessage(message.id, {kInternalError, answered.error().message});
      if (in_flight_.Remove(message.id)) output_.Send(answer);
    });
    if (!taken) {
      in_flight_.Remove(id);
      output_.Send(ErrorMessage(
          id, {kInternalError, "too many requests at once; wait for some answers first"}));
    }
  }

  CallContext Context(const std::atomic<bool>* cancelled) const {
    return {.may_write = options_.may_write, .cancelled = cancelled};
  }

  const Protocol& protocol_;
  StdioOptions options_;
  Lines output_;
  InFlight in_flight_;
  bool after_handshake_ = false;
  std::string line_;
  bool skipping_ = false;
  WorkQueue work_;  // last: its threads use all the rest
};

}  // namespace

Status ServeStdio(const Protocol& protocol, int input_fd, int output_fd,
                  const StdioOptions& options) {
  Client client(protocol, output_fd, options);
  std::vector<char> buffer(kReadBytes);
  while (!client.gone() && (options.stop == nullptr || !options.stop->load())) {
    pollfd ready{.fd = input_fd, .events = POLLIN, .revents = 0};
    const int waited = ::poll(&ready, 1, kPollMilliseconds);
    if (waited == 0 || (waited < 0 && errno == EINTR)) continue;
    const ssize_t got = ::read(input_fd, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::unexpected(SystemError("cannot read the requests", errno));
    if (got == 0) {
      client.Finish();
      return {};
    }
    client.Take({buffer.data(), static_cast<std::size_t>(got)});
  }
  return {};
}

}  // namespace arborist::serve::mcp
