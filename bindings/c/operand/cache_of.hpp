/// The cache of the options.
#pragma once

#include <abut.h>
#include <abut/cache.hpp>

#include <cstring>
#include <type_traits>

namespace abut::c_api {

/// An abut_cache as C++ has it, read at first and written at the end. There may be none.
template <int D>
class CacheOf {
 public:
  static_assert(sizeof(Cache<D>) <= sizeof(abut_cache) && std::is_trivially_copyable_v<Cache<D>>);

  explicit CacheOf(abut_cache* cache) : given_(cache) {
    if (given_ != nullptr) std::memcpy(static_cast<void*>(&cache_), given_, sizeof cache_);
  }
  CacheOf(const CacheOf&) = delete;
  CacheOf(CacheOf&&) = delete;
  CacheOf& operator=(const CacheOf&) = delete;
  CacheOf& operator=(CacheOf&&) = delete;
  ~CacheOf() {
    if (given_ != nullptr) std::memcpy(given_, &cache_, sizeof cache_);
  }

  Cache<D>* get() { return given_ != nullptr ? &cache_ : nullptr; }

 private:
  abut_cache* given_;
  Cache<D> cache_{};
};

}  // namespace abut::c_api
