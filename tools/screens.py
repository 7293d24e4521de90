"""All screens of the running program, for the checks of `tests/ui/gates` and for pictures.

A screen is registered by a function that starts with a new window and shows the screen, if possible
by actions of a user. `tests/ui/gates` then checks its contrast, truncated texts, names and keys,
and
`python -m tools.screenshots` renders it:

    @screen
    def people_empty(stage: Stage) -> None:
        '''Nobody has been added yet.'''
        stage.open(stage.copy_project())
        stage.do("people")

The name of the screen is that of the function, with hyphens. The docstring is its description.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QToolButton

from desktop_app.core.errors import InputError
from desktop_app.core.messages import msg
from desktop_app.files import resource
from desktop_app.ui.open_tasks import TrustNeededError
from desktop_app.workspace.assigning import assign
from desktop_app.workspace.exchange import BundleReport, join
from desktop_app.workspace.importing import import_file
from desktop_app.workspace.packing import pack
from desktop_app.workspace.trust import Refusal
from desktop_app.workspace.workspace import Workspace
from tools.screens_agreement import AGREEMENT_SCREENS
from tools.screens_asking import ASKING_SCREENS
from tools.screens_cnr import CNR_SCREENS
from tools.screens_conflicts import CONFLICT_SCREENS
from tools.screens_dolomites import DOLOMITES_SCREENS
from tools.screens_edit import EDIT_SCREENS
from tools.screens_editors import EDITOR_SCREENS
from tools.screens_export import EXPORT_SCREENS
from tools.screens_guide import GUIDE_SCREENS
from tools.screens_import import IMPORT_SCREENS
from tools.screens_items import ITEMS_SCREENS
from tools.screens_kiwi import KIWI_SCREENS
from tools.screens_kiwi_lead import KIWI_LEAD_SCREENS
from tools.screens_lead import LEAD_SCREENS
from tools.screens_models import MODEL_SCREENS
from tools.screens_overview import OVERVIEW_SCREENS
from tools.screens_people import PEOPLE_SCREENS
from tools.screens_risum import RISUM_SCREENS
from tools.screens_runs import RUN_SCREENS
from tools.screens_study import STUDY_SCREENS
from tools.screens_submissions import SUBMISSION_SCREENS
from tools.stage import ALT, CTRL, SHIFT, Stage

Show = Callable[[Stage], None]
Key = Qt.Key
SCREENS: dict[str, Show] = {}

_LONG_TITLE = (
    "Judgement of the instruction-following of summaries of parliamentary debates, "
    "second round after the training, with corrected guidelines"
)
_REPORT = (
    "Proofdesk 0.2\nPython 3.11.9, PySide6 6.11.3\nLinux 6.1 x86_64\n\n"
    "builtins.RuntimeError\n  desktop_app/ui/app.py:10 in run\n"
)


def screen(show: Show) -> Show:
    """Register a screen under the name of its function, with hyphens."""
    SCREENS[show.__name__.replace("_", "-")] = show
    return show


def _translate(context: str, text: str) -> str:
    """Return the translation of a text of the window."""
    return QCoreApplication.translate(context, text)


def languages() -> list[str]:
    """Return the languages of the window: “en” first, then those with a catalogue, by name."""
    try:
        files = [entry.name for entry in resource("i18n").iterdir()]
    except FileNotFoundError:
        files = []
    found = {
        name.removeprefix("proofdesk_").removesuffix(".qm")
        for name in files
        if name.startswith("proofdesk_") and name.endswith(".qm")
    }
    return ["en", *sorted(found - {"en"})]


# Welcome, joining


@screen
def welcome_empty(stage: Stage) -> None:
    """The first screen of a new user."""


@screen
def welcome_recent(stage: Stage) -> None:
    """The welcome page with recently opened workspaces."""
    stage.open(stage.copy_work())
    stage.open(stage.copy_project())
    stage.do("close_workspace")


@screen
def welcome_menu(stage: Stage) -> None:
    """A menu is open."""
    stage.press(Key.Key_F, ALT)


def _see_bundle(stage: Stage, bundle: Path) -> None:
    stage.window.open_path(bundle)
    page = stage.window.join_page
    stage.settle(lambda: stage.window.pages.currentWidget() is page)


@screen
def join_plain(stage: Stage) -> None:
    """A bundle was opened, for example by dropping it on the window."""
    _see_bundle(stage, stage.copy_bundle())


def _encrypted(stage: Stage) -> Path:
    with Workspace.open(stage.copy_project(), write=True) as workspace:
        bundle = stage.documents.parent / "encrypted.proofdesk"
        pack(workspace, bundle, recipient=stage.material.person, passphrase="correct horse")
    return bundle


@screen
def join_encrypted(stage: Stage) -> None:
    """A bundle that requires a passphrase."""
    _see_bundle(stage, _encrypted(stage))


@screen
def join_trust(stage: Stage) -> None:
    """Another bundle is signed with a different key than the earlier ones."""
    stage.annotate()
    report = BundleReport(
        file=str(stage.material.bundle),
        sender="lead",
        purpose="assignment",
        signed=True,
        fingerprint="3ca220f84924d98a08c0fccf27238ee2",
        refusal=Refusal(
            msg(
                "is signed with a different key from the one “{sender}” used before (now "
                "{fingerprint}, before {known})",
                sender="lead",
                fingerprint="3ca2 20f8",
                known="91bd 04e7",
            ),
            "new key",
        ),
    )
    pages = stage.window.pages
    pages.setCurrentWidget(pages.trust)
    pages.trust.show_question(TrustNeededError(stage.material.bundle, "", report))


@screen
def join_problem(stage: Stage) -> None:
    """The passphrase was wrong."""
    _see_bundle(stage, _encrypted(stage))
    stage.type("wrong")
    stage.press(Key.Key_Return)
    stage.settle(lambda: bool(stage.window.join_page.problem.text()))


@screen
def join_unlocked(stage: Stage) -> None:
    """The passphrase was correct: the contents of the bundle, and the folder to join into."""
    _see_bundle(stage, _encrypted(stage))
    stage.type("correct horse")
    stage.press(Key.Key_Return)
    stage.settle(stage.window.join_page.folder.isVisible)


@screen
def busy(stage: Stage) -> None:
    """A task that takes a while, with its progress."""
    pages = stage.window.pages
    pages.show_busy(_translate("Opener", "Preparing the sample…"))
    pages.busy.show_progress(1, 2)


# Questions before the work

for asking_screen in ASKING_SCREENS:
    screen(asking_screen)


# Annotating


@screen
def annotate_empty(stage: Stage) -> None:
    """The first item, without answers."""
    stage.annotate()


@screen
def annotate_filled(stage: Stage) -> None:
    """An item with answers, and a selected match between the two texts."""
    stage.annotate(items=3)
    stage.type("n3")
    stage.controller.panel.focus_question("comment")
    stage.type("The number of copies and the date are made up.")
    stage.press(Key.Key_Down, ALT)
    stage.controller.panel.focus_question("rating")


@screen
def annotate_missing(stage: Stage) -> None:
    """An attempt to submit without answers: all missing answers are marked."""
    stage.annotate()
    stage.do("submit")


@screen
def annotate_hint(stage: Stage) -> None:
    """A consistency hint about two answers that seem to contradict each other."""
    stage.annotate()
    stage.type("y1")
    stage.do("submit")


@screen
def annotate_states(stage: Stage) -> None:
    """A queue with submitted, flagged, skipped and started items."""
    stage.annotate(items=2)
    stage.type("n5")
    _give_reason(stage, Key.Key_F, "The answer is in another language than the document.")
    stage.press(Key.Key_Right, ALT)
    _give_reason(stage, Key.Key_K, "Not my field.")
    stage.type("n")
    stage.press(Key.Key_Right, ALT)
    stage.press(Key.Key_Left, ALT)
    stage.press(Key.Key_Left, ALT)
    stage.press(Key.Key_Left, ALT)


def _give_reason(stage: Stage, key: Qt.Key, reason: str) -> None:
    stage.press(key, CTRL | SHIFT)
    stage.type(reason)
    stage.press(Key.Key_Return)


@screen
def annotate_revision(stage: Stage) -> None:
    """An item that was edited after submission."""
    stage.annotate(items=2)
    stage.press(Key.Key_Left, ALT)
    stage.type("5")


@screen
def annotate_search(stage: Stage) -> None:
    """A search for items with results."""
    stage.annotate(items=1)
    stage.press(Key.Key_L, CTRL)
    stage.type("00")
    _see_clear_button(stage)


@screen
def annotate_search_nothing(stage: Stage) -> None:
    """A search for items without results."""
    stage.annotate()
    stage.press(Key.Key_L, CTRL)
    stage.type("zebra")
    _see_clear_button(stage)


def _see_clear_button(stage: Stage) -> None:
    """Wait until the button that clears a search is opaque, because Qt fades it in."""
    buttons = stage.controller.page.queue.search.findChildren(QToolButton)
    stage.settle(lambda: all(button.property("opacity") == 1.0 for button in buttons))


@screen
def annotate_find(stage: Stage) -> None:
    """A search for words in the document."""
    stage.annotate()
    stage.press(Key.Key_F, CTRL)
    stage.type("the")


@screen
def annotate_find_nothing(stage: Stage) -> None:
    """A search in the answer without results."""
    stage.annotate()
    stage.press(Key.Key_3, CTRL)
    stage.press(Key.Key_F, CTRL)
    stage.type("zebra")


@screen
def annotate_selection(stage: Stage) -> None:
    """Words that are selected in the answer are found in the document."""
    stage.annotate()
    panel = stage.controller.panel
    stage.press(Key.Key_3, CTRL)
    view = panel.answer_pane.view
    start = view.text.index(" ") + 1
    view.select(start, view.text.index(" ", start + 4))
    stage.settle(lambda: not panel.document_found.isHidden())


@screen
def annotate_plain_texts(stage: Stage) -> None:
    """The texts with matches switched off."""
    stage.annotate()
    stage.press(Key.Key_M, ALT)
    stage.press(Key.Key_M, ALT)


@screen
def annotate_guidelines(stage: Stage) -> None:
    """The guidelines next to an item."""
    stage.annotate()
    stage.press(Key.Key_F1)


@screen
def annotate_guidelines_find(stage: Stage) -> None:
    """A search in the answer, next to the guidelines."""
    annotate_guidelines(stage)
    stage.press(Key.Key_3, CTRL)
    stage.press(Key.Key_F, CTRL)
    stage.type("zebra")


@screen
def annotate_history_empty(stage: Stage) -> None:
    """The history of an item without revisions."""
    stage.annotate()
    stage.press(Key.Key_H, CTRL)


@screen
def annotate_history(stage: Stage) -> None:
    """The history of an item with three revisions."""
    stage.annotate(items=1)
    for rating in "45":
        stage.press(Key.Key_Left, ALT)
        stage.type(rating)
        stage.do("submit")
    stage.press(Key.Key_Left, ALT)
    stage.press(Key.Key_H, CTRL)


@screen
def annotate_skip(stage: Stage) -> None:
    """The question for a reason to skip an item."""
    stage.annotate()
    stage.press(Key.Key_K, CTRL | SHIFT)


@screen
def annotate_flag(stage: Stage) -> None:
    """The question for a reason to flag an item, with a reason."""
    stage.annotate()
    stage.press(Key.Key_F, CTRL | SHIFT)
    stage.type("The answer is in another language than the document.")


@screen
def annotate_read_only(stage: Stage) -> None:
    """A workspace that is also open in another program, and therefore read-only."""
    folder = stage.copy_work()
    other = Workspace.open(folder, write=True)
    stage.at_close(other.close)
    stage.open(folder)


@screen
def annotate_done(stage: Stage) -> None:
    """All items are submitted."""
    stage.annotate()
    while not stage.controller.page.is_done_shown:
        stage.type("y4")
        stage.press(Key.Key_Return, CTRL)


@screen
def annotate_sent(stage: Stage) -> None:
    """The results were saved as a bundle."""
    stage.annotate(items=2)
    stage.window.send_results_to(stage.documents / "results-ana.proofdesk")
    stage.settle(stage.window.notice_bar.isVisible)


def _long_bundle(stage: Stage) -> Path:
    """Return a bundle of a project with a long title, for a person with a long id."""
    rows = stage.home / "items.jsonl"
    rows.write_text(_LONG_ROWS, "utf-8")
    people = stage.home / "people.jsonl"
    name = "maximiliane-von-hohenlohe-waldenburg"
    people.write_text(f'{{"id": "{name}"}}\n', "utf-8")
    bundle = stage.home / "long.proofdesk"
    with Workspace.create(stage.home / "lead", title=_LONG_TITLE, protocols=["risum"]) as lead:
        import_file(lead, str(rows))
        import_file(lead, str(people), what="people")
        assign(lead, overlap=1, seed=1)
        pack(lead, bundle, recipient=name)
    return bundle


@screen
def join_long_title(stage: Stage) -> None:
    """A bundle of a project with a long title, for a person with a long id."""
    _see_bundle(stage, _long_bundle(stage))


@screen
def annotate_long_title(stage: Stage) -> None:
    """A project with a long title, a text without spaces, and other scripts."""
    folder = stage.documents / "long"
    joined, _ = join(_long_bundle(stage), folder)
    joined.close()
    stage.open(folder)
    stage.press(Key.Key_Return, CTRL)  # Leaves the questionnaire, which may be empty.
    stage.settle(lambda: stage.window.workplace.in_sight is not None)
    stage.controller.open(0)


@screen
def annotate_long_title_sent(stage: Stage) -> None:
    """The results of a person with a long id, in a folder with a long name."""
    annotate_long_title(stage)
    folder = stage.documents / "Ergebnisse der zweiten Runde nach der Schulung"
    folder.mkdir()
    stage.window.send_results_to(folder / "results-maximiliane-von-hohenlohe-waldenburg.proofdesk")
    stage.settle(stage.window.notice_bar.isVisible)


_LONG_ROWS = """\
{"id": "1", "document": "وصلت السفينة إلى الميناء في الصباح الباكر، وكان على متنها ثلاثون راكبا.\\n\\nThe ship arrived early. 船は早朝に港に着いた。 <b>This is text, not markup</b> https://example.org/a/very/long/address/that/does/not/break/anywhere/because/it/has/no/spaces/at/all/in/it", "instruction": "Summarise.", "answer": "وصلت السفينة صباحا. The ship arrived with 40 passengers. Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft", "model": "birch-13b"}
{"id": "2", "document": "Short.", "instruction": "Shorten.", "answer": "Short.", "model": "birch-13b"}
"""  # noqa: E501


for study_screen in STUDY_SCREENS:
    screen(study_screen)

for edit_screen in EDIT_SCREENS:
    screen(edit_screen)

for editor_screen in EDITOR_SCREENS:
    screen(editor_screen)

for kiwi_screen in KIWI_SCREENS:
    screen(kiwi_screen)

for cnr_screen in CNR_SCREENS:
    screen(cnr_screen)

for risum_screen in RISUM_SCREENS:
    screen(risum_screen)

for dolomites_screen in DOLOMITES_SCREENS:
    screen(dolomites_screen)


# Screens over other pages


@screen
def palette(stage: Stage) -> None:
    """The command palette, in which commands are found by a part of their names."""
    stage.annotate()
    stage.press(Key.Key_K, CTRL)


@screen
def palette_nothing(stage: Stage) -> None:
    """The command palette without a matching command."""
    stage.annotate()
    stage.press(Key.Key_K, CTRL)
    stage.type("zebra")


@screen
def keys(stage: Stage) -> None:
    """All keyboard shortcuts."""
    stage.annotate()
    stage.type("?")


@screen
def notice_info(stage: Stage) -> None:
    """A notice with information."""
    stage.annotate()
    stage.window.notices.say(
        _translate("Opener", "This workspace is open in another window, which is in front now.")
    )


@screen
def notice_language(stage: Stage) -> None:
    """The notice that another language is used from the next start."""
    stage.annotate()
    stage.window.preferences.change(language="xx")
    stage.window.offer_language()


@screen
def notice_bad(stage: Stage) -> None:
    """A notice about an error."""
    stage.window.notices.error(
        InputError(
            "not a Proofdesk bundle",
            file="letters.proofdesk",
            hint="Choose a file that Proofdesk has written.",
        )
    )


@screen
def crash(stage: Stage) -> None:
    """The page after an unexpected error."""
    stage.annotate()
    stage.window.show_crash(_REPORT)


@screen
def own_key(stage: Stage) -> None:
    """The fingerprint of the user's own key, in digits and in words."""
    stage.open(stage.copy_work())
    stage.do("own_key")
    stage.settle(lambda: stage.window.own_key.page is not None)


@screen
def own_key_missing(stage: Stage) -> None:
    """The user's own key is not on this computer."""
    from desktop_app.bundles.keys import identity_path

    work = stage.copy_work()
    with Workspace.open(work, write=True) as workspace:
        file = identity_path(workspace.project, workspace.person)
    kept = file.read_bytes()

    def put_back() -> None:
        file.write_bytes(kept)

    file.unlink()
    stage.at_close(put_back)
    stage.open(work)
    stage.do("own_key")
    stage.settle(lambda: stage.window.own_key.page is not None)


@screen
def report(stage: Stage) -> None:
    """The page for reporting a problem."""
    stage.do("report")


# Leads

for lead_screen in (
    *ITEMS_SCREENS,
    *LEAD_SCREENS,
    *IMPORT_SCREENS,
    *CONFLICT_SCREENS,
    *OVERVIEW_SCREENS,
    *PEOPLE_SCREENS,
    *EXPORT_SCREENS,
    *GUIDE_SCREENS,
    *AGREEMENT_SCREENS,
    *SUBMISSION_SCREENS,
    *KIWI_LEAD_SCREENS,
):
    screen(lead_screen)

# Models

for model_screen in (*MODEL_SCREENS, *RUN_SCREENS):
    screen(model_screen)
