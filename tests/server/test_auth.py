"""Who is asking, and from where."""

from __future__ import annotations

import pytest

from doublesix.server.auth import Origins, digest, new_token, normal, read_cookie, set_cookie, why_forged
from doublesix.server.limits import Bucket, Buckets

HERE = Origins(["http://127.0.0.1:8000", "http://localhost:8000", "https://dominoes.example"])


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "",
        "http://evil.example",
        "https://127.0.0.1:8000",
        "http://127.0.0.1",
        "http://127.0.0.1:8000.evil.example",
        "http://127.0.0.1:80001",
        "http://dominoes.example",
        "https://dominoes.example.evil.example",
        "https://sub.dominoes.example",
        "http://127.0.0.1:8000/",
    ],
)
def test_foreign_missing_and_lookalike_origins_are_refused(origin: str | None) -> None:
    assert not HERE.allows(origin)


def test_the_own_addresses_are_allowed() -> None:
    assert HERE.allows("http://127.0.0.1:8000")
    assert HERE.allows("https://dominoes.example")


@pytest.mark.parametrize(
    ("host", "origins", "others"),
    [
        ("192.168.1.5:8000", ["http://127.0.0.1:8000", "http://192.168.1.5:8000"], "http://192.168.1.5:8000"),
        ("127.0.0.1:8000", ["http://127.0.0.1:8000", "http://192.168.1.5:8000"], "http://192.168.1.5:8000"),
        ("localhost:8000", ["http://localhost:8000", "http://pi:8000", "https://a.example"], "https://a.example"),
        ("pi:8000", ["http://localhost:8000", "http://pi:8000", "https://a.example"], "http://pi:8000"),
        ("[::1]:8000", ["http://[::1]:8000", "http://localhost:8000"], None),
        ("127.0.0.1:8000", ["http://127.0.0.1:8000", "http://localhost:8000"], None),
    ],
)
def test_an_invitation_names_an_address_that_other_devices_can_open(
    host: str, origins: list[str], others: str | None
) -> None:
    assert Origins(origins).for_others(host) == others


def test_hosts_are_those_of_the_origins() -> None:
    assert HERE.knows_host("127.0.0.1:8000")
    assert HERE.knows_host("DOMINOES.example")
    assert not HERE.knows_host("dominoes.example:8000")
    assert not HERE.knows_host("evil.example")
    assert not HERE.knows_host("")
    assert HERE.is_secure("dominoes.example")
    assert not HERE.is_secure("localhost:8000")


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("https://Dominoes.example/", "https://dominoes.example"),
        ("https://dominoes.example:443", "https://dominoes.example"),
        ("http://[::1]:8000", "http://[::1]:8000"),
    ],
)
def test_an_origin_is_written_as_browsers_send_it(given: str, written: str) -> None:
    assert normal(given) == written


@pytest.mark.parametrize("origin", ["dominoes.example", "ftp://x", "https://x/path", "http://", "http://x:notaport"])
def test_what_is_no_origin_is_refused_in_a_sentence(origin: str) -> None:
    with pytest.raises(ValueError, match="An origin looks like"):
        normal(origin)


@pytest.mark.parametrize(
    ("headers", "form", "forged"),
    [
        ({}, False, False),  # a program without cookies
        ({}, True, True),
        ({"origin": "http://localhost:8000"}, True, False),
        ({"origin": "http://localhost:8000", "sec-fetch-site": "same-origin"}, False, False),
        ({"origin": "http://evil.example"}, False, True),
        ({"origin": "null"}, True, True),
        ({"sec-fetch-site": "cross-site"}, False, True),
        ({"sec-fetch-site": "same-site"}, True, True),
        ({"sec-fetch-site": "same-origin"}, True, False),
        ({"origin": "http://localhost:8000", "sec-fetch-site": "cross-site"}, False, True),
    ],
)
def test_requests_from_other_sites_are_forged(headers: dict[str, str], form: bool, forged: bool) -> None:
    assert (why_forged(HERE, headers, form=form) is not None) == forged


def test_a_cookie_is_strict_under_https_and_works_without() -> None:
    secure = set_cookie("x" * 43, True)
    assert secure.startswith("__Host-doublesix=")
    assert "; Secure" in secure
    plain = set_cookie("x" * 43, False)
    assert plain.startswith("doublesix=")
    assert "Secure" not in plain
    for cookie in (secure, plain):
        for flag in ("; Path=/", "; HttpOnly", "; SameSite=Lax"):
            assert flag in cookie


def test_the_token_is_found_among_other_programs_cookies() -> None:
    token = new_token()
    assert read_cookie(f'a="b c"; doublesix={token}; weird[]=1', False) == token
    assert read_cookie("doublesix=short", False) is None
    assert read_cookie("", False) is None
    assert len(digest(token)) == 32


def test_a_bucket_allows_a_burst_then_a_rate() -> None:
    bucket = Bucket(rate=10, burst=20, now=0)
    assert [bucket.take(0) for _ in range(25)] == [True] * 20 + [False] * 5
    assert bucket.take(0.1)
    assert not bucket.take(0.1)
    assert [bucket.take(100) for _ in range(21)] == [True] * 20 + [False]


def test_buckets_do_not_mix_and_do_not_grow_for_ever() -> None:
    buckets = Buckets(rate=1, burst=1, most=3)
    assert buckets.take("a", 0)
    assert not buckets.take("a", 0)
    assert buckets.take("b", 0)
    for key in "cdefg":
        buckets.take(key, 0)
    assert len(buckets._buckets) == 3
