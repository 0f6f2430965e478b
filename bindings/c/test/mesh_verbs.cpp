/// The C API gives the bits of the C++ library about meshes and solids too, placed or not, inflated or not, beside
/// every kind of shape.
#include "bodies.hpp"

#include "results.hpp"

#include <abut/solid.hpp>

#include <array>
#include <cmath>
#include <cstring>

namespace abut::c_test {

namespace {

/// A body of parts whatever it is: each verb is compiled once for them all.
template <Scalar T, int D>
struct AnyParts {
  using Vector = Vec<T, D>;

  detail::CompositeRef<T, D> ref;

  detail::CompositeRef<T, D> composite() const { return ref; }
};

/// A mesh or solid in both languages, at a pose or not, inflated or not.
template <Scalar T, int D>
struct Subject {
  abut_shape c;
  AnyParts<T, D> cpp;
};

template <Scalar T, int D>
class MeshVerbs {
 public:
  static constexpr int space = (std::is_same_v<T, float> ? 0 : 2) + (D == 3 ? 1 : 0);
  using V = Vec<T, D>;
  using Parts = std::vector<std::array<std::uint32_t, D>>;

  int other_bits() {
    const Bodies<T, D> bodies;
    for (const Subject<T, D>& subject : subjects_) {
      for (const Body<T, D>& body : bodies.all()) beside(subject, body);
      for (const Subject<T, D>& other : subjects_) ask(subject.c, other.c, subject.cpp, other.cpp);
      nearest(subject);
      hit_first(subject);
    }
    return failures_;
  }
  ~MeshVerbs() {
    abut_mesh_destroy(mesh_handle_);
    abut_mesh_destroy(solid_handle_);
  }
  MeshVerbs(const MeshVerbs&) = delete;
  MeshVerbs(MeshVerbs&&) = delete;
  MeshVerbs& operator=(const MeshVerbs&) = delete;
  MeshVerbs& operator=(MeshVerbs&&) = delete;

  MeshVerbs() {
    for (int i = 0; i < D; ++i) {
      pose_.p[i] = T(0.75) * T(i + 1);
      way_[i] = static_cast<T>(-1 - 0.25 * i);
      other_way_[i] = static_cast<T>(0.5 * i);
    }
    if constexpr (D == 2) {
      pose_.q = {T(0.6), T(0.5)};
    } else {
      pose_.q = {T(0.6), T(0.5), T(-0.25), T(1)};
    }
    make_strip();
    make_simplex();
    add(mesh_handle_, *mesh_, nullptr, T(0));
    add(mesh_handle_, *mesh_, &pose_, T(0));
    add(mesh_handle_, *mesh_, &pose_, T(0.125));
    add(solid_handle_, *solid_, nullptr, T(0.25));
    add(solid_handle_, *solid_, &pose_, T(0));
  }

 private:
  /// Parts that share vertices, and cross each other.
  void make_strip() {
    std::vector<V> vertices;
    Parts parts;
    for (std::uint32_t i = 0; i < 20; ++i) {
      V v;
      for (int k = 0; k < D; ++k) v[k] = static_cast<T>(((7 * i + 5 * unsigned(k) + i * i) % 23) * 0.1 + 0.8 * k);
      vertices.push_back(v);
      if (i + D > 20) continue;
      auto& part = parts.emplace_back();
      for (std::uint32_t k = 0; k < D; ++k) part[k] = i + k;
    }
    abut_answer made;
    mesh_handle_ = abut_mesh_create(space, vertices.data(), vertices.size(), parts[0].data(), parts.size(), &made);
    mesh_.emplace(std::move(*Mesh<T, D>::from(vertices, parts)));
  }

  /// Wide enough for some of the shapes to be within.
  void make_simplex() {
    std::vector<V> vertices(D + 1);
    for (int i = 0; i < D; ++i) {
      vertices[0][i] = T(-3);
      vertices[static_cast<std::size_t>(i) + 1][i] = T(8);
    }
    Parts parts;
    if constexpr (D == 2) {
      parts = {{0, 1}, {1, 2}, {2, 0}};
    } else {
      parts = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    }
    abut_answer made;
    solid_handle_ = abut_solid_create(space, vertices.data(), vertices.size(), parts[0].data(), parts.size(), &made);
    solid_.emplace(std::move(*Solid<T, D>::from(vertices, parts)));
  }

  template <class B>
  void add(const abut_mesh* handle, const B& body, const Pose<T, D>* pose, T radius) {
    const auto view = body.view();
    const auto ref = radius > 0 ? inflate(view, radius).composite(pose) : view.composite(pose);
    subjects_.push_back({shape_in_c(handle, pose, radius), {ref}});
  }

  static abut_shape shape_in_c(const abut_mesh* handle, const Pose<T, D>* pose, T radius) {
    abut_shape shape{};
    shape.kind = ABUT_MESH;
    shape.mesh = handle;
    shape.radius = double(radius);
    if (pose == nullptr) return shape;
    shape.placed = 1;
    for (int i = 0; i < D; ++i) shape.position[i] = double(pose->p[i]);
    if constexpr (D == 2) {
      shape.rotation[0] = double(pose->q.c);
      shape.rotation[1] = double(pose->q.s);
    } else {
      const T q[] = {pose->q.w, pose->q.x, pose->q.y, pose->q.z};
      for (int i = 0; i < 4; ++i) shape.rotation[i] = double(q[i]);
    }
    return shape;
  }

  /// What C should answer: the result of C++, and what verbs about parts alone tell.
  template <class R>
  static abut_answer expected_of(const R& r) {
    abut_answer expected{};
    for (auto* feature : {expected.feature_a, expected.feature_b}) {
      for (int i = 0; i < 4; ++i) feature[i] = ABUT_NO_VERTEX;
    }
    expected.error_index = -1;
    c_api::write(r, expected);
    if constexpr (requires { r.part_a; }) {
      expected.part_a = r.part_a;
      expected.part_b = r.part_b;
    } else {
      expected.part_a = r.part;
    }
    if constexpr (requires { r.barycentric; }) c_api::write(r.barycentric, expected.barycentric);
    return expected;
  }

  template <class C, class R>
  void expect(const char* verb, C in_c, const R& r) {
    abut_answer got;
    const bool is_ok = in_c(&got) == ABUT_OK;
    const abut_answer expected = expected_of(r);
    if (is_ok && std::memcmp(&got, &expected, sizeof got) == 0) return;
    std::fprintf(stderr, "%s of a mesh has other bits in C than in C++: space %d, lower %.17g, not %.17g\n", verb,
                 space, got.lower, expected.lower);
    ++failures_;
  }

  template <class A, class B>
  void ask(const abut_shape& a, const abut_shape& b, const A& x, const B& y) {
    const auto resting = [&](const char* verb, auto in_c, const auto& r) {
      expect(verb, [&](abut_answer* got) { return in_c(space, &a, &b, nullptr, nullptr, got); }, r);
    };
    resting("distance", abut_distance, distance(x, y));
    resting("overlap", abut_overlap, overlap(x, y));
    resting("penetration", abut_penetration, penetration(x, y));
    resting("separation", abut_separation, separation(x, y));
    gradient(a, b, separation_gradient(x, y));
    double way[3], other_way[3];
    c_api::write(way_, way);
    c_api::write(other_way_, other_way);
    abut_options options{};
    options.target = 0.125;
    options.max_t = 8;
    expect(
        "shape_cast",
        [&](abut_answer* got) { return abut_shape_cast(space, &a, way, &b, other_way, &options, nullptr, got); },
        shape_cast(x, way_, y, {.target = T(0.125), .translation_b = other_way_, .max_t = T(8)}));
    expect(
        "depth_along", [&](abut_answer* got) { return abut_depth_along(space, &a, &b, way, nullptr, nullptr, got); },
        depth_along(x, y, way_));
  }

  void gradient(const abut_shape& a, const abut_shape& b, const CompositeSeparationGradient<T, D>& r) {
    abut_pose_gradient got_a, got_b;
    abut_answer got, expected = expected_of(r.separation);
    expected.unique = r.unique ? 1 : 0;
    const abut_pose_gradient by_a = c_api::to_c(r.a), by_b = c_api::to_c(r.b);
    const bool is_ok = abut_separation_gradient(space, &a, &b, nullptr, &got_a, &got_b, &got) == ABUT_OK;
    if (is_ok && std::memcmp(&got, &expected, sizeof got) == 0 && std::memcmp(&got_a, &by_a, sizeof by_a) == 0 &&
        std::memcmp(&got_b, &by_b, sizeof by_b) == 0)
      return;
    std::fprintf(stderr, "separation_gradient of a mesh has other bits in C than in C++: space %d\n", space);
    ++failures_;
  }

  void beside(const Subject<T, D>& subject, const Body<T, D>& body) {
    const auto both = [&](const auto& y) {
      ask(subject.c, body.c, subject.cpp, y);
      ask(body.c, subject.c, y, subject.cpp);
    };
    body.half_space ? both(*body.half_space) : both(body.shape);
  }

  void nearest(const Subject<T, D>& subject) {
    const V p = way_ * T(-3);
    double q[3];
    c_api::write(p, q);
    expect(
        "closest_point", [&](abut_answer* got) { return abut_closest_point(space, q, &subject.c, nullptr, got); },
        closest_point(p, subject.cpp));
  }

  void hit_first(const Subject<T, D>& subject) {
    const Ray<T, D> ray{way_ * T(-8), way_};
    double origin[3], direction[3];
    c_api::write(ray.origin, origin);
    c_api::write(ray.direction, direction);
    for (const int policy : {ABUT_INSIDE_HIT, ABUT_INSIDE_IGNORE, ABUT_INSIDE_LEAVE}) {
      abut_options options{};
      options.at_start = policy;
      expect(
          "ray_cast",
          [&](abut_answer* got) { return abut_ray_cast(space, origin, direction, &subject.c, &options, nullptr, got); },
          ray_cast(ray, subject.cpp, {.at_start = static_cast<InsidePolicy>(policy)}));
    }
  }

  std::optional<Mesh<T, D>> mesh_;
  std::optional<Solid<T, D>> solid_;
  abut_mesh *mesh_handle_ = nullptr, *solid_handle_ = nullptr;
  std::vector<Subject<T, D>> subjects_;
  Pose<T, D> pose_;
  V way_, other_way_;  ///< translations, and the direction of a ray
  int failures_ = 0;
};

}  // namespace

int other_bits_of_meshes() {
  return MeshVerbs<float, 2>().other_bits() + MeshVerbs<float, 3>().other_bits() + MeshVerbs<double, 2>().other_bits() +
         MeshVerbs<double, 3>().other_bits();
}

}  // namespace abut::c_test
