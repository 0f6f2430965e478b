/// Mesh blocks of which some bytes were changed, and the hash made right again: they are refused, or what is proven
/// about them is true of the vertices and parts in them.
///
/// The first byte chooses the space, mesh or solid, and how large; or that all other bytes are the block. Otherwise
/// these are changes: two bytes say where, one how many of the next bytes are written there.
#include "fuzz/bytes.hpp"

#include <abut/solid.hpp>

#include <cstdlib>
#include <vector>

namespace {

using namespace abut;

void require(bool kept) {
  if (!kept) std::abort();
}

/// A closed chain of corners around the origin; in 3D the sides of a pyramid over it, and those of its reflection.
template <class T, int D>
Mesh<T, D> spindle(std::uint32_t corners) {
  std::vector<Vec<T, D>> vertices;
  std::vector<std::array<std::uint32_t, D>> parts;
  for (std::uint32_t i = 0; i < corners; ++i) {
    const T x = T(i) - T(corners) / 2, y = (i % 2 == 0 ? T(1) : T(2)) + x * x / 8;
    Vec<T, D> v{};
    v[0] = x;
    v[1] = i % 3 == 0 ? -y : y;
    vertices.push_back(v);
  }
  for (const T height : {T(1), T(-1), T(-1)}) vertices.push_back(detail::axis<T, D>(D - 1) * height);  // one twice
  for (std::uint32_t i = 0; i < corners; ++i) {
    const std::uint32_t next = (i + 1) % corners;
    if constexpr (D == 2) {
      parts.push_back({i, next});
    } else {
      parts.push_back({i, next, corners});
      parts.push_back({next, i, corners + 1 + i % 2});
    }
  }
  return *Mesh<T, D>::from(vertices, parts);
}

class Block {
 public:
  explicit Block(std::span<const std::byte> bytes) : memory_(detail::block_memory(bytes.size())), size_(bytes.size()) {
    if (size_ > 0) std::memcpy(memory_.get(), bytes.data(), size_);
  }
  std::span<std::byte> bytes() const { return {memory_.get()->bytes, size_}; }

  void change(fuzz::Bytes& by, std::size_t changes) const {
    for (std::size_t i = 0; i < changes; ++i) {
      const std::size_t at = by.raw<std::uint16_t>() % size_, count = by.byte() % 9U;
      for (std::size_t k = 0; k < count; ++k) {
        const auto value = static_cast<std::byte>(by.byte());
        if (at + k < size_) bytes()[at + k] = value;
      }
    }
  }
  void mend_hash() const {
    if (size_ < sizeof(detail::MeshHeader)) return;
    auto& h = *reinterpret_cast<detail::MeshHeader*>(bytes().data());
    if (h.size == size_ && size_ % detail::block_line == 0) h.hash = detail::hash_of_block(bytes().data());
  }

 private:
  detail::BlockMemory memory_;
  std::size_t size_;
};

template <class T>
bool meet(T lower, T upper, T other_lower, T other_upper) {
  return lower <= other_upper && other_lower <= upper;
}

/// Both answers hold for the same body: one of the block, one built anew.
template <class T, int D, class A>
void expect_same_truth(const A& view, const A& built) {
  const Ball<T, D> ball{detail::axis<T, D>(0) * T(3), T(0.5)};
  const auto d = distance(view, ball), e = distance(built, ball);
  require((d.status == Status::invalid_argument) == (e.status == Status::invalid_argument));
  if (d.status != Status::invalid_argument) require(meet(d.lower, d.upper, e.lower, e.upper));
  const auto met = overlap(view, ball), tem = overlap(built, ball);
  require(!(met.apart && tem.overlap && e.upper == 0 && d.lower > 0));
  const Pose<T, D> pose{detail::axis<T, D>(1) * T(2), {}};
  const auto f = distance(view, place(built, pose)), g = distance(built, place(view, pose));
  if (f.status != Status::invalid_argument && g.status != Status::invalid_argument) {
    require(meet(f.lower, f.upper, g.lower, g.upper));
  }
  const Ray<T, D> ray{detail::axis<T, D>(0) * T(-9) + detail::axis<T, D>(1), detail::axis<T, D>(0)};
  const auto hit = ray_cast(ray, view), again = ray_cast(ray, built);
  require(!(hit.hit && again.miss && hit.t < again.t_safe) && !(again.hit && hit.miss && again.t < hit.t_safe));
}

/// A mesh that was accepted can be moved, and then is what would be accepted.
template <class T, int D>
void expect_refit(Mesh<T, D> mesh) {
  std::vector<Vec<T, D>> vertices(mesh.vertices().begin(), mesh.vertices().end());
  for (auto& v : vertices) v = v * T(0.75);
  require(mesh.refit(vertices).has_value());
  require(MeshView<T, D>::from_bytes(mesh.bytes()).has_value());
}

template <class T, int D>
void ask(std::span<const std::byte> bytes) {
  const auto view = MeshView<T, D>::from_bytes(bytes);
  require(Mesh<T, D>::from_bytes(bytes).has_value() == view.has_value());
  const auto solid = SolidView<T, D>::from_bytes(bytes);
  require(Solid<T, D>::from_bytes(bytes).has_value() == solid.has_value());
  if (!view) {
    require(!solid && view.error().byte <= bytes.size());
    return;
  }
  auto built = Mesh<T, D>::from(view->vertices(), view->parts());
  require(built.has_value());
  expect_same_truth<T, D>(*view, built->view());
  expect_refit<T, D>(std::move(*Mesh<T, D>::from_bytes(bytes)));
  if (!solid) return;
  const auto closed = Solid<T, D>::from(std::move(*built));
  require(closed.has_value());
  expect_same_truth<T, D>(*solid, closed->view());
  const Vec<T, D> q = detail::axis<T, D>(0) * T(0.5);
  require(inside(q, *solid).winding == inside(q, *closed).winding);
}

template <class T, int D>
void run(int choice, fuzz::Bytes& bytes, std::span<const std::byte> rest) {
  if ((choice & 128) != 0) {
    const Block block(rest);
    block.mend_hash();
    return ask<T, D>(block.bytes());
  }
  Mesh<T, D> mesh = spindle<T, D>((choice & 8) != 0 ? 40 : 5);
  if ((choice & 4) != 0) {
    const auto solid = Solid<T, D>::from(std::move(mesh));
    const Block block(solid->bytes());
    block.change(bytes, rest.size() / 4 + 1);
    block.mend_hash();
    return ask<T, D>(block.bytes());
  }
  const Block block(mesh.bytes());
  block.change(bytes, rest.size() / 4 + 1);
  block.mend_hash();
  ask<T, D>(block.bytes());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const int choice = *data;
  fuzz::Bytes bytes(data + 1, size - 1);
  const auto rest = std::as_bytes(std::span(data + 1, size - 1));
  switch (choice & 3) {
    case 0: run<float, 2>(choice, bytes, rest); break;
    case 1: run<double, 2>(choice, bytes, rest); break;
    case 2: run<float, 3>(choice, bytes, rest); break;
    default: run<double, 3>(choice, bytes, rest);
  }
  return 0;
}
