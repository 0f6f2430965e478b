#include "picture/steps/steps.hpp"

#include "picture/steps/panel_parts.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <bit>

namespace abut::tool {

namespace {

using palette::ink;

constexpr Vec2d small_margin{18, 24};

template <int D>
std::vector<Vec2d> simplex_of(const Scene<D>& scene, const GjkStep<D>& step) {
  std::vector<Vec2d> vertices;
  vertices.reserve(D + 1);
  for (int i = 0; i < step.count; ++i) vertices.push_back(scene.in_set(step.simplex[i]));
  return vertices;
}

/// Which iterations found which vertex: "1", "2, 4".
template <int D>
void draw_numbers(Svg& svg, const Scene<D>& scene, Vec2d center) {
  std::vector<std::pair<Vec2d, std::string>> spots;
  for (const TraceStep<D>& any : scene.traced.steps) {
    const StepCall<D> step = call_of<D>(any);
    const Vec2d at = scene.in_set(step.support);
    auto* same = static_cast<std::string*>(nullptr);
    for (auto& [place, numbers] : spots) {
      if (detail::norm(place - at) * svg.scale() < 16) same = &numbers;
    }
    if (same == nullptr) {
      spots.emplace_back(at, fmt::format("{}", step.iteration));
    } else if (same->size() < 9) {
      *same += fmt::format(", {}", step.iteration);
    } else if (!same->ends_with("...")) {
      *same += " ...";
    }
  }
  for (const auto& [place, numbers] : spots) {
    const Vec2d away = place - center;
    Vec2d d = away == Vec2d{} ? Vec2d{0, 1} : away / detail::norm(away);
    const Vec2d gap = scene.in_set({}) - place;
    // Not on the line to the origin, which is drawn: turned by 90 degrees if it would be.
    if (dot(d, gap) > 0.85 * detail::norm(gap)) d = d.x < 0 ? Vec2d{d.y, -d.x} : Vec2d{-d.y, d.x};
    svg.text(place + d * (15 / svg.scale()) - Vec2d{0, 5 / svg.scale()}, numbers,
             d.x > 0.5    ? "start"
             : d.x < -0.5 ? "end"
                          : "middle",
             fmt::format("font-size:13px;font-weight:bold;fill:{};stroke:{};stroke-width:7px;paint-order:stroke",
                         palette::simplex.line, palette::card));
  }
}

const char* feature_of(unsigned region, int dimension) {
  const int count = std::popcount(region);
  if (count == dimension + 1) return "contains 0";
  const char* const names[] = {"nothing", "vertex", "edge", "triangle", "tetrahedron"};
  return names[count];
}

template <int D>
Vec2d center_of_set(const Scene<D>& scene) {
  Extent body;
  body.add(scene.set);
  return body.center();
}

/// Where the arrow of a step starts.
template <int D>
Vec2d nearest_before(const Scene<D>& scene, std::size_t index) {
  const auto* before = index > 0 ? std::get_if<GjkStep<D>>(&scene.traced.steps[index - 1]) : nullptr;
  return before != nullptr ? scene.in_set(before->nearest) : center_of_set(scene);
}

template <int D, class Step>
Vec2d middle_of(const Scene<D>& scene, const Step& points) {
  Vec2d sum{};
  for (const auto& p : points) sum += scene.in_set(p) * (1.0 / D);
  return sum;
}

template <int D, class Step>
std::vector<Vec2d> on_paper(const Scene<D>& scene, const Step& points) {
  std::vector<Vec2d> r;
  for (const auto& p : points) r.push_back(scene.in_set(p));
  return r;
}

/// The polytope of EPA before a step: the hull of GJK's last simplex and of all support points since.
template <int D>
Sketch polytope_before(const Scene<D>& scene, std::size_t index) {
  Cloud<D> cloud{{}, true};
  for (std::size_t i = 0; i <= index && i < scene.traced.steps.size(); ++i) {
    const auto& step = scene.traced.steps[i];
    if (const auto* gjk = std::get_if<GjkStep<D>>(&step)) cloud.points.assign(gjk->simplex, gjk->simplex + gjk->count);
    if (const auto* epa = std::get_if<EpaStep<D>>(&step)) {
      for (const auto& p : epa->facet) cloud.points.push_back(p);
      if (i < index) cloud.points.push_back(epa->support);
    }
  }
  return sketch_of(cloud, scene.difference, scene.camera);
}

void draw_polytope(Svg& svg, const Sketch& polytope) {
  svg.open_group("opacity=\"0.6\"");
  svg.polygon(polytope.outline, palette::simplex.fill, {palette::simplex.line, 1.25});
  if (!polytope.edges.empty()) svg.lines(polytope.edges, {palette::simplex.line, 0.75});
  svg.close_group();
}

/// Every point that was found.
template <int D>
void draw_found(Svg& svg, const Scene<D>& scene) {
  for (const TraceStep<D>& step : scene.traced.steps) {
    svg.dot(scene.in_set(call_of<D>(step).support), 3.5, palette::card, palette::simplex.line);
  }
}

/// Whether MPR had proven the overlap before this step, and was moving its portal from the origin to the surface.
template <int D>
bool is_pushing(const Scene<D>& scene, std::size_t index) {
  for (std::size_t i = 0; i < index; ++i) {
    if (call_of<D>(scene.traced.steps[i]).stop == Stop::origin_reached) return true;
  }
  return false;
}

/// The ray that passes the portal: from the center through the origin, as far again; or from the origin to the surface,
/// and a little further.
template <int D>
void draw_ray(Svg& svg, const Scene<D>& scene, std::size_t index, const MprStep<D>& step) {
  const Stroke dotted{palette::muted, 1.5, "2 4"};
  const auto& pushed = scene.traced.found.pushed;
  if (pushed && is_pushing(scene, index)) {
    double furthest = 0;
    for (const auto& p : step.portal) furthest = std::max(furthest, dot(p, *pushed));
    const auto end = *pushed * (1.25 * furthest / norm_squared(*pushed));
    svg.line(scene.in_set({}), scene.in_set(end), dotted);
    return;
  }
  const Vec2d from = scene.in_set(step.center), origin = scene.in_set({});
  svg.line(from, origin + (origin - from), dotted);
  svg.dot(from, 3.5, palette::muted, palette::muted);
}

// --- The end of the search, in the panel of the difference ---

template <int D>
void draw_end(Svg& svg, const Scene<D>& scene, const GjkStep<D>& last) {
  const Vec2d nearest = scene.in_set(last.nearest), origin = scene.in_set({});
  if (last.lower > 0) draw_plane(svg, nearest, scene.traced.found.normal, scene.camera, 0.4);
  const auto simplex = simplex_of(scene, last);
  draw_simplex(svg, simplex, palette::simplex, 0.85);
  svg.line(origin, nearest, {ink, 2});
  draw_found(svg, scene);
  for (const Vec2d& vertex : simplex) svg.dot(vertex, 4, palette::simplex.line, palette::simplex.line);
  svg.dot(nearest, 4.5, palette::card, ink);
}

template <int D>
void draw_end(Svg& svg, const Scene<D>& scene, const EpaStep<D>& last) {
  const auto foot = last.direction * -last.upper;
  draw_polytope(svg, polytope_before(scene, scene.traced.steps.size()));
  draw_plane(svg, scene.in_set(foot), last.direction, scene.camera, 0.4);
  const auto facet = on_paper(scene, last.facet);
  draw_simplex(svg, facet, palette::simplex, 0.85);
  svg.line(scene.in_set({}), scene.in_set(foot), {ink, 2});
  draw_found(svg, scene);
  for (const Vec2d& vertex : facet) svg.dot(vertex, 4, palette::simplex.line, palette::simplex.line);
  svg.dot(scene.in_set(foot), 4.5, palette::card, ink);
}

template <int D>
void draw_end(Svg& svg, const Scene<D>& scene, const MprStep<D>& last) {
  if (last.lower > 0) draw_plane(svg, scene.in_set(last.support), last.direction, scene.camera, 0.4);
  if (last.has_portal) {
    draw_ray(svg, scene, scene.traced.steps.size() - 1, last);
    draw_simplex(svg, on_paper(scene, last.portal), palette::simplex, 0.85);
  }
  draw_found(svg, scene);
  if (!last.has_portal) return;
  for (const auto& p : last.portal) svg.dot(scene.in_set(p), 4, palette::simplex.line, palette::simplex.line);
}

// --- One step ---

template <int D>
void draw_state(Svg& svg, const Scene<D>& scene, std::size_t index, const GjkStep<D>& step) {
  if (index > 0) {
    if (const auto* before = std::get_if<GjkStep<D>>(&scene.traced.steps[index - 1]))
      draw_simplex(svg, simplex_of(scene, *before), {"none", palette::muted}, 0.5);
  }
  const auto simplex = simplex_of(scene, step);
  draw_simplex(svg, simplex, palette::simplex, 0.85);
  for (const Vec2d& vertex : simplex) svg.dot(vertex, 3, palette::simplex.line, palette::simplex.line);
  const Vec2d from = nearest_before(scene, index), against = -scene.camera(step.direction);
  svg.arrow(from, from + against * (26 / svg.scale()), {ink, 1.75});
  svg.dot(scene.in_set(step.support), 4.5, palette::card, palette::simplex.line);
  svg.dot(scene.in_set(step.nearest), 3, ink, ink);
}

template <int D>
void draw_state(Svg& svg, const Scene<D>& scene, std::size_t index, const EpaStep<D>& step) {
  draw_polytope(svg, polytope_before(scene, index));
  const auto facet = on_paper(scene, step.facet);
  draw_simplex(svg, facet, palette::simplex, 1);
  for (const Vec2d& vertex : facet) svg.dot(vertex, 3, palette::simplex.line, palette::simplex.line);
  const Vec2d from = middle_of(scene, step.facet), against = -scene.camera(step.direction);
  svg.arrow(from, from + against * (26 / svg.scale()), {ink, 1.75});
  svg.dot(scene.in_set(step.support), 4.5, palette::card, palette::simplex.line);
}

template <int D>
void draw_state(Svg& svg, const Scene<D>& scene, std::size_t index, const MprStep<D>& step) {
  if (step.has_portal) {
    draw_ray(svg, scene, index, step);
    draw_simplex(svg, on_paper(scene, step.portal), palette::simplex, 0.85);
    for (const auto& p : step.portal) svg.dot(scene.in_set(p), 3, palette::simplex.line, palette::simplex.line);
  } else {
    for (std::size_t i = 0; i < index; ++i)
      svg.dot(scene.in_set(call_of<D>(scene.traced.steps[i]).support), 3, palette::simplex.line, palette::simplex.line);
  }
  const Vec2d from = step.has_portal ? middle_of(scene, step.portal) : center_of_set(scene);
  const Vec2d against = -scene.camera(step.direction);
  svg.arrow(from, from + against * (26 / svg.scale()), {ink, 1.75});
  svg.dot(scene.in_set(step.support), 4.5, palette::card, palette::simplex.line);
}

template <int D>
const char* holds(const GjkStep<D>& step) {
  return feature_of(step.region, D);
}
template <int D>
const char* holds(const EpaStep<D>&) {
  return "EPA";
}
template <int D>
const char* holds(const MprStep<D>& step) {
  return step.has_portal ? "portal" : "simplex";
}

}  // namespace

template <int D>
void draw_search(Svg& svg, const Scene<D>& scene) {
  const Vec2d origin = scene.in_set({});
  std::visit([&](const auto& last) { draw_end(svg, scene, last); }, scene.traced.steps.back());
  draw_origin(svg, origin, 8);
  draw_numbers(svg, scene, center_of_set(scene));
  svg.text(origin + Vec2d{-13, -15} / svg.scale(), "0", "middle",
           fmt::format("font-size:15px;font-weight:bold;fill:{}{}", ink, halo));
}

template <int D>
void draw_step(Svg& svg, const Scene<D>& scene, std::size_t index, Vec2d corner, Vec2d size) {
  const TraceStep<D>& step = scene.traced.steps[index];
  const StepCall<D> call = call_of<D>(step);
  open_card(svg, "step", corner, size);
  fit_view(svg, extent_of_set(scene), size - Vec2d{0, 16}, small_margin);
  svg.open_group("transform=\"translate(0 16)\"");
  draw_set(svg, scene, false);
  draw_plane(svg, scene.in_set(call.support), call.direction, scene.camera, 0.4);
  std::visit([&](const auto& s) { draw_state(svg, scene, index, s); }, step);
  draw_origin(svg, scene.in_set({}), 6);
  svg.close_group();
  svg.caption({10, 19}, fmt::format("{}", call.iteration), "start", strong_text);
  svg.caption({size.x - 10, 19}, std::visit([](const auto& s) { return holds(s); }, step), "end", small_text);
  close_card(svg, size);
}

template void draw_search(Svg&, const Scene<2>&);
template void draw_search(Svg&, const Scene<3>&);
template void draw_step(Svg&, const Scene<2>&, std::size_t, Vec2d, Vec2d);
template void draw_step(Svg&, const Scene<3>&, std::size_t, Vec2d, Vec2d);

}  // namespace abut::tool
