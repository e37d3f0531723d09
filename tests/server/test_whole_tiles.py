"""Tiles in the running text of a page: kept together where they stand, and nothing else of the page is touched."""

from __future__ import annotations

import re

import pytest

from doublesix.server.web.whole import kept_whole


@pytest.mark.parametrize(
    ("html", "kept"),
    [
        ("<p>Play 6-4L, not 10-9.</p>", ["6-4", "10-9"]),
        ("<ul><li>You hold <b>5-5</b> and 3-1</li></ul>", ["5-5", "3-1"]),
        ('<p title="6-4"><img alt="6-4">nothing</p>', []),
        ("<script>p('<p>6-4</p>')</script><svg><title>6-4</title></svg><pre>6-4</pre>", []),
        ("<p><span>6-4</span><a href='/6-4'>6-4</a></p>", []),
        ("<p>On 2026-12-01, with 1-2-3</p>", []),
        ("<p>a<br>6-4</p><div>6-4</div>", ["6-4"]),
    ],
)
def test_tiles_of_running_text_alone_are_kept_whole(html: str, kept: list[str]) -> None:
    found = kept_whole(html)
    assert re.findall(r'<span class="whole">(.*?)</span>', found) == kept
    assert re.sub(r'<span class="whole">(.*?)</span>', r"\1", found) == html
