"""Cards for those who share a link: the title of the page, its first words and a picture, in the site's typeface."""

import hashlib
import shutil
from functools import cache
from importlib import resources
from pathlib import Path

from docutils import nodes
from figures import gallery_figure
from PIL import Image, ImageDraw, ImageFont
from sphinx.application import Sphinx

from pe_reference import plotting

SIZE = (1200, 630)
MARGIN, COLUMN, PICTURE = 72, 520, 500
ACCENT = "#2a52be"
FINE = 4  # the mark is drawn this many times larger, for smooth edges


def write(app: Sphinx, page: str, title: str, words: str, doctree: nodes.document) -> str:
    """Draw the card of a page, unless an earlier build drew the same, and return its path within the site."""
    path = f"_images/cards/{page.replace('/', '_')}.png"
    target = Path(app.outdir, path)
    target.parent.mkdir(parents=True, exist_ok=True)
    shown = picture(Path(app.srcdir), page, doctree)
    made_of = [repr((app.config.project, title, words)).encode(), Path(__file__).read_bytes()]
    digest = hashlib.sha256(b"".join([*made_of, shown.read_bytes() if shown else b""])).hexdigest()
    kept = Path(app.doctreedir).with_name("cards") / f"{digest}.png"
    if not kept.exists():
        kept.parent.mkdir(exist_ok=True)
        card = draw(app.config.project, title, words, shown)
        card.quantize(128, dither=Image.Dither.NONE).save(kept, optimize=True)
    shutil.copyfile(kept, target)
    return path


def picture(docs: Path, page: str, doctree: nodes.document) -> Path | None:
    """Return the thumbnail of the script that a page is about, else of the first figure of a page, else of the site."""
    shelf, _, stem = page.removeprefix("gallery/").partition("/")
    own = sorted(docs.glob(f"gallery/{shelf}/images/thumb/sphx_glr_{'*' if stem == 'index' else stem}_thumb.png"))
    shown = [Path(figure["path"]) for figure in doctree.findall(gallery_figure)]
    own += [one.parent / "thumb" / f"{one.stem.rpartition('_')[0]}_thumb.png" for one in shown]
    own += sorted(docs.glob("gallery/*/images/thumb/sphx_glr_plot_1_doubled_exponent_thumb.png"))
    return next((one for one in own if one.exists()), None)


def draw(site: str, title: str, words: str, picture: Path | None) -> Image.Image:
    """Return a card: words at the left, the picture on a quiet ground at the right."""
    ink, muted, wash = (plotting.LIGHT[name] for name in ("ink", "muted", "wash"))
    card = Image.new("RGB", SIZE, "white")
    pen = ImageDraw.Draw(card)
    left = SIZE[0] - PICTURE - 60
    pen.rectangle((left, 0, *SIZE), fill=wash)
    if picture:
        with Image.open(picture) as opened:
            image = opened.convert("RGBA")
        image = image.resize((PICTURE, PICTURE * image.height // image.width), Image.Resampling.LANCZOS)
        card.paste(image, (left + 30, (SIZE[1] - image.height) // 2), image)
    card.paste(mark(), (MARGIN, MARGIN), mark())
    pen.text((MARGIN + 64, MARGIN + 24), site, ink, font("Semibold", 32), anchor="lm")
    size = next(size for size in (64, 56, 48, 40, 32) if len(wrapped(title, "Semibold", size)) <= 3 or size == 32)
    lines = wrapped(title, "Semibold", size)
    pen.text((MARGIN, 180), "\n".join(lines), ink, font("Semibold", size), spacing=8)
    below = wrapped(words, "Regular", 28)
    top = 180 + len(lines) * (size * 1.15 + 8) + 28
    room = int((SIZE[1] - MARGIN + 10 - top) // 38)
    if len(below) > room:
        below = [*below[: room - 1], below[room - 1].rsplit(" ", 1)[0] + " …"] if room > 0 else []
    pen.text((MARGIN, top), "\n".join(below), muted, font("Regular", 28), spacing=10)
    return card


def wrapped(text: str, face: str, size: int) -> list[str]:
    """Return the lines of a text that fit into the column."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if font(face, size).getlength(longer) <= COLUMN or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


@cache
def font(face: str, size: int) -> ImageFont.FreeTypeFont:
    files = resources.files("font_source_sans_pro") / "files"
    return ImageFont.truetype(str(files / f"SourceSansPro-{face}.ttf"), size)


@cache
def mark(size: int = 48) -> Image.Image:
    """Return the mark of the site, as in mark.svg: one wave on a rounded square."""
    unit = size * FINE / 32
    image = Image.new("RGBA", (size * FINE, size * FINE))
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((0, 0, size * FINE - 1, size * FINE - 1), 8 * unit, fill=ACCENT)
    for start, sign in ((5.5, -1), (16, 1)):
        for step in range(201):
            t = step / 200
            x = start + 3 * (1 - t) ** 2 * t * 3.5 + 3 * (1 - t) * t**2 * 7 + t**3 * 10.5
            y = 16 + sign * 11.5 * 3 * (1 - t) * t
            pen.circle((x * unit, y * unit), 1.5 * unit, fill="white")
    return image.resize((size, size), Image.Resampling.LANCZOS)
