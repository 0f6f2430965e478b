#include "report/chart.hpp"
#include "report/plot.hpp"

#include "shared/svg.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace bench {

namespace {

using abut::shared::Svg;

constexpr double left = 190, right = 30, top = 96, bottom = 24, line_height = 19, plot_width = 620;

struct Look {
  const char* library;
  const char* color;
};

/// Later looks are drawn over earlier ones.
constexpr Look looks[] = {{"abut double", "#737373"}, {"libccd", "#7c3aed"},         {"FCL", "#0f766e"},
                          {"Box2D", "#1d4ed8"},       {"Bullet box-box", "#d9a441"}, {"Bullet", "#c2410c"}};

/// Powers of two: at least from 1/2 to 4, and as far as the ratios go.
LogAxis axis_of(std::span<const Result> results) {
  LogAxis axis{.start = left, .length = plot_width, .first = -1, .last = 2};
  for (const Result& r : results) {
    for (const auto& m : r.libraries) {
      axis.last = std::max(axis.last, std::ceil(std::log2(m.relative.upper)));
      axis.first = std::min(axis.first, std::floor(std::log2(m.relative.lower)));
    }
  }
  return axis;
}

double x_of(const LogAxis& axis, double ratio) { return axis.pixel(std::log2(ratio)); }

/// 2^k
std::string tick(int k) {
  if (k == 0) return "abut = 1";
  return k > 0 ? fmt::format("{}", 1 << k) : fmt::format("1/{}", 1 << -k);
}

void draw_grid(Svg& svg, const LogAxis& axis, double height) {
  for (int k = static_cast<int>(axis.first); k <= static_cast<int>(axis.last); ++k) {
    const double x = axis.pixel(k);
    svg.line(at(x, top - 6), at(x, height - bottom), {k == 0 ? "#222" : "#ddd", k == 0 ? 1.5 : 1});
    svg.caption({x, top - 12}, tick(k), "middle", faint_text);
  }
}

void draw_legend(Svg& svg) {
  double x = left;
  for (const Look& look : looks) {
    svg.dot(at(x, 62), 4.5, look.color, look.color);
    svg.caption({x + 10, 66}, look.library, "start", small_text);
    x += 110;
  }
}

void draw_row(Svg& svg, const LogAxis& axis, const Result& result, double y) {
  svg.caption({left - 14, y + 4}, result.row.name, "end", small_text);
  svg.line(at(left, y), at(left + plot_width, y), {"#eee", 1});
  for (const Look& look : looks) {
    for (const auto& m : result.libraries) {
      if (m.library != look.library) continue;
      svg.line(at(x_of(axis, m.relative.lower), y), at(x_of(axis, m.relative.upper), y), {look.color, 3});
      svg.dot(at(x_of(axis, m.relative.median), y), 4.5, m.accuracy.bad > 0 ? "#fff" : look.color, look.color);
    }
  }
}

}  // namespace

std::string chart(std::span<const Result> results) {
  const double width = left + plot_width + right;
  const double height = top + line_height * double(results.size()) + bottom;
  Svg svg(width, height, {0, 0}, 1);
  svg.background("#fff");
  svg.caption({left, 26}, "Time of a query as a multiple of abut's in float", "start", title_text);
  svg.caption({left, 44},
              "Right of 1: slower than abut. Hollow: some answers of the row are bad. Bars: quartiles. "
              "libccd only tells overlap.",
              "start", faint_text);
  draw_legend(svg);
  const LogAxis axis = axis_of(results);
  draw_grid(svg, axis, height);
  double y = top + line_height / 2;
  for (const Result& r : results) {
    draw_row(svg, axis, r, y);
    y += line_height;
  }
  return std::move(svg).finish();
}

}  // namespace bench
