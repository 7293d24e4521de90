"""Judges' pairwise comparisons with a base model.

Win rate = (wins + ties / 2) / n. A pair that a judge saw in both orders gives two instances.
Intervals resample examples, so that both orders of a pair stay together. If a model won or lost
every comparison, such an interval would have no width, and Wilson's interval is used instead.
Source: the DOLOMITES paper, section 4.2.1, tables 4 and 7.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.stats.comparing import length_controlled
from desktop_app.stats.estimates import mean
from desktop_app.stats.intervals import wilson_interval
from plugins.dolomites.evaluation_measures import Evaluated, grouped, means_by
from plugins.dolomites.output_measures import against_best

NO_LENGTHS = msg("no comparison has both outputs")
# The value of a verdict for model 1.
SHARES = {"1": 1.0, "same": 0.5, "2": 0.0}


@dataclass(frozen=True)
class Verdict:
    """One instance: a judge's verdict on two outputs for an example.

    `won`: the value for model 1: 1, ½ or 0
    `order`: the model whose output was shown first, 1 or 2; 0 if unknown
    """

    example: str
    models: tuple[str, str]
    judge: str
    won: float
    order: int

    def of(self, model: str) -> float:
        """Return the value for one of the two models: 1, ½ or 0."""
        return self.won if model == self.models[0] else 1.0 - self.won

    def first_won(self) -> float | None:
        """Return the value for the output that was shown first; None if the order is unknown."""
        if self.order not in (1, 2):
            return None
        return self.won if self.order == 1 else 1.0 - self.won


def read(found: Evaluated) -> list[Verdict]:
    """Return all verdicts, except rows without one and comparisons of a model with itself."""
    verdicts = []
    for row in found.verdicts:
        won = SHARES.get(str(row.get("verdict")))
        models = (found.named(row.get("model_1")), found.named(row.get("model_2")))
        # Records may contain anything: without names, both models are “unknown”.
        if won is None or models[0] == models[1]:
            continue
        order = row.get("order")
        verdicts.append(
            Verdict(
                str(row.get("example")),
                models,
                found.named(row.get("judge")),
                won,
                int(order) if order in (1, 2, "1", "2") else 0,
            )
        )
    return verdicts


def base_of(found: Evaluated, verdicts: Sequence[Verdict]) -> str:
    """Return the model that others are compared with; empty if there are no comparisons.

    It is the requested model, or else the model in most comparisons. Raises UsageError if there are
    comparisons, but none with the requested model.
    """
    times = Counter(model for one in verdicts for model in one.models)
    asked = found.options.base
    if asked and times:
        # With aliases, the model may be requested by its name or by its alias.
        name = asked if asked in times else found.named(asked)
        if name not in times:
            raise UsageError(
                msg("no comparison names the base model “{asked}”", asked=asked),
                hint=msg("Compared models are {times}.", times=", ".join(sorted(times))),
            )
        return name
    return min(times, key=lambda model: (-times[model], model)) if times else ""


def win_rates_json(found: Evaluated, verdicts: Sequence[Verdict], base: str) -> dict[str, Any]:
    """Return {MODEL: {JUDGE: figures}} for every model that was compared with the base model."""
    # Comparisons without the base model do not count in win rates.
    by_place = grouped(
        ((one.models[one.models[0] == base], one.judge), one)
        for one in verdicts
        if base in one.models
    )
    data: dict[str, dict[str, Any]] = {}
    for model, judge in sorted(by_place):
        own = by_place[model, judge]
        data.setdefault(model, {})[judge] = {
            **_figures(found, own, model, base),
            "by_split": _parts(found, own, model, base, found.split_of),
            "by_seen": _parts(found, own, model, base, found.seen_of),
            "orders": _orders(own, model),
        }
    for judge in sorted({judge for _, judge in by_place}):
        _significance(found, data, by_place, base, judge)
    return data


def _figures(
    found: Evaluated, verdicts: Sequence[Verdict], model: str, base: str
) -> dict[str, Any]:
    """Return the plain and the length-controlled win rate of a model, with counts."""
    values: dict[str, list[float]] = {}
    compared: dict[str, list[tuple[float, float]]] = {}
    times = Counter[float]()
    for one in verdicts:
        won = one.of(model)
        times[won] += 1
        values.setdefault(one.example, []).append(won)
        own, other = (found.outputs.get((one.example, name)) for name in (model, base))
        # The length of an unknown or empty output cannot be controlled for.
        if own and other and own.length and other.length:
            difference = float(own.length - other.length)
            compared.setdefault(one.example, []).append((won, difference))
    controlled = length_controlled(compared).to_json()
    if not compared:
        controlled["why"] = NO_LENGTHS
    rate = found.resamples.mean(values).to_json()
    if rate["value"] in (0.0, 1.0):
        # All resamples of wins alone are equal, so a bootstrap interval would have no width.
        # Wilson's interval is used instead, with examples as the units.
        ends = wilson_interval(len(values) * rate["value"], len(values))
        rate["ci"] = list(ends) if ends is not None else None
    return {
        **rate,
        "win": times[1.0],
        "tie": times[0.5],
        "lose": times[0.0],
        "length_controlled": controlled,
    }


def _parts(
    found: Evaluated,
    verdicts: Sequence[Verdict],
    model: str,
    base: str,
    name: Callable[[tuple[str, str]], str],
) -> dict[str, Any]:
    """Return the figures by part of the test set. Verdicts without a part are left out.

    `name`: returns the part of an output
    """
    # One of the two outputs may be unknown.
    by_name = grouped(
        (name((one.example, model)) or name((one.example, base)), one) for one in verdicts
    )
    return {part: _figures(found, by_name[part], model, base) for part in sorted(by_name) if part}


def _orders(verdicts: Sequence[Verdict], model: str) -> dict[str, Any]:
    """Return figures on the effect of the order in which a judge saw two outputs.

    “first_shown” is the win rate of the output that was shown first, which is ½ without an effect.
    “both” is the number of examples judged in both orders, and “consistent” the share of these with
    the same verdict.
    """
    firsts = [won for one in verdicts if (won := one.first_won()) is not None]
    # By whether the model was shown first, because rows may name the two models in either order.
    seen: dict[str, dict[bool, set[float]]] = {}
    for one in verdicts:
        if one.order:
            first = one.models[one.order - 1] == model
            seen.setdefault(one.example, {}).setdefault(first, set()).add(one.of(model))
    both = [orders for orders in seen.values() if len(orders) == 2]
    # Several verdicts in one order must also be equal.
    same = sum(orders[True] == orders[False] and len(orders[True]) == 1 for orders in both)
    return {
        "first_shown": mean(firsts) if firsts else None,
        "n": len(firsts),
        "both": len(both),
        "consistent": same / len(both) if both else None,
        **({} if firsts and both else {"why": msg("no example was judged in both orders")}),
    }


def _significance(
    found: Evaluated,
    data: Mapping[str, dict[str, Any]],
    by_place: Mapping[tuple[str, str], Sequence[Verdict]],
    base: str,
    judge: str,
) -> None:
    """Add “against_best” to the figures of every model by one judge, in place.

    The base model takes part in the comparison with its rate of ½.
    """
    by_example = {
        model: means_by((one.example, one.of(model)) for one in by_place[model, judge])
        for model, who in by_place
        if who == judge
    }
    examples = {example for values in by_example.values() for example in values}
    # The base model's rate against itself is ½, so it can be the best model.
    by_example[base] = dict.fromkeys(examples, 0.5)
    values = {model: data[model][judge]["value"] for model in by_example if model != base}
    for model, figures in against_best(found.flips, {**values, base: 0.5}, by_example).items():
        if model != base:
            data[model][judge]["against_best"] = figures


def baselines_json(found: Evaluated, base: str) -> dict[str, Any]:
    """Return win rates against the base model by simple rules instead of judges' verdicts.

    “longer”: the output with more words wins, over all examples with outputs of both models.
    “scores”: the output with the higher average rating by a judge wins, as {MODEL: {JUDGE: …}}.
    """
    longer: dict[str, dict[str, list[float]]] = {}
    for (example, model), output in found.outputs.items():
        other = found.outputs.get((example, base))
        if model != base and other is not None:
            won = _sign(output.length, other.length)
            longer.setdefault(model, {})[example] = [won]
    by_judge = grouped((one.judge, one) for one in found.scores)
    scored: dict[str, dict[str, Any]] = {}
    for judge in sorted(by_judge):
        means = means_by(((one.example, one.model), one.average) for one in by_judge[judge])
        wins: dict[str, dict[str, list[float]]] = {}
        for (example, model), value in means.items():
            if model != base and (example, base) in means:
                wins.setdefault(model, {})[example] = [_sign(value, means[example, base])]
        for model, values in sorted(wins.items()):
            scored.setdefault(model, {})[judge] = found.resamples.mean(values).to_json()
    return {
        "longer": {
            model: found.resamples.mean(values).to_json()
            for model, values in sorted(longer.items())
        },
        "scores": dict(sorted(scored.items())),
    }


def _sign(one: float, other: float) -> float:
    """Return 1 if the first number is higher, 0 if it is lower, ½ if they are equal."""
    return 0.5 if one == other else float(one > other)
