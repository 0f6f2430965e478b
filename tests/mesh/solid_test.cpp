/// Solids: what is one, and what lies within one.
#include "mesh/chains.hpp"
#include "oracle/draw/spaces.hpp"

#include <abut/any_shape.hpp>

namespace abut::test {
namespace {

template <class S>
struct Solids : ::testing::Test {};
TYPED_TEST_SUITE(Solids, oracle::Spaces);

template <Scalar T, int D>
Soup<T, D> joined(Soup<T, D> a, const Soup<T, D>& b) {
  const auto offset = static_cast<std::uint32_t>(a.vertices.size());
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (auto part : b.parts) {
    for (auto& v : part) v += offset;
    a.parts.push_back(part);
  }
  return a;
}

template <Scalar T, int D>
Soup<T, D> ball(double radius, bool inside_out = false) {
  Soup<T, D> soup = closed_ball<T, D>(D == 2 ? 24 : 5, 0.1);
  for (auto& v : soup.vertices) v *= static_cast<T>(radius);
  for (auto& part : soup.parts) {
    if (inside_out) std::swap(part[0], part[1]);
  }
  return soup;
}

TYPED_TEST(Solids, ClosedSurfacesAreSolid) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  EXPECT_TRUE((Solid<T, D>::from(ball<T, D>(1).mesh())));
  EXPECT_TRUE((Solid<T, D>::from(ball<T, D>(1, true).mesh())));
  const auto shells = joined(ball<T, D>(2), ball<T, D>(1, true));
  const auto made = Solid<T, D>::from(shells.vertices, shells.parts);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->part_count(), shells.parts.size());
  EXPECT_EQ(made->composite().components.size(), 2U);
  EXPECT_EQ(made->aabb().max, (ball<T, D>(2).mesh().aabb().max));
}

TYPED_TEST(Solids, AMissingPartIsNamedByItsNeighbor) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Soup<T, D> whole = ball<T, D>(1);
  for (std::size_t gone = 30; gone < 34; ++gone) {
    Soup<T, D> open = whole, turned = whole, doubled = whole;
    open.parts.erase(open.parts.begin() + static_cast<std::ptrdiff_t>(gone));
    std::swap(turned.parts[gone][0], turned.parts[gone][1]);
    doubled.parts.push_back(doubled.parts[gone]);
    for (const auto& soup : {open, turned, doubled}) {
      const auto made = Solid<T, D>::from(soup.vertices, soup.parts);
      ASSERT_FALSE(made);
      EXPECT_EQ(made.error().kind, SolidError::Kind::unmatched_edge);
      const UnmatchedEdge& edge = made.error().edge;
      const auto& part = soup.parts[edge.part];
      EXPECT_TRUE(std::find(part.begin(), part.end(), edge.from) != part.end());
      EXPECT_TRUE(std::find(part.begin(), part.end(), edge.to) != part.end());
      EXPECT_EQ(edge, find_topology(soup.mesh()).unmatched);
    }
    doubled.parts.push_back(doubled.parts[gone]);
    std::swap(doubled.parts.back()[0], doubled.parts.back()[1]);
    EXPECT_TRUE((Solid<T, D>::from(doubled.mesh()))) << "what is there twice, and once turned around, is there once";
  }
  EXPECT_STREQ(to_string(SolidError::Kind::not_a_mesh), "the vertices and indices are no mesh");
}

TYPED_TEST(Solids, NoMeshIsNoSolid) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Soup<T, D> soup = ball<T, D>(1);
  soup.parts[3][1] = 100000;
  const auto made = Solid<T, D>::from(soup.vertices, soup.parts);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, SolidError::Kind::not_a_mesh);
  EXPECT_EQ(made.error().mesh.kind, MeshError::Kind::index_out_of_range);
  EXPECT_EQ(made.error().mesh.index, 3U);
}

/// A grid of n by n squares whose borders are glued, one pair of them turned around: a Klein bottle has no outside.
TEST(Solid3, AKleinBottleIsNotOriented) {
  constexpr std::uint32_t n = 6;
  for (const bool is_turned : {false, true}) {
    Soup<double, 3> soup;
    for (std::uint32_t i = 0; i < n * n; ++i)
      soup.vertices.push_back({double(i % n), double(i / n), double(i * i % 7)});
    const auto vertex = [&](std::uint32_t i, std::uint32_t k) {
      if (k == n) return (is_turned ? (n - i) % n : i % n);
      return k * n + i % n;
    };
    for (std::uint32_t i = 0; i < n; ++i) {
      for (std::uint32_t k = 0; k < n; ++k) {
        soup.parts.push_back({vertex(i, k), vertex(i + 1, k), vertex(i + 1, k + 1)});
        soup.parts.push_back({vertex(i, k), vertex(i + 1, k + 1), vertex(i, k + 1)});
      }
    }
    EXPECT_EQ(Solid3d::from(soup.mesh()).has_value(), !is_turned);
  }
}

TYPED_TEST(Solids, NestedBodiesMeetAndThoseInACavityDoNot) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(41);
  const Solid<T, D> doll = solid_of(ball<T, D>(4)), pip = solid_of(ball<T, D>(0.5)),
                    shell = solid_of(joined(ball<T, D>(4), ball<T, D>(3, true))),
                    inside_out = solid_of(ball<T, D>(4, true));
  const Mesh<T, D> soup = ball<T, D>(0.5).mesh();
  for (int i = 0; i < 12; ++i) {
    Pose<T, D> pose = pose_of<T, D>(random, Family::random);
    pose.p = pose.p * T(0.5);
    const auto check = [&](const auto& whole, const auto& body) {
      const auto d = distance(whole, body), swapped = distance(body, whole);
      const auto met = overlap(whole, body), tem = overlap(body, whole);
      EXPECT_EQ(d.status, Status::converged);
      EXPECT_EQ(d.upper, T(0));
      EXPECT_EQ(swapped.upper, T(0));
      EXPECT_EQ(d.point_a, d.point_b);
      EXPECT_TRUE(met.overlap && tem.overlap && !met.apart && !tem.apart);
      EXPECT_EQ(met.status, Status::converged);
      EXPECT_EQ(met.upper, T(0));
      // The point belongs to the body inside: its distance is no more than rounding.
      EXPECT_LE(double(distance(body, Point<T, D>{met.point}).lower), 64 * epsilon_of<T>);
      EXPECT_LE(double(distance(body, Point<T, D>{tem.point}).lower), 64 * epsilon_of<T>);
    };
    check(doll, place(pip, pose));
    check(place(inside_out, pose), pip);
    check(doll, place(soup, pose));
    check(place(doll, pose), Ball<T, D>{{}, T(0.25)});
    check(doll, place(Box<T, D>{detail::axis<T, D>(0) * T(0.25)}, pose));
    check(doll, AnyShape<T, D>(place(Ball<T, D>{{}, T(0.5)}, pose)));
    EXPECT_TRUE(overlap(place(soup, pose), doll.mesh()).apart) << "a mesh is a surface";

    const auto hollow = distance(shell, place(pip, pose)), surfaces = distance(shell.mesh(), place(pip, pose));
    EXPECT_GT(hollow.lower, T(0));
    EXPECT_EQ(hollow.lower, surfaces.lower);
    EXPECT_EQ(hollow.upper, surfaces.upper);
    EXPECT_TRUE(overlap(shell, place(pip, pose)).apart);
    EXPECT_TRUE(overlap(place(Ball<T, D>{{}, T(0.5)}, pose), shell).apart);
  }
}

/// The shapes that a solid contains are not seen by its parts, and those that contain it are.
TYPED_TEST(Solids, HalfSpacesAndClosestPointsKnowTheInside) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Solid<T, D> doll = solid_of(ball<T, D>(4));
  const Vec<T, D> up = detail::axis<T, D>(D - 1), right = detail::axis<T, D>(0);
  EXPECT_TRUE(overlap(doll, HalfSpace<T, D>{up, T(9)}).overlap);
  EXPECT_TRUE(overlap(doll, HalfSpace<T, D>{up, T(-9)}).apart);
  EXPECT_TRUE(overlap(HalfSpace<T, D>{up, T(0)}, doll).overlap);
  EXPECT_TRUE(overlap(doll, Ball<T, D>{{}, T(100)}).overlap);
  const auto c = closest_point(right, doll);
  EXPECT_TRUE(c.inside);
  EXPECT_EQ(c.upper, T(0));
  EXPECT_EQ(c.point, right);
  EXPECT_FALSE(closest_point(right * T(9), doll).inside);
  EXPECT_FALSE(closest_point(right, doll.mesh()).inside);
}

/// Bodies with several components: one of them inside suffices, and the others do not hide it.
TYPED_TEST(Solids, OneComponentInsideSuffices) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Soup<T, D> two = ball<T, D>(0.5);
  for (auto& v : two.vertices) v[0] += T(20);
  const Solid<T, D> doll = solid_of(ball<T, D>(4)), both = solid_of(joined(two, ball<T, D>(0.5))), away = solid_of(two);
  const auto d = distance(doll, both);
  EXPECT_EQ(d.upper, T(0));
  EXPECT_EQ(d.part_b, two.parts.size());
  EXPECT_EQ(overlap(both, doll).part_a, two.parts.size());
  EXPECT_TRUE(overlap(doll, away).apart);
  EXPECT_EQ(distance(both, doll, {.cutoff = T(0.125)}).upper, T(0));
  EXPECT_EQ(distance(away, doll, {.cutoff = T(0.125)}).status, Status::cutoff);
}

/// Where the gap is less than what the pose rounds, nothing is claimed.
TYPED_TEST(Solids, AGapWithinTheRoundingOfAPoseIsNotProven) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Solid<T, D> doll = solid_of(ball<T, D>(4));
  const Pose<T, D> far{detail::axis<T, D>(0) * T(0x1p70), {}};  // a rounding of double is larger than the ball there
  const Ball<T, D> pip{far.p, T(0.25)};
  const auto d = distance(place(doll, far), pip);
  EXPECT_EQ(d.lower, T(0));
  EXPECT_FALSE(overlap(place(doll, far), pip).apart);
  EXPECT_EQ(inside(far.p, place(doll, far)).status, Status::inconclusive);
}

TYPED_TEST(Solids, ScalingByAPowerOfTwoScalesEveryBit) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(42);
  const T s = static_cast<T>(0x1p40);
  auto scaled = [&](Soup<T, D> soup) {
    for (auto& v : soup.vertices) v *= s;
    return solid_of(soup);
  };
  const Solid<T, D> doll = solid_of(ball<T, D>(4)), pip = solid_of(ball<T, D>(0.5)), big_doll = scaled(ball<T, D>(4)),
                    big_pip = scaled(ball<T, D>(0.5));
  for (int i = 0; i < 20; ++i) {
    Pose<T, D> pose = pose_of<T, D>(random, Family::random);
    pose.p = pose.p * T(3);
    const Pose<T, D> big{pose.p * s, pose.q};
    const auto d = distance(doll, place(pip, pose)), e = distance(big_doll, place(big_pip, big));
    EXPECT_EQ(d.lower * s, e.lower);
    EXPECT_EQ(d.upper * s, e.upper);
    EXPECT_EQ(d.point_a * s, e.point_a);
    const auto met = overlap(doll, place(pip, pose)), tem = overlap(big_doll, place(big_pip, big));
    EXPECT_EQ(met.overlap, tem.overlap);
    EXPECT_EQ(met.point * s, tem.point);
  }
}

}  // namespace
}  // namespace abut::test
