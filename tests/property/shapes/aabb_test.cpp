/// aabb(): every shape of the library lies in its box, and hardly any box is smaller. Judged in 113 bits.
#include "oracle/draw/numbers.hpp"
#include "oracle/draw/spaces.hpp"
#include "oracle/judge/curved.hpp"

#include <abut/abut.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace oracle {
namespace {

using abut::aabb, abut::hull_of, abut::inflate, abut::place, abut::scale, abut::sweep;

template <class S>
struct ShapeAabb : ::testing::Test {};
TYPED_TEST_SUITE(ShapeAabb, Spaces);

template <class S>
inline constexpr bool is_placed = false;
template <class S>
inline constexpr bool is_placed<abut::Placed<S>> = true;

/// How far a side may be from the shape. In closed form, at a pose: 52 u of its lengths, one step of T, and 2^-1070.
template <class S>
Real allowed(const abut::Placed<S>& placed, Real side, int axis)
  requires(abut::detail::CoreBox<S>::known)
{
  using T = abut::ScalarOf<S>;
  const auto ball = abut::detail::enclosure(placed.shape);
  const Real lengths =
      norm(exact(ball.center)) + ball.reach + abut::detail::radius(placed.shape) + absolute(Real(placed.pose.p[axis]));
  const Real steps = std::is_same_v<T, float> ? Real(abut::epsilon_of<T>) * absolute(side) : Real(0);
  return Real(52 * abut::detail::unit_roundoff) * lengths + steps + Real(0x1p-1070) +
         (std::is_same_v<T, float> ? Real(std::numeric_limits<T>::denorm_min()) : Real(0));
}

/// Else the stated support errors, two steps of double, for the growth and the sum, and one of T. For subnormal numbers
/// a step is absolute, and each of four operations takes one.
template <class S>
Real allowed(const S& shape, Real side, int /*axis*/) {
  using T = abut::ScalarOf<S>;
  const auto ball = abut::detail::enclosure(shape);
  const auto e = abut::detail::support_error(shape, ball, abut::detail::unit_roundoff);
  const Real growth = Real(e.height) + abut::detail::radius(shape);
  const Real steps = Real(abut::epsilon_of<double>) * (2 * growth + 2 * absolute(side));
  return e.height + e.point + steps + Real(abut::epsilon_of<T>) * absolute(side) +
         Real(std::numeric_limits<T>::denorm_min()) + 4 * Real(std::numeric_limits<double>::denorm_min());
}

template <class Box>
void expect_same(const Box& a, const Box& b, const std::string& what) {
  EXPECT_EQ(a.min, b.min) << what;
  EXPECT_EQ(a.max, b.max) << what;
}

/// Directly and through a ShapeRef; a placed shape also as a placed ShapeRef.
template <class S>
void expect_aabb(const S& shape, const std::string& what) {
  using T = abut::ScalarOf<S>;
  constexpr int D = abut::dimension_of<S>;
  const auto box = aabb(shape);
  expect_same(box, aabb(abut::ShapeRef<T, D>(shape)), what);
  if constexpr (is_placed<S>) {
    expect_same(box, aabb(place(abut::ShapeRef<T, D>(shape.shape), shape.pose)), what);
  }
  for (int i = 0; i < D; ++i) {
    const Vector<D> e = exact(abut::detail::axis<double, D>(i));
    const Real high = support_point(shape, e)[i], low = support_point(shape, e * -1)[i];
    // The support point of the judge is itself off by 2^-110 of the shape's numbers.
    const auto ball = abut::detail::enclosure(shape);
    const Real judge = Real(0x1p-105) * (norm(exact(ball.center)) + ball.reach + abut::detail::radius(shape));
    EXPECT_TRUE(Real(box.max[i]) >= high - judge)
        << what << ", axis " << i << ", short by " << narrow(high - box.max[i]);
    EXPECT_TRUE(Real(box.min[i]) <= low + judge) << what << ", axis " << i << ", short by " << narrow(box.min[i] - low);
    EXPECT_TRUE(Real(box.max[i]) <= high + judge + allowed(shape, high, i))
        << what << ", axis " << i << ", loose by " << narrow(box.max[i] - high) << " of "
        << narrow(allowed(shape, high, i));
    EXPECT_TRUE(Real(box.min[i]) >= low - judge - allowed(shape, low, i))
        << what << ", axis " << i << ", loose by " << narrow(low - box.min[i]) << " of "
        << narrow(allowed(shape, low, i));
  }
}

/// The box is the smallest one that T can represent.
template <class S>
void expect_smallest(const S& shape, const std::string& what) {
  constexpr int D = abut::dimension_of<S>;
  const auto box = aabb(shape);
  for (int i = 0; i < D; ++i) {
    const Vector<D> e = exact(abut::detail::axis<double, D>(i));
    const Real high = support_point(shape, e)[i], low = support_point(shape, e * -1)[i];
    const auto inside_max = abut::detail::neighbor<false>(box.max[i]);
    const auto inside_min = abut::detail::neighbor<true>(box.min[i]);
    EXPECT_TRUE(Real(box.max[i]) >= high && Real(inside_max) < high) << what << ", axis " << i;
    EXPECT_TRUE(Real(box.min[i]) <= low && Real(inside_min) > low) << what << ", axis " << i;
  }
}

/// Of sizes times `unit`, a power of two, calls f(shape, name) with every shape of the library that has a closed form.
template <class T, int D, class F>
void for_every_shape(Numbers<T, D>& n, double far, T unit, const F& f) {
  const auto at = [&] { return n.vec(far) * unit; };
  f(abut::Point<T, D>{at()}, "point");
  f(abut::Segment<T, D>{at(), at()}, "segment");
  f(abut::Triangle<T, D>{at(), at(), at()}, "triangle");
  f(abut::Box<T, D>{n.box().half * unit}, "box");
  f(abut::Ball<T, D>{at(), n.size() * unit}, "ball");
  f(abut::Capsule<T, D>{at(), at(), n.size() * unit}, "capsule");
  f(abut::Ellipsoid<T, D>{n.box().half * unit}, "ellipsoid");
  f(inflate(abut::Box<T, D>{n.box().half * unit}, n.size() * unit), "inflated box");
  f(inflate(inflate(abut::Capsule<T, D>{at(), at(), n.size() * unit}, n.size() * unit), n.size() * unit),
    "capsule inflated twice");
  Points<T, D> points;
  const int count = n.random.chance(0.3) ? n.random.integer(1, 4) : n.random.integer(5, 80);  // few: flat
  for (int i = 0; i < count; ++i) points.push_back(n.vec(1) * (T(far) * unit));
  f(*abut::PointSet<T, D>::from(points), "point set");
  const auto hull = abut::Hull<T, D>::from(points);
  f(hull->view(), "hull of " + std::to_string(hull->vertex_count()));
  if constexpr (D == 3) {
    f(abut::Tetrahedron<T>{at(), at(), at(), at()}, "tetrahedron");
    for (const abut::Axis axis : {abut::Axis::x, abut::Axis::y, abut::Axis::z}) {
      f(abut::Cylinder<T>{n.size() * unit, n.size() * unit, axis}, "cylinder");
      f(abut::Cone<T>{n.size() * unit, n.size() * unit, axis}, "cone");
    }
  }
}

/// A rotation of any length, nearly or exactly about an axis in some cases.
template <class T, int D>
abut::Pose<T, D> any_pose(Numbers<T, D>& n, double far, T unit) {
  abut::Pose<T, D> pose = n.pose(far);
  pose.p *= unit;
  const T tiny = n.random.chance(0.2) ? static_cast<T>(n.random.chance(0.5) ? 0 : n.random.decade(-12, 0)) : T(1);
  const T length = static_cast<T>(n.random.decade(-15, 15));
  if constexpr (D == 2) {
    pose.q = {pose.q.c * length, pose.q.s * tiny * length};
  } else {
    pose.q = {pose.q.w * length, pose.q.x * tiny * length, pose.q.y * tiny * length, pose.q.z * length};
  }
  return pose;
}

TYPED_TEST(ShapeAabb, ContainsEveryShapeTightly) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Numbers<T, D> n{Random(41)};
  for (int i = 0; i < 300; ++i) {
    const double far = n.random.chance(0.5) ? 2 : n.random.decade(2, 6);
    for_every_shape(n, far, T(1), [&](const auto& shape, const std::string& what) {
      expect_aabb(shape, what);
      expect_aabb(place(shape, any_pose(n, far, T(1))), "placed " + what);
    });
    const auto pose = any_pose(n, far, T(1));
    expect_aabb(inflate(place(n.capsule(far), pose), n.size()), "inflated placed capsule");
    expect_smallest(abut::Point<T, D>{n.vec(far)}, "point");
    expect_smallest(n.box(), "box");
    expect_smallest(n.ball(far), "ball");
    expect_smallest(n.capsule(far), "capsule");
    expect_smallest(n.ellipsoid(), "ellipsoid");
    expect_smallest(inflate(n.box(), n.size()), "inflated box");
  }
}

TYPED_TEST(ShapeAabb, ContainsWhatEveryMakerMakesTightly) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Numbers<T, D> n{Random(42)};
  for (int i = 0; i < 200; ++i) {
    const double far = n.random.chance(0.5) ? 2 : n.random.decade(2, 6);
    const auto capsule = n.capsule(far);
    const auto ball = n.ball(far);
    const auto egg = n.ellipsoid();
    const T f = n.number(0.01, 30);
    expect_aabb(inflate(capsule, f), "inflate");
    expect_aabb(sweep(n.box(), n.vec(far)), "sweep");
    expect_aabb(abut::minkowski_sum(capsule, egg), "sum");
    expect_aabb(hull_of(ball, n.box()), "hull_of");
    expect_aabb(scale(capsule, f), "scale");
    expect_aabb(scale(capsule, n.positive()), "stretch");
    expect_aabb(place(hull_of(abut::minkowski_sum(egg, ball), capsule), n.pose(far)), "placed hull_of(sum)");
  }
}

/// Tiny numbers, where steps are absolute, and large ones, where a side may be infinite but never inside.
TYPED_TEST(ShapeAabb, HoldsAtTheEndsOfTheRange) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  using Limits = std::numeric_limits<T>;
  Numbers<T, D> n{Random(43)};
  for (int i = 0; i < 300; ++i) {
    const T k = std::ldexp(
        T(1), i % 2 == 0 ? Limits::min_exponent - Limits::digits + n.random.integer(1, 12) : Limits::max_exponent - 12);
    for_every_shape(n, 4, k, [&](const auto& shape, const std::string& what) {
      expect_aabb(shape, what);
      expect_aabb(place(shape, any_pose(n, 4, k)), "placed " + what);
    });
  }
  const abut::Ball<T, D> beyond{abut::detail::axis<T, D>(0) * Limits::max(), Limits::max()};
  EXPECT_EQ(aabb(beyond).max[0], Limits::infinity());
  EXPECT_LE(aabb(beyond).min[0], T(0));
  EXPECT_EQ(aabb(place(beyond, {})).max[0], Limits::infinity());
  EXPECT_LE(aabb(place(beyond, {})).min[0], T(0));
}

TYPED_TEST(ShapeAabb, OfAnInvalidShapeIsInfinite) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const T inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  const auto everywhere = [inf](const auto& shape) {
    const auto box = aabb(shape);
    return box.min[1] == -inf && box.max[1] == inf;
  };
  EXPECT_TRUE(everywhere(abut::Ball<T, D>{{}, T(-1)}));
  EXPECT_TRUE(everywhere(inflate(abut::Ball<T, D>{{}, T(-1)}, T(2))));
  EXPECT_TRUE(everywhere(inflate(place(abut::Ball<T, D>{{}, T(1)}, {}), T(-0.5))));
  Numbers<T, D> n{Random(44)};
  const abut::Rotation<T, D> no_rotation = [] {
    abut::Rotation<T, D> q;
    if constexpr (D == 2) q.c = T(0);
    if constexpr (D == 3) q.w = T(0);
    return q;
  }();
  for (const T wrong : {nan, inf, T(-1)}) {
    for_every_shape(n, 1, T(1), [&](const auto& shape, const std::string& what) {
      using S = std::remove_cvref_t<decltype(shape)>;
      EXPECT_TRUE(everywhere(place(shape, {{}, no_rotation}))) << what;
      if (wrong != T(-1)) {
        EXPECT_TRUE(everywhere(place(shape, {abut::detail::axis<T, D>(0) * wrong, {}}))) << what;
      }
      EXPECT_TRUE(everywhere(place(inflate(shape, wrong), {}))) << what;
      S broken = shape;
      if constexpr (requires { broken.half; }) {
        broken.half[D - 1] = wrong;
      } else if constexpr (requires { broken.radii; }) {
        broken.radii[0] = wrong;
      } else if constexpr (requires { broken.half_height; }) {
        broken.half_height = wrong;
      } else if constexpr (requires { broken.radius = wrong; }) {
        broken.radius = wrong;
      } else if constexpr (requires { broken.b; }) {
        if (wrong == T(-1)) return;
        broken.b[1] = wrong;
      } else {
        return;
      }
      EXPECT_TRUE(everywhere(broken)) << what << ' ' << wrong;
      EXPECT_TRUE(everywhere(place(broken, {}))) << what << ' ' << wrong;
      EXPECT_TRUE(everywhere(place(abut::ShapeRef<T, D>(broken), {}))) << what << ' ' << wrong;
    });
  }
  EXPECT_TRUE(everywhere(abut::Point<T, D>{abut::detail::axis<T, D>(0) * nan}));
  EXPECT_TRUE(everywhere(place(abut::Ball<T, D>{}, {abut::detail::axis<T, D>(1) * inf, {}})));
  EXPECT_TRUE(everywhere(abut::custom<abut::Vec<T, D>>([nan](const abut::Vec<T, D>& d) { return d * nan; })));
}

/// A shape that has its own box, in double.
template <class T, int D>
struct Knowing : abut::Ball<T, D> {
  abut::Aabb<double, D> aabb() const {
    return {abut::detail::axis<double, D>(0) * -0.1, abut::detail::axis<double, D>(0) * 0.1};
  }
};

TYPED_TEST(ShapeAabb, IsThatOfTheShapeIfItHasOne) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Knowing<T, D> shape{{{}, T(1)}};
  const auto box = aabb(shape), erased = aabb(abut::ShapeRef<T, D>(shape));
  EXPECT_TRUE(double(box.max[0]) >= 0.1 && double(box.min[0]) <= -0.1);
  EXPECT_LT(double(box.max[0]), 0.11);
  EXPECT_EQ(box.max[1], T(0));
  EXPECT_EQ(box.min[0], erased.min[0]);
  // It says nothing of the shape at a pose: the closed form of the ball it derives from is not that of this type.
  EXPECT_GT(aabb(place(shape, {})).max[1], T(0.99));
}

/// A polygon, owned and placed as a view.
TYPED_TEST(ShapeAabb, OfAPolygon) {
  using T = typename TypeParam::T;
  if constexpr (TypeParam::D == 2) {
    const auto polygon = *abut::Polygon<T>::from({{0, 0}, {2, 0}, {2, 1}, {0, 1}});
    expect_smallest(polygon.view(), "polygon");
    expect_same(aabb(polygon), aabb(polygon.view()), "polygon");
    const abut::Pose<T, 2> pose{{3, 4}, {1, 2}};
    expect_same(aabb(place(polygon, pose)), aabb(place(abut::ShapeRef<T, 2>(polygon), pose)), "placed polygon");
  }
}

}  // namespace
}  // namespace oracle
