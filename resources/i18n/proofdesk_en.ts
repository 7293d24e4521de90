<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>AgreementSection</name>
    <message numerus="yes">
        <source>%n answer(s) from people who withdrew their consent are excluded.</source>
        <translation>
            <numerusform>%n answer from people who withdrew their consent is excluded.</numerusform>
            <numerusform>%n answers from people who withdrew their consent are excluded.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) so far</source>
        <translation>
            <numerusform>%n answer so far</numerusform>
            <numerusform>%n answers so far</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) have answers by two or more people.</source>
        <translation>
            <numerusform>%n item has answers by two or more people.</numerusform>
            <numerusform>%n items have answers by two or more people.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) with two or more answers.</source>
        <translation>
            <numerusform>%n item with two or more answers.</numerusform>
            <numerusform>%n items with two or more answers.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) with two or more answers;</source>
        <translation>
            <numerusform>%n item with two or more answers;</numerusform>
            <numerusform>%n items with two or more answers;</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more are in conflict.</source>
        <translation>
            <numerusform>%n more is in conflict.</numerusform>
            <numerusform>%n more are in conflict.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Saved %n file(s) in {folder}.</source>
        <translation>
            <numerusform>Saved %n file in {folder}.</numerusform>
            <numerusform>Saved %n files in {folder}.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AgreementView</name>
    <message numerus="yes">
        <source>%n answer(s)</source>
        <translation>
            <numerusform>%n answer</numerusform>
            <numerusform>%n answers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) do not fit the current form and are left out.</source>
        <translation>
            <numerusform>%n answer does not fit the current form and is left out.</numerusform>
            <numerusform>%n answers do not fit the current form and are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n item</numerusform>
            <numerusform>%n items</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) with several answers</source>
        <translation>
            <numerusform>%n item with several answers</numerusform>
            <numerusform>%n items with several answers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AnswerBar</name>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n change</numerusform>
            <numerusform>%n changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AssignSection</name>
    <message numerus="yes">
        <source>%n assignment(s) created (seed {seed}).</source>
        <translation>
            <numerusform>%n assignment created (seed {seed}).</numerusform>
            <numerusform>%n assignments created (seed {seed}).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n earlier assignment(s) unchanged.</source>
        <translation>
            <numerusform>%n earlier assignment unchanged.</numerusform>
            <numerusform>%n earlier assignments unchanged.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) cannot get more of the chosen people. Reason: {why}.</source>
        <translation>
            <numerusform>%n item cannot get more of the chosen people. Reason: {why}.</numerusform>
            <numerusform>%n items cannot get more of the chosen people. Reason: {why}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) would have too few people: choose more people or a smaller number per item.</source>
        <translation>
            <numerusform>%n item would have too few people: choose more people or a smaller number per item.</numerusform>
            <numerusform>%n items would have too few people: choose more people or a smaller number per item.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new assignment(s);</source>
        <translation>
            <numerusform>%n new assignment;</numerusform>
            <numerusform>%n new assignments;</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n person(s) are chosen, but {overlap} per item are requested.</source>
        <translation>
            <numerusform>%n person is chosen, but {overlap} per item are requested.</numerusform>
            <numerusform>%n people are chosen, but {overlap} per item are requested.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No more annotators for %n item(s): {why}.</source>
        <translation>
            <numerusform>No more annotators for %n item: {why}.</numerusform>
            <numerusform>No more annotators for %n items: {why}.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BundleProblems</name>
    <message numerus="yes">
        <source>{file}: %n record(s) of another project</source>
        <translation>
            <numerusform>{file}: %n record of another project</numerusform>
            <numerusform>{file}: %n records of another project</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{file}: %n record(s) refused, {why}</source>
        <translation>
            <numerusform>{file}: %n record refused, {why}</numerusform>
            <numerusform>{file}: %n records refused, {why}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BundlesSection</name>
    <message numerus="yes">
        <source>%n bundle(s) written. Send each person their file.</source>
        <translation>
            <numerusform>%n bundle written. Send it to the person.</numerusform>
            <numerusform>%n bundles written. Send each person their file.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) in {folder}</source>
        <translation>
            <numerusform>%n file in {folder}</numerusform>
            <numerusform>%n files in {folder}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n item</numerusform>
            <numerusform>%n items</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Replace %n encrypted bundle(s) by files that anybody can read?</source>
        <translation>
            <numerusform>Replace %n encrypted bundle by a file that anybody can read?</numerusform>
            <numerusform>Replace %n encrypted bundles by files that anybody can read?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Update %n outdated bundle(s)</source>
        <translation>
            <numerusform>Update %n outdated bundle</numerusform>
            <numerusform>Update %n outdated bundles</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CaseList</name>
    <message numerus="yes">
        <source>%n field(s) differ</source>
        <translation>
            <numerusform>%n field differs</numerusform>
            <numerusform>%n fields differ</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CaseTexts</name>
    <message numerus="yes">
        <source>%n not found</source>
        <translation>
            <numerusform>%n not found</numerusform>
            <numerusform>%n not found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n word</numerusform>
            <numerusform>%n words</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CaseView</name>
    <message numerus="yes">
        <source>%n field(s) left</source>
        <translation>
            <numerusform>%n field left</numerusform>
            <numerusform>%n fields left</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CitationNote</name>
    <message numerus="yes">
        <source>%n citation(s) not in the list of papers: {names}</source>
        <translation>
            <numerusform>%n citation is not in the list of papers: {names}</numerusform>
            <numerusform>%n citations are not in the list of papers: {names}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Completeness</name>
    <message numerus="yes">
        <source>%n still missing</source>
        <translation>
            <numerusform>%n still missing</numerusform>
            <numerusform>%n still missing</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ConflictsSection</name>
    <message numerus="yes">
        <source>%n conflict(s) resolved.</source>
        <translation>
            <numerusform>%n conflict resolved.</numerusform>
            <numerusform>%n conflicts resolved.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n decision(s) undone.</source>
        <translation>
            <numerusform>%n decision undone.</numerusform>
            <numerusform>%n decisions undone.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n draft(s) discarded: the answers have changed.</source>
        <translation>
            <numerusform>%n draft discarded: the answers have changed.</numerusform>
            <numerusform>%n drafts discarded: the answers have changed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n outdated</source>
        <translation>
            <numerusform>%n outdated</numerusform>
            <numerusform>%n outdated</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ConsentSection</name>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n problem</numerusform>
            <numerusform>%n problems</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CritiquePanel</name>
    <message numerus="yes">
        <source>%n suggestion(s) left</source>
        <translation>
            <numerusform>%n suggestion left</numerusform>
            <numerusform>%n suggestions left</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DayChart</name>
    <message numerus="yes">
        <source>%n answer(s)</source>
        <translation>
            <numerusform>%n answer</numerusform>
            <numerusform>%n answers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not merged yet</source>
        <translation>
            <numerusform>%n not merged yet</numerusform>
            <numerusform>%n not merged yet</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DiffControls</name>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n change</numerusform>
            <numerusform>%n changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n word</numerusform>
            <numerusform>%n words</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EditChecks</name>
    <message numerus="yes">
        <source>%n critique point(s) open</source>
        <translation>
            <numerusform>%n critique point open</numerusform>
            <numerusform>%n critique points open</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s) changed in all sections and titles</source>
        <translation>
            <numerusform>%n word changed in all sections and titles</numerusform>
            <numerusform>%n words changed in all sections and titles</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EditSteps</name>
    <message numerus="yes">
        <source>%n point(s) open</source>
        <translation>
            <numerusform>%n point open</numerusform>
            <numerusform>%n points open</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) left</source>
        <translation>
            <numerusform>%n question left</numerusform>
            <numerusform>%n questions left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n section(s) incomplete</source>
        <translation>
            <numerusform>%n section incomplete</numerusform>
            <numerusform>%n sections incomplete</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExportSection</name>
    <message numerus="yes">
        <source>%n file(s) already exist in {folder}: {names}.</source>
        <translation>
            <numerusform>%n file already exists in {folder}: {names}.</numerusform>
            <numerusform>%n files already exist in {folder}: {names}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n model(s) are named in the data</source>
        <translation>
            <numerusform>%n model is named in the data</numerusform>
            <numerusform>%n models are named in the data</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s), one per answer</source>
        <translation>
            <numerusform>%n row, one per answer</numerusform>
            <numerusform>%n rows, one per answer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s): your decision, else the majority</source>
        <translation>
            <numerusform>%n row: your decision, else the majority</numerusform>
            <numerusform>%n rows: your decision, else the majority</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Saved %n file(s) in {folder}.</source>
        <translation>
            <numerusform>Saved %n file in {folder}.</numerusform>
            <numerusform>Saved %n files in {folder}.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FilesView</name>
    <message numerus="yes">
        <source>%n column(s)</source>
        <translation>
            <numerusform>%n column</numerusform>
            <numerusform>%n columns</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more column(s) →</source>
        <translation>
            <numerusform>%n more column →</numerusform>
            <numerusform>%n more columns →</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message numerus="yes">
        <source>%n answer(s) on this day</source>
        <translation>
            <numerusform>%n answer on this day</numerusform>
            <numerusform>%n answers on this day</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n item</numerusform>
            <numerusform>%n items</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more: use the search</source>
        <translation>
            <numerusform>%n more: use the search</numerusform>
            <numerusform>%n more: use the search</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FinalText</name>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n word</numerusform>
            <numerusform>%n words</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FormPreview</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FormSection</name>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n problem</numerusform>
            <numerusform>%n problems</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Header</name>
    <message numerus="yes">
        <source>%n draft(s)</source>
        <translation>
            <numerusform>%n draft</numerusform>
            <numerusform>%n drafts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>IdPane</name>
    <message numerus="yes">
        <source>Prefix for %n ID(s) already in use:</source>
        <translation>
            <numerusform>Prefix for %n ID already in use:</numerusform>
            <numerusform>Prefix for %n IDs already in use:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportPage</name>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) already imported, unchanged.</source>
        <translation>
            <numerusform>%n row already imported, unchanged.</numerusform>
            <numerusform>%n rows already imported, unchanged.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>IDs (%n renamed)…</source>
        <translation>
            <numerusform>IDs (%n renamed)…</numerusform>
            <numerusform>IDs (%n renamed)…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import %n item(s)</source>
        <translation>
            <numerusform>Import %n item</numerusform>
            <numerusform>Import %n items</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import %n row(s)</source>
        <translation>
            <numerusform>Import %n row</numerusform>
            <numerusform>Import %n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportPreview</name>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n word</numerusform>
            <numerusform>%n words</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>InboxBar</name>
    <message numerus="yes">
        <source>%n new file(s)</source>
        <translation>
            <numerusform>%n new file</numerusform>
            <numerusform>%n new files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of another project</source>
        <translation>
            <numerusform>%n of another project</numerusform>
            <numerusform>%n of another project</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n still being written</source>
        <translation>
            <numerusform>%n still being written</numerusform>
            <numerusform>%n still being written</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>IncomingFiles</name>
    <message numerus="yes">
        <source>%n file(s) with texts not imported yet.</source>
        <translation>
            <numerusform>%n file with texts not imported yet.</numerusform>
            <numerusform>%n files with texts not imported yet.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>InstructionPart</name>
    <message numerus="yes">
        <source>%n word(s): models follow shorter instructions better.</source>
        <translation>
            <numerusform>%n word: models follow shorter instructions better.</numerusform>
            <numerusform>%n words: models follow shorter instructions better.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ItemView</name>
    <message numerus="yes">
        <source>%n automatic rating(s)…</source>
        <translation>
            <numerusform>%n automatic rating…</numerusform>
            <numerusform>%n automatic ratings…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ItemsSection</name>
    <message numerus="yes">
        <source>%n document(s) already imported.</source>
        <translation>
            <numerusform>%n document already imported.</numerusform>
            <numerusform>%n documents already imported.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n document(s) could not be read.</source>
        <translation>
            <numerusform>%n document could not be read.</numerusform>
            <numerusform>%n documents could not be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) replaced.</source>
        <translation>
            <numerusform>%n item replaced.</numerusform>
            <numerusform>%n items replaced.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new document(s).</source>
        <translation>
            <numerusform>%n new document.</numerusform>
            <numerusform>%n new documents.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new item(s).</source>
        <translation>
            <numerusform>%n new item.</numerusform>
            <numerusform>%n new items.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new record(s).</source>
        <translation>
            <numerusform>%n new record.</numerusform>
            <numerusform>%n new records.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s) on imported rows.</source>
        <translation>
            <numerusform>%n note on imported rows.</numerusform>
            <numerusform>%n notes on imported rows.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other file(s) not imported.</source>
        <translation>
            <numerusform>%n other file not imported.</numerusform>
            <numerusform>%n other files not imported.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other new record(s).</source>
        <translation>
            <numerusform>%n other new record.</numerusform>
            <numerusform>%n other new records.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) already imported, unchanged.</source>
        <translation>
            <numerusform>%n row already imported, unchanged.</numerusform>
            <numerusform>%n rows already imported, unchanged.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) refused; the others were imported.</source>
        <translation>
            <numerusform>%n row refused; the others were imported.</numerusform>
            <numerusform>%n rows refused; the others were imported.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cancelled after %n file(s); the others were not imported.</source>
        <translation>
            <numerusform>Cancelled after %n file; the others were not imported.</numerusform>
            <numerusform>Cancelled after %n files; the others were not imported.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Read %n row(s).</source>
        <translation>
            <numerusform>Read %n row.</numerusform>
            <numerusform>Read %n rows.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Select all %n</source>
        <translation>
            <numerusform>Select all %n</numerusform>
            <numerusform>Select all %n</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>JobRunner</name>
    <message numerus="yes">
        <source>%n assignment(s)</source>
        <translation>
            <numerusform>%n assignment</numerusform>
            <numerusform>%n assignments</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n change</numerusform>
            <numerusform>%n changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n item</numerusform>
            <numerusform>%n items</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) restored.</source>
        <translation>
            <numerusform>%n item restored.</numerusform>
            <numerusform>%n items restored.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import undone: %n item(s) removed.</source>
        <translation>
            <numerusform>Import undone: %n item removed.</numerusform>
            <numerusform>Import undone: %n items removed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LatestForAll</name>
    <message numerus="yes">
        <source>Resolve %n conflict(s) with the latest version?</source>
        <translation>
            <numerusform>Resolve %n conflict with the latest version?</numerusform>
            <numerusform>Resolve %n conflicts with the latest version?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LeadPage</name>
    <message numerus="yes">
        <source>%n conflict(s)</source>
        <translation>
            <numerusform>%n conflict</numerusform>
            <numerusform>%n conflicts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n external</source>
        <translation>
            <numerusform>%n external</numerusform>
            <numerusform>%n external</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n item</numerusform>
            <numerusform>%n items</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n person(s)</source>
        <translation>
            <numerusform>%n person</numerusform>
            <numerusform>%n people</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LinkedPapers</name>
    <message numerus="yes">
        <source>%n paper(s)</source>
        <translation>
            <numerusform>%n paper</numerusform>
            <numerusform>%n papers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ListField</name>
    <message numerus="yes">
        <source>Only the first %n of {count} lines fit. The rest was not inserted.</source>
        <translation>
            <numerusform>Only the first line of {count} fits. The rest was not inserted.</numerusform>
            <numerusform>Only the first %n of {count} lines fit. The rest was not inserted.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MarkdownEditor</name>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n word</numerusform>
            <numerusform>%n words</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MergeQuestions</name>
    <message numerus="yes">
        <source>Passphrase of %n encrypted file(s)</source>
        <translation>
            <numerusform>Passphrase of %n encrypted file</numerusform>
            <numerusform>Passphrase of %n encrypted files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MergeSection</name>
    <message numerus="yes">
        <source>%n answer(s) accepted and now included in all figures.</source>
        <translation>
            <numerusform>%n answer accepted and now included in all figures.</numerusform>
            <numerusform>%n answers accepted and now included in all figures.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bundle(s) ready to review on the Merge page.</source>
        <translation>
            <numerusform>%n bundle ready to review on the Merge page.</numerusform>
            <numerusform>%n bundles ready to review on the Merge page.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bundle(s) to merge</source>
        <translation>
            <numerusform>%n bundle to merge</numerusform>
            <numerusform>%n bundles to merge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bundle(s) will be checked on the Merge page when the current operation has finished.</source>
        <translation>
            <numerusform>%n bundle will be checked on the Merge page when the current operation has finished.</numerusform>
            <numerusform>%n bundles will be checked on the Merge page when the current operation has finished.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n decision(s) outdated, because answers have changed: decide again on Conflicts.</source>
        <translation>
            <numerusform>%n decision outdated, because answers have changed: decide again on Conflicts.</numerusform>
            <numerusform>%n decisions outdated, because answers have changed: decide again on Conflicts.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them conflict with existing records; both versions are kept.</source>
        <translation>
            <numerusform>%n of them conflicts with an existing record; both versions are kept.</numerusform>
            <numerusform>%n of them conflict with existing records; both versions are kept.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) from the merge of {time} removed.</source>
        <translation>
            <numerusform>%n record from the merge of {time} removed.</numerusform>
            <numerusform>%n records from the merge of {time} removed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n result file(s) arrived. See the Merge page.</source>
        <translation>
            <numerusform>%n result file arrived. See the Merge page.</numerusform>
            <numerusform>%n result files arrived. See the Merge page.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Accept %n unassigned answer(s)</source>
        <translation>
            <numerusform>Accept 1 unassigned answer</numerusform>
            <numerusform>Accept %n unassigned answers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It added %n record(s) (answers: {answers}).</source>
        <translation>
            <numerusform>It added %n record (answers: {answers}).</numerusform>
            <numerusform>It added %n records (answers: {answers}).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It added %n record(s).</source>
        <translation>
            <numerusform>It added %n record.</numerusform>
            <numerusform>It added %n records.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Merge %n new record(s)</source>
        <translation>
            <numerusform>Merge %n new record</numerusform>
            <numerusform>Merge %n new records</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Merged %n new record(s) from {who}.</source>
        <translation>
            <numerusform>Merged %n new record from {who}.</numerusform>
            <numerusform>Merged %n new records from {who}.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MissingLine</name>
    <message numerus="yes">
        <source>%n answer(s) invalid</source>
        <translation>
            <numerusform>%n answer invalid</numerusform>
            <numerusform>%n answers invalid</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) unanswered</source>
        <translation>
            <numerusform>%n question unanswered</numerusform>
            <numerusform>%n questions unanswered</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ModelPoints</name>
    <message numerus="yes">
        <source>The model is writing: %n character(s) so far.</source>
        <translation>
            <numerusform>The model is writing: %n character so far.</numerusform>
            <numerusform>The model is writing: %n characters so far.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NoItems</name>
    <message numerus="yes">
        <source>%n document(s), no items yet</source>
        <translation>
            <numerusform>%n document, no items yet</numerusform>
            <numerusform>%n documents, no items yet</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OptionsEditor</name>
    <message numerus="yes">
        <source>%n point(s)</source>
        <translation>
            <numerusform>%n point</numerusform>
            <numerusform>%n points</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OverviewSection</name>
    <message numerus="yes">
        <source>%n answer(s) excluded, because consent was withdrawn</source>
        <translation>
            <numerusform>%n answer excluded, because consent was withdrawn</numerusform>
            <numerusform>%n answers excluded, because consent was withdrawn</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conflict(s)</source>
        <translation>
            <numerusform>%n conflict</numerusform>
            <numerusform>%n conflicts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n flagged</source>
        <translation>
            <numerusform>%n flagged</numerusform>
            <numerusform>%n flagged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n skipped</source>
        <translation>
            <numerusform>%n skipped</numerusform>
            <numerusform>%n skipped</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n task(s)</source>
        <translation>
            <numerusform>%n task</numerusform>
            <numerusform>%n tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>assigned answers merged; %n answer(s) in all</source>
        <translation>
            <numerusform>assigned answers merged; %n answer in all</numerusform>
            <numerusform>assigned answers merged; %n answers in all</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>items with two or more answers; %n more are in conflict</source>
        <translation>
            <numerusform>items with two or more answers; %n more is in conflict</numerusform>
            <numerusform>items with two or more answers; %n more are in conflict</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PapersPane</name>
    <message numerus="yes">
        <source>%n passage(s)</source>
        <translation>
            <numerusform>%n passage</numerusform>
            <numerusform>%n passages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PeopleSection</name>
    <message numerus="yes">
        <source>%n item(s) are assigned to “{person}”. Press Remove again to withdraw the assignments, too.</source>
        <translation>
            <numerusform>%n item is assigned to “{person}”. Press Remove again to withdraw the assignment, too.</numerusform>
            <numerusform>%n items are assigned to “{person}”. Press Remove again to withdraw the assignments, too.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new person(s).</source>
        <translation>
            <numerusform>%n new person.</numerusform>
            <numerusform>%n new people.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n open item(s) can be given to others.</source>
        <translation>
            <numerusform>%n open item can be given to others.</numerusform>
            <numerusform>%n open items can be given to others.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) refused; the others were imported.</source>
        <translation>
            <numerusform>%n row refused; the others were imported.</numerusform>
            <numerusform>%n rows refused; the others were imported.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Read %n row(s).</source>
        <translation>
            <numerusform>Read %n row.</numerusform>
            <numerusform>Read %n rows.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PhrasesPart</name>
    <message numerus="yes">
        <source>%n phrase(s)</source>
        <translation>
            <numerusform>%n phrase</numerusform>
            <numerusform>%n phrases</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Please add at least %n phrase(s) from the output.</source>
        <translation>
            <numerusform>Please add at least %n phrase from the output.</numerusform>
            <numerusform>Please add at least %n phrases from the output.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Please use at most %n phrase(s).</source>
        <translation>
            <numerusform>Please use at most %n phrase.</numerusform>
            <numerusform>Please use at most %n phrases.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PointList</name>
    <message numerus="yes">
        <source>The maximum of %n point(s) is reached. Combine two, or remove one.</source>
        <translation>
            <numerusform>The maximum of %n point is reached. Combine two, or remove one.</numerusform>
            <numerusform>The maximum of %n points is reached. Combine two, or remove one.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PointsPart</name>
    <message numerus="yes">
        <source>%n point(s)</source>
        <translation>
            <numerusform>%n point</numerusform>
            <numerusform>%n points</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Preparer</name>
    <message numerus="yes">
        <source>%n file(s) read.</source>
        <translation>
            <numerusform>%n file read.</numerusform>
            <numerusform>%n files read.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QuestionList</name>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n problem</numerusform>
            <numerusform>%n problems</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QuestionPage</name>
    <message numerus="yes">
        <source>%n more missing</source>
        <translation>
            <numerusform>%n more missing</numerusform>
            <numerusform>%n more missing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them without text</source>
        <translation>
            <numerusform>%n of them without text</numerusform>
            <numerusform>%n of them without text</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n paper(s) linked</source>
        <translation>
            <numerusform>%n paper linked</numerusform>
            <numerusform>%n papers linked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Link the papers needed to answer it: at least %n, with at most one text missing.</source>
        <translation>
            <numerusform>Link the papers needed to answer it: at least %n, with at most one text missing.</numerusform>
            <numerusform>Link the papers needed to answer it: at least %n, with at most one text missing.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing was pasted: %n character(s) too many.</source>
        <translation>
            <numerusform>Nothing was pasted: %n character too many.</numerusform>
            <numerusform>Nothing was pasted: %n characters too many.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Queue</name>
    <message numerus="yes">
        <source>%n matching item(s)</source>
        <translation>
            <numerusform>%n matching item</numerusform>
            <numerusform>%n matching items</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReassignPanel</name>
    <message numerus="yes">
        <source>%n answer(s) to be given again cannot be moved: only their author can revise them.</source>
        <translation>
            <numerusform>%n answer to be given again cannot be moved: only its author can revise it.</numerusform>
            <numerusform>%n answers to be given again cannot be moved: only their author can revise them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bundle(s) written. Send each person their file.</source>
        <translation>
            <numerusform>%n bundle written. Send it to the person.</numerusform>
            <numerusform>%n bundles written. Send each person their file.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) cannot be moved under the rules for assigning.</source>
        <translation>
            <numerusform>%n item cannot be moved under the rules for assigning.</numerusform>
            <numerusform>%n items cannot be moved under the rules for assigning.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) cannot be moved: {why}.</source>
        <translation>
            <numerusform>%n item cannot be moved: {why}.</numerusform>
            <numerusform>%n items cannot be moved: {why}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) reassigned (seed {seed}).</source>
        <translation>
            <numerusform>%n item reassigned (seed {seed}).</numerusform>
            <numerusform>%n items reassigned (seed {seed}).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) withdrawn.</source>
        <translation>
            <numerusform>%n item withdrawn.</numerusform>
            <numerusform>%n items withdrawn.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) would be withdrawn.</source>
        <translation>
            <numerusform>%n item would be withdrawn.</numerusform>
            <numerusform>%n items would be withdrawn.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) would move.</source>
        <translation>
            <numerusform>%n item would move.</numerusform>
            <numerusform>%n items would move.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n open item(s)</source>
        <translation>
            <numerusform>%n open item</numerusform>
            <numerusform>%n open items</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RisumPanel</name>
    <message numerus="yes">
        <source>%n character(s)</source>
        <translation>
            <numerusform>%n character</numerusform>
            <numerusform>%n characters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n words</source>
        <translation>
            <numerusform>%n word</numerusform>
            <numerusform>%n words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>selection: %n match(es)</source>
        <translation>
            <numerusform>selection: %n match</numerusform>
            <numerusform>selection: %n matches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunBatches</name>
    <message numerus="yes">
        <source>%n further request(s) needed: write the next file.</source>
        <translation>
            <numerusform>%n further request needed: write the next file.</numerusform>
            <numerusform>%n further requests needed: write the next file.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) with an error of the server.</source>
        <translation>
            <numerusform>%n line with an error of the server.</numerusform>
            <numerusform>%n lines with an error of the server.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more line(s) without an answer.</source>
        <translation>
            <numerusform>%n more line without an answer.</numerusform>
            <numerusform>%n more lines without an answer.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n request(s) written to {file}.</source>
        <translation>
            <numerusform>%n request written to {file}.</numerusform>
            <numerusform>%n requests written to {file}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n result(s) not used: choose the same options and items as for the batch file.</source>
        <translation>
            <numerusform>%n result not used: choose the same options and items as for the batch file.</numerusform>
            <numerusform>%n results not used: choose the same options and items as for the batch file.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n written request(s) without a result.</source>
        <translation>
            <numerusform>%n written request without a result.</numerusform>
            <numerusform>%n written requests without a result.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunChoices</name>
    <message numerus="yes">
        <source>Failed last time: %n</source>
        <translation>
            <numerusform>Failed last time: %n</numerusform>
            <numerusform>Failed last time: %n</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunFigures</name>
    <message numerus="yes">
        <source>%n failed.</source>
        <translation>
            <numerusform>%n failed.</numerusform>
            <numerusform>%n failed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them added nothing new.</source>
        <translation>
            <numerusform>%n of them added nothing new.</numerusform>
            <numerusform>%n of them added nothing new.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them may need more requests than estimated.</source>
        <translation>
            <numerusform>%n of them may need more requests than estimated.</numerusform>
            <numerusform>%n of them may need more requests than estimated.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rating(s) flagged: the allowed answers together have little probability.</source>
        <translation>
            <numerusform>%n rating flagged: the allowed answers together have little probability.</numerusform>
            <numerusform>%n ratings flagged: the allowed answers together have little probability.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n remaining.</source>
        <translation>
            <numerusform>%n remaining.</numerusform>
            <numerusform>%n remaining.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Sent %n time(s) without an answer; texts may have arrived.</source>
        <translation>
            <numerusform>Sent once without an answer; texts may have arrived.</numerusform>
            <numerusform>Sent %n times without an answer; texts may have arrived.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunsSection</name>
    <message numerus="yes">
        <source>%n rating(s) withdrawn, because the reference was removed.</source>
        <translation>
            <numerusform>%n rating withdrawn, because the reference was removed.</numerusform>
            <numerusform>%n ratings withdrawn, because the reference was removed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n text(s) without a reference, so they have no ROUGE.</source>
        <translation>
            <numerusform>%n text without a reference, so it has no ROUGE.</numerusform>
            <numerusform>%n texts without a reference, so they have no ROUGE.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SectionEditor</name>
    <message numerus="yes">
        <source>Only the first %n of {count} lines fit. The rest was not inserted.</source>
        <translation>
            <numerusform>Only the first line of {count} fits. The rest was not inserted.</numerusform>
            <numerusform>Only the first %n of {count} lines fit. The rest was not inserted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The maximum of %n section(s) is reached. Combine two, or remove one.</source>
        <translation>
            <numerusform>The maximum of %n section is reached. Combine two, or remove one.</numerusform>
            <numerusform>The maximum of %n sections is reached. Combine two, or remove one.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SectionFixes</name>
    <message numerus="yes">
        <source>%n section(s) to fix</source>
        <translation>
            <numerusform>%n section to fix</numerusform>
            <numerusform>%n sections to fix</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SectionHead</name>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n change</numerusform>
            <numerusform>%n changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SectionRow</name>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n word</numerusform>
            <numerusform>%n words</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SectionTexts</name>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n change</numerusform>
            <numerusform>%n changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n section(s) added</source>
        <translation>
            <numerusform>%n section added</numerusform>
            <numerusform>%n sections added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n section(s) changed</source>
        <translation>
            <numerusform>%n section changed</numerusform>
            <numerusform>%n sections changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n section(s) moved</source>
        <translation>
            <numerusform>%n section moved</numerusform>
            <numerusform>%n sections moved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n section(s) removed</source>
        <translation>
            <numerusform>%n section removed</numerusform>
            <numerusform>%n sections removed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n title(s) changed</source>
        <translation>
            <numerusform>%n title changed</numerusform>
            <numerusform>%n titles changed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SelectionBar</name>
    <message numerus="yes">
        <source>%n answer(s)</source>
        <translation>
            <numerusform>%n answer</numerusform>
            <numerusform>%n answers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) excluded.</source>
        <translation>
            <numerusform>%n item excluded.</numerusform>
            <numerusform>%n items excluded.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) put back.</source>
        <translation>
            <numerusform>%n item put back.</numerusform>
            <numerusform>%n items put back.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) written to {file}.</source>
        <translation>
            <numerusform>%n item written to {file}.</numerusform>
            <numerusform>%n items written to {file}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new assignment(s).</source>
        <translation>
            <numerusform>%n new assignment.</numerusform>
            <numerusform>%n new assignments.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not in this list</source>
        <translation>
            <numerusform>%n not in this list</numerusform>
            <numerusform>%n not in this list</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n open assignment(s) removed.</source>
        <translation>
            <numerusform>%n open assignment removed.</numerusform>
            <numerusform>%n open assignments removed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n open assignment(s) removed. Answers are kept.</source>
        <translation>
            <numerusform>%n open assignment removed. Answers are kept.</numerusform>
            <numerusform>%n open assignments removed. Answers are kept.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n selected</source>
        <translation>
            <numerusform>%n selected</numerusform>
            <numerusform>%n selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Exclude %n item(s)</source>
        <translation>
            <numerusform>Exclude %n item</numerusform>
            <numerusform>Exclude %n items</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>For %n selected item(s):</source>
        <translation>
            <numerusform>For %n selected item:</numerusform>
            <numerusform>For %n selected items:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Who gets these %n item(s)?</source>
        <translation>
            <numerusform>Who gets this item?</numerusform>
            <numerusform>Who gets these %n items?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Sending</name>
    <message numerus="yes">
        <source>%n annotated item(s). Send this file to the project lead, for example by e-mail. You can write it again at any time.</source>
        <translation>
            <numerusform>%n annotated item. Send this file to the project lead, for example by e-mail. You can write it again at any time.</numerusform>
            <numerusform>%n annotated items. Send this file to the project lead, for example by e-mail. You can write it again at any time.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n draft(s)</source>
        <translation>
            <numerusform>%n draft</numerusform>
            <numerusform>%n drafts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) to do</source>
        <translation>
            <numerusform>%n item to do</numerusform>
            <numerusform>%n items to do</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them edited after submission (the file contains the submitted answers)</source>
        <translation>
            <numerusform>%n of them edited after submission (the file contains the submitted answers)</numerusform>
            <numerusform>%n of them edited after submission (the file contains the submitted answers)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them skipped</source>
        <translation>
            <numerusform>%n of them skipped</numerusform>
            <numerusform>%n of them skipped</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SessionView</name>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n word</numerusform>
            <numerusform>%n words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The model sees the answer and passages from %n paper(s).</source>
        <translation>
            <numerusform>The model sees the answer and passages from %n paper.</numerusform>
            <numerusform>The model sees the answer and passages from %n papers.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SessionWords</name>
    <message numerus="yes">
        <source>%n turn(s)</source>
        <translation>
            <numerusform>%n turn</numerusform>
            <numerusform>%n turns</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SubmissionsSection</name>
    <message numerus="yes">
        <source>{person}: %n more task(s)</source>
        <translation>
            <numerusform>{person}: %n more task</numerusform>
            <numerusform>{person}: %n more tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… and %n more</numerusform>
            <numerusform>… and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Summaries</name>
    <message numerus="yes">
        <source>%n answer(s)</source>
        <translation>
            <numerusform>%n answer</numerusform>
            <numerusform>%n answers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n assignment(s)</source>
        <translation>
            <numerusform>%n assignment</numerusform>
            <numerusform>%n assignments</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conflict(s)</source>
        <translation>
            <numerusform>%n conflict</numerusform>
            <numerusform>%n conflicts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n external</source>
        <translation>
            <numerusform>%n external</numerusform>
            <numerusform>%n external</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n failed</numerusform>
            <numerusform>%n failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n item</numerusform>
            <numerusform>%n items</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) with several answers</source>
        <translation>
            <numerusform>%n item with several answers</numerusform>
            <numerusform>%n items with several answers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n job(s)</source>
        <translation>
            <numerusform>%n job</numerusform>
            <numerusform>%n jobs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n outdated</source>
        <translation>
            <numerusform>%n outdated</numerusform>
            <numerusform>%n outdated</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n paused or left</source>
        <translation>
            <numerusform>%n paused or left</numerusform>
            <numerusform>%n paused or left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pending</source>
        <translation>
            <numerusform>%n pending</numerusform>
            <numerusform>%n pending</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n person(s)</source>
        <translation>
            <numerusform>%n person</numerusform>
            <numerusform>%n people</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n person(s) with work</source>
        <translation>
            <numerusform>%n person with work</numerusform>
            <numerusform>%n people with work</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>keys of %n person(s) not confirmed</source>
        <translation>
            <numerusform>keys of %n person not confirmed</numerusform>
            <numerusform>keys of %n people not confirmed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TextPane</name>
    <message numerus="yes">
        <source>%n character(s)</source>
        <translation>
            <numerusform>%n character</numerusform>
            <numerusform>%n characters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n word</numerusform>
            <numerusform>%n words</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Unmentioned</name>
    <message numerus="yes">
        <source>and %n more change(s)</source>
        <translation>
            <numerusform>and %n more change</numerusform>
            <numerusform>and %n more changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>VariantHead</name>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n word</numerusform>
            <numerusform>%n words</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WorkBar</name>
    <message numerus="yes">
        <source>%n answer(s) invalid</source>
        <translation>
            <numerusform>%n answer invalid</numerusform>
            <numerusform>%n answers invalid</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) missing or invalid</source>
        <translation>
            <numerusform>%n answer missing or invalid</numerusform>
            <numerusform>%n answers missing or invalid</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n optional question(s) left</source>
        <translation>
            <numerusform>%n optional question left</numerusform>
            <numerusform>%n optional questions left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) left</source>
        <translation>
            <numerusform>%n question left</numerusform>
            <numerusform>%n questions left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n required answer(s) missing</source>
        <translation>
            <numerusform>%n required answer missing</numerusform>
            <numerusform>%n required answers missing</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workplace</name>
    <message numerus="yes">
        <source>%n item(s) imported from {file}.</source>
        <translation>
            <numerusform>%n item imported from {file}.</numerusform>
            <numerusform>%n items imported from {file}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) returned to you with a note.</source>
        <translation>
            <numerusform>%n item returned to you with a note.</numerusform>
            <numerusform>%n items returned to you with a note.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) of the bundle were excluded: {why}.</source>
        <translation>
            <numerusform>%n record of the bundle was excluded: {why}.</numerusform>
            <numerusform>%n records of the bundle were excluded: {why}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Texts have changed in %n item(s): {numbers}. Check whether your answers are still correct.</source>
        <translation>
            <numerusform>Texts have changed in %n item: {numbers}. Check whether your answers are still correct.</numerusform>
            <numerusform>Texts have changed in %n items: {numbers}. Check whether your answers are still correct.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The project lead changed your answers to %n item(s): {numbers}. Revisions (Ctrl+H) shows and restores yours.</source>
        <translation>
            <numerusform>The project lead changed your answers to %n item: {numbers}. Revisions (Ctrl+H) shows and restores yours.</numerusform>
            <numerusform>The project lead changed your answers to %n items: {numbers}. Revisions (Ctrl+H) shows and restores yours.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The questions have changed: answer %n item(s) again.</source>
        <translation>
            <numerusform>The questions have changed: answer %n item again.</numerusform>
            <numerusform>The questions have changed: answer %n items again.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_Lengths</name>
    <message numerus="yes">
        <source>Please enter at least %n characters.</source>
        <translation>
            <numerusform>Please enter at least %n character.</numerusform>
            <numerusform>Please enter at least %n characters.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Please enter at most %n characters.</source>
        <translation>
            <numerusform>Please enter at most %n character.</numerusform>
            <numerusform>Please enter at most %n characters.</numerusform>
        </translation>
    </message>
</context>
</TS>
