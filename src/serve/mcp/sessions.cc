// SPDX-License-Identifier: AGPL-3.0-only
// Sessions by a random id, bound to the token that began them: somebody else's id is an unknown
// one. The one unused longest makes room.
#include "serve/mcp/sessions.h"

#include "base/hash256.h"

namespace arborist::serve::mcp {

namespace {

constexpr std::size_t kIdBytes = 16;

}  // namespace

std::string Sessions::Begin(std::string_view owner) {
  std::string id = ToHex(AsBytes(random_->Bytes(kIdBytes)));
  const MutexLock lock(mutex_);
  if (sessions_.size() >= most_) {
    index_.erase(sessions_.back().id);
    sessions_.pop_back();
  }
  sessions_.push_front({.id = id, .owner = std::string(owner)});
  index_[id] = sessions_.begin();
  return id;
}

std::list<Sessions::Session>::iterator Sessions::FindLocked(std::string_view id,
                                                            std::string_view owner) {
  const auto found = index_.find(id);
  if (found == index_.end() || found->second->owner != owner) return sessions_.end();
  return found->second;
}

std::shared_ptr<InFlight> Sessions::Find(std::string_view id, std::string_view owner) {
  const MutexLock lock(mutex_);
  const auto session = FindLocked(id, owner);
  if (session == sessions_.end()) return nullptr;
  sessions_.splice(sessions_.begin(), sessions_, session);
  return session->requests;
}

bool Sessions::End(std::string_view id, std::string_view owner) {
  const MutexLock lock(mutex_);
  const auto session = FindLocked(id, owner);
  if (session == sessions_.end()) return false;
  session->requests->CancelAll();
  index_.erase(session->id);
  sessions_.erase(session);
  return true;
}

}  // namespace arborist::serve::mcp
