"""Words about the bundle that a person was sent last, for the pages that show it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, Qt

from desktop_app.ui.messages import translate_message
from desktop_app.workspace.bundles_out import BundleOut


def state_name(bundle: BundleOut | None) -> str:
    """Return “Current”, “Outdated” or “Finished”; for no bundle, “Not written”."""
    if bundle is None:
        return QCoreApplication.translate("BundleOut", "Not written")
    return {
        "current": QCoreApplication.translate("BundleOut", "Current"),
        "outdated": QCoreApplication.translate("BundleOut", "Outdated"),
        "finished": QCoreApplication.translate("BundleOut", "Finished"),
    }[bundle.state]


def state_details(bundle: BundleOut | None) -> str:
    """Return why a bundle is outdated, or else its form version and when it was written."""
    if bundle is None:
        return ""
    if bundle.reasons:
        return "; ".join(translate_message(reason) for reason in bundle.reasons)
    parts = [QCoreApplication.translate("BundleOut", "written {time}")]
    if bundle.form:
        parts.insert(0, QCoreApplication.translate("BundleOut", "form v{form}"))
    day = QDateTime.fromString(bundle.time, Qt.DateFormat.ISODate).toLocalTime().date()
    time = QLocale().toString(day, QLocale.FormatType.ShortFormat)
    return ", ".join(parts).format(form=bundle.form, time=time)
