/// All numbers of an answer, so that two answers can be compared bit for bit: a 0 is not a -0.
#pragma once

#include <abut/abut.hpp>

#include <bit>
#include <cstdint>
#include <vector>

namespace abut::test {

class AnswerBits {
 public:
  template <class... Parts>
  explicit AnswerBits(const Parts&... parts) {
    (add(parts), ...);
  }
  bool operator==(const AnswerBits&) const = default;

 private:
  void add(double x) { words_.push_back(std::bit_cast<std::uint64_t>(x)); }
  void add(float x) { add(double(x)); }
  void add(std::uint64_t x) { words_.push_back(x); }
  void add(bool x) { words_.push_back(x ? 1 : 0); }
  void add(int x) { words_.push_back(static_cast<std::uint64_t>(x)); }
  void add(Status x) { add(static_cast<int>(x)); }
  void add(StartState x) { add(static_cast<int>(x)); }
  template <Scalar T, int D>
  void add(const Vec<T, D>& v) {
    for (int i = 0; i < D; ++i) add(v[i]);
  }
  template <int N>
  void add(int count, const VertexId (&a)[N], const VertexId (&b)[N]) {
    add(count);
    for (int i = 0; i < count; ++i) add(std::uint64_t{a[i]} << 32 | b[i]);
  }

  template <Scalar T, int D>
  void add(const Distance<T, D>& r) {
    *this += AnswerBits(r.status, r.distance, r.lower, r.upper, r.normal, r.point_a, r.point_b, r.iterations);
    add(r.feature_count, r.feature_a, r.feature_b);
  }
  template <Scalar T, int D>
  void add(const ClosestPoint<T, D>& r) {
    *this += AnswerBits(r.status, r.point, r.normal, r.distance, r.lower, r.upper, r.inside, r.iterations);
  }
  template <Scalar T, int D>
  void add(const Overlap<T, D>& r) {
    *this += AnswerBits(r.status, r.overlap, r.apart, r.lower, r.upper, r.axis, r.point, r.iterations);
  }
  template <Scalar T, int D>
  void add(const Separation<T, D>& r) {
    *this += AnswerBits(r.status, r.separation, r.lower, r.upper, r.normal, r.point_a, r.point_b, r.unique_normal);
    add(r.iterations);
    add(r.feature_count, r.feature_a, r.feature_b);
  }
  template <Scalar T, int D>
  void add(const Penetration<T, D>& r) {
    *this += AnswerBits(r.status, r.depth, r.lower, r.upper, r.normal, r.point_a, r.point_b, r.iterations);
    add(r.feature_count, r.feature_a, r.feature_b);
  }
  template <Scalar T, int D>
  void add(const Contact<T, D>& r) {
    *this += AnswerBits(r.status, r.normal, r.separation, r.lower, r.upper, r.count, r.iterations);
    for (const auto& p : r) *this += AnswerBits(p.point_a, p.point_b, p.separation);
  }
  template <Scalar T, int D>
  void add(const RayCast<T, D>& r) {
    *this += AnswerBits(r.status, r.hit, r.miss, r.t, r.t_safe, r.point, r.normal, r.start, r.iterations);
  }
  template <Scalar T, int D>
  void add(const ShapeCast<T, D>& r) {
    *this += AnswerBits(r.status, r.hit, r.miss, r.t, r.t_safe, r.normal, r.point_a, r.point_b, r.start, r.iterations);
  }
  template <Scalar T, int D>
  void add(const TimeOfImpact<T, D>& r) {
    *this += AnswerBits(r.status, r.hit, r.miss, r.t, r.t_safe, r.safe_separation, r.hit_separation, r.start);
    *this += AnswerBits(r.normal, r.point_a, r.point_b, r.target_tolerance, r.iterations);
  }
  template <Scalar T, int D>
  void add(const SeparationGradient<T, D>& r) {
    *this += AnswerBits(r.separation, r.a.translation, r.a.rotation, r.b.translation, r.b.rotation, r.unique);
  }
  template <Scalar T, int D>
  void add(const Aabb<T, D>& r) {
    *this += AnswerBits(r.min, r.max);
  }
  template <Scalar T>
  void add(const SymmetricMatrix<T>& m) {
    *this += AnswerBits(m.xx, m.yy, m.zz, m.xy, m.xz, m.yz);
  }
  template <Scalar T, int D>
  void add(const Mass<T, D>& r) {
    *this += AnswerBits(r.volume, r.centroid, r.inertia);
  }

  void operator+=(const AnswerBits& other) { words_.insert(words_.end(), other.words_.begin(), other.words_.end()); }

  std::vector<std::uint64_t> words_;
};

}  // namespace abut::test
