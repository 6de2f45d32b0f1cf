/** Texts of what owners change of their history: corrections and imports. */
export const changes = {
  unsure:
    'No connection to the server. Whether the change arrived is shown in the list once the connection is back.',
  made: 'made {{at}}',
  undone: 'undone {{at}}',
  undo: 'Undo',
  showAll: 'Show all {{count}}',
}
