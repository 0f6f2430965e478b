/// A cache of arbitrary bytes: the answer keeps its promises, and agrees with the one without a cache.
#include "fuzz/bytes.hpp"
#include "fuzz/promises.hpp"

namespace {

template <class T, int D>
void agree(const soak::Pair<T, D>& pair, abut::Cache<D>& cache) {
  using abut::Status;
  const auto cold = soak::query(pair), warm = soak::query(pair, cache);
  fuzz::keeps_promises(pair, warm);
  fuzz::require((cold.status == Status::invalid_argument) == (warm.status == Status::invalid_argument),
                "valid with a cache only, or without only", pair);
  if (cold.status == Status::invalid_argument) return;
  fuzz::require(warm.lower <= cold.upper && cold.lower <= warm.upper, "a cache moved the bounds apart", pair);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  const auto with_cache = [&bytes]<class T, int D>(const soak::Pair<T, D>& pair) {
    abut::Cache<D> cache;
    cache.count = bytes.raw<std::int8_t>();
    if (cache.count > 100) cache.count = bytes.raw<int>();
    for (int i = 0; i <= D; ++i) {
      cache.a[i] = bytes.byte() < 250 ? bytes.byte() : bytes.raw<abut::VertexId>();
      cache.b[i] = bytes.byte() < 250 ? bytes.byte() : bytes.raw<abut::VertexId>();
    }
    for (int i = 0; i < D; ++i) cache.direction[i] = bytes.raw<double>();
    agree(pair, cache);
  };
  fuzz::with_pair(bytes, with_cache);
  return 0;
}
