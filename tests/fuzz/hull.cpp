/// A cloud of points from raw bytes: its hull is checked in exact arithmetic, and so is that with a vertex limit.
#include "fuzz/bytes.hpp"
#include "oracle/judge/hull_check.hpp"

#include <cstdio>
#include <cstdlib>

namespace {

template <class T, int D>
class CloudReader {
 public:
  explicit CloudReader(fuzz::Bytes& bytes) : bytes_(bytes) {}

  /// Numbers of one of three kinds: any bits, small integers, small integers times powers of two within 2^+-32, so that
  /// no bit is dropped.
  std::vector<abut::Vec<T, D>> read() {
    numbers_ = bytes_.below(3);
    std::vector<abut::Vec<T, D>> points(static_cast<std::size_t>(1 + bytes_.below(64)));
    for (auto& p : points) {
      for (int k = 0; k < D; ++k) p[k] = number();
    }
    return points;
  }
  bool keeps_all_bits() const { return numbers_ != 0 || sizeof(T) == 4; }

 private:
  T number() {
    if (numbers_ == 0) {
      const T x = bytes_.raw<T>();
      return abut::is_finite(x) ? x : T(1);
    }
    const auto x = static_cast<T>(static_cast<std::int8_t>(bytes_.byte()));
    return numbers_ == 1 ? x : std::ldexp(x, bytes_.below(64) - 32);
  }

  fuzz::Bytes& bytes_;
  int numbers_ = 0;
};

template <class T, int D>
void require(bool holds, const std::string& what, const std::vector<abut::Vec<T, D>>& points) {
  if (holds) return;
  std::fprintf(stderr, "%s; %s, %d dimensions:\n", what.c_str(), sizeof(T) == 4 ? "float" : "double", D);
  for (const auto& p : points) {
    for (int k = 0; k < D; ++k) std::fprintf(stderr, k == 0 ? "[%.17g" : ",%.17g", static_cast<double>(p[k]));
    std::fprintf(stderr, "],\n");
  }
  std::abort();
}

template <class T, int D>
void build_and_check(fuzz::Bytes& bytes) {
  CloudReader<T, D> reader(bytes);
  const auto points = reader.read();
  const auto hull = abut::Hull<T, D>::from(points);
  require(hull.has_value(), "no hull", points);
  require(hull->overhang() == 0 || !reader.keeps_all_bits(), "a point is left out", points);
  if (hull->overhang() == 0) {
    const std::string fault = oracle::hull_fault(points, *hull, 2000);
    require(fault.empty(), fault, points);
  }
  const auto limit = static_cast<abut::VertexId>(D + 1 + bytes.below(8));
  const auto limited = abut::Hull<T, D>::from(points, {.vertex_limit = limit});
  require(limited.has_value() && limited->vertex_count() <= limit && limited->overhang() >= hull->overhang(),
          "the limited hull", points);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  switch (bytes.below(4)) {
    case 0: build_and_check<float, 2>(bytes); break;
    case 1: build_and_check<double, 2>(bytes); break;
    case 2: build_and_check<float, 3>(bytes); break;
    default: build_and_check<double, 3>(bytes); break;
  }
  return 0;
}
