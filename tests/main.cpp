// Boost.Test's own sources are compiled only here: every test program links this object.
#define BOOST_TEST_MODULE toptile
#include <boost/test/included/unit_test.hpp>

// Some tests fork, and start threads in the new process.
extern "C" const char* __tsan_default_options() {
  return "die_after_fork=0";
}
