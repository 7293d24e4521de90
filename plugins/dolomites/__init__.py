"""Protocol dolomites: methodical writing tasks (the DOLOMITES paper, sections 2 to 4)."""
