export const explain = {
  title: 'How it is computed',
}
