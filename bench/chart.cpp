#include "chart.hpp"

#include "shared/svg.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace bench {

namespace {

using abut::Vec2d;
using abut::shared::Svg;

constexpr double left = 190, right = 30, top = 96, bottom = 24, line_height = 19, plot_width = 620;

constexpr const char* small = "font-size:12px;fill:#333";
constexpr const char* faint = "font-size:11px;fill:#777";

struct Look {
  const char* library;
  const char* color;
};

/// Later ones are drawn over earlier ones.
constexpr Look looks[] = {{"abut double", "#737373"},
                          {"libccd", "#7c3aed"},
                          {"FCL", "#0f766e"},
                          {"Box2D", "#1d4ed8"},
                          {"Bullet", "#c2410c"}};

/// Pixels, downwards; the drawing's own axis points upwards.
Vec2d at(double x, double y) { return {x, -y}; }

/// From half to the next power of two beyond the largest ratio.
class Scale {
 public:
  explicit Scale(std::span<const Result> results) {
    for (const Result& r : results) {
      for (const auto& m : r.libraries) {
        most_ = std::max(most_, std::ceil(std::log2(m.relative.upper)));
        least_ = std::min(least_, std::floor(std::log2(m.relative.lower)));
      }
    }
  }
  double x(double ratio) const { return left + plot_width * (std::log2(ratio) - least_) / (most_ - least_); }
  int first() const { return static_cast<int>(least_); }
  int last() const { return static_cast<int>(most_); }

 private:
  double least_ = -1, most_ = 2;
};

/// 2^k
std::string tick(int k) {
  if (k == 0) return "abut = 1";
  return k > 0 ? fmt::format("{}", 1 << k) : fmt::format("1/{}", 1 << -k);
}

void draw_grid(Svg& svg, const Scale& scale, double height) {
  for (int k = scale.first(); k <= scale.last(); ++k) {
    const double x = scale.x(std::ldexp(1.0, k));
    svg.line(at(x, top - 6), at(x, height - bottom), {k == 0 ? "#222" : "#ddd", k == 0 ? 1.5 : 1});
    svg.caption({x, top - 12}, tick(k), "middle", faint);
  }
}

void draw_legend(Svg& svg) {
  double x = left;
  for (const Look& look : looks) {
    svg.dot(at(x, 62), 4.5, look.color, look.color);
    svg.caption({x + 10, 66}, look.library, "start", small);
    x += 110;
  }
}

void draw_row(Svg& svg, const Scale& scale, const Result& result, double y) {
  svg.caption({left - 14, y + 4}, result.row.name, "end", small);
  svg.line(at(left, y), at(left + plot_width, y), {"#eee", 1});
  for (const Look& look : looks) {
    for (const auto& m : result.libraries) {
      if (m.library != look.library) continue;
      svg.line(at(scale.x(m.relative.lower), y), at(scale.x(m.relative.upper), y), {look.color, 3});
      svg.dot(at(scale.x(m.relative.median), y), 4.5, m.accuracy.bad > 0 ? "#fff" : look.color, look.color);
    }
  }
}

}  // namespace

std::string chart(std::span<const Result> results) {
  const double width = left + plot_width + right;
  const double height = top + line_height * double(results.size()) + bottom;
  Svg svg(width, height, {0, 0}, 1);
  svg.background("#fff");
  svg.caption({left, 26}, "Time of a query as a multiple of abut's in float", "start",
              "font-size:16px;font-weight:bold;fill:#111");
  svg.caption({left, 44},
              "Right of 1: slower than abut. Hollow: some answers of the row are bad. Bars: quartiles. "
              "libccd only tells overlap.",
              "start", faint);
  draw_legend(svg);
  const Scale scale(results);
  draw_grid(svg, scale, height);
  double y = top + line_height / 2;
  for (const Result& r : results) {
    draw_row(svg, scale, r, y);
    y += line_height;
  }
  return std::move(svg).finish();
}

}  // namespace bench
