<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>RisumPanel</name>
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
    <name>Workplace</name>
    <message numerus="yes">
        <source>%n item(s) came with {file}.</source>
        <translation>
            <numerusform>%n item came with {file}.</numerusform>
            <numerusform>%n items came with {file}.</numerusform>
        </translation>
    </message>
</context>
</TS>
