export const reset = {
  title: 'Reset password',
}
