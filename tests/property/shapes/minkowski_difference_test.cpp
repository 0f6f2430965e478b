/// The explicit B - A agrees with the queries, which never build it, and its outline is exact.
#include "oracle/judge/answers.hpp"

#include <rapidcheck/gtest.h>
#include <abut/minkowski_difference.hpp>

namespace oracle {
namespace {

/// Multiples of 1/16 up to 64: every difference and every dot product below is exact, in float too, so that nothing
/// here needs a tolerance. There are few of them, so that ties, touching and overlap are common.
template <class T, int D>
Points<T, D> drawn_points() {
  const auto count = *rc::gen::inRange<std::size_t>(1, 8);
  const auto numbers = *rc::gen::container<std::vector<int>>(count * D, rc::gen::inRange(-1024, 1025));
  Points<T, D> r(count);
  for (std::size_t i = 0; i < numbers.size(); ++i) r[i / D][static_cast<int>(i % D)] = T(numbers[i]) / T(16);
  return r;
}

template <class T, int D>
struct Sets {
  Points<T, D> points_a = drawn_points<T, D>(), points_b = drawn_points<T, D>();
  abut::PointSet<T, D> a = *abut::PointSet<T, D>::from(points_a), b = *abut::PointSet<T, D>::from(points_b);
};

template <class V>
double height(const std::vector<V>& points, const V& d) {
  double highest = -abut::detail::infinity<double>;
  for (const V& p : points) highest = std::max(highest, dot(p, d));
  return highest;
}

/// The judge measures the explicit set from the origin; the library answers from the two shapes.
template <class T, int D>
void compare_distances() {
  const Sets<T, D> sets;
  const auto difference = abut::minkowski_difference(sets.a, sets.b);
  RC_ASSERT(difference.size() == sets.points_a.size() * sets.points_b.size());
  const std::vector<abut::Vec<double, D>> origin{{}};
  const std::span<const abut::Vec<double, D>> point = origin;
  const auto truth = distance(body<double, D>(point), body<double, D>(std::span(std::as_const(difference))));
  const auto r = abut::distance(sets.a, sets.b);
  RC_ASSERT(truth.closed);
  RC_ASSERT(Real(r.lower) <= truth.upper);
  RC_ASSERT(truth.lower <= Real(r.upper));
  if constexpr (D == 2) {
    const auto outline = abut::minkowski_polygon(sets.a, sets.b);
    const auto same = distance(body<double, 2>(point), body<double, 2>(std::span(outline)));
    RC_ASSERT(Real(r.lower) <= same.upper);
    RC_ASSERT(same.lower <= Real(r.upper));
  }
}

RC_GTEST_PROP(MinkowskiDifference, IsAsFarFromTheOriginAsTheSetsAreApart2DFloat, ()) { compare_distances<float, 2>(); }
RC_GTEST_PROP(MinkowskiDifference, IsAsFarFromTheOriginAsTheSetsAreApart3DDouble, ()) {
  compare_distances<double, 3>();
}

/// Compared by heights, because a support point need not be unique.
template <class T, int D>
void compare_supports() {
  const Sets<T, D> sets;
  const auto difference = abut::minkowski_difference(sets.a, sets.b);
  const auto d = abut::detail::widen(drawn_points<T, D>().front());
  const double apart = dot(sets.b.support(d).point, d) - dot(sets.a.support(-d).point, d);
  RC_ASSERT(height(difference, d) == apart);
  if constexpr (D == 2) RC_ASSERT(height(abut::minkowski_polygon(sets.a, sets.b), d) == apart);
}

RC_GTEST_PROP(MinkowskiDifference, SupportIsThatOfBMinusThatOfA2DFloat, ()) { compare_supports<float, 2>(); }
RC_GTEST_PROP(MinkowskiDifference, SupportIsThatOfBMinusThatOfA3DDouble, ()) { compare_supports<double, 3>(); }

/// In 113 bits. Exact for coordinates in [1, 2): products are integer multiples of 2^-104, and their sum is below 2^4.
int exact_orientation(const abut::Vec2d& p, const abut::Vec2d& q, const abut::Vec2d& r) {
  const auto times = [](double x, double y) { return Real(x) * Real(y); };
  const Real area =
      times(p.x, q.y) - times(p.y, q.x) + times(q.x, r.y) - times(q.y, r.x) + times(r.x, p.y) - times(r.y, p.x);
  return area > 0 ? 1 : area < 0 ? -1 : 0;
}

/// Points of a line, each rounded: collinear, or off by the last bit.
RC_GTEST_PROP(ConvexHull, TurnsLeftAtEveryCornerAndLeavesNoPointOutside, ()) {
  const auto numbers = *rc::gen::container<std::vector<int>>(12, rc::gen::inRange(0, 1 << 20));
  const double slope = numbers[0] * 0x1p-21, rise = numbers[1] * 0x1p-22;
  std::vector<abut::Vec2d> line;
  for (std::size_t i = 2; i < numbers.size(); ++i) {
    const double x = 1 + numbers[i] * 0x1p-20 / 3;
    line.push_back({x, 1 + slope * (x - 1) + rise});
  }
  const auto hull = abut::convex_hull(line);
  for (std::size_t i = 0; i < hull.size() && hull.size() > 2; ++i) {
    const auto &p = hull[i], &q = hull[(i + 1) % hull.size()], &r = hull[(i + 2) % hull.size()];
    RC_ASSERT(exact_orientation(p, q, r) == 1);
    for (const auto& other : line) RC_ASSERT(exact_orientation(p, q, other) >= 0);
  }
  for (const auto& p : line) {
    const bool inside = hull.size() > 2 || exact_orientation(hull.front(), hull.back(), p) == 0;
    RC_ASSERT(inside);
  }
}

/// The same corners in every unit, from where products would underflow to where they would overflow.
RC_GTEST_PROP(ConvexHull, HasTheSameCornersInEveryUnit, ()) {
  const auto points = drawn_points<double, 2>();
  const double unit = std::ldexp(1.0, *rc::gen::inRange(-1000, 1000));
  std::vector<abut::Vec2d> scaled;
  for (const auto& p : points) scaled.push_back(p * unit);
  const auto hull = abut::convex_hull(points), other = abut::convex_hull(scaled);
  RC_ASSERT(hull.size() == other.size());
  for (std::size_t i = 0; i < hull.size(); ++i) RC_ASSERT(hull[i] * unit == other[i]);
}

}  // namespace
}  // namespace oracle
