"""The one way in which a use case says no."""

from __future__ import annotations

from moderator.reports.inputs import Cause


class Refused(Exception):
    """What was asked for cannot be done; nothing was changed.

    `cause` is one of the kinds of refusal that a mail can word; `detail` says more,
    `nearest` what would be right.
    """

    def __init__(
        self, cause: Cause, detail: str, wanted: str = "", nearest: tuple[str, ...] = ()
    ) -> None:
        super().__init__(detail)
        self.cause: Cause = cause
        self.detail = detail
        self.wanted = wanted
        self.nearest = nearest
