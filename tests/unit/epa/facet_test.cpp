/// The key of a facet of EPA's polytope that its plane does not determine: a direction alone proves it.
#include <abut/detail/epa/winding.hpp>
#include <abut/separation.hpp>

#include <gtest/gtest.h>

namespace abut::detail {
namespace {

/// Three points nearly in a line have no plane: the nearest point of the line decides.
TEST(EpaFacet, ThatIsThinIsAsFarAwayAsItsNearestPoint) {
  const Vec3d w[3] = {{1, -1, 0}, {1, 1, 0}, {1, 0.5, 0x1p-100}};
  Vec3d direction{0, 0, 1};
  EXPECT_EQ(improve_key(w, Form::thin, -7, direction), 1);
  EXPECT_EQ(direction, (Vec3d{1, 0, 0}));
}

/// The plane is at a distance of 1, all of the facet further away.
TEST(EpaFacet, ThatIsBesideItsPlanesNearestPointIsFurtherAwayThanThePlane) {
  const Vec3d w[3] = {{3, 4, 0}, {3, 5, 0}, {3, 4.5, 0x1p-20}};
  Vec3d direction{1, 0, 0};
  const double key = improve_key(w, Form::slender, 3, direction);
  EXPECT_NEAR(key, 5, 8 * unit_roundoff * 5);
  EXPECT_EQ(key, lowest(w, direction));
  EXPECT_NEAR(norm(direction), 1, 4 * unit_roundoff);
}

/// The key is never lowered: neither if another direction proves less, nor if there is none.
TEST(EpaFacet, KeepsWhatItsPlaneProves) {
  const Vec3d beside[3] = {{3, 4, 0}, {3, 5, 0}, {3, 4.5, 0x1p-20}};
  const Vec3d around[3] = {{3, -1, -0x1p-20}, {3, 1, -0x1p-20}, {3, 0, 0x1p-20}};
  const Vec3d through[3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0x1p-20}};
  for (const auto* const w : {beside, around, through}) {
    Vec3d direction{1, 0, 0};
    EXPECT_EQ(improve_key(w, Form::slender, 6, direction), 6);
    EXPECT_EQ(direction, (Vec3d{1, 0, 0}));
  }
}

/// Squares of such lengths are infinite and their quotients NaN; a support function that breaks its contract may return
/// them. The nearest facet was then one behind the last, with whatever was in that memory.
TEST(EpaFacet, IsNotTakenFromBehindTheLastWhereNoKeyIsANumber) {
  Polytope<3> polytope;
  constexpr double far = 0x1p600;
  for (const Vec3d& w : {Vec3d{far, far, far}, Vec3d{far, -far, -far}, Vec3d{-far, far, -far}}) {
    polytope.slot() = {.w = w};
    polytope.take_vertex();
  }
  polytope.close(0);
  const int nearest = polytope.nearest();
  EXPECT_GE(nearest, 0);
  EXPECT_LT(nearest, polytope.facet_count());
  EXPECT_FALSE(polytope.winds_around_origin({1, 0, 0}));
}

/// A cube of half width 1 that changes its size after some support calls.
struct CubeThatGrows {
  using Vector = Vec3d;
  int* answers;
  int honest;
  double far;

  SupportPoint<Vec3d> support(const Vec3d& d) const {
    const double half = ++*answers > honest ? far : 1;
    return {{d.x < 0 ? -half : half, d.y < 0 ? -half : half, d.z < 0 ? -half : half}, no_vertex};
  }
  static Vec3d center() { return {}; }
  static double bounding_radius() { return 2; }
};

/// The query ends, and its result depends on the support points alone.
TEST(EpaFacet, WithoutAKeyEndsAQuery) {
  const Box3d box{.half = {0.5, 0.5, 0.5}};
  const SeparationOptions3d options{.max_iterations = 64};
  for (const double far : {0x1p300, 0x1p600, 0x1p1000}) {
    for (int honest = 0; honest < 12; ++honest) {
      const auto ask = [&] {
        int answers = 0;
        return separation(CubeThatGrows{&answers, honest, far}, box, options);
      };
      const auto r = ask(), again = ask();
      EXPECT_LE(r.iterations, 64);
      EXPECT_LE(r.lower, r.upper);
      EXPECT_EQ(r.status, again.status);
      EXPECT_EQ(r.lower, again.lower);
      EXPECT_EQ(r.upper, again.upper);
      EXPECT_EQ(r.normal, again.normal);
    }
  }
}

}  // namespace
}  // namespace abut::detail
