// The shell of EPA in space stays a closed surface, whichever way the rim of a hole was found.
#include <abut/detail/epa/winding.hpp>
#include <abut/detail/numeric/trigonometry.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <utility>

namespace {

using abut::Vec3d;
using Polytope = abut::detail::Polytope<3>;

void take(Polytope& shell, const Vec3d& w) {
  shell.room() = {.w = w};
  shell.take_vertex();
}

void close_tetrahedron(Polytope& shell) {
  for (const Vec3d& w : {Vec3d{1, 1, 1}, Vec3d{1, -1, -1}, Vec3d{-1, 1, -1}, Vec3d{-1, -1, 1}}) take(shell, w);
  shell.close(0x1p-50);
}

bool exists(const Polytope& shell, int facet) { return shell.key(facet) < abut::infinity<double>; }

int facets_of(const Polytope& shell) {
  int n = 0;
  for (int i = 0; i < shell.facet_count(); ++i) n += exists(shell, i) ? 1 : 0;
  return n;
}

/// Every edge is gone along as often one way as the other.
bool is_closed(const Polytope& shell) {
  std::map<std::pair<int, int>, int> edges;
  for (int i = 0; i < shell.facet_count(); ++i) {
    if (!exists(shell, i)) continue;
    const auto corners = shell.corners(i);
    for (int k = 0; k < 3; ++k) {
      const int from = corners[k], to = corners[(k + 1) % 3];
      edges[{from < to ? from : to, from < to ? to : from}] += from < to ? 1 : -1;
    }
  }
  for (const auto& [edge, balance] : edges) {
    if (balance != 0) return false;
  }
  return !edges.empty();
}

/// The facet that a point is furthest beyond; -1 if there is none.
int facet_before(const Polytope& shell, const Vec3d& w) {
  int best = -1;
  double furthest = 0x1p-40;
  for (int i = 0; i < shell.facet_count(); ++i) {
    if (!exists(shell, i)) continue;
    const auto facet = shell.facet(i);
    const double ahead = dot(abut::detail::unit(facet.direction), w - shell.vertex(facet.corners[0]).w);
    if (!(ahead > furthest)) continue;
    furthest = ahead;
    best = i;
  }
  return best;
}

/// Points of the unit sphere, spread by the golden angle, those far from each other first.
Vec3d on_sphere(int i, int count) {
  const int place = i * 89 % count;
  const double z = 1 - (2 * place + 1.0) / count, r = abut::square_root(1 - z * z);
  const auto angle = abut::sine_cosine(2.4 * place);
  return {r * angle.cosine, r * angle.sine, z};
}

class Numbers {
 public:
  /// Of 0 to 1.
  double next() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<double>(state_ >> 11) * 0x1p-53;
  }
  Vec3d vector(double reach) {
    const double x = next(), y = next(), z = next();
    return Vec3d{2 * x - 1, 2 * y - 1, 2 * z - 1} * reach;
  }

 private:
  std::uint64_t state_ = 1;
};

TEST(EpaPolytope, ClosesAroundATetrahedron) {
  Polytope shell;
  close_tetrahedron(shell);
  EXPECT_EQ(facets_of(shell), 4);
  EXPECT_TRUE(is_closed(shell));
  EXPECT_TRUE(shell.winds_around_origin({1, 2, 3}));
}

// Whichever of them was found last.
TEST(EpaPolytope, OfFourPointsInAPlaneTakesTheLargestTriangle) {
  const Vec3d inner{0, 0, 1};
  const Vec3d outer[3] = {{-2, -1, 1}, {2, -1, 1}, {0, 2, 1}};
  for (int place = 0; place < 4; ++place) {
    Polytope shell;
    for (int i = 0; i < 4; ++i) take(shell, i == place ? inner : outer[i < place ? i : i - 1]);
    shell.close(0x1p-50);
    EXPECT_EQ(shell.vertex_count(), 3);
    EXPECT_EQ(facets_of(shell), 2);
    EXPECT_TRUE(is_closed(shell));
    for (int i = 0; i < shell.vertex_count(); ++i) EXPECT_NE(shell.vertex(i).w, inner) << place;
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(abut::detail::norm(shell.facet(i).direction), 12) << place;  // twice the area
      EXPECT_EQ(abut::absolute(shell.key(i)), 1) << place;
    }
  }
}

TEST(EpaPolytope, GrowsToTheHullOfASphere) {
  constexpr int count = 200;
  Polytope shell;
  close_tetrahedron(shell);
  for (int i = 0; i < count; ++i) {
    const Vec3d w = on_sphere(i, count) * 4;
    const int facet = facet_before(shell, w);
    ASSERT_GE(facet, 0) << i;
    shell.room() = {.w = w};
    ASSERT_TRUE(shell.expand(facet)) << i;
    ASSERT_TRUE(is_closed(shell)) << i;
  }
  EXPECT_EQ(facets_of(shell), 2 * count - 4);  // the tetrahedron is inside by now
  EXPECT_TRUE(shell.winds_around_origin({1, 2, 3}));
  for (int i = 0; i < count; ++i) EXPECT_EQ(facet_before(shell, on_sphere(i, count) * 4), -1);
}

// Points inside make dents, so that what the next one sees has holes and falls apart.
TEST(EpaPolytope, StaysClosedWhateverIsSeen) {
  Numbers numbers;
  for (int run = 0; run < 300; ++run) {
    Polytope shell;
    close_tetrahedron(shell);
    for (int i = 0; i < 40; ++i) {
      shell.room() = {.w = numbers.vector(run % 2 == 0 ? 1.5 : 4)};
      int facet = static_cast<int>(numbers.next() * shell.facet_count());
      while (!exists(shell, facet)) facet = (facet + 1) % shell.facet_count();
      ASSERT_TRUE(shell.expand(facet)) << run << " " << i;
      ASSERT_TRUE(is_closed(shell)) << run << " " << i;
    }
  }
}

TEST(EpaPolytope, FindsTheNearestFacetAmongMany) {
  constexpr int count = 100;
  Polytope shell;
  close_tetrahedron(shell);
  for (int i = 0; i < count; ++i) {
    const Vec3d w = on_sphere(i, count) * 4;
    const int facet = facet_before(shell, w);
    shell.room() = {.w = w};
    ASSERT_TRUE(shell.expand(facet));
    const int nearest = shell.nearest();
    for (int k = 0; k < shell.facet_count(); ++k) EXPECT_GE(shell.key(k), shell.key(nearest));
  }
}

}  // namespace
