"""`doublesix deal`: a record with no moves that replays, repeatable for a seed."""

from __future__ import annotations

import pytest

import referee
import rounds

from .records import lines, refused, run


@pytest.mark.parametrize("rules", referee.CANON)
def test_a_deal_is_a_record_without_moves_that_replays(rules: str) -> None:
    for players in rounds.players_of(rules):
        ran = run("deal", "--rules", rules, "--players", str(players), "--seed", "7", "--json")
        assert ran.code == 0
        (record,) = ran.json
        assert record["moves"] == []
        assert (record["rules"], record["version"], record["players"]) == (rules, 1, players)
        assert ("leader" in record) == (referee.CANON[rules]["leader"] != "highest")
        (answer,) = run("replay", "-", "--legal", "--json", text=lines(record)).json
        assert answer == referee.judge(record)
        assert answer["outcome"] is None


def test_a_seed_makes_the_deal_repeatable_and_without_one_it_is_not() -> None:
    words = ["deal", "--rules", "draw-100", "--players", "4", "--json"]
    assert run(*words, "--seed", "1").out == run(*words, "--seed", "1").out
    assert run(*words, "--seed", "1").out != run(*words, "--seed", "2").out
    assert run(*words).out != run(*words).out


def test_changed_rules_are_dealt_and_written_short() -> None:
    ran = run("deal", "--rules", '{"base": "draw-100", "reserve": 2}', "--players", "2", "--seed", "1", "--json")
    assert ran.json[0]["rules"] == {"base": "draw-100", "reserve": 2}


@pytest.mark.parametrize("players", ["0", "1", "3", "-2", "11"])
def test_a_number_of_players_that_the_rules_do_not_allow_is_refused(players: str) -> None:
    assert "2 players" in refused(run("deal", "--rules", "ply-yard", "--players", players, "--json"))


def test_wrong_usage_exits_with_2() -> None:
    refused(run("deal", "--players", "two"), code=2)
    refused(run("deal", "--seed", "x"), code=2)


def test_for_people_it_shows_hands_and_boneyard() -> None:
    ran = run("deal", "--rules", "ply-yard", "--seed", "3")
    assert ran.code == 0
    assert len([word for word in ran.out.replace("[", " ").replace(":", " ").split() if "-" in word]) == 28
