/// What the command line found about meshes.
#include <abut/mesh.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace abut::test {
namespace {

/// No two parts had been asked when the boxes were proven to be beyond the cutoff: the distance was 0, and the nearest
/// point inside.
TEST(Mesh, IsNotMetBeyondACutoffThatItsBoxProves) {
  const std::vector<Vec3d> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::vector<std::array<std::uint32_t, 3>> parts{{0, 1, 2}};
  const auto mesh = Mesh3d::from(corners, parts);
  ASSERT_TRUE(mesh);
  const auto d = distance(*mesh, Ball3d{{500, 0, 0}, 1}, {.cutoff = 10});
  EXPECT_EQ(d.status, Status::cutoff);
  EXPECT_TRUE(std::isinf(d.distance));
  EXPECT_TRUE(10 < d.lower && d.lower <= 498 && 498 <= d.upper && std::isfinite(d.upper));
  const auto near = closest_point({500, 0, 0}, *mesh, {.cutoff = 10});
  EXPECT_EQ(near.status, Status::cutoff);
  EXPECT_FALSE(near.inside);
}

}  // namespace
}  // namespace abut::test
