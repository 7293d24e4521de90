"""Size limit of imported rows: a row becomes records that must fit into a bundle's line."""

from __future__ import annotations

from desktop_app.bundles.format import DEFAULT

# Room for the fields of a record around the content of a row.
MAX_ROW_BYTES = DEFAULT.line - (4 << 10)
MAX_ROW_NESTING = DEFAULT.nesting - 10
