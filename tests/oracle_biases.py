"""The formulas of the attention biases a second time: scalar, mpmath at 50 digits, nothing of the package."""

from oracle import mp


def slopes(num_heads):
    """Slopes of ALiBi as its authors' recursion makes them: a series, then every other one of the next series."""
    power = 1
    while 2 * power <= num_heads:
        power *= 2
    series = [mp.mpf(2) ** (mp.mpf(-8 * (head + 1)) / power) for head in range(power)]
    return series if power == num_heads else series + slopes(2 * power)[::2][: num_heads - power]


def alibi(query, key, slope):
    """Penalty of ALiBi for one pair of positions."""
    return -mp.mpf(slope) * abs(mp.mpf(key) - mp.mpf(query))


def bucket(relative, *, num_buckets=32, max_distance=128, bidirectional=True):
    """Bucket of T5, after the pseudocode of its text: the logarithm, exact ties by their definition."""
    start, distance = 0, -relative
    if bidirectional:
        num_buckets //= 2
        start = num_buckets if relative > 0 else 0
        distance = abs(relative)
    distance = max(distance, 0)
    own = num_buckets // 2
    if distance < own:
        return start + distance
    share = (num_buckets - own) * mp.log(mp.mpf(distance) / own) / mp.log(mp.mpf(max_distance) / own)
    nearest = int(mp.nint(share))
    step = nearest if abs(share - nearest) < mp.mpf(10) ** -40 else int(mp.floor(share))
    return start + min(own + step, num_buckets - 1)


def kerple(query, key, r1, r2, kind):
    """Penalty of KERPLE for one pair of positions."""
    distance = abs(mp.mpf(key) - mp.mpf(query))
    growth = mp.log(1 + mp.mpf(r2) * distance) if kind == "log" else distance ** mp.mpf(r2)
    return -mp.mpf(r1) * growth


def fire(query, key, c, threshold):
    """Distance of FIRE for one pair of positions, the key not after the query."""
    psi = [mp.log(1 + mp.mpf(c) * x) for x in (mp.mpf(query) - mp.mpf(key), max(mp.mpf(query), mp.mpf(threshold)))]
    return psi[0] / psi[1]


def shaw(query, vectors, relative, max_distance):
    """Logit of Shaw's key part for one pair."""
    vector = vectors[max(-max_distance, min(max_distance, relative)) + max_distance]
    return mp.fsum(mp.mpf(a) * mp.mpf(b) for a, b in zip(query, vector, strict=True)) / mp.sqrt(len(query))


def mlp(x, layers):
    """Output of a network with rectified hidden layers, for one input vector."""
    for number, (weights, biases) in enumerate(layers):
        inputs = x if number == 0 else [max(each, mp.mpf(0)) for each in x]
        columns = range(len(biases))
        x = [
            mp.fsum([biases[o], *(mp.mpf(a) * row[o] for a, row in zip(inputs, weights, strict=True))]) for o in columns
        ]
    return x
