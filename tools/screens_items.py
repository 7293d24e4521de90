"""The screens of the lead's list of items, for `tools/screens.py`."""

from __future__ import annotations

from collections.abc import Callable

from desktop_app.ui.lead.page import LeadPage
from desktop_app.workspace.exclusion import exclude
from desktop_app.workspace.item_filter import ItemFilter
from desktop_app.workspace.samples import make_demo
from desktop_app.workspace.workspace import Workspace
from tools.stage import Stage

ITEMS_SCREENS: list[Callable[[Stage], None]] = []


def _screen(show: Callable[[Stage], None]) -> Callable[[Stage], None]:
    ITEMS_SCREENS.append(show)
    return show


def _opened(stage: Stage) -> LeadPage:
    """Open the sample project with some marks and an excluded item, and show its items."""
    folder = stage.copy_project()
    with Workspace.open(folder, write=True) as workspace:
        keys = sorted(workspace.records.keys("item"), key=workspace.item_name)
        exclude(workspace, [keys[4]], "the text is cut off")
    stage.open(folder)
    page = stage.window.workplace.project
    assert page is not None
    stage.do("lead_items")
    return page


@_screen
def items_divisive(stage: Stage) -> None:
    """Items sorted by disagreement, with filters, and the answers to one of them."""
    page = _opened(stage)
    page.show_items(ItemFilter(text="the", least_disagreement=0.2))
    stage.settle()


@_screen
def items_selected(stage: Stage) -> None:
    """Some items are selected, so the actions are below the list."""
    page = _opened(stage)
    page.items.list.rows.check([one.key for one in page.items.list.rows.entries[1:5]], True)
    stage.settle()


@_screen
def items_exclude(stage: Stage) -> None:
    """The reason for excluding the selected items."""
    page = _opened(stage)
    page.items.list.rows.check([one.key for one in page.items.list.rows.entries[1:3]], True)
    page.items.selection.exclude_button.click()
    stage.settle()


@_screen
def items_assign(stage: Stage) -> None:
    """The people to whom the selected items are assigned."""
    page = _opened(stage)
    page.items.list.rows.check([one.key for one in page.items.list.rows.entries[1:3]], True)
    page.items.selection.assign_button.click()
    stage.settle()


@_screen
def items_no_match(stage: Stage) -> None:
    """No item meets the filters."""
    page = _opened(stage)
    page.show_items(ItemFilter(text="no such words", status="done"))
    stage.settle()


@_screen
def items_view(stage: Stage) -> None:
    """A filter is saved as a view; another view exists."""
    page = _opened(stage)
    page.items.list.rows.check([one.key for one in page.items.list.rows.entries[1:3]], True)
    views = page.items.views
    for name, item_filter in (
        ("Divisive", ItemFilter(least_disagreement=0.3)),
        ("Done by the first annotator", ItemFilter(status="done")),
    ):
        page.show_items(item_filter)
        stage.settle()
        views.save_button.click()
        views.name.setText(name)
        if name == "Divisive":
            views.save_now.click()
            stage.settle(lambda: not page.desk.is_busy)
    stage.settle()


def _answers(stage: Stage, protocol: str, name: str) -> LeadPage:
    """Open the demo of a protocol at an item whose name starts like this."""
    folder = stage.home / f"answers-{protocol}"
    make_demo(folder, [protocol])
    stage.open(folder)
    page = stage.window.workplace.project
    assert page is not None
    stage.do("lead_items")
    stage.settle(lambda: not page.desk.is_busy)
    rows = page.items.list.rows.entries
    found = (n for n, one in enumerate(rows) if one.line.name.startswith(name) and one.answers)
    page.items.list.go_to(next(found))
    stage.settle()
    return page


@_screen
def lead_items_session(stage: Stage) -> None:
    """A session beside its item, turn by turn."""
    _answers(stage, "kiwi", "classrooms")


@_screen
def lead_items_reading(stage: Stage) -> None:
    """All answers of one person as a text."""
    page = _answers(stage, "kiwi", "classrooms")
    page.items.item.table.read.emit(1, 0)
    stage.settle()


@_screen
def lead_items_critique(stage: Stage) -> None:
    """Critiques beside their item: points with what happened to them."""
    _answers(stage, "cnr", "cnr-01")


@_screen
def lead_items_edit(stage: Stage) -> None:
    """A post-edit of an example, section by section."""
    _answers(stage, "dolomites", "bridge")


@_screen
def items_searched(stage: Stage) -> None:
    """The words of a search are marked; a selected item is not in the list; there is a notice."""
    page = _opened(stage)
    page.items.list.rows.check([one.key for one in page.items.list.rows.entries[:9]], True)
    page.items.filters.search.setText("Friday OR schedule OR bullet")
    page.items.filters.search_now()
    stage.settle()
    page.desk.undo(page.items.outcome.say)
    stage.settle()
