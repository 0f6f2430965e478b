/// The solver that serves the search of GJK: a wrong feature costs steps, not correctness, so that only a test of its
/// own shows it. And the search direction, which is perpendicular to the edge or face it was found from, whatever the
/// barycentric weights round to.
#include <abut/detail/gjk/closest_on_simplex.hpp>

#include "quad/simplex.hpp"
#include "unit/expect_distance.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace abut {
namespace {

using test::Quad;
using test::quad;
using test::QuadVec;
using test::Random;

/// The nearest feature by brute force, and the margin of the case: the least absolute weight of any feature.
template <int D>
struct Nearest {
  unsigned mask = 0;
  Quad squared = 0, margin = 1;

  Nearest(const Vec<double, D>* w, int n) {
    for (unsigned m = 1; m < 1U << n; ++m) consider(w, n, m);
  }

  void consider(const Vec<double, D>* w, int n, unsigned m) {
    QuadVec<D> part[4], p;
    int count = 0;
    for (int i = 0; i < n; ++i) {
      if ((m >> i & 1U) != 0) part[count++] = quad(w[i]);
    }
    Quad weight[4];
    bool inside = test::nearest_weights(part, count, weight);
    for (int i = 0; i < count; ++i) {
      inside = inside && weight[i] > 0;
      margin = test::absolute(weight[i]) < margin ? test::absolute(weight[i]) : margin;
      p = p + part[i] * weight[i];
    }
    if (inside && (mask == 0 || dot(p, p) < squared)) mask = m, squared = dot(p, p);
  }
};

template <class S>
class NearestFeature : public ::testing::Test {};
using Dimensions = ::testing::Types<test::Space<double, 2>, test::Space<double, 3>>;
TYPED_TEST_SUITE(NearestFeature, Dimensions);

/// Only cases with a margin (no weight within 2^-20 of changing its sign) in which the newest vertex takes part, as it
/// does in GJK.
TYPED_TEST(NearestFeature, IsFoundAroundTheNewestVertex) {
  constexpr int D = TypeParam::D;
  Random random(D);
  int seen = 0;
  for (int k = 0; k < 20000; ++k) {
    const int n = random.integer(2, D + 1);
    Vec<double, D> w[D + 1];
    const Vec<double, D> shift = random.vec<double, D>(k % 2 == 0 ? 0 : 1);
    for (int i = 0; i < n; ++i) w[i] = random.vec<double, D>(1) + shift;
    const Nearest<D> nearest(w, n);
    if ((nearest.mask >> (n - 1) & 1U) == 0 || nearest.margin < quad(0x1p-20)) continue;
    ++seen;
    const detail::Feature<D> feature = detail::nearest_with_newest(w, n);
    ASSERT_EQ(feature.mask, nearest.mask) << "of " << n << " vertices";
    if (std::popcount(feature.mask) == D + 1) continue;
    // Its direction leads from the origin to the feature: v.w_i > 0 for each vertex of it.
    for (int i = 0; i < n; ++i) EXPECT_TRUE((feature.mask >> i & 1U) == 0 || dot(feature.v, w[i]) > 0);
  }
  EXPECT_GT(seen, 2000) << "too few cases to say anything";
}

/// With integer coordinates the area or volume is exactly 0, and so is every height above the flat simplex.
TYPED_TEST(NearestFeature, IsNeverAFlatSimplexAsAWhole) {
  constexpr int D = TypeParam::D;
  Random random(10 + D);
  for (int k = 0; k < 5000; ++k) {
    Vec<double, D> w[D + 1];
    for (auto& x : w) {
      for (int i = 0; i + 1 < D; ++i) x[i] = random.integer(-4, 4);
      x[D - 1] = k % 2 == 0 ? 0 : 1;  // through the origin, or beside it
    }
    EXPECT_NE(detail::nearest_with_newest(w, D + 1).mask, (1U << (D + 1)) - 1);
  }
}

// --- Directions ---

/// A long and a short edge at an angle whose sine is at least 0.3, and the other long side nearly parallel to the
/// first.
TEST(FaceNormal, OfANeedleIsAsGoodAsItsTwoShorterEdges) {
  Random random(20);
  for (int k = 0; k < 5000; ++k) {
    const Vec3d along = random.vec<double, 3>(1), across = random.vec<double, 3>(1);
    const double sine = detail::norm(cross(along, across)) / detail::norm(along) / detail::norm(across);
    const double thin = std::ldexp(1.0, random.integer(-30, -1));
    const Vec3d far = along, tip = along + across * thin, near = along * 0.125;
    if (sine < 0.3 || detail::norm(along) < 0.5) continue;
    const Vec3d order[3][3] = {{near, far, tip}, {tip, near, far}, {far, tip, near}};
    const Vec3d* v = order[k % 3];
    const Vec3d normal = detail::away_from_face(v[0], v[1], v[2]);
    const QuadVec<3> exact = cross(quad(far) - quad(near), quad(tip) - quad(far));
    // The sine of the angle between them. The short edge is a difference of close numbers and exact, the long one
    // rounds once, the cross product 3 times in each of 3 components, all relative to the product of their lengths.
    const Quad lean = norm(cross(quad(normal), exact)) / norm(quad(normal)) / norm(exact);
    EXPECT_TRUE(lean <= quad((1 + 3 * 3) * detail::unit_roundoff / sine))
        << double(lean) << " at 2^" << std::log2(thin);
  }
}

TEST(FaceNormal, IsPerpendicularToTheFace) {
  Random random(2);
  for (int n = 0; n < 2000; ++n) {
    const Vec3d a = random.vec<double, 3>(1), b = random.vec<double, 3>(1), c = random.vec<double, 3>(1);
    const Vec3d v = detail::away_from_face(a, b, c);
    // The edges round once, the products and differences of the cross product twice: 3 u |e||f| for each of two edges
    // in each of three components, and 2 more for the difference of the edges to the rounded ones.
    const double size = 2 * detail::square_root(3.0),
                 bound = (3 * 3 + 2 * 2) * detail::unit_roundoff * size * size * size;
    for (const Vec3d& e : {b - a, c - b, a - c}) EXPECT_LE(detail::absolute(dot(v, e)), bound);
    EXPECT_GE(dot(v, a), 0) << "away from the origin";
  }
}

/// Nearly vertical: it leans by 1.5e-4 over a length of 111. The decimals are rounded to T. From E. Catto, "Computing
/// Distance" (GDC 2010): in single precision the point computed from the weights gives a direction that leans along the
/// segment by as much as the segment leans itself.
template <Scalar T, int D>
Segment<T, D> leaning_segment() {
  return {test::make_vec<T, D>(0.021119118, 79.584320), test::make_vec<T, D>(0.020964622, -31.515678)};
}

/// The distance of the line from the origin, which is that of the segment: the origin projects into it.
template <Scalar T>
Quad exact_distance() {
  const auto s = leaning_segment<T, 2>();
  return test::absolute(cross(quad(s.a), quad(s.b))) / norm(quad(s.b) - quad(s.a));
}

template <class S>
class SearchDirection : public ::testing::Test {};
TYPED_TEST_SUITE(SearchDirection, test::Spaces);

TEST(LeaningSegment, IsWhereExactArithmeticPutsIt) {
  // For the exact decimals it is 0.02100844779904304989..., computed with fractions; rounded to double they move it by
  // less than a unit of its last place. Rounded to float the ends move by up to 2^-30, and the distance with them.
  EXPECT_NEAR(static_cast<double>(exact_distance<double>()), 0.02100844779904305, 0x1p-58);
  EXPECT_NEAR(static_cast<double>(exact_distance<float>()), 0.02100844808117953, 0x1p-58);
}

TYPED_TEST(SearchDirection, OfALeaningSegmentIsExactToTheLastBits) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto segment = leaning_segment<T, D>();
  const auto d = test::expect_distance(segment, Point<T, D>{}, exact_distance<T>());
  EXPECT_EQ(d.feature_count, 2);
  EXPECT_LE(d.iterations, 4) << "two vertices, and one that repeats";
}

TYPED_TEST(SearchDirection, OfALeaningSegmentDoesNotLean) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto segment = leaning_segment<T, D>();
  for (const bool swapped : {false, true}) {
    const auto d = swapped ? distance(Point<T, D>{}, segment) : distance(segment, Point<T, D>{});
    const QuadVec<D> e = quad(segment.b) - quad(segment.a);
    // The two products of n.e cancel; each has the rounding of its component of n to T, and before that those of the
    // cross product, the norm and the division in double, fewer than 8. A leaning normal (1, 0) would give |e.x|
    // itself.
    const Quad bound = test::absolute(e[0]) * quad(2 * detail::unit_roundoff_of<T> + 16 * detail::unit_roundoff);
    EXPECT_TRUE(test::absolute(dot(quad(d.normal), e)) <= bound) << double(dot(quad(d.normal), e));
  }
}

/// The origin is next to a long edge: the direction that leads away from it is perpendicular to the edge, not nearly
/// so.
TYPED_TEST(SearchDirection, IsPerpendicularToTheEdge) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(1);
  for (int n = 0; n < 2000; ++n) {
    const Vec<double, D> a = detail::widen(random.vec<T, D>(1e3)), e = detail::widen(random.vec<T, D>(1e-2)) + a * 1e-6;
    const Vec<double, D> w[2] = {a * 1e-3 - e, a * 1e-3 + e * 3.0};
    const Vec<double, D> v = detail::away_from_edge(w[0], w[1]), edge = w[1] - w[0];
    // v = e x m with m rounded as it may be: e.(e x m) = 0 for any m. Two roundings in each product of a component of v
    // in 2D and three in 3D, and e.v multiplies by |e|: at most 3 D u |e|^2 |m|, |m| <= |nearer end| |e| (1 + 3 u).
    const double length = detail::norm(edge), nearer = std::min(detail::norm(w[0]), detail::norm(w[1]));
    const Quad lean = test::absolute(dot(quad(v), quad(edge)));
    EXPECT_TRUE(lean <= quad(3 * D * detail::unit_roundoff * length * length * length * nearer));
  }
}

/// A support function that contradicts itself may bring a vertex that is not a number into the fallback's simplex. The
/// others tell what is nearest.
TYPED_TEST(SearchDirection, IsANumberBesideAVertexThatIsNot) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Random random(2);
  for (int n = 0; n < 2000; ++n) {
    Vec<double, D> w[3] = {detail::widen(random.vec<T, D>(1)), detail::widen(random.vec<T, D>(1)), {}};
    for (int i = 0; i < D; ++i) w[2][i] = nan;
    const detail::SimplexPoint<D> s = detail::nearest_aligned_point(w, 3, 0);
    EXPECT_TRUE(is_finite(s.p)) << s.mask;
  }
}

}  // namespace
}  // namespace abut
