/// How the coordinates of a point become those of a tree's boxes (bvh/node.hpp).
#pragma once

#include <abut/aabb.hpp>
#include <abut/detail/bvh/build.hpp>
#include <abut/detail/numeric/rounding.hpp>

namespace abut::detail {

/// From a body's own frame to the frame of its tree: (x - c) 2^-e.
template <int D>
class BvhFrame {
 public:
  /// Of a body with this finite box.
  template <Scalar T>
  explicit BvhFrame(const Aabb<T, D>& box) : center_(widen(box.min) * 0.5 + widen(box.max) * 0.5) {
    double half = 0;
    for (int i = 0; i < D; ++i) {
      const double h = double(box.max[i]) * 0.5 - double(box.min[i]) * 0.5;
      half = h > half ? h : half;
    }
    to_tree_ = inverse_power_of_two(half);
  }

  const Vec<double, D>& center() const { return center_; }
  /// The length 2^e. The half extent of the body is at most 4 of these: it is below 2, but where 2^-e would underflow.
  double unit() const { return 1 / to_tree_; }

  /// A point, off by at most 2^-24 of each coordinate, and by 2^-52 of it from the difference in double.
  Vec<float, D> nearest(const Vec<double, D>& point) const { return vec_cast<float>((point - center_) * to_tree_); }
  /// The same for coordinate i alone.
  float nearest(double x, int i) const { return static_cast<float>((x - center_[i]) * to_tree_); }

  /// A box in float that contains the given one. The difference from c is off by one rounding, and 2^-52 of it are
  /// added; what the scaling loses to underflow is less than 2^-1000, which every bound of the traversal allows for.
  template <Scalar T>
  BvhBox<D> enclosing(const Aabb<T, D>& box) const {
    BvhBox<D> r;
    for (int i = 0; i < D; ++i) {
      const double low = double(box.min[i]) - center_[i], high = double(box.max[i]) - center_[i];
      r.min[i] = round_down<float>((low - absolute(low) * 0x1p-52) * to_tree_);
      r.max[i] = round_up<float>((high + absolute(high) * 0x1p-52) * to_tree_);
    }
    return r;
  }

 private:
  Vec<double, D> center_;
  double to_tree_ = 1;
};

/// The largest absolute coordinate of a box.
template <int D>
double reach_of(const BvhBox<D>& box) {
  const float low = max_abs(box.min), high = max_abs(box.max);
  return double(low > high ? low : high);
}

}  // namespace abut::detail
