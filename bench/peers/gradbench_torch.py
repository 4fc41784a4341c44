# gradbench_torch.py: bench/gradbench.cpp in PyTorch
# SPDX-License-Identifier: MIT
import math

import gradbench_inputs as inputs
from common import Program, np
from with_torch import inference, tensors, torch

p = Program()


def gmm(w, x, constant, gamma, m):
    alpha, mu, q, l = w
    n, d = x.shape
    below = np.tril_indices(d, -1)
    order = np.lexsort((below[0], below[1]))  # column by column
    sum_q = q.sum(-1)
    full = torch.diag_embed(torch.exp(q))
    full = full.index_put((slice_all(len(alpha)), *(torch.from_numpy(b[order]) for b in below)), l)
    whitened = (x - mu[:, None]) @ full.mT
    exponents = (alpha + sum_q)[:, None] - 0.5 * whitened.square().sum(-1)
    likelihood = torch.logsumexp(exponents, 0).sum() - n * torch.logsumexp(alpha, 0)
    return likelihood - 0.5 * gamma**2 * full.square().sum() + m * sum_q.sum() + constant


def slice_all(count):
    return torch.arange(count)[:, None]


def lstm(w, state, sequence):
    main, extra = w
    layers, b = main.shape[0] // 2, sequence.shape[1]
    hidden, cell = list(state[0::2]), list(state[1::2])
    weight, bias = ([row.chunk(4) for row in main[i::2]] for i in (0, 1))
    total = 0
    for now, following in zip(sequence[:-1], sequence[1:]):
        x = now * extra[0]
        for i in range(layers):
            (wf, wi, wo, wc), (bf, bi, bo, bc) = weight[i], bias[i]
            forget, into = torch.sigmoid(x * wf + bf), torch.sigmoid(hidden[i] * wi + bi)
            cell[i] = cell[i] * forget + into * torch.tanh(hidden[i] * wc + bc)
            x = hidden[i] = torch.sigmoid(x * wo + bo) * torch.tanh(cell[i])
        y = x * extra[1] + extra[2]
        total = total + (following * (y - torch.log(2 + torch.exp(y).sum()))).sum()
    return -total / ((len(sequence) - 1) * b)


def llsq(x, powers, signs):
    return 0.5 * (signs - powers @ x).square().sum()


def det(flat):
    def expanded(a):  # (minors, n, n)
        n = a.shape[-1]
        if n == 1:
            return a[:, 0, 0]
        others = torch.tensor([[j for j in range(n) if j != c] for c in range(n)])
        minors = a[:, 1:, others].permute(0, 2, 1, 3).reshape(-1, n - 1, n - 1)
        signs = torch.tensor([(-1.0) ** c for c in range(n)], dtype=a.dtype)
        return (signs * a[:, 0] * expanded(minors).reshape(-1, n)).sum(-1)
    size = math.isqrt(flat.shape[0])
    return expanded(flat.reshape(1, size, size))[0]


def reprojection(camera, point, w, feature):
    """All observations at once."""
    centered = point - camera[:, 3:6]
    rotation = camera[:, :3]
    squared = rotation.square().sum(-1, keepdim=True)
    angle = squared.sqrt()
    along = (rotation * centered).sum(-1, keepdim=True)
    seen = (centered * angle.cos() + torch.linalg.cross(rotation, centered) * (angle.sin() / angle)
            + rotation * along * (1 - angle.cos()) / squared)
    uv = seen[:, :2] / seen[:, 2:]
    r = uv.square().sum(-1, keepdim=True)
    stretched = uv * (1 + camera[:, 9:10] * r + camera[:, 10:11] * r * r)
    return w[:, None] * (stretched * camera[:, 6:7] + camera[:, 7:9] - feature)


def jacobian(camera, point, w, feature):
    # An observation depends on its own row only: two pullbacks give all rows.
    def run():
        e = reprojection(camera, point, w, feature)
        rows = []
        for i in range(2):
            c, x, d = torch.autograd.grad(e[:, i].sum(), (camera, point, w), retain_graph=i == 0)
            rows.append(torch.cat([c, x, d[:, None]], 1))
        return torch.stack(rows, 1).ravel()
    return run


def gradient(f, x, *constants):
    def run():
        value = f(x, *constants)
        return value, torch.autograd.grad(value, x)
    return run


def as_tensors(arguments, grad):
    return [tensors(a, grad and i == 0) if isinstance(a, (np.ndarray, list)) else a for i, a in enumerate(arguments)]


for name, f, arguments in (("gmm d10 k5 n1000", gmm, inputs.gmm()), ("lstm l2 c1024", lstm, inputs.lstm()),
                           ("llsq n1024 m128", llsq, inputs.llsq()),
                           ("lse 2500", lambda x: torch.logsumexp(x, 0), inputs.lse()), ("det 8", det, inputs.det())):
    p.add(f"{name}, objective", inference, f, *as_tensors(arguments, False))
    p.add(f"{name}, gradient", gradient, f, *as_tensors(arguments, True))
camera, point, w, feature = inputs.ba()
p.add("ba 1000 observations, objective", inference, lambda *a: reprojection(*a).ravel(),
      *tensors((camera, point, w, feature)))
p.add("ba 1000 observations, gradient", jacobian, *tensors((camera, point, w), grad=True), tensors(feature))
p.serve()
