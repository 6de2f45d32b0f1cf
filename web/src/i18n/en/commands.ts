export const commands = {
  title: 'Commands',
}
