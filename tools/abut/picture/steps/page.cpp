#include "picture/steps/page.hpp"

#include "io/decimal.hpp"
#include "picture/layout.hpp"
#include "picture/palette.hpp"
#include "picture/steps/panels.hpp"
#include "picture/steps/steps.hpp"
#include "shared/svg.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace abut::tool {

using shared::Svg;

namespace {

using layout::margin, layout::width;

// In pixels.
constexpr double between = 16;
constexpr Vec2d large{(width - 2 * margin - between) / 2, 330};
constexpr std::size_t most_columns = 5, most_panels = 2 * most_columns;
constexpr double small_height = 160;
constexpr double below_small = 46;  // bar and bounds

const std::string plain = fmt::format("font-size:14px;fill:{}", palette::ink);
const std::string quiet = fmt::format("font-size:14px;fill:{}", palette::muted);
const std::string digits = "font-size:{}px;font-family:'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:{}";

constexpr const char* at_the_limit = "It ended at the limit of iterations. The bounds hold.";
constexpr const char* by_rounding = "It ended because rounding would undo any further step. The bounds hold.";
constexpr const char* by_bounds = "It ended because the bounds met, as closely as asked or as rounding allows.";

template <int D>
std::string why(const GjkStep<D>& last) {
  switch (last.stop) {
    case Stop::repeated_vertex:
      return "It ended because the furthest point was a vertex of the simplex already: nothing of B - A "
             "comes "
             "nearer.";
    case Stop::bounds_met: return by_bounds;
    case Stop::origin_reached: return "It ended because the simplex contains the origin: the cores meet.";
    case Stop::cutoff: return "It ended because the shapes are proven further apart than the cut-off.";
    case Stop::rounding: return by_rounding;
    case Stop::none: break;
  }
  return at_the_limit;
}

template <int D>
std::string why(const EpaStep<D>& last) {
  switch (last.stop) {
    case Stop::repeated_vertex: return "It ended because nothing of B - A lies beyond the nearest facet.";
    case Stop::bounds_met: return by_bounds;
    case Stop::none: return at_the_limit;
    default: return by_rounding;
  }
}

template <int D>
std::string why(const MprStep<D>& last) {
  switch (last.stop) {
    case Stop::cutoff: return "It ended because all of B - A lies beyond a plane that has the origin before it.";
    case Stop::origin_reached: return "It ended because the origin lies between the center and the portal.";
    case Stop::bounds_met: return "It ended because the portal is on the surface of B - A.";
    case Stop::none: return at_the_limit;
    default: return "It ended because rounding leaves it open, or B - A has no interior.";
  }
}

/// Without its quotes, if it has any.
std::string title_of(std::string_view id, std::string_view op) {
  if (id == "null") return std::string(op);
  const bool quoted = id.size() >= 2 && id.front() == '"';
  const std::string_view text = quoted ? id.substr(1, id.size() - 2) : id;
  const std::size_t longest = 72;
  if (text.size() <= longest) return std::string(text);
  std::size_t end = longest - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // not within a character
  return std::string(text.substr(0, end)) + "...";
}

/// Panels side by side, in rows.
struct Strip {
  std::vector<std::size_t> steps;  ///< that get a panel: all, or the first ones and the last
  std::size_t columns = 0;
  Vec2d size;  ///< of a panel

  explicit Strip(std::size_t count) {
    for (std::size_t i = 0; i < std::min(count, most_panels); ++i) steps.push_back(i);
    if (count > most_panels) steps.back() = count - 1;
    const std::size_t rows = (steps.size() + most_columns - 1) / most_columns;
    columns = std::max<std::size_t>((steps.size() + rows - 1) / rows, 3);
    const auto n = static_cast<double>(columns);
    size = {(width - 2 * margin - (n - 1) * between) / n, small_height};
  }
  Vec2d corner(std::size_t k, double top) const {
    const std::size_t column = k % columns, row = k / columns;
    return {margin + static_cast<double>(column) * (size.x + between),
            top + static_cast<double>(row) * (size.y + below_small)};
  }
  double height() const {
    const std::size_t rows = (steps.size() + columns - 1) / columns;
    return static_cast<double>(rows) * (size.y + below_small);
  }
};

/// What is known after a step.
struct Known {
  double lower, upper;
};

template <int D>
Known known_after(const TraceStep<D>& step) {
  if (const auto* gjk = std::get_if<GjkStep<D>>(&step)) return {gjk->lower, gjk->upper};
  if (const auto* epa = std::get_if<EpaStep<D>>(&step)) return {epa->lower, epa->upper};
  return {std::get<MprStep<D>>(step).lower, detail::infinity<double>};
}

const std::string bound_text = fmt::format(fmt::runtime(digits), 11, palette::muted);

/// The interval of the bounds on a common scale, its numbers, and its width.
void draw_bounds(Svg& svg, const Known& step, double greatest, Vec2d corner, double length) {
  const auto place = [&](double x) { return greatest > 0 ? std::clamp(x / greatest, 0.0, 1.0) * length : 0; };
  const double left = std::min(place(step.lower), length - 3), right = std::max(place(step.upper), left + 3);
  svg.card(corner, {length, 5}, 2.5, palette::rule, {"none", 0});
  svg.card({corner.x + left, corner.y}, {right - left, 5}, 2.5, palette::difference.line, {"none", 0});
  const double lower = std::max(step.lower, 0.0), apart = std::max(step.upper - lower, 0.0);
  const std::string text = fmt::format("{:.5g} ... {:.5g}", lower, step.upper);
  svg.caption({corner.x, corner.y + 21}, text, "start", bound_text);
  const double room = length / 6.7;  // characters of this size
  const std::string difference = fmt::format("{:.0e}", apart);
  if (static_cast<double>(text.size() + difference.size()) + 1 < room) {
    svg.caption({corner.x + length, corner.y + 21}, difference, "end", bound_text);
  }
}

/// What the symbols mean in the steps of a method.
struct Legend {
  const char *point, *plane, *held;
  double held_width;
};

/// By the kind of the last step; MPR draws no closest point, but the common point that it has found.
template <int D>
Legend legend_of(const TracedQuery<D>& traced) {
  const TraceStep<D>& last = traced.steps.back();
  if (std::holds_alternative<GjkStep<D>>(last))
    return {"nearest point", "plane that proves the lower bound", "simplex", 102};
  if (std::holds_alternative<EpaStep<D>>(last))
    return {"nearest point", "plane that bounds the depth above", "nearest facet", 134};
  return {traced.op == OpId::overlap ? "point of both" : "deepest points", "plane through the point found", "portal",
          102};
}

void draw_legend(Svg& svg, const Legend& words, double y) {
  double x = margin;
  const auto entry = [&](std::string_view text, double pixels) {
    svg.caption({x + 24, y + 5}, text, "start", fmt::format("font-size:13px;fill:{}", palette::muted));
    x += pixels;
  };
  const auto at = [&](double dx) { return Vec2d{x + dx, -y}; };
  svg.look({0, 0}, 1);
  svg.dot(at(8), 4.5, palette::card, palette::ink);
  entry(words.point, 134);
  svg.arrow(at(0), at(18), {palette::ink, 1.75});
  entry("normal; direction searched", 222);
  svg.line(at(0), at(18), {palette::plane, 1.75, "7 5"});
  entry(words.plane, 272);
  svg.line(at(0), at(18), {palette::simplex.line, 2.25});
  entry(words.held, words.held_width);
  svg.dot(at(8), 4.5, palette::card, palette::simplex.line);
  entry("point found", 100);
}

/// Distances and depths have scales of their own; MPR has only a lower bound.
template <int D>
void draw_strip(Svg& svg, const Scene<D>& scene, const Strip& strip, double top) {
  const auto& steps = scene.traced.steps;
  double greatest[2] = {};
  for (const std::size_t i : strip.steps) {
    double& most = greatest[steps[i].index() == 0 ? 0 : 1];
    most = std::max(most, known_after<D>(steps[i]).upper);
  }
  for (std::size_t k = 0; k < strip.steps.size(); ++k) {
    const TraceStep<D>& step = steps[strip.steps[k]];
    const Vec2d corner = strip.corner(k, top), below{corner.x, corner.y + strip.size.y + 7};
    draw_step(svg, scene, strip.steps[k], corner, strip.size);
    if (std::holds_alternative<MprStep<D>>(step)) {
      svg.caption({below.x, below.y + 8}, fmt::format("{:.5g}", known_after<D>(step).lower), "start", bound_text);
    } else {
      draw_bounds(svg, known_after<D>(step), greatest[step.index() == 0 ? 0 : 1], below, strip.size.x);
    }
  }
}

template <int D>
std::string heading_of(const TracedQuery<D>& traced, const Strip& strip) {
  const auto is_epa = [](const TraceStep<D>& step) { return std::holds_alternative<EpaStep<D>>(step); };
  std::string heading = "Step by step: lower ... upper bound of the distance of the cores, and what is between";
  if (std::holds_alternative<MprStep<D>>(traced.steps.back())) {
    heading = traced.op == OpId::overlap
                  ? "Step by step: the highest plane so far. Above 0 it proves a gap"
                  : "Step by step: the highest plane so far. Minus it is an upper bound of the least depth";
  } else if (const auto first = std::find_if(traced.steps.begin(), traced.steps.end(), is_epa);
             first != traced.steps.end()) {
    heading = fmt::format(
        "Step by step: lower ... upper bound of the distance of the cores; from {} on, by EPA, of their "
        "depth",
        call_of<D>(*first).iteration);
  }
  if (strip.steps.size() < traced.steps.size()) {
    heading += fmt::format(" (steps {} to {} are not drawn)", strip.steps.size(), traced.steps.size() - 1);
  }
  return heading;
}

template <int D>
void draw_caption(Svg& svg, const TracedQuery<D>& traced, double y) {
  const Finding<D>& r = traced.found;
  const bool in_float = traced.precision == Precision::float_numbers;
  std::string bounds =
      in_float ? interval(static_cast<float>(r.lower), static_cast<float>(r.upper)) : interval(r.lower, r.upper);
  const bool one_bound = traced.op == OpId::overlap || (r.status == Status::cutoff && !r.has_points);
  if (one_bound) bounds = outward(r.lower, r.apart ? Toward::down : Toward::up, in_float ? 8 : 16);
  svg.caption({margin, y}, r.claim, plain, bounds, fmt::format(fmt::runtime(digits), 14, palette::ink));
  const std::string ended = std::visit([](const auto& step) { return why(step); }, traced.steps.back());
  svg.caption({margin, y + 24}, ended, "start", quiet);
}

/// Sums of finite lengths may overflow. The query allows that; a picture can not.
template <int D>
void require_finite(const TracedQuery<D>& traced) {
  bool finite = is_finite(2 * (traced.a.radius + traced.b.radius));
  for (const TraceStep<D>& step : traced.steps) {
    const bool bounded = std::holds_alternative<MprStep<D>>(step) || is_finite(known_after<D>(step).upper);
    finite = finite && bounded && is_finite(call_of<D>(step).support);
  }
  for (const TracedShape<D>* shape : {&traced.a, &traced.b}) {
    for (int i = 0; i < D; ++i) {
      const auto x = detail::axis<double, D>(i);
      finite = finite && is_finite(2 * (detail::absolute(shape->support(x)[i]) + shape->radius)) &&
               is_finite(2 * (detail::absolute(shape->support(-x)[i]) + shape->radius));
    }
  }
  if (!finite) throw RecordError("a, b: too large or too far apart to be drawn; --format json works");
}

}  // namespace

template <int D>
std::string trace_picture(const TracedQuery<D>& traced) {
  require_finite(traced);
  const Scene<D> scene(traced);
  const Strip strip(traced.steps.size());
  const double legend = 92 + large.y + 24, panels = legend + 60, caption = panels + strip.height() + 12;
  const double height = caption + 24 + 28;
  Svg svg(width, height, {0, 0}, 1);
  svg.card({0, 0}, {width, height}, 12, palette::paper, {"none", 0});
  svg.caption({margin, 46}, title_of(traced.id, traced.op_name), "start",
              fmt::format("font-size:22px;font-weight:bold;fill:{}", palette::ink));
  const Finding<D>& r = traced.found;
  svg.caption(
      {margin, 72},
      fmt::format("{} in {}, computed in {}: {} after {} iteration{}", traced.op_name, D == 2 ? "the plane" : "space",
                  traced.precision == Precision::float_numbers ? "float" : "double", to_string(r.status), r.iterations,
                  r.iterations == 1 ? "" : "s"),
      "start", quiet);
  draw_world(svg, scene, {margin, 92}, large);
  draw_difference(svg, scene, {margin + large.x + between, 92}, large);
  draw_legend(svg, legend_of(traced), legend);
  svg.caption({margin, panels - 12}, heading_of(traced, strip), "start", plain);
  draw_strip(svg, scene, strip, panels);
  draw_caption(svg, traced, caption);
  return std::move(svg).finish();
}

template std::string trace_picture(const TracedQuery<2>&);
template std::string trace_picture(const TracedQuery<3>&);

}  // namespace abut::tool
