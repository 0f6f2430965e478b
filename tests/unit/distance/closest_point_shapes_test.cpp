/// closest_point on shapes that have no closed form: through GJK, with bounds.
#include <abut/abut.hpp>

#include "quad/quad.hpp"
#include "unit/spaces.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace abut {
namespace {

using test::make_vec;
using test::Quad;
using test::quad;
using test::QuadVec;
using test::Random;

template <class S>
class ClosestPointOfShape : public ::testing::Test {};
TYPED_TEST_SUITE(ClosestPointOfShape, test::Spaces);

template <Scalar T, int D>
void expect_contains(const ClosestPoint<T, D>& c, Quad exact) {
  EXPECT_EQ(c.status, Status::converged);
  EXPECT_TRUE(quad(double(c.lower)) <= exact && exact <= quad(double(c.upper)))
      << c.lower << ' ' << c.upper << ' ' << double(exact);
  EXPECT_LE(c.lower, c.distance);
  EXPECT_LE(c.distance, c.upper);
}

TYPED_TEST(ClosestPointOfShape, Box) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Box<T, D> box{.half = make_vec<T, D>(1, 2, 4)};
  const auto face = closest_point(make_vec<T, D>(4, 1, 2), box);
  expect_contains(face, 3);
  EXPECT_EQ(face.point, (make_vec<T, D>(1, 1, 2))) << "of weights that are quarters";
  EXPECT_EQ(face.normal, (detail::axis<T, D>(0))) << "from the shape to the query";
  EXPECT_FALSE(face.inside);
  const auto corner = closest_point(make_vec<T, D>(-4, -6, 0), box);
  expect_contains(corner, 5);
  EXPECT_EQ(corner.point.x, T(-1));
  EXPECT_EQ(corner.point.y, T(-2));
}

TYPED_TEST(ClosestPointOfShape, Ball) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Ball<T, D> ball{.center = make_vec<T, D>(1, 1, 1), .radius = T(2)};
  const auto c = closest_point(make_vec<T, D>(1, 6, 1), ball);
  expect_contains(c, 3);
  EXPECT_EQ(c.point, (make_vec<T, D>(1, 3, 1)));
  EXPECT_EQ(c.normal, (detail::axis<T, D>(1)));
  const auto within = closest_point(make_vec<T, D>(2, 2, 1), ball);
  expect_contains(within, 0);
  EXPECT_TRUE(within.inside);
  EXPECT_EQ(within.point, (make_vec<T, D>(2, 2, 1)));
}

TYPED_TEST(ClosestPointOfShape, PointSet) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  std::vector<Vec<T, D>> points;
  for (int i = 0; i < D; ++i)
    points.insert(points.end(), {detail::axis<T, D>(i) * T(3), detail::axis<T, D>(i) * T(-3)});
  const auto set = PointSet<T, D>::from(points);
  const auto vertex = closest_point(make_vec<T, D>(7, 0, 0), *set);
  expect_contains(vertex, 4);
  EXPECT_EQ(vertex.point, (make_vec<T, D>(3, 0, 0)));
  const auto edge = closest_point(make_vec<T, D>(4, 4, 0), *set);  // the edge x + y = 3
  expect_contains(edge, 5 / test::square_root(Quad(2)));
}

TYPED_TEST(ClosestPointOfShape, PlacedShape) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Pose<T, D> pose{.p = make_vec<T, D>(10, 0, 0)};
  const auto c = closest_point(make_vec<T, D>(7, 0.5, 0), place(Box<T, D>{make_vec<T, D>(1, 1, 1)}, pose));
  expect_contains(c, 2);
  EXPECT_EQ(c.point, (make_vec<T, D>(9, 0.5, 0)));
  EXPECT_EQ(c.normal, (-detail::axis<T, D>(0)));
}

TYPED_TEST(ClosestPointOfShape, InsideIsTheQueryItself) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Box<T, D> box{.half = make_vec<T, D>(1, 2, 3)};
  Random random(1);
  for (int n = 0; n < 300; ++n) {
    const Vec<T, D> q = random.vec<T, D>(0.99);
    const auto c = closest_point(q, box);
    expect_contains(c, 0);
    EXPECT_TRUE(c.inside);
    EXPECT_EQ(c.point, q);
    EXPECT_EQ(c.distance, T(0));
  }
}

TYPED_TEST(ClosestPointOfShape, AgreesWithTheClosedFormOnSimplices) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(2);
  for (int n = 0; n < 500; ++n) {
    std::vector<Vec<T, D>> v{random.vec<T, D>(1), random.vec<T, D>(1), random.vec<T, D>(1)};
    const Vec<T, D> q = random.vec<T, D>(3);
    const auto closed = closest_point_on_simplex(q, Triangle<T, D>{v[0], v[1], v[2]});
    const auto searched = closest_point(q, *PointSet<T, D>::from(v));
    EXPECT_EQ(searched.status, Status::converged);
    // The closed form is a point of the triangle, rounded to T: up to that rounding it is not nearer than the lower
    // bound; and it is the closest point, so up to the rounding of its weights (closest_point_test.cpp) it is not
    // further than the upper bound.
    const double found = static_cast<double>(norm(quad(closed.point) - quad(q)));
    EXPECT_GE(found, double(searched.lower) - 4 * D * detail::unit_roundoff_of<T>);
    if (closed.region == 0b111U) continue;  // a vertex or an edge of length L: 64 u size^3 / L^2
    double shortest = detail::infinity<double>;
    for (std::size_t i = 0; i < 3; ++i)
      shortest = std::min(shortest, detail::norm(detail::widen(v[i] - v[(i + 1) % 3])));
    const double size = 4 * detail::square_root(3.0),
                 weights = 64 * detail::unit_roundoff * size * size * size / (shortest * shortest);
    EXPECT_LE(found, double(searched.upper) + 4 * D * detail::unit_roundoff_of<T> + weights);
  }
}

TYPED_TEST(ClosestPointOfShape, SaysWhenAnArgumentIsInvalid) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Box<T, D> box{.half = make_vec<T, D>(1, 1, 1)};
  auto bad = make_vec<T, D>(5, 5, 5);
  bad[D - 1] = std::numeric_limits<T>::quiet_NaN();
  const auto c = closest_point(bad, box);
  EXPECT_EQ(c.status, Status::invalid_argument);
  EXPECT_EQ(c.lower, T(0));
  EXPECT_EQ(c.upper, detail::infinity<T>);
  EXPECT_FALSE(c.inside);
}

}  // namespace
}  // namespace abut
