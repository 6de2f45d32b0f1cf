export const explain = {
  title: 'So wird gerechnet',
}
