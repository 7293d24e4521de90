"""Durations and points in time as text for people."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, Qt


def human(seconds: float) -> str:
    """Return “1 h 10 min”, “12 min” or “less than a minute”."""
    minutes = int(seconds // 60)
    if minutes < 1:
        return QCoreApplication.translate("Durations", "less than a minute")
    if minutes < 60:
        return QCoreApplication.translate("Durations", "{minutes} min").format(minutes=minutes)
    return QCoreApplication.translate("Durations", "{hours} h {minutes} min").format(
        hours=minutes // 60, minutes=minutes % 60
    )


def running(seconds: float) -> str:
    """Return “1:42” or “1:02:03”, like a running clock."""
    # Rounded down: a clock does not show a second before it has passed.
    whole = int(seconds)
    hours, rest = divmod(whole, 3600)
    if hours:
        return f"{hours}:{rest // 60:02}:{rest % 60:02}"
    return f"{rest // 60}:{rest % 60:02}"


def moment(stamp: str) -> str:
    """Return a record's time in the format and time zone of the person's system."""
    when = QDateTime.fromString(stamp, Qt.DateFormat.ISODate).toLocalTime()
    return QLocale().toString(when, QLocale.FormatType.ShortFormat)
