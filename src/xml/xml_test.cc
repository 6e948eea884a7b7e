// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "xml/parser.h"
#include "xml/tree.h"

namespace arborist::xml {
namespace {

constexpr std::uint16_t kA = 1;
std::uint16_t SpaceNumbers(std::string_view uri) { return uri == "urn:a" ? kA : 0; }

Result<Tree> Whole(std::string_view xml, Options options = {}, std::size_t step = 1 << 20,
                   std::size_t max_bytes = 1 << 20) {
  TreeBuilder builder(SpaceNumbers, std::move(options), max_bytes);
  for (std::size_t i = 0; i < xml.size(); i += step) TRY(builder.Feed(xml.substr(i, step)));
  return builder.Finish();
}

TEST(XmlTree, IsTheSameWhateverThePieces) {
  const std::string xml =
      "<a:r xmlns:a='urn:a' a:x='1' x='2'>one<b/>two &amp; three<a:c>\xC3\xA9</a:c></a:r>";
  for (const std::size_t step : std::vector<std::size_t>{1, 2, 7, 1000}) {
    const auto tree = Whole(xml, {}, step);
    ASSERT_TRUE(tree) << tree.error().message;
    const Node root = tree->root();
    EXPECT_TRUE(root.Is(kA, "r"));
    EXPECT_EQ(root.Get(kA, "x"), "1");
    EXPECT_EQ(root.Get(0, "x"), "2");
    EXPECT_FALSE(root.Has(0, "y"));
    EXPECT_EQ(root.AllText(), "onetwo & three\xC3\xA9");
    EXPECT_EQ(root.Child(kA, "c").AllText(), "\xC3\xA9");
    EXPECT_EQ(root.first_child().text(), "one");
    EXPECT_FALSE(root.Child(kA, "b"));
  }
}

TEST(XmlTree, ResolvesPrefixesWhereTheyAreInForce) {
  const auto tree = Whole(
      "<r xmlns='urn:a' xmlns:p='urn:b' k='1'><c xmlns:p='urn:a' p:k='2'/><p:c xmlns=''><d/></p:c>"
      "<p:e xmlnsfoo='3' q:k='4'/></r>");
  ASSERT_TRUE(tree) << tree.error().message;
  const Node root = tree->root();
  EXPECT_TRUE(root.Is(kA, "r"));
  EXPECT_EQ(root.Get(0, "k"), "1");
  EXPECT_EQ(root.Child(kA, "c").Get(kA, "k"), "2");
  EXPECT_TRUE(root.Child(0, "c").Child(0, "d"));
  EXPECT_TRUE(root.Child(0, "e"));
  std::string many = "<r";
  for (int i = 0; i < 600; ++i) many += " xmlns:p" + std::to_string(i) + "='urn:a'";
  EXPECT_FALSE(Whole(many + "/>"));
}

struct Rows final : Visitor {
  Visit Enter(Node element, std::size_t depth) override {
    if (element.local() == "skip") return Visit::kSkip;
    return depth == 3 ? Visit::kCollect : Visit::kEnter;
  }
  void Take(Node subtree) override { texts.push_back(subtree.AllText()); }
  std::vector<std::string> texts;
};

TEST(XmlTree, HandsOutPartsAndSkipsOthers) {
  Rows rows;
  TreeReader reader(&rows, SpaceNumbers, {}, 1 << 20);
  ASSERT_TRUE(reader.Feed("<t><d><r>a<x>b</x></r><skip><r>no</r></skip><r>c</r></d></t>"));
  ASSERT_TRUE(reader.Finish());
  EXPECT_EQ(rows.texts, (std::vector<std::string>{"ab", "c"}));
}

TEST(XmlTree, KeepsThePartsInFrontOfDamage) {
  Rows rows;
  TreeReader reader(&rows, SpaceNumbers, {}, 1 << 20);
  const Status status = reader.Feed("<t><d><r>a</r><r>b</t>");
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::kInvalidData);
  EXPECT_EQ(rows.texts, (std::vector<std::string>{"a"}));
  reader.HandOutRest();
  reader.HandOutRest();
  EXPECT_EQ(rows.texts, (std::vector<std::string>{"a", "b"}));
}

ErrorCode CodeOf(const Result<Tree>& tree) {
  return tree ? ErrorCode::kCancelled : tree.error().code;
}

TEST(XmlParser, HasLimits) {
  std::string deep;
  for (int i = 0; i < 300; ++i) deep += "<a>";
  EXPECT_EQ(CodeOf(Whole(deep)), ErrorCode::kLimitExceeded);
  std::string wide = "<a";
  for (int i = 0; i < 1001; ++i) wide += " a" + std::to_string(i) + "='1'";
  EXPECT_EQ(CodeOf(Whole(wide + "/>")), ErrorCode::kLimitExceeded);
  EXPECT_EQ(CodeOf(Whole("<a>" + std::string(2 << 20, 'x') + "</a>")), ErrorCode::kLimitExceeded);
  EXPECT_EQ(CodeOf(Whole("<a><!--" + std::string(5 << 20, 'x') + "--></a>")),
            ErrorCode::kLimitExceeded);
}

TEST(XmlParser, RefusesEntitiesAndOnRequestDoctypes) {
  const std::string bomb = "<!DOCTYPE a [<!ENTITY b 'bb'><!ENTITY c '&b;&b;'>]><a>&c;</a>";
  EXPECT_EQ(CodeOf(Whole(bomb, {.doctype = Doctype::kPassedOver})), ErrorCode::kInvalidData);
  EXPECT_EQ(CodeOf(Whole(bomb)), ErrorCode::kInvalidData);
  const std::string plain = "<!DOCTYPE a PUBLIC 'x' 'http://nowhere.invalid/a.dtd'><a>b</a>";
  EXPECT_EQ(CodeOf(Whole(plain)), ErrorCode::kInvalidData);
  const auto passed = Whole(plain, {.doctype = Doctype::kPassedOver});
  ASSERT_TRUE(passed);
  EXPECT_EQ(passed->root().AllText(), "b");
}

TEST(XmlParser, SaysWhereItEndsTooEarlyAndStaysFailed) {
  Rows rows;
  TreeReader reader(&rows, SpaceNumbers, {}, 1 << 20);
  ASSERT_TRUE(reader.Feed("<t>\n<d>"));
  const Status status = reader.Finish();
  ASSERT_FALSE(status);
  EXPECT_TRUE(status.error().message.contains("ends too early, at byte")) << status.error().message;
  EXPECT_TRUE(status.error().message.contains("line 2"));
  EXPECT_FALSE(reader.Feed("</d></t>"));
}

struct Thrower final : Visitor {
  Visit Enter(Node, std::size_t) override { throw std::length_error("no room"); }
  void Take(Node) override {}
};

TEST(XmlParser, CarriesWhatAHandlerThrows) {
  Thrower thrower;
  TreeReader reader(&thrower, SpaceNumbers, {}, 1 << 20);
  EXPECT_THROW((void)reader.Feed("<a/>"), std::length_error);
}

}  // namespace
}  // namespace arborist::xml
