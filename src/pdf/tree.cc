// SPDX-License-Identifier: AGPL-3.0-only
// Name and number trees of PDF: nodes with children, leaves with pairs. A hostile one has a loop or
// millions of nodes, so depth and nodes are bounded.
#include "pdf/inside.h"

namespace arborist::pdf {
namespace {

constexpr int kMaxDepth = 16;
constexpr int kMaxNodes = 20000;

// Plain but for what it points to: the library's errors jump out of Visit.
struct TreeWalk {
  fz_context* context;
  const char* leaves;
  std::size_t most;
  std::vector<TreePair>* pairs;
  int nodes = 0;
};

void Visit(TreeWalk* walk, pdf_obj* node, int depth) {
  if (depth > kMaxDepth || ++walk->nodes > kMaxNodes) return;
  pdf_obj* const leaves = pdf_dict_gets(walk->context, node, walk->leaves);
  const int count = pdf_array_len(walk->context, leaves);
  for (int i = 0; i + 1 < count && walk->pairs->size() < walk->most; i += 2) {
    walk->pairs->push_back(
        {pdf_array_get(walk->context, leaves, i), pdf_array_get(walk->context, leaves, i + 1)});
  }
  pdf_obj* const children = pdf_dict_get(walk->context, node, PDF_NAME(Kids));
  const int child_count = pdf_array_len(walk->context, children);
  for (int i = 0; i < child_count && walk->nodes < kMaxNodes; ++i)
    Visit(walk, pdf_array_get(walk->context, children, i), depth + 1);
}

}  // namespace

std::vector<TreePair> TreePairsOf(fz_context* context, pdf_document* document, const char* path,
                                  const char* leaves, std::size_t most) {
  std::vector<TreePair> pairs;
  TreeWalk walk{.context = context, .leaves = leaves, .most = most, .pairs = &pairs};
  const Failure failure = Guard(context, [&] {
    Visit(&walk, pdf_dict_getp(context, pdf_trailer(context, document), path), 0);
  });
  if (failure) pairs.clear();
  return pairs;
}

}  // namespace arborist::pdf
