#include "ratings/fit/strong_groups.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <queue>
#include <utility>

namespace toptile {
namespace {

// Sums of the same numbers in two orders differ by rounding. What is strong in one order must be strong in
// the other.
constexpr double kRoundedInformation = 1e-9;

using Neighbours = std::vector<std::vector<std::pair<int, double>>>;

int root(std::vector<int>& joined, int node) {
  while (joined[node] != node) node = joined[node] = joined[joined[node]];
  return node;
}

class Grouping {
 public:
  Grouping(int players, std::span<const PlayerLink> links, double little)
      : little_(little),
        links_(links.begin(), links.end()),
        group_of_(static_cast<std::size_t>(players), -1) {}

  // Parts that may hold together are looked at one after the other. Each is split at a weak cut, or is a
  // group.
  std::vector<int> groups() {
    std::vector<int> all(group_of_.size());
    std::iota(all.begin(), all.end(), 0);
    std::vector<std::vector<int>> parts{all};
    while (!parts.empty()) {
      std::vector<int> part = std::move(parts.back());
      parts.pop_back();
      std::vector<std::vector<int>> halves = split(part);
      if (halves.size() < 2) {
        for (const int player : part) group_of_[player] = part.front();
      } else {
        std::ranges::move(halves, std::back_inserter(parts));
      }
    }
    std::vector<int> number(group_of_.size(), -1), groups;
    int next = 0;
    for (const int group : group_of_) {
      if (number[group] < 0) number[group] = next++;
      groups.push_back(number[group]);
    }
    return groups;
  }

 private:
  bool is_little(double information) const { return information < little_ * (1 - kRoundedInformation); }

  // A player with little information in all is alone. This may leave others with little, too.
  std::vector<std::vector<int>> split(const std::vector<int>& part) {
    if (part.size() == 1) return {part};
    std::vector<int> node_of(group_of_.size(), -1);
    for (std::size_t i = 0; i < part.size(); ++i) node_of[part[i]] = static_cast<int>(i);
    std::vector<PlayerLink> links;
    for (const PlayerLink& link : links_) {
      if (link.one == link.other || node_of[link.one] < 0 || node_of[link.other] < 0) continue;
      links.push_back({node_of[link.one], node_of[link.other], link.information});
    }
    // The nodes become fewer and fewer, until one is left or one of them has little information with all
    // others.
    std::vector<int> node(part.size());
    std::iota(node.begin(), node.end(), 0);
    for (std::size_t nodes = part.size(); nodes > 1;) {
      const Neighbours near = neighbours(nodes, links);
      const std::vector<char> is_weak = weak_nodes(near);
      if (std::ranges::find(is_weak, 1) != is_weak.end()) return parts_of(part, node, is_weak);
      nodes = join_strong(near, node, links);
    }
    return {part};
  }

  // A node that has half of its information with one other node can stand on that node's side of any weak
  // cut: the cut gets no stronger, and the node by itself is not weak. So the two are joined. Each node is
  // joined with at most one other, as then the information of all others stays as it was.
  static void join_halves(const Neighbours& near, std::vector<int>& joined) {
    std::vector<char> is_joined(near.size());
    // The information that each node shares with the one that is looked at. Several links may lead there.
    std::vector<double> shared(near.size());
    for (std::size_t node = 0; node < near.size(); ++node) {
      double all = 0;
      for (const auto& [other, information] : near[node]) {
        all += information;
        shared[other] += information;
      }
      for (const auto& [other, information] : near[node]) {
        const bool has_half = 2 * std::exchange(shared[other], 0) >= all;
        if (is_joined[node] || is_joined[other] || !has_half) continue;
        is_joined[node] = is_joined[other] = true;
        joined[root(joined, other)] = root(joined, static_cast<int>(node));
      }
    }
  }

  // Each weak node is a part by itself, and all others are one part together.
  static std::vector<std::vector<int>> parts_of(const std::vector<int>& part, const std::vector<int>& node,
                                                const std::vector<char>& is_weak) {
    std::vector<std::vector<int>> parts(is_weak.size() + 1);
    for (std::size_t i = 0; i < part.size(); ++i)
      parts[is_weak[node[i]] ? std::size_t(node[i]) : is_weak.size()].push_back(part[i]);
    std::erase_if(parts, [](const std::vector<int>& members) { return members.empty(); });
    return parts;
  }

  static Neighbours neighbours(std::size_t nodes, std::span<const PlayerLink> links) {
    Neighbours near(nodes);
    for (const PlayerLink& link : links) {
      near[link.one].push_back({link.other, link.information});
      near[link.other].push_back({link.one, link.information});
    }
    return near;
  }

  std::vector<char> weak_nodes(const Neighbours& near) const {
    std::vector<double> degree(near.size());
    std::vector<char> is_weak(near.size());
    std::vector<int> open;
    for (std::size_t node = 0; node < near.size(); ++node) {
      for (const auto& [other, information] : near[node]) degree[node] += information;
      if (is_little(degree[node])) open.push_back(static_cast<int>(node));
    }
    while (!open.empty()) {
      const int node = open.back();
      open.pop_back();
      if (is_weak[node]) continue;
      is_weak[node] = true;
      for (const auto& [other, information] : near[node]) {
        degree[other] -= information;
        if (!is_weak[other] && is_little(degree[other])) open.push_back(other);
      }
    }
    return is_weak;
  }

  // Takes the nodes in an order in which each next one has the most information with those before it. A
  // node's link with an earlier one is strong as soon as it and the links before it have enough information
  // together: then no weak cut separates its ends. The last node of the order has all its information with
  // those before it, so that some nodes are joined. Returns how many nodes are left.
  std::size_t join_strong(const Neighbours& near, std::vector<int>& node_of,
                          std::vector<PlayerLink>& links) const {
    std::vector<double> seen(near.size());
    std::vector<char> is_scanned(near.size());
    std::vector<int> joined(near.size());
    std::iota(joined.begin(), joined.end(), 0);
    for (std::size_t start = 0; start < near.size(); ++start) {
      std::priority_queue<std::pair<double, int>> open;
      open.push({0, static_cast<int>(start)});
      while (!open.empty()) {
        const int node = open.top().second;
        open.pop();
        if (is_scanned[node]) continue;
        is_scanned[node] = true;
        for (const auto& [other, information] : near[node]) {
          if (is_scanned[other]) continue;
          seen[other] += information;
          if (seen[other] >= little_ * (1 - 2 * kRoundedInformation))
            joined[root(joined, other)] = root(joined, node);
          open.push({seen[other], other});
        }
      }
    }
    join_halves(near, joined);
    return contract(joined, node_of, links);
  }

  static std::size_t contract(std::vector<int>& joined, std::vector<int>& node_of,
                              std::vector<PlayerLink>& links) {
    std::vector<int> number(joined.size(), -1);
    int next = 0;
    for (std::size_t node = 0; node < joined.size(); ++node) {
      int& name = number[root(joined, static_cast<int>(node))];
      if (name < 0) name = next++;
    }
    const auto renamed = [&](int node) { return number[root(joined, node)]; };
    for (int& node : node_of) node = renamed(node);
    for (PlayerLink& link : links) link = {renamed(link.one), renamed(link.other), link.information};
    std::erase_if(links, [](const PlayerLink& link) { return link.one == link.other; });
    return static_cast<std::size_t>(next);
  }

  double little_;
  std::vector<PlayerLink> links_;
  std::vector<int> group_of_;  // The numbers of groups; any will do.
};

}  // namespace

std::vector<int> strong_groups(int players, std::span<const PlayerLink> links, double little) {
  return Grouping(players, links, little).groups();
}

}  // namespace toptile
