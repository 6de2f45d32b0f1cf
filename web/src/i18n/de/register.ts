export const register = {
  title: 'Registrieren',
}
