/// Sine and cosine against a reference in 113 bits: the error bound of trigonometry.hpp holds for every angle.
#include <abut/detail/numeric/trigonometry.hpp>
#include <abut/pose.hpp>

#include "quad/sine.hpp"
#include "unit/spaces.hpp"

#include <cstdio>
#include <limits>

namespace abut {
namespace {

using test::Quad;
using test::quad;
using test::Random;

constexpr double greatest_double = std::numeric_limits<double>::max();

// --- The reference itself ----------------------------------------------------------------------------------

TEST(SineReference, KnowsPi) {
  // 113 bits of pi / 2 as a sum of three doubles.
  const Quad expected = quad(0x1.921fb54442d18p+0) + quad(0x1.1a62633145c07p-54) + quad(-0x1.f1976b7ed8fbcp-110);
  EXPECT_TRUE(test::absolute(test::half_pi().to_quad() - expected) < test::power_of_two(-111));
}

TEST(SineReference, KnowsPublishedValues) {
  // sin(10^22), the usual trap for a short pi, and sin(1), cos(1).
  EXPECT_EQ(static_cast<double>(test::sine_cosine(1e22).sine), -0.852200849767188801772705);
  EXPECT_EQ(static_cast<double>(test::sine_cosine(1e22).cosine), 0.523214785395138945497594);
  EXPECT_EQ(static_cast<double>(test::sine_cosine(1).sine), 0.8414709848078965);
  EXPECT_EQ(static_cast<double>(test::sine_cosine(1).cosine), 0.5403023058681398);
}

TEST(SineReference, AgreesWithLibm) {
  Random random(1);
  for (int n = 0; n < 1000; ++n) {
    const double x = random.spread(-30, 1023);
    const test::QuadSineCosine r = test::sine_cosine(x);
    EXPECT_NEAR(static_cast<double>(r.sine), std::sin(x), 0x1p-51) << x;
    EXPECT_NEAR(static_cast<double>(r.cosine), std::cos(x), 0x1p-51) << x;
  }
}

// --- The guarantee: 2^-51 ----------------------------------------------------------------------------------

/// The largest error over the angles that were evaluated, in units of u = 2^-53. The guarantee is 4.
struct Worst {
  double error = 0, angle = 0;

  void evaluate(double x) {
    const SineCosine r = sine_cosine(x);
    const test::QuadSineCosine exact = test::sine_cosine(x);
    note(x, test::absolute(quad(r.sine) - exact.sine));
    note(x, test::absolute(quad(r.cosine) - exact.cosine));
  }
  void note(double x, Quad off) {
    const double in_u = static_cast<double>(off) * 0x1p53;
    if (!(in_u <= error)) error = in_u, angle = x;
  }
  void expect_guarantee(const char* where) const {
    EXPECT_LE(error, 4.0) << "at " << angle;
    std::printf("[          ] largest error %s: %.3f u, at %.17g\n", where, error, angle);
  }
};

TEST(SineCosine, IsWithinTheBoundOverATurn) {
  Random random(2);
  Worst worst;
  for (int n = 0; n < 60000; ++n) worst.evaluate(random.uniform(-7, 7));
  worst.expect_guarantee("over a turn");
}

TEST(SineCosine, IsWithinTheBoundAtEveryExponent) {
  Random random(3);
  Worst worst;
  for (int k = -1074; k <= 1023; ++k) {
    for (int n = 0; n < 4; ++n) worst.evaluate(random.spread(k, k));
  }
  worst.expect_guarantee("at every exponent");
}

TEST(SineCosine, IsWithinTheBoundNextToMultiplesOfAnEighthTurn) {
  Worst worst;
  for (int k = 1; k <= 2000; ++k) {
    double x = 0x1.921fb54442d18p-1 * k;
    for (int step = 0; step < 3; ++step) x = std::nextafter(x, 0.0);
    for (int step = 0; step < 6; ++step, x = std::nextafter(x, greatest_double)) worst.evaluate(x);
  }
  worst.expect_guarantee("next to multiples of pi/4");
}

TEST(SineCosine, IsWithinTheBoundForTheHardestReduction) {
  // 6381956970095103 2^797 is the double nearest to a multiple of pi/2: it misses it by only 2^-62.
  const double x = std::ldexp(6381956970095103.0, 797);
  Worst worst;
  for (const double y : {x, -x, std::nextafter(x, 0.0), std::nextafter(x, greatest_double)}) worst.evaluate(y);
  worst.expect_guarantee("at the hardest reduction");
  EXPECT_LT(detail::absolute(sine_cosine(x).cosine), 0x1p-60);
  EXPECT_NE(sine_cosine(x).cosine, 0.0);
}

TEST(SineCosine, IsWithinTheBoundForHugeAngles) {
  Worst worst;
  for (const double x : {1e6, 1e15, 1e22, 0x1p53, 0x1p1000, 0x1p1023, 1e300, greatest_double, -greatest_double})
    worst.evaluate(x);
  worst.expect_guarantee("of huge angles");
}

TEST(SineCosine, IsWithinTheBoundForTinyAngles) {
  Worst worst;
  for (const double x : {0.0, 5e-324, 0x1p-1022, 1e-300, 1e-30, 1e-9, 1e-8, 0x1p-27, 0x1p-26, 1e-4}) worst.evaluate(x);
  worst.expect_guarantee("of tiny angles");
  EXPECT_EQ(sine_cosine(0.0).sine, 0.0);
  EXPECT_EQ(sine_cosine(0.0).cosine, 1.0);
}

// --- Consequences ------------------------------------------------------------------------------------------

TEST(SineCosine, IsOddAndEvenToTheBit) {
  Random random(4);
  for (int n = 0; n < 20000; ++n) {
    const double x = random.spread(-60, 1023);
    const SineCosine plus = sine_cosine(x), minus = sine_cosine(-x);
    EXPECT_EQ(plus.sine, -minus.sine) << x;
    EXPECT_EQ(plus.cosine, minus.cosine) << x;
  }
}

TEST(SineCosine, LiesOnTheUnitCircle) {
  Random random(5);
  for (int n = 0; n < 20000; ++n) {
    const SineCosine r = sine_cosine(random.spread(-60, 1023));
    const Quad squared = quad(r.sine) * quad(r.sine) + quad(r.cosine) * quad(r.cosine);
    // |(s, c)| is off by at most 4 sqrt(2) u, the length of two errors of 4 u, and its square by twice that.
    EXPECT_TRUE(test::absolute(squared - 1) <= quad(11.5 * detail::unit_roundoff));
  }
}

TEST(SineCosine, NeedsNoRunTime) {
  constexpr SineCosine r = sine_cosine(0x1p1000);
  const SineCosine again = sine_cosine(0x1p1000);
  EXPECT_EQ(r.sine, again.sine);
  EXPECT_EQ(r.cosine, again.cosine);
  static_assert(sine_cosine(0.0).cosine == 1.0);
  static_assert(Rotation2d::by(0.0).c == 1.0 && Rotation2d::by(0.0).s == 0.0);
}

TEST(SineCosine, GivesNoRotationForAnglesThatAreNotFinite) {
  for (const double bad :
       {detail::infinity<double>, -detail::infinity<double>, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(sine_cosine(bad).sine, 0.0);
    EXPECT_EQ(sine_cosine(bad).cosine, 1.0);
  }
}

TEST(SineCosine, OfFloatAnglesRoundsOnce) {
  Random random(6);
  for (int n = 0; n < 10000; ++n) {
    const float x = static_cast<float>(random.uniform(-100, 100));
    const Rotation2f q = Rotation2f::by(x);
    const test::QuadSineCosine exact = test::sine_cosine(double(x));
    // The guarantee, and half a unit of a float below 1.
    const Quad bound = quad(0x1p-51) + quad(detail::unit_roundoff_of<float>);
    EXPECT_TRUE(test::absolute(quad(double(q.s)) - exact.sine) <= bound);
    EXPECT_TRUE(test::absolute(quad(double(q.c)) - exact.cosine) <= bound);
  }
}

}  // namespace
}  // namespace abut
