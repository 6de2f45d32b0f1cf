import type * as z from 'zod/mini'

/** What is wrong with a file that its owner can mend; shown without a stack. */
export class SettingsFault extends Error {}

const MAX_SHOWN = 5

/** Each fault as its field and the rule that it breaks. */
export function faultsIn({ issues }: z.core.$ZodError): string {
  const shown = issues
    .slice(0, MAX_SHOWN)
    .map(({ path, message }) => `${path.join('.') || 'all of it'}: ${message}`)
  const more = issues.length - shown.length
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}
