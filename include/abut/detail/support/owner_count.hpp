/// The number of owners of a SharedBlock, counted by several threads at once. It is compiled once: <atomic> would be a
/// quarter of the time that abut.hpp takes to compile.
#pragma once

#include <abut/detail/support/shared_block.hpp>

#include <atomic>

namespace abut::detail {

template <class Count>
void add_owner(Count& owners) {
  std::atomic_ref(owners).fetch_add(1, std::memory_order_relaxed);
}

/// What other owners have read must be read before the block is destroyed: hence the order.
template <class Count>
bool is_last_owner_removed(Count& owners) {
  return std::atomic_ref(owners).fetch_sub(1, std::memory_order_acq_rel) == 1;
}

}  // namespace abut::detail
