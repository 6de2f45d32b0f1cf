/** Texts of what owners change of their history: corrections and imports. */
export const changes = {
  unsure:
    'Keine Verbindung zum Server. Ob die Änderung angekommen ist, zeigt die Liste, sobald die Verbindung wieder da ist.',
  made: 'eingetragen {{at}}',
  undone: 'zurückgenommen {{at}}',
  undo: 'Zurücknehmen',
  showAll: 'Alle {{count}} zeigen',
}
