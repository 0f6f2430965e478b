#include "picture/cast.hpp"

#include "io/decimal.hpp"
#include "picture/convex_body.hpp"
#include "picture/layout.hpp"
#include "picture/palette.hpp"
#include "picture/projection/projection.hpp"
#include "shared/svg.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace abut::tool {

using shared::Svg;

namespace {

using layout::margin, layout::width;

// In pixels.
constexpr Vec2d cast_panel{width - 2 * margin, 420}, inner{56, 56};
constexpr std::size_t most_places = 12;

const std::string plain = fmt::format("font-size:14px;fill:{}", palette::ink);
const std::string quiet = fmt::format("font-size:14px;fill:{}", palette::muted);

template <int D>
TracedShape<D> moved(const TracedShape<D>& shape, const Vec<double, D>& by) {
  TracedShape<D> r = shape;
  for (auto& v : r.vertices) v += by;
  r.support = [support = shape.support, by](const Vec<double, D>& d) { return support(d) + by; };
  return r;
}

/// When A stops: at the hit, or at the end of its motion. A ray without end stops some way beyond B.
template <int D>
double last_time(const TracedCast<D>& s) {
  if (s.hit) return s.t;
  if (is_finite(s.max_t)) return s.max_t;
  const auto way = s.b.support(s.motion) - s.a.support(-s.motion);
  const double speed = norm_squared(s.motion);
  return speed > 0 ? std::max(1.0, 1.2 * dot(way, s.motion) / speed) : 0;
}

template <int D>
std::vector<Vec<double, D>> corners_of(const TracedShape<D>& shape) {
  std::vector<Vec<double, D>> corners;
  for (int i = 0; i < D; ++i) {
    const auto x = detail::axis<double, D>(i);
    corners.push_back(shape.support(x));
    corners.push_back(shape.support(-x));
  }
  return corners;
}

/// The times at which A is drawn between start and end: all that were tried, or the first of them and the last.
std::vector<double> shown_places(const std::vector<double>& tried) {
  std::vector<double> places = tried;
  places.erase(std::unique(places.begin(), places.end()), places.end());
  if (places.size() > most_places) {
    places[most_places - 1] = places.back();
    places.resize(most_places);
  }
  return places;
}

template <int D>
class Page {
 public:
  using V = Vec<double, D>;

  explicit Page(const TracedCast<D>& cast)
      : cast_(cast), end_(last_time(cast)), camera_(Camera<D>::facing(cast.hit ? cast.normal : cast.motion)) {
    auto corners = corners_of(cast.a);
    for (const auto& p : corners_of(cast.b)) corners.push_back(p);
    for (const auto& p : corners_of(at(end_))) corners.push_back(p);
    const double radius = std::max(cast.a.radius, cast.b.radius);
    for (const auto& p : corners) {
      for (int i = 0; i < D; ++i) {
        if (!is_finite(4 * (detail::absolute(p[i]) + radius)))
          throw RecordError("a, b: too large or too far apart to be drawn; --format json works");
      }
    }
    ruler_ = ruler_of(corners, radius);
  }

  std::string draw() {
    Svg svg(width, height, {0, 0}, 1);
    svg.card({0, 0}, {width, height}, 12, palette::paper, {"none", 0});
    draw_heading(svg);
    svg.open_panel("sweep", {margin, 92}, cast_panel);
    svg.card({0.5, 0.5}, cast_panel - Vec2d{1, 1}, 8, palette::card, {palette::rule, 1});
    draw_sweep(svg);
    svg.close_panel();
    draw_caption(svg);
    return std::move(svg).finish();
  }

 private:
  static constexpr double height = 92 + cast_panel.y + 92;

  bool is_ray() const { return cast_.is_ray && cast_.a.vertices.size() == 1 && cast_.a.radius == 0; }
  TracedShape<D> at(double t) const { return moved(cast_.a, cast_.motion * t); }
  Sketch sketch(const TracedShape<D>& shape) const { return sketch_of(shape, ruler_, camera_); }
  Vec2d paper(const V& p) const { return camera_(ruler_(p)); }

  void draw_heading(Svg& svg) const {
    const bool quoted = cast_.id.size() >= 2 && cast_.id.front() == '"';
    const std::string title = cast_.id == "null" ? cast_.op_name
                              : quoted           ? cast_.id.substr(1, cast_.id.size() - 2)
                                                 : cast_.id;
    svg.caption({margin, 46}, title, "start", fmt::format("font-size:22px;font-weight:bold;fill:{}", palette::ink));
    svg.caption(
        {margin, 72},
        fmt::format("{} by {} in {}, computed in {}: {} after {} iteration{}", cast_.op_name, cast_.method,
                    D == 2 ? "the plane" : "space", cast_.precision == Precision::float_numbers ? "float" : "double",
                    to_string(cast_.status), cast_.iterations, cast_.iterations == 1 ? "" : "s"),
        "start", quiet);
  }

  void draw_sweep(Svg& svg) const {
    const Sketch first = sketch(cast_.a), last = sketch(at(end_)), b = sketch(cast_.b);
    Extent extent;
    for (const Sketch* s : {&first, &last, &b}) extent.add(*s, s->radius);
    fit_view(svg, extent, cast_panel, inner);
    draw_convex_body(svg, b, palette::shape_b);
    const V middle = (cast_.a.support(cast_.motion) + cast_.a.support(-cast_.motion)) * 0.5;
    svg.line(paper(middle), paper(middle + cast_.motion * end_), {palette::muted, 1.25, "5 4"});
    for (const double t : shown_places(cast_.tried)) {
      svg.open_group("opacity=\"0.4\"");
      draw_convex_body(svg, sketch(at(t)), palette::difference, false);
      svg.close_group();
    }
    draw_convex_body(svg, first, palette::shape_a);
    if (cast_.hit || cast_.miss) draw_convex_body(svg, last, cast_.hit ? palette::simplex : palette::shape_a, false);
    if (cast_.hit) draw_hit(svg);
    draw_names(svg, first, b);
  }

  void draw_hit(Svg& svg) const {
    const Vec2d from = paper(cast_.point);
    const V normal = is_ray() ? -cast_.normal : cast_.normal;  // as in the answer: that of a ray points out of B
    const Vec2d along = paper(cast_.point + normal * ruler_.unit) - from;
    svg.arrow(from, from + along * (48 / svg.scale()), {palette::ink, 1.75});
    svg.dot(from, 4.5, palette::card, palette::ink);
  }

  static void draw_names(Svg& svg, const Sketch& a, const Sketch& b) {
    const std::string style = "font-size:21px;font-weight:bold;fill:{}";
    Extent of_a, of_b;
    of_a.add(a, a.radius);
    of_b.add(b, b.radius);
    svg.text(label_spot(svg, a, of_b.center(), true), "A", "middle",
             fmt::format(fmt::runtime(style), palette::shape_a.line));
    svg.text(label_spot(svg, b, of_a.center(), true), "B", "middle",
             fmt::format(fmt::runtime(style), palette::shape_b.line));
  }

  void draw_caption(Svg& svg) const {
    const bool in_float = cast_.precision == Precision::float_numbers;
    const std::string digits =
        fmt::format("font-size:14px;font-family:'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:{}", palette::ink);
    const double y = 92 + cast_panel.y + 34;
    if (cast_.hit) {
      const std::string times = in_float ? interval(static_cast<float>(cast_.t_safe), static_cast<float>(cast_.t))
                                         : interval(cast_.t_safe, cast_.t);
      svg.caption({margin, y}, "A hit: free before, and in contact at the end of", plain, times, digits);
    } else {
      svg.caption({margin, y},
                  cast_.miss ? std::string("A miss, proven for the whole way.")
                             : fmt::format("Left open; proven free up to {:.9g}.", cast_.t_safe),
                  "start", plain);
    }
    svg.caption({margin, y + 24},
                is_ray() ? "Pale: up to where a plane had proven the ray free, one after the other. The "
                           "arrow is the normal."
                         : "Pale: where A was when a plane had proven the way free up to there. Green: at "
                           "the hit, with the "
                           "normal.",
                "start", quiet);
  }

  const TracedCast<D>& cast_;
  double end_;
  Camera<D> camera_;
  Ruler<D> ruler_;
};

}  // namespace

template <int D>
std::string cast_picture(const TracedCast<D>& cast) {
  return Page<D>(cast).draw();
}

template std::string cast_picture(const TracedCast<2>&);
template std::string cast_picture(const TracedCast<3>&);

}  // namespace abut::tool
