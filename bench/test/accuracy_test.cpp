/// How the benchmark judges answers.
#include "reference/accuracy.hpp"
#include "report/quartiles.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <vector>

namespace {

using bench::Truth;

constexpr double infinity = INFINITY;
constexpr Truth apart{.distance = 0.05, .width = 0, .size = 1}, overlapping{.distance = 0, .width = 0, .size = 1};

TEST(BenchAccuracy, AnswersWithinOnePercentAreGood) {
  EXPECT_FALSE(bench::is_bad(0.05, apart));
  EXPECT_FALSE(bench::is_bad(0.0504, apart));
  EXPECT_TRUE(bench::is_bad(0.0506, apart));
  EXPECT_TRUE(bench::is_bad(0.0494, apart));
}

TEST(BenchAccuracy, FarShapesAreHeldToAThousandthOfTheirSize) {
  const Truth far{.distance = 10, .width = 0, .size = 1};
  EXPECT_FALSE(bench::is_bad(10.0009, far));
  EXPECT_TRUE(bench::is_bad(10.002, far));  // only 2e-4 of the distance
}

TEST(BenchAccuracy, WrongVerdictsAndNansAreBad) {
  EXPECT_FALSE(bench::is_bad(0, overlapping));
  EXPECT_TRUE(bench::is_bad(1e-9, overlapping));
  EXPECT_TRUE(bench::is_bad(0, {.distance = 1e-9, .width = 0, .size = 1}));
  EXPECT_TRUE(bench::is_bad(NAN, apart));
  EXPECT_TRUE(bench::is_bad(NAN, overlapping));
  EXPECT_TRUE(bench::is_bad(infinity, apart));
}

TEST(BenchAccuracy, CountsBadAnswersAndSortsErrors) {
  std::vector<Truth> truths(2000, apart);
  std::vector<double> answers(2000, 0.05);
  answers[0] = 0.1;           // an error of 1, bad
  answers[1] = 0.05 * 1.005;  // 5e-3, and good
  answers[2] = 0.05 * 1.004;  // 4e-3: all but two are at most this
  const bench::Accuracy a = bench::judge(answers, truths);
  EXPECT_EQ(a.bad, 1U);
  EXPECT_NEAR(a.largest, 1, 1e-12);
  EXPECT_NEAR(a.permille, 4e-3, 1e-12);
  answers[3] = NAN;
  EXPECT_EQ(bench::judge(answers, truths).largest, infinity);
}

TEST(BenchAccuracy, VerdictsAreJudgedAsVerdicts) {
  const std::vector<Truth> truths{apart, apart, overlapping, overlapping};
  const std::vector<double> answers{infinity, 0, 0, infinity};
  const bench::Accuracy a = bench::judge_verdicts(answers, truths);
  EXPECT_EQ(a.bad, 2U);
  EXPECT_FALSE(a.measures);
}

/// A contact that claims a gap where the shapes overlap is as wrong as a depth that is off.
TEST(BenchAccuracy, SeparationsKeepTheirSign) {
  const Truth deep{.distance = -0.02, .width = 0, .size = 1};
  EXPECT_FALSE(bench::is_bad(-0.02, deep));
  EXPECT_TRUE(bench::is_bad(-0.0203, deep));
  EXPECT_TRUE(bench::is_bad(0.02, deep));
  EXPECT_TRUE(bench::is_bad(NAN, deep));
}

TEST(BenchAccuracy, RaysThatMissAreAnsweredByInfinity) {
  const Truth miss{.distance = infinity, .width = 0, .size = 1}, hit{.distance = 0.5, .width = 0, .size = 1};
  EXPECT_FALSE(bench::is_bad(infinity, miss));
  EXPECT_TRUE(bench::is_bad(0.5, miss));
  EXPECT_TRUE(bench::is_bad(NAN, miss));
  EXPECT_TRUE(bench::is_bad(infinity, hit));
  const std::vector<Truth> truths{miss, hit};
  EXPECT_EQ(bench::judge(std::vector<double>{infinity, 0.5}, truths).largest, 0);
  EXPECT_EQ(bench::judge(std::vector<double>{0.5, 0.5}, truths).largest, infinity);
}

TEST(BenchAccuracy, BoundsMustHoldTheTruth) {
  EXPECT_FALSE(bench::is_outside({0.05, 0.05}, apart));
  EXPECT_FALSE(bench::is_outside({0, 0}, overlapping));
  EXPECT_TRUE(bench::is_outside({0.05 * (1 + 0x1p-50), 1}, apart));
  EXPECT_TRUE(bench::is_outside({0, 0.05 * (1 - 0x1p-50)}, apart));
  EXPECT_TRUE(bench::is_outside({NAN, 1}, apart));
  EXPECT_FALSE(bench::is_outside({0.06, 1}, {.distance = 0.05, .width = 0.021, .size = 1}));  // the truth is as wide
  const Truth miss{.distance = infinity, .width = 0, .size = 1};
  EXPECT_FALSE(bench::is_outside({infinity, infinity}, miss));
  EXPECT_TRUE(bench::is_outside({0.5, 1e300}, miss));
}

TEST(BenchQuartiles, AreThoseOfTheSortedValues) {
  const bench::Quartiles q = bench::quartiles({5, 1, 4, 2, 3});
  EXPECT_EQ(q.lower, 2);
  EXPECT_EQ(q.median, 3);
  EXPECT_EQ(q.upper, 4);
  EXPECT_EQ(bench::quartiles({1, 2}).median, 1.5);
  EXPECT_EQ(bench::quartiles({7}).upper, 7);
}

}  // namespace
