/// Where GJK begins with two hulls of few vertices in space: with an edge of each.
///
/// A walk that begins with the line between the centers collects the vertices of its simplex one by one, and each step waits for the one before. Here the two
/// vertices of each hull that are furthest along that line are found at once, in float (the keys of support/orthant_scan.hpp: the greatest is known, and the next costs a
/// few instructions), and the nearest points of the two segments between them in closed form (closed_form/segment_parameters.hpp). Of random hulls of 8 vertices at a gap of
/// 1 % six in ten are nearest there, of hulls of 32 every second pair; the others have a simplex that is some steps ahead.
///
/// It is a guess, and no support call: what it leaves is a simplex of points of the set, as a cache would, with the errors of all points (minkowski/difference.hpp); the walk that follows
/// asks for a support point in any case. Where the balls around the hulls do not meet, a vertex of each is nearest mostly, and the walk finds it as soon.
#pragma once

#include <abut/detail/closed_form/segment_parameters.hpp>
#include <abut/detail/gjk/iteration.hpp>
#include <abut/detail/numeric/float4.hpp>
#include <abut/detail/support/orthant_scan.hpp>

namespace abut::detail {

/// Whether both cores of a difference may be hulls with lists of their vertices.
template <class Set>
inline constexpr bool may_begin_with_edges = false;

#if !defined(ABUT_SMALL)
template <class A, class B, bool rescaled>
inline constexpr bool may_begin_with_edges<Difference<A, B, rescaled>> =
    dimension_of<A> == 3 && requires(const typename Operand<A>::Core& a, const typename Operand<B>::Core& b) {
      a.orthant_lists();
      b.orthant_lists();
    };
#endif

/// Two vertices of a hull that are far along a direction: the numbers in the greatest key of a list and in the next one. They may be the same.
struct FarVertices {
  VertexId id[2];

  /// Of a list of `count` fours.
  template <std::size_t count, int D>
  ABUT_INLINE static FarVertices of(const Float4Vertices<D>* list, const Float4 (&along)[D]) {
    Float4 keys[count];
    for (std::size_t i = 0; i < count; ++i) {
      Float4 height = Float4::of(list[i].x[0]) * along[0];
      for (int k = 1; k < D; ++k) height = height + Float4::of(list[i].x[k]) * along[k];
      keys[i] = coded<number_bits>(height, list[i].id);
    }
    const Float4 first = greatest_of(keys);
    for (Float4& key : keys) key = lowered_where_equal(key, first);
    return {{number_in(first), number_in(greatest_of(keys))}};
  }

 private:
  static constexpr VertexId number_bits = most_listed - 1;

  ABUT_INLINE static VertexId number_in(Float4 key) { return key.first_bits() & number_bits; }

  template <std::size_t count>
  ABUT_INLINE static Float4 greatest_of(const Float4 (&keys)[count]) {
    static_assert(count == 2 || count == 4);
    Float4 most = larger(keys[0], keys[1]);
    if constexpr (count == 4) most = larger(most, larger(keys[2], keys[3]));
    return greatest(most);
  }
};

/// Lists of 2 or 4 fours. There are longer ones, of hulls of more than 32 vertices.
ABUT_INLINE bool are_short(const OrthantLists<3>& a, const OrthantLists<3>& b) {
  return a.length - 2 <= 2 && b.length - 2 <= 2;
}

ABUT_INLINE FarVertices far_vertices(const OrthantLists<3>& lists, std::size_t orthant, const Float4 (&along)[3]) {
  const Float4Vertices<3>* list = lists.guesses + orthant * lists.stride;
  return lists.length == 2 ? FarVertices::of<2>(list, along) : FarVertices::of<4>(list, along);
}

/// Of both, along what each of them sees of a direction.
struct FarPair {
  FarVertices a, b;

  ABUT_INLINE FarPair(const OrthantLists<3>& lists_a, const OrthantLists<3>& lists_b, const VecPair<3>& d) {
    Float4 along_a[3], along_b[3];
    for (int k = 0; k < 3; ++k) Float4::spread_each(d.x[k], along_a[k], along_b[k]);
    std::size_t orthant_a = 0, orthant_b = 0;
    if ((lists_a.stride | lists_b.stride) != 0) {  // else nothing shall wait for it
      for (int k = 0; k < 3; ++k) {
        const unsigned negative = signs(d.x[k].ab);
        orthant_a |= (negative & 1U) << k;
        orthant_b |= (negative >> 1) << k;
      }
    }
    a = far_vertices(lists_a, orthant_a, along_a);
    b = far_vertices(lists_b, orthant_b, along_b);
  }
};

/// The segments between the two vertices of A and between those of B, seen as all of a difference is.
class EdgePair {
 public:
  template <class Set>
  ABUT_INLINE EdgePair(const Set& set, const OrthantLists<3>& lists_a, const OrthantLists<3>& lists_b,
                       const FarPair& far)
      : far_(far), translation_(Set::posed ? set.translation() : nowhere) {
    const auto image = [&](int i) {
      return set.image_of(VecPair<3>::of(lists_a.vertices[far.a.id[i]], lists_b.vertices[far.b.id[i]]));
    };
    first_ = image(0);
    second_ = image(1);
  }

  /// Which of their ends are the nearest points combinations of?
  ABUT_INLINE const SegmentFeatures& nearest() const {
    const VecPair<3> half = (second_ - first_) * 0.5, middle = first_ + half;
    const VecPair<3> to_other = (middle.swapped() - middle) + VecPair<3>::of(translation_, -translation_);
    return features_at(SegmentParameters<3>(half, to_other, dot(half, half)).template quick<false>());
  }

  /// Perpendicular to both, from A to B.
  ABUT_INLINE Vec3d across() const {
    const VecPair<3> edge = second_ - first_;
    const Vec3d n = cross(edge.a(), edge.b());
    return dot(n, (first_.b() + translation_) - first_.a()) < 0 ? -n : n;
  }

  /// All four differences of their ends, written to the places `place(i, k)`.
  ABUT_INLINE void write_to(Simplex<3>& simplex) const {
    const Vec3d a[2] = {first_.a(), second_.a()}, b[2] = {first_.b() + translation_, second_.b() + translation_};
    for (int i = 0; i < 2; ++i) {
      for (int k = 0; k < 2; ++k) {
        DifferencePoint<3>& point = simplex.place(i + 2 * k);
        point.w = b[k] - a[i];
        point.a = a[i];
        point.id_a = far_.a.id[i];
        point.id_b = far_.b.id[k];
      }
    }
  }
  ABUT_INLINE static int place(VertexId i, VertexId k) { return static_cast<int>(i + 2 * k); }

 private:
  static constexpr Vec3d nowhere{};

  const FarPair& far_;
  const Vec3d& translation_;  ///< as in all points: that of the frames, where there are poses
  VecPair<3> first_, second_;
};

/// Leaves a walk that has not begun as it is where the hulls are far apart or about the same center, or their lists too long.
template <class Set>
ABUT_INLINE void begin_with_edges(const Set& set, GjkIteration<3>& walk) {
  const Vec3d d = set.offset();
  const OrthantLists<3>&lists_a = set.core_a().orthant_lists(), &lists_b = set.core_b().orthant_lists();
  // The size is the sum of both reaches and of the distance between the centers, and more for hulls that are not about their origins.
  const bool do_balls_meet = norm_squared(d) < 0.25 * set.size() * set.size();
  if (!are_short(lists_a, lists_b) || !do_balls_meet || d == Vec3d{}) return;
  const FarPair far(lists_a, lists_b, set.seen_by_cores(scale_direction(d)));
  const EdgePair edges(set, lists_a, lists_b, far);
  const SegmentFeatures& ends = edges.nearest();
  edges.write_to(walk.simplex);
  const auto place = [&ends](int i) { return EdgePair::place(ends.a[i], ends.b[i]); };
  walk.simplex.begin_with(ends.count, {place(0), place(1), place(2)});
  walk.v = ends.count == 3 ? edges.across() : away_from(walk.simplex);
}

}  // namespace abut::detail
