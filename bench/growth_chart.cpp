#include "growth_chart.hpp"

#include "shared/svg.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <utility>

namespace bench {

namespace {

using abut::Vec2d;
using abut::shared::Svg;

constexpr double left = 70, right = 170, top = 70, bottom = 50, plot_width = 560, plot_height = 360;
constexpr const char* small = "font-size:12px;fill:#333";
constexpr const char* faint = "font-size:11px;fill:#777";

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

/// Whole decades around all there is.
class Axes {
 public:
  explicit Axes(std::span<const Growth> rows)
      : first_(std::log10(double(rows.front().vertices))), last_(std::log10(double(rows.back().vertices))) {
    for (const Growth& r : rows) {
      for (const Curve& c : curves) {
        least_ = std::min(least_, std::floor(std::log10(r.*c.time)));
        most_ = std::max(most_, std::ceil(std::log10(r.*c.time)));
      }
    }
  }
  double x(double vertices) const {
    return left + plot_width * (std::log10(vertices) - first_) / (last_ - first_);
  }
  double y(double time) const { return top + plot_height * (most_ - std::log10(time)) / (most_ - least_); }
  int least() const { return static_cast<int>(least_); }
  int most() const { return static_cast<int>(most_); }

 private:
  double first_, last_, least_ = 1, most_ = 2;
};

/// Pixels, downwards; the drawing's own axis points upwards.
Vec2d at(double x, double y) { return {x, -y}; }

std::string time_name(int decade) {
  if (decade < 3) return fmt::format("{} ns", decade == 0 ? 1 : decade == 1 ? 10 : 100);
  const double us = std::pow(10.0, decade - 3);
  return us < 1000 ? fmt::format("{:.0f} us", us) : fmt::format("{:.0f} ms", us / 1000);
}

void draw_grid(Svg& svg, const Axes& axes, std::span<const Growth> rows) {
  for (int k = axes.least(); k <= axes.most(); ++k) {
    const double y = axes.y(std::pow(10.0, k));
    svg.line(at(left, y), at(left + plot_width, y), {"#ddd", 1});
    svg.caption({left - 8, y + 4}, time_name(k), "end", faint);
  }
  for (const Growth& r : rows) {
    const double x = axes.x(double(r.vertices));
    svg.line(at(x, top), at(x, top + plot_height), {"#eee", 1});
    svg.caption({x, top + plot_height + 16}, fmt::format("{}", r.vertices), "middle", faint);
  }
  svg.caption({left + plot_width / 2, top + plot_height + 36}, "vertices", "middle", small);
}

void draw_curve(Svg& svg, const Axes& axes, std::span<const Growth> rows, const Curve& curve) {
  const auto point = [&](const Growth& r) { return at(axes.x(double(r.vertices)), axes.y(r.*curve.time)); };
  for (std::size_t i = 1; i < rows.size(); ++i)
    svg.line(point(rows[i - 1]), point(rows[i]), {curve.color, 2, curve.dashes});
  for (const Growth& r : rows) svg.dot(point(r), 3, curve.color, curve.color);
  svg.caption({left + plot_width + 10, axes.y(rows.back().*curve.time) + 4}, curve.name, "start", small);
}

}  // namespace

double slope(double Growth::* time, const Growth& from, const Growth& to) {
  return std::log(to.*time / (from.*time)) / std::log(double(to.vertices) / double(from.vertices));
}

std::string growth_chart(std::span<const Growth> rows) {
  Svg svg(left + plot_width + right, top + plot_height + bottom, {0, 0}, 1);
  svg.background("#fff");
  svg.caption({left, 26}, "Time against the number of vertices", "start",
              "font-size:16px;font-weight:bold;fill:#111");
  svg.caption({left, 46},
              "In space, float; one support call, and one distance query at a gap of about 1 %. Both axes "
              "logarithmic.",
              "start", faint);
  const Axes axes(rows);
  draw_grid(svg, axes, rows);
  for (const Curve& c : curves) draw_curve(svg, axes, rows, c);
  return std::move(svg).finish();
}

}  // namespace bench
