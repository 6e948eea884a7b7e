// SPDX-License-Identifier: AGPL-3.0-only
#include "app/rpc_lines.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>
#include <thread>

#include "base/files.h"

namespace arborist::app {
namespace {

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) std::abort();
    read = FileDescriptor(ends[0]);
    write = FileDescriptor(ends[1]);
  }
  FileDescriptor read, write;
};

void WriteAll(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t put = ::write(fd, text.data(), text.size());
    ASSERT_GT(put, 0);
    text.remove_prefix(static_cast<std::size_t>(put));
  }
}

std::string Serve(const std::string& input, const RpcLineLimits& limits = {}) {
  Pipe in, out;
  std::jthread writer([&] {
    WriteAll(in.write.get(), input);
    in.write = FileDescriptor();
  });
  std::string output;
  std::jthread reader([&] { output = *ReadAll(out.read.get(), "output", 1 << 30); });
  EXPECT_TRUE(ServeRpcLines(RpcServer(), in.read.get(), out.write.get(), limits));
  out.write = FileDescriptor();
  reader.join();
  return output;
}

std::string Request(int id, const std::string& text) {
  return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) +
         R"(,"method":"canonicalize","params":{"text":")" + text + "\"}}";
}
std::string Response(int id, const std::string& text) {
  return R"({"id":)" + std::to_string(id) + R"(,"jsonrpc":"2.0","result":")" + text + "\"}\n";
}

TEST(RpcLines, AnswerInOrder) {
  std::string input, expected;
  for (int i = 0; i < 5000; ++i) {
    input += Request(i, "text " + std::to_string(i)) + "\n";
    expected += Response(i, "text " + std::to_string(i));
  }
  EXPECT_EQ(Serve(input), expected);
}
TEST(RpcLines, LastLineNeedsNoLineFeedAndBlankLinesPass) {
  EXPECT_EQ(Serve("\n \r\n" + Request(1, "a") + "\r\n\n" + Request(2, "b")),
            Response(1, "a") + Response(2, "b"));
}
TEST(RpcLines, BadLinesDoNotEndIt) {
  const std::string output = Serve("{\n" + Request(1, "a") + "\n");
  EXPECT_TRUE(output.starts_with(R"({"error":{"code":-32700,)")) << output;
  EXPECT_TRUE(output.ends_with(Response(1, "a")));
}
TEST(RpcLines, LinesBeyondTheLimitAreAnsweredAndSkipped) {
  const std::string output = Serve(Request(1, std::string(200000, 'x')) + "\n" + Request(2, "b"),
                                   {.max_line_bytes = 1000});
  EXPECT_EQ(output,
            "{\"error\":{\"code\":-32600,\"message\":\"the line is longer than 1000 bytes\"},"
            "\"id\":null,\"jsonrpc\":\"2.0\"}\n" +
                Response(2, "b"));
}
TEST(RpcLines, EachAnswerComesBeforeTheNextRequestIsNeeded) {
  Pipe in, out;
  std::jthread server(
      [&] { EXPECT_TRUE(ServeRpcLines(RpcServer(), in.read.get(), out.write.get())); });
  for (int i = 0; i < 3; ++i) {
    WriteAll(in.write.get(), Request(i, "x") + "\n");
    std::string answer;
    while (!answer.ends_with("\n")) {
      std::array<char, 256> buffer{};
      const ssize_t got = ::read(out.read.get(), buffer.data(), buffer.size());
      ASSERT_GT(got, 0);
      answer.append(buffer.data(), static_cast<std::size_t>(got));
    }
    EXPECT_EQ(answer, Response(i, "x"));
  }
  in.write = FileDescriptor();
}

}  // namespace
}  // namespace arborist::app
