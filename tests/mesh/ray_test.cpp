/// Rays at meshes: judged in 113 bits over all parts, watertight, and as the contract has it.
#include "mesh/judge.hpp"
#include "oracle/draw/spaces.hpp"

namespace abut::test {
namespace {

using oracle::Real;

template <class S>
struct MeshRays : ::testing::Test {};
TYPED_TEST_SUITE(MeshRays, oracle::Spaces);

/// The part of the ray between two times, as a body of two points in the world.
template <Scalar T, int D>
oracle::Body<D> piece(const Ray<T, D>& ray, T from, T to) {
  const Vec<T, D> none{};
  const Vec<T, D> origin[] = {none};
  oracle::Body<D> body = oracle::body(std::span<const Vec<T, D>>(origin), Pose<T, D>{});
  auto at = body.points[0];
  body.points.clear();
  for (const T t : {from, to}) {
    for (int i = 0; i < D; ++i) at[i] = Real(ray.origin[i]) + Real(ray.direction[i]) * Real(t);
    body.points.push_back(at);
  }
  return body;
}

template <Scalar T, int D>
Ray<T, D> ray_of(oracle::Random& random, Family family, const Soup<T, D>& soup, const Pose<T, D>& pose) {
  // Between two places in the world, the second of which is often a point of the soup.
  const Vec<T, D> from = vertex_of<T, D>(random, family) * T(4);
  Vec<T, D> to = vertex_of<T, D>(random, family);
  if (random.chance(0.7)) {
    const auto& part = soup.parts[static_cast<std::size_t>(random.integer(0, int(soup.parts.size()) - 1))];
    Vec<double, D> x{};
    double sum = 0;
    for (const std::uint32_t v : part) {
      const double w = random.chance(0.2) ? 0 : random.between(0, 1);
      x += detail::widen(soup.vertices[v]) * w;
      sum += w;
    }
    if (sum > 0) to = vec_cast<T>(detail::matrix(detail::rescaled(pose.q)) * (x * (1 / sum)) + detail::widen(pose.p));
  }
  const T length = static_cast<T>(random.decade(-2, 2));
  return {from, (to - from) * length};
}

template <Scalar T, int D>
Ray<T, D> placed(const Ray<T, D>& ray, const Pose<T, D>& pose) {
  const auto turn = detail::matrix(detail::rescaled(pose.q));
  return {vec_cast<T>(turn * detail::widen(ray.origin) + detail::widen(pose.p)),
          vec_cast<T>(turn * detail::widen(ray.direction))};
}

TYPED_TEST(MeshRays, AreFreeUntilTSafeAndHitThePartNamedUpToRounding) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(23);
  int hits = 0, asked = 0, open = 0;
  for (const Family family : families) {
    for (int i = 0; i < 150; ++i) {
      const auto soup = soup_of<T, D>(random, family, 8);
      const Pose<T, D> pose = i % 2 == 0 ? Pose<T, D>{} : pose_of<T, D>(random, family);
      const Mesh<T, D> mesh = soup.mesh();
      const Ray<T, D> ray = ray_of(random, family, soup, pose);
      RayCastOptions<T, D> options;
      options.max_t = i % 3 == 0 ? T(1) : T(1000);
      const auto r = i % 2 == 0 ? ray_cast(ray, mesh, options) : ray_cast(ray, place(mesh, pose), options);
      const auto where = [&] { return static_cast<int>(family) * 1000 + i; };
      ++asked;
      ASSERT_NE(r.status, Status::invalid_argument) << where();
      EXPECT_EQ(r.status == Status::converged, r.hit || r.miss) << where();
      EXPECT_FALSE(r.hit && r.miss) << where();
      if (!r.hit && !r.miss) ++open;
      EXPECT_TRUE(!r.hit || r.t_safe <= r.t) << where();
      // Free before t_safe: by the next number before it, the ray has not touched any part.
      if (r.t_safe > T(0)) {
        const auto before = piece(ray, T(0), detail::neighbor<false>(r.t_safe));
        for (std::size_t k = 0; k < soup.parts.size(); ++k) {
          EXPECT_GT(oracle::distance(before, world(soup, k, pose)).lower, 0) << where() << " " << r.hit;
        }
      }
      if (!r.hit) continue;
      ++hits;
      // The point is on the part named, up to the rounding of all lengths.
      ASSERT_LT(r.part, soup.parts.size()) << where();
      double size = double(length(ray.origin - pose.p)) + double(length(ray.direction)) * double(r.t);
      for (const auto& v : soup.vertices) size += double(length(v)) / double(soup.vertices.size());
      for (const std::uint32_t v : soup.parts[r.part]) size += double(length(soup.vertices[v]));
      const auto gap = oracle::distance(piece(ray, r.t, r.t), world(soup, r.part, pose));
      EXPECT_LE(gap.lower, Real(64 * epsilon_of<T> * size)) << where();
      double sum = 0;
      for (int k = 0; k < D; ++k) {
        EXPECT_GE(r.barycentric[k], T(0)) << where();
        sum += double(r.barycentric[k]);
      }
      EXPECT_NEAR(sum, 1, 4 * epsilon_of<T>) << where();
    }
  }
  EXPECT_GT(hits, asked / 4);
  EXPECT_LT(hits, asked);
  EXPECT_EQ(open, 0);
}

/// Rays from inside of a closed surface at its vertices, at points of its edges, and at random: none may escape.
TYPED_TEST(MeshRays, DoNotSlipThroughAClosedSurface) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(29);
  const auto soup = dented_ball<T, D>(D == 2 ? 40 : 9, 0.3);
  const Mesh<T, D> mesh = soup.mesh();
  for (int i = 0; i < 1500; ++i) {
    const Pose<T, D> pose = i % 3 == 2 ? pose_of<T, D>(random, Family::random) : Pose<T, D>{};
    Ray<T, D> ray;
    for (int k = 0; k < D; ++k) ray.origin[k] = i % 2 == 0 ? T(0) : static_cast<T>(random.between(-0.2, 0.2));
    const auto& part = soup.parts[static_cast<std::size_t>(random.integer(0, int(soup.parts.size()) - 1))];
    const Vec<T, D> v = soup.vertices[part[0]], w = soup.vertices[part[1]];
    Vec<T, D> to = i % 5 < 2 ? v : v + (w - v) * static_cast<T>(random.between(0, 1));
    if (i % 7 == 0) to = vertex_of<T, D>(random, Family::random);
    ray.direction = to - ray.origin;
    if (i % 3 == 2) ray = placed(ray, pose);
    const auto r = i % 3 == 2 ? ray_cast(ray, place(mesh, pose)) : ray_cast(ray, mesh);
    EXPECT_TRUE(r.hit) << i;
    EXPECT_LE(r.t_safe, r.t) << i;
    // The direction is exact if the ray begins at the origin and aims at a vertex.
    const bool is_exact = i % 2 == 0 && i % 3 != 2 && i % 5 < 2 && i % 7 != 0;
    EXPECT_TRUE(!is_exact || double(r.t) <= 1 + 64 * epsilon_of<T>) << i << " " << r.t;
    EXPECT_LE(dot(detail::widen(r.normal), detail::widen(ray.direction)), 0) << i;
  }
}

/// All numbers are exact: on the edges and diagonals of a lattice the surface is hit where it is.
TYPED_TEST(MeshRays, HitEdgesAndVerticesOfALatticeExactly) {
  using T = typename TypeParam::T;
  if constexpr (TypeParam::D == 3) {
    const auto soup = cube<T>();
    const Mesh<T, 3> mesh = soup.mesh();
    const Vec<T, 3> origins[] = {{0, 0, 0}, {T(0.5), T(-0.25), 0}, {4, 0, 0}, {3, -5, 7}, {-4, 4, 4}};
    for (const auto& part : soup.parts) {
      for (int edge = 0; edge < 3; ++edge) {
        const auto at = [&](int k) { return soup.vertices[part[static_cast<std::size_t>(k % 3)]]; };
        for (int k = 0; k <= 8; ++k) {
          const Vec<T, 3> target = at(edge) + (at(edge + 1) - at(edge)) * (T(k) / 8);
          for (const auto& origin : origins) {
            const auto r = ray_cast(Ray<T, 3>{origin, target - origin}, mesh);
            EXPECT_TRUE(r.hit);
            EXPECT_LE(r.t, 1 + 4 * epsilon_of<T>);
            EXPECT_TRUE(ray_cast(Ray<T, 3>{origin, origin - target}, mesh).miss || max_abs(origin) < 1);
          }
        }
      }
    }
  }
}

/// In a flat grid the boxes of the tree have no thickness, and abut along the edges. Rays pass there, nearer to the
/// edge than float can tell.
TYPED_TEST(MeshRays, DoNotSlipThroughAFlatGrid) {
  using T = typename TypeParam::T;
  if constexpr (TypeParam::D == 3) {
    oracle::Random random(41);
    constexpr std::uint32_t n = 12;
    Soup<T, 3> soup;
    for (std::uint32_t i = 0; i <= n; ++i) {
      for (std::uint32_t k = 0; k <= n; ++k) soup.vertices.push_back({T(0.3) * T(i), T(0.7) * T(k), T(0.1)});
    }
    for (std::uint32_t i = 0; i < n; ++i) {
      for (std::uint32_t k = 0; k < n; ++k) {
        const std::uint32_t a = i * (n + 1) + k, b = a + n + 1;
        soup.parts.push_back({a, b, a + 1});
        soup.parts.push_back({b, b + 1, a + 1});
      }
    }
    const Mesh<T, 3> mesh = soup.mesh();
    for (int i = 0; i < 2000; ++i) {
      const auto row = static_cast<T>(random.integer(1, n - 1)), column = static_cast<T>(random.between(1, n - 1));
      const T off = static_cast<T>(random.decade(-12, -5) * random.integer(-1, 1));
      const Vec<T, 3> target = i % 2 == 0 ? Vec<T, 3>{T(0.3) * row + off, T(0.7) * column, T(0.1)}
                                          : Vec<T, 3>{T(0.3) * column, T(0.7) * row + off, T(0.1)};
      const Vec<T, 3> origin = target + vertex_of<T, 3>(random, Family::random) + Vec<T, 3>{0, 0, 2};
      EXPECT_TRUE(ray_cast(Ray<T, 3>{origin, target - origin}, mesh).hit) << i;
    }
  }
}

TYPED_TEST(MeshRays, ScaleBitForBit) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(31);
  const auto soup = dented_ball<T, D>(D == 2 ? 60 : 8, 0.3);
  const Mesh<T, D> mesh = soup.mesh();
  for (const int k : {-30, 1, 35}) {
    const T s = static_cast<T>(std::ldexp(1.0, k));
    auto big = soup;
    for (auto& v : big.vertices) v *= s;
    const Mesh<T, D> scaled = big.mesh();
    for (int i = 0; i < 30; ++i) {
      const Pose<T, D> pose = pose_of<T, D>(random, Family::random);
      const Ray<T, D> ray = ray_of(random, Family::random, soup, pose);
      const auto r = ray_cast(ray, place(mesh, pose));
      const auto of_both = ray_cast(Ray<T, D>{ray.origin * s, ray.direction * s}, place(scaled, {pose.p * s, pose.q}));
      EXPECT_EQ(of_both.t, r.t);
      EXPECT_EQ(of_both.t_safe, r.t_safe);
      EXPECT_EQ(of_both.part, r.part);
      EXPECT_EQ(of_both.normal, r.normal);
      EXPECT_EQ(of_both.point, r.point * s);
      EXPECT_EQ(of_both.barycentric, r.barycentric);
    }
  }
}

TYPED_TEST(MeshRays, AgreeWithTheConvexQueryAboutEveryPart) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(37);
  const auto soup = dented_ball<T, D>(D == 2 ? 40 : 6, 0.4);
  const Mesh<T, D> mesh = soup.mesh();
  int hits = 0;
  for (int i = 0; i < 60; ++i) {
    const Pose<T, D> pose = pose_of<T, D>(random, Family::random);
    const Ray<T, D> ray = ray_of(random, Family::random, soup, pose);
    T first = detail::infinity<T>;
    for (PartId k = 0; k < mesh.part_count(); ++k) {
      const auto one = ray_cast(ray, place(mesh.part(k), pose));
      if (one.hit && one.t < first) first = one.t;
    }
    const auto r = ray_cast(ray, place(mesh, pose));
    EXPECT_EQ(r.hit, first < detail::infinity<T>) << i;
    if (!r.hit) continue;
    ++hits;
    EXPECT_NEAR(double(r.t), double(first), 1e4 * epsilon_of<T> * double(first)) << i;
    EXPECT_FALSE(ray_cast(ray, place(mesh, pose), {.max_t = r.t_safe / 2}).hit) << i;
  }
  EXPECT_GT(hits, 20);
}

TEST(MeshRay, NamesPartPointNormalAndWeights) {
  const Mesh3d mesh = cube<double>().mesh();
  const auto r = ray_cast(Ray3d{{-3, 0.25, 0.5}, {2, 0, 0}}, mesh);
  EXPECT_TRUE(r.hit);
  EXPECT_EQ(r.t, 1);
  EXPECT_EQ(r.point, (Vec3d{-1, 0.25, 0.5}));
  EXPECT_EQ(r.normal, (Vec3d{-1, 0, 0}));
  const auto part = mesh.part(r.part);
  Vec3d at{};
  for (VertexId k = 0; k < 3; ++k) at += detail::vertex(part, k) * r.barycentric[static_cast<int>(k)];
  EXPECT_EQ(at, r.point);
  // From inside the other side of a face is hit, and the normal is against the ray all the same.
  const auto out = ray_cast(Ray3d{{0, 0.25, 0.5}, {1, 0, 0}}, mesh);
  EXPECT_EQ(out.t, 1);
  EXPECT_EQ(out.normal, (Vec3d{-1, 0, 0}));
}

TEST(MeshRay, EndsAtMaxTAndStartsAsThePolicySays) {
  const Mesh3d mesh = cube<double>().mesh();
  const Ray3d ray{{-3, 0.25, 0.5}, {2, 0, 0}};
  const auto ends = ray_cast(ray, mesh, {.max_t = 0.999});
  EXPECT_TRUE(ends.miss);
  EXPECT_EQ(ends.t_safe, 0.999);
  EXPECT_TRUE(ray_cast(ray, mesh, {.max_t = 1.001}).hit);
  EXPECT_TRUE(ray_cast(Ray3d{{3, 0.25, 0.5}, {2, 0, 0}}, mesh).miss);
  const Ray3d on{{-1, 0.25, 0.5}, {1, 0, 0}};
  const auto at_once = ray_cast(on, mesh);
  EXPECT_TRUE(at_once.hit);
  EXPECT_EQ(at_once.t, 0);
  EXPECT_EQ(at_once.start, StartState::overlapping);
  const auto ignored = ray_cast(on, mesh, {.at_start = InsidePolicy::ignore});
  EXPECT_EQ(ignored.t, 2);
  EXPECT_EQ(ignored.point.x, 1);
}

TEST(MeshRay, ADegenerateTriangleIsASegmentOrAPoint) {
  const std::vector<Vec3d> points{{0, 0, 0}, {0, 2, 0}, {5, 5, 5}};
  const std::vector<std::array<std::uint32_t, 3>> flat{{0, 1, 0}, {2, 2, 2}};
  const auto mesh = Mesh3d::from(points, flat);
  ASSERT_TRUE(mesh);
  EXPECT_TRUE(ray_cast(Ray3d{{-1, 1, 0}, {1, 0, 0}}, *mesh).hit);
  EXPECT_TRUE(ray_cast(Ray3d{{-1, 1, 0x1p-30}, {1, 0, 0}}, *mesh).miss);
  EXPECT_TRUE(ray_cast(Ray3d{{5, 5, 0}, {0, 0, 1}}, *mesh).hit);
  EXPECT_EQ(ray_cast(Ray3d{{5, 5, 0}, {0, 0, 1}}, *mesh).part, 1U);
  EXPECT_TRUE(ray_cast(Ray3d{{5, 5 + 0x1p-30, 0}, {0, 0, 1}}, *mesh).miss);
}

TEST(MeshRay, AMeshThatIsSmallerThanRoundingIsMetAllTheSame) {
  const std::vector<Vec3d> points{{5, 5, 5}, {5, 5, 5}, {5 + 0x1p-50, 5, 5}};
  const std::vector<std::array<std::uint32_t, 3>> point{{0, 0, 1}}, needle{{0, 1, 2}};
  for (const auto& parts : {point, needle}) {
    const auto mesh = Mesh3d::from(points, parts);
    ASSERT_TRUE(mesh);
    EXPECT_TRUE(ray_cast(Ray3d{{5, 5, -100}, {0, 0, 1}}, *mesh).hit);
    EXPECT_TRUE(ray_cast(Ray3d{{5, 5.001, -100}, {0, 0, 1}}, *mesh).miss);
    EXPECT_TRUE(ray_cast(Ray3d{{1e6, 1e6, 1e6}, {-1, -1, -1}}, *mesh).hit);
  }
}

TEST(MeshRay, ADirectionOfZeroIsAPointAndBadNumbersAreTold) {
  const Mesh3f mesh = cube<float>().mesh();
  EXPECT_TRUE(ray_cast(Ray3f{{1, 0, 0}, {0, 0, 0}}, mesh).hit);
  EXPECT_TRUE(ray_cast(Ray3f{{1.5F, 0, 0}, {0, 0, 0}}, mesh).miss);
  const float none = std::nanf("");
  EXPECT_EQ(ray_cast(Ray3f{{none, 0, 0}, {1, 0, 0}}, mesh).status, Status::invalid_argument);
  EXPECT_EQ(ray_cast(Ray3f{{2, 0, 0}, {1, none, 0}}, mesh).status, Status::invalid_argument);
  EXPECT_EQ(ray_cast(Ray3f{}, mesh, {.max_t = -1}).status, Status::invalid_argument);
  EXPECT_EQ(ray_cast(Ray3f{}, place(mesh, Pose3f{{none, 0, 0}, {}})).status, Status::invalid_argument);
}

}  // namespace
}  // namespace abut::test
