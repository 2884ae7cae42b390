"""The default set of standing orders that the players' guide prints: good for almost everybody."""

from __future__ import annotations

DEFAULTS: tuple[str, ...] = (
    "when passage: refuse",
    "when entry: refuse",
    "when sailing: grant",
    "when loan: refuse",
    "when bishops: refuse",
    "when shelter: prefer friendly, unfortified",
    "when ashore: inside",
    "when summons: friendly, nearest",
    "when follow: stay",
    "when embassy: take all",
    "when defence: any cards; aim below 5-4",
    "when reinforce: any cards; aim 5-4; call off below 5-4",
    "when confirm if odds < 1: call off",
    "when confirm: draw",
    "when inside: mine fight",
    "when spoils: strongest",
    "when occupy: in",
    "when demand: accept best offer",
    "when offer: a writ",
    "when offer: no ransom",
    "when attend: nobody",
    "when award: own first",
    "when office: refuse",
    "when houses: give up lesser",
    "when finish: refuse",
)
"""In the order in which they are tried."""
