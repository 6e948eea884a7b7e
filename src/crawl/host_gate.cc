// SPDX-License-Identifier: AGPL-3.0-only
#include "crawl/host_gate.h"

#include <algorithm>

namespace arborist::crawl {

using std::chrono::milliseconds;

bool HostGate::Enter(const std::string& host) {
  milliseconds wait{0};
  {
    const MutexLock lock(mutex_);
    while (hosts_[host].busy) left_.Wait(mutex_);
    hosts_[host].busy = true;
    wait = hosts_[host].next - sleeper_->Elapsed();
  }
  const bool stopped = stop_ != nullptr && *stop_;
  if (!stopped && (wait <= milliseconds(0) || sleeper_->Sleep(wait, stop_))) return true;
  const MutexLock lock(mutex_);
  hosts_[host].busy = false;
  left_.NotifyAll();
  return false;
}

void HostGate::Leave(const std::string& host, milliseconds pause) {
  const MutexLock lock(mutex_);
  hosts_[host] = {.busy = false, .next = sleeper_->Elapsed() + pause};
  left_.NotifyAll();
}

milliseconds HostGate::WaitOf(const std::string& host) const {
  const MutexLock lock(mutex_);
  const auto found = hosts_.find(host);
  if (found == hosts_.end()) return milliseconds(0);
  return std::max(found->second.next - sleeper_->Elapsed(), milliseconds(0));
}

}  // namespace arborist::crawl
