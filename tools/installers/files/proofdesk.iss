; The setup program for Windows: for one user, without an administrator.
; tools/installers/windows.py defines Version, Program (the frozen folder), Licence, Icon and Signed.

[Setup]
AppId={{6E0E3F0B-6C3B-4C56-9C0B-1B7B0C8B5D5E}
AppName=Proofdesk
AppVersion={#Version}
AppPublisher=The Proofdesk developers
VersionInfoVersion={#Version}
DefaultDirName={autopf}\Proofdesk
DefaultGroupName=Proofdesk
DisableProgramGroupPage=yes
DisableDirPage=auto
PrivilegesRequired=lowest
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
LicenseFile={#Licence}
OutputBaseFilename=proofdesk-{#Version}-setup
SetupIconFile={#Icon}
UninstallDisplayIcon={app}\proofdesk-window.exe
ChangesAssociations=yes
CloseApplications=yes
Compression=lzma2/max
SolidCompression=yes
WizardStyle=modern
#ifdef Signed
SignTool=sign
SignedUninstaller=yes
#endif

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"

[CustomMessages]
en.Bundle=Proofdesk bundle
de.Bundle=Proofdesk-Paket
en.Parquet=Parquet files (for leads)
de.Parquet=Parquet-Dateien (für die Projektleitung)

[Components]
Name: "main"; Description: "Proofdesk"; Types: full compact custom; Flags: fixed
Name: "parquet"; Description: "{cm:Parquet}"; Types: full

[InstallDelete]
; Files of an earlier version that this one does not have. Without an earlier version, a folder of
; this name in the folder that the person chose belongs to another program.
Type: filesandordirs; Name: "{app}\_internal"; Check: IsUpdate
Type: filesandordirs; Name: "{app}\licenses"; Check: IsUpdate

[Files]
; A wildcard with `recursesubdirs` selects files by name in all subfolders, so folders are named in full.
Source: "{#Program}\*"; Excludes: "\_internal\pyarrow,\_internal\pyarrow.libs"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs; Components: main
Source: "{#Program}\_internal\pyarrow\*"; DestDir: "{app}\_internal\pyarrow"; Flags: ignoreversion recursesubdirs createallsubdirs; Components: parquet
Source: "{#Program}\_internal\pyarrow.libs\*"; DestDir: "{app}\_internal\pyarrow.libs"; Flags: ignoreversion recursesubdirs createallsubdirs skipifsourcedoesntexist; Components: parquet

[Icons]
Name: "{group}\Proofdesk"; Filename: "{app}\proofdesk-window.exe"

[Registry]
; HKA is the current user's part of the registry, because the setup runs without an administrator.
Root: HKA; Subkey: "Software\Classes\.proofdesk"; ValueType: string; ValueData: "Proofdesk.Bundle"; Flags: uninsdeletevalue uninsdeletekeyifempty
Root: HKA; Subkey: "Software\Classes\.proofdesk"; ValueType: string; ValueName: "Content Type"; ValueData: "application/vnd.proofdesk.bundle+zip"; Flags: uninsdeletevalue uninsdeletekeyifempty
Root: HKA; Subkey: "Software\Classes\.proofdesk\OpenWithProgids"; ValueType: string; ValueName: "Proofdesk.Bundle"; ValueData: ""; Flags: uninsdeletevalue uninsdeletekeyifempty
Root: HKA; Subkey: "Software\Classes\Proofdesk.Bundle"; ValueType: string; ValueData: "{cm:Bundle}"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Proofdesk.Bundle\DefaultIcon"; ValueType: string; ValueData: "{app}\proofdesk-window.exe,0"
Root: HKA; Subkey: "Software\Classes\Proofdesk.Bundle\shell\open\command"; ValueType: string; ValueData: """{app}\proofdesk-window.exe"" ""%1"""

[Run]
Filename: "{app}\proofdesk-window.exe"; Description: "{cm:LaunchProgram,Proofdesk}"; Flags: nowait postinstall skipifsilent

[Code]
function IsUpdate: Boolean;
begin
  Result := FileExists(ExpandConstant('{app}\proofdesk-window.exe'));
end;
