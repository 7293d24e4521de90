"""Shows a figure of the analysis; copies it and saves it as SVG, PDF or PNG."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from desktop_app.charts import describe, figure_to_svg
from desktop_app.core.analysis import Figure
from desktop_app.core.errors import AppError
from desktop_app.files import atomic_file
from desktop_app.ui.figure_files import image_of, pdf_of, png_of, renderer_of
from desktop_app.ui.lead.layout import row_of
from desktop_app.ui.messages import current_language, error_text, translate_message
from desktop_app.ui.open_tasks import starting_folder
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.parts import Outcome, button

SUFFIXES = (".svg", ".pdf", ".png")


class FigureView(QWidget):
    """Shows one figure, with buttons to copy and save it.

    Copies and saved files may use aliases where the screen shows names, and another language.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._svg = b""
        self._name = "figure"
        self.drawing = _Drawing()
        self.copy_button = button(self.tr("Copy figure"))
        self.save_button = button(self.tr("Save figure as…"), self.tr("SVG, PDF or PNG."))
        self.outcome = Outcome(theme, self.tr("Result"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        layout.addLayout(row_of(self.copy_button, self.save_button))
        layout.addWidget(self.outcome)
        layout.addWidget(self.drawing, 1)
        self.copy_button.clicked.connect(self.copy)
        self.save_button.clicked.connect(self.choose_file)

    def show_figure(self, figure: Figure, public: Figure, language: str) -> None:
        """Show a figure in the language of the window.

        `public`, `language`: the figure that is copied and saved, and the language of its texts
        """
        self._svg, self._name = _svg_of(public, language), public.key
        shown = current_language()
        self.drawing.show_svg(_svg_of(figure, shown))
        self.drawing.setAccessibleName(translate_message(figure.title))
        self.drawing.setAccessibleDescription(describe(figure, shown))
        self.outcome.hide()

    def copy(self) -> None:
        """Put the figure on the clipboard, as a picture and as SVG."""
        data = QMimeData()
        data.setImageData(image_of(self._svg))
        data.setData("image/svg+xml", self._svg)
        QGuiApplication.clipboard().setMimeData(data)
        self.outcome.say(self.tr("Figure copied."))

    def choose_file(self) -> None:
        """Ask where to save the figure."""
        chosen, _ = QFileDialog.getSaveFileName(
            self,
            self.tr("Save the figure as"),
            str(starting_folder() / f"{self._name}.svg"),
            self.tr("SVG (*.svg);;PDF (*.pdf);;PNG (*.png)"),
        )
        if chosen:
            self.save(Path(chosen))

    def save(self, path: Path) -> None:
        """Save the figure in the format of the file's suffix; without a known one, as SVG."""
        suffix = path.suffix.lower()
        if suffix not in SUFFIXES:
            path, suffix = path.with_name(f"{path.name}.svg"), ".svg"
        content = {".svg": lambda svg: svg, ".pdf": pdf_of, ".png": png_of}[suffix](self._svg)
        try:
            with atomic_file(path) as target:
                target.write(content)
        except AppError as error:
            self.outcome.say(error_text(error), level="bad")
            return
        self.outcome.say(self.tr("Saved {file}.").format(file=str(path)))


def _svg_of(figure: Figure, language: str) -> bytes:
    """Return a figure as an SVG file with the light palette."""
    return figure_to_svg(figure, language=language).encode("utf-8")


class _Drawing(QWidget):
    """Draws an SVG in its proportions on white, as large as possible up to twice its size."""

    def __init__(self) -> None:
        super().__init__()
        self._renderer = QSvgRenderer()

    def show_svg(self, svg: bytes) -> None:
        self._renderer = renderer_of(svg)
        self._renderer.setAspectRatioMode(Qt.AspectRatioMode.KeepAspectRatio)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return self._renderer.defaultSize()

    def minimumSizeHint(self) -> QSize:
        return QSize(320, 240)

    def paintEvent(self, event: QPaintEvent) -> None:
        size = QSizeF(self._renderer.defaultSize())
        room = QSizeF(self.size())
        # Never larger than twice the drawing, because larger bars show nothing more.
        scale = min(room.width() / size.width(), room.height() / size.height(), 2.0)
        painter = QPainter(self)
        box = QRectF(0, 0, size.width() * scale, size.height() * scale)
        painter.fillRect(box, Qt.GlobalColor.white)
        self._renderer.render(painter, box)
        painter.end()
