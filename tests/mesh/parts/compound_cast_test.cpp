/// Rays and shapes cast at compounds, judged in 113 bits over all parts.
#include "mesh/parts/drawn_parts.hpp"
#include "oracle/draw/spaces.hpp"

namespace abut::test {
namespace {

using oracle::Real;

template <class S>
struct CompoundCasts : ::testing::Test {};
TYPED_TEST_SUITE(CompoundCasts, oracle::Spaces);

TYPED_TEST(CompoundCasts, RaysAreFreeUntilTSafeAndHitThePartNamed) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(3);
  int hits = 0, misses = 0;
  for (const Family family : families) {
    PartDrawer<T, D> draw(random, family);
    for (int i = 0; i < 20; ++i) {
      const int where = static_cast<int>(family) * 1000 + i;
      JudgedBody<T, D> own;
      const Compound<T, D> body = draw.compound(4, i % 2 == 0, own);
      const Pose<T, D> pose = draw.pose();
      const T radius = i % 3 == 0 ? draw.radius() : T(0);
      const Vec<T, D> from = draw.vertex() * T(4), to = pose.p + draw.vertex() * T(0.5);
      const Ray<T, D> ray{from, to - from};
      const auto r = ray_cast(ray, place(inflate(body, radius), pose), {.max_t = T(2)});
      ASSERT_NE(r.status, Status::invalid_argument) << where;
      EXPECT_EQ(r.status == Status::converged, r.hit || r.miss) << where;
      const auto there = at_pose(own, &pose, radius);
      const auto at = [&](T t) {
        auto point = oracle::exact(ray.origin);
        for (int k = 0; k < D; ++k) point[k] = point[k] + Real(ray.direction[k]) * Real(t);
        return point;
      };
      if (r.t_safe > T(0)) {
        const oracle::Body<D> before{{at(T(0)), at(detail::neighbor<false>(r.t_safe))}, 0};
        EXPECT_GT(true_distance(flattened(there), {before}).upper, 0) << where;
      }
      (r.hit ? hits : misses) += 1;
      if (!r.hit) continue;
      EXPECT_LE(r.t_safe, r.t) << where;
      double size = double(length(from)) + double(length(ray.direction)) * double(r.t) + double(length(pose.p));
      const auto box = body.aabb();
      size += double(max_abs(box.min)) + double(max_abs(box.max)) + double(radius);
      ASSERT_LT(r.subpart, there[r.part].size()) << where;
      const auto gap = true_distance(there[r.part][r.subpart], oracle::Body<D>{{at(r.t)}, 0});
      EXPECT_LE(gap.lower, Real(256 * epsilon_of<T> * size)) << where;
    }
  }
  EXPECT_GT(hits, 30);
  EXPECT_GT(misses, 10);
}

TYPED_TEST(CompoundCasts, CastsAreFreeUntilTSafeAndMeetInThePartsNamed) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(4);
  int hits = 0, misses = 0;
  for (const Family family : families) {
    PartDrawer<T, D> draw(random, family);
    for (int i = 0; i < 12; ++i) {
      const int where = static_cast<int>(family) * 1000 + i;
      JudgedBody<T, D> own_a, own_b;
      const Compound<T, D> a = draw.compound(3, i % 2 == 0, own_a), b = draw.compound(3, i % 3 == 0, own_b);
      const Pose<T, D> pose = draw.pose();
      const Vec<T, D> v = i % 4 == 0 ? draw.vertex() * T(4) : pose.p + draw.vertex() * T(0.25);
      const auto r = shape_cast(a, v, place(b, pose));
      ASSERT_NE(r.status, Status::invalid_argument) << where;
      EXPECT_EQ(r.status == Status::converged, r.hit || r.miss) << where;
      (r.hit ? hits : misses) += 1;
      const auto here = at_pose<T, D>(own_a, nullptr, T(0)), there = at_pose(own_b, &pose, T(0));
      const auto moved_by = [&](oracle::Body<D> body, T t, bool keeps_start) {
        const auto start = body.points;
        for (auto& p : body.points) {
          for (int k = 0; k < D; ++k) p[k] = p[k] + Real(v[k]) * Real(t);
        }
        if (keeps_start) body.points.insert(body.points.end(), start.begin(), start.end());
        return body;
      };
      if (r.t_safe > T(0)) {
        const T before = r.miss ? r.t_safe : detail::neighbor<false>(r.t_safe);
        JudgedParts<D> swept = flattened(here);
        for (auto& x : swept) x = moved_by(x, before, true);
        EXPECT_GT(true_distance(swept, flattened(there)).upper, 0) << where;
      }
      if (!r.hit) continue;
      EXPECT_LE(r.t_safe, r.t) << where;
      const auto box_a = a.aabb(), box_b = b.aabb();
      const double size = double(length(v)) + double(length(pose.p)) + double(max_abs(box_a.min)) +
                          double(max_abs(box_a.max)) + double(max_abs(box_b.min)) + double(max_abs(box_b.max));
      const auto gap = true_distance(moved_by(here[r.part_a][r.subpart_a], r.t, false), there[r.part_b][r.subpart_b]);
      EXPECT_LE(gap.lower, Real(4096 * epsilon_of<T> * size)) << where;
    }
  }
  EXPECT_GT(hits, 20);
  EXPECT_GT(misses, 10);
}

}  // namespace
}  // namespace abut::test
