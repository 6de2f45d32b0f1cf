export const provider = {
  title: 'Anmelden',
}
