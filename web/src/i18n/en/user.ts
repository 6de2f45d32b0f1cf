export const user = {
  title: 'User',
}
