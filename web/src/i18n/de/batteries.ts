export const batteries = {
  title: 'Batterien',
}
