/// Meshes and solids as bytes: what comes back, and what is refused.
#include "mesh/chains.hpp"
#include "oracle/draw/spaces.hpp"

namespace abut::test {
namespace {

using BlockKind = MeshBlockError::Kind;

template <class S>
struct Blocks : ::testing::Test {};
TYPED_TEST_SUITE(Blocks, oracle::Spaces);

/// Bytes that may be changed, at an address that is a multiple of 64.
class Bytes {
 public:
  explicit Bytes(std::span<const std::byte> from) : memory_(detail::block_memory(from.size())), size_(from.size()) {
    std::memcpy(memory_.get(), from.data(), size_);
  }
  std::byte* data() const { return memory_.get()->bytes; }
  std::span<const std::byte> all() const { return first(size_); }
  std::span<const std::byte> first(std::size_t count) const { return {data(), count}; }
  template <class X>
  void set(std::size_t at, const X& x) const {
    std::memcpy(data() + at, &x, sizeof x);
  }
  void set_hash() const { set(offsetof(detail::MeshHeader, hash), detail::hash_of_block(data())); }

 private:
  detail::BlockMemory memory_;
  std::size_t size_;
};

bool are_equal(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size()) == 0;
}

/// All numbers of the answers about two meshes.
template <class A, class B>
auto answers(const A& a, const B& b) {
  constexpr int D = dimension_of<B>;
  using T = ScalarOf<B>;
  const auto d = distance(a, b);
  const auto met = overlap(a, b);
  const auto hit = ray_cast(Ray<T, D>{b.aabb().max + detail::axis<T, D>(0), b.aabb().min - b.aabb().max}, b);
  const auto near = closest_point(b.aabb().max * T(2), b);
  return std::tuple(d.lower, d.upper, d.point_a, d.point_b, d.part_a, d.part_b, met.overlap, met.apart, met.lower,
                    met.point, hit.t, hit.t_safe, hit.part, near.lower, near.point, near.part);
}

TYPED_TEST(Blocks, AMeshComesBackBitForBit) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(71);
  for (const Family family : families) {
    for (const int most : {1, 5, 300}) {
      const Mesh<T, D> a = soup_of<T, D>(random, family, most).mesh(), b = soup_of<T, D>(random, family, 40).mesh();
      const auto copy = Mesh<T, D>::from_bytes(b.bytes());
      const Bytes bytes(b.bytes());
      const auto view = MeshView<T, D>::from_bytes(bytes.all());
      ASSERT_TRUE(copy && view);
      EXPECT_TRUE(are_equal(copy->bytes(), b.bytes()));
      EXPECT_EQ(view->bytes().data(), bytes.data()) << "nothing is copied";
      const Pose<T, D> pose = pose_of<T, D>(random, family);
      EXPECT_EQ(answers(place(a, pose), *copy), answers(place(a, pose), b));
      EXPECT_EQ(answers(place(a, pose), *view), answers(place(a, pose), b));
      EXPECT_TRUE(are_equal((Mesh<T, D>::from(view->vertices(), view->parts())->bytes()), b.bytes()));
    }
  }
}

TYPED_TEST(Blocks, ASolidComesBackAndIsAMeshToo) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(72);
  const auto chain = chain_of<T, D>(random, 30, [&] { return vertex_of<T, D>(random, Family::random); });
  const Solid<T, D> solid = chain.solid();
  const auto copy = Solid<T, D>::from_bytes(solid.bytes());
  const auto view = SolidView<T, D>::from_bytes(solid.bytes());
  ASSERT_TRUE(copy && view);
  EXPECT_TRUE(are_equal(copy->bytes(), solid.bytes()));
  for (int i = 0; i < 100; ++i) {
    const Vec<T, D> q = vertex_of<T, D>(random, Family::random);
    EXPECT_EQ(inside(q, *copy).winding, inside(q, solid).winding);
    EXPECT_EQ(inside(q, *view).winding, inside(q, solid).winding);
  }
  const auto surface = Mesh<T, D>::from_bytes(solid.bytes());
  ASSERT_TRUE(surface);
  EXPECT_FALSE(surface->composite().is_solid);
  EXPECT_EQ((Solid<T, D>::from_bytes(chain.surface.mesh().bytes()).error().kind), BlockKind::not_a_solid);
  EXPECT_EQ((SolidView<T, D>::from_bytes(chain.surface.mesh().bytes()).error().kind), BlockKind::not_a_solid);
}

/// Who writes `solid` over a surface that is open is told where.
TYPED_TEST(Blocks, AnOpenSurfaceIsNoSolidWhateverItSays) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Soup<T, D> open = closed_ball<T, D>(6, 0.1);
  open.parts.erase(open.parts.begin() + 7);
  const Bytes bytes(open.mesh().bytes());
  bytes.set(offsetof(detail::MeshHeader, kind), detail::MeshKind::solid);
  bytes.set_hash();
  EXPECT_TRUE((MeshView<T, D>::from_bytes(bytes.all())));
  for (const auto& error :
       {Solid<T, D>::from_bytes(bytes.all()).error(), SolidView<T, D>::from_bytes(bytes.all()).error()}) {
    EXPECT_EQ(error.kind, BlockKind::unmatched_edge);
    EXPECT_EQ(error.index, (Solid<T, D>::from(open.mesh()).error().edge.part));
  }
}

TYPED_TEST(Blocks, EveryLengthButTheRightOneIsRefused) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Mesh<T, D> mesh = dented_ball<T, D>(4, 0.2).mesh();
  for (std::size_t size = 0; size < mesh.bytes().size(); ++size) {
    const Bytes bytes(mesh.bytes().first(size));  // so that reading on is an error under the sanitizer
    const auto view = MeshView<T, D>::from_bytes(bytes.all());
    ASSERT_FALSE(view);
    EXPECT_EQ(view.error().kind, BlockKind::truncated);
    EXPECT_EQ(view.error().byte, size);
    EXPECT_EQ((Mesh<T, D>::from_bytes(bytes.all()).error().kind), BlockKind::truncated);
  }
  std::vector<std::byte> longer(mesh.bytes().begin(), mesh.bytes().end());
  longer.resize(longer.size() + 64);
  EXPECT_EQ((Mesh<T, D>::from_bytes(longer).error().kind), BlockKind::size);
}

TYPED_TEST(Blocks, NoChangedByteGoesUnnoticed) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Mesh<T, D> mesh = dented_ball<T, D>(3, 0.2).mesh();
  const Bytes bytes(mesh.bytes());
  for (std::size_t at = 0; at < mesh.bytes().size(); ++at) {
    const std::byte was = bytes.data()[at];
    bytes.data()[at] ^= std::byte{0x10};
    EXPECT_FALSE((MeshView<T, D>::from_bytes(bytes.all()))) << at;
    bytes.data()[at] = was;
  }
  EXPECT_TRUE((MeshView<T, D>::from_bytes(bytes.all())));
}

TEST(MeshBlock, AViewAsksForAlignmentAndACopyDoesNot) {
  const Mesh3d mesh = cube<double>().mesh();
  std::vector<std::byte> room(mesh.bytes().size() + 4);
  std::memcpy(room.data() + 4, mesh.bytes().data(), mesh.bytes().size());
  const std::span<const std::byte> moved(room.data() + 4, mesh.bytes().size());
  EXPECT_EQ(MeshView3d::from_bytes(moved).error().kind, BlockKind::misaligned);
  EXPECT_TRUE(Mesh3d::from_bytes(moved));
}

TEST(MeshBlock, OtherSpacesAreRefusedByName) {
  const Mesh3d mesh = cube<double>().mesh();
  EXPECT_EQ(Mesh3f::from_bytes(mesh.bytes()).error().kind, BlockKind::scalar);
  EXPECT_EQ(Mesh2d::from_bytes(mesh.bytes()).error().kind, BlockKind::dimension);
  EXPECT_STREQ(to_string(BlockKind::truncated), "the bytes end before the mesh block does");
}

/// Where the numbers of a block are.
struct Places {
  const detail::MeshHeader& h;

  std::size_t vertex(std::size_t i) const { return h.vertices.at + i * sizeof(Vec3d); }
  std::size_t part(std::size_t i) const { return h.parts.at + i * 12; }
  std::size_t node(std::size_t i) const { return h.nodes.at + i * sizeof(detail::BvhNode<3>); }
  std::size_t child(std::size_t i, int k) const {
    return node(i) + offsetof(detail::BvhNode<3>, child) + 4 * static_cast<std::size_t>(k);
  }
  std::size_t leaf(std::size_t i) const { return h.leaves.at + i * sizeof(detail::BvhLeaf<3>); }
};

/// A number that is wrong, with the right hash: as of who writes blocks by other means.
template <class X>
void expect_refused(const Mesh3d& mesh, std::size_t at, X wrong, BlockKind kind, std::uint64_t index = 0) {
  const Bytes bytes(mesh.bytes());
  bytes.set(at, wrong);
  if (at >= detail::block_line) bytes.set_hash();
  const auto view = MeshView3d::from_bytes(bytes.all());
  ASSERT_FALSE(view) << to_string(kind) << " at " << at;
  EXPECT_EQ(view.error().kind, kind) << to_string(view.error().kind) << " for " << to_string(kind);
  EXPECT_EQ(view.error().index, index) << to_string(kind);
  EXPECT_LE(view.error().byte, mesh.bytes().size());
}

TEST(MeshBlock, EveryWrongNumberOfTheHeaderIsNamed) {
  using H = detail::MeshHeader;
  const Mesh3d mesh = dented_ball<double, 3>(6, 0.2).mesh();
  const auto& h = *reinterpret_cast<const H*>(mesh.bytes().data());
  expect_refused(mesh, 0, 'x', BlockKind::not_a_block);
  expect_refused(mesh, offsetof(H, version), 2U, BlockKind::version);
  expect_refused(mesh, offsetof(H, byte_order), 0x04030201U, BlockKind::byte_order);
  expect_refused(mesh, offsetof(H, scalar_size), 4U, BlockKind::scalar);
  expect_refused(mesh, offsetof(H, dimension), 2U, BlockKind::dimension);
  expect_refused(mesh, offsetof(H, size), std::uint64_t{0}, BlockKind::size);
  expect_refused(mesh, offsetof(H, size), h.size - 1, BlockKind::size);
  expect_refused(mesh, offsetof(H, size), ~std::uint64_t{63}, BlockKind::truncated);
  expect_refused(mesh, offsetof(H, zero_before), 1, BlockKind::not_zero);
  expect_refused(mesh, offsetof(H, hash), h.hash + 1, BlockKind::hash);
  expect_refused(mesh, offsetof(H, kind), 2U, BlockKind::kind);
  expect_refused(mesh, offsetof(H, zero_beside), 1U, BlockKind::not_zero);
  expect_refused(mesh, offsetof(H, zero_after) + 55, '\1', BlockKind::not_zero);
  for (const std::size_t array :
       {offsetof(H, vertices), offsetof(H, parts), offsetof(H, nodes), offsetof(H, leaves), offsetof(H, components)}) {
    for (const std::uint64_t count : {std::uint64_t{0}, std::uint64_t{1} << 33, ~std::uint64_t{0}}) {
      expect_refused(mesh, array, count, BlockKind::count);
    }
    std::uint64_t at;
    std::memcpy(&at, mesh.bytes().data() + array + 8, 8);
    for (const std::uint64_t wrong : {std::uint64_t{0}, at + 64, ~std::uint64_t{0}}) {
      expect_refused(mesh, array + 8, wrong, BlockKind::offset);
    }
  }
  expect_refused(mesh, offsetof(H, components), h.components.count + 64, BlockKind::size);
  expect_refused(mesh, offsetof(H, welded), h.welded.count - 1, BlockKind::count);
  for (const std::size_t at :
       {offsetof(H, center), offsetof(H, unit), offsetof(H, reach), offsetof(H, lower), offsetof(H, upper)}) {
    for (const double x : {std::nan(""), HUGE_VAL, 0.125, -1e300}) expect_refused(mesh, at, x, BlockKind::frame);
  }
  for (const double x : {std::nan(""), HUGE_VAL, 0.0, -1.0})
    expect_refused(mesh, offsetof(H, cost), x, BlockKind::cost);
}

TEST(MeshBlock, EveryWrongNumberOfAMeshIsNamed) {
  const Mesh3d mesh = dented_ball<double, 3>(6, 0.2).mesh();
  const auto& h = *reinterpret_cast<const detail::MeshHeader*>(mesh.bytes().data());
  const Places places{h};
  const auto tree = mesh.composite().tree;
  ASSERT_GT(h.nodes.count, 2U);
  expect_refused(mesh, h.vertices.at + h.vertices.count * sizeof(Vec3d), 1, BlockKind::not_zero);
  for (const double x : {std::nan(""), HUGE_VAL})
    expect_refused(mesh, places.vertex(5) + 8, x, BlockKind::not_finite, 5);
  const auto beyond = static_cast<std::uint32_t>(h.vertices.count);
  expect_refused(mesh, places.part(7) + 4, beyond, BlockKind::index_out_of_range, 7);
  expect_refused(mesh, places.part(7) + 4, 0xffffffffU, BlockKind::index_out_of_range, 7);
  // A tree that is none: no child, itself, what comes before, what is not there, what another one has.
  const std::uint32_t none = 0x7fffffff, leaf = 0x80000000;
  expect_refused(mesh, places.child(0, 0), none, BlockKind::child);
  for (const std::uint32_t child : {0U, static_cast<std::uint32_t>(h.nodes.count), none - 1}) {
    expect_refused(mesh, places.child(1, 0), child, BlockKind::child, 1);
  }
  expect_refused(mesh, places.child(0, 1), tree.nodes[0].child[0], BlockKind::child);
  std::size_t of_leaf = 0;  // a node whose first child is a leaf
  while (!tree.nodes[of_leaf].child[0].is_leaf()) ++of_leaf;
  const auto taken = tree.nodes[of_leaf].child[0].index() + 1;
  EXPECT_LT(taken, h.leaves.count);
  expect_refused(mesh, places.child(of_leaf, 0), leaf | static_cast<std::uint32_t>(h.leaves.count), BlockKind::child,
                 of_leaf);
  expect_refused(mesh, places.child(of_leaf, 0), 0xffffffffU, BlockKind::child, of_leaf);
  // Leaves that hold no part, one that is not there, one twice, or other vertices.
  const auto parts = static_cast<std::uint32_t>(h.parts.count);
  expect_refused(mesh, places.leaf(2), 0xffffffffU, BlockKind::leaf, 2);
  expect_refused(mesh, places.leaf(2), parts, BlockKind::leaf, 2);
  expect_refused(mesh, places.leaf(2), mesh.composite().leaves[1].part[0], BlockKind::leaf, 2);
  expect_refused(mesh, places.leaf(2) + 16 + 20, 0.0625F, BlockKind::leaf_vertex, 2);
  // A box that is too small would prove what is false; one that is too large would be slow.
  for (const float x : {-9.0F, 9.0F, std::nanf(""), -HUGE_VALF}) {
    expect_refused(mesh, places.node(1), x, BlockKind::box, 1);
    expect_refused(mesh, places.node(0) + 48, x, BlockKind::box, 0);
  }
  const float inward = std::nextafter(tree.nodes[0].lower[0][0], 9.0F);
  expect_refused(mesh, places.node(0), inward, BlockKind::box, 0);
  expect_refused(mesh, h.components.at, 1U, BlockKind::component, 0);
  // The poles are welded.
  ASSERT_EQ(h.welded.count, h.vertices.count);
  expect_refused(mesh, h.welded.at + 20, 40U, BlockKind::welded, 5);
  expect_refused(mesh, h.welded.at + 80, 0U, BlockKind::welded, 20);
}

/// A chain of nodes with one child each, deeper than the stack of a traversal allows for.
TEST(MeshBlock, ATreeThatIsTooDeepIsRefused) {
  const std::vector<std::array<std::uint32_t, 3>> parts(4096, {0, 1, 2});
  const Mesh3d mesh = *Mesh3d::from(cube<double>().vertices, parts);
  const auto& h = *reinterpret_cast<const detail::MeshHeader*>(mesh.bytes().data());
  ASSERT_GT(h.nodes.count, std::uint64_t{detail::most_bvh_levels});
  const Bytes chain(mesh.bytes());
  for (std::uint32_t n = 0; n + 1 < h.nodes.count; ++n) {
    const std::array<std::uint32_t, 4> children{n + 1, 0x7fffffff, 0x7fffffff, 0x7fffffff};
    chain.set(Places{h}.child(n, 0), children);
  }
  chain.set_hash();
  const auto view = MeshView3d::from_bytes(chain.all());
  ASSERT_FALSE(view);
  EXPECT_EQ(view.error().kind, BlockKind::depth);
  EXPECT_EQ(view.error().index, std::uint64_t{detail::most_bvh_levels});
}

/// The bytes are the same from every compiler; whoever changes them changes the version of the format.
TEST(MeshBlock, TheFormatIsPinned) {
  const auto hash_of = [](const auto& body) {
    return reinterpret_cast<const detail::MeshHeader*>(body.bytes().data())->hash;
  };
  EXPECT_EQ(hash_of(cube<double>().mesh()), 12359972229660865939U);
  EXPECT_EQ(hash_of(cube<float>().mesh()), 7663775948642186058U);
  EXPECT_EQ(hash_of(*Solid3d::from(cube<double>().mesh())), 9152971391094283960U);
}

}  // namespace
}  // namespace abut::test
