/// Bodies with rounded sides: every verb knows the radius, and nothing else changes.
#include "mesh/chains.hpp"
#include "mesh/judge.hpp"
#include "oracle/draw/spaces.hpp"

namespace abut::test {
namespace {

using oracle::Real;

template <class S>
struct InflatedBodies : ::testing::Test {};
TYPED_TEST_SUITE(InflatedBodies, oracle::Spaces);

/// From far less to a few times the size of a soup; often 0.
template <Scalar T>
T radius_of(oracle::Random& random, Family family) {
  return random.chance(0.2) ? T(0) : static_cast<T>(std::ldexp(random.decade(-6, 0.5), exponent_of<T>(family)));
}

TYPED_TEST(InflatedBodies, ContainTheLeastDistanceOfAllParts) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(2026);
  for (const Family family : families) {
    for (int i = 0; i < 24; ++i) {
      const auto a = soup_of<T, D>(random, family, 5), b = soup_of<T, D>(random, family, 5);
      const int which = i % 4;
      const Pose<T, D> pose_a = which % 2 == 1 ? pose_of<T, D>(random, family) : Pose<T, D>{};
      const Pose<T, D> pose_b = which >= 2 ? pose_of<T, D>(random, family) : Pose<T, D>{};
      const T ra = radius_of<T>(random, family), rb = i % 3 == 0 ? T(0) : radius_of<T>(random, family);
      const Mesh<T, D> mesh_a = a.mesh(), mesh_b = b.mesh();
      const auto ask = [&](const auto& verb) {
        return posed(inflate(mesh_a, ra), pose_a, inflate(mesh_b, rb), pose_b, which, verb);
      };
      const auto d = ask([](const auto& x, const auto& y) { return distance(x, y); });
      const auto met = ask([](const auto& x, const auto& y) { return overlap(x, y); });
      expect_true(d, met, true_distance(world(a, pose_a, ra), world(b, pose_b, rb)),
                  static_cast<int>(family) * 1000 + i);
    }
  }
}

TYPED_TEST(InflatedBodies, AnswerAsTheirInflatedPartsDoAndSwap) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(71);
  const Mesh<T, D> mesh = dented_ball<T, D>(D == 2 ? 30 : 5, 0.3).mesh();
  for (int i = 0; i < 20; ++i) {
    Pose<T, D> pose = pose_of<T, D>(random, Family::random);
    pose.p = pose.p * T(1.5);
    const T r = static_cast<T>(random.decade(-3, -0.5));
    const auto body = inflate(place(mesh, pose), r);
    Box<T, D> box;
    for (int k = 0; k < D; ++k) box.half[k] = T(0.25) * static_cast<T>(k + 1);
    const auto d = distance(body, box), swapped = distance(box, body);
    T lower = detail::infinity<T>, upper = lower;
    for (PartId k = 0; k < mesh.part_count(); ++k) {
      const auto one = distance(inflate(place(mesh.part(k), pose), r), box);
      lower = one.lower < lower ? one.lower : lower;
      upper = one.upper < upper ? one.upper : upper;
    }
    EXPECT_LE(d.lower, upper);
    EXPECT_GE(d.upper, lower);
    EXPECT_LE(swapped.lower, d.upper);
    EXPECT_GE(swapped.upper, d.lower);
    EXPECT_EQ(d.status, Status::converged);
    const auto c = closest_point(box.half, body);
    EXPECT_NEAR(double(c.distance), double(distance(body, Point<T, D>{box.half}).distance), 64 * epsilon_of<T>);
    const auto up = detail::axis<T, D>(D - 1);
    const auto core = separation(place(mesh, pose), HalfSpace<T, D>{up, T(0)});
    EXPECT_NEAR(double(separation(body, HalfSpace<T, D>{up, T(0)}).separation), double(core.separation - r),
                64 * epsilon_of<T>);
  }
}

TYPED_TEST(InflatedBodies, ACutoffEndsBeyondIt) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Mesh<T, D> mesh = dented_ball<T, D>(D == 2 ? 30 : 5, 0).mesh();
  const Pose<T, D> pose{detail::axis<T, D>(0) * T(4), {}};
  const auto body = inflate(mesh, T(0.5));
  const auto d = distance(body, place(inflate(mesh, T(0.25)), pose));
  EXPECT_NEAR(double(d.distance), 1.25, 0.125);
  const auto cut = distance(body, place(inflate(mesh, T(0.25)), pose), {.cutoff = T(1)});
  EXPECT_EQ(cut.status, Status::cutoff);
  EXPECT_GT(cut.lower, T(1));
  EXPECT_LE(cut.lower, d.upper);
  EXPECT_EQ(distance(body, place(inflate(mesh, T(0.25)), pose), {.cutoff = T(2)}).distance, d.distance);
}

/// The plane of the part that is asked first settles the other one, which is nearer by less than a tie.
TEST(InflatedBody, IsNotProvenFurtherAwayThanAPartSettledByAPlane) {
  const double far = 1 + 0x1p-45;
  const Vec3d vertices[] = {{0, 0, far}, {0.5, 0, 1}};
  const std::array<std::uint32_t, 3> parts[] = {{0, 0, 0}, {1, 1, 1}};
  const auto points = Mesh3d::from(vertices, parts);
  const Triangle3d below{{-4, -4, 0}, {4, -4, 0}, {0, 8, 0}};
  const auto d = distance(inflate(*points, 0.25), below);
  EXPECT_GE(d.upper, far - 0.25) << "the part of the lower number is asked first";
  EXPECT_LE(d.lower, 0.75);
  EXPECT_EQ(d.status, Status::converged);
}

TYPED_TEST(InflatedBodies, ScalingByAPowerOfTwoScalesEveryBit) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(72);
  const T s = static_cast<T>(0x1p33), r = static_cast<T>(0.0625);
  auto soup = dented_ball<T, D>(D == 2 ? 30 : 5, 0.3), big = soup;
  for (auto& v : big.vertices) v *= s;
  const Mesh<T, D> mesh = soup.mesh(), scaled = big.mesh();
  for (int i = 0; i < 12; ++i) {
    Pose<T, D> pose = pose_of<T, D>(random, Family::random);
    if (i % 3 == 0) pose.p = pose.p * T(0.2);
    const Pose<T, D> far{pose.p * s, pose.q};
    const auto d = distance(inflate(mesh, r), inflate(place(mesh, pose), r)),
               e = distance(inflate(scaled, r * s), inflate(place(scaled, far), r * s));
    EXPECT_EQ(d.lower * s, e.lower);
    EXPECT_EQ(d.upper * s, e.upper);
    EXPECT_EQ(d.point_a * s, e.point_a);
    EXPECT_EQ(d.part_b, e.part_b);
    const auto p = separation(inflate(mesh, r), place(mesh, pose)),
               q = separation(inflate(scaled, r * s), place(scaled, far));
    EXPECT_EQ(p.lower * s, q.lower);
    EXPECT_EQ(p.upper * s, q.upper);
    const auto c = shape_cast(inflate(mesh, r), pose.p, place(mesh, pose)),
               f = shape_cast(inflate(scaled, r * s), far.p, place(scaled, far));
    EXPECT_EQ(c.t, f.t);
    EXPECT_EQ(c.t_safe, f.t_safe);
    const Ray<T, D> ray{pose.p * T(-2), pose.p};
    EXPECT_EQ(ray_cast(ray, inflate(mesh, r)).t,
              ray_cast(Ray<T, D>{ray.origin * s, ray.direction * s}, inflate(scaled, r * s)).t);
  }
}

TYPED_TEST(InflatedBodies, AreHitByRaysAndShapesAsTheirPartsAre) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(73);
  const Mesh<T, D> mesh = dented_ball<T, D>(D == 2 ? 30 : 5, 0.3).mesh();
  int hits = 0;
  for (int i = 0; i < 30; ++i) {
    const Pose<T, D> pose = pose_of<T, D>(random, Family::random);
    const T r = static_cast<T>(random.decade(-3, -0.3));
    const auto body = i % 2 == 0 ? place(inflate(mesh, r), pose) : place(inflate(mesh, r), Pose<T, D>{pose.p, {}});
    const Vec<T, D> from = vertex_of<T, D>(random, Family::random) * T(6);
    const Ray<T, D> ray{from, pose.p + vertex_of<T, D>(random, Family::random) - from};
    const Ball<T, D> ball{from, T(0.125)};
    T first = detail::infinity<T>, first_cast = first;
    for (PartId k = 0; k < mesh.part_count(); ++k) {
      const auto part = inflate(place(mesh.part(k), body.pose), r);
      const auto one = ray_cast(ray, part, {.max_t = T(2)});
      if (one.hit && one.t < first) first = one.t;
      const auto cast = shape_cast(ball, ray.direction, part, {.max_t = T(2)});
      if (cast.hit && cast.t < first_cast) first_cast = cast.t;
    }
    const auto hit = ray_cast(ray, body, {.max_t = T(2)});
    EXPECT_EQ(hit.hit, first < detail::infinity<T>) << i;
    EXPECT_EQ(hit.miss, !hit.hit) << i;
    const auto cast = shape_cast(ball, ray.direction, body, {.max_t = T(2)});
    EXPECT_EQ(cast.hit, first_cast < detail::infinity<T>) << i;
    EXPECT_EQ(cast.miss, !cast.hit) << i;
    if (cast.hit) {
      EXPECT_NEAR(double(cast.t), double(first_cast), 1e3 * epsilon_of<T>) << i;
    }
    if (!hit.hit) continue;
    ++hits;
    EXPECT_NEAR(double(hit.t), double(first), 1e3 * epsilon_of<T>) << i;
    EXPECT_LE(hit.t_safe, hit.t);
    EXPECT_EQ(hit.barycentric, (Vec<T, D>{}));
  }
  EXPECT_GT(hits, 10);
}

/// A thick surface is deep where the surface itself is not.
TYPED_TEST(InflatedBodies, HaveDepth) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Mesh<T, D> mesh = closed_ball<T, D>(D == 2 ? 16 : 4, 0.2).mesh();
  const auto thick = inflate(mesh, T(0.25));
  const auto p = penetration(thick, Ball<T, D>{detail::axis<T, D>(0) * T(1.25), T(0.25)});
  EXPECT_GT(p.lower, T(0.1));
  EXPECT_GE(p.upper, p.lower);
  EXPECT_FALSE(
      overlap(thick, Ball<T, D>{detail::axis<T, D>(0) * T(1.25) + p.normal * (p.upper + T(0.01)), T(0.25)}).overlap);
  EXPECT_TRUE(overlap(thick, Point<T, D>{}).apart) << "what it encloses is not part of a surface";
  const auto made = Solid<T, D>::from(mesh);
  ASSERT_TRUE(made);
  EXPECT_TRUE(overlap(inflate(*made, T(0.25)), Point<T, D>{}).overlap);
  EXPECT_TRUE(overlap(inflate(*made, T(0.25)), Point<T, D>{detail::axis<T, D>(0) * T(1.125)}).overlap);
  EXPECT_TRUE(overlap(*made, Point<T, D>{detail::axis<T, D>(0) * T(1.25)}).apart);
}

/// Times of impact place parts in double: they are the same sets.
TYPED_TEST(InflatedBodies, HaveTheSamePartsInDouble) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(74);
  const auto soup = soup_of<T, D>(random, Family::random, 20);
  const Mesh<T, D> mesh = soup.mesh();
  for (const T radius : {T(0), T(0.25)}) {
    const auto ref = inflate(mesh, radius).composite();
    for (PartId i = 0; i < mesh.part_count(); ++i) {
      const Vec<T, D> q = vertex_of<T, D>(random, Family::random) * T(4);
      const auto in_double = ref.with_part_in_double(
          i, [&](const ShapeRef<double, D>& part) { return distance(part, Point<double, D>{detail::widen(q)}); });
      const auto truth = distance(inflate(mesh.part(i), radius), Point<T, D>{q});
      EXPECT_LE(double(truth.lower), in_double.upper);
      EXPECT_GE(double(truth.upper), in_double.lower);
      EXPECT_LE(in_double.upper - in_double.lower, 1e-13);
    }
  }
}

TYPED_TEST(InflatedBodies, RadiiAddUpAndBadOnesAreTold) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Mesh<T, D> mesh = dented_ball<T, D>(4, 0.1).mesh();
  const Pose<T, D> pose{detail::axis<T, D>(0) * T(4), {}};
  const Point<T, D> point{pose.p};
  EXPECT_EQ(distance(inflate(inflate(mesh, T(0.5)), T(0.25)), point).distance,
            distance(inflate(mesh, T(0.75)), point).distance);
  EXPECT_EQ(distance(inflate(place(mesh, pose), T(0.5)), mesh).upper,
            distance(place(inflate(mesh, T(0.5)), pose), mesh).upper);
  for (const T bad : {T(-1), static_cast<T>(std::nan("")), detail::infinity<T>}) {
    const auto body = inflate(mesh, bad);
    EXPECT_EQ(distance(body, point).status, Status::invalid_argument);
    EXPECT_EQ(overlap(body, point).status, Status::invalid_argument);
    EXPECT_EQ(penetration(body, point).status, Status::invalid_argument);
    EXPECT_EQ(separation(body, HalfSpace<T, D>{}).status, Status::invalid_argument);
    EXPECT_EQ(ray_cast(Ray<T, D>{}, body).status, Status::invalid_argument);
    EXPECT_EQ(shape_cast(body, pose.p, point).status, Status::invalid_argument);
  }
}

}  // namespace
}  // namespace abut::test
