/// The judge of casts: when two simplices meet in translation, in 113 bits.
///
/// Triangles in the plane and tetrahedra in space meet at a time t if they meet along every normal of a face of either and, in space, every
/// product of an edge of each. Along one direction they meet in an interval of times; the first contact is the latest beginning of them all, unless
/// the earliest end comes before it. Nothing is searched, and nothing is shared with the library.
#pragma once

#include "oracle/real.hpp"

#include <array>

namespace oracle {

/// The corners of a simplex of D dimensions.
template <int D>
using Corners = std::array<Vector<D>, D + 1>;

struct Meeting {
  Real enter = -power_of_two(10000), leave = power_of_two(10000);
  Real rate = 0;       ///< how fast A comes nearer along the normal of the first contact
  bool apart = false;  ///< along a direction that the motion is square to

  bool exists() const { return !apart && enter <= leave; }
  /// Whether it is in the time from 0 to 1, and when.
  bool is_hit() const { return exists() && enter <= 1 && leave >= 0; }
  Real time() const { return enter > 0 ? enter : Real(0); }
};

template <int D>
class CastJudge {
 public:
  /// `grown`: as if the shapes were that much nearer to each other.
  CastJudge(const Corners<D>& a, const Corners<D>& b, const Vector<D>& v, Real grown = 0)
      : a_(a), b_(b), v_(v), grown_(grown) {
    look_along_faces(a);
    look_along_faces(b);
    if constexpr (D == 3) look_along_edges();
  }

  const Meeting& meeting() const { return meeting_; }

 private:
  void look(const Vector<D>& n, Real longest) {
    const Real length = norm(n);
    if (!(length > longest * Real(0x1p-100))) return;
    Real low_a = dot(n, a_[0]), high_a = low_a, low_b = dot(n, b_[0]), high_b = low_b;
    for (const auto& p : a_) {
      const Real h = dot(n, p);
      low_a = h < low_a ? h : low_a;
      high_a = h > high_a ? h : high_a;
    }
    for (const auto& p : b_) {
      const Real h = dot(n, p);
      low_b = h < low_b ? h : low_b;
      high_b = h > high_b ? h : high_b;
    }
    const Real c = dot(n, v_), room = grown_ * length;
    const Real before = low_b - high_a - room,
               after = high_b - low_a + room;  // A is between: before <= t c <= after
    if (c == 0) {
      meeting_.apart = meeting_.apart || before > 0 || after < 0;
      return;
    }
    const Real enter = c > 0 ? before / c : after / c, leave = c > 0 ? after / c : before / c;
    const Real rate = absolute(c) / length;
    if (enter > meeting_.enter || (enter == meeting_.enter && rate > meeting_.rate)) {
      meeting_.enter = enter;
      meeting_.rate = rate;
    }
    meeting_.leave = leave < meeting_.leave ? leave : meeting_.leave;
  }

  void look_along_faces(const Corners<D>& p) {
    if constexpr (D == 2) {
      for (std::size_t i = 0; i < 3; ++i) {
        const Vector<D> e = p[(i + 1) % 3] - p[i];
        look({{e[1], -e[0]}}, norm(e));
      }
    } else {
      for (std::size_t i = 0; i < 4; ++i) {
        const Vector<D> e = p[(i + 1) % 4] - p[i], f = p[(i + 2) % 4] - p[i];
        look(cross(e, f), norm(e) * norm(f));
      }
    }
  }

  void look_along_edges() {
    for (std::size_t i = 0; i < a_.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Vector<D> e = a_[i] - a_[j];
        for (std::size_t k = 0; k < b_.size(); ++k) {
          for (std::size_t l = 0; l < k; ++l) look(cross(e, b_[k] - b_[l]), norm(e) * norm(b_[k] - b_[l]));
        }
      }
    }
  }

  const Corners<D>&a_, &b_;
  Vector<D> v_;
  Real grown_;
  Meeting meeting_;
};

}  // namespace oracle
