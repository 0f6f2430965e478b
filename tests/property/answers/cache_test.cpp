/// A cache never changes an answer by more than the tolerance, however stale or foreign it is.
#include "oracle/draw/depth.hpp"
#include "oracle/judge/answers.hpp"

#include <abut/cache.hpp>

#include <cstring>

namespace oracle {
namespace {

template <class S>
struct Caches : ::testing::Test {};
TYPED_TEST_SUITE(Caches, Settings, SettingNames);

template <class T, int D>
abut::detail::SignedDistance<T, D> ask_warm(const Pair<T, D>& p, abut::Cache<D>& cache) {
  const auto a = points<T, D>(p.a), b = points<T, D>(p.b);
  if (!p.posed) return abut::detail::signed_distance(a, b, {.cache = &cache});
  return abut::detail::signed_distance(abut::place(a, p.pose_a), abut::place(b, p.pose_b), {.cache = &cache});
}

/// The truth lies within the bounds of the warm answer, and it is as accurate as the cold one.
template <class C, class R>
void expect_proven(const C& c, const R& r) {
  EXPECT_TRUE(is_sane(r)) << c;
  EXPECT_TRUE(Real(r.lower) <= c.cores.upper) << c;
  EXPECT_TRUE(Real(r.upper) >= c.cores.lower) << c;
  EXPECT_LE(r.iterations, 64) << c;
  EXPECT_TRUE(r.status == abut::Status::converged || r.status == abut::Status::stalled) << c;
}

TYPED_TEST(Caches, OfTheSameQueryAnswersAtOnce) {
  int verifications = 0, cases = 0;
  for (const auto& c : corpus<TypeParam>()) {
    if (c.radii() > 0) continue;
    abut::Cache<TypeParam::D> cache;
    const auto cold = ask_warm(c.pair, cache);
    const auto warm = ask_warm(c.pair, cache);
    expect_proven(c, warm);
    if (cold.status != abut::Status::converged) continue;
    EXPECT_EQ(warm.status, abut::Status::converged) << c;
    ++cases;
    verifications += warm.iterations <= 1 ? 1 : 0;
  }
  EXPECT_GT(verifications * 100, cases * 95) << verifications << " of " << cases << " took one support call";
}

TYPED_TEST(Caches, OfAnotherPairIsHarmless) {
  abut::Cache<TypeParam::D> cache;  // passed from each pair to the next
  for (const auto& c : corpus<TypeParam>()) {
    if (c.radii() == 0) expect_proven(c, ask_warm(c.pair, cache));
  }
}

TYPED_TEST(Caches, OfRandomBytesIsHarmless) {
  Random random(23);
  for (const auto& c : corpus<TypeParam>()) {
    if (c.radii() > 0) continue;
    abut::Cache<TypeParam::D> cache;
    unsigned char bytes[sizeof cache];
    for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(random.integer(0, 255));
    std::memcpy(&cache, bytes, sizeof cache);
    if (random.chance(0.5)) {  // ids that exist, some of them repeated
      cache.count = random.integer(-1, 6);
      for (abut::VertexId& id : cache.a) id = static_cast<abut::VertexId>(random.integer(0, 20));
      for (abut::VertexId& id : cache.b) id = static_cast<abut::VertexId>(random.integer(0, 20));
    }
    expect_proven(c, ask_warm(c.pair, cache));
  }
}

TYPED_TEST(Caches, SavesIterationsWhenShapesMoveALittle) {
  using T = typename TypeParam::T;
  int cold = 0, warm = 0;
  for (const auto& c : corpus<TypeParam>()) {
    if (c.radii() > 0 || !c.pair.posed || c.pair.kind != Kind::general) continue;
    Pair<T, TypeParam::D> moving = c.pair;
    abut::Cache<TypeParam::D> cache;
    for (int frame = 0; frame < 20; ++frame) {
      moving.pose_b.p[0] += static_cast<T>(narrow(c.size)) * T(0.001);
      cold += query(moving).iterations;
      warm += ask_warm(moving, cache).iterations;
    }
  }
  EXPECT_LE(warm * 2, cold);  // both 0 without poses
}

/// The truth lies within the bounds of both: they have a number in common.
TYPED_TEST(Caches, OfAnyPairIsHarmlessToASeparation) {
  abut::Cache<TypeParam::D> last;  // passed from each pair to the next
  for (const auto& c : corpus<TypeParam>()) {
    const auto cold = ask_separation(c.pair), stale = ask_separation(c.pair, {.cache = &last}),
               warm = ask_separation(c.pair, {.cache = &last});
    for (const auto& r : {stale, warm}) {
      EXPECT_LE(r.lower, cold.upper) << c;
      EXPECT_LE(cold.lower, r.upper) << c;
      if (cold.status == abut::Status::converged) {
        EXPECT_EQ(r.status, cold.status) << c;
      }
    }
  }
}

}  // namespace
}  // namespace oracle
