/// Casts of and at meshes: judged in 113 bits over all pairs of parts, and as the contract has it.
#include "mesh/chains.hpp"
#include "mesh/judge.hpp"
#include "oracle/draw/spaces.hpp"

#include <abut/any_shape.hpp>

namespace abut::test {
namespace {

using oracle::Real;

template <class S>
struct MeshCasts : ::testing::Test {};
TYPED_TEST_SUITE(MeshCasts, oracle::Spaces);

/// The body, moved by t * translation.
template <Scalar T, int D>
oracle::Body<D> moved(oracle::Body<D> body, const Vec<T, D>& translation, T t) {
  for (auto& point : body.points) {
    for (int i = 0; i < D; ++i) point[i] = point[i] + Real(translation[i]) * Real(t);
  }
  return body;
}

/// What the body sweeps on its way to t: convex, since it is moved in a line.
template <Scalar T, int D>
oracle::Body<D> swept(const oracle::Body<D>& body, const Vec<T, D>& translation, T t) {
  oracle::Body<D> all = moved(body, translation, t);
  all.points.insert(all.points.end(), body.points.begin(), body.points.end());
  return all;
}

template <Scalar T, int D>
Vec<T, D> translation_of(oracle::Random& random, Family family, const Vec<T, D>& towards) {
  const Vec<T, D> v = vertex_of<T, D>(random, family);
  return random.chance(0.7) ? towards * static_cast<T>(random.between(0.2, 2)) + v * T(0.25) : v * T(4);
}

TYPED_TEST(MeshCasts, AreFreeUntilTSafeAndMeetInThePartsNamedUpToRounding) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(43);
  int hits = 0, misses = 0;
  for (const Family family : families) {
    for (int i = 0; i < 40; ++i) {
      const auto a = soup_of<T, D>(random, family, 5), b = soup_of<T, D>(random, family, 5);
      const Pose<T, D> pose = i % 2 == 0 ? Pose<T, D>{} : pose_of<T, D>(random, family);
      const Mesh<T, D> mesh_a = a.mesh(), mesh_b = b.mesh();
      const Vec<T, D> v = translation_of(random, family, b.vertices[0] + pose.p - a.vertices[0]);
      ShapeCastOptions<T, D> options;
      if (i % 4 >= 2) options.target = static_cast<T>(double(length(v)) * random.decade(-4, -1));
      const auto r =
          i % 2 == 0 ? shape_cast(mesh_a, v, mesh_b, options) : shape_cast(mesh_a, v, place(mesh_b, pose), options);
      const auto where = [&] { return static_cast<int>(family) * 1000 + i; };
      ASSERT_NE(r.status, Status::invalid_argument) << where();
      EXPECT_EQ(r.status == Status::converged, r.hit || r.miss) << where();
      EXPECT_FALSE(r.hit && r.miss) << where();
      EXPECT_TRUE(!r.hit || r.t_safe <= r.t) << where();
      (r.hit ? hits : misses) += 1;
      if (r.t_safe > T(0)) {
        const T before = r.miss ? r.t_safe : detail::neighbor<false>(r.t_safe);
        for (std::size_t k = 0; k < a.parts.size(); ++k) {
          for (std::size_t m = 0; m < b.parts.size(); ++m) {
            const auto gap = oracle::distance(swept(world(a, k, Pose<T, D>{}), v, before), world(b, m, pose));
            EXPECT_GE(gap.upper, Real(options.target)) << where() << " " << k << " " << m << " " << r.hit;
            EXPECT_GT(gap.lower, 0) << where() << " " << k << " " << m << " " << r.hit;
          }
        }
      }
      if (!r.hit || r.start != StartState::separated) continue;
      double size = double(length(v)) + double(length(pose.p));
      for (const auto& x : a.vertices) size += double(length(x)) * 4 / double(a.vertices.size());
      for (const auto& x : b.vertices) size += double(length(x)) * 4 / double(b.vertices.size());
      const auto met = oracle::distance(moved(world(a, r.part_a, Pose<T, D>{}), v, r.t), world(b, r.part_b, pose));
      EXPECT_LE(met.lower, Real(double(options.target) + 1024 * epsilon_of<T> * size)) << where();
    }
  }
  EXPECT_GT(hits, 40);
  EXPECT_GT(misses, 40);
}

TYPED_TEST(MeshCasts, AgreeWithTheConvexQueryAboutEveryPartForEveryShapeInEitherPlace) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Numbers<T, D> draw{oracle::Random(47)};
  const Mesh<T, D> mesh = dented_ball<T, D>(D == 2 ? 40 : 6, 0.3).mesh();
  int hits = 0;
  for (int i = 0; i < 12; ++i) {
    Pose<T, D> pose = pose_of<T, D>(draw.random, Family::random);
    const double away = 4 / double(length(pose.p));
    for (int k = 0; k < D; ++k) pose.p[k] = static_cast<T>(double(pose.p[k]) * away);
    const Vec<T, D> v = vertex_of<T, D>(draw.random, Family::random) - pose.p;
    const auto check = [&](const auto& shape) {
      T first = detail::infinity<T>;
      for (PartId k = 0; k < mesh.part_count(); ++k) {
        const auto one = shape_cast(shape, v, mesh.part(k));
        if (one.hit && one.t < first) first = one.t;
      }
      const auto r = shape_cast(shape, v, mesh), swapped = shape_cast(mesh, -v, shape),
                 both = shape_cast(shape, Vec<T, D>{}, mesh, {.translation_b = -v});
      for (const auto* const answer : {&r, &swapped, &both}) {
        EXPECT_EQ(answer->hit, first < detail::infinity<T>) << i;
        EXPECT_EQ(answer->miss, !answer->hit) << i;
        if (!answer->hit) continue;
        EXPECT_NEAR(double(answer->t), double(first), 1e3 * epsilon_of<T>) << i;
        EXPECT_LE(answer->t_safe, answer->t) << i;
      }
      EXPECT_LT(r.part_b, mesh.part_count());
      EXPECT_LT(swapped.part_a, mesh.part_count());
      if (r.hit) ++hits;
    };
    check(place(draw.box(), pose));
    check(place(Ball<T, D>{{}, T(0.25)}, pose));
    check(place(draw.capsule(0.5), pose));
    check(AnyShape<T, D>(place(draw.box(), pose)));
  }
  EXPECT_GT(hits, 20);
}

TYPED_TEST(MeshCasts, ScaleBitForBit) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(53);
  const auto soup = dented_ball<T, D>(D == 2 ? 60 : 6, 0.3);
  const Mesh<T, D> mesh = soup.mesh();
  for (const int k : {-30, 1, 35}) {
    const T s = static_cast<T>(std::ldexp(1.0, k));
    auto big = soup;
    for (auto& v : big.vertices) v *= s;
    const Mesh<T, D> scaled = big.mesh();
    for (int i = 0; i < 10; ++i) {
      Pose<T, D> pose = pose_of<T, D>(random, Family::random);
      pose.p *= T(2);
      const Vec<T, D> v = pose.p + vertex_of<T, D>(random, Family::random);
      const auto r = shape_cast(mesh, v, place(mesh, pose));
      const auto of_both = shape_cast(scaled, v * s, place(scaled, {pose.p * s, pose.q}));
      EXPECT_EQ(of_both.hit, r.hit);
      EXPECT_EQ(of_both.t, r.t);
      EXPECT_EQ(of_both.t_safe, r.t_safe);
      EXPECT_EQ(of_both.part_a, r.part_a);
      EXPECT_EQ(of_both.part_b, r.part_b);
      EXPECT_EQ(of_both.normal, r.normal);
      EXPECT_EQ(of_both.point_a, r.point_a * s);
    }
  }
}

TEST(MeshCast, LandsOnTheFloorOfAHalfSpaceAndOfAMesh) {
  const Mesh3d box = cube<double>().mesh();
  const HalfSpace3d floor{{0, 0, 1}, -3};
  const auto lands = shape_cast(box, {0, 0, -4}, floor);
  EXPECT_TRUE(lands.hit);
  EXPECT_EQ(lands.t, 0.5);
  EXPECT_LE(lands.t_safe, 0.5);
  const auto rises = shape_cast(floor, {0, 0, 4}, box);
  EXPECT_EQ(rises.t, 0.5);
  EXPECT_EQ(rises.normal, (Vec3d{0, 0, 1}));
  EXPECT_TRUE(shape_cast(box, {0, 0, 4}, floor).miss);
  const auto stacked = shape_cast(place(box, {{0.5, 0.5, 4}, {}}), {0, 0, -8}, box);
  EXPECT_TRUE(stacked.hit);
  EXPECT_NEAR(stacked.t, 0.25, 1e-14);
  EXPECT_EQ(stacked.normal, (Vec3d{0, 0, -1}));
}

TEST(MeshCast, StartsAndEndsAsTheOptionsSay) {
  const Mesh3d box = cube<double>().mesh();
  const auto inside = shape_cast(Ball3d{{0, 0, 0}, 0.5}, {4, 0, 0}, box);
  EXPECT_TRUE(inside.hit);  // a surface is met from inside as well
  EXPECT_NEAR(inside.t, 0.125, 1e-12);
  const auto touching = shape_cast(Ball3d{{1, 0, 0}, 0.5}, {4, 0, 0}, box);
  EXPECT_TRUE(touching.hit);
  EXPECT_EQ(touching.t, 0);
  EXPECT_EQ(touching.start, StartState::overlapping);
  EXPECT_TRUE(shape_cast(Ball3d{{0, 0, 0}, 0.5}, {4, 0, 0}, box, {.max_t = 0.1}).miss);
  EXPECT_TRUE(shape_cast(Ball3d{{0, 0, 0}, 0.5}, {0, 0, 0}, box).miss);
  const double none = std::nan("");
  EXPECT_EQ(shape_cast(box, {none, 0, 0}, box).status, Status::invalid_argument);
  EXPECT_EQ(shape_cast(box, {1, 0, 0}, Ball3d{{}, -1}).status, Status::invalid_argument);
  EXPECT_EQ(shape_cast(box, {1, 0, 0}, box, {.target = -1}).status, Status::invalid_argument);
}

/// What begins within a solid has met it, and its surface has not.
TYPED_TEST(MeshCasts, BeginWithinASolid) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(59);
  const Mesh<T, D> surface = closed_ball<T, D>(D == 2 ? 24 : 5, 0.2).mesh();
  const auto made = Solid<T, D>::from(surface);
  ASSERT_TRUE(made);
  for (int i = 0; i < 20; ++i) {
    const Pose<T, D> pose = pose_of<T, D>(random, Family::random);
    const Vec<T, D> way = detail::axis<T, D>(i % D) * T(8);
    const auto solid = place(*made, pose);
    const auto ray = ray_cast(Ray<T, D>{pose.p, way}, solid);
    EXPECT_TRUE(ray.hit);
    EXPECT_EQ(ray.t, T(0));
    EXPECT_EQ(ray.start, StartState::overlapping);
    EXPECT_GT(ray_cast(Ray<T, D>{pose.p, way}, place(surface, pose)).t, T(0));
    EXPECT_GT(ray_cast(Ray<T, D>{pose.p - way, way}, solid).t_safe, T(0.5));
    const Ball<T, D> pip{pose.p, T(0.125)};
    for (const auto& cast : {shape_cast(pip, way, solid), shape_cast(solid, way, pip)}) {
      EXPECT_TRUE(cast.hit);
      EXPECT_EQ(cast.t, T(0));
      EXPECT_EQ(cast.t_safe, T(0));
      EXPECT_EQ(cast.start, StartState::overlapping);
    }
    EXPECT_GT(shape_cast(pip, way, place(surface, pose)).t, T(0));
    EXPECT_TRUE(shape_cast(Ball<T, D>{pose.p - way, T(0.125)}, way, solid).t_safe > T(0.5));
    EXPECT_TRUE(shape_cast(solid, way, inflate(solid, T(0.5))).hit);
  }
}

}  // namespace
}  // namespace abut::test
