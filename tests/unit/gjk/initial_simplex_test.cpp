/// The initial simplex of GJK for two hulls: the vertices found by the lists, with SSE2 and without.
#include "oracle/draw/random.hpp"

#include <abut/detail/gjk/initial_simplex.hpp>
#include <abut/detail/hull/build_orthant_lists.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace abut::detail {
namespace {

std::vector<Vec3d> draw_points(oracle::Random& random, int count) {
  std::vector<Vec3d> points;
  for (int i = 0; i < count; ++i) {
    Vec3d p;
    for (int k = 0; k < 3; ++k) p[k] = random.between(-1, 1);
    points.push_back(p);
  }
  return points;
}

/// The ids of a list's vertices, those with the greatest keys first, one float operation after the other.
std::vector<VertexId> ranked(const OrthantLists<3>& lists, const Vec3d& d) {
  std::size_t orthant = 0;
  for (int k = 0; k < 3; ++k) orthant |= d[k] < 0 ? std::size_t{1} << k : 0;
  std::vector<float> keys;
  for (std::size_t place = 0; place < 4 * lists.length; ++place) {
    const Float4Vertices<3>& four = lists.guesses[orthant * lists.stride + place / 4];
    const std::size_t i = place % 4;
    const float x = four.x[0][i] * static_cast<float>(d.x), y = four.x[1][i] * static_cast<float>(d.y),
                z = four.x[2][i] * static_cast<float>(d.z), xy = x + y, height = xy + z;
    keys.push_back(std::bit_cast<float>(std::bit_cast<std::uint32_t>(height) / 64 * 64 + four.id[i]));
  }
  std::sort(keys.rbegin(), keys.rend());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  std::vector<VertexId> numbers;
  for (const float key : keys) numbers.push_back(std::bit_cast<std::uint32_t>(key) % 64);
  return numbers;
}

TEST(InitialSimplex, TakesTheVerticesWithTheGreatestKeys) {
  oracle::Random random(1);
  int others = 0;
  for (int i = 0; i < 300; ++i) {
    const auto a = draw_points(random, random.integer(2, 32)), b = draw_points(random, random.integer(2, 32));
    const auto store_a = make_orthant_lists(std::span<const Vec3d>(a), {}),
               store_b = make_orthant_lists(std::span<const Vec3d>(b), {});
    const OrthantLists<3> lists_a = store_a.lists(), lists_b = store_b.lists();
    if (!are_short(lists_a, lists_b)) continue;
    for (int n = 0; n < 20; ++n) {
      const auto d = draw_points(random, 2);
      const SupportVertexPair support(lists_a, lists_b, VecPair<3>::of(d[0], d[1]));
      const auto of_a = ranked(lists_a, d[0]), of_b = ranked(lists_b, d[1]);
      ASSERT_EQ(support.a.id[0], of_a[0]);
      ASSERT_EQ(support.b.id[0], of_b[0]);
      ASSERT_EQ(support.a.id[1], of_a.size() > 1 ? of_a[1] : 0);
      ASSERT_EQ(support.b.id[1], of_b.size() > 1 ? of_b[1] : 0);
      ++others;
    }
  }
  EXPECT_GT(others, 4000);
}

TEST(InitialSimplex, HasOneVertexWhereThereIsNoOther) {
  const std::vector<Vec3d> points{{1, 0, 0}, {-1, 0, 0}};
  const auto store = make_orthant_lists(std::span<const Vec3d>(points), {});
  const OrthantLists<3> lists = store.lists();
  const SupportVertexPair support(lists, lists, VecPair<3>::of(Vec3d{-1, 0, 0}, Vec3d{1, 0, 0}));
  EXPECT_EQ(support.a.id[0], 1U);
  EXPECT_LE(support.a.id[1], 1U);
  EXPECT_EQ(support.b.id[0], 0U);
  EXPECT_LE(support.b.id[1], 1U);
}

TEST(InitialSimplex, ListsAreTheSameAtAnySize) {
  oracle::Random random(2);
  for (int i = 0; i < 50; ++i) {
    const auto points = draw_points(random, random.integer(1, 48));
    const auto store = make_orthant_lists(std::span<const Vec3d>(points), {});
    for (const double scale : {0x1p-1000, 0x1p-700, 0x1p1000}) {
      auto scaled = points;
      for (auto& p : scaled) p *= scale;
      const auto other = make_orthant_lists(std::span<const Vec3d>(scaled), {});
      EXPECT_EQ(other.lists().vertices == nullptr, store.lists().vertices == nullptr);
      EXPECT_EQ(other.lists().fours != nullptr, scale == 0x1p-700 && store.lists().fours != nullptr);
      ASSERT_EQ(other.fours.size(), store.fours.size());
      for (std::size_t k = 0; k < store.fours.size(); ++k) {
        EXPECT_TRUE(std::ranges::equal(other.fours[k].id, store.fours[k].id));
        for (int n = 0; n < 3; ++n) EXPECT_TRUE(std::ranges::equal(other.fours[k].x[n], store.fours[k].x[n]));
      }
      EXPECT_TRUE(store.fours.empty() || other.vertices == scaled);
    }
  }
}

}  // namespace
}  // namespace abut::detail
