/// Binary numbers of either byte order, one after another.
#pragma once

#include "read_error.hpp"

#include <bit>
#include <concepts>
#include <limits>
#include <type_traits>

namespace abut::io {

class Bytes {
 public:
  Bytes(std::string_view bytes, bool big_endian) : bytes_(bytes), big_endian_(big_endian) {}

  std::size_t position() const { return at_; }
  std::size_t left() const { return bytes_.size() - at_; }
  void skip(std::size_t count) { at_ += count; }  ///< at most left()

  /// Requires that so many bytes are left.
  template <class N>
    requires std::integral<N> || std::floating_point<N>
  N take() {
    using Word =
        std::conditional_t<sizeof(N) == 8, std::uint64_t,
                           std::conditional_t<sizeof(N) == 4, std::uint32_t,
                                              std::conditional_t<sizeof(N) == 2, std::uint16_t, std::uint8_t>>>;
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < sizeof(N); ++i) {
      const std::size_t from = big_endian_ ? i : sizeof(N) - 1 - i;
      word = word << 8 | static_cast<unsigned char>(bytes_[at_ + from]);
    }
    at_ += sizeof(N);
    return std::bit_cast<N>(static_cast<Word>(word));
  }

 private:
  std::string_view bytes_;
  bool big_endian_;
  std::size_t at_ = 0;
};

}  // namespace abut::io
