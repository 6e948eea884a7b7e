// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <vector>

namespace arborist::bench {

// Small diagrams side by side over one logarithmic axis, as SVG. Every y axis begins at zero.
struct Series {
  std::string name;
  std::vector<double> values;  // beside the positions on the x axis
};
struct Panel {
  std::string title;  // what, and in which unit
  std::vector<Series> series;
};
struct Plot {
  std::string title;
  std::string x_title;
  std::vector<double> x;
  std::vector<Panel> panels;
};

std::string ToSvg(const Plot& plot);

}  // namespace arborist::bench
