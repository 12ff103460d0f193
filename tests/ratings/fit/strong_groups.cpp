#include "ratings/fit/strong_groups.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <random>
#include <vector>

BOOST_AUTO_TEST_SUITE(strong_groups)

namespace {

using namespace toptile;

// The groups, found in a slow and simple way: it tries all cuts into two sides, then cuts each side.
class SlowGroups {
 public:
  SlowGroups(int players, const std::vector<PlayerLink>& links, double little)
      : links_(links), little_(little), group_(static_cast<std::size_t>(players)) {
    part((1U << players) - 1);
  }
  const std::vector<int>& groups() const { return group_; }

 private:
  double across(unsigned side, unsigned all) const {
    double sum = 0;
    for (const PlayerLink& link : links_) {
      const bool has_both = (all >> link.one & 1) && (all >> link.other & 1);
      if (has_both && (side >> link.one & 1) != (side >> link.other & 1)) sum += link.information;
    }
    return sum;
  }

  void part(unsigned all) {
    for (unsigned side = (all - 1) & all; side > 0; side = (side - 1) & all) {
      if (across(side, all) >= little_) continue;
      part(side);
      part(all & ~side);
      return;
    }
    for (std::size_t i = 0; i < group_.size(); ++i)
      if (all >> i & 1) group_[i] = next_;
    ++next_;
  }

  const std::vector<PlayerLink>& links_;
  double little_;
  std::vector<int> group_;
  int next_ = 0;
};

std::vector<int> renumbered(const std::vector<int>& groups) {
  std::vector<int> number(groups.size() + 1, -1), result;
  int next = 0;
  for (const int group : groups) {
    if (number[group] < 0) number[group] = next++;
    result.push_back(number[group]);
  }
  return result;
}

}  // namespace

BOOST_AUTO_TEST_CASE(they_are_those_that_no_weak_cut_parts) {
  std::mt19937 random(3);
  int groups_seen = 0;
  for (int round = 0; round < 3000; ++round) {
    const int players = 1 + static_cast<int>(random() % 9);
    std::vector<PlayerLink> links;
    for (auto k = random() % 25; players > 1 && k > 0; --k) {
      const int one = static_cast<int>(random()) & 0xff,
                step = 1 + (static_cast<int>(random()) & 0xff) % (players - 1);
      links.push_back({one % players, (one + step) % players, 0.25 * double(1 + random() % 9)});
    }
    const std::vector<int> groups = toptile::strong_groups(players, links, 3);
    const std::vector<int> right = renumbered(SlowGroups(players, links, 3).groups());
    BOOST_TEST_REQUIRE(groups == right, boost::test_tools::per_element());
    groups_seen += groups.empty() ? 0 : 1 + *std::ranges::max_element(groups);
  }
  BOOST_TEST(groups_seen > 6000);
}

// In a large ring, each player has half of its information with either neighbour.
BOOST_AUTO_TEST_CASE(a_ring_is_a_group_until_it_is_cut) {
  constexpr int kPlayers = 20000;
  std::vector<PlayerLink> links;
  for (int one = 0; one < kPlayers; ++one)
    for (int link = 0; link < 2; ++link) links.push_back({one, (one + 1) % kPlayers, 0.8});
  BOOST_TEST(toptile::strong_groups(kPlayers, links, 3).back() == 0);
  links.resize(links.size() - 2);
  BOOST_TEST(toptile::strong_groups(kPlayers, links, 3).back() == kPlayers - 1);
}

BOOST_AUTO_TEST_CASE(many_small_links_hold_together_and_one_thread_does_not) {
  std::vector<PlayerLink> links;
  for (int one = 0; one < 20; ++one)
    for (int other = one + 1; other < 20; ++other) links.push_back({one, other, 0.2});
  links.push_back({19, 20, 2.9});
  const std::vector<int> groups = toptile::strong_groups(22, links);
  for (int player = 0; player < 20; ++player) BOOST_TEST(groups[player] == 0);
  BOOST_TEST(groups[20] == 1);
  BOOST_TEST(groups[21] == 2);
  BOOST_TEST(toptile::strong_groups(0, {}).empty());
}

// A long chain of strong links with weak links in between: each pass finds many of them.
BOOST_AUTO_TEST_CASE(ten_thousand_players_take_no_time_to_speak_of) {
  std::vector<PlayerLink> links;
  for (int player = 0; player + 1 < 10'000; ++player)
    links.push_back({player, player + 1, player % 10 == 9 ? 1.0 : 5.0});
  const std::vector<int> groups = toptile::strong_groups(10'000, links);
  for (int player = 0; player < 10'000; player += 7) BOOST_TEST(groups[player] == player / 10);
}

BOOST_AUTO_TEST_SUITE_END()
