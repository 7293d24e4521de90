<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>AgainPanel</name>
    <message numerus="yes">
        <source>%n turn(s) not rated</source>
        <translation>
            <numerusform>%n turn not rated</numerusform>
            <numerusform>%n turns not rated</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AgreementSection</name>
    <message numerus="yes">
        <source>%n answer(s)</source>
        <translation>
            <numerusform>%n answer</numerusform>
            <numerusform>%n answers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) of people who took their consent back are left out.</source>
        <translation>
            <numerusform>%n answer of people who took their consent back is left out.</numerusform>
            <numerusform>%n answers of people who took their consent back are left out.</numerusform>
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
        <source>%n item(s) by two or more</source>
        <translation>
            <numerusform>%n item by two or more</numerusform>
            <numerusform>%n items by two or more</numerusform>
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
        <source>Saved %n file(s) in {folder}.</source>
        <translation>
            <numerusform>Saved %n file in {folder}.</numerusform>
            <numerusform>Saved %n files in {folder}.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AnswerPane</name>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n word</numerusform>
            <numerusform>%n words</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AssignSection</name>
    <message numerus="yes">
        <source>%n assignment(s)</source>
        <translation>
            <numerusform>%n assignment</numerusform>
            <numerusform>%n assignments</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n assignment(s) were made.</source>
        <translation>
            <numerusform>%n assignment was made.</numerusform>
            <numerusform>%n assignments were made.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n earlier one(s) stay as they are.</source>
        <translation>
            <numerusform>%n earlier one stays as it is.</numerusform>
            <numerusform>%n earlier ones stay as they are.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) have too few people: {why}.</source>
        <translation>
            <numerusform>%n item has too few people: {why}.</numerusform>
            <numerusform>%n items have too few people: {why}.</numerusform>
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
        <source>Nobody new is given %n item(s): {why}.</source>
        <translation>
            <numerusform>Nobody new is given %n item: {why}.</numerusform>
            <numerusform>Nobody new is given %n items: {why}.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BundlesSection</name>
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
        <source>%n person(s) with work</source>
        <translation>
            <numerusform>%n person with work</numerusform>
            <numerusform>%n people with work</numerusform>
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
    <name>DiffBar</name>
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
    <name>ItemsSection</name>
    <message numerus="yes">
        <source>%n document(s) could not be read.</source>
        <translation>
            <numerusform>%n document could not be read.</numerusform>
            <numerusform>%n documents could not be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n document(s) were known.</source>
        <translation>
            <numerusform>%n document was known.</numerusform>
            <numerusform>%n documents were known.</numerusform>
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
        <source>%n other new record(s).</source>
        <translation>
            <numerusform>%n other new record.</numerusform>
            <numerusform>%n other new records.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) were known.</source>
        <translation>
            <numerusform>%n row was known.</numerusform>
            <numerusform>%n rows were known.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) were refused; the others are in.</source>
        <translation>
            <numerusform>%n row was refused; the others are in.</numerusform>
            <numerusform>%n rows were refused; the others are in.</numerusform>
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
    <name>MergeSection</name>
    <message numerus="yes">
        <source>%n answer(s) accepted: they count from now on.</source>
        <translation>
            <numerusform>1 answer accepted: it counts from now on.</numerusform>
            <numerusform>%n answers accepted: they count from now on.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bundle(s) can be looked at under Merge.</source>
        <translation>
            <numerusform>%n bundle can be looked at under Merge.</numerusform>
            <numerusform>%n bundles can be looked at under Merge.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bundle(s) chosen</source>
        <translation>
            <numerusform>%n bundle chosen</numerusform>
            <numerusform>%n bundles chosen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bundle(s) will be checked on the page Merge when the current task is finished.</source>
        <translation>
            <numerusform>%n bundle will be checked on the page Merge when the current task is finished.</numerusform>
            <numerusform>%n bundles will be checked on the page Merge when the current task is finished.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them conflict with what was there; both versions are kept.</source>
        <translation>
            <numerusform>%n of them conflicts with what was there; both versions are kept.</numerusform>
            <numerusform>%n of them conflict with what was there; both versions are kept.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) of the merge of {time} were taken out again.</source>
        <translation>
            <numerusform>%n record of the merge of {time} was taken out again.</numerusform>
            <numerusform>%n records of the merge of {time} were taken out again.</numerusform>
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
        <source>Merge %n new record(s)</source>
        <translation>
            <numerusform>Merge %n new record</numerusform>
            <numerusform>Merge %n new records</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Merged %n new record(s) of {who}.</source>
        <translation>
            <numerusform>Merged %n new record of {who}.</numerusform>
            <numerusform>Merged %n new records of {who}.</numerusform>
        </translation>
    </message>
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
        <source>Prepared: %n point(s). Look at the response yourself first.</source>
        <translation>
            <numerusform>Prepared: %n point. Look at the response yourself first.</numerusform>
            <numerusform>Prepared: %n points. Look at the response yourself first.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The model is writing: %n character(s) so far.</source>
        <translation>
            <numerusform>The model is writing: %n character so far.</numerusform>
            <numerusform>The model is writing: %n characters so far.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PeopleSection</name>
    <message numerus="yes">
        <source>%n item(s) are assigned to “{person}”. Press Remove again to withdraw these, too.</source>
        <translation>
            <numerusform>%n item is assigned to “{person}”. Press Remove again to withdraw it, too.</numerusform>
            <numerusform>%n items are assigned to “{person}”. Press Remove again to withdraw these, too.</numerusform>
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
        <source>%n person(s)</source>
        <translation>
            <numerusform>%n person</numerusform>
            <numerusform>%n people</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) were refused; the others are in.</source>
        <translation>
            <numerusform>%n row was refused; the others are in.</numerusform>
            <numerusform>%n rows were refused; the others are in.</numerusform>
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
        <source>At least %n phrase(s) of the output, please.</source>
        <translation>
            <numerusform>At least %n phrase of the output, please.</numerusform>
            <numerusform>At least %n phrases of the output, please.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At most %n phrase(s), please.</source>
        <translation>
            <numerusform>At most %n phrase, please.</numerusform>
            <numerusform>At most %n phrases, please.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PointList</name>
    <message numerus="yes">
        <source>There are %n point(s) here already, and there can be no more. Put two into one, or remove one.</source>
        <translation>
            <numerusform>There is %n point here already, and there can be no more. Put two into one, or remove one.</numerusform>
            <numerusform>There are %n points here already, and there can be no more. Put two into one, or remove one.</numerusform>
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
    <name>ProgressSection</name>
    <message numerus="yes">
        <source>%n answer(s)</source>
        <translation>
            <numerusform>%n answer</numerusform>
            <numerusform>%n answers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conflict(s): two versions of one thing that differ. Both are kept and left out of the figures until you decide, with “proofdesk conflicts” and “proofdesk adjudicate” on the command line.</source>
        <translation>
            <numerusform>%n conflict: two versions of one thing that differ. Both are kept and left out of the figures until you decide, with “proofdesk conflicts” and “proofdesk adjudicate” on the command line.</numerusform>
            <numerusform>%n conflicts: two versions of one thing that differ. Both are kept and left out of the figures until you decide, with “proofdesk conflicts” and “proofdesk adjudicate” on the command line.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) wait for others to arrive.</source>
        <translation>
            <numerusform>%n record waits for others to arrive.</numerusform>
            <numerusform>%n records wait for others to arrive.</numerusform>
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
        <source>Link the papers to answer it from: %n or more, at most one of them without its text.</source>
        <translation>
            <numerusform>Link the papers to answer it from: %n or more, at most one of them without its text.</numerusform>
            <numerusform>Link the papers to answer it from: %n or more, at most one of them without its text.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing was pasted: %n character(s) are too many.</source>
        <translation>
            <numerusform>Nothing was pasted: %n character is too many.</numerusform>
            <numerusform>Nothing was pasted: %n characters are too many.</numerusform>
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
        <source>%n not found</source>
        <translation>
            <numerusform>%n not found</numerusform>
            <numerusform>%n not found</numerusform>
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
        <source>selection: %n ×</source>
        <translation>
            <numerusform>selection: %n ×</numerusform>
            <numerusform>selection: %n ×</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunChoices</name>
    <message numerus="yes">
        <source>What failed last time: %n</source>
        <translation>
            <numerusform>What failed last time: %n</numerusform>
            <numerusform>What failed last time: %n</numerusform>
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
        <source>%n left.</source>
        <translation>
            <numerusform>%n left.</numerusform>
            <numerusform>%n left.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them brought nothing new.</source>
        <translation>
            <numerusform>%n of them brought nothing new.</numerusform>
            <numerusform>%n of them brought nothing new.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them may ask more than can be known beforehand.</source>
        <translation>
            <numerusform>%n of them may ask more than can be known beforehand.</numerusform>
            <numerusform>%n of them may ask more than can be known beforehand.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunsSection</name>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n failed</numerusform>
            <numerusform>%n failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n job(s)</source>
        <translation>
            <numerusform>%n job</numerusform>
            <numerusform>%n jobs</numerusform>
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
        <source>There are %n section(s) here already, and there can be no more. Put two into one, or remove one.</source>
        <translation>
            <numerusform>There is %n section here already, and there can be no more. Put two into one, or remove one.</numerusform>
            <numerusform>There are %n sections here already, and there can be no more. Put two into one, or remove one.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SectionPane</name>
    <message numerus="yes">
        <source>%n section(s) to fix</source>
        <translation>
            <numerusform>%n section to fix</numerusform>
            <numerusform>%n sections to fix</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Sending</name>
    <message numerus="yes">
        <source>%n annotated item(s). Send this file to the project lead, by e-mail for instance. You can write it again at any time.</source>
        <translation>
            <numerusform>%n annotated item. Send this file to the project lead, by e-mail for instance. You can write it again at any time.</numerusform>
            <numerusform>%n annotated items. Send this file to the project lead, by e-mail for instance. You can write it again at any time.</numerusform>
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
        <source>%n of them edited after submission (the file has the submitted answers)</source>
        <translation>
            <numerusform>%n of them edited after submission (the file has the submitted answers)</numerusform>
            <numerusform>%n of them edited after submission (the file has the submitted answers)</numerusform>
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
        <source>%n to be decided</source>
        <translation>
            <numerusform>%n to be decided</numerusform>
            <numerusform>%n to be decided</numerusform>
        </translation>
    </message>
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
    <name>Variants</name>
    <message numerus="yes">
        <source>%n word(s) of output</source>
        <translation>
            <numerusform>%n word of output</numerusform>
            <numerusform>%n words of output</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workplace</name>
    <message numerus="yes">
        <source>%n item(s) came back to you, with a note.</source>
        <translation>
            <numerusform>%n item came back to you, with a note.</numerusform>
            <numerusform>%n items came back to you, with a note.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) came with {file}.</source>
        <translation>
            <numerusform>%n item came with {file}.</numerusform>
            <numerusform>%n items came with {file}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) of the bundle were left out: {why}.</source>
        <translation>
            <numerusform>%n record of the bundle was left out: {why}.</numerusform>
            <numerusform>%n records of the bundle were left out: {why}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Texts have changed in %n item(s): {numbers}. Look whether your answers still hold.</source>
        <translation>
            <numerusform>Texts have changed in %n item: {numbers}. Look whether your answers still hold.</numerusform>
            <numerusform>Texts have changed in %n items: {numbers}. Look whether your answers still hold.</numerusform>
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
    <name>_Counts</name>
    <message numerus="yes">
        <source>%n paragraph(s)</source>
        <translation>
            <numerusform>%n paragraph</numerusform>
            <numerusform>%n paragraphs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sentence(s)</source>
        <translation>
            <numerusform>%n sentence</numerusform>
            <numerusform>%n sentences</numerusform>
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
    <name>_Lengths</name>
    <message numerus="yes">
        <source>At least %n characters, please.</source>
        <translation>
            <numerusform>At least %n character, please.</numerusform>
            <numerusform>At least %n characters, please.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At most %n characters, please.</source>
        <translation>
            <numerusform>At most %n character, please.</numerusform>
            <numerusform>At most %n characters, please.</numerusform>
        </translation>
    </message>
</context>
</TS>
