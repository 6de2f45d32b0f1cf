export const notFound = {
  title: 'Page not found',
  text: 'There is nothing at this address. It may be outdated or mistyped.',
  home: 'Go to the start page',
}
