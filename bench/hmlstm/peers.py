#!/usr/bin/env python3
"""The HM-LSTM cell's backward pass in torch.compile and jax.jit, where they are installed.

Prints CSV lines "name,size,milliseconds", medians, for the same arrays and the same four cotangents as the programs
beside it. A library that is missing is a comment line; nothing is installed.
"""
import pathlib
import statistics
import sys
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
import peer_runs


def report(name, size, run, finish):
    for _ in range(5):
        run()
    finish(run())
    times = []
    for _ in range(50):
        start = time.perf_counter()
        finish(run())
        times.append(time.perf_counter() - start)
    print(f"{name},{size},{1e3 * statistics.median(times):.4f}", flush=True)


def bench_torch(sizes):
    import torch

    device = "cuda" if torch.cuda.is_available() else "cpu"

    def cell(z, zb, c, f, i, g):
        new = torch.sigmoid(i) * torch.tanh(g)
        return torch.where(z == 1, new, torch.where(zb == 0, c, torch.sigmoid(f) * c + new))

    cell_compiled = torch.compile(cell)
    for size in sizes:
        z, zb = ((torch.rand(size, device=device) < 0.3).float() for _ in range(2))
        active = [torch.randn(size, size, device=device, requires_grad=True) for _ in range(4)]
        seed = torch.randn(size, size, device=device)
        value = cell_compiled(z, zb, *active)

        def run():
            return torch.autograd.grad(value, active, seed, retain_graph=True)

        report(f"torch.compile ({device})", size, run,
               lambda _: torch.cuda.synchronize() if device == "cuda" else None)


def bench_jax(sizes):
    import jax
    import jax.numpy as jnp

    def cell(z, zb, c, f, i, g):
        new = jax.nn.sigmoid(i) * jnp.tanh(g)
        return jnp.where(z == 1, new, jnp.where(zb == 0, c, jax.nn.sigmoid(f) * c + new))

    @jax.jit
    def backward(seed, z, zb, c, f, i, g):
        return jax.vjp(lambda *active: cell(z, zb, *active), c, f, i, g)[1](seed)

    for size in sizes:
        keys = jax.random.split(jax.random.PRNGKey(1), 7)
        z, zb = ((jax.random.uniform(k, (size,)) < 0.3).astype(jnp.float32) for k in keys[:2])
        rest = [jax.random.normal(k, (size, size)) for k in keys[2:]]
        report(f"jax.jit ({jax.default_backend()})", size, lambda: backward(rest[0], z, zb, *rest[1:]),
               jax.block_until_ready)


def main():
    peer_runs.run({"torch": bench_torch, "jax": bench_jax}, sizes=[512, 1024, 2048])


if __name__ == "__main__":
    main()
