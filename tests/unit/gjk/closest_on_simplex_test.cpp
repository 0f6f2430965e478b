/// The solver that serves the search. A wrong feature there costs steps, not correctness, so that only a test
/// of its own sees it.
#include <abut/detail/gjk/closest_on_simplex.hpp>

#include "quad/simplex.hpp"
#include "unit/spaces.hpp"

#include <bit>

namespace abut {
namespace {

using test::Quad;
using test::quad;
using test::QuadVec;
using test::Random;

/// The nearest feature by brute force, and how clear the case is: the least weight of any feature with its
/// sign dropped.
template <int D>
struct Nearest {
  unsigned mask = 0;
  Quad squared = 0, margin = 1;

  Nearest(const Vec<double, D>* w, int n) {
    for (unsigned m = 1; m < 1U << n; ++m) look_at(w, n, m);
  }

  void look_at(const Vec<double, D>* w, int n, unsigned m) {
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

template <int D>
class Search {
 public:
  static constexpr int dimension = D;
};
template <class S>
class SearchSimplex : public ::testing::Test {};
using Searches = ::testing::Types<Search<2>, Search<3>>;
TYPED_TEST_SUITE(SearchSimplex, Searches);

/// Among clear cases (no weight within 2^-20 of changing its sign) in which the newest vertex takes part, as
/// it does in GJK.
TYPED_TEST(SearchSimplex, FindsTheNearestFeatureAroundTheNewestVertex) {
  constexpr int D = TypeParam::dimension;
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

/// Whole coordinates: the area or volume is exactly 0, and so is every height above the flat simplex.
TYPED_TEST(SearchSimplex, NeverCallsAFlatSimplexTheContainer) {
  constexpr int D = TypeParam::dimension;
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

// --- Normals of needles ------------------------------------------------------------------------------------

/// A long and a short edge at an angle whose sine is at least 0.3, and the other long side nearly parallel to
/// the first.
TEST(SearchNormal, OfANeedleIsAsGoodAsItsTwoShorterEdges) {
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
    // The sine of the angle between them. The short edge is a difference of close numbers and exact, the long
    // one rounds once, the cross product 3 times in each of 3 components, all relative to the product of
    // their lengths.
    const Quad lean = norm(cross(quad(normal), exact)) / norm(quad(normal)) / norm(exact);
    EXPECT_TRUE(lean <= quad((1 + 3 * 3) * unit_roundoff / sine)) << double(lean) << " at 2^" << std::log2(thin);
  }
}

}  // namespace
}  // namespace abut
