/// When a body of parts that moves in a line meets another one, or a convex shape: see composite_ref.hpp.
///
/// The trees decide in float which parts may meet before the first contact so far (bvh/cast_bounds.hpp). Such a pair is
/// held against three planes, along the parts and across the last normal: a plane that keeps them apart until then
/// settles it. Otherwise the convex query answers; of compounds, the parts may be bodies, about which the same is
/// asked. The radii of the bodies are part of the target: trees and planes are about what is within. `t_safe` is the
/// least of what is proven about the pairs that were asked; all others are proven not to meet before the first hit. A
/// pair that gives up leaves a miss open.
#pragma once

#include <abut/compiled.hpp>
#include <abut/composite.hpp>
#include <abut/detail/bvh/cast_bounds.hpp>
#include <abut/detail/bvh/pair_traversal.hpp>
#include <abut/detail/composite/bodies.hpp>
#include <abut/detail/composite/part_pair.hpp>
#include <abut/detail/composite/part_pairs.hpp>
#include <abut/shape_cast.hpp>

namespace abut::detail {

/// The motion of A relative to B in the frame of A: times are lengths of the way, in the unit of the frame.
template <int D>
struct FrameMotion {
  using V = Vec<double, D>;

  V direction = axis<double, D>(0);  ///< a unit vector, up to 20 u
  double speed = 0;                  ///< lengths a unit of t
  double target = 0, last = 0;       ///< later they have passed each other, or the cast has ended

  FrameMotion(const RelativeFrame<D>& frame, const V& translation, double given_target, double max_t)
      : speed(frame.scaled(norm(translation))), target((frame.scaled(given_target) + frame.radii()) * (1 + 0x1p-50)) {
    if (!(speed > 0)) return;
    const V scaled = scale_direction(translation);
    direction = frame.in_frame_of_a(scaled * (1 / norm(scaled)));
    const double passed = norm(frame.translation()) + 1.75 * (frame.reach_a() + frame.reach_b()) + target;
    last = after(max_t) < 2 * passed ? after(max_t) : 2 * passed;
  }

  /// Not before t.
  double after(double t) const { return t * speed * (1 + 0x1p-40); }
  bool is_within_range(const V& translation) const {
    return is_finite(speed) && is_finite(target) && (speed > 0x1p-900 || translation == V{});
  }
};

/// The query of two bodies of any kind, at the end of this file.
template <class T, int D>
CompositeShapeCast<T, D> shape_cast_of_bodies(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b,
                                              const Translations<D>& translations,
                                              const ShapeCastOptions<T, D>& options);

/// `Cast`: what asks the query about two parts, cast(part of A, part of B, options), wherever the bodies stand.
template <Scalar T, int D, class Cast>
class FirstContact {
 public:
  using V = Vec<double, D>;

  FirstContact(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b, const RelativeFrame<D>& frame,
               const Translations<D>& translations, const ShapeCastOptions<T, D>& options, const Cast& cast)
      : a_(a),
        b_(b),
        frame_(frame),
        translations_(translations),
        options_(options),
        cast_(cast),
        motion_(frame, translations.relative, double(options.target), double(options.max_t)),
        limit_(motion_.last),
        last_plane_(a, b, frame),
        plane_(a, b, frame) {
    options_.cache = nullptr;
  }

  CompositeShapeCast<T, D> run() {
    CompositeShapeCast<T, D> none;
    none.status = Status::inconclusive;
    if (!is_finite(translations_.relative) || !motion_.is_within_range(translations_.relative)) return none;
    const CastBounds<D> bounds(frame_, motion_.direction, motion_.target);
    PairTraversal<D, CastBounds<D>>(a_.tree, b_.tree, bounds).run(limit_, *this);
    return answer();
  }

  /// For PairTraversal: the new limit.
  double operator()(std::uint32_t index_a, std::uint32_t index_b, const CastBounds<D>& bounds) {
    LeafInFrame<D> leaf_a, leaf_b;
    set_leaf<false>(a_, index_a, bounds.pairs(), leaf_a);
    set_leaf<true>(b_, index_b, bounds.pairs(), leaf_b);
    const auto &of_a = leaf_a.extents, &of_b = leaf_b.extents;
    const LeafParts &a = *leaf_a.parts, &b = *leaf_b.parts;
    if (b.count() == 1) {
      ask_each(bounds.find_each(of_a, of_b.template spread<0>()), a.count(), [&](int k) { ask(a.part[k], b.part[0]); });
      return is_done_ ? -1 : limit_;
    }
    const Float4 first[4] = {bounds.template find<0>(of_a, of_b), bounds.template find<1>(of_a, of_b),
                             bounds.template find<2>(of_a, of_b), bounds.template find<3>(of_a, of_b)};
    for (int i = 0; i < a.count(); ++i) {
      ask_each(first[i], b.count(), [&](int k) { ask(a.part[i], b.part[k]); });
    }
    return is_done_ ? -1 : limit_;
  }

 private:
  /// Calls f with the lanes whose time is not after the limit.
  template <class F>
  void ask_each(Float4 times, int count, const F& f) {
    float first[4];
    times.store(first);
    for (int k = 0; k < count && !is_done_; ++k) {
      if (first[k] <= CastBounds<D>::bound_limit(limit_)) f(k);
    }
  }

  void ask(PartId a, PartId b) {
    if (is_settled_by_plane(a, b)) return;
    const CompositeShapeCast<T, D> r = cast_(a, b, options_);
    iterations_ += r.iterations;
    is_invalid_ = r.status == Status::invalid_argument;
    is_done_ = is_invalid_;
    if (is_invalid_) return;
    if (r.start != StartState::separated && start_ != StartState::overlapping) start_ = r.start;
    if (r.miss) return;
    safe_ = r.t_safe < safe_ ? r.t_safe : safe_;
    if (!r.hit) {
      gave_up_ = r.status;
      return;
    }
    const bool is_first = !best_.hit || r.t < best_.t;
    if (!is_first && !(r.t == best_.t && precedes(r, best_))) return;
    best_ = r;
    const double limit = motion_.after(double(r.t));
    limit_ = limit < limit_ ? limit : limit_;
    is_done_ = r.t == T(0);
    last_plane_.set(widen(r.normal));
  }

  static bool precedes(const CompositeShapeCast<T, D>& x, const CompositeShapeCast<T, D>& y) {
    return x.part_a != y.part_a ? x.part_a < y.part_a : x.part_b < y.part_b;
  }

  /// Whether a plane keeps the parts apart until the first contact so far.
  bool is_settled_by_plane(PartId a, PartId b) {
    if (last_plane_.is_set() && keeps_apart(last_plane_, a, b)) return true;
    if (b_.kind == PartKind::simplices && keeps_apart(frame_.rotation() * normal_of_part(b_, b), a, b)) return true;
    return a_.kind == PartKind::simplices && keeps_apart(normal_of_part(a_, a), a, b);
  }
  bool keeps_apart(const V& n, PartId a, PartId b) {
    // From A towards B: against the motion if it is too late, with it if not yet.
    return plane_.set_in_frame_of_a(n) &&
           (keeps_apart(plane_, a, b) || (plane_.set_in_frame_of_a(-n) && keeps_apart(plane_, a, b)));
  }
  /// The gap along the plane's normal shrinks by what A moves along it. The normal and the motion are unit vectors up
  /// to 20 u each.
  bool keeps_apart(const SeparatingPlane<T, D>& plane, PartId a, PartId b) const {
    const double closing = dot(plane.normal(), motion_.direction) + 64 * unit_roundoff;
    const double way = closing > 0 ? closing * limit_ * (1 + 0x1p-40) : 0;
    return plane.proven_gap(a, b) > (way + motion_.target) * (1 + 0x1p-40);
  }
  V normal_of_part(const CompositeRef<T, D>& body, PartId id) const {
    V p[D];
    const std::uint32_t* const index = body.indices + std::size_t{D} * id;
    for (int k = 0; k < D; ++k) p[k] = (widen(body.vertices[index[k]]) - body.tree.center) * frame_.scaled(1.0);
    if constexpr (D == 2) {
      return perpendicular(p[1] - p[0]);
    } else {
      return cross(p[1] - p[0], p[2] - p[0]);
    }
  }

  CompositeShapeCast<T, D> answer() const {
    if (is_invalid_) return {};
    CompositeShapeCast<T, D> r = best_;
    r.iterations = iterations_;
    r.start = start_;
    r.miss = !r.hit && gave_up_ == Status::converged;
    r.status = r.hit ? Status::converged : gave_up_;
    r.t_safe = r.miss ? options_.max_t : safe_;
    if (r.hit && r.t < r.t_safe) r.t_safe = r.t;
    return r;
  }

  const CompositeRef<T, D>& a_;
  const CompositeRef<T, D>& b_;
  const RelativeFrame<D>& frame_;
  const Translations<D>& translations_;
  ShapeCastOptions<T, D> options_;
  const Cast& cast_;
  const FrameMotion<D> motion_;
  double limit_;  ///< of the way: the first contact so far
  SeparatingPlane<T, D> last_plane_, plane_;
  CompositeShapeCast<T, D> best_{};
  T safe_ = infinity<T>;
  StartState start_ = StartState::separated;
  Status gave_up_ = Status::converged;  ///< of a pair about which nothing is known after its t_safe
  int iterations_ = 0;
  bool is_invalid_ = false, is_done_ = false;
};

/// Whether the first contact of the surfaces is that of the bodies: unless one begins within the other, which is a hit
/// at the start, or rounding leaves that open.
template <Scalar T, int D>
CompositeShapeCast<T, D> shape_cast_of_solids(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b,
                                              const CompositeShapeCast<T, D>& of_surfaces) {
  if (of_surfaces.status == Status::invalid_argument || (of_surfaces.hit && of_surfaces.t == T(0))) return of_surfaces;
  NestedPair<T, D> nested = pair_with_point_inside(a, b);
  if (nested.nesting != Nesting::nested) {
    nested = nested_pair(a, b, double(distance_of_parts<T, D>(a, b, {}).lower));
  }
  if (nested.nesting == Nesting::apart) return of_surfaces;
  CompositeShapeCast<T, D> r;
  r.status = Status::inconclusive;
  if (nested.nesting == Nesting::nested) {
    r.status = Status::converged;
    r.hit = true;
    r.start = StartState::overlapping;
    r.point_a = r.point_b = nested.point;
    (nested.is_a ? r.part_a : r.part_b) = nested.part;
  }
  return r;
}

/// The query of two bodies of any kind, the first of which is no convex shape. It is compiled once.
template <class T, int D>
CompositeShapeCast<T, D> shape_cast_of_bodies(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b,
                                              const Translations<D>& translations,
                                              const ShapeCastOptions<T, D>& options) {
  if (!is_valid(a) || !is_valid(b) || !is_valid(options) || !translations.are_finite()) return {};
  const CompositeShapeCast<T, D> r =
      with_matching_parts(a, b, [&](const CompositeRef<T, D>& x, const CompositeRef<T, D>& y) {
        const auto cast = [&](PartId part_a, PartId part_b, const ShapeCastOptions<T, D>& of_parts) {
          return with_parts<CompositeShapeCast<T, D>>(
              x, part_a, y, part_b,
              [&](const RefOperand<T, D>& shape_a, const RefOperand<T, D>& shape_b) {
                return shape_cast_of_refs<T, D>(shape_a, shape_b, translations, of_parts);
              },
              [&](const CompositeRef<T, D>& body_a, const CompositeRef<T, D>& body_b) {
                return shape_cast_of_bodies(body_a, body_b, translations, of_parts);
              });
        };
        const RelativeFrame<D> frame(x, y);
        return FirstContact(x, y, frame, translations, options, cast).run();
      });
  const bool asks_solids = a.has_bodies || b.has_bodies;  // pair by pair
  return !asks_solids && (a.is_solid || b.is_solid) ? shape_cast_of_solids(a, b, r) : r;
}

#define ABUT_COMPOSITE_SHAPE_CASTS(WORDS, T, D)                                                             \
  WORDS CompositeShapeCast<T, D> shape_cast_of_bodies(const CompositeRef<T, D>&, const CompositeRef<T, D>&, \
                                                      const Translations<D>&, const ShapeCastOptions<T, D>&);
ABUT_DECLARE_FOR_SPACES(ABUT_COMPOSITE_SHAPE_CASTS)

}  // namespace abut::detail
