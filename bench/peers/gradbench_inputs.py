# gradbench_inputs.py: the arguments of the GradBench problems for peers in Python; what is differentiated comes first
# SPDX-License-Identifier: MIT
import json
import math
import os

from common import DATA, hash01, np


def read(name):
    with open(os.path.join(DATA, name + ".input.json")) as file:
        return {k: np.array(v, np.float64) if isinstance(v, list) else v for k, v in json.load(file).items()}


def gmm():
    i = read("gmm/gmm_d10_k5_n1000")
    n, d = i["x"].shape
    k, n_w, gamma = len(i["alpha"]), d + i["m"] + 1, i["gamma"]
    log_gamma = 0.25 * d * (d - 1) * math.log(math.pi) + sum(math.lgamma(0.5 * (n_w + 1 - j)) for j in range(1, d + 1))
    constant = -n * 0.5 * d * math.log(2 * math.pi) + k * (n_w * d * math.log(gamma / math.sqrt(2)) - log_gamma)
    return [i["alpha"], i["mu"], i["q"], i["l"]], i["x"], constant, gamma, float(i["m"])


def lstm():
    i = read("lstm/lstm_l2_c1024")
    return [i["main_params"], i["extra_params"]], i["state"], i["sequence"]


def llsq():
    x = read("llsq/llsq_n1024_m128")["x"]
    t = -1 + 2 * np.arange(1024) / 1023
    return x, np.cumprod(np.stack([np.ones(1024)] + [t] * 127, 1), 1), np.sign(t)


def lse():
    return (read("lse/lse_2500")["x"],)


def det():
    return (read("det/det_8")["A"],)


def ba():
    i = read("ba/ba_test")
    factor = 1 + 0.01 * hash01(1000, 1)
    point = np.stack([i["x"][0] / factor, i["x"][1] * factor, np.full(1000, i["x"][2])], 1)
    return i["cam"] * factor[:, None], point, hash01(1000, 2), i["feat"]
