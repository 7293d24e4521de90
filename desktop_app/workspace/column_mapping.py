"""Which field each column of a file becomes: guesses, checks, and what an import would do.

A mapping gives each column a use: a field of the protocol's row, one of several texts
(`texts.Summary`), or a custom field, which is any other name. Columns without a use are
not imported.

The module is longer than most because guesses and checks share the names under which a field is
known.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from desktop_app.core.errors import InputError, UsageError
from desktop_app.core.fields import Role, Row, has_control, roles_of
from desktop_app.core.messages import join, msg
from desktop_app.workspace.import_table import Column, Table, TableOptions
from desktop_app.workspace.rows import RawFile, RawRow
from desktop_app.workspace.table_reading import read_table


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _plain(name: str) -> str:
    """Return a name without case, accents, spaces and punctuation: “Modèle-IA” → “modeleia”.

    Umlauts are as in files without them: “Übersetzung” → “uebersetzung”.
    """
    folded = unicodedata.normalize("NFC", name).casefold().translate(_SPELLED)
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKD", folded).casefold())


_SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "°": "o"})

# Names of columns by what they usually contain, in English, German, French and Spanish; the
# likeliest first.
_OUTPUTS = _words(
    "answer summary response output system_output model_output system_summary generated_summary"
    " generated_text generated generation completion prediction hypothesis candidate translation"
    " model_answer model_response llm_output ai_answer ai_response ai_output output_text"
    " summary_text reply antwort zusammenfassung ausgabe systemantwort modellantwort ki_antwort"
    " antwort_des_systems antwort_des_modells systemausgabe modellausgabe ki_ausgabe ausgabetext"
    " übersetzung hypothese kandidat réponse sortie résumé traduction hypothèse"
    " réponse_du_modèle réponse_du_système sortie_du_modèle sortie_du_système texte_généré"
    " respuesta salida resumen traducción hipótesis respuesta_del_modelo respuesta_del_sistema"
    " salida_del_modelo salida_del_sistema texto_generado"
)
_PROMPTS = _words(
    "instruction prompt question query task request user_prompt instructions input anweisung frage"
    " aufgabe auftrag arbeitsauftrag aufgabenstellung anfrage eingabe consigne consignes tâche"
    " demande requête invite instrucción instrucciones consigna pregunta tarea encargo petición"
    " solicitud entrada"
)
_SOURCES = _words(
    "source dataset corpus origin subset quelle herkunft datensatz korpus origine fuente origen"
    " conjunto_de_datos jeu_de_données"
)
_USUAL: Mapping[str, Sequence[str]] = {
    "id": _words(
        "id item_id example_id sample_id uid uuid identifier key row_id item_no doc_id document_id"
        " article_id question_id text_id qid kennung lfd_nr laufende_nummer laufnummer item_number"
        " number nummer nr no num identifiant numéro clé identificador número clave"
    ),
    "answer": _OUTPUTS,
    "response": _OUTPUTS,
    "text": (*_OUTPUTS, "text", "content", "body", "texte", "texto"),
    "instruction": _PROMPTS,
    "prompt": _PROMPTS,
    "question": ("question", "frage", "pregunta", *_PROMPTS),
    "document": _words(
        "document article source_text source_document document_text doc article_text full_text"
        " passage context story source_article dokument artikel quelltext ausgangstext"
        " originaltext texte_source texte_original documento artículo texto_fuente"
        " texto_original texto_de_origen text body content texte texto input_text source quelle"
        " fuente"
    ),
    "model": _words(
        "model system model_name system_name model_id system_id generator llm engine ai_system"
        " ai_model modell modellname systemname sprachmodell ki_system ki_modell ki modèle système"
        " nom_du_modèle modèle_ia système_ia modelo sistema nombre_del_modelo modelo_ia sistema_ia"
    ),
    "source": _SOURCES,
    "group": _words("group group_id cluster_id gruppe groupe grupo"),
    "document_id": _words("document_id doc_id article_id dokument_id dokument_nr artikel_nr"),
    "instruction_id": _words("instruction_id prompt_id question_id anweisung_id"),
    "references": _words(
        "references reference reference_summary reference_answer gold gold_summary ground_truth"
        " human_summary target target_text referenz referenzantwort musterantwort musterlösung"
        " référence referencia"
    ),
    "human": _words("human author writer autor autorin verfasser auteur"),
    "category": _words(
        "category topic section domain kategorie thema rubrik catégorie sujet thème rubrique"
        " categoría tema"
    ),
    "task_type": _words("task_type task task_name"),
    "title": _words("title titel titre título"),
    "authors": _words("authors author autoren auteurs autores"),
    "field": _words("field fach fachgebiet domaine campo"),
    "objective": _words("objective goal ziel objectif objetivo"),
    "procedure": _words("procedure vorgehen ablauf procédure procedimiento"),
    "notes": _words("notes hinweise anmerkungen remarques notas"),
    "method": _words("method metric verfahren metrik méthode métrique método métrica"),
    "value": _words("value wert valeur valor"),
    "annotator": _words(
        "annotator annotator_id worker worker_id rater person user annotatorin bewerter bewerterin"
        " annotateur annotatrice évaluateur anotador anotadora evaluador"
    ),
    "item": _words(
        "item item_id id kennung aufgabe aufgaben_id aufgaben_nr aufgabennummer élément elemento"
    ),
    "rating": _words("rating score bewertung évaluation puntuación"),
    "comment": _words("comment comments kommentar anmerkung commentaire comentario"),
    "reason": _words("reason grund begründung raison motivo"),
    "decision": _words("decision entscheidung décision decisión"),
    "seconds": _words("seconds sekunden secondes segundos"),
    "name": _words("name nom nombre"),
    "languages": _words("languages language sprachen sprache langues langue idiomas idioma"),
}
# Fields that are looked for in this order: a column named “text” is the text to judge, unless
# another one is clearly an output; then it is the document.
_ORDER = ("answer", "response", "text", "instruction", "prompt", "question", "document", "model")
_TITLES: Mapping[str, str] = {
    "id": msg("Item ID"),
    "document": msg("Document"),
    "instruction": msg("Instruction"),
    "prompt": msg("Prompt"),
    "question": msg("Question"),
    "answer": msg("Answer"),
    "response": msg("Response"),
    "text": msg("Text"),
    "texts": msg("One of several texts"),
    "model": msg("Model"),
    "human": msg("Human author"),
    "source": msg("Source"),
    "group": msg("Group"),
    "call": msg("Request for the answer"),
    "document_id": msg("Document ID"),
    "instruction_call": msg("Request for the instruction"),
    "instruction_id": msg("Instruction ID"),
    "references": msg("Reference"),
    "category": msg("Category"),
    "task_type": msg("Task type"),
    "item": msg("Item"),
    "annotator": msg("Annotator"),
    "seconds": msg("Seconds"),
    "follows": msg("Follows the instruction"),
    "rating": msg("Rating"),
    "score": msg("Score"),
    "comment": msg("Comment"),
    "positive": msg("Positive"),
    "negative": msg("Negative"),
    "nothing_to_improve": msg("Nothing to improve"),
    "revision": msg("Revision"),
    "categories": msg("Categories"),
    "decision": msg("Decision"),
    "reason": msg("Reason"),
    "note": msg("Note"),
    "form": msg("Version of the form"),
    "hidden": msg("Hidden answers"),
    "title": msg("Title"),
    "authors": msg("Authors"),
    "documents": msg("Documents"),
    "papers": msg("Papers"),
    "person": msg("Person"),
    "name": msg("Name"),
    "role": msg("Role"),
    "fields": msg("Fields"),
    "topics": msg("Topics"),
    "languages": msg("Languages"),
    "response_1": msg("Response 1"),
    "response_2": msg("Response 2"),
    "model_1": msg("Model 1"),
    "model_2": msg("Model 2"),
    "method": msg("Method"),
    "value": msg("Value"),
    "field": msg("Field"),
    "objective": msg("Objective"),
    "procedure": msg("Procedure"),
    "input_sections": msg("Input sections"),
    "output_sections": msg("Output sections"),
    "notes": msg("Notes"),
    "criteria": msg("Criteria"),
}
# Columns that programs add, and that say nothing about items.
_ROW_NUMBERS = re.compile(r"index|unnamed_?\d*|row_?number|index_level_\d+|level_\d+|column_1")
# Share of different values in a column of ids. A few duplicates are errors to report, many mean
# that the column identifies something else, such as a document with several answers.
_UNIQUE = 0.8
# Fields whose columns have the longest texts, the longest first, and the shortest mean length in
# characters of such a column.
_LONG, _SHORTEST = ("document", "answer", "response", "text"), 10
# Mean length in characters from which values are texts, and above which they are no sources.
_LONG_WORDED, _LONGEST_SOURCE = 40, 60
# Words that begin or end the name of a column of ids, such as “Beleg-Nr”.
_ID_WORDS = frozenset(
    map(
        _plain,
        _words(
            "id uid uuid identifier key kennung nr no num number nummer numéro número identifiant"
            " identificador"
        ),
    )
)
# German words that end with these are one word, such as “Textnummer”.
_ID_ENDINGS = ("nr", "nummer")
# Words that do not make a column a text, although they are the name of a field.
_NO_TEXTS = frozenset(map(_plain, _SOURCES))
# Name in the local state, and number of remembered columns for each kind of row.
_REMEMBERED, _MOST_REMEMBERED = "column_mappings", 500


@dataclass(frozen=True)
class FieldInfo:
    """A field of a row to which a column can be mapped.

    `title`: for people
    `is_required`: every row needs a value
    `parts`: the greatest number of columns, if the field is a list of texts; 0: it is not
    `label`: in a list of texts, the field of the label of each text, such as “title”
    `is_hidden`: whether annotators cannot see the value, because it names a model
    """

    name: str
    title: str
    is_required: bool = False
    parts: int = 0
    label: str = ""
    is_hidden: bool = False


@dataclass(frozen=True)
class ColumnMapping:
    """The use of each column.

    `uses`: {column: field}; a field may also be a custom one, or a text of a list: `texts.Summary`
    `constants`: {field: value} for fields that have the same value in every row
    """

    uses: Mapping[str, str] = field(default_factory=dict)
    constants: Mapping[str, str] = field(default_factory=dict)

    def column_of(self, name: str) -> str:
        """Return the first column that becomes a field; "" if there is none."""
        return next((c for c, use in self.uses.items() if _base(use) == name), "")

    def own_fields(self, model: type[Row], questions: Iterable[str] = ()) -> dict[str, str]:
        """Return {column: custom field}; `questions`: keys that are no custom fields."""
        fields = {one.name: one for one in (*fields_of(model), *map(question_field, questions))}
        return {c: use for c, use in self.uses.items() if not _is_field(use, fields)}

    def unused(self, table: Table) -> list[str]:
        """Return the columns that are not imported."""
        return [one.name for one in table.columns if one.name not in self.uses]


def fields_of(model: type[Row]) -> list[FieldInfo]:
    """Return the fields of a kind of row, the required ones first."""
    roles = roles_of(model)
    found = []
    for name, about in model.model_fields.items():
        part = _text_part((about.annotation, *about.metadata))
        limit = next((m for m in _limits(about.metadata, about.annotation)), 20) if part else 0
        names = list(part.model_fields) if part else []
        found.append(
            FieldInfo(
                name,
                title_of(name),
                about.is_required(),
                limit,
                "title" if "title" in names else "",
                roles.get(name) is Role.MODEL,
            )
        )
    return sorted(found, key=lambda one: not one.is_required)


def question_field(key: str) -> FieldInfo:
    """Return the field for the answers to a question of a form."""
    return FieldInfo(key, msg("Answer to “{question}”", question=key))


def title_of(name: str) -> str:
    """Return the title of a field for people."""
    return _TITLES.get(name) or label_of(name)


def _text_part(parts: Iterable[Any]) -> type[BaseModel] | None:
    """Return the class of the elements of a list whose elements need only a `text`, or None."""
    for part in parts:
        if isinstance(part, type) and issubclass(part, BaseModel):
            needed = [name for name, about in part.model_fields.items() if about.is_required()]
            return part if needed == ["text"] else None
        if inner := _text_part(get_args(part)):
            return inner
    return None


def _limits(metadata: Iterable[Any], annotation: Any) -> Iterable[int]:
    """Yield every maximum length declared anywhere in a type annotation."""
    for one in (*metadata, *get_args(annotation)):
        for inner in (one, *getattr(one, "metadata", ())):
            limit = getattr(inner, "max_length", None)
            if limit is not None:
                yield int(limit)
        yield from _limits((), one)


def _base(use: str) -> str:
    return use.partition(".")[0]


def _is_field(use: str, fields: Mapping[str, FieldInfo]) -> bool:
    """Return whether a use is a field of the row, or a text of one of its lists."""
    base, dot, _ = use.partition(".")
    return base in fields and (not dot or fields[base].parts > 0)


def normal_name(name: str) -> str:
    """Return a column's name as the name of a field: “Doc ID” → “doc_id”."""
    return re.sub(r"\W+", "_", name.strip().casefold()).strip("_")


# Guesses


def known_columns(table: Table, model: type[Row]) -> set[str]:
    """Return the columns that the row reads under their own names, aliases included."""
    own = {one.name for one in table.columns if one.name in model.model_fields}
    others = [one for one in table.columns if one.name not in own and one.filled]
    if not others:
        return own
    # Some rows read further names, such as `prompt` for `instruction`. Those are not kept as extra.
    for raw in table.file.rows[:20]:
        try:
            row = model.model_validate(
                {key: value for key, value in raw.fields.items() if value not in (None, "")}
            )
        except ValidationError:
            continue
        extra = row.model_extra or {}
        return own | {
            one.name
            for one in others
            if one.name not in extra and raw.fields.get(one.name) not in (None, "")
        }
    return own


def needs_mapping(table: Table, model: type[Row]) -> bool:
    """Return whether a required field has no column, or a row cannot be read."""
    if table.problems or table.header_problem:
        return True
    names = {one.name for one in table.columns}
    known = known_columns(table, model)
    if model.needs_one_of and names.isdisjoint(model.needs_one_of):
        return True
    # Without an alias for it, a required field needs a column.
    missing = {one.name for one in fields_of(model) if one.is_required} - names
    return bool(missing) and not (known - set(model.model_fields))


def guess(table: Table, model: type[Row], remembered: ColumnMapping | None = None) -> ColumnMapping:
    """Return the likeliest use of each column, from names, contents and an earlier import.

    No field gets two columns. Required fields for long texts that no name fits get the columns with
    the longest texts. Other columns become custom fields, except those that only number
    rows or have no values.

    `remembered`: of earlier imports, with "" as the use of columns that were not imported
    """
    fields = {one.name: one for one in fields_of(model)}
    by_name: dict[str, Column] = {}
    for one in table.columns:
        by_name.setdefault(_plain(one.name), one)
    # “Answer (model)” is an answer, but of “Answer (A)” and “Answer (B)”, neither is the only one.
    bare = Counter(_plain(_without_brackets(one.name)) for one in table.columns)
    for one in table.columns:
        name = _plain(_without_brackets(one.name))
        if bare[name] == 1:
            by_name.setdefault(name, one)
    uses: dict[str, str] = {}
    free = dict.fromkeys(one.name for one in table.columns)
    taken: set[str] = set()

    def use(column: str, name: str) -> None:
        uses[column] = name
        free.pop(column)
        taken.add(_base(name))

    remembered = remembered or ColumnMapping()
    for column, name in remembered.uses.items():
        if column in free and (not name or name not in uses.values()):
            if name:
                use(column, name)
            else:
                free.pop(column)
    for column in [*free]:
        if column in fields and column not in taken and column != "text":
            found = table.column(column)
            if column != "source" or (found is not None and found.length <= _LONGEST_SOURCE):
                use(column, column)
    alias = known_columns(table, model) - set(model.model_fields)
    ordered = sorted(fields, key=lambda one: _ORDER.index(one) if one in _ORDER else len(_ORDER))
    for name in ordered:
        if name in taken:
            continue
        for usual in _usual_names(name):
            found = by_name.get(_plain(usual))
            if found is None or found.name not in free or found.name in alias:
                continue
            if _fits(name, found, table):
                use(found.name, name)
                break
        if name not in taken and (worded := _by_word(name, table, free, alias)):
            use(worded, name)
    _guess_texts(fields, free, taken, use)
    so_far = ColumnMapping(uses, remembered.constants)
    missing = {one.name for one in missing_fields(so_far, table, model)}
    # `_is_row_number` needs no test here: numbers are shorter than texts.
    long = [one for one in table.columns if one.name in free and one.length >= _SHORTEST]
    long.sort(key=lambda one: -one.length)
    for name, found in zip((one for one in _LONG if one in missing), long, strict=False):
        use(found.name, name)
    for one in table.columns:
        if one.name in free and one.filled and not _is_row_number(one, table):
            uses[one.name] = _own_name(one.name, fields, uses)
    # In the order of the file.
    constants = {n: value for n, value in remembered.constants.items() if n not in taken}
    in_order = {c.name: uses[c.name] for c in table.columns if c.name in uses}
    return ColumnMapping(in_order, constants)


def _usual_names(name: str) -> Sequence[str]:
    """Return usual names of the column for a field: for “model_1” also “System A”."""
    base, _, number = name.rpartition("_")
    if base in _USUAL and number in ("1", "2"):
        letter = "ab"[int(number) - 1]
        return [f"{one}_{end}" for one in _USUAL[base] for end in (number, letter)]
    return _USUAL.get(name) or (name,)


def _fits(name: str, column: Column, table: Table) -> bool:
    """Return whether a column whose name matches a field also has fitting content.

    The values of an id must be distinct, with few exceptions; any other field needs one value. A
    source is a name, so a column of sentences with this name is the text itself.
    """
    if name == "id":
        return column.distinct >= _UNIQUE * len(table.file.rows)
    is_source = column.length <= _LONGEST_SOURCE
    if name == "source":
        return column.filled > 0 and is_source
    if name == "document" and _plain(column.name) in _NO_TEXTS:
        return not is_source
    return column.filled > 0


def _by_word(name: str, table: Table, free: Mapping[str, Any], alias: Set[str]) -> str:
    """Return the column for a field whose name begins or ends with a usual name of it; or "".

    Only ids and long texts, because “Answer length” begins with a usual name, too.
    """
    is_text = name in (*_LONG, "instruction", "prompt", "question")
    if name != "id" and not is_text:
        return ""
    usual = _ID_WORDS if name == "id" else {*map(_plain, _USUAL[name])} - _NO_TEXTS
    # Of “Answer (A)” and “Answer (B)”, neither is the only one.
    found = [
        one
        for one in table.columns
        if one.name in free
        and one.name not in alias
        and _is_worded(one.name, usual)
        and (one.length >= _LONG_WORDED if is_text else _fits(name, one, table))
    ]
    return found[0].name if len(found) == 1 else ""


def _is_worded(column: str, usual: Set[str]) -> bool:
    """Return whether the first or the last word of a column's name is a usual name."""
    # “textId” has two words.
    words = normal_name(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", column)).split("_")
    first, last = _plain(words[0]), _plain(words[-1])
    return bool({first, last} & usual) or (usual is _ID_WORDS and last.endswith(_ID_ENDINGS))


def _guess_texts(
    fields: Mapping[str, FieldInfo], free: Mapping[str, Any], taken: set[str], use: Any
) -> None:
    """Use several outputs, such as `summary_a` and `summary_b`, as the texts of a list."""
    lists = [one for one in fields.values() if one.parts and one.label]
    # A row has either one text or several.
    if not lists or lists[0].name in taken or "text" in taken:
        return
    usual = {*map(_plain, _OUTPUTS), "text"}
    outputs = [c for c in free if _plain(_without_number(normal_name(c))) in usual]
    if 2 <= len(outputs) <= lists[0].parts:
        for column in outputs:
            use(column, f"{lists[0].name}.{label_of(column)}")


def _without_brackets(name: str) -> str:
    return re.sub(r"[(\[][^)\]]*[)\]]", " ", name)


def _without_number(name: str) -> str:
    return re.sub(r"_?([a-d]|\d)$", "", name)


def label_of(column: str) -> str:
    """Return a column's name as a heading: “summary_a” → “Summary a”."""
    words = normal_name(column).replace("_", " ")
    return words[:1].upper() + words[1:]


def _own_name(column: str, fields: Mapping[str, FieldInfo], uses: Mapping[str, str]) -> str:
    """Return the name of the custom field that a column becomes."""
    name = column
    # Under the name of a field, it would become that field.
    if _base(name) in fields or name in uses.values():
        name = f"{column.replace('.', '_')}_column"
    return name


def _is_row_number(column: Column, table: Table) -> bool:
    plain = normal_name(column.name)
    if not _ROW_NUMBERS.fullmatch(plain) and plain:
        return False
    return column.filled == 0 or (
        column.distinct == len(table.file.rows) and all(one.isdigit() for one in column.samples)
    )


# Mappings on the command line


def suggested_words(
    table: Table, model: type[Row], mapping: ColumnMapping | None = None
) -> list[str]:
    """Return the words of the command line for a mapping, by default the guessed one.

    A required field without a column gets the placeholder COLUMN. Columns that keep their names
    need no words.
    """
    mapping = mapping or guess(table, model)
    words = []
    for column, use in mapping.uses.items():
        if use != column:
            words += ["--map", f"{use}={column}"]
    for name, value in mapping.constants.items():
        words += ["--set", f"{name}={value}"]
    for one in missing_fields(mapping, table, model):
        words += ["--map", f"{one.name}=COLUMN"]
    for column in mapping.unused(table):
        words += ["--ignore", column]
    return words


def complete(
    table: Table, pairs: Mapping[str, str], ignored: Sequence[str], constants: Mapping[str, str]
) -> ColumnMapping:
    """Return the mapping of an import from the command line: other columns keep their names.

    `pairs`: {column: field}

    Raises UsageError for unknown columns, and for columns that are mapped and ignored.
    """
    names = [one.name for one in table.columns]
    for column in (*pairs, *ignored):
        if column not in names and table.file.rows:
            raise UsageError(
                msg(
                    "no row of {name} has a column “{column}”", name=table.file.name, column=column
                ),
                hint=msg("Its columns: {columns}.", columns=", ".join(names)),
            )
    both = set(pairs) & set(ignored)
    if both:
        raise UsageError(
            msg("column “{column}” is both mapped and ignored", column=min(both)),
            hint=msg("Use one of --map and --ignore."),
        )
    uses = {name: pairs.get(name, name) for name in names if name not in ignored}
    return ColumnMapping(uses, constants)


def mapping_problems(mapping: ColumnMapping, model: type[Row]) -> list[str]:
    """Return why a mapping cannot be used: two columns for a field, bad names, missing fields."""
    fields = {one.name: one for one in fields_of(model)}
    problems: list[str] = []
    first: dict[str, str] = {}
    for column, use in mapping.uses.items():
        if not use.strip() or has_control(use):
            problems.append(msg("Column “{column}” needs a name for its field", column=column))
            continue
        base = _base(use)
        if base in fields and "." in use and not fields[base].parts:
            problems.append(msg("“{use}” is not a list of texts", use=use))
        key = use
        if key in first:
            problems.append(
                msg(
                    "“{field}” is read from two columns: “{first}” and “{column}”",
                    field=_title_of_use(use, fields),
                    first=first[key],
                    column=column,
                )
            )
        first.setdefault(key, column)
    problems += [
        msg(
            "“{field}” is both read from column “{column}” and set to a fixed value",
            field=_title_of_use(name, fields),
            column=first[name],
        )
        for name in mapping.constants
        if name in first
    ]
    for one in fields.values():
        parts = [use for use in mapping.uses.values() if use.startswith(f"{one.name}.")]
        if one.parts and len(parts) > one.parts:
            problems.append(
                msg("At most {most} columns can be “{title}”", most=one.parts, title=one.title)
            )
        if one.parts and parts and one.name in mapping.uses.values():
            problems.append(
                msg(
                    "“{field}” is mapped to a column as a whole and to columns for its parts",
                    field=one.title,
                )
            )
    return problems


def _title_of_use(use: str, fields: Mapping[str, FieldInfo]) -> str:
    """Return the use of a column as people see it: the title of its field, or its own name."""
    base = _base(use)
    if base not in fields:
        return use
    label = use[len(base) + 1 :]
    return join(": ", (fields[base].title, label)) if label else fields[base].title


def missing_fields(mapping: ColumnMapping, table: Table, model: type[Row]) -> list[FieldInfo]:
    """Return the required fields for which there is no column.

    If every row needs one of several fields, it is the usual one.
    """
    used = {*map(_base, mapping.uses.values()), *mapping.constants}
    needed = model.needs_one_of[:1] if used.isdisjoint(model.needs_one_of) else ()
    alias = known_columns(table, model) - set(model.model_fields)
    # An alias may stand for any of them.
    if alias & mapping.uses.keys():
        return []
    return [
        one
        for one in fields_of(model)
        if one.name in needed or (one.is_required and one.name not in used)
    ]


def mapped(table: Table, model: type[Row], mapping: ColumnMapping) -> RawFile:
    """Return the rows of a file with the names of fields instead of those of columns."""
    fields = {one.name: one for one in fields_of(model)}
    # Split once, because a file may have many rows.
    uses = [
        (column, use, *use.partition("."), fields.get(use.partition(".")[0]))
        for column, use in mapping.uses.items()
    ]
    rows = []
    for raw in table.file.rows:
        found: dict[str, Any] = dict(mapping.constants)
        for column, use, base, dot, label, info in uses:
            if column not in raw.fields:
                continue
            value = raw.fields[column]
            if info is None or not info.parts:
                found[use] = value
                continue
            # A column of plain texts for a list, such as one reference per row, is its only text.
            # In JSON, a text under the list's own name is an error.
            is_plain = (
                (table.file.is_csv or column != use)
                and isinstance(value, str)
                and not value.lstrip().startswith("[")
            )
            if not (is_plain or dot):
                found[use] = value
            elif value is not None and (not isinstance(value, str) or value.strip()):
                part = {"text": value}
                if info.label and label:
                    part[info.label] = label
                found.setdefault(base, []).append(part)
        rows.append(RawRow(raw.line, found))
    return RawFile(table.file.name, rows, table.file.is_csv)


def at_column(problem: InputError, mapping: ColumnMapping) -> str:
    """Return the column in which a problem of a mapped row is; "" if it is about the whole row."""
    name = problem.field.partition(".")[0]
    return mapping.column_of(name) if name else ""


# The last mapping of each kind of row is local state: it is about files on this computer


def remembered_mapping(local: Any, key: str) -> ColumnMapping:
    """Return the mapping of earlier imports; the use "" means that a column was not imported.

    `local`: `Workspace.local`
    `key`: protocol and kind of row
    """
    found = local(_REMEMBERED, {}).get(key, {})
    return ColumnMapping(dict(found.get("uses", {})), dict(found.get("constants", {})))


def empty_cells(
    table: Table, mapping: ColumnMapping, model: type[Row], fields: Collection[str] = ()
) -> dict[int, str]:
    """Return the column of the first empty cell that needs a value, by line of the file.

    `fields`: names of fields that need a value besides the required ones and the texts of items
    """
    needed = {one.name for one in fields_of(model) if one.is_required}
    needed |= {*model.text_fields, *fields}
    columns = [c for c, use in mapping.uses.items() if use.partition(".")[0] in needed]
    found = {}
    for raw in table.file.rows:
        for column in columns:
            value = raw.fields.get(column)
            if value is None or (isinstance(value, str) and not value.strip()):
                found[raw.line] = column
                break
    return found


def read_as_last_time(
    path: str, last: ColumnMapping, model: type[Row], options: TableOptions | None = None
) -> Table:
    """Read a file whose column names may be fields, or those of the last file, in whatever row.

    Raises what `read_table` does.
    """
    return read_table(
        path,
        replace(options or TableOptions(), columns=last.uses.keys() | model.model_fields.keys()),
    )


def with_mapping(local: Any, key: str, mapping: ColumnMapping, table: Table) -> tuple[str, Any]:
    """Return name and value of the local state that remembers a mapping."""
    # In the next file, a column that was empty may have values.
    empty = {one.name for one in table.columns if not one.filled}
    uses = {
        **mapping.uses,
        **{column: "" for column in mapping.unused(table) if column not in empty},
    }
    earlier = remembered_mapping(local, key).uses
    # The newest columns come first, so that the oldest are forgotten.
    kept = {**uses, **{column: use for column, use in earlier.items() if column not in uses}}
    newest = dict(list(kept.items())[:_MOST_REMEMBERED])
    value = {"uses": newest, "constants": dict(mapping.constants)}
    return _REMEMBERED, {**local(_REMEMBERED, {}), key: value}
