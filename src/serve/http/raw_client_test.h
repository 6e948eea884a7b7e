// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace arborist::serve::http {

// Bytes to a server and back, with no opinion on HTTP.
class RawClient {
 public:
  // from: the last byte of the address 127.0.0.x that it comes from.
  explicit RawClient(std::uint16_t port, std::uint8_t from = 1)
      : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    if (from != 1) {
      address.sin_addr.s_addr = htonl((INADDR_LOOPBACK & ~0xFFU) | from);
      bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    }
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  }
  // By a Unix socket.
  explicit RawClient(const std::string& path) : socket_(socket(AF_UNIX, SOCK_STREAM, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    connected_ = connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  }
  ~RawClient() { close(socket_); }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  bool connected() const { return connected_; }
  int socket_fd() const { return socket_; }
  bool Send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  void EndSending() const { shutdown(socket_, SHUT_WR); }

  // What comes until `end` stands at its end, the other side closes, or the time is over.
  std::string Read(std::string_view end = {},
                   std::chrono::milliseconds limit = std::chrono::seconds(10)) {
    const auto until = std::chrono::steady_clock::now() + limit;
    std::string text;
    while (end.empty() || !text.ends_with(end)) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
          until - std::chrono::steady_clock::now());
      pollfd poll_for{socket_, POLLIN, 0};
      if (left.count() <= 0 || poll(&poll_for, 1, static_cast<int>(left.count())) <= 0) return text;
      char buffer[65536];
      const ssize_t count = recv(socket_, buffer, sizeof buffer, 0);
      if (count <= 0) {
        closed_ = true;
        return text;
      }
      text.append(buffer, static_cast<std::size_t>(count));
    }
    return text;
  }
  bool closed() const { return closed_; }  // seen by Read

  // One answer with a Content-Length, or until the other side closes.
  std::string ReadAnswer() {
    std::string text;
    while (!text.contains("\r\n\r\n")) {
      const std::string more = ReadSome();
      if (more.empty()) return text;
      text += more;
    }
    const std::size_t body = text.find("\r\n\r\n") + 4;
    const std::size_t at = text.find("Content-Length: ");
    if (at == std::string::npos || at > body) return text;
    const std::size_t length = std::stoul(text.substr(at + 16));
    while (text.size() < body + length) {
      const std::string more = ReadSome();
      if (more.empty()) return text;
      text += more;
    }
    return text;
  }

 private:
  std::string ReadSome() {
    pollfd poll_for{socket_, POLLIN, 0};
    if (poll(&poll_for, 1, 20000) <= 0) return {};
    char buffer[65536];
    const ssize_t count = recv(socket_, buffer, sizeof buffer, 0);
    if (count <= 0) {
      closed_ = true;
      return {};
    }
    return std::string(buffer, static_cast<std::size_t>(count));
  }
  int socket_;
  bool connected_ = false;
  bool closed_ = false;
};

inline int StatusOf(std::string_view answer) {
  return answer.starts_with("HTTP/1.1 ") ? std::stoi(std::string(answer.substr(9, 3))) : 0;
}

inline std::string_view BodyOf(std::string_view answer) {
  const std::size_t end = answer.find("\r\n\r\n");
  return end == std::string_view::npos ? std::string_view() : answer.substr(end + 4);
}

}  // namespace arborist::serve::http
