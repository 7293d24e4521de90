"""Queue of turns that wait for a model, with their progress. Does not import Qt."""

from __future__ import annotations

from collections.abc import Iterator

Server = tuple[str, str]  # a connection, and the alias of the model it is asked for
_MOST_RETURNS = 5  # of a turn whose server seems to be there, and is not when it is asked


class TurnQueue:
    """Places of items whose turns wait, but for those in progress.

    done  turns that were taken since it was empty
    """

    def __init__(self) -> None:
        self.done = 0
        self._places: list[int] = []
        self._away: dict[int, Server] = {}
        self._returns: dict[int, int] = {}

    def __contains__(self, place: object) -> bool:
        return place in self._places

    def __iter__(self) -> Iterator[int]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def put(self, place: int) -> None:
        """Let a turn wait behind all others."""
        if place not in self._places:
            self._places.append(place)

    def put_back(self, place: int, server: Server | None, *, queued: bool) -> bool:
        """Let a turn wait that could not reach a server; before the others if it was of the queue.
        Say no where that has happened too often."""
        self._returns[place] = self._returns.get(place, 0) + 1
        if self._returns[place] > _MOST_RETURNS:
            return False
        self._places.insert(0 if queued else len(self._places), place)
        self.done -= queued
        if server is not None:
            self._away[place] = server
        return True

    def leave(self, place: int) -> None:
        """Let a turn wait no longer, if it does."""
        self._away.pop(place, None)
        if place in self._places:
            self._places.remove(place)

    def in_order(self, here: int) -> list[int]:
        """Return what waits, the item shown first."""
        return sorted(self._places, key=lambda place: place != here)

    def unreached(self, place: int) -> Server | None:
        """Return the server that a turn could not reach."""
        return self._away.get(place)

    def settle(self) -> None:
        """Begin to count again: nothing waits, and nothing is in progress."""
        self.done = 0
        self._returns.clear()
