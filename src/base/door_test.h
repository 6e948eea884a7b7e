// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "base/mutex.h"

namespace arborist {

// A door at which threads wait until a test opens it, and the test until enough of them wait.
class Door {
 public:
  void Wait() {
    const MutexLock lock(mutex_);
    ++waiting_;
    changed_.NotifyAll();
    while (!open_) changed_.Wait(mutex_);
  }
  void AwaitWaiters(int count) {
    const MutexLock lock(mutex_);
    while (waiting_ < count) changed_.Wait(mutex_);
  }
  void Open() {
    const MutexLock lock(mutex_);
    open_ = true;
    changed_.NotifyAll();
  }

 private:
  Mutex mutex_;
  CondVar changed_;
  bool open_ GUARDED_BY(mutex_) = false;
  int waiting_ GUARDED_BY(mutex_) = 0;
};

}  // namespace arborist
