// SPDX-License-Identifier: AGPL-3.0-only
// A message of an agent: taken or refused, and what is taken gets one answer that reads back.
#include "fuzz/fuzz.h"
#include "serve/mcp/headers.h"
#include "serve/mcp/links.h"
#include "serve/mcp/protocol.h"
#include "text/utf8.h"

namespace {

using namespace arborist;
using namespace arborist::serve::mcp;

Protocol MakeProtocol() {
  const auto schema = json::Parse(
      R"({"type":"object","additionalProperties":false,"required":["a"],"properties":{
      "a":{"type":"string","minLength":2,"maxLength":9},"b":{"type":"integer","minimum":0,"maximum":3},
      "c":{"type":"array","maxItems":2,"items":{"type":["string","null"]}},"d":{"type":"string","enum":["x"]}}})");
  Tool tool{.name = "t",
            .title = "T",
            .description = "",
            .input_schema = *schema,
            .output_schema = *schema,
            .call = [](const json::Value& arguments, const CallContext&) -> Result<ToolOutput> {
              CHECK(arguments.Find("a")->is_string());
              for (const auto& [name, value] : arguments.as_object()) CHECK(name.size() == 1);
              return ToolOutput{arguments};
            }};
  Resources resources;
  resources.list = [](const std::string&, const CallContext&) -> Result<ResourcePage> {
    return ResourcePage{};
  };
  resources.read = [](const std::string& uri, const CallContext&) -> Result<ResourceText> {
    TRY_ASSIGN(const ResourceName name, ReadResourceName(uri));
    CHECK(UriOf(name) == uri);
    return ResourceText{"text/plain", uri};
  };
  return {{std::move(tool)}, std::move(resources)};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Protocol kProtocol = MakeProtocol();
  std::string_view input = fuzz::View(data, size);
  const bool after_handshake = fuzz::TakeByte(&input) % 2 == 0;
  (void)DecodeHeaderValue(input);
  const auto message = ReadMessage(input);
  if (!message) {
    CHECK(message.error().error.code < 0);
    CHECK(json::Parse(json::DumpLine(ErrorMessage(message.error().id, message.error().error))));
    return 0;
  }
  if (message->kind != MessageKind::kRequest) return 0;
  CHECK(message->id.is_string() || message->id.is_int());
  const auto era = EraOf(*message, after_handshake);
  if (!era) return 0;
  const json::Value answer = kProtocol.Answer(*message, *era, {}, [](const json::Value&) {});
  CHECK(*answer.Find("id") == message->id);
  CHECK((answer.Find("result") == nullptr) != (answer.Find("error") == nullptr));
  const std::string line = json::DumpLine(answer);
  CHECK(line.find('\n') == std::string::npos);
  const auto again = json::Parse(line);
  CHECK(again && *again == answer);
  return 0;
}
