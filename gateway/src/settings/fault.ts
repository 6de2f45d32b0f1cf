import type * as z from 'zod/mini'
import english from 'zod/v4/locales/en.js'

/** A mistake in a file that its owner can fix; shown without a stack. */
export class SettingsFault extends Error {}

const MAX_SHOWN = 5
/** Messages for rules, which zod/mini does not include. */
export const inWords = { error: english().localeError }

/** Formats each fault as its field and the rule that it breaks. */
export function faultsIn({ issues }: z.core.$ZodError): string {
  const shown = issues
    .slice(0, MAX_SHOWN)
    .map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`)
  const more = issues.length - shown.length
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}
