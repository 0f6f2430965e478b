// Must not compile, and the error must say why.
#include <abut/distance.hpp>

int main() { static_cast<void>(abut::distance(abut::HalfSpace3f{}, abut::HalfSpace3f{})); }
