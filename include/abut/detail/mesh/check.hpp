/// Whether bytes are a mesh block: see mesh_block.hpp.
///
/// Nothing is read before its place is known to be within the bytes, and nothing is used before it was checked: first
/// the sizes, then vertices and parts, then the tree as a tree, and then what must follow from all of that, which is
/// computed again and compared bit for bit. The memory for it grows with the size of the bytes, not with the counts in
/// them.
#pragma once

#include <abut/detail/mesh/components.hpp>
#include <abut/detail/mesh/fit.hpp>
#include <abut/mesh.hpp>

namespace abut::detail {

template <class T, int D>
class MeshCheck {
  using Kind = MeshBlockError::Kind;
  using Indices = std::array<std::uint32_t, D>;

 public:
  explicit MeshCheck(std::span<const std::byte> bytes) : bytes_(bytes), mesh_(bytes.data()) {}

  /// Requires bytes that begin at a multiple of 8.
  bool is_mesh() {
    return first_line_is_sound() && counts_are_sound() && arrays_are_sound() && vertices_are_finite() &&
           parts_are_in_range() && tree_is_sound() && leaves_are_sound() && boxes_are_sound() && welded_is_sound() &&
           components_are_sound();
  }
  const MeshBlockError& error() const { return error_; }

 private:
  const MeshHeader& h() const { return mesh_.header(); }

  /// Returns false.
  bool fail(Kind kind, std::uint64_t index, const void* where) {
    error_ = {kind, index, static_cast<std::uint64_t>(static_cast<const std::byte*>(where) - bytes_.data())};
    return false;
  }
  bool require(bool is_sound, Kind kind, const void* where) { return is_sound || fail(kind, 0, where); }

  bool first_line_is_sound() {
    const auto& magic = MeshHeader::own_magic;
    const std::size_t begin = bytes_.size() < magic.size() ? bytes_.size() : magic.size();
    if (begin > 0 && std::memcmp(bytes_.data(), magic.data(), begin) != 0)
      return fail(Kind::not_a_block, 0, bytes_.data());
    const std::byte* const end = bytes_.data() + bytes_.size();
    if (bytes_.size() < sizeof(MeshHeader)) return fail(Kind::truncated, 0, end);
    // Before the version, which can not be read otherwise.
    if (!require(h().byte_order == MeshHeader::own_byte_order, Kind::byte_order, &h().byte_order) ||
        !require(h().version == MeshHeader::own_version, Kind::version, &h().version) ||
        !require(h().scalar_size == sizeof(T), Kind::scalar, &h().scalar_size) ||
        !require(h().dimension == D, Kind::dimension, &h().dimension) ||
        !require(h().size % block_line == 0 && h().size >= sizeof(MeshHeader), Kind::size, &h().size)) {
      return false;
    }
    if (bytes_.size() < h().size) return fail(Kind::truncated, 0, end);
    return require(bytes_.size() == h().size, Kind::size, &h().size) && is_zero(h().zero_before) &&
           require(hash_of_block(bytes_.data()) == h().hash, Kind::hash, &h().hash);
  }

  bool is_zero(const void* begin, std::size_t bytes) {
    const auto* const byte = static_cast<const std::byte*>(begin);
    for (std::size_t i = 0; i < bytes; ++i) {
      if (byte[i] != std::byte{0}) return fail(Kind::not_zero, 0, byte + i);
    }
    return true;
  }
  template <class X>
  bool is_zero(const X& x) {
    return is_zero(&x, sizeof x);
  }

  /// A product of a count and the size of an element can not overflow after this.
  bool counts_are_sound() {
    const auto in = [&](const MeshArray& array, std::uint64_t least, std::uint64_t most) {
      return require(array.count >= least && array.count <= most, Kind::count, &array.count);
    };
    const std::uint64_t parts = h().parts.count;
    return require(h().kind == MeshKind::mesh || h().kind == MeshKind::solid, Kind::kind, &h().kind) &&
           is_zero(h().zero_beside) && is_zero(h().zero_after) && in(h().vertices, 1, std::uint64_t{1} << 32) &&
           in(h().parts, 1, BvhChild::most_parts) && in(h().leaves, 1, parts) &&
           // A slot of a node, 4 times its index and the index of a child, is a number of 32 bits.
           in(h().nodes, 1, h().leaves.count < (1U << 30) ? h().leaves.count : 1U << 30) &&
           in(h().components, 1, parts) &&
           require(h().welded.count == 0 || h().welded.count == h().vertices.count, Kind::count, &h().welded.count);
  }

  bool arrays_are_sound() {
    MeshHeader own = h();
    lay_out<T, D>(own);
    if (!require(own.size == h().size, Kind::size, &h().size)) return false;
    return array_is_sound<Vec<T, D>>(h().vertices, own.vertices) && array_is_sound<Indices>(h().parts, own.parts) &&
           array_is_sound<BvhNode<D>>(h().nodes, own.nodes) && array_is_sound<BvhLeaf<D>>(h().leaves, own.leaves) &&
           array_is_sound<std::uint32_t>(h().components, own.components) &&
           array_is_sound<std::uint32_t>(h().welded, own.welded);
  }
  template <class E>
  bool array_is_sound(const MeshArray& array, const MeshArray& own) {
    if (!require(array.at == own.at, Kind::offset, &array.at)) return false;
    const auto bytes = static_cast<std::size_t>(own.count * sizeof(E));
    return is_zero(bytes_.data() + own.at + bytes, whole_lines(bytes) - bytes);
  }

  bool vertices_are_finite() {
    const auto vertices = mesh_.vertices();
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      if (!is_finite(vertices[i])) return fail(Kind::not_finite, i, &vertices[i]);
    }
    return true;
  }
  bool parts_are_in_range() {
    const auto parts = mesh_.parts();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      for (const std::uint32_t v : parts[i]) {
        if (v >= h().vertices.count) return fail(Kind::index_out_of_range, i, &parts[i]);
      }
    }
    return true;
  }

  /// Every node but the root, and every leaf, has one parent, which comes before it and is not too deep.
  bool tree_is_sound() {
    const auto nodes = mesh_.nodes();
    std::vector<std::uint8_t> level(nodes.size(), 0);
    std::vector<bool> is_leaf_seen(mesh_.leaves().size());
    std::size_t leaves = 0;
    level[0] = 1;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      if (level[n] == 0) return fail(Kind::child, n, &nodes[n]);  // no node comes before it that has it as a child
      if (level[n] > most_bvh_levels) return fail(Kind::depth, n, &nodes[n]);
      const int count = nodes[n].count();
      if (count == 0) return fail(Kind::child, n, &nodes[n]);
      for (int k = 0; k < BvhNode<D>::width; ++k) {
        const BvhChild child = nodes[n].child[k];
        const auto wrong = [&] { return fail(Kind::child, n, &nodes[n].child[k]); };
        if (k >= count) {
          if (!child.is_none()) return wrong();
        } else if (child.is_leaf()) {
          if (child.index() >= is_leaf_seen.size() || is_leaf_seen[child.index()]) return wrong();
          is_leaf_seen[child.index()] = true;
          ++leaves;
        } else {
          if (child.index() <= n || child.index() >= nodes.size() || level[child.index()] != 0) return wrong();
          level[child.index()] = static_cast<std::uint8_t>(level[n] + 1);
        }
      }
    }
    return require(leaves == is_leaf_seen.size(), Kind::count, &h().leaves.count);
  }

  /// Every part is in one leaf.
  bool leaves_are_sound() {
    const auto leaves = mesh_.leaves();
    std::vector<bool> is_seen(mesh_.parts().size());
    std::size_t parts = 0;
    for (std::size_t n = 0; n < leaves.size(); ++n) {
      const int count = leaves[n].count();
      for (int k = 0; k < LeafParts::width; ++k) {
        const std::uint32_t part = leaves[n].part[k];
        const bool is_sound = k < count ? part < is_seen.size() && !is_seen[part] : k > 0 && part == LeafParts::no_part;
        if (!is_sound) return fail(Kind::leaf, n, &leaves[n].part[k]);
        if (k >= count) continue;
        is_seen[part] = true;
        ++parts;
      }
    }
    return require(parts == is_seen.size(), Kind::count, &h().parts.count);
  }

  /// Bit for bit: there are no gaps between the members.
  template <class X>
  static bool are_same(const X& a, const X& b) {
    return std::memcmp(&a, &b, sizeof a) == 0;  // NOLINT(bugprone-suspicious-memory-comparison): 0 is not -0 here
  }

  /// Frame, leaves and nodes are what fitting the tree would make them.
  bool boxes_are_sound() {
    const MeshFit<T, D> fit(mesh_.vertices(), mesh_.parts());
    MeshHeader own = h();
    for (int i = 0; i < 3; ++i) own.center[i] = own.lower[i] = own.upper[i] = 0;
    fit.set_frame(own);
    if (!require(are_same(own, h()), Kind::frame, &h().center)) return false;
    if (!require(h().cost > 0 && h().cost <= largest<double>, Kind::cost, &h().cost)) return false;
    const auto leaves = mesh_.leaves();
    const auto nodes = mesh_.nodes();
    bool are_leaves_sound = true;
    const auto leaf_box = [&](std::uint32_t n) {
      const auto own_leaf = fit.leaf(leaves[n]);
      const bool is_sound = are_same(own_leaf.leaf, leaves[n]);
      if (!is_sound) are_leaves_sound = fail(Kind::leaf_vertex, n, &leaves[n].vertex);
      return own_leaf.box;
    };
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      BvhNode<D> own_node = nodes[n];
      fit.fit_leaves(own_node, leaf_box);
      if (!are_leaves_sound) return false;
      if (!are_same(own_node, nodes[n])) return fail(Kind::box, n, &nodes[n]);
    }
    for (std::size_t n = nodes.size(); n-- > 0;) {
      BvhNode<D> own_node = nodes[n];
      fit.fit_nodes(own_node, nodes);
      if (!are_same(own_node, nodes[n])) return fail(Kind::box, n, &nodes[n]);
    }
    return true;
  }

  bool welded_is_sound() {
    const auto first = mesh_.welded();
    const auto vertices = mesh_.vertices();
    for (std::size_t v = 0; v < first.size(); ++v) {
      if (first[v] > v || first[first[v]] != first[v] || !(vertices[first[v]] == vertices[v])) {
        return fail(Kind::welded, v, &first[v]);
      }
    }
    return true;
  }

  /// For each vertex the first one that it is welded to.
  std::vector<std::uint32_t> welded() const {
    const auto first = mesh_.welded();
    std::vector<std::uint32_t> r(first.begin(), first.end());
    if (!r.empty()) return r;
    r.resize(mesh_.vertices().size());
    for (std::size_t v = 0; v < r.size(); ++v) r[v] = static_cast<std::uint32_t>(v);
    return r;
  }
  bool components_are_sound() {
    const std::vector<std::uint32_t> own = components_of(welded(), mesh_.parts()).first;
    const auto components = mesh_.components();
    if (!require(own.size() == components.size(), Kind::count, &h().components.count)) return false;
    for (std::size_t i = 0; i < own.size(); ++i) {
      if (own[i] != components[i]) return fail(Kind::component, i, &components[i]);
    }
    return true;
  }

  std::span<const std::byte> bytes_;
  MeshBlock<T, D> mesh_;
  MeshBlockError error_{};
};

template <class T, int D>
bool find_block_error(std::span<const std::byte> bytes, MeshBlockError& error) {
  MeshCheck<T, D> check(bytes);
  const bool is_sound = check.is_mesh();
  error = check.error();
  return !is_sound;
}

}  // namespace abut::detail
