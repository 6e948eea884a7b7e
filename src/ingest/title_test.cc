// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/title.h"

#include <gtest/gtest.h>

namespace arborist::ingest {
namespace {

TEST(FileTitle, IsTheFirstLineThatStandsAlone) {
  EXPECT_EQ(TitleOfText("file:///a/k.txt", "The sound of Krakatoa\n\nOn the morning of ..."),
            "The sound of Krakatoa");
  EXPECT_EQ(TitleOfText("file:///a/README", "\n\n   GNU AFFERO LICENSE  \n\nVersion 3"),
            "GNU AFFERO LICENSE");
  EXPECT_EQ(TitleOfText("file:///a/b.rst", "Pumps\r\n=====\r\nText."), "Pumps");
  EXPECT_EQ(TitleOfText("https://a.example/b", "การลอยกระทง\n\nลอยกระทงเป็นประเพณี"), "การลอยกระทง");
}

TEST(FileTitle, ASentenceACodeLineOrTheWholeTextIsNone) {
  for (const char* text : {"A sentence.\n\nAnother one.", "wrapped text that\ngoes on\n\nhere.",
                           "only this", "only this\n\n", "", "\n\n", "12-34\n\ntext", "a:\n\nb"}) {
    EXPECT_EQ(TitleOfText("file:///a/k.txt", text), "") << text;
  }
  EXPECT_EQ(TitleOfText("file:///a/k.txt", std::string(101, 'a') + "\n\ntext"), "");
  EXPECT_EQ(TitleOfText("file:///a/main.cc", "using namespace std\n\nint main() {}"), "");
}

TEST(FileTitle, IsElseTheNameAsWords) {
  EXPECT_EQ(TitleOfName("file:///a/pump-manual_2.txt"), "pump manual 2");
  EXPECT_EQ(TitleOfName("doc:notes/meeting-2026-09-03.md"), "meeting 2026-09-03");
  EXPECT_EQ(TitleOfName("t:boiler.txt.gz"), "boiler");
  EXPECT_EQ(TitleOfName("file:///a/Gr%C3%B6%C3%9Fe.TXT"), "Größe");
  EXPECT_EQ(TitleOfName("file:///a/README"), "README");
  EXPECT_EQ(TitleOfName("https://a.example/notes/"), "notes");
}

TEST(FileTitle, SourceCodeKeepsItsName) {
  EXPECT_EQ(TitleOfName("file:///a/my_file.cc"), "my_file.cc");
  EXPECT_EQ(TitleOfName("file:///a/my_file.h"), "my_file.h");
  EXPECT_EQ(TitleOfName("file:///a/.bashrc"), ".bashrc");
}

TEST(FileTitle, WhatHasNoWordsIsItsUri) {
  for (const char* uri : {"file:///a/---.txt", "file:///a/%FF.txt", "https://a.example/", "x"}) {
    EXPECT_EQ(TitleOfName(uri), uri);
  }
}

TEST(FileTitle, LosesTheEndingOfEveryFormat) {
  for (const char* uri : {"u:pump_manual.mkd", "u:pump_manual.rest", "u:pump_manual.adoc.bz2"}) {
    EXPECT_EQ(TitleOfName(uri), "pump manual") << uri;
  }
}

TEST(MarkupTitle, IsTheHeadingAtTheTop) {
  const auto rest = [](std::string_view text) {
    return TitleOfMarkup(markup::Base::kRestV1, text);
  };
  EXPECT_EQ(rest("=====\nPumps\n=====\n\nText."), "Pumps");
  EXPECT_EQ(rest(".. _pumps:\n\n``bilge`` *pumps*\n---------------\n\nText."), "bilge pumps");
  EXPECT_EQ(rest("PEP: 8\nTitle: Style\n\nIntroduction\n============\n"), "");
  EXPECT_EQ(rest("Text.\n\nPumps\n=====\n"), "");
  EXPECT_EQ(rest(""), "");
  const auto asciidoc = [](std::string_view text) {
    return TitleOfMarkup(markup::Base::kAsciiDocV1, text);
  };
  EXPECT_EQ(asciidoc("= Pumps\nA. Author\n:toc:\n\nText."), "Pumps");
  EXPECT_EQ(asciidoc("// a comment\n= Pumps & _valves_\n"), "Pumps & valves");
  EXPECT_EQ(asciidoc("git-gc(1)\n=========\n\nNAME\n----\n"), "git-gc(1)");
  EXPECT_EQ(asciidoc("Text.\n\n= Pumps\n"), "");
}

}  // namespace
}  // namespace arborist::ingest
