"""What makes the site need nobody else and be found by others: checks of the files, each returning its problems."""

import base64
import hashlib
import posixpath
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from urllib.parse import unquote, urlsplit

import reading
from PIL import Image

INLINE = re.compile(r"<script(?![^>]*\ssrc=)[^>]*>(.*?)</script>", re.S)
POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)"')
ALLOWED = {
    "default-src": {"'none'"},
    "script-src": {"'self'"},
    "style-src": {"'self'", "'unsafe-inline'"},
    "img-src": {"'self'", "data:"},
    "font-src": {"'self'"},
    "connect-src": {"'self'"},
    "form-action": {"'self'"},
    "base-uri": {"'none'"},
}
LOADED = "script[src], img[src], source[srcset], link[rel~=stylesheet], link[rel~=preload], link[rel~=icon], iframe"
IN_STYLES = re.compile(r"""(?:url\(|@import\s+)\s*['"]?(?!data:)((?:https?:)?//[^'")\s]+)""")
LEFT = (r"</?(?:div|span|p|article|figure|svg)\b", r"\{[a-z:-]+\}(?=`)", r"^:::", r"\\\(|\\\[", r"glue:")


def policy(page: Path) -> list[str]:
    """The page has the policy, before anything that it has to hold for, and no script beside those it names."""
    text = page.read_text()
    written = POLICY.findall(text)
    if len(written) != 1:
        return [f"has {len(written)} policies"]
    first = re.search(r"<(?:script|style|link)\b", text)
    problems = ["the policy comes late"] if first and first.start() < text.index(written[0]) else []
    found = {words[0]: set(words[1:]) for words in map(str.split, written[0].split(";"))}
    digests = (hashlib.sha256(script.encode()).digest() for script in INLINE.findall(text))
    wanted = {f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests}
    for name in ALLOWED.keys() | found.keys():
        due = ALLOWED.get(name, set()) | (wanted if name == "script-src" else set())
        if found.get(name) != due:
            problems.append(f"policy: {name} is {sorted(found.get(name, set()))}")
    return problems


def handlers(page: Path) -> list[str]:
    """No script is hidden in an attribute."""
    tags = reading.soup(page).find_all(True)
    problems = [f"handler: {name} of <{tag.name}>" for tag in tags for name in tag.attrs if name.startswith("on")]
    links = (str(tag.get("href", "")) for tag in tags)
    return problems + [f"handler: {link[:60]}" for link in links if link.strip().lower().startswith("javascript:")]


def hosts(page: Path) -> list[str]:
    """Nothing that the page loads is named by a host."""
    parts = reading.soup(page).select(LOADED)
    sources = [str(part.get("src") or part.get("srcset") or part.get("href") or "") for part in parts]
    sources += IN_STYLES.findall(" ".join(tag.get_text() for tag in reading.soup(page).find_all("style")))
    return [f"loads from a host: {source}" for source in sources if urlsplit(source).netloc]


def styles(sheet: Path) -> list[str]:
    """Nothing that a style sheet loads is named by a host."""
    return [f"loads from a host: {source}" for source in IN_STYLES.findall(sheet.read_text(errors="replace"))]


def anywhere(page: Path) -> list[str]:
    """The page stands under any address: no link begins at the root of the host."""
    return [f"begins at the root: {link}" for link in reading.links(page) if link.startswith("/")]


def lost(page: Path, base: str) -> list[str]:
    """The page that is shown at any address leads to the site by its full path, and to nowhere else."""
    prefix = urlsplit(base).path
    links = [link for link in reading.links(page) if not link.startswith(("#", "https://"))]
    inside = [link for link in links if link.startswith(prefix) and not link.startswith("//")]
    problems = [f"not below {prefix}: {link}" for link in links if link not in inside]
    paths = {link: reading.SITE / unquote(urlsplit(link.removeprefix(prefix)).path) for link in inside}
    return problems + [f"leads nowhere: {link}" for link, path in paths.items() if not path.exists()]


def head(page: Path, base: str) -> list[str]:
    """The head says what the page is, where it stands, how it looks when shared, and where its twin is."""
    soup, address = reading.soup(page), base + page.relative_to(reading.SITE).as_posix()
    named = {str(tag.get("name") or tag.get("property")): str(tag.get("content")) for tag in soup.find_all("meta")}
    linked = {" ".join(tag["rel"]): str(tag["href"]) for tag in soup.find_all("link", rel=True)}
    problems = [f"{name} is missing" for name in ("og:title", "og:type", "og:site_name") if not named.get(name)]
    words = named.get("description", "")
    if not 20 <= len(words) <= 210 or re.search(r"[`$\\{}]|\]\(", words) or named.get("og:description") != words:
        problems.append(f"description: {words!r}")
    problems += [f"canonical: {linked.get('canonical')}"] if linked.get("canonical") != address else []
    problems += [f"og:url: {named.get('og:url')}"] if named.get("og:url") != address else []
    card = reading.SITE / named.get("og:image", "").removeprefix(base)
    if not named.get("og:image", "").startswith(base) or not card.is_file():
        problems.append(f"card: {named.get('og:image')}")
    else:
        with Image.open(card) as image:
            problems += [f"card: {image.size}"] if image.size != (1200, 630) else []
    problems += ["card: no alt"] if not named.get("og:image:alt") else []
    twin = page.parent / linked.get("alternate", "none")
    return problems + ([f"twin: {twin.name}"] if twin != page.with_name(f"{page.name}.md") else [])


def twin(page: Path) -> list[str]:
    """The twin has title, claims with verdicts and outcomes, and code of the page, without HTML, and leads to twins."""
    path = page.with_name(f"{page.name}.md")
    if not path.is_file():
        return ["twin: none"]
    text, soup = path.read_text(), reading.soup(page)
    title = soup.h1.get_text().removesuffix("#").strip() if soup.h1 else ""
    problems = [] if text.replace("\\", "").startswith(f"# {title}\n") else [f"twin: title {text[:40]!r}"]
    prose = re.sub(r"`[^`\n]+`", "`", re.sub(r"^( *)```.*?^\1```$", "", text, flags=re.M | re.S))
    problems += [f"twin: {found[0]!r} is left" for left in LEFT for found in re.finditer(left, prose, re.M)]
    for card in soup.select("article.pe-claim"):
        number, verdict = (card.select_one(part).get_text() for part in (".pe-claim__id", ".pe-badge"))
        outcome = card.select_one(".pe-outcome")
        _, mark, rest = text.replace("\\_", "_").partition(f"\n### {number}: {verdict}\n")
        if not mark or (outcome and outcome.get_text().strip() not in rest.partition("\n### ")[0]):
            problems.append(f"twin: {number}")
    codes = [block.get_text().strip("\n").splitlines()[0].strip() for block in soup.select("article pre")]
    problems += [f"twin: no code {code!r}" for code in codes if code not in text]
    for link in re.findall(r"\]\(([^)\s]+)\)", prose):
        parts = urlsplit(link)
        if not parts.netloc and parts.path and not (page.parent / unquote(parts.path)).is_file():
            problems.append(f"twin: leads nowhere: {link}")
    return problems


def lists(site: Path, base: str, pages: set[str]) -> list[str]:
    """sitemap.xml and llms.txt name every page, each once and by its address."""
    found = [str(place.text) for place in ET.parse(site / "sitemap.xml").iter() if place.tag.endswith("}loc")]
    problems = [f"sitemap: {place}" for place in set(found) ^ {base + page for page in pages}]
    text = (site / "llms.txt").read_text()
    problems += [] if re.match(r"# .+\n\n> .+\n\n", text) else ["llms.txt: no title and summary"]
    listed = re.findall(r"^- \[.+?\]\((\S+?)\): .+$", text, re.M)
    wanted = {f"{base}{page}.md" for page in pages - {"index.html"}}
    problems += [f"llms.txt: {place}" for place in set(listed) ^ wanted]
    return problems + [f"listed twice: {place}" for place in {*found, *listed} if (found + listed).count(place) > 1]


def moved(page: Path, base: str) -> list[str]:
    """A page that has moved leads to one that is there, and names it as the true one."""
    soup = reading.soup(page)
    refresh, true = soup.find("meta", {"http-equiv": "refresh"}), soup.find("link", rel="canonical")
    link = str(refresh["content"]).partition("url=")[2]
    target = posixpath.normpath((page.parent.relative_to(reading.SITE) / link).as_posix())
    problems = [] if (reading.SITE / target).is_file() else [f"leads nowhere: {link}"]
    return problems + ([] if true and true["href"] == base + target else [f"canonical: {true}"])
