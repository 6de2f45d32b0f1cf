export const register = {
  title: 'Register',
}
