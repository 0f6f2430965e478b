/// Float4 computes each lane as the scalar operation does, with and without SSE2.
#include <abut/detail/numeric/float4.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace abut::detail {
namespace {

constexpr float number_a[4] = {1.5F, -2, 0x1p-20F, 3}, number_b[4] = {0.25F, 7, -1, 3};

template <int I>
float lane(const Float4& a) {
  return a.spread<I>().first();
}
std::array<float, 4> lanes(const Float4& a) { return {lane<0>(a), lane<1>(a), lane<2>(a), lane<3>(a)}; }

template <class F>
void expect_lanes(const Float4& r, const F& expected) {
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(lanes(r)[i], expected(number_a[i], number_b[i])) << "lane " << i;
}

TEST(Float4, ComputesEachLane) {
  const Float4 a = Float4::of(number_a), b = Float4::of(number_b);
  expect_lanes(a + b, [](float x, float y) { return x + y; });
  expect_lanes(a - b, [](float x, float y) { return x - y; });
  expect_lanes(a * b, [](float x, float y) { return x * y; });
  expect_lanes(a / b, [](float x, float y) { return x / y; });
  expect_lanes(square_root(b * b), [](float, float y) { return y < 0 ? -y : y; });
  expect_lanes(square_root(absolute(a)),
               [](float x, float) { return narrow<float>(square_root(double(absolute(x)))); });
  expect_lanes(where_less(a, b, a, Float4::all(9)), [](float x, float y) { return x < y ? x : 9; });
  expect_lanes(smaller(a, b), [](float x, float y) { return std::min(x, y); });
  expect_lanes(larger(a, b), [](float x, float y) { return std::max(x, y); });
  expect_lanes(greatest(a), [](float, float) { return 3.0F; });
  expect_lanes(least(a), [](float, float) { return -2.0F; });
}

TEST(Float4, ComparesEachLane) {
  EXPECT_EQ(at_most(Float4::of(number_a), Float4::of(number_b)), 0b1010U);
  const float nan = infinity<float> - infinity<float>, nans[4] = {nan, nan, 0, nan};
  EXPECT_EQ(at_most(Float4::of(nans), Float4::all(1)), 0b0100U);
  EXPECT_EQ(at_most(Float4::all(-1), Float4::of(nans)), 0b0100U);
  EXPECT_EQ(lanes(where_less(Float4::of(nans), Float4::all(1), Float4::all(2), Float4::all(3)))[0], 3);
}

TEST(Float4, TakesTheSecondWhereEitherIsNaN) {
  const float nan = infinity<float> - infinity<float>, number[4] = {1, 2, 3, 4}, nans[4] = {nan, nan, nan, nan};
  EXPECT_EQ(lanes(smaller(Float4::of(nans), Float4::of(number)))[2], 3);
  EXPECT_EQ(lanes(larger(Float4::of(nans), Float4::of(number)))[2], 3);
  EXPECT_FALSE(smaller(Float4::of(number), Float4::of(nans)).first() == 1);
}

TEST(Float4, RoundsANumberOfEachShape) {
  Float4 a, b;
  Float4::spread_each(ScalarPair::of(0.1, -1e10), a, b);
  for (const float x : lanes(a)) EXPECT_EQ(x, 0.1F);
  for (const float x : lanes(b)) EXPECT_EQ(x, -1e10F);
}

TEST(Float4, CarriesACodeInItsLastBits) {
  const Float4 r = coded<63, 8>(Float4::of(number_a), 5);
  for (std::uint32_t i = 0; i < 4; ++i) {
    const auto bits = std::bit_cast<std::uint32_t>(lanes(r)[i]);
    EXPECT_EQ(bits % 64, 5 + 8 * i);
    EXPECT_EQ(bits / 64, std::bit_cast<std::uint32_t>(number_a[i]) / 64);
  }
}

TEST(Float4, CarriesGivenCodesInItsLastBits) {
  const std::uint32_t codes[4] = {63, 0, 17, 5};
  const Float4 r = coded<63>(Float4::of(number_a), codes);
  EXPECT_EQ(r.first_bits(), std::bit_cast<std::uint32_t>(lanes(r)[0]));
  for (std::size_t i = 0; i < 4; ++i) {
    const auto bits = std::bit_cast<std::uint32_t>(lanes(r)[i]);
    EXPECT_EQ(bits % 64, codes[i]);
    EXPECT_EQ(bits / 64, std::bit_cast<std::uint32_t>(number_a[i]) / 64);
  }
}

TEST(Float4, LowersWhatIsTheSame) {
  expect_lanes(lowered_where_equal(Float4::of(number_a), Float4::of(number_b)),
               [](float x, float y) { return x == y ? -infinity<float> : x; });
}

}  // namespace
}  // namespace abut::detail
