/// The judge of depths: all possible separating axes, in 113 bits.
///
/// Each face of the difference of two hulls comes from a face of one of them, or from an edge of each (in 2D: from an
/// edge of one). So the least height of B - A, over the normals of all triples of points of A, of B, and of all pairs
/// of edges, is the depth: no face is missed, and no other direction gives less.
#pragma once

#include "oracle/judge/reference.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace oracle {

template <int D>
class DepthJudge {
 public:
  DepthJudge(const Body<D>& a, const Body<D>& b) : a_(a), b_(b) {
    const Vector<D> origin = a.points[0];
    for (const auto& p : a.points) double_a_.push_back(in_double(p - origin));
    for (const auto& p : b.points) double_b_.push_back(in_double(p - origin));
    for (const auto* side : {&double_a_, &double_b_}) {
      double reach = 0;
      for (const auto& p : *side) reach = std::max(reach, std::sqrt(abut::norm_squared(p)));
      size_ += reach;
    }
  }

  /// Minus the depth, or the greatest gap along any of the axes. 0 if there is no axis: a point or a line.
  Real separation() {
    look_along_faces(a_);
    look_along_faces(b_);
    if constexpr (D == 3) look_along_edges();
    Real best = axes_.empty() ? Real(0) : gap(axes_[0].n);
    for (const Axis& axis : axes_) {
      if (axis.gap < most_ - 1e-12 * size_) continue;
      const Real exact = gap(axis.n);
      best = exact > best ? exact : best;
    }
    return best;
  }

 private:
  /// The gap in double only selects the axes to evaluate in 113 bits.
  struct Axis {
    Vector<D> n;
    double gap;
  };

  static abut::Vec<double, D> in_double(const Vector<D>& v) {
    abut::Vec<double, D> r;
    for (int i = 0; i < D; ++i) r[i] = narrow(v[i]);
    return r;
  }

  Real gap(const Vector<D>& n) const { return lowest(b_, n) - highest(a_, n); }

  void test_axis(const Vector<D>& across, Real longest) {
    const Real length = norm(across);
    if (!(length > longest * Real(0x1p-100))) return;
    for (const int sign : {1, -1}) {
      const Vector<D> n = across * (Real(sign) / length);
      const auto m = in_double(n);
      double high_a = -1e300, low_b = 1e300;
      for (const auto& p : double_a_) high_a = std::max(high_a, dot(m, p));
      for (const auto& p : double_b_) low_b = std::min(low_b, dot(m, p));
      axes_.push_back({n, low_b - high_a});
      most_ = std::max(most_, low_b - high_a);
    }
  }

  void look_along_faces(const Body<D>& body) {
    const auto& p = body.points;
    for (std::size_t i = 0; i < p.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Vector<D> e = p[i] - p[j];
        if constexpr (D == 2) {
          test_axis({{e[1], -e[0]}}, norm(e));
        } else {
          for (std::size_t k = 0; k < j; ++k) test_axis(cross(e, p[k] - p[j]), norm(e) * norm(p[k] - p[j]));
        }
      }
    }
  }

  void look_along_edges() {
    for (std::size_t i = 0; i < a_.points.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Vector<D> e = a_.points[i] - a_.points[j];
        for (std::size_t k = 0; k < b_.points.size(); ++k) {
          for (std::size_t l = 0; l < k; ++l) {
            const Vector<D> f = b_.points[k] - b_.points[l];
            test_axis(cross(e, f), norm(e) * norm(f));
          }
        }
      }
    }
  }

  const Body<D>&a_, &b_;
  std::vector<abut::Vec<double, D>> double_a_, double_b_;
  std::vector<Axis> axes_;
  double most_ = -1e300, size_ = 0;
};

}  // namespace oracle
