<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>AboutPage</name>
    <message>
        <source>All questions are optional. Your answers are stored separately from your ratings and shown only as counts.</source>
        <translation>Alle Fragen sind freiwillig. Ihre Angaben werden getrennt von Ihren Urteilen gespeichert und nur als Häufigkeiten angezeigt.</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save and continue</source>
        <translation>Speichern und weiter</translation>
    </message>
    <message>
        <source>Saved state</source>
        <translation>Speicherstand</translation>
    </message>
    <message>
        <source>Skip for now</source>
        <translation>Vorerst überspringen</translation>
    </message>
</context>
<context>
    <name>AddQuestion</name>
    <message>
        <source>ADD QUESTION</source>
        <translation>FRAGE HINZUFÜGEN</translation>
    </message>
    <message>
        <source>Add question…</source>
        <translation>Frage hinzufügen…</translation>
    </message>
    <message>
        <source>Add: {type}</source>
        <translation>Hinzufügen: {type}</translation>
    </message>
</context>
<context>
    <name>AgainPanel</name>
    <message>
        <source>For reading only, without questions</source>
        <translation>Nur zum Lesen, ohne Fragen</translation>
    </message>
    <message>
        <source>Next turn</source>
        <translation>Nächster Durchgang</translation>
    </message>
    <message>
        <source>Previous turn</source>
        <translation>Vorheriger Durchgang</translation>
    </message>
    <message>
        <source>Rate this turn first: the next one would reveal how its author rated it.</source>
        <translation>Bewerten Sie zuerst diesen Durchgang: Der nächste würde verraten, wie er ursprünglich bewertet wurde.</translation>
    </message>
    <message>
        <source>Rate turns again</source>
        <translation>Durchgänge noch einmal bewerten</translation>
    </message>
    <message>
        <source>Turn {number}</source>
        <translation>Durchgang {number}</translation>
    </message>
    <message>
        <source>Turn {number} of {count}</source>
        <translation>Durchgang {number} von {count}</translation>
    </message>
    <message>
        <source>{done} of {every} rated</source>
        <translation>{done} von {every} bewertet</translation>
    </message>
</context>
<context>
    <name>AgreementSection</name>
    <message numerus="yes">
        <source>%n answer(s)</source>
        <translation>
            <numerusform>%n Antwort</numerusform>
            <numerusform>%n Antworten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) from people who withdrew their consent are excluded.</source>
        <translation>
            <numerusform>%n Antwort von Personen, die ihre Einwilligung widerrufen haben, wird nicht berücksichtigt.</numerusform>
            <numerusform>%n Antworten von Personen, die ihre Einwilligung widerrufen haben, werden nicht berücksichtigt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) so far</source>
        <translation>
            <numerusform>%n Antwort bisher</numerusform>
            <numerusform>%n Antworten bisher</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) have answers by two or more people.</source>
        <translation>
            <numerusform>Zu %n Aufgabe liegen Antworten von mindestens zwei Personen vor.</numerusform>
            <numerusform>Zu %n Aufgaben liegen Antworten von mindestens zwei Personen vor.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) with several answers</source>
        <translation>
            <numerusform>%n Aufgabe mit mehreren Antworten</numerusform>
            <numerusform>%n Aufgaben mit mehreren Antworten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) with two or more answers.</source>
        <translation>
            <numerusform>%n Aufgabe mit zwei oder mehr Antworten.</numerusform>
            <numerusform>%n Aufgaben mit zwei oder mehr Antworten.</numerusform>
        </translation>
    </message>
    <message>
        <source>A folder of SVG files.</source>
        <translation>Ein Ordner mit SVG-Dateien.</translation>
    </message>
    <message>
        <source>Agreement</source>
        <translation>Übereinstimmung</translation>
    </message>
    <message>
        <source>Agreement by question</source>
        <translation>Übereinstimmung je Frage</translation>
    </message>
    <message>
        <source>Agreement needs items that two people answered. Merge the results of at least two people, then compute the tables here.</source>
        <translation>Die Übereinstimmung lässt sich nur für Aufgaben berechnen, die zwei Personen beantwortet haben. Führen Sie die Ergebnisse von mindestens zwei Personen zusammen, und berechnen Sie dann hier die Tabellen.</translation>
    </message>
    <message>
        <source>Aliases everywhere</source>
        <translation>Überall Decknamen</translation>
    </message>
    <message>
        <source>CSV, Markdown, HTML or LaTeX.</source>
        <translation>CSV, Markdown, HTML oder LaTeX.</translation>
    </message>
    <message>
        <source>CSV, all digits</source>
        <translation>CSV, alle Stellen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel computing</source>
        <translation>Berechnung abbrechen</translation>
    </message>
    <message>
        <source>Cancelled. Nothing was changed.</source>
        <translation>Abgebrochen. Es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Ordner wählen</translation>
    </message>
    <message>
        <source>Collecting the data…</source>
        <translation>Daten werden gesammelt…</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Berechnen</translation>
    </message>
    <message>
        <source>Compute again</source>
        <translation>Neu berechnen</translation>
    </message>
    <message>
        <source>Compute the tables</source>
        <translation>Tabellen berechnen</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>Berechnung läuft</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>Wird berechnet…</translation>
    </message>
    <message>
        <source>Conflicting answers are excluded.</source>
        <translation>Widersprüchliche Antworten zählen nicht.</translation>
    </message>
    <message>
        <source>Copies and saved files contain the names of people and models.</source>
        <translation>Kopien und gespeicherte Dateien enthalten die Namen von Personen und Modellen.</translation>
    </message>
    <message>
        <source>Displayed result</source>
        <translation>Angezeigtes Ergebnis</translation>
    </message>
    <message>
        <source>Figure: {title}</source>
        <translation>Diagramm: {title}</translation>
    </message>
    <message>
        <source>Go to Merge</source>
        <translation>Zum Zusammenführen</translation>
    </message>
    <message>
        <source>Group by: none</source>
        <translation>Gruppierung: keine</translation>
    </message>
    <message>
        <source>Group by: {field}</source>
        <translation>Gruppierung: {field}</translation>
    </message>
    <message>
        <source>Group items by</source>
        <translation>Aufgaben gruppieren nach</translation>
    </message>
    <message>
        <source>HTML</source>
        <translation>HTML</translation>
    </message>
    <message>
        <source>LaTeX</source>
        <translation>LaTeX</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>Merge the results of your annotators, then compute the tables here.</source>
        <translation>Führen Sie die Ergebnisse der Annotierenden zusammen, und berechnen Sie dann hier die Tabellen.</translation>
    </message>
    <message>
        <source>Most tables need only one person per item.</source>
        <translation>Für die meisten Tabellen genügt eine Person je Aufgabe.</translation>
    </message>
    <message>
        <source>Names everywhere</source>
        <translation>Überall Namen</translation>
    </message>
    <message>
        <source>Names here, aliases in files</source>
        <translation>Hier Namen, in Dateien Decknamen</translation>
    </message>
    <message>
        <source>Names of people and models</source>
        <translation>Namen von Personen und Modellen</translation>
    </message>
    <message>
        <source>No item has answers by two people yet, so there is no agreement to compute. Other tables may already contain values.</source>
        <translation>Noch gibt es zu keiner Aufgabe Antworten von zwei Personen; deshalb lässt sich keine Übereinstimmung berechnen. Andere Tabellen enthalten vielleicht schon Werte.</translation>
    </message>
    <message>
        <source>No results yet</source>
        <translation>Noch keine Ergebnisse</translation>
    </message>
    <message>
        <source>No two people have answered the same question about an item, so there is no agreement by question. The tables show what this protocol compares.</source>
        <translation>Keine zwei Personen haben dieselbe Frage zu einer Aufgabe beantwortet, daher gibt es keine Übereinstimmung nach Fragen. Die Tabellen zeigen, was dieses Protokoll vergleicht.</translation>
    </message>
    <message>
        <source>Not enough data for agreement: no item has answers from two people yet. Values that cannot be computed are shown as a dash.</source>
        <translation>Zu wenig Daten für die Übereinstimmung: Noch gibt es zu keiner Aufgabe Antworten von zwei Personen. Werte, die sich nicht berechnen lassen, erscheinen als Strich.</translation>
    </message>
    <message>
        <source>One web page (HTML).</source>
        <translation>Eine Webseite (HTML).</translation>
    </message>
    <message>
        <source>Protocol to analyse</source>
        <translation>Auszuwertendes Protokoll</translation>
    </message>
    <message>
        <source>Save figures…</source>
        <translation>Diagramme speichern…</translation>
    </message>
    <message>
        <source>Save report…</source>
        <translation>Bericht speichern…</translation>
    </message>
    <message>
        <source>Save tables…</source>
        <translation>Tabellen speichern…</translation>
    </message>
    <message>
        <source>Save the report as</source>
        <translation>Bericht speichern als</translation>
    </message>
    <message numerus="yes">
        <source>Saved %n file(s) in {folder}.</source>
        <translation>
            <numerusform>%n Datei in {folder} gespeichert.</numerusform>
            <numerusform>%n Dateien in {folder} gespeichert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Saved {file}.</source>
        <translation>{file} gespeichert.</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>The project has changed since these results were computed.</source>
        <translation>Das Projekt hat sich seit dieser Berechnung geändert.</translation>
    </message>
    <message>
        <source>There are no results to analyse yet. Conflicting answers are excluded.</source>
        <translation>Es gibt noch keine Ergebnisse, die sich auswerten lassen. Widersprüchliche Antworten zählen nicht.</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>Webseiten (*.html)</translation>
    </message>
    <message>
        <source>Writing the report…</source>
        <translation>Bericht wird geschrieben…</translation>
    </message>
    <message>
        <source>You see aliases. Copies and saved files contain them, too.</source>
        <translation>Sie sehen Decknamen. Auch Kopien und gespeicherte Dateien enthalten sie.</translation>
    </message>
    <message>
        <source>You see names. Copies and saved files contain aliases.</source>
        <translation>Sie sehen Namen. Kopien und gespeicherte Dateien enthalten Decknamen.</translation>
    </message>
    <message>
        <source>model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>not enough data</source>
        <translation>zu wenig Daten</translation>
    </message>
    <message>
        <source>source</source>
        <translation>Quelle</translation>
    </message>
</context>
<context>
    <name>AgreementView</name>
    <message numerus="yes">
        <source>%n answer(s)</source>
        <translation>
            <numerusform>%n Antwort</numerusform>
            <numerusform>%n Antworten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) do not fit the current form and are left out.</source>
        <translation>
            <numerusform>%n Antwort passt nicht zum aktuellen Formular und zählt nicht.</numerusform>
            <numerusform>%n Antworten passen nicht zum aktuellen Formular und zählen nicht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n Aufgabe</numerusform>
            <numerusform>%n Aufgaben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) with several answers</source>
        <translation>
            <numerusform>%n Aufgabe mit mehreren Antworten</numerusform>
            <numerusform>%n Aufgaben mit mehreren Antworten</numerusform>
        </translation>
    </message>
    <message>
        <source>95 % interval {low} to {high}</source>
        <translation>95-%-Intervall {low} bis {high}</translation>
    </message>
    <message>
        <source>ANSWERS PER PERSON, %</source>
        <translation>ANTWORTEN JE PERSON, %</translation>
    </message>
    <message>
        <source>Agreement by question</source>
        <translation>Übereinstimmung je Frage</translation>
    </message>
    <message>
        <source>Agreement without one person</source>
        <translation>Übereinstimmung ohne eine Person</translation>
    </message>
    <message>
        <source>Answers per person</source>
        <translation>Antworten je Person</translation>
    </message>
    <message>
        <source>Cohen’s {kappa} for the items that both answered. Press Enter to open them.</source>
        <translation>Cohens {kappa} für die Aufgaben, die beide beantwortet haben. Die Eingabetaste öffnet sie.</translation>
    </message>
    <message>
        <source>Comparison of annotators</source>
        <translation>Vergleich der Annotierenden</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Item</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Items</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>Items of {first} and {second}</source>
        <translation>Aufgaben von {first} und {second}</translation>
    </message>
    <message>
        <source>Items of {person} and others</source>
        <translation>Aufgaben von {person} und anderen</translation>
    </message>
    <message>
        <source>Items with two answers: {question}</source>
        <translation>Aufgaben mit zwei Antworten: {question}</translation>
    </message>
    <message>
        <source>KRIPPENDORFF’S α PER QUESTION, WITH 95 % INTERVAL</source>
        <translation>KRIPPENDORFFS α JE FRAGE, MIT 95-%-INTERVALL</translation>
    </message>
    <message>
        <source>MOST DIVISIVE ITEMS</source>
        <translation>UMSTRITTENSTE AUFGABEN</translation>
    </message>
    <message>
        <source>Most divisive items</source>
        <translation>Umstrittenste Aufgaben</translation>
    </message>
    <message>
        <source>Most divisive items: {question}</source>
        <translation>Umstrittenste Aufgaben: {question}</translation>
    </message>
    <message>
        <source>Needs three or more people. Shows who differs most from the others.</source>
        <translation>Erfordert mindestens drei Personen. Zeigt, wer am stärksten von den anderen abweicht.</translation>
    </message>
    <message>
        <source>No item has answers that differ.</source>
        <translation>Bei keiner Aufgabe unterscheiden sich die Antworten.</translation>
    </message>
    <message>
        <source>No two people have answered the same item.</source>
        <translation>Keine zwei Personen haben dieselbe Aufgabe beantwortet.</translation>
    </message>
    <message>
        <source>Open in Items</source>
        <translation>Unter Aufgaben öffnen</translation>
    </message>
    <message>
        <source>Open in Items: the most divisive items</source>
        <translation>Unter Aufgaben öffnen: die umstrittensten Aufgaben</translation>
    </message>
    <message>
        <source>Open in Items: the unusual answers</source>
        <translation>Unter Aufgaben öffnen: die auffälligen Antworten</translation>
    </message>
    <message>
        <source>Pair</source>
        <translation>Paar</translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <source>Pairs of annotators</source>
        <translation>Paare von Annotierenden</translation>
    </message>
    <message>
        <source>Why undefined</source>
        <translation>Warum undefiniert</translation>
    </message>
    <message>
        <source>Without one person</source>
        <translation>Ohne eine Person</translation>
    </message>
    <message>
        <source>Without {person}</source>
        <translation>Ohne {person}</translation>
    </message>
    <message>
        <source>Without {person}: {why}.</source>
        <translation>Ohne {person}: {why}.</translation>
    </message>
    <message>
        <source>Without {person}: α {value}</source>
        <translation>Ohne {person}: α {value}</translation>
    </message>
    <message>
        <source>acceptable</source>
        <translation>akzeptabel</translation>
    </message>
    <message>
        <source>categories</source>
        <translation>Kategorien</translation>
    </message>
    <message>
        <source>good</source>
        <translation>gut</translation>
    </message>
    <message>
        <source>moderate</source>
        <translation>mäßig</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>kein Wert</translation>
    </message>
    <message>
        <source>not defined</source>
        <translation>nicht definiert</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>ordered</source>
        <translation>geordnet</translation>
    </message>
    <message>
        <source>poor</source>
        <translation>schwach</translation>
    </message>
    <message>
        <source>{person} gave “{answer}” in {share} % of answers, the others in {lowest} %.</source>
        <translation>{person} hat in {share} % der Antworten „{answer}“ gewählt, die anderen in {lowest} %.</translation>
    </message>
    <message>
        <source>{person} gave “{answer}” in {share} % of answers, the others in {lowest} to {highest} %.</source>
        <translation>{person} hat in {share} % der Antworten „{answer}“ gewählt, die anderen in {lowest} bis {highest} %.</translation>
    </message>
    <message>
        <source>{question}: α {value}, {grade}</source>
        <translation>{question}: α {value}, {grade}</translation>
    </message>
</context>
<context>
    <name>AnswerBar</name>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n Änderung</numerusform>
            <numerusform>%n Änderungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Answer of the next turn</source>
        <translation>Antwort des nächsten Durchgangs</translation>
    </message>
    <message>
        <source>Answer of the previous turn</source>
        <translation>Antwort des vorigen Durchgangs</translation>
    </message>
    <message>
        <source>Both answers in one text, with all changes marked</source>
        <translation>Beide Antworten in einem Text, alle Änderungen markiert</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Beide</translation>
    </message>
    <message>
        <source>Next change</source>
        <translation>Nächste Änderung</translation>
    </message>
    <message>
        <source>Previous change</source>
        <translation>Vorherige Änderung</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>The current answer</source>
        <translation>Die aktuelle Antwort</translation>
    </message>
    <message>
        <source>Write the answer as it should have been</source>
        <translation>Antwort so schreiben, wie sie hätte lauten sollen</translation>
    </message>
</context>
<context>
    <name>AnswerBars</name>
    <message>
        <source>{person}, {answer}: {count}</source>
        <translation>{person}, {answer}: {count}</translation>
    </message>
</context>
<context>
    <name>AnswerPane</name>
    <message>
        <source>, {count} new</source>
        <translation>, {count} neu</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Answer with changes</source>
        <translation>Antwort mit Änderungen</translation>
    </message>
    <message>
        <source>Change {number} of {count}</source>
        <translation>Änderung {number} von {count}</translation>
    </message>
    <message>
        <source>No answer yet.</source>
        <translation>Noch keine Antwort.</translation>
    </message>
    <message>
        <source>Press Enter to open it</source>
        <translation>Mit der Eingabetaste öffnen</translation>
    </message>
    <message>
        <source>The instruction refers to: {names}</source>
        <translation>Die Anweisung bezieht sich auf: {names}</translation>
    </message>
    <message>
        <source>There is no paper {number}.</source>
        <translation>Es gibt keinen Artikel {number}.</translation>
    </message>
    <message>
        <source>There is no paper {number}: papers are numbered 0 to {last}.</source>
        <translation>Es gibt keinen Artikel {number}: Die Artikel sind von 0 bis {last} nummeriert.</translation>
    </message>
    <message>
        <source>outside the target</source>
        <translation>außerhalb der Stelle</translation>
    </message>
    <message>
        <source>target unknown</source>
        <translation>Ziel unbekannt</translation>
    </message>
    <message>
        <source>{changed} of {all} sentences changed</source>
        <translation>{changed} von {all} Sätzen geändert</translation>
    </message>
    <message>
        <source>{share} % outside the target</source>
        <translation>{share} % außerhalb der Stelle</translation>
    </message>
</context>
<context>
    <name>AssignSection</name>
    <message numerus="yes">
        <source>%n assignment(s)</source>
        <translation>
            <numerusform>%n Zuweisung</numerusform>
            <numerusform>%n Zuweisungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n assignment(s) created (seed {seed}).</source>
        <translation>
            <numerusform>%n Zuweisung angelegt (Startwert {seed}).</numerusform>
            <numerusform>%n Zuweisungen angelegt (Startwert {seed}).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n earlier assignment(s) unchanged.</source>
        <translation>
            <numerusform>%n frühere Zuweisung unverändert.</numerusform>
            <numerusform>%n frühere Zuweisungen unverändert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) have too few people: {why}.</source>
        <translation>
            <numerusform>Zu wenige Personen für %n Aufgabe: {why}.</numerusform>
            <numerusform>Zu wenige Personen für %n Aufgaben: {why}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) would have too few people: choose more people or a smaller number per item.</source>
        <translation>
            <numerusform>%n Aufgabe hätte noch zu wenige Personen: Wählen Sie mehr Personen oder eine kleinere Zahl je Aufgabe.</numerusform>
            <numerusform>%n Aufgaben hätten noch zu wenige Personen: Wählen Sie mehr Personen oder eine kleinere Zahl je Aufgabe.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new assignment(s);</source>
        <translation>
            <numerusform>%n neue Zuweisung;</numerusform>
            <numerusform>%n neue Zuweisungen;</numerusform>
        </translation>
    </message>
    <message>
        <source>Add people first, then assign items to them here.</source>
        <translation>Fügen Sie zuerst Personen hinzu, und weisen Sie ihnen dann hier Aufgaben zu.</translation>
    </message>
    <message>
        <source>All items, or e.g. source=news</source>
        <translation>Alle, oder etwa source=news</translation>
    </message>
    <message>
        <source>Assign</source>
        <translation>Zuweisen</translation>
    </message>
    <message>
        <source>Assigning…</source>
        <translation>Wird zugewiesen…</translation>
    </message>
    <message>
        <source>Assignments</source>
        <translation>Zuweisungen</translation>
    </message>
    <message>
        <source>Choose at least one person.</source>
        <translation>Wählen Sie mindestens eine Person.</translation>
    </message>
    <message>
        <source>Computing the workload…</source>
        <translation>Verteilung wird berechnet…</translation>
    </message>
    <message>
        <source>Conditions, separated by commas: source=news, id=a*</source>
        <translation>Bedingungen, durch Kommas getrennt: source=news, id=a*</translation>
    </message>
    <message>
        <source>Filter for items</source>
        <translation>Filter für Aufgaben</translation>
    </message>
    <message>
        <source>Give the open items of people who drop out to others. Their answers are kept, and the usual rules for assigning apply.</source>
        <translation>Geben Sie die offenen Aufgaben von Personen, die ausfallen, an andere weiter. Antworten bleiben erhalten; es gelten dieselben Regeln wie beim Zuweisen.</translation>
    </message>
    <message>
        <source>Go to Bundles</source>
        <translation>Zu den Paketen</translation>
    </message>
    <message>
        <source>Go to Items</source>
        <translation>Zu den Aufgaben</translation>
    </message>
    <message>
        <source>Go to People</source>
        <translation>Zu den Personen</translation>
    </message>
    <message>
        <source>Import items first, then assign them here.</source>
        <translation>Importieren Sie zuerst Aufgaben, und weisen Sie sie dann hier zu.</translation>
    </message>
    <message>
        <source>Item filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Items are spread evenly and at random. Existing assignments are kept, so you can assign the rest later.</source>
        <translation>Aufgaben werden gleichmäßig und zufällig verteilt. Vorhandene Zuweisungen bleiben; den Rest können Sie später zuweisen.</translation>
    </message>
    <message>
        <source>Items of one group may go to different people</source>
        <translation>Aufgaben einer Gruppe dürfen an verschiedene Personen gehen</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Next, write a bundle for each person.</source>
        <translation>Schreiben Sie als Nächstes für jede Person ein Paket.</translation>
    </message>
    <message numerus="yes">
        <source>No more annotators for %n item(s): {why}.</source>
        <translation>
            <numerusform>Für %n Aufgabe wird niemand mehr eingeteilt: {why}.</numerusform>
            <numerusform>Für %n Aufgaben wird niemand mehr eingeteilt: {why}.</numerusform>
        </translation>
    </message>
    <message>
        <source>No people yet</source>
        <translation>Noch keine Personen</translation>
    </message>
    <message>
        <source>Nothing to assign yet</source>
        <translation>Noch nichts zuzuweisen</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>PREVIEW</source>
        <translation>VORSCHAU</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Personen</translation>
    </message>
    <message>
        <source>People per item</source>
        <translation>Personen je Aufgabe</translation>
    </message>
    <message>
        <source>People per item (overlap)</source>
        <translation>Personen je Aufgabe (Überlappung)</translation>
    </message>
    <message>
        <source>People per item must be a number from 1 to 99.</source>
        <translation>„Personen je Aufgabe“ muss eine Zahl von 1 bis 99 sein.</translation>
    </message>
    <message>
        <source>People to assign to</source>
        <translation>Personen, denen Aufgaben zugewiesen werden</translation>
    </message>
    <message>
        <source>Person</source>
        <translation>Person</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Preview of the workload</source>
        <translation>Vorschau der Verteilung</translation>
    </message>
    <message>
        <source>Preview the assignment first.</source>
        <translation>Zeigen Sie zuerst die Vorschau an.</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Zufällig</translation>
    </message>
    <message>
        <source>Reassign open items…</source>
        <translation>Offene Aufgaben neu zuweisen…</translation>
    </message>
    <message>
        <source>Result of assigning</source>
        <translation>Ergebnis der Zuweisung</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>The preview shows how many items each person would get. Nothing is saved.</source>
        <translation>Die Vorschau zeigt, wie viele Aufgaben jede Person bekäme. Es wird nichts gespeichert.</translation>
    </message>
    <message>
        <source>The same seed and data give the same plan.</source>
        <translation>Gleicher Startwert und gleiche Daten ergeben denselben Plan.</translation>
    </message>
    <message>
        <source>The seed must be a whole number from 0 to {most}.</source>
        <translation>Der Startwert muss eine ganze Zahl von 0 bis {most} sein.</translation>
    </message>
    <message>
        <source>There is nothing to assign.</source>
        <translation>Es gibt nichts zuzuweisen.</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Insgesamt</translation>
    </message>
    <message>
        <source>nothing assigned yet</source>
        <translation>noch nichts zugewiesen</translation>
    </message>
</context>
<context>
    <name>BlankPage</name>
    <message>
        <source>No item is open. Choose one from the list.</source>
        <translation>Es ist keine Aufgabe offen. Wählen Sie eine aus der Liste.</translation>
    </message>
</context>
<context>
    <name>BundleOut</name>
    <message>
        <source>Current</source>
        <translation>Aktuell</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Not written</source>
        <translation>Nicht geschrieben</translation>
    </message>
    <message>
        <source>Outdated</source>
        <translation>Veraltet</translation>
    </message>
    <message>
        <source>form v{form}</source>
        <translation>Formular v{form}</translation>
    </message>
    <message>
        <source>written {time}</source>
        <translation>vom {time}</translation>
    </message>
</context>
<context>
    <name>BundlesSection</name>
    <message numerus="yes">
        <source>%n bundle(s) written. Send each person their file.</source>
        <translation>
            <numerusform>%n Paket geschrieben. Senden Sie die Datei an die Person.</numerusform>
            <numerusform>%n Pakete geschrieben. Senden Sie die Dateien an die Personen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) in {folder}</source>
        <translation>
            <numerusform>%n Datei in {folder}</numerusform>
            <numerusform>%n Dateien in {folder}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n Aufgabe</numerusform>
            <numerusform>%n Aufgaben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n outdated</source>
        <translation>
            <numerusform>%n veraltet</numerusform>
            <numerusform>%n veraltet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n person(s) with work</source>
        <translation>
            <numerusform>%n Person mit Aufgaben</numerusform>
            <numerusform>%n Personen mit Aufgaben</numerusform>
        </translation>
    </message>
    <message>
        <source>Assign items to people first, then write their bundles here.</source>
        <translation>Weisen Sie zuerst Aufgaben zu, und schreiben Sie dann hier die Pakete.</translation>
    </message>
    <message>
        <source>Bundles</source>
        <translation>Pakete</translation>
    </message>
    <message>
        <source>Bundles (*{suffix})</source>
        <translation>Pakete (*{suffix})</translation>
    </message>
    <message>
        <source>Bundles written</source>
        <translation>Geschriebene Pakete</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>Choose a folder for the bundles</source>
        <translation>Ordner für die Pakete wählen</translation>
    </message>
    <message>
        <source>Choose a folder for the bundles.</source>
        <translation>Wählen Sie einen Ordner für die Pakete.</translation>
    </message>
    <message>
        <source>Choose at least one person.</source>
        <translation>Wählen Sie mindestens eine Person.</translation>
    </message>
    <message>
        <source>Choose the folder for the bundles</source>
        <translation>Den Ordner für die Pakete auswählen</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Auswählen…</translation>
    </message>
    <message>
        <source>Encrypted to each person&apos;s key</source>
        <translation>Verschlüsselt mit dem Schlüssel jeder Person</translation>
    </message>
    <message>
        <source>Encrypted with a passphrase</source>
        <translation>Verschlüsselt mit einer Passphrase</translation>
    </message>
    <message>
        <source>Encryption</source>
        <translation>Verschlüsselung</translation>
    </message>
    <message>
        <source>Enter a passphrase of several words.</source>
        <translation>Geben Sie eine Passphrase aus mehreren Wörtern ein.</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Folder for the bundles</source>
        <translation>Ordner für die Pakete</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Für</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>Formular</translation>
    </message>
    <message>
        <source>Go to Assignments</source>
        <translation>Zu den Zuweisungen</translation>
    </message>
    <message>
        <source>Items</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>LAST BUNDLE OF EACH PERSON</source>
        <translation>LETZTES PAKET JEDER PERSON</translation>
    </message>
    <message>
        <source>No key is known yet for {people}. Keys arrive with the first results. Uncheck these people, or use a passphrase.</source>
        <translation>Für {people} ist noch kein Schlüssel bekannt. Die Schlüssel treffen mit den ersten Ergebnissen ein. Wählen Sie diese Personen ab, oder verwenden Sie eine Passphrase.</translation>
    </message>
    <message>
        <source>No program to open folders was found. The bundle is in {folder}.</source>
        <translation>Es wurde kein Programm zum Öffnen von Ordnern gefunden. Das Paket liegt in {folder}.</translation>
    </message>
    <message>
        <source>No work assigned yet</source>
        <translation>Noch keine Arbeit zugewiesen</translation>
    </message>
    <message>
        <source>Nothing is assigned yet. A bundle without items asks people about themselves, for example which topics they know. Merge their replies, then assign.</source>
        <translation>Es ist noch nichts zugewiesen. Ein Paket ohne Aufgaben enthält Fragen zur Person, zum Beispiel, welche Themen sie kennt. Führen Sie die Antworten zusammen, und weisen Sie dann Aufgaben zu.</translation>
    </message>
    <message>
        <source>One file per person, for example to send by e-mail. It contains only their items: no model names and nobody else&apos;s answers.</source>
        <translation>Eine Datei je Person, zum Beispiel für den Versand per E-Mail. Sie enthält nur deren Aufgaben: keine Modellnamen und keine Antworten anderer.</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>Passphrase</translation>
    </message>
    <message>
        <source>People to write bundles for</source>
        <translation>Personen, für die Pakete geschrieben werden</translation>
    </message>
    <message>
        <source>Protection</source>
        <translation>Schutz</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Repeat the passphrase</source>
        <translation>Passphrase wiederholen</translation>
    </message>
    <message>
        <source>Result of writing</source>
        <translation>Ergebnis des Schreibens</translation>
    </message>
    <message>
        <source>Select a bundle in the table first.</source>
        <translation>Wählen Sie zuerst ein Paket in der Tabelle.</translation>
    </message>
    <message>
        <source>Share the passphrase through another channel, for example by phone.</source>
        <translation>Teilen Sie die Passphrase auf einem anderen Weg mit, zum Beispiel am Telefon.</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner anzeigen</translation>
    </message>
    <message>
        <source>Signed, not encrypted</source>
        <translation>Signiert, nicht verschlüsselt</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>The complete project, for another lead.</source>
        <translation>Das vollständige Projekt, für eine andere Projektleitung.</translation>
    </message>
    <message>
        <source>The folder {folder} no longer exists.</source>
        <translation>Den Ordner {folder} gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>The passphrases do not match.</source>
        <translation>Die Passphrasen stimmen nicht überein.</translation>
    </message>
    <message>
        <source>These files were written.</source>
        <translation>Diese Dateien wurden geschrieben.</translation>
    </message>
    <message numerus="yes">
        <source>Update %n outdated bundle(s)</source>
        <translation>
            <numerusform>%n veraltetes Paket aktualisieren</numerusform>
            <numerusform>%n veraltete Pakete aktualisieren</numerusform>
        </translation>
    </message>
    <message>
        <source>Write the bundles</source>
        <translation>Pakete schreiben</translation>
    </message>
    <message>
        <source>Write the whole project to</source>
        <translation>Ganzes Projekt speichern unter</translation>
    </message>
    <message>
        <source>Write the whole project…</source>
        <translation>Ganzes Projekt schreiben…</translation>
    </message>
    <message>
        <source>Writing the bundles…</source>
        <translation>Pakete werden geschrieben…</translation>
    </message>
    <message>
        <source>Writing the project…</source>
        <translation>Projekt wird geschrieben…</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>Geschrieben</translation>
    </message>
    <message>
        <source>Written files appear here.</source>
        <translation>Geschriebene Dateien erscheinen hier.</translation>
    </message>
    <message>
        <source>nothing yet</source>
        <translation>noch nichts</translation>
    </message>
    <message>
        <source>{known} of {total} keys are known.</source>
        <translation>{known} von {total} Schlüsseln sind bekannt.</translation>
    </message>
</context>
<context>
    <name>BusyPage</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
</context>
<context>
    <name>ButtonActions</name>
    <message>
        <source>Assign as previewed</source>
        <translation>Zuweisen wie in der Vorschau</translation>
    </message>
    <message>
        <source>Copy the export as a command</source>
        <translation>Export als Befehl kopieren</translation>
    </message>
    <message>
        <source>Export the data…</source>
        <translation>Daten exportieren…</translation>
    </message>
    <message>
        <source>Import people…</source>
        <translation>Personen importieren…</translation>
    </message>
    <message>
        <source>Import the form of the study…</source>
        <translation>Formular der Studie importieren…</translation>
    </message>
    <message>
        <source>Pause or resume the selected person</source>
        <translation>Ausgewählte Person pausieren oder wieder aufnehmen</translation>
    </message>
    <message>
        <source>Read the selected submission</source>
        <translation>Ausgewählte Einreichung lesen</translation>
    </message>
    <message>
        <source>Record that the selected person has left</source>
        <translation>Festhalten, dass die ausgewählte Person ausgeschieden ist</translation>
    </message>
    <message>
        <source>Remove the selected person</source>
        <translation>Ausgewählte Person entfernen</translation>
    </message>
    <message>
        <source>Request tasks</source>
        <translation>Schreibaufgaben anfordern</translation>
    </message>
    <message>
        <source>Save figures…</source>
        <translation>Diagramme speichern…</translation>
    </message>
    <message>
        <source>Save tables…</source>
        <translation>Tabellen speichern…</translation>
    </message>
    <message>
        <source>Show the selected bundle in its folder</source>
        <translation>Ausgewähltes Paket im Ordner anzeigen</translation>
    </message>
    <message>
        <source>Show the selected item as annotators see it</source>
        <translation>Ausgewählte Aufgabe so zeigen, wie Annotierende sie sehen</translation>
    </message>
</context>
<context>
    <name>CaseList</name>
    <message numerus="yes">
        <source>%n field(s) differ</source>
        <translation>
            <numerusform>%n Feld weicht ab</numerusform>
            <numerusform>%n Felder weichen ab</numerusform>
        </translation>
    </message>
    <message>
        <source>To decide</source>
        <translation>Zu entscheiden</translation>
    </message>
    <message>
        <source>decided · {people}</source>
        <translation>entschieden · {people}</translation>
    </message>
    <message>
        <source>{field} differs</source>
        <translation>{field} weicht ab</translation>
    </message>
</context>
<context>
    <name>CaseSide</name>
    <message>
        <source>All questions</source>
        <translation>Alle Fragen</translation>
    </message>
    <message>
        <source>Any disagreement</source>
        <translation>Jede Uneinigkeit</translation>
    </message>
    <message>
        <source>At least {share}</source>
        <translation>Mindestens {share}</translation>
    </message>
    <message>
        <source>Decided items</source>
        <translation>Entschiedene Aufgaben</translation>
    </message>
    <message>
        <source>Disagreement</source>
        <translation>Uneinigkeit</translation>
    </message>
    <message>
        <source>Include decided</source>
        <translation>Auch entschiedene</translation>
    </message>
    <message>
        <source>Minimum disagreement</source>
        <translation>Mindestmaß an Uneinigkeit</translation>
    </message>
    <message>
        <source>Nothing is overwritten. Both versions stay in the history, and your decision is saved as a separate record.</source>
        <translation>Nichts wird überschrieben. Beide Fassungen bleiben im Verlauf; Ihre Entscheidung wird als eigener Eintrag gespeichert.</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>TO DECIDE</source>
        <translation>OFFEN</translation>
    </message>
    <message>
        <source>Undecided only</source>
        <translation>Nur offene</translation>
    </message>
</context>
<context>
    <name>CaseTable</name>
    <message>
        <source>Choose a version</source>
        <translation>Fassung wählen</translation>
    </message>
    <message>
        <source>Choose a version and go to the next field</source>
        <translation>Eine Fassung wählen und zum nächsten Feld gehen</translation>
    </message>
    <message>
        <source>Choose a version or give your own answer (E)</source>
        <translation>Fassung wählen oder selbst antworten (E)</translation>
    </message>
    <message>
        <source>Choose what most people answered</source>
        <translation>Die häufigste Antwort wählen</translation>
    </message>
    <message>
        <source>Fields and versions</source>
        <translation>Felder und Fassungen</translation>
    </message>
    <message>
        <source>Give your own answer</source>
        <translation>Selbst antworten</translation>
    </message>
    <message>
        <source>Go to a field</source>
        <translation>Zu einem Feld gehen</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Weggelassen</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>Keine Antwort</translation>
    </message>
    <message>
        <source>Optional: choose a version or give your own answer (E)</source>
        <translation>Freiwillig: Fassung wählen oder selbst antworten (E)</translation>
    </message>
    <message>
        <source>Show a field’s whole texts</source>
        <translation>Die ganzen Texte eines Feldes zeigen</translation>
    </message>
    <message>
        <source>Take all fields from one version</source>
        <translation>Alle Felder aus einer Fassung übernehmen</translation>
    </message>
    <message>
        <source>your own answer</source>
        <translation>eigene Antwort</translation>
    </message>
    <message>
        <source>{count} of {number}</source>
        <translation>{count} von {number}</translation>
    </message>
</context>
<context>
    <name>CaseTexts</name>
    <message numerus="yes">
        <source>%n not found</source>
        <translation>
            <numerusform>%n fehlt</numerusform>
            <numerusform>%n fehlen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n Wort</numerusform>
            <numerusform>%n Wörter</numerusform>
        </translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Dokument</translation>
    </message>
    <message>
        <source>Not in the document</source>
        <translation>Nicht im Dokument</translation>
    </message>
    <message>
        <source>Number of words</source>
        <translation>Anzahl der Wörter</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
</context>
<context>
    <name>CaseView</name>
    <message numerus="yes">
        <source>%n field(s) left</source>
        <translation>
            <numerusform>%n Feld offen</numerusform>
            <numerusform>%n Felder offen</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose a version</source>
        <translation>Fassung wählen</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Sicherheit</translation>
    </message>
    <message>
        <source>Continue without a decision (Alt+Right)</source>
        <translation>Ohne Entscheidung weiter (Alt+Rechts)</translation>
    </message>
    <message>
        <source>Decide on the marked field first, then save.</source>
        <translation>Entscheiden Sie zuerst über das markierte Feld; speichern Sie dann.</translation>
    </message>
    <message>
        <source>E own answer</source>
        <translation>E eigene Antwort</translation>
    </message>
    <message>
        <source>Guideline gap</source>
        <translation>Lücke im Leitfaden</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Hoch</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Gering</translation>
    </message>
    <message>
        <source>M majority</source>
        <translation>M Mehrheit</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Not stated</source>
        <translation>Keine Angabe</translation>
    </message>
    <message>
        <source>REASON</source>
        <translation>BEGRÜNDUNG</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>Reason: {reason}</source>
        <translation>Begründung: {reason}</translation>
    </message>
    <message>
        <source>Recent:</source>
        <translation>Zuletzt:</translation>
    </message>
    <message>
        <source>Save and go to next</source>
        <translation>Speichern und weiter</translation>
    </message>
    <message>
        <source>Save and go to the next case (Ctrl+Enter)</source>
        <translation>Speichern und zum nächsten Fall (Strg+Eingabe)</translation>
    </message>
    <message>
        <source>Shift+{digits} take all</source>
        <translation>Umschalt+{digits} alle</translation>
    </message>
    <message>
        <source>Show item</source>
        <translation>Aufgabe zeigen</translation>
    </message>
    <message>
        <source>Stored with the decision</source>
        <translation>Wird mit der Entscheidung gespeichert</translation>
    </message>
    <message>
        <source>The guidelines do not say what is right</source>
        <translation>Im Leitfaden steht nicht, was richtig ist</translation>
    </message>
    <message>
        <source>Version {number}</source>
        <translation>Fassung {number}</translation>
    </message>
    <message>
        <source>Why this is right</source>
        <translation>Warum das richtig ist</translation>
    </message>
    <message>
        <source>device {device}</source>
        <translation>Gerät {device}</translation>
    </message>
    <message>
        <source>latest</source>
        <translation>neueste</translation>
    </message>
    <message>
        <source>{digits} choose</source>
        <translation>{digits} wählen</translation>
    </message>
    <message>
        <source>↑ ↓ field</source>
        <translation>↑ ↓ Feld</translation>
    </message>
</context>
<context>
    <name>Changes</name>
    <message>
        <source>Go to the critique</source>
        <translation>Zur Kritik</translation>
    </message>
    <message>
        <source>Go to the critique (Alt+5)</source>
        <translation>Zur Kritik (Alt+5)</translation>
    </message>
    <message>
        <source>None yet. You can edit the critique and the revision.</source>
        <translation>Noch keine. Sie können die Kritik und die überarbeitete Antwort ändern.</translation>
    </message>
    <message>
        <source>Not part of this decision: {fields}. To use your changes, choose “Change it myself” again.</source>
        <translation>Nicht Teil dieser Entscheidung: {fields}. Um Ihre Änderungen zu verwenden, wählen Sie wieder „Selbst ändern“.</translation>
    </message>
    <message>
        <source>Nothing has been changed. Change something, or accept it as it is.</source>
        <translation>Es wurde nichts geändert. Ändern Sie etwas, oder nehmen Sie die Arbeit so an.</translation>
    </message>
    <message>
        <source>The changed critique is incomplete.</source>
        <translation>Die geänderte Kritik ist unvollständig.</translation>
    </message>
    <message>
        <source>Your changes</source>
        <translation>Ihre Änderungen</translation>
    </message>
    <message>
        <source>categories</source>
        <translation>Kategorien</translation>
    </message>
    <message>
        <source>negative points</source>
        <translation>negative Punkte</translation>
    </message>
    <message>
        <source>nothing to improve</source>
        <translation>nichts zu verbessern</translation>
    </message>
    <message>
        <source>positive points</source>
        <translation>positive Punkte</translation>
    </message>
    <message>
        <source>revision</source>
        <translation>Überarbeitung</translation>
    </message>
    <message>
        <source>score</source>
        <translation>Note</translation>
    </message>
</context>
<context>
    <name>ChecksPart</name>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>Prüfungen</translation>
    </message>
    <message>
        <source>Good</source>
        <translation>Gut</translation>
    </message>
    <message>
        <source>To look at</source>
        <translation>Zu prüfen</translation>
    </message>
</context>
<context>
    <name>ChecksView</name>
    <message>
        <source>A test sends a few small requests and shows what works. It uses a few hundred tokens.</source>
        <translation>Ein Test sendet einige kleine Anfragen und zeigt, was funktioniert. Er verbraucht einige hundert Tokens.</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>BEFORE YOU PUBLISH</source>
        <translation>VOR DEM VERÖFFENTLICHEN</translation>
    </message>
    <message>
        <source>Embeddings</source>
        <translation>Vektoren</translation>
    </message>
    <message>
        <source>List of models</source>
        <translation>Liste der Modelle</translation>
    </message>
    <message>
        <source>Log-probabilities</source>
        <translation>Log-Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>In Ordnung</translation>
    </message>
    <message>
        <source>Server message: {words}</source>
        <translation>Meldung des Servers: {words}</translation>
    </message>
    <message>
        <source>Streaming</source>
        <translation>Streaming</translation>
    </message>
    <message>
        <source>Structured answers</source>
        <translation>Strukturierte Antworten</translation>
    </message>
    <message>
        <source>TEST</source>
        <translation>TEST</translation>
    </message>
    <message>
        <source>Test results</source>
        <translation>Testergebnisse</translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation>Test läuft…</translation>
    </message>
    <message>
        <source>The test was stopped.</source>
        <translation>Der Test wurde abgebrochen.</translation>
    </message>
    <message>
        <source>This connection does not work yet.</source>
        <translation>Diese Verbindung funktioniert noch nicht.</translation>
    </message>
    <message>
        <source>This connection works with all features.</source>
        <translation>Diese Verbindung unterstützt alle Funktionen.</translation>
    </message>
    <message>
        <source>This connection works. Some rarely needed features are missing.</source>
        <translation>Diese Verbindung funktioniert. Einige selten benötigte Funktionen fehlen.</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>does not work</source>
        <translation>funktioniert nicht</translation>
    </message>
    <message>
        <source>not tested</source>
        <translation>nicht getestet</translation>
    </message>
    <message>
        <source>works</source>
        <translation>funktioniert</translation>
    </message>
    <message>
        <source>works, {seconds} s</source>
        <translation>funktioniert, {seconds} s</translation>
    </message>
</context>
<context>
    <name>Chip</name>
    <message>
        <source>Remove filter: {name}</source>
        <translation>Filter entfernen: {name}</translation>
    </message>
</context>
<context>
    <name>ChoiceField</name>
    <message>
        <source>%1  (key %2)</source>
        <translation>%1  (Taste %2)</translation>
    </message>
    <message>
        <source>Point at an option to read what it means.</source>
        <translation>Zeigen Sie auf eine Antwortmöglichkeit, um ihre Bedeutung zu lesen.</translation>
    </message>
</context>
<context>
    <name>ChosenPart</name>
    <message>
        <source>Choose this variant  {key}</source>
        <translation>Diese Variante wählen  {key}</translation>
    </message>
    <message>
        <source>Please choose a variant.</source>
        <translation>Bitte wählen Sie eine Variante.</translation>
    </message>
    <message>
        <source>Which variant is the most plausible example of the task?</source>
        <translation>Welche Variante ist das glaubhafteste Beispiel für die Aufgabe?</translation>
    </message>
    <message>
        <source>Your work on {variants} is kept in case you choose it again.</source>
        <translation>Ihre Arbeit an {variants} bleibt erhalten, falls Sie wieder darauf zurückkommen.</translation>
    </message>
</context>
<context>
    <name>CitationNote</name>
    <message numerus="yes">
        <source>%n citation(s) not in the list of papers: {names}</source>
        <translation>
            <numerusform>%n Zitat steht nicht in der Liste der Artikel: {names}</numerusform>
            <numerusform>%n Zitate stehen nicht in der Liste der Artikel: {names}</numerusform>
        </translation>
    </message>
    <message>
        <source>Go to citation</source>
        <translation>Zum Zitat</translation>
    </message>
    <message>
        <source>{name} is not in the list of papers.</source>
        <translation>{name} steht nicht in der Liste der Artikel.</translation>
    </message>
</context>
<context>
    <name>ClosedPart</name>
    <message>
        <source>Closed turn</source>
        <translation>Abgeschlossener Durchgang</translation>
    </message>
    <message>
        <source>Comment on this turn</source>
        <translation>Kommentar zu diesem Durchgang</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>Anweisung</translation>
    </message>
    <message>
        <source>Show the model&apos;s answer</source>
        <translation>Antwort des Modells zeigen</translation>
    </message>
    <message>
        <source>What the model found in the passages</source>
        <translation>Was das Modell in den Textstellen fand</translation>
    </message>
    <message>
        <source>{rating}: rate turn {number}</source>
        <translation>{rating}: Durchgang {number} bewerten</translation>
    </message>
</context>
<context>
    <name>CollectPanel</name>
    <message>
        <source>A task from your field</source>
        <translation>Eine Aufgabe aus Ihrem Fach</translation>
    </message>
    <message>
        <source>Criteria</source>
        <translation>Kriterien</translation>
    </message>
    <message>
        <source>Criteria and what is missing</source>
        <translation>Kriterien und was noch fehlt</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>Fach</translation>
    </message>
    <message>
        <source>Go through the criteria and tick those that apply.</source>
        <translation>Gehen Sie die Kriterien durch, und haken Sie die zutreffenden an.</translation>
    </message>
    <message>
        <source>Go to the criteria</source>
        <translation>Zu den Kriterien</translation>
    </message>
    <message>
        <source>Go to the missing parts</source>
        <translation>Zu den fehlenden Angaben</translation>
    </message>
    <message>
        <source>Go to the questions</source>
        <translation>Zu den Fragen</translation>
    </message>
    <message>
        <source>Input sections</source>
        <translation>Abschnitte der Eingabe</translation>
    </message>
    <message>
        <source>Not all criteria are ticked. Is this the task that you want to describe?</source>
        <translation>Nicht alle Kriterien sind angehakt. Ist das die Aufgabe, die Sie beschreiben wollen?</translation>
    </message>
    <message>
        <source>Output sections</source>
        <translation>Abschnitte des Ergebnisses</translation>
    </message>
    <message>
        <source>Task {number}</source>
        <translation>Aufgabe {number}</translation>
    </message>
    <message>
        <source>Task {number} of {of}</source>
        <translation>Aufgabe {number} von {of}</translation>
    </message>
    <message>
        <source>The material an expert starts from: one section for each kind, with its usual length.</source>
        <translation>Das Ausgangsmaterial: ein Abschnitt für jede Art von Material, mit der üblichen Länge.</translation>
    </message>
    <message>
        <source>The text the expert writes: its sections, in the order of the finished text.</source>
        <translation>Der Text, der entsteht: seine Abschnitte in der Reihenfolge des fertigen Textes.</translation>
    </message>
    <message>
        <source>Title, such as “Findings”</source>
        <translation>Titel, etwa „Befunde“</translation>
    </message>
    <message>
        <source>Title, such as “Verdict”</source>
        <translation>Titel, etwa „Beurteilung“</translation>
    </message>
    <message>
        <source>duplicate title</source>
        <translation>doppelter Titel</translation>
    </message>
    <message>
        <source>number {number} has no title</source>
        <translation>Nummer {number} hat keinen Titel</translation>
    </message>
    <message>
        <source>please check</source>
        <translation>bitte prüfen</translation>
    </message>
    <message>
        <source>required</source>
        <translation>erforderlich</translation>
    </message>
    <message>
        <source>{done} of {of}</source>
        <translation>{done} von {of}</translation>
    </message>
</context>
<context>
    <name>ColumnList</name>
    <message>
        <source>COLUMN IN THE FILE</source>
        <translation>SPALTE DER DATEI</translation>
    </message>
    <message>
        <source>FILLED</source>
        <translation>BELEGT</translation>
    </message>
    <message>
        <source>USE AS</source>
        <translation>VERWENDEN ALS</translation>
    </message>
</context>
<context>
    <name>ColumnRow</name>
    <message>
        <source>Custom field</source>
        <translation>Eigenes Feld</translation>
    </message>
    <message>
        <source>Don&apos;t import</source>
        <translation>Nicht importieren</translation>
    </message>
    <message>
        <source>Heading above the text</source>
        <translation>Überschrift über dem Text</translation>
    </message>
    <message>
        <source>Name of the custom field</source>
        <translation>Name des eigenen Felds</translation>
    </message>
    <message>
        <source>Use of column {name}</source>
        <translation>Verwendung der Spalte {name}</translation>
    </message>
    <message>
        <source>{filled} of {rows} rows have a value</source>
        <translation>{filled} von {rows} Zeilen haben einen Wert</translation>
    </message>
    <message>
        <source>{title} (hidden from annotators)</source>
        <translation>{title} (für Annotierende verborgen)</translation>
    </message>
    <message>
        <source>{title} (required)</source>
        <translation>{title} (erforderlich)</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Matching commands</source>
        <translation>Passende Befehle</translation>
    </message>
    <message>
        <source>No command found. Try another word.</source>
        <translation>Kein Befehl gefunden. Versuchen Sie ein anderes Wort.</translation>
    </message>
    <message>
        <source>Search the commands</source>
        <translation>Befehle durchsuchen</translation>
    </message>
    <message>
        <source>Select with the arrow keys, run with Enter</source>
        <translation>Mit den Pfeiltasten auswählen, mit der Eingabetaste ausführen</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>Was möchten Sie tun?</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Item</source>
        <translation>&amp;Aufgabe</translation>
    </message>
    <message>
        <source>&amp;Project</source>
        <translation>&amp;Projekt</translation>
    </message>
    <message>
        <source>&amp;Text</source>
        <translation>&amp;Text</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>A&amp;nsicht</translation>
    </message>
    <message>
        <source>About you…</source>
        <translation>Angaben zur Person…</translation>
    </message>
    <message>
        <source>Accept the selected submission</source>
        <translation>Ausgewählte Einreichung annehmen</translation>
    </message>
    <message>
        <source>Add a person</source>
        <translation>Person hinzufügen</translation>
    </message>
    <message>
        <source>Agreement</source>
        <translation>Übereinstimmung</translation>
    </message>
    <message>
        <source>Assignments</source>
        <translation>Zuweisungen</translation>
    </message>
    <message>
        <source>Back to the previous page</source>
        <translation>Zurück zur vorigen Seite</translation>
    </message>
    <message>
        <source>Bundles</source>
        <translation>Pakete</translation>
    </message>
    <message>
        <source>Choose bundles to merge…</source>
        <translation>Pakete zusammenführen…</translation>
    </message>
    <message>
        <source>Choose inbox…</source>
        <translation>Eingangsordner wählen…</translation>
    </message>
    <message>
        <source>Close the workspace</source>
        <translation>Arbeitsbereich schließen</translation>
    </message>
    <message>
        <source>Commands…</source>
        <translation>Befehle…</translation>
    </message>
    <message>
        <source>Compute the tables</source>
        <translation>Tabellen berechnen</translation>
    </message>
    <message>
        <source>Conflicts</source>
        <translation>Konflikte</translation>
    </message>
    <message>
        <source>Connections to models…</source>
        <translation>Verbindungen zu Modellen…</translation>
    </message>
    <message>
        <source>Consent</source>
        <translation>Einwilligung</translation>
    </message>
    <message>
        <source>Consent…</source>
        <translation>Einwilligung…</translation>
    </message>
    <message>
        <source>Discard the changes to this item</source>
        <translation>Änderungen an dieser Aufgabe verwerfen</translation>
    </message>
    <message>
        <source>Estimate the model run</source>
        <translation>Modell-Lauf schätzen</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>Find on this page</source>
        <translation>Auf dieser Seite suchen</translation>
    </message>
    <message>
        <source>Flag with a reason…</source>
        <translation>Mit Begründung markieren…</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>Formular</translation>
    </message>
    <message>
        <source>Guidelines</source>
        <translation>Leitfaden</translation>
    </message>
    <message>
        <source>Import items…</source>
        <translation>Aufgaben importieren…</translation>
    </message>
    <message>
        <source>Items</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Language: system default</source>
        <translation>Sprache: Systemeinstellung</translation>
    </message>
    <message>
        <source>Language: {name}</source>
        <translation>Sprache: {name}</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Größere Schrift</translation>
    </message>
    <message>
        <source>List of items: narrow or wide</source>
        <translation>Aufgabenliste: schmal oder breit</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Zusammenführen</translation>
    </message>
    <message>
        <source>Merge the selected bundles</source>
        <translation>Ausgewählte Pakete zusammenführen</translation>
    </message>
    <message>
        <source>Model runs</source>
        <translation>Modell-Läufe</translation>
    </message>
    <message>
        <source>New project…</source>
        <translation>Neues Projekt…</translation>
    </message>
    <message>
        <source>Next item</source>
        <translation>Nächste Aufgabe</translation>
    </message>
    <message>
        <source>Next open item</source>
        <translation>Nächste offene Aufgabe</translation>
    </message>
    <message>
        <source>Normal text size</source>
        <translation>Normale Schriftgröße</translation>
    </message>
    <message>
        <source>Open a bundle…</source>
        <translation>Paket öffnen…</translation>
    </message>
    <message>
        <source>Open a workspace…</source>
        <translation>Arbeitsbereich öffnen…</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Personen</translation>
    </message>
    <message>
        <source>Preview the assignment</source>
        <translation>Vorschau der Zuweisung</translation>
    </message>
    <message>
        <source>Previous item</source>
        <translation>Vorherige Aufgabe</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Read batch results…</source>
        <translation>Batch-Ergebnisse lesen…</translation>
    </message>
    <message>
        <source>Reassign open items…</source>
        <translation>Offene Aufgaben neu zuweisen…</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Reject the selected submission</source>
        <translation>Ausgewählte Einreichung ablehnen</translation>
    </message>
    <message>
        <source>Remove the flag or skip</source>
        <translation>Markierung oder Überspringen aufheben</translation>
    </message>
    <message>
        <source>Report a problem…</source>
        <translation>Problem melden…</translation>
    </message>
    <message>
        <source>Revisions of this item</source>
        <translation>Fassungen dieser Aufgabe</translation>
    </message>
    <message>
        <source>Save a copy…</source>
        <translation>Kopie speichern…</translation>
    </message>
    <message>
        <source>Save report…</source>
        <translation>Bericht speichern…</translation>
    </message>
    <message>
        <source>Search the items</source>
        <translation>Aufgaben durchsuchen</translation>
    </message>
    <message>
        <source>Send results…</source>
        <translation>Ergebnisse senden…</translation>
    </message>
    <message>
        <source>Skip with a reason…</source>
        <translation>Mit Begründung überspringen…</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Kleinere Schrift</translation>
    </message>
    <message>
        <source>Start the model run</source>
        <translation>Modell-Lauf starten</translation>
    </message>
    <message>
        <source>Stop the model</source>
        <translation>Modell anhalten</translation>
    </message>
    <message>
        <source>Submissions</source>
        <translation>Einreichungen</translation>
    </message>
    <message>
        <source>Submit and continue</source>
        <translation>Abgeben und weiter</translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <translation>Design: dunkel</translation>
    </message>
    <message>
        <source>Theme: high contrast</source>
        <translation>Design: hoher Kontrast</translation>
    </message>
    <message>
        <source>Theme: light</source>
        <translation>Design: hell</translation>
    </message>
    <message>
        <source>Theme: system default</source>
        <translation>Design: Systemeinstellung</translation>
    </message>
    <message>
        <source>Try critiquing and revising</source>
        <translation>Kritisieren und Überarbeiten ausprobieren</translation>
    </message>
    <message>
        <source>Try leading a project</source>
        <translation>Projektleitung ausprobieren</translation>
    </message>
    <message>
        <source>Try methodical tasks</source>
        <translation>Methodische Schreibaufgaben ausprobieren</translation>
    </message>
    <message>
        <source>Try revising with a model</source>
        <translation>Überarbeiten mit einem Modell ausprobieren</translation>
    </message>
    <message>
        <source>Try the sample</source>
        <translation>Beispiel ausprobieren</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Undo the last change</source>
        <translation>Letzte Änderung rückgängig machen</translation>
    </message>
    <message>
        <source>Undo the last merge</source>
        <translation>Zusammenführung zurücknehmen</translation>
    </message>
    <message>
        <source>Update outdated bundles</source>
        <translation>Veraltete Pakete aktualisieren</translation>
    </message>
    <message>
        <source>Write a comment</source>
        <translation>Kommentar schreiben</translation>
    </message>
    <message>
        <source>Write batch file…</source>
        <translation>Batch-Datei schreiben…</translation>
    </message>
    <message>
        <source>Write the bundles</source>
        <translation>Pakete schreiben</translation>
    </message>
    <message>
        <source>Write the whole project…</source>
        <translation>Ganzes Projekt schreiben…</translation>
    </message>
    <message>
        <source>Your key…</source>
        <translation>Ihr Schlüssel…</translation>
    </message>
</context>
<context>
    <name>ComparePanel</name>
    <message>
        <source>Authors hidden, random order</source>
        <translation>Verfasser verdeckt, zufällige Reihenfolge</translation>
    </message>
    <message>
        <source>Find in the text</source>
        <translation>Im Text suchen</translation>
    </message>
    <message>
        <source>Go to the left response</source>
        <translation>Zur linken Antwort</translation>
    </message>
    <message>
        <source>Go to the prompt</source>
        <translation>Zur Eingabe</translation>
    </message>
    <message>
        <source>Go to the questions</source>
        <translation>Zu den Fragen</translation>
    </message>
    <message>
        <source>Go to the right response</source>
        <translation>Zur rechten Antwort</translation>
    </message>
    <message>
        <source>Left response</source>
        <translation>Linke Antwort</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Right response</source>
        <translation>Rechte Antwort</translation>
    </message>
</context>
<context>
    <name>Completeness</name>
    <message numerus="yes">
        <source>%n still missing</source>
        <translation>
            <numerusform>%n fehlt noch</numerusform>
            <numerusform>%n fehlen noch</numerusform>
        </translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>Vollständig</translation>
    </message>
    <message>
        <source>Still missing</source>
        <translation>Noch zu ergänzen</translation>
    </message>
    <message>
        <source>done</source>
        <translation>erledigt</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>fehlt</translation>
    </message>
</context>
<context>
    <name>ConditionEditor</name>
    <message>
        <source>1, 2</source>
        <translation>1, 2</translation>
    </message>
    <message>
        <source>Add condition</source>
        <translation>Bedingung hinzufügen</translation>
    </message>
    <message>
        <source>Add group</source>
        <translation>Gruppe hinzufügen</translation>
    </message>
    <message>
        <source>Combination of the conditions</source>
        <translation>Verknüpfung der Bedingungen</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Condition {number}</source>
        <translation>Bedingung {number}</translation>
    </message>
    <message>
        <source>Conditions in brackets</source>
        <translation>Bedingungen in Klammern</translation>
    </message>
    <message>
        <source>Edit as YAML</source>
        <translation>Als YAML bearbeiten</translation>
    </message>
    <message>
        <source>Group {number}</source>
        <translation>Gruppe {number}</translation>
    </message>
    <message>
        <source>If…</source>
        <translation>Wenn…</translation>
    </message>
    <message>
        <source>Question of the condition</source>
        <translation>Frage der Bedingung</translation>
    </message>
    <message>
        <source>Remove this condition</source>
        <translation>Diese Bedingung entfernen</translation>
    </message>
    <message>
        <source>Remove this group</source>
        <translation>Diese Gruppe entfernen</translation>
    </message>
    <message>
        <source>Value of the condition</source>
        <translation>Wert der Bedingung</translation>
    </message>
    <message>
        <source>all are true</source>
        <translation>alle sind erfüllt</translation>
    </message>
    <message>
        <source>any is true</source>
        <translation>mindestens eine ist erfüllt</translation>
    </message>
    <message>
        <source>contains</source>
        <translation>enthält</translation>
    </message>
    <message>
        <source>is</source>
        <translation>ist</translation>
    </message>
    <message>
        <source>is answered</source>
        <translation>ist beantwortet</translation>
    </message>
    <message>
        <source>is at least</source>
        <translation>ist mindestens</translation>
    </message>
    <message>
        <source>is at most</source>
        <translation>ist höchstens</translation>
    </message>
    <message>
        <source>is one of</source>
        <translation>ist eines von</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>none is true</source>
        <translation>keine ist erfüllt</translation>
    </message>
    <message>
        <source>not all are true</source>
        <translation>nicht alle sind erfüllt</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
</context>
<context>
    <name>ConditionWords</name>
    <message>
        <source>Depends on other answers</source>
        <translation>Je nach anderen Antworten</translation>
    </message>
    <message>
        <source>Only if {number} is not {answer}</source>
        <translation>Nur wenn {number} nicht {answer} ist</translation>
    </message>
    <message>
        <source>Only if {number} is {answer}</source>
        <translation>Nur wenn {number} {answer} ist</translation>
    </message>
</context>
<context>
    <name>ConflictsSection</name>
    <message numerus="yes">
        <source>%n conflict(s)</source>
        <translation>
            <numerusform>%n Konflikt</numerusform>
            <numerusform>%n Konflikte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conflict(s) resolved.</source>
        <translation>
            <numerusform>%n Konflikt aufgelöst.</numerusform>
            <numerusform>%n Konflikte aufgelöst.</numerusform>
        </translation>
    </message>
    <message>
        <source>Annotators disagree</source>
        <translation>Uneinigkeit</translation>
    </message>
    <message>
        <source>Clear the choice, or go back to the list</source>
        <translation>Auswahl aufheben oder zurück zur Liste</translation>
    </message>
    <message>
        <source>Comparing answers…</source>
        <translation>Antworten werden verglichen…</translation>
    </message>
    <message>
        <source>Conflicts</source>
        <translation>Konflikte</translation>
    </message>
    <message>
        <source>Continue without a decision</source>
        <translation>Ohne Entscheidung weiter</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Go to Merge</source>
        <translation>Zum Zusammenführen</translation>
    </message>
    <message>
        <source>If two computers change the same answers, both versions are kept, and you decide here.</source>
        <translation>Wenn dieselben Antworten auf zwei Computern geändert werden, bleiben beide Fassungen erhalten, und Sie entscheiden hier.</translation>
    </message>
    <message>
        <source>Items that two or more people answered differently will be listed here.</source>
        <translation>Hier stehen Aufgaben, die mehrere Personen verschieden beantwortet haben.</translation>
    </message>
    <message>
        <source>No conflicts</source>
        <translation>Keine Konflikte</translation>
    </message>
    <message>
        <source>No disagreements</source>
        <translation>Keine Uneinigkeit</translation>
    </message>
    <message numerus="yes">
        <source>Resolve %n conflict(s) with the latest version?</source>
        <translation>
            <numerusform>%n Konflikt mit der neuesten Fassung auflösen?</numerusform>
            <numerusform>%n Konflikte mit der neuesten Fassung auflösen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Resolving conflicts…</source>
        <translation>Konflikte werden aufgelöst…</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Save and go to the next case, or use your own answer</source>
        <translation>Speichern und zum nächsten Fall, oder die eigene Antwort verwenden</translation>
    </message>
    <message>
        <source>Saving the decision…</source>
        <translation>Entscheidung wird gespeichert…</translation>
    </message>
    <message>
        <source>The clocks of the computers decide which version is the latest. You can undo this.</source>
        <translation>Welche Fassung die neueste ist, richtet sich nach den Uhren der Computer. Die Auflösung lässt sich rückgängig machen.</translation>
    </message>
    <message>
        <source>The last decision was undone.</source>
        <translation>Die letzte Entscheidung wurde rückgängig gemacht.</translation>
    </message>
    <message>
        <source>There are no conflicts.</source>
        <translation>Es gibt keine Konflikte.</translation>
    </message>
    <message>
        <source>There is no decision to undo. To change one, decide again.</source>
        <translation>Es gibt keine Entscheidung, die sich rückgängig machen lässt. Entscheiden Sie stattdessen neu.</translation>
    </message>
    <message>
        <source>Two versions</source>
        <translation>Zwei Fassungen</translation>
    </message>
    <message>
        <source>Undo the last decision</source>
        <translation>Letzte Entscheidung rückgängig machen</translation>
    </message>
    <message>
        <source>Undo the last decision (Ctrl+Z)</source>
        <translation>Letzte Entscheidung rückgängig machen (Strg+Z)</translation>
    </message>
    <message>
        <source>Undoing the decision…</source>
        <translation>Entscheidung wird rückgängig gemacht…</translation>
    </message>
    <message>
        <source>Use latest for all</source>
        <translation>Neueste für alle</translation>
    </message>
    <message>
        <source>Use latest for all…</source>
        <translation>Neueste für alle…</translation>
    </message>
    <message>
        <source>{done} of {total} decided</source>
        <translation>{done} von {total} entschieden</translation>
    </message>
</context>
<context>
    <name>ConnectionEditor</name>
    <message>
        <source>API key</source>
        <translation>API-Schlüssel</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Alias of the model</source>
        <translation>Deckname des Modells</translation>
    </message>
    <message>
        <source>Another server</source>
        <translation>Ein anderer Server</translation>
    </message>
    <message>
        <source>Certificate file</source>
        <translation>Zertifikatsdatei</translation>
    </message>
    <message>
        <source>Check the server&apos;s certificate</source>
        <translation>Zertifikat des Servers prüfen</translation>
    </message>
    <message>
        <source>Connection timeout (s)</source>
        <translation>Zeitlimit für den Verbindungsaufbau (s)</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>Währung</translation>
    </message>
    <message>
        <source>Embedding model</source>
        <translation>Embedding-Modell</translation>
    </message>
    <message>
        <source>Environment variable with the key</source>
        <translation>Umgebungsvariable mit dem Schlüssel</translation>
    </message>
    <message>
        <source>Example: LAB_KEY</source>
        <translation>Beispiel: LAB_KEY</translation>
    </message>
    <message>
        <source>Example: {&quot;api-key&quot;: &quot;{key}&quot;}</source>
        <translation>Beispiel: {&quot;api-key&quot;: &quot;{key}&quot;}</translation>
    </message>
    <message>
        <source>Example: {&quot;temperature&quot;: 0}</source>
        <translation>Beispiel: {&quot;temperature&quot;: 0}</translation>
    </message>
    <message>
        <source>Headers (JSON)</source>
        <translation>Kopfzeilen (JSON)</translation>
    </message>
    <message>
        <source>Hosted service with a key</source>
        <translation>Online-Dienst mit Schlüssel</translation>
    </message>
    <message>
        <source>JSON mode</source>
        <translation>JSON-Modus</translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation>JSON-Schema</translation>
    </message>
    <message>
        <source>List the models of this server</source>
        <translation>Liste der Modelle dieses Servers</translation>
    </message>
    <message>
        <source>List…</source>
        <translation>Liste…</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Model name on the server</source>
        <translation>Name des Modells auf dem Server</translation>
    </message>
    <message>
        <source>More settings</source>
        <translation>Weitere Einstellungen</translation>
    </message>
    <message>
        <source>Name of the connection</source>
        <translation>Name der Verbindung</translation>
    </message>
    <message>
        <source>Ollama on this computer</source>
        <translation>Ollama auf diesem Rechner</translation>
    </message>
    <message>
        <source>Parallel requests</source>
        <translation>Gleichzeitige Anfragen</translation>
    </message>
    <message>
        <source>Price per million input tokens</source>
        <translation>Preis je Million Eingabe-Tokens</translation>
    </message>
    <message>
        <source>Price per million output tokens</source>
        <translation>Preis je Million Ausgabe-Tokens</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>Proxy</translation>
    </message>
    <message>
        <source>Read timeout (s)</source>
        <translation>Zeitlimit beim Lesen (s)</translation>
    </message>
    <message>
        <source>Remove the key</source>
        <translation>Schlüssel entfernen</translation>
    </message>
    <message>
        <source>Request parameters (JSON)</source>
        <translation>Parameter der Anfragen (JSON)</translation>
    </message>
    <message>
        <source>Response timeout (s)</source>
        <translation>Zeitlimit für die Antwort (s)</translation>
    </message>
    <message>
        <source>Retries</source>
        <translation>Wiederholungen nach Fehlern</translation>
    </message>
    <message>
        <source>Server type</source>
        <translation>Servertyp</translation>
    </message>
    <message>
        <source>Stream answers</source>
        <translation>Antworten streamen</translation>
    </message>
    <message>
        <source>Structured output</source>
        <translation>Strukturierte Ausgabe</translation>
    </message>
    <message>
        <source>System proxy (or type none)</source>
        <translation>Systemproxy (oder none eingeben)</translation>
    </message>
    <message>
        <source>The alias under which a project hides the model&apos;s name. Leave it empty unless your project lead gave you one.</source>
        <translation>Der Deckname, unter dem ein Projekt den Namen des Modells verbirgt. Lassen Sie das Feld leer, wenn Ihnen die Projektleitung keinen genannt hat.</translation>
    </message>
    <message>
        <source>This server requires a key</source>
        <translation>Dieser Server verlangt einen Schlüssel</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>instructions only</source>
        <translation>nur Anweisungen</translation>
    </message>
    <message>
        <source>llama.cpp on this computer</source>
        <translation>llama.cpp auf diesem Rechner</translation>
    </message>
    <message>
        <source>vLLM on this computer</source>
        <translation>vLLM auf diesem Rechner</translation>
    </message>
</context>
<context>
    <name>ConnectionsController</name>
    <message>
        <source>A connection with this name already exists.</source>
        <translation>Es gibt schon eine Verbindung mit diesem Namen.</translation>
    </message>
    <message>
        <source>A key is stored in the system&apos;s keyring. Enter another to replace it.</source>
        <translation>Im Schlüsselbund des Systems ist ein Schlüssel gespeichert. Geben Sie einen anderen ein, um ihn zu ersetzen.</translation>
    </message>
    <message>
        <source>A key is stored until you quit.</source>
        <translation>Bis zum Beenden des Programms ist ein Schlüssel gespeichert.</translation>
    </message>
    <message>
        <source>Enter it below. It is never shown and never written to a file.</source>
        <translation>Geben Sie ihn unten ein. Er wird nie angezeigt und nie in eine Datei geschrieben.</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>Wird verwendet</translation>
    </message>
    <message>
        <source>In use · the server cannot be reached; trying again automatically</source>
        <translation>Wird verwendet · der Server ist nicht erreichbar; Proofdesk versucht es automatisch weiter</translation>
    </message>
    <message>
        <source>In use · the server responds</source>
        <translation>Wird verwendet · der Server antwortet</translation>
    </message>
    <message>
        <source>It is kept only until you quit: {why}.</source>
        <translation>Er bleibt nur bis zum Beenden des Programms gespeichert: {why}.</translation>
    </message>
    <message>
        <source>Key removed.</source>
        <translation>Schlüssel entfernt.</translation>
    </message>
    <message>
        <source>No key stored yet.</source>
        <translation>Noch kein Schlüssel gespeichert.</translation>
    </message>
    <message>
        <source>Not in use · {where}</source>
        <translation>Nicht verwendet · {where}</translation>
    </message>
    <message>
        <source>Now using “{name}”.</source>
        <translation>„{name}“ wird jetzt verwendet.</translation>
    </message>
    <message>
        <source>Saved. Test the connection to see what works.</source>
        <translation>Gespeichert. Testen Sie die Verbindung, um zu sehen, was funktioniert.</translation>
    </message>
    <message>
        <source>Saved. The key is kept only until you quit: {why}.</source>
        <translation>Gespeichert. Der Schlüssel bleibt nur bis zum Beenden des Programms gespeichert: {why}.</translation>
    </message>
    <message>
        <source>Server message: {words}</source>
        <translation>Meldung des Servers: {words}</translation>
    </message>
    <message>
        <source>The key comes from the environment variable {name}.</source>
        <translation>Der Schlüssel kommt aus der Umgebungsvariable {name}.</translation>
    </message>
    <message>
        <source>This server lists no models.</source>
        <translation>Dieser Server nennt keine Modelle.</translation>
    </message>
    <message>
        <source>To keep it after a restart, set an environment variable under More settings.</source>
        <translation>Damit er nach einem Neustart verfügbar ist, nennen Sie unter „Weitere Einstellungen“ eine Umgebungsvariable.</translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>auf diesem Rechner</translation>
    </message>
    <message>
        <source>“{name}” and its key were removed.</source>
        <translation>„{name}“ und der zugehörige Schlüssel wurden entfernt.</translation>
    </message>
    <message>
        <source>“{name}” was removed.</source>
        <translation>„{name}“ wurde entfernt.</translation>
    </message>
</context>
<context>
    <name>ConnectionsPage</name>
    <message>
        <source>A connection is a model on a server: a service, or a program such as Ollama on this computer. You need one only for model features. Annotating works offline.</source>
        <translation>Eine Verbindung ist ein Modell auf einem Server: ein Dienst oder ein Programm wie Ollama auf diesem Rechner. Sie brauchen eine Verbindung nur für Modellfunktionen. Annotieren können Sie auch offline.</translation>
    </message>
    <message>
        <source>Any server with an OpenAI-compatible API works.</source>
        <translation>Jeder Server mit einer OpenAI-kompatiblen Schnittstelle ist geeignet.</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Connections to models</source>
        <translation>Verbindungen zu Modellen</translation>
    </message>
    <message>
        <source>Create a connection</source>
        <translation>Verbindung anlegen</translation>
    </message>
    <message>
        <source>New connection</source>
        <translation>Neue Verbindung</translation>
    </message>
    <message>
        <source>No connection yet</source>
        <translation>Noch keine Verbindung</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove “{name}” and its key?</source>
        <translation>„{name}“ und den zugehörigen Schlüssel entfernen?</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen…</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Stop the test</source>
        <translation>Test abbrechen</translation>
    </message>
    <message>
        <source>Stored in your settings, never in a project. No text is sent until you ask for it.</source>
        <translation>In Ihren Einstellungen gespeichert, nie in einem Projekt. Text wird erst gesendet, wenn Sie es veranlassen.</translation>
    </message>
    <message>
        <source>Test the connection</source>
        <translation>Verbindung testen</translation>
    </message>
    <message>
        <source>Use this connection</source>
        <translation>Diese Verbindung verwenden</translation>
    </message>
    <message>
        <source>Your connections</source>
        <translation>Ihre Verbindungen</translation>
    </message>
    <message>
        <source>in use · {model}</source>
        <translation>verwendet · {model}</translation>
    </message>
</context>
<context>
    <name>ConsentPage</name>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Consent</source>
        <translation>Einwilligung</translation>
    </message>
    <message>
        <source>Consent text</source>
        <translation>Einwilligungstext</translation>
    </message>
    <message>
        <source>Consequences</source>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>I agree</source>
        <translation>Ich willige ein</translation>
    </message>
    <message>
        <source>If you withdraw your consent, you can no longer annotate here. Nothing is deleted: your answers stay on this computer, and unsent answers are not sent. For answers already sent, contact the project lead.</source>
        <translation>Wenn Sie Ihre Einwilligung widerrufen, können Sie hier nicht mehr annotieren. Es wird nichts gelöscht: Ihre Antworten bleiben auf diesem Rechner, und noch nicht gesendete Antworten werden nicht gesendet. Wenden Sie sich wegen schon gesendeter Antworten an die Projektleitung.</translation>
    </message>
    <message>
        <source>Keep my consent</source>
        <translation>Einwilligung beibehalten</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Jetzt nicht</translation>
    </message>
    <message>
        <source>Please read this first. You can start once you agree.</source>
        <translation>Bitte lesen Sie zuerst diesen Text. Sobald Sie einwilligen, können Sie beginnen.</translation>
    </message>
    <message>
        <source>This text has changed since you agreed to it ({time}). Please read it again: you can continue once you agree to the new text.</source>
        <translation>Dieser Text wurde geändert, seit Sie eingewilligt haben ({time}). Bitte lesen Sie ihn noch einmal: Sie können weiterarbeiten, sobald Sie der neuen Fassung zustimmen.</translation>
    </message>
    <message>
        <source>This workspace is read-only, so you cannot agree now.</source>
        <translation>Dieser Arbeitsbereich ist schreibgeschützt; Sie können jetzt nicht einwilligen.</translation>
    </message>
    <message>
        <source>Withdraw</source>
        <translation>Widerrufen</translation>
    </message>
    <message>
        <source>Withdraw my consent…</source>
        <translation>Einwilligung widerrufen…</translation>
    </message>
    <message>
        <source>Write the results file…</source>
        <translation>Ergebnisdatei schreiben…</translation>
    </message>
    <message>
        <source>You agreed to this text ({time}).</source>
        <translation>Sie haben diesem Text zugestimmt ({time}).</translation>
    </message>
    <message>
        <source>You withdrew your consent ({time}). Your results file now contains only this notice for the project lead. To continue, agree again.</source>
        <translation>Sie haben Ihre Einwilligung widerrufen ({time}). Ihre Ergebnisdatei enthält jetzt nur noch diese Mitteilung an die Projektleitung. Um weiterzuarbeiten, willigen Sie erneut ein.</translation>
    </message>
</context>
<context>
    <name>ConsentSection</name>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n Fehler</numerusform>
            <numerusform>%n Fehler</numerusform>
        </translation>
    </message>
    <message>
        <source>Consent</source>
        <translation>Einwilligung</translation>
    </message>
    <message>
        <source>Consent is not requested</source>
        <translation>Einwilligung wird nicht verlangt</translation>
    </message>
    <message>
        <source>Consent text</source>
        <translation>Einwilligungstext</translation>
    </message>
    <message>
        <source>Insert a template</source>
        <translation>Vorlage einfügen</translation>
    </message>
    <message>
        <source>No questions are asked</source>
        <translation>Es werden keine Fragen gestellt</translation>
    </message>
    <message>
        <source>Publish these questions?</source>
        <translation>Diese Fragen veröffentlichen?</translation>
    </message>
    <message>
        <source>Publish this consent text?</source>
        <translation>Diesen Einwilligungstext veröffentlichen?</translation>
    </message>
    <message>
        <source>Questions about people</source>
        <translation>Fragen zur Person</translation>
    </message>
    <message>
        <source>Without a text, nobody is asked. With one, people must agree before they annotate.</source>
        <translation>Ohne Text wird niemand gefragt. Mit einem Text müssen alle zustimmen, bevor sie annotieren.</translation>
    </message>
</context>
<context>
    <name>ConstantRow</name>
    <message>
        <source>Required, but not in the file</source>
        <translation>Erforderlich, aber nicht in der Datei</translation>
    </message>
    <message>
        <source>Text for every row</source>
        <translation>Text für alle Zeilen</translation>
    </message>
    <message>
        <source>{title} of every row</source>
        <translation>{title} aller Zeilen</translation>
    </message>
</context>
<context>
    <name>Controller</name>
    <message>
        <source>Answer these questions again, or submit to leave them blank.</source>
        <translation>Beantworten Sie diese Fragen erneut, oder wählen Sie „Abgeben“, um sie leer zu lassen.</translation>
    </message>
    <message>
        <source>If you answered questions about yourself, send your results now. Otherwise, ask the project lead for a new bundle.</source>
        <translation>Wenn Sie Fragen zu Ihrer Person beantwortet haben, senden Sie jetzt Ihre Ergebnisse. Bitten Sie andernfalls die Projektleitung um ein neues Paket.</translation>
    </message>
    <message>
        <source>Item {number} cannot be shown and was skipped.</source>
        <translation>Aufgabe {number} lässt sich nicht anzeigen und wurde übersprungen.</translation>
    </message>
    <message>
        <source>Its answers are a draft. Redo submits them again.</source>
        <translation>Die Antworten sind wieder ein Entwurf. Mit „Wiederholen“ geben Sie sie erneut ab.</translation>
    </message>
    <message>
        <source>Submission of item {number} undone.</source>
        <translation>Abgabe von Aufgabe {number} rückgängig gemacht.</translation>
    </message>
    <message>
        <source>This workspace has no items for you.</source>
        <translation>Dieser Arbeitsbereich enthält keine Aufgaben für Sie.</translation>
    </message>
    <message>
        <source>Two leads have sent different versions of the questions.</source>
        <translation>Zwei Personen der Projektleitung haben verschiedene Fassungen der Fragen geschickt.</translation>
    </message>
    <message>
        <source>You see one of them. Ask the project lead which one to use.</source>
        <translation>Sie sehen eine davon. Fragen Sie die Projektleitung, welche gilt.</translation>
    </message>
    <message>
        <source>Your answers to an earlier version of these questions do not count.</source>
        <translation>Ihre Antworten auf eine frühere Fassung dieser Fragen zählen hier nicht.</translation>
    </message>
</context>
<context>
    <name>CrashPage</name>
    <message>
        <source>Continue</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>Describe what you did and what you expected, and add the lines below. They contain no texts, answers or keys.</source>
        <translation>Beschreiben Sie, was Sie getan und erwartet haben, und fügen Sie die folgenden Zeilen an. Sie enthalten keine Texte, Antworten oder Schlüssel.</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Report a problem</source>
        <translation>Problem melden</translation>
    </message>
    <message>
        <source>Something went wrong</source>
        <translation>Es ist ein Fehler aufgetreten</translation>
    </message>
    <message>
        <source>Your last input could not be saved. It is still in this window: before you close anything, choose Continue, then File ▸ Save a copy. If this happens again, send the report below to the developers. It contains no texts, answers or keys.</source>
        <translation>Ihre letzte Eingabe konnte nicht gespeichert werden. Sie ist noch in diesem Fenster: Wählen Sie „Weiter“ und dann Datei ▸ Kopie speichern, bevor Sie etwas schließen. Falls das wieder geschieht, senden Sie den folgenden Bericht an das Entwicklungsteam von Proofdesk. Er enthält keine Texte, Antworten oder Schlüssel.</translation>
    </message>
    <message>
        <source>Your work is safe: everything you typed was saved as a draft. You can continue. If this happens again, send the report below to the developers. It contains no texts, answers or keys.</source>
        <translation>Ihre Arbeit ist sicher: Alle Eingaben sind als Entwurf gespeichert. Sie können weiterarbeiten. Falls das wieder geschieht, senden Sie den folgenden Bericht an das Entwicklungsteam von Proofdesk. Er enthält keine Texte, Antworten oder Schlüssel.</translation>
    </message>
</context>
<context>
    <name>Criteria</name>
    <message>
        <source>%1  (key %2)</source>
        <translation>%1  (Taste %2)</translation>
    </message>
</context>
<context>
    <name>CritiqueHead</name>
    <message>
        <source>Critique</source>
        <translation>Kritik</translation>
    </message>
    <message>
        <source>Select a passage, then</source>
        <translation>Stelle markieren, dann</translation>
    </message>
</context>
<context>
    <name>CritiquePanel</name>
    <message numerus="yes">
        <source>%n suggestion(s) left</source>
        <translation>
            <numerusform>Noch %n Vorschlag</numerusform>
            <numerusform>Noch %n Vorschläge</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CritiqueTexts</name>
    <message>
        <source>Negative points</source>
        <translation>Negative Punkte</translation>
    </message>
    <message>
        <source>Nothing to improve</source>
        <translation>Nichts zu verbessern</translation>
    </message>
    <message>
        <source>Positive points</source>
        <translation>Positive Punkte</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>Überarbeitung</translation>
    </message>
</context>
<context>
    <name>DayChart</name>
    <message numerus="yes">
        <source>%n answer(s)</source>
        <translation>
            <numerusform>%n Antwort</numerusform>
            <numerusform>%n Antworten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not merged yet</source>
        <translation>
            <numerusform>%n noch nicht zusammengeführt</numerusform>
            <numerusform>%n noch nicht zusammengeführt</numerusform>
        </translation>
    </message>
    <message>
        <source>{day}: {answers}</source>
        <translation>{day}: {answers}</translation>
    </message>
    <message>
        <source>← → choose a day, Enter lists its items</source>
        <translation>← → wählen einen Tag, die Eingabetaste zeigt seine Aufgaben</translation>
    </message>
</context>
<context>
    <name>DiffBar</name>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n Änderung</numerusform>
            <numerusform>%n Änderungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n Wort</numerusform>
            <numerusform>%n Wörter</numerusform>
        </translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>In one text</source>
        <translation>In einem Text</translation>
    </message>
    <message>
        <source>Next change</source>
        <translation>Nächste Änderung</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>Previous change</source>
        <translation>Vorherige Änderung</translation>
    </message>
    <message>
        <source>Restore the original</source>
        <translation>Zurück zum Original</translation>
    </message>
    <message>
        <source>Revert</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Revert all</source>
        <translation>Alle verwerfen</translation>
    </message>
    <message>
        <source>Revert the current change</source>
        <translation>Die Änderung an dieser Stelle verwerfen</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>Überarbeitung</translation>
    </message>
    <message>
        <source>Revision alone</source>
        <translation>Nur die Überarbeitung</translation>
    </message>
    <message>
        <source>Show all changes in one text next to the revision</source>
        <translation>Alle Änderungen in einem Text neben der Überarbeitung anzeigen</translation>
    </message>
    <message>
        <source>Show the original next to the revision</source>
        <translation>Das Original neben der Überarbeitung zeigen</translation>
    </message>
    <message>
        <source>Show the revision only</source>
        <translation>Nur die Überarbeitung zeigen</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>Words in the original and in the revision</source>
        <translation>Wörter im Original und in der Überarbeitung</translation>
    </message>
</context>
<context>
    <name>DiffEditor</name>
    <message>
        <source>All changes in one text</source>
        <translation>Alle Änderungen in einem Text</translation>
    </message>
    <message>
        <source>Change the comparison view</source>
        <translation>Vergleichsansicht wechseln</translation>
    </message>
    <message>
        <source>Find in the revision</source>
        <translation>In der Überarbeitung suchen</translation>
    </message>
    <message>
        <source>Next change</source>
        <translation>Nächste Änderung</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>Previous change</source>
        <translation>Vorherige Änderung</translation>
    </message>
    <message>
        <source>Restore the original</source>
        <translation>Original wiederherstellen</translation>
    </message>
    <message>
        <source>Revert this change</source>
        <translation>Diese Änderung verwerfen</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>Überarbeitung</translation>
    </message>
    <message>
        <source>The original is empty. Write the text here.</source>
        <translation>Das Original ist leer. Schreiben Sie den Text hier.</translation>
    </message>
</context>
<context>
    <name>DiffHead</name>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n Änderung</numerusform>
            <numerusform>%n Änderungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n Wort</numerusform>
            <numerusform>%n Wörter</numerusform>
        </translation>
    </message>
    <message>
        <source>In one text</source>
        <translation>In einem Text</translation>
    </message>
    <message>
        <source>More about the revision</source>
        <translation>Mehr zur Überarbeitung</translation>
    </message>
    <message>
        <source>Next change</source>
        <translation>Nächste Änderung</translation>
    </message>
    <message>
        <source>Previous change</source>
        <translation>Vorherige Änderung</translation>
    </message>
    <message>
        <source>Restore the original</source>
        <translation>Original wiederherstellen</translation>
    </message>
    <message>
        <source>Restore this change</source>
        <translation>Diese Änderung zurücknehmen</translation>
    </message>
    <message>
        <source>Revision alone</source>
        <translation>Nur die Überarbeitung</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
</context>
<context>
    <name>DiffPair</name>
    <message>
        <source>Added: {words}</source>
        <translation>Hinzugefügt: {words}</translation>
    </message>
    <message>
        <source>Changed: {before} → {after}</source>
        <translation>Geändert: {before} → {after}</translation>
    </message>
    <message>
        <source>Moved: {words}</source>
        <translation>Verschoben: {words}</translation>
    </message>
    <message>
        <source>Only spaces or line ends were changed here.</source>
        <translation>Hier wurden nur Leerzeichen oder Zeilenenden geändert.</translation>
    </message>
    <message>
        <source>Removed: {words}</source>
        <translation>Entfernt: {words}</translation>
    </message>
</context>
<context>
    <name>DonePage</name>
    <message>
        <source>All items are done</source>
        <translation>Alle Aufgaben sind erledigt</translation>
    </message>
    <message>
        <source>If you answered questions about yourself, write your answers to a file and send it to the project lead. Your items arrive in the next bundle.</source>
        <translation>Wenn Sie Fragen zu Ihrer Person beantwortet haben, schreiben Sie Ihre Antworten in eine Datei, und senden Sie diese an die Projektleitung. Ihre Aufgaben kommen mit dem nächsten Paket.</translation>
    </message>
    <message>
        <source>No items for you yet</source>
        <translation>Es gibt noch keine Aufgaben für Sie</translation>
    </message>
    <message>
        <source>Write your results to a file and send it to the project lead. You can still open any item from the list and change your answers; then write the file again.</source>
        <translation>Schreiben Sie Ihre Ergebnisse in eine Datei, und senden Sie diese an die Projektleitung. Sie können weiterhin jede Aufgabe aus der Liste öffnen und Ihre Antworten ändern; schreiben Sie die Datei danach noch einmal.</translation>
    </message>
</context>
<context>
    <name>DoubtBox</name>
    <message>
        <source>Review</source>
        <translation>Ansehen</translation>
    </message>
    <message>
        <source>Submit anyway</source>
        <translation>Trotzdem abgeben</translation>
    </message>
</context>
<context>
    <name>DraftKeeper</name>
    <message>
        <source>Your text is safe in this window. Proofdesk keeps trying to save it.</source>
        <translation>Ihr Text ist in diesem Fenster sicher. Proofdesk versucht weiter, ihn zu speichern.</translation>
    </message>
</context>
<context>
    <name>Durations</name>
    <message>
        <source>less than a minute</source>
        <translation>weniger als eine Minute</translation>
    </message>
    <message>
        <source>{hours} h {minutes} min</source>
        <translation>{hours} h {minutes} min</translation>
    </message>
    <message>
        <source>{minutes} min</source>
        <translation>{minutes} min</translation>
    </message>
    <message>
        <source>{minutes} min {seconds:02} s</source>
        <translation>{minutes} min {seconds:02} s</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
</context>
<context>
    <name>EditActions</name>
    <message>
        <source>Add a section below</source>
        <translation>Abschnitt darunter einfügen</translation>
    </message>
    <message>
        <source>Add selected phrase</source>
        <translation>Markierte Wendung übernehmen</translation>
    </message>
    <message>
        <source>Answer {number}, from inside a text</source>
        <translation>Antwort {number}, auch aus einem Text heraus</translation>
    </message>
    <message>
        <source>Change which matches are shown</source>
        <translation>Angezeigte Treffer wechseln</translation>
    </message>
    <message>
        <source>Find in the text</source>
        <translation>Im Text suchen</translation>
    </message>
    <message>
        <source>Fix the sections as suggested</source>
        <translation>Abschnitte wie vorgeschlagen berichtigen</translation>
    </message>
    <message>
        <source>Go to the next pane</source>
        <translation>Zum nächsten Bereich</translation>
    </message>
    <message>
        <source>Go to the previous pane</source>
        <translation>Zum vorigen Bereich</translation>
    </message>
    <message>
        <source>Move the section down</source>
        <translation>Abschnitt nach unten</translation>
    </message>
    <message>
        <source>Move the section up</source>
        <translation>Abschnitt nach oben</translation>
    </message>
    <message>
        <source>Next change</source>
        <translation>Nächste Änderung</translation>
    </message>
    <message>
        <source>Next passage</source>
        <translation>Nächste Stelle</translation>
    </message>
    <message>
        <source>Next point</source>
        <translation>Nächster Punkt</translation>
    </message>
    <message>
        <source>Next section</source>
        <translation>Nächster Abschnitt</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>Nächster Schritt</translation>
    </message>
    <message>
        <source>Open or close the evidence</source>
        <translation>Belegstellen öffnen oder schließen</translation>
    </message>
    <message>
        <source>Previous change</source>
        <translation>Vorherige Änderung</translation>
    </message>
    <message>
        <source>Previous passage</source>
        <translation>Vorherige Stelle</translation>
    </message>
    <message>
        <source>Previous point</source>
        <translation>Vorheriger Punkt</translation>
    </message>
    <message>
        <source>Previous section</source>
        <translation>Vorheriger Abschnitt</translation>
    </message>
    <message>
        <source>Previous step</source>
        <translation>Vorheriger Schritt</translation>
    </message>
    <message>
        <source>Remove the section</source>
        <translation>Abschnitt entfernen</translation>
    </message>
    <message>
        <source>Rename the section</source>
        <translation>Abschnitt umbenennen</translation>
    </message>
    <message>
        <source>Restore the original of this section</source>
        <translation>Original dieses Abschnitts wiederherstellen</translation>
    </message>
    <message>
        <source>Restore this change</source>
        <translation>Diese Änderung zurücknehmen</translation>
    </message>
    <message>
        <source>Show changes</source>
        <translation>Änderungen zeigen</translation>
    </message>
    <message>
        <source>Task and evidence</source>
        <translation>Aufgabe und Belege</translation>
    </message>
</context>
<context>
    <name>EditChecks</name>
    <message numerus="yes">
        <source>%n critique point(s) open</source>
        <translation>
            <numerusform>%n Kritikpunkt offen</numerusform>
            <numerusform>%n Kritikpunkte offen</numerusform>
        </translation>
    </message>
    <message>
        <source>A section has no title.</source>
        <translation>Ein Abschnitt hat keinen Titel.</translation>
    </message>
    <message>
        <source>All critique points are answered</source>
        <translation>Alle Kritikpunkte sind beantwortet</translation>
    </message>
    <message>
        <source>All sections are present and in order</source>
        <translation>Alle Abschnitte sind da und richtig geordnet</translation>
    </message>
    <message>
        <source>Go to point</source>
        <translation>Zum Punkt</translation>
    </message>
    <message>
        <source>Go to section</source>
        <translation>Zum Abschnitt</translation>
    </message>
    <message>
        <source>The sections differ from those of the task</source>
        <translation>Die Abschnitte weichen von denen der Aufgabe ab</translation>
    </message>
    <message>
        <source>This variant has no critique.</source>
        <translation>Zu dieser Variante gibt es keine Kritik.</translation>
    </message>
    <message>
        <source>Words changed</source>
        <translation>Geänderte Wörter</translation>
    </message>
    <message>
        <source>{count} fixed</source>
        <translation>{count} behoben</translation>
    </message>
    <message>
        <source>{count} ignored</source>
        <translation>{count} ignoriert</translation>
    </message>
    <message>
        <source>{count} not valid</source>
        <translation>{count} ungültig</translation>
    </message>
    <message>
        <source>{count} of {least} words changed, please say why below</source>
        <translation>{count} von {least} Wörtern geändert, bitte unten begründen</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation>{number} von {count}</translation>
    </message>
    <message>
        <source>“{title}” is empty.</source>
        <translation>„{title}“ ist leer.</translation>
    </message>
    <message>
        <source>“{title}” is missing.</source>
        <translation>„{title}“ fehlt.</translation>
    </message>
</context>
<context>
    <name>EditLayout</name>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>Wählen</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Belegstellen</translation>
    </message>
    <message>
        <source>Evidence {count}</source>
        <translation>Belege {count}</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Bewerten</translation>
    </message>
    <message>
        <source>Task and evidence</source>
        <translation>Aufgabe und Belege</translation>
    </message>
</context>
<context>
    <name>EditPanel</name>
    <message>
        <source>Point fixed</source>
        <translation>Punkt behoben</translation>
    </message>
    <message>
        <source>Point ignored</source>
        <translation>Punkt übergangen</translation>
    </message>
    <message>
        <source>Point not valid</source>
        <translation>Punkt trifft nicht zu</translation>
    </message>
</context>
<context>
    <name>EditQuestions</name>
    <message>
        <source>required</source>
        <translation>erforderlich</translation>
    </message>
</context>
<context>
    <name>EditSteps</name>
    <message numerus="yes">
        <source>%n point(s) open</source>
        <translation>
            <numerusform>%n Punkt offen</numerusform>
            <numerusform>%n Punkte offen</numerusform>
        </translation>
    </message>
    <message>
        <source>Next: Check</source>
        <translation>Weiter: Prüfen</translation>
    </message>
    <message>
        <source>Next: Edit</source>
        <translation>Weiter: Bearbeiten</translation>
    </message>
    <message>
        <source>Next: Rate</source>
        <translation>Weiter: Beurteilen</translation>
    </message>
    <message>
        <source>No points open</source>
        <translation>Keine Punkte offen</translation>
    </message>
</context>
<context>
    <name>EditTexts</name>
    <message>
        <source>Chosen</source>
        <translation>Gewählt</translation>
    </message>
    <message>
        <source>Critique points</source>
        <translation>Kritikpunkte</translation>
    </message>
    <message>
        <source>Edited input</source>
        <translation>Bearbeitete Eingabe</translation>
    </message>
    <message>
        <source>Edited output</source>
        <translation>Bearbeitetes Ergebnis</translation>
    </message>
    <message>
        <source>Important phrases</source>
        <translation>Wichtige Wendungen</translation>
    </message>
    <message>
        <source>The sections are not in the order of the task</source>
        <translation>Die Abschnitte stehen nicht in der Reihenfolge der Aufgabe</translation>
    </message>
    <message>
        <source>Variant {number}</source>
        <translation>Variante {number}</translation>
    </message>
    <message>
        <source>You marked everything as fixed, but ignored point {points}</source>
        <translation>Sie haben alles als behoben markiert, aber Punkt {points} übergangen</translation>
    </message>
    <message>
        <source>You marked everything as fixed, but ignored points {points}</source>
        <translation>Sie haben alles als behoben markiert, aber die Punkte {points} übergangen</translation>
    </message>
    <message>
        <source>fixed</source>
        <translation>behoben</translation>
    </message>
    <message>
        <source>ignored</source>
        <translation>übergangen</translation>
    </message>
    <message>
        <source>not valid</source>
        <translation>trifft nicht zu</translation>
    </message>
    <message>
        <source>“{got}” is called “{title}” in the task</source>
        <translation>„{got}“ heißt in der Aufgabe „{title}“</translation>
    </message>
</context>
<context>
    <name>Editing</name>
    <message>
        <source>Reopen the last turn and change your rating instead.</source>
        <translation>Öffnen Sie stattdessen den letzten Durchgang erneut, und ändern Sie Ihre Bewertung.</translation>
    </message>
    <message>
        <source>Some of these answers have a different meaning now and were not restored.</source>
        <translation>Einige dieser Antworten haben jetzt eine andere Bedeutung und wurden nicht übernommen.</translation>
    </message>
    <message>
        <source>They answer an earlier version of the questions.</source>
        <translation>Diese Antworten gehören zu einer früheren Fassung der Fragen.</translation>
    </message>
    <message>
        <source>Turns with a model cannot be undone.</source>
        <translation>Durchgänge mit einem Modell lassen sich nicht rückgängig machen.</translation>
    </message>
</context>
<context>
    <name>Evidence</name>
    <message>
        <source>%1 % found</source>
        <translation>%1 % gefunden</translation>
    </message>
    <message>
        <source>%1 of %2 content words of the example are in the passage</source>
        <translation>%1 von %2 Inhaltswörtern des Beispiels kommen in der Stelle vor</translation>
    </message>
    <message>
        <source>Matching takes longer because this passage is very long</source>
        <translation>Der Vergleich dauert länger, weil die Textstelle sehr lang ist</translation>
    </message>
    <message>
        <source>Next passage</source>
        <translation>Nächste Stelle</translation>
    </message>
    <message>
        <source>Passage</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>Passage {number}</source>
        <translation>Stelle {number}</translation>
    </message>
    <message>
        <source>Previous passage</source>
        <translation>Vorherige Stelle</translation>
    </message>
    <message>
        <source>This variant has no passages.</source>
        <translation>Zu dieser Variante gibt es keine Textstellen.</translation>
    </message>
    <message>
        <source>matching …</source>
        <translation>Abgleich läuft …</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation>{number} von {count}</translation>
    </message>
</context>
<context>
    <name>ExportSection</name>
    <message numerus="yes">
        <source>%n answer(s)</source>
        <translation>
            <numerusform>%n Antwort</numerusform>
            <numerusform>%n Antworten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) already exist in {folder}: {names}.</source>
        <translation>
            <numerusform>%n Datei gibt es in {folder} schon: {names}.</numerusform>
            <numerusform>%n Dateien gibt es in {folder} schon: {names}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n model(s) are named in the data</source>
        <translation>
            <numerusform>%n Modell wird in den Daten genannt</numerusform>
            <numerusform>%n Modelle werden in den Daten genannt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n Zeile</numerusform>
            <numerusform>%n Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s), one per answer</source>
        <translation>
            <numerusform>%n Zeile, eine je Antwort</numerusform>
            <numerusform>%n Zeilen, eine je Antwort</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s): your decision, else the majority</source>
        <translation>
            <numerusform>%n Zeile: Ihre Entscheidung, sonst die Mehrheit</numerusform>
            <numerusform>%n Zeilen: Ihre Entscheidung, sonst die Mehrheit</numerusform>
        </translation>
    </message>
    <message>
        <source>Aliases such as {alias} replace their names</source>
        <translation>Decknamen wie {alias} ersetzen die Namen</translation>
    </message>
    <message>
        <source>All answers</source>
        <translation>Alle Antworten</translation>
    </message>
    <message>
        <source>All kinds of rows</source>
        <translation>Alle Arten von Zeilen</translation>
    </message>
    <message>
        <source>Authors (year), title</source>
        <translation>Namen (Jahr), Titel</translation>
    </message>
    <message>
        <source>CONTENT</source>
        <translation>INHALT</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>Wählen</translation>
    </message>
    <message>
        <source>Choose a folder for the export</source>
        <translation>Ordner für den Export wählen</translation>
    </message>
    <message>
        <source>Citation</source>
        <translation>Zitierweise</translation>
    </message>
    <message>
        <source>Collecting the data…</source>
        <translation>Daten werden gesammelt…</translation>
    </message>
    <message>
        <source>Command copied.</source>
        <translation>Befehl kopiert.</translation>
    </message>
    <message>
        <source>Copy as command</source>
        <translation>Als Befehl kopieren</translation>
    </message>
    <message>
        <source>DATASET CARD</source>
        <translation>DATENSATZKARTE</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>Export to folder</source>
        <translation>In Ordner exportieren</translation>
    </message>
    <message>
        <source>Export to folder…</source>
        <translation>In Ordner exportieren…</translation>
    </message>
    <message>
        <source>Final answers</source>
        <translation>Endgültige Antworten</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Format of the protocol</source>
        <translation>Format des Protokolls</translation>
    </message>
    <message>
        <source>Formats specific to this protocol, for example for training data.</source>
        <translation>Formate nur für dieses Protokoll, zum Beispiel für Trainingsdaten.</translation>
    </message>
    <message>
        <source>Go to Items</source>
        <translation>Zu den Aufgaben</translation>
    </message>
    <message>
        <source>Hugging Face folder</source>
        <translation>Hugging-Face-Ordner</translation>
    </message>
    <message>
        <source>Include active time</source>
        <translation>Mit Bearbeitungszeit</translation>
    </message>
    <message>
        <source>Include comments</source>
        <translation>Mit Kommentaren</translation>
    </message>
    <message>
        <source>Include custom fields</source>
        <translation>Mit eigenen Feldern</translation>
    </message>
    <message>
        <source>Items and answers can be exported here as soon as the project has some.</source>
        <translation>Hier können Sie Aufgaben und Antworten exportieren, sobald das Projekt welche enthält.</translation>
    </message>
    <message>
        <source>Kind of rows</source>
        <translation>Art der Zeilen</translation>
    </message>
    <message>
        <source>Last export: {time}, {format}, {rows}</source>
        <translation>Letzter Export: {time}, {format}, {rows}</translation>
    </message>
    <message>
        <source>Leave out background answers</source>
        <translation>Ohne Angaben zur Person</translation>
    </message>
    <message>
        <source>License</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Zusammenführen</translation>
    </message>
    <message>
        <source>Methods paragraph copied.</source>
        <translation>Methodenabsatz kopiert.</translation>
    </message>
    <message>
        <source>Model names in the data: {models}</source>
        <translation>Modellnamen in den Daten: {models}</translation>
    </message>
    <message>
        <source>More formats</source>
        <translation>Weitere Formate</translation>
    </message>
    <message>
        <source>No models are named in this project</source>
        <translation>In diesem Projekt sind keine Modelle genannt</translation>
    </message>
    <message>
        <source>Not chosen</source>
        <translation>Nicht gewählt</translation>
    </message>
    <message>
        <source>Nothing to export yet</source>
        <translation>Noch nichts zu exportieren</translation>
    </message>
    <message>
        <source>Nothing was written. Replace existing files, or choose another folder.</source>
        <translation>Es wurde nichts geschrieben. Ersetzen Sie vorhandene Dateien, oder wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>One line per row, with lists and spans.</source>
        <translation>Eine Zeile je Eintrag, mit Listen und Textstellen.</translation>
    </message>
    <message>
        <source>One page with agreement, charts and methods.</source>
        <translation>Eine Seite mit Übereinstimmung, Diagrammen, Methoden.</translation>
    </message>
    <message>
        <source>One row per answer. For Excel, R, pandas.</source>
        <translation>Eine Zeile je Antwort. Für Excel, R, pandas.</translation>
    </message>
    <message>
        <source>PRIVACY AND BLINDING</source>
        <translation>DATENSCHUTZ UND VERBLINDUNG</translation>
    </message>
    <message>
        <source>PROTOCOL</source>
        <translation>PROTOKOLL</translation>
    </message>
    <message>
        <source>Parquet, dataset card and Croissant metadata.</source>
        <translation>Parquet, Datensatzkarte und Croissant-Metadaten.</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Personen</translation>
    </message>
    <message>
        <source>Protocol to export</source>
        <translation>Protokoll für den Export</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Replace names with codes</source>
        <translation>Namen durch Codes ersetzen</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Resolve</source>
        <translation>Auflösen</translation>
    </message>
    <message>
        <source>Reveal models</source>
        <translation>Modelle nennen</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Ansehen</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message numerus="yes">
        <source>Saved %n file(s) in {folder}.</source>
        <translation>
            <numerusform>%n Datei in {folder} gespeichert.</numerusform>
            <numerusform>%n Dateien in {folder} gespeichert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Saving the dataset card…</source>
        <translation>Datensatzkarte wird gespeichert…</translation>
    </message>
    <message>
        <source>The report is in the project’s language and calls annotators A, B, C.</source>
        <translation>Der Bericht ist in der Sprache des Projekts verfasst und bezeichnet die Personen mit A, B, C.</translation>
    </message>
    <message>
        <source>Typed columns. Fast for large data.</source>
        <translation>Typisierte Spalten. Schnell bei großen Datenmengen.</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Wait until the preview is ready.</source>
        <translation>Warten Sie, bis die Vorschau fertig ist.</translation>
    </message>
    <message>
        <source>Writing the export…</source>
        <translation>Export wird geschrieben…</translation>
    </message>
    <message>
        <source>{person} becomes {code}</source>
        <translation>{person} wird zu {code}</translation>
    </message>
</context>
<context>
    <name>Field</name>
    <message>
        <source>Too long to paste: an answer can have at most {most} characters in total, and this text has {length}. Nothing was inserted.</source>
        <translation>Zu lang zum Einfügen: Eine Antwort darf insgesamt höchstens {most} Zeichen haben, und dieser Text hat {length}. Es wurde nichts eingefügt.</translation>
    </message>
</context>
<context>
    <name>FieldPart</name>
    <message>
        <source>Choose a field</source>
        <translation>Fach wählen</translation>
    </message>
    <message>
        <source>Please choose the field.</source>
        <translation>Bitte wählen Sie das Fach.</translation>
    </message>
    <message>
        <source>This field is no longer in the list. Choose another.</source>
        <translation>Dieses Fach steht nicht mehr in der Liste. Wählen Sie ein anderes.</translation>
    </message>
</context>
<context>
    <name>Figure</name>
    <message>
        <source>Enter lists the items</source>
        <translation>Die Eingabetaste zeigt die Aufgaben</translation>
    </message>
</context>
<context>
    <name>FigureView</name>
    <message>
        <source>Copy figure</source>
        <translation>Diagramm kopieren</translation>
    </message>
    <message>
        <source>Figure copied.</source>
        <translation>Diagramm kopiert.</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>SVG (*.svg);;PDF (*.pdf);;PNG (*.png)</source>
        <translation>SVG (*.svg);;PDF (*.pdf);;PNG (*.png)</translation>
    </message>
    <message>
        <source>SVG, PDF or PNG.</source>
        <translation>SVG, PDF oder PNG.</translation>
    </message>
    <message>
        <source>Save figure as…</source>
        <translation>Diagramm speichern unter…</translation>
    </message>
    <message>
        <source>Save the figure as</source>
        <translation>Diagramm speichern unter</translation>
    </message>
    <message>
        <source>Saved {file}.</source>
        <translation>{file} gespeichert.</translation>
    </message>
</context>
<context>
    <name>FilesView</name>
    <message numerus="yes">
        <source>%n column(s)</source>
        <translation>
            <numerusform>%n Spalte</numerusform>
            <numerusform>%n Spalten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more column(s) →</source>
        <translation>
            <numerusform>%n weitere Spalte →</numerusform>
            <numerusform>%n weitere Spalten →</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n Zeile</numerusform>
            <numerusform>%n Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>Beginning of the file</source>
        <translation>Anfang der Datei</translation>
    </message>
    <message>
        <source>Beginning of the file ({size})</source>
        <translation>Anfang der Datei ({size})</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the methods paragraph</source>
        <translation>Methodenabsatz kopieren</translation>
    </message>
    <message>
        <source>Files of the export</source>
        <translation>Dateien des Exports</translation>
    </message>
    <message>
        <source>First rows of the file</source>
        <translation>Erste Zeilen der Datei</translation>
    </message>
    <message>
        <source>First {some} of {all} rows</source>
        <translation>Die ersten {some} von {all} Zeilen</translation>
    </message>
    <message>
        <source>Language of the methods paragraph</source>
        <translation>Sprache des Methodenabsatzes</translation>
    </message>
    <message>
        <source>Methods</source>
        <translation>Methoden</translation>
    </message>
    <message>
        <source>Text of the page; its tables and charts are in the file ({size})</source>
        <translation>Text der Seite; Tabellen und Diagramme stehen in der Datei ({size})</translation>
    </message>
    <message>
        <source>{rows}, {columns}, {size}</source>
        <translation>{rows}, {columns}, {size}</translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message numerus="yes">
        <source>%n more: use the search</source>
        <translation>
            <numerusform>%n weiterer: bitte suchen</numerusform>
            <numerusform>%n weitere: bitte suchen</numerusform>
        </translation>
    </message>
    <message>
        <source>+ Field</source>
        <translation>+ Feld</translation>
    </message>
    <message>
        <source>All words; word OR word; &quot;a phrase&quot;; *part of a word</source>
        <translation>Alle Wörter; Wort OR Wort; &quot;eine Wortfolge&quot;; *Wortteil</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Clear all filters</source>
        <translation>Alle Filter zurücksetzen</translation>
    </message>
    <message>
        <source>Day</source>
        <translation>Tag</translation>
    </message>
    <message>
        <source>Decided</source>
        <translation>Entschieden</translation>
    </message>
    <message>
        <source>Decision outdated</source>
        <translation>Entscheidung veraltet</translation>
    </message>
    <message>
        <source>Disagreement</source>
        <translation>Uneinigkeit</translation>
    </message>
    <message>
        <source>Filter by a field</source>
        <translation>Nach einem Feld filtern</translation>
    </message>
    <message>
        <source>Flagged</source>
        <translation>Markiert</translation>
    </message>
    <message>
        <source>In conflict</source>
        <translation>Im Konflikt</translation>
    </message>
    <message>
        <source>Items</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>Vermerke</translation>
    </message>
    <message>
        <source>Person</source>
        <translation>Person</translation>
    </message>
    <message>
        <source>Search items</source>
        <translation>Aufgaben suchen</translation>
    </message>
    <message>
        <source>Search texts and answers</source>
        <translation>In Texten/Antworten suchen</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>Übersprungen</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>ausgewählt</translation>
    </message>
    <message>
        <source>group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>protocol</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>Runde</translation>
    </message>
</context>
<context>
    <name>FinalSection</name>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n Änderung</numerusform>
            <numerusform>%n Änderungen</numerusform>
        </translation>
    </message>
    <message>
        <source>No changes</source>
        <translation>Keine Änderungen</translation>
    </message>
</context>
<context>
    <name>FinalText</name>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n Wort</numerusform>
            <numerusform>%n Wörter</numerusform>
        </translation>
    </message>
    <message>
        <source>Final text</source>
        <translation>Endgültiger Text</translation>
    </message>
    <message>
        <source>Show changes</source>
        <translation>Änderungen zeigen</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Close search</source>
        <translation>Suche schließen</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Find in: %1</source>
        <translation>Suchen in: %1</translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation>Nächster Treffer</translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation>Vorheriger Treffer</translation>
    </message>
    <message>
        <source>Shift+Enter</source>
        <translation>Umschalt+Eingabe</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
</context>
<context>
    <name>FinishPart</name>
    <message>
        <source>Choose how the session ends.</source>
        <translation>Wählen Sie, wie die Sitzung endet.</translation>
    </message>
    <message>
        <source>Continue session</source>
        <translation>Sitzung fortsetzen</translation>
    </message>
    <message>
        <source>How does the session end?</source>
        <translation>Wie endet die Sitzung?</translation>
    </message>
    <message>
        <source>It can be sent as it is.</source>
        <translation>Sie kann so verschickt werden.</translation>
    </message>
    <message>
        <source>No good answer</source>
        <translation>Keine gute Antwort</translation>
    </message>
    <message>
        <source>The answer is good</source>
        <translation>Die Antwort ist gut</translation>
    </message>
    <message>
        <source>You give up. Your work is kept.</source>
        <translation>Sie geben auf. Ihre Arbeit bleibt erhalten.</translation>
    </message>
</context>
<context>
    <name>Fold</name>
    <message>
        <source>Hide</source>
        <translation>Verbergen</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
</context>
<context>
    <name>Footer</name>
    <message>
        <source>Saved state</source>
        <translation>Speicherstand</translation>
    </message>
</context>
<context>
    <name>FormEditor</name>
    <message>
        <source>About you</source>
        <translation>Zu Ihrer Person</translation>
    </message>
    <message>
        <source>Comments inside a field are removed when you change that field under “Question”.</source>
        <translation>Kommentare innerhalb eines Felds gehen verloren, wenn Sie dieses Feld unter „Frage“ ändern.</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>FORM</source>
        <translation>FORMULAR</translation>
    </message>
    <message>
        <source>Form as YAML</source>
        <translation>Formular als YAML</translation>
    </message>
    <message>
        <source>Highest</source>
        <translation>Höchster Wert</translation>
    </message>
    <message>
        <source>Hints</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>Language of the texts</source>
        <translation>Sprache der Texte</translation>
    </message>
    <message>
        <source>Line {number}</source>
        <translation>Zeile {number}</translation>
    </message>
    <message>
        <source>Lowest</source>
        <translation>Niedrigster Wert</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>New question</source>
        <translation>Neue Frage</translation>
    </message>
    <message>
        <source>New section</source>
        <translation>Neuer Abschnitt</translation>
    </message>
    <message>
        <source>No text</source>
        <translation>Ohne Text</translation>
    </message>
    <message>
        <source>Number of questions</source>
        <translation>Anzahl der Fragen</translation>
    </message>
    <message>
        <source>Option {number}</source>
        <translation>Option {number}</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>QUESTIONS</source>
        <translation>FRAGEN</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Question {number}</source>
        <translation>Frage {number}</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Selected question</source>
        <translation>Ausgewählte Frage</translation>
    </message>
    <message>
        <source>if {question} is {answer}</source>
        <translation>wenn {question} = {answer}</translation>
    </message>
    <message>
        <source>if {question} …</source>
        <translation>wenn {question} …</translation>
    </message>
    <message>
        <source>required</source>
        <translation>erforderlich</translation>
    </message>
    <message>
        <source>sometimes required</source>
        <translation>manchmal erforderlich</translation>
    </message>
    <message>
        <source>with conditions</source>
        <translation>mit Bedingungen</translation>
    </message>
</context>
<context>
    <name>FormKeys</name>
    <message>
        <source>All questions are answered.</source>
        <translation>Alle Fragen sind beantwortet.</translation>
    </message>
    <message>
        <source>Backspace goes back to the last one.</source>
        <translation>Die Rücktaste führt zur letzten zurück.</translation>
    </message>
    <message>
        <source>{key} is not an option of the active question.</source>
        <translation>Die Taste {key} gehört zu keiner Antwortmöglichkeit der aktiven Frage.</translation>
    </message>
</context>
<context>
    <name>FormPreview</name>
    <message>
        <source>About the preview</source>
        <translation>Zur Vorschau</translation>
    </message>
    <message>
        <source>Clears your answers in this preview.</source>
        <translation>Entfernt Ihre Antworten in dieser Vorschau.</translation>
    </message>
    <message>
        <source>PREVIEW</source>
        <translation>VORSCHAU</translation>
    </message>
    <message>
        <source>Problems in this form</source>
        <translation>Fehler in diesem Formular</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Show the problem: {words}</source>
        <translation>Fehler zeigen: {words}</translation>
    </message>
    <message>
        <source>The form appears here.</source>
        <translation>Hier erscheint das Formular.</translation>
    </message>
    <message>
        <source>Try it: nothing is saved</source>
        <translation>Zum Ausprobieren: Nichts wird gespeichert</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weiterer</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FormSection</name>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n Fehler</numerusform>
            <numerusform>%n Fehler</numerusform>
        </translation>
    </message>
    <message>
        <source>Draft of version {number}</source>
        <translation>Entwurf von Version {number}</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>Formular</translation>
    </message>
    <message>
        <source>Forms (*.yaml *.yml *.json)</source>
        <translation>Formulare (*.yaml *.yml *.json)</translation>
    </message>
    <message>
        <source>Import a form</source>
        <translation>Formular importieren</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren…</translation>
    </message>
    <message>
        <source>New from template…</source>
        <translation>Neu aus Vorlage…</translation>
    </message>
    <message>
        <source>No form yet</source>
        <translation>Noch kein Formular</translation>
    </message>
    <message>
        <source>Publish</source>
        <translation>Veröffentlichen</translation>
    </message>
    <message>
        <source>Publish this form?</source>
        <translation>Dieses Formular veröffentlichen?</translation>
    </message>
    <message>
        <source>Publish version {number} of the form?</source>
        <translation>Version {number} des Formulars veröffentlichen?</translation>
    </message>
    <message>
        <source>Publish version {number}…</source>
        <translation>Version {number} veröffentlichen…</translation>
    </message>
    <message>
        <source>Reads a form file (YAML).</source>
        <translation>Liest eine Formulardatei (YAML).</translation>
    </message>
    <message>
        <source>Version {number}</source>
        <translation>Formularversion {number}</translation>
    </message>
</context>
<context>
    <name>FormView</name>
    <message>
        <source>A separator before three digits is ambiguous. Enter the number without it (1250), or with one more digit (1.2500).</source>
        <translation>Ein Trennzeichen vor drei Ziffern ist mehrdeutig. Geben Sie die Zahl ohne Trennzeichen ein (1250) oder mit einer weiteren Ziffer (1,2500).</translation>
    </message>
    <message>
        <source>Must be at least %1.</source>
        <translation>Muss mindestens %1 sein.</translation>
    </message>
    <message>
        <source>Must be at most %1.</source>
        <translation>Darf höchstens %1 sein.</translation>
    </message>
    <message>
        <source>Must be from %1 to %2.</source>
        <translation>Muss zwischen %1 und %2 liegen.</translation>
    </message>
    <message>
        <source>Must be in steps of %1.</source>
        <translation>Nur in Schritten von %1 möglich.</translation>
    </message>
    <message>
        <source>Notes on your answers</source>
        <translation>Hinweise zu Ihren Antworten</translation>
    </message>
    <message>
        <source>Please answer this question.</source>
        <translation>Bitte beantworten Sie diese Frage.</translation>
    </message>
    <message>
        <source>Please choose one of the options.</source>
        <translation>Bitte wählen Sie eine der Möglichkeiten.</translation>
    </message>
    <message>
        <source>Please enter a number, such as %1.</source>
        <translation>Bitte geben Sie eine Zahl ein, zum Beispiel %1.</translation>
    </message>
    <message>
        <source>Please enter a single line.</source>
        <translation>Bitte geben Sie nur eine Zeile ein.</translation>
    </message>
    <message>
        <source>Please enter a whole number, such as %1.</source>
        <translation>Bitte geben Sie eine ganze Zahl ein, zum Beispiel %1.</translation>
    </message>
    <message>
        <source>Please enter at least %1.</source>
        <translation>Bitte geben Sie mindestens %1 ein.</translation>
    </message>
    <message>
        <source>Please enter at most %1.</source>
        <translation>Bitte geben Sie höchstens %1 ein.</translation>
    </message>
    <message>
        <source>This is not valid. Please check it.</source>
        <translation>Das ist ungültig. Bitte prüfen Sie die Eingabe.</translation>
    </message>
    <message>
        <source>any or none</source>
        <translation>beliebig viele oder keine</translation>
    </message>
    <message>
        <source>optional</source>
        <translation>freiwillig</translation>
    </message>
</context>
<context>
    <name>GuidelinesOffer</name>
    <message>
        <source>F1 opens them at any time, Esc closes them.</source>
        <translation>F1 öffnet ihn jederzeit, Esc schließt ihn.</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Jetzt nicht</translation>
    </message>
    <message>
        <source>Not now: start without the guidelines</source>
        <translation>Jetzt nicht: ohne den Leitfaden beginnen</translation>
    </message>
    <message>
        <source>Open the guidelines</source>
        <translation>Leitfaden öffnen</translation>
    </message>
    <message>
        <source>Read the guidelines before you begin.</source>
        <translation>Lesen Sie den Leitfaden, bevor Sie beginnen.</translation>
    </message>
</context>
<context>
    <name>GuidelinesSection</name>
    <message>
        <source>Guidelines</source>
        <translation>Leitfaden</translation>
    </message>
    <message>
        <source>Write what annotators should know.</source>
        <translation>Schreiben Sie, was Annotierende wissen sollen.</translation>
    </message>
    <message>
        <source>not shown, because you changed only the other language</source>
        <translation>wird nicht gezeigt, weil Sie nur die andere Sprache geändert haben</translation>
    </message>
</context>
<context>
    <name>Gutter</name>
    <message>
        <source>Bars beside changed lines</source>
        <translation>Balken neben geänderten Zeilen</translation>
    </message>
</context>
<context>
    <name>Header</name>
    <message numerus="yes">
        <source>%n draft(s)</source>
        <translation>
            <numerusform>%n Entwurf</numerusform>
            <numerusform>%n Entwürfe</numerusform>
        </translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>{count} flagged</source>
        <translation>{count} markiert</translation>
    </message>
    <message>
        <source>{count} to answer again</source>
        <translation>{count} neu zu beantworten</translation>
    </message>
    <message>
        <source>{done} of {total} done</source>
        <translation>{done} von {total} erledigt</translation>
    </message>
    <message>
        <source>{time} today</source>
        <translation>heute {time}</translation>
    </message>
</context>
<context>
    <name>Heads</name>
    <message>
        <source>Column {name}</source>
        <translation>Spalte {name}</translation>
    </message>
    <message>
        <source>Column {name}, sorted in ascending order</source>
        <translation>Spalte {name}, aufsteigend sortiert</translation>
    </message>
    <message>
        <source>Column {name}, sorted in descending order</source>
        <translation>Spalte {name}, absteigend sortiert</translation>
    </message>
    <message>
        <source>Sort by a column: click, or ← → and Space</source>
        <translation>Nach einer Spalte sortieren: anklicken, oder ← → und Leertaste</translation>
    </message>
    <message>
        <source>Space sorts the rows by this column</source>
        <translation>Die Leertaste sortiert die Zeilen nach dieser Spalte</translation>
    </message>
</context>
<context>
    <name>HintBox</name>
    <message>
        <source>Change it</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Yes, keep it</source>
        <translation>Ja, so lassen</translation>
    </message>
</context>
<context>
    <name>HintsBox</name>
    <message>
        <source>Before you submit: is this correct?</source>
        <translation>Vor dem Abgeben: Stimmt das so?</translation>
    </message>
    <message>
        <source>Hints</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Ansehen</translation>
    </message>
    <message>
        <source>Submit anyway</source>
        <translation>Trotzdem abgeben</translation>
    </message>
</context>
<context>
    <name>HintsEditor</name>
    <message>
        <source>A hint asks annotators to check answers that contradict each other. It never prevents submission.</source>
        <translation>Ein Hinweis bittet darum, widersprüchliche Antworten zu prüfen. Er verhindert nie das Abgeben.</translation>
    </message>
    <message>
        <source>Add hint</source>
        <translation>Hinweis hinzufügen</translation>
    </message>
    <message>
        <source>Hint {number}</source>
        <translation>Hinweis {number}</translation>
    </message>
    <message>
        <source>Message of hint {number}</source>
        <translation>Text von Hinweis {number}</translation>
    </message>
    <message>
        <source>Please check this answer.</source>
        <translation>Bitte prüfen Sie diese Antwort.</translation>
    </message>
    <message>
        <source>Remove this hint</source>
        <translation>Diesen Hinweis entfernen</translation>
    </message>
    <message>
        <source>When hint {number} is shown</source>
        <translation>Wann Hinweis {number} erscheint</translation>
    </message>
</context>
<context>
    <name>History</name>
    <message>
        <source>First answer</source>
        <translation>Erste Antwort</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>No turn contains these words.</source>
        <translation>Kein Durchgang enthält diese Wörter.</translation>
    </message>
    <message>
        <source>Search the turns</source>
        <translation>Durchgänge durchsuchen</translation>
    </message>
    <message>
        <source>Turns</source>
        <translation>Durchgänge</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>bearbeitet</translation>
    </message>
</context>
<context>
    <name>IdPane</name>
    <message>
        <source>Add prefix</source>
        <translation>Präfix voranstellen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>ID in line {line}:</source>
        <translation>Kennung in Zeile {line}:</translation>
    </message>
    <message>
        <source>New ID</source>
        <translation>Neue Kennung</translation>
    </message>
    <message numerus="yes">
        <source>Prefix for %n ID(s) already in use:</source>
        <translation>
            <numerusform>Präfix für %n schon verwendete Kennung:</numerusform>
            <numerusform>Präfix für %n schon verwendete Kennungen:</numerusform>
        </translation>
    </message>
    <message>
        <source>Prefix for IDs already in use</source>
        <translation>Präfix für schon verwendete Kennungen</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Undoes all renaming on this page</source>
        <translation>Nimmt alle Umbenennungen auf dieser Seite zurück</translation>
    </message>
    <message>
        <source>Use the file’s IDs</source>
        <translation>Kennungen der Datei verwenden</translation>
    </message>
</context>
<context>
    <name>ImportPage</name>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n Zeile</numerusform>
            <numerusform>%n Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) have been imported already.</source>
        <translation>
            <numerusform>%n Zeile ist schon importiert.</numerusform>
            <numerusform>%n Zeilen sind schon importiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>All rows have been imported already.</source>
        <translation>Alle Zeilen sind schon importiert.</translation>
    </message>
    <message>
        <source>Back to the items</source>
        <translation>Zurück zu den Aufgaben</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel the import</source>
        <translation>Import abbrechen</translation>
    </message>
    <message>
        <source>Change how the file is read</source>
        <translation>Ändern, wie die Datei gelesen wird</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>Ändern…</translation>
    </message>
    <message>
        <source>Checking the rows…</source>
        <translation>Zeilen werden geprüft…</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Discard what you entered about the columns?</source>
        <translation>Angaben zu den Spalten verwerfen?</translation>
    </message>
    <message numerus="yes">
        <source>IDs (%n renamed)…</source>
        <translation>
            <numerusform>Kennungen (%n umbenannt)…</numerusform>
            <numerusform>Kennungen (%n umbenannt)…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import %n item(s)</source>
        <translation>
            <numerusform>%n Aufgabe importieren</numerusform>
            <numerusform>%n Aufgaben importieren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import %n row(s)</source>
        <translation>
            <numerusform>%n Zeile importieren</numerusform>
            <numerusform>%n Zeilen importieren</numerusform>
        </translation>
    </message>
    <message>
        <source>Import items</source>
        <translation>Aufgaben importieren</translation>
    </message>
    <message>
        <source>Import the rows that are ready</source>
        <translation>Bereite Zeilen importieren</translation>
    </message>
    <message>
        <source>Import: {kind}</source>
        <translation>Importieren: {kind}</translation>
    </message>
    <message>
        <source>Importing items…</source>
        <translation>Aufgaben werden importiert…</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>No row is ready to import. Check the columns and the problems.</source>
        <translation>Keine Zeile kann importiert werden. Prüfen Sie die Spalten und die Probleme.</translation>
    </message>
    <message>
        <source>Opening the item…</source>
        <translation>Aufgabe wird geöffnet…</translation>
    </message>
    <message>
        <source>PROBLEMS</source>
        <translation>PROBLEME</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Question before leaving</source>
        <translation>Frage vor dem Verlassen</translation>
    </message>
    <message>
        <source>Reading the file…</source>
        <translation>Datei wird gelesen…</translation>
    </message>
    <message>
        <source>Rename ID…</source>
        <translation>Kennung ändern…</translation>
    </message>
    <message>
        <source>Replace existing items whose content differs</source>
        <translation>Vorhandene Aufgaben ersetzen, wenn ihr Inhalt abweicht</translation>
    </message>
    <message>
        <source>Show row</source>
        <translation>Zeile zeigen</translation>
    </message>
    <message>
        <source>Shows the selected row (Enter).</source>
        <translation>Zeigt die ausgewählte Zeile (Eingabetaste).</translation>
    </message>
    <message>
        <source>Skip rows with problems</source>
        <translation>Zeilen mit Problemen auslassen</translation>
    </message>
    <message>
        <source>Some rows cannot be imported. Correct the file, or skip these rows.</source>
        <translation>Einige Zeilen lassen sich nicht importieren. Korrigieren Sie die Datei, oder lassen Sie diese Zeilen aus.</translation>
    </message>
    <message>
        <source>The rows are being checked.</source>
        <translation>Die Zeilen werden geprüft.</translation>
    </message>
    <message>
        <source>The rows were not checked. Change a column to check them again.</source>
        <translation>Die Zeilen wurden nicht geprüft. Ändern Sie eine Spalte, um sie wieder zu prüfen.</translation>
    </message>
    <message>
        <source>duplicate IDs</source>
        <translation>doppelte Kennungen</translation>
    </message>
    <message>
        <source>duplicate rows</source>
        <translation>doppelte Zeilen</translation>
    </message>
    <message>
        <source>empty texts</source>
        <translation>leere Texte</translation>
    </message>
    <message>
        <source>ready to import</source>
        <translation>importierbar</translation>
    </message>
    <message>
        <source>rows in the file</source>
        <translation>Zeilen in der Datei</translation>
    </message>
    <message>
        <source>unused columns</source>
        <translation>ungenutzte Spalten</translation>
    </message>
</context>
<context>
    <name>ImportPreview</name>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n Wort</numerusform>
            <numerusform>%n Wörter</numerusform>
        </translation>
    </message>
    <message>
        <source>Line {line}</source>
        <translation>Zeile {line}</translation>
    </message>
    <message>
        <source>Next item</source>
        <translation>Nächste Aufgabe</translation>
    </message>
    <message>
        <source>No row is ready to import. Check the columns and the problems.</source>
        <translation>Keine Zeile kann importiert werden. Prüfen Sie die Spalten und die Probleme.</translation>
    </message>
    <message>
        <source>Only you see: {facts}</source>
        <translation>Nur für Sie sichtbar: {facts}</translation>
    </message>
    <message>
        <source>PREVIEW AS ANNOTATORS SEE IT</source>
        <translation>SO SEHEN ES ANNOTIERENDE</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Previous item</source>
        <translation>Vorherige Aufgabe</translation>
    </message>
    <message>
        <source>Show full page</source>
        <translation>Ganze Seite zeigen</translation>
    </message>
    <message>
        <source>Texts of the item</source>
        <translation>Texte der Aufgabe</translation>
    </message>
    <message>
        <source>{place} of {count}</source>
        <translation>{place} von {count}</translation>
    </message>
</context>
<context>
    <name>InboxBar</name>
    <message numerus="yes">
        <source>%n new file(s)</source>
        <translation>
            <numerusform>%n neue Datei</numerusform>
            <numerusform>%n neue Dateien</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of another project</source>
        <translation>
            <numerusform>%n aus einem anderen Projekt</numerusform>
            <numerusform>%n aus einem anderen Projekt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n still being written</source>
        <translation>
            <numerusform>%n wird noch geschrieben</numerusform>
            <numerusform>%n werden noch geschrieben</numerusform>
        </translation>
    </message>
    <message>
        <source>A folder where results arrive, for example one that is synced. New files are shown here; you decide when to merge them.</source>
        <translation>Ein Ordner, in dem Ergebnisse eintreffen, zum Beispiel ein synchronisierter. Neue Dateien werden hier angezeigt; Sie entscheiden, wann sie zusammengeführt werden.</translation>
    </message>
    <message>
        <source>Change inbox…</source>
        <translation>Eingangsordner ändern…</translation>
    </message>
    <message>
        <source>Choose inbox…</source>
        <translation>Eingangsordner wählen…</translation>
    </message>
    <message>
        <source>Choose the folder where results arrive</source>
        <translation>Ordner wählen, in dem Ergebnisse eintreffen</translation>
    </message>
    <message>
        <source>Inbox: {folder}</source>
        <translation>Eingangsordner: {folder}</translation>
    </message>
    <message>
        <source>No inbox chosen. Proofdesk can watch a folder where results arrive.</source>
        <translation>Kein Eingangsordner gewählt. Proofdesk kann einen Ordner beobachten, in dem Ergebnisse eintreffen.</translation>
    </message>
    <message>
        <source>Remove inbox</source>
        <translation>Eingangsordner entfernen</translation>
    </message>
    <message>
        <source>Saving the setting…</source>
        <translation>Die Einstellung wird gespeichert…</translation>
    </message>
    <message>
        <source>Stops watching the folder.</source>
        <translation>Beendet die Beobachtung des Ordners.</translation>
    </message>
    <message>
        <source>nothing new</source>
        <translation>nichts Neues</translation>
    </message>
    <message>
        <source>{file} cannot be read: {why}</source>
        <translation>{file} ist nicht lesbar: {why}</translation>
    </message>
</context>
<context>
    <name>InstructionPart</name>
    <message numerus="yes">
        <source>%n word(s): models follow shorter instructions better.</source>
        <translation>
            <numerusform>%n Wort: Kürzeren Anweisungen folgen Modelle besser.</numerusform>
            <numerusform>%n Wörter: Kürzeren Anweisungen folgen Modelle besser.</numerusform>
        </translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>Anweisung</translation>
    </message>
    <message>
        <source>Items with this alias will use this connection. An alias hides the name of a model. Stored in your settings, never in a project.</source>
        <translation>Diese Verbindung wird ab jetzt für Aufgaben mit diesem Decknamen verwendet. Ein Deckname verbirgt den Namen eines Modells. Die Zuordnung wird in Ihren Einstellungen gespeichert, nie in einem Projekt.</translation>
    </message>
    <message>
        <source>Show the partial answer</source>
        <translation>Unvollständige Antwort zeigen</translation>
    </message>
    <message>
        <source>The instruction is too long.</source>
        <translation>Die Anweisung ist zu lang.</translation>
    </message>
    <message>
        <source>The instruction is too long. Shorten it before you send it.</source>
        <translation>Die Anweisung ist zu lang. Kürzen Sie sie vor dem Senden.</translation>
    </message>
    <message>
        <source>The model has not answered this turn yet. Wait, or stop it.</source>
        <translation>Das Modell hat diesen Durchgang noch nicht beantwortet. Warten Sie, oder brechen Sie ab.</translation>
    </message>
    <message>
        <source>This instruction has not been sent. Send it, or clear it.</source>
        <translation>Diese Anweisung wurde noch nicht gesendet. Senden oder löschen Sie sie.</translation>
    </message>
    <message>
        <source>Too long to paste: the text has {length} characters.</source>
        <translation>Zu lang zum Einfügen: Der Text hat {length} Zeichen.</translation>
    </message>
    <message>
        <source>Use this connection: {name}</source>
        <translation>Diese Verbindung verwenden: {name}</translation>
    </message>
    <message>
        <source>Write an instruction.</source>
        <translation>Schreiben Sie eine Anweisung.</translation>
    </message>
</context>
<context>
    <name>ItemPanel</name>
    <message>
        <source>Questions</source>
        <translation>Fragen</translation>
    </message>
</context>
<context>
    <name>ItemRows</name>
    <message>
        <source>decided</source>
        <translation>entschieden</translation>
    </message>
    <message>
        <source>decision outdated</source>
        <translation>Entscheidung veraltet</translation>
    </message>
    <message>
        <source>disagreement {figure}</source>
        <translation>Uneinigkeit {figure}</translation>
    </message>
    <message>
        <source>excluded</source>
        <translation>ausgeschlossen</translation>
    </message>
    <message>
        <source>flagged</source>
        <translation>markiert</translation>
    </message>
    <message>
        <source>in conflict</source>
        <translation>im Konflikt</translation>
    </message>
    <message>
        <source>selected</source>
        <translation>ausgewählt</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>übersprungen</translation>
    </message>
    <message>
        <source>unassigned</source>
        <translation>nicht zugewiesen</translation>
    </message>
    <message>
        <source>with a comment</source>
        <translation>mit Kommentar</translation>
    </message>
    <message>
        <source>{done}/{total} done</source>
        <translation>{done}/{total} erledigt</translation>
    </message>
</context>
<context>
    <name>ItemStatus</name>
    <message>
        <source>Done</source>
        <translation>Erledigt</translation>
    </message>
    <message>
        <source>Excluded</source>
        <translation>Ausgeschlossen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Offen</translation>
    </message>
    <message>
        <source>Partly done</source>
        <translation>Teilweise erledigt</translation>
    </message>
    <message>
        <source>Unassigned</source>
        <translation>Nicht zugewiesen</translation>
    </message>
</context>
<context>
    <name>ItemView</name>
    <message>
        <source>All answers by {person}</source>
        <translation>Alle Antworten von {person}</translation>
    </message>
    <message>
        <source>All revisions by {person}, the oldest first</source>
        <translation>Alle Fassungen von {person}, die älteste zuerst</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Answers of one person</source>
        <translation>Antworten einer Person</translation>
    </message>
    <message>
        <source>Back (Esc)</source>
        <translation>Zurück (Esc)</translation>
    </message>
    <message>
        <source>Back to all answers</source>
        <translation>Zurück zu allen Antworten</translation>
    </message>
    <message>
        <source>DOCUMENT</source>
        <translation>DOKUMENT</translation>
    </message>
    <message>
        <source>Decide</source>
        <translation>Entscheiden</translation>
    </message>
    <message>
        <source>Decide between differing answers (Enter in the list, or Ctrl+Enter).</source>
        <translation>Zwischen abweichenden Antworten entscheiden (Eingabetaste in der Liste oder Strg+Eingabe).</translation>
    </message>
    <message>
        <source>Decision by {person}</source>
        <translation>Entscheidung von {person}</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Dokument</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Next item</source>
        <translation>Nächste Aufgabe</translation>
    </message>
    <message>
        <source>Nobody has answered this item yet.</source>
        <translation>Diese Aufgabe hat noch niemand beantwortet.</translation>
    </message>
    <message>
        <source>Other texts of the item</source>
        <translation>Weitere Texte der Aufgabe</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Previous item</source>
        <translation>Vorherige Aufgabe</translation>
    </message>
    <message>
        <source>Shows the item as annotators see it.</source>
        <translation>Zeigt die Aufgabe so, wie Annotierende sie sehen.</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Texts of the item</source>
        <translation>Texte der Aufgabe</translation>
    </message>
    <message>
        <source>decided</source>
        <translation>entschieden</translation>
    </message>
    <message>
        <source>decision outdated</source>
        <translation>Entscheidung veraltet</translation>
    </message>
    <message>
        <source>flagged by {person}</source>
        <translation>markiert von {person}</translation>
    </message>
    <message>
        <source>in conflict</source>
        <translation>im Konflikt</translation>
    </message>
    <message>
        <source>skipped by {person}</source>
        <translation>übersprungen von {person}</translation>
    </message>
    <message>
        <source>{status}: {reason}</source>
        <translation>{status} – {reason}</translation>
    </message>
</context>
<context>
    <name>ItemsSection</name>
    <message numerus="yes">
        <source>%n answer(s) on this day</source>
        <translation>
            <numerusform>%n Antwort an diesem Tag</numerusform>
            <numerusform>%n Antworten an diesem Tag</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n document(s) already imported.</source>
        <translation>
            <numerusform>%n Dokument war schon importiert.</numerusform>
            <numerusform>%n Dokumente waren schon importiert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n document(s) could not be read.</source>
        <translation>
            <numerusform>%n Dokument ließ sich nicht lesen.</numerusform>
            <numerusform>%n Dokumente ließen sich nicht lesen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n Aufgabe</numerusform>
            <numerusform>%n Aufgaben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new document(s).</source>
        <translation>
            <numerusform>%n neues Dokument.</numerusform>
            <numerusform>%n neue Dokumente.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new item(s).</source>
        <translation>
            <numerusform>%n neue Aufgabe.</numerusform>
            <numerusform>%n neue Aufgaben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new record(s).</source>
        <translation>
            <numerusform>%n neuer Eintrag.</numerusform>
            <numerusform>%n neue Einträge.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s) on imported rows.</source>
        <translation>
            <numerusform>%n Hinweis zu importierten Zeilen.</numerusform>
            <numerusform>%n Hinweise zu importierten Zeilen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other new record(s).</source>
        <translation>
            <numerusform>Außerdem %n neuer Eintrag.</numerusform>
            <numerusform>Außerdem %n neue Einträge.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) already imported.</source>
        <translation>
            <numerusform>%n Zeile war schon importiert.</numerusform>
            <numerusform>%n Zeilen waren schon importiert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) refused; the others were imported.</source>
        <translation>
            <numerusform>%n Zeile abgelehnt; die anderen wurden importiert.</numerusform>
            <numerusform>%n Zeilen abgelehnt; die anderen wurden importiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Adds a new version of the study&apos;s questions.</source>
        <translation>Fügt eine neue Fassung der Fragen der Studie hinzu.</translation>
    </message>
    <message numerus="yes">
        <source>Cancelled after %n file(s); the others were not imported.</source>
        <translation>
            <numerusform>Abgebrochen nach %n Datei; die anderen wurden nicht importiert.</numerusform>
            <numerusform>Abgebrochen nach %n Dateien; die anderen wurden nicht importiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose a folder of documents</source>
        <translation>Ordner mit Dokumenten wählen</translation>
    </message>
    <message>
        <source>Choose a table with one item per row (CSV, TSV, XLSX, JSON, JSONL or Parquet), or drop it on this window. Its columns may have any names.</source>
        <translation>Wählen Sie eine Tabelle mit einer Aufgabe je Zeile (CSV, TSV, XLSX, JSON, JSONL oder Parquet), oder ziehen Sie sie in dieses Fenster. Ihre Spalten dürfen beliebig heißen.</translation>
    </message>
    <message>
        <source>Choose papers</source>
        <translation>Artikel wählen</translation>
    </message>
    <message>
        <source>Contents of the imported file</source>
        <translation>Inhalt der importierten Datei</translation>
    </message>
    <message>
        <source>Decide between the answers to the selected item</source>
        <translation>Zwischen den Antworten zur gewählten Aufgabe entscheiden</translation>
    </message>
    <message>
        <source>Export list…</source>
        <translation>Liste exportieren…</translation>
    </message>
    <message>
        <source>Form imported. Bundles already sent use the previous version.</source>
        <translation>Formular importiert. Bereits verschickte Pakete verwenden die vorherige Fassung.</translation>
    </message>
    <message>
        <source>Forms (*.yaml *.yml);;All files (*)</source>
        <translation>Formulare (*.yaml *.yml);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Import anyway</source>
        <translation>Trotzdem importieren</translation>
    </message>
    <message>
        <source>Import form…</source>
        <translation>Formular importieren…</translation>
    </message>
    <message>
        <source>Import items</source>
        <translation>Aufgaben importieren</translation>
    </message>
    <message>
        <source>Import the form of the study</source>
        <translation>Formular der Studie importieren</translation>
    </message>
    <message>
        <source>Importing items…</source>
        <translation>Aufgaben werden importiert…</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren…</translation>
    </message>
    <message>
        <source>Items</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>Items ({kinds});;All files (*)</source>
        <translation>Aufgaben ({kinds});;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>No item meets all filters.</source>
        <translation>Keine Aufgabe erfüllt alle Filter.</translation>
    </message>
    <message>
        <source>No items yet</source>
        <translation>Noch keine Aufgaben</translation>
    </message>
    <message>
        <source>Nothing was imported: this project is read-only. {why}</source>
        <translation>Es wurde nichts importiert: Dieses Projekt ist schreibgeschützt. {why}</translation>
    </message>
    <message>
        <source>Protocol of the imported items</source>
        <translation>Protokoll der importierten Aufgaben</translation>
    </message>
    <message numerus="yes">
        <source>Read %n row(s).</source>
        <translation>
            <numerusform>%n Zeile gelesen.</numerusform>
            <numerusform>%n Zeilen gelesen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading documents…</source>
        <translation>Dokumente werden gelesen…</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Result of the last action</source>
        <translation>Ergebnis der letzten Aktion</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Suche läuft…</translation>
    </message>
    <message numerus="yes">
        <source>Select all %n</source>
        <translation>
            <numerusform>Alle auswählen (%n)</numerusform>
            <numerusform>Alle %n auswählen</numerusform>
        </translation>
    </message>
    <message>
        <source>Sort items by</source>
        <translation>Aufgaben sortieren nach</translation>
    </message>
    <message>
        <source>Sort: {field}</source>
        <translation>Sortierung: {field}</translation>
    </message>
    <message>
        <source>Texts ({kinds});;All files (*)</source>
        <translation>Texte ({kinds});;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>The form was not imported.</source>
        <translation>Das Formular wurde nicht importiert.</translation>
    </message>
    <message>
        <source>This form has already been imported.</source>
        <translation>Dieses Formular wurde bereits importiert.</translation>
    </message>
    <message>
        <source>Writes the listed items with texts and answers.</source>
        <translation>Schreibt die aufgelisteten Aufgaben mit Texten und Antworten.</translation>
    </message>
    <message>
        <source>active time</source>
        <translation>Bearbeitungszeit</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>disagreement</source>
        <translation>Uneinigkeit</translation>
    </message>
    <message>
        <source>last answer</source>
        <translation>letzte Antwort</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>{found} of {total} match</source>
        <translation>{found} von {total} gefunden</translation>
    </message>
</context>
<context>
    <name>JobFoot</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel the current operation</source>
        <translation>Den laufenden Vorgang abbrechen</translation>
    </message>
    <message>
        <source>Current operation</source>
        <translation>Laufender Vorgang</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Progress of the current operation</source>
        <translation>Fortschritt des laufenden Vorgangs</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop; completed work is kept</source>
        <translation>Anhalten; fertige Teile bleiben erhalten</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} von {total}</translation>
    </message>
    <message>
        <source>{figures} · about {time} left</source>
        <translation>{figures} · noch etwa {time}</translation>
    </message>
    <message>
        <source>{figures} · less than a minute left</source>
        <translation>{figures} · noch weniger als eine Minute</translation>
    </message>
</context>
<context>
    <name>JobRunner</name>
    <message>
        <source>Another operation is running, so this one was not started.</source>
        <translation>Ein anderer Vorgang läuft noch; deshalb wurde dieser nicht gestartet.</translation>
    </message>
    <message>
        <source>Cancelled. Nothing was changed.</source>
        <translation>Abgebrochen. Es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>Done and saved, but this page still shows the previous figures.</source>
        <translation>Ausgeführt und gespeichert, aber diese Seite zeigt noch die vorherigen Zahlen.</translation>
    </message>
    <message numerus="yes">
        <source>Import undone: %n item(s) removed.</source>
        <translation>
            <numerusform>Import rückgängig gemacht: %n Aufgabe entfernt.</numerusform>
            <numerusform>Import rückgängig gemacht: %n Aufgaben entfernt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Not undone: “{action}”. {reason}</source>
        <translation>Nicht rückgängig gemacht: „{action}“. {reason}</translation>
    </message>
    <message>
        <source>Nothing to undo.</source>
        <translation>Nichts rückgängig zu machen.</translation>
    </message>
    <message>
        <source>Undoing…</source>
        <translation>Wird rückgängig gemacht…</translation>
    </message>
    <message numerus="yes">
        <source>Undone: “{action}” (%n change(s)).</source>
        <translation>
            <numerusform>Rückgängig gemacht: „{action}“ (%n Änderung).</numerusform>
            <numerusform>Rückgängig gemacht: „{action}“ (%n Änderungen).</numerusform>
        </translation>
    </message>
    <message>
        <source>Wait until it finishes, or cancel it. Then try again.</source>
        <translation>Warten Sie, bis der laufende Vorgang beendet ist, oder brechen Sie ihn ab. Versuchen Sie es dann noch einmal.</translation>
    </message>
</context>
<context>
    <name>JoinPage</name>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Choose a folder for your work</source>
        <translation>Ordner für Ihre Arbeit auswählen</translation>
    </message>
    <message>
        <source>Choose the folder for your work</source>
        <translation>Ordner für Ihre Arbeit auswählen</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Auswählen…</translation>
    </message>
    <message>
        <source>Folder for your work</source>
        <translation>Ordner für Ihre Arbeit</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Opening…</source>
        <translation>Wird geöffnet…</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>Passphrase</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginnen</translation>
    </message>
    <message>
        <source>This bundle is encrypted.</source>
        <translation>Dieses Paket ist verschlüsselt.</translation>
    </message>
    <message>
        <source>This bundle is encrypted. Enter the passphrase its sender gave you.</source>
        <translation>Dieses Paket ist verschlüsselt. Geben Sie die Passphrase ein, die Sie von der absendenden Person erhalten haben.</translation>
    </message>
    <message>
        <source>{file}, sent by {sender} for {recipient}.</source>
        <translation>{file}, gesendet von {sender} für {recipient}.</translation>
    </message>
    <message>
        <source>{file}, sent by {sender}.</source>
        <translation>{file}, gesendet von {sender}.</translation>
    </message>
</context>
<context>
    <name>KeysSheet</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Keyboard shortcuts and what they do</source>
        <translation>Tastenkürzel und ihre Wirkung</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
</context>
<context>
    <name>LabelPanel</name>
    <message>
        <source>Find in the text</source>
        <translation>Im Text suchen</translation>
    </message>
    <message>
        <source>Go to the input</source>
        <translation>Zur Eingabe</translation>
    </message>
    <message>
        <source>Go to the left output</source>
        <translation>Zum linken Ergebnis</translation>
    </message>
    <message>
        <source>Go to the questions</source>
        <translation>Zu den Fragen</translation>
    </message>
    <message>
        <source>Go to the right output</source>
        <translation>Zum rechten Ergebnis</translation>
    </message>
    <message>
        <source>Go to the task</source>
        <translation>Zur Aufgabe</translation>
    </message>
    <message>
        <source>Label a turn</source>
        <translation>Einen Durchgang einordnen</translation>
    </message>
    <message>
        <source>Left output</source>
        <translation>Linkes Ergebnis</translation>
    </message>
    <message>
        <source>One turn</source>
        <translation>Ein Durchgang</translation>
    </message>
    <message>
        <source>Open or close the task</source>
        <translation>Aufgabe öffnen oder schließen</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>Right output</source>
        <translation>Rechtes Ergebnis</translation>
    </message>
    <message>
        <source>Show the reference</source>
        <translation>Referenz zeigen</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>The author&apos;s reason</source>
        <translation>Begründung der Person</translation>
    </message>
    <message>
        <source>Turn {number}</source>
        <translation>Durchgang {number}</translation>
    </message>
    <message>
        <source>rated {rating}</source>
        <translation>Bewertung: {rating}</translation>
    </message>
</context>
<context>
    <name>LeadPage</name>
    <message numerus="yes">
        <source>%n conflict(s)</source>
        <translation>
            <numerusform>%n Konflikt</numerusform>
            <numerusform>%n Konflikte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) with texts not imported yet.</source>
        <translation>
            <numerusform>%n Datei mit Texten noch nicht importiert.</numerusform>
            <numerusform>%n Dateien mit Texten noch nicht importiert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n Aufgabe</numerusform>
            <numerusform>%n Aufgaben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n person(s)</source>
        <translation>
            <numerusform>%n Person</numerusform>
            <numerusform>%n Personen</numerusform>
        </translation>
    </message>
    <message>
        <source>ANALYSE</source>
        <translation>AUSWERTEN</translation>
    </message>
    <message>
        <source>COLLECT</source>
        <translation>ERHEBEN</translation>
    </message>
    <message>
        <source>Check the result of the other files first.</source>
        <translation>Prüfen Sie zuerst das Ergebnis der anderen Dateien.</translation>
    </message>
    <message>
        <source>Import texts</source>
        <translation>Texte importieren</translation>
    </message>
    <message>
        <source>MODELS</source>
        <translation>MODELLE</translation>
    </message>
    <message>
        <source>Opening the item…</source>
        <translation>Aufgabe wird geöffnet…</translation>
    </message>
    <message>
        <source>Opening the submission…</source>
        <translation>Einreichung wird geöffnet…</translation>
    </message>
    <message>
        <source>PREPARE</source>
        <translation>VORBEREITEN</translation>
    </message>
    <message>
        <source>Pages of the project</source>
        <translation>Seiten des Projekts</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Save it as XLSX or CSV in your spreadsheet program, then drop that file here.</source>
        <translation>Speichern Sie sie im Tabellenprogramm als XLSX oder CSV, und ziehen Sie diese Datei hierher.</translation>
    </message>
    <message>
        <source>This project is read-only. {why}</source>
        <translation>Dieses Projekt ist schreibgeschützt. {why}</translation>
    </message>
    <message>
        <source>{done} of {total} done</source>
        <translation>{done} von {total} erledigt</translation>
    </message>
    <message>
        <source>{file} is in a spreadsheet format that cannot be read; nothing was imported.</source>
        <translation>{file} hat ein Tabellenformat, das nicht gelesen werden kann; es wurde nichts importiert.</translation>
    </message>
</context>
<context>
    <name>LegendEntry</name>
    <message>
        <source>hidden</source>
        <translation>ausgeblendet</translation>
    </message>
    <message>
        <source>shown</source>
        <translation>sichtbar</translation>
    </message>
</context>
<context>
    <name>LinkedPapers</name>
    <message numerus="yes">
        <source>%n paper(s)</source>
        <translation>
            <numerusform>%n Artikel</numerusform>
            <numerusform>%n Artikel</numerusform>
        </translation>
    </message>
    <message>
        <source>ALL PAPERS</source>
        <translation>ALLE ARTIKEL</translation>
    </message>
    <message>
        <source>Add papers from files…</source>
        <translation>Artikel aus Dateien…</translation>
    </message>
    <message>
        <source>Authors</source>
        <translation>Verfasst von</translation>
    </message>
    <message>
        <source>CITED PAPERS</source>
        <translation>ZITIERTE ARTIKEL</translation>
    </message>
    <message>
        <source>Delete unlinks a paper; Alt+Up and Alt+Down move it</source>
        <translation>Entf löst die Verknüpfung eines Artikels; Alt+Hoch und Alt+Herunter verschieben den Artikel</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Abwärts</translation>
    </message>
    <message>
        <source>Enter does the same.</source>
        <translation>Die Eingabetaste tut dasselbe.</translation>
    </message>
    <message>
        <source>Enter links or unlinks a paper</source>
        <translation>Die Eingabetaste verknüpft einen Artikel oder löst die Verknüpfung</translation>
    </message>
    <message>
        <source>Imported papers</source>
        <translation>Importierte Artikel</translation>
    </message>
    <message>
        <source>Link or unlink</source>
        <translation>Verknüpfen oder lösen</translation>
    </message>
    <message>
        <source>Linked</source>
        <translation>Verknüpft</translation>
    </message>
    <message>
        <source>Move the paper down (Alt+Down)</source>
        <translation>Artikel nach unten schieben (Alt+Herunter)</translation>
    </message>
    <message>
        <source>Move the paper up (Alt+Up)</source>
        <translation>Artikel nach oben schieben (Alt+Hoch)</translation>
    </message>
    <message>
        <source>No papers linked yet.</source>
        <translation>Es sind noch keine Artikel verknüpft.</translation>
    </message>
    <message>
        <source>No papers yet. Add them from files, or import them on the Items page.</source>
        <translation>Noch keine Artikel. Fügen Sie Artikel aus Dateien hinzu, oder importieren Sie sie auf der Seite „Aufgaben“.</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>Nr.</translation>
    </message>
    <message>
        <source>Papers for this question</source>
        <translation>Artikel zu dieser Frage</translation>
    </message>
    <message>
        <source>Paragraphs</source>
        <translation>Absätze</translation>
    </message>
    <message>
        <source>Search papers</source>
        <translation>Artikel suchen</translation>
    </message>
    <message>
        <source>Text, Markdown, HTML, PDF, or rows of papers. The papers are also linked to this question.</source>
        <translation>Text, Markdown, HTML, PDF oder Zeilen mit Artikeln. Die Artikel werden auch mit dieser Frage verknüpft.</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Unlink</source>
        <translation>Verknüpfung lösen</translation>
    </message>
    <message>
        <source>Unlink the paper (Delete)</source>
        <translation>Verknüpfung des Artikels lösen (Entf)</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Aufwärts</translation>
    </message>
    <message>
        <source>{found} of {total}</source>
        <translation>{found} von {total}</translation>
    </message>
</context>
<context>
    <name>ListField</name>
    <message>
        <source>%1, entry %2</source>
        <translation>%1, Eintrag %2</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add an entry  Enter</source>
        <translation>Eintrag hinzufügen  Eingabe</translation>
    </message>
    <message>
        <source>Add an entry to: %1</source>
        <translation>Eintrag hinzufügen zu: %1</translation>
    </message>
    <message numerus="yes">
        <source>Only the first %n of {count} lines fit. The rest was not inserted.</source>
        <translation>
            <numerusform>Nur für die erste von {count} Zeilen ist Platz. Der Rest wurde nicht eingefügt.</numerusform>
            <numerusform>Nur für die ersten %n von {count} Zeilen ist Platz. Der Rest wurde nicht eingefügt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove entry %1</source>
        <translation>Eintrag %1 entfernen</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>A file is being written.</source>
        <translation>Eine Datei wird gerade geschrieben.</translation>
    </message>
    <message>
        <source>Answer the question on this page first, or postpone it.</source>
        <translation>Beantworten Sie zuerst die Frage auf dieser Seite, oder verschieben Sie sie auf später.</translation>
    </message>
    <message>
        <source>Drop one bundle or folder at a time.</source>
        <translation>Ziehen Sie jeweils nur ein Paket oder einen Ordner auf das Fenster.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Proofdesk quit unexpectedly last time. What you typed was saved.</source>
        <translation>Proofdesk wurde beim letzten Mal unerwartet beendet. Ihre Eingaben sind gespeichert.</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>Jetzt neu starten</translation>
    </message>
    <message>
        <source>See Help ▸ Report a problem.</source>
        <translation>Siehe Hilfe ▸ Problem melden.</translation>
    </message>
    <message>
        <source>Several files were dropped; none was opened.</source>
        <translation>Mehrere Dateien wurden auf das Fenster gezogen; keine wurde geöffnet.</translation>
    </message>
    <message>
        <source>The language changes to {name} at the next start.</source>
        <translation>Die Sprache wechselt beim nächsten Start zu {name}.</translation>
    </message>
    <message>
        <source>The window closes as soon as the file is complete.</source>
        <translation>Das Fenster schließt sich, sobald die Datei vollständig ist.</translation>
    </message>
    <message>
        <source>To change it now, restart. Everything that you have typed is saved first.</source>
        <translation>Um sie jetzt zu wechseln, starten Sie neu. Alles Eingegebene wird vorher gespeichert.</translation>
    </message>
</context>
<context>
    <name>MarkdownEditor</name>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n Wort</numerusform>
            <numerusform>%n Wörter</numerusform>
        </translation>
    </message>
    <message>
        <source>About the preview</source>
        <translation>Zur Vorschau</translation>
    </message>
    <message>
        <source>As annotators see it</source>
        <translation>Wie Annotierende es sehen</translation>
    </message>
    <message>
        <source>Number of words</source>
        <translation>Anzahl der Wörter</translation>
    </message>
    <message>
        <source>PREVIEW</source>
        <translation>VORSCHAU</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>TEXT</source>
        <translation>TEXT</translation>
    </message>
    <message>
        <source>Text in Markdown</source>
        <translation>Text in Markdown</translation>
    </message>
</context>
<context>
    <name>Marking</name>
    <message>
        <source>Flag</source>
        <translation>Markieren</translation>
    </message>
    <message>
        <source>Flagging replaces the skip. Keep or edit the reason.</source>
        <translation>Die Markierung ersetzt das Überspringen. Behalten oder ändern Sie die Begründung.</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Überspringen</translation>
    </message>
    <message>
        <source>Skipping replaces the flag. Keep or edit the reason.</source>
        <translation>Das Überspringen ersetzt die Markierung. Behalten oder ändern Sie die Begründung.</translation>
    </message>
    <message>
        <source>Why flag item {number}?</source>
        <translation>Warum markieren Sie Aufgabe {number}?</translation>
    </message>
    <message>
        <source>Why skip item {number}?</source>
        <translation>Warum überspringen Sie Aufgabe {number}?</translation>
    </message>
</context>
<context>
    <name>MatchLegend</name>
    <message>
        <source>Hide marks</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Legend of the highlights</source>
        <translation>Legende der Hervorhebungen</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>Vermerke</translation>
    </message>
    <message>
        <source>Not in the document</source>
        <translation>Nicht im Dokument</translation>
    </message>
    <message>
        <source>Same word, other form</source>
        <translation>Anders gebeugt</translation>
    </message>
    <message>
        <source>Same words</source>
        <translation>Gleiche Wörter</translation>
    </message>
    <message>
        <source>Show marks</source>
        <translation>Einblenden</translation>
    </message>
    <message>
        <source>Similar words</source>
        <translation>Ähnlich</translation>
    </message>
    <message>
        <source>almost the same spelling, or divided differently</source>
        <translation>fast gleich geschrieben oder anders getrennt</translation>
    </message>
    <message>
        <source>almost the same spelling: at least {percent} % similar</source>
        <translation>fast gleich geschrieben: mindestens {percent} % ähnlich</translation>
    </message>
    <message>
        <source>such as “opened” and “opening”</source>
        <translation>zum Beispiel „geöffnet“ und „öffnen“</translation>
    </message>
    <message>
        <source>the same words in both texts</source>
        <translation>dieselben Wörter in beiden Texten</translation>
    </message>
    <message>
        <source>words and numbers of the answer that are not in the document</source>
        <translation>Wörter und Zahlen der Antwort, die im Dokument nicht vorkommen</translation>
    </message>
    <message>
        <source>{found} of {count} words. Headings and words such as “the” are not counted.</source>
        <translation>{found} von {count} Wörtern. Überschriften und Wörter wie „der“ zählen nicht.</translation>
    </message>
    <message>
        <source>{percent} % of the words occur in the document</source>
        <translation>{percent} % der Wörter kommen im Dokument vor</translation>
    </message>
</context>
<context>
    <name>MatchPane</name>
    <message>
        <source>Overview of the matches in: %1</source>
        <translation>Überblick über die Übereinstimmungen in: %1</translation>
    </message>
</context>
<context>
    <name>MergeSection</name>
    <message numerus="yes">
        <source>%n answer(s) accepted and now included in all figures.</source>
        <translation>
            <numerusform>%n Antwort angenommen; alle Kennzahlen enthalten sie jetzt.</numerusform>
            <numerusform>%n Antworten angenommen; alle Kennzahlen enthalten sie jetzt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bundle(s) ready to review on the Merge page.</source>
        <translation>
            <numerusform>%n Paket kann auf der Seite „Zusammenführen“ geprüft werden.</numerusform>
            <numerusform>%n Pakete können auf der Seite „Zusammenführen“ geprüft werden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bundle(s) to merge</source>
        <translation>
            <numerusform>%n Paket zum Zusammenführen</numerusform>
            <numerusform>%n Pakete zum Zusammenführen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bundle(s) will be checked on the Merge page when the current operation has finished.</source>
        <translation>
            <numerusform>%n Paket wird auf der Seite „Zusammenführen“ geprüft, sobald der laufende Vorgang beendet ist.</numerusform>
            <numerusform>%n Pakete werden auf der Seite „Zusammenführen“ geprüft, sobald der laufende Vorgang beendet ist.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them conflict with existing records; both versions are kept.</source>
        <translation>
            <numerusform>%n davon widerspricht vorhandenen Einträgen; beide Fassungen bleiben erhalten.</numerusform>
            <numerusform>%n davon widersprechen vorhandenen Einträgen; beide Fassungen bleiben erhalten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) from the merge of {time} removed.</source>
        <translation>
            <numerusform>%n Eintrag der Zusammenführung vom {time} entfernt.</numerusform>
            <numerusform>%n Einträge der Zusammenführung vom {time} entfernt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n result file(s) arrived. See the Merge page.</source>
        <translation>
            <numerusform>%n Ergebnisdatei ist eingetroffen. Siehe die Seite „Zusammenführen“.</numerusform>
            <numerusform>%n Ergebnisdateien sind eingetroffen. Siehe die Seite „Zusammenführen“.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Accept %n unassigned answer(s)</source>
        <translation>
            <numerusform>%n nicht zugewiesene Antwort annehmen</numerusform>
            <numerusform>%n nicht zugewiesene Antworten annehmen</numerusform>
        </translation>
    </message>
    <message>
        <source>Accept the unusually large results from {who}</source>
        <translation>Ungewöhnlich große Ergebnisse von {who} annehmen</translation>
    </message>
    <message>
        <source>Accepting answers…</source>
        <translation>Antworten werden angenommen…</translation>
    </message>
    <message>
        <source>Also counts answers to items that were not assigned to their author.</source>
        <translation>Zählt auch Antworten auf Aufgaben, die der Person nicht zugewiesen waren.</translation>
    </message>
    <message>
        <source>Before you merge:</source>
        <translation>Vor dem Zusammenführen:</translation>
    </message>
    <message>
        <source>Bundle</source>
        <translation>Paket</translation>
    </message>
    <message>
        <source>Bundles (*{suffix});;All files (*)</source>
        <translation>Pakete (*{suffix});;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Bundles to merge</source>
        <translation>Pakete zum Zusammenführen</translation>
    </message>
    <message>
        <source>Checking the bundles…</source>
        <translation>Pakete werden geprüft…</translation>
    </message>
    <message>
        <source>Choose bundles to merge</source>
        <translation>Pakete zum Zusammenführen wählen</translation>
    </message>
    <message>
        <source>Choose bundles…</source>
        <translation>Pakete wählen…</translation>
    </message>
    <message>
        <source>Choose the returned files, or drop them on this window. You see their contents before anything is merged.</source>
        <translation>Wählen Sie die zurückgesandten Dateien, oder ziehen Sie sie in dieses Fenster. Sie sehen den Inhalt, bevor etwas übernommen wird.</translation>
    </message>
    <message>
        <source>Conflicting</source>
        <translation>Widersprüchlich</translation>
    </message>
    <message>
        <source>Exclude this bundle</source>
        <translation>Dieses Paket auslassen</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>I have compared these words with each person: accept the new keys.
{who}</source>
        <translation>Ich habe diese Wörter mit den Personen verglichen: neue Schlüssel annehmen.
{who}</translation>
    </message>
    <message>
        <source>I have compared these words with each person: confirm the keys.
{who}</source>
        <translation>Ich habe diese Wörter mit den Personen verglichen: Schlüssel bestätigen.
{who}</translation>
    </message>
    <message>
        <source>I know the source: accept unsigned work by {who}</source>
        <translation>Ich kenne die Quelle: unsignierte Arbeit von {who} annehmen</translation>
    </message>
    <message>
        <source>Known</source>
        <translation>Bekannt</translation>
    </message>
    <message>
        <source>Last merge: {people}, {time}</source>
        <translation>Zuletzt zusammengeführt: {people}, {time}</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Zusammenführen</translation>
    </message>
    <message numerus="yes">
        <source>Merge %n new record(s)</source>
        <translation>
            <numerusform>%n neuen Eintrag übernehmen</numerusform>
            <numerusform>%n neue Einträge übernehmen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Merged %n new record(s) from {who}.</source>
        <translation>
            <numerusform>%n neuer Eintrag von {who} übernommen.</numerusform>
            <numerusform>%n neue Einträge von {who} übernommen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Merging…</source>
        <translation>Wird zusammengeführt…</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>No bundles chosen</source>
        <translation>Keine Pakete gewählt</translation>
    </message>
    <message>
        <source>None of these bundles can be merged.</source>
        <translation>Keines dieser Pakete kann so übernommen werden.</translation>
    </message>
    <message>
        <source>Nothing has been merged yet.</source>
        <translation>Es wurde noch nichts zusammengeführt.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open the encrypted bundles</source>
        <translation>Die verschlüsselten Pakete öffnen</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>Passphrase</translation>
    </message>
    <message>
        <source>Passphrase of the encrypted bundles</source>
        <translation>Passphrase der verschlüsselten Pakete</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Refused records and notes</source>
        <translation>Abgelehnte Einträge und Hinweise</translation>
    </message>
    <message>
        <source>Removes the selected bundle from the list (Del).</source>
        <translation>Entfernt das ausgewählte Paket aus der Liste (Entf).</translation>
    </message>
    <message>
        <source>Result of the merge</source>
        <translation>Ergebnis der Zusammenführung</translation>
    </message>
    <message>
        <source>Results returned by annotators. Order and repetition do not matter; a merge can be undone.</source>
        <translation>Von Annotierenden zurückgesandte Ergebnisse. Reihenfolge und Wiederholung spielen keine Rolle; eine Zusammenführung lässt sich rückgängig machen.</translation>
    </message>
    <message>
        <source>Show overview</source>
        <translation>Übersicht zeigen</translation>
    </message>
    <message>
        <source>Signature</source>
        <translation>Signatur</translation>
    </message>
    <message>
        <source>Some files cannot be read yet.</source>
        <translation>Einige Dateien lassen sich noch nicht lesen.</translation>
    </message>
    <message>
        <source>Some records cannot be merged and are excluded.</source>
        <translation>Einige Einträge können nicht übernommen werden und werden ausgelassen.</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Undo the last merge</source>
        <translation>Zusammenführung zurücknehmen</translation>
    </message>
    <message>
        <source>Undoing the last merge…</source>
        <translation>Letzte Zusammenführung wird zurückgenommen…</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>unlesbar</translation>
    </message>
    <message>
        <source>encrypted</source>
        <translation>verschlüsselt</translation>
    </message>
    <message>
        <source>last: {time}</source>
        <translation>zuletzt: {time}</translation>
    </message>
    <message>
        <source>nothing merged yet</source>
        <translation>noch nichts übernommen</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>bereit</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>signed, first key</source>
        <translation>signiert, erster Schlüssel</translation>
    </message>
    <message>
        <source>signed, key known</source>
        <translation>signiert, Schlüssel bekannt</translation>
    </message>
    <message>
        <source>signed, new key</source>
        <translation>signiert, neuer Schlüssel</translation>
    </message>
    <message>
        <source>unsigned</source>
        <translation>nicht signiert</translation>
    </message>
    <message>
        <source>{done} of {total} assignments are done.</source>
        <translation>{done} von {total} Zuweisungen sind erledigt.</translation>
    </message>
    <message numerus="yes">
        <source>{file}: %n record(s) of another project</source>
        <translation>
            <numerusform>{file}: %n Eintrag eines anderen Projekts</numerusform>
            <numerusform>{file}: %n Einträge eines anderen Projekts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{file}: %n record(s) refused, {why}</source>
        <translation>
            <numerusform>{file}: %n Eintrag abgelehnt, {why}</numerusform>
            <numerusform>{file}: %n Einträge abgelehnt, {why}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source> (or set “key_scope: question”)</source>
        <translation> (oder „key_scope: question“ setzen)</translation>
    </message>
    <message>
        <source> (version {version})</source>
        <translation> (Version {version})</translation>
    </message>
    <message>
        <source> Pairs with fewer items in common are not listed: {left_out}.</source>
        <translation> Nicht aufgeführte Paare mit weniger gemeinsamen Aufgaben: {left_out}.</translation>
    </message>
    <message>
        <source>, counted from {low}</source>
        <translation>, gezählt ab {low}</translation>
    </message>
    <message>
        <source>, field “{field}”</source>
        <translation>, Feld „{field}“</translation>
    </message>
    <message>
        <source>--format must be one of: {formats}.</source>
        <translation>--format muss einer dieser Werte sein: {formats}.</translation>
    </message>
    <message>
        <source>--format must be one of: {known}.</source>
        <translation>--format muss einer dieser Werte sein: {known}.</translation>
    </message>
    <message>
        <source>--release and --to contradict each other: released items go to nobody</source>
        <translation>--release und --to widersprechen sich: Zurückgezogene Aufgaben gehen an niemanden</translation>
    </message>
    <message>
        <source>--what must be one of: {known}.</source>
        <translation>--what muss einer dieser Werte sein: {known}.</translation>
    </message>
    <message>
        <source>--what must be one of: {row_kinds}.</source>
        <translation>--what muss einer dieser Werte sein: {row_kinds}.</translation>
    </message>
    <message>
        <source>--what must be one of: {tables}.</source>
        <translation>--what muss einer dieser Werte sein: {tables}.</translation>
    </message>
    <message>
        <source>1 answer is left out of the export</source>
        <translation>1 Antwort fehlt im Export</translation>
    </message>
    <message>
        <source>1 answer is open. Merge the results when they arrive.</source>
        <translation>1 Antwort ist offen. Führen Sie die Ergebnisse zusammen, wenn sie eintreffen.</translation>
    </message>
    <message>
        <source>1 answer to an item that was not assigned</source>
        <translation>1 Antwort zu einer nicht zugewiesenen Aufgabe</translation>
    </message>
    <message>
        <source>1 answer to an item that you did not assign</source>
        <translation>1 Antwort zu einer nicht zugewiesenen Aufgabe</translation>
    </message>
    <message>
        <source>1 bundle is outdated</source>
        <translation>1 Paket ist veraltet</translation>
    </message>
    <message>
        <source>1 comment</source>
        <translation>1 Kommentar</translation>
    </message>
    <message>
        <source>1 conflict not resolved</source>
        <translation>1 ungelöster Konflikt</translation>
    </message>
    <message>
        <source>1 conflict to resolve</source>
        <translation>1 Konflikt ist aufzulösen</translation>
    </message>
    <message>
        <source>1 decision outdated</source>
        <translation>1 Entscheidung veraltet</translation>
    </message>
    <message>
        <source>1 encrypted file needs its passphrase</source>
        <translation>1 verschlüsselte Datei braucht ihre Passphrase</translation>
    </message>
    <message>
        <source>1 file in the inbox cannot be read</source>
        <translation>1 Datei im Eingangsordner kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>1 flagged or skipped item</source>
        <translation>1 markierte oder übersprungene Aufgabe</translation>
    </message>
    <message>
        <source>1 item is not assigned</source>
        <translation>1 Aufgabe ist nicht zugewiesen</translation>
    </message>
    <message>
        <source>1 new record</source>
        <translation>1 neuer Eintrag</translation>
    </message>
    <message>
        <source>1 of your {total} items in “{project}” is still open.</source>
        <translation>1 Ihrer {total} Aufgaben in „{project}“ ist noch offen.</translation>
    </message>
    <message>
        <source>1 open item. The project can’t finish without it.</source>
        <translation>1 offene Aufgabe. Ohne sie wird das Projekt nicht fertig.</translation>
    </message>
    <message>
        <source>1 pending submission</source>
        <translation>1 ausstehende Einreichung</translation>
    </message>
    <message>
        <source>1 record refers to records that have not arrived</source>
        <translation>1 Eintrag verweist auf Einträge, die noch fehlen</translation>
    </message>
    <message>
        <source>1 record waits for another</source>
        <translation>1 Eintrag wartet auf einen anderen</translation>
    </message>
    <message>
        <source>1 request to a model failed</source>
        <translation>1 Anfrage an ein Modell ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>1 result file is ready to merge</source>
        <translation>1 Ergebnisdatei kann zusammengeführt werden</translation>
    </message>
    <message>
        <source>1 result file was refused</source>
        <translation>1 Ergebnisdatei wurde abgelehnt</translation>
    </message>
    <message>
        <source>1 text contains an annotator’s name</source>
        <translation>1 Text enthält einen Namen</translation>
    </message>
    <message>
        <source>1 to 3 months</source>
        <translation>1 bis 3 Monate</translation>
    </message>
    <message>
        <source>1 to 4 hours</source>
        <translation>1 bis 4 Stunden</translation>
    </message>
    <message>
        <source>1 to 4 weeks</source>
        <translation>1 bis 4 Wochen</translation>
    </message>
    <message>
        <source>1 to 5; {resampled} of the examples. Difference from the best: mean difference of average ratings over the examples that both models have; p: two-sided, by flipping signs of these differences, corrected for the number of models by Holm’s method.</source>
        <translation>1 bis 5; {resampled} der Beispiele. Abstand zum besten: mittlere Differenz der mittleren Bewertungen über die gemeinsamen Beispiele beider Modelle; p: zweiseitig, durch Umkehren der Vorzeichen dieser Differenzen, nach Holm für die Zahl der Modelle korrigiert.</translation>
    </message>
    <message>
        <source>95 % from</source>
        <translation>95 % von</translation>
    </message>
    <message>
        <source>95 % intervals, from resamples of groups with all their answers.</source>
        <translation>95-%-Intervalle aus Stichproben von Gruppen mit allen ihren Antworten.</translation>
    </message>
    <message>
        <source>95 % to</source>
        <translation>95 % bis</translation>
    </message>
    <message>
        <source>; a copy was kept as {kept_as}</source>
        <translation>; eine Kopie davon liegt unter {kept_as}</translation>
    </message>
    <message>
        <source>; did you mean “{close}”?</source>
        <translation>; meinten Sie „{close}“?</translation>
    </message>
    <message>
        <source>A bundle with the missing records has not been merged</source>
        <translation>Ein Paket mit den fehlenden Einträgen ist noch nicht zusammengeführt</translation>
    </message>
    <message>
        <source>A file is encrypted either to keys or with one passphrase.</source>
        <translation>Eine Datei ist entweder mit Schlüsseln oder mit einer einzigen Passphrase verschlüsselt.</translation>
    </message>
    <message>
        <source>A folder of documents (text, Markdown, HTML, PDF)</source>
        <translation>Ein Ordner mit Dokumenten (Text, Markdown, HTML, PDF)</translation>
    </message>
    <message>
        <source>A folder of papers (text, Markdown, HTML, PDF)</source>
        <translation>Ein Ordner mit Artikeln (Text, Markdown, HTML, PDF)</translation>
    </message>
    <message>
        <source>A probability that the model states</source>
        <translation>Eine Wahrscheinlichkeit, die das Modell nennt</translation>
    </message>
    <message>
        <source>A project needs a lead.</source>
        <translation>Ein Projekt braucht eine Projektleitung.</translation>
    </message>
    <message>
        <source>A row looks like {&quot;field&quot;: value, …}.</source>
        <translation>Eine Zeile sieht so aus: {&quot;field&quot;: value, …}.</translation>
    </message>
    <message>
        <source>AUC ROC</source>
        <translation>AUC ROC</translation>
    </message>
    <message>
        <source>AUC ROC: how well the method predicts the majority of people’s Yes/No; higher is better, 0.5 is chance. Distances are from people’s mean 1–5 ratings; lower is better. Groups whose answers people rated equally are left out; groups whose answers the method rated equally count as distance 0.5 (τ = 0). Prefer the bootstrap standard error of the Pearson distance: it resamples whole groups, because answers to one instruction are rated similarly. The textbook one assumes independent answers. The one in the riSum paper uses the distance in place of the correlation: at a true correlation of 0.03, its 95 % interval contains the true distance in 59 % of simulated studies with 300 answers, and in 44 % of those with 900.</source>
        <translation>AUC ROC: wie gut das Verfahren das mehrheitliche Ja/Nein der Personen vorhersagt; höher ist besser, 0,5 ist Zufall. Abstände beziehen sich auf die mittleren Urteile (1–5) der Personen; niedriger ist besser. Gruppen, deren Antworten von den Personen alle gleich beurteilt wurden, werden ausgelassen; Gruppen, deren Antworten das Verfahren alle gleich beurteilt hat, zählen mit dem Abstand 0,5 (τ = 0). Bevorzugen Sie für den Pearson-Abstand den Standardfehler aus dem Bootstrap: Er zieht ganze Gruppen, weil Antworten auf dieselbe Anweisung ähnlich beurteilt werden. Der Standardfehler aus den Lehrbüchern setzt unabhängige Antworten voraus. Der Standardfehler des riSum-Artikels verwendet den Abstand anstelle der Korrelation: Bei einer wahren Korrelation von 0,03 enthält sein 95-%-Intervall den wahren Abstand in 59 % der simulierten Studien mit 300 Antworten und in 44 % der Studien mit 900.</translation>
    </message>
    <message>
        <source>Accept it first: import a row of decisions.</source>
        <translation>Nehmen Sie sie zuerst an: Importieren Sie eine Entscheidung (decisions).</translation>
    </message>
    <message>
        <source>Accept the critique, or state what is changed.</source>
        <translation>Nehmen Sie die Kritik an, oder geben Sie an, was geändert ist.</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>Angenommen</translation>
    </message>
    <message>
        <source>Accepting answers</source>
        <translation>Antworten annehmen</translation>
    </message>
    <message>
        <source>Accessibility</source>
        <translation>Zugänglichkeit</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Anteil richtig</translation>
    </message>
    <message>
        <source>Accuracy, standard error</source>
        <translation>Anteil richtig, Standardfehler</translation>
    </message>
    <message>
        <source>Active times are in the data</source>
        <translation>Die Daten enthalten Bearbeitungszeiten</translation>
    </message>
    <message>
        <source>Add --format {suffix}.</source>
        <translation>Geben Sie --format {suffix} an.</translation>
    </message>
    <message>
        <source>Add credit to this account, then try again. Answered requests are not sent twice.</source>
        <translation>Laden Sie dieses Konto auf und versuchen Sie es erneut. Bereits beantwortete Anfragen werden nicht noch einmal gesendet.</translation>
    </message>
    <message>
        <source>Add people</source>
        <translation>Personen hinzufügen</translation>
    </message>
    <message>
        <source>Add people first, on the page People (or: proofdesk people DIR add ID).</source>
        <translation>Fügen Sie zuerst Personen hinzu, auf der Seite „Personen“ (oder: proofdesk people DIR add ID).</translation>
    </message>
    <message>
        <source>Add people, or resume somebody who is paused.</source>
        <translation>Fügen Sie Personen hinzu, oder nehmen Sie jemanden wieder auf, der pausiert.</translation>
    </message>
    <message>
        <source>Add the people who will answer.</source>
        <translation>Fügen Sie die Personen hinzu, die antworten sollen.</translation>
    </message>
    <message>
        <source>Add their titles: {wanted}.</source>
        <translation>Schreiben Sie die Titel darüber: {wanted}.</translation>
    </message>
    <message>
        <source>Add “paragraphs” to each paper.</source>
        <translation>Ergänzen Sie „paragraphs“ bei jedem Artikel.</translation>
    </message>
    <message>
        <source>Adding people</source>
        <translation>Personen hinzufügen</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Addressed</source>
        <translation>Berücksichtigt</translation>
    </message>
    <message>
        <source>Addressed: share of points that the revision addresses, among those whose author stated this. Critiques that find nothing to improve: {data}.</source>
        <translation>Berücksichtigt: Anteil an den Punkten, bei denen angegeben ist, ob die Überarbeitung sie berücksichtigt. Kritiken, nach denen nichts zu verbessern ist: {data}.</translation>
    </message>
    <message>
        <source>Adequacy and fluency</source>
        <translation>Inhaltstreue und Sprachfluss</translation>
    </message>
    <message>
        <source>Adjudicating</source>
        <translation>Entscheiden</translation>
    </message>
    <message>
        <source>After the review: {title}</source>
        <translation>Nach der Begutachtung: {title}</translation>
    </message>
    <message>
        <source>After, mean</source>
        <translation>Nachher, Mittel</translation>
    </message>
    <message>
        <source>Against the base model. By scores: the output with the higher average rating wins.</source>
        <translation>Gegen das Basismodell. Nach Bewertungen: Das Ergebnis mit der höheren mittleren Bewertung gewinnt.</translation>
    </message>
    <message>
        <source>Aggregation</source>
        <translation>Aggregation</translation>
    </message>
    <message>
        <source>Agreement (Krippendorff’s α with a 95 % bootstrap interval over items): {figures}.</source>
        <translation>Übereinstimmung (Krippendorffs α mit 95-%-Bootstrap-Intervall über die Aufgaben): {figures}.</translation>
    </message>
    <message>
        <source>Agreement at the stage “{stage}” (Krippendorff’s α with a 95 % bootstrap interval over items): {figures}.</source>
        <translation>Übereinstimmung in der Runde „{stage}“ (Krippendorffs α mit 95-%-Bootstrap-Intervall über die Aufgaben): {figures}.</translation>
    </message>
    <message>
        <source>Agreement between annotators</source>
        <translation>Übereinstimmung der Annotierenden</translation>
    </message>
    <message>
        <source>Agreement between voters</source>
        <translation>Übereinstimmung der Abstimmenden</translation>
    </message>
    <message>
        <source>Agreement by question</source>
        <translation>Übereinstimmung je Frage</translation>
    </message>
    <message>
        <source>Agreement is acceptable on all questions.</source>
        <translation>Die Übereinstimmung ist bei allen Fragen akzeptabel.</translation>
    </message>
    <message>
        <source>Agreement is acceptable on {some}.</source>
        <translation>Die Übereinstimmung ist bei {some} akzeptabel.</translation>
    </message>
    <message>
        <source>Agreement is acceptable on “{best}” and moderate on “{worst}”.</source>
        <translation>Die Übereinstimmung ist bei „{best}“ akzeptabel und bei „{worst}“ mäßig.</translation>
    </message>
    <message>
        <source>Agreement is acceptable on “{best}” and poor on “{worst}”.</source>
        <translation>Die Übereinstimmung ist bei „{best}“ akzeptabel und bei „{worst}“ schwach.</translation>
    </message>
    <message>
        <source>Agreement is acceptable on “{best}”, but only moderate on {some}, and lowest on “{worst}”.</source>
        <translation>Die Übereinstimmung ist bei „{best}“ akzeptabel, bei {some} aber nur mäßig, am schwächsten bei „{worst}“.</translation>
    </message>
    <message>
        <source>Agreement is acceptable on “{best}”, but poor on {some}, and lowest on “{worst}”.</source>
        <translation>Die Übereinstimmung ist bei „{best}“ akzeptabel, bei {some} aber schwach, am schwächsten bei „{worst}“.</translation>
    </message>
    <message>
        <source>Agreement is acceptable on “{question}”.</source>
        <translation>Die Übereinstimmung ist bei „{question}“ akzeptabel.</translation>
    </message>
    <message>
        <source>Agreement is good on all questions.</source>
        <translation>Die Übereinstimmung ist bei allen Fragen gut.</translation>
    </message>
    <message>
        <source>Agreement is good on {some}.</source>
        <translation>Die Übereinstimmung ist bei {some} gut.</translation>
    </message>
    <message>
        <source>Agreement is good on “{best}” and acceptable on “{worst}”.</source>
        <translation>Die Übereinstimmung ist bei „{best}“ gut und bei „{worst}“ akzeptabel.</translation>
    </message>
    <message>
        <source>Agreement is good on “{best}” and moderate on “{worst}”.</source>
        <translation>Die Übereinstimmung ist bei „{best}“ gut und bei „{worst}“ mäßig.</translation>
    </message>
    <message>
        <source>Agreement is good on “{best}” and poor on “{worst}”.</source>
        <translation>Die Übereinstimmung ist bei „{best}“ gut und bei „{worst}“ schwach.</translation>
    </message>
    <message>
        <source>Agreement is good on “{best}”, but only acceptable on {some}, and lowest on “{worst}”.</source>
        <translation>Die Übereinstimmung ist bei „{best}“ gut, bei {some} aber nur akzeptabel, am schwächsten bei „{worst}“.</translation>
    </message>
    <message>
        <source>Agreement is good on “{best}”, but only moderate on {some}, and lowest on “{worst}”.</source>
        <translation>Die Übereinstimmung ist bei „{best}“ gut, bei {some} aber nur mäßig, am schwächsten bei „{worst}“.</translation>
    </message>
    <message>
        <source>Agreement is good on “{best}”, but poor on {some}, and lowest on “{worst}”.</source>
        <translation>Die Übereinstimmung ist bei „{best}“ gut, bei {some} aber schwach, am schwächsten bei „{worst}“.</translation>
    </message>
    <message>
        <source>Agreement is good on “{question}”.</source>
        <translation>Die Übereinstimmung ist bei „{question}“ gut.</translation>
    </message>
    <message>
        <source>Agreement is moderate on all questions.</source>
        <translation>Die Übereinstimmung ist bei allen Fragen mäßig.</translation>
    </message>
    <message>
        <source>Agreement is moderate on {some}.</source>
        <translation>Die Übereinstimmung ist bei {some} mäßig.</translation>
    </message>
    <message>
        <source>Agreement is moderate on “{best}” and poor on “{worst}”.</source>
        <translation>Die Übereinstimmung ist bei „{best}“ mäßig und bei „{worst}“ schwach.</translation>
    </message>
    <message>
        <source>Agreement is moderate on “{best}”, but poor on {some}, and lowest on “{worst}”.</source>
        <translation>Die Übereinstimmung ist bei „{best}“ mäßig, bei {some} aber schwach, am schwächsten bei „{worst}“.</translation>
    </message>
    <message>
        <source>Agreement is moderate on “{question}”</source>
        <translation>Die Übereinstimmung bei „{question}“ ist mäßig</translation>
    </message>
    <message>
        <source>Agreement is moderate on “{question}”.</source>
        <translation>Die Übereinstimmung ist bei „{question}“ mäßig.</translation>
    </message>
    <message>
        <source>Agreement is moderate or poor on {count} questions</source>
        <translation>Bei {count} Fragen ist die Übereinstimmung mäßig oder schwach</translation>
    </message>
    <message>
        <source>Agreement is poor on all questions.</source>
        <translation>Die Übereinstimmung ist bei allen Fragen schwach.</translation>
    </message>
    <message>
        <source>Agreement is poor on {some}.</source>
        <translation>Die Übereinstimmung ist bei {some} schwach.</translation>
    </message>
    <message>
        <source>Agreement is poor on “{question}”</source>
        <translation>Die Übereinstimmung bei „{question}“ ist schwach</translation>
    </message>
    <message>
        <source>Agreement is poor on “{question}”.</source>
        <translation>Die Übereinstimmung ist bei „{question}“ schwach.</translation>
    </message>
    <message>
        <source>Agreement of judges and metrics with people</source>
        <translation>Übereinstimmung der Verfahren mit Personen</translation>
    </message>
    <message>
        <source>Agreement of labellers</source>
        <translation>Übereinstimmung der Einordnungen</translation>
    </message>
    <message>
        <source>Agreement of two people</source>
        <translation>Übereinstimmung zweier Personen</translation>
    </message>
    <message>
        <source>Agreement with people</source>
        <translation>Übereinstimmung mit Personen</translation>
    </message>
    <message>
        <source>Agreement with standard errors</source>
        <translation>Übereinstimmung mit Standardfehlern</translation>
    </message>
    <message>
        <source>Agreement with the other annotators on shared items: the share of equal Yes/No answers, the mean difference of the 1–5 ratings in points, and the annotator’s contribution to α (the mean of these, weighted by shared items, is α).</source>
        <translation>Übereinstimmung mit den anderen bei gemeinsamen Aufgaben: der Anteil gleicher Antworten auf Ja/Nein, der mittlere Abstand der Urteile von 1 bis 5 in Punkten und der Anteil der Person an α (das nach gemeinsamen Aufgaben gewichtete Mittel dieser Anteile ist α).</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>All agree</source>
        <translation>Alle einig</translation>
    </message>
    <message>
        <source>All answers to “{question}” were equal, so α is undefined.</source>
        <translation>Alle Antworten auf „{question}“ waren gleich, daher ist α nicht definiert.</translation>
    </message>
    <message>
        <source>All assigned answers have arrived. Next, look at the agreement.</source>
        <translation>Alle zugewiesenen Antworten sind da. Sehen Sie sich als Nächstes die Übereinstimmung an.</translation>
    </message>
    <message>
        <source>All examples</source>
        <translation>Alle Beispiele</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>Alle Arten</translation>
    </message>
    <message>
        <source>All of them had agreed to a written consent text.</source>
        <translation>Alle hatten einem schriftlichen Einwilligungstext zugestimmt.</translation>
    </message>
    <message>
        <source>All raters agree (0/0, counted as 1)</source>
        <translation>Alle Urteile gleich (0/0, als 1 gezählt)</translation>
    </message>
    <message>
        <source>All relevant information</source>
        <translation>Alle relevanten Informationen</translation>
    </message>
    <message>
        <source>An alias hides the name of a model. Assign the alias to one of your connections. If one server knows all aliases, assign “*” to its connection instead.</source>
        <translation>Ein Deckname verbirgt den Namen eines Modells. Weisen Sie ihn einer Ihrer Verbindungen zu. Kennt ein Server alle Decknamen, weisen Sie stattdessen seiner Verbindung „*“ zu.</translation>
    </message>
    <message>
        <source>An edit may be of several types.</source>
        <translation>Eine Nachbearbeitung kann zu mehreren Arten gehören.</translation>
    </message>
    <message>
        <source>An item was judged by {least} to {most} annotators (mean {mean}); {shared} of {items} items had two or more.</source>
        <translation>Eine Aufgabe wurde von {least} bis {most} Annotierenden beurteilt (Mittel {mean}); bei {shared} von {items} Aufgaben waren es zwei oder mehr.</translation>
    </message>
    <message>
        <source>An optional questionnaire, kept apart from the ratings.</source>
        <translation>Ein freiwilliger Fragebogen, getrennt von den Urteilen aufbewahrt.</translation>
    </message>
    <message>
        <source>An output may show several patterns.</source>
        <translation>Ein Ergebnis kann mehrere Muster zeigen.</translation>
    </message>
    <message>
        <source>Analysis</source>
        <translation>Auswertung</translation>
    </message>
    <message>
        <source>Annotate in this workspace (on the command line: proofdesk annotate DIR).</source>
        <translation>Annotieren Sie in diesem Arbeitsbereich (auf der Befehlszeile: proofdesk annotate DIR).</translation>
    </message>
    <message>
        <source>Annotations</source>
        <translation>Annotationen</translation>
    </message>
    <message>
        <source>Annotations excluded because their form or item has not arrived: {data}.</source>
        <translation>Nicht berücksichtigte Annotationen, deren Formular oder Aufgabe nicht angekommen ist: {data}.</translation>
    </message>
    <message>
        <source>Annotations excluded because they or their items have unresolved conflicts: {data}.</source>
        <translation>Annotationen, die nicht berücksichtigt werden, weil sie oder ihre Aufgaben ungelöste Konflikte haben: {data}.</translation>
    </message>
    <message>
        <source>Annotations left out because their item is missing, or the same person rated the item at another stage: {ignored}.</source>
        <translation>Annotationen, die ausgelassen wurden, weil ihre Aufgabe fehlt oder dieselbe Person die Aufgabe in einer anderen Runde beurteilt hat: {ignored}.</translation>
    </message>
    <message>
        <source>Annotations left out: {number} ({reason}).</source>
        <translation>Ausgelassene Annotationen: {number} ({reason}).</translation>
    </message>
    <message>
        <source>Annotations per annotator</source>
        <translation>Annotationen je Person</translation>
    </message>
    <message>
        <source>Annotator</source>
        <translation>Person</translation>
    </message>
    <message>
        <source>Annotators</source>
        <translation>Annotierende</translation>
    </message>
    <message>
        <source>Annotators completed the form “{title}” (version {version}).</source>
        <translation>Die Personen füllten das Formular „{title}“ (Version {version}) aus.</translation>
    </message>
    <message>
        <source>Annotators do not see them; readers of the export do</source>
        <translation>Annotierende sehen sie nicht; wer den Export liest, sieht sie</translation>
    </message>
    <message>
        <source>Annotators may have named each other</source>
        <translation>Annotierende können einander beim Namen genannt haben</translation>
    </message>
    <message>
        <source>Annotators score a response, list good and bad points, and revise it; a second person reviews the work, and people compare responses. Computes distributions and win rates, and exports training records.</source>
        <translation>Personen bewerten eine Antwort, nennen gute und schlechte Punkte und überarbeiten sie; eine zweite Person prüft das, und Personen vergleichen Antworten. Berechnet Verteilungen und Gewinnraten, exportiert Trainingsdaten.</translation>
    </message>
    <message>
        <source>Annotators: ask your lead for a new bundle; your work is safe. Leads: import the form on the page Form (or: proofdesk import DIR FORM.yaml --what form).</source>
        <translation>Annotierende: Bitten Sie Ihre Projektleitung um ein neues Paket; Ihre Arbeit ist sicher. Projektleitungen: Importieren Sie das Formular auf der Seite „Formular“ (oder: proofdesk import DIR FORM.yaml --what form).</translation>
    </message>
    <message>
        <source>Annotators’ background</source>
        <translation>Angaben zu den Annotierenden</translation>
    </message>
    <message>
        <source>Anonymity</source>
        <translation>Anonymität</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Answer instructions</source>
        <translation>Anweisungen beantworten</translation>
    </message>
    <message>
        <source>Answer them with other models.</source>
        <translation>Lassen Sie andere Modelle antworten.</translation>
    </message>
    <message>
        <source>Answer to “{question}”</source>
        <translation>Antwort auf „{question}“</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>Beantwortet</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Answers about pairs of outputs</source>
        <translation>Antworten zu Paaren von Ergebnissen</translation>
    </message>
    <message>
        <source>Answers by an unknown model: {count}. They are shown as “{unknown}” and have no rank.</source>
        <translation>Antworten eines unbekannten Modells: {count}. Sie erscheinen als „{unknown}“ und haben keinen Rang.</translation>
    </message>
    <message>
        <source>Answers have changed since; decide again on Conflicts</source>
        <translation>Antworten haben sich seitdem geändert; unter „Konflikte“ neu entscheiden</translation>
    </message>
    <message>
        <source>Answers of annotators</source>
        <translation>Antworten von Annotierenden</translation>
    </message>
    <message>
        <source>Answers that contain a name</source>
        <translation>Antworten, die einen Namen enthalten</translation>
    </message>
    <message>
        <source>Answers to “{name}” excluded because their form does not accept them: {number}.</source>
        <translation>Nicht berücksichtigte Antworten auf „{name}“, die ihr Formular nicht zulässt: {number}.</translation>
    </message>
    <message>
        <source>Answers were collected and merged with Proofdesk {version}.</source>
        <translation>Die Antworten wurden mit Proofdesk {version} erhoben und zusammengeführt.</translation>
    </message>
    <message>
        <source>Answers were given to several versions of the form ({listed}). Each is read with its own version. If the meaning of a question changed, its versions are counted separately.</source>
        <translation>Die Antworten wurden zu mehreren Fassungen des Formulars gegeben ({listed}). Jede wird nach ihrer eigenen Fassung gelesen. Hat sich die Bedeutung einer Frage geändert, werden ihre Fassungen getrennt gezählt.</translation>
    </message>
    <message>
        <source>Answers with a value outside an ordinal axis, counted but excluded from agreement: {strange}.</source>
        <translation>Antworten mit einem Wert außerhalb einer ordinalen Achse, gezählt, aber bei der Übereinstimmung nicht berücksichtigt: {strange}.</translation>
    </message>
    <message>
        <source>Answers: {title}</source>
        <translation>Antworten: {title}</translation>
    </message>
    <message>
        <source>Any texts, with the questions and scales of a form file that you write. Computes agreement and figures per question.</source>
        <translation>Beliebige Texte mit den Fragen und Skalen einer Formulardatei, die Sie schreiben. Berechnet Übereinstimmung und Werte je Frage.</translation>
    </message>
    <message>
        <source>Ask for a reason first</source>
        <translation>Zuerst nach einer Begründung fragen</translation>
    </message>
    <message>
        <source>Ask for the binary format, or convert it with the age program.</source>
        <translation>Bitten Sie um das Binärformat, oder wandeln Sie die Datei mit dem Programm age um.</translation>
    </message>
    <message>
        <source>Ask the sender for a new bundle.</source>
        <translation>Bitten Sie die Absenderin oder den Absender um ein neues Paket.</translation>
    </message>
    <message>
        <source>Ask the sender to encrypt it to your key instead.</source>
        <translation>Lassen Sie das Paket stattdessen mit Ihrem Schlüssel verschlüsseln.</translation>
    </message>
    <message>
        <source>Ask the sender to encrypt it to your key, or specify the correct key file on the command line (--identity).</source>
        <translation>Lassen Sie das Paket mit Ihrem Schlüssel verschlüsseln, oder geben Sie auf der Befehlszeile die richtige Schlüsseldatei an (--identity).</translation>
    </message>
    <message>
        <source>Ask the sender to send the file again.</source>
        <translation>Bitten Sie die Person, die Datei noch einmal zu senden.</translation>
    </message>
    <message>
        <source>Ask the senders to send these files again.</source>
        <translation>Bitten Sie die Personen, diese Dateien noch einmal zu senden.</translation>
    </message>
    <message>
        <source>Ask the server&apos;s administrator for its CA certificate file.</source>
        <translation>Bitten Sie die Administration des Servers um dessen CA-Zertifikatsdatei.</translation>
    </message>
    <message>
        <source>Ask these people to send their results again.</source>
        <translation>Bitten Sie diese Personen, ihre Ergebnisse noch einmal zu senden.</translation>
    </message>
    <message>
        <source>Ask your lead for the bundle.</source>
        <translation>Bitten Sie Ihre Projektleitung um das Paket.</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>Gefragt</translation>
    </message>
    <message>
        <source>Asked: annotations in which the question was shown. “Cannot say” counts answers that are missing values; all other figures exclude them. The mean of Yes/No is the share of Yes. The mean of an ordinal scale assumes equal distances between its steps; the median does not.</source>
        <translation>Gefragt: Annotationen, in denen die Frage zu sehen war. „Keine Angabe“ zählt Antworten, die als fehlende Werte gelten; in alle anderen Werte gehen sie nicht ein. Das Mittel von Ja/Nein ist der Anteil von Ja. Das Mittel einer Rangskala setzt gleiche Abstände zwischen den Stufen voraus, der Median nicht.</translation>
    </message>
    <message>
        <source>Assessors</source>
        <translation>Gutachter</translation>
    </message>
    <message>
        <source>Assign items</source>
        <translation>Aufgaben zuweisen</translation>
    </message>
    <message>
        <source>Assigning</source>
        <translation>Zuweisen</translation>
    </message>
    <message>
        <source>At most {most} columns can be “{title}”</source>
        <translation>Höchstens {most} Spalten können „{title}“ sein</translation>
    </message>
    <message>
        <source>At random</source>
        <translation>Zufällig</translation>
    </message>
    <message>
        <source>At random: the share that would have been chosen by chance.</source>
        <translation>Zufällig: der Anteil, der bei zufälliger Auswahl gewählt worden wäre.</translation>
    </message>
    <message>
        <source>At the stage “{stage}”, we collected {answers} on {items} from {people}.</source>
        <translation>In der Runde „{stage}“ haben wir {answers} zu {items} von {people} erhoben.</translation>
    </message>
    <message>
        <source>At this stage an item usually goes to one person; {overlap} were requested.</source>
        <translation>In dieser Runde geht eine Aufgabe gewöhnlich an eine Person; angefordert wurden {overlap}.</translation>
    </message>
    <message>
        <source>Author</source>
        <translation>Urheber</translation>
    </message>
    <message>
        <source>Authors</source>
        <translation>Verfasst von</translation>
    </message>
    <message>
        <source>Authors of responses</source>
        <translation>Urheber der Antworten</translation>
    </message>
    <message>
        <source>Available for: {known}.</source>
        <translation>Beispiele gibt es für: {known}.</translation>
    </message>
    <message>
        <source>Available: {known}. Use --endpoint for a search server.</source>
        <translation>Verfügbar: {known}. Ein Suchserver wird mit --endpoint angegeben.</translation>
    </message>
    <message>
        <source>Average</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Average of the axes, 1 to 5.</source>
        <translation>Mittel der Achsen, 1 bis 5.</translation>
    </message>
    <message>
        <source>Average rating by field</source>
        <translation>Mittlere Bewertung nach Fach</translation>
    </message>
    <message>
        <source>Average rating by length of the reference</source>
        <translation>Mittlere Bewertung nach Länge der Referenz</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>Achse</translation>
    </message>
    <message>
        <source>Bad</source>
        <translation>Schlecht</translation>
    </message>
    <message>
        <source>Bar chart</source>
        <translation>Balkendiagramm</translation>
    </message>
    <message>
        <source>Base model</source>
        <translation>Basismodell</translation>
    </message>
    <message>
        <source>Base model: {data}. Lines are 95 % intervals.</source>
        <translation>Basismodell: {data}. Linien zeigen 95-%-Intervalle.</translation>
    </message>
    <message>
        <source>Base model: {value}; its own rate is ½. (Wins + ties / 2) / n; each order is an instance. {resampled} of the examples. {control}. p: two-sided, by flipping signs of the differences per example, corrected for the number of models by Holm’s method.</source>
        <translation>Basismodell: {value}; seine eigene Rate ist ½. (Siege + Unentschieden / 2) / n; jede Reihenfolge zählt einzeln. {resampled} der Beispiele. {control}. p: zweiseitig, durch Umkehren der Vorzeichen der Differenzen je Beispiel, nach Holm für die Zahl der Modelle korrigiert.</translation>
    </message>
    <message>
        <source>Basis for the losing response</source>
        <translation>Grundlage für die Niederlage</translation>
    </message>
    <message>
        <source>Before, mean</source>
        <translation>Vorher, Mittel</translation>
    </message>
    <message>
        <source>Better in</source>
        <translation>Besser bei</translation>
    </message>
    <message>
        <source>Better output</source>
        <translation>Besseres Ergebnis</translation>
    </message>
    <message>
        <source>Biased outcomes</source>
        <translation>Benachteiligung</translation>
    </message>
    <message>
        <source>Bins end at quantiles of the lengths of scored reference outputs, so that each contains about the same number of examples; an edge belongs to the bin below it.</source>
        <translation>Die Klassengrenzen sind Quantile der Längen der bewerteten Referenz-Ergebnisse, sodass die Klassen etwa gleich viele Beispiele enthalten; ein Grenzwert gehört zur Klasse darunter.</translation>
    </message>
    <message>
        <source>Both directions</source>
        <translation>Beide Richtungen</translation>
    </message>
    <message>
        <source>Both orders</source>
        <translation>Beide Reihenfolgen</translation>
    </message>
    <message>
        <source>Both questions</source>
        <translation>Beide Fragen</translation>
    </message>
    <message>
        <source>Both versions are kept, but excluded from agreement and exports until you decide.</source>
        <translation>Beide Versionen bleiben erhalten, zählen aber weder bei der Übereinstimmung noch beim Export, bis Sie entscheiden.</translation>
    </message>
    <message>
        <source>By</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>By the prompt’s category</source>
        <translation>Nach der Kategorie der Eingabe</translation>
    </message>
    <message>
        <source>By vectors</source>
        <translation>Nach Vektoren</translation>
    </message>
    <message>
        <source>By words</source>
        <translation>Nach Wörtern</translation>
    </message>
    <message>
        <source>By words and vectors</source>
        <translation>Nach Wörtern und Vektoren</translation>
    </message>
    <message>
        <source>Cannot say</source>
        <translation>Keine Angabe</translation>
    </message>
    <message>
        <source>Categories</source>
        <translation>Kategorien</translation>
    </message>
    <message>
        <source>Categories of critiques</source>
        <translation>Kategorien von Kritiken</translation>
    </message>
    <message>
        <source>Categories that critiques mention</source>
        <translation>Kategorien, die Kritiken nennen</translation>
    </message>
    <message>
        <source>Categorise</source>
        <translation>Gruppieren</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>Cells merged across columns have a value only in the first column: row {listed}.</source>
        <translation>Über Spalten verbundene Zellen haben nur in der ersten Spalte einen Wert: Zeile {listed}.</translation>
    </message>
    <message>
        <source>Change the limits of the length.</source>
        <translation>Ändern Sie die Grenzen der Länge.</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Changed in review</source>
        <translation>Bei der Prüfung geändert</translation>
    </message>
    <message>
        <source>Changed later</source>
        <translation>Später geändert</translation>
    </message>
    <message>
        <source>Check its name and folder.</source>
        <translation>Prüfen Sie Namen und Ordner.</translation>
    </message>
    <message>
        <source>Check that the disk has free space and that you may write to this folder.</source>
        <translation>Prüfen Sie, ob auf dem Datenträger genug Platz frei ist und ob Sie in diesen Ordner schreiben dürfen.</translation>
    </message>
    <message>
        <source>Check that the file is complete, and save or download it again.</source>
        <translation>Prüfen Sie, ob die Datei vollständig ist. Speichern Sie sie erneut, oder laden Sie sie noch einmal herunter.</translation>
    </message>
    <message>
        <source>Check that the folder exists, or choose another one.</source>
        <translation>Prüfen Sie, ob es den Ordner gibt, oder wählen Sie einen anderen.</translation>
    </message>
    <message>
        <source>Check that the scorer runs at this address.</source>
        <translation>Prüfen Sie, ob der Bewerter unter dieser Adresse läuft.</translation>
    </message>
    <message>
        <source>Check that the whole table was saved.</source>
        <translation>Prüfen Sie, ob die ganze Tabelle gespeichert wurde.</translation>
    </message>
    <message>
        <source>Check the address (it usually ends in /v1). A guest network, a proxy or a log-in page may also have answered.</source>
        <translation>Prüfen Sie die Adresse (sie endet meist auf /v1). Vielleicht hat auch ein Gastnetz, ein Proxy oder eine Anmeldeseite geantwortet.</translation>
    </message>
    <message>
        <source>Check the estimate: there may be nothing left to do.</source>
        <translation>Prüfen Sie die Schätzung: Vielleicht ist nichts mehr zu tun.</translation>
    </message>
    <message>
        <source>Check the file.</source>
        <translation>Prüfen Sie die Datei.</translation>
    </message>
    <message>
        <source>Check the line breaks and quotes of the file.</source>
        <translation>Prüfen Sie Zeilenumbrüche und Anführungszeichen der Datei.</translation>
    </message>
    <message>
        <source>Check the network, the address, and whether the server is running. Your work is safe.</source>
        <translation>Prüfen Sie das Netz, die Adresse und ob der Server läuft. Ihre Arbeit ist sicher.</translation>
    </message>
    <message>
        <source>Check the path.</source>
        <translation>Prüfen Sie den Pfad.</translation>
    </message>
    <message>
        <source>Check the quotes and commas of this row.</source>
        <translation>Prüfen Sie Anführungszeichen und Kommas dieser Zeile.</translation>
    </message>
    <message>
        <source>Check whether another program can open it.</source>
        <translation>Prüfen Sie, ob ein anderes Programm die Datei öffnen kann.</translation>
    </message>
    <message>
        <source>Checking for contamination</source>
        <translation>Auf Kontamination prüfen</translation>
    </message>
    <message>
        <source>Checks of first answers</source>
        <translation>Prüfungen erster Antworten</translation>
    </message>
    <message>
        <source>Choose a file name that ends in .csv or .jsonl.</source>
        <translation>Wählen Sie einen Dateinamen, der auf .csv oder .jsonl endet.</translation>
    </message>
    <message>
        <source>Choose a file whose name ends in .proofdesk.</source>
        <translation>Wählen Sie eine Datei, deren Name auf .proofdesk endet.</translation>
    </message>
    <message>
        <source>Choose a folder created by Proofdesk. It contains a file records.json.</source>
        <translation>Wählen Sie einen von Proofdesk angelegten Ordner. Er enthält eine Datei records.json.</translation>
    </message>
    <message>
        <source>Choose a folder.</source>
        <translation>Wählen Sie einen Ordner.</translation>
    </message>
    <message>
        <source>Choose a model that has outputs, or leave the base model empty.</source>
        <translation>Wählen Sie ein Modell mit Ergebnissen, oder lassen Sie das Basismodell leer.</translation>
    </message>
    <message>
        <source>Choose a new folder.</source>
        <translation>Wählen Sie einen neuen Ordner.</translation>
    </message>
    <message>
        <source>Choose a new folder. Nothing in this one was changed.</source>
        <translation>Wählen Sie einen neuen Ordner. In diesem wurde nichts geändert.</translation>
    </message>
    <message>
        <source>Choose a new or an empty folder.</source>
        <translation>Wählen Sie einen neuen oder leeren Ordner.</translation>
    </message>
    <message>
        <source>Choose a passphrase of several words.</source>
        <translation>Wählen Sie eine Passphrase aus mehreren Wörtern.</translation>
    </message>
    <message>
        <source>Choose a shorter name.</source>
        <translation>Wählen Sie einen kürzeren Namen.</translation>
    </message>
    <message>
        <source>Choose a version for each field that differs.</source>
        <translation>Wählen Sie für jedes abweichende Feld eine Fassung.</translation>
    </message>
    <message>
        <source>Choose a version that answers it, or enter an answer of your own.</source>
        <translation>Wählen Sie eine Version, die sie beantwortet, oder geben Sie eine eigene Antwort ein.</translation>
    </message>
    <message>
        <source>Choose another backup, or open this one read-only to see what it still contains.</source>
        <translation>Wählen Sie eine andere Sicherung oder öffnen Sie diese schreibgeschützt, um zu sehen, was sie noch enthält.</translation>
    </message>
    <message>
        <source>Choose another conflict.</source>
        <translation>Wählen Sie einen anderen Konflikt.</translation>
    </message>
    <message>
        <source>Choose another encoding.</source>
        <translation>Wählen Sie eine andere Zeichenkodierung.</translation>
    </message>
    <message>
        <source>Choose another file. If it is a table, state its encoding.</source>
        <translation>Wählen Sie eine andere Datei. Wenn es eine Tabelle ist, geben Sie ihre Zeichenkodierung an.</translation>
    </message>
    <message>
        <source>Choose another item.</source>
        <translation>Wählen Sie eine andere Aufgabe.</translation>
    </message>
    <message>
        <source>Choose another location. Nothing was written.</source>
        <translation>Wählen Sie einen anderen Ort. Es wurde nichts geschrieben.</translation>
    </message>
    <message>
        <source>Choose another name for the field.</source>
        <translation>Wählen Sie einen anderen Namen für das Feld.</translation>
    </message>
    <message>
        <source>Choose another name, or delete the file.</source>
        <translation>Wählen Sie einen anderen Namen oder löschen Sie die Datei.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>Choose another place.</source>
        <translation>Wählen Sie einen anderen Ort.</translation>
    </message>
    <message>
        <source>Choose another row for the column names.</source>
        <translation>Wählen Sie eine andere Zeile für die Spaltennamen.</translation>
    </message>
    <message>
        <source>Choose fewer, or random examples.</source>
        <translation>Wählen Sie weniger oder zufällige Beispiele.</translation>
    </message>
    <message>
        <source>Choose folders that contain only the intended files.</source>
        <translation>Wählen Sie Ordner, die nur die gewünschten Dateien enthalten.</translation>
    </message>
    <message>
        <source>Choose one from the list of backups.</source>
        <translation>Wählen Sie eine aus der Liste der Sicherungen.</translation>
    </message>
    <message>
        <source>Choose one of the project’s models, or leave it empty.</source>
        <translation>Wählen Sie eines der Modelle des Projekts, oder geben Sie keines an.</translation>
    </message>
    <message>
        <source>Choose one of: {formats}.</source>
        <translation>Wählen Sie eines von: {formats}.</translation>
    </message>
    <message>
        <source>Choose one of: {known}.</source>
        <translation>Wählen Sie eine davon: {known}.</translation>
    </message>
    <message>
        <source>Choose one of: {languages}.</source>
        <translation>Wählen Sie eine davon: {languages}.</translation>
    </message>
    <message>
        <source>Choose one of: {mine}.</source>
        <translation>Wählen Sie eines davon: {mine}.</translation>
    </message>
    <message>
        <source>Choose one of: {names}.</source>
        <translation>Wählen Sie eines von: {names}.</translation>
    </message>
    <message>
        <source>Choose one on the page Merge (or: proofdesk inbox DIR --folder FOLDER).</source>
        <translation>Wählen Sie einen auf der Seite Zusammenführen (oder: proofdesk inbox DIR --folder FOLDER).</translation>
    </message>
    <message>
        <source>Choose one with --protocol.</source>
        <translation>Wählen Sie eines mit --protocol aus.</translation>
    </message>
    <message>
        <source>Choose one with the option writer: {names}.</source>
        <translation>Wählen Sie eines mit der Option writer: {names}.</translation>
    </message>
    <message>
        <source>Choose one: --connection C</source>
        <translation>Wählen Sie eine aus: --connection C</translation>
    </message>
    <message>
        <source>Choose other versions, or take all from one version.</source>
        <translation>Wählen Sie andere Fassungen, oder übernehmen Sie alles aus einer Fassung.</translation>
    </message>
    <message>
        <source>Choosing an inbox</source>
        <translation>Einen Eingangsordner wählen</translation>
    </message>
    <message>
        <source>Choosing which keys are accepted</source>
        <translation>Festlegen, welche Schlüssel angenommen werden</translation>
    </message>
    <message>
        <source>Chosen</source>
        <translation>Gewählt</translation>
    </message>
    <message>
        <source>Chosen by annotators</source>
        <translation>Von Annotierenden gewählt</translation>
    </message>
    <message>
        <source>Chosen variant</source>
        <translation>Gewählte Variante</translation>
    </message>
    <message>
        <source>Chosen variants by model</source>
        <translation>Gewählte Varianten nach Modell</translation>
    </message>
    <message>
        <source>Clarification</source>
        <translation>Klärung</translation>
    </message>
    <message>
        <source>Clear “Ignore cached answers”, or start the run without a file.</source>
        <translation>Schalten Sie „Gespeicherte Antworten nicht verwenden“ aus oder starten Sie den Lauf ohne Datei.</translation>
    </message>
    <message>
        <source>Close it there first, or open the workspace read-only here.</source>
        <translation>Schließen Sie ihn zuerst dort oder öffnen Sie ihn hier schreibgeschützt.</translation>
    </message>
    <message>
        <source>CnR: critique and revise a response</source>
        <translation>CnR: eine Antwort kritisieren und überarbeiten</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Codes replace names in columns, not in free text</source>
        <translation>Codes ersetzen Namen in Spalten, nicht in freiem Text</translation>
    </message>
    <message>
        <source>Cohen’s κ</source>
        <translation>Cohens κ</translation>
    </message>
    <message>
        <source>Cohen’s κ of two annotators over the items that both judged: unweighted for nominal questions, with linear weights between steps for ordinal ones, with quadratic weights between values for interval ones.</source>
        <translation>Cohens κ für je zwei Personen über die Aufgaben, die beide beurteilt haben: ungewichtet bei nominalen Fragen, mit linearen Gewichten zwischen den Stufen bei ordinalen, mit quadratischen Gewichten zwischen den Werten bei intervallskalierten.</translation>
    </message>
    <message>
        <source>Cohen’s κ of two annotators over their items in common.</source>
        <translation>Cohens κ von zwei Annotierenden über ihre gemeinsamen Aufgaben.</translation>
    </message>
    <message>
        <source>Cohen’s κ of two voters (first, second, tie), for the pairs that both voted on. Krippendorff’s α of all voters: {voters}. Majorities: first {voters2}, second {voters3}, tie {voters4}; pairs without a majority: {voters5}.</source>
        <translation>Cohens κ von je zwei Abstimmenden (erste, zweite, Unentschieden) bei den Paaren, über die beide abgestimmt haben. Krippendorffs α für alle: {voters}. Mehrheiten: erste {voters2}, zweite {voters3}, Unentschieden {voters4}; Paare ohne Mehrheit: {voters5}.</translation>
    </message>
    <message>
        <source>Coherence</source>
        <translation>Kohärenz</translation>
    </message>
    <message>
        <source>Coincidences of 1–5 ratings: every pair of ratings of one answer, weighted so that the table sums to the number of ratings that have a partner.</source>
        <translation>Koinzidenzen der Urteile von 1 bis 5: jedes Paar von Urteilen über dieselbe Antwort, so gewichtet, dass die Tabelle in der Summe die Zahl der Urteile ergibt, zu denen es mindestens ein weiteres gibt.</translation>
    </message>
    <message>
        <source>Column names are in row {row}; the rows above are not used.</source>
        <translation>Die Spaltennamen stehen in Zeile {row}; die Zeilen darüber werden nicht verwendet.</translation>
    </message>
    <message>
        <source>Column “{column}” needs a name for its field</source>
        <translation>Die Spalte „{column}“ braucht einen Namen für ihr Feld</translation>
    </message>
    <message>
        <source>Columns mapped as in the last import of this kind of row</source>
        <translation>Spalten wie beim letzten Import dieser Art von Zeilen zugeordnet</translation>
    </message>
    <message>
        <source>Columns: words of the reference output. Average of the axes, 1 to 5.</source>
        <translation>Spalten: Wörter des Referenz-Ergebnisses. Mittel der Achsen, 1 bis 5.</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>Kommentar</translation>
    </message>
    <message>
        <source>Comments and flags not read</source>
        <translation>Ungelesene Kommentare und Vermerke</translation>
    </message>
    <message>
        <source>Comments on tasks</source>
        <translation>Kommentare zu Schreibaufgaben</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Compare outputs in pairs</source>
        <translation>Ergebnisse paarweise vergleichen</translation>
    </message>
    <message>
        <source>Compare responses in pairs</source>
        <translation>Antworten paarweise vergleichen</translation>
    </message>
    <message>
        <source>Compare the words of each key with its owner, for example by phone.</source>
        <translation>Vergleichen Sie die Wörter jedes Schlüssels mit dessen Person, zum Beispiel am Telefon.</translation>
    </message>
    <message>
        <source>Compare two outputs</source>
        <translation>Zwei Ergebnisse vergleichen</translation>
    </message>
    <message>
        <source>Compared</source>
        <translation>Verglichen</translation>
    </message>
    <message>
        <source>Compared models are {times}.</source>
        <translation>Verglichene Modelle: {times}.</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Comparison of two texts</source>
        <translation>Vergleich zweier Texte</translation>
    </message>
    <message>
        <source>Comparisons by category of the prompt</source>
        <translation>Vergleiche nach Kategorie der Eingabe</translation>
    </message>
    <message>
        <source>Comparisons by judges</source>
        <translation>Vergleiche durch Bewertungsmodelle</translation>
    </message>
    <message>
        <source>Comparisons by people</source>
        <translation>Vergleiche durch Personen</translation>
    </message>
    <message>
        <source>Comparisons by round of revision</source>
        <translation>Vergleiche nach Durchgang der Überarbeitung</translation>
    </message>
    <message>
        <source>Comparisons of settings</source>
        <translation>Vergleiche der Abläufe</translation>
    </message>
    <message>
        <source>Comparisons without the base model, excluded from all win rates: {away}.</source>
        <translation>Vergleiche ohne das Basismodell, die in keine Gewinnrate eingehen: {away}.</translation>
    </message>
    <message>
        <source>Completeness</source>
        <translation>Vollständigkeit</translation>
    </message>
    <message>
        <source>Complexity</source>
        <translation>Anspruch</translation>
    </message>
    <message>
        <source>Compute metrics (no model)</source>
        <translation>Metriken berechnen (ohne Modell)</translation>
    </message>
    <message>
        <source>Computed</source>
        <translation>Berechnet</translation>
    </message>
    <message>
        <source>Condense</source>
        <translation>Kürzen</translation>
    </message>
    <message>
        <source>Confidence intervals for α that are too narrow: {count}. They are based on fewer than {reliable_units} items and contain the true α in less than 95 % of studies. They are marked in the table of agreement.</source>
        <translation>Zu schmale Konfidenzintervalle für α: {count}. Sie beruhen auf weniger als {reliable_units} Aufgaben und enthalten das wahre α in weniger als 95 % der Studien. In der Tabelle der Übereinstimmung sind sie gekennzeichnet.</translation>
    </message>
    <message>
        <source>Confirm keys</source>
        <translation>Schlüssel bestätigen</translation>
    </message>
    <message>
        <source>Confirming keys</source>
        <translation>Schlüssel bestätigen</translation>
    </message>
    <message>
        <source>Conflicts</source>
        <translation>Konflikte</translation>
    </message>
    <message>
        <source>Consent</source>
        <translation>Einwilligung</translation>
    </message>
    <message>
        <source>Consent is given in an annotator&apos;s workspace.</source>
        <translation>Die Einwilligung wird im Arbeitsbereich der annotierenden Person erteilt.</translation>
    </message>
    <message>
        <source>Consent missing: {people}</source>
        <translation>Einwilligung fehlt: {people}</translation>
    </message>
    <message>
        <source>Consent withdrawn: {people}</source>
        <translation>Einwilligung widerrufen: {people}</translation>
    </message>
    <message>
        <source>Consistency</source>
        <translation>Konsistenz</translation>
    </message>
    <message>
        <source>Constraint failure</source>
        <translation>Vorgabe verfehlt</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Copy it again from the service&apos;s website.</source>
        <translation>Kopieren Sie ihn noch einmal von der Website des Dienstes.</translation>
    </message>
    <message>
        <source>Correct the file, or move it elsewhere to start with the defaults.</source>
        <translation>Berichtigen Sie die Datei, oder verschieben Sie sie an einen anderen Ort, um mit den Voreinstellungen zu beginnen.</translation>
    </message>
    <message>
        <source>Corrections</source>
        <translation>Berichtigungen</translation>
    </message>
    <message>
        <source>Corrections to other texts</source>
        <translation>Berichtigungen anderer Texte</translation>
    </message>
    <message>
        <source>Cosine of n-gram counts</source>
        <translation>Kosinus der n-Gramm-Häufigkeiten</translation>
    </message>
    <message>
        <source>Count it as missing in the questions linked to it, or add its text.</source>
        <translation>Zählen Sie ihn bei den verknüpften Fragen als fehlend, oder fügen Sie seinen Text hinzu.</translation>
    </message>
    <message>
        <source>Create a new key only if the old keys are lost.</source>
        <translation>Erstellen Sie nur dann einen neuen Schlüssel, wenn die alten Schlüssel verloren sind.</translation>
    </message>
    <message>
        <source>Create diagnostic samples</source>
        <translation>Diagnosebeispiele erstellen</translation>
    </message>
    <message>
        <source>Create it first.</source>
        <translation>Erstellen Sie sie zuerst.</translation>
    </message>
    <message>
        <source>Create one under File ▸ Connections to models (or: proofdesk connections add NAME --url URL --model MODEL).</source>
        <translation>Legen Sie eine unter Datei ▸ Verbindungen zu Modellen an (oder: proofdesk connections add NAME --url URL --model MODELL).</translation>
    </message>
    <message>
        <source>Create responses with a model first: run DIR chain.</source>
        <translation>Erstellen Sie zuerst Antworten mit einem Modell: run DIR chain.</translation>
    </message>
    <message>
        <source>Create revisions with a model first: run DIR revise, or run DIR iterate.</source>
        <translation>Erstellen Sie zuerst Überarbeitungen mit einem Modell: run DIR revise oder run DIR iterate.</translation>
    </message>
    <message>
        <source>Create some with a model (run DIR faults), or import --what diagnostics.</source>
        <translation>Erstellen Sie welche mit einem Modell (run DIR faults), oder importieren Sie sie: --what diagnostics.</translation>
    </message>
    <message>
        <source>Create some with a model (run DIR generate), or import them: --what examples.</source>
        <translation>Erstellen Sie welche mit einem Modell (run DIR generate), oder importieren Sie sie: --what examples.</translation>
    </message>
    <message>
        <source>Create some with another model: run DIR output --connection OTHER.</source>
        <translation>Erstellen Sie welche mit einem anderen Modell: run DIR output --connection OTHER.</translation>
    </message>
    <message>
        <source>Create them (proofdesk run DIR), or import them.</source>
        <translation>Erstellen Sie welche (proofdesk run DIR), oder importieren Sie sie.</translation>
    </message>
    <message>
        <source>Create them in the window, or import them: --what post_edits.</source>
        <translation>Erstellen Sie sie im Fenster, oder importieren Sie sie: --what post_edits.</translation>
    </message>
    <message>
        <source>Criteria</source>
        <translation>Maßstäbe des Urteils</translation>
    </message>
    <message>
        <source>Criteria for code</source>
        <translation>Maßstäbe für Code</translation>
    </message>
    <message>
        <source>Criteria for mathematics</source>
        <translation>Maßstäbe für Mathematik</translation>
    </message>
    <message>
        <source>Critique and revise</source>
        <translation>Kritisieren und überarbeiten</translation>
    </message>
    <message>
        <source>Critique and revise in rounds</source>
        <translation>Mehrmals kritisieren und überarbeiten</translation>
    </message>
    <message>
        <source>Critique by</source>
        <translation>Kritik von</translation>
    </message>
    <message>
        <source>Critique covers the feedback</source>
        <translation>Die Kritik nennt den Fehler</translation>
    </message>
    <message>
        <source>Critique examples</source>
        <translation>Beispiele kritisieren</translation>
    </message>
    <message>
        <source>Critique point {number}</source>
        <translation>Kritikpunkt {number}</translation>
    </message>
    <message>
        <source>Critique points</source>
        <translation>Kritikpunkte</translation>
    </message>
    <message>
        <source>Critique responses</source>
        <translation>Antworten kritisieren</translation>
    </message>
    <message>
        <source>Critique to use</source>
        <translation>Verwendete Kritik</translation>
    </message>
    <message>
        <source>Critiques</source>
        <translation>Kritiken</translation>
    </message>
    <message>
        <source>Critiques and revisions</source>
        <translation>Kritiken und Überarbeitungen</translation>
    </message>
    <message>
        <source>Critiques by annotators</source>
        <translation>Kritiken von Annotierenden</translation>
    </message>
    <message>
        <source>Critiques by models</source>
        <translation>Kritiken von Modellen</translation>
    </message>
    <message>
        <source>Critiques left out: {n} ({why}).</source>
        <translation>Ausgelassene Kritiken: {n} ({why}).</translation>
    </message>
    <message>
        <source>Critiques sent back to their authors: {standing}; changed by reviewers in different ways: {standing2}. Their texts do not count yet; figures of lengths and edits use the authors’ own texts.</source>
        <translation>An ihre Verfasser zurückgegebene Kritiken: {standing}; bei der Prüfung unterschiedlich geänderte: {standing2}. Ihre Texte zählen noch nicht; für Längen und Änderungen gilt der Text der Verfasser.</translation>
    </message>
    <message>
        <source>Critiques without a review: {standing}.</source>
        <translation>Noch nicht geprüfte Kritiken: {standing}.</translation>
    </message>
    <message>
        <source>Custom fields are in the data: {fields}</source>
        <translation>Eigene Felder sind in den Daten: {fields}</translation>
    </message>
    <message>
        <source>DOLOMITES: methodical writing tasks</source>
        <translation>DOLOMITES: methodische Schreibaufgaben</translation>
    </message>
    <message>
        <source>Decide</source>
        <translation>Entscheiden</translation>
    </message>
    <message>
        <source>Decide again instead: the later decision counts.</source>
        <translation>Entscheiden Sie stattdessen neu: Die spätere Entscheidung gilt.</translation>
    </message>
    <message>
        <source>Deciding about submissions</source>
        <translation>Über Einreichungen entscheiden</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>Entscheidungen</translation>
    </message>
    <message>
        <source>Decisions about drafted questions</source>
        <translation>Entscheidungen über entworfene Fragen</translation>
    </message>
    <message>
        <source>Decisions about submissions</source>
        <translation>Entscheidungen über Einreichungen</translation>
    </message>
    <message>
        <source>Decisions of reviewers</source>
        <translation>Entscheidungen der Prüfenden</translation>
    </message>
    <message>
        <source>Definitely</source>
        <translation>Auf jeden Fall</translation>
    </message>
    <message>
        <source>Definitely correct</source>
        <translation>Sicher richtig</translation>
    </message>
    <message>
        <source>Definitely incorrect</source>
        <translation>Sicher falsch</translation>
    </message>
    <message>
        <source>Definitely not</source>
        <translation>Auf keinen Fall</translation>
    </message>
    <message>
        <source>Delete a view that you no longer need.</source>
        <translation>Löschen Sie eine Ansicht, die Sie nicht mehr brauchen.</translation>
    </message>
    <message>
        <source>Demonstrations to turn into items</source>
        <translation>Musterantworten für neue Aufgaben</translation>
    </message>
    <message>
        <source>Demonstrations without an item</source>
        <translation>Musterantworten ohne Aufgabe</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Tiefe</translation>
    </message>
    <message>
        <source>Describe a task</source>
        <translation>Eine Schreibaufgabe beschreiben</translation>
    </message>
    <message>
        <source>Describe the task</source>
        <translation>Aufgabe beschreiben</translation>
    </message>
    <message>
        <source>Detailed</source>
        <translation>Ausführlich</translation>
    </message>
    <message>
        <source>Development</source>
        <translation>Entwicklung</translation>
    </message>
    <message>
        <source>Diagnostic samples</source>
        <translation>Diagnosebeispiele</translation>
    </message>
    <message>
        <source>Diagnostic samples: {data}; automatic ratings of them: {rated}.</source>
        <translation>Diagnosebeispiele: {data}; automatische Bewertungen dazu: {rated}.</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>Difference from the best</source>
        <translation>Abstand zum besten</translation>
    </message>
    <message>
        <source>Difference, 1–5</source>
        <translation>Abstand, 1–5</translation>
    </message>
    <message>
        <source>Differs most</source>
        <translation>Weicht am meisten ab</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>Richtung</translation>
    </message>
    <message>
        <source>Disagreements</source>
        <translation>Abweichungen</translation>
    </message>
    <message>
        <source>Disagreements were not adjudicated; the individual answers are reported.</source>
        <translation>Über Abweichungen wurde nicht entschieden; berichtet werden die einzelnen Antworten.</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>das Speicherkontingent ist erschöpft</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Distance: how far apart the answers to the item are, at the question’s level of measurement; 1 is the average distance between any two answers. At most five items per question.</source>
        <translation>Abstand: wie weit die Antworten zur Aufgabe auf dem Skalenniveau der Frage auseinanderliegen; 1 ist der mittlere Abstand zweier beliebiger Antworten. Höchstens fünf Aufgaben je Frage.</translation>
    </message>
    <message>
        <source>Do automatic ratings agree with people?</source>
        <translation>Stimmen automatische Urteile mit menschlichen überein?</translation>
    </message>
    <message>
        <source>Do metrics and people pick the same winners?</source>
        <translation>Bestimmen Metriken und Menschen dieselben Sieger?</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Dokument</translation>
    </message>
    <message>
        <source>Document ID</source>
        <translation>Kennung des Dokuments</translation>
    </message>
    <message>
        <source>Document files</source>
        <translation>Dokumentdateien</translation>
    </message>
    <message>
        <source>Document {number}</source>
        <translation>Dokument {number}</translation>
    </message>
    <message>
        <source>Document, instruction and answer side by side; Yes or No, and 1 to 5. Computes agreement, ranks of models, and how well metrics agree with people.</source>
        <translation>Dokument, Anweisung und Antwort nebeneinander; Ja oder Nein, und 1 bis 5. Berechnet die Übereinstimmung, die Ränge der Modelle und wie gut Metriken mit Menschen übereinstimmen.</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Documents for new items</source>
        <translation>Dokumente für neue Aufgaben</translation>
    </message>
    <message>
        <source>Documents per source</source>
        <translation>Dokumente je Quelle</translation>
    </message>
    <message>
        <source>Documents with their texts</source>
        <translation>Dokumente mit ihrem Text</translation>
    </message>
    <message>
        <source>Documents won</source>
        <translation>Gewonnene Dokumente</translation>
    </message>
    <message>
        <source>Does the order affect judges?</source>
        <translation>Beeinflusst die Reihenfolge die Urteile?</translation>
    </message>
    <message>
        <source>Draft instructions for documents</source>
        <translation>Anweisungen zu Dokumenten entwerfen</translation>
    </message>
    <message>
        <source>Draft questions</source>
        <translation>Fragen entwerfen</translation>
    </message>
    <message>
        <source>Draft some with a model (instruct), or import --what instruction_sets.</source>
        <translation>Lassen Sie ein Modell welche entwerfen (instruct), oder importieren Sie mit --what instruction_sets.</translation>
    </message>
    <message>
        <source>Drafted question</source>
        <translation>Entworfene Frage</translation>
    </message>
    <message>
        <source>Drafted questions</source>
        <translation>Entworfene Fragen</translation>
    </message>
    <message>
        <source>Drafts per item</source>
        <translation>Entwürfe je Aufgabe</translation>
    </message>
    <message>
        <source>Each document counts once per source, however many instructions it has.</source>
        <translation>Jedes Dokument zählt pro Quelle nur einmal, egal, wie viele Anweisungen es dazu gibt.</translation>
    </message>
    <message>
        <source>Each rater’s own</source>
        <translation>Je Person einzeln</translation>
    </message>
    <message>
        <source>Edit distance</source>
        <translation>Änderungsabstand</translation>
    </message>
    <message>
        <source>Edit distance of reviewers’ changes</source>
        <translation>Änderungsabstand bei der Prüfung</translation>
    </message>
    <message>
        <source>Edit distance: number of words inserted, deleted or replaced. Ratios are relative to the word count before the edit, averaged over turns. Unrated turns, and unedited turns rated neutral or bad, are excluded.</source>
        <translation>Änderungsabstand: Zahl der eingefügten, gelöschten oder ersetzten Wörter. Verhältnisse beziehen sich auf die Wortzahl vor der Änderung und sind über die Durchgänge gemittelt. Durchgänge ohne Bewertung sowie unbearbeitete, die als mittel oder schlecht bewertet wurden, zählen nicht.</translation>
    </message>
    <message>
        <source>Edit ratio</source>
        <translation>Änderungsverhältnis</translation>
    </message>
    <message>
        <source>Edited answer</source>
        <translation>Bearbeitete Antwort</translation>
    </message>
    <message>
        <source>Edited content</source>
        <translation>Bearbeitete Inhalte</translation>
    </message>
    <message>
        <source>Edited content by field</source>
        <translation>Bearbeitete Inhalte nach Fach</translation>
    </message>
    <message>
        <source>Edited input</source>
        <translation>Bearbeitete Eingabe</translation>
    </message>
    <message>
        <source>Edited output</source>
        <translation>Bearbeitetes Ergebnis</translation>
    </message>
    <message>
        <source>Edited turns</source>
        <translation>Bearbeitete Durchgänge</translation>
    </message>
    <message>
        <source>Editing people</source>
        <translation>Personen bearbeiten</translation>
    </message>
    <message>
        <source>Editing prompts</source>
        <translation>Prompts bearbeiten</translation>
    </message>
    <message>
        <source>Edits</source>
        <translation>Nachbearbeitungen</translation>
    </message>
    <message>
        <source>Embeddings</source>
        <translation>Vektoren</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>End of the session</source>
        <translation>Ende der Sitzung</translation>
    </message>
    <message>
        <source>Entailment</source>
        <translation>Folgerung</translation>
    </message>
    <message>
        <source>Entailment between sections</source>
        <translation>Folgerung zwischen Abschnitten</translation>
    </message>
    <message>
        <source>Enter 1 or more.</source>
        <translation>Geben Sie 1 oder mehr an.</translation>
    </message>
    <message>
        <source>Enter another name.</source>
        <translation>Geben Sie einen anderen Namen ein.</translation>
    </message>
    <message>
        <source>Enter it once under File ▸ Connections to models (or: proofdesk connections key {name}).</source>
        <translation>Geben Sie ihn einmal unter Datei ▸ Verbindungen zu Modellen ein (oder: proofdesk connections key {name}).</translation>
    </message>
    <message>
        <source>Enter it under File ▸ Connections to models (or: proofdesk connections key {connection}), or search passages by words.</source>
        <translation>Geben Sie ihn unter Datei ▸ Verbindungen zu Modellen ein (oder: proofdesk connections key {connection}), oder suchen Sie Textstellen anhand von Wörtern.</translation>
    </message>
    <message>
        <source>Enter passphrase</source>
        <translation>Passphrase eingeben</translation>
    </message>
    <message>
        <source>Enter the correct one under File ▸ Connections to models (or: proofdesk connections key {name}).</source>
        <translation>Geben Sie den richtigen unter Datei ▸ Verbindungen zu Modellen ein (oder: proofdesk connections key {name}).</translation>
    </message>
    <message>
        <source>Enter the full address of the search endpoint; for SearXNG it ends in /search.</source>
        <translation>Geben Sie die vollständige Adresse der Suchschnittstelle an; bei SearXNG endet sie auf /search.</translation>
    </message>
    <message>
        <source>Enter the passphrase again. Capital letters and spaces matter.</source>
        <translation>Geben Sie die Passphrase noch einmal ein; Großbuchstaben und Leerzeichen zählen.</translation>
    </message>
    <message>
        <source>Enter the passphrase of the backup.</source>
        <translation>Geben Sie die Passphrase der Sicherung ein.</translation>
    </message>
    <message>
        <source>Enter the passphrase, so that the new file is also encrypted.</source>
        <translation>Geben Sie die Passphrase ein, damit auch die neue Datei verschlüsselt wird.</translation>
    </message>
    <message>
        <source>Enter the passphrase.</source>
        <translation>Geben Sie die Passphrase ein.</translation>
    </message>
    <message>
        <source>Environmental Science</source>
        <translation>Umweltwissenschaften</translation>
    </message>
    <message>
        <source>Equal labels</source>
        <translation>Gleiche Urteile</translation>
    </message>
    <message>
        <source>Equal labels: how often two people gave the same outputs the same label, including ties. Overall: the overall label or, if it is missing, the preference on most other axes.</source>
        <translation>Gleiche Urteile: Anteil der gleichen Urteile von je zwei Personen über dasselbe Paar, einschließlich Unentschieden. Gesamt: das Gesamturteil oder, wenn es fehlt, das Urteil der meisten anderen Achsen.</translation>
    </message>
    <message>
        <source>Equal pairs</source>
        <translation>Gleiche Paare</translation>
    </message>
    <message>
        <source>Error categories</source>
        <translation>Fehlerkategorien</translation>
    </message>
    <message>
        <source>Error patterns</source>
        <translation>Fehlermuster</translation>
    </message>
    <message>
        <source>Error type</source>
        <translation>Art des Fehlers</translation>
    </message>
    <message>
        <source>Errors in outputs</source>
        <translation>Fehler in Ergebnissen</translation>
    </message>
    <message>
        <source>Ethical considerations</source>
        <translation>Ethische Fragen</translation>
    </message>
    <message>
        <source>Evaluators: {votes}; documents: {votes2}. The score is the mean verdict (good 1, neutral 0, bad −1). The model with the highest mean score wins a document.</source>
        <translation>Bewertende: {votes}; Dokumente: {votes2}. Die Punktzahl ist das mittlere Urteil (gut 1, neutral 0, schlecht −1). Das Modell mit der höchsten mittleren Punktzahl gewinnt ein Dokument.</translation>
    </message>
    <message>
        <source>Every item was judged by {people}.</source>
        <translation>Jede Aufgabe wurde von {people} beurteilt.</translation>
    </message>
    <message>
        <source>Every row must be one complete JSON object. Nothing was changed.</source>
        <translation>Jede Zeile muss ein vollständiges JSON-Objekt sein. Es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>Everybody agreed to the consent text</source>
        <translation>Alle haben dem Einwilligungstext zugestimmt</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Examples before they were edited</source>
        <translation>Beispiele vor dem Bearbeiten</translation>
    </message>
    <message>
        <source>Examples edited</source>
        <translation>Bearbeitete Beispiele</translation>
    </message>
    <message>
        <source>Examples for development</source>
        <translation>Beispiele für die Entwicklung</translation>
    </message>
    <message>
        <source>Examples held out for the test</source>
        <translation>Für den Test zurückgehaltene Beispiele</translation>
    </message>
    <message>
        <source>Examples in the prompt</source>
        <translation>Beispiele im Prompt</translation>
    </message>
    <message>
        <source>Examples per request</source>
        <translation>Beispiele je Anfrage</translation>
    </message>
    <message>
        <source>Examples per task</source>
        <translation>Beispiele je Schreibaufgabe</translation>
    </message>
    <message>
        <source>Examples that come with the program</source>
        <translation>Mitgelieferte Beispiele</translation>
    </message>
    <message>
        <source>Examples to be post-edited</source>
        <translation>Beispiele zum Nachbearbeiten</translation>
    </message>
    <message>
        <source>Examples to use</source>
        <translation>Verwendete Beispiele</translation>
    </message>
    <message>
        <source>Excluded answers to extra questions, because the current form does not accept them: {unread}.</source>
        <translation>Nicht berücksichtigte Antworten auf weitere Fragen, weil die jetzige Fassung des Formulars sie nicht annimmt: {unread}.</translation>
    </message>
    <message>
        <source>Excluded because of unresolved conflicts: {answers}.</source>
        <translation>Wegen ungelöster Konflikte nicht berücksichtigt: {answers}.</translation>
    </message>
    <message>
        <source>Excluded from all figures until you accept them.</source>
        <translation>Diese Antworten zählen erst, wenn Sie sie annehmen.</translation>
    </message>
    <message>
        <source>Excluded judgements and patterns of texts that were replaced or removed: {data}. To judge the new texts: run DIR judge.</source>
        <translation>Nicht berücksichtigte Urteile und Muster zu ersetzten oder entfernten Texten: {data}. So werden die neuen Texte beurteilt: run DIR judge.</translation>
    </message>
    <message>
        <source>Excluded model judgements of texts that were replaced: {data}. To judge the new texts: run DIR judge, run DIR score or run DIR entail.</source>
        <translation>Nicht berücksichtigte Modellurteile zu ersetzten Texten: {data}. So werden die neuen Texte beurteilt: run DIR judge, run DIR score oder run DIR entail.</translation>
    </message>
    <message>
        <source>Excluded ratings of critiques and revisions that were replaced: {data}. To rate the new ones: run DIR rate.</source>
        <translation>Nicht berücksichtigte Bewertungen ersetzter Kritiken und Überarbeitungen: {data}. So werden die neuen bewertet: run DIR rate.</translation>
    </message>
    <message>
        <source>Excluded ratings of people’s own tasks: {data}.</source>
        <translation>Nicht berücksichtigte Beurteilungen eigener Schreibaufgaben: {data}.</translation>
    </message>
    <message>
        <source>Excluded: {answers} ({reason}).</source>
        <translation>Nicht berücksichtigt: {answers} ({reason}).</translation>
    </message>
    <message>
        <source>Excluding items</source>
        <translation>Aufgaben ausschließen</translation>
    </message>
    <message>
        <source>Existing connections: {known}.</source>
        <translation>Vorhandene Verbindungen: {known}.</translation>
    </message>
    <message>
        <source>Expand coverage</source>
        <translation>Thema breiter behandeln</translation>
    </message>
    <message>
        <source>Expected one JSON object per line, or a CSV table.</source>
        <translation>Erwartet wird ein JSON-Objekt je Zeile oder eine CSV-Tabelle.</translation>
    </message>
    <message>
        <source>Expected one JSON object per line, or a table.</source>
        <translation>Erwartet wird ein JSON-Objekt je Zeile oder eine Tabelle.</translation>
    </message>
    <message>
        <source>Expected: a line with a signing key and an AGE-SECRET-KEY-1… line.</source>
        <translation>Erwartet: eine Zeile mit dem Signaturschlüssel und eine, die mit AGE-SECRET-KEY-1 beginnt.</translation>
    </message>
    <message>
        <source>Expected: {expected}.</source>
        <translation>Erwartet: {expected}.</translation>
    </message>
    <message>
        <source>Experts describe writing tasks of their field, and colleagues validate them. Experts choose and post-edit examples by models. Then models write what the task asks for, and judges and people compare the outputs.</source>
        <translation>Fachleute beschreiben Schreibaufgaben ihres Fachs, andere beurteilen diese. Fachleute wählen Beispiele von Modellen aus und bearbeiten sie nach. Dann schreiben Modelle, was die Schreibaufgabe verlangt, und Bewertungsmodelle und Menschen vergleichen die Ergebnisse.</translation>
    </message>
    <message>
        <source>Experts have a model revise its answer to a research question, instruction by instruction, and rate each turn. Others rate the turns again and label them; figures show how well models follow each type of instruction.</source>
        <translation>Fachleute lassen ein Modell seine Antwort auf eine Forschungsfrage überarbeiten, Anweisung für Anweisung, und bewerten jeden Durchgang. Andere bewerten Durchgänge noch einmal und ordnen sie ein; die Werte zeigen, wie gut Modelle die einzelnen Arten von Anweisungen befolgen.</translation>
    </message>
    <message>
        <source>Extra questions</source>
        <translation>Weitere Fragen</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>Facts added</source>
        <translation>Tatsachen ergänzt</translation>
    </message>
    <message>
        <source>Facts deleted</source>
        <translation>Tatsachen entfernt</translation>
    </message>
    <message>
        <source>Facts updated</source>
        <translation>Tatsachen berichtigt</translation>
    </message>
    <message>
        <source>Factual correctness</source>
        <translation>Sachliche Richtigkeit</translation>
    </message>
    <message>
        <source>Factually correct</source>
        <translation>Sachlich richtig</translation>
    </message>
    <message>
        <source>Faulty responses to test critiques</source>
        <translation>Fehlerhafte Antworten zum Testen von Kritiken</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>Fach</translation>
    </message>
    <message>
        <source>Fields</source>
        <translation>Fachgebiete</translation>
    </message>
    <message>
        <source>Fields with 2 to {most} values: {fields}.</source>
        <translation>Felder mit 2 bis {most} Werten: {fields}.</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>der Dateiname ist zu lang</translation>
    </message>
    <message>
        <source>First</source>
        <translation>Erste</translation>
    </message>
    <message>
        <source>First and second ratings</source>
        <translation>Erste und zweite Bewertungen</translation>
    </message>
    <message>
        <source>First and second ratings of turns</source>
        <translation>Erste und zweite Bewertungen von Durchgängen</translation>
    </message>
    <message>
        <source>First annotator</source>
        <translation>Erste Person</translation>
    </message>
    <message>
        <source>First answer</source>
        <translation>Erste Antwort</translation>
    </message>
    <message>
        <source>First answers</source>
        <translation>Erste Antworten</translation>
    </message>
    <message>
        <source>First method minus other method, on the answers that both rated. For AUC ROC, a positive difference means that the first method agrees better; for distances, a negative one. Intervals (95 %) and p-values are from resamples of groups; “p (Holm)” is corrected for the number of pairs.</source>
        <translation>Erstes minus anderes Verfahren, auf den Antworten, die beide bewertet haben. Bei AUC ROC bedeutet eine positive Differenz, dass das erste Verfahren besser übereinstimmt, bei Abständen eine negative. Intervalle (95 %) und p-Werte stammen aus Stichproben von Gruppen; „p (Holm)“ ist um die Anzahl der Paare korrigiert.</translation>
    </message>
    <message>
        <source>First model</source>
        <translation>Erstes Modell</translation>
    </message>
    <message>
        <source>Fixed</source>
        <translation>Behoben</translation>
    </message>
    <message>
        <source>Flesch-Kincaid grade level</source>
        <translation>Flesch-Kincaid-Stufe</translation>
    </message>
    <message>
        <source>Folder of documents</source>
        <translation>Ordner mit Dokumenten</translation>
    </message>
    <message>
        <source>Follows the instruction</source>
        <translation>Befolgt die Anweisung</translation>
    </message>
    <message>
        <source>Follows the instruction?</source>
        <translation>Befolgt sie die Anweisung?</translation>
    </message>
    <message>
        <source>For example {&quot;rouge&quot;: [&quot;palm-*&quot;]}.</source>
        <translation>Zum Beispiel {&quot;rouge&quot;: [&quot;palm-*&quot;]}.</translation>
    </message>
    <message>
        <source>For “{question}” this is uncertain: the 95 % interval of α is {low} to {high}.</source>
        <translation>Für „{question}“ ist das unsicher: Das 95-%-Intervall von α reicht von {low} bis {high}.</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Forward: the reference’s section is the premise; reverse: the model’s section is. Means over all sections of the reference and all examples; a section that is missing from an output counts as 0, and “missing” is the share of such sections. {resampled}, by example.</source>
        <translation>Vorwärts: Der Abschnitt der Referenz ist die Prämisse; rückwärts: der des Modells. Mittel über alle Abschnitte der Referenz und alle Beispiele; ein Abschnitt, der in einem Ergebnis fehlt, zählt als 0, und „fehlend“ ist der Anteil dieser Abschnitte. {resampled}, nach Beispielen.</translation>
    </message>
    <message>
        <source>From a model’s critique</source>
        <translation>Aus der Kritik eines Modells</translation>
    </message>
    <message>
        <source>From one document</source>
        <translation>Aus einem Dokument</translation>
    </message>
    <message>
        <source>From several documents</source>
        <translation>Aus mehreren Dokumenten</translation>
    </message>
    <message>
        <source>From several documents and from one, alternately</source>
        <translation>Abwechselnd aus mehreren und aus einem Dokument</translation>
    </message>
    <message>
        <source>From {people}.</source>
        <translation>Von {people}.</translation>
    </message>
    <message>
        <source>General criteria</source>
        <translation>Allgemeine Maßstäbe</translation>
    </message>
    <message>
        <source>Give each example its own “variant_set”.</source>
        <translation>Geben Sie jedem Beispiel ein eigenes „variant_set“.</translation>
    </message>
    <message>
        <source>Give every column a name.</source>
        <translation>Geben Sie jeder Spalte einen Namen.</translation>
    </message>
    <message>
        <source>Give the drafted question its own ID.</source>
        <translation>Geben Sie der entworfenen Frage eine eigene Kennung.</translation>
    </message>
    <message>
        <source>Given up</source>
        <translation>Aufgegeben</translation>
    </message>
    <message>
        <source>Go to Agreement</source>
        <translation>Zur Übereinstimmung</translation>
    </message>
    <message>
        <source>Go to Merge</source>
        <translation>Zum Zusammenführen</translation>
    </message>
    <message>
        <source>Go to Model runs</source>
        <translation>Zu den Modell-Läufen</translation>
    </message>
    <message>
        <source>Go to Submissions</source>
        <translation>Zu den Einreichungen</translation>
    </message>
    <message>
        <source>Good</source>
        <translation>Gut</translation>
    </message>
    <message>
        <source>Good, neutral or bad</source>
        <translation>Gut, mittel oder schlecht</translation>
    </message>
    <message>
        <source>Good, or not</source>
        <translation>Gut oder nicht</translation>
    </message>
    <message>
        <source>Grade</source>
        <translation>Einstufung</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>Groups of one document and instruction: {local}.</source>
        <translation>Gruppen aus einem Dokument und einer Anweisung: {local}.</translation>
    </message>
    <message>
        <source>Groups ≥ 0.5</source>
        <translation>Gruppen ≥ 0,5</translation>
    </message>
    <message>
        <source>HTTP status {status}</source>
        <translation>HTTP-Status {status}</translation>
    </message>
    <message>
        <source>HTTP status {status} ({code})</source>
        <translation>HTTP-Status {status} ({code})</translation>
    </message>
    <message>
        <source>Harmonic mean</source>
        <translation>Harmonisches Mittel</translation>
    </message>
    <message>
        <source>Have a model write some (run DIR output), or import outputs: --what outputs.</source>
        <translation>Lassen Sie ein Modell welche schreiben (run DIR output), oder importieren Sie Ergebnisse: --what outputs.</translation>
    </message>
    <message>
        <source>Have a model write the critiques: run DIR feedback.</source>
        <translation>Lassen Sie die Kritiken von einem Modell schreiben: run DIR feedback.</translation>
    </message>
    <message>
        <source>Have experts post-edit examples, or import post-edits: --what post_edits.</source>
        <translation>Lassen Sie Fachleute Beispiele nachbearbeiten, oder importieren Sie Nachbearbeitungen: --what post_edits.</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>Heatmap</translation>
    </message>
    <message>
        <source>Hello {name},</source>
        <translation>Guten Tag {name},</translation>
    </message>
    <message>
        <source>Hidden answers</source>
        <translation>Ausgeblendete Antworten</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Hoch</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <source>How certain is the agreement of automatic ratings with people?</source>
        <translation>Wie sicher ist die Übereinstimmung automatischer Bewertungen mit Menschen?</translation>
    </message>
    <message>
        <source>How do the models rank?</source>
        <translation>In welcher Rangfolge stehen die Modelle?</translation>
    </message>
    <message>
        <source>How good are the models’ answers?</source>
        <translation>Wie gut sind die Antworten der Modelle?</translation>
    </message>
    <message>
        <source>How sessions ended</source>
        <translation>Wie Sitzungen endeten</translation>
    </message>
    <message>
        <source>How similar are ratings of the same answer?</source>
        <translation>Wie ähnlich sind Urteile über dieselbe Antwort?</translation>
    </message>
    <message>
        <source>How tasks are rated</source>
        <translation>Wie Schreibaufgaben beurteilt wurden</translation>
    </message>
    <message>
        <source>How tasks are rated, by field</source>
        <translation>Wie Schreibaufgaben beurteilt wurden, nach Fach</translation>
    </message>
    <message>
        <source>Human author</source>
        <translation>Name der Autorin oder des Autors</translation>
    </message>
    <message>
        <source>ID</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>IDs of people are in the data; use --codes</source>
        <translation>Kennungen von Personen sind in den Daten; --codes ersetzt sie</translation>
    </message>
    <message>
        <source>If comparisons name settings or rounds, the overall figures use the last round of the named setting. The others are listed by setting and round.</source>
        <translation>Wenn Vergleiche Abläufe oder Durchgänge nennen, gelten die Gesamtwerte für den letzten Durchgang des genannten Ablaufs. Die anderen sind nach Ablauf und Durchgang aufgeführt.</translation>
    </message>
    <message>
        <source>If it is on the page Conflicts (or: proofdesk conflicts DIR), resolve it there. Otherwise it was withdrawn, and there is nothing to decide.</source>
        <translation>Wenn sie auf der Seite „Konflikte“ steht (oder: proofdesk conflicts DIR), lösen Sie den Konflikt dort. Andernfalls wurde sie zurückgezogen, und es gibt nichts zu entscheiden.</translation>
    </message>
    <message>
        <source>If it is too large, put fewer items into one bundle.</source>
        <translation>Falls es zu groß ist, packen Sie weniger Aufgaben in ein Paket.</translation>
    </message>
    <message>
        <source>If that is correct, use the new address for the connection.</source>
        <translation>Wenn das stimmt, verwenden Sie die neue Adresse für die Verbindung.</translation>
    </message>
    <message>
        <source>If the connection now uses a different embedding model, delete the folder “cache/vectors” in the project. Otherwise, choose a connection with an embedding model.</source>
        <translation>Wenn die Verbindung jetzt ein anderes Embedding-Modell verwendet, löschen Sie den Ordner „cache/vectors“ im Projekt. Wählen Sie sonst eine Verbindung mit einem Embedding-Modell.</translation>
    </message>
    <message>
        <source>If the folder was moved or renamed, or its drive was removed, restore it. Saving then continues.</source>
        <translation>Falls der Ordner verschoben oder umbenannt oder sein Laufwerk getrennt wurde, stellen Sie ihn wieder her. Das Speichern geht dann weiter.</translation>
    </message>
    <message>
        <source>If the model needs longer, give its connection more time (read_seconds).</source>
        <translation>Braucht das Modell länger, geben Sie seiner Verbindung mehr Zeit (read_seconds).</translation>
    </message>
    <message>
        <source>If the model needs longer, give its connection more time (total_seconds).</source>
        <translation>Braucht das Modell länger, geben Sie seiner Verbindung mehr Zeit (total_seconds).</translation>
    </message>
    <message>
        <source>If they do no more work, select them and choose Has left.</source>
        <translation>Wenn die Person nicht mehr mitarbeitet, wählen Sie sie aus und klicken Sie dann auf „Ist ausgeschieden“.</translation>
    </message>
    <message>
        <source>If this is intended, add --allow-private.</source>
        <translation>Wenn das beabsichtigt ist, geben Sie --allow-private an.</translation>
    </message>
    <message>
        <source>If this server has its own certificate authority, set ca_file to its certificate. Nothing was sent.</source>
        <translation>Wenn dieser Server eine eigene Zertifizierungsstelle hat, setzen Sie ca_file auf deren Zertifikat. Es wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>If you can’t continue, please tell me, so that others can take your open items.</source>
        <translation>Wenn Sie nicht weitermachen können, sagen Sie mir bitte Bescheid, damit andere Ihre offenen Aufgaben übernehmen.</translation>
    </message>
    <message>
        <source>If you do not need consent, use: proofdesk import DIR --what consent --none</source>
        <translation>Wenn Sie keine Einwilligung brauchen: proofdesk import DIR --what consent --none</translation>
    </message>
    <message>
        <source>If you trust its authors: proofdesk plugins allow {name}</source>
        <translation>Wenn Sie der Herkunft vertrauen: proofdesk plugins allow {name}</translation>
    </message>
    <message>
        <source>If you trust the sender, raise the limits (“bundle_limits”) in your settings file, settings.json.</source>
        <translation>Wenn Sie der absendenden Person vertrauen, erhöhen Sie die Grenzen („bundle_limits“) in Ihrer Einstellungsdatei settings.json.</translation>
    </message>
    <message>
        <source>If you updated it yourself: proofdesk plugins allow {name}</source>
        <translation>Wenn Sie es selbst aktualisiert haben: proofdesk plugins allow {name}</translation>
    </message>
    <message>
        <source>Ignored</source>
        <translation>Übergangen</translation>
    </message>
    <message>
        <source>Import another program&apos;s predictions with --what predictions.</source>
        <translation>Importieren Sie Vorhersagen anderer Programme mit --what predictions.</translation>
    </message>
    <message>
        <source>Import it first (--what paragraphs), or correct the ID.</source>
        <translation>Importieren Sie ihn zuerst (--what paragraphs), oder berichtigen Sie die Kennung.</translation>
    </message>
    <message>
        <source>Import it first, or specify its “id” or “question:model:annotator”.</source>
        <translation>Importieren Sie sie zuerst, oder geben Sie ihre „id“ oder „question:model:annotator“ an.</translation>
    </message>
    <message>
        <source>Import its items first, or correct the ID.</source>
        <translation>Importieren Sie zuerst die Aufgaben oder berichtigen Sie die Kennung.</translation>
    </message>
    <message>
        <source>Import its label_pairs first, or correct the ID.</source>
        <translation>Importieren Sie zuerst die Paare (label_pairs), oder berichtigen Sie die Kennung.</translation>
    </message>
    <message>
        <source>Import its papers first (--what papers).</source>
        <translation>Importieren Sie zuerst die Artikel (--what papers).</translation>
    </message>
    <message>
        <source>Import its question and its model first, or correct the ID.</source>
        <translation>Importieren Sie zuerst Frage und Modell, oder berichtigen Sie die Kennung.</translation>
    </message>
    <message>
        <source>Import its task first, or correct the ID.</source>
        <translation>Importieren Sie zuerst die Schreibaufgabe, oder berichtigen Sie die Kennung.</translation>
    </message>
    <message>
        <source>Import its tasks first.</source>
        <translation>Importieren Sie zuerst die Schreibaufgaben.</translation>
    </message>
    <message>
        <source>Import its variants first, or correct the ID in “variant_set”.</source>
        <translation>Importieren Sie zuerst die Varianten, oder berichtigen Sie die Kennung in „variant_set“.</translation>
    </message>
    <message>
        <source>Import outputs of several models first, or have models write them.</source>
        <translation>Importieren Sie zuerst Ergebnisse mehrerer Modelle, oder lassen Sie welche von Modellen erzeugen.</translation>
    </message>
    <message>
        <source>Import sessions with --what sessions.</source>
        <translation>Importieren Sie Sitzungen mit --what sessions.</translation>
    </message>
    <message>
        <source>Import some (--what tasks), or accept what experts have submitted.</source>
        <translation>Importieren Sie welche (--what tasks), oder nehmen Sie an, was Fachleute eingereicht haben.</translation>
    </message>
    <message>
        <source>Import some with the papers they cite: --what papers, --what paragraphs.</source>
        <translation>Importieren Sie welche mit den Artikeln, auf die sie verweisen: --what papers, --what paragraphs.</translation>
    </message>
    <message>
        <source>Import some with their papers: --what items, or --what questions.</source>
        <translation>Importieren Sie welche mit ihren Artikeln: --what items oder --what questions.</translation>
    </message>
    <message>
        <source>Import some, and check the option “against”.</source>
        <translation>Importieren Sie welche, und prüfen Sie die Option „against“.</translation>
    </message>
    <message>
        <source>Import some: --what pairs.</source>
        <translation>Importieren Sie welche: --what pairs.</translation>
    </message>
    <message>
        <source>Import the answers first, or specify them as “item:annotator”.</source>
        <translation>Importieren Sie zuerst die Antworten, oder geben Sie sie als „item:annotator“ an.</translation>
    </message>
    <message>
        <source>Import the outputs first; specify one by its ID, or as “example:model”.</source>
        <translation>Importieren Sie zuerst die Ergebnisse; geben Sie eines mit seiner Kennung oder als „example:model“ an.</translation>
    </message>
    <message>
        <source>Import them first.</source>
        <translation>Importieren Sie sie zuerst.</translation>
    </message>
    <message>
        <source>Import them first: --what documents, or a folder with gather.</source>
        <translation>Importieren Sie zuerst welche: --what documents, oder einen Ordner mit gather.</translation>
    </message>
    <message>
        <source>Import them: --what demonstrations.</source>
        <translation>Importieren Sie sie: --what demonstrations.</translation>
    </message>
    <message>
        <source>Important phrases</source>
        <translation>Wichtige Wendungen</translation>
    </message>
    <message>
        <source>Imported metrics</source>
        <translation>Importierte Metriken</translation>
    </message>
    <message>
        <source>Imported values. {resampled} of the examples.</source>
        <translation>Importierte Werte. {resampled} der Beispiele.</translation>
    </message>
    <message>
        <source>Importing</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>In the window: Replace names with codes</source>
        <translation>Im Fenster: Namen durch Codes ersetzen</translation>
    </message>
    <message>
        <source>Include existing variants</source>
        <translation>Auch vorhandene Varianten</translation>
    </message>
    <message>
        <source>Include items that have an answer</source>
        <translation>Auch Aufgaben mit Antwort</translation>
    </message>
    <message>
        <source>Include tasks without passages</source>
        <translation>Auch Schreibaufgaben ohne Textstellen</translation>
    </message>
    <message>
        <source>Include variants that have a critique</source>
        <translation>Auch Varianten mit Kritik</translation>
    </message>
    <message>
        <source>Information-seeking</source>
        <translation>Informationssuche</translation>
    </message>
    <message>
        <source>Information-seeking (share)</source>
        <translation>Informationssuche (Anteil)</translation>
    </message>
    <message>
        <source>Information-seeking and stylistic: shares of the instructions. Seconds: of a session.</source>
        <translation>Informationssuche und Stil: Anteile der Anweisungen. Sekunden: je Sitzung.</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Input sections</source>
        <translation>Abschnitte der Eingabe</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>Ein-/Ausgabefehler</translation>
    </message>
    <message>
        <source>Install a newer version of Proofdesk.</source>
        <translation>Installieren Sie eine neuere Version von Proofdesk.</translation>
    </message>
    <message>
        <source>Install the newest version of Proofdesk, then open the file again.</source>
        <translation>Installieren Sie die neueste Version von Proofdesk und öffnen Sie die Datei dann erneut.</translation>
    </message>
    <message>
        <source>Installed protocols: {known}.</source>
        <translation>Installierte Protokolle: {known}.</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>Anweisung</translation>
    </message>
    <message>
        <source>Instruction ID</source>
        <translation>Kennung der Anweisung</translation>
    </message>
    <message>
        <source>Instruction type</source>
        <translation>Anweisungstyp</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>Anweisungen</translation>
    </message>
    <message>
        <source>Instructions by models</source>
        <translation>Anweisungen von Modellen</translation>
    </message>
    <message>
        <source>Intervals from fewer than {few} items are too narrow; read them with care.</source>
        <translation>Intervalle aus weniger als {few} Aufgaben sind zu schmal und mit Vorsicht zu lesen.</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>ist ein Ordner</translation>
    </message>
    <message>
        <source>It does not use models.</source>
        <translation>Es verwendet keine Modelle.</translation>
    </message>
    <message>
        <source>It has no model jobs.</source>
        <translation>Es hat keine Aufträge für Modelle.</translation>
    </message>
    <message>
        <source>It has none.</source>
        <translation>Es gibt keine.</translation>
    </message>
    <message>
        <source>It has: {known}.</source>
        <translation>Es gibt: {known}.</translation>
    </message>
    <message>
        <source>It has: {mine}.</source>
        <translation>Es gibt: {mine}.</translation>
    </message>
    <message>
        <source>It is unknown how certain this is for “{question}”.</source>
        <translation>Wie sicher das für „{question}“ ist, lässt sich nicht sagen.</translation>
    </message>
    <message>
        <source>It lists: {known}.</source>
        <translation>Er nennt: {known}.</translation>
    </message>
    <message>
        <source>It may already be finished, or have a different name.</source>
        <translation>Vielleicht ist es schon erledigt oder heißt anders.</translation>
    </message>
    <message>
        <source>It starts with “age1” and is 62 characters long; copy all of it.</source>
        <translation>Er beginnt mit „age1“ und hat 62 Zeichen; kopieren Sie ihn vollständig.</translation>
    </message>
    <message>
        <source>It was judged by {people}.</source>
        <translation>Sie wurde von {people} beurteilt.</translation>
    </message>
    <message>
        <source>Item</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Item ID</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Items</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>Items are assigned, but the work has not been sent.</source>
        <translation>Aufgaben sind zugewiesen, aber noch nicht gesendet.</translation>
    </message>
    <message>
        <source>Items in common</source>
        <translation>Gemeinsame Aufgaben</translation>
    </message>
    <message>
        <source>Items in conflict</source>
        <translation>Aufgaben im Konflikt</translation>
    </message>
    <message>
        <source>Items of the project</source>
        <translation>Aufgaben des Projekts</translation>
    </message>
    <message>
        <source>Items rated again</source>
        <translation>Noch einmal bewertete Aufgaben</translation>
    </message>
    <message>
        <source>Items to judge</source>
        <translation>Aufgaben zum Beurteilen</translation>
    </message>
    <message>
        <source>Items with the most disagreement</source>
        <translation>Aufgaben mit der größten Uneinigkeit</translation>
    </message>
    <message>
        <source>Items with two answers or more</source>
        <translation>Aufgaben mit mindestens zwei Antworten</translation>
    </message>
    <message>
        <source>Items: with two or more answers. Equal pairs: the share of pairs of annotators who gave the same answer, averaged over these items. α: Krippendorff’s α at the question’s level, with standard error and 95 % interval from {data} resamples of the items. With fewer than {reliable_units} items the interval is too narrow: in simulated studies with 12 items, it contained the true α in only 64 to 78 % of cases.</source>
        <translation>Aufgaben: mit zwei oder mehr Antworten. Gleiche Paare: der Anteil der Paare von Personen, die gleich geantwortet haben, gemittelt über diese Aufgaben. α: Krippendorffs α auf dem Skalenniveau der Frage, mit Standardfehler und 95-%-Intervall aus {data} Stichproben der Aufgaben. Bei weniger als {reliable_units} Aufgaben ist das Intervall zu schmal: In simulierten Studien mit 12 Aufgaben enthielt es das wahre α nur in 64 bis 78 % der Fälle.</translation>
    </message>
    <message>
        <source>Its authors must give each stage its own row_kind.</source>
        <translation>Die Entwickler müssen jeder Runde ein eigenes row_kind geben.</translation>
    </message>
    <message>
        <source>Its columns: {columns}.</source>
        <translation>Vorhandene Spalten: {columns}.</translation>
    </message>
    <message>
        <source>Its jobs: {known}.</source>
        <translation>Aufträge: {known}.</translation>
    </message>
    <message>
        <source>Its object must be a desktop_app.core.protocol.base.Protocol.</source>
        <translation>Sein Objekt muss ein desktop_app.core.protocol.base.Protocol sein.</translation>
    </message>
    <message>
        <source>Its options: {known}.</source>
        <translation>Optionen: {known}.</translation>
    </message>
    <message>
        <source>Its questions: {known}.</source>
        <translation>Vorhandene Fragen: {known}.</translation>
    </message>
    <message>
        <source>Its sheets: {sheets}.</source>
        <translation>Vorhandene Blätter: {sheets}.</translation>
    </message>
    <message>
        <source>Its stages: {names}.</source>
        <translation>Vorhandene Runden: {names}.</translation>
    </message>
    <message>
        <source>Its texts: {paths}.</source>
        <translation>Vorhandene Texte: {paths}.</translation>
    </message>
    <message>
        <source>Join the project here first, or copy the key file from the other computer.</source>
        <translation>Treten Sie dem Projekt zuerst hier bei oder kopieren Sie die Schlüsseldatei vom anderen Computer.</translation>
    </message>
    <message>
        <source>Judge</source>
        <translation>Bewertungsmodell</translation>
    </message>
    <message>
        <source>Judged in both orders</source>
        <translation>In beiden Reihenfolgen beurteilt</translation>
    </message>
    <message>
        <source>Judgements by models</source>
        <translation>Urteile von Modellen</translation>
    </message>
    <message>
        <source>Judgements without a category: {lost_categories}. Figures by category do not include them. A question gets the category of an item with the same ID or the same “question” field.</source>
        <translation>Urteile ohne Kategorie: {lost_categories}. Sie gehen in keinen Wert nach Kategorie ein. Eine Frage bekommt die Kategorie einer Aufgabe mit derselben Kennung oder demselben Feld „question“.</translation>
    </message>
    <message>
        <source>Judges</source>
        <translation>Bewertungsmodelle</translation>
    </message>
    <message>
        <source>Judges by their scores</source>
        <translation>Bewertungsmodelle nach Punkten</translation>
    </message>
    <message>
        <source>Judges’ scores of both orders are averaged here, so a pair counts once.</source>
        <translation>Die Punkte der Bewertungsmodelle aus beiden Reihenfolgen sind hier gemittelt, ein Paar zählt also nur einmal.</translation>
    </message>
    <message>
        <source>Judging</source>
        <translation>Beurteilung</translation>
    </message>
    <message>
        <source>KIWI: revising with a model</source>
        <translation>KIWI: Überarbeiten mit einem Modell</translation>
    </message>
    <message>
        <source>Keep one of the two lines.</source>
        <translation>Behalten Sie eine der beiden Zeilen.</translation>
    </message>
    <message>
        <source>Keep only the correct one. Nothing was changed.</source>
        <translation>Behalten Sie nur das Richtige. Es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>Keep this file secret and back it up: without it, you cannot open bundles encrypted for you.</source>
        <translation>Halten Sie diese Datei geheim und sichern Sie sie; ohne sie können Sie Pakete, die für Sie verschlüsselt sind, nicht öffnen.</translation>
    </message>
    <message>
        <source>Kendall distance</source>
        <translation>Kendall-Abstand</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Kinds of instructions by turn</source>
        <translation>Arten von Anweisungen nach Durchgang</translation>
    </message>
    <message>
        <source>Known encodings: {known}.</source>
        <translation>Bekannte Zeichenkodierungen: {known}.</translation>
    </message>
    <message>
        <source>Krippendorff’s α</source>
        <translation>Krippendorffs α</translation>
    </message>
    <message>
        <source>Krippendorff’s α over all items, and locally: one α per document and instruction, averaged. Groups in which all raters gave the same value are 0/0 and are excluded.</source>
        <translation>Krippendorffs α über alle Aufgaben und lokal: ein α je Dokument und Anweisung, gemittelt. Gruppen, in denen alle denselben Wert vergaben, ergeben 0/0 und bleiben weg.</translation>
    </message>
    <message>
        <source>Krippendorff’s α over all items, and locally: one α per document and instruction, averaged. Groups in which all raters gave the same value are 0/0 and count as 1.</source>
        <translation>Krippendorffs α über alle Aufgaben und lokal: ein α je Dokument und Anweisung, gemittelt. Gruppen, in denen alle denselben Wert vergaben, ergeben 0/0 und zählen als 1.</translation>
    </message>
    <message>
        <source>Krippendorff’s α over the tasks rated by at least two people. People’s ratings of their own tasks do not count.</source>
        <translation>α ist Krippendorffs α über die Schreibaufgaben, die mindestens zwei Personen beurteilt haben. Urteile über die eigene Schreibaufgabe zählen nicht.</translation>
    </message>
    <message>
        <source>Krippendorff’s α within a group</source>
        <translation>Krippendorffs α innerhalb einer Gruppe</translation>
    </message>
    <message>
        <source>Krippendorff’s α, 95 % interval</source>
        <translation>Krippendorffs α, 95-%-Intervall</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Bezeichnung</translation>
    </message>
    <message>
        <source>Label critiques with categories</source>
        <translation>Kritiken Kategorien zuordnen</translation>
    </message>
    <message>
        <source>Label errors in the lowest-rated outputs</source>
        <translation>Fehler in den am schlechtesten bewerteten Ergebnissen einordnen</translation>
    </message>
    <message>
        <source>Label the types of edits</source>
        <translation>Arten der Änderungen einordnen</translation>
    </message>
    <message>
        <source>Label turns</source>
        <translation>Durchgänge einordnen</translation>
    </message>
    <message>
        <source>Label types of errors</source>
        <translation>Fehlerarten einordnen</translation>
    </message>
    <message>
        <source>Label types of instructions</source>
        <translation>Anweisungstypen einordnen</translation>
    </message>
    <message>
        <source>Label why comparisons were lost</source>
        <translation>Gründe für verlorene Vergleiche nennen</translation>
    </message>
    <message>
        <source>Labelled by</source>
        <translation>Eingeordnet von</translation>
    </message>
    <message>
        <source>Labelled by {named}. If several people labelled a turn, the label of the person with the most labels counts.</source>
        <translation>Eingeordnet von {named}. Haben mehrere einen Durchgang eingeordnet, zählt die Person mit den meisten Einordnungen.</translation>
    </message>
    <message>
        <source>Labelled by {one}.</source>
        <translation>Eingeordnet von {one}.</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>Urteile</translation>
    </message>
    <message>
        <source>Labels of turns</source>
        <translation>Einordnungen von Durchgängen</translation>
    </message>
    <message>
        <source>Labels without ties</source>
        <translation>Urteile ohne Unentschieden</translation>
    </message>
    <message>
        <source>Lack of depth</source>
        <translation>Mangelnde Tiefe</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>Sprachen</translation>
    </message>
    <message>
        <source>Last on {day}</source>
        <translation>Zuletzt am {day}</translation>
    </message>
    <message>
        <source>Leave out --task.</source>
        <translation>Lassen Sie --task weg.</translation>
    </message>
    <message>
        <source>Leave out --what.</source>
        <translation>Lassen Sie --what weg.</translation>
    </message>
    <message>
        <source>Leave them out, or resume them first on the page People (or: proofdesk people DIR resume ID).</source>
        <translation>Lassen Sie sie weg, oder nehmen Sie sie zuerst auf der Seite Personen wieder auf (oder: proofdesk people DIR resume ID).</translation>
    </message>
    <message>
        <source>Left out of the export until you accept them</source>
        <translation>Fehlen im Export, bis Sie sie annehmen</translation>
    </message>
    <message>
        <source>Left output</source>
        <translation>Linkes Ergebnis</translation>
    </message>
    <message>
        <source>Length effect</source>
        <translation>Längeneffekt</translation>
    </message>
    <message>
        <source>Length of instructions and extent of edits</source>
        <translation>Länge der Anweisungen und Umfang der Änderungen</translation>
    </message>
    <message>
        <source>Length ratio</source>
        <translation>Längenverhältnis</translation>
    </message>
    <message>
        <source>Length-controlled</source>
        <translation>Längenbereinigt</translation>
    </message>
    <message>
        <source>Length-controlled win rates</source>
        <translation>Längenbereinigte Gewinnraten</translation>
    </message>
    <message>
        <source>Length-controlled win rates that are extrapolated because one side’s outputs are always longer: {extrapolated}.</source>
        <translation>Längenbereinigte Gewinnraten, die extrapoliert sind, weil die Ergebnisse der einen Seite immer die längeren sind: {extrapolated}.</translation>
    </message>
    <message>
        <source>Length-controlled: the rate that a logistic regression on the difference in words predicts for outputs of equal length (Dubois et al. 2024); length effect above 0: the judge prefers the longer output</source>
        <translation>Längenbereinigt: die Rate, die eine logistische Regression auf die Differenz der Wortzahlen für gleich lange Ergebnisse vorhersagt (Dubois u. a. 2024); Längeneffekt über 0: Das Bewertungsmodell bevorzugt das längere Ergebnis</translation>
    </message>
    <message>
        <source>Less than an hour</source>
        <translation>Weniger als eine Stunde</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Skalenniveau</translation>
    </message>
    <message>
        <source>Likely</source>
        <translation>Wahrscheinlich</translation>
    </message>
    <message>
        <source>Limit its answers: --set max_tokens=N.</source>
        <translation>Begrenzen Sie seine Antworten: --set max_tokens=N.</translation>
    </message>
    <message>
        <source>Lines are 95 % intervals.</source>
        <translation>Linien zeigen 95-%-Intervalle.</translation>
    </message>
    <message>
        <source>Lines are 95 % intervals. 0.5: wins and losses are equally frequent.</source>
        <translation>Linien zeigen 95-%-Intervalle. 0,5: Siege und Niederlagen sind gleich häufig.</translation>
    </message>
    <message>
        <source>Lines are ± one standard error.</source>
        <translation>Linien zeigen ± einen Standardfehler.</translation>
    </message>
    <message>
        <source>Lines show ± one standard error.</source>
        <translation>Linien zeigen ± einen Standardfehler.</translation>
    </message>
    <message>
        <source>Linked to a passage</source>
        <translation>Mit Stelle in der Antwort</translation>
    </message>
    <message>
        <source>List of models</source>
        <translation>Liste der Modelle</translation>
    </message>
    <message>
        <source>Listing items</source>
        <translation>Aufgaben auflisten</translation>
    </message>
    <message>
        <source>Local α</source>
        <translation>Lokales α</translation>
    </message>
    <message>
        <source>Local α: {titles}</source>
        <translation>Lokales α: {titles}</translation>
    </message>
    <message>
        <source>Log-probabilities</source>
        <translation>Log-Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <source>Longest document</source>
        <translation>Längstes Dokument</translation>
    </message>
    <message>
        <source>Lose</source>
        <translation>Verloren</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Gering</translation>
    </message>
    <message>
        <source>Lower limit</source>
        <translation>Untergrenze</translation>
    </message>
    <message>
        <source>Lower max_tokens, or ask the server&apos;s administrator.</source>
        <translation>Verringern Sie max_tokens, oder fragen Sie die Administration des Servers.</translation>
    </message>
    <message>
        <source>Lowest on “{question}”: {figures}</source>
        <translation>Am geringsten bei „{question}“: {figures}</translation>
    </message>
    <message>
        <source>Lowest-rated outputs</source>
        <translation>Am schlechtesten bewertete Ergebnisse</translation>
    </message>
    <message>
        <source>Majority of people</source>
        <translation>Mehrheit der Personen</translation>
    </message>
    <message>
        <source>Majority vote</source>
        <translation>Mehrheit</translation>
    </message>
    <message>
        <source>Make sure that annotators agree</source>
        <translation>Stellen Sie sicher, dass alle zustimmen</translation>
    </message>
    <message>
        <source>Make the changes the note asks for, or skip the item with a reason.</source>
        <translation>Nehmen Sie die Änderungen vor, um die in der Anmerkung gebeten wird, oder überspringen Sie die Aufgabe mit einer Begründung.</translation>
    </message>
    <message>
        <source>Marking comments as read</source>
        <translation>Kommentare als gelesen markieren</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>Max.</translation>
    </message>
    <message>
        <source>Maximum answer length</source>
        <translation>Maximale Länge der Antwort</translation>
    </message>
    <message>
        <source>Maximum domains per task</source>
        <translation>Höchstzahl der Domains je Schreibaufgabe</translation>
    </message>
    <message>
        <source>Maximum turns reached</source>
        <translation>Höchstzahl erreicht</translation>
    </message>
    <message>
        <source>Maybe</source>
        <translation>Vielleicht</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Mean of items</source>
        <translation>Mittel der Aufgaben</translation>
    </message>
    <message>
        <source>Mean of ratings</source>
        <translation>Mittel der Urteile</translation>
    </message>
    <message>
        <source>Mean rank</source>
        <translation>Mittlerer Rang</translation>
    </message>
    <message>
        <source>Mean rating</source>
        <translation>Mittleres Urteil</translation>
    </message>
    <message>
        <source>Mean ratings from 1 to 5, by category of the error.</source>
        <translation>Mittlere Bewertung von 1 bis 5, nach der Kategorie des Fehlers.</translation>
    </message>
    <message>
        <source>Mean s</source>
        <translation>Mittel s</translation>
    </message>
    <message>
        <source>Means, 1 to 5.</source>
        <translation>Mittel, 1 bis 5.</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Maß</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>Median s</source>
        <translation>Median s</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Merge or import answers first.</source>
        <translation>Führen Sie zuerst Antworten zusammen, oder importieren Sie welche.</translation>
    </message>
    <message>
        <source>Merge ratings first, or use the examples that come with the program.</source>
        <translation>Führen Sie zuerst Bewertungen zusammen, oder nehmen Sie die mitgelieferten Beispiele.</translation>
    </message>
    <message>
        <source>Merge results</source>
        <translation>Zusammenführen</translation>
    </message>
    <message>
        <source>Messages start with [system], [user] or [assistant].</source>
        <translation>Nachrichten beginnen mit [system], [user] oder [assistant].</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Methods</source>
        <translation>Methoden</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Metrik</translation>
    </message>
    <message>
        <source>Min words</source>
        <translation>Wörter min.</translation>
    </message>
    <message>
        <source>Minimum domains per task</source>
        <translation>Mindestzahl der Domains je Schreibaufgabe</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>Fehlend</translation>
    </message>
    <message>
        <source>Missing information</source>
        <translation>Fehlende Angaben</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Model 1</source>
        <translation>Modell 1</translation>
    </message>
    <message>
        <source>Model 2</source>
        <translation>Modell 2</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Models of the project</source>
        <translation>Modelle des Projekts</translation>
    </message>
    <message>
        <source>Models on the same prompts</source>
        <translation>Modelle bei gleichen Eingaben</translation>
    </message>
    <message>
        <source>Models: {title}</source>
        <translation>Modelle: {title}</translation>
    </message>
    <message>
        <source>More information</source>
        <translation>Mehr Informationen</translation>
    </message>
    <message>
        <source>More rows with problems: {count} (line {listed}). {hint}</source>
        <translation>Weitere Zeilen mit Fehlern: {count} (Zeile {listed}). {hint}</translation>
    </message>
    <message>
        <source>More than 3 months</source>
        <translation>Mehr als 3 Monate</translation>
    </message>
    <message>
        <source>Most chat models have none. Searching by meaning needs a connection with an embedding model.</source>
        <translation>Die meisten Chat-Modelle haben keine. Für die semantische Suche ist eine Verbindung mit einem Embedding-Modell nötig.</translation>
    </message>
    <message>
        <source>Most frequent rating</source>
        <translation>Häufigste Bewertung</translation>
    </message>
    <message>
        <source>Move it elsewhere.</source>
        <translation>Verschieben Sie die Datei an einen anderen Ort.</translation>
    </message>
    <message>
        <source>Move {path} elsewhere first; or, to join with the existing keys, leave out --identity.</source>
        <translation>Verschieben Sie zuvor {path} an einen anderen Ort; oder lassen Sie --identity weg, um mit den vorhandenen Schlüsseln beizutreten.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Name of the variant sets</source>
        <translation>Name der Variantengruppen</translation>
    </message>
    <message>
        <source>Name the people who drop out.</source>
        <translation>Nennen Sie die Personen, die ausfallen.</translation>
    </message>
    <message>
        <source>Names may contain lower-case letters, digits and _.</source>
        <translation>Namen dürfen Kleinbuchstaben, Ziffern und _ enthalten.</translation>
    </message>
    <message>
        <source>Names may contain up to 40 letters, digits, “.”, “_” and “-”.</source>
        <translation>Namen dürfen bis zu 40 Buchstaben, Ziffern, „.“, „_“ und „-“ enthalten.</translation>
    </message>
    <message>
        <source>Needed only for ratings with weighted scores.</source>
        <translation>Das ist nur für Bewertungen mit gewichteten Punkten nötig.</translation>
    </message>
    <message>
        <source>Negative</source>
        <translation>Negativ</translation>
    </message>
    <message>
        <source>Negative point {number}</source>
        <translation>Negativer Punkt {number}</translation>
    </message>
    <message>
        <source>Negative points</source>
        <translation>Negative Punkte</translation>
    </message>
    <message>
        <source>Neutral</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>New question…</source>
        <translation>Neue Frage…</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>No answer is left out for this reason</source>
        <translation>Deswegen fehlt keine Antwort im Export</translation>
    </message>
    <message>
        <source>No answers have been merged yet.</source>
        <translation>Noch sind keine Antworten zusammengeführt.</translation>
    </message>
    <message>
        <source>No answers yet: figures appear as soon as annotations are merged.</source>
        <translation>Noch keine Antworten: Zahlen erscheinen, sobald Annotationen zusammengeführt sind.</translation>
    </message>
    <message>
        <source>No column for “{title}”, which every row needs: choose the column that contains it</source>
        <translation>Keine Spalte für „{title}“, das jede Zeile braucht: Wählen Sie die Spalte, die es enthält</translation>
    </message>
    <message>
        <source>No critiques yet: figures appear as soon as annotations are merged.</source>
        <translation>Noch keine Kritiken: Zahlen erscheinen, sobald Annotationen zusammengeführt sind.</translation>
    </message>
    <message>
        <source>No data yet: figures appear as soon as annotations are merged.</source>
        <translation>Noch keine Daten: Zahlen erscheinen, sobald Annotationen zusammengeführt sind.</translation>
    </message>
    <message>
        <source>No form has been imported yet, so there are no questions.</source>
        <translation>Noch wurde kein Formular importiert; deshalb gibt es keine Fragen.</translation>
    </message>
    <message>
        <source>No license chosen</source>
        <translation>Keine Lizenz gewählt</translation>
    </message>
    <message>
        <source>No majority</source>
        <translation>Keine Mehrheit</translation>
    </message>
    <message>
        <source>No overlap</source>
        <translation>Keine Überlappung</translation>
    </message>
    <message>
        <source>No people yet</source>
        <translation>Noch keine Personen</translation>
    </message>
    <message>
        <source>No ratings yet</source>
        <translation>Noch keine Bewertungen</translation>
    </message>
    <message>
        <source>No ratings yet. This table fills as annotations are merged.</source>
        <translation>Noch keine Bewertungen. Die Tabelle füllt sich, wenn Annotationen zusammengeführt werden.</translation>
    </message>
    <message>
        <source>No ratings yet: figures appear as soon as annotations are merged.</source>
        <translation>Noch keine Urteile: Zahlen erscheinen, sobald Annotationen zusammengeführt sind.</translation>
    </message>
    <message>
        <source>No relevant information</source>
        <translation>Keine relevanten Informationen</translation>
    </message>
    <message>
        <source>No results have arrived yet.</source>
        <translation>Bisher sind keine Ergebnisse eingegangen.</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>kein Platz mehr auf dem Datenträger</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>Datei oder Ordner nicht vorhanden</translation>
    </message>
    <message>
        <source>No text: the cell is empty</source>
        <translation>Kein Text: Die Zelle ist leer</translation>
    </message>
    <message>
        <source>No unresolved conflicts</source>
        <translation>Keine ungelösten Konflikte</translation>
    </message>
    <message>
        <source>Nobody will answer these items until you assign them.</source>
        <translation>Niemand beantwortet diese Aufgaben, bis Sie sie zuweisen.</translation>
    </message>
    <message>
        <source>None in common</source>
        <translation>Keine gemeinsam</translation>
    </message>
    <message>
        <source>None of this project’s protocols has texts that metrics can rate.</source>
        <translation>Kein Protokoll dieses Projekts hat Texte, die Metriken bewerten können.</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>ist kein Ordner</translation>
    </message>
    <message>
        <source>Not in the released file</source>
        <translation>Nicht in der veröffentlichten Datei</translation>
    </message>
    <message>
        <source>Not quite</source>
        <translation>Nicht wirklich</translation>
    </message>
    <message>
        <source>Not valid</source>
        <translation>Trifft nicht zu</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Bemerkung</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>Nothing has been submitted yet, or the ID is misspelled.</source>
        <translation>Dazu wurde noch nichts eingereicht, oder die Kennung ist falsch geschrieben.</translation>
    </message>
    <message>
        <source>Nothing is lost.</source>
        <translation>Es ist nichts verloren.</translation>
    </message>
    <message>
        <source>Nothing is lost: it was still empty. Remove the folder and try again.</source>
        <translation>Es ist nichts verloren, er war noch leer. Entfernen Sie den Ordner und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Nothing needs to be improved</source>
        <translation>Nichts muss verbessert werden</translation>
    </message>
    <message>
        <source>Nothing needs your attention</source>
        <translation>Nichts zu tun</translation>
    </message>
    <message>
        <source>Nothing to improve</source>
        <translation>Nichts zu verbessern</translation>
    </message>
    <message>
        <source>Nothing to show here yet.</source>
        <translation>Hier gibt es noch nichts zu sehen.</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>Es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>Nothing was changed. Ask your lead for a new bundle.</source>
        <translation>Es wurde nichts geändert. Bitten Sie Ihre Projektleitung um ein neues Paket.</translation>
    </message>
    <message>
        <source>Nothing was changed. Check the columns, or skip rows with problems.</source>
        <translation>Es wurde nichts geändert. Prüfen Sie die Spalten, oder lassen Sie Zeilen mit Problemen aus.</translation>
    </message>
    <message>
        <source>Nothing was changed. Columns of the file, each with a value: {listed}. Try these options, first with --dry-run: {words}</source>
        <translation>Es wurde nichts geändert. Spalten der Datei, jeweils mit einem Wert: {listed}. Versuchen Sie diese Optionen, zuerst mit --dry-run: {words}</translation>
    </message>
    <message>
        <source>Nothing was changed. Free some space or allow writing to the folder, then retry.</source>
        <translation>Es wurde nichts geändert. Schaffen Sie Platz oder erlauben Sie das Schreiben in den Ordner und versuchen Sie es dann erneut.</translation>
    </message>
    <message>
        <source>Nothing was changed. Import the papers separately (--what papers). Then import the question with the IDs of the papers (--what questions).</source>
        <translation>Es wurde nichts geändert. Importieren Sie zuerst nur die Artikel (--what papers). Importieren Sie danach die Frage mit den Kennungen der Artikel (--what questions).</translation>
    </message>
    <message>
        <source>Nothing was changed. Restore the backup that was made before the merge instead.</source>
        <translation>Es wurde nichts geändert. Stellen Sie stattdessen die Sicherung wieder her, die vor dem Zusammenführen angelegt wurde.</translation>
    </message>
    <message>
        <source>Nothing was changed. See everything with “proofdesk check DIR”; then restore a backup, or copy what is intact to a new folder with “proofdesk salvage DIR NEW”.</source>
        <translation>Es wurde nichts geändert. „proofdesk check DIR“ zeigt alles; stellen Sie dann eine Sicherung wieder her, oder kopieren Sie mit „proofdesk salvage DIR NEW“ in einen neuen Ordner, was unversehrt ist.</translation>
    </message>
    <message>
        <source>Nothing was changed: correct it and try again.</source>
        <translation>Es wurde nichts geändert; berichtigen Sie den Fehler und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Nothing was imported. Ask for the file again, or choose another one.</source>
        <translation>Es wurde nichts importiert. Bitten Sie noch einmal um die Datei oder wählen Sie eine andere.</translation>
    </message>
    <message>
        <source>Nothing was merged. Preview it again.</source>
        <translation>Es wurde nichts zusammengeführt. Sehen Sie sich die Vorschau noch einmal an.</translation>
    </message>
    <message>
        <source>Nothing was packed. Import a form with a higher version, or choose one of them on the page Conflicts (or: proofdesk conflicts DIR).</source>
        <translation>Es wurde nichts gepackt. Importieren Sie ein Formular mit höherer Version, oder wählen Sie eines davon auf der Seite „Konflikte“ aus (oder: proofdesk conflicts DIR).</translation>
    </message>
    <message>
        <source>Nothing was restored. Ask for the file again, or choose another one.</source>
        <translation>Es wurde nichts wiederhergestellt. Bitten Sie noch einmal um die Datei oder wählen Sie eine andere.</translation>
    </message>
    <message>
        <source>Nothing was written. Move files that the project does not need out of the folder.</source>
        <translation>Es wurde nichts geschrieben. Verschieben Sie Dateien, die das Projekt nicht braucht, aus dem Ordner.</translation>
    </message>
    <message>
        <source>Number of most important phrases</source>
        <translation>Anzahl der wichtigsten Wendungen</translation>
    </message>
    <message>
        <source>Number of sentences</source>
        <translation>Anzahl der Sätze</translation>
    </message>
    <message>
        <source>Number of words</source>
        <translation>Anzahl der Wörter</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Of {people}, {number} had agreed to a written consent text.</source>
        <translation>Von {people} hatten {number} einem schriftlichen Einwilligungstext zugestimmt.</translation>
    </message>
    <message>
        <source>Offered</source>
        <translation>Angeboten</translation>
    </message>
    <message>
        <source>On a scale from 0 to 1; higher is better. Tied majority votes are broken at random: values are exact means over all tie-breaks, standard errors averages over {data} runs (seed {data2}).</source>
        <translation>Auf einer Skala von 0 bis 1; höher ist besser. Bei Gleichstand der Mehrheit entscheidet das Los: Werte sind genaue Mittel über alle Auslosungen, Standardfehler Mittel über {data} Läufe (Startwert {data2}).</translation>
    </message>
    <message>
        <source>One of several texts</source>
        <translation>Einer von mehreren Texten</translation>
    </message>
    <message>
        <source>Only against</source>
        <translation>Nur gegen</translation>
    </message>
    <message>
        <source>Only critiques</source>
        <translation>Nur Kritiken</translation>
    </message>
    <message>
        <source>Only items of the model</source>
        <translation>Nur Aufgaben des Modells</translation>
    </message>
    <message>
        <source>Only its author can change it.</source>
        <translation>Nur die Verfasserin oder der Verfasser kann sie ändern.</translation>
    </message>
    <message>
        <source>Only projects created with “--protocol study” have a form.</source>
        <translation>Nur Projekte, die mit „--protocol study“ angelegt wurden, haben ein Formular.</translation>
    </message>
    <message>
        <source>Only revisions</source>
        <translation>Nur Überarbeitungen</translation>
    </message>
    <message>
        <source>Only the texts, help, shortcut keys and layout of this question may change.</source>
        <translation>Nur Texte, Hilfe, Tastenkürzel und Anordnung dieser Frage dürfen sich ändern.</translation>
    </message>
    <message>
        <source>Open it on the computer with this key, or specify the key file on the command line (--identity).</source>
        <translation>Öffnen Sie es auf dem Computer mit diesem Schlüssel, oder geben Sie die Schlüsseldatei auf der Befehlszeile an (--identity).</translation>
    </message>
    <message>
        <source>Open it read-only to salvage the intact data, or restore a backup.</source>
        <translation>Öffnen Sie ihn schreibgeschützt, um die unbeschädigten Daten zu retten, oder stellen Sie eine Sicherung wieder her.</translation>
    </message>
    <message>
        <source>Open it with the version of Proofdesk that wrote it, or update this one.</source>
        <translation>Öffnen Sie ihn mit der Version von Proofdesk, die ihn geschrieben hat, oder aktualisieren Sie diese.</translation>
    </message>
    <message>
        <source>Options are only for a protocol&apos;s own formats.</source>
        <translation>Optionen gibt es nur für die eigenen Formate eines Protokolls.</translation>
    </message>
    <message>
        <source>Options: {known}.</source>
        <translation>Optionen: {known}.</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Andere</translation>
    </message>
    <message>
        <source>Other errors: {value}</source>
        <translation>Weitere Fehler: {value}</translation>
    </message>
    <message>
        <source>Other method</source>
        <translation>Anderes Verfahren</translation>
    </message>
    <message>
        <source>Other users of this computer can read the key file {path} (run chmod 600).</source>
        <translation>Andere, die diesen Computer benutzen, können die Schlüsseldatei {path} lesen (Abhilfe: chmod 600).</translation>
    </message>
    <message>
        <source>Output sections</source>
        <translation>Abschnitte des Ergebnisses</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Outputs excluded because the same model has a later one for the same example: {data}.</source>
        <translation>Nicht berücksichtigte Ergebnisse, zu denen es ein späteres desselben Modells zum selben Beispiel gibt: {data}.</translation>
    </message>
    <message>
        <source>Outputs labelled</source>
        <translation>Eingeordnete Ergebnisse</translation>
    </message>
    <message>
        <source>Outputs of models</source>
        <translation>Ergebnisse von Modellen</translation>
    </message>
    <message>
        <source>Outputs rated</source>
        <translation>Bewertete Ergebnisse</translation>
    </message>
    <message>
        <source>Overall</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>Overall scores</source>
        <translation>Gesamtnoten</translation>
    </message>
    <message>
        <source>Own family among these</source>
        <translation>Eigene Familie darunter</translation>
    </message>
    <message>
        <source>Packing for a person</source>
        <translation>Für eine Person packen</translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <source>Pairs compared</source>
        <translation>Verglichene Paare</translation>
    </message>
    <message>
        <source>Pairs count if enough voters agree: by default more than half of them, and at least two. Win, tie, lose and win rate are those of the second response.</source>
        <translation>Ein Paar zählt, wenn sich genügend Abstimmende einig sind: ohne andere Angabe mehr als die Hälfte und mindestens zwei. Gewonnen, Unentschieden, Verloren und Gewinnrate gelten für die zweite Antwort.</translation>
    </message>
    <message>
        <source>Pairs labelled twice</source>
        <translation>Zweifach verglichene Paare</translation>
    </message>
    <message>
        <source>Pairs of annotators</source>
        <translation>Paare von Annotierenden</translation>
    </message>
    <message>
        <source>Pairs of annotators: {question}</source>
        <translation>Paare von Annotierenden: {question}</translation>
    </message>
    <message>
        <source>Pairs of outputs to compare</source>
        <translation>Paare von Ergebnissen zum Vergleichen</translation>
    </message>
    <message>
        <source>Pairs of responses</source>
        <translation>Paare von Antworten</translation>
    </message>
    <message>
        <source>Pairs that people compare</source>
        <translation>Paare, die Personen vergleichen</translation>
    </message>
    <message>
        <source>Pairs that people compared</source>
        <translation>Von Personen verglichene Paare</translation>
    </message>
    <message>
        <source>Pairs with the same prompt and responses as another pair, each counted separately: {data}.</source>
        <translation>Paare mit derselben Eingabe und denselben Antworten wie ein anderes Paar, jedes einzeln gezählt: {data}.</translation>
    </message>
    <message>
        <source>Papers</source>
        <translation>Artikel</translation>
    </message>
    <message>
        <source>Papers and their paragraphs are numbered from 0.</source>
        <translation>Artikel und ihre Absätze sind ab 0 nummeriert.</translation>
    </message>
    <message>
        <source>Papers as files (text, Markdown, HTML, PDF)</source>
        <translation>Artikel als Dateien (Text, Markdown, HTML, PDF)</translation>
    </message>
    <message>
        <source>Papers to link questions to</source>
        <translation>Artikel, mit denen Fragen verknüpft werden</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>Textstellen</translation>
    </message>
    <message>
        <source>Passages per prompt</source>
        <translation>Textstellen je Prompt</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Paused, or no longer in the project: {people}.</source>
        <translation>Pausiert oder nicht mehr im Projekt: {people}.</translation>
    </message>
    <message>
        <source>Pausing people</source>
        <translation>Personen pausieren</translation>
    </message>
    <message>
        <source>Pearson distance</source>
        <translation>Pearson-Abstand</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>Ausstehend</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Personen</translation>
    </message>
    <message>
        <source>People and their fields</source>
        <translation>Personen und ihre Fächer</translation>
    </message>
    <message>
        <source>People&apos;s background answers</source>
        <translation>Angaben zur Person</translation>
    </message>
    <message>
        <source>Per critique</source>
        <translation>Je Kritik</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>keine Berechtigung</translation>
    </message>
    <message>
        <source>Person</source>
        <translation>Person</translation>
    </message>
    <message>
        <source>Phrase the prompt so that the answer is only one of the values.</source>
        <translation>Formulieren Sie den Prompt so, dass die Antwort nur aus einem der Werte besteht.</translation>
    </message>
    <message>
        <source>Placeholders of this prompt: {value}.</source>
        <translation>Platzhalter dieses Prompts: {value}.</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>Points about a passage outside their response: {odd}. They count as points about the whole response.</source>
        <translation>Punkte zu einer Stelle, die es in ihrer Antwort nicht gibt: {odd}. Sie zählen als Punkte zur ganzen Antwort.</translation>
    </message>
    <message>
        <source>Political Science</source>
        <translation>Politikwissenschaft</translation>
    </message>
    <message>
        <source>Poor integration</source>
        <translation>Schlecht eingefügt</translation>
    </message>
    <message>
        <source>Positive</source>
        <translation>Positiv</translation>
    </message>
    <message>
        <source>Positive point {number}</source>
        <translation>Positiver Punkt {number}</translation>
    </message>
    <message>
        <source>Positive points</source>
        <translation>Positive Punkte</translation>
    </message>
    <message>
        <source>Possible</source>
        <translation>Möglich</translation>
    </message>
    <message>
        <source>Post-edit an example</source>
        <translation>Ein Beispiel nachbearbeiten</translation>
    </message>
    <message>
        <source>Post-edited examples</source>
        <translation>Nachbearbeitete Beispiele</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Präzision</translation>
    </message>
    <message>
        <source>Precision, recall and F1 are means over the three ratings.</source>
        <translation>Präzision, Trefferquote und F1 sind Mittel über die drei Bewertungen.</translation>
    </message>
    <message>
        <source>Precision, recall and F1 refer to “good”.</source>
        <translation>Präzision, Trefferquote und F1 gelten für „gut“.</translation>
    </message>
    <message>
        <source>Predict ratings</source>
        <translation>Bewertungen vorhersagen</translation>
    </message>
    <message>
        <source>Predicted bad</source>
        <translation>Vorhersage: schlecht</translation>
    </message>
    <message>
        <source>Predicted good</source>
        <translation>Vorhersage: gut</translation>
    </message>
    <message>
        <source>Predicted neutral</source>
        <translation>Vorhersage: mittel</translation>
    </message>
    <message>
        <source>Predicted ratings</source>
        <translation>Vorhergesagte Bewertungen</translation>
    </message>
    <message>
        <source>Predicted ratings: good, neutral or bad</source>
        <translation>Vorhersage der Bewertungen: gut, mittel oder schlecht</translation>
    </message>
    <message>
        <source>Predicted ratings: good, or not</source>
        <translation>Vorhersage der Bewertungen: gut oder nicht</translation>
    </message>
    <message>
        <source>Predictions excluded because their turn was removed or changed: {data}. To create new predictions: run DIR predict.</source>
        <translation>Nicht berücksichtigte Vorhersagen, deren Durchgang entfernt oder geändert wurde: {data}. So erstellen Sie neue Vorhersagen: run DIR predict.</translation>
    </message>
    <message>
        <source>Probabilities if the server provides them</source>
        <translation>Wahrscheinlichkeiten, falls der Server sie liefert</translation>
    </message>
    <message>
        <source>Probably correct</source>
        <translation>Wohl richtig</translation>
    </message>
    <message>
        <source>Probably incorrect</source>
        <translation>Wohl falsch</translation>
    </message>
    <message>
        <source>Procedure</source>
        <translation>Vorgehen</translation>
    </message>
    <message>
        <source>Project setting</source>
        <translation>Einstellung des Projekts</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Prompts of the items</source>
        <translation>Eingaben der Aufgaben</translation>
    </message>
    <message>
        <source>Proofdesk does not write such files. Ask the sender how this one was made.</source>
        <translation>Proofdesk schreibt solche Dateien nicht. Fragen Sie die absendende Person, wie diese Datei entstanden ist.</translation>
    </message>
    <message>
        <source>Proofdesk encrypts with age instead.</source>
        <translation>Proofdesk verschlüsselt stattdessen mit age.</translation>
    </message>
    <message>
        <source>Publishing texts</source>
        <translation>Texte veröffentlichen</translation>
    </message>
    <message>
        <source>Putting items back</source>
        <translation>Aufgaben zurückholen</translation>
    </message>
    <message>
        <source>Quality (1–5)</source>
        <translation>Qualität (1–5)</translation>
    </message>
    <message>
        <source>Queries per task</source>
        <translation>Suchanfragen je Schreibaufgabe</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Questions about people</source>
        <translation>Fragen zur Person</translation>
    </message>
    <message>
        <source>Questions added by this project’s forms. α is Krippendorff’s α over the items that at least two people judged.</source>
        <translation>Fragen, die die Formulare dieses Projekts hinzufügen. α ist Krippendorffs α über die Aufgaben, die mindestens zwei Personen beurteilt haben.</translation>
    </message>
    <message>
        <source>Questions for each paragraph</source>
        <translation>Fragen je Absatz</translation>
    </message>
    <message>
        <source>Questions linked to papers</source>
        <translation>Mit Artikeln verknüpfte Fragen</translation>
    </message>
    <message>
        <source>Questions with numbers or Yes/No: {known}.</source>
        <translation>Fragen mit Zahlen oder Ja/Nein: {known}.</translation>
    </message>
    <message>
        <source>Questions with their papers</source>
        <translation>Fragen mit ihren Artikeln</translation>
    </message>
    <message>
        <source>ROUGE-1: single words shared with a reference</source>
        <translation>ROUGE-1: mit einer Referenz gemeinsame Wörter</translation>
    </message>
    <message>
        <source>ROUGE-2: pairs of words shared with a reference</source>
        <translation>ROUGE-2: mit einer Referenz gemeinsame Wortpaare</translation>
    </message>
    <message>
        <source>ROUGE-L</source>
        <translation>ROUGE-L</translation>
    </message>
    <message>
        <source>ROUGE-L: F-measure of the whole output against the whole reference output, without stemming. {resampled}.</source>
        <translation>ROUGE-L: F-Maß des ganzen Ergebnisses gegen das ganze Referenz-Ergebnis, ohne Stammformreduktion. {resampled}.</translation>
    </message>
    <message>
        <source>ROUGE-Lsum: words in the same order as in a reference, per line</source>
        <translation>ROUGE-Lsum: Wörter in derselben Reihenfolge wie in einer Referenz, je Zeile</translation>
    </message>
    <message>
        <source>ROUGE-avg: geometric mean of the three</source>
        <translation>ROUGE-avg: geometrisches Mittel der drei</translation>
    </message>
    <message>
        <source>Raise max_tokens, or ask for a shorter answer.</source>
        <translation>Erhöhen Sie max_tokens, oder verlangen Sie eine kürzere Antwort.</translation>
    </message>
    <message>
        <source>Random items of other documents, with people’s ratings</source>
        <translation>Zufällige Aufgaben anderer Dokumente mit Bewertungen von Menschen</translation>
    </message>
    <message>
        <source>Random ratings</source>
        <translation>Zufällige Bewertungen</translation>
    </message>
    <message>
        <source>Random seed</source>
        <translation>Startwert für den Zufall</translation>
    </message>
    <message>
        <source>Ranked by</source>
        <translation>Rangfolge nach</translation>
    </message>
    <message>
        <source>Ranked passages</source>
        <translation>Textstellen in Rangfolge</translation>
    </message>
    <message>
        <source>Ranking passages</source>
        <translation>Textstellen ordnen</translation>
    </message>
    <message>
        <source>Rate by token probabilities</source>
        <translation>Nach Token-Wahrscheinlichkeiten bewerten</translation>
    </message>
    <message>
        <source>Rate critiques and revisions of diagnostic samples</source>
        <translation>Kritiken und Überarbeitungen von Diagnosebeispielen bewerten</translation>
    </message>
    <message>
        <source>Rate in a discussion</source>
        <translation>In einer Diskussion bewerten</translation>
    </message>
    <message>
        <source>Rate outputs</source>
        <translation>Ergebnisse bewerten</translation>
    </message>
    <message>
        <source>Rate outputs with a model (run DIR score), or import ratings: --what scores.</source>
        <translation>Bewerten Sie Ergebnisse mit einem Modell (run DIR score), oder importieren Sie Bewertungen: --what scores.</translation>
    </message>
    <message>
        <source>Rate repeatedly</source>
        <translation>Wiederholt bewerten</translation>
    </message>
    <message>
        <source>Rate turns again</source>
        <translation>Durchgänge noch einmal bewerten</translation>
    </message>
    <message>
        <source>Rated</source>
        <translation>Bewertet</translation>
    </message>
    <message>
        <source>Rating</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>Rating with metrics</source>
        <translation>Das Bewerten mit Metriken</translation>
    </message>
    <message>
        <source>Rating, scaled to 0–1</source>
        <translation>Urteil, auf 0–1 umgerechnet</translation>
    </message>
    <message>
        <source>Ratings</source>
        <translation>Urteile</translation>
    </message>
    <message>
        <source>Ratings by kind of instruction</source>
        <translation>Bewertungen nach Art der Anweisung</translation>
    </message>
    <message>
        <source>Ratings by metrics</source>
        <translation>Bewertungen durch Metriken</translation>
    </message>
    <message>
        <source>Ratings by split</source>
        <translation>Bewertungen nach Aufteilung</translation>
    </message>
    <message>
        <source>Ratings compared</source>
        <translation>Verglichene Bewertungen</translation>
    </message>
    <message>
        <source>Ratings of all instructions</source>
        <translation>Bewertungen aller Anweisungen</translation>
    </message>
    <message>
        <source>Ratings of an earlier version of their task, also counted: {data}.</source>
        <translation>Mitgezählte Beurteilungen einer früheren Fassung der Schreibaufgabe: {data}.</translation>
    </message>
    <message>
        <source>Ratings of information-seeking instructions</source>
        <translation>Bewertungen der Anweisungen zur Informationssuche</translation>
    </message>
    <message>
        <source>Ratings of outputs by judges</source>
        <translation>Bewertung der Ergebnisse durch Modelle</translation>
    </message>
    <message>
        <source>Ratings of stylistic instructions</source>
        <translation>Bewertungen der Anweisungen zum Stil</translation>
    </message>
    <message>
        <source>Ratings per text</source>
        <translation>Bewertungen je Text</translation>
    </message>
    <message>
        <source>Ratings: {title}</source>
        <translation>Bewertungen: {title}</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Read as Windows-1252: check special characters</source>
        <translation>Als Windows-1252 gelesen: Prüfen Sie Sonderzeichen</translation>
    </message>
    <message>
        <source>Read the consent text and agree to it first (on the command line: proofdesk consent DIR --agree).</source>
        <translation>Lesen Sie zuerst den Einwilligungstext und stimmen Sie ihm zu (auf der Befehlszeile: proofdesk consent DIR --agree).</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>das Dateisystem ist schreibgeschützt</translation>
    </message>
    <message>
        <source>Ready to send</source>
        <translation>Fertig zum Weitergeben</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>Reasons why comparisons were lost</source>
        <translation>Gründe für verlorene Vergleiche</translation>
    </message>
    <message>
        <source>Reassign items…</source>
        <translation>Neu zuweisen…</translation>
    </message>
    <message>
        <source>Reassigning</source>
        <translation>Neu zuweisen</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>Trefferquote</translation>
    </message>
    <message>
        <source>Records of 1 computer are missing</source>
        <translation>Einträge von 1 Computer fehlen</translation>
    </message>
    <message>
        <source>Records of {count} computers are missing</source>
        <translation>Einträge von {count} Computern fehlen</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>Reference outputs have {length} words on average. ROUGE-L: F-measure of the whole output against the whole reference output, without stemming. {resampled}.</source>
        <translation>Referenz-Ergebnisse haben im Mittel {length} Wörter. ROUGE-L: F-Maß des ganzen Ergebnisses gegen das ganze Referenz-Ergebnis, ohne Stammformreduktion. {resampled}.</translation>
    </message>
    <message>
        <source>References come from experts’ post-edits. Inputs alone can be imported: --what examples.</source>
        <translation>Referenzen stammen aus Nachbearbeitungen von Fachleuten. Eingaben allein lassen sich importieren: --what examples.</translation>
    </message>
    <message>
        <source>Registered types: {types}.</source>
        <translation>Bekannte Fragetypen: {types}.</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Related-work paragraphs</source>
        <translation>Absätze über frühere Arbeiten</translation>
    </message>
    <message>
        <source>Releasing items</source>
        <translation>Zuweisungen entfernen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove columns that you do not need, and check the line breaks.</source>
        <translation>Entfernen Sie nicht benötigte Spalten und prüfen Sie die Zeilenumbrüche.</translation>
    </message>
    <message>
        <source>Remove it with the system&apos;s own program for passwords.</source>
        <translation>Entfernen Sie ihn mit dem Passwortprogramm des Systems.</translation>
    </message>
    <message>
        <source>Remove its “show_if”.</source>
        <translation>Entfernen Sie „show_if“.</translation>
    </message>
    <message>
        <source>Remove the columns that you do not need.</source>
        <translation>Entfernen Sie die Spalten, die Sie nicht brauchen.</translation>
    </message>
    <message>
        <source>Removing people</source>
        <translation>Personen entfernen</translation>
    </message>
    <message>
        <source>Rename it.</source>
        <translation>Benennen Sie sie um.</translation>
    </message>
    <message>
        <source>Rename one of them.</source>
        <translation>Benennen Sie eine davon um.</translation>
    </message>
    <message>
        <source>Rename one of them: some systems would take them for one file.</source>
        <translation>Benennen Sie eine davon um: Manche Systeme würden sie für dieselbe Datei halten.</translation>
    </message>
    <message>
        <source>Reorganise</source>
        <translation>Umstellen</translation>
    </message>
    <message>
        <source>Reorganised</source>
        <translation>Umgestellt</translation>
    </message>
    <message>
        <source>Replace it with a file, or move it elsewhere.</source>
        <translation>Ersetzen Sie es durch eine Datei, oder verschieben Sie es.</translation>
    </message>
    <message>
        <source>Replace it with an ordinary folder, or move the whole workspace instead.</source>
        <translation>Ersetzen Sie den Link durch einen gewöhnlichen Ordner, oder verschieben Sie stattdessen den ganzen Arbeitsbereich.</translation>
    </message>
    <message>
        <source>Replace the link with a copy of its target, or move it elsewhere.</source>
        <translation>Ersetzen Sie den Link durch eine Kopie seines Ziels, oder verschieben Sie ihn.</translation>
    </message>
    <message>
        <source>Representativeness</source>
        <translation>Repräsentativität</translation>
    </message>
    <message>
        <source>Request for the answer</source>
        <translation>Anfrage für die Antwort</translation>
    </message>
    <message>
        <source>Request for the instruction</source>
        <translation>Anfrage für die Anweisung</translation>
    </message>
    <message>
        <source>Requesting submissions</source>
        <translation>Einreichungen anfordern</translation>
    </message>
    <message>
        <source>Requests for tasks</source>
        <translation>Anforderungen von Schreibaufgaben</translation>
    </message>
    <message>
        <source>Requests to models must be recorded, which is not possible here.</source>
        <translation>Anfragen an Modelle müssen aufgezeichnet werden; das geht hier nicht.</translation>
    </message>
    <message>
        <source>Resolve</source>
        <translation>Auflösen</translation>
    </message>
    <message>
        <source>Resolve the conflict on the page Conflicts.</source>
        <translation>Lösen Sie den Konflikt auf der Seite „Konflikte“.</translation>
    </message>
    <message>
        <source>Respond, critique and revise in a chain</source>
        <translation>Nacheinander antworten, kritisieren und überarbeiten</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Response 1</source>
        <translation>Antwort 1</translation>
    </message>
    <message>
        <source>Response 2</source>
        <translation>Antwort 2</translation>
    </message>
    <message>
        <source>Responses by models</source>
        <translation>Antworten von Modellen</translation>
    </message>
    <message>
        <source>Responses to critique</source>
        <translation>Antworten zum Kritisieren</translation>
    </message>
    <message>
        <source>Responses to revise</source>
        <translation>Zu überarbeitende Antworten</translation>
    </message>
    <message>
        <source>Responses without a known author are listed under “unknown”: {data}.</source>
        <translation>Antworten ohne bekannten Urheber erscheinen unter „unknown“: {data}.</translation>
    </message>
    <message>
        <source>Restore it under File ▸ Your key, from a backup with keys or the key file of the other computer (or: proofdesk keys DIR --identity FILE). If it is lost, create a new one there (or: proofdesk keys DIR --new-key); everybody who knows the old key then has to accept the new one.</source>
        <translation>Stellen Sie ihn unter Datei ▸ Ihr Schlüssel wieder her, aus einer Sicherung mit Schlüsseln oder der Schlüsseldatei des anderen Computers (oder: proofdesk keys DIR --identity FILE). Wenn er verloren ist, erstellen Sie dort einen neuen (oder: proofdesk keys DIR --new-key); wer den alten kennt, muss dann den neuen annehmen.</translation>
    </message>
    <message>
        <source>Restore it. Only its wording may change.</source>
        <translation>Stellen Sie sie wieder her. Nur der Wortlaut darf sich ändern.</translation>
    </message>
    <message>
        <source>Results are refused until you compare the words of each key with its owner.</source>
        <translation>Ergebnisse werden abgelehnt, bis Sie die Wörter jedes Schlüssels mit dessen Person verglichen haben.</translation>
    </message>
    <message>
        <source>Results of searches</source>
        <translation>Suchergebnisse</translation>
    </message>
    <message>
        <source>Retrieval results</source>
        <translation>Ergebnisse der Suche</translation>
    </message>
    <message>
        <source>Retrieve documents for this task, or continue without: --set without_evidence=true.</source>
        <translation>Suchen Sie Dokumente für diese Schreibaufgabe, oder fahren Sie ohne sie fort: --set without_evidence=true.</translation>
    </message>
    <message>
        <source>Retrieve some first, or continue without: --set without_evidence=true.</source>
        <translation>Suchen Sie zuerst welche, oder fahren Sie ohne sie fort: --set without_evidence=true.</translation>
    </message>
    <message>
        <source>Retriever</source>
        <translation>Suchverfahren</translation>
    </message>
    <message>
        <source>Retrieving documents</source>
        <translation>Dokumente suchen</translation>
    </message>
    <message>
        <source>Returned</source>
        <translation>Zurückgegeben</translation>
    </message>
    <message>
        <source>Revealing models</source>
        <translation>Modelle offenlegen</translation>
    </message>
    <message>
        <source>Reverse</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Review and merge</source>
        <translation>Prüfen und zusammenführen</translation>
    </message>
    <message>
        <source>Reviewers accepted {accept} of {n} critiques, changed {change} and sent back {send_back}.</source>
        <translation>Prüfende haben von {n} Kritiken {accept} angenommen, {change} geändert und {send_back} zurückgegeben.</translation>
    </message>
    <message>
        <source>Reviews</source>
        <translation>Prüfungen</translation>
    </message>
    <message>
        <source>Reviews of critiques</source>
        <translation>Prüfungen von Kritiken</translation>
    </message>
    <message>
        <source>Reviews whose critique has not arrived or does not belong to their item: {stray}.</source>
        <translation>Prüfungen, deren Kritik nicht angekommen ist oder nicht zu ihrer Aufgabe gehört: {stray}.</translation>
    </message>
    <message>
        <source>Revise responses</source>
        <translation>Antworten überarbeiten</translation>
    </message>
    <message>
        <source>Revise with a model</source>
        <translation>Mit einem Modell überarbeiten</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>Überarbeitung</translation>
    </message>
    <message>
        <source>Revision follows the coarse critique</source>
        <translation>Die Überarbeitung folgt der groben Kritik</translation>
    </message>
    <message>
        <source>Revision follows the detailed critique</source>
        <translation>Die Überarbeitung folgt der genauen Kritik</translation>
    </message>
    <message>
        <source>Revision from the coarse critique follows the detailed one</source>
        <translation>Die Überarbeitung nach der groben Kritik folgt der genauen</translation>
    </message>
    <message>
        <source>Revisions</source>
        <translation>Überarbeitungen</translation>
    </message>
    <message>
        <source>Revisions with initial responses</source>
        <translation>Überarbeitungen mit ursprünglichen Antworten</translation>
    </message>
    <message>
        <source>Reword feedback as critiques</source>
        <translation>Rückmeldungen als Kritiken formulieren</translation>
    </message>
    <message>
        <source>Reword the prompt, or use another model for this.</source>
        <translation>Formulieren Sie den Prompt um, oder verwenden Sie hierfür ein anderes Modell.</translation>
    </message>
    <message>
        <source>Right output</source>
        <translation>Rechtes Ergebnis</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>Durchgang</translation>
    </message>
    <message>
        <source>Round-trip consistency with the reference</source>
        <translation>Wechselseitige Stimmigkeit mit der Referenz</translation>
    </message>
    <message>
        <source>Round-trip consistency: {no_entailment}.</source>
        <translation>Wechselseitige Stimmigkeit: {no_entailment}.</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>Runden</translation>
    </message>
    <message>
        <source>Rounds of revision</source>
        <translation>Durchgänge der Überarbeitung</translation>
    </message>
    <message>
        <source>Run a model to draft them on the page Model runs (or: proofdesk run DIR), or import rows of queries.</source>
        <translation>Lassen Sie sie auf der Seite Modell-Läufe von einem Modell entwerfen (oder: proofdesk run DIR), oder importieren Sie Suchanfragen (queries).</translation>
    </message>
    <message>
        <source>Run it again. If it still fails, contact the developers of the protocol.</source>
        <translation>Starten Sie den Auftrag noch einmal. Wenn er wieder fehlschlägt, wenden Sie sich an die Entwickler des Protokolls.</translation>
    </message>
    <message>
        <source>Run text recognition (OCR) on it first.</source>
        <translation>Führen Sie zuerst eine Texterkennung (OCR) durch.</translation>
    </message>
    <message>
        <source>Running models</source>
        <translation>Modelle ausführen</translation>
    </message>
    <message>
        <source>Running the job again repeats only these.</source>
        <translation>Ein neuer Lauf wiederholt nur diese.</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Durchgänge</translation>
    </message>
    <message>
        <source>SD</source>
        <translation>SD</translation>
    </message>
    <message>
        <source>Salvage the workspace first.</source>
        <translation>Retten Sie zuerst den Arbeitsbereich.</translation>
    </message>
    <message>
        <source>Same row as in line {first}</source>
        <translation>Dieselbe Zeile wie Zeile {first}</translation>
    </message>
    <message>
        <source>Same winners</source>
        <translation>Gleiche Sieger</translation>
    </message>
    <message>
        <source>Sample project</source>
        <translation>Beispielprojekt</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Samples of each category</source>
        <translation>Beispiele je Kategorie</translation>
    </message>
    <message>
        <source>Save a copy and continue there, or restore a backup.</source>
        <translation>Speichern Sie eine Kopie, und arbeiten Sie dort weiter, oder stellen Sie eine Sicherung wieder her.</translation>
    </message>
    <message>
        <source>Save it as CSV (UTF-8) in the spreadsheet program, and import that file.</source>
        <translation>Speichern Sie sie in der Tabellenkalkulation als CSV (UTF-8) und importieren Sie diese Datei.</translation>
    </message>
    <message>
        <source>Save it as UTF-8 and retry.</source>
        <translation>Speichern Sie die Datei als UTF-8, und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Save it as UTF-8.</source>
        <translation>Speichern Sie sie als UTF-8.</translation>
    </message>
    <message>
        <source>Save it as XLSX or CSV (UTF-8) in the spreadsheet program.</source>
        <translation>Speichern Sie sie im Tabellenprogramm als XLSX oder CSV (UTF-8).</translation>
    </message>
    <message>
        <source>Save it without a password first, if you are allowed to.</source>
        <translation>Speichern Sie die Datei zuerst ohne Passwort, wenn Sie das dürfen.</translation>
    </message>
    <message>
        <source>Save the file as UTF-8 and try again.</source>
        <translation>Speichern Sie die Datei als UTF-8 und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Save the file as UTF-8 text, or exclude it.</source>
        <translation>Speichern Sie die Datei als Text in UTF-8, oder lassen Sie sie weg.</translation>
    </message>
    <message>
        <source>Saving views</source>
        <translation>Das Speichern von Ansichten</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Punktzahl</translation>
    </message>
    <message>
        <source>Score of the first</source>
        <translation>Punkte der ersten</translation>
    </message>
    <message>
        <source>Score of the second</source>
        <translation>Punkte der zweiten</translation>
    </message>
    <message>
        <source>Score whether outputs follow from references</source>
        <translation>Prüfen, ob Ergebnisse aus Referenzen folgen</translation>
    </message>
    <message>
        <source>Score: mean of the items’ mean scores. Win rates are against all other authors with whom an author was compared.</source>
        <translation>Punktzahl: Mittel der mittleren Gesamtnoten der Aufgaben. Gewinnraten gelten gegen alle anderen Urheber, mit denen verglichen wurde.</translation>
    </message>
    <message>
        <source>Scorer</source>
        <translation>Folgerungsmodell</translation>
    </message>
    <message>
        <source>Scores are sums. Win, tie, lose and win rate are those of the second response; each order in which the judge saw a pair counts separately. Standard errors are clustered by pair; the interval is Wilson’s for the number of pairs. Consistency: share of pairs with the same verdict in both orders.</source>
        <translation>Punkte sind Summen. Gewonnen, Unentschieden, Verloren und Gewinnrate gelten für die zweite Antwort; jede Reihenfolge, in der das Bewertungsmodell ein Paar gesehen hat, zählt einzeln. Standardfehler sind nach Paaren gruppiert; das Intervall ist das von Wilson für die Zahl der Paare. Konsistenz: Anteil der Paare mit demselben Urteil in beiden Reihenfolgen.</translation>
    </message>
    <message>
        <source>Scores by judges</source>
        <translation>Bewertungen durch Modelle</translation>
    </message>
    <message>
        <source>Scores of the initial responses, with the changes by reviewers.</source>
        <translation>Gesamtnoten der ursprünglichen Antworten, mit den Änderungen aus der Prüfung.</translation>
    </message>
    <message>
        <source>Search queries for tasks</source>
        <translation>Suchanfragen für Schreibaufgaben</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Second</source>
        <translation>Zweite</translation>
    </message>
    <message>
        <source>Second annotator</source>
        <translation>Zweite Person</translation>
    </message>
    <message>
        <source>Second model</source>
        <translation>Zweites Modell</translation>
    </message>
    <message>
        <source>Second ratings</source>
        <translation>Zweitbewertungen</translation>
    </message>
    <message>
        <source>Second ratings and labels left out: {number} ({reason}).</source>
        <translation>Ausgelassene Zweitbewertungen und Einordnungen: {number} ({reason}).</translation>
    </message>
    <message>
        <source>Second ratings of turns</source>
        <translation>Zweitbewertungen von Durchgängen</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>Seconds, mean</source>
        <translation>Sekunden, Mittel</translation>
    </message>
    <message>
        <source>Seconds, median</source>
        <translation>Sekunden, Median</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>Abschnitte</translation>
    </message>
    <message>
        <source>Sections of tasks</source>
        <translation>Abschnitte der Schreibaufgaben</translation>
    </message>
    <message>
        <source>Sections present</source>
        <translation>Abschnitte vorhanden</translation>
    </message>
    <message>
        <source>Sections present after</source>
        <translation>Anteil der Abschnitte nachher</translation>
    </message>
    <message>
        <source>Sections present before</source>
        <translation>Anteil der Abschnitte vorher</translation>
    </message>
    <message>
        <source>See --map.</source>
        <translation>Siehe --map.</translation>
    </message>
    <message>
        <source>See the menu Views on the page Items (or: proofdesk views DIR).</source>
        <translation>Siehe das Menü Ansichten auf der Seite Aufgaben (oder: proofdesk views DIR).</translation>
    </message>
    <message>
        <source>See the names with: proofdesk backups DIR</source>
        <translation>Die Namen zeigt der Befehl: proofdesk backups DIR</translation>
    </message>
    <message>
        <source>See the page Overview (or: proofdesk status DIR).</source>
        <translation>Siehe die Seite Übersicht (oder: proofdesk status DIR).</translation>
    </message>
    <message>
        <source>See the page People (or: proofdesk people DIR list).</source>
        <translation>Siehe die Seite Personen (oder: proofdesk people DIR list).</translation>
    </message>
    <message>
        <source>See the server&apos;s message.</source>
        <translation>Lesen Sie die Meldung des Servers.</translation>
    </message>
    <message>
        <source>See the server&apos;s message. Often, a filter has blocked the text.</source>
        <translation>Lesen Sie die Meldung des Servers. Oft hat ein Filter den Text blockiert.</translation>
    </message>
    <message>
        <source>See the server&apos;s message. Often, the model does not support a parameter.</source>
        <translation>Lesen Sie die Meldung des Servers. Oft unterstützt das Modell einen Parameter nicht.</translation>
    </message>
    <message>
        <source>See the server&apos;s message: the API key may lack a permission, or a filter may have blocked the text.</source>
        <translation>Lesen Sie die Meldung des Servers: Dem API-Schlüssel fehlt vielleicht eine Berechtigung, oder ein Filter hat den Text blockiert.</translation>
    </message>
    <message>
        <source>See: proofdesk plugins list</source>
        <translation>Siehe: proofdesk plugins list</translation>
    </message>
    <message>
        <source>Seed for the split</source>
        <translation>Startwert der Aufteilung</translation>
    </message>
    <message>
        <source>Seed of the choice</source>
        <translation>Startwert der Auswahl</translation>
    </message>
    <message>
        <source>Seed of the examples</source>
        <translation>Startwert der Beispiele</translation>
    </message>
    <message>
        <source>Seed of the order</source>
        <translation>Startwert der Reihenfolge</translation>
    </message>
    <message>
        <source>Seed of the sample</source>
        <translation>Startwert der Stichprobe</translation>
    </message>
    <message>
        <source>Select the items and change them again instead.</source>
        <translation>Wählen Sie die Aufgaben aus und ändern Sie sie stattdessen noch einmal.</translation>
    </message>
    <message>
        <source>Select them and choose Release, then undo the import again.</source>
        <translation>Wählen Sie sie aus, klicken Sie auf „Zuweisung aufheben“, und machen Sie den Import danach rückgängig.</translation>
    </message>
    <message>
        <source>Select them and choose Remove: it withdraws their assignments, too.</source>
        <translation>Wählen Sie die Person aus und klicken Sie dann auf „Entfernen“: Das hebt auch ihre Zuweisungen auf.</translation>
    </message>
    <message>
        <source>Sentences as a reference</source>
        <translation>Sätze als Referenz</translation>
    </message>
    <message>
        <source>Separate their names with commas.</source>
        <translation>Trennen Sie die Namen durch Kommas.</translation>
    </message>
    <message>
        <source>Session length in turns</source>
        <translation>Länge der Sitzungen</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sitzungen</translation>
    </message>
    <message>
        <source>Sessions and turns</source>
        <translation>Sitzungen und Durchgänge</translation>
    </message>
    <message>
        <source>Set an environment variable and pass its name with --key-variable, or enter the key when asked. Nothing was written to disk.</source>
        <translation>Setzen Sie eine Umgebungsvariable, und geben Sie ihren Namen mit --key-variable an, oder geben Sie den Schlüssel auf Nachfrage ein. Es wurde nichts auf den Datenträger geschrieben.</translation>
    </message>
    <message>
        <source>Set ca_file to the server&apos;s CA certificates instead.</source>
        <translation>Setzen Sie stattdessen ca_file auf die CA-Zertifikate des Servers.</translation>
    </message>
    <message>
        <source>Set it with --set NAME=VALUE.</source>
        <translation>Setzen Sie sie mit --set NAME=WERT.</translation>
    </message>
    <message>
        <source>Set of statements on a scale</source>
        <translation>Aussagen auf einer Skala</translation>
    </message>
    <message>
        <source>Set one for a connection (setting “embeddings”), or search by words.</source>
        <translation>Legen Sie für eine Verbindung eines fest (Einstellung „embeddings“), oder suchen Sie nach Wörtern.</translation>
    </message>
    <message>
        <source>Set shots to 1 or more.</source>
        <translation>Setzen Sie shots auf mindestens 1.</translation>
    </message>
    <message>
        <source>Set the environment variable {key_variable}, or enter the key once: proofdesk connections key {name}</source>
        <translation>Setzen Sie die Umgebungsvariable {key_variable}, oder geben Sie den Schlüssel einmal ein: proofdesk connections key {name}</translation>
    </message>
    <message>
        <source>Set the variable HTTPS_PROXY, with name and password, where you start the program.</source>
        <translation>Setzen Sie dort, wo Sie das Programm starten, die Variable HTTPS_PROXY mit Name und Passwort.</translation>
    </message>
    <message>
        <source>Sets of passages to try</source>
        <translation>Zusammenstellungen von Textstellen</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Ablauf</translation>
    </message>
    <message>
        <source>Setting texts</source>
        <translation>Texte festlegen</translation>
    </message>
    <message>
        <source>Settings of this project: {names}.</source>
        <translation>Einstellungen dieses Projekts: {names}.</translation>
    </message>
    <message>
        <source>Settings to run</source>
        <translation>Abläufe</translation>
    </message>
    <message>
        <source>Settings with each other</source>
        <translation>Abläufe miteinander</translation>
    </message>
    <message>
        <source>Settings: {model_fields}.</source>
        <translation>Einstellungen: {model_fields}.</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Share of Yes</source>
        <translation>Anteil Ja</translation>
    </message>
    <message>
        <source>Share of annotations</source>
        <translation>Anteil der Annotationen</translation>
    </message>
    <message>
        <source>Share of good answers by type of instruction</source>
        <translation>Anteil guter Antworten nach Anweisungstyp</translation>
    </message>
    <message>
        <source>Share of people’s labels</source>
        <translation>Anteil der Urteile von Personen</translation>
    </message>
    <message>
        <source>Share of people’s labels with the same preference. Of two outputs, the one with the higher value is preferred; equal values are a tie. Without ties: only labels that prefer one output. {resampled} of the pairs.</source>
        <translation>Anteil der Urteile von Personen, mit denen das Verfahren übereinstimmt. Verglichen werden die Werte zweier Ergebnisse: Das mit dem höheren Wert gilt als bevorzugt, gleiche Werte gelten als Unentschieden. Ohne Unentschieden: nur Urteile, die genau ein Ergebnis bevorzugen. {resampled} der Paare.</translation>
    </message>
    <message>
        <source>Share of sections present</source>
        <translation>Anteil der vorhandenen Abschnitte</translation>
    </message>
    <message>
        <source>Share of the edits</source>
        <translation>Anteil der Nachbearbeitungen</translation>
    </message>
    <message>
        <source>Share of the outputs</source>
        <translation>Anteil der Ergebnisse</translation>
    </message>
    <message>
        <source>Share of the variants offered</source>
        <translation>Anteil der angebotenen Varianten</translation>
    </message>
    <message>
        <source>Shared first</source>
        <translation>Geteilter erster Platz</translation>
    </message>
    <message>
        <source>Shares of the labelled turns of each model.</source>
        <translation>Anteile an den eingeordneten Durchgängen jedes Modells.</translation>
    </message>
    <message>
        <source>Shares of the sessions whose end is known.</source>
        <translation>Anteile an den Sitzungen, deren Ende bekannt ist.</translation>
    </message>
    <message>
        <source>Shares refer to all answers to the question. For multiple-choice questions, they refer to the annotators who were offered the option and answered.</source>
        <translation>Anteile beziehen sich auf alle Antworten zur Frage, bei Mehrfachauswahl auf alle, denen die Möglichkeit angeboten wurde und die geantwortet haben.</translation>
    </message>
    <message>
        <source>Shorten it.</source>
        <translation>Kürzen Sie den Text.</translation>
    </message>
    <message>
        <source>Shorten the file, or move it elsewhere.</source>
        <translation>Kürzen Sie die Datei, oder verschieben Sie sie an einen anderen Ort.</translation>
    </message>
    <message>
        <source>Shortest document</source>
        <translation>Kürzestes Dokument</translation>
    </message>
    <message>
        <source>Sign with the keys that were created when you joined the project.</source>
        <translation>Signieren Sie mit den Schlüsseln, die beim Beitritt zum Projekt angelegt wurden.</translation>
    </message>
    <message>
        <source>Similarity of examples to their evidence</source>
        <translation>Ähnlichkeit der Beispiele mit ihren Belegstellen</translation>
    </message>
    <message>
        <source>Similarity to the evidence (n-gram cosine)</source>
        <translation>Ähnlichkeit mit den Belegstellen (n-Gramm-Kosinus)</translation>
    </message>
    <message>
        <source>Single ratings</source>
        <translation>Einzelne Urteile</translation>
    </message>
    <message>
        <source>Skip the item and inform the project lead.</source>
        <translation>Überspringen Sie die Aufgabe, und informieren Sie die Projektleitung.</translation>
    </message>
    <message>
        <source>Some formulas have no stored result and are read as empty cells. Open and save the file in a spreadsheet program to store them.</source>
        <translation>Manche Formeln haben kein gespeichertes Ergebnis und gelten als leere Zellen. Öffnen und speichern Sie die Datei in einem Tabellenprogramm.</translation>
    </message>
    <message>
        <source>Some relevant information</source>
        <translation>Einige relevante Informationen</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Source of examples</source>
        <translation>Herkunft der Beispiele</translation>
    </message>
    <message>
        <source>Source of the value</source>
        <translation>Herkunft des Werts</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source>Specific edit</source>
        <translation>Bestimmte Änderung</translation>
    </message>
    <message>
        <source>Specify a folder after -o.</source>
        <translation>Geben Sie nach -o einen Ordner an.</translation>
    </message>
    <message>
        <source>Specify a model or person with labels in this project, or leave it empty.</source>
        <translation>Geben Sie ein Modell oder eine Person mit Einordnungen in diesem Projekt an, oder lassen Sie das Feld leer.</translation>
    </message>
    <message>
        <source>Specify a person or a fingerprint listed by: proofdesk keys DIR.</source>
        <translation>Geben Sie eine Person oder einen Fingerabdruck an, wie angezeigt von: proofdesk keys DIR.</translation>
    </message>
    <message>
        <source>Specify a public key (age1…) or a file with one key per line.</source>
        <translation>Geben Sie einen öffentlichen Schlüssel (age1…) an oder eine Datei mit einem Schlüssel je Zeile.</translation>
    </message>
    <message>
        <source>Specify a shorter one with --title.</source>
        <translation>Geben Sie mit --title einen kürzeren an.</translation>
    </message>
    <message>
        <source>Specify an age recipient (age1…), a file of recipients, or the ID of a person whose bundle has been merged.</source>
        <translation>Geben Sie einen age-Empfänger (age1…) an, eine Datei mit age-Empfängern oder die Kennung einer Person, deren Paket schon übernommen wurde.</translation>
    </message>
    <message>
        <source>Specify an item ID.</source>
        <translation>Geben Sie die Kennung einer Aufgabe an.</translation>
    </message>
    <message>
        <source>Specify its row ID, its position in the set, or a model that wrote only one.</source>
        <translation>Geben Sie die Kennung der Zeile, die Position im Variantensatz oder ein Modell an, das nur eine geschrieben hat.</translation>
    </message>
    <message>
        <source>Specify one with --protocol.</source>
        <translation>Geben Sie eines mit --protocol an.</translation>
    </message>
    <message>
        <source>Specify one with --reason.</source>
        <translation>Geben Sie ihn mit --reason an.</translation>
    </message>
    <message>
        <source>Specify one with --title.</source>
        <translation>Geben Sie einen mit --title an.</translation>
    </message>
    <message>
        <source>Specify the question by its “id”.</source>
        <translation>Geben Sie die Frage mit ihrer „id“ an.</translation>
    </message>
    <message>
        <source>Split into development and test</source>
        <translation>Aufteilung in Entwicklung und Test</translation>
    </message>
    <message>
        <source>Split it.</source>
        <translation>Teilen Sie sie auf.</translation>
    </message>
    <message>
        <source>Split the file, or exclude it.</source>
        <translation>Teilen Sie die Datei auf, oder lassen Sie sie weg.</translation>
    </message>
    <message>
        <source>Stacked bars</source>
        <translation>Gestapelte Balken</translation>
    </message>
    <message>
        <source>Standard error</source>
        <translation>Standardfehler</translation>
    </message>
    <message>
        <source>Standard error and 95 % interval: bootstrap over turns.</source>
        <translation>Standardfehler und 95-%-Intervall: Bootstrap über die Durchgänge.</translation>
    </message>
    <message>
        <source>Standard error and 95 % interval: bootstrap over turns. Second ratings by the session’s author are excluded.</source>
        <translation>Standardfehler und 95-%-Intervall: Bootstrap über die Durchgänge. Zweitbewertungen durch die Person, von der die Sitzung stammt, zählen nicht.</translation>
    </message>
    <message>
        <source>Streaming</source>
        <translation>Streaming</translation>
    </message>
    <message>
        <source>Structure followed</source>
        <translation>Aufbau eingehalten</translation>
    </message>
    <message>
        <source>Structured answers</source>
        <translation>Strukturierte Antworten</translation>
    </message>
    <message>
        <source>Study: texts judged with your own form</source>
        <translation>Studie: Texte mit einem eigenen Formular beurteilen</translation>
    </message>
    <message>
        <source>Style</source>
        <translation>Ausdruck</translation>
    </message>
    <message>
        <source>Stylistic</source>
        <translation>Stil</translation>
    </message>
    <message>
        <source>Sub-field</source>
        <translation>Teilgebiet</translation>
    </message>
    <message>
        <source>Submissions become items when you accept them.</source>
        <translation>Einreichungen werden zu Aufgaben, wenn Sie sie annehmen.</translation>
    </message>
    <message>
        <source>Subsets skipped because they are larger than the {count} training records: {too_large}.</source>
        <translation>Teilmengen, die ausgelassen wurden, weil sie größer sind als die {count} Trainingssätze: {too_large}.</translation>
    </message>
    <message>
        <source>Suggest trusted domains for tasks</source>
        <translation>Vertrauenswürdige Domains für Schreibaufgaben vorschlagen</translation>
    </message>
    <message>
        <source>Task adherence</source>
        <translation>Treue zur Aufgabe</translation>
    </message>
    <message>
        <source>Task type</source>
        <translation>Aufgabentyp</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Schreibaufgaben</translation>
    </message>
    <message>
        <source>Tasks by field</source>
        <translation>Schreibaufgaben nach Fach</translation>
    </message>
    <message>
        <source>Tasks described</source>
        <translation>Beschriebene Schreibaufgaben</translation>
    </message>
    <message>
        <source>Tasks not seen</source>
        <translation>Unbekannte Schreibaufgaben</translation>
    </message>
    <message>
        <source>Tasks seen</source>
        <translation>Bekannte Schreibaufgaben</translation>
    </message>
    <message>
        <source>Tasks that people described</source>
        <translation>Von Personen beschriebene Schreibaufgaben</translation>
    </message>
    <message>
        <source>Tasks validated</source>
        <translation>Beurteilte Schreibaufgaben</translation>
    </message>
    <message>
        <source>Tasks with this many input sections</source>
        <translation>Schreibaufgaben mit so vielen Abschnitten der Eingabe</translation>
    </message>
    <message>
        <source>Tasks with this many output sections</source>
        <translation>Schreibaufgaben mit so vielen Abschnitten des Ergebnisses</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Templates: {names}.</source>
        <translation>Vorlagen: {names}.</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>Test the connection to see the models it has (or: proofdesk connections test {name}).</source>
        <translation>Prüfen Sie die Verbindung, um ihre Modelle zu sehen (oder: proofdesk connections test {name}).</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Text {number}</source>
        <translation>Text {number}</translation>
    </message>
    <message>
        <source>Texts</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>Texts by models</source>
        <translation>Texte von Modellen</translation>
    </message>
    <message>
        <source>Texts to rate</source>
        <translation>Zu bewertende Texte</translation>
    </message>
    <message>
        <source>Texts: guidelines, {known}.</source>
        <translation>Texte: guidelines, {known}.</translation>
    </message>
    <message>
        <source>Thank you!</source>
        <translation>Vielen Dank!</translation>
    </message>
    <message>
        <source>The ID belongs to another row. Give this row its own ID.</source>
        <translation>Die Kennung gehört zu einer anderen Zeile. Geben Sie dieser Zeile eine eigene Kennung.</translation>
    </message>
    <message>
        <source>The current answers are now shown. Decide again.</source>
        <translation>Jetzt werden die aktuellen Antworten angezeigt. Entscheiden Sie noch einmal.</translation>
    </message>
    <message>
        <source>The file was changed or truncated in transfer. Ask the sender for it again.</source>
        <translation>Die Datei wurde bei der Übertragung verändert oder abgeschnitten. Lassen Sie sie sich noch einmal schicken.</translation>
    </message>
    <message>
        <source>The folder is on a network drive ({value}), where locks and synchronous writes cannot be relied on: {advice}.</source>
        <translation>Der Ordner liegt auf einem Netzlaufwerk ({value}), wo auf Sperren und sicheres Schreiben kein Verlass ist: {advice}.</translation>
    </message>
    <message>
        <source>The folder seems to be synchronised by {name}, which may replace files while they are in use: {advice}.</source>
        <translation>Der Ordner wird anscheinend von {name} synchronisiert; dabei können Dateien ersetzt werden, während sie in Gebrauch sind: {advice}.</translation>
    </message>
    <message>
        <source>The key identifies the form in all projects. To number changes, use “version”.</source>
        <translation>Der Wert bezeichnet das Formular in allen Projekten. Nummerieren Sie Änderungen mit „version“.</translation>
    </message>
    <message>
        <source>The key of {people} is not confirmed</source>
        <translation>Der Schlüssel von {people} ist nicht bestätigt</translation>
    </message>
    <message>
        <source>The keys of {count} people are not confirmed</source>
        <translation>Die Schlüssel von {count} Personen sind nicht bestätigt</translation>
    </message>
    <message>
        <source>The median active time per answer was {time}.</source>
        <translation>Die mittlere Bearbeitungszeit je Antwort (Median) betrug {time}.</translation>
    </message>
    <message>
        <source>The metrics: {names}.</source>
        <translation>Die Metriken: {names}.</translation>
    </message>
    <message>
        <source>The model’s point {number}</source>
        <translation>Punkt {number} des Modells</translation>
    </message>
    <message>
        <source>The model’s points</source>
        <translation>Punkte des Modells</translation>
    </message>
    <message>
        <source>The probability of “yes” alone</source>
        <translation>Nur die Wahrscheinlichkeit von „yes“</translation>
    </message>
    <message>
        <source>The project does not ask for consent</source>
        <translation>Das Projekt fragt nicht nach einer Einwilligung</translation>
    </message>
    <message>
        <source>The project lead adjudicated {items}; elsewhere the most frequent answer is final, and a tie has no final answer.</source>
        <translation>Die Projektleitung entschied über die Antworten zu {items}; sonst gilt die häufigste Antwort, und bei Gleichstand keine.</translation>
    </message>
    <message>
        <source>The protocols of this project have no settings. Move it elsewhere.</source>
        <translation>Die Protokolle dieses Projekts haben keine Einstellungen. Verschieben Sie die Datei.</translation>
    </message>
    <message>
        <source>The public key starts with “age1”. Keep the secret one to yourself.</source>
        <translation>Der öffentliche Schlüssel beginnt mit „age1“. Behalten Sie den geheimen für sich.</translation>
    </message>
    <message>
        <source>The second response is the one revised in a round; the first is the initial one.</source>
        <translation>Die zweite Antwort ist die in einem Durchgang überarbeitete, die erste die ursprüngliche.</translation>
    </message>
    <message>
        <source>The share of annotations made by people who answered.</source>
        <translation>Der Anteil der Annotationen von Personen, die geantwortet haben.</translation>
    </message>
    <message>
        <source>The table averages the means of the items, with standard errors. For Yes/No, the mean is the share of Yes; for an option, the share of annotators who chose it.</source>
        <translation>Mittel der Mittelwerte je Aufgabe, mit Standardfehlern. Bei Ja/Nein ist das Mittel der Anteil von Ja, bei einer Möglichkeit der Anteil derer, die sie gewählt haben.</translation>
    </message>
    <message>
        <source>The text is read from the fields {text_fields}.</source>
        <translation>Der Text wird in diesen Feldern gesucht: {text_fields}.</translation>
    </message>
    <message>
        <source>Their fields of expertise were: {fields}.</source>
        <translation>Ihre Fachgebiete waren: {fields}.</translation>
    </message>
    <message>
        <source>Their results cannot be merged until you enter it.</source>
        <translation>Vorher lassen sich die Ergebnisse nicht zusammenführen.</translation>
    </message>
    <message>
        <source>There are no final answers: no question with codes was answered.</source>
        <translation>Es gibt keine endgültigen Antworten: Keine Frage mit Antwortmöglichkeiten wurde beantwortet.</translation>
    </message>
    <message>
        <source>There is not enough data to say how well annotators agree.</source>
        <translation>Es gibt zu wenige Daten, um die Übereinstimmung der Annotierenden zu beurteilen.</translation>
    </message>
    <message>
        <source>There is nothing to answer.</source>
        <translation>Es gibt nichts zu beantworten.</translation>
    </message>
    <message>
        <source>There is nothing to assign at this stage yet.</source>
        <translation>In dieser Runde gibt es noch nichts zuzuweisen.</translation>
    </message>
    <message>
        <source>There is nothing to report yet.</source>
        <translation>Noch ist nichts zu berichten.</translation>
    </message>
    <message>
        <source>They count as soon as the missing results are merged.</source>
        <translation>Sie zählen, sobald die fehlenden Ergebnisse zusammengeführt sind.</translation>
    </message>
    <message>
        <source>They did not agree to the current text</source>
        <translation>Sie haben dem aktuellen Text nicht zugestimmt</translation>
    </message>
    <message>
        <source>They did not see which model had written a text.</source>
        <translation>Welches Modell einen Text geschrieben hatte, sahen sie nicht.</translation>
    </message>
    <message>
        <source>They followed written guidelines.</source>
        <translation>Sie arbeiteten nach einem schriftlichen Leitfaden.</translation>
    </message>
    <message>
        <source>They show how long each person worked</source>
        <translation>Sie verraten, wie lange jede Person gearbeitet hat</translation>
    </message>
    <message>
        <source>This is a rule of the project: see papers_rule in settings/kiwi.yaml.</source>
        <translation>Das ist eine Regel des Projekts: siehe papers_rule in settings/kiwi.yaml.</translation>
    </message>
    <message>
        <source>This was not written by Proofdesk. Restore a backup of your own.</source>
        <translation>Das wurde nicht von Proofdesk geschrieben. Stellen Sie eine eigene Sicherung wieder her.</translation>
    </message>
    <message>
        <source>Those who have: {names}.</source>
        <translation>Welche geschrieben haben: {names}.</translation>
    </message>
    <message>
        <source>Tie</source>
        <translation>Unentschieden</translation>
    </message>
    <message>
        <source>Ties by people</source>
        <translation>Gleichstand bei Menschen</translation>
    </message>
    <message>
        <source>Ties by the method</source>
        <translation>Gleichstand beim Verfahren</translation>
    </message>
    <message>
        <source>Time required</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>To accept them, use the button for unassigned answers on the Merge page, or “proofdesk accept DIR”</source>
        <translation>Annehmen können Sie sie mit der Schaltfläche für nicht zugewiesene Antworten auf der Seite „Zusammenführen“ oder mit „proofdesk accept DIR“</translation>
    </message>
    <message>
        <source>To apply the split, import the file with --what splits.</source>
        <translation>Um die Aufteilung anzuwenden, importieren Sie die Datei mit --what splits.</translation>
    </message>
    <message>
        <source>To change them, select the person on the page People (or: proofdesk import DIR FILE --what people --update).</source>
        <translation>Um sie zu ändern, wählen Sie die Person auf der Seite „Personen“ aus (oder: proofdesk import DIR FILE --what people --update).</translation>
    </message>
    <message>
        <source>To exclude a person&apos;s work, undo the merge that added it.</source>
        <translation>Um die Arbeit einer Person auszuschließen, machen Sie die Zusammenführung rückgängig, mit der sie hinzukam.</translation>
    </message>
    <message>
        <source>To have people compare the pairs, import the file with --what label_pairs.</source>
        <translation>Damit Personen die Paare vergleichen können, importieren Sie die Datei mit --what label_pairs.</translation>
    </message>
    <message>
        <source>To have people compare them: import the file with --what pairs.</source>
        <translation>Damit Personen sie vergleichen können, importieren Sie die Datei mit --what pairs.</translation>
    </message>
    <message>
        <source>To import items, leave out “--what people”. Nothing was changed.</source>
        <translation>Um Aufgaben zu importieren, lassen Sie „--what people“ weg. Es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>To import these files again, use --format {format}.</source>
        <translation>Um diese Dateien wieder zu importieren, verwenden Sie --format {format}.</translation>
    </message>
    <message>
        <source>To leave items out, select them and choose Exclude; answers are kept.</source>
        <translation>Um Aufgaben wegzulassen, wählen Sie sie aus und klicken Sie dann auf „Ausschließen“; Antworten bleiben erhalten.</translation>
    </message>
    <message>
        <source>To merge another bundle of this project, open this workspace first (or: proofdesk merge DIR BUNDLE). To start again, choose a new folder. Nothing was changed.</source>
        <translation>Um ein weiteres Paket dieses Projekts zu übernehmen, öffnen Sie zuerst diesen Arbeitsbereich (oder: proofdesk merge DIR BUNDLE). Um neu zu beginnen, wählen Sie einen neuen Ordner. Es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>To merge it, open the project first (or: proofdesk merge DIR BUNDLE).</source>
        <translation>Um es zusammenzuführen, öffnen Sie zuerst das Projekt (oder: proofdesk merge DIR BUNDLE).</translation>
    </message>
    <message>
        <source>To remove these questions, use: proofdesk import DIR --what {what} --none</source>
        <translation>Um diese Fragen zu entfernen: proofdesk import DIR --what {what} --none</translation>
    </message>
    <message>
        <source>To some extent</source>
        <translation>Teilweise</translation>
    </message>
    <message>
        <source>To take them away, select the items, choose Release and update the bundles.</source>
        <translation>Um sie zurückzunehmen, wählen Sie die Aufgaben aus und klicken Sie auf „Zuweisung aufheben“. Aktualisieren Sie danach die Pakete.</translation>
    </message>
    <message>
        <source>To use it again, import it again.</source>
        <translation>Um sie wieder zu verwenden, importieren Sie sie erneut.</translation>
    </message>
    <message>
        <source>To withdraw these as well, remove the person on the page People (or: proofdesk people DIR remove ID --with-assignments).</source>
        <translation>Um auch diese zurückzuziehen, entfernen Sie die Person auf der Seite Personen (oder: proofdesk people DIR remove ID --with-assignments).</translation>
    </message>
    <message>
        <source>Topic</source>
        <translation>Thema</translation>
    </message>
    <message>
        <source>Topics</source>
        <translation>Themen</translation>
    </message>
    <message>
        <source>Topics that people prefer</source>
        <translation>Themen, die Personen bevorzugen</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>Trusted domains for tasks</source>
        <translation>Vertrauenswürdige Domains</translation>
    </message>
    <message>
        <source>Try again later. If it still fails, ask the server&apos;s administrator.</source>
        <translation>Versuchen Sie es später noch einmal. Wenn es wieder scheitert, fragen Sie die Administration des Servers.</translation>
    </message>
    <message>
        <source>Try again then. Answers are cached, so no request is sent twice.</source>
        <translation>Versuchen Sie es dann noch einmal. Antworten werden zwischengespeichert; keine Anfrage wird doppelt gestellt.</translation>
    </message>
    <message>
        <source>Try again, or reword the instruction.</source>
        <translation>Versuchen Sie es noch einmal, oder formulieren Sie die Anweisung anders.</translation>
    </message>
    <message>
        <source>Try again, or reword the prompt.</source>
        <translation>Versuchen Sie es noch einmal, oder formulieren Sie den Prompt um.</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>Durchgang</translation>
    </message>
    <message>
        <source>Turn {number}</source>
        <translation>Durchgang {number}</translation>
    </message>
    <message>
        <source>Turns</source>
        <translation>Durchgänge</translation>
    </message>
    <message>
        <source>Turns come from sessions: have sessions annotated, or import some.</source>
        <translation>Durchgänge stammen aus Sitzungen: Lassen Sie Sitzungen annotieren, oder importieren Sie welche.</translation>
    </message>
    <message>
        <source>Turns come with sessions: annotate some first.</source>
        <translation>Durchgänge stammen aus Sitzungen: Annotieren Sie zuerst welche.</translation>
    </message>
    <message>
        <source>Turns labelled</source>
        <translation>Eingeordnete Durchgänge</translation>
    </message>
    <message>
        <source>Turns per session</source>
        <translation>Durchgänge je Sitzung</translation>
    </message>
    <message>
        <source>Two leads created different versions of the form, and the conflict is not resolved. Each answer is read with its own version.</source>
        <translation>Zwei Personen der Projektleitung haben verschiedene Fassungen des Formulars angelegt, und der Konflikt ist nicht gelöst. Jede Antwort wird nach ihrer eigenen Fassung gelesen.</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Type, kind or model</source>
        <translation>Typ, Art oder Modell</translation>
    </message>
    <message>
        <source>Types of edits</source>
        <translation>Arten von Änderungen</translation>
    </message>
    <message>
        <source>Types of errors</source>
        <translation>Fehlerarten</translation>
    </message>
    <message>
        <source>Types of instructions</source>
        <translation>Anweisungstypen</translation>
    </message>
    <message>
        <source>Types with less than {value} % of the labelled turns are shown as “Other” in tables: {count}.</source>
        <translation>Typen mit weniger als {value} % der eingeordneten Durchgänge stehen in Tabellen unter „Andere“: {count}.</translation>
    </message>
    <message>
        <source>UNC path</source>
        <translation>UNC-Pfad</translation>
    </message>
    <message>
        <source>Unfinished turn</source>
        <translation>Unfertiger Durchgang</translation>
    </message>
    <message>
        <source>Unlikely</source>
        <translation>Unwahrscheinlich</translation>
    </message>
    <message>
        <source>Unrated turns, excluded from all figures about ratings: {unrated}.</source>
        <translation>Durchgänge ohne Bewertung, die in keinen Wert über Bewertungen eingehen: {unrated}.</translation>
    </message>
    <message>
        <source>Unrequested change</source>
        <translation>Unverlangte Änderung</translation>
    </message>
    <message>
        <source>Unsure</source>
        <translation>Unsicher</translation>
    </message>
    <message>
        <source>Up to 7 days</source>
        <translation>Bis 7 Tage</translation>
    </message>
    <message>
        <source>Update Proofdesk to open it.</source>
        <translation>Aktualisieren Sie Proofdesk, um ihn zu öffnen.</translation>
    </message>
    <message>
        <source>Update bundles…</source>
        <translation>Pakete aktualisieren…</translation>
    </message>
    <message>
        <source>Upper limit</source>
        <translation>Obergrenze</translation>
    </message>
    <message>
        <source>Use a comma, a semicolon, a tab or a vertical bar.</source>
        <translation>Verwenden Sie Komma, Semikolon, Tabulator oder senkrechten Strich.</translation>
    </message>
    <message>
        <source>Use a connection with an embedding model.</source>
        <translation>Verwenden Sie eine Verbindung mit einem Embedding-Modell.</translation>
    </message>
    <message>
        <source>Use a larger model, or a server that enforces structured output: test the connection to see.</source>
        <translation>Verwenden Sie ein größeres Modell oder einen Server, der strukturierte Ausgaben erzwingt: Der Test der Verbindung zeigt es.</translation>
    </message>
    <message>
        <source>Use a model with a longer context, or leave this item out.</source>
        <translation>Verwenden Sie ein Modell mit längerem Kontext, oder lassen Sie diese Aufgabe weg.</translation>
    </message>
    <message>
        <source>Use a project with the protocol dolomites.</source>
        <translation>Verwenden Sie ein Projekt mit dem Protokoll dolomites.</translation>
    </message>
    <message>
        <source>Use a short name that no metric has.</source>
        <translation>Nehmen Sie einen kurzen Namen, den keine Metrik hat.</translation>
    </message>
    <message>
        <source>Use all of them: --set split=all.</source>
        <translation>Verwenden Sie alle: --set split=all.</translation>
    </message>
    <message>
        <source>Use an https address.</source>
        <translation>Verwenden Sie eine Adresse, die mit https beginnt.</translation>
    </message>
    <message>
        <source>Use another model for this, or reword the prompt.</source>
        <translation>Verwenden Sie hierfür ein anderes Modell, oder formulieren Sie den Prompt um.</translation>
    </message>
    <message>
        <source>Use another server for this, or rate without probabilities.</source>
        <translation>Verwenden Sie dafür einen anderen Server, oder bewerten Sie ohne Wahrscheinlichkeiten.</translation>
    </message>
    <message>
        <source>Use each column name only once.</source>
        <translation>Verwenden Sie jeden Spaltennamen nur einmal.</translation>
    </message>
    <message>
        <source>Use either --release or --to.</source>
        <translation>Verwenden Sie entweder --release oder --to.</translation>
    </message>
    <message>
        <source>Use fields such as id, model or source.</source>
        <translation>Verwenden Sie Felder wie id, model oder source.</translation>
    </message>
    <message>
        <source>Use letters, digits, spaces and . , + ( ) - _ in names, and no links.</source>
        <translation>Verwenden Sie in Namen Buchstaben, Ziffern, Leerzeichen und . , + ( ) - _ und keine Links.</translation>
    </message>
    <message>
        <source>Use one of --folder, --endpoint, --connection and --provider.</source>
        <translation>Verwenden Sie eine der Optionen --folder, --endpoint, --connection und --provider.</translation>
    </message>
    <message>
        <source>Use one of --map and --ignore.</source>
        <translation>Verwenden Sie entweder --map oder --ignore.</translation>
    </message>
    <message>
        <source>Use run DIR critique --set of=diagnostics, then run DIR revise --set of=diagnostics.</source>
        <translation>Verwenden Sie run DIR critique --set of=diagnostics und danach run DIR revise --set of=diagnostics.</translation>
    </message>
    <message>
        <source>Use the command line: proofdesk annotate DIR --from FILE.</source>
        <translation>Verwenden Sie die Befehlszeile: proofdesk annotate DIR --from FILE.</translation>
    </message>
    <message>
        <source>Use the project&apos;s own workspace.</source>
        <translation>Verwenden Sie den Arbeitsbereich des Projekts.</translation>
    </message>
    <message>
        <source>Use this project&apos;s key file, or the backup that contains it.</source>
        <translation>Verwenden Sie die Schlüsseldatei dieses Projekts oder die Sicherung, die sie enthält.</translation>
    </message>
    <message>
        <source>Usefulness of a first draft</source>
        <translation>Nutzen eines ersten Entwurfs</translation>
    </message>
    <message>
        <source>Using an inbox</source>
        <translation>Einen Eingangsordner verwenden</translation>
    </message>
    <message>
        <source>Valid names: {known}. Rename the file, or move it elsewhere.</source>
        <translation>Gültige Namen: {known}. Benennen Sie die Datei um, oder verschieben Sie sie.</translation>
    </message>
    <message>
        <source>Validate a task</source>
        <translation>Eine Schreibaufgabe beurteilen</translation>
    </message>
    <message>
        <source>Validations of tasks</source>
        <translation>Beurteilungen von Schreibaufgaben</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Values of merged cells repeated in the rows below: {count}.</source>
        <translation>In den Zeilen darunter wiederholte Werte verbundener Zellen: {count}.</translation>
    </message>
    <message>
        <source>Values of other metrics</source>
        <translation>Werte anderer Metriken</translation>
    </message>
    <message>
        <source>Variant {number}</source>
        <translation>Variante {number}</translation>
    </message>
    <message>
        <source>Variant {number}: critique points</source>
        <translation>Variante {number}: Kritikpunkte</translation>
    </message>
    <message>
        <source>Variants per example</source>
        <translation>Varianten je Beispiel</translation>
    </message>
    <message>
        <source>Verbose</source>
        <translation>Weitschweifig</translation>
    </message>
    <message>
        <source>Verdicts of judges</source>
        <translation>Urteile von Bewertungsmodellen</translation>
    </message>
    <message>
        <source>Version of the form</source>
        <translation>Version des Formulars</translation>
    </message>
    <message>
        <source>Very likely</source>
        <translation>Sehr wahrscheinlich</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansehen</translation>
    </message>
    <message>
        <source>Visual Arts</source>
        <translation>Bildende Kunst</translation>
    </message>
    <message>
        <source>Vote</source>
        <translation>Stimme</translation>
    </message>
    <message>
        <source>Voters</source>
        <translation>Abstimmende</translation>
    </message>
    <message>
        <source>Votes on instructions</source>
        <translation>Stimmen zu Anweisungen</translation>
    </message>
    <message>
        <source>Votes on pairs</source>
        <translation>Abstimmungen über Paare</translation>
    </message>
    <message>
        <source>We collected {answers} on {items} from {people}.</source>
        <translation>Wir haben {answers} zu {items} von {people} erhoben.</translation>
    </message>
    <message>
        <source>Weighted ratings</source>
        <translation>Gewichtete Bewertungen</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>When you have answered them, choose “Send results…” in Proofdesk and send me the file. You can also send what you have so far: nothing is lost.</source>
        <translation>Wenn alles beantwortet ist, wählen Sie in Proofdesk „Ergebnisse senden…“ und schicken Sie mir die Datei. Sie können auch senden, was schon fertig ist: Nichts geht verloren.</translation>
    </message>
    <message>
        <source>Whether the output follows from the reference</source>
        <translation>Ob das Ergebnis aus der Referenz folgt</translation>
    </message>
    <message>
        <source>Whether the reference follows from the output</source>
        <translation>Ob die Referenz aus dem Ergebnis folgt</translation>
    </message>
    <message>
        <source>Which methods agree better with people?</source>
        <translation>Welche Verfahren stimmen besser mit Menschen überein?</translation>
    </message>
    <message>
        <source>Which models write the best instructions?</source>
        <translation>Welche Modelle schreiben die besten Anweisungen?</translation>
    </message>
    <message>
        <source>Who answered the questionnaire?</source>
        <translation>Wer hat den Fragebogen beantwortet?</translation>
    </message>
    <message>
        <source>Why comparisons were lost</source>
        <translation>Warum Vergleiche verloren gingen</translation>
    </message>
    <message>
        <source>Why undefined</source>
        <translation>Warum undefiniert</translation>
    </message>
    <message>
        <source>Win</source>
        <translation>Gewonnen</translation>
    </message>
    <message>
        <source>Win rate</source>
        <translation>Gewinnrate</translation>
    </message>
    <message>
        <source>Win rate by category of the prompt</source>
        <translation>Gewinnrate nach Kategorie der Eingabe</translation>
    </message>
    <message>
        <source>Win rate by round of revision</source>
        <translation>Gewinnrate nach Durchgang der Überarbeitung</translation>
    </message>
    <message>
        <source>Win rate of the output shown first</source>
        <translation>Gewinnrate des zuerst angezeigten Ergebnisses</translation>
    </message>
    <message>
        <source>Win rate of the second</source>
        <translation>Gewinnrate der zweiten</translation>
    </message>
    <message>
        <source>Win rate, judges</source>
        <translation>Gewinnrate, Bewertungsmodelle</translation>
    </message>
    <message>
        <source>Win rate, people</source>
        <translation>Gewinnrate, Personen</translation>
    </message>
    <message>
        <source>Win rates against the base model</source>
        <translation>Gewinnraten gegen das Basismodell</translation>
    </message>
    <message>
        <source>Win rates by judges</source>
        <translation>Gewinnraten laut Bewertungsmodellen</translation>
    </message>
    <message>
        <source>Win rates by length, and by scores</source>
        <translation>Gewinnraten nach Länge und nach Bewertungen</translation>
    </message>
    <message>
        <source>Win rates by people</source>
        <translation>Gewinnraten laut Personen</translation>
    </message>
    <message>
        <source>Win rates by split</source>
        <translation>Gewinnraten nach Aufteilung</translation>
    </message>
    <message>
        <source>Winners are the best answers of a group, several if tied.</source>
        <translation>Sieger sind die besten Antworten einer Gruppe, bei Gleichstand mehrere.</translation>
    </message>
    <message>
        <source>With the same verdict</source>
        <translation>Mit gleichem Urteil</translation>
    </message>
    <message>
        <source>With this seed, {part} is in the validation set. Use another seed or share.</source>
        <translation>Mit diesem Startwert liegt {part} in den Validierungsdaten. Verwenden Sie einen anderen Startwert oder Anteil.</translation>
    </message>
    <message>
        <source>With ties</source>
        <translation>Mit Unentschieden</translation>
    </message>
    <message>
        <source>Within each document and instruction, 1 is best; ties are broken at random. “Single ratings” ranks models by the mean of all their single ratings. “Each rater’s own” ranks the answers by one rater’s ratings, if that rater rated the whole group.</source>
        <translation>Je Dokument und Anweisung ist 1 das Beste; bei Gleichstand entscheidet das Los. „Einzelne Urteile“ ordnet die Modelle nach dem Mittel aller einzelnen Urteile. „Je Person einzeln“ ordnet die Antworten nach den Urteilen einer Person, sofern sie die ganze Gruppe beurteilt hat.</translation>
    </message>
    <message>
        <source>Without one, nobody may use the data</source>
        <translation>Ohne Lizenz darf niemand die Daten verwenden</translation>
    </message>
    <message>
        <source>Without sections</source>
        <translation>Ohne Abschnitte</translation>
    </message>
    <message>
        <source>Without ties</source>
        <translation>Ohne Unentschieden</translation>
    </message>
    <message>
        <source>Without {person}, α of “{question}” rises from {alpha} to {value}.</source>
        <translation>Ohne {person} steigt α von „{question}“ von {alpha} auf {value}.</translation>
    </message>
    <message>
        <source>Word-level edit distance</source>
        <translation>Änderungsabstand in Wörtern</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>Words after</source>
        <translation>Wörter nachher</translation>
    </message>
    <message>
        <source>Words are separated by white space. The edit distance is the smallest number of words to insert, delete or replace.</source>
        <translation>Wörter sind durch Leerraum getrennt. Der Änderungsabstand ist die kleinste Zahl von Wörtern, die einzufügen, zu löschen oder zu ersetzen sind.</translation>
    </message>
    <message>
        <source>Words are separated by white space; section titles count. The edit distance is the smallest number of words to insert, delete or replace in the whole example.</source>
        <translation>Wörter sind durch Leerraum getrennt; Titel von Abschnitten zählen mit. Der Änderungsabstand ist die kleinste Zahl von Wörtern, die im ganzen Beispiel einzufügen, zu löschen oder zu ersetzen sind.</translation>
    </message>
    <message>
        <source>Words before</source>
        <translation>Wörter vorher</translation>
    </message>
    <message>
        <source>Words inserted, deleted or replaced</source>
        <translation>Eingefügte, gelöschte oder ersetzte Wörter</translation>
    </message>
    <message>
        <source>Words of the edited output</source>
        <translation>Wörter des bearbeiteten Ergebnisses</translation>
    </message>
    <message>
        <source>Words of the instruction</source>
        <translation>Wörter der Anweisung</translation>
    </message>
    <message>
        <source>Words of the reference</source>
        <translation>Wörter der Referenz</translation>
    </message>
    <message>
        <source>Workforce impact</source>
        <translation>Folgen für Beschäftigte</translation>
    </message>
    <message>
        <source>Write a quote inside a quoted cell twice, and close the cell with one.</source>
        <translation>Verdoppeln Sie Anführungszeichen innerhalb einer Zelle in Anführungszeichen, und schließen Sie die Zelle mit einem.</translation>
    </message>
    <message>
        <source>Write another batch file: it contains the request again.</source>
        <translation>Schreiben Sie eine weitere Batch-Datei: Sie enthält die Anfrage erneut.</translation>
    </message>
    <message>
        <source>Write bundles</source>
        <translation>Pakete schreiben</translation>
    </message>
    <message>
        <source>Write drafts for</source>
        <translation>Entwürfe schreiben für</translation>
    </message>
    <message>
        <source>Write examples of tasks</source>
        <translation>Beispiele zu Schreibaufgaben schreiben</translation>
    </message>
    <message>
        <source>Write field=value, joined by commas.</source>
        <translation>Schreiben Sie Feld=Wert, durch Kommas getrennt.</translation>
    </message>
    <message>
        <source>Write first answers</source>
        <translation>Erste Antworten schreiben</translation>
    </message>
    <message>
        <source>Write one first on the page Bundles (or: proofdesk pack DIR --for ID -o FILE).</source>
        <translation>Schreiben Sie zuerst eines auf der Seite Pakete (oder: proofdesk pack DIR --for ID -o FILE).</translation>
    </message>
    <message>
        <source>Write outputs for examples</source>
        <translation>Ergebnisse zu Beispielen schreiben</translation>
    </message>
    <message>
        <source>Write reference answers</source>
        <translation>Referenzantworten schreiben</translation>
    </message>
    <message>
        <source>Write responses to prompts</source>
        <translation>Antworten auf Eingaben schreiben</translation>
    </message>
    <message>
        <source>Write search queries for tasks</source>
        <translation>Suchanfragen für Schreibaufgaben formulieren</translation>
    </message>
    <message>
        <source>Write several bundles, or use a passphrase.</source>
        <translation>Schreiben Sie mehrere Pakete oder verwenden Sie eine Passphrase.</translation>
    </message>
    <message>
        <source>Write “name: value”.</source>
        <translation>Schreiben Sie „Name: Wert“.</translation>
    </message>
    <message>
        <source>Write “name: value”. The settings: {names}.</source>
        <translation>Schreiben Sie „Name: Wert“. Die Einstellungen: {names}.</translation>
    </message>
    <message>
        <source>Writer of the instructions</source>
        <translation>Verfasser der Anweisungen</translation>
    </message>
    <message>
        <source>Writing notes</source>
        <translation>Notizen schreiben</translation>
    </message>
    <message>
        <source>XLSX, sheet “{sheet}”</source>
        <translation>XLSX, Blatt „{sheet}“</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
    <message>
        <source>Yes or No, with a reason</source>
        <translation>Ja oder Nein, mit Begründung</translation>
    </message>
    <message>
        <source>Yes/No equal</source>
        <translation>Ja/Nein gleich</translation>
    </message>
    <message>
        <source>Yes/No questions have the area under the ROC curve (1: the method ranks every Yes above every No), other questions the distance of the values from people’s means (0: the same order, or on one line). With 95 % intervals from resamples of groups.</source>
        <translation>Ja/Nein-Fragen haben die Fläche unter der ROC-Kurve (1: die Methode ordnet jedes Ja über jedem Nein ein), andere Fragen den Abstand der Werte von den Mittelwerten der Personen (0: gleiche Reihenfolge bzw. auf einer Geraden). Mit 95-%-Intervallen aus Ziehungen von Gruppen.</translation>
    </message>
    <message>
        <source>Yes/No α</source>
        <translation>Ja/Nein α</translation>
    </message>
    <message>
        <source>You can annotate without agreeing to anything.</source>
        <translation>Sie können ohne Zustimmung annotieren.</translation>
    </message>
    <message>
        <source>Your last results arrived on {day}.</source>
        <translation>Ihre letzten Ergebnisse kamen am {day} an.</translation>
    </message>
    <message>
        <source>Your only item in “{project}” is still open.</source>
        <translation>Ihre einzige Aufgabe in „{project}“ ist noch offen.</translation>
    </message>
    <message>
        <source>Your text is kept. The reason is below the instruction.</source>
        <translation>Ihr Text bleibt erhalten. Der Grund steht unter der Anweisung.</translation>
    </message>
    <message>
        <source>a backup file contains at most {most} project files, and there are {files}</source>
        <translation>eine Sicherungsdatei enthält höchstens {most} Projektdateien, vorhanden sind {files}</translation>
    </message>
    <message>
        <source>a backup&apos;s reason is one word of lower-case letters</source>
        <translation>der Anlass einer Sicherung ist ein Wort aus Kleinbuchstaben</translation>
    </message>
    <message>
        <source>a better and a worse answer to the same instruction</source>
        <translation>eine bessere und eine schlechtere Antwort auf dieselbe Anweisung</translation>
    </message>
    <message>
        <source>a bundle can be encrypted to at most {max_recipients} recipients</source>
        <translation>ein Paket lässt sich für höchstens {max_recipients} Empfänger verschlüsseln</translation>
    </message>
    <message>
        <source>a bundle of format {version}; this version reads formats up to {version2}</source>
        <translation>ein Paket im Format {version}; diese Version liest Formate bis {version2}</translation>
    </message>
    <message>
        <source>a cell contains an error, such as #N/A</source>
        <translation>eine Zelle enthält einen Fehler wie #NV</translation>
    </message>
    <message>
        <source>a cell has more than 16 million characters</source>
        <translation>eine Zelle hat mehr als 16 Millionen Zeichen</translation>
    </message>
    <message>
        <source>a change without any difference</source>
        <translation>eine Änderung ohne Unterschied</translation>
    </message>
    <message>
        <source>a column has no name</source>
        <translation>eine Spalte hat keinen Namen</translation>
    </message>
    <message>
        <source>a connection has no setting “{unknown}”</source>
        <translation>eine Verbindung hat keine Einstellung „{unknown}“</translation>
    </message>
    <message>
        <source>a copy of the control data is damaged</source>
        <translation>eine Kopie der Steuerdaten ist beschädigt</translation>
    </message>
    <message>
        <source>a different number changes which output is shown first</source>
        <translation>eine andere Zahl ändert, welches Ergebnis zuerst gezeigt wird</translation>
    </message>
    <message>
        <source>a different number selects different documents</source>
        <translation>eine andere Zahl wählt andere Dokumente aus</translation>
    </message>
    <message>
        <source>a discussion has two to nine models, not {count}</source>
        <translation>eine Diskussion hat zwei bis neun Modelle, nicht {count}</translation>
    </message>
    <message>
        <source>a document ID must be plain text without quotes</source>
        <translation>die Kennung eines Dokuments muss reiner Text ohne Anführungszeichen sein</translation>
    </message>
    <message>
        <source>a file with this name exists</source>
        <translation>es gibt schon eine Datei mit diesem Namen</translation>
    </message>
    <message>
        <source>a file with this name is in the way</source>
        <translation>eine Datei mit diesem Namen ist im Weg</translation>
    </message>
    <message>
        <source>a filter removed it: it mentions its source paper</source>
        <translation>ein Filter hat sie entfernt, weil sie ihren Ausgangsartikel erwähnt</translation>
    </message>
    <message>
        <source>a form that cannot be used ({value})</source>
        <translation>ein Formular, das sich nicht verwenden lässt ({value})</translation>
    </message>
    <message>
        <source>a form that {reason}</source>
        <translation>ein Formular: {reason}</translation>
    </message>
    <message>
        <source>a good answer cannot be edited: change the rating first</source>
        <translation>eine gute Antwort kann nicht bearbeitet werden: Ändern Sie zuerst die Bewertung</translation>
    </message>
    <message>
        <source>a key has 64 hexadecimal digits</source>
        <translation>ein Schlüssel hat 64 Hexadezimalziffern</translation>
    </message>
    <message>
        <source>a later record replaces the last decision</source>
        <translation>die letzte Entscheidung wurde inzwischen ersetzt</translation>
    </message>
    <message>
        <source>a lead excluded the item</source>
        <translation>die Aufgabe wurde von der Projektleitung ausgeschlossen</translation>
    </message>
    <message>
        <source>a line ends with a carriage return</source>
        <translation>eine Zeile endet mit einem Wagenrücklauf</translation>
    </message>
    <message>
        <source>a line longer than {line} bytes</source>
        <translation>eine Zeile ist länger als {line} Bytes</translation>
    </message>
    <message>
        <source>a list of 1 to {most} names of at most {longest} characters</source>
        <translation>eine Liste mit 1 bis {most} Namen aus höchstens {longest} Zeichen</translation>
    </message>
    <message>
        <source>a list of some of these words: {words}</source>
        <translation>eine Liste aus diesen Wörtern: {words}</translation>
    </message>
    <message>
        <source>a matrix raters × units is needed</source>
        <translation>es wird eine Matrix Beurteilende × Einheiten gebraucht</translation>
    </message>
    <message>
        <source>a message of the prompt is empty</source>
        <translation>eine Nachricht des Prompts ist leer</translation>
    </message>
    <message>
        <source>a model that returns fewer is asked once for more</source>
        <translation>ein Modell, das weniger nennt, wird einmal nach weiteren gefragt</translation>
    </message>
    <message>
        <source>a note has at most {longest} characters and no control characters</source>
        <translation>eine Notiz hat höchstens {longest} Zeichen und keine Steuerzeichen</translation>
    </message>
    <message>
        <source>a number from {least} to {most}</source>
        <translation>eine Zahl von {least} bis {most}</translation>
    </message>
    <message>
        <source>a number is not finite (NaN or infinity)</source>
        <translation>eine Zahl ist nicht endlich (NaN oder unendlich)</translation>
    </message>
    <message>
        <source>a number that is not finite</source>
        <translation>eine Zahl ist nicht endlich</translation>
    </message>
    <message>
        <source>a paper is listed twice</source>
        <translation>ein Artikel ist doppelt aufgeführt</translation>
    </message>
    <message>
        <source>a paragraph must be a string, or an object with a “text” field</source>
        <translation>ein Absatz muss eine Zeichenkette sein oder ein Objekt mit dem Feld „text“</translation>
    </message>
    <message>
        <source>a passage is paragraph {paragraph} of paper [{number}], which has {paragraphs} paragraphs, numbered from 0</source>
        <translation>eine Textstelle ist Absatz {paragraph} von Artikel [{number}], der aber nur {paragraphs} Absätze hat, ab 0 gezählt</translation>
    </message>
    <message>
        <source>a passage must have “paper” and “paragraph”, counted from 0</source>
        <translation>eine Textstelle braucht „paper“ und „paragraph“, ab 0 gezählt</translation>
    </message>
    <message>
        <source>a passage refers to paper [{number}], but the number of papers is {papers}</source>
        <translation>eine Textstelle verweist auf Artikel [{number}], aber die Anzahl der Artikel ist {papers}</translation>
    </message>
    <message>
        <source>a person rated their own session again</source>
        <translation>jemand hat die eigene Sitzung noch einmal bewertet</translation>
    </message>
    <message>
        <source>a placeholder that is not of the form {{name}}</source>
        <translation>ein Platzhalter, der nicht die Form {{name}} hat</translation>
    </message>
    <message>
        <source>a project has at most {most} views</source>
        <translation>ein Projekt hat höchstens {most} Ansichten</translation>
    </message>
    <message>
        <source>a project needs a protocol</source>
        <translation>ein Projekt braucht ein Protokoll</translation>
    </message>
    <message>
        <source>a project needs a title</source>
        <translation>ein Projekt braucht einen Titel</translation>
    </message>
    <message>
        <source>a question cannot depend on its own answer</source>
        <translation>eine Frage kann nicht von ihrer eigenen Antwort abhängen</translation>
    </message>
    <message>
        <source>a quoted cell begins here and is never closed</source>
        <translation>hier beginnt eine Zelle in Anführungszeichen, die nicht geschlossen wird</translation>
    </message>
    <message>
        <source>a quoted cell begins here, and text follows its closing quote</source>
        <translation>hier beginnt eine Zelle in Anführungszeichen, und auf ihr schließendes Anführungszeichen folgt Text</translation>
    </message>
    <message>
        <source>a rater rated one unit twice</source>
        <translation>eine Einheit wurde von derselben Person zweimal beurteilt</translation>
    </message>
    <message>
        <source>a reason is needed to exclude items</source>
        <translation>zum Ausschließen von Aufgaben ist ein Grund nötig</translation>
    </message>
    <message>
        <source>a record appears twice</source>
        <translation>ein Eintrag kommt zweimal vor</translation>
    </message>
    <message>
        <source>a record of kind {kind} has schema {schema}; this version knows {current}</source>
        <translation>ein Eintrag der Art {kind} hat das Schema {schema}; diese Version kennt {current}</translation>
    </message>
    <message>
        <source>a record that belongs in another entry</source>
        <translation>ein Eintrag, der in einen anderen Bestandteil gehört</translation>
    </message>
    <message>
        <source>a request to a model is pending</source>
        <translation>eine Anfrage an ein Modell läuft bereits</translation>
    </message>
    <message>
        <source>a secret key instead of a public one</source>
        <translation>ein geheimer Schlüssel statt eines öffentlichen</translation>
    </message>
    <message>
        <source>a secret key was given instead of a public one</source>
        <translation>statt eines öffentlichen Schlüssels wurde ein geheimer angegeben</translation>
    </message>
    <message>
        <source>a session ends as “ready” or “given_up”</source>
        <translation>eine Sitzung endet mit „ready“ oder „given_up“</translation>
    </message>
    <message>
        <source>a session has at most {most_turns} turns: others were dropped</source>
        <translation>eine Sitzung hat höchstens {most_turns} Durchgänge: Weitere wurden weggelassen</translation>
    </message>
    <message>
        <source>a spreadsheet or an archive, not a table of plain text</source>
        <translation>eine Datei einer Tabellenkalkulation oder ein Archiv, keine Tabelle aus reinem Text</translation>
    </message>
    <message>
        <source>a standard error needs at least three items</source>
        <translation>ein Standardfehler lässt sich erst aus drei Aufgaben berechnen</translation>
    </message>
    <message>
        <source>a standard error needs at least two clusters</source>
        <translation>ein Standardfehler lässt sich erst aus zwei Clustern berechnen</translation>
    </message>
    <message>
        <source>a standard error needs at least two values</source>
        <translation>ein Standardfehler lässt sich erst aus zwei Werten berechnen</translation>
    </message>
    <message>
        <source>a stored entry declares two different sizes</source>
        <translation>ein unkomprimierter Bestandteil nennt zwei verschiedene Größen</translation>
    </message>
    <message>
        <source>a system message must be the first message</source>
        <translation>eine system-Nachricht muss die erste Nachricht sein</translation>
    </message>
    <message>
        <source>a table name must be text</source>
        <translation>der Name einer Tabelle muss Text sein</translation>
    </message>
    <message>
        <source>a task already has the ID “{name}”</source>
        <translation>eine Schreibaufgabe hat schon die Kennung „{name}“</translation>
    </message>
    <message>
        <source>a task has at most {most_characters} characters</source>
        <translation>eine Schreibaufgabe hat höchstens {most_characters} Zeichen</translation>
    </message>
    <message>
        <source>a text has at most {longest_text} characters</source>
        <translation>ein Text hat höchstens {longest_text} Zeichen</translation>
    </message>
    <message>
        <source>a title has at most {longest_title} characters and no control characters</source>
        <translation>ein Titel hat höchstens {longest_title} Zeichen und keine Steuerzeichen</translation>
    </message>
    <message>
        <source>a title has more than {longest_title} characters</source>
        <translation>ein Titel hat mehr als {longest_title} Zeichen</translation>
    </message>
    <message>
        <source>a turn is in progress: finish it before submitting the session</source>
        <translation>ein Durchgang läuft noch: Beenden Sie ihn, bevor Sie die Sitzung abgeben</translation>
    </message>
    <message>
        <source>a turn of a test set has no prediction</source>
        <translation>einem Durchgang einer Testmenge fehlt die Vorhersage</translation>
    </message>
    <message>
        <source>a turn rated good has no error to label</source>
        <translation>ein gut bewerteter Durchgang hat keinen Fehler, der einzuordnen wäre</translation>
    </message>
    <message>
        <source>a unit without a value</source>
        <translation>eine Einheit ohne Wert</translation>
    </message>
    <message>
        <source>a view is already called “{name}”</source>
        <translation>eine Ansicht heißt bereits „{name}“</translation>
    </message>
    <message>
        <source>a view needs a name of at most {longest} characters</source>
        <translation>eine Ansicht braucht einen Namen mit höchstens {longest} Zeichen</translation>
    </message>
    <message>
        <source>a voter occurs twice</source>
        <translation>eine abstimmende Person kommt zweimal vor</translation>
    </message>
    <message>
        <source>a web page answered instead of “{name}”</source>
        <translation>statt „{name}“ hat eine Webseite geantwortet</translation>
    </message>
    <message>
        <source>a whole number beyond 64 bits: write it as text, in quotes</source>
        <translation>eine ganze Zahl jenseits von 64 Bit: Schreiben Sie sie als Text, in Anführungszeichen</translation>
    </message>
    <message>
        <source>a whole number from {least} to {most}</source>
        <translation>eine ganze Zahl von {least} bis {most}</translation>
    </message>
    <message>
        <source>a {type} question can only be tested with “answered”</source>
        <translation>eine Frage der Art {type} lässt sich nur mit „answered“ prüfen</translation>
    </message>
    <message>
        <source>a {type} question is compared with “{operators}”</source>
        <translation>eine Frage der Art {type} wird mit „{operators}“ verglichen</translation>
    </message>
    <message>
        <source>about items missing from this project (at most {_most} such records are kept); merge this file again when the items have arrived</source>
        <translation>zu Aufgaben, die in diesem Projekt fehlen (höchstens {_most} solche Einträge bleiben erhalten); übernehmen Sie diese Datei erneut, sobald die Aufgaben angekommen sind</translation>
    </message>
    <message>
        <source>acceptable</source>
        <translation>akzeptabel</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>übernommen</translation>
    </message>
    <message>
        <source>accepted without proof that its key belongs to “{sender}”: its records remain listed as such</source>
        <translation>angenommen ohne Nachweis, dass der Schlüssel „{sender}“ gehört: Die Einträge bleiben so gekennzeichnet</translation>
    </message>
    <message>
        <source>according to a model, the paragraph does not answer it</source>
        <translation>laut einem Modell beantwortet der Absatz die Frage nicht</translation>
    </message>
    <message>
        <source>according to a model, the paragraph only partly answers it</source>
        <translation>laut einem Modell beantwortet der Absatz die Frage nur zum Teil</translation>
    </message>
    <message>
        <source>add a point, or set “nothing_to_improve”</source>
        <translation>nennen Sie einen Punkt, oder setzen Sie „nothing_to_improve“</translation>
    </message>
    <message>
        <source>adjudication</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>aliases (“*name”) are not used in forms: write the value out</source>
        <translation>Verweise („*name“) gibt es in Formularen nicht: Schreiben Sie den Wert aus</translation>
    </message>
    <message>
        <source>all answers are the same, so there is nothing to compare with chance</source>
        <translation>alle Antworten sind gleich, es gibt also nichts mit dem Zufall zu vergleichen</translation>
    </message>
    <message>
        <source>all certificates are trusted: a third party could read the traffic</source>
        <translation>jedem Zertifikat wird vertraut: Dritte könnten mitlesen</translation>
    </message>
    <message>
        <source>all comparisons have the same difference in length: its effect cannot be separated from quality</source>
        <translation>alle Vergleiche haben denselben Längenunterschied: Seine Wirkung lässt sich nicht von der Qualität trennen</translation>
    </message>
    <message>
        <source>all entailment scores are outdated: score again (run DIR entail)</source>
        <translation>alle Folgerungswerte sind veraltet: Bewerten Sie neu (run DIR entail)</translation>
    </message>
    <message>
        <source>all labels are equal</source>
        <translation>alle Urteile sind gleich</translation>
    </message>
    <message>
        <source>all of its sections are empty</source>
        <translation>alle Abschnitte sind leer</translation>
    </message>
    <message>
        <source>all pairable ratings are equal (0/0)</source>
        <translation>alle vergleichbaren Urteile sind gleich (0/0)</translation>
    </message>
    <message>
        <source>all verdicts are the same: the regression gives no interval</source>
        <translation>alle Urteile sind gleich: Die Regression liefert kein Intervall</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>zugelassen</translation>
    </message>
    <message>
        <source>also create examples for tasks without documents</source>
        <translation>auch für Schreibaufgaben ohne Dokumente Beispiele erstellen</translation>
    </message>
    <message>
        <source>always the longer one</source>
        <translation>immer das längere</translation>
    </message>
    <message>
        <source>an edited answer cannot be rated good</source>
        <translation>eine bearbeitete Antwort kann nicht als gut bewertet werden</translation>
    </message>
    <message>
        <source>an empty line</source>
        <translation>eine leere Zeile</translation>
    </message>
    <message>
        <source>an encrypted file (age) in text format (armoured)</source>
        <translation>eine verschlüsselte Datei (age) im Textformat (armoured)</translation>
    </message>
    <message>
        <source>an encrypted file (age) of an unknown version</source>
        <translation>eine verschlüsselte Datei (age) unbekannter Version</translation>
    </message>
    <message>
        <source>an entry has a comment</source>
        <translation>ein Bestandteil enthält einen Kommentar</translation>
    </message>
    <message>
        <source>an entry has a timestamp other than the fixed one (1980-01-01)</source>
        <translation>ein Bestandteil hat nicht den vorgeschriebenen Zeitstempel</translation>
    </message>
    <message>
        <source>an entry has extra fields</source>
        <translation>ein Bestandteil hat zusätzliche Felder</translation>
    </message>
    <message>
        <source>an entry has file attributes</source>
        <translation>ein Bestandteil hat Dateiattribute</translation>
    </message>
    <message>
        <source>an entry has unknown flags ({flags})</source>
        <translation>ein Bestandteil hat unbekannte Kennzeichen ({flags})</translation>
    </message>
    <message>
        <source>an entry is a symbolic link</source>
        <translation>ein Bestandteil ist ein symbolischer Link</translation>
    </message>
    <message>
        <source>an entry is compressed with an unknown method ({method})</source>
        <translation>ein Bestandteil ist mit einem unbekannten Verfahren gepackt ({method})</translation>
    </message>
    <message>
        <source>an entry is not stored plainly</source>
        <translation>ein Bestandteil ist nicht in einfacher Form gespeichert</translation>
    </message>
    <message>
        <source>an entry overlaps the directory</source>
        <translation>ein Bestandteil überschneidet sich mit dem Verzeichnis</translation>
    </message>
    <message>
        <source>an entry uses ZIP encryption</source>
        <translation>ein Bestandteil verwendet ZIP-Verschlüsselung</translation>
    </message>
    <message>
        <source>an entry uses a data descriptor</source>
        <translation>ein Bestandteil verwendet einen Datendeskriptor</translation>
    </message>
    <message>
        <source>an entry was made for another system or version of ZIP</source>
        <translation>ein Bestandteil wurde für ein anderes System oder eine andere ZIP-Version erstellt</translation>
    </message>
    <message>
        <source>an entry with an unknown name ({name})</source>
        <translation>ein Bestandteil mit unbekanntem Namen ({name})</translation>
    </message>
    <message>
        <source>an entry&apos;s name extends beyond the directory</source>
        <translation>der Name eines Bestandteils reicht über das Verzeichnis hinaus</translation>
    </message>
    <message>
        <source>an instruction has at most {longest_instruction} characters</source>
        <translation>eine Anweisung hat höchstens {longest_instruction} Zeichen</translation>
    </message>
    <message>
        <source>an instruction is being written: clear it first</source>
        <translation>es wird gerade eine Anweisung geschrieben: Löschen Sie sie zuerst</translation>
    </message>
    <message>
        <source>an instruction must be of kind “info” or “style”</source>
        <translation>eine Anweisung muss von der Art „info“ oder „style“ sein</translation>
    </message>
    <message>
        <source>an integer beyond 64 bits</source>
        <translation>eine ganze Zahl jenseits von 64 Bit</translation>
    </message>
    <message>
        <source>an interval needs at least two groups</source>
        <translation>ein Intervall braucht mindestens zwei Gruppen</translation>
    </message>
    <message>
        <source>an interval needs at least two units</source>
        <translation>ein Intervall lässt sich erst aus zwei Einheiten berechnen</translation>
    </message>
    <message>
        <source>an old spreadsheet format, which cannot be read</source>
        <translation>ein altes Tabellenformat, das nicht gelesen werden kann</translation>
    </message>
    <message>
        <source>an overlap of {overlap} would assign nothing</source>
        <translation>eine Überlappung von {overlap} würde nichts zuweisen</translation>
    </message>
    <message>
        <source>an unfinished workspace without a project</source>
        <translation>ein unfertiger Arbeitsbereich ohne Projekt</translation>
    </message>
    <message>
        <source>anchors (“&amp;name”) are not used in forms</source>
        <translation>Anker („&amp;name“) gibt es in Formularen nicht</translation>
    </message>
    <message>
        <source>and {rest} more</source>
        <translation>und {rest} weitere</translation>
    </message>
    <message>
        <source>annotation</source>
        <translation>Annotation</translation>
    </message>
    <message>
        <source>annotations by “{person}” that are not attested: {count} ({items})</source>
        <translation>Annotationen von „{person}“ ohne Nachweis: {count} ({items})</translation>
    </message>
    <message>
        <source>annotations for a stage that does not exist in their protocol</source>
        <translation>Annotationen für eine Runde, die ihr Protokoll nicht hat</translation>
    </message>
    <message>
        <source>annotations that are attested by their author’s pinned key: {proved} of {total}</source>
        <translation>Annotationen, die mit dem bekannten Schlüssel der jeweiligen Person nachgewiesen sind: {proved} von {total}</translation>
    </message>
    <message>
        <source>another address</source>
        <translation>einer anderen Adresse</translation>
    </message>
    <message>
        <source>another file now has its name</source>
        <translation>eine andere Datei trägt jetzt ihren Namen</translation>
    </message>
    <message>
        <source>another window or program has this workspace open</source>
        <translation>ein anderes Fenster oder Programm hat diesen Arbeitsbereich geöffnet</translation>
    </message>
    <message>
        <source>answered with a redirect</source>
        <translation>antwortete mit einer Weiterleitung</translation>
    </message>
    <message>
        <source>answers are streamed</source>
        <translation>Antworten kommen Stück für Stück</translation>
    </message>
    <message>
        <source>answers arrive all at once at the end</source>
        <translation>Antworten kommen erst am Ende, alles auf einmal</translation>
    </message>
    <message>
        <source>answers by “{person}” to items not assigned to them: {count} ({named}). They are excluded from all figures until you accept them</source>
        <translation>Antworten von „{person}“ auf nicht zugewiesene Aufgaben: {count} ({named}). Sie fließen in keine Zahl ein, bis Sie sie annehmen</translation>
    </message>
    <message>
        <source>answers by “{person}” to items that are no longer assigned to them: {count} ({named}). They count, in addition to those of the people who have the items now</source>
        <translation>Antworten von „{person}“ auf Aufgaben, die der Person nicht mehr zugewiesen sind: {count} ({named}). Sie zählen zusätzlich zu denen der Personen, die die Aufgaben jetzt haben</translation>
    </message>
    <message>
        <source>answers of one group cannot be resampled by group</source>
        <translation>Antworten einer einzigen Gruppe lassen sich nicht gruppenweise ziehen</translation>
    </message>
    <message>
        <source>answers returned: {count}</source>
        <translation>zurückgegebene Antworten: {count}</translation>
    </message>
    <message>
        <source>answers that are not in normal form</source>
        <translation>Antworten, die nicht in ihrer Normalform sind</translation>
    </message>
    <message>
        <source>answers that were accepted under a new key: {count} ({names})</source>
        <translation>unter einem neuen Schlüssel angenommene Antworten: {count} ({names})</translation>
    </message>
    <message>
        <source>answers that were accepted unsigned: {count} ({names})</source>
        <translation>ohne Signatur angenommene Antworten: {count} ({names})</translation>
    </message>
    <message>
        <source>are missing</source>
        <translation>fehlen</translation>
    </message>
    <message>
        <source>ask the sender whether they recorded that much; if so, merge with --accept-large</source>
        <translation>fragen Sie die absendende Person, ob sie so viel erfasst hat; wenn ja, übernehmen Sie das Paket mit --accept-large</translation>
    </message>
    <message>
        <source>ask them for their fingerprint; if it is the same, merge with --confirm-key FINGERPRINT</source>
        <translation>fragen Sie die Person nach ihrem Fingerabdruck; wenn er übereinstimmt, übernehmen Sie das Paket mit --confirm-key FINGERPRINT</translation>
    </message>
    <message>
        <source>assignment</source>
        <translation>Zuweisung</translation>
    </message>
    <message>
        <source>assigns examples without a split at random</source>
        <translation>teilt Beispiele ohne Aufteilung zufällig zu</translation>
    </message>
    <message>
        <source>at most {max_nesting} levels can be written</source>
        <translation>höchstens {max_nesting} Ebenen lassen sich schreiben</translation>
    </message>
    <message>
        <source>attestations whose revisions are not sorted</source>
        <translation>Nachweise mit unsortierten Fassungen</translation>
    </message>
    <message>
        <source>attestations whose signature does not verify</source>
        <translation>Nachweise mit ungültiger Signatur</translation>
    </message>
    <message>
        <source>backed up</source>
        <translation>gesichert</translation>
    </message>
    <message>
        <source>background</source>
        <translation>Angaben zur Person</translation>
    </message>
    <message>
        <source>batch files always use cached answers</source>
        <translation>Batch-Dateien verwenden immer gespeicherte Antworten</translation>
    </message>
    <message>
        <source>before the first entry</source>
        <translation>vor dem ersten Bestandteil</translation>
    </message>
    <message>
        <source>belongs to another project (“{title}”)</source>
        <translation>gehört zu einem anderen Projekt („{title}“)</translation>
    </message>
    <message>
        <source>belongs to another project, job or connection</source>
        <translation>gehört zu einem anderen Projekt, Auftrag oder einer anderen Verbindung</translation>
    </message>
    <message>
        <source>between 1 and {most_hits} hits per query are possible</source>
        <translation>je Suchanfrage sind 1 bis {most_hits} Treffer möglich</translation>
    </message>
    <message>
        <source>between two entries</source>
        <translation>zwischen zwei Bestandteilen</translation>
    </message>
    <message>
        <source>both always gave the same answer, so there is nothing to compare with chance</source>
        <translation>beide haben immer dieselbe Antwort gegeben, es gibt also nichts mit dem Zufall zu vergleichen</translation>
    </message>
    <message>
        <source>both raters always gave the same value</source>
        <translation>beide gaben immer denselben Wert an</translation>
    </message>
    <message>
        <source>built in</source>
        <translation>eingebaut</translation>
    </message>
    <message>
        <source>by name or alias; empty: items of the answering model, and items without a model</source>
        <translation>nach Name oder Deckname; leer: Aufgaben des antwortenden Modells und solche ohne Modell</translation>
    </message>
    <message>
        <source>call records with an invalid key</source>
        <translation>Einträge von Modellaufrufen mit ungültiger Kennung</translation>
    </message>
    <message>
        <source>cancelled: the rest of the corpus was not read</source>
        <translation>abgebrochen: Der Rest des Korpus wurde nicht gelesen</translation>
    </message>
    <message>
        <source>cannot be imported ({error})</source>
        <translation>lässt sich nicht importieren ({error})</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>cannot be read ({error})</source>
        <translation>lässt sich nicht lesen ({error})</translation>
    </message>
    <message>
        <source>cannot be read as a file of certificates (PEM)</source>
        <translation>ist nicht als Zertifikatsdatei (PEM) lesbar</translation>
    </message>
    <message>
        <source>cannot be read: {error}</source>
        <translation>lässt sich nicht lesen: {error}</translation>
    </message>
    <message>
        <source>cannot be read: {reason}</source>
        <translation>lässt sich nicht lesen: {reason}</translation>
    </message>
    <message>
        <source>cannot be read: “{error}”</source>
        <translation>lässt sich nicht lesen: „{error}“</translation>
    </message>
    <message>
        <source>cells in this row: {count}; columns in the header: {count2}</source>
        <translation>Zellen in dieser Zeile: {count}; Spalten in der Kopfzeile: {count2}</translation>
    </message>
    <message>
        <source>changed by reviewers in different ways</source>
        <translation>bei der Prüfung unterschiedlich geändert</translation>
    </message>
    <message>
        <source>changed since allowed</source>
        <translation>seit der Erlaubnis geändert</translation>
    </message>
    <message>
        <source>chat records: prompt, initial response, critique, revision</source>
        <translation>Gespräche: Eingabe, ursprüngliche Antwort, Kritik, Überarbeitung</translation>
    </message>
    <message>
        <source>chat records: prompt, initial response, revision</source>
        <translation>Gespräche: Eingabe, ursprüngliche Antwort, Überarbeitung</translation>
    </message>
    <message>
        <source>chat records: prompt, revision</source>
        <translation>Gespräche: Eingabe, Überarbeitung</translation>
    </message>
    <message>
        <source>check that it answers the question and that the cited passages support it</source>
        <translation>prüfen Sie, ob sie die Frage beantwortet und ob die angegebenen Textstellen sie belegen</translation>
    </message>
    <message>
        <source>check that it can stand alone (is understandable without its paragraph), makes sense (an expert could ask it) and is not too narrow (no single sentence of a paper answers it)</source>
        <translation>prüfen Sie, ob sie für sich allein steht (ohne ihren Absatz verständlich ist), sinnvoll ist (jemand vom Fach könnte sie stellen) und nicht zu eng ist (ein Satz aus einem einzigen Artikel kann sie nicht beantworten)</translation>
    </message>
    <message>
        <source>choose exactly one place to search</source>
        <translation>wählen Sie genau einen Ort für die Suche</translation>
    </message>
    <message>
        <source>choose the kind of instruction</source>
        <translation>wählen Sie die Art der Anweisung</translation>
    </message>
    <message>
        <source>claims to be from “{sender}”, but was signed by “{person}”; ask both who sent it, and “{sender}” for a bundle signed with their own key</source>
        <translation>gibt an, von „{sender}“ zu stammen, ist aber von „{person}“ signiert; fragen Sie beide, wer es gesendet hat, und bitten Sie „{sender}“ um ein Paket mit eigener Signatur</translation>
    </message>
    <message>
        <source>claims to be from “{sender}”, whose key is not on this computer</source>
        <translation>gibt an, von „{sender}“ zu stammen, aber der Schlüssel dieser Person ist nicht auf diesem Rechner</translation>
    </message>
    <message>
        <source>clicking a button</source>
        <translation>das Klicken auf eine Schaltfläche</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>geschlossen</translation>
    </message>
    <message>
        <source>closing</source>
        <translation>das Schließen</translation>
    </message>
    <message>
        <source>codes of {level} options must increase or decrease from first to last</source>
        <translation>die Codes von Optionen mit Skalenniveau {level} müssen von der ersten bis zur letzten steigen oder fallen</translation>
    </message>
    <message>
        <source>column “{column}” is both mapped and ignored</source>
        <translation>die Spalte „{column}“ ist sowohl zugeordnet als auch ausgelassen</translation>
    </message>
    <message>
        <source>column “{twice}” occurs twice</source>
        <translation>Spalte „{twice}“ kommt zweimal vor</translation>
    </message>
    <message>
        <source>comma</source>
        <translation>Komma</translation>
    </message>
    <message>
        <source>compacted</source>
        <translation>verdichtet</translation>
    </message>
    <message>
        <source>compute each rating from the probabilities of the digits</source>
        <translation>jede Bewertung aus den Wahrscheinlichkeiten der Ziffern berechnen</translation>
    </message>
    <message>
        <source>connection “{name}”, {field}: {reason}</source>
        <translation>Verbindung „{name}“, {field}: {reason}</translation>
    </message>
    <message>
        <source>consent in another person&apos;s name</source>
        <translation>Einwilligung im Namen einer anderen Person</translation>
    </message>
    <message>
        <source>consent that was not sent by the person themselves</source>
        <translation>Einwilligungen, die die Person nicht selbst geschickt hat</translation>
    </message>
    <message>
        <source>contains a NUL character</source>
        <translation>enthält ein NUL-Zeichen</translation>
    </message>
    <message>
        <source>contains a backslash</source>
        <translation>enthält einen umgekehrten Schrägstrich</translation>
    </message>
    <message>
        <source>contains a character that YAML does not allow: save the file as UTF-8 text</source>
        <translation>enthält ein Zeichen, das YAML nicht erlaubt: Speichern Sie die Datei als UTF-8-Text</translation>
    </message>
    <message>
        <source>contains a document that Proofdesk cannot have written</source>
        <translation>enthält ein Dokument, das Proofdesk nicht geschrieben haben kann</translation>
    </message>
    <message>
        <source>contains a document that is not a record ({__name__}: {error})</source>
        <translation>enthält ein Dokument, das kein Eintrag ist ({__name__}: {error})</translation>
    </message>
    <message>
        <source>contains a header that cannot be set</source>
        <translation>enthält einen Header, der nicht gesetzt werden kann</translation>
    </message>
    <message>
        <source>contains a line of more than {value} MiB</source>
        <translation>enthält eine Zeile von mehr als {value} MiB</translation>
    </message>
    <message>
        <source>contains a parameter that the program sets itself</source>
        <translation>enthält einen Parameter, den das Programm selbst setzt</translation>
    </message>
    <message>
        <source>contains a user name or password</source>
        <translation>enthält einen Benutzernamen oder ein Passwort</translation>
    </message>
    <message>
        <source>contains a value with characters not allowed in headers</source>
        <translation>enthält einen Wert mit Zeichen, die in Headern nicht erlaubt sind</translation>
    </message>
    <message>
        <source>contains a whole number of more than 15 digits</source>
        <translation>enthält eine ganze Zahl mit mehr als 15 Ziffern</translation>
    </message>
    <message>
        <source>contains a whole project, for leads only</source>
        <translation>enthält ein ganzes Projekt, nur für Projektleitungen</translation>
    </message>
    <message>
        <source>contains an unexpected entry</source>
        <translation>enthält einen unerwarteten Bestandteil</translation>
    </message>
    <message>
        <source>contains invalid document IDs</source>
        <translation>enthält ungültige Dokumentkennungen</translation>
    </message>
    <message>
        <source>contains more than one document (“---”)</source>
        <translation>enthält mehr als ein Dokument („---“)</translation>
    </message>
    <message>
        <source>contains more than {max_values} values</source>
        <translation>enthält mehr als {max_values} Werte</translation>
    </message>
    <message>
        <source>contains no public key</source>
        <translation>enthält keinen öffentlichen Schlüssel</translation>
    </message>
    <message>
        <source>contains no question: add at least one</source>
        <translation>enthält keine Frage: Fügen Sie mindestens eine hinzu</translation>
    </message>
    <message>
        <source>contains no text</source>
        <translation>enthält keinen Text</translation>
    </message>
    <message>
        <source>contains no text, only images (a scan?)</source>
        <translation>enthält keinen Text, nur Bilder (ein Scan?)</translation>
    </message>
    <message>
        <source>contains non-ASCII characters</source>
        <translation>enthält Zeichen außerhalb von ASCII</translation>
    </message>
    <message>
        <source>contains records that only leads may send, but is from “{sender}”</source>
        <translation>enthält Einträge, die nur die Projektleitung senden darf, stammt aber von „{sender}“</translation>
    </message>
    <message>
        <source>contains something other than an object</source>
        <translation>enthält etwas anderes als ein Objekt</translation>
    </message>
    <message>
        <source>contains two entries with the same name</source>
        <translation>enthält zwei Bestandteile mit demselben Namen</translation>
    </message>
    <message>
        <source>contains what looks like a secret: write {key} in its place, and store the key in the keyring</source>
        <translation>enthält etwas, das nach einem Geheimnis aussieht: Schreiben Sie stattdessen {key}, und speichern Sie den Schlüssel im Schlüsselbund</translation>
    </message>
    <message>
        <source>contains {count} rows instead of one</source>
        <translation>enthält {count} Zeilen statt einer</translation>
    </message>
    <message>
        <source>contains {records} records ({value} MB), far more than “{sender}” was assigned ({assigned} assignments)</source>
        <translation>enthält {records} Einträge ({value} MB), weit mehr, als „{sender}“ zugewiesen wurde ({assigned} Zuweisungen)</translation>
    </message>
    <message>
        <source>critique them again; the earlier critique is replaced</source>
        <translation>neu kritisieren, was schon kritisiert ist; die frühere Kritik wird ersetzt</translation>
    </message>
    <message>
        <source>damaged places: {count}; the first: {problems}</source>
        <translation>beschädigte Stellen: {count}; die erste: {problems}</translation>
    </message>
    <message>
        <source>damaged, opens read-only: {problems}</source>
        <translation>beschädigt, lässt sich nur schreibgeschützt öffnen: {problems}</translation>
    </message>
    <message>
        <source>data prepared for another person cannot be used here</source>
        <translation>Daten, die für eine andere Person vorbereitet wurden, lassen sich hier nicht verwenden</translation>
    </message>
    <message>
        <source>decision</source>
        <translation>Begründung einer Entscheidung</translation>
    </message>
    <message>
        <source>depends on itself through {way}</source>
        <translation>hängt über {way} von sich selbst ab</translation>
    </message>
    <message>
        <source>device {device} used a sequence number twice: a copied or restored workspace is in use. Nothing is lost; compare its answers under Conflicts</source>
        <translation>Gerät {device} hat eine laufende Nummer zweimal benutzt: Ein kopierter oder wiederhergestellter Arbeitsbereich ist in Gebrauch. Es ist nichts verloren; vergleichen Sie die Antworten des Geräts unter „Konflikte“</translation>
    </message>
    <message>
        <source>directives (“%…”) are not used in forms</source>
        <translation>Direktiven („%…“) gibt es in Formularen nicht</translation>
    </message>
    <message>
        <source>document</source>
        <translation>Dokument</translation>
    </message>
    <message>
        <source>does not belong to the stage “{stage}”</source>
        <translation>gehört nicht zur Runde „{stage}“</translation>
    </message>
    <message>
        <source>does not contain settings</source>
        <translation>enthält keine Einstellungen</translation>
    </message>
    <message>
        <source>does not exist</source>
        <translation>existiert nicht</translation>
    </message>
    <message>
        <source>does not have the layout of a workspace file</source>
        <translation>ist nicht wie die Datei eines Arbeitsbereichs aufgebaut</translation>
    </message>
    <message>
        <source>does not list the model of this connection</source>
        <translation>nennt das Modell dieser Verbindung nicht</translation>
    </message>
    <message>
        <source>does not match its checksum</source>
        <translation>passt nicht zu seiner Prüfsumme</translation>
    </message>
    <message>
        <source>does not match its closing digest</source>
        <translation>passt nicht zur Prüfsumme am Ende</translation>
    </message>
    <message>
        <source>does not match the content</source>
        <translation>passt nicht zum Inhalt</translation>
    </message>
    <message>
        <source>does not meet all criteria ({missed})</source>
        <translation>erfüllt nicht alle Kriterien ({missed})</translation>
    </message>
    <message>
        <source>does not state its content type</source>
        <translation>gibt keinen Inhaltstyp an</translation>
    </message>
    <message>
        <source>duplicate judgement of the same text</source>
        <translation>doppeltes Urteil zum selben Text</translation>
    </message>
    <message>
        <source>each of them must have a “text”</source>
        <translation>jedes davon muss einen „text“ haben</translation>
    </message>
    <message>
        <source>each value needs a cluster</source>
        <translation>jeder Wert braucht eine Gruppe</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>bearbeitet</translation>
    </message>
    <message>
        <source>embeddings of different sizes</source>
        <translation>Vektoren verschiedener Größe</translation>
    </message>
    <message>
        <source>embeddings of {size} numbers</source>
        <translation>Vektoren aus {size} Zahlen</translation>
    </message>
    <message>
        <source>embeddings without a text</source>
        <translation>Vektoren ohne zugehörigen Text</translation>
    </message>
    <message>
        <source>empty input sections: {empty}</source>
        <translation>leere Abschnitte der Eingabe: {empty}</translation>
    </message>
    <message>
        <source>empty output sections: {empty}</source>
        <translation>leere Abschnitte des Ergebnisses: {empty}</translation>
    </message>
    <message>
        <source>encrypted to a key that is not available here</source>
        <translation>mit einem Schlüssel verschlüsselt, der hier nicht vorliegt</translation>
    </message>
    <message>
        <source>encrypted with a passphrase</source>
        <translation>mit einer Passphrase verschlüsselt</translation>
    </message>
    <message>
        <source>entries overlap</source>
        <translation>Bestandteile überschneiden sich</translation>
    </message>
    <message>
        <source>entries overlap or leave gaps</source>
        <translation>Bestandteile überschneiden sich oder lassen Lücken</translation>
    </message>
    <message>
        <source>every prompt</source>
        <translation>jede Eingabe</translation>
    </message>
    <message>
        <source>exactly one group per unit is needed</source>
        <translation>je Einheit wird eine Gruppe benötigt</translation>
    </message>
    <message>
        <source>examples split by task into development and test, to import</source>
        <translation>Beispiele, je Schreibaufgabe auf Entwicklung und Test aufgeteilt; zum Importieren</translation>
    </message>
    <message>
        <source>exclusion</source>
        <translation>Ausschluss</translation>
    </message>
    <message>
        <source>explain why point {point} is not valid</source>
        <translation>begründen Sie, warum Punkt {point} nicht zutrifft</translation>
    </message>
    <message>
        <source>explain your rating: a comment is required</source>
        <translation>begründen Sie Ihre Bewertung: Ein Kommentar ist erforderlich</translation>
    </message>
    <message>
        <source>extra bytes after its compressed data</source>
        <translation>überzählige Bytes nach den gepackten Daten</translation>
    </message>
    <message>
        <source>extra bytes after the archive</source>
        <translation>überzählige Bytes nach dem Archiv</translation>
    </message>
    <message>
        <source>extra bytes before the archive</source>
        <translation>überzählige Bytes vor dem Archiv</translation>
    </message>
    <message>
        <source>extra bytes before the archive or around its directory</source>
        <translation>überzählige Bytes vor dem Archiv oder um sein Verzeichnis herum</translation>
    </message>
    <message>
        <source>extra bytes between the last entry and the directory</source>
        <translation>überzählige Bytes zwischen dem letzten Bestandteil und dem Verzeichnis</translation>
    </message>
    <message>
        <source>extra bytes in the directory, after its last entry</source>
        <translation>überzählige Bytes im Verzeichnis, nach dem letzten Bestandteil</translation>
    </message>
    <message>
        <source>extra bytes {where}</source>
        <translation>überzählige Bytes {where}</translation>
    </message>
    <message>
        <source>false: only the examples show what to do</source>
        <translation>false: nur die Beispiele zeigen, was zu tun ist</translation>
    </message>
    <message>
        <source>fewer than two items have both values</source>
        <translation>weniger als zwei Aufgaben haben beide Werte</translation>
    </message>
    <message>
        <source>fewer than two items have two ratings</source>
        <translation>weniger als zwei Aufgaben haben zwei Urteile</translation>
    </message>
    <message>
        <source>fewer than two pairs</source>
        <translation>weniger als zwei Paare</translation>
    </message>
    <message>
        <source>fewer than {least} words were changed; edit more, or explain why nothing else needs to change</source>
        <translation>weniger als {least} Wörter wurden geändert; ändern Sie mehr, oder begründen Sie, warum sonst nichts zu ändern ist</translation>
    </message>
    <message>
        <source>field unknown</source>
        <translation>Fach unbekannt</translation>
    </message>
    <message>
        <source>field “{field}”</source>
        <translation>Feld „{field}“</translation>
    </message>
    <message>
        <source>field “{place}”: {reason}</source>
        <translation>Feld „{place}“: {reason}</translation>
    </message>
    <message>
        <source>finding</source>
        <translation>die Suche</translation>
    </message>
    <message>
        <source>fixed</source>
        <translation>behoben</translation>
    </message>
    <message>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <source>from another field</source>
        <translation>aus einem anderen Fach</translation>
    </message>
    <message>
        <source>from the model</source>
        <translation>vom Modell</translation>
    </message>
    <message>
        <source>good</source>
        <translation>gut</translation>
    </message>
    <message>
        <source>had another meaning in version {before}: use a new code for the option</source>
        <translation>hatte in Version {before} eine andere Bedeutung: Verwenden Sie einen neuen Code für die Option</translation>
    </message>
    <message>
        <source>had other scale points in version {before}: use a new key for the question</source>
        <translation>hatte in Version {before} andere Stufen: Verwenden Sie einen neuen Schlüssel für die Frage</translation>
    </message>
    <message>
        <source>had the code “{code}” in version {before}: use new codes or a new key</source>
        <translation>hatte in Version {before} den Code „{code}“: Verwenden Sie neue Codes oder einen neuen Schlüssel</translation>
    </message>
    <message>
        <source>hardly any resample has two different values</source>
        <translation>kaum eine Bootstrap-Stichprobe enthält zwei verschiedene Werte</translation>
    </message>
    <message>
        <source>hardly any resample has varying values</source>
        <translation>kaum eine Bootstrap-Stichprobe enthält unterschiedliche Werte</translation>
    </message>
    <message>
        <source>has a name that is not recognised</source>
        <translation>hat einen unbekannten Namen</translation>
    </message>
    <message>
        <source>has a redirect loop or too many redirects</source>
        <translation>leitet im Kreis oder zu oft weiter</translation>
    </message>
    <message>
        <source>has a section without a title</source>
        <translation>hat einen Abschnitt ohne Titel</translation>
    </message>
    <message>
        <source>has a title that is too long</source>
        <translation>hat einen zu langen Titel</translation>
    </message>
    <message>
        <source>has an invalid port</source>
        <translation>hat einen ungültigen Port</translation>
    </message>
    <message>
        <source>has an unexpected content encoding</source>
        <translation>hat eine unerwartete Inhaltskodierung</translation>
    </message>
    <message>
        <source>has an unsupported file type ({value})</source>
        <translation>hat einen nicht unterstützten Dateityp ({value})</translation>
    </message>
    <message>
        <source>has form format {number}; this version reads formats up to {format}</source>
        <translation>hat das Formularformat {number}; diese Version liest Formate bis {format}</translation>
    </message>
    <message>
        <source>has no custom_id</source>
        <translation>hat keine custom_id</translation>
    </message>
    <message>
        <source>has no effect together with “required: true”: remove one of them</source>
        <translation>ist zusammen mit „required: true“ wirkungslos: Entfernen Sie eines von beiden</translation>
    </message>
    <message>
        <source>has no section</source>
        <translation>hat keinen Abschnitt</translation>
    </message>
    <message>
        <source>has no sections</source>
        <translation>hat keine Abschnitte</translation>
    </message>
    <message>
        <source>has no sections; if the model’s context was insufficient, set “insufficient”: true</source>
        <translation>hat keine Abschnitte; wenn einem Modell zu wenig vorlag, geben Sie das an: „insufficient“: true</translation>
    </message>
    <message>
        <source>has no sections; one is written “* Title: description”</source>
        <translation>hat keine Abschnitte; ein Abschnitt wird so geschrieben: „* Titel: Beschreibung“</translation>
    </message>
    <message>
        <source>has no text in “{language}”, the language of the form: add one, or change “language”</source>
        <translation>hat keinen Text in „{language}“, der Sprache des Formulars: Ergänzen Sie ihn, oder ändern Sie „language“</translation>
    </message>
    <message>
        <source>has no ticked criterion</source>
        <translation>hat kein angekreuztes Kriterium</translation>
    </message>
    <message>
        <source>has none of the fields of the tasks</source>
        <translation>hat keines der Fächer der Schreibaufgaben</translation>
    </message>
    <message>
        <source>has one text and a list of texts: use only one of the two</source>
        <translation>hat einen Text und eine Liste von Texten: Verwenden Sie nur eines von beiden</translation>
    </message>
    <message>
        <source>has the same name as {first}</source>
        <translation>hat denselben Namen wie {first}</translation>
    </message>
    <message>
        <source>has too few entries</source>
        <translation>hat zu wenige Einträge</translation>
    </message>
    <message>
        <source>has too few entries: {context2} (at least {context})</source>
        <translation>hat zu wenige Einträge: {context2} (mindestens {context})</translation>
    </message>
    <message>
        <source>has too few entries: {count} (at least {min})</source>
        <translation>hat zu wenige Einträge: {count} (mindestens {min})</translation>
    </message>
    <message>
        <source>has too many entries</source>
        <translation>hat zu viele Einträge</translation>
    </message>
    <message>
        <source>has too many entries: {context2} (at most {context})</source>
        <translation>hat zu viele Einträge: {context2} (höchstens {context})</translation>
    </message>
    <message>
        <source>has too many entries: {count} (at most {max})</source>
        <translation>hat zu viele Einträge: {count} (höchstens {max})</translation>
    </message>
    <message>
        <source>has too many entries: {count} (at most {most})</source>
        <translation>hat zu viele Einträge: {count} (höchstens {most})</translation>
    </message>
    <message>
        <source>has too many sections</source>
        <translation>hat zu viele Abschnitte</translation>
    </message>
    <message>
        <source>has two sections with the same title</source>
        <translation>hat zwei Abschnitte mit demselben Titel</translation>
    </message>
    <message>
        <source>how freely the model words its answers, 0 to 2</source>
        <translation>wie frei das Modell seine Antworten formuliert, 0 bis 2</translation>
    </message>
    <message>
        <source>how many are shown to the model; empty: project setting</source>
        <translation>wie viele das Modell sieht; leer: Einstellung des Projekts</translation>
    </message>
    <message>
        <source>how often each text is rated; the mean rating counts</source>
        <translation>wie oft jeder Text bewertet wird; das Mittel zählt</translation>
    </message>
    <message>
        <source>how often the whole method is repeated; figures are means over runs</source>
        <translation>wie oft das ganze Verfahren wiederholt wird; Kennzahlen sind Mittel über die Durchgänge</translation>
    </message>
    <message>
        <source>human ratings</source>
        <translation>Bewertungen von Menschen</translation>
    </message>
    <message>
        <source>if they really have a new key (ask them for its fingerprint), merge with --accept-new-key</source>
        <translation>wenn der Schlüssel wirklich neu ist (fragen Sie nach seinem Fingerabdruck), übernehmen Sie das Paket mit --accept-new-key</translation>
    </message>
    <message>
        <source>if you know where the bundle comes from, merge with --accept-unsigned</source>
        <translation>wenn Sie wissen, woher es kommt, übernehmen Sie das Paket mit --accept-unsigned</translation>
    </message>
    <message>
        <source>ignored</source>
        <translation>übergangen</translation>
    </message>
    <message>
        <source>imported annotations without an attestation: {imported}</source>
        <translation>aus Dateien importierte Annotationen, für die es keinen Nachweis gibt: {imported}</translation>
    </message>
    <message>
        <source>in tokens, as the server counts them</source>
        <translation>in Tokens, wie der Server sie zählt</translation>
    </message>
    <message>
        <source>in words</source>
        <translation>in Wörtern</translation>
    </message>
    <message>
        <source>incomplete: its comment is missing</source>
        <translation>unvollständig: Der Kommentar fehlt</translation>
    </message>
    <message>
        <source>incomplete: the end of the archive is missing</source>
        <translation>unvollständig: Das Ende des Archivs fehlt</translation>
    </message>
    <message>
        <source>incomplete: the header of the encrypted file is cut off</source>
        <translation>unvollständig: Der Kopf der verschlüsselten Datei ist abgeschnitten</translation>
    </message>
    <message>
        <source>input sections with a different name: {list}</source>
        <translation>Abschnitte der Eingabe mit anderem Namen: {list}</translation>
    </message>
    <message>
        <source>instructions and previous answers, each with a good answer</source>
        <translation>Anweisungen und vorherige Antworten, jeweils mit einer guten Antwort</translation>
    </message>
    <message>
        <source>interaction: turn {place}</source>
        <translation>interaction: Durchgang {place}</translation>
    </message>
    <message>
        <source>interval</source>
        <translation>Intervall</translation>
    </message>
    <message>
        <source>invalid answers ({error})</source>
        <translation>ungültige Antworten ({error})</translation>
    </message>
    <message>
        <source>is a link whose target would be packed</source>
        <translation>ist ein Link, dessen Ziel ins Paket käme</translation>
    </message>
    <message>
        <source>is about another person, not about “{person}”</source>
        <translation>betrifft jemand anderen, nicht „{person}“</translation>
    </message>
    <message>
        <source>is addressed to “{recipient}”, not to “{person}”</source>
        <translation>ist an „{recipient}“ gerichtet, nicht an „{person}“</translation>
    </message>
    <message>
        <source>is allowed only for a change</source>
        <translation>ist nur bei einer Änderung erlaubt</translation>
    </message>
    <message>
        <source>is already the name of another answer</source>
        <translation>ist schon der Name einer anderen Antwort</translation>
    </message>
    <message>
        <source>is an absolute path</source>
        <translation>ist ein absoluter Pfad</translation>
    </message>
    <message>
        <source>is an address of this computer or its network</source>
        <translation>ist eine Adresse dieses Rechners oder seines Netzes</translation>
    </message>
    <message>
        <source>is compressed and damaged</source>
        <translation>ist gepackt und beschädigt</translation>
    </message>
    <message>
        <source>is compressed and incomplete</source>
        <translation>ist gepackt und unvollständig</translation>
    </message>
    <message>
        <source>is damaged or incomplete</source>
        <translation>ist beschädigt oder unvollständig</translation>
    </message>
    <message>
        <source>is damaged or not a PDF file</source>
        <translation>ist beschädigt oder keine PDF-Datei</translation>
    </message>
    <message>
        <source>is empty</source>
        <translation>ist leer</translation>
    </message>
    <message>
        <source>is encrypted: its text cannot be read without a password</source>
        <translation>ist verschlüsselt: Ohne Passwort lässt sich der Text nicht lesen</translation>
    </message>
    <message>
        <source>is in the file, but --map also reads it from another column</source>
        <translation>steht in der Datei, und --map liest es außerdem aus einer anderen Spalte</translation>
    </message>
    <message>
        <source>is larger than {value} MiB</source>
        <translation>ist größer als {value} MiB</translation>
    </message>
    <message>
        <source>is missing</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>is missing, and so are paper_id and corpusid</source>
        <translation>fehlt, ebenso paper_id und corpusid</translation>
    </message>
    <message>
        <source>is missing, and so is “content” with a text</source>
        <translation>fehlt, ebenso „content“ mit einem Text</translation>
    </message>
    <message>
        <source>is missing, and so is “interaction”: this is not a published KIWI session</source>
        <translation>fehlt, ebenso „interaction“: Das ist keine veröffentlichte KIWI-Sitzung</translation>
    </message>
    <message>
        <source>is missing, so the annotator is unknown</source>
        <translation>fehlt, deshalb ist nicht bekannt, von wem die Sitzung ist</translation>
    </message>
    <message>
        <source>is missing, so the number of turns is unknown</source>
        <translation>fehlt, deshalb ist nicht bekannt, wie viele Durchgänge es gab</translation>
    </message>
    <message>
        <source>is missing: both ends of a scale need words</source>
        <translation>fehlt: Beide Enden einer Skala brauchen eine Beschriftung</translation>
    </message>
    <message>
        <source>is missing: give the `rev` of the version to keep (see `conflicts --json`)</source>
        <translation>fehlt: Geben Sie die „rev“ der Fassung an, die gelten soll (siehe „conflicts --json“)</translation>
    </message>
    <message>
        <source>is missing: specify the changed fields</source>
        <translation>fehlt: Geben Sie die geänderten Felder an</translation>
    </message>
    <message>
        <source>is missing: tell the author what to do</source>
        <translation>fehlt: Sagen Sie, was zu tun ist</translation>
    </message>
    <message>
        <source>is missing: the program’s own questions are required</source>
        <translation>fehlt: Die eigenen Fragen des Programms sind erforderlich</translation>
    </message>
    <message>
        <source>is missing; enter the person whose answers are in conflict</source>
        <translation>fehlt; geben Sie die Person an, deren Antworten sich widersprechen</translation>
    </message>
    <message>
        <source>is missing; this is not a row of the released layout: neither an example, nor a task (task_objective), nor a validation label (task_id)</source>
        <translation>fehlt; das ist keine Zeile im veröffentlichten Aufbau: weder ein Beispiel noch eine Schreibaufgabe (task_objective) noch eine Beurteilung (task_id)</translation>
    </message>
    <message>
        <source>is more than max, {high}</source>
        <translation>ist größer als max, {high}</translation>
    </message>
    <message>
        <source>is more than max_length, {most}</source>
        <translation>ist größer als max_length, {most}</translation>
    </message>
    <message>
        <source>is more than the number of options, {count}</source>
        <translation>ist größer als die Zahl der Optionen, {count}</translation>
    </message>
    <message>
        <source>is neither a file nor a pipe</source>
        <translation>ist weder Datei noch Pipe</translation>
    </message>
    <message>
        <source>is neither an existing file nor the name of a backup in this workspace</source>
        <translation>ist weder eine Datei noch eine Sicherung dieses Arbeitsbereichs</translation>
    </message>
    <message>
        <source>is nested deeper than {max_row_nesting} levels</source>
        <translation>ist tiefer als {max_row_nesting} Ebenen verschachtelt</translation>
    </message>
    <message>
        <source>is nested more than {max_depth} levels deep</source>
        <translation>ist tiefer als {max_depth} Ebenen verschachtelt</translation>
    </message>
    <message>
        <source>is no longer asked</source>
        <translation>wird nicht mehr gestellt</translation>
    </message>
    <message>
        <source>is not a code of “{key}”, which has {codes}</source>
        <translation>ist kein Code von „{key}“; es gibt {codes}</translation>
    </message>
    <message>
        <source>is not a file</source>
        <translation>ist keine Datei</translation>
    </message>
    <message>
        <source>is not a file, although Proofdesk reads a file with this name</source>
        <translation>ist keine Datei, obwohl Proofdesk eine Datei mit diesem Namen liest</translation>
    </message>
    <message>
        <source>is not a known field; fields are {fields}</source>
        <translation>ist kein bekanntes Feld; Felder sind {fields}</translation>
    </message>
    <message>
        <source>is not a known field{close}</source>
        <translation>ist kein bekanntes Feld{close}</translation>
    </message>
    <message>
        <source>is not a question of the form{close}</source>
        <translation>ist keine Frage des Formulars{close}</translation>
    </message>
    <message>
        <source>is not a question of this form</source>
        <translation>ist keine Frage dieses Formulars</translation>
    </message>
    <message>
        <source>is not a text file: it contains zero bytes</source>
        <translation>ist keine Textdatei: Sie enthält Nullbytes</translation>
    </message>
    <message>
        <source>is not a type</source>
        <translation>ist keine Art</translation>
    </message>
    <message>
        <source>is not a valid answer to “{key}”</source>
        <translation>ist keine gültige Antwort auf „{key}“</translation>
    </message>
    <message>
        <source>is not a valid answer to “{key}”: it {reason}</source>
        <translation>ist keine gültige Antwort auf „{key}“: {reason}</translation>
    </message>
    <message>
        <source>is not a variant of this example</source>
        <translation>ist keine Variante dieses Beispiels</translation>
    </message>
    <message>
        <source>is not a web address</source>
        <translation>ist keine Webadresse</translation>
    </message>
    <message>
        <source>is not a web address (http, https)</source>
        <translation>ist keine Webadresse (http, https)</translation>
    </message>
    <message>
        <source>is not a workspace</source>
        <translation>ist kein Arbeitsbereich</translation>
    </message>
    <message>
        <source>is not allowed in a bundle</source>
        <translation>ist in einem Paket nicht erlaubt</translation>
    </message>
    <message>
        <source>is not allowed in this form: nobody has to answer</source>
        <translation>ist in diesem Formular nicht erlaubt: Niemand muss antworten</translation>
    </message>
    <message>
        <source>is not allowed in this form: see “required”</source>
        <translation>ist in diesem Formular nicht erlaubt: siehe „required“</translation>
    </message>
    <message>
        <source>is not an exported workspace</source>
        <translation>ist kein exportierter Arbeitsbereich</translation>
    </message>
    <message>
        <source>is not an exported workspace: “{error}”</source>
        <translation>ist kein exportierter Arbeitsbereich: „{error}“</translation>
    </message>
    <message>
        <source>is not answered</source>
        <translation>ist nicht beantwortet</translation>
    </message>
    <message>
        <source>is not in the canonical form</source>
        <translation>hat nicht die kanonische Form</translation>
    </message>
    <message>
        <source>is not known</source>
        <translation>ist nicht bekannt</translation>
    </message>
    <message>
        <source>is not plain JSON data</source>
        <translation>besteht nicht aus einfachen JSON-Daten</translation>
    </message>
    <message>
        <source>is not signed, although a key of “{sender}” is known</source>
        <translation>ist nicht signiert, obwohl ein Schlüssel von „{sender}“ bekannt ist</translation>
    </message>
    <message>
        <source>is not signed, although another file from “{sender}” in this merge is</source>
        <translation>ist nicht signiert, obwohl eine andere Datei von „{sender}“ in dieser Zusammenführung signiert ist</translation>
    </message>
    <message>
        <source>is not signed, and no key of “{sender}” is known, so anybody could have written it: ask them for a signed file, or compare the number of answers with them, for example by phone</source>
        <translation>ist nicht signiert, und von „{sender}“ ist kein Schlüssel bekannt, also könnte die Datei von jedem stammen: Bitten Sie um eine signierte Datei, oder vergleichen Sie die Zahl der Antworten, zum Beispiel am Telefon</translation>
    </message>
    <message>
        <source>is not signed, and this project requires confirmed keys</source>
        <translation>ist nicht signiert, und dieses Projekt verlangt bestätigte Schlüssel</translation>
    </message>
    <message>
        <source>is not the first answer that was assigned with the item</source>
        <translation>ist nicht die erste Antwort, die mit der Aufgabe zugewiesen wurde</translation>
    </message>
    <message>
        <source>is not the name of a site, such as “example.org”</source>
        <translation>ist nicht der Name einer Website wie „example.org“</translation>
    </message>
    <message>
        <source>is not the revision that the item contains</source>
        <translation>ist nicht die Fassung, die die Aufgabe enthält</translation>
    </message>
    <message>
        <source>is not the revision that was assigned for review</source>
        <translation>ist nicht die Fassung, die zur Prüfung zugewiesen wurde</translation>
    </message>
    <message>
        <source>is not used with this type of question</source>
        <translation>wird bei dieser Art von Frage nicht verwendet</translation>
    </message>
    <message>
        <source>is not valid YAML</source>
        <translation>ist kein gültiges YAML</translation>
    </message>
    <message>
        <source>is not valid YAML: indent with spaces, not with tabs</source>
        <translation>ist kein gültiges YAML: Rücken Sie mit Leerzeichen ein, nicht mit Tabulatoren</translation>
    </message>
    <message>
        <source>is not valid YAML: inside { } and [ ], texts with “?” need quotes</source>
        <translation>ist kein gültiges YAML: Innerhalb von { } und [ ] brauchen Texte mit „?“ Anführungszeichen</translation>
    </message>
    <message>
        <source>is not valid YAML: “{problem}”</source>
        <translation>ist kein gültiges YAML: „{problem}“</translation>
    </message>
    <message>
        <source>is only for questions with one answer: remove it</source>
        <translation>gilt nur für Fragen mit einer einzigen Antwort: Entfernen Sie es</translation>
    </message>
    <message>
        <source>is required because an issue is stated</source>
        <translation>ist erforderlich, weil ein Problem angegeben ist</translation>
    </message>
    <message>
        <source>is reserved: the program uses this key for {reserved}</source>
        <translation>ist reserviert: Das Programm verwendet diese Taste für {reserved}</translation>
    </message>
    <message>
        <source>is signed with a different key from the one “{sender}” used before (now {fingerprint}, before {known})</source>
        <translation>ist mit einem anderen Schlüssel signiert, als „{sender}“ bisher verwendet hat (jetzt {fingerprint}, bisher {known})</translation>
    </message>
    <message>
        <source>is signed with an unconfirmed key of “{sender}” ({fingerprint})</source>
        <translation>ist mit einem Schlüssel von „{sender}“ signiert, den niemand bestätigt hat ({fingerprint})</translation>
    </message>
    <message>
        <source>is still the template text “{text}”; replace it</source>
        <translation>ist noch der Text „{text}“ aus der Vorlage; ersetzen Sie ihn</translation>
    </message>
    <message>
        <source>is too large</source>
        <translation>ist zu groß</translation>
    </message>
    <message>
        <source>is too large for a form</source>
        <translation>ist zu groß für ein Formular</translation>
    </message>
    <message>
        <source>is too large: forms have at most {max_characters} characters</source>
        <translation>ist zu groß: Formulare haben höchstens {max_characters} Zeichen</translation>
    </message>
    <message>
        <source>is too long</source>
        <translation>ist zu lang</translation>
    </message>
    <message>
        <source>is too long: a row must fit into 4 MB</source>
        <translation>ist zu lang: Eine Zeile muss in 4 MB passen</translation>
    </message>
    <message>
        <source>is too short</source>
        <translation>ist zu kurz</translation>
    </message>
    <message>
        <source>is “{key}”, but this project’s form is “{key2}”: a project can have only one study</source>
        <translation>ist „{key}“, aber das Formular dieses Projekts ist „{key2}“: Ein Projekt kann nur eine Studie haben</translation>
    </message>
    <message>
        <source>it cannot be loaded ({error})</source>
        <translation>es lässt sich nicht laden ({error})</translation>
    </message>
    <message>
        <source>it cites [{beyond}], but there is no such paper</source>
        <translation>sie verweist auf [{beyond}], aber diesen Artikel gibt es nicht</translation>
    </message>
    <message>
        <source>it cites no paper</source>
        <translation>sie verweist auf keinen Artikel</translation>
    </message>
    <message>
        <source>it has 1 paper, but needs at least {least}</source>
        <translation>sie hat 1 Artikel, braucht aber mindestens {least}</translation>
    </message>
    <message>
        <source>it has not been accepted or rejected yet</source>
        <translation>über sie wurde noch nicht entschieden</translation>
    </message>
    <message>
        <source>it has too few papers, or their texts are missing</source>
        <translation>sie hat zu wenige Artikel, oder deren Texte fehlen</translation>
    </message>
    <message>
        <source>it has {there} papers, but needs at least {least}</source>
        <translation>sie hat {there} Artikel, braucht aber mindestens {least}</translation>
    </message>
    <message>
        <source>it is closed</source>
        <translation>er ist geschlossen</translation>
    </message>
    <message>
        <source>it is linked to no paper</source>
        <translation>sie ist mit keinem Artikel verknüpft</translation>
    </message>
    <message>
        <source>it is no longer needed</source>
        <translation>wird nicht mehr benötigt</translation>
    </message>
    <message>
        <source>it is only for {who}, who cannot get it now</source>
        <translation>sie ist nur für „{who}“ bestimmt, kann dort aber jetzt nicht zugewiesen werden</translation>
    </message>
    <message>
        <source>it is similar to “{title}”</source>
        <translation>sie ähnelt „{title}“</translation>
    </message>
    <message>
        <source>it is similar to “{title}” ({percent} %)</source>
        <translation>sie ähnelt „{title}“ (zu {percent} %)</translation>
    </message>
    <message>
        <source>it is variant {number} of its set: it is kept but not shown, because experts choose among {most_variants}</source>
        <translation>sie ist Variante {number} ihres Satzes: Sie bleibt erhalten, wird aber nicht gezeigt, weil Fachleute unter {most_variants} wählen</translation>
    </message>
    <message>
        <source>it judges the annotator&apos;s own work</source>
        <translation>sie beurteilt die eigene Arbeit der Person</translation>
    </message>
    <message>
        <source>it names a model, but the annotator must not know which model it is</source>
        <translation>sie nennt ein Modell, aber wer annotiert, darf nicht wissen, welches Modell es ist</translation>
    </message>
    <message>
        <source>it names no papers, so no question is drafted from it</source>
        <translation>er nennt keine Artikel, daher wird aus ihm keine Frage entworfen</translation>
    </message>
    <message>
        <source>it was collected elsewhere, with a model that is not in the project</source>
        <translation>sie wurde anderswo erhoben, mit einem Modell, das nicht zum Projekt gehört</translation>
    </message>
    <message>
        <source>it was interrupted</source>
        <translation>es wurde unterbrochen</translation>
    </message>
    <message>
        <source>it was rejected</source>
        <translation>sie wurde abgelehnt</translation>
    </message>
    <message>
        <source>it was written without passages from the papers</source>
        <translation>sie wurde ohne Textstellen aus den Artikeln geschrieben</translation>
    </message>
    <message>
        <source>item</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>item “{item}” is not assigned to “{person}”</source>
        <translation>Aufgabe „{item}“ ist „{person}“ nicht zugewiesen</translation>
    </message>
    <message>
        <source>items added: {count}</source>
        <translation>neue Aufgaben: {count}</translation>
    </message>
    <message>
        <source>items are assigned to “{person}”, so adding them can’t be undone</source>
        <translation>„{person}“ sind Aufgaben zugewiesen, daher lässt sich das Hinzufügen nicht rückgängig machen</translation>
    </message>
    <message>
        <source>items are assigned to “{person}”: {count}</source>
        <translation>„{person}“ sind Aufgaben zugewiesen: {count}</translation>
    </message>
    <message>
        <source>items cannot be grouped by “{field}”</source>
        <translation>Aufgaben lassen sich nicht nach „{field}“ gruppieren</translation>
    </message>
    <message>
        <source>items removed: {count}</source>
        <translation>entfernte Aufgaben: {count}</translation>
    </message>
    <message>
        <source>items were edited</source>
        <translation>Aufgaben wurden bearbeitet</translation>
    </message>
    <message>
        <source>its SHA-256 does not match the manifest</source>
        <translation>die SHA-256-Prüfsumme stimmt nicht mit dem Manifest überein</translation>
    </message>
    <message>
        <source>its author changed it after it was accepted</source>
        <translation>sie wurde geändert, nachdem sie angenommen worden war</translation>
    </message>
    <message>
        <source>its checksum (CRC-32) does not match</source>
        <translation>die Prüfsumme (CRC-32) stimmt nicht</translation>
    </message>
    <message>
        <source>its codes are not numbers</source>
        <translation>ihre Codes sind keine Zahlen</translation>
    </message>
    <message>
        <source>its compressed data are damaged</source>
        <translation>die gepackten Daten sind beschädigt</translation>
    </message>
    <message>
        <source>its compressed data is truncated</source>
        <translation>die gepackten Daten enden zu früh</translation>
    </message>
    <message>
        <source>its first answer has not been checked</source>
        <translation>die erste Antwort wurde noch nicht geprüft</translation>
    </message>
    <message>
        <source>its first answer was changed after the check</source>
        <translation>die erste Antwort wurde nach der Prüfung geändert</translation>
    </message>
    <message>
        <source>its first answer was rejected</source>
        <translation>die erste Antwort wurde abgelehnt</translation>
    </message>
    <message>
        <source>its header and the directory contradict each other</source>
        <translation>Kopf und Verzeichnis widersprechen einander</translation>
    </message>
    <message>
        <source>its header is damaged</source>
        <translation>der Kopf ist beschädigt</translation>
    </message>
    <message>
        <source>its number of records does not match the manifest</source>
        <translation>die Zahl der Einträge stimmt nicht mit dem Manifest überein</translation>
    </message>
    <message>
        <source>its options have no order</source>
        <translation>ihre Antwortmöglichkeiten haben keine Reihenfolge</translation>
    </message>
    <message>
        <source>its question is not assigned to anybody else: {closed}</source>
        <translation>die Frage wird niemandem mehr zugewiesen: {closed}</translation>
    </message>
    <message>
        <source>its question was removed or is in conflict</source>
        <translation>die Frage wurde entfernt oder steht im Konflikt</translation>
    </message>
    <message>
        <source>its records need more memory than allowed for a file of this size</source>
        <translation>die Einträge bräuchten mehr Speicher, als eine Datei dieser Größe beanspruchen darf</translation>
    </message>
    <message>
        <source>its session was removed or is in conflict</source>
        <translation>die Sitzung wurde entfernt oder steht im Konflikt</translation>
    </message>
    <message>
        <source>its set now has more than {most_variants} variants: all are kept, the first {most_variants} are shown</source>
        <translation>der Satz hat jetzt mehr als {most_variants} Varianten: Alle bleiben erhalten, die ersten {most_variants} werden gezeigt</translation>
    </message>
    <message>
        <source>its size does not match the manifest</source>
        <translation>die Größe stimmt nicht mit dem Manifest überein</translation>
    </message>
    <message>
        <source>its task was removed or is in conflict</source>
        <translation>die Schreibaufgabe wurde entfernt oder steht im Konflikt</translation>
    </message>
    <message>
        <source>its “text” must be text</source>
        <translation>„text“ muss ein Text sein</translation>
    </message>
    <message>
        <source>judge each pair twice, once in each order</source>
        <translation>jedes Paar zweimal beurteilen, einmal in jeder Reihenfolge</translation>
    </message>
    <message>
        <source>judges</source>
        <translation>Bewertungsmodelle</translation>
    </message>
    <message>
        <source>keep the workspace on a local disk and exchange bundles instead</source>
        <translation>legen Sie den Arbeitsbereich auf einen lokalen Datenträger und tauschen Sie stattdessen Pakete aus</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>erhalten</translation>
    </message>
    <message>
        <source>keys of questions, separated by commas; empty: all Yes/No questions and scales</source>
        <translation>Schlüssel von Fragen, durch Kommas getrennt; leer: alle Ja/Nein-Fragen und Skalen</translation>
    </message>
    <message>
        <source>larger than 4 MB</source>
        <translation>größer als 4 MB</translation>
    </message>
    <message>
        <source>larger than {most} bytes</source>
        <translation>größer als {most} Bytes</translation>
    </message>
    <message>
        <source>larger than {packed} bytes</source>
        <translation>größer als {packed} Bytes</translation>
    </message>
    <message>
        <source>later records depend on what this merge added: {count} ({kinds})</source>
        <translation>spätere Einträge hängen von dem ab, was diese Zusammenführung hinzugefügt hat: {count} ({kinds})</translation>
    </message>
    <message>
        <source>leads set the consent text and do not consent themselves</source>
        <translation>Projektleitungen legen den Einwilligungstext fest und willigen nicht selbst ein</translation>
    </message>
    <message>
        <source>leads to “{host}”, which is not trusted for this task</source>
        <translation>führt zu „{host}“, dem für diese Schreibaufgabe nicht vertraut wird</translation>
    </message>
    <message>
        <source>less detailed</source>
        <translation>weniger ausführlich</translation>
    </message>
    <message>
        <source>less structured</source>
        <translation>weniger gegliedert</translation>
    </message>
    <message>
        <source>line {line}</source>
        <translation>Zeile {line}</translation>
    </message>
    <message>
        <source>line {line}, column “{column}”: {message}</source>
        <translation>Zeile {line}, Spalte „{column}“: {message}</translation>
    </message>
    <message>
        <source>line {line}, field “{name}”: {reason}</source>
        <translation>Zeile {line}, Feld „{name}“: {reason}</translation>
    </message>
    <message>
        <source>line {line}: item “{reference}” is not assigned to “{person}”</source>
        <translation>Zeile {line}: Aufgabe „{reference}“ ist „{person}“ nicht zugewiesen</translation>
    </message>
    <message>
        <source>line {line}: item “{reference}” is not in this workspace</source>
        <translation>Zeile {line}: Aufgabe „{reference}“ ist nicht in diesem Arbeitsbereich</translation>
    </message>
    <message>
        <source>line {line}: item “{reference}” was answered by “{named}”, not by “{person}”</source>
        <translation>Zeile {line}: Aufgabe „{reference}“ wurde von „{named}“ beantwortet, nicht von „{person}“</translation>
    </message>
    <message>
        <source>line {line}: item “{reference}”: {error}</source>
        <translation>Zeile {line}: Aufgabe „{reference}“: {error}</translation>
    </message>
    <message>
        <source>line {line}: item “{reference}”: {same_again}</source>
        <translation>Zeile {line}: Aufgabe „{reference}“: {same_again}</translation>
    </message>
    <message>
        <source>line {line}: {text}</source>
        <translation>Zeile {line}: {text}</translation>
    </message>
    <message>
        <source>line {line}{field}: {reason}</source>
        <translation>Zeile {line}{field}: {reason}</translation>
    </message>
    <message>
        <source>lines that are not a JSON object with a text: {broken}</source>
        <translation>Zeilen, die kein JSON-Objekt mit einem Text sind: {broken}</translation>
    </message>
    <message>
        <source>longer than {most_text} characters: truncated</source>
        <translation>länger als {most_text} Zeichen: Der Rest wurde weggelassen</translation>
    </message>
    <message>
        <source>longer than {most} characters: truncated</source>
        <translation>länger als {most} Zeichen: Der Rest wurde weggelassen</translation>
    </message>
    <message>
        <source>longer than {size} MB</source>
        <translation>länger als {size} MB</translation>
    </message>
    <message>
        <source>looks like a secret, which would be stored in a plain file: store the key in the keyring, and use {key} in a header where the server expects it</source>
        <translation>sieht nach einem Geheimnis aus, das in einer lesbaren Datei stünde: Speichern Sie den Schlüssel im Schlüsselbund, und verwenden Sie {key} in einem Header, wo der Server ihn erwartet</translation>
    </message>
    <message>
        <source>makes answers repeatable, if the server supports it</source>
        <translation>macht Antworten wiederholbar, wenn der Server das unterstützt</translation>
    </message>
    <message>
        <source>mark</source>
        <translation>Vermerk</translation>
    </message>
    <message>
        <source>material</source>
        <translation>Material</translation>
    </message>
    <message>
        <source>maximum number of questions per paragraph</source>
        <translation>Höchstzahl der Fragen je Absatz</translation>
    </message>
    <message>
        <source>maximum number of rounds; unanimity ends the discussion</source>
        <translation>Höchstzahl der Runden; Einstimmigkeit beendet die Diskussion</translation>
    </message>
    <message>
        <source>maximum number of search queries per task</source>
        <translation>Höchstzahl der Suchanfragen je Schreibaufgabe</translation>
    </message>
    <message>
        <source>maximum number of sets to try until one is enough for the model</source>
        <translation>wie viele höchstens versucht werden, bis eine dem Modell genügt</translation>
    </message>
    <message>
        <source>may contain only letters, digits, “.”, “_” and “-”</source>
        <translation>darf nur Buchstaben, Ziffern, „.“, „_“ und „-“ enthalten</translation>
    </message>
    <message>
        <source>may contain only letters, digits, “.”, “_” and “-”, at most 40</source>
        <translation>darf nur Buchstaben, Ziffern, „.“, „_“ und „-“ enthalten, höchstens 40</translation>
    </message>
    <message>
        <source>may contain only letters, digits, “.”, “_” and “-”, or be “*” for any model</source>
        <translation>darf nur Buchstaben, Ziffern, „.“, „_“ und „-“ enthalten oder muss „*“ für jedes Modell sein</translation>
    </message>
    <message>
        <source>may contain only lower-case letters, digits and “_”, must begin with a letter, and have at most 64 characters</source>
        <translation>darf nur Kleinbuchstaben, Ziffern und „_“ enthalten, muss mit einem Buchstaben beginnen und darf höchstens 64 Zeichen haben</translation>
    </message>
    <message>
        <source>may contain only lower-case letters, digits, “_”, “-” and “.”, must begin with a letter, and have at most 64 characters</source>
        <translation>darf nur Kleinbuchstaben, Ziffern, „_“, „-“ und „.“ enthalten, muss mit einem Buchstaben beginnen und darf höchstens 64 Zeichen haben</translation>
    </message>
    <message>
        <source>may contain only {criteria}</source>
        <translation>darf nur diese Werte enthalten: {criteria}</translation>
    </message>
    <message>
        <source>metrics do not rate the texts of {key}</source>
        <translation>Metriken bewerten die Texte von {key} nicht</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>missing input sections: {missing}</source>
        <translation>fehlende Abschnitte der Eingabe: {missing}</translation>
    </message>
    <message>
        <source>missing output sections: {missing}</source>
        <translation>fehlende Abschnitte des Ergebnisses: {missing}</translation>
    </message>
    <message>
        <source>missing value</source>
        <translation>fehlender Wert</translation>
    </message>
    <message>
        <source>models cannot answer the question “{name}”</source>
        <translation>Modelle können die Frage „{name}“ nicht beantworten</translation>
    </message>
    <message>
        <source>moderate</source>
        <translation>mäßig</translation>
    </message>
    <message>
        <source>more than ten years at this pace</source>
        <translation>mehr als zehn Jahre bei diesem Tempo</translation>
    </message>
    <message>
        <source>more than {entries} entries</source>
        <translation>mehr als {entries} Bestandteile</translation>
    </message>
    <message>
        <source>more than {most} columns</source>
        <translation>mehr als {most} Spalten</translation>
    </message>
    <message>
        <source>more than {most} files</source>
        <translation>mehr als {most} Dateien</translation>
    </message>
    <message>
        <source>more than {most} rows</source>
        <translation>mehr als {most} Zeilen</translation>
    </message>
    <message>
        <source>must always be shown</source>
        <translation>muss immer angezeigt werden</translation>
    </message>
    <message>
        <source>must be 64 hexadecimal digits</source>
        <translation>muss aus 64 Hexadezimalziffern bestehen</translation>
    </message>
    <message>
        <source>must be Yes or No (true or false)</source>
        <translation>muss Ja oder Nein sein (true oder false)</translation>
    </message>
    <message>
        <source>must be a code, a number, or true or false</source>
        <translation>muss ein Code, eine Zahl oder true oder false sein</translation>
    </message>
    <message>
        <source>must be a finite number</source>
        <translation>muss eine endliche Zahl sein</translation>
    </message>
    <message>
        <source>must be a finite number of at most 15 digits</source>
        <translation>muss eine endliche Zahl mit höchstens 15 Ziffern sein</translation>
    </message>
    <message>
        <source>must be a form: fields such as “key: …”</source>
        <translation>muss ein Formular sein: Felder wie „key: …“</translation>
    </message>
    <message>
        <source>must be a group of fields (“name: value”)</source>
        <translation>muss eine Gruppe von Feldern sein („name: value“)</translation>
    </message>
    <message>
        <source>must be a language such as “en”, “de” or “pt-br”</source>
        <translation>muss eine Sprache sein, etwa „en“, „de“ oder „pt-br“</translation>
    </message>
    <message>
        <source>must be a list</source>
        <translation>muss eine Liste sein</translation>
    </message>
    <message>
        <source>must be a list of at most {max_parents} revs</source>
        <translation>muss eine Liste von höchstens {max_parents} revs sein</translation>
    </message>
    <message>
        <source>must be a list of paragraphs</source>
        <translation>muss eine Liste von Absätzen sein</translation>
    </message>
    <message>
        <source>must be a list of texts</source>
        <translation>muss eine Liste von Texten sein</translation>
    </message>
    <message>
        <source>must be a list of up to {most_turns} turns</source>
        <translation>muss eine Liste von bis zu {most_turns} Durchgängen sein</translation>
    </message>
    <message>
        <source>must be a number</source>
        <translation>muss eine Zahl sein</translation>
    </message>
    <message>
        <source>must be a number with a decimal point, or without a comma: a comma before three digits may separate thousands</source>
        <translation>muss eine Zahl mit Dezimalpunkt oder ohne Komma sein: Ein Komma vor drei Ziffern kann Tausender trennen</translation>
    </message>
    <message>
        <source>must be a question or a section, with “type” and other fields</source>
        <translation>muss eine Frage oder ein Abschnitt sein, mit „type“ und weiteren Feldern</translation>
    </message>
    <message>
        <source>must be a revision, of 64 hexadecimal digits, with “earlier”</source>
        <translation>muss zusammen mit „earlier“ eine Fassung aus 64 Hexadezimalziffern sein</translation>
    </message>
    <message>
        <source>must be a single line</source>
        <translation>muss eine einzige Zeile sein</translation>
    </message>
    <message>
        <source>must be a text for each language</source>
        <translation>muss ein Text je Sprache sein</translation>
    </message>
    <message>
        <source>must be a whole number</source>
        <translation>muss eine ganze Zahl sein</translation>
    </message>
    <message>
        <source>must be a whole number of at most 15 digits</source>
        <translation>muss eine ganze Zahl mit höchstens 15 Ziffern sein</translation>
    </message>
    <message>
        <source>must be a whole number or a text (in quotes if it looks like something else)</source>
        <translation>muss eine ganze Zahl oder ein Text sein (in Anführungszeichen, wenn er nach etwas anderem aussieht)</translation>
    </message>
    <message>
        <source>must be a whole number, like the answers (“integer: true”)</source>
        <translation>muss eine ganze Zahl sein wie die Antworten („integer: true“)</translation>
    </message>
    <message>
        <source>must be an address like http://proxy.example:8080, or “none”</source>
        <translation>muss eine Adresse wie http://proxy.example:8080 oder „none“ sein</translation>
    </message>
    <message>
        <source>must be an address like https://server.example/v1</source>
        <translation>muss eine Adresse wie https://server.example/v1 sein</translation>
    </message>
    <message>
        <source>must be an integer from 0 to {max_seq}</source>
        <translation>muss eine ganze Zahl von 0 bis {max_seq} sein</translation>
    </message>
    <message>
        <source>must be an integer of at least 1</source>
        <translation>muss eine ganze Zahl ab 1 sein</translation>
    </message>
    <message>
        <source>must be an object</source>
        <translation>muss ein Objekt sein</translation>
    </message>
    <message>
        <source>must be an object with task_objective, task_procedure …</source>
        <translation>muss ein Objekt sein, mit task_objective, task_procedure …</translation>
    </message>
    <message>
        <source>must be an object, or null for a tombstone</source>
        <translation>muss ein Objekt sein oder null, wenn etwas zurückgezogen ist</translation>
    </message>
    <message>
        <source>must be at least {context}</source>
        <translation>muss mindestens {context} sein</translation>
    </message>
    <message>
        <source>must be at least {low}</source>
        <translation>muss mindestens {low} sein</translation>
    </message>
    <message>
        <source>must be at most {context}</source>
        <translation>darf höchstens {context} sein</translation>
    </message>
    <message>
        <source>must be at most {count}, the length of the response</source>
        <translation>darf höchstens {count} sein, die Länge der Antwort</translation>
    </message>
    <message>
        <source>must be at most {high}</source>
        <translation>darf höchstens {high} sein</translation>
    </message>
    <message>
        <source>must be higher than {version}, the latest version in this project</source>
        <translation>muss höher sein als {version}, die neueste Version in diesem Projekt</translation>
    </message>
    <message>
        <source>must be in steps of {step}{start}</source>
        <translation>muss diese Schritte einhalten: {step}{start}</translation>
    </message>
    <message>
        <source>must be less than {context}</source>
        <translation>muss kleiner als {context} sein</translation>
    </message>
    <message>
        <source>must be listed by the numbers of turns, from 1</source>
        <translation>müssen nach der Nummer des Durchgangs aufgeführt sein, ab 1</translation>
    </message>
    <message>
        <source>must be more than 0</source>
        <translation>muss größer als 0 sein</translation>
    </message>
    <message>
        <source>must be more than {context}</source>
        <translation>muss größer als {context} sein</translation>
    </message>
    <message>
        <source>must be non-empty text</source>
        <translation>muss ein nicht leerer Text sein</translation>
    </message>
    <message>
        <source>must be one letter or digit</source>
        <translation>muss ein Buchstabe oder eine Ziffer sein</translation>
    </message>
    <message>
        <source>must be one letter or digit; other keys are reserved</source>
        <translation>muss ein Buchstabe oder eine Ziffer sein; andere Tasten sind reserviert</translation>
    </message>
    <message>
        <source>must be one of {codes}</source>
        <translation>muss einer dieser Codes sein: {codes}</translation>
    </message>
    <message>
        <source>must be one of {error_patterns}</source>
        <translation>darf nur diese Werte enthalten: {error_patterns}</translation>
    </message>
    <message>
        <source>must be one of {fields}</source>
        <translation>muss eines dieser Fächer sein: {fields}</translation>
    </message>
    <message>
        <source>must be one of {list}</source>
        <translation>muss einer dieser Werte sein: {list}</translation>
    </message>
    <message>
        <source>must be one of {sides}</source>
        <translation>muss einer dieser Werte sein: {sides}</translation>
    </message>
    <message>
        <source>must be one of {values}</source>
        <translation>muss einer dieser Werte sein: {values}</translation>
    </message>
    <message>
        <source>must be one of “left”, “right”, “tie”</source>
        <translation>muss „left“, „right“ oder „tie“ sein</translation>
    </message>
    <message>
        <source>must be sorted and without duplicates</source>
        <translation>muss sortiert und ohne Duplikate sein</translation>
    </message>
    <message>
        <source>must be specified for a change, and only for a change</source>
        <translation>ist bei einer Änderung anzugeben, sonst nicht</translation>
    </message>
    <message>
        <source>must be text</source>
        <translation>muss ein Text sein</translation>
    </message>
    <message>
        <source>must be text: put it in quotes</source>
        <translation>muss ein Text sein: Setzen Sie ihn in Anführungszeichen</translation>
    </message>
    <message>
        <source>must be the name of an environment variable in capitals, never the key itself</source>
        <translation>muss der Name einer Umgebungsvariablen in Großbuchstaben sein, nie der Schlüssel selbst</translation>
    </message>
    <message>
        <source>must be true or false</source>
        <translation>muss true oder false sein</translation>
    </message>
    <message>
        <source>must be {expected}</source>
        <translation>muss {expected} sein</translation>
    </message>
    <message>
        <source>must be “good” or “bad” in the binary scheme</source>
        <translation>muss im zweistufigen Schema „good“ oder „bad“ sein</translation>
    </message>
    <message>
        <source>must be “{key}”</source>
        <translation>muss „{key}“ sein</translation>
    </message>
    <message>
        <source>must contain neither “;” nor control characters</source>
        <translation>darf weder „;“ noch Steuerzeichen enthalten</translation>
    </message>
    <message>
        <source>must contain revs of 64 hexadecimal digits</source>
        <translation>muss revs aus 64 Hexadezimalziffern enthalten</translation>
    </message>
    <message>
        <source>must have 1 to 64 characters, without leading or trailing spaces</source>
        <translation>muss 1 bis 64 Zeichen haben, ohne Leerzeichen am Anfang oder Ende</translation>
    </message>
    <message>
        <source>must have at least {least} characters, but has {length}</source>
        <translation>muss mindestens {least} Zeichen haben, hat aber {length}</translation>
    </message>
    <message>
        <source>must have at most 300 characters</source>
        <translation>darf höchstens 300 Zeichen haben</translation>
    </message>
    <message>
        <source>must have at most {context} characters</source>
        <translation>darf höchstens {context} Zeichen haben</translation>
    </message>
    <message>
        <source>must have at most {longest_query} characters</source>
        <translation>darf höchstens {longest_query} Zeichen haben</translation>
    </message>
    <message>
        <source>must have at most {most_characters} characters</source>
        <translation>darf höchstens {most_characters} Zeichen haben</translation>
    </message>
    <message>
        <source>must have at most {most} characters, but has {length}</source>
        <translation>darf höchstens {most} Zeichen haben, hat aber {length}</translation>
    </message>
    <message>
        <source>must have the keys “left” and “right”</source>
        <translation>muss die Schlüssel „left“ und „right“ haben</translation>
    </message>
    <message>
        <source>must keep its type, options and limits, and stay required or optional</source>
        <translation>muss Art, Möglichkeiten und Grenzen behalten und erforderlich oder freiwillig bleiben</translation>
    </message>
    <message>
        <source>must not be empty</source>
        <translation>darf nicht leer sein</translation>
    </message>
    <message>
        <source>must not be less than the minimum</source>
        <translation>darf nicht kleiner sein als die Mindestzahl</translation>
    </message>
    <message>
        <source>must not be part of the hashed content</source>
        <translation>darf nicht Teil des gehashten Inhalts sein</translation>
    </message>
    <message>
        <source>must not contain a password: set the variable HTTPS_PROXY instead</source>
        <translation>darf kein Passwort enthalten: Setzen Sie stattdessen die Variable HTTPS_PROXY</translation>
    </message>
    <message>
        <source>must not contain a user name or password: they would be stored unencrypted</source>
        <translation>darf weder Benutzername noch Passwort enthalten: Sie würden unverschlüsselt gespeichert</translation>
    </message>
    <message>
        <source>must not contain control characters</source>
        <translation>darf keine Steuerzeichen enthalten</translation>
    </message>
    <message>
        <source>must not contain “?” or “#”</source>
        <translation>darf weder „?“ noch „#“ enthalten</translation>
    </message>
    <message>
        <source>names may contain up to 40 letters, digits, “.”, “_” and “-”</source>
        <translation>Namen dürfen bis zu 40 Buchstaben, Ziffern, „.“, „_“ und „-“ enthalten</translation>
    </message>
    <message>
        <source>names of two to nine models of the same server, separated by commas, of which each is an assessor; empty: all assessors are the model of the connection</source>
        <translation>Namen von zwei bis neun Modellen desselben Servers, durch Kommas getrennt, von denen jedes ein Gutachter ist; leer: alle Gutachter sind das Modell der Verbindung</translation>
    </message>
    <message>
        <source>navigation</source>
        <translation>die Navigation</translation>
    </message>
    <message>
        <source>needs at least two options that are not “missing”</source>
        <translation>braucht mindestens zwei Optionen, die nicht „missing“ sind</translation>
    </message>
    <message>
        <source>needs either “text” or “texts” (a list of texts)</source>
        <translation>braucht entweder „text“ oder „texts“ (eine Liste von Texten)</translation>
    </message>
    <message>
        <source>needs exactly one of {operators}</source>
        <translation>braucht genau eines von {operators}</translation>
    </message>
    <message>
        <source>needs too much memory</source>
        <translation>braucht zu viel Speicher</translation>
    </message>
    <message>
        <source>neither the first answer nor anything based on it could be read</source>
        <translation>weder die erste Antwort noch das, was darauf aufbaut, ließ sich lesen</translation>
    </message>
    <message>
        <source>neither “follows” nor “rating” has an answer</source>
        <translation>weder „follows“ noch „rating“ ist beantwortet</translation>
    </message>
    <message>
        <source>nested deeper than {nesting} levels</source>
        <translation>tiefer als {nesting} Ebenen verschachtelt</translation>
    </message>
    <message>
        <source>nested too deeply</source>
        <translation>zu tief verschachtelt</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>no annotation answers this question</source>
        <translation>keine Annotation beantwortet diese Frage</translation>
    </message>
    <message>
        <source>no annotations yet</source>
        <translation>noch keine Annotationen</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>no answer ({code})</source>
        <translation>keine Antwort ({code})</translation>
    </message>
    <message>
        <source>no answer ({error})</source>
        <translation>keine Antwort ({error})</translation>
    </message>
    <message>
        <source>no answers in {days} days</source>
        <translation>keine Antworten in {days} Tagen</translation>
    </message>
    <message>
        <source>no axis is rated: specify at least one of {score_axes}</source>
        <translation>keine Achse ist bewertet: Geben Sie mindestens eine an: {score_axes}</translation>
    </message>
    <message>
        <source>no better side is known</source>
        <translation>keine bessere Seite ist bekannt</translation>
    </message>
    <message>
        <source>no bundle was written from this workspace for: {people}</source>
        <translation>aus diesem Arbeitsbereich wurde kein Paket geschrieben für: {people}</translation>
    </message>
    <message>
        <source>no column is mapped to this field, so it is missing in every row</source>
        <translation>diesem Feld ist keine Spalte zugeordnet, daher fehlt es in jeder Zeile</translation>
    </message>
    <message>
        <source>no column of the file is used as the ID</source>
        <translation>keine Spalte der Datei ist die Kennung</translation>
    </message>
    <message>
        <source>no comparison has both outputs</source>
        <translation>kein Vergleich hat beide Ergebnisse</translation>
    </message>
    <message>
        <source>no comparison names the base model “{asked}”</source>
        <translation>kein Vergleich nennt das Basismodell „{asked}“</translation>
    </message>
    <message>
        <source>no critique point has a decision</source>
        <translation>zu keinem Punkt einer Kritik gibt es eine Entscheidung</translation>
    </message>
    <message>
        <source>no diagnostic sample has a detailed or a coarse critique</source>
        <translation>kein Diagnosebeispiel hat eine genaue oder grobe Kritik</translation>
    </message>
    <message>
        <source>no document has a text</source>
        <translation>von keinem Dokument ist der Text bekannt</translation>
    </message>
    <message>
        <source>no document has {least} to {most} words</source>
        <translation>kein Dokument hat {least} bis {most} Wörter</translation>
    </message>
    <message>
        <source>no documents have been retrieved for the tasks</source>
        <translation>für die Schreibaufgaben wurden noch keine Dokumente gesammelt</translation>
    </message>
    <message>
        <source>no edited example has evidence passages</source>
        <translation>kein bearbeitetes Beispiel hat Belegstellen</translation>
    </message>
    <message>
        <source>no edited text belongs to a task with sections</source>
        <translation>kein bearbeiteter Text gehört zu einer Schreibaufgabe mit Abschnitten</translation>
    </message>
    <message>
        <source>no encryption key is known for “{name}”</source>
        <translation>für „{name}“ ist kein Schlüssel zum Verschlüsseln bekannt</translation>
    </message>
    <message>
        <source>no entailment scorer has scored this model’s outputs: run DIR entail</source>
        <translation>kein Folgerungsmodell hat die Ergebnisse dieses Modells bewertet: run DIR entail</translation>
    </message>
    <message>
        <source>no entailment scores yet: score with a model (run DIR entail)</source>
        <translation>es gibt noch keine Folgerungswerte: Lassen Sie ein Modell bewerten (run DIR entail)</translation>
    </message>
    <message>
        <source>no example belongs to “{split}”</source>
        <translation>kein Beispiel gehört zu „{split}“</translation>
    </message>
    <message>
        <source>no example has a reference output</source>
        <translation>kein Beispiel hat ein Referenz-Ergebnis</translation>
    </message>
    <message>
        <source>no example has outputs of two or more models</source>
        <translation>kein Beispiel hat Ergebnisse von zwei oder mehr Modellen</translation>
    </message>
    <message>
        <source>no example was judged in both orders</source>
        <translation>kein Beispiel wurde in beiden Reihenfolgen beurteilt</translation>
    </message>
    <message>
        <source>no extension</source>
        <translation>ohne Endung</translation>
    </message>
    <message>
        <source>no group can be counted</source>
        <translation>keine Gruppe kann gezählt werden</translation>
    </message>
    <message>
        <source>no group has two answers with ratings by people and by the method</source>
        <translation>in keiner Gruppe haben zwei Antworten Urteile von Menschen und vom Verfahren</translation>
    </message>
    <message>
        <source>no group has two rated answers</source>
        <translation>in keiner Gruppe sind zwei Antworten beurteilt</translation>
    </message>
    <message>
        <source>no group with two answers, a varying human mean and metric values</source>
        <translation>keine Gruppe mit zwei Antworten, unterschiedlichen mittleren Urteilen und Werten der Metrik</translation>
    </message>
    <message>
        <source>no inbox is chosen</source>
        <translation>kein Eingangsordner ist gewählt</translation>
    </message>
    <message>
        <source>no instruction is being written</source>
        <translation>es wird keine Anweisung geschrieben</translation>
    </message>
    <message>
        <source>no item belongs to the model “{model}”</source>
        <translation>keine Aufgabe gehört zum Modell „{model}“</translation>
    </message>
    <message>
        <source>no item has answers by two people</source>
        <translation>keine Aufgabe hat Antworten von zwei Personen</translation>
    </message>
    <message>
        <source>no item has both a label and a value</source>
        <translation>keine Aufgabe hat sowohl ein Urteil als auch einen Wert</translation>
    </message>
    <message>
        <source>no item has ratings by people to use as an example</source>
        <translation>keine Aufgabe hat Bewertungen von Menschen, die als Beispiel dienen könnten</translation>
    </message>
    <message>
        <source>no job of {key} uses the prompt “{key2}” for “{item}”</source>
        <translation>kein Auftrag von {key} verwendet den Prompt „{key2}“ für „{item}“</translation>
    </message>
    <message>
        <source>no job of {key} with these options uses the prompt “{key2}”</source>
        <translation>kein Auftrag von {key} verwendet mit diesen Optionen den Prompt „{key2}“</translation>
    </message>
    <message>
        <source>no judge scored a pair</source>
        <translation>kein Bewertungsmodell hat ein Paar bewertet</translation>
    </message>
    <message>
        <source>no key is known for “{who}”</source>
        <translation>für „{who}“ ist kein Schlüssel bekannt</translation>
    </message>
    <message>
        <source>no label prefers one output</source>
        <translation>kein Urteil bevorzugt ein Ergebnis</translation>
    </message>
    <message>
        <source>no longer offers some of the chosen answers</source>
        <translation>bietet einige der gewählten Antworten nicht mehr an</translation>
    </message>
    <message>
        <source>no model family is named for this method (option “families”)</source>
        <translation>für dieses Verfahren ist keine Modellfamilie genannt (Option „families“)</translation>
    </message>
    <message>
        <source>no model has answered a prompt in two settings</source>
        <translation>kein Modell hat eine Eingabe in zwei Abläufen beantwortet</translation>
    </message>
    <message>
        <source>no model has critiqued or revised a diagnostic sample</source>
        <translation>kein Modell hat ein Diagnosebeispiel kritisiert oder überarbeitet</translation>
    </message>
    <message>
        <source>no model has written outputs yet</source>
        <translation>noch hat kein Modell Ergebnisse geschrieben</translation>
    </message>
    <message>
        <source>no model was asked whether its paragraph answers it</source>
        <translation>kein Modell wurde gefragt, ob ihr Absatz sie beantwortet</translation>
    </message>
    <message>
        <source>no model’s critique was offered</source>
        <translation>es wurde keine Kritik eines Modells angeboten</translation>
    </message>
    <message>
        <source>no output has been rated</source>
        <translation>kein Ergebnis ist bewertet</translation>
    </message>
    <message>
        <source>no output was scored</source>
        <translation>kein Ergebnis wurde bewertet</translation>
    </message>
    <message>
        <source>no pair has votes with a majority</source>
        <translation>kein Paar hat Stimmen mit einer Mehrheit</translation>
    </message>
    <message>
        <source>no pair was judged in both orders</source>
        <translation>kein Paar wurde in beiden Reihenfolgen beurteilt</translation>
    </message>
    <message>
        <source>no pair was labelled by two people</source>
        <translation>kein Paar wurde von zwei Personen verglichen</translation>
    </message>
    <message>
        <source>no people were named</source>
        <translation>es wurden keine Personen genannt</translation>
    </message>
    <message>
        <source>no point states whether the revision addresses it</source>
        <translation>zu keinem Punkt ist angegeben, ob die Überarbeitung ihn berücksichtigt</translation>
    </message>
    <message>
        <source>no prompt</source>
        <translation>keine Eingabe</translation>
    </message>
    <message>
        <source>no protocol of this project uses documents to create examples</source>
        <translation>kein Protokoll dieses Projekts verwendet Dokumente, um Beispiele zu erstellen</translation>
    </message>
    <message>
        <source>no question is answered</source>
        <translation>keine Frage ist beantwortet</translation>
    </message>
    <message>
        <source>no question is drafted from the paragraph: {refused}</source>
        <translation>aus dem Absatz wird keine Frage entworfen: {refused}</translation>
    </message>
    <message>
        <source>no record of the annotator has arrived</source>
        <translation>von dieser Person ist noch kein Eintrag angekommen</translation>
    </message>
    <message>
        <source>no request to a model is pending</source>
        <translation>es läuft keine Anfrage an ein Modell</translation>
    </message>
    <message>
        <source>no request to a model is pending in this turn</source>
        <translation>in diesem Durchgang läuft keine Anfrage an ein Modell</translation>
    </message>
    <message>
        <source>no retrieved passage matches “{label}”</source>
        <translation>keine gesammelte Textstelle passt zu „{label}“</translation>
    </message>
    <message>
        <source>no reviewer changed a revision</source>
        <translation>keine Überarbeitung wurde bei der Prüfung geändert</translation>
    </message>
    <message>
        <source>no row of its set names a model, so only the first is used; this one is kept but unused</source>
        <translation>keine Zeile des Satzes nennt ein Modell, daher wird nur die erste verwendet; diese bleibt erhalten, aber ungenutzt</translation>
    </message>
    <message>
        <source>no row of the file can be imported</source>
        <translation>keine Zeile der Datei kann importiert werden</translation>
    </message>
    <message>
        <source>no row of {name} has a column “{column}”</source>
        <translation>keine Zeile von {name} hat eine Spalte „{column}“</translation>
    </message>
    <message>
        <source>no run has a standard error</source>
        <translation>kein Lauf hat einen Standardfehler</translation>
    </message>
    <message>
        <source>no side is preferred</source>
        <translation>keine Seite wird bevorzugt</translation>
    </message>
    <message>
        <source>no task has search queries</source>
        <translation>keine Schreibaufgabe hat Suchanfragen</translation>
    </message>
    <message>
        <source>no text has words both before and after editing</source>
        <translation>kein Text hat vor und nach dem Bearbeiten Wörter</translation>
    </message>
    <message>
        <source>no text was revised</source>
        <translation>kein Text wurde überarbeitet</translation>
    </message>
    <message>
        <source>no times were recorded</source>
        <translation>es wurden keine Zeiten erfasst</translation>
    </message>
    <message>
        <source>no turn is closed yet</source>
        <translation>noch ist kein Durchgang abgeschlossen</translation>
    </message>
    <message>
        <source>no turn states its kind of instruction</source>
        <translation>bei keinem Durchgang ist die Art der Anweisung angegeben</translation>
    </message>
    <message>
        <source>no turn was rated by two people</source>
        <translation>kein Durchgang wurde von zwei Personen bewertet</translation>
    </message>
    <message>
        <source>no turn was rated neutral or bad</source>
        <translation>kein Durchgang wurde als mittel oder schlecht bewertet</translation>
    </message>
    <message>
        <source>no turn was used</source>
        <translation>es wurde kein Durchgang verwendet</translation>
    </message>
    <message>
        <source>no two models have written outputs for the same example</source>
        <translation>keine zwei Modelle haben Ergebnisse zum selben Beispiel geschrieben</translation>
    </message>
    <message>
        <source>no unit has two ratings</source>
        <translation>keine Einheit hat zwei Urteile</translation>
    </message>
    <message>
        <source>no unit has values from both</source>
        <translation>keine Einheit hat von beiden einen Wert</translation>
    </message>
    <message>
        <source>no unit was rated by both</source>
        <translation>keine Einheit wurde von beiden beurteilt</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>kein Wert</translation>
    </message>
    <message>
        <source>no values</source>
        <translation>keine Werte</translation>
    </message>
    <message>
        <source>no variant was chosen</source>
        <translation>es wurde keine Variante gewählt</translation>
    </message>
    <message>
        <source>no view is called “{name}”</source>
        <translation>es gibt keine Ansicht „{name}“</translation>
    </message>
    <message>
        <source>nobody assigned the item to its author</source>
        <translation>die Aufgabe war der Person nicht zugewiesen</translation>
    </message>
    <message>
        <source>nobody has answered this question</source>
        <translation>niemand hat diese Frage beantwortet</translation>
    </message>
    <message>
        <source>nobody has answered whether all issues are fixed</source>
        <translation>niemand hat angegeben, ob alle Mängel behoben sind</translation>
    </message>
    <message>
        <source>nobody has given a score</source>
        <translation>niemand hat eine Gesamtnote gegeben</translation>
    </message>
    <message>
        <source>nobody has labelled a pair</source>
        <translation>niemand hat ein Paar verglichen</translation>
    </message>
    <message>
        <source>nobody has labelled the edits</source>
        <translation>niemand hat die Änderungen eingeordnet</translation>
    </message>
    <message>
        <source>nobody has rated this</source>
        <translation>niemand hat das beurteilt</translation>
    </message>
    <message>
        <source>nobody has voted</source>
        <translation>niemand hat abgestimmt</translation>
    </message>
    <message>
        <source>nobody voted on the pairs that judges scored</source>
        <translation>niemand hat über die Paare abgestimmt, die die Bewertungsmodelle bewertet haben</translation>
    </message>
    <message>
        <source>nobody was asked this question</source>
        <translation>niemandem wurde diese Frage gestellt</translation>
    </message>
    <message>
        <source>nobody’s field is known, so items are assigned regardless of field: fill in the column “fields” when you import people</source>
        <translation>es sind keine Fächer bekannt, daher werden Aufgaben unabhängig vom Fach zugeteilt: Füllen Sie beim Import der Personen die Spalte „fields“ aus</translation>
    </message>
    <message>
        <source>nominal</source>
        <translation>nominal</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>none of its papers has a paragraph</source>
        <translation>keiner der Artikel hat einen Absatz</translation>
    </message>
    <message>
        <source>none of its turns is still rated again</source>
        <translation>keiner der Durchgänge ist noch für eine Zweitbewertung vorgesehen</translation>
    </message>
    <message>
        <source>none of the task’s sections is in the output; it is kept as one text</source>
        <translation>keiner der Abschnitte der Schreibaufgabe steht im Ergebnis; es bleibt als ein einziger Text erhalten</translation>
    </message>
    <message>
        <source>none of these items was rated by anyone else</source>
        <translation>keine dieser Aufgaben wurde von anderen beurteilt</translation>
    </message>
    <message>
        <source>none of these turns is good or was edited</source>
        <translation>keiner dieser Durchgänge ist gut oder wurde bearbeitet</translation>
    </message>
    <message>
        <source>none of these turns states its kind of instruction</source>
        <translation>bei keinem dieser Durchgänge ist die Art der Anweisung angegeben</translation>
    </message>
    <message>
        <source>none of these turns was labelled</source>
        <translation>keiner dieser Durchgänge wurde eingeordnet</translation>
    </message>
    <message>
        <source>none of these turns was rated</source>
        <translation>keiner dieser Durchgänge wurde bewertet</translation>
    </message>
    <message>
        <source>not JSON, or incomplete</source>
        <translation>kein JSON oder unvollständig</translation>
    </message>
    <message>
        <source>not UTF-8 text</source>
        <translation>kein UTF-8-Text</translation>
    </message>
    <message>
        <source>not UTF-8 text (byte {start} of the file)</source>
        <translation>kein UTF-8-Text (Byte {start} der Datei)</translation>
    </message>
    <message>
        <source>not UTF-8: read as Windows-1252; check special characters</source>
        <translation>kein UTF-8: als Windows-1252 gelesen; prüfen Sie die Sonderzeichen</translation>
    </message>
    <message>
        <source>not a JSON document: {error}</source>
        <translation>kein JSON-Dokument: {error}</translation>
    </message>
    <message>
        <source>not a JSON value: “{error}”</source>
        <translation>kein JSON-Wert: „{error}“</translation>
    </message>
    <message>
        <source>not a Parquet file, or damaged</source>
        <translation>keine Parquet-Datei oder beschädigt</translation>
    </message>
    <message>
        <source>not a Proofdesk bundle</source>
        <translation>kein Proofdesk-Paket</translation>
    </message>
    <message>
        <source>not a Proofdesk bundle: another format</source>
        <translation>kein Proofdesk-Paket: ein anderes Format</translation>
    </message>
    <message>
        <source>not a Proofdesk bundle: it has no manifest</source>
        <translation>kein Proofdesk-Paket: Es hat kein Manifest</translation>
    </message>
    <message>
        <source>not a file</source>
        <translation>keine Datei</translation>
    </message>
    <message>
        <source>not a file name</source>
        <translation>kein Dateiname</translation>
    </message>
    <message>
        <source>not a key file: no AGE-SECRET-KEY-1… line</source>
        <translation>keine Schlüsseldatei: Die Zeile AGE-SECRET-KEY-1… fehlt</translation>
    </message>
    <message>
        <source>not a key file: too large</source>
        <translation>keine Schlüsseldatei: zu groß</translation>
    </message>
    <message>
        <source>not a line of a key file</source>
        <translation>keine Zeile einer Schlüsseldatei</translation>
    </message>
    <message>
        <source>not a list of public keys: too large</source>
        <translation>keine Liste öffentlicher Schlüssel: zu groß</translation>
    </message>
    <message>
        <source>not a public age key</source>
        <translation>kein öffentlicher age-Schlüssel</translation>
    </message>
    <message>
        <source>not a record: {error}</source>
        <translation>kein Eintrag: {error}</translation>
    </message>
    <message>
        <source>not a signing key</source>
        <translation>kein Signaturschlüssel</translation>
    </message>
    <message>
        <source>not a spreadsheet (XLSX), or damaged</source>
        <translation>keine Tabelle (XLSX) oder beschädigt</translation>
    </message>
    <message>
        <source>not a valid signature</source>
        <translation>keine gültige Signatur</translation>
    </message>
    <message>
        <source>not a {suffix} file</source>
        <translation>keine {suffix}-Datei</translation>
    </message>
    <message>
        <source>not allowed</source>
        <translation>nicht erlaubt</translation>
    </message>
    <message>
        <source>not an age key</source>
        <translation>kein age-Schlüssel</translation>
    </message>
    <message>
        <source>not canonical JSON</source>
        <translation>kein kanonisches JSON</translation>
    </message>
    <message>
        <source>not decided</source>
        <translation>nicht entschieden</translation>
    </message>
    <message>
        <source>not decided yet: {fields}</source>
        <translation>noch nicht entschieden: {fields}</translation>
    </message>
    <message>
        <source>not encrypted to your key</source>
        <translation>nicht mit Ihrem Schlüssel verschlüsselt</translation>
    </message>
    <message>
        <source>not fixed</source>
        <translation>nicht behoben</translation>
    </message>
    <message>
        <source>not kept</source>
        <translation>nicht erhalten</translation>
    </message>
    <message>
        <source>not marked as needing knowledge of the field</source>
        <translation>nicht angegeben, dass sie Fachwissen braucht</translation>
    </message>
    <message>
        <source>not marked as possible without equipment</source>
        <translation>nicht angegeben, dass sie ohne Geräte auskommt</translation>
    </message>
    <message>
        <source>not marked as purely textual</source>
        <translation>nicht als reine Textarbeit angegeben</translation>
    </message>
    <message>
        <source>not marked as routine</source>
        <translation>nicht angegeben, dass sie immer wieder vorkommt</translation>
    </message>
    <message>
        <source>not marked as taking between half an hour and a few days</source>
        <translation>nicht angegeben, dass sie eine halbe Stunde bis einige Tage dauert</translation>
    </message>
    <message>
        <source>not of the form {&quot;rev&quot;:…,&quot;record&quot;:…}</source>
        <translation>hat nicht die Form {&quot;rev&quot;:…,&quot;record&quot;:…}</translation>
    </message>
    <message>
        <source>not previewed yet</source>
        <translation>noch keine Vorschau</translation>
    </message>
    <message>
        <source>not reviewed</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>nicht angegeben</translation>
    </message>
    <message>
        <source>not tried, because the server does not answer</source>
        <translation>nicht versucht, weil der Server nicht antwortet</translation>
    </message>
    <message>
        <source>not tried, because the test was stopped</source>
        <translation>nicht versucht, weil der Test angehalten wurde</translation>
    </message>
    <message>
        <source>not valid</source>
        <translation>trifft nicht zu</translation>
    </message>
    <message>
        <source>not valid CSV (“{error}”)</source>
        <translation>kein gültiges CSV („{error}“)</translation>
    </message>
    <message>
        <source>not valid JSON ({error})</source>
        <translation>kein gültiges JSON ({error})</translation>
    </message>
    <message>
        <source>not valid JSON ({reason})</source>
        <translation>kein gültiges JSON ({reason})</translation>
    </message>
    <message>
        <source>not valid JSON (“{msg}”)</source>
        <translation>kein gültiges JSON („{msg}“)</translation>
    </message>
    <message>
        <source>not {encoding} text (byte {start})</source>
        <translation>kein Text in {encoding} (Byte {start})</translation>
    </message>
    <message>
        <source>nothing can be revised without a first answer</source>
        <translation>ohne eine erste Antwort lässt sich nichts überarbeiten</translation>
    </message>
    <message>
        <source>nothing is left to do</source>
        <translation>nichts ist mehr offen</translation>
    </message>
    <message>
        <source>nothing was compared</source>
        <translation>nichts wurde verglichen</translation>
    </message>
    <message>
        <source>nothing was edited</source>
        <translation>nichts wurde bearbeitet</translation>
    </message>
    <message>
        <source>nothing was merged for {days} days</source>
        <translation>seit {days} Tagen nichts zusammengeführt</translation>
    </message>
    <message>
        <source>nothing was reviewed</source>
        <translation>nichts wurde geprüft</translation>
    </message>
    <message>
        <source>nothing was sent: no model is available</source>
        <translation>nichts wurde gesendet: Kein Modell ist verfügbar</translation>
    </message>
    <message>
        <source>number of different examples per task</source>
        <translation>wie viele verschiedene Beispiele je Schreibaufgabe</translation>
    </message>
    <message>
        <source>number of documents drawn from each source; 0: all</source>
        <translation>Anzahl der Dokumente, die je Quelle gezogen werden; 0: alle</translation>
    </message>
    <message>
        <source>number of drafts per demonstration item</source>
        <translation>wie viele Entwürfe je Musterantwort, aus der eine Aufgabe wird</translation>
    </message>
    <message>
        <source>number of instances of the model that discuss</source>
        <translation>Anzahl der Instanzen des Modells, die diskutieren</translation>
    </message>
    <message>
        <source>number of passages shown to the model</source>
        <translation>wie viele Textstellen das Modell zu sehen bekommt</translation>
    </message>
    <message>
        <source>number of rated examples, 0 to 20</source>
        <translation>Anzahl der bewerteten Beispiele, 0 bis 20</translation>
    </message>
    <message>
        <source>number of rated turns with the most similar instructions in the prompt; the KIWI paper compares 0, 1 and 10</source>
        <translation>Zahl der bewerteten Durchgänge mit den ähnlichsten Anweisungen im Prompt; der KIWI-Artikel vergleicht 0, 1 und 10</translation>
    </message>
    <message>
        <source>number of ratings whose mean counts</source>
        <translation>Anzahl der Bewertungen, deren Mittel zählt</translation>
    </message>
    <message>
        <source>number of rounds of critique and revision per response</source>
        <translation>wie oft jede Antwort kritisiert und überarbeitet wird</translation>
    </message>
    <message>
        <source>number of samples per category</source>
        <translation>Anzahl der Beispiele je Kategorie</translation>
    </message>
    <message>
        <source>number of samples shown in each request</source>
        <translation>wie viele Beispiele jede Anfrage enthält</translation>
    </message>
    <message>
        <source>number of sentences at the start of each document that replace the references of its answers; 0: the items’ own references</source>
        <translation>Anzahl der Sätze am Anfang jedes Dokuments, die die Referenzen seiner Antworten ersetzen; 0: die eigenen Referenzen der Aufgaben</translation>
    </message>
    <message>
        <source>number of variants by this model; at most four with those of other models</source>
        <translation>Zahl der Varianten dieses Modells; mit denen anderer Modelle höchstens vier</translation>
    </message>
    <message>
        <source>occurs twice in one object</source>
        <translation>kommt in einem Objekt zweimal vor</translation>
    </message>
    <message>
        <source>occurs twice, first in line {places}</source>
        <translation>kommt zweimal vor, zuerst in Zeile {places}</translation>
    </message>
    <message>
        <source>of another setting, critique or round</source>
        <translation>zu einem anderen Ablauf, einer anderen Kritik oder einem anderen Durchgang</translation>
    </message>
    <message>
        <source>of this question</source>
        <translation>dieser Frage</translation>
    </message>
    <message>
        <source>of “{owner}”</source>
        <translation>von „{owner}“</translation>
    </message>
    <message>
        <source>one annotator</source>
        <translation>einer annotierenden Person</translation>
    </message>
    <message>
        <source>one answer</source>
        <translation>eine Antwort</translation>
    </message>
    <message>
        <source>one direction has no values</source>
        <translation>eine Richtung hat keine Werte</translation>
    </message>
    <message>
        <source>one human value, one metric value and one group per unit are needed</source>
        <translation>je Einheit werden ein menschlicher Wert, ein Wert der Metrik und eine Gruppe benötigt</translation>
    </message>
    <message>
        <source>one item</source>
        <translation>einer Aufgabe</translation>
    </message>
    <message>
        <source>one of its papers is in conflict, or was withdrawn</source>
        <translation>einer ihrer Artikel steht im Konflikt oder wurde zurückgezogen</translation>
    </message>
    <message>
        <source>one of {words}</source>
        <translation>eines von {words}</translation>
    </message>
    <message>
        <source>one record per session, with its turns</source>
        <translation>ein Datensatz je Sitzung, mit ihren Durchgängen</translation>
    </message>
    <message>
        <source>one record per turn</source>
        <translation>ein Datensatz je Durchgang</translation>
    </message>
    <message>
        <source>one score per label is needed</source>
        <translation>je Urteil wird ein Wert benötigt</translation>
    </message>
    <message>
        <source>only one day with answers so far</source>
        <translation>bisher nur ein Tag mit Antworten</translation>
    </message>
    <message>
        <source>only the first {most_pages} of its {count} pages were read</source>
        <translation>nur die ersten {most_pages} von {count} Seiten wurden gelesen</translation>
    </message>
    <message>
        <source>only the person themselves can give consent</source>
        <translation>nur die Person selbst kann einwilligen</translation>
    </message>
    <message>
        <source>only {count} examples come with the program</source>
        <translation>nur {count} Beispiele werden mitgeliefert</translation>
    </message>
    <message>
        <source>opened read-only</source>
        <translation>schreibgeschützt geöffnet</translation>
    </message>
    <message>
        <source>opened read-only: {fell_back_reason}</source>
        <translation>schreibgeschützt geöffnet: {fell_back_reason}</translation>
    </message>
    <message>
        <source>opening it would need too much memory (scrypt work factor {factor}, at most {max_work_factor})</source>
        <translation>das Öffnen würde zu viel Speicher benötigen (scrypt-Faktor {factor}, höchstens {max_work_factor})</translation>
    </message>
    <message>
        <source>option “{place}” of {key}: {reason}</source>
        <translation>Option „{place}“ von {key}: {reason}</translation>
    </message>
    <message>
        <source>options “n” and “seed” must be whole numbers</source>
        <translation>die Optionen „n“ und „seed“ müssen ganze Zahlen sein</translation>
    </message>
    <message>
        <source>options “seed” and “validation” must be numbers</source>
        <translation>die Optionen „seed“ und „validation“ müssen Zahlen sein</translation>
    </message>
    <message>
        <source>ordinal</source>
        <translation>ordinal</translation>
    </message>
    <message>
        <source>origin</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>other</source>
        <translation>Sonstiges</translation>
    </message>
    <message>
        <source>other keys of “{person}” in this project are already on this computer</source>
        <translation>auf diesem Rechner liegen schon andere Schlüssel für „{person}“ in diesem Projekt</translation>
    </message>
    <message>
        <source>other people&apos;s model calls are not for annotators</source>
        <translation>Modellaufrufe anderer Personen sind nicht für Annotierende bestimmt</translation>
    </message>
    <message>
        <source>other similar questions: {value}</source>
        <translation>weitere ähnliche Fragen: {value}</translation>
    </message>
    <message>
        <source>output sections with a different name: {list}</source>
        <translation>Abschnitte des Ergebnisses mit anderem Namen: {list}</translation>
    </message>
    <message>
        <source>output: {error}</source>
        <translation>Ergebnis: {error}</translation>
    </message>
    <message>
        <source>p</source>
        <translation>p</translation>
    </message>
    <message>
        <source>p (Holm)</source>
        <translation>p (Holm)</translation>
    </message>
    <message>
        <source>p against the best</source>
        <translation>p gegen das beste</translation>
    </message>
    <message>
        <source>pairs of models’ texts, to import as pairs for people to compare</source>
        <translation>Paare von Texten der Modelle, zum Importieren für Vergleiche durch Personen</translation>
    </message>
    <message>
        <source>pairs of outputs of two models, to import for comparison by people</source>
        <translation>Paare von Ergebnissen zweier Modelle; zum Importieren und Vergleichen durch Personen</translation>
    </message>
    <message>
        <source>paper [{place}] has no paragraphs, so nothing can be found in it</source>
        <translation>Artikel [{place}] hat keine Absätze, daher lässt sich darin nichts finden</translation>
    </message>
    <message>
        <source>papers [{first}] and [{place}] have the same text</source>
        <translation>die Artikel [{first}] und [{place}] haben denselben Text</translation>
    </message>
    <message>
        <source>papers from S2ORC with full text</source>
        <translation>Artikel aus S2ORC mit ihren Volltexten</translation>
    </message>
    <message>
        <source>participation</source>
        <translation>Teilnahme</translation>
    </message>
    <message>
        <source>parts of {what} could not be read</source>
        <translation>{what}: Teile ließen sich nicht lesen</translation>
    </message>
    <message>
        <source>passages are retrieved only for information-seeking instructions</source>
        <translation>Textstellen werden nur zu Anweisungen gesucht, die nach Informationen fragen</translation>
    </message>
    <message>
        <source>passes verification, but is not a store</source>
        <translation>hält der Prüfung stand, ist aber nicht wie ein Speicher aufgebaut</translation>
    </message>
    <message>
        <source>paused or no longer in the project: {people}</source>
        <translation>pausiert oder nicht mehr im Projekt: {people}</translation>
    </message>
    <message>
        <source>people</source>
        <translation>Personen</translation>
    </message>
    <message>
        <source>people who already have it: {has}</source>
        <translation>Personen, die sie schon haben: {has}</translation>
    </message>
    <message>
        <source>people who have another item of its group: {others}</source>
        <translation>Personen mit einer anderen Aufgabe derselben Gruppe: {others}</translation>
    </message>
    <message>
        <source>people who know it from another stage: {others}</source>
        <translation>Personen, die sie aus einer anderen Runde kennen: {others}</translation>
    </message>
    <message>
        <source>people who wrote it: {authors}</source>
        <translation>Personen, die sie geschrieben haben: {authors}</translation>
    </message>
    <message>
        <source>people&apos;s means or the metric&apos;s values do not vary</source>
        <translation>die mittleren Urteile der Personen oder die Werte der Metrik variieren nicht</translation>
    </message>
    <message>
        <source>person</source>
        <translation>Person</translation>
    </message>
    <message>
        <source>person named twice: {repeated}</source>
        <translation>Person zweimal genannt: {repeated}</translation>
    </message>
    <message>
        <source>person “{id}” already exists with other details</source>
        <translation>Person „{id}“ ist bereits mit anderen Angaben vorhanden</translation>
    </message>
    <message>
        <source>point {twice} occurs twice</source>
        <translation>Punkt {twice} kommt zweimal vor</translation>
    </message>
    <message>
        <source>points outside its folder</source>
        <translation>führt aus seinem Ordner hinaus</translation>
    </message>
    <message>
        <source>poor</source>
        <translation>schwach</translation>
    </message>
    <message>
        <source>post-edit {item} by {annotator}</source>
        <translation>Nachbearbeitung {item} von {annotator}</translation>
    </message>
    <message>
        <source>preference pairs: the revision over the initial response</source>
        <translation>Präferenzpaare: die Überarbeitung wird der ursprünglichen Antwort vorgezogen</translation>
    </message>
    <message>
        <source>project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>random examples are the same for the same seed</source>
        <translation>bei gleichem Startwert sind zufällige Beispiele gleich</translation>
    </message>
    <message>
        <source>random ratings</source>
        <translation>zufällige Bewertungen</translation>
    </message>
    <message>
        <source>ranking by vectors needs a connection</source>
        <translation>das Ordnen nach Vektoren braucht eine Verbindung</translation>
    </message>
    <message>
        <source>rate this turn first</source>
        <translation>bewerten Sie zuerst diesen Durchgang</translation>
    </message>
    <message>
        <source>rated turns with the three splits for predicting ratings</source>
        <translation>bewertete Durchgänge mit den drei Aufteilungen, nach denen Bewertungen vorhergesagt werden</translation>
    </message>
    <message>
        <source>ratings must be finite</source>
        <translation>Urteile müssen endliche Zahlen sein</translation>
    </message>
    <message>
        <source>read as {upper}, since every second byte is zero</source>
        <translation>als {upper} gelesen, weil jedes zweite Byte null ist</translation>
    </message>
    <message>
        <source>reading was stopped</source>
        <translation>das Lesen wurde abgebrochen</translation>
    </message>
    <message>
        <source>recipients and a passphrase cannot be combined</source>
        <translation>Empfänger und Passphrase lassen sich nicht kombinieren</translation>
    </message>
    <message>
        <source>record {doc_id}: {error}</source>
        <translation>Eintrag {doc_id}: {error}</translation>
    </message>
    <message>
        <source>record {rev} is a tombstone</source>
        <translation>Eintrag {rev} ist zurückgezogen</translation>
    </message>
    <message>
        <source>record {rev} replaces others that have not arrived: {count}</source>
        <translation>Eintrag {rev} ersetzt andere, die nicht angekommen sind: {count}</translation>
    </message>
    <message>
        <source>record {rev}: belongs to another project</source>
        <translation>Eintrag {rev}: gehört zu einem anderen Projekt</translation>
    </message>
    <message>
        <source>record {rev}: {error}</source>
        <translation>Eintrag {rev}: {error}</translation>
    </message>
    <message>
        <source>record {rev}: {problem}</source>
        <translation>Eintrag {rev}: {problem}</translation>
    </message>
    <message>
        <source>records are not sorted</source>
        <translation>Einträge sind nicht sortiert</translation>
    </message>
    <message>
        <source>records by “{author}” from device {device} that have not arrived: {count} (sequence numbers {first}–{last})</source>
        <translation>Einträge von „{author}“ vom Gerät {device}, die nicht angekommen sind: {count} (laufende Nummern {first}–{last})</translation>
    </message>
    <message>
        <source>records with more than {many_versions} current versions: {count}</source>
        <translation>Einträge mit mehr als {many_versions} gültigen Fassungen: {count}</translation>
    </message>
    <message>
        <source>redirects to an invalid address</source>
        <translation>leitet zu einer ungültigen Adresse weiter</translation>
    </message>
    <message>
        <source>references to records that have not arrived: {number}</source>
        <translation>Verweise auf noch nicht angekommene Einträge: {number}</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>returned to its author</source>
        <translation>zur Überarbeitung zurückgegeben</translation>
    </message>
    <message>
        <source>riSum: does the answer follow the instruction?</source>
        <translation>riSum: Befolgt die Antwort die Anweisung?</translation>
    </message>
    <message>
        <source>row {row} of {name} is empty or missing</source>
        <translation>Zeile {row} von {name} ist leer oder fehlt</translation>
    </message>
    <message>
        <source>runs with the same name add variants to the same examples; a new name creates new examples</source>
        <translation>Läufe mit demselben Namen fügen denselben Beispielen Varianten hinzu; ein neuer Name ergibt neue Beispiele</translation>
    </message>
    <message>
        <source>save {seq} is incomplete and was skipped</source>
        <translation>Speicherung {seq} ist unvollständig und wurde übersprungen</translation>
    </message>
    <message>
        <source>scores of {judge} for {value}</source>
        <translation>Bewertungen von {value} durch {judge}</translation>
    </message>
    <message>
        <source>scores outside {least_score} to {highest}</source>
        <translation>Punkte außerhalb von {least_score} bis {highest}</translation>
    </message>
    <message>
        <source>search by meaning needs a connection with an embedding model</source>
        <translation>für die semantische Suche ist eine Verbindung mit einem Embedding-Modell nötig</translation>
    </message>
    <message>
        <source>second ratings</source>
        <translation>Zweitbewertungen</translation>
    </message>
    <message>
        <source>semicolon</source>
        <translation>Semikolon</translation>
    </message>
    <message>
        <source>sessions in the layout of the published KIWI dataset</source>
        <translation>Sitzungen im Format des veröffentlichten KIWI-Datensatzes</translation>
    </message>
    <message>
        <source>settings or prompts have changed</source>
        <translation>Einstellungen oder Prompts wurden geändert</translation>
    </message>
    <message>
        <source>several models’ instructions won equally many documents</source>
        <translation>die Anweisungen mehrerer Modelle haben bei gleich vielen Dokumenten gewonnen</translation>
    </message>
    <message>
        <source>several options can be chosen</source>
        <translation>mehrere Möglichkeiten sind wählbar</translation>
    </message>
    <message>
        <source>several protocols of this project use documents</source>
        <translation>mehrere Protokolle dieses Projekts verwenden Dokumente</translation>
    </message>
    <message>
        <source>share of all rated outputs to examine, starting with the lowest-rated; 0.1 is a tenth</source>
        <translation>welcher Teil der bewerteten Ergebnisse angesehen wird, die schwächsten zuerst; 0.1 ist ein Zehntel</translation>
    </message>
    <message>
        <source>signed by {fingerprint}</source>
        <translation>signiert von {fingerprint}</translation>
    </message>
    <message>
        <source>signed with a different key from the one in the manifest</source>
        <translation>mit einem anderen Schlüssel signiert, als das Manifest nennt</translation>
    </message>
    <message>
        <source>signed with an unknown method</source>
        <translation>mit einem unbekannten Verfahren signiert</translation>
    </message>
    <message>
        <source>skipped: {kinds}</source>
        <translation>übersprungen: {kinds}</translation>
    </message>
    <message>
        <source>skipped: {kinds} (supported: {kinds2}; hidden files are ignored)</source>
        <translation>übersprungen: {kinds} (unterstützt: {kinds2}; versteckte Dateien werden ignoriert)</translation>
    </message>
    <message>
        <source>specify either “instruction” or “prompt”: they are the same field</source>
        <translation>geben Sie entweder „instruction“ oder „prompt“ an: Beide sind dasselbe Feld</translation>
    </message>
    <message>
        <source>specify the judged output: either “output”, or “example” and “model”</source>
        <translation>geben Sie das beurteilte Ergebnis an: entweder „output“ oder „example“ und „model“</translation>
    </message>
    <message>
        <source>specify what was compared: “pair” or “question”</source>
        <translation>geben Sie an, was verglichen wurde: „pair“ oder „question“</translation>
    </message>
    <message>
        <source>specify who wrote the response: “model” or “human”</source>
        <translation>geben Sie an, wer die Antwort geschrieben hat: „model“ oder „human“</translation>
    </message>
    <message>
        <source>specify whose answers were compared: “model_1” and “model_2”</source>
        <translation>geben Sie an, wessen Antworten verglichen wurden: „model_1“ und „model_2“</translation>
    </message>
    <message>
        <source>split of {example}</source>
        <translation>Aufteilung von {example}</translation>
    </message>
    <message>
        <source>spread over several disks</source>
        <translation>auf mehrere Datenträger verteilt</translation>
    </message>
    <message>
        <source>standard input</source>
        <translation>Standardeingabe</translation>
    </message>
    <message>
        <source>starts with a byte order mark</source>
        <translation>beginnt mit einer Byte-Reihenfolge-Markierung</translation>
    </message>
    <message>
        <source>state how the session ended</source>
        <translation>geben Sie an, wie die Sitzung endete</translation>
    </message>
    <message>
        <source>state whether point {silent} was fixed, is not valid or was ignored</source>
        <translation>geben Sie zu Punkt {silent} an, ob er behoben ist, nicht zutrifft oder übergangen wurde</translation>
    </message>
    <message>
        <source>stopped; the rest was not read</source>
        <translation>abgebrochen; der Rest wurde nicht gelesen</translation>
    </message>
    <message>
        <source>submitting</source>
        <translation>das Abgeben</translation>
    </message>
    <message>
        <source>successes must be between 0 and n</source>
        <translation>die Zahl der Erfolge muss zwischen 0 und n liegen</translation>
    </message>
    <message>
        <source>such as “clarity/safety”</source>
        <translation>etwa „clarity/safety“</translation>
    </message>
    <message>
        <source>surplus domains from a model are dropped</source>
        <translation>überzählige Domains eines Modells entfallen</translation>
    </message>
    <message>
        <source>tab</source>
        <translation>Tabulator</translation>
    </message>
    <message>
        <source>tags (“!name”) are not used in forms</source>
        <translation>Tags („!name“) gibt es in Formularen nicht</translation>
    </message>
    <message>
        <source>takes too long to read</source>
        <translation>das Lesen dauert zu lange</translation>
    </message>
    <message>
        <source>task {label}, query {number}</source>
        <translation>Schreibaufgabe {label}, Suchanfrage {number}</translation>
    </message>
    <message>
        <source>task {label}: has no documents yet</source>
        <translation>Schreibaufgabe {label}: hat noch keine Dokumente</translation>
    </message>
    <message>
        <source>task {label}: has no search queries yet</source>
        <translation>Schreibaufgabe {label}: hat noch keine Suchanfragen</translation>
    </message>
    <message>
        <source>task {label}: has no trusted domains yet</source>
        <translation>Schreibaufgabe {label}: hat noch keine vertrauenswürdigen Domains</translation>
    </message>
    <message>
        <source>task {label}: {error}. {hint}</source>
        <translation>Schreibaufgabe {label}: {error}. {hint}</translation>
    </message>
    <message>
        <source>tasks, finished examples and validation labels in the released layout</source>
        <translation>Schreibaufgaben, fertige Beispiele und Beurteilungen im veröffentlichten Aufbau</translation>
    </message>
    <message>
        <source>texts and the API key are sent unencrypted to another computer</source>
        <translation>Texte und API-Schlüssel werden unverschlüsselt an einen anderen Computer gesendet</translation>
    </message>
    <message>
        <source>the API key for the embedding connection “{connection}” is missing</source>
        <translation>der API-Schlüssel für die Embedding-Verbindung „{connection}“ fehlt</translation>
    </message>
    <message>
        <source>the API key for “{name}” is missing</source>
        <translation>der API-Schlüssel für „{name}“ fehlt</translation>
    </message>
    <message>
        <source>the API key of “{name}” could not be removed from the system&apos;s keyring</source>
        <translation>der API-Schlüssel von „{name}“ ließ sich nicht aus dem Schlüsselbund des Systems entfernen</translation>
    </message>
    <message>
        <source>the API key was not stored: {problem}</source>
        <translation>der API-Schlüssel wurde nicht gespeichert: {problem}</translation>
    </message>
    <message>
        <source>the API key would be sent unencrypted to another computer</source>
        <translation>der API-Schlüssel würde unverschlüsselt an einen anderen Computer gesendet</translation>
    </message>
    <message>
        <source>the UTF-16 text is damaged</source>
        <translation>der UTF-16-Text ist beschädigt</translation>
    </message>
    <message>
        <source>the abandoned turn</source>
        <translation>der abgebrochene Durchgang</translation>
    </message>
    <message>
        <source>the account of the API key for “{name}” has no credit left</source>
        <translation>das Konto zum API-Schlüssel für „{name}“ hat kein Guthaben mehr</translation>
    </message>
    <message>
        <source>the annotator withdrew their consent</source>
        <translation>die Person hat ihre Einwilligung widerrufen</translation>
    </message>
    <message>
        <source>the answer of “{name}” is incomplete</source>
        <translation>die Antwort von „{name}“ ist unvollständig</translation>
    </message>
    <message>
        <source>the answer of “{name}” was cut off at its length limit</source>
        <translation>die Antwort von „{name}“ wurde an ihrer Längengrenze abgeschnitten</translation>
    </message>
    <message>
        <source>the answers have changed since they were shown; nothing was saved</source>
        <translation>die Antworten haben sich geändert, seit sie angezeigt wurden; nichts wurde gespeichert</translation>
    </message>
    <message>
        <source>the answers of “{key}” about “{item}” have {number} conflicting versions</source>
        <translation>die Antworten von „{key}“ zu „{item}“ haben {number} Fassungen, die einander widersprechen</translation>
    </message>
    <message>
        <source>the answers to be revised are empty</source>
        <translation>die zu überarbeitenden Antworten sind leer</translation>
    </message>
    <message>
        <source>the archive has a comment</source>
        <translation>das Archiv enthält einen Kommentar</translation>
    </message>
    <message>
        <source>the background questions have changed</source>
        <translation>die Fragen zur Person wurden geändert</translation>
    </message>
    <message>
        <source>the backup contained no keys</source>
        <translation>die Sicherung enthielt keine Schlüssel</translation>
    </message>
    <message>
        <source>the backup {name} is itself damaged: {problems}</source>
        <translation>die Sicherung {name} ist selbst beschädigt: {problems}</translation>
    </message>
    <message>
        <source>the batch ended before this request was processed</source>
        <translation>der Batch endete, bevor diese Anfrage verarbeitet wurde</translation>
    </message>
    <message>
        <source>the bundle cannot be written because it could not be read: {reason}</source>
        <translation>das Paket lässt sich nicht schreiben, weil es nicht lesbar wäre: {reason}</translation>
    </message>
    <message>
        <source>the bundle cannot be written: {error}</source>
        <translation>das Paket lässt sich nicht schreiben: {error}</translation>
    </message>
    <message>
        <source>the certificate of “{name}” is not trusted here</source>
        <translation>dem Zertifikat von „{name}“ wird hier nicht vertraut</translation>
    </message>
    <message>
        <source>the checksum is wrong</source>
        <translation>die Prüfsumme stimmt nicht</translation>
    </message>
    <message>
        <source>the chosen answers contradict each other: {reason}</source>
        <translation>die gewählten Antworten widersprechen sich: {reason}</translation>
    </message>
    <message>
        <source>the codes of this question are not numbers: use “is” or “in”</source>
        <translation>die Codes dieser Frage sind keine Zahlen: Verwenden Sie „is“ oder „in“</translation>
    </message>
    <message>
        <source>the command palette</source>
        <translation>die Befehlspalette</translation>
    </message>
    <message>
        <source>the condition of its section depends on its own answer</source>
        <translation>die Bedingung ihres Abschnitts hängt von ihrer eigenen Antwort ab</translation>
    </message>
    <message>
        <source>the connection could not be established</source>
        <translation>es kam keine Verbindung zustande</translation>
    </message>
    <message>
        <source>the connection failed, or the response was invalid</source>
        <translation>die Verbindung brach ab, oder die Antwort war ungültig</translation>
    </message>
    <message>
        <source>the connection is encrypted</source>
        <translation>die Verbindung ist verschlüsselt</translation>
    </message>
    <message>
        <source>the connection to “{name}” was lost before an answer arrived</source>
        <translation>die Verbindung zu „{name}“ brach ab, bevor eine Antwort kam</translation>
    </message>
    <message>
        <source>the connection to “{name}” was lost in the middle of the answer</source>
        <translation>die Verbindung zu „{name}“ brach mitten in der Antwort ab</translation>
    </message>
    <message>
        <source>the consent text has changed</source>
        <translation>der Einwilligungstext wurde geändert</translation>
    </message>
    <message>
        <source>the consent text has changed since you agreed to it</source>
        <translation>der Einwilligungstext wurde geändert, seit Sie zugestimmt haben</translation>
    </message>
    <message>
        <source>the consent text is empty</source>
        <translation>der Einwilligungstext ist leer</translation>
    </message>
    <message>
        <source>the critique has {many} points; there is no point {beyond}</source>
        <translation>die Kritik hat {many} Punkte und keinen mit Nummer {beyond}</translation>
    </message>
    <message>
        <source>the degree “{degree}” does not qualify</source>
        <translation>der Abschluss „{degree}“ genügt nicht</translation>
    </message>
    <message>
        <source>the directory extends beyond the file</source>
        <translation>das Verzeichnis reicht über die Datei hinaus</translation>
    </message>
    <message>
        <source>the directory holds fewer entries than it declares</source>
        <translation>das Verzeichnis hat weniger Einträge, als es angibt</translation>
    </message>
    <message>
        <source>the directory is damaged</source>
        <translation>das Verzeichnis ist beschädigt</translation>
    </message>
    <message>
        <source>the edited answer is empty: undo the edit, or write something</source>
        <translation>die bearbeitete Antwort ist leer: Nehmen Sie die Änderung zurück, oder schreiben Sie etwas</translation>
    </message>
    <message>
        <source>the edited answer of turn {place} is empty</source>
        <translation>die bearbeitete Antwort von Durchgang {place} ist leer</translation>
    </message>
    <message>
        <source>the embeddings from “{name}” cannot be used: their size differs from earlier ones, which are kept</source>
        <translation>die Vektoren von „{name}“ sind nicht brauchbar: Sie haben eine andere Größe als die früheren, die aufbewahrt werden</translation>
    </message>
    <message>
        <source>the embeddings from “{name}” cannot be used: {what}</source>
        <translation>die Vektoren von „{name}“ sind nicht brauchbar: {what}</translation>
    </message>
    <message>
        <source>the encrypted data are damaged</source>
        <translation>die verschlüsselten Daten sind beschädigt</translation>
    </message>
    <message>
        <source>the end of the session could not be read</source>
        <translation>das Ende der Sitzung ließ sich nicht lesen</translation>
    </message>
    <message>
        <source>the entries are not in their fixed order</source>
        <translation>die Bestandteile stehen nicht in der festen Reihenfolge</translation>
    </message>
    <message>
        <source>the entries do not match the manifest</source>
        <translation>die Bestandteile stimmen nicht mit dem Manifest überein</translation>
    </message>
    <message>
        <source>the field “{field}” cannot be changed</source>
        <translation>das Feld „{field}“ kann nicht geändert werden</translation>
    </message>
    <message>
        <source>the file does not contain the keys of “{person}” in this project</source>
        <translation>die Datei enthält nicht die Schlüssel von „{person}“ in diesem Projekt</translation>
    </message>
    <message>
        <source>the file has a header, but no rows</source>
        <translation>die Datei hat eine Kopfzeile, aber keine weiteren Zeilen</translation>
    </message>
    <message>
        <source>the file has no row in line {line}</source>
        <translation>die Datei hat keine Zeile {line} mit Werten</translation>
    </message>
    <message>
        <source>the file has no rows</source>
        <translation>die Datei hat keine Zeilen</translation>
    </message>
    <message>
        <source>the file is UTF-16, not UTF-8</source>
        <translation>die Datei ist UTF-16, nicht UTF-8</translation>
    </message>
    <message>
        <source>the file is damaged</source>
        <translation>die Datei ist beschädigt</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>die Datei ist leer</translation>
    </message>
    <message>
        <source>the file is larger than 1 GiB</source>
        <translation>die Datei ist größer als 1 GiB</translation>
    </message>
    <message>
        <source>the file is not a table: it contains bytes that are not text</source>
        <translation>die Datei ist keine Tabelle: Sie enthält Bytes, die kein Text sind</translation>
    </message>
    <message>
        <source>the filter “{only}” matches no item</source>
        <translation>der Filter „{only}“ passt auf keine Aufgabe</translation>
    </message>
    <message>
        <source>the filter “{part}” cannot be read</source>
        <translation>der Filter „{part}“ lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>the first answer</source>
        <translation>die erste Antwort</translation>
    </message>
    <message>
        <source>the first answer could not be read</source>
        <translation>die erste Antwort ließ sich nicht lesen</translation>
    </message>
    <message>
        <source>the first answer is empty</source>
        <translation>die erste Antwort ist leer</translation>
    </message>
    <message>
        <source>the folder {folder} cannot be created ({error})</source>
        <translation>der Ordner {folder} lässt sich nicht anlegen ({error})</translation>
    </message>
    <message>
        <source>the folder {folder} is not empty</source>
        <translation>der Ordner {folder} ist nicht leer</translation>
    </message>
    <message>
        <source>the form has changed</source>
        <translation>das Formular wurde geändert</translation>
    </message>
    <message>
        <source>the form has no question with numbers or Yes/No</source>
        <translation>das Formular hat keine Frage mit Zahlen oder Ja/Nein</translation>
    </message>
    <message>
        <source>the form of this study is missing, so there are no questions</source>
        <translation>das Formular dieser Studie fehlt, daher gibt es keine Fragen</translation>
    </message>
    <message>
        <source>the format {format} has no kinds of rows</source>
        <translation>das Format {format} hat keine Arten von Zeilen</translation>
    </message>
    <message>
        <source>the format {format} has no options</source>
        <translation>das Format {format} hat keine Optionen</translation>
    </message>
    <message>
        <source>the format {format} makes several files</source>
        <translation>das Format {format} besteht aus mehreren Dateien</translation>
    </message>
    <message>
        <source>the guidelines</source>
        <translation>den Leitfaden</translation>
    </message>
    <message>
        <source>the guidelines have changed</source>
        <translation>der Leitfaden wurde geändert</translation>
    </message>
    <message>
        <source>the header of the encrypted file combines a passphrase with other recipients</source>
        <translation>der Kopf der verschlüsselten Datei nennt neben einer Passphrase andere Empfänger</translation>
    </message>
    <message>
        <source>the header of the encrypted file is damaged</source>
        <translation>der Kopf der verschlüsselten Datei ist beschädigt</translation>
    </message>
    <message>
        <source>the header of the encrypted file is larger than {max_header} bytes</source>
        <translation>der Kopf der verschlüsselten Datei ist größer als {max_header} Bytes</translation>
    </message>
    <message>
        <source>the header of the encrypted file names more than {max_stanzas} recipients</source>
        <translation>der Kopf der verschlüsselten Datei nennt mehr als {max_stanzas} Empfänger</translation>
    </message>
    <message>
        <source>the header of the encrypted file names no recipient</source>
        <translation>der Kopf der verschlüsselten Datei nennt keinen Empfänger</translation>
    </message>
    <message>
        <source>the host was not found</source>
        <translation>der Server wurde nicht gefunden</translation>
    </message>
    <message>
        <source>the import can’t be undone: items that are assigned: {number}</source>
        <translation>der Import lässt sich nicht rückgängig machen: zugewiesene Aufgaben: {number}</translation>
    </message>
    <message>
        <source>the import can’t be undone: items that are in a bundle: {number}</source>
        <translation>der Import lässt sich nicht rückgängig machen: Aufgaben in einem Paket: {number}</translation>
    </message>
    <message>
        <source>the import can’t be undone: items that have answers: {number}</source>
        <translation>der Import lässt sich nicht rückgängig machen: Aufgaben mit Antworten: {number}</translation>
    </message>
    <message>
        <source>the inbox cannot be read ({reason})</source>
        <translation>der Eingangsordner ist nicht lesbar ({reason})</translation>
    </message>
    <message>
        <source>the initial response is empty</source>
        <translation>die ursprüngliche Antwort ist leer</translation>
    </message>
    <message>
        <source>the input has no sections</source>
        <translation>die Eingabe hat keine Abschnitte</translation>
    </message>
    <message>
        <source>the input section “{section}” is empty</source>
        <translation>der Abschnitt „{section}“ der Eingabe ist leer</translation>
    </message>
    <message>
        <source>the input section “{title}” is missing</source>
        <translation>der Abschnitt „{title}“ der Eingabe fehlt</translation>
    </message>
    <message>
        <source>the input sections are in a different order</source>
        <translation>die Abschnitte der Eingabe stehen in anderer Reihenfolge</translation>
    </message>
    <message>
        <source>the installed files of the plugin “{name}” have changed since it was allowed</source>
        <translation>die installierten Dateien des Plugins „{name}“ haben sich geändert, seit es erlaubt wurde</translation>
    </message>
    <message>
        <source>the interval is too narrow: fewer than {reliable_units} items have two ratings</source>
        <translation>das Intervall ist zu schmal: weniger als {reliable_units} Aufgaben haben zwei Urteile</translation>
    </message>
    <message>
        <source>the item has not arrived, or was withdrawn</source>
        <translation>die Aufgabe ist nicht angekommen oder wurde zurückgezogen</translation>
    </message>
    <message>
        <source>the item is closed, or the answer that it judges has changed</source>
        <translation>die Aufgabe ist geschlossen, oder die beurteilte Antwort hat sich geändert</translation>
    </message>
    <message>
        <source>the job could not process its input ({__name__})</source>
        <translation>der Auftrag konnte seine Eingabe nicht verarbeiten ({__name__})</translation>
    </message>
    <message>
        <source>the key of “{person}” is not on this computer (fingerprint {print})</source>
        <translation>der Schlüssel von „{person}“ ist nicht auf diesem Rechner (Fingerabdruck {print})</translation>
    </message>
    <message>
        <source>the keys of “{person}” are on this computer</source>
        <translation>die Schlüssel von „{person}“ sind auf diesem Rechner</translation>
    </message>
    <message>
        <source>the last decision no longer exists</source>
        <translation>die letzte Entscheidung ist nicht mehr vorhanden</translation>
    </message>
    <message>
        <source>the last decision was packed into a bundle</source>
        <translation>die letzte Entscheidung wurde in ein Paket gepackt</translation>
    </message>
    <message>
        <source>the last line does not end with a line break</source>
        <translation>die letzte Zeile endet nicht mit einem Zeilenumbruch</translation>
    </message>
    <message>
        <source>the last message must be from the user</source>
        <translation>die letzte Nachricht muss eine [user]-Nachricht sein, damit das Modell antwortet</translation>
    </message>
    <message>
        <source>the last turn has no rating or no comment and was dropped</source>
        <translation>der letzte Durchgang hat keine Bewertung oder keinen Kommentar und wurde weggelassen</translation>
    </message>
    <message>
        <source>the last turn has no rating or no comment: it is open again</source>
        <translation>der letzte Durchgang hat keine Bewertung oder keinen Kommentar: Er ist wieder offen</translation>
    </message>
    <message>
        <source>the layout in which DOLOMITES was released</source>
        <translation>der Aufbau, in dem DOLOMITES veröffentlicht wurde</translation>
    </message>
    <message>
        <source>the layout of the published KIWI dataset</source>
        <translation>das Format des veröffentlichten KIWI-Datensatzes</translation>
    </message>
    <message>
        <source>the level “interval” requires whole numbers as codes, because distances between them are computed</source>
        <translation>das Skalenniveau „interval“ braucht ganze Zahlen als Codes, weil Abstände zwischen ihnen berechnet werden</translation>
    </message>
    <message>
        <source>the level “{language}” in the language of the tasks is not sufficient</source>
        <translation>das Niveau „{language}“ in der Sprache der Schreibaufgaben genügt nicht</translation>
    </message>
    <message>
        <source>the line has more than 16 million characters</source>
        <translation>die Zeile hat mehr als 16 Millionen Zeichen</translation>
    </message>
    <message>
        <source>the list of keyboard shortcuts</source>
        <translation>die Tastenübersicht</translation>
    </message>
    <message>
        <source>the model answers</source>
        <translation>das Modell antwortet</translation>
    </message>
    <message>
        <source>the model behind “{name}” declined to answer</source>
        <translation>das Modell hinter „{name}“ hat die Antwort verweigert</translation>
    </message>
    <message>
        <source>the model that all others are compared with; empty: all pairs of models</source>
        <translation>das Modell, mit dem alle anderen verglichen werden; leer: alle Paare von Modellen</translation>
    </message>
    <message>
        <source>the model whose instructions are answered; empty: the one that won most documents, or the only one</source>
        <translation>das Modell, dessen Anweisungen beantwortet werden; leer: das mit den meisten gewonnenen Dokumenten oder das einzige</translation>
    </message>
    <message>
        <source>the models of these answers are not known</source>
        <translation>die Modelle dieser Antworten sind nicht bekannt</translation>
    </message>
    <message>
        <source>the name of a field contains control characters</source>
        <translation>der Name eines Feldes enthält Steuerzeichen</translation>
    </message>
    <message>
        <source>the name of a field must be a single word</source>
        <translation>der Name eines Feldes muss ein einzelnes Wort sein</translation>
    </message>
    <message>
        <source>the name of a table is damaged</source>
        <translation>der Name einer Tabelle ist beschädigt</translation>
    </message>
    <message>
        <source>the name of an entry {reason}</source>
        <translation>der Name eines Bestandteils {reason}</translation>
    </message>
    <message>
        <source>the names of the files in {folder} are too long</source>
        <translation>die Namen der Dateien in {folder} sind zu lang</translation>
    </message>
    <message>
        <source>the new ID for line {line} is empty</source>
        <translation>die neue Kennung für Zeile {line} ist leer</translation>
    </message>
    <message>
        <source>the new assignments are already in a bundle: {number}</source>
        <translation>die neuen Zuweisungen sind schon in einem Paket: {number}</translation>
    </message>
    <message>
        <source>the next item</source>
        <translation>die nächste Aufgabe</translation>
    </message>
    <message>
        <source>the next match</source>
        <translation>die nächste Übereinstimmung</translation>
    </message>
    <message>
        <source>the next migration to register must start from {kind2}</source>
        <translation>die nächste Migration muss bei {kind2} beginnen</translation>
    </message>
    <message>
        <source>the number of sentences must be from 0 to {most}</source>
        <translation>die Anzahl der Sätze muss zwischen 0 und {most} liegen</translation>
    </message>
    <message>
        <source>the number of vectors differs from the number of texts</source>
        <translation>die Zahl der Vektoren entspricht nicht der Zahl der Texte</translation>
    </message>
    <message>
        <source>the option “agreeing” must be a number of voters, or a rule such as “3 of 5”</source>
        <translation>die Option „agreeing“ muss eine Zahl von Abstimmenden sein oder eine Regel wie „3 of 5“</translation>
    </message>
    <message>
        <source>the option “base” must be the name of a model</source>
        <translation>die Option „base“ muss der Name eines Modells sein</translation>
    </message>
    <message>
        <source>the option “compare” must be one of {kinds}</source>
        <translation>die Option „compare“ muss einer dieser Werte sein: {kinds}</translation>
    </message>
    <message>
        <source>the option “families” must name models per method</source>
        <translation>die Option „families“ muss Modelle je Verfahren nennen</translation>
    </message>
    <message>
        <source>the option “labeller” must be the name of a model or a person</source>
        <translation>die Option „labeller“ muss der Name eines Modells oder einer Person sein</translation>
    </message>
    <message>
        <source>the option “no_overlap” must be “drop” or “include”</source>
        <translation>die Option „no_overlap“ muss „drop“ oder „include“ sein</translation>
    </message>
    <message>
        <source>the option “reference” must be yes or no</source>
        <translation>die Option „reference“ muss yes oder no sein</translation>
    </message>
    <message>
        <source>the option “reviewed” must be true or false</source>
        <translation>die Option „reviewed“ muss true oder false sein</translation>
    </message>
    <message>
        <source>the option “seed” must be at least 0, “n” at least 1</source>
        <translation>die Option „seed“ muss mindestens 0 sein, „n“ mindestens 1</translation>
    </message>
    <message>
        <source>the option “seed” must be at least 0, “validation” a share from 0 to below 1</source>
        <translation>die Option „seed“ muss mindestens 0 sein, „validation“ ein Anteil von 0 bis unter 1</translation>
    </message>
    <message>
        <source>the option “sizes” must be numbers such as 200/400, or “paper”</source>
        <translation>die Option „sizes“ muss aus Zahlen wie 200/400 bestehen oder „paper“ sein</translation>
    </message>
    <message>
        <source>the option “split” must be {dev} or {test}</source>
        <translation>die Option „split“ muss {dev} oder {test} sein</translation>
    </message>
    <message>
        <source>the option “unanimous” must be “one” or “drop”</source>
        <translation>die Option „unanimous“ muss „one“ oder „drop“ sein</translation>
    </message>
    <message>
        <source>the option “{name}” must be a number from 0 to 1</source>
        <translation>die Option „{name}“ muss eine Zahl von 0 bis 1 sein</translation>
    </message>
    <message>
        <source>the option “{name}” must be a whole number from {low} to {high}</source>
        <translation>die Option „{name}“ muss eine ganze Zahl von {low} bis {high} sein</translation>
    </message>
    <message>
        <source>the option “{name}” must be a whole number of at least {least}</source>
        <translation>die Option „{name}“ muss eine ganze Zahl ab {least} sein</translation>
    </message>
    <message>
        <source>the option “{name}” must be true or false</source>
        <translation>die Option „{name}“ muss true oder false sein</translation>
    </message>
    <message>
        <source>the output has no sections</source>
        <translation>das Ergebnis hat keine Abschnitte</translation>
    </message>
    <message>
        <source>the output is empty; it counts as an output without sections</source>
        <translation>das Ergebnis ist leer; es zählt als Ergebnis ohne Abschnitte</translation>
    </message>
    <message>
        <source>the output section “{section}” is empty</source>
        <translation>der Abschnitt „{section}“ des Ergebnisses ist leer</translation>
    </message>
    <message>
        <source>the output section “{title}” is missing</source>
        <translation>der Abschnitt „{title}“ des Ergebnisses fehlt</translation>
    </message>
    <message>
        <source>the output sections are in a different order</source>
        <translation>die Abschnitte des Ergebnisses stehen in anderer Reihenfolge</translation>
    </message>
    <message>
        <source>the paper has no paragraphs, so nothing can be found in it</source>
        <translation>der Artikel hat keine Absätze, daher lässt sich darin nichts finden</translation>
    </message>
    <message>
        <source>the paper “{called}” has no paragraphs</source>
        <translation>der Artikel „{called}“ hat keine Absätze</translation>
    </message>
    <message>
        <source>the passphrase is empty</source>
        <translation>die Passphrase ist leer</translation>
    </message>
    <message>
        <source>the passphrase is wrong</source>
        <translation>die Passphrase ist falsch</translation>
    </message>
    <message>
        <source>the placeholder {{{missing}}} is missing, so the model would not see that text</source>
        <translation>der Platzhalter {{{missing}}} fehlt, daher würde das Modell diesen Text nicht sehen</translation>
    </message>
    <message>
        <source>the placeholder {{{unknown}}} is not known</source>
        <translation>der Platzhalter {{{unknown}}} ist nicht bekannt</translation>
    </message>
    <message>
        <source>the plugin “{name}” does not come with Proofdesk and is not allowed yet</source>
        <translation>das Plugin „{name}“ gehört nicht zu Proofdesk und ist noch nicht erlaubt</translation>
    </message>
    <message>
        <source>the plugin “{name}” was made for another version of Proofdesk</source>
        <translation>das Plugin „{name}“ wurde für eine andere Version von Proofdesk erstellt</translation>
    </message>
    <message>
        <source>the positions of {name} are not valid JSON</source>
        <translation>die Positionsangaben von {name} sind kein gültiges JSON</translation>
    </message>
    <message>
        <source>the positions of {name} must be a list</source>
        <translation>die Positionsangaben von {name} müssen eine Liste sein</translation>
    </message>
    <message>
        <source>the previous item</source>
        <translation>die vorherige Aufgabe</translation>
    </message>
    <message>
        <source>the previous match</source>
        <translation>die vorherige Übereinstimmung</translation>
    </message>
    <message>
        <source>the project has models now, and an item for each of them</source>
        <translation>das Projekt hat jetzt Modelle, und für jedes eine Aufgabe</translation>
    </message>
    <message>
        <source>the prompt has no message</source>
        <translation>der Prompt hat keine Nachricht</translation>
    </message>
    <message>
        <source>the protocol “{key}” has its own questions and does not accept a form</source>
        <translation>das Protokoll „{key}“ stellt eigene Fragen und nimmt kein Formular an</translation>
    </message>
    <message>
        <source>the protocol “{key}” uses the row kind “{kind}” twice</source>
        <translation>das Protokoll „{key}“ verwendet die Zeilenart „{kind}“ zweimal</translation>
    </message>
    <message>
        <source>the proxy for “{name}” asks for a password</source>
        <translation>der Proxy auf dem Weg zu „{name}“ verlangt ein Passwort</translation>
    </message>
    <message>
        <source>the question does not apply to this turn</source>
        <translation>die Frage gilt nicht für diesen Durchgang</translation>
    </message>
    <message>
        <source>the rating of a turn must be “good”, “neutral” or “bad”</source>
        <translation>ein Durchgang wird mit „good“, „neutral“ oder „bad“ bewertet</translation>
    </message>
    <message>
        <source>the request to “{name}” failed ({__name__})</source>
        <translation>die Anfrage an „{name}“ ist fehlgeschlagen ({__name__})</translation>
    </message>
    <message>
        <source>the request was cancelled</source>
        <translation>die Anfrage wurde abgebrochen</translation>
    </message>
    <message>
        <source>the response of “{name}” is not a valid model response</source>
        <translation>die Antwort von „{name}“ ist keine gültige Antwort eines Modells</translation>
    </message>
    <message>
        <source>the rev does not match the record</source>
        <translation>die rev passt nicht zum Eintrag</translation>
    </message>
    <message>
        <source>the rev is not 64 lower-case hexadecimal digits</source>
        <translation>die rev besteht nicht aus 64 Hexadezimalziffern in Kleinschreibung</translation>
    </message>
    <message>
        <source>the revision is the initial response</source>
        <translation>die Überarbeitung ist mit der ursprünglichen Antwort identisch</translation>
    </message>
    <message>
        <source>the same documents are drawn for the same seed</source>
        <translation>bei gleichem Startwert werden dieselben Dokumente gezogen</translation>
    </message>
    <message>
        <source>the same key twice in one object</source>
        <translation>derselbe Schlüssel zweimal in einem Objekt</translation>
    </message>
    <message>
        <source>the same request as in line {line}</source>
        <translation>dieselbe Anfrage wie in Zeile {line}</translation>
    </message>
    <message>
        <source>the schema is described in the prompt, because the server cannot enforce it</source>
        <translation>das Schema wird im Prompt beschrieben, weil der Server es nicht erzwingen kann</translation>
    </message>
    <message>
        <source>the scorer answered with something other than a number or null</source>
        <translation>der Bewerter hat mit etwas anderem als einer Zahl oder null geantwortet</translation>
    </message>
    <message>
        <source>the scorer did not answer with JSON</source>
        <translation>der Bewerter hat nicht mit JSON geantwortet</translation>
    </message>
    <message>
        <source>the scorer did not answer with {count} scores</source>
        <translation>der Bewerter hat nicht mit {count} Werten geantwortet</translation>
    </message>
    <message>
        <source>the search provider failed (TypeError)</source>
        <translation>Fehler im Suchdienst (TypeError)</translation>
    </message>
    <message>
        <source>the search provider failed ({__name__})</source>
        <translation>Fehler im Suchdienst ({__name__})</translation>
    </message>
    <message>
        <source>the search server did not answer with JSON</source>
        <translation>der Suchserver antwortete nicht mit JSON</translation>
    </message>
    <message>
        <source>the search server did not answer with a list of results</source>
        <translation>der Suchserver antwortete nicht mit einer Liste von Treffern</translation>
    </message>
    <message>
        <source>the search took longer than {search_seconds} seconds</source>
        <translation>die Suche dauerte länger als {search_seconds} Sekunden</translation>
    </message>
    <message>
        <source>the server accepts a JSON schema for answers</source>
        <translation>der Server akzeptiert ein JSON-Schema für Antworten</translation>
    </message>
    <message>
        <source>the server answered with status {status}</source>
        <translation>der Server antwortete mit Status {status}</translation>
    </message>
    <message>
        <source>the server does not return log-probabilities</source>
        <translation>der Server liefert keine Log-Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <source>the server enforces JSON; the schema is described in the prompt</source>
        <translation>der Server erzwingt JSON; das Schema wird im Prompt beschrieben</translation>
    </message>
    <message>
        <source>the server has no embeddings for this model</source>
        <translation>der Server liefert mit diesem Modell keine Vektoren</translation>
    </message>
    <message>
        <source>the server has the model of this connection</source>
        <translation>der Server hat das Modell dieser Verbindung</translation>
    </message>
    <message>
        <source>the server is on this computer</source>
        <translation>der Server läuft auf diesem Rechner</translation>
    </message>
    <message>
        <source>the server of “{name}” does not offer the model set in this connection</source>
        <translation>„{name}“ kennt das Modell nicht, das die Verbindung nennt</translation>
    </message>
    <message>
        <source>the server returns log-probabilities</source>
        <translation>der Server liefert Log-Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <source>the server returns no token probabilities</source>
        <translation>der Server liefert keine Token-Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <source>the server stopped responding</source>
        <translation>der Server antwortet nicht mehr</translation>
    </message>
    <message>
        <source>the session ended with a turn in progress: it continues with that turn</source>
        <translation>die Sitzung endete mit einem laufenden Durchgang: Sie wird mit ihm fortgesetzt</translation>
    </message>
    <message>
        <source>the session is over</source>
        <translation>die Sitzung ist zu Ende</translation>
    </message>
    <message>
        <source>the session is too long to store</source>
        <translation>die Sitzung ist zu lang, um gespeichert zu werden</translation>
    </message>
    <message>
        <source>the session “{reference}” has {count} turns; there is no turn {number}</source>
        <translation>die Sitzung „{reference}“ hat {count} Durchgänge; einen Durchgang {number} gibt es nicht</translation>
    </message>
    <message>
        <source>the setting “{name}” is already in line {seen}</source>
        <translation>die Einstellung „{name}“ steht schon in Zeile {seen}</translation>
    </message>
    <message>
        <source>the signature does not match the manifest</source>
        <translation>die Signatur passt nicht zum Manifest</translation>
    </message>
    <message>
        <source>the signature is missing</source>
        <translation>die Signatur fehlt</translation>
    </message>
    <message>
        <source>the system&apos;s keyring did not accept it</source>
        <translation>der Schlüsselbund des Systems hat ihn nicht angenommen</translation>
    </message>
    <message>
        <source>the table name {integrity} is reserved</source>
        <translation>der Tabellenname {integrity} ist reserviert</translation>
    </message>
    <message>
        <source>the task “{reference}” has not been accepted</source>
        <translation>die Schreibaufgabe „{reference}“ ist nicht angenommen</translation>
    </message>
    <message>
        <source>the text is too long for the model behind “{name}”</source>
        <translation>der Text ist zu lang für das Modell hinter „{name}“</translation>
    </message>
    <message>
        <source>the text of {missing_texts} of {total} papers is missing: more than 30 %</source>
        <translation>es fehlt der Text von {missing_texts} von {total} Artikeln: mehr als 30 %</translation>
    </message>
    <message>
        <source>the text of {missing_texts} papers is missing: more than one</source>
        <translation>es fehlt der Text von {missing_texts} Artikeln: mehr als einem</translation>
    </message>
    <message>
        <source>the text size</source>
        <translation>die Schriftgröße</translation>
    </message>
    <message>
        <source>the texts of all its papers are missing</source>
        <translation>die Texte aller zugehörigen Artikel fehlen</translation>
    </message>
    <message>
        <source>the title “{title}” occurs twice</source>
        <translation>der Titel „{title}“ kommt zweimal vor</translation>
    </message>
    <message>
        <source>the turn in progress</source>
        <translation>der laufende Durchgang</translation>
    </message>
    <message>
        <source>the turn in progress could not be read</source>
        <translation>der laufende Durchgang ließ sich nicht lesen</translation>
    </message>
    <message>
        <source>the turn in progress exceeds the limit and was dropped</source>
        <translation>der laufende Durchgang überschreitet die Höchstzahl und wurde weggelassen</translation>
    </message>
    <message>
        <source>the turn is missing</source>
        <translation>der Durchgang fehlt</translation>
    </message>
    <message>
        <source>the turn or its comment has been changed</source>
        <translation>der Durchgang oder der Kommentar dazu wurde seither geändert</translation>
    </message>
    <message>
        <source>the turns could not be read</source>
        <translation>die Durchgänge ließen sich nicht lesen</translation>
    </message>
    <message>
        <source>the type of turn {place} is neither “info” nor “style”</source>
        <translation>die Art von Durchgang {place} ist weder „info“ noch „style“</translation>
    </message>
    <message>
        <source>the value of “{name}” cannot be used</source>
        <translation>der Wert von „{name}“ kann nicht verwendet werden</translation>
    </message>
    <message>
        <source>the variant set “{name}” belongs to another task</source>
        <translation>der Variantensatz „{name}“ gehört zu einer anderen Schreibaufgabe</translation>
    </message>
    <message>
        <source>the window cannot show the protocol “{key}”</source>
        <translation>das Fenster kann das Protokoll „{key}“ nicht anzeigen</translation>
    </message>
    <message>
        <source>the workspace is damaged</source>
        <translation>der Arbeitsbereich ist beschädigt</translation>
    </message>
    <message>
        <source>there are no accepted tasks</source>
        <translation>es gibt keine angenommenen Schreibaufgaben</translation>
    </message>
    <message>
        <source>there are no critiques</source>
        <translation>es gibt keine Kritiken</translation>
    </message>
    <message>
        <source>there are no critiques by people</source>
        <translation>es gibt keine Kritiken von Personen</translation>
    </message>
    <message>
        <source>there are no critiques by people that may be used</source>
        <translation>es gibt keine Kritiken von Personen, die verwendet werden dürfen</translation>
    </message>
    <message>
        <source>there are no critiques by “{model}”</source>
        <translation>es gibt keine Kritiken von „{model}“</translation>
    </message>
    <message>
        <source>there are no demonstrations</source>
        <translation>es gibt keine Musterantworten</translation>
    </message>
    <message>
        <source>there are no diagnostic samples</source>
        <translation>es gibt keine Diagnosebeispiele</translation>
    </message>
    <message>
        <source>there are no documents</source>
        <translation>es gibt keine Dokumente</translation>
    </message>
    <message>
        <source>there are no examples</source>
        <translation>es gibt keine Beispiele</translation>
    </message>
    <message>
        <source>there are no examples to write outputs for</source>
        <translation>es gibt keine Beispiele, zu denen sich Ergebnisse schreiben ließen</translation>
    </message>
    <message>
        <source>there are no examples with a reference output</source>
        <translation>es gibt keine Beispiele mit Referenz-Ergebnis</translation>
    </message>
    <message>
        <source>there are no examples yet</source>
        <translation>es gibt noch keine Beispiele</translation>
    </message>
    <message>
        <source>there are no guidelines in the language “{language}”</source>
        <translation>es gibt keinen Leitfaden in der Sprache „{language}“</translation>
    </message>
    <message>
        <source>there are no instructions</source>
        <translation>es gibt keine Anweisungen</translation>
    </message>
    <message>
        <source>there are no items</source>
        <translation>es gibt keine Aufgaben</translation>
    </message>
    <message>
        <source>there are no keys for this person on this computer</source>
        <translation>auf diesem Rechner liegen keine Schlüssel für diese Person</translation>
    </message>
    <message>
        <source>there are no pairs to compare</source>
        <translation>es gibt keine Paare zum Vergleichen</translation>
    </message>
    <message>
        <source>there are no paragraphs to draft questions from</source>
        <translation>es gibt keine Absätze, aus denen sich Fragen entwerfen ließen</translation>
    </message>
    <message>
        <source>there are no people to assign to</source>
        <translation>es gibt niemanden, dem etwas zugewiesen werden könnte</translation>
    </message>
    <message>
        <source>there are no post-edits of examples</source>
        <translation>es gibt keine Nachbearbeitungen von Beispielen</translation>
    </message>
    <message>
        <source>there are no questions</source>
        <translation>es gibt keine Fragen</translation>
    </message>
    <message>
        <source>there are no rated turns to split</source>
        <translation>es gibt keine bewerteten Durchgänge zum Aufteilen</translation>
    </message>
    <message>
        <source>there are no reports in the language “{language}”</source>
        <translation>es gibt keine Berichte in der Sprache „{language}“</translation>
    </message>
    <message>
        <source>there are no responses of different models to the same prompt</source>
        <translation>es gibt keine Antworten verschiedener Modelle auf dieselbe Eingabe</translation>
    </message>
    <message>
        <source>there are no revisions to compare</source>
        <translation>es gibt keine Überarbeitungen zum Vergleichen</translation>
    </message>
    <message>
        <source>there are no sessions</source>
        <translation>es gibt keine Sitzungen</translation>
    </message>
    <message>
        <source>there are no tasks</source>
        <translation>es gibt keine Schreibaufgaben</translation>
    </message>
    <message>
        <source>there are no turns to label</source>
        <translation>es gibt keine Durchgänge zum Einordnen</translation>
    </message>
    <message>
        <source>there are several connections, and none is selected</source>
        <translation>es gibt mehrere Verbindungen, und keine ist ausgewählt</translation>
    </message>
    <message>
        <source>there are too few rated turns for a test</source>
        <translation>es gibt zu wenige bewertete Durchgänge für einen Test</translation>
    </message>
    <message>
        <source>there are {count} points; the maximum is {most_points}</source>
        <translation>es sind {count} Punkte; höchstens {most_points} sind erlaubt</translation>
    </message>
    <message>
        <source>there are {count} sections; the maximum is {most_sections}</source>
        <translation>es sind {count} Abschnitte; höchstens {most_sections} sind erlaubt</translation>
    </message>
    <message>
        <source>there are {count}; the maximum is {most}</source>
        <translation>es sind {count}; höchstens {most} sind erlaubt</translation>
    </message>
    <message>
        <source>there are {count}; there must be {fewest_phrases} to {most_phrases}</source>
        <translation>es sind {count}; es müssen {fewest_phrases} bis {most_phrases} sein</translation>
    </message>
    <message>
        <source>there is a first answer already</source>
        <translation>es gibt bereits eine erste Antwort</translation>
    </message>
    <message>
        <source>there is no answer to rate</source>
        <translation>es gibt keine Antwort zum Bewerten</translation>
    </message>
    <message>
        <source>there is no answer yet</source>
        <translation>es gibt noch keine Antwort</translation>
    </message>
    <message>
        <source>there is no backup {name}</source>
        <translation>es gibt keine Sicherung {name}</translation>
    </message>
    <message>
        <source>there is no connection for the model “{model}” of this item</source>
        <translation>es gibt keine Verbindung für das Modell „{model}“ dieser Aufgabe</translation>
    </message>
    <message>
        <source>there is no connection to a model yet</source>
        <translation>es gibt noch keine Verbindung zu einem Modell</translation>
    </message>
    <message>
        <source>there is no connection “{name}”</source>
        <translation>es gibt keine Verbindung „{name}“</translation>
    </message>
    <message>
        <source>there is no critique</source>
        <translation>es gibt keine Kritik</translation>
    </message>
    <message>
        <source>there is no decision to undo</source>
        <translation>es gibt keine Entscheidung, die rückgängig gemacht werden kann</translation>
    </message>
    <message>
        <source>there is no disagreement</source>
        <translation>es gibt keine Abweichung</translation>
    </message>
    <message>
        <source>there is no earlier turn</source>
        <translation>es gibt keinen früheren Durchgang</translation>
    </message>
    <message>
        <source>there is no format “{format}”</source>
        <translation>es gibt kein Format „{format}“</translation>
    </message>
    <message>
        <source>there is no import of items to undo</source>
        <translation>es gibt keinen Import von Aufgaben, der rückgängig gemacht werden kann</translation>
    </message>
    <message>
        <source>there is no interval: almost all answers are the same</source>
        <translation>es gibt kein Intervall: fast alle Antworten sind gleich</translation>
    </message>
    <message>
        <source>there is no interval: only one item has two answers</source>
        <translation>es gibt kein Intervall: nur eine Aufgabe hat zwei Antworten</translation>
    </message>
    <message>
        <source>there is no item “{item}”</source>
        <translation>es gibt keine Aufgabe „{item}“</translation>
    </message>
    <message>
        <source>there is no merge to undo</source>
        <translation>es gibt keine Zusammenführung, die sich zurücknehmen ließe</translation>
    </message>
    <message>
        <source>there is no metric “{name}”</source>
        <translation>es gibt keine Metrik „{name}“</translation>
    </message>
    <message>
        <source>there is no protocol “{key}”</source>
        <translation>es gibt kein Protokoll „{key}“</translation>
    </message>
    <message>
        <source>there is no question “{key}”{key2}</source>
        <translation>es gibt keine Frage „{key}“{key2}</translation>
    </message>
    <message>
        <source>there is no retriever “{retriever}”</source>
        <translation>es gibt kein Suchverfahren „{retriever}“</translation>
    </message>
    <message>
        <source>there is no sample for “{missing}”</source>
        <translation>für „{missing}“ gibt es kein Beispiel</translation>
    </message>
    <message>
        <source>there is no search provider “{name}”</source>
        <translation>es gibt keinen Suchdienst „{name}“</translation>
    </message>
    <message>
        <source>there is no setting “{name}”</source>
        <translation>es gibt keine Einstellung „{name}“</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>diese Datei gibt es nicht</translation>
    </message>
    <message>
        <source>there is no such file or folder</source>
        <translation>diese Datei oder diesen Ordner gibt es nicht</translation>
    </message>
    <message>
        <source>there is no such turn, or it is not closed</source>
        <translation>es gibt keinen solchen Durchgang, oder er ist nicht abgeschlossen</translation>
    </message>
    <message>
        <source>there is no table format “{format}”</source>
        <translation>es gibt kein Tabellenformat „{format}“</translation>
    </message>
    <message>
        <source>there is no task “{task}”</source>
        <translation>es gibt keine Schreibaufgabe „{task}“</translation>
    </message>
    <message>
        <source>there is no template “{name}”</source>
        <translation>es gibt keine Vorlage „{name}“</translation>
    </message>
    <message>
        <source>there is no text</source>
        <translation>es gibt keinen Text</translation>
    </message>
    <message>
        <source>there is no third-party plugin “{name}”</source>
        <translation>es gibt kein Plugin eines Drittanbieters namens „{name}“</translation>
    </message>
    <message>
        <source>there is nobody to move the items to</source>
        <translation>es gibt niemanden, der die Aufgaben übernehmen könnte</translation>
    </message>
    <message>
        <source>there is text before the first message</source>
        <translation>vor der ersten Nachricht steht Text</translation>
    </message>
    <message>
        <source>they have no item in common</source>
        <translation>sie haben keine gemeinsame Aufgabe</translation>
    </message>
    <message>
        <source>this conflict has already been resolved</source>
        <translation>dieser Konflikt ist schon aufgelöst</translation>
    </message>
    <message>
        <source>this has been changed again and can’t be undone</source>
        <translation>dies wurde danach noch einmal geändert und kann nicht rückgängig gemacht werden</translation>
    </message>
    <message>
        <source>this identity has no signing key</source>
        <translation>diese Identität hat keinen Signaturschlüssel</translation>
    </message>
    <message>
        <source>this is an item of {key}, not a person: it has {needed}</source>
        <translation>das ist eine Aufgabe von {key}, keine Person: Die Zeile enthält {needed}</translation>
    </message>
    <message>
        <source>this is not a valid name for a connection</source>
        <translation>das ist kein gültiger Name für eine Verbindung</translation>
    </message>
    <message>
        <source>this is not an API key: API keys are one line of plain letters, digits and symbols</source>
        <translation>das ist kein API-Schlüssel: Ein API-Schlüssel ist eine Zeile aus einfachen Buchstaben, Ziffern und Sonderzeichen</translation>
    </message>
    <message>
        <source>this is not an API key: it contains spaces</source>
        <translation>das ist kein API-Schlüssel: Der Text enthält Leerzeichen</translation>
    </message>
    <message>
        <source>this is your own work and needs another reviewer</source>
        <translation>das ist Ihre eigene Arbeit: Jemand anders muss sie prüfen</translation>
    </message>
    <message>
        <source>this item cannot be shown: it has conflicting versions</source>
        <translation>diese Aufgabe lässt sich nicht anzeigen: Es gibt widersprüchliche Fassungen</translation>
    </message>
    <message>
        <source>this item cannot be shown: it was withdrawn</source>
        <translation>diese Aufgabe lässt sich nicht anzeigen: Sie wurde zurückgezogen</translation>
    </message>
    <message>
        <source>this item no longer has valid answers from two people</source>
        <translation>zu dieser Aufgabe gibt es keine gültigen Antworten von zwei Personen mehr</translation>
    </message>
    <message>
        <source>this key file can only decrypt: it contains no signing key</source>
        <translation>diese Schlüsseldatei kann nur entschlüsseln: Sie enthält keinen Signaturschlüssel</translation>
    </message>
    <message>
        <source>this keyring stores keys in an unencrypted file</source>
        <translation>dieser Schlüsselbund speichert Schlüssel in einer unverschlüsselten Datei</translation>
    </message>
    <message>
        <source>this project does not ask for consent</source>
        <translation>dieses Projekt verlangt keine Einwilligung</translation>
    </message>
    <message>
        <source>this project has no protocol “{key}”</source>
        <translation>dieses Projekt hat kein Protokoll „{key}“</translation>
    </message>
    <message>
        <source>this project has no questions about you</source>
        <translation>dieses Projekt stellt keine Fragen zu Ihrer Person</translation>
    </message>
    <message>
        <source>this project has no text “{path}”</source>
        <translation>dieses Projekt hat keinen Text „{path}“</translation>
    </message>
    <message>
        <source>this project has several protocols</source>
        <translation>dieses Projekt hat mehrere Protokolle</translation>
    </message>
    <message>
        <source>this project requires your consent first</source>
        <translation>dieses Projekt verlangt zuerst Ihre Einwilligung</translation>
    </message>
    <message>
        <source>this server does not list its models</source>
        <translation>dieser Server listet seine Modelle nicht auf</translation>
    </message>
    <message>
        <source>this study has {count} current forms ({named})</source>
        <translation>diese Studie hat {count} gültige Formulare ({named})</translation>
    </message>
    <message>
        <source>this submission cannot be shown: it has conflicting versions</source>
        <translation>diese Einreichung lässt sich nicht anzeigen: Es gibt widersprüchliche Fassungen</translation>
    </message>
    <message>
        <source>this submission cannot be shown: it was withdrawn or is in conflict</source>
        <translation>diese Einreichung lässt sich nicht anzeigen: Sie wurde zurückgezogen oder steht im Konflikt</translation>
    </message>
    <message>
        <source>this system has no keyring that can be used</source>
        <translation>dieses System hat keinen benutzbaren Schlüsselbund</translation>
    </message>
    <message>
        <source>this version of the form is missing; available: {known}</source>
        <translation>diese Version des Formulars fehlt; vorhanden: {known}</translation>
    </message>
    <message>
        <source>this was returned to you, but you have not changed it yet</source>
        <translation>das wurde Ihnen zurückgegeben, aber Sie haben es noch nicht geändert</translation>
    </message>
    <message>
        <source>this workspace is read-only</source>
        <translation>dieser Arbeitsbereich ist schreibgeschützt</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>too short to be a workspace file</source>
        <translation>zu kurz für die Datei eines Arbeitsbereichs</translation>
    </message>
    <message>
        <source>took longer than {seconds} seconds</source>
        <translation>dauerte länger als {seconds} Sekunden</translation>
    </message>
    <message>
        <source>true: the model explains its rating before it gives it</source>
        <translation>true: das Modell begründet seine Bewertung, bevor es sie abgibt</translation>
    </message>
    <message>
        <source>turn {later} is chosen without turn {missing}</source>
        <translation>Durchgang {later} ist ohne Durchgang {missing} gewählt</translation>
    </message>
    <message>
        <source>turn {number}</source>
        <translation>Durchgang {number}</translation>
    </message>
    <message>
        <source>turn {number} has no rating</source>
        <translation>Durchgang {number} hat keine Bewertung</translation>
    </message>
    <message>
        <source>turn {number} is in position {place}: put the turns in order</source>
        <translation>Durchgang {number} steht an Stelle {place}: Bringen Sie die Durchgänge in die richtige Reihenfolge</translation>
    </message>
    <message>
        <source>turn {number} is not rated</source>
        <translation>Durchgang {number} ist nicht bewertet</translation>
    </message>
    <message>
        <source>turn {number} was not selected for a second rating</source>
        <translation>Durchgang {number} ist nicht für eine Zweitbewertung ausgewählt</translation>
    </message>
    <message>
        <source>turn {place} could not be read</source>
        <translation>Durchgang {place} ließ sich nicht lesen</translation>
    </message>
    <message>
        <source>turn {place} has no answer</source>
        <translation>Durchgang {place} hat keine Antwort</translation>
    </message>
    <message>
        <source>turn {place} has no comment</source>
        <translation>Durchgang {place} hat keinen Kommentar</translation>
    </message>
    <message>
        <source>turn {place} has no instruction</source>
        <translation>Durchgang {place} hat keine Anweisung</translation>
    </message>
    <message>
        <source>turn {place} has no kind of instruction</source>
        <translation>bei Durchgang {place} fehlt die Art der Anweisung</translation>
    </message>
    <message>
        <source>turn {place} has no rating</source>
        <translation>Durchgang {place} hat keine Bewertung</translation>
    </message>
    <message>
        <source>turn {place} has no rating or no comment and was dropped</source>
        <translation>Durchgang {place} hat keine Bewertung oder keinen Kommentar und wurde verworfen</translation>
    </message>
    <message>
        <source>turn {place} is not an object</source>
        <translation>Durchgang {place} ist kein Objekt</translation>
    </message>
    <message>
        <source>turn {place} is not rated good, neutral or bad</source>
        <translation>Durchgang {place} ist nicht mit good, neutral oder bad bewertet</translation>
    </message>
    <message>
        <source>turn {place} is rated good and was edited</source>
        <translation>Durchgang {place} ist als gut bewertet, wurde aber bearbeitet</translation>
    </message>
    <message>
        <source>turn {place} is stylistic but has passages</source>
        <translation>Durchgang {place} betrifft nur den Stil, hat aber Textstellen</translation>
    </message>
    <message>
        <source>turned off in this connection</source>
        <translation>in dieser Verbindung abgeschaltet</translation>
    </message>
    <message>
        <source>turns rated good but edited: {edited}</source>
        <translation>als gut bewertete Durchgänge, die trotzdem bearbeitet wurden: {edited}</translation>
    </message>
    <message>
        <source>turns without a comment: {silent}</source>
        <translation>Durchgänge ohne Kommentar: {silent}</translation>
    </message>
    <message>
        <source>turns without a kind of instruction: {unknown}</source>
        <translation>Durchgänge ohne Art der Anweisung: {unknown}</translation>
    </message>
    <message>
        <source>turns without an answer in the file, skipped: {left_out}</source>
        <translation>übersprungene Durchgänge, die in der Datei keine Antwort haben: {left_out}</translation>
    </message>
    <message>
        <source>two entries with the same name (ignoring case)</source>
        <translation>zwei Bestandteile mit demselben Namen (Groß- und Kleinschreibung zählt nicht)</translation>
    </message>
    <message>
        <source>two lists of the same length are needed</source>
        <translation>gebraucht werden zwei gleich lange Listen</translation>
    </message>
    <message>
        <source>undefined</source>
        <translation>nicht definiert</translation>
    </message>
    <message>
        <source>undefined in every run</source>
        <translation>in jedem Lauf unbestimmt</translation>
    </message>
    <message>
        <source>undefined on the items that both methods rated</source>
        <translation>nicht definiert auf den Aufgaben, die beide Verfahren bewertet haben</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>unknown answer “{answer}”</source>
        <translation>unbekannte Antwort „{answer}“</translation>
    </message>
    <message>
        <source>unknown delimiter “{delimiter}”</source>
        <translation>unbekanntes Trennzeichen „{delimiter}“</translation>
    </message>
    <message>
        <source>unknown drafted question “{drafted}”</source>
        <translation>unbekannte entworfene Frage „{drafted}“</translation>
    </message>
    <message>
        <source>unknown encoding “{encoding}”</source>
        <translation>unbekannte Zeichenkodierung „{encoding}“</translation>
    </message>
    <message>
        <source>unknown example “{reference}”</source>
        <translation>unbekanntes Beispiel „{reference}“</translation>
    </message>
    <message>
        <source>unknown item “{item}”</source>
        <translation>unbekannte Aufgabe „{item}“</translation>
    </message>
    <message>
        <source>unknown item “{reference}”</source>
        <translation>unbekannte Aufgabe „{reference}“</translation>
    </message>
    <message>
        <source>unknown item “{reference}” of this model</source>
        <translation>unbekannte Aufgabe „{reference}“ dieses Modells</translation>
    </message>
    <message>
        <source>unknown kind “{kind}”: written by a newer version of Proofdesk?</source>
        <translation>unbekannte Art „{kind}“: von einer neueren Version von Proofdesk geschrieben?</translation>
    </message>
    <message>
        <source>unknown level {level}</source>
        <translation>unbekanntes Skalenniveau {level}</translation>
    </message>
    <message>
        <source>unknown option “{name}” for pairs</source>
        <translation>unbekannte Option „{name}“ für Paare</translation>
    </message>
    <message>
        <source>unknown option “{name}” for the analysis of {protocol}</source>
        <translation>unbekannte Option „{name}“ für die Auswertung von {protocol}</translation>
    </message>
    <message>
        <source>unknown option “{name}” for training records</source>
        <translation>unbekannte Option „{name}“ für Trainingsdaten</translation>
    </message>
    <message>
        <source>unknown option “{name}” for {format}</source>
        <translation>unbekannte Option „{name}“ für {format}</translation>
    </message>
    <message>
        <source>unknown output “{name}”</source>
        <translation>unbekanntes Ergebnis „{name}“</translation>
    </message>
    <message>
        <source>unknown pair “{item}”</source>
        <translation>unbekanntes Paar „{item}“</translation>
    </message>
    <message>
        <source>unknown paper “{unknown}”</source>
        <translation>unbekannter Artikel „{unknown}“</translation>
    </message>
    <message>
        <source>unknown paragraph “{paragraph}”</source>
        <translation>unbekannter Absatz „{paragraph}“</translation>
    </message>
    <message>
        <source>unknown people: {unknown}</source>
        <translation>unbekannte Personen: {unknown}</translation>
    </message>
    <message>
        <source>unknown person “{person}”</source>
        <translation>unbekannte Person „{person}“</translation>
    </message>
    <message>
        <source>unknown session “{reference}”</source>
        <translation>unbekannte Sitzung „{reference}“</translation>
    </message>
    <message>
        <source>unknown task “{reference}”</source>
        <translation>unbekannte Schreibaufgabe „{reference}“</translation>
    </message>
    <message>
        <source>unknown task “{task}”</source>
        <translation>unbekannte Schreibaufgabe „{task}“</translation>
    </message>
    <message>
        <source>unpacks to fewer bytes than it declares</source>
        <translation>ergibt entpackt weniger Bytes als angegeben</translation>
    </message>
    <message>
        <source>unpacks to more bytes than it declares</source>
        <translation>ergibt entpackt mehr Bytes als angegeben</translation>
    </message>
    <message>
        <source>unpacks to more than {ratio} times its size</source>
        <translation>ergibt entpackt mehr als das {ratio}-Fache seiner Größe</translation>
    </message>
    <message>
        <source>unpacks to more than {unpacked} bytes</source>
        <translation>ergibt entpackt mehr als {unpacked} Bytes</translation>
    </message>
    <message>
        <source>unrated turns, excluded from all figures about ratings: {unrated}</source>
        <translation>Durchgänge ohne Bewertung, die in keine Kennzahl über Bewertungen eingehen: {unrated}</translation>
    </message>
    <message>
        <source>unsigned</source>
        <translation>nicht signiert</translation>
    </message>
    <message>
        <source>uses ZIP64</source>
        <translation>verwendet ZIP64</translation>
    </message>
    <message>
        <source>values must not contain NaN</source>
        <translation>Werte dürfen nicht NaN enthalten</translation>
    </message>
    <message>
        <source>values that are not finite numbers</source>
        <translation>Werte, die keine endlichen Zahlen sind</translation>
    </message>
    <message>
        <source>verdict of {judge} on {example}, {model_1} and {model_2}</source>
        <translation>Urteil von {judge} über {example}, {model_1} und {model_2}</translation>
    </message>
    <message>
        <source>vertical bar</source>
        <translation>senkrechter Strich</translation>
    </message>
    <message>
        <source>wait for the answer, or cancel the request</source>
        <translation>warten Sie auf die Antwort, oder brechen Sie die Anfrage ab</translation>
    </message>
    <message>
        <source>was different in version {before}: use a new code for the option</source>
        <translation>war in Version {before} anders: Verwenden Sie einen neuen Code für die Option</translation>
    </message>
    <message>
        <source>was different in version {before}: use a new key for the question</source>
        <translation>war in Version {before} anders: Verwenden Sie einen neuen Schlüssel für die Frage</translation>
    </message>
    <message>
        <source>was in a different order in version {before}: use a new key for the question</source>
        <translation>hatte in Version {before} eine andere Reihenfolge: Verwenden Sie einen neuen Schlüssel für die Frage</translation>
    </message>
    <message>
        <source>was not asked</source>
        <translation>danach wurde nicht gefragt</translation>
    </message>
    <message>
        <source>was {level} in version {before}: use a new key for the question</source>
        <translation>war in Version {before} {level}: Verwenden Sie einen neuen Schlüssel für die Frage</translation>
    </message>
    <message>
        <source>was {said} in version {before}: use a new key for the question</source>
        <translation>war in Version {before} {said}: Verwenden Sie einen neuen Schlüssel für die Frage</translation>
    </message>
    <message>
        <source>was {type} in version {before}: use a new key for the question</source>
        <translation>war in Version {before} {type}: Verwenden Sie einen neuen Schlüssel für die Frage</translation>
    </message>
    <message>
        <source>when comparing models: compare only with this model</source>
        <translation>bei Modellen: nur mit diesem vergleichen</translation>
    </message>
    <message>
        <source>who decides whether the second response lost: “judges” (by their scores) or “people” (by majority)</source>
        <translation>wer entscheidet, ob die zweite Antwort verloren hat: urteilende Modelle („judges“, nach ihren Bewertungen) oder Personen („people“, nach Mehrheit)</translation>
    </message>
    <message>
        <source>whose critique: “own”, “people”, “none”, or the name of a model that has written critiques</source>
        <translation>wessen Kritik: „own“, „people“, „none“ oder der Name eines Modells, das Kritiken geschrieben hat</translation>
    </message>
    <message>
        <source>with {step}</source>
        <translation>mit {step}</translation>
    </message>
    <message>
        <source>withdrawn attestations, which are not allowed</source>
        <translation>zurückgezogene Nachweise, die nicht erlaubt sind</translation>
    </message>
    <message>
        <source>without the task’s description, the prompt needs examples</source>
        <translation>ohne Beschreibung der Aufgabe braucht der Prompt Beispiele</translation>
    </message>
    <message>
        <source>write an instruction first</source>
        <translation>schreiben Sie zuerst eine Anweisung</translation>
    </message>
    <message>
        <source>write existing answers again; the earlier ones are replaced</source>
        <translation>vorhandene Antworten neu schreiben; die früheren werden ersetzt</translation>
    </message>
    <message>
        <source>write this model’s variants again; earlier ones are replaced</source>
        <translation>Varianten dieses Modells neu schreiben; die früheren werden ersetzt</translation>
    </message>
    <message>
        <source>written by a newer Proofdesk</source>
        <translation>von einer neueren Version von Proofdesk geschrieben</translation>
    </message>
    <message>
        <source>written in format {header}; this version reads formats up to {format}</source>
        <translation>im Format {header} geschrieben; diese Version liest Formate bis {format}</translation>
    </message>
    <message>
        <source>written in format {version}; this version reads formats up to {format}</source>
        <translation>im Format {version} geschrieben; diese Version liest Formate bis {format}</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>you cannot pause yourself or record that you have left (“{person}”)</source>
        <translation>Sie können sich nicht selbst pausieren oder als ausgeschieden eintragen („{person}“)</translation>
    </message>
    <message>
        <source>you withdrew your consent</source>
        <translation>Sie haben Ihre Einwilligung widerrufen</translation>
    </message>
    <message>
        <source>your answers that the lead changed: {count} ({replaced})</source>
        <translation>Ihre Antworten, die die Projektleitung geändert hat: {count} ({replaced})</translation>
    </message>
    <message>
        <source>{ask_titles}, by model</source>
        <translation>{ask_titles} nach Modell</translation>
    </message>
    <message>
        <source>{broken} of its {count} pages could not be read</source>
        <translation>{broken} von {count} Seiten ließen sich nicht lesen</translation>
    </message>
    <message>
        <source>{comments} and {marks} not read</source>
        <translation>{comments} und {marks} nicht gelesen</translation>
    </message>
    <message>
        <source>{count} answers are open. Merge the results when they arrive.</source>
        <translation>{count} Antworten sind offen. Führen Sie die Ergebnisse zusammen, wenn sie eintreffen.</translation>
    </message>
    <message>
        <source>{count} answers to items that were not assigned</source>
        <translation>{count} Antworten zu nicht zugewiesenen Aufgaben</translation>
    </message>
    <message>
        <source>{count} bundles are outdated</source>
        <translation>{count} Pakete sind veraltet</translation>
    </message>
    <message>
        <source>{count} comments</source>
        <translation>{count} Kommentare</translation>
    </message>
    <message>
        <source>{count} conflicts to resolve</source>
        <translation>{count} Konflikte sind aufzulösen</translation>
    </message>
    <message>
        <source>{count} encrypted files need their passphrase</source>
        <translation>{count} verschlüsselte Dateien brauchen ihre Passphrase</translation>
    </message>
    <message>
        <source>{count} files in the inbox cannot be read</source>
        <translation>{count} Dateien im Eingangsordner können nicht gelesen werden</translation>
    </message>
    <message>
        <source>{count} flagged or skipped items</source>
        <translation>{count} markierte oder übersprungene Aufgaben</translation>
    </message>
    <message>
        <source>{count} items are not assigned</source>
        <translation>{count} Aufgaben sind nicht zugewiesen</translation>
    </message>
    <message>
        <source>{count} new records</source>
        <translation>{count} neue Einträge</translation>
    </message>
    <message>
        <source>{count} of your {total} items in “{project}” are still open.</source>
        <translation>{count} Ihrer {total} Aufgaben in „{project}“ sind noch offen.</translation>
    </message>
    <message>
        <source>{count} of {most} turns were used</source>
        <translation>{count} von {most} Durchgängen wurden genutzt</translation>
    </message>
    <message>
        <source>{count} open items. The project can’t finish without them.</source>
        <translation>{count} offene Aufgaben. Ohne sie wird das Projekt nicht fertig.</translation>
    </message>
    <message>
        <source>{count} pending submissions</source>
        <translation>{count} ausstehende Einreichungen</translation>
    </message>
    <message>
        <source>{count} people have no bundle yet</source>
        <translation>{count} Personen haben noch kein Paket</translation>
    </message>
    <message>
        <source>{count} people have sent nothing for {days} days or more</source>
        <translation>{count} Personen haben seit mindestens {days} Tagen nichts gesendet</translation>
    </message>
    <message>
        <source>{count} people no longer take part</source>
        <translation>{count} Personen nehmen nicht mehr teil</translation>
    </message>
    <message>
        <source>{count} records refer to records that have not arrived</source>
        <translation>{count} Einträge verweisen auf Einträge, die noch fehlen</translation>
    </message>
    <message>
        <source>{count} requests to models failed</source>
        <translation>{count} Anfragen an Modelle sind fehlgeschlagen</translation>
    </message>
    <message>
        <source>{count} result files are ready to merge</source>
        <translation>{count} Ergebnisdateien können zusammengeführt werden</translation>
    </message>
    <message>
        <source>{count} result files were refused</source>
        <translation>{count} Ergebnisdateien wurden abgelehnt</translation>
    </message>
    <message>
        <source>{doing} is only possible for leads; this workspace belongs to annotator “{person}”</source>
        <translation>{doing}: Das kann nur die Projektleitung; dieser Arbeitsbereich gehört „{person}“</translation>
    </message>
    <message>
        <source>{few}: even if accepted, it is not assigned to anybody</source>
        <translation>{few}: Die Frage wird niemandem zugewiesen, selbst wenn Sie sie annehmen</translation>
    </message>
    <message>
        <source>{figures} Too few items to be sure, but as low: {count}.</source>
        <translation>{figures} Ebenso niedrig, aber mit zu wenigen Aufgaben, um sicher zu sein: {count}.</translation>
    </message>
    <message>
        <source>{figures} {person} differs most.</source>
        <translation>{figures} {person} weicht am stärksten ab.</translation>
    </message>
    <message>
        <source>{figure} for “{question}” ({level}, n = {items})</source>
        <translation>{figure} für „{question}“ ({level}, n = {items})</translation>
    </message>
    <message>
        <source>{file} already exists</source>
        <translation>{file} existiert bereits</translation>
    </message>
    <message>
        <source>{file} ends with an incomplete save</source>
        <translation>{file} endet mit einer unvollständigen Speicherung</translation>
    </message>
    <message>
        <source>{folder} is a file</source>
        <translation>{folder} ist eine Datei</translation>
    </message>
    <message>
        <source>{folder} is already a workspace</source>
        <translation>{folder} ist schon ein Arbeitsbereich</translation>
    </message>
    <message>
        <source>{folder}: cannot be opened for writing ({reason})</source>
        <translation>{folder}: lässt sich nicht zum Schreiben öffnen ({reason})</translation>
    </message>
    <message>
        <source>{folder}: contains nothing readable</source>
        <translation>{folder}: enthält nichts Lesbares</translation>
    </message>
    <message>
        <source>{folder}: no backup could be made ({error})</source>
        <translation>{folder}: Es ließ sich keine Sicherung anlegen ({error})</translation>
    </message>
    <message>
        <source>{folder}: opens read-only ({fell_back_reason})</source>
        <translation>{folder}: lässt sich nur schreibgeschützt öffnen ({fell_back_reason})</translation>
    </message>
    <message>
        <source>{folder}: the folder is not empty</source>
        <translation>{folder}: Der Ordner ist nicht leer</translation>
    </message>
    <message>
        <source>{folder}: the workspace could not be written ({error})</source>
        <translation>{folder}: Der Arbeitsbereich ließ sich nicht schreiben ({error})</translation>
    </message>
    <message>
        <source>{judge} (scores)</source>
        <translation>{judge} (Bewertungen)</translation>
    </message>
    <message>
        <source>{key} does not use documents to create examples</source>
        <translation>{key} verwendet keine Dokumente, um Beispiele zu erstellen</translation>
    </message>
    <message>
        <source>{key} has no form for preparing items</source>
        <translation>{key} hat kein Formular zum Vorbereiten von Aufgaben</translation>
    </message>
    <message>
        <source>{key} has no job “{key2}”</source>
        <translation>{key} hat keinen Auftrag „{key2}“</translation>
    </message>
    <message>
        <source>{key} has no option “{name}”</source>
        <translation>{key} hat keine Option „{name}“</translation>
    </message>
    <message>
        <source>{key} has no passages to rank</source>
        <translation>{key} hat keine Textstellen, die sich ordnen lassen</translation>
    </message>
    <message>
        <source>{key} has no prompt “{key2}”</source>
        <translation>{key} hat keinen Prompt „{key2}“</translation>
    </message>
    <message>
        <source>{key} has no rows named “{what}”</source>
        <translation>{key} hat keine Zeilen namens „{what}“</translation>
    </message>
    <message>
        <source>{key} has no stage “{stage}”</source>
        <translation>{key} hat keine Runde „{stage}“</translation>
    </message>
    <message>
        <source>{key} has no tasks</source>
        <translation>{key} hat keine Schreibaufgaben</translation>
    </message>
    <message>
        <source>{key} has nothing to do for “{name}”</source>
        <translation>{key} hat für „{name}“ nichts zu tun</translation>
    </message>
    <message>
        <source>{key} reads no format “{format}”</source>
        <translation>{key} kann das Format „{format}“ nicht lesen</translation>
    </message>
    <message>
        <source>{kind} field “{field}”: {reason}</source>
        <translation>{kind}, Feld „{field}“: {reason}</translation>
    </message>
    <message>
        <source>{kind} of {values}</source>
        <translation>{kind}: {values}</translation>
    </message>
    <message>
        <source>{kind} of {values} by {groups}</source>
        <translation>{kind}: {values} nach {groups}</translation>
    </message>
    <message>
        <source>{kind} records are for leads only</source>
        <translation>Einträge der Art {kind}, die nur für die Projektleitung bestimmt sind</translation>
    </message>
    <message>
        <source>{kind} records by people other than the sender are not allowed in results</source>
        <translation>Einträge der Art {kind} von anderen Personen, die in Ergebnissen nicht erlaubt sind</translation>
    </message>
    <message>
        <source>{kind} records in another annotator&apos;s name</source>
        <translation>Einträge der Art {kind} im Namen einer anderen Person</translation>
    </message>
    <message>
        <source>{kind} records in your name that were not made on this computer and are not signed with your key</source>
        <translation>Einträge ({kind}) in Ihrem Namen, die nicht auf diesem Rechner entstanden und nicht mit Ihrem Schlüssel signiert sind</translation>
    </message>
    <message>
        <source>{kind} records in your name that your key does not attest: {count} (from another computer of yours, or an earlier version of Proofdesk)</source>
        <translation>Einträge ({kind}) in Ihrem Namen, die Ihr Schlüssel nicht nachweist: {count} (von einem anderen Ihrer Rechner oder aus einer früheren Version von Proofdesk)</translation>
    </message>
    <message>
        <source>{kind} records of schema {schema} need a newer version of Proofdesk (this version reads schemas up to {schema2})</source>
        <translation>Einträge der Art {kind} mit Schema {schema} brauchen eine neuere Version von Proofdesk (diese Version liest Schemas bis {schema2})</translation>
    </message>
    <message>
        <source>{kind} records with an invalid item key</source>
        <translation>Einträge der Art {kind} mit ungültiger Kennung der Aufgabe</translation>
    </message>
    <message>
        <source>{kind} whose key does not match its content</source>
        <translation>Einträge der Art {kind}, deren Kennung nicht zum Inhalt passt</translation>
    </message>
    <message>
        <source>{kind} {label} is not in conflict</source>
        <translation>{kind} {label} steht nicht im Konflikt</translation>
    </message>
    <message>
        <source>{kind} {rev} refers to {kind2} “{key}”, which has not arrived</source>
        <translation>{kind} {rev} verweist auf {kind2} „{key}“; das ist nicht angekommen</translation>
    </message>
    <message>
        <source>{kind} “{key}” has {number} conflicting versions</source>
        <translation>{kind} „{key}“ hat {number} widersprüchliche Fassungen</translation>
    </message>
    <message>
        <source>{kind} “{label}” already exists with different content</source>
        <translation>{kind} „{label}“ existiert schon mit anderem Inhalt</translation>
    </message>
    <message>
        <source>{label} is a link; its target was not copied</source>
        <translation>{label} ist ein symbolischer Link: Sein Ziel wurde nicht kopiert</translation>
    </message>
    <message>
        <source>{low} to {high}</source>
        <translation>{low} bis {high}</translation>
    </message>
    <message>
        <source>{minutes} min {seconds} s</source>
        <translation>{minutes} min {seconds} s</translation>
    </message>
    <message>
        <source>{most_failures} searches failed in a row; the others were skipped</source>
        <translation>{most_failures} Suchen nacheinander sind fehlgeschlagen; die übrigen wurden übersprungen</translation>
    </message>
    <message>
        <source>{names} and {count} more</source>
        <translation>{names} und {count} weitere</translation>
    </message>
    <message>
        <source>{names} and {last}</source>
        <translation>{names} und {last}</translation>
    </message>
    <message>
        <source>{name} and all following files: too much text for one import</source>
        <translation>{name} und alle folgenden Dateien: zu viel Text für einen Import</translation>
    </message>
    <message>
        <source>{name} contains no usable form ({why}), so there would be no questions</source>
        <translation>{name} enthält kein verwendbares Formular ({why}); es gäbe also keine Fragen</translation>
    </message>
    <message>
        <source>{name} contains no usable form, so there would be no questions</source>
        <translation>{name} enthält kein verwendbares Formular; es gäbe also keine Fragen</translation>
    </message>
    <message>
        <source>{name} contains records that only leads may send, but is from “{sender}”</source>
        <translation>{name} enthält Einträge, die nur die Projektleitung senden darf, stammt aber von „{sender}“</translation>
    </message>
    <message>
        <source>{name} contains results from “{sender}”, not items to work on</source>
        <translation>{name} enthält Ergebnisse von „{sender}“, keine Aufgaben</translation>
    </message>
    <message>
        <source>{name} does not state its project</source>
        <translation>{name} gibt nicht an, zu welchem Projekt das Paket gehört</translation>
    </message>
    <message>
        <source>{name} has no sheet “{sheet}”</source>
        <translation>{name} hat kein Blatt „{sheet}“</translation>
    </message>
    <message>
        <source>{name} is encrypted with a passphrase</source>
        <translation>{name} ist mit einer Passphrase verschlüsselt</translation>
    </message>
    <message>
        <source>{name} is neither a CSV nor a JSONL file</source>
        <translation>{name} ist weder eine CSV- noch eine JSONL-Datei</translation>
    </message>
    <message>
        <source>{name} is not a file name for the format {format}</source>
        <translation>{name} ist kein Dateiname für das Format {format}</translation>
    </message>
    <message>
        <source>{name} was changed after the preview</source>
        <translation>{name} wurde nach der Vorschau geändert</translation>
    </message>
    <message>
        <source>{name}, line 1: the header is invalid</source>
        <translation>{name}, Zeile 1: Der Kopf ist ungültig</translation>
    </message>
    <message>
        <source>{name}, line {number}: does not continue the previous line</source>
        <translation>{name}, Zeile {number}: setzt die vorherige Zeile nicht fort</translation>
    </message>
    <message>
        <source>{name}, line {number}: the checksum is wrong</source>
        <translation>{name}, Zeile {number}: Die Prüfsumme stimmt nicht</translation>
    </message>
    <message>
        <source>{name}, line {number}: {reason}</source>
        <translation>{name}, Zeile {number}: {reason}</translation>
    </message>
    <message>
        <source>{name}: a file with this name cannot be exported</source>
        <translation>{name}: Eine Datei mit diesem Namen lässt sich nicht exportieren</translation>
    </message>
    <message>
        <source>{name}: a link that points outside the folder</source>
        <translation>{name}: ein symbolischer Link, der aus dem Ordner hinausführt</translation>
    </message>
    <message>
        <source>{name}: cannot be changed ({reason})</source>
        <translation>{name}: lässt sich nicht ändern ({reason})</translation>
    </message>
    <message>
        <source>{name}: cannot be {verb} inside a transaction</source>
        <translation>{name}: lässt sich innerhalb einer Transaktion nicht ausführen ({verb})</translation>
    </message>
    <message>
        <source>{name}: does not match its closing digest</source>
        <translation>{name}: passt nicht zur Prüfsumme am Ende</translation>
    </message>
    <message>
        <source>{name}: is missing</source>
        <translation>{name}: fehlt</translation>
    </message>
    <message>
        <source>{name}: its control data is damaged or missing</source>
        <translation>{name}: Die Steuerdaten sind beschädigt oder fehlen</translation>
    </message>
    <message>
        <source>{name}: not backed up ({failure})</source>
        <translation>{name}: nicht gesichert ({failure})</translation>
    </message>
    <message>
        <source>{name}: starts after save {seq}, but the preceding journal file is missing or incomplete</source>
        <translation>{name}: schließt an Speichervorgang {seq} an, aber die Datei davor fehlt oder ist unvollständig</translation>
    </message>
    <message>
        <source>{name}: the versions have the same time</source>
        <translation>{name}: Die Fassungen haben dieselbe Zeit</translation>
    </message>
    <message>
        <source>{note} Groups in which nobody rated two answers, or no answer has two ratings, are counted under “No overlap” and left out, as in the riSum paper.</source>
        <translation>{note} Gruppen, in denen niemand zwei Antworten beurteilt hat oder keine Antwort zwei Urteile hat, werden unter „Keine Überlappung“ gezählt und wie im riSum-Artikel ausgelassen.</translation>
    </message>
    <message>
        <source>{note} Of the groups counted under “No overlap”, those in which nobody rated two answers are included, those in which no answer has two ratings are left out.</source>
        <translation>{note} Von den unter „Keine Überlappung“ gezählten Gruppen sind diejenigen einbezogen, in denen niemand zwei Antworten beurteilt hat; diejenigen, in denen keine Antwort zwei Urteile hat, sind ausgelassen.</translation>
    </message>
    <message>
        <source>{note} They are too short if fewer than {reliable_units} items have two answers.</source>
        <translation>{note} Sie sind zu kurz, wenn weniger als {reliable_units} Aufgaben zwei Antworten haben.</translation>
    </message>
    <message>
        <source>{number} annotators</source>
        <translation>{number} Annotierenden</translation>
    </message>
    <message>
        <source>{number} answers</source>
        <translation>{number} Antworten</translation>
    </message>
    <message>
        <source>{number} answers are left out of the export</source>
        <translation>{number} Antworten fehlen im Export</translation>
    </message>
    <message>
        <source>{number} answers to items that you did not assign</source>
        <translation>{number} Antworten zu nicht zugewiesenen Aufgaben</translation>
    </message>
    <message>
        <source>{number} conflicts not resolved</source>
        <translation>{number} ungelöste Konflikte</translation>
    </message>
    <message>
        <source>{number} decisions outdated</source>
        <translation>{number} Entscheidungen veraltet</translation>
    </message>
    <message>
        <source>{number} items</source>
        <translation>{number} Aufgaben</translation>
    </message>
    <message>
        <source>{number} of {of} questions</source>
        <translation>{number} von {of} Fragen</translation>
    </message>
    <message>
        <source>{number} of {of} questions and groups</source>
        <translation>{number} von {of} Fragen und Gruppen</translation>
    </message>
    <message>
        <source>{number} records wait for others</source>
        <translation>{number} Einträge warten auf andere</translation>
    </message>
    <message>
        <source>{number} texts contain an annotator’s name</source>
        <translation>{number} Texte enthalten einen Namen</translation>
    </message>
    <message>
        <source>{other} and {name} differ only in case</source>
        <translation>{other} und {name} unterscheiden sich nur in Groß- und Kleinschreibung</translation>
    </message>
    <message>
        <source>{output} belongs to the workspace {folder}</source>
        <translation>{output} gehört zum Arbeitsbereich {folder}</translation>
    </message>
    <message>
        <source>{paper}, paragraph {numbers}</source>
        <translation>{paper}, Absatz {numbers}</translation>
    </message>
    <message>
        <source>{parent}: could not be created ({error})</source>
        <translation>{parent}: ließ sich nicht anlegen ({error})</translation>
    </message>
    <message>
        <source>{parent}: no backup could be made (it is a link to somewhere else)</source>
        <translation>{parent}: Es ließ sich keine Sicherung anlegen (das ist ein symbolischer Link zu einem anderen Ort)</translation>
    </message>
    <message>
        <source>{parent}: not saved ({error})</source>
        <translation>{parent}: nicht gespeichert ({error})</translation>
    </message>
    <message>
        <source>{parent}: the folder no longer exists</source>
        <translation>{parent}: Den Ordner gibt es nicht mehr</translation>
    </message>
    <message>
        <source>{part} has no chosen version</source>
        <translation>{part}: keine Fassung gewählt</translation>
    </message>
    <message>
        <source>{path}: could not be written ({error})</source>
        <translation>{path}: ließ sich nicht schreiben ({error})</translation>
    </message>
    <message>
        <source>{path}: could not be written: the name is too long</source>
        <translation>{path}: ließ sich nicht schreiben: Der Name ist zu lang</translation>
    </message>
    <message>
        <source>{people} can’t start without one.</source>
        <translation>{people} können ohne Paket nicht anfangen.</translation>
    </message>
    <message>
        <source>{people} has no bundle yet</source>
        <translation>{people} hat noch kein Paket</translation>
    </message>
    <message>
        <source>{people} has sent nothing for {days} days</source>
        <translation>{people} hat seit {days} Tagen nichts gesendet</translation>
    </message>
    <message>
        <source>{people} no longer takes part</source>
        <translation>{people} nimmt nicht mehr teil</translation>
    </message>
    <message>
        <source>{people} sent two versions. Excluded from agreement and exports until you decide.</source>
        <translation>{people} hat zwei Versionen geschickt. Sie zählen weder bei der Übereinstimmung noch beim Export, bis Sie entscheiden.</translation>
    </message>
    <message>
        <source>{people} work with earlier content.</source>
        <translation>{people} arbeiten mit früheren Inhalten.</translation>
    </message>
    <message>
        <source>{people}, for {count} reasons.</source>
        <translation>{people}, aus {count} Gründen.</translation>
    </message>
    <message>
        <source>{people}: {count} open items.</source>
        <translation>{people}: {count} offene Aufgaben.</translation>
    </message>
    <message>
        <source>{place}: cannot be written ({error})</source>
        <translation>{place}: lässt sich nicht schreiben ({error})</translation>
    </message>
    <message>
        <source>{plain}: half a surrogate pair in a text</source>
        <translation>{plain}: ein halbes Surrogatpaar in einem Text</translation>
    </message>
    <message>
        <source>{plain}: valid, but encoded differently (such as spaces, order of keys)</source>
        <translation>{plain}: gültig, aber anders kodiert (etwa Leerzeichen, Reihenfolge der Schlüssel)</translation>
    </message>
    <message>
        <source>{protocol} has no submissions</source>
        <translation>{protocol} nimmt keine Einreichungen an</translation>
    </message>
    <message>
        <source>{purpose} bundle from “{sender}”, {signed}</source>
        <translation>Paket ({purpose}) von „{sender}“, {signed}</translation>
    </message>
    <message>
        <source>{reason} (column {column})</source>
        <translation>{reason} (Spalte {column})</translation>
    </message>
    <message>
        <source>{reason}; did you mean the column “{meant}”?</source>
        <translation>{reason}; meinten Sie die Spalte „{meant}“?</translation>
    </message>
    <message>
        <source>{reason}; types are {parts}{close}</source>
        <translation>{reason}; mögliche Arten sind {parts}{close}</translation>
    </message>
    <message>
        <source>{scorer} (h-mean)</source>
        <translation>{scorer} (harmonisches Mittel)</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
    <message>
        <source>{session} by {author}, turn {number}{suffix}</source>
        <translation>{session} von {author}, Durchgang {number}{suffix}</translation>
    </message>
    <message>
        <source>{side}: none of the task’s sections can be found in the text</source>
        <translation>{side}: keiner der Abschnitte der Schreibaufgabe ist im Text zu finden</translation>
    </message>
    <message>
        <source>{source}: another text already has this name and was not changed</source>
        <translation>{source}: Ein anderer Text hat schon diesen Namen; er wurde nicht geändert</translation>
    </message>
    <message>
        <source>{source}: the same text as {first}</source>
        <translation>{source}: derselbe Text wie {first}</translation>
    </message>
    <message>
        <source>{title} were all equal, so α is undefined.</source>
        <translation>{title}: alle sind gleich, daher ist α nicht definiert.</translation>
    </message>
    <message>
        <source>{title}: Krippendorff’s α {figure} ({level}, n = {items}).</source>
        <translation>{title}: Krippendorffs α {figure} ({level}, n = {items}).</translation>
    </message>
    <message>
        <source>{values} and {more} more</source>
        <translation>{values} und {more} weitere</translation>
    </message>
    <message>
        <source>{what} could only be read in part</source>
        <translation>{what}: nur zum Teil lesbar</translation>
    </message>
    <message>
        <source>{what} not read</source>
        <translation>{what} nicht gelesen</translation>
    </message>
    <message>
        <source>{where} has no text “{name}”</source>
        <translation>{where} hat keinen Text „{name}“</translation>
    </message>
    <message>
        <source>{why}; nothing was submitted</source>
        <translation>{why}; es wurde nichts abgegeben</translation>
    </message>
    <message>
        <source>{words}; succeeded on the second attempt</source>
        <translation>{words}; erst beim zweiten Versuch gelungen</translation>
    </message>
    <message>
        <source>{years} years of experience, but {least_years} are required</source>
        <translation>{years} Jahre Erfahrung, verlangt sind aber {least_years}</translation>
    </message>
    <message>
        <source>± SE</source>
        <translation>± SE</translation>
    </message>
    <message>
        <source>± SE (bootstrap)</source>
        <translation>± SE (Bootstrap)</translation>
    </message>
    <message>
        <source>± SE (paper)</source>
        <translation>± SE (Artikel)</translation>
    </message>
    <message>
        <source>± SE (textbook)</source>
        <translation>± SE (Lehrbuch)</translation>
    </message>
    <message>
        <source>α is Krippendorff’s α, with a 95 % bootstrap interval over items. “Differs most” names the annotator without whom α is highest.</source>
        <translation>α ist Krippendorffs α mit einem 95-%-Bootstrap-Intervall über die Aufgaben. „Weicht am meisten ab“ nennt die Person, ohne die α am höchsten ist.</translation>
    </message>
    <message>
        <source>α is undefined in {number} cases: {why}.</source>
        <translation>α ist in {number} Fällen nicht definiert: {why}.</translation>
    </message>
    <message>
        <source>α nominal</source>
        <translation>α nominal</translation>
    </message>
    <message>
        <source>α of “{first}” and “{second}” is undefined: {why}.</source>
        <translation>α von „{first}“ und „{second}“ ist nicht definiert: {why}.</translation>
    </message>
    <message>
        <source>α of “{question}” is undefined: {why}.</source>
        <translation>α von „{question}“ ist nicht definiert: {why}.</translation>
    </message>
    <message>
        <source>α ordinal</source>
        <translation>α ordinal</translation>
    </message>
    <message>
        <source>α {alpha} (95 % interval {low} to {high}).</source>
        <translation>α {alpha} (95-%-Intervall {low} bis {high}).</translation>
    </message>
    <message>
        <source>α {alpha}.</source>
        <translation>α {alpha}.</translation>
    </message>
    <message>
        <source>κ, linear weights</source>
        <translation>κ, lineare Gewichte</translation>
    </message>
    <message>
        <source>κ, quadratic weights</source>
        <translation>κ, quadratische Gewichte</translation>
    </message>
    <message>
        <source>“Critique by” is empty if the model revised with its own critique, or without one.</source>
        <translation>„Kritik von“ ist leer, wenn das Modell nach seiner eigenen Kritik oder ohne Kritik überarbeitet hat.</translation>
    </message>
    <message>
        <source>“From … to” are 95 % intervals: the 2.5 % and 97.5 % points of the mean over resamples</source>
        <translation>„Von … bis“ sind 95-%-Intervalle: der 2,5-%- und der 97,5-%-Punkt des Mittels über die Stichproben</translation>
    </message>
    <message>
        <source>“Tasks” excludes rejected tasks. {alike} tasks are nearly identical to another task in their field, and {fit} of {asked} meet all five criteria, according to their authors.</source>
        <translation>„Schreibaufgaben“ zählt abgelehnte nicht mit. {alike} Schreibaufgaben stimmen fast völlig mit einer anderen desselben Fachs überein, und {fit} von {asked} erfüllen nach Angabe ihrer Verfasser alle fünf Kriterien.</translation>
    </message>
    <message>
        <source>“Tasks” excludes rejected tasks. {alike} tasks are nearly identical to another task in their field.</source>
        <translation>„Schreibaufgaben“ zählt abgelehnte nicht mit. {alike} Schreibaufgaben stimmen fast völlig mit einer anderen desselben Fachs überein.</translation>
    </message>
    <message>
        <source>“binary” or “three”</source>
        <translation>„binary“ oder „three“</translation>
    </message>
    <message>
        <source>“both”, “follows” or “rating”</source>
        <translation>„both“, „follows“ oder „rating“</translation>
    </message>
    <message>
        <source>“chosen” must be 0 or the number of a draft</source>
        <translation>„chosen“ muss 0 oder die Nummer eines Entwurfs sein</translation>
    </message>
    <message>
        <source>“critiques”, “revisions”, or “all”</source>
        <translation>„critiques“, „revisions“ oder „all“</translation>
    </message>
    <message>
        <source>“forward”: whether the output follows from the reference; “reverse”: vice versa; “both”: both directions</source>
        <translation>„forward“: ob das Ergebnis aus der Referenz folgt; „reverse“: umgekehrt; „both“: beide Richtungen</translation>
    </message>
    <message>
        <source>“general”, “coding”, “math”, or “auto”: by the category of the prompt</source>
        <translation>„general“, „coding“, „math“ oder „auto“: nach der Kategorie der Eingabe</translation>
    </message>
    <message>
        <source>“has” is for lists: compare a {type} question with “is” or “in”</source>
        <translation>„has“ ist für Listen: Vergleichen Sie eine Frage der Art {type} mit „is“ oder „in“</translation>
    </message>
    <message>
        <source>“items”, or “diagnostics”: the diagnostic samples</source>
        <translation>„items“ oder „diagnostics“: die Diagnosebeispiele</translation>
    </message>
    <message>
        <source>“items”: a response to each prompt; “demonstrations”: one more draft for each demonstration that is not an item yet</source>
        <translation>„items“: eine Antwort auf jede Eingabe; „demonstrations“: ein weiterer Entwurf zu jeder Musterantwort, die noch keine Aufgabe ist</translation>
    </message>
    <message>
        <source>“model_1” and “model_2” are the same model</source>
        <translation>„model_1“ und „model_2“ sind dasselbe Modell</translation>
    </message>
    <message>
        <source>“multi”: the best from all documents; “single”: from one random document; “both”: alternately</source>
        <translation>„multi“: die besten aus allen Dokumenten; „single“: aus einem zufälligen Dokument; „both“: abwechselnd</translation>
    </message>
    <message>
        <source>“nothing_to_improve” and negative points contradict each other: specify only one of them</source>
        <translation>„nothing_to_improve“ und negative Punkte widersprechen sich: Geben Sie eins von beiden an</translation>
    </message>
    <message>
        <source>“paper” means {str}.</source>
        <translation>„paper“ bedeutet {str}.</translation>
    </message>
    <message>
        <source>“probabilities”: of the answer’s tokens; “stated”: by the model; “auto”: whichever is available</source>
        <translation>„probabilities“: aus den Tokens der Antwort; „stated“: vom Modell genannt; „auto“: je nachdem, was verfügbar ist</translation>
    </message>
    <message>
        <source>“project”, “bm25”, “dense”, or “hybrid”; vectors require a connection with an embedding model</source>
        <translation>„project“, „bm25“, „dense“ oder „hybrid“; Vektoren erfordern eine Verbindung mit einem Embedding-Modell</translation>
    </message>
    <message>
        <source>“pr”: a response; “pir”: the response revised; “picr”: the response critiqued and revised</source>
        <translation>„pr“: eine Antwort; „pir“: die Antwort überarbeitet; „picr“: die Antwort kritisiert und überarbeitet</translation>
    </message>
    <message>
        <source>“revisions” with initial responses, “settings” with each other, “models” on the same prompts, or the “pairs” that people compare</source>
        <translation>„revisions“ mit den ursprünglichen Antworten, „settings“ untereinander, „models“ bei gleichen Eingaben oder die „pairs“, die Personen vergleichen</translation>
    </message>
    <message>
        <source>“start” and “end” must be specified together</source>
        <translation>„start“ und „end“ gehören zusammen</translation>
    </message>
    <message>
        <source>“start” must be before “end”</source>
        <translation>„start“ muss vor „end“ stehen</translation>
    </message>
    <message>
        <source>“test”, “dev”, or “all”</source>
        <translation>„test“, „dev“ oder „all“</translation>
    </message>
    <message>
        <source>“using” must be own, people, none, or the name of a model that has written critiques.</source>
        <translation>„using“ muss own, people, none oder der Name eines Modells sein, das Kritiken geschrieben hat.</translation>
    </message>
    <message>
        <source>“written”: up to five that come with the program; “random”: items of other documents, with people’s ratings</source>
        <translation>„written“: bis zu fünf mitgelieferte; „random“: Aufgaben anderer Dokumente mit Bewertungen von Menschen</translation>
    </message>
    <message>
        <source>“{address}” is not the address of a search server</source>
        <translation>„{address}“ ist keine Adresse eines Suchservers</translation>
    </message>
    <message>
        <source>“{annotator}” cannot rate a session of their own again</source>
        <translation>„{annotator}“ kann die eigene Sitzung nicht noch einmal bewerten</translation>
    </message>
    <message>
        <source>“{annotator}” cannot validate a task of their own</source>
        <translation>„{annotator}“ kann keine eigene Schreibaufgabe beurteilen</translation>
    </message>
    <message>
        <source>“{answer}” matches several answers: use “item:annotator”</source>
        <translation>„{answer}“ passt auf mehrere Antworten: Verwenden Sie „item:annotator“</translation>
    </message>
    <message>
        <source>“{base}” has written no outputs</source>
        <translation>„{base}“ hat keine Ergebnisse geschrieben</translation>
    </message>
    <message>
        <source>“{choose}” matches {count} heads of {label}</source>
        <translation>„{choose}“ passt auf {count} Fassungen von {label}</translation>
    </message>
    <message>
        <source>“{chosen}” is not a visible variant of “{variant_set}”</source>
        <translation>„{chosen}“ ist keine sichtbare Variante von „{variant_set}“</translation>
    </message>
    <message>
        <source>“{code}” occurs twice</source>
        <translation>„{code}“ kommt zweimal vor</translation>
    </message>
    <message>
        <source>“{field}” is both read from column “{column}” and set to a fixed value</source>
        <translation>„{field}“ wird aus der Spalte „{column}“ gelesen und soll zugleich einen festen Wert haben</translation>
    </message>
    <message>
        <source>“{field}” is mapped to a column as a whole and to columns for its parts</source>
        <translation>„{field}“ ist sowohl einer Spalte als Ganzes als auch Spalten für seine Teile zugeordnet</translation>
    </message>
    <message>
        <source>“{field}” is read from two columns: “{first}” and “{column}”</source>
        <translation>„{field}“ wird aus zwei Spalten gelesen: „{first}“ und „{column}“</translation>
    </message>
    <message>
        <source>“{field}” needs an answer</source>
        <translation>„{field}“ braucht eine Antwort</translation>
    </message>
    <message>
        <source>“{id}” exists here but is not a task</source>
        <translation>„{id}“ gibt es hier schon, ist aber keine Schreibaufgabe</translation>
    </message>
    <message>
        <source>“{id}” is already the ID of another question</source>
        <translation>„{id}“ ist schon die Kennung einer anderen Frage</translation>
    </message>
    <message>
        <source>“{id}” was submitted here by “{annotator}” with different content</source>
        <translation>„{id}“ wurde hier von „{annotator}“ mit anderem Inhalt abgegeben</translation>
    </message>
    <message>
        <source>“{item}” has no first answer yet</source>
        <translation>„{item}“ hat noch keine erste Antwort</translation>
    </message>
    <message>
        <source>“{item}” is an item for sessions</source>
        <translation>„{item}“ ist eine Aufgabe für Sitzungen</translation>
    </message>
    <message>
        <source>“{item}” is not a pair to compare</source>
        <translation>„{item}“ ist kein Paar zum Vergleichen</translation>
    </message>
    <message>
        <source>“{item}” is not a pair to label</source>
        <translation>„{item}“ ist kein Paar zum Vergleichen</translation>
    </message>
    <message>
        <source>“{item}” is not an item to critique</source>
        <translation>„{item}“ ist keine Aufgabe zum Kritisieren</translation>
    </message>
    <message>
        <source>“{key}” is a reserved field: choose another key</source>
        <translation>„{key}“ ist ein reserviertes Feld: Wählen Sie einen anderen Schlüssel</translation>
    </message>
    <message>
        <source>“{key}” is already the key of an option {where}{hint}</source>
        <translation>„{key}“ ist schon die Taste einer Option {where}{hint}</translation>
    </message>
    <message>
        <source>“{key}” is already the key of question {seen}</source>
        <translation>„{key}“ ist schon der Schlüssel der Frage {seen}</translation>
    </message>
    <message>
        <source>“{key}” is the key of another hint</source>
        <translation>„{key}“ ist schon der Schlüssel eines anderen Hinweises</translation>
    </message>
    <message>
        <source>“{labeller}” has labelled no turn</source>
        <translation>„{labeller}“ hat keinen Durchgang eingeordnet</translation>
    </message>
    <message>
        <source>“{label}” already exists with different content</source>
        <translation>„{label}“ gibt es schon mit anderem Inhalt</translation>
    </message>
    <message>
        <source>“{label}” is already used in line {first}</source>
        <translation>„{label}“ kommt schon in Zeile {first} vor</translation>
    </message>
    <message>
        <source>“{model}” did not answer with one of the allowed values</source>
        <translation>„{model}“ antwortete mit keinem der erlaubten Werte</translation>
    </message>
    <message>
        <source>“{model}” has written no instructions</source>
        <translation>„{model}“ hat keine Anweisungen geschrieben</translation>
    </message>
    <message>
        <source>“{model}” returned no usable list</source>
        <translation>„{model}“ gab keine brauchbare Liste zurück</translation>
    </message>
    <message>
        <source>“{model}” wrote an example without the sections of “{label}”</source>
        <translation>„{model}“ schrieb ein Beispiel ohne die Abschnitte von „{label}“</translation>
    </message>
    <message>
        <source>“{model}” wrote more than {longest_answer} characters</source>
        <translation>„{model}“ schrieb mehr als {longest_answer} Zeichen</translation>
    </message>
    <message>
        <source>“{model}” wrote more than {longest_text} characters</source>
        <translation>„{model}“ hat mehr als {longest_text} Zeichen geschrieben</translation>
    </message>
    <message>
        <source>“{model}” wrote the instructions</source>
        <translation>„{model}“ hat die Anweisungen geschrieben</translation>
    </message>
    <message>
        <source>“{msg}”, at character {colno}</source>
        <translation>„{msg}“, bei Zeichen {colno}</translation>
    </message>
    <message>
        <source>“{named}” is already the ID of another question</source>
        <translation>„{named}“ ist schon die Kennung einer anderen Frage</translation>
    </message>
    <message>
        <source>“{name}” answered with an empty text</source>
        <translation>„{name}“ hat mit einem leeren Text geantwortet</translation>
    </message>
    <message>
        <source>“{name}” asks to retry in {value} minutes</source>
        <translation>„{name}“ bittet darum, es in {value} Minuten noch einmal zu versuchen</translation>
    </message>
    <message>
        <source>“{name}” cannot be reached</source>
        <translation>„{name}“ ist nicht erreichbar</translation>
    </message>
    <message>
        <source>“{name}” cannot be the name of a scorer</source>
        <translation>„{name}“ kann nicht der Name eines Bewerters sein</translation>
    </message>
    <message>
        <source>“{name}” did not pass the text to the model</source>
        <translation>„{name}“ hat den Text nicht an das Modell weitergegeben</translation>
    </message>
    <message>
        <source>“{name}” does not accept the API key</source>
        <translation>„{name}“ nimmt den API-Schlüssel nicht an</translation>
    </message>
    <message>
        <source>“{name}” does not accept the request (HTTP {status})</source>
        <translation>„{name}“ nimmt die Anfrage nicht an (HTTP {status})</translation>
    </message>
    <message>
        <source>“{name}” failed (HTTP {status})</source>
        <translation>bei „{name}“ ist ein Fehler aufgetreten (HTTP {status})</translation>
    </message>
    <message>
        <source>“{name}” has no model API at this address</source>
        <translation>„{name}“ bietet unter dieser Adresse keine Modell-API an</translation>
    </message>
    <message>
        <source>“{name}” is busy</source>
        <translation>„{name}“ ist überlastet</translation>
    </message>
    <message>
        <source>“{name}” is not a category; the categories are {categories}</source>
        <translation>„{name}“ ist keine Kategorie; die Kategorien sind {categories}</translation>
    </message>
    <message>
        <source>“{name}” is not a text; it is read as “{self}”</source>
        <translation>„{name}“ ist kein Text; der Wert wird als „{self}“ gelesen</translation>
    </message>
    <message>
        <source>“{name}” is not an allowed plugin</source>
        <translation>„{name}“ ist kein erlaubtes Plugin</translation>
    </message>
    <message>
        <source>“{name}” redirects to {to}; the API key is not sent there</source>
        <translation>„{name}“ leitet zu {to} weiter; der API-Schlüssel wird nicht dorthin gesendet</translation>
    </message>
    <message>
        <source>“{name}” refuses requests with this API key</source>
        <translation>„{name}“ lehnt Anfragen mit diesem API-Schlüssel ab</translation>
    </message>
    <message>
        <source>“{name}” refuses this request, but answers others</source>
        <translation>„{name}“ lehnt diese Anfrage ab, beantwortet aber andere</translation>
    </message>
    <message>
        <source>“{name}” reported a failure</source>
        <translation>„{name}“ hat einen Fehler gemeldet</translation>
    </message>
    <message>
        <source>“{name}” returned two answers in the wrong format</source>
        <translation>„{name}“ hat zwei Antworten im falschen Format geliefert</translation>
    </message>
    <message>
        <source>“{name}” sent a response that is not from a model server</source>
        <translation>„{name}“ hat eine Antwort gesendet, die nicht von einem Modellserver stammt</translation>
    </message>
    <message>
        <source>“{name}” took longer than {total_seconds} seconds</source>
        <translation>„{name}“ hat länger als {total_seconds} Sekunden gebraucht</translation>
    </message>
    <message>
        <source>“{name}” took too long to respond</source>
        <translation>„{name}“ hat zu lange nicht geantwortet</translation>
    </message>
    <message>
        <source>“{pair}” does not have the form field=column</source>
        <translation>„{pair}“ hat nicht die Form Feld=Spalte</translation>
    </message>
    <message>
        <source>“{pair}” is not a pair to compare</source>
        <translation>„{pair}“ ist kein Paar zum Vergleichen</translation>
    </message>
    <message>
        <source>“{person}” cannot be added: {field} {reason}</source>
        <translation>„{person}“ lässt sich nicht aufnehmen: {field} {reason}</translation>
    </message>
    <message>
        <source>“{person}” cannot be changed: {field} {reason}</source>
        <translation>„{person}“ kann nicht geändert werden: {field} {reason}</translation>
    </message>
    <message>
        <source>“{person}” has already submitted work and cannot be removed</source>
        <translation>„{person}“ hat schon Antworten abgegeben und kann nicht entfernt werden</translation>
    </message>
    <message>
        <source>“{person}” has no open items, or is paused or has left</source>
        <translation>„{person}“ hat keine offenen Aufgaben, pausiert oder ist ausgeschieden</translation>
    </message>
    <message>
        <source>“{person}” has not agreed to the consent text</source>
        <translation>„{person}“ hat dem Einwilligungstext nicht zugestimmt</translation>
    </message>
    <message>
        <source>“{person}” has only agreed to an earlier consent text</source>
        <translation>„{person}“ hat nur einem früheren Einwilligungstext zugestimmt</translation>
    </message>
    <message>
        <source>“{person}” has submitted work, so adding them can’t be undone</source>
        <translation>„{person}“ hat schon Antworten eingereicht, daher lässt sich das Hinzufügen nicht rückgängig machen</translation>
    </message>
    <message>
        <source>“{person}” is not eligible: {one}</source>
        <translation>„{person}“ kommt nicht infrage: {one}</translation>
    </message>
    <message>
        <source>“{person}” is your own ID</source>
        <translation>„{person}“ ist Ihre eigene Kennung</translation>
    </message>
    <message>
        <source>“{person}” judged their own work ({times}): it is kept but not counted</source>
        <translation>„{person}“ hat eigene Arbeit beurteilt ({times}): Das bleibt erhalten, zählt aber nicht</translation>
    </message>
    <message>
        <source>“{person}” withdrew their consent: analyse and export exclude them</source>
        <translation>„{person}“ hat die Einwilligung widerrufen: Auswertung und Export lassen die Person aus</translation>
    </message>
    <message>
        <source>“{phrase}” does not occur in the edited output</source>
        <translation>„{phrase}“ kommt im bearbeiteten Ergebnis nicht vor</translation>
    </message>
    <message>
        <source>“{reference}” matches several sessions: use “question:annotator”, or “question:model:annotator” with the model</source>
        <translation>„{reference}“ passt auf mehrere Sitzungen: Verwenden Sie „question:annotator“ oder, mit dem Modell, „question:model:annotator“</translation>
    </message>
    <message>
        <source>“{reviewer}” cannot review an answer of their own</source>
        <translation>„{reviewer}“ kann keine eigene Antwort prüfen</translation>
    </message>
    <message>
        <source>“{sender}” is not in this project: their records do not count until you add them</source>
        <translation>„{sender}“ gehört nicht zu diesem Projekt: Die Einträge zählen erst, wenn Sie die Person aufnehmen</translation>
    </message>
    <message>
        <source>“{strip}” does not start a message</source>
        <translation>mit „{strip}“ beginnt keine Nachricht</translation>
    </message>
    <message>
        <source>“{type}” is not a registered type of question</source>
        <translation>„{type}“ ist kein bekannter Fragetyp</translation>
    </message>
    <message>
        <source>“{unknown}” is not a variant of this example</source>
        <translation>„{unknown}“ ist keine Variante dieses Beispiels</translation>
    </message>
    <message>
        <source>“{use}” is not a list of texts</source>
        <translation>„{use}“ ist keine Liste von Texten</translation>
    </message>
    <message>
        <source>“{variant_set}” has no variants to choose from</source>
        <translation>„{variant_set}“ hat keine Varianten zur Auswahl</translation>
    </message>
    <message>
        <source>… and {value} more</source>
        <translation>… und {value} weitere</translation>
    </message>
</context>
<context>
    <name>MissingLine</name>
    <message numerus="yes">
        <source>%n answer(s) invalid</source>
        <translation>
            <numerusform>%n Antwort ungültig</numerusform>
            <numerusform>%n Antworten ungültig</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) unanswered</source>
        <translation>
            <numerusform>%n Frage unbeantwortet</numerusform>
            <numerusform>%n Fragen unbeantwortet</numerusform>
        </translation>
    </message>
    <message>
        <source>Go to the next unanswered question</source>
        <translation>Weiter zur nächsten unbeantworteten Frage</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
</context>
<context>
    <name>ModelCalls</name>
    <message>
        <source>Item {number}: {trouble}</source>
        <translation>Aufgabe {number}: {trouble}</translation>
    </message>
    <message>
        <source>The model has answered for item {number}.</source>
        <translation>Das Modell hat zu Aufgabe {number} geantwortet.</translation>
    </message>
    <message>
        <source>The request to the model failed.</source>
        <translation>Die Anfrage an das Modell ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
</context>
<context>
    <name>ModelPointView</name>
    <message>
        <source>Add to my critique</source>
        <translation>In meine Kritik</translation>
    </message>
    <message>
        <source>Added and edited</source>
        <translation>Übernommen und bearbeitet</translation>
    </message>
    <message>
        <source>Added to your critique</source>
        <translation>In Ihre Kritik übernommen</translation>
    </message>
    <message>
        <source>Added, then removed</source>
        <translation>Übernommen, dann entfernt</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>model’s point {number}</source>
        <translation>Punkt {number} des Modells</translation>
    </message>
</context>
<context>
    <name>ModelPoints</name>
    <message>
        <source>A model can suggest more points.</source>
        <translation>Ein Modell kann weitere Punkte vorschlagen.</translation>
    </message>
    <message>
        <source>Ask the model</source>
        <translation>Das Modell fragen</translation>
    </message>
    <message>
        <source>Ask the model  Ctrl+Shift+A</source>
        <translation>Das Modell fragen  Strg+Umschalt+A</translation>
    </message>
    <message>
        <source>Next suggestion</source>
        <translation>Nächster Vorschlag</translation>
    </message>
    <message>
        <source>Previous suggestion</source>
        <translation>Voriger Vorschlag</translation>
    </message>
    <message>
        <source>Show the suggestions</source>
        <translation>Vorschläge anzeigen</translation>
    </message>
    <message>
        <source>Show the suggestions  Ctrl+Shift+A</source>
        <translation>Vorschläge anzeigen  Strg+Umschalt+A</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop the model</source>
        <translation>Modell anhalten</translation>
    </message>
    <message>
        <source>Suggested by a model</source>
        <translation>Vorschläge eines Modells</translation>
    </message>
    <message numerus="yes">
        <source>The model is writing: %n character(s) so far.</source>
        <translation>
            <numerusform>Das Modell schreibt: bisher %n Zeichen.</numerusform>
            <numerusform>Das Modell schreibt: bisher %n Zeichen.</numerusform>
        </translation>
    </message>
    <message>
        <source>What the model has written so far</source>
        <translation>Was das Modell bisher geschrieben hat</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation>{number} von {count}</translation>
    </message>
</context>
<context>
    <name>ModelState</name>
    <message>
        <source>Model features need a connection. Everything else works without one.</source>
        <translation>Für Modellfunktionen brauchen Sie eine Verbindung. Alles andere funktioniert auch ohne.</translation>
    </message>
    <message>
        <source>One turn is waiting for the model</source>
        <translation>Ein Durchgang wartet auf das Modell</translation>
    </message>
    <message>
        <source>The model is answering queued turn {number} of {total}…</source>
        <translation>Das Modell beantwortet Durchgang {number} von {total}…</translation>
    </message>
    <message>
        <source>The model is answering… Esc stops it</source>
        <translation>Das Modell antwortet… Esc bricht ab</translation>
    </message>
    <message>
        <source>The server has not been checked yet.</source>
        <translation>Der Server wurde noch nicht geprüft.</translation>
    </message>
    <message>
        <source>The server is not responding. Proofdesk keeps trying; everything else still works.</source>
        <translation>Der Server antwortet nicht. Proofdesk versucht es weiter; alles andere funktioniert wie gewohnt.</translation>
    </message>
    <message>
        <source>The server responded to the last check.</source>
        <translation>Der Server hat bei der letzten Prüfung geantwortet.</translation>
    </message>
    <message>
        <source>{count} turns are waiting for the model</source>
        <translation>{count} Durchgänge warten auf das Modell</translation>
    </message>
</context>
<context>
    <name>ModelWords</name>
    <message>
        <source>Check the address under File ▸ Connections to models.</source>
        <translation>Prüfen Sie die Adresse unter Datei ▸ Verbindungen zu Modellen.</translation>
    </message>
    <message>
        <source>Choose another model under File ▸ Connections to models.</source>
        <translation>Wählen Sie unter Datei ▸ Verbindungen zu Modellen ein anderes Modell.</translation>
    </message>
    <message>
        <source>Contact the project lead.</source>
        <translation>Wenden Sie sich an die Projektleitung.</translation>
    </message>
    <message>
        <source>Correct it under File ▸ Connections to models.</source>
        <translation>Korrigieren Sie ihn unter Datei ▸ Verbindungen zu Modellen.</translation>
    </message>
    <message>
        <source>Enter it under File ▸ Connections to models.</source>
        <translation>Geben Sie ihn unter Datei ▸ Verbindungen zu Modellen an.</translation>
    </message>
    <message>
        <source>Model: no connection</source>
        <translation>Modell: keine Verbindung</translation>
    </message>
    <message>
        <source>Model: none chosen</source>
        <translation>Modell: keines gewählt</translation>
    </message>
    <message>
        <source>Model: {name}</source>
        <translation>Modell: {name}</translation>
    </message>
    <message>
        <source>Model: {name} · not reachable</source>
        <translation>Modell: {name} · nicht erreichbar</translation>
    </message>
    <message>
        <source>Model: {name} · reachable</source>
        <translation>Modell: {name} · erreichbar</translation>
    </message>
    <message>
        <source>Nothing is lost. Try again.</source>
        <translation>Es ist nichts verloren. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>See File ▸ Connections to models.</source>
        <translation>Siehe Datei ▸ Verbindungen zu Modellen.</translation>
    </message>
    <message>
        <source>See File ▸ Connections to models. Everything else works without one.</source>
        <translation>Siehe Datei ▸ Verbindungen zu Modellen. Alles andere funktioniert auch ohne.</translation>
    </message>
    <message>
        <source>The answer was cut off.</source>
        <translation>Die Antwort wurde abgeschnitten.</translation>
    </message>
    <message>
        <source>The key of the connection is missing.</source>
        <translation>Der Schlüssel der Verbindung fehlt.</translation>
    </message>
    <message>
        <source>The model declined to answer.</source>
        <translation>Das Modell hat die Antwort verweigert.</translation>
    </message>
    <message>
        <source>The model returned an empty answer.</source>
        <translation>Das Modell hat eine leere Antwort zurückgegeben.</translation>
    </message>
    <message>
        <source>The model took too long to answer.</source>
        <translation>Das Modell hat zu lange für die Antwort gebraucht.</translation>
    </message>
    <message>
        <source>The model&apos;s answer does not have the required format.</source>
        <translation>Die Antwort des Modells hat nicht das verlangte Format.</translation>
    </message>
    <message>
        <source>The request to the model failed.</source>
        <translation>Die Anfrage an das Modell ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>The request to the model is not valid.</source>
        <translation>Die Anfrage an das Modell ist ungültig.</translation>
    </message>
    <message>
        <source>The response is not from a model server.</source>
        <translation>Die Antwort stammt nicht von einem Modellserver.</translation>
    </message>
    <message>
        <source>The server could not be reached.</source>
        <translation>Der Server war nicht erreichbar.</translation>
    </message>
    <message>
        <source>The server does not accept the key.</source>
        <translation>Der Server nimmt den Schlüssel nicht an.</translation>
    </message>
    <message>
        <source>The server does not know the model.</source>
        <translation>Der Server kennt das Modell nicht.</translation>
    </message>
    <message>
        <source>The server is busy.</source>
        <translation>Der Server ist überlastet.</translation>
    </message>
    <message>
        <source>The server reported an error.</source>
        <translation>Der Server hat einen Fehler gemeldet.</translation>
    </message>
    <message>
        <source>There is no connection for this model.</source>
        <translation>Für dieses Modell gibt es keine Verbindung.</translation>
    </message>
    <message>
        <source>Try again, or reword the instruction.</source>
        <translation>Versuchen Sie es noch einmal, oder formulieren Sie die Anweisung anders.</translation>
    </message>
    <message>
        <source>Wait a moment, then try again.</source>
        <translation>Warten Sie einen Moment, und versuchen Sie es dann noch einmal.</translation>
    </message>
</context>
<context>
    <name>NewProjectPage</name>
    <message>
        <source>A title cannot contain control characters.</source>
        <translation>Ein Titel darf keine Steuerzeichen enthalten.</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Back (Esc)</source>
        <translation>Zurück (Esc)</translation>
    </message>
    <message>
        <source>Choose at least one protocol.</source>
        <translation>Wählen Sie mindestens ein Protokoll.</translation>
    </message>
    <message>
        <source>Choose the folder of the project</source>
        <translation>Ordner des Projekts auswählen</translation>
    </message>
    <message>
        <source>Choose the form file of the study</source>
        <translation>Formulardatei der Studie wählen</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Auswählen…</translation>
    </message>
    <message>
        <source>Create project</source>
        <translation>Projekt anlegen</translation>
    </message>
    <message>
        <source>Creating…</source>
        <translation>Wird angelegt…</translation>
    </message>
    <message>
        <source>Enter a title.</source>
        <translation>Geben Sie einen Titel ein.</translation>
    </message>
    <message>
        <source>Enter the full path of a folder.</source>
        <translation>Geben Sie den vollständigen Pfad eines Ordners ein.</translation>
    </message>
    <message>
        <source>Everything can be added later, except the protocols.</source>
        <translation>Alles lässt sich später ergänzen, nur die Protokolle nicht.</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Folder of the project</source>
        <translation>Ordner des Projekts</translation>
    </message>
    <message>
        <source>Form file</source>
        <translation>Formulardatei</translation>
    </message>
    <message>
        <source>Form file of the study</source>
        <translation>Formulardatei der Studie</translation>
    </message>
    <message>
        <source>Forms (*.yaml *.yml);;All files (*)</source>
        <translation>Formulare (*.yaml *.yml);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>New project</source>
        <translation>Neues Projekt</translation>
    </message>
    <message>
        <source>Optional: a YAML file. You can also write the questions in the project</source>
        <translation>Optional: eine YAML-Datei. Sie können die Fragen auch im Projekt schreiben</translation>
    </message>
    <message>
        <source>Protocols</source>
        <translation>Protokolle</translation>
    </message>
    <message>
        <source>Shown to annotators, for example: News summaries</source>
        <translation>Wird Annotierenden angezeigt, etwa: Kurze Nachrichten</translation>
    </message>
    <message>
        <source>This folder is not empty. Choose a new or empty one.</source>
        <translation>Dieser Ordner ist nicht leer. Wählen Sie einen neuen oder leeren.</translation>
    </message>
    <message>
        <source>This is a file. Choose a new or empty folder.</source>
        <translation>Das ist eine Datei. Wählen Sie einen neuen oder leeren Ordner.</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Title of the project</source>
        <translation>Titel des Projekts</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close this notice</source>
        <translation>Diese Meldung schließen</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>Meldung</translation>
    </message>
</context>
<context>
    <name>NumberField</name>
    <message>
        <source>%1 or less</source>
        <translation>%1 oder weniger</translation>
    </message>
    <message>
        <source>%1 or more</source>
        <translation>%1 oder mehr</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
</context>
<context>
    <name>Onboarding</name>
    <message>
        <source>Changed since you saved it.</source>
        <translation>Seit dem Speichern geändert.</translation>
    </message>
    <message>
        <source>Draft saved at {time}</source>
        <translation>Entwurf gespeichert: {time}</translation>
    </message>
    <message>
        <source>Not saved since {time} – trying again</source>
        <translation>Seit {time} nicht gespeichert – neuer Versuch läuft</translation>
    </message>
    <message>
        <source>Saved {time}</source>
        <translation>Gespeichert {time}</translation>
    </message>
</context>
<context>
    <name>Opener</name>
    <message>
        <source>A file is being written.</source>
        <translation>Eine Datei wird gerade geschrieben.</translation>
    </message>
    <message>
        <source>Bundles (*{suffix});;All files (*)</source>
        <translation>Pakete (*{suffix});;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>Wird abgebrochen…</translation>
    </message>
    <message>
        <source>Copy saved in {folder}.</source>
        <translation>Kopie in {folder} gespeichert.</translation>
    </message>
    <message>
        <source>Copying the workspace…</source>
        <translation>Arbeitsbereich wird kopiert…</translation>
    </message>
    <message>
        <source>Importing the bundle…</source>
        <translation>Paket wird importiert…</translation>
    </message>
    <message>
        <source>It contains everything you typed. Send your results from there.</source>
        <translation>Sie enthält alle Ihre Eingaben. Senden Sie Ihre Ergebnisse von dort aus.</translation>
    </message>
    <message>
        <source>Open a bundle</source>
        <translation>Paket öffnen</translation>
    </message>
    <message>
        <source>Open a workspace</source>
        <translation>Arbeitsbereich öffnen</translation>
    </message>
    <message>
        <source>Open the bundle there.</source>
        <translation>Öffnen Sie das Paket dort.</translation>
    </message>
    <message>
        <source>Opening the workspace…</source>
        <translation>Arbeitsbereich wird geöffnet…</translation>
    </message>
    <message>
        <source>Preparing the sample…</source>
        <translation>Beispiel wird vorbereitet…</translation>
    </message>
    <message>
        <source>Reading the bundle…</source>
        <translation>Paket wird gelesen…</translation>
    </message>
    <message>
        <source>Save a copy in</source>
        <translation>Kopie speichern in</translation>
    </message>
    <message>
        <source>Send this file to the project lead, who merges it into the project.</source>
        <translation>Senden Sie diese Datei an die Projektleitung, die sie in das Projekt übernimmt.</translation>
    </message>
    <message>
        <source>The workspace cannot be closed until the file has been written. Wait a moment, then try again.</source>
        <translation>Der Arbeitsbereich bleibt offen, bis die Datei vollständig ist. Versuchen Sie es dann noch einmal.</translation>
    </message>
    <message>
        <source>This workspace is already open in another window, now in front.</source>
        <translation>Dieser Arbeitsbereich ist schon in einem anderen Fenster geöffnet, das jetzt vorne liegt.</translation>
    </message>
    <message>
        <source>You are now working in the copy: {folder}.</source>
        <translation>Sie arbeiten jetzt in der Kopie: {folder}.</translation>
    </message>
    <message>
        <source>You are working as {person}; this bundle is for {other}.</source>
        <translation>Sie arbeiten als {person}; dieses Paket ist für {other}.</translation>
    </message>
    <message>
        <source>{file} contains results from {sender} and no items to work on.</source>
        <translation>{file} enthält Ergebnisse von {sender} und keine Aufgaben.</translation>
    </message>
</context>
<context>
    <name>OptionsEditor</name>
    <message numerus="yes">
        <source>%n point(s)</source>
        <translation>
            <numerusform>%n Stufe</numerusform>
            <numerusform>%n Stufen</numerusform>
        </translation>
    </message>
    <message>
        <source>Add option</source>
        <translation>Option hinzufügen</translation>
    </message>
    <message>
        <source>Allow “can’t tell”</source>
        <translation>„Weiß nicht“ zulassen</translation>
    </message>
    <message>
        <source>An option that answers the question but does not count in the analysis.</source>
        <translation>Eine Option, die die Frage beantwortet, aber in der Auswertung nicht zählt.</translation>
    </message>
    <message>
        <source>Can’t tell</source>
        <translation>Weiß nicht</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Code of option {number}</source>
        <translation>Code von Option {number}</translation>
    </message>
    <message>
        <source>Highest</source>
        <translation>Höchster Wert</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Taste</translation>
    </message>
    <message>
        <source>Key of option {number}</source>
        <translation>Taste von Option {number}</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Beschriftung</translation>
    </message>
    <message>
        <source>Label of option {number}</source>
        <translation>Beschriftung von Option {number}</translation>
    </message>
    <message>
        <source>Lowest</source>
        <translation>Niedrigster Wert</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>Remove option {number}</source>
        <translation>Option {number} entfernen</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
</context>
<context>
    <name>Outcome</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
</context>
<context>
    <name>OverviewSection</name>
    <message numerus="yes">
        <source>%n conflict(s)</source>
        <translation>
            <numerusform>%n Konflikt</numerusform>
            <numerusform>%n Konflikte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n flagged</source>
        <translation>
            <numerusform>%n markiert</numerusform>
            <numerusform>%n markiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n skipped</source>
        <translation>
            <numerusform>%n übersprungen</numerusform>
            <numerusform>%n übersprungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n task(s)</source>
        <translation>
            <numerusform>%n offener Punkt</numerusform>
            <numerusform>%n offene Punkte</numerusform>
        </translation>
    </message>
    <message>
        <source>ANSWERS PER DAY, {months}</source>
        <translation>ANTWORTEN PRO TAG, {months}</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Answers of {day}</source>
        <translation>Antworten vom {day}</translation>
    </message>
    <message>
        <source>Answers per day</source>
        <translation>Antworten pro Tag</translation>
    </message>
    <message>
        <source>Bundle</source>
        <translation>Paket</translation>
    </message>
    <message>
        <source>Conflicts, and flagged or skipped items</source>
        <translation>Konflikte und markierte oder übersprungene Aufgaben</translation>
    </message>
    <message>
        <source>Current</source>
        <translation>Aktuell</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Go to Items</source>
        <translation>Zu den Aufgaben</translation>
    </message>
    <message>
        <source>Import the texts to judge. This page then shows what needs your attention and how the project is progressing.</source>
        <translation>Importieren Sie die Texte, die beurteilt werden. Dann zeigt diese Seite, was zu tun ist und wie das Projekt vorankommt.</translation>
    </message>
    <message>
        <source>Issue</source>
        <translation>Anlass</translation>
    </message>
    <message>
        <source>Item</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Items with two or more answers</source>
        <translation>Aufgaben mit zwei oder mehr Antworten</translation>
    </message>
    <message>
        <source>Last result</source>
        <translation>Letztes Ergebnis</translation>
    </message>
    <message>
        <source>Marking as read…</source>
        <translation>Wird als gelesen markiert…</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>Vermerke</translation>
    </message>
    <message>
        <source>Median time</source>
        <translation>Zeit (Median)</translation>
    </message>
    <message>
        <source>NEEDS ATTENTION</source>
        <translation>ZU TUN</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Needs attention</source>
        <translation>Zu tun</translation>
    </message>
    <message>
        <source>No items yet</source>
        <translation>Noch keine Aufgaben</translation>
    </message>
    <message>
        <source>Not written</source>
        <translation>Nicht geschrieben</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Offen</translation>
    </message>
    <message>
        <source>Outdated</source>
        <translation>Veraltet</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>PEOPLE</source>
        <translation>PERSONEN</translation>
    </message>
    <message>
        <source>PROGRESS</source>
        <translation>FORTSCHRITT</translation>
    </message>
    <message>
        <source>Person</source>
        <translation>Person</translation>
    </message>
    <message>
        <source>Progress per person</source>
        <translation>Fortschritt je Person</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>Reminder for {person} copied.</source>
        <translation>Erinnerung an {person} kopiert.</translation>
    </message>
    <message>
        <source>TO REVIEW</source>
        <translation>ZU PRÜFEN</translation>
    </message>
    <message>
        <source>Tasks that block other work come first</source>
        <translation>Was andere aufhält, steht oben</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>Write reminder…</source>
        <translation>Erinnerung schreiben…</translation>
    </message>
    <message>
        <source>answers merged</source>
        <translation>Antworten zusammengeführt</translation>
    </message>
    <message>
        <source>conflict</source>
        <translation>Konflikt</translation>
    </message>
    <message>
        <source>expected completion at {pace} answers a day</source>
        <translation>voraussichtliches Ende bei {pace} Antworten pro Tag</translation>
    </message>
    <message>
        <source>expected completion: {why}</source>
        <translation>Ende offen: {why}</translation>
    </message>
    <message>
        <source>flagged</source>
        <translation>markiert</translation>
    </message>
    <message>
        <source>form v{version}</source>
        <translation>Formular v{version}</translation>
    </message>
    <message>
        <source>items with two or more answers</source>
        <translation>Aufgaben mit zwei oder mehr Antworten</translation>
    </message>
    <message>
        <source>median time per item: none recorded</source>
        <translation>Zeit pro Aufgabe: nicht erfasst</translation>
    </message>
    <message>
        <source>median time per item; half took {low} to {high}</source>
        <translation>Median pro Aufgabe; die Hälfte brauchte {low} bis {high}</translation>
    </message>
    <message>
        <source>no bundle needed</source>
        <translation>kein Paket nötig</translation>
    </message>
    <message>
        <source>not merged yet</source>
        <translation>noch nicht zusammengeführt</translation>
    </message>
    <message>
        <source>of {total}</source>
        <translation>von {total}</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>übersprungen</translation>
    </message>
    <message>
        <source>two versions of the same {kind}</source>
        <translation>zwei widersprüchliche Fassungen ({kind})</translation>
    </message>
    <message>
        <source>written on another computer</source>
        <translation>auf einem anderen Computer geschrieben</translation>
    </message>
    <message>
        <source>written {day}</source>
        <translation>vom {day}</translation>
    </message>
    <message>
        <source>{day}, {hour}</source>
        <translation>{day}, {hour}</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} von {total}</translation>
    </message>
    <message>
        <source>{done} of {total} done</source>
        <translation>{done} von {total} erledigt</translation>
    </message>
</context>
<context>
    <name>OverviewStrip</name>
    <message>
        <source>Overview of the matches</source>
        <translation>Überblick über die Übereinstimmungen</translation>
    </message>
    <message>
        <source>Shows the matches in the whole text. Click to go to one.</source>
        <translation>Zeigt die Übereinstimmungen im ganzen Text. Klicken Sie, um zu einer zu gelangen.</translation>
    </message>
</context>
<context>
    <name>OwnAnswer</name>
    <message>
        <source>Back without changes (Esc)</source>
        <translation>Ohne Änderung zurück (Esc)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Edit the text on the right; it starts as the text of {revision}. Revert a change to use the text of {original} there.</source>
        <translation>Bearbeiten Sie den Text rechts; Ausgangspunkt ist der Text von {revision}. Verwerfen Sie eine Änderung, um dort den Text von {original} zu verwenden.</translation>
    </message>
    <message>
        <source>Use this answer</source>
        <translation>Diese Antwort verwenden</translation>
    </message>
    <message>
        <source>Use this answer (Ctrl+Enter)</source>
        <translation>Diese Antwort verwenden (Strg+Eingabe)</translation>
    </message>
    <message>
        <source>Your own answer: {field}</source>
        <translation>Eigene Antwort: {field}</translation>
    </message>
    <message>
        <source>Your text</source>
        <translation>Ihr Text</translation>
    </message>
</context>
<context>
    <name>OwnKeyController</name>
    <message>
        <source>A file is being written.</source>
        <translation>Eine Datei wird gerade geschrieben.</translation>
    </message>
    <message>
        <source>Answer the question on this page first, or postpone it.</source>
        <translation>Beantworten Sie zuerst die Frage auf dieser Seite, oder verschieben Sie sie auf später.</translation>
    </message>
    <message>
        <source>Creating a new key…</source>
        <translation>Neuer Schlüssel wird erzeugt…</translation>
    </message>
    <message>
        <source>Loading your key…</source>
        <translation>Ihr Schlüssel wird geladen…</translation>
    </message>
    <message>
        <source>Restore the key…</source>
        <translation>Schlüssel wiederherstellen…</translation>
    </message>
    <message>
        <source>Restoring your key…</source>
        <translation>Ihr Schlüssel wird wiederhergestellt…</translation>
    </message>
    <message>
        <source>Try again when it is complete.</source>
        <translation>Versuchen Sie es erneut, wenn sie fertig ist.</translation>
    </message>
</context>
<context>
    <name>OwnKeyPage</name>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Back (Esc)</source>
        <translation>Zurück (Esc)</translation>
    </message>
    <message>
        <source>Choose a key file</source>
        <translation>Schlüsseldatei wählen</translation>
    </message>
    <message>
        <source>Choose a key file…</source>
        <translation>Schlüsseldatei wählen…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the fingerprint and its words</source>
        <translation>Den Fingerabdruck und seine Wörter kopieren</translation>
    </message>
    <message>
        <source>Create a new key</source>
        <translation>Neuen Schlüssel erzeugen</translation>
    </message>
    <message>
        <source>In words: {words}</source>
        <translation>In Wörtern: {words}</translation>
    </message>
    <message>
        <source>It signs your files. Recipients may ask you, for example by phone, to read out its fingerprint: these digits, or these words.</source>
        <translation>Dieser Schlüssel signiert Ihre Dateien. Wer sie empfängt, kann Sie zum Beispiel am Telefon bitten, den Fingerabdruck des Schlüssels vorzulesen: diese Ziffern oder diese Wörter.</translation>
    </message>
    <message>
        <source>My key is lost. Everyone who knows the old key will have to accept the new one.</source>
        <translation>Mein Schlüssel ist verloren. Alle, die den alten kennen, müssen den neuen annehmen.</translation>
    </message>
    <message>
        <source>Passphrase of the backup</source>
        <translation>Passphrase der Sicherung</translation>
    </message>
    <message>
        <source>Restore the key</source>
        <translation>Schlüssel wiederherstellen</translation>
    </message>
    <message>
        <source>Without it, you cannot sign files.</source>
        <translation>Ohne ihn können Sie keine Dateien signieren.</translation>
    </message>
    <message>
        <source>Without it, you cannot sign files. Its fingerprint:</source>
        <translation>Ohne ihn können Sie keine Dateien signieren. Sein Fingerabdruck:</translation>
    </message>
    <message>
        <source>Your key</source>
        <translation>Ihr Schlüssel</translation>
    </message>
    <message>
        <source>Your key is not on this computer</source>
        <translation>Ihr Schlüssel fehlt auf diesem Rechner</translation>
    </message>
</context>
<context>
    <name>OwnPart</name>
    <message>
        <source>Question %1</source>
        <translation>Frage %1</translation>
    </message>
</context>
<context>
    <name>PageActions</name>
    <message>
        <source>More actions</source>
        <translation>Weitere Aktionen</translation>
    </message>
</context>
<context>
    <name>PageRow</name>
    <message>
        <source>Flag</source>
        <translation>Markieren</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Überspringen</translation>
    </message>
</context>
<context>
    <name>PanelFocus</name>
    <message>
        <source>This item has no comment field.</source>
        <translation>Diese Aufgabe hat kein Kommentarfeld.</translation>
    </message>
</context>
<context>
    <name>PaperCard</name>
    <message>
        <source>Open paper</source>
        <translation>Artikel öffnen</translation>
    </message>
    <message>
        <source>Paragraph {number}</source>
        <translation>Absatz {number}</translation>
    </message>
    <message>
        <source>Passage</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>The full text is missing</source>
        <translation>Der Volltext fehlt</translation>
    </message>
</context>
<context>
    <name>PapersPane</name>
    <message numerus="yes">
        <source>%n passage(s)</source>
        <translation>
            <numerusform>%n Textstelle</numerusform>
            <numerusform>%n Textstellen</numerusform>
        </translation>
    </message>
    <message>
        <source>All papers</source>
        <translation>Alle Artikel</translation>
    </message>
    <message>
        <source>Back to the answer</source>
        <translation>Zurück zur Antwort</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>Artikel</translation>
    </message>
    <message>
        <source>Papers</source>
        <translation>Artikel</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>Textstellen</translation>
    </message>
    <message>
        <source>Press Enter to open the full text</source>
        <translation>Mit der Eingabetaste den Volltext öffnen</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Retrieved passages  Alt+3</source>
        <translation>Gefundene Textstellen  Alt+3</translation>
    </message>
    <message>
        <source>Source paragraph</source>
        <translation>Ausgangsabsatz</translation>
    </message>
    <message>
        <source>The full text of this paper is missing.</source>
        <translation>Der Volltext dieses Artikels fehlt.</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Ohne Titel</translation>
    </message>
</context>
<context>
    <name>PartButtons</name>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Papers</source>
        <translation>Artikel</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>Textstellen</translation>
    </message>
    <message>
        <source>Turns</source>
        <translation>Durchgänge</translation>
    </message>
</context>
<context>
    <name>Passages</name>
    <message>
        <source>Content words of the answer that occur in this passage</source>
        <translation>Inhaltswörter der Antwort, die in dieser Textstelle vorkommen</translation>
    </message>
    <message>
        <source>Continue reading in the paper</source>
        <translation>Im Artikel weiterlesen</translation>
    </message>
    <message>
        <source>Open the paper</source>
        <translation>Artikel öffnen</translation>
    </message>
    <message>
        <source>Passage</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>Passage of paper {number}</source>
        <translation>Textstelle aus Artikel {number}</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>Textstellen</translation>
    </message>
    <message>
        <source>Press Enter to open the paper at the passage</source>
        <translation>Mit der Eingabetaste den Artikel an der Textstelle öffnen</translation>
    </message>
    <message>
        <source>The papers have not been searched yet. An information-seeking instruction starts a search.</source>
        <translation>Die Artikel wurden noch nicht durchsucht. Eine Anweisung zur Informationssuche startet die Suche.</translation>
    </message>
    <message>
        <source>{found} of {all} words</source>
        <translation>{found} von {all} Wörtern</translation>
    </message>
    <message>
        <source>“{query}”</source>
        <translation>„{query}“</translation>
    </message>
    <message>
        <source>“{query}” · {retriever}</source>
        <translation>„{query}“ · {retriever}</translation>
    </message>
</context>
<context>
    <name>PeopleSection</name>
    <message numerus="yes">
        <source>%n item(s) are assigned to “{person}”. Press Remove again to withdraw the assignments, too.</source>
        <translation>
            <numerusform>%n Aufgabe ist „{person}“ zugewiesen. Drücken Sie noch einmal „Entfernen“, um auch diese Zuweisung zurückzuziehen.</numerusform>
            <numerusform>%n Aufgaben sind „{person}“ zugewiesen. Drücken Sie noch einmal „Entfernen“, um auch diese Zuweisungen zurückzuziehen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n key(s) not confirmed</source>
        <translation>
            <numerusform>%n Schlüssel nicht bestätigt</numerusform>
            <numerusform>%n Schlüssel nicht bestätigt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new person(s).</source>
        <translation>
            <numerusform>%n neue Person.</numerusform>
            <numerusform>%n neue Personen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n open item(s) can be given to others.</source>
        <translation>
            <numerusform>%n offene Aufgabe kann an andere gehen.</numerusform>
            <numerusform>%n offene Aufgaben können an andere gehen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n paused or left</source>
        <translation>
            <numerusform>%n pausiert oder ausgeschieden</numerusform>
            <numerusform>%n pausiert oder ausgeschieden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n person(s)</source>
        <translation>
            <numerusform>%n Person</numerusform>
            <numerusform>%n Personen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) refused; the others were imported.</source>
        <translation>
            <numerusform>%n Zeile abgelehnt; die anderen wurden importiert.</numerusform>
            <numerusform>%n Zeilen abgelehnt; die anderen wurden importiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>A project needs a lead.</source>
        <translation>Ein Projekt braucht eine Projektleitung.</translation>
    </message>
    <message>
        <source>Accept results only with keys that I have confirmed</source>
        <translation>Ergebnisse nur mit Schlüsseln annehmen, die ich bestätigt habe</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add the person</source>
        <translation>Die Person hinzufügen</translation>
    </message>
    <message>
        <source>Adding the person…</source>
        <translation>Person wird hinzugefügt…</translation>
    </message>
    <message>
        <source>Annotator</source>
        <translation>Person</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Ask “{person}”, for example by phone, to read out their key. If it matches, press Confirm key again:
{keys}</source>
        <translation>Bitten Sie „{person}“, zum Beispiel am Telefon, den Schlüssel vorzulesen. Stimmt er überein, drücken Sie noch einmal „Schlüssel bestätigen“:
{keys}</translation>
    </message>
    <message>
        <source>Bundle</source>
        <translation>Paket</translation>
    </message>
    <message>
        <source>Changing the status…</source>
        <translation>Status wird geändert…</translation>
    </message>
    <message>
        <source>Confirm key</source>
        <translation>Schlüssel bestätigen</translation>
    </message>
    <message>
        <source>Confirm key of the selected person</source>
        <translation>Schlüssel bestätigen für die ausgewählte Person</translation>
    </message>
    <message>
        <source>Confirming the key…</source>
        <translation>Der Schlüssel wird bestätigt…</translation>
    </message>
    <message>
        <source>Consent</source>
        <translation>Einwilligung</translation>
    </message>
    <message>
        <source>Enter an ID above and press Enter. The table then shows each person&apos;s progress and signing key.</source>
        <translation>Geben Sie oben eine Kennung ein, und drücken Sie die Eingabetaste. Die Tabelle zeigt dann Fortschritt und Signaturschlüssel jeder Person.</translation>
    </message>
    <message>
        <source>Enter an ID first.</source>
        <translation>Geben Sie zuerst eine Kennung ein.</translation>
    </message>
    <message>
        <source>Has left</source>
        <translation>Ist ausgeschieden</translation>
    </message>
    <message>
        <source>Has left: gets no new items. Their answers still count.</source>
        <translation>Ausgeschieden: bekommt keine neuen Aufgaben. Die Antworten zählen weiter.</translation>
    </message>
    <message>
        <source>ID of the person</source>
        <translation>Kennung der Person</translation>
    </message>
    <message>
        <source>ID, such as ana</source>
        <translation>Kennung, etwa ana</translation>
    </message>
    <message>
        <source>Identify each annotator by a short ID. A name is optional and is sent only to that person.</source>
        <translation>Bezeichnen Sie jede annotierende Person mit einer kurzen Kennung. Der Name ist optional und geht nur an die Person selbst.</translation>
    </message>
    <message>
        <source>Import people</source>
        <translation>Personen importieren</translation>
    </message>
    <message>
        <source>Import people…</source>
        <translation>Personen importieren…</translation>
    </message>
    <message>
        <source>Importing people…</source>
        <translation>Personen werden importiert…</translation>
    </message>
    <message>
        <source>Key: {keys}</source>
        <translation>Schlüssel: {keys}</translation>
    </message>
    <message>
        <source>Last result</source>
        <translation>Letztes Ergebnis</translation>
    </message>
    <message>
        <source>Lead</source>
        <translation>Projektleitung</translation>
    </message>
    <message>
        <source>Median time</source>
        <translation>Zeit (Median)</translation>
    </message>
    <message>
        <source>Name (optional)</source>
        <translation>Name (optional)</translation>
    </message>
    <message>
        <source>Name of the person</source>
        <translation>Name der Person</translation>
    </message>
    <message>
        <source>No people yet</source>
        <translation>Noch keine Personen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Offen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausieren</translation>
    </message>
    <message>
        <source>Paused: gets no new items.</source>
        <translation>Pausiert: bekommt keine neuen Aufgaben.</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Personen</translation>
    </message>
    <message>
        <source>People ({kinds});;All files (*)</source>
        <translation>Personen ({kinds});;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Person</source>
        <translation>Person</translation>
    </message>
    <message numerus="yes">
        <source>Read %n row(s).</source>
        <translation>
            <numerusform>%n Zeile gelesen.</numerusform>
            <numerusform>%n Zeilen gelesen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Reassign open items…</source>
        <translation>Offene Aufgaben neu zuweisen…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove the selected person</source>
        <translation>Ausgewählte Person entfernen</translation>
    </message>
    <message>
        <source>Removing the person…</source>
        <translation>Die Person wird entfernt…</translation>
    </message>
    <message>
        <source>Result of the import</source>
        <translation>Ergebnis des Imports</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Wieder aufnehmen</translation>
    </message>
    <message>
        <source>Role of the person</source>
        <translation>Rolle der Person</translation>
    </message>
    <message>
        <source>Saving the details…</source>
        <translation>Angaben werden gespeichert…</translation>
    </message>
    <message>
        <source>Saving the setting…</source>
        <translation>Die Einstellung wird gespeichert…</translation>
    </message>
    <message>
        <source>Select a person in the table first.</source>
        <translation>Wählen Sie zuerst eine Person in der Tabelle aus.</translation>
    </message>
    <message>
        <source>Select a person to edit their details. Press Enter to list their items.</source>
        <translation>Wählen Sie eine Person aus, um ihre Angaben zu bearbeiten. Mit der Eingabetaste zeigen Sie ihre Aufgaben an.</translation>
    </message>
    <message>
        <source>Show items</source>
        <translation>Aufgaben anzeigen</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>The person will do no more work, but their answers still count. Answers are excluded only if the person withdraws their consent.</source>
        <translation>Die Person arbeitet nicht mehr mit; ihre Antworten zählen weiter. Ausgeschlossen werden sie nur, wenn die Person selbst ihre Einwilligung widerruft.</translation>
    </message>
    <message>
        <source>This person has no open items.</source>
        <translation>Diese Person hat keine offenen Aufgaben.</translation>
    </message>
    <message>
        <source>This person has no unconfirmed key.</source>
        <translation>Diese Person hat keinen unbestätigten Schlüssel.</translation>
    </message>
    <message>
        <source>This person has submitted work and cannot be removed. Choose Has left instead.</source>
        <translation>Diese Person hat schon Antworten abgegeben und kann nicht entfernt werden. Wählen Sie stattdessen „Ist ausgeschieden“.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Withdrew their consent: their answers are excluded.</source>
        <translation>Einwilligung widerrufen: Die Antworten sind ausgeschlossen.</translation>
    </message>
    <message>
        <source>You cannot remove yourself.</source>
        <translation>Sie können sich nicht selbst entfernen.</translation>
    </message>
    <message>
        <source>Your own key, for annotators who ask for it: {fingerprint}
In words: {words}</source>
        <translation>Ihr eigener Schlüssel für Annotierende, die danach fragen: {fingerprint}
In Wörtern: {words}</translation>
    </message>
    <message>
        <source>active</source>
        <translation>aktiv</translation>
    </message>
    <message>
        <source>agreed</source>
        <translation>eingewilligt</translation>
    </message>
    <message>
        <source>has left</source>
        <translation>ausgeschieden</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>importiert</translation>
    </message>
    <message>
        <source>not added</source>
        <translation>nicht aufgenommen</translation>
    </message>
    <message>
        <source>not confirmed: {key}</source>
        <translation>nicht bestätigt: {key}</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>noch nicht</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>pausiert</translation>
    </message>
    <message>
        <source>to an earlier version</source>
        <translation>in eine frühere Fassung</translation>
    </message>
    <message>
        <source>withdrawn</source>
        <translation>widerrufen</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} von {total}</translation>
    </message>
    <message>
        <source>“{person}” already exists.</source>
        <translation>„{person}“ gibt es schon.</translation>
    </message>
    <message>
        <source>“{person}” was removed.</source>
        <translation>„{person}“ wurde entfernt.</translation>
    </message>
</context>
<context>
    <name>PersonDetails</name>
    <message>
        <source>Annotator</source>
        <translation>Person</translation>
    </message>
    <message>
        <source>Details of the selected person</source>
        <translation>Angaben zur ausgewählten Person</translation>
    </message>
    <message>
        <source>Expertise</source>
        <translation>Fachgebiete</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>Sprachen</translation>
    </message>
    <message>
        <source>Lead</source>
        <translation>Projektleitung</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Name of a new field</source>
        <translation>Name eines neuen Feldes</translation>
    </message>
    <message>
        <source>New field</source>
        <translation>Neues Feld</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>Es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>Only for leads, never sent</source>
        <translation>Nur für die Projektleitung, wird nie gesendet</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save the details</source>
        <translation>Angaben speichern</translation>
    </message>
    <message>
        <source>Sent only to this person</source>
        <translation>Wird nur dieser Person gesendet</translation>
    </message>
    <message>
        <source>Separated by semicolons, such as “en; de”</source>
        <translation>Durch Semikolons getrennt, etwa „en; de“</translation>
    </message>
    <message>
        <source>Topics</source>
        <translation>Themen</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Value of the new field</source>
        <translation>Wert des neuen Feldes</translation>
    </message>
    <message>
        <source>Your note</source>
        <translation>Ihre Notiz</translation>
    </message>
</context>
<context>
    <name>PhraseButton</name>
    <message>
        <source>(remove)</source>
        <translation>(entfernen)</translation>
    </message>
    <message>
        <source>Remove “{phrase}”</source>
        <translation>„{phrase}“ entfernen</translation>
    </message>
    <message>
        <source>“{phrase}”</source>
        <translation>„{phrase}“</translation>
    </message>
</context>
<context>
    <name>PhrasesPart</name>
    <message numerus="yes">
        <source>%n phrase(s)</source>
        <translation>
            <numerusform>%n Wendung</numerusform>
            <numerusform>%n Wendungen</numerusform>
        </translation>
    </message>
    <message>
        <source>A phrase does not occur in the edited output. Remove it.</source>
        <translation>Eine Wendung kommt in der bearbeiteten Ausgabe nicht vor. Entfernen Sie sie.</translation>
    </message>
    <message>
        <source>Add selection</source>
        <translation>Auswahl hinzufügen</translation>
    </message>
    <message>
        <source>Add the selection in the final text  +, {keys}</source>
        <translation>Auswahl im endgültigen Text hinzufügen  +, {keys}</translation>
    </message>
    <message>
        <source>Not answered</source>
        <translation>Nicht beantwortet</translation>
    </message>
    <message>
        <source>Not in the edited output: {phrases}</source>
        <translation>Nicht im bearbeiteten Ergebnis: {phrases}</translation>
    </message>
    <message numerus="yes">
        <source>Please add at least %n phrase(s) from the output.</source>
        <translation>
            <numerusform>Bitte fügen Sie mindestens %n Wendung aus dem Ergebnis hinzu.</numerusform>
            <numerusform>Bitte fügen Sie mindestens %n Wendungen aus dem Ergebnis hinzu.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Please use at most %n phrase(s).</source>
        <translation>
            <numerusform>Bitte höchstens %n Wendung.</numerusform>
            <numerusform>Bitte höchstens %n Wendungen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Select words in the final text first.</source>
        <translation>Wählen Sie zuerst Wörter im endgültigen Text aus.</translation>
    </message>
    <message>
        <source>Select words in the text and press +.</source>
        <translation>Wählen Sie Wörter im Text aus und drücken Sie +.</translation>
    </message>
    <message>
        <source>There are already three phrases. Remove one first.</source>
        <translation>Es gibt schon drei Wendungen. Entfernen Sie zuerst eine.</translation>
    </message>
    <message>
        <source>This is too long for a phrase. Select less.</source>
        <translation>Das ist zu lang für eine Wendung. Markieren Sie weniger.</translation>
    </message>
    <message>
        <source>This phrase is already in the list.</source>
        <translation>Diese Wendung ist schon in der Liste.</translation>
    </message>
    <message>
        <source>To correct</source>
        <translation>Zu korrigieren</translation>
    </message>
    <message>
        <source>Which two or three phrases of the output matter most?</source>
        <translation>Welche zwei oder drei Wendungen des Ergebnisses sind die wichtigsten?</translation>
    </message>
    <message>
        <source>“{phrase}”</source>
        <translation>„{phrase}“</translation>
    </message>
</context>
<context>
    <name>PointList</name>
    <message>
        <source>A point is empty. Write it, or remove it.</source>
        <translation>Ein Punkt ist leer. Schreiben Sie ihn, oder entfernen Sie ihn.</translation>
    </message>
    <message>
        <source>Not submitted: this project asks you to fix the points marked “Fix”.</source>
        <translation>Nicht abgegeben: Dieses Projekt verlangt, dass Sie die mit „Zu beheben“ markierten Punkte beheben.</translation>
    </message>
    <message>
        <source>Please write a point, or state that there is nothing to improve.</source>
        <translation>Bitte schreiben Sie einen Punkt, oder geben Sie an, dass nichts zu verbessern ist.</translation>
    </message>
    <message numerus="yes">
        <source>The maximum of %n point(s) is reached. Combine two, or remove one.</source>
        <translation>
            <numerusform>Die Höchstzahl von %n Punkt ist erreicht. Fassen Sie zwei zusammen, oder entfernen Sie einen.</numerusform>
            <numerusform>Die Höchstzahl von %n Punkten ist erreicht. Fassen Sie zwei zusammen, oder entfernen Sie einen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PointView</name>
    <message>
        <source>Empty point</source>
        <translation>Leerer Punkt</translation>
    </message>
    <message>
        <source>Fixed</source>
        <translation>Behoben</translation>
    </message>
    <message>
        <source>Ignored</source>
        <translation>Übergangen</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Erhalten</translation>
    </message>
    <message>
        <source>Negative point {number}</source>
        <translation>Negativer Punkt {number}</translation>
    </message>
    <message>
        <source>Not fixed</source>
        <translation>Nicht behoben</translation>
    </message>
    <message>
        <source>Not kept</source>
        <translation>Nicht erhalten</translation>
    </message>
    <message>
        <source>Not valid</source>
        <translation>Trifft nicht zu</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Offen</translation>
    </message>
    <message>
        <source>Open, text changed</source>
        <translation>Offen, Text geändert</translation>
    </message>
    <message>
        <source>Point {number}</source>
        <translation>Punkt {number}</translation>
    </message>
    <message>
        <source>Positive point {number}</source>
        <translation>Positiver Punkt {number}</translation>
    </message>
    <message>
        <source>Reason missing</source>
        <translation>Grund fehlt</translation>
    </message>
    <message>
        <source>Remove this point (Ctrl+Shift+Del)</source>
        <translation>Diesen Punkt entfernen (Strg+Umschalt+Entf)</translation>
    </message>
    <message>
        <source>Remove: {point}</source>
        <translation>Entfernen: {point}</translation>
    </message>
    <message>
        <source>The critique is wrong here. Explain why</source>
        <translation>Die Kritik ist hier falsch. Begründen Sie das</translation>
    </message>
    <message>
        <source>The point is valid, but you changed nothing</source>
        <translation>Der Punkt trifft zu, aber Sie haben nichts geändert</translation>
    </message>
    <message>
        <source>The revision fixes this (Ctrl+D)</source>
        <translation>Die Überarbeitung behebt das (Strg+D)</translation>
    </message>
    <message>
        <source>The revision keeps this (Ctrl+D)</source>
        <translation>Die Überarbeitung lässt das erhalten (Strg+D)</translation>
    </message>
    <message>
        <source>The text here has changed.</source>
        <translation>Der Text wurde hier geändert.</translation>
    </message>
    <message>
        <source>The text here is unchanged.</source>
        <translation>Der Text ist hier unverändert.</translation>
    </message>
    <message>
        <source>Why is it not valid?</source>
        <translation>Warum trifft er nicht zu?</translation>
    </message>
    <message>
        <source>Why? (optional)</source>
        <translation>Warum? (freiwillig)</translation>
    </message>
    <message>
        <source>You fixed this</source>
        <translation>Sie haben das behoben</translation>
    </message>
    <message>
        <source>model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>the response as a whole</source>
        <translation>die Antwort im Ganzen</translation>
    </message>
    <message>
        <source>{point} is about: {words}</source>
        <translation>{point} betrifft: {words}</translation>
    </message>
    <message>
        <source>{point}: reason</source>
        <translation>{point}: Grund</translation>
    </message>
</context>
<context>
    <name>PointsPart</name>
    <message numerus="yes">
        <source>%n point(s)</source>
        <translation>
            <numerusform>%n Punkt</numerusform>
            <numerusform>%n Punkte</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose what you did with each point. If one is not valid, explain why.</source>
        <translation>Wählen Sie, wie Sie mit jedem Punkt umgegangen sind. Begründen Sie, wenn einer nicht zutrifft.</translation>
    </message>
    <message>
        <source>Critique</source>
        <translation>Kritik</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Tiefe</translation>
    </message>
    <message>
        <source>Factual errors</source>
        <translation>Sachfehler</translation>
    </message>
    <message>
        <source>Inconsistencies</source>
        <translation>Widersprüche</translation>
    </message>
    <message>
        <source>Press Ctrl+↓ for the next point. The text scrolls to its place.</source>
        <translation>Strg+↓ führt zum nächsten Punkt und zu seiner Stelle im Text.</translation>
    </message>
    <message>
        <source>Structure</source>
        <translation>Aufbau</translation>
    </message>
    <message>
        <source>This variant has no critique.</source>
        <translation>Zu dieser Variante gibt es keine Kritik.</translation>
    </message>
    <message>
        <source>What did you do with each critique point?</source>
        <translation>Wie sind Sie mit den einzelnen Kritikpunkten umgegangen?</translation>
    </message>
    <message>
        <source>“{quote}” in {section}</source>
        <translation>„{quote}“ in {section}</translation>
    </message>
</context>
<context>
    <name>Preparer</name>
    <message numerus="yes">
        <source>%n file(s) read.</source>
        <translation>
            <numerusform>%n Datei gelesen.</numerusform>
            <numerusform>%n Dateien gelesen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Add from files</source>
        <translation>Aus Dateien hinzufügen</translation>
    </message>
    <message>
        <source>Opening the form…</source>
        <translation>Das Formular wird geöffnet…</translation>
    </message>
    <message>
        <source>Reading documents…</source>
        <translation>Dokumente werden gelesen…</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>Wird gespeichert…</translation>
    </message>
    <message>
        <source>Texts and rows ({kinds});;All files (*)</source>
        <translation>Texte und Zeilen ({kinds});;Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>Preview</name>
    <message>
        <source>Back to the list</source>
        <translation>Zurück zur Liste</translation>
    </message>
    <message>
        <source>Back to the list (Esc)</source>
        <translation>Zurück zur Liste (Esc)</translation>
    </message>
    <message>
        <source>as annotators see it; nothing is saved here</source>
        <translation>wie Annotierende es sehen; hier wird nichts gespeichert</translation>
    </message>
    <message>
        <source>as submitted; nothing is saved here</source>
        <translation>wie eingereicht; hier wird nichts gespeichert</translation>
    </message>
    <message>
        <source>as written by a model; nothing is saved here</source>
        <translation>von einem Modell geschrieben; hier wird nichts gespeichert</translation>
    </message>
</context>
<context>
    <name>QuestionList</name>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n Fehler</numerusform>
            <numerusform>%n Fehler</numerusform>
        </translation>
    </message>
    <message>
        <source>Question {number}</source>
        <translation>Frage {number}</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Fragen</translation>
    </message>
</context>
<context>
    <name>QuestionPage</name>
    <message numerus="yes">
        <source>%n more missing</source>
        <translation>
            <numerusform>%n weiterer fehlt</numerusform>
            <numerusform>%n weitere fehlen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them without text</source>
        <translation>
            <numerusform>%n davon ohne Text</numerusform>
            <numerusform>%n davon ohne Text</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n paper(s) linked</source>
        <translation>
            <numerusform>%n Artikel verknüpft</numerusform>
            <numerusform>%n Artikel verknüpft</numerusform>
        </translation>
    </message>
    <message>
        <source>Another question already has this ID.</source>
        <translation>Diese Kennung hat schon eine andere Frage.</translation>
    </message>
    <message>
        <source>Back to the list</source>
        <translation>Zurück zur Liste</translation>
    </message>
    <message>
        <source>Back to the list (Esc)</source>
        <translation>Zurück zur Liste (Esc)</translation>
    </message>
    <message>
        <source>Cited papers that are missing</source>
        <translation>Zitierte Artikel, die fehlen</translation>
    </message>
    <message>
        <source>Continue writing</source>
        <translation>Weiterschreiben</translation>
    </message>
    <message>
        <source>Ctrl+S does the same.</source>
        <translation>Strg+S tut dasselbe.</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Enter an ID for the question. Files refer to it by this ID.</source>
        <translation>Geben Sie der Frage eine Kennung. Dateien verweisen damit auf sie.</translation>
    </message>
    <message>
        <source>ID</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>It will be here when you open this form again.</source>
        <translation>Ihr Text steht wieder hier, wenn Sie dieses Formular erneut öffnen.</translation>
    </message>
    <message>
        <source>Keep as draft</source>
        <translation>Als Entwurf behalten</translation>
    </message>
    <message>
        <source>Link or unlink the selected paper</source>
        <translation>Ausgewählten Artikel verknüpfen oder Verknüpfung lösen</translation>
    </message>
    <message numerus="yes">
        <source>Link the papers needed to answer it: at least %n, with at most one text missing.</source>
        <translation>
            <numerusform>Verknüpfen Sie die Artikel, die zur Antwort nötig sind: mindestens %n, davon höchstens einer ohne Text.</numerusform>
            <numerusform>Verknüpfen Sie die Artikel, die zur Antwort nötig sind: mindestens %n, davon höchstens einer ohne Text.</numerusform>
        </translation>
    </message>
    <message>
        <source>Missing papers must be a number from 0 to {most}.</source>
        <translation>Die Zahl fehlender Artikel muss zwischen 0 und {most} liegen.</translation>
    </message>
    <message>
        <source>Move the selected paper down</source>
        <translation>Ausgewählten Artikel nach unten schieben</translation>
    </message>
    <message>
        <source>Move the selected paper up</source>
        <translation>Ausgewählten Artikel nach oben schieben</translation>
    </message>
    <message>
        <source>New question</source>
        <translation>Neue Frage</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message numerus="yes">
        <source>Nothing was pasted: %n character(s) too many.</source>
        <translation>
            <numerusform>Nichts eingefügt: %n Zeichen zu viel.</numerusform>
            <numerusform>Nichts eingefügt: %n Zeichen zu viel.</numerusform>
        </translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Question {name}</source>
        <translation>Frage {name}</translation>
    </message>
    <message>
        <source>Related work</source>
        <translation>Frühere Arbeiten</translation>
    </message>
    <message>
        <source>Result of checking the linked papers</source>
        <translation>Ergebnis der Prüfung der verknüpften Artikel</translation>
    </message>
    <message>
        <source>Save the question</source>
        <translation>Frage speichern</translation>
    </message>
    <message>
        <source>Saved: {name}. Later changes are not saved yet.</source>
        <translation>Gespeichert: {name}. Spätere Änderungen sind noch nicht gespeichert.</translation>
    </message>
    <message>
        <source>Saved: {name}. You can write the next one.</source>
        <translation>Gespeichert: {name}. Sie können die nächste schreiben.</translation>
    </message>
    <message>
        <source>Selected question</source>
        <translation>Ausgewählte Frage</translation>
    </message>
    <message>
        <source>Similar to {name} ({percent} %): “{text}”</source>
        <translation>Ähnlich wie {name} ({percent} %): „{text}“</translation>
    </message>
    <message>
        <source>Someone is already working on this question and will continue with the previous version.</source>
        <translation>Jemand arbeitet schon an dieser Frage und macht mit der vorherigen Fassung weiter.</translation>
    </message>
    <message>
        <source>Source paper</source>
        <translation>Ausgangsartikel</translation>
    </message>
    <message>
        <source>Source paragraph (related work)</source>
        <translation>Ausgangsabsatz (frühere Arbeiten)</translation>
    </message>
    <message>
        <source>Status of the question</source>
        <translation>Status der Frage</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>Themenbereich</translation>
    </message>
    <message>
        <source>Unlink the selected paper</source>
        <translation>Verknüpfung des ausgewählten Artikels lösen</translation>
    </message>
    <message>
        <source>Unsaved text from last time was restored.</source>
        <translation>Ungespeicherter Text vom letzten Mal wurde wiederhergestellt.</translation>
    </message>
    <message>
        <source>Write the question.</source>
        <translation>Schreiben Sie die Frage.</translation>
    </message>
    <message>
        <source>Your text has not been saved yet.</source>
        <translation>Ihr Text ist noch nicht gespeichert.</translation>
    </message>
    <message>
        <source>{counts} The papers are sufficient.</source>
        <translation>{counts} Die Artikel reichen aus.</translation>
    </message>
    <message>
        <source>{counts} {why} The question cannot be saved.</source>
        <translation>{counts} {why} Die Frage kann nicht gespeichert werden.</translation>
    </message>
    <message>
        <source>{counts} {why} You can save the question anyway.</source>
        <translation>{counts} {why} Sie können die Frage trotzdem speichern.</translation>
    </message>
</context>
<context>
    <name>QuestionProperties</name>
    <message>
        <source>Add a question on the left, or start from a template.</source>
        <translation>Fügen Sie links eine Frage hinzu, oder beginnen Sie mit einer Vorlage.</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>Immer</translation>
    </message>
    <message>
        <source>Answer required</source>
        <translation>Antwort erforderlich</translation>
    </message>
    <message>
        <source>At least</source>
        <translation>Mindestens</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <source>Explanation</source>
        <translation>Erläuterung</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>If nothing is chosen</source>
        <translation>Wenn nichts gewählt ist</translation>
    </message>
    <message>
        <source>In a row</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>Interval</source>
        <translation>Intervall</translation>
    </message>
    <message>
        <source>It is an answer</source>
        <translation>Das ist eine Antwort</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Anordnung</translation>
    </message>
    <message>
        <source>Level of measurement</source>
        <translation>Skalenniveau</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Maximum characters</source>
        <translation>Zeichen, höchstens</translation>
    </message>
    <message>
        <source>Minimum characters</source>
        <translation>Zeichen, mindestens</translation>
    </message>
    <message>
        <source>Name in the data</source>
        <translation>Name in den Daten</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>Nominal</source>
        <translation>Nominal</translation>
    </message>
    <message>
        <source>Not answered</source>
        <translation>Nicht beantwortet</translation>
    </message>
    <message>
        <source>One below the other</source>
        <translation>Untereinander</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>Ordinal</source>
        <translation>Ordinal</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Shown</source>
        <translation>Wird gezeigt</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Whole numbers only</source>
        <translation>Nur ganze Zahlen</translation>
    </message>
    <message>
        <source>optional</source>
        <translation>freiwillig</translation>
    </message>
</context>
<context>
    <name>QuestionTypes</name>
    <message>
        <source>Choice</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>List of texts</source>
        <translation>Textliste</translation>
    </message>
    <message>
        <source>Multiple choice</source>
        <translation>Mehrfachauswahl</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Skala</translation>
    </message>
    <message>
        <source>Section</source>
        <translation>Abschnitt</translation>
    </message>
    <message>
        <source>Short text</source>
        <translation>Kurzer Text</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Yes/No</source>
        <translation>Ja/Nein</translation>
    </message>
</context>
<context>
    <name>QuestionView</name>
    <message>
        <source>At least {least} characters; now {count}.</source>
        <translation>Mindestens {least} Zeichen; bisher {count}.</translation>
    </message>
    <message>
        <source>At most {most} characters; now {count}.</source>
        <translation>Höchstens {most} Zeichen; bisher {count}.</translation>
    </message>
    <message>
        <source>Not answered</source>
        <translation>Nicht beantwortet</translation>
    </message>
    <message>
        <source>Question %1</source>
        <translation>Frage %1</translation>
    </message>
    <message>
        <source>To correct</source>
        <translation>Zu korrigieren</translation>
    </message>
    <message>
        <source>{least} to {most} characters; now {count}.</source>
        <translation>{least} bis {most} Zeichen; bisher {count}.</translation>
    </message>
</context>
<context>
    <name>Queue</name>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>Neu zu beantworten</translation>
    </message>
    <message>
        <source>Clear the search</source>
        <translation>Suche leeren</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Erledigt</translation>
    </message>
    <message>
        <source>Drafts</source>
        <translation>Entwürfe</translation>
    </message>
    <message>
        <source>Flagged</source>
        <translation>Markiert</translation>
    </message>
    <message>
        <source>Items</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>Items to show</source>
        <translation>Angezeigte Aufgaben</translation>
    </message>
    <message>
        <source>No matching items.</source>
        <translation>Keine passenden Aufgaben.</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search by number or words (Ctrl+L)</source>
        <translation>Nach Nummer oder Wörtern suchen (Strg+L)</translation>
    </message>
    <message>
        <source>Search items</source>
        <translation>Aufgaben suchen</translation>
    </message>
    <message>
        <source>Show the list of items</source>
        <translation>Aufgabenliste zeigen</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>Übersprungen</translation>
    </message>
    <message>
        <source>To do</source>
        <translation>Offen</translation>
    </message>
</context>
<context>
    <name>QueueModel</name>
    <message>
        <source>answer again</source>
        <translation>neu zu beantworten</translation>
    </message>
    <message>
        <source>done</source>
        <translation>erledigt</translation>
    </message>
    <message>
        <source>draft</source>
        <translation>Entwurf</translation>
    </message>
    <message>
        <source>flagged</source>
        <translation>markiert</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>übersprungen</translation>
    </message>
    <message>
        <source>to do</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>waiting for the model</source>
        <translation>wartet auf das Modell</translation>
    </message>
</context>
<context>
    <name>ReadingOptions</name>
    <message>
        <source>Column delimiter</source>
        <translation>Spaltentrennzeichen</translation>
    </message>
    <message>
        <source>Column names in row</source>
        <translation>Spaltennamen in Zeile</translation>
    </message>
    <message>
        <source>Comma</source>
        <translation>Komma</translation>
    </message>
    <message>
        <source>Encoding of the file</source>
        <translation>Zeichenkodierung der Datei</translation>
    </message>
    <message>
        <source>Semicolon</source>
        <translation>Semikolon</translation>
    </message>
    <message>
        <source>Sheet of the spreadsheet</source>
        <translation>Tabellenblatt</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Tabulator</translation>
    </message>
    <message>
        <source>Vertical bar</source>
        <translation>Senkrechter Strich</translation>
    </message>
</context>
<context>
    <name>ReadingView</name>
    <message>
        <source>This text is empty.</source>
        <translation>Dieser Text ist leer.</translation>
    </message>
</context>
<context>
    <name>ReasonPage</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>Reason (visible to the project lead)</source>
        <translation>Begründung (für die Projektleitung sichtbar)</translation>
    </message>
</context>
<context>
    <name>ReassignPanel</name>
    <message numerus="yes">
        <source>%n answer(s) to be given again cannot be moved: only their author can revise them.</source>
        <translation>
            <numerusform>%n neu zu gebende Antwort lässt sich nicht verschieben: Nur die Person selbst kann sie überarbeiten.</numerusform>
            <numerusform>%n neu zu gebende Antworten lassen sich nicht verschieben: Nur die Person selbst kann sie überarbeiten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bundle(s) written. Send each person their file.</source>
        <translation>
            <numerusform>%n Paket geschrieben. Senden Sie die Datei an die Person.</numerusform>
            <numerusform>%n Pakete geschrieben. Senden Sie die Dateien an die Personen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) cannot be moved under the rules for assigning.</source>
        <translation>
            <numerusform>%n Aufgabe lässt sich nach den Regeln der Zuweisung nicht weitergeben.</numerusform>
            <numerusform>%n Aufgaben lassen sich nach den Regeln der Zuweisung nicht weitergeben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) cannot be moved: {why}.</source>
        <translation>
            <numerusform>%n Aufgabe lässt sich nicht verschieben: {why}.</numerusform>
            <numerusform>%n Aufgaben lassen sich nicht verschieben: {why}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) reassigned (seed {seed}).</source>
        <translation>
            <numerusform>%n Aufgabe neu zugewiesen (Startwert {seed}).</numerusform>
            <numerusform>%n Aufgaben neu zugewiesen (Startwert {seed}).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) withdrawn.</source>
        <translation>
            <numerusform>%n Aufgabe zurückgezogen.</numerusform>
            <numerusform>%n Aufgaben zurückgezogen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) would be withdrawn.</source>
        <translation>
            <numerusform>%n Aufgabe würde zurückgezogen.</numerusform>
            <numerusform>%n Aufgaben würden zurückgezogen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) would move.</source>
        <translation>
            <numerusform>%n Aufgabe würde weitergegeben.</numerusform>
            <numerusform>%n Aufgaben würden weitergegeben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n open item(s)</source>
        <translation>
            <numerusform>%n offene Aufgabe</numerusform>
            <numerusform>%n offene Aufgaben</numerusform>
        </translation>
    </message>
    <message>
        <source>All items, or e.g. source=news</source>
        <translation>Alle, oder etwa source=news</translation>
    </message>
    <message>
        <source>Back to assigning</source>
        <translation>Zurück zum Zuweisen</translation>
    </message>
    <message>
        <source>Bundles that would be outdated: {people}</source>
        <translation>Pakete, die veraltet wären: {people}</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Choose who gets the items.</source>
        <translation>Wählen Sie, wer die Aufgaben bekommt.</translation>
    </message>
    <message>
        <source>Choose whose items to reassign.</source>
        <translation>Wählen Sie, wessen Aufgaben neu zugewiesen werden sollen.</translation>
    </message>
    <message>
        <source>Computing the workload…</source>
        <translation>Verteilung wird berechnet…</translation>
    </message>
    <message>
        <source>Conditions, separated by commas: source=news, id=a*</source>
        <translation>Bedingungen, durch Kommas getrennt: source=news, id=a*</translation>
    </message>
    <message>
        <source>Filter for items</source>
        <translation>Filter für Aufgaben</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Item filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Outdated bundles: {people}.</source>
        <translation>Veraltete Pakete: {people}.</translation>
    </message>
    <message>
        <source>PREVIEW</source>
        <translation>VORSCHAU</translation>
    </message>
    <message>
        <source>People who get the items</source>
        <translation>Personen, die die Aufgaben bekommen</translation>
    </message>
    <message>
        <source>People whose open items move</source>
        <translation>Personen, deren offene Aufgaben weitergegeben werden</translation>
    </message>
    <message>
        <source>Person</source>
        <translation>Person</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Preview of the workload</source>
        <translation>Vorschau der Verteilung</translation>
    </message>
    <message>
        <source>Preview the changes first.</source>
        <translation>Zeigen Sie zuerst die Vorschau an.</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Zufällig</translation>
    </message>
    <message>
        <source>Reassign</source>
        <translation>Neu zuweisen</translation>
    </message>
    <message>
        <source>Reassigning…</source>
        <translation>Wird neu zugewiesen…</translation>
    </message>
    <message>
        <source>Result of reassigning</source>
        <translation>Ergebnis der Neuzuweisung</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>The preview shows how many items each person would have. Nothing is saved.</source>
        <translation>Die Vorschau zeigt, wie viele Aufgaben jede Person hätte. Nichts wird gespeichert.</translation>
    </message>
    <message>
        <source>The seed must be a whole number from 0 to {most}.</source>
        <translation>Der Startwert muss eine ganze Zahl von 0 bis {most} sein.</translation>
    </message>
    <message>
        <source>There is nothing to reassign.</source>
        <translation>Es gibt nichts neu zuzuweisen.</translation>
    </message>
    <message>
        <source>To</source>
        <translation>An</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>Update bundles</source>
        <translation>Pakete aktualisieren</translation>
    </message>
    <message>
        <source>Withdraw the items and give them to nobody</source>
        <translation>Aufgaben zurückziehen und niemandem zuweisen</translation>
    </message>
    <message>
        <source>Writing the bundles…</source>
        <translation>Pakete werden geschrieben…</translation>
    </message>
    <message>
        <source>has left</source>
        <translation>ausgeschieden</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>pausiert</translation>
    </message>
    <message>
        <source>{person}  ·  {items} assigned</source>
        <translation>{person}  ·  {items} zugewiesen</translation>
    </message>
</context>
<context>
    <name>RecentButton</name>
    <message>
        <source>Open {title}</source>
        <translation>{title} öffnen</translation>
    </message>
    <message>
        <source>as {person}</source>
        <translation>als {person}</translation>
    </message>
</context>
<context>
    <name>ReferenceButton</name>
    <message>
        <source>Open or close the pane on the left</source>
        <translation>Bereich links öffnen oder schließen</translation>
    </message>
</context>
<context>
    <name>ReferencePane</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
</context>
<context>
    <name>ReminderBox</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close the reminder</source>
        <translation>Erinnerung schließen</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>Text kopieren</translation>
    </message>
    <message>
        <source>Copy the text into a message. Proofdesk does not send it.</source>
        <translation>Kopieren Sie den Text in eine Nachricht. Proofdesk sendet ihn nicht.</translation>
    </message>
    <message>
        <source>Person</source>
        <translation>Person</translation>
    </message>
    <message>
        <source>Person to remind</source>
        <translation>Person, die erinnert wird</translation>
    </message>
    <message>
        <source>Text of the reminder</source>
        <translation>Text der Erinnerung</translation>
    </message>
</context>
<context>
    <name>ReviewPanel</name>
    <message>
        <source>Back to the decision</source>
        <translation>Zurück zur Entscheidung</translation>
    </message>
    <message>
        <source>Critique under review</source>
        <translation>Kritik zur Prüfung</translation>
    </message>
    <message>
        <source>Go to the critique</source>
        <translation>Zur Kritik</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>Überarbeitung</translation>
    </message>
    <message>
        <source>Show the critique</source>
        <translation>Kritik zeigen</translation>
    </message>
</context>
<context>
    <name>RevisionPart</name>
    <message>
        <source>Go to the revision</source>
        <translation>Zur Überarbeitung</translation>
    </message>
    <message>
        <source>Go to the revision (Alt+3)</source>
        <translation>Zur Überarbeitung (Alt+3)</translation>
    </message>
    <message>
        <source>Please revise the response, or state that there is nothing to improve.</source>
        <translation>Bitte überarbeiten Sie die Antwort, oder geben Sie an, dass nichts zu verbessern ist.</translation>
    </message>
    <message>
        <source>The revised response</source>
        <translation>Die überarbeitete Antwort</translation>
    </message>
</context>
<context>
    <name>RisumPanel</name>
    <message>
        <source>%1 % found</source>
        <translation>%1 % belegt</translation>
    </message>
    <message>
        <source>%1 of the answer’s %2 content words are in the document</source>
        <translation>%1 von %2 Inhaltswörtern der Antwort stehen im Dokument</translation>
    </message>
    <message numerus="yes">
        <source>%n character(s)</source>
        <translation>
            <numerusform>%n Zeichen</numerusform>
            <numerusform>%n Zeichen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n words</source>
        <translation>
            <numerusform>%n Wort</numerusform>
            <numerusform>%n Wörter</numerusform>
        </translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Dokument</translation>
    </message>
    <message>
        <source>Find in the text</source>
        <translation>Im Text suchen</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Gefunden</translation>
    </message>
    <message>
        <source>Go to the answer</source>
        <translation>Zur Antwort</translation>
    </message>
    <message>
        <source>Go to the document</source>
        <translation>Zum Dokument</translation>
    </message>
    <message>
        <source>Go to the instruction</source>
        <translation>Zur Anweisung</translation>
    </message>
    <message>
        <source>Go to the questions</source>
        <translation>Zu den Fragen</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>Anweisung</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Lower the similarity threshold</source>
        <translation>Ähnlichkeitsschwelle senken</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Nächste Übereinstimmung</translation>
    </message>
    <message>
        <source>Next words not in the document</source>
        <translation>Nächste Wörter, die nicht im Dokument stehen</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Vorherige Übereinstimmung</translation>
    </message>
    <message>
        <source>Raise the similarity threshold</source>
        <translation>Ähnlichkeitsschwelle erhöhen</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>Show or hide the marks</source>
        <translation>Markierungen zeigen oder ausblenden</translation>
    </message>
    <message>
        <source>This is a very long document</source>
        <translation>Dieses Dokument ist sehr lang</translation>
    </message>
    <message>
        <source>matching …</source>
        <translation>Abgleich läuft …</translation>
    </message>
    <message>
        <source>selection not found</source>
        <translation>Auswahl nicht gefunden</translation>
    </message>
    <message numerus="yes">
        <source>selection: %n match(es)</source>
        <translation>
            <numerusform>Auswahl: %n Treffer</numerusform>
            <numerusform>Auswahl: %n Treffer</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RuleHints</name>
    <message>
        <source>Fix: {words}</source>
        <translation>Zu beheben: {words}</translation>
    </message>
    <message>
        <source>Hint: {words}</source>
        <translation>Hinweis: {words}</translation>
    </message>
    <message>
        <source>No point mentions: {change}</source>
        <translation>Kein Punkt nennt: {change}</translation>
    </message>
    <message>
        <source>fixed or not?</source>
        <translation>behoben oder nicht?</translation>
    </message>
    <message>
        <source>kept or not?</source>
        <translation>erhalten oder nicht?</translation>
    </message>
    <message>
        <source>no point mentions this change.</source>
        <translation>Kein Punkt nennt diese Änderung.</translation>
    </message>
    <message>
        <source>state facts rather than feelings.</source>
        <translation>Nennen Sie Tatsachen statt Gefühle.</translation>
    </message>
    <message>
        <source>the revision changes this part.</source>
        <translation>Die Überarbeitung ändert diese Stelle.</translation>
    </message>
    <message>
        <source>the revision does not change this part.</source>
        <translation>Die Überarbeitung ändert diese Stelle nicht.</translation>
    </message>
    <message>
        <source>this would fit any response. What exactly, and where?</source>
        <translation>Das könnte unter jeder Antwort stehen. Was genau, und wo?</translation>
    </message>
    <message>
        <source>{point} is written in the first person</source>
        <translation>{point} steht in der Ich-Form</translation>
    </message>
    <message>
        <source>{point} would fit any response</source>
        <translation>{point} könnte unter jeder Antwort stehen</translation>
    </message>
    <message>
        <source>{point}: fixed or not?</source>
        <translation>{point}: behoben oder nicht?</translation>
    </message>
    <message>
        <source>{point}: kept or not?</source>
        <translation>{point}: erhalten oder nicht?</translation>
    </message>
    <message>
        <source>{point}: the revision changes this part</source>
        <translation>{point}: Stelle geändert</translation>
    </message>
    <message>
        <source>{point}: the revision does not change this part</source>
        <translation>{point}: Stelle unverändert</translation>
    </message>
</context>
<context>
    <name>RunBatches</name>
    <message numerus="yes">
        <source>%n further request(s) needed: write the next file.</source>
        <translation>
            <numerusform>%n weitere Anfrage nötig: Schreiben Sie die nächste Datei.</numerusform>
            <numerusform>%n weitere Anfragen nötig: Schreiben Sie die nächste Datei.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more line(s) without an answer.</source>
        <translation>
            <numerusform>%n weitere Zeile ohne Antwort.</numerusform>
            <numerusform>%n weitere Zeilen ohne Antwort.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n request(s) written to {file}.</source>
        <translation>
            <numerusform>%n Anfrage in {file} geschrieben.</numerusform>
            <numerusform>%n Anfragen in {file} geschrieben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n result(s) not used: choose the same options and items as for the batch file.</source>
        <translation>
            <numerusform>%n Ergebnis nicht verwendet: Wählen Sie dieselben Optionen und Aufgaben wie für die Batch-Datei.</numerusform>
            <numerusform>%n Ergebnisse nicht verwendet: Wählen Sie dieselben Optionen und Aufgaben wie für die Batch-Datei.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n written request(s) without a result.</source>
        <translation>
            <numerusform>%n geschriebene Anfrage ohne Ergebnis.</numerusform>
            <numerusform>%n geschriebene Anfragen ohne Ergebnis.</numerusform>
        </translation>
    </message>
    <message>
        <source>Batch files (*.jsonl);;All files (*)</source>
        <translation>Batch-Dateien (*.jsonl);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Line {line}: {reason}</source>
        <translation>Zeile {line}: {reason}</translation>
    </message>
    <message>
        <source>Read batch results…</source>
        <translation>Batch-Ergebnisse lesen…</translation>
    </message>
    <message>
        <source>Read the batch results from</source>
        <translation>Batch-Ergebnisse lesen</translation>
    </message>
    <message>
        <source>Reads the results of a batch file.</source>
        <translation>Liest die Ergebnisse einer Batch-Datei.</translation>
    </message>
    <message>
        <source>Stopped. Nothing was written.</source>
        <translation>Gestoppt. Es wurde nichts geschrieben.</translation>
    </message>
    <message>
        <source>Stopped. Read the file again to continue.</source>
        <translation>Gestoppt. Lesen Sie die Datei noch einmal, um fortzufahren.</translation>
    </message>
    <message>
        <source>There are no requests to write.</source>
        <translation>Es gibt keine Anfragen zu schreiben.</translation>
    </message>
    <message>
        <source>When they are processed, read the results with the same choices on this page.</source>
        <translation>Lesen Sie nach der Verarbeitung die Ergebnisse mit derselben Auswahl auf dieser Seite.</translation>
    </message>
    <message>
        <source>Write batch file…</source>
        <translation>Batch-Datei schreiben…</translation>
    </message>
    <message>
        <source>Write the batch file to</source>
        <translation>Batch-Datei schreiben</translation>
    </message>
    <message>
        <source>Writes the requests for batch processing by a server. Nothing is sent.</source>
        <translation>Schreibt die Anfragen für die Batch-Verarbeitung durch einen Server. Es wird nichts gesendet.</translation>
    </message>
    <message>
        <source>{used} of {lines} lines used; {earlier} read before.</source>
        <translation>{used} von {lines} Zeilen verwendet; {earlier} schon früher gelesen.</translation>
    </message>
</context>
<context>
    <name>RunChoices</name>
    <message>
        <source>All remaining</source>
        <translation>Alle übrigen</translation>
    </message>
    <message>
        <source>Choose a connection, or create one.</source>
        <translation>Wählen Sie eine Verbindung, oder legen Sie eine an.</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Connections…</source>
        <translation>Verbindungen…</translation>
    </message>
    <message>
        <source>Enter the ID of at least one item.</source>
        <translation>Geben Sie die Kennung mindestens einer Aufgabe ein.</translation>
    </message>
    <message numerus="yes">
        <source>Failed last time: %n</source>
        <translation>
            <numerusform>Zuletzt fehlgeschlagen: %n</numerusform>
            <numerusform>Zuletzt fehlgeschlagen: %n</numerusform>
        </translation>
    </message>
    <message>
        <source>IDs of the items</source>
        <translation>Kennungen der Aufgaben</translation>
    </message>
    <message>
        <source>IDs, separated by commas</source>
        <translation>Kennungen, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>Ignore cached answers</source>
        <translation>Gespeicherte Antworten nicht verwenden</translation>
    </message>
    <message>
        <source>Items</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Auftrag</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Number of items</source>
        <translation>Anzahl der Aufgaben</translation>
    </message>
    <message>
        <source>OPTIONS</source>
        <translation>OPTIONEN</translation>
    </message>
    <message>
        <source>Only the first</source>
        <translation>Nur die ersten</translation>
    </message>
    <message>
        <source>Only these</source>
        <translation>Nur diese</translation>
    </message>
    <message>
        <source>The number must be 1 or more.</source>
        <translation>Die Zahl muss mindestens 1 sein.</translation>
    </message>
</context>
<context>
    <name>RunFigures</name>
    <message numerus="yes">
        <source>%n failed.</source>
        <translation>
            <numerusform>%n fehlgeschlagen.</numerusform>
            <numerusform>%n fehlgeschlagen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them added nothing new.</source>
        <translation>
            <numerusform>%n davon ergab nichts Neues.</numerusform>
            <numerusform>%n davon ergaben nichts Neues.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them may need more requests than estimated.</source>
        <translation>
            <numerusform>%n davon braucht vielleicht mehr Anfragen als geschätzt.</numerusform>
            <numerusform>%n davon brauchen vielleicht mehr Anfragen als geschätzt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n remaining.</source>
        <translation>
            <numerusform>%n verbleibt.</numerusform>
            <numerusform>%n verbleiben.</numerusform>
        </translation>
    </message>
    <message>
        <source>At your request.</source>
        <translation>Auf Ihren Wunsch.</translation>
    </message>
    <message>
        <source>CACHED</source>
        <translation>IM CACHE</translation>
    </message>
    <message>
        <source>COST</source>
        <translation>KOSTEN</translation>
    </message>
    <message>
        <source>Cost: {cost}</source>
        <translation>Kosten: {cost}</translation>
    </message>
    <message>
        <source>Cost: {cost} (currency not set)</source>
        <translation>Kosten: {cost} (Währung nicht angegeben)</translation>
    </message>
    <message>
        <source>ESTIMATE</source>
        <translation>SCHÄTZUNG</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>FAILED</source>
        <translation>GESCHEITERT</translation>
    </message>
    <message>
        <source>Failures and what to do</source>
        <translation>Fehler und was zu tun ist</translation>
    </message>
    <message>
        <source>INPUT TOKENS</source>
        <translation>EINGABE-TOKENS</translation>
    </message>
    <message>
        <source>ITEMS</source>
        <translation>AUFGABEN</translation>
    </message>
    <message>
        <source>Item</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>No currency is set for the connection.</source>
        <translation>Für die Verbindung ist keine Währung angegeben.</translation>
    </message>
    <message>
        <source>None of these items is for this model. Check that you chose the right connection.</source>
        <translation>Keine dieser Aufgaben ist für dieses Modell bestimmt. Prüfen Sie, ob Sie die richtige Verbindung gewählt haben.</translation>
    </message>
    <message>
        <source>OUTPUT TOKENS</source>
        <translation>AUSGABE-TOKENS</translation>
    </message>
    <message>
        <source>REQUESTS</source>
        <translation>ANFRAGEN</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>The connection has no prices, so the cost is unknown.</source>
        <translation>Für die Verbindung sind keine Preise angegeben; die Kosten sind unbekannt.</translation>
    </message>
    <message>
        <source>The estimate shows the number of requests and their cost. Nothing is sent.</source>
        <translation>Die Schätzung zeigt die Anzahl der Anfragen und ihre Kosten. Es wird nichts gesendet.</translation>
    </message>
    <message>
        <source>There is nothing left to do.</source>
        <translation>Es ist nichts mehr zu tun.</translation>
    </message>
    <message>
        <source>Token counts are estimates; only the server knows the exact numbers.</source>
        <translation>Die Token-Zahlen sind geschätzt; die genauen kennt nur der Server.</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Was zu tun ist</translation>
    </message>
    <message>
        <source>{asked} requests sent, {known} answered from the cache.</source>
        <translation>{asked} Anfragen gesendet, {known} aus dem Cache beantwortet.</translation>
    </message>
    <message>
        <source>{done} of {units} done.</source>
        <translation>{done} von {units} erledigt.</translation>
    </message>
    <message>
        <source>{sent} tokens sent, {received} received, in {time}.</source>
        <translation>{sent} Tokens gesendet, {received} empfangen, in {time}.</translation>
    </message>
</context>
<context>
    <name>RunPrompt</name>
    <message>
        <source>Item ID</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Item for filling in the prompt</source>
        <translation>Aufgabe, mit der der Prompt ausgefüllt wird</translation>
    </message>
    <message>
        <source>PROMPT</source>
        <translation>PROMPT</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Promptvorlage</translation>
    </message>
    <message>
        <source>Show as sent</source>
        <translation>Prompt so zeigen, wie er gesendet wird</translation>
    </message>
    <message>
        <source>The prompt as sent to a model</source>
        <translation>Der Prompt, wie er an ein Modell geht</translation>
    </message>
</context>
<context>
    <name>RunsSection</name>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n fehlgeschlagen</numerusform>
            <numerusform>%n fehlgeschlagen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n job(s)</source>
        <translation>
            <numerusform>%n Auftrag</numerusform>
            <numerusform>%n Aufträge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n text(s) without a reference, so they have no ROUGE.</source>
        <translation>
            <numerusform>%n Text ohne Referenz, er hat daher kein ROUGE.</numerusform>
            <numerusform>%n Texte ohne Referenz, sie haben daher kein ROUGE.</numerusform>
        </translation>
    </message>
    <message>
        <source>Computing metrics…</source>
        <translation>Metriken werden berechnet …</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Enter the key…</source>
        <translation>Schlüssel eingeben…</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>Schätzen</translation>
    </message>
    <message>
        <source>Estimate the run first.</source>
        <translation>Schätzen Sie zuerst den Aufwand.</translation>
    </message>
    <message>
        <source>Estimating…</source>
        <translation>Wird geschätzt…</translation>
    </message>
    <message>
        <source>Filling in the prompt…</source>
        <translation>Der Prompt wird ausgefüllt…</translation>
    </message>
    <message>
        <source>Go to Submissions</source>
        <translation>Zu den Einreichungen</translation>
    </message>
    <message>
        <source>Model runs</source>
        <translation>Modell-Läufe</translation>
    </message>
    <message>
        <source>Models draft, critique or judge for you. You can stop a run at any time and continue later without repeating requests.</source>
        <translation>Modelle entwerfen, kritisieren oder urteilen für Sie. Sie können einen Lauf jederzeit anhalten und später fortsetzen, ohne Anfragen zu wiederholen.</translation>
    </message>
    <message>
        <source>No model jobs</source>
        <translation>Keine Aufträge für Modelle</translation>
    </message>
    <message>
        <source>None of this project&apos;s protocols uses models.</source>
        <translation>Keines der Protokolle dieses Projekts verwendet Modelle.</translation>
    </message>
    <message>
        <source>Nothing new.</source>
        <translation>Nichts Neues.</translation>
    </message>
    <message>
        <source>Reading the results…</source>
        <translation>Ergebnisse werden gelesen…</translation>
    </message>
    <message>
        <source>Result of the run</source>
        <translation>Ergebnis des Laufs</translation>
    </message>
    <message>
        <source>Running on “{name}”…</source>
        <translation>Läuft auf „{name}“…</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>There is nothing left to do.</source>
        <translation>Es ist nichts mehr zu tun.</translation>
    </message>
    <message>
        <source>Try these again</source>
        <translation>Diese noch einmal versuchen</translation>
    </message>
    <message>
        <source>Writing the batch file…</source>
        <translation>Batch-Datei wird geschrieben…</translation>
    </message>
    <message>
        <source>{metric}: {count} new or changed</source>
        <translation>{metric}: {count} neu oder geändert</translation>
    </message>
    <message>
        <source>{rated} of {texts} texts rated.</source>
        <translation>{rated} von {texts} Texten bewertet.</translation>
    </message>
</context>
<context>
    <name>SavedViews</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Delete this view</source>
        <translation>Diese Ansicht löschen</translation>
    </message>
    <message>
        <source>Deleting the view…</source>
        <translation>Ansicht wird gelöscht…</translation>
    </message>
    <message>
        <source>Name of the view</source>
        <translation>Name der Ansicht</translation>
    </message>
    <message>
        <source>Rename this view…</source>
        <translation>Diese Ansicht umbenennen…</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save view…</source>
        <translation>Ansicht speichern…</translation>
    </message>
    <message>
        <source>Saved filters and sort orders</source>
        <translation>Gespeicherte Filter und Sortierungen</translation>
    </message>
    <message>
        <source>Saves the filter and the sort order.</source>
        <translation>Speichert den Filter und die Sortierung.</translation>
    </message>
    <message>
        <source>Saving the view…</source>
        <translation>Ansicht wird gespeichert…</translation>
    </message>
    <message>
        <source>View “{name}” deleted. Its items are unchanged.</source>
        <translation>Ansicht „{name}“ gelöscht. Ihre Aufgaben bleiben unverändert.</translation>
    </message>
    <message>
        <source>View “{name}” replaced.</source>
        <translation>Ansicht „{name}“ ersetzt.</translation>
    </message>
    <message>
        <source>View “{name}” saved.</source>
        <translation>Ansicht „{name}“ gespeichert.</translation>
    </message>
    <message>
        <source>View: {name}</source>
        <translation>Ansicht: {name}</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>Ansichten</translation>
    </message>
</context>
<context>
    <name>Saving</name>
    <message>
        <source>Everything is saved</source>
        <translation>Alles ist gespeichert</translation>
    </message>
    <message>
        <source>Not saved since {time} – trying again</source>
        <translation>Seit {time} nicht gespeichert – neuer Versuch läuft</translation>
    </message>
    <message>
        <source>Nothing can be changed here.</source>
        <translation>Hier lässt sich nichts ändern.</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>Schreibgeschützt</translation>
    </message>
    <message>
        <source>Saved {time}</source>
        <translation>Gespeichert {time}</translation>
    </message>
    <message>
        <source>This workspace is read-only.</source>
        <translation>Dieser Arbeitsbereich ist schreibgeschützt.</translation>
    </message>
    <message>
        <source>Writing your results. Please wait.</source>
        <translation>Ihre Ergebnisse werden geschrieben. Bitte warten.</translation>
    </message>
    <message>
        <source>You can also choose File ▸ Save a copy.</source>
        <translation>Sie können auch Datei ▸ Kopie speichern wählen.</translation>
    </message>
    <message>
        <source>Your input is safe in this window, which stays open. Proofdesk keeps trying to save it.</source>
        <translation>Ihre Eingaben sind in diesem Fenster sicher; es bleibt offen. Proofdesk versucht weiter, sie zu speichern.</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Clear the search</source>
        <translation>Suche leeren</translation>
    </message>
</context>
<context>
    <name>SectionEditor</name>
    <message>
        <source>Add a section</source>
        <translation>Abschnitt einfügen</translation>
    </message>
    <message>
        <source>Add a section  Ctrl+Shift+N</source>
        <translation>Abschnitt einfügen  Strg+Umschalt+N</translation>
    </message>
    <message numerus="yes">
        <source>Only the first %n of {count} lines fit. The rest was not inserted.</source>
        <translation>
            <numerusform>Nur für die erste von {count} Zeilen ist Platz. Der Rest wurde nicht eingefügt.</numerusform>
            <numerusform>Nur für die ersten %n von {count} Zeilen ist Platz. Der Rest wurde nicht eingefügt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The maximum of %n section(s) is reached. Combine two, or remove one.</source>
        <translation>
            <numerusform>Die Höchstzahl von %n Abschnitt ist erreicht. Fassen Sie zwei zusammen, oder entfernen Sie einen.</numerusform>
            <numerusform>Die Höchstzahl von %n Abschnitten ist erreicht. Fassen Sie zwei zusammen, oder entfernen Sie einen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Too long to paste: a field can have at most {most} characters in total, and this text has {length}. Nothing was inserted.</source>
        <translation>Zu lang zum Einfügen: Ein Feld darf insgesamt höchstens {most} Zeichen haben, und dieser Text hat {length}. Es wurde nichts eingefügt.</translation>
    </message>
</context>
<context>
    <name>SectionFixes</name>
    <message numerus="yes">
        <source>%n section(s) to fix</source>
        <translation>
            <numerusform>%n Abschnitt zu berichtigen</numerusform>
            <numerusform>%n Abschnitte zu berichtigen</numerusform>
        </translation>
    </message>
    <message>
        <source>The others are in the menu above</source>
        <translation>Die übrigen stehen oben im Menü</translation>
    </message>
</context>
<context>
    <name>SectionHead</name>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n Änderung</numerusform>
            <numerusform>%n Änderungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Changes and sections</source>
        <translation>Änderungen und Abschnitte</translation>
    </message>
    <message>
        <source>Next change</source>
        <translation>Nächste Änderung</translation>
    </message>
    <message>
        <source>No changes</source>
        <translation>Keine Änderungen</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>Previous change</source>
        <translation>Vorherige Änderung</translation>
    </message>
    <message>
        <source>Restore text, edit sections</source>
        <translation>Text wiederherstellen, Abschnitte bearbeiten</translation>
    </message>
    <message>
        <source>Your revision</source>
        <translation>Ihre Fassung</translation>
    </message>
    <message>
        <source>Your revision, with changes marked</source>
        <translation>Ihre Fassung mit Änderungen</translation>
    </message>
</context>
<context>
    <name>SectionKeys</name>
    <message>
        <source>Add a section below</source>
        <translation>Abschnitt darunter einfügen</translation>
    </message>
    <message>
        <source>Move the section down</source>
        <translation>Abschnitt nach unten</translation>
    </message>
    <message>
        <source>Move the section up</source>
        <translation>Abschnitt nach oben</translation>
    </message>
    <message>
        <source>Next section</source>
        <translation>Nächster Abschnitt</translation>
    </message>
    <message>
        <source>Previous section</source>
        <translation>Vorheriger Abschnitt</translation>
    </message>
    <message>
        <source>Remove the section</source>
        <translation>Abschnitt entfernen</translation>
    </message>
</context>
<context>
    <name>SectionList</name>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>No sections yet. Add one in the menu above.</source>
        <translation>Noch keine Abschnitte. Fügen Sie oben im Menü einen hinzu.</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>Abschnitte</translation>
    </message>
</context>
<context>
    <name>SectionMenu</name>
    <message>
        <source>Add a section below</source>
        <translation>Abschnitt darunter einfügen</translation>
    </message>
    <message>
        <source>Move the section down</source>
        <translation>Abschnitt nach unten</translation>
    </message>
    <message>
        <source>Move the section up</source>
        <translation>Abschnitt nach oben</translation>
    </message>
    <message>
        <source>Remove the section</source>
        <translation>Abschnitt entfernen</translation>
    </message>
    <message>
        <source>Rename the section</source>
        <translation>Abschnitt umbenennen</translation>
    </message>
    <message>
        <source>Restore the original of this section</source>
        <translation>Original dieses Abschnitts wiederherstellen</translation>
    </message>
    <message>
        <source>Restore this change</source>
        <translation>Diese Änderung zurücknehmen</translation>
    </message>
</context>
<context>
    <name>SectionPane</name>
    <message>
        <source>Length required by the task</source>
        <translation>Von der Aufgabe verlangte Länge</translation>
    </message>
    <message>
        <source>New section</source>
        <translation>Neuer Abschnitt</translation>
    </message>
    <message>
        <source>Your revision</source>
        <translation>Ihre Fassung</translation>
    </message>
</context>
<context>
    <name>SectionRow</name>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n Änderung</numerusform>
            <numerusform>%n Änderungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n Wort</numerusform>
            <numerusform>%n Wörter</numerusform>
        </translation>
    </message>
    <message>
        <source>Add one below  Ctrl+Shift+N</source>
        <translation>Darunter einfügen  Strg+Umschalt+N</translation>
    </message>
    <message>
        <source>Drag to move this section, or click to open the menu (Ctrl+Shift+Up, Ctrl+Shift+Down)</source>
        <translation>Zum Verschieben ziehen, oder für das Menü anklicken (Strg+Umschalt+Hoch, Strg+Umschalt+Herunter)</translation>
    </message>
    <message>
        <source>Move down  Ctrl+Shift+Down</source>
        <translation>Nach unten  Strg+Umschalt+Herunter</translation>
    </message>
    <message>
        <source>Move up  Ctrl+Shift+Up</source>
        <translation>Nach oben  Strg+Umschalt+Hoch</translation>
    </message>
    <message>
        <source>New section</source>
        <translation>Neuer Abschnitt</translation>
    </message>
    <message>
        <source>No changes</source>
        <translation>Keine Änderungen</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>Original of “{title}”</source>
        <translation>Original von „{title}“</translation>
    </message>
    <message>
        <source>Remove  Ctrl+Shift+Del</source>
        <translation>Entfernen  Strg+Umschalt+Entf</translation>
    </message>
    <message>
        <source>Remove section {number}</source>
        <translation>Abschnitt {number} entfernen</translation>
    </message>
    <message>
        <source>Remove section {number}  Ctrl+Shift+Del</source>
        <translation>Abschnitt {number} entfernen  Strg+Umschalt+Entf</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>Überarbeitung</translation>
    </message>
    <message>
        <source>Revision of “{title}”</source>
        <translation>Fassung von „{title}“</translation>
    </message>
    <message>
        <source>Section {number}: move</source>
        <translation>Abschnitt {number}: verschieben</translation>
    </message>
    <message>
        <source>Section {number}: {field}</source>
        <translation>Abschnitt {number}: {field}</translation>
    </message>
    <message>
        <source>There is no original. Write the text here.</source>
        <translation>Es gibt kein Original. Schreiben Sie den Text hier.</translation>
    </message>
    <message>
        <source>Title of the section</source>
        <translation>Titel des Abschnitts</translation>
    </message>
    <message>
        <source>Title of the section “{title}”</source>
        <translation>Titel des Abschnitts „{title}“</translation>
    </message>
</context>
<context>
    <name>SectionTexts</name>
    <message>
        <source>Add missing section “{title}” ({side})</source>
        <translation>Fehlenden Abschnitt „{title}“ einfügen ({side})</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Restore the order of the task ({side})</source>
        <translation>Reihenfolge der Aufgabe wiederherstellen ({side})</translation>
    </message>
    <message>
        <source>Restore the title “{title}” ({side}: “{got}”)</source>
        <translation>Titel „{title}“ wiederherstellen ({side}: „{got}“)</translation>
    </message>
    <message>
        <source>expected: {length}</source>
        <translation>erwartet: {length}</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>passt</translation>
    </message>
    <message>
        <source>too long</source>
        <translation>zu lang</translation>
    </message>
    <message>
        <source>too short</source>
        <translation>zu kurz</translation>
    </message>
    <message>
        <source>“{title}” is too long, expected: {length}</source>
        <translation>„{title}“ ist zu lang, erwartet: {length}</translation>
    </message>
    <message>
        <source>“{title}” is too short, expected: {length}</source>
        <translation>„{title}“ ist zu kurz, erwartet: {length}</translation>
    </message>
</context>
<context>
    <name>SectionsPart</name>
    <message>
        <source>A section has no title. Add one, or remove the section.</source>
        <translation>Ein Abschnitt hat keinen Titel. Fügen Sie einen hinzu, oder entfernen Sie den Abschnitt.</translation>
    </message>
    <message>
        <source>A task can have at most 40 sections.</source>
        <translation>Eine Aufgabe kann höchstens 40 Abschnitte haben.</translation>
    </message>
    <message>
        <source>A title is too long. Move explanations to the description.</source>
        <translation>Ein Titel ist zu lang. Verschieben Sie Erklärungen in die Beschreibung.</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>Expected length</source>
        <translation>Erwartete Länge</translation>
    </message>
    <message>
        <source>Please describe at least one section.</source>
        <translation>Bitte beschreiben Sie mindestens einen Abschnitt.</translation>
    </message>
    <message>
        <source>Several sections have the title {titles}. Each needs its own title.</source>
        <translation>Mehrere Abschnitte haben den Titel {titles}. Jeder braucht einen eigenen.</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>What belongs in this section?</source>
        <translation>Was gehört in diesen Abschnitt?</translation>
    </message>
    <message>
        <source>“{title}”</source>
        <translation>„{title}“</translation>
    </message>
</context>
<context>
    <name>SelectionBar</name>
    <message numerus="yes">
        <source>%n answer(s)</source>
        <translation>
            <numerusform>%n Antwort</numerusform>
            <numerusform>%n Antworten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) excluded.</source>
        <translation>
            <numerusform>%n Aufgabe ausgeschlossen.</numerusform>
            <numerusform>%n Aufgaben ausgeschlossen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) put back.</source>
        <translation>
            <numerusform>%n Aufgabe zurückgeholt.</numerusform>
            <numerusform>%n Aufgaben zurückgeholt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) written to {file}.</source>
        <translation>
            <numerusform>%n Aufgabe in {file} geschrieben.</numerusform>
            <numerusform>%n Aufgaben in {file} geschrieben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new assignment(s).</source>
        <translation>
            <numerusform>%n neue Zuweisung.</numerusform>
            <numerusform>%n neue Zuweisungen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not in this list</source>
        <translation>
            <numerusform>%n nicht in dieser Liste</numerusform>
            <numerusform>%n nicht in dieser Liste</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n open assignment(s) removed.</source>
        <translation>
            <numerusform>%n offene Zuweisung entfernt.</numerusform>
            <numerusform>%n offene Zuweisungen entfernt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n open assignment(s) removed. Answers are kept.</source>
        <translation>
            <numerusform>%n offene Zuweisung entfernt. Antworten bleiben erhalten.</numerusform>
            <numerusform>%n offene Zuweisungen entfernt. Antworten bleiben erhalten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n selected</source>
        <translation>
            <numerusform>%n ausgewählt</numerusform>
            <numerusform>%n ausgewählt</numerusform>
        </translation>
    </message>
    <message>
        <source>Add people first.</source>
        <translation>Tragen Sie zuerst Personen ein.</translation>
    </message>
    <message>
        <source>Assign</source>
        <translation>Zuweisen</translation>
    </message>
    <message>
        <source>Assigning…</source>
        <translation>Wird zugewiesen…</translation>
    </message>
    <message>
        <source>Assign…</source>
        <translation>Zuweisen…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Deselect</source>
        <translation>Auswahl aufheben</translation>
    </message>
    <message>
        <source>Deselects all items (Esc).</source>
        <translation>Hebt die Auswahl aller Aufgaben auf (Esc).</translation>
    </message>
    <message numerus="yes">
        <source>Exclude %n item(s)</source>
        <translation>
            <numerusform>%n Aufgabe ausschließen</numerusform>
            <numerusform>%n Aufgaben ausschließen</numerusform>
        </translation>
    </message>
    <message>
        <source>Excluded items are not assigned, analysed or exported. Answers are kept.</source>
        <translation>Ausgeschlossene Aufgaben werden nicht zugewiesen, ausgewertet oder exportiert. Antworten bleiben erhalten.</translation>
    </message>
    <message>
        <source>Exclude…</source>
        <translation>Ausschließen…</translation>
    </message>
    <message>
        <source>Excluding items…</source>
        <translation>Aufgaben werden ausgeschlossen…</translation>
    </message>
    <message>
        <source>Export items</source>
        <translation>Aufgaben exportieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message numerus="yes">
        <source>For %n selected item(s):</source>
        <translation>
            <numerusform>Für %n ausgewählte Aufgabe:</numerusform>
            <numerusform>Für %n ausgewählte Aufgaben:</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep open assignments</source>
        <translation>Offene Zuweisungen behalten</translation>
    </message>
    <message>
        <source>Nothing is assigned.</source>
        <translation>Es ist nichts zugewiesen.</translation>
    </message>
    <message>
        <source>Nothing was assigned: choose at least one person.</source>
        <translation>Nichts wurde zugewiesen: Wählen Sie mindestens eine Person.</translation>
    </message>
    <message>
        <source>Nothing was excluded: enter a reason.</source>
        <translation>Nichts wurde ausgeschlossen: Geben Sie einen Grund ein.</translation>
    </message>
    <message>
        <source>People per item</source>
        <translation>Personen je Aufgabe</translation>
    </message>
    <message>
        <source>People who get the items</source>
        <translation>Personen, die die Aufgaben bekommen</translation>
    </message>
    <message>
        <source>Put back</source>
        <translation>Zurückholen</translation>
    </message>
    <message>
        <source>Putting items back…</source>
        <translation>Aufgaben werden zurückgeholt…</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>Reason, such as: cut off</source>
        <translation>Grund, etwa: abgeschnitten</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>Zuweisung aufheben</translation>
    </message>
    <message>
        <source>Releasing…</source>
        <translation>Zuweisungen werden entfernt…</translation>
    </message>
    <message>
        <source>Removes the open assignments of the selected items.</source>
        <translation>Entfernt die offenen Zuweisungen der ausgewählten Aufgaben.</translation>
    </message>
    <message>
        <source>Tables (*.csv *.jsonl)</source>
        <translation>Tabellen (*.csv *.jsonl)</translation>
    </message>
    <message>
        <source>The file contains the names of people and models.</source>
        <translation>Die Datei enthält die Namen von Personen und Modellen.</translation>
    </message>
    <message numerus="yes">
        <source>Who gets these %n item(s)?</source>
        <translation>
            <numerusform>Wer bekommt diese %n Aufgabe?</numerusform>
            <numerusform>Wer bekommt diese %n Aufgaben?</numerusform>
        </translation>
    </message>
    <message>
        <source>Writing items…</source>
        <translation>Aufgaben werden geschrieben…</translation>
    </message>
</context>
<context>
    <name>Sending</name>
    <message numerus="yes">
        <source>%n annotated item(s). Send this file to the project lead, for example by e-mail. You can write it again at any time.</source>
        <translation>
            <numerusform>%n bearbeitete Aufgabe. Senden Sie diese Datei an die Projektleitung, zum Beispiel per E-Mail. Sie können sie jederzeit neu schreiben.</numerusform>
            <numerusform>%n bearbeitete Aufgaben. Senden Sie diese Datei an die Projektleitung, zum Beispiel per E-Mail. Sie können sie jederzeit neu schreiben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n draft(s)</source>
        <translation>
            <numerusform>%n Entwurf</numerusform>
            <numerusform>%n Entwürfe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) to do</source>
        <translation>
            <numerusform>%n offene Aufgabe</numerusform>
            <numerusform>%n offene Aufgaben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them edited after submission (the file contains the submitted answers)</source>
        <translation>
            <numerusform>davon %n nach der Abgabe bearbeitet (die Datei enthält die abgegebenen Antworten)</numerusform>
            <numerusform>davon %n nach der Abgabe bearbeitet (die Datei enthält die abgegebenen Antworten)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them skipped</source>
        <translation>
            <numerusform>davon %n übersprungen</numerusform>
            <numerusform>davon %n übersprungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Bundles (*{suffix})</source>
        <translation>Pakete (*{suffix})</translation>
    </message>
    <message>
        <source>Find the file at {file}.</source>
        <translation>Sie finden die Datei unter {file}.</translation>
    </message>
    <message>
        <source>Not included: {list}.</source>
        <translation>Nicht enthalten: {list}.</translation>
    </message>
    <message>
        <source>Results saved as {file} in the folder {folder}.</source>
        <translation>Ergebnisse als {file} im Ordner {folder} gespeichert.</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner anzeigen</translation>
    </message>
    <message>
        <source>The folder could not be opened.</source>
        <translation>Der Ordner ließ sich nicht öffnen.</translation>
    </message>
    <message>
        <source>Write the results to</source>
        <translation>Ergebnisse speichern unter</translation>
    </message>
    <message>
        <source>Writing the results…</source>
        <translation>Ergebnisse werden geschrieben…</translation>
    </message>
</context>
<context>
    <name>SessionLayout</name>
    <message>
        <source>Back to the list of papers</source>
        <translation>Zurück zur Liste der Artikel</translation>
    </message>
    <message>
        <source>Back to the passages</source>
        <translation>Zurück zu den Textstellen</translation>
    </message>
    <message>
        <source>Change the comparison view</source>
        <translation>Vergleichsansicht wechseln</translation>
    </message>
    <message>
        <source>Find in the text</source>
        <translation>Im Text suchen</translation>
    </message>
    <message>
        <source>Go to the answer</source>
        <translation>Zur Antwort</translation>
    </message>
    <message>
        <source>Go to the papers</source>
        <translation>Zu den Artikeln</translation>
    </message>
    <message>
        <source>Go to the passages</source>
        <translation>Zu den Textstellen</translation>
    </message>
    <message>
        <source>Go to the turns</source>
        <translation>Zu den Durchgängen</translation>
    </message>
    <message>
        <source>Go to this turn</source>
        <translation>Zu diesem Durchgang</translation>
    </message>
    <message>
        <source>Next change</source>
        <translation>Nächste Änderung</translation>
    </message>
    <message>
        <source>Next citation</source>
        <translation>Nächster Verweis</translation>
    </message>
    <message>
        <source>Next passage</source>
        <translation>Nächste Stelle</translation>
    </message>
    <message>
        <source>Previous change</source>
        <translation>Vorherige Änderung</translation>
    </message>
    <message>
        <source>Previous citation</source>
        <translation>Vorheriger Verweis</translation>
    </message>
    <message>
        <source>Previous passage</source>
        <translation>Vorherige Stelle</translation>
    </message>
    <message>
        <source>Show or hide the marks</source>
        <translation>Markierungen zeigen oder ausblenden</translation>
    </message>
    <message>
        <source>Show or hide the papers</source>
        <translation>Artikel ein- oder ausblenden</translation>
    </message>
    <message>
        <source>This turn</source>
        <translation>Dieser Durchgang</translation>
    </message>
</context>
<context>
    <name>SessionPanel</name>
    <message>
        <source>Ask the model, or start the next turn</source>
        <translation>Modell fragen oder nächsten Durchgang beginnen</translation>
    </message>
    <message>
        <source>Continue session</source>
        <translation>Sitzung fortsetzen</translation>
    </message>
    <message>
        <source>Edit the answer by hand</source>
        <translation>Antwort von Hand bearbeiten</translation>
    </message>
    <message>
        <source>Finish session…</source>
        <translation>Sitzung beenden …</translation>
    </message>
    <message>
        <source>Get the first answer</source>
        <translation>Erste Antwort holen</translation>
    </message>
    <message>
        <source>No model available</source>
        <translation>Kein Modell verfügbar</translation>
    </message>
    <message>
        <source>Only neutral or bad answers can be edited. Change the rating first.</source>
        <translation>Nur als mittel oder schlecht bewertete Antworten lassen sich bearbeiten. Ändern Sie zuerst die Bewertung.</translation>
    </message>
    <message>
        <source>Only neutral or bad answers can be edited. Rate this one first.</source>
        <translation>Nur als mittel oder schlecht bewertete Antworten lassen sich bearbeiten. Bewerten Sie diese zuerst.</translation>
    </message>
    <message>
        <source>Ready to send</source>
        <translation>Fertig zum Weitergeben</translation>
    </message>
    <message>
        <source>Save and continue</source>
        <translation>Speichern und weiter</translation>
    </message>
    <message>
        <source>Save and finish</source>
        <translation>Speichern und beenden</translation>
    </message>
    <message>
        <source>Send instruction</source>
        <translation>Anweisung senden</translation>
    </message>
    <message>
        <source>Stop the model answering this turn</source>
        <translation>Antwort des Modells in diesem Durchgang abbrechen</translation>
    </message>
    <message>
        <source>The edited answer is empty. Write something, or restore it.</source>
        <translation>Die bearbeitete Antwort ist leer. Schreiben Sie etwas, oder stellen Sie sie wieder her.</translation>
    </message>
    <message>
        <source>The model is working</source>
        <translation>Das Modell arbeitet</translation>
    </message>
    <message>
        <source>Then the next item opens</source>
        <translation>Danach folgt die nächste Aufgabe</translation>
    </message>
    <message>
        <source>Then the session ends</source>
        <translation>Danach endet die Sitzung</translation>
    </message>
    <message>
        <source>Then turn {number} begins</source>
        <translation>Danach folgt Durchgang {number}</translation>
    </message>
    <message>
        <source>Work with the model</source>
        <translation>Mit dem Modell arbeiten</translation>
    </message>
    <message>
        <source>You edited this answer, so it cannot be rated good. Restore it first.</source>
        <translation>Sie haben diese Antwort bearbeitet; sie kann deshalb nicht als gut bewertet werden. Stellen Sie sie zuerst wieder her.</translation>
    </message>
</context>
<context>
    <name>SessionView</name>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n Wort</numerusform>
            <numerusform>%n Wörter</numerusform>
        </translation>
    </message>
    <message>
        <source>After turn {number}</source>
        <translation>Nach Durchgang {number}</translation>
    </message>
    <message>
        <source>Back to the end of the session</source>
        <translation>Zurück zum Ende der Sitzung</translation>
    </message>
    <message>
        <source>Back to turn {number}</source>
        <translation>Zurück zu Durchgang {number}</translation>
    </message>
    <message>
        <source>Continue editing</source>
        <translation>Weiter bearbeiten</translation>
    </message>
    <message>
        <source>Done editing</source>
        <translation>Bearbeiten beenden</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Finish session</source>
        <translation>Sitzung beenden</translation>
    </message>
    <message>
        <source>First answer</source>
        <translation>Erste Antwort</translation>
    </message>
    <message>
        <source>It counts once it is submitted (Ctrl+⏎).</source>
        <translation>Sie zählt, sobald sie abgegeben ist (Strg+⏎).</translation>
    </message>
    <message>
        <source>No first answer yet.</source>
        <translation>Es gibt noch keine erste Antwort.</translation>
    </message>
    <message>
        <source>No model is available here.</source>
        <translation>Hier ist kein Modell verfügbar.</translation>
    </message>
    <message>
        <source>Session finished</source>
        <translation>Sitzung beendet</translation>
    </message>
    <message>
        <source>The bad answer is discarded. The previous one counts.</source>
        <translation>Die schlechte Antwort wird verworfen. Es zählt die vorherige.</translation>
    </message>
    <message>
        <source>The bad answer is discarded. This turn revises the previous one.</source>
        <translation>Die schlechte Antwort wird verworfen. Dieser Durchgang überarbeitet die vorherige.</translation>
    </message>
    <message>
        <source>The model is reading the passages…</source>
        <translation>Das Modell liest die Textstellen…</translation>
    </message>
    <message numerus="yes">
        <source>The model sees the answer and passages from %n paper(s).</source>
        <translation>
            <numerusform>Das Modell sieht die Antwort und Stellen aus %n Artikel.</numerusform>
            <numerusform>Das Modell sieht die Antwort und Stellen aus %n Artikeln.</numerusform>
        </translation>
    </message>
    <message>
        <source>The model sees the answer, but no papers.</source>
        <translation>Das Modell sieht die Antwort, aber keine Artikel.</translation>
    </message>
    <message>
        <source>This is the last turn of the session.</source>
        <translation>Das ist der letzte Durchgang der Sitzung.</translation>
    </message>
    <message>
        <source>This turn is waiting for the model.</source>
        <translation>Dieser Durchgang wartet auf das Modell.</translation>
    </message>
    <message>
        <source>Turn {number}</source>
        <translation>Durchgang {number}</translation>
    </message>
    <message>
        <source>Turn {number} of {most}</source>
        <translation>Durchgang {number} von {most}</translation>
    </message>
    <message>
        <source>Your edit is saved, and the next turn starts from it.</source>
        <translation>Ihre Fassung ist gespeichert; der nächste Durchgang geht von ihr aus.</translation>
    </message>
    <message>
        <source>Your edit is saved.</source>
        <translation>Ihre Bearbeitung ist gespeichert.</translation>
    </message>
    <message>
        <source>Your instruction is kept.</source>
        <translation>Ihre Anweisung bleibt erhalten.</translation>
    </message>
</context>
<context>
    <name>SessionWords</name>
    <message numerus="yes">
        <source>%n turn(s)</source>
        <translation>
            <numerusform>%n Durchgang</numerusform>
            <numerusform>%n Durchgänge</numerusform>
        </translation>
    </message>
    <message>
        <source>Added: “{words}”</source>
        <translation>Eingefügt: „{words}“</translation>
    </message>
    <message>
        <source>Bad</source>
        <translation>Schlecht</translation>
    </message>
    <message>
        <source>Change the writing</source>
        <translation>Text ändern</translation>
    </message>
    <message>
        <source>Changed: “{before}” → “{after}”</source>
        <translation>Geändert: „{before}“ → „{after}“</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Find information</source>
        <translation>Informationen suchen</translation>
    </message>
    <message>
        <source>Good</source>
        <translation>Gut</translation>
    </message>
    <message>
        <source>In</source>
        <translation>In</translation>
    </message>
    <message>
        <source>In the previous answer</source>
        <translation>In der vorherigen Antwort</translation>
    </message>
    <message>
        <source>Moved: “{words}”</source>
        <translation>Verschoben: „{words}“</translation>
    </message>
    <message>
        <source>Neutral</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Removed: “{words}”</source>
        <translation>Entfernt: „{words}“</translation>
    </message>
    <message>
        <source>The answer was cut off.</source>
        <translation>Die Antwort wurde abgeschnitten.</translation>
    </message>
    <message>
        <source>The model declined to answer.</source>
        <translation>Das Modell hat die Antwort verweigert.</translation>
    </message>
    <message>
        <source>The model returned an empty text.</source>
        <translation>Das Modell gab einen leeren Text zurück.</translation>
    </message>
    <message>
        <source>The model took too long to answer.</source>
        <translation>Das Modell hat zu lange für die Antwort gebraucht.</translation>
    </message>
    <message>
        <source>The model&apos;s answer could not be read.</source>
        <translation>Die Antwort des Modells ließ sich nicht lesen.</translation>
    </message>
    <message>
        <source>The model&apos;s server could not be reached.</source>
        <translation>Der Server des Modells war nicht erreichbar.</translation>
    </message>
    <message>
        <source>The request to the model failed.</source>
        <translation>Die Anfrage an das Modell ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>The response is not from a model server.</source>
        <translation>Die Antwort stammt nicht von einem Modellserver.</translation>
    </message>
    <message>
        <source>The server did not accept the API key.</source>
        <translation>Der Server hat den API-Schlüssel nicht angenommen.</translation>
    </message>
    <message>
        <source>The server has no such model.</source>
        <translation>Dieses Modell gibt es auf dem Server nicht.</translation>
    </message>
    <message>
        <source>The server is busy: too many requests.</source>
        <translation>Der Server ist überlastet: zu viele Anfragen.</translation>
    </message>
    <message>
        <source>The server reported an error.</source>
        <translation>Der Server hat einen Fehler gemeldet.</translation>
    </message>
    <message>
        <source>The session has ended: all turns have been used.</source>
        <translation>Die Sitzung ist zu Ende: Alle Durchgänge sind aufgebraucht.</translation>
    </message>
    <message>
        <source>The session has ended: the answer is ready to be sent.</source>
        <translation>Die Sitzung ist zu Ende: Die Antwort kann weitergegeben werden.</translation>
    </message>
    <message>
        <source>The session has ended: you gave it up.</source>
        <translation>Die Sitzung ist zu Ende: Sie haben aufgegeben.</translation>
    </message>
    <message>
        <source>Try again, or reword the instruction.</source>
        <translation>Fragen Sie noch einmal, oder formulieren Sie die Anweisung anders.</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>Try again. If it still fails, contact the project lead.</source>
        <translation>Versuchen Sie es noch einmal. Wenn es wieder scheitert, wenden Sie sich an die Projektleitung.</translation>
    </message>
    <message>
        <source>Try again. If that does not help, ask for a shorter answer.</source>
        <translation>Versuchen Sie es noch einmal. Wenn das nicht hilft, bitten Sie um eine kürzere Antwort.</translation>
    </message>
    <message>
        <source>Turn {number}</source>
        <translation>Durchgang {number}</translation>
    </message>
    <message>
        <source>You stopped the model.</source>
        <translation>Sie haben das Modell angehalten.</translation>
    </message>
    <message>
        <source>bad</source>
        <translation>schlecht</translation>
    </message>
    <message>
        <source>edited by hand</source>
        <translation>von Hand bearbeitet</translation>
    </message>
    <message>
        <source>good</source>
        <translation>gut</translation>
    </message>
    <message>
        <source>information</source>
        <translation>Informationen</translation>
    </message>
    <message>
        <source>neutral</source>
        <translation>mittel</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>Stil</translation>
    </message>
</context>
<context>
    <name>Sheet</name>
    <message>
        <source>+ good</source>
        <translation>+ gut</translation>
    </message>
    <message>
        <source>Add a negative point</source>
        <translation>Negativen Punkt hinzufügen</translation>
    </message>
    <message>
        <source>Add a negative point, about the selection</source>
        <translation>Negativen Punkt zur Auswahl hinzufügen</translation>
    </message>
    <message>
        <source>Add a positive point</source>
        <translation>Positiven Punkt hinzufügen</translation>
    </message>
    <message>
        <source>Add a positive point, about the selection</source>
        <translation>Positiven Punkt zur Auswahl hinzufügen</translation>
    </message>
    <message>
        <source>Add the suggestion to the critique</source>
        <translation>Den Vorschlag in die Kritik übernehmen</translation>
    </message>
    <message>
        <source>Fixed or not fixed, of the open point</source>
        <translation>Behoben oder nicht behoben, beim offenen Punkt</translation>
    </message>
    <message>
        <source>Jump between a point and its text</source>
        <translation>Zwischen Punkt und Textstelle springen</translation>
    </message>
    <message>
        <source>Link the point to the selection</source>
        <translation>Den Punkt mit der Auswahl verknüpfen</translation>
    </message>
    <message>
        <source>Mark the point as fixed or kept</source>
        <translation>Den Punkt als behoben oder erhalten markieren</translation>
    </message>
    <message>
        <source>Move the point down</source>
        <translation>Den Punkt nach unten verschieben</translation>
    </message>
    <message>
        <source>Move the point up</source>
        <translation>Den Punkt nach oben verschieben</translation>
    </message>
    <message>
        <source>Next point and its place</source>
        <translation>Zum nächsten Punkt und seiner Stelle</translation>
    </message>
    <message>
        <source>No negative points</source>
        <translation>Keine negativen Punkte</translation>
    </message>
    <message>
        <source>No positive points</source>
        <translation>Keine positiven Punkte</translation>
    </message>
    <message>
        <source>Nothing to improve</source>
        <translation>Nichts zu verbessern</translation>
    </message>
    <message>
        <source>Previous point and its place</source>
        <translation>Zum vorigen Punkt und seiner Stelle</translation>
    </message>
    <message>
        <source>Reject the suggestion</source>
        <translation>Den Vorschlag ablehnen</translation>
    </message>
    <message>
        <source>Remove the link of the point</source>
        <translation>Die Verknüpfung des Punktes entfernen</translation>
    </message>
    <message>
        <source>Remove the point</source>
        <translation>Den Punkt entfernen</translation>
    </message>
    <message>
        <source>Show or request a model’s suggestions</source>
        <translation>Vorschläge eines Modells anzeigen oder anfordern</translation>
    </message>
    <message>
        <source>What is good, and why?</source>
        <translation>Was ist gut, und warum?</translation>
    </message>
    <message>
        <source>What should be improved, and why?</source>
        <translation>Was ist zu verbessern, und warum?</translation>
    </message>
    <message>
        <source>− improve</source>
        <translation>− verbessern</translation>
    </message>
</context>
<context>
    <name>SidePane</name>
    <message>
        <source>Close this pane</source>
        <translation>Diesen Bereich schließen</translation>
    </message>
    <message>
        <source>Close this pane (Esc)</source>
        <translation>Diesen Bereich schließen (Esc)</translation>
    </message>
    <message>
        <source>Draft for an earlier version of the questions, never submitted</source>
        <translation>Entwurf zu einer früheren Fassung der Fragen, nie abgegeben</translation>
    </message>
    <message>
        <source>Guidelines</source>
        <translation>Leitfaden</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Revisions</source>
        <translation>Fassungen</translation>
    </message>
    <message>
        <source>Revisions of this item</source>
        <translation>Fassungen dieser Aufgabe</translation>
    </message>
    <message>
        <source>Submitted versions of this item appear here. None yet.</source>
        <translation>Hier erscheinen abgegebene Fassungen dieser Aufgabe. Bisher keine.</translation>
    </message>
    <message>
        <source>This project has no guidelines.</source>
        <translation>Dieses Projekt hat keinen Leitfaden.</translation>
    </message>
    <message>
        <source>current</source>
        <translation>aktuell</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>Edited after submission. Submit again to save a new revision.</source>
        <translation>Nach der Abgabe bearbeitet. Geben Sie erneut ab, um eine neue Fassung zu speichern.</translation>
    </message>
    <message>
        <source>Flagged</source>
        <translation>Markiert</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>Übersprungen</translation>
    </message>
    <message>
        <source>Submitted earlier</source>
        <translation>Früher abgegeben</translation>
    </message>
    <message>
        <source>Submitted {time}</source>
        <translation>Abgegeben {time}</translation>
    </message>
</context>
<context>
    <name>StepButton</name>
    <message>
        <source>Step {number}: {words}</source>
        <translation>Schritt {number}: {words}</translation>
    </message>
    <message>
        <source>current step</source>
        <translation>aktueller Schritt</translation>
    </message>
    <message>
        <source>done</source>
        <translation>erledigt</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
</context>
<context>
    <name>StepRow</name>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
</context>
<context>
    <name>StepTexts</name>
    <message>
        <source>Critique</source>
        <translation>Kritik</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <source>Selected variant</source>
        <translation>Gewählte Variante</translation>
    </message>
</context>
<context>
    <name>StudyPanel</name>
    <message>
        <source>Document</source>
        <translation>Dokument</translation>
    </message>
    <message>
        <source>Find in the text</source>
        <translation>Im Text suchen</translation>
    </message>
    <message>
        <source>Go to the document</source>
        <translation>Zum Dokument</translation>
    </message>
    <message>
        <source>Go to the instruction</source>
        <translation>Zur Anweisung</translation>
    </message>
    <message>
        <source>Go to the questions</source>
        <translation>Zu den Fragen</translation>
    </message>
    <message>
        <source>Go to the text, or to the next text</source>
        <translation>Zum Text oder zum nächsten Text</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>Anweisung</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
</context>
<context>
    <name>SubmissionsSection</name>
    <message numerus="yes">
        <source>%n pending</source>
        <translation>
            <numerusform>%n ausstehend</numerusform>
            <numerusform>%n ausstehend</numerusform>
        </translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Annehmen</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>Angenommen</translation>
    </message>
    <message>
        <source>Accepted: {title}</source>
        <translation>Angenommen: {title}</translation>
    </message>
    <message>
        <source>Add people first.</source>
        <translation>Tragen Sie zuerst Personen ein.</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Author</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>By field: {counts}</source>
        <translation>Nach Fach: {counts}</translation>
    </message>
    <message>
        <source>Changed later</source>
        <translation>Später geändert</translation>
    </message>
    <message>
        <source>Complete; no similar task in its field.</source>
        <translation>Vollständig; keine ähnliche Schreibaufgabe im selben Fach.</translation>
    </message>
    <message>
        <source>Dropped by a filter</source>
        <translation>Von einem Filter aussortiert</translation>
    </message>
    <message>
        <source>Enter a reason for the rejection.</source>
        <translation>Geben Sie eine Begründung für die Ablehnung ein.</translation>
    </message>
    <message>
        <source>Everybody</source>
        <translation>Alle Personen</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>Fach</translation>
    </message>
    <message>
        <source>Field (optional)</source>
        <translation>Fach (optional)</translation>
    </message>
    <message>
        <source>First answers and questions written by models appear here for you to accept or reject.</source>
        <translation>Erste Antworten und Fragen, die Modelle schreiben, erscheinen hier. Sie nehmen sie an oder lehnen sie ab.</translation>
    </message>
    <message>
        <source>Go to Model runs</source>
        <translation>Zu den Modell-Läufen</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>Notes on the selected submission</source>
        <translation>Hinweise zur ausgewählten Einreichung</translation>
    </message>
    <message>
        <source>Nothing submitted yet</source>
        <translation>Noch nichts eingereicht</translation>
    </message>
    <message>
        <source>Nothing to review</source>
        <translation>Nichts zu prüfen</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>Ausstehend</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>REQUEST MORE</source>
        <translation>WEITERE ANFORDERN</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>Reason (required to reject)</source>
        <translation>Begründung (zum Ablehnen nötig)</translation>
    </message>
    <message>
        <source>Reason for the decision</source>
        <translation>Begründung der Entscheidung</translation>
    </message>
    <message>
        <source>Recipients</source>
        <translation>Empfänger</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Rejected: {title}</source>
        <translation>Abgelehnt: {title}</translation>
    </message>
    <message>
        <source>Request tasks</source>
        <translation>Schreibaufgaben anfordern</translation>
    </message>
    <message>
        <source>Request tasks below, send the bundles, and merge the results. Submissions then appear here.</source>
        <translation>Fordern Sie unten Schreibaufgaben an, senden Sie die Pakete, und führen Sie die Ergebnisse zusammen. Dann erscheinen hier die Einreichungen.</translation>
    </message>
    <message>
        <source>Requested field</source>
        <translation>Gewünschtes Fach</translation>
    </message>
    <message>
        <source>Requested. Write bundles to send the requests.</source>
        <translation>Angefordert. Schreiben Sie Pakete, um die Anforderungen zu senden.</translation>
    </message>
    <message>
        <source>Result of the decision</source>
        <translation>Ergebnis der Entscheidung</translation>
    </message>
    <message>
        <source>Saving the decision…</source>
        <translation>Entscheidung wird gespeichert…</translation>
    </message>
    <message>
        <source>Saving the request…</source>
        <translation>Anforderung wird gespeichert…</translation>
    </message>
    <message>
        <source>Search submissions</source>
        <translation>Einreichungen suchen</translation>
    </message>
    <message>
        <source>Select a submission first.</source>
        <translation>Wählen Sie zuerst eine Einreichung aus.</translation>
    </message>
    <message>
        <source>Select a submission to accept or reject it.</source>
        <translation>Wählen Sie eine Einreichung aus, um sie anzunehmen oder abzulehnen.</translation>
    </message>
    <message>
        <source>Shows the selected submission (Enter).</source>
        <translation>Zeigt die ausgewählte Einreichung (Eingabetaste).</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Submissions</source>
        <translation>Einreichungen</translation>
    </message>
    <message>
        <source>Submissions to show</source>
        <translation>Angezeigte Einreichungen</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Schreibaufgabe</translation>
    </message>
    <message>
        <source>Texts written by models. Only accepted ones reach your annotators.</source>
        <translation>Von Modellen geschriebene Texte. Nur angenommene erreichen Ihre Annotierenden.</translation>
    </message>
    <message>
        <source>The decision could not be saved.</source>
        <translation>Die Entscheidung ließ sich nicht speichern.</translation>
    </message>
    <message>
        <source>The number per person must be from 1 to {most}.</source>
        <translation>Die Anzahl je Person muss zwischen 1 und {most} liegen.</translation>
    </message>
    <message>
        <source>Total number of tasks</source>
        <translation>Gesamtzahl der Schreibaufgaben</translation>
    </message>
    <message>
        <source>Total number of tasks per person</source>
        <translation>Gesamtzahl der Schreibaufgaben je Person</translation>
    </message>
    <message>
        <source>What people submitted. Only accepted submissions reach the next stages.</source>
        <translation>Was eingereicht wurde. Nur was Sie annehmen, kommt in die nächsten Runden.</translation>
    </message>
    <message>
        <source>Your reason: {reason}</source>
        <translation>Ihre Begründung: {reason}</translation>
    </message>
    <message numerus="yes">
        <source>{person}: %n more task(s)</source>
        <translation>
            <numerusform>{person}: noch %n Schreibaufgabe</numerusform>
            <numerusform>{person}: noch %n Schreibaufgaben</numerusform>
        </translation>
    </message>
    <message>
        <source>{shown} of {total}</source>
        <translation>{shown} von {total}</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… und %n weiterer</numerusform>
            <numerusform>… und %n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TaskTexts</name>
    <message>
        <source>Input sections</source>
        <translation>Abschnitte der Eingabe</translation>
    </message>
    <message>
        <source>Output sections</source>
        <translation>Abschnitte des Ergebnisses</translation>
    </message>
</context>
<context>
    <name>TaskView</name>
    <message>
        <source>(empty)</source>
        <translation>(leer)</translation>
    </message>
    <message>
        <source>Additional notes</source>
        <translation>Weitere Hinweise</translation>
    </message>
    <message>
        <source>Input sections</source>
        <translation>Abschnitte der Eingabe</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Output sections</source>
        <translation>Abschnitte des Ergebnisses</translation>
    </message>
    <message>
        <source>Procedure</source>
        <translation>Vorgehen</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Ohne Titel</translation>
    </message>
</context>
<context>
    <name>TextPane</name>
    <message numerus="yes">
        <source>%n character(s)</source>
        <translation>
            <numerusform>%n Zeichen</numerusform>
            <numerusform>%n Zeichen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n Wort</numerusform>
            <numerusform>%n Wörter</numerusform>
        </translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
</context>
<context>
    <name>TextsPage</name>
    <message>
        <source>Go to the prompt</source>
        <translation>Zur Eingabe</translation>
    </message>
    <message>
        <source>Go to the questions</source>
        <translation>Zu den Fragen</translation>
    </message>
    <message>
        <source>Go to the response</source>
        <translation>Zur Antwort</translation>
    </message>
    <message>
        <source>Go to the revision</source>
        <translation>Zur Überarbeitung</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Response and revision</source>
        <translation>Antwort und Überarbeitung</translation>
    </message>
    <message>
        <source>Your revision</source>
        <translation>Ihre Überarbeitung</translation>
    </message>
</context>
<context>
    <name>TextsSection</name>
    <message>
        <source>Answers that the new version does not take over:</source>
        <translation>Antworten, die die neue Fassung nicht übernimmt:</translation>
    </message>
    <message>
        <source>Asked for consent again: {people}</source>
        <translation>Erneut um Einwilligung gebeten: {people}</translation>
    </message>
    <message>
        <source>Bundles that become outdated: {people}</source>
        <translation>Pakete, die veralten: {people}</translation>
    </message>
    <message>
        <source>CHANGES</source>
        <translation>ÄNDERUNGEN</translation>
    </message>
    <message>
        <source>Checking the text…</source>
        <translation>Text wird geprüft…</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Default text</source>
        <translation>Standardtext</translation>
    </message>
    <message>
        <source>Discard changes</source>
        <translation>Änderungen verwerfen</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Entwurf</translation>
    </message>
    <message>
        <source>Draft, not published</source>
        <translation>Entwurf, nicht veröffentlicht</translation>
    </message>
    <message>
        <source>Nothing to publish: the text has not changed.</source>
        <translation>Nichts zu veröffentlichen: Der Text ist unverändert.</translation>
    </message>
    <message>
        <source>Opening the texts…</source>
        <translation>Texte werden geöffnet…</translation>
    </message>
    <message>
        <source>Placeholders not filled in: {places}</source>
        <translation>Nicht ausgefüllte Platzhalter: {places}</translation>
    </message>
    <message>
        <source>Publish</source>
        <translation>Veröffentlichen</translation>
    </message>
    <message>
        <source>Publish this text?</source>
        <translation>Diesen Text veröffentlichen?</translation>
    </message>
    <message>
        <source>Published</source>
        <translation>Veröffentlicht</translation>
    </message>
    <message>
        <source>Published. The next bundles contain this text.</source>
        <translation>Veröffentlicht. Die nächsten Pakete enthalten diesen Text.</translation>
    </message>
    <message>
        <source>Published. Write new bundles for: {people}</source>
        <translation>Veröffentlicht. Schreiben Sie neue Pakete für: {people}</translation>
    </message>
    <message>
        <source>Publishing the text…</source>
        <translation>Text wird veröffentlicht…</translation>
    </message>
    <message>
        <source>Restores the text that comes with the program.</source>
        <translation>Stellt den mitgelieferten Text wieder her.</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Shows the first problem.</source>
        <translation>Zeigt den ersten Fehler.</translation>
    </message>
    <message>
        <source>Shows what differs from the published text.</source>
        <translation>Zeigt, was vom veröffentlichten Text abweicht.</translation>
    </message>
    <message>
        <source>Text to edit</source>
        <translation>Zu bearbeitender Text</translation>
    </message>
    <message>
        <source>There are no changes to discard.</source>
        <translation>Es gibt keine Änderungen zu verwerfen.</translation>
    </message>
    <message>
        <source>There are no changes to publish.</source>
        <translation>Es gibt keine Änderungen zu veröffentlichen.</translation>
    </message>
    <message>
        <source>Unpublished drafts: {count}</source>
        <translation>Unveröffentlichte Entwürfe: {count}</translation>
    </message>
    <message>
        <source>Use default text</source>
        <translation>Standardtext verwenden</translation>
    </message>
    <message>
        <source>{question} ({count}): {reason}</source>
        <translation>{question} ({count}): {reason}</translation>
    </message>
</context>
<context>
    <name>TrustPage</name>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Back (Esc)</source>
        <translation>Zurück (Esc)</translation>
    </message>
    <message>
        <source>Did your project lead send this bundle?</source>
        <translation>Kommt dieses Paket von Ihrer Projektleitung?</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Nothing was imported. Ask {sender}, for example by phone, for the fingerprint of their key. It must be:</source>
        <translation>Nichts wurde importiert. Fragen Sie {sender}, zum Beispiel am Telefon, nach dem Fingerabdruck des Schlüssels. Er muss lauten:</translation>
    </message>
    <message>
        <source>Nothing was imported. The file is not signed, so anybody could have created it. Ask {sender} whether they sent it.</source>
        <translation>Nichts wurde importiert. Die Datei ist nicht signiert und kann von jedem stammen. Fragen Sie {sender}, ob die Datei wirklich von dort stammt.</translation>
    </message>
    <message>
        <source>{sender} confirmed this fingerprint.</source>
        <translation>{sender} hat diesen Fingerabdruck bestätigt.</translation>
    </message>
    <message>
        <source>{sender} sent me this file.</source>
        <translation>Die Datei kommt von {sender}.</translation>
    </message>
</context>
<context>
    <name>TurnNotices</name>
    <message>
        <source>Item {number}: {trouble}</source>
        <translation>Aufgabe {number}: {trouble}</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>The model has answered for item {number}.</source>
        <translation>Das Modell hat zu Aufgabe {number} geantwortet.</translation>
    </message>
    <message>
        <source>The model is answering. Esc stops it.</source>
        <translation>Das Modell antwortet. Mit Esc brechen Sie ab.</translation>
    </message>
    <message>
        <source>The server cannot be reached. The request will be sent later; you can continue with another item.</source>
        <translation>Der Server ist nicht erreichbar. Die Anfrage wird später gesendet; Sie können mit einer anderen Aufgabe weitermachen.</translation>
    </message>
    <message>
        <source>Waiting for a connection to a model.</source>
        <translation>Wartet auf eine Verbindung zu einem Modell.</translation>
    </message>
    <message>
        <source>Waiting for other items.</source>
        <translation>Wartet auf andere Aufgaben.</translation>
    </message>
</context>
<context>
    <name>TurnPage</name>
    <message>
        <source>Instruction</source>
        <translation>Anweisung</translation>
    </message>
</context>
<context>
    <name>Unmentioned</name>
    <message>
        <source>Changes that no point mentions</source>
        <translation>Änderungen, die kein Punkt nennt</translation>
    </message>
    <message>
        <source>Write a point for each of these changes, or undo it.</source>
        <translation>Schreiben Sie zu jeder dieser Änderungen einen Punkt, oder nehmen Sie sie zurück.</translation>
    </message>
</context>
<context>
    <name>UnsavedEdits</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel and continue editing</source>
        <translation>Abbrechen und weiter bearbeiten</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Discard the changes</source>
        <translation>Änderungen verwerfen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save the changes</source>
        <translation>Änderungen speichern</translation>
    </message>
    <message>
        <source>You have unsaved changes.</source>
        <translation>Es gibt nicht gespeicherte Änderungen.</translation>
    </message>
</context>
<context>
    <name>ValidatePanel</name>
    <message>
        <source>Find in the task</source>
        <translation>In der Aufgabe suchen</translation>
    </message>
    <message>
        <source>Go to the questions</source>
        <translation>Zu den Fragen</translation>
    </message>
    <message>
        <source>Go to the task</source>
        <translation>Zur Aufgabe</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
</context>
<context>
    <name>VariantHead</name>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n Wort</numerusform>
            <numerusform>%n Wörter</numerusform>
        </translation>
    </message>
    <message>
        <source>Chosen</source>
        <translation>Gewählt</translation>
    </message>
</context>
<context>
    <name>Variants</name>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Missing: “{title}”</source>
        <translation>Fehlt: „{title}“</translation>
    </message>
    <message>
        <source>Variant {number}</source>
        <translation>Variante {number}</translation>
    </message>
    <message>
        <source>Variants side by side</source>
        <translation>Varianten nebeneinander</translation>
    </message>
</context>
<context>
    <name>VariantsPane</name>
    <message>
        <source>Next variant</source>
        <translation>Nächste Variante</translation>
    </message>
    <message>
        <source>Previous variant</source>
        <translation>Vorige Variante</translation>
    </message>
    <message>
        <source>The input is the same for all variants.</source>
        <translation>Die Eingabe ist für alle Varianten gleich.</translation>
    </message>
    <message>
        <source>Variant {first} of {count}</source>
        <translation>Variante {first} von {count}</translation>
    </message>
    <message>
        <source>Variants</source>
        <translation>Varianten</translation>
    </message>
    <message>
        <source>Variants {first}–{last} of {count}</source>
        <translation>Varianten {first}–{last} von {count}</translation>
    </message>
</context>
<context>
    <name>WelcomePage</name>
    <message>
        <source>A folder you have worked in before.</source>
        <translation>Ein Ordner, in dem Sie schon gearbeitet haben.</translation>
    </message>
    <message>
        <source>A small project for exploring the program.</source>
        <translation>Ein kleines Projekt, um das Programm kennenzulernen.</translation>
    </message>
    <message>
        <source>Another sample: critique a response and revise it.</source>
        <translation>Ein weiteres Beispiel: eine Antwort kritisieren und überarbeiten.</translation>
    </message>
    <message>
        <source>Another sample: describe writing tasks and edit worked examples.</source>
        <translation>Ein weiteres Beispiel: Schreibaufgaben beschreiben und Beispiele bearbeiten.</translation>
    </message>
    <message>
        <source>Another sample: have a model revise answers, rate each turn, label errors.</source>
        <translation>Ein weiteres Beispiel: Antworten von einem Modell überarbeiten lassen, jeden Durchgang bewerten, Fehler einordnen.</translation>
    </message>
    <message>
        <source>Expert annotation of texts on your own computer. No account, no network.</source>
        <translation>Texte fachkundig annotieren, auf dem eigenen Rechner. Ohne Konto, ohne Netz.</translation>
    </message>
    <message>
        <source>For project leads: prepare items, send them out, merge the results.</source>
        <translation>Für Projektleitungen: Aufgaben vorbereiten, verschicken, Ergebnisse zusammenführen.</translation>
    </message>
    <message>
        <source>RECENT WORKSPACES</source>
        <translation>ZULETZT GEÖFFNET</translation>
    </message>
    <message>
        <source>The file your project lead sent you. You can also drop it on this window.</source>
        <translation>Die Datei, die Sie von der Projektleitung bekommen haben. Sie können sie auch auf dieses Fenster ziehen.</translation>
    </message>
    <message>
        <source>The same sample as its lead sees it: items, people, agreement, export.</source>
        <translation>Dasselbe Beispiel aus Sicht der Projektleitung: Aufgaben, Personen, Übereinstimmung, Export.</translation>
    </message>
    <message>
        <source>Workspaces you open are listed here.</source>
        <translation>Hier erscheinen Arbeitsbereiche, die Sie geöffnet haben.</translation>
    </message>
</context>
<context>
    <name>WindowKeys</name>
    <message>
        <source>In a table header (reach it with Tab): sort by the column</source>
        <translation>In der Kopfzeile einer Tabelle (mit Tab erreichbar): nach der Spalte sortieren</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>The form</source>
        <translation>Das Formular</translation>
    </message>
    <message>
        <source>This list</source>
        <translation>Diese Liste</translation>
    </message>
    <message>
        <source>This page</source>
        <translation>Diese Seite</translation>
    </message>
</context>
<context>
    <name>WorkBar</name>
    <message numerus="yes">
        <source>%n answer(s) missing or invalid</source>
        <translation>
            <numerusform>%n Antwort fehlt oder ist ungültig</numerusform>
            <numerusform>%n Antworten fehlen oder sind ungültig</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n optional question(s) left</source>
        <translation>
            <numerusform>Noch %n freiwillige Frage</numerusform>
            <numerusform>Noch %n freiwillige Fragen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) left</source>
        <translation>
            <numerusform>Noch %n Frage</numerusform>
            <numerusform>Noch %n Fragen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n required answer(s) missing</source>
        <translation>
            <numerusform>%n Pflichtantwort fehlt</numerusform>
            <numerusform>%n Pflichtantworten fehlen</numerusform>
        </translation>
    </message>
    <message>
        <source>All questions answered</source>
        <translation>Alles beantwortet</translation>
    </message>
    <message>
        <source>All versions are kept under Revisions.</source>
        <translation>Alle Fassungen bleiben unter „Fassungen“ erhalten.</translation>
    </message>
    <message>
        <source>Answers to an earlier version of the questions</source>
        <translation>Antworten auf eine frühere Fassung der Fragen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Flag</source>
        <translation>Markieren</translation>
    </message>
    <message>
        <source>Next question</source>
        <translation>Nächste Frage</translation>
    </message>
    <message>
        <source>Next unanswered</source>
        <translation>Nächste offene</translation>
    </message>
    <message>
        <source>Questions left</source>
        <translation>Offene Fragen</translation>
    </message>
    <message>
        <source>Reason for the return</source>
        <translation>Grund der Rückgabe</translation>
    </message>
    <message>
        <source>Returned to you. Please revise your answers and submit again:</source>
        <translation>An Sie zurückgegeben. Bitte überarbeiten Sie Ihre Antworten, und geben Sie sie erneut ab:</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Überspringen</translation>
    </message>
    <message>
        <source>Stop the model; the instruction is kept</source>
        <translation>Modell anhalten; die Anweisung bleibt erhalten</translation>
    </message>
    <message>
        <source>Submit</source>
        <translation>Abgeben</translation>
    </message>
    <message>
        <source>The questions have changed. Please answer again. Your previous answers:</source>
        <translation>Die Fragen haben sich geändert. Bitte antworten Sie erneut. Bisherige Antworten:</translation>
    </message>
    <message>
        <source>The questions have changed. These answers still count:</source>
        <translation>Die Fragen haben sich geändert. Diese Antworten zählen weiterhin:</translation>
    </message>
    <message>
        <source>Time on this item: {time}</source>
        <translation>Zeit für diese Aufgabe: {time}</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
</context>
<context>
    <name>WorkedPart</name>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>Critique</source>
        <translation>Kritik</translation>
    </message>
    <message>
        <source>How to edit, with an example</source>
        <translation>So wird bearbeitet, mit Beispiel</translation>
    </message>
    <message>
        <source>Make the example as good as your own work: correct errors, add what is missing, cut empty phrases, keep what is right. Check facts in the evidence or in sources you trust. Keep the sections of the task.</source>
        <translation>Machen Sie das Beispiel so gut wie Ihre eigene Arbeit: Berichtigen Sie Fehler, ergänzen Sie, was fehlt, streichen Sie leere Floskeln, und behalten Sie, was stimmt. Prüfen Sie Tatsachen in den Belegstellen oder in Quellen, denen Sie vertrauen. Behalten Sie die Abschnitte der Aufgabe bei.</translation>
    </message>
    <message>
        <source>More in the guidelines  F1</source>
        <translation>Mehr steht im Leitfaden  F1</translation>
    </message>
    <message>
        <source>The bread has many holes, which come from the water in the dough.</source>
        <translation>Das Brot hat viele Löcher, die vom Wasser im Teig kommen.</translation>
    </message>
    <message>
        <source>The crumb has uneven holes of up to 2 cm. They come from gas that the yeast made; large ones near the crust show that the loaf was shaped too loosely.</source>
        <translation>Die Krume hat ungleichmäßige Löcher von bis zu 2 cm. Sie stammen vom Gas der Hefe; große nahe der Kruste zeigen, dass der Laib zu locker geformt wurde.</translation>
    </message>
    <message>
        <source>“Holes come from gas” – fixed. “Name the flour” – not valid: the task does not ask for it. Important phrases: “gas that the yeast made”, “shaped too loosely”.</source>
        <translation>„Löcher kommen von Gas“ – behoben. „Das Mehl nennen“ – trifft nicht zu: Die Aufgabe verlangt es nicht. Wichtige Wendungen: „vom Gas der Hefe“, „zu locker geformt“.</translation>
    </message>
</context>
<context>
    <name>Workplace</name>
    <message numerus="yes">
        <source>%n item(s) imported from {file}.</source>
        <translation>
            <numerusform>%n Aufgabe aus {file} importiert.</numerusform>
            <numerusform>%n Aufgaben aus {file} importiert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) returned to you with a note.</source>
        <translation>
            <numerusform>%n Aufgabe wurde Ihnen mit einer Anmerkung zurückgegeben.</numerusform>
            <numerusform>%n Aufgaben wurden Ihnen mit einer Anmerkung zurückgegeben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) of the bundle were excluded: {why}.</source>
        <translation>
            <numerusform>%n Eintrag des Pakets wurde ausgelassen: {why}.</numerusform>
            <numerusform>%n Einträge des Pakets wurden ausgelassen: {why}.</numerusform>
        </translation>
    </message>
    <message>
        <source>A file is being written.</source>
        <translation>Eine Datei wird gerade geschrieben.</translation>
    </message>
    <message>
        <source>An operation is still running in this project.</source>
        <translation>In diesem Projekt läuft noch ein Vorgang.</translation>
    </message>
    <message>
        <source>Another program has this workspace open, so it is read-only here.</source>
        <translation>Ein anderes Programm hat diesen Arbeitsbereich geöffnet; hier ist er schreibgeschützt.</translation>
    </message>
    <message>
        <source>Cancel it, or wait until it finishes. Then try again.</source>
        <translation>Brechen Sie ihn ab, oder warten Sie, bis er beendet ist. Versuchen Sie es dann noch einmal.</translation>
    </message>
    <message>
        <source>Close it there, then open it here again to continue.</source>
        <translation>Schließen Sie ihn dort und öffnen Sie ihn hier erneut, um weiterzuarbeiten.</translation>
    </message>
    <message>
        <source>It is open in another program. Close it there, then open it here again.</source>
        <translation>Es ist in einem anderen Programm geöffnet. Schließen Sie es dort, und öffnen Sie es hier noch einmal.</translation>
    </message>
    <message>
        <source>Nothing is lost. Open the workspace again whenever you like.</source>
        <translation>Es ist nichts verloren. Öffnen Sie den Arbeitsbereich wieder, wann immer Sie möchten.</translation>
    </message>
    <message numerus="yes">
        <source>Texts have changed in %n item(s): {numbers}. Check whether your answers are still correct.</source>
        <translation>
            <numerusform>In %n Aufgabe haben sich Texte geändert: {numbers}. Prüfen Sie, ob Ihre Antworten noch stimmen.</numerusform>
            <numerusform>In %n Aufgaben haben sich Texte geändert: {numbers}. Prüfen Sie, ob Ihre Antworten noch stimmen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The questions have changed: answer %n item(s) again.</source>
        <translation>
            <numerusform>Die Fragen haben sich geändert: %n Aufgabe ist neu zu beantworten.</numerusform>
            <numerusform>Die Fragen haben sich geändert: %n Aufgaben sind neu zu beantworten.</numerusform>
        </translation>
    </message>
    <message>
        <source>The workspace cannot be closed until the file has been written. Wait a moment, then try again.</source>
        <translation>Der Arbeitsbereich bleibt offen, bis die Datei vollständig ist. Versuchen Sie es dann noch einmal.</translation>
    </message>
    <message>
        <source>You did not agree, so nothing was opened.</source>
        <translation>Sie haben nicht eingewilligt, deshalb wurde nichts geöffnet.</translation>
    </message>
    <message>
        <source>{file} contains nothing new.</source>
        <translation>{file} enthält nichts Neues.</translation>
    </message>
    <message>
        <source>{file} imported; your items have not changed.</source>
        <translation>{file} importiert; Ihre Aufgaben sind unverändert.</translation>
    </message>
</context>
<context>
    <name>_Cells</name>
    <message>
        <source>No answer</source>
        <translation>Keine Antwort</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Your decision</source>
        <translation>Ihre Entscheidung</translation>
    </message>
    <message>
        <source>Your decision: {words}</source>
        <translation>Ihre Entscheidung: {words}</translation>
    </message>
    <message>
        <source>all versions are equal</source>
        <translation>alle Fassungen sind gleich</translation>
    </message>
</context>
<context>
    <name>_Delegate</name>
    <message>
        <source>No answer</source>
        <translation>Keine Antwort</translation>
    </message>
    <message>
        <source>Not in this version</source>
        <translation>Nicht in dieser Fassung</translation>
    </message>
    <message>
        <source>Withdrawn</source>
        <translation>Zurückgezogen</translation>
    </message>
</context>
<context>
    <name>_Heads</name>
    <message>
        <source>Authors of the answers below</source>
        <translation>Personen, von denen die Antworten stammen</translation>
    </message>
    <message>
        <source>Becomes the final answer</source>
        <translation>Wird zur endgültigen Antwort</translation>
    </message>
    <message>
        <source>Headings read aloud with each field</source>
        <translation>Überschriften, die zu jedem Feld vorgelesen werden</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>Fassungen</translation>
    </message>
    <message>
        <source>key {key}</source>
        <translation>Taste {key}</translation>
    </message>
</context>
<context>
    <name>_Lengths</name>
    <message numerus="yes">
        <source>Please enter at least %n characters.</source>
        <translation>
            <numerusform>Bitte geben Sie mindestens %n Zeichen ein.</numerusform>
            <numerusform>Bitte geben Sie mindestens %n Zeichen ein.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Please enter at most %n characters.</source>
        <translation>
            <numerusform>Bitte geben Sie höchstens %n Zeichen ein.</numerusform>
            <numerusform>Bitte geben Sie höchstens %n Zeichen ein.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_Rows</name>
    <message>
        <source>Decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Bemerkung</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Revisions</source>
        <translation>Fassungen</translation>
    </message>
    <message>
        <source>Show the whole answer (Enter)</source>
        <translation>Die ganze Antwort zeigen (Eingabe)</translation>
    </message>
    <message>
        <source>Submitted</source>
        <translation>Abgegeben</translation>
    </message>
    <message>
        <source>confidence: high</source>
        <translation>Sicherheit: hoch</translation>
    </message>
    <message>
        <source>confidence: low</source>
        <translation>Sicherheit: gering</translation>
    </message>
    <message>
        <source>confidence: medium</source>
        <translation>Sicherheit: mittel</translation>
    </message>
    <message>
        <source>guideline gap</source>
        <translation>Lücke im Leitfaden</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>importiert</translation>
    </message>
    <message>
        <source>in conflict</source>
        <translation>im Konflikt</translation>
    </message>
    <message>
        <source>not counted</source>
        <translation>nicht gezählt</translation>
    </message>
    <message>
        <source>outdated: answers have changed since</source>
        <translation>veraltet: Antworten haben sich seitdem geändert</translation>
    </message>
    <message>
        <source>{answer}, differs</source>
        <translation>{answer}, weicht ab</translation>
    </message>
</context>
</TS>
