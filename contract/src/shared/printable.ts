/** Control characters, invisible ones, those that change the direction of text, line separators, halves of pairs. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
const SPACE = /\s/

/**
 * Returns a device's text in one line: nothing in it can start a new one, turn text around, or be refused by the database.
 * White space becomes a space, and whatever else cannot be printed a replacement character; the length stays.
 */
export const printable = (text: string): string =>
  text.replaceAll(UNPRINTABLE, (found) => (SPACE.test(found) ? ' ' : '\uFFFD'.repeat(found.length)))

/** As `printable`, but keeps the ends of lines. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n')

/** Escapes in JSON what cannot be printed, so that no terminal obeys it; JSON.stringify only escapes what is below U+0020. */
export const printableJson = (json: string): string =>
  json.replaceAll(UNPRINTABLE, (found) =>
    found === '\n'
      ? found
      : Array.from(
          { length: found.length },
          (_, i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`,
        ).join(''),
  )
