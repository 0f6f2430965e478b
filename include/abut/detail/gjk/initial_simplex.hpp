/// The initial simplex of GJK for two hulls of few vertices in 3D: an edge of each.
///
/// A search that begins along the line between the centers collects the vertices of its simplex one by one, and each
/// step waits for the one before. Here the two vertices of each hull that are highest along that line are found at
/// once, in float (by the keys of support/orthant_scan.hpp: after the greatest, the next costs a few instructions), and
/// the nearest points of the two segments between them in closed form (closed_form/segment_parameters.hpp). Of random
/// hulls of 8 vertices at a gap of 1 %, six in ten are nearest there, of hulls of 32 every second pair; the others have
/// a simplex that is some steps ahead.
///
/// This only seeds the simplex with points of the set, as a cache does, with the errors of all points
/// (minkowski/difference.hpp); it makes no support call and nothing is proven from it. If the bounding spheres of the
/// hulls do not meet, mostly a vertex of each is nearest, and the plain search finds it as quickly.
#pragma once

#include <abut/compiled.hpp>
#include <abut/detail/closed_form/segment_parameters.hpp>
#include <abut/detail/gjk/iteration.hpp>
#include <abut/detail/numeric/float4.hpp>
#include <abut/detail/support/orthant_scan.hpp>

namespace abut::detail {

/// Whether both cores of a difference may be hulls with lists of their vertices.
template <class Set>
inline constexpr bool may_begin_with_edges = false;

template <class A, class B, bool rescaled>
inline constexpr bool may_begin_with_edges<Difference<A, B, rescaled>> =
    dimension_of<A> == 3 && requires(const typename CoreAndPose<A>::Core& a, const typename CoreAndPose<B>::Core& b) {
      a.orthant_lists();
      b.orthant_lists();
    };

/// Two vertices of a hull that are highest along a direction, found in float: the ids in the greatest key of a list and
/// in the next one. They may be the same.
struct SupportVertices {
  VertexId id[2];

  /// From a list of `count` groups of four.
  template <std::size_t count, int D>
  ABUT_INLINE static SupportVertices of(const Float4Vertices<D>* list, const Float4 (&along)[D]) {
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

/// Lists of 2 or 4 groups of four. Hulls of more than 32 vertices have longer ones.
ABUT_INLINE bool are_short(const OrthantLists<3>& a, const OrthantLists<3>& b) {
  return a.length - 2 <= 2 && b.length - 2 <= 2;
}

ABUT_INLINE SupportVertices support_vertices(const OrthantLists<3>& lists, std::size_t orthant,
                                             const Float4 (&along)[3]) {
  const Float4Vertices<3>* list = lists.guesses + orthant * lists.stride;
  return lists.length == 2 ? SupportVertices::of<2>(list, along) : SupportVertices::of<4>(list, along);
}

/// The vertices of both hulls, along the direction of each.
struct SupportVertexPair {
  SupportVertices a, b;

  ABUT_INLINE SupportVertexPair(const OrthantLists<3>& lists_a, const OrthantLists<3>& lists_b, const VecPair<3>& d) {
    Float4 along_a[3], along_b[3];
    for (int k = 0; k < 3; ++k) Float4::spread_each(d.x[k], along_a[k], along_b[k]);
    std::size_t orthant_a = 0, orthant_b = 0;
    if ((lists_a.stride | lists_b.stride) != 0) {  // otherwise do not wait for the signs
      for (int k = 0; k < 3; ++k) {
        const unsigned negative = signs(d.x[k].ab);
        orthant_a |= (negative & 1U) << k;
        orthant_b |= (negative >> 1) << k;
      }
    }
    a = support_vertices(lists_a, orthant_a, along_a);
    b = support_vertices(lists_b, orthant_b, along_b);
  }
};

/// The segments between the two vertices of A and between those of B, in the frame of the difference.
class EdgePair {
 public:
  template <class Set>
  ABUT_INLINE EdgePair(const Set& set, const OrthantLists<3>& lists_a, const OrthantLists<3>& lists_b,
                       const SupportVertexPair& support)
      : support_(support), translation_(Set::posed ? set.translation() : zero) {
    const auto image = [&](int i) {
      return set.image_of(VecPair<3>::of(lists_a.vertices[support.a.id[i]], lists_b.vertices[support.b.id[i]]));
    };
    first_ = image(0);
    second_ = image(1);
  }

  /// The ends of the segments that the nearest points are combinations of.
  ABUT_INLINE const SegmentFeatures& nearest() const {
    const VecPair<3> half = (second_ - first_) * 0.5, middle = first_ + half;
    const VecPair<3> to_other = (middle.swapped() - middle) + VecPair<3>::of(translation_, -translation_);
    return features_at(SegmentParameters<3>(half, to_other, dot(half, half)).template quick<false>());
  }

  /// The normal of both, from A to B.
  ABUT_INLINE Vec3d across() const {
    const VecPair<3> edge = second_ - first_;
    const Vec3d n = cross(edge.a(), edge.b());
    return dot(n, (first_.b() + translation_) - first_.a()) < 0 ? -n : n;
  }

  /// Writes all four differences of their ends to the places `place(i, k)`.
  ABUT_INLINE void write_to(Simplex<3>& simplex) const {
    const Vec3d a[2] = {first_.a(), second_.a()}, b[2] = {first_.b() + translation_, second_.b() + translation_};
    for (int i = 0; i < 2; ++i) {
      for (int k = 0; k < 2; ++k) {
        DifferencePoint<3>& point = simplex.place(i + 2 * k);
        point.w = b[k] - a[i];
        point.a = a[i];
        point.id_a = support_.a.id[i];
        point.id_b = support_.b.id[k];
      }
    }
  }
  ABUT_INLINE static int place(VertexId i, VertexId k) { return static_cast<int>(i + 2 * k); }

 private:
  static constexpr Vec3d zero{};

  const SupportVertexPair& support_;
  const Vec3d& translation_;  ///< between the frames, if there are poses; otherwise zero
  VecPair<3> first_, second_;
};

/// Seeds a search that has not begun. Leaves it as it is if the hulls are far apart or about the same center, or their
/// lists too long.
template <class Set>
ABUT_INLINE void begin_with_edges(const Set& set, GjkIteration<3>& iteration) {
  const Vec3d d = set.offset();
  const OrthantLists<3>&lists_a = set.core_a().orthant_lists(), &lists_b = set.core_b().orthant_lists();
  // The size is the sum of both reaches and of the distance between the centers, and more for hulls that are not about
  // their origins.
  const bool do_spheres_meet = norm_squared(d) < 0.25 * set.size() * set.size();
  if (!are_short(lists_a, lists_b) || !do_spheres_meet || d == Vec3d{}) return;
  const SupportVertexPair support(lists_a, lists_b, set.support_directions(scale_direction(d)));
  const EdgePair edges(set, lists_a, lists_b, support);
  const SegmentFeatures& ends = edges.nearest();
  edges.write_to(iteration.simplex);
  const auto place = [&ends](int i) { return EdgePair::place(ends.a[i], ends.b[i]); };
  iteration.simplex.begin_with(ends.count, {place(0), place(1), place(2)});
  iteration.v = ends.count == 3 ? edges.across() : away_from(iteration.simplex);
}

}  // namespace abut::detail
