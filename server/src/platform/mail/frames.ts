import type { Frame } from './render-mail.ts'

/** What surrounds each mail to an owner, by language. */
export const frames = {
  de: {
    lang: 'de',
    locale: 'de-DE',
    // With a comma the text would have to go on in lower case.
    greeting: 'Guten Tag!',
    link: 'Falls der Knopf nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:',
    closing: 'Ihr Kellersonne-Portal',
    automatic: 'Diese Nachricht wurde automatisch verschickt. Antworten darauf werden nicht gelesen.',
  },
  en: {
    lang: 'en',
    locale: 'en-GB',
    greeting: 'Hello,',
    link: 'If the button does not work, copy this address into your browser:',
    closing: 'Your Kellersonne portal',
    automatic: 'This message was sent automatically. Replies to it are not read.',
  },
} satisfies Record<string, Frame & { readonly locale: string }>
