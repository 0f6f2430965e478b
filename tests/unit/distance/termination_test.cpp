/// Every way in which the search may end, as the literature lists them (E. Catto, "Computing Distance", GDC 2010): a
/// test for each, in 2D and, if there is one, its analogue in 3D.
#include "unit/expect_distance.hpp"

#include <algorithm>
#include <vector>

namespace abut {
namespace {

using test::expect_bounds_contain;
using test::expect_distance;
using test::make_vec;
using test::Quad;
using test::quad;
using test::Random;
using test::rounding_width;

template <class S>
class Termination : public ::testing::Test {};
TYPED_TEST_SUITE(Termination, test::Spaces);

/// Few enough that none of these small shapes needs the iteration limit: every vertex is visited at most once, and then
/// a few directions that rounding may add.
constexpr int enough = 24;

/// A convex octagon with integer coordinates, in 3D a prism over it.
template <Scalar T, int D>
std::vector<Vec<T, D>> octagon() {
  constexpr int xy[8][2] = {{8, -4}, {12, 4}, {8, 12}, {0, 16}, {-8, 12}, {-12, 4}, {-8, -4}, {0, -8}};
  std::vector<Vec<T, D>> points;
  for (const double z : {-4.0, 4.0}) {
    if (D == 2 && z > 0) break;
    for (const auto& p : xy) points.push_back(make_vec<T, D>(p[0], p[1], z));
  }
  return points;
}

/// A point set that records which of its vertices were returned.
template <Scalar T, int D>
struct RecordingShape {
  using Vector = Vec<T, D>;
  PointSet<T, D> set;
  std::vector<VertexId>* visited;

  SupportPoint<Vec<double, D>> support(const Vec<double, D>& d) const {
    const auto found = set.support(d);
    visited->push_back(found.id);
    return found;
  }
  Vec<double, D> center() const { return set.center(); }
  double bounding_radius() const { return set.bounding_radius(); }
};

/// The answer for a query point that belongs to the shape.
template <Scalar T, int D>
void expect_meets(const std::vector<Vec<T, D>>& points, const Vec<T, D>& q) {
  const auto set = PointSet<T, D>::from(points);
  const Point<T, D> point{q};
  for (const bool swapped : {false, true}) {
    const auto d = swapped ? detail::signed_distance(point, *set) : detail::signed_distance(*set, point);
    EXPECT_EQ(d.status, Status::converged) << to_string(d.status);
    expect_bounds_contain(d, 0);
    EXPECT_LE(double(d.upper), rounding_width(*set, point));
    EXPECT_LE(d.iterations, enough);
  }
}

// --- Case 1: a repeated support point ----------------------------------------------------------------------

TYPED_TEST(Termination, RepeatedSupportPointEndsTheSearch) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto points = octagon<T, D>();
  std::vector<VertexId> visited;
  const RecordingShape<T, D> shape{*PointSet<T, D>::from(points), &visited};
  // The edge (or side) from (8, -4) to (12, 4) has the outward normal (2, -1); the query is 5 of it from its center
  // (10, 0).
  const auto d = detail::signed_distance(shape, Point<T, D>{make_vec<T, D>(20, -5, 1)});
  expect_bounds_contain(d, 5 * test::square_root(Quad(5)));
  EXPECT_EQ(d.status, Status::converged);
  ASSERT_FALSE(visited.empty());
  EXPECT_EQ(static_cast<int>(visited.size()), d.iterations);
  const VertexId last = visited.back();
  EXPECT_NE(std::find(visited.begin(), visited.end() - 1, last), visited.end() - 1)
      << "the last vertex was not known before";
  for (int i = 0; i < d.feature_count; ++i) EXPECT_LT(d.feature_a[i] % 8, 2U) << "the edge is of vertices 0 and 1";
}

// --- Case 2: containment -----------------------------------------------------------------------------------

TYPED_TEST(Termination, ContainmentEndsTheSearch) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto points = octagon<T, D>();
  Random random(1);
  for (int n = 0; n < 500; ++n) {
    // Points within 3 of (0, 4, 0) are deep inside: the simplex that contains the origin has all D + 1 vertices, or
    // fewer if the query happens to lie on one of its sides.
    const Vec<T, D> q = make_vec<T, D>(0, 4) + random.vec<T, D>(3);
    expect_meets(points, q);
    const auto d = detail::signed_distance(*PointSet<T, D>::from(points), Point<T, D>{q});
    EXPECT_TRUE(d.cores_meet);
    EXPECT_EQ(d.feature_count, D + 1);
    EXPECT_EQ(d.distance, T(0));
  }
}

// --- Case 3: the query on a vertex, on an edge, on a face --------------------------------------------------

TYPED_TEST(Termination, QueryOnAVertex) {
  using T = typename TypeParam::T;
  const auto points = octagon<T, TypeParam::D>();
  for (const auto& vertex : points) expect_meets(points, vertex);
}

TYPED_TEST(Termination, QueryOnAnEdge) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto points = octagon<T, D>();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto& a = points[i];
    const auto& b = points[i / 8 * 8 + (i + 1) % 8];
    for (const double t : {0.125, 0.25, 0.5, 0.75}) expect_meets(points, a * T(1 - t) + b * T(t));
    if (D == 3 && i < 8) expect_meets(points, a * T(0.75) + points[i + 8] * T(0.25));
  }
}

/// Not representable: the query is next to the edge, on either side of it, by a rounding.
TYPED_TEST(Termination, QueryOnAnEdgeButForRounding) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto points = octagon<T, D>();
  const auto set = PointSet<T, D>::from(points);
  Random random(2);
  for (int n = 0; n < 1000; ++n) {
    const std::size_t i = static_cast<std::size_t>(random.integer(0, 7));
    const T t = static_cast<T>(random.unit());
    const Point<T, D> point{points[i] * (T(1) - t) + points[(i + 1) % 8] * t};
    const auto d = detail::signed_distance(*set, point);
    EXPECT_EQ(d.status, Status::converged);
    EXPECT_LE(d.iterations, enough);
    // The three roundings of each coordinate of the query, of numbers up to 16.
    EXPECT_LE(double(d.upper), rounding_width(*set, point) + 3 * D * 16 * detail::unit_roundoff_of<T>);
  }
}

TYPED_TEST(Termination, QueryOnAFace) {
  using T = typename TypeParam::T;
  if constexpr (TypeParam::D == 3) {
    const auto points = octagon<T, 3>();
    for (int x = -4; x <= 4; x += 2) {
      for (int y = 0; y <= 8; y += 2) {
        expect_meets(points, Vec<T, 3>{T(x), T(y), 4});
        expect_meets(points, Vec<T, 3>{T(x), T(y), -4});
      }
    }
    for (const T z : {T(-3), T(0), T(1)}) expect_meets(points, Vec<T, 3>{10, 0, z});
  }
}

// --- Case 4: the query on an inner edge of the simplex -----------------------------------------------------

TYPED_TEST(Termination, QueryOnAnInteriorEdgeOfTheSimplex) {
  using T = typename TypeParam::T;
  const auto points = octagon<T, TypeParam::D>();
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      for (const double t : {0.25, 0.5, 0.75}) expect_meets(points, points[i] * T(1 - t) + points[j] * T(t));
    }
  }
}

TYPED_TEST(Termination, QueryOnAnInteriorFaceOfTheSimplex) {
  using T = typename TypeParam::T;
  const auto points = octagon<T, TypeParam::D>();
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      for (std::size_t k = 0; k < j; ++k) {
        expect_meets(points, points[i] * T(0.25) + points[j] * T(0.25) + points[k] * T(0.5));
      }
    }
  }
}

/// The first direction is from center to center; if they coincide it is zero.
TYPED_TEST(Termination, QueryOnTheCenter) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  expect_meets(octagon<T, D>(), make_vec<T, D>(0, 4, 0));
}

// --- Poorly formed shapes ----------------------------------------------------------------------------------

TYPED_TEST(Termination, CollinearVertices) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  std::vector<Vec<T, D>> points;
  for (const double z : {0.0, 3.0}) {
    for (const double x : {0.0, 1.0, 2.0, 5.0}) points.push_back(make_vec<T, D>(x, 0, z));
    points.push_back(make_vec<T, D>(2, 3, z));
  }
  const auto set = PointSet<T, D>::from(points);
  for (const double x : {0.0, 0.5, 1.0, 1.25, 2.0, 3.0, 5.0}) {
    for (const double y : {-0.001, -1.0, -1000.0}) {
      const Point<T, D> q{make_vec<T, D>(x, y, 1)};
      const auto d = expect_distance(*set, q, -quad(double(q.p.y)));
      EXPECT_LE(d.iterations, enough);
      EXPECT_EQ(d.normal, (-detail::axis<T, D>(1)));
    }
    expect_meets(points, make_vec<T, D>(x, 0, 1));
  }
}

TYPED_TEST(Termination, CollinearVerticesAlone) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  std::vector<Vec<T, D>> points;
  for (const double t : {3.0, 0.0, 1.0, 2.0, 1.0, 4.0}) points.push_back(make_vec<T, D>(3 * t, 4 * t));
  const auto set = PointSet<T, D>::from(points);
  expect_distance(*set, Point<T, D>{make_vec<T, D>(2, 11)}, 5);
  expect_distance(*set, Point<T, D>{make_vec<T, D>(-3, -4)}, 5);
  expect_meets(points, make_vec<T, D>(4.5, 6));
}

TYPED_TEST(Termination, CoplanarVerticesAlone) {
  using T = typename TypeParam::T;
  if constexpr (TypeParam::D == 3) {
    std::vector<Vec<T, 3>> points;
    for (int x = 0; x < 5; ++x) {
      for (int y = 0; y < 5; ++y) points.push_back(Vec<T, 3>{T(x), T(y), T(x + 2 * y)});
    }
    const auto set = PointSet<T, 3>::from(points);
    // The plane x + 2 y - z = 0; from its point (2, 2, 6) along its normal.
    const auto d = expect_distance(*set, Point<T, 3>{{3, 4, 5}}, test::square_root(Quad(6)));
    EXPECT_LE(d.iterations, enough);
    expect_meets(points, Vec<T, 3>{2, 1.5, 5});
    expect_meets(points, Vec<T, 3>{1.25, 2, 5.25});
  }
}

TYPED_TEST(Termination, VertexThatBreaksConvexityIsNeverASupportPoint) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  auto points = octagon<T, D>();
  const auto hull = PointSet<T, D>::from(points);
  auto dented = points;
  dented.push_back(make_vec<T, D>(9, 0, 0));  // inside of the edge from (8, -4) to (12, 4)
  dented.push_back(make_vec<T, D>(0, 4, 0));
  std::vector<VertexId> visited, visited_of_hull;
  const RecordingShape<T, D> shape{*PointSet<T, D>::from(dented), &visited}, clean_shape{*hull, &visited_of_hull};
  Random random(3);
  for (int n = 0; n < 300; ++n) {
    const Point<T, D> q{random.vec<T, D>(40)};
    const auto d = detail::signed_distance(shape, q), clean = detail::signed_distance(clean_shape, q);
    EXPECT_EQ(d.distance, clean.distance);
    EXPECT_EQ(d.lower, clean.lower);
    EXPECT_EQ(d.upper, clean.upper);
    EXPECT_EQ(d.point_a, clean.point_a);
  }
  EXPECT_EQ(visited, visited_of_hull);
  for (const VertexId id : visited) ASSERT_LT(id, points.size());
}

}  // namespace
}  // namespace abut
