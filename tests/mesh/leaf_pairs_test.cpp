/// What the search in float promises about parts of leaves: its bounds contain the distances, judged in 113 bits.
#include "mesh/judge.hpp"
#include "oracle/draw/spaces.hpp"

#include <abut/detail/composite/part_pairs.hpp>

namespace abut::test {
namespace {

using oracle::Real;

template <class S>
struct LeafBounds : ::testing::Test {};
TYPED_TEST_SUITE(LeafBounds, oracle::Spaces);

TYPED_TEST(LeafBounds, ContainTheDistancesOfPartsThatAreOfferedAndCloseNoneThatIsNearer) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(19);
  int offered = 0, tight = 0, closed = 0;
  for (const Family family : families) {
    for (int i = 0; i < 60; ++i) {
      const auto a = soup_of<T, D>(random, family, 4), b = soup_of<T, D>(random, family, 4);
      const Pose<T, D> pose = pose_of<T, D>(random, family), none;
      const Mesh<T, D> mesh_a = a.mesh(), mesh_b = b.mesh();
      const auto ref_a = mesh_a.composite(), ref_b = mesh_b.composite(&pose);
      const detail::RelativeFrame<D> frame(ref_a, ref_b);
      const detail::PartPairs<T, D> pairs(ref_a, ref_b, frame);
      const detail::PairBounds<D> bounds(frame);
      const double limit = frame.size() * (i % 2 == 0 ? 1 : random.between(0, 0.5));
      std::vector<bool> seen(a.parts.size() * b.parts.size());
      pairs.search(0, 0, bounds, limit, [&](const detail::NearPair<D>& pair) {
        seen[pair.a * b.parts.size() + pair.b] = true;
        const auto truth = oracle::distance(world(a, pair.a, none), world(b, pair.b, pose));
        const Real unit = frame.scaled(1.0);
        EXPECT_LE(Real(pair.lower), truth.upper * unit) << static_cast<int>(family) << " " << i;
        EXPECT_GE(Real(pair.upper), truth.lower * unit) << static_cast<int>(family) << " " << i;
        ++offered;
        if (double(pair.upper) - double(pair.lower) < 0x1p-15 * frame.size()) ++tight;
        return limit;
      });
      for (std::size_t k = 0; k < seen.size(); ++k) {
        if (seen[k]) continue;
        const auto truth = oracle::distance(world(a, k / b.parts.size(), none), world(b, k % b.parts.size(), pose));
        EXPECT_GE(truth.upper * Real(frame.scaled(1.0)), Real(limit)) << static_cast<int>(family) << " " << i;
        ++closed;
      }
    }
  }
  EXPECT_GT(tight, offered / 4);
  EXPECT_GT(closed, offered / 20);
}

}  // namespace
}  // namespace abut::test
