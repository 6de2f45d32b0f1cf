export const provider = {
  title: 'Sign in',
}
