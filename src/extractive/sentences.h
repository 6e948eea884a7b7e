// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "text/sentences.h"

namespace arborist::extractive {

using text::Piece;
using text::PieceKind;
using text::SplitPieces;

}  // namespace arborist::extractive
