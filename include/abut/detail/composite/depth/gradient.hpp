/// How the separation of bodies of parts changes as they move: as that of the parts that are nearest.
///
/// The gradient follows from the normal and the points of separation(). It is a derivative only if no other pair of
/// parts is as near, up to rounding, at other points, and if each pair that is has one pair of points itself; so the
/// trees are searched once more, for all pairs that are as near as the nearest. Triangles around a vertex that is
/// nearest are many pairs with the same points: they do not matter.
///
/// Where bodies overlap the separation is a bound, whose slope is that of the hulls: there `unique` is false.
#pragma once

#include <abut/compiled.hpp>
#include <abut/composite.hpp>
#include <abut/detail/bvh/pair_traversal.hpp>
#include <abut/detail/composite/depth/penetration.hpp>
#include <abut/detail/composite/part_pairs.hpp>
#include <abut/separation_gradient.hpp>

namespace abut::detail {

/// The query of two bodies of any kind, at the end of this file.
template <class T, int D>
CompositeSeparationGradient<T, D> gradient_of_bodies(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b,
                                                     const SeparationOptions<T, D>& options);

/// Sets the gradients, given where the origins of the frames are.
template <Scalar T, int D>
void set_gradients(const Vec<double, D>& origin_a, const Vec<double, D>& origin_b,
                   CompositeSeparationGradient<T, D>& g) {
  const CompositeSeparation<T, D>& s = g.separation;
  const Vec<double, D> n = widen(s.normal);
  g.a = {-s.normal, narrow_rate<T>(-turn_rate(widen(s.point_a) - origin_a, n))};
  g.b = {s.normal, narrow_rate<T>(turn_rate(widen(s.point_b) - origin_b, n))};
}

/// The gradient of two parts.
template <Scalar T, int D>
struct GradientOfParts {
  T lower = T(0);
  Vec<T, D> point_a{}, point_b{};
  bool unique = false;
};

/// Points that are the same up to rounding: less than so many eps of the size apart.
inline constexpr double same_point = 1024;

template <Scalar T, int D>
class AsNear {
 public:
  AsNear(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b, const RelativeFrame<D>& frame,
         const CompositeSeparation<T, D>& nearest)
      : a_(a),
        b_(b),
        nearest_(nearest),
        rounding_(epsilon_of<T> * frame.unscaled(frame.size())),
        limit_(frame.scaled(double(nearest.upper) + composite_width<T> * rounding_) * (1 + 0x1p-40) + frame.radii()),
        pairs_(a, b, frame) {}

  double limit() const { return limit_; }

  /// For PairTraversal.
  double operator()(std::uint32_t a, std::uint32_t b, const PairBounds<D>& bounds) {
    return pairs_.search(a, b, bounds, limit_, [&](const NearPair<D>& pair) { return ask(pair); });
  }
  static const Vec<double, D>* new_normal() { return nullptr; }

  /// Whether all pairs that are as near have the points of the nearest, and no others.
  bool is_one_point() const { return is_one_point_; }

 private:
  static constexpr int most_asked = 1024;  // of vertices with hundreds of triangles not all pairs are asked

  /// A limit for the traversal.
  double ask(const NearPair<D>& pair) {
    const GradientOfParts<T, D> g = gradient_of_pair(pair.a, pair.b);
    const bool is_as_near = double(g.lower) <= double(nearest_.upper) + composite_width<T> * rounding_;
    const double apart_a = max_abs(widen(g.point_a) - widen(nearest_.point_a)),
                 apart_b = max_abs(widen(g.point_b) - widen(nearest_.point_b));
    const double same = same_point * rounding_;
    if (is_as_near && !(g.unique && apart_a <= same && apart_b <= same)) is_one_point_ = false;
    if (++asked_ == most_asked) is_one_point_ = false;
    return is_one_point_ ? limit_ : -1;
  }

  GradientOfParts<T, D> gradient_of_pair(PartId part_a, PartId part_b) const {
    const auto from = [](const auto& g) {
      return GradientOfParts<T, D>{g.separation.lower, g.separation.point_a, g.separation.point_b, g.unique};
    };
    if (!a_.is_body(part_a) && !b_.is_body(part_b)) {
      return a_.with_part(part_a, [&](const RefOperand<T, D>& x) {
        return b_.with_part(part_b, [&](const RefOperand<T, D>& y) {
          return with_shapes(x, y, [&](const auto& shape_a, const auto& shape_b) {
            return from(find_gradient(shape_a, shape_b, SeparationOptions<T, D>{}));
          });
        });
      });
    }
    return with_part_as_body(a_, part_a, [&](const CompositeRef<T, D>& x) {
      return with_part_as_body(b_, part_b,
                               [&](const CompositeRef<T, D>& y) { return from(gradient_of_bodies<T, D>(x, y, {})); });
    });
  }

  const CompositeRef<T, D>& a_;
  const CompositeRef<T, D>& b_;
  const CompositeSeparation<T, D>& nearest_;
  const double rounding_, limit_;
  const PartPairs<T, D> pairs_;
  int asked_ = 0;
  bool is_one_point_ = true;
};

template <Scalar T, int D>
Vec<double, D> origin_of(const CompositeRef<T, D>& body) {
  return body.pose != nullptr ? widen(body.pose->p) : Vec<double, D>{};
}

template <class T, int D>
CompositeSeparationGradient<T, D> gradient_of_bodies(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b,
                                                     const SeparationOptions<T, D>& options) {
  CompositeSeparationGradient<T, D> g;
  g.separation = separation_of_bodies(a, b, options);
  const CompositeSeparation<T, D>& s = g.separation;
  if (s.status == Status::invalid_argument || !is_finite(s.separation)) return g;
  set_gradients(origin_of(a), origin_of(b), g);
  if (!(s.lower > T(0))) return g;
  g.unique = with_matching_parts(a, b, [&](const CompositeRef<T, D>& x, const CompositeRef<T, D>& y) {
    const RelativeFrame<D> frame(x, y);
    AsNear<T, D> near(x, y, frame, s);
    PairTraversal<D>(x.tree, y.tree, PairBounds<D>(frame)).run(near.limit(), near);
    return near.is_one_point();
  });
  return g;
}

#define ABUT_COMPOSITE_GRADIENTS(WORDS, T, D)                                                                      \
  WORDS CompositeSeparationGradient<T, D> gradient_of_bodies(const CompositeRef<T, D>&, const CompositeRef<T, D>&, \
                                                             const SeparationOptions<T, D>&);
ABUT_DECLARE_FOR_SPACES(ABUT_COMPOSITE_GRADIENTS)

}  // namespace abut::detail
