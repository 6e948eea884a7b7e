// SPDX-License-Identifier: AGPL-3.0-only
// A server for tests that answers by a script: status, delays, parts, broken connections. One
// thread accepts, and each connection has its own. Every wait ends after 10 ms to look at the stop
// flag, so that the destructor returns soon even amid an answer that never ends.
#include "net/scripted_server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include "base/ascii.h"
#include "base/check.h"

namespace arborist::net {
namespace {

using std::chrono::milliseconds;
constexpr int kLookMilliseconds = 10;
constexpr std::size_t kMaxRequestBytes = std::size_t{64} << 20;

// Waits until the socket can be read or written; false when the server stops.
bool Ready(int fd, short events, const std::atomic<bool>& stop) {
  while (!stop) {
    pollfd entry{.fd = fd, .events = events, .revents = 0};
    if (::poll(&entry, 1, kLookMilliseconds) > 0) return true;
  }
  return false;
}

bool HungUp(int fd) {
  pollfd entry{.fd = fd, .events = POLLRDHUP, .revents = 0};
  return ::poll(&entry, 1, 0) > 0;
}

// False when the client left in the meantime.
bool Pause(int fd, std::optional<milliseconds> duration, const std::atomic<bool>& stop) {
  const auto begin = std::chrono::steady_clock::now();
  while (!stop && !HungUp(fd)) {
    const auto now = std::chrono::steady_clock::now();
    if (duration && now - begin >= *duration) return true;
    const auto left = duration ? *duration - (now - begin) : milliseconds(kLookMilliseconds);
    std::this_thread::sleep_for(
        std::min<std::chrono::steady_clock::duration>(left, milliseconds(kLookMilliseconds)));
  }
  return false;
}

bool SendAll(int fd, std::string_view bytes, const std::atomic<bool>& stop) {
  while (!bytes.empty()) {
    if (!Ready(fd, POLLOUT, stop)) return false;
    const ssize_t sent = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno != EAGAIN && errno != EINTR) return false;
    if (sent > 0) bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

// The head of a request, without the blank line.
SeenRequest ParseHead(std::string_view head) {
  SeenRequest request;
  std::size_t end = std::min(head.find("\r\n"), head.size());
  const std::string_view first = head.substr(0, end);
  const std::size_t space = first.find(' ');
  const std::size_t second = first.find(' ', space + 1);
  if (space != std::string_view::npos && second != std::string_view::npos) {
    request.method = first.substr(0, space);
    request.target = first.substr(space + 1, second - space - 1);
  }
  while (end < head.size()) {
    const std::size_t begin = end + 2;
    end = std::min(head.find("\r\n", begin), head.size());
    const std::string_view line = head.substr(begin, end - begin);
    const std::size_t colon = line.find(": ");
    if (colon == std::string_view::npos) continue;
    request.headers.emplace_back(LowerAscii(line.substr(0, colon)), line.substr(colon + 2));
  }
  return request;
}

std::optional<SeenRequest> ReadRequest(int fd, const std::atomic<bool>& stop) {
  std::string bytes;
  std::optional<SeenRequest> request;
  std::size_t body_begin = 0;
  std::size_t body_bytes = 0;
  while (!request || bytes.size() < body_begin + body_bytes) {
    std::array<char, 16384> buffer;
    if (bytes.size() > kMaxRequestBytes || !Ready(fd, POLLIN, stop)) return std::nullopt;
    const ssize_t got = ::recv(fd, buffer.data(), buffer.size(), 0);
    if (got <= 0) return std::nullopt;
    bytes.append(buffer.data(), static_cast<std::size_t>(got));
    const std::size_t blank = request ? std::string::npos : bytes.find("\r\n\r\n");
    if (blank == std::string::npos) continue;
    request = ParseHead(std::string_view(bytes).substr(0, blank));
    body_begin = blank + 4;
    const std::string length = request->Header("content-length");
    std::from_chars(length.data(), length.data() + length.size(), body_bytes);
  }
  request->body = bytes.substr(body_begin, body_bytes);
  return request;
}

std::string Head(const ScriptedReply& reply) {
  std::string head = "HTTP/1.1 " + std::to_string(reply.status) + " Scripted\r\n";
  for (const auto& [name, value] : reply.headers) head += name + ": " + value + "\r\n";
  if (reply.filler_header_bytes > 0)
    head += "X-Filler: " + std::string(reply.filler_header_bytes, 'x') + "\r\n";
  if (reply.chunked || reply.forever) {
    head += "Transfer-Encoding: chunked\r\n";
  } else {
    head += "Content-Length: " + std::to_string(reply.body.size()) + "\r\n";
  }
  return head + "Connection: close\r\n\r\n";
}

std::string Chunk(std::string_view piece) {
  std::array<char, 32> size;
  const auto end = std::to_chars(size.data(), size.data() + size.size(), piece.size(), 16).ptr;
  return std::string(size.data(), end) + "\r\n" + std::string(piece) + "\r\n";
}

void SendBody(int fd, const ScriptedReply& reply, const std::atomic<bool>& stop) {
  const bool chunked = reply.chunked || reply.forever;
  do {
    std::string_view rest =
        std::string_view(reply.body).substr(0, reply.cut_after.value_or(std::string_view::npos));
    while (!rest.empty()) {
      const std::size_t size = reply.piece_bytes == 0 ? rest.size() : reply.piece_bytes;
      const std::string_view piece = rest.substr(0, size);
      rest.remove_prefix(piece.size());
      if (!SendAll(fd, chunked ? Chunk(piece) : piece, stop)) return;
      if (!Pause(fd, reply.piece_pause, stop)) return;
    }
  } while (reply.forever);
  if (chunked && !reply.cut_after) SendAll(fd, "0\r\n\r\n", stop);
}

void SendReply(int fd, const ScriptedReply& reply, const std::atomic<bool>& stop) {
  if (reply.stall_forever) {
    Pause(fd, std::nullopt, stop);
    return;
  }
  if (!Pause(fd, reply.stall, stop)) return;
  if (reply.raw) {
    SendAll(fd, *reply.raw, stop);
  } else if (SendAll(fd, Head(reply), stop)) {
    SendBody(fd, reply, stop);
  }
}

}  // namespace

std::string SeenRequest::Header(std::string_view lower_case_name) const {
  for (const auto& [name, value] : headers)
    if (name == lower_case_name) return value;
  return {};
}

ScriptedServer::ScriptedServer(std::vector<ScriptedReply> script,
                               std::function<void(const SeenRequest&)> on_request)
    : ScriptedServer(std::move(script), std::move(on_request), {}) {}

ScriptedServer::ScriptedServer(std::vector<ScriptedReply> script,
                               std::function<void(const SeenRequest&)> on_request, Answer answer)
    : script_(std::move(script)),
      on_request_(std::move(on_request)),
      answer_(std::move(answer)),
      listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  CHECK(listener_.valid());
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  CHECK(::bind(listener_.get(), reinterpret_cast<sockaddr*>(&address), size) == 0);
  CHECK(::listen(listener_.get(), 64) == 0);
  CHECK(::getsockname(listener_.get(), reinterpret_cast<sockaddr*>(&address), &size) == 0);
  port_ = ntohs(address.sin_port);
  acceptor_ = std::jthread([this] { Accept(); });
}

ScriptedServer::~ScriptedServer() {
  stop_ = true;
  acceptor_.join();
  connections_.clear();
}

std::vector<SeenRequest> ScriptedServer::requests() const {
  const MutexLock lock(mutex_);
  return seen_;
}

void ScriptedServer::Accept() {
  while (Ready(listener_.get(), POLLIN, stop_)) {
    const int fd = ::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC);
    if (fd < 0) continue;
    connections_.emplace_back([this, connection = FileDescriptor(fd)] { Serve(connection); });
  }
}

void ScriptedServer::Serve(const FileDescriptor& connection) {
  const auto request = ReadRequest(connection.get(), stop_);
  if (!request) return;
  const ScriptedReply reply = Next(*request);
  SendReply(connection.get(), reply, stop_);
  ::shutdown(connection.get(), SHUT_WR);
}

ScriptedReply ScriptedServer::Next(const SeenRequest& request) {
  const MutexLock lock(mutex_);
  seen_.push_back(request);
  if (answer_) return answer_(request);
  if (on_request_) on_request_(request);
  if (seen_.size() <= script_.size()) return script_[seen_.size() - 1];
  return {.status = 500, .body = "the script has ended"};
}

}  // namespace arborist::net
