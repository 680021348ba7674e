#!/usr/bin/env python3
"""The same training step in jax.jit and in PyTorch, where they are installed.

Prints CSV lines "name,hidden,milliseconds", medians. A library that is missing is a comment line; nothing is installed.
"""
import os
import pathlib
import statistics
import sys
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
import peer_runs

LAYERS, BATCH, STEPS, ALPHABET = 3, 32, 20, 64


def shapes(hidden):
    """Every array of parameters, as in docs/examples/hmlstm/model.h."""
    out = {}
    for l in range(LAYERS):
        columns = 4 * hidden + (l + 1 < LAYERS)
        out[f"below{l}"] = (ALPHABET if l == 0 else hidden, columns)
        out[f"self{l}"] = (hidden, columns)
        if l + 1 < LAYERS:
            out[f"above{l}"] = (hidden, columns)
        out[f"bias{l}"] = (columns,)
        out[f"read{l}"] = (hidden, hidden)
        out[f"read_gate{l}"] = (hidden, 1)
    out["out"] = (hidden, ALPHABET)
    out["out_bias"] = (ALPHABET,)
    return out


def report(name, hidden, run, finish=lambda x: x):
    for _ in range(3):
        finish(run())
    times = []
    while len(times) < 5 or (sum(times) < 1.5 and len(times) < 101):
        start = time.perf_counter()
        finish(run())
        times.append(time.perf_counter() - start)
    print(f"{name},{hidden},{1e3 * statistics.median(times):.3f}", flush=True)


def advance(m, p, embedded, state, step_of, hidden):
    """One character further; m is the array library's matmul, sigmoid, tanh and where."""
    below, z_below, new = None, None, []
    for l in range(LAYERS):
        h, c, z = state[l]
        gates = embedded if l == 0 else z_below * (below @ p[f"below{l}"])
        gates = gates + h @ p[f"self{l}"] + p[f"bias{l}"]
        if l + 1 < LAYERS:
            gates = gates + z * (state[l + 1][0] @ p[f"above{l}"])
        f, i, o, g = (gates[:, k * hidden:(k + 1) * hidden] for k in range(4))
        copies = (z != 1) & (z_below == 0) if l else None
        fresh = m.sigmoid(i) * m.tanh(g)
        updated = m.where(z == 1, fresh, m.sigmoid(f) * c + fresh)
        c_new = updated if l == 0 else m.where(copies, c, updated)
        h_new = m.sigmoid(o) * m.tanh(c_new)
        h_new = h_new if l == 0 else m.where(copies, h, h_new)
        z_new = step_of(gates[:, 4 * hidden:]) if l + 1 < LAYERS else z
        new.append((h_new, c_new, z_new))
        below, z_below = h_new, z_new
    return new


def read_out(m, p, state):
    total = 0
    for l in range(LAYERS):
        total = total + m.sigmoid(state[l][0] @ p[f"read_gate{l}"]) * (state[l][0] @ p[f"read{l}"])
    return m.relu(total) @ p["out"] + p["out_bias"]


def bench_jax(sizes):
    import jax
    import jax.numpy as jnp
    import numpy

    class m:
        sigmoid, tanh, where, relu = jax.nn.sigmoid, jnp.tanh, jnp.where, jax.nn.relu

    @jax.custom_vjp
    def step(x):
        return (x > 0.5).astype(jnp.float32)

    step.defvjp(lambda x: (step(x), None), lambda _, seed: (seed,))
    boundary = lambda x: step(jnp.clip((x + 1) / 2, 0, 1))

    for hidden in sizes:
        def loss(p, inputs, targets):
            zero = [(jnp.zeros((BATCH, hidden)), jnp.zeros((BATCH, hidden)), jnp.zeros((BATCH, 1))) for _ in range(LAYERS)]

            def one(state, symbols):
                characters, target = symbols
                state = advance(m, p, p["below0"][characters], state, boundary, hidden)
                logits = read_out(m, p, state)
                picked = jnp.take_along_axis(jax.nn.log_softmax(logits), target[:, None], axis=1)
                return state, -jnp.mean(picked)

            return jnp.mean(jax.lax.scan(one, zero, (inputs, targets))[1])

        def train(p, mean, square, inputs, targets):
            value, g = jax.value_and_grad(loss)(p, inputs, targets)
            mean = jax.tree.map(lambda a, b: 0.9 * a + 0.1 * b, mean, g)
            square = jax.tree.map(lambda a, b: 0.999 * a + 0.001 * b * b, square, g)
            p = jax.tree.map(lambda a, b, c: a - 1e-4 * b / (jnp.sqrt(c) + 1e-8), p, mean, square)
            return value, p, mean, square

        random = numpy.random.default_rng(1)
        p = {name: jnp.asarray(random.uniform(-1, 1, shape).astype("float32") / shape[0] ** 0.5)
             for name, shape in shapes(hidden).items()}
        zeros = jax.tree.map(jnp.zeros_like, p)
        inputs, targets = (jnp.asarray(random.integers(0, ALPHABET, (STEPS, BATCH))) for _ in range(2))
        for name, run in (("loss", jax.jit(loss)), ("gradient", jax.jit(jax.value_and_grad(loss)))):
            report(f"jax.jit {name}", hidden, lambda: run(p, inputs, targets), jax.block_until_ready)
        run = jax.jit(train)
        report("jax.jit training step", hidden, lambda: run(p, zeros, zeros, inputs, targets), jax.block_until_ready)


def bench_torch(sizes):
    import torch

    torch.set_num_threads(len(os.sched_getaffinity(0)))

    class m:
        sigmoid, tanh, where, relu = torch.sigmoid, torch.tanh, torch.where, torch.relu

    class Step(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return (x > 0.5).float()

        @staticmethod
        def backward(ctx, seed):
            return seed

    boundary = lambda x: Step.apply(torch.clamp((x + 1) / 2, 0, 1))
    for hidden in sizes:
        torch.manual_seed(1)
        p = {name: ((2 * torch.rand(shape) - 1) / shape[0] ** 0.5).requires_grad_() for name, shape in shapes(hidden).items()}
        inputs, targets = (torch.randint(ALPHABET, (STEPS, BATCH)) for _ in range(2))
        adam = torch.optim.Adam(p.values(), lr=1e-4)

        def loss():
            state = [(torch.zeros(BATCH, hidden), torch.zeros(BATCH, hidden), torch.zeros(BATCH, 1)) for _ in range(LAYERS)]
            total = 0
            for t in range(STEPS):
                state = advance(m, p, p["below0"][inputs[t]], state, boundary, hidden)
                total = total + torch.nn.functional.cross_entropy(read_out(m, p, state), targets[t])
            return total / STEPS

        def forward():
            with torch.no_grad():
                return loss()

        def train():
            adam.zero_grad()
            loss().backward()
            adam.step()

        report("PyTorch loss", hidden, forward)
        report("PyTorch gradient", hidden, lambda: torch.autograd.grad(loss(), list(p.values())))
        report("PyTorch training step", hidden, train)


def main():
    peer_runs.run({"torch": bench_torch, "jax": bench_jax}, sizes=[64, 128, 256])


if __name__ == "__main__":
    main()
