// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/formats/wiki_markup.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

namespace arborist::ingest {
namespace {

using Links = std::vector<std::string>;

WikiSite Site() {
  WikiSite site;
  site.SetBase("https://w.org/wiki/Main_Page");
  site.AddNamespace("Category");
  site.AddNamespace("Datei");
  return site;
}

TEST(WikiSite, BaseIsWhatStandsBeforeTheMainPage) {
  EXPECT_EQ(Site().Uri("A b: \xC3\xA9"), "https://w.org/wiki/A_b:_\xC3\xA9");
  EXPECT_EQ(WikiSite().Uri("A b"), "wiki:A_b");
}

TEST(WikiSite, TitlesAreFiledUnderOneSpelling) {
  const WikiSite site = Site();
  EXPECT_EQ(site.NormalTitle("foo__bar  baz "), "Foo bar baz");
  EXPECT_EQ(site.NormalTitle(":Foo#part"), "Foo");
  EXPECT_EQ(site.NormalTitle("AT&amp;T"), "AT&T");
  EXPECT_EQ(site.NormalTitle("Caf%C3%A9&nbsp;x"), "Café x");
  EXPECT_EQ(site.NormalTitle("100%"), "100%");
  EXPECT_EQ(site.NormalTitle("élan"), "Élan");
  EXPECT_EQ(site.NormalTitle("москва"), "Москва");
  EXPECT_EQ(site.NormalTitle("ёлка"), "Ёлка");
  EXPECT_EQ(site.NormalTitle("άλφα"), "Άλφα");
  EXPECT_EQ(site.NormalTitle("ßa"), "ßa");
  EXPECT_EQ(site.NormalTitle("日本"), "日本");
  for (const char* bad : {"", "#x", " _ ", "a<b", "a{b", "a\nb", "../a", "%00x", "%5B"}) {
    EXPECT_EQ(site.NormalTitle(bad), "") << bad;
  }
  WikiSite sensitive;
  sensitive.SetCaseSensitive();
  EXPECT_EQ(sensitive.NormalTitle("foo"), "foo");
}

TEST(WikiSite, KnowsNamespacesInAnyCase) {
  const WikiSite site = Site();
  for (const char* title : {"Category:x", "datei:x", "DATEI:x", "File:x", "User_talk:x"}) {
    EXPECT_TRUE(site.InOtherNamespace(title)) << title;
  }
  for (const char* title : {"Portal:x", "Foo: bar", "Dateien:x", ":x", "x"}) {
    EXPECT_FALSE(site.InOtherNamespace(title)) << title;
  }
  EXPECT_TRUE(WikiSite().InOtherNamespace("Portal:x"));
}

TEST(Redirect, IsKnownByItsWordInManyLanguages) {
  for (const char* text : {"#REDIRECT [[Foo]]",
                           "  \n#redirect: [[Foo|x]]",
                           "#Redirect[[Foo]] tail",
                           "# REDIRECT [[Foo]]",
                           "#WEITERLEITUNG [[Foo]]",
                           "#weiterleitung [[Foo]]",
                           "#REDIRECTION [[Foo]]",
                           "#REDIRECCIÓN [[Foo]]",
                           "#ПЕРЕНАПРАВЛЕНИЕ [[Foo]]",
                           "#Перенапр [[Foo]]",
                           "#転送 [[Foo]]",
                           "#重定向 [[Foo]]",
                           "#تحويل [[Foo]]",
                           "#הפניה [[Foo]]",
                           "#تغییر مسیر [[Foo]]",
                           "#YÖNLENDİRME [[Foo]]",
                           "#yönlendirme [[Foo]]",
                           "#ΑΝΑΚΑΤΕΥΘΥΝΣΗ [[Foo]]",
                           "#पुनर्प्रेषित [[Foo]]",
                           "#เปลี่ยนทาง [[Foo]]",
                           "#ĐỔI [[Foo]]"}) {
    EXPECT_EQ(RedirectTarget(text), "Foo") << text;
  }
  EXPECT_EQ(RedirectTarget("#REDIRECT [[Foo#part]]"), "Foo#part");
}

TEST(Redirect, IsNotAnyListWithALink) {
  for (const char* text :
       {"", "#", "REDIRECT [[Foo]]", "# item [[Foo]]", "#REDIRECT Foo", "#REDIRECT [[Foo",
        "#REDIRECT to [[Foo]]", "x #REDIRECT [[Foo]]", "#REDIRECT [[Fo\no]]"}) {
    EXPECT_EQ(RedirectTarget(text), "") << text;
  }
}

TEST(WikiLinks, AreSortedUniqueUris) {
  EXPECT_EQ(WikiLinks("[[b]] [[A#x|label]] [[B]] [[c d]]s [[C_d|]]", Site(), 100),
            (Links{"https://w.org/wiki/A", "https://w.org/wiki/B", "https://w.org/wiki/C_d"}));
}

TEST(WikiLinks, KeepTheMainNamespaceOnly) {
  EXPECT_EQ(WikiLinks("[[File:a.png|thumb|of [[Inner]]]] [[:Category:x]] [[Datei:y]] [[fr:Paris]] "
                      "[[:de:Bonn]] [[wikt:tree]] [[zh-yue:x]] [[#here]] [[Star Trek: Nemesis]]",
                      Site(), 100),
            (Links{"https://w.org/wiki/Inner", "https://w.org/wiki/Star_Trek:_Nemesis"}));
}

TEST(WikiLinks, StandNeitherInCommentsNorInCode) {
  EXPECT_EQ(WikiLinks("<!-- [[A]] --><nowiki>[[B]]</nowiki><NoWiki >[[C]]</NOWIKI><pre>[[D]]</pre>"
                      "<nowiki/>[[E]]<source lang=x>[[F]]</source> <b>[[G]]</b>",
                      Site(), 100),
            (Links{"https://w.org/wiki/E", "https://w.org/wiki/G"}));
  EXPECT_EQ(WikiLinks("[[A]] <nowiki> [[B]]", Site(), 100),
            (Links{"https://w.org/wiki/A", "https://w.org/wiki/B"}));
  EXPECT_EQ(WikiLinks("[[A]] <!-- [[B]]", Site(), 100), (Links{"https://w.org/wiki/A"}));
}

TEST(WikiLinks, IgnoreWhatIsNotALink) {
  EXPECT_EQ(WikiLinks("[[ [[]] [[|x]] [[a]b]] [[a\nb]] [[{{x}}]] [http://x y] [[A", Site(), 100),
            Links{});
  EXPECT_EQ(WikiLinks("[[[A]]] [[a[[B]]", Site(), 100), (Links{"https://w.org/wiki/B"}));
}

TEST(WikiLinks, AreCapped) {
  EXPECT_EQ(WikiLinks("[[C]] [[B]] [[A]]", Site(), 2),
            (Links{"https://w.org/wiki/B", "https://w.org/wiki/C"}));
}

TEST(WikiLinks, TakeLinearTimeOnHostileText) {
  for (const std::string unit : {"<pre>", "<pre ", "[[", "[[a", "<!-", "<nowiki></", "[[a|"}) {
    std::string text;
    while (text.size() < (4u << 20)) text += unit;
    const auto start = std::chrono::steady_clock::now();
    WikiLinks(text, Site(), 20000);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10)) << unit;
  }
}

}  // namespace
}  // namespace arborist::ingest
