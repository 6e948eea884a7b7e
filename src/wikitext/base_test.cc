// SPDX-License-Identifier: AGPL-3.0-only
#include "wikitext/base.h"

#include <gtest/gtest.h>
