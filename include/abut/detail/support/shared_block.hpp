/// A value on the heap that is never changed, shared by copies and destroyed with the last of them: as a
/// std::shared_ptr<const void>, whose header takes as long to compile as all of AnyShape.
///
/// Guarantee: blocks may be copied and destroyed by several threads at once, as with std::shared_ptr.
#pragma once

#include <abut/compiled.hpp>

#include <cstddef>
#include <utility>

namespace abut::detail {

// See owner_count.hpp.
template <class Count>
void add_owner(Count& owners);
template <class Count>
bool is_last_owner_removed(Count& owners);

// NOLINTBEGIN(bugprone-macro-parentheses): WORDS can not be enclosed in them.
#define ABUT_OWNER_COUNT(WORDS)       \
  WORDS void add_owner(std::size_t&); \
  WORDS bool is_last_owner_removed(std::size_t&);
// NOLINTEND(bugprone-macro-parentheses)
#if !defined(ABUT_HEADER_ONLY) && !defined(ABUT_SMALL)
ABUT_OWNER_COUNT(extern template)
#endif

class SharedBlock {
 public:
  SharedBlock() = default;
  SharedBlock(const SharedBlock& other) noexcept : block_(other.block_) {
    if (block_ != nullptr) add_owner(block_->owners);
  }
  SharedBlock(SharedBlock&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
  SharedBlock& operator=(const SharedBlock& other) noexcept {
    SharedBlock copy(other);
    std::swap(block_, copy.block_);
    return *this;
  }
  SharedBlock& operator=(SharedBlock&& other) noexcept {
    SharedBlock moved(std::move(other));
    std::swap(block_, moved.block_);
    return *this;
  }
  ~SharedBlock() {
    if (block_ != nullptr && is_last_owner_removed(block_->owners)) block_->destroy(block_);
  }

  template <class V>
  static SharedBlock of(V value) {
    SharedBlock r;
    r.block_ = new Holder<V>(std::move(value));
    return r;
  }

  /// Requires that the block is of this type. The address stays the same as long as there is an owner.
  template <class V>
  const V& get() const {
    return static_cast<const Holder<V>*>(block_)->value;
  }

 private:
  struct Block {
    std::size_t owners = 1;
    void (*destroy)(Block*);

    explicit Block(void (*f)(Block*)) : destroy(f) {}
  };

  template <class V>
  struct Holder : Block {
    V value;

    explicit Holder(V&& given)
        : Block([](Block* self) { delete static_cast<Holder*>(self); }), value(std::move(given)) {}
  };

  Block* block_ = nullptr;
};

}  // namespace abut::detail

#if defined(ABUT_HEADER_ONLY) || defined(ABUT_SMALL)
#include <abut/detail/support/owner_count.hpp>
#endif
