// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mail/content.h"
#include "mail/header.h"
#include "mail/plain_body.h"
#include "reading/reading.h"

namespace arborist::mail {

// Reads one message; one use. Borrows what it is given.
class Walker {
 public:
  Walker(const reading::HtmlReader& html, const reading::ReadingLimits& limits)
      : html_(html), limits_(limits) {}

  reading::Reading Run(std::string_view message, std::string_view message_id);

 private:
  // What is wanted of a part: everything, or, of the other form of a text that was taken already,
  // what is attached to it.
  enum class Want : std::uint8_t { kAll, kAttachments };
  enum class Parent : std::uint8_t { kMessage, kMixed, kRelated, kDigest };
  struct Spot {
    std::string path;  // as IMAP numbers parts: "2.1"; empty: the message
    unsigned depth = 0;
    std::size_t index = 0;  // in the parent
    Parent parent = Parent::kMessage;
    Want want = Want::kAll;

    std::string Name() const { return "part " + Fragment(); }
    std::string Fragment() const { return path.empty() ? "1" : path; }
  };

  void WriteHeader(const Header& header);
  void Walk(std::string_view entity, const Spot& spot);
  void WalkMultipart(std::string_view body, const Content& content, const Spot& spot);
  void WalkAlternative(const std::vector<std::string_view>& parts, const Spot& spot);
  void WalkLeaf(std::string_view body, const Content& content, const Spot& spot);

  // Whether it is dealt with by its type alone.
  bool TakeSpecial(std::string_view body, const Content& content, const Spot& spot);
  void TakeText(std::string_view body, const Content& content, const Spot& spot);
  void TakePlain(std::string bytes, const Content& content, const Spot& spot);
  void TakeHtml(std::string bytes, const Content& content, const Spot& spot);
  void TakeCalendar(std::string_view bytes, const Content& content, const Spot& spot);
  // S/MIME: what is only signed is read.
  void TakeCms(std::string_view body, const Content& content, const Spot& spot);
  void Attach(std::string_view body, const Content& content, const Spot& spot);

  std::string Decoded(std::string_view bytes, std::string_view charset, const Spot& spot);
  // Where the text begins in the reading; npos: there is none, or no room for it.
  std::size_t Append(std::string_view text, const Spot& spot);
  void MarkPlain(const PlainBody& body, std::size_t begin, const Spot& spot);
  void Miss(std::string_view what, const Spot& spot, std::size_t count = 1);
  // A loss that makes the reading one in part.
  void MissText(std::string_view what, const Spot& spot);
  reading::Reading Finish();

  const reading::HtmlReader& html_;
  const reading::ReadingLimits& limits_;
  reading::Reading reading_;
  reading::Anchor here_;  // of the message as a whole
  std::size_t parts_ = 0;
  std::size_t nuls_ = 0;
  std::string lost_;  // the first text that is not there
};

}  // namespace arborist::mail
