#include <abut/polygon.hpp>
#include <abut/shapes.hpp>

#include "quad/quad.hpp"
#include "unit/spaces.hpp"

#include <limits>
#include <type_traits>
#include <vector>

namespace abut {
namespace {

using test::make_vec;
using test::Quad;
using test::quad;
using test::Random;

template <class S>
class Shapes : public ::testing::Test {};
TYPED_TEST_SUITE(Shapes, test::Spaces);

template <Scalar T, int D>
std::vector<Vec<T, D>> random_points(Random& random, std::size_t count, double half_width) {
  std::vector<Vec<T, D>> points;
  for (std::size_t i = 0; i < count; ++i) points.push_back(random.vec<T, D>(half_width));
  return points;
}

// --- Support points: against brute force in 113 bits -------------------------------------------------------

/// The promise of support/point_scan.hpp: the point found is a vertex, and within 2 (D + 1) u reach |d| of the
/// furthest.
template <class S, class T, int D>
void expect_furthest(const S& shape, const std::vector<Vec<T, D>>& vertices, const Vec<double, D>& d) {
  const auto found = shape.support(d);
  ASSERT_LT(found.id, vertices.size());
  EXPECT_EQ(found.point, detail::widen(vertices[found.id]));
  Quad best = dot(quad(d), quad(vertices[0]));
  for (const auto& v : vertices) {
    const Quad height = dot(quad(d), quad(v));
    best = height > best ? height : best;
  }
  const Quad slack = norm(quad(d)) * quad(2 * (D + 1) * detail::unit_roundoff * detail::enclosure(shape).reach);
  EXPECT_TRUE(best - dot(quad(d), quad(found.point)) <= slack);
}

/// Every vertex is within reach of the center; and reach is at most half the diameter plus a few roundings.
template <class S, class T, int D>
void expect_enclosed(const S& shape, const std::vector<Vec<T, D>>& vertices) {
  const detail::Enclosure<D> ball = detail::enclosure(shape);
  Quad furthest = 0;
  for (const auto& v : vertices) {
    const Quad distance = norm(quad(v) - quad(ball.center));
    furthest = distance > furthest ? distance : furthest;
  }
  EXPECT_TRUE(furthest <= quad(ball.reach));
  EXPECT_TRUE(quad(ball.reach) <= furthest * (1 + quad(16 * detail::unit_roundoff)));
}

template <class S, class T, int D>
void expect_hull_of(const S& shape, const std::vector<Vec<T, D>>& vertices, Random& random) {
  static_assert(Shape<S>);
  expect_enclosed(shape, vertices);
  for (int n = 0; n < 10; ++n) expect_furthest(shape, vertices, random.vec<double, D>(0.25));
  for (int i = 0; i < D; ++i) {
    expect_furthest(shape, vertices, detail::axis<double, D>(i));
    expect_furthest(shape, vertices, -detail::axis<double, D>(i));
  }
}

TYPED_TEST(Shapes, SupportIsTheFurthestVertexAndTheSphereEncloses) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(1);
  for (int n = 0; n < 200; ++n) {
    const auto p = random_points<T, D>(random, 40, n % 2 == 0 ? 1 : 1e4);
    const auto first = [&](std::ptrdiff_t count) { return std::vector<Vec<T, D>>(p.begin(), p.begin() + count); };
    expect_hull_of(Point<T, D>{p[0]}, first(1), random);
    expect_hull_of(Segment<T, D>{p[0], p[1]}, first(2), random);
    expect_hull_of(Capsule<T, D>{p[0], p[1], T(1)}, first(2), random);
    expect_hull_of(Triangle<T, D>{p[0], p[1], p[2]}, first(3), random);
    if constexpr (D == 3) expect_hull_of(Tetrahedron<T, 3>{p[0], p[1], p[2], p[3]}, first(4), random);
    expect_hull_of(*PointSet<T, D>::from(p), p, random);
  }
}

TYPED_TEST(Shapes, FarFromTheOriginLosesNothing) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(2);
  for (int n = 0; n < 200; ++n) {
    auto p = random_points<T, D>(random, 16, 1);
    for (auto& v : p) v += make_vec<T, D>(1e5, -2e5, 3e5);
    expect_hull_of(*PointSet<T, D>::from(p), p, random);
    expect_hull_of(Triangle<T, D>{p[0], p[1], p[2]}, std::vector<Vec<T, D>>(p.begin(), p.begin() + 3), random);
  }
}

TYPED_TEST(Shapes, EnclosesWhateverTheExponents) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const int range = std::same_as<T, float> ? 120 : 1000;
  Random random(3);
  for (int n = 0; n < 500; ++n) {
    std::vector<Vec<T, D>> p(4);
    const int k = random.integer(-range, range - 10);
    for (auto& v : p) {
      for (int i = 0; i < D; ++i) v[i] = static_cast<T>(random.spread(k, k + 5));
    }
    expect_enclosed(*PointSet<T, D>::from(p), p);
    p.resize(3);
    expect_enclosed(Triangle<T, D>{p[0], p[1], p[2]}, p);
  }
}

TYPED_TEST(Shapes, TiesGoToTheLowestId) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto a = make_vec<T, D>(1, 2, 3), b = make_vec<T, D>(-1, 2, 3);
  const Vec<double, D> up = detail::axis<double, D>(1), across = detail::axis<double, D>(0);
  EXPECT_EQ((Segment<T, D>{a, b}.support(up).id), 0U);
  EXPECT_EQ((Segment<T, D>{a, a}.support(across).id), 0U);
  EXPECT_EQ((Capsule<T, D>{b, a, T(1)}.support(up).id), 0U);
  EXPECT_EQ((Triangle<T, D>{b, a, a}.support(across).id), 1U);
  const std::vector<Vec<T, D>> points{b, a, a, b, a};
  EXPECT_EQ((PointSet<T, D>::from(points)->support(across).id), 1U);
  EXPECT_EQ((PointSet<T, D>::from(points)->support(-across).id), 0U);
  EXPECT_EQ((PointSet<T, D>::from(points)->support({}).id), 0U);
  EXPECT_EQ((Box<T, D>{a}.support({}).id), 0U);
}

// --- Single shapes -----------------------------------------------------------------------------------------

TYPED_TEST(Shapes, BoxNumbersItsVerticesByTheSidesTheyAreOn) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Box<T, D> box{.half = make_vec<T, D>(1, 2, 3)};
  for (VertexId id = 0; id < 1U << D; ++id) {
    Vec<double, D> corner = detail::widen(box.half);
    for (int i = 0; i < D; ++i) corner[i] *= (id >> i & 1U) != 0 ? 1 : -1;
    const auto found = box.support(corner);
    EXPECT_EQ(found.id, id);
    EXPECT_EQ(found.point, corner);
  }
  std::vector<Vec<T, D>> corners;
  for (VertexId id = 0; id < 1U << D; ++id) {
    corners.push_back(box.half);
    for (int i = 0; i < D; ++i) corners.back()[i] *= T((id >> i & 1U) != 0 ? 1 : -1);
  }
  Random random(4);
  expect_hull_of(box, corners, random);
}

TYPED_TEST(Shapes, RoundShapesKeepTheRadiusOutOfTheSupport) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto c = make_vec<T, D>(1, 2, 3), e = make_vec<T, D>(4, 5, 6);
  const Ball<T, D> ball{.center = c, .radius = T(0.5)};
  EXPECT_EQ(ball.support(detail::axis<double, D>(0)).point, detail::widen(c));
  EXPECT_EQ(ball.support(detail::axis<double, D>(0)).id, 0U);
  EXPECT_EQ(detail::radius(ball), 0.5);
  EXPECT_EQ(detail::enclosure(ball).reach, 0);
  const Capsule<T, D> capsule{.a = c, .b = e, .radius = T(0.25)};
  EXPECT_EQ(capsule.support(detail::axis<double, D>(0)).point, detail::widen(e));
  EXPECT_EQ(detail::radius(capsule), 0.25);
  EXPECT_EQ(detail::radius(Point<T, D>{}), 0);
}

TYPED_TEST(Shapes, ArePlainDataThatCanBeCopied) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  static_assert(std::is_trivially_copyable_v<Point<T, D>> && std::is_aggregate_v<Point<T, D>>);
  static_assert(std::is_trivially_copyable_v<Box<T, D>> && std::is_aggregate_v<Box<T, D>>);
  static_assert(std::is_trivially_copyable_v<Ball<T, D>> && std::is_trivially_copyable_v<Capsule<T, D>>);
  static_assert(std::is_trivially_copyable_v<Triangle<T, D>> && std::is_trivially_copyable_v<PointSet<T, D>>);
  static_assert(std::is_trivially_copyable_v<Placed<Box<T, D>>>);
}

// --- PointSet ----------------------------------------------------------------------------------------------

TYPED_TEST(Shapes, PointSetRefusesWhatIsNoPointSet) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  using Set = PointSet<T, D>;
  const auto empty = Set::from({});
  ASSERT_FALSE(empty.has_value());
  EXPECT_EQ(empty.error().kind, PointsError::Kind::empty);
  for (const T bad : {detail::infinity<T>, -detail::infinity<T>, std::numeric_limits<T>::quiet_NaN()}) {
    for (int i = 0; i < D; ++i) {
      std::vector<Vec<T, D>> points(5);
      points[3][i] = bad;
      const auto set = Set::from(points);
      ASSERT_FALSE(set);
      EXPECT_EQ(set.error().kind, PointsError::Kind::not_finite);
      EXPECT_EQ(set.error().index, 3U);
    }
  }
}

TYPED_TEST(Shapes, PointSetIsAViewOfAnyPoints) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const std::vector<Vec<T, D>> same(4, make_vec<T, D>(1, 2, 3));
  const auto set = PointSet<T, D>::from(same);
  ASSERT_TRUE(set.has_value());
  EXPECT_EQ(set.value().points().data(), same.data());
  EXPECT_EQ(set->points().size(), 4U);
  EXPECT_EQ(set->bounding_radius(), 0);
  EXPECT_EQ(set->center(), detail::widen(same[0]));
}

TEST(PointsError, SaysWhatIsWrong) {
  EXPECT_STREQ(to_string(PointsError::Kind::empty), "the point set is empty");
  for (const auto kind : {PointsError::Kind::not_finite, PointsError::Kind::too_many, PointsError::Kind::not_convex}) {
    EXPECT_STRNE(to_string(kind), "unknown");
  }
}

}  // namespace
}  // namespace abut
