// SPDX-License-Identifier: AGPL-3.0-only
// mail-text-v1: docs/format/mail-text.md. An mbox is an archive of messages, so that each is a
// document with attachments of its own. Its messages are named by their Message-ID, which does not
// change when others are deleted before it; one that has none, or that of an earlier one, by its
// number.
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "compress/byte_source.h"
#include "ingest/formats/format.h"
#include "ingest/formats/reading_adapter.h"
#include "mail/header.h"
#include "mail/mail.h"
#include "mail/mbox.h"

namespace arborist::ingest {

namespace {

constexpr std::size_t kMaxIdBytes = 500;

class MboxMembers final : public MemberReader {
 public:
  MboxMembers(std::unique_ptr<compress::ByteSource> source, const Limits& limits)
      : limits_(limits),
        source_(std::move(source)),
        mbox_([this](char* buffer, std::size_t size) { return source_->Read(buffer, size); },
              limits.max_file_bytes) {}

  Result<std::optional<Member>> Next() override {
    while (true) {
      TRY_ASSIGN(std::optional<mail::MboxMessage> message, mbox_.Next());
      if (!message) return std::nullopt;
      std::string name = "message " + std::to_string(message->number);
      if (message->over_limit) {
        skipped_.push_back(
            {std::move(name),
             "larger than the limit of " + std::to_string(limits_.max_file_bytes) + " bytes"});
        continue;
      }
      if (message->bytes.empty()) continue;
      std::string fragment = "n=" + std::to_string(message->number);
      const std::string id = mail::IdentityOf(message->bytes).message_id;
      if (!id.empty() && id.size() <= kMaxIdBytes && ids_.insert(id).second)
        fragment = mail::FragmentOf(id);
      return Member{.name = std::move(name),
                    .fragment = std::move(fragment),
                    .bytes = std::move(message->bytes)};
    }
  }

  std::vector<Skipped> TakeSkipped() override { return std::exchange(skipped_, {}); }
  std::map<std::string_view, std::uint64_t> passed_over() const override { return {}; }

 private:
  const Limits limits_;
  std::unique_ptr<compress::ByteSource> source_;
  mail::MboxReader mbox_;
  std::unordered_set<std::string> ids_;
  std::vector<Skipped> skipped_;
};

}  // namespace

// Of a file that is called one it is enough that it begins with a field.
bool HoldsMail(const Head& head) {
  const std::string_view message = mail::WithoutEnvelope(head.bytes);
  return mail::LooksLikeMail(head.bytes) ||
         (head.ending == "eml" && mail::IsField(message.substr(0, message.find('\n'))));
}

bool HoldsMbox(const Head& head) { return mail::LooksLikeMbox(head.bytes); }

Result<Extracted> ReadMailFile(const Origin&, std::string bytes, const Limits& limits) {
  return ExtractedOf(mail::ReadMail(bytes, HtmlReaderOf(limits), ReadingLimitsOf(limits)), limits);
}

Result<std::unique_ptr<MemberReader>> ExpandMbox(const Origin& origin, const ReadOptions& options) {
  TRY_ASSIGN(auto source, origin.Open({.threads = options.threads,
                                       .max_expansion_ratio = options.limits.max_expansion_ratio}));
  return std::make_unique<MboxMembers>(std::move(source), options.limits);
}

}  // namespace arborist::ingest
