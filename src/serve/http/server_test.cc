// SPDX-License-Identifier: AGPL-3.0-only
// Requests and their answers over real sockets.
#include "serve/http/running_server_test.h"

namespace arborist::serve::http {
namespace {

TEST_F(ServerTest, AnswersAndKeepsTheConnection) {
  Start();
  RawClient client(server_->port());
  for (int i = 0; i < 3; ++i) {
    client.Send("GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const std::string answer = client.ReadAnswer();
    EXPECT_EQ(StatusOf(answer), 200);
    EXPECT_EQ(BodyOf(answer), "{\"hello\":\"you\"}\n");
    EXPECT_TRUE(answer.contains("Connection: keep-alive"));
    EXPECT_TRUE(answer.contains("X-Content-Type-Options: nosniff"));
  }
}

TEST_F(ServerTest, AnswersPipelinedRequestsInOrder) {
  Start();
  RawClient client(server_->port());
  const std::string post =
      "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Content-Length: 1\r\n";
  client.Send(post + "\r\n1" + post + "\r\n2" + post + "Connection: close\r\n\r\n3");
  const std::string all = client.Read();
  EXPECT_TRUE(client.closed());
  const std::size_t one = all.find("\"body\":\"1\""), two = all.find("\"body\":\"2\""),
                    three = all.find("\"body\":\"3\"");
  EXPECT_TRUE(one < two && two < three && three != std::string::npos) << all;
}

TEST_F(ServerTest, AnswersHeadWithoutABody) {
  Start();
  RawClient client(server_->port());
  client.Send("HEAD /hello HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  const std::string answer = client.Read();
  EXPECT_TRUE(answer.contains("Content-Length: 16\r\n")) << answer;
  EXPECT_EQ(BodyOf(answer), "");
}

TEST_F(ServerTest, HasAnAnswerForEveryWrongPathAndMethod) {
  Start();
  EXPECT_EQ(StatusOf(Get("/nowhere")), 404);
  EXPECT_EQ(StatusOf(Get("/hello/../hello")), 400);
  const std::string wrong = Exchange("DELETE /hello HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(StatusOf(wrong), 405);
  EXPECT_TRUE(wrong.contains("Allow: GET\r\n"));
  EXPECT_EQ(StatusOf(Exchange("BREW /hello HTTP/1.1\r\nHost: localhost\r\n\r\n")), 501);
  EXPECT_EQ(StatusOf(Get("/write")), 401);
  EXPECT_EQ(StatusOf(Get("/hello", "X-Forwarded-For: 127.0.0.1\r\n")), 401);
  EXPECT_EQ(StatusOf(Exchange("GET /hello HTTP/1.1\r\nHost: evil.example\r\n\r\n")), 421);
  const std::string nothing = Get("/nothing");
  EXPECT_EQ(StatusOf(nothing), 500);
  EXPECT_TRUE(BodyOf(nothing).starts_with("{\"error\":{\"code\":\"internal\"")) << nothing;
}

TEST_F(ServerTest, TakesChunkedBodies) {
  Start();
  const std::string answer = Exchange(
      "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nX-Trailer: z\r\n\r\n");
  EXPECT_TRUE(answer.contains("\"body\":\"abcde\"")) << answer;
}

TEST_F(ServerTest, LimitsTrailersAsItLimitsHeaders) {
  Start();
  const std::string chunked =
      "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n";
  for (const std::size_t size : {17'000U, 70'000U, 1'000'000U}) {
    EXPECT_EQ(StatusOf(Exchange(chunked + "X: " + std::string(size, 'a') + "\r\n\r\n")), 431)
        << size;
    EXPECT_EQ(StatusOf(Get("/hello")), 200) << "the server lives";
  }
  RawClient client(server_->port());
  client.Send(chunked +
              "X-One: 1\r\nX-Two: 2\r\n\r\nGET /hello HTTP/1.1\r\nHost: localhost\r\n"
              "Connection: close\r\n\r\n");
  const std::string both = client.Read();
  EXPECT_TRUE(both.contains("\"body\":\"a\"")) << both;
  EXPECT_TRUE(both.contains("{\"hello\":\"you\"}")) << "what follows small trailers is read\n"
                                                    << both;
}

TEST_F(ServerTest, AnExceptionCostsItsRequestAlone) {
  Start();
  for (const char* lane : {"0", "1", "2", "3"}) {
    const std::string memory = Get("/memory/" + std::string(lane));
    EXPECT_EQ(StatusOf(memory), 503) << memory;
    EXPECT_TRUE(memory.contains("{\"error\":{\"code\":\"environment\"")) << memory;
    EXPECT_EQ(StatusOf(Get("/throw/" + std::string(lane))), 500);
    RawClient cut(server_->port());
    cut.Send("GET /cut/" + std::string(lane) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const std::string half = cut.Read();
    EXPECT_TRUE(cut.closed());
    EXPECT_FALSE(half.ends_with("0\r\n\r\n")) << "half an answer poses as whole";
    EXPECT_EQ(StatusOf(Get("/hello")), 200);
  }
  EXPECT_TRUE(server_->metrics()->Text().contains("arborist_http_failures_total 8\n"));
  End();
  EXPECT_TRUE(Log().contains("failed: out of memory")) << Log();
}

TEST_F(ServerTest, LimitsBodiesWhateverTheirCoding) {
  Start();
  const std::string head =
      "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
  EXPECT_EQ(StatusOf(Exchange(head + "Content-Length: 1001\r\n\r\n")), 413);
  EXPECT_EQ(StatusOf(Exchange(head + "Content-Length: 1000\r\n\r\n" + std::string(1000, 'a'))),
            200);
  std::string small;
  for (int i = 0; i < 1001; ++i) small += "1\r\na\r\n";
  const std::string chunked = head + "Transfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(StatusOf(Exchange(chunked + small)), 413);
  EXPECT_EQ(StatusOf(Exchange(chunked + "fffffff0\r\n")), 413);
  EXPECT_EQ(StatusOf(Exchange(chunked + "ffffffffffffffffffff\r\n")), 400);
  EXPECT_EQ(StatusOf(Exchange(chunked + "-1\r\n")), 400);
  std::string extended;
  for (int i = 0; i < 40; ++i) extended += "1;" + std::string(2000, 'x') + "\r\na\r\n";
  EXPECT_EQ(StatusOf(Exchange(chunked + extended)), 413) << "extensions cost too";
}

TEST_F(ServerTest, LimitsHeaders) {
  Start();
  EXPECT_EQ(StatusOf(Get("/hello", "X: " + std::string(20000, 'x') + "\r\n")), 431);
  EXPECT_EQ(StatusOf(Exchange("GET /" + std::string(40000, 'x'))), 431);
}

TEST_F(ServerTest, WantsTheMediaTypeOfTheRoute) {
  Start();
  const std::string head = "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n";
  EXPECT_EQ(StatusOf(Exchange(head + "\r\n1")), 415);
  EXPECT_EQ(StatusOf(Exchange(head + "Content-Type: text/plain\r\n\r\n1")), 415);
  EXPECT_EQ(StatusOf(Exchange(head + "Content-Type: Application/JSON; charset=utf-8\r\n\r\n1")),
            200);
}

TEST_F(ServerTest, SendsContinueWhenItIsExpected) {
  Start();
  RawClient client(server_->port());
  client.Send(
      "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(client.Read("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  client.Send("ab");
  EXPECT_TRUE(client.ReadAnswer().contains("\"body\":\"ab\""));
}

TEST_F(ServerTest, StreamsInChunks) {
  Start();
  RawClient client(server_->port());
  client.Send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const std::string answer = client.Read("0\r\n\r\n");
  EXPECT_TRUE(answer.contains("Transfer-Encoding: chunked\r\n"));
  EXPECT_TRUE(answer.contains("Content-Type: text/event-stream\r\n"));
  EXPECT_TRUE(answer.contains("event: stage\ndata: {\"stage\":\"one\"}\n\n")) << answer;
  EXPECT_TRUE(answer.contains("event: answer\ndata: {\"text\":\"two\\nlines\"}\n\n"));
  client.Send("GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(StatusOf(client.ReadAnswer()), 200) << "the connection can be used again";
}

TEST_F(ServerTest, StreamsToOldClientsUntilItCloses) {
  Start();
  RawClient client(server_->port());
  client.Send("GET /events HTTP/1.0\r\n\r\n");
  const std::string answer = client.Read();
  EXPECT_TRUE(client.closed());
  EXPECT_FALSE(answer.contains("chunked"));
  EXPECT_TRUE(BodyOf(answer).starts_with("event: stage\n")) << answer;
}

TEST_F(ServerTest, AnswersPreflightsOfConfiguredOriginsOnly) {
  options_.allowed_origins = {"https://friend.example"};
  Start();
  const std::string ask =
      "OPTIONS /echo HTTP/1.1\r\nHost: localhost\r\nAccess-Control-Request-Method: "
      "POST\r\nOrigin: ";
  const std::string friendly = Exchange(ask + "https://friend.example\r\n\r\n");
  EXPECT_EQ(StatusOf(friendly), 204);
  EXPECT_TRUE(friendly.contains("Access-Control-Allow-Origin: https://friend.example\r\n"));
  const std::string foreign = Exchange(ask + "https://evil.example\r\n\r\n");
  EXPECT_EQ(StatusOf(foreign), 403);
  EXPECT_FALSE(foreign.contains("Access-Control"));
}

TEST_F(ServerTest, LogsNoSecrets) {
  Start();
  Get("/hello?q=private-question", "Authorization: Bearer arb_secret\r\n");
  Get("/hello?q=private-question");
  End();
  EXPECT_TRUE(Log().contains(" 127.0.0.1 GET /hello 401 ")) << Log();
  EXPECT_TRUE(Log().contains(" 127.0.0.1 GET /hello 200 ")) << Log();
  EXPECT_FALSE(Log().contains("secret") || Log().contains("private")) << Log();
}

}  // namespace
}  // namespace arborist::serve::http
