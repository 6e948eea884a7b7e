// SPDX-License-Identifier: AGPL-3.0-only
#include "plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace arborist::bench {

namespace {

constexpr double kWidth = 300, kHeight = 200;  // of a panel
constexpr double kLeft = 52, kRight = 14, kTop = 34, kBottom = 34;
constexpr std::size_t kColumns = 3;
constexpr std::array kColours = {"#1f6feb", "#bf5700", "#2d8a4e"};

std::string Number(double value) {
  std::array<char, 32> text{};
  const bool whole = value == std::floor(value) || value >= 100;
  std::snprintf(text.data(), text.size(), whole ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value);
  return text.data();
}

// 1, 2 or 5 times a power of ten, not below the value.
double RoundUp(double value) {
  if (value <= 0) return 1;
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (value <= step * power) return step * power;
  }
  return 10 * power;
}

std::string Count(double value) {
  if (value >= 1e6) return Number(value / 1e6) + " M";
  return value >= 1e3 ? Number(value / 1e3) + " k" : Number(value);
}

void AppendText(double x, double y, std::string_view anchor, std::string_view text,
                std::string* svg) {
  svg->append("<text x=\"" + Number(x) + "\" y=\"" + Number(y) + "\" text-anchor=\"")
      .append(anchor)
      .append("\">")
      .append(text)
      .append("</text>\n");
}

void AppendPanel(const Plot& plot, const Panel& panel, double x0, double y0, std::string* svg) {
  double most = 0;
  for (const Series& series : panel.series) {
    for (const double value : series.values) most = std::max(most, value);
  }
  const double top = RoundUp(most);
  const double first = std::log10(plot.x.front()), last = std::log10(plot.x.back());
  const auto at_x = [&](double x) {
    const double share = last > first ? (std::log10(x) - first) / (last - first) : 0.5;
    return x0 + kLeft + 10 + share * (kWidth - kLeft - kRight - 20);
  };
  const auto at_y = [&](double y) {
    return y0 + kHeight - kBottom - y / top * (kHeight - kTop - kBottom);
  };
  svg->append("<g font-weight=\"bold\">");
  AppendText(x0 + kLeft, y0 + 18, "start", panel.title, svg);
  svg->append("</g>\n");
  for (const double share : {0.0, 0.5, 1.0}) {
    const double y = at_y(share * top);
    svg->append("<path class=\"grid\" d=\"M" + Number(x0 + kLeft) + " " + Number(y) + "H" +
                Number(x0 + kWidth - kRight) + "\"/>\n");
    AppendText(x0 + kLeft - 6, y + 4, "end", Count(share * top), svg);
  }
  for (const double x : plot.x) {
    AppendText(at_x(x), y0 + kHeight - kBottom + 16, "middle", Count(x), svg);
  }
  for (std::size_t i = 0; i < panel.series.size(); ++i) {
    const Series& series = panel.series[i];
    const std::string colour = kColours[i % kColours.size()];
    std::string path;
    for (std::size_t k = 0; k < series.values.size(); ++k) {
      const std::string x = Number(at_x(plot.x[k])), y = Number(at_y(series.values[k]));
      path.append(path.empty() ? "M" : "L").append(x).append(" ").append(y);
      svg->append("<circle r=\"3\" cx=\"" + x + "\" cy=\"" + y + "\" fill=\"" + colour +
                  "\"><title>" + series.name + ": " + Number(series.values[k]) +
                  "</title></circle>\n");
    }
    svg->append("<path d=\"" + path + "\" fill=\"none\" stroke-width=\"2\" stroke=\"" + colour +
                "\"/>\n");
    if (panel.series.size() > 1) {
      svg->append("<g fill=\"" + colour + "\">");
      AppendText(x0 + kWidth - kRight, y0 + 18 + 13.0 * static_cast<double>(i), "end", series.name,
                 svg);
      svg->append("</g>\n");
    }
  }
}

}  // namespace

std::string ToSvg(const Plot& plot) {
  const std::size_t rows = (plot.panels.size() + kColumns - 1) / kColumns;
  const double width = kWidth * kColumns, head = 30,
               height = head + kHeight * static_cast<double>(rows) + 24;
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + Number(width) +
                    " " + Number(height) +
                    "\" role=\"img\" font-family=\"sans-serif\" font-size=\"11\">\n<title>" +
                    plot.title +
                    "</title>\n<style>.grid{stroke:#888;stroke-opacity:.35}</style>\n"
                    "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  svg += "<g font-size=\"14\">";
  AppendText(14, 20, "start", plot.title, &svg);
  svg += "</g>\n";
  for (std::size_t i = 0; i < plot.panels.size(); ++i) {
    const std::size_t row = i / kColumns;
    AppendPanel(plot, plot.panels[i], kWidth * static_cast<double>(i % kColumns),
                head + kHeight * static_cast<double>(row), &svg);
  }
  AppendText(width / 2, height - 8, "middle", plot.x_title, &svg);
  return svg + "</svg>\n";
}

}  // namespace arborist::bench
