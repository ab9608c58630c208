"""The pictures of the site: light bytes, but the data in exactly the colours of the map, the same in light and dark."""

import matplotlib as mpl
import numpy as np
import pytest
import reading
from PIL import Image

from pe_reference import plotting

IMAGES = reading.SITE / "_images"
NARROW = ("", "_narrow")
FIGURES = sorted(
    path.name.removesuffix("_dark.webp")
    for path in IMAGES.glob("*_dark.webp")
    if not path.name.endswith("_narrow_dark.webp")
)
HEAT = [  # figures of heat maps with a colour bar, and its map
    ("07_looking_at_it_plot_1_table_001", "pe_diverging"),
    ("07_looking_at_it_plot_2_dot_products_001", "pe_sequential"),
]


def pixels(name):
    with Image.open(IMAGES / f"{name}.webp") as image:
        return np.asarray(image.convert("RGB"), dtype=int)


def levels(cmap):
    plotting.use()
    return mpl.colormaps[cmap](range(plotting.LEVELS), bytes=True)[:, :3].astype(int)


def bar(image, colours):
    """The column of `image` with the most colours of the map: it runs through the colour bar."""
    return max(image.transpose(1, 0, 2), key=lambda column: shown(column, colours))


def shown(column, colours):
    return len({tuple(pixel) for pixel in column} & {tuple(colour) for colour in colours})


@pytest.mark.parametrize("form", NARROW)
@pytest.mark.parametrize(("figure", "cmap"), HEAT)
def test_a_colour_bar_has_the_colours_of_its_map_in_both_themes(figure, cmap, form):
    light, dark = (pixels(f"{figure}{form}{theme}") for theme in ("", "_dark"))
    colours = levels(cmap)
    columns = [bar(image, colours) for image in (light, dark)]
    assert shown(columns[0], colours) > 0.9 * len(np.unique(colours, axis=0))
    inside = [[tuple(pixel) for pixel in column if (pixel == colours).all(1).any()] for column in columns]
    assert inside[0] == inside[1]


@pytest.mark.parametrize("form", NARROW)
@pytest.mark.parametrize("figure", FIGURES)
def test_light_and_dark_have_one_size_twice_what_is_shown(figure, form):
    light, dark = (pixels(f"{figure}{form}{theme}") for theme in ("", "_dark"))
    assert light.shape == dark.shape
    assert not any(size % 2 for size in light.shape[:2])


def test_other_colours_would_be_seen():
    colours = levels("pe_diverging")
    image = np.repeat(colours[:, None], 3, axis=1)
    assert shown(bar(image, colours), colours) == len(np.unique(colours, axis=0))
    assert shown(bar(image + 1, colours), colours) < 0.1 * len(colours)
