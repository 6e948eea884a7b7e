// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

extern "C" {
#include <mupdf/fitz.h>
#include <mupdf/pdf.h>
}

#include <string>
#include <utility>

// libmupdf for the files of this folder. It reports errors by longjmp, which must not pass a C++
// object with a destructor. So every call that may fail stands in the function given to Guard,
// whose own objects have none: results go to objects of its caller.
namespace arborist::pdf {

// Why a guarded call failed.
struct Failure {
  int code = FZ_ERROR_NONE;
  std::string message = {};
  explicit operator bool() const { return code != FZ_ERROR_NONE; }
};

template <typename Work>
[[gnu::noinline]] int RunGuarded(fz_context* context, Work& work) {
  int code = FZ_ERROR_NONE;
  fz_var(code);
  fz_try(context) { work(); }
  fz_catch(context) { code = fz_caught(context); }
  return code;
}

template <typename Work>
Failure Guard(fz_context* context, Work&& work) {
  Failure failure;
  failure.code = RunGuarded(context, work);
  if (failure) failure.message = fz_caught_message(context);
  return failure;
}

}  // namespace arborist::pdf
