/// A type-erased reference to any shape: for scenes, tables of shapes and bindings.
///
///     ShapeRef3f shapes[] = {crate, ball, hull};                       // the shapes must outlive it
///     auto gap = distance(place(shapes[0], p), place(shapes[1], q));   // the same answer, bit for bit, as without
///
/// It erases exactly the concept of support.hpp, so the same algorithms run. Each support point costs a call through a
/// pointer, which is not inlined. Its queries can be compiled once for a whole program: see compiled.hpp.
#pragma once

#include <abut/aabb.hpp>
#include <abut/detail/support/bounding_planes.hpp>
#include <abut/detail/support/orthant_scan.hpp>
#include <abut/face.hpp>
#include <abut/support.hpp>

namespace abut {

template <Scalar T, int D>
class Hull;  // hull.hpp, as HullView
template <Scalar T, int D>
class HullView;

namespace detail {

template <Scalar T, int D>
class ShapeNode;  // support/shape_node.hpp

/// The types that a ShapeRef tells apart, because some pairs of them have code of their own: see
/// distance/same_kind.hpp and closed_form/round/.
enum class RefType : unsigned char { other, box, triangle, capsule, hull, hull_view };

template <class S>
inline constexpr RefType ref_type_of = RefType::other;
template <Scalar T, int D>
inline constexpr RefType ref_type_of<Box<T, D>> = RefType::box;
template <Scalar T, int D>
inline constexpr RefType ref_type_of<Triangle<T, D>> = RefType::triangle;
template <Scalar T, int D>
inline constexpr RefType ref_type_of<Capsule<T, D>> = RefType::capsule;
template <Scalar T, int D>
inline constexpr RefType ref_type_of<Hull<T, D>> = RefType::hull;
template <Scalar T, int D>
inline constexpr RefType ref_type_of<HullView<T, D>> = RefType::hull_view;

}  // namespace detail

/// A reference, as cheap to copy as two pointers. It is a shape itself: place() and all verbs accept it.
template <Scalar T, int D>
class ShapeRef {
 public:
  using Vector = Vec<T, D>;

  /// Refers to the shape, which must outlive it.
  template <Shape S>
    requires(!std::same_as<S, ShapeRef> && std::same_as<VectorOf<S>, Vector>)
  ShapeRef(const S& shape) : shape_(&shape), functions_(&functions_of<S>) {}  // NOLINT(google-explicit-constructor)

  template <Shape S>
    requires(!std::same_as<S, ShapeRef> && std::same_as<VectorOf<S>, Vector>)
  ShapeRef(const S&& temporary) = delete;  // it would dangle

  /// Whether both refer to the same shape.
  bool operator==(const ShapeRef&) const = default;

  SupportPoint<Vec<double, D>> support(const Vec<double, D>& d) const { return functions_->support(shape_, d); }
  double radius() const { return functions_->radius(shape_); }
  Vec<double, D> center() const { return functions_->enclosure(shape_).center; }
  double bounding_radius() const { return functions_->enclosure(shape_).reach; }
  bool is_valid() const { return functions_->is_valid(shape_); }
#if !defined(ABUT_SMALL)  // otherwise abut::aabb() evaluates support points: as tight, with less code
  Aabb<T, D> aabb() const { return functions_->aabb(shape_); }
  /// Whether aabb_at() may be called.
  bool has_closed_aabb() const { return functions_->aabb_at != nullptr; }
  /// The box of the shape at a pose, in closed form.
  Aabb<T, D> aabb_at(const Pose<T, D>& pose) const { return functions_->aabb_at(shape_, pose); }
#endif
  /// The error of the support mapping, times `scale`, without underflow.
  SupportError scaled_support_error(double scale) const { return functions_->support_error(shape_, scale); }
  bool measures_from_origin() const { return functions_->measures_from_origin(shape_); }
  Vec<double, D> vertex(VertexId id) const { return functions_->vertex(shape_, id); }
  VertexId vertex_count() const { return functions_->vertex_count(shape_); }
  VertexId core_vertices() const { return functions_->core_vertices; }
  /// The shape itself, if it is a box.
  const Box<T, D>* as_box() const { return type() == detail::RefType::box ? &as<Box<T, D>>(shape_) : nullptr; }
  /// The shape itself, if it is a triangle.
  const Triangle<T, D>* as_triangle() const {
    return type() == detail::RefType::triangle ? &as<Triangle<T, D>>(shape_) : nullptr;
  }
  detail::RefType type() const { return functions_->type; }
  /// The shape itself, whose type is S; a Hull as a HullView.
  template <class S>
  auto held() const {
    if constexpr (std::same_as<S, HullView<T, D>>) {
      return type() == detail::RefType::hull ? as<Hull<T, D>>(shape_).view() : as<S>(shape_);
    } else {
      return as<S>(shape_);
    }
  }
  Face<D> face(const Vec<double, D>& d, double slope) const { return functions_->face(shape_, d, slope); }
  detail::BoundingPlanes<T, D> bounding_planes() const { return functions_->bounding_planes(shape_); }
  const detail::OrthantLists<D>& orthant_lists() const { return functions_->orthant_lists(shape_); }

 private:
  friend class detail::ShapeNode<T, D>;

  struct Functions {
    SupportPoint<Vec<double, D>> (*support)(const void*, const Vec<double, D>&);
    detail::Enclosure<D> (*enclosure)(const void*);
    double (*radius)(const void*);
    bool (*is_valid)(const void*);
#if !defined(ABUT_SMALL)
    Aabb<T, D> (*aabb)(const void*);
    Aabb<T, D> (*aabb_at)(const void*, const Pose<T, D>&);  // null if there is no closed form
#endif
    const detail::OrthantLists<D>& (*orthant_lists)(const void*);
    SupportError (*support_error)(const void*, double);
    bool (*measures_from_origin)(const void*);
    Vec<double, D> (*vertex)(const void*, VertexId);
    VertexId (*vertex_count)(const void*);
    Face<D> (*face)(const void*, const Vec<double, D>&, double);
    detail::BoundingPlanes<T, D> (*bounding_planes)(const void*);
    VertexId core_vertices;
    detail::RefType type;
  };

  ShapeRef(const void* shape, const Functions* functions) : shape_(shape), functions_(functions) {}

  template <class S>
  static const S& as(const void* shape) {
    return *static_cast<const S*>(shape);
  }

#if !defined(ABUT_SMALL)
  template <class S>
  static constexpr auto aabb_function() -> Aabb<T, D> (*)(const void*, const Pose<T, D>&) {
    if constexpr (detail::CoreBox<S>::known) {
      return [](const void* s, const Pose<T, D>& pose) { return detail::placed_box(as<S>(s), 0, pose); };
    } else {
      return nullptr;
    }
  }
#endif

  template <class S>
  static constexpr Functions functions_of{
      .support = [](const void* s, const Vec<double, D>& d) { return detail::support(as<S>(s), d); },
      .enclosure = [](const void* s) { return detail::enclosure(as<S>(s)); },
      .radius = [](const void* s) { return detail::radius(as<S>(s)); },
      .is_valid = [](const void* s) { return detail::is_valid(as<S>(s), detail::enclosure(as<S>(s))); },
#if !defined(ABUT_SMALL)
      .aabb = [](const void* s) { return abut::aabb(as<S>(s)); },
      .aabb_at = aabb_function<S>(),
#endif
      .orthant_lists = [](const void* s) -> const detail::OrthantLists<D>& { return detail::orthant_lists(as<S>(s)); },
      .support_error = [](const void* s,
                          double scale) { return detail::support_error(as<S>(s), detail::enclosure(as<S>(s)), scale); },
      .measures_from_origin = [](const void* s) { return detail::measures_from_origin(as<S>(s)); },
      .vertex = [](const void* s, VertexId id) { return detail::vertex(as<S>(s), id); },
      .vertex_count = [](const void* s) { return detail::vertex_count(as<S>(s)); },
      .face = [](const void* s, const Vec<double, D>& d, double slope) { return detail::face(as<S>(s), d, slope); },
      .bounding_planes = [](const void* s) { return detail::bounding_planes(as<S>(s)); },
      .core_vertices = detail::known_core_vertices<S>,
      .type = detail::ref_type_of<S>};

  const void* shape_;
  const Functions* functions_;
};

using ShapeRef2f = ShapeRef<float, 2>;
using ShapeRef3f = ShapeRef<float, 3>;
using ShapeRef2d = ShapeRef<double, 2>;
using ShapeRef3d = ShapeRef<double, 3>;

}  // namespace abut
