/// Writes a hull as bytes: see packed_hull.hpp.
#include "arguments.hpp"
#include "packed_hull.hpp"

#include <abut/detail/support/direction_grid.hpp>

#include <cstdint>
#include <cstring>
#include <span>

namespace abut::c_api {

namespace {

/// How long the arrays of a direction table are, which it does not store.
struct TableSizes {
  std::size_t entries = 0, lists = 0;

  template <int D>
  explicit TableSizes(const detail::DirectionTable<D>& table) {
    if (table.narrow != nullptr) measure<D>(table.narrow, table.root_level);
    if (table.wide != nullptr) measure<D>(table.wide, table.root_level);
  }

 private:
  template <int D, class Id>
  void measure(const detail::CellEntry<Id>* cells, int root_level) {
    entries = detail::face_count<D> << (root_level * (D - 1));
    const auto reach = [](std::size_t& size, std::size_t end) { size = size > end ? size : end; };
    for (std::size_t i = 0; i < entries; ++i) {
      const auto& ids = cells[i].ids;
      if ((ids[0] & detail::CellEntry<Id>::mark) == 0) continue;
      if (ids[2] == 0) {
        reach(entries, std::size_t{ids[1]} + detail::child_count<D>);
      } else {
        reach(lists, std::size_t{ids[1]} + ids[2]);
      }
    }
  }
};

/// Copies arrays one after the other, and replaces their addresses by offsets.
class Packer {
 public:
  Packer(std::byte* bytes, std::size_t begin) : bytes_(bytes), size_(begin) {}

  template <class E>
  void put(const E*& array, std::size_t count) {
    if (array == nullptr || count == 0) {
      array = nullptr;
      return;
    }
    size_ = (size_ + packed_alignment - 1) / packed_alignment * packed_alignment;
    if (bytes_ != nullptr) std::memcpy(bytes_ + size_, static_cast<const void*>(array), count * sizeof(E));
    array = reinterpret_cast<const E*>(size_);  // NOLINT(performance-no-int-to-ptr)
    size_ += count * sizeof(E);
  }
  std::size_t size() const { return size_; }

 private:
  std::byte* bytes_;
  std::size_t size_;
};

template <Scalar T, int D>
std::size_t pack(const abut_hull& hull, std::byte* bytes) {
  PackedHull<T, D> packed{.handle = {.space = hull.space, .data = nullptr}, .data = view_of<T, D>(hull).data()};
  auto& [handle, data] = packed;
  const TableSizes sizes(data.table);
  const std::size_t edges = data.neighbors_begin != nullptr ? data.neighbors_begin[data.count] : 0;
  auto& orthants = data.table.orthants;
  const bool reliable = orthants.fours != nullptr;
  const std::size_t listed = orthants.stride > 0 ? detail::orthant_count<D> * orthants.stride : orthants.length;
  Packer packer(bytes, sizeof packed);
  packer.put(data.vertices, data.count);
  packer.put(data.neighbors_begin, data.count + std::size_t{1});
  packer.put(data.neighbors, edges);
  packer.put(orthants.guesses, listed);
  orthants.fours = reliable ? orthants.guesses : nullptr;
  packer.put(orthants.vertices, data.count);
  packer.put(data.table.narrow, sizes.entries);
  packer.put(data.table.wide, sizes.entries);
  packer.put(data.table.lists, sizes.lists);
  packer.put(data.planes.fours, data.planes.count);
  packer.put(data.planes.faces, 4 * data.planes.count);
  if (bytes != nullptr) std::memcpy(bytes, static_cast<const void*>(&packed), sizeof packed);
  return packer.size();
}

using Pack = std::size_t(const abut_hull&, std::byte*);

constexpr Tables<Pack> packs{&pack<float, 2>, &pack<float, 3>, &pack<double, 2>, &pack<double, 3>};

}  // namespace
}  // namespace abut::c_api

extern "C" std::size_t abut_hull_pack(const abut_hull* hull, std::byte* bytes) {
  return (*abut::c_api::packs.of(hull->space))(*hull, bytes);
}
