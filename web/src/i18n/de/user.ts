export const user = {
  title: 'Benutzer',
}
