/// Thousands of queries, and one hash of all the bits of their answers: compiled by two compilers at two levels of
/// optimization, it must be the same. See docs/testing.md.
///
/// The inputs come from integer arithmetic and exact powers of two alone, so that they are the same everywhere.
#include "hash.hpp"

#include <abut/abut.hpp>

#include <cstdio>

namespace {

using namespace abut;
using determinism::Hash;
using determinism::Random;

template <class T, int D>
Pose<T, D> pose(Random& random) {
  Pose<T, D> r;
  r.p = random.vector<T, D>() * T(2);
  if (random.below(4) == 0) return r;
  if constexpr (D == 2) {
    r.q = Rotation<T, 2>::by(random.number<T>() * T(8));
  } else {
    const auto v = random.vector<T, 3>();
    r.q = {random.size<T>(), v.x, v.y, v.z};
  }
  return r;
}

/// Every shape and every function of compose.hpp, type-erased: one query to compile for each scalar and dimension.
template <class T, int D>
class Scene {
 public:
  explicit Scene(Random& random) : points_{}, set_(fill(random)) {
    segment_ = {random.vector<T, D>(), random.vector<T, D>()};
    triangle_ = {random.vector<T, D>(), random.vector<T, D>(), random.vector<T, D>()};
    box_.half = random.sizes<T, D>();
    ball_ = {random.vector<T, D>(), random.size<T>()};
    capsule_ = {random.vector<T, D>(), random.vector<T, D>(), random.size<T>()};
    ellipsoid_.radii = random.sizes<T, D>();
    inflated_ = inflate(ellipsoid_, random.size<T>());
    swept_ = sweep(box_, random.vector<T, D>());
    sum_ = minkowski_sum(triangle_, ball_);
    hull_ = hull_of(ball_, segment_);
    scaled_ = scale(capsule_, random.size<T>());
    stretched_ = scale(ball_, random.sizes<T, D>());
    if constexpr (D == 3) {
      cylinder_ = {random.size<T>(), random.size<T>(), static_cast<Axis>(random.below(3))};
      cone_ = {random.size<T>(), random.size<T>(), static_cast<Axis>(random.below(3))};
    }
  }

  ShapeRef<T, D> pick(int i) const {
    switch (i) {
      case 0: return segment_;
      case 1: return triangle_;
      case 2: return box_;
      case 3: return ball_;
      case 4: return capsule_;
      case 5: return ellipsoid_;
      case 6: return inflated_;
      case 7: return swept_;
      case 8: return sum_;
      case 9: return hull_;
      case 10: return scaled_;
      case 11: return stretched_;
      case 12: return cylinder_;
      case 13: return cone_;
      default: return set_;
    }
  }
  static constexpr int count = 15;

 private:
  PointSet<T, D> fill(Random& random) {
    for (auto& p : points_) p = random.vector<T, D>();
    return *PointSet<T, D>::from(points_);
  }

  Vec<T, D> points_[13];
  PointSet<T, D> set_;
  Segment<T, D> segment_;
  Triangle<T, D> triangle_;
  Box<T, D> box_;
  Ball<T, D> ball_;
  Capsule<T, D> capsule_;
  Ellipsoid<T, D> ellipsoid_;
  Inflated<Ellipsoid<T, D>> inflated_;
  Swept<Box<T, D>> swept_;
  MinkowskiSum<Triangle<T, D>, Ball<T, D>> sum_;
  HullOf<Ball<T, D>, Segment<T, D>> hull_;
  Scaled<Capsule<T, D>> scaled_;
  Stretched<Ball<T, D>> stretched_;
  std::conditional_t<D == 3, Cylinder<T>, Box<T, D>> cylinder_;
  std::conditional_t<D == 3, Cone<T>, Box<T, D>> cone_;
};

template <class T, int D>
void answer(Random& random, Hash& hash) {
  for (int round = 0; round < 60; ++round) {
    const Scene<T, D> left(random), right(random);
    Cache<D> cache;  // passed from pair to pair: often stale
    for (int k = 0; k < 24; ++k) {
      const int i = random.below(Scene<T, D>::count), j = random.below(Scene<T, D>::count);
      const auto a = left.pick(i), b = right.pick(j);
      const auto pose_a = pose<T, D>(random), pose_b = pose<T, D>(random);
      hash.add(detail::signed_distance(place(a, pose_a), place(b, pose_b)));
      hash.add(detail::signed_distance(place(a, pose_a), place(b, pose_b), {.cache = &cache}));
      hash.add(detail::signed_distance(a, b));
      hash.add(overlap(place(a, pose_a), place(b, pose_b)));
      hash.add(overlap(place(a, pose_a), place(b, pose_b), {.method = OverlapMethod::mpr}));
      hash.add(separation(place(a, pose_a), place(b, pose_b)));
    }
  }
}

template <class T>
void answer_closest_points(Random& random, Hash& hash) {
  for (int i = 0; i < 500; ++i) {
    const auto q = random.vector<T, 3>();
    const Tetrahedron<T> t{random.vector<T, 3>(), random.vector<T, 3>(), random.vector<T, 3>(), random.vector<T, 3>()};
    const auto c = closest_point_on_simplex(q, t);
    hash.add(c.point);
    hash.add(c.distance);
    hash.add(std::uint64_t{c.region});
    for (const T w : c.weight) hash.add(w);
  }
}

/// Moving boxes, between poses and with rotations of all sizes.
template <class T, int D>
void answer_impacts(Random& random, Hash& hash) {
  for (int i = 0; i < 300; ++i) {
    const Box<T, D> a{random.sizes<T, D>()}, b{random.sizes<T, D>()};
    // Drawn in separate statements: the order of evaluation of arguments is unspecified.
    const auto from = pose<T, D>(random), to = pose<T, D>(random);
    const auto center = random.vector<T, D>();
    const auto m = motion_between(from, to, center);
    auto n = m;
    n.start = pose<T, D>(random);
    n.angle = random.number<T>() * T(64);
    for (const auto method :
         {TimeOfImpactMethod::advancement, TimeOfImpactMethod::bilateral, TimeOfImpactMethod::substep}) {
      hash.add(time_of_impact(moving(a, m), moving(b, n), {.method = method}));
    }
  }
}

}  // namespace

int main() {
  Random random;
  Hash hash;
  answer<float, 2>(random, hash);
  answer<double, 2>(random, hash);
  answer<float, 3>(random, hash);
  answer<double, 3>(random, hash);
  answer_closest_points<float>(random, hash);
  answer_closest_points<double>(random, hash);
  answer_impacts<float, 2>(random, hash);
  answer_impacts<double, 3>(random, hash);
  std::printf("%016llx\n", static_cast<unsigned long long>(hash.value()));
}
