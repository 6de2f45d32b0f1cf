import type { rateLimits } from '../../platform/rate-limits/rate-limits.ts'

/** How many mails to one mailbox are sent beyond the first few of a day. */
const BEYOND = { ofSite: 1, ofAll: 14 }
const limitsOf = {
  registration: { ofAll: 'unproven_address', ofSite: 'unproven_address_site' },
  change: { ofAll: 'confirmation_wanted', ofSite: 'confirmation_wanted_site' },
  confirmation: { ofAll: 'confirmation_address', ofSite: 'confirmation_address_site' },
} as const

type Limits = Pick<ReturnType<typeof rateLimits>, 'begin' | 'beginIfFree'>
/** A mail to an address that may be a stranger's, and the site that asks for it. */
type Asked = { readonly address: string; readonly site: string }

/**
 * Returns what counts as the mailbox of an address: at large providers, neither dots nor what follows a plus sign make a
 * difference. Only for limits: elsewhere it may be another mailbox.
 */
function mailboxOf(address: string): string {
  const [plus, at] = [address.indexOf('+', 1), address.lastIndexOf('@')]
  const name = address.slice(0, plus > 0 && plus < at ? plus : at).replaceAll('.', '')
  const domain = address.slice(at + 1).toLowerCase()
  return `${name}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`
}

/**
 * Counts a mail by its mailbox and by who asks for it, so that strangers of one site neither fill a mailbox nor keep whoever it
 * belongs to from a mail of their own (decisions 0181, 0197 and 0200). Throws `ApiError` too_many_attempts.
 */
export async function limitUnproven(
  limits: Limits,
  cause: keyof typeof limitsOf,
  { address, site }: Asked,
  now: Date,
): Promise<void> {
  const mailbox = mailboxOf(address)
  const { ofAll, ofSite } = limitsOf[cause]
  const ofThis = `${mailbox} ${site}`
  await limits.begin([{ limit: ofSite, who: ofThis }], now)
  if (await limits.beginIfFree([{ limit: ofAll, who: mailbox }], now)) return
  await limits.begin(
    [
      { limit: ofAll, who: `beyond ${mailbox}`, most: BEYOND.ofAll },
      { limit: ofSite, who: `beyond ${ofThis}`, most: BEYOND.ofSite },
    ],
    now,
  )
}
