import type * as z from 'zod/mini'
import english from 'zod/v4/locales/en.js'

/** What is wrong with a file that its owner can mend; shown without a stack. */
export class SettingsFault extends Error {}

const MAX_SHOWN = 5
/** Rules in words, which zod/mini does not have by itself. */
export const inWords = { error: english().localeError }

/** Each fault as its field and the rule that it breaks. */
export function faultsIn({ issues }: z.core.$ZodError): string {
  const shown = issues
    .slice(0, MAX_SHOWN)
    .map(({ path, message }) => `${path.join('.') || 'all of it'}: ${message}`)
  const more = issues.length - shown.length
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}
