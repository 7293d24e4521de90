<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>AgreementSection</name>
    <message numerus="yes">
        <source>%n answer(s) so far</source>
        <translation>
            <numerusform>%n Antwort bisher</numerusform>
            <numerusform>%n Antworten bisher</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) by two or more</source>
        <translation>
            <numerusform>%n Aufgabe von mehreren</numerusform>
            <numerusform>%n Aufgaben von mehreren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) have answers by two or more people.</source>
        <translation>
            <numerusform>%n Aufgabe hat Antworten von mindestens zwei Personen.</numerusform>
            <numerusform>%n Aufgaben haben Antworten von mindestens zwei Personen.</numerusform>
        </translation>
    </message>
    <message>
        <source>A folder of CSV files.</source>
        <translation>Ein Ordner mit CSV-Dateien.</translation>
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
        <source>Agreement needs items that two people answered. Merge the results of at least two people; then compute the tables here.</source>
        <translation>Für die Übereinstimmung braucht es Aufgaben, die zwei Personen beantwortet haben. Führen Sie die Ergebnisse von mindestens zwei Personen zusammen; dann berechnen Sie hier die Tabellen.</translation>
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
        <translation>Abgebrochen. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Ordner wählen</translation>
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
        <source>Gathering the data…</source>
        <translation>Daten werden gesammelt…</translation>
    </message>
    <message>
        <source>Go to merging</source>
        <translation>Zum Zusammenführen</translation>
    </message>
    <message>
        <source>No item has answers by two people yet, so there is no agreement to compute. Other tables may already say something.</source>
        <translation>Noch hat keine Aufgabe Antworten von zwei Personen; also lässt sich keine Übereinstimmung berechnen. Andere Tabellen sagen vielleicht schon etwas.</translation>
    </message>
    <message>
        <source>Nothing to measure yet</source>
        <translation>Noch nichts zu messen</translation>
    </message>
    <message>
        <source>One web page (HTML).</source>
        <translation>Eine Webseite (HTML).</translation>
    </message>
    <message>
        <source>Protocol to analyse</source>
        <translation>Protokoll, das ausgewertet wird</translation>
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
        <source>The project has changed since these were computed.</source>
        <translation>Das Projekt hat sich seit dieser Berechnung geändert.</translation>
    </message>
    <message>
        <source>The protocol&apos;s tables, from what is merged. What is in conflict is left out.</source>
        <translation>Die Tabellen des Protokolls aus allem, was zusammengeführt ist. Was im Konflikt steht, bleibt weg.</translation>
    </message>
    <message>
        <source>Too little for agreement: no item has answers by two people yet. Figures that cannot be computed are shown as a dash.</source>
        <translation>Zu wenig für eine Übereinstimmung: Noch hat keine Aufgabe Antworten von zwei Personen. Werte, die sich nicht berechnen lassen, stehen als Strich da.</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>Webseiten (*.html)</translation>
    </message>
    <message>
        <source>Which table to show</source>
        <translation>Welche Tabelle gezeigt wird</translation>
    </message>
    <message>
        <source>Writing the report…</source>
        <translation>Bericht wird geschrieben…</translation>
    </message>
    <message>
        <source>too little yet</source>
        <translation>noch zu wenig</translation>
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
        <source>%n assignment(s) were made.</source>
        <translation>
            <numerusform>%n Zuweisung gemacht.</numerusform>
            <numerusform>%n Zuweisungen gemacht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n earlier one(s) stay as they are.</source>
        <translation>
            <numerusform>%n frühere bleibt, wie sie ist.</numerusform>
            <numerusform>%n frühere bleiben, wie sie sind.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) would still lack people: choose more people or a smaller number per item.</source>
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
        <source>Add people first; then give them items here.</source>
        <translation>Tragen Sie zuerst Personen ein; dann geben Sie ihnen hier Aufgaben.</translation>
    </message>
    <message>
        <source>All items; or: source=news, id=a*</source>
        <translation>Alle; oder: source=news, id=a*</translation>
    </message>
    <message>
        <source>Answers of one group may go to different people</source>
        <translation>Antworten einer Gruppe dürfen an verschiedene Personen gehen</translation>
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
        <source>Balanced and drawn by lot. What is out already stays as it is, so you can assign the rest later.</source>
        <translation>Ausgewogen und ausgelost. Was schon vergeben ist, bleibt, wie es ist; den Rest können Sie später zuweisen.</translation>
    </message>
    <message>
        <source>Choose at least one person.</source>
        <translation>Wählen Sie mindestens eine Person.</translation>
    </message>
    <message>
        <source>Computing the load…</source>
        <translation>Verteilung wird berechnet…</translation>
    </message>
    <message>
        <source>Go to the bundles</source>
        <translation>Zu den Paketen</translation>
    </message>
    <message>
        <source>Go to the items</source>
        <translation>Zu den Aufgaben</translation>
    </message>
    <message>
        <source>Go to the people</source>
        <translation>Zu den Personen</translation>
    </message>
    <message>
        <source>How many people per item: a number from 1 to 99.</source>
        <translation>Wie viele Personen je Aufgabe: eine Zahl von 1 bis 99.</translation>
    </message>
    <message>
        <source>Import items first; then give them to people here.</source>
        <translation>Lesen Sie zuerst Aufgaben ein; dann geben Sie sie hier an Personen.</translation>
    </message>
    <message>
        <source>In all</source>
        <translation>Zusammen</translation>
    </message>
    <message>
        <source>Look at the preview first.</source>
        <translation>Sehen Sie sich zuerst die Vorschau an.</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Only items</source>
        <translation>Nur Aufgaben</translation>
    </message>
    <message>
        <source>Only items like these</source>
        <translation>Nur Aufgaben wie diese</translation>
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
        <source>People who get items</source>
        <translation>Personen, die Aufgaben bekommen</translation>
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
        <source>Preview of the load</source>
        <translation>Vorschau der Verteilung</translation>
    </message>
    <message>
        <source>Result of assigning</source>
        <translation>Ergebnis des Zuweisens</translation>
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
        <source>The preview shows how many items everybody would get. It saves nothing.</source>
        <translation>Die Vorschau zeigt, wie viele Aufgaben jede Person bekäme. Sie speichert nichts.</translation>
    </message>
    <message>
        <source>The same seed gives the same plan.</source>
        <translation>Derselbe Startwert ergibt denselben Plan.</translation>
    </message>
    <message>
        <source>The seed is a whole number.</source>
        <translation>Der Startwert ist eine ganze Zahl.</translation>
    </message>
    <message>
        <source>There is nobody to assign to yet</source>
        <translation>Noch ist niemand da</translation>
    </message>
    <message>
        <source>There is nothing to assign yet</source>
        <translation>Noch nichts zuzuweisen</translation>
    </message>
    <message>
        <source>There is nothing to assign.</source>
        <translation>Es gibt nichts zuzuweisen.</translation>
    </message>
    <message>
        <source>Write the bundles next, one per person.</source>
        <translation>Schreiben Sie als Nächstes die Pakete, eines je Person.</translation>
    </message>
    <message>
        <source>nothing out yet</source>
        <translation>noch nichts vergeben</translation>
    </message>
</context>
<context>
    <name>BundlesSection</name>
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
        <source>%n person(s) with work</source>
        <translation>
            <numerusform>%n Person mit Aufgaben</numerusform>
            <numerusform>%n Personen mit Aufgaben</numerusform>
        </translation>
    </message>
    <message>
        <source>Assign items to people first; then write their bundles here.</source>
        <translation>Weisen Sie zuerst Aufgaben zu; dann schreiben Sie hier die Pakete.</translation>
    </message>
    <message>
        <source>Bundles (*{suffix})</source>
        <translation>Pakete (*{suffix})</translation>
    </message>
    <message>
        <source>Bundles out</source>
        <translation>Pakete schreiben</translation>
    </message>
    <message>
        <source>Bundles written</source>
        <translation>Geschriebene Pakete</translation>
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
        <translation>Den Ordner für die Pakete wählen</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Auswählen…</translation>
    </message>
    <message>
        <source>Encrypted to each person&apos;s key</source>
        <translation>Verschlüsselt für den Schlüssel der Person</translation>
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
        <source>Everything, for another lead.</source>
        <translation>Alles, für eine andere Projektleitung.</translation>
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
        <source>Go to assigning</source>
        <translation>Zum Zuweisen</translation>
    </message>
    <message>
        <source>Items</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>No key is known yet of {people}: it comes with their first results. Take the marks off them, or choose a passphrase.</source>
        <translation>Von {people} ist noch kein Schlüssel bekannt: Er kommt mit den ersten Ergebnissen. Nehmen Sie dort das Häkchen weg oder wählen Sie eine Passphrase.</translation>
    </message>
    <message>
        <source>Nobody has anything to do yet</source>
        <translation>Noch hat niemand etwas zu tun</translation>
    </message>
    <message>
        <source>Once more</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>One file per person, to send by e-mail for instance. It holds their items and nothing else: no model names, nobody else&apos;s answers.</source>
        <translation>Eine Datei je Person, etwa zum Versand per E-Mail. Sie enthält deren Aufgaben und sonst nichts: keine Modellnamen, keine fremden Antworten.</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>Passphrase</translation>
    </message>
    <message>
        <source>Passphrase again</source>
        <translation>Passphrase noch einmal</translation>
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
        <source>Signed, not encrypted</source>
        <translation>Signiert, nicht verschlüsselt</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Tell it to them by another way, such as the telephone.</source>
        <translation>Teilen Sie sie auf anderem Weg mit, etwa am Telefon.</translation>
    </message>
    <message>
        <source>The files listed here were written.</source>
        <translation>Die hier genannten Dateien sind geschrieben.</translation>
    </message>
    <message>
        <source>The files that were written will be listed here.</source>
        <translation>Hier stehen dann die geschriebenen Dateien.</translation>
    </message>
    <message>
        <source>The two passphrases differ.</source>
        <translation>Die beiden Passphrasen sind verschieden.</translation>
    </message>
    <message>
        <source>Type a passphrase of several words.</source>
        <translation>Geben Sie eine Passphrase aus mehreren Wörtern ein.</translation>
    </message>
    <message>
        <source>WRITTEN</source>
        <translation>GESCHRIEBEN</translation>
    </message>
    <message>
        <source>Write the bundles</source>
        <translation>Pakete schreiben</translation>
    </message>
    <message>
        <source>Write the whole project to</source>
        <translation>Das ganze Projekt schreiben nach</translation>
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
        <source>another lead</source>
        <translation>andere Projektleitung</translation>
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
    <name>ChoiceField</name>
    <message>
        <source>%1  (key %2)</source>
        <translation>%1  (Taste %2)</translation>
    </message>
    <message>
        <source>Point at an option to read what it means.</source>
        <translation>Zeigen Sie auf eine Möglichkeit, um zu lesen, was sie bedeutet.</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Commands found</source>
        <translation>Gefundene Befehle</translation>
    </message>
    <message>
        <source>Search the commands</source>
        <translation>Befehle durchsuchen</translation>
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
        <source>Add a person</source>
        <translation>Person eintragen</translation>
    </message>
    <message>
        <source>Agreement</source>
        <translation>Übereinstimmung</translation>
    </message>
    <message>
        <source>Assign</source>
        <translation>Zuweisen</translation>
    </message>
    <message>
        <source>Bundles out</source>
        <translation>Pakete schreiben</translation>
    </message>
    <message>
        <source>Choose bundles to merge…</source>
        <translation>Pakete zum Zusammenführen wählen…</translation>
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
        <source>Discard the changes to this item</source>
        <translation>Änderungen an dieser Aufgabe verwerfen</translation>
    </message>
    <message>
        <source>Flag with a reason…</source>
        <translation>Mit Begründung markieren…</translation>
    </message>
    <message>
        <source>Guidelines</source>
        <translation>Leitfaden</translation>
    </message>
    <message>
        <source>Import items…</source>
        <translation>Aufgaben einlesen…</translation>
    </message>
    <message>
        <source>Items</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Größere Schrift</translation>
    </message>
    <message>
        <source>List of keys</source>
        <translation>Tastenübersicht</translation>
    </message>
    <message>
        <source>Look: as the system</source>
        <translation>Aussehen: wie das System</translation>
    </message>
    <message>
        <source>Look: dark</source>
        <translation>Aussehen: dunkel</translation>
    </message>
    <message>
        <source>Look: high contrast</source>
        <translation>Aussehen: hoher Kontrast</translation>
    </message>
    <message>
        <source>Look: light</source>
        <translation>Aussehen: hell</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Zusammenführen</translation>
    </message>
    <message>
        <source>Merge the chosen bundles</source>
        <translation>Die gewählten Pakete zusammenführen</translation>
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
        <source>People</source>
        <translation>Personen</translation>
    </message>
    <message>
        <source>Preview the load</source>
        <translation>Verteilung ansehen</translation>
    </message>
    <message>
        <source>Previous item</source>
        <translation>Vorige Aufgabe</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
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
        <source>Save a copy elsewhere…</source>
        <translation>Kopie woanders speichern…</translation>
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
        <source>Submit and go on</source>
        <translation>Abgeben und weiter</translation>
    </message>
    <message>
        <source>Take the mark away</source>
        <translation>Vermerk entfernen</translation>
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
        <source>Undo the last merge</source>
        <translation>Letzte Zusammenführung zurücknehmen</translation>
    </message>
    <message>
        <source>Write the bundles</source>
        <translation>Pakete schreiben</translation>
    </message>
    <message>
        <source>Write the whole project…</source>
        <translation>Ganzes Projekt schreiben…</translation>
    </message>
</context>
<context>
    <name>Controller</name>
    <message>
        <source>A moment: the results are being written.</source>
        <translation>Einen Moment: Die Ergebnisse werden geschrieben.</translation>
    </message>
    <message>
        <source>Ask the project lead for a new bundle.</source>
        <translation>Bitten Sie die Projektleitung um ein neues Paket.</translation>
    </message>
    <message>
        <source>Flag</source>
        <translation>Markieren</translation>
    </message>
    <message>
        <source>Flag item {number}: why?</source>
        <translation>Aufgabe {number} markieren: warum?</translation>
    </message>
    <message>
        <source>Nothing can be changed here.</source>
        <translation>Hier lässt sich nichts ändern.</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Überspringen</translation>
    </message>
    <message>
        <source>Skip item {number}: why?</source>
        <translation>Aufgabe {number} überspringen: warum?</translation>
    </message>
    <message>
        <source>This workspace holds no items for you.</source>
        <translation>Dieser Arbeitsbereich enthält keine Aufgaben für Sie.</translation>
    </message>
    <message>
        <source>This workspace is open for reading only.</source>
        <translation>Dieser Arbeitsbereich ist nur zum Lesen geöffnet.</translation>
    </message>
</context>
<context>
    <name>CrashPage</name>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
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
        <source>Say what you did and what you expected, and add the lines below. They hold no texts, no answers and no keys.</source>
        <translation>Beschreiben Sie, was Sie getan und was Sie erwartet haben, und fügen Sie die Zeilen unten an. Sie enthalten keine Texte, keine Antworten und keine Schlüssel.</translation>
    </message>
    <message>
        <source>Something unforeseen went wrong</source>
        <translation>Etwas Unvorhergesehenes ist passiert</translation>
    </message>
    <message>
        <source>Your work is safe: everything you typed was saved as a draft. You can go on. If it happens again, send the report below to the people who make Proofdesk. It holds no texts, no answers and no keys.</source>
        <translation>Ihre Arbeit ist sicher: Alles, was Sie eingegeben haben, ist als Entwurf gespeichert. Sie können weitermachen. Falls es wieder geschieht, schicken Sie den Bericht unten an die Entwickler von Proofdesk. Er enthält keine Texte, keine Antworten und keine Schlüssel.</translation>
    </message>
</context>
<context>
    <name>Desk</name>
    <message>
        <source>Cancelled. Nothing was changed.</source>
        <translation>Abgebrochen. Nichts wurde geändert.</translation>
    </message>
</context>
<context>
    <name>DonePage</name>
    <message>
        <source>All items are done</source>
        <translation>Alle Aufgaben sind erledigt</translation>
    </message>
    <message>
        <source>Write your results into one file and send it back to the project lead. You can still open any item from the list and change your answers; then write the file again.</source>
        <translation>Schreiben Sie Ihre Ergebnisse in eine Datei und schicken Sie diese an die Projektleitung zurück. Sie können weiterhin jede Aufgabe aus der Liste öffnen und Ihre Antworten ändern; schreiben Sie die Datei danach einfach noch einmal.</translation>
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
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Close finding</source>
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
        <translation>Voriger Treffer</translation>
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
    <name>Footer</name>
    <message>
        <source>Saved state</source>
        <translation>Speicherstand</translation>
    </message>
</context>
<context>
    <name>FormView</name>
    <message>
        <source>%1 answers need a look:</source>
        <translation>%1 Antworten brauchen noch einen Blick:</translation>
    </message>
    <message>
        <source>At least %1 characters, please.</source>
        <translation>Bitte mindestens %1 Zeichen.</translation>
    </message>
    <message>
        <source>At least %1, please.</source>
        <translation>Bitte mindestens %1.</translation>
    </message>
    <message>
        <source>At most %1 characters, please.</source>
        <translation>Bitte höchstens %1 Zeichen.</translation>
    </message>
    <message>
        <source>At most %1, please.</source>
        <translation>Bitte höchstens %1.</translation>
    </message>
    <message>
        <source>Must be at least %1.</source>
        <translation>Bitte mindestens %1.</translation>
    </message>
    <message>
        <source>Must be at most %1.</source>
        <translation>Bitte höchstens %1.</translation>
    </message>
    <message>
        <source>Must be in steps of %1.</source>
        <translation>Bitte in Schritten von %1.</translation>
    </message>
    <message>
        <source>One answer needs a look:</source>
        <translation>Eine Antwort braucht noch einen Blick:</translation>
    </message>
    <message>
        <source>One line only, please.</source>
        <translation>Bitte nur eine Zeile.</translation>
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
        <source>This cannot be read: please look at it again.</source>
        <translation>Das ist nicht lesbar: Bitte sehen Sie es sich noch einmal an.</translation>
    </message>
    <message>
        <source>optional</source>
        <translation>freiwillig</translation>
    </message>
    <message>
        <source>required</source>
        <translation>erforderlich</translation>
    </message>
</context>
<context>
    <name>Header</name>
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
        <source>{done} of {total} done</source>
        <translation>{done} von {total} erledigt</translation>
    </message>
    <message>
        <source>{time} today</source>
        <translation>heute {time}</translation>
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
    <name>ItemPanel</name>
    <message>
        <source>Questions</source>
        <translation>Fragen</translation>
    </message>
</context>
<context>
    <name>ItemsSection</name>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n Aufgabe</numerusform>
            <numerusform>%n Aufgaben</numerusform>
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
        <source>%n row(s) were known.</source>
        <translation>
            <numerusform>%n Zeile war bekannt.</numerusform>
            <numerusform>%n Zeilen waren bekannt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) were refused; the others are in.</source>
        <translation>
            <numerusform>%n Zeile abgelehnt; die anderen sind übernommen.</numerusform>
            <numerusform>%n Zeilen abgelehnt; die anderen sind übernommen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Assigned to</source>
        <translation>Zugewiesen an</translation>
    </message>
    <message>
        <source>Choose a file with one item per row (JSONL, JSON or CSV), or drop it on this window. Importing a file twice adds nothing.</source>
        <translation>Wählen Sie eine Datei mit einer Aufgabe je Zeile (JSONL, JSON oder CSV) oder ziehen Sie sie auf dieses Fenster. Eine Datei zweimal einzulesen fügt nichts hinzu.</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Erledigt</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>Import items</source>
        <translation>Aufgaben einlesen</translation>
    </message>
    <message>
        <source>Import items…</source>
        <translation>Aufgaben einlesen…</translation>
    </message>
    <message>
        <source>Importing items…</source>
        <translation>Aufgaben werden eingelesen…</translation>
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
        <source>Items ({kinds});;All files (*)</source>
        <translation>Aufgaben ({kinds});;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>No items yet</source>
        <translation>Noch keine Aufgaben</translation>
    </message>
    <message>
        <source>Protocol of the imported items</source>
        <translation>Protokoll der eingelesenen Aufgaben</translation>
    </message>
    <message numerus="yes">
        <source>Read %n row(s).</source>
        <translation>
            <numerusform>%n Zeile gelesen.</numerusform>
            <numerusform>%n Zeilen gelesen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Replace them</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Result of the import</source>
        <translation>Ergebnis des Einlesens</translation>
    </message>
    <message>
        <source>Search items</source>
        <translation>Aufgaben suchen</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>What there is to judge. Only you see where an item comes from.</source>
        <translation>Was zu beurteilen ist. Nur Sie sehen, woher eine Aufgabe kommt.</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} von {total}</translation>
    </message>
    <message>
        <source>{found} of {total}</source>
        <translation>{found} von {total}</translation>
    </message>
</context>
<context>
    <name>JoinPage</name>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>Beginnen</translation>
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
        <source>This bundle is encrypted.</source>
        <translation>Dieses Paket ist verschlüsselt.</translation>
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
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Keys and what they do</source>
        <translation>Tasten und was sie tun</translation>
    </message>
    <message>
        <source>List of keys</source>
        <translation>Tastenübersicht</translation>
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
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel what is being done</source>
        <translation>Den laufenden Vorgang abbrechen</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Progress of what is being done</source>
        <translation>Fortschritt des laufenden Vorgangs</translation>
    </message>
    <message>
        <source>Steps of the project</source>
        <translation>Schritte des Projekts</translation>
    </message>
    <message>
        <source>This project is open for reading only: {why}</source>
        <translation>Dieses Projekt ist nur zum Lesen geöffnet: {why}</translation>
    </message>
    <message>
        <source>What is being done</source>
        <translation>Laufender Vorgang</translation>
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
    <name>Legend</name>
    <message>
        <source>Inflected</source>
        <translation>Gebeugt</translation>
    </message>
    <message>
        <source>Legend of the highlights</source>
        <translation>Legende der Hervorhebungen</translation>
    </message>
    <message>
        <source>Near</source>
        <translation>Ähnlich</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Fehlt</translation>
    </message>
    <message>
        <source>Same</source>
        <translation>Gleich</translation>
    </message>
    <message>
        <source>spelt almost alike, or divided differently</source>
        <translation>fast gleich geschrieben oder anders getrennt</translation>
    </message>
    <message>
        <source>the same word in another form</source>
        <translation>dasselbe Wort in anderer Form</translation>
    </message>
    <message>
        <source>the same words in both texts</source>
        <translation>dieselben Wörter in beiden Texten</translation>
    </message>
    <message>
        <source>words and numbers of the answer that the document does not have</source>
        <translation>Wörter und Zahlen der Antwort, die im Dokument nicht vorkommen</translation>
    </message>
</context>
<context>
    <name>LineField</name>
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
    <message>
        <source>Remove entry %1</source>
        <translation>Eintrag %1 entfernen</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Last time the program ended unexpectedly. What you had typed was saved.</source>
        <translation>Das Programm wurde beim letzten Mal unerwartet beendet. Was Sie eingegeben hatten, ist gespeichert.</translation>
    </message>
    <message>
        <source>See Help ▸ Report a problem.</source>
        <translation>Siehe Hilfe ▸ Problem melden.</translation>
    </message>
    <message>
        <source>The window closes by itself as soon as the file is complete.</source>
        <translation>Das Fenster schließt sich von selbst, sobald die Datei vollständig ist.</translation>
    </message>
    <message>
        <source>Your results are being written.</source>
        <translation>Ihre Ergebnisse werden gerade geschrieben.</translation>
    </message>
</context>
<context>
    <name>MatchControls</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Exact</source>
        <translation>Genaue</translation>
    </message>
    <message>
        <source>How alike words must be to count as near, in per cent</source>
        <translation>Wie ähnlich Wörter sein müssen, um als ähnlich zu gelten, in Prozent</translation>
    </message>
    <message>
        <source>Near</source>
        <translation>Ähnlich</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Show all matches</source>
        <translation>Alle Übereinstimmungen zeigen</translation>
    </message>
    <message>
        <source>Show only what is the same</source>
        <translation>Nur Gleiches zeigen</translation>
    </message>
    <message>
        <source>Show the plain texts</source>
        <translation>Texte ohne Hervorhebung zeigen</translation>
    </message>
</context>
<context>
    <name>MatchPane</name>
    <message>
        <source>Overview of the matches in: %1</source>
        <translation>Überblick der Übereinstimmungen in: %1</translation>
    </message>
</context>
<context>
    <name>MergeSection</name>
    <message numerus="yes">
        <source>%n bundle(s) chosen</source>
        <translation>
            <numerusform>%n Paket gewählt</numerusform>
            <numerusform>%n Pakete gewählt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them conflict with what was there; both versions are kept.</source>
        <translation>
            <numerusform>%n davon widerspricht dem Vorhandenen; beide Fassungen bleiben erhalten.</numerusform>
            <numerusform>%n davon widersprechen dem Vorhandenen; beide Fassungen bleiben erhalten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) of the merge of {time} were taken out again.</source>
        <translation>
            <numerusform>%n Eintrag der Zusammenführung vom {time} wieder herausgenommen.</numerusform>
            <numerusform>%n Einträge der Zusammenführung vom {time} wieder herausgenommen.</numerusform>
        </translation>
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
        <source>Choose bundles to merge</source>
        <translation>Pakete zum Zusammenführen wählen</translation>
    </message>
    <message>
        <source>Choose bundles…</source>
        <translation>Pakete wählen…</translation>
    </message>
    <message>
        <source>Choose the files you got back, or drop them on this window. You see what they bring before anything is merged.</source>
        <translation>Wählen Sie die Dateien, die Sie zurückbekommen haben, oder ziehen Sie sie auf dieses Fenster. Sie sehen, was sie bringen, bevor etwas übernommen wird.</translation>
    </message>
    <message>
        <source>Conflicting</source>
        <translation>Widersprüchlich</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>I have compared the fingerprint: accept the new key of {who}</source>
        <translation>Ich habe den Fingerabdruck verglichen: neuen Schlüssel annehmen von {who}</translation>
    </message>
    <message>
        <source>I know where it comes from: accept unsigned work of {who}</source>
        <translation>Ich weiß, woher es kommt: unsignierte Arbeit annehmen von {who}</translation>
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
        <source>Leave this one out</source>
        <translation>Dieses weglassen</translation>
    </message>
    <message>
        <source>Looking into the bundles…</source>
        <translation>Pakete werden geprüft…</translation>
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
        <source>Merged %n new record(s) of {who}.</source>
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
        <source>None of these bundles can be merged as they are.</source>
        <translation>Keines dieser Pakete kann so übernommen werden.</translation>
    </message>
    <message>
        <source>Not everything can be taken in; what is refused stays out.</source>
        <translation>Nicht alles kann übernommen werden; was abgelehnt ist, bleibt draußen.</translation>
    </message>
    <message>
        <source>Nothing has been merged yet.</source>
        <translation>Noch wurde nichts zusammengeführt.</translation>
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
        <source>Result of the merge</source>
        <translation>Ergebnis der Zusammenführung</translation>
    </message>
    <message>
        <source>See the progress</source>
        <translation>Fortschritt ansehen</translation>
    </message>
    <message>
        <source>Signature</source>
        <translation>Signatur</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Takes the chosen bundle off the list (Del).</source>
        <translation>Nimmt das gewählte Paket von der Liste (Entf).</translation>
    </message>
    <message>
        <source>Undo the last merge</source>
        <translation>Letzte Zusammenführung zurücknehmen</translation>
    </message>
    <message>
        <source>Undoing the last merge…</source>
        <translation>Letzte Zusammenführung wird zurückgenommen…</translation>
    </message>
    <message>
        <source>What annotators send back. Any order, any repetition gives the same result; a merge can be undone.</source>
        <translation>Was Annotierende zurückschicken. Reihenfolge und Wiederholung ändern das Ergebnis nicht; eine Zusammenführung lässt sich zurücknehmen.</translation>
    </message>
    <message>
        <source>What is refused or worth knowing</source>
        <translation>Was abgelehnt oder wissenswert ist</translation>
    </message>
    <message>
        <source>Worth knowing before you merge:</source>
        <translation>Gut zu wissen vor dem Zusammenführen:</translation>
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
        <source>signed, first time</source>
        <translation>signiert, zum ersten Mal</translation>
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
    <name>NewProjectPage</name>
    <message>
        <source>A title holds no control characters.</source>
        <translation>Ein Titel enthält keine Steuerzeichen.</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Choose a folder, with its whole path.</source>
        <translation>Wählen Sie einen Ordner, mit ganzem Pfad.</translation>
    </message>
    <message>
        <source>Choose at least one protocol.</source>
        <translation>Wählen Sie mindestens ein Protokoll.</translation>
    </message>
    <message>
        <source>Choose the folder of the project</source>
        <translation>Ordner des Projekts wählen</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Auswählen…</translation>
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
        <source>Give the project a title.</source>
        <translation>Geben Sie dem Projekt einen Titel.</translation>
    </message>
    <message>
        <source>Make the project</source>
        <translation>Projekt anlegen</translation>
    </message>
    <message>
        <source>Making…</source>
        <translation>Wird angelegt…</translation>
    </message>
    <message>
        <source>New project</source>
        <translation>Neues Projekt</translation>
    </message>
    <message>
        <source>Protocols</source>
        <translation>Protokolle</translation>
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
    <message>
        <source>What annotators will read, such as News summaries</source>
        <translation>Was Annotierende lesen, etwa: Kurze Nachrichten</translation>
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
    <name>Opener</name>
    <message>
        <source>A copy is in {folder}.</source>
        <translation>Eine Kopie liegt in {folder}.</translation>
    </message>
    <message>
        <source>Bundles (*{suffix});;All files (*)</source>
        <translation>Pakete (*{suffix});;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Copying the workspace…</source>
        <translation>Der Arbeitsbereich wird kopiert…</translation>
    </message>
    <message>
        <source>It has everything you typed. Send your results from here.</source>
        <translation>Sie enthält alles, was Sie getippt haben. Senden Sie Ihre Ergebnisse von hier aus.</translation>
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
        <source>Such a file is for the project lead, who merges it into the project.</source>
        <translation>Eine solche Datei ist für die Projektleitung, die sie in das Projekt übernimmt.</translation>
    </message>
    <message>
        <source>Taking the bundle in…</source>
        <translation>Paket wird übernommen…</translation>
    </message>
    <message>
        <source>This workspace is open in another window, which is in front now.</source>
        <translation>Dieser Arbeitsbereich ist in einem anderen Fenster geöffnet, das jetzt vorne liegt.</translation>
    </message>
    <message>
        <source>You are working as {person}; this bundle is for {other}.</source>
        <translation>Sie arbeiten als {person}; dieses Paket ist für {other}.</translation>
    </message>
    <message>
        <source>You are working in the copy now: {folder}.</source>
        <translation>Sie arbeiten jetzt in der Kopie: {folder}.</translation>
    </message>
    <message>
        <source>{file} holds results by {sender}: there is no work in it to do.</source>
        <translation>{file} enthält Ergebnisse von {sender}: Darin ist nichts zu bearbeiten.</translation>
    </message>
</context>
<context>
    <name>Outcome</name>
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
    <name>OverviewStrip</name>
    <message>
        <source>Overview of the matches</source>
        <translation>Überblick der Übereinstimmungen</translation>
    </message>
    <message>
        <source>Where the matches are in the whole text. Click to go there.</source>
        <translation>Wo im ganzen Text Übereinstimmungen sind. Ein Klick führt hin.</translation>
    </message>
</context>
<context>
    <name>PeopleSection</name>
    <message numerus="yes">
        <source>%n new person(s).</source>
        <translation>
            <numerusform>%n neue Person.</numerusform>
            <numerusform>%n neue Personen.</numerusform>
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
        <source>%n row(s) were refused; the others are in.</source>
        <translation>
            <numerusform>%n Zeile abgelehnt; die anderen sind übernommen.</numerusform>
            <numerusform>%n Zeilen abgelehnt; die anderen sind übernommen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add the person</source>
        <translation>Die Person eintragen</translation>
    </message>
    <message>
        <source>Adding the person…</source>
        <translation>Person wird eingetragen…</translation>
    </message>
    <message>
        <source>Annotator</source>
        <translation>Annotierend</translation>
    </message>
    <message>
        <source>Annotators stand under a short id of your choice; a name is optional and is sent only to that person.</source>
        <translation>Annotierende stehen unter einer kurzen Kennung Ihrer Wahl; ein Name ist freiwillig und geht nur an die Person selbst.</translation>
    </message>
    <message>
        <source>Assigned</source>
        <translation>Zugewiesen</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Erledigt</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Id of the person</source>
        <translation>Kennung der Person</translation>
    </message>
    <message>
        <source>Id, such as ana</source>
        <translation>Kennung, etwa ana</translation>
    </message>
    <message>
        <source>Import people</source>
        <translation>Personen einlesen</translation>
    </message>
    <message>
        <source>Import people…</source>
        <translation>Personen einlesen…</translation>
    </message>
    <message>
        <source>Importing people…</source>
        <translation>Personen werden eingelesen…</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Last merged</source>
        <translation>Zuletzt übernommen</translation>
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
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Name (optional)</source>
        <translation>Name (freiwillig)</translation>
    </message>
    <message>
        <source>Name of the person</source>
        <translation>Name der Person</translation>
    </message>
    <message>
        <source>Nobody yet</source>
        <translation>Noch niemand</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Personen</translation>
    </message>
    <message>
        <source>People ({kinds});;All files (*)</source>
        <translation>Personen ({kinds});;Alle Dateien (*)</translation>
    </message>
    <message numerus="yes">
        <source>Read %n row(s).</source>
        <translation>
            <numerusform>%n Zeile gelesen.</numerusform>
            <numerusform>%n Zeilen gelesen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Result of the import</source>
        <translation>Ergebnis des Einlesens</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>Role of the person</source>
        <translation>Rolle der Person</translation>
    </message>
    <message>
        <source>Type an id above and press Enter. Everybody you add stands here, with how far they are and the key they sign with.</source>
        <translation>Geben Sie oben eine Kennung ein und drücken Sie Eingabe. Alle Eingetragenen stehen dann hier, mit ihrem Stand und ihrem Schlüssel.</translation>
    </message>
    <message>
        <source>Type an id first.</source>
        <translation>Geben Sie zuerst eine Kennung ein.</translation>
    </message>
    <message>
        <source>Your own key, which annotators may ask you for: {fingerprint}</source>
        <translation>Ihr eigener Schlüssel, nach dem Annotierende fragen können: {fingerprint}</translation>
    </message>
    <message>
        <source>annotator</source>
        <translation>annotierend</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>eingelesen</translation>
    </message>
    <message>
        <source>lead</source>
        <translation>Projektleitung</translation>
    </message>
    <message>
        <source>not known yet</source>
        <translation>noch unbekannt</translation>
    </message>
    <message>
        <source>“{person}” is there already.</source>
        <translation>„{person}“ ist schon da.</translation>
    </message>
</context>
<context>
    <name>ProgressSection</name>
    <message numerus="yes">
        <source>%n answer(s)</source>
        <translation>
            <numerusform>%n Antwort</numerusform>
            <numerusform>%n Antworten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conflict(s): two versions of one thing that differ. Both are kept and left out of the figures until you decide, with “proofdesk conflicts” and “proofdesk adjudicate” on the command line.</source>
        <translation>
            <numerusform>%n Konflikt: zwei verschiedene Fassungen derselben Sache. Beide bleiben erhalten und zählen nicht in den Werten mit, bis Sie entscheiden, auf der Befehlszeile mit „proofdesk conflicts“ und „proofdesk adjudicate“.</numerusform>
            <numerusform>%n Konflikte: je zwei verschiedene Fassungen derselben Sache. Beide bleiben erhalten und zählen nicht in den Werten mit, bis Sie entscheiden, auf der Befehlszeile mit „proofdesk conflicts“ und „proofdesk adjudicate“.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) wait for others to arrive.</source>
        <translation>
            <numerusform>%n Eintrag wartet auf andere, die noch fehlen.</numerusform>
            <numerusform>%n Einträge warten auf andere, die noch fehlen.</numerusform>
        </translation>
    </message>
    <message>
        <source>ASSIGNED</source>
        <translation>ZUGEWIESEN</translation>
    </message>
    <message>
        <source>As of the results merged so far. Drafts stay with the annotators.</source>
        <translation>Stand der bisher zusammengeführten Ergebnisse. Entwürfe bleiben bei den Annotierenden.</translation>
    </message>
    <message>
        <source>Assigned</source>
        <translation>Zugewiesen</translation>
    </message>
    <message>
        <source>CONFLICTS</source>
        <translation>KONFLIKTE</translation>
    </message>
    <message>
        <source>Conflicts, flagged and skipped items</source>
        <translation>Konflikte, markierte und übersprungene Aufgaben</translation>
    </message>
    <message>
        <source>DONE</source>
        <translation>ERLEDIGT</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Erledigt</translation>
    </message>
    <message>
        <source>FLAGGED</source>
        <translation>MARKIERT</translation>
    </message>
    <message>
        <source>Flagged</source>
        <translation>Markiert</translation>
    </message>
    <message>
        <source>Go to assigning</source>
        <translation>Zum Zuweisen</translation>
    </message>
    <message>
        <source>Item</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Last merged</source>
        <translation>Zuletzt übernommen</translation>
    </message>
    <message>
        <source>Median time</source>
        <translation>Zeit (Median)</translation>
    </message>
    <message>
        <source>Nothing is out yet</source>
        <translation>Noch nichts vergeben</translation>
    </message>
    <message>
        <source>Once items are assigned, it stands here how far everybody is, how long they take, and what they flagged.</source>
        <translation>Sobald Aufgaben zugewiesen sind, steht hier, wie weit alle sind, wie lange sie brauchen und was sie markiert haben.</translation>
    </message>
    <message>
        <source>Person</source>
        <translation>Person</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Progress of the whole project</source>
        <translation>Fortschritt des ganzen Projekts</translation>
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
        <source>SKIPPED</source>
        <translation>ÜBERSPRUNGEN</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>Übersprungen</translation>
    </message>
    <message>
        <source>TO DO</source>
        <translation>OFFEN</translation>
    </message>
    <message>
        <source>TO LOOK AT</source>
        <translation>ANZUSEHEN</translation>
    </message>
    <message>
        <source>To do</source>
        <translation>Offen</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>conflict</source>
        <translation>Konflikt</translation>
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
        <source>two versions of one {kind}</source>
        <translation>zwei Fassungen derselben Sache ({kind})</translation>
    </message>
    <message>
        <source>{done} of {total} done</source>
        <translation>{done} von {total} erledigt</translation>
    </message>
</context>
<context>
    <name>QuestionView</name>
    <message>
        <source>Question %1</source>
        <translation>Frage %1</translation>
    </message>
</context>
<context>
    <name>Queue</name>
    <message>
        <source>All</source>
        <translation>Alle</translation>
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
        <source>No item is like that.</source>
        <translation>Keine Aufgabe passt dazu.</translation>
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
        <source>Skipped</source>
        <translation>Übersprungen</translation>
    </message>
    <message>
        <source>To do</source>
        <translation>Offen</translation>
    </message>
    <message>
        <source>Which items to show</source>
        <translation>Welche Aufgaben zu sehen sind</translation>
    </message>
</context>
<context>
    <name>QueueModel</name>
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
</context>
<context>
    <name>ReasonPage</name>
    <message>
        <source>A reason; the project lead reads it</source>
        <translation>Eine Begründung; die Projektleitung liest sie</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Begründung</translation>
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
    <name>RisumPanel</name>
    <message>
        <source>%1 % found</source>
        <translation>%1 % gefunden</translation>
    </message>
    <message>
        <source>%1 of the answer’s %2 content words are in the document</source>
        <translation>%1 von %2 Inhaltswörtern der Antwort stehen im Dokument</translation>
    </message>
    <message numerus="yes">
        <source>%n not found</source>
        <translation>
            <numerusform>%n fehlt</numerusform>
            <numerusform>%n fehlen</numerusform>
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
        <source>Change which matches show</source>
        <translation>Sichtbare Übereinstimmungen wechseln</translation>
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
        <source>Hide the matches</source>
        <translation>Übereinstimmungen ausblenden</translation>
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
        <source>Next match</source>
        <translation>Nächste Übereinstimmung</translation>
    </message>
    <message>
        <source>Next words not in the document</source>
        <translation>Nächste Wörter, die nicht im Dokument stehen</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Fehlt</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Vorige Übereinstimmung</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>Show all matches</source>
        <translation>Alle Übereinstimmungen zeigen</translation>
    </message>
    <message>
        <source>Show only exact matches</source>
        <translation>Nur genaue Übereinstimmungen zeigen</translation>
    </message>
    <message>
        <source>This is a very long document</source>
        <translation>Dieses Dokument ist sehr lang</translation>
    </message>
    <message>
        <source>Words and numbers of the answer that the document does not have</source>
        <translation>Wörter und Zahlen der Antwort, die im Dokument nicht vorkommen</translation>
    </message>
    <message>
        <source>Words may be less alike to be near</source>
        <translation>Lockerer: Wörter dürfen unähnlicher sein</translation>
    </message>
    <message>
        <source>Words must be more alike to be near</source>
        <translation>Strenger: Wörter müssen ähnlicher sein</translation>
    </message>
    <message>
        <source>matching …</source>
        <translation>Abgleich läuft …</translation>
    </message>
    <message>
        <source>selection not here</source>
        <translation>Auswahl kommt hier nicht vor</translation>
    </message>
    <message numerus="yes">
        <source>selection: %n ×</source>
        <translation>
            <numerusform>Auswahl: %n ×</numerusform>
            <numerusform>Auswahl: %n ×</numerusform>
        </translation>
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
        <translation>Nicht gespeichert seit {time} – neuer Versuch läuft</translation>
    </message>
    <message>
        <source>Or choose File ▸ Save a copy elsewhere.</source>
        <translation>Oder wählen Sie Datei ▸ Kopie woanders speichern.</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>Nur lesen</translation>
    </message>
    <message>
        <source>Saved {time}</source>
        <translation>Gespeichert {time}</translation>
    </message>
    <message>
        <source>What you typed is safe in this window, which stays open and keeps trying.</source>
        <translation>Was Sie getippt haben, ist in diesem Fenster sicher. Es bleibt offen und versucht es weiter.</translation>
    </message>
</context>
<context>
    <name>Sending</name>
    <message>
        <source>Bundles (*{suffix})</source>
        <translation>Pakete (*{suffix})</translation>
    </message>
    <message>
        <source>Write the results to</source>
        <translation>Ergebnisse schreiben nach</translation>
    </message>
    <message>
        <source>Writing the results…</source>
        <translation>Ergebnisse werden geschrieben…</translation>
    </message>
    <message>
        <source>Your results are in {file}.</source>
        <translation>Ihre Ergebnisse stehen in {file}.</translation>
    </message>
    <message>
        <source>{count} annotated items. Send this file to the project lead, by e-mail for instance. You can write it again at any time.</source>
        <translation>{count} bearbeitete Aufgaben. Schicken Sie diese Datei an die Projektleitung, zum Beispiel per E-Mail. Sie können sie jederzeit neu schreiben.</translation>
    </message>
</context>
<context>
    <name>SidePane</name>
    <message>
        <source>Close this pane</source>
        <translation>Diesen Bereich schließen</translation>
    </message>
    <message>
        <source>Close this pane (F1)</source>
        <translation>Diesen Bereich schließen (F1)</translation>
    </message>
    <message>
        <source>Every version you submit of this item will stand here. So far, none.</source>
        <translation>Hier steht später jede Fassung, die Sie von dieser Aufgabe abgeben. Bisher gibt es keine.</translation>
    </message>
    <message>
        <source>Guidelines</source>
        <translation>Leitfaden</translation>
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
        <source>Take these answers again</source>
        <translation>Diese Antworten wieder übernehmen</translation>
    </message>
    <message>
        <source>This project came without guidelines.</source>
        <translation>Zu diesem Projekt gehört kein Leitfaden.</translation>
    </message>
    <message>
        <source>current</source>
        <translation>aktuell</translation>
    </message>
</context>
<context>
    <name>Standing</name>
    <message>
        <source>Changed since you submitted it: submitting makes a revision.</source>
        <translation>Seit der Abgabe geändert: Erneutes Abgeben legt eine neue Fassung an.</translation>
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
        <source>Submitted {time}</source>
        <translation>Abgegeben {time}</translation>
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
        <source>Go to the text, or the next one</source>
        <translation>Zum Text, oder zum nächsten</translation>
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
    <name>TextPane</name>
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
    <name>WelcomePage</name>
    <message>
        <source>A folder you worked in before.</source>
        <translation>Ein Ordner, in dem Sie schon gearbeitet haben.</translation>
    </message>
    <message>
        <source>A small project, to look around and try everything.</source>
        <translation>Ein kleines Projekt zum Umsehen und Ausprobieren.</translation>
    </message>
    <message>
        <source>Expert judgement of texts, on your own computer. No account, no network.</source>
        <translation>Texte fachkundig beurteilen, auf dem eigenen Rechner. Ohne Konto, ohne Netz.</translation>
    </message>
    <message>
        <source>For project leads: prepare items, send them out, merge what comes back.</source>
        <translation>Für Projektleitungen: Aufgaben vorbereiten, verschicken, Ergebnisse zusammenführen.</translation>
    </message>
    <message>
        <source>RECENT WORKSPACES</source>
        <translation>ZULETZT GEÖFFNET</translation>
    </message>
    <message>
        <source>The file a project lead sent you. You can also drop it on this window.</source>
        <translation>Die Datei, die Sie von der Projektleitung bekommen haben. Sie können sie auch auf dieses Fenster ziehen.</translation>
    </message>
    <message>
        <source>The workspaces you open will stand here, one click away.</source>
        <translation>Hier stehen später die Arbeitsbereiche, die Sie öffnen, einen Klick entfernt.</translation>
    </message>
</context>
<context>
    <name>WindowKeys</name>
    <message>
        <source>The form</source>
        <translation>Das Formular</translation>
    </message>
    <message>
        <source>This list</source>
        <translation>Diese Liste</translation>
    </message>
</context>
<context>
    <name>WorkBar</name>
    <message>
        <source>Flag</source>
        <translation>Markieren</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Überspringen</translation>
    </message>
    <message>
        <source>Submit</source>
        <translation>Abgeben</translation>
    </message>
    <message>
        <source>Time on this item  {time}</source>
        <translation>Zeit für diese Aufgabe  {time}</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
</context>
<context>
    <name>Workplace</name>
    <message numerus="yes">
        <source>%n item(s) came with {file}.</source>
        <translation>
            <numerusform>Mit {file} kam %n Aufgabe.</numerusform>
            <numerusform>Mit {file} kamen %n Aufgaben.</numerusform>
        </translation>
    </message>
    <message>
        <source>Another program has it open. Close it there, then open it here again.</source>
        <translation>Ein anderes Programm hat es geöffnet. Schließen Sie es dort und öffnen Sie es hier noch einmal.</translation>
    </message>
    <message>
        <source>Another program has this workspace open, so it is for reading here.</source>
        <translation>Ein anderes Programm hat diesen Arbeitsbereich geöffnet; hier lässt er sich nur lesen.</translation>
    </message>
    <message>
        <source>Close it there, then open it here again to go on working.</source>
        <translation>Schließen Sie ihn dort und öffnen Sie ihn hier erneut, um weiterzuarbeiten.</translation>
    </message>
    <message>
        <source>The workspace stays open until the file is complete. Then try again.</source>
        <translation>Der Arbeitsbereich bleibt offen, bis die Datei vollständig ist. Versuchen Sie es dann noch einmal.</translation>
    </message>
    <message>
        <source>You have everything that is in {file}.</source>
        <translation>Sie haben schon alles, was in {file} ist.</translation>
    </message>
    <message>
        <source>Your results are being written.</source>
        <translation>Ihre Ergebnisse werden gerade geschrieben.</translation>
    </message>
</context>
</TS>
