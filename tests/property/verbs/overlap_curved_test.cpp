/// Overlap of curved shapes: GJK, MPR and the distance within each other's bounds, from far apart to deep inside.
#include "oracle/draw/curved_pairs.hpp"

#include <abut/overlap.hpp>
#include <abut/shape_ref.hpp>

#include <gtest/gtest.h>

namespace oracle {
namespace {

/// Four kinds of shapes, type-erased.
template <class T>
struct Kinds {
  abut::Ellipsoid<T, 3> ellipsoid;
  abut::Cylinder<T> cylinder;
  abut::Cone<T> cone;
  abut::Box<T, 3> box;

  explicit Kinds(Random& random) {
    detail::draw(random, ellipsoid);
    detail::draw(random, cylinder);
    detail::draw(random, cone);
    detail::draw(random, box);
  }
  abut::ShapeRef<T, 3> operator[](int kind) const {
    return kind == 0   ? abut::ShapeRef<T, 3>(ellipsoid)
           : kind == 1 ? abut::ShapeRef<T, 3>(cylinder)
           : kind == 2 ? abut::ShapeRef<T, 3>(cone)
                       : abut::ShapeRef<T, 3>(box);
  }
};

template <class T>
struct OverlapOfCurved : ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(OverlapOfCurved, Scalars);

/// How far the point is from the shape, a proven lower bound.
template <class T>
double distance_from(const abut::Vec<T, 3>& point, const abut::Placed<abut::ShapeRef<T, 3>>& shape) {
  const abut::Point<T, 3> p{point};
  return double(abut::distance(place(abut::ShapeRef<T, 3>(p), {}), shape).lower);
}

TYPED_TEST(OverlapOfCurved, IsNeverContradicted) {
  using T = TypeParam;
  Random random(9);
  int apart = 0, met = 0, open = 0, open_by_mpr = 0;
  constexpr int count = 4000;
  for (int i = 0; i < count; ++i) {
    const Kinds<T> kinds_a(random), kinds_b(random);
    abut::Placed<abut::ShapeRef<T, 3>> a{kinds_a[random.integer(0, 2)], {}}, b{kinds_b[random.integer(0, 3)], {}};
    detail::assign(a.pose.q, detail::rotation<3>(random), 1);
    detail::assign(b.pose.q, detail::rotation<3>(random), 1);
    const double size = a.shape.bounding_radius() + b.shape.bounding_radius();
    const auto away = detail::direction<3>(random);
    b.pose.p = detail::rounded<T, 3>(away * (size * random.between(0, 1.2)));
    if (random.chance(0.5)) {  // nearly touching
      const auto far = detail::rounded<T, 3>(away * (2 * size));
      b.pose.p = far;
      const auto d = abut::distance(a, b);
      const double gap = size * random.decade(-9, -2) * (random.chance(0.5) ? 1 : -1);
      b.pose.p =
          detail::rounded<T, 3>(abut::detail::widen(far) + abut::detail::widen(d.normal) * (gap - double(d.distance)));
    }
    const auto g = abut::overlap(a, b), m = abut::overlap(a, b, {.method = abut::OverlapMethod::mpr});
    const auto d = abut::distance(a, b);
    for (const auto* r : {&g, &m}) {
      EXPECT_FALSE(r->lower > d.upper || d.lower > r->upper) << i;
      EXPECT_FALSE(r->lower > g.upper || g.lower > r->upper) << i;
      if (!r->overlap) continue;
      const double rounding = 64 * abut::epsilon_of<T> * size;  // a distance is allowed 32, and the overlap as much
      EXPECT_LE(distance_from(r->point, a), rounding) << i;
      EXPECT_LE(distance_from(r->point, b), rounding) << i;
    }
    apart += g.apart ? 1 : 0;
    met += g.overlap ? 1 : 0;
    open += g.apart || g.overlap ? 0 : 1;
    open_by_mpr += m.apart || m.overlap ? 0 : 1;
  }
  EXPECT_GT(apart, count / 4);
  EXPECT_GT(met, count / 4);
  EXPECT_EQ(open, 0);
  EXPECT_LE(open_by_mpr, count / 200);
}

}  // namespace
}  // namespace oracle
