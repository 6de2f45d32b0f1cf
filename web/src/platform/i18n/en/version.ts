import type { version as german } from '../de/version.ts'

export const version: typeof german = {
  title: 'There is a new version of the portal.',
  text: 'Reload the page to use it. What you have typed and not saved will be lost.',
  reload: 'Reload now',
  later: 'Later',
}
