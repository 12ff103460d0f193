// The names of workers, which say on which computer a worker is.
#pragma once

#include <string>
#include <string_view>

namespace toptile {

// A computer, from its start to its end. Containers of one computer have different names, but the same boot;
// a computer that was restarted keeps its name.
struct Host {
  std::string name, boot;
  friend bool operator==(const Host&, const Host&) = default;
};
Host this_host();

// A unique name for this process.
std::string worker_name();
// The name of a worker without access to the database, which plays with this token. `drawn` tells the workers
// with one token apart.
std::string remote_worker_name(std::string_view token, std::string_view drawn);
// The id of the token with which a worker plays; empty for a worker with access to the database.
std::string token_of_worker(std::string_view worker);
// The computer of a worker; empty if its name does not say.
Host host_of(std::string_view worker);
// True if these are certainly two computers.
bool are_apart(const Host& one, const Host& other);

}  // namespace toptile
