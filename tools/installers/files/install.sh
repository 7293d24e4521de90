#!/bin/sh
# Add Proofdesk to the menu of this user, and open bundles with it. The program stays in this folder.
#   ./install.sh            add the entries
#   ./install.sh --remove   remove them; then this folder can be deleted
set -eu
here=$(cd "$(dirname "$0")" && pwd)
share=${XDG_DATA_HOME:-$HOME/.local/share}

case "$here" in
  # The specification of desktop entries has no safe way to write these characters in a command.
  *[\"\`\$\\%]*) echo "Move this folder: its path contains one of \" \` \$ \\ %" >&2; exit 2 ;;
esac
case "${1:-}" in
  "") ;;
  --remove) ;;
  *) echo "usage: $0 [--remove]" >&2; exit 2 ;;
esac

(cd "$here/share" && find . -type f) | while IFS= read -r file; do
  case "$file" in
    ./doc/* | ./man/* | ./metainfo/*) continue ;; # For systems, not for a user's own folder.
  esac
  if [ "${1:-}" = --remove ]; then
    rm -f "$share/$file"
  else
    mkdir -p "$(dirname "$share/$file")"
    cp "$here/share/$file" "$share/$file"
  fi
done
entry=$share/applications/proofdesk.desktop
if [ -f "$entry" ]; then
  program=$(printf '%s' "$here/proofdesk-window" | sed 's/[&|]/\\&/g') # In sed, these are no text.
  sed -e "s|^Exec=proofdesk-window|Exec=\"$program\"|" \
    -e "s|^TryExec=.*|TryExec=$program|" "$here/share/applications/proofdesk.desktop" > "$entry"
fi

# Desktops cache these folders. Where a command is missing, there is no such cache.
refresh() {
  if command -v "$1" > /dev/null; then "$@" > /dev/null 2>&1 || true; fi
}
refresh update-desktop-database "$share/applications"
refresh update-mime-database "$share/mime"
refresh gtk-update-icon-cache -q -t -f "$share/icons/hicolor"
if [ "${1:-}" = --remove ]; then
  echo "Removed from your menu. Your work and this folder are still there."
else
  echo "Proofdesk is in your menu, and a double-click opens bundles. To remove it: ./install.sh --remove"
fi
