export const version = {
  title: 'Es gibt eine neue Version des Portals.',
  text: 'Laden Sie die Seite neu, um sie zu verwenden. Noch nicht gespeicherte Eingaben gehen dabei verloren.',
  reload: 'Jetzt neu laden',
  later: 'Später',
}
