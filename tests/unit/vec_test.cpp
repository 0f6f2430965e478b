#include <abut/vec.hpp>

#include "quad/quad.hpp"
#include "unit/spaces.hpp"

#include <limits>
#include <type_traits>

namespace abut {
namespace {

using test::make_vec;
using test::Random;

template <class S>
class Vectors : public ::testing::Test {};
TYPED_TEST_SUITE(Vectors, test::Spaces);

TYPED_TEST(Vectors, IsPlainDataInComponentOrder) {
  using V = typename TypeParam::V;
  static_assert(std::is_trivially_copyable_v<V> && std::is_aggregate_v<V> && std::is_standard_layout_v<V>);
  static_assert(sizeof(V) == TypeParam::D * sizeof(typename TypeParam::T));
  EXPECT_EQ(V{}, (make_vec<typename TypeParam::T, TypeParam::D>(0, 0, 0)));
}

TYPED_TEST(Vectors, IndexesTheNamedComponents) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  auto v = make_vec<T, D>(1, 2, 3);
  EXPECT_EQ(&v[0], &v.x);
  EXPECT_EQ(&v[1], &v.y);
  if constexpr (D == 3) {
    EXPECT_EQ(&v[2], &v.z);
  }
  for (int i = 0; i < D; ++i) v[i] = T(10 * (i + 1));
  EXPECT_EQ(v, (make_vec<T, D>(10, 20, 30)));
  const auto& fixed = v;
  for (int i = 0; i < D; ++i) EXPECT_EQ(fixed[i], T(10 * (i + 1)));
}

TYPED_TEST(Vectors, DoesComponentwiseArithmetic) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto a = make_vec<T, D>(1, 2, 3), b = make_vec<T, D>(10, -20, 40);
  EXPECT_EQ(a + b, (make_vec<T, D>(11, -18, 43)));
  EXPECT_EQ(a - b, (make_vec<T, D>(-9, 22, -37)));
  EXPECT_EQ(-a, (make_vec<T, D>(-1, -2, -3)));
  EXPECT_EQ(a * T(4), (make_vec<T, D>(4, 8, 12)));
  EXPECT_EQ(T(4) * a, a * T(4));
  EXPECT_EQ(b / T(2), (make_vec<T, D>(5, -10, 20)));
  auto c = a;
  c += b;
  EXPECT_EQ(c, a + b);
  c -= b;
  EXPECT_EQ(c, a);
  c *= T(3);
  EXPECT_EQ(c, a * T(3));
  EXPECT_FALSE(a == b);
}

TYPED_TEST(Vectors, EveryComponentTakesPartInEquality) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  for (int i = 0; i < D; ++i) EXPECT_NE((detail::axis<T, D>(i)), (typename TypeParam::V{}));
}

TYPED_TEST(Vectors, MeasuresLengths) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto a = make_vec<T, D>(3, -4, 12), b = make_vec<T, D>(5, 6, 7);
  EXPECT_EQ(dot(a, b), D == 2 ? T(-9) : T(75));
  EXPECT_EQ(norm_squared(a), D == 2 ? T(25) : T(169));
  EXPECT_EQ(max_abs(a), D == 2 ? T(4) : T(12));
  EXPECT_EQ(max_abs(-a), max_abs(a));
}

TYPED_TEST(Vectors, AxesAreOrthonormal) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  for (int i = 0; i < D; ++i) {
    for (int j = 0; j < D; ++j) EXPECT_EQ(dot(detail::axis<T, D>(i), detail::axis<T, D>(j)), T(i == j ? 1 : 0));
  }
}

TYPED_TEST(Vectors, IsFiniteOnlyIfEveryComponentIs) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  using Limits = std::numeric_limits<T>;
  typename TypeParam::V v{};
  EXPECT_TRUE(is_finite(v));
  for (const T big : {Limits::max(), Limits::lowest(), Limits::denorm_min()}) {
    for (int i = 0; i < D; ++i) v[i] = big;
    EXPECT_TRUE(is_finite(v));
  }
  for (const T bad : {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()}) {
    EXPECT_FALSE(is_finite(bad));
    for (int i = 0; i < D; ++i) {
      auto w = v;
      w[i] = bad;
      EXPECT_FALSE(is_finite(w)) << "component " << i;
    }
  }
}

TYPED_TEST(Vectors, WidensExactlyAndNarrowsToNearest) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto v = make_vec<T, D>(0.1, -0.2, 0.3);
  const Vec<double, D> wide = detail::widen(v);
  for (int i = 0; i < D; ++i) EXPECT_EQ(wide[i], double(v[i]));
  EXPECT_EQ(vec_cast<T>(wide), v);
  const auto third = vec_cast<float>(make_vec<double, D>(1.0 / 3, 2.0 / 3, 4.0 / 3));
  EXPECT_EQ(third[0], 1.0f / 3);
}

// --- The cross product -------------------------------------------------------------------------------------

TYPED_TEST(Vectors, TripleCrossIsThePartPerpendicularToTheEdge) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(1);
  for (int n = 0; n < 1000; ++n) {
    // Integers up to 16: sums of their products of four stay below 2^24, so that everything is exact in float.
    typename TypeParam::V e, a;
    for (int i = 0; i < D; ++i) e[i] = T(random.integer(-16, 16)), a[i] = T(random.integer(-16, 16));
    const auto perpendicular = cross(e, cross(a, e));
    EXPECT_EQ(perpendicular, a * dot(e, e) - e * dot(a, e));
    EXPECT_EQ(dot(perpendicular, e), T(0));
    EXPECT_GE(dot(perpendicular, a), T(0));
  }
}

TYPED_TEST(Vectors, PerpendicularToAnEdgeIsExactIn2DWhateverTheNumbers) {
  using T = typename TypeParam::T;
  if constexpr (TypeParam::D == 2) {
    Random random(2);
    for (int n = 0; n < 1000; ++n) {
      // e rotated by 90 degrees: x y - y x = 0 in any rounding.
      const Vec<T, 2> e = random.vec<T, 2>(1e3);
      EXPECT_EQ(dot(cross(e, T(1)), e), T(0));
    }
  }
}

TYPED_TEST(Vectors, CrossIsAntisymmetric) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(3);
  for (int n = 0; n < 1000; ++n) {
    const auto a = random.vec<T, D>(1), b = random.vec<T, D>(1);
    EXPECT_EQ(cross(a, b), -cross(b, a));
    EXPECT_EQ(norm_squared(cross(a, a)), T(0));
  }
}

TEST(Vec, CrossIsRightHanded) {
  EXPECT_EQ(cross(Vec2f{1, 0}, Vec2f{0, 1}), 1.0f);
  EXPECT_EQ(cross(Vec2f{1, 0}, 1.0f), (Vec2f{0, -1})) << "x cross z is -y";
  EXPECT_EQ(cross(Vec2f{0, 1}, 1.0f), (Vec2f{1, 0})) << "y cross z is x";
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(cross(detail::axis<double, 3>(i), detail::axis<double, 3>((i + 1) % 3)),
              (detail::axis<double, 3>((i + 2) % 3)));
  }
}

TEST(Vec, PlanarCrossIsTheZOfTheSpatialOne) {
  const Vec2d a{3, 7}, b{-5, 11};
  EXPECT_EQ(cross(a, b), cross(Vec3d{a.x, a.y, 0}, Vec3d{b.x, b.y, 0}).z);
  const Vec3d rotated = cross(Vec3d{a.x, a.y, 0}, Vec3d{0, 0, 2});
  EXPECT_EQ(cross(a, 2.0), (Vec2d{rotated.x, rotated.y}));
}

TEST(Vec, DotAndNormOfNumbersServeThePlanarCross) {
  EXPECT_EQ(dot(3.0, -4.0), -12.0);
  EXPECT_EQ(norm_squared(-4.0f), 16.0f);
}

// --- Constant expressions ----------------------------------------------------------------------------------

constexpr Vec3f sum_of_axes() {
  Vec3f sum;
  for (int i = 0; i < 3; ++i) sum += detail::axis<float, 3>(i);
  sum *= 2.0f;
  sum -= detail::axis<float, 3>(2);
  return sum;
}

static_assert(sum_of_axes() == Vec3f{2, 2, 1});
static_assert(dot(Vec2d{1, 2}, Vec2d{3, 4}) == 11);
static_assert(cross(Vec2d{1, 2}, Vec2d{3, 4}) == -2);
static_assert(cross(Vec3f{1, 0, 0}, Vec3f{0, 1, 0}) == Vec3f{0, 0, 1});
static_assert(max_abs(Vec2f{-3, 2}) == 3 && norm_squared(Vec2f{3, 4}) == 25);
static_assert(is_finite(Vec3d{1, 2, 3}) && detail::absolute(-2.0) == 2.0);
static_assert(detail::widen(Vec2f{0.5f, 2}) == Vec2d{0.5, 2} && vec_cast<float>(Vec2d{0.5, 2}) == Vec2f{0.5f, 2});

TEST(Vec, SquareRootIsCorrectlyRounded) {
  Random random(4);
  for (int n = 0; n < 20000; ++n) {
    const double x = detail::absolute(random.spread(-1000, 1000)), r = detail::square_root(x);
    // Correctly rounded: x lies between the squares of the midpoints to the neighbors, 106 bits that a Quad holds.
    const test::Quad half_ulp = test::quad(std::nextafter(r, detail::infinity<double>) - r) / 2;
    const test::Quad low = test::quad(r) - half_ulp, high = test::quad(r) + half_ulp;
    EXPECT_TRUE(low * low <= test::quad(x) && test::quad(x) <= high * high) << x;
  }
  EXPECT_EQ(detail::square_root(0.0), 0.0);
}

TYPED_TEST(Vectors, LengthAndDirectionSurviveTheEndsOfTheRange) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  using Limits = std::numeric_limits<T>;
  const auto v = make_vec<T, D>(3, 4, 0);
  for (const T scale : {T(1), Limits::min(), Limits::denorm_min(), T(1) / (Limits::min() * T(16))}) {
    EXPECT_EQ(length(v * scale), T(5) * scale);
    const auto n = normalized(v * scale);
    EXPECT_EQ(n.x, T(0.6));
    EXPECT_EQ(n.y, T(0.8));
  }
  EXPECT_EQ(length(make_vec<T, D>(Limits::max(), Limits::max(), Limits::max())), Limits::max());
  EXPECT_EQ(length(make_vec<T, D>(0, 0, 0)), T(0));
  EXPECT_EQ(normalized(make_vec<T, D>(0, 0, 0)), (make_vec<T, D>(0, 0, 0)));
}

}  // namespace
}  // namespace abut
