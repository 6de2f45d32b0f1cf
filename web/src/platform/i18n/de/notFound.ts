export const notFound = {
  title: 'Seite nicht gefunden',
  text: 'Unter dieser Adresse gibt es nichts. Vielleicht ist sie veraltet oder vertippt.',
  home: 'Zur Startseite',
}
