/// separation_gradient() of bodies of parts: held against differences, and honest about where there is no derivative.
#include "mesh/chains.hpp"
#include "oracle/draw/spaces.hpp"

#include <abut/any_shape.hpp>

namespace abut::test {
namespace {

using detail::widen;

template <class S>
struct MeshGradients : ::testing::Test {};
TYPED_TEST_SUITE(MeshGradients, oracle::Spaces);

/// The box |x_i| <= 1.
template <Scalar T, int D>
Soup<T, D> unit_box() {
  if constexpr (D == 3) {
    return cube<T>();
  } else {
    return {{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}};
  }
}

template <int D>
Pose<double, D> turned(const Pose<double, D>& pose, const Vec<double, 3>& by) {
  if constexpr (D == 2) {
    return {pose.p, Rotation2d::by(by.z) * pose.q};
  } else {
    return {pose.p, Rotation3d::about(by, std::sqrt(norm_squared(by))) * pose.q};
  }
}

double along(double rate, const Vec<double, 3>& turn) { return rate * turn.z; }
double along(const Vec<double, 3>& rate, const Vec<double, 3>& turn) { return dot(rate, turn); }

TEST(MeshGradient, FollowsDifferencesWhereItIsUnique) {
  oracle::Random random(91);
  int unique = 0;
  const auto check = [&]<int D>(const Mesh<double, D>& mesh, const auto& shape) {
    for (int i = 0; i < 12; ++i) {
      Pose<double, D> p = pose_of<double, D>(random, Family::random), q = pose_of<double, D>(random, Family::random);
      p.p = p.p * (3.5 / std::sqrt(norm_squared(p.p)));
      q.p = q.p * 0.1;
      const auto g = separation_gradient(place(mesh, p), place(shape, q));
      const auto s = g.separation.separation;
      EXPECT_EQ(s, separation(place(mesh, p), place(shape, q)).separation);
      EXPECT_EQ(g.a.translation, -g.b.translation);
      if (!g.unique || !(s > 0.1)) continue;
      ++unique;
      Vec<double, D> step;
      Vec<double, 3> turn{0, 0, random.between(-1, 1)};
      for (int k = 0; k < D; ++k) step[k] = random.between(-1, 1) * 1e-5;
      if constexpr (D == 3) turn = {random.between(-1, 1), random.between(-1, 1), turn.z};
      turn = turn * 1e-5;
      const Pose<double, D> moved_p = turned(Pose<double, D>{p.p + step, p.q}, turn);
      const Pose<double, D> moved_q = turned(Pose<double, D>{q.p + step, q.q}, turn);
      const double by_a = separation(place(mesh, moved_p), place(shape, q)).separation - s;
      const double by_b = separation(place(mesh, p), place(shape, moved_q)).separation - s;
      EXPECT_NEAR(by_a, dot(g.a.translation, step) + along(g.a.rotation, turn), 2e-8) << D << " " << i;
      EXPECT_NEAR(by_b, dot(g.b.translation, step) + along(g.b.rotation, turn), 2e-8) << D << " " << i;
    }
  };
  const auto mesh2 = dented_ball<double, 2>(12, 0.3).mesh();
  const auto mesh3 = dented_ball<double, 3>(5, 0.3).mesh();
  check(mesh2, mesh2);
  check(mesh2, Box2d{{1, 0.5}});
  check(mesh3, mesh3);
  check(mesh3, Capsule3d{{0, 0, -1}, {0, 0, 1}, 0.25});
  EXPECT_GT(unique, 30);
}

/// Many triangles share the nearest point, which is one all the same.
TYPED_TEST(MeshGradients, AreUniqueAtVerticesEdgesAndFaces) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Mesh<T, D> mesh = unit_box<T, D>().mesh();
  const auto solid = Solid<T, D>::from(mesh);
  ASSERT_TRUE(solid);
  for (int beside = 1; beside < 1 << D; ++beside) {  // outside of the faces whose bits are set
    Vec<T, D> center;
    int outside = 0;
    for (int i = 0; i < D; ++i) {
      const bool is_out = (beside >> i & 1) != 0;
      center[i] = is_out ? T(2) : T(0.25);  // on the diagonal of a face, between two triangles
      outside += is_out ? 1 : 0;
    }
    const Ball<T, D> ball{center, T(0.5)};
    for (const auto& g : {separation_gradient(mesh, ball), separation_gradient(*solid, ball)}) {
      EXPECT_TRUE(g.unique) << beside;
      EXPECT_NEAR(double(g.separation.separation), std::sqrt(outside) - 0.5, 8 * epsilon_of<T>);
      EXPECT_EQ(g.b.translation, g.separation.normal);
    }
    const auto swapped = separation_gradient(AnyShape<T, D>(ball), mesh);
    EXPECT_TRUE(swapped.unique);
    EXPECT_EQ(swapped.a.translation, -swapped.b.translation);
    EXPECT_TRUE(separation_gradient(mesh, Point<T, D>{center}).unique);
  }
}

TYPED_TEST(MeshGradients, AreNotUniqueWhereTwoPlacesAreAsNear) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Mesh<T, D> mesh = unit_box<T, D>().mesh();
  const Vec<T, D> x = detail::axis<T, D>(0);
  EXPECT_FALSE(separation_gradient(mesh, Ball<T, D>{{}, T(0.25)}).unique) << "in the middle of a shell";
  EXPECT_FALSE(separation_gradient(mesh, place(mesh, Pose<T, D>{x * T(3), {}})).unique) << "face beside face";
  Box<T, D> box;
  for (int i = 0; i < D; ++i) box.half[i] = T(0.25);
  EXPECT_FALSE(separation_gradient(mesh, place(box, Pose<T, D>{x * T(3), {}})).unique);
  EXPECT_FALSE(separation_gradient(mesh, mesh).unique) << "they overlap";
  const auto cut = separation_gradient(mesh, place(box, Pose<T, D>{x * T(30), {}}), {.cutoff = T(1)});
  EXPECT_EQ(cut.separation.status, Status::cutoff);
  EXPECT_FALSE(cut.unique);
  EXPECT_EQ(separation_gradient(mesh, Ball<T, D>{{}, T(-1)}).separation.status, Status::invalid_argument);
}

TYPED_TEST(MeshGradients, OfHalfSpacesAreThoseOfTheLowestPoint) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Soup<T, D> tip = closed_ball<T, D>(D == 2 ? 4 : 3, 0);
  for (auto& v : tip.vertices) v[D - 1] *= T(2);
  const Mesh<T, D> mesh = tip.mesh();
  const Vec<T, D> up = detail::axis<T, D>(D - 1);
  for (const T height : {T(4), T(1)}) {
    const auto lands = separation_gradient(HalfSpace<T, D>{up, T(0)}, place(mesh, Pose<T, D>{up * height, {}}));
    EXPECT_TRUE(lands.unique) << double(height);
    EXPECT_NEAR(double(lands.separation.separation), double(height) - 2, 1e-6);
    EXPECT_EQ(lands.b.translation, up);
    EXPECT_FALSE(separation_gradient(HalfSpace<T, D>{detail::axis<T, D>(0), T(-4)}, unit_box<T, D>().mesh()).unique);
  }
}

}  // namespace
}  // namespace abut::test
