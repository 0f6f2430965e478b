#include <abut/abut.hpp>

#include "quad/simplex.hpp"
#include "unit/spaces.hpp"

#include <bit>
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
class ClosestPoints : public ::testing::Test {};
TYPED_TEST_SUITE(ClosestPoints, test::Spaces);

template <Scalar T, int D, int N>
auto closest(const Vec<T, D>& q, const Vec<T, D> (&v)[N]) {
  if constexpr (N == 2) {
    return closest_point_on_simplex(q, Segment<T, D>{v[0], v[1]});
  } else if constexpr (N == 3) {
    return closest_point_on_simplex(q, Triangle<T, D>{v[0], v[1], v[2]});
  } else {
    return closest_point_on_simplex(q, Tetrahedron<T>{v[0], v[1], v[2], v[3]});
  }
}

/// What holds for every answer: weights that are not negative, positive exactly on the region, and sum to 1 (N
/// roundings to T, and as many of double); and the point they give, with one rounding to T of each coordinate.
template <Scalar T, int D, int N>
void expect_convex_combination(const ClosestOnSimplex<T, D, N>& r, const Vec<T, D> (&v)[N]) {
  ASSERT_NE(r.region, 0U);
  Quad sum = 0, largest = 0;
  QuadVec<D> point;
  for (int i = 0; i < N; ++i) {
    ASSERT_TRUE(is_finite(r.weight[i]));
    ASSERT_GE(r.weight[i], T(0));
    EXPECT_TRUE((r.region >> i & 1U) != 0 || r.weight[i] == 0);
    sum += quad(double(r.weight[i]));
    point = point + quad(v[i]) * quad(double(r.weight[i]));
    largest = norm(quad(v[i])) > largest ? norm(quad(v[i])) : largest;
  }
  EXPECT_TRUE(test::absolute(sum - 1) <= quad(2 * N * detail::unit_roundoff_of<T>));
  EXPECT_TRUE(norm(point - quad(r.point)) <= largest * quad((2 * N + 2) * detail::unit_roundoff_of<T>));
}

/// 1, length, twice the area or six times the volume, for one to four vertices.
template <int D>
Quad measure(const QuadVec<D>* v, int n) {
  QuadVec<3> e[3];
  for (int i = 1; i < n; ++i) {
    for (int c = 0; c < D; ++c) e[i - 1][c] = v[i][c] - v[0][c];
  }
  return n == 1   ? 1
         : n == 2 ? norm(e[0])
         : n == 3 ? norm(cross(e[0], e[1]))
                  : test::absolute(dot(e[0], cross(e[1], e[2])));
}

/// How much further than the closest point of this feature an answer may be. Its weights are quotients of sums of
/// products: of 2 lengths on an edge, 4 on a triangle, 3 in a tetrahedron, with fewer than 64 roundings of the largest
/// possible one, divided by the squared length, the squared double area, or six times the volume. That, times the size,
/// moves the point. If the feature is so thin that this bound is useless, its sides are tried too, and they are no
/// further than it is thin.
template <int D>
Quad rounding_on_feature(const QuadVec<D>* v, int n, Quad size) {
  const Quad extent = measure(v, n);
  if (extent == 0) return 0;  // then its sides decide
  Quad widest = 0, relative = extent;
  for (int drop = 0; drop < n; ++drop) {
    QuadVec<D> side[4];
    int count = 0;
    for (int i = 0; i < n; ++i) {
      if (i != drop) side[count++] = v[i];
    }
    widest = measure(side, count) > widest ? measure(side, count) : widest;
  }
  for (int i = 1; i < n; ++i) relative /= size;
  const Quad by_rounding = quad(64 * detail::unit_roundoff) * size / (n == 4 ? relative : relative * relative);
  return by_rounding < extent / widest ? by_rounding : extent / widest;
}

/// The sum over all features, any of which may be chosen, or missed because of a sign.
template <int D>
Quad rounding_of_weights(const QuadVec<D>* v, int n) {
  Quad size = 0, total = 0;
  for (int i = 0; i < n; ++i) {
    size = norm(v[i]) > size ? norm(v[i]) : size;
    for (int j = 0; j < i; ++j) size = norm(v[i] - v[j]) > size ? norm(v[i] - v[j]) : size;
  }
  for (unsigned mask = 1; mask < 1U << n; ++mask) {
    QuadVec<D> part[4];
    int count = 0;
    for (int i = 0; i < n; ++i) {
      if ((mask >> i & 1U) != 0) part[count++] = v[i];
    }
    if (count > 1) total += rounding_on_feature(part, count, size);
  }
  return total;
}

template <Scalar T, int D, int N>
void expect_nearest(const Vec<T, D>& q, const Vec<T, D> (&v)[N]) {
  const auto r = closest(q, v);
  expect_convex_combination(r, v);
  QuadVec<D> seen[N];
  Quad largest = 0;
  for (int i = 0; i < N; ++i) {
    seen[i] = quad(v[i]) - quad(q);
    largest = norm(quad(v[i])) > largest ? norm(quad(v[i])) : largest;
  }
  const Quad exact = test::distance_to_simplex(seen, N), found = norm(quad(r.point) - quad(q));
  const Quad bound = rounding_of_weights(seen, N) + largest * quad((N + 1) * detail::unit_roundoff_of<T>);
  EXPECT_TRUE(test::absolute(found - exact) <= bound)
      << "excess " << double(found - exact) << ", allowed " << double(bound) << ", region " << r.region;
}

// --- Against brute force -----------------------------------------------------------------------------------

template <Scalar T, int D, int N>
void expect_nearest_at_random(int count) {
  Random random(N);
  for (int n = 0; n < count; ++n) {
    Vec<T, D> v[N];
    for (auto& p : v) p = random.vec<T, D>(1);
    expect_nearest(random.vec<T, D>(n % 3 == 0 ? 0.3 : 3), v);
  }
}

TYPED_TEST(ClosestPoints, AgreesWithBruteForce) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  expect_nearest_at_random<T, D, 2>(5000);
  expect_nearest_at_random<T, D, 3>(5000);
  if constexpr (D == 3) expect_nearest_at_random<T, D, 4>(5000);
}

/// Vertices near a line or a plane, or near each other, by anything from a tenth to the last bit.
template <Scalar T, int D, int N>
void expect_nearest_of_thin(int count) {
  Random random(10 + N);
  for (int n = 0; n < count; ++n) {
    Vec<T, D> v[N];
    for (auto& p : v) p = random.vec<T, D>(1);
    const double off = std::ldexp(1.0, random.integer(std::same_as<T, float> ? -22 : -50, -3));
    const T t = static_cast<T>(random.unit()), s = static_cast<T>(random.unit()) * (T(1) - t);
    const Vec<T, D> edge = v[1] - v[0], side = N == 4 ? v[2] - v[0] : Vec<T, D>{};
    v[N - 1] = v[0] + edge * t + side * s + random.vec<T, D>(off);
    if (n % 7 == 0) v[N - 1] = v[0] + random.vec<T, D>(off);
    expect_nearest(random.vec<T, D>(n % 3 == 0 ? 0.3 : 3), v);
  }
}

TYPED_TEST(ClosestPoints, AgreesWithBruteForceOnThinTriangles) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  expect_nearest_of_thin<T, D, 2>(3000);
  expect_nearest_of_thin<T, D, 3>(3000);
  if constexpr (D == 3) expect_nearest_of_thin<T, D, 4>(3000);
}

// --- No length, area or volume -----------------------------------------------------------------------------

/// Every triple or quadruple of points of a small lattice on a line (rank 1) or plane (rank 2): all coincident,
/// collinear and coplanar orders.
template <Scalar T, int D, int N>
void expect_flat_answers(int rank, int count) {
  Random random(20 + N);
  const Vec<T, D> e = make_vec<T, D>(2, 1, -1), f = make_vec<T, D>(-1, 3, 1), origin = make_vec<T, D>(1, -2, 3);
  for (int n = 0; n < count; ++n) {
    Vec<T, D> v[N], q;
    for (auto& p : v) p = origin + e * T(random.integer(0, 2)) + f * T(rank > 1 ? random.integer(0, 2) : 0);
    for (int i = 0; i < D; ++i) q[i] = T(random.integer(-4, 8));
    if (n % 2 == 0) q = origin + e * T(random.integer(-1, 3)) + f * T(rank > 1 ? random.integer(-1, 3) : 0);
    const auto r = closest(q, v);
    expect_nearest(q, v);
    EXPECT_LE(std::popcount(r.region), rank + 1) << "more vertices than a flat simplex needs";
    EXPECT_FALSE(r.inside && rank < D);
  }
}

TYPED_TEST(ClosestPoints, CoincidentVerticesAnswerWithTheFirst) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto p = make_vec<T, D>(1, 2, 3);
  for (const auto& q : {p, make_vec<T, D>(4, 5, 6), make_vec<T, D>(-1e4, 0, 1e-4)}) {
    const auto on_segment = closest_point_on_simplex(q, Segment<T, D>{p, p});
    const auto on_triangle = closest_point_on_simplex(q, Triangle<T, D>{p, p, p});
    EXPECT_EQ(on_segment.region, 1U);
    EXPECT_EQ(on_triangle.region, 1U);
    EXPECT_EQ(on_segment.point, p);
    EXPECT_EQ(on_triangle.point, p);
    EXPECT_EQ(on_triangle.weight[0], T(1));
    EXPECT_FALSE(on_triangle.inside);
    if constexpr (D == 3) {
      const auto on_tetrahedron = closest_point_on_simplex(q, Tetrahedron<T>{p, p, p, p});
      EXPECT_EQ(on_tetrahedron.region, 1U);
      EXPECT_EQ(on_tetrahedron.point, p);
      EXPECT_FALSE(on_tetrahedron.inside);
    }
  }
}

TYPED_TEST(ClosestPoints, CollinearVerticesAnswerWithAVertexOrEdge) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  expect_flat_answers<T, D, 2>(1, 500);
  expect_flat_answers<T, D, 3>(1, 2000);
  if constexpr (D == 3) expect_flat_answers<T, D, 4>(1, 4000);
}

TYPED_TEST(ClosestPoints, CoplanarVerticesNeverAnswerWithTheTetrahedron) {
  using T = typename TypeParam::T;
  if constexpr (TypeParam::D == 3) expect_flat_answers<T, 3, 4>(2, 8000);
}

TYPED_TEST(ClosestPoints, SaysNothingAboutWhatIsNotFinite) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto p = make_vec<T, D>(1, 2, 3);
  for (const T bad : {detail::infinity<T>, std::numeric_limits<T>::quiet_NaN()}) {
    for (int i = 0; i < D; ++i) {
      auto b = p;
      b[i] = bad;
      EXPECT_EQ(closest_point_on_simplex(b, (Segment<T, D>{p, p})).region, 0U);
      EXPECT_EQ(closest_point_on_simplex(p, (Segment<T, D>{p, b})).region, 0U);
      EXPECT_EQ(closest_point_on_simplex(p, (Triangle<T, D>{p, p, b})).region, 0U);
    }
  }
}

// --- Scale -------------------------------------------------------------------------------------------------

template <Scalar T, int D, int N>
void expect_scales_exactly() {
  Random random(30 + N);
  for (int n = 0; n < 300; ++n) {
    Vec<T, D> v[N], q = random.vec<T, D>(2);
    for (auto& p : v) p = random.vec<T, D>(1);
    const auto r = closest(q, v);
    for (const int k : {-90, -1, 7, 90, std::same_as<T, float> ? 120 : 1000, std::same_as<T, float> ? -90 : -900}) {
      const T s = static_cast<T>(std::ldexp(1.0, k));
      Vec<T, D> scaled[N];
      for (int i = 0; i < N; ++i) scaled[i] = v[i] * s;
      const auto other = closest(q * s, scaled);
      EXPECT_EQ(other.region, r.region) << "2^" << k;
      EXPECT_EQ(other.point, r.point * s) << "2^" << k;
      for (int i = 0; i < N; ++i) EXPECT_EQ(other.weight[i], r.weight[i]) << "2^" << k;
    }
  }
}

TYPED_TEST(ClosestPoints, ScalesBitForBit) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  expect_scales_exactly<T, D, 2>();
  expect_scales_exactly<T, D, 3>();
  if constexpr (D == 3) expect_scales_exactly<T, D, 4>();
}

TYPED_TEST(ClosestPoints, ReachesTheEndsOfTheRange) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const T huge = std::numeric_limits<T>::max(), tiny = std::numeric_limits<T>::min();
  for (const T s : {huge, tiny}) {
    const Segment<T, D> segment{.a = make_vec<T, D>(-double(s), 0), .b = make_vec<T, D>(double(s), 0)};
    const auto r = closest_point_on_simplex(make_vec<T, D>(0, double(s)), segment);
    EXPECT_EQ(r.region, 0b11U);
    EXPECT_EQ(r.weight[0], T(0.5));
    EXPECT_EQ(r.point, (Vec<T, D>{}));
  }
}

}  // namespace
}  // namespace abut
