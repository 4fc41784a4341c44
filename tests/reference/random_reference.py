#!/usr/bin/env python3
# random_reference.py: prints the first draws of fmod/random from an independent implementation, for tests/random
# SPDX-License-Identifier: MIT
"""Threefry-2x32-20 from its paper, the layout of the counter from fmod/random/key.hpp, quantiles by bisection in mpmath
(or by statistics.NormalDist, good to 1e-15, where mpmath is not installed)."""
from statistics import NormalDist

M32 = 0xFFFFFFFF
ROTATIONS = (13, 15, 26, 6, 17, 29, 16, 24)


def threefry(key, counter):
    ks = (key[0], key[1], 0x1BD11BDA ^ key[0] ^ key[1])
    x0, x1 = (counter[0] + ks[0]) & M32, (counter[1] + ks[1]) & M32
    for r in range(20):
        x0 = (x0 + x1) & M32
        x1 = ((x1 << ROTATIONS[r % 8]) | (x1 >> (32 - ROTATIONS[r % 8]))) & M32
        x1 ^= x0
        if r % 4 == 3:
            s = r // 4 + 1
            x0 = (x0 + ks[s % 3]) & M32
            x1 = (x1 + ks[(s + 1) % 3] + s) & M32
    return x0, x1


def block(key, n, purpose=0, attempt=0):
    return threefry(key, (n & M32, (n >> 32) & 0xFFFFFF | attempt << 24 | purpose << 30))


def bits64(key, n, attempt=0):
    a, b = block(key, n, 0, attempt)
    return a << 32 | b


def below(key, n, bound):
    rest = (1 << 64) % bound
    for attempt in range(64):
        product = bits64(key, n, attempt) * bound
        if product & ((1 << 64) - 1) >= rest:
            return product >> 64


def fold_in(key, data):
    key = block(key, data & M32, 2)
    return block(key, data >> 32, 3) if data >> 32 else key


def normal(key, n):
    b = bits64(key, n)
    x = NormalDist().inv_cdf(((b >> 12) + 0.5) * 2.0**-53)
    return x if b & 1 else -x


def choice(key, n, count):
    places = list(range(n))
    for i in range(count):
        j = i + below(key, i, n - i)
        places[i], places[j] = places[j], places[i]
    return places[:count]


KEY = (0x12345678, 0x9ABCDEF0)  # key(0x123456789abcdef0)
print("known answers", [tuple(map(hex, threefry(k, c))) for k, c in (
    ((0, 0), (0, 0)), ((M32, M32), (M32, M32)), ((0x13198A2E, 0x03707344), (0x243F6A88, 0x85A308D3)))])
print("split", [tuple(map(hex, block(KEY, n, 1))) for n in range(3)])
print("fold_in", [tuple(map(hex, fold_in(KEY, d))) for d in (0, 7, 1 << 40, (1 << 64) - 1)])
print("bits", [hex(w) for n in range(3) for w in block(KEY, n)])
print("uniform float", [repr((w >> 8) * 2.0**-24) for n in range(2) for w in block(KEY, n)])
print("uniform double", [repr((bits64(KEY, n) >> 11) * 2.0**-53) for n in range(4)])
print("normal", [repr(normal(KEY, n)) for n in range(6)])
print("bernoulli .3", [(bits64(KEY, n) >> 11) * 2.0**-53 < 0.3 for n in range(10)])
print("randint -5..5", [-5 + below(KEY, n, 10) for n in range(10)])
print("randint 2^63+1 wide", [below(KEY, n, (1 << 63) + 1) - (1 << 62) for n in range(6)])
print("permutation 10", choice(KEY, 10, 10))
print("choice 1000, 5", choice(KEY, 1000, 5))
