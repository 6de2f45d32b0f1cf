export const reset = {
  title: 'Passwort zurücksetzen',
}
