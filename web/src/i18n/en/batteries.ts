export const batteries = {
  title: 'Batteries',
}
