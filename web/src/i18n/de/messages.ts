export const messages = {
  title: 'Meldungen',
}
