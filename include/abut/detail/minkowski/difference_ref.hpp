/// A type-erased Minkowski difference, by reference. The heavy methods use it, so that they are compiled once per
/// dimension and not for every pair of shapes. Its answers are those of the difference, bit for bit.
#pragma once

#include <abut/compiled.hpp>
#include <abut/detail/minkowski/difference.hpp>

namespace abut::detail {

template <int N>
class DifferenceRef {
 public:
  static constexpr int D = N;
  using V = Vec<double, D>;

  template <class Set>
  explicit DifferenceRef(const Set& set)
      : set_(&set),
        along_([](const void* s, const V& d, DifferencePoint<D>& p) { as<Set>(s).along(d, p); }),
        find_([](const void* s, VertexId a, VertexId b, DifferencePoint<D>& p) { return as<Set>(s).find(a, b, p); }),
        from_a_([](const void* s, const V& d) { return as<Set>(s).from_frame_of_a(d); }),
        in_a_([](const void* s, const V& d) { return as<Set>(s).in_frame_of_a(d); }),
        offset_(set.offset()),
        first_(set.first_direction()),
        size_(set.size()),
        radii_(set.radii()),
        support_error_(set.support_error()),
        point_error_(set.point_error()),
        scale_(set.scaled(1.0)) {
    if constexpr (requires { set.radius_a(); }) radius_a_ = set.radius_a();
  }

  void along(const V& d, DifferencePoint<D>& point) const { along_(set_, d, point); }
  bool find(VertexId a, VertexId b, DifferencePoint<D>& point) const { return find_(set_, a, b, point); }
  V from_frame_of_a(const V& d) const { return from_a_(set_, d); }
  V in_frame_of_a(const V& d) const { return in_a_(set_, d); }
  const V& offset() const { return offset_; }
  const V& first_direction() const { return first_; }
  double size() const { return size_; }
  double radii() const { return radii_; }
  double radius_a() const { return radius_a_; }
  double support_error() const { return support_error_; }
  double point_error() const { return point_error_; }
  double scale() const { return scale_; }
  double scaled(double length) const { return length * scale_; }

 private:
  template <class Set>
  static const Set& as(const void* set) {
    return *static_cast<const Set*>(set);
  }

  const void* set_;
  void (*along_)(const void*, const V&, DifferencePoint<D>&);
  bool (*find_)(const void*, VertexId, VertexId, DifferencePoint<D>&);
  V (*from_a_)(const void*, const V&);
  V (*in_a_)(const void*, const V&);
  V offset_, first_;
  double size_, radii_, radius_a_ = 0, support_error_, point_error_, scale_;
};

/// The difference as a heavy method sees it: type-erased, so that the method is compiled once, or the difference itself
/// where everything is instantiated in place.
template <class Set>
ABUT_INLINE decltype(auto) for_heavy_method(const Set& set) {
  if constexpr (is_header_only || std::same_as<Set, DifferenceRef<Set::D>>) {
    return (set);
  } else {
    return DifferenceRef<Set::D>(set);
  }
}

/// The difference as the loop of GJK sees it: the difference itself, so that its support calls are inlined. A rescaled
/// difference, which is rare, is type-erased; with ABUT_SMALL every difference is, which saves 34 kB of the WebAssembly
/// module.
template <class Set>
ABUT_INLINE decltype(auto) for_gjk(const Set& set) {
  if constexpr (is_small || Set::is_rescaled) {
    return DifferenceRef<Set::D>(set);
  } else {
    return (set);
  }
}

}  // namespace abut::detail
