/// Meshes whose vertices were moved: the tree holds, whatever they have become.
#include "mesh/chains.hpp"
#include "mesh/judge.hpp"
#include "oracle/draw/spaces.hpp"

namespace abut::test {
namespace {

template <class S>
struct Refit : ::testing::Test {};
TYPED_TEST_SUITE(Refit, oracle::Spaces);

bool are_equal(const std::vector<std::byte>& a, std::span<const std::byte> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size()) == 0;
}
std::vector<std::byte> copy_of(std::span<const std::byte> bytes) { return {bytes.begin(), bytes.end()}; }

/// Other vertices of the family; those that were equal are equal.
template <Scalar T, int D>
std::vector<Vec<T, D>> moved(oracle::Random& random, const Soup<T, D>& soup, Family family) {
  std::vector<Vec<T, D>> vertices;
  for (std::size_t i = 0; i < soup.vertices.size(); ++i) {
    std::size_t first = 0;
    while (!(soup.vertices[first] == soup.vertices[i])) ++first;
    vertices.push_back(first < i ? vertices[first] : vertex_of<T, D>(random, family));
  }
  return vertices;
}

/// Every box is the smallest around what is below it: from_bytes() says so. So a proof holds as after building.
TYPED_TEST(Refit, TheTreeHoldsWhereverTheVerticesAre) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(81);
  for (const Family family : families) {
    for (const Family to : {family, Family::random, Family::lattice, Family::flat}) {
      const Soup<T, D> soup = soup_of<T, D>(random, family, 400);
      Mesh<T, D> mesh = soup.mesh();
      const MeshView<T, D> view = mesh.view();
      const auto vertices = moved(random, soup, to);
      const auto cost = mesh.refit(vertices);
      ASSERT_TRUE(cost);
      EXPECT_GT(*cost, 0);
      EXPECT_LE(*cost, std::numeric_limits<double>::max());
      EXPECT_TRUE(std::equal(vertices.begin(), vertices.end(), view.vertices().begin(), view.vertices().end()));
      const auto checked = MeshView<T, D>::from_bytes(mesh.bytes());
      ASSERT_TRUE(checked) << to_string(checked.error().kind);
      const Mesh<T, D> built = Soup<T, D>{vertices, soup.parts}.mesh();
      EXPECT_EQ(mesh.aabb().min, built.aabb().min);
      const Pose<T, D> pose = pose_of<T, D>(random, to);
      const auto d = distance(mesh, place(built, pose)), e = distance(built, place(mesh, pose));
      EXPECT_LE(d.lower, e.upper);
      EXPECT_LE(e.lower, d.upper);
      EXPECT_EQ(d.status, Status::converged);
    }
  }
}

TYPED_TEST(Refit, AnswersAreProvenAsBefore) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(82);
  for (int i = 0; i < 12; ++i) {
    Soup<T, D> a = soup_of<T, D>(random, Family::random, 6);
    const Soup<T, D> b = soup_of<T, D>(random, Family::random, 6);
    Mesh<T, D> mesh = a.mesh();
    const Mesh<T, D> other = b.mesh();
    a.vertices = moved(random, a, i % 2 == 0 ? Family::random : Family::slivers);
    ASSERT_TRUE(mesh.refit(a.vertices));
    const Pose<T, D> pose = pose_of<T, D>(random, Family::random);
    const TrueRange truth = true_distance(world(a, Pose<T, D>{}), world(b, pose));
    expect_true(distance(mesh, place(other, pose)), overlap(mesh, place(other, pose)), truth, i);
  }
}

TYPED_TEST(Refit, TheSameVerticesGiveTheSameBytes) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(83);
  for (const Family family : families) {
    Mesh<T, D> mesh = soup_of<T, D>(random, family, 200).mesh();
    const auto before = copy_of(mesh.bytes());
    EXPECT_EQ(*mesh.refit(mesh.vertices()), 1.0);
    EXPECT_TRUE(are_equal(before, mesh.bytes()));
  }
}

/// A tree of parts that are no longer neighbors costs more, one that only moves, turns or grows does not.
TYPED_TEST(Refit, TheCostTellsWhatIsLost) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(84);
  const Soup<T, D> soup = closed_ball<T, D>(D == 2 ? 300 : 16, 0.1);
  Mesh<T, D> mesh = soup.mesh();
  auto vertices = soup.vertices;
  for (auto& v : vertices) v = v * T(8);
  EXPECT_EQ(*mesh.refit(vertices), 1.0);
  for (auto& v : vertices) std::swap(v[0], v[1]);
  EXPECT_NEAR(*mesh.refit(vertices), 1, 0.1);
  ASSERT_TRUE(mesh.refit(soup.vertices));
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    vertices[i] = i < 32 || i + 32 >= vertices.size() ? soup.vertices[i] : vertex_of<T, D>(random, Family::random);
  }
  EXPECT_GT(*mesh.refit(vertices), 3);
}

TYPED_TEST(Refit, WhatIsRefusedChangesNothing) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  using Kind = RefitError::Kind;
  const Soup<T, D> soup{closed_ball<T, D>(6, 0.1).vertices, closed_ball<T, D>(6, 0.1).parts};
  Soup<T, D> doubled = soup;
  doubled.vertices.push_back(doubled.vertices[3]);
  Mesh<T, D> mesh = doubled.mesh();
  const auto before = copy_of(mesh.bytes());
  const auto expect_refused = [&](const std::vector<Vec<T, D>>& vertices, Kind kind, std::size_t index) {
    const auto cost = mesh.refit(vertices);
    ASSERT_FALSE(cost);
    EXPECT_EQ(cost.error().kind, kind) << to_string(cost.error().kind);
    EXPECT_EQ(cost.error().index, index);
    EXPECT_TRUE(are_equal(before, mesh.bytes()));
  };
  expect_refused(soup.vertices, Kind::other_count, soup.vertices.size());
  auto broken = doubled.vertices;
  broken[5][1] = static_cast<T>(HUGE_VAL);
  expect_refused(broken, Kind::not_finite, 5);
  auto parted = doubled.vertices;
  parted.back()[0] += T(0.5);
  expect_refused(parted, Kind::parted, parted.size() - 1);
}

/// Edges that were matched stay so, also where vertices fall together: winding numbers are those of a solid built anew.
TYPED_TEST(Refit, ASolidStaysClosed) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(85);
  for (int i = 0; i < 10; ++i) {
    const auto chain = chain_of<T, D>(random, 20, [&] { return vertex_of<T, D>(random, Family::random); });
    Solid<T, D> solid = chain.solid();
    const auto vertices = moved(random, chain.surface, i % 2 == 0 ? Family::random : Family::lattice);
    ASSERT_TRUE(solid.refit(vertices));
    const auto built = Solid<T, D>::from(vertices, chain.surface.parts);
    ASSERT_TRUE(built);
    EXPECT_TRUE((SolidView<T, D>::from_bytes(solid.bytes())));
    const Ball<T, D> ball{vertex_of<T, D>(random, Family::random), T(0.125)};
    const auto d = distance(solid, ball), e = distance(*built, ball);
    EXPECT_LE(d.lower, e.upper);
    EXPECT_LE(e.lower, d.upper);
    for (int k = 0; k < 30; ++k) {
      const Vec<T, D> q = vertex_of<T, D>(random, k % 2 == 0 ? Family::random : Family::lattice);
      EXPECT_EQ(inside(q, solid).winding, inside(q, *built).winding);
      EXPECT_EQ(inside(q, solid).on_surface, inside(q, *built).on_surface);
    }
  }
}

}  // namespace
}  // namespace abut::test
