"""Queue of turns that wait for a model, with their progress. Does not import Qt."""

from __future__ import annotations

from collections.abc import Iterator

Server = tuple[str, str]  # name of the connection, alias of the model
# Retries of a turn whose server answers probes but not requests.
_MOST_RETURNS = 5


class TurnQueue:
    """Positions of items with waiting turns, without those in progress.

    `done`: number of turns finished since the queue was empty
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
        """Append a turn, unless it is in the queue."""
        if place not in self._places:
            self._places.append(place)

    def put_back(self, place: int, server: Server | None, *, queued: bool) -> bool:
        """Return a turn whose server could not be reached to the queue.

        `queued`: it came from the queue, so it goes first

        Returns False if this has happened too often; the turn has failed then.
        """
        self._returns[place] = self._returns.get(place, 0) + 1
        if self._returns[place] > _MOST_RETURNS:
            return False
        self._places.insert(0 if queued else len(self._places), place)
        self.done -= queued
        if server is not None:
            self._away[place] = server
        return True

    def leave(self, place: int) -> None:
        """Remove a turn, if it is in the queue."""
        self._away.pop(place, None)
        if place in self._places:
            self._places.remove(place)

    def in_order(self, here: int) -> list[int]:
        """Return the positions in the order of processing: the visible item first."""
        return sorted(self._places, key=lambda place: place != here)

    def unreached(self, place: int) -> Server | None:
        """Return the server that a turn could not reach, or None."""
        return self._away.get(place)

    def settle(self) -> None:
        """Reset the counts, because no turn is waiting or in progress."""
        self.done = 0
        self._returns.clear()
