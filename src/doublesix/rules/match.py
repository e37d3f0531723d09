"""A match: rounds to a target, the running scores, and who leads next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from doublesix.errors import BadRecord
from doublesix.rules.phrases import Phrase, Who, in_a_row
from doublesix.rules.position import Shuffler, check_players, deal
from doublesix.rules.ruleset import Rules

if TYPE_CHECKING:
    from doublesix.rules.position import Position

NOTHING = Phrase("")


@dataclass(frozen=True, slots=True)
class Match:
    """Where a match stands between two rounds. A value: `after` gives the match with one more round.

    Rules without a target make a match of a single round. Lists run by seat; a side's score stands at both partners.
    """

    rules: Rules
    players: int
    scores: tuple[int, ...]
    number: int = 1
    """The number of the round that is played next (or, once over, would be)."""
    leader: int | None = None
    """The seat that leads the next round by rotation or as the winner; None where the deal or a lot decides."""
    winners: tuple[int, ...] | None = None
    """Who has won the match, once it is over."""
    why_leader: Phrase = NOTHING
    """Why that seat leads next, as a sentence."""

    @staticmethod
    def new(rules: Rules, players: int) -> Match:
        """A match before its first round. Raises `BadRecord` for a number of players the rules do not allow."""
        check_players(rules, players)
        return Match(rules, players, (0,) * players, why_leader=_decided(rules))

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.winners is not None

    @property
    def later(self) -> bool:
        """Whether the next round is led by rotation or by the winner, with any tile."""
        return self.leader is not None

    def deal(self, rng: Shuffler, *, leader: int | None = None) -> Position:
        """Deal the next round; `leader` may name the seat where the rules leave it to a given seat or to lot."""
        if self.over:
            raise BadRecord(Phrase("the match is over: no further round is dealt"))
        return deal(
            self.rules,
            self.players,
            rng,
            leader=self.leader if self.later else leader,
            later=self.later,
            scores=self.scores,
            round_number=self.number,
        )

    def after(self, position: Position) -> Match:
        """The match after a finished round of it. Raises `BadRecord` where the round does not belong here."""
        outcome = position.outcome
        if self.over:
            raise BadRecord(Phrase("the match was over before this round"))
        if outcome is None:
            raise BadRecord(Phrase("the round is not finished"))
        if position.scores != self.scores:
            raise BadRecord(
                Phrase(
                    "the scores before the round are {scores}, not {said}",
                    scores=str(list(self.scores)),
                    said=str(list(position.scores)),
                )
            )
        if outcome.ending == "void":
            again = self.leader if self.later else None
            same = Phrase("A void round changes nothing: the same seat leads again.")
            why = same if self.later else _decided(self.rules)
            return Match(self.rules, self.players, self.scores, self.number + 1, again, None, why)
        scores = tuple(score + gain for score, gain in zip(self.scores, outcome.points, strict=True))
        winners = self._winners(position, scores)
        if winners is not None:
            return Match(self.rules, self.players, scores, self.number + 1, None, winners, NOTHING)
        leader, why = next_leader(position)
        return Match(self.rules, self.players, scores, self.number + 1, leader, None, why)

    def _winners(self, position: Position, scores: tuple[int, ...]) -> tuple[int, ...] | None:
        """Who has won the match with these scores, or None while it goes on (canon A33, A35, C3)."""
        rules, outcome = self.rules, position.outcome
        assert outcome is not None
        if rules.target is None:
            return outcome.winners or ()
        if outcome.ending == "forfeit" and self._left_alone(outcome.places):
            return outcome.winners
        top = max(scores)
        if rules.target.mode == "exact":
            return self._holders(scores, top) if top == rules.target.points else None
        leading = self._holders(scores, top)
        sides = {rules.side(seat, self.players) for seat in leading}
        return leading if top >= rules.target.points and len(sides) == 1 else None

    def _left_alone(self, places: tuple[int | None, ...]) -> bool:
        """Whether all sides but one forfeited, as those in the last place did: that one has won, whatever the score."""
        sides = self.rules.sides(self.players)
        last = max((place for place in places if place is not None), default=0)
        return sum(1 for side in sides if places[side[0]] != last) == 1

    @staticmethod
    def _holders(scores: tuple[int, ...], top: int) -> tuple[int, ...]:
        return tuple(seat for seat, score in enumerate(scores) if score == top)


def _decided(rules: Rules) -> Phrase:
    """How the leader of a round is decided anew."""
    if rules.leader == "seat":
        return Phrase("The first seat leads.")
    if rules.leader == "lot":
        return Phrase("The leader is drawn by lot.")
    if rules.lead_tile == "qualifying":
        return Phrase(
            "The holder of the highest double leads, with that tile; if no double was dealt, of the heaviest tile."
        )
    return Phrase(
        "The holder of the highest double leads, with any tile; if no double was dealt, of the heaviest tile."
    )


def next_leader(position: Position) -> tuple[int | None, Phrase]:
    """Who leads the round after a finished one, and why; None where the deal or a lot decides (contract, canon 3.4)."""
    rules, players, outcome = position.rules, position.players, position.outcome
    assert outcome is not None
    if not rules.moves_lead:
        return None, in_a_row([Phrase("Every round decides its leader anew."), _decided(rules)])
    if rules.next_leader == "rotate":
        seat = (position.leader + 1) % players
        return seat, Phrase.told(
            "The lead moves on: {who} leads, with any tile.",
            "The lead moves on: you lead, with any tile.",
            who=Who(seat),
        )
    if outcome.ending == "blocked" and rules.leader == "lot":
        return None, Phrase("After a blocked round the leader is drawn by lot again.")
    winners = outcome.winners or ()
    if not winners or rules.side(winners[0], players) != tuple(winners):
        return position.leader, Phrase.told(
            "Nobody won alone, so the old leader, {who}, leads again, with any tile.",
            "Nobody won alone, so you, who led before, lead again, with any tile.",
            who=Who(position.leader),
        )
    seat = _winning_seat(position, tuple(winners))
    return seat, Phrase.told(
        "The winner leads: {who}, with any tile.", "The winner leads: you, with any tile.", who=Who(seat)
    )


def _winning_seat(position: Position, side: tuple[int, ...]) -> int:
    """The seat of the winning side that leads next: who made the last play if it is of that side, else the next one."""
    last = position.last_play
    if len(side) == 1:
        return side[0]
    if last in side:
        assert last is not None
        return last
    start = position.leader if last is None else last
    return next(
        seat % position.players
        for seat in range(start + 1, start + 1 + position.players)
        if seat % position.players in side
    )
