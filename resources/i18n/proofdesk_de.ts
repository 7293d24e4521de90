<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
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
        <source>&amp;Text</source>
        <translation>&amp;Text</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>A&amp;nsicht</translation>
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
        <source>Previous item</source>
        <translation>Vorige Aufgabe</translation>
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
        <source>Questions</source>
        <translation>Fragen</translation>
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
    <name>StatusPage</name>
    <message>
        <source>ASSIGNED</source>
        <translation>ZUGEWIESEN</translation>
    </message>
    <message>
        <source>Annotations</source>
        <translation>Annotationen</translation>
    </message>
    <message>
        <source>Assignments</source>
        <translation>Zuweisungen</translation>
    </message>
    <message>
        <source>Conflicts</source>
        <translation>Konflikte</translation>
    </message>
    <message>
        <source>DONE</source>
        <translation>ERLEDIGT</translation>
    </message>
    <message>
        <source>Items</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>PERSON</source>
        <translation>PERSON</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Personen</translation>
    </message>
    <message>
        <source>TO DO</source>
        <translation>OFFEN</translation>
    </message>
    <message>
        <source>This is a project lead&apos;s workspace. In this version its work is done on the command line: proofdesk --help lists every step, proofdesk status tells more.</source>
        <translation>Dies ist der Arbeitsbereich einer Projektleitung. In dieser Version geschieht ihre Arbeit auf der Befehlszeile: proofdesk --help nennt jeden Schritt, proofdesk status sagt mehr.</translation>
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
        <source>Another program has this workspace open, so it is for reading here.</source>
        <translation>Ein anderes Programm hat diesen Arbeitsbereich geöffnet; hier lässt er sich nur lesen.</translation>
    </message>
    <message>
        <source>Close it there, then open it here again to go on working.</source>
        <translation>Schließen Sie ihn dort und öffnen Sie ihn hier erneut, um weiterzuarbeiten.</translation>
    </message>
    <message>
        <source>You have everything that is in {file}.</source>
        <translation>Sie haben schon alles, was in {file} ist.</translation>
    </message>
</context>
</TS>
