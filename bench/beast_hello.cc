// SPDX-License-Identifier: AGPL-3.0-only
// The least that a Beast server can do: one fixed answer of the size of a cached one, on the
// threads that are given. bench/serve holds arborist serve against it. usage: arborist_beast_hello
// BYTES [THREADS]    prints its port
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;

asio::awaitable<void> Session(tcp::socket socket, const std::string& body) {
  beast::tcp_stream stream(std::move(socket));
  stream.socket().set_option(tcp::no_delay(true));
  beast::flat_buffer buffer;
  try {
    while (true) {
      http::request<http::string_body> request;
      co_await http::async_read(stream, buffer, request, asio::use_awaitable);
      http::response<http::string_body> response(http::status::ok, 11);
      response.set(http::field::content_type, "application/json");
      response.body() = body;
      response.prepare_payload();
      co_await http::async_write(stream, response, asio::use_awaitable);
    }
  } catch (const boost::system::system_error&) {
    co_return;  // the client has gone
  }
}

asio::awaitable<void> Listen(tcp::acceptor* acceptor, asio::io_context* context,
                             const std::string& body) {
  while (true) {
    tcp::socket socket =
        co_await acceptor->async_accept(asio::make_strand(*context), asio::use_awaitable);
    const auto executor = socket.get_executor();
    asio::co_spawn(executor, Session(std::move(socket), body), asio::detached);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string body(argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 16, 'x');
  const long threads = argc > 2 ? std::atol(argv[2]) : 2;
  asio::io_context context;
  tcp::acceptor acceptor(context, {asio::ip::address_v4::loopback(), 0});
  std::printf("%u\n", static_cast<unsigned>(acceptor.local_endpoint().port()));
  std::fflush(stdout);
  asio::co_spawn(context, Listen(&acceptor, &context, body), asio::detached);
  std::vector<std::thread> others;
  for (long i = 1; i < threads; ++i) others.emplace_back([&] { context.run(); });
  context.run();
}
