// SPDX-License-Identifier: AGPL-3.0-only
// A merge of two ordered walks: the events of the log, and the rows of texts kept for them. A row
// without an event is an orphan; an event with a hash but no row lost its text, if nothing erased
// it.
#include "store/fsck/texts.h"

#include <algorithm>
#include <array>
#include <vector>

#include "audit/event.h"
#include "store/log/audit_log.h"
#include "store/log/bindings.h"

namespace arborist::store {

namespace {

// The hashes of an event that stand for a text of somebody's.
constexpr std::array<std::string_view, 4> kTextNames = {"location", "question", "reason", "target"};
// Likewise, but the text is a table as it is now: docs/format/audit-chain.md.
constexpr std::string_view kRelations = "relations";

class Walk {
 public:
  explicit Walk(const TextsCheck& check) : check_(check) {}

  Status Run() {
    TRY_ASSIGN(select_, check_.database->Prepare(check_.sql));
    TRY(Next());
    Status status;
    TRY(ReadEvents(check_.database, 0, [&](const StoredEvent& event) {
      status = CheckEvent(event);
      return status.has_value();
    }));
    TRY(status);
    while (row_) TRY(Orphan());
    return {};
  }

 private:
  Status Next() {
    TRY_ASSIGN(row_, select_->Step());
    return {};
  }
  Status Orphan() {
    check_.problem("orphan_text", "event " + std::to_string(select_->Int(0)),
                   "a private text stands without its event");
    return Next();
  }

  Status CheckEvent(const StoredEvent& event) {
    const auto seq = static_cast<std::int64_t>(event.body.seq);
    while (row_ && select_->Int(0) < seq) TRY(Orphan());
    std::vector<std::string> kept;
    while (row_ && select_->Int(0) == seq) {
      kept.emplace_back(select_->Text(1));
      CheckRow(event);
      TRY(Next());
    }
    if (check_.erasures == nullptr) return {};
    for (const std::string_view name : kTextNames) {
      if (!event.body.hashes.contains(std::string(name))) continue;
      if (std::ranges::find(kept, name) != kept.end() || check_.erasures->Covers(event)) continue;
      check_.problem("log_text_missing", "event " + std::to_string(seq),
                     "its " + std::string(name) + " is not kept, and no event erased it");
    }
    return {};
  }

  void CheckRow(const StoredEvent& event) {
    KeptTextRow row{.seq = event.body.seq,
                    .name = select_->Text(1),
                    .salt = select_->Blob(2),
                    .text = std::nullopt,
                    .location_id = std::nullopt,
                    .location = std::nullopt};
    if (!select_->IsNull(3)) row.text = select_->Text(3);
    if (!select_->IsNull(4)) row.location_id = select_->Int(4);
    if (const auto source = select_->Hash(8); source && !select_->IsNull(5)) {
      row.location =
          LocationText(select_->Text(5), select_->Text(6), select_->Text(7), SourceHash(*source));
    }
    const auto hash = event.body.hashes.find(std::string(row.name));
    const std::string subject = "event " + std::to_string(row.seq);
    if (hash != event.body.hashes.end() && row.name == kRelations && !row.text &&
        !row.location_id) {
      return check_.visit(event, row);
    }
    if (row.text.has_value() == row.location_id.has_value() ||
        (row.location_id && row.name != "location")) {
      return check_.problem("log_text_mismatch", subject,
                            "the row of a text must hold it or name the location that does");
    }
    const std::string text = row.text ? std::string(*row.text) : row.location.value_or("");
    if (hash == event.body.hashes.end() || audit::SaltedHash(row.salt, text) != hash->second) {
      return check_.problem("log_text_mismatch", subject,
                            row.text ? "the text kept for it is not what was hashed"
                                     : "location \"" + std::string(select_->Text(5)) +
                                           "\" is not what the log recorded, or has a newer event");
    }
    check_.visit(event, row);
  }

  const TextsCheck& check_;
  std::optional<sqlite::Statement> select_;
  bool row_ = false;
};

}  // namespace

Status CheckTexts(const TextsCheck& check) { return Walk(check).Run(); }

}  // namespace arborist::store
