// Boost.Test's own sources are compiled only here: every test program links this object.
#define BOOST_TEST_MODULE toptile
#include <boost/test/included/unit_test.hpp>
