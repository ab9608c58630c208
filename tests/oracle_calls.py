"""The calls that golden.json names, each worked out in 50 digits; nothing of the package."""

import oracle
import oracle_biases
import oracle_bounds
import oracle_rotary

mp = oracle.mp
CUBIC = mp.mpf("-0.75")


def mapped(function, values):
    return [mapped(function, value) for value in values] if isinstance(values, list) else function(values)


def every(count, formula):
    return [formula(index) for index in range(count)]


def spectrum(formula):
    """Return a function from a width and choices to the frequencies of its pairs."""
    return lambda head_dim, **chosen: every(head_dim // 2, lambda index: formula(index, head_dim, **chosen))


def yarn(index, dim, *, ramp, original_max_seq_len, beta_fast, beta_slow, truncate, clamp, **chosen):
    chosen |= {"length": original_max_seq_len}
    if ramp == "rotations":
        return oracle_rotary.yarn_paper(index, dim, alpha=beta_slow, beta=beta_fast, **chosen)
    return oracle_rotary.yarn_code(index, dim, fast=beta_fast, slow=beta_slow, truncate=truncate, clamp=clamp, **chosen)


def llama3(index, dim, *, factor, low_freq_factor, high_freq_factor, original_max_seq_len, base):
    low, high, length = low_freq_factor, high_freq_factor, original_max_seq_len
    return oracle_rotary.llama3(index, dim, factor=factor, low=low, high=high, length=length, base=base)


def longrope(index, dim, *, short_factors, long_factors, seq_len, original_max_seq_len, base):
    factors = short_factors if seq_len <= original_max_seq_len else long_factors
    return oracle.frequency(index, dim, base=base) / mp.mpf(factors[index])


def alpha(seq_len, original_max_seq_len, factor, bracket):
    over = mp.mpf(seq_len) / original_max_seq_len
    if bracket == "stepped":
        return 2 ** mp.ceil(mp.log(over, 2) + 1) - 1
    return factor * over - (factor - 1) if bracket == "linear" else max(over, 1)


def dynamic(index, dim, *, base, **chosen):
    return oracle_rotary.ntk(index, dim, factor=alpha(**chosen), base=base)


def mscale(factor, share):
    return mp.mpf(share) * mp.log(mp.mpf(factor)) / 10 + 1


def yarn_attention(factor, mscale_all_dim, given, **chosen):
    share = 1 if chosen["mscale"] is None else chosen["mscale"]
    return given or mscale(factor, share) / mscale(factor, mscale_all_dim or 0)


def longrope_attention(factor, original_max_seq_len, given):
    return given or mp.sqrt(1 + mp.log(factor) / mp.log(original_max_seq_len))


def sinusoidal(positions, d_model, **chosen):
    chosen = {name: chosen[name] for name in ("base", "grid", "layout")}
    return [every(d_model, lambda column, p=p: oracle.entry(p, column, d_model, **chosen)) for p in positions]


def grid2d(rows, columns, d_model, first, cls, **chosen):
    axes = {"row": sinusoidal(rows, d_model // 2, **chosen), "column": sinusoidal(columns, d_model // 2, **chosen)}
    both = [{"row": y, "column": x} for y in axes["row"] for x in axes["column"]]
    second = "row" if first == "column" else "column"
    return [[0] * d_model] * cls + [patch[first] + patch[second] for patch in both]


def angles(positions, spectrum):
    return [[mp.mpf(position) * omega for omega in spectrum] for position in positions]


def turn(x, cos, sin, pairing):
    (row,) = x
    dim, turned = 2 * len(cos[0]), []
    for cosines, sines in zip(cos, sin, strict=True):
        line = []
        for column in range(len(row)):
            if column >= dim:
                line.append(row[column])
                continue
            pair, other, first = oracle_rotary.partner(column, dim, pairing)
            line.append(row[column] * cosines[pair] + (-1 if first else 1) * row[other] * sines[pair])
        turned.append(line)
    return turned


def xpos_scale(positions, head_dim, gamma, scale_base, centre):
    chosen = {"gamma": gamma, "scale_base": scale_base or 1, "centre": centre}
    return [every(head_dim // 2, lambda j, p=p: oracle_bounds.growth(p, j, head_dim, **chosen)) for p in positions]


def xpos(x, positions, role, base, pairing, **chosen):
    dim, power = len(x[0]), 1 if role == "query" else -1
    scales = xpos_scale(positions, dim, **chosen)
    turned = angles(positions, every(dim // 2, lambda index: oracle.frequency(index, dim, base=base)))
    grown = [
        [
            [scale**power * function(angle) for scale, angle in zip(*line, strict=True)]
            for line in zip(scales, turned, strict=True)
        ]
        for function in (mp.cos, mp.sin)
    ]
    return turn(x, *grown, pairing=pairing)


def pairs(query_positions, key_positions, formula, *, causal=False):
    """Return ``formula(query, key)`` for all pairs, None for keys that are hidden."""
    return [[None if causal and k > q else formula(q, k) for k in key_positions] for q in query_positions]


def alibi(query_positions, key_positions, slopes, causal):
    both = (query_positions, key_positions)
    return [pairs(*both, lambda q, k, m=m: oracle_biases.alibi(q, k, m), causal=causal) for m in slopes]


def kerple(query_positions, key_positions, r1, r2, kind, causal):
    both = (query_positions, key_positions)
    heads = zip(r1, r2, strict=True)
    return [pairs(*both, lambda q, k, r=r: oracle_biases.kerple(q, k, *r, kind), causal=causal) for r in heads]


def t5_bias(query_positions, key_positions, weights, max_distance, bidirectional):
    chosen = {"num_buckets": len(weights), "max_distance": max_distance, "bidirectional": bidirectional}
    buckets = pairs(query_positions, key_positions, lambda q, k: oracle_biases.bucket(k - q, **chosen))
    return [mapped(lambda bucket, head=head: weights[bucket][head], buckets) for head in range(len(weights[0]))]


def shaw_bias(query, embeddings, index):
    far = len(embeddings) // 2
    return [
        [oracle_biases.shaw(row, embeddings, number - far, far) for number in line]
        for row, line in zip(query, index, strict=True)
    ]


def order(width, layout):
    """Return sines and cosines by pair, in the order of a layout."""
    return [oracle.pair(column, width, layout) for column in range(width)]


def permutation(width, source, target):
    return [order(width, source).index(one) for one in order(width, target)]


def converted(weight, num_heads, source, target, rotary_dim, head_dim):
    width = len(weight) // num_heads
    dim, rows = rotary_dim or width, []
    for head in range(num_heads):
        places = [oracle_rotary.partner(column, dim, source)[::2] for column in range(dim)]
        wanted = [oracle_rotary.partner(column, dim, target)[::2] for column in range(dim)]
        rows += [head * width + places.index(one) for one in wanted] + list(
            range(head * width + dim, (head + 1) * width)
        )
    return [weight[row] for row in rows]


def interpolated(table, num_positions, align_corners, kind):
    old, new = len(table), num_positions
    if align_corners:
        places = [mp.mpf(i) * (old - 1) / max(new - 1, 1) for i in range(new)]
    else:
        places = [(i + mp.mpf(1) / 2) * old / new - mp.mpf(1) / 2 for i in range(new)]
    return between(table, places, linear if kind == "linear" else cubic)


def between(table, places, weight):
    """Return rows at real places: weighted by the distance, those outside taken as the first or last."""
    rows = []
    for place in places:
        near = range(int(mp.floor(place)) - 1, int(mp.floor(place)) + 3)
        taken = [(weight(abs(place - row)), table[min(max(row, 0), len(table) - 1)]) for row in near]
        rows.append([mp.fsum(share * row[column] for share, row in taken) for column in range(len(table[0]))])
    return rows


def linear(x):
    return max(1 - x, 0)


def cubic(x):
    """Kernel of cubic convolution."""
    if x <= 1:
        return (CUBIC + 2) * x**3 - (CUBIC + 3) * x**2 + 1
    return CUBIC * (x**3 - 5 * x**2 + 8 * x - 4) if x < 2 else mp.mpf(0)


FORMULAS = {
    "sinusoidal.table": sinusoidal,
    "grid2d.table": grid2d,
    "frequencies.spectrum": lambda dim, base, grid: every(
        dim // 2, lambda index: oracle.frequency(index, dim, base=base, grid=grid)
    ),
    "frequencies.cos_sin": angles,
    "rotary.spectrum": lambda head_dim, rotary_dim, base: every(
        (rotary_dim or head_dim) // 2, lambda index: oracle.frequency(index, rotary_dim or head_dim, base=base)
    ),
    "rotary.turn": turn,
    "xpos.scale": xpos_scale,
    "xpos.rotate": xpos,
    "position_interpolation.spectrum": spectrum(oracle_rotary.interpolated),
    "ntk.spectrum": spectrum(oracle_rotary.ntk),
    "ntk.dynamic_spectrum": spectrum(dynamic),
    "ntk.base": lambda head_dim, factor, base: mp.mpf(base) * mp.mpf(factor) ** (mp.mpf(head_dim) / (head_dim - 2)),
    "ntk.alpha": alpha,
    "yarn.spectrum": spectrum(yarn),
    "yarn.attention_factor": yarn_attention,
    "llama3.spectrum": spectrum(llama3),
    "longrope.spectrum": spectrum(longrope),
    "longrope.attention_factor": longrope_attention,
    "scaling.factor": lambda factor, max_seq_len, original_max_seq_len: factor or max_seq_len / original_max_seq_len,
    "alibi.slopes": lambda num_heads, rank, world_size: oracle_biases.slopes(num_heads)[
        rank * num_heads // world_size : (rank + 1) * num_heads // world_size
    ],
    "alibi.bias": alibi,
    "alibi.row_bias": lambda key_positions, slopes: [[[mp.mpf(k) * m for k in key_positions]] for m in slopes],
    "t5.bucket": lambda relative_position, **chosen: [oracle_biases.bucket(r, **chosen) for r in relative_position],
    "t5.bias": t5_bias,
    "shaw.index": lambda query_positions, key_positions, max_distance: pairs(
        query_positions, key_positions, lambda q, k: max(-max_distance, min(max_distance, k - q)) + max_distance
    ),
    "shaw.bias": shaw_bias,
    "kerple.bias": kerple,
    "fire.distance": lambda query_positions, key_positions, c, threshold: pairs(
        query_positions, key_positions, lambda q, k: oracle_biases.fire(q, k, c, threshold) if k <= q else 0
    ),
    "layouts.permutation": permutation,
    "layouts.convert_rotary_weight": converted,
    "distances.positions_from_mask": lambda attention_mask: [
        [max(sum(row[: end + 1]) - 1, 0) for end in range(len(row))] for row in attention_mask
    ],
    "learned.interpolate": interpolated,
    "learned.keep_stride": lambda table, num_positions: between(
        table, [mp.mpf(i) * len(table) / num_positions for i in range(num_positions)], linear
    ),
    "learned.repeat_last": lambda table, num_positions: [table[min(i, len(table) - 1)] for i in range(num_positions)],
    "learned.tile": lambda table, num_positions: [table[i % len(table)] for i in range(num_positions)],
}
