/// A pair of parts of two bodies, each convex or a body itself: how a verb asks about it.
///
///     const CompositeDistance<T, D> d = with_parts<CompositeDistance<T, D>>(
///         a, i, b, k, [&](const RefOperand<T, D>& x, const RefOperand<T, D>& y) { return distance_of_refs(...); },
///         [&](const CompositeRef<T, D>& x, const CompositeRef<T, D>& y) {
///             return distance_of_bodies(x, y, options);
///         });
///
/// The answer about two bodies names parts of these: they become the parts within the parts.
#pragma once

#include <abut/detail/composite/convex_body.hpp>
#include <abut/detail/composite/depth/hull_of_parts.hpp>

namespace abut::detail {

/// Returns f(a part as a body): the body that it is, or one of its own, of one part.
template <Scalar T, int D, class F>
auto with_part_as_body(const CompositeRef<T, D>& body, std::uint32_t part, const F& f) {
  if (body.is_body(part)) return f(body.body(part));
  return body.template with_own_core<T>(part, [&](const auto& own) {
    const ConvexBody<T, D> convex{ShapeRef<T, D>(own)};
    CompositeRef<T, D> ref = convex.ref(body.pose);
    const Pose<T, D>* const in = body.inner_pose(part);
    if (body.pose == nullptr) {
      ref.pose = in;
    } else {
      ref.inner = in;
    }
    ref.radius = body.radius;
    return f(ref);
  });
}

/// The parts in an answer about two parts that are bodies become parts within these.
template <Scalar T, int D, class Answer>
void name_parts(const CompositeRef<T, D>& a, std::uint32_t part_a, const CompositeRef<T, D>& b, std::uint32_t part_b,
                Answer& r) {
  if (!a.is_whole) {
    r.subpart_a = r.part_a;
    r.part_a = part_a;
  }
  if (!b.is_whole) {
    r.subpart_b = r.part_b;
    r.part_b = part_b;
  }
}

/// Answer(what f returns of two shapes, or g of two bodies).
template <class Answer, Scalar T, int D, class F, class G>
Answer with_parts(const CompositeRef<T, D>& a, std::uint32_t part_a, const CompositeRef<T, D>& b, std::uint32_t part_b,
                  const F& of_shapes, const G& of_bodies) {
  if (!a.is_body(part_a) && !b.is_body(part_b)) {
    return {a.with_part(part_a,
                        [&](const RefOperand<T, D>& x) {
                          return b.with_part(part_b, [&](const RefOperand<T, D>& y) { return of_shapes(x, y); });
                        }),
            part_a, part_b};
  }
  Answer r = with_part_as_body(a, part_a, [&](const CompositeRef<T, D>& x) {
    return with_part_as_body(b, part_b, [&](const CompositeRef<T, D>& y) { return of_bodies(x, y); });
  });
  name_parts(a, part_a, b, part_b, r);
  return r;
}

/// A body as the only part of another one: it is held as a whole against the parts of a compound some of which are
/// bodies, since no tree has parts of both.
template <Scalar T, int D>
class BodyAsPart {
 public:
  explicit BodyAsPart(const CompositeRef<T, D>& body)
      : body_(without_pose(body)),
        hull_(body_),
        part_{ShapeRef<T, D>(hull_), nullptr, &body_},
        tree_(box_of(body.tree.nodes[0]), sphere_around(box_of(body.tree.nodes[0]))),
        ref_{.tree = {{&tree_.node(), 1}, body.tree.center, body.tree.unit, body.tree.reach},
             .spheres = &tree_.leaf(),
             .pose = body.pose,
             .inner = body.inner,
             .radius = body.radius,
             .kind = PartKind::shapes,
             .parts = &part_,
             .has_bodies = true,
             .is_whole = true} {}
  BodyAsPart(const BodyAsPart&) = delete;  // its refs point into it
  BodyAsPart(BodyAsPart&&) = delete;
  BodyAsPart& operator=(const BodyAsPart&) = delete;
  BodyAsPart& operator=(BodyAsPart&&) = delete;
  ~BodyAsPart() = default;

  const CompositeRef<T, D>& ref() const { return ref_; }

 private:
  static CompositeRef<T, D> without_pose(CompositeRef<T, D> body) {
    body.pose = body.inner = nullptr;
    body.radius = 0;
    return body;
  }
  static BvhBox<D> box_of(const BvhNode<D>& root) {
    BvhBox<D> all = BvhBox<D>::empty();
    for (int k = 0; k < root.count(); ++k) {
      BvhBox<D> box;
      for (int i = 0; i < D; ++i) {
        box.min[i] = root.lower[i][k];
        box.max[i] = root.upper[i][k];
      }
      all.add(box);
    }
    return all;
  }

  const CompositeRef<T, D> body_;
  const HullOfParts<T, D> hull_;
  const CompoundPartRef<T, D> part_;
  const TreeOfOne<D> tree_;
  const CompositeRef<T, D> ref_;
};

/// Returns f(a, b), where two bodies, or a body and a convex shape, have trees that may be traversed together.
template <Scalar T, int D, class F>
auto with_matching_parts(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b, const F& f) {
  const auto has_small_parts = [](const CompositeRef<T, D>& x) {
    return x.kind == PartKind::simplices || x.kind == PartKind::balls;
  };
  if (a.has_bodies && has_small_parts(b)) return f(a, BodyAsPart<T, D>(b).ref());
  if (b.has_bodies && has_small_parts(a)) return f(BodyAsPart<T, D>(a).ref(), b);
  return f(a, b);
}

}  // namespace abut::detail
