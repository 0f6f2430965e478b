/// The units of rounding, scaling by powers of two, norms and outward rounding at every exponent.
#include <abut/detail/numeric/rounding.hpp>

#include "quad/quad.hpp"
#include "unit/spaces.hpp"

#include <limits>
#include <vector>

namespace abut {
namespace {

using detail::inverse_power_of_two;
using detail::neighbor;
using detail::norm;
using detail::scale_direction;
using test::Quad;
using test::quad;
using test::Random;

constexpr double double_max = std::numeric_limits<double>::max();
constexpr double smallest = std::numeric_limits<double>::denorm_min();

TEST(Rounding, UnitsAreThoseOfIeee) {
  EXPECT_EQ(detail::unit_roundoff, std::numeric_limits<double>::epsilon() / 2);
  EXPECT_EQ(detail::unit_roundoff_of<float>, double(std::numeric_limits<float>::epsilon()) / 2);
  EXPECT_EQ(detail::unit_roundoff_of<double>, detail::unit_roundoff);
  EXPECT_EQ(epsilon_of<float>, double(std::numeric_limits<float>::epsilon()));
  EXPECT_EQ(epsilon_of<double>, std::numeric_limits<double>::epsilon());
  EXPECT_EQ(detail::infinity<float>, std::numeric_limits<float>::infinity());
  EXPECT_EQ(detail::infinity<double>, std::numeric_limits<double>::infinity());
}

// --- inverse_power_of_two ----------------------------------------------------------------------------------

TEST(InversePowerOfTwo, BringsEveryNormalNumberToOne) {
  for (int k = -1022; k <= 1023; ++k) {
    for (const double m : {1.0, 1.5, std::nextafter(2.0, 0.0)}) {
      const double x = std::ldexp(m, k), s = inverse_power_of_two(x);
      // 2^-1023 would be subnormal: there one factor of two is left.
      EXPECT_EQ(x * s, k == 1023 ? 2 * m : m) << "2^" << k;
      int exponent = 0;
      EXPECT_EQ(std::frexp(s, &exponent), 0.5) << "no power of two at 2^" << k;
    }
  }
}

TEST(InversePowerOfTwo, IsTheLargestPowerForZeroAndSubnormals) {
  for (const double x : {0.0, smallest, 0x1p-1023, std::nextafter(0x1p-1022, 0.0)}) {
    EXPECT_EQ(inverse_power_of_two(x), 0x1p1023);
  }
}

TEST(InversePowerOfTwo, IgnoresTheSign) { EXPECT_EQ(inverse_power_of_two(-12.0), inverse_power_of_two(12.0)); }

TEST(InversePowerOfTwo, NeverIsZeroOrInfinite) {
  for (const double x : {double_max, detail::infinity<double>, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_GE(inverse_power_of_two(x), std::numeric_limits<double>::min());
    EXPECT_TRUE(is_finite(inverse_power_of_two(x)));
  }
}

// --- scale_direction ---------------------------------------------------------------------------------------

template <int D>
void expect_safe_direction(const Vec<double, D>& v) {
  const Vec<double, D> d = scale_direction(v);
  // Below 1/4 (1/2 at the largest exponent, see inverse_power_of_two): D products of at most max/2 and their sum are
  // finite.
  EXPECT_LT(max_abs(d), max_abs(v) >= 0x1p1023 ? 0.5 : 0.25);
  EXPECT_TRUE(max_abs(d) >= 0.125 || max_abs(v) < std::numeric_limits<double>::min());
  const double half = double_max / 2;
  Vec<double, D> far;
  for (int i = 0; i < D; ++i) far[i] = d[i] < 0 ? -half : half;
  EXPECT_TRUE(is_finite(dot(d, far)));
}

TEST(ScaleDirection, KeepsDotProductsFinite) {
  Random random(1);
  for (int n = 0; n < 10000; ++n) {
    const int k = random.integer(-1070, 1023);
    Vec2d v;
    Vec3d w;
    for (int i = 0; i < 2; ++i) v[i] = random.spread(k - 3, k);
    for (int i = 0; i < 3; ++i) w[i] = random.spread(k - 3, k);
    expect_safe_direction(v);
    expect_safe_direction(w);
  }
  expect_safe_direction(Vec3d{double_max, double_max, double_max});
  expect_safe_direction(Vec3d{smallest, -smallest, 0});
}

TEST(ScaleDirection, IsExactAndIndependentOfScale) {
  Random random(2);
  for (int n = 0; n < 1000; ++n) {
    const Vec3d v = random.vec<double, 3>(1);
    const Vec3d d = scale_direction(v);
    for (const int k : {-900, -52, 1, 900}) EXPECT_EQ(scale_direction(v * std::ldexp(1.0, k)), d);
    EXPECT_EQ(cross(d, v), Vec3d{});  // both products of each component are equal: d is v times a power of two
  }
}

TEST(ScaleDirection, LeavesZeroZero) {
  EXPECT_EQ(scale_direction(Vec2d{}), Vec2d{});
  EXPECT_EQ(scale_direction(Vec3d{}), Vec3d{});
}

TEST(ScaleDirection, KeepsADirectionOfSubnormals) {
  const Vec2d d = scale_direction(Vec2d{smallest, -2 * smallest});
  EXPECT_GT(d.x, 0);
  EXPECT_EQ(d.y, -2 * d.x);
}

// --- norm --------------------------------------------------------------------------------------------------

/// Squares and D - 1 sums, of whose errors the square root halves, and the rounding of the root: D/2 + 1 roundings, at
/// most 2.5 u. A subnormal result is also rounded to a multiple of the smallest number.
template <int D>
void expect_norm(const Vec<double, D>& v) {
  const Quad exact = norm(quad(v)), error = test::absolute(quad(norm(v)) - exact);
  EXPECT_TRUE(error <= exact * quad(2.5 * detail::unit_roundoff) + quad(smallest) / 2)
      << double(error / exact / quad(detail::unit_roundoff)) << " u at " << v[0] << ' ' << v[1];
}

TEST(Norm, IsAccurateAtEveryExponent) {
  Random random(3);
  for (int n = 0; n < 20000; ++n) {
    const int k = random.integer(-1070, 1021);
    Vec2d v;
    Vec3d w;
    for (int i = 0; i < 2; ++i) v[i] = random.spread(k - 2, k);
    for (int i = 0; i < 3; ++i) w[i] = random.spread(k - 2, k);
    expect_norm(v);
    expect_norm(w);
  }
}

TEST(Norm, IsExactWhereTheLengthIs) {
  EXPECT_EQ(norm(Vec2d{3, -4}), 5);
  EXPECT_EQ(norm(Vec3d{3e100, 4e100, 0}) / 1e100, 5);
  EXPECT_EQ(norm(Vec3d{0, 0, -smallest}), smallest);
  EXPECT_EQ(norm(Vec2d{0, double_max}), double_max);
  EXPECT_EQ(norm(Vec2d{0x1p-1074 * 3, 0x1p-1074 * 4}), 0x1p-1074 * 5);
  EXPECT_EQ(norm(Vec3d{}), 0);
}

TEST(Norm, ScalesBitForBit) {
  Random random(4);
  for (int n = 0; n < 1000; ++n) {
    const Vec3d v = random.vec<double, 3>(1);
    const double length = norm(v);
    for (const int k : {-950, -7, 13, 1000}) EXPECT_EQ(norm(v * std::ldexp(1.0, k)), std::ldexp(length, k));
  }
}

TEST(Norm, SaysThatAVectorIsNotFinite) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (int i = 0; i < 3; ++i) {
    Vec3d v{1, 2, 3};
    v[i] = detail::infinity<double>;
    EXPECT_FALSE(is_finite(norm(v))) << i;
    v[i] = nan;
    EXPECT_FALSE(is_finite(norm(v))) << i;
  }
}

// --- Adjacent numbers and outward rounding -----------------------------------------------------------------

TEST(Neighbor, AgreesWithNextafter) {
  constexpr float inf = detail::infinity<float>, tiny = std::numeric_limits<float>::denorm_min();
  Random random(5);
  std::vector<float> samples{0.0f,  -0.0f,     tiny,       -tiny,           1.0f,
                             -1.0f, 0x1p-126f, -0x1p-126f, 0x1.fffffep127f, -0x1.fffffep127f};
  for (int n = 0; n < 10000; ++n) samples.push_back(static_cast<float>(random.spread(-149, 127)));
  for (const float f : samples) {
    EXPECT_EQ(neighbor<true>(f), std::nextafter(f, inf)) << f;
    EXPECT_EQ(neighbor<false>(f), std::nextafter(f, -inf)) << f;
  }
  for (int n = 0; n < 10000; ++n) {
    const double x = random.spread(-1074, 1023);
    EXPECT_EQ(neighbor<true>(x), std::nextafter(x, detail::infinity<double>)) << x;
    EXPECT_EQ(neighbor<false>(x), std::nextafter(x, -detail::infinity<double>)) << x;
  }
}

TEST(Neighbor, StaysAtInfinitiesAndNan) {
  for (const float f : {detail::infinity<float>, -detail::infinity<float>}) {
    EXPECT_EQ(neighbor<true>(f), f);
    EXPECT_EQ(neighbor<false>(f), f);
  }
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_NE(neighbor<true>(nan), neighbor<true>(nan));
}

static_assert(neighbor<true>(1.0f) == 1.0f + 0x1p-23f && neighbor<false>(1.0f) == 1.0f - 0x1p-24f);

TEST(OutwardRounding, HoldsBeyondTheRangeOfFloat) {
  using detail::round_down;
  using detail::round_up;
  constexpr float float_max = std::numeric_limits<float>::max();
  for (const double x : {1e39, double_max, detail::infinity<double>}) {
    EXPECT_LE(round_down<float>(x), float_max);
    EXPECT_EQ(round_up<float>(x), detail::infinity<float>);
    EXPECT_EQ(round_down<float>(-x), -detail::infinity<float>);
    EXPECT_GE(round_up<float>(-x), -float_max);
  }
  EXPECT_LE(double(round_down<float>(1e-60)), 1e-60);
  EXPECT_GE(double(round_up<float>(1e-60)), 1e-60);
  EXPECT_EQ(round_down<double>(0.1), 0.1);
  EXPECT_EQ(round_up<double>(0.1), 0.1);
}

TEST(OutwardRounding, EnclosesWithinTwoSteps) {
  Random random(6);
  for (int n = 0; n < 100000; ++n) {
    const double x = random.spread(-140, 127);
    const float down = detail::round_down<float>(x), up = detail::round_up<float>(x);
    EXPECT_LE(double(down), x);
    EXPECT_GE(double(up), x);
    // One step from the nearest float: at most 1.5 units in the last place, one of which doubles at a power of two.
    EXPECT_LE(double(up) - double(down), 3.5 * epsilon_of<float> * detail::absolute(x) + 0x1p-147);
  }
}

}  // namespace
}  // namespace abut
