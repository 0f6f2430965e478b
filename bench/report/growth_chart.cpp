#include "report/growth_chart.hpp"
#include "report/plot.hpp"

#include "shared/svg.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <utility>

namespace bench {

namespace {

using abut::shared::Svg;

constexpr double left = 70, right = 170, top = 70, bottom = 50, plot_width = 560, plot_height = 360;

struct Curve {
  double Growth::* time;
  const char* name;
  const char* color;
  const char* dashes;
};
constexpr Curve curves[] = {{&Growth::distance_by_scan, "query, all points", "#c2410c", "5 4"},
                            {&Growth::support_by_scan, "support, all points", "#1d4ed8", "5 4"},
                            {&Growth::distance, "query, hull", "#c2410c", "none"},
                            {&Growth::support, "support, hull", "#1d4ed8", "none"}};

/// Vertices from the first row to the last; times in whole decades around all of them, the least at the bottom.
struct Axes {
  LogAxis vertices, times;

  explicit Axes(std::span<const Growth> rows)
      : vertices{.start = left,
                 .length = plot_width,
                 .first = std::log10(double(rows.front().vertices)),
                 .last = std::log10(double(rows.back().vertices))},
        times{.start = top, .length = plot_height, .first = 2, .last = 1} {
    for (const Growth& r : rows) {
      for (const Curve& c : curves) {
        times.last = std::min(times.last, std::floor(std::log10(r.*c.time)));
        times.first = std::max(times.first, std::ceil(std::log10(r.*c.time)));
      }
    }
  }
  double x(std::size_t count) const { return vertices.pixel(std::log10(double(count))); }
  double y(double time) const { return times.pixel(std::log10(time)); }
};

std::string time_name(int decade) {
  if (decade < 3) return fmt::format("{} ns", decade == 0 ? 1 : decade == 1 ? 10 : 100);
  const double us = std::pow(10.0, decade - 3);
  return us < 1000 ? fmt::format("{:.0f} us", us) : fmt::format("{:.0f} ms", us / 1000);
}

void draw_grid(Svg& svg, const Axes& axes, std::span<const Growth> rows) {
  for (int k = static_cast<int>(axes.times.last); k <= static_cast<int>(axes.times.first); ++k) {
    const double y = axes.times.pixel(k);
    svg.line(at(left, y), at(left + plot_width, y), {"#ddd", 1});
    svg.caption({left - 8, y + 4}, time_name(k), "end", faint_text);
  }
  for (const Growth& r : rows) {
    const double x = axes.x(r.vertices);
    svg.line(at(x, top), at(x, top + plot_height), {"#eee", 1});
    svg.caption({x, top + plot_height + 16}, fmt::format("{}", r.vertices), "middle", faint_text);
  }
  svg.caption({left + plot_width / 2, top + plot_height + 36}, "vertices", "middle", small_text);
}

void draw_curve(Svg& svg, const Axes& axes, std::span<const Growth> rows, const Curve& curve) {
  const auto point = [&](const Growth& r) { return at(axes.x(r.vertices), axes.y(r.*curve.time)); };
  for (std::size_t i = 1; i < rows.size(); ++i)
    svg.line(point(rows[i - 1]), point(rows[i]), {curve.color, 2, curve.dashes});
  for (const Growth& r : rows) svg.dot(point(r), 3, curve.color, curve.color);
  svg.caption({left + plot_width + 10, axes.y(rows.back().*curve.time) + 4}, curve.name, "start", small_text);
}

}  // namespace

double slope(double Growth::* time, const Growth& from, const Growth& to) {
  return std::log(to.*time / (from.*time)) / std::log(double(to.vertices) / double(from.vertices));
}

std::string growth_chart(std::span<const Growth> rows) {
  Svg svg(left + plot_width + right, top + plot_height + bottom, {0, 0}, 1);
  svg.background("#fff");
  svg.caption({left, 26}, "Time against the number of vertices", "start", title_text);
  svg.caption({left, 46},
              "In space, float; one support call, and one distance query at a gap of about 1 %. Both axes "
              "logarithmic.",
              "start", faint_text);
  const Axes axes(rows);
  draw_grid(svg, axes, rows);
  for (const Curve& c : curves) draw_curve(svg, axes, rows, c);
  return std::move(svg).finish();
}

}  // namespace bench
