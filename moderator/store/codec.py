"""States and events to JSON and back, by the types that the titles declare."""

from __future__ import annotations

import json
from typing import Any

from pydantic import TypeAdapter, ValidationError

from moderator.engine import Event, LineDropped, Title


class Unreadable(Exception):
    """Saved data does not fit the installed rules; the message says where."""


_ADAPTERS: dict[type[Any], TypeAdapter[Any]] = {}


def _adapter(kind: type[Any]) -> TypeAdapter[Any]:
    if kind not in _ADAPTERS:  # building one costs milliseconds
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


def save_state(title: Title[Any, Any], state: Any) -> bytes:
    """Return *state* as JSON."""
    return _adapter(title.state).dump_json(state)


def load_state(title: Title[Any, Any], saved: bytes, version: int) -> Any:
    """Return the state that *saved* holds, brought from *version* to the title's own.

    Raises `Unreadable` if it does not fit, or if something saved would be lost: then
    the title has changed without a migration.
    """
    data = json.loads(saved)
    if version > len(title.migrations):
        raise Unreadable(
            f"{title.label}: saved by a newer program (version {version} of the state; "
            f"this one knows {len(title.migrations)})"
        )
    for migrate in title.migrations[version:]:
        data = migrate(data)
    adapter = _adapter(title.state)
    try:
        state = adapter.validate_python(data)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise Unreadable(f"{title.label}: saved state, {place}: {first['msg']}") from error
    lost = _lost(data, adapter.dump_python(state, mode="json"), "")
    if lost:
        raise Unreadable(f"{title.label}: saved state has '{lost}', which the rules do not know")
    return state


def _lost(old: Any, new: Any, place: str) -> str:
    """Return the place of something in *old* that *new* no longer has, or ''."""
    if isinstance(old, dict):
        for key, value in old.items():
            here = f"{place}.{key}".lstrip(".")
            if not isinstance(new, dict) or key not in new:
                return here
            if lost := _lost(value, new[key], here):
                return lost
    elif isinstance(old, list):
        if not isinstance(new, list) or len(new) != len(old):
            return place
        for index, (before, after) in enumerate(zip(old, new, strict=True)):
            if lost := _lost(before, after, f"{place}.{index}"):
                return lost
    return ""


def save_event(event: Event) -> tuple[str, str]:
    """Return the event's name and its JSON."""
    kind = type(event)
    return kind.__name__, _adapter(kind).dump_json(event).decode()


def load_event(title: Title[Any, Any], name: str, data: str) -> Event:
    """Return the saved event; raise `Unreadable` if the title knows none of that name."""
    for kind in (*title.events, LineDropped):
        if kind.__name__ == name:
            event: Event = _adapter(kind).validate_json(data)
            return event
    raise Unreadable(f"{title.label}: saved event '{name}' is unknown to the rules")
