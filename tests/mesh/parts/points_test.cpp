/// Clouds of points: judged in 113 bits over all pairs, and as the contract has it.
#include "mesh/parts/drawn_parts.hpp"
#include "oracle/draw/spaces.hpp"

#include <cstring>

namespace abut::test {
namespace {

using oracle::Real;

template <class S>
struct Clouds : ::testing::Test {};
TYPED_TEST_SUITE(Clouds, oracle::Spaces);

TYPED_TEST(Clouds, ContainTheLeastDistanceOfAllPoints) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(20261120);
  for (const Family family : families) {
    PartDrawer<T, D> draw(random, family);
    for (int i = 0; i < 18; ++i) {
      const int where = static_cast<int>(family) * 1000 + i, which = i % 4;
      const Pose<T, D> pose_a = which % 2 == 1 ? draw.pose() : Pose<T, D>{},
                       pose_b = which >= 2 ? draw.pose() : Pose<T, D>{};
      const T ra = random.chance(0.3) ? draw.radius() : T(0);
      JudgedBody<T, D> own_a, own_b;
      const Points<T, D> a = draw.points(9, own_a);
      const auto check = [&](const auto& b) {
        const auto ask = [&](const auto& verb) { return posed(inflate(a, ra), pose_a, b, pose_b, which, verb); };
        const auto d = ask([](const auto& x, const auto& y) { return distance(x, y); });
        const auto swapped = ask([](const auto& x, const auto& y) { return distance(y, x); });
        const auto met = ask([](const auto& x, const auto& y) { return overlap(x, y); });
        const auto in_a = at_pose<T, D>(own_a, which % 2 == 1 ? &pose_a : nullptr, ra),
                   in_b = at_pose<T, D>(own_b, which >= 2 ? &pose_b : nullptr, T(0));
        const TrueRange truth = true_distance(flattened(in_a), flattened(in_b));
        expect_true(d, met, truth, where);
        EXPECT_LE(Real(swapped.lower), truth.upper) << where;
        EXPECT_GE(Real(swapped.upper), truth.lower) << where;
        EXPECT_EQ(d.subpart_a, 0U) << where;
        EXPECT_LE(true_distance(in_a[d.part_a], in_b[d.part_b]).lower, Real(d.upper)) << where;
      };
      if (i % 3 == 0) {
        const Soup<T, D> soup = soup_of<T, D>(random, family, 4);
        for (std::size_t k = 0; k < soup.parts.size(); ++k) own_b.push_back({{world(soup, k, Pose<T, D>{})}});
        check(soup.mesh());
      } else if (i % 3 == 1) {
        check(draw.points(9, own_b));
      } else {
        check(draw.compound(3, i % 2 == 0, own_b));
      }
    }
  }
}

/// Many points: as a compound of balls answers, whose leaves hold the same spheres, up to a rounding.
TYPED_TEST(Clouds, AnswerAsTheCompoundOfTheirBallsDoes) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(21);
  std::vector<Vec<T, D>> centers;
  std::vector<T> radii;
  std::vector<CompoundPart<T, D>> balls;
  for (int i = 0; i < 500; ++i) {
    centers.push_back(vertex_of<T, D>(random, Family::random));
    radii.push_back(static_cast<T>(random.decade(-3, -1.5)));
    balls.push_back(Ball<T, D>{centers.back(), radii.back()});
  }
  const auto cloud = Points<T, D>::from(centers, radii);
  const auto compound = Compound<T, D>::from(balls);
  ASSERT_TRUE(cloud && compound);
  EXPECT_EQ(cloud->aabb().min, compound->aabb().min);
  EXPECT_EQ(cloud->aabb().max, compound->aabb().max);
  EXPECT_EQ(cloud->part(7), (Ball<T, D>{centers[7], radii[7]}));
  EXPECT_EQ(cloud->points()[7], centers[7]);
  int hits = 0;
  for (int i = 0; i < 20; ++i) {
    Pose<T, D> pose = pose_of<T, D>(random, Family::random);
    if (i % 2 == 0) pose.p = pose.p * T(2);
    Box<T, D> box;
    for (int k = 0; k < D; ++k) box.half[k] = T(0.25) * static_cast<T>(k + 1);
    const auto check = [&](const auto& other) {
      const auto d = distance(place(*cloud, pose), other), e = distance(place(*compound, pose), other);
      EXPECT_LE(d.lower, e.upper);
      EXPECT_LE(e.lower, d.upper);
      EXPECT_EQ(d.status, Status::converged);
      EXPECT_EQ(overlap(place(*cloud, pose), other).overlap, overlap(place(*compound, pose), other).overlap);
      const auto p = penetration(place(*cloud, pose), other), q = penetration(place(*compound, pose), other);
      EXPECT_LE(p.lower, q.upper);
      EXPECT_LE(q.lower, p.upper);
    };
    check(box);
    check(*cloud);
    check(HalfSpace<T, D>{detail::axis<T, D>(0), T(-2)});
    const Ray<T, D> ray{pose.p * T(-2), pose.p * T(2)};
    const auto hit = ray_cast(ray, place(*cloud, pose)), tih = ray_cast(ray, place(*compound, pose));
    EXPECT_EQ(hit.hit, tih.hit);
    EXPECT_EQ(hit.t, tih.t);
    EXPECT_EQ(hit.part, tih.part);
    hits += hit.hit ? 1 : 0;
    const auto cast = shape_cast(box, pose.p, place(*cloud, pose)),
               tsac = shape_cast(box, pose.p, place(*compound, pose));
    EXPECT_EQ(cast.hit, tsac.hit);
    EXPECT_NEAR(double(cast.t), double(tsac.t), 1e3 * epsilon_of<T>);
    const Vec<T, D> q = vertex_of<T, D>(random, Family::random);
    EXPECT_EQ(closest_point(q, *cloud).part, closest_point(q, *compound).part);
  }
  EXPECT_GT(hits, 0);
}

TYPED_TEST(Clouds, ScalingByAPowerOfTwoScalesEveryBit) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(22);
  const T s = static_cast<T>(0x1p33), r = static_cast<T>(0.03125);
  std::vector<Vec<T, D>> centers, far_centers;
  for (int i = 0; i < 200; ++i) {
    centers.push_back(vertex_of<T, D>(random, Family::random));
    far_centers.push_back(centers.back() * s);
  }
  const auto cloud = Points<T, D>::from(centers, r), scaled = Points<T, D>::from(far_centers, r * s);
  ASSERT_TRUE(cloud && scaled);
  for (int i = 0; i < 12; ++i) {
    const Pose<T, D> pose = pose_of<T, D>(random, Family::random), far{pose.p * s, pose.q};
    const auto d = distance(*cloud, place(inflate(*cloud, r), pose)),
               e = distance(*scaled, place(inflate(*scaled, r * s), far));
    EXPECT_EQ(d.lower * s, e.lower);
    EXPECT_EQ(d.upper * s, e.upper);
    EXPECT_EQ(d.part_b, e.part_b);
    const auto p = separation(*cloud, place(*cloud, pose)), q = separation(*scaled, place(*scaled, far));
    EXPECT_EQ(p.lower * s, q.lower);
    EXPECT_EQ(p.upper * s, q.upper);
    const auto c = shape_cast(*cloud, pose.p, place(*cloud, pose)), f = shape_cast(*scaled, far.p, place(*scaled, far));
    EXPECT_EQ(c.t, f.t);
    EXPECT_EQ(c.t_safe, f.t_safe);
  }
}

/// Of more points than a task takes.
TYPED_TEST(Clouds, HaveTheSameTreeOfFullLeavesForEveryExecutor) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(23);
  std::vector<Vec<T, D>> centers;
  for (int i = 0; i < 5000; ++i)
    centers.push_back(vertex_of<T, D>(random, i % 3 == 0 ? Family::lattice : Family::random));
  const auto backwards = [](std::size_t count, const Tasks& task) {
    for (std::size_t i = count; i > 0; --i) task(i - 1);
  };
  const auto cloud = Points<T, D>::from(centers, T(1)), again = Points<T, D>::from(centers, T(1), backwards);
  ASSERT_TRUE(cloud && again);
  const auto one = cloud->composite(), other = again->composite();
  ASSERT_EQ(one.tree.nodes.size(), other.tree.nodes.size());
  EXPECT_EQ(std::memcmp(one.tree.nodes.data(), other.tree.nodes.data(), one.tree.nodes.size_bytes()), 0);
  std::vector<int> times(centers.size());
  std::uint32_t leaves = 0;
  for (const auto& node : one.tree.nodes) {
    for (int k = 0; k < node.count(); ++k) {
      if (!node.child[k].is_leaf()) continue;
      ++leaves;
      const auto& leaf = one.spheres[node.child[k].index()];
      EXPECT_EQ(std::memcmp(&leaf, &other.spheres[node.child[k].index()], sizeof(leaf)), 0);
      for (int i = 0; i < leaf.count(); ++i) ++times[leaf.part[i]];
    }
  }
  EXPECT_EQ(times, std::vector<int>(centers.size(), 1));
  EXPECT_LT(leaves, centers.size() * 10 / 36) << "3.6 points to a leaf";
}

TYPED_TEST(Clouds, BadNumbersAreNamed) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  using Cloud = Points<T, D>;
  using Kind = CloudError::Kind;
  const T none = static_cast<T>(std::nan(""));
  const std::vector<Vec<T, D>> nothing;
  std::vector<Vec<T, D>> centers(5, detail::axis<T, D>(0));
  std::vector<T> radii(5, T(1));
  const auto expect_error = [](const Expected<Cloud, CloudError>& made, Kind kind, std::size_t index) {
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().kind, kind) << to_string(made.error().kind);
    EXPECT_EQ(made.error().index, index);
    EXPECT_STRNE(to_string(kind), "unknown");
  };
  EXPECT_TRUE(Cloud::from(centers));
  expect_error(Cloud::from(nothing), Kind::no_points, 0);
  expect_error(Cloud::from(centers, T(-1)), Kind::bad_radius, 0);
  expect_error(Cloud::from(centers, none), Kind::bad_radius, 0);
  radii[3] = detail::infinity<T>;
  expect_error(Cloud::from(centers, radii), Kind::bad_radius, 3);
  radii.resize(3);
  expect_error(Cloud::from(centers, radii), Kind::radius_count, 3);
  centers[4][D - 1] = none;
  expect_error(Cloud::from(centers), Kind::not_finite, 4);
  centers.resize(4);
  centers[2][0] = detail::largest<T>;
  expect_error(Cloud::from(centers, detail::largest<T> / 2), Kind::too_large, 2);
  const auto vast = Cloud::from(centers);
  ASSERT_TRUE(vast);
  EXPECT_NE(distance(*vast, Point<T, D>{}).status, Status::invalid_argument);
  EXPECT_EQ(distance(inflate(*vast, T(-1)), Point<T, D>{}).status, Status::invalid_argument);
}

/// A cloud is no hull: what is between its points is not part of it.
TEST(Cloud, IsTheUnionOfItsBalls) {
  const std::vector<Vec3d> centers{{-4, 0, 0}, {4, 0, 0}};
  const auto cloud = Points3d::from(centers, 1);
  ASSERT_TRUE(cloud);
  EXPECT_TRUE(overlap(*cloud, Ball3d{{}, 1}).apart);
  EXPECT_EQ(distance(*cloud, Ball3d{{}, 1}).distance, 2);
  EXPECT_TRUE(closest_point(Vec3d{4.5, 0, 0}, *cloud).inside);
  const auto deep = penetration(*cloud, Ball3d{{5, 0, 0}, 1});
  EXPECT_LE(deep.lower, 1);
  EXPECT_GE(deep.upper, 1);
  EXPECT_NEAR(deep.lower, 1, 1e-12);
  const Points3d copy = *cloud;
  EXPECT_EQ(copy.points().data(), cloud->points().data());
}

}  // namespace
}  // namespace abut::test
