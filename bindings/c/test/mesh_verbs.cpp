/// The C API gives the bits of the C++ library about meshes too, placed or not, beside every kind of shape.
#include "bodies.hpp"

#include "results.hpp"

#include <abut/mesh.hpp>

#include <cmath>
#include <cstring>

namespace abut::c_test {

namespace {

template <Scalar T, int D>
class MeshVerbs {
 public:
  static constexpr int space = (std::is_same_v<T, float> ? 0 : 2) + (D == 3 ? 1 : 0);
  using V = Vec<T, D>;

  int other_bits() {
    const Bodies<T, D> bodies;
    const Pose<T, D>* const poses[] = {nullptr, &pose_};
    for (const Pose<T, D>* pose : poses) {
      for (const Body<T, D>& body : bodies.all()) beside(pose, body);
      beside_itself(pose);
      nearest(pose);
    }
    return failures_;
  }
  ~MeshVerbs() { abut_mesh_destroy(handle_); }
  MeshVerbs(const MeshVerbs&) = delete;
  MeshVerbs(MeshVerbs&&) = delete;
  MeshVerbs& operator=(const MeshVerbs&) = delete;
  MeshVerbs& operator=(MeshVerbs&&) = delete;

  MeshVerbs() {
    for (std::uint32_t i = 0; i < 20; ++i) {
      V v;
      for (int k = 0; k < D; ++k) v[k] = static_cast<T>(((7 * i + 5 * unsigned(k) + i * i) % 23) * 0.1 + 0.8 * k);
      vertices_.push_back(v);
      if (i + D <= 20) {
        std::array<std::uint32_t, D> part;
        for (std::uint32_t k = 0; k < D; ++k) part[k] = i + k;
        parts_.push_back(part);
      }
    }
    abut_answer made;
    handle_ = abut_mesh_create(space, vertices_.data(), vertices_.size(), parts_[0].data(), parts_.size(), &made);
    mesh_.emplace(std::move(*Mesh<T, D>::from(vertices_, parts_)));
    for (int i = 0; i < D; ++i) pose_.p[i] = T(0.75) * T(i + 1);
    if constexpr (D == 2) {
      pose_.q = {T(0.6), T(0.5)};
    } else {
      pose_.q = {T(0.6), T(0.5), T(-0.25), T(1)};
    }
  }

 private:
  abut_shape in_c(const Pose<T, D>* pose) const {
    abut_shape shape{};
    shape.kind = ABUT_MESH;
    shape.mesh = handle_;
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

  template <class R>
  void expect(const abut_answer& got, const R& r, std::uint32_t part_a, std::uint32_t part_b) {
    abut_answer expected{};
    for (auto* feature : {expected.feature_a, expected.feature_b}) {
      for (int i = 0; i < 4; ++i) feature[i] = ABUT_NO_VERTEX;
    }
    expected.error_index = -1;
    c_api::write(r, expected);
    expected.part_a = part_a;
    expected.part_b = part_b;
    if (std::memcmp(&got, &expected, sizeof got) == 0) return;
    std::fprintf(stderr, "a mesh has other bits in C than in C++: space %d, lower %.17g, not %.17g\n", space, got.lower,
                 expected.lower);
    ++failures_;
  }

  template <class A, class B>
  void ask(const abut_shape& a, const abut_shape& b, const A& x, const B& y) {
    abut_answer got;
    if (abut_distance(space, &a, &b, nullptr, nullptr, &got) != ABUT_OK) ++failures_;
    const auto d = distance(x, y);
    expect(got, d, d.part_a, d.part_b);
    if (abut_overlap(space, &a, &b, nullptr, nullptr, &got) != ABUT_OK) ++failures_;
    const auto o = overlap(x, y);
    expect(got, o, o.part_a, o.part_b);
  }

  void beside(const Pose<T, D>* pose, const Body<T, D>& body) {
    const abut_shape mesh = in_c(pose);
    const auto both = [&](const auto& x, const auto& y) {
      ask(mesh, body.c, x, y);
      ask(body.c, mesh, y, x);
    };
    const auto with = [&](const auto& x) { body.half_space ? both(x, *body.half_space) : both(x, body.shape); };
    pose != nullptr ? with(place(*mesh_, *pose)) : with(*mesh_);
  }

  void beside_itself(const Pose<T, D>* pose) {
    const Pose<T, D> away{.p = pose_.p * T(3), .q = {}};
    const abut_shape a = in_c(pose), b = in_c(&away);
    pose != nullptr ? ask(a, b, place(*mesh_, *pose), place(*mesh_, away)) : ask(a, b, *mesh_, place(*mesh_, away));
  }

  void nearest(const Pose<T, D>* pose) {
    const abut_shape mesh = in_c(pose);
    const double q[3] = {4, -3, 2};
    V p;
    for (int i = 0; i < D; ++i) p[i] = static_cast<T>(q[i]);
    abut_answer got;
    if (abut_closest_point(space, q, &mesh, nullptr, &got) != ABUT_OK) ++failures_;
    const auto r = pose != nullptr ? closest_point(p, place(*mesh_, *pose)) : closest_point(p, *mesh_);
    expect(got, r, r.part, 0);
  }

  std::vector<V> vertices_;
  std::vector<std::array<std::uint32_t, D>> parts_;
  std::optional<Mesh<T, D>> mesh_;
  abut_mesh* handle_ = nullptr;
  Pose<T, D> pose_;
  int failures_ = 0;
};

}  // namespace

int other_bits_of_meshes() {
  return MeshVerbs<float, 2>().other_bits() + MeshVerbs<float, 3>().other_bits() + MeshVerbs<double, 2>().other_bits() +
         MeshVerbs<double, 3>().other_bits();
}

}  // namespace abut::c_test
