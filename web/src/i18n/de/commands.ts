export const commands = {
  title: 'Befehle',
}
