import json

import numpy as np

with open("golden.json") as file:
    vectors = {one["name"]: one["values"] for one in json.load(file)["vectors"]}

positions = np.array(vectors["input/positions"], dtype=np.float64)
query = np.array(vectors["input/row/128"])
golden = np.array(vectors["rotary/turned/half/128"])

angles = positions[:, None] * 10_000.0 ** (-np.arange(64) / 64)
cos, sin = np.cos(angles), np.sin(angles)
first, second = query[:, :64], query[:, 64:]
turned = np.concatenate([first * cos - second * sin, second * cos + first * sin], axis=1)

worst = np.abs(turned - golden).max(axis=1)
for position, difference in zip(positions, worst, strict=True):
    print(f"{position:9.0f} {difference:.1e}")
assert worst[positions < 200].max() < 1e-13
assert worst.max() < 1e-9
