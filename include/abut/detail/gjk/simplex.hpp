/// The simplex of GJK: up to D + 1 points of the Minkowski difference, and a slot for the next one.
#pragma once

#include <abut/detail/gjk/closest_on_simplex.hpp>
#include <abut/detail/minkowski/difference.hpp>

#include <bit>

namespace abut::detail {

/// One to D + 1 points of the difference, the newest last, and a slot for the next one. Points are written once and
/// stay in place; only the list of their places changes. (Copying a point that was just written in parts would stall on
/// the stores.)
template <int D>
class Simplex {
 public:
  Simplex() {}

  int count() const { return count_; }
  const DifferencePoint<D>& operator[](int i) const { return place_[order_[i]]; }

  /// The slot for the next point; and the point that was written last, in the simplex or not.
  DifferencePoint<D>& slot() { return place_[last_ = next_]; }
  const DifferencePoint<D>& last() const { return place_[last_]; }

  /// Adds the last point.
  void insert_last() {
    order_[count_++] = last_;
    next_ = std::countr_one(used(count_));
  }

  /// Keeps the points of the mask among the first N = count(), in order, and adds the last one behind them.
  template <int N>
  ABUT_INLINE void replace(unsigned mask) {
    int n = 0;
    unsigned used = 1U << last_;
    for (int i = 0; i < N; ++i) {
      const int place = order_[i];
      const unsigned kept = mask >> i & 1U;
      order_[n] = place;
      n += static_cast<int>(kept);
      used |= kept << place;
    }
    order_[n] = last_;
    count_ = n + 1;
    next_ = std::countr_one(used);
  }

  void keep(unsigned mask) {
    int n = 0;
    for (int i = 0; i < count_; ++i) {
      if ((mask >> i & 1U) != 0) order_[n++] = order_[i];
    }
    count_ = n;
  }

  /// A slot for a point that begin_with() may take.
  DifferencePoint<D>& place(int i) { return place_[i]; }

  /// Begins with `count` of the points at the first D + 1 places, in this order.
  ABUT_INLINE void begin_with(int count, const int (&places)[D]) {
    for (int i = 0; i < D; ++i) order_[i] = places[i];
    count_ = count;
    next_ = D + 1;
  }

  void remove_last() { next_ = order_[--count_]; }

  bool contains(const Vec<double, D>& w) const {
    bool known = false;
    for (int i = 0; i < count_; ++i) known = known || (*this)[i].w == w;
    return known;
  }

 private:
  unsigned used(int count) const {
    unsigned bits = 0;
    for (int i = 0; i < count; ++i) bits |= 1U << order_[i];
    return bits;
  }

  union {
    DifferencePoint<D> place_[D + 2];  ///< not initialized: zero-filling would cost as much as a step
  };
  int order_[D + 1];
  int next_ = 0, last_ = 0;
  int count_ = 0;
};

/// Perpendicular to a simplex of one or two vertices, away from the origin.
ABUT_INLINE Vec3d away_from(const Simplex<3>& simplex) {
  return simplex.count() == 1 ? simplex[0].w : away_from_edge(simplex[0].w, simplex[1].w);
}

/// The positions of a simplex's vertices.
template <int D>
struct Corners {
  Vec<double, D> w[D + 1];
  int count = 0;

  Corners() = default;
  explicit Corners(const Simplex<D>& simplex) : count(simplex.count()) {
    for (int i = 0; i < count; ++i) w[i] = simplex[i].w;
  }
};

}  // namespace abut::detail
