"""A bar on a terminal or when asked for; nothing elsewhere."""

import pytest

from pe_reference.experiments import _bars


@pytest.mark.parametrize(("shown", "drawn"), [(True, True), (False, False), (None, False)])
def test_a_bar_is_drawn_where_it_is_wanted(shown, drawn, capsys):
    with _bars.bar(2, "rounds", shown) as advance:
        advance("first")
        advance("second")
    assert ("rounds" in capsys.readouterr().err) is drawn
