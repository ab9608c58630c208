"""``{claim} ID``: a statement, its verdict, what is true instead, and a doctest with its outcome in this build."""

import html
from typing import Any

import badges
import evidence
import ledger
from docutils import nodes
from docutils.parsers.rst import directives
from parts import api_link, div, label_link, page_link, raw
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

log = logging.getLogger(__name__)


class claim(nodes.General, nodes.Element):
    """The card of one claim."""


class Claim(SphinxDirective):
    required_arguments = 1
    has_content = True
    option_spec = dict.fromkeys(("kind", "verdict", "says", "seen", "api", "catches", "source"), directives.unchanged)

    def run(self) -> list[nodes.Node]:
        page = self.env.docname
        found = {one.id: one for one in ledger.parse(self.env.doc2path(page).read_text(), page)}
        one = found[self.arguments[0]]
        written = evidence.record(page)
        self.env.note_dependency(str(evidence.FOLDER / f"{page}.json"))
        if written is None:
            log.warning(
                "claim %s: no evidence of this page and package; run docs/build.py",
                one.id,
                location=self.get_location(),
            )
            ran = {"checks": 0, "passed": 0}
        else:
            ran = written["claims"][one.id]
        node = claim(ids=[f"claim-{one.id}"], verdict=one.options["verdict"], number=one.id)
        says, _ = self.parse_inline(one.options["says"])
        node += nodes.paragraph("", "", *says, classes=["pe-claim__says"], ids=[anchor(one.id)])
        node += self._true(one)
        if ">>>" in one.code:
            code = nodes.literal_block(one.code, one.code, language="pycon")
            node += div("pe-claim__proof", code, raw(badges.outcome(ran["checks"], ran["passed"])))
        node += self._meta(one)
        self._note(one, ran, node)
        return [node]

    def _true(self, one: ledger.Claim) -> nodes.Element:
        true = div("pe-claim__true")
        if one.options["verdict"] in ("corrected", "refuted"):
            true += nodes.paragraph("", "What is true", classes=["pe-label"])
        before = self.content[: len(one.prose.splitlines())]
        true += self.parse_text_to_nodes("\n".join(before), offset=self.content_offset) if one.prose else []
        return true

    def _meta(self, one: ledger.Claim) -> nodes.Element:
        page, rows = self.env.docname, []
        scripts = [page_link(page, f"/gallery/{stem}") for stem in _split(one.options.get("seen"))]
        functions = [api_link(page, name) for name in _split(one.options.get("api"))]
        rows += [("Seen in", scripts), ("Computed by", functions)]
        variant = ledger.variants().get(one.options.get("catches", ""))
        rows += [("Would catch", [nodes.Text(variant.says)])] if variant else []
        if "source" in one.options:
            rows.append(("Source", self.parse_inline(one.options["source"])[0]))
        body = []
        for term, links in rows:
            if links:
                joined = (
                    [part for link in links for part in (nodes.Text(", "), link)][1:]
                    if len(links) > 1 and term != "Source"
                    else links
                )
                how = term == "Would catch"
                named = label_link(page, "how-a-verdict-is-made", term) if how else nodes.Text(term)
                body += [div("pe-claim__term", nodes.inline("", "", named), tag="dt")]
                body += [div("pe-claim__value", nodes.paragraph("", "", *joined), tag="dd")]
        return div("pe-claim__meta", div("pe-claim__list", *body, tag="dl")) if body else div("pe-claim__end")

    def _note(self, one: ledger.Claim, ran: dict[str, Any], node: nodes.Element) -> None:
        label, number = f"claim-{one.id}", one.id
        variant = ledger.variants().get(one.options.get("catches", ""))
        claims_of(self.env)[number] = {
            "id": number,
            "section": int(group) if (group := number.rsplit(".", 1)[0]).isdigit() else group,
            "kind": evidence.kind_of(one),
            "statement": one.options["says"],
            "verdict": one.options["verdict"],
            "true": node.next_node(nodes.paragraph, ascend=False) and _first_sentence(one),
            "checks": ran["checks"],
            "passed": ran["passed"],
            "catches": variant.says if variant else "",
            "page": one.page,
        }
        std = self.env.domains.standard_domain
        std.anonlabels[label] = (one.page, label)
        std.labels[label] = (one.page, label, f"claim {number}")


def anchor(number: str) -> str:
    """Return the name of a claim as one word: a term to search for, and the anchor of the statement."""
    return f"claim_{number.replace('.', '_')}"


def _split(text: str | None) -> list[str]:
    return [part.strip() for part in text.split(",")] if text else []


def _first_sentence(one: ledger.Claim) -> str:
    return " ".join(one.prose.split("\n\n")[0].split()) if one.options["verdict"] in ("corrected", "refuted") else ""


def claims_of(env: BuildEnvironment) -> dict[str, dict[str, Any]]:
    """Return the claims that the pages hold so far."""
    if not hasattr(env, "pe_claims"):
        env.pe_claims = {}
    return env.pe_claims


def visit(self: Any, node: claim) -> None:
    id, verdict = node["number"], node["verdict"]
    self.body.append(
        f'<article class="pe-claim" id="claim-{id}" data-verdict="{verdict}" aria-labelledby="{anchor(id)}">'
        f'<header class="pe-claim__head"><a class="pe-claim__id" href="#claim-{id}" title="Link to this claim">'
        f'<span class="pe-sr">Claim </span>{html.escape(id)}</a>{badges.badge(verdict)}</header>'
    )


def depart(self: Any, node: claim) -> None:
    self.body.append("</article>")


def purge(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    for id in [id for id, entry in claims_of(env).items() if entry["page"] == docname]:
        del env.pe_claims[id]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_node(claim, html=(visit, depart))
    app.add_directive("claim", Claim)
    app.connect("env-purge-doc", purge)
    return {"parallel_read_safe": False}
