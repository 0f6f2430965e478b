/// The polytope of EPA in 3D stays a closed surface, however the horizon of a hole was found.
#include <abut/detail/epa/winding.hpp>
#include <abut/detail/numeric/trigonometry.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <utility>

namespace {

using abut::Vec3d;
using Polytope = abut::detail::Polytope<3>;

void take(Polytope& polytope, const Vec3d& w) {
  polytope.slot() = {.w = w};
  polytope.take_vertex();
}

void close_tetrahedron(Polytope& polytope) {
  for (const Vec3d& w : {Vec3d{1, 1, 1}, Vec3d{1, -1, -1}, Vec3d{-1, 1, -1}, Vec3d{-1, -1, 1}}) take(polytope, w);
  polytope.close(0x1p-50);
}

bool exists(const Polytope& polytope, int facet) { return polytope.key(facet) < abut::detail::infinity<double>; }

int facets_of(const Polytope& polytope) {
  int n = 0;
  for (int i = 0; i < polytope.facet_count(); ++i) n += exists(polytope, i) ? 1 : 0;
  return n;
}

/// Every edge occurs as often in one direction as in the other.
bool is_closed(const Polytope& polytope) {
  std::map<std::pair<int, int>, int> edges;
  for (int i = 0; i < polytope.facet_count(); ++i) {
    if (!exists(polytope, i)) continue;
    const auto corners = polytope.corners(i);
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

/// The facet that a point is highest above; -1 if there is none.
int facet_before(const Polytope& polytope, const Vec3d& w) {
  int best = -1;
  double highest = 0x1p-40;
  for (int i = 0; i < polytope.facet_count(); ++i) {
    if (!exists(polytope, i)) continue;
    const auto facet = polytope.facet(i);
    const double ahead = dot(abut::detail::unit(facet.direction), w - polytope.vertex(facet.corners[0]).w);
    if (!(ahead > highest)) continue;
    highest = ahead;
    best = i;
  }
  return best;
}

/// Points of the unit sphere, spread by the golden angle, those far from each other first.
Vec3d on_sphere(int i, int count) {
  const int place = i * 89 % count;
  const double z = 1 - (2 * place + 1.0) / count, r = abut::detail::square_root(1 - z * z);
  const auto angle = abut::sine_cosine(2.4 * place);
  return {r * angle.cosine, r * angle.sine, z};
}

class Numbers {
 public:
  /// Uniform in [0, 1).
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
  Polytope polytope;
  close_tetrahedron(polytope);
  EXPECT_EQ(facets_of(polytope), 4);
  EXPECT_TRUE(is_closed(polytope));
  EXPECT_TRUE(polytope.winds_around_origin({1, 2, 3}));
}

/// Whichever of them was found last.
TEST(EpaPolytope, OfFourPointsInAPlaneTakesTheLargestTriangle) {
  const Vec3d inner{0, 0, 1};
  const Vec3d outer[3] = {{-2, -1, 1}, {2, -1, 1}, {0, 2, 1}};
  for (int place = 0; place < 4; ++place) {
    Polytope polytope;
    for (int i = 0; i < 4; ++i) take(polytope, i == place ? inner : outer[i < place ? i : i - 1]);
    polytope.close(0x1p-50);
    EXPECT_EQ(polytope.vertex_count(), 3);
    EXPECT_EQ(facets_of(polytope), 2);
    EXPECT_TRUE(is_closed(polytope));
    for (int i = 0; i < polytope.vertex_count(); ++i) EXPECT_NE(polytope.vertex(i).w, inner) << place;
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(abut::detail::norm(polytope.facet(i).direction), 12) << place;  // twice the area
      EXPECT_EQ(abut::detail::absolute(polytope.key(i)), 1) << place;
    }
  }
}

TEST(EpaPolytope, GrowsToTheHullOfASphere) {
  constexpr int count = 200;
  Polytope polytope;
  close_tetrahedron(polytope);
  for (int i = 0; i < count; ++i) {
    const Vec3d w = on_sphere(i, count) * 4;
    const int facet = facet_before(polytope, w);
    ASSERT_GE(facet, 0) << i;
    polytope.slot() = {.w = w};
    ASSERT_TRUE(polytope.expand(facet)) << i;
    ASSERT_TRUE(is_closed(polytope)) << i;
  }
  EXPECT_EQ(facets_of(polytope), 2 * count - 4);  // the tetrahedron is inside by now
  EXPECT_TRUE(polytope.winds_around_origin({1, 2, 3}));
  for (int i = 0; i < count; ++i) EXPECT_EQ(facet_before(polytope, on_sphere(i, count) * 4), -1);
}

/// Points inside make dents, so that the facets visible from the next one have holes and are not connected.
TEST(EpaPolytope, StaysClosedWhateverIsSeen) {
  Numbers numbers;
  for (int run = 0; run < 300; ++run) {
    Polytope polytope;
    close_tetrahedron(polytope);
    for (int i = 0; i < 40; ++i) {
      polytope.slot() = {.w = numbers.vector(run % 2 == 0 ? 1.5 : 4)};
      int facet = static_cast<int>(numbers.next() * polytope.facet_count());
      while (!exists(polytope, facet)) facet = (facet + 1) % polytope.facet_count();
      ASSERT_TRUE(polytope.expand(facet)) << run << " " << i;
      ASSERT_TRUE(is_closed(polytope)) << run << " " << i;
    }
  }
}

TEST(EpaPolytope, FindsTheNearestFacetAmongMany) {
  constexpr int count = 100;
  Polytope polytope;
  close_tetrahedron(polytope);
  for (int i = 0; i < count; ++i) {
    const Vec3d w = on_sphere(i, count) * 4;
    const int facet = facet_before(polytope, w);
    polytope.slot() = {.w = w};
    ASSERT_TRUE(polytope.expand(facet));
    const int nearest = polytope.nearest();
    for (int k = 0; k < polytope.facet_count(); ++k) EXPECT_GE(polytope.key(k), polytope.key(nearest));
  }
}

}  // namespace
