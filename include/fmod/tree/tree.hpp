// fmod/tree/tree.hpp: all of fmod/tree: dictionaries with names the compiler knows, and functions on trees
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/tree/dict.hpp>
#include <fmod/tree/for_each.hpp>
#include <fmod/tree/map.hpp>
#include <fmod/tree/partition.hpp>
#include <fmod/tree/print.hpp>
