/// abut_mass_properties, in its own object file: programs that do not ask for them do not link it.
#include "arguments.hpp"
#include "operand/read_shape.hpp"
#include "results.hpp"

#include <abut.h>
#include <abut/mass.hpp>

namespace abut::c_api {

namespace {

template <Scalar T>
void write_inertia(T inertia, double (&out)[6]) {
  out[2] = double(inertia);
}
template <Scalar T>
void write_inertia(const SymmetricMatrix<T>& m, double (&out)[6]) {
  const T all[] = {m.xx, m.yy, m.zz, m.xy, m.xz, m.yz};
  for (int i = 0; i < 6; ++i) out[i] = double(all[i]);
}

template <Scalar T, int D>
abut_mass to_c(const Mass<T, D>& m) {
  abut_mass r{};
  r.volume = double(m.volume);
  write(m.centroid, r.centroid);
  write_inertia(m.inertia, r.inertia);
  return r;
}

template <Scalar T, int D>
Fault find_mass(const abut_shape& given, abut_mass& mass) {
  Reader<T, D> read(given.numbers, 'a');
  const auto pose = pose_of(read, given);
  read_shape(read, given, [&]<class S>(const S& shape, T radius) {
    if constexpr (detail::HasMoments<S>) {
      if (radius > 0) return read.fail(ABUT_NO_MASS);
      mass = to_c(pose ? mass_properties(shape, *pose) : mass_properties(shape));
    } else {
      read.fail(ABUT_NO_MASS);
    }
  });
  if (read.fault()) mass = {};
  return read.fault();
}

using FindMass = Fault(const abut_shape&, abut_mass&);

constexpr Tables<FindMass> masses{&find_mass<float, 2>, &find_mass<float, 3>, &find_mass<double, 2>,
                                  &find_mass<double, 3>};

}  // namespace
}  // namespace abut::c_api

extern "C" int32_t abut_mass_properties(int32_t space, const abut_shape* shape, abut_mass* mass, abut_answer* answer) {
  using namespace abut::c_api;
  const Arguments given{.space = space, .options = nullptr, .complete = shape != nullptr && mass != nullptr};
  return run_checked(masses, given, answer, [&](FindMass& find, const abut_options&) {
    answer->status = ABUT_CONVERGED;
    return find(*shape, *mass);
  });
}
