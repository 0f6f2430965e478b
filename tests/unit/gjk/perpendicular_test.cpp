/// The search direction is perpendicular to the edge or face it was found from, whatever the barycentric
/// weights round to. The segment below is the example of E. Catto, "Computing Distance" (GDC 2010): in single
/// precision the point computed from the weights gives a direction that leans along the segment by as much as
/// the segment leans itself.
#include "unit/expect_distance.hpp"

#include <algorithm>

namespace abut {
namespace {

using test::Quad;
using test::quad;
using test::QuadVec;
using test::Random;

/// Nearly vertical: it leans by 1.5e-4 over a length of 111. The decimals are rounded to T.
template <Scalar T, int D>
Segment<T, D> troublemaker() {
  return {test::make_vec<T, D>(0.021119118, 79.584320), test::make_vec<T, D>(0.020964622, -31.515678)};
}

/// The distance of the line from the origin, which is that of the segment: the origin projects into it.
template <Scalar T>
Quad exact_distance() {
  const auto s = troublemaker<T, 2>();
  return test::absolute(cross(quad(s.a), quad(s.b))) / norm(quad(s.b) - quad(s.a));
}

template <class S>
class Perpendicular : public ::testing::Test {};
TYPED_TEST_SUITE(Perpendicular, test::Spaces);

TEST(Troublemaker, IsWhereExactArithmeticPutsIt) {
  // Of the decimals 0.02100844779904304989..., computed with fractions; rounded to double they move it by
  // less than a unit of its last place. Rounded to float the ends move by up to 2^-30, and the distance with
  // them.
  EXPECT_NEAR(static_cast<double>(exact_distance<double>()), 0.02100844779904305, 0x1p-58);
  EXPECT_NEAR(static_cast<double>(exact_distance<float>()), 0.02100844808117953, 0x1p-58);
}

TYPED_TEST(Perpendicular, TroublemakerIsAnsweredToTheLastBits) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto segment = troublemaker<T, D>();
  const auto d = test::expect_distance(segment, Point<T, D>{}, exact_distance<T>());
  EXPECT_EQ(d.feature_count, 2);
  EXPECT_LE(d.iterations, 4) << "two vertices, and one that repeats";
}

TYPED_TEST(Perpendicular, TroublemakersNormalDoesNotLean) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto segment = troublemaker<T, D>();
  for (const bool swapped : {false, true}) {
    const auto d = swapped ? distance(Point<T, D>{}, segment) : distance(segment, Point<T, D>{});
    const QuadVec<D> e = quad(segment.b) - quad(segment.a);
    // The two products of n.e cancel; each has the rounding of its component of n to T, and before that those
    // of the cross product, the norm and the division in double, fewer than 8. A leaning normal (1, 0) would
    // give |e.x| itself.
    const Quad bound = test::absolute(e[0]) * quad(2 * unit_roundoff_of<T> + 16 * unit_roundoff);
    EXPECT_TRUE(test::absolute(dot(quad(d.normal), e)) <= bound) << double(dot(quad(d.normal), e));
  }
}

/// The origin next to a long edge: the direction that leads away from it is perpendicular to the edge, not
/// nearly so.
TYPED_TEST(Perpendicular, DirectionOfAnEdgeIsPerpendicularToIt) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(1);
  for (int n = 0; n < 2000; ++n) {
    const Vec<double, D> a = widen(random.vec<T, D>(1e3)), e = widen(random.vec<T, D>(1e-2)) + a * 1e-6;
    const Vec<double, D> w[2] = {a * 1e-3 - e, a * 1e-3 + e * 3.0};
    const Vec<double, D> v = detail::away_from_edge(w[0], w[1]), edge = w[1] - w[0];
    // v = e x m with m rounded as it may be: e.(e x m) = 0 for any m. Two roundings in each product of a
    // component of v in the plane and three in space, and e.v multiplies by |e|: at most 3 D u |e|^2 |m|, |m|
    // <= |nearer end| |e| (1 + 3 u).
    const double length = detail::norm(edge), nearer = std::min(detail::norm(w[0]), detail::norm(w[1]));
    const Quad lean = test::absolute(dot(quad(v), quad(edge)));
    EXPECT_TRUE(lean <= quad(3 * D * unit_roundoff * length * length * length * nearer));
  }
}

TEST(Perpendicular, DirectionOfAFaceIsPerpendicularToIt) {
  Random random(2);
  for (int n = 0; n < 2000; ++n) {
    const Vec3d a = random.vec<double, 3>(1), b = random.vec<double, 3>(1), c = random.vec<double, 3>(1);
    const Vec3d v = detail::away_from_face(a, b, c);
    // The edges round once, the products and differences of the cross product twice: 3 u |e||f| for each of
    // two edges in each of three components, and 2 more for the difference of the edges to the rounded ones.
    const double size = 2 * square_root(3.0), bound = (3 * 3 + 2 * 2) * unit_roundoff * size * size * size;
    for (const Vec3d& e : {b - a, c - b, a - c}) EXPECT_LE(absolute(dot(v, e)), bound);
    EXPECT_GE(dot(v, a), 0) << "away from the origin";
  }
}

}  // namespace
}  // namespace abut
