// The layout of --help: 80 columns, without the texts that CLI11 adds.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace toptile {

class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_desc(const CLI::Option* option) const override;
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_subcommand(const CLI::App* command) const override;

 private:
  std::string beside_column(const std::string& text) const;
};

}  // namespace toptile
