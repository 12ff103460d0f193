// The rights and the user of a process. Every function gives up if it fails.
#pragma once

#include <sys/types.h>

namespace jail {

// Makes the calling process `user` in its new user namespace, which is `outside` in the namespace above;
// likewise the groups. `process` is an open descriptor of the process's folder in the machine's /proc.
void become_owner(int process, uid_t user, uid_t outside, gid_t group, gid_t outside_group);

// Becomes a user with one group of the same number. The calling process loses all of root's rights.
void become_user(uid_t user);

// Ensures that no program that this process or a child of it starts can regain a right.
void renounce_rights_of_programs();
// Gives up all rights of this process itself.
void renounce_rights();

// Loads a system call filter from an open file, for this process and all that it starts.
void filter_system_calls(int file);

void limit_processes(unsigned long most);

}  // namespace jail
