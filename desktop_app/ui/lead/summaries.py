"""A few words on the state of each page of a project, for tooltips and screen readers.

They are not in the sections, because most of these are created later than the list of pages.
"""

from __future__ import annotations

from PySide6.QtCore import QObject

from desktop_app.ui.messages import moment
from desktop_app.workspace.overview import Overview


class Summaries(QObject):
    """Describes the state of pages."""

    def of(self, overview: Overview) -> dict[str, str]:
        """Return the words by the key of the page; some pages have none."""
        return {
            "items": self.tr("%n item(s)", "", len(overview.items)),
            "people": self.people(overview),
            "assign": self.tr("%n assignment(s)", "", overview.assigned)
            if overview.assigned
            else self.tr("nothing assigned yet"),
            "bundles": self._bundles(overview),
            "merge": self.tr("last: {time}").format(time=moment(overview.last_merge))
            if overview.last_merge
            else self.tr("nothing merged yet"),
            "submissions": self.tr(
                "%n pending", "", sum(not one.is_decided for one in overview.submissions)
            ),
            "conflicts": self._with_outdated(
                self.tr("%n conflict(s)", "", overview.conflicts), overview.outdated_decisions
            ),
            "agreement": self._agreement(overview),
            "export": self.tr("%n answer(s)", "", overview.annotations),
            "runs": self._runs(overview),
        }

    def people(self, overview: Overview) -> str:
        parts = [self.tr("%n person(s)", "", len(overview.givable))]
        if overview.external:
            parts.append(self.tr("%n external", "", overview.external))
        number = len(overview.givable) - len(overview.active)
        if number:
            parts.append(self.tr("%n paused or left", "", number))
        # People are counted, as in the task on the page “Overview”: a person may have several keys.
        unconfirmed = sum(bool(one.unconfirmed) for one in overview.people)
        if unconfirmed:
            parts.append(self.tr("keys of %n person(s) not confirmed", "", unconfirmed))
        return ", ".join(parts)

    # Internals
    def _bundles(self, overview: Overview) -> str:
        with_work = sum(1 for one in overview.givable if one.assigned)
        words = self.tr("%n person(s) with work", "", with_work)
        return self._with_outdated(words, len(overview.outdated))

    def _with_outdated(self, words: str, number: int) -> str:
        return ", ".join([words, self.tr("%n outdated", "", number)]) if number else words

    def _agreement(self, overview: Overview) -> str:
        both, some = overview.shared, overview.annotations
        if both:
            return self.tr("%n item(s) with several answers", "", both)
        # One person's answer per item is enough for most tables of such a protocol.
        if some and any(one.apart for one in overview.protocols):
            return self.tr("%n answer(s)", "", some)
        return self.tr("not enough data")

    def _runs(self, overview: Overview) -> str:
        failed = sum(job.failed for job in overview.jobs)
        if failed:
            return self.tr("%n failed", "", failed)
        return self.tr("%n job(s)", "", len(overview.jobs))
