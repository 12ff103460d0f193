// The statements that a connection has prepared, by the texts of their SQL.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace toptile {

// A connection forgets its statements when it has so many. A league has a third of this.
inline constexpr std::size_t kMostStatements = 300;

// Texts are looked up without a copy.
struct SqlTextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};

template <class Statement>
using StatementsByText = std::unordered_map<std::string, Statement, SqlTextHash, std::equal_to<>>;

}  // namespace toptile
