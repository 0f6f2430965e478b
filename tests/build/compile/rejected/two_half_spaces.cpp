// Expected: abut: two half-spaces: at most one operand of a query may be one
#include <abut/contact.hpp>

int main() { static_cast<void>(abut::contact(abut::HalfSpace3f{}, abut::HalfSpace3f{})); }
